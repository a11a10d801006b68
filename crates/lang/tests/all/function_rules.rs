//! Rulesets whose moves functions list, over numbers, texts, lists and coordinates: values, winners, loops, limits.

use crate::shown::{self, shown_in};
use farstar_lang::Session;
use farstar_value::{Arena, Limits, SplitMix64};

fn shown(lines: &[&str]) -> String {
    shown::shown(&lines.join("§"))
}

fn check(cases: &[(&[&str], &str)]) {
    for (lines, wanted) in cases {
        assert_eq!(shown(lines), *wanted, "{lines:?}");
    }
}

const SQUEEZE: &str = "R := Ruleset(left => n -> [n - k for k in [1,2] where k <= n], right => n -> if n >= 3 then [n - 3] else [] end)";
const NIM: &str = "N := Ruleset(n -> [a for a from 0 to n - 1])";

#[test]
fn values_are_those_of_the_same_rules_by_name() {
    check(&[
        (&[SQUEEZE, "[R(n).CanonicalForm for n from 0 to 6]"], "[0,1,2,{2|0},{2|1},1,2]"),
        (
            &[SQUEEZE, "[n for n from 0 to 30 where R(n) != PartizanSubtraction([1,2],[3])(n)]"],
            "[]",
        ),
        (
            &[
                "R := Ruleset(options => (n, who) -> [n - k for k in (if who == Left then [1,2] else [3] end) where k <= n])",
                "[n for n from 0 to 30 where R(n) != PartizanSubtraction([1,2],[3])(n)]",
            ],
            "[]",
        ),
        (
            &[
                "K := Ruleset(n -> [K(a) + K(n - k - a) for k in [1,2] where k <= n for a from 0 to n - k])",
                "[n for n from 0 to 40 where K(n).NimValue != Kayles(n).NimValue]",
            ],
            "[]",
        ),
        (
            &[
                "C := Ruleset(left => (a,b) -> [C(i,b) + C(a - i,b) for i from 1 to a - 1], right => (a,b) -> [C(a,i) + C(a,b - i) for i from 1 to b - 1])",
                "[(a,b) for a from 1 to 8 for b from 1 to 8 where C(a,b) != Cutcake((b,a))]",
            ],
            "[]",
        ),
        // on texts: Toads and Frogs cell by cell
        (
            &[
                "At(s, n) := if n >= 1 and n <= s.Size then s[n] else \"#\" end",
                "To(s, n, k) := s.Updated({n => \".\", n + k => s[n]})",
                "Go(s, own, k) := [To(s, n, k) for n from 1 to s.Size where s[n] == own and At(s, n + k) == \".\"] + [To(s, n, 2*k) for n from 1 to s.Size where s[n] == own and At(s, n + k) != \".\" and At(s, n + k) != own and At(s, n + 2*k) == \".\"]",
                "T := Ruleset(left => s -> Go(s, \"T\", 1), right => s -> Go(s, \"F\", -1))",
                "[s for s in [\"T.F\",\"TT..FF\",\"T.TF.F\",\"TTT.FF\",\"T..TF.F\"] where T(s).CanonicalForm != ToadsAndFrogs(s).CanonicalForm]",
            ],
            "[]",
        ),
    ]);
}

#[test]
fn winners_options_and_thermographs_are_asked_as_of_any_position() {
    check(&[
        (&[NIM, "[N(5).NimValue, N(5) == *5, (N(3) + N(5)).CanonicalForm]"], "[5,true,*6]"),
        (&[NIM, "N(2).LeftOptions.Size"], "2"),
        (&[NIM, "N(3).FollowerCount"], "4"),
        (&[NIM, "[N(n).MisereOutcomeClass for n from 0 to 3]"], "[N,P,N,N]"),
        (&[NIM, "(N(1) + N(1)).MisereOutcomeClass"], "N"),
        (&[NIM, "-N(2) == N(2)"], "true"),
        (&[NIM, "N(1)"], "Ruleset(n -> [a for a from 0 to n - 1])(1)"),
        (
            &[NIM, "N(1) + N(2)"],
            "Ruleset(n -> [a for a from 0 to n - 1])(1) + Ruleset(n -> [a for a from 0 to n - 1])(2)",
        ),
        (&[SQUEEZE, "R(3).Thermograph == {2|0}.Thermograph"], "true"),
        (
            &[SQUEEZE, "[R(3).Mean, R(3).Temperature, R(3).OutcomeClass, R(3).MisereOutcomeClass]"],
            "[1,1,N,P]",
        ),
        (&[SQUEEZE, "-R(1) + R(4) == {2|1} - 1"], "true"),
        (&[SQUEEZE, "R(3).ImpartialVariant.CanonicalForm"], "*3"),
        (&[SQUEEZE, "{R(1), R(2), R(1)}.Size"], "2"),
    ]);
}

#[test]
fn options_may_be_values_sums_and_positions_of_other_rulesets() {
    check(&[
        (
            &[
                "R := Ruleset(left => s -> [3, ^], right => s -> [Domineering(2,3)])",
                "R(\"a\").CanonicalForm",
            ],
            "{3||2|-1/2}",
        ),
        // a number among the options of a number is a position; R(n) always is
        (
            &[
                "R := Ruleset(left => n -> if n > 0 then ['{n - 1|}'] else [] end, right => n -> [])",
                "R(3).CanonicalForm",
            ],
            "4",
        ),
        (
            &[
                "R := Ruleset(left => s -> if s == \"a\" then [R(3)] else [] end, right => n -> [])",
                "R(\"a\").CanonicalForm",
            ],
            "1",
        ),
        (
            &[
                "R := Ruleset(left => n -> if n > 0 then [-3*R(n - 1) + *2] else [] end, right => n -> [])",
                "[R(0), R(1), R(2)] == [0, {*2|}, {*2 - 3*{*2|}|}]",
            ],
            "false",
        ),
        (
            &[
                "R := Ruleset(left => n -> if n > 0 then [-3*R(n - 1) + *2] else [] end, right => n -> [])",
                "[R(n).CanonicalForm for n from 0 to 2] == [0, {*2|}, {*2 - 3*{*2|}|}]",
            ],
            "true",
        ),
    ]);
}

#[test]
fn loops_are_found_and_have_their_loopy_values() {
    const PASS: &str = "D := Ruleset(left => n -> [n], right => n -> [n])";
    const OVER: &str = "O := Ruleset(left => s -> [0], right => s -> [s])";
    check(&[
        (&[PASS, "[D(1).GameValue, D(1).OutcomeClass, D(1).MisereOutcomeClass]"], "[dud,D,D]"),
        (&[OVER, "O(\"a\").GameValue"], "over"),
        (&[OVER, "O(\"a\") + O(\"a\") == over"], "true"),
        (&[OVER, "(O(\"a\") + over).GameValue"], "over"),
        (&[OVER, "O(\"a\") > 0"], "true"),
        (&[OVER, "(-O(\"a\")).GameValue"], "under"),
        (
            &["U := Ruleset(left => s -> [s], right => s -> [*])", "U(\"u\").GameValue == upon"],
            "true",
        ),
        (
            &[
                "U := Ruleset(left => s -> [over], right => s -> [])",
                "U(\"u\").GameValue == {over|}",
            ],
            "true",
        ),
        (
            &[PASS, "(D(1) SelectiveSum D(1)).CanonicalForm"],
            "play may come back to a position it has left; expected a game that ends",
        ),
        (
            &[PASS, "(D(1) SelectiveSum D(1)).MisereOutcomeClass"],
            "play may come back to a position it has left; expected a game that ends",
        ),
    ]);
}

/// Random rules on the numbers below a bound: with `back` they may come back.
fn random_rules(random: &mut SplitMix64, count: u64, back: bool) -> [Vec<Vec<u64>>; 2] {
    [0, 1].map(|_| {
        (0..count)
            .map(|from| {
                let most = if back { count } else { from };
                (0..random.next_u64() % 3)
                    .filter(|_| most > 0)
                    .map(|_| random.next_u64() % most)
                    .collect()
            })
            .collect()
    })
}

#[test]
fn random_graphs_have_the_values_of_their_texts() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut random = SplitMix64::new(20);
    for _ in 0..150 {
        let moves = random_rules(&mut random, 5, true);
        let [left, right] = moves.each_ref().map(|side| format!("{side:?}"));
        session.eval(&format!("A := {left}; B := {right}; R := Ruleset(left => n -> A[n + 1], right => n -> B[n + 1])")).unwrap();
        let list = |side: &[u64]| side.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let nodes =
            (0..5).map(|at| format!("{at}:{}|{}", list(&moves[0][at]), list(&moves[1][at])));
        let graph = nodes.collect::<Vec<_>>().join(";");
        let wanted = shown_in(&mut session, &format!("graph(\"{graph}\")"));
        assert_eq!(shown_in(&mut session, "R(0).GameValue"), wanted, "{graph}");
        let outcome = shown_in(&mut session, &format!("graph(\"{graph}\").OutcomeClass"));
        assert_eq!(shown_in(&mut session, "R(0).OutcomeClass"), outcome, "{graph}");
    }
}

#[test]
fn random_sums_have_the_values_of_the_definition() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut random = SplitMix64::new(21);
    for _ in 0..60 {
        let moves = random_rules(&mut random, 7, false);
        let [left, right] = moves.each_ref().map(|side| format!("{side:?}"));
        for line in [
            format!("A := {left}; B := {right}"),
            "R := Ruleset(left => n -> [R(x) - 2*R(n - 1) + R(0) for x in A[n + 1]], right => n -> [R(x) + R(n - 1) for x in B[n + 1]])".to_owned(),
            "V(n) := {[V(x) - 2*V(n - 1) for x in A[n + 1]] | [V(x) + V(n - 1) for x in B[n + 1]]}".to_owned(),
        ] {
            session.eval(&line).unwrap();
        }
        assert_eq!(
            shown_in(&mut session, "[n for n from 0 to 6 where R(n).CanonicalForm != V(n)]"),
            "[]"
        );
        assert_eq!(
            shown_in(
                &mut session,
                "[n for n from 0 to 6 where R(n).LeftOptions.Size > A[n + 1].Size]"
            ),
            "[]"
        );
    }
}

#[test]
fn what_has_no_end_stops_at_its_limit() {
    let arena = Arena::new();
    let limits = Limits { bytes: Some(1 << 22), ..Limits::none() };
    let mut session = Session::new(&arena).with_limits(limits);
    session.eval("E := Ruleset(n -> [n + 1])").unwrap();
    assert!(
        shown_in(&mut session, "E(1).CanonicalForm").contains("the limit on memory was reached")
    );
    session.eval("Q := Ruleset(left => p -> [p + p], right => p -> [])").unwrap();
    assert!(shown_in(&mut session, "Q(\"a\").CanonicalForm").contains("memory"));
    // what was charged is given back
    assert_eq!(shown_in(&mut session, "E := 0; Q := 0; [n for n from 1 to 10000].Size"), "10000");
    session
        .eval(
            "W := Ruleset(n -> if n > 0 and W(n - 1).CanonicalForm == 0 then [n - 1] else [] end)",
        )
        .unwrap();
    assert_eq!(shown_in(&mut session, "W(5).CanonicalForm"), "*");
    assert!(
        shown_in(&mut session, "W(40).CanonicalForm").contains("ask for values inside one another")
    );
}

#[test]
fn faults_name_the_function_and_what_was_expected() {
    check(&[
        (
            &["Ruleset(left => n -> [])(3)"],
            "a ruleset needs the moves of both players; expected left => p -> […], right => p -> […], or one function for both",
        ),
        (
            &["Ruleset(left => n -> 5, right => n -> [])(3).CanonicalForm"],
            "5 is an Integer; expected a list of options",
        ),
        (&["f(n) := [1/0*0]", "Ruleset(f)(3).CanonicalForm"], "in f: 0*inf is undefined"),
        (
            &["Ruleset(n -> [x -> x])(3).CanonicalForm"],
            "x -> x is a Function; expected a position, a sum or a value",
        ),
        (
            &["Ruleset(n -> [])(Domineering(2,2))"],
            "Domineering(\"..|..\") is a Position; expected a number, text, list, grid or the like",
        ),
        (
            &["Ruleset((a,b) -> [])(3).CanonicalForm"],
            "in a function: the function is called with 1 argument; expected 2 arguments",
        ),
    ]);
}
