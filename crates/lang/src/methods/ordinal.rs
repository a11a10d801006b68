//! Transfinite numbers and nimbers.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{Family, MethodInfo, Run, entry};
use crate::value::Value;
use farstar_num::{Lenstra, Surreal, alpha, excess, q_set};
use farstar_play::say;

/// The name before the tables of the field of transfinite nimbers.
pub(crate) const NIM_FIELD: &str = "NimField";

pub(super) const METHODS: &[MethodInfo] = &[
    entry(
        Family::Number,
        "x.OmegaPower",
        "ω to the power x, Conway's omega map.",
        ("(omega-1).OmegaPower", "ω^(ω-1)"),
        Run::Native(|c, a| {
            let exponent = c.surreal(&a[0])?;
            Ok(c.value_of_surreal(Surreal::omega_power(&exponent)?))
        }),
    ),
    entry(
        Family::Nimber,
        "NimField.Excess(p)",
        "The excess of an odd prime: the integer in the p-th power of the p-th nim root ω^ω^k; from a table up to 577, beyond by Lenstra's algorithm.",
        ("NimField.Excess(19)", "4"),
        Run::Native(|c, a| {
            let p = prime(c, a)?;
            match excess(p) {
                Some(excess) => Ok(Value::integer(excess)),
                None => Ok(Value::integer(found(c, p)?.1)),
            }
        }),
    )
    .taking(1, 2),
    entry(
        Family::Nimber,
        "NimField.QSet(p)",
        "The prime powers whose roots sum, with the excess, to the p-th power of the p-th nim root ω^ω^k.",
        ("NimField.QSet(13)", "{3,4}"),
        Run::Native(|c, a| {
            let p = prime(c, a)?;
            let powers = match q_set(p) {
                Some(powers) => powers.prime_powers().collect(),
                None => found(c, p)?.0,
            };
            c.set(powers.into_iter().map(Value::integer).collect())
        }),
    )
    .taking(1, 2),
    entry(
        Family::Nimber,
        "NimField.Alpha(p)",
        "The p-th power of the p-th nim root ω^ω^k, for an odd prime p up to 577, or beyond by Lenstra's algorithm where the field is small, as for 593.",
        ("NimField.Alpha(7)", "ω+1"),
        Run::Native(|c, a| {
            let p = prime(c, a)?;
            let limits = c.calc.limits();
            let alpha = alpha(p, &mut || -> Outcome<()> { Ok(limits.check()?) })?;
            Ok(c.value_of_ordinal(alpha.ordinal().clone()))
        }),
    )
    .taking(1, 2),
];

/// The argument after `NimField`, or the only one.
fn prime(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<u32> {
    let p = match arguments {
        [p] => p,
        [Value::Class(name), p] if *name == NIM_FIELD => p,
        _ => return Err(context.wrong(&arguments[0], NIM_FIELD)),
    };
    let p = context.natural(p)?;
    u32::try_from(p).map_err(|_| unknown(p))
}

/// The Q-set and the excess of a prime that is not in the table.
fn found(context: &mut Context<'_, '_>, prime: u32) -> Outcome<(Vec<u32>, u32)> {
    let odd = prime > 2 && (2..).take_while(|d| d * d <= prime).all(|d| !prime.is_multiple_of(d));
    if !odd || prime >= 1 << 16 {
        return Err(Fault::domain(say!("{0} is no odd prime in reach", prime))
            .expected("an odd prime up to 65521"));
    }
    let limits = context.calc.limits();
    let found = Lenstra::by_table().find(prime, &mut |_| -> Outcome<()> { Ok(limits.check()?) })?;
    Ok((found.q_set, found.excess))
}

fn unknown(prime: u64) -> Box<Fault> {
    Fault::domain(say!("{0} is not in the table", prime)).expected("an odd prime up to 577")
}

/// The birthday of a transfinite value.
pub(super) fn birthday(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Value> {
    match value {
        Value::TransfiniteNimber(nimber) => Ok(context.value_of_ordinal(nimber.ordinal().clone())),
        _ => {
            let day = context.surreal(value)?.birthday()?;
            Ok(context.value_of_ordinal(day))
        }
    }
}
