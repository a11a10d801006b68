//! Every built-in ruleset, played by the compiled tables and by an interpreter that reads the same text by itself.

use std::collections::{BTreeMap, BTreeSet};

use farstar_rules::builtin::rulesets;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_testkit::rules::{Interpreter, Position};
use farstar_testkit::{SplitMix64, soaking};
use farstar_value::Player;

/// Pieces and their numbers by the names of vertices.
type Named = BTreeMap<String, (char, Option<i64>)>;

/// A position with vertices known by their names, since drawing may order them anew.
fn by_name(position: &Position) -> (Named, Position) {
    let names = position.vertices.iter().enumerate();
    let cell = |place| Some((*position.cells.get(&place)?, position.numbers.get(&place).copied()));
    let named: Named =
        names.filter_map(|(i, name)| Some((name.clone(), cell((i as i32, 0))?))).collect();
    if position.vertices.is_empty() || position.cells.len() != position.vertices.len() {
        return (BTreeMap::new(), position.clone());
    }
    let mut rest = position.clone();
    rest.vertices.clear();
    rest.cells.clear();
    rest.numbers.clear();
    rest.edges.sort();
    (named, rest)
}

/// On a board of edges the names of the vertices say nothing of the cells.
fn plain(position: &Position, kind: &str) -> (Named, Position) {
    match kind {
        "graph" | "digraph" => by_name(position),
        _ => (BTreeMap::new(), Position { vertices: Vec::new(), ..position.clone() }),
    }
}

fn compare(rules: &Ruleset, texts: &[String]) -> usize {
    let oracle = Interpreter::new(rules.text()).unwrap();
    let mut played = 0;
    for text in texts {
        let board = oracle.read(text).unwrap();
        let (game, start) = match rules.position(text) {
            Ok(found) => found,
            Err(error) => {
                let broken = error.message.contains("breaks the rules") && !oracle.admits(&board);
                assert!(broken, "{}: {text}: {error}", rules.name());
                continue;
            }
        };
        assert!(oracle.admits(&board), "{}: {text}", rules.name());
        for (player, left) in [(Player::Left, true), (Player::Right, false)] {
            let mut next = Vec::new();
            game.options(&start, player, &mut next);
            let found: BTreeSet<_> = next
                .iter()
                .map(|p| plain(&oracle.read(&game.draw(p)).unwrap(), oracle.kind()))
                .collect();
            let wanted: BTreeSet<_> =
                oracle.options(&board, left).iter().map(|p| plain(p, oracle.kind())).collect();
            assert_eq!(found, wanted, "{}: {player} moves from {text}", rules.name());
            played += wanted.len();
        }
    }
    played
}

#[test]
fn compiled_moves_are_the_moves_of_the_text() {
    let mut random = SplitMix64::new(7);
    let (most, random_ones) = if soaking() { (20_000, 2000) } else { (200, 48) };
    for rules in rulesets() {
        let texts = crate::common::positions(&rules, most, random_ones, &mut random);
        let played = compare(&rules, &texts);
        assert!(played > 10, "{} was hardly played", rules.name());
    }
}
