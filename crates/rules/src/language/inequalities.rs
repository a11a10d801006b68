//! Linear inequalities over the integers, and the proof that some have no solution. Variables are eliminated by Fourier
//! and Motzkin's method over the rationals. The only facts used beyond linear ones: `min(x,y) <= x, y <= max(x,y)`, and
//! each is x or y; `m * (x/m) = x`, so `2 (x/m) <= x` for `m >= 2` and `x >= 0`; `x mod m <= x` for `x >= 0`;
//! `k*b >= b` for `k >= 1`, `b >= 0`; `0 <= xor(x,y) <= x + y`; `0 <= gcd(x,y)`, and `1 <= gcd(x,y) <= x` for `x >= 1`;
//! of numbers that are not equal one is less by 1.

use super::expression::{Expr, Op};
use super::heap::Range;
use super::integer::gcd;

/// Most inequalities kept while eliminating; beyond, nothing is proved.
const MOST_ROWS: usize = 4000;
/// Most minima and maxima of which it is asked which number they are.
const MOST_EXTREMES: usize = 4;

/// A linear form; the last coefficient is the constant. As an inequality it says that the form is at least 0.
type Row = Vec<i128>;

pub(super) struct System {
    rows: Vec<Row>,
    variables: usize,
    /// A known lower bound of each variable.
    least: Vec<Option<i64>>,
    /// Terms that are not linear, with the variables that stand for them.
    named: Vec<(Expr, usize)>,
    /// Minima and maxima with the two of which each is one.
    extremes: Vec<(usize, [Linear; 2])>,
}

/// Coefficients by variable, and the constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

impl Linear {
    pub(super) fn plus(mut self, other: &Linear, factor: i128) -> Option<Linear> {
        for &(v, c) in &other.terms {
            let c = c.checked_mul(factor)?;
            match self.terms.iter_mut().find(|t| t.0 == v) {
                Some(term) => term.1 = term.1.checked_add(c)?,
                None => self.terms.push((v, c)),
            }
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    pub(super) fn number(n: i128) -> Linear {
        Linear { terms: Vec::new(), constant: n }
    }

    pub(super) fn variable(v: usize) -> Linear {
        Linear { terms: vec![(v, 1)], constant: 0 }
    }
}

impl System {
    /// No inequality on no variable.
    pub(super) fn new() -> Self {
        Self {
            rows: Vec::new(),
            variables: 0,
            least: Vec::new(),
            named: Vec::new(),
            extremes: Vec::new(),
        }
    }

    /// Notes what `for` and `if` say; the variables of `for` are the next ones.
    pub(super) fn given(&mut self, ranges: &[Range], condition: Option<&Expr>) {
        let first = self.variables;
        for range in ranges {
            let least = match range {
                Range::Between(Expr::Number(low), _) => Some(*low),
                Range::Of(list) => list.first().copied(),
                _ => None,
            };
            self.fresh(least);
        }
        for (i, range) in ranges.iter().enumerate() {
            let v = Linear::variable(first + i);
            match range {
                Range::Between(low, high) => {
                    if let Some(low) = self.linear(low) {
                        self.at_least(v.clone(), low);
                    }
                    if let Some(high) = self.linear(high) {
                        self.at_least(high, v);
                    }
                }
                Range::Of(list) => {
                    if let Some(&high) = list.last() {
                        self.at_least(Linear::number(i128::from(high)), v);
                    }
                }
            }
        }
        if let Some(condition) = condition {
            self.assume(condition);
        }
    }

    pub(super) fn fresh(&mut self, least: Option<i64>) -> usize {
        self.variables += 1;
        self.least.push(least);
        let v = self.variables - 1;
        if let Some(least) = least {
            self.at_least(Linear::variable(v), Linear::number(i128::from(least)));
        }
        v
    }

    /// Notes that `a >= b`.
    pub(super) fn at_least(&mut self, a: Linear, b: Linear) {
        let Some(form) = a.plus(&b, -1) else { return };
        let mut row: Row = form.terms.iter().fold(Vec::new(), |mut row: Row, &(v, c)| {
            row.resize(row.len().max(v + 2), 0);
            row[v + 1] = c;
            row
        });
        row.resize(row.len().max(1), 0);
        // the constant stands first, so that rows of different lengths agree
        row[0] = form.constant;
        self.rows.push(row);
    }

    /// The expression as a linear form; other terms become variables of which facts are noted.
    pub(super) fn linear(&mut self, expr: &Expr) -> Option<Linear> {
        Some(match expr {
            Expr::Number(n) => Linear::number(i128::from(*n)),
            Expr::Variable(v) => Linear::variable(*v),
            Expr::Negate(a) => Linear::default().plus(&self.linear(a)?, -1)?,
            Expr::Not(_) | Expr::Prime(_) => return None,
            Expr::Binary(op, a, b) => {
                if let Some((_, v)) = self.named.iter().find(|(known, _)| known == expr) {
                    return Some(Linear::variable(*v));
                }
                let (x, y) = (self.linear(a)?, self.linear(b)?);
                let before = self.variables;
                let form = match op {
                    Op::Add => x.plus(&y, 1)?,
                    Op::Subtract => x.plus(&y, -1)?,
                    Op::Multiply if x.terms.is_empty() => Linear::default().plus(&y, x.constant)?,
                    Op::Multiply if y.terms.is_empty() => Linear::default().plus(&x, y.constant)?,
                    Op::Multiply => {
                        let (k, l) = (self.bound(a), self.bound(b));
                        let product = self.fresh(None);
                        for (one, other, form) in [(k, l, &y), (l, k, &x)] {
                            if one.is_some_and(|k| k >= 1) && other.is_some_and(|l| l >= 0) {
                                self.at_least(Linear::variable(product), form.clone());
                            }
                        }
                        Linear::variable(product)
                    }
                    Op::Divide => {
                        let quotient = self.fresh(None);
                        let q = Linear::variable(quotient);
                        if y.terms.is_empty() && y.constant > 0 {
                            let whole = Linear::default().plus(&q, y.constant)?;
                            self.at_least(whole.clone(), x.clone());
                            self.at_least(x, whole);
                        } else if self.bound(a).is_some_and(|n| n >= 0)
                            && let Some(m) = self.bound(b).filter(|&m| m >= 1)
                        {
                            self.at_least(x, Linear::default().plus(&q, i128::from(m.min(2)))?);
                            self.at_least(q.clone(), Linear::default());
                        }
                        q
                    }
                    Op::Mod => {
                        let rest = self.fresh(Some(0));
                        if y.terms.is_empty() && y.constant > 0 {
                            self.at_least(Linear::number(y.constant - 1), Linear::variable(rest));
                        } else if self.bound(b).is_some_and(|m| m >= 0) {
                            self.at_least(y.plus(&Linear::number(1), -1)?, Linear::variable(rest));
                        }
                        Linear::variable(rest)
                    }
                    Op::Min | Op::Max => {
                        let least = match (op, self.bound(a), self.bound(b)) {
                            (Op::Min, Some(k), Some(l)) => Some(k.min(l)),
                            _ => None,
                        };
                        let extreme = self.fresh(least);
                        self.extremes.push((extreme, [x.clone(), y.clone()]));
                        let extreme = Linear::variable(extreme);
                        for form in [x, y] {
                            if *op == Op::Min {
                                self.at_least(form, extreme.clone());
                            } else {
                                self.at_least(extreme.clone(), form);
                            }
                        }
                        extreme
                    }
                    Op::Xor => {
                        let xor = Linear::variable(self.fresh(Some(0)));
                        self.at_least(x.plus(&y, 1)?, xor.clone());
                        xor
                    }
                    Op::Gcd => {
                        let (k, l) = (self.bound(a), self.bound(b));
                        let is_some = k.max(l).is_some_and(|most| most >= 1);
                        let common = Linear::variable(self.fresh(Some(i64::from(is_some))));
                        for (bound, form) in [(k, x), (l, y)] {
                            if bound.is_some_and(|n| n >= 1) {
                                self.at_least(form, common.clone());
                            }
                        }
                        common
                    }
                    _ => return None,
                };
                if self.variables > before {
                    self.named.push((expr.clone(), before));
                }
                form
            }
        })
    }

    /// A lower bound known without elimination.
    fn bound(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Number(n) => Some(*n),
            Expr::Variable(v) => self.least[*v],
            // a number rounded down to a multiple
            Expr::Binary(Op::Subtract, x, rest) => match &**rest {
                Expr::Binary(Op::Mod, y, m) if x == y => {
                    self.bound(x).filter(|&x| x >= 0)?;
                    self.bound(m).filter(|&m| m >= 1).map(|_| 0)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes what a condition says, as far as it is linear.
    fn assume(&mut self, condition: &Expr) {
        let unequal = match condition {
            Expr::Binary(Op::Unequal, a, b) => Some((a, b)),
            Expr::Not(equal) => match &**equal {
                Expr::Binary(Op::Equal, a, b) => Some((a, b)),
                _ => None,
            },
            _ => None,
        };
        // what has no value is not equal either
        let plain = |x: &Expr| matches!(x, Expr::Variable(_) | Expr::Number(_));
        if let Some((a, b)) = unequal.filter(|(a, b)| plain(a) && plain(b))
            && let (Some(x), Some(y)) = (self.linear(a), self.linear(b))
        {
            for (less, more) in [(&x, &y), (&y, &x)] {
                let next = less.clone().plus(&Linear::number(1), 1);
                let above = more.clone().plus(&Linear::number(1), 1);
                if let (Some(next), Some(above)) = (next, above)
                    && self.excludes(less, &above)
                {
                    self.at_least(more.clone(), next);
                }
            }
            return;
        }
        if let Expr::Binary(op, a, b) = condition {
            if *op == Op::And {
                self.assume(a);
                self.assume(b);
                return;
            }
            if !matches!(op, Op::Equal | Op::Less | Op::AtMost) {
                return;
            }
            if let (Some(x), Some(y)) = (self.linear(a), self.linear(b)) {
                match op {
                    Op::Less => {
                        if let Some(y) = y.plus(&Linear::number(1), -1) {
                            self.at_least(y, x);
                        }
                    }
                    Op::AtMost => self.at_least(y, x),
                    _ => {
                        self.at_least(x.clone(), y.clone());
                        self.at_least(y, x);
                    }
                }
            }
        }
    }

    /// Whether no values satisfy all inequalities and `a >= b`. `false` also when it was too much to find out.
    pub(super) fn excludes(&self, a: &Linear, b: &Linear) -> bool {
        let extremes = &self.extremes[..self.extremes.len().min(MOST_EXTREMES)];
        let is_one =
            |choice: usize| extremes.iter().enumerate().map(move |(i, e)| (e, choice >> i & 1));
        self.excludes_with(a, b, &[])
            || !extremes.is_empty()
                && (0..1 << extremes.len()).all(|choice| {
                    let equal: Vec<_> = is_one(choice)
                        .map(|((v, forms), which)| (Linear::variable(*v), forms[which].clone()))
                        .collect();
                    self.excludes_with(a, b, &equal)
                })
    }

    /// The same where these are equal.
    fn excludes_with(&self, a: &Linear, b: &Linear, equal: &[(Linear, Linear)]) -> bool {
        let mut system = System {
            rows: self.rows.clone(),
            variables: self.variables,
            least: Vec::new(),
            named: Vec::new(),
            extremes: Vec::new(),
        };
        system.at_least(a.clone(), b.clone());
        for (x, y) in equal {
            system.at_least(x.clone(), y.clone());
            system.at_least(y.clone(), x.clone());
        }
        let width = self.variables + 1;
        let mut rows: Vec<Row> = system.rows;
        rows.iter_mut().for_each(|row| row.resize(width, 0));
        for v in 1..width {
            let (mut up, mut down, mut rest) = (Vec::new(), Vec::new(), Vec::new());
            for row in rows {
                match row[v].signum() {
                    1 => up.push(row),
                    -1 => down.push(row),
                    _ => rest.push(row),
                }
            }
            if up.len() * down.len() + rest.len() > MOST_ROWS {
                return false;
            }
            for high in &up {
                for low in &down {
                    match combined(high, low, v) {
                        Some(row) => rest.push(row),
                        None => return false,
                    }
                }
            }
            rest.sort_unstable();
            rest.dedup();
            rows = rest;
        }
        rows.iter().any(|row| row[0] < 0)
    }
}

/// The sum of multiples of two rows in which variable `v` cancels, divided by its common factor.
fn combined(high: &Row, low: &Row, v: usize) -> Option<Row> {
    farstar_play::step(high.len() as u32);
    let (p, q) = (high[v], low[v].checked_neg()?);
    let mut row = high
        .iter()
        .zip(low)
        .map(|(&a, &b)| a.checked_mul(q)?.checked_add(b.checked_mul(p)?))
        .collect::<Option<Row>>()?;
    let common = row.iter().fold(0, |g, &c| gcd(g, c.unsigned_abs()));
    if common > 1 {
        row.iter_mut().for_each(|c| *c /= common as i128);
    }
    Some(row)
}
