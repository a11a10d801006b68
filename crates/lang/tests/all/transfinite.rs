//! Transfinite numbers and nimbers in the language: published values, mixtures with other values, what is refused.

use crate::shown::shown_in;
use farstar_lang::{Dialect, Kind, Session};
use farstar_value::Arena;
use farstar_value::text::Notation;

/// Input and value, as CGSuite writes and prints them.
const FACTS: &[(&str, &str)] = &[
    ("omega + 5", "ω+5"),
    ("5 - omega", "-ω+5"),
    ("omega*3 + omega^(omega^2+omega) - omega^19*9*omega", "ω^(ω^2+ω)-ω^20×9+ω×3"),
    ("(omega + 5)-omega", "5"),
    (
        "(omega^omega^2+1)^6",
        "ω^(ω^2×6)+ω^(ω^2×5)×6+ω^(ω^2×4)×15+ω^(ω^2×3)×20+ω^(ω^2×2)×15+ω^ω^2×6+1",
    ),
    ("1/omega", "1/ω"),
    ("omega^omega + 1/(omega+1)", "(ω^(ω+1)+ω^ω+1)/(ω+1)"),
    ("(omega^(omega+1)-omega^omega-omega+1)/(omega-1)", "ω^ω-1"),
    ("-omega < 0", "true"),
    ("-omega < 1", "true"),
    ("3.OmegaPower", "ω^3"),
    ("(1/7).Birthday", "ω"),
    ("(omega^omega-5*omega^19+omega^2+1).Birthday", "ω^ω+ω^19×5+ω^2+1"),
    ("(-omega+5).Abs", "ω-5"),
    ("(-omega+5).Sign", "-1"),
    ("(omega-5).IsOrdinal", "false"),
    ("(-omega+5).OutcomeClass", "R"),
    ("*(omega*omega)", "*ω^2"),
    ("*(omega+5)", "*(ω+5)"),
    ("*(omega*5)", "*(ω×5)"),
    (
        "(omega^omega*4 + omega^3*9 + 11) NimSum (omega^omega*6 + omega^3*5 + omega)",
        "ω^ω×2+ω^3×12+ω+11",
    ),
    ("omega^(omega^2*32) NimProduct omega^(omega^2*24)", "ω^(ω^2+1)+ω^ω^2"),
    ("omega^(omega^42) NimExp 193", "ω+65536"),
    ("omega^omega^3 NimExp 66", "ω^(ω×4)+ω^(ω×2)+ω^ω×4+1"),
    ("(*omega) ConwayProduct *(omega^2)", "*2"),
    ("NimField.Excess(19)", "4"),
    ("NimField.QSet(37)", "{4,9}"),
];

/// What follows from the definitions.
const MIXTURES: &[(&str, &str)] = &[
    ("ω == omega", "true"),
    ("omega - omega", "0"),
    ("omega/(2*omega)", "1/2"),
    ("(omega/2)*(1/3)", "ω/6"),
    ("omega^-2", "1/ω^2"),
    ("omega^(omega-1)", "ω^(ω-1)"),
    ("[omega^(1/2), (omega^(1/2))^2, (omega+1)/omega, (omega+1)/2]", "[ω^(1/2),ω,1+1/ω,ω/2+1/2]"),
    ("[(1/omega).Birthday, (omega^(1/2)).Birthday]", "[ω,ω^2]"),
    ("[omega.Floor, (omega^(1/2)/3-1/omega).Floor]", "[ω,ω^(1/2)/3-1]"),
    ("(omega+1)^2/(omega+1)^3", "1/(ω+1)"),
    ("(1/omega).Reciprocal", "ω"),
    ("((omega^2-1)/(omega^2+omega)).Numerator", "ω-1"),
    ("((omega^2-1)/(omega^2+omega)).Denominator", "ω"),
    ("[omega, 1, -omega, 1/omega].Max", "ω"),
    ("omega Min 1000", "1000"),
    ("{omega, 1, omega}", "{1,ω}"),
    ("[1, omega, omega^2].Sum", "ω^2+ω+1"),
    ("f(n) := omega^n; [f(n) for n in 0..3]", "[1,ω,ω^2,ω^3]"),
    // A number that is no stop compares with a game as its stops tell.
    (
        "[omega > {1000|-5}, 1/omega > ^, 1/omega < {1|}, {1|-1} < 1/omega, {1|-1} <> 1/omega]",
        "[true,true,true,false,true]",
    ),
    ("[inf > omega, -inf < omega, omega > 2**100]", "[true,true,true]"),
    (
        "[*omega < omega, *omega <> *2, *omega == *omega, *omega <> 0, *omega > -1]",
        "[true,true,true,true,true]",
    ),
    ("*omega + *omega", "0"),
    ("*(omega+5) + *4", "*(ω+1)"),
    ("-(*omega)", "*ω"),
    ("3*(*omega)", "*ω"),
    ("2*(*omega)", "0"),
    ("*omega^2", "*ω^2"),
    ("(*omega^2).NimValue", "ω^2"),
    ("(*(omega+1)).Birthday", "ω+1"),
    ("(*omega).OutcomeClass", "N"),
    ("*2 NimProduct *omega", "*(ω×2)"),
    ("omega NimExp 0", "1"),
    (
        "[omega.IsNumber, omega.IsInteger, (*omega).IsNimber, (*omega).IsNumber, omega.IsZero]",
        "[true,false,true,false,false]",
    ),
    ("[(1/7).IsNumber, (1/7).IsOrdinal]", "[true,false]"),
    // The simplest number of a cut, signs both ways.
    (
        "[{0|omega}, {omega|}, {0|1/omega}, {1/3|1/2}, {0,1,2|omega}, {|-omega}]",
        "[1,ω+1,1/(ω×2),3/8,3,-ω-1]",
    ),
    ("[(1/3).Signs, (-3/8).Signs, 0.Signs]", "[\"+-(-+)\",\"-++-\",\"()\"]"),
    (
        "[FromSigns(x.Signs) == x for x in [omega^(1/2)/3-1/omega, omega^omega-omega/4, -5/7]]",
        "[true,true,true]",
    ),
    ("FromSigns(\"+^omega -^(omega^2)\")", "ω^(1/2)"),
    ("[2 OrdPower omega, omega OrdSum 1 OrdSum omega, 2 OrdProduct omega]", "[ω,ω×2,ω]"),
    (
        "[omega.NimInverse, omega NimProduct omega.NimInverse, 1 NimDiv omega, omega NimPow (-1)]",
        "[ω^2×3,1,ω^2×3,ω^2×3]",
    ),
    ("(*omega).NimInverse", "*(ω^2×3)"),
    ("[(omega^omega).NimDegree, 4.NimDegree, (*16).NimDegree]", "[20,4,8]"),
    ("[omega.NimOrder, (omega+1).NimOrder, (*omega^omega).NimOrder]", "[9,63,75]"),
    ("omega.NimMinPoly", "\"x^6+x^3+1\""),
    ("omega.NimSqrt NimPow 2", "ω"),
    ("[x NimProduct x NimSum x for x in NimSolveQuadratic(1, 1, omega)]", "[ω,ω]"),
    ("[Excess(19), Alpha(19)]", "[4,ω^3+4]"),
    (
        "[latex(omega^(1/2)*3-1/omega), latex(1/(omega+1)), unicode(omega*2)]",
        "[\"\\\\omega^{\\\\frac{1}{2}}\\\\cdot 3-\\\\omega^{-1}\",\"\\\\frac{1}{\\\\omega+1}\",\"ω×2\"]",
    ),
    ("omega.Class", "GeneralizedOrdinal"),
    ("(1/omega).Class", "SurrealNumber"),
    ("(*omega).Class", "TransfiniteNimber"),
];

#[test]
fn published_values() {
    let arena = Arena::new();
    for dialect in [Dialect::CgSuite, Dialect::Farstar] {
        let mut session = Session::new(&arena).dialect(dialect);
        for (input, wanted) in FACTS {
            assert_eq!(shown_in(&mut session, input), *wanted, "{input}");
        }
    }
}

#[test]
fn transfinite_values_mix_with_others() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for (input, wanted) in MIXTURES {
        assert_eq!(shown_in(&mut session, input), *wanted, "{input}");
    }
}

#[test]
fn numbers_that_no_game_is_worth_compare_and_print() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for (input, wanted) in [
        ("1/3 > *", "true"),
        ("1/3 > ^", "true"),
        ("^ < 1/3", "true"),
        ("1/3 <> {1|-1}", "true"),
        ("{1|-1} <> -1/3", "true"),
        ("{1|1/2} > 1/3", "true"),
        ("1/3 >= {1/4|1/4}", "true"),
        ("1/3 < {2|1/3+1/6}", "true"),
        ("1/3 == *", "false"),
        ("[-omega,0].Sorted", "[-ω,0]"),
        ("[inf,omega,1,-inf,1/omega,*].Sorted", "[-inf,1/ω,1,ω,inf,*]"),
        ("{1,-omega,omega-1,0}", "{-ω,0,1,ω-1}"),
    ] {
        assert_eq!(shown_in(&mut session, input), wanted, "{input}");
    }
    for (input, unicode, latex) in [
        ("1/3", "1/3", "\\frac{1}{3}"),
        ("[-5/3,1/2]", "[-5/3,1/2]", "[-\\frac{5}{3},\\frac{1}{2}]"),
        ("-inf", "-inf", "-\\infty"),
    ] {
        let found = session.eval(input).unwrap();
        assert_eq!(session.display_in(&found, Notation::Unicode).unwrap(), unicode, "{input}");
        assert_eq!(session.display_in(&found, Notation::Latex).unwrap(), latex, "{input}");
    }
}

#[test]
fn what_is_printed_is_read_back() {
    let arena = Arena::new();
    for dialect in [Dialect::CgSuite, Dialect::Farstar] {
        let mut session = Session::new(&arena).dialect(dialect);
        for (input, _) in FACTS.iter().chain(MIXTURES).filter(|(_, v)| v.contains('ω')) {
            let printed = shown_in(&mut session, input);
            assert_eq!(shown_in(&mut session, &printed), printed, "{input}");
        }
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for (input, kind) in [
        ("*(omega-1)", Kind::Domain),
        ("*(1/omega)", Kind::Domain),
        ("(omega-1) NimSum 2", Kind::Domain),
        ("(omega-1) NimProduct 2", Kind::Domain),
        ("omega^omega^omega NimProduct 2", Kind::Domain),
        ("omega^omega^omega NimExp (-1)", Kind::Domain),
        ("0 NimDiv omega NimDiv 0", Kind::Domain),
        ("{omega|0}", Kind::Domain),
        ("{omega|^}", Kind::Type),
        ("FromSigns(\"+x\")", Kind::Domain),
        ("FromSigns(\"(+^omega -)\")", Kind::Domain),
        ("(omega^(1/3)).Signs", Kind::Domain),
        ("omega OrdDifference (omega+1)", Kind::Domain),
        ("(omega+1).Fundamental(3)", Kind::Domain),
        ("(-1) OrdSum omega", Kind::Domain),
        ("omega.Series(10**9)", Kind::TooLarge),
        ("omega/0", Kind::Domain),
        ("omega - inf", Kind::Domain),
        ("2**omega", Kind::Domain),
        ("(omega+1)^omega", Kind::Domain),
        ("omega + ^", Kind::Unsupported),
        ("*omega + ^", Kind::Unsupported),
        ("omega * *omega", Kind::Type),
        ("omega:1", Kind::Type),
        ("omega.Mean", Kind::Type),
        ("omega + [1]", Kind::Type),
        ("(omega+1)^(1/2)", Kind::Domain),
        ("(1/(omega+1)).Birthday", Kind::Domain),
        ("NimField.Excess(4)", Kind::Domain),
        ("3.Excess(5)", Kind::Type),
    ] {
        match session.eval(input) {
            Ok(value) => panic!("{input} gives {}", session.display(&value).unwrap()),
            Err(diagnostics) => {
                assert_eq!(diagnostics[0].kind, kind, "{input}: {}", diagnostics[0])
            }
        }
    }
}

#[test]
fn what_is_too_large_ends_with_a_message() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for input in [
        "f(n) := if n == 0 then omega else omega^f(n-1) end; f(1000)",
        "f(n) := if n == 0 then omega else omega^f(n-1) + omega^(f(n-1)+1) end; f(60)",
        "(omega+1)^(10**9)",
        "(omega^omega+omega+1)^(2**70)",
        "omega*2**(2**23)*2**(2**23)*2**(2**23)",
        "(omega^(2**60)-1)/(omega^2-omega+3)",
        "(*(omega^(omega^40+omega^39+omega^30*5)+3)) NimExp 100003",
        "omega NimExp (2**5000)",
        "omega^omega^(10**9) NimProduct 2",
    ] {
        match session.eval(input) {
            Ok(value) => panic!("{input} gives {}", session.display(&value).unwrap()),
            Err(diagnostics) => {
                let kind = diagnostics[0].kind;
                let ends = matches!(kind, Kind::Domain | Kind::TooLarge);
                assert!(ends, "{input}: {}", diagnostics[0]);
            }
        }
    }
}

#[test]
fn a_number_of_infinitely_many_terms_is_refused_with_what_would_do() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    for input in ["(1/(omega-1)).Birthday", "(1/(omega-1)).Signs"] {
        let diagnostics = session.eval(input).expect_err("infinitely many terms");
        assert_eq!(
            (diagnostics[0].message.as_str(), diagnostics[0].expected.as_deref()),
            (
                "1/(ω-1) has no normal form of finitely many terms",
                Some("a number of finitely many terms; x.Series(k) tells the first k")
            )
        );
    }
}
