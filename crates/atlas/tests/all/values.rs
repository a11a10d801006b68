//! Canonical values of all positions: against search, from the definition, whatever makes the file.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::one_table::is_one_table;
use crate::scratch::{run, scratch};
use farstar_atlas::{Ask, Atlas, AtlasError, Difference, Headway, Job, Settings};
use farstar_atlas::{compare, verify};
use farstar_play::{Limits, Player};
use farstar_rules::builtin::ruleset;
use farstar_rules::position::GameGraph;
use farstar_solve::followers::followers;
use farstar_solve::values::Values;
use farstar_value::Arena;
use farstar_value::text::Notation;

fn job(game: &str, start: &str) -> Job {
    Job::new(&ruleset(game).unwrap(), start, Ask::Value, &Limits::none()).unwrap()
}

/// Every position that play reaches has the value, and the winners, that search finds.
#[test]
fn positions_are_worth_what_search_finds() {
    let none = Limits::none();
    let mut all = 0;
    for (game, start) in [
        ("Domineering", "3x4"),
        ("Clobber", "3x3"),
        ("Konane", "3x4"),
        ("NoGo", "2x3"),
        ("Grid Col", "2x4"),
        ("Grid Snort", "2x3"),
        ("Cram", "3x3"),
        ("Toads and Frogs", "TT.TFF.F"),
        ("Amazons", "X..|.#.|..O"),
    ] {
        let path = scratch(&format!("{}.atlas", game.replace(' ', "-")));
        let found = run(&job(game, start), &path, &Settings::default());
        let mut atlas = Atlas::open(&path, &none).unwrap();
        let (board, first) = ruleset(game).unwrap().position(start).unwrap();
        let arena = Arena::new();
        let mut values = Values::new(&arena, board.clone()).unwrap();
        let mut calc = arena.calculator();
        let mut kinds = [0u64; 4];
        let mut seen = std::collections::BTreeSet::new();
        for position in &followers(&board, &first, 1 << 20, &none).unwrap().positions {
            let value = values.value(position, &none).unwrap();
            let answer = atlas.answer_on(&board, position).unwrap().unwrap();
            let told = atlas.read(answer).unwrap();
            let wanted = calc.print(value, Notation::Ascii).unwrap();
            assert_eq!(told.text, wanted, "{game}: {}", board.draw(position));
            assert_eq!(told.value, Some(calc.encode(value).unwrap()));
            let wins =
                [calc.left_wins_first(value).unwrap(), calc.right_wins_first(value).unwrap()];
            let players = [Player::Left, Player::Right];
            let winner = |at: usize| if wins[at] { players[at] } else { players[1 - at] };
            assert_eq!(told.winners, [Some(winner(0)), Some(winner(1))]);
            let (code, negative) = atlas.field().codes().find(position).unwrap();
            if seen.insert(code) {
                let [left, right] = if negative { [wins[1], wins[0]] } else { wins };
                kinds[usize::from(left) + 2 * usize::from(right)] += 1;
            }
            all += 1;
        }
        assert_eq!((found.positions, &found.counts[..]), (seen.len() as u64, &kinds[..]), "{game}");
        let verified = verify(&path, 1000, &none).unwrap();
        assert_eq!(verified.contradiction, None, "{game}");
        std::fs::remove_file(&path).unwrap();
    }
    assert!(all > 6_000, "{all} positions");
}

/// All fillings of a board, those that play does not reach too, against their values one from the other.
#[test]
fn fillings_are_worth_what_they_are_worth_together() {
    let none = Limits::none();
    for size in ["3x3", "4x4", "3x5"] {
        let path = scratch(&format!("fillings-{size}.atlas"));
        let found = run(&job("Domineering", size).of_fillings(), &path, &Settings::default());
        let mut atlas = Atlas::open(&path, &none).unwrap();
        assert!(atlas.field().has_fillings());
        let (board, start) = ruleset("Domineering").unwrap().position(size).unwrap();
        let arena = Arena::new();
        let mut values = Values::new(&arena, board.clone()).unwrap();
        let all = values.fillings(&board, &start, ['.', '#'], &none).unwrap();
        let (mut calc, mut all) = (arena.calculator(), all.into_iter());
        let mut codes = std::collections::BTreeSet::new();
        let _ = board.each_filling(&start, &['.', '#'], &mut |position| {
            let value = all.next().unwrap();
            let answer = atlas.answer_on(&board, position).unwrap().unwrap();
            let bytes = atlas.read(answer).unwrap().value;
            assert_eq!(bytes, Some(calc.encode(value).unwrap()), "{}", board.draw(position));
            codes.insert(atlas.field().codes().find(position).unwrap().0);
            ControlFlow::Continue(())
        });
        assert_eq!(found.positions, codes.len() as u64);
        assert_eq!(verify(&path, 500, &none).unwrap().contradiction, None);
        // one that is left out is missed
        let mut entries = Vec::new();
        let keep = |entries: &mut Vec<(u64, u32)>, code, answer| entries.push((code, answer));
        atlas
            .each(&mut |code, answer| {
                keep(&mut entries, code, answer);
                Ok(())
            })
            .unwrap();
        // the empty board is no option of any
        let lost = atlas.field().first().unwrap().0;
        let short = scratch("short.atlas");
        atlas.rewrite(&short, entries.into_iter().filter(|entry| entry.0 != lost)).unwrap();
        assert!(verify(&short, 0, &none).unwrap().contradiction.is_some());
    }
}

#[test]
fn workers_shards_memory_and_interruptions_do_not_change_the_table() {
    let job = job("Domineering", "4x4").of_fillings();
    is_one_table(
        &job,
        &[(1, 1, 1 << 30), (2, 5, 1 << 30), (3, 64, 1 << 26), (2, 3, 1 << 25)],
        Duration::from_millis(10),
    );
}

/// A wrong value with a checksum that holds: every third position gets the value of another one.
#[test]
fn a_planted_wrong_value_is_found() {
    let none = Limits::none();
    let path = scratch("poison.atlas");
    run(&job("Clobber", "3x3"), &path, &Settings::default());
    let atlas = Atlas::open(&path, &none).unwrap();
    let values = atlas.values().unwrap() as u32;
    let mut entries = Vec::new();
    atlas
        .each(&mut |code, answer| {
            entries.push((code, answer));
            Ok(())
        })
        .unwrap();
    assert!(values > 5 && entries.len() > 50);
    let poisoned = scratch("poisoned.atlas");
    for at in (0..entries.len()).step_by(3) {
        let mut wrong = entries.clone();
        wrong[at].1 = (wrong[at].1 + 1 + at as u32 % (values - 1)) % values;
        atlas.rewrite(&poisoned, wrong.iter().copied()).unwrap();
        let found = verify(&poisoned, 0, &none).unwrap().contradiction.unwrap();
        let (code, _) = atlas.field().read(&found.position).unwrap().unwrap();
        assert!(code == entries[at].0 || atlas.leads_to(code, entries[at].0), "{found:?}");
        assert_ne!(found.told, found.derived);
        let first = atlas.field().draw(entries[at].0);
        let wanted = Difference::Answers { other: 1, alone: 0, first };
        assert_eq!(compare(&path, &poisoned, &none).unwrap(), wanted);
    }
}

/// Bytes of the file changed at random: found by some checksum, or the file says what it said.
#[test]
fn changed_bytes_are_found() {
    let none = Limits::none();
    let path = scratch("whole.atlas");
    run(&job("Domineering", "3x3").of_fillings(), &path, &Settings::default());
    let good = std::fs::read(&path).unwrap();
    let mut random = farstar_testkit::SplitMix64::new(31);
    let broken = scratch("broken.atlas");
    for round in 0..300 {
        let mut bytes = good.clone();
        let at = random.below(bytes.len() as u64) as usize;
        match round % 2 {
            0 => bytes.truncate(at),
            _ => bytes[at] ^= 1 << random.below(8),
        }
        std::fs::write(&broken, &bytes).unwrap();
        assert!(verify(&broken, 0, &none).is_err(), "round {round}");
    }
}

#[test]
fn what_has_no_values_is_said_by_name() {
    let none = Limits::none();
    let misere = ruleset("Domineering").unwrap().misere();
    let refused = Job::new(&misere, "3x3", Ask::Value, &none).err().unwrap();
    assert!(matches!(refused, AtlasError::MiserePlay), "{refused}");
    let loopy = ruleset("Fox and Geese").unwrap();
    let refused = Job::new(&loopy, ".G.G|....|....|F...", Ask::Value, &none).err().unwrap();
    assert!(matches!(refused, AtlasError::NotGraded(_)), "{refused}");
    // values are held in memory, and so much is said
    let path = scratch("narrow.atlas");
    let settings = Settings { memory: 1 << 12, ..Settings::default() };
    let job = job("Domineering", "4x4");
    let stopped = job.run(&path, &settings, &none, &Headway::default());
    assert!(matches!(stopped, Err(AtlasError::Stopped(_))));
    run(&job, &path, &Settings::default());
}
