//! Tokens on a graph without cycles: POJ 2425.

use farstar_solve::digraph::{ArcList, Outcome, grundy_values, sum_value};
use farstar_value::Limits;

use crate::error::Result;
use crate::impartial::arcs::EXAMPLE;
use crate::impartial::arcs::{self, Tokens};
use crate::impartial::whole::Play;
use crate::input::Input;
use crate::instance::{Instance, read, turn};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::Verification;

/// I40: a chess game.
pub const DAG_CHESS: Problem = Problem {
    id: "I40",
    name: "chess-game",
    title: Text::new("A Chess Game", "A Chess Game（POJ 2425）"),
    topics: &["graph", "grundy", "contest"],
    source: "whx1003, Game Theory (2024); POJ 2425",
    statement: Text::new(
        "Tokens lie on the vertices of a directed graph without cycles; several may share a vertex. A move takes one token along an arc. Who cannot move loses.",
        "有向无环图的顶点上有若干棋子，同一点可以有多枚。每步沿边移动一枚。不能操作者负。",
    ),
    rule: Text::new(
        "The first player wins exactly if the xor of the SG values of the tokens is not 0 (I08, I09).",
        "先手必胜当且仅当各棋子 SG 值的异或和不为 0（I08、I09）。",
    ),
    complexity: "O(V + E), then O(m) a question",
    format: Text::new(
        "Cases to the end of the input: n; for each vertex 0 to n − 1 the number of its arcs and where they lead; then questions, each m and m vertices, ended by m = 0. Output: WIN or LOSE for each question.",
        "多组数据直到输入结束：n；对顶点 0 到 n − 1 各读出边数与终点；随后是若干询问，每个为 m 与 m 个顶点，以 m = 0 结束。每个询问输出 WIN 或 LOSE。",
    ),
    samples: &[Sample {
        input: "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n4\n1 1\n1 2\n0\n0\n2 0 1\n2 1 1\n3 0 1 3\n0\n",
        output: "WIN\nWIN\nWIN\nLOSE\nWIN\n",
    }],
    worked: &[Worked { expression: "{0,*,*4|0,*,*4}", value: "*2" }],
    instance: Instance::game(
        "4 6 7",
        Text::new(
            "The digit at a vertex counts the tokens on it; a move takes one token along an arc.",
            "顶点上的数字是其上的棋子数；每步把一枚棋子沿一条边移动。",
        ),
        |text, limits| {
            turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 4))?), limits)
        },
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices, two tokens",
            "至多 N 个顶点的所有无环有向图，两枚棋子",
        ),
        quick: 4,
        usual: 4,
        most: 5,
        cases: |to, trial| {
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
        },
    }),
    ..Problem::BLANK
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
