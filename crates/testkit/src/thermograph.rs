//! Thermographs by their definition, on a grid of temperatures fine enough to be exact.
//!
//! For a game that is no number, cooled by `t`, the Left wall is `max R_t(Gᴸ) - t` and the Right wall
//! `min L_t(Gᴿ) + t`, up to the temperature where they meet; from there on both are the mean. All
//! breakpoints of a form of depth `n` are multiples of `2^-n`: numbers born by day `n` are, and two walls of
//! slopes 0 or ±1 cross at half a multiple of what is below.

use crate::Form;
use farstar_num::Dyadic;

/// The walls at the temperatures `0, s, 2s, …` with `s = 2^-places`.
struct Walls {
    left: Vec<Dyadic>,
    right: Vec<Dyadic>,
    /// Index of the temperature in the grid; `None` for numbers, whose temperature is negative.
    temperature: Option<usize>,
}

impl Walls {
    fn of(g: &Form, places: u32, points: usize) -> Walls {
        if let Some(x) = g.to_number() {
            return Walls {
                left: vec![x.clone(); points],
                right: vec![x; points],
                temperature: None,
            };
        }
        let walls = |options: &[Form]| -> Vec<Walls> {
            options.iter().map(|o| Walls::of(o, places, points)).collect()
        };
        let (lefts, rights) = (walls(g.left()), walls(g.right()));
        let mut left: Vec<Dyadic> = Vec::with_capacity(points);
        let mut right: Vec<Dyadic> = Vec::with_capacity(points);
        let mut temperature = None;
        for k in 0..points {
            if temperature.is_some() {
                left.push(left[k - 1].clone());
                right.push(right[k - 1].clone());
                continue;
            }
            let t = Dyadic::new(k as u64, u64::from(places));
            let l =
                lefts.iter().map(|w| &w.right[k] - &t).max().expect("no number, so Left can move");
            let r =
                rights.iter().map(|w| &w.left[k] + &t).min().expect("no number, so Right can move");
            if l <= r {
                assert_eq!(l, r, "the walls of {g} meet on the grid");
                temperature = Some(k);
            }
            left.push(l);
            right.push(r);
        }
        assert!(temperature.is_some(), "the walls of {g} meet below its birthday");
        Walls { left, right, temperature }
    }
}

impl Form {
    fn walls(&self) -> (Walls, u32) {
        let birthday = self.birthday();
        let places = birthday + 1;
        let points = ((birthday as usize + 1) << places) + 1;
        (Walls::of(self, places, points), places)
    }

    /// The mean: where the mast of the thermograph stands.
    pub fn mean(&self) -> Dyadic {
        let (walls, _) = self.walls();
        walls.left.last().expect("the grid is never empty").clone()
    }

    /// The temperature; `-2^-q` for a number `p/2^q`.
    pub fn temperature(&self) -> Dyadic {
        if let Some(x) = self.to_number() {
            return Dyadic::new(-1, x.exponent());
        }
        let (walls, places) = self.walls();
        let index = walls.temperature.expect("the game is no number");
        Dyadic::new(index as u64, u64::from(places))
    }

    /// Left and Right wall at the temperature `t ≥ 0`; `None` when `t` is no multiple of `2^-(birthday+1)`.
    pub fn walls_at(&self, t: &Dyadic) -> Option<(Dyadic, Dyadic)> {
        let (walls, places) = self.walls();
        let index = usize::try_from(t.mul_pow2(i64::from(places)).to_i64()?).ok()?;
        let index = index.min(walls.left.len() - 1);
        Some((walls.left[index].clone(), walls.right[index].clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_means_and_temperatures() {
        let heat = |t: &str| {
            let g: Form = t.parse().expect("a form");
            (g.mean().to_string(), g.temperature().to_string())
        };
        let is = |mean: &str, temperature: &str| (mean.to_owned(), temperature.to_owned());
        assert_eq!(heat("{2|-1}"), is("1/2", "3/2"));
        assert_eq!(heat("*"), is("0", "0"));
        assert_eq!(heat("^"), is("0", "0"));
        assert_eq!(heat("0"), is("0", "-1"));
        assert_eq!(heat("3/4"), is("3/4", "-1/4"));
        // The Left wall of {{4|2}|-1} is 2 up to temperature 1, then 3 - t; it meets -1 + t at 2.
        assert_eq!(heat("{{4|2}|-1}"), is("1", "2"));
        assert_eq!(heat("{{4|2}|1/2}"), is("7/4", "5/4"));
        assert_eq!(heat("{{4|0}|-1}"), is("0", "1"));
    }

    #[test]
    fn the_walls_start_at_the_stops() {
        for g in crate::born_by(2) {
            let walls = g.walls_at(&Dyadic::ZERO);
            assert_eq!(walls, Some((g.left_stop(), g.right_stop())), "{g}");
        }
    }

    #[test]
    fn means_add() {
        let games = crate::born_by(2);
        for g in &games {
            for h in crate::born_by(1) {
                let sum = g.add(&h).canonical();
                assert_eq!(sum.mean(), g.mean() + h.mean(), "{g} + {h}");
                assert!(sum.temperature() <= g.temperature().max(h.temperature()));
            }
        }
    }
}
