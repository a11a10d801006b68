//! Order, sums and negatives; sums of switches.

use super::value_is;
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use farstar_num::Dyadic;
use farstar_problems::partizan::switches::{Switch, sum_outcome};
use farstar_value::{Comparison, Player};

/// `G H cmp G+H -G`, with `|` for confused games and `?` for sums that were not printed.
pub(super) fn compare_add(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [g, h, order, sum, negative] = row.take()?;
    let mut calc = context.calculator();
    let (g, h) = (calc.parse(g)?, calc.parse(h)?);
    let computed = match calc.compare(g, h)? {
        Comparison::Confused => "|".to_owned(),
        other => other.to_string(),
    };
    let total = calc.add(g, h)?;
    let opposite = calc.neg(g)?;
    let sum = if sum == "?" { Verdict::Pass } else { value_is(&mut calc, sum, total)? };
    Ok(Verdict::all([Verdict::of(order, computed), sum, value_is(&mut calc, negative, opposite)?]))
}

/// So many switches are added as values.
const MOST_ADDED: usize = 8;

/// `switches c outcome winner_if_Left_starts winner_if_Right_starts` of switches `x:y;x:y;…` and a number `c`.
pub(super) fn switch_sums(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [switches, number, outcome, left_first, right_first] = row.take()?;
    let mut calc = context.calculator();
    let number: Dyadic = parse(number)?;
    let mut total = calc.number(&number)?;
    let mut list = Vec::new();
    for switch in parse_list::<String>(switches, ';')? {
        let malformed = || RowError::Malformed(format!("`{switch}` is not x:y"));
        let (x, y) = switch.split_once(':').ok_or_else(malformed)?;
        let switch = Switch { left: parse(x)?, right: parse(y)? };
        let (x, y) = (calc.number(&switch.left)?, calc.number(&switch.right)?);
        list.push(switch);
        // Many switches together have too many followers to add; their rule does without.
        if list.len() <= MOST_ADDED {
            let switch = calc.from_options(&[x], &[y])?;
            total = calc.add(total, switch)?;
        }
    }
    let computed = sum_outcome(&list, &number);
    let by_value = if list.len() <= MOST_ADDED { calc.outcome(total)? } else { computed };
    Ok(Verdict::all([
        Verdict::of(outcome, computed),
        Verdict::of(outcome, by_value),
        Verdict::of(left_first, computed.winner(Player::Left)),
        Verdict::of(right_first, computed.winner(Player::Right)),
    ]))
}
