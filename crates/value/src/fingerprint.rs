//! Fingerprints: how a game compares with 64 fixed test games.
//!
//! Bit `i` of `le` says `G ≤ T_i`, of `ge` says `G ≥ T_i`. The test games are the 22 games born by day 2 and 42 born on
//! day 3, so the set is closed under options, and the definition of `≤` can be played against all of them at once from
//! the fingerprints of the
//! options alone: no recursion, and on raw lists as well as on canonical ones, since only the value counts. Two
//! fingerprints refute most false `G ≤ H`, prove many true ones, and decide exactly when the options of `G` and `H` are
//! test games.

/// How a game compares with the test games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Fingerprint {
    /// Bit `i`: the game is `≤ T_i`.
    pub(crate) le: u64,
    /// Bit `i`: the game is `≥ T_i`.
    pub(crate) ge: u64,
}

/// First test game of each day: day 0 is game 0, and so on; a last entry ends day 3.
const DAYS: [usize; 5] = [0, 1, 4, 22, 64];

/// Left and Right options of each test game, as sets of test games of earlier days (bit `i` for `T_i`).
///
/// The first 22 are all games born by day 2; the other 42 were chosen greedily to refute as many false `G ≤ H` as
/// possible on random games of day 4. Any choice closed under options is sound.
const TESTS: [(u32, u32); 64] = [
    (0x000000, 0x000000),
    (0x000000, 0x000001),
    (0x000001, 0x000000),
    (0x000001, 0x000001),
    (0x000000, 0x000002),
    (0x000001, 0x000009),
    (0x000001, 0x000002),
    (0x000001, 0x000004),
    (0x000001, 0x000008),
    (0x000009, 0x000001),
    (0x000009, 0x000009),
    (0x000009, 0x000002),
    (0x000002, 0x000001),
    (0x000002, 0x000002),
    (0x000004, 0x000000),
    (0x000004, 0x000001),
    (0x000004, 0x000009),
    (0x000004, 0x000002),
    (0x000004, 0x000004),
    (0x000004, 0x000008),
    (0x000008, 0x000001),
    (0x000008, 0x000002),
    (0x008100, 0x200020),
    (0x001000, 0x002000),
    (0x000300, 0x000021),
    (0x008000, 0x000001),
    (0x080008, 0x100820),
    (0x000004, 0x010080),
    (0x120000, 0x000010),
    (0x000820, 0x000002),
    (0x000100, 0x000108),
    (0x010080, 0x100020),
    (0x008004, 0x000041),
    (0x000409, 0x200020),
    (0x100020, 0x000001),
    (0x000080, 0x000002),
    (0x088000, 0x000002),
    (0x000004, 0x088004),
    (0x008001, 0x002000),
    (0x080200, 0x100040),
    (0x010108, 0x000802),
    (0x200008, 0x200002),
    (0x000004, 0x020408),
    (0x088000, 0x100008),
    (0x000004, 0x004000),
    (0x080200, 0x100820),
    (0x008100, 0x001000),
    (0x000004, 0x000080),
    (0x000004, 0x000809),
    (0x000080, 0x001000),
    (0x010300, 0x000021),
    (0x000008, 0x201000),
    (0x000809, 0x000042),
    (0x040004, 0x000002),
    (0x008001, 0x000821),
    (0x010201, 0x000021),
    (0x000409, 0x000821),
    (0x020080, 0x200002),
    (0x004000, 0x000080),
    (0x040004, 0x010004),
    (0x040000, 0x000004),
    (0x000004, 0x020000),
    (0x000080, 0x001800),
    (0x080008, 0x200002),
];

/// Options of test games lie among so many first ones.
const OPTIONS: usize = DAYS[3];
/// Sets of them are looked up so many at a time.
const CHUNK: usize = 6;
const CHUNKS: usize = OPTIONS.div_ceil(CHUNK);
const _: () =
    assert!(DAYS[2] <= CHUNK, "the test games of the first two days are in the first chunk");

/// For each set of `CHUNK` test games, the test games that have one of these among their options.
type Having = [[u64; 1 << CHUNK]; CHUNKS];

static LEFT: Having = having(false);
static RIGHT: Having = having(true);

const fn having(right: bool) -> Having {
    let mut table = [[0; 1 << CHUNK]; CHUNKS];
    let mut chunk = 0;
    while chunk < CHUNKS {
        let mut set = 0;
        while set < 1 << CHUNK {
            let mut i = 0;
            while i < 64 {
                let options = if right { TESTS[i].1 } else { TESTS[i].0 };
                if (options as usize >> (chunk * CHUNK)) & set != 0 {
                    table[chunk][set] |= 1 << i;
                }
                i += 1;
            }
            set += 1;
        }
        chunk += 1;
    }
    table
}

/// The test games of a day.
const fn of_day(day: usize) -> u64 {
    !0 >> (64 - (DAYS[day + 1] - DAYS[day])) << DAYS[day]
}

/// The test games that have one of these among their options, which all lie in the first chunks.
#[inline(always)]
fn having_one_of(table: &Having, tests: u64, chunks: usize) -> u64 {
    let of = |(chunk, sets): (usize, &[u64; 1 << CHUNK])| {
        sets[(tests >> (chunk * CHUNK)) as usize % (1 << CHUNK)]
    };
    table.iter().enumerate().take(chunks).map(of).fold(0, |all, some| all | some)
}

impl Fingerprint {
    /// The fingerprint of `{L|R}`, where `left_ge` is the union of the `ge` bits of the Left options and `right_le`
    /// that of the `le` bits of the Right options.
    ///
    /// `G ≤ T` fails iff some `G^L ≥ T` or some `T^R ≤ G`: the second refers to test games of earlier days only.
    #[inline]
    pub(crate) fn of_options(left_ge: u64, right_le: u64) -> Self {
        let (mut le, mut ge) = (!left_ge & of_day(0), !right_le & of_day(0));
        // test games of the first two days are in the first chunk
        for (tests, chunks) in [(of_day(1), 1), (of_day(2), 1), (of_day(3), CHUNKS)] {
            let new_le = tests & !left_ge & !having_one_of(&RIGHT, ge, chunks);
            let new_ge = tests & !right_le & !having_one_of(&LEFT, le, chunks);
            (le, ge) = (le | new_le, ge | new_ge);
        }
        Self { le, ge }
    }

    /// The fingerprint of a number above every test game.
    pub(crate) const ABOVE_ALL: Self = Self { le: 0, ge: !0 };
    /// The fingerprint of a number below every test game.
    pub(crate) const BELOW_ALL: Self = Self { le: !0, ge: 0 };

    /// Whether the game *is* a test game.
    #[inline(always)]
    pub(crate) fn is_test_game(self) -> bool {
        self.le & self.ge != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `T_i ≤ T_j`, by the definition.
    fn le(i: usize, j: usize) -> bool {
        let members = |set: u32| (0..32).filter(move |k| set >> k & 1 == 1);
        members(TESTS[i].0).all(|l| !le(j, l)) && members(TESTS[j].1).all(|r| !le(r, i))
    }

    #[test]
    fn test_games_are_closed_under_options_and_distinct() {
        for day in 0..4 {
            // Day 0 has the one game without options.
            let earlier = (1u64 << DAYS[day]) - 1;
            for (left, right) in &TESTS[DAYS[day]..DAYS[day + 1]] {
                assert_eq!(u64::from(left | right) & !earlier, 0);
            }
        }
        for i in 0..64 {
            for j in 0..64 {
                assert_eq!(le(i, j) && le(j, i), i == j, "T_{i} and T_{j}");
            }
        }
    }

    #[test]
    fn fingerprints_of_the_test_games_are_their_order() {
        let mut prints: Vec<Fingerprint> = Vec::new();
        for (left, right) in TESTS {
            let members = |set: u32| (0..32usize).filter(move |k| set >> k & 1 == 1);
            let left_ge = members(left).fold(0, |u, l| u | prints[l].ge);
            let right_le = members(right).fold(0, |u, r| u | prints[r].le);
            prints.push(Fingerprint::of_options(left_ge, right_le));
        }
        for (i, print) in prints.iter().enumerate() {
            for j in 0..64 {
                assert_eq!(print.le >> j & 1 == 1, le(i, j));
                assert_eq!(print.ge >> j & 1 == 1, le(j, i));
            }
            assert!(print.is_test_game());
        }
    }
}
