//! The nim product: its definition, its laws, and the ways to compute it.

use std::fmt::Write;

use farstar_impartial::digraph::mex;
use farstar_nimber::{Nim16, Nim64, Nim128, Nimber};
use farstar_value::Limits;

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::Instance;
use crate::trial::Verification;
use std::sync::LazyLock;

/// The product of two nimbers of 64 bits, by the engine.
fn times(a: u64, b: u64) -> u64 {
    (Nim64::new(a) * Nim64::new(b)).get()
}

/// The table x ⊗ y for x, y < n by the definition, the option terms joined by `options`.
fn defined(n: usize, options: impl Fn(&[Vec<u32>], usize, usize, &mut Vec<u32>)) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0_u32; n]; n];
    let mut terms = Vec::new();
    for x in 0..n {
        for y in 0..n {
            terms.clear();
            options(&table, x, y, &mut terms);
            table[x][y] = mex(terms.iter().copied());
        }
    }
    table
}

/// x' ⊗ y ⊕ x ⊗ y' ⊕ x' ⊗ y' for x' < x and y' < y.
fn corners(table: &[Vec<u32>], x: usize, y: usize, terms: &mut Vec<u32>) {
    for u in 0..x {
        terms.extend((0..y).map(|v| table[u][y] ^ table[x][v] ^ table[u][v]));
    }
}

/// I16: the nim product.
pub(crate) const PRODUCT: Entry = Entry {
    instance: Instance::computation(
        "2 3\n16 18\n",
        |input, _| each_line(input, MOST_DEFINED, |[x, y]| product(x, y).to_string()),
        |input, _| each_line(input, MOST_DEFINED, |[x, y]| by_definition(x, y).to_string()),
    ),
    answer: Some(answer_product),
    verification: Some(Verification::to([32, 128, 600], |to, trial| {
        let table = defined(to as usize, corners);
        for x in 0..to {
            for y in 0..to {
                let played = u64::from(table[x as usize][y as usize]);
                trial.compare(|| format!("{x} ⊗ {y}"), times(x, y), played)?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE4",
        Verification::to([4, 8, 64], |to, trial| {
            let n = to as usize;
            let printed = defined(n, |table, x, y, terms| {
                for u in 0..x {
                    for v in 0..y {
                        terms.extend([table[u][y], table[x][v], table[u][v]]);
                    }
                }
            });
            let truth = defined(n, corners);
            for sum in 0..2 * n {
                for x in sum.saturating_sub(n - 1)..=sum / 2 {
                    let y = sum - x;
                    trial.compare(|| format!("{x} ⊗ {y}"), printed[x][y], truth[x][y])?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I16", "nim-product")
};

fn answer_product(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let mut text = String::new();
    while !input.is_at_end() {
        let [a, b] = [nimber(input)?, nimber(input)?];
        let _ = writeln!(text, "{}", a * b);
        limits.check()?;
    }
    Ok(text)
}

/// Reads a nimber below 2^128.
pub(super) fn nimber(input: &mut Input<'_>) -> Result<Nim128> {
    let word = input.word("a nimber")?;
    word.parse().map_err(|_| {
        let shown: String = word.chars().take(40).collect();
        input.error(format!("`{shown}` is no nimber; expected a number below 2^128"))
    })
}

/// I18: the laws of the ring.
pub(crate) const LAWS: Entry = Entry {
    instance: Instance::computation(
        "7 4 9\n",
        |input, _| {
            each_line(input, 15, |[x, a, b]| {
                let inner = product(a, b);
                format!("{} {}", product(x, a) ^ product(x, b), times(x.into(), inner))
            })
        },
        |input, _| {
            each_line(input, 15, |[x, a, b]| {
                format!("{} {}", by_definition(x, a ^ b), by_definition(by_definition(x, a), b))
            })
        },
    ),
    verification: Some(Verification::to([16, 64, 256], |to, trial| {
        for x in 0..to {
            for a in 0..to {
                trial.compare(|| format!("{x} ⊗ {a}"), times(x, a), times(a, x))?;
                for b in 0..to {
                    let (left, right) = (times(x, a ^ b), times(x, a) ^ times(x, b));
                    trial.compare(|| format!("{x} ⊗ ({a} ⊕ {b})"), left, right)?;
                    let (left, right) = (times(times(x, a), b), times(x, times(a, b)));
                    trial.compare(|| format!("{x} ⊗ {a} ⊗ {b}"), left, right)?;
                }
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE5",
        Verification::to([2, 4, 64], |to, trial| {
            for x in 0..to {
                for a in 0..to {
                    for b in 0..to {
                        let printed = times(x, a) ^ times(x, a);
                        let truth = times(x, a ^ b);
                        trial.compare(|| format!("{x} ⊗ ({a} ⊕ {b})"), printed, truth)?;
                    }
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I18", "nim-ring-laws")
};

/// I20: Fermat powers.
pub(crate) const FERMAT: Entry = Entry {
    instance: Instance::computation(
        "2 1\n4 2\n11 2\n16 2\n",
        |input, _| {
            each_line(input, 16, |[n, k]| match 1_u32 << (1 << k.min(2)) {
                fermat if n < fermat => (n * fermat).to_string(),
                fermat if n == fermat => (3 * fermat / 2).to_string(),
                fermat => product(n, fermat).to_string(),
            })
        },
        |input, _| {
            each_line(input, 16, |[n, k]| by_definition(n, 1 << (1 << k.min(2))).to_string())
        },
    ),
    verification: Some(Verification::to([64, 1 << 14, 1 << 20], |to, trial| {
        let table = defined(17, corners);
        let product = |x: usize, y: usize| table[x][y];
        for f in [2_usize, 4, 16] {
            for n in 0..f {
                let case = || format!("{n} ⊗ {f}");
                trial.compare(case, (n * f) as u32, product(n, f))?;
                for b in 0..f {
                    trial.compare(|| format!("{n} ⊗ {b} < {f}"), true, product(n, b) < f as u32)?;
                }
            }
            trial.compare(|| format!("{f} ⊗ {f}"), (f / 2 * 3) as u32, product(f, f))?;
        }
        for f in (0..6).map(|k| 1_u64 << (1_u32 << k)) {
            for n in 0..to.min(f) {
                trial.compare(|| format!("{n} ⊗ {f}"), n * f, times(n, f))?;
            }
            trial.compare(|| format!("{f} ⊗ {f}"), f / 2 * 3, times(f, f))?;
        }
        Ok(())
    })),
    claims: &[(
        "IE16",
        Verification::to([3, 4, 8], |to, trial| {
            let table = defined(1 << to.min(6), corners);
            let truth = |x: usize, y: usize| table[x][y];
            for k in 1..=to.min(6) {
                for a in 0..1_usize << k {
                    for b in a..1 << k {
                        trial.compare(
                            || format!("k = {k}: {a} ⊗ {b} = {} below {}", truth(a, b), 1 << k),
                            true,
                            truth(a, b) < 1 << k,
                        )?;
                    }
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I20", "fermat-powers")
};

/// The product by splitting at the largest Fermat power that `splits` allows; the base is the field of four elements.
fn recursive(a: u64, b: u64, splits: fn(u64, u64) -> bool) -> u64 {
    const BASE: [[u64; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];
    let largest = a.max(b);
    if largest < 4 {
        return BASE[a as usize][b as usize];
    }
    let half =
        (0..6).rev().map(|k| 1_u32 << k).find(|&half| splits(1 << half, largest)).unwrap_or(1);
    let split = |x: u64| (x >> half, x & ((1 << half) - 1));
    let ((a, b), (c, d)) = (split(a), split(b));
    let low = recursive(b, d, splits);
    let high = recursive(a ^ b, c ^ d, splits) ^ low;
    let carry = recursive(1 << (half - 1), recursive(a, c, splits), splits);
    high << half ^ carry ^ low
}

/// I21: the recursion.
pub(crate) const RECURSION: Entry = Entry {
    instance: Instance::computation(
        "13 11\n77 58\n",
        |input, _| {
            each_line(input, MOST_DEFINED, |[a, b]| {
                recursive(a.into(), b.into(), |fermat, largest| fermat <= largest).to_string()
            })
        },
        |input, _| each_line(input, MOST_DEFINED, |[a, b]| by_definition(a, b).to_string()),
    ),
    verification: Some(Verification::to([32, 128, 600], |to, trial| {
        let table = defined(to as usize, corners);
        for a in 0..to {
            for b in 0..to {
                let truth = u64::from(table[a as usize][b as usize]);
                let product = recursive(a, b, |fermat, largest| fermat <= largest);
                trial.compare(|| format!("{a} ⊗ {b}"), product, truth)?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE6",
        Verification::to([8, 32, 128], |to, trial| {
            let table = defined(to as usize, corners);
            for b in 0..to {
                for a in 0..=b {
                    let truth = u64::from(table[a as usize][b as usize]);
                    let product = recursive(a, b, |fermat, largest| fermat < largest);
                    trial.compare(|| format!("{a} ⊗ {b}"), product, truth)?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I21", "nim-karatsuba")
};

/// 2^x ⊗ 2^y by Fermat powers: F_i = 2^(2^i) for the bits of x xor y, 3/2 F_i for the common ones.
fn powers_of_two(x: u32, y: u32) -> Nim128 {
    let bits = |mask: u32| (0..7).filter(move |i| mask >> i & 1 == 1);
    let fermat = |i: u32| Nim128::new(1 << (1_u32 << i));
    let once: Nim128 = Nim128::new(bits(x ^ y).fold(1, |product, i| product << (1_u32 << i)));
    bits(x & y).fold(once, |product, i| product * (fermat(i) + Nim128::new(fermat(i).get() >> 1)))
}

/// I24: powers of two.
pub(crate) const POWERS_OF_TWO: Entry = Entry {
    instance: Instance::computation("3 3\n1 4\n6 5\n", answer_powers, |input, _| {
        each_line(input, 6, |[x, y]| by_definition(1 << x, 1 << y).to_string())
    }),
    answer: Some(answer_powers),
    verification: Some(Verification::to([64, 128, 128], |to, trial| {
        let table = defined(65, corners);
        for x in 0..to as u32 {
            for y in 0..to as u32 {
                let truth = if x.max(y) <= 6 {
                    Nim128::new(table[1 << x][1 << y].into())
                } else {
                    Nim128::new(1 << x) * Nim128::new(1 << y)
                };
                trial.compare(|| format!("2^{x} ⊗ 2^{y}"), powers_of_two(x, y), truth)?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE14",
        Verification::to([2, 4, 64], |to, trial| {
            let table = defined(to as usize, corners);
            let printed = |x: u64, y: u64| {
                if x == 0 || y == 0 {
                    return x | y;
                }
                let ones = |x: u64| (0..6_u32).filter(move |i| x >> i & 1 == 1);
                let pairs = ones(x).flat_map(|i| ones(x).map(move |j| (i, j)));
                pairs.fold(0, |sum, (i, j)| sum ^ powers_of_two(i, j).get() as u64)
            };
            for y in 0..to {
                for x in 0..=y {
                    let truth = u64::from(table[x as usize][y as usize]);
                    trial.compare(|| format!("F({x}, {y})"), printed(x, y), truth)?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I24", "powers-of-two")
};

/// I27: what a group and a field are.
pub(crate) const FIELD_AXIOMS: Entry = Entry {
    instance: Instance::computation(
        "4\n13\n0\n",
        |input, _| each_line(input, 255, |[a]| usize::from(a > 0).to_string()),
        |input, _| {
            each_line(input, 255, |[a]| {
                let size = [2, 4, 16].into_iter().find(|&size| a < size).unwrap_or(256);
                (0..size).filter(|&b| product(a, b) == 1).count().to_string()
            })
        },
    ),
    verification: Some(Verification::to([2, 3, 3], |to, trial| {
        for k in 0..=to.min(3) {
            let size = 1_u64 << (1_u32 << k);
            for a in 0..size {
                let inverses = (0..size).filter(|&b| times(a, b) == 1).count();
                let case = || format!("inverses of {a} below {size}");
                trial.compare(case, usize::from(a > 0), inverses)?;
                for b in 0..size {
                    let closed = times(a, b) < size && times(a, b) == times(b, a);
                    trial.compare(|| format!("{a} ⊗ {b}"), true, closed)?;
                    for c in 0..size.min(16) {
                        let associative = times(times(a, b), c) == times(a, times(b, c));
                        let distributive = times(a, b ^ c) == times(a, b) ^ times(a, c);
                        let case = || format!("{a}, {b}, {c}");
                        trial.compare(case, true, associative && distributive)?;
                    }
                }
            }
        }
        Ok(())
    })),
    ..entry!("I27", "field-axioms")
};

/// I22: logarithms of 16 bits.
pub(crate) const LOGARITHMS: Entry = Entry {
    instance: Instance::computation("1 2 40163\n", answer_logarithms, |input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let x = Nim16::new(input.integer("a nimber", 1..=65_535_u16)?);
            // One power after the other, until it is x.
            let log = |base: u16| {
                let powers =
                    std::iter::successors(Some(Nim16::ONE), |&p| Some(p * Nim16::new(base)));
                powers.take(65_536).position(|power| power == x).unwrap_or(usize::MAX)
            };
            let _ = writeln!(text, "{} {}", log(258), log(10_279));
            limits.check()?;
        }
        Ok(text)
    }),
    answer: Some(answer_logarithms),
    verification: Some(Verification::to([2000, 65_535, 65_535], |to, trial| {
        let base = farstar_nimber::Logarithm::new(Nim16::new(258));
        let mut power = Nim16::ONE;
        for exponent in 0..to.min(65_535) {
            let log = base.of(power).unwrap_or(u128::MAX);
            trial.compare(|| format!("258^{exponent}"), log, exponent.into())?;
            power *= Nim16::new(258);
        }
        for x in 1..=258 {
            let generates = Nim16::new(x).order() == Some(65_535);
            trial.compare(|| format!("{x} generates"), x == 258, generates)?;
        }
        Ok(())
    })),
    ..entry!("I22", "log-table")
};

/// For each line of small numbers one of output.
fn each_line<const N: usize>(
    input: &mut Input<'_>,
    most: u32,
    answer: impl Fn([u32; N]) -> String,
) -> Result<String> {
    let mut text = String::new();
    while !input.is_at_end() {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = input.integer("a number", 0..=most)?;
        }
        let _ = writeln!(text, "{}", answer(numbers));
    }
    Ok(text)
}

/// Products by the definition are made up to this number.
const MOST_DEFINED: u32 = 99;

/// x ⊗ y by the definition; the numbers are at most [`MOST_DEFINED`].
fn by_definition(x: u32, y: u32) -> u32 {
    static TABLE: LazyLock<Vec<Vec<u32>>> =
        LazyLock::new(|| defined(MOST_DEFINED as usize + 1, corners));
    TABLE[x as usize][y as usize]
}

/// x ⊗ y by the engine.
fn product(x: u32, y: u32) -> u64 {
    times(x.into(), y.into())
}

fn answer_powers(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let mut text = String::new();
    while !input.is_at_end() {
        let x: u32 = input.integer("an exponent", 0..=127)?;
        let y: u32 = input.integer("an exponent", 0..=127)?;
        let _ = writeln!(text, "{}", Nim128::new(1 << x) * Nim128::new(1 << y));
        limits.check()?;
    }
    Ok(text)
}

fn answer_logarithms(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let mut text = String::new();
    let bases = [258, 10_279].map(|base| farstar_nimber::Logarithm::new(Nim16::new(base)));
    while !input.is_at_end() {
        let x = Nim16::new(input.integer("a nimber", 1..=65_535_u16)?);
        let logs: Vec<u128> = bases.iter().filter_map(|base| base.of(x)).collect();
        let _ = writeln!(text, "{}", crate::impartial::heaps::joined(logs));
        limits.check()?;
    }
    Ok(text)
}
