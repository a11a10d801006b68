//! Rows of coins in misère play, against play by the definition: every row, turned as the words of its code say.

use crate::shown::shown_in;
use farstar_lang::Session;
use farstar_rules::coin::{Shape, TurningCode, TurningPattern};
use farstar_value::Arena;
use std::collections::{BTreeSet, HashMap};

/// Whether a pattern allows turning the coins of `set`.
fn fits(pattern: &TurningPattern, set: u32) -> bool {
    let coins: Vec<u32> = (0..32).filter(|coin| set >> coin & 1 == 1).collect();
    let (low, high) = (coins[0], coins[coins.len() - 1]);
    let shaped = match pattern.shape {
        Shape::Any => true,
        Shape::Symmetric => coins.iter().all(|&coin| set >> (low + high - coin) & 1 == 1),
        Shape::EquallySpaced => coins.windows(3).all(|c| c[1] - c[0] == c[2] - c[1]),
        Shape::Consecutive => coins.windows(2).all(|c| c[1] == c[0] + 1),
    };
    let within = pattern.within.is_none_or(|width| high - low < width);
    let least = pattern.first && low > 0;
    pattern.allows(coins.len() as u64) && shaped && within && !least
}

/// Rows of coins as sets of heads, with heaps of two and one beside them.
struct Definition {
    code: TurningCode,
    known: HashMap<(u32, u32, u32), u32>,
}

impl Definition {
    fn turns(&self, heads: u32) -> BTreeSet<u32> {
        let legal = |set: &u32| {
            let lead = 31 - set.leading_zeros();
            heads >> lead & 1 == 1 && self.code.patterns().iter().any(|p| fits(p, *set))
        };
        let most = 32 - heads.leading_zeros();
        (1u32..1 << most).filter(legal).map(|set| heads ^ set).collect()
    }

    /// The misère nim value: 1 where nobody can move, otherwise the least number that no option has.
    fn value(&mut self, heads: u32, twos: u32, ones: u32) -> u32 {
        if let Some(&value) = self.known.get(&(heads, twos, ones)) {
            return value;
        }
        let mut found = BTreeSet::new();
        for after in self.turns(heads) {
            found.insert(self.value(after, twos, ones));
        }
        if twos > 0 {
            found.insert(self.value(heads, twos - 1, ones));
            found.insert(self.value(heads, twos - 1, ones + 1));
        }
        if ones > 0 {
            found.insert(self.value(heads, twos, ones - 1));
        }
        let least = (0..).find(|value| !found.contains(value)).expect("one of them");
        let value = if found.is_empty() { 1 } else { least };
        self.known.insert((heads, twos, ones), value);
        value
    }
}

fn row(heads: u32, coins: u32) -> String {
    (0..coins).map(|coin| if heads >> coin & 1 == 1 { 'h' } else { 't' }).collect()
}

#[test]
fn coins_turned_twice_cancel_in_misere_play() {
    let codes =
        ["1", "1-2", "1-3", "2", "3", "1+", "2+", "1+C", "2-4C", "3E", "1+S", "4FS", "1-3C(4)"];
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for code in codes {
        let mut definition = Definition { code: code.parse().unwrap(), known: HashMap::new() };
        for heads in 0u32..1 << 6 {
            let asked = format!("game.strip.Turning(\"{code}\")(\"{}\")", row(heads, 6));
            let values: Vec<u32> = (0..3).map(|twos| definition.value(heads, twos, 0)).collect();
            let outcome = if values[0] == 0 { "P" } else { "N" };
            let of = |question: &str| format!("{asked}.{question}");
            assert_eq!(shown_in(&mut session, &of("MisereOutcomeClass")), outcome, "{asked}");
            let value = shown_in(&mut session, &of("MisereNimValue"));
            assert_eq!(value, values[0].to_string(), "{asked}");
            // the genus by positions and that of the form agree
            let same = format!("{asked}.Genus == {asked}.MisereCanonicalForm.Genus");
            assert_eq!(shown_in(&mut session, &same), "true", "{asked}");
            for (twos, value) in values.iter().enumerate() {
                let sum = format!("({asked}.MisereCanonicalForm + {twos} * *[2]).MisereNimValue");
                assert_eq!(shown_in(&mut session, &sum), value.to_string(), "{sum}");
            }
        }
    }
}

#[test]
fn options_of_rows_are_rows() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for (text, expected) in [
        ("Turning(\"2\")(\"hht\").Options", "{Turning(\"2\")(\"\")}"),
        (
            "Turning(\"2\")(\"thh\").Options",
            "{Turning(\"2\")(\"\"),Turning(\"2\")(\"hh\"),Turning(\"2\")(\"hth\")}",
        ),
        ("Turning(\"1-2\")(\"hht\")", "Turning(\"1-2\")(\"hh\")"),
        ("Turning(\"1-2\")(3)", "Turning(\"1-2\")(\"tth\")"),
        ("Spawning(\"1-2\")(\"hh\")", "Turning(\"1-2\")(\"hh\")"),
        ("Turning(Spawning(\"1-2\"))(\"tt\")", "Turning(\"1-2\")(\"\")"),
        ("Turning(\"1+\")(\"hhthtthh\").Genus", "Genus(\"203\")"),
        ("Turning(\"1+\")(\"hhthtthh\").NimValue", "203"),
        ("(Turning(\"1-2\")(\"hh\") + Turning(\"1-2\")(\"hh\")).NimValue", "0"),
        // two heaps are played for themselves
        ("(Spawning(\"1-2\")(2) + Spawning(\"1-2\")(3)).MisereNimValue", "1"),
        ("Turning(\"1-2\")(\"thh\").MisereNimValue", "0"),
    ] {
        assert_eq!(shown_in(&mut session, text), expected, "{text}");
    }
}
