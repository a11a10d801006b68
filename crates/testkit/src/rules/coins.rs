//! Coins in a row that a move turns by a code: the definition, over all sets of coins.

use std::collections::BTreeSet;

use super::Position;

/// The positions that a move by the code leaves, of pieces `[tails, heads]`.
pub(crate) fn turned(position: &Position, code: &str, faces: [char; 2]) -> BTreeSet<Position> {
    let coins = position.cells.len();
    let row: Vec<char> = position.cells.values().copied().collect();
    let mut found = BTreeSet::new();
    for set in 1u32..1 << coins {
        let places: Vec<usize> = (0..coins).filter(|&i| set >> i & 1 == 1).collect();
        let lead = places[places.len() - 1];
        if row[lead] != faces[1] || !code.split(',').any(|pattern| allows(pattern, &places)) {
            continue;
        }
        let mut next = position.clone();
        for (i, piece) in next.cells.values_mut().enumerate().filter(|(i, _)| places.contains(i)) {
            *piece = faces[usize::from(row[i] == faces[0])];
        }
        found.insert(next);
    }
    found
}

/// Whether a pattern allows a set of places, counted from 0.
fn allows(pattern: &str, places: &[usize]) -> bool {
    let letters = pattern.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(pattern.len());
    let (counts, letters) = pattern.split_at(letters);
    let number = |text: &str| text.parse::<usize>().ok();
    let (least, most) = match (counts.strip_suffix('+'), counts.split_once('-')) {
        (Some(least), _) => (number(least), None),
        (None, Some((least, most))) => (number(least), number(most)),
        (None, None) => (number(counts), number(counts)),
    };
    let counted =
        least.is_some_and(|n| places.len() >= n) && most.is_none_or(|n| places.len() <= n);
    let (first, last) = (places[0], places[places.len() - 1]);
    let gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (letters, within) = match letters.split_once("C(") {
        Some((letters, within)) => (letters, number(within.trim_end_matches(')'))),
        None => (letters, None),
    };
    counted
        && within.is_none_or(|within| last - first < within)
        && letters.chars().all(|letter| match letter {
            'C' => gaps.iter().all(|&gap| gap == 1),
            'E' => gaps.iter().all(|&gap| gap == gaps[0]),
            'S' => gaps.iter().eq(gaps.iter().rev()),
            _ => first == 0,
        })
}
