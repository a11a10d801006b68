//! Values of positions of any rulesets together, each by the engine that suits it.
//!
//! Heap games with a take-and-break code go to the engine of Grundy sequences, impartial heaps of two numbers to that
//! of pairs, coins that are turned are valued one by one, Kayles on graphs goes to its own search, rulesets that are
//! proved to end to [`Values`]; of the others, which may be loopy, the graph of all positions is brought to its normal
//! form.

use std::collections::HashMap;
use std::sync::Arc;

use farstar_rules::heap::{HeapSize, Heaps, PairGame};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed, Ruleset, View};
use farstar_value::loopy::{Graph, GraphValues, Loopy};
use farstar_value::{Arena, Calculator, Game, Limits, Player};

use crate::followers::{Followers, followers};
use crate::heap_laws::HeapLaw;
use crate::memory::Memory;
use crate::theorems;
use crate::values::{Progress, Values};
use crate::{Error, Result};
use farstar_impartial::coin::BoardCoins;
use farstar_impartial::kayles;
use farstar_impartial::sequence::{GrundySequence, PairValues, SequenceError};

/// Most moves that are listed where coins are turned: other positions with so many are out of reach.
pub(crate) const MOST_MOVES: u64 = 1 << 20;

/// Most positions of a graph in which play may be endless, and of all such graphs that are kept.
pub const MOST_POSITIONS: usize = 1 << 20;

/// The largest heap that is valued with all smaller ones where moves are not proved to make smaller heaps.
const LARGEST_FALLING: u64 = 1 << 12;

/// Parts that the search on a board has valued before its values are worth keeping: some tenths of a second.
const DEAR: u64 = if cfg!(test) { 1 << 6 } else { 1 << 14 };

/// A move from a position: where it leads, what that is worth, and what it is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The position it reaches.
    pub position: Packed,
    /// Its value.
    pub value: Game,
    /// Whether the mover wins by it, with nothing beside.
    pub wins: bool,
    /// Whether it goes to an option of the canonical form, so that no other moves are needed whatever is beside.
    pub canonical: bool,
}

/// The value of a position of a ruleset whose play may be endless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyValue {
    /// A short game.
    Short(Game),
    /// A loopy one.
    Loopy(Loopy),
}

enum Engine<'a> {
    /// Heaps with a code, and a theorem about their values.
    Sequence(Box<GrundySequence>),
    Coins(Box<BoardCoins>),
    Search(Box<Values<'a>>),
    /// Heaps with a law; the search is for those of which it says nothing.
    Law(Box<HeapLaw>, Box<Values<'a>>),
    /// Kayles on graphs; the search is for components that are too large.
    Kayles(kayles::Rule, Box<Values<'a>>),
    /// Heaps of two numbers with the same moves for both players.
    Pairs(Box<PairValues<PairGame>>),
}

/// What is known of the values of positions of rulesets; it grows with every question.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::ruleset_values::RulesetValues;
/// use farstar_value::{Arena, Limits, text::Notation};
/// let arena = Arena::new();
/// let mut values = RulesetValues::new(&arena);
/// let (kayles, heaps) = ruleset("Kayles")?.position("100000+7")?;
/// let value = values.value(&kayles, &heaps, &Limits::none())?;
/// assert_eq!(arena.calculator().print(value, Notation::Ascii)?, "*3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RulesetValues<'a> {
    arena: &'a Arena,
    /// By the texts that tell boards apart.
    engines: HashMap<Arc<str>, Engine<'a>>,
    threads: usize,
    /// Graphs of positions whose play may be endless, by board, and what their vertices are worth.
    endless: HashMap<Arc<str>, Vec<Endless>>,
    /// Grundy values of heaps of which it is not proved that moves make them smaller, by board; nothing where they do
    /// not.
    falling: HashMap<Arc<str>, Option<Box<GrundySequence>>>,
    /// What other runs have found.
    memory: Option<Arc<dyn Memory>>,
}

/// The positions that play reaches from one, and their values as far as they were asked for.
struct Endless {
    found: Arc<Followers<Packed>>,
    values: GraphValues,
}

/// The Grundy value of a position of heaps of two numbers.
fn of_pairs(
    pairs: &mut PairValues<PairGame>,
    board: &Board,
    position: &Packed,
    limits: &Limits,
) -> Result<u64> {
    let View::Heaps(heaps) = board.view(position) else { return Ok(0) };
    let mut nimber = 0;
    for heap in heaps {
        let pair: Option<Vec<HeapSize>> = heap.into_iter().map(|n| n.try_into().ok()).collect();
        let Some(&[a, b]) = pair.as_deref() else {
            return Err(Error::too_large("a heap of two numbers", format!("at most {}", u32::MAX)));
        };
        nimber ^= pairs.value((a, b), limits)?;
    }
    Ok(nimber.into())
}

impl<'a> RulesetValues<'a> {
    /// Nothing is known yet; values will live in `arena`.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        let (engines, endless, falling) = Default::default();
        Self { arena, engines, threads: 1, endless, falling, memory: None }
    }

    /// Looks values up in a memory before they are searched for, and keeps there what took long to find.
    #[must_use]
    pub fn remembering(mut self, memory: Option<Arc<dyn Memory>>) -> Self {
        self.memory = memory;
        self
    }

    /// Works with so many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The arena in which the values live.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// Bytes of what is known, values in the arena left out, and how many boards it is known of.
    #[must_use]
    pub fn size(&self) -> (u64, usize) {
        let of = |engine: &Engine<'_>| match engine {
            Engine::Sequence(sequence) => sequence.bytes(),
            Engine::Coins(coins) => coins.bytes(),
            Engine::Pairs(pairs) => pairs.bytes(),
            Engine::Search(values) | Engine::Kayles(_, values) | Engine::Law(_, values) => {
                values.table().bytes
            }
        };
        let endless = self.endless.values().flatten().map(|one| one.found.bytes()).sum::<u64>()
            + self.falling.values().flatten().map(|values| values.bytes()).sum::<u64>();
        (
            self.engines.values().map(of).sum::<u64>() + endless,
            self.engines.len() + self.endless.len(),
        )
    }

    /// Numbers of the search on a board, to look at from another thread; there are none where nothing is searched.
    pub fn progress(&mut self, board: &Board) -> Option<Arc<Progress>> {
        match self.engine_of(board) {
            Ok(Engine::Search(values) | Engine::Law(_, values)) => Some(values.progress()),
            _ => None,
        }
    }

    fn engine_of(&mut self, board: &Board) -> Result<&mut Engine<'a>> {
        let made = match self.engines.entry(board.board()) {
            std::collections::hash_map::Entry::Occupied(found) => return Ok(found.into_mut()),
            std::collections::hash_map::Entry::Vacant(place) => place,
        };
        let code = board.rules().code();
        Ok(made.insert(match (code, BoardCoins::of(board)) {
            (Some(code), _) => {
                let sequence = theorems::sequence(board.rules(), Arc::new(code.clone()));
                Engine::Sequence(Box::new(sequence))
            }
            (None, Some(coins)) => Engine::Coins(Box::new(coins)),
            (None, None) => {
                let values = Values::new(self.arena, board.clone())?.threads(self.threads);
                let values = Box::new(values);
                match (kayles::rule_of(board), HeapLaw::of(board.rules())) {
                    (Some(rule), _) => Engine::Kayles(rule, values),
                    (None, Some(law)) => Engine::Law(Box::new(law), values),
                    (None, None) => match board.rules().heap_game() {
                        Ok(Heaps::Pairs(game)) => Engine::Pairs(Box::new(PairValues::new(game))),
                        _ => Engine::Search(values),
                    },
                }
            }
        }))
    }

    /// The value of a position of a ruleset that is proved to end.
    ///
    /// # Errors
    /// Those of [`Values::value`]; a heap too large for its sequence.
    pub fn value(&mut self, board: &Board, position: &Packed, limits: &Limits) -> Result<Game> {
        let values = self.values(board, position, std::slice::from_ref(position), limits)?;
        Ok(values[0])
    }

    /// The values of every way to fill the cells of a board with two pieces, in the order of [`Board::each_filling`].
    ///
    /// # Errors
    /// Those of [`Values::fillings`]; [`Error::NotCovered`] of rulesets that are not searched: heaps, coins, endless
    /// play.
    pub fn fillings(
        &mut self,
        board: &Board,
        position: &Packed,
        pieces: [char; 2],
        limits: &Limits,
    ) -> Result<Vec<Game>> {
        let search = if board.ends() { Some(self.engine_of(board)?) } else { None };
        match search {
            Some(Engine::Search(values) | Engine::Kayles(_, values) | Engine::Law(_, values)) => {
                limits.guard(|| values.fillings(board, position, pieces, limits))?
            }
            _ => Err(Error::not_covered(
                format!("filling the boards of {}", board.rules().name()),
                "it is for boards of cells on which play is proved to end",
            )),
        }
    }

    /// The values of positions that are all reached by play from `root`.
    fn values(
        &mut self,
        board: &Board,
        root: &Packed,
        positions: &[Packed],
        limits: &Limits,
    ) -> Result<Vec<Game>> {
        let calc = self.arena.calculator_with(limits);
        limits.guard(|| self.values_by_engine(calc, board, root, positions, limits))?
    }

    fn values_by_engine(
        &mut self,
        calc: Calculator<'a>,
        board: &Board,
        root: &Packed,
        positions: &[Packed],
        limits: &Limits,
    ) -> Result<Vec<Game>> {
        let memory = self.memory.clone();
        match self.engine_of(board)? {
            Engine::Search(values) => match memory {
                Some(memory) => remembered(&*memory, values, (board, positions), calc, limits),
                None => search(values, positions, limits),
            },
            Engine::Law(law, values) => by_law(law, values, (board, positions), calc, limits),
            Engine::Kayles(rule, values) => {
                match kayles::values((board, *rule), root, positions, limits) {
                    Ok(found) => nimbers(calc, found.into_iter().map(u64::from)),
                    Err(Error::TooLarge { .. }) => search(values, positions, limits),
                    Err(error) => Err(error),
                }
            }
            Engine::Pairs(pairs) => {
                let of = |position| of_pairs(pairs, board, position, limits);
                let found: Result<Vec<u64>> = positions.iter().map(of).collect();
                nimbers(calc, found?.into_iter())
            }
            Engine::Coins(coins) => {
                let found: Result<Vec<u64>> =
                    positions.iter().map(|position| coins.value(position, limits)).collect();
                nimbers(calc, found?.into_iter())
            }
            Engine::Sequence(sequence) => {
                let mut found = Vec::with_capacity(positions.len());
                for position in positions {
                    let mut nimber = 0;
                    for heap in board.heaps(position).unwrap_or_default() {
                        nimber ^= sequence.far(heap, limits)?;
                    }
                    found.push(nimber);
                }
                nimbers(calc, found.into_iter())
            }
        }
    }

    /// The value of a position of any ruleset. Of one that is not proved to end, the graph of all positions that play
    /// can reach is made.
    ///
    /// # Errors Those of [`RulesetValues::value`]; [`Error::TooLarge`] if there are more than [`MOST_POSITIONS`]
    /// positions in the graph.
    pub fn any_value(
        &mut self,
        board: &Board,
        position: &Packed,
        limits: &Limits,
    ) -> Result<AnyValue> {
        if board.ends() {
            return self.value(board, position, limits).map(AnyValue::Short);
        }
        let mut calc = self.arena.calculator_with(limits);
        if let Some(nimber) = self.falling(board, position, limits)? {
            return Ok(AnyValue::Short(calc.nimber(nimber)?));
        }
        let mut parts = Vec::new();
        limits.guard(|| board.parts(position, &mut parts))?;
        let mut sum = None;
        for part in parts {
            let value = self.endless_value(board, &part, &mut calc)?;
            sum = Some(match sum {
                Some(sum) => calc.loopy_add(&sum, &value)?,
                None => value,
            });
        }
        let Some(sum) = sum else { return Ok(AnyValue::Short(Game::ZERO)) };
        if board.overflowed() {
            return Err(Error::overflow());
        }
        Ok(match calc.loopy_to_game(&sum)? {
            Some(game) => AnyValue::Short(game),
            None => AnyValue::Loopy(sum),
        })
    }

    /// The value of a part whose play may be endless: looked up if a graph that is known holds it.
    fn endless_value(
        &mut self,
        board: &Board,
        part: &Packed,
        calc: &mut Calculator<'_>,
    ) -> Result<Loopy> {
        for one in self.endless.get_mut(&board.board()).into_iter().flatten() {
            if let Some(place) = one.found.place(part) {
                return Ok(one.values.value(calc, place)?);
            }
        }
        let limits = calc.limits().clone();
        let found = Arc::new(followers(board, part, MOST_POSITIONS, &limits)?);
        self.keep_endless(board, found, calc)?;
        let known = self.endless.get_mut(&board.board()).and_then(|known| known.last_mut());
        let Some(one) = known else { return Err(too_many()) };
        Ok(one.values.value(calc, 0)?)
    }

    fn keep_endless(
        &mut self,
        board: &Board,
        found: Arc<Followers<Packed>>,
        calc: &mut Calculator<'_>,
    ) -> Result<()> {
        let (ends, targets) = found.vectors();
        let graph = Graph::from_vectors(ends, targets).ok_or_else(too_many)?;
        let values = GraphValues::new(calc, graph)?;
        let held: usize = self.endless.values().flatten().map(|one| one.values.len()).sum();
        if held + values.len() > MOST_POSITIONS {
            self.endless.clear();
        }
        self.endless.entry(board.board()).or_default().push(Endless { found, values });
        Ok(())
    }

    /// The positions that play reaches from one, found once for all questions of which it is the root.
    ///
    /// # Errors
    /// Those of [`followers`].
    pub fn followers(
        &mut self,
        board: &Board,
        position: &Packed,
        most: usize,
        limits: &Limits,
    ) -> Result<Arc<Followers<Packed>>> {
        let known = self.endless.get(&board.board()).into_iter().flatten();
        if let Some(one) =
            known.into_iter().find(|one| one.found.positions.first() == Some(position))
        {
            return Ok(Arc::clone(&one.found));
        }
        let found = Arc::new(followers(board, position, most, limits)?);
        let mut parts = Vec::new();
        limits.guard(|| board.parts(position, &mut parts))?;
        if found.positions.len() <= MOST_POSITIONS && parts.as_slice() == [position.clone()] {
            self.keep_endless(board, Arc::clone(&found), &mut self.arena.calculator_with(limits))?;
        }
        Ok(found)
    }

    /// The Grundy value of a position of heaps of one number, none of them large, whose moves make smaller heaps,
    /// though that may not be proved; nothing of others.
    fn falling(
        &mut self,
        board: &Board,
        position: &Packed,
        limits: &Limits,
    ) -> Result<Option<u64>> {
        let Some(heaps) = board.heaps(position) else { return Ok(None) };
        if heaps.iter().any(|&heap| heap > LARGEST_FALLING) {
            return Ok(None);
        }
        let known = self.falling.entry(board.board()).or_insert_with(|| {
            let game = board.rules().heap_game().ok().and_then(|heaps| heaps.single().ok());
            game.map(|game| Box::new(GrundySequence::shared(game)))
        });
        let Some(values) = known else { return Ok(None) };
        let mut nimber = 0;
        for heap in heaps {
            nimber ^= match values.find(heap, limits) {
                Ok(value) => u64::from(value),
                Err(SequenceError::NotShrinking { .. } | SequenceError::Overflow { .. }) => {
                    *known = None;
                    return Ok(None);
                }
                Err(error) => return Err(error.into()),
            };
        }
        Ok(Some(nimber))
    }

    /// Whether a position is a sum of several parts, of each of which all play ends though the rules need not say so;
    /// or of heaps of which moves make several smaller ones.
    ///
    /// # Errors
    /// Those of [`followers`].
    pub fn parts_end(
        &mut self,
        board: &Board,
        position: &Packed,
        most: usize,
        limits: &Limits,
    ) -> Result<bool> {
        let mut parts = Vec::new();
        limits.guard(|| board.parts(position, &mut parts))?;
        if self.falling(board, position, limits)?.is_some() {
            // sums that moves make of a heap are many positions
            let mut options = Vec::new();
            limits.guard(|| board.options(position, Player::Left, &mut options))?;
            let count = |position: &Packed| board.heaps(position).map_or(0, |heaps| heaps.len());
            if options.iter().any(|option| count(option) > count(position)) {
                return Ok(true);
            }
        }
        if parts.len() < 2 {
            return Ok(false);
        }
        for part in &parts {
            if !self.followers(board, part, most, limits)?.ends() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every move of `player`, each position once, with its value; those that win first, then those to canonical
    /// options.
    ///
    /// # Errors
    /// Those of [`RulesetValues::value`]; [`Error::TooLarge`] for positions with too many moves to list.
    pub fn moves(
        &mut self,
        board: &Board,
        position: &Packed,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<ValuedMove>> {
        let value = self.value(board, position, limits)?;
        let mut calc = self.arena.calculator_with(limits);
        let canonical = calc.options(value, player)?;
        if let Engine::Coins(coins) = self.engine_of(board)?
            && coins.moves(position, limits)? > MOST_MOVES
        {
            return Err(too_many_moves(board));
        }
        let mut options = Vec::new();
        limits.guard(|| board.options(position, player, &mut options))?;
        if board.overflowed() {
            return Err(too_many_moves(board));
        }
        options.sort_unstable();
        options.dedup();
        let values = self.values(board, position, &options, limits)?;
        let mut moves = Vec::with_capacity(options.len());
        for (position, value) in options.into_iter().zip(values) {
            let wins = match player {
                Player::Left => calc.ge(value, Game::ZERO)?,
                Player::Right => calc.le(value, Game::ZERO)?,
            };
            let canonical = canonical.contains(&value);
            moves.push(ValuedMove { position, value, wins, canonical });
        }
        moves.sort_by_key(|one| (!one.wins, !one.canonical));
        Ok(moves)
    }
}

fn search(values: &mut Values<'_>, positions: &[Packed], limits: &Limits) -> Result<Vec<Game>> {
    positions.iter().map(|position| values.value(position, limits)).collect()
}

/// Values that a memory has, and a search for the others; what that took long for goes to the memory.
fn remembered(
    memory: &dyn Memory,
    values: &mut Values<'_>,
    (board, positions): (&Board, &[Packed]),
    mut calc: Calculator<'_>,
    limits: &Limits,
) -> Result<Vec<Game>> {
    let text = board.board();
    let mut found = Vec::with_capacity(positions.len());
    for position in positions {
        let known = memory.value(&text, position.words());
        // bytes that are no value in canonical form are no value
        let known = match known.map(|bytes| calc.decode(&bytes)) {
            Some(Err(farstar_value::Error::Stopped(stopped))) => return Err(stopped.into()),
            known => known.and_then(farstar_value::Result::ok),
        };
        let value = match known {
            Some(value) => value,
            None => {
                let value = values.value(position, limits)?;
                if values.table().entries >= DEAR
                    && let Ok(bytes) = calc.encode(value)
                {
                    memory.keep(&text, position.words(), &bytes);
                }
                value
            }
        };
        found.push(value);
    }
    Ok(found)
}

/// Values by a law, heap by heap; equal heaps are valued once.
fn by_law(
    law: &mut HeapLaw,
    values: &mut Values<'_>,
    (board, positions): (&Board, &[Packed]),
    mut calc: Calculator<'_>,
    limits: &Limits,
) -> Result<Vec<Game>> {
    let mut found = Vec::with_capacity(positions.len());
    for position in positions {
        let View::Heaps(mut heaps) = board.view(position) else {
            return search(values, positions, limits);
        };
        heaps.sort_unstable();
        let mut sum = Game::ZERO;
        for equal in heaps.chunk_by(|a, b| a == b) {
            let Some(one) = law.value(&equal[0], &mut calc)? else {
                return search(values, positions, limits);
            };
            let all = calc.multiple(&equal.len().into(), one)?;
            sum = calc.add(sum, all)?;
        }
        found.push(sum);
    }
    Ok(found)
}

/// What is known of the values of all heaps of a ruleset, in words, if there is a law.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::ruleset_values::heap_law;
/// assert_eq!(heap_law(&ruleset("Cutcake")?), Some("the theorem on Cutcake"));
/// assert_eq!(heap_law(&ruleset("Eatcake")?), None);
/// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
/// ```
#[must_use]
pub fn heap_law(rules: &Ruleset) -> Option<&'static str> {
    HeapLaw::of(rules).map(|law| law.name())
}

fn nimbers(mut calc: Calculator<'_>, of: impl Iterator<Item = u64>) -> Result<Vec<Game>> {
    of.map(|nimber| Ok(calc.nimber(nimber)?)).collect()
}

fn too_many_moves(board: &Board) -> Error {
    Error::too_large(
        format!("the moves of this position of {}", board.rules().name()),
        "there are too many to list them all",
    )
}

fn too_many() -> Error {
    Error::too_large(
        "a position of a loopy ruleset whose play reaches too many others",
        format!(
            "at most {MOST_POSITIONS} positions, as loopy values are found from the whole graph"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_rules::builtin::{ruleset, rulesets};
    use farstar_value::SplitMix64;
    use farstar_value::text::Notation;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Vertices with their pieces and edges between them, as text.
    fn random_graph(random: &mut SplitMix64, pieces: &[char], vertices: u64, edges: u64) -> String {
        let mut words: Vec<String> = (0..vertices)
            .map(|v| format!("v{v}:{}", pieces[random.below(pieces.len() as u64) as usize]))
            .collect();
        for _ in 0..edges {
            let (a, b) = (random.below(vertices), random.below(vertices));
            words.extend((a != b).then(|| format!("v{a}-v{b}")));
        }
        words.join(", ")
    }

    #[test]
    fn pairs_have_the_values_of_their_rules() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let halved = "game Halved\nheap a b\nBoth: (a,b) -> (a/2,b) if a > 0\n (a,b) -> (a,b-1)";
        let halved: Ruleset = halved.parse().unwrap();
        // 10^9 is 2^9 times an odd number, and has no place in a row of values
        for (rules, text, nimber) in [
            (&halved, "(1000000000,2)", 1),
            (&halved, "(5,3)+(2,2)", 0),
            (&ruleset("wythoff").unwrap(), "(10,20)+(1,3)", 28 ^ 4),
        ] {
            let (board, position) = rules.position(text).unwrap();
            let mut values = RulesetValues::new(&arena);
            assert!(matches!(values.engine_of(&board), Ok(Engine::Pairs(..))), "{text}");
            let value = values.value(&board, &position, &Limits::none()).unwrap();
            assert_eq!(value, calc.nimber(nimber).unwrap(), "{text}");
        }
    }

    #[test]
    fn kayles_on_graphs_has_the_values_of_its_rules() {
        let arena = Arena::new();
        let none = Limits::none();
        let mut random = SplitMix64::new(33);
        let own = "game Mine\ngraph of . #\nBoth: . -> #, around . -> #".parse().unwrap();
        let mut rules: Vec<_> = ["Node Kayles", "Arc Kayles", "Looped Arc Kayles"]
            .map(|name| ruleset(name).unwrap())
            .into();
        rules.push(own);
        for rules in rules {
            let pieces = rules.pieces();
            for round in 0..25 {
                let vertices = 1 + round % 9;
                let edges = random.below(vertices + 3);
                // mostly vertices that are there
                let pieces = [pieces[0], pieces[0], pieces[0], pieces[pieces.len() - 1], pieces[1]];
                let text = random_graph(&mut random, &pieces, vertices, edges);
                let (board, start) = rules.position(&text).unwrap();
                let mut general = Values::new(&arena, board.clone()).unwrap();
                let mut values = RulesetValues::new(&arena);
                assert!(matches!(values.engine_of(&board), Ok(Engine::Kayles(..))), "{text}");
                let wanted = general.value(&start, &none).unwrap();
                assert_eq!(values.value(&board, &start, &none), Ok(wanted), "{text}");
                for one in values.moves(&board, &start, Player::Left, &none).unwrap() {
                    assert_eq!(one.value, general.value(&one.position, &none).unwrap(), "{text}");
                }
            }
        }
    }

    #[test]
    fn large_sparse_graphs_of_kayles_are_valued() {
        let arena = Arena::new();
        let none = Limits::none();
        let path = |from: u64, to: u64| -> Vec<String> {
            (from + 1..to).map(|v| format!("v{}-v{v}", v - 1)).collect()
        };
        let node = ruleset("Node Kayles").unwrap();
        let nim = |text: &str| {
            let (board, start) = node.position(text).unwrap();
            let value = RulesetValues::new(&arena).value(&board, &start, &none).unwrap();
            arena.calculator().as_nimber(value).unwrap()
        };
        // Dawson's chess, 0.137, has the period 34; Guy and Smith 1956.
        assert_eq!(nim(&path(0, 1000).join(", ")), nim(&path(0, 1000 - 34 * 20).join(", ")));
        // A long tail on a small tree: the value is that of its moves.
        let legs = [path(0, 90), path(100, 105), path(200, 203), path(300, 302)].concat();
        let tree = format!("{}, v3-v102, v102-v201, v201-v300", legs.join(", "));
        let (board, start) = node.position(&tree).unwrap();
        let mut values = RulesetValues::new(&arena);
        let calc = arena.calculator();
        let value = values.value(&board, &start, &none).unwrap();
        let moves = values.moves(&board, &start, Player::Right, &none).unwrap();
        let reached = moves.iter().map(|one| calc.as_nimber(one.value).unwrap() as u32);
        let mex = u64::from(farstar_impartial::digraph::mex(reached.collect::<Vec<u32>>()));
        assert_eq!(calc.as_nimber(value), Some(mex));
        // A tree that is too large for the search of Kayles goes to the general one, which limits stop.
        let limits = Limits::none().nodes(2000);
        let tree: Vec<String> = (1..200).map(|v| format!("v{}-v{v}", v / 2)).collect();
        let (board, start) = node.position(&tree.join(", ")).unwrap();
        let stopped = values.value(&board, &start, &limits);
        assert!(matches!(stopped, Err(Error::Stopped(_))), "{stopped:?}");
    }

    #[test]
    fn heap_games_with_a_code_have_the_values_of_their_rules() {
        let arena = Arena::new();
        let mut known = RulesetValues::new(&arena);
        let mut codes = 0;
        for rules in rulesets().into_iter().filter(|rules| rules.code().is_some()) {
            codes += 1;
            for n in 0..26 {
                let (board, start) = rules.position(&n.to_string()).unwrap();
                let mut played = Values::new(&arena, board.clone()).unwrap();
                let wanted = played.value(&start, &Limits::none()).unwrap();
                let found = known.value(&board, &start, &Limits::none()).unwrap();
                assert_eq!(found, wanted, "{} {n}", rules.name());
            }
        }
        assert!(codes >= 10, "{codes}");
    }

    #[test]
    fn values_of_loopy_rulesets_are_found_from_their_graphs() {
        // Siegel, Loopy games and computation: ttt..fff
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let rules = ruleset("Backsliding Toads and Frogs").unwrap();
        let mut known = RulesetValues::new(&arena);
        for (text, wanted) in
            [("TTT..FFF", "{on||0|-1/2} & {1/2|0||off}"), ("T.", "on"), (".F", "off"), ("TF", "0")]
        {
            let (board, start) = rules.position(text).unwrap();
            let value = known.any_value(&board, &start, &Limits::none()).unwrap();
            let shown = match value {
                AnyValue::Short(game) => calc.print(game, Notation::Ascii).unwrap(),
                AnyValue::Loopy(value) => calc.loopy_print(&value).unwrap(),
            };
            assert_eq!(shown, wanted, "{text}");
        }
    }

    /// A board and a position on it.
    type Place = (String, Vec<u64>);

    /// A memory that tells how often it was asked in vain.
    #[derive(Default)]
    struct Kept {
        values: Mutex<HashMap<Place, Vec<u8>>>,
        in_vain: AtomicUsize,
    }

    impl Memory for Kept {
        fn value(&self, board: &str, position: &[u64]) -> Option<Vec<u8>> {
            let key = (board.to_owned(), position.to_vec());
            let known = self.values.lock().unwrap().get(&key).cloned();
            self.in_vain.fetch_add(usize::from(known.is_none()), Ordering::Relaxed);
            known
        }

        fn keep(&self, board: &str, position: &[u64], value: &[u8]) {
            let key = (board.to_owned(), position.to_vec());
            self.values.lock().unwrap().insert(key, value.to_vec());
        }
    }

    #[test]
    fn what_took_long_is_remembered_and_what_is_no_value_found_again() {
        let none = Limits::none();
        for (name, text) in [("Domineering", "4x5"), ("Clobber", "XOXO|OXOX|XOXO")] {
            let (board, start) = ruleset(name).unwrap().position(text).unwrap();
            let kept = Arc::new(Kept::default());
            let printed = |memory: Option<Arc<Kept>>| {
                let arena = Arena::new();
                let memory = memory.map(|kept| kept as Arc<dyn Memory>);
                let mut values = RulesetValues::new(&arena).remembering(memory);
                let mut calc = arena.calculator();
                let moves = values.moves(&board, &start, Player::Left, &none).unwrap();
                let told = moves.into_iter().map(|one| {
                    (one.position, calc.print(one.value, Notation::Ascii).unwrap(), one.wins)
                });
                told.collect::<Vec<_>>()
            };
            let wanted = printed(None);
            for bytes in [None, Some(Vec::new()), Some(vec![0xF5, 1, 1, 0, 0])] {
                if let Some(bytes) = bytes {
                    kept.values.lock().unwrap().values_mut().for_each(|one| *one = bytes.clone());
                }
                assert_eq!(printed(Some(Arc::clone(&kept))), wanted, "{name}");
                kept.in_vain.store(0, Ordering::Relaxed);
                assert_eq!(printed(Some(Arc::clone(&kept))), wanted, "{name}");
                // the root and all moves were there
                assert_eq!(kept.in_vain.load(Ordering::Relaxed), 0, "{name}");
            }
        }
    }

    #[test]
    fn winning_moves_come_first() {
        let arena = Arena::new();
        let (board, start) = ruleset("Nim").unwrap().position("1+2+4").unwrap();
        let mut known = RulesetValues::new(&arena);
        let moves = known.moves(&board, &start, Player::Left, &Limits::none()).unwrap();
        assert_eq!(board.draw(&moves[0].position), "1+2+3");
        assert!(moves[0].wins && !moves[1].wins);
        assert_eq!(moves.len(), 7);
    }
}
