//! Laws as automata: what a finder says of every cell becomes a relation between cell and value, or a set of cells.

use crate::automata::{Join, Workshop};
use crate::few::by_cases;
use crate::signed::signed;
use farstar_find::{self as find, Binary, Encoding, Expr, LawForm, Periodic, Reading, Unary};
use farstar_play::Stopped;
use farstar_referee::{Automaton, Diagrams, Var};

/// An automaton of a law, or that it has none here.
type Made = Result<Option<Automaton>, Stopped>;

/// Terms of a period that are built.
const LONGEST_PERIOD: usize = 1_200;
/// Constants in expressions.
const LARGEST: i64 = 4_096;
/// Numbers of which the common divisors with others are told by their remainders.
const MOST_GCD: i64 = 16;

/// v(n + p) = v(n) + s: for each saltus a product of n up to the period, and of p·v − s·n.
pub(crate) fn periodic(shop: &mut Workshop<'_>, law: &Periodic) -> Made {
    let (first, period) = (law.first, law.period() as i64);
    let start = law.start();
    let large = law.values.iter().any(|&v| !(0..=LARGEST).contains(&v));
    if law.values.len() > LONGEST_PERIOD || first < 0 || large {
        return Ok(None);
    }
    let mut slopes = law.saltus.clone();
    slopes.sort_unstable();
    slopes.dedup();
    let mut all: Option<Automaton> = None;
    for &slope in &slopes {
        if !(0..=LARGEST).contains(&slope) {
            return Ok(None);
        }
        // what p·v − s·n is at each place, exact before the period
        let mut wanted: Vec<Option<i64>> = vec![None; (start + period) as usize];
        for (place, &value) in law.values.iter().enumerate() {
            let n = first + place as i64;
            let term = place.checked_sub(law.preperiod);
            let own = term
                .map_or(slopes[0], |term| law.saltus[if law.saltus.len() == 1 { 0 } else { term }]);
            if own == slope {
                wanted[n as usize] = Some(period * value - slope * n);
            }
        }
        let most = wanted.iter().flatten().map(|w| w.abs()).max().unwrap_or(0);
        let window = most.max(period).max(slope) + period + slope;
        let step = |_: &Diagrams, state: &Option<(i64, i64)>, d: &[usize]| {
            let (n, t) = (*state)?;
            let (n, t) = (2 * n + d[0] as i64, 2 * t + period * d[1] as i64 - slope * d[0] as i64);
            let n = if n < start + period { n } else { start + (n - start) % period };
            (t.abs() <= window).then_some((n, t))
        };
        let accepts =
            |state: &Option<(i64, i64)>| state.is_some_and(|(n, t)| wanted[n as usize] == Some(t));
        let one = shop.diagrams.written(&[0, 1], Some((0, 0)), &step, &accepts);
        let one = shop.least(&one)?;
        all = Some(match all {
            Some(before) => shop.product(&before, &one, Join::Either)?,
            None => one,
        });
    }
    Ok(all)
}

/// An automaton that was learned: the cells of some values, or each value put beside its cells, if they are few.
pub(crate) fn learned(
    shop: &mut Workshop<'_>,
    law: &find::Automaton,
    wanted: Option<&[i64]>,
    legal: Option<&Automaton>,
) -> Made {
    let digits = shop.diagrams.digits();
    let symbols = law.next[0].len();
    let mut tracks = 0u32;
    while digits.pow(tracks) < symbols {
        tracks += 1;
    }
    // words may begin with zeros: the start is where they lead
    let mut start = 0u32;
    for _ in 0..law.states() {
        start = law.next.get(start as usize).map_or(u32::MAX, |row| row[0]);
    }
    let settled = law.next.get(start as usize).is_some_and(|row| row[0] == start);
    if digits.pow(tracks) != symbols || !settled {
        return Ok(None);
    }
    let reading = |accepts: Vec<bool>, shop: &mut Workshop<'_>| -> Result<Automaton, Stopped> {
        let step = |_: &Diagrams, state: &u32, d: &[usize]| {
            let symbol = d.iter().fold(0, |symbol, digit| symbol * digits + digit);
            law.next.get(*state as usize).map_or(u32::MAX, |row| row[symbol])
        };
        let accepts = |state: &u32| accepts.get(*state as usize) == Some(&true);
        let tracks: Vec<Var> = (0..tracks as Var).collect();
        let mut made = shop.diagrams.written(&tracks, start, &step, &accepts);
        made = shop.least(&made)?;
        if let Some(legal) = legal {
            for &track in &tracks {
                let legal = shop.diagrams.renamed(legal, &[track]);
                made = shop.product(&made, &legal, Join::Both)?;
            }
        }
        Ok(made)
    };
    match &law.reading {
        Reading::Relation(_, accepts) => Ok(Some(reading(accepts.clone(), shop)?)),
        Reading::Output(values) => {
            if let Some(wanted) = wanted {
                let accepts = values.iter().map(|v| wanted.contains(v)).collect();
                return Ok(Some(reading(accepts, shop)?));
            }
            let mut all: Option<Automaton> = None;
            let mut distinct = values.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if legal.is_some() || distinct.iter().any(|v| !(0..=LARGEST).contains(v)) {
                return Ok(None);
            }
            for value in distinct {
                let cells = reading(values.iter().map(|&v| v == value).collect(), shop)?;
                let number = shop.diagrams.linear(&[(1, tracks as Var)], -value, false);
                let both = shop.product(&cells, &number, Join::Both)?;
                all = Some(match all {
                    Some(before) => shop.product(&before, &both, Join::Either)?,
                    None => both,
                });
            }
            Ok(all)
        }
    }
}

/// Whether a learned automaton reads powers beside its cells.
pub(crate) fn is_hot(law: &LawForm) -> bool {
    match law {
        LawForm::Automaton(law) => matches!(law.reading, Reading::Relation(Encoding::Hot, _)),
        LawForm::Shifted { law, .. } => is_hot(law),
        _ => false,
    }
}

/// The cells where a law has one of some values.
pub(crate) fn set(
    shop: &mut Workshop<'_>,
    law: &LawForm,
    coordinates: usize,
    wanted: &[i64],
    legal: Option<&Automaton>,
) -> Made {
    match law {
        LawForm::Automaton(law) if matches!(law.reading, Reading::Output(_)) => {
            learned(shop, law, Some(wanted), legal)
        }
        LawForm::Shifted { by, law } => match set(shop, law, coordinates, wanted, legal)? {
            Some(inner) => shifted(shop, &inner, by).map(Some),
            None => Ok(None),
        },
        _ => match relation(shop, law, coordinates, legal)? {
            Some(relation) if !is_hot(law) => valued(shop, &relation, wanted).map(Some),
            _ => Ok(None),
        },
    }
}

/// The relation between cells and values of a law.
pub(crate) fn relation(
    shop: &mut Workshop<'_>,
    law: &LawForm,
    coordinates: usize,
    legal: Option<&Automaton>,
) -> Made {
    if let LawForm::Automaton(law) = law {
        return learned(shop, law, None, legal);
    }
    if legal.is_some() || shop.diagrams.digits() != 2 && !matches!(law, LawForm::Shifted { .. }) {
        return Ok(None);
    }
    match law {
        LawForm::Periodic(law) => periodic(shop, law),
        LawForm::Expression(law) => expression(shop, law, coordinates),
        LawForm::Shifted { by, law: inner } => {
            let Some(inner) = relation(shop, inner, coordinates, legal)? else { return Ok(None) };
            shifted(shop, &inner, by).map(Some)
        }
        LawForm::Residues { first, parts } => residues(shop, *first, parts, coordinates),
        LawForm::Rows { first, parts } => rows(shop, *first, parts, coordinates),
        LawForm::Separable { op, parts } => separable(shop, *op, parts),
        LawForm::Exceptions { cells, low, law } => {
            let Some(inner) = relation(shop, law, coordinates, legal)? else { return Ok(None) };
            excepted(shop, inner, cells, low).map(Some)
        }
        _ => Ok(None),
    }
}

/// The law of the cells less a cell.
fn shifted(shop: &mut Workshop<'_>, law: &Automaton, by: &[i64]) -> Result<Automaton, Stopped> {
    let mut made = law.clone();
    let spare = law.tracks.iter().max().map_or(0, |&most| most + 1);
    for (axis, &by) in by.iter().enumerate().filter(|(_, by)| **by != 0) {
        let to: Vec<Var> =
            made.tracks.iter().map(|&t| if t == axis as Var { spare } else { t }).collect();
        made = shop.diagrams.renamed(&made, &to);
        let step = shop.diagrams.linear(&[(1, axis as Var), (-1, spare)], -by, false);
        let both = shop.product(&made, &step, Join::Both)?;
        made = shop.project(&both, &[spare])?;
    }
    Ok(made)
}

/// A law for each residue of the last coordinate, by how many times it was passed.
fn residues(shop: &mut Workshop<'_>, first: i64, parts: &[LawForm], coordinates: usize) -> Made {
    let (many, last, value) = (parts.len() as i64, coordinates as Var - 1, coordinates as Var);
    let often = value + 1;
    let mut all: Option<Automaton> = None;
    for (part, residue) in parts.iter().zip(first..) {
        let Some(one) = relation(shop, part, coordinates, None)? else { return Ok(None) };
        // n = many·k + residue
        let tracks: Vec<Var> = (0..last).chain([often, value]).collect();
        if one.tracks.len() != tracks.len() {
            return Ok(None);
        }
        let one = shop.diagrams.renamed(&one, &tracks);
        let times = shop.diagrams.linear(&[(1, last), (-many, often)], -residue, false);
        let both = shop.product(&one, &times, Join::Both)?;
        let one = shop.project(&both, &[often])?;
        all = Some(match all {
            Some(before) => shop.product(&before, &one, Join::Either)?,
            None => one,
        });
    }
    Ok(all)
}

/// A law of the other coordinates for each number of the last one, the last law from there on.
fn rows(shop: &mut Workshop<'_>, first: i64, parts: &[LawForm], coordinates: usize) -> Made {
    let (last, value) = (coordinates as Var - 1, coordinates as Var);
    let mut all: Option<Automaton> = None;
    for (at, part) in parts.iter().enumerate() {
        let Some(one) = relation(shop, part, coordinates - 1, None)? else { return Ok(None) };
        // what does not matter is read too
        let tracks: Vec<Var> = (0..last).chain([value]).collect();
        if one.tracks.len() != tracks.len() {
            return Ok(None);
        }
        let one = shop.diagrams.renamed(&one, &tracks);
        let number = first + at as i64;
        let here = match at + 1 < parts.len() {
            true => shop.diagrams.linear(&[(1, last)], -number, false),
            false => shop.diagrams.linear(&[(-1, last)], number, true),
        };
        let one = shop.product(&one, &here, Join::Both)?;
        all = Some(match all {
            Some(before) => shop.product(&before, &one, Join::Either)?,
            None => one,
        });
    }
    Ok(all)
}

/// Laws of the coordinates, joined by their sum or nim sum.
fn separable(shop: &mut Workshop<'_>, op: Binary, parts: &[LawForm]) -> Made {
    let (value, count) = (parts.len() as Var, parts.len() as Var);
    let mut all: Option<(Automaton, Var)> = None;
    for (axis, part) in (0..).zip(parts) {
        let Some(one) = relation(shop, part, 1, None)? else { return Ok(None) };
        let own = count + 1 + 2 * axis;
        let one = shop.diagrams.renamed(&one, &[axis, own]);
        all = Some(match all {
            None => (one, own),
            Some((before, sum)) => {
                let to = if axis + 1 == count { value } else { own + 1 };
                let mut builder = Builder { shop, fresh: 100 };
                let Some(join) = builder.joined(op, sum, own, to) else { return Ok(None) };
                let both = shop.product(&before, &one, Join::Both)?;
                let both = shop.product(&both, &join, Join::Both)?;
                (shop.project(&both, &[sum, own])?, to)
            }
        });
    }
    Ok(all.map(|(made, _)| made))
}

/// A law from a cell on, but for some cells.
fn excepted(
    shop: &mut Workshop<'_>,
    law: Automaton,
    cells: &[(Vec<i64>, i64)],
    low: &[i64],
) -> Result<Automaton, Stopped> {
    let mut made = law;
    for (axis, &low) in low.iter().enumerate().filter(|(_, low)| **low > 0) {
        let above = shop.diagrams.linear(&[(-1, axis as Var)], low, true);
        made = shop.product(&made, &above, Join::Both)?;
    }
    for (cell, value) in cells {
        let mut here: Option<Automaton> = None;
        for (axis, &x) in (0..).zip(cell) {
            let at = shop.diagrams.linear(&[(1, axis)], -x, false);
            here = Some(match here {
                Some(here) => shop.product(&here, &at, Join::Both)?,
                None => at,
            });
        }
        let Some(here) = here else { continue };
        made = shop.product(&made, &here, Join::Without)?;
        let value = shop.diagrams.linear(&[(1, cell.len() as Var)], -value, false);
        let own = shop.product(&here, &value, Join::Both)?;
        made = shop.product(&made, &own, Join::Either)?;
    }
    Ok(made)
}

/// The cells of a relation that have one of some values.
fn valued(
    shop: &mut Workshop<'_>,
    relation: &Automaton,
    wanted: &[i64],
) -> Result<Automaton, Stopped> {
    let value = *relation.tracks.last().unwrap_or(&0);
    let mut any: Option<Automaton> = None;
    for &wanted in wanted {
        let one = shop.diagrams.linear(&[(1, value)], -wanted, false);
        any = Some(match any {
            Some(any) => shop.product(&any, &one, Join::Either)?,
            None => one,
        });
    }
    let Some(any) = any else { return Ok(relation.clone()) };
    let both = shop.product(relation, &any, Join::Both)?;
    shop.project(&both, &[value])
}

/// An expression of a cell with so many coordinates, in base 2: tracks 0, 1, … and the value behind them.
pub(crate) fn expression(shop: &mut Workshop<'_>, expr: &Expr, coordinates: usize) -> Made {
    let mut builder = Builder { shop, fresh: coordinates as Var + 1 };
    let expr = &by_cases(expr);
    let made = match signed(expr) {
        Some([more, less]) if less != Expr::Constant(0) => {
            builder.binary(Binary::Sub, &more, &less, coordinates as Var)?
        }
        Some([more, _]) => builder.of(&more, coordinates as Var)?,
        None => builder.of(expr, coordinates as Var)?,
    };
    let Some(mut made) = made else { return Ok(None) };
    // coordinates that do not matter are read too
    made.tracks = (0..=coordinates as Var).collect();
    Ok(Some(made))
}

struct Builder<'s, 'l> {
    shop: &'s mut Workshop<'l>,
    fresh: Var,
}

impl Builder<'_, '_> {
    fn fresh(&mut self) -> Var {
        self.fresh += 1;
        self.fresh - 1
    }

    fn linear(&mut self, terms: &[(i64, Var)], constant: i64, at_most: bool) -> Automaton {
        let mut terms = terms.to_vec();
        terms.sort_by_key(|t| t.1);
        self.shop.diagrams.linear(&terms, constant, at_most)
    }

    /// A relation that holds digit by digit.
    fn letters(&mut self, tracks: &[Var], holds: &dyn Fn(&[usize]) -> bool) -> Automaton {
        let step = |_: &Diagrams, s: &bool, d: &[usize]| *s && holds(d);
        let canonical: Vec<Var> = (0..tracks.len() as Var).collect();
        let made = self.shop.diagrams.written(&canonical, true, &step, &|&s| s);
        self.shop.diagrams.renamed(&made, tracks)
    }

    fn both(&mut self, a: &Automaton, b: &Automaton) -> Result<Automaton, Stopped> {
        self.shop.product(a, b, Join::Both)
    }

    fn either(&mut self, a: &Automaton, b: &Automaton) -> Result<Automaton, Stopped> {
        self.shop.product(a, b, Join::Either)
    }

    /// a op b = out, of the operations that need no case.
    fn joined(&mut self, op: Binary, a: Var, b: Var, out: Var) -> Option<Automaton> {
        Some(match op {
            Binary::Add => self.linear(&[(1, a), (1, b), (-1, out)], 0, false),
            Binary::Sub => self.linear(&[(1, a), (-1, b), (-1, out)], 0, false),
            Binary::Xor => self.letters(&[a, b, out], &|d| d[0] ^ d[1] == d[2]),
            Binary::Or => self.letters(&[a, b, out], &|d| d[0] | d[1] == d[2]),
            Binary::And => self.letters(&[a, b, out], &|d| d[0] & d[1] == d[2]),
            _ => return None,
        })
    }

    /// out = x by condition, else y, where the two exclude each other.
    fn flag(&mut self, holds: &Automaton, fails: &Automaton, out: Var) -> Made {
        let (one, zero) = (self.linear(&[(1, out)], -1, false), self.linear(&[(1, out)], 0, false));
        let (yes, no) = (self.both(holds, &one)?, self.both(fails, &zero)?);
        self.either(&yes, &no).map(Some)
    }

    /// The relation of a function of one argument, put behind the expression of the argument.
    fn behind(&mut self, inner: &Expr, x: Var, relation: &Automaton) -> Made {
        let Some(inner) = self.of(inner, x)? else { return Ok(None) };
        let both = self.both(&inner, relation)?;
        self.shop.project(&both, &[x]).map(Some)
    }

    fn of(&mut self, expr: &Expr, out: Var) -> Made {
        Ok(Some(match expr {
            Expr::Coordinate(i) => self.linear(&[(1, *i as Var), (-1, out)], 0, false),
            Expr::Constant(c) => {
                let c = *c;
                if c.abs() > LARGEST {
                    return Ok(None);
                }
                self.linear(&[(1, out)], -c, false)
            }
            Expr::Unary(op, inner) => return self.unary(*op, inner, out),
            Expr::Binary(op, x, y) => return self.binary(*op, x, y, out),
            Expr::If(test, x, y) => {
                let t = self.fresh();
                let (Some(test), Some(x), Some(y)) =
                    (self.of(&test_of(test), t)?, self.of(x, out)?, self.of(y, out)?)
                else {
                    return Ok(None);
                };
                let (some, none) =
                    (self.linear(&[(-1, t)], 1, true), self.linear(&[(1, t)], 0, false));
                let (yes, no) = (self.both(&some, &x)?, self.both(&none, &y)?);
                let any = self.either(&yes, &no)?;
                let both = self.both(&test, &any)?;
                self.shop.project(&both, &[t])?
            }
            Expr::Smaller(_) => return Ok(None),
        }))
    }

    fn unary(&mut self, op: Unary, inner: &Expr, out: Var) -> Made {
        // the highest power of two, and whether the digits 1 are odd in number, are functions together
        if let (Unary::Pow2, Expr::Unary(Unary::Lg, inner)) = (op, inner) {
            let x = self.fresh();
            let step = |_: &Diagrams, s: &u8, d: &[usize]| match (s, d[0], d[1]) {
                (0, 0, 0) => 0,
                (0, 1, 1) => 1,
                (1, _, 0) => 1,
                _ => 2,
            };
            let top = self.shop.diagrams.written(&[0, 1], 0u8, &step, &|&s| s == 1);
            let mut top = self.shop.diagrams.renamed(&top, &[x, out]);
            // lg 0 is 0, and 2^0 is 1
            let zero = (self.linear(&[(1, x)], 0, false), self.linear(&[(1, out)], -1, false));
            let zero = self.both(&zero.0, &zero.1)?;
            top = self.either(&top, &zero)?;
            return self.behind(inner, x, &top);
        }
        if let (Unary::Odd, Expr::Unary(Unary::Popcount, inner)) = (op, inner) {
            let x = self.fresh();
            let step = |_: &Diagrams, s: &bool, d: &[usize]| *s ^ (d[0] == 1);
            let odd = self.shop.diagrams.written(&[x], false, &step, &|&s| s);
            let even = self.shop.complement(&odd, None)?;
            let Some(flag) = self.flag(&odd, &even, out)? else { return Ok(None) };
            return self.behind(inner, x, &flag);
        }
        let x = self.fresh();
        let relation = match op {
            Unary::Inc => self.linear(&[(1, x), (-1, out)], 1, false),
            Unary::Dec => self.linear(&[(1, x), (-1, out)], -1, false),
            Unary::Half => {
                let low = self.linear(&[(-1, x), (2, out)], 0, true);
                let high = self.linear(&[(1, x), (-2, out)], -1, true);
                self.both(&low, &high)?
            }
            Unary::Odd => {
                let step = |_: &Diagrams, _: &bool, d: &[usize]| d[0] == 1;
                let odd = self.shop.diagrams.written(&[x], false, &step, &|&s| s);
                let even = self.shop.complement(&odd, None)?;
                return match self.flag(&odd, &even, out)? {
                    Some(flag) => self.behind(inner, x, &flag),
                    None => Ok(None),
                };
            }
            Unary::Not => {
                let (zero, some) =
                    (self.linear(&[(1, x)], 0, false), self.linear(&[(-1, x)], 1, true));
                return match self.flag(&zero, &some, out)? {
                    Some(flag) => self.behind(&test_of(inner), x, &flag),
                    None => Ok(None),
                };
            }
            Unary::Lowbit => {
                // 0…, then the last 1 of x, then zeros
                let step = |_: &Diagrams, s: &u8, d: &[usize]| match (s, d[0], d[1]) {
                    (0, _, 0) => 0,
                    (0, 1, 1) => 1,
                    (1, 0, 0) => 1,
                    _ => 2,
                };
                let last = self.shop.diagrams.written(&[0, 1], 0u8, &step, &|&s| s == 1);
                let last = self.shop.diagrams.renamed(&last, &[x, out]);
                let zero = (self.linear(&[(1, x)], 0, false), self.linear(&[(1, out)], 0, false));
                let zero = self.both(&zero.0, &zero.1)?;
                self.either(&last, &zero)?
            }
            _ => return Ok(None),
        };
        self.behind(inner, x, &relation)
    }

    fn binary(&mut self, op: Binary, x: &Expr, y: &Expr, out: Var) -> Made {
        if let &Expr::Constant(c) = y
            && (1..=64).contains(&c)
            && let Some((terms, constant)) = match op {
                Binary::Mul => Some((vec![c, -1], 0)),
                _ => None,
            }
        {
            let a = self.fresh();
            let relation = self.linear(&[(terms[0], a), (terms[1], out)], constant, false);
            return self.behind(x, a, &relation);
        }
        if let &Expr::Constant(c) = y
            && (1..=64).contains(&c)
            && matches!(op, Binary::Mod | Binary::Div)
        {
            // a = c·q + r
            let (a, other) = (self.fresh(), self.fresh());
            let (q, r) = if op == Binary::Div { (out, other) } else { (other, out) };
            let sum = self.linear(&[(1, a), (-c, q), (-1, r)], 0, false);
            let small = self.linear(&[(1, r)], 1 - c, true);
            let both = self.both(&sum, &small)?;
            let relation = self.shop.project(&both, &[other])?;
            return self.behind(x, a, &relation);
        }
        if let &Expr::Constant(c) = y
            && (1..=MOST_GCD).contains(&c)
            && op == Binary::Gcd
        {
            // a = c·q + r has the divisors of r and c
            let (a, q) = (self.fresh(), self.fresh());
            let mut relation = None;
            for r in 0..c {
                let rest = self.linear(&[(1, a), (-c, q)], -r, false);
                let rest = self.shop.project(&rest, &[q])?;
                let common = (1..=c).rev().find(|d| r % d == 0 && c % d == 0).unwrap_or(1);
                let divisor = self.linear(&[(1, out)], -common, false);
                let one = self.both(&rest, &divisor)?;
                relation = Some(match relation {
                    Some(others) => self.either(&others, &one)?,
                    None => one,
                });
            }
            let Some(relation) = relation else { return Ok(None) };
            return self.behind(x, a, &relation);
        }
        let (a, b) = (self.fresh(), self.fresh());
        let (less, more) =
            (self.linear(&[(1, a), (-1, b)], 1, true), self.linear(&[(-1, a), (1, b)], 0, true));
        let relation = match op {
            Binary::Min | Binary::Max => {
                let (is_a, is_b) = (
                    self.linear(&[(1, a), (-1, out)], 0, false),
                    self.linear(&[(1, b), (-1, out)], 0, false),
                );
                let (low, high) = if op == Binary::Min { (is_a, is_b) } else { (is_b, is_a) };
                let (one, two) = (self.both(&less, &low)?, self.both(&more, &high)?);
                self.either(&one, &two)?
            }
            Binary::Less => match self.flag(&less, &more, out)? {
                Some(flag) => flag,
                None => return Ok(None),
            },
            Binary::Equal => {
                let same = self.linear(&[(1, a), (-1, b)], 0, false);
                let other = self.shop.complement(&same, None)?;
                match self.flag(&same, &other, out)? {
                    Some(flag) => flag,
                    None => return Ok(None),
                }
            }
            op => match self.joined(op, a, b, out) {
                Some(joined) => joined,
                None => return Ok(None),
            },
        };
        let (Some(x), Some(y)) = (self.of(x, a)?, self.of(y, b)?) else { return Ok(None) };
        let first = self.both(&x, &relation)?;
        let first = self.shop.project(&first, &[a])?;
        let both = self.both(&first, &y)?;
        self.shop.project(&both, &[b]).map(Some)
    }
}

/// An expression that is 0 where another is, and may have an automaton where that has none.
fn test_of(test: &Expr) -> Expr {
    let of = |op, x: &Expr, y: &Expr| Expr::Binary(op, Box::new(x.clone()), Box::new(y.clone()));
    match test {
        Expr::Binary(Binary::Mul, x, y) => of(Binary::Min, &test_of(x), &test_of(y)),
        Expr::Binary(Binary::Gcd, x, y) => of(Binary::Add, x, y),
        Expr::Binary(Binary::Div, x, y) => {
            let reached = Expr::Unary(Unary::Not, Box::new(of(Binary::Less, x, y)));
            Expr::If(y.clone(), Box::new(reached), Box::new(Expr::Constant(0)))
        }
        Expr::Unary(Unary::Popcount | Unary::Sqrt | Unary::ZeckMin, x) => test_of(x),
        _ => test.clone(),
    }
}

/// The relation above 0, and 0 at 0.
pub(crate) fn with_zero(
    shop: &mut Workshop<'_>,
    relation: &Automaton,
) -> Result<Automaton, Stopped> {
    let some = shop.diagrams.linear(&[(-1, 0)], 1, true);
    let zero = shop.diagrams.linear(&[(1, 0), (1, 1)], 0, true);
    let above = shop.product(relation, &some, Join::Both)?;
    shop.product(&above, &zero, Join::Either)
}

/// What a law says of a cell.
pub(crate) fn value(law: &LawForm, cell: &[i128]) -> Option<i128> {
    law.value_at(cell)
}
