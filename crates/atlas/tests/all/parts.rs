//! Connected parts of at most so many cells: all of them, with the values that play by the rules gives.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Duration;

use crate::one_table::is_one_table;
use crate::scratch::{run, scratch};
use crate::worth::worth;
use farstar_atlas::{Ask, Atlas, AtlasError, Job, Settings, verify};
use farstar_play::{Limits, Player};
use farstar_rules::Ruleset;
use farstar_rules::builtin::{ruleset, rulesets};
use farstar_rules::position::GameGraph;
use farstar_testkit::SplitMix64;
use farstar_testkit::rules::Interpreter;
use farstar_value::Arena;
use farstar_value::text::Notation;

fn job(game: &str, cells: u32) -> Job {
    Job::of_parts(&ruleset(game).unwrap(), cells, Ask::Value, &Limits::none()).unwrap()
}

/// Boards of all sizes that hold these parts, filled at random: values looked up and summed are those of play by the
/// rules. Gives the boards that were there and had some move.
fn held_against_the_oracle(rules: &Ruleset, atlas: &mut Atlas, random: &mut SplitMix64) -> usize {
    let oracle = Interpreter::new(rules.text()).unwrap();
    let (arena, mut known) = (Arena::new(), BTreeMap::new());
    let mut calc = arena.calculator();
    let (mut found, pieces) = (0, rules.pieces().to_vec());
    let strip = rules.kind() == Some(farstar_rules::language::Kind::Strip);
    let sizes = if strip { [(8, 1), (5, 1), (9, 1)] } else { [(3, 2), (3, 3), (2, 4)] };
    for (columns, rows) in sizes {
        for _ in 0..20 {
            // mostly one piece, so that positions fall apart
            let often = random.below(pieces.len() as u64) as usize;
            let mut piece = || match random.below(2) {
                0 => pieces[often],
                _ => pieces[random.below(pieces.len() as u64) as usize],
            };
            let mut row = |_| (0..columns).map(|_| piece()).collect::<String>();
            let text = (0..rows).map(&mut row).collect::<Vec<_>>().join("|");
            let (Ok(start), Ok((board, position))) = (oracle.read(&text), rules.position(&text))
            else {
                continue;
            };
            let Some(told) = atlas.told_on(&board, &position).unwrap() else { continue };
            let value = worth(&oracle, &start, &mut calc, &mut known);
            let wanted = calc.print(value, Notation::Ascii).unwrap();
            assert_eq!(told.text, wanted, "{}: {text}", rules.name());
            assert_eq!(told.value, Some(calc.encode(value).unwrap()), "{}: {text}", rules.name());
            let mut moves = Vec::new();
            board.options(&position, Player::Left, &mut moves);
            found += usize::from(!moves.is_empty());
        }
    }
    found
}

/// Every part of every filling of a square of so many cells that has few enough cells is there.
fn all_are_there(rules: &Ruleset, atlas: &mut Atlas, cells: u32) -> usize {
    let strip = rules.kind() == Some(farstar_rules::language::Kind::Strip);
    let Ok((board, start)) = rules.position(&{
        let row = rules.pieces()[..1].iter().collect::<String>().repeat(cells as usize);
        vec![row; if strip { 1 } else { cells as usize }].join("|")
    }) else {
        return 0;
    };
    let mut keys = BTreeSet::new();
    let _ = board.each_filling(&start, rules.pieces(), &mut |position| {
        let mut parts = Vec::new();
        board.parts(position, &mut parts);
        parts.retain(|part| board.size(part) <= cells);
        for part in parts {
            if keys.insert(board.key(&part).part) {
                let told = atlas.told_on(&board, &part).unwrap();
                assert!(told.is_some(), "{}: {}", rules.name(), board.draw(&part));
            }
        }
        ControlFlow::Continue(())
    });
    keys.len()
}

#[test]
fn parts_of_all_rulesets_are_worth_what_play_says() {
    let (none, mut random) = (Limits::none(), SplitMix64::new(12));
    let path = scratch("oracle.atlas");
    let (mut games, mut boards, mut parts) = (0, 0, 0);
    for rules in rulesets() {
        let cells = match rules.pieces().len() {
            0 => continue,
            1 | 2 => 6,
            3 => 3,
            _ => 2,
        };
        let job = match Job::of_parts(&rules, cells, Ask::Value, &none) {
            Ok(job) => job,
            Err(AtlasError::NoParts(_) | AtlasError::PartsWithoutTiers(_)) => continue,
            Err(AtlasError::MiserePlay) => continue,
            Err(error) => panic!("{}: {error}", rules.name()),
        };
        let found = run(&job, &path, &Settings::default());
        let mut atlas = Atlas::open(&path, &none).unwrap();
        let verified = verify(&path, 300, &none).unwrap();
        assert_eq!(verified.contradiction, None, "{}", rules.name());
        boards += held_against_the_oracle(&rules, &mut atlas, &mut random);
        if rules.pieces().len() <= 3 {
            parts += all_are_there(
                &rules,
                &mut atlas,
                cells.min(if rules.pieces().len() < 3 { 4 } else { 3 }),
            );
        }
        games += usize::from(found.positions > 1);
        std::fs::remove_file(&path).unwrap();
    }
    println!("{games} games, {boards} boards, {parts} parts");
    assert!(games > 12 && boards > 120 && parts > 40, "{games} games, {boards} boards, {parts}");
}

/// The connected parts of Domineering are the free polyominoes, of two cells and more.
#[test]
fn parts_of_domineering_are_the_polyominoes() {
    let path = scratch("polyominoes.atlas");
    // OEIS A000105
    for (cells, polyominoes) in [(2, 1), (3, 3), (4, 8), (5, 20), (6, 55), (7, 163), (8, 532)] {
        let found = run(&job("Domineering", cells), &path, &Settings::default());
        assert_eq!(found.positions, polyominoes, "{cells} cells");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_board_is_the_sum_of_its_parts() {
    let none = Limits::none();
    let path = scratch("sums.atlas");
    run(&job("Domineering", 6), &path, &Settings::default());
    let mut atlas = Atlas::open(&path, &none).unwrap();
    let told = |atlas: &mut Atlas, text: &str| atlas.probe(text).unwrap();
    assert_eq!(told(&mut atlas, "..").as_deref(), Some("-1"));
    // on any board, wherever it lies, and many at once
    assert_eq!(told(&mut atlas, "#####|##.##|##.##").as_deref(), Some("1"));
    assert_eq!(told(&mut atlas, "..#..#.|#####.#|..#..#.").as_deref(), Some("-4"));
    assert_eq!(told(&mut atlas, "##|##").as_deref(), Some("0"));
    // seven cells hang together
    assert_eq!(told(&mut atlas, ".......").as_deref(), None);
    let many = [".......", "..", "..#..", "#"];
    let told: Vec<_> = atlas.told_many(&many).unwrap();
    let texts: Vec<_> = told.iter().map(|one| one.as_ref().map(|one| one.text.as_str())).collect();
    assert_eq!(texts, [None, Some("-1"), Some("-2"), Some("0")]);
}

#[test]
fn workers_shards_and_interruptions_do_not_change_the_table() {
    let job = job("Clobber", 6);
    is_one_table(
        &job,
        &[(1, 1, 1 << 30), (2, 5, 1 << 25), (3, 64, 1 << 25)],
        Duration::from_millis(20),
    );
}

/// A wrong value with a checksum that holds, and a part that is left out.
#[test]
fn what_is_planted_is_found() {
    let none = Limits::none();
    let path = scratch("poison.atlas");
    run(&job("Clobber", 5), &path, &Settings::default());
    let mut atlas = Atlas::open(&path, &none).unwrap();
    let values = atlas.values().unwrap() as u32;
    let entries: Vec<(u64, u32)> =
        (0..atlas.blocks()).flat_map(|block| atlas.entries(block).unwrap()).collect();
    assert_eq!(entries.len() as u64, atlas.positions());
    let poisoned = scratch("poisoned.atlas");
    for at in (0..entries.len()).step_by(11) {
        let mut wrong = entries.clone();
        wrong[at].1 = (wrong[at].1 + 1 + at as u32 % (values - 1)) % values;
        atlas.rewrite(&poisoned, wrong.iter().copied()).unwrap();
        let found = verify(&poisoned, 0, &none).unwrap().contradiction.unwrap();
        let (code, _) = atlas.field().read(&found.position).unwrap().unwrap();
        assert!(code == entries[at].0 || atlas.leads_to(code, entries[at].0), "{found:?}");
        let mut short = entries.clone();
        short.remove(at);
        atlas.rewrite(&poisoned, short).unwrap();
        let found = verify(&poisoned, 0, &none).unwrap().contradiction.unwrap();
        assert_eq!((found.told, found.position), (None, atlas.field().draw(entries[at].0)));
    }
}

#[test]
fn what_has_no_parts_is_said_by_name() {
    let none = Limits::none();
    let refused = |game: &str, cells, ask| {
        let rules = ruleset(game).unwrap();
        Job::of_parts(&rules, cells, ask, &none).err().unwrap().to_string()
    };
    for (game, cells, ask, told) in [
        ("Clobber", 4, Ask::Winner, "parts are asked for their value"),
        ("Clobber", 0, Ask::Value, "at least one cell, and at most 16"),
        ("Clobber", 17, Ask::Value, "at least one cell, and at most 16"),
        ("Clobber", 16, Ask::Value, "too many"),
        ("Nim", 4, Ask::Value, "parts of Nim are no figures"),
        ("Toads and Frogs", 4, Ask::Value, "count pieces, wherever they lie"),
        ("Fox and Geese", 3, Ask::Value, "parts of Fox and Geese"),
    ] {
        let message = refused(game, cells, ask);
        assert!(message.contains(told), "{game}: {message}");
    }
    let misere = ruleset("Domineering").unwrap().misere();
    let refused = Job::of_parts(&misere, 3, Ask::Value, &none).err().unwrap();
    assert!(matches!(refused, AtlasError::MiserePlay), "{refused}");
}
