//! What is played on forms: their options, followers, negatives, canonical forms and misère outcomes, each on an
//! explicit stack.
//!
//! The options of the compounds are their definitions: with `G^L` a Left option of `G`, `G + H`: `G^L + H`, `G +
//! H^L`; conjunctive: `G^L ∧ H^L`; selective: `G^L ∨ H`, `G ∨ H^L`, `G^L ∨ H^L`; selective in the first move alone, as
//! CGSuite has it: `G^L + H`, `G + H^L`, `G^L ∧ H^L`; ordinal sum: `G^L`, `G : H^L`;
//! Conway product: `G^L×H + G×H^L − G^L×H^L` and the same with `R`; ordinal product: `G·H^L : G^L` and `G·H^R : −G^R`,
//! so that each edge of `H` is replaced by a copy of `G` or `−G` (Conway, *On Numbers and Games*, ch. 14–15;
//! Siegel, *Combinatorial Game Theory*, ch. I.4; for the selective sum also *Winning Ways*, ch. 10).
//!
//! Those of the variants: impartial, the options of both; dicotic, those of the player if the opponent has some;
//! twisted, `−T(G^L)`.

use crate::context::Context;
use crate::explicit::{Compound, Form, FormNode, Variant};
use crate::fault::{Fault, Outcome};
use dashu_int::IBig;
use farstar_value::{Game, Outcome as Winner, Player};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Steps between two looks at the limits.
const STEPS: u32 = 256;

impl Context<'_, '_> {
    /// The negative, which goes into options and into sums.
    pub(crate) fn negative_form(&mut self, root: Form) -> Outcome<Form> {
        let mut stack = vec![root];
        while let Some(&form) = stack.last() {
            if self.forms.negatives.contains_key(&form) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let node = self.forms.node(form).clone();
            let known = |context: &Self, part: Form, stack: &mut Vec<Form>| {
                let negative = context.forms.negatives.get(&part).copied();
                if negative.is_none() {
                    stack.push(part);
                }
                negative
            };
            let negative = match node {
                FormNode::Value(game) => {
                    let negative = self.calc.neg(game)?;
                    Some(self.forms.value(negative)?)
                }
                FormNode::Explicit(left, right) => {
                    let new_left: Vec<_> =
                        right.iter().filter_map(|&f| known(self, f, &mut stack)).collect();
                    let new_right: Vec<_> =
                        left.iter().filter_map(|&f| known(self, f, &mut stack)).collect();
                    if stack.len() == waiting {
                        Some(self.forms.explicit(new_left, new_right)?)
                    } else {
                        None
                    }
                }
                FormNode::Compound(
                    kind @ (Compound::Disjunctive
                    | Compound::Conjunctive
                    | Compound::Selective
                    | Compound::CgsuiteSelective
                    | Compound::Ordinal),
                    a,
                    b,
                ) => {
                    let parts = (known(self, a, &mut stack), known(self, b, &mut stack));
                    if let (Some(a), Some(b)) = parts {
                        Some(self.forms.compound(kind, a, b)?)
                    } else {
                        None
                    }
                }
                FormNode::Variant(Variant::Impartial, _) => Some(form),
                FormNode::Compound(..)
                | FormNode::Multiple(..)
                | FormNode::Position(_)
                | FormNode::Variant(..) => Some(self.forms.negated(form)?),
                FormNode::Negative(of) => Some(of),
            };
            if let Some(negative) = negative {
                self.forms.negatives.insert(form, negative);
                stack.pop();
            }
        }
        Ok(self.forms.negatives[&root])
    }

    /// The canonical form.
    pub(crate) fn canonical_form(&mut self, root: Form) -> Outcome<Game> {
        let mut stack = vec![root];
        let mut steps = 0u32;
        let mut entered = FxHashSet::default();
        while let Some(&form) = stack.last() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS) {
                self.calc.limits().check()?;
            }
            if self.forms.values.contains_key(&form) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let value = self.canonical_step(form, &mut stack)?;
            match value {
                Some(value) => {
                    self.forms.values.insert(form, value);
                    stack.pop();
                }
                None if stack.len() == waiting => {
                    return Err(Fault::domain("a form that waits for itself"));
                }
                None if self.forms.by_functions => {
                    self.expect_to_end(form, &stack[waiting..], &mut entered)?;
                }
                None => {}
            }
        }
        Ok(self.forms.values[&root])
    }

    /// Enters a form whose parts are waited for; none of these may have been entered before, for such wait for it.
    fn expect_to_end(
        &self,
        form: Form,
        parts: &[Form],
        entered: &mut FxHashSet<Form>,
    ) -> Outcome<()> {
        entered.insert(form);
        if parts.iter().any(|part| entered.contains(part)) {
            return Err(Fault::domain("play may come back to a position it has left")
                .expected("a game that ends"));
        }
        Ok(())
    }

    /// The value of `part`, or a note that it is wanted.
    fn wanted(&self, part: Form, stack: &mut Vec<Form>) -> Option<Game> {
        let value = self.forms.values.get(&part).copied();
        if value.is_none() {
            stack.push(part);
        }
        value
    }

    /// The value of `form` if those of its parts are known; otherwise the parts go on the stack.
    fn canonical_step(&mut self, form: Form, stack: &mut Vec<Form>) -> Outcome<Option<Game>> {
        match self.forms.node(form).clone() {
            FormNode::Value(game) => Ok(Some(game)),
            FormNode::Position(place) => {
                let position = self.forms.position_at(place).clone();
                self.game(&position).map(Some)
            }
            FormNode::Negative(of) => match self.wanted(of, stack) {
                Some(value) => Ok(Some(self.calc.neg(value)?)),
                None => Ok(None),
            },
            FormNode::Multiple(n, of) => match self.wanted(of, stack) {
                Some(value) => Ok(Some(self.calc.multiple(&n, value)?)),
                None => Ok(None),
            },
            FormNode::Compound(Compound::Disjunctive, a, b) => {
                match (self.wanted(a, stack), self.wanted(b, stack)) {
                    (Some(a), Some(b)) => Ok(Some(self.calc.add(a, b)?)),
                    _ => Ok(None),
                }
            }
            // Only the value of H matters in G:H, by the colon principle.
            FormNode::Compound(Compound::Ordinal, a, b) if self.forms.as_value(b).is_none() => {
                let Some(value) = self.wanted(b, stack) else { return Ok(None) };
                let value = self.forms.value(value)?;
                let simpler = self.forms.compound(Compound::Ordinal, a, value)?;
                Ok(self.wanted(simpler, stack))
            }
            FormNode::Variant(kind, of) if self.forms.as_value(of).is_some() => {
                let Some(game) = self.forms.as_value(of) else { return Ok(None) };
                self.variant_of_value(kind, game).map(Some)
            }
            _ => {
                let waiting = stack.len();
                let mut sides: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
                for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                    for &option in self.form_options(form, player)?.iter() {
                        side.extend(self.wanted(option, stack));
                    }
                }
                if stack.len() > waiting {
                    return Ok(None);
                }
                Ok(Some(self.calc.from_options(&sides[0], &sides[1])?))
            }
        }
    }

    /// The variant of a value, which is that of its canonical form.
    pub(crate) fn variant_of_value(&mut self, kind: Variant, game: Game) -> Outcome<Game> {
        Ok(match kind {
            Variant::Dicotic => self.calc.dicotic_variant(game)?,
            Variant::Impartial => self.calc.impartial_variant(game)?,
            Variant::Twisted => self.calc.twisted_variant(game)?,
        })
    }

    /// All forms that moves of either player reach, the form itself first.
    pub(crate) fn form_followers(&mut self, root: Form) -> Outcome<Vec<Form>> {
        let mut seen = FxHashSet::from_iter([root]);
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&form) = found.get(next) {
            next += 1;
            for player in [Player::Left, Player::Right] {
                self.calc.limits().check()?;
                let options = self.form_options(form, player)?;
                found.extend(options.iter().copied().filter(|&option| seen.insert(option)));
            }
        }
        Ok(found)
    }

    /// Who wins when the player who cannot move wins.
    pub(crate) fn misere_outcome_of_form(&mut self, root: Form) -> Outcome<Winner> {
        // whether Left, and whether Right, wins moving first
        let mut wins: FxHashMap<Form, [bool; 2]> = FxHashMap::default();
        let mut stack = vec![root];
        let mut entered = FxHashSet::default();
        while let Some(&form) = stack.last() {
            self.calc.limits().check()?;
            if let FormNode::Value(game) = *self.forms.node(form) {
                let outcome = self.calc.misere_outcome(game)?;
                let first = [Player::Left, Player::Right].map(|own| outcome.winner(own) == own);
                wins.insert(form, first);
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut first = [false; 2];
            for (own, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                let options = self.form_options(form, player)?;
                first[own] = options.is_empty();
                for option in options.iter() {
                    match wins.get(option) {
                        Some(after) => first[own] |= !after[1 - own],
                        None => stack.push(*option),
                    }
                }
            }
            if stack.len() == waiting {
                wins.insert(form, first);
                stack.pop();
            } else if self.forms.by_functions {
                self.expect_to_end(form, &stack[waiting..], &mut entered)?;
            }
        }
        Ok(match wins[&root] {
            [true, true] => Winner::N,
            [true, false] => Winner::L,
            [false, true] => Winner::R,
            [false, false] => Winner::P,
        })
    }

    /// The options of one player, as forms.
    pub(crate) fn form_options(&mut self, form: Form, player: Player) -> Outcome<Arc<[Form]>> {
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            if self.forms.sides.contains_key(&top) {
                stack.pop();
                continue;
            }
            let parts = match *self.forms.node(top) {
                FormNode::Value(_) | FormNode::Explicit(..) | FormNode::Position(_) => [None, None],
                FormNode::Negative(of) | FormNode::Multiple(_, of) | FormNode::Variant(_, of) => {
                    [Some(of), None]
                }
                FormNode::Compound(_, a, b) => [Some(a), Some(b)],
            };
            let waiting = stack.len();
            let unknown = |part: &Form| !self.forms.sides.contains_key(part);
            stack.extend(parts.into_iter().flatten().filter(unknown));
            if stack.len() == waiting {
                let left: Arc<[Form]> = self.options_of_whole(top, Player::Left)?.into();
                let right: Arc<[Form]> = self.options_of_whole(top, Player::Right)?.into();
                self.forms.keep_options(top, [left, right])?;
                stack.pop();
            }
        }
        Ok(self.known_options(form, player))
    }

    /// Options that [`Context::form_options`] has made.
    fn known_options(&self, form: Form, player: Player) -> Arc<[Form]> {
        let sides = &self.forms.sides[&form];
        Arc::clone(&sides[usize::from(player == Player::Right)])
    }

    /// The options of a form the options of whose parts are known.
    fn options_of_whole(&mut self, form: Form, player: Player) -> Outcome<Vec<Form>> {
        let other = player.opponent();
        match self.forms.node(form).clone() {
            FormNode::Value(game) => {
                let options = self.calc.options(game, player)?;
                options.into_iter().map(|option| self.forms.value(option)).collect()
            }
            FormNode::Explicit(left, right) => Ok(match player {
                Player::Left => left.into_vec(),
                Player::Right => right.into_vec(),
            }),
            FormNode::Position(place) => {
                let position = self.forms.position_at(place).clone();
                let options = self.options_of(&position, player)?;
                let options = options.elements().unwrap_or_default();
                options.iter().map(|option| self.form(option)).collect()
            }
            FormNode::Negative(of) => {
                let options = self.known_options(of, other);
                options.iter().map(|&option| self.negative_form(option)).collect()
            }
            FormNode::Multiple(n, of) => {
                if n == IBig::ZERO {
                    return Ok(Vec::new());
                }
                let negative = n < IBig::ZERO;
                let one = if negative { -IBig::ONE } else { IBig::ONE };
                let rest = self.forms.multiple(&n - &one, of)?;
                let options = self.known_options(of, if negative { other } else { player });
                let mut sums = Vec::with_capacity(options.len());
                for &option in options.iter() {
                    let moved = if negative { self.negative_form(option)? } else { option };
                    sums.push(self.forms.compound(Compound::Disjunctive, rest, moved)?);
                }
                Ok(sums)
            }
            FormNode::Variant(kind, of) => self.options_of_variant(kind, of, player),
            FormNode::Compound(kind, a, b) => self.options_of_compound(kind, (a, b), player),
        }
    }

    fn options_of_variant(
        &mut self,
        kind: Variant,
        of: Form,
        player: Player,
    ) -> Outcome<Vec<Form>> {
        let (own, others) =
            (self.known_options(of, player), self.known_options(of, player.opponent()));
        let mut moves = own.to_vec();
        match kind {
            Variant::Dicotic if others.is_empty() => moves.clear(),
            Variant::Impartial => {
                moves.extend(others.iter());
                moves.sort_unstable();
                moves.dedup();
            }
            Variant::Dicotic | Variant::Twisted => {}
        }
        let mut made = Vec::with_capacity(moves.len());
        for option in moves {
            let option = self.forms.variant(kind, option)?;
            made.push(match kind {
                Variant::Twisted => self.negative_form(option)?,
                Variant::Dicotic | Variant::Impartial => option,
            });
        }
        Ok(made)
    }

    fn options_of_compound(
        &mut self,
        kind: Compound,
        (a, b): (Form, Form),
        player: Player,
    ) -> Outcome<Vec<Form>> {
        let other = player.opponent();
        let (of_a, of_b) = (self.known_options(a, player), self.known_options(b, player));
        let mut made = Vec::new();
        match kind {
            Compound::Disjunctive | Compound::Selective | Compound::CgsuiteSelective => {
                let (one, both) = match kind {
                    Compound::Selective => (kind, Some(kind)),
                    Compound::CgsuiteSelective => {
                        (Compound::Disjunctive, Some(Compound::Conjunctive))
                    }
                    _ => (kind, None),
                };
                for &x in of_a.iter() {
                    made.push(self.forms.compound(one, x, b)?);
                }
                for &y in of_b.iter() {
                    made.push(self.forms.compound(one, a, y)?);
                }
                if let Some(both) = both {
                    self.pairs(both, &of_a, &of_b, &mut made)?;
                }
            }
            Compound::Conjunctive => self.pairs(kind, &of_a, &of_b, &mut made)?,
            Compound::Ordinal => {
                made.extend(of_a.iter());
                for &y in of_b.iter() {
                    made.push(self.forms.compound(kind, a, y)?);
                }
            }
            Compound::ConwayProduct => {
                // The pairs for Left are (L, L) and (R, R), for Right (L, R) and (R, L).
                for side in [Player::Left, Player::Right] {
                    let opposite = if player == Player::Left { side } else { side.opponent() };
                    let (xs, ys) = (self.known_options(a, side), self.known_options(b, opposite));
                    for &x in xs.iter() {
                        for &y in ys.iter() {
                            let first = self.forms.compound(kind, x, b)?;
                            let second = self.forms.compound(kind, a, y)?;
                            let both = self.forms.compound(kind, x, y)?;
                            let both = self.negative_form(both)?;
                            let sum = self.forms.compound(Compound::Disjunctive, first, second)?;
                            made.push(self.forms.compound(Compound::Disjunctive, sum, both)?);
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
                        let base = self.forms.compound(kind, a, y)?;
                        for &x in xs.iter() {
                            let x = if side == Player::Left { x } else { self.negative_form(x)? };
                            made.push(self.forms.compound(Compound::Ordinal, base, x)?);
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
                made.push(self.forms.compound(kind, x, y)?);
            }
        }
        Ok(())
    }
}
