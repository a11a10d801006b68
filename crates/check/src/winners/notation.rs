//! Summands as MCGS writes them: `game=position`, joined by ` + `.

use crate::checker::RowError;
use farstar_impartial::mex;
use farstar_num::Dyadic;
use farstar_rules::language::Ruleset;
use farstar_rules::{Packed, builtin};
use farstar_value::{Calculator, Game};

/// A summand read.
pub(super) enum Summand {
    Board(farstar_rules::Board, Packed),
    Value(Game),
}

fn malformed(text: &str) -> RowError {
    RowError::Malformed(format!("`{text}` is no summand"))
}

fn dyadic(text: &str) -> Result<Dyadic, RowError> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let numerator: i64 = numerator.trim().parse().map_err(|_| malformed(text))?;
    let denominator: u64 = denominator.trim().parse().map_err(|_| malformed(text))?;
    if !denominator.is_power_of_two() {
        return Err(malformed(text));
    }
    Ok(Dyadic::from_small(numerator, denominator.trailing_zeros()))
}

/// Reads one summand.
pub(super) fn summand(text: &str, calc: &mut Calculator<'_>) -> Result<Summand, RowError> {
    let (game, position) = text.split_once('=').ok_or_else(|| malformed(text))?;
    let (impartial, game) = match game.trim().strip_prefix("impartial ") {
        Some(game) => (true, game),
        None => (false, game.trim()),
    };
    if let Some(value) = value(game, position.trim(), impartial, calc)? {
        return Ok(Summand::Value(value));
    }
    let (rules, position) = board(game, position.trim())?;
    let rules = if impartial { rules.impartial() } else { rules };
    let (game, packed) =
        rules.position(&position).map_err(|e| RowError::Engine(format!("{position}: {e}")))?;
    Ok(Summand::Board(game, packed))
}

fn board(game: &str, position: &str) -> Result<(Ruleset, String), RowError> {
    let named = |name: &str| Ruleset::named(name).map_err(|e| RowError::Engine(e.to_string()));
    let simple = match game {
        "clobber" | "clobber_1xn" => "Clobber",
        "cannibal_clobber" => "Cannibal Clobber",
        "nogo" | "nogo_1xn" => "NoGo",
        "elephants" => "Elephants and Rhinos",
        "toppling_dominoes" => "Toppling Dominoes",
        "amazons" => "Amazons",
        "domineering" => "Domineering",
        "fission" => "Fission",
        "kayles" => "Kayles",
        "sheep" => "Battle Sheep",
        "gen_toads" => {
            let (parameters, strip) =
                position.split_once(':').ok_or_else(|| malformed(position))?;
            let [least, most, jump, friendly] =
                *parameters.split(',').collect::<Vec<_>>().as_slice()
            else {
                return Err(malformed(position));
            };
            let name =
                if friendly == "1" { "Generalised Friendly Toads" } else { "Generalised Toads" };
            let rules = if jump == "0" {
                // nobody jumps: the slides alone
                let text = builtin::text(name).map_err(|e| RowError::Engine(e.to_string()))?;
                let slides: Vec<&str> =
                    text.lines().filter(|line| !line.trim_start().starts_with('X')).collect();
                let text = slides
                    .join("\n")
                    .replace("least=1, most=1, jump=2", &format!("least={least}, most={most}"))
                    .replace("least=1, most=1, jump=1", &format!("least={least}, most={most}"));
                text.parse().map_err(|e| RowError::Engine(format!("{e}")))?
            } else {
                named(&format!("{name}(least={least}, most={most}, jump={jump})"))?
            };
            return Ok((rules, strip.to_owned()));
        }
        "gen_king_dirt" => {
            let (hands, grid) = position.split_once(':').ok_or_else(|| malformed(position))?;
            let (hands, name) = match hands.rsplit_once(',') {
                Some((hands, "1")) => (hands, "King Dirt Placing First"),
                Some((hands, "0")) => (hands, "Generalised King Dirt"),
                _ => return Err(malformed(position)),
            };
            return Ok((named(name)?, format!("{hands}:{grid}")));
        }
        other => return Err(RowError::Engine(format!("the game `{other}` is not known"))),
    };
    Ok((named(simple)?, position.to_owned()))
}

/// The value of a summand that is written as one; `None` for boards.
fn value(
    game: &str,
    text: &str,
    impartial: bool,
    calc: &mut Calculator<'_>,
) -> Result<Option<Game>, RowError> {
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| malformed(text));
    let value = match game {
        "nimber" => {
            let n = u64::try_from(number(text)?).map_err(|_| malformed(text))?;
            return Ok(Some(calc.nimber(n)?));
        }
        "integer_game" => calc.integer(number(text)?)?,
        "dyadic_rational" => calc.number(&dyadic(text)?)?,
        "switch_game" => {
            let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
            let [x, y] = *words.as_slice() else { return Err(malformed(text)) };
            let (x, y) = (calc.number(&dyadic(x)?)?, calc.number(&dyadic(y)?)?);
            if impartial {
                // the moves are to x and to y, also where {x|y} is a number
                let options = [nim_value(x, calc)?, nim_value(y, calc)?];
                return Ok(Some(calc.nimber(u64::from(mex(options)))?));
            }
            calc.from_options(&[x], &[y])?
        }
        "up_star" => {
            let star = text.ends_with('*');
            let ups = text.trim_end_matches('*').trim();
            let ups = if ups.is_empty() { 0 } else { number(ups)? };
            let (ups, star) = (calc.up(ups)?, calc.nimber(u64::from(star))?);
            calc.add(ups, star)?
        }
        _ => return Ok(None),
    };
    if !impartial {
        return Ok(Some(value));
    }
    let n = nim_value(value, calc)?;
    Ok(Some(calc.nimber(u64::from(n))?))
}

/// The Grundy value of a value in which either player makes the moves of both.
fn nim_value(value: Game, calc: &mut Calculator<'_>) -> Result<u32, RowError> {
    let variant = calc.impartial_variant(value)?;
    let n = calc.as_nimber(variant).and_then(|n| u32::try_from(n).ok());
    n.ok_or_else(|| RowError::Engine("an impartial game that is no nimber".into()))
}
