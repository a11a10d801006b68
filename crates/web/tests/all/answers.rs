//! What the API answers.

use crate::server::{Server, small};
use serde_json::{Value, json};

#[test]
fn cells_are_evaluated() {
    let server = Server::start(small());
    let told = server.result(
        "/api/eval",
        &json!({ "text": "{1|-1} + ^\n\ng := {3||2|1}; g.Mean", "before": [] }),
    );
    let first = &told["results"][0]["value"];
    assert_eq!(first["text"], "{1^|-1^}");
    assert_eq!(first["label"], "{1↑|−1↑}");
    assert_eq!(first["facts"]["outcome"]["letter"], "N");
    assert_eq!(first["facts"]["temperature"], "1");
    assert_eq!(first["facts"]["atomic_weight"]["none"], "hot, not infinitesimal");
    assert_eq!(first["thermograph"]["left"], json!([["2", "-1"], ["0", "1"]]));
    assert!(
        first["thermograph"]["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg class=\"pic\""))
    );
    assert!(first["mathml"][0].as_str().is_some_and(|formula| formula.starts_with("<math>")));
    assert_eq!(told["results"][1]["value"]["text"], "9/4");
    assert_eq!(told["names"], json!(["g"]));
}

#[test]
fn a_cell_has_what_the_cells_above_give() {
    let server = Server::start(small());
    let before = json!(["f(n) := n + a", "a := 5\nb := )", "a := 7"]);
    let told = server.result("/api/eval", &json!({ "text": "f(1)", "before": before }));
    assert_eq!(told["uses"], json!([0, 1, 2]));
    // The second cell is needed for `a`, and is wrong: its place is told.
    assert_eq!(told["cell"], 1);
    let told = server.result(
        "/api/eval",
        &json!({ "text": "f(1)", "before": ["a := 5", "f(n) := n + a", "c := }"] }),
    );
    assert_eq!(told["results"][0]["value"]["text"], "6");
    assert_eq!(told["uses"], json!([0, 1]), "a cell that is not needed is not read");
}

#[test]
fn mistakes_have_places_and_fixes() {
    let server = Server::start(small());
    let told = server.result("/api/eval", &json!({ "text": "1\n{3|2|1}" }));
    assert_eq!(told["results"][0]["value"]["text"], "1");
    let wrong = &told["diagnostics"][0];
    assert_eq!(
        (&wrong["line"], &wrong["column"], &wrong["start"]),
        (&json!(2), &json!(5), &json!(6))
    );
    assert_eq!(wrong["fixes"], json!(["1\n{3||2|1}", "1\n{3|2||1}"]));
}

#[test]
fn lists_have_pictures() {
    let server = Server::start(small());
    let plot = |text: &str| {
        server.result("/api/eval", &json!({ "text": text }))["results"][0]["plots"][0].clone()
    };
    assert_eq!(plot("[0, 1, 2, 3, 1]")["kind"], "sequence");
    assert_eq!(plot("[[0, 1], [1, 0]]")["rows"], json!([[0, 1], [1, 0]]));
    assert_eq!(plot("[{1|-1}, ^]")["rows"][0], json!(["1", "±1", "N", "0", "1"]));
    let sorted = plot("[{1|-1}, 1/2, 0, ^]");
    assert_eq!(sorted["orders"]["value"], json!([2, 3, 0, 1]), "0 before what has mean 0");
    assert_eq!(sorted["orders"]["temperature"], json!([3, 1, 0, 2]));
    let grid = plot("[[Domineering(n,m) for n in 1..3] for m in 2..3]");
    assert_eq!((&grid["kind"], &grid["names"]), (&json!("grid"), &json!(["m", "n"])));
    assert_eq!(grid["rows"][0][1]["value"]["text"], "+-1", "2 by 2");
    assert_eq!(grid["row_labels"], json!(["2", "3"]));
    let options = plot("Domineering(2,2).Options(Left)");
    assert_eq!(options["kind"], "boards");
    assert_eq!(options["boards"][0]["value"]["text"], "1");
    assert_eq!(options["boards"][0]["outcome"], "L");
    let kayles = plot("TakeAndBreak(\"0.77\").CheckPeriodicity(2000)");
    assert_eq!(kayles["kind"], "periodic");
    assert_eq!(kayles["period"]["period"], 12);
    assert_eq!(kayles["period"]["exceptions"].as_array().map(Vec::len), Some(14));
}

#[test]
fn positions_in_cells_have_their_board() {
    let server = Server::start(small());
    let text = "Domineering(\"..|..\")";
    let told = server.result("/api/eval", &json!({ "text": text }));
    let one = &told["results"][0];
    assert_eq!(one["value"]["value"], "+-1", "{one}");
    assert_eq!(one["plots"][0]["kind"], "board");
    assert_eq!(one["plots"][0]["counts"]["left_winning"], 2);
}

/// The board of the design's first notebook, worked out there by hand.
const BOARD: &str = "##..|..#.|....|.##.";

#[test]
fn boards_tell_every_move() {
    let server = Server::start(small());
    let told = server
        .result("/api/board", &json!({ "rules": { "name": "Domineering" }, "position": BOARD }));
    assert_eq!(told["value"]["label"], "±1");
    assert_eq!(
        told["counts"],
        json!({ "left": 6, "left_winning": 1, "right": 5, "right_winning": 1 })
    );
    let names: Vec<(String, String)> = told["moves"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| (one["name"].to_string(), one["value"]["label"].to_string()))
        .collect();
    assert_eq!(names[0], ("\"b3–b2\"".to_owned(), "\"1\"".to_owned()));
    assert_eq!(names[6], ("\"a2–b2\"".to_owned(), "\"−1\"".to_owned()));
    let picture = told["svg"].as_str().unwrap_or_default();
    assert_eq!(picture.matches("mv-win").count(), 2);
    assert_eq!(picture.matches("data-move=").count(), 11);
    assert_eq!(told["drawing"]["labels"][1], "b4");
    let quiet = server.result(
        "/api/board",
        &json!({ "rules": { "name": "Domineering" }, "position": BOARD, "advice": false }),
    );
    assert!(quiet["value"].is_null() && quiet["moves"][0]["wins"].is_null());
    assert!(!quiet["svg"].as_str().is_some_and(|svg| svg.contains("mv-win")));
}

#[test]
fn a_size_is_a_start_and_a_lone_word_no_graph() {
    let server = Server::start(small());
    let board = |name: &str, position: &str| {
        server.result("/api/board", &json!({ "rules": { "name": name }, "position": position }))
    };
    assert_eq!(board("Clobber", "2X3")["position"], "XOX|OXO");
    assert_eq!(board("Snort", "path3")["position"], "1-2, 2-3");
    for (name, position, wanted) in [
        ("Fission", "4x4", "the rules name no start"),
        ("Snort", "hello", "grid3x4"),
        ("Snort", "X-O", "two readings"),
    ] {
        let told = board(name, position);
        let said = told["diagnostics"][0]["message"].as_str();
        assert!(said.is_some_and(|said| said.contains(wanted)), "{told}");
    }
}

#[test]
fn wrong_rules_and_positions_are_told() {
    let server = Server::start(small());
    let told = server
        .result("/api/board", &json!({ "rules": { "name": "Domineerin" }, "position": "2x2" }));
    assert!(
        told["diagnostics"][0]["message"].as_str().is_some_and(|m| m.contains("Domineering")),
        "{told}"
    );
    let told = server
        .result("/api/board", &json!({ "rules": { "name": "Clobber" }, "position": "XO|XY" }));
    assert_eq!(
        (&told["diagnostics"][0]["start"], &told["diagnostics"][0]["end"]),
        (&json!(4), &json!(5))
    );
    assert_eq!(told["diagnostics"][0]["kind"], "position");
    let told = server
        .result("/api/board", &json!({ "rules": { "name": "Clobber" }, "position": "3000x3000" }));
    assert_eq!(told["diagnostics"][0]["kind"], "size", "{told}");
    let told = server
        .result("/api/rules/check", &json!({ "text": "game X\ngrid of . #\nLeft: .y -> ##" }));
    assert_eq!(told["diagnostics"][0]["line"], 3);
    let told = server
        .result("/api/rules/check", &json!({ "text": "game X\ngrid of . #\nLeft: .. -> ##" }));
    assert_eq!((&told["kind"], &told["ends"]), (&json!("grid"), &json!(true)));
}

#[test]
fn own_rules_open_with_a_board_on_which_one_can_move() {
    let server = Server::start(small());
    let opening = |text: &str| {
        let told = server.result("/api/rules/check", &json!({ "text": text }));
        let position = told["opening"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned();
        let asked = json!({ "rules": { "text": text }, "position": position });
        let board = server.result("/api/board", &asked);
        let moves = board["moves"].as_array().map_or(0, Vec::len);
        assert!(moves > 0, "{text}: {position}: {board}");
        position
    };
    assert_eq!(
        opening(
            "// example: XO|OX\ngame A\ngrid of . X/O\nLeft: XO -> .X straight\nRight: as Left"
        ),
        "XO|OX"
    );
    assert_eq!(
        opening("game A\ngrid of . #\nLeft: .. -> ## down\nRight: .. -> ## across"),
        "....|....|....|...."
    );
    assert_eq!(
        opening("game A\ngrid of . X/O\nLeft: XO -> .X straight\nRight: as Left"),
        "XOXO|OXOX|XOXO"
    );
    opening("game A\nstrip of . T/F\nstart T+..F+\nLeft: T. -> .T\nRight: as Left reversed");
    opening("game A\nheap n\nBoth: (n) -> (n-k) for k in 1..3");
}

#[test]
fn sums_are_played_to_the_end() {
    let server = Server::start(small());
    let mut boards = vec![
        json!({ "rules": { "name": "Domineering" }, "position": BOARD }),
        json!({ "rules": { "name": "Toads and Frogs" }, "position": "TT.F" }),
        json!({ "rules": { "name": "Hackenbush" }, "position": "$-1:R, 1-2:B, 2-3:B" }),
    ];
    let told = server.result("/api/sum", &json!({ "boards": boards }));
    assert_eq!(told["left_starts"]["winner"], "Left");
    let winning = told["left_starts"]["winning"].as_array().map(Vec::len);
    assert_eq!(winning, Some(1), "the only winning move");
    // Left follows the marked moves, Right whatever the engine says; Left makes the last move.
    let mut left = true;
    let mut last = None;
    for _ in 0..40 {
        let player = if left { "Left" } else { "Right" };
        let told = server.result("/api/sum", &json!({ "boards": boards, "reply": player }));
        if told["reply"].is_null() {
            break;
        }
        let one = if left { &told["left_starts"]["winning"][0] } else { &told["reply"] };
        let at = one["board"].as_u64().expect("a board") as usize;
        boards[at]["position"] = one["position"].clone();
        last = Some(left);
        left = !left;
    }
    assert_eq!(last, Some(true));
}

#[test]
fn sums_take_values_and_misere_rules() {
    let server = Server::start(small());
    let told = server.result(
        "/api/sum",
        &json!({ "boards": [{ "value": "{1|-1}" }, { "value": "+-1" }], "reply": "Right" }),
    );
    assert_eq!(
        (&told["value"]["text"], &told["left_starts"]["winner"]),
        (&json!("0"), &json!("Right"))
    );
    assert_eq!(told["reply"]["wins"], false);
    let nim = "game \"Misere Nim\" misere\nheap n\nBoth: (n) -> (k) for k in 0..n-1";
    let told =
        server.result("/api/board", &json!({ "rules": { "text": nim }, "position": "1+1+1" }));
    assert_eq!(told["outcome"]["letter"], "P", "{told}");
    let told = server.result("/api/board", &json!({ "rules": { "text": nim }, "position": "3+3" }));
    assert_eq!(told["outcome"]["letter"], "P", "{told}");
    let told = server.result(
        "/api/sum",
        &json!({ "boards": [{ "rules": { "text": nim }, "position": "1+2" }], "reply": "Left" }),
    );
    assert_eq!(told["reply"]["name"], "2 → 0", "{told}");
}

#[test]
fn endless_play_has_winners_draws_and_values() {
    let server = Server::start(small());
    let ask = |name: &str, position: &str| {
        server.result("/api/board", &json!({ "rules": { "name": name }, "position": position }))
    };
    // A toad alone moves for ever: {on|}.
    let told = ask("Backsliding Toads and Frogs", "T.");
    assert_eq!(told["endless"], true);
    assert_eq!((&told["value"]["text"], &told["outcome"]["letter"]), (&json!("on"), &json!("L")));
    let told = ask("Captures, no ko", ".X|O.");
    assert_eq!(told["value"]["text"], "1* & -1*");
    assert_eq!(told["outcome"]["letter"], "D");
    for one in told["moves"].as_array().into_iter().flatten() {
        assert_eq!((&one["wins"], &one["draws"]), (&json!(false), &json!(true)), "{one}");
    }
    let told = ask("Captures, no ko", "...|.X.");
    assert_eq!(
        told["outcome"],
        json!({ "letter": "NHat", "left_starts": "Left", "right_starts": "draw" })
    );
    let told = ask("Fox and Geese", "....|.G.G|....|..F.");
    assert_eq!(
        (&told["outcome"]["letter"], &told["plies"]["left_starts"]),
        (&json!("R"), &json!(8))
    );
    for one in told["moves"].as_array().into_iter().flatten() {
        assert_eq!(one["wins"] == true, one["player"] == "Right", "{one}");
    }
}

#[test]
fn sums_with_endless_play_are_judged() {
    let server = Server::start(small());
    let toads = |position: &str| json!({ "rules": { "name": "Backsliding Toads and Frogs" }, "position": position });
    // on + off is dud: drawn whoever starts, and whatever lies beside it.
    let told = server.result(
        "/api/sum",
        &json!({ "boards": [toads("T."), toads(".F"), { "value": "5" }], "reply": "Right" }),
    );
    assert_eq!(told["value"]["text"], "dud", "{told}");
    for field in ["left_starts", "right_starts"] {
        assert_eq!(told[field]["winner"], "draw");
        assert_eq!(told[field]["winning"], json!([]));
    }
    assert_eq!(told["reply"]["why"], "draws");
    // The engine goes the shortest way: the fox is out after eight moves.
    let mut position = "....|.G.G|....|..F.".to_owned();
    let mut left = true;
    let mut moves = 0;
    loop {
        let board = json!({ "rules": { "name": "Fox and Geese" }, "position": position });
        let player = if left { "Left" } else { "Right" };
        let told = server.result("/api/sum", &json!({ "boards": [board], "reply": player }));
        let Some(next) = told["reply"]["position"].as_str() else { break };
        position = next.to_owned();
        (left, moves) = (!left, moves + 1);
        assert!(moves <= 8, "{position}");
    }
    assert_eq!(moves, 8);
    // on wins over every number.
    let told = server.result("/api/sum", &json!({ "boards": [toads("T."), { "value": "-7" }] }));
    assert_eq!(told["right_starts"]["winner"], "Left", "{told}");
}

#[test]
fn undecided_sums_are_told_what_is_proved_and_what_is_advised() {
    let server = Server::start(small());
    let amazons = json!({
        "boards": [{ "rules": { "name": "Amazons" }, "position": "X.....|......|....O.|......|.X....|.....O" }],
        "limits": { "nodes": 300 }, "reply": "Left",
    });
    let told = server.result("/api/sum", &amazons);
    assert!(told["left_starts"]["winner"].is_null(), "{told}");
    assert_eq!(told["left_starts"]["advice"]["why"], "mobility");
    assert_eq!((&told["reply"]["why"], &told["reply"]["board"]), (&json!("mobility"), &json!(0)));
    // Many hot parts: their sum is too much for a few values, their thermographs are not.
    let boards: Vec<Value> = (0..14)
        .map(|n| json!({ "value": format!("{{{}|{}||{}|-{}}}", 20 + 3 * n, n, -n, 9 + 2 * n) }))
        .collect();
    let told = server.result("/api/sum", &json!({ "boards": boards, "limits": { "nodes": 300 } }));
    if told["left_starts"]["by"] == "thermographs" {
        assert!(told["bounds"]["mean"].is_string(), "{told}");
        assert!(told["left_starts"]["advice"]["temperature"].is_string(), "{told}");
    } else {
        assert_eq!(told["left_starts"]["winner"], "Left", "{told}");
    }
}

#[test]
fn long_values_have_outlines() {
    let server = Server::start(small());
    let text =
        "{9|5||3|1|||-1|-4||-6|-13} + {8|2||1|0|||-2|-3||-9|-11} + {7|6||4|3|||-5|-7||-8|-20} + *";
    let told = server.result("/api/eval", &json!({ "text": text }));
    let value = &told["results"][0]["value"];
    assert_eq!(value["long"], true);
    let values = value["outline"]["values"].as_array().expect("values");
    let first = &values[0];
    let count = |side: &str| first[side].as_array().map_or(0, Vec::len);
    assert_eq!(first["options"], json!([count("left"), count("right")]));
    assert!(count("left") > 0 && count("right") > 0);
    for one in values {
        for to in ["left", "right"].iter().filter_map(|side| one[side].as_array()).flatten() {
            assert!(to.as_u64().is_some_and(|to| (to as usize) < values.len()));
        }
    }
}

#[test]
fn sequences_grow_and_have_periods() {
    let server = Server::start(small());
    let body = json!({ "game": "Kayles", "to": 500, "wait": 0 });
    let job = server.post("/api/sequence", &body.to_string()).json()["job"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let events = server.get(&format!("/api/jobs/{job}/events")).body;
    assert!(events.contains("event: part\ndata: {\"from\":0,"), "{events}");
    let told = server.finished(&job);
    let period = &told["result"]["period"];
    assert_eq!(
        (&period["period"], &period["preperiod"], &period["proved"]),
        (&json!(12), &json!(71), &json!(true))
    );
    // The 14 exceptions of Kayles, Winning Ways, ch. 4.
    let heaps: Vec<u64> = period["exceptions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|e| e[0].as_u64())
        .collect();
    assert_eq!(heaps, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    // 0.16: 0, 1, 6 and 7 are rare (Winning Ways, ch. 4).
    let told = server.result("/api/sequence", &json!({ "game": "0.16", "to": 5000 }));
    let classes = told["rare"]["classes"].as_array().cloned().unwrap_or_default();
    for class in &classes {
        let (value, all, rare) = (class[0].as_u64(), &class[1], &class[2]);
        let expected = matches!(value, Some(0 | 1 | 6 | 7));
        assert_eq!(all == rare, expected, "{class}");
    }
    assert!(classes.len() > 8);
    let table = server.result("/api/sequence", &json!({ "game": "wythoff", "to": 3 }));
    assert_eq!(table["rows"], json!([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]));
}

/// The formula of ∗.
const MATHML_STAR: &str = "<math><semantics><mrow><mi>∗</mi></mrow><annotation encoding=\"text/plain\">*</annotation></semantics></math>";

#[test]
fn graphs_are_solved() {
    let server = Server::start(small());
    let spot = |name: &str| json!({ "name": name, "x": 50, "y": 60 });
    let told = server.result(
        "/api/digraph",
        &json!({ "vertices": [spot("a"), spot("b"), spot("c"), spot("d")], "arcs": [[0, 1], [2, 3], [3, 2], [1, 1]] }),
    );
    assert_eq!(told["counts"], json!({ "N": 0, "P": 0, "D": 4 }));
    let told = server
        .result("/api/digraph", &json!({ "vertices": [spot("a"), spot("b")], "arcs": [[0, 1]] }));
    assert_eq!(
        (&told["vertices"][0]["outcome"], &told["vertices"][0]["plies"]),
        (&json!("N"), &json!(1))
    );
    assert_eq!(told["vertices"][0]["mathml"], json!([MATHML_STAR]), "{told}");
    let ground = |x: f64| json!({ "x": x, "y": 300, "ground": true });
    let told = server.result(
        "/api/hackenbush",
        &json!({ "vertices": [ground(100.0), spot(""), spot("")], "edges": [[0, 1, "L"], [1, 2, "R"]] }),
    );
    assert_eq!(told["value"]["text"], "1/2");
    assert_eq!(told["moves"][0]["edge"], 0);
    assert_eq!(told["moves"][1]["edge"], 1);
}

#[test]
fn the_catalogue_is_shown_and_verified() {
    let server = Server::start(small());
    let list = server.get("/api/problems").json();
    assert!(list["problems"].as_array().is_some_and(|list| list.iter().any(|p| p["id"] == "I04")));
    let nim = server.get("/api/problems/nim").json();
    assert_eq!(nim["title"]["zh"], "Nim 游戏");
    let told = server.result("/api/problems/I04/verify", &json!({ "to": 3 }));
    assert_eq!(told["agrees"], true);
    let told = server.result("/api/problems/I04/run", &json!({ "input": "3\n1 2 4\n" }));
    assert_eq!(told["output"], "7 N\n1\n3 3\n");
    assert_eq!(server.get("/api/problems/nothing-of-the-kind").status, 404);
}

#[test]
fn games_of_the_catalogue_are_played_and_computations_made() {
    let server = Server::start(small());
    let turn = server.result("/api/problems/I04/play", &json!({}));
    assert_eq!(turn["sides"][0]["played"], turn["sides"][0]["rule"]);
    let turn = server.result("/api/problems/I04/play", &json!({ "position": "1 2 4" }));
    let side = &turn["sides"][0];
    let best = side["best"].as_u64().map_or(0, |best| best as usize);
    assert_eq!(side["moves"][best]["position"], "1 2 3");
    assert_eq!(side["moves"][best]["fate"], "wins");
    assert!(turn["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let turn = server.result("/api/problems/P16/play", &json!({}));
    assert_eq!(turn["games"].as_array().map(Vec::len), Some(2));
    assert_eq!(turn["sides"][1]["player"], "Right");
    let told = server.result("/api/problems/I04/play", &json!({ "position": "9 9 9 9 9 9 9" }));
    assert!(told["none"].as_str().is_some_and(|none| none.contains("end of the input")));
    let told = server.result("/api/problems/nim-product/try", &json!({ "input": "2 3" }));
    assert_eq!(told, json!({ "rule": "1\n", "definition": "1\n", "agrees": true }));
    assert_eq!(server.post("/api/problems/I14/play", "{}").status, 404);
    assert_eq!(server.post("/api/problems/I04/try", r#"{"input":""}"#).status, 404);
}

#[test]
fn language_and_rulesets_are_listed() {
    let server = Server::start(small());
    let table = server.get("/api/language").json();
    assert!(table["methods"].as_array().is_some_and(|methods| methods.len() > 100));
    let rules = server.get("/api/rules").json();
    let clobber = rules["rulesets"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|r| r["name"] == "Clobber")
        .cloned();
    assert_eq!(
        clobber.map_or(Value::Null, |r| r["pieces"][1].clone()),
        json!({ "sign": "X", "owner": "Left", "numbers": null })
    );
}

#[test]
fn the_rule_behind_a_table_is_found() {
    let server = Server::start(small());
    // of a game: laws, the theorem with a certificate that the referee accepts, and heaps of any size
    let question = json!({ "game": "laskers-nim", "to": 64, "prove": true, "wait": 10000,
                           "predict": [["1000000000000000003"], [4]] });
    let told = server.result("/api/find", &question);
    assert_eq!(told["game"], "Lasker's Nim");
    let column = &told["columns"][0];
    assert_eq!(column["laws"][0]["class"], "periods");
    assert_eq!(column["laws"][0]["predictions"], json!(["1000000000000000004", "3"]));
    assert_eq!((&column["cells"], &column["held_back"]), (&json!(65), &json!(576)));
    assert_eq!(column["proof"]["status"], "theorem");
    let certificate = column["proof"]["certificate"].as_str().expect("a certificate");
    assert!(farstar::find::referee::check(certificate, &|_| false).is_ok());
    assert!(column["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg class=\"pic\"")));

    // of a table: the cells that a law gets wrong
    let rows = (0..12).flat_map(|a: i64| (0..12).map(move |b: i64| (a, b)));
    let value = |a: i64, b: i64| if a > 10 && b > 10 { 99 } else { a ^ b };
    let table: String = rows.map(|(a, b)| format!("{a} {b} {}\n", value(a, b))).collect();
    let told = server.result("/api/find", &json!({ "table": table, "wait": 10000 }));
    let law = &told["columns"][0]["laws"][0];
    assert_eq!((&law["law"], &law["wrong"]), (&json!("a xor b"), &json!(1)));
    assert_eq!(law["errors"], json!([{ "cell": [11, 11], "says": "0", "is": "99" }]));
    assert_eq!(told["columns"][0]["drawn"]["values"][3][5], 6);

    // of a sequence, and of nothing
    let told =
        server.result("/api/find", &json!({ "values": [1, 4, 9, 16, 25, 36, 49, 64], "from": 1 }));
    assert_eq!(told["columns"][0]["names"], json!(["n"]));
    let told = server.result("/api/find", &json!({ "table": "1 2\n1 3\n" }));
    assert_eq!(told["diagnostics"][0]["message"], "cell (1) has two values, 2 and 3");
    let told = server.result("/api/find", &json!({ "game": "Hex of all colours" }));
    assert_eq!(told["diagnostics"][0]["kind"], "rules");

    // of an entry of the catalogue whose moves have no text, and of one that has a ruleset
    let told = server.result("/api/find", &json!({ "problem": "staircase-nim", "prove": true }));
    assert_eq!(told["problem"], json!({ "id": "I06", "positions": "{0} {1} {2}" }));
    assert_eq!(told["columns"][0]["laws"][0]["law"], "a xor c");
    assert_eq!(told["columns"][0]["proof"], Value::Null);
    let told = server.result("/api/find", &json!({ "problem": "bash", "to": 60, "prove": true }));
    assert_eq!(told["columns"][0]["laws"][0]["status"], "conjecture", "{told}");
    let told = server.result("/api/find", &json!({ "problem": "nobody" }));
    assert!(told["diagnostics"][0]["message"].as_str().is_some_and(|why| why.contains("nobody")));

    // of a ruleset by functions
    let functions = "Ruleset(n -> [n - k for k in [1,2] where k <= n])";
    let told = server.result(
        "/api/find",
        &json!({ "game": functions, "to": 40, "classes": ["periods"], "wait": 10000 }),
    );
    assert_eq!(told["columns"][0]["laws"][0]["law"], "period 3: (0, 1, 2)");
    let told = server.result("/api/find", &json!({ "game": "Ruleset(n -> nonsense)" }));
    assert!(told["diagnostics"][0]["message"].as_str().is_some_and(|why| why.contains("nonsense")));
}

#[test]
fn a_tree_tells_each_value_once_and_why_it_is_not_canonical() {
    let server = Server::start(small());
    let at = json!({ "rules": { "name": "Domineering" }, "position": "##.|...|..." });
    let told = server.result("/api/tree", &at);
    assert_eq!(told["value"]["text"], "{2|-1/2}");
    let options = told["options"].as_array().expect("options");
    let shown: Vec<Value> = options
        .iter()
        .map(|one| {
            json!([one["player"], one["value"]["text"], one["canonical"], one["reduced"]["why"]])
        })
        .collect();
    let expected = json!([
        ["Left", "2", true, null],
        ["Left", "+-1", false, "dominated"],
        ["Right", "-1/2", true, null],
        ["Right", "0", false, "dominated"],
    ]);
    assert_eq!(json!(shown), expected);
    assert_eq!(options[1]["reduced"]["by"]["text"], "2");
    let all: usize = options.iter().filter_map(|one| one["names"].as_array()).map(Vec::len).sum();
    assert_eq!(all, 8, "every move is in some option");
    assert!(options[0]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg class=\"pic\"")));
    // In misère play equal values of normal play are won differently: nothing is put together or judged.
    let told = server
        .result("/api/tree", &json!({ "rules": { "name": "Misere Nim" }, "position": "1+2" }));
    let options = told["options"].as_array().expect("options");
    assert!(options.iter().all(|one| one["names"].as_array().is_some_and(|all| all.len() == 1)));
    assert!(options.iter().all(|one| one["reduced"].is_null()));
}

#[test]
fn positions_and_values_are_compared() {
    let server = Server::start(small());
    let board = json!({ "rules": { "name": "Domineering" }, "position": "##.|...|..." });
    let told =
        server.result("/api/comparison", &json!({ "boards": [board, { "value": "{2|0}" }] }));
    assert_eq!((&told["order"], &told["outcome"]), (&json!("<"), &json!("R")));
    assert_eq!(told["left_starts"]["wins"], false);
    assert_eq!(told["right_starts"]["wins"], true);
    let same = server.result(
        "/api/comparison",
        &json!({ "boards": [{ "value": "^*" }, { "value": "{0,*|0}" }] }),
    );
    assert_eq!(same["order"], "=");
    assert_eq!(same["difference"]["text"], "0");
    let wrong = server
        .result("/api/comparison", &json!({ "boards": [{ "value": "0" }, { "value": "{1|" }] }));
    assert_eq!((&wrong["board"], &wrong["diagnostics"][0]["kind"]), (&json!(1), &json!("syntax")));
}

#[test]
fn the_heat_of_a_sum_tells_hotstrat_thermostrat_and_what_wins() {
    let server = Server::start(small());
    let boards = json!([{ "value": "+-3/2" }, { "value": "{1||-1|-5}" }, { "value": "{1/2|0}" }, { "value": "-1/4" }]);
    let told = server.result("/api/heat", &json!({ "boards": boards, "player": "Left" }));
    assert_eq!((&told["hotstrat"]["board"], &told["hotstrat"]["wins"]), (&json!(1), &json!(false)));
    assert_eq!(
        (&told["thermostrat"]["board"], &told["thermostrat"]["wins"]),
        (&json!(0), &json!(true))
    );
    assert_eq!(told["winner"], "Left");
    assert_eq!(told["parts"][1]["temperature"], "2");
    assert_eq!(told["parts"][0]["winning"].as_array().map(Vec::len), Some(1));
    // A component that loops has none, and then nothing is advised.
    let loops =
        json!([{ "value": "1" }, { "rules": { "name": "Captures, no ko" }, "position": ".X|O." }]);
    let told = server.result("/api/heat", &json!({ "boards": loops, "player": "Right" }));
    assert_eq!(told["parts"][1]["none"], "no thermograph: it loops");
    assert!(told["hotstrat"].is_null());
}
