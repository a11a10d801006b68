//! What the parser makes of a text: nodes in a table, which name each other by index.
//!
//! Indices instead of boxes, so that a text nested a million deep is built, walked and dropped without recursion.

use crate::Span;
use crate::token::{BinaryOp, PrefixOp, Written};
use dashu_int::IBig;
use std::sync::Arc;

/// A node's place in the table.
pub(crate) type NodeId = u32;

/// The syntax of one text.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    /// The whole text; `None` when it is empty.
    pub(crate) root: Option<NodeId>,
    /// Whether the text ends in `;`, so that its value is not shown.
    pub(crate) silent: bool,
}

impl Ast {
    pub(crate) fn push(&mut self, node: Node, span: Span) -> NodeId {
        let id = NodeId::try_from(self.nodes.len())
            .expect("a text of at most 256 MiB has fewer than 2^32 nodes");
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.spans[id as usize]
    }

    pub(crate) fn widen(&mut self, id: NodeId, span: Span) {
        let old = &mut self.spans[id as usize];
        *old = old.to(span);
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the text says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The place of the whole expression in the text, if there is one.
    #[must_use]
    pub fn span_of_all(&self) -> Option<Span> {
        self.root.map(|root| self.span(root))
    }
}

/// A parameter of a function: `x`, `x as Integer`, `x as Integer ? 3`.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Arc<str>,
    /// The sort that an argument must be of, and where it is written.
    pub(crate) sort: Option<(Arc<str>, Span)>,
    /// What stands for an argument that is left out.
    pub(crate) usual: Option<NodeId>,
}

impl Parameter {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.into(), sort: None, usual: None }
    }
}

/// One step of a comprehension.
#[derive(Clone, Debug)]
pub(crate) enum Clause {
    /// `for x in list`
    In { name: Arc<str>, list: NodeId },
    /// `for x from a to b by c`
    From { name: Arc<str>, from: Option<NodeId>, to: Option<NodeId>, by: Option<NodeId> },
    /// `where condition`
    Where(NodeId),
    /// `while condition`: the loop ends when it is false.
    While(NodeId),
}

/// One piece of syntax.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Something that could not be read; a diagnostic says why.
    Error,
    Integer(IBig),
    Literal(Box<Written>),
    Text(Arc<str>),
    Boolean(bool),
    Name(Arc<str>),
    List(Vec<NodeId>),
    /// `(a, b)`: the coordinates of a place.
    Coordinates(Vec<NodeId>),
    Set(Vec<NodeId>),
    /// `key => value` in braces.
    Entry {
        key: NodeId,
        value: NodeId,
    },
    /// `{=>}`
    EmptyMap,
    Game {
        left: Vec<NodeId>,
        right: Vec<NodeId>,
        explicit: bool,
        /// The name of the node: `a{0|a}`.
        label: Option<Arc<str>>,
    },
    Prefix {
        op: PrefixOp,
        of: NodeId,
    },
    Binary {
        op: BinaryOp,
        left: NodeId,
        right: NodeId,
    },
    Infix {
        name: Arc<str>,
        name_span: Span,
        left: NodeId,
        right: NodeId,
    },
    Call {
        callee: NodeId,
        arguments: Vec<NodeId>,
    },
    Member {
        of: NodeId,
        name: Arc<str>,
        name_span: Span,
    },
    Named {
        name: Arc<str>,
        value: NodeId,
    },
    Function {
        name: Option<Arc<str>>,
        parameters: Vec<Parameter>,
        body: NodeId,
    },
    Assign {
        name: Arc<str>,
        value: NodeId,
    },
    If {
        arms: Vec<(NodeId, NodeId)>,
        otherwise: Option<NodeId>,
    },
    Sequence(Vec<NodeId>),
    Comprehension {
        set: bool,
        element: NodeId,
        clauses: Vec<Clause>,
    },
    /// `for … do … end` and the like; with `yield` for `do`, the list of what each turn gives.
    Loop {
        clauses: Vec<Clause>,
        body: NodeId,
        yields: bool,
    },
    Break,
    Continue,
    Return(NodeId),
    Nothing,
}
