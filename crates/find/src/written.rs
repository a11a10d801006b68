//! Laws as programs: the source of a function in Rust, C or Python that gives the values of a law, with what it needs
//! and no more, as a program that reads cells and writes their values.
//!
//! The three languages share one shape: a law is calls of functions whose names are the same everywhere. What these
//! functions are is said in `written/`, in pieces of which those are taken that are called.

mod latex;

use crate::expr::{Binary, Expr, Unary};
use crate::law::{Law, LawForm, low_of_part, names_of_part};
use crate::learn::{Automaton, Encoding, Reading};
use crate::sets::Listed;
use std::fmt::Write as _;

/// A form in which a law is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As it is read.
    Text,
    /// A formula for LaTeX.
    Latex,
    /// A program in Rust.
    Rust,
    /// A program in C, for compilers with numbers of 128 bits.
    C,
    /// A program in Python.
    Python,
}

impl Written {
    const ALL: [Self; 5] = [Self::Text, Self::Latex, Self::Rust, Self::C, Self::Python];

    /// The form that a word names: `text`, `latex`, `rust`, `c`, `python`.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.word() == word)
    }

    /// The word of a form.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Latex => "latex",
            Self::Rust => "rust",
            Self::C => "c",
            Self::Python => "python",
        }
    }
}

impl Law {
    /// The law in a form to be used elsewhere. Programs read cells, one a line, and write them with their values, as
    /// `farstar find --predict` does.
    ///
    /// # Examples
    /// ```
    /// use farstar_find::{LawSearch, Table, Written, find};
    /// let values: Vec<i64> = (0..64).map(|n: i64| i64::from((n + 1).trailing_zeros())).collect();
    /// let law = &find(&Table::sequence(0, &values).unwrap(), &[], &LawSearch::default()).laws[0];
    /// assert_eq!(law.written(Written::Latex), "f(n) = v_2(n + 1)");
    /// assert!(law.written(Written::Python).contains("return v2(inc(n))"));
    /// ```
    #[must_use]
    pub fn written(&self, form: Written) -> String {
        written(&[(None, self)], form)
    }
}

/// The laws of the columns of one table, each under what it is of, in a form to be used elsewhere: programs write the
/// numbers of all columns beside each cell.
///
/// # Examples
/// ```
/// use farstar_find::{LawSearch, Table, TableError, Written, find, written};
/// let law = |of: fn(i64) -> i64| {
///     let table = Table::sequence(0, &(0..64).map(of).collect::<Vec<i64>>())?;
///     Ok::<_, TableError>(find(&table, &[], &LawSearch::default()).laws.remove(0))
/// };
/// let (number, nimber) = (law(|n| n)?, law(|n| n % 2)?);
/// let columns = [(Some("number"), &number), (Some("nimber"), &nimber)];
/// assert_eq!(written(&columns, Written::Text), "number: n\nnimber: odd(n)");
/// assert!(written(&columns, Written::Python).contains("for value in (value_1, value_2,)"));
/// # Ok::<(), TableError>(())
/// ```
#[must_use]
pub fn written(columns: &[(Option<&str>, &Law)], form: Written) -> String {
    let lines = |told: fn(Option<&str>, &Law) -> String| {
        let lines = columns.iter().map(|&(of, law)| told(of, law));
        lines.collect::<Vec<_>>().join("\n")
    };
    let tongue = match form {
        Written::Text => {
            return lines(|of, law| {
                of.map_or_else(String::new, |of| format!("{of}: ")) + &law.shown()
            });
        }
        Written::Latex => {
            return lines(|of, law| {
                let bounds =
                    law.bounds("\\ge").into_iter().map(|bound| format!(", \\quad {bound}"));
                let law = latex::law(&law.form, &law.names, &law.low) + &bounds.collect::<String>();
                of.map_or_else(String::new, |of| format!("% {of}\n")) + &law
            });
        }
        Written::Rust => Tongue::Rust,
        Written::C => Tongue::C,
        Written::Python => Tongue::Python,
    };
    let mut writer = Writer { tongue, tables: String::new(), functions: String::new(), count: 0 };
    let mut values = Vec::new();
    for (number, (_, law)) in (1..).zip(columns) {
        let names = parameters(&law.names);
        let function = writer.law(&law.form, &names, &law.low);
        let value = if columns.len() == 1 { "value".to_owned() } else { format!("value_{number}") };
        writer.value(&value, &function, &names);
        values.push(value);
    }
    let arity = columns.first().map_or(0, |(_, law)| law.names.len());
    writer.program(&columns_told(columns), &values, arity)
}

/// What a program of laws is, in lines.
fn columns_told(columns: &[(Option<&str>, &Law)]) -> String {
    let mut told = String::new();
    for (of, law) in columns {
        let of = of.map_or(String::new(), |of| format!("{of}: "));
        let (trained, verified) = (law.trained, law.verified);
        let _ = writeln!(told, "{of}{}", law.shown());
        let _ = match law.proved {
            true => writeln!(told, "A theorem: proved from the rules, for all n."),
            false => writeln!(
                told,
                "A conjecture: found on {trained} cells, verified on {verified} more."
            ),
        };
    }
    told + "Made by Farstar."
}

/// The names of the coordinates, if they can be those of parameters in all languages.
fn parameters(names: &[String]) -> Vec<String> {
    let plain = names.iter().all(|name| name.len() == 1 && name.is_ascii() && name != "f");
    match plain {
        true => names.to_vec(),
        false => (0..names.len()).map(|axis| format!("x{axis}")).collect(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tongue {
    Rust,
    C,
    Python,
}

struct Writer {
    tongue: Tongue,
    tables: String,
    functions: String,
    count: usize,
}

impl Writer {
    fn number(&self, x: impl std::fmt::Display) -> String {
        if self.tongue == Tongue::Rust { format!("num({x})") } else { x.to_string() }
    }

    /// A number as it is, not one that may be unknown.
    fn known(&self, name: &str) -> String {
        if self.tongue == Tongue::Rust { format!("{name}?") } else { name.to_owned() }
    }

    /// A list in place.
    fn list(&self, items: &[String], borrowed: bool) -> String {
        let items = items.join(", ");
        match self.tongue {
            Tongue::Rust if borrowed => format!("&[{items}]"),
            Tongue::Rust | Tongue::Python => format!("[{items}]"),
            Tongue::C => format!("(N[]){{{items}}}"),
        }
    }

    /// A list with a name, as it is handed over; in C with its length if that is wanted.
    fn table(&mut self, values: impl IntoIterator<Item = i64>, sized: bool) -> String {
        self.count += 1;
        let name = format!("TABLE_{}", self.count);
        let values: Vec<String> = values.into_iter().map(|v| v.to_string()).collect();
        let (open, close) = match self.tongue {
            Tongue::Rust => (format!("const {name}: &[i128] = &["), "];"),
            Tongue::C => (format!("static const long long {name}[] = {{"), "};"),
            Tongue::Python => (format!("{name} = ["), "]"),
        };
        self.tables.push_str(&open);
        for line in values.chunks(24) {
            let _ = write!(self.tables, "\n    {},", line.join(", "));
        }
        let _ = write!(self.tables, "\n{close}\n");
        match self.tongue {
            Tongue::C if sized => format!("{name}, SIZE({name})"),
            _ => name,
        }
    }

    /// Either of two, by a test.
    fn either(&self, test: &str, one: &str, other: &str) -> String {
        match self.tongue {
            Tongue::Rust => format!("if {test}? != 0 {{ {one} }} else {{ {other} }}"),
            Tongue::C => format!("PICK({test}, {one}, {other})"),
            Tongue::Python => format!("pick({test}, lambda: {one}, lambda: {other})"),
        }
    }

    /// A function of the coordinates from their lowest numbers on.
    fn function(&mut self, names: &[String], low: &[i64], before: &[String], body: &str) -> String {
        self.count += 1;
        let name = format!("law_{}", self.count);
        let below: Vec<String> =
            names.iter().zip(low).map(|(x, low)| format!("{} < {low}", self.known(x))).collect();
        let out = &mut self.functions;
        let _ = match self.tongue {
            Tongue::Rust => {
                let typed: Vec<String> = names.iter().map(|x| format!("{x}: N")).collect();
                let _ = writeln!(out, "fn {name}({}) -> N {{", typed.join(", "));
                let _ =
                    writeln!(out, "    if {} {{\n        return None;\n    }}", below.join(" || "));
                before.iter().for_each(|line| out.push_str(&format!("    let {line};\n")));
                writeln!(out, "    {body}\n}}\n")
            }
            Tongue::C => {
                let typed: Vec<String> = names.iter().map(|x| format!("N {x}")).collect();
                let _ = writeln!(out, "static N {name}({})\n{{", typed.join(", "));
                let _ = writeln!(out, "    if ({}) return NONE;", below.join(" || "));
                before.iter().for_each(|line| out.push_str(&format!("    N {line};\n")));
                writeln!(out, "    return {body};\n}}\n")
            }
            Tongue::Python => {
                let all = names.join(", ");
                let _ = writeln!(out, "def {name}({all}):");
                let unknown = format!("None in ({all},)");
                let _ = writeln!(
                    out,
                    "    if {unknown} or {}:\n        return None",
                    below.join(" or ")
                );
                before.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
                writeln!(out, "    return {body}\n\n")
            }
        };
        name
    }

    /// The function of a law.
    fn law(&mut self, form: &LawForm, names: &[String], low: &[i64]) -> String {
        let call = |function: &str, of: &[String]| format!("{function}({})", of.join(", "));
        let body = match form {
            LawForm::Periodic(law) => {
                let (values, saltus) = (
                    self.table(law.values.iter().copied(), true),
                    self.table(law.saltus.iter().copied(), true),
                );
                let (first, before) = (law.first, law.preperiod);
                format!("periodic({}, {first}, {before}, {values}, {saltus})", names[0])
            }
            LawForm::Automaton(law) => self.automaton(law, names),
            LawForm::Recurrence(law) => {
                let (runs, one, other) = match law.listed {
                    Listed::Members(one, other) => (false, one, other),
                    Listed::RunEnds(one, other) => (true, one, other),
                };
                let terms = self.table(law.terms.iter().copied(), true);
                let rule = [law.lag as i64, law.far, law.near, law.constant].map(|x| x.to_string());
                let (rule, first) = (self.list(&rule, false), law.first);
                let runs = match (self.tongue, runs) {
                    (Tongue::Rust, runs) => runs.to_string(),
                    (_, runs) => i64::from(runs).to_string(),
                };
                format!(
                    "recurrence({}, {first}, {terms}, {rule}, {runs}, {one}, {other})",
                    names[0]
                )
            }
            LawForm::Complementary(law) => {
                let [s, t, c] = [law.factor, law.step, law.start];
                let (one, other) = (law.inside, law.outside);
                format!("pairs({}, {s}, {t}, {c}, {one}, {other})", names.join(", "))
            }
            LawForm::Expression(expr) => return self.expression(expr, names, low),
            LawForm::Slice { from, period, within } => {
                let period = self.law(period, &names[1..], &low[1..]);
                let within = self.law(within, names, low);
                let mut cell = names.to_vec();
                cell[0] = format!("fold({}, {}, {})", names[0], from, call(&period, &names[1..]));
                call(&within, &cell)
            }
            LawForm::Separable { op, parts } => {
                let mut all: Option<String> = None;
                for (axis, part) in parts.iter().enumerate() {
                    let part = self.law(part, &names[axis..=axis], &low[axis..=axis]);
                    let part = call(&part, &names[axis..=axis]);
                    all = Some(match all {
                        Some(all) => format!("{}({all}, {part})", binary(*op)),
                        None => part,
                    });
                }
                all.unwrap_or_default()
            }
            LawForm::Residues { first, parts } => {
                let (many, last) = (self.number(parts.len()), names.len() - 1);
                let at = format!("sub({}, {})", names[last], self.number(first));
                let times = format!("quotient({at}, {many})");
                let cell = [&names[..last], std::slice::from_ref(&times)].concat();
                let (own, _) = names_of_part(names);
                let mut all: Option<String> = None;
                for (residue, part) in parts.iter().enumerate().rev() {
                    let low = low_of_part(low, *first, (residue, parts.len()));
                    let part = self.law(part, &own, &low);
                    let part = call(&part, &cell);
                    let residue = self.number(residue);
                    let is_it = format!("equal(modulo({at}, {many}), {residue})");
                    all = Some(match all {
                        Some(others) => self.either(&is_it, &part, &others),
                        None => part,
                    });
                }
                all.unwrap_or_default()
            }
            LawForm::Rows { first, parts } => {
                let others = names.len() - 1;
                let mut all: Option<String> = None;
                for (at, part) in (0..).zip(parts).collect::<Vec<(i64, _)>>().into_iter().rev() {
                    let part = self.law(part, &names[..others], &low[..others]);
                    let part = call(&part, &names[..others]);
                    let is_it = format!("equal({}, {})", names[others], self.number(first + at));
                    all = Some(match all {
                        Some(further) => self.either(&is_it, &part, &further),
                        None => part,
                    });
                }
                all.unwrap_or_default()
            }
            LawForm::Shifted { by, law } => {
                let law = self.law(law, names, &vec![0; by.len()]);
                let less = |(x, by): (&String, &i64)| format!("sub({x}, {})", self.number(by));
                let cell: Vec<String> = names.iter().zip(by).map(less).collect();
                call(&law, &cell)
            }
            LawForm::Exceptions { cells, low: _, law } => {
                let law = self.law(law, names, low);
                let mut all = call(&law, names);
                for (cell, value) in cells.iter().rev() {
                    let is = |(x, at): (&String, &i64)| format!("equal({x}, {})", self.number(at));
                    let tests = names.iter().zip(cell).map(is);
                    let test = tests.reduce(|all, one| format!("bit_and({all}, {one})"));
                    all = self.either(&test.unwrap_or_default(), &self.number(value), &all);
                }
                all
            }
        };
        self.function(names, low, &[], &body)
    }

    fn automaton(&mut self, law: &Automaton, names: &[String]) -> String {
        let digits = law.digits();
        let (first, factors) = law.numeration.recurrence();
        let rule = [&[first.len() as i64, factors.len() as i64], &first[..], &factors].concat();
        let known: Vec<String> = names.iter().map(|x| self.known(x)).collect();
        let mut cell = self.list(&known, true);
        if self.tongue == Tongue::C {
            cell = format!("{cell}, {}", names.len());
        }
        let rule: Vec<String> = rule.iter().map(ToString::to_string).collect();
        let rule = self.list(&rule, true);
        let next = law.next.iter().flatten().map(|&to| if to == u32::MAX { -1 } else { to.into() });
        let next = self.table(next.collect::<Vec<_>>(), false);
        match &law.reading {
            Reading::Output(values) => {
                let values = self.table(values.iter().copied(), false);
                format!("ended({cell}, {digits}, {rule}, {next}, {values})")
            }
            Reading::Relation(encoding, accepts) => {
                let accepts = self.table(accepts.iter().map(|&a| i64::from(a)), true);
                let told = format!("beside({cell}, {digits}, {rule}, {next}, {accepts})");
                match encoding {
                    Encoding::Hot => format!("exponent({told}, {digits})"),
                    Encoding::Plain => told,
                }
            }
        }
    }

    /// The function of an expression, and of the law at another cell if it asks for one.
    fn expression(&mut self, expr: &Expr, names: &[String], low: &[i64]) -> String {
        let mut calls: Vec<&Expr> = Vec::new();
        calls_of(expr, &mut calls);
        // the function that is written next is that of the law, and what it calls itself by comes behind it
        let again = format!("again_{}", self.count + 1);
        let own = format!("law_{}", self.count + 1);
        let repeated = |call: &Expr| calls.iter().filter(|&&one| one == call).count() > 1;
        let mut named: Vec<&Expr> = Vec::new();
        for &call in calls.iter().filter(|call| repeated(call)) {
            if !named.contains(&call) {
                named.push(call);
            }
        }
        // what is asked for several times is asked once
        let shown = |call: &Expr| self.shown(call, names, &again, &[]);
        let before: Vec<String> = (0..)
            .zip(&named)
            .map(|(at, call): (usize, _)| format!("f{at} = {}", shown(call)))
            .collect();
        let body = self.shown(expr, names, &again, &named);
        if !calls.is_empty() {
            self.again(&again, &own, names, low);
        }
        self.function(names, low, &before, &body)
    }

    /// What a law is at another cell, 0 if that is not smaller or below the table.
    fn again(&mut self, again: &str, own: &str, names: &[String], low: &[i64]) {
        let other: Vec<String> = (0..names.len()).map(|axis| format!("s{axis}")).collect();
        let below = |or: &str, known: &[String]| {
            let all: Vec<String> =
                known.iter().zip(low).map(|(x, low)| format!("{x} < {low}")).collect();
            all.join(or)
        };
        let known = |list: &[String]| list.iter().map(|x| self.known(x)).collect::<Vec<_>>();
        let (theirs, ours) = (known(&other), known(names));
        let (list, cell) = (self.list(&theirs, true), self.list(&ours, true));
        let (all, given) = ([&other[..], names].concat(), other.join(", "));
        let out = &mut self.functions;
        let _ = match self.tongue {
            Tongue::Rust => {
                let typed: Vec<String> = all.iter().map(|x| format!("{x}: N")).collect();
                writeln!(
                    out,
                    "fn {again}({}) -> N {{\n    if !smaller({list}, {cell}) || {} {{\n        return Some(0);\n    }}\n    deeper(|| {own}({given}))\n}}\n",
                    typed.join(", "),
                    below(" || ", &theirs)
                )
            }
            Tongue::C => {
                let typed: Vec<String> = all.iter().map(|x| format!("N {x}")).collect();
                let none: Vec<String> = other.iter().map(|x| format!("{x} == NONE")).collect();
                let kinds = vec!["N"; names.len()].join(", ");
                writeln!(
                    out,
                    "static N {own}({kinds});\n\nstatic N {again}({})\n{{\n    if ({}) return NONE;\n    if (!smaller({list}, {cell}, {}) || {}) return 0;\n    if (depth == DEEPEST) return NONE;\n    depth++;\n    N told = {own}({given});\n    depth--;\n    return told;\n}}\n",
                    typed.join(", "),
                    none.join(" || "),
                    names.len(),
                    below(" || ", &theirs)
                )
            }
            Tongue::Python => writeln!(
                out,
                "def {again}({}):\n    if None in ({given},):\n        return None\n    if not smaller({list}, {cell}) or {}:\n        return 0\n    return {own}({given})\n\n",
                all.join(", "),
                below(" or ", &theirs)
            ),
        };
    }

    fn shown(&self, expr: &Expr, names: &[String], again: &str, named: &[&Expr]) -> String {
        let inner = |x: &Expr| self.shown(x, names, again, named);
        if let Some(at) = named.iter().position(|&call| call == expr) {
            return format!("f{at}");
        }
        match expr {
            Expr::Coordinate(axis) => names[*axis].clone(),
            Expr::Constant(c) => self.number(c),
            Expr::Unary(op, x) => format!("{}({})", unary(*op), inner(x)),
            Expr::Binary(op, x, y) => format!("{}({}, {})", binary(*op), inner(x), inner(y)),
            Expr::If(test, x, y) => self.either(&inner(test), &inner(x), &inner(y)),
            Expr::Smaller(at) => {
                let at: Vec<String> = at.iter().map(inner).collect();
                format!("{again}({}, {})", at.join(", "), names.join(", "))
            }
        }
    }

    /// The function of a whole cell.
    fn value(&mut self, name: &str, law: &str, names: &[String]) {
        let places: Vec<String> = (0..names.len()).map(|axis| format!("x[{axis}]")).collect();
        let places = places.join(", ");
        let (out, names) = (&mut self.functions, names.join(", "));
        let _ = match self.tongue {
            Tongue::Rust => writeln!(out, "fn {name}(x: &[N]) -> N {{\n    {law}({places})\n}}\n"),
            Tongue::C => {
                writeln!(out, "static N {name}(const N *x)\n{{\n    return {law}({places});\n}}\n")
            }
            Tongue::Python => writeln!(out, "def {name}({names}):\n    return {law}({names})\n\n"),
        };
    }

    /// The whole program: what it is, the functions that are called, the law, and the reading of cells.
    fn program(&self, about: &str, values: &[String], arity: usize) -> String {
        let (pieces, comment) = match self.tongue {
            Tongue::Rust => (include_str!("written/rust.txt"), "//"),
            Tongue::C => (include_str!("written/c.txt"), "//"),
            Tongue::Python => (include_str!("written/python.txt"), "#"),
        };
        let pieces: Vec<(&str, &str)> =
            pieces.split("@ ").skip(1).filter_map(|piece| piece.split_once('\n')).collect();
        let own = format!("{}\n{}", self.tables, self.functions);
        let mut used: Vec<bool> =
            pieces.iter().map(|&(name, _)| name == "head" || name == "main").collect();
        loop {
            let mut text = own.clone();
            for (&(_, piece), _) in pieces.iter().zip(&used).filter(|(_, used)| **used) {
                text.push_str(piece);
            }
            let more = |at: &usize| !used[*at] && calls(&text, pieces[*at].0);
            let more: Vec<usize> = (0..pieces.len()).filter(more).collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|at| used[at] = true);
        }
        let mut text = String::new();
        about.lines().for_each(|line| text.push_str(&format!("{comment} {line}\n")));
        text.push('\n');
        let gap = if self.tongue == Tongue::Python { "\n\n" } else { "\n" };
        for (&(name, piece), _) in pieces.iter().zip(&used).filter(|(_, used)| **used) {
            if name == "main" {
                text.push_str(&own);
            }
            let piece = piece.replace("ARITY", &arity.to_string());
            let piece = piece.replace("COLUMNS", &values.len().to_string());
            text.push_str(&piece.replace("FUNCTIONS", &values.join(", ")));
            text.push_str(gap);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}

/// The places where a law asks for itself.
fn calls_of<'e>(expr: &'e Expr, calls: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Coordinate(_) | Expr::Constant(_) => {}
        Expr::Smaller(_) => calls.push(expr),
        Expr::Unary(_, x) => calls_of(x, calls),
        Expr::Binary(_, x, y) => [x, y].into_iter().for_each(|x| calls_of(x, calls)),
        Expr::If(x, y, z) => [x, y, z].into_iter().for_each(|x| calls_of(x, calls)),
    }
}

/// Whether a text names a function.
fn calls(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(part) && after.starts_with('(')
    })
}

fn unary(op: Unary) -> &'static str {
    match op {
        Unary::Not => "is_zero",
        Unary::Sqrt => "root",
        Unary::Omega => "omega",
        Unary::OmegaOdd => "omega_odd",
        Unary::PrimeIndex => "prime_index",
        Unary::Divisor => "divisor",
        Unary::ZeckMin => "least_part",
        other => other.word(),
    }
}

fn binary(op: Binary) -> &'static str {
    match op {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        Binary::Xor => "nim_add",
        Binary::Or => "bit_or",
        Binary::And => "bit_and",
        Binary::Min => "least",
        Binary::Max => "most",
        Binary::Mod => "modulo",
        Binary::Div => "quotient",
        Binary::Gcd => "gcd",
        Binary::Less => "less",
        Binary::Equal => "equal",
        Binary::NimMul => "nim_mul",
    }
}
