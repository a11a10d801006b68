//! Exact answers about combinatorial games.
//!
//! Five concepts: a [`Ruleset`] reads [`Position`]s, positions and values are added to a [`Sum`], and what is known of
//! either is an [`Answer`], found within [`Limits`].
//!
//! ```
//! use farstar::{Limits, Outcome, Ruleset};
//! let clobber = Ruleset::named("Clobber")?;              // or "game …".parse()?, or Ruleset::code("0.77")?
//! let answer = clobber.position("XOXO|OXOX")?.answer(&Limits::none())?;
//! assert_eq!(answer.value.unwrap().to_string(), "*");
//! // also outcome, stops, mean, temperature, moves, what is proved, why it stopped
//! let sum = clobber.position("XOX")? + Ruleset::named("Domineering")?.position("4x4")?;
//! assert_eq!(sum.outcome(&Limits::none())?, Outcome::N);
//! # Ok::<(), farstar::Error>(())
//! ```
//!
//! # The value of a position
//! ```
//! use farstar::{Limits, Ruleset};
//! let position = Ruleset::named("Toads and Frogs")?.position("TT..FF")?;
//! let answer = position.answer(&Limits::none())?;
//! assert_eq!(answer.value.as_deref(), Some("*"));
//! assert_eq!(answer.atomic_weight.as_deref(), Some("0"));
//! // every move with its value; those that win come first
//! let best = &answer.left_starts.moves[0];
//! assert_eq!((best.position.as_str(), best.wins), ("T.T.FF", Some(true)));
//! # Ok::<(), farstar::Error>(())
//! ```
//!
//! Values themselves are computed with in an [`Arena`], whose calculators hold every operation on games:
//!
//! ```
//! use farstar::Arena;
//! let arena = Arena::new();
//! let mut calc = arena.calculator();
//! let hot = calc.parse("{3||2|1}")?;
//! assert_eq!(calc.temperature(hot)?.to_string(), "3/4");
//! # Ok::<(), farstar::value::Error>(())
//! ```
//!
//! # The winner of a sum
//! The components may be of any rulesets, and values; large sums need no value of the whole.
//!
//! ```
//! use farstar::{Limits, Outcome, Ruleset, Sum};
//! let nim = Ruleset::named("Nim")?;
//! let mut sum = nim.position("3+5")? + Ruleset::named("Kayles")?.position("7")?;
//! sum += Sum::of_value("*4")?;
//! assert_eq!(sum.outcome(&Limits::none())?, Outcome::P);
//! # Ok::<(), farstar::Error>(())
//! ```
//!
//! Of rules whose play may be endless a draw is an outcome too:
//!
//! ```
//! use farstar::{Limits, LoopyOutcome, Ruleset};
//! let toads = Ruleset::named("Backsliding Toads and Frogs")?.position("TTT..FFF")?;
//! assert_eq!(toads.outcome(&Limits::none())?, LoopyOutcome::D);
//! # Ok::<(), farstar::Error>(())
//! ```
//!
//! # A Grundy sequence and its period
//! ```
//! use farstar::Limits;
//! use farstar::sequence::{GrundySequence, find_period};
//! let mut kayles = GrundySequence::of_code("0.77".parse()?);
//! kayles.extend_to(100, &Limits::none())?;
//! assert_eq!(kayles.value(11), Some(6));
//! let period = find_period(&mut kayles, 1000, &Limits::none())?.expect("it is proved");
//! assert_eq!((period.period, period.preperiod), (12, 71));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A nim product
//! ```
//! use farstar::nimber::Nim16;
//! assert_eq!(Nim16::new(16) * Nim16::new(16), Nim16::new(24));
//! ```
//!
//! # A ruleset of one's own
//! ```
//! use farstar::{Limits, Ruleset};
//! let mine: Ruleset = "game Squeeze\nheap n\nLeft: (n) -> (n-k) for k in 1..2\nRight: (n) -> (n-3)".parse()?;
//! assert_eq!(mine.position("3")?.answer(&Limits::none())?.value.as_deref(), Some("{2|0}"));
//! # Ok::<(), farstar::Error>(())
//! ```
//!
//! A game that the rules language cannot say is written in Rust instead: see [`own`].
//!
//! # Limits, and how to cancel
//! A limit is no error: it leaves what was found before it, and the answer says what is missing and why.
//!
//! ```
//! use farstar::{CancelToken, Limits, Ruleset, Stop};
//! use std::time::Duration;
//! let board = Ruleset::named("Domineering")?.position("12x12")?;
//! let token = CancelToken::new();
//! let limits = Limits::none().time(Duration::from_secs(60)).bytes(1 << 30).cancel(token.clone());
//! token.cancel(); // from another thread, or on Ctrl-C
//! let answer = board.answer(&limits)?;
//! assert_eq!((answer.value, answer.stopped), (None, Some(Stop::Cancelled)));
//! # Ok::<(), farstar::Error>(())
//! ```
//!
//! # Further in
//! A [`Solver`] keeps what it has found for the next question, works with several threads, and tells how far it is; a
//! [`Question`] says how much is spent on the value, and which moves are wanted. The modules [`value`], [`nimber`],
//! [`sequence`], [`digraph`] and [`rules`] hold what lies beneath; [`atlas`] solves all positions of a board at once,
//! and a solver looks positions up in such files ([`Atlases`]).

mod answer;
mod atlases;
mod by_theorem;
mod certificate;
mod compared;
mod consulted;
mod described;
mod endless;
mod error;
mod facts;
mod family;
pub mod find;
mod heat;
mod lines;
mod position;
mod question;
mod quotient;
mod reasons;
mod reduction;
mod ruleset;
mod searched;
mod sides;
mod solver;
mod sum;
pub mod sweep;
mod undecided;
mod valued;

pub use answer::{
    Answer, Bounds, Component, Move, Play, Proof, Reply, Start, Stop, Unknown, Walls, Why, Winner,
};
pub use atlases::Atlases;
pub use certificate::{Checked, check_certificate};
pub use compared::{Compared, Line};
pub use error::Error;
pub use family::instance;
pub use heat::{Heat, HeatMove, HeatPart};
pub use position::Position;
pub use question::{Effort, Moves, Question};
pub use reduction::Reduction;
pub use ruleset::Ruleset;
pub use sides::PositionSides;
pub use solver::{Probe, Solver};
pub use sum::{Sum, Summand};

pub use farstar_atlas as atlas;
pub use farstar_nimber as nimber;
pub use farstar_num as num;
pub use farstar_play::{CancelToken, Gauge, Limits, Outcome, Player, Stopped};
pub use farstar_value as value;
pub use farstar_value::loopy::LoopyOutcome;
pub use farstar_value::{Arena, Calculator, Game};

/// Grundy sequences of heap games, tables of games on two numbers, and periods with their proofs.
pub mod sequence {
    pub use farstar_impartial::coin::CoinRow;
    pub use farstar_impartial::sequence::*;
    pub use farstar_rules::coin::TurningCode;
    pub use farstar_rules::heap::{
        HeapCode, HeapFunction, HeapGame, HeapSize, Heaps, OptionVisitor, Pair, PairGame, Spawning,
    };
}

/// Games written in Rust, for which there is no ruleset: a position tells its options, and is searched by its moves.
///
/// Impartial ones are any [`Impartial`](own::Impartial), whose Grundy value is [`grundy`](own::grundy), or
/// [`NimberSearch`](own::NimberSearch) where positions split; [`ValueOf`](own::ValueOf) finds the values of partizan
/// ones.
///
/// # Examples
/// ```
/// use farstar::Limits;
/// use farstar::own::{Impartial, NimberSearch, Visit};
/// use std::ops::ControlFlow;
/// /// A row of pins, of which one or two neighbours are knocked down: Kayles.
/// #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Pins(Vec<u32>);
/// impl Impartial for Pins {
///     fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
///         for (at, &row) in self.0.iter().enumerate() {
///             let others = [&self.0[..at], &self.0[at + 1..]].concat();
///             for (hit, before) in (1..=2).flat_map(|hit| (0..row).map(move |before| (hit, before))) {
///                 if let Some(behind) = row.checked_sub(hit + before) {
///                     visit(Pins([&others[..], &[before, behind]].concat()))?;
///                 }
///             }
///         }
///         ControlFlow::Continue(())
///     }
///     fn parts(self) -> Vec<Self> {
///         self.0.into_iter().filter(|&row| row > 0).map(|row| Pins(vec![row])).collect()
///     }
/// }
/// let mut search = NimberSearch::new();
/// assert_eq!(search.grundy(&Pins(vec![20]), &Limits::none())?, 1);
/// assert_eq!(search.grundy(&Pins(vec![20, 9]), &Limits::none())?, 1 ^ 4);
/// # Ok::<(), farstar::SolverError>(())
/// ```
pub mod own {
    pub use farstar_impartial::compound::{Compound, Joint};
    pub use farstar_impartial::mex;
    pub use farstar_impartial::nimber_search::NimberSearch;
    pub use farstar_impartial::search::{MisereSearch, grundy};
    pub use farstar_rules::impartial::{Impartial, Visit};
    pub use farstar_solve::value_of::{OptionSink, ValueOf};
}

/// Impartial games under misère play: quotients of heap games and of positions.
pub mod misere {
    pub use crate::quotient::PositionQuotient;
    pub use farstar_impartial::misere::{
        HeapQuotient, InfiniteQuotient, MisereQuotient, Presentation, QuotientCertificate,
        QuotientEnd, Refused,
    };
}

/// Games on directed graphs, which may have cycles.
pub mod digraph {
    pub use farstar_impartial::Error;
    pub use farstar_impartial::digraph::*;
}

/// What is read from the text of a ruleset, and how positions lie on a board.
pub mod rules {
    pub use farstar_rules::View;
    pub use farstar_rules::builtin::{self, UnknownRuleset};
    pub use farstar_rules::language::{Kind, PositionError, RulesError, Ruleset as Rules};
    pub use farstar_rules::{ResolveError, is_ruleset_text};
}

pub use farstar_solve::Error as SolverError;
pub use farstar_solve::Memory;
pub use farstar_solve::ruleset_values::AnyValue;
pub use farstar_solve::theorems;
