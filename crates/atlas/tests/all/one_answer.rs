//! One fingerprint, whatever makes the file: workers, shards, memory, interruptions, another number of workers.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::scratch::{run, scratch};
use farstar_atlas::{
    Ask, Atlas, AtlasError, Difference, Findings, Headway, Job, Settings, compare, verify,
};
use farstar_play::{CancelToken, Limits};
use farstar_rules::builtin::ruleset;

fn konane(size: &str) -> Job {
    Job::new(&ruleset("Konane").unwrap(), size, Ask::Winner, &Limits::none()).unwrap()
}

/// Positions and moves as counted by a prototype with hash tables, up to symmetry.
#[test]
fn konane_has_as_many_positions_as_were_counted() {
    for (size, positions, arcs) in [("4x5", 19_222, 83_636), ("4x6", 215_446, 1_345_180)] {
        let path = scratch(&format!("count-{size}.atlas"));
        let found = run(&konane(size), &path, &Settings::default());
        assert_eq!((found.positions, found.arcs), (positions, arcs), "{size}");
        assert_eq!(found.counts.iter().sum::<u64>(), positions);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), found.bytes);
    }
}

#[test]
fn workers_shards_and_memory_do_not_change_the_table() {
    let job = konane("4x5");
    let first = scratch("a.atlas");
    let wanted = run(&job, &first, &Settings::default());
    let path = scratch("b.atlas");
    for (threads, shards, memory) in
        [(1, 1, 1 << 30), (2, 5, 1 << 30), (3, 64, 1 << 30), (1, 4, 1 << 16), (2, 3, 1 << 16)]
    {
        let settings =
            Settings { threads, shards: Some(shards), memory, fresh: true, ..Settings::default() };
        let found = run(&job, &path, &settings);
        assert_eq!(found, Findings { bytes: found.bytes, ..wanted.clone() }, "{settings:?}");
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&first).unwrap(), "{settings:?}");
        assert_eq!(compare(&first, &path, &Limits::none()).unwrap(), Difference::None);
    }
}

/// Where all that a worker reaches belongs to others, its own lists are empty while the work goes on.
#[test]
fn what_all_belongs_to_others_is_gone_on_with() {
    let job = konane("4x4");
    let wanted = run(&job, &scratch("few.atlas"), &Settings::default());
    assert_eq!(wanted.positions, 676);
    for (threads, shards) in (2..=3).flat_map(|threads| (2..=12).map(move |s| (threads, s))) {
        let settings =
            Settings { threads, shards: Some(shards), fresh: true, ..Settings::default() };
        assert_eq!(run(&job, &scratch("few-too.atlas"), &settings), wanted, "{settings:?}");
    }
}

/// A job stopped after so many positions, again and again, and gone on with by other workers.
#[test]
fn what_was_stopped_is_gone_on_with() {
    let job = konane("4x5");
    let wanted = run(&job, &scratch("whole.atlas"), &Settings::default());
    let path = scratch("stopped.atlas");
    let (mut stops, mut done) = (0u64, None);
    while done.is_none() {
        let cancel = CancelToken::new();
        let limits = Limits::none().cancel(cancel.clone());
        let progress = Headway::default();
        let threads = 1 + stops as usize % 3;
        let settings = Settings {
            threads,
            shards: Some(5),
            checkpoint: Duration::ZERO,
            ..Settings::default()
        };
        let result = std::thread::scope(|scope| {
            let run = scope.spawn(|| job.run(&path, &settings, &limits, &progress));
            // forward a little further each time, then backward
            while !run.is_finished() {
                let reached = progress.positions.load(Ordering::Relaxed);
                if reached > 1500 && progress.step.load(Ordering::Relaxed) < 2 {
                    cancel.cancel();
                }
                std::thread::yield_now();
            }
            run.join().unwrap()
        });
        match result {
            Ok(found) => done = Some(found),
            Err(AtlasError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 200, "the job does not come further");
    }
    assert!(stops >= 3, "stopped {stops} times");
    assert_eq!(done, Some(wanted));
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Stops a job in its backward steps, so that files of all kinds are there.
fn half_done(job: &Job, path: &Path) -> PathBuf {
    let cancel = CancelToken::new();
    let limits = Limits::none().cancel(cancel.clone());
    let progress = Headway::default();
    let settings = Settings { checkpoint: Duration::ZERO, ..Settings::default() };
    std::thread::scope(|scope| {
        let run = scope.spawn(|| job.run(path, &settings, &limits, &progress));
        while !run.is_finished() {
            let backward = progress.step.load(Ordering::Relaxed) == 1;
            if backward && progress.positions.load(Ordering::Relaxed) > 5000 {
                cancel.cancel();
            }
            std::thread::yield_now();
        }
        assert!(matches!(run.join().unwrap(), Err(AtlasError::Stopped(_))));
    });
    Job::directory(path, &settings)
}

#[test]
fn torn_flipped_missing_and_unfinished_files_are_done_again() {
    let job = konane("4x5");
    let wanted = run(&job, &scratch("good.atlas"), &Settings::default());
    let path = scratch("torn.atlas");
    for damage in 0..12 {
        let directory = half_done(&job, &path);
        let all: Vec<PathBuf> = files(&directory)
            .into_iter()
            .filter(|file| file.extension().is_some_and(|e| e == "run"))
            .collect();
        assert!(
            ["-f-", "-a-", "-o-"]
                .iter()
                .all(|kind| { all.iter().any(|file| file.to_string_lossy().contains(kind)) })
        );
        let largest = |kind: &str| {
            let of_kind = all.iter().filter(|file| file.to_string_lossy().contains(kind));
            of_kind.max_by_key(|file| std::fs::metadata(file).unwrap().len()).unwrap()
        };
        let victim = largest(["-f-", "-a-", "-o-"][damage % 3]);
        let mut bytes = std::fs::read(victim).unwrap();
        match damage / 3 {
            0 => bytes.truncate(bytes.len() / 2),
            1 => {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 4;
            }
            2 => bytes.clear(),
            _ => std::fs::write(victim.with_extension("run.tmp"), b"half").unwrap(),
        }
        if damage % 2 == 0 {
            std::fs::write(victim, &bytes).unwrap();
        } else {
            // a whole file of another shard in its place
            let other = all.iter().find(|file| *file != victim).unwrap();
            std::fs::copy(other, victim).unwrap();
        }
        assert_eq!(run(&job, &path, &Settings::default()), wanted, "damage {damage}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_directory_of_another_job_is_refused_by_name() {
    let path = scratch("other.atlas");
    let directory = half_done(&konane("4x5"), &path);
    let before = files(&directory);
    let none = Limits::none();
    let clobber = Job::new(&ruleset("Clobber").unwrap(), "4x5", Ask::Winner, &none).unwrap();
    for (job, what) in [(clobber, "its ruleset"), (konane("5x4"), "its start")] {
        let error = job.run(&path, &Settings::default(), &none, &Headway::default()).unwrap_err();
        assert!(matches!(&error, AtlasError::OtherJob { .. }), "{error}");
        assert!(error.to_string().ends_with(what), "{error}");
    }
    assert_eq!(files(&directory), before);
    // and a file that is there is not written over
    let whole = scratch("there.atlas");
    run(&konane("3x4"), &whole, &Settings::default());
    let again = konane("3x4").run(&whole, &Settings::default(), &none, &Headway::default());
    assert!(matches!(again, Err(AtlasError::Exists { .. })));
}

#[test]
fn a_limit_on_disk_leaves_a_directory_that_can_be_gone_on_with() {
    let job = konane("4x5");
    let wanted = run(&job, &scratch("roomy.atlas"), &Settings::default());
    let path = scratch("narrow.atlas");
    let settings = Settings { disk: Some(10_000), ..Settings::default() };
    let stopped = job.run(&path, &settings, &Limits::none(), &Headway::default());
    assert!(matches!(stopped, Err(AtlasError::Disk)));
    assert_eq!(run(&job, &path, &Settings::default()), wanted);
}

/// A wrong answer with a right checksum: each table is written anew with one answer changed.
#[test]
fn a_planted_wrong_answer_is_found_and_named() {
    let path = scratch("poison.atlas");
    run(&konane("3x4"), &path, &Settings::default());
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
    for at in (0..entries.len()).step_by(7) {
        let mut wrong = entries.clone();
        wrong[at].1 ^= 1 + (at % 3) as u32;
        atlas.rewrite(&poisoned, wrong.iter().copied()).unwrap();
        let found = verify(&poisoned, 0, &none).unwrap().contradiction.unwrap();
        // it is named itself, or a position that leads to it
        let (code, _) = atlas.field().read(&found.position).unwrap().unwrap();
        let codes = atlas.field().codes();
        let leads = atlas.leads_to(code, entries[at].0);
        assert!(code == entries[at].0 || leads, "{found:?}");
        assert_eq!(found.tier, codes.tier(code));
        let difference = compare(&path, &poisoned, &none).unwrap();
        let first = atlas.field().draw(entries[at].0);
        assert_eq!(difference, Difference::Answers { other: 1, alone: 0, first });
    }
    // a position left out
    for at in (0..entries.len()).step_by(11) {
        let mut short = entries.clone();
        short.remove(at);
        atlas.rewrite(&poisoned, short.iter().copied()).unwrap();
        let found = verify(&poisoned, 0, &none).unwrap().contradiction.unwrap();
        assert_eq!((found.told, found.position), (None, atlas.field().draw(entries[at].0)));
    }
}

/// Positions that are there and fillings that are not, in no order, against the table in memory.
#[test]
fn probes_are_what_the_table_holds() {
    let path = scratch("probed.atlas");
    run(&konane("4x6"), &path, &Settings::default());
    let mut atlas = Atlas::open(&path, &Limits::none()).unwrap();
    let mut table = std::collections::BTreeMap::new();
    atlas
        .each(&mut |code, answer| {
            table.insert(code, answer);
            Ok(())
        })
        .unwrap();
    let known: Vec<u64> = table.keys().copied().collect();
    let mut random = farstar_testkit::SplitMix64::new(6);
    let probes: Vec<u64> = (0..200_000)
        .map(|round| match round % 2 {
            0 => known[random.below(known.len() as u64) as usize],
            _ => random.below(1 << atlas.field().codes().bits()),
        })
        .collect();
    let began = std::time::Instant::now();
    let told: Vec<Option<u32>> =
        probes.iter().map(|&code| atlas.answer_of((code, false)).unwrap()).collect();
    println!("{} ns a probe", began.elapsed().as_nanos() / probes.len() as u128);
    let absent = told.iter().filter(|told| told.is_none()).count();
    assert!(absent > 90_000 && absent < 110_000, "{absent} are not there");
    for (code, told) in probes.iter().zip(told) {
        assert_eq!(told, table.get(code).copied());
    }
}

#[test]
fn files_of_random_bytes_are_refused() {
    let mut random = farstar_testkit::SplitMix64::new(9);
    let whole = scratch("bytes.atlas");
    run(&konane("3x4"), &whole, &Settings::default());
    let good = std::fs::read(&whole).unwrap();
    let path = scratch("random.atlas");
    for round in 0..300 {
        let mut bytes = good.clone();
        if round % 3 == 0 {
            bytes = (0..random.below(300)).map(|_| random.next_u64() as u8).collect();
        } else if round % 3 == 1 {
            bytes.truncate(random.below(good.len() as u64) as usize);
        } else {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
        }
        std::fs::write(&path, &bytes).unwrap();
        assert!(verify(&path, 0, &Limits::none()).is_err(), "round {round}");
    }
}

/// Boards that no play reaches, too many bits, and play that need not end.
#[test]
fn what_has_no_answer_is_said_by_name() {
    let none = Limits::none();
    let path = scratch("refused.atlas");
    run(&konane("4x5"), &path, &Settings::default());
    let mut atlas = Atlas::open(&path, &none).unwrap();
    assert_eq!(atlas.probe("4x5").unwrap().as_deref(), Some("R"));
    // with the colours exchanged it is the negative
    let exchanged = |c| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    let negative: String = atlas.field().start().chars().map(exchanged).collect();
    assert_eq!(atlas.probe(&negative).unwrap().as_deref(), Some("L"));
    // the image of the start, with colours exchanged, and boards that are no followers
    assert_eq!(atlas.probe("XXXXX|XXXXX|OOOOO|OOOOO").unwrap(), None);
    assert_eq!(atlas.probe("5x5").unwrap(), None);
    assert!(matches!(atlas.probe("XO?"), Err(AtlasError::Position(_))));
    let large = Job::new(&ruleset("Konane").unwrap(), "8x8", Ask::Winner, &none);
    assert!(matches!(large, Err(AtlasError::TooManyBits { bits: 64 })));
    let loopy =
        Job::new(&ruleset("Backsliding Toads and Frogs").unwrap(), "TT.FF", Ask::Winner, &none);
    assert!(matches!(loopy, Err(AtlasError::NotGraded(_))));
    // there who wins is one question with whether anybody does
    assert!(
        Job::new(&ruleset("Backsliding Toads and Frogs").unwrap(), "TT.FF", Ask::Draws, &none)
            .is_ok()
    );
    let partizan = Job::new(&ruleset("Konane").unwrap(), "4x4", Ask::Grundy, &none);
    assert!(matches!(partizan, Err(AtlasError::NotImpartial)));
    let heaps = Job::new(&ruleset("Nim").unwrap(), "3+5", Ask::Grundy, &none);
    assert!(matches!(heaps, Err(AtlasError::NoCodes(_))));
    assert_eq!(verify(&path, 100, &none).unwrap().contradiction, None);
}
