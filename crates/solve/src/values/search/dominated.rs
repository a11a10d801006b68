//! Options that another one dominates, seen before they are valued.
//!
//! A dominated option does not matter to the value (Siegel, II.2), so it need not have one. Where moves only place
//! pieces, what an option is worth at most is often known from two halves of it (see `Coded::halves`); where another
//! option is worth as much, it is left out, with all that only it leads to.

use farstar_rules::position::Key;
use farstar_value::{Game, Player};

use super::super::table::hash;
use super::{Search, game};
use crate::Result;

/// Lines along which an option is cut: later ones nearly never tell more.
const LINES: usize = 3;
/// Options of fewer cells are valued as quickly as they are bounded.
const FEW: u32 = if cfg!(test) { 2 } else { 16 };

impl<const N: usize> Search<'_, '_, N> {
    /// Whether an option is seen to be worth no more to its player than another of the frame on top that has its
    /// value: some sum of its halves, worth at least as much as the option, is.
    pub(super) fn is_dominated(&mut self, at: usize) -> Result<bool> {
        let (Some(frame), Some(whole)) = (self.stack.last(), self.options[at].whole) else {
            return Ok(false);
        };
        if self.coded.size(&whole.part) < FEW {
            return Ok(false);
        }
        let right = frame.options + frame.left;
        let (player, others) = if at < right {
            (Player::Left, frame.options..right)
        } else {
            (Player::Right, right..self.options.len())
        };
        for line in 0..LINES {
            let Some(halves) = self.coded.halves(&whole, player, line) else { break };
            let Some(halves) = self.known_halves(&halves)? else { continue };
            let mut most = None;
            for other in others.clone() {
                let Some(value) = self.options[other].value else { continue };
                if !self.calc.sum_may_compare(halves, value)[player as usize] {
                    continue;
                }
                let most = match most {
                    Some(most) => most,
                    None => *most.insert(self.calc.add(halves[0], halves[1])?),
                };
                let dominates = match player {
                    Player::Left => self.calc.le(most, value)?,
                    Player::Right => self.calc.le(value, most)?,
                };
                if dominates {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The values of two positions not taken apart, if those of their parts are known.
    fn known_halves(&mut self, halves: &[Key<[u64; N]>; 2]) -> Result<Option<[Game; 2]>> {
        let hashes = [0, 1].map(|half| {
            let hash = hash(&halves[half].part);
            self.reading.prefetch(hash);
            self.wholes.prefetch(hash, halves[half].negative);
            hash
        });
        let Some(first) = self.known(&halves[0], hashes[0])? else { return Ok(None) };
        Ok(self.known(&halves[1], hashes[1])?.map(|second| [first, second]))
    }

    /// The value of a position not taken apart, if those of its parts are known.
    fn known(&mut self, whole: &Key<[u64; N]>, at: u64) -> Result<Option<Game>> {
        if let Some(pair) = self.reading.get_hashed(&whole.part, at) {
            return Ok(game(self.arena, pair, whole.negative));
        }
        if let Some(value) = self.wholes.get(whole, at) {
            return Ok(Some(value));
        }
        self.parts.clear();
        self.coded.split(whole, false, &mut self.parts);
        let mut sum = Game::ZERO;
        for at in 0..self.parts.len() {
            let Key { part, negative } = self.parts[at];
            let pair = self.reading.get(&part);
            let Some(value) = pair.and_then(|pair| game(self.arena, pair, negative)) else {
                return Ok(None);
            };
            sum = self.calc.add(sum, value)?;
        }
        self.wholes.put(whole, sum);
        Ok(Some(sum))
    }
}
