//! Ordinal products: in the second factor, every move opens a copy of the first.

use super::games;
use super::ordinal_sum::{check_signs, from_signs};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use dashu_int::{Sign, UBig};
use farstar_num::Dyadic;
use std::rc::Rc;

/// A product with the options of its form, on which ordinal sums over it depend.
#[derive(Clone)]
struct Form {
    value: Game,
    lists: Rc<(Vec<Game>, Vec<Game>)>,
}

/// The ordinal product of numbers: every `+` in the sign expansion of `y` is replaced by the signs of `x`, every `-` by
/// their opposites.
fn of_numbers(x: &Dyadic, y: &Dyadic) -> Result<Dyadic> {
    // For integers it is one run of ±x for every sign of y.
    if x.is_zero() || x.is_integer() && y.is_integer() {
        return Ok(x.checked_mul(y)?);
    }
    let (copy, frame) = (x.sign_expansion(), y.sign_expansion());
    check_signs(&(copy.len() * frame.len()), "the ordinal product")?;
    let mut runs: Vec<(Sign, UBig)> = Vec::new();
    for (sign, count) in frame.runs() {
        let times = u64::try_from(&count).unwrap_or(u64::MAX);
        for _ in 0..times {
            runs.extend(copy.runs().map(|(s, n)| (s * sign, n)));
        }
    }
    from_signs(runs)
}

impl Calculator<'_> {
    /// The ordinal product of the canonical forms of two games:
    /// `G⊙H = {(G⊙H^L):G^L, (G⊙H^R):(−G^R) | (G⊙H^L):G^R, (G⊙H^R):(−G^L)}`.
    ///
    /// On nimbers it is the product of ordinals, `*a⊙*b = *(ab)`; on numbers it puts a copy of `G` or `−G` for every
    /// sign of `H`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for products whose followers are too many to walk through; [`Error::Stopped`] at a limit.
    ///
    /// # Cost
    /// For every follower of `H` one ordinal sum for each pair of options.
    pub fn ordinal_product(&mut self, game: Game, frame: Game) -> Result<Game> {
        if let (Some(x), Some(y)) = (self.as_number(game), self.as_number(frame)) {
            return self.number(&of_numbers(&x, &y)?);
        }
        if let (Some(a), Some(b)) = (self.as_nimber(game), self.as_nimber(frame)) {
            let product = a.checked_mul(b).ok_or_else(|| Error::TooLarge {
                what: format!("the nimber *({a}·{b})"),
                limit: u64::MAX.to_string(),
            })?;
            return self.nimber(product);
        }
        let (left, right) = self.moves(game)?;
        let (left, right): (Vec<Game>, Vec<Game>) = (games(left).collect(), games(right).collect());
        let mut negate = |options: &[Game]| -> Result<Vec<Game>> {
            options.iter().map(|&option| self.neg(option)).collect()
        };
        // −G has the negatives of the Right options on the left.
        let (negative_left, negative_right) = (negate(&right)?, negate(&left)?);
        let product = self.fold_options(
            frame,
            |_, _| Ok(None),
            |calc, _, lefts: Vec<Form>, rights: Vec<Form>| {
                let (mut new_left, mut new_right) = (Vec::new(), Vec::new());
                let bases = lefts
                    .iter()
                    .map(|base| (base, &left, &right))
                    .chain(rights.iter().map(|base| (base, &negative_left, &negative_right)));
                for (base, copy_left, copy_right) in bases {
                    let (base_left, base_right) = &*base.lists;
                    for &option in copy_left {
                        new_left.push(calc.ordinal_sum_of_options(base_left, base_right, option)?);
                    }
                    for &option in copy_right {
                        new_right.push(calc.ordinal_sum_of_options(base_left, base_right, option)?);
                    }
                }
                for list in [&mut new_left, &mut new_right] {
                    list.sort_unstable();
                    list.dedup();
                }
                let value = calc.from_options(&new_left, &new_right)?;
                Ok(Form { value, lists: Rc::new((new_left, new_right)) })
            },
        )?;
        Ok(product.value)
    }
}
