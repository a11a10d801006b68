//! What people bring from CGSuite's worksheet: loops as statements, coordinates, collections, players, classes.

use crate::shown::{check, shown};
use farstar_lang::{Dialect, Session, Value, is_incomplete, statements};
use farstar_value::{Arena, Limits};

#[test]
fn partizan_euclid_is_played_on_ordered_pairs() {
    check(&[
        ("game.heap.PartizanEuclid((1,2)).CanonicalForm", "*"),
        ("game.heap.PartizanEuclid((2,1)).CanonicalForm", "0"),
        (
            "[game.heap.PartizanEuclid((8,n)).CanonicalForm for n from 0 to 8]",
            "[0,0,0,v,0,0,^,^5,0]",
        ),
    ]);
    // by the definition: with p = kq + r and 0 < r < q, Left goes to (q,r), Right to (q,q-r)
    check(&[(
        "E(p,q) := if q == 0 then 0 elseif p % q == 0 then 0 else {E(q, p % q)|E(q, q - p % q)};
         [[p,q] for p from 0 to 9 for q from 0 to 9 where E(p,q) != PartizanEuclid((p,q)).CanonicalForm]",
        "[]",
    )]);
}

#[test]
fn coordinates_are_added_number_by_number() {
    check(&[
        ("(1,2)+(3,4)", "(4,6)"),
        ("(1,2)-(3,4)", "(-2,-2)"),
        ("3*(1,2)", "(3,6)"),
        ("-(1,2)", "(-1,-2)"),
        ("(3,5).Row", "3"),
        ("(3,5).Col", "5"),
        ("(1,2) == [1,2]", "false"),
        ("(1,2) == (1,2)", "true"),
        ("{(10,1),(9,2),(9,2)}", "{(9,2),(10,1)}"),
        ("[1,2]+[3,4]", "[1,2,3,4]"),
        ("Coordinates.KnightsMove.Size", "8"),
        ("Nim((2,3))", "(2,3) is Coordinates; expected an integer"),
        ("CoordinateRuleset(p -> [(n,p.Col) for n from 0 to p.Row - 1])((3,1)).NimValue", "3"),
    ]);
}

#[test]
fn a_period_does_not_depend_on_what_was_asked_before() {
    let asked = |before: &str| {
        shown(&format!("R := TakeAndBreak(\"0.77\"); {before} R.CheckPeriodicity(100)"))
    };
    assert_eq!(asked(""), asked("R.CheckPeriodicity(300);"));
    let long = shown("R := Kayles; R.NimValueSequence(2000); R.CheckPeriodicity(100)");
    assert_eq!(long, shown("Kayles.CheckPeriodicity(100)"));
    assert_eq!(long, "Nothing");
}

#[test]
fn definitions_over_several_lines_are_one_statement() {
    let text = "f(n) :=\n  if n == 0 then 1\n  elseif n == 1 then 2\n  else 3\n  end\nf(1)";
    let parts: Vec<&str> = statements(text).iter().map(|s| s.span.of(text)).collect();
    assert_eq!(parts.len(), 2, "{parts:?}");
    assert_eq!(parts[1], "f(1)");
    let lines: Vec<&str> = text.lines().collect();
    for end in 1..5 {
        assert!(is_incomplete(&lines[..end].join("\n")), "{:?}", &lines[..end]);
    }
    assert!(!is_incomplete(&lines[..5].join("\n")));
    assert!(!is_incomplete("if true then 1 else 2"));
    assert!(is_incomplete("for x from 1 to 5 do"));
    let two = "x := if true then 1\ny := 2";
    assert_eq!(statements(two).len(), 2);
    check(&[
        ("def f(n) begin n + 1 end; f", "def f(n) begin n + 1 end"),
        (
            "def f(n) :=\n  if n < 2 then n\n  elseif n < 5 then 10\n  else f(n - 1) + f(n - 2)\n  end§f(7)",
            "50",
        ),
        (
            "def g(n)\nbegin\n  var x := n;\n  x + 1\nend§g",
            "def g(n)\nbegin\n  var x := n;\n  x + 1\nend",
        ),
        ("[n for n from 1 while n < 5]", "[1,2,3,4]"),
        ("[n for n from 1]", "a loop without an end; expected `from a to b`"),
    ]);
}

#[test]
fn loops_are_statements() {
    check(&[
        ("s := 0; for x from 1 to 5 do s := s + x; end; s", "15"),
        (
            "s := 0; for x from 1 to 9 by 2 where x != 5 do s := s + x; end s",
            "`s` directly after a value; expected an operator",
        ),
        ("s := 0;\nfor x from 1 to 9 by 2 where x != 5 do\n s := s + x;\nend\ns", "20"),
        ("s := 0; for x in [3,4,5] while x < 5 do s := s + x end; s", "7"),
        (
            "n := 27; c := 0; while n != 1 do n := if n % 2 == 0 then n / 2 else 3*n + 1 end; c := c + 1; end; c",
            "111",
        ),
        (
            "s := []; for x from 1 do if x == 3 then continue; end; if x > 6 then break; end; s := s + [x]; end; s",
            "[1,2,4,5,6]",
        ),
        ("for x from 1 to 5 yield x*x end", "[1,4,9,16,25]"),
        ("for x to 3 for y to x yield 10*x + y end", "[11,21,22,31,32,33]"),
        ("n := 0; do n := n + 1; if n == 7 then break end end; n", "7"),
        ("from 1 to 3 do end", "Nothing"),
        (
            "def f(n) begin for d from 2 do if d*d > n then return true; elseif n % d == 0 then return false; end; end; end; [n for n from 2 to 20 where f(n)]",
            "[2,3,5,7,11,13,17,19]",
        ),
        (
            "def g(n) begin var s := 0; for x from 1 to n do s := s + x; end; s end; g(10) + g(3)",
            "61",
        ),
        (
            "h(n) := begin [if x == 2 then return 77 else x end for x from 1 to n] end; [h(1), h(5), [h(2),h(3)].Sum]",
            "[[1],77,154]",
        ),
        ("break", "this stands in no loop; expected `break` and `continue` as steps of a loop"),
        (
            "s := 0; for x from 1 to 3 do for y from 1 to 3 do if y == 2 then continue; end; s := s + 1; if x == 2 then break; end; end; end; s",
            "5",
        ),
        ("var x; x", "Nothing"),
    ]);
}

#[test]
fn branches_of_an_if_may_have_steps() {
    check(&[
        ("x := 7; if x > 5 then y := 1; z := 2; else y := 3; z := 4; end; [y,z]", "[1,2]"),
        (
            "x := 3; if x > 5 then y := 1; elseif x > 2 then y := 5; z := 6; else y := 3; end; [y,z]",
            "[5,6]",
        ),
        ("if false then 1; 2", "2"),
        ("begin if false then 1; 2 end", "2"),
        ("x := if 1 == 1 then 2 else 3 end; x", "2"),
    ]);
}

#[test]
fn endless_loops_stop_at_their_limits() {
    for text in [
        "do end",
        "while true do 1; end",
        "x := 0; for n from 1 do x := x + n; end",
        "[n for n from 1 while true]",
    ] {
        let arena = Arena::new();
        let limits = Limits { nodes: Some(1 << 12), ..Limits::none() };
        let limits = Limits { deadline: Some(std::time::Instant::now()), ..limits };
        let mut session = Session::new(&arena).with_limits(limits);
        assert!(session.eval(text).is_err(), "{text}");
    }
}

#[test]
fn maps_and_sets_find_their_elements() {
    check(&[
        ("m := {n => n**2 for n in 1..2000}; [m[n] for n in [1,7,2000]]", "[1,49,4000000]"),
        ("s := {2*n for n in 1..2000}; [s.Contains(4000), s.Contains(3)]", "[true,false]"),
        (
            "s := {1, *, ^, \"a\", (1,2), [1,2]}; [s.Contains(x) for x in [1, *, ^, \"a\", (1,2), [1,2], 2, *2, [2,1]]]",
            "[true,true,true,true,true,true,false,false,false]",
        ),
        ("{Nim(3), '{*|*}'}.Contains(*3)", "true"),
        ("{*3, 0}.Contains('{*|*}')", "true"),
    ]);
}

#[test]
fn values_keep_their_kinds() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    assert!(matches!(session.eval("(1,2)"), Ok(Value::Tuple(_))));
}

#[test]
fn lists_sets_maps_and_texts_have_their_methods() {
    check(&[
        ("[1,2].Concat([3,4])", "[1,2,3,4]"),
        ("\"ab\".Concat(\"cd\")", "\"abcd\""),
        ("[5,6,7].Updated({1 => 0, 3 => 9})", "[0,6,9]"),
        ("[5,6,7].Updated({4 => 0})", "there is no place 4; expected 1 to 3"),
        ("\"abc\".Updated({2 => \"xy\"})", "\"axyc\""),
        ("{1 => 2}.Updated({1 => 3, 4 => 5})", "{1 => 3, 4 => 5}"),
        ("[5,6,7,8].Sublist(2..3)", "[6,7]"),
        ("[5,6,7,8].Sublist(3, 2)", "[]"),
        ("[5,6].Sublist(0, 1)", "there are no places 0 to 1; expected 1 to 2"),
        ("\"clobber\".Substring(2, 4)", "\"lob\""),
        ("\"clobber\"[3]", "\"o\""),
        ("\"clobber\"[0]", "there is no place 0; expected 1 to 7"),
        ("[3,1,3,2,1].Distinct", "[3,1,2]"),
        ("[5,6,5].IndexOf(7)", "Nothing"),
        ("{1,2}.Union({2,*})", "{1,2,*}"),
        ("[{1,2,3}.Intersection([3,2]), {1,2,3}.Difference([3,2])]", "[{2,3},{1}]"),
        ("[{1 => 2}.ContainsKey(1), {1 => 2}.ContainsKey(2)]", "[true,false]"),
        ("Table([n, Kayles(n).NimValue] for n from 1 to 2)", "1 | 1\n--+--\n2 | 2"),
        ("Kayles.NimValueSequence(6).PeriodicTable(3)", "1 | 2 | 3\n--+---+--\n1 | 4 | 3"),
        ("\"x.x\".Replace(\".\", \"oo\").ToUpperCase", "\"XOOX\""),
        ("(3/4).ToString", "\"3/4\""),
        ("[].IsEmpty and \"\".IsEmpty and not {1}.IsEmpty", "true"),
    ]);
}

#[test]
fn players_and_sorts_are_values() {
    check(&[
        (
            "[Left.Opponent, Right.Opponent, Left.Sign, Right.Sign, Left.Ordinal, Right.Ordinal]",
            "[Right,Left,1,-1,1,2]",
        ),
        ("*2 is CanonicalShortGame", "true"),
        ("*2 is Integer", "false"),
        ("[x is Integer for x in [0, 5, 1/2, *]]", "[true,true,false,false]"),
        ("[x is Nimber for x in [0, *3, ^]]", "[true,true,false]"),
        ("(*2).Class == Nimber", "true"),
        ("(*2).Class.Name", "\"Nimber\""),
        (
            "[[] is List, {1} is Set, {1 => 2} is Map, \"\" is String, (1,2) is Coordinates]",
            "[true,true,true,true,true]",
        ),
    ]);
}

#[test]
fn a_name_means_a_function_of_the_users_from_its_definition_on() {
    check(&[
        ("a := kayles(3).NimValue; KAYLES(n) := n + 1; [a, kayles(3)]", "[3,4]"),
        ("f(n) := if n < 2 then n else f(n - 1) + f(n - 2) end; f(15)", "610"),
        (
            "[9223372036854775807 + 1, -9223372036854775807 - 2, 4000000000 * 4000000000, 7 / 2, -7 % 3]",
            "[9223372036854775808,-9223372036854775809,16000000000000000000,7/2,2]",
        ),
        ("f(x) := x; f(1, 2)", "f is called with 2 arguments; expected 1 argument"),
    ]);
}

#[test]
fn what_was_refused_of_numbers_and_rulesets() {
    check(&[
        ("[x.IsFinite for x in [1/3, omega, 1/2]]", "[false,false,true]"),
        (
            "[x.IsInfinitesimal for x in [1/3, omega, 1/omega, 3/omega**2, Tiny(2)]]",
            "[false,false,true,true,true]",
        ),
        ("game.grid.Domineering.ImpartialVariant(\"....\").NimValue", "2"),
        ("R := Domineering.ImpartialVariant; R(\"....\").NimValue", "2"),
        ("Cutcake((2,3)).MisereOutcomeClass", "R"),
        ("Nim(3).OutcomeClass == \"N\"", "true"),
        // who wins is searched for, where values and positions are too many
        ("Ruleset(\"misere nim\")(\"500+600+700\").OutcomeClass", "N"),
        ("Ruleset(\"misere nim\")(\"1+1+1\").LeftWinsFirst", "false"),
        ("Ruleset(\"Nim\")(\"300+400\").MisereOutcomeClass", "N"),
        ("(Domineering(6,6) + Clobber(\"XOXOXO|OXOXOX\") + *).OutcomeClass", "N"),
        ("(Domineering(5,5) + Domineering(5,5)).RightWinsFirst", "false"),
        ("(Nim(300) + Nim(400)).MisereOutcomeClass", "N"),
        ("(Kayles(300) + Kayles(200) + Kayles(100)).MisereOutcomeClass", "N"),
        ("[Kayles(0).MisereOutcomeClass, (Kayles(2) + Kayles(2)).MisereOutcomeClass]", "[N,P]"),
        ("Clobber(\"XOXOXO|OXOXOX|XOXOXO\").OutcomeClass", "P"),
        ("Ruleset(\"Backsliding Toads and Frogs\")(\"TTT..FFF\").OutcomeClass", "D"),
        ("Ruleset(\"Captures, no ko\")(\"..X|.XO|...\").OutcomeClass", "NHat"),
        ("Ruleset(\"Backsliding Toads and Frogs\")(\"..FF.FT\").LeftWinsFirst", "false"),
        ("Ruleset(\"Backsliding Toads and Frogs\")(\"..FF.FT\").RightWinsFirst", "true"),
        ("[on.LeftWinsFirst, on.RightWinsFirst, dud.LeftWinsFirst]", "[true,false,false]"),
        ("(Ruleset(\"misere nim\")(3) + Ruleset(\"misere nim\")(4)).OutcomeClass", "N"),
        ("\"P\" != Nim(3).OutcomeClass", "true"),
        ("{on|off}.OutcomeClass == \"P\"", "false"),
    ]);
}

#[test]
fn rulesets_are_made_by_methods_as_in_cgsuite() {
    check(&[
        ("game.heap.FunctionalHeapRuleset(n -> [[a] for a from 0 to n - 1])(3).NimValue", "3"),
        (
            "game.heap.TakeAndBreak.FromSubtractionSet([2,3,5,9], \"3\")",
            "TakeAndBreak(\"0.033030003\")",
        ),
        (
            "TakeAndBreak.FromSubtractionSet([2,3,5,9], \"3\", allbut => true)",
            "TakeAndBreak(\"0.300303330[3]\")",
        ),
        (
            "r := TakeAndBreak.FromSubtractionSet([2,3,5,9], allbut => true); [r(n).NimValue for n from 0 to 30] == [Subtraction([2,3,5,9], allbut => true)(n).NimValue for n from 0 to 30]",
            "true",
        ),
        // by the definition
        (
            "r := PartizanSubtraction([1],[2], allbut => true); V(n) := {[V(n - k) for k from 1 to n where k != 1]|[V(n - k) for k from 1 to n where k != 2]}; [n for n from 0 to 9 where r(n).CanonicalForm != V(n)]",
            "[]",
        ),
        (
            "r := TakeAway(3/2); V(n,m) := [V(n - k, k) for k from 1 to n where k <= 3/2*m].Mex; [(n,m) for n from 0 to 9 for m from 1 to 6 where r((n,m)).NimValue != V(n,m)]",
            "[]",
        ),
        (
            "PartizanSplittles([1],[2], allbut => true)",
            "PartizanSplittles([1],[2], allbut => true)",
        ),
    ]);
}

#[test]
fn toads_slide_back_where_the_least_slide_is_negative() {
    check(&[
        (
            "GenToadsAndFrogs(minSlide => -1)(\"t.tf\").GameValue == BackslidingToadsAndFrogs(\"T.TF\").GameValue",
            "true",
        ),
        ("GenToadsAndFrogs(minSlide => -2)(\"..t\").LeftOptions.Size", "2"),
        ("GenToadsAndFrogs(minSlide => -2, maxSlide => -2)(\"..t.\").LeftOptions.Size", "1"),
        ("GenToadsAndFrogs(minSlide => 2, maxSlide => 3)(\"t...\").LeftOptions.Size", "2"),
        ("GenToadsAndFrogs(minSlide => -100)", "minSlide is -100; expected from -64 to 64"),
        (
            "GenToadsAndFrogs(minSlide => 0, maxSlide => 0, maxJump => 0)",
            "a game without moves; expected a slide or a jump",
        ),
    ]);
}

#[test]
fn sensible_options_are_as_good_as_canonical_ones() {
    check(&[
        ("'{0,1,*|2}'.SensibleLeftOptions", "{1}"),
        ("'{*|0,-1}'.SensibleRightOptions", "{-1}"),
        (
            "g := ToadsAndFrogs(\"TT..FF\"); {o for o in g.LeftOptions where g.CanonicalForm.LeftOptions.Exists(k -> o >= k)} == g.SensibleLeftOptions",
            "true",
        ),
    ]);
}

#[test]
fn parity_in_the_notation_of_cgsuite_is_that_of_games() {
    let arena = Arena::new();
    let mut session = Session::new(&arena).dialect(farstar_lang::Dialect::CgSuite);
    // even: all options are odd; odd: not 0, and all are even
    let text = "
        E(g) := [x for x in g.LeftOptions] + [x for x in g.RightOptions];
        Even(g) := E(g).ForAll(x -> Odd(x));
        Odd(g) := g != 0 and E(g).ForAll(x -> Even(x));
        [g for g in games_born_by(2) where g.IsEven != Even(g) or g.IsOdd != Odd(g)]";
    let value = session.eval(text).unwrap();
    assert_eq!(session.display(&value).unwrap(), "[]");
    for (text, wanted) in [
        ("(*).IsOdd", "true"),
        ("(1*).IsEven", "true"),
        ("(*2).IsOdd", "false"),
        ("(-3).IsOdd", "true"),
        ("(1/2).IsOdd", "false"),
    ] {
        let value = session.eval(text).unwrap();
        assert_eq!(session.display(&value).unwrap(), wanted, "{text}");
    }
    check(&[("(*).IsOdd", "false")]);
}

#[test]
fn lists_are_sorted_by_functions() {
    check(&[
        ("[3,-4,1].SortedWith((a, b) -> a**2 - b**2)", "[1,3,-4]"),
        (
            "[[1,2],[0,1],[1,1],[0,2]].SortedWith((a, b) -> a[1] - b[1])",
            "[[0,1],[0,2],[1,2],[1,1]]",
        ),
        (
            "[(7*n) % 101 for n from 1 to 100].SortedWith((a, b) -> b - a) == [100 - n for n from 0 to 99]",
            "true",
        ),
        ("[2,1].SortedWith((a, b) -> true)", "true is a Boolean; expected an integer"),
        ("[].SortedWith((a, b) -> 0)", "[]"),
    ]);
}

#[test]
fn parameters_have_sorts_and_usual_values() {
    check(&[
        ("f(x, n ? 3) := x + n§f(1)", "4"),
        ("f(x, n ? 3) := x + n§f(1, 5)", "6"),
        ("f(x, n ? 3) := x + n§f(n => 7, x => 1)", "8"),
        ("f(x, n ? 3) := x + n", "f(x, n ? 3) := x + n"),
        // what stands for an argument may use those before it, and a middle one may be left out
        (
            "f(x, n ? 2*x, m ? x + n) := [x,n,m]§[f(1), f(1,5), f(1, m => 0)]",
            "[[1,2,3],[1,5,6],[1,2,0]]",
        ),
        ("f(n as Integer) := n§f(3)", "3"),
        (
            "f(n as Integer) := n§f(1/2)",
            "in f: the argument n is 1/2, a DyadicRational; expected an Integer",
        ),
        ("f(g as Game, p as Player ? Left) := g.Options(p)§f(*)", "{0}"),
        ("def f(n as Integer ? 4) begin n * n end§f()", "16"),
        ("((x as List ? [1]) -> x.Size)()", "1"),
        ("f(x, n ? 3) := x§f()", "f is called with no arguments; expected from 1 to 2 arguments"),
        (
            "f(x, n ? 3) := x§f(1,2,3)",
            "f is called with 3 arguments; expected from 1 to 2 arguments",
        ),
        ("f(x) := x§f(y => 1)", "f has no argument called `y`; expected one of x"),
        ("f(x) := x§f(1, x => 2)", "f is given `x` twice"),
        ("f(n as Integr) := n", "there is no sort of values `Integr` (did you mean `Integer`?)"),
        ("f(n ? ) := n", "nothing between the parentheses; expected a value"),
        (
            "f(n ? 3; m) := n",
            "`;` among the parameters of a function; expected `name`, `name as Sort` or `name ? value`",
        ),
        ("(n ? 3) + 1", "`+` after the parameters of a function; expected `->`"),
        ("3 ? 4", "`?` directly after a value; expected an operator, a comma or the end"),
        ("nim (3) 5", "`5` directly after a value; expected an operator, a comma or the end"),
        (
            "nim 3",
            "`3` directly after a value; expected an operator, a comma or the end (a position is written like Nim(\"3+4+5\"))",
        ),
        (
            "1.ToadsAndFrogs",
            "there is no method `ToadsAndFrogs` (a position is written like ToadsAndFrogs(\"TTT..FFF\"))",
        ),
    ]);
    assert!(is_incomplete("f(n ? "));
    assert!(is_incomplete("f(n ? 3"));
    assert!(!is_incomplete("f(n ? 3) := n"));
}

#[test]
fn what_changes_is_shared_and_holds_nothing_that_changes() {
    check(&[
        ("x := MutableList([3,4,5])§x[2]", "4"),
        ("x := MutableList()§y := x§y.Add(*)§x", "MutableList([*])"),
        ("x := MutableList([3,4])§x.AddAll([1/2,3]); x.Remove(3); x", "MutableList([4,1/2,3])"),
        ("x := MutableList([3,4])§x[3]", "there is no place 3; expected 1 to 2"),
        (
            "x := MutableList([3,4])§x.Add(x)",
            "MutableList([3,4]) can change; expected what does not change, such as a list, a set or a map (x.ToList, x.ToSet and x.ToMap are what x holds now)",
        ),
        (
            "x := MutableList([3,4])§x.Add([1,[x]])",
            "[1,[MutableList([3,4])]] can change; expected what does not change, such as a list, a set or a map (x.ToList, x.ToSet and x.ToMap are what x holds now)",
        ),
        ("x := MutableList([1])§x.Add(n -> x)§x.Size", "2"),
        ("x := MutableList([1,2,3])§for n in x do x.Add(n) end; x.Size", "6"),
        ("x := MutableSet([3,1,3])§x.Add(*); x.Contains(*) and not x.Contains(2)", "true"),
        (
            "m := MutableMap({3 => true})§m.Put(5, Left); m.Put(3, false); [m[3], m[5], m.ContainsKey(4), m.Keys]",
            "[false,Left,false,{3,5}]",
        ),
        ("m := MutableMap()§m[2]", "the map has no key 2; expected one of {}"),
        (
            "m := MutableMap(); for n in 1..10 do m.Put(n % 3, n) end; m",
            "MutableMap({0 => 9, 1 => 10, 2 => 8})",
        ),
        (
            "x := MutableList([1,2,3])§[x.Sum, x.Apply(n -> n*n), x.Max, x is Collection, x is List, x.Class]",
            "[6,[1,4,9],3,true,false,MutableList]",
        ),
        ("[1].Add(2)", "[1] is a List; expected a MutableList, which can change"),
        (
            "MutableSet([n -> n])",
            "n -> n is a Function; expected an element that is known by what is written",
        ),
    ]);
    // taking out and putting in again leaves the count of bytes as it was
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(Limits::none().bytes(1 << 22));
    let text = "x := MutableList(); for k in 1..50 do x.AddAll(1..10000); x.Clear end; x.Size";
    assert!(session.eval(text).is_ok());
    let endless = session.eval("x := MutableList(); while true do x.Add(1) end");
    assert!(matches!(endless, Err(faults) if faults[0].to_string().contains("memory")));
}

#[test]
fn chance_is_that_of_its_seed() {
    check(&[
        // the numbers that CGSuite's tests have
        (
            "r := Random(1474)§[r.NextInteger(100) for n from 1 to 20]",
            "[64,92,17,25,63,58,88,49,0,30,85,46,58,24,72,31,98,61,61,69]",
        ),
        ("r := Random(0)§[r.NextInteger(1) for n in 1..3]", "[0,0,0]"),
        ("r := Random(5)§[1 for n in 1..200 where r.NextInteger(10**30) >= 10**30].Size", "0"),
        (
            "Random(2**63)",
            "a long number is too large here; expected an integer of at most 64 bits",
        ),
        (
            "Random(1).NextInteger(0)",
            "there are no numbers from 0 to below 0; expected a number of at least 1",
        ),
    ]);
}

#[test]
fn the_system_prints_and_complains() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.eval("for n in 1..3 do System.Print([n, \"x\"]) end; System.Print(\"plain\")").unwrap();
    let printed = session.take_printed();
    let lines: Vec<&str> = printed.iter().map(|text| text.as_str()).collect();
    assert_eq!(lines, ["[1,\"x\"]", "[2,\"x\"]", "[3,\"x\"]", "plain"]);
    check(&[
        ("System.Error(\"no such thing\")", "no such thing"),
        (
            "x := 3§System.ClearAll§x",
            "`x` has no meaning here; expected a variable or a method (give it a value first: x := …)",
        ),
        ("Graph.Print(3)", "Graph is a Class; expected System"),
    ]);
}

#[test]
fn patterns_are_found_in_texts() {
    check(&[
        ("\"abc\".Matches(\"a.*\")", "true"),
        ("\"abc\".Matches(\"b\")", "false"),
        ("\"x12y3\".ReplaceRegex(\"([a-z])([0-9]+)\", \"$2$1\")", "\"12x3y\""),
        ("\"ab\".ReplaceRegex(\"\", \"-\")", "\"-a-b-\""),
        (
            "\"a\".ReplaceRegex(\"a\", \"$1\")",
            "`$` before what is no group of the pattern; expected `$1` to `$9`; a `$` itself is written `\\$`",
        ),
    ]);
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for text in ["\"a\".Matches(\"(\")", "\"a\".Matches(\"((a{99}){99}){99}\")"] {
        let fault = session.eval(text).unwrap_err()[0].to_string();
        assert!(fault.starts_with("no such pattern"), "{fault}");
    }
}

#[test]
fn sums_of_values_keep_their_parts_when_they_are_told_to() {
    check(&[
        ("CompoundGame(CompoundType.DisjunctiveSum, 2, 1)", "CompoundGame(DisjunctiveSum, 2, 1)"),
        (
            "CompoundGame(DisjunctiveSum, 2, 1).Options(Left)",
            "{CompoundGame(DisjunctiveSum, 1, 1),CompoundGame(DisjunctiveSum, 2, 0)}",
        ),
        ("CompoundGame(DisjunctiveSum, 2, 1) == 3", "true"),
        ("CompoundGame(OrdinalSum, *, 1).CanonicalForm == * : 1", "true"),
        (
            "CompoundGame(Max, 1, 2)",
            "Max is a Function; expected a kind of sum such as DisjunctiveSum",
        ),
        ("NegativeGame({2|1})", "NegativeGame({2|1})"),
        ("NegativeGame({2|1}).CanonicalForm", "{-1|-2}"),
        ("[g for g in GamesBornBy(2) where NegativeGame(g).CanonicalForm != -g]", "[]"),
        (
            "[[g,h] for g in GamesBornBy(1) for h in GamesBornBy(2) where CompoundGame(DisjunctiveSum, g, h).CanonicalForm != g + h]",
            "[]",
        ),
    ]);
}

#[test]
fn sensible_lines_lead_to_the_canonical_options() {
    check(&[
        ("Domineering(2,3).SensibleLines(Left)", "[[Domineering(\".#.|.#.\")]]"),
        ("3.SensibleLines(Left)", "[[2]]"),
        ("3.SensibleLines(Right)", "[]"),
        // by the definition: moves of the player are at least the option, answers at most the game
        (
            "Bad(g) := [l for l in g.SensibleLines(Left) where
                not (l.Last == l.Last.CanonicalForm and g.CanonicalForm.Options(Left).Contains(l.Last.CanonicalForm)
                and l.Size % 2 == 1 and (1..l.Size).ForAll(i -> if i % 2 == 1 then l[i] >= l.Last else l[i] <= g))]§
             [Bad('{g|h}') for g in ['{^|^}', '{*|*,^}', '{{2|0}|-1}'] for h in ['{3|1}', '{1|0}', '{^*|0}']].Flattened",
            "[]",
        ),
    ]);
}

#[test]
fn tables_are_made_of_every_ruleset_on_pairs() {
    check(&[
        ("Ruleset(\"Wythoff\").NimValueTable(4,5) == Wythoff.NimValueTable(4,5)", "true"),
        ("Ruleset(\"Cutcake\").GameValueTable(3,4) == Cutcake.GameValueTable(3,4)", "true"),
        (
            "R := Ruleset((a,b) -> [(n,b) for n from 0 to a - 1] + [(a,n) for n from 0 to b - 1])§R.NimValueTable(2,3)",
            "0 | 1 | 2 | 3\n--+---+---+--\n1 | 0 | 3 | 2\n--+---+---+--\n2 | 3 | 0 | 1",
        ),
    ]);
}

#[test]
fn a_name_that_is_a_value_is_told() {
    let down = "`v` is the game down: take another name, such as w";
    for text in ["[v for v in 1..3]", "v := 3", "v -> v", "[v3 for v3 in 1..3]"] {
        assert!(shown(text).contains(down), "{text}: {}", shown(text));
    }
    for text in ["2^400 NimProduct 2^400", "2^400 % 7", "[n for n in 1..2^400]", "2^400^2"] {
        assert!(shown(text).contains("a power is written 2**400"), "{text}: {}", shown(text));
    }
    assert!(shown("9^9223372036854775808").contains("a power is written 9**9223372036854775808"));
}

/// The first table of docs/cgsuite.md: in the notation of CGSuite what it says of CGSuite holds.
#[test]
fn the_notation_of_cgsuite_is_another_in_four_things() {
    let arena = Arena::new();
    let told = |dialect, text: &str| {
        let mut session = Session::new(&arena).dialect(dialect);
        let value = session.eval(text).unwrap();
        session.display(&value).unwrap()
    };
    for (text, there, here) in [
        ("2^3", "8", "2^3"),
        ("2^400 NimProduct 2^400 == 2^400", "false", ""),
        ("(*).IsOdd", "true", "false"),
        ("2+*3", "2*3", "2+*3"),
        ("Genus(\"2^0520\")", "2^0520", "Genus(\"2^0520\")"),
        ("19134.Div(-5)", "-3826", "-3827"),
        ("(-7) % 2", "-1", "1"),
        ("7 % (-2)", "1", "-1"),
        ("(-3/5) % (7/8)", "-3/5", "11/40"),
        ("(3/5) % (7/8)", "3/5", "3/5"),
    ] {
        assert_eq!(told(Dialect::CgSuite, text), there, "{text}");
        if !here.is_empty() {
            assert_eq!(told(Dialect::Farstar, text), here, "{text}");
        }
    }
}

#[test]
fn rulesets_have_their_sorts() {
    check(&[
        ("game.heap.Nim is game.heap.HeapRuleset", "true"),
        ("Wythoff is CoordinateRuleset", "true"),
        ("PartizanSubtraction([1],[2]) is PartizanHeapRuleset", "true"),
        ("Domineering is GridRuleset and Domineering is Ruleset", "true"),
        ("ToadsAndFrogs is StripRuleset", "true"),
        ("Snort is GraphRuleset and not (Snort is GridRuleset)", "true"),
    ]);
}

#[test]
fn texts_are_the_same_long_and_short() {
    check(&[
        // 14 bytes stand in the value, more beside it
        (
            "a := \"12345678901234\"; [a, a + \"\", a + \"5\", (a + \"5\").Size]",
            "[\"12345678901234\",\"12345678901234\",\"123456789012345\",15]",
        ),
        ("{\"\" + \"↑↑↑↑\", \"↑↑\" + \"↑↑\", \"↑↑↑↑↑\", \"↑↑↑\" + \"↑↑\"}.Size", "2"),
        (
            "{\"b\", \"a long text of many letters\", \"a\", \"a long text of many letters\", \"\"}",
            "{\"\",\"a\",\"a long text of many letters\",\"b\"}",
        ),
        ("{\"12345678901234\" => 1}[\"1234567\" + \"8901234\"]", "1"),
    ]);
}

#[test]
fn sums_of_integers_pass_a_machine_word() {
    check(&[
        ("[2**62, 2**62, 2**62, -1].Sum == 3 * 2**62 - 1", "true"),
        ("[2**62, 2**62, *, 2**62].Sum == 3 * 2**62 + *", "true"),
        ("[1, 2, 1/2, 3].Sum", "13/2"),
        ("[].Sum", "0"),
        (
            "[1, \"a\"].Sum",
            "`+` cannot take \"a\", which is a String; expected two games or numbers",
        ),
        // an integer on the right of an operator does not go over the stack
        (
            "[9223372036854775807 + 1, 5 - 7, 1 / 0, ^ + 1, 3 == 3]",
            "[9223372036854775808,-2,inf,1^,true]",
        ),
    ]);
}

#[test]
fn pictures_are_drawn_of_what_can_be() {
    check(&[
        ("[1,2,4].ScatterPlot", "(a picture: 3 numbers in their order, the first at 1)"),
        (
            "Table([n, n**2] for n in 1..9).IntensityPlot",
            "(a picture: Table of 9 rows and 2 columns)",
        ),
        ("[[1,2],[3]].IntensityPlot", "(a picture: Table of 2 rows and 2 columns)"),
        (
            "Table([n, *n] for n in 1..9).IntensityPlot",
            "a cell of the table is no integer; expected a table of integers of at most 64 bits",
        ),
        (
            "DirectedGraph.DirectedPath(3).Plot",
            "(a picture: Directed graph of 3 vertices and 2 arcs)",
        ),
        ("{2|1}.Thermograph.Plot is Picture", "true"),
        (
            "KoThermograph(\"0:2|1;1:0|3;2:3|;3:|\").Plot",
            "(a picture: Thermograph with mean 2/3 and temperature 1/3. Left wall: (1, 0), (2/3, 1/3). Right wall: (0, 0), (2/3, 1/3).)",
        ),
        ("KoThermograph(\"0:2|1;1:0|3;2:3|;3:|\").WallAt(Right, 1/6)", "1/3"),
        ("KoThermograph(\"0:2|1;1:0|3;2:3|;3:|\").Mean", "2/3"),
        ("over.Thermograph is Thermograph", "true"),
        ("[1,*].ScatterPlot", "* is a Game; expected an integer"),
        ("(1..20001).ScatterPlot", "more than 20000 numbers are not drawn"),
    ]);
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let Value::Plot(drawn) = session.eval("Graph.Star(4, 7).Plot").unwrap() else { panic!() };
    assert!(drawn.svg().starts_with("<svg") && drawn.svg().matches('7').count() >= 5);
}
