//! `farstar value`: what positions are worth, who wins, and by which moves.

use crate::exit::{Exit, Failure};
use crate::heap_game;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::ruleset::{self, Position, Source, Words};
use crate::surroundings::Surroundings;
use farstar_rules::builtin;
use farstar_rules::language::Rules;
use farstar_rules::position::Ruleset;
use farstar_solve::Error;
use farstar_solve::coin::{CodeGame, CoinGame};
use farstar_solve::ruleset_values::{AnyValue, RulesetValues};
use farstar_solve::sequence::{GrundySequence, PairValues};
use farstar_value::loopy::LoopyOutcome;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game, Limits, Outcome, Player, Stopped};
use serde_json::json;

/// Winning moves of a player that are printed when not all moves are asked for.
const SHOWN_MOVES: usize = 8;
/// Steps of printing a value when another one was too long to print, so that many of them do not take long.
const STEPS_AFTER_LONG: u64 = 1 << 16;
/// What is told in the place of a text of more than 64 MiB.
const TOO_LONG: &str = "too long to print";

/// Value a position of a ruleset, or the sum of several.
///
/// Prints the canonical form, who wins, mean and temperature, the atomic weight where there is one, and the moves that win.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar value [OPTIONS] RULESET POSITION...\n       \
        farstar value [OPTIONS] --rules FILE POSITION...",
    after_long_help = "Examples:\n  \
    farstar value domineering 4x4\n  \
    farstar value clobber 'XOX|OX.' 'XO.'\n  \
    farstar value 'generalised-toads(jump=3)' XXX..OOO\n  \
    farstar value hackenbush 'B(R;BG)'\n  \
    farstar value 0.77 5 12 100000\n  \
    farstar value --rules my.game '..|..' --json\n\n\
    `farstar rules` lists the rulesets, `farstar rules NAME` tells how positions are typed. Codes of heap games and the names \
    `farstar grundy` knows are rulesets too; their positions are sizes of heaps."
)]
pub(crate) struct Value {
    #[command(flatten)]
    words: Words,
    /// List every move with its value, not only those that win.
    #[arg(long)]
    moves: bool,
    /// Work with this many threads; 0 is one for each processor.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    threads: usize,
}

impl Value {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (source, positions) = self.words.split(&limits)?;
        let rules = match source {
            Source::File(rules) => rules,
            Source::Named(name) => match builtin::asked(name) {
                Ok(rules) => rules,
                Err(_) => match heap_game::read(&[name.to_owned()]) {
                    Ok(game) => match of_code(&game) {
                        Some(rules) => rules,
                        None => return self.heaps(game, positions, surroundings),
                    },
                    Err(_) if name.contains('.') => {
                        return heap_game::read(&[name.to_owned()]).map(|_| Exit::Solved);
                    }
                    Err(_) => ruleset::named(name)?,
                },
            },
        };
        let texts = positions;
        let positions = ruleset::positions(&rules, texts, &limits).inspect_err(|failure| {
            if surroundings.json
                && let Some(reason) = failure.reason()
            {
                // a fault of the output is told behind what is wrong
                let _ = Output::new().json(&known(&rules, texts, reason, &[], 0));
            }
        })?;
        let arena = Arena::new();
        let mut question = Question {
            rules,
            positions,
            values: RulesetValues::new(&arena).threads(threads(self.threads)),
            calc: arena.calculator_with(&limits),
            limits: limits.clone(),
            found: Vec::new(),
            texts: Texts::default(),
            drawn: if self.moves || surroundings.json { usize::MAX } else { SHOWN_MOVES },
        };
        if question.rules.is_misere() {
            messages::note(
                "note: these are values of normal play; misère play has the same moves and other winners",
            );
        }
        let watched = question.positions.first().and_then(|p| question.values.progress(&p.game));
        let clock = match watched {
            Some(watched) => {
                progress::counter(question.rules.name(), "parts", move || watched.parts())
            }
            None => progress::clock(question.rules.name()),
        };
        let report = limits.guard(|| question.answer()).unwrap_or_else(|why| Err(why.into()));
        clock.finish_and_clear();
        match report {
            Ok(report) => {
                report.print(surroundings.json, self.moves)?;
                Ok(Exit::Solved)
            }
            Err(failure) => {
                if let Some(reason) = failure.reason() {
                    question.print_known(reason, surroundings.json)?;
                }
                Err(failure)
            }
        }
    }

    /// Heap games that are no rulesets of the language: their nim values.
    fn heaps(
        &self,
        game: heap_game::Game,
        positions: &[String],
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        if positions.is_empty() {
            return Err(Failure::Usage(format!("the sizes of heaps of {} are needed", game.text)));
        }
        let limits = surroundings.limits();
        let mut sum = 0;
        let mut heaps = Heaps::new(game.rules);
        for position in positions {
            for heap in position.split('+') {
                sum ^= heaps.nim_value(heap.trim(), &limits)?;
            }
        }
        let arena = Arena::new();
        let mut calc = arena.calculator_with(&limits);
        let value = calc.nimber(sum).map_err(failure_of_value)?;
        let facts = Facts::of(value, &mut calc, &mut Texts::default())
            .map_err(|e| Failure::of_solver(e, &game.text))?;
        let report =
            Report { ruleset: game.text, positions: positions.to_vec(), facts, moves: None };
        report.print(surroundings.json, false)?;
        Ok(Exit::Solved)
    }
}

/// How many threads are meant.
fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

/// The ruleset of a game that has a code, if the language can say it.
fn of_code(game: &heap_game::Game) -> Option<Rules> {
    let heap_game::Rules::Code(code) = &game.rules else { return None };
    format!("game \"{}\"\nheap n\nBoth: code {code}", game.text).parse().ok()
}

/// A game whose positions are heaps or pairs of numbers, with what is known of it.
enum Heaps {
    Code(GrundySequence),
    Coins(farstar_rules::coin::TurningCode),
    Pairs(PairValues<std::sync::Arc<dyn farstar_rules::heap::PairGame>>),
}

impl Heaps {
    fn new(rules: heap_game::Rules) -> Self {
        match rules {
            heap_game::Rules::Code(code) => Self::Code(GrundySequence::of_code(code)),
            heap_game::Rules::Coins(code) => Self::Coins(code),
            heap_game::Rules::Pairs(pairs) => Self::Pairs(PairValues::new(pairs)),
        }
    }

    /// The nim value of a heap as it is typed.
    fn nim_value(&mut self, text: &str, limits: &Limits) -> Result<u64, Failure> {
        let wrong = |expected: &str| {
            Failure::Input(format!("'{text}' is no position: expected {expected}"))
        };
        let number = |word: &str| word.trim().parse::<u32>().ok();
        match self {
            Self::Code(sequence) => {
                let heap = number(text).ok_or_else(|| wrong("the size of a heap"))?;
                sequence.extend_to(u64::from(heap) + 1, limits).map_err(super::grundy::failure)?;
                sequence.value(u64::from(heap)).map(u64::from).ok_or_else(|| wrong("fewer tokens"))
            }
            Self::Coins(code) => {
                let coin = number(text)
                    .filter(|&coin| coin > 0)
                    .ok_or_else(|| wrong("the place of a coin, from 1"))?;
                let game = CodeGame::new(code.clone(), coin, limits)
                    .map_err(|error| Failure::of_solver(error, text))?;
                game.values().last().copied().ok_or_else(|| wrong("the place of a coin"))
            }
            Self::Pairs(values) => {
                let inner =
                    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
                let pair = inner.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
                let pair = pair.ok_or_else(|| wrong("two numbers, such as 3,5"))?;
                values.value(pair, limits).map(u64::from).map_err(super::grundy::failure)
            }
        }
    }
}

fn failure_of_value(error: farstar_value::Error) -> Failure {
    Failure::of_solver(error.into(), "the value")
}

/// The positions whose sum is asked for.
struct Question<'a> {
    rules: Rules,
    positions: Vec<Position>,
    values: RulesetValues<'a>,
    calc: Calculator<'a>,
    limits: Limits,
    /// Values of the positions so far.
    found: Vec<Game>,
    texts: Texts,
    /// So many of the best moves of a player are drawn.
    drawn: usize,
}

impl Question<'_> {
    fn failure(&self, error: impl Into<Error>) -> Failure {
        Failure::of_solver(error.into(), self.rules.name())
    }

    fn answer(&mut self) -> Result<Report, Failure> {
        let facts;
        let moves;
        if self.rules.ending().is_ok() {
            for position in &self.positions {
                let value = self.values.value(&position.game, &position.packed, &self.limits);
                self.found.push(value.map_err(|e| Failure::of_solver(e, self.rules.name()))?);
            }
            let sum = self.calc.sum(self.found.iter().copied()).map_err(failure_of_value)?;
            facts = Facts::of(sum, &mut self.calc, &mut self.texts).map_err(|e| self.failure(e))?;
            let left = self.moves(sum, Player::Left)?;
            moves = match left {
                Some(left) => self.moves(sum, Player::Right)?.map(|right| [left, right]),
                None => None,
            };
        } else {
            facts = self.loopy_facts(None)?;
            moves = Some([self.loopy_moves(Player::Left)?, self.loopy_moves(Player::Right)?]);
        }
        Ok(Report {
            ruleset: self.rules.name().to_owned(),
            positions: self.positions.iter().map(|position| position.text.clone()).collect(),
            facts,
            moves,
        })
    }

    /// Every move of a player, with the value of the sum after it; `None`, and a note, if they are too many to list.
    fn moves(&mut self, sum: Game, player: Player) -> Result<Option<Vec<Move>>, Failure> {
        let canonical = self.calc.options(sum, player).map_err(failure_of_value)?;
        let mut moves = Vec::new();
        for (place, position) in self.positions.iter().enumerate() {
            let others = self.found.iter().enumerate().filter(|(at, _)| *at != place);
            let rest = self.calc.sum(others.map(|(_, value)| *value)).map_err(failure_of_value)?;
            let valued =
                match self.values.moves(&position.game, &position.packed, player, &self.limits) {
                    Err(error) if error.is_ceiling() => {
                        messages::note(&format!("note: {error}"));
                        return Ok(None);
                    }
                    valued => valued.map_err(|e| Failure::of_solver(e, self.rules.name()))?,
                };
            for one in valued {
                let value = self.calc.add(rest, one.value).map_err(failure_of_value)?;
                let wins = match player {
                    Player::Left => self.calc.ge(value, Game::ZERO),
                    Player::Right => self.calc.le(value, Game::ZERO),
                };
                let wins = wins.map_err(failure_of_value)?;
                moves.push((place, one.position, value, wins, canonical.contains(&value)));
            }
        }
        moves.sort_by_key(|&(.., wins, canonical)| (!wins, !canonical));
        let mut told = Vec::with_capacity(moves.len());
        for (at, (place, position, value, wins, canonical)) in moves.into_iter().enumerate() {
            let (mut to, mut text) = (String::new(), None);
            if at < self.drawn {
                to = self.positions[place].game.draw(&position);
                text = self.texts.of(value, &mut self.calc).map_err(|e| self.failure(e))?;
            }
            told.push(Move { place, to, value: text, wins, canonical });
        }
        Ok(Some(told))
    }

    /// The facts about the sum, one of whose positions may have become another.
    fn loopy_facts(
        &mut self,
        moved: Option<(usize, &farstar_rules::Packed)>,
    ) -> Result<Facts, Failure> {
        let mut sum = self.calc.loopy(Game::ZERO).map_err(failure_of_value)?;
        for (place, position) in self.positions.iter().enumerate() {
            let packed = moved.filter(|(at, _)| *at == place).map_or(&position.packed, |(_, p)| p);
            let value = self.values.any_value(&position.game, packed, &self.limits);
            let value = match value.map_err(|e| Failure::of_solver(e, self.rules.name()))? {
                AnyValue::Loopy(value) => value,
                AnyValue::Short(game) => self.calc.loopy(game).map_err(failure_of_value)?,
            };
            sum = self.calc.loopy_add(&sum, &value).map_err(failure_of_value)?;
        }
        if let Some(game) = self.calc.loopy_to_game(&sum).map_err(failure_of_value)? {
            return Facts::of(game, &mut self.calc, &mut self.texts).map_err(|e| self.failure(e));
        }
        Ok(Facts {
            value: Some(self.calc.loopy_print(&sum).map_err(failure_of_value)?),
            outcome: self.calc.loopy_outcome(&sum).map_err(failure_of_value)?,
            mean: None,
            temperature: None,
            atomic_weight: None,
        })
    }

    fn loopy_moves(&mut self, player: Player) -> Result<Vec<Move>, Failure> {
        let mut moves = Vec::new();
        for place in 0..self.positions.len() {
            let mut options = Vec::new();
            let Position { game, packed, .. } = &self.positions[place];
            game.options(packed, player, &mut options);
            options.sort_unstable();
            options.dedup();
            for option in options {
                let to = self.positions[place].game.draw(&option);
                let facts = self.loopy_facts(Some((place, &option)))?;
                let wins = match facts.outcome {
                    LoopyOutcome::Decided(Outcome::P) => true,
                    LoopyOutcome::Decided(Outcome::L) | LoopyOutcome::PHat => {
                        player == Player::Left
                    }
                    LoopyOutcome::Decided(Outcome::R) | LoopyOutcome::PCheck => {
                        player == Player::Right
                    }
                    _ => false,
                };
                moves.push(Move { place, to, value: facts.value, wins, canonical: false });
            }
        }
        moves.sort_by_key(|one| !one.wins);
        Ok(moves)
    }

    /// What is known when a limit has stopped the search.
    fn print_known(&mut self, reason: &str, json: bool) -> Result<(), Failure> {
        let arena = self.values.arena();
        let mut calc = arena.calculator_with(&Limits::none());
        let mut values = Vec::new();
        for &value in &self.found {
            values.push(self.texts.of(value, &mut calc).map_err(|e| self.failure(e))?);
        }
        let parts = self.values.parts();
        let mut output = Output::new();
        if json {
            let texts: Vec<String> = self.positions.iter().map(|p| p.text.clone()).collect();
            return Ok(output.json(&known(&self.rules, &texts, reason, &values, parts))?);
        }
        for (position, value) in self.positions.iter().zip(&values) {
            let value = value.as_deref().unwrap_or(TOO_LONG);
            output.line(&format!("{} is {value}", position.text))?;
        }
        let rest = self.positions.len() - values.len();
        if rest > 0 {
            messages::note(&format!(
                "{rest} of {} positions have no value yet; {parts} parts are valued",
                self.positions.len()
            ));
        }
        Ok(())
    }
}

/// What is known of positions when a limit has stopped the search: values of the first of them.
fn known(
    rules: &Rules,
    positions: &[String],
    reason: &str,
    values: &[Option<String>],
    parts: u64,
) -> serde_json::Value {
    json!({
        "ruleset": rules.name(),
        "positions": positions,
        "values": values,
        "parts": parts,
        "stopped": reason,
    })
}

/// The texts of values, some of which may be too long to print.
#[derive(Default)]
struct Texts {
    /// Whether one was.
    long: bool,
}

impl Texts {
    /// The text of a value; `None` if it is too long.
    fn of(&mut self, game: Game, calc: &mut Calculator<'_>) -> Result<Option<String>, Error> {
        if self.long {
            calc.set_budget(u64::MAX, STEPS_AFTER_LONG);
        }
        let text = calc.print(game, Notation::Ascii);
        calc.clear_budget();
        match text {
            Ok(text) => Ok(Some(text)),
            Err(farstar_value::Error::TooLarge { .. }) => {
                self.long = true;
                Ok(None)
            }
            Err(farstar_value::Error::Stopped(Stopped::Nodes)) if self.long => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// What is told of a value.
struct Facts {
    /// `None` if it is too long to print.
    value: Option<String>,
    outcome: LoopyOutcome,
    mean: Option<String>,
    temperature: Option<String>,
    atomic_weight: Option<String>,
}

impl Facts {
    fn of(game: Game, calc: &mut Calculator<'_>, texts: &mut Texts) -> Result<Self, Error> {
        let weight = match calc.atomic_weight(game) {
            Ok(weight) => texts.of(weight, calc)?,
            Err(farstar_value::Error::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => None,
        };
        Ok(Self {
            value: texts.of(game, calc)?,
            outcome: LoopyOutcome::Decided(calc.outcome(game)?),
            mean: Some(calc.mean(game)?.to_string()),
            temperature: Some(calc.temperature(game)?.to_string()),
            atomic_weight: weight,
        })
    }
}

/// A move in one of the positions.
struct Move {
    place: usize,
    to: String,
    /// Of the whole sum after the move; `None` if it is too long to print.
    value: Option<String>,
    wins: bool,
    canonical: bool,
}

/// The answer.
struct Report {
    ruleset: String,
    positions: Vec<String>,
    facts: Facts,
    /// Left's and Right's; not known of heap games outside the language.
    moves: Option<[Vec<Move>; 2]>,
}

/// An outcome in words.
fn in_words(outcome: LoopyOutcome) -> &'static str {
    match outcome {
        LoopyOutcome::Decided(Outcome::L) => "L: Left wins, whoever begins",
        LoopyOutcome::Decided(Outcome::R) => "R: Right wins, whoever begins",
        LoopyOutcome::Decided(Outcome::N) => "N: who begins wins",
        LoopyOutcome::Decided(Outcome::P) => "P: who begins loses",
        LoopyOutcome::D => "D: a draw, whoever begins",
        LoopyOutcome::PHat => "PHat: Left wins if Right begins, else a draw",
        LoopyOutcome::PCheck => "PCheck: Right wins if Left begins, else a draw",
        LoopyOutcome::NHat => "NHat: Left wins if she begins, else a draw",
        LoopyOutcome::NCheck => "NCheck: Right wins if he begins, else a draw",
    }
}

impl Report {
    fn print(&self, json: bool, all: bool) -> Result<(), Failure> {
        let mut output = Output::new();
        if json {
            return Ok(output.json(&self.object())?);
        }
        let facts = &self.facts;
        let mut line = |word: &str, text: &str| output.line(format!("{word:14} {text}").trim_end());
        line("value", facts.value.as_deref().unwrap_or(TOO_LONG))?;
        line("outcome", in_words(facts.outcome))?;
        for (word, fact) in [
            ("mean", &facts.mean),
            ("temperature", &facts.temperature),
            ("atomic weight", &facts.atomic_weight),
        ] {
            if let Some(fact) = fact {
                line(word, fact)?;
            }
        }
        let Some(moves) = &self.moves else { return Ok(()) };
        let one = self.positions.len() == 1;
        let shown = |one_move: &Move| {
            let place = if one { String::new() } else { format!("{}: ", one_move.place + 1) };
            format!("{place}{}", one_move.to)
        };
        for (player, moves) in ["Left", "Right"].iter().zip(moves) {
            let mut word =
                if all { format!("{player}'s moves") } else { format!("{player} wins by") };
            let listed: Vec<&Move> = moves.iter().filter(|m| all || m.wins).collect();
            if listed.is_empty() {
                line(&word, "no move")?;
            }
            let most = if all { usize::MAX } else { SHOWN_MOVES };
            let widths = listed.iter().take(most).map(|m| shown(m).chars().count());
            // what is wider than formats can be stands as it is
            let width = widths.max().unwrap_or(0).min(usize::from(u16::MAX));
            for one_move in listed.iter().take(most) {
                let mut marks = Vec::new();
                if all && one_move.wins {
                    marks.push("wins");
                }
                if one_move.canonical {
                    marks.push("canonical");
                }
                let text = format!(
                    "{:width$}   {}   {}",
                    shown(one_move),
                    one_move.value.as_deref().unwrap_or(TOO_LONG),
                    marks.join(", ")
                );
                line(&word, &text)?;
                word.clear();
            }
            if listed.len() > most {
                line("", &format!("and {} more; --moves lists all", listed.len() - most))?;
            }
        }
        Ok(())
    }

    fn object(&self) -> serde_json::Value {
        let facts = &self.facts;
        let mut object = json!({
            "ruleset": self.ruleset,
            "positions": self.positions,
            "value": facts.value,
            "outcome": facts.outcome.to_string(),
            "mean": facts.mean,
            "temperature": facts.temperature,
        });
        if let Some(weight) = &facts.atomic_weight {
            object["atomic_weight"] = json!(weight);
        }
        if let Some(moves) = &self.moves {
            for (key, moves) in ["left_moves", "right_moves"].iter().zip(moves) {
                let list: Vec<serde_json::Value> = moves.iter().map(Move::object).collect();
                object[*key] = json!(list);
            }
        }
        object
    }
}

impl Move {
    fn object(&self) -> serde_json::Value {
        json!({
            "in": self.place,
            "position": self.to,
            "value": self.value,
            "wins": self.wins,
            "canonical": self.canonical,
        })
    }
}
