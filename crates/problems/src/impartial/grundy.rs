//! The Sprague–Grundy theory: mex, the function on a graph, sums, options that may be left out.

use std::fmt::Write;

use farstar_impartial::compound::{Compound, Joint};
use farstar_impartial::digraph::{
    Digraph, Outcome, grundy_values, mex, sum_outcome, sum_value, winning_sum_moves,
};
use farstar_impartial::nim::moore_outcome;
use farstar_impartial::nimber_search::NimberSearch;
use farstar_impartial::search::Token;
use farstar_value::Limits;

use super::arcs::EXAMPLE;
use super::arcs::{self, Tokens};
use super::heaps::joined;
use super::whole::{self, Play};
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Instance, read, turn};
use crate::trial::Verification;

/// I07: the least natural number that is missing.
pub(crate) const MEX: Entry = Entry {
    instance: Instance::computation("6\n7 3 3 7 0 4\n", answer_mex, |input, _| {
        let n = input.integer("the number of elements", 0..=1000)?;
        let set: Vec<u64> = input.integers("an element", n, 0..=u64::MAX)?;
        let least = (0..).find(|x| !set.contains(x)).unwrap_or(u64::MAX);
        Ok(format!("{least}\n"))
    }),
    answer: Some(answer_mex),
    verification: Some(Verification::to([8, 14, 20], |to, trial| {
        for mask in 0_u32..1 << to {
            let set = || (0..32).filter(|bit| mask >> bit & 1 == 1);
            let least = (0..).find(|x| !set().any(|y| y == *x)).unwrap_or(u32::MAX);
            trial.compare(|| format!("S = {{{}}}", joined(set())), mex(set()), least)?;
        }
        Ok(())
    })),
    claims: &[(
        "IE1",
        Verification::to([1, 2, 20], |to, trial| {
            for mask in 0_u32..1 << to {
                let set = || (0..32).filter(|bit| mask >> bit & 1 == 1);
                trial.compare(
                    || format!("S = {{{}}}", joined(set())),
                    "nothing, since ℕ ∖ S has no greatest element".to_owned(),
                    mex(set()).to_string(),
                )?;
            }
            Ok(())
        }),
    )],
    ..entry!("I07", "mex")
};

/// I08: the Grundy function of a graph.
pub(crate) const FUNCTION: Entry = Entry {
    instance: Instance::game("7", |text, limits| {
        turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 3))?), limits)
    }),
    answer: Some(|input, limits| {
        let graph = arcs::read(input, limits)?;
        Ok(joined(grundy_values(&graph, limits)?) + "\n")
    }),
    verification: Some(Verification::to([4, 5, 6], |to, trial| {
        for graph in arcs::loop_free(to) {
            let values = grundy_values(&graph, trial.limits())?;
            for v in 0..graph.vertices() {
                let played = whole::grundy(Tokens::new(&graph, &[v]), trial.limits())?;
                trial.compare(
                    || format!("{}, at {v}", arcs::describe(&graph)),
                    values[v as usize],
                    played,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I08", "grundy-function")
};

/// I09: the value of a sum.
pub(crate) const SUM: Entry = Entry {
    instance: Instance::game("5 7", |text, limits| {
        turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 4))?), limits)
    }),
    answer: Some(answer_sum),
    verification: Some(Verification::to([3, 4, 5], |to, trial| {
        for graph in arcs::loop_free(to) {
            let values = grundy_values(&graph, trial.limits())?;
            for a in 0..graph.vertices() {
                for b in 0..=a {
                    let played = whole::grundy(Tokens::new(&graph, &[a, b]), trial.limits())?;
                    trial.compare(
                        || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                        values[a as usize] ^ values[b as usize],
                        played,
                    )?;
                }
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE2",
        Verification::to([2, 2, 4], |to, trial| {
            for graph in arcs::loop_free(to) {
                let values = grundy_values(&graph, trial.limits())?;
                let mut play = Play::new();
                for v in 0..graph.vertices() {
                    let position = Tokens::new(&graph, &[v]);
                    trial.compare(
                        || format!("{}, a token on {v}", arcs::describe(&graph)),
                        Outcome::from_next_wins(values[v as usize] == 0),
                        play.outcome(&position, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I09", "sprague-grundy")
};

fn answer_sum(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let graph = arcs::read(input, limits)?;
    let tokens = arcs::read_vertices(input, &graph, "token")?;
    let values = grundy_values(&graph, limits)?;
    let sum = sum_value(&graph, &values, &tokens)?;
    let moves = winning_sum_moves(&graph, &values, &tokens)?;
    let mut text = format!("{sum} {}\n{}\n", sum_outcome(sum), moves.len());
    for m in moves {
        let _ = writeln!(text, "{} {}", m.token + 1, m.to);
    }
    Ok(text)
}

/// I10: options of larger value.
pub(crate) const REVERSIBLE: Entry = Entry {
    instance: Instance::game("3 6", |text, limits| {
        turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 4))?), limits)
    }),
    verification: Some(Verification::to([3, 4, 5], |to, trial| {
        for graph in arcs::loop_free(to) {
            let values = grundy_values(&graph, trial.limits())?;
            let lean = graph.filter_arcs(|u, v| values[v as usize] < values[u as usize]);
            let (mut whole, mut stripped) = (Play::new(), Play::new());
            for a in 0..graph.vertices() {
                for b in 0..=a {
                    trial.compare(
                        || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                        stripped.outcome(&Tokens::new(&lean, &[a, b]), trial.limits())?,
                        whole.outcome(&Tokens::new(&graph, &[a, b]), trial.limits())?,
                    )?;
                }
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE12",
        Verification::to([3, 3, 4], |to, trial| {
            let largest = to as u32;
            let extra = largest + 1;
            for count in 1..=4 {
                for mask in 0_u32..1 << extra {
                    let mut list: Vec<(u32, u32)> =
                        (0..extra).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
                    list.extend((0..extra).filter(|b| mask >> b & 1 == 1).map(|b| (extra, b)));
                    let graph = Digraph::from_arcs(extra + 1, &list)?;
                    let values = grundy_values(&graph, trial.limits())?;
                    let mut play = NimberSearch::new();
                    for at in super::heaps::all(count, u64::from(extra)) {
                        let single: Vec<u64> =
                            at.iter().map(|&v| values[v as usize].into()).collect();
                        let mut tokens = Vec::new();
                        for &v in &at {
                            tokens.push(Token::new(&graph, v as u32)?);
                        }
                        let moore = Compound::new(Joint::AtMost(2), tokens);
                        let played = play.outcome(&moore, trial.limits())?;
                        trial.compare(
                            || {
                                let name = |&v: &u64| match v {
                                    v if v == u64::from(extra) => {
                                        let options = graph.successors(extra);
                                        let names = options.iter().map(|o| format!("*{o}"));
                                        format!("{{{}}}", joined(names))
                                    }
                                    v => format!("*{v}"),
                                };
                                format!("components {}", joined(at.iter().map(name)))
                            },
                            moore_outcome(2, &single),
                            played,
                        )?;
                    }
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I10", "reversible-moves")
};

/// I11: the sum of nimbers.
pub(crate) const NIM_SUM: Entry = Entry {
    instance: Instance::computation(
        "11 5\n",
        |input, _| {
            let [a, b] = two_numbers(input)?;
            Ok(format!("{}\n", a ^ b))
        },
        |input, limits| {
            let [a, b] = two_numbers(input)?;
            let mut table = vec![vec![0_u32; b as usize + 1]; a as usize + 1];
            for x in 0..=a as usize {
                limits.check()?;
                for y in 0..=b as usize {
                    let before = (0..x).map(|z| table[z][y]).chain((0..y).map(|z| table[x][z]));
                    table[x][y] = mex(before);
                }
            }
            Ok(format!("{}\n", table[a as usize][b as usize]))
        },
    ),
    verification: Some(Verification::to([32, 256, 1024], |to, trial| {
        let n = to as usize;
        let mut table = vec![vec![0_u32; n]; n];
        for a in 0..n {
            for b in 0..n {
                let before = (0..a).map(|c| table[c][b]).chain((0..b).map(|c| table[a][c]));
                let defined = mex(before);
                table[a][b] = defined;
                trial.compare(|| format!("{a} ⊕ {b}"), (a ^ b) as u32, defined)?;
            }
        }
        Ok(())
    })),
    ..entry!("I11", "nim-sum")
};

/// I14: what the documents break off.
pub(crate) const TRUNCATED: Entry = Entry { ..entry!("I14", "truncated-examples") };

fn answer_mex(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of elements", 0..=1_000_000)?;
    let set: Vec<u64> = input.integers("an element", n, 0..=u64::MAX)?;
    // What passes 32 bits cannot be the mex of so few elements.
    Ok(format!("{}\n", mex(set.into_iter().filter_map(|x| u32::try_from(x).ok()))))
}

fn two_numbers(input: &mut Input<'_>) -> Result<[u32; 2]> {
    Ok([input.integer("a number", 0..=200)?, input.integer("a number", 0..=200)?])
}
