//! What the stack machine runs: the functions of one text as instructions.

use crate::Span;
use crate::method::MethodInfo;
use crate::token::{BinaryOp, Played, PrefixOp, Written};
use crate::value::Value;
use std::sync::Arc;

/// The functions of one text; the first one is the text itself.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) functions: Vec<Code>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) names: Vec<Arc<str>>,
    /// The methods with these names.
    pub(crate) methods: Vec<Option<&'static MethodInfo>>,
    /// The places of these names among the variables of the session it was compiled in.
    pub(crate) places: Vec<u32>,
    pub(crate) session: u64,
    /// The text, for the spans of faults and for printing functions.
    pub(crate) source: Arc<str>,
}

/// A value that is known before running.
#[derive(Debug)]
pub(crate) enum Constant {
    Value(Value),
    Literal(Box<Written>),
}

/// One function.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) parameters: Vec<Arc<str>>,
    /// Which parameters have a value of their own when the argument is left out.
    pub(crate) usual: Vec<bool>,
    /// Slots for parameters and local names.
    pub(crate) locals: u32,
    pub(crate) captures: Vec<Capture>,
    pub(crate) instructions: Vec<Instruction>,
    /// The place in the text of each instruction.
    pub(crate) spans: Vec<Span>,
    /// The whole function in the text.
    pub(crate) span: Span,
}

/// Where a captured value is found when a function is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    Local(u32),
    Captured(u32),
    /// The function around it.
    Itself,
}

/// One step of the machine. Operands are taken from a stack, results put on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    Constant(u32),
    Nothing,
    Local(u32),
    /// Takes a value into a slot.
    SetLocal(u32),
    Captured(u32),
    Itself,
    /// A name that is not known before running.
    Name(u32),
    /// Takes a value into a name of the session.
    SetGlobal(u32),
    Drop,
    Prefix(PrefixOp),
    Binary(BinaryOp),
    /// The same with a small integer on the right, which does not go over the stack.
    BinaryWith {
        op: BinaryOp,
        right: i32,
    },
    Jump(u32),
    /// Takes a boolean and jumps if it is false.
    JumpUnless(u32),
    /// Jumps and keeps the boolean if it is false; takes it otherwise.
    AndJump(u32),
    /// Jumps and keeps the boolean if it is true; takes it otherwise.
    OrJump(u32),
    /// Jumps if the argument in the slot was given.
    Given {
        slot: u32,
        target: u32,
    },
    /// Complains unless the argument in the slot is of the sort that is this constant.
    Expect {
        slot: u32,
        sort: u32,
    },
    /// Complains unless the value on top is a boolean.
    Boolean,
    List(u32),
    /// A list of integers written `(a, b)`.
    Coordinates(u32),
    Set(u32),
    /// A key and its value.
    Entry,
    /// A map of so many entries.
    Map(u32),
    Game {
        left: u32,
        right: u32,
        explicit: bool,
    },
    /// A new node of a loopy game, kept in the slot.
    Node(u32),
    /// A game whose node is in the slot.
    GameAt {
        left: u32,
        right: u32,
        slot: u32,
    },
    /// A move that stays where it is.
    Pass,
    /// What a question of misère play is asked of, or a part of it.
    Played(Played),
    /// Function and arguments.
    Call(u32),
    /// Receiver and arguments, so many in all.
    Method {
        name: u32,
        count: u32,
    },
    Named(u32),
    Function(u32),
    /// Begins a loop over a list.
    LoopIn,
    /// Begins a loop from, to, by.
    LoopFrom,
    /// The next element into the slot, or the end of the loop.
    Next {
        slot: u32,
        exit: u32,
    },
    /// Leaves a loop that goes through elements.
    Leave(u32),
    /// Takes a boolean and leaves such a loop if it is false.
    LeaveUnless(u32),
    NewBuilder,
    Append,
    Built {
        set: bool,
    },
    Return,
}
