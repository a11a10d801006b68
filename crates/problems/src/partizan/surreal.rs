//! Surreal numbers: forms, order, arithmetic, the tree.

use std::collections::HashMap;
use std::fmt::Write;

use farstar_num::{Dyadic, numbers_born_by};
use farstar_rules::position::GameGraph;
use farstar_value::{Arena, Calculator, Game, Limits, Outcome, Player};

use super::order::{born, compared};
use super::play::{Forms, Played, show};
use super::ups::number;
use super::written;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::Instance;
use crate::trial::{Ended, Trial, Verification};

/// P01: number forms.
pub(crate) const NUMBER_FORM: Entry = Entry {
    instance: written::sum("1/2 + {*|*}"),
    answer: Some(form_answer),
    verification: Some(Verification::to([2, 2, 3], number_forms)),
    ..entry!("P01", "number-form")
};

/// P02: notation.
pub(crate) const OPTIONS: Entry =
    Entry { instance: written::sum("3/4 + -1/2"), ..entry!("P02", "typical-option") };

/// P03: order.
pub(crate) const ORDER: Entry = Entry {
    instance: written::sum("1/2 + -3/4"),
    verification: Some(Verification::to([2, 2, 2], compared)),
    ..entry!("P03", "surreal-order")
};

/// P04: equality.
pub(crate) const EQUALITY: Entry = Entry {
    instance: written::sum("{-1|2} + {*|*}"),
    verification: Some(Verification::to([2, 2, 3], equal_forms)),
    ..entry!("P04", "surreal-equality")
};

/// P05: sums and negatives.
pub(crate) const ADDITION: Entry = Entry {
    instance: written::sum("1/2 + 1/2 + -1"),
    verification: Some(Verification::to([2, 2, 2], sums)),
    ..entry!("P05", "surreal-addition")
};

/// P06: the product.
pub(crate) const MULTIPLICATION: Entry = Entry {
    instance: Instance::computation(
        "3/4 -5/2\n",
        |input, _| {
            let [x, y] = small_numbers(input)?;
            Ok(format!("{}\n", &x * &y))
        },
        |input, limits| {
            let [x, y] = small_numbers(input)?;
            by_options(limits, |forms| [forms.number(&x), forms.number(&y)])
        },
    ),
    verification: Some(Verification::to([3, 4, 5], products)),
    claims: &[("PE2", Verification::to([3, 6, 20], products_of_zero))],
    ..entry!("P06", "surreal-product")
};

/// P07: the first numbers.
pub(crate) const FIRST: Entry = Entry {
    instance: written::sum("1 + -1 + {-1|1}"),
    verification: Some(Verification::to([1, 1, 1], |_, trial| first_facts(trial, false))),
    claims: &[("PE1", Verification::to([1, 1, 1], |_, trial| first_facts(trial, true)))],
    ..entry!("P07", "first-numbers")
};

/// P08: the tree of dyadic numbers.
pub(crate) const TREE: Entry = Entry {
    instance: Instance::computation("-21/8\n", tree_answer, |input, limits| {
        let x = number(input, "the number")?;
        let (mut below, mut above): (Option<Dyadic>, Option<Dyadic>) = (None, None);
        let mut at = Dyadic::ZERO;
        let mut signs = String::new();
        // Down the tree from 0: between its neighbours, or one beyond the last.
        while at != x {
            limits.check()?;
            if signs.len() == 1000 {
                return Err(input.error("the number is born after day 1000"));
            }
            let greater = x > at;
            signs.push(if greater { '+' } else { '-' });
            *(if greater { &mut below } else { &mut above }) = Some(at.clone());
            at = match (&below, &above) {
                (Some(low), Some(high)) => (low + high).half(),
                (Some(low), None) => low + &Dyadic::ONE,
                (None, Some(high)) => high - &Dyadic::ONE,
                (None, None) => Dyadic::ZERO,
            };
        }
        let told = |x: &Option<Dyadic>| x.as_ref().map_or(String::new(), Dyadic::to_string);
        let shown = if signs.is_empty() { "0" } else { &signs };
        let day = signs.len();
        Ok(format!("{day} {} {shown} {{{}|{}}}\n", day + 1, told(&below), told(&above)))
    }),
    answer: Some(tree_answer),
    verification: Some(Verification::to([5, 8, 12], tree)),
    ..entry!("P08", "dyadic-tree")
};

/// P09: the field of numbers.
pub(crate) const FIELD: Entry = Entry {
    instance: Instance::computation(
        "3/4 1/2 -2\n",
        |input, _| {
            let [x, y, z] = small_numbers(input)?;
            Ok(format!("{}\n", &(&x * &y) + &(&x * &z)))
        },
        |input, limits| {
            let [x, y, z] = small_numbers(input)?;
            let sum = &y + &z;
            if sum.birthday() > 5_u32.into() {
                return Err(
                    input.error(format!("{sum} is born after day 5; expected an earlier sum"))
                );
            }
            by_options(limits, |forms| [forms.number(&x), forms.number(&sum)])
        },
    ),
    verification: Some(Verification::to([2, 3, 4], distributive)),
    ..entry!("P09", "field-no")
};

/// Reads a game written in braces; parts without braces are values.
pub(super) fn read_form(
    text: &str,
    forms: &mut Forms,
    calc: &mut Calculator<'_>,
) -> std::result::Result<u32, String> {
    /// An open brace: its options so far, and whose turn it is.
    struct Open {
        options: [Vec<u32>; 2],
        side: usize,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut rest = text;
    let mut done = None;
    // What stood before: an option may follow a brace, a bar or a comma; a comma only an option.
    let (mut option_before, mut comma_before) = (false, false);
    while let Some(first) = rest.chars().next() {
        let mut value = None;
        let mut taken = 1;
        match first {
            ' ' => {
                rest = &rest[1..];
                continue;
            }
            '{' if !option_before => open.push(Open { options: [Vec::new(), Vec::new()], side: 0 }),
            ',' if option_before && !open.is_empty() => {}
            '|' if !comma_before => {
                let top = open.last_mut().filter(|top| top.side == 0);
                top.ok_or("a bar outside braces, or a second one")?.side = 1;
            }
            '}' if !comma_before => {
                let top = open.pop().filter(|top| top.side == 1);
                let [left, right] = top.ok_or("a closing brace without its bar")?.options;
                value = Some(forms.form(&left, &right));
            }
            '{' | ',' | '|' | '}' => return Err(format!("`{first}` is out of place")),
            _ if option_before => return Err("two options without a comma".to_owned()),
            _ => {
                taken = rest.find(['{', '}', '|', ',']).unwrap_or(rest.len());
                let game = calc.parse(rest[..taken].trim()).map_err(|error| error.to_string())?;
                value = Some(forms.of_value(game, calc).map_err(|error| error.to_string())?);
            }
        }
        rest = &rest[taken..];
        option_before = value.is_some();
        comma_before = first == ',';
        let Some(value) = value else { continue };
        match open.last_mut() {
            Some(top) => top.options[top.side].push(value),
            None => done = Some(value),
        }
    }
    done.filter(|_| open.is_empty()).ok_or_else(|| "an open brace".to_owned())
}

fn form_answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    /// Forms are as deep as their text is long, and values are written out.
    const LONGEST: usize = 1000;
    let line = input.line();
    let text = input.rest_of_line("a game")?;
    let wrong = |message: String| Error::Input { line, message };
    if text.len() > LONGEST {
        return Err(input
            .error(format!("the game has {} characters; expected at most {LONGEST}", text.len())));
    }
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut forms = Forms::default();
    if let Some(large) = text.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() > 2) {
        return Err(wrong(format!("{large} is too large to be written out; expected at most 99")));
    }
    let form = read_form(text, &mut forms, &mut calc)
        .map_err(|message| wrong(format!("{message}; expected a game such as {{0|1}}")))?;
    let mut played = Played::new(&forms);
    let value = played.value(&form, &mut calc)?;
    let is_form = is_number_form(form, &forms, &mut played, &mut calc)?;
    let told = if is_form { "number form" } else { "no number form" };
    Ok(format!("{told}\n{}\n", show(&mut calc, value)?))
}

/// Whether every part has number forms as options, none on the left at least one on the right.
fn is_number_form(
    form: u32,
    forms: &Forms,
    played: &mut Played<'_, Forms>,
    calc: &mut Calculator<'_>,
) -> Result<bool> {
    let (left, right) =
        (forms.options_of(form, Player::Left), forms.options_of(form, Player::Right));
    for &option in left.iter().chain(right) {
        if !is_number_form(option, forms, played, calc)? {
            return Ok(false);
        }
    }
    for &l in left {
        let l = played.value(&l, calc)?;
        for &r in right {
            let r = played.value(&r, calc)?;
            if calc.ge(l, r)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Forms born by a day: options among the canonical forms of the day before, at most so many on a side.
pub(super) fn forms_born(
    day: u64,
    most: usize,
    forms: &mut Forms,
    calc: &mut Calculator<'_>,
) -> Result<Vec<u32>> {
    if day == 0 {
        return Ok(vec![forms.form(&[], &[])]);
    }
    let before: Vec<_> = born(day - 1, forms, calc)?.into_iter().map(|(_, form)| form).collect();
    Ok(forms.with_options(&before, most))
}

fn number_forms(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let all = forms_born(to, 2, &mut forms, &mut calc)?;
    let mut played = Played::new(&forms);
    let told = |number| if number { "a number" } else { "no number" };
    for form in all {
        if is_number_form(form, &forms, &mut played, &mut calc)? {
            let value = played.value(&form, &mut calc)?;
            trial.compare(|| forms.draw(&form), told(true), told(calc.is_number(value)))?;
        }
    }
    Ok(())
}

fn equal_forms(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let all = forms_born(to, 1, &mut forms, &mut calc)?;
    let negatives: Vec<_> = all.iter().map(|&form| forms.negated(form)).collect();
    let mut played = Played::new(&forms);
    let told = |equal| if equal { "equal" } else { "different" };
    for (i, &g) in all.iter().enumerate() {
        for (&h, &negative) in all.iter().zip(&negatives).take(i + 1) {
            let identical = played.value(&g, &mut calc)? == played.value(&h, &mut calc)?;
            let outcome = played.outcome(&[g, negative], trial.limits())?;
            let case = || format!("{} and {}", forms.draw(&g), forms.draw(&h));
            trial.compare(case, told(identical), told(outcome == Outcome::P))?;
        }
    }
    Ok(())
}

/// The sum of two forms, option by option.
fn sum(x: u32, y: u32, forms: &mut Forms, known: &mut HashMap<(u32, u32), u32>) -> u32 {
    if let Some(&known) = known.get(&(x, y)) {
        return known;
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| {
        let (of_x, of_y) =
            (forms.options_of(x, player).to_vec(), forms.options_of(y, player).to_vec());
        let mut options: Vec<_> = of_x.into_iter().map(|x| sum(x, y, forms, known)).collect();
        options.extend(of_y.into_iter().map(|y| sum(x, y, forms, known)));
        options
    });
    let total = forms.form(&left, &right);
    known.insert((x, y), total);
    total
}

fn sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let mut known = HashMap::new();
    let mut totals = Vec::new();
    for &(g, x) in &games {
        let negative = forms.negated(x);
        for &(h, y) in &games {
            totals.push((
                g,
                h,
                sum(x, y, &mut forms, &mut known),
                sum(y, negative, &mut forms, &mut known),
            ));
        }
    }
    let mut played = Played::new(&forms);
    for (g, h, total, difference) in totals {
        for (sign, claimed, form) in
            [("+", calc.add(g, h)?, total), ("−", calc.sub(h, g)?, difference)]
        {
            let value = played.value(&form, &mut calc)?;
            let (a, b) = if sign == "+" { (g, h) } else { (h, g) };
            let case = format!("{} {sign} {}", show(&mut calc, a)?, show(&mut calc, b)?);
            trial.compare(|| case, show(&mut calc, claimed)?, show(&mut calc, value)?)?;
        }
    }
    Ok(())
}

/// Conway's product of two forms, by the definition.
fn product(
    x: u32,
    y: u32,
    forms: &Forms,
    known: &mut HashMap<(u32, u32), Game>,
    calc: &mut Calculator<'_>,
) -> Result<Game> {
    if let Some(&known) = known.get(&(x, y)) {
        return Ok(known);
    }
    let mut options = [Vec::new(), Vec::new()];
    for of_x in [Player::Left, Player::Right] {
        for of_y in [Player::Left, Player::Right] {
            for &a in forms.options_of(x, of_x) {
                for &b in forms.options_of(y, of_y) {
                    let (ay, xb) =
                        (product(a, y, forms, known, calc)?, product(x, b, forms, known, calc)?);
                    let ab = product(a, b, forms, known, calc)?;
                    let both = calc.add(ay, xb)?;
                    options[usize::from(of_x != of_y)].push(calc.sub(both, ab)?);
                }
            }
        }
    }
    let value = calc.from_options(&options[0], &options[1])?;
    known.insert((x, y), value);
    Ok(value)
}

fn products(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let mut numbers: Vec<_> = numbers_born_by(to as u32).collect();
    numbers.sort_by_key(Dyadic::birthday);
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let mut known = HashMap::new();
    for (x, &x_form) in numbers.iter().zip(&number_forms) {
        for (y, &y_form) in numbers.iter().zip(&number_forms) {
            let value = product(x_form, y_form, &forms, &mut known, &mut calc)?;
            trial.compare(|| format!("{x} · {y}"), (x * y).to_string(), show(&mut calc, value)?)?;
        }
    }
    Ok(())
}

/// PE2 as printed: forms of 0 are claimed to give 0 times any game.
fn products_of_zero(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let star = forms.nimber(1);
    let mut zeros = vec![("{|}".to_owned(), forms.form(&[], &[]))];
    for n in 1..=to as i64 {
        let option = forms.number(&Dyadic::from(n));
        zeros.push((format!("{{|{n}}}"), forms.form(&[], &[option])));
    }
    let mut known = HashMap::new();
    for (name, zero) in zeros {
        let value = product(zero, star, &forms, &mut known, &mut calc)?;
        trial.compare(|| format!("{name} · *"), "0".to_owned(), show(&mut calc, value)?)?;
    }
    Ok(())
}

/// The facts about 0, 1 and −1, by play; or those the slides print by mistake.
fn first_facts(trial: &mut Trial<'_>, misprinted: bool) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let zero = forms.form(&[], &[]);
    let one = forms.form(&[zero], &[]);
    let minus_one = forms.form(&[], &[zero]);
    let mut played = Played::new(&forms);
    // G ≥ 0 if Left wins moving second; each fact is a sum of which that is asked.
    let facts: &[(&str, &[u32], bool)] = if misprinted {
        &[("0 ≥ 0", &[zero, zero], false), ("0 ≤ 0", &[zero, zero], false)]
    } else {
        &[
            ("0 ≥ 0", &[zero, zero], true),
            ("1 ≥ 0", &[one], true),
            ("0 ≥ 1", &[minus_one], false),
            ("0 + 1 ≥ 1", &[zero, one, minus_one], true),
            ("1 + (−1) ≥ 0", &[one, minus_one], true),
            ("0 ≥ 1 + (−1)", &[minus_one, one], true),
        ]
    };
    for (fact, sum, claimed) in facts {
        let outcome = played.outcome(sum, trial.limits())?;
        let holds = outcome.winner(Player::Right) == Player::Left;
        trial.compare(|| (*fact).to_owned(), *claimed, holds)?;
    }
    Ok(())
}

fn tree_answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    /// Signs are written out to this birthday.
    const LATEST: u32 = 1000;
    let x = number(input, "the number")?;
    let birthday = x.birthday();
    if birthday > LATEST.into() {
        return Err(
            input.error(format!("the number is born on day {birthday}; expected at most {LATEST}"))
        );
    }
    let signs = x
        .sign_expansion()
        .to_signs(LATEST as usize)
        .map_err(|error| input.error(error.to_string()))?;
    let mut text = format!("{birthday} {} ", &birthday + 1_u8);
    let option = |option: Option<Dyadic>| option.map_or(String::new(), |x| x.to_string());
    let _ = writeln!(
        text,
        "{} {{{}|{}}}",
        if signs.is_empty() { "0" } else { &signs },
        option(x.left_option()),
        option(x.right_option())
    );
    Ok(text)
}

fn tree(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut numbers: Vec<Dyadic> = Vec::new();
    for day in 0..=to {
        // Between two neighbours, and beyond both ends.
        let mut new = Vec::new();
        for i in 0..=numbers.len() {
            let left = i.checked_sub(1).map(|i| calc.number(&numbers[i])).transpose()?;
            let right = numbers.get(i).map(|x| calc.number(x)).transpose()?;
            let value = calc.from_options(left.as_slice(), right.as_slice())?;
            new.extend(calc.as_number(value));
        }
        for x in &new {
            let q = x.exponent();
            let whole = x.abs().floor();
            let claimed = if q == 0 { whole } else { whole + q + 1_u8 };
            trial.compare(
                || format!("the birthday of {x}"),
                claimed.to_string(),
                day.to_string(),
            )?;
        }
        numbers.extend(new);
        numbers.sort_unstable();
        numbers.dedup();
        let claimed = (1_usize << (day + 1)) - 1;
        trial.compare(|| format!("numbers born by day {day}"), claimed, numbers.len())?;
    }
    Ok(())
}

fn distributive(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let numbers: Vec<_> = numbers_born_by(to as u32).collect();
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let sums: Vec<Vec<_>> =
        numbers.iter().map(|y| numbers.iter().map(|z| forms.number(&(y + z))).collect()).collect();
    let mut known = HashMap::new();
    for (x, &x_form) in numbers.iter().zip(&number_forms) {
        for (j, &y_form) in number_forms.iter().enumerate() {
            for (k, &z_form) in number_forms.iter().enumerate() {
                let at_once = product(x_form, sums[j][k], &forms, &mut known, &mut calc)?;
                let first = product(x_form, y_form, &forms, &mut known, &mut calc)?;
                let second = product(x_form, z_form, &forms, &mut known, &mut calc)?;
                let apart = calc.add(first, second)?;
                let case = || format!("{x} · ({} + {})", numbers[j], numbers[k]);
                trial.compare(case, show(&mut calc, apart)?, show(&mut calc, at_once)?)?;
            }
        }
    }
    Ok(())
}

/// Reads numbers whose products are made option by option.
fn small_numbers<const N: usize>(input: &mut Input<'_>) -> Result<[Dyadic; N]> {
    const LATEST: u32 = 5;
    let mut numbers = [const { Dyadic::ZERO }; N];
    for x in &mut numbers {
        *x = number(input, "a number")?;
        if x.birthday() > LATEST.into() {
            return Err(
                input.error(format!("{x} is born after day {LATEST}; expected an earlier one"))
            );
        }
    }
    Ok(numbers)
}

/// The product of two forms by the definition.
fn by_options(limits: &Limits, pair: impl FnOnce(&mut Forms) -> [u32; 2]) -> Result<String> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut forms = Forms::default();
    let [x, y] = pair(&mut forms);
    let value = product(x, y, &forms, &mut HashMap::new(), &mut calc)?;
    Ok(show(&mut calc, value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    #[test]
    fn forms_are_read_or_refused() {
        let value = |text: &str| {
            Problem::of(&NUMBER_FORM)
                .run(text, &Limits::none())
                .unwrap_or_else(|error| error.to_string())
        };
        assert_eq!(value("{ 0 , {|} | 1 }"), "number form\n1/2\n");
        assert_eq!(value("*99"), "no number form\n*99\n");
        for (text, message) in [
            ("{0 {1|}|}", "line 1: `{` is out of place; expected a game such as {0|1}"),
            ("{,0|}", "line 1: `,` is out of place; expected a game such as {0|1}"),
            ("{0,|}", "line 1: `|` is out of place; expected a game such as {0|1}"),
            ("{0|1", "line 1: an open brace; expected a game such as {0|1}"),
            ("{0|1}{0|1}", "line 1: `{` is out of place; expected a game such as {0|1}"),
            ("0}", "line 1: a closing brace without its bar; expected a game such as {0|1}"),
            ("{100|}", "line 1: 100 is too large to be written out; expected at most 99"),
        ] {
            assert_eq!(value(text), message);
        }
    }
}
