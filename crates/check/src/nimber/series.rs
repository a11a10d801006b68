//! Exponentials of series over nimbers.

use super::{joined, list_is};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;
use farstar_nimber::{BinomialSeries, Nim64, SetPowerSeries};

/// `n f g w`: `g` is the exponential of `f` as series in `x^m/m!`, and `w_m = g_m + f_m`.
pub(super) fn exponential(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    const LONGEST: usize = 1 << 22;
    let [n, f, g, w] = row.take()?;
    let n: usize = parse(n)?;
    if n > LONGEST {
        return Err(RowError::Malformed(format!("a series of more than {LONGEST} terms")));
    }
    let mut coefficients = vec![Nim64::new(0)];
    let drawn = f.strip_prefix("lcg:");
    if let Some(seed) = drawn {
        let mut draws = Draws::new(parse(seed)?);
        coefficients.extend((0..n).map(|_| Nim64::new(draws.below(1 << 31) * 2 + draws.below(2))));
    } else {
        coefficients.extend(parse_list::<Nim64>(f, ' ')?);
    }
    if coefficients.len() != n + 1 {
        return Err(RowError::Malformed(format!(
            "{} terms where {n} were expected",
            coefficients.len() - 1
        )));
    }
    let series = BinomialSeries::new(coefficients)?;
    let exponential = series.exp()?;
    let powers = &exponential.coefficients()[1..];
    let replacements = || powers.iter().zip(&series.coefficients()[1..]).map(|(&g, &f)| g + f);
    if drawn.is_none() {
        return Ok(Verdict::all([list_is(g, powers), list_is(w, replacements())]));
    }
    let zeros = powers.iter().filter(|g| g.get() == 0).count();
    let last = replacements().next_back().unwrap_or(Nim64::new(0));
    let crc = crc32fast::hash(joined(replacements()).as_bytes());
    Ok(Verdict::of(w, format!("crc32={crc:08x} zeros={zeros} last={last}")))
}

/// `k a exp(a)` of set power series on `k` elements.
pub(super) fn set_exponential(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [elements, a, exponential] = row.take()?;
    let elements: u32 = parse(elements)?;
    if elements > 24 {
        return Err(RowError::Malformed("a series on more than 24 elements".into()));
    }
    let drawn = a.strip_prefix("lcg64:");
    let coefficients: Vec<Nim64> = match drawn {
        Some(seed) => {
            let mut draws = Draws::new(parse(seed)?);
            let rest = (1..1_usize << elements).map(|_| Nim64::new(draws.word()));
            std::iter::once(Nim64::new(0)).chain(rest).collect()
        }
        None => parse_list(a, ' ')?,
    };
    if coefficients.len() != 1 << elements {
        return Err(RowError::Malformed(format!(
            "{} terms on {elements} elements",
            coefficients.len()
        )));
    }
    let computed = SetPowerSeries::new(coefficients)?.exp()?.into_coefficients();
    if drawn.is_none() {
        return Ok(list_is(exponential, computed));
    }
    let last = computed.last().copied().unwrap_or(Nim64::new(0));
    let crc = crc32fast::hash(joined(computed).as_bytes());
    Ok(Verdict::of(exponential, format!("crc32={crc:08x} last={last}")))
}
