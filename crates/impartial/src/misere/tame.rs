//! Tame heaps: those that are played in sums under misère play as heaps of Nim are.
//!
//! A class is a number, *fickle* (0 or 1, as heaps of Nim with fewer than two stones) or *firm* (any, as sums of larger
//! ones). Classes of a sum are added: numbers by nim addition, and one firm component makes it firm. Who is to move
//! loses a firm sum of number 0 and a fickle one of number 1, if every heap has the class that its options give it:
//! with `g` the mex of their numbers and `g⁻` that of their numbers with fickle 0 and 1 exchanged, fickle `g` if all
//! options are fickle and `g ≠ g⁻`, firm `g` if `g = g⁻`; any other heap is wild.
//!
//! *Proof* by induction. All moves of a fickle component go to the other fickle number, so that a fickle sum of number
//! 1 has moves to such of number 0 alone; one of number 0 has such a move back unless nothing can be moved, and then
//! who is to move wins. A move from a firm sum of number 0 changes the number; what it leaves is firm, and so won by
//! who is next, or the only firm component, of number `r` as all others together, was moved to a fickle one: not of
//! number `r`, which is its `g`, nor of `1 − r`, whose exchanged number is `r = g⁻`. From a firm sum of another number
//! a move to number 0 leads as in Nim; where it would leave nothing firm, the only firm component has number `m`, all
//! others number `r ≤ 1`: if `m > r`, some option has the exchanged number `r`, that is firm `r` or fickle `1 − r`, and
//! both are lost; if not, `m = 0` and `r = 1`, and a fickle 1 goes to 0. (Compare Conway, *On Numbers and Games*, ch.
//! 12; *Winning Ways*, ch. 13.)

use crate::error::Result;
use farstar_play::{Limits, Meter};
use farstar_rules::heap::HeapGame;
use std::ops::ControlFlow;

/// Parts of options that are looked at, all heaps together.
const MOST_PARTS: u64 = 1 << 26;

/// The class of a heap or a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    number: u32,
    is_firm: bool,
}

/// The classes of the heaps 0, 1, 2, … of a game, as far as they are tame and were asked for.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::TameHeaps;
/// use farstar_rules::heap::HeapCode;
/// use farstar_value::Limits;
/// let lasker: HeapCode = "4.[3]".parse()?;
/// let mut heaps = TameHeaps::default();
/// assert_eq!(heaps.is_lost(&lasker, &[3, 4], &Limits::none())?, Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TameHeaps {
    classes: Vec<Class>,
    /// Whether no more heaps are looked at: the next one is wild, or there are too many options.
    is_over: bool,
    parts: u64,
}

impl TameHeaps {
    /// Whether who is to move loses a sum of heaps of a game, under misère play; nothing where a heap as large as the
    /// largest, or smaller, is wild, has a part that is not smaller, or lies beyond 2²⁶ parts of options. All questions
    /// are about the same game.
    ///
    /// # Errors
    /// Those of `limits`.
    ///
    /// # Cost
    /// Linear in the parts of the options of all heaps up to the largest, each looked at once.
    pub fn is_lost(
        &mut self,
        game: &dyn HeapGame,
        heaps: &[u32],
        limits: &Limits,
    ) -> Result<Option<bool>> {
        let mut meter = Meter::new(limits);
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let (mut numbers, mut exchanged) = (Seen::default(), Seen::default());
        while !self.is_over && self.classes.len() <= largest as usize {
            let (mut all_fickle, mut parts) = (true, 0);
            let most = MOST_PARTS - self.parts;
            numbers.begin();
            exchanged.begin();
            let mut look = |option: &[u32]| {
                parts += 1 + option.len() as u64;
                let Some(class) = self.class(option).filter(|_| parts <= most) else {
                    return ControlFlow::Break(());
                };
                all_fickle &= !class.is_firm;
                numbers.insert(class.number);
                exchanged.insert(class.number ^ u32::from(!class.is_firm));
                ControlFlow::Continue(())
            };
            let heap = self.classes.len() as u32;
            let flow = limits.guard(|| game.visit_options(heap, &mut look))?;
            meter.step(1 + parts)?;
            meter.hold((self.classes.len() * size_of::<Class>()) as u64)?;
            let [number, other] = [numbers.mex(), exchanged.mex()];
            let is_firm = number == other && parts > 0;
            self.is_over = flow.is_break() || !is_firm && !all_fickle;
            if !self.is_over {
                self.classes.push(Class { number, is_firm });
                self.parts += parts;
            }
        }
        Ok(self.class(heaps).map(|sum| sum.number == u32::from(!sum.is_firm)))
    }

    /// The class of a sum of heaps, if all are known.
    fn class(&self, heaps: &[u32]) -> Option<Class> {
        let nothing = Class { number: 0, is_firm: false };
        heaps.iter().try_fold(nothing, |sum, &heap| {
            let one = self.classes.get(heap as usize)?;
            let number = sum.number ^ one.number;
            Some(Class { number, is_firm: sum.is_firm || one.is_firm })
        })
    }
}

/// A set of numbers that is emptied at once.
#[derive(Default)]
struct Seen {
    round: u32,
    rounds: Vec<u32>,
}

impl Seen {
    fn begin(&mut self) {
        self.round += 1;
    }

    fn insert(&mut self, number: u32) {
        let number = number as usize;
        if self.rounds.len() <= number {
            self.rounds.resize(number + 1, 0);
        }
        self.rounds[number] = self.round;
    }

    fn mex(&self) -> u32 {
        let seen = self.rounds.iter().take_while(|&&round| round == self.round);
        seen.count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::Outcome;
    use crate::misere::misere_nim_outcome;
    use farstar_rules::heap::HeapCode;
    use std::collections::HashMap;

    /// Whether who is to move loses, by playing on.
    fn lost(game: &HeapCode, heaps: Vec<u32>, known: &mut HashMap<Vec<u32>, bool>) -> bool {
        if let Some(&lost) = known.get(&heaps) {
            return lost;
        }
        let mut after = Vec::new();
        for (at, &heap) in heaps.iter().enumerate() {
            for parts in game.options(heap) {
                let others = heaps.iter().enumerate().filter(|(other, _)| *other != at);
                let mut next: Vec<u32> = others.map(|(_, &heap)| heap).chain(parts).collect();
                next.sort_unstable();
                after.push(next);
            }
        }
        // who cannot move wins
        let lost = !after.is_empty() && !after.into_iter().any(|next| lost(game, next, known));
        known.insert(heaps, lost);
        lost
    }

    #[test]
    fn sums_of_tame_heaps_are_those_of_play() {
        let (mut told, mut wild) = (0, 0);
        for code in [
            "0.[3]", "4.[3]", "0.33", "0.333", "0.103", "0.3033", "0.77", "0.137", "0.4", "4.7",
            "0.17", "0.6", "0.35", "4.3", "0.56", "0.(3)",
        ] {
            let Ok(game) = code.parse::<HeapCode>() else { continue };
            let (mut tame, mut known) = (TameHeaps::default(), HashMap::new());
            for (a, b, c) in
                (0..9).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c))))
            {
                let Some(is_lost) = tame.is_lost(&game, &[a, b, c], &Limits::none()).unwrap()
                else {
                    wild += 1;
                    continue;
                };
                told += 1;
                assert_eq!(is_lost, lost(&game, vec![c, b, a], &mut known), "{code} {a} {b} {c}");
            }
        }
        assert!(told > 1000 && wild > 100, "{told} {wild}");
    }

    #[test]
    fn nim_is_tame() {
        let nim: HeapCode = "0.[3]".parse().unwrap();
        let mut tame = TameHeaps::default();
        for heaps in [[700, 600, 1], [5, 5, 0], [1, 1, 1], [1, 1, 0], [999, 998, 5]] {
            let wanted = misere_nim_outcome(&heaps.map(u64::from)) == Outcome::P;
            let told = tame.is_lost(&nim, &heaps, &Limits::none()).unwrap();
            assert_eq!(told, Some(wanted), "{heaps:?}");
        }
    }
}
