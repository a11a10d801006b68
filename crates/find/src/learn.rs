//! Automata learned from a table by residuals.
//!
//! Two words are the same state when what may follow them, up to a horizon, leads to the same values wherever the
//! table knows both;
//! what it does not know is a wild card. The horizon grows until the automaton gives back every cell.
//! (Compare Sutner and Tetruashvili, *Inferring automatic sequences*.)

use crate::null;
use crate::numeration::{self, Numeration};
use crate::table::Table;
use farstar_play::{Limits, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};

/// Suffixes a residual may look at.
const MOST_SUFFIXES: usize = 4_096;
/// Symbols of an alphabet.
const MOST_SYMBOLS: usize = 512;
const MOST_STATES: usize = 400;
/// Numbers whose words are looked at while learning; the automaton is held against all cells.
const MOST_LEARNED: i64 = 1 << 15;
/// Different values a table with outputs at the states may have.
const MOST_OUTPUTS: usize = 16;
/// With more of them bases from 4 on are tried last.
const FEW_OUTPUTS: usize = 3;
/// Values that come so often at places twice as far as that before are expected to go on so.
const FEWEST_APART: usize = 3;
/// Values that go on are at least this part of the numbers at which they stand.
const SLOWEST: i64 = 32;
const FURTHER_BASES: std::ops::RangeInclusive<u32> = 4..=20;
/// Values of 2^v that are tried.
const MOST_HOT: i64 = 40;
/// Numbers of pairs of which more is known than the table tells.
const LARGE: i64 = 400;
/// Digits a value may have more than its cell.
const LONGER: usize = 3;
const UNKNOWN: u16 = u16::MAX;
/// What stands for a word that is that of no number.
const ILLEGAL: u16 = u16::MAX - 1;
const NOWHERE: u32 = u32::MAX;

/// How a value becomes a number that is read beside the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As it is.
    Plain,
    /// As the v-th power of the base.
    Hot,
}

/// What an automaton says where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It reads the cell; the value stands at the state.
    Output(Vec<i64>),
    /// It reads the cell and the value; states say whether they belong together.
    Relation(Encoding, Vec<bool>),
}

/// An automaton over the digits of all coordinates at once, most significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// How numbers are written.
    pub numeration: Numeration,
    /// What is read and what is said.
    pub reading: Reading,
    /// For each state the state behind each symbol, the first coordinate's digit weighing most; `u32::MAX` where the
    /// table is silent.
    pub next: Vec<Vec<u32>>,
    tracks: usize,
    digits: usize,
    weights: Vec<i128>,
}

impl Automaton {
    /// The automata of a table that read numbers in one numeration, each of which gives back every cell in fewer bits
    /// than the list of the values.
    ///
    /// # Errors
    /// A limit that was met.
    ///
    /// # Examples
    /// ```
    /// use farstar_find::{Automaton, Numeration, Table};
    /// use farstar_play::Limits;
    /// let odd_ones: Vec<i64> = (0..64).map(|n: i64| i64::from(n.count_ones() % 2)).collect();
    /// let table = Table::sequence(0, &odd_ones).unwrap();
    /// let found = Automaton::of_table(&table, &Numeration::Base(2), &Limits::none()).unwrap();
    /// assert_eq!(found[0].states(), 2);
    /// ```
    pub fn of_table(
        table: &Table,
        numeration: &Numeration,
        limits: &Limits,
    ) -> Result<Vec<Self>, Stopped> {
        let Some(distinct) = values_read(table) else { return Ok(Vec::new()) };
        find_in(table, numeration, &distinct, null::bits(table.values()), limits)
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// How many digits there are.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    pub(crate) fn bits(&self) -> f64 {
        let states = (self.states() as f64).max(2.0).log2();
        let mut counts: FxHashMap<u32, u64> = FxHashMap::default();
        for &to in self.next.iter().flatten().filter(|&&to| to != NOWHERE) {
            *counts.entry(to).or_default() += 1;
        }
        // the state that is met most, often the one from which nothing is accepted, is named by a mark
        let all: u64 = counts.values().sum();
        let most = counts.values().copied().max().unwrap_or(0);
        let marked = |part: u64| {
            if part == 0 { 0.0 } else { part as f64 * (all as f64 / part as f64).log2() }
        };
        let marks = marked(most) + marked(all - most) + (all - most) as f64 * states;
        let outputs = match &self.reading {
            Reading::Output(values) => null::bits(values).min(values.len() as f64 * 4.0),
            // which symbols are read in each state says what the values are
            Reading::Relation(..) => {
                let read = |row: &Vec<u32>| row.iter().filter(|&&to| to != NOWHERE).count() as u64;
                let symbols = |row: &Vec<u32>| {
                    let (some, of) = (read(row), row.len() as u64);
                    let share = |part: u64| match part {
                        0 => 0.0,
                        part => part as f64 * (of as f64 / part as f64).log2(),
                    };
                    share(some) + share(of - some)
                };
                self.states() as f64 + 2.0 + self.next.iter().map(symbols).sum::<f64>()
            }
        };
        marks.min(all as f64 * states)
            + outputs
            + 12.0
            + f64::from(match self.numeration {
                Numeration::Base(base) => base.min(8),
                _ => 3,
            })
            + match &self.numeration {
                Numeration::Recurrence { first, .. } => 3.0 * first.len() as f64,
                _ => 0.0,
            }
    }

    fn is_exact(&self, table: &Table) -> bool {
        table.rows().all(|(cell, value)| {
            let cell: Vec<i128> = cell.iter().map(|&x| x.into()).collect();
            self.value(&cell) == Some(value.into())
        })
    }

    pub(crate) fn value(&self, cell: &[i128]) -> Option<i128> {
        if cell.iter().any(|&x| x < 0 || x > *self.weights.last().unwrap_or(&0)) {
            return None;
        }
        let words: Vec<Vec<u8>> =
            cell.iter().map(|&x| numeration::digits(&self.weights, x)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let symbol = |place: usize| {
            let digit = |word: &Vec<u8>| usize::from(word.get(place).copied().unwrap_or(0));
            words.iter().fold(0, |symbol, word| symbol * self.digits + digit(word))
        };
        match &self.reading {
            Reading::Output(values) => {
                let mut state = 0;
                for place in (0..length).rev() {
                    state = self.step(state, symbol(place))?;
                }
                values.get(state as usize).map(|&v| i128::from(v))
            }
            Reading::Relation(encoding, accepts) => {
                // the values that may still come out, by the states they lead to; of two with one state neither can
                // be told
                let mut states: FxHashMap<u32, Option<i128>> = FxHashMap::default();
                states.insert(0, Some(0));
                for place in (0..length + LONGER).rev() {
                    let mut after: FxHashMap<u32, Option<i128>> = FxHashMap::default();
                    for (&state, &value) in &states {
                        for digit in 0..self.digits {
                            let Some(to) = self.step(state, symbol(place) * self.digits + digit)
                            else {
                                continue;
                            };
                            let weight = self.weights.get(place).copied();
                            let more = match (digit, value, weight) {
                                (0, value, _) => value,
                                (_, Some(value), Some(weight)) => weight
                                    .checked_mul(digit as i128)
                                    .and_then(|more| value.checked_add(more)),
                                _ => None,
                            };
                            after.entry(to).and_modify(|known| *known = None).or_insert(more);
                        }
                    }
                    states = after;
                }
                let mut accepted = states.iter().filter(|(state, _)| accepts[**state as usize]);
                let value = (*accepted.next()?.1)?;
                match (accepted.next(), encoding) {
                    (Some(_), _) => None,
                    (None, Encoding::Plain) => Some(value),
                    (None, Encoding::Hot) => {
                        self.weights.iter().position(|&w| w == value).map(|place| place as i128)
                    }
                }
            }
        }
    }

    fn step(&self, state: u32, symbol: usize) -> Option<u32> {
        let to = self.next[state as usize][symbol];
        // states from which nothing is accepted are left out when the automaton is made
        (to != NOWHERE).then_some(to)
    }

    /// The same automaton with equal states merged, and without those from which nothing is accepted.
    fn minimal(mut self) -> Self {
        let live = match &self.reading {
            Reading::Output(_) => vec![true; self.states()],
            Reading::Relation(_, accepts) => {
                let mut live = accepts.clone();
                loop {
                    let reaches = |s: usize| {
                        self.next[s].iter().any(|&to| to != NOWHERE && live[to as usize])
                    };
                    let more: Vec<usize> =
                        (0..live.len()).filter(|&s| !live[s] && reaches(s)).collect();
                    if more.is_empty() {
                        break live;
                    }
                    more.into_iter().for_each(|s| live[s] = true);
                }
            }
        };
        if !live[0] {
            return self;
        }
        for to in self.next.iter_mut().flatten() {
            if *to != NOWHERE && !live[*to as usize] {
                *to = NOWHERE;
            }
        }
        let mut class: Vec<u32> = match &self.reading {
            Reading::Output(values) => numbered(values.iter().copied()),
            Reading::Relation(_, accepts) => numbered(accepts.iter().map(|&a| i64::from(a))),
        };
        loop {
            let of = |to: u32| if to == NOWHERE { NOWHERE } else { class[to as usize] };
            let keys = (0..self.states())
                .map(|s| (class[s], self.next[s].iter().map(|&to| of(to)).collect::<Vec<_>>()));
            let finer = numbered(keys);
            let (before, after) = (class.iter().max(), finer.iter().max());
            let done = before == after;
            class = finer;
            if done {
                break;
            }
        }
        // the reachable classes in the order in which they are met
        let mut order = vec![0usize];
        let mut place: FxHashMap<u32, u32> = FxHashMap::default();
        place.insert(class[0], 0);
        let mut next = Vec::new();
        let mut at = 0;
        while at < order.len() {
            let mut row = Vec::new();
            for &to in &self.next[order[at]] {
                row.push(if to == NOWHERE {
                    NOWHERE
                } else {
                    *place.entry(class[to as usize]).or_insert_with(|| {
                        order.push(to as usize);
                        order.len() as u32 - 1
                    })
                });
            }
            next.push(row);
            at += 1;
        }
        self.next = next;
        self.reading = match self.reading {
            Reading::Output(values) => Reading::Output(order.iter().map(|&s| values[s]).collect()),
            Reading::Relation(e, accepts) => {
                Reading::Relation(e, order.iter().map(|&s| accepts[s]).collect())
            }
        };
        self
    }
}

/// Numbers for keys, equal ones for equal keys, in the order in which they come.
fn numbered<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<u32> {
    let mut known: FxHashMap<K, u32> = FxHashMap::default();
    keys.map(|key| {
        let fresh = known.len() as u32;
        *known.entry(key).or_insert(fresh)
    })
    .collect()
}

/// What is learned: outputs of cells, or which values belong to them.
struct Source<'a> {
    table: &'a Table,
    encoding: Option<Encoding>,
    classes: FxHashMap<i64, u16>,
    weights: Vec<i128>,
    /// What each number becomes behind one zero, two zeros, ….
    shifts: Vec<Vec<i64>>,
    tracks: usize,
}

struct State {
    prefix: Vec<i64>,
    residual: Vec<u16>,
    /// How many digits may follow on each track.
    choices: Vec<i64>,
}

impl Source<'_> {
    fn known(&self, tuple: &[i64]) -> u16 {
        match self.encoding {
            None => self.table.get(tuple).map_or(UNKNOWN, |v| self.classes[&v]),
            Some(encoding) => {
                let Some((&value, cell)) = tuple.split_last() else { return UNKNOWN };
                self.table.get(cell).map_or(UNKNOWN, |v| {
                    let hot = |v| self.weights.get(usize::try_from(v).ok()?).copied();
                    u16::from(match encoding {
                        Encoding::Hot => hot(v) == Some(value.into()),
                        Encoding::Plain => value == v,
                    })
                })
            }
        }
    }

    /// The numbers whose words are that of a number and so many digits more.
    fn span(&self, number: i64, more: usize) -> (i64, i64) {
        let mut ends = (number, number + 1);
        if more > 0 {
            let after = |n: i64| {
                let shift = &self.shifts[more - 1];
                usize::try_from(n).ok().and_then(|n| shift.get(n)).copied().unwrap_or(i64::MAX)
            };
            ends = (after(ends.0), after(ends.1));
        }
        ends
    }

    fn state(&self, prefix: Vec<i64>, horizon: usize) -> State {
        let mut residual = Vec::new();
        let mut tuple = prefix.clone();
        for more in 0..=horizon {
            let spans: Vec<(i64, i64)> = prefix.iter().map(|&n| self.span(n, more)).collect();
            let suffixes = self.weights[more] as i64;
            let mut suffix = vec![0i64; self.tracks];
            'all: loop {
                let mut valid = true;
                for track in 0..self.tracks {
                    let (from, to) = spans[track];
                    tuple[track] = from.saturating_add(suffix[track]);
                    valid &= tuple[track] < to;
                }
                let is_known = spans.iter().all(|&(from, _)| from < i64::MAX);
                residual.push(match valid {
                    true => self.known(&tuple),
                    false if is_known => ILLEGAL,
                    false => UNKNOWN,
                });
                for track in (0..self.tracks).rev() {
                    suffix[track] += 1;
                    if suffix[track] < suffixes {
                        continue 'all;
                    }
                    suffix[track] = 0;
                }
                break;
            }
        }
        let choices = prefix.iter().map(|&n| {
            let (from, to) = self.span(n, 1);
            to.saturating_sub(from)
        });
        State { choices: choices.collect(), prefix, residual }
    }

    /// The automaton at this horizon.
    fn automaton(
        &self,
        numeration: &Numeration,
        horizon: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Automaton>, Stopped> {
        let digits = numeration::digits_of(&self.weights);
        let symbols = digits.pow(self.tracks as u32);
        let mut states = vec![self.state(vec![0; self.tracks], horizon)];
        let mut next: Vec<Vec<u32>> = Vec::new();
        while next.len() < states.len() {
            limits.check()?;
            let from = next.len();
            let starts: Vec<i64> = states[from].prefix.iter().map(|&n| self.span(n, 1).0).collect();
            let mut row = vec![NOWHERE; symbols];
            for (symbol, to) in row.iter_mut().enumerate() {
                let mut rest = symbol;
                let mut prefix = starts.clone();
                let mut valid = true;
                for track in (0..self.tracks).rev() {
                    let digit = (rest % digits) as i64;
                    rest /= digits;
                    valid &= digit < states[from].choices[track];
                    prefix[track] = prefix[track].saturating_add(digit);
                }
                if !valid {
                    continue;
                }
                let state = self.state(prefix, horizon);
                if state.residual.iter().all(|&v| v == UNKNOWN || v == ILLEGAL) {
                    continue;
                }
                // of the states it may be, the one with which most is shared
                let mut best: Option<(usize, usize)> = None;
                for (at, other) in
                    states.iter().enumerate().filter(|(_, other)| other.choices == state.choices)
                {
                    if let Some(shared) = agreement(&state.residual, &other.residual)
                        && best.is_none_or(|(most, _)| shared > most)
                    {
                        best = Some((shared, at));
                    }
                }
                *to = match best {
                    Some((_, at)) => {
                        for (known, &new) in states[at].residual.iter_mut().zip(&state.residual) {
                            if *known == UNKNOWN {
                                *known = new;
                            }
                        }
                        at as u32
                    }
                    None if states.len() >= most => return Ok(None),
                    None => {
                        states.push(state);
                        states.len() as u32 - 1
                    }
                };
            }
            next.push(row);
        }
        let outputs = states.iter().map(|state| state.residual[0]);
        let reading = match self.encoding {
            Some(encoding) => Reading::Relation(encoding, outputs.map(|v| v == 1).collect()),
            None => {
                let mut values = vec![0; self.classes.len()];
                self.classes.iter().for_each(|(&value, &class)| values[class as usize] = value);
                Reading::Output(
                    outputs.map(|class| values.get(class as usize).copied().unwrap_or(0)).collect(),
                )
            }
        };
        let automaton = Automaton {
            numeration: numeration.clone(),
            reading,
            next,
            tracks: self.tracks,
            digits,
            weights: self.weights.clone(),
        };
        Ok(Some(automaton.minimal()))
    }
}

impl Source<'_> {
    /// The automaton of the least horizon that gives back every cell and is shorter than the table.
    fn learned(
        &self,
        numeration: &Numeration,
        null_bits: f64,
        limits: &Limits,
    ) -> Result<Option<Automaton>, Stopped> {
        let most = (null_bits as usize).clamp(4, MOST_STATES);
        for horizon in 1..=7 {
            let suffixes: i128 =
                (0..=horizon).map(|j| self.weights[j].pow(self.tracks as u32)).sum();
            if suffixes > MOST_SUFFIXES as i128 {
                break;
            }
            let Some(automaton) = self.automaton(numeration, horizon, most, limits)? else {
                break;
            };
            if automaton.bits() <= null_bits * null::SHARE && automaton.is_exact(self.table) {
                return Ok(Some(automaton));
            }
        }
        Ok(None)
    }
}

/// The automaton of the pairs of which the second number is less than the least part of the first, where the table has
/// one of its two values there and the other elsewhere: of that, more is known than the table tells.
fn of_least_parts(
    table: &Table,
    numeration: &Numeration,
    null_bits: f64,
    limits: &Limits,
) -> Result<Option<Automaton>, Stopped> {
    let weights = numeration.weights();
    let is_less = |cell: &[i64]| {
        let word = numeration::digits(&weights, cell[0].into());
        let least = word.iter().position(|&digit| digit > 0);
        least.is_none_or(|place| i128::from(cell[1]) < weights[place])
    };
    let sides = [true, false].map(|side| table.rows().find(|row| is_less(row.0) == side));
    let [Some((_, less)), Some((_, other))] = sides else { return Ok(None) };
    let value = |cell: &[i64]| if is_less(cell) { less } else { other };
    if !table.rows().all(|(cell, v)| value(cell) == v) {
        return Ok(None);
    }
    let row = |a: i64, b: i64| (vec![a, b], value(&[a, b]));
    let rows = (0..LARGE).flat_map(|a| (0..LARGE).map(move |b| (a, b)));
    let Ok(large) = Table::new(rows.map(|(a, b)| row(a, b)).collect()) else { return Ok(None) };
    let source = Source {
        table: &large,
        encoding: None,
        classes: FxHashMap::from_iter([(less, 0), (other, 1)]),
        shifts: all_shifts(&weights, LARGE),
        weights,
        tracks: 2,
    };
    Ok(source.learned(numeration, null_bits, limits)?.filter(|law| law.is_exact(table)))
}

/// What numbers up to one become behind one digit, two digits, ….
fn all_shifts(weights: &[i128], last: i64) -> Vec<Vec<i64>> {
    let mut shifts = vec![numeration::shifts(weights, last)];
    for _ in 1..8 {
        let before = &shifts[shifts.len() - 1];
        let twice = |&n: &i64| {
            usize::try_from(n).ok().and_then(|n| shifts[0].get(n)).copied().unwrap_or(i64::MAX)
        };
        let after = before.iter().map(twice).collect();
        shifts.push(after);
    }
    shifts
}

/// At how many places two residuals are known and agree; none if they differ somewhere.
fn agreement(a: &[u16], b: &[u16]) -> Option<usize> {
    let mut shared = 0;
    for (&a, &b) in a.iter().zip(b) {
        if a != UNKNOWN && b != UNKNOWN {
            if a != b {
                return None;
            }
            shared += usize::from(a != ILLEGAL);
        }
    }
    Some(shared)
}

/// The different values of a table, if its cells have words.
fn values_read(table: &Table) -> Option<Vec<i64>> {
    if table.low().iter().any(|&x| x < 0)
        || table.high().iter().any(|&x| x >= crate::table::MOST_CELLS as i64)
    {
        return None;
    }
    let mut distinct: Vec<i64> = table.values().to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    Some(distinct)
}

/// Whether the values of a sequence come further and further apart, as those of v₂ do, and the next is to be expected
/// beyond the table: what tells of those that were seen is no law.
fn has_more_values(table: &Table) -> bool {
    let (mut seen, mut firsts) = (FxHashSet::default(), Vec::new());
    if table.dimension() == 1 {
        for (cell, value) in table.rows().filter(|(cell, _)| cell[0] > 0) {
            if seen.insert(value) {
                firsts.push(cell[0]);
            }
        }
    }
    let is_apart = |two: &&[i64]| two[1] >= 2 * two[0];
    let apart = firsts.windows(2).rev().take_while(is_apart).count();
    match firsts[..] {
        [.., before, last] if apart >= FEWEST_APART => {
            last.saturating_mul(last) / before > table.high()[0]
        }
        _ => false,
    }
}

/// What an automaton is held against: many are tried, and of a sequence that mostly goes on as it did one may tell the
/// rest by chance.
fn null_of(table: &Table, null_bits: f64) -> f64 {
    match table.dimension() {
        1 => null_bits.min(null::stretches(table.values())),
        _ => null_bits,
    }
}

/// An automaton for each way to write the numbers that gives back every cell and is shorter than the table.
pub(crate) fn find(
    table: &Table,
    null_bits: f64,
    limits: &Limits,
) -> Result<Vec<Automaton>, Stopped> {
    let Some(distinct) = values_read(table) else { return Ok(Vec::new()) };
    let mut found: Vec<Automaton> = Vec::new();
    let null_bits = null_of(table, null_bits);
    let mut numerations =
        vec![Numeration::Base(2), Numeration::Base(3), Numeration::Fibonacci, Numeration::Pell];
    if distinct.len() <= FEW_OUTPUTS {
        numerations.extend(FURTHER_BASES.map(Numeration::Base));
    }
    if distinct.len() <= 4 {
        let known: Vec<Vec<i128>> = numerations.iter().map(Numeration::weights).collect();
        let mut more = Numeration::guessed(table, &distinct);
        for numeration in more.iter().filter(|_| distinct.len() == 2) {
            found.extend(of_least_parts(table, numeration, null_bits, limits)?);
        }
        more.extend(Numeration::usual());
        more.retain(|one| !known.contains(&one.weights()));
        more.dedup();
        numerations.extend(more);
    }
    for numeration in numerations {
        found.extend(find_in(table, &numeration, &distinct, null_bits, limits)?);
    }
    Ok(found)
}

/// The automata of a sequence that read numbers in the larger bases, where its values are too many for those to be
/// among what [`find`] tries.
pub(crate) fn in_further_bases(
    table: &Table,
    null_bits: f64,
    limits: &Limits,
) -> Result<Vec<Automaton>, Stopped> {
    let is_between =
        |distinct: &Vec<i64>| (FEW_OUTPUTS + 1..=MOST_OUTPUTS).contains(&distinct.len());
    let distinct = values_read(table).filter(is_between).filter(|_| table.dimension() == 1);
    let Some(distinct) = distinct else { return Ok(Vec::new()) };
    let null_bits = null_of(table, null_bits);
    let mut found = Vec::new();
    for numeration in FURTHER_BASES.map(Numeration::Base) {
        found.extend(find_in(table, &numeration, &distinct, null_bits, limits)?);
    }
    Ok(found)
}

/// The automata that read numbers in one numeration, of a table with these values.
fn find_in(
    table: &Table,
    numeration: &Numeration,
    distinct: &[i64],
    null_bits: f64,
    limits: &Limits,
) -> Result<Vec<Automaton>, Stopped> {
    let last = (table.high().iter().copied().max().unwrap_or(0) + 1).min(MOST_LEARNED);
    let weights = numeration.weights();
    let shifts = all_shifts(&weights, last);
    let mut found = Vec::new();
    for encoding in [None, Some(Encoding::Plain), Some(Encoding::Hot)] {
        let fits = match encoding {
            None => distinct.len() <= MOST_OUTPUTS && !has_more_values(table),
            // values that are related to the digits of ever larger numbers grow as these do, or come to an end
            // (Goč, Schaeffer and Shallit, *Subword complexity and k-synchronization*, 2013)
            Some(Encoding::Plain) => {
                let largest = distinct[distinct.len() - 1];
                let grows = largest >= table.high()[0] / SLOWEST;
                distinct[0] >= 0 && distinct.len() > 3 && (grows || !has_more_values(table))
            }
            Some(Encoding::Hot) => {
                matches!(numeration, Numeration::Base(_))
                    && distinct[0] >= 0
                    && distinct.len() > 3
                    && distinct[distinct.len() - 1] <= MOST_HOT
            }
        };
        let tracks = table.dimension() + usize::from(encoding.is_some());
        let digits = numeration::digits_of(&weights);
        if !fits || digits.pow(tracks as u32) > MOST_SYMBOLS {
            continue;
        }
        let classes = distinct.iter().copied().zip(0..).filter(|_| encoding.is_none()).collect();
        let source = Source {
            table,
            encoding,
            classes,
            weights: weights.clone(),
            shifts: shifts.clone(),
            tracks,
        };
        found.extend(source.learned(numeration, null_bits, limits)?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(table: &Table) -> Automaton {
        cheapest(find(table, null::bits(table.values()), &Limits::none()).unwrap())
    }

    fn cheapest(found: Vec<Automaton>) -> Automaton {
        found.into_iter().min_by(|a, b| a.bits().total_cmp(&b.bits())).expect("an automaton")
    }

    fn square(side: i64, value: impl Fn(i64, i64) -> i64) -> Table {
        let rows = (0..side).flat_map(|a| (0..side).map(move |b| (a, b)));
        Table::new(rows.map(|(a, b)| (vec![a, b], value(a, b))).collect()).unwrap()
    }

    #[test]
    fn nim_is_synchronised_with_two_states() {
        let law = best(&square(20, |a, b| a ^ b));
        assert_eq!((law.numeration.clone(), law.states()), (Numeration::Base(2), 1));
        assert_eq!(law.value(&[1_000_000_007, 12_345]), Some(1_000_000_007 ^ 12_345));
    }

    #[test]
    fn least_parts_in_a_numeration_that_the_table_shows() {
        // who may take at most 3 times what was taken before: the least number that wins of each heap
        let mut least = vec![i64::MAX];
        for n in 1..101i64 {
            let wins = |&k: &i64| least[(n - k) as usize] > 3 * k;
            least.push((1..=n).find(wins).unwrap_or(i64::MAX));
        }
        let law = best(&square(101, |n, m| i64::from(least[n as usize] <= m)));
        let numeration = "weights 1, 2, 3, 4, 6, a(i) = a(i-1) + a(i-4)";
        assert_eq!(law.numeration.to_string(), numeration);
        for n in [1_000_000, 1_000_000_007] {
            let word = numeration::digits(&law.weights, n);
            let part = law.weights[word.iter().position(|&digit| digit > 0).unwrap()];
            assert_eq!((law.value(&[n, part - 1]), law.value(&[n, part])), (Some(0), Some(1)));
        }
    }

    #[test]
    fn several_values_are_read_in_larger_bases() {
        // the last digit is lowered or struck off
        let mut values: Vec<i64> = vec![0];
        for n in 1..400usize {
            let (rest, digit) = (values[n / 5], n as i64 % 5);
            values.push(if n < 5 { digit } else { digit + i64::from(rest <= digit) });
        }
        let table = Table::sequence(0, &values).unwrap();
        let found = in_further_bases(&table, null::bits(&values), &Limits::none()).unwrap();
        let law = cheapest(found);
        assert_eq!((law.numeration.clone(), law.states()), (Numeration::Base(5), 7));
    }

    #[test]
    fn values_that_go_on_are_no_finite_outputs() {
        // the place of the lowest digit 2 in base 3, counted from 1; 0 if there is none
        let value =
            |n: i64| (0..20).find(|&p| n / 3i64.pow(p) % 3 == 2).map_or(0, |p| i64::from(p) + 1);
        let table = Table::sequence(0, &(0..3000).map(value).collect::<Vec<_>>()).unwrap();
        assert!(has_more_values(&table));
        // what is 3 from there on comes no further apart
        let table = table.map(|cell, value| Some((cell.to_vec(), value.min(3)))).unwrap();
        assert!(!has_more_values(&table));
    }

    #[test]
    fn odious_numbers() {
        let odious = |n: i64| 2 * n + i64::from(n.count_ones().is_multiple_of(2));
        let law = best(&Table::sequence(0, &(0..64).map(odious).collect::<Vec<_>>()).unwrap());
        assert_eq!(law.value(&[1 << 40]), Some(i128::from(odious(1 << 40))));
    }

    #[test]
    fn wythoff_is_automatic_in_fibonacci() {
        let mut cold = vec![(0, 0)];
        let phi =
            |n: i64| (1..).map(|k| k + (n - 1)).find(|&a| a * a >= a * n + n * n).unwrap_or(0) - 1;
        cold.extend((1..60).map(|n| (phi(n), phi(n) + n)));
        let law = best(&square(61, |a, b| i64::from(!cold.contains(&(a.min(b), a.max(b))))));
        assert_eq!(law.numeration, Numeration::Fibonacci);
        assert_eq!((law.value(&[6765, 10946]), law.value(&[6765, 10945])), (Some(0), Some(1)));
    }
}
