//! Set power series over nimbers, and the game on graphs whose components are complete.

use std::fmt::Write;

use farstar_nimber::{AlgebraError, BinomialSeries, Nim64, Nimber, SetPowerSeries};
use farstar_value::{Limits, Player};

use super::field::refused;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
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
pub(crate) const EXPONENTIAL: Entry = Entry {
    instance: Instance::game("1 2,2", |text, limits| turn(read(text, Graphs::read)?, limits)),
    answer: Some(answer_exponential),
    verification: Some(Verification::to([4, 5, 8], |to, trial| {
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
                            == farstar_impartial::digraph::Outcome::N,
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I57", "nimber-exp")
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
pub(crate) const LEMMAS: Entry = Entry {
    instance: Instance::computation(
        "2 7 1 8 2 8\n",
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
    verification: Some(Verification::to([3, 6, 16], |to, trial| {
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
                let one = series(std::iter::once(Nim64::ONE).chain([Nim64::ZERO; 4]).collect())?;
                let ln = g.ln().map_err(refused)?;
                let newton = g.product(&one.sum(&ln).sum(&f));
                trial.compare(case, joined(newton.coefficients()), joined(g.coefficients()))?;
            }
        }
        Ok(())
    })),
    ..entry!("I58", "series-lemmas")
};

/// C(m, i) by Pascal's rule.
fn binomial(m: usize, i: usize) -> u64 {
    (0..i).fold(1, |c, j| c * (m - j) as u64 / (j + 1) as u64)
}

/// I59: set power series.
pub(crate) const SET_SERIES: Entry = Entry {
    instance: Instance::computation(
        "3\n0 1 2 3 4 5 6 7\n",
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
    verification: Some(Verification::to([2, 4, 6], |to, trial| {
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
    })),
    ..entry!("I59", "set-exp")
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
