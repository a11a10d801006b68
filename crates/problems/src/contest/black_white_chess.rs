//! SDOI2011: black and white chess.

use farstar_impartial::search;
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::modular::{Binomials, Modulus};
use crate::trial::{Ended, Trial, Verification};
use farstar_impartial::nim;

/// I68: black and white chess.
pub(crate) const BLACK_WHITE_CHESS: Entry = Entry {
    instance: Instance::game("W..BW...B W", |text, limits| turn(read(text, Strip::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([6, 8, 12], cases)),
    ..entry!("I68", "black-white-chess")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let n = input.integer("the number of cells", 1..=100_000_usize)?;
    let k = input.integer("the number of pieces", 0..=n.min(1000))?;
    if !k.is_multiple_of(2) {
        return Err(input.error(format!("the number of pieces is {k}; expected an even number")));
    }
    let d = input.integer("the most pieces a move takes", 1..=1000_usize)?;
    Ok(format!("{}\n", winning_layouts(n, k, d, limits)?))
}

/// Layouts that the first player wins, modulo 10⁹ + 7; `k` is even and at most `n`, `d` at least 1. O(n·k·log n / d).
///
/// # Errors
/// Those of `limits`.
pub fn winning_layouts(n: usize, k: usize, d: usize, limits: &Limits) -> Result<u64> {
    let modulus = Modulus::BILLION_AND_SEVEN;
    let binomials = Binomials::new(modulus, n);
    let (gaps, free) = (k / 2, n - k);
    // Losing gaps by their sum.
    let mut losing = vec![0_u64; free + 1];
    losing[0] = 1;
    let mut bit = 1;
    while bit <= free {
        limits.check()?;
        let before = losing.clone();
        for ones in (d + 1..=gaps).step_by(d + 1).take_while(|ones| ones * bit <= free) {
            let ways = binomials.choose(gaps, ones);
            for sum in ones * bit..=free {
                losing[sum] = modulus.add(losing[sum], modulus.mul(before[sum - ones * bit], ways));
            }
        }
        bit *= 2;
    }
    // The other free cells lie outside the gaps, in gaps + 1 places.
    let lost = (0..=free).fold(0, |lost, sum| {
        modulus.add(lost, modulus.mul(losing[sum], binomials.choose(free - sum + gaps, gaps)))
    });
    Ok(modulus.sub(binomials.choose(n, k), lost))
}

/// Pieces on a strip, white first, and whether white is to move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Strip {
    pieces: Vec<u32>,
    white: bool,
    most: usize,
}

impl Strip {
    /// Moves the own pieces from the `index`-th on, of which `left` more may move; `moved` says whether one has.
    fn shift(
        &self,
        pieces: &mut Vec<u32>,
        index: usize,
        left: usize,
        moved: bool,
        visit: Visit<'_, Self>,
    ) -> ControlFlow<()> {
        if index >= pieces.len() {
            return if moved {
                visit(Self { pieces: pieces.clone(), white: !self.white, most: self.most })
            } else {
                ControlFlow::Continue(())
            };
        }
        self.shift(pieces, index + 2, left, moved, visit)?;
        if left > 0 {
            let place = pieces[index];
            // White goes right up to the black piece after it, black left down to the white one before it.
            let cells = if self.white {
                place + 1..pieces[index + 1]
            } else {
                pieces[index - 1] + 1..place
            };
            for cell in cells {
                pieces[index] = cell;
                self.shift(pieces, index + 2, left - 1, true, visit)?;
            }
            pieces[index] = place;
        }
        ControlFlow::Continue(())
    }
}

impl Impartial for Strip {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let first = usize::from(!self.white);
        self.shift(&mut self.pieces.clone(), first, self.most, false, visit)
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=to as usize {
        for k in (2..=n).step_by(2) {
            for d in 1..=k {
                let mut played = 0;
                for code in (0_u32..1 << n).filter(|code| code.count_ones() as usize == k) {
                    let pieces = (0..n as u32).filter(|cell| code >> cell & 1 == 1).collect();
                    let strip = Strip { pieces, white: true, most: d };
                    played += u64::from(search::grundy(&strip, trial.limits())? != 0);
                }
                let claimed = winning_layouts(n, k, d, trial.limits())?;
                trial.compare(|| format!("n = {n}, k = {k}, d = {d}"), claimed, played)?;
            }
        }
    }
    Ok(())
}

/// The cells of the strip of the instance.
const CELLS: usize = 9;

impl Strip {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let word = input.word("the strip")?;
        let pieces: Vec<(u32, char)> = (0..).zip(word.chars()).filter(|(_, c)| *c != '.').collect();
        let in_turn =
            (0..).zip(&pieces).all(|(i, (_, c))| *c == if i % 2 == 0 { 'W' } else { 'B' });
        if word.len() != CELLS || !in_turn || !pieces.len().is_multiple_of(2) {
            return Err(input.error(format!("expected {CELLS} cells with W and B in turn")));
        }
        let white = match input.word("whose turn it is")? {
            "W" => true,
            "B" => false,
            _ => return Err(input.error("expected W or B")),
        };
        Ok(Self { pieces: pieces.into_iter().map(|(cell, _)| cell).collect(), white, most: 2 })
    }
}

impl Playable for Strip {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        Some(if self.white { Player::Left } else { Player::Right })
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let gaps: Vec<u64> =
            self.pieces.chunks_exact(2).map(|pair| u64::from(pair[1] - pair[0] - 1)).collect();
        Ok(Some(nim::moore_outcome(self.most as u64, &gaps).into()))
    }

    fn text(&self) -> String {
        let mut cells = vec!['.'; CELLS];
        for (i, &cell) in self.pieces.iter().enumerate() {
            cells[cell as usize] = if i % 2 == 0 { 'W' } else { 'B' };
        }
        let turn = if self.white { 'W' } else { 'B' };
        format!("{} {turn}", cells.into_iter().collect::<String>())
    }

    fn picture(&self) -> Picture {
        Picture::strip(&self.text()[..CELLS]).owned('W', 'B')
    }

    fn called(&self, after: &Self) -> Option<String> {
        let moved = self.pieces.iter().zip(&after.pieces).filter(|(a, b)| a != b);
        let moved: Vec<String> = moved.map(|(a, b)| format!("{} → {}", a + 1, b + 1)).collect();
        Some(moved.join(", "))
    }
}
