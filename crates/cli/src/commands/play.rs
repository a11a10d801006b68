//! `farstar play`: a game in the terminal against perfect play.

use super::sum;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::prompt::{NOTHING_TO_UNDO, Prompt, Wish};
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar_solve::Error;
use farstar_solve::outcome::{Component, Move, OutcomeSearch};
use farstar_value::{Arena, Calculator, Player, Stopped};

/// Moves listed at once.
const LISTED: usize = 60;

const HELP: &str = "A lone + begins another ruleset. `value` stands for a ruleset whose positions are values, a code such as 0.77 for \
    one whose positions are heaps. Standard input is for the commands: a number, hint, moves, undo, help, quit.";

/// Play a position, or a sum of several, against perfect play.
///
/// Moves are chosen by number. The program wins whenever it can.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar play [OPTIONS] RULESET POSITION... [+ RULESET POSITION...]...",
    after_help = HELP,
    after_long_help = format!("Examples:\n  \
    farstar play domineering 4x4\n  \
    farstar play clobber 'XOXO|OXOX' --as right --first left\n  \
    printf '1\\nhint\\nundo\\nquit\\n' | farstar play nim 3+4+5\n\n{HELP}")
)]
pub(crate) struct Play {
    #[command(flatten)]
    words: Words,
    /// The side you play.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t = Side::Left)]
    human: Side,
    /// Who begins; you, if it is not said.
    #[arg(long, value_name = "SIDE", value_enum)]
    first: Option<Side>,
}

/// A player, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Side {
    Left,
    Right,
}

impl Side {
    pub(super) fn player(self) -> Player {
        match self {
            Self::Left => Player::Left,
            Self::Right => Player::Right,
        }
    }
}

/// A game under way.
struct Table<'a> {
    search: OutcomeSearch<'a>,
    calc: Calculator<'a>,
    sum: Vec<Component>,
    turn: Player,
    human: Player,
    /// Earlier sums, with whose turn it was.
    past: Vec<(Vec<Component>, Player)>,
}

impl Play {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        if surroundings.json {
            return Err(Failure::Usage("play speaks to a person and has no --json; `farstar outcome --json` tells who wins, and by which moves".to_owned()));
        }
        if self.words.reads_input() {
            return Err(Failure::Usage("play takes commands from standard input, so positions cannot be read from it: type them in the place of -".to_owned()));
        }
        let arena = Arena::new();
        let mut search =
            OutcomeSearch::new(&arena).map_err(|error| Failure::of_solver(error, "the sum"))?;
        let summands = sum::read(&self.words, &arena, &mut search, &surroundings.limits())?;
        let human = self.human.player();
        let sum = summands.iter().map(|s| s.component.clone()).collect();
        let mut table = Table {
            search,
            calc: arena.calculator(),
            sum,
            turn: self.first.map_or(human, Side::player),
            human,
            past: Vec::new(),
        };
        let mut output = Output::new();
        output.line(&format!("You are {human}. A number moves; hint, moves, undo, help, quit."))?;
        table.play(&mut output, surroundings)?;
        Ok(Exit::Solved)
    }
}

impl Table<'_> {
    fn play(&mut self, output: &mut Output, surroundings: &Surroundings) -> Result<(), Failure> {
        let mut prompt = Prompt::open()?;
        loop {
            let moves = self.moves(surroundings)?;
            output.line("")?;
            self.draw(output)?;
            if moves.is_empty() {
                let mover = self.turn;
                let winner = if self.search.is_misere() { mover } else { mover.opponent() };
                output.line(&format!("{mover} cannot move: {winner} wins."))?;
                return Ok(());
            }
            if self.turn != self.human {
                let chosen = self.choose(&moves, surroundings)?;
                let text = self.shown(&moves[chosen]);
                output.line(&format!("{} plays {text}", self.turn))?;
                self.make(&moves[chosen]);
                continue;
            }
            self.list(&moves[..moves.len().min(LISTED)], output)?;
            if moves.len() > LISTED {
                output.line(&format!("      … up to {}; moves lists all", moves.len()))?;
            }
            loop {
                match prompt.ask(&format!("{}> ", self.human), moves.len(), output)? {
                    Wish::Quit => return Ok(()),
                    Wish::Move(at) => {
                        self.make(&moves[at]);
                        break;
                    }
                    Wish::Moves => self.list(&moves, output)?,
                    Wish::Undo if self.undo() => break,
                    Wish::Undo => output.line(NOTHING_TO_UNDO)?,
                    Wish::Hint => self.hint(&moves, output, surroundings)?,
                }
            }
        }
    }

    fn moves(&mut self, surroundings: &Surroundings) -> Result<Vec<Move>, Failure> {
        let moves = surroundings.limits().guard(|| self.search.moves(&self.sum, self.turn))?;
        moves.map_err(|error| Failure::of_solver(error, "the sum"))
    }

    fn shown(&mut self, one: &Move) -> String {
        let place =
            if self.sum.len() == 1 { String::new() } else { format!("{}: ", one.component + 1) };
        place + &sum::shown(one, &self.sum, &self.search, &mut self.calc)
    }

    fn draw(&mut self, output: &mut Output) -> Result<(), Failure> {
        let many = self.sum.len() > 1;
        for at in 0..self.sum.len() {
            let text = sum::drawn(&self.sum[at], &self.search, &mut self.calc);
            if many {
                output.line(&format!("{}:", at + 1))?;
            }
            for row in text.split('|') {
                output.line(&format!("  {row}"))?;
            }
        }
        Ok(())
    }

    fn make(&mut self, one: &Move) {
        let next = one.apply(&self.sum);
        let before = std::mem::replace(&mut self.sum, next);
        self.past.push((before, self.turn));
        self.turn = self.turn.opponent();
    }

    /// Takes back the player's last move and what came after it.
    fn undo(&mut self) -> bool {
        let Some(at) = self.past.iter().rposition(|(_, turn)| *turn == self.human) else {
            return false;
        };
        let mut later = self.past.split_off(at);
        let (sum, turn) = later.swap_remove(0);
        self.sum = sum;
        self.turn = turn;
        true
    }

    fn list(&mut self, moves: &[Move], output: &mut Output) -> Result<(), Failure> {
        for (at, one) in moves.iter().enumerate() {
            output.line(&format!("{:4}  {}", at + 1, self.shown(one)))?;
        }
        Ok(())
    }

    /// What is known of moves within the limits; with `one` only until a move is known to win.
    fn judge(
        &mut self,
        moves: &[Move],
        one: bool,
        surroundings: &Surroundings,
    ) -> Result<Judged, Failure> {
        // a Ctrl-C that nothing heard was not for this
        surroundings.forget_interrupt();
        let limits = surroundings.limits();
        let clock = progress::clock("thinking");
        let mut judged = Judged::default();
        for (at, next) in moves.iter().enumerate() {
            match self.search.wins(&next.apply(&self.sum), self.turn.opponent(), &limits) {
                Ok(false) => judged.winning.push(at),
                Ok(true) => {}
                Err(Error::Stopped(stopped)) => {
                    judged.unknown.push(at);
                    judged.stopped = Some(stopped);
                    // other moves may take less
                    if stopped != Stopped::Nodes {
                        judged.unknown.extend(at + 1..moves.len());
                        break;
                    }
                }
                Err(error) => return Err(Failure::of_solver(error, "the sum")),
            }
            if one && !judged.winning.is_empty() {
                break;
            }
        }
        clock.finish_and_clear();
        surroundings.forget_interrupt();
        Ok(judged)
    }

    /// A winning move; without one, one that is not known to lose; without that, the first.
    fn choose(&mut self, moves: &[Move], surroundings: &Surroundings) -> Result<usize, Failure> {
        let judged = self.judge(moves, true, surroundings)?;
        if let Some(&at) = judged.winning.first() {
            return Ok(at);
        }
        let Some(stopped) = judged.stopped else { return Ok(0) };
        messages::note(&format!("{stopped}; a move is played that is not known to lose"));
        Ok(judged.unknown.first().copied().unwrap_or(0))
    }

    fn hint(
        &mut self,
        moves: &[Move],
        output: &mut Output,
        surroundings: &Surroundings,
    ) -> Result<(), Failure> {
        let judged = self.judge(moves, false, surroundings)?;
        let numbers =
            |of: &[usize]| of.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(" ");
        let winning = numbers(&judged.winning);
        match judged.stopped {
            Some(stopped) => {
                output.line(format!("{stopped}; winning so far: {winning}").trim_end())?;
            }
            None if winning.is_empty() => output.line("No move wins against perfect play.")?,
            None => output.line(&format!("These moves win: {winning}"))?,
        }
        Ok(())
    }
}

/// What is known of the moves of a list, by their places in it; all others lose.
#[derive(Default)]
struct Judged {
    winning: Vec<usize>,
    unknown: Vec<usize>,
    stopped: Option<Stopped>,
}
