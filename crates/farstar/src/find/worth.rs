//! Values as columns of integers: Grundy values, integers, numbers and nimbers, integers and one of a few games, ups
//! and nimbers, atomic weights, stops.

use crate::{Answer, Play};
use farstar_logic::referee::{GameForm, Kind};
use farstar_logic::{Rows, ValueParts};
use farstar_num::Dyadic;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Closed, Game};
use std::collections::HashMap;

/// Powers of 2 by which numbers are multiplied to be integers.
const FINEST: u64 = 20;
/// Numbers that are halved no oftener are told as integers.
const FEW_HALVES: i64 = 3;
/// Games, beside integers, of which values are made: of sequences, and of heaps of several numbers, where more have no
/// law by their places in a list.
const MOST_GAMES: [usize; 2] = [16, 4];
/// Games that these are made of.
const MOST_FORMS: usize = 200;

/// Cells with what is known of their positions.
pub(super) type Answers = [(Vec<i64>, Answer)];
type Columns = Vec<(Option<String>, Rows)>;
/// How values are made of columns, where that can be said.
type Made = (Columns, Option<ValueParts>);

/// Values as integers, if all are known and of one kind.
pub(super) fn values(answers: &Answers, arena: &Arena) -> Option<Made> {
    if let Some(rows) = integers_of(answers, |answer| i64::try_from(answer.grundy?).ok()) {
        return Some((vec![(None, rows)], None));
    }
    let zero = Some(ValueParts {
        kind: Kind::Values,
        columns: [true, false],
        exponent: 0,
        forms: vec![[vec![], vec![]]],
        classes: vec![([0, 0], 0)],
    });
    if let Some(rows) = integers_of(answers, |answer| answer.value.as_deref()?.parse().ok()) {
        return Some((vec![(None, rows)], zero));
    }
    if answers.iter().any(|(_, answer)| answer.play == Play::Misere) {
        return None;
    }
    halves(answers, arena)
        .or_else(|| numbers(answers, arena))
        .or_else(|| games(answers, arena))
        .or_else(|| ups(answers, arena))
        .or_else(|| Some((weights(answers).or_else(|| stops(answers))?, None)))
}

/// A column of what is an integer of every answer.
pub(super) fn integers_of(
    answers: &Answers,
    number: impl Fn(&Answer) -> Option<i64>,
) -> Option<Rows> {
    answers.iter().map(|(cell, answer)| Some((cell.clone(), number(answer)?))).collect()
}

/// Values that are a number and a nimber, in two columns.
fn numbers(answers: &Answers, arena: &Arena) -> Option<Made> {
    let mut calc = arena.calculator();
    let (mut numbers, mut nimbers) = (Vec::new(), Vec::new());
    for (_, answer) in answers {
        let value = calc.parse(answer.value.as_deref()?).ok()?;
        let number = calc.mean(value).ok()?;
        let rest = calc.add_number(value, &-number.clone()).ok()?;
        nimbers.push(i64::try_from(calc.as_nimber(rest)?).ok()?);
        numbers.push(number);
    }
    let cells = || answers.iter().map(|(cell, _)| cell.clone());
    let exponent = numbers.iter().map(Dyadic::exponent).max()?;
    let (name, integers) = integers("number", &numbers)?;
    let mut columns = vec![(Some(name), cells().zip(integers.iter().copied()).collect())];
    if nimbers.iter().any(|&nimber| nimber != 0) {
        columns.push((Some("nimber".to_owned()), cells().zip(nimbers.clone()).collect()));
    }
    let mut kinds: Vec<[i64; 2]> = integers
        .iter()
        .zip(&nimbers)
        .map(|(x, &nimber)| [x & ((1 << exponent) - 1), nimber])
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut games = Vec::new();
    let is_few = kinds.len() <= MOST_GAMES[0];
    for &[rest, nimber] in kinds.iter().filter(|_| is_few) {
        let rest = Dyadic::from(rest).mul_pow2(-(exponent as i64));
        let star = calc.nimber(nimber as u64).ok()?;
        games.push(calc.add_number(star, &rest).ok()?);
    }
    // of many kinds, or of few that are made of many games, there are no theorems
    let (forms, places) = forms(&mut calc, &games).unwrap_or_default();
    let parts = ValueParts {
        kind: Kind::Values,
        columns: [true, columns.len() > 1],
        exponent: exponent as u32,
        forms,
        classes: kinds.into_iter().zip(places).collect(),
    };
    Some((columns, Some(parts)))
}

/// Values that are an integer, the floor of their mean, and one of a few games, in two columns.
fn games(answers: &Answers, arena: &Arena) -> Option<Made> {
    let mut calc = arena.calculator();
    let most = MOST_GAMES[usize::from(answers.first()?.0.len() > 1)];
    let (mut integers, mut named, mut games) = (Rows::new(), Rows::new(), Vec::new());
    // cells by their largest number, so that games are named in the order in which they appear
    let largest = |cell: &[i64]| cell.iter().copied().max().unwrap_or(0);
    let mut order: Vec<&(Vec<i64>, Answer)> = answers.iter().collect();
    order.sort_by_key(|(cell, _)| largest(cell));
    let half = largest(&order.last()?.0) / 2;
    for (cell, answer) in order {
        let value = calc.parse(answer.value.as_deref()?).ok()?;
        let mean = calc.mean(value).ok()?;
        let exponent = mean.exponent();
        let floor = mean.mul_pow2(exponent as i64).to_i64()?.checked_shr(exponent as u32)?;
        let game = calc.add_number(value, &Dyadic::from(-floor)).ok()?;
        let place = match games.iter().position(|&known| known == game) {
            Some(place) => place,
            // games that go on to appear are no few games
            None if games.len() == most || largest(cell) > half => return None,
            None => games.len(),
        };
        if place == games.len() {
            games.push(game);
        }
        integers.push((cell.clone(), floor));
        named.push((cell.clone(), place as i64));
    }
    let (forms, places) = forms(&mut calc, &games)?;
    let mut names = Vec::new();
    for (place, &game) in games.iter().enumerate() {
        names.push(format!("{place} is {}", calc.print(game, Notation::default()).ok()?));
    }
    let mut columns = Vec::new();
    if integers.iter().any(|row| row.1 != 0) {
        columns.push((Some("integer".to_owned()), integers));
    }
    let rest = if columns.is_empty() { "value" } else { "rest" };
    columns.push((Some(format!("{rest}, where {}", names.join(", "))), named));
    let classes = places.into_iter().zip(0..).map(|(place, name)| ([0, name], place)).collect();
    let given = [columns.len() > 1, true];
    let kind = Kind::Values;
    Some((columns, Some(ValueParts { kind, columns: given, exponent: 0, forms, classes })))
}

/// Two columns of what is read of each value, a number, ups and a nimber.
fn two_columns(
    answers: &Answers,
    arena: &Arena,
    read: impl Fn(&Closed) -> Option<[i64; 2]>,
) -> Option<[Rows; 2]> {
    let mut calc = arena.calculator();
    let (mut first, mut second) = (Rows::new(), Rows::new());
    for (cell, answer) in answers {
        let value = calc.parse(answer.value.as_deref()?).ok()?;
        let [one, other] = read(&calc.closed_parts(value)?)?;
        first.push((cell.clone(), one));
        second.push((cell.clone(), other));
    }
    Some([first, second])
}

/// Values that are 0, *, or 1 or -1 halved again and again, in two columns.
fn halves(answers: &Answers, arena: &Arena) -> Option<Made> {
    let read = |Closed { number, up, nimber }: &Closed| {
        let exponent = number.exponent() as i64;
        let kind = match (number.signum(), number.mul_pow2(exponent).to_i64()?, nimber) {
            _ if *up != 0 => return None,
            (0, _, 0 | 1) => *nimber as i64,
            (1, 1, 0) => 2,
            (-1, -1, 0) => 3,
            _ => return None,
        };
        Some([exponent, kind])
    };
    let [exponents, kinds] = two_columns(answers, arena, read)?;
    if exponents.iter().all(|&(_, exponent)| exponent <= FEW_HALVES) {
        return None;
    }
    let parts = ValueParts {
        kind: Kind::Halves,
        columns: [true, true],
        exponent: 0,
        forms: Vec::new(),
        classes: (0..4).map(|kind| ([0, kind], kind as usize)).collect(),
    };
    let named = "value, where 0 is 0, 1 is *, 2 is 2^-e, 3 is -2^-e".to_owned();
    Some((vec![(Some("exponent e".to_owned()), exponents), (Some(named), kinds)], Some(parts)))
}

/// Values that are multiples of up and nimbers, in two columns.
fn ups(answers: &Answers, arena: &Arena) -> Option<Made> {
    let read = |Closed { number, up, nimber }: &Closed| {
        number.is_zero().then_some([*up, i64::try_from(*nimber).ok()?])
    };
    let [ups, nimbers] = two_columns(answers, arena, read)?;
    let largest = nimbers.iter().map(|(_, nimber)| *nimber).max()?;
    // nimbers in pairs, as options of ups exchange them
    let count = usize::try_from(largest / 2 * 2 + 2).ok().filter(|&count| count <= MOST_FORMS)?;
    let parts = ValueParts {
        kind: Kind::Ups,
        columns: [true, largest > 0],
        exponent: 0,
        forms: (0..count).map(|at| [(0..at).collect(), (0..at).collect()]).collect(),
        classes: (0..=largest).map(|nimber| ([0, nimber], nimber as usize)).collect(),
    };
    let mut columns = vec![(Some("ups".to_owned()), ups)];
    columns.extend((largest > 0).then_some((Some("nimber".to_owned()), nimbers)));
    Some((columns, Some(parts)))
}

/// Games by their options, which are earlier ones in a list, and the places of those that are asked for; nothing if
/// that takes too many.
fn forms(calc: &mut Calculator<'_>, games: &[Game]) -> Option<(Vec<GameForm>, Vec<usize>)> {
    let zero = calc.integer(0).ok()?;
    let mut places = HashMap::from([(zero, 0)]);
    let mut forms = vec![[vec![], vec![]]];
    let mut open = games.to_vec();
    while let Some(&game) = open.last() {
        let options = [calc.left_options(game).ok()?, calc.right_options(game).ok()?];
        let missing: Vec<Game> =
            options.concat().into_iter().filter(|option| !places.contains_key(option)).collect();
        if missing.is_empty() || places.contains_key(&game) {
            open.pop();
        }
        if places.contains_key(&game) {
            continue;
        }
        if missing.is_empty() {
            places.insert(game, forms.len());
            forms.push(options.map(|side| side.iter().map(|option| places[option]).collect()));
        }
        if forms.len() > MOST_FORMS || open.len() > MOST_FORMS * MOST_FORMS {
            return None;
        }
        open.extend(missing);
    }
    Some((forms, games.iter().map(|game| places[game]).collect()))
}

/// The atomic weights of values that are all infinitesimal, if these are numbers.
fn weights(answers: &Answers) -> Option<Columns> {
    let weight = |answer: &Answer| answer.atomic_weight.as_deref()?.parse().ok();
    Some(vec![dyadics(answers, weight, "atomic weight")?])
}

/// The stops of the values, which all have some.
fn stops(answers: &Answers) -> Option<Columns> {
    let left = |answer: &Answer| answer.left_stop.as_deref()?.parse().ok();
    let right = |answer: &Answer| answer.right_stop.as_deref()?.parse().ok();
    Some(vec![dyadics(answers, left, "Left stop")?, dyadics(answers, right, "Right stop")?])
}

/// A column of what is a number of every answer.
fn dyadics(
    answers: &Answers,
    number: impl Fn(&Answer) -> Option<Dyadic>,
    name: &str,
) -> Option<(Option<String>, Rows)> {
    let numbers = answers.iter().map(|(_, answer)| number(answer));
    let (name, integers) = integers(name, &numbers.collect::<Option<Vec<Dyadic>>>()?)?;
    let cells = answers.iter().map(|(cell, _)| cell.clone());
    Some((Some(name), cells.zip(integers).collect()))
}

/// Numbers times the least power of 2 that makes them integers.
fn integers(name: &str, numbers: &[Dyadic]) -> Option<(String, Vec<i64>)> {
    let finest = numbers.iter().map(Dyadic::exponent).max()?;
    if finest > FINEST {
        return None;
    }
    let integers = numbers.iter().map(|x| x.mul_pow2(finest as i64).to_i64());
    let name = match finest {
        0 => name.to_owned(),
        _ => format!("{name}, times {}", 1u64 << finest),
    };
    Some((name, integers.collect::<Option<_>>()?))
}
