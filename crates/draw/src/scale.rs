//! Axes: from exact numbers to places in a picture, and the numbers at which to put marks.

use farstar_num::Rational;

/// Numbers beyond this, and below one part of it, are not drawn: floating point cannot place them.
const GREATEST: f64 = 1e270;

/// An axis from `low` to `high`, which lie at the places `from` and `to`.
pub(crate) struct Scale {
    low: Rational,
    span: f64,
    from: f64,
    to: f64,
    step: Rational,
    /// `low` and `high` in steps.
    marks: (i64, i64),
}

/// `x` as floating point, if it is of a size that can be drawn.
fn float(x: &Rational) -> Option<f64> {
    let [top, bottom] = [x.numerator(), x.denominator().into()].map(|part| part.to_f64().value());
    let drawn = top.abs() < GREATEST && bottom < GREATEST;
    drawn.then(|| top / bottom)
}

impl Scale {
    /// An axis on which `least` and `most` have their places; `air` leaves one step free on both sides.
    pub(crate) fn around(
        least: &Rational,
        most: &Rational,
        air: bool,
        from: f64,
        to: f64,
    ) -> Option<Self> {
        let step = step(float(&most.checked_sub(least).ok()?)?)?;
        let mut low = steps_below(least, &step)?;
        let mut high = steps_below(&-most, &step)?.checked_neg()?;
        let touches = |steps: i64, x: &Rational| times(&step, steps).is_some_and(|at| at == *x);
        if (air && touches(low, least)) || low == high {
            low = low.checked_sub(1)?;
        }
        if (air && touches(high, most)) || low == high {
            high = high.checked_add(1)?;
        }
        Self::with(times(&step, low)?, times(&step, high)?, step, (low, high), from, to)
    }

    /// An axis for temperatures: from `coldest`, which is −1 or 0, to above `hottest`.
    pub(crate) fn of_temperature(
        coldest: &Rational,
        hottest: &Rational,
        from: f64,
        to: f64,
    ) -> Option<Self> {
        let hottest = hottest.clone().max(Rational::ZERO);
        let span = float(&hottest.checked_sub(coldest).ok()?)?;
        let step = step(span.max(if coldest.is_zero() { 0.5 } else { 2.0 }))?;
        let high = steps_below(&-&hottest, &step)?.checked_neg()?.checked_add(1)?;
        let first = if step > Rational::ONE { 0 } else { steps_below(coldest, &step)? };
        Self::with(coldest.clone(), times(&step, high)?, step, (first, high), from, to)
    }

    fn with(
        low: Rational,
        high: Rational,
        step: Rational,
        marks: (i64, i64),
        from: f64,
        to: f64,
    ) -> Option<Self> {
        let span = float(&high.checked_sub(&low).ok()?)?;
        (span > 0.0).then_some(Self { low, span, from, to, step, marks })
    }

    /// Where `x` is.
    pub(crate) fn at(&self, x: &Rational) -> f64 {
        let way = x.checked_sub(&self.low).ok().and_then(|way| float(&way)).unwrap_or(0.0);
        self.from + (self.to - self.from) * (way / self.span)
    }

    /// The numbers that have marks.
    pub(crate) fn marks(&self) -> Vec<Rational> {
        (self.marks.0..=self.marks.1).filter_map(|steps| times(&self.step, steps)).collect()
    }
}

/// The distance of marks on an axis of this length: 1 where there is room for it, fractions that are powers of two
/// below, 2, 5, 10, … above.
fn step(span: f64) -> Option<Rational> {
    if !span.is_finite() || span < 0.0 {
        return None;
    }
    let mut step = Rational::ONE;
    if span == 0.0 {
        return Some(step);
    }
    let half = Rational::new(1, 2).ok()?;
    let mut size = 1.0;
    while span / size < 2.0 {
        step = step.checked_mul(&half).ok()?;
        size /= 2.0;
    }
    let mut series = [(2, 1), (5, 2), (2, 1)].iter().cycle();
    while span / size > 8.0 {
        let (times, over) = *series.next()?;
        step = step.checked_mul(&Rational::new(times, over).ok()?).ok()?;
        size = float(&step)?;
    }
    Some(step)
}

fn times(step: &Rational, steps: i64) -> Option<Rational> {
    step.checked_mul(&steps.into()).ok()
}

/// How many whole steps fit below `x`.
fn steps_below(x: &Rational, step: &Rational) -> Option<i64> {
    i64::try_from(x.checked_div(step).ok()?.floor().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_num::IBig;

    fn marks(least: &str, most: &str) -> Vec<String> {
        let read = |text: &str| text.parse::<Rational>().expect("a number");
        let scale = Scale::around(&read(least), &read(most), true, 0.0, 100.0).expect("a scale");
        scale.marks().iter().map(Rational::to_string).collect()
    }

    #[test]
    fn marks_are_integers_or_halves() {
        assert_eq!(marks("-1", "1"), ["-2", "-1", "0", "1", "2"]);
        assert_eq!(marks("5", "5"), ["4", "5", "6"]);
        assert_eq!(marks("-1/4", "1"), ["-1/2", "0", "1/2", "1", "3/2"]);
        assert_eq!(marks("0", "1/1024"), ["-1/2048", "0", "1/2048", "1/1024", "3/2048"]);
        assert_eq!(marks("-7", "93"), ["-20", "0", "20", "40", "60", "80", "100"]);
        assert_eq!(marks("-3/2", "-3/2"), ["-2", "-1"]);
        assert_eq!(marks("1/3", "2/3"), ["1/4", "3/8", "1/2", "5/8", "3/4"]);
    }

    #[test]
    fn great_numbers_near_each_other_are_apart() {
        let big = Rational::from(IBig::from(1) << 200);
        let more = big.checked_add(&Rational::ONE).expect("a number");
        let scale = Scale::around(&big, &more, true, 0.0, 100.0);
        // There are no such marks in 64 bits of steps, so there is no picture rather than a wrong one.
        assert!(scale.is_none());
        let near = Rational::from(IBig::from(1) << 60);
        let more = near.checked_add(&Rational::ONE).expect("a number");
        let scale = Scale::around(&near, &more, true, 0.0, 100.0).expect("a scale");
        assert!(scale.at(&more) - scale.at(&near) > 20.0);
    }
}
