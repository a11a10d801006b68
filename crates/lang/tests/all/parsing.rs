//! The grammar: what is read, what is refused, and where the finger points.

use farstar_lang::{Dialect, Kind, Session, is_incomplete, parse, parse_as};
use farstar_value::Arena;

/// The value of a text, as it is displayed.
fn value(text: &str) -> String {
    value_as(text, Dialect::Farstar)
}

fn value_as(text: &str, dialect: Dialect) -> String {
    let arena = Arena::new();
    let mut session = Session::new(&arena).dialect(dialect);
    match session.eval(text) {
        Ok(value) => session.display(&value).unwrap(),
        Err(diagnostics) => format!("{}: {}", diagnostics[0].kind.as_str(), diagnostics[0]),
    }
}

fn check(facts: &[(&str, &str)]) {
    for (text, expected) in facts {
        assert_eq!(value(text), *expected, "{text}");
    }
}

#[test]
fn literals_of_values() {
    check(&[
        ("*", "*"),
        ("*3", "*3"),
        ("^^", "^^"),
        ("^4", "^4"),
        ("v3", "v3"),
        ("^<2>", "^<2>"),
        ("^[3]*", "^[3]*"),
        ("3/4^2*5", "3/4^^*5"),
        ("3^*2", "3^*2"),
        ("2^3", "2^3"),
        ("1*", "1*"),
        ("9/8*", "9/8*"),
        ("-1^^", "-1^^"),
        ("-1^^ == -1 + ^^", "true"),
        ("-3/8*", "-3/8*"),
        ("↑∗2", "^*2"),
        ("½", "1/2"),
        ("{2½|−1¾∗}", "{5/2|-7/4*}"),
        ("⅞↑ - ¼", "5/8^"),
        ("{5 ⦀ 3‖2∣1} == {5|||3||2|1}", "true"),
        ("[{1 ‖ 0|-1}, * ∥ 0]", "[{1||0|-1},true]"),
        ("⇓", "vv"),
        ("±1", "+-1"),
        ("+_2 == Tiny(2) and -_2 == Miny(2)", "true"),
        ("9Tiny(2)", "9Tiny(2)"),
        ("*(3+5)", "*8"),
        ("^(2+3)", "^5"),
        ("v(2)", "vv"),
        ("n := 6; *n", "*6"),
    ]);
}

#[test]
fn latex_is_refused_in_one_sentence() {
    let told = value(r"\left\{ 0 \,\middle|\, * \right\}");
    assert!(told.starts_with("syntax: LaTeX is not read"), "{told}");
    let arena = Arena::new();
    let faults = Session::new(&arena).eval(r"\pm 1 + \ast 3").unwrap_err();
    let latex = faults.iter().filter(|fault| fault.message.as_str() == "LaTeX is not read");
    assert_eq!(latex.count(), 1);
}

#[test]
fn a_star_is_a_product_or_a_value() {
    check(&[
        ("2*3", "6"),
        ("2 * 3", "6"),
        ("2*-3", "-6"),
        ("2*^", "^^"),
        ("2*{1|0} == {1|0}+{1|0}", "true"),
        ("(1+1)*3", "6"),
        ("{1*|0}", "{1*|0}"),
        ("[1*,2*]", "[1*,2*]"),
        ("1*+1", "2*"),
        ("1* - 1", "*"),
        ("1* Heat 2 == (1+*).Heat(2)", "true"),
        ("*3*2", "0"),
        ("x := 3; x*2", "6"),
        ("x := 3; [x*]", "[3*]"),
        ("2**3", "8"),
        ("^ + *", "^*"),
        ("^*3", "^*3"),
        ("^* == ^ + *", "true"),
    ]);
}

#[test]
fn a_caret_is_ups_or_a_power() {
    check(&[
        ("2^3 == 2 + ^3", "true"),
        ("2 ^ 3", "8"),
        ("2^(3)", "8"),
        ("(2)^3", "8"),
        ("n := 2; n^3", "8"),
        ("n := 3; 2^n", "8"),
        ("2**3**2", "512"),
        ("-2**2", "-4"),
        ("2**-1", "1/2"),
    ]);
    for (text, expected) in [
        ("2^3", "8"),
        ("3^2^2^2", "43046721"),
        ("-2^31", "-2147483648"),
        ("5 * 3 ^ 2 / 4", "45/4"),
        ("9v4*4", "9v4*4"),
    ] {
        assert_eq!(value_as(text, Dialect::CgSuite), expected, "{text}");
    }
}

#[test]
fn more_bars_bind_more_loosely() {
    check(&[
        ("{3||2|1} == {3|{2|1}}", "true"),
        ("{3|2||1} == {{3|2}|1}", "true"),
        ("{4|||3||2|1} == {4|{3|{2|1}}}", "true"),
        ("{4|3||2|1} == {{4|3}|{2|1}}", "true"),
        ("{1,2||1,0|-1}", "{2|+-1}"),
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|0}", "-1"),
        ("{||0|1} == {|{0|1}}", "true"),
        ("{ *3.LeftOptions, *3 | *3.LeftOptions, *3 }", "*4"),
        ("{}", "{}"),
        ("{1,1,2}", "{1,2}"),
    ]);
}

#[test]
fn operators_bind_as_in_books() {
    check(&[
        ("1 + 2 * 3", "7"),
        ("5 - 3 + 4 - 8", "-2"),
        ("5 - 3 / 4 * 6 - 2", "-3/2"),
        ("4 Max 3 + 5", "8"),
        ("3 - 2 +- 6 - 7 +- 8 + 4", "{12|0||-4|-16}"),
        ("+-1/2 == +-(1/2)", "true"),
        ("1:2*3 == 1:(2*3)", "true"),
        ("1:1 + 1 == (1:1) + 1", "true"),
        ("not 1 == 2", "true"),
        ("1 < 2 and 2 < 3 or false", "true"),
        ("[1..3+1]", "[1..4]"),
        ("11 NimSum -1 + 2", "10"),
        ("-*3.NimValue", "-3"),
        ("(1..3).Sum + 1", "7"),
    ]);
}

#[test]
fn bindings_functions_and_choices() {
    check(&[
        ("x := 5; x + x", "10"),
        ("f(n) := if n <= 1 then 1 else n * f(n-1); f(20)", "2432902008176640000"),
        (
            "f(n) := if n == 0 then 0 elseif n % 2 == 0 then f(n/2) else 1 + f(n-1) end; f(1023)",
            "10",
        ),
        ("add := (a, b) -> a + b; add(1, ^)", "1^"),
        ("adder(n) := m -> m + n; [1,2].Apply(adder(10))", "[11,12]"),
        (
            "even(n) := if n == 0 then true else odd(n-1); odd(n) := if n == 0 then false else even(n-1); even(10)",
            "true",
        ),
        (
            "outer(n) := begin inner(k) := if k == 0 then n else inner(k-1); inner(5) end; outer(7)",
            "7",
        ),
        ("a := b := 3; a + b", "6"),
        ("if false then 1", "Nothing"),
        ("1; 2", "2"),
        ("1;", "Nothing"),
        ("MyGame := *2; my_game := *3; MyGame + my_game", "*"),
        ("F(n) := n + 1; f(1)", "2"),
        ("twice(g) := g + g; ^.twice + 3.Twice", "6^^"),
        ("x := 1; f() := begin x := 2; x end; [f(), x]", "[2,1]"),
    ]);
}

#[test]
fn comprehensions() {
    check(&[
        ("[n**2 for n in 1..4]", "[1,4,9,16]"),
        ("[n*m for n in 1..3 for m in 1..3 where n != m]", "[2,3,2,6,3,6]"),
        ("[n for n from 10 to 1 by -3]", "[10,7,4,1]"),
        ("{n % 3 for n in 1..10}", "{0,1,2}"),
        ("[[m for m in 1..n] for n in 1..3]", "[[1],[1,2],[1,2,3]]"),
        ("[x for x in {*,1,0} where x.IsNumber]", "[0,1]"),
        ("fs := [x -> x + n for n in 1..3]; [f(10) for f in fs]", "[11,12,13]"),
        ("[n for n in 1..10 where n % 2 == 0 where n > 4]", "[6,8,10]"),
        ("[0 for n in []]", "[]"),
    ]);
}

#[test]
fn what_is_displayed_can_be_read_back() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for text in [
        "2+*3",
        "[2+*3, {5+*2|1}, \"a\\\"b\\\\\\n\", true, Nothing, 1..5]",
        "{12|||11||10,{11|10}|9+Tiny({2|1})}",
        "'{*|*}':1 + '{1|0}'",
        "-(2 * ('{1|0}' : *))",
        "'{1/2|*}' ConjunctiveSum (3+*2)",
        "-1^^",
        "{games_born_by(2)|0}",
        "x -> x + 1",
        "{1,*,^,{2|1}}",
        "Left",
        "inf",
        "Kayles(5) + Kayles(3)",
        "TakeAndBreak(\"0.3F\")(7).Options",
        "Subtraction([1,2], allbut => true)(4)",
    ] {
        let first = session.eval(text).unwrap_or_else(|d| panic!("{text}: {}", d[0]));
        let shown = session.display(&first).unwrap();
        let second = session.eval(&shown).unwrap_or_else(|d| panic!("{shown}: {}", d[0]));
        assert_eq!(session.display(&second).unwrap(), shown, "{text}");
    }
    for text in ["games_born_by(2)", "(1..40).Apply(RandomGame).ToSet"] {
        let games = session.eval(text).expect("a set of games");
        let shown = session.display(&games).unwrap();
        assert_eq!(
            session
                .eval(&format!("{shown} == {text}"))
                .map(|v| session.display(&v).unwrap())
                .as_deref(),
            Ok("true")
        );
    }
}

/// The first diagnostic: its sort, and the text it points at.
fn first(text: &str) -> (Kind, String) {
    let arena = Arena::new();
    let diagnostics = Session::new(&arena).eval(text).expect_err(text);
    (diagnostics[0].kind, diagnostics[0].span.of(text).to_owned())
}

#[test]
fn diagnostics_point_at_the_place() {
    for (text, kind, place) in [
        ("{3|2|1}", Kind::Syntax, "|"),
        ("1|0", Kind::Syntax, "|"),
        ("(1|0)", Kind::Syntax, "|"),
        ("1 = 2", Kind::Syntax, "="),
        ("3 4", Kind::Syntax, "4"),
        ("[1,2", Kind::Syntax, "["),
        ("[1,2)", Kind::Syntax, ")"),
        ("1 + + 2", Kind::Syntax, "+"),
        ("2n", Kind::Syntax, "n"),
        ("0.77", Kind::Syntax, "0.77"),
        ("\"abc", Kind::Syntax, "\""),
        ("1, 2", Kind::Syntax, ","),
        ("5 := 3", Kind::Syntax, ":="),
        ("else 3", Kind::Syntax, "else"),
        ("1 + epsilon0", Kind::Unsupported, "epsilon0"),
        ("{1|0}.Maen + 1", Kind::Name, "Maen"),
        ("1 + foo", Kind::Name, "foo"),
        ("{0|0}.Heat()", Kind::Type, "Heat"),
        ("1 + [2]", Kind::Type, "1 + [2]"),
        ("if 1 then 2 else 3", Kind::Type, "1"),
        ("f(x) := x; f(1, 2)", Kind::Type, "f(1, 2)"),
        ("{1/3|0}", Kind::Domain, "{1/3|0}"),
        ("1 + 0.AtomicWeight + 1.AtomicWeight", Kind::Domain, "AtomicWeight"),
    ] {
        assert_eq!(first(text), (kind, place.to_owned()), "{text}");
    }
}

#[test]
fn the_parser_goes_on_after_a_mistake() {
    let (_, diagnostics) = parse("{1|2|3} + [4 5] + $ + (6,");
    let places: Vec<usize> = diagnostics.iter().map(|d| d.span.start).collect();
    assert!(diagnostics.len() >= 4, "{diagnostics:?}");
    assert!(places.contains(&4) && places.contains(&13) && places.contains(&18), "{places:?}");
}

#[test]
fn spellings_are_suggested() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.eval("position := 3").expect("a binding");
    for (text, fix) in [
        ("{1|0}.Temprature", "Temperature"),
        ("postion + 1", "position"),
        ("Lfet", "Left"),
        ("mena(1)", "Mean"),
    ] {
        let diagnostics = session.eval(text).expect_err(text);
        assert_eq!(diagnostics[0].fix.as_deref(), Some(format!("did you mean `{fix}`?").as_str()));
    }
}

#[test]
fn faults_in_earlier_functions_point_at_the_call() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.eval("broken(n) := 1 + [n]").expect("a definition");
    let text = "2 * broken(3)";
    let diagnostics = session.eval(text).expect_err("a list is no number");
    assert_eq!(diagnostics[0].span.of(text), "broken(3)");
    assert!(diagnostics[0].message.starts_with("in broken: "), "{}", diagnostics[0]);
}

#[test]
fn incomplete_texts_wait_for_more() {
    for text in [
        "{3||2|",
        "1 +",
        "f(n) :=",
        "if true then",
        "[n for n in",
        "\"abc",
        "/* note",
        "(",
        "x.",
        "3 Max",
        "not",
        "n ->",
        "begin 1;",
    ] {
        assert!(is_incomplete(text), "{text}");
    }
    for text in ["", "1", "{3|2|1}", "3 4", "1)", "f(n) := n", "$", "{1|2|3", "1;", "2n"] {
        assert!(!is_incomplete(text), "{text}");
    }
}

#[test]
fn heap_games_are_values() {
    check(&[
        ("Kayles", "Kayles"),
        ("game.heap.Kayles(5)", "Kayles(5)"),
        ("dawsons_kayles(5)", "DawsonsKayles(5)"),
        ("Kayles(5) == *4", "true"),
        ("Kayles(5) + Kayles(0) + Kayles(3)", "Kayles(3) + Kayles(5)"),
        ("(Kayles(5) + Kayles(3)).NimValue", "7"),
        ("Kayles(5) + Nim(3)", "Kayles(5) + Nim(3)"),
        ("Nim(3).Followers", "{Nim(0),Nim(1),Nim(2),Nim(3)}"),
        ("(Kayles(5) + Nim(3)).CanonicalForm", "*7"),
        ("{Kayles(3)|0} == {*3|0}", "true"),
        ("Nim(3).Options", "{Nim(0),Nim(1),Nim(2)}"),
        ("Nim(0).Options.Size", "0"),
        ("p := TakeAndBreak(\"04.30\")(3); [p.outcome, p.value, p.MisereOutcome]", "[P,0,P]"),
        ("Subtraction([2,3,7], allbut => true).Code", "\"0.3003330[3]\""),
        ("[Nim(n).Genus for n in 0..1]", "[Genus(\"0\"),Genus(\"1\")]"),
        ("Kayles.CheckPeriodicity(100)", "Nothing"),
        ("rs := TakeAndBreak(\"0.07\"); rs.CheckPeriodicity(300).Period", "34"),
        ("GrundysGame(5000).Options.Size", "2499"),
        ("game := 3; game + 1", "4"),
    ]);
    for (text, kind, place) in [
        ("TakeAndBreak(\"0.7_\")", Kind::Domain, "TakeAndBreak(\"0.7_\")"),
        ("Nim(1, 2)", Kind::Type, "Nim(1, 2)"),
        ("Nim(-1)", Kind::Domain, "Nim(-1)"),
        ("Subtraction([1], foo => 2)", Kind::Type, "Subtraction([1], foo => 2)"),
    ] {
        assert_eq!(first(text), (kind, place.to_owned()), "{text}");
    }
}

#[test]
fn comments_and_lines_are_space() {
    check(&[
        ("1 + // one\n 2", "3"),
        ("1 /* or\n so */ + 1", "2"),
        ("", "Nothing"),
        ("// nothing", "Nothing"),
    ]);
}

#[test]
fn dialects_differ_in_the_caret_alone() {
    for text in ["{0|v*}", "^^* Heat 2", "2*3", "1*", "3+-1"] {
        let (one, _) = parse_as(text, Dialect::Farstar);
        let (other, _) = parse_as(text, Dialect::CgSuite);
        assert_eq!(one.len(), other.len(), "{text}");
    }
}

#[test]
fn names_complete() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.eval("left_over := 1").expect("a binding");
    let found = session.complete("left");
    for name in ["left_over", "LeftStop", "LeftOptions", "Left"] {
        assert!(found.iter().any(|f| f == name), "{name} in {found:?}");
    }
    assert_eq!(session.complete("Thermog"), ["Thermograph"]);
}
