//! Loopy games as they are written: constants, `pass`, named nodes, two sides, and what is asked of them.

use farstar_lang::{Dialect, Kind, Session};
use farstar_value::{Arena, Limits, Stopped};
use std::time::Duration;

fn shown(session: &mut Session<'_>, text: &str) -> String {
    match session.eval(text) {
        Ok(value) => session.display(&value).unwrap(),
        Err(diagnostics) => format!("!! {}", diagnostics[0]),
    }
}

/// Values as they are printed in *Winning Ways*, ch. 11, and Siegel, ch. VI.
#[test]
fn texts_of_values() {
    let arena = Arena::new();
    for dialect in [Dialect::Farstar, Dialect::CgSuite] {
        let mut session = Session::new(&arena).dialect(dialect);
        for (text, wanted) in [
            ("{pass|}", "on"),
            ("{|pass}", "off"),
            ("{pass|pass}", "dud"),
            ("on + off", "dud"),
            ("{0|pass}", "over"),
            ("x{x|0}", "under"),
            ("{pass|*}", "^[on]"),
            ("{*|pass}", "v[on]"),
            ("{pass,0|0}", "^[on]*"),
            ("{0||0|0,pass}", "^<on>"),
            ("{0,*||*|pass}", "^<on>*"),
            ("-uponth", "v<on>"),
            ("5 + over", "5over"),
            ("upover", "{0|*,pass}"),
            ("[tis, tisn, -tis == tisn]", "[1 & 0,0 & -1,true]"),
            ("graph(\"0:1|0;1:|\")", "over"),
            ("graph(over)", "\"0:1|0;1:|\""),
            ("graph(dud)", "\"0:0| & 0:|0\""),
            ("{3over|1}.StrongStop(Left)", "3"),
            ("[over.Mean, {3over|-1}.Temperature]", "[0,2]"),
            ("latex(5over)", "\"5\\\\mathbf{over}\""),
            ("unicode(2+upon)", "\"2↑[on]\""),
            ("[over.Witness(1), 1.Witness(over)]", "[[-1,R,P],Nothing]"),
            ("over - 5", "-5over"),
            ("{pass|3/2}", "3/2under"),
            ("{-1/4+*|pass}", "-1/4v[on]"),
            ("over + ^", "over"),
            ("over - over", "over & under"),
            ("a{{|a}|}", "1 & 0"),
            ("a{1||a|0}", "2 & +-1"),
            ("{2&-2|1&-2}", "{2|1} & -2*"),
            ("{0|{dud|},*}", "^ & v*"),
            ("{0||0|off}", "Tiny(on)"),
            ("{on|0||0}", "Miny(on)"),
            ("Tiny(over)", "Tiny(over)"),
            ("+-over", "+-over"),
            ("+-{5|pass}", "+-(5over)"),
            ("+-{{0|uponth},{0|uponth+*}}", "+-{{0|^<on>},{0|^<on>*}}"),
            ("x{0||||0|||x|*||*}", "a{0||||0|||a|*||*}"),
            ("upon + ^.Pow(on)", "{0|^<on>*} & ^[on]"),
            ("'{-1|1}':on", "1under"),
            ("10 * over", "over"),
            ("0 * dud", "0"),
            ("begin x := {0|pass}; {x||0|pass} end == {over|over}", "true"),
        ] {
            assert_eq!(shown(&mut session, text), wanted, "{text}");
        }
    }
}

#[test]
fn what_is_printed_is_read_back() {
    let arena = Arena::new();
    for dialect in [Dialect::Farstar, Dialect::CgSuite] {
        let mut session = Session::new(&arena).dialect(dialect);
        for text in [
            "-5over",
            "-1/4v[on]*",
            "5^<on>*",
            "3/2under",
            "{0||0,pass|0,*}",
            "-3v<on>",
            "over & v",
            "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}",
            "+-(5over)",
            "5Tiny(on)",
            "+-{10over|over}",
            "{0|{0||||-1|||-1+*,a{0||0|a|||-1+*||||-1+*}||-2|b{-2,{-1,-1+*||-1+*|b|||-2}|-2}}}",
            "3*(upon & v)",
            "{0||||0|||Miny(on)|0||off}",
            "[over,{pass,0|0},dud]",
        ] {
            let once = shown(&mut session, text);
            assert!(!once.starts_with("!!"), "{text}: {once}");
            assert_eq!(shown(&mut session, &once), once, "{text}");
            let same = format!("({text}) == ({once})");
            assert_eq!(shown(&mut session, &same), "true", "{text}");
        }
    }
}

#[test]
fn nodes_are_found_through_functions_and_comprehensions() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for (text, wanted) in [
        ("f(x) := a{x|a}; [f(n) for n in 0..2]", "[over,1over,2over]"),
        ("a{[n for n in 0..2]|[a for n in 1..3]}", "2over"),
        ("a{0|b{0|a}}", "over"),
        ("f(n) := begin g := a{n|a}; g + 1 end; f(2)", "3over"),
        ("a{0|a} + a{a|0}", "over & under"),
        ("[x for x in [over,1]].Sum", "1over"),
    ] {
        assert_eq!(shown(&mut session, text), wanted, "{text}");
    }
}

#[test]
fn mistakes_are_told() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for (text, kind) in [
        ("pass", Kind::Syntax),
        ("{1|0+pass}", Kind::Syntax),
        ("a{1,2}", Kind::Syntax),
        ("{0|a{1|b}}", Kind::Name),
        ("a{0|a+1}", Kind::Type),
        ("v & over", Kind::Domain),
        ("dud.LeftOptions", Kind::Domain),
        ("^.Pow({pass|1})", Kind::Domain),
        ("^.Pow(off)", Kind::Domain),
        ("on.Subordinate(*)", Kind::Domain),
        ("{0|||0||0|off}.Variety", Kind::Domain),
        ("over.AtomicWeight", Kind::Unsupported),
        ("on.Thermograph", Kind::Domain),
        ("'{over|0}'", Kind::Unsupported),
        ("{70000|pass}", Kind::TooLarge),
        ("{*100000|pass}", Kind::TooLarge),
        ("1/3 + over", Kind::Domain),
    ] {
        match session.eval(text) {
            Ok(value) => panic!("{text} is {}", session.display(&value).unwrap()),
            Err(diagnostics) => assert_eq!(diagnostics[0].kind, kind, "{text}: {}", diagnostics[0]),
        }
    }
}

#[test]
fn deep_and_wide_texts_end() {
    let arena = Arena::new();
    let limits = || Limits::none().time(Duration::from_secs(5)).bytes(1 << 30);
    let deep = |n: usize, tail: &str| format!("a{}{tail}{}", "{0|".repeat(n), "}".repeat(n));
    let mut session = Session::new(&arena).with_limits(limits());
    assert_eq!(shown(&mut session, &deep(2000, "a")), "over");
    for text in [deep(100_000, "a"), deep(100_000, "pass"), "a{0|a,".repeat(200)] {
        session.set_limits(limits());
        if let Err(diagnostics) = session.eval(&text) {
            let kind = diagnostics[0].kind;
            let ends = matches!(kind, Kind::Domain | Kind::Syntax | Kind::TooLarge)
                || matches!(kind, Kind::Stopped(Stopped::Time | Stopped::Memory));
            assert!(ends, "{}", diagnostics[0]);
        }
    }
}

#[test]
fn loopy_values_of_another_session_own_their_graphs() {
    let arenas = [Arena::new(), Arena::new()];
    let mut first = Session::new(&arenas[0]);
    let mut second = Session::new(&arenas[1]);
    // Short games, and stoppers by handle, are numbered differently there.
    for text in ["{7|2||1}", "{5over|upon} + under", "{on||0|-1/2} & {1/2|0||off}"] {
        second.eval(text).unwrap();
    }
    for text in ["{3|{1|over}}", "{9||upon|-1}", "{on||0|-1/2} & {1/2|0||off}"] {
        let value = first.eval(text).unwrap();
        if second.define("g", value.clone()).is_ok() {
            let shown = first.display(&value).unwrap();
            let wanted = second.eval(text).unwrap();
            assert_eq!(second.display(&wanted).unwrap(), shown);
            let same = second.eval(&format!("g == ({text})")).unwrap();
            assert_eq!(second.display(&same).unwrap(), "true", "{text}");
        }
    }
}
