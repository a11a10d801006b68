//! Cells as users type them: a piece by its sign, and where pieces carry numbers the piece with its number, `X3`, or a
//! number alone, `3`, `-3`.

use crate::language::PositionError;
use crate::language::ast::{BoardRules, Kind, Piece};

/// The piece that a character means: itself, or in the other case if only one piece fits. On edges and rows `l`, `r`
/// and `e` also are what Left, Right and either may take, and on strips `t` and `f` the stones of Left and Right, as
/// CGSuite writes them.
pub(super) fn letter(rules: &BoardRules, c: char) -> Option<Piece> {
    let place = |found: usize| found as Piece;
    if let Some(found) = rules.pieces.iter().position(|&p| p == c) {
        return Some(place(found));
    }
    let mut alike =
        (0..rules.pieces.len()).filter(|&p| rules.pieces[p].to_lowercase().eq(c.to_lowercase()));
    if let (Some(found), None) = (alike.next(), alike.next()) {
        return Some(place(found));
    }
    if rules.kind == Kind::Strip {
        return match c {
            't' => rules.pairs.first().map(|pair| pair.0),
            'f' => rules.pairs.first().map(|pair| pair.1),
            _ => None,
        };
    }
    if !matches!(rules.kind, Kind::Edges | Kind::Row) {
        return None;
    }
    let paired = |p: Piece| rules.pairs.iter().any(|&(a, b)| a == p || b == p);
    match c {
        'l' | 'L' => rules.pairs.first().map(|pair| pair.0),
        'r' | 'R' => rules.pairs.first().map(|pair| pair.1),
        'e' | 'E' => (0..).map(place).take(rules.pieces.len()).find(|&p| !paired(p)),
        _ => None,
    }
}

/// How numbers stand without their pieces.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    /// The piece that a number means, and the one that a negative number means.
    pub(super) positive: Option<Piece>,
    pub(super) negative: Option<Piece>,
    /// The piece that 0 means, if that carries no number.
    pub(super) zero: Option<Piece>,
}

impl Plain {
    pub(super) fn of(rules: &BoardRules) -> Self {
        let carries = |p: Piece| rules.number(p).is_some();
        let mut carriers = (0..rules.pieces.len() as Piece).filter(|&p| carries(p));
        let pair = rules.pairs.iter().find(|pair| carries(pair.0) && carries(pair.1));
        let (positive, negative) = match (pair, carriers.next(), carriers.next()) {
            (Some(&(left, right)), ..) => (Some(left), Some(right)),
            (None, only, None) => (only, None),
            _ => (None, None),
        };
        Self { positive, negative, zero: (!carries(0)).then_some(0) }
    }

    /// Whether numbers have signs: then all their digits are one number.
    pub(super) fn is_signed(self) -> bool {
        self.negative.is_some()
    }

    pub(super) fn piece(self, negative: bool, number: u64) -> Option<Piece> {
        match (number, negative) {
            (0, false) => self.zero.or(self.positive),
            (_, false) => self.positive,
            (_, true) => self.negative,
        }
    }
}

/// What a cell may be: `-1000..1000, ., X1..X1000`.
pub(super) fn wanted(rules: &BoardRules) -> String {
    let plain = Plain::of(rules);
    let bounds = plain.positive.and_then(|p| rules.number(p));
    let short = bounds.map(|(low, high)| match plain.negative {
        Some(_) => format!("-{high}..{high}"),
        None => format!("{low}..{high}"),
    });
    let pieces = (0..).zip(&rules.pieces).map(|(p, c)| match rules.number(p) {
        Some((low, high)) => format!("{c}{low}..{c}{high}"),
        None => c.to_string(),
    });
    short.into_iter().chain(pieces).collect::<Vec<_>>().join(", ")
}

/// Reads one cell from the front of a row of characters: the piece, its number, and how many characters it is. `whole`
/// says that all digits of a number without a piece belong to it.
pub(super) fn front(
    rules: &BoardRules,
    chars: &[char],
    whole: bool,
) -> Result<((Piece, u16), usize), (usize, String)> {
    let plain = Plain::of(rules);
    let shown = |length: usize| chars[..length.min(chars.len())].iter().collect::<String>();
    let digits_from = |at: usize| chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
    let sign = usize::from(matches!(chars, ['-' | '+', ..]));
    let negative = chars[0] == '-';
    let (piece, start, length) = match letter(rules, chars[0]) {
        Some(piece) => {
            let carries = rules.number(piece).is_some();
            (Some(piece), 1, if carries { digits_from(1) } else { 0 })
        }
        None => (None, sign, digits_from(sign)),
    };
    let length = if piece.is_none() && !whole { length.min(1) } else { length };
    let digits: String = chars[start..start + length].iter().collect();
    let word = shown(start + length.max(1));
    let wrong = || (0, format!("'{word}' is no cell: expected {}", wanted(rules)));
    let number = digits.parse::<u64>();
    let piece = match (piece, &number) {
        (Some(piece), _) => piece,
        (None, Ok(number)) => plain.piece(negative && *number > 0, *number).ok_or_else(wrong)?,
        (None, Err(_)) => return Err(wrong()),
    };
    let Some((low, high)) = rules.number(piece) else {
        return Ok(((piece, 0), start + length));
    };
    match number {
        Ok(n) if (u64::from(low)..=u64::from(high)).contains(&n) => {
            Ok(((piece, n as u16), start + length))
        }
        _ if digits.is_empty() => {
            let sign = rules.pieces[usize::from(piece)];
            Err((1, format!("'{sign}' carries a number: expected {sign}{low}..{sign}{high}")))
        }
        _ => Err(wrong()),
    }
}

/// Reads the cell that a word is.
///
/// # Errors
/// That it is none, with what was expected.
pub(super) fn cell(
    rules: &BoardRules,
    word: &str,
    row: usize,
    column: usize,
) -> Result<(Piece, u16), PositionError> {
    let chars: Vec<char> = word.chars().collect();
    let wrong = || format!("'{word}' is no cell: expected {}", wanted(rules));
    if chars.is_empty() {
        return Err(PositionError::at(row, column, wrong()));
    }
    match front(rules, &chars, true) {
        Ok((cell, length)) if length == chars.len() => Ok(cell),
        Ok(_) => Err(PositionError::at(row, column, wrong())),
        Err((at, message)) => Err(PositionError::at(row, column + at, message)),
    }
}
