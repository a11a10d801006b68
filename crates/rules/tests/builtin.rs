//! The built-in rulesets as they are shipped.

use farstar_rules::Game;
use farstar_rules::builtin::rulesets;
use farstar_rules::language::{Rules, rules_of_file};
use farstar_rules::position::Ruleset;
use farstar_value::Player;

fn options(game: &Game, position: &farstar_rules::Packed, player: Player) -> Vec<String> {
    let mut next = Vec::new();
    game.options(position, player, &mut next);
    let mut drawn: Vec<String> = next.iter().map(|p| game.draw(p)).collect();
    drawn.sort();
    drawn.dedup();
    drawn
}

#[test]
fn every_ruleset_has_comments_and_an_example_with_moves() {
    for rules in rulesets() {
        assert!(rules.remark("source").is_some(), "{}", rules.name());
        assert!(rules.comments().len() >= 3, "{}", rules.name());
        let example = rules.remark("example").unwrap_or_else(|| panic!("{}", rules.name()));
        let (game, start) =
            rules.position(example).unwrap_or_else(|e| panic!("{}: {e}", rules.name()));
        let moves = options(&game, &start, Player::Left).len()
            + options(&game, &start, Player::Right).len();
        assert!(moves > 0, "{}: no moves from {example}", rules.name());
    }
}

#[test]
fn canonical_text_is_its_own_canonical_text_and_plays_alike() {
    for rules in rulesets() {
        let again: Rules = rules
            .canonical()
            .parse()
            .unwrap_or_else(|e| panic!("{}: {e}\n{}", rules.name(), rules.canonical()));
        assert_eq!(again.canonical(), rules.canonical(), "{}", rules.name());
        assert_eq!(again.hash(), rules.hash());
        let example = rules.remark("example").unwrap();
        let ((one, p), (two, q)) =
            (rules.position(example).unwrap(), again.position(example).unwrap());
        for player in [Player::Left, Player::Right] {
            assert_eq!(options(&one, &p, player), options(&two, &q, player), "{}", rules.name());
        }
    }
}

#[test]
fn all_but_four_rulesets_are_proved_to_end() {
    let loopy: Vec<String> = rulesets()
        .iter()
        .filter(|rules| rules.ending().is_err())
        .map(|rules| rules.name().to_string())
        .collect();
    assert_eq!(
        loopy,
        ["Backsliding Toads and Frogs", "Captures, no ko", "Fox and Geese", "Northcott"]
    );
}

#[test]
fn drawn_positions_are_read_again() {
    for rules in rulesets() {
        let (game, start) = rules.position(rules.remark("example").unwrap()).unwrap();
        let mut next = Vec::new();
        game.options(&start, Player::Left, &mut next);
        for position in next.iter().chain([&start]) {
            let text = game.draw(position);
            let (again, read) =
                rules.position(&text).unwrap_or_else(|e| panic!("{}: {text}: {e}", rules.name()));
            assert_eq!(again.draw(&read), text, "{}", rules.name());
        }
    }
}

#[test]
fn a_file_of_all_rulesets_is_read_one_by_one() {
    let all = rulesets();
    let file: String = all.iter().map(|rules| format!("{}\n", rules.text())).collect();
    let read = rules_of_file(&file).unwrap();
    assert_eq!(read.len(), all.len());
    for (a, b) in read.iter().zip(&all) {
        assert_eq!(
            (a.name(), a.hash(), a.remark("example")),
            (b.name(), b.hash(), b.remark("example"))
        );
    }
}

#[test]
fn known_symmetries_are_found() {
    let counts = |name: &str| farstar_rules::builtin::ruleset(name).unwrap().symmetry_counts();
    assert_eq!(counts("Clobber"), (8, 8));
    assert_eq!(counts("Domineering"), (4, 4));
    assert_eq!(counts("Toads and Frogs"), (1, 1));
    assert_eq!(counts("Ski Jumps"), (1, 1));
    assert_eq!(counts("Shove"), (1, 1));
    assert_eq!(counts("Cutcake"), (1, 1));
    let impartial = |name: &str| farstar_rules::builtin::ruleset(name).unwrap().is_impartial();
    assert!(
        impartial("Cram") && impartial("Nim") && impartial("Wythoff") && impartial("Arc Kayles")
    );
    assert!(!impartial("Domineering") && !impartial("Cutcake") && !impartial("Col"));
}
