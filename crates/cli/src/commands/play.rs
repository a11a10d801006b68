//! `farstar play`: a game in the terminal against perfect play.

use super::sum;
use crate::consulted::Consulted;
use crate::drawn;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::prompt::{self, NOTHING_TO_UNDO, Prompt, Wish};
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::{Arena, Effort, Move, Moves, Player, Question, Solver, Sum, Why};
use std::collections::HashSet;

/// Moves listed at once.
const LISTED: usize = 60;
/// Moves that a hint shows where they have no numbers.
const HINTED: usize = 10;

const HELP: &str = "A lone + begins another ruleset. `value` stands for a ruleset whose positions are values, a code such as 0.77 for \
    one whose positions are heaps. Standard input is for the commands: a number or what the move leaves, hint, why, moves, undo, help, quit.";

/// Play a position, or a sum of several, against perfect play.
///
/// Moves are chosen by number, or by what they leave. The program wins whenever it can.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar play [OPTIONS] RULESET POSITION... [+ RULESET POSITION...]...",
    after_help = HELP,
    after_long_help = format!("Examples:\n  \
    farstar play domineering 4x4\n  \
    farstar play clobber 'XOXO|OXOX' --as right --first left\n  \
    printf '1\\nhint\\nundo\\nquit\\n' | farstar play nim 3+4+5\n  \
    farstar play kayles 1000000000000000000\n\n{HELP}")
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
    #[command(flatten)]
    consulted: Consulted,
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
    solver: Solver<'a>,
    sum: Sum,
    turn: Player,
    human: Player,
    /// Earlier sums, with whose turn it was.
    past: Vec<(Sum, Player)>,
}

impl Play {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        if surroundings.json {
            return Err(Failure::Usage("play speaks to a person and has no --json; `farstar outcome --json` tells who wins, and by which moves".to_owned()));
        }
        if self.words.reads_input() {
            return Err(Failure::Usage("play takes commands from standard input, so positions cannot be read from it: type them in the place of -".to_owned()));
        }
        let sum = sum::read(&self.words, &surroundings.limits())?;
        let human = self.human.player();
        let atlases = self.consulted.open(&surroundings.limits())?;
        let arena = Arena::new();
        let mut table = Table {
            solver: Solver::new(&arena).consulting(&atlases),
            sum,
            turn: self.first.map_or(human, Side::player),
            human,
            past: Vec::new(),
        };
        let mut output = Output::new();
        output.say(&format!(
            "You are {human}. A number moves; hint, why, moves, undo, help, quit."
        ))?;
        table.play(&mut output, surroundings)?;
        Ok(Exit::Solved)
    }
}

/// What whoever is to move may do.
enum Choice {
    Listed(Vec<Move>),
    /// There are too many moves to list; this is one.
    Any(Move),
    Over,
}

impl Choice {
    /// The moves, if they are listed.
    fn list(&self) -> Option<&[Move]> {
        match self {
            Self::Listed(moves) => Some(moves),
            Self::Any(_) | Self::Over => None,
        }
    }
}

impl Table<'_> {
    fn play(&mut self, output: &mut Output, surroundings: &Surroundings) -> Result<(), Failure> {
        let mut prompt = Prompt::open()?;
        loop {
            let choice = self.choice(surroundings)?;
            output.line("")?;
            self.draw(output)?;
            let first = match &choice {
                Choice::Listed(moves) => &moves[0],
                Choice::Any(first) => first,
                Choice::Over => {
                    let mover = self.turn;
                    let winner = if self.sum.is_misere() { mover } else { mover.opponent() };
                    output.say(&format!("{mover} cannot move: {winner} wins."))?;
                    return Ok(());
                }
            };
            if self.turn != self.human {
                let chosen = self.choose(first, surroundings)?;
                let text = self.shown(&chosen);
                output.say(&format!("{} plays {text}", self.turn))?;
                self.make(&chosen)?;
                continue;
            }
            self.offer(&choice, first, output)?;
            loop {
                let count = choice.list().map(<[Move]>::len);
                match (prompt.ask(&format!("{}> ", self.human), count, output)?, choice.list()) {
                    (Wish::Quit, _) => return Ok(()),
                    (Wish::Move(at), list) => {
                        self.make(list.and_then(|moves| moves.get(at)).unwrap_or(first))?;
                        break;
                    }
                    (Wish::Typed(text), _) => match self.typed(&text, surroundings) {
                        Ok(one) => {
                            self.make(&one)?;
                            break;
                        }
                        Err(why) => output.say(&why)?,
                    },
                    (Wish::Moves, Some(moves)) => self.list(moves, output)?,
                    (Wish::Moves, None) => self.offer(&choice, first, output)?,
                    (Wish::Undo, _) if self.undo() => break,
                    (Wish::Undo, _) => output.say(NOTHING_TO_UNDO)?,
                    (Wish::Hint, moves) => self.hint(moves, output, surroundings)?,
                    (Wish::Why, _) => self.why(output, surroundings)?,
                }
            }
        }
    }

    fn choice(&mut self, surroundings: &Surroundings) -> Result<Choice, Failure> {
        let limits = surroundings.limits();
        match self.solver.moves(&self.sum, self.turn, &limits) {
            Ok(moves) if moves.is_empty() => Ok(Choice::Over),
            Ok(moves) => Ok(Choice::Listed(moves)),
            Err(farstar::Error::Solver(error)) if error.is_ceiling() => {
                let first = self.solver.first_move(&self.sum, self.turn, &limits)?;
                Ok(first.map_or(Choice::Over, Choice::Any))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Shows the player what there is to choose from.
    fn offer(&mut self, choice: &Choice, first: &Move, output: &mut Output) -> Result<(), Failure> {
        let Some(moves) = choice.list() else {
            let shown = self.shown(first);
            return Ok(output.say(&format!(
                "There are too many moves to list: type what yours leaves, such as {shown}."
            ))?);
        };
        self.list(&moves[..moves.len().min(LISTED)], output)?;
        if moves.len() > LISTED {
            let more = format!("… up to {}; moves lists all", moves.len());
            output.line(&format!("      {}", tongue::told(&more)))?;
        }
        Ok(())
    }

    /// The move that leaves what was typed, behind the number of its component where there are several.
    fn typed(&mut self, text: &str, surroundings: &Surroundings) -> Result<Move, String> {
        let count = self.sum.summands().len();
        let place = text.split_once(':').and_then(|(place, rest)| {
            let place = place.trim().parse::<usize>().ok()?.checked_sub(1)?;
            (place < count).then_some((place, rest.trim()))
        });
        let place = place.or_else(|| (count == 1).then_some((0, text)));
        let Some((component, position)) = place else { return Err(prompt::unknown(text)) };
        let one = Move { component, position: position.to_owned(), ..Move::default() };
        match self.solver.is_move(&self.sum, self.turn, &one, &surroundings.limits()) {
            Ok(true) => Ok(one),
            Ok(false) => Err(format!("No move of {} leaves {position}.", self.turn)),
            Err(_) => Err(prompt::unknown(text)),
        }
    }

    fn shown(&self, one: &Move) -> String {
        match self.sum.summands().len() {
            1 => one.position.clone(),
            _ => format!("{}: {}", one.component + 1, one.position),
        }
    }

    fn draw(&mut self, output: &mut Output) -> Result<(), Failure> {
        let before = self.past.last().map_or(&[][..], |(sum, _)| sum.summands());
        Ok(drawn::print(self.sum.summands(), before, output)?)
    }

    fn make(&mut self, one: &Move) -> Result<(), Failure> {
        let next = self.sum.after(one)?;
        let before = std::mem::replace(&mut self.sum, next);
        self.past.push((before, self.turn));
        self.turn = self.turn.opponent();
        Ok(())
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

    /// What is known of the player's moves within the limits, and why some of it is not known.
    fn judged(
        &mut self,
        moves: Moves,
        surroundings: &Surroundings,
    ) -> Result<(farstar::Start, Option<String>), Failure> {
        // a Ctrl-C that nothing heard was not for this
        surroundings.forget_interrupt();
        let (clock, limits) = progress::watched("thinking", surroundings.limits());
        let question = Question { effort: Effort::None, moves, starter: Some(self.turn) };
        let answer = self.solver.answer(&self.sum, question, &limits);
        clock.finish_and_clear();
        surroundings.forget_interrupt();
        let mut answer = answer?;
        let stopped = answer.stopped.and(answer.message.take());
        let start = match self.turn {
            Player::Left => answer.left_starts,
            Player::Right => answer.right_starts,
        };
        Ok((start, stopped))
    }

    /// A move that wins; without one, one that is not known to lose; without that, the first.
    fn choose(&mut self, first: &Move, surroundings: &Surroundings) -> Result<Move, Failure> {
        let (start, stopped) = self.judged(Moves::One, surroundings)?;
        let reply = start.reply;
        if let Some(stopped) = stopped
            && !reply.as_ref().is_some_and(|reply| reply.why == Why::Wins)
        {
            messages::note(&format!("{stopped}; a move is played that is not known to lose"));
        }
        let chosen = reply.and_then(|reply| start.moves.into_iter().nth(reply.number));
        Ok(chosen.unwrap_or_else(|| first.clone()))
    }

    /// Tells what decides the game where it stands.
    fn why(&mut self, output: &mut Output, surroundings: &Surroundings) -> Result<(), Failure> {
        surroundings.forget_interrupt();
        let (clock, limits) = progress::watched("thinking", surroundings.limits());
        let question = Question { effort: Effort::Little, ..Question::default() };
        let answer = self.solver.answer(&self.sum, question, &limits);
        let explained = answer.and_then(|mut answer| {
            self.solver.explain(&self.sum, &mut answer, &limits)?;
            Ok(answer)
        });
        clock.finish_and_clear();
        surroundings.forget_interrupt();
        let answer = explained?;
        for reason in &answer.reasons {
            output.say(reason)?;
        }
        if let Some(stopped) = answer.stopped.and(answer.message) {
            output.say(&stopped)?;
        }
        Ok(())
    }

    fn hint(
        &mut self,
        moves: Option<&[Move]>,
        output: &mut Output,
        surroundings: &Surroundings,
    ) -> Result<(), Failure> {
        let (start, stopped) = self.judged(Moves::All, surroundings)?;
        let numbers = |good: fn(&Move) -> bool| {
            let good = start.moves.iter().filter(|one| good(one));
            let Some(moves) = moves else {
                let some: Vec<String> = good.take(HINTED).map(|one| self.shown(one)).collect();
                return some.join(" ");
            };
            let good: HashSet<(usize, &str)> =
                good.map(|one| (one.component, one.position.as_str())).collect();
            let known = |one: &Move| good.contains(&(one.component, one.position.as_str()));
            let numbers = (1..).zip(moves).filter(|(_, one)| known(one));
            numbers.map(|(at, _): (usize, _)| at.to_string()).collect::<Vec<_>>().join(" ")
        };
        let winning = numbers(|one| one.wins == Some(true));
        let drawing = numbers(|one| one.draws);
        let loses = start.winner.is_some_and(|winner| winner.player() != Some(self.turn));
        match stopped {
            Some(stopped) => {
                output.say(format!("{stopped}; winning so far: {winning}").trim_end())?;
            }
            None if !winning.is_empty() => output.say(&format!("These moves win: {winning}"))?,
            None if !drawing.is_empty() => output.say(&format!("These moves draw: {drawing}"))?,
            None if moves.is_some() || loses => {
                output.say("No move wins against perfect play.")?;
            }
            None => output.say("No move that wins was found.")?,
        }
        Ok(())
    }
}
