//! Sums of heaps of one game under misère play, decided by the misère quotient of the game.

use super::{Component, OutcomeSearch};
use crate::Result;
use farstar_impartial::digraph::Outcome;
use farstar_impartial::misere::{
    InfiniteQuotient, MisereQuotient, QuotientEnd, TameHeaps, misere_nim_outcome,
};
use farstar_play::Limits;
use farstar_rules::Board;
use farstar_rules::heap::HeapCode;
use std::sync::LazyLock;

/// A quotient with more classes is not looked for, nor one that takes more nodes or more than this part of the time:
/// the search may be quicker.
const MOST_CLASSES: usize = 1024;
const MOST_NODES: u64 = 1 << 22;
const PART_OF_TIME: f64 = 0.25;
/// Sums of so many beans have so few positions, no more than that number has partitions (147 273), that fewer nodes are
/// spent on a quotient.
const FEW_BEANS: u64 = 48;
const FEW_NODES: u64 = 1 << 18;

/// Nim, of which Bouton tells.
static NIM: LazyLock<Option<HeapCode>> = LazyLock::new(|| "0.[3]".parse().ok());

/// The heaps of a game, and its quotient as far as it was asked for.
pub(super) struct Heaps {
    game: Board,
    tame: TameHeaps,
    quotient: Option<MisereQuotient>,
    /// Where that ends, the infinite quotient with one heap more, if it was asked for and found.
    infinite: Option<Option<InfiniteQuotient>>,
}

impl Heaps {
    /// A board of heaps of a game that has a code.
    pub(super) fn of(game: &Board) -> Option<Self> {
        game.rules().code()?;
        let (tame, quotient, infinite) = (TameHeaps::default(), None, None);
        Some(Self { game: game.clone(), tame, quotient, infinite })
    }

    /// Whether who is to move loses heaps, if the quotient tells.
    fn is_lost(&mut self, heaps: &[u32], limits: &Limits) -> Option<bool> {
        let code = self.game.rules().code()?;
        if NIM.as_ref() == Some(code) {
            let heaps: Vec<u64> = heaps.iter().copied().map(u64::from).collect();
            return Some(misere_nim_outcome(&heaps) == Outcome::P);
        }
        if let Ok(Some(lost)) = self.tame.is_lost(code, heaps, limits) {
            return Some(lost);
        }
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let wanted = self
            .quotient
            .as_ref()
            .is_none_or(|quotient| quotient.value(largest).is_none() && quotient.end().is_none());
        let beans: u64 = heaps.iter().map(|&heap| u64::from(heap)).sum();
        let limits = || Limits {
            nodes: Some(if beans <= FEW_BEANS { FEW_NODES } else { MOST_NODES }),
            bytes: limits.bytes.map(|bytes| bytes / 4),
            ..limits.share(PART_OF_TIME)
        };
        if wanted {
            let to = largest.min(MOST_HEAPS);
            // games with moves that make larger heaps have none
            let found = MisereQuotient::of_heap_game(code, to, MOST_CLASSES, &limits());
            (self.quotient, self.infinite) = (found.ok(), None);
        }
        let quotient = self.quotient.as_ref()?;
        let next = quotient.to() + 1;
        if quotient.end() == Some(QuotientEnd::Order) && largest == next {
            let find = || quotient.infinite_with_next(code, &limits()).ok().flatten();
            return self.infinite.get_or_insert_with(find).as_ref()?.is_lost(heaps);
        }
        quotient.is_lost(heaps)
    }
}

/// The largest heap up to which a quotient is looked for; periods reach beyond.
const MOST_HEAPS: u32 = 4096;

impl OutcomeSearch<'_> {
    /// Whether who is to move loses a sum, if it is of heaps of one game whose misère quotient tells.
    pub(super) fn is_lost_by_quotient(
        &mut self,
        sum: &[Component],
        limits: &Limits,
    ) -> Result<Option<bool>> {
        let mut one: Option<u32> = None;
        let mut all = Vec::new();
        for component in sum {
            let Component::Position { board, position } = component else { return Ok(None) };
            let of = |board: u32| self.quotients.get(board as usize)?.as_ref();
            let Some(heaps) = of(*board) else { return Ok(None) };
            // each position that is typed has a board of its own
            let first = of(*one.get_or_insert(*board)).and_then(|first| first.game.rules().code());
            if first != heaps.game.rules().code() {
                return Ok(None);
            }
            for heap in heaps.game.heaps(position).unwrap_or_default() {
                let Ok(heap) = u32::try_from(heap) else { return Ok(None) };
                all.push(heap);
            }
        }
        let heaps = one.and_then(|board| self.quotients.get_mut(board as usize)?.as_mut());
        Ok(heaps.and_then(|heaps| heaps.is_lost(&all, limits)))
    }
}
