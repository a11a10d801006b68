//! Canonical bytes and stable hashes: the same in every arena, small where texts are long, and refused when they are
//! not what is written.

use farstar_value::{Arena, Calculator, Error, Game, Limits, RandomShape, SplitMix64};
use proptest::prelude::*;

const SHAPE: RandomShape = RandomShape { birthday: 5, width: 3, all_small: false };

/// A value in an arena that has held other ones before, read from its bytes.
fn moved<'a>(calc: &mut Calculator<'_>, game: Game, there: &'a Arena) -> (Calculator<'a>, Game) {
    let mut other = there.calculator();
    other.parse("{7|{3/4|-5}}").expect("short");
    let bytes = calc.encode(game).expect("no limits");
    let read = other.decode(&bytes).expect("canonical bytes");
    (other, read)
}

#[test]
fn games_of_day_three_have_bytes_of_their_own() {
    let (arena, there) = (Arena::new(), Arena::new());
    let mut calc = arena.calculator();
    let mut all = std::collections::HashSet::new();
    let mut hashes = std::collections::HashSet::new();
    for game in calc.games_born_by(3).expect("1474 games") {
        let bytes = calc.encode(game).expect("no limits");
        let (mut other, read) = moved(&mut calc, game, &there);
        assert_eq!(other.encode(read), Ok(bytes.clone()));
        assert_eq!(other.stable_hash(read), calc.stable_hash(game));
        hashes.insert(calc.stable_hash(game).expect("no limits"));
        all.insert(bytes);
    }
    assert_eq!((all.len(), hashes.len()), (1474, 1474));
}

#[test]
fn bytes_are_small_where_the_text_is_long() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let (nimber, one) = (calc.nimber(12).expect("small"), calc.integer(1).expect("small"));
    let hot = calc.heat(nimber, one).expect("a value");
    let bytes = calc.encode(hot).expect("no limits");
    assert!(bytes.len() < 4000, "{} bytes", bytes.len());
    assert_eq!(calc.decode(&bytes), Ok(hot));
}

#[test]
fn the_format_is_fixed() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (text, bytes) in [
        ("0", &[0xF5, 1, 1, 0, 0, 0, 0, 0][..]),
        ("-3/4^^*5", &[0xF5, 1, 1, 0, 5, 2, 4, 5]),
        ("{1|-1}", &[0xF5, 1, 3, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 1, 1]),
    ] {
        let game = calc.parse(text).expect("short");
        assert_eq!(calc.encode(game).as_deref(), Ok(bytes), "{text}");
    }
    let big = calc.parse("9223372036854775808").expect("short");
    let bytes = calc.encode(big).expect("no limits");
    assert_eq!(bytes[..5], [0xF5, 1, 1, 1, 9]);
    assert_eq!(calc.decode(&bytes), Ok(big));
}

fn fault(bytes: &[u8]) -> String {
    let arena = Arena::new();
    match arena.calculator().decode(bytes) {
        Err(error @ Error::Bytes { .. }) => error.to_string(),
        other => panic!("{bytes:?}: {other:?}"),
    }
}

#[test]
fn bytes_that_nobody_wrote_are_refused() {
    assert_eq!(fault(b""), "these bytes are no value: they end too early, at byte 0");
    assert_eq!(
        fault(b"{1|-1}"),
        "these bytes are no value: they do not begin with F5 01, at byte 0"
    );
    for (bytes, message) in [
        (&[0xF5, 1, 0][..], "there is no node"),
        (&[0xF5, 1, 9, 0, 0, 0, 0, 0], "more is announced than there is"),
        (&[0xF5, 1, 1, 0, 0, 0, 0, 0, 7], "there is more after the last node"),
        (&[0xF5, 1, 1, 9, 0, 0, 0, 0], "a node begins with 0, 1 or 2"),
        (&[0xF5, 1, 1, 2, 1, 1, 0], "an option is no node before its game"),
        (&[0xF5, 1, 1, 2, 1, 0, 0], "an option is no node before its game"),
        // {1|2} is 3/2, 2/2^1 is 1, and -1 stands before 1 here, all of them read but never written
        (&[0xF5, 1, 3, 0, 2, 0, 0, 0, 0, 4, 0, 0, 0, 2, 1, 2, 1, 1], "not in canonical form"),
        (&[0xF5, 1, 1, 0, 4, 1, 0, 0], "not in canonical form"),
        (&[0xF5, 1, 3, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 2, 1, 1, 1, 2], "not in canonical form"),
        (&[0xF5, 1, 1, 0, 0x80, 0, 0, 0, 0], "not in canonical form"),
    ] {
        assert!(fault(bytes).contains(message), "{bytes:?}: {}", fault(bytes));
    }
}

#[test]
fn limits_hold_while_bytes_are_read() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let (nimber, one) = (calc.nimber(14).expect("small"), calc.integer(1).expect("small"));
    let hot = calc.heat(nimber, one).expect("a value");
    let bytes = calc.encode(hot).expect("no limits");
    let there = Arena::new();
    let read = there.calculator_with(&Limits::none().nodes(20)).decode(&bytes);
    assert!(matches!(read, Err(Error::Stopped(_))), "{read:?}");
}

proptest! {
    #[test]
    fn random_values_come_back(seed in any::<u64>()) {
        let (arena, there) = (Arena::new(), Arena::new());
        let mut calc = arena.calculator();
        let game = calc.random_game(&mut SplitMix64::new(seed), &SHAPE).expect("small");
        let (mut other, read) = moved(&mut calc, game, &there);
        prop_assert_eq!(other.encode(read), calc.encode(game));
        prop_assert_eq!(other.stable_hash(read), calc.stable_hash(game));
        let bytes = calc.encode(game).expect("no limits");
        prop_assert_eq!(calc.decode(&bytes), Ok(game));
    }

    /// Changed bytes are refused, or they are the canonical bytes of another value.
    #[test]
    fn changed_bytes_never_lie(seed in any::<u64>(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let arena = Arena::new();
        let mut calc = arena.calculator_with(&Limits::none().nodes(10_000));
        let game = calc.random_game(&mut SplitMix64::new(seed), &SHAPE).expect("small");
        let mut bytes = calc.encode(game).expect("small");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(read) = calc.decode(&bytes) {
            prop_assert_eq!(calc.encode(read), Ok(bytes));
        }
    }
}
