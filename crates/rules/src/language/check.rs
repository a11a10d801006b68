//! Checks of a form before any board is seen.

use super::ast::{BoardRules, EDGE, Form, Kind, Layout};
use super::expand::{Repeat, each_count, expand, least_length, repeats};
use super::numbers;

/// Most open repeats of one pattern, and most cells at the least counts.
const MOST_REPEATS: usize = 6;
const LONGEST: usize = 4096;

/// The counts to look at: each open repeat at its least, one more and two more. Changes are affine in the counts, so
/// what holds of these holds of all.
pub(crate) fn samples(open: &[Repeat]) -> Vec<Vec<u32>> {
    let near: Vec<Repeat> = open
        .iter()
        .map(|r| Repeat {
            least: r.least,
            most: Some((r.least + 2).min(r.most.unwrap_or(u32::MAX))),
            unit: 1,
        })
        .collect();
    let mut found = Vec::new();
    each_count(&near, 0, usize::MAX, &mut |counts| {
        found.push(counts.to_vec());
        true
    });
    found
}

/// Whether the form makes sense on a board of these rules.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn form(
    form: &Form,
    rules: &BoardRules,
    writes: bool,
    closing: bool,
) -> Result<(), String> {
    let Some(open) = repeats(&form.from) else {
        return Err("a repeat stands inside a repeated bracket".into());
    };
    if open.len() > MOST_REPEATS {
        return Err(format!("more than {MOST_REPEATS} open repeats"));
    }
    let least = least_length(&form.from);
    if least == 0 {
        return Err("the left side may be empty: at least one cell must always be there".into());
    }
    if least > LONGEST {
        return Err(format!("the pattern covers {least} cells; a board has at most {LONGEST}"));
    }
    if writes {
        let other = repeats(&form.to).ok_or("a repeat stands inside a repeated bracket")?;
        let bounds = |list: &[Repeat]| list.iter().map(|r| (r.least, r.most)).collect::<Vec<_>>();
        if !(bounds(&other) == bounds(&open) || (other.is_empty() && (closing || copies(form)))) {
            return Err("each repeat on the left must come again on the right".into());
        }
    }
    let mut changes = !writes;
    let mut reach: Option<usize> = None;
    for counts in samples(&open) {
        let concrete = expand(form, &counts, writes, closing)?;
        numbers::check(form, &concrete, rules)?;
        let off: Vec<bool> = concrete.cells.iter().map(|&set| set == 1 << EDGE).collect();
        if off.iter().all(|&off| off) {
            return Err("only '$': no cell of the board is read".into());
        }
        let may_be_off = |set: &u32| set & 1 << EDGE != 0;
        let ends = [
            concrete.cells.iter().take_while(|&set| may_be_off(set)).count(),
            concrete.cells.iter().rev().take_while(|&set| may_be_off(set)).count(),
        ];
        let beyond = ends[0].max(ends[1]);
        if !closing && beyond > *reach.get_or_insert(beyond) {
            return Err("a repeated cell may lie off the board: leave '$' out of its class".into());
        }
        match form.layout {
            Layout::Line(..) => {
                let on = off.iter().position(|&o| !o).unwrap_or(0)
                    ..=off.iter().rposition(|&o| !o).unwrap_or(0);
                if off[on].contains(&true) {
                    return Err("'$' stands at an end of a pattern, with nothing beyond it that may be a cell of the board".into());
                }
            }
            Layout::Path if off.contains(&true) => {
                return Err(
                    "'$' in a pattern needs a board with rows; on edges it stands in clauses"
                        .into(),
                );
            }
            _ => {}
        }
        changes |= concrete.puts.len() != concrete.cells.len()
            || concrete.puts.iter().enumerate().any(|(i, put)| !put.is_identity(i));
        if closing && rules.kind == Kind::Row && writes {
            // an end of the row stays an end
            let ends =
                |edge: &dyn Fn(usize) -> bool, n: usize| (n > 0 && edge(0), n > 0 && edge(n - 1));
            let before = ends(&|i| off[i], off.len());
            let after =
                ends(&|i| concrete.puts[i].table.iter().all(|t| t.1 == EDGE), concrete.puts.len());
            if concrete.cells.iter().any(|&set| set & 1 << EDGE != 0 && set != 1 << EDGE) {
                return Err("on a row '$' stands alone, not in a class".into());
            }
            let written =
                concrete.puts.iter().filter(|p| p.table.iter().any(|t| t.1 == EDGE)).count();
            let read = off.iter().filter(|&&o| o).count();
            if before != after && !(read == 1 && written == 1 && concrete.puts.len() == 1)
                || written != read
            {
                return Err("on a row '$' must be written again where it was read".into());
            }
        }
    }
    if !changes {
        return Err("the move changes nothing".into());
    }
    Ok(())
}

/// Whether the right side copies a bracket.
fn copies(form: &Form) -> bool {
    form.to.iter().any(|e| matches!(e.item, super::ast::Item::Copy(_)))
}
