//! Partizan games on pairs of numbers: what Left may do and what Right may do.

use std::ops::ControlFlow;

use farstar_play::Player;

use super::code::{Constraint, Digit, HeapCode};
use super::game::{HeapGame, HeapSize};
use super::pair::{Pair, PairVisitor};

/// A partizan game on pairs of numbers.
pub trait PartizanPairGame: Send + Sync {
    /// The name by which the game is shown.
    fn name(&self) -> String;

    /// Calls `visit` with every option of `player`, each a list of pairs, until it breaks.
    fn visit_options(
        &self,
        position: Pair,
        player: Player,
        visit: &mut PairVisitor<'_>,
    ) -> ControlFlow<()>;

    /// Every option of `player`, in the order of [`PartizanPairGame::visit_options`].
    fn options(&self, position: Pair, player: Player) -> Vec<Vec<Pair>> {
        let mut options = Vec::new();
        // the visitor never breaks, so the visit is complete
        let _ = self.visit_options(position, player, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        options
    }
}

/// Hands the options of a heap to a visitor of pairs, each heap as the pair that `pair` makes of it.
fn visit_heaps(
    game: &impl HeapGame,
    heap: HeapSize,
    pair: impl Fn(HeapSize) -> Pair,
    visit: &mut PairVisitor<'_>,
) -> ControlFlow<()> {
    let mut pairs = Vec::new();
    game.visit_options(heap, &mut |parts| {
        pairs.clear();
        pairs.extend(parts.iter().map(|&part| pair(part)));
        visit(&pairs)
    })
}

/// The partizan join of two heap games: Left moves by the rules of one, Right by those of the other. The heap `n` is
/// the pair `(n, 0)`.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{PartizanJoin, PartizanPairGame, TakeSet, subtraction};
/// use farstar_play::Player;
/// let game = PartizanJoin(subtraction(TakeSet::Only(&[1, 3]))?, subtraction(TakeSet::Only(&[2, 3]))?);
/// assert_eq!(game.options((3, 0), Player::Left), [vec![(2, 0)], vec![]]);
/// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartizanJoin<A, B>(pub A, pub B);

impl<A: HeapGame, B: HeapGame> PartizanPairGame for PartizanJoin<A, B> {
    fn name(&self) -> String {
        format!("{} for Left, {} for Right", self.0.name(), self.1.name())
    }

    fn visit_options(
        &self,
        (heap, _): Pair,
        player: Player,
        visit: &mut PairVisitor<'_>,
    ) -> ControlFlow<()> {
        match player {
            Player::Left => visit_heaps(&self.0, heap, |part| (part, 0), visit),
            Player::Right => visit_heaps(&self.1, heap, |part| (part, 0), visit),
        }
    }
}

/// Partizan Euclid: with `p = kq + r`, `0 < r < q`, Left moves from `(p, q)` to `(q, r)` and Right to `(q, q − r)`;
/// when `q` divides `p` the game is over (McKay and Nowakowski 2013).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartizanEuclid;

impl PartizanPairGame for PartizanEuclid {
    fn name(&self) -> String {
        "PartizanEuclid".to_owned()
    }

    fn visit_options(
        &self,
        (a, b): Pair,
        player: Player,
        visit: &mut PairVisitor<'_>,
    ) -> ControlFlow<()> {
        let (large, small) = (a.max(b), a.min(b));
        match large.checked_rem(small) {
            None | Some(0) => ControlFlow::Continue(()),
            Some(rest) if player == Player::Left => visit(&[(small, rest)]),
            Some(rest) => visit(&[(small, small - rest)]),
        }
    }
}

/// The cake product: Left moves along the second number by the rules of `left`, Right along the
/// first by those of `right`; in the twisted product the cake is turned before each cut.
#[derive(Clone, Debug)]
pub struct CakeProduct<A, B> {
    /// The rules of Left, who cuts the second number.
    pub left: A,
    /// The rules of Right, who cuts the first number.
    pub right: B,
    /// Whether the cake is turned by a right angle before each cut.
    pub twisted: bool,
}

impl<A: HeapGame, B: HeapGame> PartizanPairGame for CakeProduct<A, B> {
    fn name(&self) -> String {
        let twisted = if self.twisted { "twisted " } else { "" };
        format!("{twisted}cake product of {} and {}", self.left.name(), self.right.name())
    }

    fn visit_options(
        &self,
        (a, b): Pair,
        player: Player,
        visit: &mut PairVisitor<'_>,
    ) -> ControlFlow<()> {
        let (a, b) = if self.twisted { (b, a) } else { (a, b) };
        match player {
            Player::Left => visit_heaps(&self.left, b, |y| (a, y), visit),
            Player::Right => visit_heaps(&self.right, a, |x| (x, b), visit),
        }
    }
}

/// A cake cut by one code for both players.
fn cake(digit: Digit, taken: bool, twisted: bool) -> CakeProduct<HeapCode, HeapCode> {
    let (before, after) = if taken { (vec![], vec![digit]) } else { (vec![digit], vec![]) };
    let code = HeapCode::new(before, after, vec![]).expect("the digits of the cakes shrink heaps");
    CakeProduct { left: code.clone(), right: code, twisted }
}

/// Cutcake: Left cuts a cake in two along one side, Right along the other [WW, ch. 2].
#[must_use]
pub fn cutcake() -> CakeProduct<HeapCode, HeapCode> {
    cake(Digit::from_bits(4, Constraint::Any), false, false)
}

/// Maundy Cake: as Cutcake, into any number of equal pieces [WW, ch. 2].
#[must_use]
pub fn maundy_cake() -> CakeProduct<HeapCode, HeapCode> {
    cake(Digit::two_or_more(Constraint::AllEqual), false, false)
}

/// Eatcake: a player eats one line of the cake in the own direction [WW, ch. 8].
#[must_use]
pub fn eatcake() -> CakeProduct<HeapCode, HeapCode> {
    cake(Digit::from_bits(7, Constraint::Any), true, false)
}

/// Turn-and-Eatcake: as Eatcake, and the cake is turned before each move.
#[must_use]
pub fn turn_and_eatcake() -> CakeProduct<HeapCode, HeapCode> {
    cake(Digit::from_bits(7, Constraint::Any), true, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cakes_have_the_options_of_their_codes() {
        for (cake, count) in
            [(cutcake(), 4), (maundy_cake(), 3), (eatcake(), 4), (turn_and_eatcake(), 4)]
        {
            assert_eq!(cake.options((8, 8), Player::Left).len(), count, "{}", cake.name());
        }
        assert_eq!(turn_and_eatcake().options((2, 0), Player::Left), [vec![(0, 1)]]);
    }

    #[test]
    fn euclid_ends_when_the_smaller_divides() {
        assert!(PartizanEuclid.options((8, 4), Player::Left).is_empty());
        assert!(PartizanEuclid.options((8, 0), Player::Right).is_empty());
        assert_eq!(PartizanEuclid.options((3, 8), Player::Left), [[(3, 2)]]);
        assert_eq!(PartizanEuclid.options((8, 3), Player::Right), [[(3, 1)]]);
    }
}
