//! Anti-SG: the SJ rule, where it holds and where not.

use farstar_impartial::digraph::{Digraph, grundy_values};
use farstar_impartial::misere::sj;
use farstar_impartial::search::{MisereSearch, Token};
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::arcs::EXAMPLE;
use crate::impartial::arcs::{self, Tokens};
use crate::impartial::heaps::joined;
use crate::impartial::whole::{MiserePlay, Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::trial::Verification;
use std::sync::LazyLock;

/// I47: Anti-SG.
pub(crate) const ANTI_SG: Entry = Entry {
    instance: Instance::game("7 5", |text, limits| {
        turn(StoppingTokens(read(text, |input| arcs::few(input, &EXAMPLE, 3))?), limits)
    }),
    answer: Some(answer),
    verification: Some(Verification::to([4, 4, 5], |to, trial| {
        for graph in arcs::loop_free(to) {
            let values = grundy_values(&graph, trial.limits())?;
            let (mut play, mut misere) = (Play::new(), MiserePlay::new());
            for a in 0..graph.vertices() {
                for b in 0..=a {
                    for at in [vec![a], vec![b, a]] {
                        let case =
                            || format!("{}, tokens on {}", arcs::describe(&graph), joined(&at));
                        let single: Vec<u32> = at.iter().map(|&v| values[v as usize]).collect();
                        let stopping = Stopping {
                            graph: Rules(&graph),
                            values: Rules(&values),
                            at: at.clone(),
                        };
                        let played = play.outcome(&stopping, trial.limits())?;
                        trial.compare(case, sj::stopping_outcome(&single), played)?;
                        match sj::misere_outcome(&graph, &at, trial.limits()) {
                            Ok(rule) => {
                                let tokens = Tokens::new(&graph, &at);
                                let played = misere.outcome(&tokens, trial.limits())?;
                                trial.compare(case, rule, played)?;
                            }
                            Err(farstar_solve::Error::Stopped(stopped)) => {
                                return Err(stopped.into());
                            }
                            // where the condition of the rule does not hold, it says nothing
                            Err(_) => {}
                        }
                    }
                }
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE13",
        Verification::to([4, 4, 5], |to, trial| {
            for graph in arcs::loop_free(to) {
                let values = grundy_values(&graph, trial.limits())?;
                let mut play = MiserePlay::new();
                for v in 0..graph.vertices() {
                    trial.compare(
                        || format!("{}, a token on {v}", arcs::describe(&graph)),
                        sj::stopping_outcome(&[values[v as usize]]),
                        play.outcome(&Tokens::new(&graph, &[v]), trial.limits())?,
                    )?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I47", "anti-sg")
};

/// Tokens of the stopping game; without tokens it is over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stopping<'g> {
    graph: Rules<'g, Digraph>,
    values: Rules<'g, [u32]>,
    at: Vec<u32>,
}

impl Moves for Stopping<'_> {
    fn moves(&self) -> Vec<Self> {
        if self.at.is_empty() {
            return Vec::new();
        }
        if self.at.iter().all(|&v| self.values.0[v as usize] == 0) {
            // The player to move has won: one last move.
            return vec![Self { at: Vec::new(), ..self.clone() }];
        }
        let mut moves = Vec::new();
        for (i, &v) in self.at.iter().enumerate() {
            for &w in self.graph.0.successors(v) {
                let mut next = self.clone();
                next.at[i] = w;
                moves.push(next);
            }
        }
        moves
    }
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let graph = arcs::read(input, limits)?;
    let starts = arcs::read_vertices(input, &graph, "token")?;
    let values = grundy_values(&graph, limits)?;
    let single: Vec<u32> = starts.iter().map(|&v| values[v as usize]).collect();
    let misere = match sj::misere_outcome(&graph, &starts, limits) {
        Err(farstar_solve::Error::NotCovered { .. }) => {
            let mut tokens = Vec::new();
            for &v in &starts {
                tokens.push(Token::new(&graph, v)?);
            }
            MisereSearch::new().outcome(&tokens, limits)?
        }
        rule => rule?,
    };
    Ok(format!("{}\n{} {misere}\n", joined(&single), sj::stopping_outcome(&single)))
}

/// Tokens of the stopping game on the graph of the instances.
#[derive(Clone, PartialEq, Eq, Hash)]
struct StoppingTokens(Vec<u32>);

/// The values of the graph of the instances.
static VALUES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    grundy_values(&EXAMPLE, &Limits::none()).unwrap_or_else(|_| unreachable!("it has no cycle"))
});

impl Playable for StoppingTokens {
    fn after(&self, _: Player) -> Vec<Self> {
        if self.0.iter().all(|&v| VALUES[v as usize] == 0) {
            return Vec::new();
        }
        let start = Stopping { graph: Rules(&EXAMPLE), values: Rules(&VALUES), at: self.0.clone() };
        start.moves().into_iter().map(|after| Self(after.at)).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let single: Vec<u32> = self.0.iter().map(|&v| VALUES[v as usize]).collect();
        Ok(Some(sj::stopping_outcome(&single).into()))
    }

    fn text(&self) -> String {
        joined(&self.0)
    }

    fn picture(&self) -> Picture {
        arcs::picture(&EXAMPLE, &self.0)
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover)
    }

    fn called(&self, after: &Self) -> Option<String> {
        arcs::called(&self.0, &after.0)
    }
}
