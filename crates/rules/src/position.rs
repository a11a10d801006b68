//! What a game is: the options of each player, and the independent parts of a position.
//!
//! Everything that searches speaks to [`GameGraph`]. [`GameGraph::options`], a key and [`GameGraph::draw`] must be
//! written; parts, keys and symmetries make a search faster and never change an answer. Rulesets written in the rules
//! language ([`crate::language`]) have all of them deduced.

use std::fmt::Debug;
use std::hash::Hash;

use farstar_play::Player;

use crate::coded::AnyCoded;

/// What a part is looked up by: equal keys mean positions with equal values, or opposite ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<K> {
    /// The normalised part.
    pub part: K,
    /// Whether the value of the part is the negative of the value of the normalised one.
    pub negative: bool,
}

/// A game as its graph: positions, the options of each player, and what makes a search of them fast.
///
/// # Examples
/// ```
/// use farstar_rules::position::GameGraph;
/// use farstar_play::Player;
/// /// A heap from which Left takes one stone and Right two.
/// struct OneOrTwo;
/// impl GameGraph for OneOrTwo {
///     type Position = u32;
///     type Key = u32;
///     fn options(&self, heap: &u32, player: Player, options: &mut Vec<u32>) {
///         options.extend(heap.checked_sub(if player == Player::Left { 1 } else { 2 }));
///     }
///     fn key(&self, part: &u32) -> farstar_rules::position::Key<u32> {
///         farstar_rules::position::Key { part: *part, negative: false }
///     }
///     fn draw(&self, heap: &u32) -> String {
///         heap.to_string()
///     }
/// }
/// let mut options = Vec::new();
/// OneOrTwo.options(&1, Player::Right, &mut options);
/// assert!(options.is_empty());
/// ```
pub trait GameGraph: Send + Sync {
    /// A position of the game.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// What tables are indexed by.
    type Key: Clone + Eq + Ord + Hash + Debug + Send + Sync;

    /// Appends the positions that a move of `player` reaches. Repetitions are allowed.
    fn options(&self, position: &Self::Position, player: Player, options: &mut Vec<Self::Position>);

    /// Appends positions of which `position` is the disjunctive sum; none at all when nobody will ever move.
    fn parts(&self, position: &Self::Position, parts: &mut Vec<Self::Position>) {
        parts.push(position.clone());
    }

    /// A normal form of a part under the symmetries of the game.
    fn key(&self, part: &Self::Position) -> Key<Self::Key>;

    /// Whether both players always have the same moves.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Whether the rules are proved to end: no infinite run of moves, in any order of players.
    fn ends(&self) -> bool {
        true
    }

    /// Whether some move met so far led to a position that cannot be written down. Then it was left out, and nothing
    /// found since the ruleset was made can be relied on.
    fn overflowed(&self) -> bool {
        false
    }

    /// The rule for which no proof was found that play ends, in words; `None` if [`GameGraph::ends`].
    fn endless_rule(&self) -> Option<String> {
        None
    }

    /// The ruleset in the form in which parts have short codes, if it has one.
    fn coded(&self) -> Option<AnyCoded<Self::Position>> {
        None
    }

    /// The position with the players exchanged, if the rules give one.
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether `part` equals its own negative because a symmetry of the rules carries one to the other. `false` says
    /// nothing.
    fn is_own_negative(&self, _part: &Self::Position) -> bool {
        false
    }

    /// Whether it is plain from the rules that in every position either both players can move or neither (*all-small*,
    /// dicotic).
    fn is_all_small(&self) -> bool {
        false
    }

    /// A guess at the number of moves of `player`, good for putting options into order and for nothing else.
    fn mobility(&self, position: &Self::Position, player: Player) -> u32 {
        let mut options = Vec::new();
        self.options(position, player, &mut options);
        options.len() as u32
    }

    /// How many cells or tokens of `position` matter: what tells small positions from large ones.
    fn size(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// Bytes that a position owns beside its own size, so that tables know what they hold.
    fn owned_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// Whether the cells lie in a line, so that positions of one size are few.
    fn is_line(&self) -> bool {
        false
    }

    /// The position as a user types it.
    fn draw(&self, position: &Self::Position) -> String;
}
