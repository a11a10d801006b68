//! `farstar outcome`: who wins a sum, and by which moves.

use super::sum;
use super::value::{COLUMNS, SHOWN_MOVES, Threads, in_words, print_reasons, unlisted};
use crate::consulted::Consulted;
use crate::drawn::Boards;
use crate::exit::{Exit, Failure};
use crate::kept::Kept;
use crate::output::Output;
use crate::progress;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::{Answer, Arena, Effort, Move, Moves, Player, Question, Solver, Winner};
use indicatif::ProgressBar;
use std::collections::HashSet;

/// In sums with more components winning moves are looked for only when asked for.
const MANY: usize = 64;

/// Tell who wins a sum of positions, too large perhaps for a canonical form.
///
/// Prints who wins when Left begins and when Right begins, and the moves that win, each as soon as it is known.
#[derive(Debug, clap::Args)]
#[command(
    name = "outcome",
    override_usage = "farstar outcome [OPTIONS] RULESET POSITION... [+ RULESET POSITION...]...\n       \
        farstar outcome [OPTIONS] --rules FILE POSITION... [+ RULESET POSITION...]...",
    after_help = sum::HELP,
    after_long_help = format!("Examples:\n  \
    farstar outcome clobber XOXOXOXOXOXOXOXOXO\n  \
    farstar outcome domineering 6x6\n  \
    farstar outcome clobber XOXOXO XOXXOO + nogo ...... + value '^' 1 + kayles 5\n  \
    farstar outcome value - < switches.txt\n  \
    farstar outcome --limit-time 3s clobber 8x8 --json\n\n{}\n\n\
    When a limit stops the search, what is known is printed and the exit code is 3.", sum::HELP)
)]
pub(crate) struct OutcomeCommand {
    #[command(flatten)]
    words: Words,
    /// List every winning move, of large sums too.
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    threads: Threads,
    /// Tell why: the nim sum in binary, what stops and atomic weight decide, the answers to moves that lose.
    #[arg(long, visible_alias = "why")]
    explain: bool,
    #[command(flatten)]
    boards: Boards,
    #[command(flatten)]
    consulted: Consulted,
    #[command(flatten)]
    kept: Kept,
}

impl OutcomeCommand {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let sum = sum::read_or_tell(&self.words, surroundings)?;
        if !surroundings.json {
            self.boards.print(&sum, &mut Output::new())?;
        }
        let moves = self.moves || sum.summands().len() <= MANY;
        let question = Question {
            effort: Effort::Little,
            moves: if moves { Moves::All } else { Moves::None },
            ..Question::default()
        };
        let (clock, limits) = progress::watched("searching", surroundings.limits());
        let mut told = Told {
            output: Output::new(),
            clock,
            silent: surroundings.json,
            most: if self.moves { usize::MAX } else { SHOWN_MOVES },
            ..Told::default()
        };
        let arena = Arena::new();
        let mut fault = Ok(());
        let store = self.kept.open(surroundings);
        let mut solver = Solver::new(&arena)
            .threads(self.threads.count())
            .remembering(store.clone().map(|store| store as _))
            .consulting(&self.consulted.open(&limits)?);
        let answer = solver.answer_telling(&sum, question, &limits, &mut |answer| {
            if fault.is_ok() {
                fault = told.found(answer);
            }
        });
        told.clock.finish_and_clear();
        Kept::save(store);
        let mut answer = answer?;
        fault?;
        if self.explain {
            solver.explain(&sum, &mut answer, &limits)?;
        }
        if surroundings.json {
            told.output.line(&answer.to_json())?;
        } else {
            told.rest(&answer, moves)?;
            if let Some(atlas) = &answer.atlas {
                told.line("known from", &tongue::told(&format!("the atlas {atlas}")))?;
            }
            print_reasons(&answer.reasons, &mut told.output)?;
        }
        match answer.stopped {
            Some(stop) => {
                Err(Failure::of_stop(stop, answer.message.as_deref().unwrap_or_default()))
            }
            None => Ok(Exit::Solved),
        }
    }
}

/// Lines that go out as soon as they are known; none where one object is to be printed in the end.
struct Told {
    output: Output,
    clock: ProgressBar,
    silent: bool,
    /// So many winning moves of a player are printed.
    most: usize,
    /// What was printed: the Grundy value, who wins when Left and when Right begins, and the outcome.
    lines: [bool; 4],
    /// Winning moves of Left and of Right that were printed.
    moves: [HashSet<(usize, String)>; 2],
}

impl Default for Told {
    fn default() -> Self {
        Self {
            output: Output::new(),
            clock: ProgressBar::hidden(),
            silent: false,
            most: SHOWN_MOVES,
            lines: [false; 4],
            moves: Default::default(),
        }
    }
}

impl Told {
    fn line(&mut self, word: &str, text: &str) -> Result<(), Failure> {
        if self.silent {
            return Ok(());
        }
        let Self { output, clock, .. } = self;
        Ok(clock.suspend(|| output.fact(word, COLUMNS, text))?)
    }

    /// Prints what is new in an answer that is still growing.
    fn found(&mut self, answer: &Answer) -> Result<(), Failure> {
        if let Some(grundy) = answer.grundy.filter(|_| !self.lines[0]) {
            self.lines[0] = true;
            self.line("Grundy value", &grundy.to_string())?;
        }
        for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            let winner = answer.starts(player).winner;
            if let Some(winner) = winner.filter(|_| !self.lines[1 + at]) {
                self.lines[1 + at] = true;
                let text = match winner {
                    Winner::Draw => "a draw".to_owned(),
                    Winner::Left => "Left wins".to_owned(),
                    Winner::Right => "Right wins".to_owned(),
                };
                self.line(&format!("{player} begins"), &tongue::told(&text))?;
            }
        }
        if let Some(outcome) = answer.outcome.filter(|_| !self.lines[3]) {
            self.lines[3] = true;
            self.line("outcome", &tongue::told(in_words(outcome)))?;
        }
        // while the list is not whole, it holds moves that win, and what is new stands at its end
        for (at, start) in [&answer.left_starts, &answer.right_starts].into_iter().enumerate() {
            let new = start.moves.get(self.moves[at].len()..).filter(|_| !start.all_moves);
            for one in new.unwrap_or_default() {
                self.winning(one, at, answer)?;
            }
        }
        Ok(())
    }

    /// Prints a move that wins, or where nobody does draws, unless it was printed.
    fn winning(&mut self, one: &Move, at: usize, answer: &Answer) -> Result<(), Failure> {
        let starts = [&answer.left_starts, &answer.right_starts];
        let drawn = starts[at].winner == Some(Winner::Draw);
        let good = if drawn { one.draws } else { one.wins == Some(true) };
        let known = (one.component, one.position.clone());
        if !good || !self.moves[at].insert(known) {
            return Ok(());
        }
        let word = match (self.moves[at].len(), at, drawn) {
            (1, 0, false) => "Left wins by",
            (1, 0, true) => "Left draws by",
            (1, _, false) => "Right wins by",
            (1, _, true) => "Right draws by",
            (n, ..) if n > self.most => return Ok(()),
            _ => "",
        };
        let place = match answer.sum.len() {
            1 => String::new(),
            _ => format!("{}: ", one.component + 1),
        };
        self.line(word, &format!("{place}{}", one.position))
    }

    /// Prints what was not printed while the answer grew.
    fn rest(&mut self, answer: &Answer, moves: bool) -> Result<(), Failure> {
        for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            if answer.starts(player).winner.is_none() {
                self.lines[1 + at] = true;
                let unknown = tongue::told("the winner is not known");
                self.line(&format!("{player} begins"), &unknown)?;
            }
        }
        self.found(answer)?;
        for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            let start = answer.starts(player);
            for one in &start.moves {
                self.winning(one, at, answer)?;
            }
            let count = self.moves[at].len();
            if start.all_moves && count > self.most {
                let more = format!("and {} more; --moves lists all", count - self.most);
                // moves of the other player may stand between these and those listed
                self.line(&format!("{player} wins by"), &tongue::told(&more))?;
            }
            let loses = start.winner.is_some_and(|winner| winner.player() != Some(player));
            if moves && count == 0 && loses {
                self.line(&format!("{player} wins by"), &tongue::told("no move"))?;
            }
        }
        if let Some(unlisted) = unlisted(answer) {
            self.line("moves", &tongue::told(unlisted))?;
        }
        Ok(())
    }
}
