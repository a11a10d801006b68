//! Partizan take-away: Left and Right take fixed numbers of stones.

use std::cmp::Ordering;

use farstar_rules::position::{GameGraph, Key};
use farstar_value::{Arena, Calculator, Game, Limits, Outcome, Player};

use super::play::{Played, multisets, show};
use super::switches::outcome_of_remainders;
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// Most heaps of an input.
const MOST_HEAPS: usize = 1_000_000;
/// The largest heap, and most stones of a move.
const MOST_STONES: u32 = 1_000_000_000;

/// P33: partizan take-away with every prefix.
pub(crate) const TAKE_AWAY: Entry = Entry {
    instance: Instance::game("5/1/3 4/2/1 2/3/2", |text, limits| turn(read(text, heaps)?, limits))
        .over("{0}/{1}/{2}", [1, 12, 20]),
    answer: Some(answer),
    verification: Some(Verification::to([3, 9, 40], cases)),
    claims: &[("PE9", Verification::to([3, 9, 40], printed))],
    ..entry!("P33", "partizan-take-away")
};

/// A heap of `stones`, from which Left takes `left` and Right takes `right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    /// How many stones lie there.
    pub stones: u32,
    /// Stones of a move of Left; at least 1.
    pub left: u32,
    /// Stones of a move of Right; at least 1.
    pub right: u32,
}

/// The value of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapValue {
    /// An integer.
    Number(i64),
    /// `{x|y}` with integers `x ≥ y`; `*` if both are 0.
    Switch(i64, i64),
}

impl HeapValue {
    /// The value in an arena.
    ///
    /// # Errors
    /// Those of the calculator.
    pub fn game(self, calc: &mut Calculator<'_>) -> farstar_value::Result<Game> {
        match self {
            Self::Number(n) => calc.integer(n),
            Self::Switch(x, y) => {
                let (x, y) = (calc.integer(x)?, calc.integer(y)?);
                calc.from_options(&[x], &[y])
            }
        }
    }
}

/// The value of a heap; O(1).
///
/// # Examples
/// ```
/// use farstar_problems::partizan::take_away::{Heap, HeapValue, heap_value};
/// assert_eq!(heap_value(Heap { stones: 7, left: 1, right: 3 }), HeapValue::Switch(2, 0));
/// assert_eq!(heap_value(Heap { stones: 2, left: 3, right: 1 }), HeapValue::Number(-2));
/// ```
///
/// # Panics
/// If a move takes no stones.
#[must_use]
pub fn heap_value(heap: Heap) -> HeapValue {
    let Heap { stones, left, right } = heap;
    assert!(left > 0 && right > 0, "a move takes stones");
    let (few, many) = (i64::from(left.min(right)), i64::from(left.max(right)));
    let rest = i64::from(stones) % (few + many);
    let moves = rest / few;
    let sign = if left <= right { 1 } else { -1 };
    if rest < few {
        HeapValue::Number(0)
    } else if rest < many {
        HeapValue::Number(sign * moves)
    } else if sign > 0 {
        HeapValue::Switch(moves - 1, 0)
    } else {
        HeapValue::Switch(0, 1 - moves)
    }
}

/// Switches in descending order of their swing `x − y`, of which more and more are present: the sum in which they
/// alternate is kept.
struct Alternating {
    /// A binary tree over the places: how many are present below, and their swings added and subtracted in turn.
    nodes: Vec<(u32, i64)>,
}

impl Alternating {
    fn new(places: usize) -> Self {
        Self { nodes: vec![(0, 0); 2 * places.next_power_of_two()] }
    }

    fn insert(&mut self, place: usize, swing: i64) {
        let mut node = self.nodes.len() / 2 + place;
        self.nodes[node] = (1, swing);
        while node > 1 {
            node /= 2;
            let ((count, sum), (more, rest)) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
            let rest = if count % 2 == 0 { rest } else { -rest };
            self.nodes[node] = (count + more, sum + rest);
        }
    }

    /// How many are present, and their alternating sum.
    fn total(&self) -> (usize, i64) {
        let (count, sum) = self.nodes[1];
        (count as usize, sum)
    }
}

/// The outcomes of all prefixes of a list of heaps, the first heap alone first; O(n log n).
#[must_use]
pub fn prefix_outcomes(heaps: &[Heap]) -> Vec<Outcome> {
    let values: Vec<_> = heaps.iter().map(|&heap| heap_value(heap)).collect();
    let swing = |value: &HeapValue| match *value {
        HeapValue::Number(_) => None,
        HeapValue::Switch(x, y) => Some(x - y),
    };
    let mut order: Vec<_> =
        (0..heaps.len()).filter(|&heap| swing(&values[heap]).is_some()).collect();
    order.sort_by_key(|&heap| std::cmp::Reverse(swing(&values[heap])));
    let mut place = vec![0; heaps.len()];
    for (at, &heap) in order.iter().enumerate() {
        place[heap] = at;
    }
    let mut switches = Alternating::new(order.len());
    // Twice the numbers and the means of the switches. A heap adds less than 2³⁴.
    let mut doubled = 0_i64;
    let outcomes = values.iter().zip(place).map(|(&value, place)| {
        match value {
            HeapValue::Number(n) => doubled += 2 * n,
            HeapValue::Switch(x, y) => {
                doubled += x + y;
                switches.insert(place, x - y);
            }
        }
        // Whoever starts gains half a swing where he moves and loses half where he does not.
        let (count, alternating) = switches.total();
        let remainder = |gain: i64| (doubled + gain).cmp(&0);
        let (left, right): (Ordering, Ordering) = (remainder(alternating), remainder(-alternating));
        outcome_of_remainders(left, right, count)
    });
    outcomes.collect()
}

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of heaps", 0..=MOST_HEAPS)?;
    let mut heaps = Vec::new();
    for _ in 0..n {
        heaps.push(Heap {
            stones: input.integer("a heap", 0..=MOST_STONES)?,
            left: input.integer("the stones Left takes", 1..=MOST_STONES)?,
            right: input.integer("the stones Right takes", 1..=MOST_STONES)?,
        });
    }
    let mut text: String =
        prefix_outcomes(&heaps).into_iter().map(|outcome| outcome.to_string()).collect();
    text.push('\n');
    Ok(text)
}

/// The rules.
struct TakeAway;

impl GameGraph for TakeAway {
    type Position = Heap;
    type Key = Heap;

    fn options(&self, heap: &Heap, player: Player, options: &mut Vec<Heap>) {
        let taken = match player {
            Player::Left => heap.left,
            Player::Right => heap.right,
        };
        options.extend(heap.stones.checked_sub(taken).map(|stones| Heap { stones, ..*heap }));
    }

    fn key(&self, heap: &Heap) -> Key<Heap> {
        Key { part: *heap, negative: false }
    }

    fn draw(&self, heap: &Heap) -> String {
        format!("n = {}, a = {}, b = {}", heap.stones, heap.left, heap.right)
    }
}

/// Heaps to play with.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Heaps(Vec<Heap>);

/// Reads heaps `n/a/b`.
fn heaps(input: &mut Input<'_>) -> Result<Heaps> {
    let mut heaps = Vec::new();
    while !input.is_at_end() {
        let word = input.word("a heap")?;
        let numbers: Vec<u32> = word.split('/').filter_map(|n| n.parse().ok()).collect();
        match numbers[..] {
            [stones @ ..=99, left @ 1..=99, right @ 1..=99] if heaps.len() < 6 => {
                heaps.push(Heap { stones, left, right });
            }
            _ => {
                return Err(
                    input.error("expected up to six heaps n/a/b such as 5/1/3, numbers up to 99")
                );
            }
        }
    }
    Ok(Heaps(heaps))
}

impl Playable for Heaps {
    fn after(&self, mover: Player) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, heap) in self.0.iter().enumerate() {
            let mut options = Vec::new();
            TakeAway.options(heap, mover, &mut options);
            moves.extend(options.into_iter().map(|option| {
                let mut heaps = self.0.clone();
                heaps[i] = option;
                Self(heaps)
            }));
        }
        moves
    }

    fn impartial(&self) -> bool {
        false
    }

    fn rule(&self, mover: Player, _: &Limits) -> Result<Option<Fate>> {
        let outcome = prefix_outcomes(&self.0).last().copied().unwrap_or(Outcome::P);
        Ok(Some(Fate::of_outcome(outcome, mover)))
    }

    fn text(&self) -> String {
        let heaps = self.0.iter().map(|h| format!("{}/{}/{}", h.stones, h.left, h.right));
        heaps.collect::<Vec<_>>().join(" ")
    }

    fn picture(&self) -> Picture {
        let heaps = self.0.iter().map(|h| [h.stones, h.left, h.right].map(u64::from).to_vec());
        Picture::tuples(heaps.collect())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// Sums are played out with moves of at most so many stones.
    const SMALL: u32 = 2;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&TakeAway);
    let mut small = Vec::new();
    for most in 1..=to as u32 {
        for (left, right) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
            if left.max(right) < most {
                continue;
            }
            for stones in 0..3 * (left + right) {
                let heap = Heap { stones, left, right };
                let value = played.value(&heap, &mut calc)?;
                let claimed = heap_value(heap).game(&mut calc)?;
                let (claimed, value) = (show(&mut calc, claimed)?, show(&mut calc, value)?);
                trial.compare(|| TakeAway.draw(&heap), claimed, value)?;
                if most <= SMALL && stones < left + right + 2 {
                    small.push(heap);
                }
            }
        }
    }
    for heaps in multisets(&small, 3) {
        if heaps.is_empty() {
            continue;
        }
        let by_play = played.outcome(&heaps, trial.limits())?;
        let claimed = prefix_outcomes(&heaps).last().copied().unwrap_or(Outcome::P);
        let case = || heaps.iter().map(|heap| TakeAway.draw(heap)).collect::<Vec<_>>().join("; ");
        trial.compare(case, claimed, by_play)?;
    }
    Ok(())
}

/// PE9 as printed.
fn printed(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&TakeAway);
    for right in 1..=to as u32 {
        for left in 1..right {
            for stones in left..right {
                let heap = Heap { stones, left, right };
                let value = played.value(&heap, &mut calc)?;
                let claimed = (stones / left - 1).to_string();
                trial.compare(|| TakeAway.draw(&heap), claimed, show(&mut calc, value)?)?;
            }
        }
    }
    Ok(())
}
