//! Conway's product: multiplication of numbers, of nimbers, and, of canonical forms only, of all games.

use super::{games, gather};
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;
use farstar_nimber::Nim64;

/// A product is symmetric: one order of the factors is enough.
fn pair(g: Game, h: Game) -> (Game, Game) {
    (g.min(h), g.max(h))
}

impl Calculator<'_> {
    /// Conway's product of two numbers: their product.
    ///
    /// # Errors
    /// [`Error::NotANumber`](crate::Error::NotANumber) if a factor is not a number; its product would depend on its
    /// form and not only on its value.
    pub fn product_of_numbers(&mut self, game: Game, other: Game) -> Result<Game> {
        let (x, y) = (self.expect_number(game)?, self.expect_number(other)?);
        self.number(&x.checked_mul(&y)?)
    }

    /// The number a game is.
    ///
    /// # Errors
    /// [`Error::NotANumber`](crate::Error::NotANumber) for any other game.
    pub fn expect_number(&mut self, game: Game) -> Result<farstar_num::Dyadic> {
        match self.as_number(game) {
            Some(x) => Ok(x),
            None => Err(crate::Error::NotANumber { value: self.text_of(game) }),
        }
    }

    /// Conway's product of the canonical forms of two games:
    /// `{G^L H + G H^L − G^L H^L, G^R H + G H^R − G^R H^R | G^L H + G H^R − G^L H^R, G^R H + G H^L − G^R H^L}`.
    ///
    /// It is the product of numbers, the nim product of nimbers, and `n·G` for an integer `n`. For other games it
    /// is **not a function of values**: `0 = {|}` and `0 = {|2}` have different products with `*`. What is returned is
    /// the product of the canonical forms.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for closed
    /// values with too many followers.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (a, b) = (calc.nimber(4)?, calc.nimber(6)?);
    /// assert_eq!(calc.conway_product(a, a)?, b);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form for every pair of followers, and two sums for every pair of options. Remembered in the arena.
    pub fn conway_product(&mut self, game: Game, other: Game) -> Result<Game> {
        if let Some(product) = self.product_by_rule(game, other)? {
            return Ok(product);
        }
        self.fold_pairs(Op::ConwayProduct, pair(game, other), |calc, (g, h), memo, needs| {
            if let Some(product) = calc.product_by_rule(g, h)? {
                return Ok(Some(product));
            }
            let (g_lists, h_lists) = (calc.moves(g)?, calc.moves(h)?);
            calc.tick_pairs(g_lists, h_lists)?;
            // The options of the four kinds, Left's two and Right's two.
            let kinds = [
                (g_lists.0, h_lists.0),
                (g_lists.1, h_lists.1),
                (g_lists.0, h_lists.1),
                (g_lists.1, h_lists.0),
            ];
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for (kind, (g_options, h_options)) in kinds.into_iter().enumerate() {
                for g_option in games(g_options) {
                    for h_option in games(h_options) {
                        let factors =
                            [pair(g_option, h), pair(g, h_option), pair(g_option, h_option)];
                        let Some(products) = gather(memo, factors, needs) else { continue };
                        if !needs.is_empty() {
                            continue;
                        }
                        let sum = calc.add(products[0], products[1])?;
                        let option = calc.sub(sum, products[2])?;
                        if kind < 2 { left.push(option) } else { right.push(option) }
                    }
                }
            }
            if !needs.is_empty() {
                needs.sort_unstable();
                needs.dedup();
                return Ok(None);
            }
            calc.from_options(&left, &right).map(Some)
        })
    }

    /// The product where a rule gives it: for integers, for numbers, for nimbers.
    fn product_by_rule(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            return self.number(&x.checked_mul(&y)?).map(Some);
        }
        if let (Some(a), Some(b)) = (self.as_nimber(g), self.as_nimber(h)) {
            return self.nimber((Nim64::new(a) * Nim64::new(b)).get()).map(Some);
        }
        for (factor, game) in [(g, h), (h, g)] {
            if let Some(n) = self.as_integer(factor) {
                return self.multiple(&n, game).map(Some);
            }
        }
        Ok(None)
    }
}
