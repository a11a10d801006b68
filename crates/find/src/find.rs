//! The search: every class in turn, the cheapest description first.

use crate::cases::Case;
use crate::column::Tables;
use crate::enumerate::{self, Open, Profile};
use crate::expr::{Binary, Expr, Unary};
use crate::law::{Law, LawClass, LawForm};
use crate::period::Periodic;
use crate::table::Table;
use crate::{learn, null, parts, period, sets, slice};
use farstar_play::{Limits, Stopped};

/// A law below this share of the null code is so short that longer ones need no long search.
const SURE: f64 = 0.4;
/// A law of so few bits needs not be shorter than the list of values that are nearly all one.
const TRIVIAL: f64 = 24.0;
/// Cells without which it must be shorter all the same.
const FEWEST: usize = 4;
/// Kinds of expressions of a search that is over at once.
const SHORT: usize = 6_000;
/// Cases whose rest is searched alone, first and behind each of them; and of laws that call themselves.
const PEELED: [usize; 2] = [4, 2];
const PEELED_OF_CALLS: [usize; 2] = [2, 2];
/// Bits of a law above which there may be an expression that says the same in fewer, behind those that are found at
/// once.
const LONG: f64 = 30.0;
/// Symbols of the longest expression that is tried.
const LONGEST: u8 = 15;
/// Bits a symbol costs at least, about.
const BITS_A_SYMBOL: f64 = 4.2;

const ARITHMETIC: &[Unary] = &[Unary::Inc, Unary::Dec, Unary::Half, Unary::Odd, Unary::Not];
const ARITHMETIC_OF_TWO: &[Binary] = &[
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::Min,
    Binary::Max,
    Binary::Mod,
    Binary::Div,
    Binary::Less,
    Binary::Equal,
];
const NUMBERS: &[Unary] = &[
    Unary::Omega,
    Unary::OmegaOdd,
    Unary::PrimeIndex,
    Unary::Divisor,
    Unary::V2,
    Unary::Odd,
    Unary::Inc,
    Unary::Not,
];
const NUMBERS_OF_TWO: &[Binary] =
    &[Binary::Add, Binary::Mul, Binary::Xor, Binary::Gcd, Binary::Equal];
const DIGITS: &[Unary] = &[
    Unary::Inc,
    Unary::Dec,
    Unary::Half,
    Unary::Odd,
    Unary::Not,
    Unary::Lg,
    Unary::V2,
    Unary::Popcount,
    Unary::Lowbit,
    Unary::Pow2,
];
const DIGITS_OF_TWO: &[Binary] = &[
    Binary::Add,
    Binary::Sub,
    Binary::Xor,
    Binary::Or,
    Binary::And,
    Binary::Min,
    Binary::Max,
    Binary::Less,
    Binary::Equal,
];
const ROOTS: &[Unary] = &[Unary::Inc, Unary::Dec, Unary::Half, Unary::Sqrt];
const ROOTS_OF_TWO: &[Binary] = &[Binary::Add, Binary::Sub, Binary::Mul, Binary::Less];
/// What is made of quotients and remainders by one number.
const SHARES_OF_TWO: &[Binary] = &[Binary::Add, Binary::Sub, Binary::Mul, Binary::Mod, Binary::Xor];
const RECURSIVE: &[Unary] =
    &[Unary::Inc, Unary::Dec, Unary::Half, Unary::Odd, Unary::Not, Unary::Divisor];
const RECURSIVE_OF_TWO: &[Binary] = &[
    Binary::Add,
    Binary::Sub,
    Binary::Xor,
    Binary::Min,
    Binary::Max,
    Binary::Mod,
    Binary::Div,
    Binary::Less,
    Binary::Equal,
];

/// What is looked for, and for how long.
#[derive(Clone, Debug, Default)]
pub struct LawSearch {
    /// The classes that are tried; none: all.
    pub classes: Vec<LawClass>,
    /// Functions whose values at the coordinates stand at the price of a coordinate in expressions.
    pub leaves: Vec<Unary>,
    /// Whether to look on where a law is already there.
    pub more: bool,
    /// Time and cancelling.
    pub limits: Limits,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct FoundLaws {
    /// The laws, cheapest first; those that are wrong on a cell held back come last.
    pub laws: Vec<Law>,
    /// The classes that were tried.
    pub tried: Vec<LawClass>,
    /// Why the search ended before its end.
    pub stopped: Option<Stopped>,
}

impl FoundLaws {
    /// Adds a law from elsewhere, where it gives back every cell, in its place.
    pub fn offer(&mut self, form: LawForm, table: &Table, held_back: &[(Vec<i64>, i64)]) {
        if form.is_exact(table) && self.laws.iter().all(|law| law.form != form) {
            let law = Law::of(form, table, null::bits(table.values()), held_back);
            self.laws.push(law);
            in_order(&mut self.laws);
        }
    }
}

/// The laws that are right on the cells held back first, then by what they cost.
fn in_order(laws: &mut [Law]) {
    laws.sort_by(|a, b| (a.wrong > 0).cmp(&(b.wrong > 0)).then(a.bits.total_cmp(&b.bits)));
}

/// Finds laws of a table, each of which gives back every cell and is shorter than the list of the values, and holds
/// them against the
/// cells held back.
///
/// ```
/// use farstar_find::{LawSearch, Table, find};
/// let values: Vec<i64> = (0..64).map(|n: i64| i64::from((n + 1).trailing_zeros())).collect();
/// let found = find(&Table::sequence(0, &values).unwrap(), &[], &LawSearch::default());
/// assert_eq!(found.laws[0].shown(), "v2(n + 1)");
/// ```
#[must_use]
pub fn find(table: &Table, held_back: &[(Vec<i64>, i64)], search: &LawSearch) -> FoundLaws {
    find_telling(table, held_back, search, &mut |_| {})
}

/// [`find()`], telling of each class before it is tried.
pub fn find_telling(
    table: &Table,
    held_back: &[(Vec<i64>, i64)],
    search: &LawSearch,
    tell: &mut dyn FnMut(LawClass),
) -> FoundLaws {
    let tables = Tables::new();
    let (laws, tried) = (Vec::new(), Vec::new());
    let mut work = Work { search, tables: &tables, held_back, laws, tried, tell };
    let null_bits = null::bits(table.values());
    let stopped = work.run(table, null_bits).err();
    let (mut laws, tried) = (work.laws, work.tried);
    // automata that are wrong further on may have seen too few cells
    let is_refuted = |law: &Law| law.wrong > 0 && law.form.class() == LawClass::Automata;
    if laws.iter().all(|law| law.wrong > 0)
        && laws.iter().any(is_refuted)
        && let Some((larger, rest)) = larger(table, held_back)
    {
        let tell = &mut |_: LawClass| {};
        let (found, tried) = (Vec::new(), Vec::new());
        let work = Work { search, tables: &tables, held_back: &rest, laws: found, tried, tell };
        laws.extend(work.of_automata(&larger));
    }
    in_order(&mut laws);
    FoundLaws { laws, tried, stopped }
}

/// Cells with their values.
type Rows = Vec<(Vec<i64>, i64)>;

/// A table with a part of the cells held back, and the others.
fn larger(table: &Table, held_back: &[(Vec<i64>, i64)]) -> Option<(Table, Rows)> {
    let size = |cell: &[i64]| cell.iter().copied().max().unwrap_or(0);
    let mut sizes: Vec<i64> = held_back.iter().map(|(cell, _)| size(cell)).collect();
    sizes.sort_unstable();
    let most = *sizes.get(sizes.len() / 3)?;
    let (more, rest): (Rows, Rows) =
        held_back.iter().cloned().partition(|(cell, _)| size(cell) <= most);
    let rows = table.rows().map(|(cell, value)| (cell.to_vec(), value)).chain(more);
    let larger = Table::new(rows.collect()).ok()?.with_names(table.names());
    (!rest.is_empty()).then_some((larger, rest))
}

/// What a law may cost of a table that is listed in so many bits.
fn most_bits(null_bits: f64) -> f64 {
    (null_bits * null::SHARE).max(TRIVIAL)
}

/// A period that was seen so often, what precedes it included, needs not be shorter than the list of values.
const TIMES_OVER: usize = 8;

/// A way in which a table falls into smaller ones.
type Way = fn(&Table, &mut parts::Finder<'_>) -> Option<LawForm>;

struct Work<'a> {
    search: &'a LawSearch,
    tables: &'a Tables,
    /// What is offered as a law is held against these cells; if it is wrong there, the search goes on.
    held_back: &'a [(Vec<i64>, i64)],
    laws: Vec<Law>,
    tried: Vec<LawClass>,
    tell: &'a mut dyn FnMut(LawClass),
}

impl Work<'_> {
    /// Whether a class is wanted; then it is told of.
    fn begins(&mut self, class: LawClass) -> bool {
        let wanted = self.search.classes.is_empty() || self.search.classes.contains(&class);
        if wanted {
            (self.tell)(class);
            if !self.tried.contains(&class) {
                self.tried.push(class);
            }
        }
        wanted
    }

    /// The laws that are right as far as is known.
    fn right(&self) -> impl Iterator<Item = &Law> {
        self.laws.iter().filter(|law| law.wrong == 0)
    }

    fn best(&self) -> f64 {
        self.right().map(|law| law.bits).fold(f64::INFINITY, f64::min)
    }

    fn offer(&mut self, form: LawForm, table: &Table, null_bits: f64) {
        let bits = form.bits();
        // what is nearly all one value is listed in few bits, and yet has a law
        let is_seen_often = |law: &Periodic| law.values.len() * TIMES_OVER <= table.len();
        let is_plain = match &form {
            LawForm::Periodic(law) => is_seen_often(law),
            LawForm::Exceptions { cells, law, .. } => {
                matches!(**law, LawForm::Expression(Expr::Constant(_)))
                    && cells.len() * TIMES_OVER <= table.len()
            }
            _ => false,
        };
        let most = if table.len() < FEWEST { null_bits } else { most_bits(null_bits) };
        if (bits < most || is_plain)
            && self.wants(form.class())
            && self.laws.iter().all(|law| law.form != form)
            && form.is_exact(table)
        {
            self.laws.push(Law::of(form, table, null_bits, self.held_back));
        }
    }

    fn wants(&self, class: LawClass) -> bool {
        self.search.classes.is_empty() || self.search.classes.contains(&class)
    }

    fn run(&mut self, table: &Table, null_bits: f64) -> Result<(), Stopped> {
        let limits = &self.search.limits;
        if self.begins(LawClass::Periods)
            && let Some(law) = period::find(table, limits)?
        {
            self.offer(LawForm::Periodic(law), table, null_bits);
        }
        if self.begins(LawClass::Sets) {
            // a period tells the same of numbers of any size
            let has_period = self.laws.iter().any(|law| law.form.class() == LawClass::Periods);
            if let Some(law) = sets::find(table).filter(|law| !has_period || !law.has_period()) {
                self.offer(LawForm::Recurrence(law), table, null_bits);
            }
            if let Some(law) = sets::complementary(table, self.held_back) {
                self.offer(LawForm::Complementary(law), table, null_bits);
            }
        }
        limits.check()?;
        // what is short is found at once
        let expressions = self.wants(LawClass::Expressions);
        if expressions {
            self.expression(table, null_bits, &everything(3_000, false), 1.0)?;
            if let Some(leaves) = (0..table.dimension()).find_map(|by| shares(table, by)) {
                let profile = profile(ARITHMETIC, SHARES_OF_TWO, 20_000, leaves);
                self.expression(table, null_bits, &profile, 0.3)?;
            }
        }
        if self.begins(LawClass::Parts) && !self.is_sure(null_bits) {
            self.parts(table, null_bits, &[parts::separable])?;
        }
        if self.begins(LawClass::Automata) {
            self.automata(table, null_bits)?;
        }
        // laws that call themselves, while they are short
        let recursive = self.wants(LawClass::Recursion);
        if recursive && !self.is_sure(null_bits) {
            if !expressions {
                self.begins(LawClass::Recursion);
            }
            self.recursion(table, null_bits, SHORT, 0.3)?;
        }
        if self.begins(LawClass::Slices) && !self.is_sure(null_bits) {
            self.slices(table, null_bits)?;
        }
        if self.wants(LawClass::Parts) && !self.is_sure(null_bits) {
            self.parts(table, null_bits, &[parts::rows, parts::residues, parts::exceptions])?;
        }
        if expressions {
            self.begins(LawClass::Expressions);
            self.long_expressions(table, null_bits)?;
        }
        if recursive && !expressions && !self.is_sure(null_bits) {
            self.begins(LawClass::Recursion);
            self.recursion(table, null_bits, 60_000, 1.0)?;
        }
        if self.wants(LawClass::Automata) && !self.is_sure(null_bits) {
            for law in learn::in_further_bases(table, null_bits, &self.search.limits)? {
                self.offer(LawForm::Automaton(law), table, null_bits);
            }
        }
        Ok(())
    }

    fn automata(&mut self, table: &Table, null_bits: f64) -> Result<(), Stopped> {
        let (bound, limits) = (null_bits.min(self.best() / null::SHARE), &self.search.limits);
        for law in learn::find(table, bound, limits)? {
            self.offer(LawForm::Automaton(law), table, null_bits);
        }
        if self.is_sure(null_bits) {
            return Ok(());
        }
        // words of cells that begin at 1 hide what an automaton of the cells less 1 would see
        let learned = &mut |table: &Table| {
            let laws = learn::find(table, bound, limits).ok()?;
            let cheapest = laws.into_iter().min_by(|a, b| a.bits().total_cmp(&b.bits()));
            cheapest.map(LawForm::Automaton)
        };
        if let Some(law) = parts::shifted(table, learned) {
            self.offer(law, table, null_bits);
        }
        limits.check()
    }

    /// The automata of a table.
    fn of_automata(mut self, table: &Table) -> Vec<Law> {
        // what was found before a limit is kept
        let _ = self.automata(table, null::bits(table.values()));
        self.laws
    }

    /// Laws that call themselves at one of some smaller cells; what cases leave open of them is searched where
    /// so many kinds of expressions are.
    fn recursion(
        &mut self,
        table: &Table,
        null_bits: f64,
        most: usize,
        share: f64,
    ) -> Result<(), Stopped> {
        for cell in smaller_cells(table) {
            if self.is_sure(null_bits) {
                return Ok(());
            }
            let quotient = match cell.first() {
                Some(Expr::Binary(Binary::Mod, a, b)) => {
                    Some(Expr::Binary(Binary::Div, a.clone(), b.clone()))
                }
                _ => None,
            };
            let call: Vec<Expr> = [Expr::Smaller(cell)].into_iter().chain(quotient).collect();
            let mut profile = profile(RECURSIVE, RECURSIVE_OF_TWO, most, call.clone());
            profile.constants = 2;
            let mut open = Open::default();
            self.open_expression(table, null_bits, &profile, share, &mut open)?;
            if most > SHORT {
                self.peeled(table, null_bits, open.cases, call, PEELED_OF_CALLS)?;
            }
        }
        Ok(())
    }

    fn long_expressions(&mut self, table: &Table, null_bits: f64) -> Result<(), Stopped> {
        if self.is_sure(null_bits) {
            let periodic = self.right().any(|law| law.form.class() == LawClass::Periods);
            let deep = !periodic && self.best() > LONG;
            return self.expression(table, null_bits, &everything(30_000, deep), 0.3);
        }
        let leaves = likely(table);
        let mut profiles = Vec::new();
        if table.dimension() == 1 {
            profiles.push(profile(ROOTS, ROOTS_OF_TWO, 60_000, Vec::new()));
        }
        profiles.push(Profile { leaves: leaves.clone(), ..everything(100_000, true) });
        let narrow =
            [(ARITHMETIC, ARITHMETIC_OF_TWO), (NUMBERS, NUMBERS_OF_TWO), (DIGITS, DIGITS_OF_TWO)];
        profiles.extend(narrow.map(|(unary, binary)| {
            let profile = profile(unary, binary, 120_000, leaves.clone());
            Profile { deeper: true, ..profile }
        }));
        let mut left: Vec<(Profile, Open)> = Vec::new();
        for profile in profiles {
            if self.is_sure(null_bits) {
                return Ok(());
            }
            let mut open = Open::default();
            self.open_expression(table, null_bits, &profile, 0.3, &mut open)?;
            left.push((profile, open));
        }
        if self.wants(LawClass::Recursion) && !self.is_sure(null_bits) {
            self.begins(LawClass::Recursion);
            self.recursion(table, null_bits, 60_000, 0.5)?;
        }
        let mut cases = Vec::new();
        for (mut profile, open) in left {
            if self.is_sure(null_bits) {
                return Ok(());
            }
            cases.extend(open.cases);
            if profile.deeper {
                profile.leaves.extend(open.features);
                profile = Profile { most: 40_000, deeper: false, ..profile };
                self.expression(table, null_bits, &profile, 0.4)?;
            }
        }
        cases.sort_by_key(|case| case.price);
        self.peeled(table, null_bits, cases, Vec::new(), PEELED)
    }

    /// What some cases leave open is searched alone.
    fn peeled(
        &mut self,
        table: &Table,
        null_bits: f64,
        cases: Vec<Case>,
        leaves: Vec<Expr>,
        most: [usize; 2],
    ) -> Result<(), Stopped> {
        if self.is_sure(null_bits) {
            return Ok(());
        }
        let (cost, tables) = (self.most_cost(null_bits), self.tables);
        let limits = self.search.limits.share(0.5);
        let found = enumerate::peel(table, tables, cases, leaves, most, cost, &limits);
        self.take(found, table, null_bits)
    }

    /// Tables that fall into smaller ones.
    fn parts(&mut self, table: &Table, null_bits: f64, ways: &[Way]) -> Result<(), Stopped> {
        let (tables, limits) = (self.tables, self.search.limits.clone());
        for way in ways {
            if let Some(law) = way(table, &mut |part| quick(part, tables, &limits)) {
                self.offer(law, table, null_bits);
            }
            limits.check()?;
        }
        Ok(())
    }

    /// Whether a law is there that is far shorter than the list, or a period, which was seen twice over.
    fn is_sure(&self, null_bits: f64) -> bool {
        let periodic = self.right().any(|law| law.form.class() == LawClass::Periods);
        let sure = (SURE * null_bits).max(TRIVIAL.min(most_bits(null_bits)));
        !self.search.more && (periodic || self.best() < sure)
    }

    fn expression(
        &mut self,
        table: &Table,
        null_bits: f64,
        profile: &Profile,
        share: f64,
    ) -> Result<(), Stopped> {
        self.open_expression(table, null_bits, profile, share, &mut Open::default())
    }

    /// Looks for an expression in a share of the time, and tells what is open where there is none.
    fn open_expression(
        &mut self,
        table: &Table,
        null_bits: f64,
        profile: &Profile,
        of_time: f64,
        open: &mut Open,
    ) -> Result<(), Stopped> {
        let limits = self.search.limits.share(of_time);
        let calls = self.wants(LawClass::Recursion);
        let mut profile = Profile { calls, ..profile.clone() };
        let wanted = self.search.leaves.iter();
        let of = |&op: &Unary| {
            (0..table.dimension()).map(move |axis| Expr::unary(op, Expr::Coordinate(axis)))
        };
        profile.leaves.extend(wanted.flat_map(of));
        let cost = self.most_cost(null_bits);
        let found = enumerate::find(table, self.tables, &profile, cost, open, &limits);
        self.take(found, table, null_bits)
    }

    /// The symbols that an expression may have so that it is a law, and shorter than those there are.
    fn most_cost(&self, null_bits: f64) -> u8 {
        let best = self.best().min(most_bits(null_bits));
        ((best / BITS_A_SYMBOL) as u64).min(LONGEST.into()) as u8
    }

    fn take(
        &mut self,
        found: Result<Option<Expr>, Stopped>,
        table: &Table,
        null_bits: f64,
    ) -> Result<(), Stopped> {
        match found {
            Ok(Some(expr)) => self.offer(LawForm::Expression(expr), table, null_bits),
            Ok(None) => {}
            // the share of this search is over, not the time of all
            Err(Stopped::Time) => self.search.limits.check()?,
            Err(stopped) => return Err(stopped),
        }
        Ok(())
    }

    /// The law of the periods of the rows, and that of the folded table.
    fn slices(&mut self, table: &Table, null_bits: f64) -> Result<(), Stopped> {
        if let Some(law) = slice_of(table, self.tables, &self.search.limits)? {
            self.offer(law, table, null_bits);
        }
        Ok(())
    }
}

/// The law of rows that are periodic, with a period that is a law of the other coordinates.
fn slice_of(table: &Table, tables: &Tables, limits: &Limits) -> Result<Option<LawForm>, Stopped> {
    if table.dimension() < 2 {
        return Ok(None);
    }
    for period in slice::periods(table, limits)? {
        let Some(folded) = slice::folded(table, |rest| slice::natural(&period, rest)) else {
            continue;
        };
        let profiles = [
            everything(20_000, true),
            profile(ARITHMETIC, ARITHMETIC_OF_TWO, 60_000, Vec::new()),
            profile(ARITHMETIC, ARITHMETIC_OF_TWO, 60_000, slice::lengths(&period).into()),
        ];
        // what is negative in part may have a law that is shorter with the other sign
        let signed = folded.values().iter().any(|&value| value < 0);
        let turned = signed.then(|| folded.negative());
        for profile in &profiles {
            for (folded, is_turned) in [(Some(&folded), false), (turned.as_ref(), true)] {
                let Some(folded) = folded else { continue };
                let open = &mut Open::default();
                let found = enumerate::find(folded, tables, profile, LONGEST, open, limits)?;
                let Some(mut expr) = found else { continue };
                if is_turned {
                    expr = Expr::binary(Binary::Sub, Expr::Constant(0), expr);
                }
                let (period, within) = (
                    Box::new(LawForm::Expression(period.clone())),
                    Box::new(LawForm::Expression(expr)),
                );
                let from = table.low()[0];
                return Ok(Some(LawForm::Slice { from, period, within }));
            }
        }
    }
    Ok(None)
}

/// Tables of so few rows are looked through for periods that grow with the row where they are parts of others.
const FEW_ROWS: i64 = 16;

/// The cheapest law of a small table that is found without a long search.
fn quick(table: &Table, tables: &Tables, limits: &Limits) -> Option<LawForm> {
    let null_bits = null::bits(table.values());
    let period = period::find(table, limits).ok()?;
    let mut laws: Vec<LawForm> = period.map(LawForm::Periodic).into_iter().collect();
    laws.extend(sets::find(table).map(LawForm::Recurrence));
    let expr = enumerate::find(
        table,
        tables,
        &everything(6_000, false),
        LONGEST,
        &mut Open::default(),
        limits,
    )
    .ok()?;
    laws.extend(expr.map(LawForm::Expression));
    let last = table.dimension() - 1;
    if laws.is_empty() && table.high()[last] - table.low()[last] < FEW_ROWS {
        laws.extend(slice_of(table, tables, limits).ok()?);
    }
    if laws.is_empty() {
        let learned = learn::find(table, null_bits, limits).ok()?;
        laws.extend(learned.into_iter().map(LawForm::Automaton));
    }
    // a part that is nearly constant has no room for a law that is much shorter
    let is_short = |law: &LawForm| law.bits() < null_bits * null::SHARE || law.bits() < 24.0;
    laws.retain(|law| is_short(law) && law.is_exact(table));
    laws.into_iter().min_by(|a, b| a.bits().total_cmp(&b.bits()))
}

/// Whether values stay where two coordinates are exchanged, as far as both are in the table.
fn may_swap(table: &Table, one: usize, other: usize) -> bool {
    table.rows().all(|(cell, value)| {
        let mut cell = cell.to_vec();
        cell.swap(one, other);
        table.get(&cell).is_none_or(|other| other == value)
    })
}

/// Of three coordinates the quotients of two by the third, and their sum, where those two may change places and the
/// third is above 0.
fn shares(table: &Table, by: usize) -> Option<Vec<Expr>> {
    let [one, other] = [(by + 1) % 3, (by + 2) % 3];
    let is_share = table.dimension() == 3 && table.low()[by] > 0 && may_swap(table, one, other);
    let x = Expr::Coordinate;
    let share = |axis| Expr::binary(Binary::Div, x(axis), x(by));
    is_share.then(|| vec![share(one), share(other), Expr::binary(Binary::Add, x(one), x(other))])
}

/// Expressions that stand at the price of a coordinate: coordinates less 1 where the table begins at 1, and what does
/// not depend on the order of the coordinates where the values do not.
fn likely(table: &Table) -> Vec<Expr> {
    let x = Expr::Coordinate;
    let dimension = table.dimension();
    let mut leaves: Vec<Expr> = Vec::new();
    let from_one = (0..dimension).filter(|&axis| table.low()[axis] == 1);
    leaves.extend(from_one.map(|axis| Expr::unary(Unary::Dec, x(axis))));
    let is_symmetric = (1..dimension).all(|axis| may_swap(table, 0, axis));
    if dimension > 1 && is_symmetric && table.low().iter().all(|low| *low == table.low()[0]) {
        let all =
            |op: Binary| (1..dimension).fold(x(0), |all, axis| Expr::binary(op, all, x(axis)));
        leaves.extend([Binary::Min, Binary::Max, Binary::Add, Binary::Xor].map(all));
    }
    leaves
}

fn everything(most: usize, deep: bool) -> Profile {
    profile_of(Unary::ALL, Binary::ALL, most, Vec::new(), deep)
}

fn profile(
    unary: &'static [Unary],
    binary: &'static [Binary],
    most: usize,
    leaves: Vec<Expr>,
) -> Profile {
    profile_of(unary, binary, most, leaves, true)
}

fn profile_of(
    unary: &'static [Unary],
    binary: &'static [Binary],
    most: usize,
    leaves: Vec<Expr>,
    deep: bool,
) -> Profile {
    Profile { unary, binary, constants: 4, leaves, most, deep, deeper: false, calls: false }
}

/// The smaller cells at which a law of a table may ask itself. Where the order of two numbers does not matter, one is
/// what the larger leaves when the smaller is taken off as often as can be.
fn smaller_cells(table: &Table) -> Vec<Vec<Expr>> {
    let dimension = table.dimension();
    let x = Expr::Coordinate;
    let one = |op: Unary| (0..dimension).map(|axis| Expr::unary(op, x(axis))).collect::<Vec<_>>();
    let by_least = |axis: usize| {
        Expr::binary(Binary::Max, Expr::Constant(1), Expr::unary(Unary::Divisor, x(axis)))
    };
    match dimension {
        1 => vec![one(Unary::Half), one(Unary::Dec), vec![by_least(0)]],
        2 => [
            vec![Expr::binary(Binary::Mod, x(1), x(0)), x(0)],
            one(Unary::Half),
            one(Unary::Dec),
            vec![by_least(0), by_least(1)],
            vec![Expr::unary(Unary::Dec, x(0)), Expr::unary(Unary::Half, x(1))],
            vec![Expr::unary(Unary::Half, x(0)), Expr::unary(Unary::Dec, x(1))],
        ]
        .into_iter()
        .chain(may_swap(table, 0, 1).then(|| {
            let of = |op| Expr::binary(op, x(0), x(1));
            let (larger, smaller) = (of(Binary::Max), of(Binary::Min));
            vec![Expr::binary(Binary::Mod, larger, smaller.clone()), smaller]
        }))
        .collect(),
        _ => Vec::new(),
    }
}
