//! Games on pairs of numbers and partizan heap games in the language.

use crate::shown;
use farstar_lang::{Kind, Session};
use farstar_value::Arena;

#[track_caller]
fn assert_display(input: &str, expected: &str) {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    match session.eval(input) {
        Ok(value) => assert_eq!(session.display(&value).unwrap(), expected, "{input}"),
        Err(found) => panic!("{input}: {}", found[0]),
    }
}

/// How an evaluation within limits went wrong.
#[track_caller]
fn refusal(input: &str) -> Kind {
    shown::refusal(input).0
}

#[test]
fn the_losing_positions_of_wythoff_have_value_0() {
    // Wythoff 1907: (⌊nφ⌋, ⌊nφ²⌋).
    let input = "[Wythoff(p).NimValue for p in [(1,2),(3,5),(4,7),(6,10),(8,13),(9,15)]]";
    assert_display(input, "[0,0,0,0,0,0]");
    assert_display("game.heap.Wythoff((1,2)).OutcomeClass", "P");
    assert_display("wythoff(10,10).Options.Size", "30");
}

#[test]
fn fibonacci_nim_is_lost_at_fibonacci_numbers() {
    // Whinihan 1963: the first player takes any number but all.
    let input = "[2*k+1 for k in 1..29 where FibonacciNim((2*k+1,k)).NimValue == 0]";
    assert_display(input, "[3,5,13,21,55]");
}

#[test]
fn cakes_have_the_values_of_winning_ways() {
    assert_display(
        "[Cutcake((8,n)).CanonicalForm for n from 0 to 8]",
        "[-7,-7,-3,-3,-1,-1,-1,-1,0]",
    );
    assert_display("MaundyCake((8,5)).Value", "-3");
    let turned = "[TurnAndEatcake((8,n)).CanonicalForm for n from 0 to 8]";
    assert_display(turned, "[0,v,0,v,0,v<3>,0,v,0]");
    assert_display("Eatcake((1,1)) + Eatcake((1,1)) == 0", "true");
    assert_display("Cutcake((2,3)).LeftOptions", "{Cutcake((2,1)) + Cutcake((2,2))}");
    assert_display("Cutcake((1,3)).RightOptions", "{}");
}

#[test]
fn partizan_heaps_are_joins() {
    let value = "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}";
    assert_display("PartizanSubtraction([1,3],[2,3])(6).CanonicalForm", value);
    assert_display("Subtraction([1,3]).PartizanJoin(Subtraction([2,3]))(6).Value", value);
    assert_display(
        "PartizanSubtraction([1,3],[2,3])(3).LeftOptions",
        "{PartizanSubtraction([1,3],[2,3])(0),PartizanSubtraction([1,3],[2,3])(2)}",
    );
}

#[test]
fn a_join_of_heap_games_allows_the_moves_of_both() {
    // Taking one or two is the join of taking one and taking two.
    let joined = "Subtraction([1]).Join(Subtraction([2])).NimValueSequence(7)";
    assert_display(joined, "[1,2,0,1,2,0,1]");
}

#[test]
fn the_genus_of_wythoffs_game() {
    let known = "[Genus(\"10\"),Genus(\"11\"),Genus(\"9\"),Genus(\"8\"),Genus(\"13\")]";
    assert_display("[Wythoff((10,n)).Genus for n in 0..4]", known);
}

#[test]
fn heaps_are_numbers_of_64_bits_where_there_is_a_law() {
    let small = "Kayles(120 + 10 ** 18 % 12).NimValue";
    for large in ["Kayles(10 ** 18)", "Ruleset(\"kayles\")(\"1000000000000000000\")"] {
        assert_display(&format!("{large}.NimValue == {small}"), "true");
        assert_display(&format!("({large} + {large} + Nim(3)).CanonicalForm"), "*3");
    }
    assert_display("Cutcake((1,4294967296)).Value", "4294967295");
    assert_display("Euclid((5000000000,7)).NimValue", "714285714");
    // floor(n phi) and floor(n phi) + n for n = 10^9 (Wythoff 1907)
    assert_display("Wythoff((1618033988,2618033988)).OutcomeClass", "P");
    assert_display("Wythoff((1000,999)).LeftWinsFirst", "true");
}

#[test]
fn wrong_calls_are_told() {
    assert_eq!(refusal("Wythoff(3)"), Kind::Type);
    assert_eq!(refusal("Wythoff((1,2,3))"), Kind::Type);
    assert_eq!(refusal("Wythoff((1,-2))"), Kind::Domain);
    assert_eq!(refusal("Cutcake((1,4294967296)).LeftOptions"), Kind::TooLarge);
    assert_eq!(refusal("Wythoff((1,4294967296)).NimValue"), Kind::TooLarge);
    assert_eq!(refusal("Kayles(4294967296).Options"), Kind::TooLarge);
    assert_eq!(refusal("Cutcake.NimValueTable(3,3)"), Kind::Domain);
    assert_eq!(refusal("Cutcake((2,2)).Genus"), Kind::Domain);
    assert_eq!(refusal("Wythoff.NimValueTable(1000000000,3)"), Kind::TooLarge);
    assert_eq!(refusal("HeapRuleset(3)"), Kind::Type);
    assert_eq!(refusal("HeapRuleset(n -> [[n]])(3)"), Kind::Domain);
    assert_eq!(refusal("HeapRuleset(n -> n)(3)"), Kind::Type);
    assert_eq!(refusal("PartizanHeapRuleset(k -> [])"), Kind::Type);
    assert_eq!(refusal("HeapRuleset(n -> []).Join(Nim)"), Kind::Unsupported);
}

#[test]
fn large_positions_are_stopped_by_the_limits() {
    for input in [
        "Wythoff((4294967295,4294967295)).NimValue",
        "Wythoff((4294967295,4294967295)).Options",
        "Wythoff((3000,3000)).Genus",
        "PartizanTakeAndBreak(\"0.*\",\"0.*\")(300).Value",
        "PartizanTakeAndBreak(\"0.*\",\"0.*\")(300).LeftOptions",
        "Wythoff.NimValueTable(900,900)",
    ] {
        assert!(matches!(refusal(input), Kind::Stopped(_)), "{input}");
    }
}

#[test]
fn laws_tell_of_large_positions() {
    assert_display("Cutcake((1000000,7)).Value", "-249999");
    assert_display("Euclid((1000000000,7)).NimValue", "142857142");
    assert_display("TwoHeapNim((1000000007,5)).CanonicalForm", "*1000000002");
    assert_display("Kayles(10**9).NimValue", "1");
    assert_display("LaskersNim(1753095436).NimValue", "1753095435");
    assert_display("TakeAndBreak(\"0.77\")(10**9+1).CanonicalForm", "*4");
    assert_display("(Kayles(10**9) + Nim(10**6)).CanonicalForm", "*1000001");
}

#[test]
fn positions_of_rulesets_are_games() {
    assert_display("Domineering(\"..|..\")", "Domineering(\"..|..\")");
    assert_display("Domineering(2,2).CanonicalForm", "+-1");
    assert_display("game.grid.Domineering(Grid.Empty(2,4)).MisereOutcomeClass", "N");
    assert_display("Clobber(\"xox|ox.\").CanonicalForm", "{^^*|*,v}");
    assert_display("Toads_And_Frogs(\"t.f\").Options(Left)", "{ToadsAndFrogs(\".TF\")}");
    assert_display("Domineering(2,2) + Domineering(2,2) == 0", "true");
    assert_display("(Domineering(2,2) + Clobber(\"XO\")).CanonicalForm", "+-(1*)");
    // the sum has moves of its own: its misère outcome is not that of its value
    assert_display("(Kayles(1) + Nim(2) + Nim(3)).MisereOutcomeClass", "P");
    assert_display("(Kayles(1) + Nim(2) + Nim(3)).CanonicalForm.MisereOutcomeClass", "N");
    assert_display("Domineering(2,2) == +-1", "true");
    assert_display("{Domineering(1,2)|Domineering(2,1)}", "0");
}

#[test]
fn rulesets_are_typed_in() {
    let squeeze = "s := Ruleset(\"game Squeeze\\nheap n\\nLeft: (n) -> (n-k) for k in 1..2\\nRight: (n) -> (n-3)\"); ";
    assert_display(&format!("{squeeze} [s(n).Value for n from 0 to 3]"), "[0,1,2,{2|0}]");
    assert_display("Ruleset(\"partizan subtraction(a={1 3}, b={2 3})\")(3).Value", "{0,{1|0}|0}");
    assert_eq!(refusal("Ruleset(\"game X\")"), Kind::Domain);
    assert_eq!(refusal("Ruleset(\"clobber(k=2)\")"), Kind::Domain);
    assert_eq!(refusal("Ruleset(3)"), Kind::Type);
    assert_eq!(refusal("Clobber(\"XZ\")"), Kind::Domain);
    assert_eq!(refusal("Clobber(1)"), Kind::Type);
    assert_eq!(refusal("Clobber(100,100)"), Kind::TooLarge);
    assert_eq!(refusal("Grid.Empty(100000,100000)"), Kind::TooLarge);
    assert_eq!(refusal("Graph.Path(100000000)"), Kind::TooLarge);
    assert!(matches!(refusal("Domineering(9,9).Value"), Kind::Stopped(_)));
    let moving = "Amazons(\"x....|.....|.....|.....|....o\").Followers";
    assert!(matches!(refusal(moving), Kind::Stopped(_)));
}

#[test]
fn loopy_positions_have_loopy_values() {
    assert_display(
        "BackslidingToadsAndFrogs(\"ttt..fff\").GameValue",
        "{on||0|-1/2} & {1/2|0||off}",
    );
    assert_display("BackslidingToadsAndFrogs(\"t.\") + 3", "on");
    assert_display("-BackslidingToadsAndFrogs(\"t.\")", "off");
    assert_display("BackslidingToadsAndFrogs(\"t.\").IsPseudonumber", "true");
    assert_eq!(refusal("BackslidingToadsAndFrogs(\"t.\").CanonicalForm"), Kind::Domain);
}

#[test]
fn childish_hackenbush_lollipops_hang_on_green_sticks() {
    // Only a green edge may drop what hangs on it.
    assert_display("ChildishHackenbush(\"(e:B;e:Bllllllrrr:B)\").CanonicalForm", "{0|^[4]*||vv}");
}

#[test]
fn arguments_may_be_named() {
    assert_display("GenToadsAndFrogs(maxJump => 2)(\"tttt..fff\").CanonicalForm", "{1/2*|v}");
    assert_display("Turning(\"1-3\")(\"htththtth\").NimValue", "29");
    assert_eq!(refusal("GenFoxAndGeese(foxRange => 0)"), Kind::Domain);
    assert_eq!(refusal("GenFoxAndGeese(foxes => 2)"), Kind::Type);
    assert_eq!(refusal("FoxAndGeese({(3,1),(3,3)}, (1,6))"), Kind::Domain);
}

#[test]
fn functions_give_rulesets() {
    let rulers = "HeapRuleset(k -> [[a,b] for a from 0 to k - 1 for b from 0 to a - 1])";
    assert_display(&format!("{rulers}.NimValueSequence(9)"), "[0,1,2,4,7,8,11,13,14]");
    assert_display(&format!("{rulers}(20).Options.Size"), "190");
    assert_display("HeapRuleset(k -> [k - n for n in 1..2 where n <= k])(10).NimValue", "1");
    assert_display("GenWythoff(k -> k + 2)((10,10)).Options.Size", "48");
    assert_display("[GenWythoff(k -> k + 1)(p).NimValue for p in [(1,2),(3,5),(4,7)]]", "[0,0,0]");
    assert_display("GenMem((memory, j) -> j != memory)((10,3)).NimValue", "4");
    assert_display("GenTakeAway(k -> 3*k)((10,1)).NimValue", "2");
    assert_display(
        "CoordinateRuleset((a,b) -> [(a-1,b) for n in 1..a where n == 1])((3,1)).NimValue",
        "1",
    );
}

#[test]
fn tables_ask_a_function_for_every_entry() {
    let row = "CoordinateRuleset((a,b) -> [(n,b) for n from 0 to a - 1]).NimValueTable(1,1)";
    assert_display(row, "0 | 0\n--+--\n1 | 1");
    let memory = "GenMem((memory, j) -> j != memory).NimValueTable(1, 1)";
    assert_display(memory, "0 | 0\n--+--\n1 | 0");
}

#[test]
fn functions_written_alike_give_different_rulesets() {
    let input = "f(d) := HeapRuleset(k -> [k - d for n in [0] where d <= k]); [f(1)(3).NimValue, f(2)(3).NimValue, f(1)(3).NimValue]";
    assert_display(input, "[1,1,1]");
    let input = "f(d) := HeapRuleset(k -> [k - d for n in [0] where d <= k]); [f(1)(2).NimValue, f(2)(2).NimValue]";
    assert_display(input, "[0,1]");
}

#[test]
fn misere_play_of_boards_is_by_their_moves() {
    assert_display("Cram(\".........|##.######\").MisereCanonicalForm", "*[*[2]+*[2],3,2,1]");
    assert_eq!(refusal("Domineering(2,2).MisereCanonicalForm"), Kind::Type);
}

#[test]
fn partizan_rulesets_by_functions_are_those_by_lists() {
    let by_functions = "PartizanHeapRuleset(k -> [[k - a] for a in [1,4] where a <= k], k -> [[k - a] for a in [2,3] where a <= k])";
    let sequence = |rules: &str| format!("{rules}.GameValueSequence(30)");
    let by_lists = sequence("PartizanSubtraction([1,4],[2,3])");
    assert_display(&format!("{} == {by_lists}", sequence(by_functions)), "true");
    assert_display(&format!("{by_functions}(5) == PartizanSubtraction([1,4],[2,3])(5)"), "true");
    assert_display(&format!("{by_functions}(5).LeftOptions.Size"), "2");

    // Left's moves must be asked of pairs that only Right's reach.
    let cake = "PartizanCoordinateRuleset((w,h) -> [(w - 1, h + 2) for n in 1..w where n == 1], (w,h) -> [(w, h - 1) for n in 1..h where n == 1])";
    assert_display(&format!("{cake}((1,1)).CanonicalForm"), "-1");
    assert_display(&format!("{cake}.GameValueTable(1, 1)"), "0 | -1\n--+---\n0 | -1");
}

#[test]
fn definitions_are_read_in_the_form_of_cgsuite() {
    assert_display("def f(n) := n + 1; f(2)", "3");
    assert_display("def f(n) begin var m := n * n; m + 1 end; f(3)", "10");
    assert_display("[[1,2],[3]][1][2]", "2");
    assert_display("x := [5,6]; 2*x[2]", "12");
    assert_display("def := 4; var := 3; def + var", "7");
    assert_display("{1,2} Adjoin 2", "{1,2}");
    // Kayles: a looped path is a row of pins
    let row = "ArcKayles(Graph.FromAdjacencyList([Graph.Path(n)[i] Adjoin i for i from 1 to n])).NimValue";
    assert_display(&format!("[{row} for n from 1 to 9]"), "[1,2,3,1,4,3,2,1,4]");
}

#[test]
fn treblecross_is_a_strip_of_cells() {
    assert_display("Treblecross(\".......\").CanonicalForm", "*2");
    assert_display("Treblecross(4)", "Treblecross(\"....\")");
    // who wins n cells is told by the heap n + 2 of 0.007 (Winning Ways, ch. 4); their values differ
    let strips = "[Treblecross(n).OutcomeClass for n in 3..9]";
    let heaps = "[TakeAndBreak(\"0.007\")(n+2).OutcomeClass for n in 3..9]";
    assert_display(strips, "[N,N,N,P,N,N,N]");
    assert_display(heaps, "[N,N,N,P,N,N,N]");
    assert_display(
        "Ruleset(\"treblecross\")(\".....\").NimValue == Treblecross(5).NimValue",
        "true",
    );
}

#[test]
fn in_euclid_a_number_may_become_0_and_in_grossmans_not() {
    // Cole and Davie 1969; Grossman 1997
    assert_display("[Euclid((n,n)).NimValue for n from 1 to 4]", "[1,1,1,1]");
    assert_display("[GrossmansEuclid((n,n)).NimValue for n from 1 to 4]", "[0,0,0,0]");
    assert_display("Ruleset(\"euclid\")(\"(1,1)\").NimValue", "1");
}

#[test]
fn the_rightmost_coin_of_ruler_goes_to_tails() {
    // Winning Ways, ch. 14
    assert_display("Ruler(\"TH\").CanonicalForm", "*2");
    assert_display("[Ruler(r).NimValue for r in [\"H\",\"TH\",\"TTH\",\"TTTH\"]]", "[1,2,1,4]");
    assert_display("Spawning(\"1+C\").NimValueSequence(4)", "[1,2,1,4]");
}

#[test]
fn take_away_is_schwenks() {
    assert_display("[TakeAway(3)((10,n)).NimValue for n from 0 to 4]", "[0,2,2,6,6]");
    assert_display("Ruleset(\"take-away 3\")(\"(10,2)\").NimValue", "2");
    assert_display("FibonacciNim((8,2)) == TakeAway(2)((8,2))", "true");
    assert_display(
        "PartizanTakeAway(\"(7,2,3)\").CanonicalForm == Ruleset(\"partizan take-away\")(\"(7,2,3)\").CanonicalForm",
        "true",
    );
}

#[test]
fn a_ruleset_of_ones_own_takes_other_parameters() {
    let leaps = "game Leaps (k=1)\\nheap n\\nBoth: (n) -> (n-k)";
    assert_display(&format!("Ruleset(\"{leaps}\")(\"7\").NimValue"), "1");
    assert_display(&format!("Ruleset(\"{leaps}\", \"k=3\")(\"7\").NimValue"), "0");
    assert_display("Ruleset(\"subtraction\", \"s={1 4}\")(\"9\").NimValue", "2");
    assert_eq!(refusal(&format!("Ruleset(\"{leaps}\", \"j=3\")")), Kind::Domain);
}

/// All that is said of what is refused.
fn fault(input: &str) -> String {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    match session.eval(input) {
        Ok(value) => panic!("{input} is {}", session.display(&value).unwrap()),
        Err(found) => format!("{}; {}", found[0].message, found[0].fix.as_deref().unwrap_or("")),
    }
}

#[test]
fn a_graph_of_letters_that_two_notations_read_differently_is_refused() {
    // CGSuite's tests, and its notation: L and R are tints
    assert_display("game.graph.Snort(\"L-R\").CanonicalForm", "*");
    assert_display("game.graph.Col(\"L\").CanonicalForm", "-1");
    assert_display("game.graph.Col(\"R-.-R-.-L-.-R-.-R-.\").CanonicalForm", "7/8");
    assert_display("game.graph.Snort(\".-.-.(-.;-.)\").CanonicalForm", "+-{3|2}");
    assert_display("game.graph.Snort(\"--(-;-)\").CanonicalForm", "+-{3|2}");
    assert_display(
        "game.graph.Col(\"L-R---L\").CanonicalForm == Col(\"L-R-.-.-L\").CanonicalForm",
        "true",
    );
    assert_display("game.graph.ArcKayles(\"----\").NimValue", "0");
    // names of vertices, and tints where nothing else is meant
    assert_display("Snort(\"L-R, L:.\").CanonicalForm", "+-1");
    assert_display("game.graph.Snort(\"a-b\").CanonicalForm", "+-1");
    assert_display("Col(\"L\").CanonicalForm", "-1");
    assert_display("TintedSnort(\"(L-R)\").CanonicalForm", "*");
    let said = fault("Snort(\"L-R\")");
    assert!(said.contains("two readings"), "{said}");
    assert!(
        said.contains("Snort(\"L-R, L:.\")") && said.contains("game.graph.Snort(\"L-R\")"),
        "{said}"
    );
    assert!(fault("TintedSnort(\"L-R\")").contains("two readings"));
    assert!(fault("Snort(\"X-O\")").contains("two readings"));
    assert!(fault("Snort(\"hello\")").contains("path5"));
}

#[test]
fn a_size_is_the_start_of_a_ruleset() {
    assert_display("Clobber(3,4)", "Clobber(\"XOXO|OXOX|XOXO\")");
    assert_display("ToadsAndFrogs(7)", "ToadsAndFrogs(\"TTT.FFF\")");
    assert_display("Domineering(2,2)", "Domineering(\"..|..\")");
    assert!(fault("Fission(4,4)").contains("name no start"));
    assert_display("Snort(\"path3\")", "Snort(\"1-2, 2-3\")");
    assert_display("Snort(Graph.Path(1))", "Snort(\"v1:.\")");
    // a text that begins otherwise is another ruleset, though its rules are the same
    let rules = |start: &str| {
        format!(
            "Ruleset(\"game Mine\\nstrip of . X/O\\nstart {start}\\nLeft: XO -> .X\\nRight: as Left\")(2)"
        )
    };
    assert_display(&rules("XO"), "Mine(\"XO\")");
    assert_display(&format!("[{}, {}][2]", rules("XO"), rules("OX")), "Mine(\"OX\")");
}

#[test]
fn written_rules_of_heaps_have_sequences() {
    let sequence = |rules: &str| format!("Ruleset(\"{rules}\").NimValueSequence(6)");
    assert_display(&sequence("Subtraction(s={1 2})"), "[1,2,0,1,2,0]");
    assert_display(&sequence("0.137"), "[1,1,2,0,3,1]");
    // rules without a code, and two of one name
    assert_display(
        &sequence("game Mine\\nheap n\\nBoth: (n) -> (n/2)+(n/2) if n > 0"),
        "[0,1,0,1,0,1]",
    );
    let mine = |take: &str| format!("Ruleset(\"game Mine\\nheap n\\nBoth: take {take}\")");
    let both = format!("[{}.HeapNimValue(5), {}.HeapNimValue(5)]", mine("1"), mine("2 or 3"));
    assert_display(&both, "[1,0]");
    assert_display(&format!("{}.CheckPeriodicity(50).Period", mine("1 or 2")), "3");
    for other in ["misere Nim", "Clobber", "Partizan Subtraction", "Wind-Up"] {
        assert!(fault(&sequence(other)).contains("is a "), "{other}");
    }
}
