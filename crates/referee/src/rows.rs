//! Rows of cells as heaps: games whose moves fill runs of empty cells for good.
//!
//! Let every pattern that moves change be a run of the first piece, the empty cell, and none of the cells it becomes
//! empty again. Then nothing is changed but runs of empty cells, no move touches two of them, and a row that begins
//! empty is the sum of its runs, since of the cells outside a run moves ask nothing but what those at its two ends
//! are. So a run is a heap of its length and of its kind, which says what lies at its ends, an edge or some piece.
//! Kinds are one where their moves are: where they fill as much, for the same players, under the same conditions, and
//! leave runs of kinds that are one; left and right make no difference.

use crate::head::is_misere;
use std::collections::BTreeSet;

/// What lies at an end of a run: a piece, or nothing.
type End = Option<char>;

/// One kind of filling.
struct Filling<'t> {
    who: &'t str,
    length: usize,
    /// The outermost pieces that are put down.
    ends: [char; 2],
    /// Whether some, or no neighbour must be among these.
    clauses: Vec<(bool, &'t str)>,
}

/// How many cells are left on one side of what is filled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    None,
    Some,
    Any,
}

/// What a filling leaves on each side: how much, and the kind.
type Sides = [(Left, usize); 2];

/// The moves of a kind: for whom, how much they fill, and what they leave.
type Moves<'t> = BTreeSet<(&'t str, usize, Sides)>;

impl<'t> Filling<'t> {
    /// Reads `.. -> WW, not beside W`; nothing of a move that no single row has room for.
    fn read(who: &'t str, rule: &'t str, pieces: &str) -> Result<Option<Self>, String> {
        let beyond = || format!("'{rule}' is no filling of a run of empty cells");
        let mut clauses = rule.split(", ");
        let words: Vec<&str> = clauses.next().unwrap_or_default().split(' ').collect();
        let (&[before, "->", after] | &[before, "->", after, "down" | "se" | "sw"]) = &words[..]
        else {
            return Err(beyond());
        };
        let all = |text: &str| text.chars().all(|c| pieces.contains(c));
        let length = before.chars().count();
        if !all(before) || !all(after) || after.chars().count() != length {
            return Err(beyond());
        }
        match words.len() {
            4 if length > 1 => return Ok(None),
            4 => return Err(beyond()),
            _ => {}
        }
        let empty = |c| pieces.starts_with(c);
        let (Some(first), Some(last)) = (after.chars().next(), after.chars().last()) else {
            return Err(beyond());
        };
        if !before.chars().all(empty) || after.chars().any(empty) {
            return Err(beyond());
        }
        let clause = |text: &'t str| {
            let (some, set) = match text.strip_prefix("not beside ") {
                Some(set) => (false, set),
                None => (true, text.strip_prefix("beside ")?),
            };
            let inner = set.strip_prefix('[').and_then(|set| set.strip_suffix(']'));
            let set = inner.unwrap_or(set);
            let known = inner.is_some() || set.chars().count() == 1;
            (known && all(set) && !set.chars().any(empty)).then_some((some, set))
        };
        let clauses: Option<Vec<_>> = clauses.map(clause).collect();
        let clauses = clauses.ok_or_else(beyond)?;
        Ok(Some(Self { who, length, ends: [first, last], clauses }))
    }

    /// Whether it may be made in a run with such ends: at its left end or not, at its right end or not.
    fn allows(&self, ends: [End; 2], at: [bool; 2]) -> bool {
        self.clauses.iter().all(|(some, set)| {
            let meets = |side: usize| at[side] && ends[side].is_some_and(|c| set.contains(c));
            *some == (meets(0) || meets(1))
        })
    }

    /// What may be left on both sides: these cases are all there are.
    fn cases(&self, ends: [End; 2]) -> Vec<[Left; 2]> {
        let row = |left: bool| match [true, false].map(|right| self.allows(ends, [left, right])) {
            [true, true] => Some(Left::Any),
            [true, false] => Some(Left::None),
            [false, true] => Some(Left::Some),
            [false, false] => None,
        };
        let (none, some) = (row(true), row(false));
        let all = if none == some {
            vec![(Left::Any, none)]
        } else {
            vec![(Left::None, none), (Left::Some, some)]
        };
        all.into_iter().filter_map(|(left, right)| Some([left, right?])).collect()
    }
}

/// The text of the game of heaps that single rows are which begin empty, in canonical form, and how many kinds of runs
/// there are; if they are several, 0 is the one with two edges.
///
/// # Errors
/// Why rows of the game are no heaps for this reader.
///
/// # Examples
/// ```
/// let cram = "game Rules\ngrid of . #\nBoth: .. -> ##\nBoth: .. -> ## down\n";
/// let (heaps, kinds) = farstar_referee::heaps_of_rows(cram).unwrap();
/// assert_eq!(kinds, 1);
/// assert_eq!(heaps, "game Rules\nheap n\nBoth: (n) -> (i) + (n-2-i) for i in 0..n-2\n");
/// ```
pub fn heaps_of_rows(text: &str) -> Result<(String, usize), String> {
    let (mut pieces, mut fillings) = (String::new(), Vec::new());
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default();
    is_misere(head)?;
    for line in lines {
        if let Some(words) =
            line.strip_prefix("grid of ").or_else(|| line.strip_prefix("strip of "))
        {
            for word in words.split(' ') {
                let mut letters = word.chars();
                match (letters.next(), letters.next(), letters.next(), letters.next()) {
                    (Some(piece), None, ..) => pieces.push(piece),
                    (Some(left), Some('/'), Some(right), None) => pieces.extend([left, right]),
                    _ => return Err(format!("'{word}' is more than pieces")),
                }
            }
        } else if let Some((who @ ("Both" | "Left" | "Right"), rule)) = line.split_once(": ") {
            fillings.extend(Filling::read(who, rule, &pieces)?);
        } else {
            return Err(format!("'{line}' is no rule of a game of heaps or of rows"));
        }
    }
    // all kinds that runs can have
    let (mut kinds, mut next): (Vec<[End; 2]>, usize) = (vec![[None; 2]], 0);
    let mut moves: Vec<Vec<(usize, Sides)>> = Vec::new();
    while let Some(&ends) = kinds.get(next) {
        next += 1;
        let mut own = Vec::new();
        for (which, filling) in fillings.iter().enumerate() {
            let [first, last] = filling.ends.map(Some);
            let made = [[ends[0], first], [last, ends[1]]];
            for left in filling.cases(ends) {
                let kind = |side: usize| {
                    kinds.iter().position(|kind| *kind == made[side]).unwrap_or_else(|| {
                        kinds.push(made[side]);
                        kinds.len() - 1
                    })
                };
                let [a, b] = [0, 1].map(kind);
                own.push((which, [(left[0], a), (left[1], b)]));
            }
        }
        moves.push(own);
    }
    let classes = classes(&fillings, &moves);
    let most = classes.iter().max().copied().unwrap_or(0);
    let mut out = format!("{head}\nheap {}\n", if most == 0 { "n" } else { "n k" });
    for class in 0..=most {
        let Some(kind) = classes.iter().position(|&own| own == class) else { continue };
        let mut lines = BTreeSet::new();
        for &(which, sides) in &moves[kind] {
            let sides = sides.map(|(left, kind)| (left, classes[kind]));
            lines.insert(written(&fillings[which], sides, (most > 0).then_some(class)));
        }
        out.extend(lines);
    }
    Ok((out, most + 1))
}

/// For each kind the number of those that are one with it.
fn classes(fillings: &[Filling<'_>], moves: &[Vec<(usize, Sides)>]) -> Vec<usize> {
    let (mut classes, mut count) = (vec![0; moves.len()], 1);
    loop {
        let mut seen: Vec<(usize, Moves<'_>)> = Vec::new();
        let mut next = Vec::new();
        for (kind, own) in moves.iter().enumerate() {
            let told = own.iter().map(|&(which, sides)| {
                // what is empty is of no kind
                let kind = |(left, kind)| if left == Left::None { 0 } else { classes[kind] };
                let mut sides = sides.map(|side| (side.0, kind(side)));
                sides.sort_unstable();
                (fillings[which].who, fillings[which].length, sides)
            });
            let told = (classes[kind], told.collect());
            next.push(seen.iter().position(|one| *one == told).unwrap_or_else(|| {
                seen.push(told);
                seen.len() - 1
            }));
        }
        classes = next;
        if seen.len() == count {
            return classes;
        }
        count = seen.len();
    }
}

/// A filling of the runs of a class, if there are several, as a line of rules.
fn written(filling: &Filling<'_>, sides: Sides, class: Option<usize>) -> String {
    let (who, length) = (filling.who, filling.length);
    let run = |size: &str, kind: usize| match class {
        Some(_) => format!("({size},{kind})"),
        None => format!("({size})"),
    };
    let heap = if class.is_some() { "(n,k)" } else { "(n)" };
    let mut conditions: Vec<String> =
        class.map(|class| format!("k = {class}")).into_iter().collect();
    let made = match sides {
        [(Left::None, _), (Left::None, _)] => {
            conditions.push(format!("n = {length}"));
            "nothing".to_owned()
        }
        [(Left::None, _), (left, kind)] | [(left, kind), (Left::None, _)] => {
            let least = length + usize::from(left == Left::Some);
            conditions.push(format!("{least} <= n"));
            run(&format!("n-{length}"), kind)
        }
        [(first, a), (second, b)] => {
            let from = usize::from(first == Left::Some);
            let most = length + usize::from(second == Left::Some);
            let (a, b) = (run("i", a), run(&format!("n-{length}-i"), b));
            format!("{a} + {b} for i in {from}..n-{most}")
        }
    };
    let conditions = conditions.join(" and ");
    let condition = if conditions.is_empty() { conditions } else { format!(" if {conditions}") };
    format!("{who}: {heap} -> {made}{condition}\n")
}

#[cfg(test)]
mod tests {
    use super::heaps_of_rows;

    #[test]
    fn other_games_are_no_rows() {
        for (board, rule) in [
            ("grid of . X/O", "Both: XO -> .X"),
            ("grid of . X", "Both: .. -> X."),
            ("grid of . X", "Both: .. -> XX, not making XXX"),
            ("grid of . X", "Both: . -> X, not beside ."),
            ("grid of . X", "Both: . -> X, not beside [X$]"),
            ("grid of . X", "Both: .+ -> X+"),
            ("grid of . X", "Both: . -> X down"),
            ("grid of . X(0..3)", "Both: . -> X"),
            ("hex of . X", "Both: .. -> XX"),
            ("strip of . X", "stop at XX"),
        ] {
            assert!(heaps_of_rows(&format!("game Rules\n{board}\n{rule}\n")).is_err(), "{rule}");
        }
    }
}
