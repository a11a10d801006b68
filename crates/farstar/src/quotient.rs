//! Misère quotients of positions of any impartial ruleset.

use crate::misere::{MisereQuotient, QuotientCertificate};
use crate::position::Place;
use crate::{Error, Limits, Player, Position, SolverError};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Positions that moves reach, at most.
const MOST: usize = 1 << 18;
/// Positions between two looks at the limits, and about what one takes beside its options.
const STEP: usize = 64;
const BYTES: usize = 200;

/// The misère quotient of positions of an impartial ruleset: of all positions that moves reach from them, and of all
/// sums of these.
///
/// Positions with the same options are one generator. Generator 0 has no move; each has only smaller ones as options.
#[derive(Debug)]
pub struct PositionQuotient {
    quotient: MisereQuotient,
    /// The generators of the positions that were asked about.
    asked: Vec<u32>,
    options: Vec<Vec<Vec<u32>>>,
}

impl PositionQuotient {
    /// The quotient, of at most `most` elements.
    ///
    /// # Errors
    /// [`Error::Solver`] if the ruleset is not impartial or not proved to end, if a position is one of heaps (whose
    /// quotient is [`MisereQuotient::of_heap_game`]), or if there is none; that a limit was met while the positions
    /// were listed, or that there are more than 2^18.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Limits, Ruleset, misere::PositionQuotient};
    /// let cram = Ruleset::named("Cram")?;
    /// let boards = [cram.position("1x4")?, cram.position("2x3")?];
    /// let found = PositionQuotient::of(&boards, 100, &Limits::none())?;
    /// // 1x4 has the options 0 and *1: it is *2
    /// assert_eq!(found.quotient().order(), 6);
    /// assert_eq!(found.is_lost(&[0]), Some(false));
    /// assert_eq!(found.is_lost(&[0, 0]), Some(true));
    /// # Ok::<(), farstar::Error>(())
    /// ```
    ///
    /// # Cost
    /// The positions that can be reached, and then that of [`MisereQuotient::of_options`] for those that differ.
    pub fn of(positions: &[Position], most: usize, limits: &Limits) -> Result<Self, Error> {
        let (mut forms, mut asked) = (Forms::new(limits), Vec::with_capacity(positions.len()));
        for position in positions {
            let ruleset = position.ruleset();
            let wrong = |why: &str| {
                let what = format!("the misère quotient of {}", ruleset.name());
                Err(SolverError::not_covered(what, why).into())
            };
            let Place::Board(board, words) = position.place() else {
                return wrong("that of heaps is asked without positions");
            };
            if !ruleset.is_impartial() {
                return wrong("both players must have the same moves");
            }
            if !ruleset.ends() {
                return wrong("play must be proved to end");
            }
            asked.push(limits.guard(|| forms.number(board, words))??);
        }
        if asked.is_empty() {
            return Err(
                SolverError::not_covered("a misère quotient", "a position is needed").into()
            );
        }
        let options: Vec<Vec<Vec<u32>>> = forms
            .options
            .iter()
            .map(|options| options.iter().map(|&option| vec![option]).collect())
            .collect();
        let quotient = MisereQuotient::of_options(&options, most, limits)?;
        Ok(Self { quotient, asked, options })
    }

    /// The quotient; its heaps are the generators.
    #[must_use]
    pub fn quotient(&self) -> &MisereQuotient {
        &self.quotient
    }

    /// How many positions with different options there are.
    #[must_use]
    pub fn generators(&self) -> usize {
        self.options.len()
    }

    /// A proof for [`QuotientCertificate::check`], which holds the options of every generator. That these are the
    /// options of the positions is no part of it.
    #[must_use]
    pub fn certificate(&self) -> QuotientCertificate {
        QuotientCertificate::of_options(&self.options, &self.quotient)
    }

    /// The class of one of the positions that were asked about, by its number from 0; `None` if the quotient ended
    /// before.
    #[must_use]
    pub fn class(&self, position: usize) -> Option<u32> {
        self.quotient.value(*self.asked.get(position)?)
    }

    /// Whether who is to move loses the sum of some of the positions that were asked about, where who cannot move wins.
    #[must_use]
    pub fn is_lost(&self, sum: &[usize]) -> Option<bool> {
        let sum: Option<Vec<u32>> = sum.iter().map(|&at| self.asked.get(at).copied()).collect();
        self.quotient.is_lost(&sum?)
    }
}

/// Positions by their options.
struct Forms<'l> {
    limits: &'l Limits,
    /// The options of each generator, and the generator with these options.
    options: Vec<Vec<u32>>,
    known: HashMap<Vec<u32>, u32>,
    bytes: usize,
}

impl<'l> Forms<'l> {
    fn new(limits: &'l Limits) -> Self {
        let known = HashMap::from([(Vec::new(), 0)]);
        Self { limits, options: vec![Vec::new()], known, bytes: 0 }
    }

    /// The generator of a position. Nothing recurses: positions wait for their options on a stack.
    fn number(&mut self, board: &Board, start: &Packed) -> Result<u32, Error> {
        let mut numbers: HashMap<Packed, u32> = HashMap::new();
        let mut waiting: Vec<(Packed, Vec<Packed>)> = vec![(start.clone(), options(board, start))];
        while let Some((position, left)) = waiting.last() {
            if let Some(next) = left.iter().find(|option| !numbers.contains_key(*option)) {
                let options = options(board, next);
                waiting.push((next.clone(), options));
                continue;
            }
            let mut own: Vec<u32> = left.iter().map(|option| numbers[option]).collect();
            own.sort_unstable();
            own.dedup();
            self.bytes += BYTES + 4 * own.len();
            if numbers.len() >= MOST {
                let most = format!("{MOST} positions");
                return Err(SolverError::too_large("a misère quotient", most).into());
            }
            if numbers.len().is_multiple_of(STEP) {
                self.limits.check_with(numbers.len() as u64, self.bytes as u64)?;
            }
            let next = self.options.len() as u32;
            let number = match self.known.entry(own) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    self.options.push(free.key().clone());
                    *free.insert(next)
                }
            };
            numbers.insert(position.clone(), number);
            waiting.pop();
        }
        Ok(numbers[start])
    }
}

fn options(board: &Board, position: &Packed) -> Vec<Packed> {
    let mut options = Vec::new();
    board.options(position, Player::Left, &mut options);
    options.sort_unstable();
    options.dedup();
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;

    /// Who is to move loses the sum of boards, played out with every move.
    fn is_lost(sum: &[Position], met: &mut HashMap<String, bool>) -> bool {
        let mut texts: Vec<String> = sum.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let key = texts.join("+");
        if let Some(&lost) = met.get(&key) {
            return lost;
        }
        let (mut moves, mut lost) = (0, true);
        for at in 0..sum.len() {
            for option in sum[at].moves(Player::Left).expect("a board") {
                let mut after = sum.to_vec();
                after[at] = option;
                moves += 1;
                lost &= !is_lost(&after, met);
            }
        }
        // who cannot move wins
        let lost = lost && moves > 0;
        met.insert(key, lost);
        lost
    }

    #[test]
    fn sums_are_lost_as_play_says() -> Result<(), Error> {
        for (name, texts) in [
            ("Cram", &["1x2", "1x4", "2x3", "1x5", "1x7"][..]),
            ("impartial Clobber", &["XO", "XOXO", "XOX", "XO|OX"]),
        ] {
            let ruleset = Ruleset::named(name)?;
            let boards: Vec<Position> =
                texts.iter().map(|text| ruleset.position(text)).collect::<Result<_, _>>()?;
            let found = PositionQuotient::of(&boards, 200, &Limits::none())?;
            let mut met = HashMap::new();
            for a in 0..boards.len() {
                for b in 0..=a {
                    for c in 0..=b {
                        let sum = [boards[a].clone(), boards[b].clone(), boards[c].clone()];
                        let lost = is_lost(&sum, &mut met);
                        assert_eq!(found.is_lost(&[a, b, c]), Some(lost), "{name} {a} {b} {c}");
                    }
                }
            }
        }
        Ok(())
    }

    #[test]
    fn what_has_no_quotient_says_why() -> Result<(), Error> {
        let position = Ruleset::named("Domineering")?.position("2x2")?;
        let error = PositionQuotient::of(&[position], 10, &Limits::none()).unwrap_err();
        assert!(error.to_string().contains("same moves"), "{error}");
        assert!(PositionQuotient::of(&[], 10, &Limits::none()).is_err());
        let board = Ruleset::named("Cram")?.position("4x4")?;
        let error = PositionQuotient::of(&[board], 10, &Limits::none().nodes(100)).unwrap_err();
        assert_eq!(error.stop(), Some(crate::Stop::Nodes));
        Ok(())
    }
}
