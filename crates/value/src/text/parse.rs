//! Reading one value.
//!
//! The grammar, in every notation at once:
//!
//! ```text
//! value    = number | [number] literal | [number] tiny [literal] | [number] switch | braces | "(" value ")"
//! literal  = arrows [star] | star                                    (see `literal`)
//! tiny     = ("Tiny" | "Miny") "(" value ")" | ("+_" | "-_") atom      atom = number | braces | "(" value ")"
//! switch   = "+-" value | "+-" "{" list "}"
//! braces   = "{" list bars list "}"      list = [value {"," value}]
//! ```
//!
//! Inside braces, longer runs of bars bind more loosely, so an option that is the only one on its side may drop its own
//! braces: `{a||b|c}` is `{a|{b|c}}`. Two runs of one length that would have to bind each other are an error.
//!
//! The reader is an operator-precedence parser with an explicit stack: one frame for each open bracket and each open
//! bar. Options are gathered in one shared stack of games, so a token costs no allocation, and each brace is
//! canonicalised as soon as it closes. Time is linear in the text plus the cost of the canonical forms; memory is
//! linear in the text.

use super::literal::{self, Dialect, Literal};
use super::print::Plan;
use super::uptimal;
use super::words::{KnownForms, Word, Words};
use crate::arena::hash_lists;
use crate::{Arena, Calculator, Error, Game, Result};
use farstar_num::{Dyadic, IBig};
use std::ops::Range;

impl Calculator<'_> {
    /// The value that `text` denotes, in ASCII, Unicode or LaTeX notation.
    ///
    /// Everything [`print`](Calculator::print) writes is read back as the same value.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place and what was expected there; [`Error::Stopped`] at a limit; [`Error::TooLarge`]
    /// for counts the engine cannot hold.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let up = calc.parse("{0|*}")?;
    /// assert_eq!(up, calc.parse("↑")?);
    /// assert_eq!(calc.parse("{0||0|-2}")?, calc.parse("Tiny(2)")?);
    /// assert_eq!(calc.parse("+-{10|8}")?, calc.parse("{10|8||-8|-10}")?);
    /// assert!(calc.parse("{3|2|1}").is_err());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Complexity
    /// Linear in the text, plus one canonical form for each pair of braces.
    pub fn parse(&mut self, text: &str) -> Result<Game> {
        let mut reader = Reader {
            calc: self,
            text: text.as_bytes(),
            at: 0,
            game: Game::ZERO,
            piece: Piece::Whole,
        };
        // an error is large, so a value is not moved as one
        match reader.read() {
            Ok(game) => {
                self.text.clear();
                Ok(game)
            }
            Err(error) => {
                self.text.clear();
                Err(error)
            }
        }
    }

    /// The value of a literal.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for powers and sums of powers beyond the engine's bound; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, text::scan_literal};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (literal, _) = scan_literal("^<2>*", 0).expect("a literal starts here").expect("its counts are small");
    /// assert_eq!(calc.literal(&literal)?, calc.parse("{0,*|v}")?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn literal(&mut self, literal: &Literal) -> Result<Game> {
        uptimal::value(self, &Dyadic::ZERO, literal)
    }
}

/// The value with these options, each list sorted, if it is in the arena and they are its canonical ones.
///
/// Another look at a form takes no lock: its id is checked by its lists alone.
#[inline]
fn known_form(arena: &Arena, forms: &mut KnownForms, left: &[u32], right: &[u32]) -> Option<Game> {
    let hash = hash_lists(left, right);
    if let Some(id) = forms.get(hash).filter(|&id| arena.has_lists(id, left, right)) {
        return Some(Game(id));
    }
    let game = arena.find_hashed(hash, left, right)?;
    forms.note(hash, game.0);
    Some(game)
}

/// Something open: what will happen when it closes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `{`
    Brace,
    /// A run of bars inside braces, with its length.
    Bars(usize),
    /// `(`
    Paren,
    /// `Tiny(`
    Tiny,
    /// `Miny(`
    Miny,
    /// `+_`, which takes one atom.
    TinyOf,
    /// `-_`, which takes one atom.
    MinyOf,
    /// `+-`, which takes one value.
    Switch,
    /// The value before it is to be added to the one after it.
    Add,
}

/// An open bracket, bar or prefix; `start` is where the values that belong to it begin.
#[derive(Clone, Copy)]
struct Frame {
    open: Open,
    start: usize,
    at: usize,
}

/// The stacks of the reader and of the printer, kept between texts for their memory.
#[derive(Default)]
pub(crate) struct TextScratch {
    /// Ids of the values read so far that still wait for their brace.
    values: Vec<u32>,
    frames: Vec<Frame>,
    words: Words,
    forms: KnownForms,
    pub(super) plan: Plan,
}

impl TextScratch {
    /// Empties the stacks of the reader. What one long text needed is not kept for ever.
    fn clear(&mut self) {
        self.values.clear();
        self.frames.clear();
        self.values.shrink_to(MOST_KEPT);
        self.frames.shrink_to(MOST_KEPT);
    }
}

/// What kind of piece was just read: it decides what may be written directly after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// A number alone: tiny, miny and switches may follow.
    Number,
    /// Tiny or miny: a literal may follow.
    Tiny,
    /// Anything else: nothing may follow.
    Whole,
}

/// What the reader does next. (What it has in hand is kept apart: a small enumeration stays in a register.)
#[derive(Clone, Copy)]
enum Next {
    /// A value must start here.
    Operand,
    /// A value may start here, or the list is empty.
    OperandOrBars,
    /// A piece of a value has been read: it is in the reader.
    After,
    /// A separator or a closing bracket must come here.
    Separator,
    /// The text is read: its value is in the reader.
    Done,
}

/// Room that is kept from one text to the next: places for values and for open brackets.
pub(super) const MOST_KEPT: usize = 1 << 12;

const OPERAND: &str = "a value, such as 3/4, *2, ^, {1|0} or +-1";

struct Reader<'r, 'a> {
    calc: &'r mut Calculator<'a>,
    text: &'r [u8],
    at: usize,
    /// The piece in hand.
    game: Game,
    piece: Piece,
}

impl Reader<'_, '_> {
    fn read(&mut self) -> Result<Game> {
        let mut next = Next::Operand;
        loop {
            next = match next {
                Next::Operand => self.operand()?,
                Next::OperandOrBars => {
                    self.skip_blanks();
                    match self.text.get(self.at) {
                        Some(b'|' | b'}') => Next::Separator,
                        Some(b'\\' | 0xE2)
                            if self.bars().is_some() || self.closes_brace().is_some() =>
                        {
                            Next::Separator
                        }
                        _ => Next::Operand,
                    }
                }
                Next::After => self.after()?,
                Next::Separator => self.separator()?,
                Next::Done => return Ok(self.game),
            }
        }
    }

    /// Takes a piece in hand.
    fn have(&mut self, game: Game, piece: Piece) -> Next {
        (self.game, self.piece) = (game, piece);
        Next::After
    }

    fn push(&mut self, open: Open, at: usize) {
        self.calc.text.frames.push(Frame { open, start: self.calc.text.values.len(), at });
    }

    fn error<T>(&self, span: Range<usize>, message: String, expected: &str) -> Result<T> {
        Err(Error::Parse { span, message, expected: expected.to_owned() })
    }

    /// The error that something else stands here than was `expected`.
    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let rest = &self.text[self.at..];
        let len = rest
            .iter()
            .enumerate()
            .skip(1)
            .find(|(_, b)| **b & 0xC0 != 0x80)
            .map_or(rest.len(), |(i, _)| i);
        let message = if rest.is_empty() {
            "the text ends too early".to_owned()
        } else {
            format!("unexpected `{}`", String::from_utf8_lossy(&rest[..len]))
        };
        self.error(self.at..self.at + len, message, expected)
    }

    /// Passes over blanks, and over LaTeX's spaces and `\left`, `\right`.
    #[inline(always)]
    fn skip_blanks(&mut self) {
        if self.text.get(self.at).is_none_or(|byte| matches!(byte, b'!'..=b'[' | b']'..=b'}')) {
            return;
        }
        self.skip_some_blanks();
    }

    fn skip_some_blanks(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            self.at += match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b'~' => 1,
                b'\\' => match self.text.get(self.at + 1) {
                    Some(b',' | b';' | b':' | b'!' | b' ') => 2,
                    _ => {
                        let words: [&[u8]; 3] = [b"\\left", b"\\right", b"\\quad"];
                        match words
                            .iter()
                            .find_map(|word| literal::control(self.text, self.at, word))
                        {
                            Some(end) => end - self.at,
                            None => return,
                        }
                    }
                },
                0xC2 if self.text.get(self.at + 1) == Some(&0xA0) => 2,
                0xE2 if matches!(
                    self.text.get(self.at + 1..self.at + 3),
                    Some([0x80, 0x89 | 0xAF])
                ) =>
                {
                    3
                }
                _ => return,
            }
        }
    }

    fn starts_with(&self, mark: &str) -> bool {
        self.text[self.at..].starts_with(mark.as_bytes())
    }

    /// The word `mark` at this place, in any case, followed by `(`.
    fn call(&self, mark: &str) -> bool {
        self.text
            .get(self.at..self.at + mark.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(mark.as_bytes()))
            && self.text.get(self.at + mark.len()) == Some(&b'(')
    }

    /// The prefix that starts here, and its length.
    fn prefix(&self) -> Option<(Open, usize)> {
        let rest = &self.text[self.at..];
        let subscripted = |len| literal::scan_subscript(rest, len).is_some();
        match *rest.first()? {
            b'+' | b'{' | b'-' | 0xE2 | 0xC2 | b'\\' | b'T' | b't' | b'M' | b'm' => {}
            _ => return None,
        }
        for (mark, open) in [
            ("+-", Open::Switch),
            ("±", Open::Switch),
            ("+_", Open::TinyOf),
            ("-_", Open::MinyOf),
            ("−_", Open::MinyOf),
            ("{+}_", Open::TinyOf),
            ("{-}_", Open::MinyOf),
            ("⧾", Open::TinyOf),
            ("⧿", Open::MinyOf),
        ] {
            if rest.starts_with(mark.as_bytes()) {
                return Some((open, mark.len()));
            }
        }
        for (mark, open) in [("+", Open::TinyOf), ("-", Open::MinyOf), ("−", Open::MinyOf)] {
            if rest.starts_with(mark.as_bytes()) && subscripted(mark.len()) {
                return Some((open, mark.len()));
            }
        }
        if let Some(end) = literal::control(self.text, self.at, b"\\pm") {
            return Some((Open::Switch, end - self.at));
        }
        for (word, open) in [("Tiny", Open::Tiny), ("Miny", Open::Miny)] {
            if self.call(word) {
                return Some((open, word.len() + 1));
            }
        }
        None
    }

    /// Reads the first piece of a value, or opens what it starts with.
    fn operand(&mut self) -> Result<Next> {
        loop {
            self.calc.tick()?;
            let top = self.calc.text.frames.last().map(|frame| frame.open);
            let atom = matches!(top, Some(Open::TinyOf | Open::MinyOf));
            let Some(word) = Word::at(self.text, self.at).filter(|_| !atom) else {
                let before = self.at;
                self.skip_blanks();
                if self.at > before {
                    continue;
                }
                return self.new_operand(atom);
            };
            let Some(id) = self.calc.text.words.get(word) else {
                return self.new_word(word);
            };
            self.at += word.len;
            if let Some(Open::Add | Open::Switch) = top {
                return Ok(self.have(Game(id), Piece::Whole));
            }
            self.calc.text.values.push(id);
            let listed = matches!(top, Some(Open::Brace | Open::Bars(_)));
            if !listed || self.text.get(self.at) != Some(&b',') {
                return Ok(Next::Separator);
            }
            self.at += 1;
        }
    }

    /// Reads a word letter by letter, and will know it again.
    fn new_word(&mut self, word: Word) -> Result<Next> {
        let end = self.at + word.len;
        let next = self.new_operand(false)?;
        if matches!(next, Next::After) && self.at == end {
            self.calc.text.words.note(word, self.game.0);
        }
        Ok(next)
    }

    fn new_operand(&mut self, atom: bool) -> Result<Next> {
        let start = self.at;
        if self.text.get(start) == Some(&b'{') && !self.is_grouped_mark() {
            self.push(Open::Brace, start);
            self.at += 1;
            return Ok(Next::OperandOrBars);
        }
        if let Some(number) = self.number(atom)? {
            // the plus of `1+*2`
            if let (false, Some(b'+')) = (atom, self.text.get(self.at))
                && let star = &self.text[self.at + 1..]
                && (star.starts_with(b"*") || star.starts_with("∗".as_bytes()))
            {
                self.at += 1;
            }
            if !atom && let Some(literal) = self.scan_literal()? {
                let game = uptimal::value(self.calc, &number, &literal)?;
                return Ok(self.have(game, Piece::Whole));
            }
            let game = self.calc.number(&number)?;
            return Ok(self.have(game, Piece::Number));
        }
        if !atom {
            if let Some(literal) = self.scan_literal()? {
                let game = uptimal::value(self.calc, &Dyadic::ZERO, &literal)?;
                return Ok(self.have(game, Piece::Whole));
            }
            if let Some((open, len)) = self.prefix() {
                self.push(open, start);
                self.at += len;
                return Ok(Next::Operand);
            }
        }
        let (open, len) = match self.text.get(start) {
            Some(b'\\') if self.starts_with("\\{") => (Open::Brace, 2),
            Some(b'\\') if self.starts_with("\\lbrace") => (Open::Brace, 7),
            Some(b'(') => (Open::Paren, 1),
            _ if atom => return self.unexpected("a number, braces or parentheses"),
            _ => return self.unexpected(OPERAND),
        };
        self.push(open, start);
        self.at += len;
        Ok(if open == Open::Brace { Next::OperandOrBars } else { Next::Operand })
    }

    /// Whether the brace here is LaTeX's way to set a mark, as in `{*}` and `{\uparrow}`, and not a game's.
    #[inline]
    fn is_grouped_mark(&self) -> bool {
        match self.text.get(self.at + 1) {
            Some(b'*' | b'+' | b'-') => self.text.get(self.at + 2) == Some(&b'}'),
            Some(b'\\') => literal::scan(self.text, self.at, Dialect::Latex).is_some(),
            _ => false,
        }
    }

    fn scan_literal(&mut self) -> Result<Option<Literal>> {
        match self.text.get(self.at) {
            Some(b'*' | b'^' | b'v' | b'{' | b'\\' | 0xE2) => {}
            _ => return Ok(None),
        }
        match literal::scan(self.text, self.at, Dialect::Latex) {
            None => Ok(None),
            Some(Ok((literal, end))) => {
                self.at = end;
                Ok(Some(literal))
            }
            Some(Err(e)) => self.error(e.span, e.message.to_owned(), e.expected),
        }
    }

    /// A number, if one starts here: `5`, `-3/8`, `−3/8`, `½`, `2½`, `-\frac{3}{8}`; in an atom also `₂`.
    fn number(&mut self, atom: bool) -> Result<Option<Dyadic>> {
        let start = self.at;
        let sign = match self.text.get(start) {
            Some(digit @ b'0'..=b'9') => {
                // A single digit is most of all numbers.
                if !matches!(self.text.get(start + 1), Some(b'0'..=b'9' | b'/' | 0xC2 | 0xE2)) {
                    self.at += 1;
                    return Ok(Some(Dyadic::from_small(i64::from(digit - b'0'), 0)));
                }
                0
            }
            Some(b'\\' | 0xC2 | 0xE2) => 0,
            Some(b'-') => 1,
            _ => return Ok(None),
        };
        let sign = if sign == 0 && self.starts_with("−") { "−".len() } else { sign };
        let top = start + sign;
        let negative = sign > 0;
        let digits = |from: usize| {
            from..from
                + self.text[from.min(self.text.len())..]
                    .iter()
                    .take_while(|b| b.is_ascii_digit())
                    .count()
        };
        let numerator = digits(top);
        if let Some((part, exponent, end)) = literal::scan_fraction(self.text, numerator.end) {
            self.at = end;
            let whole = String::from_utf8_lossy(&self.text[numerator]);
            let whole = whole.parse::<IBig>().unwrap_or_default();
            let all = (whole << exponent as usize) + part;
            let number = Dyadic::try_new(if negative { -all } else { all }, exponent.into());
            return self.exact(number, start..end).map(Some);
        }
        if !numerator.is_empty() {
            let mut denominator = None;
            let mut end = numerator.end;
            if self.text.get(end) == Some(&b'/') {
                let bottom = digits(end + 1);
                if bottom.is_empty() {
                    self.at = bottom.end;
                    return self.unexpected("the denominator, a power of two");
                }
                end = bottom.end;
                denominator = Some(bottom);
            }
            self.at = end;
            return self.fraction(negative, numerator, denominator, start..end).map(Some);
        }
        if let Some((numerator, bottom, end)) = latex_fraction(self.text, top, digits) {
            self.at = end;
            return self.fraction(negative, numerator, Some(bottom), start..end).map(Some);
        }
        if atom && let Some((n, end)) = literal::scan_subscript(self.text, top) {
            self.at = end;
            let Some(n) = n else {
                return self.error(
                    start..end,
                    "this subscript is out of range".into(),
                    "a number below 2^64",
                );
            };
            let n = IBig::from(n);
            return self
                .exact(Dyadic::try_new(if negative { -n } else { n }, 0), start..end)
                .map(Some);
        }
        Ok(None)
    }

    fn exact<T>(
        &self,
        number: std::result::Result<T, farstar_num::Error>,
        span: Range<usize>,
    ) -> Result<T> {
        number.or_else(|e| self.error(span, e.to_string(), "a number the engine can hold"))
    }

    /// The number written as digits at `top`, over the digits at `bottom`.
    fn fraction(
        &self,
        negative: bool,
        top: Range<usize>,
        bottom: Option<Range<usize>>,
        span: Range<usize>,
    ) -> Result<Dyadic> {
        const NOT_DYADIC: &str = "this fraction is not the value of a short game";
        const POWER_OF_TWO: &str = "a power of two as denominator: 1, 2, 4, 8, ...";
        let small = |digits: &Range<usize>| {
            (digits.len() <= 18).then(|| {
                self.text[digits.clone()].iter().fold(0_i64, |n, d| n * 10 + i64::from(d - b'0'))
            })
        };
        let exponent = match &bottom {
            None => Some(0),
            Some(digits) => match small(digits) {
                Some(n) if n > 0 && n & (n - 1) == 0 => Some(n.trailing_zeros()),
                Some(_) => return self.error(digits.clone(), NOT_DYADIC.into(), POWER_OF_TWO),
                None => None,
            },
        };
        if let (Some(n), Some(exponent)) = (small(&top), exponent) {
            return Ok(Dyadic::from_small(if negative { -n } else { n }, exponent));
        }
        let digits = |digits: &Range<usize>| String::from_utf8_lossy(&self.text[digits.clone()]);
        let mut plain = format!("{}{}", if negative { "-" } else { "" }, digits(&top));
        if let Some(bottom) = &bottom {
            plain.push('/');
            plain.push_str(&digits(bottom));
        }
        match plain.parse() {
            Err(farstar_num::Error::NotDyadic(_)) => {
                self.error(bottom.unwrap_or(span), NOT_DYADIC.into(), POWER_OF_TWO)
            }
            number => self.exact(number, span),
        }
    }

    /// Decides, after a piece of a value, whether the value goes on; if not, hands it to what waits for it.
    fn after(&mut self) -> Result<Next> {
        let (mut game, mut piece) = (self.game, self.piece);
        if let Some(&Frame { open: open @ (Open::TinyOf | Open::MinyOf), .. }) =
            self.calc.text.frames.last()
        {
            self.calc.text.frames.pop();
            game = self.tiny_or_miny(open == Open::TinyOf, game)?;
            piece = Piece::Tiny;
        }
        let goes_on = match piece {
            Piece::Whole => false,
            Piece::Tiny => matches!(
                literal::scan(self.text, self.at, Dialect::Latex),
                Some(result) if result.is_ok()
            ),
            Piece::Number => {
                !matches!(self.text.get(self.at), None | Some(b',' | b'|' | b'}'))
                    && self.prefix().is_some()
            }
        };
        if goes_on {
            let at = self.at;
            self.calc.text.values.push(game.0);
            self.push(Open::Add, at);
            return Ok(Next::Operand);
        }
        while let Some(&Frame { open: open @ (Open::Add | Open::Switch), .. }) =
            self.calc.text.frames.last()
        {
            self.calc.text.frames.pop();
            game = if open == Open::Add {
                let before =
                    self.calc.text.values.pop().expect("an Add frame stands on its first summand");
                self.calc.add(Game(before), game)?
            } else {
                self.calc.text.values.push(game.0);
                self.switch(self.calc.text.values.len() - 1)?
            };
        }
        self.calc.text.values.push(game.0);
        Ok(Next::Separator)
    }

    fn tiny_or_miny(&mut self, tiny: bool, game: Game) -> Result<Game> {
        if tiny { self.calc.tiny(game) } else { self.calc.miny(game) }
    }

    fn closes_brace(&self) -> Option<usize> {
        if self.text.get(self.at) == Some(&b'}') {
            return Some(1);
        }
        ["\\}", "\\rbrace"].iter().find(|mark| self.starts_with(mark)).map(|mark| mark.len())
    }

    /// Reads a comma, bars, a closing bracket, or the end.
    fn separator(&mut self) -> Result<Next> {
        self.skip_blanks();
        let top = self.calc.text.frames.last().map(|frame| frame.open);
        let braced = matches!(top, Some(Open::Brace | Open::Bars(_)));
        match self.text.get(self.at) {
            None if top.is_none() => {
                self.game =
                    Game(self.calc.text.values.pop().expect("a finished text has one value"));
                Ok(Next::Done)
            }
            Some(b',') if braced => {
                self.at += 1;
                Ok(Next::Operand)
            }
            Some(b')') if matches!(top, Some(Open::Paren | Open::Tiny | Open::Miny)) => {
                self.at += 1;
                self.calc.text.frames.pop();
                let game = Game(self.calc.text.values.pop().expect("parentheses hold one value"));
                if top == Some(Open::Paren) {
                    return Ok(self.have(game, Piece::Whole));
                }
                let game = self.tiny_or_miny(top == Some(Open::Tiny), game)?;
                Ok(self.have(game, Piece::Tiny))
            }
            Some(_) if braced => {
                if let Some((bars, len)) = self.bars() {
                    self.bind_tighter_than(bars, self.at..self.at + len)?;
                    self.push(Open::Bars(bars), self.at);
                    self.at += len;
                    return Ok(Next::OperandOrBars);
                }
                if let Some(len) = self.closes_brace() {
                    return self.close(len);
                }
                self.unexpected("`,`, `|` or `}`")
            }
            None if braced => {
                let frame =
                    self.calc.text.frames.iter().rev().find(|frame| frame.open == Open::Brace);
                let at = frame.map_or(0, |frame| frame.at);
                self.error(
                    at..at + 1,
                    "this brace is never closed".into(),
                    "`,`, `|` or `}` at the end",
                )
            }
            _ if matches!(top, Some(Open::Paren | Open::Tiny | Open::Miny)) => {
                self.unexpected("`)`")
            }
            _ => self.unexpected("the end of the value"),
        }
    }

    /// The run of bars that starts here: how many, and how many bytes.
    #[inline]
    fn bars(&self) -> Option<(usize, usize)> {
        let run = self.text[self.at..].iter().take_while(|byte| **byte == b'|').count();
        if run > 0 && !matches!(self.text.get(self.at + run), Some(b'\\' | 0xE2)) {
            return Some((run, run));
        }
        self.rare_bars()
    }

    fn rare_bars(&self) -> Option<(usize, usize)> {
        let (mut count, mut at) = (0, self.at);
        loop {
            let rest = self.text.get(at..)?;
            let (more, len) = match rest.first() {
                Some(b'|') => (1, 1),
                Some(0xE2) if rest.starts_with("‖".as_bytes()) => (2, 3),
                Some(0xE2) if rest.starts_with("∣".as_bytes()) => (1, 3),
                Some(0xE2) if rest.starts_with("⦀".as_bytes()) => (3, 3),
                Some(b'\\') => match latex_bars(self.text, at) {
                    Some(found) => found,
                    None => break,
                },
                _ => break,
            };
            count += more;
            at += len;
        }
        (count > 0).then_some((count, at - self.at))
    }

    /// Closes the bars that bind tighter than a run of `bars`.
    fn bind_tighter_than(&mut self, bars: usize, span: Range<usize>) -> Result<()> {
        while let Some(&Frame { open: Open::Bars(inner), .. }) = self.calc.text.frames.last() {
            if inner == bars {
                return self.error(
                    span,
                    "these bars bind as tightly as the bars before them".into(),
                    "more or fewer bars, or braces round one of the two games",
                );
            }
            if inner > bars {
                break;
            }
            self.bind()?;
        }
        Ok(())
    }

    /// Makes the game whose bars are on top of the stack.
    fn bind(&mut self) -> Result<()> {
        let bar = self.calc.text.frames.pop().expect("the caller saw bars on top");
        let start = self.calc.text.frames.last().expect("bars stand inside a brace").start;
        let game = self.make(start, bar.start)?;
        self.calc.text.values.push(game.0);
        Ok(())
    }

    /// Takes the values from `start` on away, and makes the game that has them as options: Right's begin at `middle`.
    fn make(&mut self, start: usize, middle: usize) -> Result<Game> {
        let arena = self.calc.arena();
        let TextScratch { values, forms, .. } = &mut self.calc.text;
        let (left, right) = values[start..].split_at_mut(middle - start);
        sort(left);
        sort(right);
        // A printed value has its canonical options, and most of them are old acquaintances.
        let game = match known_form(arena, forms, left, right) {
            Some(game) => game,
            None => {
                let games = |ids: &[u32]| ids.iter().map(|&id| Game(id)).collect::<Vec<_>>();
                let (left, right) = (games(left), games(right));
                self.calc.from_options(&left, &right)?
            }
        };
        self.calc.text.values.truncate(start);
        Ok(game)
    }

    /// Takes the values from `start` on away, and makes the switch `{values | −values}`.
    fn switch(&mut self, start: usize) -> Result<Game> {
        let middle = self.calc.text.values.len();
        for at in start..middle {
            let negative = self.calc.neg(Game(self.calc.text.values[at]))?;
            self.calc.text.values.push(negative.0);
        }
        self.make(start, middle)
    }

    /// Closes the innermost brace, whose closing mark has `len` bytes.
    fn close(&mut self, len: usize) -> Result<Next> {
        let mut bound = false;
        while let Some(Frame { open: Open::Bars(_), .. }) = self.calc.text.frames.last() {
            self.bind()?;
            bound = true;
        }
        let brace = self.calc.text.frames.pop().expect("bars stand inside a brace");
        let outer = self.calc.text.frames.last().map(|frame| frame.open);
        let count = self.calc.text.values.len() - brace.start;
        let game = if bound || (count == 1 && matches!(outer, Some(Open::TinyOf | Open::MinyOf))) {
            Game(self.calc.text.values.pop().expect("bound bars leave one value"))
        } else if outer == Some(Open::Switch) && count > 0 {
            self.calc.text.frames.pop();
            self.switch(brace.start)?
        } else {
            return self.unexpected("`|` between the Left and the Right options");
        };
        self.at += len;
        Ok(self.have(game, Piece::Whole))
    }
}

/// Sorts ids, mostly one or two.
#[inline(always)]
fn sort(ids: &mut [u32]) {
    match ids {
        [] | [_] => {}
        [a, b] => {
            if a > b {
                std::mem::swap(a, b);
            }
        }
        _ => ids.sort_unstable(),
    }
}

/// `\frac{a}{b}` at `offset`: the digits of both, and where it ends.
fn latex_fraction(
    text: &[u8],
    offset: usize,
    digits: impl Fn(usize) -> Range<usize>,
) -> Option<(Range<usize>, Range<usize>, usize)> {
    let words: [&[u8]; 3] = [b"\\frac", b"\\tfrac", b"\\dfrac"];
    let at = words.iter().find_map(|word| literal::control(text, offset, word))?;
    let top = digits(at + 1);
    let bottom = digits(top.end + 2);
    let framed = text.get(at) == Some(&b'{')
        && text.get(top.end..top.end + 2) == Some(b"}{")
        && text.get(bottom.end) == Some(&b'}');
    (framed && !top.is_empty() && !bottom.is_empty()).then(|| (top, bottom.clone(), bottom.end + 1))
}

/// The bars written as a LaTeX control word at `offset`: how many, and how many bytes.
fn latex_bars(text: &[u8], offset: usize) -> Option<(usize, usize)> {
    if text[offset..].starts_with(b"\\|") {
        return Some((2, 2));
    }
    for (word, count) in [("\\mid", 1), ("\\vert", 1), ("\\Vert", 2), ("\\parallel", 2)] {
        if let Some(end) = literal::control(text, offset, word.as_bytes()) {
            return Some((count, end - offset));
        }
    }
    for word in ["\\mathrel{", "\\mathbin{"] {
        if let Some(inner) = text[offset..].strip_prefix(word.as_bytes()) {
            let count = inner.iter().take_while(|b| **b == b'|').count();
            if count > 0 && inner.get(count) == Some(&b'}') {
                return Some((count, word.len() + count + 1));
            }
        }
    }
    None
}
