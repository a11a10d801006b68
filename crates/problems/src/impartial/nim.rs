//! Nim, and Bouton's theorem.

use farstar_solve::digraph::Outcome;
use farstar_solve::nim;
use farstar_value::{Limits, Player};

use super::heaps::{self, NimHeaps};
use super::whole;
use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::impartial::whole::Moves;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

/// I04: Nim.
pub const NIM: Problem = Problem {
    id: "I04",
    name: "nim",
    title: Text::new("Nim", "Nim 游戏"),
    topics: &["nim", "heaps", "theorem", "winning moves"],
    source: "Bouton 1901; Notes on Nim, SG functions and the nim product, 0.1; whx1003, Game Theory (2024)",
    statement: Text::new(
        "There are n heaps of stones. A move takes one or more stones from one heap. Who cannot move loses.",
        "有 n 堆石子，每步从一堆中取走至少一颗，不能操作者负。",
    ),
    rule: Text::new(
        "The player to move loses exactly if the nim sum (xor) s of the heaps is 0. Otherwise the winning moves reduce a heap a to a xor s, for those heaps with a xor s < a.",
        "当且仅当各堆石子数的异或和 s 为 0 时后手必胜；否则制胜着是把满足 a ⊕ s < a 的一堆 a 减到 a ⊕ s。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "n, then n heaps. Output: the nim sum and the outcome (N or P), then the number of winning moves and one a line: heap (from 1) and what it becomes.",
        "先读 n，再读 n 堆石子数。输出：异或和与胜负（N 先手必胜，P 后手必胜）；随后是制胜着的个数，每行一着：堆号（从 1 起）与剩余石子数。",
    ),
    samples: &[
        Sample { input: "3\n1 2 4\n", output: "7 N\n1\n3 3\n" },
        Sample { input: "2\n5 5\n", output: "0 P\n0\n" },
    ],
    worked: &[Worked { expression: "*1 + *2 + *4", value: "*7" }],
    instance: Instance::game("2 4 5", Text::new("", ""), |text, limits| {
        turn(NimHeaps(read(text, |input| heaps::few(input, "a heap", 1..=6, 0..=15))?), limits)
    }),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "all positions of up to three heaps of at most N stones",
            "至多三堆、每堆至多 N 颗的所有局面",
        ),
        quick: 3,
        usual: 8,
        most: 40,
        cases,
    }),
    errata: &[Erratum {
        id: "IE3",
        name: "bouton-proof",
        document: Document::NimNotes,
        place: "0.1, proof of Bouton's theorem",
        printed: Text::new(
            "Both sides of the display contain the heap a_i.",
            "等式两侧都写成 a_i。",
        ),
        correct: Text::new(
            "The heap on the right is a'_i, what a_i becomes; the conclusion is right.",
            "右侧应为操作后的 a'_i；结论正确。",
        ),
        claim: None,
    }],
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let heaps = heaps::read(input)?;
    let sum = nim::nim_sum(&heaps);
    let moves: Vec<_> = nim::winning_moves(&heaps).collect();
    Ok(heaps::answer(sum, Outcome::from_next_wins(sum != 0), &moves))
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for a in 0..=to {
        for b in 0..=a {
            for c in 0..=b {
                let heaps = [a, b, c];
                let played = whole::grundy(NimHeaps(heaps.to_vec()), trial.limits())?;
                trial.compare(
                    || format!("heaps {a}, {b}, {c}"),
                    nim::nim_sum(&heaps),
                    u64::from(played),
                )?;
            }
        }
    }
    Ok(())
}

impl Playable for NimHeaps {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(nim::nim_sum(&self.0) != 0)))
    }

    fn text(&self) -> String {
        heaps::joined(&self.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }
}
