//! The take-and-break code of a heap game that has one: what sends it to the engine of Grundy sequences.
//!
//! Each move is brought to the shape "take k and leave these heaps" by reading its expressions as linear forms; a move
//! that has another shape gives no code, and the game is played by its rules.

use super::expression::{Expr, Op};
use super::heap::{HeapMove, HeapRule, HeapRules, Range};
use crate::heap::HeapCode;

/// Tokens that digits may take, all below this number, and most values of set variables that are put in.
const MOST_DIGITS: usize = 1 << 16;
const MOST_CHOICES: usize = 1 << 12;

/// A linear form: coefficients of the heap and the variables, and a constant.
#[derive(Clone, PartialEq, Eq)]
struct Linear {
    factors: Vec<i64>,
    constant: i64,
}

impl Linear {
    fn of(expr: &Expr, variables: usize) -> Option<Self> {
        let zero = || Self { factors: vec![0; variables], constant: 0 };
        let scaled = |linear: Self, by: i64| -> Option<Self> {
            let factors: Option<Vec<i64>> =
                linear.factors.iter().map(|f| f.checked_mul(by)).collect();
            Some(Self { factors: factors?, constant: linear.constant.checked_mul(by)? })
        };
        match expr {
            Expr::Number(n) => Some(Self { constant: *n, ..zero() }),
            Expr::Variable(v) => {
                let mut linear = zero();
                *linear.factors.get_mut(*v)? = 1;
                Some(linear)
            }
            Expr::Negate(a) => scaled(Self::of(a, variables)?, -1),
            Expr::Binary(Op::Add, a, b) => Self::of(a, variables)?.plus(&Self::of(b, variables)?),
            Expr::Binary(Op::Subtract, a, b) => {
                Self::of(a, variables)?.plus(&scaled(Self::of(b, variables)?, -1)?)
            }
            _ => None,
        }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let pairs = self.factors.iter().zip(&other.factors);
        let factors: Option<Vec<i64>> = pairs.map(|(a, b)| a.checked_add(*b)).collect();
        Some(Self { factors: factors?, constant: self.constant.checked_add(other.constant)? })
    }

    /// Puts in the value of a variable.
    fn put(&mut self, variable: usize, value: i64) -> Option<()> {
        let by = self.factors[variable].checked_mul(value)?;
        self.constant = self.constant.checked_add(by)?;
        self.factors[variable] = 0;
        Some(())
    }

    fn is(&self, factors: &[(usize, i64)], constant: i64) -> bool {
        let mut wanted = vec![0; self.factors.len()];
        for &(v, f) in factors {
            wanted[v] = f;
        }
        self.constant == constant && self.factors == wanted
    }
}

/// The digits found so far: bit 1 takes the whole heap, bit 2 leaves one, bit 4 two.
struct Digits {
    of: Vec<u8>,
    /// The digit of every number taken.
    always: u8,
    /// Whether the two heaps left by taking nothing must differ.
    unequal: bool,
}

impl HeapRules {
    /// The code of the game, if it is impartial and every move takes a number of tokens and may leave up to two heaps.
    pub(crate) fn code(&self) -> Option<HeapCode> {
        let [left, right] = &self.moves;
        let same = left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.0 == b.0);
        if self.names.len() != 1 || !same {
            return None;
        }
        if let [(HeapRule::Code(code), ..)] = &left[..] {
            return Some(code.clone());
        }
        let mut digits = Digits { of: Vec::new(), always: 0, unequal: false };
        for (rule, ..) in left {
            let HeapRule::Written(one) = rule else { return None };
            digits.read(one)?;
        }
        digits.code()
    }
}

impl Digits {
    fn add(&mut self, taken: i64, digit: u8) -> Option<()> {
        let place = usize::try_from(taken).ok().filter(|&place| place < MOST_DIGITS)?;
        // taking nothing must split
        if place == 0 && digit != 4 {
            return None;
        }
        if self.of.len() <= place {
            self.of.resize(place + 1, 0);
        }
        self.of[place] |= digit;
        Some(())
    }

    /// Takes in one move, or finds that it has no code.
    fn read(&mut self, one: &HeapMove) -> Option<()> {
        let variables = 1 + one.ranges.len();
        if one.parts.iter().any(|part| part.count != Expr::Number(1)) {
            return None;
        }
        let parts: Option<Vec<Linear>> =
            one.parts.iter().map(|part| Linear::of(part.entries.first()?, variables)).collect();
        let parts = parts?;
        // variables that run over sets are put in, the others stay
        let mut chosen: Vec<(usize, &[i64])> = Vec::new();
        let mut open: Vec<(usize, Linear, Linear)> = Vec::new();
        for (at, range) in one.ranges.iter().enumerate() {
            match range {
                Range::Of(list) => chosen.push((at + 1, list)),
                Range::Between(low, high) => {
                    open.push((at + 1, Linear::of(low, variables)?, Linear::of(high, variables)?))
                }
            }
        }
        if open.len() == 1 && chosen.is_empty() && self.read_any(&open[0], &parts, one)? {
            return Some(());
        }
        if let [(k, low, high), rest @ ..] = &open[..]
            && chosen.is_empty()
            && low.is(&[], 1)
            && high.is(&[(0, 1)], 0)
            && let [(i, from, to)] = rest
            && one.condition.is_none()
            && from.is(&[], 0)
            && to.is(&[(0, 1), (*k, -1)], 0)
            && let [a, b] = &parts[..]
            && a.is(&[(*i, 1)], 0)
            && b.is(&[(0, 1), (*k, -1), (*i, -1)], 0)
        {
            self.always |= 7;
            return Some(());
        }
        let choices = chosen.iter().try_fold(1usize, |n, (_, list)| n.checked_mul(list.len()))?;
        if choices > MOST_CHOICES || open.len() > 1 {
            return None;
        }
        for choice in 0..choices {
            let mut rest = choice;
            let (mut parts, mut open) = (parts.clone(), open.clone());
            for (variable, list) in &chosen {
                let value = list[rest % list.len()];
                rest /= list.len();
                let ranges = open.iter_mut().flat_map(|(_, low, high)| [low, high]);
                for linear in parts.iter_mut().chain(ranges) {
                    linear.put(*variable, value)?;
                }
            }
            self.read_one(open.first(), &parts, one.condition.as_ref())?;
        }
        Some(())
    }

    /// `(n) -> (k) for k in 0..n-1`, `(n) -> (n-k) for k in 1..n`; whether the move was one of these.
    fn read_any(
        &mut self,
        (v, low, high): &(usize, Linear, Linear),
        parts: &[Linear],
        one: &HeapMove,
    ) -> Option<bool> {
        let [part] = parts else { return Some(false) };
        let left = low.is(&[], 0) && high.is(&[(0, 1)], -1) && part.is(&[(*v, 1)], 0);
        let taken = low.is(&[], 1) && high.is(&[(0, 1)], 0) && part.is(&[(0, 1), (*v, -1)], 0);
        if !left && !taken {
            return Some(false);
        }
        if one.condition.is_some() {
            return None;
        }
        self.always |= 3;
        Some(true)
    }

    /// A move in which only the size of one of two heaps is free.
    fn read_one(
        &mut self,
        open: Option<&(usize, Linear, Linear)>,
        parts: &[Linear],
        condition: Option<&Expr>,
    ) -> Option<()> {
        match (open, parts) {
            (None, [part]) if condition.is_none() && part.is(&[(0, 1)], part.constant) => {
                self.add(part.constant.checked_neg().filter(|&k| k > 0)?, 3)
            }
            (Some((v, low, high)), [a, b]) => {
                let (first, second) = if a.is(&[(*v, 1)], 0) { (a, b) } else { (b, a) };
                let taken = second.constant.checked_neg()?;
                let fits = first.is(&[(*v, 1)], 0) && second.is(&[(0, 1), (*v, -1)], -taken);
                let least = low.constant;
                let whole = low.is(&[], least) && high.is(&[(0, 1)], -taken.checked_add(least)?);
                if !fits || !whole || !(0..=1).contains(&least) {
                    return None;
                }
                if let Some(condition) = condition {
                    // only heaps that must differ, as in Grundy's game
                    let unequal = match condition {
                        Expr::Binary(Op::Unequal, x, y) => {
                            let variables = first.factors.len();
                            let pair = (Linear::of(x, variables)?, Linear::of(y, variables)?);
                            pair == (first.clone(), second.clone())
                                || pair == (second.clone(), first.clone())
                        }
                        _ => false,
                    };
                    if !unequal || taken != 0 || least != 1 || !self.of.is_empty() {
                        return None;
                    }
                    self.unequal = true;
                    return self.add(0, 4);
                }
                if self.unequal && taken == 0 {
                    return None;
                }
                self.add(taken, if least == 0 { 7 } else { 4 })
            }
            _ => None,
        }
    }

    fn code(&self) -> Option<HeapCode> {
        let digit = |place: usize| self.of.get(place).copied().unwrap_or(0);
        let mark = if self.unequal { "!" } else { "" };
        let mut text = format!("{}{mark}.", digit(0));
        let explicit = self.of.len().max(2);
        for place in 1..explicit {
            text += &(digit(place) | self.always).to_string();
        }
        if self.always != 0 {
            text += &format!("[{}]", self.always);
        }
        text.parse().ok()
    }
}
