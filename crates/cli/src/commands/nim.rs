//! `farstar nim`: arithmetic of nimbers below 2¹²⁸.

use crate::exit::{Exit, Failure};
use crate::input::Lines;
use crate::output::Output;
use crate::surroundings::Surroundings;
use farstar_lang::{Kind, Session};
use farstar_nimber::{Nim128, Nimber};
use farstar_play::narrow;
use farstar_value::Arena;
use serde_json::json;

/// Calculate with nimbers below 2^128, the field in which 2·2 = 3.
///
/// Operands are decimal numbers; lists are written `1,2,3` (coefficients and values low first), matrices `1,2;3,4`. `-`
/// reads operands from standard input, separated by blanks.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar nim mul 3 5\n  \
    farstar nim inv 123456789\n  \
    farstar nim log 258 7\n  \
    farstar nim det '1,2;3,4'\n  \
    farstar nim poly-roots 2,3,1\n  \
    farstar nim set-exp 0,1,2,3\n  \
    echo 3 5 7 | farstar nim mul -")]
pub(crate) struct Nim {
    /// What to calculate.
    #[arg(value_enum)]
    operation: Operation,
    /// The operands.
    #[arg(required = true)]
    operands: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Operation {
    /// The sum of all operands: XOR.
    Add,
    /// The product of all operands.
    Mul,
    /// The quotient A/B.
    Div,
    /// The inverse of each operand.
    Inv,
    /// The square of each operand.
    Square,
    /// The square root of each operand.
    Sqrt,
    /// The power A^n, for a natural number n.
    Pow,
    /// The least n with BASE^n = A, of the operands BASE and A.
    Log,
    /// The multiplicative order of each operand.
    Order,
    /// The even root x of x² + x = A, of each operand.
    HalfSolve,
    /// The minimal polynomial over GF(2) of A.
    Minpoly,
    /// The roots of A·x² + B·x + C = 0.
    Quadratic,
    /// The determinant of a matrix.
    Det,
    /// The rank of a matrix.
    Rank,
    /// The inverse of a matrix.
    MatrixInverse,
    /// The product of two matrices.
    MatrixProduct,
    /// A solution of M·x = b, of a matrix and a list.
    Solve,
    /// A basis of the kernel of a matrix.
    Kernel,
    /// The product of two polynomials.
    PolyProduct,
    /// Quotient and remainder of two polynomials.
    PolyDivide,
    /// The greatest common divisor of two polynomials.
    PolyGcd,
    /// The value of a polynomial at a nimber.
    PolyEvaluate,
    /// The polynomial with given values at given points.
    PolyInterpolate,
    /// The roots of a polynomial.
    PolyRoots,
    /// The irreducible factors of a polynomial, with their multiplicities.
    PolyFactor,
    /// The product of two set power series (subset convolution).
    SetProduct,
    /// The exponential of a set power series without constant term.
    SetExp,
    /// The logarithm of a set power series with constant term 1.
    SetLn,
}

/// How an operand is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Number,
    List,
    Matrix,
}

impl Operation {
    /// The method of the language that carries the operation out, and the shapes of its operands; `None` for those done
    /// here, where any number of operands is taken at once.
    fn method(self) -> Option<(&'static str, &'static [Shape])> {
        use Shape::{List, Matrix, Number};
        Some(match self {
            Self::Add
            | Self::Mul
            | Self::Div
            | Self::Inv
            | Self::Square
            | Self::Sqrt
            | Self::Pow
            | Self::Log
            | Self::Order
            | Self::HalfSolve => return None,
            Self::Minpoly => ("NimMinpoly", &[Number]),
            Self::Quadratic => ("NimSolveQuadratic", &[Number, Number, Number]),
            Self::Det => ("NimDet", &[Matrix]),
            Self::Rank => ("NimRank", &[Matrix]),
            Self::MatrixInverse => ("NimMatrixInverse", &[Matrix]),
            Self::MatrixProduct => ("NimMatrixProduct", &[Matrix, Matrix]),
            Self::Solve => ("NimSolve", &[Matrix, List]),
            Self::Kernel => ("NimKernel", &[Matrix]),
            Self::PolyProduct => ("NimPolyProduct", &[List, List]),
            Self::PolyDivide => ("NimPolyDivide", &[List, List]),
            Self::PolyGcd => ("NimPolyGcd", &[List, List]),
            Self::PolyEvaluate => ("NimPolyEvaluate", &[List, Number]),
            Self::PolyInterpolate => ("NimPolyInterpolate", &[List, List]),
            Self::PolyRoots => ("NimPolyRoots", &[List]),
            Self::PolyFactor => ("NimPolyFactor", &[List]),
            Self::SetProduct => ("NimSetProduct", &[List, List]),
            Self::SetExp => ("NimSetExp", &[List]),
            Self::SetLn => ("NimSetLn", &[List]),
        })
    }
}

impl Shape {
    /// An operand as the language writes it.
    fn written(self, word: &str) -> Result<String, Failure> {
        let list = |text: &str| -> Result<String, Failure> {
            let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
            match numbers.iter().find(|n| n.is_empty() || !n.bytes().all(|b| b.is_ascii_digit())) {
                Some(wrong) => Err(Failure::Input(format!(
                    "`{}` is not a nimber: a natural number is expected",
                    excerpt(wrong)
                ))),
                None => Ok(format!("[{}]", numbers.join(","))),
            }
        };
        match self {
            Self::Number => list(word).and_then(|text| match text.contains(',') {
                false => Ok(text[1..text.len() - 1].to_owned()),
                true => Err(Failure::Input(format!("`{}` is not one nimber", excerpt(word)))),
            }),
            Self::List => list(word),
            Self::Matrix => {
                let rows: Result<Vec<String>, Failure> = word.split(';').map(list).collect();
                Ok(format!("[{}]", rows?.join(",")))
            }
        }
    }
}

/// The answer of a method of the language.
fn evaluated(
    (method, shapes): (&str, &[Shape]),
    words: &[String],
    surroundings: &Surroundings,
) -> Result<String, Failure> {
    if words.len() != shapes.len() {
        return Err(Failure::Usage(format!(
            "{} operands are needed, and there are {}",
            shapes.len(),
            words.len()
        )));
    }
    let operands: Result<Vec<String>, Failure> =
        shapes.iter().zip(words).map(|(shape, word)| shape.written(word)).collect();
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(surroundings.limits());
    let asked = format!("{method}({})", operands?.join(","));
    let told = session
        .eval(&asked)
        .and_then(|value| session.display(&value).map_err(|stopped| vec![stopped]));
    match told {
        // Texts are shown without the quotation marks of the language.
        Ok(shown) => Ok(shown.trim_matches('"').to_owned()),
        Err(diagnostics) => {
            let messages: Vec<String> =
                diagnostics.iter().map(|found| found.message.to_string()).collect();
            let failure = diagnostics.iter().find_map(|found| match found.kind {
                Kind::Stopped(reason) => Some(Failure::Stopped(reason)),
                Kind::TooLarge => Some(Failure::TooLarge(messages.join("; "))),
                _ => None,
            });
            Err(failure.unwrap_or_else(|| Failure::Input(messages.join("; "))))
        }
    }
}

impl Nim {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut words = Vec::new();
        for operand in &self.operands {
            if operand == "-" {
                let mut lines = Lines::open("-")?;
                while let Some((_, line)) = lines.next()? {
                    words.extend(narrow(&line).split_whitespace().map(str::to_owned));
                }
            } else {
                words.push(narrow(operand).into_owned());
            }
        }
        let mut output = Output::new();
        let answers = match self.operation.method() {
            Some(method) => vec![evaluated(method, &words, surroundings)?],
            None => self.answers(&words)?,
        };
        for answer in answers {
            if surroundings.json {
                output.json(&json!({ "value": answer }))?;
            } else {
                output.line(&answer)?;
            }
        }
        Ok(Exit::Solved)
    }

    fn answers(&self, words: &[String]) -> Result<Vec<String>, Failure> {
        let operands = || words.iter().map(|word| nimber(word)).collect::<Result<Vec<_>, _>>();
        let each = |answer: &dyn Fn(Nim128) -> Result<String, Failure>| {
            operands()?.into_iter().map(answer).collect::<Result<Vec<_>, _>>()
        };
        let one = |answer: String| Ok(vec![answer]);
        match self.operation {
            Operation::Add => one(operands()?.into_iter().sum::<Nim128>().to_string()),
            Operation::Mul => one(operands()?.into_iter().product::<Nim128>().to_string()),
            Operation::Div => {
                let [a, b] = pair(words)?;
                let quotient = nimber(a)?.checked_div(nimber(b)?);
                one(quotient.ok_or_else(|| zero("nothing can be divided by 0"))?.to_string())
            }
            Operation::Pow => {
                let [a, n] = pair(words)?;
                let malformed =
                    || Failure::Input(format!("`{n}` is not a natural number below 2^128"));
                let exponent: u128 = n.parse().map_err(|_| malformed())?;
                one(nimber(a)?.pow(exponent).to_string())
            }
            Operation::Log => {
                let [base, a] = pair(words)?;
                let log = nimber(a)?.log(nimber(base)?);
                let none = || Failure::Input(format!("{a} is not a power of {base}"));
                one(log.ok_or_else(none)?.to_string())
            }
            Operation::Inv => {
                each(&|a| Ok(a.inverse().ok_or_else(|| zero("0 has no inverse"))?.to_string()))
            }
            Operation::Square => each(&|a| Ok(a.square().to_string())),
            Operation::Sqrt => each(&|a| Ok(a.sqrt().to_string())),
            Operation::Order => each(&|a| {
                Ok(a.order().ok_or_else(|| zero("0 has no multiplicative order"))?.to_string())
            }),
            // The others are methods of the language.
            _ => each(&|a| {
                let none = || Failure::Input(format!("x² + x = {a} has no root below 2^128"));
                Ok(a.half_solve().ok_or_else(none)?.to_string())
            }),
        }
    }
}

fn nimber(text: &str) -> Result<Nim128, Failure> {
    text.parse().map_err(|e| Failure::Input(format!("`{}`: {e}", excerpt(text))))
}

/// The start of a text that may be long.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn pair(words: &[String]) -> Result<[&str; 2], Failure> {
    match words {
        [a, b] => Ok([a, b]),
        _ => Err(Failure::Usage(format!("two operands are needed, and there are {}", words.len()))),
    }
}

fn zero(message: &str) -> Failure {
    Failure::Input(message.to_owned())
}
