//! Small boards for every built-in ruleset.

use farstar_rules::language::{Kind, Ruleset};
use farstar_testkit::SplitMix64;

/// All boards of `columns` by `rows`, as texts.
fn all_boards(pieces: &[char], columns: usize, rows: usize, out: &mut Vec<String>) {
    let cells = columns * rows;
    for mut index in 0..pieces.len().pow(cells as u32) {
        let mut text = String::new();
        for i in 0..cells {
            if i > 0 && i % columns == 0 {
                text.push('|');
            }
            text.push(pieces[index % pieces.len()]);
            index /= pieces.len();
        }
        out.push(text);
    }
}

fn random_board(pieces: &[char], columns: usize, rows: usize, random: &mut SplitMix64) -> String {
    let rows: Vec<String> = (0..rows)
        .map(|_| (0..columns).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect())
        .collect();
    rows.join("|")
}

fn random_graph(rules: &Ruleset, kind: Kind, vertices: usize, random: &mut SplitMix64) -> String {
    let pieces = rules.pieces();
    let joint = if kind == Kind::Digraph { '>' } else { '-' };
    let mut words: Vec<String> = Vec::new();
    if kind == Kind::Edges {
        for _ in 0..vertices {
            let (a, b) =
                (random.below(vertices as u64) as usize, random.below(vertices as u64) as usize);
            let name = |v: usize| if v == 0 { "$".to_string() } else { v.to_string() };
            words.push(format!(
                "{}-{}:{}",
                name(a),
                name(b),
                pieces[random.below(pieces.len() as u64) as usize]
            ));
        }
        return words.join(", ");
    }
    let both_ways = kind == Kind::Digraph && !rules.canonical().contains("\nacyclic\n");
    for v in 0..vertices {
        words.push(format!("v{v}:{}", pieces[random.below(pieces.len() as u64) as usize]));
    }
    for a in 0..vertices {
        for b in 0..vertices {
            if a != b && (both_ways || a < b) && random.below(5) < 2 {
                words.push(format!("v{a}{joint}v{b}"));
            }
        }
    }
    words.join(", ")
}

/// A cell: a piece, with a small number if it carries one.
fn random_cell(rules: &Ruleset, random: &mut SplitMix64) -> String {
    let piece = *random.pick(rules.pieces());
    match rules.number(piece) {
        Some((low, high)) => format!("{piece}{}", (low + random.below(4) as u32).min(high)),
        None => piece.into(),
    }
}

/// A position of a ruleset whose pieces carry numbers.
fn random_numbers(rules: &Ruleset, kind: Kind, random: &mut SplitMix64) -> String {
    if !kind.is_plane() {
        let text = random_graph(rules, kind, 1 + random.below(6) as usize, random);
        let piece = |word: &str| word.chars().last().is_some_and(|c| rules.number(c).is_some());
        let counted = |word: &str| match word.rsplit_once(':') {
            Some((front, colour)) if piece(colour) => {
                format!("{front}:{}", random_cell(rules, random))
            }
            _ => word.to_owned(),
        };
        return text.split(", ").map(counted).collect::<Vec<_>>().join(", ");
    }
    let sizes = [(2, 2), (3, 2), (2, 3), (4, 1), (3, 3), (4, 2)];
    let line = matches!(kind, Kind::Strip | Kind::Row);
    let (columns, rows) =
        if line { (1 + random.below(6), 1) } else { *random.pick::<(u64, u64)>(&sizes) };
    let mut row = || (0..columns).map(|_| random_cell(rules, random)).collect::<Vec<_>>().join(",");
    (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
}

/// Positions of a ruleset: every board of at most about `most` for its size, and random larger ones.
pub(crate) fn positions(
    rules: &Ruleset,
    most: usize,
    random_ones: usize,
    random: &mut SplitMix64,
) -> Vec<String> {
    let mut out = Vec::new();
    let pieces = rules.pieces().to_vec();
    let few = |cells: usize| pieces.len().checked_pow(cells as u32).is_some_and(|n| n <= most);
    match rules.kind() {
        None => {
            let names =
                rules.canonical().lines().nth(1).map_or(1, |line| line.split(' ').count() - 1);
            let top: u64 = match names {
                1 => 11,
                2 => 6,
                3 => 4,
                _ => 3,
            };
            let mut heaps = vec![Vec::new()];
            for _ in 0..names {
                heaps = heaps
                    .iter()
                    .flat_map(|h: &Vec<u64>| (0..=top).map(|n| [h.as_slice(), &[n]].concat()))
                    .collect();
            }
            for heap in heaps {
                let words: Vec<String> = heap.iter().map(u64::to_string).collect();
                out.push(format!("({})", words.join(",")));
            }
        }
        Some(kind) if pieces.iter().any(|&p| rules.number(p).is_some()) => {
            for _ in 0..random_ones * 2 {
                out.push(random_numbers(rules, kind, random));
            }
        }
        Some(Kind::Strip | Kind::Row) => {
            for columns in (1..8).take_while(|&c| few(c)) {
                all_boards(&pieces, columns, 1, &mut out);
            }
            for _ in 0..random_ones {
                let columns = 5 + random.below(5) as usize;
                out.push(random_board(&pieces, columns, 1, random));
            }
        }
        Some(Kind::Grid | Kind::Hex) => {
            for (columns, rows) in
                [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2), (4, 1), (3, 2), (2, 3), (3, 3)]
            {
                if few(columns * rows) {
                    all_boards(&pieces, columns, rows, &mut out);
                }
            }
            for _ in 0..random_ones {
                let (columns, rows) =
                    [(3, 3), (4, 3), (3, 4), (5, 2), (2, 5), (6, 1)][random.below(6) as usize];
                out.push(random_board(&pieces, columns, rows, random));
            }
        }
        Some(kind) => {
            for _ in 0..random_ones * 2 {
                let vertices = 1 + random.below(6) as usize;
                out.push(random_graph(rules, kind, vertices, random));
            }
        }
    }
    if rules.canonical().contains("\nhands\n") {
        let with: Vec<String> =
            out.iter().enumerate().map(|(i, t)| format!("{},{}:{t}", i % 3, i / 3 % 3)).collect();
        return with;
    }
    out
}
