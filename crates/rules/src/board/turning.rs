//! Rows of coins that are turned by a code. A position is the number of coins, and a bit for each that shows heads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use farstar_play::{grow, step};

use super::packed::Packed;
use super::text::{draw_rows, read_rows};
use crate::heap::{HeapGame, Spawning};
use crate::language::PositionError;
use crate::language::ast::Piece;
use crate::language::ast::TurningRules;
use crate::position::Key;
use crate::view::View;

/// Most moves of one position that are listed.
const MOST_LISTED: usize = 1 << 22;

/// A row of coins of any length.
#[derive(Debug)]
pub(crate) struct TurningBoard {
    rules: TurningRules,
    /// The sets led by a coin, which is a heap of its place, counted from 1.
    sets: Spawning,
    /// Whether some move was left out, because there were too many.
    overflowed: AtomicBool,
}

fn length(position: &Packed) -> usize {
    position.words()[0] as usize
}

/// Puts a set of heads on a row of so many coins.
fn pack(length: usize, heads: &[u64]) -> Packed {
    Packed::from_words(1 + length.div_ceil(64), |i| match i {
        0 => length as u64,
        i => heads.get(i - 1).copied().unwrap_or(0),
    })
}

/// The places of the heads, counted from 0.
fn places(heads: &[u64]) -> impl Iterator<Item = usize> {
    let bits = |(at, &word): (usize, &u64)| {
        (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * at + bit)
    };
    heads.iter().enumerate().flat_map(bits)
}

impl TurningBoard {
    pub(crate) fn read(rules: &TurningRules, text: &str) -> Result<(Self, Packed), PositionError> {
        let typed = read_rows(&rules.strip, text)?;
        let mut heads = vec![0; typed.cells.len().div_ceil(64)];
        for (place, _) in typed.cells.iter().enumerate().filter(|(_, coin)| **coin == 1) {
            heads[place / 64] |= 1 << (place % 64);
        }
        let sets = Spawning::new(rules.code.clone());
        let board = Self { rules: rules.clone(), sets, overflowed: AtomicBool::new(false) };
        Ok((board, pack(typed.cells.len(), &heads)))
    }

    /// Whether some move was left out.
    pub(crate) fn overflowed(&self) -> bool {
        self.overflowed.load(Ordering::Relaxed)
    }

    pub(crate) fn options(&self, position: &Packed, out: &mut Vec<Packed>) {
        let (length, heads) = (length(position), &position.words()[1..]);
        let listed = out.len();
        for lead in places(heads) {
            let flow = self.each_set(lead, &mut |set| {
                if out.len() - listed == MOST_LISTED {
                    return ControlFlow::Break(());
                }
                let next: Vec<u64> = heads.iter().zip(set).map(|(a, b)| a ^ b).collect();
                grow(out, size_of::<Packed>() + 8 * next.len());
                out.push(pack(length, &next));
                ControlFlow::Continue(())
            });
            if flow.is_break() {
                self.overflowed.store(true, Ordering::Relaxed);
                out.truncate(listed);
                return;
            }
        }
    }

    /// Calls `visit` with every set that the coin in this place may lead, as bits, itself among them.
    fn each_set(
        &self,
        lead: usize,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut set = vec![0; lead / 64 + 1];
        self.sets.visit_options(lead as u32 + 1, &mut |others| {
            step(1 + others.len() as u32);
            set.fill(0);
            for place in others.iter().map(|&heap| heap as usize - 1).chain([lead]) {
                set[place / 64] |= 1 << (place % 64);
            }
            visit(&set)
        })
    }

    /// Coins behind the last head are never turned again.
    fn trimmed(position: &Packed) -> Packed {
        let heads = &position.words()[1..];
        pack(places(heads).last().map_or(0, |last| last + 1), heads)
    }

    pub(crate) fn parts(&self, position: &Packed, out: &mut Vec<Packed>) {
        let part = Self::trimmed(position);
        out.extend((length(&part) > 0).then_some(part));
    }

    pub(crate) fn key(&self, part: &Packed) -> Key<Packed> {
        Key { part: Self::trimmed(part), negative: false }
    }

    pub(crate) fn size(&self, position: &Packed) -> u32 {
        position.words()[1..].iter().map(|word| word.count_ones()).sum()
    }

    /// The row with every coin turned to tails.
    pub(crate) fn tails(position: &Packed) -> Packed {
        pack(length(position), &[])
    }

    /// The places of all coins: none may turn one behind it.
    pub(crate) fn coins(position: &Packed) -> Vec<u32> {
        (0..length(position) as u32).collect()
    }

    /// Calls `visit` with the other coins of every set that the coin in this place may lead.
    pub(crate) fn each_turn(&self, tails: &Packed, lead: u32, visit: &mut dyn FnMut(&[u64])) {
        let mut others = vec![0; tails.words().len() - 1];
        let _ = self.each_set(lead as usize, &mut |set| {
            others[..set.len()].copy_from_slice(set);
            others[lead as usize / 64] &= !(1 << (lead % 64));
            visit(&others);
            ControlFlow::Continue(())
        });
    }

    fn cells(position: &Packed) -> impl Iterator<Item = Piece> {
        let heads = &position.words()[1..];
        (0..length(position)).map(|i| (heads[i / 64] >> (i % 64) & 1) as Piece)
    }

    pub(crate) fn view(&self, position: &Packed) -> View {
        let face = |coin: Piece| Some(self.rules.strip.pieces[usize::from(coin)]);
        let cells: Vec<Option<char>> = Self::cells(position).map(face).collect();
        View::Rows { columns: cells.len(), cells, numbers: Vec::new(), hands: None }
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        let cells: Vec<Option<Piece>> = Self::cells(position).map(Some).collect();
        draw_rows(&self.rules.strip, cells.len(), &cells, 0)
    }
}
