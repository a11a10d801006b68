//! The table `heap_games`: families of impartial games in one file, each row with its family, a name, the input and the
//! answers.

use farstar_impartial::chomp::Chomp;
use farstar_impartial::coin::CoinRow;
use farstar_impartial::compound::multi_grundy;
use farstar_impartial::digraph::{Digraph, grundy_values, outcomes};
use farstar_impartial::hackenbush::GreenHackenbush;
use farstar_impartial::kayles::{Rule, cycle_values};
use farstar_impartial::nim::staircase_sum;
use farstar_impartial::sequence::{GrundySequence, SequenceError, find_period};
use farstar_nimber::{Nim64, Nimber};
use farstar_rules::builtin;
use farstar_rules::heap::{TakeSet, subtraction};
use farstar_solve::ruleset_values::RulesetValues;
use farstar_value::Limits;

use super::families::further;
use super::notation::{commas, field, malformed, outcome, pairs};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};

/// Heaps a period is looked for in.
const MOST_HEAPS: u64 = 4096;

impl From<SequenceError> for RowError {
    fn from(error: SequenceError) -> Self {
        Self::Engine(error.to_string())
    }
}

/// One row; the family says what is asked.
pub(super) fn heap_games(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [family, name, input, expected] = row.take()?;
    let limits = context.limits();
    let values = field(expected, "values").unwrap_or("");
    let count = values.split(',').count() as u32;
    match family {
        "subtraction" => {
            let members: Vec<u32> = parse_list(input.trim_start_matches("set="), ',')?;
            periodic(TakeSet::Only(&members), expected, limits)
        }
        "all-but-subtraction" => {
            let members = input.rsplit(' ').next().unwrap_or_default();
            let members: Vec<u32> = parse_list(members, ',')?;
            periodic(TakeSet::AllBut(&members), expected, limits)
        }
        "cutting-thirds" => {
            let cut = Cut::told(input).ok_or_else(|| malformed(input))?;
            let splits = |n: u32, add: &mut dyn FnMut(&[u32])| cut.options(n, add);
            Ok(Verdict::of(values, commas(multi_grundy(count, splits, limits)?)))
        }
        "coin-turning" => {
            let code = turning_code(input).parse().map_err(|_| malformed(input))?;
            Ok(Verdict::of(values, commas(CoinRow::new(code, count, limits)?.values())))
        }
        "turning-corners" => {
            let factor: u64 = parse(name.trim_start_matches("row"))?;
            let product = |y| (Nim64::from_bits(factor) * Nim64::from_bits(y)).to_bits();
            Ok(Verdict::of(values, commas((0..u64::from(count)).map(product))))
        }
        "chomp" if name.contains('x') => {
            let (rows, columns) = name.split_once('x').ok_or_else(|| malformed(name))?;
            let winning = Chomp::rectangle(parse(rows)?, parse(columns)?)?.winning_moves(limits)?;
            let winning: Vec<String> = winning.iter().map(|(r, c)| format!("{r}-{c}")).collect();
            Ok(Verdict::of(expected, winning.join(";")))
        }
        "staircase-nim" => {
            let mut piles: Vec<u64> = parse_list(name, ',')?;
            piles.insert(0, 0);
            let sum = staircase_sum(&piles);
            Ok(Verdict::of(expected, format!("outcome={};odd-step-xor={sum}", outcome(sum))))
        }
        "green-hackenbush-tree" => {
            let (_, parents) = input.rsplit_once(": ").ok_or_else(|| malformed(input))?;
            let tree = GreenHackenbush::tree(&parse_list(parents, ',')?)?;
            Ok(Verdict::of(expected, format!("value={}", tree.value())))
        }
        "green-hackenbush-graph" => {
            let (_, edges) = input.rsplit_once(": ").ok_or_else(|| malformed(input))?;
            let edges = pairs(&edges.replace(';', " "), '-')?;
            let vertices =
                edges.iter().fold(0, |most, &(u, v)| most.max(u).max(v)).saturating_add(1);
            let graph = GreenHackenbush::new(vertices, &edges, &[0])?;
            Ok(Verdict::of(expected, format!("value={}", graph.value())))
        }
        "digraph-loopy" => {
            let vertices = parse(field(input, "n").ok_or_else(|| malformed(input))?)?;
            let (_, arcs) = input.split_once("arcs: ").ok_or_else(|| malformed(input))?;
            let graph = Digraph::from_arcs(vertices, &pairs(&arcs.replace(';', ","), '>')?)?;
            let solved = outcomes(&graph, limits)?;
            let letters: String = (0..vertices).map(|v| solved.outcome(v).letter()).collect();
            Ok(Verdict::of(expected, format!("outcomes={letters}")))
        }
        "node-kayles" if name.contains("cycle") => {
            let cycles = cycle_values(Rule::Node, count + 3, limits)?;
            Ok(Verdict::of(values, commas(&cycles[3..])))
        }
        "treblecross" => {
            // A mark within two cells of another lets the other side win at once, so a mark strikes out two cells on
            // either side.
            let length = if values.is_empty() { expected.len() as u32 + 3 } else { count + 1 };
            let marks = |n: u32, add: &mut dyn FnMut(&[u32])| {
                (1..=n).for_each(|i| add(&[i.saturating_sub(3), (n - i).saturating_sub(2)]));
            };
            let strips = multi_grundy(length, marks, limits)?;
            if !values.is_empty() {
                return Ok(Verdict::of(values, commas(&strips[1..])));
            }
            let letters: String = strips[3..].iter().map(|&g| outcome(g).letter()).collect();
            Ok(Verdict::of(expected, letters))
        }
        "wythoff" if name.starts_with("row") => {
            let line: u32 = parse(name.trim_start_matches("row"))?;
            Ok(Verdict::of(values, commas(wythoff_row(line, count, limits)?)))
        }
        "cram" => {
            let (rows, columns) = name.split_once('x').ok_or_else(|| malformed(name))?;
            Ok(Verdict::of(
                field(expected, "value").unwrap_or(""),
                cram(parse(rows)?, parse(columns)?, context)?,
            ))
        }
        _ => further(context, row),
    }
}

/// A heap is cut into three heaps, or into two as well.
struct Cut {
    distinct: bool,
    two: bool,
}

impl Cut {
    /// As the words of a row tell it, such as `split into three pairwise distinct nonempty heaps`.
    fn told(words: &str) -> Option<Self> {
        let has = |word| words.contains(word);
        let distinct = has("distinct") || has("unequal") || has("different");
        has("three").then(|| Self { distinct, two: has("two") })
    }

    fn options(&self, n: u32, add: &mut dyn FnMut(&[u32])) {
        let apart = u32::from(self.distinct);
        if self.two {
            (1..n).take_while(|a| 2 * a + apart <= n).for_each(|a| add(&[a, n - a]));
        }
        for a in 1..n / 3 + 1 {
            (a + apart..n)
                .take_while(|b| a + 2 * b + apart <= n)
                .for_each(|b| add(&[a, b, n - a - b]));
        }
    }
}

/// The code of a coin-turning game told in words: `up to 3 coins`, `exactly 2 coins`, `any run of consecutive coins`.
fn turning_code(told: &str) -> String {
    // a number elsewhere may be that of the first coin
    let number = told.split_once(" coin").and_then(|(before, _)| {
        before.rsplit(' ').next().and_then(|word| word.parse::<u32>().ok())
    });
    let counts = match number {
        Some(number) if told.contains("exactly") => number.to_string(),
        Some(number) => format!("1-{number}"),
        None => "1+".to_owned(),
    };
    let shape = [("consecutive", "C"), ("symmetric", "S"), ("equally", "E")];
    let letter = shape.iter().find(|(word, _)| told.contains(word)).map_or("", |shape| shape.1);
    counts + letter
}

/// A subtraction game with period, preperiod, saltus (if written) and first values.
fn periodic(set: TakeSet<'_>, expected: &str, limits: &Limits) -> Result<Verdict, RowError> {
    let code = subtraction(set).map_err(|error| RowError::Engine(error.to_string()))?;
    let mut sequence = GrundySequence::of_code(code);
    let found = find_period(&mut sequence, MOST_HEAPS, limits)?
        .ok_or_else(|| RowError::Engine(format!("no period in {MOST_HEAPS} heaps")))?;
    let count = field(expected, "values").map_or(0, |values| values.split(',').count() as u64);
    sequence.extend_to(count, limits)?;
    let mut shown = format!("period={};preperiod={}", found.period, found.preperiod);
    if field(expected, "saltus").is_some() || found.saltus > 0 {
        shown += &format!(";saltus={}", found.saltus);
    }
    shown += &format!(";values={}", commas(sequence.values(0..count)));
    Ok(Verdict::of(expected, shown))
}

/// Grundy values of a queen in a row of the board, from column 0.
fn wythoff_row(line: u32, count: u32, limits: &Limits) -> Result<Vec<u32>, RowError> {
    const LARGEST: u32 = 300;
    if line > LARGEST || count > LARGEST {
        return Err(RowError::Malformed(format!("a board beyond {LARGEST}")));
    }
    let mut arcs = Vec::new();
    for x in 0..=line {
        for y in 0..count {
            let from = x * count + y;
            arcs.extend((1..=x).map(|k| (from, from - k * count)));
            arcs.extend((1..=y).map(|k| (from, from - k)));
            arcs.extend((1..=x.min(y)).map(|k| (from, from - k * (count + 1))));
        }
    }
    let values = grundy_values(&Digraph::from_arcs((line + 1) * count, &arcs)?, limits)?;
    Ok(values[(line * count) as usize..].to_vec())
}

/// The nim value of an empty board of Cram, by its rules as text.
fn cram(rows: usize, columns: usize, context: &Context) -> Result<u64, RowError> {
    const MOST_SIDE: usize = 64;
    if rows.max(columns) > MOST_SIDE {
        return Err(RowError::Malformed(format!("a board beyond {MOST_SIDE}x{MOST_SIDE}")));
    }
    let engine = |error: &dyn std::fmt::Display| RowError::Engine(error.to_string());
    let rules = builtin::ruleset("Cram").map_err(|error| engine(&error))?;
    let text = vec![".".repeat(columns); rows].join("|");
    let (board, start) = rules.position(&text).map_err(|error| malformed(&error.to_string()))?;
    let value = RulesetValues::new(context.arena()).value(&board, &start, context.limits())?;
    context
        .calculator()
        .as_nimber(value)
        .ok_or_else(|| RowError::Engine("the value is no nimber".to_owned()))
}
