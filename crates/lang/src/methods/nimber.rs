//! Nimbers as a field.

use super::{Family, MethodInfo, Native, Run, entry};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::token::PrefixOp;
use crate::value::Value;
use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use farstar_nimber::{Nim128, Nimber};

const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    arguments: (usize, usize),
    run: Native,
) -> MethodInfo {
    entry(Family::Nimber, (name, signature), summary, example, arguments, Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of("NimValue", "g.NimValue", "The n with g = *n.", ("*3.NimValue", "3"), (1, 1), |c, a| {
        let game = c.game(&a[0])?;
        match c.calc.as_nimber(game) {
            Some(n) => Ok(Value::integer(n)),
            None => Err(c.wrong(&a[0], "a nimber")),
        }
    }),
    of(
        "NimSum",
        "m.NimSum(n)",
        "The nim-sum: the binary sum without carries.",
        ("11 NimSum 5", "14"),
        (2, 2),
        |c, a| {
            let ((m, game), (n, other)) = (nimber(c, &a[0])?, nimber(c, &a[1])?);
            give(c, m ^ n, game || other)
        },
    ),
    of(
        "NimProduct",
        "m.NimProduct(n)",
        "The nim-product in Conway's field.",
        ("8 NimProduct 8", "13"),
        (2, 2),
        |c, a| {
            let ((m, game), (n, other)) = (element(c, &a[0])?, element(c, &a[1])?);
            field(c, m * n, game || other)
        },
    ),
    of(
        "NimInverse",
        "n.NimInverse",
        "The m with m NimProduct n = 1.",
        ("4.NimInverse", "15"),
        (1, 1),
        |c, a| {
            let (n, game) = element(c, &a[0])?;
            match n.inverse() {
                Some(inverse) => field(c, inverse, game),
                None => Err(Fault::domain("0 has no inverse").expected("a positive integer")),
            }
        },
    ),
    of("NimDiv", "m.NimDiv(n)", "The nim-quotient.", ("11 NimDiv 4", "8"), (2, 2), |c, a| {
        let ((m, game), (n, other)) = (element(c, &a[0])?, element(c, &a[1])?);
        match m.checked_div(n) {
            Some(quotient) => field(c, quotient, game || other),
            None => Err(Fault::domain("nim-division by 0").expected("a positive divisor")),
        }
    }),
    of(
        "NimPow",
        "n.NimPow(k)",
        "The k-th power in the field; a negative k is a power of the inverse.",
        ("2.NimPow(2)", "3"),
        (2, 2),
        |c, a| {
            let (mut n, game) = element(c, &a[0])?;
            let k = c.integer(&a[1])?;
            if k < IBig::ZERO {
                n = n
                    .inverse()
                    .ok_or_else(|| Fault::domain("0 has no inverse").expected("a positive base"))?;
            }
            let power = n.pow_limbs(&limbs(&k.unsigned_abs()));
            field(c, power, game)
        },
    ),
    of(
        "NimSqrt",
        "n.NimSqrt",
        "The square root: every nimber has exactly one.",
        ("3.NimSqrt", "2"),
        (1, 1),
        |c, a| {
            let (n, game) = element(c, &a[0])?;
            field(c, n.sqrt(), game)
        },
    ),
    of(
        "UglyProduct",
        "m.UglyProduct(n)",
        "The ugly product of Winning Ways, ch. 14.",
        ("14 UglyProduct 2", "13"),
        (2, 2),
        |c, a| {
            let ((m, game), (n, other)) = (nimber(c, &a[0])?, nimber(c, &a[1])?);
            give(c, ugly_product(&m, &n), game || other)
        },
    ),
];

/// An integer that is not negative, or the size of a nimber; and whether it was a nimber other than 0.
fn nimber(context: &mut Context<'_, '_>, value: &Value) -> Outcome<(UBig, bool)> {
    if let Value::Game(game) = value {
        return match context.calc.as_nimber(*game) {
            Some(n) => Ok((UBig::from(n), true)),
            None => Err(context.wrong(value, "an integer that is not negative, or a nimber")),
        };
    }
    let n = context.integer(value)?;
    if n < IBig::ZERO {
        let shown = context.mention(value);
        return Err(Fault::domain(format!("{shown} is negative, and nimbers are not"))
            .expected("an integer that is not negative"));
    }
    Ok((n.unsigned_abs(), false))
}

/// An element of the field of nimbers below 2^128.
pub(super) fn element(context: &mut Context<'_, '_>, value: &Value) -> Outcome<(Nim128, bool)> {
    let (n, game) = nimber(context, value)?;
    match u128::try_from(&n).ok().and_then(Nim128::from_u128) {
        Some(element) => Ok((element, game)),
        None => {
            let shown = context.mention(value);
            Err(Fault::unsupported(format!(
                "{shown} lies outside the field of nimbers below 2^128"
            ))
            .expected("an integer below 2^128"))
        }
    }
}

/// The result as the arguments were: an integer, or a nimber.
fn give(context: &mut Context<'_, '_>, n: UBig, game: bool) -> Outcome<Value> {
    let value = Value::integer(n);
    if game { context.prefix(PrefixOp::NimberOf, &value) } else { Ok(value) }
}

pub(super) fn field(context: &mut Context<'_, '_>, n: Nim128, game: bool) -> Outcome<Value> {
    give(context, UBig::from(n.to_u128()), game)
}

/// The limbs of a number, lowest first.
pub(super) fn limbs(n: &UBig) -> Vec<u64> {
    let bytes = n.to_le_bytes();
    bytes
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0u64, |limb, &byte| (limb << 8) | u64::from(byte)))
        .collect()
}

/// The product that is linear over GF(2) in both factors, with `1⊙1 = 1`, `2^a⊙2^a = 2^(a-1)`, `2^a⊙1 = 2^a` and
/// `2^a⊙2^b = 2^a + 2^(b-1)` for `a > b > 0`.
///
/// For `a ≥ b` it is the least number that is no sum of the products of `2^a` with smaller powers and of smaller powers with `2^b`: the
/// value of a corner coin that is turned with coins of its row alone or of its column alone. Time linear in the bits.
fn ugly_product(m: &UBig, n: &UBig) -> UBig {
    let bits = m.bit_len().max(n.bit_len());
    let mut product = vec![0u8; bits / 8 + 1];
    let mut toggle = |bit: usize| product[bit / 8] ^= 1 << (bit % 8);
    for (x, y) in [(m, n), (n, m)] {
        // Pairs of a bit a of x and a smaller bit b of y.
        let mut below = false;
        for a in 0..bits {
            if x.bit(a) && below {
                toggle(a);
            }
            below ^= y.bit(a);
        }
        let mut above = false;
        for b in (1..bits).rev() {
            if y.bit(b) && above {
                toggle(b - 1);
            }
            above ^= x.bit(b);
        }
    }
    for a in 0..bits {
        if m.bit(a) && n.bit(a) {
            toggle(a.saturating_sub(1));
        }
    }
    UBig::from_le_bytes(&product)
}
