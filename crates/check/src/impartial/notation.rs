//! How the tables write lists, graphs and drawn examples.
//!
//! Drawn examples come from the generator of [`Draws`].

use crate::checker::{RowError, parse, parse_list};
use crate::draws::Draws;
use farstar_impartial::digraph::{Digraph, Outcome};

/// Most numbers a generator may be asked for.
const MOST_DRAWS: u64 = 10_000_000;

/// The numbers behind `name:` in `name:a:b:c`, if the field is of that kind.
pub(super) fn drawn<const N: usize>(field: &str, name: &str) -> Result<Option<[u64; N]>, RowError> {
    let Some(rest) = field.trim().strip_prefix(name).and_then(|rest| rest.strip_prefix(':')) else {
        return Ok(None);
    };
    let numbers: Vec<u64> = parse_list(rest, ':')?;
    let numbers = <[u64; N]>::try_from(numbers)
        .map_err(|_| RowError::Malformed(format!("`{field}` needs {N} numbers")))?;
    if numbers[0] > MOST_DRAWS {
        return Err(RowError::Malformed(format!(
            "`{field}` asks for more than {MOST_DRAWS} draws"
        )));
    }
    Ok(Some(numbers))
}

/// A list of sizes: written out, `gen:n:seed:m` for n draws below m plus one, or `rep:c:list` for a list c times over.
pub(super) fn sizes(field: &str) -> Result<Vec<u64>, RowError> {
    if let Some([count, seed, bound]) = drawn(field, "gen")? {
        let mut draws = Draws::new(seed);
        return Ok((0..count).map(|_| draws.below(bound.max(1)) + 1).collect());
    }
    if let Some((times, list)) = field.trim().strip_prefix("rep:").and_then(|r| r.split_once(':')) {
        let (times, list): (u64, Vec<u64>) = (parse(times)?, sizes(list)?);
        if times.saturating_mul(list.len() as u64) > MOST_DRAWS {
            return Err(RowError::Malformed(format!("`{field}` is too long")));
        }
        return Ok(list.repeat(times as usize));
    }
    parse_list(field, ' ')
}

/// Pairs such as `0>1,1>2`, the ends joined by `mark`.
pub(super) fn pairs(field: &str, mark: char) -> Result<Vec<(u32, u32)>, RowError> {
    let pieces: Vec<String> = parse_list(field, if mark == '>' { ',' } else { ' ' })?;
    let pair = |piece: &String| {
        let (a, b) = piece
            .split_once(mark)
            .ok_or_else(|| RowError::Malformed(format!("`{piece}` is not a pair a{mark}b")))?;
        Ok((parse(a)?, parse(b)?))
    };
    pieces.iter().map(pair).collect()
}

/// A graph given by its arcs, on as many vertices as arcs and `start` name.
pub(super) fn component(field: &str, start: u32) -> Result<Digraph, RowError> {
    let arcs = pairs(field, '>')?;
    let largest = arcs.iter().fold(start, |largest, &(u, v)| largest.max(u).max(v));
    Ok(Digraph::from_arcs(largest.saturating_add(1), &arcs)?)
}

/// Several graphs separated by `|` with a start vertex for each, as one graph: the components side by side, and the
/// starts in it.
pub(super) fn components(edges: &str, starts: &str) -> Result<(Digraph, Vec<u32>), RowError> {
    let starts: Vec<u32> = parse_list(starts, ' ')?;
    let graphs: Vec<&str> = edges.split('|').collect();
    if graphs.len() != starts.len() {
        return Err(RowError::Malformed(format!(
            "{} components with {} starts",
            graphs.len(),
            starts.len()
        )));
    }
    let mut arcs = Vec::new();
    let mut shifted = Vec::new();
    let mut offset = 0u32;
    for (graph, &start) in graphs.iter().zip(&starts) {
        let graph = component(graph, start)?;
        for u in 0..graph.vertices() {
            arcs.extend(graph.successors(u).iter().map(|v| (u + offset, v + offset)));
        }
        shifted.push(start + offset);
        offset = offset.checked_add(graph.vertices()).ok_or_else(|| {
            RowError::Malformed("the components have too many vertices".to_owned())
        })?;
    }
    Ok((Digraph::from_arcs(offset, &arcs)?, shifted))
}

/// A list as the tables print it: `-` if empty.
pub(super) fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// Winning moves as the tables print them: all of them, `count=n first=move` for long lists, or nothing known (`?`).
pub(super) fn moves<T: ToString>(expected: &str, moves: impl IntoIterator<Item = T>) -> String {
    let moves: Vec<String> = moves.into_iter().map(|m| m.to_string()).collect();
    match expected.trim() {
        "?" => "?".to_owned(),
        counted if counted.starts_with("count=") => {
            let first = moves.first().map_or("-", |first| first);
            format!("count={} first={first}", moves.len())
        }
        _ => joined(moves),
    }
}

/// The outcome of a loop-free position of known Grundy value.
pub(super) fn outcome(value: impl Into<u64>) -> Outcome {
    Outcome::from_next_wins(value.into() != 0)
}

/// A field that cannot be read.
pub(super) fn malformed(text: &str) -> RowError {
    RowError::Malformed(format!("`{text}` cannot be read"))
}

/// The value of a key in `key=value;key=value`.
pub(super) fn field<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.split(';').find_map(|piece| piece.strip_prefix(key)?.strip_prefix('='))
}

/// A list with commas.
pub(super) fn commas<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(",")
}
