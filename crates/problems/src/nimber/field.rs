//! Calculation in the nim field: inverses, roots, determinants, logarithms.

use std::fmt::Write;

use farstar_nimber::{AlgebraError, Matrix, Nim64, Nimber};
use farstar_value::Limits;

use super::products::nimber;
use crate::erratum::{Document, Erratum};
use crate::error::{Error, Result};
use crate::impartial::heaps::joined;
use crate::input::Input;
use crate::instance::Instance;
use crate::problem::{Problem, Sample, Text, Worked};
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
pub const FIELD: Problem = Problem {
    id: "I19",
    name: "nim-inverse",
    title: Text::new(
        "Nim field: inverse, division, power, square root",
        "Nim 域：逆元、除法、幂与平方根",
    ),
    topics: &["nimbers", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; xyix, notes on nimbers",
    statement: Text::new(
        "The numbers below K = 2^(2^k) form a field under ⊕ and ⊗. Compute inverses, quotients, powers and square roots of nimbers below 2^128.",
        "小于 K = 2^(2^k) 的数在 ⊕、⊗ 下构成域。对小于 2^128 的数求逆、商、幂与平方根。",
    ),
    rule: Text::new(
        "The inverse of a ≠ 0 is a^(K − 2), the square root of a is a^(K/2); it is unique. 0 has no inverse.",
        "a ≠ 0 的逆元为 a^(K − 2)，a 的平方根为 a^(K/2)，且唯一。0 没有逆元。",
    ),
    complexity: "O(log K) products",
    format: Text::new(
        "Lines, to the end of the input: `inverse a`, `divide a b`, `power a e`, `sqrt a`. Output: one result a line. The inverse of 0 and division by 0 are refused.",
        "若干行，直到输入结束：`inverse a`、`divide a b`、`power a e`、`sqrt a`。每行输出一个结果。0 的逆元与除以 0 被拒绝。",
    ),
    samples: &[Sample {
        input: "inverse 4\nsqrt 4\ndivide 11 4\npower 222 8\n",
        output: "15\n7\n8\n136\n",
    }],
    worked: &[
        Worked { expression: "4.NimInverse", value: "15" },
        Worked { expression: "3.NimSqrt", value: "2" },
        Worked { expression: "11 NimDiv 4", value: "8" },
        Worked { expression: "2.NimPow(2)", value: "3" },
    ],
    instance: Instance::computation(
        "inverse 4\nsqrt 4\ndivide 11 4\npower 222 8\n",
        Text::new(
            "As below, for numbers up to 255 and exponents up to 1000.",
            "格式同下，数至多 255，指数至多 1000。",
        ),
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
    verification: Some(Verification {
        range: Text::new(
            "all a below N, the inverse and the root sought among all numbers of the field",
            "所有小于 N 的 a，在域中逐个寻找逆元与平方根",
        ),
        quick: 64,
        usual: 256,
        most: 4096,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE17",
        name: "inverse-of-zero",
        document: Document::NimNotes,
        place: "1.1, inverse",
        printed: Text::new(
            "Every a is invertible: a ⊗ a^(K − 2) = 1.",
            "每个 a 都可逆：a ⊗ a^(K − 2) = 1。",
        ),
        correct: Text::new("That needs a ≠ 0.", "需要 a ≠ 0。"),
        claim: Some(Verification {
            range: Text::new("all a below N", "所有小于 N 的 a"),
            quick: 1,
            usual: 16,
            most: 256,
            cases: |to, trial| {
                for a in 0..to {
                    let size = 1_u128 << field_bits(a).max(2);
                    let product = Nim64::new(a) * Nim64::new(a).pow(size - 2);
                    trial.compare(|| format!("{a} ⊗ {a}^(K − 2)"), Nim64::ONE, product)?;
                }
                Ok(())
            },
        }),
    }],
    ..Problem::BLANK
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
pub const DETERMINANT: Problem = Problem {
    id: "I25",
    name: "nim-determinant",
    title: Text::new("Determinant under nim arithmetic", "Nim 意义下的行列式"),
    topics: &["nimbers", "linear algebra"],
    source: "Notes on Nim, SG functions and the nim product, 1.1 (named)",
    statement: Text::new(
        "Find the determinant, the rank and the inverse of an n × n matrix of 64-bit nimbers, and solve linear equations.",
        "求 64 位 nimber 的 n × n 矩阵的行列式、秩与逆，并解线性方程组。",
    ),
    rule: Text::new(
        "Gaussian elimination works as in every field. In characteristic 2 the determinant equals the permanent.",
        "与任何域上一样用高斯消元。特征为 2，行列式等于积和式。",
    ),
    complexity: "O(n³) products",
    format: Text::new(
        "n and the n rows; then, for equations, `solve` and the n right sides. Output: the determinant and the rank; then the rows of the inverse, or `singular`; with `solve` one solution instead, or `none`.",
        "先读 n 与 n 行矩阵；若要解方程，再写 `solve` 与 n 个右端。输出行列式与秩；随后是逆矩阵各行，或 `singular`；有 `solve` 时改为输出一个解，无解为 `none`。",
    ),
    samples: &[
        Sample { input: "2\n169 158\n23 228\n", output: "88 2\n128 230\n81 118\n" },
        Sample { input: "2\n10 9\n9 6\n", output: "0 1\nsingular\n" },
        Sample { input: "2\n2 0\n0 4\nsolve\n1 1\n", output: "8 2\n3 15\n" },
    ],
    worked: &[
        Worked { expression: "NimDet([[1,2],[3,4]])", value: "5" },
        Worked { expression: "NimRank([[1,2],[2,3]])", value: "1" },
        Worked { expression: "NimSolve([[2,0],[0,4]], [1,1])", value: "[3,15]" },
    ],
    instance: Instance::computation(
        "3\n1 2 3\n4 5 6\n7 8 10\n",
        Text::new(
            "n up to 6 and the n rows. Output: the determinant, by elimination and by the sum over the permutations.",
            "先读 n（至多 6）与 n 行。输出行列式：一边用消元，一边按排列求和。",
        ),
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
    verification: Some(Verification {
        range: Text::new(
            "all 2 × 2 matrices with entries below N and all 3 × 3 matrices with entries 0, 1, 2, by the sum over permutations",
            "元素小于 N 的所有 2 × 2 矩阵与元素为 0、1、2 的所有 3 × 3 矩阵，按排列求和",
        ),
        quick: 5,
        usual: 16,
        most: 32,
        cases: |to, trial| {
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
                        let orders =
                            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
                        let term = |o: [u32; 3]| at(0, o[0]) * at(1, o[1]) * at(2, o[2]);
                        orders.into_iter().map(term).sum()
                    };
                    trial.compare(|| format!("rows of {}", joined(&entries)), found, leibniz)?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
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
pub const LOGARITHM: Problem = Problem {
    id: "I26",
    name: "nim-log",
    title: Text::new("Discrete logarithm under nim arithmetic", "Nim 意义下的离散对数"),
    topics: &["nimbers", "number theory"],
    source: "Notes on Nim, SG functions and the nim product, 1.1 (named)",
    statement: Text::new(
        "Given nimbers a and b below 2^64, find the least x ≥ 0 with a^(x) = b.",
        "给定小于 2^64 的 a、b，求最小的 x ≥ 0 使 a^(x) = b。",
    ),
    rule: Text::new(
        "The group has the order 2^64 − 1 = 3·5·17·257·641·65537·6700417: a logarithm for each prime (Pohlig–Hellman), put together by remainders. 0^(0) = 1.",
        "乘法群的阶为 2^64 − 1 = 3·5·17·257·641·65537·6700417：对每个素因子求对数（Pohlig–Hellman），再用中国剩余定理合并。约定 0^(0) = 1。",
    ),
    complexity: "O(√p) for the largest prime p = 6700417, tabulated",
    format: Text::new(
        "Lines with a and b, to the end of the input. Output: x, or −1 if there is none.",
        "每行 a 与 b，直到输入结束。输出 x，无解输出 -1。",
    ),
    samples: &[Sample { input: "0 5\n22 243\n19060 54533\n", output: "-1\n66\n56113\n" }],
    worked: &[Worked { expression: "NimLog(4, 13)", value: "12" }],
    instance: Instance::computation(
        "0 5\n22 243\n4 13\n",
        Text::new(
            "Lines with a and b up to 65535. Output: x, or −1 if there is none.",
            "每行 a 与 b，至多 65535。输出 x，没有则为 −1。",
        ),
        answer_logarithm,
        |input, limits| {
            let mut text = String::new();
            while !input.is_at_end() {
                let a = Nim64::new(input.integer("a base", 0..=65_535)?);
                let b = Nim64::new(input.integer("a power", 0..=65_535)?);
                let powers = std::iter::successors(Some(Nim64::ONE), |&power| Some(power * a));
                let log = powers.take(65_536).position(|power| power == b);
                let _ =
                    writeln!(text, "{}", log.map_or_else(|| "-1".to_owned(), |x| x.to_string()));
                limits.check()?;
            }
            Ok(text)
        },
    ),
    answer: Some(answer_logarithm),
    verification: Some(Verification {
        range: Text::new("all a, b below N, by listing powers", "所有小于 N 的 a、b，逐次求幂"),
        quick: 40,
        usual: 256,
        most: 2048,
        cases: |to, trial| {
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
        },
    }),
    ..Problem::BLANK
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
