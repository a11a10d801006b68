//! Does every play end? A search for measures that prove it.
//!
//! A measure is a linear function of the position with small integer weights: the sum over the cells of the weight of
//! their piece (*count*, weights at least 0), or of its weight times the column or the row (*place*). What a rule does
//! to it is read from the rule alone. A measure that no rule raises strikes the rules that lower it; if all are struck,
//! one measure after the other,
//! every play ends: on one board the first measure takes finitely many values, so its rules stop, then those of the
//! second, and so on, in whatever order the players move. A last kind, the *end cell*, serves coin turning: if in every
//! move the last changed cell (or in every move the first) goes down in one fixed order of the pieces, positions fall
//! lexicographically. Where all else fails, rules that turn coins (see `coins`) end because the coins turned lie ahead
//! of the one that leads. Where pieces carry numbers, sums of these are measures too (see `number_ending`).

use std::fmt;

use super::ast::{BoardRules, Clause, Form, Item, Kind, Layout, Piece, Step};
use super::canonical::normal_rules;
use super::check::samples;
use super::coins::coin_turning;
use super::expand::{Concrete, Put, Repeat, expand, repeats};
use super::heap::HeapRules;
use super::heap_ending;
use super::number_ending;

/// Most weights tried for one kind of measure.
const MOST_WEIGHTS: usize = 1 << 15;

/// Why every play ends: the measures that fall, in the order in which they strike the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// One sentence a measure.
    pub measures: Vec<String>,
    /// From a position of `n` cells a play has at most `n` times so many moves, if one measure that counts pieces
    /// strikes all rules.
    pub moves_a_cell: Option<u32>,
    /// The same measures as functions of the position, if all are linear: in their order positions fall
    /// lexicographically with every move. Else empty.
    pub gradings: Vec<Grading>,
}

/// A measure as a function of the position: the sum of the weights of all pieces, or of these times their column or
/// row.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// let rules = ruleset("Konane")?;
/// let [stones] = rules.gradings() else { unreachable!("one measure proves that Konane ends") };
/// assert!(stones.strict);
/// assert_eq!(stones.pieces, [('.', 0), ('X', 1), ('O', 1), ('#', 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grading {
    /// The weight of each piece.
    pub pieces: Vec<(char, i64)>,
    /// The weights of a stone in Left's hand and of one in Right's.
    pub hands: [i64; 2],
    /// What a weight is multiplied by.
    pub along: Along,
    /// Whether every rule that no measure before it struck lowers it.
    pub strict: bool,
}

/// What the weight of a piece is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// By one: pieces are counted.
    Count,
    /// By the column, the first being 0.
    Column,
    /// By the row.
    Row,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "every play ends: {}", self.measures.join("; then "))
    }
}

/// No measure was found that strikes this rule: the game counts as loopy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not proved to end: no measure falls in '{rule}' (line {line})")]
pub struct Loopy {
    /// Line of the text.
    pub line: usize,
    /// The rule that resists.
    pub rule: String,
}

/// A rule as the proof sees it: one move in normal form.
struct Unit {
    steps: Vec<Step>,
    /// The forms of each step.
    samples: Vec<Vec<Sampled>>,
    player: usize,
    line: usize,
    text: String,
}

/// A form with its smallest counts, spread out once for all measures.
struct Sampled {
    layout: Layout,
    open: Vec<Repeat>,
    /// `None` if it cannot be spread out.
    shapes: Option<Vec<(Vec<u32>, Concrete)>>,
    /// Whether a form before it in the step differs only in the way it lies.
    counted: bool,
}

impl Sampled {
    fn of(form: &Form, before: &[Form], closing: bool) -> Self {
        let open = repeats(&form.from);
        let shapes = open.as_ref().and_then(|open| {
            let shape = |counts: Vec<u32>| {
                let concrete = expand(form, &counts, true, closing).ok()?;
                Some((counts, concrete))
            };
            samples(open).into_iter().map(shape).collect()
        });
        let counted = before.iter().any(|known| known.from == form.from && known.to == form.to);
        Self { layout: form.layout, open: open.unwrap_or_default(), shapes, counted }
    }
}

fn sampled(step: &Step, kind: Kind) -> Vec<Sampled> {
    let form = |(i, form)| Sampled::of(form, &step.forms[..i], kind == Kind::Row);
    step.forms.iter().enumerate().map(form).collect()
}

pub(crate) fn board_ending(rules: &BoardRules) -> Result<Ending, Loopy> {
    let mut units: Vec<Unit> = Vec::new();
    for (player, moves) in rules.moves.iter().enumerate() {
        for one in moves {
            for steps in normal_rules([one], rules.kind) {
                if !units.iter().any(|u| u.steps == steps && u.player == player) {
                    let samples =
                        steps.iter().map(|step: &Step| sampled(step, rules.kind)).collect();
                    let text = one.text.clone();
                    units.push(Unit { steps, samples, player, line: one.line, text });
                }
            }
        }
    }
    let mut measures = Vec::new();
    let mut moves_a_cell = None;
    let mut gradings = Some(Vec::new());
    let prover = Prover { rules, active: active(rules) };
    while let Some(first) = units.first() {
        let Some(Measure { sentence, struck, most_a_cell, grading }) = prover.measure(&units)
        else {
            if coin_turning(rules).is_some() {
                measures = vec![
                    "the coin that leads goes to tails, and all others turned lie ahead of it"
                        .into(),
                ];
                gradings = None;
                break;
            }
            return Err(Loopy { line: first.line, rule: first.text.clone() });
        };
        moves_a_cell = most_a_cell.filter(|_| measures.is_empty() && struck.iter().all(|&s| s));
        measures.push(sentence);
        gradings = gradings.zip(grading).map(|(mut list, grading): (Vec<Grading>, _)| {
            list.push(grading);
            list
        });
        let mut keep = struck.iter().map(|&s| !s);
        units.retain(|_| keep.next().unwrap_or(true));
    }
    Ok(Ending { measures, moves_a_cell, gradings: gradings.unwrap_or_default() })
}

/// The pieces that some rule puts on a cell or takes from one.
pub(super) fn active(rules: &BoardRules) -> Vec<Piece> {
    fn written(side: &[super::ast::Element], out: &mut u32) {
        for e in side {
            match &e.item {
                Item::Cell(list) => *out |= super::ast::set_of(list),
                Item::Group(_, line) => written(line, out),
                _ => {}
            }
        }
    }
    let mut all = 0;
    for step in rules.moves.iter().flatten().flat_map(|m| &m.steps) {
        for form in &step.forms {
            written(&form.from, &mut all);
            written(&form.to, &mut all);
        }
        for clause in &step.clauses {
            match clause {
                Clause::Around(map) | Clause::Reachable(map) => {
                    map.iter().for_each(|&(a, b)| all |= 1 << a | 1 << b);
                }
                Clause::Clear { blocks, to, .. } => all |= blocks | 1 << to,
                _ => {}
            }
        }
    }
    (0..rules.pieces.len() as Piece).filter(|&p| all & 1 << p != 0).collect()
}

/// A measure that no unit raises.
struct Measure {
    sentence: String,
    /// Which units lower it.
    struck: Vec<bool>,
    /// The most that one cell adds to it, if it counts pieces on cells.
    most_a_cell: Option<u32>,
    /// The measure as a function, if it is linear.
    grading: Option<Grading>,
}

struct Prover<'a> {
    rules: &'a BoardRules,
    active: Vec<Piece>,
}

/// Weights of the pieces, then of Left's and of Right's stones in hand.
type Weights = [i64; 18];

impl Prover<'_> {
    /// A measure that no unit raises and some unit lowers, and which units it lowers.
    fn measure(&self, units: &[Unit]) -> Option<Measure> {
        let planes = self.rules.kind.is_plane() && self.rules.kind != Kind::Row;
        let axes: &[Along] = match (planes, self.rules.kind.is_line()) {
            (false, _) => &[Along::Count],
            (true, true) => &[Along::Count, Along::Column],
            (true, false) => &[Along::Count, Along::Column, Along::Row],
        };
        let mut best: Option<(usize, Measure)> = None;
        for &axis in axes {
            self.each_weights(axis, &mut |weights| {
                let mut struck = Vec::with_capacity(units.len());
                for unit in units {
                    match self.change(unit, weights, axis) {
                        Some(change) if change <= 0 => struck.push(change < 0),
                        _ => return,
                    }
                }
                let count = struck.iter().filter(|&&s| s).count();
                if count > best.as_ref().map_or(0, |b| b.0) {
                    let sentence = self.sentence(weights, axis);
                    let counts = axis == Along::Count && weights[16..].iter().all(|&w| w == 0);
                    let most = weights.iter().max().and_then(|&most| u32::try_from(most).ok());
                    let most_a_cell = most.filter(|_| counts);
                    let strict = struck.iter().all(|&s| s);
                    let grading = Some(self.grading(weights, axis, strict));
                    best = Some((count, Measure { sentence, struck, most_a_cell, grading }));
                }
            });
            if best.is_some() {
                break;
            }
        }
        if let Some((_, measure)) = best {
            return Some(measure);
        }
        let steps: Vec<&[Step]> = units.iter().map(|unit| unit.steps.as_slice()).collect();
        if let Some((sentence, struck)) = number_ending::measure(self.rules, &steps) {
            return Some(Measure { sentence, struck, most_a_cell: None, grading: None });
        }
        let end = self.rules.kind == Kind::Strip
            && [true, false].into_iter().any(|last| self.end_cell(units, last));
        end.then(|| Measure {
            sentence: "the changed cell at one end goes down".into(),
            struck: vec![true; units.len()],
            most_a_cell: None,
            grading: None,
        })
    }

    fn grading(&self, weights: &Weights, along: Along, strict: bool) -> Grading {
        let pieces = self.rules.pieces.iter().copied().zip(weights.iter().copied()).collect();
        Grading { pieces, hands: [weights[16], weights[17]], along, strict }
    }

    fn each_weights(&self, axis: Along, visit: &mut dyn FnMut(&Weights)) {
        let mut slots: Vec<usize> = self.active.iter().map(|&p| usize::from(p)).collect();
        if self.rules.hands && axis == Along::Count {
            slots.extend([16, 17]);
        }
        let (low, mut high) = if axis == Along::Count { (0, 2) } else { (-1, 1) };
        if axis == Along::Count
            && 3usize.checked_pow(slots.len() as u32).is_none_or(|n| n > MOST_WEIGHTS)
        {
            high = 1;
        }
        let total =
            ((high - low + 1) as usize).checked_pow(slots.len() as u32).unwrap_or(usize::MAX);
        for index in 1..total.min(MOST_WEIGHTS) {
            let mut weights = [0; 18];
            let mut rest = index;
            for &slot in &slots {
                weights[slot] = low + (rest % (high - low + 1) as usize) as i64;
                rest /= (high - low + 1) as usize;
            }
            visit(&weights);
        }
        // pieces that stand for numbers: each weighs one more than the one before it, or one less
        if axis == Along::Count && self.active.len() > 3 {
            for rising in [true, false] {
                let mut weights = [0; 18];
                for (i, &piece) in self.active.iter().enumerate() {
                    let rank = if rising { i } else { self.active.len() - 1 - i };
                    weights[usize::from(piece)] = rank as i64 + 1;
                }
                visit(&weights);
            }
        }
    }

    fn sentence(&self, weights: &Weights, axis: Along) -> String {
        let mut words: Vec<String> = Vec::new();
        for (slot, &w) in weights.iter().enumerate().filter(|(_, w)| **w != 0) {
            let name = match slot {
                16 => "Left's stones in hand".into(),
                17 => "Right's stones in hand".into(),
                p => self.rules.pieces[p].to_string(),
            };
            words.push(match w {
                1 => name,
                -1 => format!("-{name}"),
                w => format!("{w} {name}"),
            });
        }
        let sum = words.join(" + ").replace("+ -", "- ");
        match axis {
            Along::Count => format!("the number {sum} falls"),
            Along::Column => format!("the sum of columns {sum} falls"),
            Along::Row => format!("the sum of rows {sum} falls"),
        }
    }

    /// The most by which a unit raises the measure; `None` if it may grow beyond bounds or depend on the place.
    fn change(&self, unit: &Unit, weights: &Weights, axis: Along) -> Option<i64> {
        farstar_play::step(4);
        let mut sum = 0;
        for (step, forms) in unit.steps.iter().zip(&unit.samples) {
            let mut worst: Option<i64> = None;
            // what changes nothing is no move, unless something else of the move changes
            let alone = unit.steps.len() == 1 && step.clauses.is_empty();
            for form in forms.iter().filter(|form| axis != Along::Count || !form.counted) {
                worst = worst.max(Some(form_change(form, weights, axis, alone)?));
            }
            sum += worst?;
            for clause in &step.clauses {
                match clause {
                    Clause::Around(map) | Clause::Reachable(map) => {
                        for &(from, to) in map {
                            effect(weights, from, to, axis)?;
                        }
                    }
                    Clause::Clear { blocks, to, .. } => {
                        for from in (0..16).filter(|&p| blocks & 1 << p != 0) {
                            effect(weights, from, *to, axis)?;
                        }
                    }
                    Clause::FromHand if axis == Along::Count => sum -= weights[16 + unit.player],
                    _ => {}
                }
            }
        }
        Some(sum)
    }

    /// Whether in every unit the last (or first) changed cell surely goes down in one order of the pieces.
    fn end_cell(&self, units: &[Unit], last: bool) -> bool {
        let mut down = [[false; 16]; 16];
        for unit in units {
            let [step] = unit.steps.as_slice() else { return false };
            let effects = |c: &Clause| {
                matches!(c, Clause::Around(_) | Clause::Reachable(_) | Clause::Clear { .. })
            };
            if step.clauses.iter().any(effects) {
                return false;
            }
            for form in &step.forms {
                let Some(open) = repeats(&form.from) else { return false };
                for counts in samples(&open) {
                    let Ok(concrete) = expand(form, &counts, true, false) else { return false };
                    let mut moving =
                        (0..concrete.puts.len()).filter(|&i| !concrete.puts[i].is_identity(i));
                    let end = if last { moving.next_back() } else { moving.next() };
                    let Some(end) = end else { continue };
                    let put = &concrete.puts[end];
                    for from in (0..16).filter(|&p| concrete.cells[end] & 1 << p != 0) {
                        for &(source, to) in &put.table {
                            if put.source == end && source != from {
                                continue;
                            }
                            down[usize::from(from)][usize::from(to & 15)] = true;
                        }
                    }
                }
            }
        }
        // the order exists when no piece comes back to itself
        for k in 0..16 {
            for i in 0..16 {
                for j in 0..16 {
                    down[i][j] |= down[i][k] && down[k][j];
                }
            }
        }
        (0..16).all(|i| !down[i][i])
    }
}

fn form_change(form: &Sampled, weights: &Weights, axis: Along, alone: bool) -> Option<i64> {
    let shapes = form.shapes.as_ref()?;
    let mut found: Vec<i64> = Vec::with_capacity(shapes.len());
    for (counts, concrete) in shapes {
        let change = concrete_change(form.layout, concrete, weights, axis, alone)?;
        // the change is affine in each count: it must not rise with any that is open beyond the samples
        for (i, r) in form.open.iter().enumerate() {
            let unbounded = |r: &Repeat| r.most.is_none_or(|most| most > r.least + 2);
            if counts[i] > r.least && unbounded(r) {
                let is_lower = |known: &[u32]| {
                    (0..counts.len()).all(|j| known[j] + u32::from(j == i) == counts[j])
                };
                let lower = shapes.iter().position(|(known, _)| is_lower(known))?;
                if change > *found.get(lower)? {
                    return None;
                }
            }
        }
        found.push(change);
    }
    found.into_iter().max()
}

/// Whether an effect raises no measure; a place measure must stay as it is.
fn effect(weights: &Weights, from: Piece, to: Piece, axis: Along) -> Option<()> {
    let (before, after) = (weights[usize::from(from)], weights[usize::from(to)]);
    (if axis == Along::Count { after <= before } else { after == before }).then_some(())
}

fn concrete_change(
    layout: Layout,
    concrete: &Concrete,
    weights: &Weights,
    axis: Along,
    alone: bool,
) -> Option<i64> {
    let weight = |p: Piece| if p < 16 { weights[usize::from(p)] } else { 0 };
    let place = |i: usize| -> i64 {
        let (x, y) = match layout {
            Layout::Line(dx, dy) => (i as i64 * i64::from(dx), i as i64 * i64::from(dy)),
            Layout::Block(columns) => ((i % columns) as i64, (i / columns) as i64),
            Layout::Path => (0, 0),
        };
        match axis {
            Along::Count => 1,
            Along::Column => x,
            Along::Row => y,
        }
    };
    let (mut most, mut net_most, mut net_least) = (0, 0, 0);
    // how much less than the most it is at least if some cell changes: for every way to change one cell, the others at
    // their most
    let mut less: Option<i64> = None;
    // it does not depend on how often a cell is repeated, as the place of a cell does
    let refined = alone
        && axis == Along::Count
        && concrete.puts.len() == concrete.cells.len()
        && (0..concrete.puts.len())
            .all(|i| concrete.puts[i].source == i && concrete.puts[i].number.is_none());
    for (i, &set) in concrete.cells.iter().enumerate() {
        let mut worst: Option<(i64, i64, i64)> = None;
        let mut changing: Option<i64> = None;
        for held in (0..32).filter(|&p| set & 1 << p != 0) {
            let (mut change, mut net) = (-weight(held) * place(i), -weight(held));
            for (j, put) in concrete.puts.iter().enumerate().filter(|(_, put)| put.source == i) {
                let to = put.table.iter().find(|(from, _)| *from == held).map_or(held, |t| t.1);
                change += weight(to) * place(j);
                net += weight(to);
            }
            let stays = |put: &Put| put.table.iter().all(|&(from, to)| from != held || to == held);
            if concrete.puts.get(i).is_some_and(|put| !stays(put)) {
                changing = changing.max(Some(change));
            }
            worst = Some(match worst {
                None => (change, net, net),
                Some((c, hi, lo)) => (c.max(change), hi.max(net), lo.min(net)),
            });
        }
        let (change, high, low) = worst?;
        most += change;
        let gap = changing.map(|changing| change - changing);
        less = match (less, gap) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        net_most += high;
        net_least += low;
    }
    // where the instance lies must not matter
    if axis != Along::Count && (net_most != 0 || net_least != 0) {
        return None;
    }
    Some(if refined { most - less.unwrap_or(0) } else { most })
}

pub(crate) fn heaps_ending(rules: &HeapRules) -> Result<Ending, Loopy> {
    heap_ending::ending(rules)
}
