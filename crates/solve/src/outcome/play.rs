//! Moves in sums, and which of them win.

use std::ops::ControlFlow;
use std::time::Instant;

use farstar_rules::Packed;
use farstar_value::{Game, Limits, Player, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};

use super::heap::HeapRules;
use super::{Component, OutcomeSearch};
use crate::{Error, Result};
use farstar_play::Meter;

/// Nodes after which the winner after a move is looked for when all others have been tried.
const FIRST_LOOK: u64 = if cfg!(test) { 1 } else { 1 << 9 };

/// Moves of one heap that are shown where there are too many of them for a list.
const MOST_BY_LAW: usize = 32;

/// What a move makes of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Another position on the same board.
    Position(Packed),
    /// A canonical option of a value.
    Value(Game),
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component in the sum.
    pub component: usize,
    /// What becomes of it.
    pub to: Target,
}

impl Move {
    /// What becomes of the component, which is the one moved in.
    #[must_use]
    pub fn changed(&self, component: &Component) -> Component {
        match (component, &self.to) {
            (Component::Position { board, .. }, Target::Position(position)) => {
                Component::Position { board: *board, position: position.clone() }
            }
            (_, Target::Value(value)) => Component::Value(*value),
            (component, Target::Position(_)) => component.clone(),
        }
    }

    /// The sum after the move.
    #[must_use]
    pub fn apply(&self, sum: &[Component]) -> Vec<Component> {
        let mut next = sum.to_vec();
        next[self.component] = self.changed(&sum[self.component]);
        next
    }
}

/// Is shown a move and whether it wins, until it breaks.
pub(super) type Visit<'v, S> = &'v mut dyn FnMut(&S, Move, bool) -> ControlFlow<()>;

impl OutcomeSearch<'_> {
    /// Every move of a player: by component, then sorted; each position reached is named once.
    ///
    /// # Errors
    /// Those of the options of values; [`Error::TooLarge`] for heaps with too many moves to list.
    pub fn moves(&mut self, sum: &[Component], player: Player) -> Result<Vec<Move>> {
        let mut moves = Vec::new();
        for (at, component) in sum.iter().enumerate() {
            match component {
                Component::Position { board, position } => {
                    let options = self.options(*board, position, player)?;
                    moves.extend(
                        options
                            .into_iter()
                            .map(|to| Move { component: at, to: Target::Position(to) }),
                    );
                }
                Component::Value(value) => {
                    let options = self.values.calc.options(*value, player)?;
                    moves.extend(
                        options.into_iter().map(|to| Move { component: at, to: Target::Value(to) }),
                    );
                }
            }
        }
        Ok(moves)
    }

    /// Whether the other player, who is to move after a move of `player`, loses.
    ///
    /// # Errors
    /// Those of [`OutcomeSearch::outcome`].
    pub fn is_winning(
        &mut self,
        sum: &[Component],
        one: &Move,
        player: Player,
        limits: &Limits,
    ) -> Result<bool> {
        Ok(!self.wins(&one.apply(sum), player.opponent(), limits)?)
    }

    /// The positions that a player can move to, sorted, each once.
    fn options(&mut self, board: u32, position: &Packed, player: Player) -> Result<Vec<Packed>> {
        let too_many = |shown: String| {
            Error::too_large(format!("the moves of {shown}"), "there are too many to list them all")
        };
        if let Some(rules) = self.heap_rules(board) {
            return rules.options(position).ok_or_else(|| {
                too_many(format!("{} in {}", self.ruleset(board).draw(position), rules.name()))
            });
        }
        if let Some(Some(closed)) = self.closed.get_mut(board as usize)
            && closed.has_many_moves(position, &Limits::none())?
        {
            return Err(too_many("this position".to_owned()));
        }
        let mut options = Vec::new();
        self.ruleset(board).options(position, player, &mut options);
        if self.ruleset(board).overflowed() {
            return Err(too_many("this position".to_owned()));
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// The moves of a player after which the other, who is then to move, loses.
    ///
    /// # Errors
    /// Those of [`OutcomeSearch::outcome`].
    pub fn winning_moves(
        &mut self,
        sum: &[Component],
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Move>> {
        let mut winning = Vec::new();
        self.judge_moves(sum, player, limits, &mut |_, one, wins| {
            if wins {
                winning.push(one);
            }
            ControlFlow::Continue(())
        })?;
        Ok(winning)
    }

    /// Calls `visit` with every move and whether it wins, until it breaks, as soon as that is found: in the order of
    /// [`OutcomeSearch::moves`], but those that are hard to judge after all others, and those in heaps as the rules
    /// give them, which are never listed as a whole; in heaps of a game known by its rules on one heap only those that
    /// win.
    ///
    /// # Errors
    /// Those of [`OutcomeSearch::outcome`]; what was visited until then is so.
    pub fn judge_moves(
        &mut self,
        sum: &[Component],
        player: Player,
        limits: &Limits,
        visit: Visit<'_, Self>,
    ) -> Result<()> {
        let mut few = limits.clone();
        few.nodes = Some(limits.nodes.map_or(FIRST_LOOK, |nodes| nodes.min(FIRST_LOOK)));
        let begin = self.judges_together(sum, limits).then(Instant::now);
        let mut hard = Vec::new();
        for (at, component) in sum.iter().enumerate() {
            let flow = if let Component::Position { board, position } = component
                && let Some(rules) = self.heap_rules(*board).cloned()
            {
                let heap = (at, *board, position);
                self.winning_in_heaps(sum, heap, &rules, player, limits, visit)?
            } else {
                let mut moves =
                    limits.guard(|| self.moves(std::slice::from_ref(component), player))??;
                moves.iter_mut().for_each(|one| one.component = at);
                self.judge_each(sum, &moves, (player, begin), &few, Some(&mut hard), visit)?
            };
            if flow.is_break() {
                return Ok(());
            }
        }
        self.judge_each(sum, &hard, (player, begin), limits, None, visit).map(|_| ())
    }

    /// Judges moves one after the other, and from some time after `begin` on by all threads. Those that a bound on
    /// nodes leaves open are appended to `open`, if there is such a list.
    fn judge_each(
        &mut self,
        sum: &[Component],
        moves: &[Move],
        (player, begin): (Player, Option<Instant>),
        limits: &Limits,
        mut open: Option<&mut Vec<Move>>,
        visit: Visit<'_, Self>,
    ) -> Result<ControlFlow<()>> {
        for (at, one) in moves.iter().enumerate() {
            let rest = &moves[at..];
            if rest.len() > 1 && begin.is_some_and(|begin| self.calls(begin)) {
                return self.judge_together(sum, rest, player, limits, open, visit);
            }
            let wins = match (self.is_winning(sum, one, player, limits), &mut open) {
                (Err(Error::Stopped(Stopped::Nodes)), Some(open)) => {
                    open.push(one.clone());
                    continue;
                }
                (wins, _) => wins?,
            };
            if visit(self, one.clone(), wins).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn winning_in_heaps(
        &mut self,
        sum: &[Component],
        (at, board, position): (usize, u32, &Packed),
        rules: &HeapRules,
        player: Player,
        limits: &Limits,
        visit: Visit<'_, Self>,
    ) -> Result<ControlFlow<()>> {
        let wanted = self.wanted(sum, at, limits)?;
        if rules.has_many_moves(position.words())
            && let Some(flow) = self.winning_by_law(
                sum,
                (at, board, position),
                rules,
                player,
                (wanted, limits),
                visit,
            )?
        {
            return Ok(flow);
        }
        if rules.is_too_large(position) {
            let shown = self.ruleset(board).draw(position);
            let what = format!("the moves of {shown} in {}", rules.name());
            return Err(Error::too_large(what, "there are too many to list them all"));
        }
        let mut rest = sum.to_vec();
        let mut meter = Meter::new(limits);
        let mut wins: FxHashMap<u64, bool> = FxHashMap::default();
        let mut seen: FxHashSet<Packed> = FxHashSet::default();
        let mut failure = None;
        let visited = rules.visit_options(position, &mut |to| {
            let judge = || -> Result<ControlFlow<()>> {
                meter.step(64)?;
                let n = self.value_of_heaps(board, &to, limits)?;
                let wins = match wanted {
                    Some(wanted) => n == wanted,
                    None => match wins.get(&n) {
                        Some(&known) => known,
                        None => {
                            rest[at] = Component::Value(self.values.calc.nimber(n)?);
                            let won = !self.wins(&rest, player.opponent(), limits)?;
                            wins.insert(n, won);
                            won
                        }
                    },
                };
                if wins && seen.insert(to.clone()) {
                    return Ok(visit(self, Move { component: at, to: Target::Position(to) }, true));
                }
                Ok(ControlFlow::Continue(()))
            };
            match judge() {
                Ok(flow) => flow,
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        failure.map_or(Ok(visited), Err)
    }

    /// Visits some winning moves in heaps with too many of them for a list, if the values of all heaps have a law.
    fn winning_by_law(
        &mut self,
        sum: &[Component],
        (at, board, position): (usize, u32, &Packed),
        rules: &HeapRules,
        player: Player,
        (wanted, limits): (Option<u64>, &Limits),
        visit: Visit<'_, Self>,
    ) -> Result<Option<ControlFlow<()>>> {
        let heaps = position.words();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let (Some(code), Some(Some(closed))) = (rules.code(), self.closed.get_mut(board as usize))
        else {
            return Ok(None);
        };
        let Some(law) = closed.law(largest, limits)? else { return Ok(None) };
        let all = heaps.iter().try_fold(0, |all, &heap| Some(all ^ law.value(heap)?));
        let (Some(all), Some(values)) = (all, wanted.map_or_else(|| law.values(), |n| Some(n..=n)))
        else {
            return Ok(None);
        };
        let mut rest = sum.to_vec();
        for n in values {
            if wanted.is_none() {
                rest[at] = Component::Value(self.values.calc.nimber(n)?);
                if self.wins(&rest, player.opponent(), limits)? {
                    continue;
                }
            }
            for (place, &heap) in heaps.iter().enumerate() {
                let (Some(own), true) = (law.value(heap), place == 0 || heaps[place - 1] != heap)
                else {
                    continue;
                };
                let mut shown = FxHashSet::default();
                let mut broken = ControlFlow::Continue(());
                let _ = law.moves_to(code, heap, n ^ all ^ own, limits, &mut |parts| {
                    let to = HeapRules::replaced(position, place, parts);
                    if shown.insert(to.clone()) {
                        let one = Move { component: at, to: Target::Position(to) };
                        broken = visit(self, one, true);
                        broken?;
                    }
                    match shown.len() {
                        MOST_BY_LAW => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                })?;
                if broken.is_break() {
                    return Ok(Some(broken));
                }
            }
        }
        Ok(Some(ControlFlow::Continue(())))
    }

    /// The Grundy value that a move in a component must leave there, if those of all others are known without a search.
    fn wanted(&mut self, sum: &[Component], at: usize, limits: &Limits) -> Result<Option<u64>> {
        let mut wanted = 0;
        for (other, component) in sum.iter().enumerate() {
            if other == at {
                continue;
            }
            let value = match component {
                Component::Value(value) => self.values.calc.as_nimber(*value),
                Component::Position { board, position } if self.heap_rules(*board).is_some() => {
                    Some(self.value_of_heaps(*board, position, limits)?)
                }
                Component::Position { .. } => None,
            };
            let Some(value) = value else { return Ok(None) };
            wanted ^= value;
        }
        Ok(Some(wanted))
    }

    /// The Grundy value of a position of a board of heaps.
    fn value_of_heaps(&mut self, board: u32, position: &Packed, limits: &Limits) -> Result<u64> {
        match self.closed.get_mut(board as usize) {
            Some(Some(closed)) => closed.value(position, limits),
            _ => Ok(0),
        }
    }
}
