//! Every method gives the values of the definition.

use farstar_impartial::sequence::{GrundySequence, Method, SequenceError};
use farstar_rules::heap::{HeapCode, HeapFunction, HeapGame, Join};
use farstar_value::{Limits, Stopped};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Heaps compared for every code of three digits.
const HEAPS: u64 = if cfg!(debug_assertions) { 320 } else { 2000 };

fn code(text: &str) -> HeapCode {
    text.parse().unwrap()
}

fn values(code: &HeapCode, method: Method, heaps: u64) -> Vec<u32> {
    let mut sequence = GrundySequence::of_code(code.clone()).with_method(method).unwrap();
    sequence.extend_to(heaps, &Limits::none()).unwrap();
    sequence.values(0..heaps)
}

/// Fails with the first heap at which the values differ.
fn agree(found: &[u32], wanted: &[u32], method: &str, code: &HeapCode) {
    let differs = found.iter().zip(wanted).position(|(a, b)| a != b);
    assert!(found.len() == wanted.len() && differs.is_none(), "{method}, {code}: heap {differs:?}");
}

fn methods_agree(code: &HeapCode, heaps: u64) {
    let naive = values(code, Method::Naive, heaps);
    agree(&values(code, Method::BitSet, heaps), &naive, "bit set", code);
    for method in [Method::Candidate, Method::RareCommon, Method::OneHot] {
        let sequence = GrundySequence::of_code(code.clone());
        let Ok(mut sequence) = sequence.with_method(method) else { continue };
        sequence.extend_to(heaps, &Limits::none()).unwrap();
        agree(&sequence.values(0..heaps), &naive, method.name(), code);
    }
}

#[test]
fn every_method_agrees_on_all_octal_codes_of_three_digits() {
    let digits = "01234567";
    // in debug builds every seventh code
    let step = if cfg!(debug_assertions) { 7 } else { 1 };
    for index in (0..1024).step_by(step) {
        let digit = |place: u32| &digits[(index >> (3 * place) & 7)..][..1];
        let whole = if index < 512 { "0" } else { "4" };
        methods_agree(&code(&format!("{whole}.{}{}{}", digit(2), digit(1), digit(0))), HEAPS);
    }
}

#[test]
fn words_of_every_width_agree_with_bit_sets() {
    // values below 32, 64 and 128; rare values by the parity of the heap or not, and equal splits among the moves
    for text in [
        "0.106", "0.104", "0.16", "0.127", "0.054", "0.454", "0.56", "4.045", "0.174", "0.16=6",
        "0.26=6!",
    ] {
        let code = code(text);
        let mut sequence =
            GrundySequence::of_code(code.clone()).with_method(Method::OneHot).unwrap();
        let heaps = 9000;
        sequence.extend_to(heaps, &Limits::none()).unwrap();
        let counted = sequence.sparse().map_or(usize::MAX, |sparse| sparse.rare_heaps.len());
        assert!(sequence.method() == Method::OneHot || counted > 1024, "{text}: {counted}");
        agree(&sequence.values(0..heaps), &values(&code, Method::BitSet, heaps), "one-hot", &code);
    }
}

#[test]
fn every_method_agrees_on_games_with_constraints_on_two_heaps() {
    for text in ["4!.0", "4!.3", "0.04!", "4=.0", "4=.7", "0.{0,2=}7", "0.6!6=", "4!.6=", "0.007!"]
    {
        methods_agree(&code(text), HEAPS);
    }
}

#[test]
fn sets_of_sums_agree_with_the_definition() {
    for (text, heaps) in [
        ("0.8", 60),
        ("0.F3", 60),
        ("0.2048", 60),
        ("0.3F!", 60),
        ("0.3F?", 60),
        ("8=.0", 60),
        ("8!.0", 70),
        ("80.0", 50),
        ("G.0", 40),
        ("0.*3", 30),
        ("0.*!3", 40),
        ("0.*?3", 30),
        ("{2+}=.0", 60),
        ("{2+}!.0", 40),
        ("0.[3]", 100),
        ("4.[3]", 60),
        ("0.7[03]", 60),
        ("0.{1,3+}", 30),
        ("0.{0,2,4?+}5", 28),
        ("0.3003330[3]", 80),
    ] {
        let code = code(text);
        assert_eq!(
            values(&code, Method::BitSet, heaps),
            values(&code, Method::Naive, heaps),
            "{text}"
        );
    }
}

#[test]
fn portable_and_vector_instructions_agree() {
    let heaps = if cfg!(debug_assertions) { 6000 } else { 60_000 };
    for text in ["0.106", "0.16", "0.56", "0.374", "0.127", "4!.0", "4.064"] {
        let mut fast = GrundySequence::of_code(code(text));
        let mut plain = GrundySequence::of_code(code(text)).portable();
        fast.extend_to(heaps, &Limits::none()).unwrap();
        plain.extend_to(heaps, &Limits::none()).unwrap();
        assert_eq!(fast.values(0..heaps), plain.values(0..heaps), "{text}");
        assert_eq!(fast.method(), plain.method());
    }
    for text in ["0.007", "0.6"] {
        let sequence = || GrundySequence::of_code(code(text)).with_method(Method::Candidate);
        let (mut fast, mut plain) = (sequence().unwrap(), sequence().unwrap().portable());
        fast.extend_to(5000, &Limits::none()).unwrap();
        plain.extend_to(5000, &Limits::none()).unwrap();
        assert_eq!(fast.values(0..5000), plain.values(0..5000), "{text}");
    }
}

#[test]
fn long_runs_agree_with_the_bit_set() {
    let heaps = if cfg!(debug_assertions) { 4000 } else { 30_000 };
    for text in ["0.104", "0.16", "0.374", "4!.0", "0.205", "0.324", "4.045"] {
        let mut sequence = GrundySequence::of_code(code(text));
        // in pieces, as a caller with progress would
        for to in [1000, heaps / 3, heaps] {
            sequence.extend_to(to, &Limits::none()).unwrap();
        }
        assert_eq!(sequence.values(0..heaps), values(&code(text), Method::BitSet, heaps), "{text}");
    }
}

#[test]
fn candidates_are_looked_up_far_behind_the_marked_splits() {
    // one digit that splits and two, unequal heaps, values of one byte and of two
    for text in ["0.007", "0.77", "0.6", "4!.0", "0.0077"] {
        let run = |kernel: fn(GrundySequence) -> GrundySequence| {
            let sequence = GrundySequence::of_code(code(text)).with_method(Method::Candidate);
            let mut sequence = kernel(sequence.unwrap());
            for to in [2500, 5001, 6000] {
                sequence.extend_to(to, &Limits::none()).unwrap();
            }
            assert_eq!(sequence.method(), Method::Candidate);
            sequence.values(0..6000)
        };
        let plain = values(&code(text), Method::BitSet, 6000);
        assert_eq!(run(|sequence| sequence), plain, "{text}");
        assert_eq!(run(GrundySequence::portable), plain, "{text}, portable");
    }
}

#[test]
fn functions_joins_and_rules_are_games() {
    let kayles = HeapFunction::new("kayles", |heap: u32, visit| {
        for taken in 1..=heap.min(2) {
            let rest = heap - taken;
            for a in 0..=rest / 2 {
                let parts = [a, rest - a].into_iter().filter(|&part| part > 0);
                visit(&parts.collect::<Vec<u32>>())?;
            }
        }
        ControlFlow::Continue(())
    });
    let mut by_function = GrundySequence::new(kayles);
    by_function.extend_to(60, &Limits::none()).unwrap();
    assert_eq!(by_function.method(), Method::Naive);
    assert_eq!(by_function.values(0..60), values(&code("0.77"), Method::BitSet, 60));

    let mut join = GrundySequence::new(Join(code("0.7"), code("0.07")));
    join.extend_to(60, &Limits::none()).unwrap();
    assert_eq!(join.values(0..60), values(&code("0.77"), Method::BitSet, 60));

    // take a square: OEIS A014586
    let squares = HeapFunction::new("squares", |heap: u32, visit| {
        (1..=heap.isqrt()).try_for_each(|k| visit(&[heap - k * k]))
    });
    let mut squares = GrundySequence::new(squares);
    squares.extend_to(15, &Limits::none()).unwrap();
    assert_eq!(squares.values(0..15), [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2]);
}

#[test]
fn a_rule_that_does_not_shrink_is_an_error() {
    let growing = HeapFunction::new("growing", |heap: u32, visit| visit(&[heap]));
    let failure = GrundySequence::new(growing).extend_to(3, &Limits::none());
    assert_eq!(failure, Err(SequenceError::NotShrinking { heap: 0, part: 0 }));
    let unsuitable = GrundySequence::of_code(code("0.[3]")).with_method(Method::OneHot);
    assert!(matches!(unsuitable, Err(SequenceError::Unsuitable { .. })));
    let too_large = GrundySequence::of_code(code("0.[3]")).extend_to(1 << 40, &Limits::none());
    assert!(matches!(too_large, Err(SequenceError::HeapTooLarge { .. })));
}

#[test]
fn a_stopped_sequence_goes_on() {
    let mut sequence = GrundySequence::of_code(code("0.16"));
    let stopped = sequence.extend_to(1 << 20, &Limits::none().nodes(5000));
    assert_eq!(stopped, Err(SequenceError::Stopped(Stopped::Nodes)));
    assert!(sequence.len() >= 5000);
    sequence.extend_to(sequence.len() + 2000, &Limits::none()).unwrap();
    let heaps = sequence.len();
    let mut whole = GrundySequence::of_code(code("0.16"));
    whole.extend_to(heaps, &Limits::none()).unwrap();
    assert_eq!(sequence.values(0..heaps), whole.values(0..heaps));
}

#[test]
fn values_wider_than_a_byte_widen_the_cells() {
    let mut nim = GrundySequence::of_code(code("0.[3]"));
    nim.extend_to(400, &Limits::none()).unwrap();
    assert_eq!(nim.value(399), Some(399));
    let mut split = GrundySequence::of_code(code("0.774"));
    split.extend_to(3000, &Limits::none()).unwrap();
    assert!(split.values(0..3000).iter().any(|&v| v > 255));
    assert_eq!(split.values(0..3000), values(&code("0.774"), Method::BitSet, 3000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_codes_of_up_to_five_digits_agree(
        digits in prop::collection::vec(0u8..8, 1..6),
        whole in prop::bool::ANY,
    ) {
        let digits: String = digits.iter().map(ToString::to_string).collect();
        methods_agree(&code(&format!("{}.{digits}", if whole { 4 } else { 0 })), 400);
    }

    #[test]
    fn a_code_and_its_normal_form_have_the_same_options(text in "[0]{0,2}4?\\.[0-7!?=]{1,4}") {
        if let Ok(code) = text.parse::<HeapCode>() {
            let normal: HeapCode = code.to_string().parse().unwrap();
            prop_assert_eq!(&normal, &code);
            prop_assert_eq!(normal.options(9), code.options(9));
        }
    }
}

#[test]
fn grundys_game_agrees_where_witnesses_meet_their_equals() {
    // games of unequal splits, past twice the largest part that can be a witness
    for text in ["4!.0", "0.04!", "0.4!4!", "4!.3"] {
        let mut sequence =
            GrundySequence::of_code(code(text)).with_method(Method::RareCommon).unwrap();
        sequence.extend_to(2600, &Limits::none()).unwrap();
        agree(
            &sequence.values(0..2600),
            &values(&code(text), Method::BitSet, 2600),
            "rare/common",
            &code(text),
        );
    }
}
