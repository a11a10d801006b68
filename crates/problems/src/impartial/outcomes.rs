//! Outcomes on directed graphs, cycles allowed; sets of P-positions.

use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use farstar_solve::digraph::{Digraph, Outcome, PSetError, outcomes, verify_p_set};
use farstar_value::{Limits, Player};

use super::arcs;
use super::arcs::EXAMPLE;
use super::heaps::joined;
use super::whole::Rules;
use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::input::Input;
use crate::instance::{self, Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;

const RANGE: Text =
    Text::new("all directed graphs on at most N vertices", "至多 N 个顶点的所有有向图");

/// I01: outcome classes on a finite graph.
pub const OUTCOMES: Problem = Problem {
    id: "I01",
    name: "loopy-outcomes",
    kind: Kind::Theory,
    title: Text::new("Outcomes on a directed graph with cycles", "有环有向图上的 N 态、P 态与平局"),
    topics: &["graph", "draws", "retrograde analysis", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 0.0; Smith 1966",
    statement: Text::new(
        "A token lies on a vertex of a directed graph. The players move it along arcs in turn. Who cannot move loses; play without end is a draw.",
        "有向图的一个顶点上有一枚棋子，双方轮流沿有向边移动它。不能移动者负；无限进行则为平局。",
    ),
    rule: Text::new(
        "A vertex is P if every move from it leads to N (a vertex without moves is P), N if some move leads to P, and a draw if neither rule ever applies. A queue from the vertices without moves finds all of them.",
        "所有后继都是 N 态的点为 P 态（没有后继的点为 P 态）；存在 P 态后继的点为 N 态；两条规则都推不到的点为平局。从没有后继的点出发用队列倒推即可。",
    ),
    complexity: "O(V + E)",
    format: Text::new(
        "n and m, then m arcs u v; vertices are 0 to n − 1. Output, one line for each vertex: N, P or D; the plies to the end (the winner hurries, the loser delays), - for a draw; the move to make, - if there is none.",
        "先读 n、m，再读 m 条边 u v，顶点编号 0 到 n − 1。每个顶点输出一行：N、P 或 D（平局）；到终局的步数（胜方求快、负方求慢，平局为 -）；应走到的顶点（无路可走为 -）。",
    ),
    samples: &[Sample {
        input: "4 5\n0 0\n0 1\n0 2\n2 2\n1 3\n",
        output: "D - 0\nN 1 3\nD - 2\nP 0 -\n",
    }],
    worked: &[Worked {
        expression: "[{0|}.OutcomeClass,{|0}.OutcomeClass,{0|0}.OutcomeClass,{|}.OutcomeClass]",
        value: "[L,R,N,P]",
    }],
    instance: Instance::game(
        "5",
        Text::new(
            "The graph has cycles: a token on some vertices is drawn.",
            "图中有环：有些顶点是平局。",
        ),
        |text, limits| {
            let at = read(text, |input| arcs::few(input, &LOOPY, 1))?[0];
            turn(OneToken { graph: Rules(&LOOPY), at, rule: by_retrograde }, limits)
        },
    ),
    answer: Some(answer_outcomes),
    verification: Some(Verification {
        range: RANGE,
        quick: 3,
        usual: 4,
        most: 4,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE19",
        name: "recursion-decides",
        document: Document::NimNotes,
        place: "0.0, after the two rules",
        printed: Text::new(
            "In every game on a directed graph recursion decides all vertices as N or P.",
            "对任意有向图游戏，都可以递推出每个点是 N 态还是 P 态。",
        ),
        correct: Text::new(
            "That holds without cycles. With cycles some vertices are draws; retrograde analysis finds them.",
            "无环时成立；有环时存在平局的点，须用倒推（逆向分析）求出。",
        ),
        claim: Some(Verification {
            range: RANGE,
            quick: 2,
            usual: 2,
            most: 3,
            cases: |to, trial| {
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
            },
        }),
    }],
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
pub const P_SET: Problem = Problem {
    id: "I02",
    name: "p-set",
    kind: Kind::Theory,
    title: Text::new("Two-colouring criterion for P-positions", "P 态的染色判定（甲色 / 乙色）"),
    topics: &["graph", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 0.1",
    statement: Text::new(
        "Given a set A of vertices of a directed graph: is it exactly the set of P-positions?",
        "给定有向图的一个顶点集 A，判断它是否恰为全部 P 态。",
    ),
    rule: Text::new(
        "If all play ends: A is the set of P-positions exactly if no arc joins two members, and every vertex outside has an arc into A (so a vertex without moves is in A). With cycles the two conditions do not suffice: two vertices that move to each other are both draws.",
        "若游戏必定终止：A 恰为全部 P 态，当且仅当 A 内部没有边，且 A 外每个点都有一条边进入 A（没有后继的点因此必在 A 中）。有环时这两条不够：互相可达的两点都是平局。",
    ),
    complexity: "O(V + E)",
    format: Text::new(
        "n and m, m arcs u v, then k and the k members of A; vertices are 0 to n − 1. Output: `ok`, or a counterexample: `arc u v` (both in A), `vertex v` (outside, with no arc into A), `cycle v …` (play need not end).",
        "先读 n、m 与 m 条边 u v，再读 k 与 A 的 k 个元素，顶点编号 0 到 n − 1。输出 `ok`，或一个反例：`arc u v`（两端都在 A 中）、`vertex v`（在 A 外且没有边进入 A）、`cycle v …`（沿此环可以无限进行）。",
    ),
    samples: &[
        Sample { input: "3 2\n2 1\n1 0\n2\n0 2\n", output: "ok\n" },
        Sample { input: "3 2\n2 1\n1 0\n2\n0 1\n", output: "arc 1 0\n" },
        Sample { input: "3 2\n2 1\n1 0\n1\n0\n", output: "vertex 2\n" },
        Sample { input: "2 2\n0 1\n1 0\n1\n0\n", output: "cycle 0 1\n" },
    ],
    instance: Instance::game(
        "6",
        Text::new(
            "A is {0, 3, 7}, which the criterion accepts: a token outside A can go into A, one in A cannot.",
            "A = {0, 3, 7}，判据成立：不在 A 中的棋子可走入 A，在 A 中的走不到 A。",
        ),
        |text, limits| {
            let at = read(text, |input| arcs::few(input, &EXAMPLE, 1))?[0];
            turn(OneToken { graph: Rules(&EXAMPLE), at, rule: by_p_set }, limits)
        },
    ),
    answer: Some(answer_p_set),
    verification: Some(Verification {
        range: Text::new(
            "all sets of vertices of all directed graphs on at most N vertices",
            "至多 N 个顶点的所有有向图的所有顶点子集",
        ),
        quick: 2,
        usual: 3,
        most: 4,
        cases: |to, trial| {
            for graph in arcs::all(to) {
                let played = forced(&graph, trial.limits())?;
                for mask in 0_u32..1 << graph.vertices() {
                    let member: Vec<bool> =
                        (0..graph.vertices()).map(|v| mask >> v & 1 == 1).collect();
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
        },
    }),
    ..Problem::BLANK
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
pub const IMPARTIAL: Problem = Problem {
    id: "I03",
    name: "impartial-game",
    kind: Kind::Theory,
    title: Text::new(
        "Impartial games, games on directed graphs, perfect information",
        "平等博弈（无偏博弈）、有向图博弈与完全信息",
    ),
    topics: &["definition", "outcomes", "graph"],
    source: "whx1003, Game Theory (2024); xyix, notes on nimbers",
    statement: Text::new(
        "A game is impartial if both players have the same moves in every position. Its positions are the vertices of a directed graph, its moves the arcs; if play always ends the graph has no cycle. Both players see everything and nothing is random.",
        "若在每个局面下双方的走法都相同，则称为平等博弈（无偏博弈）。局面是有向图的顶点，走法是边；若游戏必定终止，则图中无环。双方信息完全，没有随机性。",
    ),
    rule: Text::new(
        "In an impartial game that always ends every position is N (first player wins) or P (second player wins). A game that is not impartial has four outcomes: L, R, N and P.",
        "必定终止的平等博弈中，每个局面或为 N（先手必胜），或为 P（后手必胜）。不平等博弈有四种结果：L、R、N、P。",
    ),
    worked: &[
        Worked {
            expression: "[{0|}.OutcomeClass,{|0}.OutcomeClass,{0|0}.OutcomeClass,{|}.OutcomeClass]",
            value: "[L,R,N,P]",
        },
        Worked { expression: "{0,*2|0,*2}", value: "*" },
    ],
    instance: Instance::game(
        "6",
        Text::new("One token; both players have the same moves.", "一枚棋子；双方的走法相同。"),
        |text, limits| {
            let at = read(text, |input| arcs::few(input, &EXAMPLE, 1))?[0];
            turn(OneToken { graph: Rules(&EXAMPLE), at, rule: by_retrograde }, limits)
        },
    ),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices",
            "至多 N 个顶点的所有无环有向图",
        ),
        quick: 4,
        usual: 5,
        most: 6,
        cases: |to, trial| {
            for graph in arcs::loop_free(to) {
                for (v, played) in forced(&graph, trial.limits())?.into_iter().enumerate() {
                    let claimed = outcomes(&graph, trial.limits())?.outcome(v as u32);
                    let claimed = if claimed == Outcome::Draw { Outcome::P } else { claimed };
                    trial.compare(
                        || format!("{}, at {v}", arcs::describe(&graph)),
                        claimed,
                        played,
                    )?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
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
#[derive(Clone)]
struct OneToken<'g> {
    graph: Rules<'g, Digraph>,
    at: u32,
    rule: VertexRule,
}

impl PartialEq for OneToken<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for OneToken<'_> {}

impl Hash for OneToken<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

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
        (self.rule)(self.graph.0, self.at, limits)
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
