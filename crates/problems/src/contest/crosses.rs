//! Crosses and Crosses, the game of Treblecross: POJ 3537.

use std::fmt::Write;

use farstar_solve::compound::multi_grundy;
use farstar_solve::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::Verification;

/// Grundy values of strips of 0 to `longest` free cells of Treblecross: a mark strikes out itself and two cells on either side.
///
/// # Errors
/// Those of `limits`.
///
/// # Examples
/// ```
/// use farstar_problems::contest::crosses::strips;
/// use farstar_value::Limits;
/// let values = strips(12, &Limits::none())?;
/// assert_eq!((values[6], values[11], values[12]), (0, 1, 0));
/// # Ok::<(), farstar_problems::Error>(())
/// ```
pub fn strips(longest: u32, limits: &Limits) -> Result<Vec<u32>> {
    let marks = |n: u32, add: &mut dyn FnMut(&[u32])| {
        (0..n.div_ceil(2))
            .for_each(|before| add(&[before.saturating_sub(2), (n - before).saturating_sub(3)]));
    };
    Ok(multi_grundy(longest + 1, marks, limits)?)
}

/// The lengths of the runs of cells at a distance of more than two from every mark; `None` if two marks are so near that the next player completes three.
#[must_use]
pub fn free_runs(board: &[bool]) -> Option<Vec<u32>> {
    let marks: Vec<usize> = (0..board.len()).filter(|&i| board[i]).collect();
    if marks.windows(2).any(|pair| pair[1] - pair[0] <= 2) {
        return None;
    }
    let mut runs = Vec::new();
    let mut start = 0;
    for &mark in &marks {
        runs.push(mark.saturating_sub(2).saturating_sub(start) as u32);
        start = (mark + 3).min(board.len());
    }
    runs.push((board.len() - start) as u32);
    Some(runs)
}

/// I43: Treblecross.
pub const CROSSES: Problem = Problem {
    id: "I43",
    name: "crosses",
    title: Text::new("Crosses and Crosses (Treblecross)", "Crosses and Crosses（POJ 3537）"),
    topics: &["board", "contest", "grundy", "winning moves"],
    source: "whx1003, Game Theory (2024); POJ 3537; Winning Ways, ch. 4",
    statement: Text::new(
        "On a strip of n cells, n ≥ 3, a move marks an empty cell. Who makes three marks in a row wins.",
        "1 × n 的纸条（n ≥ 3），每步标记一个空格，先形成连续三个标记者胜。",
    ),
    rule: Text::new(
        "A mark within two cells of another loses, so a mark strikes out itself and two cells on each side: g(n) is the mex over i of g(max(0, i − 3)) ⊕ g(max(0, n − i − 2)). P for n = 6, 12, 22, 30, 32, 44, 54, 64, 76, 86, 98, 110, 118, 130, 132, …",
        "在已有标记两格以内再标必负，因此一个标记连同两侧各两格一起删去：g(n) = mex{ g(max(0, i − 3)) ⊕ g(max(0, n − i − 2)) }。n = 6、12、22、30、32、44、54、64、76、86、98、110、118、130、132……时后手必胜。",
    ),
    complexity: "O(n²)",
    format: Text::new(
        "n (3 to 10^4). Output: 1 if the first player wins, else 2. Instead of n a board such as .X....X: then SG and the outcome (`line N` if two marks are within two cells), the number of winning moves and one a line: the cell, from 1.",
        "一个整数 n（3 至 10^4）。先手必胜输出 1，否则输出 2。也可以给出形如 .X....X 的纸条：输出 SG 值与胜负（已有两个标记相距不超过两格时为 `line N`），制胜着个数，每行一着：格号（从 1 起）。",
    ),
    samples: &[
        Sample { input: "3\n", output: "1\n" },
        Sample { input: "6\n", output: "2\n" },
        Sample { input: ".X........X\n", output: "2 N\n2\n6\n7\n" },
        Sample { input: "..XX.\n", output: "line N\n2\n2\n5\n" },
    ],
    instance: Instance::game("..X........", Text::new("", ""), |text, limits| {
        turn(read(text, Strip::read)?, limits)
    }),
    answer: Some(answer_crosses),
    verification: Some(Verification {
        range: Text::new(
            "all boards of 3 to N cells without three in a row",
            "3 至 N 格、没有连续三个标记的所有纸条",
        ),
        quick: 8,
        usual: 12,
        most: 18,
        cases: |to, trial| {
            let values = strips(to as u32, trial.limits())?;
            let mut play = Play::new();
            for n in 3..=to as u32 {
                for marks in 0_u32..1 << n {
                    let strip = Strip { n, marks };
                    if strip.won() {
                        continue;
                    }
                    let board: Vec<bool> = (0..n).map(|i| marks >> i & 1 == 1).collect();
                    let hot = |runs: Vec<u32>| {
                        runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]) != 0
                    };
                    trial.compare(
                        || board.iter().map(|&mark| if mark { 'X' } else { '.' }).collect(),
                        Outcome::from_next_wins(free_runs(&board).is_none_or(hot)),
                        play.outcome(&strip, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE23",
        name: "limits-of-problems",
        document: Document::GameTheory,
        place: "limits of HDU 5963, HDU 6105, POJ 3537, POJ 2505",
        printed: Text::new(
            "HDU 5963 with n, q ≤ 10^5, HDU 6105 with n, k ≤ 1000, POJ 3537 with n ≤ 5000 from any n.",
            "HDU 5963 写作 n、q ≤ 10^5，HDU 6105 写作 n、k ≤ 1000，POJ 3537 写作 n ≤ 5000。",
        ),
        correct: Text::new(
            "The originals have n, m < 40000, N, K ≤ 500 and 3 ≤ N ≤ 2000; POJ 2505 begins at p = 1. With n < 3 cells nobody can win at Treblecross.",
            "原题为 n、m < 40000，N、K ≤ 500，3 ≤ N ≤ 2000；POJ 2505 从 p = 1 开始。n < 3 时 Treblecross 无人能胜。",
        ),
        claim: None,
    }],
    ..Problem::BLANK
};

/// A strip with marks as bits; three in a row end the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Strip {
    n: u32,
    marks: u32,
}

impl Strip {
    fn won(&self) -> bool {
        self.marks & self.marks >> 1 & self.marks >> 2 != 0
    }
}

impl Moves for Strip {
    fn moves(&self) -> Vec<Self> {
        if self.won() {
            return Vec::new();
        }
        let free = (0..self.n).filter(|i| self.marks >> i & 1 == 0);
        free.map(|i| Self { n: self.n, marks: self.marks | 1 << i }).collect()
    }
}

fn answer_crosses(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const LONGEST: u32 = 10_000;
    let mut ahead = input.clone();
    let word = ahead.word("n or a board")?;
    if word.bytes().any(|c| !b".X".contains(&c)) {
        let n = input.integer("n", 3..=LONGEST)?;
        let first = strips(n, limits)?[n as usize] != 0;
        return Ok(format!("{}\n", if first { 1 } else { 2 }));
    }
    *input = ahead;
    let board: Vec<bool> = word.bytes().map(|c| c == b'X').collect();
    if !(3..=LONGEST as usize).contains(&board.len()) {
        return Err(
            input.error(format!("a board of {} cells; expected 3 to {LONGEST}", board.len()))
        );
    }
    let marked = |i: usize| board.get(i).copied().unwrap_or(false);
    if (0..board.len()).any(|i| marked(i) && marked(i + 1) && marked(i + 2)) {
        return Err(input.error("three marks in a row: the game is over"));
    }
    let (shown, winning): (String, Vec<usize>) = match free_runs(&board) {
        None => {
            // A winning cell completes three.
            let near = |i: usize, back: usize| i.checked_sub(back).is_some_and(marked);
            let completes = |&i: &usize| {
                !marked(i)
                    && (marked(i + 1) && marked(i + 2)
                        || near(i, 1) && marked(i + 1)
                        || near(i, 1) && near(i, 2))
            };
            ("line N".to_owned(), (0..board.len()).filter(completes).collect())
        }
        Some(runs) => {
            let values = strips(board.len() as u32, limits)?;
            let sum = runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]);
            let mut winning = Vec::new();
            let mut start = 0;
            // The runs again with their places: a free cell has no mark within two cells.
            let free = |i: usize| (i.saturating_sub(2)..i + 3).all(|j| !marked(j));
            while start < board.len() {
                let length = (start..board.len()).take_while(|&i| free(i)).count();
                let wanted = sum ^ values[length];
                for before in 0..length {
                    let parts = [before.saturating_sub(2), (length - before).saturating_sub(3)];
                    if sum != 0 && values[parts[0]] ^ values[parts[1]] == wanted {
                        winning.push(start + before);
                    }
                }
                start += length.max(1);
            }
            (format!("{sum} {}", Outcome::from_next_wins(sum != 0)), winning)
        }
    };
    let mut text = format!("{shown}\n{}\n", winning.len());
    for cell in winning {
        let _ = writeln!(text, "{}", cell + 1);
    }
    Ok(text)
}

impl Strip {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let cells = input.word("a strip")?;
        if !(3..=12).contains(&cells.len()) || cells.bytes().any(|c| !b".X".contains(&c)) {
            return Err(input.error("expected 3 to 12 cells, each . or X"));
        }
        let marks = (0..).zip(cells.bytes()).filter(|(_, c)| *c == b'X');
        Ok(Self { n: cells.len() as u32, marks: marks.fold(0, |mask, (i, _)| mask | 1 << i) })
    }
}

impl Playable for Strip {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.won() {
            return Ok(Some(Fate::Loses));
        }
        let board: Vec<bool> = (0..self.n).map(|i| self.marks >> i & 1 == 1).collect();
        let values = strips(self.n, limits)?;
        let hot = |runs: Vec<u32>| runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]) != 0;
        Ok(Some(Fate::of(free_runs(&board).is_none_or(hot))))
    }

    fn text(&self) -> String {
        (0..self.n).map(|i| if self.marks >> i & 1 == 1 { 'X' } else { '.' }).collect()
    }

    fn picture(&self) -> Picture {
        Picture::strip(&self.text())
    }
}
