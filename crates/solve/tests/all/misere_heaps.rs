//! Heaps under misère play: sums that a misère quotient decides, against play.

use farstar_rules::builtin::ruleset;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_solve::outcome::{Component, OutcomeSearch};
use farstar_value::{Arena, Limits, Outcome, Player};
use std::collections::HashMap;

fn is_lost(board: &Board, position: &Packed, known: &mut HashMap<Packed, bool>) -> bool {
    if let Some(&lost) = known.get(position) {
        return lost;
    }
    let mut options = Vec::new();
    board.options(position, Player::Left, &mut options);
    let lost = !options.is_empty() && !options.iter().any(|next| is_lost(board, next, known));
    known.insert(position.clone(), lost);
    lost
}

#[test]
fn sums_of_heaps_are_decided_as_by_play() {
    for name in ["0.77", "0.123", "0.137", "4.7", "0.26"] {
        let rules = Ruleset::named(name).unwrap().misere();
        let arena = Arena::new();
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let mut known = HashMap::new();
        for a in 0..9 {
            for b in 0..=a {
                for c in 0..=b.min(4) {
                    let (board, whole) = rules.position(&format!("{a}+{b}+{c}")).unwrap();
                    let parts = [a, b, c].map(|heap| rules.position(&heap.to_string()).unwrap());
                    let sum: Vec<Component> = parts
                        .into_iter()
                        .map(|(board, at)| search.game(&board, at).unwrap())
                        .collect();
                    let lost = is_lost(&board, &whole, &mut known);
                    let wanted = if lost { Outcome::P } else { Outcome::N };
                    assert_eq!(
                        search.outcome(&sum, &Limits::none()).unwrap(),
                        wanted,
                        "{name} {a}+{b}+{c}"
                    );
                }
            }
        }
        let sum = ["8", "7"].map(|text| search_one(&mut search, &rules, text));
        assert!(search.is_decided_by_quotient(&sum, &Limits::none()).unwrap(), "{name}");
    }
}

fn search_one(search: &mut OutcomeSearch<'_>, rules: &Ruleset, text: &str) -> Component {
    let (board, position) = rules.position(text).unwrap();
    search.game(&board, position).unwrap()
}

/// Large heaps of Kayles, of which the quotient has a period, and few limits: what is not decided is searched.
#[test]
fn large_heaps_are_decided_by_the_period() {
    let rules = ruleset("Kayles").unwrap().misere();
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    // the classes of heaps from 71 on have period 12
    let sums = ["30+31+29", "1000+30+31", "988+30+31"];
    let outcomes = sums.map(|text| {
        let one = search_one(&mut search, &rules, text);
        search.outcome(&[one], &Limits::none()).unwrap()
    });
    assert_eq!(outcomes[1], outcomes[2]);
    let one = search_one(&mut search, &rules, "30+31+29");
    let wins =
        search.winning_moves(std::slice::from_ref(&one), Player::Left, &Limits::none()).unwrap();
    assert_eq!(wins.is_empty(), outcomes[0] == Outcome::P);
    for win in wins.iter().take(5) {
        assert_eq!(
            search.outcome(&win.apply(std::slice::from_ref(&one)), &Limits::none()).unwrap(),
            Outcome::P
        );
    }
}

/// Dawson's Kayles, whose quotient grows with its heaps: classes of heaps to 26 are enough for these.
#[test]
fn heaps_of_a_game_whose_quotient_grows_are_decided() {
    let rules = Ruleset::named("0.07").unwrap().misere();
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let one = search_one(&mut search, &rules, "26+25+24");
    let sum = std::slice::from_ref(&one);
    assert!(search.is_decided_by_quotient(sum, &Limits::none()).unwrap());
    let outcome = search.outcome(sum, &Limits::none()).unwrap();
    let wins = search.winning_moves(sum, Player::Left, &Limits::none()).unwrap();
    assert_eq!(wins.is_empty(), outcome == Outcome::P);
}

/// The heaps of 0.3122 up to 7 have infinitely many classes (Weimerskirch 2009).
#[test]
fn an_infinite_quotient_decides_as_play_does() {
    let rules = Ruleset::named("0.3122").unwrap().misere();
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let mut known = HashMap::new();
    for text in ["7+7+7+7+7+7+7+7", "7+7+7+7+7+7+5+5", "7+7+7+7+7+7+7+7+1", "7+7+7+7+6+6+5+4"] {
        let (board, whole) = rules.position(text).unwrap();
        let wanted = if is_lost(&board, &whole, &mut known) { Outcome::P } else { Outcome::N };
        let sum = [search.game(&board, whole).unwrap()];
        assert!(search.is_decided_by_quotient(&sum, &Limits::none()).unwrap(), "{text}");
        assert_eq!(search.outcome(&sum, &Limits::none()).unwrap(), wanted, "{text}");
    }
}
