//! `_farstar`, the part of the Python package that is compiled: exports, and nothing else.
//!
//! `game` has values and their arithmetic, `ruleset`, `position` and `answer` what is asked about boards, `sequence`,
//! `quotient`, `graph` and `nimber` the impartial side, `law` what is behind tables of integers, `atlas` files of all
//! positions, `language` expressions, `catalogue` problems and tables, `command` the command line. `exchange` turns
//! Python's numbers into ours and back, `arena` says where values live, `faults` which exception an error becomes,
//! `solver` keeps what was found for the next call, and `run` is the only file that knows of signals, limits and the
//! interpreter's lock.
#![forbid(unsafe_code)]

mod answer;
mod arena;
mod atlas;
mod catalogue;
mod command;
mod exchange;
mod faults;
mod game;
mod graph;
mod language;
mod law;
mod nimber;
mod picture;
mod place;
mod position;
mod quotient;
mod ruleset;
mod run;
mod sequence;
mod solver;

/// The compiled part of the package `farstar`.
#[pyo3::pymodule(gil_used = false)]
mod _farstar {
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::arena::{Arena, memory};
    #[pymodule_export]
    use crate::atlas::{Atlas, Entries, open_atlas, solve};
    #[pymodule_export]
    use crate::catalogue::{check, problem_about, problem_names, problem_run, problem_verify};
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::game::{Game, born_by, print_order, sums};
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::language::Session;
    #[pymodule_export]
    use crate::law::{Law, add_law, find};
    #[pymodule_export]
    use crate::nimber::{
        nim_binary, nim_binary_into, nim_log, nim_power, nim_unary, nim_unary_into,
    };
    #[pymodule_export]
    use crate::picture::{Thermograph, scatter_svg};
    #[pymodule_export]
    use crate::place::Position;
    #[pymodule_export]
    use crate::position::Sum;
    #[pymodule_export]
    use crate::quotient::MisereQuotient;
    #[pymodule_export]
    use crate::ruleset::{Ruleset, ruleset_names};
    #[pymodule_export]
    use crate::sequence::{Period, Sequence, check_certificate};
}
