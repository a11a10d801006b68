//! Families of the table `heap_games` that are lists of positions, or heaps with a rule of their own.

use farstar_impartial::chomp::Chomp;
use farstar_impartial::compound::multi_grundy;
use farstar_impartial::digraph::{Digraph, Outcome, grundy_values};
use farstar_impartial::kayles::{Rule, path_values};
use farstar_impartial::misere::{MisereForms, misere_nim_outcome};
use farstar_impartial::nim::{lasker_value, moore_outcome};
use farstar_problems::contest::dynamic_subtraction::DynamicSubtraction;
use farstar_rules::heap::HeapCode;
use farstar_value::Limits;

use super::notation::{commas, field, malformed, pairs};
use crate::checker::{Context, Row, RowError, Verdict, parse};

/// Heaps, sides and lists beyond these are not tabulated.
const MOST_HEAPS: u32 = 100_000;
const MOST_POSITIONS: u64 = 1 << 20;

/// Tells the options of each heap, as lists of heaps.
type Splits<'s> = dyn FnMut(u32, &mut dyn FnMut(&[u32])) + 's;

/// A row of a family that [`heap_games`](super::heap_games::heap_games) does not name.
pub(super) fn further(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [family, name, input, expected] = row.take()?;
    let limits = context.limits();
    let values = field(expected, "values").unwrap_or("");
    let count = bounded(values.split(',').count() as u32)?;
    let heaps = |options: &mut Splits<'_>| {
        let found = multi_grundy(count, options, limits)?;
        Ok(Verdict::of(values, commas(found)))
    };
    let divides = |d: u32, n: u32| n.is_multiple_of(d);
    match family {
        "subtraction-infinite" => {
            let set = field(input, "set").unwrap_or(input);
            let members = members(set, count).ok_or_else(|| malformed(input))?;
            heaps(&mut |n, add| {
                members.iter().take_while(|&&m| m <= n).for_each(|m| add(&[n - m]));
            })
        }
        "grundy" => heaps(&mut |n, add| (1..n.div_ceil(2)).for_each(|a| add(&[a, n - a]))),
        "lasker-nim" => {
            let by_rule: Option<Vec<u64>> = (0..u64::from(count)).map(lasker_value).collect();
            let by_rule = by_rule.ok_or_else(|| malformed(expected))?;
            Ok(Verdict::all([
                Verdict::of(values, commas(by_rule)),
                heaps(&mut |n, add| {
                    (0..n).for_each(|rest| add(&[rest]));
                    (1..n / 2 + 1).filter(|&a| a < n).for_each(|a| add(&[a, n - a]));
                })?,
            ]))
        }
        "couples-are-forever" => heaps(&mut |n, add| {
            (1..n / 2 + 1).filter(|&a| a < n && n != 2).for_each(|a| add(&[a, n - a]));
        }),
        "split-equal" => heaps(&mut |n, add| {
            for parts in (2..=n).filter(|&parts| divides(parts, n)) {
                add(&vec![n / parts; parts as usize]);
            }
        }),
        // with the whole heap or without it: 1 is coprime to itself, and every heap divides itself
        "prim" | "dim" => {
            let whole =
                !name.ends_with('-') && !input.contains("m<n") && !input.contains("excluding");
            let fits =
                |m, n| if family == "prim" { common_divisor(m, n) == 1 } else { divides(m, n) };
            heaps(&mut |n, add| {
                (1..n + u32::from(whole)).filter(|&m| fits(m, n)).for_each(|m| add(&[n - m]));
            })
        }
        "node-kayles" if input.contains("path") || name.contains("path") => {
            let from: u32 = number_after(input, "with ").or(number_after(input, "n=")).unwrap_or(1);
            let found = path_values(Rule::Node, from.saturating_add(count), limits)?;
            Ok(Verdict::of(values, commas(&found[from as usize..])))
        }
        "digraph-acyclic" => {
            let vertices = parse(field(input, "n").ok_or_else(|| malformed(input))?)?;
            let arcs = input.split_once("arcs").and_then(|(_, arcs)| arcs.split_once(": "));
            let (_, arcs) = arcs.ok_or_else(|| malformed(input))?;
            let graph = Digraph::from_arcs(vertices, &pairs(&arcs.replace(';', ","), '>')?)?;
            Ok(Verdict::of(expected, format!("grundy={}", commas(grundy_values(&graph, limits)?))))
        }
        "wythoff" => {
            let pairs = number_after(input, "first ").ok_or_else(|| malformed(input))?;
            Ok(Verdict::of(expected, positions(&wythoff_pairs(bounded(pairs)?))))
        }
        "moore-nim" => {
            let asked = |key| number_after(name, key).ok_or_else(|| malformed(name));
            let (k, heaps, most) = (asked("k=")?, asked("heaps=")?, asked("max=")?);
            let lost = |heaps: &[u64]| Ok(moore_outcome(u64::from(k), heaps) == Outcome::P);
            counted(expected, heaps, most, limits, lost)
        }
        "misere-nim" => {
            let heaps = name.split(' ').next().and_then(|word| word.parse().ok());
            let (Some(heaps), Some(most)) = (heaps, number_after(name, "max ")) else {
                return Err(malformed(name));
            };
            let lost = |heaps: &[u64]| Ok(misere_nim_outcome(heaps) == Outcome::P);
            counted(expected, heaps, most, limits, lost)
        }
        "misere-octal" => {
            let code: HeapCode = parse(name)?;
            let (mut forms, mut heaps) = (MisereForms::new(), Vec::new());
            let count = expected.chars().count() as u32 + 1;
            forms.extend_heaps_of_game(&mut heaps, &code, bounded(count)?, limits)?;
            let letters: String =
                heaps.iter().skip(1).map(|&heap| forms.outcome(heap).letter()).collect();
            Ok(Verdict::of(expected, letters))
        }
        "chomp" => {
            let rows = name.split(' ').next().and_then(|word| word.parse().ok());
            let (Some(rows), Some(columns)) = (rows, number_after(name, "up to ")) else {
                return Err(malformed(name));
            };
            counted(expected, rows, columns, limits, |rows| {
                // a bar without the poisoned cell is no position
                let rows: Vec<u32> = rows.iter().rev().map(|&row| row as u32).collect();
                Ok(rows[0] > 0 && Chomp::new(rows)?.outcome(limits)? == Outcome::P)
            })
        }
        "fibonacci-nim" => {
            let to: u64 = number_after(input, "n<").ok_or_else(|| malformed(input))?.into();
            let mut game = DynamicSubtraction::new(2);
            let mut lost = Vec::new();
            for n in 2..to.min(MOST_HEAPS.into()) {
                if game.first_take(n, limits)?.is_none() {
                    lost.push(n);
                }
            }
            Ok(Verdict::of(expected, commas(lost)))
        }
        "euclid" => {
            let most = number_after(input, "a<=").ok_or_else(|| malformed(input))?;
            Ok(Verdict::of(expected, positions(&euclid(side(most)?))))
        }
        _ => Ok(Verdict::Skip(format!("the family {family}"))),
    }
}

fn bounded(count: u32) -> Result<u32, RowError> {
    if count <= MOST_HEAPS {
        return Ok(count);
    }
    Err(RowError::Malformed(format!("a list of more than {MOST_HEAPS} heaps")))
}

fn side(most: u32) -> Result<u32, RowError> {
    const MOST_SIDE: u32 = 1000;
    if most <= MOST_SIDE {
        return Ok(most);
    }
    Err(RowError::Malformed(format!("a table beyond {MOST_SIDE}")))
}

/// The number that follows `key` in a text.
fn number_after(text: &str, key: &str) -> Option<u32> {
    let (_, rest) = text.split_once(key)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

/// The members below `bound` of a set that has a name, in increasing order.
fn members(name: &str, bound: u32) -> Option<Vec<u32>> {
    let prime = |n: u32| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    let below = |of: &dyn Fn(u64) -> u64| -> Vec<u32> {
        let terms = (1..).map(of).take_while(|&term| term < u64::from(bound));
        terms.map(|term| term as u32).collect()
    };
    Some(match name.trim().trim_start_matches("the ") {
        "squares" => below(&|n| n * n),
        "cubes" => below(&|n| n * n * n),
        "triangular" | "triangular numbers" => below(&|n| n * (n + 1) / 2),
        "powers of 2" | "powers of two" | "powers-of-2" => below(&|n| 1 << (n - 1)),
        "powers of 3" | "powers of three" | "powers-of-3" => below(&|n| 3u64.pow(n as u32 - 1)),
        "factorials" => below(&|n| (1..=n).product()),
        "primes" => (2..bound).filter(|&n| prime(n)).collect(),
        "primes and 1" | "1 and primes" | "primes+1" => {
            (1..bound).filter(|&n| n == 1 || prime(n)).collect()
        }
        "odd" | "odd numbers" => (1..bound).step_by(2).collect(),
        "fibonacci" | "fibonacci numbers" | "Fibonacci numbers" => {
            let pairs = std::iter::successors(Some((1u32, 2u32)), |&(a, b)| Some((b, a + b)));
            pairs.map(|(a, _)| a).take_while(|&a| a < bound).collect()
        }
        _ => return None,
    })
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Positions as the tables print them.
fn positions(list: &[Vec<u64>]) -> String {
    let shown = |position: &Vec<u64>| {
        let words: Vec<String> = position.iter().map(u64::to_string).collect();
        words.join("-")
    };
    list.iter().map(shown).collect::<Vec<_>>().join(";")
}

/// The first losing pairs of Wythoff's game: the least number in no pair before, and one that is as many larger.
fn wythoff_pairs(count: u32) -> Vec<Vec<u64>> {
    let mut used = std::collections::BTreeSet::new();
    let mut pairs = Vec::new();
    let mut least = 0;
    for n in 0..u64::from(count) {
        while used.remove(&least) {
            least += 1;
        }
        pairs.push(vec![least, least + n]);
        used.insert(least + n);
        least += u64::from(n > 0);
    }
    pairs
}

/// The losing pairs `b < a` of Euclid's game, by going through all moves.
fn euclid(most: u32) -> Vec<Vec<u64>> {
    let width = most as usize + 1;
    let mut lost = vec![false; width * width];
    let mut pairs = Vec::new();
    for a in 1..=most as usize {
        for b in 1..a {
            // whoever brings a number to 0 has won, so that the other has lost
            let wins = (1..=a / b).any(|k| {
                let rest = a - k * b;
                rest == 0 || lost[rest.max(b) * width + rest.min(b)]
            });
            lost[a * width + b] = !wins;
            if !wins {
                pairs.push(vec![a as u64, b as u64]);
            }
        }
    }
    pairs
}

/// `count=n` and the first positions of heaps of at most `most` that are lost. Heaps ascend and are listed by their
/// sum; those of Chomp are its columns, which descend, in the order of dictionaries.
fn counted(
    expected: &str,
    heaps: u32,
    most: u32,
    limits: &Limits,
    lost: impl Fn(&[u64]) -> Result<bool, RowError>,
) -> Result<Verdict, RowError> {
    let falls = expected.split(';').nth(1).is_some_and(|first| {
        let sizes: Vec<u64> = first.split('-').filter_map(|size| size.parse().ok()).collect();
        sizes.windows(2).any(|pair| pair[0] > pair[1])
    });
    let mut found: Vec<Vec<u64>> = Vec::new();
    let mut position = vec![0u64; heaps as usize];
    let mut tried = 0;
    loop {
        tried += 1;
        if tried > MOST_POSITIONS {
            return Err(RowError::Malformed(format!("more than {MOST_POSITIONS} positions")));
        }
        limits.check().map_err(|stopped| RowError::Stopped(stopped.to_string()))?;
        if lost(&position)? {
            found.push(position.clone());
        }
        // the next one: the last heap that can grow does, those after it are as large
        let Some(grows) = position.iter().rposition(|&heap| heap < u64::from(most)) else { break };
        let size = position[grows] + 1;
        position[grows..].fill(size);
    }
    if falls {
        found.iter_mut().for_each(|position| position.reverse());
        found.sort_unstable();
    } else {
        found.sort_by_cached_key(|position| (position.iter().sum::<u64>(), position.clone()));
    }
    let listed = expected.split(';').filter(|word| !word.starts_with("count="));
    let count = found.len();
    let mut shown: Vec<&str> = listed.collect();
    let all = shown.len() == count;
    found.truncate(shown.len());
    let found = positions(&found);
    let mut found: Vec<&str> = found.split(';').collect();
    if all {
        // a whole list says the same in any order
        shown.sort_unstable();
        found.sort_unstable();
    }
    let counted = expected.split(';').next().filter(|word| word.starts_with("count="));
    let told = |list: &[&str], count: &str| format!("{count};{}", list.join(";"));
    let counts = format!("count={count}");
    Ok(Verdict::of(told(&shown, counted.unwrap_or(&counts)), told(&found, &counts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losing_pairs_are_those_of_the_moves() {
        let found = wythoff_pairs(12);
        for a in 0..20u64 {
            for b in a..20 {
                let lost = found.contains(&vec![a, b]);
                let sorted = |a: u64, b: u64| vec![a.min(b), a.max(b)];
                let reached = (1..=a.max(b)).any(|k| {
                    let one = |x: u64, y: u64| x.checked_sub(k).map(|x| sorted(x, y));
                    let both = a.checked_sub(k).zip(b.checked_sub(k)).map(|(a, b)| sorted(a, b));
                    [one(a, b), one(b, a), both].into_iter().flatten().any(|p| found.contains(&p))
                });
                assert_ne!(lost, reached, "{a} {b}");
            }
        }
    }

    #[test]
    fn named_sets() {
        assert_eq!(members("squares", 20).unwrap(), [1, 4, 9, 16]);
        assert_eq!(members("fibonacci", 20).unwrap(), [1, 2, 3, 5, 8, 13]);
        assert_eq!(members("primes", 12).unwrap(), [2, 3, 5, 7, 11]);
        assert_eq!(members("factorials", 25).unwrap(), [1, 2, 6, 24]);
        assert_eq!(members("what", 25), None);
    }
}
