//! Moves that win in a heap with too many of them to list, of which a theorem tells who wins: on every line on which
//! the same number is taken of some numbers of the heap, or almost the same, the nearest heap that is lost.

use crate::by_theorem::heap_played_on;
use crate::position::Place;
use crate::searched::choose;
use crate::{Answer, Limits, Move, Player, Position};
use farstar_rules::View;
use farstar_solve::Result;
use farstar_solve::theorems::{Becomes, HeapTheorem};

/// Numbers of a heap that change in moves that are looked for.
const MOST_CHANGED: u32 = 3;
/// How far what is taken of one number may be from what is taken of the others.
const MOST_APART: i64 = 3;
/// A line is looked at if such a number may be taken on it.
const TRIED: u64 = 8;

/// A line: what becomes of each number, and how much less is taken of the last that becomes less.
struct Line {
    becomes: Vec<Becomes>,
    apart: i64,
}

impl Line {
    /// All lines for so many numbers.
    fn all(numbers: usize) -> Vec<Self> {
        let kinds = [Becomes::Same, Becomes::Less, Becomes::Taken];
        let mut lines = Vec::new();
        for code in 1..kinds.len().pow(MOST_CHANGED.min(numbers as u32)) {
            let kind = |i| kinds[code / kinds.len().pow(i) % kinds.len()];
            let mut becomes: Vec<Becomes> =
                (0..MOST_CHANGED.min(numbers as u32)).map(kind).collect();
            becomes.resize(numbers, Becomes::Same);
            let less = becomes.iter().filter(|&&one| one == Becomes::Less).count();
            let apart = if less > 1 { MOST_APART } else { 0 };
            lines.extend((-apart..=apart).map(|apart| Self { becomes: becomes.clone(), apart }));
        }
        lines
    }

    /// The heap from which the line goes if nothing is set apart.
    fn begin(&self, heap: &[u64]) -> Option<Vec<u64>> {
        let mut begin = heap.to_vec();
        if let Some(last) = self.becomes.iter().rposition(|&one| one == Becomes::Less) {
            begin[last] = begin[last].checked_add_signed(self.apart)?;
        }
        Some(begin)
    }

    /// The heap where k is taken.
    fn at(&self, begin: &[u64], k: u64) -> Option<Vec<u64>> {
        let left = |(become_, &n): (&Becomes, &u64)| match become_ {
            Becomes::Same => Some(n),
            Becomes::Less => n.checked_sub(k),
            Becomes::Taken => Some(k),
        };
        self.becomes.iter().zip(begin).map(left).collect()
    }
}

impl Answer {
    /// Notes moves of a player that win in a component, a position of which one heap is played on.
    ///
    /// # Errors
    /// The limits.
    pub(crate) fn note_lines(
        &mut self,
        (component, position): (usize, &Position),
        theorem: &HeapTheorem,
        mover: Player,
        limits: &Limits,
    ) -> Result<()> {
        let found = winning(position, theorem, mover, limits)?;
        let start = self.starts_mut(mover);
        start.moves = found.into_iter().map(|one| Move { component, ..one }).collect();
        start.reply = choose(&start.moves);
        Ok(())
    }
}

/// Moves of a player that win, in a position of which one heap is played on.
fn winning(
    position: &Position,
    theorem: &HeapTheorem,
    mover: Player,
    limits: &Limits,
) -> Result<Vec<Move>> {
    let (Place::Board(board, words), Some(heap)) = (position.place(), heap_played_on(position))
    else {
        return Ok(Vec::new());
    };
    let View::Heaps(heaps) = board.view(words) else { return Ok(Vec::new()) };
    let Some(at) = heaps.iter().position(|one| *one == heap) else { return Ok(Vec::new()) };
    // what is left if this is left of the heap, and a move does so
    let after = |left: Vec<u64>| {
        let to = position.with_heap(at, &left)?;
        (position.leaves(&to, mover) == Some(true)).then(|| to.to_string())
    };
    let mut found: Vec<Move> = Vec::new();
    for line in Line::all(heap.len()) {
        limits.check()?;
        let Some(begin) = line.begin(&heap) else { continue };
        let may = |k: u64| line.at(&begin, k.checked_mul(theorem.unit(&heap))?).and_then(after);
        if !(1..=TRIED).any(|k| may(k).is_some()) {
            continue;
        }
        let lost = theorem.lost_on_line(&begin, &line.becomes, mover.opponent());
        let Some(position) = lost.and_then(after) else { continue };
        if found.iter().all(|one| one.position != position) {
            found.push(Move { position, wins: Some(true), ..Move::default() });
        }
    }
    Ok(found)
}
