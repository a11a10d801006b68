//! Misère canonical forms as values: `*[[2],0]`, what impartial positions have of them, and their sums.

use crate::Dialect;
use crate::context::Context;
use crate::coordinates::small_pair;
use crate::explicit::Form;
use crate::fault::{Fault, Outcome};
use crate::value::Value;
use dashu_int::IBig;
use farstar_impartial::misere::{Genus, MisereForm, MisereForms, MisereNotation};
use farstar_play::say;
use farstar_rules::heap::Pair;
use farstar_solve::value_of::ValueOf;
use farstar_value::misere::{PartizanForm, PartizanForms};
use farstar_value::{Limits, Player};
use rustc_hash::FxHashMap;

/// The misère forms a session has met.
#[derive(Debug, Default)]
pub(crate) struct MisereGames {
    pub(crate) forms: MisereForms,
    /// The forms of the heaps of a ruleset, by its text.
    heaps: FxHashMap<String, Vec<MisereForm>>,
    /// The forms of the pairs of a ruleset, by its text.
    pairs: FxHashMap<String, FxHashMap<Pair, MisereForm>>,
    /// The forms and the genera of rows of coins, by the places of their heads, by the text of the ruleset.
    coins: FxHashMap<String, Coins>,
    /// The same games as forms of normal play.
    normal: FxHashMap<MisereForm, Form>,
    /// The misère forms of impartial forms.
    pub(crate) of_forms: FxHashMap<Form, MisereForm>,
    /// The partizan forms that were asked about, and those of which forms they are.
    pub(crate) partizan: PartizanForms,
    pub(crate) partizan_of_forms: FxHashMap<Form, PartizanForm>,
}

/// What is known of the rows of coins of a ruleset.
#[derive(Debug, Default)]
struct Coins {
    forms: ValueOf<Vec<u32>, MisereForm>,
    genera: ValueOf<Vec<u32>, Genus>,
}

/// What the forms of a session may take when its limits do not say.
const MOST_BYTES: u64 = 1 << 30;

/// The most options that can be listed.
const MOST_OPTIONS: usize = 1 << 16;

/// Forms that are made at most to find the shortest way to write a form.
const FORMS_FOR_TEXT: u64 = 1 << 18;

impl Context<'_, '_> {
    /// The limits of the evaluation, with a bound on memory.
    pub(crate) fn misere_limits(&self) -> Limits {
        let limits = self.calc.limits();
        Limits { bytes: Some(limits.bytes.unwrap_or(MOST_BYTES)), ..limits.clone() }
    }

    /// The form `*[…]` of a list: a single number is a nim heap, otherwise the elements are the options.
    pub(crate) fn misere_of_list(&mut self, list: &Value) -> Outcome<Value> {
        let elements = self.few_listed(list)?;
        let form = match &elements[..] {
            [only] => self.misere_of_element(only)?,
            _ => self.misere_of_options(&elements)?,
        };
        Ok(Value::Misere(form))
    }

    fn few_listed(&mut self, list: &Value) -> Outcome<Vec<Value>> {
        let elements = self.elements(list)?;
        let listed: Vec<Value> = elements.take(MOST_OPTIONS + 1).collect();
        if listed.len() > MOST_OPTIONS {
            return Err(Fault::domain("too many options for a misère form")
                .expected(say!("at most {0}", MOST_OPTIONS)));
        }
        Ok(listed)
    }

    fn misere_of_options(&mut self, elements: &[Value]) -> Outcome<MisereForm> {
        let mut options = Vec::with_capacity(elements.len());
        for element in elements {
            options.push(self.misere_of_element(element)?);
        }
        let limits = self.misere_limits();
        Ok(self.rulesets.misere.forms.from_options(&options, &limits)?)
    }

    /// Lists inside lists go only some hundred levels deep, so this may recurse.
    fn misere_of_element(&mut self, element: &Value) -> Outcome<MisereForm> {
        match element {
            Value::Misere(form) => Ok(*form),
            Value::Number(_) => {
                let n = self.natural(element)?;
                self.misere_nim_heap(n)
            }
            Value::List(_) | Value::Set(_) | Value::Range(_) => {
                let elements = self.few_listed(element)?;
                self.misere_of_options(&elements)
            }
            other => Err(self.wrong(other, "sizes of nim heaps, misère forms, or lists of them")),
        }
    }

    pub(crate) fn misere_nim_heap(&mut self, n: u64) -> Outcome<MisereForm> {
        let limits = self.misere_limits();
        let n = u32::try_from(n).map_err(|_| {
            Fault::too_large(say!("a nim heap of {0} is too large for a misère form", n))
        })?;
        Ok(self.rulesets.misere.forms.nim_heap(n, &limits)?)
    }

    /// The misère canonical form of an impartial game.
    pub(crate) fn misere_form(&mut self, value: &Value) -> Outcome<MisereForm> {
        let limits = self.misere_limits();
        match value {
            Value::Misere(form) => Ok(*form),
            Value::Position(position) => {
                let rules = position.rules();
                let games = &mut self.rulesets.misere;
                if rules.turns_coins() {
                    let known = games.coins.entry(rules.text().to_owned()).or_default();
                    let made = |options: &[&MisereForm]| {
                        let options: Vec<MisereForm> = options.iter().map(|&&form| form).collect();
                        games.forms.from_options(&options, &limits)
                    };
                    let (heads, game) = (position.small_heaps()?, rules.game().as_ref());
                    return Ok(known.forms.coins(&heads, game, &limits, made)?);
                }
                let heaps = games.heaps.entry(rules.text().to_owned()).or_default();
                let mut sum = games.forms.zero();
                for heap in position.small_heaps()? {
                    let count = heap.checked_add(1).ok_or_else(|| {
                        Fault::too_large(say!("a heap of {0} is too large", heap))
                    })?;
                    let game = rules.game().as_ref();
                    games.forms.extend_heaps_of_game(heaps, game, count, &limits)?;
                    sum = games.forms.sum(sum, heaps[heap as usize], &limits)?;
                }
                Ok(sum)
            }
            Value::CoordinatePosition(position) => {
                let rules = position.rules();
                let games = &mut self.rulesets.misere;
                let known = games.pairs.entry(rules.text().to_owned()).or_default();
                let mut sum = games.forms.zero();
                for &part in position.parts() {
                    let form =
                        rules.misere_form(small_pair(part)?, known, &mut games.forms, &limits)?;
                    sum = games.forms.sum(sum, form, &limits)?;
                }
                Ok(sum)
            }
            Value::BoardPosition(position) => {
                if !position.is_impartial() {
                    return Err(self.wrong(value, "a position of an impartial ruleset"));
                }
                let moves = position.moves(self)?;
                self.misere_of_graph(&moves)
            }
            Value::Form(form) => self.misere_of_form(*form),
            Value::Game(_) | Value::Number(_) => Err(self.only_a_value(value)),
            _ => Err(self.wrong(value, "an impartial game")),
        }
    }

    /// The form of the first of these positions, each given by the places of its options.
    fn misere_of_graph(&mut self, moves: &[[Vec<u32>; 2]]) -> Outcome<MisereForm> {
        let limits = self.misere_limits();
        let mut forms: Vec<Option<MisereForm>> = vec![None; moves.len()];
        let mut open = vec![false; moves.len()];
        let mut stack = vec![0u32];
        while let Some(&top) = stack.last() {
            let options = &moves[top as usize][0];
            if let Some(&next) = options.iter().find(|&&v| forms[v as usize].is_none()) {
                open[top as usize] = true;
                if open[next as usize] {
                    return Err(Fault::domain("play can go round in a circle"));
                }
                stack.push(next);
                continue;
            }
            let options: Vec<MisereForm> =
                options.iter().filter_map(|&v| forms[v as usize]).collect();
            forms[top as usize] = Some(self.rulesets.misere.forms.from_options(&options, &limits)?);
            stack.pop();
        }
        forms.first().copied().flatten().ok_or_else(|| Fault::domain("no position"))
    }

    /// The genus of an impartial game.
    pub(crate) fn genus(&mut self, value: &Value) -> Outcome<Genus> {
        if let Value::CoordinatePosition(position) = value
            && let Some(genus) = position.genus(self.calc.limits())?
        {
            return Ok(genus);
        }
        if let Value::Position(position) = value
            && position.rules().turns_coins()
        {
            let (rules, limits) = (position.rules(), self.misere_limits());
            let known = self.rulesets.misere.coins.entry(rules.text().to_owned()).or_default();
            let made = |options: &[&Genus]| Ok(Genus::of_options(options));
            let (heads, game) = (position.small_heaps()?, rules.game().as_ref());
            return Ok(known.genera.coins(&heads, game, &limits, made)?);
        }
        if let Value::Form(form) = value
            && let Some(genus) = self.genus_of_heaps(*form)
        {
            return Ok(genus);
        }
        let form = self.misere_form(value)?;
        Ok(self.rulesets.misere.forms.genus(form).clone())
    }

    pub(crate) fn misere_nim_value(&self, form: MisereForm) -> u32 {
        self.rulesets.misere.forms.genus(form).nim_value()
    }

    pub(crate) fn misere_birthday(&self, form: MisereForm) -> u32 {
        self.rulesets.misere.forms.birthday(form)
    }

    pub(crate) fn misere_is_even(&mut self, form: MisereForm) -> Outcome<bool> {
        let limits = self.misere_limits();
        Ok(self.rulesets.misere.forms.is_even(form, &limits)?)
    }

    /// The options in order, as a list.
    pub(crate) fn misere_options(&mut self, form: MisereForm) -> Outcome<Value> {
        let limits = self.misere_limits();
        let options = self.rulesets.misere.forms.ordered_options(form, &limits)?;
        self.list(options.into_iter().map(Value::Misere).collect())
    }

    pub(crate) fn misere_sum(&mut self, g: MisereForm, h: MisereForm) -> Outcome<Value> {
        let limits = self.misere_limits();
        Ok(Value::Misere(self.rulesets.misere.forms.sum(g, h, &limits)?))
    }

    pub(crate) fn misere_multiple(&mut self, n: &IBig, form: MisereForm) -> Outcome<Value> {
        self.misere_copies(n, form).map(Value::Misere)
    }

    /// So many copies; a misère form stands for its own negative.
    pub(crate) fn misere_copies(&mut self, n: &IBig, form: MisereForm) -> Outcome<MisereForm> {
        let limits = self.misere_limits();
        let forms = &mut self.rulesets.misere.forms;
        let count = if *n < IBig::ZERO { -n.clone() } else { n.clone() };
        let mut rest = u64::try_from(&count)
            .map_err(|_| Fault::domain(say!("{0} copies of a misère form are too many", n)))?;
        let (mut sum, mut power) = (forms.zero(), form);
        while rest > 0 {
            if rest % 2 == 1 {
                sum = forms.sum(sum, power, &limits)?;
            }
            rest /= 2;
            if rest > 0 {
                power = forms.sum(power, power, &limits)?;
            }
        }
        Ok(sum)
    }

    /// The form as text.
    pub(crate) fn misere_text(&mut self, form: MisereForm) -> String {
        let nodes = Some(FORMS_FOR_TEXT);
        let limits = Limits { nodes, ..self.misere_limits() };
        // CGSuite's is that of the books, which it does not read either.
        let notation = match self.dialect {
            Dialect::Farstar => MisereNotation::Lists,
            Dialect::CgSuite => MisereNotation::Books,
        };
        match self.rulesets.misere.forms.text(form, notation, &limits) {
            Ok(text) => text,
            Err(error) => format!("(a misère form that is not written out: {error})"),
        }
    }

    /// The game as a form of normal play, the same moves for both players.
    pub(crate) fn form_of_misere(&mut self, form: MisereForm) -> Outcome<Form> {
        let mut stack = vec![form];
        let mut last = None;
        while let Some(&top) = stack.last() {
            self.calc.limits().check()?;
            let games = &self.rulesets.misere;
            if let Some(&known) = games.normal.get(&top) {
                last = Some(known);
                stack.pop();
                continue;
            }
            let options = games.forms.options(top);
            let made: Vec<Form> =
                options.iter().filter_map(|option| games.normal.get(option).copied()).collect();
            if made.len() < options.len() {
                let wanted = options.iter().filter(|option| !games.normal.contains_key(option));
                stack.extend(wanted.copied());
                continue;
            }
            let whole = if games.forms.is_nim_heap(top) {
                let n = u64::from(games.forms.birthday(top));
                let heap = self.calc.nimber(n)?;
                self.forms.value(heap)?
            } else {
                self.forms.explicit(made.clone(), made)?
            };
            self.rulesets.misere.normal.insert(top, whole);
        }
        last.ok_or_else(|| Fault::domain("a misère form without a form"))
    }
}

impl crate::coordinates::CoordinateRules {
    /// The misère form of a pair, and of the pairs it leads to.
    fn misere_form(
        &self,
        pair: Pair,
        known: &mut FxHashMap<Pair, MisereForm>,
        forms: &mut MisereForms,
        limits: &Limits,
    ) -> Outcome<MisereForm> {
        if !self.is_impartial() {
            return Err(
                Fault::domain(say!("{0} is partizan", self.text())).expected("an impartial game")
            );
        }
        let mut stack = vec![pair];
        let mut last = forms.zero();
        while let Some(&top) = stack.last() {
            limits.check_with(known.len() as u64, (64 * (known.len() + stack.len())) as u64)?;
            if let Some(&form) = known.get(&top) {
                last = form;
                stack.pop();
                continue;
            }
            let mut listed: Vec<Vec<Pair>> = Vec::new();
            self.visit(top, Player::Left, &mut |parts| {
                listed.push(parts.to_vec());
                std::ops::ControlFlow::Continue(())
            });
            let waiting = stack.len();
            stack.extend(listed.iter().flatten().filter(|part| !known.contains_key(part)));
            if stack.len() > waiting {
                continue;
            }
            let mut options = Vec::with_capacity(listed.len());
            for parts in &listed {
                let mut sum = forms.zero();
                for part in parts {
                    sum = forms.sum(sum, known[part], limits)?;
                }
                options.push(sum);
            }
            known.insert(top, forms.from_options(&options, limits)?);
        }
        Ok(last)
    }
}
