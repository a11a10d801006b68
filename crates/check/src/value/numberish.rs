//! Numbers plus nimbers: their options, their sums with ups, and the minimal excludant.

use super::{outcome_is, value_is};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use farstar_num::Dyadic;
use farstar_value::{Calculator, Closed, Game};

/// Options written `a:b;a:b;…`.
fn options(text: &str) -> Result<Vec<Closed>, RowError> {
    parse_list::<String>(text, ';')?
        .iter()
        .map(|option| {
            let malformed = || RowError::Malformed(format!("`{option}` is not a:b"));
            let (number, nimber) = option.split_once(':').ok_or_else(malformed)?;
            Ok(Closed { number: parse(number)?, up: 0, nimber: parse(nimber)? })
        })
        .collect()
}

/// `left right result canonical`, with options `a:b` for `a + *b`.
pub(super) fn numberish_options(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [left, right, result, canonical] = row.take()?;
    let (left, right) = (options(left)?, options(right)?);
    let mut calc = context.calculator();
    let mut games =
        |list: &[Closed]| list.iter().map(|c| calc.closed(c)).collect::<Result<Vec<_>, _>>();
    let (left_games, right_games) = (games(&left)?, games(&right)?);
    let game = calc.from_options(&left_games, &right_games)?;
    let greatest = left.iter().map(|option| &option.number).max();
    let least = right.iter().map(|option| &option.number).min();
    let computed = match calc.closed_parts(game) {
        Some(Closed { number, up: 0, nimber }) => format!("{number}:{nimber}"),
        _ if greatest > least => "OUT_hot".to_owned(),
        _ => "OUT_mex".to_owned(),
    };
    Ok(Verdict::all([Verdict::of(result, computed), value_is(&mut calc, canonical, game)?]))
}

/// `a b c outcome` of `a + *b + c·↑`.
pub(super) fn nimber_ups(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [number, nimber, up, outcome] = row.take()?;
    let number: Dyadic = parse(number)?;
    let mut calc = context.calculator();
    let game = calc.closed(&Closed { number, up: parse(up)?, nimber: parse(nimber)? })?;
    outcome_is(&mut calc, outcome, game)
}

/// The value of the impartial game with options `*n` for `n` in `heaps`.
fn impartial(calc: &mut Calculator<'_>, heaps: &[u64]) -> Result<Game, RowError> {
    let options = heaps.iter().map(|&n| calc.nimber(n)).collect::<Result<Vec<_>, _>>()?;
    Ok(calc.from_options(&options, &options)?)
}

/// Passes if the impartial game with these options is `*mex`.
fn mex_is(context: &Context, heaps: &[u64], mex: &str) -> Result<Verdict, RowError> {
    let mut calc = context.calculator();
    let game = impartial(&mut calc, heaps)?;
    value_is(&mut calc, &format!("*{mex}"), game)
}

/// `set mex`, with a set of heaps separated by commas.
pub(super) fn nim_mex(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [set, mex] = row.take()?;
    mex_is(context, &parse_list(set, ',')?, mex)
}

/// `list mex`, with numbers separated by blanks.
pub(super) fn mex(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [list, mex] = row.take()?;
    mex_is(context, &parse_list(list, ' ')?, mex)
}

/// `a b sum outcome` of nimbers.
pub(super) fn nim_sum(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [a, b, sum, outcome] = row.take()?;
    let mut calc = context.calculator();
    let (a, b) = (calc.nimber(parse(a)?)?, calc.nimber(parse(b)?)?);
    let total = calc.add(a, b)?;
    Ok(Verdict::all([
        value_is(&mut calc, &format!("*{sum}"), total)?,
        outcome_is(&mut calc, outcome, total)?,
    ]))
}
