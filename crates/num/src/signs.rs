//! Sign expansions: a number as its path in the tree of numbers.
//!
//! `+` steps to the greater child, `-` to the lesser one, from 0. The first run counts the integer part; each
//! later sign `s_j` adds `s_j/2^j` (Berlekamp's rule). Kept as the first run and the bits of the rest,
//! so an integer of 200 bits takes 25 bytes and a fraction one bit a sign.

use crate::dyadic::shift;
use crate::error::excerpt;
use crate::{Dyadic, Error, IBig, Sign, UBig};
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::fmt;
use std::str::FromStr;

/// The sign expansion of a dyadic rational, run by run.
///
/// # Examples
/// ```
/// use farstar_num::{Dyadic, SignExpansion};
/// let x: Dyadic = "11/4".parse()?;
/// assert_eq!(x.sign_expansion().to_string(), "+++-+");
/// assert_eq!("+++-+".parse::<SignExpansion>()?.to_dyadic()?, x);
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignExpansion {
    /// Sign of the first run; `Positive` when there is none.
    sign: Sign,
    /// Length of the first run.
    lead: UBig,
    /// The signs after the first run, the first of them in the highest place; 1 is `+`.
    tail: UBig,
    /// How many signs follow the first run. When not 0 the first of them is opposite to `sign`.
    tail_len: u64,
}

impl SignExpansion {
    pub(crate) fn of(x: &Dyadic) -> SignExpansion {
        let sign = if x.is_negative() { Sign::Negative } else { Sign::Positive };
        let e = x.exponent();
        if e == 0 {
            return SignExpansion {
                sign,
                lead: x.numerator().unsigned_abs(),
                tail: UBig::ZERO,
                tail_len: 0,
            };
        }
        let magnitude = x.numerator().unsigned_abs();
        let (fraction, whole) = magnitude.split_bits(shift(e));
        // The fraction 0.b1…bq (bq = 1) is the path `-` b1 … b(q-1): drop bq, and put a 0 in front.
        let tail = fraction >> 1;
        let tail = if x.is_negative() { UBig::ones(shift(e)) - tail } else { tail };
        SignExpansion { sign, lead: whole + UBig::ONE, tail, tail_len: e }
    }

    /// The number at the end of the path.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the path is too long for a [`Dyadic`].
    pub fn to_dyadic(&self) -> Result<Dyadic, Error> {
        let lead = IBig::from_parts(self.sign, self.lead.clone());
        if self.tail_len == 0 {
            return Dyadic::try_new(lead, 0);
        }
        let m = self.tail_len;
        if m > Dyadic::MAX_BITS {
            return Err(Error::TooLarge { bits: m });
        }
        // Σ s_j 2^-j over 2^m, where s_j = 2 b_j - 1, is 2B - (2^m - 1).
        let numerator = ((lead - IBig::ONE) << shift(m)) + IBig::from(&self.tail << 1) + IBig::ONE;
        Dyadic::try_new(numerator, m)
    }

    /// The path made of these runs; empty runs are skipped and equal neighbours joined.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if more than [`Dyadic::MAX_BITS`] signs follow the first run.
    pub fn from_runs(runs: impl IntoIterator<Item = (Sign, UBig)>) -> Result<SignExpansion, Error> {
        let mut path =
            SignExpansion { sign: Sign::Positive, lead: UBig::ZERO, tail: UBig::ZERO, tail_len: 0 };
        let mut tail = Vec::new();
        for (sign, count) in runs {
            if path.lead.is_zero() {
                path.sign = sign;
            }
            if path.tail_len == 0 && sign == path.sign {
                path.lead += count;
                continue;
            }
            let count = u64::try_from(&count).unwrap_or(u64::MAX);
            path.tail_len = path.tail_len.saturating_add(count);
            if path.tail_len > Dyadic::MAX_BITS {
                return Err(Error::TooLarge { bits: path.tail_len });
            }
            if count > 0 {
                tail.push((sign, count));
            }
        }
        let mut place = path.tail_len;
        let mut bytes = vec![0u8; shift(path.tail_len.div_ceil(8))];
        for (sign, count) in tail {
            let low = place - count;
            if sign == Sign::Positive {
                set_bits(&mut bytes, low, place);
            }
            place = low;
        }
        path.tail = UBig::from_le_bytes(&bytes);
        Ok(path)
    }

    /// The runs of equal signs, in order.
    pub fn runs(&self) -> Runs<'_> {
        Runs { path: self, next: None }
    }

    /// How many signs: the birthday of the number.
    pub fn len(&self) -> UBig {
        &self.lead + UBig::from(self.tail_len)
    }

    /// Whether there is no sign: the path of 0.
    pub fn is_empty(&self) -> bool {
        self.lead.is_zero()
    }

    /// The signs one by one as text.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are more than `limit` signs.
    pub fn to_signs(&self, limit: usize) -> Result<String, Error> {
        let length = u64::try_from(&self.len()).unwrap_or(u64::MAX);
        if length > limit as u64 {
            return Err(Error::TooLarge { bits: length });
        }
        let mut text = String::with_capacity(limit.min(shift(length)));
        for (sign, count) in self.runs() {
            let count = usize::try_from(&count).expect("no run is longer than the whole");
            text.extend(std::iter::repeat_n(letter(sign), count));
        }
        Ok(text)
    }
}

/// Sets the bits `low..high`, the lowest of all in byte 0.
fn set_bits(bytes: &mut [u8], low: u64, high: u64) {
    let mut at = low;
    while at < high {
        let byte = shift(at / 8);
        let (from, to) = (at % 8, (high - at + at % 8).min(8));
        bytes[byte] |= ((1u16 << to) - (1u16 << from)) as u8;
        at += to - from;
    }
}

fn letter(sign: Sign) -> char {
    match sign {
        Sign::Positive => '+',
        Sign::Negative => '-',
    }
}

/// The runs of a [`SignExpansion`], each a sign with its count.
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    path: &'a SignExpansion,
    /// Signs of the tail not yet given; `None` before the first run.
    next: Option<u64>,
}

impl Iterator for Runs<'_> {
    type Item = (Sign, UBig);

    fn next(&mut self) -> Option<(Sign, UBig)> {
        let path = self.path;
        let Some(left) = self.next else {
            self.next = Some(path.tail_len);
            return (!path.lead.is_zero()).then(|| (path.sign, path.lead.clone()));
        };
        let top = left.checked_sub(1)?;
        let bit = path.tail.bit(shift(top));
        let mut end = top;
        while end > 0 && path.tail.bit(shift(end - 1)) == bit {
            end -= 1;
        }
        self.next = Some(end);
        let sign = if bit { Sign::Positive } else { Sign::Negative };
        Some((sign, UBig::from(left - end)))
    }
}

/// Paths longer than this are written run by run.
const LONGEST_PLAIN: usize = 1024;

impl fmt::Display for SignExpansion {
    /// `++-`; paths of more than 1024 signs by runs, `+^1048576 -^3`, and of those at most 1024.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Ok(text) = self.to_signs(LONGEST_PLAIN) {
            return f.write_str(&text);
        }
        for (i, (sign, count)) in self.runs().enumerate() {
            if i == LONGEST_PLAIN {
                return write!(f, " … ({} signs)", self.len());
            }
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{}^{count}", letter(sign))?;
        }
        Ok(())
    }
}

impl FromStr for SignExpansion {
    type Err = Error;

    /// Reads signs, each with an optional count: `++-`, `+^100 -^3`.
    ///
    /// # Errors
    /// [`Error::Parse`] for other text, [`Error::TooLarge`] for a tail beyond [`Dyadic::MAX_BITS`].
    fn from_str(text: &str) -> Result<SignExpansion, Error> {
        let refuse = || Error::Parse {
            text: excerpt(text),
            expected: "a sign expansion such as ++- or +^100 -",
        };
        let mut runs = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let sign = match first {
                '+' => Sign::Positive,
                '-' => Sign::Negative,
                _ => return Err(refuse()),
            };
            rest = &rest[1..];
            let mut count = UBig::ONE;
            if let Some(power) = rest.strip_prefix('^') {
                let digits = power.bytes().take_while(u8::is_ascii_digit).count();
                count = crate::dyadic::natural(&power[..digits]).ok_or_else(refuse)?;
                rest = &power[digits..];
            }
            rest = rest.trim_start();
            runs.push((sign, count));
        }
        SignExpansion::from_runs(runs)
    }
}
