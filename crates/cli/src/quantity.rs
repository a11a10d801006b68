//! Quantities as people write them: counts, times and sizes with units.

use std::time::Duration;

/// A number, or no bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound(pub(crate) Option<u64>);

/// A number as people write it, `1500`, `1.5`, `2e6`: the digits without their point, and how many of them stand behind
/// it.
struct Decimal {
    digits: u128,
    places: u32,
}

impl Decimal {
    /// So many of a unit, and whether nothing was cut off.
    fn of(&self, unit: u128) -> Option<(u64, bool)> {
        let (whole, parts) = (self.digits.checked_mul(unit)?, 10u128.checked_pow(self.places)?);
        Some(((whole / parts).try_into().ok()?, whole % parts == 0))
    }
}

/// A number and a unit.
fn quantity(text: &str) -> Option<(Decimal, &str)> {
    let end = |text: &str, also: char| {
        text.find(|c: char| !c.is_ascii_digit() && c != also).unwrap_or(text.len())
    };
    let (number, mut unit) = text.split_at(end(text, '.'));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut digits: u128 = format!("{whole}{fraction}").parse().ok()?;
    let mut places = u32::try_from(fraction.len()).ok()?;
    if let Some(behind) = unit.strip_prefix(['e', 'E']) {
        let (exponent, rest) = behind.split_at(end(behind, '0'));
        let exponent: u32 = exponent.parse().ok()?;
        digits = digits.checked_mul(10u128.checked_pow(exponent.saturating_sub(places))?)?;
        (places, unit) = (places.saturating_sub(exponent), rest);
    }
    Some((Decimal { digits, places }, unit.trim()))
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let read = || {
        let (number, unit) = quantity(text)?;
        let nanoseconds = match unit {
            "ms" => 1_000_000,
            "s" | "" => 1_000_000_000,
            "m" | "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return None,
        };
        Some(Duration::from_nanos(number.of(nanoseconds)?.0))
    };
    read().ok_or_else(|| "expected a time such as 500ms, 1.5s, 5m or 1h".to_owned())
}

/// So many of a unit of powers of `base`, and whether nothing was cut off.
fn scaled(text: &str, base: u128) -> Option<(u64, bool)> {
    let (number, unit) = quantity(text)?;
    let unit = unit.trim_end_matches(['B', 'b']).trim_end_matches('i');
    let power = match unit {
        "" => 0,
        "k" | "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return None,
    };
    number.of(base.checked_pow(power)?)
}

pub(crate) fn bytes(text: &str) -> Result<Bound, String> {
    if text == "none" {
        return Ok(Bound(None));
    }
    let read = scaled(text, 1024).map(|(bytes, _)| Bound(Some(bytes)));
    read.ok_or_else(|| "expected a size such as 512M or 2G, or none".to_owned())
}

pub(crate) fn count(text: &str) -> Result<u64, String> {
    let exact = scaled(text, 1000).filter(|&(_, exact)| exact).map(|(count, _)| count);
    exact.ok_or_else(|| "expected a count such as 1000000, 1e6 or 50M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert!(duration("99999999999999999999s").is_err());
        assert_eq!(bytes("512M").map(|b| b.0), Ok(Some(512 << 20)));
        assert_eq!(bytes("2GiB").map(|b| b.0), Ok(Some(2 << 30)));
        assert!(bytes("18446744073709551615G").is_err());
        assert_eq!(count("50M"), Ok(50_000_000));
        assert_eq!((count("1e6"), count("2.5M")), (Ok(1_000_000), Ok(2_500_000)));
        for wrong in ["", ".", "1.5", "1e", "1e99", "1.2.3", "e6", "-1"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
