//! Tokens on a graph without cycles: POJ 2425.

use farstar_impartial::digraph::{ArcList, Outcome, grundy_values, sum_value};
use farstar_value::Limits;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::arcs::EXAMPLE;
use crate::impartial::arcs::{self, Tokens};
use crate::impartial::whole::Play;
use crate::input::Input;
use crate::instance::{Instance, read, turn};
use crate::trial::Verification;

/// I40: a chess game.
pub(crate) const DAG_CHESS: Entry = Entry {
    instance: Instance::game("4 6 7", |text, limits| {
        turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 4))?), limits)
    }),
    answer: Some(answer),
    verification: Some(Verification::to([4, 4, 5], |to, trial| {
        for graph in arcs::loop_free(to) {
            let values = grundy_values(&graph, trial.limits())?;
            let mut play = Play::new();
            for a in 0..graph.vertices() {
                for b in 0..=a {
                    let sum = sum_value(&graph, &values, &[a, b])?;
                    trial.compare(
                        || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                        Outcome::from_next_wins(sum != 0),
                        play.outcome(&Tokens::new(&graph, &[a, b]), trial.limits())?,
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I40", "chess-game")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST: u32 = 1_000_000;
    let mut text = String::new();
    while !input.is_at_end() {
        let n = input.integer("the number of vertices", 1..=MOST)?;
        let mut list = ArcList::new();
        list.cover(n)?;
        for from in 0..n {
            for _ in 0..input.integer("the number of arcs", 0..=MOST)? {
                list.push(from, input.integer("the end of an arc", 0..=n - 1)?)?;
            }
            limits.check()?;
        }
        let graph = list.into_digraph();
        let values = grundy_values(&graph, limits)?;
        loop {
            let m = input.integer("the number of tokens", 0..=MOST as usize)?;
            if m == 0 {
                break;
            }
            let tokens: Vec<u32> = input.integers("a vertex", m, 0..=n - 1)?;
            let sum = sum_value(&graph, &values, &tokens)?;
            text.push_str(if sum == 0 { "LOSE\n" } else { "WIN\n" });
        }
        limits.check()?;
    }
    Ok(text)
}
