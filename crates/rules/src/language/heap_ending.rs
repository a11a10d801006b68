//! Do heap rules end? Linear inequalities of ranges, guards and entries prove that each part is smaller than its heap,
//! by the sum of the entries or lexicographically in one fixed order of them. By the multiset order, every play on any
//! heaps then ends (`inequalities`).

use super::ending::{Ending, Loopy};
use super::heap::{HeapMove, HeapRule, HeapRules, Range};
use super::inequalities::{Linear, System};

/// What is known of one part of one rule: for each entry, never larger and always smaller; the sum always smaller.
struct Facts {
    at_most: Vec<bool>,
    less: Vec<bool>,
    sum: bool,
}

fn facts(rule: &HeapMove, arity: usize) -> Vec<Facts> {
    let mut system = System::new();
    for _ in 0..arity {
        system.fresh(Some(0));
    }
    system.given(&rule.ranges, rule.condition.as_ref());
    let mut entries: Vec<Vec<Option<Linear>>> = Vec::new();
    for part in &rule.parts {
        let list: Vec<Option<Linear>> = part.entries.iter().map(|e| system.linear(e)).collect();
        for entry in list.iter().flatten() {
            system.at_least(entry.clone(), Linear::default());
        }
        entries.push(list);
    }
    entries
        .iter()
        .map(|list| {
            let mut found = Facts { at_most: Vec::new(), less: Vec::new(), sum: false };
            let mut sums = (Some(Linear::default()), Linear::default());
            for (i, entry) in list.iter().enumerate() {
                let heap = Linear::variable(i);
                let more = heap.clone().plus(&Linear::number(1), 1);
                let proved = |bound: Option<&Linear>| {
                    entry
                        .as_ref()
                        .zip(bound)
                        .is_some_and(|(entry, bound)| system.excludes(entry, bound))
                };
                found.at_most.push(proved(more.as_ref()));
                found.less.push(proved(Some(&heap)));
                sums.0 = sums.0.zip(entry.as_ref()).and_then(|(sum, entry)| sum.plus(entry, 1));
                sums.1 = sums.1.clone().plus(&heap, 1).unwrap_or_default();
            }
            found.sum = sums.0.is_some_and(|sum| system.excludes(&sum, &sums.1))
                || (found.at_most.iter().all(|&a| a) && found.less.contains(&true));
            found
        })
        .collect()
}

pub(crate) fn ending(rules: &HeapRules) -> Result<Ending, Loopy> {
    let arity = rules.names.len();
    let mut known: Vec<(Vec<Facts>, usize, &str)> = Vec::new();
    let never = |range: &Range| matches!(range, Range::Of(list) if list.is_empty());
    for (rule, line, text) in rules.moves.iter().flatten() {
        // a code leaves smaller heaps only
        let HeapRule::Written(rule) = rule else { continue };
        // a variable of an empty set has no value, and the rule no move
        if rule.ranges.iter().any(never) {
            continue;
        }
        known.push((facts(rule, arity), *line, text));
    }
    if known.iter().all(|(list, ..)| list.iter().all(|f| f.sum)) {
        let what = if arity == 1 {
            "each part is smaller than its heap"
        } else {
            "the sum of the entries falls"
        };
        return Ok(Ending {
            measures: vec![what.into()],
            moves_a_cell: None,
            gradings: Vec::new(),
        });
    }
    // an order in which some entry falls in every part, and none before it rises; chosen greedily, entry by entry
    let mut order: Vec<usize> = Vec::new();
    let mut open: Vec<&Facts> = known.iter().flat_map(|(list, ..)| list).collect();
    while !open.is_empty() {
        let next = (0..arity).find(|&i| {
            !order.contains(&i)
                && open.iter().all(|f| f.at_most[i])
                && open.iter().any(|f| f.less[i])
        });
        let Some(i) = next else {
            let is_open = |f: &&Facts| open.iter().any(|o| std::ptr::eq(*o, *f));
            let stuck = known.iter().filter(|(list, ..)| list.iter().any(|f| is_open(&f)));
            // rather one where no entry falls than one that would do with another order
            let falls = |(list, ..): &&(Vec<Facts>, usize, &str)| {
                list.iter().filter(is_open).all(|f| f.less.contains(&true))
            };
            let stuck = stuck.min_by_key(falls);
            let (line, rule) =
                stuck.map_or((0, String::new()), |(_, line, text)| (*line, (*text).into()));
            return Err(Loopy { line, rule });
        };
        order.push(i);
        open.retain(|f| !f.less[i]);
    }
    let names: Vec<&str> = order.iter().map(|&i| rules.names[i].as_str()).collect();
    let measure = format!("({}) falls lexicographically", names.join(","));
    Ok(Ending { measures: vec![measure], moves_a_cell: None, gradings: Vec::new() })
}
