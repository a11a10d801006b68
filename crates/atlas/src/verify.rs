//! Every answer of a file derived again from those of its options.
//!
//! In a game that ends exactly one table of answers agrees with its own options, so a file that passes is right, given
//! the rules and that it is closed: what an option leads to is there. Where play need not end the answers count plies,
//! and then it is one table too: by induction on its plies a win or a loss is told wherever there is one, and a draw is
//! told to lead to a draw and to nothing lost. Codes and their moves are those of the engine;
//! a sample of the positions is derived again from their texts, by the rules as the board plays them.

use std::path::Path;

use farstar_play::{Limits, Player};
use farstar_rules::position::GameGraph;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game};

use crate::AtlasError;
use crate::ask::{Ask, Folding};
use crate::atlas::Atlas;
use crate::dictionary::{Merger, Worth, worths};
use crate::folds::Folds;
use crate::room::Room;
use crate::runs::{BLOCK, LEAST_BELOW, Word, below, sort, together};

/// What is done between two looks at the limits.
const LOOK: usize = 1 << 20;

/// A position whose answer is not what its options say, or that should be there and is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The position.
    pub position: String,
    /// Its tier.
    pub tier: u64,
    /// The answer in the file; none if the position is missing.
    pub told: Option<String>,
    /// What follows from the answers of its options; none if it is missing there.
    pub derived: Option<String>,
}

/// What a verification has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions derived again through codes.
    pub positions: u64,
    /// Positions derived again from their texts.
    pub sampled: u64,
    /// The first contradiction.
    pub contradiction: Option<Contradiction>,
}

/// Verifies a file: every checksum, the order, the fingerprint, then every answer, and `sample` of them once more from
/// their texts, spread over the file.
///
/// # Errors
/// The file cannot be read or is damaged; a limit is reached.
pub fn verify(path: &Path, sample: u64, limits: &Limits) -> Result<Verified, AtlasError> {
    let mut atlas = Atlas::open(path, limits)?;
    atlas.reader().check()?;
    let mut found = Verified { positions: 0, sampled: 0, contradiction: None };
    if let Some(first) = atlas.field().first()
        && atlas.answer_of(first)?.is_none()
    {
        let missing = missing(&atlas, first.0);
        return Ok(Verified { contradiction: Some(missing), ..found });
    }
    let arena = Arena::new();
    let mut values = Values::of(&atlas, arena.calculator_with(limits))?;
    let bits = atlas.field().codes().bits();
    limits.expect(atlas.positions());
    found.contradiction = if bits + LEAST_BELOW <= u64::BITS {
        Derivation::<u64>::new(&atlas, &mut values).run(&mut found.positions, limits)?
    } else {
        Derivation::<u128>::new(&atlas, &mut values).run(&mut found.positions, limits)?
    };
    if found.contradiction.is_none() && atlas.field().has_fillings() {
        found.contradiction = missing_filling(&atlas, limits)?;
    }
    if found.contradiction.is_none() {
        let step = atlas.positions().checked_div(sample).unwrap_or(u64::MAX).max(1);
        found.contradiction = sampled(&mut atlas, &mut values, step, &mut found.sampled, limits)?;
    }
    Ok(found)
}

fn missing(atlas: &Atlas, code: u64) -> Contradiction {
    let (position, tier) = (atlas.field().draw(code), atlas.field().codes().tier(code));
    Contradiction { position, tier, told: None, derived: None }
}

/// The first filling that is not there, if not all are.
fn missing_filling(atlas: &Atlas, limits: &Limits) -> Result<Option<Contradiction>, AtlasError> {
    let (mut cursor, mut found, mut seen) = (atlas.cursor()?, None, 0usize);
    let mut look = |code| {
        seen += 1;
        if seen.is_multiple_of(LOOK) {
            limits.check()?;
        }
        if cursor.answer(code)?.is_none() {
            found = Some(missing(atlas, code));
            return Err(AtlasError::Elsewhere);
        }
        Ok(())
    };
    let all = limits.guard(|| atlas.field().each_first(&mut look))?;
    match (found, all) {
        (None, Err(error)) => Err(error),
        (found, _) => Ok(found),
    }
}

/// What answers stand for, if they are numbers of values.
struct Values<'a> {
    calc: Calculator<'a>,
    worths: Vec<Worth>,
    /// The values of a batch.
    derived: Vec<Game>,
}

impl<'a> Values<'a> {
    fn of(atlas: &Atlas, mut calc: Calculator<'a>) -> Result<Self, AtlasError> {
        let worths = worths(&atlas.cursor()?.reader, &mut calc)?;
        Ok(Self { calc, worths, derived: Vec::new() })
    }

    /// Whether the answer that is told for a position is what its options say; else what they say, if it can be said.
    fn agree(
        &mut self,
        folding: Folding,
        (folds, at): (&Folds, usize),
        told: u32,
    ) -> Result<Result<(), [Option<String>; 2]>, AtlasError> {
        if folding.ask != Ask::Value {
            let derived = folds.answer(folding, at);
            let texts = || [Some(told), derived].map(|answer| answer.map(|a| folding.text(a)));
            return Ok(if derived == Some(told) { Ok(()) } else { Err(texts()) });
        }
        let (told, derived) = (self.worths.get(told as usize).map(|w| w[0]), self.derived.get(at));
        if told.is_some() && told.as_ref() == derived {
            return Ok(Ok(()));
        }
        let mut texts = [None, None];
        for (text, value) in texts.iter_mut().zip([told, derived.copied()]) {
            *text = value.map(|value| self.calc.print(value, Notation::Ascii)).transpose()?;
        }
        Ok(Err(texts))
    }
}

/// Derives answers from their texts: each position whose number is a multiple of `step`.
fn sampled(
    atlas: &mut Atlas,
    values: &mut Values<'_>,
    step: u64,
    count: &mut u64,
    limits: &Limits,
) -> Result<Option<Contradiction>, AtlasError> {
    let mut chosen = Vec::new();
    let mut number = 0u64;
    atlas.each(&mut |code, answer| {
        if number.is_multiple_of(step) {
            chosen.push((code, answer));
        }
        number += 1;
        Ok(())
    })?;
    for (code, told) in chosen {
        limits.check()?;
        let drawn = atlas.field().draw(code);
        let mut place = atlas.field().placed(code);
        if let Ok(Some((found, false))) = atlas.field().read(&drawn)
            && found == code
        {
            place = atlas.field().rules().position(&drawn)?;
        }
        let (board, from) = place;
        let folding = atlas.folding();
        let mut options = [Vec::new(), Vec::new()];
        for &player in atlas.field().players() {
            board.options(&from, player, &mut options[usize::from(player == Player::Right)]);
        }
        let of_parts = atlas.field().cells_of_parts().is_some();
        let mut folds = Folds::new(folding, 1, of_parts);
        folds.begin(folding, 0, [options[0].len(), options[1].len()]);
        for (mover, options) in (0..).zip(&options[..atlas.field().players().len()]) {
            let (mut found, mut ends) = (Vec::new(), Vec::new());
            for option in options {
                let all = atlas.field().find_all(&board, option, &mut found);
                ends.push(found.len() as u32);
                let first = ends.len().checked_sub(2).map_or(0, |before| ends[before] as usize);
                let mut here = all;
                for &place in &found[first..] {
                    here &= atlas.answer_of(place)?.is_some();
                }
                if !here {
                    let at = found.get(first).map_or(code, |found| found.0);
                    let position = board.draw(option);
                    return Ok(Some(Contradiction { position, ..missing(atlas, at) }));
                }
            }
            let before = folds.parts();
            folds.begin_sums(&ends);
            let asked = if folding.impartial { 0 } else { mover ^ 1 };
            for (at, &place) in found.iter().enumerate() {
                let at = before.map_or(0, |before| before as usize + at);
                if let Some(answer) = atlas.answer_of(place)? {
                    hear(&mut folds, atlas, at, [mover, asked], answer, &values.worths)?;
                }
            }
        }
        values.derived.clear();
        folds.values(&mut values.calc, &mut values.derived)?;
        *count += 1;
        if let Err(texts) = values.agree(folding, (&folds, 0), told)? {
            return Ok(Some(contradiction(atlas, code, texts)));
        }
    }
    Ok(None)
}

fn hear(
    folds: &mut Folds,
    atlas: &Atlas,
    at: usize,
    sides: [u8; 2],
    answer: u32,
    worths: &[Worth],
) -> Result<(), AtlasError> {
    let heard = folds.hear(atlas.folding(), at, sides, answer, worths);
    heard.ok_or_else(|| AtlasError::damaged(atlas.path(), "an answer stands for no value"))
}

fn contradiction(atlas: &Atlas, code: u64, [told, derived]: [Option<String>; 2]) -> Contradiction {
    let (position, tier) = (atlas.field().draw(code), atlas.field().codes().tier(code));
    Contradiction { position, tier, told, derived }
}

/// Positions of a batch, with the questions of their options.
struct Derivation<'a, 'v, T> {
    atlas: &'a Atlas,
    values: &'a mut Values<'v>,
    positions: Vec<(u64, u32)>,
    folds: Folds,
    questions: Vec<T>,
    spare: Vec<T>,
    room: Room,
    /// Bits of a code, and of what goes with it.
    bits: u32,
    below: u32,
}

impl<'a, 'v, T: Word> Derivation<'a, 'v, T> {
    fn new(atlas: &'a Atlas, values: &'a mut Values<'v>) -> Self {
        let folds = Folds::new(atlas.folding(), 0, atlas.field().cells_of_parts().is_some());
        let (positions, questions, spare) = (Vec::new(), Vec::new(), Vec::new());
        let (room, bits) = (Room::default(), atlas.field().codes().bits());
        let below = below::<T>(bits);
        Self { atlas, values, positions, folds, questions, spare, room, bits, below }
    }

    fn run(
        &mut self,
        count: &mut u64,
        limits: &Limits,
    ) -> Result<Option<Contradiction>, AtlasError> {
        let mut cursor = self.atlas.cursor()?;
        let numbers = 1 << (self.below - 2);
        // questions of parts are numbered, and those of a block are far fewer than so many
        let most = if self.folds.parts().is_some() { numbers / 2 } else { usize::MAX };
        let bytes = limits.bytes.unwrap_or(u64::MAX);
        let most = together::<T>(self.atlas.positions(), bytes).min(most);
        loop {
            limits.check()?;
            let block = cursor.next_block()?;
            let ended = block.is_none();
            for (&code, &answer) in
                block.into_iter().flat_map(|(codes, answers)| codes.iter().zip(answers))
            {
                self.add(code, answer);
            }
            limits.reach(*count + self.positions.len() as u64);
            let full = self.questions.len() >= most || self.positions.len() + BLOCK >= numbers;
            if ended || full {
                *count += self.positions.len() as u64;
                if let Some(found) = self.derive(limits)? {
                    return Ok(Some(found));
                }
            }
            if ended {
                return Ok(None);
            }
        }
    }

    fn add(&mut self, code: u64, answer: u32) {
        let (field, folding) = (self.atlas.field(), self.atlas.folding());
        let number = self.positions.len() as u64;
        let mut options = [0; 2];
        for &player in field.players() {
            let mover = u8::from(player == Player::Right);
            let mut parts = self.folds.parts();
            field.reach(code, player, &mut self.room);
            options[usize::from(mover)] = self.room.reached.len();
            for next in &self.room.reached {
                let asked = mover ^ 1 ^ u8::from(next.negative());
                let asked = if folding.impartial { 0 } else { asked };
                let number = parts.unwrap_or(number);
                parts = parts.map(|parts| parts + 1);
                let with = number << 2 | u64::from(mover) << 1 | u64::from(asked);
                self.questions.push(T::pack(next.code(), with, self.below));
            }
            if parts.is_some() {
                self.folds.begin_sums(&self.room.ends);
            }
        }
        self.folds.grow();
        self.folds.begin(folding, self.positions.len(), options);
        self.positions.push((code, answer));
    }

    /// Asks all questions and compares.
    fn derive(&mut self, limits: &Limits) -> Result<Option<Contradiction>, AtlasError> {
        let (folding, below) = (self.atlas.folding(), self.below);
        sort(&mut self.questions, &mut self.spare, below, below + self.bits);
        let mut cursor = self.atlas.cursor()?;
        for words in self.questions.chunks(LOOK) {
            limits.check()?;
            for word in words {
                let (code, with) = (word.code(below), word.with(below));
                let Some(answer) = cursor.answer(code)? else {
                    return Ok(Some(missing(self.atlas, code)));
                };
                let sides = [with >> 1 & 1, with & 1].map(|side| side as u8);
                let at = (with >> 2) as usize;
                hear(&mut self.folds, self.atlas, at, sides, answer, &self.values.worths)?;
            }
        }
        self.values.derived.clear();
        self.folds.values(&mut self.values.calc, &mut self.values.derived)?;
        for (at, &(code, told)) in self.positions.iter().enumerate() {
            if let Err(texts) = self.values.agree(folding, (&self.folds, at), told)? {
                return Ok(Some(contradiction(self.atlas, code, texts)));
            }
        }
        self.positions.clear();
        self.folds = Folds::new(folding, 0, self.atlas.field().cells_of_parts().is_some());
        self.questions.clear();
        Ok(None)
    }
}

/// How two files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// They say the same, whatever made them.
    None,
    /// They are about something else: what.
    About(&'static str),
    /// So many positions have other answers, and so many are in one file alone; the first of these.
    Answers {
        /// Positions with two answers.
        other: u64,
        /// Positions in one file only.
        alone: u64,
        /// The first position that differs.
        first: String,
    },
}

/// Compares two files position by position.
///
/// # Errors
/// One cannot be read.
pub fn compare(one: &Path, two: &Path, limits: &Limits) -> Result<Difference, AtlasError> {
    let (one, two) = (Atlas::open(one, limits)?, Atlas::open(two, limits)?);
    if one.field().rules() != two.field().rules() {
        return Ok(Difference::About("the rules"));
    }
    if one.field().start() != two.field().start() {
        return Ok(Difference::About("the start"));
    }
    if one.folding().ask != two.folding().ask {
        return Ok(Difference::About("the question"));
    }
    if one.field().has_fillings() != two.field().has_fillings() {
        return Ok(Difference::About("which positions they are about"));
    }
    let (mut other, mut alone) = (0, 0);
    let mut first = None;
    let mut sides = [Side::new(&one)?, Side::new(&two)?];
    // values are the same where their bytes are
    let mut merger = Merger::default();
    for side in &mut sides {
        side.names = merger.take(&side.cursor.reader)?;
        side.rename();
    }
    while let Some(least) = sides.iter().filter_map(Side::head).map(|head| head.0).min() {
        let heads = [sides[0].head(), sides[1].head()].map(|head| head.filter(|h| h.0 == least));
        if heads[0] != heads[1] {
            *if heads.iter().all(Option::is_some) { &mut other } else { &mut alone } += 1;
            first.get_or_insert_with(|| one.field().draw(least));
        }
        for (side, head) in sides.iter_mut().zip(heads) {
            if head.is_some() {
                side.step(limits)?;
            }
        }
    }
    Ok(match first {
        None => Difference::None,
        Some(first) => Difference::Answers { other, alone, first },
    })
}

/// One of two files that are compared.
struct Side {
    cursor: crate::format::Cursor,
    entries: Vec<(u64, u32)>,
    at: usize,
    /// What numbers of values are called in both files.
    names: Vec<u32>,
}

impl Side {
    fn new(atlas: &Atlas) -> Result<Self, AtlasError> {
        let cursor = atlas.cursor()?;
        let mut side = Self { cursor, entries: Vec::new(), at: 0, names: Vec::new() };
        side.fill()?;
        Ok(side)
    }

    fn rename(&mut self) {
        for (_, answer) in &mut self.entries {
            *answer = self.names.get(*answer as usize).copied().unwrap_or(*answer);
        }
    }

    fn fill(&mut self) -> Result<(), AtlasError> {
        self.at = 0;
        self.entries.clear();
        if let Some((codes, answers)) = self.cursor.next_block()? {
            self.entries.extend(codes.iter().copied().zip(answers.iter().copied()));
        }
        self.rename();
        Ok(())
    }

    fn head(&self) -> Option<(u64, u32)> {
        self.entries.get(self.at).copied()
    }

    fn step(&mut self, limits: &Limits) -> Result<(), AtlasError> {
        self.at += 1;
        if self.at < self.entries.len() {
            return Ok(());
        }
        limits.check()?;
        self.fill()
    }
}
