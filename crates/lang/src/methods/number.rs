//! Numbers: rationals, and integers of any size.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::operators::LONGEST_FRACTION;
use crate::token::BinaryOp;
use crate::value::Value;
use dashu_int::ops::{BitTest, Gcd, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use farstar_play::say;
use farstar_value::Comparison;
use farstar_value::Player;

entries!(Number);

pub(super) const METHODS: &[MethodInfo] = &[
    of("x.Abs", "The absolute value.", ("(-3/8).Abs", "3/8"), |c, a| {
        if let Value::Surreal(x) = &a[0] {
            return Ok(c.value_of_surreal(x.abs()));
        }
        Ok(Value::Number(c.rational(&a[0])?.abs()))
    }),
    of(
        "x.Sign",
        "1, 0 or -1: the sign; 1 for Left and -1 for Right.",
        ("(-3/8).Sign", "-1"),
        |c, a| {
            Ok(Value::integer(match &a[0] {
                Value::Surreal(x) => x.signum(),
                Value::Player(player) => {
                    if *player == Player::Left {
                        1
                    } else {
                        -1
                    }
                }
                other => c.rational(other)?.signum(),
            }))
        },
    ),
    of(
        "x.Floor",
        "The greatest integer not above x, an omnific integer beyond the finite ones.",
        ("(-3/8).Floor", "-1"),
        |c, a| {
            if let Value::Surreal(x) = &a[0] {
                return Ok(c.value_of_surreal(x.floor()?.into()));
            }
            Ok(Value::integer(c.rational(&a[0])?.floor()?))
        },
    ),
    of("x.Ceiling", "The least integer not below x.", ("(17/4).Ceiling", "5"), |c, a| {
        Ok(Value::integer(c.rational(&a[0])?.ceil()?))
    }),
    of("x.Numerator", "The numerator in lowest terms.", ("(4/6).Numerator", "2"), |c, a| {
        if let Value::Surreal(x) = &a[0] {
            return Ok(c.value_of_surreal(x.fraction()?.0.into()));
        }
        Ok(Value::integer(c.rational(&a[0])?.numerator()))
    }),
    of("x.Denominator", "The denominator in lowest terms.", ("(4/6).Denominator", "3"), |c, a| {
        if let Value::Surreal(x) = &a[0] {
            return Ok(c.value_of_surreal(x.fraction()?.1.into()));
        }
        Ok(Value::integer(c.rational(&a[0])?.denominator()))
    }),
    of(
        "x.Reciprocal",
        "1/x; inf for 0, and 0 for the infinities.",
        ("(3/16).Reciprocal", "16/3"),
        |c, a| {
            if let Value::Surreal(x) = &a[0] {
                return Ok(c.value_of_surreal(x.reciprocal()?));
            }
            Ok(Value::Number(c.rational(&a[0])?.reciprocal()))
        },
    ),
    of(
        "x.IsDyadic",
        "Whether the denominator is a power of two: whether x is a short game.",
        ("(6/23).IsDyadic", "false"),
        |c, a| Ok(Value::Boolean(c.rational(&a[0])?.is_dyadic())),
    ),
    of(
        "x.Max(y), list.Max",
        "The greater of two numbers, or the greatest element.",
        ("3 Max 5", "5"),
        |c, a| extreme(c, a, Comparison::Greater),
    )
    .taking(1, 2),
    of(
        "x.Min(y), list.Min",
        "The smaller of two numbers, or the smallest element.",
        ("(-3).Min(14/5)", "-3"),
        |c, a| extreme(c, a, Comparison::Less),
    )
    .taking(1, 2),
    of(
        "m.Div(n)",
        "m divided by n and rounded down, in the notation of CGSuite towards 0.",
        ("17.Div(4)", "4"),
        |c, a| {
            let (m, n) = (c.integer(&a[0])?, c.integer(&a[1])?);
            if n == IBig::ZERO {
                return Err(Fault::domain("division by 0").expected("a divisor other than 0"));
            }
            Ok(Value::integer(c.quotient(&m, &n)))
        },
    ),
    of("m.Gcd(n)", "The greatest common divisor.", ("35.Gcd(-25)", "5"), |c, a| {
        let (m, n) = (c.integer(&a[0])?, c.integer(&a[1])?);
        if m == IBig::ZERO && n == IBig::ZERO {
            return Ok(Value::integer(0));
        }
        if m.bit_len().min(n.bit_len()) as u64 > LONGEST_FRACTION {
            let fault =
                Fault::too_large("both numbers are too long for their greatest common divisor");
            return Err(fault.expected(say!("one of at most {0} bits", LONGEST_FRACTION)));
        }
        Ok(Value::integer(m.unsigned_abs().gcd(n.unsigned_abs())))
    }),
    of("n.Isqrt", "The square root, rounded down.", ("99.Isqrt", "9"), |c, a| {
        Ok(Value::integer(natural(c, &a[0], "Isqrt")?.sqrt()))
    }),
    of("n.Lb", "The binary logarithm, rounded down.", ("17.Lb", "4"), |c, a| {
        let n = natural(c, &a[0], "Lb")?;
        if n == UBig::ZERO {
            return Err(Fault::domain("0 has no logarithm").expected("a positive integer"));
        }
        Ok(Value::integer(n.bit_len() - 1))
    }),
    of(
        "n.IsEvil",
        "Whether n has an even number of binary ones.",
        ("[11.IsEvil, 23.IsEvil]", "[false,true]"),
        |c, a| Ok(Value::Boolean(ones(&natural(c, &a[0], "IsEvil")?).is_multiple_of(2))),
    ),
    of(
        "n.IsOdious",
        "Whether n has an odd number of binary ones.",
        ("11.IsOdious", "true"),
        |c, a| Ok(Value::Boolean(ones(&natural(c, &a[0], "IsOdious")?) % 2 == 1)),
    ),
    of("n.IsTwoPower", "Whether n is a power of two.", ("48.IsTwoPower", "false"), |c, a| {
        let n = c.integer(&a[0])?;
        Ok(Value::Boolean(n > IBig::ZERO && ones(&n.unsigned_abs()) == 1))
    }),
    of(
        "n.IsSmallInteger",
        "Whether n fits 32 bits with its sign.",
        ("(2**31).IsSmallInteger", "false"),
        |c, a| {
            let n = c.integer(&a[0])?;
            Ok(Value::Boolean(i32::try_from(&n).is_ok()))
        },
    ),
];

/// An integer that is not negative.
fn natural(context: &mut Context<'_, '_>, value: &Value, of: &str) -> Outcome<UBig> {
    let n = context.integer(value)?;
    if n < IBig::ZERO {
        let shown = context.mention(value);
        return Err(Fault::domain(say!("{0} of {1}, which is negative", of, shown))
            .expected("an integer that is not negative"));
    }
    Ok(n.unsigned_abs())
}

fn ones(n: &UBig) -> u32 {
    n.to_le_bytes().iter().map(|byte| byte.count_ones()).fold(0, u32::wrapping_add)
}

/// The greatest or smallest of two values or of a list.
fn extreme(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    wanted: Comparison,
) -> Outcome<Value> {
    let mut candidates: Box<dyn Iterator<Item = Value>> = match arguments {
        [list] => Box::new(context.elements(list)?),
        _ => Box::new(arguments.iter().cloned()),
    };
    let Some(mut best) = candidates.next() else {
        return Err(Fault::domain("an empty list has neither a greatest nor a smallest element"));
    };
    for candidate in candidates {
        context.calc.limits().check()?;
        match context.compare(BinaryOp::Less, &candidate, &best)? {
            Comparison::Confused => {
                let (x, y) = (context.mention(&candidate), context.mention(&best));
                return Err(Fault::domain(say!(
                    "{0} and {1} are confused: neither is greater",
                    x,
                    y
                ))
                .fix("Join and Meet are the lattice operations"));
            }
            found if found == wanted => best = candidate,
            _ => {}
        }
    }
    Ok(best)
}
