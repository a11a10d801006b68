//! Set power series over nimbers, and the game on graphs whose components are complete.

use std::fmt::Write;

use farstar_nimber::{AlgebraError, BinomialSeries, Nim64, Nimber, SetPowerSeries};
use farstar_value::{Limits, Player};

use super::field::refused;
use crate::erratum::{Document, Erratum};
use crate::error::{Error, Result};
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;

/// An error of a series, or the limit that cancelled it.
fn stopped(error: AlgebraError, limits: &Limits) -> Error {
    match error {
        AlgebraError::Cancelled => limits.check().err().map_or(refused(error), Error::from),
        other => refused(other),
    }
}

/// g_1, …, g_n from f_1, …, f_n: the exponential of the labelled structures.
///
/// # Errors
/// Those of `limits`, and [`Error::Refused`] beyond 2^24 terms.
///
/// # Examples
/// ```
/// use farstar_problems::nimber::series::complete_components;
/// use farstar_value::Limits;
/// assert_eq!(complete_components(&[169, 139, 80, 26], &Limits::none())?, [169, 109, 5, 67]);
/// # Ok::<(), farstar_problems::Error>(())
/// ```
pub fn complete_components(f: &[u64], limits: &Limits) -> Result<Vec<u64>> {
    let terms = std::iter::once(0).chain(f.iter().copied()).map(Nim64::new);
    let series = BinomialSeries::new(terms.collect()).map_err(refused)?;
    let powers = series.exp_checked(&mut || limits.check().is_ok());
    let powers = powers.map_err(|error| stopped(error, limits))?;
    Ok(powers.coefficients().iter().skip(1).map(|g| g.get()).collect())
}

/// I57: Nimber Exp.
pub const EXPONENTIAL: Problem = Problem {
    id: "I57",
    name: "nimber-exp",
    title: Text::new(
        "Nimber Exp: graphs whose components are complete",
        "Nimber Exp：连通分量均为完全图的图",
    ),
    topics: &["nimbers", "power series", "counting"],
    source: "xyix, notes on nimbers; soj1006 \"Nimber Exp\"",
    statement: Text::new(
        "Given f_1, …, f_n. On the table lie all labelled graphs on m vertices whose components are complete; a component of size i carries the number f_i. A move takes a graph all of whose components carry positive numbers a_1, …, a_k, chooses b_i < a_i, and replaces it by 2^k − 1 copies, one for each set T of components that is not empty, with a_i turned into b_i on T. Who cannot move loses. Only f_m may be changed: to what, so that the second player wins?",
        "给定 f_1、……、f_n。桌上有 m 个点的所有带标号的图，其连通分量均为完全图，大小为 i 的分量上写着 f_i。每步取一个各分量数 a_1、……、a_k 均为正的图，选 b_i < a_i，把它换成 2^k − 1 个副本：对分量的每个非空子集 T，把 T 上的 a_i 改为 b_i。不能操作者负。只允许修改 f_m，问改成多少可使后手必胜。",
    ),
    rule: Text::new(
        "A graph is worth the nim product of its numbers, and all together g_m, the nim sum over the set partitions of m labels: g = exp f, g_0 = 1, g_(m+1) = ⊕ f_(i+1) ⊗ g_(m−i) over the i whose bits are bits of m. The first player wins exactly if g_m ≠ 0. The number sought is w_m = g_m ⊕ f_m, and it is unique.",
        "一个图的值是各分量数的 Nim 积，总和 g_m 是 m 个标号的所有集合划分之积的异或和：g = exp f，g_0 = 1，g_(m+1) = ⊕ f_(i+1) ⊗ g_(m−i)，i 取遍 m 的二进制子集。先手必胜当且仅当 g_m ≠ 0。所求为 w_m = g_m ⊕ f_m，且唯一。",
    ),
    complexity: "O(n log² n) nim products",
    format: Text::new(
        "n up to 2·10^5 and f_1, …, f_n below 2^32. Output: w_1, …, w_n in one line. With the word `values` after them (f below 2^64), one line for each m instead: g_m, the outcome, w_m.",
        "先读 n（至 2·10^5）与 f_1、……、f_n（小于 2^32）。一行输出 w_1、……、w_n。若其后有单词 `values`（f 可至 2^64），则对每个 m 输出一行：g_m、胜负、w_m。",
    ),
    samples: &[
        Sample { input: "4\n169 139 80 26\n", output: "0 230 85 89\n" },
        Sample { input: "2\n12 9\nvalues\n", output: "12 N 0\n2 N 11\n" },
    ],
    worked: &[Worked { expression: "12 NimProduct 12 NimSum 9", value: "2" }],
    instance: Instance::game(
        "1 2,2",
        Text::new(
            "Each group of numbers, joined by commas, is a graph with the numbers of its components.",
            "每组以逗号相连的数是一个图，各数为其连通块上的数。",
        ),
        |text, limits| turn(read(text, Graphs::read)?, limits),
    ),
    answer: Some(answer_exponential),
    verification: Some(Verification {
        range: Text::new(
            "g_m for all f_1, …, f_m below 4 with m up to N, by listing set partitions; play itself for f_1, f_2 below 3 and m up to 2",
            "m 至 N、f_1 至 f_m 均小于 4 时枚举集合划分求 g_m；m 至 2、f_1 与 f_2 小于 3 时直接搜索游戏",
        ),
        quick: 4,
        usual: 5,
        most: 8,
        cases: |to, trial| {
            for m in 1..=to as u32 {
                for code in 0..4_u64.pow(m.min(6)) {
                    let f: Vec<u64> = (0..m).map(|i| code / 4_u64.pow(i.min(5)) % 4).collect();
                    let g = complete_components(&f, trial.limits())?;
                    let listed = partitions(m as usize, &mut |sizes| {
                        sizes.iter().map(|&size| Nim64::new(f[size - 1])).product()
                    });
                    trial.compare(|| format!("f = {}", joined(&f)), g[m as usize - 1], listed)?;
                }
            }
            let mut play = Play::new();
            for a in 0..3_u64 {
                for b in 0..3_u64 {
                    let g = complete_components(&[a, b], trial.limits())?;
                    // One point: the graph {a}. Two points: the graphs {a, a} and {b}.
                    for (m, graphs) in [(1, vec![vec![a]]), (2, vec![vec![a, a], vec![b]])] {
                        let position = Graphs::new(graphs);
                        trial.compare(
                            || format!("f = {a}, {b}, m = {m}"),
                            g[m - 1] != 0,
                            play.outcome(&position, trial.limits())?
                                == farstar_solve::digraph::Outcome::N,
                        )?;
                    }
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE24",
        name: "lost-latex",
        document: Document::NimberNotes,
        place: "all formulas",
        printed: Text::new(
            "All formulas are lost in the copy, among them the property of the generator and the final formula.",
            "抄本中公式全部丢失，包括原根的性质与最后的公式。",
        ),
        correct: Text::new(
            "Recovered from the page of soj1006: nimbers below 2^64, 10279^(3) = 32768, w_m = g_m ⊕ f_m.",
            "由 soj1006 的页面恢复：数在 [0, 2^64) 内，10279^(3) = 32768，w_m = g_m ⊕ f_m。",
        ),
        claim: None,
    }],
    ..Problem::BLANK
};

/// The nim sum over the set partitions of m labels of the weight of the block sizes.
fn partitions(m: usize, weight: &mut dyn FnMut(&[usize]) -> Nim64) -> u64 {
    // Labels go one by one into a block that is there or into a new one.
    fn place(
        left: usize,
        sizes: &mut Vec<usize>,
        sum: &mut Nim64,
        weight: &mut dyn FnMut(&[usize]) -> Nim64,
    ) {
        if left == 0 {
            *sum += weight(sizes);
            return;
        }
        for i in 0..sizes.len() {
            sizes[i] += 1;
            place(left - 1, sizes, sum, weight);
            sizes[i] -= 1;
        }
        sizes.push(1);
        place(left - 1, sizes, sum, weight);
        sizes.pop();
    }
    let mut sum = Nim64::ZERO;
    place(m, &mut Vec::new(), &mut sum, weight);
    sum.get()
}

/// The graphs on the table, each by the numbers of its components.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Graphs(Vec<Vec<u64>>);

impl Graphs {
    /// Graphs with a component of 0 are dead. Two equal graphs stay: that they cancel is a theorem.
    fn new(mut graphs: Vec<Vec<u64>>) -> Self {
        graphs.retain(|graph| !graph.contains(&0));
        graphs.iter_mut().for_each(|graph| graph.sort_unstable());
        graphs.sort_unstable();
        Self(graphs)
    }
}

impl Moves for Graphs {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, graph) in self.0.iter().enumerate() {
            // All choices of b_i < a_i, as one mixed-radix number.
            for mut code in 0..graph.iter().product() {
                let lower: Vec<u64> = graph
                    .iter()
                    .map(|&a| {
                        let b = code % a;
                        code /= a;
                        b
                    })
                    .collect();
                let mut graphs = self.0.clone();
                graphs.remove(i);
                graphs.extend((1_u32..1 << graph.len()).map(|set| {
                    let pick = |i: usize| if set >> i & 1 == 1 { lower[i] } else { graph[i] };
                    (0..graph.len()).map(pick).collect()
                }));
                moves.push(Self::new(graphs));
            }
        }
        moves
    }
}

fn answer_exponential(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let n = input.integer("the number of terms", 1..=1_000_000_usize)?;
    let f: Vec<u64> = input.integers("a term", n, 0..=u64::MAX)?;
    let values = input.accept("values");
    if let Some(large) = f.iter().find(|&&f| !values && f >= 1 << 32) {
        return Err(input.error(format!("a term is {large}; expected 0 to {}", u32::MAX)));
    }
    let g = complete_components(&f, limits)?;
    let w = f.iter().zip(&g).map(|(f, g)| f ^ g);
    if !values {
        return Ok(joined(w) + "\n");
    }
    let mut text = String::new();
    for (g, w) in g.iter().zip(w) {
        let _ = writeln!(text, "{g} {} {w}", if *g == 0 { "P" } else { "N" });
    }
    Ok(text)
}

/// I58: lemmas on the series.
pub const LEMMAS: Problem = Problem {
    id: "I58",
    name: "series-lemmas",
    kind: Kind::Theory,
    title: Text::new("Lemmas on series over nimbers", "Nimber 上级数的引理"),
    topics: &["nimbers", "power series", "theorem"],
    source: "xyix, notes on nimbers",
    statement: Text::new(
        "Series a_0, a_1, … of labelled structures are multiplied by (a ∗ b)_m = ⊕ C(m, i)·a_i ⊗ b_(m−i). The derivative is the shift of indices; no division by n! occurs.",
        "带标号结构的级数按 (a ∗ b)_m = ⊕ C(m, i)·a_i ⊗ b_(m−i) 相乘。求导就是下标移位，不出现除以 n!。",
    ),
    rule: Text::new(
        "C(a + b, a) is odd exactly if a and b have no common bit. f ∗ f = c ⊗ c with c the constant term, so a series with constant term 1 is its own inverse. ln: f' = g' ∗ g for g = exp f. Newton: g_(2k) = g_k ∗ (1 ⊕ ln g_k ⊕ f). λ·x means x added λ times, that is (λ mod 2)x; rational scalars do not exist, since 2·x = 0.",
        "C(a + b, a) 为奇数当且仅当 a、b 没有公共位。f ∗ f = c ⊗ c（c 为常数项），故常数项为 1 的级数是自己的逆。ln：g = exp f 时 f' = g' ∗ g。牛顿迭代：g_(2k) = g_k ∗ (1 ⊕ ln g_k ⊕ f)。λ·x 指 x 自加 λ 次，即 (λ mod 2)x；2·x = 0，故没有有理数标量。",
    ),
    worked: &[
        Worked { expression: "NimSetProduct([1,7,9,4], [1,7,9,4])", value: "[1,0,0,0]" },
        Worked { expression: "NimSetProduct([3,7,9,4], [3,7,9,4])", value: "[2,0,0,0]" },
    ],
    instance: Instance::computation(
        "2 7 1 8 2 8\n",
        Text::new(
            "Up to eight terms of a series. Output: the terms of its square.",
            "级数的至多八项。输出其平方的各项。",
        ),
        |input, _| {
            let terms = terms(input)?;
            let square = std::iter::once(terms[0].square());
            let zeros = std::iter::repeat_n(Nim64::ZERO, terms.len() - 1);
            Ok(joined(square.chain(zeros)) + "\n")
        },
        |input, _| {
            let terms = terms(input)?;
            // (f ∗ f)_m, each product as often as its binomial coefficient is odd.
            let term = |m: usize| {
                let odd = (0..=m).filter(|&i| binomial(m, i) % 2 == 1);
                odd.map(|i| terms[i] * terms[m - i]).sum::<Nim64>()
            };
            Ok(joined((0..terms.len()).map(term)) + "\n")
        },
    ),
    verification: Some(Verification {
        range: Text::new(
            "series of five terms: all with terms a_1, …, a_4 below N and constant terms below 4",
            "五项级数：a_1 至 a_4 小于 N，常数项小于 4",
        ),
        quick: 3,
        usual: 6,
        most: 16,
        cases: |to, trial| {
            let series = |terms: Vec<Nim64>| BinomialSeries::new(terms).map_err(refused);
            for code in 0..to.pow(4) * 4 {
                let constant = code % 4;
                let term = |i: u32| Nim64::new(code / 4 / to.pow(i) % to);
                let terms: Vec<Nim64> =
                    std::iter::once(Nim64::new(constant)).chain((0..4).map(term)).collect();
                let f = series(terms.clone())?;
                let case = || format!("f = {}", joined(&terms));
                let square = f.product(&f);
                let mut expected = vec![Nim64::ZERO; terms.len()];
                expected[0] = Nim64::new(constant).square();
                trial.compare(case, joined(&expected), joined(square.coefficients()))?;
                // The product by the binomial coefficients.
                let by_binomials = |m: usize| {
                    let pairs = (0..=m).filter(|i| binomial(m, *i) % 2 == 1);
                    pairs.map(|i| terms[i] * terms[m - i]).sum::<Nim64>()
                };
                let listed: Vec<Nim64> = (0..terms.len()).map(by_binomials).collect();
                trial.compare(case, joined(square.coefficients()), joined(listed))?;
                if constant == 0 {
                    let g = f.exp().map_err(refused)?;
                    let logarithmic = g.derivative().product(&g);
                    let derivative = f.derivative();
                    let shown = |x: &BinomialSeries<Nim64>| joined(&x.coefficients()[..4]);
                    trial.compare(case, shown(&logarithmic), shown(&derivative))?;
                    let one =
                        series(std::iter::once(Nim64::ONE).chain([Nim64::ZERO; 4]).collect())?;
                    let ln = g.ln().map_err(refused)?;
                    let newton = g.product(&one.sum(&ln).sum(&f));
                    trial.compare(case, joined(newton.coefficients()), joined(g.coefficients()))?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// C(m, i) by Pascal's rule.
fn binomial(m: usize, i: usize) -> u64 {
    (0..i).fold(1, |c, j| c * (m - j) as u64 / (j + 1) as u64)
}

/// I59: set power series.
pub const SET_SERIES: Problem = Problem {
    id: "I59",
    name: "set-exp",
    title: Text::new("Set power series over nimbers", "Nimber 上的集合幂级数"),
    topics: &["nimbers", "power series"],
    source: "xyix, notes on nimbers",
    statement: Text::new(
        "A set power series has a coefficient for each subset of k elements. The product is (a ∗ b)(S) = ⊕ a(T) ⊗ b(S ∖ T) over T ⊆ S; exp a is the nim sum over set partitions of the product of a over the blocks, for a(∅) = 0.",
        "集合幂级数对 k 个元素的每个子集有一个系数。乘积 (a ∗ b)(S) = ⊕ a(T) ⊗ b(S ∖ T)，T ⊆ S；a(∅) = 0 时，exp a 在 S 处为 S 的所有集合划分中各块 a 之积的异或和。",
    ),
    rule: Text::new(
        "exp a = ∏ (1 ⊕ a(S)·y^S) over S ≠ ∅, since y² = 0; ln undoes it. A series with constant term 1 is its own inverse.",
        "因 y² = 0，exp a = ∏ (1 ⊕ a(S)·y^S)，S ≠ ∅；ln 是其逆。常数项为 1 的级数是自己的逆。",
    ),
    complexity: "O(k²·2^k) nim products",
    format: Text::new(
        "One of `exp`, `ln`, `inverse`, `product` (exp may be left out), k up to 20, and the 2^k coefficients, of the set with bits S at place S; for `product` two lists. Output: the coefficients of the result in one line.",
        "`exp`、`ln`、`inverse`、`product` 之一（exp 可省略），k（至 20）与 2^k 个系数，集合 S 的系数在位置 S；`product` 读两组。一行输出结果的系数。",
    ),
    samples: &[
        Sample { input: "2\n0 1 2 3\n", output: "1 1 2 1\n" },
        Sample { input: "ln 2\n1 1 2 1\n", output: "0 1 2 3\n" },
        Sample { input: "product 1\n2 3\n2 1\n", output: "3 3\n" },
    ],
    worked: &[
        Worked { expression: "NimSetExp([0,1,2,3])", value: "[1,1,2,1]" },
        Worked { expression: "NimSetLn([1,1,2,1])", value: "[0,1,2,3]" },
    ],
    instance: Instance::computation(
        "3\n0 1 2 3 4 5 6 7\n",
        Text::new(
            "k up to 4 and the 2^k coefficients, the first 0. Output: those of exp.",
            "先读 k（至多 4）与 2^k 个系数，首项为 0。输出 exp 的系数。",
        ),
        |input, _| {
            let series = SetPowerSeries::new(small_series(input)?).map_err(refused)?;
            Ok(joined(series.exp().map_err(refused)?.coefficients()) + "\n")
        },
        |input, _| {
            let a = small_series(input)?;
            Ok(joined((0..a.len()).map(|set| by_blocks(&a, set))) + "\n")
        },
    ),
    answer: Some(answer_set_series),
    verification: Some(Verification {
        range: Text::new(
            "exp of all series on 3 elements with coefficients below N, by listing set partitions",
            "3 个元素、系数小于 N 的所有级数的 exp，枚举集合划分",
        ),
        quick: 2,
        usual: 4,
        most: 6,
        cases: |to, trial| {
            for code in 0..to.pow(7) {
                let term = |i: u32| Nim64::new(code / to.pow(i) % to);
                let a: Vec<Nim64> = std::iter::once(Nim64::ZERO).chain((0..7).map(term)).collect();
                let series = SetPowerSeries::new(a.clone()).map_err(refused)?;
                let exp = series.exp().map_err(refused)?;
                let listed: Vec<Nim64> = (0..8).map(|set| by_blocks(&a, set)).collect();
                let case = || format!("a = {}", joined(&a));
                trial.compare(case, joined(exp.coefficients()), joined(&listed))?;
                let ln = exp.ln().map_err(refused)?;
                trial.compare(case, joined(ln.coefficients()), joined(&a))?;
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// The sum over the set partitions of `set`: the block of its least element, times the rest.
fn by_blocks(a: &[Nim64], set: usize) -> Nim64 {
    if set == 0 {
        return Nim64::ONE;
    }
    let least = set & set.wrapping_neg();
    let blocks = (1..=set).filter(|block| block & !set == 0 && block & least != 0);
    blocks.map(|block| a[block] * by_blocks(a, set & !block)).sum()
}

fn answer_set_series(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let operations = ["exp", "ln", "inverse", "product"];
    let operation = operations.into_iter().find(|word| input.accept(word)).unwrap_or("exp");
    let elements = input.integer("the number of elements", 0..=20_u32)?;
    let mut series = || {
        let numbers: Vec<u64> = input.integers("a coefficient", 1 << elements, 0..=u64::MAX)?;
        SetPowerSeries::new(numbers.into_iter().map(Nim64::new).collect()).map_err(refused)
    };
    let first = series()?;
    let mut check = || limits.check().is_ok();
    let result = match operation {
        "exp" => first.exp_checked(&mut check),
        "ln" => first.ln_checked(&mut check),
        "inverse" => first.inverse(),
        _ => first.product_checked(&series()?, &mut check),
    };
    let result = result.map_err(|error| stopped(error, limits))?;
    Ok(joined(result.coefficients()) + "\n")
}

impl Graphs {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let mut graphs = Vec::new();
        while !input.is_at_end() {
            let word = input.word("a graph")?;
            let numbers: Vec<u64> =
                word.split(',').filter_map(|n| n.parse().ok()).filter(|n| *n <= 3).collect();
            if numbers.len() != word.split(',').count() || numbers.len() > 3 || graphs.len() == 60 {
                return Err(input.error(
                    "expected up to 60 graphs of up to three numbers below 4, such as 2,2",
                ));
            }
            graphs.push(numbers);
        }
        Ok(Self::new(graphs))
    }
}

impl Playable for Graphs {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let value = |graph: &Vec<u64>| graph.iter().map(|&a| Nim64::new(a)).product::<Nim64>();
        Ok(Some(Fate::of(self.0.iter().map(value).sum::<Nim64>() != Nim64::ZERO)))
    }

    fn text(&self) -> String {
        let graph =
            |graph: &Vec<u64>| graph.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        if self.0.is_empty() { "0".to_owned() } else { joined(self.0.iter().map(graph)) }
    }

    fn picture(&self) -> Picture {
        Picture::tuples(self.0.clone())
    }
}

/// Reads the terms of a short series.
fn terms(input: &mut Input<'_>) -> Result<Vec<Nim64>> {
    let mut terms = vec![Nim64::new(input.integer("a term", 0..=u64::MAX)?)];
    while !input.is_at_end() && terms.len() < 8 {
        terms.push(Nim64::new(input.integer("a term", 0..=u64::MAX)?));
    }
    Ok(terms)
}

/// Reads a set power series on a few elements.
fn small_series(input: &mut Input<'_>) -> Result<Vec<Nim64>> {
    let elements = input.integer("the number of elements", 0..=4_u32)?;
    let numbers: Vec<u64> = input.integers("a coefficient", 1 << elements, 0..=u64::MAX)?;
    if numbers[0] != 0 {
        return Err(input.error("the first coefficient is not 0; expected 0"));
    }
    Ok(numbers.into_iter().map(Nim64::new).collect())
}
