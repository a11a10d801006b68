//! Rows of coins whose moves follow a code.
//!
//! The value of a coin is the mex of the nim sums of the other coins of its legal moves. The sums are not listed one
//! by one: sets of sums are bit sets, moved by ⊕ as blocks, so that a pattern such as `1-9` costs about 8 set shifts
//! for each coin instead of 10⁵ moves. The pattern `1+` alone spans a space over GF(2), whose mex is the least power of
//! two outside it.

use farstar_rules::coin::{Shape, TurningCode, TurningPattern};
use farstar_value::Limits;

use super::value_set::{LayeredSums, ValueSet};
use crate::error::{Error, Result};
use farstar_play::Meter;

/// Most coins in a row.
const MOST_COINS: u32 = 1 << 24;
/// Most moves of one coin that are listed.
const MOST_MOVES: usize = 1 << 22;

/// The values of the first `coins` coins of a row that is turned by a code.
///
/// # Errors
/// [`Error::TooLarge`] when values pass 2²⁴ (2⁶³ for the code `1+`) or the row passes 2²⁴ coins; those of `limits`.
pub(super) fn values(code: &TurningCode, coins: u32, limits: &Limits) -> Result<Vec<u64>> {
    if coins > MOST_COINS {
        return Err(Error::too_large(
            format!("a row of {coins} coins"),
            format!("at most {MOST_COINS} are possible"),
        ));
    }
    if is_motley(code) {
        return motley_values(coins);
    }
    let mut meter = Meter::new(limits);
    let mut sums = CodeSums::new(code);
    let mut values = Vec::new();
    for _ in 0..coins {
        meter.node(8)?;
        let value = sums.options(&values, &mut meter)?.mex();
        sums.push(value, &mut meter)?;
        values.push(value);
    }
    Ok(values)
}

/// The legal sets led by `coin`, each without it, in order.
pub(super) fn moves(code: &TurningCode, coin: u32, limits: &Limits) -> Result<Vec<Vec<u32>>> {
    let mut meter = Meter::new(limits);
    let mut sets = Vec::new();
    for pattern in code.patterns() {
        list_moves(pattern, coin, &mut sets, &mut meter)?;
    }
    sets.sort_unstable();
    sets.dedup();
    Ok(sets)
}

/// Whether the only pattern is `1+`.
fn is_motley(code: &TurningCode) -> bool {
    let motley =
        TurningPattern { least: 1, most: None, shape: Shape::Any, first: false, within: None };
    code.patterns() == [motley]
}

/// With any set behind the leading coin the sums of the n coins before span all numbers below 2ⁿ.
fn motley_values(coins: u32) -> Result<Vec<u64>> {
    if coins > u64::BITS {
        return Err(Error::out_of_range(
            format!("coin {} of the code 1+", u64::BITS),
            "its value is 2^64, and values are kept in 64 bits",
        ));
    }
    Ok((0..coins).map(|coin| 1 << coin).collect())
}

/// The running sums of every pattern of a code over a growing row of values.
#[derive(Clone, Debug)]
pub(super) struct CodeSums {
    /// The sums of coins behind the leading one, for patterns whose sums can be kept from coin to coin.
    patterns: Vec<(TurningPattern, Option<LayeredSums>)>,
    coins: u32,
}

impl CodeSums {
    /// The sums over no coins.
    pub(super) fn new(code: &TurningCode) -> Self {
        let running = |pattern: &TurningPattern| {
            let lasting = pattern.shape == Shape::Any && pattern.within.is_none();
            lasting.then(|| layers_beside(pattern, if pattern.first { 2 } else { 1 }))
        };
        let patterns = code.patterns().iter().map(|pattern| (*pattern, running(pattern))).collect();
        Self { patterns, coins: 0 }
    }

    /// One more coin behind the next leading one.
    pub(super) fn push(&mut self, value: u64, meter: &mut Meter<'_>) -> Result<()> {
        for (pattern, sums) in &mut self.patterns {
            if let Some(sums) = sums {
                // With F the first coin is always turned, and counted apart.
                if !(pattern.first && self.coins == 0) {
                    sums.push(value, 1, meter)?;
                }
            }
        }
        self.coins += 1;
        Ok(())
    }

    /// The nim sums of the moves led by the coin after those of `values`, which are the values pushed so far.
    pub(super) fn options(&self, values: &[u64], meter: &mut Meter<'_>) -> Result<ValueSet> {
        let mut found = ValueSet::default();
        let coin = values.len() as u32;
        for (pattern, running) in &self.patterns {
            if pattern.allows(1) && (!pattern.first || coin == 0) {
                found.insert(0, meter)?;
            }
            if coin == 0 {
                continue;
            }
            match pattern.shape {
                Shape::Any => {
                    let left = pattern.leftmost(coin);
                    if pattern.first && left > 0 {
                        continue;
                    }
                    let (beside, shift) = if pattern.first { (2, values[0]) } else { (1, 0) };
                    let window;
                    let sums = match running {
                        Some(sums) => sums,
                        None => {
                            let mut fresh = layers_beside(pattern, beside);
                            let start = if pattern.first { 1 } else { left as usize };
                            for &value in &values[start..] {
                                fresh.push(value, 1, meter)?;
                            }
                            window = fresh;
                            &window
                        }
                    };
                    collect(pattern, sums, beside, shift, &mut found, meter)?;
                }
                Shape::Symmetric => {
                    for start in spans(pattern, coin) {
                        let mut sums = layers_beside(pattern, 2);
                        for (a, b) in symmetric_units(start, coin) {
                            let value = b.map_or(0, |b| values[b as usize]) ^ values[a as usize];
                            sums.push(value, if b.is_some() { 2 } else { 1 }, meter)?;
                        }
                        collect(pattern, &sums, 2, values[start as usize], &mut found, meter)?;
                    }
                }
                Shape::EquallySpaced | Shape::Consecutive => {
                    let mut sum = 0;
                    for_each_progression(pattern, coin, meter, |count, last, legal, meter| {
                        sum = if count == 1 { 0 } else { sum } ^ values[last as usize];
                        if legal { found.insert(sum, meter) } else { Ok(()) }
                    })?;
                }
            }
        }
        Ok(found)
    }
}

/// Empty layers for the coins of a move beside the `beside` coins that are turned anyway.
fn layers_beside(pattern: &TurningPattern, beside: u32) -> LayeredSums {
    let cap = pattern.most.unwrap_or(pattern.least).saturating_sub(beside);
    LayeredSums::new(cap as usize, pattern.most.is_none())
}

/// Adds the sums of all legal numbers of coins, with `shift` for the coins turned anyway.
fn collect(
    pattern: &TurningPattern,
    sums: &LayeredSums,
    beside: u32,
    shift: u64,
    found: &mut ValueSet,
    meter: &mut Meter<'_>,
) -> Result<()> {
    if pattern.most.is_some_and(|most| most < beside) {
        return Ok(());
    }
    // A pattern that allows more coins than are turned anyway begins at the layer that makes up its least number.
    for layer in sums.layers_from(pattern.least.saturating_sub(beside) as usize) {
        found.insert_shifted(layer, shift, meter)?;
    }
    Ok(())
}

/// The places where a symmetric set led by `coin` may begin, itself left out.
fn spans(pattern: &TurningPattern, coin: u32) -> std::ops::Range<u32> {
    let left = pattern.leftmost(coin);
    match pattern.first {
        true if left > 0 => 0..0,
        true => 0..coin.min(1),
        false => left..coin,
    }
}

/// The mirror pairs strictly between `start` and `end`, and the middle coin if there is one.
fn symmetric_units(start: u32, end: u32) -> impl Iterator<Item = (u32, Option<u32>)> {
    let between = end - start - 1;
    (0..between.div_ceil(2)).map(move |i| {
        let (a, b) = (start + 1 + i, end - 1 - i);
        (a, (a != b).then_some(b))
    })
}

/// Calls `visit(count, last, legal)` for `count` = 1, 2, … coins at equal distances before `coin`, of which `last` is
/// the leftmost, for every distance.
fn for_each_progression(
    pattern: &TurningPattern,
    coin: u32,
    meter: &mut Meter<'_>,
    mut visit: impl FnMut(u32, u32, bool, &mut Meter<'_>) -> Result<()>,
) -> Result<()> {
    let left = pattern.leftmost(coin);
    let widest = if pattern.shape == Shape::Consecutive { coin.min(1) } else { coin - left };
    for distance in 1..=widest {
        let longest =
            ((coin - left) / distance).min(pattern.most.map_or(u32::MAX, |most| most - 1));
        for count in 1..=longest {
            let last = coin - distance * count;
            let legal = pattern.allows(u64::from(count) + 1) && (!pattern.first || last == 0);
            visit(count, last, legal, meter)?;
        }
        meter.step(1 + u64::from(longest))?;
    }
    Ok(())
}

/// Lists the sets behind `coin` that a pattern allows.
fn list_moves(
    pattern: &TurningPattern,
    coin: u32,
    sets: &mut Vec<Vec<u32>>,
    meter: &mut Meter<'_>,
) -> Result<()> {
    if pattern.allows(1) && (!pattern.first || coin == 0) {
        add_set(sets, Vec::new(), meter)?;
    }
    if coin == 0 {
        return Ok(());
    }
    match pattern.shape {
        Shape::Any => {
            let left = pattern.leftmost(coin);
            if pattern.first && left == 0 {
                let pool: Vec<[u32; 1]> = (1..coin).map(|c| [c]).collect();
                list_subsets(pattern, &[0], &pool, sets, meter)?;
            } else if !pattern.first {
                let pool: Vec<[u32; 1]> = (left..coin).map(|c| [c]).collect();
                list_subsets(pattern, &[], &pool, sets, meter)?;
            }
        }
        Shape::Symmetric => {
            for start in spans(pattern, coin) {
                let units: Vec<Vec<u32>> = symmetric_units(start, coin)
                    .map(|(a, b)| std::iter::once(a).chain(b).collect())
                    .collect();
                list_subsets(pattern, &[start], &units, sets, meter)?;
            }
        }
        Shape::EquallySpaced | Shape::Consecutive => {
            let mut set = Vec::new();
            for_each_progression(pattern, coin, meter, |count, last, legal, meter| {
                if count == 1 {
                    set.clear();
                }
                set.push(last);
                if legal {
                    add_set(sets, set.iter().rev().copied().collect(), meter)?;
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// Lists the unions of `forced` with units of the pool that make a legal number of coins, but not the empty set.
fn list_subsets<U: AsRef<[u32]>>(
    pattern: &TurningPattern,
    forced: &[u32],
    pool: &[U],
    sets: &mut Vec<Vec<u32>>,
    meter: &mut Meter<'_>,
) -> Result<()> {
    let most = pattern.most.map_or(usize::MAX, |most| most as usize);
    let mut chosen: Vec<usize> = Vec::new();
    let mut set = forced.to_vec();
    let mut next = 0;
    if !set.is_empty() && pattern.allows(set.len() as u64 + 1) {
        add_set(sets, set.clone(), meter)?;
    }
    loop {
        meter.step(1)?;
        if next < pool.len() && set.len() + 1 < most {
            let unit = pool[next].as_ref();
            chosen.push(next);
            set.extend_from_slice(unit);
            next += 1;
            if pattern.allows(set.len() as u64 + 1) {
                let mut sorted = set.clone();
                sorted.sort_unstable();
                add_set(sets, sorted, meter)?;
            }
        } else if let Some(last) = chosen.pop() {
            set.truncate(set.len() - pool[last].as_ref().len());
            next = last + 1;
        } else {
            return Ok(());
        }
    }
}

/// Keeps one set, if there are not too many.
fn add_set(sets: &mut Vec<Vec<u32>>, set: Vec<u32>, meter: &mut Meter<'_>) -> Result<()> {
    if sets.len() >= MOST_MOVES {
        return Err(Error::too_large(
            "the list of moves of one coin",
            format!("more than {MOST_MOVES} moves are not listed one by one"),
        ));
    }
    meter.node(size_of::<Vec<u32>>() + 4 * set.len())?;
    sets.push(set);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin::CoinRow;

    const CODES: [&str; 20] = [
        "1", "2", "1-2", "1-3", "3", "1-5", "1+", "2+", "1+C", "2-4C", "3E", "1+E", "2E", "4FS",
        "1+S", "2-5S", "1-3C(5)", "3C(5)", "1+F", "2-3F,1ES",
    ];

    #[test]
    fn sums_by_blocks_agree_with_the_moves_listed_one_by_one() {
        let limits = Limits::none();
        for code in CODES {
            let game = CoinRow::new(code.parse().unwrap(), 12, &limits).unwrap();
            let listed =
                CoinRow::listed(12, |coin| game.moves(coin, &limits).unwrap(), &limits).unwrap();
            assert_eq!(game.values(), listed.values(), "{code}");
        }
    }

    #[test]
    fn moves_are_exactly_the_sets_that_fit_the_words_of_the_code() {
        // By definition, from every subset of ten coins.
        let limits = Limits::none();
        for code in CODES {
            let code: TurningCode = code.parse().unwrap();
            let game = CoinRow::new(code.clone(), 10, &limits).unwrap();
            for lead in 0..10u32 {
                let expected: Vec<Vec<u32>> = {
                    let mut sets: Vec<Vec<u32>> = (0u32..1 << lead)
                        .map(|mask| (0..lead).filter(|c| mask >> c & 1 == 1).collect())
                        .filter(|set: &Vec<u32>| code.patterns().iter().any(|p| fits(p, set, lead)))
                        .collect();
                    sets.sort_unstable();
                    sets
                };
                assert_eq!(game.moves(lead, &limits).unwrap(), expected, "{code} led by {lead}");
            }
        }
    }

    fn fits(pattern: &TurningPattern, others: &[u32], lead: u32) -> bool {
        let mut set = others.to_vec();
        set.push(lead);
        let gaps: Vec<u32> = set.windows(2).map(|w| w[1] - w[0]).collect();
        let shape = match pattern.shape {
            Shape::Any => true,
            Shape::Symmetric => set.iter().all(|c| set.contains(&(set[0] + lead - c))),
            Shape::EquallySpaced => gaps.iter().all(|&g| g == gaps[0]),
            Shape::Consecutive => gaps.iter().all(|&g| g == 1),
        };
        shape
            && pattern.allows(set.len() as u64)
            && (!pattern.first || set[0] == 0)
            && pattern.within.is_none_or(|w| lead - set[0] < w)
    }

    #[test]
    fn values_published_for_codes() {
        // Winning Ways, ch. 14, and the table of named games there.
        let values = |code: &str, coins| {
            CoinRow::new(code.parse().unwrap(), coins, &Limits::none()).unwrap().values().to_vec()
        };
        assert_eq!(values("1+C", 9), [1, 2, 1, 4, 1, 2, 1, 8, 1]);
        assert_eq!(values("1-5", 13), [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256]);
        assert_eq!(values("1-9", 15)[8..], [256, 511, 512, 1024, 2048, 4096, 7711]);
        assert_eq!(values("1+", 64)[63], 1 << 63);
    }

    #[test]
    fn first_twenty_values_and_numbers_of_moves() {
        // Values that CGSuite's help shows for "spawning" games.
        let rows: [(&str, usize, [u64; 20]); 8] = [
            (
                "1-3",
                191,
                [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38],
            ),
            ("3", 171, [0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35]),
            ("1-3C(5)", 11, [1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8]),
            ("3C(5)", 6, [0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4]),
            ("1-5C", 5, [1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4]),
            ("3E", 9, [0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
            ("4FS", 9, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
            (
                "1+S",
                2046,
                [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28],
            ),
        ];
        let limits = Limits::none();
        for (code, moves, values) in rows {
            let game = CoinRow::new(code.parse().unwrap(), 20, &limits).unwrap();
            assert_eq!(game.values(), values, "{code}");
            assert_eq!(game.moves(19, &limits).unwrap().len(), moves, "{code}");
        }
    }

    #[test]
    fn oversized_rows_are_refused() {
        let game = |code: &str, coins| CoinRow::new(code.parse().unwrap(), coins, &Limits::none());
        assert!(game("1+", 65).is_err());
        assert!(game("1", u32::MAX).is_err());
        assert!(game("1-4000000000", 40).is_err());
        let row = game("1+", 64).unwrap();
        assert!(row.moves(60, &Limits::none()).is_err());
        assert!(row.moves(64, &Limits::none()).is_err());
    }
}
