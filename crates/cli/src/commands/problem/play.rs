//! `farstar problem play`: the game of an entry against perfect play.

use super::super::play::Side as Seat;
use super::failure;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::prompt::{self, NOTHING_TO_UNDO, Prompt, Wish};
use crate::surroundings::Surroundings;
use crate::tongue::Tongue;
use farstar_problems::{Fate, Game, Instance, Problem, Side, Turn, catalogue};
use farstar_value::Player;

/// Play the game of an entry against perfect play, from its small position or another one.
///
/// Moves are chosen by number. The status tells who wins by the whole tree of play, and by the entry's rule.
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    /// An id such as I04, or a short name such as nim.
    #[arg(value_name = "ID")]
    id: String,
    /// The position. [default: the entry's own]
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// The side you play, where the sides differ.
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t = Seat::Left)]
    human: Seat,
    /// The program begins, where either may.
    #[arg(long)]
    second: bool,
}

/// Moves that lose whose answers are told.
const MOST_ANSWERED: usize = 12;

/// A game under way.
struct Table<'s> {
    game: Game,
    /// The rule of the entry, in the language that was asked for.
    rule: &'static str,
    surroundings: &'s Surroundings,
    turn: Turn,
    /// Whose turn it is; in impartial games Left is the player at the keyboard.
    mover: Player,
    human: Player,
    past: Vec<(Turn, Player)>,
}

fn list(side: &Side, output: &mut Output) -> Result<(), Failure> {
    for (at, one) in side.moves.iter().enumerate() {
        output.line(&format!("{:4}  {}", at + 1, one.name))?;
    }
    Ok(())
}

impl Play {
    pub(super) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let problem = catalogue::problem(&self.id).map_err(failure)?;
        let Instance::Game(game) = problem.instance else {
            return Err(Failure::Input(no_game(problem)));
        };
        let position = self.position.as_deref().unwrap_or(game.start);
        let turn = game.turn(position, &surroundings.limits()).map_err(failure)?;
        let human = if turn.impartial { Player::Left } else { self.human.player() };
        let begins = if self.second { human.opponent() } else { human };
        let mover = turn.mover.unwrap_or(begins);
        let mut output = Output::new();
        output.line(problem.title.of(Tongue::spoken().language()))?;
        let note = problem.note.of(Tongue::spoken().language());
        if !note.is_empty() {
            output.line(note)?;
        }
        if !turn.impartial {
            output.say(&format!("You are {human}."))?;
        }
        output.say("A number moves; hint, why, undo, help, quit.")?;
        let rule = problem.rule.of(Tongue::spoken().language());
        Table { game, rule, surroundings, turn, mover, human, past: Vec::new() }
            .play(&mut output)?;
        Ok(Exit::Solved)
    }
}

fn no_game(problem: &Problem) -> String {
    let why = match problem.instance {
        Instance::Computation(_) => format!("`farstar problem try {}` computes it", problem.id),
        _ => "its statement is lost".to_owned(),
    };
    format!("{} ({}) has no game to play: {why}", problem.id, problem.name)
}

impl Table<'_> {
    /// What there is for the player to move.
    fn side(&self) -> Option<&Side> {
        let sides = &self.turn.sides;
        sides.iter().find(|side| self.turn.impartial || side.player == self.mover)
    }

    fn play(&mut self, output: &mut Output) -> Result<(), Failure> {
        let mut prompt = Prompt::open()?;
        loop {
            output.line("")?;
            output.line(&format!("  {}", self.turn.position))?;
            let Some(side) = self.side().cloned() else { return Ok(()) };
            let yours = self.mover == self.human;
            if side.moves.is_empty() {
                output.say(match (side.played, yours) {
                    (Fate::Draws, _) => "No move is left: nobody wins.",
                    (Fate::Wins, true) | (Fate::Loses, false) => "No move is left: you win.",
                    _ => "No move is left: the program wins.",
                })?;
                return Ok(());
            }
            if !yours {
                let chosen = side.best.unwrap_or(0);
                output.say(&format!("The program plays {}", side.moves[chosen].name))?;
                self.make(&side, chosen)?;
                continue;
            }
            output.say(&status(&side))?;
            list(&side, output)?;
            loop {
                match prompt.ask("> ", Some(side.moves.len()), output)? {
                    Wish::Quit => return Ok(()),
                    Wish::Move(at) => {
                        self.make(&side, at)?;
                        break;
                    }
                    Wish::Typed(text) => match side.moves.iter().position(|one| one.name == text) {
                        Some(at) => {
                            self.make(&side, at)?;
                            break;
                        }
                        None => output.say(&prompt::unknown(&text))?,
                    },
                    Wish::Undo if self.undo() => break,
                    Wish::Undo => output.say(NOTHING_TO_UNDO)?,
                    Wish::Hint => output.say(&hint(&side))?,
                    Wish::Why => self.why(&side, output)?,
                    Wish::Moves => list(&side, output)?,
                }
            }
        }
    }

    /// Tells the rule, and what is played against each move that loses.
    fn why(&self, side: &Side, output: &mut Output) -> Result<(), Failure> {
        output.say(&status(side))?;
        output.line(self.rule)?;
        let losing = side.moves.iter().filter(|one| one.fate == Fate::Loses);
        for one in losing.take(MOST_ANSWERED) {
            let limits = self.surroundings.limits();
            let then = self.game.turn(&one.position, &limits).map_err(failure)?;
            let other = side.player.opponent();
            let replies = then.sides.iter().find(|side| then.impartial || side.player == other);
            let reply = replies.and_then(|side| side.moves.get(side.best?));
            if let Some(reply) = reply {
                output.say(&format!("{} loses to {}", one.name, reply.name))?;
            }
        }
        Ok(())
    }

    fn make(&mut self, side: &Side, chosen: usize) -> Result<(), Failure> {
        let position = &side.moves[chosen].position;
        let next = self.game.turn(position, &self.surroundings.limits()).map_err(failure)?;
        let before = std::mem::replace(&mut self.turn, next);
        self.past.push((before, self.mover));
        self.mover = self.mover.opponent();
        Ok(())
    }

    /// Takes back the player's last move and what came after it.
    fn undo(&mut self) -> bool {
        let Some(at) = self.past.iter().rposition(|(_, mover)| *mover == self.human) else {
            return false;
        };
        (self.turn, self.mover) = self.past.swap_remove(at);
        self.past.truncate(at);
        true
    }
}

/// What becomes of the player to move, by play and by the rule.
fn status(side: &Side) -> String {
    let rule =
        side.rule.map_or("says nothing here".to_owned(), |fate| format!("{} too", fate.word()));
    let rule = if side.rule.is_some_and(|fate| fate != side.played) {
        "DISAGREES".to_owned()
    } else {
        rule
    };
    format!("The player to move {} by perfect play; the rule: {rule}.", side.played.word())
}

fn hint(side: &Side) -> String {
    let winning = side.moves.iter().enumerate().filter(|(_, one)| one.fate == Fate::Wins);
    let winning: Vec<String> = winning.map(|(at, _)| (at + 1).to_string()).collect();
    if winning.is_empty() {
        return "No move wins against perfect play.".to_owned();
    }
    format!("These moves win: {}", winning.join(" "))
}
