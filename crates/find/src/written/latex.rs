//! Laws as formulas for LaTeX.

use crate::expr::{Binary, Expr, Unary};
use crate::law::{LawForm, low_of_part, names_of_part};
use crate::learn::{Automaton, Encoding, Reading};
use crate::period::Periodic;
use crate::sets::{Complementary, Listed, SetRecurrence, times};

/// Automata are written as tables of so many states and letters.
const MOST_STATES: usize = 32;
const MOST_LETTERS: usize = 16;

/// What a law says of f at a cell.
pub(super) fn law(form: &LawForm, names: &[String], low: &[i64]) -> String {
    match form {
        LawForm::Periodic(periodic) => period(periodic, &names[0]),
        LawForm::Automaton(law) => automaton(law, names),
        LawForm::Recurrence(law) => recurrence(law, &names[0]),
        LawForm::Complementary(law) => complementary(law, names),
        LawForm::Expression(expr) => {
            format!("f({}) = {}", names.join(", "), expression(expr, names))
        }
        LawForm::Slice { from, period, within } => {
            let (rest, first) = (names[1..].join(", "), &names[0]);
            let of = |text: String, name: &str| text.replacen("f(", &format!("{name}("), 1);
            let first = match from {
                0 => format!(r"{first} \bmod p({rest})"),
                from => format!(r"({first} - {from}) \bmod p({rest}) + {from}"),
            };
            format!(
                r"f({}) = g({first}, {rest}), \qquad {}, \qquad {}",
                names.join(", "),
                of(law(period, &names[1..], &low[1..]), "p"),
                of(law(within, names, low), "g")
            )
        }
        LawForm::Separable { op, parts } => {
            let part = |axis: usize| format!("f_{{{}}}({})", axis + 1, names[axis]);
            let all: Vec<String> = (0..parts.len()).map(part).collect();
            let sign = if *op == Binary::Xor { r" \oplus " } else { " + " };
            let mut text = format!("f({}) = {}", names.join(", "), all.join(sign));
            for (axis, one) in parts.iter().enumerate() {
                let one = law(one, &names[axis..=axis], &low[axis..=axis]);
                text.push_str(&format!(
                    r", \qquad {}",
                    one.replace("f(", &format!("f_{{{}}}(", axis + 1))
                ));
            }
            text
        }
        LawForm::Residues { first, parts } => {
            let many = parts.len();
            let (own, times) = names_of_part(names);
            let others: String =
                own[..own.len() - 1].iter().map(|name| format!("{name}, ")).collect();
            let part = |(residue, part): (usize, &LawForm)| {
                let at = match first + residue as i64 {
                    0 => format!("{many}{times}"),
                    at => format!("{many}{times} + {at}"),
                };
                let name = format!("g_{{{residue}}}(");
                let low = low_of_part(low, *first, (residue, many));
                let part = law(part, &own, &low).replace("f(", &name);
                format!(r"f({others}{at}) = {name}{others}{times}), \quad {part}")
            };
            parts.iter().enumerate().map(part).collect::<Vec<_>>().join(r", \qquad ")
        }
        LawForm::Rows { first, parts } => {
            let Some((last, others)) = names.split_last() else { return String::new() };
            let part = |(number, part): (i64, &LawForm)| {
                let name = format!("g_{{{number}}}(");
                let of = others.join(", ");
                let part = law(part, others, &low[..others.len()]).replace("f(", &name);
                let when = match number - first + 1 {
                    at if at < parts.len() as i64 => format!("{last} = {number}"),
                    _ => format!(r"{last} \ge {number}"),
                };
                format!(r"f({}) = {name}{of}) \quad ({when}), \quad {part}", names.join(", "))
            };
            (*first..).zip(parts).map(part).collect::<Vec<_>>().join(r", \qquad ")
        }
        LawForm::Shifted { by, law: inner } => {
            let less = |(name, &by): (&String, &i64)| match by {
                0 => name.clone(),
                by if by < 0 => format!("{name} + {}", -by),
                by => format!("{name} - {by}"),
            };
            let less: Vec<String> = names.iter().zip(by).map(less).collect();
            let inner = law(inner, names, &vec![0; by.len()]).replacen("f(", "g(", 1);
            format!(r"f({}) = g({}), \qquad {inner}", names.join(", "), less.join(", "))
        }
        LawForm::Exceptions { cells, low, law } => {
            let mut text = self::law(law, names, low);
            for (cell, value) in cells {
                let cell: Vec<String> = cell.iter().map(ToString::to_string).collect();
                text.push_str(&format!(r", \qquad f({}) = {value}", cell.join(", ")));
            }
            text
        }
    }
}

fn numbers(list: &[i64]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn period(law: &Periodic, n: &str) -> String {
    let (p, start) = (law.period(), law.start());
    let mut text = match law.saltus[..] {
        [0] => format!("f({n} + {p}) = f({n})"),
        [s] => format!("f({n} + {p}) = f({n}) + {s}"),
        _ => format!(
            r"f({n} + {p}) = f({n}) + s_{{({n} - {start}) \bmod {p}}}, \quad s = ({})",
            numbers(&law.saltus)
        ),
    };
    text.push_str(&format!(r" \quad ({n} \ge {start}), \qquad "));
    let last = law.first + law.values.len() as i64 - 1;
    let name = if last == law.first {
        format!("f({last})")
    } else {
        format!(r"f({}), \dots, f({last})", law.first)
    };
    text.push_str(&format!("{name} = {}", numbers(&law.values)));
    text
}

fn recurrence(law: &SetRecurrence, n: &str) -> String {
    let mut sum = String::new();
    for (factor, what) in [
        (law.near, "a_{i-1}".to_owned()),
        (law.far, format!("a_{{i-{}}}", law.lag)),
        (law.constant, String::new()),
    ] {
        let sign = match (factor, sum.is_empty()) {
            (0, _) => continue,
            (..0, true) => "-",
            (..0, false) => " - ",
            (_, true) => "",
            (_, false) => " + ",
        };
        let size = factor.unsigned_abs();
        let size = if size == 1 && !what.is_empty() { String::new() } else { size.to_string() };
        sum.push_str(&format!("{sign}{size}{what}"));
    }
    let says = match law.listed {
        Listed::Members(one, other) => {
            cases(&one.to_string(), &format!(r"{n} \in \{{a_1, a_2, \dots\}}"), &other.to_string())
        }
        Listed::RunEnds(one, other) => cases(
            &one.to_string(),
            &format!(r"\#\{{i : a_i < {n}\}} \text{{ is even}}"),
            &other.to_string(),
        ),
    };
    let terms = numbers(&law.terms);
    format!(
        r"f({n}) = {says}, \qquad a_i = {sum}, \quad a_1, \dots, a_{{{}}} = {terms}",
        law.terms.len()
    )
}

fn complementary(law: &Complementary, names: &[String]) -> String {
    let [s, t, c] = [law.factor, law.step, law.start];
    let start = if c == 0 { String::new() } else { format!(" + {c}") };
    let gamma =
        if c == 0 { String::new() } else { format!(r" + 1 - \tfrac{{{c}}}{{\alpha + {t}}}") };
    let (first, factor) = match s {
        1 => (format!(r"\lfloor k\alpha{gamma}\rfloor"), String::new()),
        s => ("a_k".to_owned(), s.to_string()),
    };
    let names = names.join(", ");
    let test = format!(r"\{{{names}\}} = \{{{first}, {factor}{first} + {}k{start}\}}", times(t));
    let says = cases(&law.inside.to_string(), &test, &law.outside.to_string());
    let alpha = match (t / 2, t % 2) {
        (1, 0) => r"\sqrt{2}".to_owned(),
        (half, 0) => format!(r"\sqrt{{{}}} - {}", half * half + 1, half - 1),
        _ => format!(r"\frac{{{} + \sqrt{{{}}}}}{{2}}", 2 - t, t * t + 4),
    };
    let further = match s {
        1 => format!(r"\alpha = {alpha}"),
        s => format!(r"a_k = \operatorname{{mex}} \{{a_i, {s}a_i + {}i : i < k\}}", times(t)),
    };
    format!(r"f({names}) = {says}, \qquad {further}")
}

fn cases(one: &str, test: &str, other: &str) -> String {
    format!(
        r"\begin{{cases}} {one} & \text{{if }} {test} \\ {other} & \text{{otherwise}} \end{{cases}}"
    )
}

/// The table of an automaton, or what it is if that would be too large.
fn automaton(law: &Automaton, names: &[String]) -> String {
    let letters = law.next[0].len();
    let mut read = names.join(", ");
    let value = match &law.reading {
        Reading::Output(_) => String::new(),
        Reading::Relation(Encoding::Plain, _) => "f".to_owned(),
        Reading::Relation(Encoding::Hot, _) => format!("{}^f", law.digits()),
    };
    if !value.is_empty() {
        read.push_str(&format!(", {value}({})", names.join(", ")));
    }
    let about =
        format!(r"\text{{{}, most significant digits first, of }} ({read})", law.numeration);
    if law.states() > MOST_STATES || letters > MOST_LETTERS {
        return format!(
            r"f({}):\ \text{{automaton of {} states}},\ {about}",
            names.join(", "),
            law.states()
        );
    }
    let digits = law.digits();
    let mut tracks = 0;
    while digits.pow(tracks) < letters {
        tracks += 1;
    }
    let letter = |letter: usize| {
        let digit = |t: u32| (letter / digits.pow(t) % digits).to_string();
        (0..tracks).rev().map(digit).collect::<Vec<_>>().concat()
    };
    let heading: Vec<String> = (0..letters).map(letter).collect();
    let last = if value.is_empty() { "f" } else { "" };
    let mut text = format!(
        r"\begin{{array}}{{r|{}|l}} & {} & {last} \\ \hline",
        "r".repeat(letters),
        heading.join(" & ")
    );
    for (state, row) in law.next.iter().enumerate() {
        let to = |&to: &u32| if to == u32::MAX { String::new() } else { to.to_string() };
        let says = match &law.reading {
            Reading::Output(values) => values[state].to_string(),
            Reading::Relation(_, accepts) => {
                if accepts[state] { r"\checkmark" } else { "" }.to_owned()
            }
        };
        let row: Vec<String> = row.iter().map(to).collect();
        text.push_str(&format!(r" {state} & {} & {says} \\", row.join(" & ")));
    }
    format!(r"{text} \end{{array}} \quad {about}")
}

/// Whether a formula has to be put in brackets to be a part of another.
fn is_sum(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(op, ..) => !matches!(
            op,
            Binary::Min | Binary::Max | Binary::Gcd | Binary::Less | Binary::Equal | Binary::Div
        ),
        Expr::Unary(op, _) => matches!(op, Unary::Inc | Unary::Dec | Unary::Odd),
        Expr::If(..) => true,
        Expr::Constant(c) => *c < 0,
        _ => false,
    }
}

fn expression(expr: &Expr, names: &[String]) -> String {
    let whole = |x: &Expr| expression(x, names);
    let part = |x: &Expr| if is_sum(x) { format!(r"\left({}\right)", whole(x)) } else { whole(x) };
    match expr {
        Expr::Coordinate(axis) => names[*axis].clone(),
        Expr::Constant(c) => c.to_string(),
        Expr::Smaller(at) => format!("f({})", at.iter().map(whole).collect::<Vec<_>>().join(", ")),
        Expr::If(test, x, y) => cases(&whole(x), &told(test, names), &whole(y)),
        Expr::Unary(op, x) => match op {
            Unary::Inc => format!("{} + 1", part(x)),
            Unary::Dec => format!("{} - 1", part(x)),
            Unary::Half => format!(r"\lfloor {} / 2 \rfloor", part(x)),
            Unary::Odd => format!(r"{} \bmod 2", part(x)),
            Unary::Not => format!("[{} = 0]", whole(x)),
            Unary::Lg => format!(r"\lfloor \log_2 {} \rfloor", part(x)),
            Unary::Popcount => format!("s_2({})", whole(x)),
            Unary::V2 => format!("v_2({})", whole(x)),
            Unary::Lowbit => format!("2^{{v_2({})}}", whole(x)),
            Unary::Pow2 => format!("2^{{{}}}", whole(x)),
            Unary::Sqrt => format!(r"\lfloor \sqrt{{{}}} \rfloor", whole(x)),
            Unary::Omega => format!(r"\Omega({})", whole(x)),
            Unary::OmegaOdd => format!(r"\Omega_{{\mathrm{{odd}}}}({})", whole(x)),
            Unary::PrimeIndex => format!(r"\mathrm{{lpi}}({})", whole(x)),
            Unary::Divisor => format!(r"\mathrm{{lpd}}({})", whole(x)),
            Unary::ZeckMin => format!(r"\mathrm{{zeckmin}}({})", whole(x)),
        },
        Expr::Binary(op, x, y) => match op {
            Binary::Add => format!("{} + {}", whole(x), part(y)),
            Binary::Sub => format!("{} - {}", whole(x), part(y)),
            Binary::Mul if matches!(**y, Expr::Constant(_)) => {
                format!(r"{} \cdot {}", part(y), part(x))
            }
            Binary::Mul => format!(r"{} \cdot {}", part(x), part(y)),
            Binary::Xor => format!(r"{} \oplus {}", part(x), part(y)),
            Binary::Or => format!(r"{} \mathbin{{\mathrm{{or}}}} {}", part(x), part(y)),
            Binary::And => format!(r"{} \mathbin{{\mathrm{{and}}}} {}", part(x), part(y)),
            Binary::Min => format!(r"\min({}, {})", whole(x), whole(y)),
            Binary::Max => format!(r"\max({}, {})", whole(x), whole(y)),
            Binary::Mod => format!(r"{} \bmod {}", part(x), part(y)),
            Binary::Div => format!(r"\lfloor {} / {} \rfloor", part(x), part(y)),
            Binary::Gcd => format!(r"\gcd({}, {})", whole(x), whole(y)),
            Binary::Less | Binary::Equal => format!("[{}]", told(expr, names)),
            Binary::NimMul => format!(r"{} \otimes {}", part(x), part(y)),
        },
    }
}

/// A test as it is read.
fn told(test: &Expr, names: &[String]) -> String {
    let whole = |x: &Expr| expression(x, names);
    match test {
        Expr::Binary(Binary::Less, x, y) => format!("{} < {}", whole(x), whole(y)),
        Expr::Binary(Binary::Equal, x, y) => format!("{} = {}", whole(x), whole(y)),
        Expr::Unary(Unary::Not, x) => format!("{} = 0", whole(x)),
        other => format!(r"{} \ne 0", whole(other)),
    }
}
