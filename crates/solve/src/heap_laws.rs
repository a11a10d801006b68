//! Laws of partizan heap games: values of heaps of any size, without a search.
//!
//! # Taking from one heap
//! Left takes a number of the set A, Right of the set B, and m is the largest of both.
//!
//! *One number each.* If A = {a} and B = {b}, then G(n+a+b) = G(n): in G(n+a+b) − G(n) the second player answers Left's
//! move to G(n+b) by taking b there, Right's to G(n+a) by taking a, and each time nothing is left; Left's move to
//! G(n+a+b) − G(n−b) is answered by taking b in the first, which leaves G(k+a+b) − G(k) with k = n − b, and Right's
//! likewise, so that induction gives a win for who comes second. (Fraenkel and Kotzig, *Partizan octal games*, 1987.)
//! Below a + b, with a ≤ b: nobody moves below a; below b only Left does, and the heap is worth ⌊n/a⌋; from b on
//! Right's only option is 0, Left's is ⌊n/a⌋ − 1.
//!
//! *Finite sets.* G(n) = {G(n−a) | G(n−b)} for n ≥ m depends on the m values before it. If G(n+p) = G(n) + s with an
//! integer s for m consecutive n, then it holds for all later n as long as the value {G(n−a)+s | G(n−b)+s} is G(n) + s:
//! by the translation theorem, if G(n) is no number; if it is a number that is no integer, as then no integer lies
//! between its options, and of the numbers between two consecutive integers the simplest moves along with them; if it
//! is an integer with the sign of s, not 0, as then it is the integer nearest to 0 between its options and stays that
//! when they move away from 0; and always if s = 0. G(n) + s is again of the same kind, so one period decides for all.
//! (Berlekamp, Conway, Guy: *Winning Ways*, ch. 2 and 6, for both theorems.)
//!
//! # Cakes
//! *Cutcake* (*Winning Ways*, ch. 2). Let 2^k be the largest power of 2 up to both sides h and w. The value is
//! ⌊w/2^k⌋ − ⌊h/2^k⌋, an integer: one of the two quotients is 1. If h/2^k < 2, a cut of w into i and w − i has values
//! whose sum is at most ⌊w/2^k⌋ − 2, which it reaches at i = 2^k, and parts below 2^k count at most for 0; a cut of h
//! into parts, the smaller below 2^k at most half of h, makes each of them worth more than the whole.
//!
//! *Equal shares*, as in Maundy Cake and Rectangles: see [`crate::shares`].

use std::collections::HashMap;
use std::sync::Arc;

use farstar_rules::Ruleset;
use farstar_rules::builtin::ruleset;
use farstar_value::{Calculator, Game};

use crate::Result;
use crate::shares::share;
use crate::theorems::{self, HeapTheorem};

/// Heaps whose values are computed in search of a period, and of which it is known who wins.
const MOST_HEAPS: usize = 1 << 12;
const MOST_WINNERS: u64 = 1 << 22;
/// The largest number that may be taken where the sets have more than one number each.
const LARGEST_TAKEN: u64 = 512;

/// A law of the values of the heaps of a ruleset, of any size.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::HeapLaw;
/// use farstar_value::{Arena, text::Notation};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let mut cutcake = HeapLaw::of(&ruleset("cutcake")?).expect("there is one");
/// let value = cutcake.value(&[1_000_000, 7], &mut calc)?.expect("it tells of all cakes");
/// assert_eq!(calc.print(value, Notation::Ascii)?, "-249999");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HeapLaw(Law);

enum Law {
    /// Left takes a number of the first set, Right of the second.
    Taking(Box<Taking>),
    /// Partizan Take-away: what may be taken stands beside the heap.
    TakeAway,
    Cutcake,
    /// Which of its two numbers Left divides into equal shares, and Right.
    Shares([[bool; 2]; 2]),
    /// The same by flags that stand beside the numbers.
    Rectangles,
    /// By a theorem that was decided from the rules.
    Decided(Arc<HeapTheorem>),
}

/// The values of a partizan subtraction game as far as they are known.
struct Taking {
    sets: [Vec<u64>; 2],
    values: Vec<Game>,
    /// From the first number on, values repeat after the second, the third being added.
    period: Option<(usize, usize, i64)>,
    /// Up to where a period was looked for.
    looked: usize,
}

impl HeapLaw {
    /// The law of a ruleset, if there is one.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Option<Self> {
        Law::of(rules).map(Self)
    }

    /// The law in words.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.0 {
            Law::Taking(_) | Law::TakeAway => "the period of partizan subtraction",
            Law::Cutcake => "the theorem on Cutcake",
            Law::Shares(_) | Law::Rectangles => "the theorems on equal shares",
            Law::Decided(_) => "a theorem decided from the rules",
        }
    }

    /// The value of a heap; none where no period was found.
    ///
    /// # Errors
    /// Values beyond the arena.
    pub fn value(&mut self, heap: &[u64], calc: &mut Calculator<'_>) -> Result<Option<Game>> {
        Ok(match (&mut self.0, heap) {
            (Law::Taking(taking), &[n]) => taking.value(n, calc)?,
            (Law::TakeAway, &[n, a, b]) => Some(take_away(n, a, b, calc)?),
            (Law::Cutcake, &[h, w]) => Some(calc.integer(cutcake(h, w))?),
            (Law::Shares(divides), &[a, b]) => Some(share(*divides, [a, b], calc)?),
            (Law::Decided(theorem), heap) => match theorem.value(heap) {
                Some(value) => Some(calc.nimber(value)?),
                None => theorem.game(heap, calc)?,
            },
            (Law::Rectangles, &[w, h, a, b]) => {
                Some(share([[true, b == 1], [a == 1, true]], [w, h], calc)?)
            }
            _ => None,
        })
    }
}

impl Law {
    fn of(rules: &Ruleset) -> Option<Self> {
        if let Some(sets) = rules.taken() {
            let is_single = sets.iter().all(|set| set.len() == 1);
            let fits = sets.iter().flatten().all(|&k| k <= LARGEST_TAKEN);
            let is_partizan = !rules.is_impartial() && sets.iter().all(|set| !set.is_empty());
            let taking = Taking { sets, values: Vec::new(), period: None, looked: 0 };
            return (is_partizan && (is_single || fits)).then(|| Self::Taking(Box::new(taking)));
        }
        let is = |name: &str| ruleset(name).is_ok_and(|known| known == *rules);
        match rules.name() {
            "Partizan Take-away" if is("Partizan Take-away") => Some(Self::TakeAway),
            "Cutcake" if is("Cutcake") => Some(Self::Cutcake),
            "Rectangles" if is("Rectangles") => Some(Self::Rectangles),
            // what has a code has a sequence, with theorems of its own
            _ if rules.code().is_some() => None,
            _ => match farstar_referee::shares(rules.canonical()) {
                Some(divides) => Some(Self::Shares(divides)),
                None => theorems::of(rules, false).map(Self::Decided),
            },
        }
    }
}

/// The value of a heap of n from which Left takes a, Right b; who takes 0 has no move.
fn take_away(n: u64, a: u64, b: u64, calc: &mut Calculator<'_>) -> Result<Game> {
    let most = |n: u64, by: u64| n.checked_div(by).unwrap_or(0) as i64;
    if a == 0 || b == 0 {
        return Ok(calc.integer(most(n, a) - most(n, b))?);
    }
    let (less, more, sign) = if a <= b { (a, b, 1) } else { (b, a, -1) };
    let n = n % (a + b);
    let moves = most(n, less);
    if n < more {
        return Ok(calc.integer(sign * moves)?);
    }
    let (mine, zero) = (calc.integer(sign * (moves - 1))?, Game::ZERO);
    let (left, right) = if sign == 1 { (mine, zero) } else { (zero, mine) };
    Ok(calc.from_options(&[left], &[right])?)
}

/// Whether Left, and Right, lose who begin with a heap from which each takes a number of a set of their own, of heaps
/// whose values are not computed one by one. Who wins depends on who wins the last heaps before, as many as the largest
/// number; so once two such rows of heaps agree, all that follows repeats.
///
/// # Examples
/// ```
/// use farstar_rules::Ruleset;
/// use farstar_solve::losers_of_taking;
/// let rules = Ruleset::named("Partizan Subtraction(a={2 5}, b={3})")?;
/// assert_eq!(losers_of_taking(&rules, 1_000_000_000), Some([false, true]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn losers_of_taking(rules: &Ruleset, heap: u64) -> Option<[bool; 2]> {
    let Some(Law::Taking(taking)) = Law::of(rules) else { return None };
    let fits = taking.sets.iter().flatten().all(|&k| k <= 64);
    if fits && heap > MOST_HEAPS as u64 { losers(&taking.sets, heap) } else { None }
}

fn losers(sets: &[Vec<u64>; 2], heap: u64) -> Option<[bool; 2]> {
    // bit k − 1: whether who begins with k tokens fewer loses
    let masks = [&sets[0], &sets[1]].map(|set| set.iter().fold(0, |all, k| all | 1u64 << (k - 1)));
    let (mut lost, mut seen) = ([0u64; 2], HashMap::new());
    let mut left = heap;
    for n in 0..MOST_WINNERS {
        // a move wins if the other player loses who begins behind it
        let loses = [masks[0] & lost[1] == 0, masks[1] & lost[0] == 0];
        if left == 0 {
            return Some(loses);
        }
        lost = [0, 1].map(|player| lost[player] << 1 | u64::from(loses[player]));
        left -= 1;
        if let Some(before) = seen.insert(lost, n) {
            left %= n - before;
            seen.clear();
        }
    }
    None
}

impl Taking {
    fn value(&mut self, n: u64, calc: &mut Calculator<'_>) -> Result<Option<Game>> {
        if let [a, b] = [&self.sets[0][..], &self.sets[1][..]]
            && let ([a], [b]) = (a, b)
        {
            return take_away(n, *a, *b, calc).map(Some);
        }
        let at = usize::try_from(n).unwrap_or(usize::MAX);
        while self.period.is_none() && self.values.len() <= at.min(MOST_HEAPS) {
            let next = (2 * self.values.len()).clamp(64, MOST_HEAPS + 1);
            self.grow(next, calc)?;
            if self.looked == next {
                return Ok(self.values.get(at).copied());
            }
            self.looked = next;
            self.period = self.find(calc)?;
        }
        if let Some(&known) = self.values.get(at) {
            return Ok(Some(known));
        }
        let Some((start, period, saltus)) = self.period else { return Ok(None) };
        let times = (at - start) / period;
        let within = self.values[start + (at - start) % period];
        let more = i64::try_from(times).ok().and_then(|times| times.checked_mul(saltus));
        match more {
            Some(more) => {
                let more = calc.integer(more)?;
                Ok(Some(calc.add(within, more)?))
            }
            None => Ok(None),
        }
    }

    /// Computes the values below a heap by the definition.
    fn grow(&mut self, below: usize, calc: &mut Calculator<'_>) -> Result<()> {
        while self.values.len() < below {
            let n = self.values.len() as u64;
            let options = |set: &[u64]| -> Vec<Game> {
                let taken = set.iter().filter(|&&k| k <= n);
                taken.map(|&k| self.values[(n - k) as usize]).collect()
            };
            let (left, right) = (options(&self.sets[0]), options(&self.sets[1]));
            let value = calc.from_options(&left, &right)?;
            self.values.push(value);
        }
        Ok(())
    }

    /// The shortest period that the theorem above proves from the values that are known.
    fn find(&self, calc: &mut Calculator<'_>) -> Result<Option<(usize, usize, i64)>> {
        let window = self.sets.iter().flatten().copied().max().unwrap_or(1) as usize;
        let count = self.values.len();
        let last = self.values[count - 1];
        let last_mean = calc.mean(last)?;
        for period in 1..count.saturating_sub(2 * window) {
            let before = calc.mean(self.values[count - 1 - period])?;
            let Some(saltus) = (last_mean.clone() - before).to_i64() else { continue };
            let step = calc.integer(saltus)?;
            let start = count - period - window;
            if start < window {
                break;
            }
            let mut holds = true;
            for n in (start..start + window).rev() {
                if calc.add(self.values[n], step)? != self.values[n + period] {
                    holds = false;
                    break;
                }
            }
            let mut moved = (start + window..count).map(|n| self.values[n]);
            if holds && moved.all(|value| moves_along(value, saltus, calc)) {
                return Ok(Some((start, period, saltus)));
            }
        }
        Ok(None)
    }
}

/// Whether a value whose options all move by an integer moves along with them; see the head of this file.
fn moves_along(value: Game, by: i64, calc: &Calculator<'_>) -> bool {
    match calc.as_number(value) {
        Some(number) if by != 0 => {
            number.to_i64().is_none_or(|integer| integer.signum() == by.signum())
        }
        _ => true,
    }
}

/// The value of a cake of h rows and w columns; Left cuts vertically.
fn cutcake(h: u64, w: u64) -> i64 {
    // nobody cuts a side of 0, nor one of 1
    let (h, w) = (h.max(1), w.max(1));
    let k = h.min(w).ilog2();
    (w >> k) as i64 - (h >> k) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Values;
    use farstar_value::{Arena, Limits};

    /// Holds the law against a search of the values, which knows no laws.
    fn agrees(rules: &str, heaps: impl IntoIterator<Item = Vec<u64>>) {
        let rules = Ruleset::named(rules).unwrap();
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut law = HeapLaw::of(&rules).expect("a law");
        for heap in heaps {
            let words: Vec<String> = heap.iter().map(ToString::to_string).collect();
            let text = match &words[..] {
                [one] => one.clone(),
                several => format!("({})", several.join(",")),
            };
            let (board, start) = rules.position(&text).unwrap();
            let wanted =
                Values::new(&arena, board).unwrap().value(&start, &Limits::none()).unwrap();
            let told = law.value(&heap, &mut calc).unwrap();
            assert_eq!(told, Some(wanted), "{} {text}", rules.name());
        }
    }

    fn boxes(sides: std::ops::RangeInclusive<u64>) -> impl Iterator<Item = Vec<u64>> {
        sides.clone().flat_map(move |a| sides.clone().map(move |b| vec![a, b]))
    }

    #[test]
    fn cakes_are_worth_what_their_theorems_say() {
        agrees("Cutcake", boxes(0..=17));
        agrees("Maundy Cake", boxes(0..=24));
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let with = |sides: Vec<u64>| [sides, vec![a, b]].concat();
            agrees("Rectangles", boxes(0..=12).map(with));
        }
    }

    #[test]
    fn equal_shares_are_seen_in_any_rules() {
        let share = |number: usize| match number {
            0 => "(x,y) -> k*(x/k,y) for k in 2..x if k divides x",
            _ => "(x,y) -> k*(x,y/k) for k in 2..y if k divides y",
        };
        let (x, y, both) = (share(0), share(1), format!("{}\n {}", share(0), share(1)));
        for (left, right) in [(x, y), (y, x), (&*both, x), (&*both, y), (x, &*both), (y, &*both)] {
            agrees(&format!("game G\nheap x y\nLeft: {left}\nRight: {right}"), boxes(0..=18));
        }
        for (left, right) in [
            // other players have other theorems, or none
            (x, x),
            (&*both, &*both),
            (x, "(x,y) -> k*(x,y/k) for k in 3..y if k divides y"),
            (x, "(x,y) -> (x,y/k) for k in 2..y if k divides y"),
            (x, "(x,y) -> k*(x-1,y/k) for k in 2..y if k divides y"),
            (x, "(x,y) -> k*(x,y/k) for k in 2..y if k divides x and k divides y"),
        ] {
            let rules = Ruleset::named(&format!("game G\nheap x y\nLeft: {left}\nRight: {right}"));
            assert!(HeapLaw::of(&rules.unwrap()).is_none(), "{left} {right}");
        }
    }

    #[test]
    fn one_number_for_each_player() {
        for a in 1..5 {
            for b in 1..7 {
                agrees("Partizan Take-away", (0..30).map(|n| vec![n, a, b]));
            }
        }
        agrees("Partizan Take-away", (0..12).flat_map(|n| [vec![n, 0, 2], vec![n, 3, 0]]));
        agrees("Partizan Subtraction(a={4}, b={3})", (0..40).map(|n| vec![n]));
    }

    #[test]
    fn values_repeat_beyond_those_computed() {
        let taking =
            |sets: [Vec<u64>; 2]| Taking { sets, values: Vec::new(), period: None, looked: 0 };
        let set = |bits: u64| (1..=4).filter(|k| bits >> k & 1 == 1).collect::<Vec<u64>>();
        let (mut proved, mut growing) = (0, 0);
        for left in (2..32u64).step_by(2) {
            for right in (2..32u64).step_by(2).filter(|&right| right != left) {
                let sets = [set(left), set(right)];
                let arena = Arena::new();
                let mut calc = arena.calculator();
                let (mut law, mut definition) = (taking(sets.clone()), taking(sets.clone()));
                law.grow(64, &mut calc).unwrap();
                law.looked = 64;
                law.period = law.find(&mut calc).unwrap();
                let Some((_, _, saltus)) = law.period else { continue };
                (proved, growing) = (proved + 1, growing + usize::from(saltus != 0));
                definition.grow(200, &mut calc).unwrap();
                for n in 0..200 {
                    let value = law.value(n, &mut calc).unwrap();
                    assert_eq!(value, Some(definition.values[n as usize]), "{sets:?} {n}");
                }
            }
        }
        assert!(proved >= 20, "{proved} {growing}");
    }

    #[test]
    fn winners_of_taking_repeat() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        for sets in [[vec![2, 5], vec![3]], [vec![1, 4], vec![2, 3]], [vec![3], vec![1, 5, 6]]] {
            let (values, period, looked) = (Vec::new(), None, 0);
            let mut taking = Taking { sets, values, period, looked };
            taking.grow(150, &mut calc).unwrap();
            for (n, &value) in (0..).zip(&taking.values) {
                let lost = [calc.le(value, Game::ZERO), calc.ge(value, Game::ZERO)];
                let lost = lost.map(|lost| lost.unwrap());
                assert_eq!(losers(&taking.sets, n), Some(lost), "{:?} {n}", taking.sets);
            }
        }
    }

    #[test]
    fn an_integer_between_far_options_stays_the_nearest_to_zero() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut value = |text: &str| calc.parse(text).unwrap();
        let (zero, two, half, hot) = (Game::ZERO, value("2"), value("1/2"), value("{3|1}"));
        assert!(!moves_along(zero, 1, &calc) && moves_along(zero, 0, &calc));
        assert!(moves_along(two, 1, &calc) && !moves_along(two, -1, &calc));
        assert!(moves_along(half, -5, &calc) && moves_along(hot, -5, &calc));
    }
}
