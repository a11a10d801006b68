//! Checksums of values, defined on the value alone so that any engine can reproduce them.
//!
//! All arithmetic is modulo 2⁶⁴; `mix` is the finaliser of SplitMix64. For a canonical form,
//! `H(G) = mix(0x243F6A8885A308D3 + Σ mix(H(l) ^ 0x9E3779B97F4A7C15) + Σ mix(mix(H(r)) ^ 0xD1B54A32D192ED03))`;
//! a list has the sum of its members' checksums, so that its order does not matter.

use farstar_num::Dyadic;
use farstar_value::{Calculator, Game};
use rustc_hash::FxHashMap;

pub(crate) fn mix(mut x: u64) -> u64 {
    x ^= x >> 30;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Checksums of games, each computed once.
#[derive(Default)]
pub(crate) struct Hasher(FxHashMap<Game, u64>);

impl Hasher {
    pub(crate) fn game(&mut self, calc: &mut Calculator<'_>, game: Game) -> u64 {
        let mut stack = vec![game];
        while let Some(&top) = stack.last() {
            if self.0.contains_key(&top) {
                stack.pop();
                continue;
            }
            let left = calc.left_options(top).expect("no limits");
            let right = calc.right_options(top).expect("no limits");
            let known = stack.len();
            stack.extend(left.iter().chain(&right).filter(|o| !self.0.contains_key(o)));
            if stack.len() > known {
                continue;
            }
            let mut sum = 0x243F_6A88_85A3_08D3u64;
            for option in left {
                sum = sum.wrapping_add(mix(self.0[&option] ^ 0x9E37_79B9_7F4A_7C15));
            }
            for option in right {
                sum = sum.wrapping_add(mix(mix(self.0[&option]) ^ 0xD1B5_4A32_D192_ED03));
            }
            self.0.insert(top, mix(sum));
        }
        self.0[&game]
    }

    /// The checksum of a list.
    pub(crate) fn list(&mut self, calc: &mut Calculator<'_>, games: &[Game]) -> u64 {
        games.iter().fold(0, |sum, game| sum.wrapping_add(self.game(calc, *game)))
    }

    /// Forgets what it knows when that has grown large.
    pub(crate) fn trim(&mut self) {
        if self.0.len() > 100_000 {
            self.0.clear();
        }
    }
}

/// The checksum of a list of games.
pub(crate) fn games(calc: &mut Calculator<'_>, games: &[Game]) -> u64 {
    Hasher::default().list(calc, games)
}

/// The checksum of a dyadic: of its numerator and its exponent in lowest terms.
pub(crate) fn dyadic(x: &Dyadic) -> u64 {
    let (numerator, exponent) = x.to_small().expect("the cases meet small numbers only");
    mix((numerator as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mix(u64::from(exponent)))
}

/// FNV-1a of a text.
pub(crate) fn bytes(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3))
}

/// How many different games a list holds.
pub(crate) fn distinct(games: &[Game]) -> Vec<Game> {
    let mut distinct = games.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}
