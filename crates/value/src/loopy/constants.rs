//! The loopy games that have names, and knowing them by their canonical forms.

use super::graph::Graph;
use super::loopy_value::Loopy;
use crate::calculator::Calculator;
use crate::game::Game;
use farstar_num::Dyadic;
use std::cmp::Ordering;
use std::fmt;

impl Loopy {
    fn of_table(lists: &[[&[u32]; 2]]) -> Self {
        let lists: Vec<_> = lists.iter().map(|[l, r]| [l.to_vec(), r.to_vec()]).collect();
        Self::of_canonical(Graph::from_lists(&lists))
    }

    /// `on = {pass|}`, greater than every short game.
    #[must_use]
    pub fn on() -> Self {
        Self::of_table(&[[&[0], &[]]])
    }

    /// `off = {|pass}`, less than every short game.
    #[must_use]
    pub fn off() -> Self {
        Self::of_table(&[[&[], &[0]]])
    }

    /// `dud = {pass|pass} = on & off`, the deathless universal draw.
    #[must_use]
    pub fn dud() -> Self {
        let (on, off) = (Self::on(), Self::off());
        Self::of_sides(on.onside_graph().clone(), off.offside_graph().clone())
    }

    /// `over = {0|pass}`, less than every positive number and greater than every other infinitesimal that is short.
    #[must_use]
    pub fn over() -> Self {
        Self::of_table(&[[&[1], &[0]], [&[], &[]]])
    }

    /// `under = {pass|0} = −over`.
    #[must_use]
    pub fn under() -> Self {
        Self::of_table(&[[&[0], &[1]], [&[], &[]]])
    }

    /// `upon = {pass|*}`, more than the sum of the first `n` powers of up for every `n`: `↑[on]`.
    #[must_use]
    pub fn upon() -> Self {
        Self::of_table(&[[&[0], &[1]], [&[2], &[2]], [&[], &[]]])
    }

    /// `{0||0|0,pass}`, positive but less than every power of up: `↑^on`.
    #[must_use]
    pub fn uponth() -> Self {
        Self::of_table(&[[&[1], &[2]], [&[], &[]], [&[1], &[1, 2]]])
    }

    /// `upover = {0|*, pass}`, an infinitesimal between `0` and `over`.
    #[must_use]
    pub fn upover() -> Self {
        Self::of_table(&[[&[1], &[2, 0]], [&[], &[]], [&[1], &[1]]])
    }

    /// `tis = {tisn|} = 1 & 0`: "this is".
    #[must_use]
    pub fn tis() -> Self {
        let one = Graph::from_lists(&[[vec![1], Vec::new()], [Vec::new(), Vec::new()]]);
        Self::of_sides(one, Graph::from_lists(&[[Vec::new(), Vec::new()]]))
    }

    /// `tisn = {|tis} = 0 & -1`, its negative: "this isn't".
    #[must_use]
    pub fn tisn() -> Self {
        let minus_one = Graph::from_lists(&[[Vec::new(), vec![1]], [Vec::new(), Vec::new()]]);
        Self::of_sides(Graph::from_lists(&[[Vec::new(), Vec::new()]]), minus_one)
    }
}

/// A name of a loopy game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyName {
    /// `on`
    On,
    /// `off`
    Off,
    /// A number plus `over`.
    Over(Dyadic),
    /// A number plus `under`.
    Under(Dyadic),
    /// A number plus a signed upon or uponth, perhaps plus star.
    Upon {
        /// The number.
        number: Dyadic,
        /// `^<on>` rather than `^[on]`.
        power: bool,
        /// The negative.
        down: bool,
        /// Plus star.
        star: bool,
    },
}

impl fmt::Display for LoopyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, rest) = match self {
            Self::On => return f.write_str("on"),
            Self::Off => return f.write_str("off"),
            Self::Over(number) => (number, "over"),
            Self::Under(number) => (number, "under"),
            Self::Upon { number, power: false, down: false, .. } => (number, "^[on]"),
            Self::Upon { number, power: false, down: true, .. } => (number, "v[on]"),
            Self::Upon { number, power: true, down: false, .. } => (number, "^<on>"),
            Self::Upon { number, power: true, down: true, .. } => (number, "v<on>"),
        };
        if !number.is_zero() {
            write!(f, "{number}")?;
        }
        f.write_str(rest)?;
        if matches!(self, Self::Upon { star: true, .. }) {
            f.write_str("*")?;
        }
        Ok(())
    }
}

impl LoopyName {
    /// Whether this is a pseudonumber that is no number.
    pub(crate) fn is_pseudonumber(&self) -> bool {
        !matches!(self, Self::Upon { .. })
    }

    /// How pseudonumbers are ordered: below or above all numbers, or at a number, just below or just above it.
    fn key(&self) -> (i8, Dyadic, i8) {
        match self {
            Self::On => (1, Dyadic::ZERO, 0),
            Self::Off => (-1, Dyadic::ZERO, 0),
            Self::Over(x) => (0, x.clone(), 1),
            Self::Under(x) => (0, x.clone(), -1),
            Self::Upon { number, .. } => (0, number.clone(), 0),
        }
    }
}

/// A number, `on`, `off`, or a number plus `over` or `under`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pseudonumber {
    Number(Dyadic),
    Named(LoopyName),
}

impl Pseudonumber {
    fn key(&self) -> (i8, Dyadic, i8) {
        match self {
            Self::Number(x) => (0, x.clone(), 0),
            Self::Named(name) => name.key(),
        }
    }

    /// The number nearest to it, unless it is `on` or `off`.
    pub(crate) fn number(&self) -> Option<Dyadic> {
        let (sign, number, _) = self.key();
        (sign == 0).then_some(number)
    }
}

impl PartialOrd for Pseudonumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pseudonumber {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The name of a vertex of a canonical graph, if it has one; `values` are the short games that vertices without endless
/// play are worth.
pub(crate) fn name_of(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    values: &[Option<Game>],
    v: u32,
) -> Option<LoopyName> {
    let number = |calc: &Calculator<'_>, w: u32| calc.as_number(values[w as usize]?);
    let starred = |calc: &Calculator<'_>, w: u32| {
        let parts = calc.closed_parts(values[w as usize]?)?;
        (parts.up == 0 && parts.nimber == 1).then_some(parts.number)
    };
    let (left, right) = (graph.left(v), graph.right(v));
    match (left, right) {
        (&[w], &[]) if w == v => return Some(LoopyName::On),
        (&[], &[w]) if w == v => return Some(LoopyName::Off),
        _ => {}
    }
    for down in [false, true] {
        // Read from the side of the player who passes in upon.
        let (own, other) = if down { (right, left) } else { (left, right) };
        match (own, other) {
            (&[w], &[x]) if w == v => {
                if let Some(x) = number(calc, x) {
                    return Some(if down { LoopyName::Over(x) } else { LoopyName::Under(x) });
                }
                if let Some(number) = starred(calc, x) {
                    return Some(LoopyName::Upon { number, power: false, down, star: false });
                }
            }
            (&[a, b], &[x]) if a == v || b == v => {
                let rest = if a == v { b } else { a };
                if let (Some(number), true) = (number(calc, x), rest == x) {
                    return Some(LoopyName::Upon { number, power: false, down, star: true });
                }
            }
            (&[x], &[k]) if k != v => {
                if let Some(number) = number(calc, x)
                    && is_upon(calc, graph, values, k, &number, !down, true)
                {
                    return Some(LoopyName::Upon { number, power: true, down, star: false });
                }
            }
            (&[a, b], &[k]) if k != v => {
                for (x, s) in [(a, b), (b, a)] {
                    if let (Some(number), Some(same)) = (number(calc, x), starred(calc, s))
                        && number == same
                        && is_upon(calc, graph, values, k, &number, !down, false)
                    {
                        return Some(LoopyName::Upon { number, power: true, down, star: true });
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a vertex passes as `number ± upon` does, plus star or not.
fn is_upon(
    calc: &Calculator<'_>,
    graph: &Graph,
    values: &[Option<Game>],
    v: u32,
    number: &Dyadic,
    down: bool,
    star: bool,
) -> bool {
    let (own, other) =
        if down { (graph.right(v), graph.left(v)) } else { (graph.left(v), graph.right(v)) };
    let parts = |w: u32| values[w as usize].and_then(|game| calc.closed_parts(game));
    let is = |w: u32, nimber: u64| {
        parts(w).is_some_and(|p| p.number == *number && p.up == 0 && p.nimber == nimber)
    };
    match (own, other) {
        (&[w], &[x]) if !star => w == v && is(x, 1),
        (&[a, b], &[x]) if star => (a == v && b == x || b == v && a == x) && is(x, 0),
        _ => false,
    }
}
