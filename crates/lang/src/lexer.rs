//! From characters to words.
//!
//! The signs `^`, `v`, `*`, `+` and `-` are both operators and the beginnings of values, so the lexer keeps in mind
//! whether an operand has just ended, and whether there was a space. A number, ups and a nimber without spaces between
//! them are one word.

use crate::meter::LONGEST_INTEGER;
use crate::token::{BinaryOp, Bracket, Keyword, Placed, PrefixOp, RESERVED, Token, Written};
use crate::wide::Narrow;
use crate::{Diagnostic, Dialect, Span};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_play::{grow, say};
use farstar_value::text::{Arrow, Literal, scan_fraction, scan_literal, scan_subscript};

/// Texts above this many bytes are refused: no expression anybody means is as long.
const LONGEST_TEXT: usize = 256 << 20;
/// Bytes that a word takes on its way through the lexer, the parser and the compiler.
const BYTES_A_WORD: usize = 384;
/// After this many complaints the rest of a text is not worth reading.
pub(crate) const MOST_DIAGNOSTICS: usize = 20;

/// The words of `source`, ended by [`Token::End`], what was wrong, and whether the text stops in the middle of a word.
pub(crate) fn words(source: &str, dialect: Dialect) -> (Vec<Placed>, Vec<Diagnostic>, bool) {
    let typed = Narrow::of(if source.len() > LONGEST_TEXT { "" } else { source });
    let narrow = &*typed.text;
    let mut lexer = Lexer {
        source: narrow,
        bytes: narrow.as_bytes(),
        at: 0,
        dialect,
        words: Vec::new(),
        diagnostics: Vec::new(),
        unfinished: false,
        open: Vec::new(),
    };
    if source.len() > LONGEST_TEXT {
        let span = Span::new(LONGEST_TEXT, source.len());
        lexer.complain(Diagnostic::syntax(
            span,
            say!("the text has more than {0} bytes", LONGEST_TEXT),
        ));
    } else {
        lexer.run();
    }
    let end = Span::new(narrow.len(), narrow.len());
    lexer.words.push(Placed { token: Token::End, span: end });
    let Lexer { mut words, mut diagnostics, unfinished, .. } = lexer;
    if source.len() > narrow.len() {
        words.iter_mut().for_each(|word| word.span = typed.typed(word.span));
        diagnostics.iter_mut().for_each(|one| one.span = typed.typed(one.span));
    }
    (words, diagnostics, unfinished)
}

struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    dialect: Dialect,
    words: Vec<Placed>,
    diagnostics: Vec<Diagnostic>,
    unfinished: bool,
    /// The brackets that are open.
    open: Vec<Bracket>,
}

impl Lexer<'_> {
    fn complain(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.source.get(at..)?.chars().next()
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn after_spaces(&self, mut at: usize) -> usize {
        while let Some(c) = self.char_at(at) {
            if !c.is_whitespace() {
                break;
            }
            at += c.len_utf8();
        }
        at
    }

    fn push(&mut self, token: Token, start: usize, end: usize) {
        grow(&self.words, BYTES_A_WORD);
        match token {
            Token::Open(bracket) => self.open.push(bracket),
            // `end` closes what no bracket opened, too
            Token::Close(bracket) => drop(self.open.pop_if(|open| *open == bracket)),
            _ => {}
        }
        self.words.push(Placed { token, span: Span::new(start, end) });
        self.at = end;
    }

    /// Whether an operand has just ended.
    fn operand_before(&self) -> bool {
        self.words.last().is_some_and(|word| word.token.ends_operand())
    }

    /// Whether an operand ends exactly here, without a space.
    fn operand_touches(&self) -> bool {
        self.words.last().is_some_and(|word| word.token.ends_operand() && word.span.end == self.at)
    }

    fn run(&mut self) {
        loop {
            self.at = self.after_spaces(self.at);
            if self.skip_comment() {
                continue;
            }
            let Some(c) = self.char_at(self.at) else { break };
            let start = self.at;
            match c {
                '0'..='9' => self.number(),
                '"' => self.text(),
                '*' | '∗' => self.star(c),
                '^' | '↑' | '↓' | '⇑' | '⇓' | '⤊' | '⤋' => self.arrow(c),
                _ if is_name_start(c) => self.name(),
                _ if scan_fraction(self.bytes, start).is_some() => self.number(),
                _ => self.sign(c),
            }
            debug_assert!(self.at > start, "the lexer always moves on");
        }
    }

    fn skip_comment(&mut self) -> bool {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        if rest.starts_with(b"//") {
            let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            self.at += length;
            true
        } else if rest.starts_with(b"/*") {
            match self.source[self.at + 2..].find("*/") {
                Some(length) => self.at += length + 4,
                None => {
                    let span = Span::new(self.at, self.at + 2);
                    self.complain(
                        Diagnostic::syntax(span, "this comment is never closed").expected("`*/`"),
                    );
                    self.unfinished = true;
                    self.at = self.source.len();
                }
            }
            true
        } else {
            false
        }
    }

    /// The digits from `at` on: where they end, and their number.
    fn digits(&mut self, at: usize) -> Option<(usize, IBig)> {
        let length = self.bytes.get(at..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return None;
        }
        let end = at + length;
        let digits = &self.source[at..end];
        // log2(10) < 10/3, so fewer digits than this are always within bounds.
        let short = (length as u64) < LONGEST_INTEGER / 4;
        let value = if short || length as u64 <= LONGEST_INTEGER {
            digits.parse::<IBig>().ok()
        } else {
            None
        };
        match value {
            Some(value) if short || value.bit_len() as u64 <= LONGEST_INTEGER => Some((end, value)),
            _ => {
                let limit = LONGEST_INTEGER;
                self.complain(Diagnostic::syntax(
                    Span::new(at, end),
                    say!(
                        "a number of {0} digits needs more than the {1} bits allowed",
                        length,
                        limit
                    ),
                ));
                Some((end, IBig::ZERO))
            }
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let whole = self.digits(start);
        let after = whole.as_ref().map_or(start, |(end, _)| *end);
        if let Some((part, exponent, end)) = scan_fraction(self.bytes, after) {
            let (end, arrow, nimber) = self.tail(end).unwrap_or((end, None, 0));
            let whole = whole.map_or(IBig::ZERO, |(_, whole)| whole);
            let number =
                Some(((whole << exponent as usize) + part, IBig::ONE << exponent as usize));
            self.push(Token::Literal(Box::new(Written { number, arrow, nimber })), start, end);
            return;
        }
        let Some((end, numerator)) = whole else { return };
        if self.loopy_word(end).is_some() {
            self.push(Token::Integer(numerator), start, end);
            return;
        }
        if let Some((end, arrow, nimber)) = self.tail(end) {
            let number = Some((numerator, IBig::ONE));
            self.push(Token::Literal(Box::new(Written { number, arrow, nimber })), start, end);
            return;
        }
        let after_power =
            matches!(self.words.last().map(|w| &w.token), Some(Token::Binary(BinaryOp::Power)));
        if self.byte(end) == b'/' && self.byte(end + 1).is_ascii_digit() && !after_power {
            let saved = self.diagnostics.len();
            if let Some((fraction_end, denominator)) = self.digits(end + 1)
                && let Some((end, arrow, nimber)) = match self.is_added(fraction_end) {
                    true => Some((fraction_end, None, 0)),
                    false => self.tail(fraction_end),
                }
            {
                let number = Some((numerator, denominator));
                self.push(Token::Literal(Box::new(Written { number, arrow, nimber })), start, end);
                return;
            }
            self.diagnostics.truncate(saved);
        }
        if self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit() {
            let (mut stop, code_like) = (end + 1, |b: u8| b.is_ascii_alphanumeric());
            while code_like(self.byte(stop)) {
                stop += 1;
            }
            let written = &self.source[start..stop];
            self.complain(
                Diagnostic::syntax(Span::new(start, stop), say!("`{0}` has a point", written))
                    .expected("an integer or a fraction such as 77/100")
                    .fix(say!(
                        "a code of a take-and-break game is written TakeAndBreak(\"{0}\")",
                        written
                    )),
            );
            self.push(Token::Integer(IBig::ZERO), start, stop);
            return;
        }
        self.push(Token::Integer(numerator), start, end);
    }

    /// Where a loopy game ends that is written at `at`, directly after a number or as a value with an arrow: `5over`,
    /// `^[on]`.
    fn loopy_word(&self, at: usize) -> Option<usize> {
        let rest = self.source.get(at..)?;
        let words = ["^[on]", "^<on>", "v[on]", "v<on>", "↑[on]", "↑<on>", "↓[on]", "↓<on>"];
        let arrow = words.iter().find(|word| rest.starts_with(**word));
        let word = ["over", "under"].iter().find(|word| {
            let after = rest.strip_prefix(**word);
            after.is_some_and(|after| !after.starts_with(is_name_part))
        });
        arrow.or(word).map(|word| at + word.len())
    }

    /// Whether a game is written at `at` that is added to the number it touches: `1/2over`, `1/2Miny(2)`.
    fn is_added(&self, at: usize) -> bool {
        let call = self.source.get(at..at + 5);
        let tiny =
            |call: &str| ["tiny(", "miny("].iter().any(|word| call.eq_ignore_ascii_case(word));
        self.loopy_word(at).is_some() || call.is_some_and(tiny)
    }

    /// A loopy game that is written with an arrow, added to the number it touches.
    fn loopy_arrow(&mut self) -> bool {
        let start = self.at;
        let Some(end) = self.loopy_word(start) else { return false };
        if self.operand_before() && !self.operand_touches() {
            return false;
        }
        let word = self.source[start..end].replace('↑', "^").replace('↓', "v");
        if self.operand_touches() {
            self.push(Token::Binary(BinaryOp::Together), start, start);
        }
        self.push(Token::Name(word), start, end);
        // `^[on]*2` is a sum, as `^*2` is.
        if self.byte(end) == b'*' && self.byte(end + 1).is_ascii_digit() {
            self.push(Token::Binary(BinaryOp::Together), end, end);
            self.star('*');
        }
        true
    }

    /// What may be written directly after a number and is added to it, from `at` on: ups, a nimber after ups, a star.
    fn tail(&mut self, at: usize) -> Option<(usize, Option<Arrow>, u64)> {
        let c = self.char_at(at)?;
        if c == '^' {
            let next = self.char_at(at + 1);
            let beyond = self.char_at(self.after_spaces(at + 1));
            let power = self.dialect == Dialect::CgSuite
                || beyond == Some('(')
                || next.is_some_and(is_name_start)
                || (next.is_some_and(char::is_whitespace)
                    && beyond.is_some_and(|c| c.is_ascii_digit()));
            if power {
                return None;
            }
        }
        if c == '*' || c == '∗' {
            let end = at + c.len_utf8();
            return self.is_star(end, true).then_some((end, None, 1));
        }
        self.arrows(at)
    }

    /// Arrows from `at` on, and the nimber directly after them; `None` when there are none, or a name.
    fn arrows(&mut self, at: usize) -> Option<(usize, Option<Arrow>, u64)> {
        match scan_literal(self.source, at)? {
            Ok((Literal { arrow: arrow @ Some(_), mut nimber }, mut end)) => {
                // In `^*x` the star is a product's.
                let star = self.source[at..end]
                    .chars()
                    .next_back()
                    .filter(|c| matches!(c, '*' | '∗' | '⋆' | '★'));
                if let Some(star) = star.filter(|_| !self.is_star(end, false)) {
                    end -= star.len_utf8();
                    nimber = 0;
                }
                Some((end, arrow, nimber))
            }
            Ok(_) => None,
            Err(error) => {
                let span = Span::new(error.span.start, error.span.end);
                let before = self.source[..at].rfind(|c: char| !c.is_ascii_digit());
                let base = &self.source[before.map_or(0, |before| before + 1)..at];
                let digits = |text: &&str| text.bytes().all(|c| c.is_ascii_digit());
                let exponent = self.source[at..error.span.end].strip_prefix('^').filter(digits);
                let wrong = match exponent {
                    // who writes so many ups behind an integer means a power
                    Some(exponent) if !base.is_empty() => Diagnostic {
                        fix: Some(say!("a power is written {0}**{1}", base, exponent)),
                        ..Diagnostic::syntax(span, "`^` is no power here")
                    },
                    _ => Diagnostic::syntax(span, error.message).expected(error.expected),
                };
                self.complain(wrong);
                Some((span.end, Some(Arrow::Multiple(0)), 0))
            }
        }
    }

    /// Whether a `*` that ends at `at`, directly after an operand, is the game star rather than a product: nothing that
    /// could be multiplied follows.
    fn is_star(&self, at: usize, after_number: bool) -> bool {
        let spaced = self.after_spaces(at);
        let Some(c) = self.char_at(spaced) else { return true };
        let touches = spaced == at;
        match c {
            '0'..='9'
            | '('
            | '{'
            | '['
            | '\''
            | '"'
            | '^'
            | '↑'
            | '↓'
            | '⇑'
            | '⇓'
            | '⤊'
            | '⤋'
            | '±' => false,
            '*' | '∗' => !touches,
            '-' | '−' => {
                let next = self.char_at(spaced + c.len_utf8());
                !after_number || (!touches && next.is_some_and(char::is_whitespace))
            }
            '+' => !after_number || !matches!(self.byte(spaced + 1), b'-' | b'_'),
            _ if is_name_start(c) => {
                let mut end = spaced;
                while let Some(c) = self.char_at(end).filter(|&c| is_name_part(c)) {
                    end += c.len_utf8();
                }
                let word = &self.source[spaced..end];
                if RESERVED.contains(&word) {
                    return !matches!(
                        word,
                        "if" | "not" | "true" | "false" | "begin" | "break" | "continue"
                    );
                }
                // `1* Heat 2`: a method between two operands, so the star is one of them.
                let next = self.char_at(self.after_spaces(end));
                !touches
                    && next.is_some_and(|c| {
                        c.is_ascii_digit() || is_name_start(c) || c == '{' || c == '"'
                    })
                    && !RESERVED.iter().any(|r| {
                        let rest = &self.source[self.after_spaces(end)..];
                        rest.starts_with(r) && !rest[r.len()..].starts_with(is_name_part)
                    })
            }
            _ => true,
        }
    }

    fn star(&mut self, c: char) {
        let start = self.at;
        let after = start + c.len_utf8();
        if self.operand_before() {
            if self.char_at(after) == Some('*') && c == '*' {
                self.push(Token::Binary(BinaryOp::Power), start, after + 1);
            } else if self.operand_touches() && self.is_star(after, true) {
                self.push(Token::Binary(BinaryOp::Together), start, start);
                self.push(star_literal(1), start, after);
            } else {
                self.push(Token::Binary(BinaryOp::Times), start, after);
            }
            return;
        }
        if self.byte(after).is_ascii_digit() {
            match scan_literal(self.source, start) {
                Some(Ok((literal, end))) => self.push(star_literal(literal.nimber), start, end),
                Some(Err(error)) => {
                    let span = Span::new(error.span.start, error.span.end);
                    self.complain(Diagnostic::syntax(span, error.message).expected(error.expected));
                    self.push(star_literal(0), start, span.end);
                }
                None => self.push(star_literal(1), start, after),
            }
            return;
        }
        let next = self.char_at(after);
        let names = next.is_some_and(is_name_start)
            && !self.starts_reserved(after)
            && scan_literal(self.source, after).is_none();
        if self.char_at(self.after_spaces(after)) == Some('(') || next == Some('[') || names {
            self.push(Token::Prefix(PrefixOp::NimberOf), start, after);
        } else {
            self.push(star_literal(1), start, after);
        }
    }

    fn starts_reserved(&self, at: usize) -> bool {
        let rest = &self.source[at..];
        let end = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        RESERVED.contains(&&rest[..end])
    }

    /// `^` and the arrows: ups where an operand begins, a power after one.
    fn arrow(&mut self, c: char) {
        let start = self.at;
        if self.loopy_arrow() {
            return;
        }
        if c == '^' && self.operand_before() {
            self.push(Token::Binary(BinaryOp::Power), start, start + 1);
            return;
        }
        if c == '^' && self.byte(start + 1) == b'(' {
            self.push(Token::Prefix(PrefixOp::UpsOf), start, start + 1);
            return;
        }
        if !self.ups_literal(start) {
            self.sign(c);
        }
    }

    fn ups_literal(&mut self, start: usize) -> bool {
        let Some((end, arrow, nimber)) = self.arrows(start) else { return false };
        self.push(Token::Literal(Box::new(Written { number: None, arrow, nimber })), start, end);
        true
    }

    fn name(&mut self) {
        let start = self.at;
        let after_dot = matches!(self.words.last().map(|w| &w.token), Some(Token::Dot));
        if !after_dot && self.byte(start) == b'v' {
            if self.byte(start + 1) == b'(' && !self.operand_before() {
                self.push(Token::Prefix(PrefixOp::DownsOf), start, start + 1);
                return;
            }
            if self.loopy_arrow() || self.ups_literal(start) {
                return;
            }
        }
        let rest = &self.source[start..];
        let end = start + rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        let word = &self.source[start..end];
        let token = match word {
            _ if after_dot => Token::Name(word.to_owned()),
            "begin" => Token::Open(Bracket::Block),
            "end" => Token::Close(Bracket::Block),
            "and" => Token::Binary(BinaryOp::And),
            "or" => Token::Binary(BinaryOp::Or),
            "not" => Token::Prefix(PrefixOp::Not),
            "true" => Token::Boolean(true),
            "false" => Token::Boolean(false),
            _ if let Some(keyword) = Keyword::named(word) => Token::Keyword(keyword),
            _ => {
                // `9Tiny(2)`, as values are printed.
                let added =
                    ["tiny", "miny", "over", "under"].iter().any(|w| word.eq_ignore_ascii_case(w));
                let number = self
                    .words
                    .last()
                    .is_some_and(|w| matches!(w.token, Token::Integer(_) | Token::Literal(_)));
                if added && number && self.operand_touches() {
                    self.push(Token::Binary(BinaryOp::Together), start, start);
                }
                // A name directly after an operand is a method between two operands, so another operand follows it.
                if self.operand_before() {
                    Token::Infix(word.to_owned())
                } else {
                    Token::Name(word.to_owned())
                }
            }
        };
        let ends = word == "end" && !after_dot;
        self.push(token, start, end);
        if ends && self.begins_statement(end) {
            self.push(Token::Semicolon, end, end);
        }
    }

    /// Whether what follows `end` on another line is a statement of its own.
    fn begins_statement(&self, end: usize) -> bool {
        const GOES_ON: [&str; 15] = [
            "then", "elseif", "else", "end", "and", "or", "in", "from", "to", "by", "where",
            "while", "do", "yield", "for",
        ];
        let start = self.after_spaces(end);
        let rest = &self.source[start..];
        let word = &rest[..rest.find(|c| !is_name_part(c)).unwrap_or(rest.len())];
        let loops = matches!(word, "for" | "while" | "from" | "do") && self.in_steps();
        self.source[end..start].contains('\n')
            && rest.starts_with(is_name_start)
            && (loops || !GOES_ON.contains(&word))
    }

    /// Whether no bracket but of steps is open.
    fn in_steps(&self) -> bool {
        let open = |word: &&Placed| matches!(word.token, Token::Open(_) | Token::Close(_));
        let mut depth = 0u32;
        for word in self.words.iter().rev().filter(open) {
            match word.token {
                Token::Close(Bracket::Block) | Token::Open(Bracket::Block) => {}
                Token::Close(_) => depth += 1,
                _ if depth == 0 => return false,
                _ => depth -= 1,
            }
        }
        true
    }

    fn text(&mut self) {
        let start = self.at;
        let mut content = String::new();
        let mut rest = self.source[start + 1..].char_indices();
        while let Some((offset, c)) = rest.next() {
            match c {
                '"' => {
                    self.push(Token::Text(content), start, start + 1 + offset + 1);
                    return;
                }
                '\\' => match rest.next() {
                    Some((_, 'n')) => content.push('\n'),
                    Some((_, 't')) => content.push('\t'),
                    Some((_, c @ ('"' | '\\'))) => content.push(c),
                    Some((at, c)) => {
                        let end = start + 1 + at + c.len_utf8();
                        self.complain(
                            Diagnostic::syntax(
                                Span::new(start + 1 + offset, end),
                                say!("`\\{0}` means nothing in a text", c),
                            )
                            .expected("one of \\n, \\t, \\\", \\\\"),
                        );
                    }
                    None => {}
                },
                c => content.push(c),
            }
        }
        self.complain(
            Diagnostic::syntax(Span::new(start, start + 1), "this text is never closed")
                .expected("`\"`"),
        );
        self.unfinished = true;
        self.push(Token::Text(content), start, self.source.len());
    }

    /// `+₂`, `⧾₂` or `−₂`, `⧿₂`, added to what stands before it: `1 + Tiny(2)`.
    fn tiny(&mut self, positive: bool, added: bool, heap: Option<u64>, end: usize) {
        let start = self.at;
        if added {
            self.push(Token::Binary(BinaryOp::Add), start, start);
        }
        let name = if positive { "Tiny" } else { "Miny" };
        let Some(heap) = heap else {
            self.complain(
                Diagnostic::syntax(Span::new(start, end), "this subscript is out of range")
                    .expected("a number below 2^64"),
            );
            self.at = end;
            return;
        };
        for token in [
            Token::Name(name.to_owned()),
            Token::Open(Bracket::Paren),
            Token::Integer(heap.into()),
            Token::Close(Bracket::Paren),
        ] {
            self.push(token, start, end);
        }
    }

    /// Everything that is made of signs.
    fn sign(&mut self, c: char) {
        let start = self.at;
        let one = start + c.len_utf8();
        let next = self.byte(one);
        let operand = self.operand_before();
        if matches!(c, '+' | '-' | '−' | '⧾' | '⧿')
            && let Some((heap, end)) = scan_subscript(self.bytes, one)
        {
            return self.tiny(matches!(c, '+' | '⧾'), operand, heap, end);
        }
        if operand && matches!(c, '⧾' | '⧿') {
            // added to what stands before it
            self.push(Token::Binary(BinaryOp::Add), start, start);
        }
        let (token, end) = match c {
            '(' => (Token::Open(Bracket::Paren), one),
            ')' => (Token::Close(Bracket::Paren), one),
            '[' => (Token::Open(Bracket::Square), one),
            ']' => (Token::Close(Bracket::Square), one),
            '{' => (Token::Open(Bracket::Brace), one),
            '}' if next == b'\'' => (Token::Close(Bracket::Quote), one + 1),
            '}' => (Token::Close(Bracket::Brace), one),
            '\'' if next == b'{' => (Token::Open(Bracket::Quote), one + 1),
            ',' => (Token::Comma, one),
            ';' => (Token::Semicolon, one),
            '.' if next == b'.' => (Token::Binary(BinaryOp::Range), one + 1),
            '.' => (Token::Dot, one),
            '|' if next == b'>' => (Token::Binary(BinaryOp::GreaterConfused), one + 1),
            '|' => {
                let count = self.bytes[start..].iter().take_while(|&&b| b == b'|').count();
                // The last bar of `||>` belongs to the operator, but `{1||>` is meaningless anyway.
                (Token::Bars(u32::try_from(count).unwrap_or(u32::MAX)), start + count)
            }
            '<' if next == b'=' => (Token::Binary(BinaryOp::LessEqual), one + 1),
            '<' if next == b'>' => (Token::Binary(BinaryOp::Confused), one + 1),
            '<' if next == b'|' => (Token::Binary(BinaryOp::LessConfused), one + 1),
            '<' => (Token::Binary(BinaryOp::Less), one),
            '>' if next == b'=' => (Token::Binary(BinaryOp::GreaterEqual), one + 1),
            '>' => (Token::Binary(BinaryOp::Greater), one),
            '≤' => (Token::Binary(BinaryOp::LessEqual), one),
            '≥' => (Token::Binary(BinaryOp::GreaterEqual), one),
            '≠' => (Token::Binary(BinaryOp::NotEqual), one),
            '∣' => (Token::Bars(1), one),
            '⦀' => (Token::Bars(3), one),
            // the double bar of the books between the options of a game, and elsewhere the sign of confusion
            '∥' | '‖' if self.open.last() == Some(&Bracket::Brace) => (Token::Bars(2), one),
            '∥' | '‖' => (Token::Binary(BinaryOp::Confused), one),
            '⧏' | '⊲' => (Token::Binary(BinaryOp::LessConfused), one),
            '⧐' | '⊳' => (Token::Binary(BinaryOp::GreaterConfused), one),
            '=' if next == b'=' => (Token::Binary(BinaryOp::Equal), one + 1),
            '=' if next == b'>' => (Token::FatArrow, one + 1),
            '=' => {
                self.complain(
                    Diagnostic::syntax(Span::new(start, one), "`=` alone is no operator")
                        .expected("`==` to compare or `:=` to give a name"),
                );
                (Token::Binary(BinaryOp::Equal), one)
            }
            '!' if next == b'=' => (Token::Binary(BinaryOp::NotEqual), one + 1),
            '!' if !operand => {
                self.complain(
                    Diagnostic::syntax(Span::new(start, one), "`!` is no operator")
                        .fix("write `not`"),
                );
                (Token::Prefix(PrefixOp::Not), one)
            }
            ':' if next == b'=' => (Token::Assign, one + 1),
            ':' => (Token::Binary(BinaryOp::OrdinalSum), one),
            '%' => (Token::Binary(BinaryOp::Modulo), one),
            '?' if operand => (Token::Question, one),
            '&' => (Token::Binary(BinaryOp::Sides), one),
            '/' | '÷' => (Token::Binary(BinaryOp::Divide), one),
            '×' | '·' | '⋅' => (Token::Binary(BinaryOp::Times), one),
            '±' if operand => (Token::Binary(BinaryOp::PlusMinus), one),
            '±' => (Token::Prefix(PrefixOp::PlusMinus), one),
            '+' if next == b'-' && operand => (Token::Binary(BinaryOp::PlusMinus), one + 1),
            '+' if next == b'-' => (Token::Prefix(PrefixOp::PlusMinus), one + 1),
            '+' if next == b'_' && !operand => (Token::Prefix(PrefixOp::Tiny), one + 1),
            '-' if next == b'_' && !operand => (Token::Prefix(PrefixOp::Miny), one + 1),
            '⧾' => (Token::Prefix(PrefixOp::Tiny), one),
            '⧿' => (Token::Prefix(PrefixOp::Miny), one),
            '-' if next == b'>' => (Token::Arrow, one + 1),
            '→' | '↦' => (Token::Arrow, one),
            '+' if operand => (Token::Binary(BinaryOp::Add), one),
            '-' | '−' if operand => (Token::Binary(BinaryOp::Subtract), one),
            '-' | '−' => (Token::Prefix(PrefixOp::Minus), one),
            '+' => {
                self.complain(
                    Diagnostic::syntax(Span::new(start, one), "`+` has nothing before it")
                        .expected("a value before `+`"),
                );
                self.at = one;
                return;
            }
            '\\' => return self.latex(start),
            _ => {
                let shown =
                    if c.is_control() { format!("U+{:04X}", u32::from(c)) } else { c.to_string() };
                self.complain(Diagnostic::syntax(
                    Span::new(start, one),
                    say!("`{0}` means nothing here", shown),
                ));
                self.at = one;
                return;
            }
        };
        self.push(token, start, end);
    }
}

impl Lexer<'_> {
    /// A command of LaTeX, which is told once and passed over.
    fn latex(&mut self, start: usize) {
        let name = self.source[start + 1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        self.at = start + 1 + name;
        let message = "LaTeX is not read";
        if self.diagnostics.iter().all(|told| told.message.as_str() != message) {
            self.complain(
                Diagnostic::syntax(Span::new(start, self.at), message)
                    .expected("games as they are typed, such as +-1 or 3/4^*"),
            );
        }
    }
}

fn star_literal(nimber: u64) -> Token {
    Token::Literal(Box::new(Written { number: None, arrow: None, nimber }))
}

pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, '∗')
}

pub(crate) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
