//! Numbers: simplicity, arithmetic, the tree of numbers.

use super::value_is;
use crate::checker::{Context, Row, RowError, Verdict, parse_list};
use farstar_num::Dyadic;

/// `left right value is_number`, with numbers separated by semicolons.
pub(super) fn simplest(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [left, right, value, is_number] = row.take()?;
    let mut calc = context.calculator();
    let mut games = |text: &str| -> Result<Vec<_>, RowError> {
        let numbers: Vec<Dyadic> = parse_list(text, ';')?;
        Ok(numbers.iter().map(|x| calc.number(x)).collect::<Result<_, _>>()?)
    };
    let (left, right) = (games(left)?, games(right)?);
    let game = calc.from_options(&left, &right)?;
    Ok(Verdict::all([
        value_is(&mut calc, value, game)?,
        Verdict::of(is_number, u8::from(calc.as_number(game).is_some())),
    ]))
}

/// `x y cmp x+y x-y x*y`.
pub(super) fn surreal_arithmetic(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [x, y, order, sum, difference, product] = row.take()?;
    let mut calc = context.calculator();
    let (x, y) = (calc.parse(x)?, calc.parse(y)?);
    let total = calc.add(x, y)?;
    let remainder = calc.sub(x, y)?;
    let times = calc.conway_product(x, y)?;
    Ok(Verdict::all([
        Verdict::of(order, calc.compare(x, y)?),
        value_is(&mut calc, sum, total)?,
        value_is(&mut calc, difference, remainder)?,
        value_is(&mut calc, product, times)?,
    ]))
}

/// `x birthday level signs left right`.
pub(super) fn surreal_tree(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, birthday, level, signs, left, right] = row.take()?;
    let x: Dyadic = row.parse(0)?;
    let born = x.birthday();
    let expansion = x.sign_expansion().to_string();
    let option = |option: Option<Dyadic>| option.map_or("-".to_owned(), |x| x.to_string());
    Ok(Verdict::all([
        Verdict::of(birthday, &born),
        Verdict::of(level, &born + 1_u8),
        // 0 has the empty expansion, which the table writes `-`, as it writes that of −1.
        Verdict::of(signs, if x.is_zero() { "-".to_owned() } else { expansion }),
        Verdict::of(left, option(x.left_option())),
        Verdict::of(right, option(x.right_option())),
    ]))
}
