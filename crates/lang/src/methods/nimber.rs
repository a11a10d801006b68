//! Nimbers as a field.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::token::PrefixOp;
use crate::transfinite::{MOST_NIMBER_BITS, from_limbs, is_transfinite, limbs};
use crate::value::Value;
use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use farstar_nimber::{Nim64, Nim128, NimBig, Nimber};
use farstar_play::say;

entries!(Nimber);

pub(super) const METHODS: &[MethodInfo] = &[
    of("g.NimValue", "The n with g = *n.", ("*3.NimValue", "3"), |c, a| {
        if let Value::TransfiniteNimber(nimber) = &a[0] {
            return Ok(c.value_of_ordinal(nimber.ordinal().clone()));
        }
        let game = c.game(&a[0])?;
        match c.calc.as_nimber(game) {
            Some(n) => Ok(Value::integer(n)),
            None => Err(c.wrong(&a[0], "a nimber")),
        }
    }),
    of(
        "m.NimSum(n)",
        "The nim-sum: the binary sum without carries.",
        ("11 NimSum 5", "14"),
        |c, a| {
            if a.iter().any(is_transfinite) {
                return c.transfinite_nim_sum(&a[0], &a[1]);
            }
            let ((m, game), (n, other)) = (nimber(c, &a[0])?, nimber(c, &a[1])?);
            give(c, m ^ n, game || other)
        },
    ),
    of(
        "m.NimProduct(n)",
        "The nim-product in Conway's field.",
        ("8 NimProduct 8", "13"),
        |c, a| {
            if a.iter().any(is_transfinite) {
                return c.transfinite_nim_product(&a[0], &a[1]);
            }
            let ((m, game), (n, other)) = (element(c, &a[0])?, element(c, &a[1])?);
            field(c, &(m * n), game || other)
        },
    ),
    of("n.NimInverse", "The m with m NimProduct n = 1.", ("4.NimInverse", "15"), |c, a| {
        if is_transfinite(&a[0]) {
            return c.transfinite_nim_power(&a[0], &IBig::NEG_ONE);
        }
        let (n, game) = element(c, &a[0])?;
        let inverse = n.inverse().ok_or_else(no_inverse)?;
        field(c, &inverse, game)
    }),
    of("m.NimDiv(n)", "The nim-quotient.", ("11 NimDiv 4", "8"), |c, a| {
        if a.iter().any(is_transfinite) {
            return c.transfinite_nim_quotient(&a[0], &a[1]);
        }
        let ((m, game), (n, other)) = (element(c, &a[0])?, element(c, &a[1])?);
        let quotient = m.checked_div(&n).ok_or_else(no_inverse)?;
        field(c, &quotient, game || other)
    }),
    of(
        "n.NimPow(k)",
        "The k-th power in the field; a negative k is a power of the inverse.",
        ("2.NimPow(2)", "3"),
        power,
    ),
    of(
        "n.NimSqrt",
        "The square root: every nimber has exactly one.",
        ("3.NimSqrt", "2"),
        |c, a| {
            if is_transfinite(&a[0]) {
                return c.transfinite_nim_root(&a[0]);
            }
            let (n, game) = element(c, &a[0])?;
            field(c, &n.sqrt(), game)
        },
    ),
    of(
        "x.NimRoot(n)",
        "The least n-th root for a prime n among all nimbers below ω^ω^ω, which have them all; for other n roots of roots.",
        ("2.NimRoot(3)", "ω"),
        |c, a| {
            let n = c.natural(&a[1])?;
            c.transfinite_nim_root_of(&a[0], n)
        },
    ),
    of(
        "n.NimOrder",
        "The multiplicative order, of nimbers below 2^256 and of transfinite ones.",
        ("4.NimOrder", "15"),
        |c, a| {
            if is_transfinite(&a[0]) {
                return Ok(Value::integer(c.transfinite_nim_order(&a[0])?));
            }
            let (n, _) = element(c, &a[0])?;
            if n.is_zero() {
                return Err(Fault::domain("0 has no order").expected("a positive integer"));
            }
            match n.order() {
                Some(limbs) => Ok(Value::integer(from_limbs(&limbs))),
                None => Err(Fault::unsupported(
                    "orders of nimbers of more than 256 bits are not known here",
                )),
            }
        },
    ),
    of(
        "NimLog(base, n)",
        "The least k with base.NimPow(k) = n, in the field of nimbers below 2^64.",
        ("NimLog(4, 13)", "12"),
        |c, a| {
            let (base, n) = (word(c, &a[0])?, word(c, &a[1])?);
            match n.log(base) {
                Some(k) => Ok(Value::integer(k)),
                None => {
                    let (base, n) = (c.mention(&a[0]), c.mention(&a[1]));
                    Err(Fault::domain(say!("no power of {0} is {1}", base, n)))
                }
            }
        },
    ),
    of(
        "n.NimMinimalPolynomial",
        "The minimal polynomial over the field of 0 and 1, as a text.",
        ("4.NimMinimalPolynomial", "\"x^4+x+1\""),
        |c, a| {
            if is_transfinite(&a[0]) {
                let polynomial = c.transfinite_nim_polynomial(&a[0])?;
                return c.text(polynomial_text(&polynomial));
            }
            let n = small_element(c, &a[0])?;
            c.text(n.minimal_polynomial().to_string())
        },
    ),
    of(
        "n.NimDegree",
        "The degree over the field of 0 and 1: the least k such that squaring k times gives n again.",
        ("omega.NimDegree", "6"),
        |c, a| {
            if is_transfinite(&a[0]) {
                return Ok(Value::integer(c.transfinite_nim_degree(&a[0])? as u64));
            }
            Ok(Value::integer(element(c, &a[0])?.0.degree()))
        },
    ),
    of(
        "NimSolveQuadratic(a, b, c)",
        "The nimbers x with a*x*x + b*x + c = 0, as a set.",
        ("NimSolveQuadratic(1, 1, 1)", "{2,3}"),
        quadratic,
    ),
    of(
        "m.UglyProduct(n)",
        "The ugly product of Winning Ways, ch. 14.",
        ("14 UglyProduct 2", "13"),
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
        return Err(Fault::domain(say!("{0} is negative, and nimbers are not", shown))
            .expected("an integer that is not negative"));
    }
    Ok((n.unsigned_abs(), false))
}

/// An element of the field, and whether it was written as a nimber.
fn element(context: &mut Context<'_, '_>, value: &Value) -> Outcome<(NimBig, bool)> {
    let (n, game) = nimber(context, value)?;
    if n.bit_len() > MOST_NIMBER_BITS {
        return Err(Fault::too_large(say!(
            "a nimber of {0} bits is too large for the field operations",
            n.bit_len()
        ))
        .expected(say!("at most {0} bits", MOST_NIMBER_BITS)));
    }
    Ok((NimBig::from_limbs(limbs(&n)), game))
}

/// An element of the field of nimbers below 2^128.
pub(super) fn small_element(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Nim128> {
    let (n, _) = nimber(context, value)?;
    u128::try_from(&n).ok().and_then(Nim128::from_u128).ok_or_else(|| {
        let shown = context.mention(value);
        Fault::domain(say!("{0} lies outside the field of nimbers below 2^128", shown))
            .expected("an integer below 2^128")
    })
}

/// An element of the field of nimbers below 2^64.
fn word(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Nim64> {
    let (n, _) = nimber(context, value)?;
    u64::try_from(&n).map(Nim64::new).map_err(|_| {
        let shown = context.mention(value);
        Fault::domain(say!("{0} lies outside the field of nimbers below 2^64", shown))
            .expected("an integer below 2^64")
    })
}

fn no_inverse() -> Box<Fault> {
    Fault::domain("0 has no inverse").expected("a positive integer")
}

/// The result as the arguments were: an integer, or a nimber.
fn give(context: &mut Context<'_, '_>, n: UBig, game: bool) -> Outcome<Value> {
    let value = Value::integer(n);
    if game { context.prefix(PrefixOp::NimberOf, &value) } else { Ok(value) }
}

fn field(context: &mut Context<'_, '_>, n: &NimBig, game: bool) -> Outcome<Value> {
    give(context, from_limbs(n.limbs()), game)
}

/// By squaring and multiplying, with a look at the limits at every bit of the exponent.
fn power(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let k = context.integer(&arguments[1])?;
    if is_transfinite(&arguments[0]) {
        return context.transfinite_nim_power(&arguments[0], &k);
    }
    let (mut n, game) = element(context, &arguments[0])?;
    if k < IBig::ZERO {
        n = n.inverse().ok_or_else(no_inverse)?;
    }
    let mut exponent = k.unsigned_abs();
    if n.is_zero() {
        let power = if exponent == UBig::ZERO { UBig::ONE } else { UBig::ZERO };
        return give(context, power, game);
    }
    // The units of the field of d bits number 2^d - 1.
    let degree = usize::try_from(n.degree()).unwrap_or(MOST_NIMBER_BITS);
    exponent %= (UBig::ONE << degree) - UBig::ONE;
    let mut power = NimBig::from(1u64);
    for bit in (0..exponent.bit_len()).rev() {
        context.calc.limits().check()?;
        power = power.square();
        if exponent.bit(bit) {
            power = &power * &n;
        }
    }
    field(context, &power, game)
}

/// A polynomial over the field of 0 and 1, the highest power first.
fn polynomial_text(bits: &UBig) -> String {
    let powers = (0..bits.bit_len()).rev().filter(|&n| bits.bit(n));
    let written = powers.map(|n| match n {
        0 => "1".to_owned(),
        1 => "x".to_owned(),
        n => format!("x^{n}"),
    });
    written.collect::<Vec<_>>().join("+")
}

/// With x = (b/a)z the equation is z² + z = ac/b², and that always has two roots.
fn quadratic(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    if arguments.iter().any(is_transfinite) {
        let roots = context.transfinite_quadratic(arguments)?;
        return context.set(roots);
    }
    let mut coefficients = Vec::with_capacity(3);
    let mut game = false;
    for argument in arguments {
        let (n, written) = element(context, argument)?;
        game |= written;
        coefficients.push(n);
    }
    let [a, b, c] = [&coefficients[0], &coefficients[1], &coefficients[2]];
    let roots = match (a.inverse(), b.inverse()) {
        (Some(over_a), Some(over_b)) => {
            let scale = b * &over_a;
            let root = &(&(a * c) * &over_b.square()).half_solve() * &scale;
            vec![&root + &scale, root]
        }
        (Some(over_a), None) => vec![(c * &over_a).sqrt()],
        (None, Some(over_b)) => vec![c * &over_b],
        (None, None) if c.is_zero() => {
            return Err(Fault::domain("every nimber solves 0 = 0"));
        }
        (None, None) => Vec::new(),
    };
    let mut values = Vec::with_capacity(roots.len());
    for root in &roots {
        values.push(field(context, root, game)?);
    }
    context.set(values)
}

/// The product that is linear over GF(2) in both factors, with `1⊙1 = 1`, `2^a⊙2^a = 2^(a-1)`, `2^a⊙1 = 2^a` and
/// `2^a⊙2^b = 2^a + 2^(b-1)` for `a > b > 0`.
///
/// For `a ≥ b` it is the least number that is no sum of the products of `2^a` with smaller powers and of smaller powers
/// with `2^b`: the value of a corner coin that is turned with coins of its row alone or of its column alone. Time
/// linear in the bits.
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
