//! Misère canonical forms in the language.

use crate::shown::{check, told};
use farstar_lang::Session;
use farstar_value::Arena;

#[test]
fn lists_after_a_star_are_misere_forms() {
    check(&[
        ("*[]", "*[0]"),
        ("*[3]", "*[3]"),
        ("*[[2]]", "*[[2]]"),
        ("*[[[2]]]", "*[[[2]]]"),
        ("*[4,2]", "*[4,2]"),
        ("*[42]", "*[42]"),
        ("*[[2,4]]", "*[4,2]"),
        ("*[[4,2],4,3,1]", "*[[4,2],4,3,1]"),
        ("*[0..3]", "*[4]"),
        ("*[1]", "*[1]"),
        ("*[[1]]", "*[0]"),
        ("*[12]", "*[12]"),
        ("*[2].Genus", "Genus(\"2\")"),
        ("-*[2]", "*[2]"),
        ("*[2] - *[2] + *[2]", "*[2]+*[2]+*[2]"),
        ("3 * *[2] == *[2] + *[2] + *[2]", "true"),
        ("*[2] + *[2] == *[0]", "false"),
        ("*[1] + *[1] == *[0]", "true"),
        ("x := [2]; *x", "*[2]"),
    ]);
}

#[test]
fn impartial_games_have_misere_forms() {
    check(&[
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
    ]);
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
        "'{*|1}'.MisereCanonicalForm",
        "x := *3; x.Genus",
        "[*3, *2].Apply(MisereOutcomeClass)",
        "*[2] == *2",
        "*[2] <= *2",
        "Cutcake((2,3)).MisereCanonicalForm",
        "(*[[[2]]]).Link(*[[2]])",
        "(*[4]).MisereMinus(*[2])",
        "(*[4]).Distinguisher(*[4])",
        "*[1..100000000]",
        "*[100000000]",
        "1000000000 * *[2]",
    ] {
        assert!(told(text).is_err(), "{text}: {:?}", told(text));
    }
}

/// Reads what is written, and what is written of that.
fn read_back(session: &mut Session<'_>, text: &str) -> String {
    let mut read = |text: &str| match session.eval(text) {
        Ok(value) => session.display(&value).unwrap(),
        Err(diagnostics) => panic!("{text}: {}", diagnostics[0]),
    };
    let written = read(text);
    assert_eq!(read(&written), written, "{text}");
    assert_eq!(read(&format!("({text}) == ({written})")), "true", "{text} is written {written}");
    let pretty = read(&format!("unicode({text})"));
    assert_eq!(read(pretty.trim_matches('"')), written, "{text} is written {pretty}");
    written
}

#[test]
fn misere_forms_read_back() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    // every form of four days, and lists and sums of them drawn at random
    let mut texts: Vec<String> =
        ["*[0]", "*[1]", "*[2]", "*[3]", "*[12]"].map(str::to_owned).into();
    let mut state = 7u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for round in 0..300 {
        let (a, b, c) = (draw(texts.len()), draw(texts.len()), draw(texts.len()));
        let made = match draw(4) {
            0 => format!("*[[{}]]", texts[a]),
            1 => format!("*[{},{}]", texts[a], texts[b]),
            2 => format!("*[{},{},{}]", texts[a], texts[b], texts[c]),
            _ => format!("{}+*[{}]", texts[a], 2 + round % 3),
        };
        let written = read_back(&mut session, &made);
        if written.len() < 60 && !texts.contains(&written) {
            texts.push(written);
        }
    }
    assert!(texts.len() > 60, "{}", texts.len());
}

#[test]
fn genera_and_latex_are_those_of_misere_play() {
    check(&[
        ("latex(*[[2],0])", "\"{*}[[2],0]\""),
        ("unicode(*[[2]] + *[2])", "\"∗[[2]]+∗[2]\""),
        ("Genus(\"4^146\") == Kayles(5).Genus", "true"),
        ("Genus(\"2^20\")", "Genus(\"2\")"),
        ("*[[2]] <= *[0]", "false"),
        ("*[[2]] <> *[0]", "true"),
        ("*[[1]] <= *[0]", "true"),
        ("*[2] + *[2] >= *[0]", "false"),
    ]);
}

#[test]
fn typed_games_are_played_as_they_are_written() {
    check(&[
        ("(*3 + *2).MisereOutcomeClass", "N"),
        ("(*2 + *2).MisereOutcomeClass", "P"),
        ("(*3 + *2).Genus", "Genus(\"1^13\")"),
        ("(*3 + *2 + *1).MisereNimValue", "0"),
        ("(*3 + *2).MisereCanonicalForm", "*[2]+*[3]"),
        ("(2 * *2).MisereOutcomeClass", "P"),
        ("(*2 - *2).MisereOutcomeClass", "P"),
        ("(-(*2 + *3)).MisereOutcomeClass", "N"),
        ("(*1000 + *500 + *1).MisereOutcomeClass", "N"),
        ("(Kayles(5) + *2).Genus == (Kayles(5) + Nim(2)).Genus", "true"),
        ("(Wythoff((1,2)) + Wythoff((1,2))).MisereOutcomeClass", "N"),
        ("(Wythoff((1,2)) + Wythoff((2,2))).MisereOutcomeClass", "P"),
        // {*|*} and 0 are both won by the next player; a sum with it is another thing
        ("'{*|*}'.MisereOutcomeClass", "N"),
        ("{*2|*2}.MisereOutcomeClass", "P"),
        ("{*2|*2}.CanonicalForm.MisereOutcomeClass", "N"),
        ("'{*2|*2}'.MisereCanonicalForm", "*[[2]]"),
        ("(1 + *).MisereOutcomeClass", "N"),
        ("{1|1}.MisereOutcomeClass", "R"),
        ("(Nim(1) + Nim(1) + 1).MisereOutcomeClass", "P"),
        ("(1 - 1).MisereOutcomeClass", "N"),
        ("1.MisereOutcomeClass", "R"),
        ("x := *3; x.CanonicalForm.MisereOutcomeClass", "N"),
        ("[(*n).MisereNimValue for n in 0..3]", "[1,0,2,3]"),
        ("*[[[2]]].IsLinkedTo(*2 + *2)", "true"),
        (
            "(Cutcake((2,3)) + Cutcake((1,1))).MisereOutcomeClass == Cutcake((2,3)).MisereOutcomeClass",
            "true",
        ),
    ]);
}

#[test]
fn rulesets_of_misere_play_tell_their_own_winner() {
    check(&[
        ("Ruleset(\"misere nim\")(\"1+1\").OutcomeClass", "N"),
        ("Ruleset(\"misere nim\")(\"1\").OutcomeClass", "P"),
        ("Ruleset(\"misere nim\")(\"1\").LeftWinsFirst", "false"),
        ("Ruleset(\"misere nim\")(\"2\").RightWinsFirst", "true"),
        ("(Ruleset(\"misere nim\")(\"1\") + Ruleset(\"misere nim\")(\"1\")).OutcomeClass", "N"),
        ("Ruleset(\"misere nim\")(\"1\").NormalPlay.OutcomeClass", "N"),
        ("Ruleset(\"misere nim\")(\"1\").NormalPlay == Nim(1)", "true"),
        (
            "Ruleset(\"misere nim\")(\"1+2\").NormalPlay.NormalPlay",
            "Ruleset(\"misere nim\").NormalPlay(\"1+2\")",
        ),
        ("Ruleset(\"misere nim\").NormalPlay(\"1+2\").CanonicalForm", "*3"),
        ("Ruleset(\"misere domineering\")(\"..|..\").OutcomeClass", "P"),
        (
            "Ruleset(\"misere domineering\")(\"..|..\").OutcomeClass == Domineering(\"..|..\").MisereOutcomeClass",
            "true",
        ),
    ]);
    for text in [
        "Ruleset(\"misere nim\")(\"1\").CanonicalForm",
        "Ruleset(\"misere nim\")(\"1\").Mean",
        "Ruleset(\"misere nim\")(\"1\").NimValue",
        "(Ruleset(\"misere nim\")(\"1\") + *2).OutcomeClass",
        "Ruleset(\"misere nim\")(\"1\") == *1",
        "Ruleset(\"misere nim\")(\"1\") <= *1",
        "{Ruleset(\"misere nim\")(\"1\")|}.CanonicalForm",
        "(-Ruleset(\"misere nim\")(\"1\")).Mean",
    ] {
        assert!(told(text).is_err_and(|why| why.contains("misère")), "{text}: {:?}", told(text));
    }
}

#[test]
fn forms_of_another_session_are_refused() {
    let arena = Arena::new();
    let (mut one, mut other) = (Session::new(&arena), Session::new(&arena));
    for text in ["*[[2]]", "'{*|*}'", "[1,{2,*[[2]]}]", "{1 => '{0|}'}"] {
        let value = one.eval(text).unwrap_or_else(|found| panic!("{text}: {}", found[0]));
        assert!(one.display(&value).is_ok(), "{text}");
        assert!(other.display(&value).is_err(), "{text}");
        assert!(other.game(&value).is_err() && other.type_name(&value).is_err(), "{text}");
        assert!(other.define("x", value.clone()).is_err(), "{text}");
        assert!(one.define("x", value).is_ok(), "{text}");
    }
    // values of one arena are the same everywhere
    let up = one.eval("^ + *2").unwrap();
    assert_eq!(other.display(&up).unwrap(), one.display(&up).unwrap());
}

/// Weimerskirch 2009.
#[test]
fn infinite_quotients_are_values() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.eval("q := MisereQuotient(\"0.3122\", 7)").unwrap();
    for (asked, expected) in [
        ("q", "MisereQuotient(\"0.3122\", 7)"),
        ("q.Order", "inf"),
        ("q.Phi(3)", "\"c\""),
        ("q.Phi([7, 7, 7, 7, 7, 7, 5, 5, 5, 5])", "\"g²\""),
        ("q.Outcome([7, 7, 7])", "N"),
        ("q.IsLost([1])", "true"),
        ("q.PPortion[1]", "\"a\""),
        ("q.Presentation.Size > 100", "true"),
        ("q.Period", "Nothing"),
        ("q.IsTameQuotient", "false"),
        ("q.MonoidTable.Class", "Table"),
        ("q.Certificate.Size > 1000", "true"),
    ] {
        let value = session.eval(asked).unwrap();
        assert_eq!(session.display(&value).unwrap(), expected, "{asked}");
    }
    for (asked, expected) in [
        ("q.Elements", "is infinite"),
        ("q.Idempotents", "is infinite"),
        ("q.Phi(8)", "covers heaps up to 7"),
        ("MisereQuotient(\"0.3122\", 9)", "with heaps of 7 there are infinitely many elements"),
    ] {
        let said = session.eval(asked).expect_err("refused")[0].to_string();
        assert!(said.contains(expected), "{asked}: {said}");
    }
}
