//! Graphs as they are typed: by words, by the names of their vertices, drawn with their pieces.

use farstar_play::Player;
use farstar_rules::View;
use farstar_rules::builtin::ruleset;
use farstar_rules::position::GameGraph;

/// The edges of a graph or of a board of edges, ends by name, sorted.
fn edges(name: &str, text: &str) -> Vec<(String, String)> {
    let (board, start) =
        ruleset(name).unwrap().position(text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
    let mut found: Vec<(String, String)> = match board.view(&start) {
        View::Graph { vertices, edges, .. } => {
            edges.into_iter().map(|(a, b)| (vertices[a].0.clone(), vertices[b].0.clone())).collect()
        }
        View::Edges { vertices, edges, .. } => {
            let end = |v: Option<usize>| v.map_or("$".to_owned(), |v| vertices[v].clone());
            edges.into_iter().map(|(a, b, _)| (end(a), end(b))).collect()
        }
        view => panic!("{view:?}"),
    };
    found.sort();
    found
}

fn drawn(name: &str, text: &str) -> String {
    let (board, start) =
        ruleset(name).unwrap().position(text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
    board.draw(&start)
}

fn refused(name: &str, text: &str) -> String {
    ruleset(name).unwrap().position(text).unwrap_err().message
}

#[test]
fn words_are_the_graphs_of_their_edges() {
    for (word, list) in [
        ("path5", "1-2, 2-3, 3-4, 4-5"),
        ("path 5", "1-2, 2-3, 3-4, 4-5"),
        ("Path2", "1-2"),
        ("cycle6", "1-2, 2-3, 3-4, 4-5, 5-6, 6-1"),
        ("cycle3", "1-2, 2-3, 3-1"),
        ("star4", "1-2, 1-3, 1-4, 1-5"),
        ("K4", "1-2, 1-3, 1-4, 2-3, 2-4, 3-4"),
        ("k3", "1-2, 1-3, 2-3"),
        ("K2,3", "1-3, 1-4, 1-5, 2-3, 2-4, 2-5"),
        ("K3, 3", "1-4, 1-5, 1-6, 2-4, 2-5, 2-6, 3-4, 3-5, 3-6"),
        ("grid2x3", "1-2, 2-3, 4-5, 5-6, 1-4, 2-5, 3-6"),
        ("grid 2×2", "1-2, 3-4, 1-3, 2-4"),
        ("tree\"(()())\"", "1-2, 1-3"),
        ("tree(()(()()))", "1-2, 1-3, 3-4, 3-5"),
        ("tree “((()))”", "1-2, 2-3"),
        // a word, and more behind it
        ("path3, 3-1", "1-2, 2-3, 3-1"),
        ("K3, 3-4", "1-2, 1-3, 2-3, 3-4"),
        ("cycle3\n3-x", "1-2, 2-3, 3-1, 3-x"),
    ] {
        for name in ["Snort", "Node Kayles"] {
            assert_eq!(edges(name, word), edges(name, list), "{name} {word}");
        }
    }
    // where only pieces have moves a graph without any is no position
    assert_eq!(
        refused("Graph Clobber", "path4"),
        "without pieces path4 has no move: name them behind it, as in 'path4, 1:X'"
    );
    assert_eq!(drawn("Graph Clobber", "path3, 1:X, 2:O"), "1-2, 2-3, 1:X, 2:O");
    assert_eq!(drawn("Snort", "path3, 1:X, 3:O"), "1-2, 2-3, 1:X, 3:O");
    assert_eq!(drawn("Snort", "K3, 3:X"), "1-2, 1-3, 2-3, 3:X");
    assert_eq!(drawn("Snort", "path1"), "1:.");
    assert_eq!(drawn("Snort", "star0"), "1:.");
}

#[test]
fn words_have_arcs_on_digraphs() {
    for (word, list) in [
        ("path4", "1>2>3>4"),
        ("star2", "1>2, 1>3"),
        ("grid2x2", "1>2, 3>4, 1>3, 2>4"),
        ("tree((())())", "1>2, 2>3, 1>4"),
    ] {
        assert_eq!(edges("Poset Game", word), edges("Poset Game", list), "{word}");
    }
    assert_eq!(edges("Digraph Placement", "cycle3"), edges("Digraph Placement", "1>2>3>1"));
    assert!(refused("Poset Game", "cycle3").contains("go round"));
    assert!(refused("Digraph Placement", "K4").contains("no direction"));
}

#[test]
fn words_stand_on_the_ground_where_the_rules_know_it() {
    for (word, list) in [
        ("path4", "$-1:B, 1-2:B, 2-3:B"),
        ("path4:G", "$-1:G, 1-2:G, 2-3:G"),
        ("cycle3:R", "$-1:R, 1-2:R, 2-$:R"),
        ("star2", "$-1:B, $-2:B"),
        ("K3,1:g", "$-3:G, 1-3:G, 2-3:G"),
        ("tree(()(())):G, 1-2:R", "$-1:G, $-2:G, 2-3:G, 1-2:R"),
    ] {
        assert_eq!(edges("Hackenbush", word), edges("Hackenbush", list), "{word}");
    }
    assert_eq!(drawn("Hackenbush", "path3:G"), "$-1:G, 1-2:G");
    // in Partizan Arc Kayles there is no ground
    assert_eq!(drawn("Partizan Arc Kayles", "path3:R"), "1-2:R, 2-3:R");
    assert_eq!(refused("Hackenbush", "path1"), "no edges");
    assert!(refused("Hackenbush", "path3:Z").contains("unknown piece 'Z'"));
}

#[test]
fn words_that_are_no_graph_are_told() {
    for (text, wanted) in [
        ("path0", "no vertices"),
        ("cycle2", "a cycle has at least 3 vertices, and this has 2"),
        ("K0,3", "a side has no vertex"),
        ("tree(()", "'(' is not closed in the tree"),
        ("tree()()", "behind a tree stands more: a tree has one root, and brackets around all"),
        ("tree(x)", "'x' in a tree, which is written with brackets alone, as in tree\"(()())\""),
    ] {
        assert_eq!(refused("Snort", text), wanted, "{text}");
    }
    for text in ["hello", "path", "paths5", "grid3", "tree", "a", "5"] {
        let said = refused("Snort", text);
        assert!(said.contains(&format!("as in {text}:.")), "{said}");
        assert!(said.contains("or a word such as path5, cycle6, star4, K5, K3,3, grid3x4"));
    }
}

#[test]
fn graphs_beyond_every_board_stop() {
    let large = [
        "path99999999999999999999999",
        "path4097",
        "K5000",
        "K182",
        "K4000,4000",
        "K99999999999999999999,99999999999999999999",
        "star18446744073709551615",
        "grid100x100",
        "grid99999999999999999999x2",
        "cycle18446744073709551615",
    ];
    for (name, text) in ["Snort", "Hackenbush", "Poset Game"]
        .into_iter()
        .flat_map(|name| large.map(|text| (name, text)))
    {
        let error = ruleset(name).unwrap().position(text).unwrap_err();
        assert!(
            error.too_large || name == "Poset Game" && text.starts_with('K'),
            "{name} {text}: {error}"
        );
    }
    let deep = format!("tree{}{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(ruleset("Snort").unwrap().position(&deep).unwrap_err().too_large);
    // brackets are looked into once
    assert!(ruleset("Snort").unwrap().position(&"(".repeat(300_000)).is_err());
    assert!(ruleset("Snort").unwrap().position(&"-".repeat(300_000)).unwrap_err().too_large);
    let again = ".:a-".repeat(100_000);
    assert!(ruleset("Snort").unwrap().position(&again).unwrap_err().too_large);
    assert_eq!(edges("Snort", "K181").len(), 181 * 90);
}

#[test]
fn one_vertex_has_its_piece() {
    assert_eq!(drawn("Snort", "a:."), "a:.");
    assert_eq!(drawn("Snort", "a:X"), "a:X");
    assert_eq!(drawn("Snort", "."), "1:.");
    assert_eq!(drawn("Snort", "X"), "1:X");
    assert_eq!(drawn("Poset Game", "a:."), "a:.");
    assert!(refused("Poset Game", "a").contains("write edges, as in a>b>c"));
    // names in a list are vertices, each alone
    assert_eq!(drawn("Snort", "a, b"), "a, b");
}

#[test]
fn letters_that_are_names_and_pieces_are_refused() {
    assert_eq!(
        refused("Snort", "X-O"),
        "'X-O' has two readings: its letters are names of vertices, as in 'X-O, X:.', or pieces, as in '1-2, 1:X, 2:O': write one of these"
    );
    assert!(refused("Tinted Snort", "L-R").contains("'1-2, 1:L, 2:R'"));
    assert!(refused("Bipartite Snort", "l-r-l").contains("two readings"));
    // what only one notation reads is read
    assert_eq!(drawn("Tinted Snort", "L-a"), "L-a");
    assert_eq!(drawn("Tinted Snort", "L-R, L-a"), "L-R, L-a");
    assert_eq!(drawn("Tinted Snort", "L-R, L:."), "L-R, L:.");
    assert_eq!(drawn("Tinted Snort", "(L-R)"), "1-2, 1:L, 2:R");
    assert_eq!(drawn("Tinted Snort", "L"), "1:L");
    assert_eq!(drawn("Tinted Snort", "L:a-R-L:a"), "1-2, 2-1, 1:L, 2:R");
}

#[test]
fn vertices_that_are_not_written_are_empty() {
    assert_eq!(drawn("Tinted Snort", "L-R---L"), "1-2, 2-3, 3-4, 4-5, 1:L, 2:R, 5:L");
    assert_eq!(drawn("Snort", "---"), "1-2, 2-3, 3-4");
    assert_eq!(drawn("Snort", "-"), drawn("Snort", ".-."));
    assert_eq!(drawn("Snort", "X-"), "1-2, 1:X");
    assert_eq!(drawn("Snort", "(-X;-)"), "1-2, 1-3, 2:X");
    assert_eq!(drawn("Snort", "X-(-O;-X)"), "1-2, 2-3, 2-4, 1:X, 3:O, 4:X");
    assert_eq!(drawn("Snort", ":a--:a"), "1-2, 2-1");
    // a branch may begin at once with its vertex
    assert_eq!(drawn("Snort", "X-(.;.-O)"), "1-2, 1-3, 3-4, 1:X, 4:O");
    assert_eq!(drawn("Snort", "X(-.;-.-O)"), "1-2, 1-3, 3-4, 1:X, 4:O");
}

#[test]
fn what_is_drawn_is_read_again() {
    for (name, text) in [
        ("Snort", "X-O, X:."),
        ("Snort", "X-O, O:."),
        ("Snort", "a-b, a:X"),
        ("Tinted Col", "L-R, L:., R:."),
        ("Arc Kayles", "path4"),
        ("Poset Game", "X>O"),
        ("Node Kayles", "path3"),
    ] {
        let rules = ruleset(name).unwrap();
        let (board, start) = rules.position(text).unwrap();
        let mut seen = vec![start];
        let mut at = 0;
        while let Some(position) = seen.get(at).cloned() {
            at += 1;
            let text = board.draw(&position);
            if !text.is_empty() {
                let (again, read) =
                    rules.position(&text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
                assert_eq!(again.draw(&read), text, "{name}");
            }
            for player in [Player::Left, Player::Right] {
                board.options(&position, player, &mut seen);
            }
        }
        // and so are the parts, which may be one vertex
        let mut parts = Vec::new();
        board.parts(&seen[0], &mut parts);
        for part in parts {
            let text = board.draw(&part);
            assert!(rules.position(&text).is_ok(), "{name} {text}");
        }
    }
}
