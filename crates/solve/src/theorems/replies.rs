//! Heaps that are lost, on a line from a heap: the number that is taken, digit by digit, beside the automaton of the
//! heaps that are lost.

use std::collections::HashMap;

use farstar_play::Player;
use farstar_referee::{Abstraction, Kind, LAW, Numeration, SUM};

use super::HeapTheorem;

/// What a number n of a heap becomes where k ≥ 1 is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// n.
    Same,
    /// n − k.
    Less,
    /// k.
    Taken,
}

/// The states after some digits: of the heap, of the sum of what is taken and what is left of each number, and whether
/// something is taken.
type State = (usize, Vec<usize>, bool);
/// The digits so far: of what is taken, and of the numbers of the heap that is left.
type Digits = (Vec<usize>, Vec<Vec<usize>>);

impl HeapTheorem {
    /// The heap with the least k taken of those on a line that a player loses who begins, or that are worth 0 where the
    /// theorem is of Grundy values; nothing if there is none, or the theorem does not tell.
    ///
    /// # Cost
    /// O(d·s·a^m), for numbers of d digits, s states of the law and a of addition where m numbers become less.
    ///
    /// # Examples
    /// ```
    /// use farstar_play::Player;
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_solve::theorems::{self, Becomes};
    /// let wythoff = theorems::of(&ruleset("wythoff")?, true).expect("it comes with Farstar");
    /// // (3,5) is lost, and by taking 7 of both (10,12) becomes it
    /// let line = [Becomes::Less, Becomes::Less];
    /// assert_eq!(wythoff.lost_on_line(&[10, 12], &line, Player::Left), Some(vec![3, 5]));
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn lost_on_line(&self, heap: &[u64], line: &[Becomes], player: Player) -> Option<Vec<u64>> {
        let reads = &self.theorem.claim.reads;
        if !matches!(reads, Abstraction::Entries | Abstraction::Euclidean) {
            return None;
        }
        let read = self.numbers_read(heap)?;
        let Some(_) = &self.euclidean else { return self.lost_of_read(&read, line, player) };
        // as often as it is taken, by so much the quotient falls
        let from = line.iter().position(|&one| one == Becomes::Less)?;
        let (&unit, &large) = (heap.get(1 - from)?, heap.get(from)?);
        if unit == 0 || unit > large || line[1 - from] != Becomes::Same {
            return None;
        }
        let left = self.lost_of_read(&read, &[Becomes::Less, Becomes::Same], player)?;
        let mut to = heap.to_vec();
        to[from] = large - (read[0] - left[0]) * unit;
        Some(to)
    }

    /// A number of which multiples are taken of a heap.
    #[must_use]
    pub fn unit(&self, heap: &[u64]) -> u64 {
        let smaller = self.euclidean.as_ref().and_then(|_| heap.iter().min());
        smaller.map_or(1, |&smaller| smaller.max(1))
    }

    /// The numbers that are read of the heap with the least k taken of those on a line that are lost.
    fn lost_of_read(&self, read: &[u64], line: &[Becomes], player: Player) -> Option<Vec<u64>> {
        let is_of_values = self.theorem.claim.kind == Kind::Grundy;
        let which = if is_of_values { LAW } else { self.losses_of(player)? };
        // the digits of 0
        let zero = vec![0; if is_of_values { self.theorem.claim.beside() } else { 0 }];
        let words = self.words(read).filter(|words| words.len() == line.len())?;
        let digits = self.theorem.diagrams.digits();
        let less = line.iter().filter(|&&one| one == Becomes::Less).count();
        let mut open: HashMap<State, Digits> = HashMap::from([(
            (0, vec![0; less], false),
            (Vec::new(), vec![Vec::new(); read.len()]),
        )]);
        for place in 0..words[0].len() {
            let mut after: HashMap<State, Digits> = HashMap::new();
            for ((state, sums, some), (taken, left)) in &open {
                for k in 0..digits {
                    let mut ways = vec![(Vec::new(), Vec::new())];
                    let mut sum = sums.iter();
                    for (become_, word) in line.iter().zip(&words) {
                        let choices: Vec<(usize, Option<usize>)> = match become_ {
                            Becomes::Same => vec![(word[place], None)],
                            Becomes::Taken => vec![(k, None)],
                            Becomes::Less => {
                                let &sum = sum.next()?;
                                let of = |x| {
                                    self.sums(sum, [x, k, word[place]]).map(move |to| (x, Some(to)))
                                };
                                (0..digits).flat_map(of).collect()
                            }
                        };
                        ways = (ways.iter())
                            .flat_map(|(own, sums): &(Vec<usize>, Vec<usize>)| {
                                choices.iter().map(move |&(digit, sum)| {
                                    let own = own.iter().copied().chain([digit]).collect();
                                    (own, sums.iter().copied().chain(sum).collect())
                                })
                            })
                            .collect();
                    }
                    for (own, sums) in ways {
                        let to = self.step(which, *state, &[&own[..], &zero].concat());
                        let to = (to, sums, *some || k > 0);
                        let mut taken = taken.clone();
                        taken.push(k);
                        if after.get(&to).is_some_and(|known| known.0 <= taken) {
                            continue;
                        }
                        let behind =
                            |(word, digit): (&Vec<usize>, usize)| [&word[..], &[digit]].concat();
                        after.insert(to, (taken, left.iter().zip(own).map(behind).collect()));
                    }
                }
            }
            open = after;
        }
        let accepts = &self.theorem.given[which].as_ref()?.accepts;
        let ends = |((state, sums, some), _): &(&State, &Digits)| {
            *some && accepts[*state] && sums.iter().all(|&sum| self.is_sum(sum))
        };
        let (_, (_, left)) = open.iter().filter(ends).min_by_key(|(_, digits)| &digits.0)?;
        left.iter().map(|word| self.number(word)).collect()
    }

    /// The states of addition, x + k = n, behind a state by a digit of each, most significant first. In a base a state
    /// is what must be carried from the digits to come.
    fn sums(&self, state: usize, [x, k, n]: [usize; 3]) -> impl Iterator<Item = usize> + use<> {
        let states: Vec<usize> = match self.theorem.claim.numeration {
            Numeration::Base(base) => {
                let all = n + state * base as usize;
                (0..2).filter(|carried| x + k + carried == all).collect()
            }
            Numeration::Words(_) => vec![self.step(SUM, state, &[x, k, n])],
        };
        states.into_iter()
    }

    /// Whether the digits that lead to a state of addition are those of a sum.
    fn is_sum(&self, state: usize) -> bool {
        match self.theorem.claim.numeration {
            Numeration::Base(_) => state == 0,
            Numeration::Words(_) => {
                self.theorem.given[SUM].as_ref().is_some_and(|sum| sum.accepts[state])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems;
    use farstar_rules::builtin::ruleset;

    /// What is found is lost, on the line and nearest; nothing is found where nothing on the line is lost.
    #[test]
    fn lines_are_those_of_the_heaps_one_by_one() {
        let lines = |heap: [u64; 2], line: [Becomes; 2], k: u64| {
            let to = [0, 1].map(|i| match line[i] {
                Becomes::Same => Some(heap[i]),
                Becomes::Less => heap[i].checked_sub(k),
                Becomes::Taken => Some(k),
            });
            Some([to[0]?, to[1]?])
        };
        use Becomes::{Less, Same, Taken};
        for name in ["wythoff", "generalised-wythoff", "fibonacci-nim", "two-heap-nim"] {
            let of_values = name == "two-heap-nim";
            let theorem = theorems::of(&ruleset(name).unwrap(), !of_values).unwrap();
            for heap in (0..20).flat_map(|a| (0..20).map(move |b| [a, b])) {
                for line in [[Less, Same], [Same, Less], [Less, Less], [Less, Taken]] {
                    let all = (1..=heap[0].max(heap[1])).filter_map(|k| lines(heap, line, k));
                    let mut lost = all.filter(|to| match of_values {
                        true => theorem.value(to) == Some(0),
                        false => theorem.loses(to, Player::Left) == Some(true),
                    });
                    let found = theorem.lost_on_line(&heap, &line, Player::Left);
                    assert_eq!(found, lost.next().map(Vec::from), "{name} {heap:?} {line:?}");
                }
            }
        }
    }
}
