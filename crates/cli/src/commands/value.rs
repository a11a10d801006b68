//! `farstar value`: what positions are worth, who wins, and by which moves.

use super::sum;
use crate::consulted::Consulted;
use crate::drawn::Boards;
use crate::exit::{Exit, Failure};
use crate::kept::Kept;
use crate::messages;
use crate::notation::Written;
use crate::output::Output;
use crate::progress;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::{Answer, Arena, LoopyOutcome, Move, Outcome, Question, Solver, Start, Winner};
use farstar_lang::Session;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Winning moves of a player that are printed when not all moves are asked for.
pub(super) const SHOWN_MOVES: usize = 8;
/// Characters of a move's value that are shown; the value of a position itself is printed whole.
const SHOWN_VALUE: usize = 60;
/// Columns of the words before what is told.
pub(super) const COLUMNS: usize = 14;
/// What is told in the place of a text that is too long.
const TOO_LONG: &str = "too long to print";

/// Value a position of a ruleset, or the sum of several.
///
/// Prints the canonical form, who wins, mean and temperature, the atomic weight where there is one, and the moves
/// that win. Where the value is out of reach, half of the time goes to a search for the winner. Where play may be
/// endless and the winner is known, the value is looked for 10 seconds, or a fourth of --limit-time if that is longer.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar value [OPTIONS] RULESET POSITION... [+ RULESET POSITION...]...\n       \
        farstar value [OPTIONS] --rules FILE POSITION... [+ RULESET POSITION...]...",
    after_long_help = "Examples:\n  \
    farstar value domineering 4x4\n  \
    farstar value clobber 3x4\n  \
    farstar value clobber 'XOX|OX.' 'XO.'\n  \
    farstar value snort 'grid2x3, 1:X'\n  \
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
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    written: Written,
    /// Tell why: the nim sum in binary, what stops and atomic weight decide, the answers to moves that lose.
    #[arg(long, visible_alias = "why")]
    explain: bool,
    /// Write a proof of the two sides of one position, where play may be endless, to this file; `farstar check`
    /// checks it.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    boards: Boards,
    #[command(flatten)]
    consulted: Consulted,
    #[command(flatten)]
    kept: Kept,
}

impl Value {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let sum = sum::read_or_tell(&self.words, surroundings)?;
        let arena = Arena::new();
        let clock = Mutex::new(progress::clock("valuing"));
        let shown = || clock.lock().unwrap_or_else(PoisonError::into_inner);
        let atlases = self.consulted.open(&surroundings.limits())?;
        let store = self.kept.open(surroundings);
        let solver = Solver::new(&arena)
            .threads(self.threads.count())
            .remembering(store.clone().map(|store| store as _))
            .consulting(&atlases);
        let mut solver = solver.watched(|probe| {
            let counter = progress::counter("valuing", "parts", move || probe().0);
            std::mem::replace(&mut *shown(), counter).finish_and_clear();
        });
        let answer = solver.answer(&sum, Question::default(), &surroundings.limits());
        shown().finish_and_clear();
        Kept::save(store);
        let mut answer = answer?;
        if self.explain {
            solver.explain(&sum, &mut answer, &surroundings.limits())?;
        }
        if surroundings.json {
            Output::new().line(&answer.to_json())?;
        } else {
            let mut output = Output::new();
            self.boards.print(&sum, &mut output)?;
            let mut session = Session::new(&arena).with_limits(surroundings.limits());
            let written = |text: &str| self.written.of(&mut session, text).into_owned();
            print(&answer, self.moves, &mut output, written)?;
            print_reasons(&answer.reasons, &mut output)?;
        }
        if let Some(path) = &self.certificate {
            let certificate = solver.sides_certificate(&sum, &surroundings.limits())?;
            std::fs::write(path, certificate.to_string())
                .map_err(|error| Failure::File { path: path.display().to_string(), error })?;
        }
        if let Some(stop) = answer.stopped {
            return Err(Failure::of_stop(stop, answer.message.as_deref().unwrap_or_default()));
        }
        if let Some(unknown) = &answer.no_value
            && let Some(stop) = unknown.stopped
        {
            return Err(Failure::of_stop(stop, &unknown.message));
        }
        Ok(Exit::Solved)
    }
}

/// How many threads work on a question.
#[derive(Debug, clap::Args)]
pub(super) struct Threads {
    /// Work with this many threads; 0 is one for each processor.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    threads: usize,
}

impl Threads {
    /// How many are meant.
    pub(super) fn count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }
}

/// An outcome in words.
pub(super) fn in_words(outcome: LoopyOutcome) -> &'static str {
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

/// Prints why a sum is won as it is.
pub(super) fn print_reasons(reasons: &[String], output: &mut Output) -> std::io::Result<()> {
    let mut word = "why";
    for reason in reasons {
        output.fact(word, COLUMNS, &tongue::told(reason))?;
        word = "";
    }
    Ok(())
}

/// Said where values are told beside winners of misère play.
pub(super) const NORMAL_PLAY: &str =
    "note: the winners are those of misère play, the values those of normal play";

/// Prints an answer, its values as they are `written`.
fn print(
    answer: &Answer,
    all: bool,
    output: &mut Output,
    mut written: impl FnMut(&str) -> String,
) -> Result<(), Failure> {
    if answer.value_of.is_some() {
        messages::note(NORMAL_PLAY);
    }
    let mut line = |word: &str, text: &str| output.fact(word, COLUMNS, text);
    if let Some(value) = &answer.value {
        line("value", &written(value))?;
    } else if let Some(unknown) = &answer.no_value {
        for (at, component) in answer.sum.iter().enumerate().filter(|_| answer.sum.len() > 1) {
            if let Some(value) = &component.value {
                line(&format!("value of {}", at + 1), &written(value))?;
            }
        }
        let why = if unknown.stopped.is_none() { TOO_LONG } else { "not known" };
        line("value", &tongue::told(why))?;
    }
    if let Some(outcome) = answer.outcome {
        line("outcome", &tongue::told(in_words(outcome)))?;
    }
    if let Some(atlas) = &answer.atlas {
        line("known from", &tongue::told(&format!("the atlas {atlas}")))?;
    }
    for (word, fact) in [
        ("mean", &answer.mean),
        ("temperature", &answer.temperature),
        ("atomic weight", &answer.atomic_weight),
    ] {
        if let Some(fact) = fact {
            line(word, &written(fact))?;
        }
    }
    for walls in &answer.walls {
        let of = walls.komaster.map(|komaster| {
            let sentence = format!("{komaster:?} is komaster");
            tongue::told(&sentence).into_owned()
        });
        for (word, wall) in [("Left's wall", &walls.left), ("Right's wall", &walls.right)] {
            let corners: Vec<String> = wall.iter().map(|[x, t]| format!("({x}, {t})")).collect();
            let of = of.as_ref().map_or_else(String::new, |of| format!("  {of}"));
            line(word, &format!("{}{of}", corners.join(" ")))?;
        }
    }
    for (player, start) in [("Left", &answer.left_starts), ("Right", &answer.right_starts)] {
        if start.winner.is_some() || !start.moves.is_empty() {
            print_moves(player, start, answer.sum.len() == 1, all, &mut written, &mut line)?;
        }
    }
    if let Some(unlisted) = unlisted(answer) {
        line("moves", &tongue::told(unlisted))?;
    }
    Ok(())
}

/// Prints the moves of a player that win, or all of them.
fn print_moves(
    player: &str,
    start: &Start,
    one: bool,
    all: bool,
    written: &mut dyn FnMut(&str) -> String,
    line: &mut dyn FnMut(&str, &str) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let shown = |one_move: &Move| {
        let place = if one { String::new() } else { format!("{}: ", one_move.component + 1) };
        format!("{place}{}", one_move.position)
    };
    let drawn = start.winner == Some(Winner::Draw);
    let mut word = match (all, drawn) {
        (true, _) => format!("{player}'s moves"),
        (false, true) => format!("{player} draws by"),
        (false, false) => format!("{player} wins by"),
    };
    let good = |one: &Move| if drawn { one.draws } else { one.wins == Some(true) };
    let listed: Vec<&Move> = start.moves.iter().filter(|one| all || good(one)).collect();
    if listed.is_empty() {
        let lost = match start.winner {
            Some(Winner::Left) => player == "Right",
            Some(Winner::Right) => player == "Left",
            _ => false,
        };
        let known =
            !all && lost || start.all_moves && start.moves.iter().all(|one| one.wins.is_some());
        let told = match known {
            true => "no move",
            false if lost => "none wins; they are not listed",
            false => "not known",
        };
        line(&word, &tongue::told(told))?;
    }
    let most = if all { usize::MAX } else { SHOWN_MOVES };
    let widths = listed.iter().take(most).map(|one| shown(one).chars().count());
    // what is wider than formats can be stands as it is
    let width = widths.max().unwrap_or(0).min(usize::from(u16::MAX));
    for one_move in listed.iter().take(most) {
        let mut marks = Vec::new();
        if all && one_move.wins == Some(true) {
            marks.push(tongue::told("wins"));
        }
        if all && one_move.draws {
            marks.push(tongue::told("draws"));
        }
        if one_move.canonical {
            marks.push(tongue::told("canonical"));
        }
        let valued = one_move.mean.is_some() || one_move.value.is_some();
        let value = one_move.value.as_deref().unwrap_or(if valued { TOO_LONG } else { "" });
        let value = match abridged(value) {
            Cow::Borrowed(whole) if valued => written(whole).into(),
            shown => shown,
        };
        line(&word, &format!("{:width$}   {value}   {}", shown(one_move), marks.join(", ")))?;
        word.clear();
    }
    if start.all_moves && listed.len() > most {
        let more = format!("and {} more; --moves lists all", listed.len() - most);
        line("", &tongue::told(&more))?;
    }
    Ok(())
}

/// What is told where not all moves that win are known.
pub(super) fn unlisted(answer: &Answer) -> Option<&'static str> {
    let unlisted = |start: &&Start| !start.all_moves && !start.moves.is_empty();
    let some = [&answer.left_starts, &answer.right_starts].iter().any(unlisted);
    (some && answer.stopped.is_none()).then_some("perhaps more win: not all were looked at")
}

/// The beginning of a value that would fill the screen, and how long it is.
fn abridged(value: &str) -> Cow<'_, str> {
    match value.char_indices().nth(SHOWN_VALUE) {
        Some((end, _)) => {
            let length = value.chars().count();
            format!("{}… ({length} characters; --json has them)", &value[..end]).into()
        }
        None => value.into(),
    }
}
