//! Atlases: whole boards solved into a file, and positions looked up in it.

use crate::measure::{Outcome, expect, timed};
use farstar_atlas::{Ask, Atlas, Findings, Headway, Job, Settings};
use farstar_rules::builtin::ruleset;
use farstar_value::{Limits, SplitMix64};
use std::path::{Path, PathBuf};

/// Positions that are looked up.
const PROBES: usize = 1 << 20;

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("farstar-bench-{}-{name}.atlas", std::process::id()))
}

fn solved(job: &Job, path: &Path) -> Findings {
    let (none, headway) = (Limits::none(), Headway::default());
    job.run(path, &Settings::default(), &none, &headway).expect("no limits, and a disk")
}

/// Solves a board on one thread; the count is that of positions, the checksum the fingerprint.
fn whole(job: &Job, fingerprint: u64) -> Outcome {
    let path = path("whole");
    let outcome = timed(
        || solved(job, &path),
        |found| (found.positions, found.fingerprint, format!("{} bytes", found.bytes)),
    );
    std::fs::remove_file(&path).expect("the file that was made");
    expect(outcome, fingerprint)
}

fn konane(size: &str) -> Job {
    let rules = ruleset("Konane").expect("a built-in ruleset");
    Job::new(&rules, size, Ask::Winner, &Limits::none()).expect("a board of cells")
}

/// Positions of Konane on 5 by 6 drawn at random, as codes; the file is read once before.
fn probed(look_up: impl FnOnce(&mut Atlas, &[(u64, bool)]) -> Vec<Option<u32>>) -> Outcome {
    let path = path("probed");
    solved(&konane("5x6"), &path);
    let mut atlas = Atlas::open(&path, &Limits::none()).expect("the file that was made");
    let mut codes = Vec::new();
    let keep = &mut |code, _| {
        codes.push(code);
        Ok(())
    };
    atlas.each(keep).expect("the file that was made");
    let mut random = SplitMix64::new(5);
    let mut draw = || (codes[random.below(codes.len() as u64) as usize], false);
    let places: Vec<(u64, bool)> = (0..PROBES).map(|_| draw()).collect();
    let outcome = timed(
        || look_up(&mut atlas, &places),
        |found| {
            let sum = found.iter().flatten().zip(1..).map(|(&answer, at)| u64::from(answer) * at);
            (found.len() as u64, sum.sum(), "look-ups".to_owned())
        },
    );
    std::fs::remove_file(&path).expect("the file that was made");
    outcome
}

fn one_by_one() -> Outcome {
    probed(|atlas, places| {
        places.iter().map(|&place| atlas.answer_of(place).expect("a whole file")).collect()
    })
}

fn together() -> Outcome {
    probed(|atlas, places| atlas.answers_of(places).expect("a whole file"))
}

fn clobber_parts() -> Outcome {
    let rules = ruleset("Clobber").expect("a built-in ruleset");
    let job = Job::of_parts(&rules, 8, Ask::Value, &Limits::none()).expect("figures");
    whole(&job, 0x7175_6531_cef9_11d5)
}

pub(crate) const CASES: &[crate::measure::Case] = &[
    ("atlas/konane_4x6", || whole(&konane("4x6"), 0xfb5b_49e1_1ec1_5517)),
    ("atlas/konane_5x6", || whole(&konane("5x6"), 0xdf53_ba72_b6d3_fb9c)),
    ("atlas/clobber_parts_8", clobber_parts),
    ("atlas/probe", one_by_one),
    ("atlas/probe_many", together),
];
