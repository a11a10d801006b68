//! What is claimed of the heaps of a game.

use super::exponents;
use crate::formula::Numeration;

/// A game by its options for Left and for Right, which are earlier ones of a list.
pub type GameForm = [Vec<usize>; 2];

/// What the law is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Grundy values.
    Grundy,
    /// Grundy values v, written as the v-th power of the base; only where values are compared and never added.
    GrundyPowers,
    /// The least options l(n) of heaps n of one number, n where there is none. All heaps from l(n) to n − 1 are
    /// options, and l(n + 1) is l(n) or l(n) + 1; so the value of n + 1 is n + 1 − l(n), or else that of l(n).
    Interval,
    /// How many options heaps n of one number have, c(n): all heaps below it are, and it does not fall as n grows. So
    /// the value of n is 0 if c(n) is, or else 1 more than that of c(n) − 1.
    Initial,
    /// The P-positions.
    Outcome,
    /// The least last entry with which who begins wins, by the other entries; none where there is none. With larger
    /// ones too who begins wins.
    Threshold,
    /// The heaps with which Left loses who begins, and those with which Right does.
    Winners,
    /// Grundy values of a product of two games, which have theorems of their own.
    Product,
    /// Grundy values of heaps that are sums of their numbers, which have theorems of their own.
    Sum,
    /// Values of games of which Left and Right have different moves: p − q and a game of the list of the claim, as
    /// three numbers beside the heap, of which there may be several triples.
    Values,
    /// Values of games of which Left and Right have different moves: p − q times up and a nimber, which is that number
    /// of the list of the claim, as three numbers beside the heap.
    Ups,
    /// The same where values are 0, *, 2^-e or -2^-e: the third number says which, and the others are such that e is
    /// p − q.
    Halves,
    /// Values of heaps of two numbers that are divided into equal shares, by theorems that the rules fulfil or not.
    Shares,
    /// Grundy values of heaps of one number of which a root bounds what is taken or left, by a theorem that the rules
    /// fulfil or not.
    Roots,
}

impl Kind {
    /// Whether a law of this kind says who wins.
    #[must_use]
    pub fn is_of_winners(self) -> bool {
        matches!(self, Self::Outcome | Self::Threshold | Self::Winners)
    }

    /// Whether it is made of claims about games of one number.
    #[must_use]
    pub fn is_joined(self) -> bool {
        matches!(self, Self::Product | Self::Sum)
    }

    /// Whether it is one of Grundy values.
    #[must_use]
    pub fn is_of_grundy_values(self) -> bool {
        !self.is_of_winners() && !self.is_of_values()
    }

    /// Whether it is one of values of games of which Left and Right have different moves.
    #[must_use]
    pub fn is_of_values(self) -> bool {
        matches!(self, Self::Values | Self::Ups | Self::Halves | Self::Shares)
    }

    /// Whether its values are made of a list of games.
    #[must_use]
    pub fn lists_games(self) -> bool {
        matches!(self, Self::Values | Self::Ups)
    }

    /// How many numbers a law of this kind reads beside those of the heap.
    #[must_use]
    pub fn beside(self) -> usize {
        match self {
            Self::Values | Self::Ups | Self::Halves => 3,
            _ => usize::from(!self.is_of_winners()),
        }
    }
}

/// What falls in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// The sum of the entries.
    Sum,
    /// The greatest entry.
    Most,
    /// An entry.
    Entry(usize),
}

/// A number that the other entries of a heap make: factors of theirs, and what is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modulus {
    /// A factor of each entry but the first.
    pub factors: Vec<i64>,
    /// What is added for each of them that is odd; empty where that is nothing.
    pub odd: Vec<i64>,
    /// What is added.
    pub constant: i64,
}

/// An entry of a heap by which numbers are divided, or that and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divisor {
    /// The place of the entry.
    pub entry: usize,
    /// What is added to it.
    pub more: i64,
    /// Whether Grundy values are divided too.
    pub values: bool,
}

impl Divisor {
    /// What numbers are divided by in a heap; nothing where that is less than 1.
    #[must_use]
    pub fn of(&self, heap: &[u64]) -> Option<u64> {
        heap.get(self.entry)?.checked_add_signed(self.more).filter(|&by| by > 0)
    }
}

/// What a law reads of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Abstraction {
    /// Its entries.
    Entries,
    /// The remainder of the first entry by a number that no move changes, and the others.
    Remainder(Modulus),
    /// Quotients and remainders of its entries by one of them, or by that and a given number more, which no move
    /// changes and which stands as it is.
    Quotients(Divisor),
    /// Its entries; and by what remainders by this number are products of numbers that are not fixed, and powers, told
    /// apart.
    Residues(i64),
    /// Of each entry, a number from 1 on, how often 2 divides it and how many odd prime factors it has, repeated ones
    /// counted.
    Exponents,
    /// The quotient of the larger of two entries by the other, and the value of the other and the remainder: 0 or 1 in
    /// laws of winners, 0 where no entry is left that divides.
    Euclidean,
    /// What is left of it when the last digit of every entry is struck off, again and again, as long as no entry falls
    /// below its least. For each entry stands 1 if values do not fall as it grows, −1 if they do not rise, else 0.
    Leading(Vec<i64>),
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rules, in canonical form.
    pub rules: String,
    /// What the law is of.
    pub kind: Kind,
    /// How numbers are written.
    pub numeration: Numeration,
    /// The least value of each entry of a heap for which it is claimed.
    pub low: Vec<i64>,
    /// What falls lexicographically in every move.
    pub measure: Vec<Fall>,
    /// What the law reads of a heap.
    pub reads: Abstraction,
    /// The games that values are made of, 0 first; none unless the law is of [`Kind::Values`] or
    /// [`Kind::Ups`].
    pub forms: Vec<GameForm>,
}

impl Claim {
    /// How many numbers the law reads of a heap.
    #[must_use]
    pub fn arity(&self) -> usize {
        match self.reads {
            Abstraction::Exponents => 2 * self.low.len(),
            Abstraction::Quotients(_) => (2 * self.low.len()).saturating_sub(1),
            _ => self.low.len(),
        }
    }

    /// How many numbers the law reads beside those.
    #[must_use]
    pub fn beside(&self) -> usize {
        let divided = matches!(self.reads, Abstraction::Quotients(Divisor { values: true, .. }));
        self.kind.beside() + usize::from(divided)
    }

    /// What the law reads of a heap; nothing where numbers are too large.
    #[must_use]
    pub fn read(&self, heap: &[u64]) -> Option<Vec<u64>> {
        let mut read = heap.to_vec();
        if let (Abstraction::Leading(_), Numeration::Base(base)) = (&self.reads, &self.numeration) {
            let base = u64::from(*base);
            let is_long = |read: &[u64]| {
                let mut entries = read.iter().zip(&self.low);
                !read.is_empty()
                    && read.len() == self.low.len()
                    && entries.all(|(x, &low)| x / base >= low.max(1).unsigned_abs())
            };
            while is_long(&read) {
                read.iter_mut().for_each(|x| *x /= base);
            }
        }
        if self.reads == Abstraction::Exponents {
            let all: Option<Vec<[u64; 2]>> = read.into_iter().map(exponents::exponents).collect();
            return all.map(|all| all.concat());
        }
        if let Abstraction::Quotients(divisor) = self.reads {
            let by = divisor.of(&read)?;
            let parts = |(i, x): (usize, &u64)| match i == divisor.entry {
                true => vec![*x],
                false => vec![x / by, x % by],
            };
            return Some(read.iter().enumerate().flat_map(parts).collect());
        }
        if let (Abstraction::Remainder(modulus), Some((first, others))) =
            (&self.reads, read.split_first_mut())
        {
            let terms = modulus.factors.iter().zip(&*others);
            let sum: i128 = terms.map(|(&factor, &x)| i128::from(factor) * i128::from(x)).sum();
            let odd = modulus.odd.iter().zip(others).filter(|(_, x)| **x % 2 == 1);
            let odd: i128 = odd.map(|(&more, _)| i128::from(more)).sum();
            let by = i128::from(modulus.constant).checked_add(sum)?.checked_add(odd)?;
            *first = u64::try_from(i128::from(*first).checked_rem_euclid(by)?).ok()?;
        }
        Some(read)
    }
}
