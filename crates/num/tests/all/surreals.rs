//! Surreal numbers in normal form: published sign expansions, both ways and in their order, the simplest numbers by
//! looking through the tree, rationals by going down it, and the laws of fields.

use farstar_num::{
    Error, GeneralizedOrdinal, NormalForm, Rational, Sign, SignBlock, SignSequence, Surreal,
};
use proptest::prelude::*;
use std::cmp::Ordering;

fn surreal(text: &str) -> Surreal {
    text.parse().unwrap()
}

fn signs(text: &str) -> SignSequence {
    text.parse().unwrap()
}

#[test]
fn published_sign_expansions() {
    for (x, expansion) in [
        ("0", "()"),
        ("-3/8", "-++-"),
        ("ω/2", "+^ω -^ω"),
        ("ω^(1/2)", "+^ω -^(ω^2)"),
        ("1/ω", "+ -^ω"),
        ("ω-5", "+^ω -^5"),
        ("1/ω+1/ω^2", "+ -^ω + -^ω"),
        ("ω^(1/ω)", "+^ω -^(ω^3)"),
        ("ω^(-ω)", "+ -^(ω^2)"),
        ("1/3", "+-(-+)"),
        ("-5/6", "-+-(-+)"),
        ("2/3", "(+-)"),
        ("w^(2)*3+w^(-3/2)*5+w^(-5)", "+^(w^2*3+1) -^(w*2) +^(w*5+1) -^(w*3)"),
        ("w^(2)*2-w^(-3)*(1/2)", "+^(w^2*2) - +^(w*3+1)"),
        ("w^(5-w^(-5)*3)*(1/2)-1/4", "+^(w^5) -^(w^6) +^(w^(w*5)) -^(w^(w*5+1)*2+w^(w*5)+1) +^(2)"),
        (
            "w^(w*(1/4)-3/2)*2-w^(w^(-2)*(1/2))*2-w^(-7/4)*2",
            "+^(w^w) -^(w^(w+2)*2+w^(w+1)*2) +^(w^(w+1)*2) -^(w) +^(w^3*2+w^2) -^(w+1) +^(w*2) -^(w) +^(w^2) -^(w)",
        ),
        ("ω/3+1/3", "+^ω -^ω (-^ω +^ω) +-(-+)"),
        ("1/3-1/ω", "+-(-+) -"),
        ("ω/2+ω^(1/2)×2/3", "+^ω -^ω +^ω -^(ω^2) (-^ω +^ω)"),
    ] {
        let x = surreal(x);
        assert_eq!(x.signs().unwrap(), signs(expansion), "{x}");
        assert_eq!(Surreal::from_signs(&signs(expansion)).unwrap(), x);
        assert_eq!(signs(&x.signs().unwrap().to_string()), x.signs().unwrap());
    }
    for (x, day) in
        [("w^(3)*(3/2)-w^(1/2)*(1/4)-w^(-3)*(3/2)", "ω^3×3+ω^2+ω×5+2"), ("1-w^(-4)", "ω×4")]
    {
        assert_eq!(surreal(x).birthday().unwrap().to_string(), day);
    }
}

#[test]
fn sequences_have_one_form() {
    for (text, form) in [
        ("(+)", "+^ω"),
        ("++(-+)", "+(+-)"),
        ("+-+(-+-+)", "(+-)"),
        ("+(-++-)", "+(-++-)"),
        ("-(+--)", "(-+-)"),
        ("+^2 -^ω (+ -^(ω+1))", "+^2 -^ω (+ -^(ω+1))"),
        ("+ - (+ -^(ω+1))", "+ (- + -^ω)"),
        ("+^5 (+^ω -)", "(+^ω -)"),
        ("++-(-+)+", "++-(-+)+"),
        ("()", "()"),
    ] {
        assert_eq!(signs(text).to_string(), form, "{text}");
    }
    for text in ["", "x", "+^", "+(", "+)", "+^(ω", "+^(1/2)", "((+-)-)", "+^-1"] {
        assert!(text.parse::<SignSequence>().is_err() || text.is_empty(), "{text}");
    }
}

#[test]
fn what_has_no_finite_form_is_refused() {
    assert!(matches!(surreal("ω^(1/3)").signs(), Err(Error::NoSigns(_))));
    assert!(matches!(surreal("1/(ω+1)").signs(), Err(Error::NoNormalForm(_))));
    assert!(matches!(Surreal::from_signs(&signs("(+^ω -)")), Err(Error::NoNumber(_))));
    assert!(matches!(surreal("1/1000003").signs(), Err(Error::OutOfBounds { .. })));
}

#[test]
fn signs_of_rationals_go_down_the_tree() {
    for q in [3i64, 5, 6, 7, 12, 20, 31] {
        for p in -40i64..40 {
            let x = Rational::new(p, q).unwrap();
            if x.is_dyadic() {
                continue;
            }
            let path = Surreal::try_from(&x).unwrap().signs().unwrap();
            // Each sign leads to the simplest number between the neighbours so far.
            let (mut low, mut high): (Option<Surreal>, Option<Surreal>) = (None, None);
            let mut word: Vec<Sign> = Vec::new();
            let wanted = Surreal::try_from(&x).unwrap();
            while word.len() < 40 {
                let at = Surreal::simplest_between(low.as_ref(), high.as_ref()).unwrap().unwrap();
                if at.checked_cmp(&wanted).unwrap() == Ordering::Less {
                    word.push(Sign::Positive);
                    low = Some(at);
                } else {
                    word.push(Sign::Negative);
                    high = Some(at);
                }
            }
            let unrolled = path.blocks().iter().flat_map(|block| {
                let (runs, times) = match block {
                    SignBlock::Run(run) => (vec![run.clone()], 1),
                    SignBlock::Periodic(word) => (word.clone(), 40),
                };
                let once: Vec<Sign> = runs
                    .into_iter()
                    .flat_map(|(sign, n)| {
                        let n = u32::try_from(n.as_integer().unwrap()).unwrap();
                        std::iter::repeat_n(sign, n as usize)
                    })
                    .collect();
                std::iter::repeat_n(once, times).flatten()
            });
            assert_eq!(unrolled.take(40).collect::<Vec<_>>(), word, "{x}");
        }
    }
}

#[test]
fn simplest_numbers_of_cuts() {
    for (a, b, simplest) in [
        ("3+w^(-w^(5/2)*3-w^(-1/2)*(1/2))*3", "w^(3)*3-3/2", "4"),
        ("-3/2+w^(-1/4)*(3/4)-w^(-3)*2", "w^(5/2)*(5/2)-3", "0"),
        ("-3", "w^(w^(2)*(5/4)-w^(-3))*(1/2)-3", "0"),
        ("0", "1/ω", "1/(ω×2)"),
        ("0", "1/3", "1/4"),
        ("1/3", "2/3", "1/2"),
        ("1/3", "1/2", "3/8"),
        ("1/3", "1/3+1/ω", "1/3+1/(ω×2)"),
        ("1/3-1/ω", "1/3", "1/3-1/(ω×2)"),
        ("1/3", "1/3+1", "1"),
        ("ω-1", "ω", "ω-1/2"),
        ("ω/2", "ω", "ω-1"),
        ("ω", "ω^2", "ω+1"),
    ] {
        let found = Surreal::simplest_between(Some(&surreal(a)), Some(&surreal(b))).unwrap();
        assert_eq!(found.unwrap(), surreal(simplest), "{a} | {b}");
    }
    let open = |low: Option<&str>, high: Option<&str>| {
        let (low, high) = (low.map(surreal), high.map(surreal));
        Surreal::simplest_between(low.as_ref(), high.as_ref()).unwrap().unwrap().to_string()
    };
    assert_eq!(open(None, None), "0");
    assert_eq!(open(Some("ω-5"), None), "ω");
    assert_eq!(open(Some("ω"), None), "ω+1");
    assert_eq!(open(Some("-1/2"), None), "0");
    assert_eq!(open(Some("1/3"), None), "1");
    assert_eq!(open(None, Some("-ω+1/ω")), "-ω");
    let (a, b) = (surreal("ω"), surreal("1"));
    assert_eq!(Surreal::simplest_between(Some(&a), Some(&b)), Ok(None));
}

#[test]
fn series_floors_and_omnific_integers() {
    for (x, floor) in [
        ("ω^(1/2)-1/ω", "ω^(1/2)-1"),
        ("-7/2", "-4"),
        ("ω/3+5/2+1/ω", "ω/3+2"),
        ("3-1/(ω+1)", "2"),
        ("-1/ω", "-1"),
    ] {
        let floor = surreal(floor);
        assert_eq!(Surreal::from(surreal(x).floor().unwrap()), floor);
        assert!(floor.as_normal_form().unwrap().is_omnific());
    }
    // The terms of a series times the denominator leave less and less of the numerator.
    let x = surreal("(ω^(1/2)+3)/(ω-ω^(1/2)+2)");
    let (terms, whole) = x.series(12).unwrap();
    assert!(!whole && terms.terms().len() == 12);
    let rest = x.checked_sub(&terms.clone().into()).unwrap();
    let last = Surreal::from(
        NormalForm::from_terms([(
            terms.terms()[11].exponent().clone(),
            Rational::new(1, 1000).unwrap(),
        )])
        .unwrap(),
    );
    assert_eq!(rest.abs().checked_cmp(&last), Ok(Ordering::Less));
    // A square root of ω to the power of two is ω.
    let root = surreal("ω").checked_pow(&surreal("1/2")).unwrap();
    assert_eq!(root.checked_mul(&root), Ok(surreal("ω")));
}

fn coefficient() -> impl Strategy<Value = Rational> {
    (-6i64..7, 0u32..3).prop_map(|(p, k)| Rational::new(p, 1 << k).unwrap())
}

fn form(depth: u32) -> BoxedStrategy<NormalForm> {
    let leaf = coefficient().prop_map(|r| NormalForm::try_from(&r).unwrap());
    if depth == 0 {
        return leaf.boxed();
    }
    prop_oneof![
        1 => leaf,
        2 => prop::collection::vec((form(depth - 1), coefficient()), 1..4)
            .prop_map(|terms| NormalForm::from_terms(terms).unwrap()),
    ]
    .boxed()
}

/// With coefficients that are not dyadic too, at the top.
fn number() -> impl Strategy<Value = NormalForm> {
    prop::collection::vec((form(2), -9i64..10, 1i64..8), 0..5).prop_map(|terms| {
        let terms = terms.into_iter().map(|(x, p, q)| (x, Rational::new(p, q).unwrap()));
        NormalForm::from_terms(terms).unwrap()
    })
}

/// Compares as - < end < +, run by run; periods are unrolled.
fn lexicographic(a: &SignSequence, b: &SignSequence) -> Ordering {
    let unroll = |signs: &SignSequence| {
        let mut runs = Vec::new();
        for block in signs.blocks() {
            match block {
                SignBlock::Run(run) => runs.push(run.clone()),
                SignBlock::Periodic(word) => {
                    runs.extend(std::iter::repeat_n(word, 40).flatten().cloned())
                }
            }
        }
        runs
    };
    let one = GeneralizedOrdinal::one();
    let (mut a, mut b) = (unroll(a), unroll(b));
    a.reverse();
    b.reverse();
    loop {
        let rank = |run: Option<&(Sign, GeneralizedOrdinal)>| match run {
            Some((Sign::Negative, _)) => 0,
            None => 1,
            Some(_) => 2,
        };
        let order = rank(a.last()).cmp(&rank(b.last()));
        let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) else { return order };
        if order != Ordering::Equal {
            return order;
        }
        let part = x.1.clone().min(y.1.clone());
        assert!(part >= one);
        for (runs, run) in [(true, x.clone()), (false, y.clone())] {
            let rest = run.1.left_difference(&part).unwrap().unwrap();
            let side = if runs { &mut a } else { &mut b };
            side.pop();
            if !rest.is_zero() {
                side.push((run.0, rest));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn signs_go_both_ways(x in number()) {
        let signs = x.signs().unwrap();
        prop_assert_eq!(NormalForm::from_signs(&signs).unwrap(), x.clone());
        prop_assert_eq!(signs.to_string().parse::<SignSequence>(), Ok(signs));
        let text = x.to_string();
        prop_assert_eq!(text.parse::<Surreal>(), Ok(Surreal::from(x)));
    }

    #[test]
    fn the_order_is_that_of_the_signs(x in number(), y in number()) {
        let (a, b) = (x.signs().unwrap(), y.signs().unwrap());
        prop_assert_eq!(x.cmp(&y), lexicographic(&a, &b));
        prop_assert_eq!((-&x).signs().unwrap().len(), a.len());
    }

    #[test]
    fn any_runs_are_a_number(runs in prop::collection::vec((any::<bool>(), 0usize..8), 0..8)) {
        let lengths = ["1", "2", "ω", "ω+1", "ω^2", "ω^2+ω", "ω^ω", "ω^(ω+1)×2+ω^3"];
        let blocks = runs.into_iter().map(|(plus, at)| {
            let sign = if plus { Sign::Positive } else { Sign::Negative };
            SignBlock::Run((sign, lengths[at].parse().unwrap()))
        });
        let signs = SignSequence::from_blocks(blocks).unwrap();
        let x = Surreal::from_signs(&signs).unwrap();
        prop_assert_eq!(x.signs(), Ok(signs));
    }

    #[test]
    fn any_blocks_are_a_number_or_refused(
        blocks in prop::collection::vec(
            (any::<bool>(), prop::collection::vec((any::<bool>(), 0usize..5), 1..5)), 0..5),
    ) {
        let lengths = ["1", "2", "ω", "ω×2", "ω^2"];
        let blocks = blocks.into_iter().map(|(periodic, runs)| {
            let mut runs: Vec<_> = runs
                .into_iter()
                .map(|(plus, at)| {
                    let sign = if plus { Sign::Positive } else { Sign::Negative };
                    (sign, lengths[at].parse().unwrap())
                })
                .collect();
            if periodic { SignBlock::Periodic(runs) } else { SignBlock::Run(runs.remove(0)) }
        });
        let signs = SignSequence::from_blocks(blocks).unwrap();
        prop_assert_eq!(SignSequence::from_blocks(signs.blocks().to_vec()), Ok(signs.clone()));
        prop_assert_eq!(signs.to_string().parse::<SignSequence>(), Ok(signs.clone()));
        match Surreal::from_signs(&signs) {
            Ok(x) => prop_assert_eq!(x.signs(), Ok(signs)),
            Err(error) => prop_assert!(matches!(error, Error::NoNumber(_)), "{error}"),
        }
    }

    #[test]
    fn the_simplest_number_lies_between_and_none_on_its_path_does(x in number(), y in number()) {
        prop_assume!(x != y);
        let (x, y) = (x.clone().min(y.clone()), x.max(y));
        let (x, y) = (Surreal::from(x), Surreal::from(y));
        let between = |z: &Surreal| {
            x.checked_cmp(z).unwrap() == Ordering::Less && z.checked_cmp(&y).unwrap() == Ordering::Less
        };
        let simplest = Surreal::simplest_between(Some(&x), Some(&y)).unwrap().unwrap();
        prop_assert!(between(&simplest), "{simplest}");
        let blocks = simplest.signs().unwrap().blocks().to_vec();
        for at in 0..blocks.len() {
            let mut beginnings = vec![blocks[..at].to_vec()];
            if let SignBlock::Run((sign, length)) = &blocks[at] {
                // One sign less, where there is a last one, and one sign of the run.
                if let Ok(less) = length.checked_sub(&GeneralizedOrdinal::one())
                    && less.is_ordinal()
                {
                    beginnings.push([&blocks[..at], &[SignBlock::Run((*sign, less))]].concat());
                }
                if !length.is_one() {
                    let one = GeneralizedOrdinal::one();
                    beginnings.push([&blocks[..at], &[SignBlock::Run((*sign, one))]].concat());
                }
            }
            for beginning in beginnings {
                let z = Surreal::from_signs(&SignSequence::from_blocks(beginning).unwrap()).unwrap();
                prop_assert!(!between(&z), "{z} before {simplest}");
            }
        }
    }

    #[test]
    fn quotients_are_a_field(x in form(2), y in form(2), z in form(1)) {
        let (x, y, z) = (Surreal::from(x), Surreal::from(y), Surreal::from(z));
        prop_assume!(y.signum() != 0 && z.signum() != 0);
        // Few numbers have lowest terms that take too many steps, and are refused.
        let divided = |x: &Surreal, y: &Surreal| match x.checked_div(y) {
            Err(farstar_num::Error::OutOfBounds { .. }) => None,
            quotient => Some(quotient.unwrap()),
        };
        let Some(quotient) = divided(&x, &y) else { return Err(TestCaseError::reject("too many steps")) };
        prop_assert_eq!(quotient.checked_mul(&y).unwrap(), x.clone());
        // A common factor leaves no trace.
        let (more, by) = (x.checked_mul(&z).unwrap(), y.checked_mul(&z).unwrap());
        if let Some(same) = divided(&more, &by) {
            prop_assert_eq!(&same, &quotient);
        }
        prop_assert_eq!(quotient.to_string().parse::<Surreal>(), Ok(quotient.clone()));
        let sum = quotient.checked_add(&z).unwrap();
        prop_assert_eq!(sum.checked_sub(&z).unwrap(), quotient);
    }
}

/// A number is above the number of a beginning of its expansion iff the next sign is a plus.
#[test]
fn first_runs_lead_to_the_number() {
    for text in [
        "ω^(1/3)",
        "-ω^(2/3)",
        "ω^(1/2)×3+ω^(1/3)",
        "ω^(-1/3)",
        "ω^(ω^(1/3))",
        "ω^2-ω^(5/3)+1",
        "1/(ω+1)",
        "(ω^2+1)/(ω+3)",
        "2/3",
        "ω-1/3",
        "5",
        "ω^(1/3)/(ω+1)",
    ] {
        let x: Surreal = text.parse().unwrap();
        let runs = x.first_runs(7).unwrap();
        assert!(!runs.is_empty(), "{text}");
        for at in 1..runs.len() {
            let blocks = runs[..at].iter().cloned().map(SignBlock::Run);
            let number = Surreal::from_signs(&SignSequence::from_blocks(blocks).unwrap()).unwrap();
            let above = x.checked_cmp(&number).unwrap() == std::cmp::Ordering::Greater;
            assert_eq!(above, runs[at].0 == Sign::Positive, "{text} after {at} runs");
            assert_ne!(runs[at].0, runs[at - 1].0, "{text}");
        }
        for less in 0..7 {
            let fewer = x.first_runs(less).unwrap();
            assert_eq!(fewer[..], runs[..less.min(runs.len())], "{text} {less}");
        }
    }
}

#[test]
fn birthdays_of_expansions_whose_runs_do_not_repeat() {
    for (x, birthday) in [
        ("ω^(1/3)", "ω^ω"),
        ("-ω^(1/3)×2", "ω^ω×2"),
        ("ω^(2/3)/3+1", "ω^(ω+1)+1"),
        ("ω^(ω/3)", "ω^ω^2"),
        // The second exponent shares all minuses of 1/3 with the first, and keeps its pluses.
        ("ω^(1/3+1/ω)+ω^(1/3)", "ω^(ω+1)+ω^ω"),
    ] {
        assert_eq!(surreal(x).birthday().map(|x| x.to_string()), Ok(birthday.to_owned()), "{x}");
    }
    assert!(matches!(surreal("ω^(ω^(1/3))").birthday(), Err(Error::NoSigns(_))));
    assert!(matches!(surreal("1/(ω+1)").birthday(), Err(Error::NoNormalForm(_))));
}

/// Strictly between lies no number of a beginning of the expansion of the simplest one.
#[test]
fn simplest_numbers_between_those_without_expansions() {
    for (x, y, simplest) in [
        ("1/(ω+1)", "1/ω", "1/ω-1/(ω^2×2)"),
        ("1/(ω+2)", "1/(ω+1)", "1/ω-1/ω^2"),
        ("-1/(ω+1)", "1/(ω+1)", "0"),
        ("ω^(1/3)", "ω^(1/2)", "ω^(1/2)-1"),
        ("(ω^2+1)/(ω+3)", "ω", "ω-1"),
        ("ω^(1/3)", "ω^(2/3)", "ω^(1/2)"),
    ] {
        let (low, high) = (surreal(x), surreal(y));
        let found = Surreal::simplest_between(Some(&low), Some(&high));
        let found = found.unwrap().unwrap();
        let below = |x: &Surreal, y: &Surreal| x.checked_cmp(y) == Ok(Ordering::Less);
        let between = |x: &Surreal| below(&low, x) && below(x, &high);
        assert!(between(&found), "{x} {y}");
        let runs = found.signs().unwrap().runs().unwrap();
        for at in 0..runs.len() {
            let begun = runs[..at].iter().cloned().map(SignBlock::Run);
            let begun = Surreal::from_signs(&SignSequence::from_blocks(begun).unwrap()).unwrap();
            assert!(!between(&begun), "{begun} is between {x} and {y}");
        }
        assert_eq!(found.to_string(), simplest);
    }
    // They share infinitely many runs.
    let (low, high) = (surreal("ω^(1/3)"), surreal("ω^(1/3)+1"));
    let found = Surreal::simplest_between(Some(&low), Some(&high));
    assert!(matches!(found, Err(Error::OutOfBounds { .. })));
    assert_eq!(Surreal::simplest_between(Some(&surreal("1/(ω+1)")), None), Ok(Some(surreal("1"))));
}
