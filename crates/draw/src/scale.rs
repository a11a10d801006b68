//! Axes: from exact numbers to places in a picture, and the numbers at which to put marks.

use farstar_num::{Dyadic, IBig};

/// Numbers of more bits than this are not drawn: floating point cannot place them.
const MOST_BITS: u64 = 900;

/// An axis from `low` to `high`, which lie at the places `from` and `to`.
pub(crate) struct Scale {
    low: Dyadic,
    span: f64,
    from: f64,
    to: f64,
    step: Dyadic,
    /// `low` and `high` in steps.
    marks: (i64, i64),
}

/// `x` as floating point, if it is of a size that can be drawn.
fn float(x: &Dyadic) -> Option<f64> {
    if x.bits() > MOST_BITS || x.exponent() > MOST_BITS {
        return None;
    }
    let scale = 2f64.powi(-i32::try_from(x.exponent()).ok()?);
    Some(x.numerator().to_f64().value() * scale)
}

impl Scale {
    /// An axis on which `least` and `most` have their places; `air` leaves one step free on both sides.
    pub(crate) fn around(
        least: &Dyadic,
        most: &Dyadic,
        air: bool,
        from: f64,
        to: f64,
    ) -> Option<Self> {
        let step = step(float(&most.checked_sub(least).ok()?)?)?;
        let mut low = steps_below(least, &step)?;
        let mut high = steps_below(&-most, &step)?.checked_neg()?;
        let touches = |steps: i64, x: &Dyadic| times(&step, steps).is_some_and(|at| at == *x);
        if (air && touches(low, least)) || low == high {
            low = low.checked_sub(1)?;
        }
        if (air && touches(high, most)) || low == high {
            high = high.checked_add(1)?;
        }
        Self::with(times(&step, low)?, times(&step, high)?, step, (low, high), from, to)
    }

    /// An axis for temperatures: from −1 to above `hottest`.
    pub(crate) fn of_temperature(hottest: &Dyadic, from: f64, to: f64) -> Option<Self> {
        let low = Dyadic::NEG_ONE;
        let hottest = hottest.clone().max(Dyadic::ZERO);
        let step = step(float(&hottest.checked_sub(&low).ok()?)?.max(2.0))?;
        let high = steps_below(&-&hottest, &step)?.checked_neg()?.checked_add(1)?;
        let first = if step > Dyadic::from(1) { 0 } else { -1 };
        Self::with(low, times(&step, high)?, step, (first, high), from, to)
    }

    fn with(
        low: Dyadic,
        high: Dyadic,
        step: Dyadic,
        marks: (i64, i64),
        from: f64,
        to: f64,
    ) -> Option<Self> {
        let span = float(&high.checked_sub(&low).ok()?)?;
        (span > 0.0).then_some(Self { low, span, from, to, step, marks })
    }

    /// Where `x` is.
    pub(crate) fn at(&self, x: &Dyadic) -> f64 {
        let way = x.checked_sub(&self.low).ok().and_then(|way| float(&way)).unwrap_or(0.0);
        self.from + (self.to - self.from) * (way / self.span)
    }

    /// The numbers that have marks.
    pub(crate) fn marks(&self) -> Vec<Dyadic> {
        (self.marks.0..=self.marks.1).filter_map(|steps| times(&self.step, steps)).collect()
    }
}

/// The distance of marks on an axis of this length: 1 where there is room for it, fractions that are powers of two
/// below, 2, 5, 10, … above.
fn step(span: f64) -> Option<Dyadic> {
    if !span.is_finite() || span < 0.0 {
        return None;
    }
    if span == 0.0 {
        return Some(Dyadic::from(1));
    }
    let mut step = Dyadic::from(1);
    let mut size = 1.0;
    while span / size < 2.0 {
        step = step.half();
        size /= 2.0;
    }
    let mut series = [(2, 1), (5, 2), (2, 1)].iter().cycle();
    while span / size > 8.0 {
        let (times, over) = *series.next()?;
        let whole = step.to_integer()? * IBig::from(times) / IBig::from(over);
        step = Dyadic::new(whole, 0);
        size = float(&step)?;
    }
    Some(step)
}

fn times(step: &Dyadic, steps: i64) -> Option<Dyadic> {
    step.checked_mul(&Dyadic::from(steps)).ok()
}

/// How many whole steps fit below `x`.
fn steps_below(x: &Dyadic, step: &Dyadic) -> Option<i64> {
    // A step is a power of two below 1, or an integer.
    let count = match step.to_integer() {
        Some(step) => {
            let floor = x.floor();
            let quotient = &floor / &step;
            if &quotient * &step > floor { quotient - IBig::ONE } else { quotient }
        }
        None => x.checked_mul_pow2(i64::try_from(step.exponent()).ok()?).ok()?.floor(),
    };
    i64::try_from(count).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(least: &str, most: &str) -> Vec<String> {
        let read = |text: &str| text.parse::<Dyadic>().expect("a number");
        let scale = Scale::around(&read(least), &read(most), true, 0.0, 100.0).expect("a scale");
        scale.marks().iter().map(Dyadic::to_string).collect()
    }

    #[test]
    fn marks_are_integers_or_halves() {
        assert_eq!(marks("-1", "1"), ["-2", "-1", "0", "1", "2"]);
        assert_eq!(marks("5", "5"), ["4", "5", "6"]);
        assert_eq!(marks("-1/4", "1"), ["-1/2", "0", "1/2", "1", "3/2"]);
        assert_eq!(marks("0", "1/1024"), ["-1/2048", "0", "1/2048", "1/1024", "3/2048"]);
        assert_eq!(marks("-7", "93"), ["-20", "0", "20", "40", "60", "80", "100"]);
        assert_eq!(marks("-3/2", "-3/2"), ["-2", "-1"]);
    }

    #[test]
    fn great_numbers_near_each_other_are_apart() {
        let big = Dyadic::new(IBig::from(1) << 200, 0);
        let more = big.checked_add(&Dyadic::from(1)).expect("a number");
        let scale = Scale::around(&big, &more, true, 0.0, 100.0);
        // There are no such marks in 64 bits of steps, so there is no picture rather than a wrong one.
        assert!(scale.is_none());
        let near = Dyadic::new(IBig::from(1) << 60, 0);
        let more = near.checked_add(&Dyadic::from(1)).expect("a number");
        let scale = Scale::around(&near, &more, true, 0.0, 100.0).expect("a scale");
        assert!(scale.at(&more) - scale.at(&near) > 20.0);
    }
}
