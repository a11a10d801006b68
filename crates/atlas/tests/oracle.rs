//! Small boards of many rulesets: every position that the naive interpreter reaches, and no other, with its answer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use farstar_atlas::{Ask, Atlas, AtlasError, Headway, Job, Settings, verify};
use farstar_play::Limits;
use farstar_rules::builtin::rulesets;
use farstar_rules::language::Ruleset;
use farstar_testkit::SplitMix64;
use farstar_testkit::rules::{Interpreter, Position};

fn scratch(name: &str) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("oracle-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// A position as it is typed.
fn typed(position: &Position, hands: bool, kind: &str) -> String {
    if !position.vertices.is_empty() {
        let piece =
            |(i, name): (usize, &String)| format!("{name}:{}", position.cells[&(i as i32, 0)]);
        let joint = if kind == "digraph" { '>' } else { '-' };
        let edge = |(a, b): &(String, String)| format!("{a}{joint}{b}");
        let vertices = position.vertices.iter().enumerate().map(piece);
        return vertices.chain(position.edges.iter().map(edge)).collect::<Vec<_>>().join(", ");
    }
    let mut rows: BTreeMap<i32, String> = BTreeMap::new();
    let mut cells: Vec<_> = position.cells.iter().collect();
    cells.sort_by_key(|(place, _)| (place.1, place.0));
    for (&(_, y), &piece) in cells {
        rows.entry(y).or_default().push(piece);
    }
    let board = rows.into_values().collect::<Vec<_>>().join("|");
    match hands {
        true => format!("{},{}:{board}", position.hands[0], position.hands[1]),
        false => board,
    }
}

/// Positions reached by moves of either player; none if there are too many.
fn reached(oracle: &Interpreter, start: &Position, most: usize) -> Option<BTreeSet<Position>> {
    let mut all = BTreeSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        for left in [true, false] {
            for option in oracle.options(&position, left) {
                if all.insert(option.clone()) {
                    open.push(option);
                }
            }
        }
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// Who wins when Left begins, and when Right begins.
fn wins(
    oracle: &Interpreter,
    position: &Position,
    misere: bool,
    known: &mut BTreeMap<Position, [bool; 2]>,
) -> [bool; 2] {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let mut all = [misere; 2];
    for (player, win) in all.iter_mut().enumerate() {
        let options = oracle.options(position, player == 0);
        *win = *win && options.is_empty();
        for option in &options {
            *win |= !wins(oracle, option, misere, known)[1 - player];
        }
    }
    known.insert(position.clone(), all);
    all
}

fn grundy(oracle: &Interpreter, position: &Position, known: &mut BTreeMap<Position, u32>) -> u32 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let options = oracle.options(position, true);
    let values: BTreeSet<u32> =
        options.iter().map(|option| grundy(oracle, option, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(position.clone(), value);
    value
}

/// Makes an atlas and holds it against the interpreter; gives the number of positions, if there is an atlas.
fn held_against_the_oracle(rules: &Ruleset, text: &str, ask: Ask) -> Option<usize> {
    let none = Limits::none();
    let oracle = Interpreter::new(rules.text()).unwrap();
    let start = oracle.read(text).unwrap();
    let job = match Job::new(rules, text, ask, &none) {
        Ok(job) => job,
        Err(AtlasError::NoCodes(_) | AtlasError::NotGraded(_) | AtlasError::NotImpartial) => {
            return None;
        }
        // not every filling is a position
        Err(AtlasError::Position(_)) => return None,
        Err(error) => panic!("{} {text}: {error}", rules.name()),
    };
    let all = reached(&oracle, &start, 1500)?;
    // a vertex that is cut away cannot be typed
    if all.iter().any(|at| !at.vertices.is_empty() && at.cells.len() != at.vertices.len()) {
        return None;
    }
    let path = scratch(&format!("{}-{ask}.atlas", rules.name().replace([' ', '(', ')'], "-")));
    let found = job.run(&path, &Settings::default(), &none, &Headway::default()).unwrap();
    let mut atlas = Atlas::open(&path, &none).unwrap();
    let (mut won, mut values) = (BTreeMap::new(), BTreeMap::new());
    let mut codes = BTreeSet::new();
    for position in &all {
        let shown = typed(position, rules.has_hands(), oracle.kind());
        let told = atlas.probe(&shown).unwrap();
        let wanted = match ask {
            Ask::Grundy => grundy(&oracle, position, &mut values).to_string(),
            Ask::Winner => {
                let [left, right] = wins(&oracle, position, rules.is_misere(), &mut won);
                ["P", "R", "L", "N"][2 * usize::from(left) + usize::from(right)].to_owned()
            }
        };
        assert_eq!(told.as_deref(), Some(wanted.as_str()), "{} {text}: {shown}", rules.name());
        codes.insert(atlas.field().read(&shown).unwrap().unwrap().0);
    }
    assert_eq!(found.positions, codes.len() as u64, "{} {text}", rules.name());
    let verified = verify(&path, 50, &none).unwrap();
    assert_eq!(verified.contradiction, None, "{} {text}", rules.name());
    std::fs::remove_file(&path).unwrap();
    Some(all.len())
}

/// A graph with these pieces: every vertex is joined to one or two before it.
fn drawn_graph(pieces: impl Iterator<Item = char>, kind: &str, random: &mut SplitMix64) -> String {
    let joint = if kind == "digraph" { '>' } else { '-' };
    let (mut vertices, mut edges) = (Vec::new(), BTreeSet::new());
    for (v, piece) in pieces.enumerate() {
        vertices.push(format!("v{v}:{piece}"));
        for _ in 0..2 {
            if v > 0 {
                edges.insert(format!("v{}{joint}v{v}", random.below(v as u64)));
            }
        }
    }
    vertices.into_iter().chain(edges).collect::<Vec<_>>().join(", ")
}

#[test]
fn atlases_of_random_boards_are_what_the_interpreter_says() {
    let mut random = SplitMix64::new(23);
    let (mut games, mut positions) = (0, 0);
    for rules in rulesets() {
        let pieces = rules.pieces().to_vec();
        if pieces.is_empty() {
            continue;
        }
        let mut tried = 0;
        for (columns, rows) in [(3, 2), (3, 3), (7, 1), (2, 4)] {
            let some = 1 + random.below(pieces.len() as u64);
            let row = |_| -> String {
                (0..columns).map(|_| pieces[random.below(some) as usize]).collect()
            };
            let mut board = (0..rows).map(row).collect::<Vec<_>>().join("|");
            let kind = Interpreter::new(rules.text()).unwrap().kind().to_owned();
            if kind == "edges" {
                continue;
            }
            if kind == "graph" || kind == "digraph" {
                board = drawn_graph(board.replace('|', "").chars(), &kind, &mut random);
            }
            let text = if rules.has_hands() { format!("2,2:{board}") } else { board };
            let misere = [rules.clone(), rules.misere()];
            let rules = &misere[usize::from(columns == 2)];
            if Interpreter::new(rules.text()).is_ok_and(|oracle| oracle.read(&text).is_err()) {
                continue;
            }
            let ask = if rules.is_impartial() && columns == 3 { Ask::Grundy } else { Ask::Winner };
            if let Some(count) = held_against_the_oracle(rules, &text, ask) {
                (tried, positions) = (1, positions + count);
            }
        }
        games += tried;
    }
    assert!(games > 40 && positions > 5000, "{games} games, {positions} positions");
    println!("{games} games, {positions} positions");
}
