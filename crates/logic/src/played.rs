//! Tables of single heaps of any number of numbers, played out from the moves: Grundy values, or who wins.

use crate::heaps::{HeapTableError, MOST, Row, Rows, SHARE, split};
use crate::thin::{divided, thin};
use farstar_find::{LawForm, Table};
use farstar_play::{Limits, Player, Stopped};
use farstar_rules::language::Ruleset;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// The last number in heaps of one number, two, three and more from which laws are found, and that of those further
/// heaps that laws are held against.
const USUAL: [(u64, u64); 5] = [(400, 4_000), (100, 200), (12, 24), (6, 9), (4, 6)];
/// Further heaps go beyond the largest number that is written in the rules, up to such a one.
const BEYOND: [u64; 3] = [1 << 14, 1 << 8, 32];
/// The last number in heaps of three numbers or more from which laws are found where fewer heaps have none.
const LARGER: [u64; 5] = [0, 0, 40, 12, 6];
/// The largest number of heaps that are searched for one of which a law is wrong.
const FURTHEST: [u64; 4] = [10_000, 400, 60, 20];
/// With heaps of smaller numbers there is no table.
const FEWEST: [u64; 4] = [24, 12, 6, 4];
/// Heaps that are played for those with many divisors.
const MOST_DIVIDED: u64 = 1 << 12;
/// Heaps that are kept.
const MOST_KEPT: usize = 1 << 22;
/// Bytes of a heap that is kept, about.
const BYTES: u64 = 100;

/// The heaps of a ruleset up to `to` (no number beyond it) with who wins, 0 who does not begin, 1 who does, 2 Left,
/// 3 Right, or with their Grundy values, and further ones that laws are held against. None where the heaps have
/// neither: sums of heaps have no winner of their own, and play that may be endless has no end.
///
/// # Errors
/// A limit that was met, or a table of more than a million heaps.
///
/// # Examples
/// ```
/// use farstar_logic::played_table;
/// use farstar_play::Limits;
/// use farstar_rules::language::Ruleset;
/// // who is to move with nothing left has won
/// let nim = Ruleset::named("misere nim").unwrap();
/// let (table, _) = played_table(&nim, Some(10), true, &Limits::none()).unwrap().unwrap();
/// assert_eq!((table.get(&[0]), table.get(&[1]), table.get(&[2])), (Some(1), Some(0), Some(1)));
/// ```
pub fn played_table(
    rules: &Ruleset,
    to: Option<u64>,
    outcomes: bool,
    limits: &Limits,
) -> Result<Option<(Table, Rows)>, HeapTableError> {
    let Some(names) = rules.heap_names() else { return Ok(None) };
    let usual = USUAL.get(names.len().wrapping_sub(1)).copied().unwrap_or((2, 3));
    let (to, last) = match to {
        Some(to) => (to, to.saturating_mul(usual.1) / usual.0),
        None => usual,
    };
    let beyond = BEYOND.get(names.len().wrapping_sub(1)).copied().unwrap_or(0);
    let last = last.max(beyond.min(rules.largest_number().saturating_add(2)));
    let side = last.saturating_add(1);
    if names.len() > 32 || side.checked_pow(names.len() as u32).is_none_or(|cells| cells > MOST) {
        return Err(HeapTableError::TooLarge(format!("to {to}: a table has at most {MOST} cells")));
    }
    let limits = &limits.share(SHARE);
    let mut play = Play::new(rules, outcomes);
    let mut rows = Rows::new();
    for size in 0..=last {
        match play.shell(names.len(), size, limits) {
            Ok(Some(shell)) => rows.extend(shell),
            Ok(None) => return Ok(None),
            Err(Stopped::Time) if size > FEWEST[names.len().min(FEWEST.len()) - 1] => break,
            Err(stopped) => return Err(stopped.into()),
        }
    }
    let known =
        rows.last().map_or(0, |(cell, _)| cell.iter().fold(0, |most, &x| most.max(x as u64)));
    let (table, mut further) = split(rows, to)?;
    if known == last {
        for cell in thin(names.len(), last) {
            // from smaller numbers play may reach larger ones, and too many
            let Ok(Step::Value(value)) = play.value(&cell, limits) else { break };
            further.push((cell.iter().map(|&x| x as i64).collect(), value));
        }
    }
    Ok(Some((table, further)))
}

/// A larger table than the usual one of heaps of three numbers or more, where that has no law; none of other tables.
///
/// # Errors
/// A limit that was met.
pub fn larger_table(
    rules: &Ruleset,
    table: &Table,
    outcomes: bool,
    limits: &Limits,
) -> Result<Option<(Table, Rows)>, HeapTableError> {
    let at = table.dimension().wrapping_sub(1);
    let (Some(&to), Some(&(usual, _))) = (LARGER.get(at), USUAL.get(at)) else { return Ok(None) };
    let largest = table.rows().flat_map(|(cell, _)| cell).max();
    let is_usual = table.low().iter().all(|&low| low == 0)
        && largest.is_some_and(|&largest| largest.unsigned_abs() == usual)
        && rules.heap_names().is_some_and(|names| names.len() == table.dimension());
    if to == 0 || !is_usual {
        return Ok(None);
    }
    played_table(rules, Some(to), outcomes, limits)
}

/// Who wins heaps, or their Grundy values, one after the other: as many as are done under the limits, and up to the
/// first of which nothing can be said.
pub fn played_heaps(
    rules: &Ruleset,
    outcomes: bool,
    heaps: impl IntoIterator<Item = Vec<u64>>,
    limits: &Limits,
) -> Vec<i64> {
    let mut play = Play::new(rules, outcomes);
    let value = |heap: Vec<u64>| match play.value(&heap, limits) {
        Ok(Step::Value(value)) => Some(value),
        _ => None,
    };
    heaps.into_iter().map_while(value).collect()
}

/// What is said of heaps of one number with many divisors beyond a number, of rules that ask for divisors: few other
/// heaps are below them, and a law that is wrong of numbers with many prime factors is wrong there first. As many as
/// are done under the limits, and before too many heaps are below them.
pub fn divided_rows(rules: &Ruleset, outcomes: bool, beyond: u64, limits: &Limits) -> Rows {
    let is_of_one = rules.heap_names().is_some_and(|names| names.len() == 1);
    let text = rules.canonical();
    // that a fixed number divides another is a matter of remainders
    let asks = |(at, _): (usize, &str)| !text[..at].ends_with(|c: char| c.is_ascii_digit());
    if !is_of_one || !text.match_indices(" divides ").any(asks) {
        return Rows::new();
    }
    let limits = &Limits {
        nodes: limits.nodes.or(Some(MOST_DIVIDED)).min(Some(MOST_DIVIDED)),
        ..limits.clone()
    };
    let numbers: Vec<u64> = divided(beyond).collect();
    let values = played_heaps(rules, outcomes, numbers.iter().map(|&n| vec![n]), limits);
    numbers.iter().zip(values).map(|(&n, value)| (vec![n as i64], value)).collect()
}

/// What is seen of a law where play is played out.
pub(crate) enum Seen {
    /// The least heap, by its largest number, of which it is wrong, with the value that play tells.
    Wrong(Row),
    /// It is right of all heaps as large.
    Right,
    /// It is right of some, and nothing can be said of others.
    Unknown,
}

/// Holds a law against play up to a number.
///
/// # Errors
/// A limit that was met.
pub(crate) fn first_wrong(
    rules: &Ruleset,
    outcomes: bool,
    law: &LawForm,
    low: &[i64],
    to: u64,
    limits: &Limits,
) -> Result<Seen, Stopped> {
    if rules.heap_names().is_none_or(|names| names.len() != low.len()) {
        return Ok(Seen::Unknown);
    }
    let mut play = Play::new(rules, outcomes);
    let furthest = FURTHEST.get(low.len() - 1).copied().unwrap_or(0);
    for size in 0..=to.min(furthest) {
        let Some(mut shell) = play.shell(low.len(), size, limits)? else {
            return Ok(Seen::Unknown);
        };
        shell.retain(|(cell, _)| cell.iter().zip(low).all(|(x, low)| x >= low));
        let wrong = shell.into_iter().find(|(cell, value)| {
            let cell: Vec<i128> = cell.iter().map(|&x| x.into()).collect();
            law.value_at(&cell) != Some((*value).into())
        });
        if let Some(wrong) = wrong {
            return Ok(Seen::Wrong(wrong));
        }
    }
    Ok(if to <= furthest { Seen::Right } else { Seen::Unknown })
}

struct Play<'r> {
    rules: &'r Ruleset,
    outcomes: bool,
    is_partizan: bool,
    known: FxHashMap<Vec<u64>, i64>,
    steps: u64,
}

/// What is said of a heap.
enum Step {
    Value(i64),
    /// These heaps come first.
    After(Vec<Vec<u64>>),
    /// Nothing can be said of it, as a move makes more than can be written down.
    Beyond,
    /// Nothing can be said.
    Unknown,
}

impl<'r> Play<'r> {
    fn new(rules: &'r Ruleset, outcomes: bool) -> Self {
        let (is_partizan, known) = (!rules.is_impartial(), FxHashMap::default());
        Self { rules, outcomes, is_partizan, known, steps: 0 }
    }

    /// The heaps of so many numbers whose largest is this, in order, with what is said of them.
    fn shell(
        &mut self,
        numbers: usize,
        size: u64,
        limits: &Limits,
    ) -> Result<Option<Rows>, Stopped> {
        let mut rows = Rows::new();
        let mut cell = vec![if numbers == 1 { size } else { 0 }; numbers];
        loop {
            if cell.contains(&size) {
                match self.value(&cell, limits)? {
                    Step::Value(value) => {
                        rows.push((cell.iter().map(|&x| x as i64).collect(), value));
                    }
                    Step::Beyond => {}
                    _ => return Ok(None),
                }
            }
            let Some(next) = cell.iter().rposition(|&x| x < size) else { return Ok(Some(rows)) };
            cell[next] += 1;
            cell[next + 1..].fill(0);
        }
    }

    fn value(&mut self, cell: &[u64], limits: &Limits) -> Result<Step, Stopped> {
        let mut open = vec![cell.to_vec()];
        // whose options are being valued: they lie one below the other
        let mut entered: FxHashSet<Vec<u64>> = FxHashSet::default();
        while let Some(at) = open.last() {
            if self.known.contains_key(at) {
                open.pop();
                continue;
            }
            let at = at.clone();
            self.steps += 1;
            limits.check_with(self.steps, self.known.len() as u64 * BYTES)?;
            match limits.guard(|| self.one(&at))? {
                Step::Value(value) => {
                    entered.remove(&at);
                    self.known.insert(at, value);
                    open.pop();
                }
                Step::After(first) => {
                    entered.insert(at);
                    let endless = first.iter().any(|one| entered.contains(one));
                    if endless || self.known.len() + open.len() > MOST_KEPT {
                        return Ok(Step::Unknown);
                    }
                    open.extend(first);
                }
                nothing => return Ok(nothing),
            }
        }
        Ok(self.known.get(cell).map_or(Step::Unknown, |&value| Step::Value(value)))
    }

    fn one(&self, heap: &[u64]) -> Step {
        if self.outcomes { self.winner(heap) } else { self.grundy(heap) }
    }

    fn grundy(&self, heap: &[u64]) -> Step {
        let (mut values, mut missing) = (Vec::new(), Vec::new());
        let visited = self.rules.visit_heap(Player::Left, heap, &mut |made| {
            let Some(made) = made else { return ControlFlow::Break(()) };
            let mut value = Some(0);
            for part in made.chunks_exact(heap.len()) {
                match (self.known.get(part), value) {
                    (Some(part), Some(sum)) => value = Some(sum ^ part),
                    (Some(_), None) => {}
                    (None, _) => {
                        missing.push(part.to_vec());
                        value = None;
                    }
                }
            }
            values.extend(value);
            ControlFlow::Continue(())
        });
        if visited.is_break() {
            return Step::Beyond;
        }
        if !missing.is_empty() {
            return Step::After(missing);
        }
        values.sort_unstable();
        values.dedup();
        let mex = (0..).zip(&values).find(|(n, value)| n != *value);
        Step::Value(mex.map_or(values.len() as i64, |(n, _)| n))
    }

    fn winner(&self, heap: &[u64]) -> Step {
        let players =
            if self.is_partizan { &[Player::Left, Player::Right][..] } else { &[Player::Left] };
        let (mut wins, mut missing) = ([false; 2], Vec::new());
        for (place, &player) in players.iter().enumerate() {
            // who begins with such an heap loses, if it is the other player
            let loses = |value: i64| match place {
                _ if !self.is_partizan => value == 0,
                0 => value == 0 || value == 2,
                _ => value == 0 || value == 3,
            };
            let (mut moves, mut first, mut nothing) = (false, Vec::new(), None);
            let _ = self.rules.visit_heap(player, heap, &mut |made| {
                moves = true;
                match made {
                    Some([]) => wins[place] |= !self.rules.is_misere(),
                    Some(made) if made.len() == heap.len() => match self.known.get(made) {
                        Some(&value) => wins[place] |= loses(value),
                        None => first.push(made.to_vec()),
                    },
                    Some(_) => nothing = Some(Step::Unknown),
                    None => nothing = Some(Step::Beyond),
                }
                if wins[place] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if let Some(nothing) = nothing {
                return nothing;
            }
            wins[place] |= self.rules.is_misere() && !moves;
            if !wins[place] {
                missing.extend(first);
            }
        }
        if !missing.is_empty() {
            return Step::After(missing);
        }
        let [left, right] = if self.is_partizan { wins } else { [wins[0]; 2] };
        Step::Value(match (left, right) {
            (false, false) => 0,
            (true, true) => 1,
            (true, false) => 2,
            (false, true) => 3,
        })
    }
}
