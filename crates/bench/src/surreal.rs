//! Surreal numbers: products, sign expansions both ways; excesses of the field of transfinite nimbers.

use crate::checksum::bytes;
use crate::measure::{Outcome, timed};
use farstar_num::{Error, Lenstra, Rational, Surreal, excess};

/// Numbers `a·ω^x + b·ω + c` with small dyadic exponents and coefficients, all different.
fn numbers() -> Vec<Surreal> {
    let rational = |n: i64, d: i64| {
        let rational = Rational::new(n, d).expect("a denominator that is not 0");
        Surreal::try_from(&rational).expect("a finite number")
    };
    let omega = Surreal::omega_power(&rational(1, 1)).expect("small");
    let mut all = Vec::new();
    for x in [rational(1, 2), rational(-1, 1), rational(-3, 4)] {
        let power = Surreal::omega_power(&x).expect("a small exponent");
        for a in -4..=4 {
            for b in -2..=2 {
                for c in -2..=2 {
                    let first = rational(a, 4).checked_mul(&power).expect("small");
                    let second = rational(b, 2).checked_mul(&omega).expect("small");
                    let sum = first.checked_add(&second).expect("small");
                    let sum = sum.checked_add(&rational(c, 1)).expect("small");
                    if !all.contains(&sum) {
                        all.push(sum);
                    }
                }
            }
        }
    }
    all
}

/// All products of two of a third of them; the first thousand are divided by their second factor again.
fn products() -> Outcome {
    let all: Vec<Surreal> = numbers().into_iter().step_by(3).collect();
    timed(
        || {
            let row = |x: &Surreal| {
                all.iter().map(|y| x.checked_mul(y).expect("small")).collect::<Vec<_>>()
            };
            all.iter().flat_map(row).collect::<Vec<_>>()
        },
        |products| {
            for (at, product) in products.iter().enumerate().take(1000) {
                let (x, y) = (&all[at / all.len()], &all[at % all.len()]);
                if y.signum() != 0 {
                    assert_eq!(&product.checked_div(y).expect("not 0"), x);
                }
            }
            let texts: Vec<String> = products.iter().take(1000).map(ToString::to_string).collect();
            (products.len() as u64, bytes(&texts.join("\n")), String::new())
        },
    )
}

/// Sign expansions, and the numbers of these, which must be those that they came from.
fn signs() -> Outcome {
    let all = numbers();
    timed(
        || {
            let both = |x: &Surreal| {
                let signs = x.signs().expect("dyadic exponents");
                let back = Surreal::from_signs(&signs).expect("an expansion");
                (signs, back)
            };
            all.iter().map(both).collect::<Vec<_>>()
        },
        |found| {
            for (x, (_, back)) in all.iter().zip(found) {
                assert_eq!(x, back);
            }
            let texts: Vec<String> = found.iter().map(|(signs, _)| signs.to_string()).collect();
            (texts.len() as u64, bytes(&texts.join("\n")), String::new())
        },
    )
}

/// Lenstra's table from nothing, to 113 but for four primes whose fields have degrees of thousands.
fn excesses() -> Outcome {
    const LARGE: [u32; 4] = [47, 59, 107, 83];
    let is_prime = |n: &u32| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let primes: Vec<u32> = (3..=113).filter(is_prime).filter(|p| !LARGE.contains(p)).collect();
    timed(
        || {
            let mut engine = Lenstra::new();
            let mut found = |p: u32| engine.find(p, &mut |_| Ok::<(), Error>(())).expect("small");
            primes.iter().map(|&p| found(p)).collect::<Vec<_>>()
        },
        |found| {
            for (&p, found) in primes.iter().zip(found) {
                assert_eq!(Some(found.excess), excess(p));
            }
            (found.len() as u64, bytes(&format!("{found:?}")), String::new())
        },
    )
}

type Named = (&'static str, fn() -> Outcome);

pub(crate) const CASES: &[Named] =
    &[("surreal/products", products), ("surreal/signs", signs), ("surreal/excesses", excesses)];
