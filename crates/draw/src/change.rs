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
        (View::Rows { cells: old, .. }, View::Rows { cells: new, .. })
            if old.len() == new.len() =>
        {
            cells(old, new, layout, empty)
        }
        (View::Graph { vertices: old, .. }, View::Graph { vertices: new, .. }) => {
            let piece = |list: &[(String, Option<char>)]| {
                list.iter().map(|(_, piece)| *piece).collect::<Vec<_>>()
            };
            cells(&piece(old), &piece(new), layout, empty)
        }
        (View::Edges { edges: old, .. }, View::Edges { edges: new, .. }) => cut(old, new, layout),
        (View::Herds { cells: old, .. }, View::Herds { cells: new, .. }) => run(old, new, layout),
        (View::Heaps(old), View::Heaps(new)) => heaps(old, new, layout),
        (_, View::Rows { cells, .. }) => {
            let text: String = cells.iter().map(|cell| cell.unwrap_or(' ')).collect();
            Change { name: format!("→ {}", shortened(&text)), ..Change::default() }
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

/// Cells: first those that are left, then those that are entered, then those that are closed.
fn cells(
    old: &[Option<char>],
    new: &[Option<char>],
    layout: &Layout,
    empty: Option<char>,
) -> Change {
    let mut cells: Vec<usize> = (0..old.len()).filter(|&i| old[i] != new[i]).collect();
    let rank = |i: &usize| match new[*i] {
        Some('#') | None => 2,
        piece if piece == empty => 0,
        _ => 1,
    };
    cells.sort_by_key(|i| (rank(i), *i));
    let names: Vec<&str> =
        cells.iter().filter_map(|&i| layout.labels.get(i)).map(String::as_str).collect();
    let mut name = names[..names.len().min(MOST_NAMED)].join("–");
    if names.len() > MOST_NAMED {
        name.push_str(&format!(" and {} more", names.len() - MOST_NAMED));
    }
    if name.is_empty() {
        name = "pass".to_owned();
    }
    let at = layout.middle(&cells);
    Change { cells, name, at }
}

/// The sheep that ran: how many, from where, to where.
fn run(old: &[Option<i16>], new: &[Option<i16>], layout: &Layout) -> Change {
    let mut cells: Vec<usize> = (0..old.len()).filter(|&i| old[i] != new[i]).collect();
    cells.sort_by_key(|&i| (old[i] == Some(0), i));
    let name = match cells.as_slice() {
        &[from, to] => {
            let sheep = new[to].unwrap_or(0).unsigned_abs();
            format!("{}–{}:{sheep}", layout.labels[from], layout.labels[to])
        }
        _ => "pass".to_owned(),
    };
    let at = layout.middle(&cells);
    Change { cells, name, at }
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
    Change { cells, name, at }
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
    Change { cells, name: format!("{} → {}", side(went), side(came)), at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Scene, layout};
    use farstar_rules::builtin::ruleset;
    use farstar_rules::position::Ruleset;
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
    fn a_cut_is_the_edge_that_was_cut() {
        assert_eq!(names("Hackenbush", "$-1:B, 1-2:R, 2-3:B", Player::Left), ["cut a", "cut c"]);
        assert_eq!(names("Hackenbush", "$-1:B, 1-2:R, 2-3:B", Player::Right), ["cut b"]);
    }
}
