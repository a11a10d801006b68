//! Rulesets whose parts have short codes: what a search that keeps millions of parts speaks to.
//!
//! A code is a few words that name a part in its normal form, and the part can be played from its code alone. So a
//! table of values needs no positions, and everything from the moves of a part to the codes of what they leave stays in
//! machine words.

use farstar_play::Player;

use crate::position::Key;

/// What the moves of one player leave: the parts of every option, one option after the other.
#[derive(Clone, Debug)]
pub struct Expansion<const N: usize> {
    /// Codes of the parts.
    pub parts: Vec<Key<[u64; N]>>,
    /// For each option, the number of parts up to its last.
    pub ends: Vec<u32>,
}

impl<const N: usize> Default for Expansion<N> {
    fn default() -> Self {
        Self { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<const N: usize> Expansion<N> {
    /// Forgets all options.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }
}

/// What holds of all codes of a ruleset on one board.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Whether both players always have the same moves.
    pub impartial: bool,
    /// Whether some codes stand for the negative of a part.
    pub negates: bool,
    /// Whether there is a quick look, which leaves some parts together.
    pub quick_look: bool,
    /// Whether every move is a pattern whose cells all become pieces that no rule reads. Then patterns are never made,
    /// and the moves of a play are patterns of its first position that do not meet.
    pub places: bool,
    /// Whether [`Coded::halves`] may give halves.
    pub lines: bool,
    /// How many pieces tell cells apart: positions of so many cells are about the power of this number.
    pub pieces: u32,
    /// Codes of one ruleset mean the same on all boards whose frames have equal first numbers, and all of them can be
    /// played on the one whose second number is largest.
    pub frame: (u64, u32),
}

/// A ruleset whose parts have codes of `N` words.
pub trait Coded<const N: usize>: Send + Sync {
    /// A position as users of the ruleset hold it.
    type Position;

    /// What holds of all codes.
    fn facts(&self) -> Facts;

    /// Appends the codes of the parts of a position.
    fn parts(&self, position: &Self::Position, parts: &mut Vec<Key<[u64; N]>>);

    /// Appends the codes of the positions that moves of `player` reach from the part with this code, before they are
    /// taken apart. `false`, and nothing appended, where such positions have no codes: then there is only
    /// [`Coded::expand`].
    fn wholes(&self, _code: &[u64; N], _player: Player, _wholes: &mut Vec<Key<[u64; N]>>) -> bool {
        false
    }

    /// Appends the parts of a position that [`Coded::wholes`] gave; if `coarse`, only those that a quick look tells
    /// apart.
    fn split(&self, _whole: &Key<[u64; N]>, _coarse: bool, _parts: &mut Vec<Key<[u64; N]>>) {}

    /// Appends what the moves of `player` leave of the part with this code.
    fn expand(&self, code: &[u64; N], player: Player, expansion: &mut Expansion<N>) {
        let mut wholes = Vec::new();
        self.wholes(code, player, &mut wholes);
        for whole in &wholes {
            self.split(whole, false, &mut expansion.parts);
            expansion.ends.push(expansion.parts.len() as u32);
        }
    }

    /// Appends the positions that moves of `player` reach from a part, not taken apart: words, but no codes.
    fn options(&self, code: &[u64; N], player: Player, options: &mut Vec<[u64; N]>);

    /// Appends the same as patterns where they lie, where each move of `player` is one pattern that flips bits and
    /// knows what lay on every cell it changes: so whatever is a sum over the cells of a position changes by a number
    /// that depends on pattern and place alone. Each is 64 times the number of the pattern among those of the player,
    /// and the bit of the lowest cell that it flips. `false`, and nothing appended, where moves are not of this kind.
    fn landings(&self, _code: &[u64; N], _player: Player, _found: &mut Vec<u32>) -> bool {
        false
    }

    /// The bits of each word that one of [`Coded::landings`] flips.
    fn flipped(&self, _player: Player, _landing: u32) -> [u64; N] {
        [0; N]
    }

    /// Appends the codes of the parts of a position whose words [`Coded::options`] gave.
    fn parts_of(&self, words: &[u64; N], parts: &mut Vec<Key<[u64; N]>>);

    /// A guess at the number of moves of `player` in a position whose words [`Coded::options`] gave, good for putting
    /// options into order and for nothing else.
    fn mobility(&self, words: &[u64; N], player: Player) -> u32;

    /// In how many places a piece of `player` lies beside another that would take it back, were it taken by a move to
    /// its cell, in a position whose words [`Coded::options`] gave, where that is told quickly, else 0: good for
    /// putting options into order and for nothing else.
    fn backing(&self, _words: &[u64; N], _player: Player) -> u32 {
        0
    }

    /// How many cells some move of `player` changes in a position whose words [`Coded::options`] gave, if that is told
    /// quickly: good for putting options into order and for nothing else.
    fn changed(&self, _words: &[u64; N], _player: Player) -> Option<u32> {
        None
    }

    /// How many moves more than the opponent `player` can make at most in a play from this part on, where moves only
    /// place pieces ([`Facts::places`]): the part is worth no more to the player.
    fn most_places(&self, _code: &[u64; N], _player: Player) -> i32 {
        i32::MAX
    }

    /// The two halves of a position that [`Coded::wholes`] gave, cut along a line that only moves of the opponent of
    /// `player` cross, so that their sum is at least as good for the player as the position; line 0 is in the middle,
    /// those after it further and further away. `None` where there are not so many.
    fn halves(
        &self,
        _whole: &Key<[u64; N]>,
        _player: Player,
        _line: usize,
    ) -> Option<[Key<[u64; N]>; 2]> {
        None
    }

    /// How many cells or tokens of a part matter.
    fn size(&self, code: &[u64; N]) -> u32;

    /// Whether a symmetry of the rules carries the part to its negative; of an impartial ruleset, whether who moves
    /// second wins the part in normal play by answering every move with its image under a symmetry. `false` says
    /// nothing.
    fn is_symmetric(&self, code: &[u64; N]) -> bool;

    /// A position as words, if its words are all there is to it and [`Coded::cut`] takes them.
    fn words(&self, _position: &Self::Position) -> Option<[u64; N]> {
        None
    }

    /// Takes each of these positions apart, into all its parts or into one and all the rest, as they lie, not brought
    /// to the normal form of a code. Appends what it finds, and for each position the number of parts up to its last.
    fn cut(&self, _positions: &[[u64; N]], _parts: &mut Vec<[u64; N]>, _ends: &mut Vec<u32>) {}

    /// The code of a part as it lies.
    fn code_of(&self, part: &[u64; N]) -> Key<[u64; N]> {
        Key { part: *part, negative: false }
    }

    /// How many parts are kept so that codes can be played, and this one's share of their bytes; `None` where codes are
    /// played as they are.
    fn kept(&self) -> Option<(u64, u64)> {
        None
    }

    /// Another that gives the same codes, where they are numbers of what was met and so mean nothing to others.
    fn twin(&self) -> Option<AnyCoded<Self::Position>> {
        None
    }
}

/// A ruleset whose parts have codes, by the number of their words. The codes are walked behind a pointer, so that a
/// search is compiled once for each length and never for each kind of board.
pub enum AnyCoded<P> {
    /// Codes of one word.
    One(Box<dyn Coded<1, Position = P>>),
    /// Codes of two words.
    Two(Box<dyn Coded<2, Position = P>>),
    /// Codes of three words.
    Three(Box<dyn Coded<3, Position = P>>),
    /// Codes of four words.
    Four(Box<dyn Coded<4, Position = P>>),
    /// Codes of six words.
    Six(Box<dyn Coded<6, Position = P>>),
    /// Codes of eight words.
    Eight(Box<dyn Coded<8, Position = P>>),
    /// Codes of sixteen words.
    Sixteen(Box<dyn Coded<16, Position = P>>),
}

/// Does the same with a coded ruleset whatever the length of its codes: `of_any_length!(any, coded => what is done)`.
#[macro_export]
macro_rules! of_any_length {
    ($any:expr, $coded:ident => $done:expr) => {
        match $any {
            $crate::coded::AnyCoded::One($coded) => $done,
            $crate::coded::AnyCoded::Two($coded) => $done,
            $crate::coded::AnyCoded::Three($coded) => $done,
            $crate::coded::AnyCoded::Four($coded) => $done,
            $crate::coded::AnyCoded::Six($coded) => $done,
            $crate::coded::AnyCoded::Eight($coded) => $done,
            $crate::coded::AnyCoded::Sixteen($coded) => $done,
        }
    };
}
