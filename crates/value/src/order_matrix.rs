//! The order of many games at once.
//!
//! Fingerprints decide most pairs, and kept in arrays of their own they decide 64 pairs in one run without a branch. What they leave
//! open goes the ordinary way.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::{Comparison, Game};

/// How each game of a list compares with each.
#[derive(Clone, Debug)]
pub struct OrderMatrix {
    games: usize,
    /// 64-bit words a row.
    words: usize,
    /// Row `i`, bit `j`: `Gᵢ ≤ Gⱼ`.
    le: Vec<u64>,
    /// Row `i`, bit `j`: `Gᵢ ≥ Gⱼ`.
    ge: Vec<u64>,
}

impl OrderMatrix {
    /// How many games are compared.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// How game `i` compares with game `j`.
    ///
    /// # Panics
    /// If `i` or `j` is not below [`OrderMatrix::games`].
    #[must_use]
    pub fn get(&self, i: usize, j: usize) -> Comparison {
        assert!(i < self.games && j < self.games, "game {i} or {j} of {}", self.games);
        let bit = |rows: &[u64]| rows[i * self.words + j / 64] >> (j % 64) & 1 == 1;
        Comparison::from_le_ge(bit(&self.le), bit(&self.ge))
    }

    /// How many ordered pairs are less, equal, greater, confused.
    #[must_use]
    pub fn counts(&self) -> [u64; 4] {
        let mut counts = [0; 4];
        for (le, ge) in self.le.iter().zip(&self.ge) {
            for (count, bits) in counts.iter_mut().zip([le & !ge, le & ge, ge & !le]) {
                *count += u64::from(bits.count_ones());
            }
        }
        counts[3] = (self.games as u64).pow(2) - counts.iter().sum::<u64>();
        counts
    }
}

/// What the fingerprints of 64 games say of `G ≤ Hⱼ` (or of `Hⱼ ≤ G`): which are refuted, which are proved.
#[derive(Clone, Copy, Default)]
struct Verdicts {
    refuted: u64,
    proved: u64,
}

/// The parts of nodes the quick tests read, an array for each.
#[derive(Default)]
struct Prints {
    le: Vec<u64>,
    ge: Vec<u64>,
    /// Bits of games whose Left options, Right options, are all test games.
    left_tests: Vec<u64>,
    right_tests: Vec<u64>,
}

impl Prints {
    /// `a ≤ b` is refuted by a test game that is `≤ a` but not `≤ b`, or `≥ b` but not `≥ a`; proved by one between.
    #[inline(always)]
    fn block(&self, i: usize, block: usize) -> [Verdicts; 2] {
        let (le, ge) = (self.le[i], self.ge[i]);
        let [mut below, mut above] = [Verdicts::default(); 2];
        let columns = self.le[block * 64..block * 64 + 64].iter().zip(&self.ge[block * 64..]);
        for (j, (&le_j, &ge_j)) in columns.enumerate() {
            below.refuted |= u64::from((ge & !ge_j) | (le_j & !le) != 0) << j;
            below.proved |= u64::from(le & ge_j != 0) << j;
            above.refuted |= u64::from((ge_j & !ge) | (le & !le_j) != 0) << j;
            above.proved |= u64::from(le_j & ge != 0) << j;
        }
        [below, above]
    }
}

impl Calculator<'_> {
    /// How each of `games` compares with each.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Cost
    /// `n²` bits of memory twice; a few machine instructions for a pair that fingerprints decide.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Comparison};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let games = [calc.integer(0)?, calc.nimber(1)?, calc.up(1)?];
    /// let order = calc.order_matrix(&games)?;
    /// assert_eq!(order.get(2, 0), Comparison::Greater);
    /// assert_eq!(order.counts(), [1, 3, 1, 4]);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn order_matrix(&mut self, games: &[Game]) -> Result<OrderMatrix> {
        let words = games.len().div_ceil(64);
        let mut prints = Prints::default();
        for block in games.chunks(64) {
            let (mut left, mut right) = (0, 0);
            for (j, game) in block.iter().enumerate() {
                let node = self.node(*game);
                prints.le.push(node.print.le);
                prints.ge.push(node.print.ge);
                left |= u64::from(node.left_are_tests()) << j;
                right |= u64::from(node.right_are_tests()) << j;
            }
            prints.left_tests.push(left);
            prints.right_tests.push(right);
        }
        prints.le.resize(words * 64, 0);
        prints.ge.resize(words * 64, 0);
        let mut matrix = OrderMatrix {
            games: games.len(),
            words,
            le: Vec::with_capacity(games.len() * words),
            ge: Vec::with_capacity(games.len() * words),
        };
        let all = |bit: bool| if bit { !0u64 } else { 0 };
        for (i, game) in games.iter().enumerate() {
            self.tick()?;
            let bit = |set: &[u64]| all(set[i / 64] >> (i % 64) & 1 == 1);
            let (left_tests, right_tests) = (bit(&prints.left_tests), bit(&prints.right_tests));
            for block in 0..words {
                let used = if block + 1 < words { !0 } else { !0 >> (words * 64 - games.len()) };
                let [below, above] = prints.block(i, block);
                // The exact case: with test games for the options in question, what is not refuted is true.
                let le_exact = left_tests & prints.right_tests[block];
                let ge_exact = prints.left_tests[block] & right_tests;
                let row = |calc: &mut Self, verdicts: Verdicts, exact: u64, is_le: bool| {
                    let mut open = used & !(verdicts.refuted | verdicts.proved | exact);
                    let mut bits = used & !verdicts.refuted & (verdicts.proved | exact);
                    while open != 0 {
                        let other = games[block * 64 + open.trailing_zeros() as usize];
                        let (g, h) = if is_le { (*game, other) } else { (other, *game) };
                        bits |= u64::from(calc.le(g, h)?) << open.trailing_zeros();
                        open &= open - 1;
                    }
                    Ok::<u64, crate::Error>(bits)
                };
                let le = row(self, below, le_exact, true)?;
                let ge = row(self, above, ge_exact, false)?;
                matrix.le.push(le);
                matrix.ge.push(ge);
            }
        }
        Ok(matrix)
    }
}
