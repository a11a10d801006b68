//! Tsinghua training 2017: five-cell Toads and Frogs.

use farstar_rules::builtin::ruleset;
use farstar_rules::{Board, Packed};
use farstar_solve::values::Values;
use farstar_value::text::Notation;
use farstar_value::{Arena, Game, Limits, Outcome, Player};
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// I70: five-cell Toads and Frogs.
pub(crate) const TOADS_FROGS_5: Entry = Entry {
    instance: Instance::game("LL_RR L_RLR", |text, limits| {
        turn(read(text, |input| FrogStrips::read(input, &(by_values as StripsRule)))?, limits)
    }),
    answer: Some(answer),
    verification: Some(Verification::to([2, 3, 4], cases)),
    ..entry!("I70", "toads-frogs-5")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let count = input.integer("the number of strips", 0..=1_000_000_usize)?;
    let arena = Arena::new();
    let mut sum = Sum::new(&arena)?;
    let mut values = Vec::new();
    for _ in 0..count {
        let strip = input.word("a strip")?;
        if !is_strip(strip) {
            return Err(input.error(format!(
                "`{strip}`; expected a strip of two L, two R and a _ such as LL_RR"
            )));
        }
        values.push(sum.add(strip, limits)?);
    }
    let values = if values.is_empty() { "0".to_owned() } else { values.join("+") };
    Ok(format!("{values} {}\n", sum.outcome()?))
}

/// Whether it is a strip of two frogs of each kind and a hole.
fn is_strip(strip: &str) -> bool {
    let count = |letter| strip.chars().filter(|&c| c == letter).count();
    strip.len() == 5 && (count('L'), count('R'), count('_')) == (2, 2, 1)
}

/// A sum of strips, with the values of the strips met so far.
pub struct Sum<'a> {
    arena: &'a Arena,
    rules: Values<'a>,
    known: BTreeMap<String, (Game, String)>,
    total: Game,
}

impl<'a> Sum<'a> {
    /// The empty sum.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn new(arena: &'a Arena) -> Result<Self> {
        let (game, _) = position("LL_RR")?;
        let total = arena.calculator().integer(0)?;
        Ok(Self { arena, rules: Values::new(arena, game)?, known: BTreeMap::new(), total })
    }

    /// Adds a strip of five cells and gives its value.
    ///
    /// # Errors
    /// [`Error::Refused`] if it is no strip; those of the engine and of `limits`.
    pub fn add(&mut self, strip: &str, limits: &Limits) -> Result<String> {
        if !self.known.contains_key(strip) {
            let (_, start) = position(strip)?;
            let value = self.rules.value(&start, limits)?;
            let text = self.arena.calculator().print(value, Notation::Ascii)?;
            self.known.insert(strip.to_owned(), (value, text));
        }
        let (value, text) = &self.known[strip];
        self.total = self.arena.calculator_with(limits).add(self.total, *value)?;
        Ok(text.clone())
    }

    /// Who wins the sum.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn outcome(&self) -> Result<Outcome> {
        Ok(self.arena.calculator().outcome(self.total)?)
    }
}

/// A strip as a position of Toads and Frogs.
fn position(strip: &str) -> Result<(Board, Packed)> {
    let refused = |error: String| Error::Refused(format!("{strip}: {error}"));
    let letters = strip.chars().map(|c| match c {
        'L' => 'T',
        'R' => 'F',
        '_' => '.',
        other => other,
    });
    let rules = ruleset("Toads and Frogs").map_err(|error| refused(error.to_string()))?;
    rules.position(&letters.collect::<String>()).map_err(|error| refused(error.to_string()))
}

/// The strips that one move of `mover` (`L` or `R`) reaches.
fn moves(strip: &[u8], mover: u8) -> Vec<Vec<u8>> {
    let mut reached = Vec::new();
    let Some(hole) = strip.iter().position(|&c| c == b'_') else { return reached };
    let behind = |steps: usize| {
        if mover == b'L' { hole.checked_sub(steps) } else { Some(hole + steps) }
    };
    for steps in 1..=2 {
        let Some(from) = behind(steps).filter(|&from| from < strip.len()) else { continue };
        let over = behind(1).map(|cell| strip[cell]);
        if strip[from] == mover && (steps == 1 || over.is_some_and(|c| c != mover)) {
            let mut after = strip.to_vec();
            after.swap(from, hole);
            reached.push(after);
        }
    }
    reached
}

/// Whether `mover` wins the sum moving first, by the definition.
fn played(sum: &[Vec<u8>], mover: u8, known: &mut HashMap<(Vec<Vec<u8>>, u8), bool>) -> bool {
    let key = (sum.to_vec(), mover);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let other = if mover == b'L' { b'R' } else { b'L' };
    let wins = (0..sum.len()).any(|i| {
        moves(&sum[i], mover).into_iter().any(|after| {
            let mut next = sum.to_vec();
            next[i] = after;
            next.sort_unstable();
            !played(&next, other, known)
        })
    });
    known.insert(key, wins);
    wins
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut strips = BTreeSet::from([b"LL_RR".to_vec()]);
    let mut open = vec![b"LL_RR".to_vec()];
    while let Some(strip) = open.pop() {
        for after in [moves(&strip, b'L'), moves(&strip, b'R')].concat() {
            if strips.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    trial.compare(|| "strips reached from LL_RR".to_owned(), 23, strips.len())?;
    let strips: Vec<Vec<u8>> = strips.into_iter().collect();
    let arena = Arena::new();
    let mut known = HashMap::new();
    let mut sums: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for _ in 0..to {
        let mut longer = Vec::new();
        for sum in &sums {
            for strip in strips.iter().filter(|&strip| sum.last().is_none_or(|last| last <= strip))
            {
                longer.push([&sum[..], std::slice::from_ref(strip)].concat());
            }
        }
        for sum in &longer {
            let text: Vec<_> = sum.iter().map(|strip| String::from_utf8_lossy(strip)).collect();
            let mut claimed = Sum::new(&arena)?;
            for strip in &text {
                claimed.add(strip, trial.limits())?;
            }
            let played = match (played(sum, b'L', &mut known), played(sum, b'R', &mut known)) {
                (true, true) => Outcome::N,
                (true, false) => Outcome::L,
                (false, true) => Outcome::R,
                (false, false) => Outcome::P,
            };
            let claimed = claimed.outcome()?;
            trial.compare(|| text.join(" "), claimed, played)?;
        }
        sums = longer;
    }
    Ok(())
}

/// Who wins some strips, by a rule.
pub(crate) type StripsRule = fn(&[String], &Limits) -> Result<Option<Outcome>>;

/// Strips played together.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct FrogStrips {
    strips: Vec<String>,
    rule: Rules<'static, StripsRule>,
}

impl FrogStrips {
    /// Reads up to four strips.
    pub(crate) fn read(input: &mut Input<'_>, rule: &'static StripsRule) -> Result<Self> {
        let mut strips = Vec::new();
        while !input.is_at_end() {
            let strip = input.word("a strip")?;
            if !is_strip(strip) || strips.len() == 4 {
                return Err(input.error("expected up to four strips of two L, two R and a _"));
            }
            strips.push(strip.to_owned());
        }
        Ok(Self { strips, rule: Rules(rule) })
    }
}

impl Playable for FrogStrips {
    fn after(&self, mover: Player) -> Vec<Self> {
        let letter = if mover == Player::Left { b'L' } else { b'R' };
        let mut positions = Vec::new();
        for (i, strip) in self.strips.iter().enumerate() {
            positions.extend(moves(strip.as_bytes(), letter).into_iter().map(|after| {
                let mut position = self.clone();
                position.strips[i] = String::from_utf8_lossy(&after).into_owned();
                position
            }));
        }
        positions
    }

    fn impartial(&self) -> bool {
        false
    }

    fn rule(&self, mover: Player, limits: &Limits) -> Result<Option<Fate>> {
        let outcome = (self.rule.0)(&self.strips, limits)?;
        Ok(outcome.map(|outcome| Fate::of_outcome(outcome, mover)))
    }

    fn text(&self) -> String {
        self.strips.join(" ")
    }

    fn picture(&self) -> Picture {
        Picture::grid(5, &self.strips.concat().replace('_', ".")).owned('L', 'R')
    }
}

/// By the values of the strips.
fn by_values(strips: &[String], limits: &Limits) -> Result<Option<Outcome>> {
    let arena = Arena::new();
    let mut sum = Sum::new(&arena)?;
    for strip in strips {
        sum.add(strip, limits)?;
    }
    Ok(Some(sum.outcome()?))
}
