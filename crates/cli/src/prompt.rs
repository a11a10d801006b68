//! What a player at the terminal wishes, asked until it is a wish that can be met.

use crate::exit::Failure;
use crate::input::Lines;
use crate::interrupt;
use crate::output::Output;
use std::io::{self, IsTerminal, Write};

/// The player at the keyboard, or the lines that stand for one.
pub(crate) struct Prompt {
    lines: Lines,
    /// Whether somebody sees what is asked.
    seen: bool,
}

/// What the player wishes.
pub(crate) enum Wish {
    /// The move at this place of the list, from 0.
    Move(usize),
    Hint,
    /// To know why the position is won or lost.
    Why,
    /// What is typed and is no other wish: it may be what a move leaves.
    Typed(String),
    /// To see every move.
    Moves,
    Undo,
    /// To end, or there are no more lines.
    Quit,
}

impl Prompt {
    pub(crate) fn open() -> Result<Self, Failure> {
        Ok(Self { lines: Lines::open("-")?, seen: io::stdin().is_terminal() })
    }

    /// The next wish of a player who has `moves` moves, or too many to number; what is no wish is answered on the way.
    pub(crate) fn ask(
        &mut self,
        question: &str,
        moves: Option<usize>,
        output: &mut Output,
    ) -> Result<Wish, Failure> {
        loop {
            if self.seen {
                let mut out = io::stdout();
                write!(out, "{question}")?;
                out.flush()?;
            }
            let Some((_, line)) = interrupt::waiting(|| self.lines.next())? else {
                return Ok(Wish::Quit);
            };
            let line = line.trim();
            match line.to_ascii_lowercase().as_str() {
                "hint" | "h" => return Ok(Wish::Hint),
                "why" | "w" => return Ok(Wish::Why),
                "moves" | "m" | "all" => return Ok(Wish::Moves),
                "undo" | "u" => return Ok(Wish::Undo),
                "quit" | "q" | "exit" => return Ok(Wish::Quit),
                "help" | "?" => output.say(
                    "A number, or what the move leaves, makes that move; hint shows the moves that win; why tells what decides; moves lists all moves; undo takes your last move back; quit or Ctrl-C ends.",
                )?,
                text => match (text.parse::<usize>(), moves) {
                    (Ok(number), Some(moves)) if (1..=moves).contains(&number) => {
                        return Ok(Wish::Move(number - 1));
                    }
                    (Ok(number), Some(moves)) => output.say(&format!(
                        "There is no move {number}: the moves are 1 to {moves}."
                    ))?,
                    _ => return Ok(Wish::Typed(line.to_owned())),
                },
            }
        }
    }
}

/// What is told of a line that is no wish.
pub(crate) fn unknown(line: &str) -> String {
    format!("'{line}' is neither a move nor hint, why, moves, undo, help or quit.")
}

/// What is told when there is nothing to take back.
pub(crate) const NOTHING_TO_UNDO: &str = "Nothing has been played yet.";
