//! Texts with random faults are read or refused, and never bring anything down.

use farstar_rules::builtin::rulesets;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_testkit::{SplitMix64, soaking};
use farstar_value::Player;

#[test]
fn mutated_rulesets_are_read_or_refused_and_what_is_read_is_played() {
    let mut random = SplitMix64::new(23);
    let all = rulesets();
    let signs: Vec<char> = "XO.#$[]()*+?{}|,\\1^ -:/abnkw0\n".chars().collect();
    let mut read = 0;
    for _ in 0..if soaking() { 100_000 } else { 6000 } {
        let rules = random.pick(&all);
        let mut text: Vec<char> = rules.canonical().chars().collect();
        for _ in 0..1 + random.below(2) {
            // behind the word `game` and the board, mostly with signs the text has already
            let at = 12 + random.below(text.len() as u64 - 12) as usize;
            let own = text[20.min(text.len() - 1)..].to_vec();
            match random.below(6) {
                0 => text[at] = *random.pick(&signs),
                3.. => text[at] = *random.pick(&own),
                1 => text.insert(at, *random.pick(&signs)),
                _ => {
                    text.remove(at);
                }
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(mutant) = text.parse::<Ruleset>() else { continue };
        read += 1;
        assert_eq!(
            mutant.canonical().parse::<Ruleset>().map(|r| r.hash()),
            Ok(mutant.hash()),
            "{text}"
        );
        let _ = (mutant.ending(), mutant.symmetry_counts());
        for board in crate::common::positions(&mutant, 9, 2, &mut random) {
            let Ok((game, start)) = mutant.position(&board) else { continue };
            let mut found = Vec::new();
            game.options(&start, Player::Left, &mut found);
            game.options(&start, Player::Right, &mut found);
            game.parts(&start, &mut found);
            for position in &found {
                let _ = (game.key(position), game.negative(position), game.draw(position));
            }
        }
    }
    assert!(read > 200, "{read}");
}

#[test]
fn mutated_positions_are_read_or_refused() {
    let mut random = SplitMix64::new(29);
    let all = rulesets();
    let signs: Vec<char> = "XO.#$(),;:|+->{}0123456789axB\n ".chars().collect();
    for _ in 0..if soaking() { 100_000 } else { 3000 } {
        let rules = random.pick(&all);
        let mut text: Vec<char> = rules.remark("example").unwrap().chars().collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len() as u64 + 1) as usize;
            text.insert(at, *random.pick(&signs));
        }
        let text: String = text.into_iter().collect();
        if let Ok((game, start)) = rules.position(&text) {
            let drawn = game.draw(&start);
            let again = rules.position(&drawn).map(|(game, p)| game.draw(&p));
            assert_eq!(again.as_ref(), Ok(&drawn), "{}: {text}", rules.name());
        }
    }
}
