//! Coins in a row: Turning Turtles, the Ruler game, and the coin-turning theorem.

use std::collections::BTreeSet;
use std::fmt::Write;

use farstar_rules::coin::TurningCode;
use farstar_solve::coin::{
    CodeGame, CoinGame, ListedGame, ruler_value, ruler_winning_moves, turtles_value,
    turtles_winning_moves,
};
use farstar_value::{Limits, Player};

use super::heaps::joined;
use super::whole::{self, Moves, Play, Rules};
use crate::erratum::{Document, Erratum};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;
use farstar_rules::position::Ruleset;

/// A row of at most 32 coins with the masks that each leading coin may turn, itself included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Row<'m> {
    /// Bit i: coin i shows heads.
    heads: u32,
    /// The masks of coin i.
    masks: Rules<'m, [Vec<u32>]>,
}

impl<'m> Row<'m> {
    /// A position of the row.
    pub(crate) fn new(heads: u32, masks: &'m [Vec<u32>]) -> Self {
        Self { heads, masks: Rules(masks) }
    }
}

impl Moves for Row<'_> {
    fn moves(&self) -> Vec<Self> {
        let masks = self.masks.0;
        let leaders = (0..masks.len()).filter(|i| self.heads >> i & 1 == 1);
        leaders
            .flat_map(|i| masks[i].iter().map(|mask| Self::new(self.heads ^ mask, masks)))
            .collect()
    }
}

fn bits(mask: u32) -> impl Iterator<Item = u32> + Clone {
    (0..32).filter(move |bit| mask >> bit & 1 == 1)
}

fn nim_sum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, |sum, value| sum ^ value)
}

fn letter(sum: u64) -> &'static str {
    if sum == 0 { "P" } else { "N" }
}

/// I05: Turning Turtles with a second turtle.
pub const TURTLES: Problem = Problem {
    id: "I05",
    name: "turning-turtles",
    title: Text::new("Turning Turtles", "翻转乌龟"),
    topics: &["coins", "nim", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 0.1, example 1; Winning Ways, ch. 14",
    statement: Text::new(
        "Turtles 0 to n − 1 lie in a row, some upright. A move turns an upright turtle y on its back and turns one turtle x < y over, whichever way it lies. In the classical game the second turtle may be left out. Who cannot move loses.",
        "乌龟编号 0 到 n − 1，有的朝上。每步选一只朝上的乌龟 y 翻过来，并任选 x < y 的一只乌龟翻面（不论朝向）。经典规则中第二只可以不翻。不能操作者负。",
    ),
    rule: Text::new(
        "The SG value is the nim sum of the numbers of the upright turtles: turtle i counts i. The winning moves turn y and y xor s. If the second turtle may be left out, turtle i counts i + 1.",
        "SG 值是朝上乌龟编号的异或和 s：第 i 只的值为 i。制胜着翻 y 与 y ⊕ s。若第二只可以不翻，则第 i 只的值为 i + 1。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "The faces as a word, turtle 0 first, 1 for upright; then, if the second turtle may be left out, the word `optional`. Output: the SG value and the outcome; the number of winning moves, and one a line: y and x (y alone if no second turtle is turned).",
        "一个 01 串，从 0 号乌龟起，1 表示朝上；若第二只可以不翻，再写单词 `optional`。输出 SG 值与胜负；制胜着个数，每行一着：y 与 x（只翻一只时仅 y）。",
    ),
    samples: &[
        Sample { input: "10101011\n", output: "7 N\n3\n4 3\n6 1\n7 0\n" },
        Sample { input: "101 optional\n", output: "2 N\n1\n2 0\n" },
    ],
    worked: &[
        Worked { expression: "Spawning(\"2\").NimValueSequence(8)", value: "[0,1,2,3,4,5,6,7]" },
        Worked { expression: "Spawning(\"1-2\").NimValueSequence(8)", value: "[1,2,3,4,5,6,7,8]" },
    ],
    instance: Instance::ruleset(
        "Turning Turtles",
        "HTHHTH",
        Text::new(
            "H is an upright turtle, the leftmost is number 0. The second turtle may be left out.",
            "H 表示朝上的乌龟，最左为 0 号；第二只可以不翻。",
        ),
        |board, at, _, _| {
            let faces = board.draw(at);
            let upright = (0..).zip(faces.chars()).filter(|(_, face)| *face == 'H');
            Ok(Some(Fate::of(nim_sum(upright.map(|(i, _)| turtles_value(i, true))) != 0)))
        },
    ),
    answer: Some(answer_turtles),
    verification: Some(Verification {
        range: Text::new(
            "all positions of N turtles under both rules, with all winning moves",
            "N 只乌龟的所有局面，两种规则，并比较全部制胜着",
        ),
        quick: 6,
        usual: 10,
        most: 14,
        cases: |to, trial| {
            for optional in [false, true] {
                let sets = |i: u32| {
                    let alone = optional.then_some(1_u32 << i);
                    alone.into_iter().chain((0..i).map(move |j| 1 << i | 1 << j)).collect()
                };
                let masks: Vec<Vec<u32>> = (0..32).map(sets).collect();
                let mut play = Play::new();
                for heads in 0_u32..1 << to {
                    let case = || format!("upright {}, optional: {optional}", joined(bits(heads)));
                    let upright: Vec<u64> = bits(heads).map(u64::from).collect();
                    let sum = nim_sum(upright.iter().map(|&i| turtles_value(i, optional)));
                    let row = Row::new(heads, &masks);
                    trial.compare(case, sum, play.value(&row, trial.limits())?.into())?;
                    let listed = turtle_moves(&upright, optional).len();
                    trial.compare(case, listed, play.winning(&row, trial.limits())?.len())?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// All winning moves: the turtle y, and the second one if there is one.
fn turtle_moves(upright: &[u64], optional: bool) -> Vec<(u64, Option<u64>)> {
    if !optional {
        return turtles_winning_moves(upright).into_iter().map(|(y, x)| (y, Some(x))).collect();
    }
    // Turtle i is a heap of i + 1 here, and the heap 0 means that no second turtle is turned.
    let heaps: Vec<u64> = upright.iter().map(|i| i + 1).collect();
    turtles_winning_moves(&heaps).into_iter().map(|(y, x)| (y - 1, x.checked_sub(1))).collect()
}

fn answer_turtles(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let faces = input.word("the faces")?;
    if let Some(other) = faces.chars().find(|c| !"01".contains(*c)) {
        return Err(input.error(format!("a face is `{other}`; expected 0 or 1")));
    }
    let optional = !input.is_at_end();
    if optional {
        let word = input.word("the rule")?;
        if word != "optional" {
            return Err(input.error(format!("`{word}`; expected `optional` or the end")));
        }
    }
    let upright: Vec<u64> =
        (0..).zip(faces.bytes()).filter(|(_, face)| *face == b'1').map(|(i, _)| i).collect();
    let sum = nim_sum(upright.iter().map(|&i| turtles_value(i, optional)));
    let moves = turtle_moves(&upright, optional);
    let mut text = format!("{sum} {}\n{}\n", letter(sum), moves.len());
    for (y, x) in moves {
        let _ = match x {
            Some(x) => writeln!(text, "{y} {x}"),
            None => writeln!(text, "{y}"),
        };
    }
    Ok(text)
}

/// I12: the Ruler game.
pub const RULER: Problem = Problem {
    id: "I12",
    name: "ruler",
    title: Text::new("Ruler game", "直尺博弈"),
    topics: &["coins", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 1.0, example 1; whx1003, Game Theory (2024); Winning Ways, ch. 14",
    statement: Text::new(
        "n coins lie in a row, numbered from 1. A move turns over all coins of an interval of which one fixed end, the left one, shows heads before. In the other reading the right end is the fixed one. Who cannot move loses.",
        "n 枚硬币排成一行，编号从 1 起。每步翻转一个区间内的所有硬币，要求区间左端原为正面。另一种写法以右端为准。不能操作者负。",
    ),
    rule: Text::new(
        "Coin i counts the largest power of two that divides its distance to the far end of the row: n − i + 1 if the left end leads, i if the right end does. The SG value is the nim sum over the heads.",
        "正面硬币 i 的 SG 值是 lowbit(d)，d 为它到另一端的距离：以左端为准时 d = n − i + 1，以右端为准时 d = i。局面的 SG 值为异或和。",
    ),
    complexity: "O(m)",
    format: Text::new(
        "n (up to 10^18) and m, then the m heads; then `right` if the right end of the interval leads. Output: the SG value and the outcome; the number of winning moves, and one a line: the ends l r of the interval.",
        "先读 n（至 10^18）与 m，再读 m 个正面硬币的编号；若以区间右端为准，再写 `right`。输出 SG 值与胜负；制胜着个数，每行一着：区间两端 l r。",
    ),
    samples: &[
        Sample { input: "8 2\n3 6\n", output: "3 N\n2\n3 4\n6 7\n" },
        Sample { input: "3 2\n1 3\nright\n", output: "0 P\n0\n" },
    ],
    worked: &[Worked {
        expression: "Spawning(\"1+C\").NimValueSequence(8)",
        value: "[1,2,1,4,1,2,1,8]",
    }],
    instance: Instance::ruleset(
        "Ruler",
        "THTHHT",
        Text::new("H is a head; the left end of the interval leads.", "H 为正面；以区间左端为准。"),
        |board, at, _, _| {
            let faces = board.draw(at);
            let heads = (1..).zip(faces.chars().rev()).filter(|(_, face)| *face == 'H');
            Ok(Some(Fate::of(nim_sum(heads.map(|(distance, _)| ruler_value(distance))) != 0)))
        },
    ),
    answer: Some(answer_ruler),
    verification: Some(Verification {
        range: Text::new(
            "all positions of up to N coins, the left end leading, with all winning moves",
            "至多 N 枚硬币的所有局面（以左端为准），并比较全部制胜着",
        ),
        quick: 6,
        usual: 9,
        most: 12,
        cases: |to, trial| {
            for n in 1..=to as u32 {
                let masks = ruler_masks(n);
                let mut play = Play::new();
                for heads in 0_u32..1 << n {
                    let case =
                        || format!("{n} coins, heads {}", joined(bits(heads).map(|i| i + 1)));
                    let row = Row::new(heads, &masks);
                    let distances: Vec<u64> = bits(heads).map(|i| u64::from(n - i)).collect();
                    let sum = nim_sum(distances.iter().map(|&d| ruler_value(d)));
                    trial.compare(case, sum, play.value(&row, trial.limits())?.into())?;
                    let listed = ruler_winning_moves(&distances).len();
                    trial.compare(case, listed, play.winning(&row, trial.limits())?.len())?;
                }
            }
            Ok(())
        },
    }),
    errata: &[
        Erratum {
            id: "IE18",
            name: "ruler-first-player",
            document: Document::NimNotes,
            place: "1.0, example 1",
            printed: Text::new(
                "The SG value of coin i is lowbit(i), hence the first player wins.",
                "第 i 枚的 SG 值为 lowbit(i)，故先手必胜。",
            ),
            correct: Text::new(
                "Coins are numbered from 1 and the run may be the leading coin alone. The first player wins if all coins are heads, not in general: heads at 1 and 3 are P.",
                "硬币须从 1 编号，且可以只翻领头的一枚。全为正面时先手必胜，一般局面不成立：正面在 1 与 3 时后手必胜。",
            ),
            claim: Some(Verification {
                range: Text::new(
                    "all positions of N coins with at least one heads, the right end leading",
                    "N 枚硬币、至少一枚正面的所有局面（以右端为准）",
                ),
                quick: 3,
                usual: 4,
                most: 12,
                cases: |to, trial| {
                    let masks = ruler_masks_right();
                    let mut play = Play::new();
                    for heads in 1_u32..1 << to {
                        trial.compare(
                            || format!("heads {}", joined(bits(heads).map(|i| i + 1))),
                            "N".to_owned(),
                            play.outcome(&Row::new(heads, &masks), trial.limits())?.to_string(),
                        )?;
                    }
                    Ok(())
                },
            }),
        },
        Erratum {
            id: "IE22",
            name: "ruler-left-end",
            document: Document::GameTheory,
            place: "Ruler game",
            printed: Text::new(
                "The left end of the interval goes from heads to tails, and coin i counts lowbit(i).",
                "区间左端由正变反，第 i 枚的 SG 值为 lowbit(i)。",
            ),
            correct: Text::new(
                "With the left end leading, coin i counts lowbit(n − i + 1), the distance to the right end.",
                "以左端为准时，应为 lowbit(n − i + 1)，即到右端的距离。",
            ),
            claim: Some(Verification {
                range: Text::new("single heads among up to N coins", "至多 N 枚硬币中恰一枚正面"),
                quick: 2,
                usual: 3,
                most: 12,
                cases: |to, trial| {
                    for n in 1..=to as u32 {
                        let masks = ruler_masks(n);
                        for i in 0..n {
                            let row = Row::new(1 << i, &masks);
                            trial.compare(
                                || format!("{n} coins, heads {}", i + 1),
                                ruler_value(u64::from(i) + 1),
                                whole::grundy(row, trial.limits())?.into(),
                            )?;
                        }
                    }
                    Ok(())
                },
            }),
        },
    ],
    ..Problem::BLANK
};

/// Intervals of n coins led by their left end.
fn ruler_masks(n: u32) -> Vec<Vec<u32>> {
    let run = |from: u32, to: u32| (from..=to).fold(0_u32, |mask, i| mask | 1 << i);
    (0..32).map(|l| (l..n).map(|r| run(l, r)).collect()).collect()
}

/// Intervals led by their right end.
fn ruler_masks_right() -> Vec<Vec<u32>> {
    let run = |from: u32, to: u32| (from..=to).fold(0_u32, |mask, i| mask | 1 << i);
    (0..32).map(|r| (0..=r).map(|l| run(l, r)).collect()).collect()
}

fn answer_ruler(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    const MOST: u64 = 1_000_000_000_000_000_000;
    let n: u64 = input.integer("the number of coins", 1..=MOST)?;
    let m = input.integer("the number of heads", 0..=1_000_000)?;
    let mut heads = BTreeSet::new();
    for _ in 0..m {
        let coin = input.integer("a heads coin", 1..=n)?;
        if !heads.insert(coin) {
            return Err(input.error(format!("coin {coin} is named twice")));
        }
    }
    let right = !input.is_at_end();
    if right {
        let word = input.word("the rule")?;
        if word != "right" {
            return Err(input.error(format!("`{word}`; expected `right` or the end")));
        }
    }
    let distance = |i: u64| if right { i } else { n - i + 1 };
    let distances: Vec<u64> = heads.iter().map(|&i| distance(i)).collect();
    let sum = nim_sum(distances.iter().map(|&d| ruler_value(d)));
    let moves = ruler_winning_moves(&distances);
    let mut text = format!("{sum} {}\n{}\n", letter(sum), moves.len());
    for (d, length) in moves {
        let (l, r) = if right { (d + 1 - length, d) } else { (n - d + 1, n - d + length) };
        let _ = writeln!(text, "{l} {r}");
    }
    Ok(text)
}

/// I13: the coin-turning theorem.
pub const THEOREM: Problem = Problem {
    id: "I13",
    name: "coin-turning",
    kind: Kind::Theory,
    title: Text::new("Coin-turning theorem", "翻硬币游戏结论"),
    topics: &["coins", "theorem", "winning moves"],
    source: "whx1003, Game Theory (2024); Winning Ways, ch. 14",
    statement: Text::new(
        "Coins lie in a row. A move turns a leading coin from heads to tails together with a set of coins before it. Whether the set is legal depends on the leading coin alone, never on the faces of the others.",
        "硬币排成一行。每步把一枚领头的硬币由正翻反，并同时翻转在它之前的一组硬币。是否允许只取决于领头硬币，与其他硬币的朝向无关。",
    ),
    rule: Text::new(
        "The SG value of a position is the nim sum of g(i) over the heads i, where g(i) is the mex over the legal sets of coin i of the nim sum of g over the set. The condition is needed: with the moves {0}, {1}, {2} and {2, 0} only if both are heads, heads at 0 and 2 have value 2, not 1 ⊕ 1.",
        "局面的 SG 值是各正面硬币 g(i) 的异或和，其中 g(i) 是硬币 i 的各合法集合中其余硬币 g 的异或和的 mex。条件不可少：若走法为 {0}、{1}、{2}，以及仅当两枚都为正面时的 {2, 0}，则正面在 0、2 时 SG 值为 2，而非 1 ⊕ 1。",
    ),
    complexity: "O(size of the sets)",
    format: Text::new(
        "n; for each coin 0 to n − 1 the number of its sets, and each set as its size (without the leading coin) and its coins; then m and m heads. Or `code`, a turning code such as 1-3 and n, then m and m heads. Output: g(0) … g(n − 1); the SG value and the outcome; the number of winning moves, and one a line: the coins turned, the leading one last.",
        "先读 n；对每枚硬币 0 到 n − 1 读其集合个数，每个集合写大小（不含领头硬币）与各硬币；再读 m 与 m 枚正面。或写 `code`、一个翻硬币代码（如 1-3）与 n，再读 m 与 m 枚正面。输出 g(0) … g(n − 1)；SG 值与胜负；制胜着个数，每行一着：所翻硬币，领头者在最后。",
    ),
    samples: &[
        Sample {
            input: "3\n1 0\n1 1 0\n2 1 0 2 0 1\n2\n0 2\n",
            output: "1 0 0\n1 N\n3\n0\n0 2\n0 1 2\n",
        },
        Sample { input: "code 1-3 4\n2\n0 3\n", output: "1 2 4 7\n6 N\n1\n0 3\n" },
    ],
    worked: &[Worked {
        expression: "Spawning(\"1-3\").NimValueSequence(8)",
        value: "[1,2,4,7,8,11,13,14]",
    }],
    instance: Instance::game(
        "H.HH.H",
        Text::new(
            "The turning code 1-3, on six coins, numbered from 0: a move turns the leading coin and up to two before it. H is a head.",
            "翻硬币代码 1-3，编号 0 至 5 的六枚硬币：翻领头的一枚及其前面至多两枚。H 为正面。",
        ),
        |text, limits| {
            let code: TurningCode =
                "1-3".parse().map_err(|error| Error::Refused(format!("{error}")))?;
            let game = CodeGame::new(code, 6, limits)?;
            let mut masks = Vec::new();
            for coin in 0..6 {
                let sets = game.moves(coin, limits)?.into_iter();
                masks.push(
                    sets.map(|set| set.iter().fold(1 << coin, |mask, i| mask | 1 << i)).collect(),
                );
            }
            let values = game.values().to_vec();
            let board = CoinBoard { columns: 6, masks, values };
            turn(read(text, |input| Coins::read(&board, input))?, limits)
        },
    ),
    answer: Some(answer_coins),
    verification: Some(Verification {
        range: Text::new(
            "all positions under all rules on N coins",
            "N 枚硬币的所有规则与所有局面",
        ),
        quick: 3,
        usual: 3,
        most: 4,
        cases: |to, trial| {
            let n = to as u32;
            // Coin i has 2^i sets of coins before it, of which a rule allows some.
            let choices: u32 = (0..n).map(|i| 1_u32 << i).sum();
            for rule in 0_u32..1 << choices {
                let mut masks = vec![Vec::new(); 32];
                let mut taken = 0;
                for i in 0..n {
                    for set in 0_u32..1 << i {
                        if rule >> taken & 1 == 1 {
                            masks[i as usize].push(set | 1 << i);
                        }
                        taken += 1;
                    }
                }
                let sets = |i: u32| {
                    let behind = masks[i as usize].iter().map(|mask| mask & !(1 << i));
                    behind.map(|mask| bits(mask).collect()).collect::<Vec<Vec<u32>>>()
                };
                let game = ListedGame::new(n, sets, trial.limits())?;
                let mut play = Play::new();
                for heads in 0_u32..1 << n {
                    let listed: Vec<u32> = bits(heads).collect();
                    trial.compare(
                        || format!("heads {} under rule {rule}", joined(&listed)),
                        game.grundy(&listed)?,
                        play.value(&Row::new(heads, &masks), trial.limits())?.into(),
                    )?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE9",
        name: "coin-turning-display",
        document: Document::GameTheory,
        place: "Coin-turning games, second worked display",
        printed: Text::new(
            "The second column is □■□ / □■■ and the fifth ■□■ / □□■.",
            "第二列印作 □■□ / □■■，第五列印作 ■□■ / □□■。",
        ),
        correct: Text::new(
            "The second column is □■□ / □■□ and the fifth ■□□ / □□■; the theorem is right.",
            "第二列应为 □■□ / □■□，第五列应为 ■□□ / □□■；结论正确。",
        ),
        claim: None,
    }],
};

fn answer_coins(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST_COINS: u32 = 1 << 20;
    let first = input.word("the number of coins or `code`")?;
    let game: Box<dyn CoinGame> = if first == "code" {
        let code = input.word("a turning code")?;
        let code: TurningCode = code.parse().map_err(|error| input.error(format!("{error}")))?;
        let n = input.integer("the number of coins", 1..=MOST_COINS)?;
        Box::new(CodeGame::new(code, n, limits)?)
    } else {
        let n: u32 =
            first.parse().ok().filter(|n| (1..=MOST_COINS).contains(n)).ok_or_else(|| {
                input.error(format!("expected `code` or 1 to {MOST_COINS} coins"))
            })?;
        let mut sets = Vec::new();
        for coin in 0..n {
            let count = input.integer("the number of sets", 0..=1_000_000_usize)?;
            let mut own = Vec::new();
            for _ in 0..count {
                let size = input.integer("the size of a set", 0..=coin as usize)?;
                own.push(input.integers("a coin of the set", size, 0..=coin.saturating_sub(1))?);
            }
            sets.push(own);
        }
        Box::new(ListedGame::new(n, |coin| std::mem::take(&mut sets[coin as usize]), limits)?)
    };
    let last = (game.values().len() as u32).saturating_sub(1);
    let m = input.integer("the number of heads", 0..=MOST_COINS as usize)?;
    let heads: Vec<u32> = input.integers("a heads coin", m, 0..=last)?;
    if heads.iter().collect::<BTreeSet<_>>().len() != heads.len() {
        return Err(Error::Input {
            line: input.line(),
            message: "a heads coin is named twice".to_owned(),
        });
    }
    let sum = game.grundy(&heads)?;
    let winning = game.winning_turns(&heads, limits)?;
    let mut text = format!("{}\n{sum} {}\n{}\n", joined(game.values()), letter(sum), winning.len());
    for turned in winning {
        let _ = writeln!(text, "{}", joined(turned));
    }
    Ok(text)
}

/// A board of coins on which an instance is played.
pub(crate) struct CoinBoard {
    /// Coins of a row of the board.
    pub(crate) columns: usize,
    /// The coins that each leading coin may turn with it, as masks.
    pub(crate) masks: Vec<Vec<u32>>,
    /// The value of a coin.
    pub(crate) values: Vec<u64>,
}

/// Coins on a board, to be turned.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Coins<'b> {
    board: Rules<'b, CoinBoard>,
    heads: u32,
}

impl<'b> Coins<'b> {
    /// Reads the faces, `H` for heads and `.` for tails.
    pub(crate) fn read(board: &'b CoinBoard, input: &mut Input<'_>) -> Result<Self> {
        let faces = input.word("the faces")?;
        let count = board.masks.len();
        if faces.len() != count || faces.bytes().any(|face| !b"H.".contains(&face)) {
            return Err(input.error(format!("expected {count} faces, each H or .")));
        }
        let heads = (0..).zip(faces.bytes()).filter(|(_, face)| *face == b'H');
        Ok(Self { board: Rules(board), heads: heads.fold(0, |mask, (i, _)| mask | 1 << i) })
    }
}

impl Playable for Coins<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        let row = Row::new(self.heads, &self.board.0.masks);
        row.moves().into_iter().map(|row| Self { heads: row.heads, ..self.clone() }).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(nim_sum(bits(self.heads).map(|i| self.board.0.values[i as usize])) != 0)))
    }

    fn text(&self) -> String {
        let face = |i| if self.heads >> i & 1 == 1 { 'H' } else { '.' };
        (0..self.board.0.masks.len()).map(face).collect()
    }

    fn picture(&self) -> Picture {
        match self.board.0.columns {
            columns if columns == self.board.0.masks.len() => Picture::strip(&self.text()),
            columns => Picture::grid(columns, &self.text()),
        }
    }

    fn called(&self, after: &Self) -> Option<String> {
        let columns = self.board.0.columns as u32;
        let line = self.board.0.columns == self.board.0.masks.len();
        let name = |i: u32| {
            if line { i.to_string() } else { format!("({},{})", i / columns, i % columns) }
        };
        Some(bits(self.heads ^ after.heads).map(name).collect::<Vec<_>>().join("–"))
    }
}
