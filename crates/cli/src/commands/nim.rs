//! `farstar nim`: arithmetic of nimbers below 2¹²⁸.

use crate::exit::{Exit, Failure};
use crate::input::Lines;
use crate::output::Output;
use crate::surroundings::Surroundings;
use farstar_nimber::{Nim128, Nimber};
use serde_json::json;

/// Calculate with nimbers below 2^128, the field in which 2·2 = 3.
///
/// Operands are decimal numbers; `-` reads operands from standard input, separated by blanks.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar nim mul 3 5\n  \
    farstar nim inv 123456789\n  \
    farstar nim log 258 7\n  \
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
}

impl Nim {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut words = Vec::new();
        for operand in &self.operands {
            if operand == "-" {
                let mut lines = Lines::open("-")?;
                while let Some((_, line)) = lines.next()? {
                    words.extend(line.split_whitespace().map(str::to_owned));
                }
            } else {
                words.push(operand.clone());
            }
        }
        let mut output = Output::new();
        for answer in self.answers(&words)? {
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
            Operation::HalfSolve => each(&|a| {
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
