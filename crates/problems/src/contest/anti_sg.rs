//! Anti-SG: the SJ rule, where it holds and where not.

use farstar_solve::digraph::{Digraph, grundy_values};
use farstar_solve::misere::sj;
use farstar_solve::search::{MisereSearch, Token};
use farstar_value::{Limits, Player};

use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::impartial::arcs::EXAMPLE;
use crate::impartial::arcs::{self, Tokens};
use crate::impartial::heaps::joined;
use crate::impartial::whole::{MiserePlay, Moves, Play, Rules};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;
use std::sync::LazyLock;

/// I47: Anti-SG.
pub const ANTI_SG: Problem = Problem {
    id: "I47",
    name: "anti-sg",
    kind: Kind::Theory,
    title: Text::new("Anti-SG and the SJ theorem", "Anti-SG 与 SJ 定理"),
    topics: &["misère", "graph", "compound", "theorem"],
    source: "whx1003, Game Theory (2024), misère condition",
    statement: Text::new(
        "Several tokens lie on a graph without cycles. In the stopping game the player to move wins as soon as every token is on a vertex of SG 0. In true misère play the player who cannot move wins.",
        "无环有向图上有若干枚棋子。「提前结束」的游戏：一旦所有棋子的 SG 值都为 0，轮到者获胜。真正的反常规则：不能操作者胜。",
    ),
    rule: Text::new(
        "SJ rule: N exactly if the xor is not 0 and some SG exceeds 1, or the xor is 0 and none does. It holds exactly for the stopping game. For true misère play it holds if every vertex of SG 0 that has a move has one to SG 1; in general it is wrong.",
        "SJ 规则：先手必胜当且仅当异或和不为 0 且有 SG 大于 1，或异或和为 0 且没有 SG 大于 1。它恰好适用于「提前结束」的游戏。对真正的反常规则，若每个有后继的 SG 为 0 的点都有 SG 为 1 的后继则成立，一般不成立。",
    ),
    complexity: "O(V + E) for the rule; misère play without the condition is searched",
    format: Text::new(
        "n and m, m arcs u v (vertices 0 to n − 1), k and the vertices of k tokens. Output: the SG values of the tokens; the outcome of the stopping game and that of true misère play.",
        "先读 n、m 与 m 条边 u v（顶点 0 到 n − 1），再读 k 与 k 枚棋子所在顶点。第一行输出各棋子的 SG 值；第二行输出「提前结束」游戏与真正反常规则下的胜负。",
    ),
    samples: &[
        Sample { input: "4 4\n3 2\n2 1\n2 0\n1 0\n1\n3\n", output: "0\nN P\n" },
        Sample { input: "3 3\n1 0\n2 0\n2 1\n2\n2 2\n", output: "2 2\nP P\n" },
    ],
    worked: &[
        Worked { expression: "(*2 + *2).MisereOutcomeClass", value: "N" },
        Worked { expression: "(*2).MisereOutcomeClass", value: "N" },
    ],
    instance: Instance::game(
        "7 5",
        Text::new(
            "The stopping game: the player to move wins as soon as every token is on a vertex of SG 0 (here 0, 3 and 7).",
            "停止游戏：所有棋子都在 SG 为 0 的点（此处为 0、3、7）上时，轮到的一方立即获胜。",
        ),
        |text, limits| {
            turn(StoppingTokens(read(text, |input| arcs::few(input, &EXAMPLE, 3))?), limits)
        },
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices, up to two tokens: the stopping game, and misère play where the condition holds",
            "至多 N 个顶点的所有无环有向图，至多两枚棋子：「提前结束」的游戏，以及条件成立时的反常规则",
        ),
        quick: 4,
        usual: 4,
        most: 5,
        cases: |to, trial| {
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
                            if let Ok(rule) = sj::misere_outcome(&graph, &at, trial.limits()) {
                                let tokens = Tokens::new(&graph, &at);
                                let played = misere.outcome(&tokens, trial.limits())?;
                                trial.compare(case, rule, played)?;
                            }
                        }
                    }
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE13",
        name: "sj-in-misere-play",
        document: Document::GameTheory,
        place: "Misère condition, with the conclusions carried over to any SG values",
        printed: Text::new(
            "In misère play of any games the first player wins exactly if the xor is not 0 and some SG exceeds 1, or the xor is 0 and none does.",
            "任意游戏之和在反常规则下：先手必胜当且仅当异或和不为 0 且有 SG 大于 1，或异或和为 0 且没有 SG 大于 1。",
        ),
        correct: Text::new(
            "False in general: the game {*2} alone has SG 0, the rule says N, but its only move leads to *2, which is N. It is exact for the game that stops when all SG are 0.",
            "一般不成立：单独的 {*2} 的 SG 为 0，按此为 N，但它唯一的走法走到 *2，而 *2 是 N。它只对所有 SG 为 0 即结束的游戏成立。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "all graphs without cycles on at most N vertices, one token, true misère play",
                "至多 N 个顶点的所有无环有向图，一枚棋子，真正的反常规则",
            ),
            quick: 4,
            usual: 4,
            most: 5,
            cases: |to, trial| {
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
            },
        }),
    }],
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
