//! The words of the language.

use crate::Span;
use dashu_int::IBig;
use farstar_num::Rational;
use farstar_value::text::Arrow;

/// A number, ups and a nimber written together, which are added: `3/4^2*5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The number as numerator and denominator, as written.
    pub(crate) number: Option<(IBig, IBig)>,
    pub(crate) arrow: Option<Arrow>,
    pub(crate) nimber: u64,
}

impl Written {
    /// Its number, 0 if none is written.
    ///
    /// # Errors
    /// When the denominator is 0 or the number too large.
    pub(crate) fn number(&self) -> Result<Rational, farstar_num::Error> {
        match &self.number {
            Some((numerator, denominator)) => Rational::new(numerator.clone(), denominator.clone()),
            None => Ok(Rational::from(IBig::ZERO)),
        }
    }
}

/// Operators that stand between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    LessEqual,
    GreaterEqual,
    Less,
    Greater,
    Confused,
    LessConfused,
    GreaterConfused,
    Range,
    Add,
    Subtract,
    PlusMinus,
    OrdinalSum,
    Times,
    Divide,
    Modulo,
    Power,
    /// Written together without an operator: `9Tiny(2)`.
    Together,
    Sides,
}

impl BinaryOp {
    /// How tightly it binds; more is tighter.
    pub(crate) fn precedence(self) -> u8 {
        match self {
            Self::Or => 10,
            Self::And => 20,
            Self::Equal
            | Self::NotEqual
            | Self::LessEqual
            | Self::GreaterEqual
            | Self::Less
            | Self::Greater
            | Self::Confused
            | Self::LessConfused
            | Self::GreaterConfused => 40,
            Self::Sides => 45,
            Self::Range => 50,
            Self::Add | Self::Subtract | Self::PlusMinus => 70,
            Self::OrdinalSum => 80,
            Self::Times | Self::Divide | Self::Modulo => 90,
            Self::Power => 110,
            Self::Together => 120,
        }
    }

    /// As it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::Confused => "<>",
            Self::LessConfused => "<|",
            Self::GreaterConfused => "|>",
            Self::Range => "..",
            Self::Add | Self::Together => "+",
            Self::Subtract => "-",
            Self::PlusMinus => "+-",
            Self::OrdinalSum => ":",
            Self::Times => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
            Self::Power => "**",
            Self::Sides => "&",
        }
    }
}

/// How tightly an infix method binds: looser than `+`, tighter than a comparison.
pub(crate) const INFIX_PRECEDENCE: u8 = 60;

/// Operators that stand before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PrefixOp {
    Not,
    Minus,
    /// `+-`
    PlusMinus,
    /// `*(…)`: the nimber of that size; of a list, the misère form with these options.
    NimberOf,
    /// `^(…)`: so many ups.
    UpsOf,
    /// `v(…)`: so many downs.
    DownsOf,
    /// `+_g`
    Tiny,
    /// `-_g`
    Miny,
}

impl PrefixOp {
    /// How tightly it binds.
    pub(crate) fn precedence(self) -> u8 {
        match self {
            Self::Not => 30,
            Self::PlusMinus => 85,
            Self::Minus => 100,
            Self::NimberOf | Self::UpsOf | Self::DownsOf | Self::Tiny | Self::Miny => 130,
        }
    }
}

/// Pairs of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Paren,
    Square,
    Brace,
    /// `'{` … `}'`
    Quote,
    /// `begin` … `end`
    Block,
    /// The whole text.
    Text,
}

impl Bracket {
    pub(crate) fn open(self) -> &'static str {
        match self {
            Self::Paren => "(",
            Self::Square => "[",
            Self::Brace => "{",
            Self::Quote => "'{",
            Self::Block => "begin",
            Self::Text => "the start of the text",
        }
    }

    pub(crate) fn close(self) -> &'static str {
        match self {
            Self::Paren => ")",
            Self::Square => "]",
            Self::Brace => "}",
            Self::Quote => "}'",
            Self::Block => "end",
            Self::Text => "the end of the text",
        }
    }
}

macro_rules! keywords {
    ($($word:literal $name:ident),*) => {
        /// Reserved words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Keyword { $($name),* }

        impl Keyword {
            /// The one that is written so.
            pub(crate) fn named(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// As it is written.
            pub(crate) fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word),*
                }
            }
        }

        /// All reserved words, for the lexer and for completion.
        pub const RESERVED: &[&str] =
            &[$($word,)* "begin", "end", "and", "or", "not", "true", "false"];
    };
}

keywords! {
    "if" If, "then" Then, "elseif" ElseIf, "else" Else, "for" For, "in" In, "from" From, "to" To, "by" By,
    "where" Where, "while" While, "do" Do, "yield" Yield, "break" Break, "continue" Continue, "return" Return
}

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Integer(IBig),
    Literal(Box<Written>),
    Text(String),
    Boolean(bool),
    Name(String),
    /// A name between two operands: `3 Max 5`.
    Infix(String),
    /// An operator that joins two operands.
    Binary(BinaryOp),
    /// An operator before its operand.
    Prefix(PrefixOp),
    Open(Bracket),
    Close(Bracket),
    Comma,
    Semicolon,
    Bars(u32),
    Dot,
    /// `->`
    Arrow,
    /// `:=`
    Assign,
    /// `=>`
    FatArrow,
    /// `?` before what stands for an argument that is left out.
    Question,
    Keyword(Keyword),
    End,
}

impl Token {
    /// Whether an operand ends with this token, so that an operator may follow.
    pub(crate) fn ends_operand(&self) -> bool {
        matches!(
            self,
            Self::Integer(_)
                | Self::Literal(_)
                | Self::Text(_)
                | Self::Boolean(_)
                | Self::Name(_)
                | Self::Close(_)
        )
    }
}

/// A word and its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) token: Token,
    pub(crate) span: Span,
}

/// What a question of misère play is asked of, by how it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// A value that was typed, or put together of such.
    Typed,
    /// Anything else, among the parts.
    Part,
    /// Anything else, alone.
    Whole,
    /// Anything else, alone, where the method says what is wrong with it.
    Given,
}
