//! Writing loopy games: `a{0||||0|||a|*||*}`, `{pass|*,^}`, `5over`, `^ & v*`.
//!
//! A graph is unfolded from its root; a move back to a position that is being written is its letter, or `pass` when the
//! move does not change the position. Positions that are known by a name are not unfolded. For the negatives inside
//! `Tiny(…)` the negative of every position is at hand as a second half of the graph.

use super::constants::{LoopyName, Pseudonumber, name_of};
use super::graph::Graph;
use super::loopy_value::Loopy;
use super::normal::colours;
use super::short::short_values;
use super::stops::{stops_of, tiny_parts};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::text::Notation;
use farstar_num::Dyadic;
use rustc_hash::FxHashMap;

/// Games that would take more bars than this keep their braces.
const MOST_BARS: u32 = 4;
/// Positions that are written, each time they are.
const MOST_WRITTEN: usize = 1 << 16;
/// The longest text, in bytes.
const LONGEST_TEXT: usize = 64 << 20;

impl Calculator<'_> {
    /// The text of a loopy value, as the language reads it.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the graph, which is unfolded, makes too long a text; [`Error::Stopped`] at a limit.
    pub fn loopy_print(&mut self, value: &Loopy) -> Result<String> {
        self.loopy_print_in(value, Notation::Ascii)
    }

    /// The text of a loopy value in another notation; words such as `on` and `pass` are bold in LaTeX, as in the books.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_print`].
    pub fn loopy_print_in(&mut self, value: &Loopy, notation: Notation) -> Result<String> {
        if *value == Loopy::dud() {
            return Ok(word("dud", notation));
        }
        let onside = print_graph(self, value.onside_graph(), notation)?;
        if value.is_stopper() {
            return Ok(onside);
        }
        let offside = print_graph(self, value.offside_graph(), notation)?;
        let and = if notation == Notation::Latex { " \\mathbin{\\&} " } else { " & " };
        Ok(format!("{onside}{and}{offside}"))
    }
}

/// What stands among the options of a written position.
enum Piece {
    Text(String),
    Pass,
    /// A move back to a position that is being written.
    Back(usize),
    Braces(usize),
    /// `Tiny(…)` or `Miny(…)`, with a number before it and one piece within.
    Tiny(String, Box<Piece>),
}

/// A position that is written in braces.
struct Written {
    vertex: u32,
    /// `+-{…}`, of which only Left's options are written.
    switch: bool,
    options: [Vec<Piece>; 2],
    /// Whether a move leads back to it from deeper down.
    named: bool,
    bars: u32,
}

/// A word of the language as it is written in a notation.
fn word(word: &str, notation: Notation) -> String {
    match notation {
        Notation::Latex => format!("\\mathbf{{{word}}}"),
        _ => word.to_owned(),
    }
}

/// A name with its number, arrow and star.
fn named(calc: &mut Calculator<'_>, name: &LoopyName, notation: Notation) -> Result<String> {
    let ascii = name.to_string();
    if notation == Notation::Ascii {
        return Ok(ascii);
    }
    let (number, rest) = match name {
        LoopyName::On | LoopyName::Off => return Ok(word(&ascii, notation)),
        LoopyName::Over(x) => (x, word("over", notation)),
        LoopyName::Under(x) => (x, word("under", notation)),
        LoopyName::Upon { number, power, down, star } => {
            let on = word("on", notation);
            let arrow = match (notation, down) {
                (Notation::Latex, false) => "{\\uparrow}",
                (Notation::Latex, true) => "{\\downarrow}",
                (_, false) => "↑",
                (_, true) => "↓",
            };
            let on = match (notation, power) {
                (Notation::Latex, true) => format!("^{{{on}}}"),
                (Notation::Latex, false) => format!("^{{[{on}]}}"),
                (_, true) => format!("<{on}>"),
                (_, false) => format!("[{on}]"),
            };
            let star = match (notation, star) {
                (_, false) => "",
                (Notation::Latex, _) => "{*}",
                _ => "∗",
            };
            (number, format!("{arrow}{on}{star}"))
        }
    };
    if number.is_zero() {
        return Ok(rest);
    }
    let number = calc.number(number)?;
    Ok(calc.print(number, notation)? + &rest)
}

struct Writer<'g> {
    graph: &'g Graph,
    notation: Notation,
    values: Vec<Option<Game>>,
    colours: Vec<u32>,
    cyclic: Vec<bool>,
    stops: Option<Vec<[Option<Pseudonumber>; 2]>>,
    half: u32,
    written: Vec<Written>,
    /// The positions that are being written.
    open: FxHashMap<u32, usize>,
}

/// Where a position of the text is still to be unfolded.
struct Frame {
    place: usize,
    side: usize,
    left: Vec<u32>,
}

fn print_graph(calc: &mut Calculator<'_>, graph: &Graph, notation: Notation) -> Result<String> {
    // The graph and, behind it, its negative.
    let half = graph.len() as u32;
    let mut lists = graph.to_lists();
    for v in graph.vertices() {
        let moved = |list: &[u32]| list.iter().map(|&w| w + half).collect();
        lists.push([moved(graph.right(v)), moved(graph.left(v))]);
    }
    let doubled = Graph::from_lists(&lists);
    let stops = if doubled.is_stopper() {
        let values = short_values(calc, &doubled)?;
        Some(stops_of(calc, &doubled, &values)?)
    } else {
        None
    };
    let mut writer = Writer {
        graph: &doubled,
        notation,
        values: short_values(calc, &doubled)?,
        colours: colours(calc, &doubled)?,
        cyclic: on_cycles(&doubled),
        stops,
        half,
        written: Vec::new(),
        open: FxHashMap::default(),
    };
    let root = writer.unfold(calc)?;
    writer.measure();
    writer.text(calc, root)
}

/// Which vertices lie on a cycle of more than one move, or could: those that neither only lead to cycles nor only come
/// from them.
fn on_cycles(graph: &Graph) -> Vec<bool> {
    let ends = graph.heights();
    // Against the direction of the moves.
    let mut lists = vec![[Vec::new(), Vec::new()]; graph.len()];
    for v in graph.vertices() {
        for &w in graph.left(v).iter().chain(graph.right(v)) {
            lists[w as usize][0].push(v);
        }
    }
    let begins = Graph::from_lists(&lists).heights();
    ends.iter().zip(begins).map(|(end, begin)| end.is_none() && begin.is_none()).collect()
}

impl Writer<'_> {
    fn unfold(&mut self, calc: &mut Calculator<'_>) -> Result<Piece> {
        let mut stack: Vec<Frame> = Vec::new();
        let root = self.begin(calc, 0, &mut stack)?;
        while let Some(frame) = stack.last_mut() {
            calc.tick()?;
            let (place, side) = (frame.place, frame.side);
            if let Some(option) = frame.left.pop() {
                let piece = self.begin(calc, option, &mut stack)?;
                self.written[place].options[side].push(piece);
                continue;
            }
            let vertex = self.written[place].vertex;
            if side == 0 && !self.written[place].switch {
                frame.side = 1;
                frame.left = self.sorted(calc, self.graph.right(vertex));
            } else {
                self.open.remove(&vertex);
                stack.pop();
            }
        }
        Ok(root)
    }

    /// The piece for a position; one that is to be unfolded goes on the stack.
    fn begin(
        &mut self,
        calc: &mut Calculator<'_>,
        vertex: u32,
        stack: &mut Vec<Frame>,
    ) -> Result<Piece> {
        if let Some(&place) = self.open.get(&vertex) {
            let itself = stack.last().is_some_and(|frame| frame.place == place);
            if itself {
                return Ok(Piece::Pass);
            }
            self.written[place].named = true;
            return Ok(Piece::Back(place));
        }
        if let Some(name) = self.name(calc, vertex)? {
            return Ok(Piece::Text(name));
        }
        if let Some((number, of)) = self.tiny(calc, vertex)? {
            // What stands in a tiny is a pseudonumber, and has a name.
            let of = self.name(calc, of)?.unwrap_or_default();
            return Ok(Piece::Tiny(number, Box::new(Piece::Text(of))));
        }
        if self.written.len() >= MOST_WRITTEN {
            return Err(too_long());
        }
        let place = self.written.len();
        let switch = self.is_switch(vertex);
        self.written.push(Written {
            vertex,
            switch,
            options: [Vec::new(), Vec::new()],
            named: false,
            bars: 1,
        });
        self.open.insert(vertex, place);
        let left = self.sorted(calc, self.graph.left(vertex));
        stack.push(Frame { place, side: 0, left });
        Ok(Piece::Braces(place))
    }

    /// The options with what is to be written first at the end.
    fn sorted(&self, calc: &Calculator<'_>, options: &[u32]) -> Vec<u32> {
        let key = |v: u32| {
            let value = self.values[v as usize];
            let number = value.and_then(|game| calc.as_number(game));
            (value.is_none(), number.is_none(), number.unwrap_or(Dyadic::ZERO))
        };
        let mut options = options.to_vec();
        options.sort_by(|&a, &b| {
            key(b).cmp(&key(a)).then(self.colours[b as usize].cmp(&self.colours[a as usize]))
        });
        options
    }

    fn name(&self, calc: &mut Calculator<'_>, vertex: u32) -> Result<Option<String>> {
        if let Some(game) = self.values[vertex as usize] {
            let text = calc.print(game, Notation::Ascii)?;
            if text.starts_with('{') {
                return Ok(None);
            }
            return Ok(Some(if self.notation == Notation::Ascii {
                text
            } else {
                calc.print(game, self.notation)?
            }));
        }
        match name_of(calc, self.graph, &self.values, vertex) {
            Some(name) => named(calc, &name, self.notation).map(Some),
            None => Ok(None),
        }
    }

    /// The text before the parenthesis and the vertex of `X`, if the position is a number plus or minus tiny(`X`) and
    /// `X` is a pseudonumber.
    fn tiny(&self, calc: &mut Calculator<'_>, vertex: u32) -> Result<Option<(String, u32)>> {
        let Some(stops) = &self.stops else { return Ok(None) };
        for (side, word) in [(0, "Tiny("), (1, "Miny(")] {
            let Some((near, threat)) = tiny_parts(self.graph, vertex, side) else { continue };
            if self.values[threat as usize].is_some() {
                continue;
            }
            let near = self.values[near as usize].and_then(|game| calc.as_number(game));
            let named = name_of(calc, self.graph, &self.values, threat)
                .is_some_and(|name| name.is_pseudonumber());
            let (Some(x), true, Some(stop)) = (near, named, &stops[threat as usize][side]) else {
                continue;
            };
            let x = Pseudonumber::Number(x);
            let real = if side == 0 { *stop < x } else { *stop > x };
            // Written for a number 0, or where adding the number does nothing to the threat.
            let infinite = stop.number().is_none();
            let zero = x.number().is_some_and(|x| x.is_zero());
            if !real || !(zero || infinite) {
                continue;
            }
            let mut before = String::new();
            if let Some(x) = x.number().filter(|x| !x.is_zero()) {
                let number = calc.number(&x)?;
                before = calc.print(number, self.notation)?;
            }
            before.push_str(match (self.notation, side) {
                (Notation::Ascii, _) => word,
                (Notation::Unicode, 0) => "⧾(",
                (Notation::Unicode, _) => "⧿(",
                (Notation::Latex, 0) => "{+}_{",
                (Notation::Latex, _) => "{-}_{",
            });
            let of = if side == 0 { self.negative(threat) } else { threat };
            return Ok(Some((before, of)));
        }
        Ok(None)
    }

    fn negative(&self, vertex: u32) -> u32 {
        if vertex < self.half { vertex + self.half } else { vertex - self.half }
    }

    /// Whether the position is its own negative, and no move leads back to it.
    fn is_switch(&self, vertex: u32) -> bool {
        let negative = self.negative(vertex);
        !self.cyclic[vertex as usize]
            && !self.graph.left(vertex).is_empty()
            && self.colours[vertex as usize] == self.colours[negative as usize]
    }

    /// Counts bars, from the inside to the outside.
    fn measure(&mut self) {
        for place in (0..self.written.len()).rev() {
            let inside = self.written[place].options.iter();
            let bars = inside.filter_map(|side| self.alone(side)).map(|p| self.written[p].bars);
            self.written[place].bars = 1 + bars.max().unwrap_or(0);
        }
    }

    /// The position that stands alone on a side and is written there without braces.
    fn alone(&self, side: &[Piece]) -> Option<usize> {
        let [Piece::Braces(place)] = side else { return None };
        let of = &self.written[*place];
        (!of.named && !of.switch && of.bars < MOST_BARS).then_some(*place)
    }

    fn text(&self, calc: &mut Calculator<'_>, root: Piece) -> Result<String> {
        enum Step<'p> {
            Piece(&'p Piece),
            Inside(usize),
            Text(&'static str),
            Bars(u32),
        }
        let latex = self.notation == Notation::Latex;
        let (brace, unbrace) = if latex { ("\\{", "\\}") } else { ("{", "}") };
        let pass = word("pass", self.notation);
        let mut text = String::new();
        let mut letters: FxHashMap<usize, String> = FxHashMap::default();
        let mut steps = vec![Step::Piece(&root)];
        while let Some(step) = steps.pop() {
            calc.tick()?;
            if text.len() > LONGEST_TEXT {
                return Err(too_long());
            }
            match step {
                Step::Text(part) => text.push_str(part),
                Step::Bars(1) if latex => text.push_str("\\mid "),
                Step::Bars(bars) => {
                    text.push_str(if latex { "\\mathrel{" } else { "" });
                    text.extend((0..bars).map(|_| '|'));
                    text.push_str(if latex { "}" } else { "" });
                }
                Step::Piece(Piece::Text(name)) => text.push_str(name),
                Step::Piece(Piece::Pass) => text.push_str(&pass),
                Step::Piece(Piece::Back(place)) => {
                    text.push_str(letters.get(place).map_or(&pass, |letter| letter));
                }
                Step::Piece(Piece::Tiny(before, of)) => {
                    text.push_str(before);
                    steps.extend([Step::Text(if latex { "}" } else { ")" }), Step::Piece(of)]);
                }
                Step::Piece(Piece::Braces(place)) => {
                    let of = &self.written[*place];
                    if of.switch {
                        text.push_str(match self.notation {
                            Notation::Ascii => "+-",
                            Notation::Unicode => "±",
                            Notation::Latex => "\\pm ",
                        });
                        let (open, close) = match &of.options[0][..] {
                            [Piece::Braces(_)] => ("", ""),
                            [Piece::Text(name)] if binds_tightly(name) => ("", ""),
                            [_] => ("(", ")"),
                            _ => (brace, unbrace),
                        };
                        text.push_str(open);
                        steps.push(Step::Text(close));
                        for (at, piece) in of.options[0].iter().enumerate().rev() {
                            steps.push(Step::Piece(piece));
                            steps.extend((at > 0).then_some(Step::Text(",")));
                        }
                        continue;
                    }
                    if of.named {
                        let letter = letter(letters.len());
                        text.push_str(&letter);
                        letters.insert(*place, letter);
                    }
                    text.push_str(brace);
                    steps.extend([Step::Text(unbrace), Step::Inside(*place)]);
                }
                Step::Inside(place) => {
                    let of = &self.written[place];
                    for side in [1, 0] {
                        if side == 0 {
                            steps.push(Step::Bars(of.bars));
                        }
                        if let Some(alone) = self.alone(&of.options[side]) {
                            steps.push(Step::Inside(alone));
                            continue;
                        }
                        for (at, piece) in of.options[side].iter().enumerate().rev() {
                            steps.push(Step::Piece(piece));
                            steps.extend((at > 0).then_some(Step::Text(",")));
                        }
                    }
                }
            }
        }
        Ok(text)
    }
}

/// Whether a name needs no parentheses after `+-`.
fn binds_tightly(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphabetic())
        || name.chars().all(|c| c.is_ascii_digit() || c == '/')
}

/// The letters of nodes: `a`, `b`, … without `v`, which is down; then `a1`, `b1`, ….
fn letter(count: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[count % LETTERS.len()]);
    match count / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn too_long() -> Error {
    Error::TooLarge {
        what: "the text of this loopy game".into(),
        limit: format!("{MOST_WRITTEN} positions and {LONGEST_TEXT} bytes"),
    }
}
