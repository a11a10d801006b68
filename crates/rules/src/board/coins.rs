//! Boards on which coins are turned: where heads lie, and which sets of coins a head may turn.
//!
//! Sets of cells are bits in the order of the frame.

use farstar_play::Player;

use super::any::{AnyBoard, Shape, Staged, on};
use super::bits::Bits;
use super::packed::Packed;
use super::stage::{Stage, State};
use crate::language::CoinTurning;

impl<W: Bits> Stage<W> {
    /// The cells of the board that hold the piece with this number.
    fn holding(&self, state: &State<W>, number: u8) -> W {
        self.codes.mask(&state.planes, number).and(self.board)
    }

    fn set(&self, cells: W) -> Vec<u64> {
        (0..self.words).map(|i| cells.word(i)).collect()
    }
}

impl AnyBoard {
    /// The position with every coin turned to tails.
    pub(crate) fn tails(&self, coins: &CoinTurning, position: &Packed) -> Packed {
        on!(self, stage => {
            let mut state = stage.state(position);
            let heads = stage.holding(&state, stage.codes.of(coins.heads));
            stage.codes.put(&mut state.planes, heads, stage.codes.of(coins.tails));
            stage.pack(&state)
        })
    }

    /// The set of cells that show heads.
    pub(crate) fn heads(&self, coins: &CoinTurning, position: &Packed) -> Vec<u64> {
        on!(self, stage => {
            stage.set(stage.holding(&stage.state(position), stage.codes.of(coins.heads)))
        })
    }

    /// The cells of all coins, those that others may turn along before these.
    pub(crate) fn coins(&self, coins: &CoinTurning, position: &Packed) -> Vec<u32> {
        let stride = match &self.shape {
            Shape::Rows { stride, .. } => *stride,
            Shape::Network(_) => return Vec::new(),
        };
        on!(self, stage => {
            let state = stage.state(position);
            let [heads, tails] =
                [coins.heads, coins.tails].map(|side| stage.holding(&state, stage.codes.of(side)));
            let mut cells: Vec<u32> = heads.or(tails).cells().map(|cell| cell as u32).collect();
            let weight = |cell: usize| coins.weight(cell % stride, cell / stride);
            cells.sort_by_key(|&cell| std::cmp::Reverse(weight(cell as usize)));
            cells
        })
    }

    /// Calls `visit` with the other cells of every set that a head on `cell` may turn, all other coins of `tails`
    /// showing tails: with the heads that it leaves.
    pub(crate) fn each_turn(
        &self,
        coins: &CoinTurning,
        tails: &Packed,
        cell: u32,
        visit: &mut dyn FnMut(&[u64]),
    ) {
        on!(self, stage => {
            let mut state = stage.state(tails);
            let heads = stage.codes.of(coins.heads);
            stage.codes.put(&mut state.planes, Bits::cell(cell as usize), heads);
            let mut turned = vec![0; stage.words];
            stage.each_move(&state, Player::Left, &mut |next| {
                let left = stage.holding(next, heads);
                turned.iter_mut().enumerate().for_each(|(i, word)| *word = left.word(i));
                visit(&turned);
            });
        });
    }
}
