//! Boards of heaps of a game that is known by its rules on one heap: the positions, their moves, and how they are
//! typed.

use std::ops::ControlFlow;
use std::sync::Arc;

use farstar_rules::Packed;
use farstar_rules::heap::{HeapCode, HeapGame, HeapSize, PairGame};
use farstar_rules::position::{GameGraph, Key};
use farstar_value::Player;

/// Moves that are listed of one position.
const MOST_LISTED: usize = 1 << 21;
/// Moves that are looked at one by one, where all heaps are of a code.
const MOST_VISITED: u64 = 1 << 20;

/// The rules on one heap. A position is the sum of its heaps, whatever their order; empty heaps are left out.
#[derive(Clone)]
pub enum HeapRules {
    /// A heap is a number of tokens.
    Single(Arc<dyn HeapGame>),
    /// A heap is a pair of numbers.
    Pair(PairGame),
}

impl HeapRules {
    /// The game's own name, by which boards are told apart.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Single(game) => game.name(),
            Self::Pair(game) => game.name(),
        }
    }

    /// The position of heaps of one number each.
    #[must_use]
    pub fn of_sizes(sizes: &[HeapSize]) -> Packed {
        let mut words: Vec<u64> = sizes.iter().filter(|&&n| n > 0).map(|&n| u64::from(n)).collect();
        words.sort_unstable();
        Packed::new(&words)
    }

    /// The position of heaps of one number each, however large.
    #[must_use]
    pub fn of_large_sizes(sizes: &[u64]) -> Packed {
        let mut words: Vec<u64> = sizes.iter().copied().filter(|&n| n > 0).collect();
        words.sort_unstable();
        Packed::new(&words)
    }

    /// Whether a heap is so large that its moves cannot even be visited.
    pub(super) fn is_too_large(&self, position: &Packed) -> bool {
        matches!(self, Self::Single(_))
            && position.words().iter().any(|&word| HeapSize::try_from(word).is_err())
    }

    /// The position of heaps of two numbers each.
    #[must_use]
    pub fn of_pairs(pairs: &[(HeapSize, HeapSize)]) -> Packed {
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        let words = pairs.iter().flat_map(|&(a, b)| [u64::from(a), u64::from(b)]);
        Packed::new(&words.collect::<Vec<u64>>())
    }

    /// The heaps of a position as they are typed, joined by `+`.
    #[must_use]
    pub fn draw(&self, position: &Packed) -> String {
        let heaps: Vec<String> = match self {
            Self::Single(_) => position.words().iter().map(u64::to_string).collect(),
            Self::Pair(_) => pairs(position).iter().map(|(a, b)| format!("({a},{b})")).collect(),
        };
        if heaps.is_empty() { "0".to_owned() } else { heaps.join("+") }
    }

    /// Calls `visit` with every position that a move leaves, until it breaks. Of equal heaps only one is moved in. It
    /// breaks at once where a heap is too large to be visited.
    pub(super) fn visit_options(
        &self,
        position: &Packed,
        visit: &mut dyn FnMut(Packed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_too_large(position) {
            return ControlFlow::Break(());
        }
        match self {
            Self::Single(game) => each_option(
                &sizes(position),
                &|heap, parts| game.visit_options(heap, parts),
                &mut |next| visit(Self::of_sizes(next)),
            ),
            Self::Pair(game) => each_option(
                &pairs(position),
                &|heap, parts| game.visit_options(heap, parts),
                &mut |next| visit(Self::of_pairs(next)),
            ),
        }
    }

    /// The code of the game, if it has one.
    pub(super) fn code(&self) -> Option<&HeapCode> {
        match self {
            Self::Single(game) => game.code(),
            Self::Pair(_) => None,
        }
    }

    /// Whether heaps of a code have too many moves to look at each.
    #[must_use]
    pub fn has_many_moves(&self, heaps: &[u64]) -> bool {
        let Some(code) = self.code() else { return false };
        let moves = heaps.iter().map(|&heap| code.about_moves(heap));
        moves.fold(0, u64::saturating_add) > MOST_VISITED
    }

    /// The position with other heaps in place of that at a place, which are sorted.
    pub(super) fn replaced(position: &Packed, at: usize, parts: &[u64]) -> Packed {
        let heaps = position.words();
        Self::of_large_sizes(&[&heaps[..at], &heaps[at + 1..], parts].concat())
    }

    /// A position that a move leaves, if there is one; of heaps with too many moves to list too.
    #[must_use]
    pub fn first_option(&self, position: &Packed) -> Option<Packed> {
        if let Some(code) = self.code() {
            let first = |(at, &heap): (usize, &u64)| {
                code.first_left(heap).map(|parts| Self::replaced(position, at, &parts))
            };
            return position.words().iter().enumerate().find_map(first);
        }
        let mut option = None;
        let _ = self.visit_options(position, &mut |to| {
            option = Some(to);
            ControlFlow::Break(())
        });
        option
    }

    /// Whether a move leaves a position, however many there are; of games without a code nothing is said.
    #[must_use]
    pub fn leaves(&self, position: &Packed, to: &Packed) -> Option<bool> {
        let code = self.code()?;
        let (heaps, left) = (position.words(), to.words());
        Some((0..heaps.len()).any(|at| {
            // what is left of the heap at this place: the others are among those that are there now
            let (mut parts, mut others) = (left.to_vec(), heaps.to_vec());
            others.remove(at);
            let all = others.iter().all(|other| {
                let place = parts.iter().position(|part| part == other);
                place.map(|place| parts.swap_remove(place)).is_some()
            });
            all && code.leaves(heaps[at], &parts)
        }))
    }

    /// Every position that a move leaves, in order; `None` if there are too many to list.
    #[must_use]
    pub fn options(&self, position: &Packed) -> Option<Vec<Packed>> {
        let mut options = Vec::new();
        let visited = self.visit_options(position, &mut |option| {
            options.push(option);
            match options.len() {
                MOST_LISTED => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        options.sort_unstable();
        options.dedup();
        visited.is_continue().then_some(options)
    }
}

/// The moves of one heap, each shown as the heaps that it leaves.
type Moves<'m, H> = &'m dyn Fn(H, &mut dyn FnMut(&[H]) -> ControlFlow<()>) -> ControlFlow<()>;

/// Calls `visit` with all heaps after every move in one of them, until it breaks. Of equal heaps, which lie side by
/// side, only one is moved in.
fn each_option<H: Copy + PartialEq>(
    heaps: &[H],
    moves: Moves<'_, H>,
    visit: &mut dyn FnMut(&[H]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut next = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        if at > 0 && heaps[at - 1] == heap {
            continue;
        }
        moves(heap, &mut |parts| {
            next.clear();
            next.extend_from_slice(&heaps[..at]);
            next.extend_from_slice(&heaps[at + 1..]);
            next.extend_from_slice(parts);
            visit(&next)
        })?;
    }
    ControlFlow::Continue(())
}

/// The sizes of the heaps of a position.
pub(super) fn sizes(position: &Packed) -> Vec<HeapSize> {
    position.words().iter().map(|&word| word as HeapSize).collect()
}

/// The heaps of a position, each of two numbers.
pub(super) fn pairs(position: &Packed) -> Vec<(HeapSize, HeapSize)> {
    let pairs = position.words().chunks_exact(2);
    pairs.map(|pair| (pair[0] as HeapSize, pair[1] as HeapSize)).collect()
}

/// Heaps as a ruleset. Their Grundy values come from sequences and tables; the codes of parts are asked for by nobody.
pub(super) struct HeapBoard(pub(super) HeapRules);

impl GameGraph for HeapBoard {
    type Position = Packed;
    type Key = Packed;

    fn options(&self, position: &Packed, _player: Player, options: &mut Vec<Packed>) {
        options.extend(self.0.options(position).unwrap_or_default());
    }

    fn key(&self, part: &Packed) -> Key<Packed> {
        Key { part: part.clone(), negative: false }
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn draw(&self, position: &Packed) -> String {
        self.0.draw(position)
    }
}
