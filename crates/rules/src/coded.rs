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
    /// AnyCoded of the parts.
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

/// A ruleset whose parts have codes of `N` words.
pub trait Coded<const N: usize>: Send + Sync {
    /// A position as users of the ruleset hold it.
    type Position;

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

    /// Whether there is a quick look, which leaves some parts together.
    fn has_quick_look(&self) -> bool {
        false
    }

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

    /// Appends the codes of the parts of a position whose words [`Coded::options`] gave.
    fn parts_of(&self, words: &[u64; N], parts: &mut Vec<Key<[u64; N]>>);

    /// A guess at the number of moves of `player` in a position whose words [`Coded::options`] gave, good for putting
    /// options into order and for nothing else.
    fn mobility(&self, words: &[u64; N], player: Player) -> u32;

    /// Whether every move is a pattern whose cells all become pieces that no rule reads. Then patterns are never made,
    /// and the moves of a play are patterns of its first position that do not meet.
    fn only_places(&self) -> bool {
        false
    }

    /// How many moves `player` can make at most in a play from this part on, where [`Coded::only_places`].
    fn most_places(&self, _code: &[u64; N], _player: Player) -> u32 {
        u32::MAX
    }

    /// How many cells or tokens of a part matter.
    fn size(&self, code: &[u64; N]) -> u32;

    /// How many pieces tell cells apart: positions of so many cells are about the power of this number.
    fn pieces(&self) -> u32;

    /// Whether a symmetry of the rules carries the part to its negative. `false` says nothing.
    fn is_own_negative(&self, code: &[u64; N]) -> bool;

    /// Whether who moves second wins the part, of an impartial ruleset in normal play, by answering every move with its
    /// image under a symmetry. `false` says nothing.
    fn is_tweedledum(&self, _code: &[u64; N]) -> bool {
        false
    }

    /// AnyCoded of one ruleset mean the same on all boards whose frames have equal first numbers, and all of them can
    /// be played on the one whose second number is largest.
    fn frame(&self) -> (u64, u32);

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

    /// Whether both players always have the same moves.
    fn is_impartial(&self) -> bool;

    /// Whether some codes stand for the negative of a part.
    fn negates(&self) -> bool;

    /// Bytes kept so that codes can be played.
    fn bytes(&self) -> u64 {
        0
    }

    /// More parts than this cannot lie on one line of play.
    fn longest_play(&self) -> u64 {
        u64::MAX
    }
}

/// A ruleset whose parts have codes, by the number of their words. The codes are walked behind a pointer, so that a
/// search is compiled once for each length and never for each kind of board.
pub enum AnyCoded<P> {
    /// AnyCoded of one word.
    One(Box<dyn Coded<1, Position = P>>),
    /// AnyCoded of two words.
    Two(Box<dyn Coded<2, Position = P>>),
    /// AnyCoded of three words.
    Three(Box<dyn Coded<3, Position = P>>),
    /// AnyCoded of four words.
    Four(Box<dyn Coded<4, Position = P>>),
    /// AnyCoded of six words.
    Six(Box<dyn Coded<6, Position = P>>),
    /// AnyCoded of eight words.
    Eight(Box<dyn Coded<8, Position = P>>),
    /// AnyCoded of sixteen words.
    Sixteen(Box<dyn Coded<16, Position = P>>),
}

impl<P> AnyCoded<P> {
    /// Shows the ruleset to `visitor`.
    pub fn visit<V: CodedVisitor<P>>(self, visitor: V) -> V::Output {
        match self {
            Self::One(coded) => visitor.visit(coded),
            Self::Two(coded) => visitor.visit(coded),
            Self::Three(coded) => visitor.visit(coded),
            Self::Four(coded) => visitor.visit(coded),
            Self::Six(coded) => visitor.visit(coded),
            Self::Eight(coded) => visitor.visit(coded),
            Self::Sixteen(coded) => visitor.visit(coded),
        }
    }
}

/// What can be done with a coded ruleset, whatever the length of its codes.
pub trait CodedVisitor<P> {
    /// What it makes.
    type Output;

    /// Does it.
    fn visit<const N: usize>(self, coded: Box<dyn Coded<N, Position = P>>) -> Self::Output;
}
