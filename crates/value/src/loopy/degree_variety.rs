//! Degrees of loopiness and varieties.
//!
//! The *upsum* and *downsum* of stoppers are the onside and the offside of their sum. The *degree* of `G` is the upsum
//! of `G` and `−G`: 0 for short games, `over` for a number plus `over`, `on` for `on`. Where the degree `d` is
//! idempotent, the *variety* of `G` is what is left of `G` when it is taken from itself as stabilised by `d`: `G ⊕ −(G
//! ⊕ d)` upwards, and `G ⊖ −(G ⊖ −d)` downwards. `G` is *stable* if both are equal (*Winning Ways*, ch. 11, "degrees of
//! loopiness", "stability").

use super::loopy_value::Loopy;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use farstar_play::Player;
use std::sync::Arc;

impl Calculator<'_> {
    /// The upsum: the onside of the sum.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_add`].
    pub fn loopy_upsum(&mut self, value: &Loopy, other: &Loopy) -> Result<Loopy> {
        let onside = self.side_of_sum(value, other, Player::Left)?;
        Ok(Loopy::of_shared(Arc::clone(&onside), onside))
    }

    /// The downsum: the offside of the sum.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_add`].
    pub fn loopy_downsum(&mut self, value: &Loopy, other: &Loopy) -> Result<Loopy> {
        let offside = self.side_of_sum(value, other, Player::Right)?;
        Ok(Loopy::of_shared(Arc::clone(&offside), offside))
    }

    /// The degree of loopiness: the onside of `G − G`.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_add`].
    pub fn loopy_degree(&mut self, value: &Loopy) -> Result<Loopy> {
        let negative = self.loopy_neg(value)?;
        self.loopy_upsum(value, &negative)
    }

    /// `G ⊕ −(G ⊕ d)`, with upsums, for an idempotent degree `d`.
    ///
    /// # Errors
    /// [`Error::NoVariety`] if `d` is not idempotent; those of [`Calculator::loopy_add`].
    pub fn loopy_upsum_variety(&mut self, value: &Loopy, degree: &Loopy) -> Result<Loopy> {
        self.expect_idempotent(degree)?;
        let stabilised = self.loopy_upsum(value, degree)?;
        let negative = self.loopy_neg(&stabilised)?;
        self.loopy_upsum(value, &negative)
    }

    /// `G ⊖ −(G ⊖ −d)`, with downsums, for an idempotent degree `d`.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_upsum_variety`].
    pub fn loopy_downsum_variety(&mut self, value: &Loopy, degree: &Loopy) -> Result<Loopy> {
        self.expect_idempotent(degree)?;
        let below = self.loopy_neg(degree)?;
        let stabilised = self.loopy_downsum(value, &below)?;
        let negative = self.loopy_neg(&stabilised)?;
        self.loopy_downsum(value, &negative)
    }

    fn expect_idempotent(&mut self, degree: &Loopy) -> Result<()> {
        if self.loopy_is_idempotent(degree)? {
            return Ok(());
        }
        let degree = self.loopy_print(degree)?;
        Err(Error::NoVariety { reason: format!("the degree {degree} is not idempotent") })
    }

    /// Both varieties for the game's own degree.
    fn loopy_varieties(&mut self, value: &Loopy) -> Result<[Loopy; 2]> {
        let degree = self.loopy_degree(value)?;
        Ok([self.loopy_upsum_variety(value, &degree)?, self.loopy_downsum_variety(value, &degree)?])
    }

    /// Whether the varieties upwards and downwards, for the game's own degree, are equal.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_upsum_variety`].
    pub fn loopy_is_stable(&mut self, value: &Loopy) -> Result<bool> {
        let [up, down] = self.loopy_varieties(value)?;
        self.loopy_equal(&up, &down)
    }

    /// The variety of a stable game.
    ///
    /// # Errors
    /// [`Error::NoVariety`] if the game is not stable; those of [`Calculator::loopy_upsum_variety`].
    pub fn loopy_variety(&mut self, value: &Loopy) -> Result<Loopy> {
        let [up, down] = self.loopy_varieties(value)?;
        if self.loopy_equal(&up, &down)? {
            return Ok(up);
        }
        let shown = self.loopy_print(value)?;
        Err(Error::NoVariety { reason: format!("{shown} is not stable") })
    }
}
