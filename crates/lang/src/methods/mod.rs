//! The table of all methods: what they are called, how they are used, and what they do.
//!
//! A method is called with a dot (`g.Heat(1)`), between two operands (`g Heat 1`) or like a function (`Heat(g, 1)`);
//! its receiver is always its first argument. Names match without regard to case and underscores. The same table feeds
//! evaluation, help and completion.

mod arithmetic;
mod board;
mod by_function;
mod cgsuite;
mod class;
mod clobber;
mod collection;
mod coordinates;
mod graph;
mod grid;
mod heap;
mod heat;
mod infinitesimal;
mod lattice;
mod law;
mod list;
mod loopy;
mod measure;
mod misere;
mod mutable;
mod nimber;
mod nimber_algebra;
mod number;
mod options;
mod ordinal;
mod partizan;
mod pattern;
mod picture;
mod predicate;
mod quotient;
mod ruleset;
mod sensible;
mod surreal;
mod system;
mod text;

pub(crate) use board::CLASSES;
pub(crate) use class::{SORTS, sort_named, sorts};
pub(crate) use graph::of_word;
pub(crate) use law::{asks_law, found as found_law};
pub(crate) use measure::corners;
pub(crate) use mutable::directly;
pub(crate) use ordinal::NIM_FIELD;
pub(crate) use predicate::class_of;
pub(crate) use surreal::simplest;

use crate::method::{Family, MethodInfo, Reads};
use crate::names::folded;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Methods that ask who wins a position in its own play, normal or misère, whether its value is loopy or not.
const OF_WINNERS: &[&str] = &["OutcomeClass", "LeftWinsFirst", "RightWinsFirst"];

/// Whether a method asks a position on a board itself, not its value.
pub(crate) fn asks_position(method: &MethodInfo) -> bool {
    let own = method.reads == Reads::Moves || method.name == "CanonicalForm";
    own || OF_WINNERS.contains(&method.name)
}

/// Whether a method of this name asks something of misère play, which depends on how a game is written.
pub(crate) fn asks_misere(name: &str) -> bool {
    method(name).is_some_and(|method| {
        method.family == Family::Misere && method.reads == Reads::Moves
            || method.name == "MisereOutcomeClass"
    })
}

/// Whether it asks this of partizan games, and is often written like a function: `MisereGe(g, h)`.
pub(crate) fn asks_partizan(name: &str) -> bool {
    method(name)
        .is_some_and(|found| partizan::QUESTIONS.iter().any(|question| question.name == found.name))
}

/// Other names of methods.
const ALIASES: &[(&str, &str)] = &[
    ("Outcome", "OutcomeClass"),
    ("MisereOutcome", "MisereOutcomeClass"),
    ("Type", "Class"),
    ("Grundy", "NimValue"),
    ("GrundyValue", "NimValue"),
    ("Reduced", "ReducedCanonicalForm"),
    ("RCF", "ReducedCanonicalForm"),
    ("Length", "Size"),
    ("Map", "Apply"),
    ("Any", "Exists"),
    ("All", "ForAll"),
    ("Value", "CanonicalForm"),
    ("Ceil", "Ceiling"),
    ("Column", "Col"),
    ("ToString", "ToText"),
    ("Substr", "Substring"),
    ("NimExp", "NimPow"),
    ("NimMinPoly", "NimMinimalPolynomial"),
    ("NimDeterminant", "NimDet"),
    ("NimPolyMul", "NimPolyProduct"),
    ("NimPolyDiv", "NimPolyDivide"),
    ("NimPolyEval", "NimPolyEvaluate"),
    ("DayN", "GamesBornBy"),
    ("MisereDayN", "MisereGamesBornBy"),
];

static TABLE: LazyLock<Vec<MethodInfo>> = LazyLock::new(|| {
    let families = [
        options::METHODS,
        sensible::METHODS,
        measure::METHODS,
        heat::METHODS,
        arithmetic::METHODS,
        infinitesimal::METHODS,
        lattice::METHODS,
        predicate::METHODS,
        number::METHODS,
        nimber::METHODS,
        nimber_algebra::METHODS,
        ordinal::METHODS,
        surreal::METHODS,
        list::METHODS,
        law::METHODS,
        collection::METHODS,
        mutable::METHODS,
        pattern::METHODS,
        picture::METHODS,
        system::METHODS,
        class::METHODS,
        loopy::METHODS,
        heap::METHODS,
        misere::METHODS,
        quotient::METHODS,
        partizan::QUESTIONS,
        partizan::METHODS,
        ruleset::METHODS,
        board::METHODS,
        coordinates::METHODS,
        graph::METHODS,
        grid::METHODS,
        clobber::METHODS,
        cgsuite::METHODS,
        by_function::METHODS,
        text::METHODS,
    ];
    families.into_iter().flatten().copied().collect()
});

static INDEX: LazyLock<FxHashMap<String, usize>> = LazyLock::new(|| {
    let mut index: FxHashMap<String, usize> =
        TABLE.iter().enumerate().map(|(at, m)| (folded(m.name), at)).collect();
    for (alias, name) in ALIASES.iter().chain(cgsuite::ALIASES) {
        if let Some(&at) = index.get(&folded(name)) {
            index.insert(folded(alias), at);
        }
    }
    index
});

/// All methods, family by family.
#[must_use]
pub fn methods() -> &'static [MethodInfo] {
    &TABLE
}

/// The method of this name, regardless of case and underscores.
#[must_use]
pub fn method(name: &str) -> Option<&'static MethodInfo> {
    INDEX.get(&folded(name)).map(|&at| &TABLE[at])
}
