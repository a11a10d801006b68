//! Families of positions: texts with ranges of numbers in them.

use crate::exit::Failure;
use crate::ruleset;
use farstar::rules::Kind;
use farstar::{Limits, Position, Ruleset, instance};
use std::ops::RangeInclusive;

/// The most positions of one table.
const MOST: usize = 1_000_000;

/// A position of a family, with the numbers that made it.
pub(crate) struct Entry {
    pub(crate) numbers: Vec<u32>,
    pub(crate) position: Position,
}

impl Entry {
    /// Positions that are typed one by one.
    pub(crate) fn listed(
        ruleset: &Ruleset,
        texts: &[String],
        limits: &Limits,
    ) -> Result<Vec<Self>, Failure> {
        let positions = ruleset::positions(ruleset, texts, limits)?;
        let plain = |position| Self { numbers: Vec::new(), position };
        Ok(positions.into_iter().map(plain).collect())
    }
}

/// One or two ranges of sizes, written `1..6x1..8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<RangeInclusive<u32>>);

impl Ranges {
    /// Reads `1..6x1..8`, `4x1..9`, `1..20`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let range = |text: &str| {
            let (from, to) = text.split_once("..").unwrap_or((text, text));
            let to = to.strip_prefix('=').unwrap_or(to);
            let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
            (from <= to).then_some(from..=to)
        };
        let read: Option<Vec<_>> = text.split(['x', 'X', '×']).map(range).collect();
        read.filter(|ranges| ranges.len() <= 2).map(Self).ok_or_else(|| {
            "expected one or two ranges such as 1..6x1..8, 4x1..9 or 1..20".to_owned()
        })
    }

    /// All choices of numbers, the last range fastest.
    pub(crate) fn all(&self) -> Result<Vec<Vec<u32>>, Failure> {
        let count = |range: &RangeInclusive<u32>| u64::from(range.end() - range.start()) + 1;
        let whole = self.0.iter().try_fold(1u64, |all, range| all.checked_mul(count(range)));
        if whole.is_none_or(|whole| whole > MOST as u64) {
            return Err(Failure::TooLarge(format!("a table has at most {MOST} positions")));
        }
        let mut all = vec![Vec::new()];
        for range in &self.0 {
            let longer = |start: &Vec<u32>| {
                let start = start.clone();
                range.clone().map(move |n| start.iter().copied().chain([n]).collect())
            };
            all = all.iter().flat_map(longer).collect();
        }
        Ok(all)
    }

    /// The positions of all sizes, in their order: of the texts with the numbers put in, else of the sizes themselves;
    /// with `every` all ways to fill the boards.
    pub(crate) fn entries(
        &self,
        ruleset: &Ruleset,
        texts: &[String],
        every: bool,
        limits: &Limits,
    ) -> Result<Vec<Entry>, Failure> {
        let mut entries = Vec::new();
        for numbers in self.all()? {
            let texts: Vec<String> = if every {
                fillings(ruleset, &numbers)?
            } else if texts.is_empty() {
                vec![of_size(ruleset, &numbers, limits)]
            } else {
                let wide: Vec<i64> = numbers.iter().copied().map(i64::from).collect();
                let made = |text: &String| instance(text, &wide);
                texts.iter().map(made).collect::<Result<_, _>>().map_err(Failure::Usage)?
            };
            for text in texts {
                let read = if every {
                    // not every filling is a position
                    match ruleset.position_within(&text, limits) {
                        Ok(position) => vec![position],
                        Err(farstar::Error::Position(fault)) if !fault.too_large => continue,
                        Err(error) => return Err(error.into()),
                    }
                } else {
                    ruleset::positions(ruleset, &[text], limits)?
                };
                let entry = |position| Entry { numbers: numbers.clone(), position };
                entries.extend(read.into_iter().map(entry));
                if entries.len() > MOST {
                    return Err(Failure::TooLarge(format!("a table has at most {MOST} positions")));
                }
            }
        }
        Ok(entries)
    }

    /// The two ranges, if there are two.
    pub(crate) fn both(&self) -> Option<(RangeInclusive<u32>, RangeInclusive<u32>)> {
        match &self.0[..] {
            [down, across] => Some((down.clone(), across.clone())),
            _ => None,
        }
    }
}

/// The text of a size: rows by columns, a length, or heaps.
fn of_size(ruleset: &Ruleset, numbers: &[u32], limits: &Limits) -> String {
    let joined = |by: &str| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(by);
    if ruleset.rules().kind().is_some() {
        return joined("x");
    }
    // heaps of several numbers are one heap, of one number a sum of heaps
    let one = format!("({})", joined(","));
    if ruleset.position_within(&one, limits).is_ok() { one } else { joined("+") }
}

/// Every way to fill a board of some size with the pieces of a ruleset.
fn fillings(ruleset: &Ruleset, size: &[u32]) -> Result<Vec<String>, Failure> {
    let rules = ruleset.rules();
    if !rules.kind().is_some_and(Kind::is_plane) {
        return Err(Failure::Usage(format!(
            "--every fills boards of rows, and {} is played on none",
            ruleset.name()
        )));
    }
    let pieces = rules.pieces();
    let (rows, columns) = match *size {
        [rows, columns] => (rows as usize, columns as usize),
        [columns] => (1, columns as usize),
        _ => (0, 0),
    };
    let cells = rows.saturating_mul(columns);
    let power = u32::try_from(cells).ok().and_then(|cells| pieces.len().checked_pow(cells));
    let Some(count) = power.filter(|&count| count <= MOST) else {
        return Err(Failure::TooLarge(format!(
            "{rows}x{columns} has more than {MOST} fillings with {} pieces",
            pieces.len()
        )));
    };
    let filling = |mut number: usize| {
        let mut text = String::new();
        for cell in 0..cells {
            if cell > 0 && cell % columns == 0 {
                text.push('|');
            }
            text.push(pieces[number % pieces.len()]);
            number /= pieces.len();
        }
        text
    };
    Ok((0..count).map(filling).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let all = |text| Ranges::read(text).map(|ranges| ranges.all().unwrap());
        assert_eq!(all("1..2x3..4"), Ok(vec![vec![1, 3], vec![1, 4], vec![2, 3], vec![2, 4]]));
        assert_eq!(all("2..=3"), Ok(vec![vec![2], vec![3]]));
        for wrong in ["", "3..1", "1..2x1..2x1..2", "a"] {
            assert!(Ranges::read(wrong).is_err(), "{wrong}");
        }
        assert!(Ranges::read("0..4000000000x0..4000000000").unwrap().all().is_err());
    }
}
