//! Misère canonical forms in the language.

use farstar_lang::Session;
use farstar_value::{Arena, Limits};

fn shown(text: &str) -> String {
    let arena = Arena::new();
    let limits = Limits::none().nodes(1 << 16).bytes(1 << 24);
    let mut session = Session::new(&arena).with_limits(limits);
    match session.eval(text) {
        Ok(value) => session.display(&value),
        Err(diagnostics) => format!("!!{}", diagnostics[0]),
    }
}

#[test]
fn lists_after_a_star_are_misere_forms() {
    for (text, expected) in [
        ("*[]", "*[0]"),
        ("*[3]", "*[3]"),
        ("*[[2]]", "*[2#]"),
        ("*[[[2]]]", "*[2##]"),
        ("*[4,2]", "*[42]"),
        ("*[[4,2],4,3,1]", "*[(42)431]"),
        ("*[0..3]", "*[4]"),
        ("*[1]", "*[1]"),
        ("*[[1]]", "*[0]"),
        ("*[12]", "*[&12;]"),
        ("*[2].Genus", "2"),
        ("-*[2]", "*[2]"),
        ("*[2] - *[2] + *[2]", "*[2[22]]"),
        ("3 * *[2] == *[2] + *[2] + *[2]", "true"),
        ("*[2] + *[2] == *[0]", "false"),
        ("*[1] + *[1] == *[0]", "true"),
        ("x := [2]; *x", "*[2]"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn impartial_games_have_misere_forms() {
    for (text, expected) in [
        ("Nim(5).MisereCanonicalForm", "*[5]"),
        ("(*4).MisereCanonicalForm", "*[4]"),
        ("0.MisereCanonicalForm", "*[0]"),
        (
            "(Kayles(5) + Kayles(2)).MisereCanonicalForm == Kayles(5).MisereCanonicalForm + *[2]",
            "true",
        ),
        ("(Kayles(5) + Kayles(2)).Genus == (Kayles(5).MisereCanonicalForm + *[2]).Genus", "true"),
        ("Wythoff((1,2)).MisereCanonicalForm == Wythoff((2,1)).MisereCanonicalForm", "true"),
        ("(*[[2],0]).OutcomeClass", "N"),
        ("(*[[2]]).MisereOutcomeClass", "P"),
        ("(*[[2],0]).CanonicalForm", "*"),
        ("(*[[2],0]).Class", "MisereCanonicalGame"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_misere_game_is_refused() {
    for text in [
        "*[1/2]",
        "*[-1]",
        "*[{1|0}]",
        "*[[2],\"x\"]",
        "1.MisereCanonicalForm",
        "{1|0}.Mate",
        "'{*|*}'.MisereCanonicalForm",
        "Cutcake((2,3)).MisereCanonicalForm",
        "(*[[[2]]]).Link(*[[2]])",
        "(*[4]).MisereMinus(*[2])",
        "(*[4]).Distinguisher(*[4])",
        "*[1..100000000]",
        "*[100000000]",
        "1000000000 * *[2]",
    ] {
        assert!(shown(text).starts_with("!!"), "{text}: {}", shown(text));
    }
}
