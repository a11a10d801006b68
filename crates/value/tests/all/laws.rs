//! The laws of values, on random games, against the definitions played out by the naive oracle.

use farstar_num::Dyadic;
use farstar_testkit::Form;
use farstar_value::{Arena, Calculator, Comparison, Game, Outcome};
use proptest::prelude::*;
use std::cmp::Ordering;

/// Forms to build others from: numbers that fit a node's stops and numbers that do not, nimbers, ups, switches.
fn leaf() -> impl Strategy<Value = Form> {
    prop_oneof![
        (-3i64..=3).prop_map(Form::integer),
        (-9i64..=9, 1u32..=3).prop_map(|(n, e)| Form::number(&Dyadic::from_small(n, e))),
        (0u32..=4).prop_map(Form::nimber),
        Just(Form::up()),
        Just(Form::up().neg()),
        (-3i64..=3, -3i64..=3).prop_map(|(x, y)| Form::switch(&x.into(), &y.into())),
        // 2⁻¹² is finer than the stops a node keeps by itself.
        (-3i64..=3).prop_map(|n| Form::number(&Dyadic::from_small(n, 12))),
    ]
}

fn form() -> impl Strategy<Value = Form> {
    leaf().prop_recursive(2, 7, 3, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..3);
        (side(), side()).prop_map(|(left, right)| Form::new(left, right))
    })
}

/// Forms small enough for the oracle's plain recursion over sums.
fn small_form() -> impl Strategy<Value = Form> {
    let leaf = prop_oneof![
        (-2i64..=2).prop_map(Form::integer),
        (-3i64..=3).prop_map(|n| Form::number(&Dyadic::from_small(n, 1))),
        (0u32..=2).prop_map(Form::nimber),
        Just(Form::up()),
        (-1i64..=1, -1i64..=1).prop_map(|(x, y)| Form::switch(&x.into(), &y.into())),
    ]
    .boxed();
    let side = || prop::collection::vec(leaf.clone(), 0..3);
    (side(), side()).prop_map(|(left, right)| Form::new(left, right))
}

/// The value of a form, built from its options up.
fn value(calc: &mut Calculator<'_>, form: &Form) -> Game {
    let side = |calc: &mut Calculator<'_>, forms: &[Form]| -> Vec<Game> {
        forms.iter().map(|form| value(calc, form)).collect()
    };
    let (left, right) = (side(calc, form.left()), side(calc, form.right()));
    calc.from_options(&left, &right).unwrap()
}

/// The canonical form of a value, as a form.
fn shown(calc: &mut Calculator<'_>, game: Game) -> Form {
    let side = |calc: &mut Calculator<'_>, games: Vec<Game>| -> Vec<Form> {
        games.into_iter().map(|game| shown(calc, game)).collect()
    };
    let (left, right) = (calc.left_options(game).unwrap(), calc.right_options(game).unwrap());
    Form::new(side(calc, left), side(calc, right))
}

/// Whether a form, and every follower, has neither dominated nor reversible options: then it is canonical (Siegel,
/// II.2).
fn is_canonical(form: &Form) -> bool {
    let left = form.left();
    let right = form.right();
    let dominated = left
        .iter()
        .enumerate()
        .any(|(i, a)| left.iter().enumerate().any(|(j, b)| i != j && a.le(b)))
        || right
            .iter()
            .enumerate()
            .any(|(i, a)| right.iter().enumerate().any(|(j, b)| i != j && b.le(a)));
    let reversible = left.iter().any(|l| l.right().iter().any(|lr| lr.le(form)))
        || right.iter().any(|r| r.left().iter().any(|rl| form.le(rl)));
    !dominated && !reversible && form.options().all(is_canonical)
}

fn same(a: Option<Ordering>) -> Comparison {
    match a {
        Some(Ordering::Less) => Comparison::Less,
        Some(Ordering::Equal) => Comparison::Equal,
        Some(Ordering::Greater) => Comparison::Greater,
        None => Comparison::Confused,
    }
}

fn played(outcome: farstar_testkit::Outcome) -> Outcome {
    match outcome {
        farstar_testkit::Outcome::N => Outcome::N,
        farstar_testkit::Outcome::P => Outcome::P,
        farstar_testkit::Outcome::L => Outcome::L,
        farstar_testkit::Outcome::R => Outcome::R,
    }
}

fn cases() -> ProptestConfig {
    let cases = if farstar_testkit::soaking() { 20_000 } else { 400 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_value_equals_the_form_and_is_canonical(g in form()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let game = value(calc, &g);
        let canonical = shown(calc, game);
        prop_assert!(canonical.equals(&g));
        prop_assert!(is_canonical(&canonical));
        prop_assert_eq!(value(calc, &canonical), game, "canonical forms are fixed points");
    }

    #[test]
    fn order_and_outcome_are_those_of_the_definitions(g in small_form(), h in small_form()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (a, b) = (value(calc, &g), value(calc, &h));
        prop_assert_eq!(calc.compare(a, b).unwrap(), same(g.compare(&h)));
        prop_assert_eq!(calc.outcome(a).unwrap(), played(g.outcome()));
        // G ≥ H iff Left wins G − H moving second.
        let difference = g.sub(&h);
        prop_assert_eq!(calc.ge(a, b).unwrap(), !difference.right_wins_first());
        prop_assert_eq!(a == b, g.equals(&h), "equal values have equal handles");
        let order = calc.order_matrix(&[a, b]).unwrap();
        prop_assert_eq!(order.get(0, 1), calc.compare(a, b).unwrap());
    }

    #[test]
    fn sums_are_those_of_the_definition(g in small_form(), h in small_form()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (a, b) = (value(calc, &g), value(calc, &h));
        let sum = calc.add(a, b).unwrap();
        prop_assert!(shown(calc, sum).equals(&g.add(&h)));
        prop_assert_eq!(calc.neg(a).unwrap(), value(calc, &g.neg()));
        prop_assert_eq!(calc.sub(sum, b).unwrap(), a);
    }

    #[test]
    fn values_form_an_ordered_group(g in form(), h in form(), k in form()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let [a, b, c] = [&g, &h, &k].map(|form| value(calc, form));
        let (ab, bc) = (calc.add(a, b).unwrap(), calc.add(b, c).unwrap());
        prop_assert_eq!(calc.add(ab, c).unwrap(), calc.add(a, bc).unwrap());
        prop_assert_eq!(calc.add(b, a).unwrap(), ab);
        prop_assert_eq!(calc.sub(a, a).unwrap(), Game::ZERO);
        let minus = calc.neg(a).unwrap();
        prop_assert_eq!(calc.neg(minus).unwrap(), a);
        let (ac, bc) = (calc.add(a, c).unwrap(), calc.add(b, c).unwrap());
        prop_assert_eq!(calc.compare(a, b).unwrap(), calc.compare(ac, bc).unwrap());
        let three = calc.multiple(&3.into(), a).unwrap();
        prop_assert_eq!(calc.sum([a, a, a]).unwrap(), three);
        let minus_three = calc.multiple(&(-3).into(), a).unwrap();
        prop_assert_eq!(calc.neg(three).unwrap(), minus_three);
    }

    #[test]
    fn stops_are_those_of_play_and_bound_sums(g in form(), h in form()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (a, b) = (value(calc, &g), value(calc, &h));
        let sum = calc.add(a, b).unwrap();
        let mut stops = |game| (calc.left_stop(game).unwrap(), calc.right_stop(game).unwrap());
        let ((la, ra), (lb, rb), (ls, rs)) = (stops(a), stops(b), stops(sum));
        prop_assert_eq!((&la, &ra), (&g.left_stop(), &g.right_stop()));
        // Siegel, II.3: RS(G)+RS(H) ≤ RS(G+H) ≤ RS(G)+LS(H) ≤ LS(G+H) ≤ LS(G)+LS(H).
        prop_assert!(&ra + &rb <= rs && rs <= &ra + &lb && &ra + &lb <= ls && ls <= &la + &lb);
    }

    #[test]
    fn adding_a_number_moves_every_option(g in form(), n in -40i64..40, e in 0u32..14) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let game = value(calc, &g);
        let x = Dyadic::from_small(n, e);
        let moved = calc.add_number(game, &x).unwrap();
        if calc.as_number(game).is_none() {
            let mut shift = |options: Vec<Game>| -> Vec<Game> {
                options.into_iter().map(|o| calc.add_number(o, &x).unwrap()).collect()
            };
            let left = shift(arena.calculator().left_options(game).unwrap());
            let right = shift(arena.calculator().right_options(game).unwrap());
            prop_assert_eq!(calc.from_options(&left, &right).unwrap(), moved);
        }
        prop_assert_eq!(calc.left_stop(moved).unwrap(), &calc.left_stop(game).unwrap() + &x);
        prop_assert_eq!(calc.add_number(moved, &-&x).unwrap(), game);
    }
}
