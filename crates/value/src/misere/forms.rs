//! The table of forms: every form `{L|R}` once, by its sets of options.

use crate::error::{Error, Result};
use farstar_play::{Limits, Meter, Outcome, Player};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// A form in its [`PartizanForms`]: equal handles of one table are the same form, with the same sets of options.
/// A handle knows its table, and means nothing to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartizanForm {
    table: u32,
    place: u32,
}

/// A form, its options sorted by handle.
#[derive(Debug, PartialEq, Eq, Hash, Clone, Default)]
struct Sides {
    left: Box<[PartizanForm]>,
    right: Box<[PartizanForm]>,
}

/// A table of partizan forms, with a memory of outcomes and comparisons under misère play.
///
/// # Examples
/// ```
/// use farstar_value::misere::{PartizanForms, Universe};
/// use farstar_value::{Limits, Outcome};
/// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
/// let one = forms.parse("{0|}", &limits)?;
/// // Right cannot move and wins when he has to.
/// assert_eq!(forms.outcome(&[one], &limits)?, Outcome::R);
/// // In normal play 1 > 0; in misère play the two are not comparable.
/// let zero = forms.zero();
/// assert!(!forms.ge(one, zero, Universe::All, &limits)?);
/// assert!(!forms.ge(zero, one, Universe::All, &limits)?);
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Debug)]
pub struct PartizanForms {
    /// The number of this table, given to no other.
    table: u32,
    sides: Vec<Sides>,
    birthdays: Vec<u32>,
    index: FxHashMap<Sides, PartizanForm>,
    /// What the forms take, in bytes, and what is remembered of them; every computation starts with these on its
    /// account.
    bytes: u64,
    remembered: u64,
    /// Who wins a sum, by its components in order, without those that have no options.
    pub(super) outcomes: FxHashMap<Box<[PartizanForm]>, Outcome>,
    pub(super) strong: FxHashMap<PartizanForm, Outcome>,
    /// Whether one form is at least another one, universe by universe.
    pub(super) ordered: [FxHashMap<(PartizanForm, PartizanForm), bool>; 3],
    pub(super) reduced: [FxHashMap<PartizanForm, PartizanForm>; 3],
}

impl Default for PartizanForms {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let table = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            table,
            sides: vec![Sides::default()],
            birthdays: vec![0],
            index: FxHashMap::from_iter([(Sides::default(), PartizanForm { table, place: 0 })]),
            bytes: 0,
            remembered: 0,
            outcomes: FxHashMap::default(),
            strong: FxHashMap::default(),
            ordered: Default::default(),
            reduced: Default::default(),
        }
    }
}

impl PartizanForms {
    /// A table with the form 0 only.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The form without options.
    #[must_use]
    pub fn zero(&self) -> PartizanForm {
        PartizanForm { table: self.table, place: 0 }
    }

    /// Whether this table made the form.
    #[must_use]
    pub fn owns(&self, form: PartizanForm) -> bool {
        form.table == self.table
    }

    /// Where the form stands in the lists of this table.
    fn place(&self, form: PartizanForm) -> usize {
        assert_eq!(form.table, self.table, "a partizan form of another table");
        form.place as usize
    }

    /// The options of a player, in no order that means anything.
    #[must_use]
    pub fn options(&self, form: PartizanForm, player: Player) -> &[PartizanForm] {
        let sides = &self.sides[self.place(form)];
        match player {
            Player::Left => &sides.left,
            Player::Right => &sides.right,
        }
    }

    /// Whether the player has no move: a Left end, or a Right end.
    #[must_use]
    pub fn is_end(&self, form: PartizanForm, player: Player) -> bool {
        self.options(form, player).is_empty()
    }

    /// The birthday of the form: 0 without options, else one more than the latest birthday of an option.
    #[must_use]
    pub fn birthday(&self, form: PartizanForm) -> u32 {
        self.birthdays[self.place(form)]
    }

    /// The form with these options; what is listed twice counts once.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    pub fn from_options(
        &mut self,
        left: &[PartizanForm],
        right: &[PartizanForm],
        limits: &Limits,
    ) -> Result<PartizanForm> {
        let mut meter = self.meter(limits)?;
        self.intern(left.to_vec(), right.to_vec(), &mut meter)
    }

    /// An account that starts with what the table holds.
    pub(super) fn meter<'a>(&self, limits: &'a Limits) -> Result<Meter<'a>> {
        let mut meter = Meter::new(limits);
        meter.reserve(self.bytes + self.remembered)?;
        Ok(meter)
    }

    /// The same, for work that remembers its results: what takes half of the bytes allowed is forgotten first.
    pub(super) fn memory<'a>(&mut self, limits: &'a Limits) -> Result<Meter<'a>> {
        if limits.bytes.is_some_and(|most| self.bytes + self.remembered > most / 2) {
            self.outcomes = FxHashMap::default();
            self.strong = FxHashMap::default();
            self.ordered = Default::default();
            self.reduced = Default::default();
            self.remembered = 0;
        }
        self.meter(limits)
    }

    /// Books memory for a result.
    pub(super) fn remember(&mut self, bytes: usize, meter: &mut Meter<'_>) -> Result<()> {
        meter.node(bytes)?;
        self.remembered += bytes as u64;
        Ok(())
    }

    pub(super) fn intern(
        &mut self,
        mut left: Vec<PartizanForm>,
        mut right: Vec<PartizanForm>,
        meter: &mut Meter<'_>,
    ) -> Result<PartizanForm> {
        for list in [&mut left, &mut right] {
            list.sort_unstable();
            list.dedup();
        }
        let sides = Sides { left: left.into(), right: right.into() };
        if let Some(&form) = self.index.get(&sides) {
            return Ok(form);
        }
        let options = || sides.left.iter().chain(&sides.right);
        let birthday = options().map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        let bytes = 16 * options().count() + 120;
        let place = u32::try_from(self.sides.len()).map_err(|_| Error::TooLarge {
            what: "the table of partizan forms".into(),
            limit: "2^32 forms".into(),
        })?;
        meter.node(bytes)?;
        self.bytes += bytes as u64;
        let form = PartizanForm { table: self.table, place };
        self.birthdays.push(birthday);
        self.sides.push(sides.clone());
        self.index.insert(sides, form);
        Ok(form)
    }

    /// `n` waiting moves of a player: he has `n` moves one after another, the opponent none. For Left these are the
    /// integers `{n−1|}`.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    pub fn waiting(&mut self, n: u32, player: Player, limits: &Limits) -> Result<PartizanForm> {
        let mut meter = self.meter(limits)?;
        let mut form = self.zero();
        for _ in 0..n {
            meter.step(8)?;
            form = self.end(vec![form], player, &mut meter)?;
        }
        Ok(form)
    }

    /// The perfect murder `M_n = {|0, M_{n-1}}` with `M_0 = 0`: `n` moves of a player, all of which he may throw away
    /// with one. For Right it is the worst Left end of birthday `n` that Left may meet in a sum.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    ///
    /// # Source
    /// Larsson, Milley, Nowakowski, Renault, Santos (2018).
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, Player, misere::PartizanForms};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let murder = forms.murder(2, Player::Right, &limits)?;
    /// assert_eq!(forms.text(murder, &limits)?, "{|0,{|0}}");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn murder(&mut self, n: u32, player: Player, limits: &Limits) -> Result<PartizanForm> {
        let mut meter = self.meter(limits)?;
        let mut form = self.zero();
        for _ in 0..n {
            meter.step(8)?;
            form = self.end(vec![self.zero(), form], player, &mut meter)?;
        }
        Ok(form)
    }

    /// The end in which only `player` has moves, these.
    pub(super) fn end(
        &mut self,
        moves: Vec<PartizanForm>,
        player: Player,
        meter: &mut Meter<'_>,
    ) -> Result<PartizanForm> {
        match player {
            Player::Left => self.intern(moves, Vec::new(), meter),
            Player::Right => self.intern(Vec::new(), moves, meter),
        }
    }

    /// All forms whose options are among these: of the one form 0 they are 0, `{0|}`, `{|0}`, `{0|0}`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than 10 forms, with which there would be more than 2²⁰; [`Error::Stopped`] at a
    /// limit.
    pub fn forms_over(
        &mut self,
        options: &[PartizanForm],
        limits: &Limits,
    ) -> Result<Vec<PartizanForm>> {
        const MOST: usize = 10;
        if options.len() > MOST {
            return Err(Error::TooLarge {
                what: format!("a set of {} options", options.len()),
                limit: format!("{MOST} options"),
            });
        }
        let mut meter = self.meter(limits)?;
        let chosen = |set: u32| -> Vec<PartizanForm> {
            let places = options.iter().enumerate();
            places.filter(|(at, _)| set >> at & 1 == 1).map(|(_, &option)| option).collect()
        };
        let mut forms = Vec::new();
        for left in 0..1u32 << options.len() {
            for right in 0..1u32 << options.len() {
                forms.push(self.intern(chosen(left), chosen(right), &mut meter)?);
            }
        }
        Ok(forms)
    }

    /// The followers of a form, itself among them, each once, the form first.
    pub(super) fn followers(
        &self,
        form: PartizanForm,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<PartizanForm>> {
        let mut seen = rustc_hash::FxHashSet::from_iter([form]);
        let mut found = vec![form];
        let mut next = 0;
        while let Some(&top) = found.get(next) {
            next += 1;
            for player in [Player::Left, Player::Right] {
                for &option in self.options(top, player) {
                    meter.step(1)?;
                    if seen.insert(option) {
                        meter.reserve_small(24)?;
                        found.push(option);
                    }
                }
            }
        }
        Ok(found)
    }
}
