//! Options that matter: those that are good enough to stand for a canonical one.

use crate::context::Context;
use crate::fault::Outcome;
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_value::{Game, Player};

entries!(Options.by_moves());

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.SensibleOptions(player)",
        "The options of one player that are at least as good for that player as some option of the canonical form.",
        ("Domineering(2,3).SensibleOptions(Left).Size", "1"),
        |c, a| {
            let player = c.player(&a[1])?;
            sensible(c, &a[0], player)
        },
    ),
    of(
        "g.SensibleLeftOptions",
        "Left's options that are at least some Left option of the canonical form.",
        ("'{0,1,*|2}'.SensibleLeftOptions", "{1}"),
        |c, a| sensible(c, &a[0], Player::Left),
    ),
    of(
        "g.SensibleRightOptions",
        "Right's options that are at most some Right option of the canonical form.",
        ("'{*|0,-1}'.SensibleRightOptions", "{-1}"),
        |c, a| sensible(c, &a[0], Player::Right),
    ),
    of(
        "g.SensibleLines(player)",
        "For each option of the canonical form the moves that lead to it: a move that is good enough for it, the answer that reverses it, and so on, until its value is reached.",
        ("'{{^|^}|}'.SensibleLines(Left)", "[[^^*,^,0]]"),
        |c, a| {
            let player = c.player(&a[1])?;
            lines(c, &a[0], player)
        },
    ),
];

/// The first of the options of one player that is at least, for that player, as good as another game.
fn first_as_good(
    context: &mut Context<'_, '_>,
    (from, mover): (&Value, Player),
    (other, whose): (Game, Player),
) -> Outcome<Option<Value>> {
    let options = context.options_of(from, mover)?;
    for option in options.elements().unwrap_or_default() {
        let worth = context.game(option)?;
        let good = match whose {
            Player::Left => context.calc.ge(worth, other)?,
            Player::Right => context.calc.ge(other, worth)?,
        };
        if good {
            return Ok(Some(option.clone()));
        }
    }
    Ok(None)
}

/// A canonical option is reached from the game itself by a move at least as good, or, where that is not worth the same,
/// by going on behind an answer no better than the game, which the theorem of reversible moves gives.
fn lines(context: &mut Context<'_, '_>, value: &Value, player: Player) -> Outcome<Value> {
    let game = context.game(value)?;
    let mut lines = Vec::new();
    for wanted in context.calc.options(game, player)? {
        let (mut line, mut at) = (Vec::new(), value.clone());
        while let Some(next) = first_as_good(context, (&at, player), (wanted, player))? {
            context.calc.limits().check()?;
            line.push(next.clone());
            if context.game(&next)? == wanted {
                break;
            }
            let opponent = player.opponent();
            let Some(back) = first_as_good(context, (&next, opponent), (game, opponent))? else {
                break;
            };
            line.push(back.clone());
            at = back;
        }
        lines.push(context.list(line)?);
    }
    context.list(lines)
}

fn sensible(context: &mut Context<'_, '_>, value: &Value, player: Player) -> Outcome<Value> {
    let game = context.game(value)?;
    let canonical = context.calc.options(game, player)?;
    let options = context.options_of(value, player)?;
    let mut kept = Vec::new();
    for option in options.elements().unwrap_or_default() {
        let worth = context.game(option)?;
        let mut good = false;
        for &other in &canonical {
            good |= match player {
                Player::Left => context.calc.ge(worth, other)?,
                Player::Right => context.calc.ge(other, worth)?,
            };
        }
        if good {
            kept.push(option.clone());
        }
    }
    context.set(kept)
}
