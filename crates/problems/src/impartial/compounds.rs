//! Compounds: the selective one, Multi-SG, Every-SG, products of coin games, and "first to reach wins".

use std::fmt::Write;

use farstar_nimber::Nim64;
use farstar_rules::coin::TurningCode;
use farstar_solve::coin::{CodeGame, CoinGame, ListedGame, Product};
use farstar_solve::compound::{
    Compound, Joint, continued_steps, multi_grundy, selective_nim_value, selective_outcome,
    strip_losing_points,
};
use farstar_solve::digraph::{Digraph, Outcome, grundy_values};
use farstar_solve::nimber_search::NimberSearch;
use farstar_solve::search::{self, Token};
use farstar_value::{Limits, Player};

use super::arcs;
use super::arcs::EXAMPLE;
use super::coins::{CoinBoard, Coins};
use super::heaps::{self, joined};
use super::whole::{Moves, Play, Rules};
use crate::erratum::{Document, Erratum};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;
use farstar_rules::View;

/// I15: play one or both.
pub const SELECTIVE: Problem = Problem {
    id: "I15",
    name: "selective-compound",
    kind: Kind::Theory,
    title: Text::new(
        "Play one or both: the selective compound",
        "择一进行，也可以都进行：选择合成",
    ),
    topics: &["compound", "graph", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; Smith 1966",
    statement: Text::new(
        "Two games are played together. A move is a move in one of them or in both. Who cannot move loses.",
        "两个游戏同时进行，每步任选其一走一步，也可以两个各走一步。不能操作者负。",
    ),
    rule: Text::new(
        "The second player wins exactly if he wins both games. On Nim heaps the SG value is the ordinary sum x + y. In general it is no function of the two SG values: {0, *2} has value 1, but with *1 it makes 4, not 2. This is not the nim product.",
        "后手必胜当且仅当两个游戏都是后手必胜。对 Nim 石子堆，SG 值是普通的和 x + y。一般情况下它不由两个 SG 值决定：{0, *2} 的值为 1，但与 *1 选择合成的值是 4 而不是 2。它不是 Nim 积。",
    ),
    complexity: "O(V² · moves) for the SG value, O(V + E) for the outcome",
    format: Text::new(
        "Two graphs, each as n, m, m arcs u v (vertices 0 to n − 1) and the start vertex; or `heaps` x y. Output: the SG value of the first, of the second, of the compound, and its outcome.",
        "两个图，各为 n、m、m 条边 u v（顶点 0 到 n − 1）与起点；或 `heaps` x y。输出：第一个的 SG 值、第二个的 SG 值、选择合成的 SG 值与胜负。",
    ),
    samples: &[
        Sample { input: "4 5\n1 0\n2 0\n2 1\n3 0\n3 2\n3\n2 1\n1 0\n1\n", output: "1 1 4 N\n" },
        Sample {
            input: "heaps 800048245 780327313\n",
            output: "800048245 780327313 1580375558 N\n",
        },
    ],
    instance: Instance::game(
        "6 5",
        Text::new(
            "Two tokens; a move takes one of them or both along an arc.",
            "两枚棋子；每步移动其中一枚或两枚。",
        ),
        |text, limits| {
            turn(
                Together { at: read(text, |input| arcs::few(input, &EXAMPLE, 2))?, all: false },
                limits,
            )
        },
    ),
    answer: Some(answer_selective),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices, two tokens; heaps x, y of at most N",
            "至多 N 个顶点的所有无环有向图，两枚棋子；每堆至多 N 的两堆石子",
        ),
        quick: 4,
        usual: 4,
        most: 5,
        cases: |to, trial| {
            for graph in arcs::loop_free(to) {
                let values = grundy_values(&graph, trial.limits())?;
                let mut play = NimberSearch::new();
                for a in 0..graph.vertices() {
                    for b in 0..=a {
                        let single =
                            [a, b].map(|v| Outcome::from_next_wins(values[v as usize] != 0));
                        let both = selective(&graph, a, b)?;
                        trial.compare(
                            || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                            selective_outcome(&single).unwrap_or(Outcome::Draw),
                            play.outcome(&both, trial.limits())?,
                        )?;
                    }
                }
            }
            let graph = arcs::heaps(to as u32)?;
            for x in 0..=to {
                for y in 0..=x {
                    let both = selective(&graph, x as u32, y as u32)?;
                    trial.compare(
                        || format!("heaps {x}, {y}"),
                        x + y,
                        search::grundy(&both, trial.limits())?.into(),
                    )?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE4b",
        name: "one-or-both",
        document: Document::NimNotes,
        place: "1.1, description of the nim product",
        printed: Text::new(
            "The nim product G ⊗ H is the game in which one plays in G, in H, or in both.",
            "Nim 积 G ⊗ H：两个游戏择一进行，也可以都进行。",
        ),
        correct: Text::new(
            "That is the selective compound: beside an ended game it is the other game, while 0 ⊗ x = 0. The nim product belongs to products of coin-turning games (I17).",
            "这是选择合成：其中一个已结束时就是另一个游戏，而 0 ⊗ x = 0。Nim 积对应翻硬币游戏的乘积（I17）。",
        ),
        claim: Some(Verification {
            range: Text::new("Nim heaps x ≤ y of at most N", "每堆至多 N 的两堆石子 x ≤ y"),
            quick: 1,
            usual: 3,
            most: 12,
            cases: |to, trial| {
                let graph = arcs::heaps(to as u32)?;
                for y in 0..=to {
                    for x in 0..=y {
                        let both = selective(&graph, x as u32, y as u32)?;
                        let product = (Nim64::new(x) * Nim64::new(y)).get();
                        trial.compare(
                            || format!("heaps {x}, {y}"),
                            product,
                            search::grundy(&both, trial.limits())?.into(),
                        )?;
                    }
                }
                Ok(())
            },
        }),
    }],
    ..Problem::BLANK
};

/// Two tokens on one graph of which a move takes one or both.
fn selective(graph: &Digraph, a: u32, b: u32) -> Result<Compound<Token<'_>>> {
    Ok(Compound::new(Joint::Selective, vec![Token::new(graph, a)?, Token::new(graph, b)?]))
}

fn answer_selective(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    if input.accept("heaps") {
        let heaps: Vec<u64> = input.integers("a heap", 2, 0..=u64::MAX)?;
        let sum = selective_nim_value(&heaps)
            .ok_or_else(|| Error::Refused("the value passes 64 bits".to_owned()))?;
        let outcome = Outcome::from_next_wins(sum != 0);
        return Ok(format!("{} {} {sum} {outcome}\n", heaps[0], heaps[1]));
    }
    let mut games = Vec::new();
    for _ in 0..2 {
        let graph = arcs::read(input, limits)?;
        let start = input.integer("the start", 0..=graph.vertices() - 1)?;
        let value = grundy_values(&graph, limits)?[start as usize];
        games.push((graph, start, value));
    }
    let mut tokens = Vec::new();
    for (graph, start, _) in &games {
        tokens.push(Token::new(graph, *start)?);
    }
    let value = search::grundy(&Compound::new(Joint::Selective, tokens), limits)?;
    let outcome = Outcome::from_next_wins(value != 0);
    Ok(format!("{} {} {value} {outcome}\n", games[0].2, games[1].2))
}

/// I17: the Tartan theorem.
pub const TARTAN: Problem = Problem {
    id: "I17",
    name: "tartan",
    kind: Kind::Theory,
    title: Text::new(
        "Tartan theorem: products of coin-turning games",
        "Tartan 定理：翻硬币游戏的乘积、高维 Nim",
    ),
    topics: &["coins", "nimbers", "theorem", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 1.1; xyix, notes on nimbers; Winning Ways, ch. 14",
    statement: Text::new(
        "On a board of coins a move of the product G1 × G2 turns every coin (x', y') with x' in a legal set of G1 led by x and y' in a legal set of G2 led by y; the coin (x, y) goes from heads to tails. The product of two Nim lines turns the four corners of a rectangle.",
        "在硬币棋盘上，乘积 G1 × G2 的一步翻转所有 (x', y')，其中 x' 取遍 G1 中以 x 领头的一个合法集合，y' 取遍 G2 中以 y 领头的一个合法集合；(x, y) 必须由正翻反。两条 Nim 直线的乘积就是翻转矩形的四个角。",
    ),
    rule: Text::new(
        "The coin (x, y) has the value g1(x) ⊗ g2(y), the nim product, and a position the nim sum over its heads. In k dimensions the value is the nim product of k factors.",
        "硬币 (x, y) 的 SG 值是 Nim 积 g1(x) ⊗ g2(y)，局面的 SG 值是各正面硬币的异或和。k 维时为 k 个因子的 Nim 积。",
    ),
    complexity: "O(heads), and one mex a row and a column",
    format: Text::new(
        "The rules of the rows and of the columns, each a turning code (2, 1-2, 1-3, 1+C, …) or one of turtles, turtles_opt, mock, ruler, sub12; n and m; n lines of m letters, 1 for heads. Output: the SG value and the outcome; if N, a line with the rows and a line with the columns of a winning move (their product is turned).",
        "行与列的规则，各为一个翻硬币代码（2、1-2、1-3、1+C 等）或 turtles、turtles_opt、mock、ruler、sub12 之一；n 与 m；n 行各 m 个字符，1 为正面。输出 SG 值与胜负；若为 N，再用两行给出一个制胜着的行集合与列集合（翻转二者的乘积）。",
    ),
    samples: &[
        Sample { input: "mock mock\n3 3\n100\n000\n010\n", output: "9 N\n0 1 2\n1\n" },
        Sample { input: "2 2\n4 5\n00000\n00000\n00000\n00001\n", output: "12 N\n0 3\n0 4\n" },
    ],
    worked: &[
        Worked {
            expression: "Spawning(\"2\").DirectProduct(Spawning(\"2\"))([3,4]).NimValue",
            value: "1",
        },
        Worked { expression: "2 NimProduct 3", value: "1" },
    ],
    instance: Instance::game(
        "....H..H.H.H",
        Text::new(
            "Three rows of four coins; a move turns the corners of a rectangle whose lower right corner shows heads. Rows and columns are counted from 0.",
            "3 行 4 列的硬币；每步翻转一个矩形的四角，右下角原为正面。行列从 0 起编号。",
        ),
        |text, limits| {
            let [rows, columns] = [3, 4].map(|size| row_rules("2", size, limits));
            let (Some(rows), Some(columns)) = (rows?, columns?) else {
                unreachable!("2 is a turning code")
            };
            let masks = product_moves(&*rows, &*columns, 4, limits)?;
            let product = Product::new(vec![&*rows, &*columns])?;
            let values: std::result::Result<Vec<_>, _> =
                (0..12).map(|cell| product.value(&[cell / 4, cell % 4])).collect();
            let board = CoinBoard { columns: 4, masks, values: values? };
            turn(read(text, |input| Coins::read(&board, input))?, limits)
        },
    ),
    answer: Some(answer_tartan),
    verification: Some(Verification {
        range: Text::new(
            "all positions on boards of 2 rows and N columns, for all pairs of five rules",
            "2 行 N 列棋盘的所有局面，五种规则两两配对",
        ),
        quick: 3,
        usual: 4,
        most: 5,
        cases: |to, trial| {
            let columns = to as u32;
            let names = ["turtles", "turtles_opt", "mock", "ruler", "sub12"];
            for first in names {
                for second in names {
                    let a = row_rules(first, 2, trial.limits())?.unwrap_or_else(|| unreachable!());
                    let b = row_rules(second, columns, trial.limits())?
                        .unwrap_or_else(|| unreachable!());
                    let board = Product::new(vec![&*a, &*b])?;
                    let mut play = Play::new();
                    let moves = product_moves(&*a, &*b, columns, trial.limits())?;
                    for heads in 0_u32..1 << (2 * columns) {
                        let cells = (0..2 * columns).filter(|cell| heads >> cell & 1 == 1);
                        let coins: Vec<Vec<u32>> =
                            cells.map(|cell| vec![cell / columns, cell % columns]).collect();
                        trial.compare(
                            || format!("{first} × {second}, heads {coins:?}"),
                            board.grundy(&coins)?,
                            play.value(&super::coins::Row::new(heads, &moves), trial.limits())?
                                .into(),
                        )?;
                    }
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// A row of coins by a name or a turning code; `None` if it is neither.
fn row_rules(name: &str, coins: u32, limits: &Limits) -> Result<Option<Box<dyn CoinGame>>> {
    let code = match name {
        "turtles" => "2",
        "turtles_opt" => "1-2",
        "mock" => "1-3",
        "ruler" => "1+C",
        "sub12" => {
            let moves = |coin: u32| (1..=coin.min(2)).map(|back| vec![coin - back]).collect();
            return Ok(Some(Box::new(ListedGame::new(coins, moves, limits)?)));
        }
        other => other,
    };
    let Ok(code) = code.parse::<TurningCode>() else { return Ok(None) };
    Ok(Some(Box::new(CodeGame::new(code, coins, limits)?)))
}

/// For each cell of a board the sets of cells that it leads.
fn product_moves(
    rows: &dyn CoinGame,
    columns: &dyn CoinGame,
    width: u32,
    limits: &Limits,
) -> Result<Vec<Vec<u32>>> {
    let mut moves = Vec::new();
    for x in 0..rows.values().len() as u32 {
        for y in 0..width {
            let mut masks = Vec::new();
            for mut down in rows.moves(x, limits)? {
                down.push(x);
                for mut along in columns.moves(y, limits)? {
                    along.push(y);
                    let cells = down.iter().flat_map(|r| along.iter().map(move |c| r * width + c));
                    masks.push(cells.fold(0_u32, |mask, cell| mask | 1 << cell));
                }
            }
            moves.push(masks);
        }
    }
    Ok(moves)
}

fn answer_tartan(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST: u32 = 4096;
    let names = [input.word("the rules of the rows")?, input.word("the rules of the columns")?];
    let sizes: [u32; 2] = [
        input.integer("the number of rows", 1..=MOST)?,
        input.integer("the number of columns", 1..=MOST)?,
    ];
    let mut factors = Vec::new();
    for (name, size) in names.iter().zip(sizes) {
        let game = row_rules(name, size, limits)?.ok_or_else(|| {
            input.error(format!(
                "`{name}` is no turning code, and none of turtles, turtles_opt, mock, ruler, sub12"
            ))
        })?;
        factors.push(game);
    }
    let mut heads = Vec::new();
    for x in 0..sizes[0] {
        let row = input.word("a row of the board")?;
        if row.len() != sizes[1] as usize || row.bytes().any(|c| !b"01".contains(&c)) {
            return Err(input.error(format!("expected a row of {} letters 0 or 1", sizes[1])));
        }
        let ones = (0..).zip(row.bytes()).filter(|(_, c)| *c == b'1');
        heads.extend(ones.map(|(y, _)| vec![x, y]));
    }
    let board = Product::new(factors.iter().map(|factor| &**factor).collect())?;
    let value = board.grundy(&heads)?;
    let outcome = Outcome::from_next_wins(value != 0);
    let mut text = format!("{value} {outcome}\n");
    for set in board.winning_turn(&heads, limits)?.unwrap_or_default() {
        let _ = writeln!(text, "{}", joined(set));
    }
    Ok(text)
}

/// I28: options that are sums, on Grundy's game.
pub const MULTI: Problem = Problem {
    id: "I28",
    name: "multi-sg",
    title: Text::new("Multi-SG: Grundy's game", "Multi-SG：Grundy 游戏"),
    topics: &["heaps", "compound", "grundy", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 1.2 (heading only); Grundy 1939",
    statement: Text::new(
        "A move may replace a game by a sum of several games. Example, Grundy's game: a move splits one heap into two unequal heaps that are not empty. Who cannot move loses.",
        "一步可以把一个游戏换成若干个游戏之和。例：Grundy 游戏，每步把一堆分成两个大小不等的非空堆，不能操作者负。",
    ),
    rule: Text::new(
        "An option that is a sum is worth the nim sum of its parts; SG is the mex over the options. The same holds for Lasker's Nim (I41), Treblecross (I43), the cutting game (I31) and the split game (I66).",
        "若后继是若干游戏之和，其值为各部分 SG 值的异或和；SG 值是各后继的 mex。Lasker Nim（I41）、Treblecross（I43）、剪纸（I31）、分裂游戏（I66）都如此。",
    ),
    complexity: "O(a²) for the largest heap a",
    format: Text::new(
        "n, then n heaps of at most 20000. Output: the SG value and the outcome; the number of winning moves, and one a line: heap (from 1) and its two parts, the smaller first.",
        "先读 n，再读 n 堆（每堆至多 20000）。输出 SG 值与胜负；制胜着个数，每行一着：堆号（从 1 起）与两部分，小的在前。",
    ),
    samples: &[
        Sample { input: "2\n7 8\n", output: "2 N\n2\n1 2 5\n2 1 7\n" },
        Sample { input: "2\n5 8\n", output: "0 P\n0\n" },
    ],
    worked: &[Worked {
        expression: "GrundysGame.NimValueSequence(10)",
        value: "[0,0,1,0,2,1,0,2,1,0]",
    }],
    instance: Instance::ruleset("Grundy", "7+8", Text::new("", ""), |board, at, _, limits| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        let heaps = heaps.concat();
        let Ok(most) = u32::try_from(heaps.iter().copied().max().unwrap_or(0)) else {
            return Ok(None);
        };
        let values = multi_grundy(most + 1, grundy_splits, limits)?;
        Ok(Some(Fate::of(heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]) != 0)))
    }),
    answer: Some(answer_multi),
    verification: Some(Verification {
        range: Text::new(
            "all pairs of heaps of at most N, played whole",
            "每堆至多 N 的任意两堆，整局搜索",
        ),
        quick: 7,
        usual: 10,
        most: 16,
        cases: |to, trial| {
            let values = multi_grundy(to as u32 + 1, grundy_splits, trial.limits())?;
            let mut play = Play::new();
            for list in heaps::all(2, to) {
                let sum = list.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                let position = Split::new(list.clone());
                trial.compare(
                    || format!("heaps {}", joined(&list)),
                    Outcome::from_next_wins(sum != 0),
                    play.outcome(&position, trial.limits())?,
                )?;
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

fn grundy_splits(n: u32, add: &mut dyn FnMut(&[u32])) {
    (1..n).take_while(|a| 2 * a < n).for_each(|a| add(&[a, n - a]));
}

/// Heaps of Grundy's game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Split(Vec<u64>);

impl Split {
    fn new(mut heaps: Vec<u64>) -> Self {
        heaps.retain(|&heap| heap > 2);
        heaps.sort_unstable();
        Self(heaps)
    }
}

impl Moves for Split {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &heap) in self.0.iter().enumerate() {
            for a in (1..heap).take_while(|a| 2 * a < heap) {
                let mut heaps = self.0.clone();
                heaps[i] = a;
                heaps.push(heap - a);
                moves.push(Self::new(heaps));
            }
        }
        moves
    }
}

fn answer_multi(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const LARGEST: u32 = 20_000;
    let n = input.integer("the number of heaps", 0..=1_000_000_usize)?;
    let heaps: Vec<u32> = input.integers("a heap", n, 0..=LARGEST)?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let values = multi_grundy(largest + 1, grundy_splits, limits)?;
    let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
    let mut moves = String::new();
    let mut count = 0_u64;
    for (i, &heap) in heaps.iter().enumerate() {
        let wanted = sum ^ values[heap as usize];
        for a in (1..heap).take_while(|a| sum != 0 && 2 * a < heap) {
            if values[a as usize] ^ values[(heap - a) as usize] == wanted {
                count += 1;
                let _ = writeln!(moves, "{} {a} {}", i + 1, heap - a);
            }
        }
        limits.check()?;
    }
    Ok(format!("{sum} {}\n{count}\n{moves}", Outcome::from_next_wins(sum != 0)))
}

/// I29: move in every component.
pub const EVERY: Problem = Problem {
    id: "I29",
    name: "every-sg",
    kind: Kind::Theory,
    title: Text::new("Every-SG: the continued conjunctive compound", "Every-SG：每个游戏都要走"),
    topics: &["compound", "graph", "theorem", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 1.2 (breaks off); Smith 1966; Winning Ways, ch. 9",
    statement: Text::new(
        "Several games are played together. Every move is made in all games that have not ended. Who cannot move anywhere loses: the last game to end decides.",
        "多个游戏同时进行，每步必须在所有尚未结束的游戏中各走一步。处处不能操作者负，即最后结束的游戏决定胜负。",
    ),
    rule: Text::new(
        "step(v) = 0 if v has no move; 1 + the largest step of the P options if v is N; 1 + the smallest step of the options if v is P. The first player wins exactly if the largest step of the components is odd.",
        "v 无后继时 step(v) = 0；v 为 N 态时为 P 态后继中 step 的最大值加 1；v 为 P 态时为后继中 step 的最小值加 1。先手必胜当且仅当各分量 step 的最大值为奇数。",
    ),
    complexity: "O(V + E)",
    format: Text::new(
        "n and m, m arcs u v (vertices 0 to n − 1), k and k starts on this graph. Output: the steps of the starts in one line; the outcome; if N, a line with a winning joint move: where each token goes, - if its game has ended.",
        "先读 n、m 与 m 条边 u v（顶点 0 到 n − 1），再读 k 与图上的 k 个起点。第一行输出各起点的 step；第二行输出胜负；若为 N，第三行输出一个制胜的联合走法：每枚棋子走到的顶点，已结束的为 -。",
    ),
    samples: &[Sample {
        input: "4 4\n1 0\n2 1\n3 2\n3 0\n3\n1 3 0\n",
        output: "1 3 0\nN\n0 2 -\n",
    }],
    instance: Instance::game(
        "7 4 5",
        Text::new(
            "Three tokens; a move takes every token that can move along an arc.",
            "三枚棋子；每步所有能动的棋子都要移动。",
        ),
        |text, limits| {
            turn(
                Together { at: read(text, |input| arcs::few(input, &EXAMPLE, 3))?, all: true },
                limits,
            )
        },
    ),
    answer: Some(|input, limits| {
        let graph = arcs::read(input, limits)?;
        let starts = arcs::read_vertices(input, &graph, "start")?;
        let steps = continued_steps(&graph, limits)?;
        let outcome = steps.outcome(&starts)?;
        let mut text = format!("{}\n{outcome}\n", joined(starts.iter().map(|&v| steps.step(v))));
        if let Some(reply) = steps.winning_move(&starts)? {
            let shown = |to: Option<u32>| to.map_or_else(|| "-".to_owned(), |v| v.to_string());
            let _ = writeln!(text, "{}", joined(reply.into_iter().map(shown)));
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices, up to three tokens",
            "至多 N 个顶点的所有无环有向图，至多三枚棋子",
        ),
        quick: 4,
        usual: 4,
        most: 5,
        cases: |to, trial| {
            for graph in arcs::loop_free(to) {
                let steps = continued_steps(&graph, trial.limits())?;
                let mut play = NimberSearch::new();
                for count in 1..=3 {
                    for at in heaps::all(count, u64::from(graph.vertices()) - 1) {
                        let at: Vec<u32> = at.into_iter().map(|v| v as u32).collect();
                        let mut tokens = Vec::new();
                        for &v in &at {
                            tokens.push(Token::new(&graph, v)?);
                        }
                        let every = Compound::new(Joint::Continued, tokens);
                        trial.compare(
                            || format!("{}, tokens on {}", arcs::describe(&graph), joined(&at)),
                            steps.outcome(&at)?,
                            play.outcome(&every, trial.limits())?,
                        )?;
                    }
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// I30: the first to reach a target wins.
pub const FIRST_TO_REACH: Problem = Problem {
    id: "I30",
    name: "first-to-reach",
    kind: Kind::Theory,
    title: Text::new("First to reach wins: stripping the losing points", "先到者胜：剥离败点"),
    topics: &["graph", "compound", "theorem"],
    source: "Notes on Nim, SG functions and the nim product, remarks on Token Game; whx1003, Game Theory (2024), queens and crosses",
    statement: Text::new(
        "Several tokens lie on a graph. A move takes one of them along an arc. Who brings any token to a target first wins at once. Every vertex that is no target has a move.",
        "图上有若干枚棋子，每步沿边移动其中一枚。最先把任一枚棋子移到目标点者立即获胜。不是目标的点都有后继。",
    ),
    rule: Text::new(
        "A vertex with an arc to a target is hot: whoever is to move with a hot token wins. Delete all arcs into hot vertices and take SG on the rest. If a start is hot the first player wins; otherwise he wins exactly if the nim sum is not 0.",
        "能一步到达目标的点称为热点，轮到自己且有热点即胜。删去所有进入热点的转移，在剩下的图上求 SG。若起点中有热点则先手必胜；否则先手必胜当且仅当异或和不为 0。",
    ),
    complexity: "O(V + E)",
    format: Text::new(
        "n and m, m arcs u v (vertices 0 to n − 1), t and t targets, k and k starts. Output: the nim sum of the stripped graph, or `hot` if a start is hot; and the outcome.",
        "先读 n、m 与 m 条边 u v（顶点 0 到 n − 1），再读 t 与 t 个目标、k 与 k 个起点。输出剥离后的异或和（起点中有热点则为 `hot`）与胜负。",
    ),
    samples: &[
        Sample { input: "5 7\n1 0\n2 1\n2 0\n3 2\n3 1\n4 3\n4 2\n1\n0\n2\n3 3\n", output: "0 P\n" },
        Sample {
            input: "5 7\n1 0\n2 1\n2 0\n3 2\n3 1\n4 3\n4 2\n1\n0\n2\n2 4\n",
            output: "hot N\n",
        },
    ],
    instance: Instance::game(
        "7 5",
        Text::new(
            "The target is vertex 0: who brings a token there wins.",
            "目标是顶点 0：先把一枚棋子移到那里者胜。",
        ),
        |text, limits| {
            turn(
                Race {
                    graph: Rules(&EXAMPLE),
                    at: read(text, |input| arcs::few(input, &EXAMPLE, 3))?,
                },
                limits,
            )
        },
    ),
    answer: Some(|input, limits| {
        let graph = arcs::read(input, limits)?;
        let targets = arcs::read_vertices(input, &graph, "target")?;
        let starts = arcs::read_vertices(input, &graph, "start")?;
        let race = strip_losing_points(&graph, &targets, limits)?;
        let sum = race.sum(&starts)?.map_or_else(|| "hot".to_owned(), |sum| sum.to_string());
        Ok(format!("{sum} {}\n", race.outcome(&starts)?))
    }),
    verification: Some(Verification {
        range: Text::new(
            "all graphs without cycles on at most N vertices in which every vertex but the target 0 has a move, up to two tokens",
            "至多 N 个顶点、除目标 0 外每点都有后继的所有无环有向图，至多两枚棋子",
        ),
        quick: 4,
        usual: 5,
        most: 6,
        cases: |to, trial| {
            for graph in arcs::loop_free(to) {
                if (1..graph.vertices()).any(|v| graph.successors(v).is_empty()) {
                    continue;
                }
                let race = strip_losing_points(&graph, &[0], trial.limits())?;
                let mut play = Play::new();
                for a in 1..graph.vertices() {
                    for b in 1..=a {
                        let position = Race { graph: Rules(&graph), at: vec![b, a] };
                        trial.compare(
                            || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                            race.outcome(&[a, b])?,
                            play.outcome(&position, trial.limits())?,
                        )?;
                    }
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// Tokens that race to vertex 0; when one is there nobody can move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Race<'g> {
    graph: Rules<'g, Digraph>,
    at: Vec<u32>,
}

impl Moves for Race<'_> {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        if self.at.contains(&0) {
            return moves;
        }
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

/// Tokens on the graph of the instances, of which a move takes some at once.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Together {
    at: Vec<u32>,
    /// Whether every token that can move must; otherwise any of them may.
    all: bool,
}

impl Playable for Together {
    fn after(&self, _: Player) -> Vec<Self> {
        let mut moves = vec![Vec::new()];
        for &v in &self.at {
            let to = EXAMPLE.successors(v);
            let stays = !self.all || to.is_empty();
            moves = moves
                .into_iter()
                .flat_map(|list: Vec<u32>| {
                    let stay = stays.then_some(v);
                    stay.into_iter()
                        .chain(to.iter().copied())
                        .map(move |v| [&list[..], &[v]].concat())
                })
                .collect();
        }
        moves.retain(|at| *at != self.at);
        moves.into_iter().map(|at| Self { at, all: self.all }).collect()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.all {
            return Ok(Some(continued_steps(&EXAMPLE, limits)?.outcome(&self.at)?.into()));
        }
        let values = grundy_values(&EXAMPLE, limits)?;
        let single: Vec<Outcome> =
            self.at.iter().map(|&v| Outcome::from_next_wins(values[v as usize] != 0)).collect();
        Ok(selective_outcome(&single).map(Fate::from))
    }

    fn text(&self) -> String {
        joined(&self.at)
    }

    fn picture(&self) -> Picture {
        arcs::picture(&EXAMPLE, &self.at)
    }

    fn called(&self, after: &Self) -> Option<String> {
        arcs::called(&self.at, &after.at)
    }
}

impl Playable for Race<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.at.contains(&0) {
            return Ok(Some(Fate::Loses));
        }
        let race = strip_losing_points(self.graph.0, &[0], limits)?;
        Ok(Some(race.outcome(&self.at)?.into()))
    }

    fn text(&self) -> String {
        joined(&self.at)
    }

    fn picture(&self) -> Picture {
        arcs::picture(self.graph.0, &self.at)
    }

    fn called(&self, after: &Self) -> Option<String> {
        arcs::called(&self.at, &after.at)
    }
}
