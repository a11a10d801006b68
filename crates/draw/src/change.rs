//! What a move changes on the board, and how it is called.

use crate::board::Layout;
use farstar_rules::View;

/// What differs between a position and one after a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// The cells that differ, in the order in which the move is told.
    pub cells: Vec<usize>,
    /// How the move is called: `b3–b2`, `5 → 3`, `cut g`.
    pub name: String,
    /// Where on the board it is.
    pub at: Option<(f64, f64)>,
    /// The cell that a piece leaves and the cell that it enters, where the move is such a step.
    pub step: Option<[usize; 2]>,
}

/// More cells than this are not all named.
const MOST_NAMED: usize = 4;
/// Positions longer than this are not a name.
const LONGEST_NAME: usize = 24;

/// What differs between two positions on one board.
///
/// `empty` is the piece of an empty cell.
///
/// # Examples
/// ```
/// use farstar_draw::{Scene, change, layout};
/// use farstar_rules::View;
/// let [before, after] = [vec![vec![5], vec![3]], vec![vec![5], vec![1]]].map(View::Heaps);
/// let scene = Scene { view: &before, kind: None, pieces: &[], places: &Default::default() };
/// let change = change(&before, &after, &layout(&scene), None);
/// assert_eq!((change.name.as_str(), change.cells), ("3 → 1", vec![1]));
/// ```
#[must_use]
pub fn change(before: &View, after: &View, layout: &Layout, empty: Option<char>) -> Change {
    match (before, after) {
        (
            View::Rows { cells: old, numbers: before, .. },
            View::Rows { cells: new, numbers: after, .. },
        ) if old.len() == new.len() => {
            let [old, new] = [paired(old, before), paired(new, after)];
            cells(&old, &new, layout, empty)
        }
        (
            View::Graph { vertices: old, numbers: before, .. },
            View::Graph { vertices: new, numbers: after, .. },
        ) => {
            let piece = |list: &[(String, Option<char>)], numbers: &[Option<u32>]| {
                paired(&list.iter().map(|(_, piece)| *piece).collect::<Vec<_>>(), numbers)
            };
            cells(&piece(old, before), &piece(new, after), layout, empty)
        }
        (View::Edges { edges: old, numbers, .. }, View::Edges { edges: new, .. })
            if numbers.is_empty() =>
        {
            cut(old, new, layout)
        }
        (
            View::Edges { edges: old, numbers: before, .. },
            View::Edges { edges: new, numbers: after, .. },
        ) => {
            let piece = |list: &[(Option<usize>, Option<usize>, Option<char>)], numbers: &[_]| {
                paired(&list.iter().map(|edge| edge.2).collect::<Vec<_>>(), numbers)
            };
            cells(&piece(old, before), &piece(new, after), layout, empty)
        }
        (View::Heaps(old), View::Heaps(new)) => heaps(old, new, layout),
        (_, View::Rows { cells, numbers, .. }) => {
            let sign = |(piece, number): Cell| match number {
                Some(number) if numbers.iter().flatten().any(|&n| n > 9) => format!("{number} "),
                Some(number) => number.to_string(),
                None => piece.unwrap_or(' ').to_string(),
            };
            let text: String = paired(cells, numbers).into_iter().map(sign).collect();
            let text = text.trim_end();
            Change { name: format!("→ {}", shortened(text)), ..Change::default() }
        }
        _ => Change::default(),
    }
}

fn shortened(text: &str) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown: String = text.chars().take(LONGEST_NAME).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// A piece, and its number if it carries one.
type Cell = (Option<char>, Option<u32>);

fn paired(cells: &[Option<char>], numbers: &[Option<u32>]) -> Vec<Cell> {
    let number = |at: usize| numbers.get(at).copied().flatten();
    cells.iter().enumerate().map(|(at, &piece)| (piece, number(at))).collect()
}

/// Cells: first those that are left, then those that are entered, then those that are closed; behind them the number on
/// the last.
fn cells(old: &[Cell], new: &[Cell], layout: &Layout, empty: Option<char>) -> Change {
    let mut cells: Vec<usize> = (0..old.len()).filter(|&i| old[i] != new[i]).collect();
    let rank = |i: &usize| match new[*i].0 {
        Some('#') | None => 2,
        // what was sent off comes before where it went
        piece if piece == empty || old[*i].1.is_some() => 0,
        _ => 1,
    };
    cells.sort_by_key(|i| (rank(i), *i));
    let names: Vec<&str> =
        cells.iter().filter_map(|&i| layout.labels.get(i)).map(String::as_str).collect();
    let mut name = names[..names.len().min(MOST_NAMED)].join("–");
    if names.len() > MOST_NAMED {
        name.push_str(&format!(" and {} more", names.len() - MOST_NAMED));
    }
    if let Some(number) = cells.last().and_then(|&i| new[i].1) {
        name.push_str(&format!(":{number}"));
    }
    if name.is_empty() {
        name = "pass".to_owned();
    }
    let at = layout.middle(&cells);
    Change { step: step(old, new, &cells, empty), cells, name, at }
}

/// The step of a piece from one of these cells to another: what lay on the one that is left lies now on the only cell
/// that is entered.
fn step(old: &[Cell], new: &[Cell], cells: &[usize], empty: Option<char>) -> Option<[usize; 2]> {
    let is_piece = |(piece, _): Cell| piece.is_some() && piece != empty && piece != Some('#');
    let mut entered = cells.iter().filter(|&&i| is_piece(new[i]));
    let &to = entered.next()?;
    if entered.next().is_some() {
        return None;
    }
    let mut left = cells.iter().filter(|&&i| i != to && old[i] == new[to] && !is_piece(new[i]));
    let &from = left.next()?;
    left.next().is_none().then_some([from, to])
}

/// The edge that was cut: the one that still has an end on what stands. The others fell.
fn cut(
    old: &[(Option<usize>, Option<usize>, Option<char>)],
    new: &[(Option<usize>, Option<usize>, Option<char>)],
    layout: &Layout,
) -> Change {
    let mut cells: Vec<usize> = (0..old.len()).filter(|&i| old[i].2 != new[i].2).collect();
    let stands = |end: Option<usize>| {
        end.is_none()
            || new.iter().any(|&(a, b, piece)| {
                piece.is_some_and(|sign| sign != '_') && (a == end || b == end)
            })
    };
    cells.sort_by_key(|&i| (!(stands(old[i].0) || stands(old[i].1)), i));
    let at = layout.middle(&cells[..cells.len().min(1)]);
    let name = match cells.first().and_then(|&i| layout.labels.get(i)) {
        Some(label) => format!("cut {label}"),
        None => "pass".to_owned(),
    };
    Change { cells, name, at, step: None }
}

/// The heaps that went and the heaps that came.
fn heaps(old: &[Vec<u64>], new: &[Vec<u64>], layout: &Layout) -> Change {
    let mut came: Vec<&Vec<u64>> = new.iter().collect();
    let mut cells = Vec::new();
    for (i, heap) in old.iter().enumerate() {
        match came.iter().position(|other| *other == heap) {
            Some(at) => {
                came.remove(at);
            }
            None => cells.push(i),
        }
    }
    // Where the heaps keep their places, those that changed are told by their places.
    let moved: Vec<usize> = (0..old.len()).filter(|&i| new.get(i) != Some(&old[i])).collect();
    if old.len() == new.len() && moved.len() == cells.len() {
        came = moved.iter().map(|&i| &new[i]).collect();
        cells = moved;
    }
    let written = |heap: &Vec<u64>| {
        let numbers: Vec<String> = heap.iter().map(u64::to_string).collect();
        if heap.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(",")) }
    };
    let went: Vec<String> = cells.iter().map(|&i| written(&old[i])).collect();
    let came: Vec<String> = came.into_iter().map(written).collect();
    // Heaps cut into many equal ones are counted.
    let side = |list: Vec<String>| {
        let runs = list.chunk_by(|a, b| a == b).map(|run| match run.len() {
            1 | 2 => run.join(" + "),
            many => format!("{many} × {}", run[0]),
        });
        if list.is_empty() { "0".to_owned() } else { runs.collect::<Vec<_>>().join(" + ") }
    };
    let at = layout.middle(&cells);
    Change { cells, name: format!("{} → {}", side(went), side(came)), at, step: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Scene, layout};
    use farstar_rules::builtin::ruleset;
    use farstar_rules::position::GameGraph;
    use farstar_value::Player;

    fn names(name: &str, position: &str, player: Player) -> Vec<String> {
        let rules = ruleset(name).expect("a ruleset");
        let (game, start) = rules.position(position).expect("a position");
        let view = game.view(&start);
        let places = Default::default();
        let layout =
            layout(&Scene { view: &view, kind: rules.kind(), pieces: &[], places: &places });
        let mut options = Vec::new();
        game.options(&start, player, &mut options);
        let mut names: Vec<String> = options
            .iter()
            .map(|option| {
                change(&view, &game.view(option), &layout, rules.pieces().first().copied()).name
            })
            .collect();
        names.sort();
        names
    }

    #[test]
    fn moves_have_the_names_of_their_cells() {
        assert_eq!(names("Domineering", "..|..", Player::Left), ["a2–a1", "b2–b1"]);
        assert_eq!(names("Domineering", "..|..", Player::Right), ["a1–b1", "a2–b2"]);
        assert_eq!(names("Toads and Frogs", "TF.", Player::Left), ["1–3"]);
        assert_eq!(names("Toads and Frogs", "T.F", Player::Right), ["3–2"]);
        assert_eq!(names("Clobber", "XO", Player::Left), ["a1–b1"]);
        assert_eq!(names("Clobber", "XO", Player::Right), ["b1–a1"]);
        assert_eq!(names("Nim", "3+1", Player::Left), ["1 → 0", "3 → 0", "3 → 1", "3 → 2"]);
        assert_eq!(
            names("Amazons", "X..", Player::Left),
            ["a1–b1–c1", "a1–c1–b1", "b1–a1", "c1–a1"]
        );
    }

    #[test]
    fn moves_of_numbers_tell_the_number_that_is_left_or_came() {
        assert_eq!(names("Battle Sheep", "3,0", Player::Left), ["a1–b1:1", "a1–b1:2"]);
        assert_eq!(
            names("End-Nim", "3", Player::Left),
            ["1:1", "1:1", "1:2", "1:2", "→ nothing", "→ nothing"]
        );
        assert_eq!(names("End-Nim", "1,12", Player::Right)[..3], ["2:1", "2:10", "2:11"]);
        assert_eq!(names("Weighted Arc Kayles", "a-b, a:2, b:3", Player::Left), ["a–b:2", "a–b:2"]);
    }

    #[test]
    fn a_cut_is_the_edge_that_was_cut() {
        assert_eq!(names("Hackenbush", "$-1:B, 1-2:R, 2-3:B", Player::Left), ["cut a", "cut c"]);
        assert_eq!(names("Hackenbush", "$-1:B, 1-2:R, 2-3:B", Player::Right), ["cut b"]);
    }
}
