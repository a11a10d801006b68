//! The language of games: what a reader types, from text to value to text.
//!
//! [`parse`] turns text into an [`Ast`] and diagnostics, a [`Session`] evaluates expressions against the values of one
//! [`Arena`](farstar_value::Arena) and remembers variables, [`methods`](fn@methods) is the table of all operations (it
//! feeds help and completion too). Nothing here reads or writes anything but text in memory.
//!
//! | written | means |
//! |---|---|
//! | `5`, `-3/8`, `2**100`, `1/0` | numbers of any size; `inf` |
//! | `*`, `*3`, `^^`, `v3`, `^<2>`, `^[3]`, `3/4^2*5`, `↑∗2` | values; what is written together is added |
//! | `{a,b\|c}`, `{a\|\|b\|c}`, `+-x`, `±x`, `+_g`, `-_g` | games; more bars bind more loosely |
//! | `'{*\|*}'` | a form that is kept as typed |
//! | `over`, `{0\|pass}`, `a{0\|a}`, `5over`, `^[on]`, `S & T` | loopy games: `pass` moves nowhere, a node before braces is named inside them |
//! | `[a,b]`, `{a,b}`, `1..10`, `"text"`, `true` | lists, sets, ranges, texts, booleans |
//! | `{Left => 2, Right => 1}`, `{=>}`, `{n => n**2 for n in 1..9}`, `m[Left]` | maps: keys with their values |
//! | `x := …`, `f(n) := …`, `n -> …`, `a; b`, `begin … end` | names, functions, steps |
//! | `if … then … elseif … else … end` | choices; `end` may be left out |
//! | `if … then a; b; else c; d; end` | branches of several steps, which need their `end` |
//! | `for x in list do … end`, `for x from 1 to 9 by 2 where … while … do … end`, `while … do … end`, `do … end` | loops; `break`, `continue`, `return x` |
//! | `for x in list yield f(x) end` | the list of what each turn gives |
//! | `[f(n) for n in 1..10 where …]`, `{… for n from 1 to 9 by 2}`, `[n for n from 1 while n*n < 90]` | comprehensions |
//! | `(3,5)`, `(1,2) + 3*(0,1)`, `p.Row`, `p.Col` | coordinates, which are added number by number |
//! | `g.Heat(1)`, `g Heat 1`, `heat(g, 1)` | three ways to call a method |
//! | `Kayles(5)`, `TakeAndBreak("0.77")(5)`, `game.heap.Nim(3)` | positions of heap games |
//! | `Domineering("..\|..")`, `Clobber(2,3)`, `Ruleset("game …")` | positions of rulesets, built in or the reader's own |
//!
//! From loose to tight: `or`, `and`, `not`, comparisons, `..`, infix methods, `+ - +-`, `:`, prefix `+-`, `* / %`,
//! prefix `-`, `**` and `^`.
//!
//! Neither the parser nor the evaluator recurses on the machine's stack: the parser keeps its open brackets and
//! operators in a vector, the evaluator runs a small stack machine, and calls of the user's functions are frames in a
//! vector, bounded by [`Limits`](farstar_value::Limits).
#![forbid(unsafe_code)]

mod ast;
mod boards;
mod by_function;
mod cells;
mod compile;
mod constants;
mod context;
mod coordinates;
mod diagnostic;
mod dialect;
mod display;
mod elements;
mod enumeration;
mod explicit;
mod fault;
mod form_play;
mod function_graph;
mod function_rules;
mod globals;
mod heap;
mod incomplete;
mod key;
mod law;
mod lexer;
mod loopy;
mod machine;
mod map;
mod meter;
mod method;
mod methods;
mod misere;
mod mutable;
mod names;
mod operators;
mod parser;
mod partizan;
mod plan;
mod played;
mod plot;
mod program;
mod question;
mod quotient;
mod random;
mod session;
mod sign_tree;
mod sort_key;
mod statement;
mod table;
mod tabulated;
mod tally;
mod text;
mod token;
mod told_moves;
mod transfinite;
mod tuple;
mod value;
mod variants;
mod walls;
mod wide;

pub use ast::Ast;
pub use boards::{BoardPosition, BoardRules};
pub use cells::Cells;
pub use constants::CONSTANTS;
pub use coordinates::{CoordinatePosition, CoordinateRules};
pub use diagnostic::{Diagnostic, Kind, Span};
pub use dialect::Dialect;
pub use enumeration::Member;
pub use explicit::Form;
pub use farstar_play::Message;
pub use heap::{HeapPosition, HeapRules};
pub use incomplete::is_incomplete;
pub use law::FoundLaw;
pub use method::{Family, MethodInfo, Reads};
pub use methods::{method, methods};
pub use mutable::Changing;
pub use parser::{parse, parse_as};
pub use plot::Plot;
pub use quotient::Quotient;
pub use random::Random;
pub use session::Session;
pub use sign_tree::sign_tree;
pub use statement::{Statement, statements};
pub use tabulated::{holds_function, tabulated};
pub use tally::{Tally, Turns};
pub use token::RESERVED as RESERVED_WORDS;
pub use value::{
    Entry, Function, FunctionPosition, FunctionRules, Items, LabelledGraph, Mutable, Range, Text,
    Value,
};
pub use walls::AnyThermograph;
