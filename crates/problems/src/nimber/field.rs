//! Calculation in the nim field: inverses, roots, determinants, logarithms.

use std::fmt::Write;

use farstar_nimber::{AlgebraError, Matrix, Nim64, Nimber};
use farstar_value::Limits;

use super::products::nimber;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps::joined;
use crate::input::Input;
use crate::instance::Instance;
use crate::trial::Verification;

/// An error of the algebra.
pub(super) fn refused(error: AlgebraError) -> Error {
    Error::Refused(error.to_string())
}

/// The size of the smallest field 2^(2^k) that holds `a`, as the number of its bits.
fn field_bits(a: u64) -> u32 {
    [1, 2, 4, 8, 16, 32].into_iter().find(|&bits| a >> bits == 0).unwrap_or(64)
}

/// I19: inverses and square roots.
pub(crate) const FIELD: Entry = Entry {
    instance: Instance::computation(
        "inverse 4\nsqrt 4\ndivide 11 4\npower 222 8\n",
        answer_field,
        |input, _| {
            let mut text = String::new();
            while !input.is_at_end() {
                let operation = input.word("an operation")?;
                let a = Nim64::new(input.integer("a nimber", 0..=255)?);
                let sought = |holds: &dyn Fn(Nim64) -> bool| {
                    (0..256).map(Nim64::new).find(|&x| holds(x)).map(Nim64::get)
                };
                let result = match operation {
                    "inverse" => sought(&|x| x * a == Nim64::ONE),
                    "sqrt" => sought(&|x| x * x == a),
                    "divide" => {
                        let b = Nim64::new(input.integer("a nimber", 0..=255)?);
                        sought(&|x| b != Nim64::ZERO && x * b == a)
                    }
                    "power" => {
                        let exponent = input.integer("an exponent", 0..=1000_usize)?;
                        Some(std::iter::repeat_n(a, exponent).product::<Nim64>().get())
                    }
                    _ => return Err(input.error("expected inverse, divide, power or sqrt")),
                };
                let result = result.ok_or_else(|| input.error("0 has no inverse"))?;
                let _ = writeln!(text, "{result}");
            }
            Ok(text)
        },
    ),
    answer: Some(answer_field),
    verification: Some(Verification::to([64, 256, 4096], |to, trial| {
        for a in 0..to {
            let bits = field_bits(a);
            let size = 1_u64 << bits;
            let x = Nim64::new(a);
            let root = (0..size).find(|&r| Nim64::new(r) * Nim64::new(r) == x);
            let by_power = x.pow(u128::from(size / 2)).get();
            trial.compare(|| format!("√{a}"), by_power, root.unwrap_or(u64::MAX))?;
            trial.compare(|| format!("√{a}"), x.sqrt().get(), root.unwrap_or(u64::MAX))?;
            if a > 0 {
                let inverse = (0..size).find(|&r| Nim64::new(r) * x == Nim64::ONE);
                let by_power = x.pow(u128::from(size - 2)).get();
                trial.compare(|| format!("1/{a}"), by_power, inverse.unwrap_or(0))?;
                let engine = x.inverse().map_or(0, Nim64::get);
                trial.compare(|| format!("1/{a}"), engine, inverse.unwrap_or(0))?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE17",
        Verification::to([1, 16, 256], |to, trial| {
            for a in 0..to {
                let size = 1_u128 << field_bits(a).max(2);
                let product = Nim64::new(a) * Nim64::new(a).pow(size - 2);
                trial.compare(|| format!("{a} ⊗ {a}^(K − 2)"), Nim64::ONE, product)?;
            }
            Ok(())
        }),
    )],
    ..entry!("I19", "nim-inverse")
};

fn answer_field(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let mut text = String::new();
    while !input.is_at_end() {
        let operation = input.word("an operation")?;
        let a = match operation {
            "inverse" | "divide" | "power" | "sqrt" => nimber(input)?,
            other => {
                let shown: String = other.chars().take(40).collect();
                return Err(
                    input.error(format!("`{shown}`; expected inverse, divide, power or sqrt"))
                );
            }
        };
        let result = match operation {
            "inverse" => a.inverse(),
            "divide" => {
                let b = nimber(input)?;
                a.checked_div(b)
            }
            "power" => {
                let exponent = input.integer("an exponent", 0..=i128::MAX)?;
                Some(a.pow(exponent.unsigned_abs()))
            }
            _ => Some(a.sqrt()),
        };
        let result = result.ok_or_else(|| input.error("0 has no inverse"))?;
        let _ = writeln!(text, "{result}");
        limits.check()?;
    }
    Ok(text)
}

/// I25: determinants.
pub(crate) const DETERMINANT: Entry = Entry {
    instance: Instance::computation(
        "3\n1 2 3\n4 5 6\n7 8 10\n",
        |input, _| {
            let (n, entries) = square(input)?;
            let found = Matrix::new(n, n, entries).and_then(|matrix| matrix.determinant());
            Ok(format!("{}\n", found.map_err(refused)?))
        },
        |input, limits| {
            let (n, entries) = square(input)?;
            let mut orders = vec![Vec::new()];
            for _ in 0..n {
                let longer = |order: Vec<usize>| {
                    let free = (0..n).filter(|c| !order.contains(c)).collect::<Vec<_>>();
                    free.into_iter().map(move |c| [&order[..], &[c]].concat())
                };
                orders = orders.into_iter().flat_map(longer).collect();
            }
            limits.check()?;
            let term = |order: &Vec<usize>| {
                order.iter().enumerate().map(|(r, c)| entries[r * n + c]).product::<Nim64>()
            };
            Ok(format!("{}\n", orders.iter().map(term).sum::<Nim64>()))
        },
    ),
    answer: Some(answer_determinant),
    verification: Some(Verification::to([5, 16, 32], |to, trial| {
        for (n, below) in [(2_u32, to), (3, to.min(3))] {
            for code in 0..below.pow(n * n) {
                let entry = |i: u32| Nim64::new(code / below.pow(i) % below);
                let at = |r: u32, c: u32| entry(r * n + c);
                let entries: Vec<Nim64> = (0..n * n).map(entry).collect();
                let matrix = Matrix::new(n as usize, n as usize, entries.clone());
                let found = matrix.and_then(|m| m.determinant()).map_err(refused)?;
                let leibniz = if n == 2 {
                    at(0, 0) * at(1, 1) + at(0, 1) * at(1, 0)
                } else {
                    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
                    let term = |o: [u32; 3]| at(0, o[0]) * at(1, o[1]) * at(2, o[2]);
                    orders.into_iter().map(term).sum()
                };
                trial.compare(|| format!("rows of {}", joined(&entries)), found, leibniz)?;
            }
        }
        Ok(())
    })),
    ..entry!("I25", "nim-determinant")
};

fn answer_determinant(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let n = input.integer("the order", 1..=2000_usize)?;
    let entries: Vec<u64> = input.integers("an entry", n * n, 0..=u64::MAX)?;
    let matrix = Matrix::new(n, n, entries.into_iter().map(Nim64::new).collect());
    let matrix = matrix.map_err(refused)?;
    let mut check = || limits.check().is_ok();
    let stopped = |error| match error {
        AlgebraError::Cancelled => limits.check().err().map_or(refused(error), Error::from),
        other => refused(other),
    };
    let determinant = matrix.determinant_checked(&mut check).map_err(stopped)?;
    let rank = matrix.rank_checked(&mut check).map_err(stopped)?;
    let mut text = format!("{determinant} {rank}\n");
    if input.accept("solve") {
        let right: Vec<u64> = input.integers("a right side", n, 0..=u64::MAX)?;
        let right: Vec<Nim64> = right.into_iter().map(Nim64::new).collect();
        match matrix.solve(&right) {
            Ok(solutions) => {
                let _ = writeln!(text, "{}", joined(&solutions.particular));
            }
            Err(_) => text.push_str("none\n"),
        }
    } else if rank < n {
        text.push_str("singular\n");
    } else {
        let inverse = matrix.inverse_checked(&mut check).map_err(stopped)?;
        for row in 0..n {
            let _ = writeln!(text, "{}", joined(inverse.row(row)));
        }
    }
    Ok(text)
}

/// I26: discrete logarithms.
pub(crate) const LOGARITHM: Entry = Entry {
    instance: Instance::computation("0 5\n22 243\n4 13\n", answer_logarithm, |input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let a = Nim64::new(input.integer("a base", 0..=65_535)?);
            let b = Nim64::new(input.integer("a power", 0..=65_535)?);
            let powers = std::iter::successors(Some(Nim64::ONE), |&power| Some(power * a));
            let log = powers.take(65_536).position(|power| power == b);
            let _ = writeln!(text, "{}", log.map_or_else(|| "-1".to_owned(), |x| x.to_string()));
            limits.check()?;
        }
        Ok(text)
    }),
    answer: Some(answer_logarithm),
    verification: Some(Verification::to([40, 256, 2048], |to, trial| {
        for a in (0..to).map(Nim64::new) {
            let mut powers = Vec::new();
            let mut power = Nim64::ONE;
            while !powers.contains(&power) {
                powers.push(power);
                power *= a;
            }
            for b in (0..to).map(Nim64::new) {
                let listed = powers.iter().position(|&power| power == b);
                let shown = |x: Option<u128>| x.map_or("none".to_owned(), |x| x.to_string());
                trial.compare(
                    || format!("log of {b} to the base {a}"),
                    shown(b.log(a)),
                    shown(listed.map(|x| x as u128)),
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I26", "nim-log")
};

fn answer_logarithm(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let mut text = String::new();
    while !input.is_at_end() {
        let a = Nim64::new(input.integer("a base", 0..=u64::MAX)?);
        let b = Nim64::new(input.integer("a power", 0..=u64::MAX)?);
        let log = b.log(a).map_or_else(|| "-1".to_owned(), |x| x.to_string());
        let _ = writeln!(text, "{log}");
        limits.check()?;
    }
    Ok(text)
}

/// Reads a small square matrix.
fn square(input: &mut Input<'_>) -> Result<(usize, Vec<Nim64>)> {
    let n = input.integer("the order", 1..=6_usize)?;
    let entries: Vec<u64> = input.integers("an entry", n * n, 0..=u64::MAX)?;
    Ok((n, entries.into_iter().map(Nim64::new).collect()))
}
