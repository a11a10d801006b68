//! Thermographs of positions.

use super::notation::{Summand, summand};
use crate::checker::{Context, Row, RowError, Verdict};
use farstar_num::Dyadic;
use farstar_solve::ruleset_values::RulesetValues;
use farstar_value::{Game, Player, Thermograph};

/// `id positions left right source`: corners `(value, temperature)` of both walls from temperature -1 upwards.
pub(super) fn thermographs(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [id, positions, left, right] = row.take()?;
    if id == "id" {
        return Ok(Verdict::Header);
    }
    let limits = context.limits().clone();
    let mut calc = context.arena().calculator_with(&limits);
    let mut values = RulesetValues::new(context.arena());
    let mut sum = Game::ZERO;
    for text in positions.split(" + ") {
        let value = match summand(text, &mut calc)? {
            Summand::Value(value) => value,
            Summand::Board(game, position) => values
                .value(&game, &position, &limits)
                .map_err(|error| RowError::Engine(error.to_string()))?,
        };
        sum = calc.add(sum, value)?;
    }
    let thermograph = calc.thermograph(sum)?;
    Ok(Verdict::all([
        wall(&thermograph, Player::Left, left)?,
        wall(&thermograph, Player::Right, right)?,
    ]))
}

/// Passes if the wall of a player has these corners.
fn wall(thermograph: &Thermograph, player: Player, corners: &str) -> Result<Verdict, RowError> {
    let malformed = || RowError::Malformed(format!("`{corners}` is no list of corners"));
    let mut expected: Vec<(Dyadic, Dyadic)> = Vec::new();
    for corner in corners.split(')').map(str::trim).filter(|corner| !corner.is_empty()) {
        let corner = corner.strip_prefix('(').ok_or_else(malformed)?;
        let (value, temperature) = corner.split_once(',').ok_or_else(malformed)?;
        let number = |text: &str| text.trim().parse::<Dyadic>().map_err(|_| malformed());
        expected.push((number(temperature)?, number(value)?));
    }
    let mut got = thermograph.corners(player);
    for corners in [&mut expected, &mut got] {
        straighten(corners);
    }
    let text = |corners: &[(Dyadic, Dyadic)]| {
        let corners: Vec<String> = corners.iter().map(|(t, x)| format!("({x}, {t})")).collect();
        corners.join(" ")
    };
    Ok(Verdict::of(text(&expected), text(&got)))
}

/// Drops corners at which the wall goes on straight up into its mast.
fn straighten(corners: &mut Vec<(Dyadic, Dyadic)>) {
    while let [.., (_, below), (_, last)] = corners.as_slice() {
        if below != last {
            break;
        }
        corners.pop();
    }
}
