//! Heaps: a position is a sorted list of tuples.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use farstar_play::{Player, grow, step};

use super::packed::Packed;
use crate::language::heap::{HeapRule, HeapRules, LARGEST_ENTRY, MOST_MADE};
use crate::language::{HeapSymmetry, PositionError};
use crate::position::Key;

/// Most heaps of a typed position.
const MOST_HEAPS: usize = 4096;
/// The largest number of a heap whose moves are not asked for.
const LARGEST_UNLISTED: u64 = i64::MAX as u64;
/// Most instances of rules tried, and entries made, for one typed heap; heaps with more are refused.
const MOST_WORK: u64 = 1 << 24;

/// Whether a word is a number, however large.
fn is_number(word: &str) -> bool {
    let word = word.trim();
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether what rules say of a heap may take more than 64 bits, so that its moves are not known.
fn is_far(heap: &[u64]) -> bool {
    heap.iter().any(|&n| n > LARGEST_ENTRY as u64)
}

/// A heap ruleset.
#[derive(Debug)]
pub(crate) struct HeapBoard {
    rules: HeapRules,
    symmetries: Vec<HeapSymmetry>,
    /// Of each number of a heap the first with which moves tie it.
    groups: Vec<usize>,
    /// Whether some move was left out, because what it makes cannot be written down.
    overflowed: AtomicBool,
}

impl HeapBoard {
    /// Reads heaps; `listed` asks that their moves can be listed. Numbers are at most [`LARGEST_ENTRY`], and if moves
    /// are not listed at most [`LARGEST_UNLISTED`].
    pub(crate) fn read(
        rules: &HeapRules,
        symmetries: &[HeapSymmetry],
        text: &str,
        listed: bool,
    ) -> Result<(Self, Packed), PositionError> {
        let arity = rules.names.len();
        let symmetries = symmetries.to_vec();
        let (groups, overflowed) = (rules.groups(), AtomicBool::new(false));
        let board = Self { rules: rules.clone(), symmetries, groups, overflowed };
        let mut heaps: Vec<Vec<u64>> = Vec::new();
        let largest = if listed { LARGEST_ENTRY as u64 } else { LARGEST_UNLISTED };
        let names = rules.names.join(",");
        let wanted = if arity == 1 {
            "expected a number of tokens, or several such as 3+5".to_owned()
        } else {
            format!("a heap of this game is written ({names})")
        };
        // where an item begins: characters before it
        let mut before = 0;
        let typed: Vec<&str> =
            if text.trim() == "nothing" { Vec::new() } else { text.split('+').collect() };
        for (i, item) in typed.into_iter().enumerate() {
            let indent = item.chars().take_while(|c| c.is_whitespace()).count();
            let place = |at: usize| {
                let front: Vec<char> = text.chars().take(before + at).collect();
                let line = front.iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1);
                (1 + front.iter().filter(|&&c| c == '\n').count(), front.len() - line + 1)
            };
            let fault_at = |at: usize, message: String| {
                let (row, column) = place(at);
                Err(PositionError::at(row, column, message))
            };
            let fault = |message: String| fault_at(indent, message);
            let too_large = |at: usize, message: String| {
                let (row, column) = place(at);
                Err(PositionError::too_large(row, column, message))
            };
            let large = |at: usize, word: &str| {
                too_large(at, format!("{} is larger than {largest}", word.trim()))
            };
            if i == MOST_HEAPS {
                return too_large(indent, format!("a position has at most {MOST_HEAPS} heaps"));
            }
            let trimmed = item.trim();
            if trimmed.is_empty() {
                return fault(format!("a heap is missing here: {wanted}"));
            }
            let bracket = trimmed.strip_prefix('(');
            let inner = match bracket.map(|inner| inner.strip_suffix(')')) {
                Some(None) => return fault(format!("'(' is not closed in '{trimmed}': {wanted}")),
                Some(Some(inner)) => inner,
                None => trimmed,
            };
            let mut heap = Vec::with_capacity(arity);
            let mut at = indent + usize::from(bracket.is_some());
            for word in inner.split(',') {
                let start = at + word.chars().take_while(|c| c.is_whitespace()).count();
                match word.trim().parse::<u64>() {
                    Ok(n) if n <= largest => heap.push(n),
                    Ok(_) => return large(start, word),
                    // beyond 64 bits
                    Err(_) if is_number(word) => return large(start, word),
                    Err(_) => {
                        let message =
                            format!("'{}' is not a number of tokens: {wanted}", word.trim());
                        return fault_at(start, message);
                    }
                }
                at += word.chars().count() + 1;
            }
            if heap.len() != arity {
                return fault(format!(
                    "a heap of this game is ({names}); '{trimmed}' has {} numbers",
                    heap.len()
                ));
            }
            let (mut steps, mut made) = (MOST_WORK, 0u64);
            let mut fits = true;
            let written = |rule: &&HeapRule| matches!(rule, HeapRule::Written(_));
            let rules = board.rules.moves.iter().flatten().map(|(rule, ..)| rule);
            // what a code leaves can always be written down, and its heaps may have a sequence where the moves are too
            // many
            for one in rules.filter(|one| listed && written(one)) {
                let _ = one.visit(&heap, &mut steps, &mut |parts| {
                    fits &= parts.is_some();
                    made += parts.map_or(0, |parts: &[u64]| parts.len() as u64);
                    if made > MOST_WORK {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            }
            if !fits {
                return fault(format!(
                    "a move makes more of the heap {trimmed} than can be written down: at most {MOST_MADE} numbers, none above {LARGEST_ENTRY}"
                ));
            }
            if steps == 0 || made > MOST_WORK {
                let message = format!("the heap {trimmed} has too many moves to list");
                return too_large(indent, message);
            }
            heaps.push(heap);
            before += item.chars().count() + 1;
        }
        Ok((board, Self::pack(heaps)))
    }

    fn pack(mut heaps: Vec<Vec<u64>>) -> Packed {
        heaps.sort_unstable();
        Packed::new(&heaps.concat())
    }

    fn arity(&self) -> usize {
        self.rules.names.len()
    }

    pub(crate) fn heaps(&self, position: &Packed) -> Vec<Vec<u64>> {
        position.words().chunks(self.arity()).map(<[u64]>::to_vec).collect()
    }

    pub(crate) fn options(&self, position: &Packed, player: Player, out: &mut Vec<Packed>) {
        // what is found from now on is thrown away
        if self.overflowed() {
            return;
        }
        let heaps = self.heaps(position);
        if heaps.iter().any(|heap| is_far(heap)) {
            return self.overflowed.store(true, Ordering::Relaxed);
        }
        for (i, heap) in heaps.iter().enumerate() {
            if i > 0 && heaps[i - 1] == *heap {
                continue;
            }
            for (one, ..) in &self.rules.moves[player as usize] {
                let (mut steps, mut made, listed) = (MOST_WORK, 0, out.len());
                let flow = one.visit(heap, &mut steps, &mut |parts| {
                    let Some(parts) = parts.filter(|parts| made + parts.len() as u64 <= MOST_WORK)
                    else {
                        return ControlFlow::Break(());
                    };
                    made += parts.len() as u64;
                    let words = heaps.len() * self.arity() + parts.len();
                    step(words as u32);
                    grow(out, size_of::<Packed>() + 8 * words);
                    out.push(self.replaced(&heaps, i, parts));
                    ControlFlow::Continue(())
                });
                if flow.is_break() {
                    self.overflowed.store(true, Ordering::Relaxed);
                    out.truncate(listed);
                }
            }
        }
    }

    /// The first position that a move of a player leaves, if there is one; nothing where none is found in time.
    pub(crate) fn first_option(&self, position: &Packed, player: Player) -> Option<Option<Packed>> {
        let heaps = self.heaps(position);
        let mut steps = MOST_WORK;
        for (i, heap) in heaps.iter().enumerate() {
            for (one, ..) in &self.rules.moves[player as usize] {
                let mut left = None;
                let _ = one.visit(heap, &mut steps, &mut |parts| {
                    left = parts.map(<[u64]>::to_vec);
                    if left.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if let Some(parts) = left {
                    return Some(Some(self.replaced(&heaps, i, &parts)));
                }
            }
        }
        (steps > 0).then_some(None)
    }

    /// The position with what is left in place of a heap.
    pub(crate) fn replaced(&self, heaps: &[Vec<u64>], at: usize, parts: &[u64]) -> Packed {
        let mut next: Vec<Vec<u64>> = Vec::with_capacity(heaps.len() + parts.len());
        next.extend(heaps[..at].iter().chain(&heaps[at + 1..]).cloned());
        next.extend(parts.chunks(self.arity()).map(<[u64]>::to_vec));
        Self::pack(next)
    }

    /// Whether a move of a player leaves a position; nothing where that is not seen.
    pub(crate) fn leaves(&self, position: &Packed, to: &Packed, player: Player) -> Option<bool> {
        let [mut from, mut left] = [position, to].map(|one| self.heaps(one));
        // heaps that stay are in both
        from.retain(|heap| {
            let stays = left.iter().position(|other| other == heap);
            stays.map(|at| left.swap_remove(at)).is_none()
        });
        let ([heap], [made]) = (&from[..], &left[..]) else {
            return (from.len() > 1 || from.is_empty() && left.is_empty()).then_some(false);
        };
        let rules = self.rules.moves[player as usize].iter();
        let mut seen = Some(false);
        for (one, ..) in rules {
            match one.makes(heap, made) {
                Some(true) => return Some(true),
                made => seen = seen.and(made),
            }
        }
        seen
    }

    pub(crate) fn parts(&self, position: &Packed, out: &mut Vec<Packed>) {
        let heaps = self.heaps(position);
        // heaps are sorted: equal ones are taken apart once
        let mut own = 0..0;
        for (i, heap) in heaps.iter().enumerate() {
            if i == 0 || heaps[i - 1] != *heap {
                let first = out.len();
                self.parts_of(heap, out);
                own = first..out.len();
            } else {
                out.extend_from_within(own.clone());
            }
        }
    }

    /// Appends what of a heap can be played apart: of numbers that no move ties together the others are 0. What has no
    /// moves is left out.
    fn parts_of(&self, heap: &[u64], out: &mut Vec<Packed>) {
        for group in (0..self.arity()).filter(|&i| self.groups[i] == i) {
            let part: Vec<u64> = (heap.iter().zip(&self.groups))
                .map(|(&n, &of)| if of == group { n } else { 0 })
                .collect();
            if self.has_moves(&part) {
                out.push(Packed::new(&part));
            }
        }
    }

    fn has_moves(&self, heap: &[u64]) -> bool {
        if is_far(heap) {
            return true;
        }
        self.rules.moves.iter().flatten().any(|(one, ..)| {
            let (mut steps, mut moves) = (MOST_WORK, false);
            let _ = one.visit(heap, &mut steps, &mut |_| {
                moves = true;
                ControlFlow::Break(())
            });
            // where no move was found in time there may be one
            moves || steps == 0
        })
    }

    /// Whether some move was left out.
    pub(crate) fn overflowed(&self) -> bool {
        self.overflowed.load(Ordering::Relaxed)
    }

    /// The sizes of the heaps, if a heap is one number.
    pub(crate) fn sizes(&self, position: &Packed) -> Option<Vec<u64>> {
        (self.arity() == 1).then(|| self.heaps(position).into_iter().flatten().collect())
    }

    fn image(&self, position: &Packed, symmetry: &HeapSymmetry) -> Packed {
        let moved = |heap: Vec<u64>| symmetry.places.iter().map(|&i| heap[i]).collect();
        Self::pack(self.heaps(position).into_iter().map(moved).collect())
    }

    pub(crate) fn key(&self, part: &Packed) -> Key<Packed> {
        let least = self.symmetries.iter().map(|s| (self.image(part, s), s.negates)).min();
        let (part, negative) = least.unwrap_or((part.clone(), false));
        Key { part, negative }
    }

    pub(crate) fn negative(&self, position: &Packed) -> Option<Packed> {
        self.symmetries.iter().find(|s| s.negates).map(|s| self.image(position, s))
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        let words: Vec<String> = self
            .heaps(position)
            .iter()
            .map(|heap| {
                let numbers: Vec<String> = heap.iter().map(u64::to_string).collect();
                if heap.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(",")) }
            })
            .collect();
        if words.is_empty() { "nothing".into() } else { words.join("+") }
    }
}
