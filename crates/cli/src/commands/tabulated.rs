//! Tables of what positions of a pattern are worth: integers, and values that are made of a few numbers.

use crate::exit::Failure;
use crate::fact::Fact;
use crate::progress;
use crate::ruleset;
use crate::surroundings::Surroundings;
use farstar::num::Dyadic;
use farstar::{Answer, Arena, Moves, Question, Ruleset, Solver, Sum};

/// The most cells that are tabulated.
const MOST: usize = 1_000_000;
/// The last number of a heap of one, two, three and more numbers, where none is asked for.
const USUAL: [u64; 5] = [100, 24, 10, 6, 4];
/// Powers of 2 by which numbers are multiplied to be integers.
const FINEST: u64 = 20;

pub(crate) type Rows = Vec<(Vec<i64>, i64)>;

/// Single heaps of a ruleset as a pattern with ranges.
pub(crate) fn usual_cells(rules: &Ruleset, to: Option<u64>) -> Option<(String, String)> {
    let names = rules.rules().heap_names()?;
    let to = to.or_else(|| USUAL.get(names.len() - 1).copied())?;
    let places: Vec<String> = (0..names.len()).map(|axis| format!("{{{axis}}}")).collect();
    let cells = if names.len() == 1 { places.concat() } else { format!("({})", places.join(",")) };
    // who may take a number of the heap itself takes at least 1
    let ranges = vec![format!("0..{to}"); names.len()];
    Some((cells, ranges.join(",")))
}

/// Grundy values, or integers, or numbers and nimbers, or stops, or who wins (0: who does not begin, 1: who does, 2
/// Left, 3 Right), of the positions of a pattern. Several columns have names.
pub(crate) fn tabulated(
    ruleset: &Ruleset,
    cells: &str,
    ranges: &str,
    surroundings: &Surroundings,
) -> Result<Vec<(Option<String>, Rows)>, Failure> {
    let all = cells_of(ranges)?;
    let arena = Arena::new();
    let mut solver = Solver::new(&arena);
    let question = Question { moves: Moves::None, ..Question::default() };
    let bar = progress::bar("positions");
    bar.set_length(all.len() as u64);
    let mut answers = Vec::new();
    for cell in all {
        let filled = |text: String, (axis, x): (usize, &i64)| {
            text.replace(&format!("{{{axis}}}"), &x.to_string())
        };
        let text = cell.iter().enumerate().fold(cells.to_owned(), filled);
        let mut positions =
            ruleset::positions(ruleset, &[text], &surroundings.limits())?.into_iter();
        if let (Some(position), None) = (positions.next(), positions.next()) {
            let answer = solver.answer(&Sum::from(position), question, &surroundings.limits())?;
            answers.push((cell, answer));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for fact in [Fact::Grundy, Fact::Value] {
        if let Some(rows) = column(&answers, |answer| fact.of(answer)?.parse().ok()) {
            return Ok(vec![(None, rows)]);
        }
    }
    let misere = answers.iter().any(|(_, answer)| answer.play == farstar::Play::Misere);
    let columns = if misere { None } else { numbers(&answers, &arena).or_else(|| stops(&answers)) };
    if let Some(columns) = columns {
        return Ok(columns);
    }
    let winners = column(&answers, |answer| match Fact::Outcome.of(answer)?.as_str() {
        "P" => Some(0),
        "N" => Some(1),
        "L" => Some(2),
        "R" => Some(3),
        _ => None,
    });
    winners.map(|rows| vec![(None, rows)]).ok_or_else(|| {
        Failure::Input("neither the values nor the winners of all positions were found".to_owned())
    })
}

fn cells_of(ranges: &str) -> Result<Vec<Vec<i64>>, Failure> {
    let wrong = || Failure::Usage("--box: expected ranges such as 0..60,2..10".to_owned());
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for range in ranges.split(',') {
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        let read = |word: &str| word.trim().parse::<u32>().map_err(|_| wrong());
        let (from, to) = (i64::from(read(from)?), i64::from(read(to.trim_start_matches('='))?));
        if from > to || (to - from + 1).saturating_mul(all.len() as i64) > MOST as i64 {
            return Err(Failure::TooLarge(format!(
                "--box: a table has at least one and at most {MOST} cells"
            )));
        }
        all = all
            .iter()
            .flat_map(|cell| (from..=to).map(move |x| [&cell[..], &[x]].concat()))
            .collect();
    }
    Ok(all)
}

type Answers = [(Vec<i64>, Answer)];

fn column(answers: &Answers, number: impl Fn(&Answer) -> Option<i64>) -> Option<Rows> {
    answers.iter().map(|(cell, answer)| Some((cell.clone(), number(answer)?))).collect()
}

/// Values that are a number and a nimber, in two columns.
fn numbers(answers: &Answers, arena: &Arena) -> Option<Vec<(Option<String>, Rows)>> {
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
    let (name, integers) = integers("number", &numbers)?;
    let mut columns = vec![(Some(name), cells().zip(integers).collect())];
    if nimbers.iter().any(|&nimber| nimber != 0) {
        columns.push((Some("nimber".to_owned()), cells().zip(nimbers).collect()));
    }
    Some(columns)
}

/// The stops of the values, which are all of a number or a switch.
fn stops(answers: &Answers) -> Option<Vec<(Option<String>, Rows)>> {
    let of = |stop: fn(&Answer) -> Option<String>, name: &str| {
        let numbers = answers.iter().map(|(_, answer)| stop(answer)?.parse().ok());
        let (name, integers) = integers(name, &numbers.collect::<Option<Vec<Dyadic>>>()?)?;
        let cells = answers.iter().map(|(cell, _)| cell.clone());
        Some((Some(name), cells.zip(integers).collect()))
    };
    Some(vec![
        of(|answer| Fact::LeftStop.of(answer), "Left stop")?,
        of(|answer| Fact::RightStop.of(answer), "Right stop")?,
    ])
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
