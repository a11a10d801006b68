//! Sum, negative, Conway's product and the ordinal sum, as forms.

use crate::Form;

impl Form {
    /// `G + H`: move in exactly one of the two.
    pub fn add(&self, other: &Form) -> Form {
        let moves = |mine: &[Form], theirs: &[Form]| {
            let in_mine = mine.iter().map(|g| g.add(other));
            in_mine.chain(theirs.iter().map(|h| self.add(h))).collect()
        };
        Form::new(moves(self.left(), other.left()), moves(self.right(), other.right()))
    }

    /// `-G`: the players change roles.
    pub fn neg(&self) -> Form {
        let flip = |options: &[Form]| options.iter().map(Form::neg).collect();
        Form::new(flip(self.right()), flip(self.left()))
    }

    /// `G - H`.
    pub fn sub(&self, other: &Form) -> Form {
        self.add(&other.neg())
    }

    /// Conway's product of two forms. For numbers it depends on the values only; for other games it
    /// depends on the forms.
    pub fn product(&self, other: &Form) -> Form {
        let terms = |pairs: [(&[Form], &[Form]); 2]| {
            let mut made = Vec::new();
            for (mine, theirs) in pairs {
                for g in mine {
                    for h in theirs {
                        made.push(g.product(other).add(&self.product(h)).sub(&g.product(h)));
                    }
                }
            }
            made
        };
        Form::new(
            terms([(self.left(), other.left()), (self.right(), other.right())]),
            terms([(self.left(), other.right()), (self.right(), other.left())]),
        )
    }

    /// The ordinal sum `G : H`, in which a move in `G` removes `H`.
    pub fn ordinal_sum(&self, other: &Form) -> Form {
        let moves = |base: &[Form], above: &[Form]| {
            base.iter().cloned().chain(above.iter().map(|h| self.ordinal_sum(h))).collect()
        };
        Form::new(moves(self.left(), other.left()), moves(self.right(), other.right()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_num::numbers_born_by;

    #[test]
    fn sums_of_numbers_are_sums() {
        for x in numbers_born_by(3) {
            for y in numbers_born_by(2) {
                let sum = Form::number(&x).add(&Form::number(&y));
                assert!(sum.equals(&Form::number(&(&x + &y))), "{x} + {y}");
            }
        }
    }

    #[test]
    fn products_of_numbers_are_products() {
        for x in numbers_born_by(2) {
            for y in numbers_born_by(2) {
                let product = Form::number(&x).product(&Form::number(&y));
                assert!(product.equals(&Form::number(&(&x * &y))), "{x} * {y}");
            }
        }
    }

    #[test]
    fn the_product_of_games_depends_on_the_form() {
        // {|} and {|2} are both 0, but times * they give 0 and *.
        let star = Form::nimber(1);
        let other_zero = Form::new(vec![], vec![Form::integer(2)]);
        assert!(other_zero.equals(&Form::zero()));
        assert!(Form::zero().product(&star).equals(&Form::zero()));
        assert!(other_zero.product(&star).equals(&star));
    }

    #[test]
    fn a_game_and_its_negative_cancel() {
        for g in crate::born_by(2) {
            assert!(g.sub(&g).equals(&Form::zero()), "{g}");
        }
    }

    #[test]
    fn nim_sums_are_exclusive_or() {
        for a in 0..4u32 {
            for b in 0..4u32 {
                assert!(Form::nimber(a).add(&Form::nimber(b)).equals(&Form::nimber(a ^ b)));
            }
        }
    }

    #[test]
    fn ordinal_sums_of_integers_are_hackenbush_stalks() {
        // 1 : -1 is the stalk blue, red: 1/2.
        let half = Form::integer(1).ordinal_sum(&Form::integer(-1));
        assert_eq!(half.to_number(), Some(farstar_num::Dyadic::HALF));
    }
}
