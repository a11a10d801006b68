//! A board that was compiled for one position serves others of its size: they are what a fresh ruleset makes of them.

use farstar_play::Player;
use farstar_rules::builtin::rulesets;
use farstar_rules::language::{Kind, Ruleset};
use farstar_rules::position::GameGraph;

fn options(rules: &Ruleset, text: &str) -> Result<Vec<String>, String> {
    let (board, position) = rules.position(text).map_err(|fault| fault.to_string())?;
    let mut told = vec![board.draw(&position), board.board().to_string()];
    for player in [Player::Left, Player::Right] {
        let mut options = Vec::new();
        board.options(&position, player, &mut options);
        told.extend(options.iter().map(|option| board.draw(option)));
        told.push(player.to_string());
    }
    Ok(told)
}

#[test]
fn positions_typed_one_after_the_other_are_those_of_a_fresh_ruleset() {
    let (mut compared, mut refused) = (0, 0);
    for rules in rulesets() {
        if !rules.kind().is_some_and(|kind| kind.is_plane()) {
            continue;
        }
        let pieces = rules.pieces();
        let mut state = 7u64;
        for count in 0..12 {
            let mut row = |length: usize| -> String {
                let piece = |_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    pieces[(state >> 33) as usize % pieces.len()]
                };
                (0..length).map(piece).collect()
            };
            let cells = match rules.kind() {
                Some(Kind::Strip | Kind::Row) => row(6),
                _ => [row(4), row(4), row(4)].join("|"),
            };
            let text =
                if rules.has_hands() { format!("{},{count}:{cells}", count / 2) } else { cells };
            let fresh: Ruleset = rules.canonical().parse().unwrap();
            let wanted = options(&fresh, &text);
            assert_eq!(options(&rules, &text), wanted, "{} {text}", rules.name());
            compared += usize::from(wanted.is_ok());
            refused += usize::from(wanted.is_err());
        }
    }
    assert!(compared > 200 && refused > 0, "{compared} positions, {refused} refused");
}
