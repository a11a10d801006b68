//! Small boards of many rulesets: every position that the naive interpreter reaches, and no other, with its answer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::worth::worth;
use farstar_atlas::{Ask, Atlas, AtlasError, Headway, Job, Settings, verify};
use farstar_play::Limits;
use farstar_rules::builtin::rulesets;
use farstar_rules::language::Ruleset;
use farstar_testkit::SplitMix64;
use farstar_testkit::rules::{Interpreter, Position};
use farstar_value::Arena;
use farstar_value::text::Notation;

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

/// For each position and who begins, 0 for Left, whether that player wins and after how many moves; draws are left out.
fn decided(
    oracle: &Interpreter,
    all: &BTreeSet<Position>,
    misere: bool,
) -> BTreeMap<(Position, usize), (bool, u32)> {
    let mut known: BTreeMap<(Position, usize), (bool, u32)> = BTreeMap::new();
    for round in 0.. {
        let mut news = Vec::new();
        for position in all {
            for player in 0..2 {
                let state = (position.clone(), player);
                if known.contains_key(&state) {
                    continue;
                }
                let options = oracle.options(position, player == 0);
                let ends: Vec<Option<(bool, u32)>> = options
                    .iter()
                    .map(|option| known.get(&(option.clone(), 1 - player)).copied())
                    .collect();
                // nothing of this round is known yet, so a loss among the options is the quickest
                if options.is_empty() {
                    news.push((state, (misere, 0)));
                } else if ends.iter().flatten().any(|end| !end.0) {
                    news.push((state, (true, round)));
                } else if ends.iter().all(|end| end.is_some()) {
                    news.push((state, (false, round)));
                }
            }
        }
        if news.is_empty() {
            break;
        }
        known.extend(news);
    }
    known
}

/// A position and its ends as an atlas of draws tells them.
fn told_ends(ends: [Option<(bool, u32)>; 2], impartial: bool) -> String {
    let sign = |end: Option<(bool, u32)>| match end {
        None => "=".to_owned(),
        Some((won, plies)) => format!("{}{plies}", if won { '+' } else { '-' }),
    };
    let wins = ends.map(|end| end.map(|end| end.0));
    let kind = match wins {
        [Some(false), Some(false)] => "P",
        [Some(true), Some(true)] => "N",
        [Some(true), Some(false)] => "L",
        [Some(false), Some(true)] => "R",
        [None, None] => "D",
        [None, Some(false)] => "PHat",
        [Some(false), None] => "PCheck",
        [Some(true), None] => "NHat",
        [None, Some(true)] => "NCheck",
    };
    match impartial {
        true => format!("{kind} {}", sign(ends[0])),
        false => format!("{kind} {} {}", sign(ends[0]), sign(ends[1])),
    }
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
    let (mut won, mut values, mut worths) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let ends = match ask {
        Ask::Draws => decided(&oracle, &all, rules.is_misere()),
        Ask::Winner | Ask::Grundy | Ask::Value => BTreeMap::new(),
    };
    let mut codes = BTreeSet::new();
    for position in &all {
        let shown = typed(position, rules.has_hands(), oracle.kind());
        let told = atlas.probe(&shown).unwrap();
        let wanted = match ask {
            Ask::Grundy => grundy(&oracle, position, &mut values).to_string(),
            Ask::Draws => {
                let of = |player| ends.get(&(position.clone(), player)).copied();
                told_ends([of(0), of(1)], rules.is_impartial())
            }
            Ask::Value => {
                let value = worth(&oracle, position, &mut calc, &mut worths);
                calc.print(value, Notation::Ascii).unwrap()
            }
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
    let (mut games, mut positions, mut draws, mut values) = (0, 0, 0, 0);
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
            let ask = match rules.ending() {
                Ok(_) if rules.is_impartial() && columns == 3 => Ask::Grundy,
                Ok(_) if columns == 3 && rows == 2 && !rules.is_misere() => Ask::Value,
                // play that ends has no draws, and its wins take moves too
                Ok(_) if columns < 7 || rows == 4 => Ask::Winner,
                _ => Ask::Draws,
            };
            draws += usize::from(ask == Ask::Draws);
            if let Some(count) = held_against_the_oracle(rules, &text, ask) {
                (tried, positions) = (1, positions + count);
                values += if ask == Ask::Value { count } else { 0 };
            }
        }
        games += tried;
    }
    assert!(games > 40 && positions > 5000, "{games} games, {positions} positions");
    assert!(draws > 20, "{draws} boards were asked for draws");
    assert!(values > 500, "{values} positions were asked for values");
    println!("{games} games, {positions} positions, {draws} boards asked for draws");
}

/// Of a position and its negative one stands in the file, and which one is a matter of numbering: by definition, from
/// all positions of Konane on 4 by 4, P, N and the sum of L and R are counts of the game, and L and R are not.
#[test]
fn left_and_right_are_counted_by_which_image_is_kept() {
    let none = Limits::none();
    let rules = farstar_rules::builtin::ruleset("Konane").unwrap();
    let start = "XOXO|O..X|XOXO|OXOX";
    let oracle = Interpreter::new(rules.text()).unwrap();
    let all = reached(&oracle, &oracle.read(start).unwrap(), 10_000).unwrap();
    let job = Job::new(&rules, start, Ask::Winner, &none).unwrap();
    let path = scratch("numbering.atlas");
    let found = job.run(&path, &Settings::default(), &none, &Headway::default()).unwrap();
    let codes = job.field().codes();
    let mut known = BTreeMap::new();
    // by normal form: the winners of the least and of the greatest image that play reaches
    let mut classes: BTreeMap<u64, [(u64, usize); 2]> = BTreeMap::new();
    for position in &all {
        let [left, right] = wins(&oracle, position, false, &mut known);
        let (_, packed) = rules.position(&typed(position, false, oracle.kind())).unwrap();
        let code = codes.encode(packed.words());
        let this = (code, usize::from(left) + 2 * usize::from(right));
        let ends = classes.entry(codes.normal(code).0).or_insert([this; 2]);
        *ends = [ends[0].min(this), ends[1].max(this)];
    }
    let counted = |end: usize| {
        let mut counts = [0u64; 4];
        classes.values().for_each(|ends| counts[ends[end].1] += 1);
        counts
    };
    let of_the_game = |counts: &[u64]| [counts[0], counts[1] + counts[2], counts[3]];
    let (least, greatest) = (counted(0), counted(1));
    assert_eq!(of_the_game(&found.counts), of_the_game(&least));
    assert_eq!(of_the_game(&least), of_the_game(&greatest));
    assert_ne!(least[1], greatest[1]);
    // the start is its own negative, so of all positions as many are Left's as Right's
    let of = |wanted| known.values().filter(|&&wins| wins == wanted).count();
    assert_eq!(of([true, false]), of([false, true]));
}
