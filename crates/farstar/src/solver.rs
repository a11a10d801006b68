//! How a sum is answered: one policy for normal, misère and endless play, and for running out of time.
//!
//! * A position that an atlas holds: who wins and by which moves is looked up; what is left is the value. Components of
//!   a sum are looked up in atlases of values.
//! * Play that ends, normal: the value, from which everything follows. It gets a share of the limits; if that is not
//!   enough, the rest goes to a search for the winner and the winning moves alone, and what is then still open is told
//!   by thermographs or advised.
//! * Play that ends, misère: a search for the winner; values are those of normal play, and marked so.
//! * Play that may be endless: the graph of all positions of a board alone, backwards from the end; of sums the loopy
//!   values.
//!
//! What one attempt found stays when it is stopped.

use crate::answer::{Component, Play};
use crate::position::Place;
use crate::question::part;
use crate::sum::Summand;
use crate::valued::{
    has_many_moves, has_winners_alone, is_large_by_law, too_large, too_many_moves,
};
use crate::{
    Answer, Atlases, Effort, Error, Limits, LoopyOutcome, Move, Moves, Player, Position, Proof,
    Question, Stop, Sum,
};
use farstar_rules::Board;
use farstar_solve::Error as SolverError;
use farstar_solve::Memory;
use farstar_solve::outcome::{self, HeapRules, OutcomeSearch};
use farstar_solve::ruleset_values::{AnyValue, RulesetValues};
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Looks at a running search from outside: parts found so far, and bytes that they take.
pub type Probe = Arc<dyn Fn() -> (u64, u64) + Send + Sync>;

/// What is known of all that was asked; it grows with every question.
///
/// # Examples
/// ```
/// use farstar::{Arena, Limits, Question, Ruleset, Solver, Sum};
/// let arena = Arena::new();
/// let mut solver = Solver::new(&arena).threads(2);
/// let sum = Sum::from(Ruleset::named("Domineering")?.position("4x4")?);
/// let answer = solver.answer(&sum, Question::default(), &Limits::none())?;
/// assert_eq!(answer.outcome.map(|outcome| outcome.to_string()).as_deref(), Some("N"));
/// # Ok::<(), farstar::Error>(())
/// ```
pub struct Solver<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) values: RulesetValues<'a>,
    search: Option<OutcomeSearch<'a>>,
    /// The boards of heaps in the search, by their codes or names.
    heaps: HashMap<String, u32>,
    /// The value of the last sum that was asked for.
    pub(crate) whole: Option<AnyValue>,
    watch: Option<Box<dyn FnMut(Probe) + Send + 'a>>,
    pub(crate) atlases: Atlases,
    threads: usize,
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Solver");
        shown.field("arena", self.arena).field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Why it is not known who wins.
fn no_winner(answer: Answer) -> Error {
    match answer.stopped.and_then(Stop::limit) {
        Some(stopped) => stopped.into(),
        None => Error::Sum(answer.message.unwrap_or_else(|| "the winner is not known".to_owned())),
    }
}

/// What an attempt to answer works on, and how far it may go.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'q> {
    pub(crate) sum: &'q Sum,
    pub(crate) question: Question,
    pub(crate) limits: &'q Limits,
}

impl<'q> Asked<'q> {
    /// The same within other limits.
    pub(crate) fn within(self, limits: &'q Limits) -> Self {
        Self { limits, ..self }
    }
}

/// Called with the answer so far whenever something was found.
pub(crate) type Tell<'t> = &'t mut dyn FnMut(&Answer);

impl<'a> Solver<'a> {
    /// A solver that knows nothing yet; values will live in `arena`.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        Self {
            arena,
            values: RulesetValues::new(arena),
            search: None,
            heaps: HashMap::new(),
            whole: None,
            watch: None,
            atlases: Atlases::default(),
            threads: 1,
        }
    }

    /// Works with so many threads, on values and in searches for winners. Answers do not depend on their number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self.values = self.values.threads(threads);
        self
    }

    /// Looks values up in a memory that outlives this run before they are searched for, and keeps there what took long.
    #[must_use]
    pub fn remembering(mut self, memory: Option<Arc<dyn Memory>>) -> Self {
        self.values = self.values.remembering(memory);
        self
    }

    /// Hands out a probe whenever a search of values begins.
    #[must_use]
    pub fn watched(mut self, watch: impl FnMut(Probe) + Send + 'a) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// Who keeps a solver between questions drops one that has more bytes or more boards ([`Solver::size`]).
    pub const MOST_KEPT: (u64, usize) = (256 << 20, 256);

    /// Bytes of what is known, values in the arena left out, and the boards that were made for it.
    #[must_use]
    pub fn size(&self) -> (u64, usize) {
        let (mut bytes, mut boards) = self.values.size();
        if let Some(search) = &self.search {
            let sizes = search.sizes();
            bytes += sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes;
            boards += search.boards();
        }
        (bytes, boards)
    }

    /// The values of positions on boards, which are remembered.
    pub fn values(&mut self) -> &mut RulesetValues<'a> {
        &mut self.values
    }

    /// Everything that is known of a sum. A limit leaves what was found before it.
    ///
    /// # Errors
    /// Those of [`Sum::answer`].
    pub fn answer(
        &mut self,
        sum: &Sum,
        question: Question,
        limits: &Limits,
    ) -> Result<Answer, Error> {
        self.answer_telling(sum, question, limits, &mut |_| {})
    }

    /// As [`Solver::answer`]; `tell` is called with the answer so far when a winner is found, and with each move that
    /// wins.
    ///
    /// # Errors
    /// Those of [`Sum::answer`].
    pub fn answer_telling(
        &mut self,
        sum: &Sum,
        question: Question,
        limits: &Limits,
        tell: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error> {
        self.whole = None;
        let mut answer = match self.begin(sum, limits) {
            Err(Error::Solver(error)) if Stop::of(&error).is_some() => {
                let mut nothing = Answer::default();
                nothing.note_stop(&error);
                return Ok(nothing);
            }
            begun => begun?,
        };
        let done =
            limits.guard(|| self.follow_policy(Asked { sum, question, limits }, &mut answer, tell));
        match done {
            Ok(done) => done?,
            Err(stopped) => answer.note_stop(&stopped.into()),
        }
        Ok(answer)
    }

    /// The values of every way to fill the cells of a position's board with two pieces: at place `b` that in which cell
    /// `i`, row by row, holds the second piece if bit `i` of `b` is set. Whether play reaches it is not asked.
    ///
    /// # Errors
    /// The limits; [`Error::Solver`] where there are no such boards.
    ///
    /// # Cost
    /// Where positions are sets of cells, as in Domineering, a few operations for each of the `2^cells` values.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Ruleset, Solver};
    /// let arena = Arena::new();
    /// let board = Ruleset::named("Domineering")?.position("2x2")?;
    /// let values = Solver::new(&arena).fillings(&board, ['.', '#'], &Limits::none())?;
    /// // the empty board is ±1, the full one 0, a column of two free cells 1
    /// assert_eq!(values.len(), 16);
    /// assert_eq!(arena.calculator().parse("+-1")?, values[0]);
    /// assert_eq!(arena.calculator().parse("1")?, values[0b1010]);
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn fillings(
        &mut self,
        position: &Position,
        pieces: [char; 2],
        limits: &Limits,
    ) -> Result<Vec<Game>, Error> {
        let known = position.ruleset().rules().pieces();
        if let Some(strange) = pieces.iter().find(|piece| !known.contains(piece)) {
            return Err(Error::Sum(format!(
                "{} has no piece '{strange}'; its pieces are {}",
                position.ruleset().name(),
                known.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
            )));
        }
        let Place::Board(board, from) = position.place() else {
            return Err(Error::Sum("heaps have no cells to fill".to_owned()));
        };
        Ok(self.values.fillings(board, from, pieces, limits)?)
    }

    /// Who wins a sum, whoever begins.
    ///
    /// # Errors
    /// Those of [`Sum::outcome`].
    pub fn outcome(&mut self, sum: &Sum, limits: &Limits) -> Result<LoopyOutcome, Error> {
        let answer = self.winners(sum, None, limits)?;
        answer.outcome.ok_or_else(|| no_winner(answer))
    }

    /// Whether a player wins who begins; a draw is no win.
    ///
    /// # Errors
    /// Those of [`Sum::outcome`].
    pub fn wins_first(
        &mut self,
        sum: &Sum,
        starter: Player,
        limits: &Limits,
    ) -> Result<bool, Error> {
        let answer = self.winners(sum, Some(starter), limits)?;
        let winner = answer.starts(starter).winner;
        winner.map(|winner| winner.player() == Some(starter)).ok_or_else(|| no_winner(answer))
    }

    fn winners(
        &mut self,
        sum: &Sum,
        starter: Option<Player>,
        limits: &Limits,
    ) -> Result<Answer, Error> {
        let question = Question { effort: Effort::Little, moves: Moves::None, starter };
        self.answer(sum, question, limits)
    }

    /// Every move of a player, unjudged: by component, each position once.
    ///
    /// # Errors
    /// The limits, and a ceiling on lists.
    pub fn moves(
        &mut self,
        sum: &Sum,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Move>, Error> {
        let mut calc = self.arena.calculator_with(limits);
        let mut moves = Vec::new();
        for (at, summand) in sum.summands().iter().enumerate() {
            let positions: Vec<String> = match summand {
                Summand::Position(position) => {
                    if has_many_moves(position) {
                        return Err(too_many_moves(position).into());
                    }
                    let moves = limits.guard(|| position.moves(player))??;
                    limits.guard(|| moves.iter().map(ToString::to_string).collect())?
                }
                Summand::Value(text) => {
                    let value = calc.parse(text)?;
                    let mut shown = Vec::new();
                    for option in calc.options(value, player)? {
                        shown.push(calc.print(option, Notation::Ascii)?);
                    }
                    shown
                }
            };
            let told = |position| Move { component: at, position, ..Move::default() };
            moves.extend(positions.into_iter().map(told));
        }
        Ok(moves)
    }

    /// A move of a player, if there is one, in a sum that may have too many of them to list.
    ///
    /// # Errors
    /// Those of [`Solver::moves`], where none is known without a list.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Player, Ruleset, Solver, Sum};
    /// let heap = Sum::from(Ruleset::named("kayles")?.position("1000000000000000000")?);
    /// let (arena, limits) = (Arena::new(), Limits::none());
    /// let mut solver = Solver::new(&arena);
    /// let one = solver.first_move(&heap, Player::Left, &limits)?.expect("a heap has moves");
    /// assert_eq!(one.position, "999999999999999999");
    /// assert!(solver.is_move(&heap, Player::Left, &one, &limits)?);
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn first_move(
        &mut self,
        sum: &Sum,
        player: Player,
        limits: &Limits,
    ) -> Result<Option<Move>, Error> {
        for (component, summand) in sum.summands().iter().enumerate() {
            let heaps = summand.position().and_then(Position::on_heaps);
            let position = match (heaps, summand.position().and_then(|one| one.first(player))) {
                (Some((rules, heaps)), _) => rules.first_option(&heaps).map(|to| rules.draw(&to)),
                (None, Some(first)) => first.map(|first| first.to_string()),
                (None, None) => {
                    let alone = Sum::from(summand.clone());
                    let first = self.moves(&alone, player, limits)?.into_iter().next();
                    first.map(|one| one.position)
                }
            };
            if let Some(position) = position {
                return Ok(Some(Move { component, position, ..Move::default() }));
            }
        }
        Ok(None)
    }

    /// Whether a player may make a move, named by its component and what it leaves there, in a sum that may have too
    /// many of them to list.
    ///
    /// # Errors
    /// Those of [`Solver::moves`], where they must be listed; what is left is no position.
    pub fn is_move(
        &mut self,
        sum: &Sum,
        player: Player,
        one: &Move,
        limits: &Limits,
    ) -> Result<bool, Error> {
        let after = sum.after(one)?;
        let [from, to] = [sum, &after].map(|sum| &sum.summands()[one.component]);
        let heaps = |summand: &Summand| summand.position().and_then(Position::on_heaps);
        if let (Some((rules, from)), Some((_, to))) = (heaps(from), heaps(to))
            && let Some(leaves) = rules.leaves(&from, &to)
        {
            return Ok(leaves);
        }
        let positions = from.position().zip(to.position());
        if let Some(leaves) = positions.and_then(|(from, to)| from.leaves(to, player)) {
            return Ok(leaves);
        }
        let shown = to.shown(&mut self.arena.calculator_with(limits));
        let moves = self.moves(&Sum::from(from.clone()), player, limits)?;
        Ok(moves.iter().any(|known| known.position == shown))
    }

    /// The value of the last sum, to draw or to compute with; its parts live in the arena.
    #[must_use]
    pub fn value(&self) -> Option<&AnyValue> {
        self.whole.as_ref()
    }

    /// What is plain before anything is searched.
    fn begin(&self, sum: &Sum, limits: &Limits) -> Result<Answer, Error> {
        let misere = sum.is_misere();
        if misere {
            self.fit_for_misere(sum)?;
        }
        let mut calc = self.arena.calculator_with(limits);
        let mut impartial = true;
        let mut components = Vec::with_capacity(sum.summands().len());
        for summand in sum.summands() {
            impartial &= match summand {
                Summand::Position(position) => position.ruleset().is_impartial(),
                Summand::Value(text) => {
                    let value = calc.parse(text)?;
                    calc.as_nimber(value).is_some()
                }
            };
            components.push(Component {
                ruleset: match summand {
                    Summand::Position(position) => Some(position.ruleset().name().to_owned()),
                    Summand::Value(_) => None,
                },
                position: summand.shown(&mut calc),
                ..Component::default()
            });
        }
        Ok(Answer {
            sum: components,
            play: if misere { Play::Misere } else { Play::Normal },
            endless: sum.positions().any(|position| !position.ruleset().ends()),
            impartial,
            ..Answer::default()
        })
    }

    /// In misère play nothing but positions of misère play is added, and values that name one.
    fn fit_for_misere(&self, sum: &Sum) -> Result<(), Error> {
        if sum.positions().any(|position| !position.ruleset().is_misere()) {
            return Err(Error::Sum(
                "a sum of rulesets of normal and of misère play is not covered: who cannot move would both win and lose"
                    .to_owned(),
            ));
        }
        match sum.value_beside_misere() {
            Some(value) => Err(Error::Sum(format!(
                "the value '{value}' in a sum of misère play: equal values are won differently there; only *n and integers are positions"
            ))),
            None => Ok(()),
        }
    }

    fn follow_policy(
        &mut self,
        asked: Asked<'_>,
        answer: &mut Answer,
        tell: Tell<'_>,
    ) -> Result<(), Error> {
        let Asked { question, limits, .. } = asked;
        if Self::by_theorem(asked, answer)? {
            if question.effort == Effort::Whole {
                answer.note_no_law();
            }
            tell(answer);
            return Ok(());
        }
        let consulted = self.consulted(asked, answer)?;
        if consulted {
            tell(answer);
            // what is left is the value
            if question.effort != Effort::Whole {
                return Ok(());
            }
        }
        if answer.endless {
            return self.endless(asked, answer, tell);
        }
        if answer.play == Play::Misere {
            let share = part(limits, if question.effort == Effort::Whole { 0.5 } else { 0.9 });
            if !consulted {
                self.searched(asked.within(&share), answer, tell)?;
            }
            if question.effort == Effort::None {
                return Ok(());
            }
            answer.value_of = Some(Play::Normal);
            let attempt = question.effort.share(&part(limits, 1.0));
            return self.normal_value(asked.within(&attempt), answer);
        }
        let mut terms = Vec::new();
        let large = is_large_by_law(asked.sum);
        let known = self.known_terms(asked, answer)?;
        let all_known = !known.is_empty() && known.iter().all(Option::is_some);
        if question.effort == Effort::None && !large && !all_known {
            self.searched(asked, answer, tell)?;
            self.advise(asked, &terms, answer);
            return Ok(());
        }
        if has_winners_alone(asked.sum) {
            let why = "no law tells its value, which is needed beside others";
            answer.note_stop(&too_large("so large a heap", why));
            return Ok(());
        }
        let attempt = question.effort.share(limits);
        let valued =
            self.valued(asked.within(&attempt), (limits, &known), answer, &mut terms, tell);
        self.facts(asked, answer);
        let Err(error) = valued else { return Ok(()) };
        let stop = answer.note_no_value(&error)?;
        if consulted {
            return Ok(());
        }
        if large {
            Self::by_halves(asked, answer);
        }
        if stop == Stop::Cancelled || large {
            if answer.is_open() {
                answer.note_stop(&error);
            }
            return Ok(());
        }
        // what the values of boards leave of the memory
        let held = self.values.size().0;
        let left = |most: u64| most.saturating_sub(held).max(most / 2);
        let rest = Limits { bytes: limits.bytes.map(left), ..limits.clone() };
        self.searched(asked.within(&rest), answer, tell)?;
        self.advise(asked, &terms, answer);
        Ok(())
    }

    /// What can be told where no winner was found.
    fn advise(&mut self, asked: Asked<'_>, terms: &[Game], answer: &mut Answer) {
        if answer.is_open_to(asked.question) && answer.stopped != Some(Stop::Cancelled) {
            self.undecided(asked, terms, answer);
        }
    }

    /// Fills in the value of normal play and the values of the moves, whose winners are known from elsewhere.
    fn normal_value(&mut self, asked: Asked<'_>, answer: &mut Answer) -> Result<(), Error> {
        if answer.stopped == Some(Stop::Cancelled) {
            return Ok(());
        }
        // what follows from the value is of normal play: only the value and its facts are taken over
        let mut normal = Answer {
            sum: answer.sum.clone(),
            impartial: answer.impartial,
            value_of: answer.value_of,
            ..Answer::default()
        };
        let valued =
            self.valued(asked, (asked.limits, &[]), &mut normal, &mut Vec::new(), &mut |_| {});
        if let Err(error) = valued {
            normal.note_no_value(&error)?;
        }
        self.facts(asked, &mut normal);
        answer.take_value(normal);
        Ok(())
    }

    /// The search for winners, which keeps to one kind of play.
    pub(crate) fn search(&mut self, misere: bool) -> Result<&mut OutcomeSearch<'a>, SolverError> {
        let other = self.search.as_ref().is_some_and(|search| search.is_misere() != misere);
        if other || self.search.is_none() {
            self.heaps.clear();
            self.search = None;
        }
        match &mut self.search {
            Some(search) => Ok(search),
            none => Ok(none.insert(OutcomeSearch::by_threads(self.arena, self.threads)?)),
        }
    }

    /// A summand as the search knows it.
    pub(crate) fn component(
        &mut self,
        summand: &Summand,
        misere: bool,
        calc: &mut Calculator<'a>,
    ) -> Result<outcome::Component, SolverError> {
        let position = match summand {
            Summand::Value(text) => return Ok(outcome::Component::Value(calc.parse(text)?)),
            Summand::Position(position) => position,
        };
        match (position.on_heaps(), position.place()) {
            (Some((rules, heaps)), _) => {
                let board = self.heap_board(position.ruleset().name(), rules)?;
                Ok(outcome::Component::Position { board, position: heaps })
            }
            (None, Place::Board(board, words)) => self.search(misere)?.game(board, words.clone()),
            (None, Place::Heaps(..)) => Err(too_large("these heaps", "there are no rules for one")),
        }
    }

    /// The board of the search for heaps of a game.
    fn heap_board(&mut self, name: &str, rules: HeapRules) -> Result<u32, SolverError> {
        // games without a code are told apart by the names they were asked for by
        let code = match &rules {
            HeapRules::Single(game) => game.code().map(ToString::to_string),
            HeapRules::Pair(_) => None,
        };
        let name = code.unwrap_or_else(|| name.to_owned());
        self.search(false)?;
        if let Some(&board) = self.heaps.get(&name) {
            return Ok(board);
        }
        let board = self.search(false)?.heaps(rules)?;
        self.heaps.insert(name, board);
        Ok(board)
    }

    /// All summands as the search knows them.
    pub(crate) fn components(
        &mut self,
        sum: &Sum,
        misere: bool,
        limits: &Limits,
    ) -> Result<Vec<outcome::Component>, SolverError> {
        let mut calc = self.arena.calculator_with(limits);
        let mut components = Vec::with_capacity(sum.summands().len());
        for summand in sum.summands() {
            components.push(limits.guard(|| self.component(summand, misere, &mut calc))??);
        }
        Ok(components)
    }

    /// Hands out a probe of the search of values on a board.
    pub(crate) fn show_progress(&mut self, board: &Board) {
        if let Some(watch) = &mut self.watch
            && let Some(progress) = self.values.progress(board)
        {
            watch(Arc::new(move || (progress.parts(), progress.bytes())));
        }
    }
}

impl Answer {
    /// Takes over the value of another answer, and the values of its moves.
    fn take_value(&mut self, other: Self) {
        self.sum = other.sum;
        (self.value, self.no_value) = (other.value, other.no_value);
        (self.left_stop, self.right_stop) = (other.left_stop, other.right_stop);
        (self.mean, self.temperature) = (other.mean, other.temperature);
        self.atomic_weight = other.atomic_weight;
        self.no_atomic_weight = other.no_atomic_weight;
        self.birthday = other.birthday;
        for (own, from) in [
            (&mut self.left_starts, other.left_starts),
            (&mut self.right_starts, other.right_starts),
        ] {
            let known: HashMap<(usize, String), (Option<String>, Option<String>)> = from
                .moves
                .into_iter()
                .map(|one| ((one.component, one.position), (one.value, one.mean)))
                .collect();
            for one in &mut own.moves {
                if let Some((value, mean)) = known.get(&(one.component, one.position.clone())) {
                    (one.value, one.mean) = (value.clone(), mean.clone());
                }
            }
        }
    }

    /// Notes what follows from the winners when both players begin.
    pub(crate) fn note_outcome(&mut self, outcome: LoopyOutcome, proof: Proof) {
        for starter in [Player::Left, Player::Right] {
            self.note_winner(starter, winner(outcome, starter), proof);
        }
    }
}

/// The winner when `starter` moves first; `None` is a draw.
pub(crate) fn winner(outcome: LoopyOutcome, starter: Player) -> Option<Player> {
    use Player::{Left, Right};
    match (outcome, starter) {
        (LoopyOutcome::Decided(found), _) => Some(found.winner(starter)),
        (LoopyOutcome::PHat, Right) | (LoopyOutcome::NHat, Left) => Some(Left),
        (LoopyOutcome::PCheck, Left) | (LoopyOutcome::NCheck, Right) => Some(Right),
        _ => None,
    }
}
