//! `turning 1-3`, the only line of a strip of coins: which sets of coins a move turns, by a code.

use super::ast::{BoardRules, TurningRules};
use super::error::RulesError;
use super::heap::Parameters;
use super::parse::{Line, player, words};
use super::parse_board::board_line;
use crate::coin::TurningCode;

/// Reads the rules if the first line below the board says `turning`.
pub(super) fn turning_rules(
    board: &Line,
    rest: &[Line],
    parameters: &Parameters<'_>,
) -> Option<Result<TurningRules, RulesError>> {
    let line = rest.first()?;
    let (players, column) = player(line)?;
    let list = words(&line.text.chars().skip(column - 1).collect::<String>(), column);
    list.first().filter(|(_, word)| word == "turning")?;
    let strip = board_line(board, parameters);
    Some(strip.and_then(|strip| read(strip, board, line, players, list.as_slice(), &rest[1..])))
}

fn read(
    strip: BoardRules,
    board: &Line,
    line: &Line,
    players: [bool; 2],
    list: &[(usize, String)],
    more: &[Line],
) -> Result<TurningRules, RulesError> {
    if !strip.kind.is_line()
        || strip.kind.word() != "strip"
        || strip.pieces.len() != 2
        || strip.has_numbers()
    {
        return board.fault(1, "coins lie on a strip of two pieces, as in 'strip of T H'");
    }
    if players != [true, true] {
        return line.fault(1, "both players turn the same coins: 'Both: turning 1-3'");
    }
    let code: String = list[1..].iter().map(|(_, word)| word.as_str()).collect();
    if code.is_empty() {
        return line.fault(line.end(), "the code is missing, as in 'turning 1-3'");
    }
    let code = code.to_ascii_uppercase().parse::<TurningCode>();
    let code = code.or_else(|fault| line.fault(list[1].0, fault.to_string()))?;
    match more.first() {
        Some(line) => line.fault(line.words[0].0, "'turning' is all the rules: no line may follow"),
        None => Ok(TurningRules { strip, code }),
    }
}
