//! Laws that the moves of a game tell: by the ends of the options of its heaps, by the games of which it is the sum,
//! or by the shares into which its numbers are divided.

use crate::ends::told_by_parameters;
use crate::heaps::heap_table;
use crate::interval::told_by_ends;
use crate::shares::told_by_shares;
use farstar_find::{Binary, FoundLaws, LawClass, LawForm, LawSearch, Table, find_telling};
use farstar_rules::language::Ruleset;

/// The share of the time that other laws may take where there is one, and that the games of a sum may take together.
const SHARE: f64 = 0.1;
/// The same where the law is one of rows, of which many have a shorter one.
const SHARE_OF_SHORTER: f64 = 0.5;
const GAMES: f64 = 0.6;

/// The laws of a table, with what the moves of its `rules` tell; see [`find_telling`].
#[must_use]
pub fn find_by_rules(
    rules: Option<&Ruleset>,
    table: &Table,
    held_back: &[(Vec<i64>, i64)],
    search: &LawSearch,
    tell: &mut dyn FnMut(LawClass),
) -> FoundLaws {
    let wants = |class| search.classes.is_empty() || search.classes.contains(&class);
    if let Some(rules) = rules.filter(|_| wants(LawClass::Recursion))
        && let Some(found) = told_by_shares(rules, table, held_back)
    {
        return found;
    }
    let by_ends = |rules| told_by_ends(rules, table, &search.limits).ok().flatten();
    let by_parameters = |rules| told_by_parameters(rules, table, &search.limits).ok().flatten();
    let law = rules.and_then(|rules| match rules.heap_names()?.len() {
        1 => wants(LawClass::Recursion).then(|| by_ends(rules)).flatten().zip(Some(SHARE)),
        _ => {
            let games = wants(LawClass::Parts).then(|| by_games(rules, table, search, tell));
            let ends = || wants(LawClass::Recursion).then(|| by_parameters(rules)).flatten();
            games.flatten().zip(Some(SHARE)).or_else(|| ends().zip(Some(SHARE_OF_SHORTER)))
        }
    });
    let Some((law, rest)) = law else { return find_telling(table, held_back, search, tell) };
    let search = LawSearch { limits: search.limits.share(rest), ..search.clone() };
    let mut found = find_telling(table, held_back, &search, tell);
    found.offer(law, table, held_back);
    found
}

/// The law of heaps that are sums of their numbers, by the first law of each of the games of one number. These have
/// tables of their own, which go further than those of all numbers.
fn by_games(
    rules: &Ruleset,
    table: &Table,
    search: &LawSearch,
    tell: &mut dyn FnMut(LawClass),
) -> Option<LawForm> {
    let is_sum = rules.is_impartial() && !rules.is_misere();
    let begins = table.low().iter().all(|&low| low == 0);
    let games = (is_sum && begins).then(|| rules.games_of_numbers()).flatten()?;
    let mut parts: Vec<LawForm> = Vec::new();
    for (i, game) in games.iter().enumerate() {
        let limits = search.limits.share(GAMES / (games.len() - i) as f64);
        let heaps = limits.guard(|| game.heap_game()).ok()?.ok()?;
        let (inside, outside) =
            heap_table(heaps, None, false, game.largest_number(), &limits).ok()?;
        let search = LawSearch { limits, more: false, ..search.clone() };
        let found = find_by_rules(Some(game), &inside, &outside, &search, tell);
        parts.push(found.laws.into_iter().find(|law| law.wrong == 0)?.form);
    }
    Some(LawForm::Separable { op: Binary::Xor, parts })
}
