//! Toe-Tac-Tics: boards on which three in a row may not be made.

use std::fmt::Write;

use farstar_impartial::mex;
use farstar_num::Dyadic;
use farstar_rules::position::GameGraph;
use farstar_value::{Arena, Closed, Limits, Outcome, Player};

use super::numberish::{Form, Numberish, of_options};
use super::play::{Played, place, ruleset, show};
use super::ups::outcome;
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance};
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::{Board, Packed};

/// Most boards of an input, all tests together.
const MOST_BOARDS: usize = 1_000_000;
/// Cells of a board.
const CELLS: usize = 9;
/// Boards, whether or not they have a line.
const CODES: usize = 19_683;
/// Rows, columns and diagonals.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// P50: Toe-Tac-Tics.
pub(crate) const TOE_TAC_TICS: Entry = Entry {
    instance: Instance::ruleset("Tic-tac-toe Avoidance", "..x|.o.|oxx", claim),
    answer: Some(answer),
    verification: Some(Verification::to([3, 9, 9], cases)),
    claims: &[("PE12", Verification::to([1, 1, 9], unguarded))],
    ..entry!("P50", "toe-tac-tics")
};

/// Who wins a board, by the table of values.
fn claim(board: &Board, at: &Packed, mover: Player, _: &Limits) -> Result<Option<Fate>> {
    let values = Values::new();
    let Some(value) = values.of(&board.draw(at).replace('|', "")) else { return Ok(None) };
    let value = Closed { number: value.number.clone(), up: 0, nimber: value.nimber.into() };
    Ok(Some(Fate::of_outcome(outcome(&value), mover)))
}

/// P51: is everything numberish?
pub(crate) const HYPOTHESIS: Entry = Entry {
    instance: Instance::ruleset("Tic-tac-toe Avoidance", "x.o|..x|o..", claim),
    verification: Some(Verification::to([3, 9, 9], all_numberish)),
    ..entry!("P51", "all-numberish")
};

/// The values of all boards, with `o` as Left and `x` as Right.
#[derive(Clone, Debug)]
pub struct Values {
    /// By code; boards with a line have none.
    values: Vec<Option<Numberish>>,
}

impl Default for Values {
    fn default() -> Self {
        Self::new()
    }
}

/// What stands in a cell: 0 for nothing, 1 for `o`, 2 for `x`.
fn cell(code: usize, cell: usize) -> usize {
    code / 3_usize.pow(cell as u32) % 3
}

fn has_line(code: usize) -> bool {
    LINES.iter().any(|line| {
        let [a, b, c] = line.map(|at| cell(code, at));
        a != 0 && a == b && b == c
    })
}

impl Values {
    /// Computes them; O(3⁹).
    #[must_use]
    pub fn new() -> Self {
        let mut values = vec![None; CODES];
        // A mark makes the code larger.
        for code in (0..CODES).rev() {
            if has_line(code) {
                continue;
            }
            let options = |mark: usize| -> Vec<Numberish> {
                (0..CELLS)
                    .filter(|&at| cell(code, at) == 0)
                    .filter_map(|at| values[code + mark * 3_usize.pow(at as u32)].clone())
                    .collect()
            };
            values[code] = match of_options(&options(1), &options(2)) {
                Form::Value(value) => Some(value),
                // Verified: no board leaves the class.
                Form::Hot | Form::Mex => unreachable!("board {code} is no a + *b"),
            };
        }
        Self { values }
    }

    /// The value of a board of nine cells `.`, `o`, `x`, row by row; `None` if it has a line or is no board.
    ///
    /// # Examples
    /// ```
    /// use farstar_problems::partizan::toe_tac_tics::Values;
    /// let values = Values::new();
    /// assert_eq!(values.of(".x.xoxoxx").unwrap().to_string(), "0:1");
    /// assert_eq!(values.of("xxx......"), None);
    /// ```
    #[must_use]
    pub fn of(&self, board: &str) -> Option<&Numberish> {
        self.values[code(board)?].as_ref()
    }

    /// How many boards have no line, and how many values they have.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let mut values: Vec<_> = self.values.iter().flatten().collect();
        let boards = values.len();
        values.sort_unstable();
        values.dedup();
        (boards, values.len())
    }
}

fn code(board: &str) -> Option<usize> {
    if board.len() != CELLS {
        return None;
    }
    board.bytes().rev().try_fold(0, |code, mark| {
        let digit = b".ox".iter().position(|&known| known == mark)?;
        Some(3 * code + digit)
    })
}

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let tests = input.integer("the number of tests", 0..=MOST_BOARDS)?;
    let values = Values::new();
    let mut text = String::new();
    let mut boards = 0;
    for _ in 0..tests {
        let n = input.integer("the number of boards", 1..=MOST_BOARDS - boards)?;
        boards += n;
        // All values are multiples of 1/8.
        let (mut eighths, mut nimber) = (0, 0);
        for _ in 0..n {
            let mut cells = String::with_capacity(CELLS);
            for _ in 0..3 {
                let row = input.word("a row of a board")?;
                if row.len() != 3 || !row.bytes().all(|mark| b".ox".contains(&mark)) {
                    return Err(input.error("a row is not three of `.`, `o`, `x`"));
                }
                cells.push_str(row);
            }
            let value = values
                .of(&cells)
                .ok_or_else(|| input.error("the board that ends here has three in a line"))?;
            eighths += value.number.mul_pow2(3).to_i64().unwrap_or(0);
            nimber ^= value.nimber;
        }
        let bob = eighths > 0 || (eighths == 0 && nimber == 0);
        let _ = writeln!(text, "{}", if bob { "Bob" } else { "Alice" });
    }
    Ok(text)
}

/// The codes of the boards without a line, those with fewer empty cells first, and how many are empty.
fn boards(most_empty: u64) -> Vec<(usize, usize)> {
    let empty = |code: usize| (0..CELLS).filter(|&at| cell(code, at) == 0).count();
    let mut boards: Vec<_> = (0..CODES)
        .filter(|&code| !has_line(code))
        .map(|code| (empty(code), code))
        .filter(|&(empty, _)| empty as u64 <= most_empty)
        .collect();
    boards.sort_unstable();
    boards
}

fn text(code: usize) -> String {
    let row = |row: usize| -> String {
        (0..3).map(|column| ['.', 'o', 'x'][cell(code, 3 * row + column)]).collect()
    };
    [row(0), row(1), row(2)].join("|")
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Tic-tac-toe Avoidance")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let values = Values::new();
    let (game, start) = place(&rules, "...|...|...")?;
    let mut played = Played::new(&game);
    for (_, code) in boards(to) {
        let (_, position) = place(&rules, &text(code))?;
        let value = played.value(&position, &mut calc)?;
        let Some(claimed) = &values.values[code] else { continue };
        let claimed = claimed.game(&mut calc)?;
        trial.compare(|| text(code), show(&mut calc, claimed)?, show(&mut calc, value)?)?;
    }
    // Sums of two boards that are nearly full, Alice to move.
    let full: Vec<_> = boards(to.min(2)).into_iter().step_by(37).collect();
    let key = |code: usize| place(&rules, &text(code)).map(|(_, at)| at);
    debug_assert_eq!(game.draw(&start), "...|...|...");
    for &(_, first) in &full {
        for &(_, second) in &full {
            let by_play = played.outcome(&[key(first)?, key(second)?], trial.limits())?;
            let (Some(a), Some(b)) = (&values.values[first], &values.values[second]) else {
                continue;
            };
            let number = &a.number + &b.number;
            let bob = number.is_positive() || (number.is_zero() && a.nimber == b.nimber);
            let winner = |bob| if bob { "Bob" } else { "Alice" };
            trial.compare(
                || format!("{} and {}", text(first), text(second)),
                winner(bob),
                winner(bob_wins(by_play)),
            )?;
        }
    }
    Ok(())
}

/// Whether Bob, who is Left, wins when Alice begins.
fn bob_wins(outcome: Outcome) -> bool {
    outcome.winner(Player::Right) == Player::Left
}

fn all_numberish(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Tic-tac-toe Avoidance")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let (game, _) = place(&rules, "...|...|...")?;
    let mut played = Played::new(&game);
    for (_, code) in boards(to) {
        let (_, position) = place(&rules, &text(code))?;
        let value = played.value(&position, &mut calc)?;
        let at_most_star = |nimber| if nimber < 2 { "a or a + *" } else { "no a or a + *" };
        let nimber = match calc.closed_parts(value) {
            Some(closed) if closed.up == 0 => closed.nimber,
            _ => u64::MAX,
        };
        trial.compare(|| text(code), at_most_star(0), at_most_star(nimber))?;
    }
    Ok(())
}

/// PE12: the program's rule, on games that may leave the class.
fn unguarded(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let options: Vec<_> = (0..=to)
        .flat_map(|size| {
            (0..=size)
                .flat_map(move |number| (0..=size - number).map(move |nimber| (number, nimber)))
        })
        .filter(|&(number, nimber)| number + nimber <= to)
        .map(|(number, nimber)| Numberish {
            number: Dyadic::from(number as i64),
            nimber: nimber as u32,
        })
        .collect();
    for left in &options {
        for right in &options {
            // As the program has it: the least number that is not among the nimbers of both sides.
            let claimed = if left.number < right.number {
                of_options(std::slice::from_ref(left), std::slice::from_ref(right))
            } else {
                let nimber = mex((left.nimber == right.nimber).then_some(left.nimber));
                Form::Value(Numberish { number: left.number.clone(), nimber })
            };
            let Form::Value(claimed) = claimed else { continue };
            let claimed = claimed.game(&mut calc)?;
            let (left_game, right_game) = (left.game(&mut calc)?, right.game(&mut calc)?);
            let value = calc.from_options(&[left_game], &[right_game])?;
            let case =
                format!("{{{}|{}}}", show(&mut calc, left_game)?, show(&mut calc, right_game)?);
            trial.compare(|| case, show(&mut calc, claimed)?, show(&mut calc, value)?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_values_are_counted() {
        assert_eq!(Values::new().counts(), (11_125, 42));
    }
}
