//! Limits within limits: a part of the time that there is.

use farstar_play::Limits;
use std::time::{Duration, Instant};

/// The limits, with no more than so much time from now on.
///
/// # Examples
/// ```
/// use farstar_find::within;
/// use farstar_play::Limits;
/// assert!(within(std::time::Duration::ZERO, &Limits::none()).check().is_err());
/// ```
#[must_use]
pub fn within(time: Duration, limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    let deadline = Limits::none().time(time).deadline;
    limits.deadline = limits.deadline.into_iter().chain(deadline).min();
    limits
}

/// The limits, with no more than a share of the time that is left.
///
/// # Examples
/// ```
/// use farstar_find::share;
/// use farstar_play::Limits;
/// assert_eq!(share(&Limits::none(), 0.5).deadline, None);
/// ```
#[must_use]
pub fn share(limits: &Limits, of_time: f64) -> Limits {
    let now = Instant::now();
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(now));
    left.map_or_else(|| limits.clone(), |left| within(left.mul_f64(of_time), limits))
}
