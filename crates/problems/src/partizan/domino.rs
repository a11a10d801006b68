//! Colouring dominoes on a strip.

use std::fmt::Write;

use farstar_num::Dyadic;
use farstar_value::{Arena, Closed, Limits};

use super::play::{Played, place, ruleset, show};
use super::ups::outcome;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance};
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::position::GameGraph;

/// Most cells of an input.
const MOST_CELLS: usize = 1_000_000;

/// P21: domino colouring.
pub(crate) const DOMINO_COLOURING: Entry = Entry {
    instance: Instance::ruleset("Domino Colouring", "W.......B", |board, at, mover, _| {
        let strip = board.draw(at);
        Ok(strip_value(&strip).ok().map(|value| Fate::of_outcome(outcome(&value), mover)))
    }),
    answer: Some(answer),
    verification: Some(Verification::to([5, 9, 13], cases)),
    ..entry!("P21", "domino-colouring")
};

/// What lies at an end of a run of empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// A cell of Left's colour.
    White,
    /// A cell of Right's colour.
    Black,
    /// The end of the strip.
    End,
}

/// The value of a run of empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunValue {
    /// 0.
    Zero,
    /// *.
    Star,
    /// `±1/2^exponent`.
    Number {
        /// Whether Right is ahead.
        negative: bool,
        /// The power of two below the line.
        exponent: u64,
    },
}

/// The value of `n` empty cells between two neighbours; O(1).
///
/// Checked by canonical forms for all nine classes up to 90 cells.
#[must_use]
pub fn run_value(left: Neighbour, n: u64, right: Neighbour) -> RunValue {
    use Neighbour::{Black, End, White};
    use RunValue::{Star, Zero};
    let star = |when: bool| if when { Star } else { Zero };
    if n < 2 {
        return Zero;
    }
    let power = |painted| RunValue::Number { negative: painted == White, exponent: (n - 2) / 3 };
    match (left, right) {
        (White, Black) | (Black, White) => star(n % 6 >= 3),
        (End, End) => star((2..=4).contains(&(n % 6))),
        (End, side) | (side, End) => {
            if n % 3 == 2 {
                power(side)
            } else {
                star(matches!(n % 6, 3 | 4))
            }
        }
        (side, _) => match n % 6 {
            1 => Zero,
            4 => Star,
            _ => power(side),
        },
    }
}

/// The value of a strip, or the number of its first cell (from 1) that is none of `W`, `B`, `.`. O(n log n) bits.
///
/// # Errors
/// The place of the first foreign character.
///
/// # Examples
/// ```
/// use farstar_problems::partizan::domino::strip_value;
/// let value = strip_value("W..W.....").unwrap();
/// assert_eq!((value.number.to_string().as_str(), value.nimber), ("-3/2", 0));
/// ```
pub fn strip_value(strip: &str) -> std::result::Result<Closed, usize> {
    // How often each power of 1/2 counts for Left.
    let mut powers: Vec<i64> = Vec::new();
    let mut stars = 0;
    let mut end = |left, n, right| match run_value(left, n, right) {
        RunValue::Zero => {}
        RunValue::Star => stars ^= 1,
        RunValue::Number { negative, exponent } => {
            let exponent = exponent as usize;
            if powers.len() <= exponent {
                powers.resize(exponent + 1, 0);
            }
            powers[exponent] += if negative { -1 } else { 1 };
        }
    };
    let (mut left, mut n) = (Neighbour::End, 0);
    for (place, cell) in strip.chars().enumerate() {
        let side = match cell {
            '.' => {
                n += 1;
                continue;
            }
            'W' => Neighbour::White,
            'B' => Neighbour::Black,
            _ => return Err(place + 1),
        };
        end(left, n, side);
        (left, n) = (side, 0);
    }
    end(left, n, Neighbour::End);
    Ok(Closed { number: binary(&powers, 0), up: 0, nimber: stars })
}

/// `Σ powers[i]/2^(from+i)`, halves first: numbers of like size are added, and the recursion is as deep as the
/// logarithm.
fn binary(powers: &[i64], from: u64) -> Dyadic {
    match powers {
        [] => Dyadic::ZERO,
        &[count] => Dyadic::new(count, from),
        _ => {
            let (low, high) = powers.split_at(powers.len() / 2);
            binary(low, from) + binary(high, from + low.len() as u64)
        }
    }
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let strip = input.word("a strip")?;
    if strip.len() > MOST_CELLS {
        return Err(input
            .error(format!("the strip has {} cells; expected at most {MOST_CELLS}", strip.len())));
    }
    let value = strip_value(strip)
        .map_err(|place| input.error(format!("cell {place} is none of `W`, `B` and `.`")))?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut text = format!("{}\n", outcome(&value));
    let game = calc.closed(&value)?;
    let _ = writeln!(text, "{}", show(&mut calc, game)?);
    Ok(text)
}

/// All strips of a length, `.` before `W` before `B`.
fn strips(cells: u64) -> impl Iterator<Item = String> {
    (0..3_u64.pow(cells as u32)).map(move |code| {
        (0..cells)
            .rev()
            .map(|i| ['.', 'W', 'B'][(code / 3_u64.pow(i as u32) % 3) as usize])
            .collect()
    })
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Domino Colouring")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for cells in 1..=to {
        let (game, _) = place(&rules, &".".repeat(cells as usize))?;
        let mut played = Played::new(&game);
        for strip in strips(cells) {
            let (_, position) = place(&rules, &strip)?;
            let value = played.value(&position, &mut calc)?;
            let claimed = strip_value(&strip)
                .map_err(|_| Error::Refused(format!("{strip} is no strip")))
                .map(|claimed| calc.closed(&claimed))??;
            trial.compare(|| strip, show(&mut calc, claimed)?, show(&mut calc, value)?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_the_values_of_the_table() {
        // The slides' table, rows W n W, W n B, W n, n.
        use Neighbour::{Black, End, White};
        let show = |value| match value {
            RunValue::Zero => "0".to_owned(),
            RunValue::Star => "*".to_owned(),
            RunValue::Number { negative, exponent } => {
                format!("{}1/{}", if negative { "-" } else { "" }, 1 << exponent)
            }
        };
        for (ends, row) in [
            ((White, White), "0 0 -1/1 -1/1 * -1/2 -1/2 0 -1/4 -1/4 *"),
            ((Black, Black), "0 0 1/1 1/1 * 1/2 1/2 0 1/4 1/4 *"),
            ((White, Black), "0 0 0 * * * 0 0 0 * *"),
            ((End, White), "0 0 -1/1 * * -1/2 0 0 -1/4 * *"),
            ((Black, End), "0 0 1/1 * * 1/2 0 0 1/4 * *"),
            ((End, End), "0 0 * * * 0 0 0 * * *"),
        ] {
            let values: Vec<_> = (0..=10).map(|n| show(run_value(ends.0, n, ends.1))).collect();
            assert_eq!(values.join(" "), row);
        }
    }

    #[test]
    fn long_strips_are_exact() {
        let long = format!("W{}W", ".".repeat(99_998));
        let value = strip_value(&long).unwrap();
        assert_eq!((value.number.exponent(), value.nimber), (33_332, 0));
        // Two runs of 1/2^k cancel one of 1/2^(k−1).
        let runs =
            ["W", &".".repeat(20_000), "WB", &".".repeat(20_003), "BB", &".".repeat(20_003), "B"];
        let value = strip_value(&runs.concat()).unwrap();
        assert_eq!(value.number.signum(), 0);
        assert_eq!(strip_value("W.x"), Err(3));
    }
}
