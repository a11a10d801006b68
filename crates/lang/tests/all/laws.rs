//! Laws in the language: found of lists, maps and rulesets, asked about far cells, proved.

use farstar_lang::Session;
use farstar_value::Arena;

/// What the last of some statements shows.
fn shown(statements: &[&str]) -> String {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut last = String::new();
    for text in statements {
        last = match session.eval(text) {
            Ok(value) => session.display(&value).unwrap(),
            Err(diagnostics) => format!("error: {}", diagnostics[0]),
        };
    }
    last
}

#[test]
fn the_law_of_a_list_is_that_of_its_places() {
    assert_eq!(shown(&["Find([n * n for n in 0..40])"]), "n * n");
    assert_eq!(shown(&["Find([n * n for n in 0..40]).Law(10 ** 6)"]), "1000000000000");
    let rows = "rows := [[a NimSum b for a in 0..15] for b in 0..15]";
    assert_eq!(shown(&[rows, "Find(rows).Law(2 ** 40, 5)"]), "1099511627781");
    assert_eq!(shown(&[rows, "Find(rows).Law((2 ** 40, 5))"]), "1099511627781");
    let wrong = shown(&[rows, "Find(rows).Law(5)"]);
    assert!(wrong.contains("a cell of 1 numbers"), "{wrong}");
}

#[test]
fn an_element_is_found_by_a_function_as_before() {
    assert_eq!(shown(&["(1..100).Find(n -> n ** 2 > 50)"]), "8");
    assert_eq!(shown(&["[1,2].Find(n -> n > 5)"]), "Nothing");
}

#[test]
fn the_law_of_a_ruleset_is_proved_or_it_is_told_why_not() {
    let lasker = "lasker := Find(Ruleset(\"laskers-nim\"), 60)";
    assert_eq!(shown(&[lasker, "lasker.Law(10 ** 12 + 3)"]), "1000000000004");
    assert!(shown(&[lasker, "lasker.Prove"]).contains("Theorem (all n): period 4, saltus 4"));
    assert_eq!(shown(&[lasker, "lasker.Certificate.Size > 100"]), "true");
    let of_table = shown(&["Find([n * n for n in 0..40]).Prove"]);
    assert!(of_table.contains("a table has no rules to be proved from"), "{of_table}");
}

/// Values of rulesets in which Left and Right have different moves, by the values of small heaps that are played out,
/// and who wins where values have no law.
#[test]
fn laws_tell_values_and_winners() {
    let rules = "Ruleset(\"game G\\nheap n\\nLeft: (n) -> (n-1)\\nRight: (n) -> (n-2)\")";
    let law = format!("law := Find({rules}, 40)");
    for n in 0..12 {
        let played = shown(&[&format!("{rules}({n}).CanonicalForm")]);
        assert_eq!(shown(&[&law, &format!("law.Law({n})")]), played, "{n}");
    }
    assert_eq!(shown(&[&law, "law.Law(10 ** 12 + 1)"]), "{1|0}");
    assert!(shown(&[&law, "law.Prove"]).matches("Theorem (all n)").count() == 2);
    assert_eq!(shown(&[&law, "law.Certificate.Size > 100"]), "true");
    let codes = "g := PartizanSubtraction([1], [2])";
    assert_eq!(shown(&[codes, "Find(g, 40).Law(10 ** 12 + 1)"]), "{1|0}");
    assert!(shown(&[codes, "Find(g, 40).Prove"]).contains("Theorem (all n)"));
    assert_eq!(shown(&["Find(Cutcake, 12).Law(5, 2)"]), shown(&["Cutcake(5, 2).CanonicalForm"]));
    assert_eq!(shown(&["law := Find(Wythoff, 12)", "[law.Law(4, 7), law.Law(4, 8)]"]), "[P,N]");
    let winners = "law := Find(Ruleset(\"misere Nim\"), 40)";
    assert_eq!(shown(&[winners, "[law.Law(0), law.Law(1), law.Law(10 ** 20)]"]), "[N,P,N]");
}

#[test]
fn what_has_no_law_is_told_so() {
    // squares modulo a prime, cut off: too few to be a law
    assert_eq!(shown(&["Find([3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3])"]), "Nothing");
    let wrong = shown(&["Find([1, \"x\"])"]);
    assert!(wrong.contains("an integer"), "{wrong}");
    let game = shown(&["Find(Clobber)"]);
    assert!(game.starts_with("error"), "{game}");
}

#[test]
fn laws_of_rows_are_told() {
    assert_eq!(shown(&["Find(Domineering, 40).Law(10 ** 12 + 1)"]), "-500000000000");
    assert_eq!(shown(&["Find(Cram, 200).Law(10 ** 9)"]), "3");
    // of each kind: two edges, an edge and a piece
    assert_eq!(shown(&["law := Find(GridCol, 40)", "[law.Law(9, 0), law.Law(9, 1)]"]), "[0,-1/2]");
    let halves = "Find(DominoColouring, 40).Law(302, 1)";
    assert_eq!(shown(&[halves]), format!("-1/{}", "1267650600228229401496703205376"));
}
