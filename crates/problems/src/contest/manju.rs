//! AGC026F: the manju game.

use farstar_value::{Limits, Player};
use std::collections::HashMap;

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};
use std::cmp::Ordering;

/// I64: the manju game.
pub(crate) const MANJU: Entry = Entry {
    instance: Instance::game("11111 - 0", |text, limits| turn(read(text, Boxes::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([6, 8, 11], cases)),
    ..entry!("I64", "manju")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of boxes", 1..=1_000_000_usize)?;
    let boxes = input.integers("a box", n, 0..=1_000_000_000_u64)?;
    let (first, second) = totals(&boxes);
    Ok(format!("{first} {second}\n"))
}

/// What the first and the second player get; O(n log sum).
#[must_use]
pub fn totals(boxes: &[u64]) -> (u64, u64) {
    let total: u64 = boxes.iter().sum();
    let odd: u64 = boxes.iter().step_by(2).sum();
    let even = total - odd;
    if boxes.len().is_multiple_of(2) {
        return (odd.max(even), odd.min(even));
    }
    // The whole row as one piece is always possible; no piece can bring more than all odd places.
    let (mut least, mut beyond) = (odd as i64 - even as i64, odd as i64 + 1);
    while beyond - least > 1 {
        let middle = least + (beyond - least) / 2;
        if can_cut(boxes, middle) { least = middle } else { beyond = middle }
    }
    let first = (even as i64 + least) as u64;
    (first, total - first)
}

/// Whether the row can be cut at even places into pieces whose odd places outweigh their even ones by `least` at least.
fn can_cut(boxes: &[u64], least: i64) -> bool {
    // `before` is the least of odd minus even over the starts that are possible so far.
    let (mut balance, mut before) = (0, 0);
    for pair in boxes.chunks(2) {
        balance += pair[0] as i64;
        let ends = balance - before >= least;
        match pair.get(1) {
            None => return ends,
            Some(&even) => {
                balance -= even as i64;
                if ends {
                    before = before.min(balance);
                }
            }
        }
    }
    false
}

/// By how much the player to move gets more, by the definition: `there` are the boxes left, `last` the box taken last.
fn played(boxes: &[u64], there: u32, last: usize, known: &mut HashMap<(u32, usize), i64>) -> i64 {
    if there == 0 {
        return 0;
    }
    if let Some(&value) = known.get(&(there, last)) {
        return value;
    }
    let near = (0..boxes.len()).filter(|&i| i.abs_diff(last) == 1 && there >> i & 1 == 1);
    let mut choices: Vec<usize> = near.collect();
    if choices.is_empty() {
        choices = (0..boxes.len()).filter(|&i| there >> i & 1 == 1).collect();
    }
    let best = choices
        .into_iter()
        .map(|i| boxes[i] as i64 - played(boxes, there & !(1 << i), i, known))
        .max()
        .unwrap_or(0);
    known.insert((there, last), best);
    best
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=to as u32 {
        for code in 0..3_u64.pow(n) {
            let boxes: Vec<u64> = (0..n).map(|i| code / 3_u64.pow(i) % 3 + 1).collect();
            let total = boxes.iter().sum::<u64>() as i64;
            // No box is taken yet, so none is the last: a place that has no neighbours.
            let more = played(&boxes, (1 << n) - 1, usize::MAX - 1, &mut HashMap::new());
            let (first, second) = ((total + more) / 2, (total - more) / 2);
            let claimed = totals(&boxes);
            trial.compare(
                || format!("boxes {boxes:?}"),
                format!("{} {}", claimed.0, claimed.1),
                format!("{first} {second}"),
            )?;
        }
    }
    Ok(())
}

/// The boxes of the instance.
const BOXES: [u64; 5] = [2, 3, 4, 3, 5];

/// Boxes that are there, the one taken last, and the lead of the first player.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Boxes {
    there: u32,
    last: Option<usize>,
    ahead: i64,
}

impl Boxes {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let word = input.word("the boxes")?;
        if word.len() != BOXES.len() || word.bytes().any(|c| !b"01".contains(&c)) {
            return Err(input.error(format!("expected {} digits 0 or 1", BOXES.len())));
        }
        let boxes = (0..).zip(word.bytes()).filter(|(_, c)| *c == b'1');
        let there = boxes.fold(0, |mask, (i, _)| mask | 1 << i);
        let last = if input.accept("-") {
            None
        } else {
            Some(input.integer("the box taken last", 1..=BOXES.len())? - 1)
        };
        Ok(Self { there, last, ahead: input.integer("the lead", -100..=100)? })
    }
}

impl Playable for Boxes {
    fn after(&self, mover: Player) -> Vec<Self> {
        let here = |i: &usize| self.there >> i & 1 == 1;
        let near = |i: &usize| self.last.is_some_and(|last| last.abs_diff(*i) == 1);
        let all = || (0..BOXES.len()).filter(here);
        let next = all().any(|i| near(&i));
        let taken = all().filter(|i| !next || near(i));
        let gain =
            |i: usize| if mover == Player::Left { BOXES[i] as i64 } else { -(BOXES[i] as i64) };
        let take = |i: usize| Self {
            there: self.there & !(1 << i),
            last: Some(i),
            ahead: self.ahead + gain(i),
        };
        taken.map(take).collect()
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        let taken = BOXES.len() as u32 - self.there.count_ones();
        Some(if taken.is_multiple_of(2) { Player::Left } else { Player::Right })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        match self.ahead {
            1.. => Some(Player::Left),
            0 => None,
            _ => Some(Player::Right),
        }
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let (first, second) = totals(&BOXES);
        let begins = self.there.count_ones() as usize == BOXES.len() && self.ahead == 0;
        Ok(begins.then(|| match first.cmp(&second) {
            Ordering::Greater => Fate::Wins,
            Ordering::Equal => Fate::Draws,
            Ordering::Less => Fate::Loses,
        }))
    }

    fn text(&self) -> String {
        let there = |i| if self.there >> i & 1 == 1 { '1' } else { '0' };
        let boxes: String = (0..BOXES.len()).map(there).collect();
        let last = self.last.map_or_else(|| "-".to_owned(), |last| (last + 1).to_string());
        format!("{boxes} {last} {}", self.ahead)
    }

    fn picture(&self) -> Picture {
        let heap = |i: usize| if self.there >> i & 1 == 1 { BOXES[i] } else { 0 };
        Picture::heaps(&(0..BOXES.len()).map(heap).collect::<Vec<_>>())
    }

    fn called(&self, after: &Self) -> Option<String> {
        after.last.map(|i| format!("{}: + {}", i + 1, BOXES[i]))
    }
}
