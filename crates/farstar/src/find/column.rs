//! A table of integers with what they are: Grundy values, who wins, or one of the numbers that values are made of.

use crate::{Ruleset, theorems};
use farstar_find::{FoundLaws, LawClass, LawSearch, Table, TableError};
use farstar_logic::{Rows, ValueParts, find_by_rules};
use farstar_num::{Dyadic, IBig};
use farstar_value::{Calculator, Game};
use std::sync::Arc;

/// The share of the cells, the larger ones, that laws are held against where no further heaps are tabulated for that.
pub(crate) const HELD_BACK: f64 = 0.2;
/// Where so many times as many cells are held back, this share of all is that of a longer sequence.
const LONGER: usize = 3;
const LONGER_SHARE: f64 = 0.75;

/// A table, and what its values are if that is not plain.
#[derive(Clone, Debug)]
pub struct Column {
    /// What the values are: nothing of Grundy values, integers and winners.
    pub of: Option<String>,
    /// Whether they say who wins: 0 who does not begin, 1 who does, 2 Left, 3 Right.
    pub winners: bool,
    /// The cells from which laws are found.
    pub inside: Table,
    /// Those that laws are held against.
    pub outside: Rows,
    /// How values of heaps of which Left and Right have different moves are made of this column and the next.
    pub parts: Option<Arc<ValueParts>>,
}

impl Column {
    /// Cells with their values, of which a share, the larger ones, is held back.
    ///
    /// # Errors
    /// Cells that are no table.
    pub fn of_rows(
        of: Option<String>,
        winners: bool,
        rows: Rows,
        held_back: f64,
    ) -> Result<Self, TableError> {
        let table = Table::new(rows)?;
        Ok(Self { of, ..Self::of_table(&table, winners, held_back) })
    }

    /// A table, of which a share of the cells, the larger ones, is held back.
    #[must_use]
    pub fn of_table(table: &Table, winners: bool, held_back: f64) -> Self {
        let (inside, outside) = table.split(held_back);
        Self { of: None, winners, inside, outside, parts: None }
    }

    /// The value of a position, by what the laws of this column and those beside it say of it; `None` where columns are
    /// no parts of a value, or it is none that they were found from.
    ///
    /// # Errors
    /// Values beyond the arena.
    pub fn game(
        &self,
        said: &[i128],
        calc: &mut Calculator<'_>,
    ) -> Result<Option<Game>, farstar_value::Error> {
        let Some(parts) = self.parts.as_deref() else { return Ok(None) };
        let mut said = said.iter().copied();
        let [number, label] = parts.columns.map(|given| if given { said.next() } else { Some(0) });
        let (Some(number), Some(label)) = (number, label) else { return Ok(None) };
        if parts.classes.is_empty() {
            let Ok(nimber) = u64::try_from(label) else { return Ok(None) };
            let number = Dyadic::from(IBig::from(number)).mul_pow2(-i64::from(parts.exponent));
            let nimber = calc.nimber(nimber)?;
            return calc.add_number(nimber, &number).map(Some);
        }
        let (whole, rest) = (number >> parts.exponent, number & ((1 << parts.exponent) - 1));
        let Ok(whole) = i64::try_from(whole) else { return Ok(None) };
        let is_it = |(named, _): &&([i64; 2], usize)| named.map(i128::from) == [rest, label];
        let Some(&(_, place)) = parts.classes.iter().find(is_it) else { return Ok(None) };
        theorems::value((parts.kind, &parts.forms), place, whole, calc)
    }

    /// The column with these names of its coordinates.
    pub(super) fn named(mut self, names: &[String]) -> Self {
        self.inside = self.inside.with_names(names);
        self
    }

    /// Looks for laws of these cells; of the values of heaps the moves of the `rules` themselves may tell the law, and
    /// of a sequence automata are looked for in more cells. `tell` hears the kinds of laws that are tried.
    pub fn laws(
        &self,
        rules: Option<&Ruleset>,
        search: &LawSearch,
        tell: &mut dyn FnMut(LawClass),
    ) -> FoundLaws {
        let of_values = rules.filter(|_| !self.winners).map(Ruleset::rules);
        let found = find_by_rules(of_values, &self.inside, &self.outside, search, tell);
        let wants_them = search.classes.is_empty() || search.classes.contains(&LawClass::Automata);
        let longer = self.longer().filter(|_| wants_them && rules.is_some() && is_open(&found));
        let Some((inside, outside)) = longer else { return found };
        let automata = LawSearch { classes: vec![LawClass::Automata], ..search.clone() };
        let further = find_by_rules(of_values, &inside, &outside, &automata, tell);
        if is_open(&further) { found } else { further }
    }

    /// A sequence with most of what is held back: an automaton that reads large digits is seen by more cells than
    /// other laws.
    fn longer(&self) -> Option<(Table, Rows)> {
        if self.inside.dimension() != 1 || self.outside.len() < LONGER * self.inside.len() {
            return None;
        }
        let inside = self.inside.rows().map(|(cell, value)| (cell.to_vec(), value));
        let rows: Rows = inside.chain(self.outside.iter().cloned()).collect();
        let table = Table::new(rows).ok()?.with_names(self.inside.names());
        Some(table.split(1.0 - LONGER_SHARE))
    }
}

/// Whether no law is right on all cells.
pub(super) fn is_open(found: &FoundLaws) -> bool {
    found.laws.iter().all(|law| law.wrong > 0)
}
