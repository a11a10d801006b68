//! Polynomials as text: `3x^2 + x + 7`, or the list of coefficients `7,1,3`.

use super::Polynomial;
use crate::error::AlgebraError;
use crate::field::Nimber;
use std::fmt;
use std::str::FromStr;

/// The largest exponent read from a text: it bounds the memory a short text can ask for.
const EXPONENT_LIMIT: usize = 1 << 20;

impl<N: Nimber> fmt::Display for Polynomial<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (exponent, &c) in self.coefficients().iter().enumerate().rev() {
            if c.is_zero() {
                continue;
            }
            formatter.write_str(separator)?;
            separator = " + ";
            if c != N::ONE || exponent == 0 {
                write!(formatter, "{c}")?;
            }
            match exponent {
                0 => {}
                1 => formatter.write_str("x")?,
                _ => write!(formatter, "x^{exponent}")?,
            }
        }
        if self.is_zero() { formatter.write_str("0") } else { Ok(()) }
    }
}

impl<N: Nimber> FromStr for Polynomial<N> {
    type Err = AlgebraError;

    /// Reads a sum of terms `c`, `cx`, `cx^k` joined by `+` or `-` (the same thing), or coefficients lowest first with
    /// commas.
    fn from_str(text: &str) -> Result<Self, AlgebraError> {
        let syntax = |what| AlgebraError::Syntax(text.chars().take(80).collect(), what);
        if text.contains(',') {
            let coefficients =
                text.split(',').map(|c| c.trim().parse()).collect::<Result<Vec<N>, _>>()?;
            return Ok(Self::new(coefficients));
        }
        let mut coefficients = Vec::new();
        for term in text.split(['+', '-']) {
            let term = term.trim();
            let (c, exponent) = match term.split_once(['x', 'X']) {
                None => (term.parse()?, 0),
                Some((c, power)) => {
                    let c = c.trim_end().trim_end_matches(['⊗', '·']).trim_end();
                    let c = if c.is_empty() { N::ONE } else { c.parse()? };
                    let power = power.trim_start();
                    let exponent = if power.is_empty() {
                        1
                    } else {
                        let digits = power
                            .strip_prefix('^')
                            .ok_or_else(|| syntax("expected ^ and an exponent after x"))?
                            .trim_start();
                        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                            return Err(syntax("expected a decimal exponent after ^"));
                        }
                        digits
                            .parse()
                            .ok()
                            .filter(|&exponent| exponent <= EXPONENT_LIMIT)
                            .ok_or_else(|| syntax("exponents go up to 2^20"))?
                    };
                    (c, exponent)
                }
            };
            if coefficients.len() <= exponent {
                coefficients.resize(exponent + 1, N::ZERO);
            }
            coefficients[exponent] += c;
        }
        Ok(Self::new(coefficients))
    }
}
