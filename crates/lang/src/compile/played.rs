//! What a question of misère play is asked of: a game as it is written, not its value.
//!
//! `*3 + *2` is worth `*`, but nobody plays it like that in misère play. So sums, multiples, negatives and braces below
//! such a question keep their forms; what is computed in another way is a value, of which the question is refused
//! ([`crate::played`]).

use super::{Compiler, Instruction, Work, index};
use crate::ast::{Node, NodeId};
use crate::token::{BinaryOp, Played, PrefixOp};

/// Methods whose value is meant as it stands.
const VALUES: [&str; 3] = ["CanonicalForm", "GameValue", "Value"];

impl Compiler<'_> {
    pub(super) fn visit_played(&mut self, id: NodeId, how: Played) {
        let (ast, span) = (self.ast, self.ast.span(id));
        let typed = Work::Emit(Instruction::Played(Played::Typed), span);
        match ast.node(id) {
            Node::Prefix { op: PrefixOp::Minus, of } => self.work.extend([
                typed,
                Work::Emit(Instruction::Prefix(PrefixOp::Minus), span),
                Work::VisitPlayed(*of, Played::Part),
            ]),
            Node::Binary { op, left, right } if keeps_forms(*op) => self.work.extend([
                typed,
                Work::Emit(Instruction::Binary(*op), span),
                self.operand(*op, *right),
                self.operand(*op, *left),
            ]),
            // in quotation marks braces are values, unless they stand in quotation marks of their own
            Node::Game { left, right, explicit: explicit @ false, label: None } => {
                let (lefts, rights) = (index(left.len()), index(right.len()));
                let make = Instruction::Game { left: lefts, right: rights, explicit: *explicit };
                self.work.extend([typed, Work::Emit(make, span)]);
                for &option in right.iter().rev().chain(left.iter().rev()) {
                    self.work.push(match ast.node(option) {
                        Node::Name(name) if &**name == "pass" => {
                            Work::Emit(Instruction::Pass, ast.span(option))
                        }
                        _ => Work::VisitPlayed(option, Played::Part),
                    });
                }
            }
            _ if self.is_typed(id) => self.work.extend([typed, Work::Visit(id)]),
            _ => {
                self.work.extend([Work::Emit(Instruction::Played(how), span), Work::Visit(id)]);
            }
        }
    }

    /// An operand; the integer of a multiple is no game.
    fn operand(&self, op: BinaryOp, id: NodeId) -> Work {
        match op {
            BinaryOp::Times if self.is_number(id) => Work::Visit(id),
            _ => Work::VisitPlayed(id, Played::Part),
        }
    }

    /// Whether a number is written here, such as 3, -3 or 3/4.
    fn is_number(&self, id: NodeId) -> bool {
        match self.ast.node(id) {
            Node::Integer(_) => true,
            Node::Literal(literal) => literal.arrow.is_none() && literal.nimber == 0,
            Node::Prefix { op: PrefixOp::Minus, of } => {
                matches!(self.ast.node(*of), Node::Integer(_) | Node::Literal(_))
                    && self.is_number(*of)
            }
            Node::Binary { op: BinaryOp::Divide, left, right } => {
                let plain = |id: NodeId| matches!(self.ast.node(id), Node::Integer(_));
                let signed = |id: NodeId| match self.ast.node(id) {
                    Node::Prefix { op: PrefixOp::Minus, of } => plain(*of),
                    _ => plain(id),
                };
                signed(*left) && plain(*right)
            }
            _ => false,
        }
    }

    /// Whether the value is the game that is meant: it is typed, or asked for by name.
    fn is_typed(&self, id: NodeId) -> bool {
        match self.ast.node(id) {
            Node::Literal(_) => true,
            Node::Prefix {
                op: PrefixOp::NimberOf | PrefixOp::UpsOf | PrefixOp::DownsOf, ..
            } => true,
            Node::Prefix { op: PrefixOp::PlusMinus | PrefixOp::Tiny | PrefixOp::Miny, of } => {
                self.is_number(*of) || matches!(self.ast.node(*of), Node::Literal(_))
            }
            Node::Member { name, .. } => {
                VALUES.iter().any(|value| value.eq_ignore_ascii_case(name))
            }
            Node::Call { callee, .. } => {
                matches!(self.ast.node(*callee), Node::Member { .. }) && self.is_typed(*callee)
            }
            _ => self.is_number(id),
        }
    }
}

/// Whether the operator makes a form of forms.
fn keeps_forms(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Together
            | BinaryOp::Times
            | BinaryOp::OrdinalSum
    )
}
