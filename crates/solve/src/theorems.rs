//! Theorems about heap games that are known, by their certificates: those that come with Farstar (`laws/`), and a
//! person's own. A certificate is read by the referee once, when its ruleset is first asked about, and then its
//! automaton tells of heaps of any size.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use farstar_impartial::sequence::GrundySequence;
use farstar_nimber::Nim64;
use farstar_num::Dyadic;
use farstar_play::Player;
use farstar_referee::{
    Abstraction, Euclidean, GameForm, Kind, LAW, LEGAL, Numeration, RIGHT, RootBound, Theorem,
    check, claim_of, euclidean, root_bound, shares,
};
use farstar_rules::Ruleset;
use farstar_rules::heap::HeapGame;
use farstar_value::{Calculator, Error as ValueError, Game};

use crate::shares::share;

mod replies;

pub use replies::Becomes;

/// The certificates that come with Farstar.
const SHIPPED: &[&str] = &[
    include_str!("../../../laws/two-heap-nim.cert"),
    include_str!("../../../laws/laskers-nim.cert"),
    include_str!("../../../laws/mock-turtles.cert"),
    include_str!("../../../laws/ruler.cert"),
    include_str!("../../../laws/turning-turtles.cert"),
    include_str!("../../../laws/wythoff-winners.cert"),
    include_str!("../../../laws/generalised-wythoff-winners.cert"),
    include_str!("../../../laws/fibonacci-nim-winners.cert"),
    include_str!("../../../laws/euclid.cert"),
];

/// Digits that a value may have more than its heap, at first and at last.
const LONGER: usize = 3;
const LONGEST: usize = 64;
/// Heaps that are asked for on the way to the value of one, of an automaton and of a formula.
const MOST_CALLS: u64 = 1 << 12;
const MOST_ROOTS: u64 = 1 << 20;
/// Digits of the words of a numeration.
const MOST_DIGITS: usize = 192;
/// Numbers that are halved oftener are not written down.
const MOST_HALVED: i64 = 10_000;

/// What the numbers beside a heap say, with a digit more of each; nothing where it is too large.
type Longer<'a> = &'a dyn Fn([i128; 2], &[usize]) -> Option<[i128; 2]>;

/// A theorem about all heaps of a ruleset, which the referee has accepted.
pub struct HeapTheorem {
    theorem: Theorem,
    /// How many words of so many digits are accepted from each state of the words of numbers.
    counts: Vec<Vec<u128>>,
    /// The theorems about the games of a product or a sum; else none.
    factors: Vec<HeapTheorem>,
    /// What is bounded by a root, where it is that.
    roots: Option<RootBound>,
    /// The game of quotients, where the law is one of its heaps.
    euclidean: Option<Euclidean>,
}

impl HeapTheorem {
    /// Has the referee read a certificate.
    ///
    /// # Errors
    /// What the referee says.
    pub fn read(certificate: &str) -> Result<Self, String> {
        let theorem = check(certificate, &|_| false).map_err(|refused| refused.to_string())?;
        Ok(Self::of(theorem))
    }

    fn of(mut theorem: Theorem) -> Self {
        let factors = std::mem::take(&mut theorem.factors).into_iter().map(Self::of).collect();
        let counts = counts(&theorem);
        let is_of_roots = theorem.claim.kind == Kind::Roots;
        let roots = is_of_roots.then(|| root_bound(&theorem.claim.rules)).flatten();
        let is_of_quotients = theorem.claim.reads == Abstraction::Euclidean;
        let euclidean = is_of_quotients.then(|| euclidean(&theorem.claim.rules).ok()).flatten();
        Self { theorem, counts, factors, roots, euclidean }
    }

    /// The states behind a state of one of the given automata, by a digit of each of its tracks.
    fn step(&self, which: usize, state: usize, digits: &[usize]) -> usize {
        let Some(automaton) = &self.theorem.given[which] else { return 0 };
        let diagrams = &self.theorem.diagrams;
        let tracks = automaton.tracks.iter().zip(digits);
        let root = automaton.roots[state];
        let to = tracks.fold(root, |node, (&track, &digit)| diagrams.at(node, track, digit));
        (to ^ farstar_referee::LEAF) as usize
    }

    /// The digits of a number, most significant first; nothing if it has more than so many.
    fn word(&self, number: u64, length: usize) -> Option<Vec<usize>> {
        let mut word = vec![0; length];
        if let Numeration::Base(base) = self.theorem.claim.numeration {
            let mut rest = number;
            for digit in word.iter_mut().rev() {
                *digit = (rest % u64::from(base)) as usize;
                rest /= u64::from(base);
            }
            return (rest == 0).then_some(word);
        }
        // the number-th of the words of so many digits, in their order
        let (mut state, mut rest) = (0, u128::from(number));
        for (place, digit) in word.iter_mut().enumerate() {
            let left = length - 1 - place;
            loop {
                let to = self.step(LEGAL, state, &[*digit]);
                let words = self.counts[to][left];
                if rest < words {
                    state = to;
                    break;
                }
                rest -= words;
                *digit += 1;
                if *digit >= self.theorem.diagrams.digits() {
                    return None;
                }
            }
        }
        Some(word)
    }

    /// The number that a word is.
    fn number(&self, word: &[usize]) -> Option<u64> {
        if let Numeration::Base(base) = self.theorem.claim.numeration {
            let behind = |n: u64, &digit: &usize| {
                n.checked_mul(base.into()).and_then(|n| n.checked_add(digit as u64))
            };
            return word.iter().try_fold(0, behind);
        }
        let (mut state, mut before) = (0, 0u128);
        for (place, &digit) in word.iter().enumerate() {
            let left = word.len() - 1 - place;
            let words = |digit| self.counts[self.step(LEGAL, state, &[digit])][left];
            before = before.saturating_add((0..digit).map(words).fold(0, u128::saturating_add));
            state = self.step(LEGAL, state, &[digit]);
        }
        u64::try_from(before).ok()
    }

    /// What the law reads of a heap; nothing of heaps below those of the theorem.
    fn numbers_read(&self, heap: &[u64]) -> Option<Vec<u64>> {
        let low = &self.theorem.claim.low;
        let is_inside = |(&x, &low): (&u64, &i64)| i128::from(x) >= low.into();
        if heap.len() != low.len() || !heap.iter().zip(low).all(is_inside) {
            return None;
        }
        let (Some(game), &[a, b]) = (&self.euclidean, heap) else {
            return self.theorem.claim.read(heap);
        };
        // what is read of what is left
        let law = |q, v| match self.theorem.claim.kind {
            Kind::Outcome => Some((self.accepts(LAW, &[q, v])? == game.is_misere).into()),
            _ => u64::try_from(self.numbers_beside(&[q, v])?[0]).ok(),
        };
        game.read([a, b], &law).map(Vec::from)
    }

    /// The words of the numbers that are read of a heap, all of one length.
    fn words(&self, heap: &[u64]) -> Option<Vec<Vec<usize>>> {
        let largest = heap.iter().copied().max().unwrap_or(0);
        let length = (1..=MOST_DIGITS).find(|&length| self.word(largest, length).is_some())?;
        heap.iter().map(|&x| self.word(x, length)).collect()
    }

    /// The automaton of the heaps that a player loses who begins, if there is one.
    fn losses_of(&self, player: Player) -> Option<usize> {
        match (self.theorem.claim.kind, player) {
            (kind, _) if !kind.is_of_winners() => None,
            (Kind::Threshold, _) => None,
            (Kind::Winners, Player::Right) => Some(RIGHT),
            _ => Some(LAW),
        }
    }

    /// Whether a player who begins with a heap loses, by its value, where that is 0, *, or 1 or -1 halved however
    /// often; nothing if the theorem is another, or of other heaps.
    #[must_use]
    pub fn loses_halved(&self, heap: &[u64], player: Player) -> Option<bool> {
        let is_halved = self.theorem.claim.kind == Kind::Halves;
        match self.number_and_place(heap).filter(|_| is_halved)?.1 {
            0 => Some(true),
            1 => Some(false),
            2 => Some(player == Player::Right),
            3 => Some(player == Player::Left),
            _ => None,
        }
    }

    /// Whether a player who begins with a heap loses; nothing if the theorem is of values, of least last entries, or of
    /// other heaps.
    #[must_use]
    pub fn loses(&self, heap: &[u64], player: Player) -> Option<bool> {
        let which = self.losses_of(player)?;
        self.accepts(which, &self.numbers_read(heap)?)
    }

    /// Whether an automaton accepts what is read of a heap.
    fn accepts(&self, which: usize, read: &[u64]) -> Option<bool> {
        let words = self.words(read)?;
        let mut state = 0;
        for place in 0..words[0].len() {
            let digits: Vec<usize> = words.iter().map(|word| word[place]).collect();
            state = self.step(which, state, &digits);
        }
        Some(self.theorem.given[which].as_ref()?.accepts[state])
    }

    /// The one or two numbers in a base that the law accepts beside what is read of a heap.
    fn numbers_beside(&self, read: &[u64]) -> Option<[i128; 2]> {
        let Numeration::Base(base) = self.theorem.claim.numeration else { return None };
        let words = self.words(read)?;
        let behind = |known: i128, digit: Option<&usize>| {
            known.checked_mul(base.into())?.checked_add(digit.map_or(0, |&digit| digit as i128))
        };
        let number = |[known, other]: [i128; 2], digits: &[usize]| {
            Some([behind(known, digits.first())?, behind(other, digits.get(1))?])
        };
        let beside = |&more: &usize| self.beside(&words, base, more, &number);
        [LONGER, LONGEST].iter().find_map(beside)
    }

    /// The Grundy value of a heap; nothing if the theorem is of winners, or of other heaps.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_solve::theorems;
    /// let nim = theorems::of(&ruleset("two-heap-nim")?, false).expect("it comes with Farstar");
    /// assert_eq!(nim.value(&[1_000_000_007, 5]), Some(1_000_000_002));
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn value(&self, heap: &[u64]) -> Option<u64> {
        let kind = self.theorem.claim.kind;
        if kind.is_joined() {
            let values = self.factors.iter().zip(heap).map(|(one, &x)| one.value(&[x]));
            let values = values.map(|value| value.map(Nim64::new));
            let join = |x, y| if kind == Kind::Sum { x + y } else { x * y };
            let joined = values.reduce(|x, y| Some(join(x?, y?))).flatten()?;
            return (heap.len() == self.factors.len()).then_some(joined.get());
        }
        let Numeration::Base(base) = self.theorem.claim.numeration else { return None };
        let told = |heap: &[u64]| {
            let [number, remainder] = self.numbers_beside(&self.numbers_read(heap)?)?;
            match &self.theorem.claim.reads {
                // a quotient, and a remainder
                Abstraction::Quotients(divisor) if divisor.values => {
                    number.checked_mul(divisor.of(heap)?.into())?.checked_add(remainder)
                }
                _ => Some(number),
            }
        };
        let by_automaton = |n| u64::try_from(told(&[n])?).ok();
        match (kind, self.roots, heap) {
            (Kind::Interval, _, &[n]) => return from_least(n, MOST_CALLS, &by_automaton),
            (Kind::Initial, _, &[n]) => return up_to_largest(n, MOST_CALLS, &by_automaton),
            (_, Some(roots), &[n]) => {
                let end = |n| Some(roots.end(n));
                let value = if roots.is_interval() { from_least } else { up_to_largest };
                return value(n, MOST_ROOTS, &end);
            }
            _ => {}
        }
        let told = match self.theorem.claim.kind {
            kind if kind.is_of_grundy_values() => told(heap)?,
            _ => return None,
        };
        match self.theorem.claim.kind {
            // values are exponents
            Kind::GrundyPowers => told.checked_ilog(base.into()).map(u64::from),
            _ => u64::try_from(told).ok(),
        }
    }

    /// The value of a heap of which Left and Right have different moves; nothing if the theorem is no such, or of other
    /// heaps.
    ///
    /// # Errors
    /// Values beyond the arena.
    pub fn game(
        &self,
        heap: &[u64],
        calc: &mut Calculator<'_>,
    ) -> Result<Option<Game>, ValueError> {
        let claim = &self.theorem.claim;
        if claim.kind == Kind::Shares {
            let (Some(divides), &[a, b]) = (shares(&claim.rules), heap) else { return Ok(None) };
            let is_inside = a > 0 && b > 0;
            return is_inside.then(|| share(divides, [a, b], calc)).transpose();
        }
        let Some((number, place)) = self.number_and_place(heap) else { return Ok(None) };
        self::value((claim.kind, &claim.forms), place, number, calc)
    }

    /// What a theorem of values that are made of a number and a game says of a heap: the number, and the place of the
    /// game.
    fn number_and_place(&self, heap: &[u64]) -> Option<(i64, usize)> {
        let claim = &self.theorem.claim;
        let (true, Numeration::Base(base)) = (claim.kind.is_of_values(), &claim.numeration) else {
            return None;
        };
        let words = self.words(&self.numbers_read(heap)?)?;
        // p - q, and the place of a game
        let read = |[number, place]: [i128; 2], digits: &[usize]| {
            let times = |known: i128| known.checked_mul((*base).into());
            let [p, q, c] = [digits[0] as i128, digits[1] as i128, digits[2] as i128];
            Some([times(number)?.checked_add(p - q)?, times(place)?.checked_add(c)?])
        };
        let beside = |&more: &usize| self.beside(&words, *base, more, &read);
        let [number, place] = [LONGER, LONGEST].iter().find_map(beside)?;
        Some((i64::try_from(number).ok()?, usize::try_from(place).ok()?))
    }

    /// What the numbers say that are accepted beside a heap, which is one thing: what may still come out, by the states
    /// it leads to. If two lead to one state, neither is accepted. `more` puts a digit of each number behind it.
    fn beside(
        &self,
        words: &[Vec<usize>],
        base: u32,
        longer: usize,
        more: Longer<'_>,
    ) -> Option<[i128; 2]> {
        let (length, base) = (words[0].len(), base as usize);
        let tracks = self.theorem.claim.beside();
        let mut values: HashMap<usize, Option<[i128; 2]>> = HashMap::from([(0, Some([0, 0]))]);
        for place in 0..length + longer {
            let own = |word: &Vec<usize>| if place < longer { 0 } else { word[place - longer] };
            let heap: Vec<usize> = words.iter().map(own).collect();
            let mut after: HashMap<usize, Option<[i128; 2]>> = HashMap::new();
            for (&state, &value) in &values {
                for letter in 0..base.pow(tracks as u32) {
                    let digit = |track| letter / base.pow(track as u32) % base;
                    let digits = [&heap[..], &(0..tracks).map(digit).collect::<Vec<_>>()].concat();
                    let value = value.and_then(|value| more(value, &digits[heap.len()..]));
                    let to = self.step(LAW, state, &digits);
                    let known = after.entry(to).or_insert(value);
                    if *known != value {
                        *known = None;
                    }
                }
            }
            values = after;
        }
        let accepts = &self.theorem.law.accepts;
        values.iter().find(|(state, _)| accepts[**state]).and_then(|(_, value)| *value)
    }
}

/// The value of heap n where the options of each are all from a least one on: that of a heap whose least option is that
/// of the heap before it.
fn from_least(mut n: u64, calls: u64, least: &dyn Fn(u64) -> Option<u64>) -> Option<u64> {
    for _ in 0..calls {
        let own = least(n)?;
        if n == 0 || least(n - 1)? == own {
            return n.checked_sub(own);
        }
        n = own.checked_sub(1)?;
    }
    None
}

/// The value of heap n where the options of each are the smallest so many: one more than that of the largest of them.
fn up_to_largest(mut n: u64, calls: u64, count: &dyn Fn(u64) -> Option<u64>) -> Option<u64> {
    for value in 0..calls {
        let Some(largest) = count(n)?.checked_sub(1) else { return Some(value) };
        n = largest;
    }
    None
}

/// A game of a list that names games by their options, which come before them, and an integer, or so many ups where the
/// list is one of nimbers beside them; or 0, *, or 1 or -1 halved so often. `None` behind its end.
///
/// # Errors
/// Values beyond the arena.
///
/// # Examples
/// ```
/// use farstar_referee::Kind;
/// use farstar_solve::theorems::value;
/// let arena = farstar_value::Arena::new();
/// let calc = &mut arena.calculator();
/// let nimbers = [[vec![], vec![]], [vec![0], vec![0]]];
/// assert_eq!(value((Kind::Values, &nimbers), 1, 3, calc)?, Some(calc.parse("3*").unwrap()));
/// assert_eq!(value((Kind::Ups, &nimbers), 1, 3, calc)?, Some(calc.parse("^3*").unwrap()));
/// # Ok::<(), farstar_value::Error>(())
/// ```
pub fn value(
    (kind, forms): (Kind, &[GameForm]),
    place: usize,
    number: i64,
    calc: &mut Calculator<'_>,
) -> Result<Option<Game>, ValueError> {
    if kind == Kind::Halves {
        let power = |sign: i64| {
            (0..=MOST_HALVED).contains(&number).then(|| Dyadic::from(sign).mul_pow2(-number))
        };
        return match place {
            0 | 1 => calc.nimber(place as u64).map(Some),
            2 | 3 => power(5 - 2 * place as i64).map(|power| calc.number(&power)).transpose(),
            _ => Ok(None),
        };
    }
    let mut games: Vec<Game> = Vec::new();
    for sides in forms.iter().take(place + 1) {
        let [left, right] =
            sides.each_ref().map(|side| side.iter().map(|&game| games[game]).collect::<Vec<_>>());
        games.push(calc.from_options(&left, &right)?);
    }
    let number = if kind == Kind::Ups { calc.up(number)? } else { calc.integer(number)? };
    games.get(place).map(|&game| calc.add(game, number)).transpose()
}

/// How many words of each number of digits lead from each state to a word of a number.
fn counts(theorem: &Theorem) -> Vec<Vec<u128>> {
    let Some(legal) = &theorem.given[LEGAL] else { return Vec::new() };
    let accepted = |&accepts: &bool| vec![u128::from(accepts)];
    let mut counts: Vec<Vec<u128>> = legal.accepts.iter().map(accepted).collect();
    for length in 1..=MOST_DIGITS {
        for (state, &root) in legal.roots.iter().enumerate() {
            let to = |digit| {
                let to = theorem.diagrams.at(root, legal.tracks[0], digit) ^ farstar_referee::LEAF;
                counts[to as usize][length - 1]
            };
            let words = (0..theorem.diagrams.digits()).map(to).fold(0, u128::saturating_add);
            counts[state].push(words);
        }
    }
    counts
}

/// A certificate, and what came of reading it.
struct Known {
    rules: String,
    kind: Kind,
    low: Vec<i64>,
    certificate: Cow<'static, str>,
    is_own: bool,
    read: OnceLock<Result<Arc<HeapTheorem>, String>>,
}

impl Known {
    fn of(certificate: Cow<'static, str>, is_own: bool) -> Result<Arc<Self>, String> {
        let claim = claim_of(&certificate).map_err(|refused| refused.to_string())?;
        let (rules, kind, low) = (claim.rules, claim.kind, claim.low);
        Ok(Arc::new(Self { rules, kind, low, certificate, is_own, read: OnceLock::new() }))
    }

    fn theorem(&self) -> Result<Arc<HeapTheorem>, String> {
        let read = || HeapTheorem::read(&self.certificate).map(Arc::new);
        self.read.get_or_init(read).clone()
    }
}

/// All that are known. A theorem never changes an answer, so what others add does no harm.
fn known() -> &'static RwLock<Vec<Arc<Known>>> {
    static KNOWN: OnceLock<RwLock<Vec<Arc<Known>>>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let shipped = SHIPPED.iter().filter_map(|text| Known::of(Cow::Borrowed(text), false).ok());
        RwLock::new(shipped.collect())
    })
}

/// Adds a certificate to those that are looked at. The referee reads it when it is needed.
///
/// # Errors
/// A text that is no certificate of a theorem about heaps.
pub fn add(certificate: String) -> Result<(), String> {
    let one = Known::of(Cow::Owned(certificate), true)?;
    known().write().unwrap_or_else(PoisonError::into_inner).push(one);
    Ok(())
}

/// The theorem about who wins with a heap of a ruleset, or about the values of heaps, if one is known. Rulesets
/// whose play is not seen to end from their text alone have none: their positions are valued by other ways.
#[must_use]
pub fn of(rules: &Ruleset, outcomes: bool) -> Option<Arc<HeapTheorem>> {
    if rules.ending().is_err() {
        return None;
    }
    let known = known().read().unwrap_or_else(PoisonError::into_inner).clone();
    let is_it =
        |one: &&Arc<Known>| one.kind.is_of_winners() == outcomes && one.rules == rules.canonical();
    known.iter().filter(is_it).find_map(|one| one.theorem().ok())
}

/// The Grundy values of a ruleset that is a game on heaps of one number, those far out by a theorem, if one is known.
///
/// # Examples
/// ```
/// use farstar_rules::Ruleset;
/// use farstar_solve::theorems;
/// use farstar_value::Limits;
/// let nim = Ruleset::named("Nim")?;
/// let mut values = theorems::sequence(&nim, nim.heap_game()?.single().map_err(|_| "pairs")?);
/// assert_eq!(values.far(1 << 63, &Limits::none())?, 1 << 63);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn sequence(rules: &Ruleset, game: Arc<dyn HeapGame>) -> GrundySequence {
    let sequence = GrundySequence::shared(game);
    match of(rules, false) {
        Some(theorem) => sequence.with_law(move |heap| theorem.value(&[heap])),
        None => sequence,
    }
}

/// Whether a theorem about a ruleset is known.
#[must_use]
pub fn knows(rules: &Ruleset) -> bool {
    of(rules, true).is_some() || of(rules, false).is_some()
}

/// What is told of a theorem that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The rules, in canonical form.
    pub rules: String,
    /// What it is about.
    pub kind: Kind,
    /// The least entries of the heaps it is about.
    pub low: Vec<i64>,
    /// Whether it is a person's own, and did not come with Farstar.
    pub is_own: bool,
    /// Why the referee refuses it, if it does.
    pub refused: Option<String>,
}

/// All theorems that are known, each read by the referee.
#[must_use]
pub fn all() -> Vec<Told> {
    let known = known().read().unwrap_or_else(PoisonError::into_inner).clone();
    let told = |one: &Arc<Known>| Told {
        rules: one.rules.clone(),
        kind: one.kind,
        low: one.low.clone(),
        is_own: one.is_own,
        refused: one.theorem().err(),
    };
    known.iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_impartial::sequence::PairValues;
    use farstar_rules::builtin::ruleset;
    use farstar_rules::heap::Heaps;
    use farstar_value::Limits;

    #[test]
    fn the_referee_accepts_what_comes_with_farstar() {
        let all = all();
        assert!(all.len() >= SHIPPED.len());
        for one in all {
            assert_eq!(one.refused, None, "{}", one.rules);
        }
    }

    #[test]
    fn winners_of_pairs_are_those_of_the_table() {
        for name in ["wythoff", "generalised-wythoff", "fibonacci-nim"] {
            let rules = ruleset(name).unwrap();
            let theorem = of(&rules, true).expect(name);
            let Ok(Heaps::Pairs(pairs)) = rules.heap_game() else { panic!("{name}") };
            let mut values = PairValues::new(pairs);
            for a in 0..60u32 {
                for b in 0..60u32 {
                    let value = values.value((a, b), &Limits::none()).unwrap();
                    let told = theorem.loses(&[a.into(), b.into()], Player::Left);
                    assert_eq!(told, Some(value == 0), "{name} ({a}, {b})");
                }
            }
        }
    }

    #[test]
    fn values_of_euclids_game() {
        let rules = ruleset("euclid").unwrap();
        let theorem = of(&rules, false).unwrap();
        let Ok(Heaps::Pairs(pairs)) = rules.heap_game() else { panic!() };
        let mut values = PairValues::new(pairs);
        for (a, b) in (0..60u32).flat_map(|a| (0..60u32).map(move |b| (a, b))) {
            let value = values.value((a, b), &Limits::none()).unwrap();
            let told = theorem.value(&[a.into(), b.into()]);
            assert_eq!(told, Some(value.into()), "({a}, {b})");
        }
        // Nivasch 2006: ⌊|a/b − b/a|⌋
        for [a, b] in [
            [1_000_000_007, 998_244_353],
            [10u64.pow(18), 7],
            [10u64.pow(18), 618_033_988_749_894_848],
        ] {
            let [wide, other] = [a, b].map(u128::from);
            let value = (wide * wide - other * other) / (wide * other);
            assert_eq!(theorem.value(&[a, b]).map(u128::from), Some(value), "({a}, {b})");
        }
    }

    #[test]
    fn the_golden_section_far_out() {
        let wythoff = of(&ruleset("wythoff").unwrap(), true).unwrap();
        for n in [1u64, 1_000_000_007, 123_456_789_012_345_678] {
            let wide = u128::from(n);
            // ⌊n(1 + √5)/2⌋
            let a = ((wide + (5 * wide * wide).isqrt()) / 2) as u64;
            assert_eq!(wythoff.loses(&[a, a + n], Player::Left), Some(true), "{n}");
            assert_eq!(wythoff.loses(&[a, a + n + 1], Player::Right), Some(false), "{n}");
        }
    }

    #[test]
    fn values_of_single_heaps() {
        let lasker = of(&ruleset("laskers-nim").unwrap(), false).unwrap();
        let told = |n| lasker.value(&[n]);
        assert_eq!(
            (0..9).map(told).collect::<Option<Vec<_>>>(),
            Some(vec![0, 1, 2, 4, 3, 5, 6, 8, 7])
        );
        assert_eq!(told(4_000_000_000_000_000_003), Some(4_000_000_000_000_000_004));
        // coins are counted from 1
        let turtles = of(&ruleset("mock-turtles").unwrap(), false).unwrap();
        assert_eq!(
            (turtles.value(&[0]), turtles.value(&[1]), turtles.value(&[4])),
            (None, Some(1), Some(7))
        );
    }

    #[test]
    fn a_certificate_that_was_changed_is_no_theorem() {
        let text = SHIPPED[1].replace("step", "step ");
        assert!(HeapTheorem::read(&text.replacen("base 2", "base 3", 1)).is_err());
        assert!(add("no certificate".to_owned()).is_err());
    }
}
