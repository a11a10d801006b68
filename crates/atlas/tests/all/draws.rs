//! Play that need not end: who wins, and after how many moves, on whole boards.

use std::collections::HashMap;
use std::time::Duration;

use crate::scratch::{run, scratch};
use farstar_atlas::{Ask, Atlas, AtlasError, Headway, Job, Settings, verify};
use farstar_impartial::digraph::{ArcList, Outcome, outcomes};
use farstar_play::{Limits, Player};
use farstar_rules::builtin::ruleset;
use farstar_rules::position::GameGraph;
use farstar_solve::followers::followers;

fn job(game: &str, start: &str) -> Job {
    Job::new(&ruleset(game).unwrap(), start, Ask::Draws, &Limits::none()).unwrap()
}

/// Every position that play reaches and every ply, against the retrograde analysis of the whole graph.
fn held_against_the_graph(game: &str, start: &str, threads: usize) -> u64 {
    let none = Limits::none();
    let path = scratch(&format!("{}-{threads}.atlas", game.replace(' ', "-")));
    let settings = Settings { threads, memory: 4 << 30, ..Settings::default() };
    let found = run(&job(game, start), &path, &settings);
    let mut atlas = Atlas::open(&path, &none).unwrap();
    let (board, first) = ruleset(game).unwrap().position(start).unwrap();
    let all = followers(&board, &first, 1 << 24, &none).unwrap();
    let count = all.positions.len() as u32;
    let mut arcs = ArcList::new();
    arcs.cover(2 * count).unwrap();
    for position in 0..count {
        for (mover, player) in [(0, Player::Left), (1, Player::Right)] {
            for &to in all.options(position, player) {
                arcs.push(2 * position + mover, 2 * to + 1 - mover).unwrap();
            }
        }
    }
    let solved = outcomes(&arcs.into_digraph(), &none).unwrap();
    let mut kinds: HashMap<usize, u64> = HashMap::new();
    for (vertex, position) in (0..).zip(&all.positions) {
        let place = atlas.field().codes().find(position).unwrap();
        let answer = atlas.answer_of(place).unwrap().unwrap();
        let told = atlas.read(answer).unwrap();
        let mut kind = 0;
        for (mover, player) in [(0, Player::Left), (1, Player::Right)] {
            let wanted = match solved.outcome(2 * vertex + mover) {
                Outcome::N => Some(player),
                Outcome::P => Some(player.opponent()),
                Outcome::Draw => None,
            };
            assert_eq!(told.winners[mover as usize], wanted, "{}", board.draw(position));
            // lost, won, drawn
            kind += 3usize.pow(mover) * wanted.map_or(2, |winner| usize::from(winner == player));
            let plies = solved.plies(2 * vertex + mover).filter(|_| wanted.is_some());
            assert_eq!(told.plies[mover as usize], plies, "{}", board.draw(position));
        }
        *kinds.entry(kind).or_default() += 1;
    }
    if found.positions == u64::from(count) {
        // no symmetry makes two of these one
        let counted = |kind: usize| kinds.get(&kind).copied().unwrap_or(0);
        assert!(found.counts.iter().enumerate().all(|(kind, &n)| counted(kind) == n));
    }
    std::fs::remove_file(&path).unwrap();
    u64::from(count)
}

#[test]
fn boards_are_what_the_graph_of_all_positions_says() {
    let toads = held_against_the_graph("Backsliding Toads and Frogs", "TT.T.F.FF", 1);
    let fox = held_against_the_graph("Fox and Geese", ".G.G|....|....|....|F...", 2);
    let two = held_against_the_graph("Ceylonese Fox and Geese", "G.G.|....|....|.F..", 3);
    assert!(toads > 300 && fox > 300 && two > 100, "{toads} {fox} {two}");
}

/// Four geese against the fox on a whole chessboard (Winning Ways, chapter 20).
#[test]
fn fox_and_geese_on_a_chessboard() {
    if std::env::var("FARSTAR_SOAK").is_err() {
        return;
    }
    let start = ".G.G.G.G|........|........|........|........|........|........|F.......";
    let positions = held_against_the_graph("Fox and Geese", start, 1);
    println!("{positions} positions");
    assert!(positions > 500_000);
}

#[test]
fn workers_shards_and_interruptions_do_not_change_the_table() {
    let job = job("Fox and Geese", ".G.G|....|....|....|F...");
    let first = scratch("a.atlas");
    let wanted = run(&job, &first, &Settings::default());
    assert_eq!(verify(&first, 1000, &Limits::none()).unwrap().contradiction, None);
    let path = scratch("b.atlas");
    for (threads, shards) in [(1, 1), (2, 5), (3, 64)] {
        let settings = Settings { threads, shards: Some(shards), ..Settings::default() };
        assert_eq!(run(&job, &path, &settings), wanted, "{settings:?}");
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&first).unwrap());
        std::fs::remove_file(&path).unwrap();
    }
    // stopped again and again, and gone on with by other workers
    let (mut stops, mut done) = (0, None);
    while done.is_none() {
        // positions are the nodes of a limit: a little further each time
        let limits = Limits::none().nodes(40 * (1 + stops as u64));
        let settings = Settings {
            threads: 1 + stops % 3,
            shards: Some(5),
            checkpoint: Duration::ZERO,
            ..Settings::default()
        };
        let result = job.run(&path, &settings, &limits, &Headway::default());
        match result {
            Ok(found) => done = Some(found),
            Err(AtlasError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops >= 3, "stopped {stops} times");
    assert_eq!(done, Some(wanted));
}

/// A wrong answer, with a checksum that holds, is seen by the plies of its options.
#[test]
fn a_planted_wrong_end_is_found() {
    let path = scratch("poison.atlas");
    run(&job("Backsliding Toads and Frogs", "T.TF.F"), &path, &Settings::default());
    let none = Limits::none();
    let atlas = Atlas::open(&path, &none).unwrap();
    let mut entries = Vec::new();
    atlas
        .each(&mut |code, answer| {
            entries.push((code, answer));
            Ok(())
        })
        .unwrap();
    let poisoned = scratch("poisoned.atlas");
    for at in 0..entries.len() {
        for wrong in [entries[at].1 ^ 1, entries[at].1 ^ 2 << 16, 0] {
            if wrong == entries[at].1 {
                continue;
            }
            let mut all = entries.clone();
            all[at].1 = wrong;
            atlas.rewrite(&poisoned, all.iter().copied()).unwrap();
            assert!(verify(&poisoned, 0, &none).unwrap().contradiction.is_some(), "{at}");
        }
    }
}

/// Moves that do not fit go to the disk, and the file is the same.
#[test]
fn moves_are_held_on_disk_where_memory_is_short() {
    let job = job("Fox and Geese", ".G.G.|.....|.....|.....|..F..");
    let first = scratch("roomy.atlas");
    let wanted = run(&job, &first, &Settings::default());
    let path = scratch("spilled.atlas");
    for (threads, shards) in [(1, 1), (1, 4), (3, 5)] {
        let mut memory = 1 << 12;
        let found = loop {
            let settings =
                Settings { threads, shards: Some(shards), memory, ..Settings::default() };
            match job.run(&path, &settings, &Limits::none(), &Headway::default()) {
                Ok(found) => break found,
                Err(AtlasError::Memory(_)) => memory += memory / 4,
                Err(error) => panic!("{error}"),
            }
        };
        // lined up in memory a move takes twenty bytes
        assert!(memory < 15 * found.arcs, "{memory} bytes for {} moves", found.arcs);
        assert_eq!(found, wanted, "{threads} threads, {shards} shards");
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&first).unwrap());
        let left = std::fs::exists(Job::directory(&path, &Settings::default())).unwrap();
        assert!(!left, "files of moves go when the job is done");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn memory_is_a_limit_that_is_said() {
    let settings = Settings { memory: 1 << 12, ..Settings::default() };
    let path = scratch("narrow.atlas");
    let job = job("Fox and Geese", ".G.G|....|....|....|F...");
    let stopped = job.run(&path, &settings, &Limits::none(), &Headway::default());
    assert!(matches!(stopped, Err(AtlasError::Memory(_))));
    run(&job, &path, &Settings::default());
}
