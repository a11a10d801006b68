//! The nim product: its definition, its laws, and the ways to compute it.

use std::fmt::Write;

use farstar_nimber::{Nim16, Nim64, Nim128, Nimber};
use farstar_solve::digraph::mex;
use farstar_value::Limits;

use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::input::Input;
use crate::instance::Instance;
use crate::problem::{Kind, Problem, Sample, Text, Worked};
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
pub const PRODUCT: Problem = Problem {
    id: "I16",
    name: "nim-product",
    title: Text::new("Nim multiplication", "Nim 积"),
    topics: &["nimbers", "definition"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; Conway, On Numbers and Games, ch. 6",
    statement: Text::new(
        "x ⊗ y is the least number that is no (x' ⊗ y) ⊕ (x ⊗ y') ⊕ (x' ⊗ y') with x' < x and y' < y; so 0 ⊗ x = 0 and 1 ⊗ x = x. Multiply two nimbers below 2^128.",
        "x ⊗ y = mex{ (x' ⊗ y) ⊕ (x ⊗ y') ⊕ (x' ⊗ y') : x' < x, y' < y }，故 0 ⊗ x = 0，1 ⊗ x = x。求两个小于 2^128 的数的 Nim 积。",
    ),
    rule: Text::new(
        "The numbers below 2^(2^k) form a field under ⊕ and ⊗. Products are found by splitting at Fermat powers 2^(2^k) (I21), by logarithms in the field of 16 bits (I22), or by carry-less products of the processor.",
        "小于 2^(2^k) 的数在 ⊕、⊗ 下构成域。可按费马幂数 2^(2^k) 拆分递归（I21），或用 16 位域的对数表（I22），或用处理器的无进位乘法。",
    ),
    complexity: "O(log² max), a few nanoseconds for 64 bits",
    format: Text::new(
        "Lines with two numbers below 2^128, to the end of the input. Output: the product of each line.",
        "每行两个小于 2^128 的数，直到输入结束。每行输出它们的 Nim 积。",
    ),
    samples: &[Sample {
        input: "2 3\n16 18\n13908920166751043366 13192205545615750197\n",
        output: "1\n56\n7598777833877083400\n",
    }],
    worked: &[
        Worked { expression: "2 NimProduct 3", value: "1" },
        Worked { expression: "16 NimProduct 18", value: "56" },
    ],
    instance: Instance::computation(
        "2 3\n16 18\n",
        Text::new(
            "Lines with two numbers up to 99. Output: the product of each line.",
            "每行两个至多 99 的数。每行输出它们的 Nim 积。",
        ),
        |input, _| each_line(input, MOST_DEFINED, |[x, y]| product(x, y).to_string()),
        |input, _| each_line(input, MOST_DEFINED, |[x, y]| by_definition(x, y).to_string()),
    ),
    answer: Some(answer_product),
    verification: Some(Verification {
        range: Text::new("all x, y below N, by the definition", "所有小于 N 的 x、y，按定义计算"),
        quick: 32,
        usual: 128,
        most: 600,
        cases: |to, trial| {
            let table = defined(to as usize, corners);
            for x in 0..to {
                for y in 0..to {
                    let played = u64::from(table[x as usize][y as usize]);
                    trial.compare(|| format!("{x} ⊗ {y}"), times(x, y), played)?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE4",
        name: "nim-product-without-xor",
        document: Document::NimNotes,
        place: "1.1, formula of the nim product",
        printed: Text::new(
            "x ⊗ y = mex{x' ⊗ y, x ⊗ y', x' ⊗ y'}.",
            "x ⊗ y = mex{x' ⊗ y, x ⊗ y', x' ⊗ y'}。",
        ),
        correct: Text::new(
            "The set holds the nim sums (x' ⊗ y) ⊕ (x ⊗ y') ⊕ (x' ⊗ y'), not the three terms. Below 8 the printed formula is wrong in 33 of 64 places. The first line of 1.1 also swaps \"independent\" and \"not independent\". The rule \"one or both\" is IE4b.",
            "集合中应为三项的异或和，而不是三项本身。小于 8 的 64 个数对中印出的公式错 33 个。1.1 第一行还把「独立」与「不独立」写反。「择一进行，也可以都进行」见 IE4b。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "all x, y below N, by the definition",
                "所有小于 N 的 x、y，按定义计算",
            ),
            quick: 4,
            usual: 8,
            most: 64,
            cases: |to, trial| {
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
            },
        }),
    }],
    ..Problem::BLANK
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
pub const LAWS: Problem = Problem {
    id: "I18",
    name: "nim-ring-laws",
    kind: Kind::Theory,
    title: Text::new("Laws of the nim product", "Nim 积的运算律"),
    topics: &["nimbers", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; Conway, On Numbers and Games, ch. 6",
    statement: Text::new(
        "Is the nim product commutative, associative and distributive over the nim sum?",
        "Nim 积是否满足交换律、结合律，以及对 Nim 和的分配律？",
    ),
    rule: Text::new(
        "Yes: x ⊗ y = y ⊗ x, (x ⊗ y) ⊗ z = x ⊗ (y ⊗ z), x ⊗ (a ⊕ b) = (x ⊗ a) ⊕ (x ⊗ b).",
        "满足：x ⊗ y = y ⊗ x，(x ⊗ y) ⊗ z = x ⊗ (y ⊗ z)，x ⊗ (a ⊕ b) = (x ⊗ a) ⊕ (x ⊗ b)。",
    ),
    worked: &[
        Worked { expression: "5 NimProduct (6 NimSum 3)", value: "7" },
        Worked { expression: "(5 NimProduct 6) NimSum (5 NimProduct 3)", value: "7" },
    ],
    instance: Instance::computation(
        "7 4 9\n",
        Text::new(
            "Lines with x, a, b up to 15. Output: x ⊗ (a ⊕ b) and (x ⊗ a) ⊗ b; by the laws as (x ⊗ a) ⊕ (x ⊗ b) and x ⊗ (a ⊗ b).",
            "每行 x、a、b，至多 15。输出 x ⊗ (a ⊕ b) 与 (x ⊗ a) ⊗ b；按运算律算作 (x ⊗ a) ⊕ (x ⊗ b) 与 x ⊗ (a ⊗ b)。",
        ),
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
    verification: Some(Verification {
        range: Text::new("all x, a, b below N", "所有小于 N 的 x、a、b"),
        quick: 16,
        usual: 64,
        most: 256,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE5",
        name: "distributive-law",
        document: Document::NimNotes,
        place: "1.1, distributive law",
        printed: Text::new("x ⊗ (a ⊕ b) = (x ⊗ a) ⊕ (x ⊗ a).", "x ⊗ (a ⊕ b) = (x ⊗ a) ⊕ (x ⊗ a)。"),
        correct: Text::new(
            "The right side is (x ⊗ a) ⊕ (x ⊗ b). The explanation by play is no proof.",
            "右边应为 (x ⊗ a) ⊕ (x ⊗ b)。文中用玩法作的直观解释不是证明。",
        ),
        claim: Some(Verification {
            range: Text::new("all x, a, b below N", "所有小于 N 的 x、a、b"),
            quick: 2,
            usual: 4,
            most: 64,
            cases: |to, trial| {
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
            },
        }),
    }],
    ..Problem::BLANK
};

/// I20: Fermat powers.
pub const FERMAT: Problem = Problem {
    id: "I20",
    name: "fermat-powers",
    kind: Kind::Theory,
    title: Text::new("Fermat powers of two", "费马幂数"),
    topics: &["nimbers", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; Conway, On Numbers and Games, ch. 6",
    statement: Text::new(
        "The Fermat powers are F = 2^(2^k): 2, 4, 16, 256, 65536, …",
        "费马幂数为 F = 2^(2^k)：2、4、16、256、65536……",
    ),
    rule: Text::new(
        "N ⊗ F = N·F for N < F; F ⊗ F = 3F/2; a, b < F gives a ⊗ b < F. So a product of different Fermat powers is the ordinary product.",
        "N < F 时 N ⊗ F = N·F；F ⊗ F = 3F/2；a、b < F 时 a ⊗ b < F。因此不同费马幂数的 Nim 积就是普通乘积。",
    ),
    worked: &[
        Worked { expression: "16 NimProduct 16", value: "24" },
        Worked { expression: "5 NimProduct 256", value: "1280" },
    ],
    instance: Instance::computation(
        "2 1\n4 2\n11 2\n16 2\n",
        Text::new(
            "Lines with N and k, k up to 2 and N up to F = 2^(2^k). Output: N ⊗ F.",
            "每行 N 与 k，k 至多 2，N 至多 F = 2^(2^k)。输出 N ⊗ F。",
        ),
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
    verification: Some(Verification {
        range: Text::new(
            "F up to 16 and all numbers up to it, by the definition; then N < F for F below 2^32",
            "按定义验证至 16 的 F 与不超过它的所有数；再对小于 2^32 的 F 验证 N < F",
        ),
        quick: 64,
        usual: 1 << 14,
        most: 1 << 20,
        cases: |to, trial| {
            let table = defined(17, corners);
            let product = |x: usize, y: usize| table[x][y];
            for f in [2_usize, 4, 16] {
                for n in 0..f {
                    let case = || format!("{n} ⊗ {f}");
                    trial.compare(case, (n * f) as u32, product(n, f))?;
                    for b in 0..f {
                        trial.compare(
                            || format!("{n} ⊗ {b} < {f}"),
                            true,
                            product(n, b) < f as u32,
                        )?;
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
        },
    }),
    errata: &[Erratum {
        id: "IE16",
        name: "fields-of-two-powers",
        document: Document::GameTheory,
        place: "Advanced topics, nim product",
        printed: Text::new(
            "The nim product makes fields of size 2^k.",
            "Nim 积构造了大小为 2^k 的域。",
        ),
        correct: Text::new(
            "Of size 2^(2^k): the numbers below 8 are not closed, since 2 ⊗ 4 = 8.",
            "大小应为 2^(2^k)：小于 8 的数不封闭，2 ⊗ 4 = 8。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "products of numbers below 2^k, for k up to N",
                "小于 2^k 的数之积，k 至 N",
            ),
            quick: 3,
            usual: 4,
            most: 8,
            cases: |to, trial| {
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
            },
        }),
    }],
    ..Problem::BLANK
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
pub const RECURSION: Problem = Problem {
    id: "I21",
    name: "nim-karatsuba",
    kind: Kind::Theory,
    title: Text::new("Karatsuba-like recursion of the nim product", "类似 Karatsuba 的 Nim 积递归"),
    topics: &["nimbers", "algorithm"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; xyix, notes on nimbers",
    statement: Text::new(
        "Let F = 2^(2^k) be the largest Fermat power with F ≤ max(A, B); write A = a ⊗ F ⊕ b and B = c ⊗ F ⊕ d.",
        "取满足 F ≤ max(A, B) 的最大费马幂数 F = 2^(2^k)，写 A = a ⊗ F ⊕ b，B = c ⊗ F ⊕ d。",
    ),
    rule: Text::new(
        "A ⊗ B = F·[(a ⊕ b) ⊗ (c ⊕ d) ⊕ b ⊗ d] ⊕ (F/2) ⊗ (a ⊗ c) ⊕ b ⊗ d. Four products of half the bits: O(log² max); three with a linear routine for (F/2) ⊗ x.",
        "A ⊗ B = F·[(a ⊕ b) ⊗ (c ⊕ d) ⊕ b ⊗ d] ⊕ (F/2) ⊗ (a ⊗ c) ⊕ b ⊗ d。四次半长乘法，O(log² max)；若 (F/2) ⊗ x 用线性过程，则三次。",
    ),
    complexity: "O(log² max)",
    worked: &[
        Worked { expression: "4 NimProduct 4", value: "6" },
        Worked {
            expression: "13908920166751043366 NimProduct 13192205545615750197",
            value: "7598777833877083400",
        },
    ],
    instance: Instance::computation(
        "13 11\n77 58\n",
        Text::new(
            "Lines with two numbers up to 99. Output: the product of each line.",
            "每行两个至多 99 的数。每行输出它们的 Nim 积。",
        ),
        |input, _| {
            each_line(input, MOST_DEFINED, |[a, b]| {
                recursive(a.into(), b.into(), |fermat, largest| fermat <= largest).to_string()
            })
        },
        |input, _| each_line(input, MOST_DEFINED, |[a, b]| by_definition(a, b).to_string()),
    ),
    verification: Some(Verification {
        range: Text::new("all A, B below N, by the definition", "所有小于 N 的 A、B，按定义计算"),
        quick: 32,
        usual: 128,
        most: 600,
        cases: |to, trial| {
            let table = defined(to as usize, corners);
            for a in 0..to {
                for b in 0..to {
                    let truth = u64::from(table[a as usize][b as usize]);
                    let product = recursive(a, b, |fermat, largest| fermat <= largest);
                    trial.compare(|| format!("{a} ⊗ {b}"), product, truth)?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE6",
        name: "fermat-split",
        document: Document::NimNotes,
        place: "1.1, recursion",
        printed: Text::new(
            "k is the largest with 2^(2^k) < max(A, B).",
            "取最大的 k 使 2^(2^k) < max(A, B)。",
        ),
        correct: Text::new(
            "The largest with 2^(2^k) ≤ max(A, B); with < the recursion gives 4 ⊗ 4 = 5 and 16 ⊗ 16 = 18.",
            "应为 2^(2^k) ≤ max(A, B)；取 < 时会得到 4 ⊗ 4 = 5、16 ⊗ 16 = 18。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "all A, B below N, by the definition",
                "所有小于 N 的 A、B，按定义计算",
            ),
            quick: 8,
            usual: 32,
            most: 128,
            cases: |to, trial| {
                let table = defined(to as usize, corners);
                for b in 0..to {
                    for a in 0..=b {
                        let truth = u64::from(table[a as usize][b as usize]);
                        let product = recursive(a, b, |fermat, largest| fermat < largest);
                        trial.compare(|| format!("{a} ⊗ {b}"), product, truth)?;
                    }
                }
                Ok(())
            },
        }),
    }],
    ..Problem::BLANK
};

/// 2^x ⊗ 2^y by Fermat powers: F_i = 2^(2^i) for the bits of x xor y, 3/2 F_i for the common ones.
fn powers_of_two(x: u32, y: u32) -> Nim128 {
    let bits = |mask: u32| (0..7).filter(move |i| mask >> i & 1 == 1);
    let fermat = |i: u32| Nim128::new(1 << (1_u32 << i));
    let once: Nim128 = Nim128::new(bits(x ^ y).fold(1, |product, i| product << (1_u32 << i)));
    bits(x & y).fold(once, |product, i| product * (fermat(i) + Nim128::new(fermat(i).get() >> 1)))
}

/// I24: powers of two.
pub const POWERS_OF_TWO: Problem = Problem {
    id: "I24",
    name: "powers-of-two",
    kind: Kind::Theory,
    title: Text::new(
        "Products of powers of two, and the naive multiplier",
        "2 的幂之积与朴素乘法（文档的 G、F 函数）",
    ),
    topics: &["nimbers", "algorithm"],
    source: "xyix, notes on nimbers",
    statement: Text::new(
        "Compute 2^x ⊗ 2^y for x, y < 128. The product of any two nimbers is the nim sum of such products over their bits.",
        "求 2^x ⊗ 2^y，x、y < 128。任意两数之积是各位之积的异或和。",
    ),
    rule: Text::new(
        "2^x ⊗ 2^y is the product of the Fermat powers F_i = 2^(2^i) over the bits i of x xor y, times (nim) 3/2 F_i for every common bit i.",
        "对 x 异或 y 的各位 i 取 F_i = 2^(2^i) 的普通积，再对公共位 i 逐个 Nim 乘以 3/2 F_i。",
    ),
    complexity: "O(log x)",
    format: Text::new(
        "Lines with x and y below 128, to the end of the input. Output: 2^x ⊗ 2^y for each line.",
        "每行两个小于 128 的数 x、y，直到输入结束。每行输出 2^x ⊗ 2^y。",
    ),
    samples: &[Sample { input: "0 2\n2 2\n2 3\n2 4\n", output: "4\n6\n11\n64\n" }],
    worked: &[Worked { expression: "4 NimProduct 8", value: "11" }],
    instance: Instance::computation(
        "3 3\n1 4\n6 5\n",
        Text::new(
            "Lines with x and y up to 6. Output: 2^x ⊗ 2^y for each line.",
            "每行 x、y，至多 6。每行输出 2^x ⊗ 2^y。",
        ),
        answer_powers,
        |input, _| each_line(input, 6, |[x, y]| by_definition(1 << x, 1 << y).to_string()),
    ),
    answer: Some(answer_powers),
    verification: Some(Verification {
        range: Text::new(
            "all x, y below N; by the definition while 2^x, 2^y < 128",
            "所有小于 N 的 x、y；2^x、2^y < 128 时按定义计算",
        ),
        quick: 64,
        usual: 128,
        most: 128,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE14",
        name: "multiplier-code",
        document: Document::NimberNotes,
        place: "code of F and G",
        printed: Text::new(
            "F(x, y) returns x|y when a factor is 0; its inner loop tests (x>>j)&1; it calls g(i, j); tables are not initialised.",
            "F(x, y) 在一个因子为 0 时返回 x|y；内层循环判断 (x>>j)&1；调用的是 g(i, j)；记忆化数组没有初始化。",
        ),
        correct: Text::new(
            "F must return 0 when a factor is 0, test (y>>j)&1 and call G(i, j); the memo tables begin at −1; shifts into bit 63 need unsigned numbers.",
            "一个因子为 0 时应返回 0；内层应判断 (y>>j)&1，并调用 G(i, j)；记忆化数组须初始化为 −1；移到第 63 位要用无符号数。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "F(x, y) as printed, with G for g, all x, y below N",
                "按印出的 F(x, y)（g 视为 G），所有小于 N 的 x、y",
            ),
            quick: 2,
            usual: 4,
            most: 64,
            cases: |to, trial| {
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
            },
        }),
    }],
};

/// I27: what a group and a field are.
pub const FIELD_AXIOMS: Problem = Problem {
    id: "I27",
    name: "field-axioms",
    kind: Kind::Theory,
    title: Text::new("Groups and fields", "群与域的定义"),
    topics: &["nimbers", "definition"],
    source: "xyix, notes on nimbers",
    statement: Text::new(
        "A field is a set with an addition that is an abelian group, a multiplication that is an abelian group on all elements but 0, and the distributive law.",
        "域：加法构成交换群，非零元在乘法下构成交换群，且满足分配律。",
    ),
    rule: Text::new(
        "The nimbers below 2^(2^k) are a field under ⊕ and ⊗; all nimbers are a proper class.",
        "小于 2^(2^k) 的数在 ⊕、⊗ 下构成域；全体 nimber 是真类。",
    ),
    worked: &[Worked { expression: "4.NimInverse NimProduct 4", value: "1" }],
    instance: Instance::computation(
        "4\n13\n0\n",
        Text::new(
            "Numbers a up to 255. Output for each: how many inverses a has in the least field 2^(2^k) that holds it.",
            "若干至多 255 的数 a。对每个输出：在含 a 的最小的域 2^(2^k) 中，a 有几个逆元。",
        ),
        |input, _| each_line(input, 255, |[a]| usize::from(a > 0).to_string()),
        |input, _| {
            each_line(input, 255, |[a]| {
                let size = [2, 4, 16].into_iter().find(|&size| a < size).unwrap_or(256);
                (0..size).filter(|&b| product(a, b) == 1).count().to_string()
            })
        },
    ),
    verification: Some(Verification {
        range: Text::new(
            "the axioms for all elements of the fields of up to 2^(2^N) elements",
            "至多 2^(2^N) 个元素的域中所有元素的公理",
        ),
        quick: 2,
        usual: 3,
        most: 3,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE15",
        name: "field-definition",
        document: Document::NimberNotes,
        place: "definition of a field",
        printed: Text::new("The multiplication of a field is a semigroup.", "域的乘法构成半群。"),
        correct: Text::new(
            "The elements but 0 are an abelian group under it; a semigroup would make a ring.",
            "非零元在乘法下构成交换群；若只是半群，得到的是环。",
        ),
        claim: None,
    }],
    ..Problem::BLANK
};

/// I22: logarithms of 16 bits.
pub const LOGARITHMS: Problem = Problem {
    id: "I22",
    name: "log-table",
    kind: Kind::Theory,
    title: Text::new("Logarithms with the generator 258 on 16 bits", "16 位对数表：原根 258"),
    topics: &["nimbers", "algorithm"],
    source: "Notes on Nim, SG functions and the nim product, 1.1",
    statement: Text::new(
        "Every nimber from 1 to 65535 is a power of one generator; products of 16 bits are sums of logarithms, and one level of the recursion I21 gives 32 bits, two give 64.",
        "1 到 65535 的每个数都是某个原根的幂；16 位乘法化为对数相加，再用 I21 的递归一层得 32 位，两层得 64 位。",
    ),
    rule: Text::new(
        "258 has order 65535 and is the least generator of 16 bits; there are 32768. The least generators of 2, 4 and 8 bits are 2, 4 and 18.",
        "258 的阶为 65535，是 16 位域的最小原根；原根共 32768 个。2、4、8 位域的最小原根是 2、4、18。",
    ),
    complexity: "a table of 65536 logarithms",
    format: Text::new(
        "Numbers x from 1 to 65535, to the end of the input. Output, one line for each: the logarithms of x to the bases 258 and 10279.",
        "若干 1 到 65535 的数 x，直到输入结束。每个输出一行：以 258 与 10279 为底的对数。",
    ),
    samples: &[Sample { input: "1 2 40163\n", output: "0 0\n43690 43690\n10587 54372\n" }],
    worked: &[
        Worked { expression: "258.NimOrder", value: "65535" },
        Worked { expression: "NimLog(258, 40163)", value: "10587" },
    ],
    instance: Instance::computation(
        "1 2 40163\n",
        Text::new("", ""),
        answer_logarithms,
        |input, limits| {
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
        },
    ),
    answer: Some(answer_logarithms),
    verification: Some(Verification {
        range: Text::new(
            "the powers of 258 up to exponent N, and the orders of all smaller numbers",
            "258 的 N 次以内的幂，以及更小各数的阶",
        ),
        quick: 2000,
        usual: 65_535,
        most: 65_535,
        cases: |to, trial| {
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
        },
    }),
    ..Problem::BLANK
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
