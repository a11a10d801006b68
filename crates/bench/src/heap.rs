//! Heap games: sequences and proofs of period. Every case compares its first heaps with the plain
//! bit set in the same run, and its note tells the CPU time of a heap of both.

use crate::measure::{Case, Outcome, cpu_seconds, timed};
use farstar_impartial::sequence::{GrundySequence, Method, Theorem, digest, find_period};
use farstar_rules::heap::HeapCode;
use farstar_value::Limits;

/// The cases of this file.
pub(crate) const CASES: &[Case] = &[
    ("heap/sequence_0.106", || sequence("0.106", 20, 14)),
    ("heap/sequence_0.104", || sequence("0.104", 20, 14)),
    ("heap/sequence_0.16", || sequence("0.16", 20, 14)),
    ("heap/sequence_0.56", || sequence("0.56", 20, 14)),
    ("heap/sequence_0.374", || sequence("0.374", 20, 14)),
    ("heap/sequence_0.127", || sequence("0.127", 20, 14)),
    ("heap/sequence_grundys_game", || sequence("4!.0", 22, 14)),
    ("heap/sequence_0.007", || sequence("0.007", 17, 17)),
    ("heap/period_trivial_classes", trivial_classes),
    ("heap/period_classical", classical),
    ("heap/period_by_state_0.104", || by_state("0.104", 11_770_282, 197_769_598)),
    ("heap/period_by_state_0.054", || by_state("0.054", 10_015_179, 193_235_616)),
    ("heap/period_by_state_0.454", || by_state("0.454", 60_620_715, 160_949_019)),
];

fn game(text: &str) -> GrundySequence {
    GrundySequence::of_code(text.parse::<HeapCode>().expect("the codes of this file are codes"))
}

/// The first `2^bits` heaps, the first `2^plain_bits` of them compared with the bit set.
fn sequence(code: &str, bits: u32, plain_bits: u32) -> Outcome {
    let (heaps, plain_heaps) = (1u64 << bits, 1u64 << plain_bits);
    let mut plain = game(code).with_method(Method::BitSet).expect("every code has a bit set");
    let start = cpu_seconds();
    plain.extend_to(plain_heaps, &Limits::none()).expect("no limits");
    let plain_ns = (cpu_seconds() - start) * 1e9 / plain_heaps as f64;
    timed(
        || {
            let start = cpu_seconds();
            let mut fast = game(code);
            fast.extend_to(heaps, &Limits::none()).expect("no limits");
            (fast, (cpu_seconds() - start) * 1e9 / heaps as f64)
        },
        |(fast, ns)| {
            assert!(
                fast.values(0..plain_heaps) == plain.values(0..plain_heaps),
                "{code}: the methods differ"
            );
            let note = format!(
                "{}: {ns:.0} ns a heap of 2^{bits}; bit set: {plain_ns:.0} ns a heap of 2^{plain_bits}",
                fast.method()
            );
            (heaps, digest(fast.values(0..heaps)), note)
        },
    )
}

/// All codes of three digits whose period is proved within 600 heaps.
fn trivial_classes() -> Outcome {
    timed(
        || {
            let codes = (0..1024).map(|index| {
                let whole = if index < 512 { 0 } else { 4 };
                format!("{whole}.{}{}{}", index >> 6 & 7, index >> 3 & 7, index & 7)
            });
            let periods = codes.filter_map(|code| {
                let found = find_period(&mut game(&code), 600, &Limits::none()).expect("no limits");
                found.filter(|found| found.is_proved())
            });
            periods.map(|found| found.period as u32).collect::<Vec<_>>()
        },
        |periods| {
            assert!(periods.len() > 300);
            let note = format!("{} codes proved", periods.len());
            (periods.len() as u64, digest(periods.iter().copied()), note)
        },
    )
}

/// The longer solved games, by the classical theorem.
fn classical() -> Outcome {
    const SOLVED: [(&str, u64, u64); 9] = [
        ("0.16", 149_459, 105_351),
        ("0.56", 144, 326_640),
        ("0.127", 4, 46_578),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
        ("0.165", 1550, 5181),
        ("4.064", 16_132, 94_272),
        ("0.376", 4, 2_268_248),
        ("0.354", 1180, 10_061_916),
    ];
    timed(
        || {
            SOLVED.map(|(code, period, preperiod)| {
                let found = find_period(&mut game(code), 1 << 25, &Limits::none());
                let found = found.expect("no limits").expect("a solved game");
                assert_eq!((found.period, found.preperiod), (period, preperiod), "{code}");
                assert!(matches!(found.theorem, Some(Theorem::GuySmith { .. })), "{code}");
                found.heaps
            })
        },
        |heaps| (heaps.iter().sum(), digest(heaps.map(|n| n as u32)), "9 games".to_owned()),
    )
}

/// A game with a long period, by the state argument.
fn by_state(code: &str, period: u64, preperiod: u64) -> Outcome {
    timed(
        || {
            let found = find_period(&mut game(code), 1 << 29, &Limits::none());
            let found = found.expect("no limits").expect("a solved game");
            assert_eq!((found.period, found.preperiod), (period, preperiod), "{code}");
            assert!(matches!(found.theorem, Some(Theorem::FiniteState { .. })), "{code}");
            found
        },
        |found| (found.heaps, found.period ^ found.preperiod << 32, found.to_string()),
    )
}
