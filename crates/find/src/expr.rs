//! Expressions in the coordinates of a cell: what laws of closed form and recursive laws are made of.
//!
//! Every operation says what it does at the border, so that a law means the same wherever it is read: x mod 0 = x, x
//! div 0 = 0,
//! functions of the digits or divisors of 0 are 0, and those of negative numbers are undefined. f(…) at a cell that
//! is not smaller, or
//! below the box of the table, is 0.

use farstar_nimber::Nim64;
use rustc_hash::FxHashMap;

/// Cells at which f may be asked for on the way to one.
const MOST_CALLS: usize = 1 << 20;

/// What a law that calls itself has said of cells.
pub(crate) type Known = FxHashMap<Vec<i128>, Option<i128>>;
/// One more and one more are gathered below this number.
const MOST_GATHERED: i64 = 1 << 40;
/// Divisors are tried up to this number.
const LARGEST_DIVISOR: i128 = 3_000_000;

macro_rules! operations {
    ($(#[$about:meta])* $seen:vis $name:ident { $($variant:ident $word:literal $doc:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $seen enum $name { $(#[doc = $doc] $variant),* }
        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
            /// The one that a word names.
            ///
            /// # Errors
            /// The words there are.
            pub fn named(word: &str) -> Result<Self, String> {
                let words = || Self::ALL.iter().map(|op| op.word()).collect::<Vec<_>>().join(", ");
                let found = Self::ALL.iter().copied().find(|op| op.word() == word);
                found.ok_or_else(|| format!("expected one of {}", words()))
            }
            /// The word for it in a law.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
        }
    };
}

operations! {
    /// A function of one number.
    pub Unary {
        Inc "inc" "x + 1.",
        Dec "dec" "x - 1.",
        Half "half" "The floor of x/2.",
        Odd "odd" "1 if x is odd, else 0.",
        Not "not" "1 if x is 0, else 0.",
        Lg "lg" "The floor of the binary logarithm.",
        Popcount "popcount" "How many binary digits are 1.",
        V2 "v2" "The exponent of 2 in x.",
        Lowbit "lowbit" "The greatest power of 2 that divides x.",
        Pow2 "pow2" "2^x.",
        Sqrt "sqrt" "The floor of the square root.",
        Omega "Omega" "How many prime factors x has, repeated ones counted.",
        OmegaOdd "OmegaOdd" "How many odd prime factors x has, repeated ones counted.",
        PrimeIndex "lpi" "The number of the least prime factor among the primes, 1 for x = 1.",
        Divisor "lpd" "The largest divisor less than x, 0 for x = 1.",
        ZeckMin "zeckmin" "The least part of Zeckendorf's representation.",
    }
}

operations! {
    /// A function of two numbers.
    pub Binary {
        Add "+" "The sum.",
        Sub "-" "The difference.",
        Mul "*" "The product.",
        Xor "xor" "The Nim sum, digit by digit.",
        Or "or" "Digit by digit.",
        And "and" "Digit by digit.",
        Min "min" "The lesser.",
        Max "max" "The greater.",
        Mod "mod" "The remainder, never negative.",
        Div "div" "The quotient, rounded down.",
        Gcd "gcd" "The greatest common divisor.",
        Less "<" "1 if it holds, else 0.",
        Equal "==" "1 if it holds, else 0.",
        NimMul "nimmul" "The Nim product.",
    }
}

impl Unary {
    pub(crate) fn apply(self, x: i128) -> Option<i128> {
        let arithmetic = matches!(self, Self::Inc | Self::Dec | Self::Half | Self::Odd | Self::Not);
        if !arithmetic && x <= 0 {
            return match (self, x) {
                (Self::Pow2, 0) => Some(1),
                (_, 0) => Some(0),
                _ => None,
            };
        }
        Some(match self {
            Self::Inc => x.checked_add(1)?,
            Self::Dec => x.checked_sub(1)?,
            Self::Half => x >> 1,
            Self::Odd => x & 1,
            Self::Not => i128::from(x == 0),
            Self::Lg => i128::from(x.ilog2()),
            Self::Popcount => i128::from(x.count_ones()),
            Self::V2 => i128::from(x.trailing_zeros()),
            Self::Lowbit => x & x.wrapping_neg(),
            Self::Pow2 if x < 126 => 1 << x,
            Self::Pow2 => return None,
            Self::Sqrt => x.isqrt(),
            Self::Omega => factors(x)?.len() as i128,
            Self::OmegaOdd => factors(x)?.iter().filter(|&&p| p > 2).count() as i128,
            Self::PrimeIndex if x == 1 => 1,
            Self::PrimeIndex => place_among_primes(*factors(x)?.first()?)?,
            Self::Divisor if x == 1 => 0,
            Self::Divisor => x / factors(x)?.first()?,
            Self::ZeckMin => {
                let (mut rest, mut least) = (x, 0);
                while rest > 0 {
                    let (mut weight, mut before) = (1, 1);
                    while before <= rest - weight {
                        (weight, before) = (weight + before, weight);
                    }
                    (rest, least) = (rest - weight, weight);
                }
                least
            }
        })
    }
}

/// The prime factors, least first.
fn factors(x: i128) -> Option<Vec<i128>> {
    let (mut rest, mut found, mut p) = (x, Vec::new(), 2i128);
    while p * p <= rest {
        while rest % p == 0 {
            found.push(p);
            rest /= p;
        }
        p += 1 + (p & 1);
        if p > LARGEST_DIVISOR {
            return None;
        }
    }
    if rest > 1 {
        found.push(rest);
    }
    Some(found)
}

fn place_among_primes(p: i128) -> Option<i128> {
    let last = usize::try_from(p).ok().filter(|&p| (p as i128) <= 4 * LARGEST_DIVISOR)?;
    let mut composite = vec![false; last + 1];
    let mut count = 0;
    for n in 2..=last {
        if !composite[n] {
            count += 1;
            (n * n..=last).step_by(n).for_each(|m| composite[m] = true);
        }
    }
    Some(count)
}

impl Binary {
    pub(crate) fn is_commutative(self) -> bool {
        !matches!(self, Self::Sub | Self::Mod | Self::Div | Self::Less)
    }

    pub(crate) fn apply(self, x: i128, y: i128) -> Option<i128> {
        Some(match self {
            Self::Add => x.checked_add(y)?,
            Self::Sub => x.checked_sub(y)?,
            Self::Mul => x.checked_mul(y)?,
            Self::Xor => x ^ y,
            Self::Or => x | y,
            Self::And => x & y,
            Self::Min => x.min(y),
            Self::Max => x.max(y),
            Self::Mod | Self::Div | Self::Gcd | Self::NimMul if y < 0 => return None,
            Self::Mod if y == 0 => x,
            Self::Mod => x.rem_euclid(y),
            Self::Div if y == 0 => 0,
            Self::Div => x.div_euclid(y),
            Self::Gcd | Self::NimMul if x < 0 => return None,
            Self::Gcd => {
                let (mut a, mut b) = (x, y);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            }
            Self::Less => i128::from(x < y),
            Self::Equal => i128::from(x == y),
            Self::NimMul => {
                let nimber = |x: i128| u64::try_from(x).ok().map(Nim64::new);
                i128::from((nimber(x)? * nimber(y)?).get())
            }
        })
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A coordinate of the cell, by its number.
    Coordinate(usize),
    /// A number.
    Constant(i64),
    /// A function of one expression.
    Unary(Unary, Box<Self>),
    /// A function of two.
    Binary(Binary, Box<Self>, Box<Self>),
    /// The second if the first is not 0, else the third.
    If(Box<Self>, Box<Self>, Box<Self>),
    /// The law itself at another cell.
    Smaller(Vec<Self>),
}

impl Expr {
    pub(crate) fn unary(op: Unary, x: Self) -> Self {
        Self::Unary(op, Box::new(x))
    }

    pub(crate) fn binary(op: Binary, x: Self, y: Self) -> Self {
        Self::Binary(op, Box::new(x), Box::new(y))
    }

    /// The same with what is made of constants alone as constants, where they are not negative.
    pub(crate) fn plain(self) -> Self {
        let plain = |x: Box<Self>| Box::new(x.plain());
        let whole = match self {
            Self::Unary(op, x) => Self::Unary(op, plain(x)),
            Self::Binary(op, x, y) => Self::Binary(op, plain(x), plain(y)),
            Self::If(x, y, z) => Self::If(plain(x), plain(y), plain(z)),
            Self::Smaller(at) => Self::Smaller(at.into_iter().map(Self::plain).collect()),
            leaf => leaf,
        };
        let value = match &whole {
            Self::Unary(op, x) => constant(x).and_then(|x| op.apply(x)),
            Self::Binary(op, x, y) => {
                constant(x).zip(constant(y)).and_then(|(x, y)| op.apply(x, y))
            }
            _ => None,
        };
        match value.and_then(|value| i64::try_from(value).ok()).filter(|&value| value >= 0) {
            Some(value) => Self::Constant(value),
            None => whole.gathered(),
        }
    }

    /// The same where one more and one more is two more, and twice a thing is a multiple of it.
    fn gathered(self) -> Self {
        match self {
            Self::Unary(op @ (Unary::Inc | Unary::Dec), x) => {
                let binary = if op == Unary::Inc { Binary::Add } else { Binary::Sub };
                match *x {
                    Self::Unary(inner, x) if inner == op => {
                        Self::Binary(binary, x, Box::new(Self::Constant(2)))
                    }
                    Self::Binary(inner, x, y) if inner == binary => match *y {
                        Self::Constant(c @ 0..MOST_GATHERED) => {
                            Self::Binary(binary, x, Box::new(Self::Constant(c + 1)))
                        }
                        y => Self::unary(op, Self::Binary(inner, x, Box::new(y))),
                    },
                    x => Self::unary(op, x),
                }
            }
            Self::Binary(Binary::Add, x, y) if x == y => {
                Self::Binary(Binary::Mul, x, Box::new(Self::Constant(2)))
            }
            // constants come last
            Self::Binary(op @ (Binary::Add | Binary::Mul), x, y) if constant(&x).is_some() => {
                Self::Binary(op, y, x)
            }
            other => other,
        }
    }

    /// An expression of all coordinates but the first as one of all.
    pub(crate) fn behind_first(&self) -> Self {
        let inner = |x: &Self| Box::new(x.behind_first());
        match self {
            Self::Coordinate(axis) => Self::Coordinate(axis + 1),
            Self::Constant(c) => Self::Constant(*c),
            Self::Unary(op, x) => Self::Unary(*op, inner(x)),
            Self::Binary(op, x, y) => Self::Binary(*op, inner(x), inner(y)),
            Self::If(x, y, z) => Self::If(inner(x), inner(y), inner(z)),
            Self::Smaller(at) => Self::Smaller(at.iter().map(Self::behind_first).collect()),
        }
    }

    /// What it costs to write it down: a choice of leaves or operations for each symbol.
    pub(crate) fn bits(&self) -> f64 {
        match self {
            Self::Coordinate(_) | Self::Constant(_) => 3.5,
            Self::Smaller(at) if at.iter().all(is_plain_call) => 6.0,
            Self::Smaller(at) => 5.0 + at.iter().map(Self::bits).sum::<f64>(),
            Self::Unary(_, x) => 5.0 + x.bits(),
            Self::Binary(_, x, y) => 5.0 + x.bits() + y.bits(),
            Self::If(x, y, z) => 5.0 + x.bits() + y.bits() + z.bits(),
        }
    }

    /// The value at a cell, `f` telling that of the law at another.
    pub(crate) fn evaluate(
        &self,
        cell: &[i128],
        f: &mut dyn FnMut(&[i128]) -> Option<i128>,
    ) -> Option<i128> {
        match self {
            Self::Coordinate(axis) => cell.get(*axis).copied(),
            Self::Constant(c) => Some(i128::from(*c)),
            Self::Unary(op, x) => op.apply(x.evaluate(cell, f)?),
            Self::Binary(op, x, y) => op.apply(x.evaluate(cell, f)?, y.evaluate(cell, f)?),
            Self::If(test, x, y) => match test.evaluate(cell, f)? {
                0 => y.evaluate(cell, f),
                _ => x.evaluate(cell, f),
            },
            Self::Smaller(at) => {
                let smaller = at.iter().map(|x| x.evaluate(cell, f)).collect::<Option<Vec<_>>>()?;
                if is_smaller(&smaller, cell) { f(&smaller) } else { Some(0) }
            }
        }
    }

    /// The value at a cell, the law calling itself where it has to; below `low` it is 0.
    pub(crate) fn value(&self, cell: &[i128], low: &[i64]) -> Option<i128> {
        self.value_knowing(cell, low, &mut Known::default())
    }

    /// The same, with what the law has said of cells, to which is added what it says on the way: of one cell after the
    /// other each takes a step.
    ///
    /// Cells wait on a list of their own until those that they ask for are known.
    pub(crate) fn value_knowing(
        &self,
        cell: &[i128],
        low: &[i64],
        known: &mut Known,
    ) -> Option<i128> {
        if known.len() > MOST_CALLS {
            known.clear();
        }
        let before = known.len();
        let mut waiting = vec![cell.to_vec()];
        while let Some(cell) = waiting.last() {
            let mut missing = None;
            let value = self.evaluate(cell, &mut |smaller| {
                if smaller.iter().zip(low).any(|(&x, &low)| x < i128::from(low)) {
                    return Some(0);
                }
                let value = known.get(smaller).copied();
                if value.is_none() {
                    missing = Some(smaller.to_vec());
                }
                value.flatten()
            });
            match missing {
                Some(_) if known.len() - before + waiting.len() > MOST_CALLS => return None,
                Some(smaller) => waiting.push(smaller),
                None => {
                    let cell = waiting.pop()?;
                    known.insert(cell, value);
                }
            }
        }
        known.get(cell).copied().flatten()
    }

    /// As it is read.
    pub(crate) fn shown(&self, names: &[String]) -> String {
        let list = |all: &mut dyn Iterator<Item = &Self>| {
            all.map(|x| x.shown(names)).collect::<Vec<_>>().join(", ")
        };
        let compared = |x: &Self, word: &str, y: &Self| {
            let [x, y] = [x, y].map(|x| x.within(Rank::Compared, names));
            format!("{x} {word} {y}")
        };
        match self {
            Self::Coordinate(axis) => names[*axis].clone(),
            Self::Constant(c) => c.to_string(),
            Self::Unary(Unary::Inc, x) => format!("{} + 1", x.within(Rank::Sum, names)),
            Self::Unary(Unary::Dec, x) => format!("{} - 1", x.within(Rank::Sum, names)),
            Self::Unary(Unary::Not, x) => match &**x {
                Self::Binary(Binary::Equal, x, y) => compared(x, "!=", y),
                Self::Binary(Binary::Less, x, y) => compared(y, "<=", x),
                x if !is_told(x) => compared(x, "==", &Self::Constant(0)),
                Self::Unary(Unary::Not, x) if !is_told(x) => compared(x, "!=", &Self::Constant(0)),
                x => format!("not({})", x.shown(names)),
            },
            Self::Unary(op, x) => format!("{}({})", op.word(), x.shown(names)),
            Self::Binary(op, x, y) if is_function(*op) => {
                format!("{}({})", op.word(), list(&mut [&**x, &**y].into_iter()))
            }
            Self::Binary(op @ (Binary::Less | Binary::Equal), x, y) => compared(x, op.word(), y),
            Self::Binary(op, x, y) => {
                let many = *op == Binary::Mul && constant(y).is_some();
                let (x, y) = if many { (y, x) } else { (x, y) };
                let [left, right] = match op {
                    Binary::Add => [Rank::Sum, Rank::Sum],
                    Binary::Sub => [Rank::Sum, Rank::Multiple],
                    Binary::Mul => [Rank::Multiple, Rank::Multiple],
                    _ => [Rank::Atom, Rank::Atom],
                };
                let (left, right) = (x.within(left, names), y.within(right, names));
                format!("{left} {} {right}", op.word())
            }
            Self::If(test, x, y) => format!(
                "if {} then {} else {}",
                shown_test(test, names),
                x.shown(names),
                y.shown(names)
            ),
            Self::Smaller(at) => format!("f({})", list(&mut at.iter())),
        }
    }

    /// As it is read where nothing of a lower rank stands without brackets. What is divided has them in sums: that
    /// `a mod b + c` is no remainder by a sum should not have to be known.
    fn within(&self, rank: Rank, names: &[String]) -> String {
        let own = self.rank();
        let is_plain = own >= rank && !(own == Rank::Divided && rank == Rank::Sum);
        let shown = self.shown(names);
        if is_plain { shown } else { format!("({shown})") }
    }

    fn rank(&self) -> Rank {
        match self {
            Self::Coordinate(_) | Self::Constant(_) | Self::Smaller(_) => Rank::Atom,
            Self::Unary(Unary::Inc | Unary::Dec, _) => Rank::Sum,
            Self::Unary(Unary::Not, x) => match &**x {
                Self::Unary(Unary::Not, x) if !is_told(x) => Rank::Least,
                Self::Binary(Binary::Equal | Binary::Less, ..) => Rank::Least,
                x if !is_told(x) => Rank::Least,
                _ => Rank::Atom,
            },
            Self::Unary(..) => Rank::Atom,
            Self::Binary(op, ..) if is_function(*op) => Rank::Atom,
            Self::Binary(op, ..) => match op {
                Binary::Add | Binary::Sub => Rank::Sum,
                Binary::Mul => Rank::Multiple,
                Binary::Mod | Binary::Div => Rank::Divided,
                _ => Rank::Least,
            },
            Self::If(..) => Rank::Least,
        }
    }
}

/// How closely what stands in an expression holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Cases, comparisons, and what is done digit by digit.
    Least,
    /// What stands in comparisons.
    Compared,
    Sum,
    Divided,
    Multiple,
    Atom,
}

/// The number that an expression is.
fn constant(expr: &Expr) -> Option<i128> {
    if let Expr::Constant(c) = expr { Some((*c).into()) } else { None }
}

/// Whether a call is one of the few that are always tried: at a half, a number less, a remainder, the largest divisor.
fn is_plain_call(at: &Expr) -> bool {
    match at {
        Expr::Coordinate(_) => true,
        Expr::Unary(Unary::Half | Unary::Dec, x) => matches!(**x, Expr::Coordinate(_)),
        Expr::Binary(Binary::Mod | Binary::Max, x, y) => {
            let plain = |x: &Expr| match x {
                Expr::Unary(Unary::Divisor, x) => matches!(**x, Expr::Coordinate(_)),
                Expr::Coordinate(_) | Expr::Constant(_) => true,
                _ => false,
            };
            plain(x) && plain(y)
        }
        _ => false,
    }
}

/// A test as it is read: what is neither true nor false is held against 0.
fn shown_test(test: &Expr, names: &[String]) -> String {
    match test {
        _ if is_told(test) => test.shown(names),
        _ => format!("{} != 0", test.within(Rank::Compared, names)),
    }
}

/// Whether an expression is 0 or 1 by its form.
fn is_told(x: &Expr) -> bool {
    match x {
        Expr::Unary(op, _) => matches!(op, Unary::Not | Unary::Odd),
        Expr::Binary(op, ..) => matches!(op, Binary::Less | Binary::Equal),
        _ => false,
    }
}

/// Whether a cell is one that a law at `cell` may ask for: no coordinate is negative, and the sum is less.
pub(crate) fn is_smaller(smaller: &[i128], cell: &[i128]) -> bool {
    // sums of coordinates near 2^127 have 64 bits more
    let sum = |cell: &[i128]| {
        let low: u128 = cell.iter().map(|&x| u128::from(x as u64)).sum();
        let high: i128 = cell.iter().map(|&x| x >> 64).sum();
        (high + (low >> 64) as i128, low as u64)
    };
    sum(smaller) < sum(cell) && smaller.iter().all(|&x| x >= 0)
}

fn is_function(op: Binary) -> bool {
    matches!(op, Binary::Min | Binary::Max | Binary::Gcd | Binary::NimMul)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_at_the_border() {
        assert_eq!((Binary::Mod.apply(7, 0), Binary::Div.apply(7, 0)), (Some(7), Some(0)));
        assert_eq!((Unary::PrimeIndex.apply(1), Unary::PrimeIndex.apply(35)), (Some(1), Some(3)));
        assert_eq!((Unary::Divisor.apply(1), Unary::Divisor.apply(12)), (Some(0), Some(6)));
        assert_eq!((Unary::ZeckMin.apply(11), Unary::ZeckMin.apply(1)), (Some(3), Some(1)));
        assert_eq!(Unary::Omega.apply(1_000_000_007 * 8), Some(4));
        assert_eq!(
            Binary::NimMul.apply(16, 1 << 40),
            Some(i128::from((Nim64::new(16) * Nim64::new(1 << 40)).get()))
        );
        assert_eq!(Unary::V2.apply(-4), None);
    }

    #[test]
    fn a_law_may_call_itself() {
        // Cutcake
        let names = ["a".to_owned(), "b".to_owned()];
        let (a, b) = (Expr::Coordinate(0), Expr::Coordinate(1));
        let half = |x: &Expr| Expr::unary(Unary::Half, x.clone());
        let test = Expr::binary(
            Binary::Less,
            Expr::Constant(1),
            Expr::binary(Binary::Min, a.clone(), b.clone()),
        );
        let difference = Expr::binary(Binary::Sub, a.clone(), b.clone());
        let law = Expr::If(
            Box::new(test),
            Box::new(Expr::Smaller(vec![half(&a), half(&b)])),
            Box::new(difference),
        );
        assert_eq!(law.shown(&names), "if 1 < min(a, b) then f(half(a), half(b)) else a - b");
        assert_eq!(law.value(&[1_000_000_000, 3], &[1, 1]), Some(499_999_999));
    }
}
