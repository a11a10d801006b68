//! The order of many games at once.
//!
//! Fingerprints decide most pairs, and kept in arrays of their own they decide 64 pairs in one run without a branch.
//! What they leave open goes the ordinary way.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::fingerprint::Fingerprint;
use crate::game::{Comparison, Game};
use crate::order::refuting;

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

/// The parts of nodes the quick tests read, an array for each.
#[derive(Default)]
struct Prints {
    prints: Vec<Fingerprint>,
    /// Bits of games whose Left options, Right options, are all test games.
    left_tests: Vec<u64>,
    right_tests: Vec<u64>,
}

impl Prints {
    /// Which of 64 games `H` refute `G ≤ H`, and which `H ≤ G`.
    #[inline(always)]
    fn refuted(&self, g: Fingerprint, block: usize) -> [u64; 2] {
        let [mut le, mut ge] = [0u64; 2];
        for (byte, eight) in self.prints[block * 64..][..64].chunks_exact(8).enumerate() {
            let [mut le_byte, mut ge_byte] = [0u8; 2];
            for (j, &h) in eight.iter().enumerate() {
                le_byte |= u8::from(refuting(g, h) != 0) << j;
                ge_byte |= u8::from(refuting(h, g) != 0) << j;
            }
            le |= u64::from(le_byte) << (8 * byte);
            ge |= u64::from(ge_byte) << (8 * byte);
        }
        [le, ge]
    }
}

/// The places of the ones of a word, lowest first.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        let found = word != 0;
        word &= word.wrapping_sub(1);
        found.then_some(place)
    })
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
                prints.prints.push(node.print);
                left |= u64::from(node.left_are_tests()) << j;
                right |= u64::from(node.right_are_tests()) << j;
            }
            prints.left_tests.push(left);
            prints.right_tests.push(right);
        }
        prints.prints.resize(words * 64, Fingerprint::default());
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
                let [le_refuted, ge_refuted] = prints.refuted(prints.prints[i], block);
                // With test games for the options in question, what is not refuted is true; the rest is asked one by
                // one.
                let le_exact = left_tests & prints.right_tests[block];
                let ge_exact = prints.left_tests[block] & right_tests;
                let column = &games[block * 64..];
                let mut le = used & !le_refuted;
                for j in ones(le & !le_exact) {
                    le ^= u64::from(!self.le(*game, column[j])?) << j;
                }
                let mut ge = used & !ge_refuted;
                for j in ones(ge & !ge_exact) {
                    ge ^= u64::from(!self.le(column[j], *game)?) << j;
                }
                matrix.le.push(le);
                matrix.ge.push(ge);
            }
        }
        Ok(matrix)
    }
}
