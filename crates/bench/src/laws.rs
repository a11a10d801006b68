//! Laws: found from tables, and proved from the rules. The note tells the law; the checksum is that of what it says far
//! out.

use crate::measure::{Case, Outcome, timed};
use farstar::find::{Discovery, Inquiry, Verdict, discover};
use farstar::{Limits, Ruleset};

/// The cases of this file.
pub(crate) const CASES: &[Case] = &[
    ("laws/find_laskers-nim", || find("laskers-nim", false)),
    ("laws/find_fibonacci-nim", || find("fibonacci-nim", true)),
    ("laws/find_wythoff", || find("wythoff", true)),
    ("laws/prove_laskers-nim", || prove("laskers-nim", false)),
    ("laws/prove_fibonacci-nim", || prove("fibonacci-nim", true)),
    ("laws/prove_wythoff", || prove("wythoff", true)),
    ("laws/prove_mock-turtles", || prove("mock-turtles", false)),
];

fn discovered(name: &str, outcomes: bool) -> Discovery {
    let rules = Ruleset::named(name).expect("the rulesets of this file are built in");
    let inquiry = Inquiry { outcomes, ..Inquiry::default() };
    discover(&rules, &inquiry, &Limits::none()).expect("no limits")
}

/// What a law says far out, and the law.
fn told(found: &Discovery) -> (u64, String) {
    let law = found.laws().expect("there is a law")[0];
    let cell = vec![1; found.columns[0].inside.dimension()];
    let far = |n: i128| {
        let cell: Vec<i128> = cell.iter().map(|one| one * n).collect();
        law.value(&cell).unwrap_or(-1) as u64
    };
    let sum = (1..=1000).fold(0u64, |sum, k| sum.rotate_left(5) ^ far(k * 1_000_003));
    (sum, law.shown())
}

fn find(name: &str, outcomes: bool) -> Outcome {
    timed(
        || discovered(name, outcomes),
        |found| {
            let (checksum, law) = told(found);
            (found.columns[0].inside.len() as u64, checksum, law)
        },
    )
}

fn prove(name: &str, outcomes: bool) -> Outcome {
    let found = discovered(name, outcomes);
    timed(
        || found.prove(&Limits::none()).remove(0).expect("no limits"),
        |attempt| {
            let (size, how) = match &attempt.verdict {
                Verdict::Theorem(proof) => {
                    (proof.largest as u64, "states in the largest automaton")
                }
                Verdict::Period(proof) => (proof.heaps, "heaps computed"),
                other => panic!("there is a theorem: {other:?}"),
            };
            (size, told(&found).0, how.to_owned())
        },
    )
}
