//! What happens at commas, bars and closing brackets.

use super::{Before, Frame, Loops, Open, Parser, Wanted};
use crate::ast::{Clause, Node, NodeId};
use crate::token::{Bracket, Keyword, Token};
use crate::{Diagnostic, Span};
use farstar_play::say;
use std::sync::Arc;

impl Parser {
    /// A closing bracket, bar, `;` or the end directly after an opening bracket, a bar or a `;`.
    pub(super) fn empty_segment(&mut self) -> Option<NodeId> {
        let span = self.span();
        match self.token().clone() {
            Token::Bars(n) => {
                self.bars(n);
                None
            }
            Token::Semicolon => {
                self.advance();
                let open = self.open_frame();
                open.silent = !open.statements.is_empty();
                None
            }
            _ => {
                let open = self.open_frame();
                let alone = open.segments.is_empty() && open.statements.is_empty();
                let empty_parens = alone && open.bracket == Bracket::Paren && open.callee.is_none();
                if empty_parens {
                    self.complain(
                        Diagnostic::syntax(span, "nothing between the parentheses")
                            .expected("a value"),
                    );
                }
                self.close()
            }
        }
    }

    /// Hands a complete expression to the innermost bracket, which is on top; the present word says what comes next.
    pub(super) fn deliver(&mut self, node: NodeId) -> Option<NodeId> {
        let open = self.open_frame();
        open.silent = false;
        if open.loops.is_some() {
            return self.deliver_to_loops(node);
        }
        if open.head.is_some() {
            return self.deliver_to_head(node);
        }
        let node = match open.before.take() {
            Some(Before::Name(name, span)) => {
                let whole = span.to(self.ast.span(node));
                self.ast.push(Node::Named { name, value: node }, whole)
            }
            Some(Before::Key(key)) => {
                let whole = self.ast.span(key).to(self.ast.span(node));
                self.ast.push(Node::Entry { key, value: node }, whole)
            }
            None => node,
        };
        let span = self.span();
        let token = self.token().clone();
        let open = self.open_frame();
        let bracket = open.bracket;
        open.fresh = false;
        match token {
            Token::Comma => {
                let plain = matches!(bracket, Bracket::Text | Bracket::Block)
                    || !open.statements.is_empty();
                open.items.push(node);
                if plain && open.items.len() == 1 {
                    let message = "a comma outside `[ ]`, `{ }` and the arguments of a function";
                    self.complain(
                        Diagnostic::syntax(span, message)
                            .fix("a list is written [a, b], a set {a, b}"),
                    );
                }
                self.advance();
                None
            }
            Token::Semicolon => {
                if matches!(bracket, Bracket::Square | Bracket::Brace | Bracket::Quote)
                    || open.callee.is_some()
                {
                    let fix = "separate items with commas";
                    open.items.push(node);
                    self.complain(
                        Diagnostic::syntax(span, say!("`;` inside `{0}`", bracket.open())).fix(fix),
                    );
                } else {
                    open.items.clear();
                    open.statements.push(node);
                    open.fresh = true;
                    open.silent = true;
                }
                self.advance();
                None
            }
            Token::Bars(n) => {
                open.items.push(node);
                self.bars(n);
                None
            }
            Token::Keyword(Keyword::For)
                if (matches!(bracket, Bracket::Square | Bracket::Brace)
                    || open.callee.is_some())
                    && open.items.is_empty()
                    && open.segments.is_empty() =>
            {
                let wanted = self.loop_head();
                self.open_frame().loops =
                    Some(Loops { element: Some(node), clauses: Vec::new(), wanted });
                None
            }
            Token::Keyword(keyword) => {
                let word = keyword.word();
                self.complain(
                    Diagnostic::syntax(span, say!("`{0}` has no place here", word))
                        .expected("an operator, a comma or the end")
                        .fix("loops are written [f(n) for n in 1..10 where …]"),
                );
                self.advance();
                self.juxtaposed_quietly(node)
            }
            _ => {
                open.items.push(node);
                self.close()
            }
        }
    }

    /// `for x in`, `for x from` or `for x to`, at `for`; without `from` counting begins with 1.
    pub(super) fn loop_head(&mut self) -> Wanted {
        self.advance();
        let span = self.span();
        let name: Arc<str> = if let Token::Name(name) = self.token().clone() {
            self.advance();
            name.into()
        } else {
            let found = self.found();
            let mut fault =
                Diagnostic::syntax(span, say!("{0} after `for`", found)).expected("a name");
            if let Token::Literal(written) = self.token()
                && written.number.is_none()
                && written.arrow.is_some()
            {
                fault = fault.fix(super::DOWN_IS_NO_NAME);
                self.advance();
            }
            self.complain(fault);
            "_".into()
        };
        match self.token() {
            Token::Keyword(Keyword::In) => {
                self.advance();
                Wanted::In(name)
            }
            Token::Keyword(Keyword::From) => {
                self.advance();
                Wanted::From(name)
            }
            Token::Keyword(Keyword::To) => {
                self.advance();
                Wanted::Upto(name)
            }
            _ => {
                let found = self.found();
                let place = self.span();
                self.complain(
                    Diagnostic::syntax(place, say!("{0} after `for {1}`", found, name))
                        .expected("`in` or `from`"),
                );
                Wanted::In(name)
            }
        }
    }

    fn deliver_to_loops(&mut self, node: NodeId) -> Option<NodeId> {
        let span = self.span();
        let token = self.token().clone();
        let Some(loops) = self.open_frame().loops.as_mut() else { return Some(node) };
        match std::mem::replace(&mut loops.wanted, Wanted::Where) {
            Wanted::In(name) => loops.clauses.push(Clause::In { name, list: node }),
            Wanted::From(name) => {
                loops.clauses.push(Clause::From { name, from: Some(node), to: None, by: None })
            }
            Wanted::Upto(name) => {
                loops.clauses.push(Clause::From { name, from: None, to: Some(node), by: None })
            }
            Wanted::While => loops.clauses.push(Clause::While(node)),
            Wanted::To => {
                if let Some(Clause::From { to, .. }) = loops.clauses.last_mut() {
                    *to = Some(node);
                }
            }
            Wanted::By => {
                if let Some(Clause::From { by, .. }) = loops.clauses.last_mut() {
                    *by = Some(node);
                }
            }
            Wanted::Where => loops.clauses.push(Clause::Where(node)),
        }
        let counts = matches!(loops.clauses.last(), Some(Clause::From { to: None, .. }));
        let steps = matches!(loops.clauses.last(), Some(Clause::From { by: None, .. }));
        match token {
            Token::Keyword(Keyword::To) if counts => {
                loops.wanted = Wanted::To;
                self.advance();
            }
            Token::Keyword(Keyword::By) if steps => {
                loops.wanted = Wanted::By;
                self.advance();
            }
            Token::Keyword(Keyword::Where) => self.advance(),
            Token::Keyword(Keyword::While) => {
                loops.wanted = Wanted::While;
                self.advance();
            }
            Token::Keyword(keyword @ (Keyword::Do | Keyword::Yield)) if loops.element.is_none() => {
                self.advance();
                let open = self.open_frame();
                let clauses = open.loops.take().map(|loops| loops.clauses);
                open.repeats = Some((clauses.unwrap_or_default(), keyword == Keyword::Yield));
                open.fresh = true;
            }
            Token::Keyword(Keyword::For) => {
                let wanted = self.loop_head();
                if let Some(loops) = self.open_frame().loops.as_mut() {
                    loops.wanted = wanted;
                }
            }
            Token::Close(_) | Token::End => {
                if loops.element.is_none() {
                    let found = self.found();
                    self.complain(
                        Diagnostic::syntax(span, say!("{0} inside a comprehension", found))
                            .expected("`do`"),
                    );
                }
                return self.close();
            }
            _ => {
                let found = self.found();
                let open = self.open_frame();
                let close = match &open.loops {
                    Some(Loops { element: None, .. }) => "do",
                    _ => open.bracket.close(),
                };
                self.complain(
                    Diagnostic::syntax(span, say!("{0} inside a comprehension", found))
                        .expected(say!("`for`, `where` or `{0}`", close)),
                );
                self.advance();
            }
        }
        None
    }

    /// Bars after a segment.
    pub(super) fn bars(&mut self, count: u32) {
        let span = self.span();
        let open = self.open_frame();
        let items = std::mem::take(&mut open.items);
        open.fresh = true;
        if matches!(open.bracket, Bracket::Brace | Bracket::Quote) && open.callee.is_none() {
            open.segments.push((items, count, span));
        } else {
            let place = if open.bracket == Bracket::Text {
                "outside braces".to_owned()
            } else {
                format!("inside `{}`", open.bracket.open())
            };
            open.items = items;
            open.fresh = open.items.is_empty();
            self.complain(
                Diagnostic::syntax(span, say!("`|` {0}", place))
                    .expected("`{ … | … }` around the options"),
            );
        }
        self.advance();
    }

    /// Closes the bracket on top with the present word.
    pub(super) fn close(&mut self) -> Option<NodeId> {
        let close = self.span();
        let token = self.token().clone();
        let bracket = self.open_frame().bracket;
        let matches = match (&token, bracket) {
            (Token::Close(b), _) => *b == bracket,
            (Token::End, Bracket::Text) => true,
            _ => false,
        };
        if !matches && bracket == Bracket::Text {
            let found = self.found();
            self.complain(Diagnostic::syntax(close, say!("{0} closes nothing", found)));
            self.advance();
            let open = self.open_frame();
            if let Some(item) = open.items.pop() {
                return Some(item);
            }
            return None;
        }
        if !matches {
            let opened = self.open_frame().span;
            let wanted = bracket.close();
            if token == Token::End {
                self.complain(
                    Diagnostic::syntax(opened, say!("`{0}` is never closed", bracket.open()))
                        .expected(say!("`{0}`", wanted)),
                );
            } else {
                let found = self.found();
                self.complain(
                    Diagnostic::syntax(close, say!("{0} closes `{1}`", found, bracket.open()))
                        .expected(say!("`{0}`", wanted)),
                );
            }
        }
        let Some(Frame::Open(open)) = self.frames.pop() else { return None };
        if token != Token::End {
            self.advance();
        }
        self.finish(*open, close)
    }

    /// The node of a closed bracket.
    fn finish(&mut self, open: Open, close: Span) -> Option<NodeId> {
        let Open {
            bracket,
            span,
            label,
            callee,
            items,
            segments,
            mut statements,
            loops,
            repeats,
            silent,
            ..
        } = open;
        let whole = span.to(close);
        if let Some((clauses, yields)) = repeats {
            statements.extend(items);
            let body = match statements.len() {
                0 => self.ast.push(Node::Nothing, close),
                1 => statements[0],
                _ => self.ast.push(Node::Sequence(statements), whole),
            };
            return Some(self.ast.push(Node::Loop { clauses, body, yields }, whole));
        }
        if let Some(name) = &label
            && segments.is_empty()
            && close.start < close.end
        {
            self.sound = false;
            self.complain(
                Diagnostic::syntax(whole, say!("`{0}` before braces that are no game", name))
                    .expected(say!("a game with the node {0}, such as {0}{0|{0}}", name)),
            );
            return Some(self.ast.push(Node::Error, whole));
        }
        if let Some(Loops { element, clauses, .. }) = loops {
            let set = bracket == Bracket::Brace;
            // A loop without its `do`, or a text that stops too early, has been complained about.
            let Some(element) = element else {
                return Some(self.ast.push(Node::Error, whole));
            };
            let made = self.ast.push(Node::Comprehension { set, element, clauses }, whole);
            // `f(x for x in list)`: the list is the only argument
            return Some(match callee {
                Some(callee) => {
                    let whole = self.ast.span(callee).to(close);
                    self.ast.push(Node::Call { callee, arguments: vec![made] }, whole)
                }
                None => made,
            });
        }
        if let Some(callee) = callee {
            let whole = self.ast.span(callee).to(close);
            return Some(self.ast.push(Node::Call { callee, arguments: items }, whole));
        }
        match bracket {
            Bracket::Square => Some(self.ast.push(Node::List(items), whole)),
            Bracket::Brace | Bracket::Quote => {
                let explicit = bracket == Bracket::Quote;
                if !segments.is_empty() {
                    return Some(self.game(segments, items, (explicit, label), whole));
                }
                if explicit {
                    // One that is not closed has been complained about, and may go on.
                    if close.start < close.end {
                        self.sound = false;
                        self.complain(
                            Diagnostic::syntax(whole, "an explicit form without a bar")
                                .expected("`'{ … | … }'`"),
                        );
                    }
                    return Some(self.ast.push(Node::Error, whole));
                }
                Some(self.ast.push(Node::Set(items), whole))
            }
            Bracket::Paren | Bracket::Block | Bracket::Text => {
                if bracket == Bracket::Paren && statements.is_empty() && items.len() > 1 {
                    return Some(self.ast.push(Node::Coordinates(items), whole));
                }
                statements.extend(items);
                let node = match statements.len() {
                    0 if bracket == Bracket::Text => None,
                    0 => Some(self.ast.push(Node::Error, whole)),
                    1 => statements.pop(),
                    _ => {
                        let span = self.ast.span(statements[0]).to(close);
                        Some(self.ast.push(Node::Sequence(statements), span))
                    }
                };
                if bracket == Bracket::Text {
                    self.ast.root = node;
                    self.ast.silent = silent;
                    return None;
                }
                node
            }
        }
    }

    /// `{a||b|c}`: more bars bind more loosely, and two bars of one strength side by side are refused.
    fn game(
        &mut self,
        segments: Vec<(Vec<NodeId>, u32, Span)>,
        last: Vec<NodeId>,
        (explicit, label): (bool, Option<Arc<str>>),
        whole: Span,
    ) -> NodeId {
        // Operator precedence once more: the stack holds segments whose bars get weaker (fewer) to the right.
        let mut stack: Vec<(Vec<NodeId>, u32)> = Vec::new();
        for (mut segment, count, span) in segments {
            while let Some(&(_, above)) = stack.last() {
                if above > count {
                    break;
                }
                if above == count {
                    self.sound = false;
                    self.complain(
                        Diagnostic::syntax(
                            span,
                            say!("two `{0}` side by side", "|".repeat(count.min(8) as usize)),
                        )
                        .expected("bars of different strength, such as {3||2|1}"),
                    );
                }
                if let Some((left, _)) = stack.pop() {
                    segment = vec![self.game_node(left, segment, explicit, whole, None)];
                }
            }
            stack.push((segment, count));
        }
        let mut right = last;
        while let Some((left, _)) = stack.pop() {
            // The node that is named is the outermost game.
            let label = if stack.is_empty() { label.clone() } else { None };
            let node = self.game_node(left, right, explicit, whole, label);
            right = vec![node];
        }
        right[0]
    }

    fn game_node(
        &mut self,
        left: Vec<NodeId>,
        right: Vec<NodeId>,
        explicit: bool,
        whole: Span,
        label: Option<Arc<str>>,
    ) -> NodeId {
        self.ast.push(Node::Game { left, right, explicit, label }, whole)
    }
}
