//! Board statements: pieces, `start`, `stop at`, moves with their ways and clauses.

use std::cell::Cell;

use super::ast::{
    BoardRules, Clause, EDGE, Element, Form, Item, Kind, Layout, MOST_PIECES, Move, Piece, Set,
    Step, set_of,
};
use super::canonical::pattern_text;
use super::check;
use super::error::RulesError;
use super::heap::Parameters;
use super::numbers::{Typed, bounds, given, lacking};
use super::parse::{Line, MOST_MOVES, Word, player, words};
use super::pattern::PatternReader;
use super::start::Start;
use super::transform::{Exchange, Map, TURNS, exchange_pairs, transform_form, transform_move};
use farstar_play::nearest;

/// Most steps of one move, and most starts of a ruleset.
const MOST_STEPS: usize = 8;
const MOST_STARTS: usize = 64;

/// The words that name directions.
const WAYS: [&str; 13] = [
    "right", "left", "up", "down", "ne", "nw", "se", "sw", "across", "upright", "straight",
    "diagonal", "all",
];

/// How clauses are written, by their first word.
const CLAUSES: [(&str, &str); 8] = [
    ("beside", "beside PIECES"),
    ("not", "not beside PIECES' or 'not making PATTERN"),
    ("each", "each block of PIECES touches PIECES"),
    ("around", "around PIECES -> PIECES"),
    ("reachable", "reachable PIECES -> PIECES"),
    ("from", "from hand"),
    ("with", "with empty hand"),
    ("then", "then clear blocks of PIECES off PIECES -> PIECE"),
];

struct Reader<'a> {
    rules: BoardRules,
    parameters: &'a Parameters<'a>,
    /// Whether a line of Left's moves has been read.
    left_stated: bool,
    /// Whether a pattern just read never matches with these parameters.
    never: Cell<bool>,
}

/// Reads the board line and all that follow it.
pub(super) fn board_rules<'a>(
    line: &Line,
    rest: impl Iterator<Item = &'a Line>,
    parameters: &Parameters<'_>,
) -> Result<BoardRules, RulesError> {
    let mut reader = Reader {
        rules: board_line(line, parameters)?,
        parameters,
        left_stated: false,
        never: Cell::new(false),
    };
    let mut who: Option<[bool; 2]> = None;
    let mut stated = false;
    for line in rest {
        match line.words[0].1.as_str() {
            "acyclic" if line.words.len() == 1 && who.is_none() => {
                if reader.rules.kind != Kind::Digraph {
                    let kind = reader.rules.kind.word();
                    return line.fault(
                        line.words[0].0,
                        format!("'acyclic' is for a digraph, not a {kind}"),
                    );
                }
                reader.rules.acyclic = true;
                continue;
            }
            "hands" if line.words.len() == 1 && who.is_none() => {
                if reader.rules.has_numbers() {
                    return line.fault(
                        line.words[0].0,
                        "a board with numbers has no stones in hand: let a piece carry their number",
                    );
                }
                reader.rules.hands = true;
                continue;
            }
            "stop" if who.is_none() || line.words.get(1).is_some_and(|w| w.1 == "at") => {
                reader.stop(line)?;
                continue;
            }
            "start" if who.is_none() || line.words.get(1).is_none_or(|w| w.1 != "->") => {
                reader.start(line)?;
                continue;
            }
            _ => {}
        }
        let list = match player(line) {
            Some((players, column)) => {
                who = Some(players);
                words(&line.text.chars().skip(column - 1).collect::<String>(), column)
            }
            None => line.words.clone(),
        };
        let list = reader.whole_words(line, list);
        let Some(players) = who else {
            return line.fault(
                line.words[0].0,
                "expected 'Left:', 'Right:', 'Both:', 'start', 'stop at', 'hands' or 'acyclic'",
            );
        };
        if list.first().is_some_and(|w| w.1 == "as") {
            reader.as_left(line, &list, players)?;
            continue;
        }
        let one = reader.one_move(line, &list)?;
        stated = true;
        reader.left_stated |= players[0];
        if one.steps.iter().any(|step| step.forms.is_empty()) {
            continue;
        }
        for (list, _) in reader.rules.moves.iter_mut().zip(players).filter(|(_, theirs)| *theirs) {
            list.push(one.clone());
        }
        if reader.rules.moves.iter().any(|moves| moves.len() > MOST_MOVES) {
            return line.fault(1, format!("a player has at most {MOST_MOVES} moves"));
        }
    }
    if reader.rules.moves.iter().all(Vec::is_empty) {
        return line.fault(
            line.end(),
            if stated {
                "no moves are left: no count suits any pattern with these parameters"
            } else {
                "no moves: 'Left:', 'Right:' or 'Both:' is missing"
            },
        );
    }
    Ok(reader.rules)
}

pub(super) fn board_line(
    line: &Line,
    parameters: &Parameters<'_>,
) -> Result<BoardRules, RulesError> {
    const KINDS: [Kind; 7] =
        [Kind::Strip, Kind::Grid, Kind::Hex, Kind::Row, Kind::Graph, Kind::Digraph, Kind::Edges];
    let (column, word) = &line.words[0];
    let Some(kind) = KINDS.into_iter().find(|kind| kind.word() == word) else {
        let known = KINDS.iter().map(|kind| kind.word()).chain(["heap"]);
        let hint =
            nearest(word, known).map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        let message = format!(
            "unknown board '{word}'; boards are strip, grid, hex, row, graph, digraph, edges, heap{hint}"
        );
        return line.fault(*column, message);
    };
    if line.words.get(1).is_none_or(|(_, word)| word != "of") {
        let column = line.words.get(1).map_or(line.end(), |w| w.0);
        return line.fault(column, format!("expected 'of', as in '{word} of . X/O'"));
    }
    let mut pieces: Vec<char> = Vec::new();
    let mut pairs = Vec::new();
    let mut numbers = Vec::new();
    for (column, word) in &line.words[2..] {
        let (word, carried) = match word.split_once('(') {
            Some((word, rest)) if !word.is_empty() => {
                let start = column + word.chars().count() + 1;
                let inner = rest.strip_suffix(')').unwrap_or_default();
                let carried = bounds(&(start, inner.to_owned()), parameters);
                let fault = |(column, message)| RulesError { line: line.number, column, message };
                (word, Some(carried.map_err(fault)?))
            }
            _ => (word.as_str(), None),
        };
        let chars: Vec<char> = word.chars().collect();
        let paired = matches!(chars.as_slice(), [_, '/', _]);
        if let Some((i, hidden)) = chars.iter().enumerate().find(|(_, c)| is_hidden(**c)) {
            return line.fault(
                column + i,
                format!(
                    "U+{:04X} cannot be a piece: a piece is one character that is seen by itself, without marks",
                    u32::from(*hidden)
                ),
            );
        }
        for (i, &c) in chars.iter().enumerate() {
            if paired && i == 1 {
                continue;
            }
            if "[](){}*+?|$\\,^/<>-\"".contains(c) || c.is_control() {
                return line.fault(column + i, format!("'{c}' cannot be a piece"));
            }
            if pieces.contains(&c) {
                return line.fault(column + i, format!("the piece '{c}' is named twice"));
            }
            pieces.push(c);
            numbers.push(carried);
        }
        if paired {
            pairs.push(((pieces.len() - 2) as Piece, (pieces.len() - 1) as Piece));
        }
    }
    if pieces.is_empty() {
        return line.fault(line.end(), "the pieces are missing, as in 'grid of . X/O'");
    }
    if pieces.len() > MOST_PIECES {
        return line.fault(
            1,
            format!(
                "a board has at most {MOST_PIECES} kinds of piece; this one has {}",
                pieces.len()
            ),
        );
    }
    Ok(BoardRules {
        kind,
        pieces,
        numbers,
        pairs,
        hands: false,
        acyclic: false,
        starts: Vec::new(),
        stops: Vec::new(),
        moves: [Vec::new(), Vec::new()],
    })
}

/// Whether a character is not seen, or only on top of the one before it: marks, joiners, what has no shape.
fn is_hidden(c: char) -> bool {
    // the standard library writes as \u{…} what does not show by itself
    c.escape_debug().nth(1) == Some('u')
}

/// The directions a way names on a board; `None` where it names none.
fn directions(kind: Kind, way: &str) -> Option<Vec<(i32, i32)>> {
    const RIGHT: (i32, i32) = (1, 0);
    const LEFT: (i32, i32) = (-1, 0);
    const UP: (i32, i32) = (0, -1);
    const DOWN: (i32, i32) = (0, 1);
    const NE: (i32, i32) = (1, -1);
    const NW: (i32, i32) = (-1, -1);
    const SE: (i32, i32) = (1, 1);
    const SW: (i32, i32) = (-1, 1);
    let list: &[(i32, i32)] = match (way, kind) {
        ("right", _) => &[RIGHT],
        ("left", _) => &[LEFT],
        ("across", _) => &[RIGHT, LEFT],
        ("straight" | "all" | "turned", Kind::Strip | Kind::Row) => &[RIGHT, LEFT],
        (_, Kind::Strip | Kind::Row) => return None,
        ("up", _) => &[UP],
        ("down", _) => &[DOWN],
        ("upright", _) => &[UP, DOWN],
        ("straight" | "all", Kind::Hex) => &[RIGHT, LEFT, UP, DOWN, NE, SW],
        ("ne", _) => &[NE],
        ("sw", _) => &[SW],
        (_, Kind::Hex) => return None,
        ("straight" | "turned", _) => &[RIGHT, LEFT, UP, DOWN],
        ("nw", _) => &[NW],
        ("se", _) => &[SE],
        ("diagonal", _) => &[NE, NW, SE, SW],
        ("all", _) => &[RIGHT, LEFT, UP, DOWN, NE, NW, SE, SW],
        _ => return None,
    };
    Some(list.to_vec())
}

/// The words of a statement on a board with numbers: what stands in brackets, and what begins with `for` or `if`, is
/// one word.
fn joined(line: &Line, list: &[Word]) -> Vec<Word> {
    let chars: Vec<char> = line.text.chars().collect();
    let mut found: Vec<Word> = Vec::new();
    // brackets open in the last word; whether `for` or `if` may come, and whether it came
    let (mut depth, mut may_come, mut came) = (0, false, false);
    for (i, (column, word)) in list.iter().enumerate() {
        let goes_on = came && (word != "," || list.get(i + 2).is_some_and(|w| w.1 == "in"));
        match found.last_mut() {
            Some((start, last)) if depth > 0 || goes_on => {
                *last = chars[*start - 1..column - 1 + word.chars().count()].iter().collect();
            }
            before => {
                let before = before.map_or("", |(_, word)| word.as_str());
                came = may_come && (word == "for" || word == "if");
                may_come = word != "," && (may_come || ["->", "making", "at"].contains(&before));
                found.push((*column, word.clone()));
            }
        }
        let opened = word.matches('(').count() as i32 - word.matches(')').count() as i32;
        depth = (depth + opened).max(0);
    }
    found
}

impl Reader<'_> {
    fn carries(&self) -> impl Fn(Piece) -> bool + '_ {
        |p| self.rules.number(p).is_some()
    }

    fn patterns<'a>(
        &'a self,
        right: bool,
        carries: &'a dyn Fn(Piece) -> bool,
    ) -> PatternReader<'a> {
        let (pieces, parameter) = (&self.rules.pieces, self.parameters.number);
        PatternReader { pieces, carries, parameter, right, never: &self.never }
    }

    fn side(
        &self,
        line: &Line,
        word: &Word,
        right: bool,
    ) -> Result<(Vec<Vec<Element>>, Typed), RulesError> {
        let found = self.patterns(right, &self.carries()).read(&word.1);
        let (rows, mut typed) = found.map_err(|(at, message)| RulesError {
            line: line.number,
            column: word.0 + at - 1,
            message: format!("in pattern '{}' at {at}: {message}", word.1),
        })?;
        typed.iter_mut().for_each(|(column, _)| *column += word.0 - 1);
        Ok((rows, typed))
    }

    fn cell(&self, line: &Line, word: Option<&Word>) -> Result<Vec<Piece>, RulesError> {
        let Some(word) = word else {
            return line.fault(line.end(), "a piece or a class such as [XO] is missing");
        };
        self.patterns(false, &self.carries()).cell(&word.1).map_err(|(at, message)| RulesError {
            line: line.number,
            column: word.0 + at - 1,
            message,
        })
    }

    /// The words `list` as ways: the directions, or all turns of a block.
    fn ways(
        &self,
        line: &Line,
        list: &[Word],
        rows: &[Vec<Element>],
    ) -> Result<Vec<(i32, i32)>, RulesError> {
        let kind = self.rules.kind;
        let mut found = Vec::new();
        for (column, word) in list {
            if word != "turned" && !WAYS.contains(&word.as_str()) {
                let known = WAYS.into_iter().chain(["turned"]);
                let hint = nearest(word, known)
                    .map_or(String::new(), |near| format!(" (did you mean '{near}'?)"));
                let mut all: Vec<&str> = WAYS.into_iter().chain(["turned"]).collect();
                all.sort_unstable();
                return line.fault(
                    *column,
                    format!("unknown word '{word}'{hint}; ways are {}", all.join(", ")),
                );
            }
            if !kind.is_plane() {
                return line.fault(
                    *column,
                    format!("on a {} a pattern follows every path: no way is written", kind.word()),
                );
            }
            if rows.len() > 1 && word != "turned" {
                return line.fault(
                    *column,
                    format!("a pattern of several rows takes only the way 'turned', not '{word}'"),
                );
            }
            match directions(kind, word) {
                Some(more) => found.extend(more),
                None => {
                    return line.fault(*column, format!("a {} has no way '{word}'", kind.word()));
                }
            }
        }
        Ok(found)
    }

    /// The directed forms of a pattern and what is written over it; none if the parameters leave it nothing to match.
    fn forms(
        &self,
        line: &Line,
        from: &Word,
        to: Option<&Word>,
        ways: &[Word],
    ) -> Result<Vec<Form>, RulesError> {
        let kind = self.rules.kind;
        let (mut left, typed) = self.side(line, from, false)?;
        let mut right = to.map(|to| self.side(line, to, true)).transpose()?;
        let (ways, tail) = match ways.split_last() {
            Some((last, ways)) if last.1.starts_with("for ") || last.1.starts_with("if ") => {
                (ways, Some(last))
            }
            _ => (ways, None),
        };
        let written = right.as_mut().map(|(rows, typed)| (rows, &*typed));
        let given = given((&mut left, &typed), written, tail, self.parameters)
            .map_err(|(column, message)| RulesError { line: line.number, column, message })?;
        let right = right.map(|(rows, _)| rows);
        let ways_found = self.ways(line, ways, &left)?;
        if self.never.take() {
            return Ok(Vec::new());
        }
        let fault = |message: String| RulesError { line: line.number, column: from.0, message };
        let single = |row: &Vec<Element>| {
            row.len() == 1
                && !row[0].varies()
                && row[0].least == 1
                && matches!(row[0].item, Item::Cell(_) | Item::Keep)
        };
        let same_rows = right.as_ref().is_none_or(|right| right.len() == left.len());
        if left.len() > 1 {
            if kind.is_line() || !kind.is_plane() {
                return Err(fault(format!("a {} has one row: '|' has no meaning", kind.word())));
            }
            if !same_rows {
                return Err(fault(format!(
                    "'{}' and its right side differ in the number of rows",
                    from.1
                )));
            }
        }
        let plain = |rows: &[Vec<Element>]| {
            rows.iter().flatten().all(|e| {
                !e.varies() && e.least == 1 && matches!(e.item, Item::Cell(_) | Item::Keep)
            })
        };
        let one_list = |rows: Option<Vec<Vec<Element>>>| {
            rows.unwrap_or_default().into_iter().flatten().collect()
        };
        let forms: Vec<Form> = if left.len() > 1 && !left.iter().all(single) {
            if !plain(&left) || right.as_ref().is_some_and(|right| !plain(right)) {
                return Err(fault("repeats and brackets need a pattern of one row".into()));
            }
            let columns = left[0].len();
            let even = |rows: &[Vec<Element>]| rows.iter().all(|row| row.len() == columns);
            if !even(&left) || right.as_ref().is_some_and(|right| !even(right)) {
                return Err(fault(format!(
                    "the rows of '{}' and of its right side differ in length",
                    from.1
                )));
            }
            let base = Form {
                layout: Layout::Block(columns),
                from: left.into_iter().flatten().collect(),
                to: one_list(right),
                given,
            };
            if ways.is_empty() {
                vec![base]
            } else {
                if kind == Kind::Hex {
                    return Err(fault("on hex a pattern of several rows is not turned".into()));
                }
                let kept = Exchange::identity();
                TURNS.iter().map(|map| transform_form(&base, map, &kept)).collect()
            }
        } else {
            let upright = left.len() > 1;
            let (from, to): (Vec<Element>, Vec<Element>) =
                (left.into_iter().flatten().collect(), one_list(right));
            if !kind.is_plane() {
                vec![Form { layout: Layout::Path, from, to, given }]
            } else {
                let usual = if upright { (0, 1) } else { (1, 0) };
                let ways = if ways_found.is_empty() { vec![usual] } else { ways_found };
                ways.into_iter()
                    .map(|(dx, dy)| Form {
                        layout: Layout::Line(dx, dy),
                        from: from.clone(),
                        to: to.clone(),
                        given: given.clone(),
                    })
                    .collect()
            }
        };
        let closing = kind == Kind::Row;
        for form in &forms {
            check::form(form, &self.rules, to.is_some(), closing).map_err(|message| {
                let arrow = to.map_or(String::new(), |to| format!(" -> {}", to.1));
                fault(format!("'{}{arrow}': {message}", from.1))
            })?;
        }
        Ok(forms)
    }

    /// `start PATTERN repeated, middle PATTERN`.
    fn start(&mut self, line: &Line) -> Result<(), RulesError> {
        let kind = self.rules.kind;
        if !kind.is_plane() {
            let message = format!("a {} has no size, so it has no start for one", kind.word());
            return line.fault(line.words[0].0, message);
        }
        if self.rules.has_numbers() {
            let message = "a board with numbers has no start for a size";
            return line.fault(line.words[0].0, message);
        }
        if self.rules.starts.len() == MOST_STARTS {
            let message = format!("a ruleset has at most {MOST_STARTS} starts");
            return line.fault(line.words[0].0, message);
        }
        let Some(first) = line.words.get(1) else {
            return line
                .fault(line.end(), "the pattern of 'start' is missing, as in 'start XO|OX'");
        };
        let (rows, _) = self.side(line, first, false)?;
        let mut words = line.words[2..].iter().peekable();
        let repeated = words.next_if(|word| word.1 == "repeated").is_some();
        let mut middle = Vec::new();
        if words.next_if(|word| word.1 == ",").is_some() {
            if words.next_if(|word| word.1 == "middle").is_none() {
                let column = words.next().map_or(line.end(), |word| word.0);
                return line.fault(column, "expected 'middle PATTERN' behind the comma");
            }
            let Some(block) = words.next() else {
                return line.fault(line.end(), "the pattern of 'middle' is missing");
            };
            (middle, _) = self.side(line, block, false)?;
        }
        if let Some((column, word)) = words.next() {
            let message = format!(
                "unexpected '{word}': behind a start comes 'repeated' or ', middle PATTERN'"
            );
            return line.fault(*column, message);
        }
        // what no parameter leaves a count fits no size
        if self.never.take() {
            return Ok(());
        }
        let mut text = pattern_text(&self.rules, &rows);
        if repeated {
            text += " repeated";
        }
        if !middle.is_empty() {
            text += &format!(", middle {}", pattern_text(&self.rules, &middle));
        }
        match Start::new(kind, rows, repeated, &middle, text) {
            Ok(start) => self.rules.starts.push(start),
            Err(message) => return line.fault(first.0, message),
        }
        Ok(())
    }

    fn whole_words(&self, line: &Line, list: Vec<Word>) -> Vec<Word> {
        if self.rules.has_numbers() { joined(line, &list) } else { list }
    }

    fn stop(&mut self, line: &Line) -> Result<(), RulesError> {
        if line.words.get(1).is_none_or(|w| w.1 != "at") {
            return line.fault(line.words[0].0, "expected 'stop at PATTERN'");
        }
        let list = self.whole_words(line, line.words.clone());
        let Some(pattern) = list.get(2) else {
            return line.fault(line.end(), "the pattern of 'stop at' is missing");
        };
        let forms = self.forms(line, pattern, None, &list[3..])?;
        self.rules.stops.extend(forms);
        Ok(())
    }

    fn as_left(
        &mut self,
        line: &Line,
        list: &[Word],
        players: [bool; 2],
    ) -> Result<(), RulesError> {
        if list.get(1).is_none_or(|w| w.1 != "Left") || players != [false, true] {
            return line.fault(list[0].0, "expected 'Right: as Left'");
        }
        if !self.left_stated {
            return line.fault(
                list[0].0,
                "'as Left' where Left has no moves yet: write the lines of 'Left:' above",
            );
        }
        let map = match list.get(2).map(|w| w.1.as_str()) {
            None => Map([1, 0, 0, 1]),
            Some("reversed") => Map([-1, 0, 0, 1]),
            Some("flipped") => Map([1, 0, 0, -1]),
            Some("turned") => Map([0, 1, 1, 0]),
            Some(word) => {
                return line.fault(
                    list[2].0,
                    format!(
                        "unknown word '{word}'; after 'as Left' comes reversed, flipped or turned"
                    ),
                );
            }
        };
        if list.len() > 3 {
            return line.fault(list[3].0, format!("unexpected '{}'", list[3].1));
        }
        let kind = self.rules.kind;
        let identity = map == Map([1, 0, 0, 1]);
        if !identity && (!kind.is_plane() || (kind.is_line() && map != Map([-1, 0, 0, 1]))) {
            return line.fault(list[2].0, format!("a {} is not {}", kind.word(), list[2].1));
        }
        if kind == Kind::Hex && !identity && map != Map([0, 1, 1, 0]) {
            return line
                .fault(list[2].0, "a reflection of hex that keeps its neighbours is 'turned'");
        }
        let exchange = exchange_pairs(&self.rules.pairs);
        let moves: Vec<Move> =
            self.rules.moves[0].iter().map(|m| transform_move(m, &map, &exchange)).collect();
        let same =
            |a: &[Move], b: &[Move]| a.iter().map(|m| &m.steps).eq(b.iter().map(|m| &m.steps));
        if same(&moves, &self.rules.moves[0]) && identity && !moves.is_empty() {
            return line.fault(
                list[0].0,
                "Right: as Left would give Left's own moves; write Both:, or name pairs as X/O",
            );
        }
        self.rules.moves[1].extend(moves);
        Ok(())
    }

    fn one_move(&self, line: &Line, list: &[Word]) -> Result<Move, RulesError> {
        let mut steps: Vec<Step> = Vec::new();
        let clauses = list.split(|w| w.1 == ",");
        for (i, words) in clauses.enumerate() {
            let Some(first) = words.first() else {
                return line.fault(line.end(), "nothing stands between two commas");
            };
            let is = |at: usize, word: &str| words.get(at).is_some_and(|w| w.1 == word);
            let arrow = words.iter().position(|w| w.1 == "->");
            let clears = is(0, "then") && is(1, "clear");
            if i == 0 || (is(0, "then") && !clears) {
                let words = if i == 0 { words } else { &words[1..] };
                if steps.len() == MOST_STEPS {
                    return line.fault(first.0, format!("a move has at most {MOST_STEPS} steps"));
                }
                let (Some(from), true) = (words.first(), words.get(1).is_some_and(|w| w.1 == "->"))
                else {
                    return line.fault(
                        first.0,
                        format!("'{}' where a move 'PATTERN -> PATTERN' was expected", first.1),
                    );
                };
                let Some(to) = words.get(2) else {
                    return line.fault(line.end(), "the right side of the move is missing");
                };
                let forms = self.forms(line, from, Some(to), &words[3..])?;
                if i > 0 && self.rules.kind == Kind::Row {
                    return line
                        .fault(first.0, "on a row a move has one step, since the places close up");
                }
                steps.push(Step { forms, clauses: Vec::new() });
                continue;
            }
            let clause = self.clause(line, words, arrow)?;
            // what no parameter lets match is not made
            if matches!(&clause, Clause::NotMaking(forms) if forms.is_empty()) {
                continue;
            }
            if self.rules.kind == Kind::Row {
                return line.fault(
                    first.0,
                    "on a row a move has no further clause, since the places close up",
                );
            }
            let last = steps.len() - 1;
            if clause == Clause::FromHand && steps[last].clauses.contains(&clause) {
                return line.fault(
                    first.0,
                    "a step takes one stone from the hand, so 'from hand' stands once",
                );
            }
            steps[last].clauses.push(clause);
        }
        let block = |form: &Form| matches!(form.layout, Layout::Block(_));
        if steps.len() > 1 && steps.iter().flat_map(|step| &step.forms).any(block) {
            return line.fault(
                list[0].0,
                "a pattern of several rows is a move of its own: which of its cells comes first, where the step before ends, would depend on how it is turned",
            );
        }
        let text =
            list.iter().map(|w| w.1.as_str()).collect::<Vec<_>>().join(" ").replace(" ,", ",");
        Ok(Move { steps, line: line.number, text })
    }

    fn clause(
        &self,
        line: &Line,
        words: &[Word],
        arrow: Option<usize>,
    ) -> Result<Clause, RulesError> {
        let is = |at: usize, word: &str| words.get(at).is_some_and(|w| w.1 == word);
        let exactly = |n: usize| -> Result<(), RulesError> {
            match words.get(n) {
                None => Ok(()),
                Some(word) => line.fault(word.0, format!("unexpected '{}'", word.1)),
            }
        };
        let on_board = |cells: Vec<Piece>, column: usize| -> Result<Set, RulesError> {
            let set = set_of(&cells);
            if set & 1 << EDGE != 0 {
                return line.fault(column, "'$' is not a cell of the board");
            }
            Ok(set)
        };
        let not = usize::from(is(0, "not"));
        if is(not, "beside") {
            let cells = set_of(&self.cell(line, words.get(not + 1))?);
            exactly(not + 2)?;
            return Ok(Clause::Beside { cells, wanted: not == 0 });
        }
        if is(0, "not") && is(1, "making") {
            let Some(pattern) = words.get(2) else {
                return line.fault(line.end(), "the pattern of 'not making' is missing");
            };
            return Ok(Clause::NotMaking(self.forms(line, pattern, None, &words[3..])?));
        }
        if is(0, "each") && is(1, "block") && is(2, "of") {
            let blocks = on_board(self.cell(line, words.get(3))?, words[2].0)?;
            if !is(4, "touches") {
                return line.fault(words.get(4).map_or(line.end(), |w| w.0), "expected 'touches'");
            }
            let near = set_of(&self.cell(line, words.get(5))?);
            exactly(6)?;
            return Ok(Clause::Touches { blocks, near });
        }
        if (is(0, "around") || is(0, "reachable")) && arrow == Some(2) {
            let from = self.cell(line, words.get(1))?;
            on_board(from.clone(), words[1].0)?;
            let to = match words.get(3) {
                Some(word) => self.patterns(true, &self.carries()).cell(&word.1).map_err(
                    |(at, message)| RulesError {
                        line: line.number,
                        column: word.0 + at - 1,
                        message,
                    },
                )?,
                None => return line.fault(line.end(), "what the cells become is missing"),
            };
            on_board(to.clone(), words[3].0)?;
            exactly(4)?;
            if to.len() != 1 && to.len() != from.len() {
                return line.fault(words[3].0, "the two classes differ in size");
            }
            let map: Vec<(Piece, Piece)> = from
                .iter()
                .enumerate()
                .map(|(i, &p)| (p, to[if to.len() == 1 { 0 } else { i }]))
                .collect();
            if let Some(message) = lacking(&map, &self.rules) {
                return line.fault(words[3].0, message);
            }
            return Ok(if is(0, "around") { Clause::Around(map) } else { Clause::Reachable(map) });
        }
        if is(0, "then") && is(1, "clear") && is(2, "blocks") && is(3, "of") {
            let blocks = on_board(self.cell(line, words.get(4))?, words[3].0)?;
            if !is(5, "off") {
                return line.fault(words.get(5).map_or(line.end(), |w| w.0), "expected 'off'");
            }
            let off = set_of(&self.cell(line, words.get(6))?);
            if !is(7, "->") {
                return line.fault(words.get(7).map_or(line.end(), |w| w.0), "expected '->'");
            }
            let to = self.cell(line, words.get(8))?;
            on_board(to.clone(), words[7].0)?;
            exactly(9)?;
            let [to] = to.as_slice() else {
                return line.fault(words[8].0, "blocks become one piece");
            };
            let map = (0..EDGE).filter(|p| blocks >> p & 1 != 0).map(|p| (p, *to));
            if let Some(message) = lacking(&map.collect::<Vec<_>>(), &self.rules) {
                return line.fault(words[8].0, message);
            }
            return Ok(Clause::Clear { blocks, off, to: *to });
        }
        let hand =
            (is(0, "from") && is(1, "hand")) || (is(0, "with") && is(1, "empty") && is(2, "hand"));
        if hand {
            if !self.rules.hands {
                return line.fault(
                    words[0].0,
                    "there are no stones in hand: write 'hands' on a line below the board",
                );
            }
            exactly(if is(0, "from") { 2 } else { 3 })?;
            return Ok(if is(0, "from") { Clause::FromHand } else { Clause::EmptyHand });
        }
        let said = words.iter().map(|w| w.1.as_str()).collect::<Vec<_>>().join(" ");
        let form = CLAUSES.iter().find(|(head, _)| is(0, head));
        if let Some((_, form)) = form {
            return line.fault(words[0].0, format!("'{said}' where '{form}' was expected"));
        }
        let hint = nearest(&words[0].1, CLAUSES.iter().map(|(head, _)| *head))
            .map_or(String::new(), |near| format!(" (did you mean '{near}'?)"));
        line.fault(
            words[0].0,
            format!(
                "unknown clause '{said}'{hint}; clauses are beside, not beside, not making, each block of, around, reachable, \
                 from hand, with empty hand, then"
            ),
        )
    }
}
