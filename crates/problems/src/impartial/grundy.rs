//! The Sprague–Grundy theory: mex, the function on a graph, sums, options that may be left out.

use std::fmt::Write;

use farstar_solve::compound::{Compound, Joint};
use farstar_solve::digraph::{
    Digraph, Outcome, grundy_values, mex, sum_outcome, sum_value, winning_sum_moves,
};
use farstar_solve::nim::moore_outcome;
use farstar_solve::nimber_search::NimberSearch;
use farstar_solve::search::Token;
use farstar_value::Limits;

use super::arcs::EXAMPLE;
use super::arcs::{self, Tokens};
use super::heaps::joined;
use super::whole::{self, Play};
use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Instance, read, turn};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;

const RANGE: Text = Text::new(
    "all graphs without cycles on at most N vertices, with up to two tokens",
    "至多 N 个顶点的所有无环有向图，至多两枚棋子",
);

/// I07: the least natural number that is missing.
pub const MEX: Problem = Problem {
    id: "I07",
    name: "mex",
    kind: Kind::Theory,
    title: Text::new("mex, the minimal excluded number", "mex（最小未出现的自然数）"),
    topics: &["definition", "grundy"],
    source: "Notes on Nim, SG functions and the nim product, 1.0; whx1003, Game Theory (2024); xyix, notes on nimbers",
    statement: Text::new(
        "For a set S of natural numbers mex S is the least natural number that is not in S.",
        "对自然数集合 S，mex S 是不属于 S 的最小自然数。",
    ),
    rule: Text::new(
        "mex S = min(ℕ ∖ S); mex ∅ = 0, and mex S ≤ |S|.",
        "mex S = min(ℕ ∖ S)；mex ∅ = 0，且 mex S ≤ |S|。",
    ),
    complexity: "O(|S|)",
    format: Text::new(
        "n, then n natural numbers. Output: their mex.",
        "先读 n，再读 n 个自然数。输出它们的 mex。",
    ),
    samples: &[
        Sample { input: "6\n7 3 3 7 0 4\n", output: "1\n" },
        Sample { input: "0\n", output: "0\n" },
    ],
    worked: &[Worked { expression: "[0,1,3].Mex", value: "2" }],
    instance: Instance::computation(
        "6\n7 3 3 7 0 4\n",
        Text::new("", ""),
        answer_mex,
        |input, _| {
            let n = input.integer("the number of elements", 0..=1000)?;
            let set: Vec<u64> = input.integers("an element", n, 0..=u64::MAX)?;
            let least = (0..).find(|x| !set.contains(x)).unwrap_or(u64::MAX);
            Ok(format!("{least}\n"))
        },
    ),
    answer: Some(answer_mex),
    verification: Some(Verification {
        range: Text::new("all sets of numbers below N", "小于 N 的自然数的所有集合"),
        quick: 8,
        usual: 14,
        most: 20,
        cases: |to, trial| {
            for mask in 0_u32..1 << to {
                let set = || (0..32).filter(|bit| mask >> bit & 1 == 1);
                let least = (0..).find(|x| !set().any(|y| y == *x)).unwrap_or(u32::MAX);
                trial.compare(|| format!("S = {{{}}}", joined(set())), mex(set()), least)?;
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE1",
        name: "mex-as-max",
        document: Document::NimNotes,
        place: "1.0, definition of mex",
        printed: Text::new("mex S = max(ℕ ∖ S).", "mex S = max(ℕ ∖ S)。"),
        correct: Text::new(
            "mex S = min(ℕ ∖ S); the words below the formula are right.",
            "应为 mex S = min(ℕ ∖ S)；公式下方的文字是对的。",
        ),
        claim: Some(Verification {
            range: Text::new("all sets S of numbers below N", "小于 N 的自然数的所有集合 S"),
            quick: 1,
            usual: 2,
            most: 20,
            cases: |to, trial| {
                for mask in 0_u32..1 << to {
                    let set = || (0..32).filter(|bit| mask >> bit & 1 == 1);
                    trial.compare(
                        || format!("S = {{{}}}", joined(set())),
                        "nothing, since ℕ ∖ S has no greatest element".to_owned(),
                        mex(set()).to_string(),
                    )?;
                }
                Ok(())
            },
        }),
    }],
};

/// I08: the Grundy function of a graph.
pub const FUNCTION: Problem = Problem {
    id: "I08",
    name: "grundy-function",
    kind: Kind::Theory,
    title: Text::new("The Sprague–Grundy function of a graph", "有向无环图上的 SG 函数"),
    topics: &["graph", "grundy", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 1.0; Sprague 1935, Grundy 1939",
    statement: Text::new(
        "On a directed graph without cycles SG(u) is the mex of SG(v) over all arcs u → v.",
        "在有向无环图上，SG(u) 是所有后继 v 的 SG(v) 的 mex。",
    ),
    rule: Text::new("A vertex is P exactly if SG = 0.", "SG(u) = 0 当且仅当 u 是 P 态。"),
    complexity: "O(V + E)",
    format: Text::new(
        "n and m, then m arcs u v; vertices are 0 to n − 1. Output: SG of the vertices 0 to n − 1 in one line. A cycle is refused.",
        "先读 n、m，再读 m 条边 u v，顶点编号 0 到 n − 1。一行输出各顶点的 SG 值。图中有环则拒绝。",
    ),
    samples: &[Sample { input: "5 5\n1 0\n1 4\n3 1\n3 4\n2 1\n", output: "0 1 0 2 0\n" }],
    worked: &[Worked { expression: "{0,*,*4|0,*,*4}", value: "*2" }],
    instance: Instance::game(
        "7",
        Text::new(
            "The digit at a vertex counts the tokens on it; a move takes one token along an arc.",
            "顶点上的数字是其上的棋子数；每步把一枚棋子沿一条边移动。",
        ),
        |text, limits| {
            turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 3))?), limits)
        },
    ),
    answer: Some(|input, limits| {
        let graph = arcs::read(input, limits)?;
        Ok(joined(grundy_values(&graph, limits)?) + "\n")
    }),
    verification: Some(Verification {
        range: RANGE,
        quick: 4,
        usual: 5,
        most: 6,
        cases: |to, trial| {
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
        },
    }),
    ..Problem::BLANK
};

/// I09: the value of a sum.
pub const SUM: Problem = Problem {
    id: "I09",
    name: "sprague-grundy",
    kind: Kind::Theory,
    title: Text::new(
        "Sprague–Grundy theorem: the disjunctive sum",
        "SG 定理：多个游戏之和（多图游戏）",
    ),
    topics: &["graph", "grundy", "sum", "theorem", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 1.0; whx1003, Game Theory (2024); xyix, notes on nimbers",
    statement: Text::new(
        "Several games are played together; a move is a move in one of them. Who cannot move anywhere loses.",
        "多个游戏同时进行，每步任选其一走一步，处处不能操作者负。",
    ),
    rule: Text::new(
        "SG(G + H) = SG(G) xor SG(H). The first player wins exactly if the nim sum is not 0; a winning move makes it 0.",
        "SG(G + H) = SG(G) ⊕ SG(H)。先手必胜当且仅当异或和不为 0；制胜着使异或和变为 0。",
    ),
    complexity: "O(V + E)",
    format: Text::new(
        "n and m, m arcs u v (vertices 0 to n − 1), k and the vertices of k tokens. Output: the nim sum and the outcome; the number of winning moves, and one a line: token (from 1) and where it goes.",
        "先读 n、m 与 m 条边 u v（顶点 0 到 n − 1），再读 k 与 k 枚棋子所在顶点。输出异或和与胜负；制胜着个数，每行一着：棋子号（从 1 起）与走到的顶点。",
    ),
    samples: &[Sample {
        input: "4 6\n1 0\n2 0\n2 1\n3 0\n3 1\n3 2\n2\n1 3\n",
        output: "2 N\n1\n2 1\n",
    }],
    worked: &[Worked { expression: "*5 + *3", value: "*6" }],
    instance: Instance::game(
        "5 7",
        Text::new(
            "The digit at a vertex counts the tokens on it; a move takes one token along an arc.",
            "顶点上的数字是其上的棋子数；每步把一枚棋子沿一条边移动。",
        ),
        |text, limits| {
            turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 4))?), limits)
        },
    ),
    answer: Some(answer_sum),
    verification: Some(Verification {
        range: RANGE,
        quick: 3,
        usual: 4,
        most: 5,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE2",
        name: "first-wins-at-zero",
        document: Document::NimNotes,
        place: "1.0, Sprague–Grundy theorem",
        printed: Text::new(
            "The first player wins exactly if the nim sum of the SG values is 0.",
            "先手必胜当且仅当各 SG 值的异或和为 0。",
        ),
        correct: Text::new(
            "The first player wins exactly if it is not 0; the other documents have it right.",
            "应为异或和不等于 0；另外两篇文档写对了。",
        ),
        claim: Some(Verification {
            range: RANGE,
            quick: 2,
            usual: 2,
            most: 4,
            cases: |to, trial| {
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
            },
        }),
    }],
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
pub const REVERSIBLE: Problem = Problem {
    id: "I10",
    name: "reversible-moves",
    kind: Kind::Theory,
    title: Text::new("Moves to a larger SG value may be left out", "可忽略 SG(v) > SG(u) 的转移"),
    topics: &["grundy", "theorem", "nim"],
    source: "Notes on Nim, SG functions and the nim product, 1.0; whx1003, Game Theory (2024)",
    statement: Text::new(
        "A move that raises the SG value can be taken back at once by a move to the old value. May such moves be left out?",
        "使 SG 值变大的一步，对方总能立即走回原来的值。这样的转移能否忽略？",
    ),
    rule: Text::new(
        "Yes in a disjunctive sum under normal play: every game is then like a Nim heap. No elsewhere: in Moore's Nim, in misère play, in Every-SG and in selective compounds a component may not be replaced by its SG value.",
        "在正常规则的游戏之和中可以：每个游戏都相当于一堆 Nim 石子。其他场合不可以：Moore 的 Nim_k、反常规则（misère）、Every-SG、选择合成中，不能用 SG 值代替游戏本身。",
    ),
    worked: &[
        Worked { expression: "{0,*2|0,*2}", value: "*" },
        Worked { expression: "{0,*,*4|0,*,*4} + *2", value: "0" },
    ],
    instance: Instance::game(
        "3 6",
        Text::new(
            "The digit at a vertex counts the tokens on it; a move takes one token along an arc.",
            "顶点上的数字是其上的棋子数；每步把一枚棋子沿一条边移动。",
        ),
        |text, limits| {
            turn(Tokens::new(&EXAMPLE, &read(text, |input| arcs::few(input, &EXAMPLE, 4))?), limits)
        },
    ),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices, two tokens, with and without the moves that raise the value",
            "至多 N 个顶点的所有无环有向图，两枚棋子，保留或去掉使 SG 值变大的转移",
        ),
        quick: 3,
        usual: 4,
        most: 5,
        cases: |to, trial| {
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
        },
    }),
    errata: &[Erratum {
        id: "IE12",
        name: "moore-on-components",
        document: Document::GameTheory,
        place: "Nim as the universal game",
        printed: Text::new(
            "The conclusions on the variants of Nim below carry over to any games with those SG values.",
            "以下各种 Nim 变形的结论都可以推广到具有相应 SG 值的任意游戏。",
        ),
        correct: Text::new(
            "They carry over to components whose SG value falls along every move. With k = 2 the game {*1}, of value 0, beside *1, *1, *1 is N, though the rule says P. Misère play fails too (IE13).",
            "只对每步 SG 值都减小的游戏成立。k = 2 时，值为 0 的 {*1} 与 *1、*1、*1 一起，按结论是 P，实际是 N。反常规则下也不成立（IE13）。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "Moore's rule with k = 2 on up to four components out of *0 to *N and one game with some of them as options",
                "k = 2 的 Moore 规则：至多四个分量，取自 *0 至 *N 以及一个以其中若干为后继的游戏",
            ),
            quick: 3,
            usual: 3,
            most: 4,
            cases: |to, trial| {
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
            },
        }),
    }],
    ..Problem::BLANK
};

/// I11: the sum of nimbers.
pub const NIM_SUM: Problem = Problem {
    id: "I11",
    name: "nim-sum",
    kind: Kind::Theory,
    title: Text::new("Nim sum", "Nim 和"),
    topics: &["nimbers", "definition", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 1.0; xyix, notes on nimbers",
    statement: Text::new(
        "a ⊕ b is the least number that is neither a' ⊕ b with a' < a nor a ⊕ b' with b' < b.",
        "a ⊕ b 定义为 mex({a' ⊕ b : a' < a} ∪ {a ⊕ b' : b' < b})。",
    ),
    rule: Text::new("It is the bitwise xor.", "它就是按位异或。"),
    complexity: "O(1)",
    worked: &[
        Worked { expression: "*5 + *3", value: "*6" },
        Worked { expression: "11 NimSum 5", value: "14" },
    ],
    instance: Instance::computation(
        "11 5\n",
        Text::new(
            "Two numbers up to 200. Output: their nim sum.",
            "两个至多 200 的数。输出其 Nim 和。",
        ),
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
    verification: Some(Verification {
        range: Text::new("all a, b below N", "所有小于 N 的 a、b"),
        quick: 32,
        usual: 256,
        most: 1024,
        cases: |to, trial| {
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
        },
    }),
    ..Problem::BLANK
};

/// I14: what the documents break off.
pub const TRUNCATED: Problem = Problem {
    id: "I14",
    name: "truncated-examples",
    kind: Kind::Lost,
    title: Text::new("Examples that break off in the document", "文档中残缺的例题"),
    topics: &["lost"],
    source: "Notes on Nim, SG functions and the nim product, 1.0, 1.2 and part 2",
    statement: Text::new(
        "The document stops in mid-sentence at: 1.0 example 2, \"a tree, each time delete …\" (I32 fits it); 1.0 example 3, \"two-dimensional turtles, each time flip …\" (covered by I17); 1.2 EverySG (see I29) and MultiSG (a heading, see I28); part 2, surreal numbers (a heading). What was meant cannot be recovered from the document itself.",
        "文档在下列各处中断：1.0 例 2「一棵树，每次删去……」（I32 与之相符）；1.0 例 3「二维乌龟，每次翻……」（由 I17 涵盖）；1.2 EverySG（见 I29）与 MultiSG（仅有标题，见 I28）；第二部分「超现实数」（仅有标题）。原意无法从文档本身恢复。",
    ),
    ..Problem::BLANK
};

fn answer_mex(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of elements", 0..=1_000_000)?;
    let set: Vec<u64> = input.integers("an element", n, 0..=u64::MAX)?;
    // What passes 32 bits cannot be the mex of so few elements.
    Ok(format!("{}\n", mex(set.into_iter().filter_map(|x| u32::try_from(x).ok()))))
}

fn two_numbers(input: &mut Input<'_>) -> Result<[u32; 2]> {
    Ok([input.integer("a number", 0..=200)?, input.integer("a number", 0..=200)?])
}
