//! What positions hear of their options, until all is heard and the answer follows.

use farstar_value::{Calculator, Game};

use crate::AtlasError;
use crate::ask::{Ask, Folding};
use crate::dictionary::{NEGATIVE, Worth};

/// Folds over the options of many positions, which have numbers from 0 on.
pub(crate) enum Folds {
    /// Bits, one byte each.
    Small(Vec<u8>),
    /// Bits and counts.
    Large(Folding, Vec<u64>),
    /// Values of all options.
    Lists(Lists),
    /// Values of all parts of all options.
    Sums(Sums),
}

/// The values of the parts of the options of positions: the parts have numbers from 0 on.
#[derive(Default)]
pub(crate) struct Sums {
    impartial: bool,
    slots: Vec<Game>,
    /// Where the parts of each option end.
    options: Vec<u32>,
    /// For each position and player where the options end.
    sides: Vec<u32>,
    heard: usize,
}

/// The values of the options of each position, Left's and then Right's.
#[derive(Default)]
pub(crate) struct Lists {
    impartial: bool,
    slots: Vec<Game>,
    /// For each list where the next value goes; when all are there, where the list ends.
    ends: Vec<u32>,
    heard: usize,
}

impl Folds {
    /// Folds of so many positions; lists begin with none.
    pub(crate) fn new(folding: Folding, positions: usize, of_parts: bool) -> Self {
        match folding.ask {
            Ask::Value if of_parts => {
                Self::Sums(Sums { impartial: folding.impartial, ..Sums::default() })
            }
            Ask::Winner => Self::Small(vec![0; positions]),
            Ask::Grundy | Ask::Draws => Self::Large(folding, vec![0; positions]),
            Ask::Value => Self::Lists(Lists { impartial: folding.impartial, ..Lists::default() }),
        }
    }

    /// Makes room for one more position; lists have it when they begin.
    pub(crate) fn grow(&mut self) {
        match self {
            Self::Small(list) => list.push(0),
            Self::Large(_, list) => list.push(0),
            Self::Lists(_) | Self::Sums(_) => {}
        }
    }

    /// Parts of the options of the batch so far, if these are sums.
    pub(crate) fn parts(&self) -> Option<u64> {
        if let Self::Sums(sums) = self { Some(sums.slots.len() as u64) } else { None }
    }

    /// Makes room for the options of the next player, if these are sums: where the parts of each end.
    pub(crate) fn begin_sums(&mut self, ends: &[u32]) {
        let Self::Sums(sums) = self else { return };
        let before = sums.slots.len();
        sums.options.extend(ends.iter().map(|end| before as u32 + end));
        sums.slots.resize(before + ends.last().map_or(0, |&end| end as usize), Game::ZERO);
        sums.sides.push(sums.options.len() as u32);
    }

    /// Begins the fold of a position, for lists the next one, that has so many options.
    #[inline]
    pub(crate) fn begin(&mut self, folding: Folding, at: usize, options: [usize; 2]) {
        if let Self::Lists(lists) = self {
            let start = lists.slots.len();
            lists.ends.extend([start as u32, (start + options[0]) as u32]);
            lists.slots.resize(start + options[0] + options[1], Game::ZERO);
            return;
        }
        let begun = folding.begin(options.map(|count| count == 0));
        if begun != 0 {
            self.add(at, begun);
        }
    }

    /// Adds what an option says in bits ([`Folding::fold`]).
    #[inline]
    pub(crate) fn add(&mut self, at: usize, more: u64) {
        match self {
            Self::Small(list) => list[at] |= more as u8,
            Self::Large(folding, list) => list[at] = folding.joined(list[at], more),
            Self::Lists(_) | Self::Sums(_) => {}
        }
    }

    /// Adds the answer of an option, or of a part of one, which `at` is then the number of: `mover` moved to it, and
    /// `asked` is who moves there as its normal form counts players. The answer of a value is a number among these.
    /// `None` if there is no such number.
    #[inline]
    pub(crate) fn hear(
        &mut self,
        folding: Folding,
        at: usize,
        [mover, asked]: [u8; 2],
        answer: u32,
        worths: &[Worth],
    ) -> Option<()> {
        if folding.ask != Ask::Value {
            self.add(at, folding.fold(answer, mover, asked));
            return Some(());
        }
        let negative = !folding.impartial && (asked == mover) != (answer & NEGATIVE != 0);
        let worth = worths.get((answer & !NEGATIVE) as usize)?[usize::from(negative)];
        if let Self::Sums(sums) = self {
            *sums.slots.get_mut(at)? = worth;
            sums.heard += 1;
        }
        let Self::Lists(lists) = self else { return Some(()) };
        let end = lists.ends.get_mut(2 * at + usize::from(mover))?;
        *lists.slots.get_mut(*end as usize)? = worth;
        *end += 1;
        lists.heard += 1;
        Some(())
    }

    /// Whether more about what a player can move to could still matter to a position.
    #[inline]
    pub(crate) fn is_open(&self, at: usize, mover: u8) -> bool {
        // a won position stays won
        if let Self::Small(list) = self { list[at] >> mover & 1 == 0 } else { true }
    }

    /// The answer in bits; `None` if it is too large, or too far away.
    pub(crate) fn answer(&self, folding: Folding, at: usize) -> Option<u32> {
        match self {
            Self::Small(list) => folding.answer(u64::from(list[at])),
            Self::Large(_, list) => folding.answer(list[at]),
            Self::Lists(_) | Self::Sums(_) => None,
        }
    }

    /// The values of all positions, if the folds are lists or sums, which are forgotten.
    ///
    /// # Errors
    /// [`AtlasError::Elsewhere`] if not every option was heard of.
    pub(crate) fn values(
        &mut self,
        calc: &mut Calculator<'_>,
        values: &mut Vec<Game>,
    ) -> Result<(), AtlasError> {
        if let Self::Sums(sums) = self {
            return sums.values(calc, values);
        }
        let Self::Lists(lists) = self else { return Ok(()) };
        if lists.heard != lists.slots.len() {
            return Err(AtlasError::Elsewhere);
        }
        let mut rest = &mut lists.slots[..];
        let mut done = 0;
        for ends in lists.ends.chunks_exact(2) {
            let mut sides: [&[Game]; 2] = [&[]; 2];
            for (side, &end) in sides.iter_mut().zip(ends) {
                let (list, others) = rest.split_at_mut(end as usize - done);
                (rest, done) = (others, end as usize);
                *side = different(list);
            }
            if lists.impartial {
                sides[1] = sides[0];
            }
            values.push(calc.from_options(sides[0], sides[1])?);
        }
        lists.slots.clear();
        lists.ends.clear();
        lists.heard = 0;
        Ok(())
    }
}

impl Sums {
    fn values(
        &mut self,
        calc: &mut Calculator<'_>,
        values: &mut Vec<Game>,
    ) -> Result<(), AtlasError> {
        if self.heard != self.slots.len() {
            return Err(AtlasError::Elsewhere);
        }
        let (mut option, mut part) = (0, 0);
        let mut lists: [Vec<Game>; 2] = Default::default();
        for ends in self.sides.chunks(if self.impartial { 1 } else { 2 }) {
            for (list, &end) in lists.iter_mut().zip(ends) {
                list.clear();
                for &last in &self.options[option..end as usize] {
                    list.push(calc.sum(self.slots[part..last as usize].iter().copied())?);
                    part = last as usize;
                }
                option = end as usize;
            }
            let [left, right] = &mut lists;
            let left = different(left);
            let right = if self.impartial { left } else { different(right) };
            values.push(calc.from_options(left, right)?);
        }
        self.slots.clear();
        self.options.clear();
        self.sides.clear();
        self.heard = 0;
        Ok(())
    }
}

/// Each value once.
fn different(list: &mut [Game]) -> &[Game] {
    list.sort_unstable_by_key(|value| value.index());
    let mut kept = 0;
    for at in 0..list.len() {
        if kept == 0 || list[kept - 1] != list[at] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    &list[..kept]
}
