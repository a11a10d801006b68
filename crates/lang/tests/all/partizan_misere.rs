//! Partizan misère play in the language.

use crate::shown::{check, told};
use farstar_lang::Session;
use farstar_value::Arena;

#[test]
fn games_are_compared_in_their_universe() {
    check(&[
        ("MisereGe('{*|*}', 0)", "false"),
        ("MisereGe('{*|*}', 0, \"dicots\")", "true"),
        ("MisereEquals({*|*}, 0, \"dicots\")", "true"),
        ("'{*|*}'.MisereGe(0, \"dicots\")", "true"),
        ("MisereEquals(* + *, 0, \"dicots\")", "true"),
        ("MisereEquals(1 - 1, 0, \"dead-ending\")", "true"),
        ("MisereEquals(1 - 1, 0)", "false"),
        ("MisereGe(1, 0, \"dead-ending\")", "false"),
        ("MisereEquals('{0,*|1}', '{0,-1,*|1}', \"dead-ending\")", "true"),
        ("MisereEquals(*[2], *2)", "true"),
        // equal beside impartial games, not beside all
        ("MisereEquals(*[2] + *[2], *2 + *2)", "false"),
        ("MisereGe(Nim(2), *2)", "true"),
        ("MisereEquals(Domineering(\"..|..\"), '{1|-1}')", "true"),
        ("x := '{*|*}'; MisereGe(x, x)", "true"),
        ("MisereReduce('{0|{0|0,*},*2}', \"dicots\")", "'{0|v*}'"),
        ("MisereReduce({0|{0|0,*},*2}, \"dicots\")", "'{0|v*}'"),
        ("MisereEquals({*|*}, 0)", "false"),
    ]);
}

#[test]
fn games_are_asked_as_they_are_written() {
    check(&[
        ("IsDicot({0|*})", "true"),
        ("(^ + *).IsDicot", "true"),
        ("1.IsDicot", "false"),
        ("1.IsDeadEnding", "true"),
        ("'{|*}'.IsDeadEnding", "false"),
        ("'{|*}'.IsLeftEnd", "true"),
        ("'{|*}'.IsRightEnd", "false"),
        ("'{|*}'.MisereOutcomeClass", "N"),
        ("'{|*}'.StrongOutcome", "L"),
        ("Waiting(3).MisereOutcomeClass", "R"),
        ("MisereEquals(Waiting(3), 3)", "true"),
        ("MisereEquals(Waiting(-2), -2)", "true"),
        ("Murder(0)", "0"),
        ("(Murder(2) + Waiting(1)).MisereOutcomeClass", "N"),
        ("MisereGe(Murder(3), Waiting(-3), \"dead-ending\")", "false"),
        ("misere_games_born_by(3)", "[*[0],*[1],*[2],*[3],*[[2]]]"),
    ]);
}

#[test]
fn what_is_wrong_is_named() {
    for (text, words) in [
        ("MisereGe(1, *, \"dicots\")", "{0|} is not a dicot: Left can move and Right cannot"),
        (
            "MisereGe({1|*}, 0, \"dicots\")",
            "{{0|}|{0|0}} is not a dicot: after moves to {0|} Left can move and Right cannot",
        ),
        (
            "MisereGe('{|*}', 0, \"dead-ending\")",
            "{|{0|0}} is not dead-ending: Left cannot move, but can after a move of Right",
        ),
        ("MisereGe(*, *, \"dicoty\")", "\"dicoty\" is no universe"),
        ("MisereGe(*, *, 3)", "expected \"all\", \"dicots\" or \"dead-ending\""),
        (
            "x := *3; MisereGe('{*|*}', x)",
            "'{*|*}' is a game of misère play and *3 a value of normal play",
        ),
        ("x := *3; MisereGe(x, x)", "*3 is a value, and games of one value"),
        ("x := ^; x.IsDicot", "^ is a value, and games of one value"),
        ("*[[2],0] + ^", "*[[2],0] is a game of misère play and ^ a value of normal play"),
        ("1 + *[2]", "*[2] is a game of misère play and 1 a value of normal play"),
        ("Waiting(10000000000)", "10000000000 moves are too many"),
        ("Waiting(1000000)", "stopped"),
        ("Murder(1/2)", "an integer"),
        ("misere_games_born_by(6)", "day 6"),
        ("IsDicot(\"x\")", "a game"),
    ] {
        assert!(told(text).is_err_and(|why| why.contains(words)), "{:?}", told(text));
    }
}

#[test]
fn reduced_forms_read_back() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut read = |text: &str| match session.eval(text) {
        Ok(value) => session.display(&value).unwrap(),
        Err(diagnostics) => panic!("{text}: {}", diagnostics[0]),
    };
    for text in [
        "Waiting(4)",
        "Murder(3)",
        "Murder(-3)",
        "'{0,{*|*},'{*|0,*}'|{0|*2},*}'",
        "^ + *2",
        "'{*2,{0|*}|'{|}'}' - 2",
    ] {
        let written = read(&format!("MisereReduce({text})"));
        assert_eq!(read(&written), written, "{text}");
        assert_eq!(read(&format!("MisereEquals({text}, {written})")), "true", "{text}");
    }
}
