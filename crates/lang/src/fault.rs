//! What stops an operation, before anybody knows where in the text it stood.

use crate::{Diagnostic, Kind, Span};
use farstar_play::{Message, Player, Stopped, say};
use farstar_value::misere::Universe;

/// A [`Diagnostic`] without its place.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) message: Message,
    pub(crate) expected: Option<Message>,
    pub(crate) fix: Option<Message>,
}

/// The result of an operation of the language.
pub(crate) type Outcome<T> = Result<T, Box<Fault>>;

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<Message>) -> Box<Self> {
        Box::new(Self { kind, message: message.into(), expected: None, fix: None })
    }

    pub(crate) fn of_type(message: impl Into<Message>) -> Box<Self> {
        Self::new(Kind::Type, message)
    }

    pub(crate) fn domain(message: impl Into<Message>) -> Box<Self> {
        Self::new(Kind::Domain, message)
    }

    /// A question that is right, and larger than what can be held.
    pub(crate) fn too_large(message: impl Into<Message>) -> Box<Self> {
        Self::new(Kind::TooLarge, message)
    }

    pub(crate) fn unsupported(message: impl Into<Message>) -> Box<Self> {
        Self::new(Kind::Unsupported, message)
    }

    pub(crate) fn expected(mut self: Box<Self>, expected: impl Into<Message>) -> Box<Self> {
        self.expected = Some(expected.into());
        self
    }

    pub(crate) fn fix(mut self: Box<Self>, fix: impl Into<Message>) -> Box<Self> {
        self.fix = Some(fix.into());
        self
    }

    /// The same where there may be none.
    pub(crate) fn fixed(mut self: Box<Self>, fix: Option<Message>) -> Box<Self> {
        self.fix = fix.or(self.fix);
        self
    }

    pub(crate) fn at(self, span: Span) -> Diagnostic {
        Diagnostic {
            kind: self.kind,
            span,
            message: self.message,
            expected: self.expected,
            fix: self.fix,
        }
    }
}

impl From<Stopped> for Box<Fault> {
    fn from(stopped: Stopped) -> Self {
        Fault::new(Kind::Stopped(stopped), stopped.to_string())
    }
}

impl From<farstar::Error> for Box<Fault> {
    fn from(error: farstar::Error) -> Self {
        match (error.stop(), error) {
            (_, farstar::Error::Solver(error)) => error.into(),
            (Some(_), error) => Fault::too_large(error.to_string()),
            (None, error) => Fault::domain(error.to_string()),
        }
    }
}

impl From<farstar_value::Error> for Box<Fault> {
    fn from(error: farstar_value::Error) -> Self {
        match error {
            farstar_value::Error::Stopped(stopped) => stopped.into(),
            farstar_value::Error::OutsideUniverse { value, universe, follower, stuck } => {
                outside(&value, universe, &follower, stuck)
            }
            large @ farstar_value::Error::TooLarge { .. } => Fault::too_large(large.to_string()),
            other => Fault::domain(other.to_string()),
        }
    }
}

/// Why a misère form does not belong to a universe.
fn outside(value: &str, universe: Universe, follower: &str, stuck: Player) -> Box<Fault> {
    let other = stuck.opponent();
    let dicots = universe == Universe::Dicots;
    let message = match (dicots, value == follower) {
        (true, true) => {
            say!("{0} is not a dicot: {1} can move and {2} cannot", value, other, stuck)
        }
        (true, false) => say!(
            "{0} is not a dicot: after moves to {1} {2} can move and {3} cannot",
            value,
            follower,
            other,
            stuck
        ),
        (false, true) => say!(
            "{0} is not dead-ending: {1} cannot move, but can after a move of {2}",
            value,
            stuck,
            other
        ),
        (false, false) => say!(
            "{0} is not dead-ending: after moves to {1} {2} cannot move, but can after a move of {3}",
            value,
            follower,
            stuck,
            other
        ),
    };
    Fault::domain(message).expected(if dicots {
        "games in all of whose followers both players can move or neither can"
    } else {
        "games in all of whose followers a player who cannot move will never move again"
    })
}

impl From<farstar_num::Error> for Box<Fault> {
    fn from(error: farstar_num::Error) -> Self {
        match error {
            farstar_num::Error::TooLarge { bits } => Fault::too_large(say!(
                "the result would have {0} bits, more than the {1} allowed",
                if bits == u64::MAX {
                    "more than 2^64".to_owned()
                } else {
                    format!("about {bits}")
                },
                crate::meter::LONGEST_INTEGER
            )),
            farstar_num::Error::NoNormalForm(shown) => {
                Fault::domain(say!("{0} has no normal form of finitely many terms", shown))
                    .expected("a number of finitely many terms; x.Series(k) tells the first k")
            }
            other => Fault::domain(other.to_string()),
        }
    }
}

/// So many arguments, as a message says it.
pub(crate) fn count(arguments: usize) -> Message {
    match arguments {
        0 => say!("no arguments"),
        1 => say!("1 argument"),
        n => say!("{0} arguments", n),
    }
}
