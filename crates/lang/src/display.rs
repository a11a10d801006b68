//! Values as text that can be read back.

use crate::Dialect;
use crate::context::Context;
use crate::explicit::{Form, FormNode};
use crate::fault::Outcome;
use crate::quotient::latex;
use crate::token::{BinaryOp, INFIX_PRECEDENCE};
use crate::value::Value;
use crate::walls::AnyThermograph;
use farstar_num::Surreal;
use farstar_value::text::Notation;
use farstar_value::{Error, Game, Player};

/// Texts longer than this are cut short: a nest of shared lists can be far longer as text than in memory.
const LONGEST_TEXT: usize = 64 << 20;

/// Steps of writing between two looks at the limits.
const STEPS: u32 = 256;

/// Transfinite numbers of more terms are not written out in messages.
const MOST_TERMS_IN_MESSAGE: u32 = 256;

/// How much text is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Budget {
    /// All of it.
    Whole,
    /// All of it, values in another notation than that which is read back.
    In(Notation),
    /// What fits a message.
    Message,
}

impl Budget {
    fn bytes(self) -> usize {
        match self {
            Self::Whole | Self::In(_) => LONGEST_TEXT,
            Self::Message => 400,
        }
    }
}

/// Values are mentioned in messages by texts of at most this many characters.
const LONGEST_MENTION: usize = 60;

impl Context<'_, '_> {
    /// The value as text that can be read back, under the limits of the calculator.
    pub(crate) fn written(&mut self, value: &Value) -> Outcome<String> {
        display(self, value, Budget::Whole)
    }

    /// The same with the symbols of the books, or for mathematics mode of LaTeX.
    pub(crate) fn written_in(&mut self, value: &Value, notation: Notation) -> Outcome<String> {
        display(self, value, Budget::In(notation))
    }

    /// A value of a game as text; what is none is a fault.
    pub(crate) fn in_notation(&mut self, value: &Value, notation: Notation) -> Outcome<String> {
        Ok(match (value, notation) {
            (Value::Misere(form), _) => {
                let text = self.misere_text(*form);
                match notation {
                    Notation::Ascii => text,
                    Notation::Unicode => text.replace('*', "∗"),
                    Notation::Latex => {
                        text.replace('*', "{*}").replace("MisereMinus", "\\mathrm{MisereMinus}")
                    }
                }
            }
            (Value::Loopy(value), _) => self.calc.loopy_print_in(value, notation)?,
            (Value::MisereQuotient(quotient), Notation::Ascii) => quotient.text().to_owned(),
            (Value::MisereQuotient(quotient), Notation::Unicode) => quotient.presentation(),
            (Value::MisereQuotient(quotient), Notation::Latex) => latex(&quotient.presentation()),
            // what is no value of a short game
            (Value::Number(x), Notation::Latex) if !x.is_finite() => {
                format!("{}\\infty", if x.signum() < 0 { "-" } else { "" })
            }
            (Value::Number(x), Notation::Latex) if !x.is_dyadic() => Surreal::try_from(x)?.latex(),
            (Value::Number(x), _) if !x.is_dyadic() => x.to_string(),
            (Value::Surreal(x), Notation::Latex) => x.latex(),
            (Value::Surreal(x), _) => x.to_string(),
            (Value::TransfiniteNimber(x), Notation::Latex) => {
                let size = Surreal::from(x.ordinal().clone()).latex();
                format!("{{*}}\\left({size}\\right)")
            }
            (Value::TransfiniteNimber(x), _) => x.to_string(),
            (Value::Form(_), Notation::Unicode | Notation::Latex) => {
                let text = self.written(value)?;
                self.form_in_notation(text.trim_matches('\''), notation)?
            }
            _ => {
                let game = self.game(value)?;
                self.calc.print(game, notation)?
            }
        })
    }

    /// A form as it is written, `{0|{*|*},^}`, in another notation: each value in it as that notation has it.
    fn form_in_notation(&mut self, text: &str, notation: Notation) -> Outcome<String> {
        let tex = notation == Notation::Latex;
        let mut out = String::with_capacity(2 * text.len());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let length = rest.find(['{', '}', '|', ',']).unwrap_or(rest.len());
            match c {
                '{' => out.push_str(if tex { "\\{" } else { "{" }),
                '}' => out.push_str(if tex { "\\}" } else { "}" }),
                '|' => out.push_str(if tex { "\\mid " } else { "|" }),
                ',' => out.push(','),
                _ => match self.calc.parse(&rest[..length]) {
                    Ok(game) => out.push_str(&self.calc.print(game, notation)?),
                    Err(farstar_value::Error::Stopped(stopped)) => return Err(stopped.into()),
                    Err(_) => out.push_str(&rest[..length]),
                },
            }
            rest = &rest[length.max(1)..];
        }
        Ok(out)
    }

    /// The value as text in a message: short, and never a fault of its own.
    pub(crate) fn mention(&mut self, value: &Value) -> String {
        let Ok(text) = display(self, value, Budget::Message) else {
            return format!("a {}", value.type_name());
        };
        if text.chars().count() <= LONGEST_MENTION {
            return text;
        }
        text.chars().take(LONGEST_MENTION).chain(['…']).collect()
    }
}

/// What is still to be written.
enum Step<'v> {
    Value(&'v Value),
    Text(&'static str),
    Owned(String),
    /// A form, in a place that needs this precedence.
    Form(Form, u8),
}

/// The value as text, under the limits of the calculator.
fn display(context: &mut Context<'_, '_>, value: &Value, budget: Budget) -> Outcome<String> {
    let mut text = String::new();
    let mut steps = vec![Step::Value(value)];
    let mut done = 0u32;
    while let Some(step) = steps.pop() {
        done = done.wrapping_add(1);
        if done.is_multiple_of(STEPS) {
            context.calc.limits().check()?;
        }
        if text.len() > budget.bytes() {
            text.push('…');
            break;
        }
        match step {
            Step::Text(part) => text.push_str(part),
            Step::Owned(part) => text.push_str(&part),
            Step::Value(value) => write_value(context, value, budget, &mut text, &mut steps)?,
            Step::Form(form, precedence) => {
                write_form(context, form, precedence, &mut text, &mut steps)?;
            }
        }
    }
    Ok(text)
}

/// Both walls of a thermograph as functions of the temperature `t`, by cases.
fn walls_in_latex(walls: &AnyThermograph) -> String {
    let sides = [("L", Player::Left), ("R", Player::Right)];
    let wall = |(name, player)| {
        let cases = walls.pieces(player)?.into_iter().map(|piece| {
            let from = in_latex(&piece.from.to_string());
            let range = match piece.to {
                Some(ref to) => format!("{from}\\le t\\le {}", in_latex(&to.to_string())),
                None => format!("t\\ge {from}"),
            };
            format!("{} & {range}", in_latex(&piece.to_string()))
        });
        let cases = cases.collect::<Vec<_>>().join("\\\\ ");
        Some(format!("{name}_t = \\begin{{cases}}{cases}\\end{{cases}}"))
    };
    match sides.map(wall) {
        [Some(left), Some(right)] => format!("{left}\\quad {right}"),
        _ => format!("\\text{{{walls}}}"),
    }
}

/// Fractions in a formula, set as fractions.
fn in_latex(formula: &str) -> String {
    let parts = formula.split(' ').map(|part| {
        let (sign, rest) = match part.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", part),
        };
        match rest.split_once('/') {
            Some((top, bottom)) => {
                let digits = bottom.trim_end_matches('t');
                format!("{sign}\\frac{{{top}}}{{{digits}}}{}", &bottom[digits.len()..])
            }
            None => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// What is written of a value, or in its place; a limit is told by itself.
fn told(text: Result<String, Error>, dialect: Dialect) -> Outcome<String> {
    match text {
        Ok(text) if dialect == Dialect::CgSuite => Ok(without_plus_before_nimbers(&text)),
        Ok(text) => Ok(text),
        Err(Error::Stopped(stopped)) => Err(stopped.into()),
        Err(error) => Ok(format!("(a value that is not written out: {error})")),
    }
}

fn write_value<'v>(
    context: &mut Context<'_, '_>,
    value: &'v Value,
    budget: Budget,
    text: &mut String,
    steps: &mut Vec<Step<'v>>,
) -> Outcome<()> {
    if let Budget::In(notation) = budget
        && let Value::Number(_)
        | Value::Game(_)
        | Value::Loopy(_)
        | Value::Misere(_)
        | Value::MisereQuotient(_)
        | Value::Surreal(_)
        | Value::TransfiniteNimber(_) = value
    {
        text.push_str(&context.in_notation(value, notation)?);
        return Ok(());
    }
    match value {
        Value::Nothing | Value::LeftOut => text.push_str("Nothing"),
        Value::Boolean(b) => text.push_str(if *b { "true" } else { "false" }),
        Value::Number(x) => {
            let size = x.numerator();
            if budget == Budget::Message
                && (size > (1i64 << 62).into() || size < (-(1i64 << 62)).into())
            {
                // Turning millions of bits into digits takes long, and a message shows few of them.
                text.push_str("a long number");
            } else {
                text.push_str(&x.to_string());
            }
        }
        Value::Game(game) => text.push_str(&game_text(context, *game)?),
        Value::Form(form) => steps.push(Step::Form(*form, 0)),
        Value::Loopy(value) => {
            text.push_str(&told(context.calc.loopy_print(value), context.dialect)?);
        }
        Value::Unfinished(_) => text.push_str("a node of a loopy game"),
        Value::LoopyOutcome(outcome) => text.push_str(&outcome.to_string()),
        Value::Text(string) => {
            text.push('"');
            for c in string.as_str().chars() {
                match c {
                    '"' => text.push_str("\\\""),
                    '\\' => text.push_str("\\\\"),
                    '\n' => text.push_str("\\n"),
                    '\t' => text.push_str("\\t"),
                    c => text.push(c),
                }
            }
            text.push('"');
        }
        Value::Map(items) if items.as_slice().is_empty() => text.push_str("{=>}"),
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::Map(items) => {
            let (open, comma, close) = match value {
                Value::List(_) => ("[", ",", "]"),
                Value::Tuple(_) => ("(", ",", ")"),
                _ if budget == Budget::In(Notation::Latex) => ("\\{", ",", "\\}"),
                Value::Map(_) => ("{", ", ", "}"),
                _ => ("{", ",", "}"),
            };
            text.push_str(open);
            steps.push(Step::Text(close));
            let shown = if budget == Budget::Message { 50 } else { usize::MAX };
            if items.as_slice().len() > shown {
                steps.push(Step::Text(",…"));
            }
            for (place, item) in items.as_slice().iter().enumerate().take(shown).rev() {
                steps.push(Step::Value(item));
                if place > 0 {
                    steps.push(Step::Text(comma));
                }
            }
        }
        Value::Entry(entry) => {
            steps.extend([Step::Value(entry.value()), Step::Text(" => "), Step::Value(entry.key())])
        }
        Value::Graph(graph) => {
            text.push_str(value.type_name());
            text.push('(');
            for (place, part) in graph.parts().iter().enumerate() {
                text.push_str(if place > 0 { ", " } else { "" });
                text.push_str(&display(context, part, budget)?);
            }
            text.push(')');
        }
        Value::Plot(picture) => text.push_str(&format!("(a picture: {})", picture.sentence())),
        Value::Mutable(of) => {
            let held = context.frozen(of)?;
            let shown = display(context, &held, budget)?;
            text.push_str(&format!("{}({shown})", of.kind().name()));
        }
        Value::Random(random) => text.push_str(&format!("Random({})", random.seed())),
        Value::Range(range) => {
            text.push_str(&format!("{}..{}", range.from, range.to));
            if range.by != dashu_int::IBig::ONE {
                text.push_str(&format!(" by {}", range.by));
            }
        }
        Value::Function(function) => {
            let code = &function.program.functions[function.index as usize];
            text.push_str(code.span.of(&function.program.source));
        }
        Value::Method(method) => text.push_str(method.name),
        Value::Outcome(outcome) => text.push_str(&outcome.to_string()),
        Value::Player(player) => text.push_str(&player.to_string()),
        Value::Surreal(x) if budget == Budget::Message && x.size() > MOST_TERMS_IN_MESSAGE => {
            text.push_str("a long transfinite number");
        }
        Value::Surreal(x) => text.push_str(&x.to_string()),
        Value::TransfiniteNimber(x)
            if budget == Budget::Message && x.ordinal().size() > MOST_TERMS_IN_MESSAGE =>
        {
            text.push_str("a long transfinite nimber");
        }
        Value::TransfiniteNimber(x) => text.push_str(&x.to_string()),
        Value::Ruleset(rules) => text.push_str(rules.text()),
        Value::Position(position) => text.push_str(&position.to_string()),
        Value::Coordinates(rules) => text.push_str(rules.text()),
        Value::CoordinatePosition(position) => text.push_str(&position.to_string()),
        Value::Board(rules) => text.push_str(rules.text()),
        Value::Cells(cells) => text.push_str(&cells.text()),
        Value::FunctionRules(rules) => text.push_str(rules.text()),
        Value::FunctionPosition(position) => {
            text.push_str(position.rules().text());
            text.push('(');
            steps.extend([Step::Text(")"), Step::Value(position.position())]);
        }
        Value::BoardPosition(position) => text.push_str(&position.to_string()),
        Value::Table(table) => text.push_str(table.as_str()),
        Value::Periodicity(found) => text.push_str(&format!(
            "Periodicity(Period => {}, Preperiod => {}, Saltus => {})",
            found.period, found.preperiod, found.saltus
        )),
        Value::MisereQuotient(quotient) => text.push_str(quotient.text()),
        Value::Law(found) => text.push_str(&found.text()),
        Value::Misere(form) => {
            text.push_str(&context.misere_text(*form));
            context.calc.limits().check()?;
        }
        Value::Genus(genus) if context.dialect == Dialect::CgSuite => text.push_str(genus.as_str()),
        Value::Genus(genus) => text.push_str(&format!("Genus(\"{}\")", genus.as_str())),
        Value::Class(name) => match context.dialect {
            Dialect::CgSuite => text.push_str(&format!("⟪game.{name}⟫")),
            Dialect::Farstar => text.push_str(name),
        },
        Value::Thermograph(walls) => match (context.dialect, budget) {
            (Dialect::CgSuite, _) => text.push_str(&walls.cgsuite()),
            (_, Budget::In(Notation::Unicode)) => {
                text.push_str(&walls.to_string().replace('-', "−").replace("<=", "≤"));
            }
            (_, Budget::In(Notation::Latex)) => text.push_str(&walls_in_latex(walls)),
            _ => text.push_str(&walls.to_string()),
        },
        Value::Member(member) => text.push_str(&format!("{}.{}", member.class(), member.name())),
        Value::Expansion(expansion) => text.push_str(&expansion.to_string()),
        Value::Named(named) => {
            text.push_str(&named.0);
            text.push_str(" => ");
            steps.push(Step::Value(&named.1));
        }
    }
    Ok(())
}

/// A value in the notation of the language.
fn game_text(context: &mut Context<'_, '_>, game: Game) -> Outcome<String> {
    told(context.calc.print(game, Notation::Ascii), context.dialect)
}

/// CGSuite writes 2 + *3 as `2*3`, which it does not read again.
fn without_plus_before_nimbers(text: &str) -> String {
    text.replace("+*", "*")
}

/// How tightly the text of a value holds together.
fn value_precedence(text: &str) -> u8 {
    if text.contains("+*") && !text.starts_with('{') {
        BinaryOp::Add.precedence()
    } else if text.starts_with(['-', '+']) || (text.contains('/') && !text.starts_with('{')) {
        BinaryOp::Times.precedence()
    } else {
        u8::MAX
    }
}

fn write_form(
    context: &mut Context<'_, '_>,
    form: Form,
    wanted: u8,
    text: &mut String,
    steps: &mut Vec<Step<'_>>,
) -> Outcome<()> {
    match context.forms.node(form).clone() {
        FormNode::Value(game) => {
            let value = match context.calc.as_number(game) {
                Some(x) => x.to_string(),
                None => game_text(context, game)?,
            };
            let parenthesised = value_precedence(&value) < wanted;
            text.push_str(&if parenthesised { format!("({value})") } else { value });
        }
        FormNode::Explicit(left, right) => {
            text.push_str("'{");
            steps.push(Step::Text("}'"));
            write_options(&right, steps);
            steps.push(Step::Text("|"));
            write_options(&left, steps);
        }
        // two values put together in the usual way would be one value when they are read
        FormNode::Compound(kind, a, b)
            if context.forms.as_value(a).is_some() && context.forms.as_value(b).is_some() =>
        {
            let name = kind.name(context.dialect);
            steps.extend([Step::Text(")"), Step::Form(b, 0), Step::Text(", "), Step::Form(a, 0)]);
            steps.push(Step::Owned(format!("CompoundGame({name}, ")));
        }
        FormNode::Negative(of) if context.forms.as_value(of).is_some() => {
            steps.extend([Step::Text(")"), Step::Form(of, 0), Step::Text("NegativeGame(")]);
        }
        FormNode::Compound(kind, a, b) => {
            let symbol = kind.symbol(context.dialect);
            let own = match symbol {
                "+" => BinaryOp::Add.precedence(),
                ":" => BinaryOp::OrdinalSum.precedence(),
                _ => INFIX_PRECEDENCE,
            };
            let close = bracket(own, wanted, text);
            steps.push(Step::Text(close));
            steps.push(Step::Form(b, own + 1));
            steps.push(Step::Owned(format!(" {symbol} ")));
            steps.push(Step::Form(a, own));
        }
        FormNode::Position(place) => {
            let position = context.forms.position_at(place).clone();
            let shown = display(context, &position, Budget::Whole)?;
            let own = if shown.contains(" + ") { BinaryOp::Add.precedence() } else { u8::MAX };
            let close = bracket(own, wanted, text);
            text.push_str(&shown);
            text.push_str(close);
        }
        FormNode::Variant(kind, of) => {
            steps.extend([Step::Text(kind.method()), Step::Text("."), Step::Form(of, u8::MAX)]);
        }
        FormNode::Negative(of) => {
            let close = bracket(100, wanted, text);
            steps.extend([Step::Text(close), Step::Text(")"), Step::Form(of, 0), Step::Text("-(")]);
        }
        FormNode::Multiple(n, of) => {
            let own = BinaryOp::Times.precedence();
            let close = bracket(own, wanted, text);
            steps.extend([
                Step::Text(close),
                Step::Form(of, own + 1),
                Step::Owned(format!("{n} * ")),
            ]);
        }
    }
    Ok(())
}

/// Opens a parenthesis if the place needs one, and gives what closes it.
fn bracket(own: u8, wanted: u8, text: &mut String) -> &'static str {
    if own < wanted {
        text.push('(');
        ")"
    } else {
        ""
    }
}

fn write_options(options: &[Form], steps: &mut Vec<Step<'_>>) {
    for (place, &option) in options.iter().enumerate().rev() {
        steps.push(Step::Form(option, 0));
        if place > 0 {
            steps.push(Step::Text(","));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cgsuite_leaves_out_the_plus_before_a_nimber() {
        for (text, wanted) in [
            ("2+*3", "2*3"),
            ("{-1/2+*3|9v4*4}", "{-1/2*3|9v4*4}"),
            ("{2*|*12||^<2>*3}", "{2*|*12||^<2>*3}"),
            ("+-(1+*2)", "+-(1*2)"),
        ] {
            assert_eq!(without_plus_before_nimbers(text), wanted);
        }
    }
}
