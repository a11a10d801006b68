//! Forms: games that are kept as they were typed, and the sums and products made of them.
//!
//! A form is not simplified until its canonical form is asked for. Forms are kept once in a table and named by handles, so they can be
//! nested without bound, shared and compared at once. A value among the parts of a form stands for its canonical form.
//!
//! The options of the compounds are their definitions: with `G^L` a Left option of `G`,
//! `G + H`: `G^L + H`, `G + H^L`; conjunctive: `G^L ∧ H^L`; selective, as CGSuite has it: `G^L + H`, `G + H^L`, `G^L ∧ H^L`; ordinal sum: `G^L`, `G : H^L`;
//! Conway product: `G^L×H + G×H^L − G^L×H^L` and the same with `R`; ordinal product: `G·H^L : G^L` and `G·H^R : −G^R`, so that each edge of
//! `H` is replaced by a copy of `G` or `−G` (Conway, *On Numbers and Games*, ch. 14–15; Siegel, *Combinatorial Game Theory*, ch. I.4).

use crate::fault::{Fault, Outcome};
use crate::meter::Meter;
use dashu_int::IBig;
use farstar_value::{Calculator, Game, Player, Stopped};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A form in the table of its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// How two games make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Compound {
    Disjunctive,
    Conjunctive,
    Selective,
    Ordinal,
    ConwayProduct,
    OrdinalProduct,
}

impl Compound {
    /// As it is written between its operands.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Disjunctive => "+",
            Self::Conjunctive => "ConjunctiveSum",
            Self::Selective => "SelectiveSum",
            Self::Ordinal => ":",
            Self::ConwayProduct => "ConwayProduct",
            Self::OrdinalProduct => "OrdinalProduct",
        }
    }
}

/// What a form is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormNode {
    /// A value, standing for its canonical form.
    Value(Game),
    /// `'{ left | right }'`
    Explicit(Box<[Form]>, Box<[Form]>),
    /// Two forms put together.
    Compound(Compound, Form, Form),
    /// A negative that does not go into its parts.
    Negative(Form),
    /// A multiple.
    Multiple(IBig, Form),
}

/// The table of forms.
pub(crate) struct Forms {
    nodes: Vec<FormNode>,
    index: FxHashMap<FormNode, Form>,
    values: FxHashMap<Form, Game>,
    negatives: FxHashMap<Form, Form>,
    sides: FxHashMap<Form, [Arc<[Form]>; 2]>,
    meter: Meter,
}

/// Bytes a form takes in the table besides its options, about.
const FORM_BYTES: u64 = 160;

impl Forms {
    pub(crate) fn new(meter: &Meter) -> Self {
        Self {
            nodes: Vec::new(),
            index: FxHashMap::default(),
            values: FxHashMap::default(),
            negatives: FxHashMap::default(),
            sides: FxHashMap::default(),
            meter: meter.clone(),
        }
    }

    pub(crate) fn node(&self, form: Form) -> &FormNode {
        &self.nodes[form.0 as usize]
    }

    fn intern(&mut self, node: FormNode) -> Outcome<Form> {
        if let Some(&form) = self.index.get(&node) {
            return Ok(form);
        }
        let options = match &node {
            FormNode::Explicit(left, right) => (left.len() + right.len()) as u64,
            _ => 0,
        };
        self.meter.charge(FORM_BYTES + 8 * options)?;
        let handle = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        self.nodes.push(node.clone());
        self.index.insert(node, Form(handle));
        Ok(Form(handle))
    }

    pub(crate) fn value(&mut self, game: Game) -> Outcome<Form> {
        self.intern(FormNode::Value(game))
    }

    pub(crate) fn explicit(&mut self, left: Vec<Form>, right: Vec<Form>) -> Outcome<Form> {
        self.intern(FormNode::Explicit(left.into(), right.into()))
    }

    pub(crate) fn compound(&mut self, kind: Compound, left: Form, right: Form) -> Outcome<Form> {
        self.intern(FormNode::Compound(kind, left, right))
    }

    pub(crate) fn multiple(&mut self, n: IBig, form: Form) -> Outcome<Form> {
        self.intern(FormNode::Multiple(n, form))
    }

    /// The value of which this is the form, if it is nothing else.
    pub(crate) fn as_value(&self, form: Form) -> Option<Game> {
        match self.node(form) {
            FormNode::Value(game) => Some(*game),
            _ => None,
        }
    }

    /// The negative, which goes into options and into sums.
    pub(crate) fn negative(&mut self, calc: &mut Calculator<'_>, root: Form) -> Outcome<Form> {
        let mut stack = vec![root];
        while let Some(&form) = stack.last() {
            if self.negatives.contains_key(&form) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let node = self.node(form).clone();
            let known = |forms: &Self, part: Form, stack: &mut Vec<Form>| {
                let negative = forms.negatives.get(&part).copied();
                if negative.is_none() {
                    stack.push(part);
                }
                negative
            };
            let negative = match node {
                FormNode::Value(game) => {
                    let negative = calc.neg(game)?;
                    Some(self.value(negative)?)
                }
                FormNode::Explicit(left, right) => {
                    let new_left: Vec<_> =
                        right.iter().filter_map(|&f| known(self, f, &mut stack)).collect();
                    let new_right: Vec<_> =
                        left.iter().filter_map(|&f| known(self, f, &mut stack)).collect();
                    if stack.len() == waiting {
                        Some(self.explicit(new_left, new_right)?)
                    } else {
                        None
                    }
                }
                FormNode::Compound(
                    kind @ (Compound::Disjunctive
                    | Compound::Conjunctive
                    | Compound::Selective
                    | Compound::Ordinal),
                    a,
                    b,
                ) => {
                    let parts = (known(self, a, &mut stack), known(self, b, &mut stack));
                    if let (Some(a), Some(b)) = parts {
                        Some(self.compound(kind, a, b)?)
                    } else {
                        None
                    }
                }
                FormNode::Compound(..) | FormNode::Multiple(..) => {
                    Some(self.intern(FormNode::Negative(form))?)
                }
                FormNode::Negative(of) => Some(of),
            };
            if let Some(negative) = negative {
                self.negatives.insert(form, negative);
                stack.pop();
            }
        }
        Ok(self.negatives[&root])
    }

    /// The canonical form.
    pub(crate) fn canonical(&mut self, calc: &mut Calculator<'_>, root: Form) -> Outcome<Game> {
        let mut stack = vec![root];
        let mut steps = 0u32;
        while let Some(&form) = stack.last() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(256) {
                calc.limits().check()?;
            }
            if self.values.contains_key(&form) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let value = self.canonical_step(calc, form, &mut stack)?;
            match value {
                Some(value) => {
                    self.values.insert(form, value);
                    stack.pop();
                }
                None if stack.len() == waiting => {
                    return Err(Fault::domain("a form that waits for itself"));
                }
                None => {}
            }
        }
        Ok(self.values[&root])
    }

    /// The value of `part`, or a note that it is wanted.
    fn wanted(&self, part: Form, stack: &mut Vec<Form>) -> Option<Game> {
        let value = self.values.get(&part).copied();
        if value.is_none() {
            stack.push(part);
        }
        value
    }

    /// The value of `form` if those of its parts are known; otherwise the parts go on the stack.
    fn canonical_step(
        &mut self,
        calc: &mut Calculator<'_>,
        form: Form,
        stack: &mut Vec<Form>,
    ) -> Outcome<Option<Game>> {
        match self.node(form).clone() {
            FormNode::Value(game) => Ok(Some(game)),
            FormNode::Negative(of) => match self.wanted(of, stack) {
                Some(value) => Ok(Some(calc.neg(value)?)),
                None => Ok(None),
            },
            FormNode::Multiple(n, of) => match self.wanted(of, stack) {
                Some(value) => Ok(Some(calc.multiple(&n, value)?)),
                None => Ok(None),
            },
            FormNode::Compound(Compound::Disjunctive, a, b) => {
                match (self.wanted(a, stack), self.wanted(b, stack)) {
                    (Some(a), Some(b)) => Ok(Some(calc.add(a, b)?)),
                    _ => Ok(None),
                }
            }
            // Only the value of H matters in G:H, by the colon principle.
            FormNode::Compound(Compound::Ordinal, a, b) if self.as_value(b).is_none() => {
                let Some(value) = self.wanted(b, stack) else { return Ok(None) };
                let value = self.value(value)?;
                let simpler = self.compound(Compound::Ordinal, a, value)?;
                Ok(self.wanted(simpler, stack))
            }
            _ => {
                let waiting = stack.len();
                let mut sides: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
                for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                    for &option in self.options(calc, form, player)?.iter() {
                        side.extend(self.wanted(option, stack));
                    }
                }
                if stack.len() > waiting {
                    return Ok(None);
                }
                Ok(Some(calc.from_options(&sides[0], &sides[1])?))
            }
        }
    }

    /// The options of one player, as forms.
    pub(crate) fn options(
        &mut self,
        calc: &mut Calculator<'_>,
        form: Form,
        player: Player,
    ) -> Outcome<Arc<[Form]>> {
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            if self.sides.contains_key(&top) {
                stack.pop();
                continue;
            }
            let parts = match *self.node(top) {
                FormNode::Value(_) | FormNode::Explicit(..) => [None, None],
                FormNode::Negative(of) | FormNode::Multiple(_, of) => [Some(of), None],
                FormNode::Compound(_, a, b) => [Some(a), Some(b)],
            };
            let waiting = stack.len();
            stack.extend(parts.into_iter().flatten().filter(|part| !self.sides.contains_key(part)));
            if stack.len() == waiting {
                let left: Arc<[Form]> = self.options_of_whole(calc, top, Player::Left)?.into();
                let right: Arc<[Form]> = self.options_of_whole(calc, top, Player::Right)?.into();
                self.meter.charge(FORM_BYTES + 4 * (left.len() + right.len()) as u64)?;
                self.sides.insert(top, [left, right]);
                stack.pop();
            }
        }
        Ok(self.known_options(form, player))
    }

    /// Options that [`Forms::options`] has made.
    fn known_options(&self, form: Form, player: Player) -> Arc<[Form]> {
        let sides = &self.sides[&form];
        Arc::clone(&sides[usize::from(player == Player::Right)])
    }

    /// The options of a form the options of whose parts are known.
    fn options_of_whole(
        &mut self,
        calc: &mut Calculator<'_>,
        form: Form,
        player: Player,
    ) -> Outcome<Vec<Form>> {
        let other = player.opponent();
        match self.node(form).clone() {
            FormNode::Value(game) => {
                let options = calc.options(game, player)?;
                options.into_iter().map(|option| self.value(option)).collect()
            }
            FormNode::Explicit(left, right) => Ok(match player {
                Player::Left => left.into_vec(),
                Player::Right => right.into_vec(),
            }),
            FormNode::Negative(of) => {
                let options = self.known_options(of, other);
                options.iter().map(|&option| self.negative(calc, option)).collect()
            }
            FormNode::Multiple(n, of) => {
                if n == IBig::ZERO {
                    return Ok(Vec::new());
                }
                let negative = n < IBig::ZERO;
                let one = if negative { -IBig::ONE } else { IBig::ONE };
                let rest = self.multiple(&n - &one, of)?;
                let options = self.known_options(of, if negative { other } else { player });
                let mut sums = Vec::with_capacity(options.len());
                for &option in options.iter() {
                    let moved = if negative { self.negative(calc, option)? } else { option };
                    sums.push(self.compound(Compound::Disjunctive, rest, moved)?);
                }
                Ok(sums)
            }
            FormNode::Compound(kind, a, b) => self.options_of_compound(calc, kind, (a, b), player),
        }
    }

    fn options_of_compound(
        &mut self,
        calc: &mut Calculator<'_>,
        kind: Compound,
        (a, b): (Form, Form),
        player: Player,
    ) -> Outcome<Vec<Form>> {
        let other = player.opponent();
        let (of_a, of_b) = (self.known_options(a, player), self.known_options(b, player));
        let mut made = Vec::new();
        match kind {
            Compound::Disjunctive | Compound::Selective => {
                for &x in of_a.iter() {
                    made.push(self.compound(Compound::Disjunctive, x, b)?);
                }
                for &y in of_b.iter() {
                    made.push(self.compound(Compound::Disjunctive, a, y)?);
                }
                if kind == Compound::Selective {
                    self.pairs(Compound::Conjunctive, &of_a, &of_b, &mut made)?;
                }
            }
            Compound::Conjunctive => self.pairs(kind, &of_a, &of_b, &mut made)?,
            Compound::Ordinal => {
                made.extend(of_a.iter());
                for &y in of_b.iter() {
                    made.push(self.compound(kind, a, y)?);
                }
            }
            Compound::ConwayProduct => {
                // The pairs for Left are (L, L) and (R, R), for Right (L, R) and (R, L).
                for side in [Player::Left, Player::Right] {
                    let opposite = if player == Player::Left { side } else { side.opponent() };
                    let (xs, ys) = (self.known_options(a, side), self.known_options(b, opposite));
                    for &x in xs.iter() {
                        for &y in ys.iter() {
                            let first = self.compound(kind, x, b)?;
                            let second = self.compound(kind, a, y)?;
                            let both = self.compound(kind, x, y)?;
                            let both = self.negative(calc, both)?;
                            let sum = self.compound(Compound::Disjunctive, first, second)?;
                            made.push(self.compound(Compound::Disjunctive, sum, both)?);
                        }
                    }
                }
            }
            Compound::OrdinalProduct => {
                for side in [Player::Left, Player::Right] {
                    let xs =
                        self.known_options(a, if side == Player::Left { player } else { other });
                    // Left moves in a copy of G that stands for an edge of H; a Right edge holds -G.
                    for &y in self.known_options(b, side).iter() {
                        let base = self.compound(kind, a, y)?;
                        for &x in xs.iter() {
                            let x = if side == Player::Left { x } else { self.negative(calc, x)? };
                            made.push(self.compound(Compound::Ordinal, base, x)?);
                        }
                    }
                }
            }
        }
        Ok(made)
    }

    fn pairs(
        &mut self,
        kind: Compound,
        of_a: &[Form],
        of_b: &[Form],
        made: &mut Vec<Form>,
    ) -> Outcome<()> {
        for &x in of_a {
            for &y in of_b {
                made.push(self.compound(kind, x, y)?);
            }
        }
        Ok(())
    }
}
