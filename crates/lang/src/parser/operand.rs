//! What happens where an operand is wanted.

use super::{Before, Choice, Frame, Head, Loops, Open, Parser, Wanted};
use crate::ast::{Node, NodeId, Parameter};
use crate::token::{BinaryOp, Bracket, Keyword, PrefixOp, Token, Written};
use crate::{Diagnostic, Span};
use farstar_play::say;

impl Parser {
    /// An operand is wanted. Gives the operand if it is complete with this word.
    pub(super) fn operand(&mut self) -> Option<NodeId> {
        let span = self.span();
        match self.token().clone() {
            Token::FatArrow
                if matches!(self.token_at(1), Token::Close(Bracket::Brace))
                    && matches!(self.frames.last(), Some(Frame::Open(open)) if open.takes_entries() && open.fresh) =>
            {
                let close = self.words[self.at + 1].span;
                let opened = match self.frames.pop() {
                    Some(Frame::Open(open)) => open.span,
                    _ => span,
                };
                self.advance();
                self.advance();
                Some(self.ast.push(Node::EmptyMap, opened.to(close)))
            }
            Token::Integer(n) => {
                self.advance();
                let negative = self.takes_sign(span)
                    && matches!(self.token(), Token::Binary(BinaryOp::Together));
                if negative {
                    let Some(Frame::Prefix { span: sign, .. }) = self.frames.pop() else {
                        return None;
                    };
                    return Some(self.ast.push(Node::Integer(-n), sign.to(span)));
                }
                Some(self.ast.push(Node::Integer(n), span))
            }
            Token::Literal(literal) => {
                self.advance();
                Some(self.literal(*literal, span))
            }
            Token::Text(text) => {
                self.advance();
                Some(self.ast.push(Node::Text(text.into()), span))
            }
            Token::Boolean(b) => {
                self.advance();
                Some(self.ast.push(Node::Boolean(b), span))
            }
            Token::Name(name) => self.name(name, span),
            Token::Prefix(op) => {
                self.advance();
                self.frames.push(Frame::Prefix { op, span });
                None
            }
            Token::Open(bracket) => {
                if bracket == Bracket::Paren
                    && let Some((parameters, length)) = self.parameters(0)
                    && self.begin_function(
                        Head { name: None, parameters, span, defined: false },
                        length,
                    )
                {
                    return None;
                }
                self.advance();
                self.frames.push(Frame::Open(Box::new(Open::new(bracket, span))));
                None
            }
            Token::Keyword(Keyword::If) => {
                self.advance();
                self.frames.push(Frame::If(Choice {
                    arms: Vec::new(),
                    condition: None,
                    otherwise: false,
                    steps: Vec::new(),
                    fresh: false,
                    long: false,
                    span,
                }));
                None
            }
            Token::Keyword(keyword @ (Keyword::For | Keyword::From | Keyword::While)) => {
                let mut open = Open::new(Bracket::Block, span);
                let wanted = match keyword {
                    Keyword::For => self.loop_head(),
                    Keyword::From => {
                        self.advance();
                        Wanted::From("_".into())
                    }
                    _ => {
                        self.advance();
                        Wanted::While
                    }
                };
                open.loops = Some(Loops { element: None, clauses: Vec::new(), wanted });
                self.frames.push(Frame::Open(Box::new(open)));
                None
            }
            Token::Keyword(Keyword::Do) => {
                self.advance();
                let mut open = Open::new(Bracket::Block, span);
                open.repeats = Some((Vec::new(), false));
                self.frames.push(Frame::Open(Box::new(open)));
                None
            }
            Token::Keyword(Keyword::Break) => {
                self.advance();
                Some(self.ast.push(Node::Break, span))
            }
            Token::Keyword(Keyword::Continue) => {
                self.advance();
                Some(self.ast.push(Node::Continue, span))
            }
            Token::Keyword(Keyword::Return) => {
                self.advance();
                self.frames.push(Frame::Return { span });
                match self.token() {
                    Token::Semicolon
                    | Token::End
                    | Token::Close(_)
                    | Token::Keyword(Keyword::Else | Keyword::ElseIf) => {
                        Some(self.ast.push(Node::Nothing, span))
                    }
                    _ => None,
                }
            }
            Token::Keyword(Keyword::Else | Keyword::ElseIf)
            | Token::Close(Bracket::Block)
            | Token::Semicolon
                if matches!(self.frames.last(), Some(Frame::If(choice)) if choice.fresh) =>
            {
                if matches!(self.token(), Token::Semicolon) {
                    self.advance();
                    return None;
                }
                let Some(Frame::If(choice)) = self.frames.last_mut() else { return None };
                choice.fresh = false;
                choice.steps.pop()
            }
            Token::Close(_) | Token::Bars(_) | Token::Semicolon | Token::End
                if self.segment_is_empty() =>
            {
                self.empty_segment()
            }
            Token::Close(_)
            | Token::Bars(_)
            | Token::Semicolon
            | Token::End
            | Token::Comma
            | Token::Keyword(_) => {
                let found = self.found();
                self.complain(
                    Diagnostic::syntax(span, say!("{0} where a value should be", found))
                        .expected("a value or a name"),
                );
                Some(self.ast.push(Node::Error, Span::new(span.start, span.start)))
            }
            Token::Binary(_)
            | Token::Infix(_)
            | Token::Dot
            | Token::Arrow
            | Token::Assign
            | Token::Question
            | Token::FatArrow => {
                let found = self.found();
                self.complain(
                    Diagnostic::syntax(span, say!("{0} has nothing before it", found))
                        .expected("a value or a name"),
                );
                self.advance();
                None
            }
        }
    }

    /// Whether a minus sign stands directly before this place, to be taken by the number alone.
    fn takes_sign(&self, span: Span) -> bool {
        matches!(self.frames.last(), Some(Frame::Prefix { op: PrefixOp::Minus, span: sign }) if sign.end == span.start)
    }

    fn literal(&mut self, mut literal: Written, mut span: Span) -> NodeId {
        if literal.number.as_ref().is_some_and(|(_, denominator)| denominator.is_zero()) {
            self.complain(Diagnostic::syntax(
                span,
                "a number with ups or stars has the denominator 0",
            ));
            literal.number = None;
        }
        // `-1^^` is -1 + 2·up: a leading minus belongs to the number only, as values are printed.
        if self.takes_sign(span)
            && let Some((numerator, _)) = &mut literal.number
        {
            *numerator = -std::mem::take(numerator);
            if let Some(Frame::Prefix { span: sign, .. }) = self.frames.pop() {
                span = sign.to(span);
            }
        }
        self.ast.push(Node::Literal(Box::new(literal)), span)
    }

    /// `(a, b as Sort)` at `ahead` words from here: the parameters, and how many words there are up to after the
    /// parenthesis, or up to after the first `?`.
    fn parameters(&self, ahead: usize) -> Option<(Vec<Parameter>, usize)> {
        let mut at = ahead + 1;
        let mut parameters = Vec::new();
        if matches!(self.token_at(at), Token::Close(Bracket::Paren)) {
            return Some((parameters, at + 1));
        }
        loop {
            let Token::Name(name) = self.token_at(at) else { return None };
            let mut parameter = Parameter::new(name);
            at += 1;
            if let (Token::Infix(word), Token::Name(sort)) =
                (self.token_at(at), self.token_at(at + 1))
                && word == "as"
            {
                let last = self.words.len() - 1;
                parameter.sort =
                    Some((sort.as_str().into(), self.words[(self.at + at + 1).min(last)].span));
                at += 2;
            }
            parameters.push(parameter);
            match self.token_at(at) {
                Token::Comma => at += 1,
                Token::Question | Token::Close(Bracket::Paren) => {
                    return Some((parameters, at + 1));
                }
                _ => return None,
            }
        }
    }

    /// Begins a function whose parameters are so many words long, if a function it is; what stands for the last of them
    /// comes next when it has such.
    fn begin_function(&mut self, head: Head, length: usize) -> bool {
        let usual = matches!(self.token_at(length - 1), Token::Question);
        let wanted = if head.name.is_some() { Token::Assign } else { Token::Arrow };
        let given = *self.token_at(length) == wanted;
        if !usual && !given && !head.defined {
            return false;
        }
        self.at += length - 1;
        let bracket = self.span();
        self.advance();
        if usual {
            let mut open = Open::new(Bracket::Paren, bracket);
            open.head = Some(head);
            self.frames.push(Frame::Open(Box::new(open)));
            return true;
        }
        if given {
            self.advance();
        }
        let Head { name, parameters, span, .. } = head;
        self.frames.push(Frame::Function { name, parameters, span });
        true
    }

    /// Takes what stands for an argument that is left out, and reads the parameters behind it.
    pub(super) fn deliver_to_head(&mut self, node: NodeId) -> Option<NodeId> {
        let (token, span) = (self.token().clone(), self.span());
        let open = self.open_frame();
        open.fresh = false;
        if let Some(parameter) = open.head.as_mut().and_then(|head| head.parameters.last_mut()) {
            parameter.usual = Some(node);
        }
        // the comma stands where the bracket of parameters does
        let more = match token {
            Token::Comma => self.parameters(0),
            Token::Close(Bracket::Paren) => Some((Vec::new(), 1)),
            _ => None,
        };
        let head = match self.frames.pop() {
            Some(Frame::Open(mut open)) => open.head.take(),
            _ => None,
        };
        let Some(mut head) = head else { return Some(node) };
        if let Some((parameters, length)) = more {
            head.parameters.extend(parameters);
            let (name, defined) = (head.name.clone(), head.defined);
            if self.begin_function(head, length) {
                return None;
            }
            self.at += length - 1;
            self.advance();
            let wanted = if name.is_some() || defined { "`:=`" } else { "`->`" };
            let found = self.found();
            self.complain(
                Diagnostic::syntax(
                    self.span(),
                    say!("{0} after the parameters of a function", found),
                )
                .expected(wanted),
            );
        } else {
            let found = self.found();
            self.complain(
                Diagnostic::syntax(span, say!("{0} among the parameters of a function", found))
                    .expected("`name`, `name as Sort` or `name ? value`"),
            );
            if !matches!(token, Token::End) {
                self.advance();
            }
        }
        Some(self.ast.push(Node::Error, span))
    }

    fn name(&mut self, name: String, span: Span) -> Option<NodeId> {
        match self.token_at(1) {
            Token::Infix(given) if name == "def" => {
                if matches!(self.token_at(2), Token::Open(Bracket::Paren))
                    && let Some((parameters, length)) = self.parameters(2)
                {
                    let name = Some(given.as_str().into());
                    self.begin_function(Head { name, parameters, span, defined: true }, length);
                    return None;
                }
            }
            Token::Infix(given)
                if name == "var"
                    && matches!(
                        self.token_at(2),
                        Token::Semicolon | Token::End | Token::Close(Bracket::Block)
                    ) =>
            {
                let name = given.as_str().into();
                self.at += 2;
                let value = self.ast.push(Node::Nothing, span);
                return Some(self.ast.push(Node::Assign { name, value }, span));
            }
            Token::Infix(given) if name == "var" && matches!(self.token_at(2), Token::Assign) => {
                let name = given.as_str().into();
                self.at += 2;
                self.advance();
                self.frames.push(Frame::Assign { name, span });
                return None;
            }
            Token::Assign => {
                self.at += 1;
                self.advance();
                self.frames.push(Frame::Assign { name: name.into(), span });
                return None;
            }
            Token::Arrow => {
                self.at += 1;
                self.advance();
                self.frames.push(Frame::Function {
                    name: None,
                    parameters: vec![Parameter::new(&name)],
                    span,
                });
                return None;
            }
            Token::FatArrow => {
                let innermost = matches!(self.frames.last(), Some(Frame::Open(open)) if open.callee.is_some() && open.before.is_none());
                if innermost {
                    self.at += 1;
                    self.advance();
                    self.open_frame().before = Some(Before::Name(name.into(), span));
                    self.open_frame().fresh = false;
                    return None;
                }
            }
            Token::Open(Bracket::Paren) => {
                if let Some((parameters, length)) = self.parameters(1) {
                    let head =
                        Head { name: Some(name.as_str().into()), parameters, span, defined: false };
                    if self.begin_function(head, length) {
                        return None;
                    }
                }
            }
            Token::Open(Bracket::Brace) if self.words[self.at + 1].span.start == span.end => {
                self.at += 1;
                let whole = span.to(self.span());
                self.advance();
                let mut open = Open::new(Bracket::Brace, whole);
                open.label = Some(name.into());
                self.frames.push(Frame::Open(Box::new(open)));
                return None;
            }
            _ => {}
        }
        self.advance();
        Some(self.ast.push(Node::Name(name.into()), span))
    }
}
