//! Nothing a user can type may panic, overflow the stack or eat memory without limit.

use crate::shown::shown_in;
use farstar_lang::{Dialect, Kind, Session, is_incomplete, parse, parse_as};
use farstar_value::{Arena, CancelToken, Limits, Stopped};
use proptest::prelude::*;
use std::time::Duration;

/// Far deeper than the stack of a test's thread would allow a recursive parser.
const DEEP: usize = 1_000_000;

fn kind_of(text: &str, limits: Limits) -> Kind {
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(limits);
    let diagnostics = session.eval(text).expect_err("the text has no value");
    diagnostics[0].kind
}

fn shown(text: &str) -> String {
    let arena = Arena::new();
    shown_in(&mut Session::new(&arena), text)
}

#[test]
fn nests_can_be_as_deep_as_the_text_is_long() {
    for (open, middle, close) in [
        ("{0|", "*", "}"),
        ("{", "*", "|0}"),
        ("{", "", "}"),
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("'{", "", "|}'"),
        ("f(", "1", ")"),
        ("-", "1", ""),
        ("+-", "1", ""),
        ("not ", "true", ""),
        ("if true then ", "1", ""),
        ("begin ", "1", " end"),
        ("x := ", "1", ""),
        ("1+", "1", ""),
        ("1:", "1", ""),
        ("2**", "1", ""),
        ("1 Max ", "1", ""),
        ("", "1", ".Abs"),
        ("[1 for x in ", "y", "]"),
        ("*(", "1", ")"),
    ] {
        let depth = if open.starts_with('{') { DEEP } else { DEEP / 10 };
        let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
        let (ast, diagnostics) = parse(&text);
        assert!(diagnostics.is_empty(), "{open}{middle}{close}: {}", diagnostics[0]);
        assert!(!ast.is_empty());
    }
}

#[test]
fn unclosed_nests_are_complained_about_once() {
    for open in ["{", "(", "[", "'{", "begin ", "f("] {
        let text = open.repeat(DEEP / 10);
        let (_, diagnostics) = parse(&text);
        assert!((1..=20).contains(&diagnostics.len()), "{open}: {}", diagnostics.len());
        assert!(is_incomplete(&text), "{open}");
    }
}

#[test]
fn deep_games_evaluate() {
    let depth = 100_000;
    assert_eq!(
        shown(&format!("{}{}", "{".repeat(depth), "|}".repeat(depth))),
        (depth - 1).to_string()
    );
    let tower = format!("{}0{}", "{0|".repeat(depth), "}".repeat(depth));
    assert_eq!(shown(&format!("({tower}).IsInfinitesimal")), "true");
    let explicit = format!("{}{}", "'{".repeat(depth), "|}'".repeat(depth));
    assert_eq!(shown(&format!("({explicit}).CanonicalForm")), (depth - 1).to_string());
    assert_eq!(shown(&format!("{}1{}", "-".repeat(depth), "")), "1");
    assert_eq!(shown(&format!("1{}", "+1".repeat(depth))), (depth + 1).to_string());
    assert_eq!(shown(&format!("{}7{}", "(".repeat(depth), ")".repeat(depth))), "7");
    assert_eq!(shown(&format!("-1{}", ".Abs".repeat(depth))), "-1");
}

#[test]
fn deep_lists_and_functions_are_refused() {
    let depth = 100_000;
    assert_eq!(
        kind_of(&format!("{}1{}", "[".repeat(depth), "]".repeat(depth)), Limits::none()),
        Kind::Domain
    );
    assert_eq!(kind_of(&format!("{}1", "x -> ".repeat(depth)), Limits::none()), Kind::Syntax);
    assert_eq!(kind_of("(1..100000).Fold([], (list, n) -> [list])", Limits::none()), Kind::Domain);
    assert_eq!(
        kind_of("(1..100000).Fold(x -> x, (f, n) -> (x -> f(x)))", Limits::none()),
        Kind::Domain
    );
}

#[test]
fn recursion_is_as_deep_as_memory_allows() {
    assert_eq!(shown("f(n) := if n == 0 then 0 else 1 + f(n-1); f(100000)"), "100000");
    // A function that is applied by a method to itself is recursion too.
    assert_eq!(shown("g := n -> if n == 0 then 0 else 1 + [n-1].Apply(g).Sum; g(20000)"), "20000");
    let few_bytes = Limits::none().bytes(10 << 20);
    assert_eq!(kind_of("f(n) := f(n+1); f(0)", few_bytes), Kind::Stopped(Stopped::Memory));
}

#[test]
fn memory_is_limited() {
    for text in [
        "[0 for n in 1..10**18]",
        "(1..10**18).ToList",
        "(1..10**18).ToMap",
        "(1..10**18).Apply(n -> n)",
        "(1..10**18).Take(10**18)",
        "x := \"abcdefgh\"; (1..60).Fold(x, (s, n) -> s + s)",
        "(1..60).Fold([1,2], (list, n) -> list + list)",
        "[2**8000000 for n in 1..1000]",
        "Nim(4000000000).Options",
        "Kayles.NimValueSequence(10**12)",
        "Spawning(\"1+\")(60).Options",
        "{'{*|*}' + n * '{1|}' for n in 1..10**9}",
    ] {
        assert_eq!(
            kind_of(text, Limits::none().bytes(4 << 20)),
            Kind::Stopped(Stopped::Memory),
            "{text}"
        );
    }
}

#[test]
fn what_is_no_number_is_looked_for_within_the_limits() {
    let little = Limits::none().time(Duration::from_millis(20));
    assert_eq!(kind_of("(1..10**18).Contains(\"a\")", little), Kind::Stopped(Stopped::Time));
}

#[test]
fn memory_is_given_back() {
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(Limits::none().bytes(8 << 20));
    for _ in 0..50 {
        session
            .eval("list := [n for n in 1..50000]; list.Sum")
            .expect("each list replaces the last one");
        session.eval("[n for n in 1..10**9]").expect_err("too long");
        session.eval("f(n) := 1 + f(n + 1); f(0)").expect_err("too deep");
    }
}

#[test]
fn time_and_cancellation_stop_everything() {
    let token = CancelToken::new();
    token.cancel();
    for text in [
        "f(n) := f(n); (1..10**9).Count(n -> true)",
        "[n for n in 1..10**15 where false]",
        "(1..10**15).Sum",
    ] {
        assert_eq!(
            kind_of(text, Limits::none().cancel(token.clone())),
            Kind::Stopped(Stopped::Cancelled),
            "{text}"
        );
        assert_eq!(
            kind_of(text, Limits::none().time(Duration::ZERO)),
            Kind::Stopped(Stopped::Time),
            "{text}"
        );
    }
}

#[test]
fn numbers_beyond_the_bounds_are_refused() {
    for text in [
        "2**64 * ^",
        "2**(2**100)",
        "10**(10**9)",
        "(1/3)**(10**12)",
        "x := 2**8000000; x*x",
        "(2**8000000 + 1) / (3**5000000)",
        "(3/2)**4000000",
        "(3**5000000).Gcd(2**8000000 + 1)",
        "x := 1/3**400000; x + 1/7**400000",
        "2**(-10**10)",
    ] {
        assert_eq!(kind_of(text, Limits::none()), Kind::TooLarge, "{text}");
    }
    for text in ["^99999999999999999999", "*99999999999999999999"] {
        assert_eq!(kind_of(text, Limits::none()), Kind::Syntax, "{text}");
    }
    assert_eq!(shown("(2**64 * *3) == 0 and (2**60 * ^) == ^(2**60)"), "true");
}

#[test]
fn form_compounds_do_not_recurse() {
    let limits = Limits::none().bytes(64 << 20);
    for kind in ["SelectiveSum", "ConjunctiveSum", "OrdinalProduct", "ConwayProduct", "+", ":"] {
        let text = format!(
            "g := (1..10000).Fold('{{*|*}}', (g, n) -> g {kind} '{{|}}'); [(-g).LeftOptions.Size, g.CanonicalForm]"
        );
        let arena = Arena::new();
        let mut session = Session::new(&arena).with_limits(limits.clone());
        if let Err(diagnostics) = session.eval(&text) {
            assert_eq!(
                diagnostics[0].kind,
                Kind::Stopped(Stopped::Memory),
                "{kind}: {}",
                diagnostics[0]
            );
        }
    }
}

/// Pieces of the language, to be put together without sense.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "1",
        "0",
        "3/4",
        "*",
        "*2",
        "^",
        "^^",
        "v",
        "v3",
        "^<2>",
        "^[3]",
        "{",
        "}",
        "'{",
        "}'",
        "|",
        "||",
        "(",
        ")",
        "[",
        "]",
        ",",
        ";",
        "+",
        "-",
        "+-",
        "*",
        "**",
        "/",
        "%",
        ":",
        "==",
        "!=",
        "<=",
        "<|",
        "|>",
        "<>",
        "<",
        ">",
        ":=",
        "->",
        "=>",
        ".",
        "..",
        "&",
        "if",
        "then",
        "else",
        "elseif",
        "end",
        "begin",
        "for",
        "in",
        "from",
        "to",
        "by",
        "where",
        "and",
        "or",
        "not",
        "true",
        "false",
        "x",
        "f",
        "g",
        "Left",
        "Heat",
        "Mean",
        "Max",
        "Apply",
        "Tiny",
        "\"",
        "\"a\"",
        "+_",
        "-_",
        "±",
        "↑",
        "⇓",
        "∗",
        "'",
        "$",
        "#",
        "\\",
        "é",
        "//",
        "/*",
        "*/",
        "\n",
        " ",
        " ",
        " ",
        "LeftOptions",
        "Cool",
        "OrdinalSum",
        "Pow",
        "NimProduct",
        "AtomicWeight",
        "Thermograph",
    ];
    prop::sample::select(words.to_vec()).prop_map(str::to_owned)
}

#[test]
fn what_is_told_of_a_value_keeps_to_its_limits() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let told = ["300 * ^.Pow(2)", "Kayles.NimValueSequence(5000)", "{upon|*}"];
    let values = told.map(|text| session.eval(text).unwrap());
    let token = CancelToken::new();
    session.set_limits(Limits::none().cancel(token.clone()));
    assert!(values.iter().all(|value| session.display(value).is_ok()));
    assert_eq!(session.type_name(&values[0]), Ok("Uptimal"));
    token.cancel();
    let cancelled = Kind::Stopped(Stopped::Cancelled);
    for value in &values[..2] {
        assert_eq!(session.display(value).map_err(|limit| limit.kind), Err(cancelled));
    }
    // no guess at the type either
    assert_eq!(session.type_name(&values[0]).map_err(|limit| limit.kind), Err(cancelled));
}

#[test]
fn types_of_large_values_are_found_at_once() {
    // Sought by subtracting powers of up, neither came to an end.
    for text in [
        "{{1|-1}|-1}.ConwayProduct({{0,*|0}|v}).Class",
        "Clobber(\"XOXO|OXOX|XOX.|OXOX\").CanonicalForm.Class",
    ] {
        assert_eq!(shown(text), "CanonicalShortGame", "{text}");
    }
}

fn check_text(text: &str) {
    for dialect in [Dialect::Farstar, Dialect::CgSuite] {
        let (ast, diagnostics) = parse_as(text, dialect);
        for diagnostic in &diagnostics {
            let span = diagnostic.span;
            assert!(
                span.start <= span.end && text.get(span.start..span.end).is_some(),
                "{text:?}: {diagnostic:?}"
            );
        }
        assert!(ast.len() < 4 * text.len() + 8);
        let arena = Arena::new();
        let limits = Limits::none().nodes(20_000).bytes(16 << 20).time(Duration::from_secs(2));
        let mut session = Session::new(&arena).dialect(dialect).with_limits(limits);
        match session.eval(text) {
            Ok(value) => {
                assert!(diagnostics.is_empty());
                let _ = session.display(&value);
            }
            Err(found) => {
                for diagnostic in found {
                    let span = diagnostic.span;
                    assert!(text.get(span.start..span.end).is_some(), "{text:?}: {diagnostic:?}");
                    assert!(!diagnostic.message.is_empty());
                }
            }
        }
    }
    let _ = is_incomplete(text);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,60}") {
        check_text(&text);
    }

    #[test]
    fn words_without_sense_never_panic(pieces in prop::collection::vec(piece(), 0..25)) {
        check_text(&pieces.concat());
        check_text(&pieces.join(" "));
    }
}
