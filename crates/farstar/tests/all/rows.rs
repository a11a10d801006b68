//! Rows of cells as heaps, against the rows played as they are.

use farstar::find::{Inquiry, discover, rows};
use farstar::{Answer, Arena, Limits, Player, Question, Ruleset, Solver, Sum};
use farstar_testkit::SplitMix64;
use std::collections::HashSet;

fn answer(solver: &mut Solver<'_>, rules: &Ruleset, text: &str) -> Answer {
    let position = rules.position(text).unwrap();
    solver.answer(&Sum::from(position), Question::default(), &Limits::none()).unwrap()
}

/// The outcome and the value of rows and of the heaps that they are; how many have other values than shorter ones.
fn agree(rules: &Ruleset, most: usize) -> usize {
    let row = |n: usize| rules.rules().pieces()[0].to_string().repeat(n);
    let arena = Arena::new();
    let mut solver = Solver::new(&arena);
    let Some(heaps) = rows(rules) else {
        // rows without moves are no game of heaps
        let last = answer(&mut solver, rules, &row(most));
        assert!(last.starts(Player::Left).moves.is_empty(), "{}", rules.rules().canonical());
        assert!(last.starts(Player::Right).moves.is_empty(), "{}", rules.rules().canonical());
        return 0;
    };
    let [text, of_heaps] = [rules, &heaps].map(|rules| rules.rules().canonical().to_owned());
    let kinds = heaps.rules().heap_names().map_or(0, <[String]>::len);
    let mut seen = HashSet::new();
    for n in 1..=most {
        let heap = if kinds > 1 { format!("({n},0)") } else { n.to_string() };
        let [row, heap] = [(rules, row(n)), (&heaps, heap)]
            .map(|(rules, text)| answer(&mut solver, rules, &text));
        let told = |answer: Answer| (answer.outcome, answer.value);
        let (row, heap) = (told(row), told(heap));
        assert!(row == heap, "{text}\n{of_heaps}\n{n}: {row:?} {heap:?}");
        seen.insert(row);
    }
    seen.len() - 1
}

/// One or two lines of moves that fill runs of empty cells, with conditions.
fn fillings(random: &mut SplitMix64) -> String {
    let line = |random: &mut SplitMix64| {
        let length = 1 + random.below(3) as usize;
        let piece = |random: &mut SplitMix64| ['X', 'O', 'W'][random.below(3) as usize];
        let filled: String = (0..length).map(|_| piece(random)).collect();
        let mut line = format!("{} -> {filled}", ".".repeat(length));
        for _ in 0..random.below(3) {
            let set: HashSet<char> = (0..1 + random.below(2)).map(|_| piece(random)).collect();
            let set: String = set.into_iter().collect();
            let set = if set.len() > 1 { format!("[{set}]") } else { set };
            let not = if random.below(4) > 0 { "not " } else { "" };
            line += &format!(", {not}beside {set}");
        }
        line
    };
    let first = line(random);
    if random.below(2) == 0 { first } else { format!("{first}\n  {}", line(random)) }
}

#[test]
fn rows_have_the_values_of_their_heaps() {
    let (mut random, mut values) = (SplitMix64::new(11), 0);
    for _ in 0..400 {
        let board = ["strip", "grid"][random.below(2) as usize];
        let left = fillings(&mut random);
        let moves = match random.below(3) {
            0 => format!("Both: {left}"),
            1 => format!("Left: {left}\nRight: as Left"),
            _ => format!("Left: {left}\nRight: {}", fillings(&mut random)),
        };
        let text = format!("game G\n{board} of . X/O W\n{moves}");
        // whose exchange is itself, `as Left` is not said of
        let Ok(rules) = text.parse::<Ruleset>() else { continue };
        values += agree(&rules, 7);
    }
    assert!(values > 600, "only {values} values");
}

#[test]
fn rows_of_the_rulesets_have_theorems() {
    let (inquiry, none) = (Inquiry::default(), Limits::none());
    for (name, most, law) in [
        ("Cram", 12, Some((1_000_000_000_i128, 3))),
        ("misere Strip Kayles", 12, None),
        ("Strip Kayles", 12, Some((71, 7))),
        ("Domineering", 14, Some((1_000_000_001, -500_000_000))),
        ("Domino Colouring", 12, None),
        // twice the number, with two edges
        ("Grid Col", 8, Some((1_000_000_000, 0))),
        ("Grid Snort", 7, None),
        ("impartial Grid Snort", 8, None),
    ] {
        let rules = Ruleset::named(name).unwrap();
        assert!(agree(&rules, most) > 0, "{name}");
        let Some((n, value)) = law else { continue };
        let told = discover(&rules, &inquiry, &none).unwrap();
        let (law, cell) = (told.laws().unwrap()[0], [n, 0]);
        let cell = &cell[..told.columns[0].inside.dimension()];
        assert_eq!(law.value(cell), Some(value), "{name}");
        let proofs = told.prove(&none);
        let verdict = &proofs[0].as_ref().unwrap().verdict;
        assert!(verdict.certificate().is_some(), "{name}");
    }
    for name in ["Clobber", "NoGo", "Fission", "Toads and Frogs", "Col", "Kayles"] {
        assert!(rows(&Ruleset::named(name).unwrap()).is_none(), "{name}");
    }
}
