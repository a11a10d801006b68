//! Normal play that ends: the value of the sum, and from it the winners and what every move is worth.

use crate::answer::{Move, Reply, Why};
use crate::facts::Texts;
use crate::position::Place;
use crate::solver::{Asked, Tell};
use crate::sum::Summand;
use crate::{Answer, Effort, Limits, LoopyOutcome, Moves, Player, Position, Proof, Solver, Sum};
use farstar_num::Dyadic;
use farstar_rules::View;
use farstar_rules::heap::Heaps;
use farstar_solve::outcome::{HeapRules, Target};
use farstar_solve::ruleset_values::{AnyValue, heap_law};
use farstar_solve::theorems;
use farstar_solve::{Error as SolverError, Result};
use farstar_value::{Calculator, Game};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Heaps of more tokens may have more moves than a list should hold.
const MOST_TOKENS: u64 = 1 << 20;
/// Heaps of several numbers with more tokens are asked of a theorem; the moves of smaller ones can be listed.
pub(crate) const MOST_LISTED: u64 = 1 << 16;
/// Cakes with longer sides fall into more parts than a list should hold.
const MOST_CUT: u64 = 1 << 11;

/// A move of a component: what it becomes, as it is typed, and what that is worth.
pub(crate) struct Option_ {
    pub(crate) position: String,
    pub(crate) value: Game,
}

/// A move in the sum, with what it leaves.
struct Step {
    told: Move,
    mean: Dyadic,
    /// The temperature of the component that is moved in.
    heat: Dyadic,
}

impl<'a> Solver<'a> {
    /// Values the sum and its moves; `terms` gets the values of the components, as far as they were found. What a
    /// theorem gives may take the `whole` of the limits. Components whose values are `known` were looked up.
    pub(crate) fn valued(
        &mut self,
        Asked { sum, question, limits }: Asked<'_>,
        (whole, known): (&Limits, &[Option<Game>]),
        answer: &mut Answer,
        terms: &mut Vec<Game>,
        tell: Tell<'_>,
    ) -> Result<()> {
        let mut calc = self.arena.calculator_with(limits);
        let mut texts = Texts::default();
        let mut proof = Proof::Formula;
        for (at, summand) in sum.summands().iter().enumerate() {
            let (value, by) = match known.get(at) {
                Some(&Some(value)) => (value, Proof::Atlas),
                _ => self.value_of(summand, (limits, whole), &mut calc)?,
            };
            if by == Proof::Value || proof == Proof::Formula {
                proof = by;
            }
            terms.push(value);
            answer.sum[at].value = texts.of(value, &mut calc)?;
            answer.sum[at].mean = Some(calc.mean(value)?.to_string());
            answer.sum[at].temperature = Some(calc.temperature(value)?.to_string());
        }
        let total = calc.sum(terms.iter().copied())?;
        self.whole = Some(AnyValue::Short(total));
        answer.note_outcome(LoopyOutcome::Decided(calc.outcome(total)?), proof);
        answer.note_value_itself(total, &mut texts, &mut calc)?;
        tell(answer);
        if question.moves == Moves::None {
            return Ok(());
        }
        // of heaps so large the value is told, and moves that win if others have none
        if is_large_by_law(sum) {
            if total != Game::ZERO {
                Self::by_value(Asked { sum, question, limits: whole }, answer)?;
            }
            return Ok(());
        }
        let rests = rests(terms, &mut calc)?;
        for player in [Player::Left, Player::Right] {
            if player == Player::Right && answer.impartial {
                answer.mirror_moves();
                continue;
            }
            let mut steps = Vec::new();
            let canonical = canonical_options(total, player, &mut calc);
            for (at, summand) in sum.summands().iter().enumerate() {
                let heat = calc.temperature(terms[at])?;
                let limits = if has_cheap_moves(summand) { whole } else { limits };
                for option in self.options(summand, terms[at], player, limits)? {
                    let value = calc.add(rests[at], option.value)?;
                    let wins = match player {
                        Player::Left => calc.ge(value, Game::ZERO)?,
                        Player::Right => calc.le(value, Game::ZERO)?,
                    };
                    let mean = calc.mean(value)?;
                    let text = match question.moves {
                        Moves::All => texts.of(value, &mut calc)?,
                        _ => None,
                    };
                    let told = Move {
                        component: at,
                        position: option.position,
                        value: text,
                        mean: Some(mean.to_string()),
                        wins: Some(wins),
                        canonical: canonical(value, &calc),
                        ..Move::default()
                    };
                    let mean = if player == Player::Left { mean } else { -mean };
                    steps.push(Step { told, mean, heat: heat.clone() });
                }
            }
            let start = answer.starts_mut(player);
            steps.sort_by_cached_key(|step| {
                let told = &step.told;
                (told.wins != Some(true), !told.canonical, Reverse(step.mean.clone()))
            });
            start.reply = choose(&steps);
            start.moves = steps.into_iter().map(|step| step.told).collect();
            start.all_moves = true;
        }
        Ok(())
    }

    /// The facts of a value, which are told even if they take a share of the limits of their own.
    pub(crate) fn facts(&mut self, Asked { question, limits, .. }: Asked<'_>, answer: &mut Answer) {
        let Some(value) = self.whole.clone() else { return };
        let share = question.effort.share(limits);
        let mut calc = self.arena.calculator_with(&share);
        let told = answer.note_facts(&value, &mut Texts::default(), &mut calc);
        if let Err(error) = told
            && question.effort == Effort::Whole
        {
            answer.note_stop(&error);
        }
    }

    /// The value of a component, and whether a theorem gave it.
    fn value_of(
        &mut self,
        summand: &Summand,
        (limits, whole): (&Limits, &Limits),
        calc: &mut Calculator<'a>,
    ) -> Result<(Game, Proof)> {
        let place = match summand {
            Summand::Value(text) => return Ok((calc.parse(text)?, Proof::Value)),
            Summand::Position(position) => position.place(),
        };
        if has_formula(summand) {
            let component = [limits.guard(|| self.component(summand, false, calc))??];
            let search = self.search(false)?;
            if search.needs_no_search(&component) {
                let nimber = search.grundy(&component, whole)?;
                return Ok((calc.nimber(nimber)?, Proof::Formula));
            }
        }
        let Place::Board(board, words) = place else {
            return Err(too_large("these heaps", "there is no table for them"));
        };
        self.show_progress(board);
        let value =
            self.values.value(board, words, if has_table(summand) { whole } else { limits })?;
        Ok((value, Proof::Value))
    }

    /// The moves of a player in a component, each position once, with their values.
    pub(crate) fn options(
        &mut self,
        summand: &Summand,
        value: Game,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Option_>> {
        let mut calc = self.arena.calculator_with(limits);
        match summand {
            Summand::Value(_) => {
                let mut texts = Texts::default();
                let mut options = Vec::new();
                for value in calc.options(value, player)? {
                    let position = texts.of(value, &mut calc)?;
                    let position = position.unwrap_or_else(|| crate::facts::TOO_LONG.to_owned());
                    options.push(Option_ { position, value });
                }
                Ok(options)
            }
            Summand::Position(position) => match position.place() {
                Place::Board(board, words) => {
                    if has_many_moves(position) {
                        return Err(too_many_moves(position));
                    }
                    // what an atlas does not hold, or holds damaged, is searched for
                    let found =
                        limits.guard(|| self.options_looked_up(position, player, &mut calc))?;
                    if let Ok(Some(options)) = found {
                        return Ok(options);
                    }
                    let moves = self.values.moves(board, words, player, limits)?;
                    let of = |one: farstar_solve::ruleset_values::ValuedMove| Option_ {
                        position: position.draw(&one.position),
                        value: one.value,
                    };
                    limits.guard(|| moves.into_iter().map(of).collect()).map_err(Into::into)
                }
                Place::Heaps(rules, _) => {
                    let component = [self.component(summand, false, &mut calc)?];
                    let search = self.search(false)?;
                    let mut options = Vec::new();
                    for one in limits.guard(|| search.moves(&component, player))?? {
                        let nimber = search.grundy(&one.apply(&component), limits)?;
                        let Target::Position(words) = &one.to else { continue };
                        let (position, value) = (rules.draw(words), calc.nimber(nimber)?);
                        options.push(Option_ { position, value });
                    }
                    Ok(options)
                }
            },
        }
    }
}

/// Whether a theorem on heaps or coins gives the value of a component.
fn has_formula(summand: &Summand) -> bool {
    let Some(position) = summand.position() else { return false };
    match position.place() {
        Place::Heaps(..) => true,
        Place::Board(board, _) => {
            position.ruleset().heap_rules().is_some()
                || !position.ruleset().is_misere() && board.rules().coins().is_some()
        }
    }
}

/// Whether values of a component are looked up in a table of pairs, of which the next costs little.
fn has_table(summand: &Summand) -> bool {
    let rules = summand.position().map(|position| position.ruleset().rules());
    rules.is_some_and(|rules| matches!(rules.heap_game(), Ok(Heaps::Pairs(_))))
}

/// Whether what the moves of a component are worth costs little where its own value is known: no share of the limits is
/// set for it then.
fn has_cheap_moves(summand: &Summand) -> bool {
    let has_law = |position: &Position| heap_law(position.ruleset().rules()).is_some();
    has_formula(summand) || has_table(summand) || summand.position().is_some_and(has_law)
}

/// Whether some component has too many moves to list.
pub(crate) fn is_too_wide(sum: &Sum) -> bool {
    sum.positions().any(has_many_moves)
}

/// Whether a heap that a law values is so large that its moves, or what they leave, are too many to list.
pub(crate) fn is_large_by_law(sum: &Sum) -> bool {
    sum.positions().any(|position| {
        if position.ruleset().heap_rules().is_some() {
            // moves that win are told without a list
            return false;
        }
        if theorems::knows(position.ruleset().rules()) {
            return is_large(position);
        }
        let Place::Board(board, words) = position.place() else { return false };
        let View::Heaps(heaps) = board.view(words) else { return false };
        heaps.iter().any(|heap| heap.len() > 1)
            && heaps.iter().flatten().fold(0u64, |all, &n| all.saturating_add(n)) > MOST_CUT
            && position.ruleset().name() != "Partizan Take-away"
            && heap_law(position.ruleset().rules()).is_some()
    })
}

/// The heap of a position that is one heap.
pub(crate) fn only_heap(position: &Position) -> Option<Vec<u64>> {
    let Place::Board(board, words) = position.place() else { return None };
    let View::Heaps(heaps) = board.view(words) else { return None };
    let [heap] = &heaps[..] else { return None };
    Some(heap.clone())
}

/// The tokens of heaps, but of codes, whose moves that win are told without a list.
pub(crate) fn tokens(position: &Position) -> Option<u64> {
    let Place::Board(board, words) = position.place() else { return None };
    let View::Heaps(heaps) = board.view(words) else { return None };
    let is_listed = position.ruleset().heap_rules().is_none();
    is_listed.then(|| heaps.iter().flatten().fold(0u64, |all, &n| all.saturating_add(n)))
}

/// Whether heaps about which a theorem is known have too many tokens for a list of their moves.
pub(crate) fn is_large(position: &Position) -> bool {
    let several = || tokens_of(position) == 0;
    tokens(position).is_some_and(|all| all > MOST_TOKENS || all > MOST_LISTED && several())
        && theorems::knows(position.ruleset().rules())
}

/// Whether of a heap of a sum, which is too large for a list of its moves, theorems tell who wins and nothing more.
pub(crate) fn has_winners_alone(sum: &Sum) -> bool {
    sum.positions().filter(|one| is_large(one)).any(|one| {
        let rules = one.ruleset().rules();
        heap_law(rules).is_none() && theorems::of(rules, false).is_none()
    })
}

/// The tokens of all heaps of one number.
fn tokens_of(position: &Position) -> u64 {
    let all = |sizes: &[u64]| sizes.iter().fold(0u64, |all, &n| all.saturating_add(n));
    match position.place() {
        Place::Heaps(_, words) => all(words.words()),
        Place::Board(board, words) => all(&board.heaps(words).unwrap_or_default()),
    }
}

/// Whether a position of heaps has too many moves for a list.
pub(crate) fn has_many_moves(position: &Position) -> bool {
    match position.place() {
        Place::Heaps(rules, words) => rules.has_many_moves(words.words()),
        Place::Board(board, words) => {
            let of_code =
                |rules: HeapRules| rules.has_many_moves(&board.heaps(words).unwrap_or_default());
            position.ruleset().heap_rules().is_some_and(of_code)
                || is_large_by_law(&Sum::from(position.clone()))
        }
    }
}

/// That the moves of a position are not listed.
pub(crate) fn too_many_moves(position: &Position) -> SolverError {
    too_large(format!("the moves of {position}"), "there are too many to list them all")
}

pub(crate) fn too_large(what: impl Into<String>, most: impl Into<String>) -> SolverError {
    SolverError::TooLarge { what: what.into(), most: most.into() }
}

/// For each component the sum of all others.
pub(crate) fn rests(terms: &[Game], calc: &mut Calculator<'_>) -> Result<Vec<Game>> {
    let mut before = Vec::with_capacity(terms.len());
    let mut sum = Game::ZERO;
    for &term in terms {
        before.push(sum);
        sum = calc.add(sum, term)?;
    }
    let mut behind = Game::ZERO;
    for (at, &term) in terms.iter().enumerate().rev() {
        before[at] = calc.add(before[at], behind)?;
        behind = calc.add(behind, term)?;
    }
    Ok(before)
}

/// Tells of values whether they are options of the canonical form.
fn canonical_options<'c>(
    total: Game,
    player: Player,
    calc: &mut Calculator<'_>,
) -> impl Fn(Game, &Calculator<'_>) -> bool + 'c {
    // the options of a nimber are all the smaller ones, and no list to look through
    let nimber = calc.as_nimber(total);
    let options: HashSet<Game> = match nimber {
        Some(_) => HashSet::new(),
        None => calc.options(total, player).unwrap_or_default().into_iter().collect(),
    };
    move |value, calc| match nimber {
        Some(most) => calc.as_nimber(value).is_some_and(|n| n < most),
        None => options.contains(&value),
    }
}

/// The move to play: one that wins, in the hottest component; else the one with the best mean for the player.
fn choose(steps: &[Step]) -> Option<Reply> {
    let best = steps.iter().enumerate().max_by_key(|(at, step)| {
        let wins = step.told.wins == Some(true);
        let heat = wins.then(|| step.heat.clone());
        // of equals the first
        (wins, heat, step.told.canonical, step.mean.clone(), Reverse(*at))
    });
    best.map(|(number, step)| {
        let why = if step.told.wins == Some(true) { Why::Wins } else { Why::Loses };
        Reply { number, why, temperature: None }
    })
}

impl Answer {
    /// What one player can do the other can: Right's moves are Left's.
    pub(crate) fn mirror_moves(&mut self) {
        let left = &self.left_starts;
        let (moves, all_moves, reply) = (left.moves.clone(), left.all_moves, left.reply.clone());
        let right = &mut self.right_starts;
        (right.moves, right.all_moves, right.reply) = (moves, all_moves, reply);
    }
}
