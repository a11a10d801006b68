//! Outcomes on directed graphs, cycles allowed; sets of P-positions.

use std::fmt::Write;
use std::sync::LazyLock;

use farstar_impartial::digraph::{Digraph, Outcome, PSetError, outcomes, verify_p_set};
use farstar_value::{Limits, Player};

use super::arcs;
use super::arcs::EXAMPLE;
use super::heaps::joined;
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{self, Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::trial::Verification;

/// I01: outcome classes on a finite graph.
pub(crate) const OUTCOMES: Entry = Entry {
    instance: Instance::game("5", |text, limits| {
        let at = read(text, |input| arcs::few(input, &LOOPY, 1))?[0];
        turn(OneToken { graph: Rules(&LOOPY), at, rule: Rules(&BY_RETROGRADE) }, limits)
    }),
    answer: Some(answer_outcomes),
    verification: Some(Verification::to([3, 4, 4], |to, trial| {
        for graph in arcs::all(to) {
            let solved = outcomes(&graph, trial.limits())?;
            let played = forced(&graph, trial.limits())?;
            for v in 0..graph.vertices() {
                trial.compare(
                    || format!("{}, at {v}", arcs::describe(&graph)),
                    solved.outcome(v),
                    played[v as usize],
                )?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE19",
        Verification::to([2, 2, 3], |to, trial| {
            for graph in arcs::all(to) {
                for (v, played) in forced(&graph, trial.limits())?.into_iter().enumerate() {
                    let claimed = if played == Outcome::Draw { "N or P" } else { "decided" };
                    let truth = if played == Outcome::Draw { "a draw" } else { "decided" };
                    trial.compare(
                        || format!("{}, at {v}", arcs::describe(&graph)),
                        claimed,
                        truth,
                    )?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I01", "loopy-outcomes")
};

fn answer_outcomes(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let graph = arcs::read(input, limits)?;
    let solved = outcomes(&graph, limits)?;
    let mut text = String::new();
    let or_dash = |n: Option<u32>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    for v in 0..graph.vertices() {
        let (plies, best) = (or_dash(solved.plies(v)), or_dash(solved.best_move(v)));
        let _ = writeln!(text, "{} {plies} {best}", solved.outcome(v));
    }
    Ok(text)
}

/// Outcomes by the definition.
fn forced(graph: &Digraph, limits: &Limits) -> Result<Vec<Outcome>> {
    let after: Vec<_> = (0..graph.vertices()).map(|v| graph.successors(v).to_vec()).collect();
    let fates = instance::forced(&after, |_| Fate::Loses, limits)?;
    Ok(fates.into_iter().map(|(fate, _)| fate.into()).collect())
}

/// I02: the criterion for the set of P-positions.
pub(crate) const P_SET: Entry = Entry {
    instance: Instance::game("6", |text, limits| {
        let at = read(text, |input| arcs::few(input, &EXAMPLE, 1))?[0];
        turn(OneToken { graph: Rules(&EXAMPLE), at, rule: Rules(&BY_P_SET) }, limits)
    }),
    answer: Some(answer_p_set),
    verification: Some(Verification::to([2, 3, 4], |to, trial| {
        for graph in arcs::all(to) {
            let played = forced(&graph, trial.limits())?;
            for mask in 0_u32..1 << graph.vertices() {
                let member: Vec<bool> = (0..graph.vertices()).map(|v| mask >> v & 1 == 1).collect();
                let accepted = verify_p_set(&graph, &member, trial.limits())?.is_ok();
                let truth = played.iter().zip(&member).all(|(&outcome, &inside)| {
                    outcome == if inside { Outcome::P } else { Outcome::N }
                });
                trial.compare(
                    || format!("{}, the set with the bits {mask:b}", arcs::describe(&graph)),
                    accepted,
                    truth,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I02", "p-set")
};

fn answer_p_set(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let graph = arcs::read(input, limits)?;
    let mut member = vec![false; graph.vertices() as usize];
    for v in arcs::read_vertices(input, &graph, "member")? {
        member[v as usize] = true;
    }
    Ok(match verify_p_set(&graph, &member, limits)? {
        Ok(()) => "ok\n".to_owned(),
        Err(PSetError::Inside { from, to }) => format!("arc {from} {to}\n"),
        Err(PSetError::NoMoveInto(v)) => format!("vertex {v}\n"),
        Err(PSetError::Endless(cycle)) => format!("cycle {}\n", joined(cycle)),
    })
}

/// I03: what an impartial game is.
pub(crate) const IMPARTIAL: Entry = Entry {
    instance: Instance::game("6", |text, limits| {
        let at = read(text, |input| arcs::few(input, &EXAMPLE, 1))?[0];
        turn(OneToken { graph: Rules(&EXAMPLE), at, rule: Rules(&BY_RETROGRADE) }, limits)
    }),
    verification: Some(Verification::to([4, 5, 6], |to, trial| {
        for graph in arcs::loop_free(to) {
            for (v, played) in forced(&graph, trial.limits())?.into_iter().enumerate() {
                let claimed = outcomes(&graph, trial.limits())?.outcome(v as u32);
                let claimed = if claimed == Outcome::Draw { Outcome::P } else { claimed };
                trial.compare(|| format!("{}, at {v}", arcs::describe(&graph)), claimed, played)?;
            }
        }
        Ok(())
    })),
    ..entry!("I03", "impartial-game")
};

/// The graph with cycles on which the outcomes are played.
static LOOPY: LazyLock<Digraph> = LazyLock::new(|| {
    arcs::fixed(
        7,
        &[(1, 0), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3), (5, 2), (5, 4), (5, 6), (6, 1), (6, 5)],
    )
});

/// What a rule says of the vertices of a graph.
type VertexRule = fn(&Digraph, u32, &Limits) -> Result<Option<Fate>>;

/// A token on a graph.
#[derive(Clone, PartialEq, Eq, Hash)]
struct OneToken<'g> {
    graph: Rules<'g, Digraph>,
    at: u32,
    rule: Rules<'static, VertexRule>,
}

const BY_RETROGRADE: VertexRule = by_retrograde;
const BY_P_SET: VertexRule = by_p_set;

fn by_retrograde(graph: &Digraph, at: u32, limits: &Limits) -> Result<Option<Fate>> {
    Ok(Some(outcomes(graph, limits)?.outcome(at).into()))
}

/// The set of the instance, if the criterion accepts it.
fn by_p_set(graph: &Digraph, at: u32, limits: &Limits) -> Result<Option<Fate>> {
    let member: Vec<bool> = (0..graph.vertices()).map(|v| [0, 3, 7].contains(&v)).collect();
    let accepted = verify_p_set(graph, &member, limits)?.is_ok();
    Ok(accepted.then(|| Fate::of(!member[at as usize])))
}

impl Playable for OneToken<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        let successors = self.graph.0.successors(self.at).iter();
        successors.map(|&at| Self { at, ..self.clone() }).collect()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        (self.rule.0)(self.graph.0, self.at, limits)
    }

    fn text(&self) -> String {
        self.at.to_string()
    }

    fn picture(&self) -> Picture {
        arcs::picture(self.graph.0, &[self.at])
    }

    fn called(&self, after: &Self) -> Option<String> {
        Some(format!("{} → {}", self.at, after.at))
    }
}
