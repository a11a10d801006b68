//! From words to syntax: operator precedence with a vector instead of recursion.
//!
//! The parser is always in one of two states: an operand is wanted, or one has just been read. Open brackets and
//! operators that wait for their right side are frames in a vector. After a mistake it notes a diagnostic, puts
//! [`Node::Error`] in the gap and goes on, so one text can show several mistakes.

mod brackets;
mod operand;

use crate::ast::{Ast, Clause, Node, NodeId, Parameter};
use crate::boards::written_position;
use crate::lexer::{MOST_DIAGNOSTICS, words};
use crate::token::{BinaryOp, Bracket, INFIX_PRECEDENCE, Keyword, Placed, PrefixOp, Token};
use crate::{Diagnostic, Dialect, Kind, Span, method};
use dashu_int::ops::BitTest;
use farstar_play::say;
use std::sync::Arc;

/// What is said where `v` is taken for a name.
const DOWN_IS_NO_NAME: &str = "`v` is the game down: take another name, such as w";

/// Reads a text in the default dialect: its syntax, and everything that is wrong with it.
///
/// Never panics, and uses time and memory in proportion to the text.
///
/// # Examples
/// ```
/// let (ast, diagnostics) = farstar_lang::parse("{3|2|1}");
/// assert!(!ast.is_empty());
/// assert_eq!((diagnostics[0].span.start, diagnostics[0].span.end), (4, 5));
/// ```
#[must_use]
pub fn parse(source: &str) -> (Ast, Vec<Diagnostic>) {
    parse_as(source, Dialect::default())
}

/// Reads a text in the given dialect.
#[must_use]
pub fn parse_as(source: &str, dialect: Dialect) -> (Ast, Vec<Diagnostic>) {
    let parsed = parse_all(source, dialect);
    (parsed.ast, parsed.diagnostics)
}

/// What [`parse_all`] finds out.
pub(crate) struct Parsed {
    pub(crate) ast: Ast,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether the only thing wrong is that the text stops too early.
    pub(crate) unfinished: bool,
    /// Whether an `if` was left without its `end`, and then whether it had its `else`.
    pub(crate) left_open: Option<bool>,
}

/// Reads a text. A `;` in a branch of an `if` goes on with the branch if that can be read, with an `end` behind it; if
/// not, it ends the `if`.
pub(crate) fn parse_all(source: &str, dialect: Dialect) -> Parsed {
    let (words, diagnostics, unfinished) = words(source, dialect);
    let may_be_long = words.iter().any(|w| matches!(w.token, Token::Keyword(Keyword::If)))
        && words.iter().any(|w| matches!(w.token, Token::Semicolon));
    if !may_be_long {
        return parse_words(words, diagnostics, unfinished, false);
    }
    let long = parse_words(words.clone(), diagnostics.clone(), unfinished, true);
    if long.diagnostics.is_empty() {
        return long;
    }
    let short = parse_words(words, diagnostics, unfinished, false);
    match short.diagnostics.is_empty() || !long.unfinished {
        true => short,
        false => long,
    }
}

fn parse_words(
    words: Vec<Placed>,
    diagnostics: Vec<Diagnostic>,
    unfinished: bool,
    long: bool,
) -> Parsed {
    let sound = diagnostics.is_empty();
    let mut parser = Parser {
        words,
        at: 0,
        ast: Ast::default(),
        frames: vec![Frame::Open(Box::new(Open::new(Bracket::Text, Span::default())))],
        diagnostics,
        ended_early: false,
        sound,
        long,
        left_open: None,
    };
    parser.run();
    Parsed {
        ast: parser.ast,
        unfinished: unfinished || (parser.ended_early && parser.sound),
        left_open: parser.left_open,
        diagnostics: parser.diagnostics,
    }
}

/// An open bracket and what it holds so far.
struct Open {
    bracket: Bracket,
    span: Span,
    /// The name of the node, when these are braces with one: `a{0|a}`.
    label: Option<Arc<str>>,
    /// The function when this is the bracket of its arguments.
    callee: Option<NodeId>,
    /// The head of a function when this is the bracket of its parameters.
    head: Option<Head>,
    /// Items of the current segment.
    items: Vec<NodeId>,
    /// Whether nothing has been read since the bracket, the last bar, or the last `;`.
    fresh: bool,
    /// Finished segments and the bars after them.
    segments: Vec<(Vec<NodeId>, u32, Span)>,
    /// Statements before the current one.
    statements: Vec<NodeId>,
    /// What stands before the `=>` of the current item.
    before: Option<Before>,
    loops: Option<Loops>,
    /// The clauses of a loop whose steps these are, and whether they give a list.
    repeats: Option<(Vec<Clause>, bool)>,
    /// Whether a `;` was the last word.
    silent: bool,
}

impl Open {
    fn new(bracket: Bracket, span: Span) -> Self {
        Self {
            bracket,
            span,
            label: None,
            callee: None,
            head: None,
            items: Vec::new(),
            fresh: true,
            segments: Vec::new(),
            statements: Vec::new(),
            before: None,
            loops: None,
            repeats: None,
            silent: false,
        }
    }

    /// Whether these are braces in which `key => value` may stand.
    fn takes_entries(&self) -> bool {
        self.bracket == Bracket::Brace
            && self.label.is_none()
            && self.segments.is_empty()
            && self.loops.is_none()
    }
}

/// The parameters of a function up to one with a usual argument, which is being read.
struct Head {
    name: Option<Arc<str>>,
    parameters: Vec<Parameter>,
    /// Where the function begins.
    span: Span,
    /// Whether it began with `def`, after which `:=` may be left out.
    defined: bool,
}

/// The left side of `=>`.
enum Before {
    /// The name of an argument.
    Name(Arc<str>, Span),
    /// The key of an entry of a map.
    Key(NodeId),
}

/// A comprehension that is being read.
struct Loops {
    /// What stands before `for`; nothing in a loop of statements.
    element: Option<NodeId>,
    clauses: Vec<Clause>,
    wanted: Wanted,
}

/// What the next expression of a comprehension is.
enum Wanted {
    In(Arc<str>),
    From(Arc<str>),
    /// The bound of a count that begins with 1.
    Upto(Arc<str>),
    To,
    By,
    Where,
    While,
}

enum Frame {
    Open(Box<Open>),
    Prefix { op: PrefixOp, span: Span },
    Binary { op: BinaryOp, left: NodeId },
    Infix { name: Arc<str>, name_span: Span, left: NodeId },
    Function { name: Option<Arc<str>>, parameters: Vec<Parameter>, span: Span },
    Assign { name: Arc<str>, span: Span },
    If(Choice),
    Return { span: Span },
}

/// An `if` that is being read.
struct Choice {
    arms: Vec<(NodeId, NodeId)>,
    condition: Option<NodeId>,
    otherwise: bool,
    /// The steps of the present branch before the current one.
    steps: Vec<NodeId>,
    /// Whether `;` was the last word, or an `end` must come as there were steps before.
    fresh: bool,
    long: bool,
    span: Span,
}

impl Choice {
    /// Whether a branch is being read, no condition.
    fn in_branch(&self) -> bool {
        self.otherwise || self.condition.is_some()
    }
}

struct Parser {
    words: Vec<Placed>,
    at: usize,
    ast: Ast,
    frames: Vec<Frame>,
    diagnostics: Vec<Diagnostic>,
    ended_early: bool,
    /// Whether nothing was wrong before the end of the text.
    sound: bool,
    /// Whether `;` inside a branch of an `if` goes on with the branch, up to `end`.
    long: bool,
    /// Whether an `if` was left without its `end`, and whether it had its `else`.
    left_open: Option<bool>,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.words[self.at].token
    }

    fn span(&self) -> Span {
        self.words[self.at].span
    }

    fn token_at(&self, ahead: usize) -> &Token {
        let last = self.words.len() - 1;
        &self.words[(self.at + ahead).min(last)].token
    }

    fn advance(&mut self) {
        if self.at + 1 < self.words.len() {
            self.at += 1;
        }
    }

    fn at_end(&self) -> bool {
        matches!(self.token(), Token::End)
    }

    fn complain(&mut self, diagnostic: Diagnostic) {
        if self.at_end() {
            self.ended_early = true;
        } else {
            self.sound = false;
        }
        // One gap in the text is one diagnostic.
        let again = self
            .diagnostics
            .last()
            .is_some_and(|d| d.kind == Kind::Syntax && d.span == diagnostic.span);
        if !again && self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// How the present word reads in a message.
    fn found(&self) -> String {
        match self.token() {
            Token::End => "the end of the text".to_owned(),
            Token::Integer(n) if n.bit_len() <= 64 => format!("`{n}`"),
            Token::Integer(_) => "a number".to_owned(),
            Token::Literal(_) => "a value".to_owned(),
            Token::Text(_) => "a text in quotes".to_owned(),
            Token::Boolean(b) => format!("`{b}`"),
            Token::Name(name) | Token::Infix(name) => format!("`{name}`"),
            Token::Binary(op) => format!("`{}`", op.symbol()),
            Token::Prefix(_) => "an operator".to_owned(),
            Token::Open(bracket) => format!("`{}`", bracket.open()),
            Token::Close(bracket) => format!("`{}`", bracket.close()),
            Token::Comma => "`,`".to_owned(),
            Token::Semicolon => "`;`".to_owned(),
            Token::Bars(n) => format!("`{}`", "|".repeat((*n).min(8) as usize)),
            Token::Dot => "`.`".to_owned(),
            Token::Arrow => "`->`".to_owned(),
            Token::Assign => "`:=`".to_owned(),
            Token::FatArrow => "`=>`".to_owned(),
            Token::Question => "`?`".to_owned(),
            Token::Keyword(k) => format!("`{}`", k.word()),
        }
    }

    fn run(&mut self) {
        let mut operand: Option<NodeId> = None;
        loop {
            operand = match operand {
                None => self.operand(),
                Some(node) => self.after(node),
            };
            if self.frames.is_empty() {
                return;
            }
        }
    }

    fn open_frame(&mut self) -> &mut Open {
        let frame = self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Open(open) => Some(open),
            _ => None,
        });
        frame.expect("the frame of the whole text is there until the end")
    }

    fn segment_is_empty(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Open(open)) if open.fresh)
    }

    /// An operand has been read; what follows it?
    fn after(&mut self, node: NodeId) -> Option<NodeId> {
        let span = self.span();
        match self.token().clone() {
            Token::Dot => {
                let node = self.reduce(node, PrefixOp::NimberOf.precedence(), false);
                self.member(node)
            }
            Token::Open(Bracket::Paren) => {
                // `*(3)` has its operand, so a second parenthesis calls the whole; `*f(3)` has not.
                let mut node = node;
                if matches!(
                    self.words[self.at.saturating_sub(1)].token,
                    Token::Close(Bracket::Paren)
                ) {
                    node = self.reduce(node, PrefixOp::NimberOf.precedence(), false);
                }
                self.advance();
                let mut open = Open::new(Bracket::Paren, span);
                open.callee = Some(node);
                self.frames.push(Frame::Open(Box::new(open)));
                None
            }
            Token::Open(Bracket::Square)
                if self.words[self.at.saturating_sub(1)].span.end == span.start =>
            {
                let of = self.reduce(node, PrefixOp::NimberOf.precedence(), false);
                let place = Node::Member { of, name: "At".into(), name_span: span };
                let whole = self.ast.span(of).to(span);
                self.advance();
                let mut open = Open::new(Bracket::Square, span);
                open.callee = Some(self.ast.push(place, whole));
                self.frames.push(Frame::Open(Box::new(open)));
                None
            }
            // `*ω^2` is the nimber of ω^2, as it is printed.
            Token::Binary(BinaryOp::Power)
                if matches!(self.ast.node(node), Node::Name(_))
                    && matches!(
                        self.frames.last(),
                        Some(Frame::Prefix { op: PrefixOp::NimberOf, .. })
                    ) =>
            {
                self.advance();
                self.frames.push(Frame::Binary { op: BinaryOp::Power, left: node });
                None
            }
            Token::Binary(op) => {
                let left = self.reduce(node, op.precedence(), op == BinaryOp::Power);
                self.advance();
                self.frames.push(Frame::Binary { op, left });
                None
            }
            Token::Infix(name) => {
                let left = self.reduce(node, INFIX_PRECEDENCE, false);
                self.advance();
                if matches!(
                    self.token(),
                    Token::End
                        | Token::Close(_)
                        | Token::Comma
                        | Token::Bars(_)
                        | Token::Semicolon
                        | Token::Keyword(_)
                ) {
                    let before = self.ast.span(left);
                    let number =
                        matches!(self.ast.node(left), Node::Integer(_)) && before.end == span.start;
                    let mut diagnostic =
                        Diagnostic::syntax(span, say!("`{0}` directly after a value", name))
                            .expected("an operator");
                    if number {
                        diagnostic = diagnostic.fix(say!(
                            "write {0}*{1} for a product",
                            self.number_text(left),
                            name
                        ));
                    }
                    // what is no method has no right side to wait for
                    if number || method(&name).is_none() {
                        self.sound = false;
                    }
                    self.complain(diagnostic);
                    return Some(left);
                }
                self.frames.push(Frame::Infix { name: name.into(), name_span: span, left });
                None
            }
            Token::Keyword(Keyword::Then | Keyword::Else | Keyword::ElseIf) => self.branch(node),
            Token::Close(Bracket::Block) => self.end_word(node),
            Token::Semicolon if self.long => {
                let mut node = node;
                loop {
                    match self.frames.last_mut() {
                        Some(Frame::If(choice)) if choice.in_branch() => {
                            choice.steps.push(node);
                            choice.fresh = true;
                            choice.long = true;
                            self.advance();
                            return None;
                        }
                        Some(Frame::Open(_)) | None => return self.deliver(node),
                        Some(_) => node = self.complete(node),
                    }
                }
            }
            Token::Comma
            | Token::Semicolon
            | Token::Bars(_)
            | Token::Close(_)
            | Token::End
            | Token::Keyword(_) => {
                if matches!(
                    self.token(),
                    Token::Keyword(
                        Keyword::If | Keyword::Break | Keyword::Continue | Keyword::Return
                    )
                ) {
                    return self.juxtaposed(node);
                }
                let node = self.reduce_all(node);
                if let Some(Frame::Open(_)) = self.frames.last() {
                    self.deliver(node)
                } else {
                    Some(node)
                }
            }
            Token::Assign => {
                let mut fault = Diagnostic::syntax(span, "`:=` after something that is not a name")
                    .expected("`name := value` or `name(a, b) := value`");
                if self.ends_in_down(node) {
                    fault = fault.fix(DOWN_IS_NO_NAME);
                }
                self.complain(fault);
                self.advance();
                let left = self.reduce(node, 0, false);
                self.frames.push(Frame::Binary { op: BinaryOp::Equal, left });
                None
            }
            Token::Arrow => {
                let mut fault = Diagnostic::syntax(span, "`->` after something that is not a name")
                    .expected("`x -> …` or `(x, y) -> …`");
                if self.ends_in_down(node) {
                    fault = fault.fix(DOWN_IS_NO_NAME);
                }
                self.complain(fault);
                self.advance();
                let left = self.reduce(node, 0, false);
                self.frames.push(Frame::Binary { op: BinaryOp::Equal, left });
                None
            }
            Token::FatArrow => {
                let left = self.reduce_all(node);
                if let Some(Frame::Open(open)) = self.frames.last_mut()
                    && open.takes_entries()
                    && open.before.is_none()
                {
                    open.before = Some(Before::Key(left));
                    open.fresh = false;
                    self.advance();
                    return None;
                }
                self.complain(
                    Diagnostic::syntax(
                        span,
                        "`=>` outside the arguments of a function and the braces of a map",
                    )
                    .expected("`f(name => value)` or `{key => value}`"),
                );
                self.advance();
                self.frames.push(Frame::Binary { op: BinaryOp::Equal, left });
                None
            }
            Token::Integer(_)
            | Token::Literal(_)
            | Token::Text(_)
            | Token::Boolean(_)
            | Token::Name(_)
            | Token::Prefix(_)
            | Token::Question
            | Token::Open(_) => self.juxtaposed(node),
        }
    }

    /// Whether this is a value such as `v`, where a name was wanted.
    fn ends_in_down(&self, node: NodeId) -> bool {
        matches!(self.ast.node(node), Node::Literal(written) if written.number.is_none() && written.arrow.is_some())
    }

    fn number_text(&self, node: NodeId) -> String {
        match self.ast.node(node) {
            Node::Integer(n) if n.bit_len() <= 64 => n.to_string(),
            _ => "n".to_owned(),
        }
    }

    fn juxtaposed(&mut self, node: NodeId) -> Option<NodeId> {
        let found = self.found();
        let mut diagnostic =
            Diagnostic::syntax(self.span(), say!("{0} directly after a value", found))
                .expected("an operator, a comma or the end");
        if let Node::Name(name) = self.ast.node(node)
            && let Some(position) = written_position(name)
        {
            diagnostic = diagnostic.fix(position);
        }
        self.complain(diagnostic);
        let left = self.reduce(node, BinaryOp::Add.precedence(), false);
        self.frames.push(Frame::Binary { op: BinaryOp::Add, left });
        None
    }

    fn member(&mut self, node: NodeId) -> Option<NodeId> {
        self.advance();
        let span = self.span();
        if let Token::Name(name) = self.token().clone() {
            self.advance();
            let whole = self.ast.span(node).to(span);
            return Some(
                self.ast.push(Node::Member { of: node, name: name.into(), name_span: span }, whole),
            );
        }
        let found = self.found();
        self.complain(
            Diagnostic::syntax(span, say!("{0} after a point", found))
                .expected("the name of a method")
                .fix("try `.Mean`"),
        );
        Some(node)
    }

    /// Completes the operators that wait on top of the stack and bind at least as tightly as `precedence`.
    fn reduce(&mut self, mut node: NodeId, precedence: u8, right_associative: bool) -> NodeId {
        loop {
            let waits = match self.frames.last() {
                Some(Frame::Prefix { op, .. }) => op.precedence() >= precedence,
                Some(Frame::Binary { op, .. }) => {
                    op.precedence() > precedence
                        || (op.precedence() == precedence && !right_associative)
                }
                Some(Frame::Infix { .. }) => INFIX_PRECEDENCE >= precedence,
                _ => false,
            };
            if !waits {
                return node;
            }
            node = self.complete(node);
        }
    }

    /// Completes everything down to the innermost open bracket or unfinished `if`.
    fn reduce_all(&mut self, mut node: NodeId) -> NodeId {
        loop {
            match self.frames.last() {
                Some(Frame::Open(_)) | None => return node,
                _ => node = self.complete(node),
            }
        }
    }

    /// Completes the top frame, which is no bracket, with its right side.
    fn complete(&mut self, node: NodeId) -> NodeId {
        let right = self.ast.span(node);
        match self.frames.pop() {
            Some(Frame::Prefix { op, span }) => {
                self.ast.push(Node::Prefix { op, of: node }, span.to(right))
            }
            Some(Frame::Binary { op, left }) => {
                let span = self.ast.span(left).to(right);
                self.ast.push(Node::Binary { op, left, right: node }, span)
            }
            Some(Frame::Infix { name, name_span, left }) => {
                let span = self.ast.span(left).to(right);
                self.ast.push(Node::Infix { name, name_span, left, right: node }, span)
            }
            Some(Frame::Function { name, parameters, span }) => {
                // Up to the last word: brackets and `end` belong to it.
                let last = self.words[self.at.saturating_sub(1)].span;
                let right = if self.at > 0 { right.to(last) } else { right };
                self.ast.push(Node::Function { name, parameters, body: node }, span.to(right))
            }
            Some(Frame::Assign { name, span }) => {
                self.ast.push(Node::Assign { name, value: node }, span.to(right))
            }
            Some(Frame::Return { span }) => self.ast.push(Node::Return(node), span.to(right)),
            Some(Frame::If(Choice {
                mut arms, condition, otherwise, steps, long, span, ..
            })) => {
                let node = self.steps(steps, node);
                let mut last = None;
                if !matches!(self.token(), Token::Close(Bracket::Block)) {
                    if self.at_end() {
                        self.left_open = Some(otherwise);
                    }
                    if long {
                        self.complain(
                            Diagnostic::syntax(span, "`if` with several steps is never closed")
                                .expected("`end`"),
                        );
                    }
                }
                match condition {
                    Some(condition) => arms.push((condition, node)),
                    None if otherwise => last = Some(node),
                    None => {
                        let place = self.span();
                        let found = self.found();
                        self.complain(
                            Diagnostic::syntax(
                                place,
                                say!("{0} after the condition of `if`", found),
                            )
                            .expected("`then`"),
                        );
                        let error = self.ast.push(Node::Error, place);
                        arms.push((node, error));
                    }
                }
                self.ast.push(Node::If { arms, otherwise: last }, span.to(right))
            }
            Some(frame @ Frame::Open(_)) => {
                self.frames.push(frame);
                node
            }
            None => node,
        }
    }

    /// `then`, `elseif` and `else`.
    fn branch(&mut self, mut node: NodeId) -> Option<NodeId> {
        let Token::Keyword(keyword) = *self.token() else { return Some(node) };
        let span = self.span();
        loop {
            match self.frames.last_mut() {
                Some(Frame::If(Choice { arms, condition, otherwise, steps, .. })) => {
                    match (keyword, condition.take()) {
                        (Keyword::Then, None) if !*otherwise => {
                            *condition = Some(node);
                            self.advance();
                            return None;
                        }
                        (Keyword::ElseIf | Keyword::Else, Some(test)) => {
                            let steps = std::mem::take(steps);
                            *otherwise = keyword == Keyword::Else;
                            let place = arms.len();
                            arms.push((test, node));
                            let whole = self.steps(steps, node);
                            if let Some(Frame::If(choice)) = self.frames.last_mut() {
                                choice.arms[place].1 = whole;
                            }
                            self.advance();
                            return None;
                        }
                        (_, taken) => {
                            *condition = taken;
                            node = self.complete(node);
                        }
                    }
                }
                Some(Frame::Open(_)) | None => {
                    let word = keyword.word();
                    self.complain(
                        Diagnostic::syntax(span, say!("`{0}` without its `if`", word))
                            .expected("`if … then … else …`")
                            .fix("a `;` ends an `if`: put several steps between `begin` and `end`"),
                    );
                    self.advance();
                    return self.juxtaposed_quietly(node);
                }
                Some(_) => node = self.complete(node),
            }
        }
    }

    /// The steps of a branch as one node.
    fn steps(&mut self, mut steps: Vec<NodeId>, last: NodeId) -> NodeId {
        if steps.is_empty() {
            return last;
        }
        let span = self.ast.span(steps[0]).to(self.ast.span(last));
        steps.push(last);
        self.ast.push(Node::Sequence(steps), span)
    }

    fn juxtaposed_quietly(&mut self, left: NodeId) -> Option<NodeId> {
        self.frames.push(Frame::Binary { op: BinaryOp::Add, left });
        None
    }

    /// `end` closes the innermost `if` or `begin`.
    fn end_word(&mut self, mut node: NodeId) -> Option<NodeId> {
        let span = self.span();
        loop {
            match self.frames.last() {
                Some(Frame::If(_)) => {
                    node = self.complete(node);
                    self.ast.widen(node, span);
                    self.advance();
                    return Some(node);
                }
                Some(Frame::Open(open)) if open.bracket == Bracket::Block => {
                    return self.deliver(node);
                }
                Some(Frame::Open(_)) | None => {
                    self.complain(
                        Diagnostic::syntax(span, "`end` without its `if` or `begin`")
                            .fix("a `;` ends an `if`: put several steps between `begin` and `end`"),
                    );
                    self.advance();
                    return Some(node);
                }
                Some(_) => node = self.complete(node),
            }
        }
    }
}
