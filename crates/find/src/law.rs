//! A law: what it says of every cell, what it costs to say, and how far it was held against the table.

use crate::expr::{Binary, Expr, Known};
use crate::learn::{Automaton, Encoding, Reading};
use crate::null;
use crate::period::Periodic;
use crate::sets::{Complementary, SetRecurrence};
use crate::table::Table;
use farstar_play::{Message, say};

/// A kind of law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawClass {
    /// Periodic and arithmetic periodic sequences.
    Periods,
    /// Sets by recurrences and pairs of complementary sequences.
    Sets,
    /// Automata on the digits.
    Automata,
    /// Tables whose rows are periodic, the period being a law.
    Slices,
    /// Expressions and cases.
    Expressions,
    /// Expressions in which the law calls itself.
    Recursion,
    /// Separable tables, a law for each residue, a few exceptions.
    Parts,
}

impl LawClass {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self::Periods,
        Self::Sets,
        Self::Automata,
        Self::Slices,
        Self::Expressions,
        Self::Recursion,
        Self::Parts,
    ];

    /// The kind that a word names.
    ///
    /// # Errors
    /// The words there are.
    pub fn named(word: &str) -> Result<Self, String> {
        let words = || Self::ALL.map(Self::word).join(", ");
        let found = Self::ALL.into_iter().find(|class| class.word() == word);
        found.ok_or_else(|| format!("expected one of {}", words()))
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Periods => "periods",
            Self::Sets => "sets",
            Self::Automata => "automata",
            Self::Slices => "slices",
            Self::Expressions => "expressions",
            Self::Recursion => "recursion",
            Self::Parts => "parts",
        }
    }
}

/// What a law says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawForm {
    /// A sequence with a period.
    Periodic(Periodic),
    /// An automaton that reads the digits of the cell, or of the cell and its value.
    Automaton(Automaton),
    /// Two values, one at the terms of a recurrence, or runs that end there.
    Recurrence(SetRecurrence),
    /// Two values, one at pairs of complementary sequences.
    Complementary(Complementary),
    /// An expression.
    Expression(Expr),
    /// The first coordinate is taken modulo a law of the others.
    Slice {
        /// The least remainder: 0, or where the table begins.
        from: i64,
        /// The period, a law of the other coordinates.
        period: Box<Self>,
        /// The law of the cells within one period.
        within: Box<Self>,
    },
    /// A law of each coordinate; their values are joined by an operation.
    Separable {
        /// The sum or the nim sum.
        op: Binary,
        /// The laws of the coordinates.
        parts: Vec<Self>,
    },
    /// A law for each residue of the last coordinate: that of number r says what stands at `first` + mk + r, by the
    /// other coordinates and k, where there are m.
    Residues {
        /// The number from which residues are counted.
        first: i64,
        /// The laws.
        parts: Vec<Self>,
    },
    /// A law of the other coordinates for each of the first numbers of the last one; the last law is that of all
    /// further numbers too.
    Rows {
        /// The first number of the last coordinate.
        first: i64,
        /// The laws.
        parts: Vec<Self>,
    },
    /// The law of the cells less a cell.
    Shifted {
        /// What is taken off.
        by: Vec<i64>,
        /// The law of what is left.
        law: Box<Self>,
    },
    /// A law with a few exceptions.
    Exceptions {
        /// Cells with values of their own.
        cells: Vec<(Vec<i64>, i64)>,
        /// The cell from which on the law holds.
        low: Vec<i64>,
        /// The law of the others.
        law: Box<Self>,
    },
}

/// What a law says of cells, one after the other.
type Said<'a> = Box<dyn FnMut(&[i64]) -> Option<i128> + 'a>;

impl LawForm {
    /// The value at a cell of a table that begins at 0.
    #[must_use]
    pub fn value_at(&self, cell: &[i128]) -> Option<i128> {
        self.value(cell, &vec![0; cell.len()])
    }

    /// Which kind of law this is.
    #[must_use]
    pub fn class(&self) -> LawClass {
        match self {
            Self::Periodic(_) => LawClass::Periods,
            Self::Automaton(_) => LawClass::Automata,
            Self::Recurrence(_) | Self::Complementary(_) => LawClass::Sets,
            Self::Expression(expr) if calls_itself(expr) => LawClass::Recursion,
            Self::Expression(_) => LawClass::Expressions,
            Self::Slice { .. } => LawClass::Slices,
            Self::Shifted { law, .. } => law.class(),
            Self::Separable { .. }
            | Self::Residues { .. }
            | Self::Rows { .. }
            | Self::Exceptions { .. } => LawClass::Parts,
        }
    }

    /// The same with what expressions make of constants alone as constants.
    fn plain(self) -> Self {
        let all = |parts: Vec<Self>| parts.into_iter().map(Self::plain).collect();
        let one = |law: Box<Self>| Box::new(law.plain());
        match self {
            Self::Expression(law) => Self::Expression(law.plain()),
            Self::Slice { from, period, within } => {
                Self::Slice { from, period: one(period), within: one(within) }
            }
            Self::Separable { op, parts } => Self::Separable { op, parts: all(parts) },
            Self::Residues { first, parts } => Self::Residues { first, parts: all(parts) },
            Self::Rows { first, parts } => Self::Rows { first, parts: all(parts) },
            Self::Shifted { by, law } => Self::Shifted { by, law: one(law) },
            Self::Exceptions { cells, low, law } => Self::Exceptions { cells, low, law: one(law) },
            Self::Periodic(_)
            | Self::Automaton(_)
            | Self::Recurrence(_)
            | Self::Complementary(_) => self,
        }
    }

    /// What it costs to write it down.
    pub(crate) fn bits(&self) -> f64 {
        match self {
            Self::Periodic(law) => law.bits(),
            Self::Automaton(law) => law.bits(),
            Self::Recurrence(law) => law.bits(),
            Self::Complementary(law) => law.bits(),
            Self::Expression(law) => law.bits(),
            Self::Slice { period, within, .. } => 9.0 + period.bits() + within.bits(),
            Self::Separable { parts, .. }
            | Self::Residues { parts, .. }
            | Self::Rows { parts, .. } => 9.0 + parts.iter().map(Self::bits).sum::<f64>(),
            Self::Shifted { law, .. } => 5.0 + law.bits(),
            Self::Exceptions { cells, law, .. } => {
                let of = |(cell, v): &(Vec<i64>, i64)| {
                    cell.iter().chain([v]).map(|&x| null::integer(x)).sum::<f64>()
                };
                9.0 + law.bits() + cells.iter().map(of).sum::<f64>()
            }
        }
    }

    /// The value at a cell; `low` is where the table begins.
    pub(crate) fn value(&self, cell: &[i128], low: &[i64]) -> Option<i128> {
        if !is_cell(cell, low) {
            return None;
        }
        match self {
            Self::Periodic(law) => law.value(cell[0]),
            Self::Automaton(law) => law.value(cell),
            Self::Recurrence(law) => law.value(cell[0]),
            Self::Complementary(law) => law.value(cell),
            Self::Expression(law) => law.value(cell, low),
            Self::Slice { from, period, within } => {
                let period = period.value(&cell[1..], &low[1..]).filter(|&p| p > 0)?;
                let from = i128::from(*from);
                let mut cell = cell.to_vec();
                cell[0] = from + cell[0].checked_sub(from)?.rem_euclid(period);
                within.value(&cell, low)
            }
            Self::Separable { op, parts } => {
                let part = |axis: usize| parts[axis].value(&cell[axis..=axis], &low[axis..=axis]);
                let mut values = (0..parts.len()).map(part);
                let first = values.next()??;
                values.try_fold(first, |all, value| op.apply(all, value?))
            }
            Self::Residues { first, parts } => {
                let (mut cell, many) = (cell.to_vec(), parts.len() as i128);
                let last = cell.last_mut()?;
                let at = last.checked_sub(i128::from(*first))?;
                *last = at.div_euclid(many);
                let residue = at.rem_euclid(many) as usize;
                parts[residue].value(&cell, &low_of_part(low, *first, (residue, parts.len())))
            }
            Self::Rows { first, parts } => {
                let (last, others) = cell.split_last()?;
                let at = last.checked_sub(i128::from(*first))?.min(parts.len() as i128 - 1);
                let at = usize::try_from(at).ok()?;
                parts[at].value(others, &low[..others.len()])
            }
            Self::Shifted { by, law } => {
                let less = |(&x, &low): (&i128, &i64)| x.checked_sub(low.into());
                let cell = cell.iter().zip(by).map(less).collect::<Option<Vec<_>>>()?;
                law.value(&cell, &vec![0; by.len()])
            }
            Self::Exceptions { cells, low, law } => {
                let is_it =
                    |other: &[i64]| other.iter().zip(cell).all(|(&x, &y)| i128::from(x) == y);
                match cells.iter().find(|(other, _)| is_it(other)) {
                    Some(&(_, value)) => Some(value.into()),
                    None => law.value(cell, low),
                }
            }
        }
    }

    /// The values at one cell after the other; a law that calls itself or its terms keeps what it has said.
    fn values<'a>(&'a self, low: &'a [i64]) -> Said<'a> {
        let wide = |cell: &[i64]| cell.iter().map(|&x| x.into()).collect::<Vec<i128>>();
        match self {
            Self::Expression(law) if calls_itself(law) => {
                let mut known = Known::default();
                Box::new(move |cell| {
                    let cell = Some(wide(cell)).filter(|cell| is_cell(cell, low))?;
                    law.value_knowing(&cell, low, &mut known)
                })
            }
            Self::Recurrence(law) => {
                let mut said = law.values();
                Box::new(move |cell| said(i128::from(*cell.first()?)))
            }
            _ => Box::new(move |cell| self.value(&wide(cell), low)),
        }
    }

    /// Whether it gives back every cell of a table.
    #[must_use]
    pub fn is_exact(&self, table: &Table) -> bool {
        let mut said = self.values(table.low());
        table.rows().all(|(cell, value)| said(cell) == Some(value.into()))
    }

    /// As it is read.
    #[must_use]
    pub fn shown(&self, names: &[String]) -> String {
        self.told(names).into()
    }

    /// The same as a sentence that can be told in another language; formulas are the same in all.
    #[must_use]
    pub fn told(&self, names: &[String]) -> Message {
        match self {
            Self::Periodic(law) => told_period(law),
            Self::Automaton(law) => told_automaton(law),
            Self::Recurrence(law) => law.told(),
            Self::Complementary(law) => law.told(names),
            Self::Expression(law) => law.shown(names).into(),
            Self::Slice { from, period, within } => {
                let (name, next) = (&names[0], from + 1);
                let first = match from {
                    0 => name.clone(),
                    from => format!("{name} in {{{from}, {next}, …}}"),
                };
                let (within, period) = (within.told(names), period.told(&names[1..]));
                say!("{0}, {1} taken mod ({2})", within, first, period)
            }
            Self::Separable { op, parts } => {
                let part = |(law, name): (&Self, &String)| {
                    let told = law.told(std::slice::from_ref(name));
                    match told.as_str() == name {
                        true => told,
                        false => say!("({0})", told),
                    }
                };
                let joined = |a: Message, b: Message| say!("{0} {1} {2}", a, op.word(), b);
                parts.iter().zip(names).map(part).reduce(joined).unwrap_or_else(nothing)
            }
            Self::Residues { first, parts } => {
                let (many, told) = (parts.len() as i64, names);
                let part = |(residue, law): (i64, &Self)| {
                    let (names, times) = names_of_part(names);
                    let at = match first + residue {
                        0 => format!("{many}{times}"),
                        at => format!("{many}{times} + {at}"),
                    };
                    match names.len() {
                        1 => say!("at {0}: {1}", at, law.told(&names)),
                        _ => say!("at {0} = {1}: {2}", last_of(told), at, law.told(&names)),
                    }
                };
                let joined = |a: Message, b: Message| say!("{0}; {1}", a, b);
                (0..).zip(parts).map(part).reduce(joined).unwrap_or_else(nothing)
            }
            Self::Rows { first, parts } => {
                let Some((last, others)) = names.split_last() else { return nothing() };
                let part = |(number, law): (i64, &Self)| match number - first + 1 {
                    at if at < parts.len() as i64 => {
                        say!("at {0} = {1}: {2}", last, number, law.told(others))
                    }
                    _ => say!("from {0} = {1} on: {2}", last, number, law.told(others)),
                };
                let joined = |a: Message, b: Message| say!("{0}; {1}", a, b);
                (*first..).zip(parts).map(part).reduce(joined).unwrap_or_else(nothing)
            }
            Self::Shifted { by, law } => {
                let less = |(name, &by): (&String, &i64)| match by {
                    0 => name.clone(),
                    by if by < 0 => format!("{name} + {}", -by),
                    by => format!("{name} - {by}"),
                };
                let less: Vec<String> = names.iter().zip(by).map(less).collect();
                say!("{0}, of ({1})", law.told(names), less.join(", "))
            }
            Self::Exceptions { cells, law, .. } => {
                let cell = |(cell, v): &(Vec<i64>, i64)| {
                    let cell: Vec<String> = cell.iter().map(ToString::to_string).collect();
                    say!("{0} at ({1})", v, cell.join(", "))
                };
                let joined = |a: Message, b: Message| say!("{0}, {1}", a, b);
                let cells = cells.iter().map(cell).reduce(joined).unwrap_or_else(nothing);
                say!("{0}; but {1}", law.told(names), cells)
            }
        }
    }
}

/// What is told of no part.
fn nothing() -> Message {
    Message::from("")
}

/// Whether a cell has as many numbers as the first one, and none below its.
fn is_cell(cell: &[i128], low: &[i64]) -> bool {
    cell.len() == low.len() && cell.iter().zip(low).all(|(&x, &low)| x >= low.into())
}

/// Where the part of a residue begins, of a table that begins at `low`.
pub(crate) fn low_of_part(low: &[i64], first: i64, (residue, many): (usize, usize)) -> Vec<i64> {
    let (mut low, many) = (low.to_vec(), many as i64);
    if let Some(last) = low.last_mut() {
        *last = (*last - first - residue as i64 + many - 1).div_euclid(many);
    }
    low
}

/// The names of a part of residues, the last that of how often the modulus is taken, and that name.
pub(crate) fn names_of_part(names: &[String]) -> (Vec<String>, String) {
    let others = &names[..names.len().saturating_sub(1)];
    let is_free = |name: &&str| !names.iter().any(|other| other == name) || others.is_empty();
    let times = ["k", "i", "j", "l"].into_iter().find(is_free).unwrap_or("t").to_owned();
    ([others, std::slice::from_ref(&times)].concat(), times)
}

fn last_of(names: &[String]) -> &str {
    names.last().map_or("", String::as_str)
}

fn calls_itself(expr: &Expr) -> bool {
    match expr {
        Expr::Coordinate(_) | Expr::Constant(_) => false,
        Expr::Smaller(_) => true,
        Expr::Unary(_, x) => calls_itself(x),
        Expr::Binary(_, x, y) => calls_itself(x) || calls_itself(y),
        Expr::If(x, y, z) => [x, y, z].into_iter().any(|x| calls_itself(x)),
    }
}

fn list(values: &[i64]) -> String {
    let shown: Vec<String> = values.iter().take(24).map(ToString::to_string).collect();
    let more = if values.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn told_period(law: &Periodic) -> Message {
    let (before, values) = law.values.split_at(law.preperiod);
    let (length, values, from) = (law.period(), list(values), law.start());
    let period = match law.saltus.as_slice() {
        [0] => say!("period {0}", length),
        [one] => say!("period {0}, saltus {1}", length, one),
        many => say!("period {0}, saltus {1} by residue", length, list(many)),
    };
    match (before.is_empty(), from) {
        (true, 0) => say!("{0}: ({1})", period, values),
        (true, _) => say!("{0} from {1} on: ({2})", period, from, values),
        (false, _) => say!("{0} from {1} on: ({2}) after {3}", period, from, values, list(before)),
    }
}

fn told_automaton(law: &Automaton) -> Message {
    let states = match law.states() {
        1 => say!("1 state"),
        states => say!("{0} states", states),
    };
    let words = law.numeration.told();
    match &law.reading {
        Reading::Output(_) => say!("automaton, {0}, {1}", words, states),
        Reading::Relation(Encoding::Plain, _) => {
            say!("automaton, {0}, {1}, the value read beside the cell", words, states)
        }
        Reading::Relation(Encoding::Hot, _) => say!(
            "automaton, {0}, {1}, {2} to the value read beside the cell",
            words,
            states,
            law.digits()
        ),
    }
}

/// A law of a table. What is found is not proved: it is a conjecture that was verified on so many cells.
#[derive(Clone, Debug)]
pub struct Law {
    /// What it says.
    pub form: LawForm,
    /// What it costs to write it down.
    pub bits: f64,
    /// What it costs to list the values it was found from.
    pub null_bits: f64,
    /// On how many cells it was found; it gives back all of them.
    pub trained: usize,
    /// On how many further cells it was held against the table.
    pub verified: usize,
    /// Of those, how many it gets wrong.
    pub wrong: usize,
    /// The first of them.
    pub first_wrong: Option<Vec<i64>>,
    /// Whether it was proved from the rules of which the table is, which the finder never says.
    pub proved: bool,
    /// Whether the table goes on below the numbers from which on this is the law.
    pub(crate) is_bounded: bool,
    pub(crate) names: Vec<String>,
    pub(crate) low: Vec<i64>,
}

impl Law {
    /// A law that gives back every cell of a table, held against those held back.
    pub(crate) fn of(
        form: LawForm,
        table: &Table,
        null_bits: f64,
        held_back: &[(Vec<i64>, i64)],
    ) -> Self {
        let mut law = Self {
            bits: form.bits(),
            form: form.plain(),
            null_bits,
            trained: table.len(),
            verified: 0,
            wrong: 0,
            first_wrong: None,
            proved: false,
            is_bounded: false,
            names: table.names().to_vec(),
            low: table.low().to_vec(),
        };
        law.verify(held_back);
        law
    }

    /// A law of a table that was told from the rules, and proved or not, whether or not it is one that was found.
    #[must_use]
    pub fn of_rules(form: LawForm, table: &Table, proved: bool) -> Self {
        Self { proved, ..Self::of(form, table, 0.0, &[]) }
    }

    /// The value that the law gives to a cell, however large; none where it says nothing.
    ///
    /// ```
    /// use farstar_find::{LawSearch, Table, find};
    /// let nim: Vec<i64> = (0..64).collect();
    /// let found = find(&Table::sequence(0, &nim).unwrap(), &[], &LawSearch::default());
    /// assert_eq!(found.laws[0].value(&[1_000_000_000_000]), Some(1_000_000_000_000));
    /// ```
    #[must_use]
    pub fn value(&self, cell: &[i128]) -> Option<i128> {
        self.form.value(cell, &self.low)
    }

    /// Holds the law against cells that it was not found from.
    pub fn verify(&mut self, cells: &[(Vec<i64>, i64)]) {
        let mut said = self.form.values(&self.low);
        for (cell, value) in cells {
            if self.is_bounded && cell.iter().zip(&self.low).any(|(x, low)| x < low) {
                continue;
            }
            self.verified += 1;
            if said(cell) != Some(i128::from(*value)) {
                self.wrong += 1;
                self.first_wrong.get_or_insert_with(|| cell.clone());
            }
        }
    }

    /// As it is read.
    #[must_use]
    pub fn shown(&self) -> String {
        self.told().into()
    }

    /// The same as a sentence that can be told in another language; formulas are the same in all.
    ///
    /// ```
    /// use farstar_find::{LawSearch, Table, find};
    /// let table = Table::sequence(0, &[0, 3, 1, 1, 2].repeat(20)).unwrap();
    /// let told = find(&table, &[], &LawSearch::default()).laws[0].told();
    /// assert_eq!((told.id(), told.as_str()), ("{0}: ({1})", "period 5: (0, 3, 1, 1, 2)"));
    /// ```
    #[must_use]
    pub fn told(&self) -> Message {
        let told = self.form.told(&self.names);
        let bounds = self.bounds(">=");
        if bounds.is_empty() { told } else { say!("{0}, {1}", told, bounds.join(", ")) }
    }

    /// Whether the table has numbers below those from which on it is the law, which it tells.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// From which numbers on it is the law, if the table has others.
    pub(crate) fn bounds(&self, sign: &str) -> Vec<String> {
        let all = self.names.iter().zip(&self.low);
        let told = all.filter(|(_, low)| self.is_bounded && **low > 0);
        told.map(|(name, low)| format!("{name} {sign} {low}")).collect()
    }

    /// How the coordinates are called.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// From which numbers on it is the law.
    #[must_use]
    pub fn low(&self) -> &[i64] {
        &self.low
    }

    /// Whether these cells have the values that it says, of those from some numbers on, where they may be fewer than it
    /// was found from.
    #[must_use]
    pub fn holds_from(&self, low: &[i64], cells: &[(Vec<i64>, i64)]) -> bool {
        let mut said = self.form.values(low);
        let mut within = cells.iter().filter(|(cell, _)| cell.iter().zip(low).all(|(x, y)| x >= y));
        within.all(|(cell, value)| said(cell) == Some(i128::from(*value)))
    }

    /// The law of the cells from some numbers on, of a table that has others; it is told with them.
    #[must_use]
    pub fn bounded(self, low: &[i64]) -> Self {
        Self { is_bounded: true, low: low.to_vec(), ..self }
    }
}
