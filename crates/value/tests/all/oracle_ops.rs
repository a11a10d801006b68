//! Operations on values against the definitions played out by the naive oracle: all games born by day 2, and games of
//! day 3.

use farstar_num::Dyadic;
use farstar_testkit::{Form, FormShape, SplitMix64, born_by};
use farstar_value::{Arena, Calculator, Error, Game, Outcome};

/// The value of a form, built from its options up.
fn value(calc: &mut Calculator<'_>, form: &Form) -> Game {
    let side = |calc: &mut Calculator<'_>, forms: &[Form]| -> Vec<Game> {
        forms.iter().map(|form| value(calc, form)).collect()
    };
    let (left, right) = (side(calc, form.left()), side(calc, form.right()));
    calc.from_options(&left, &right).unwrap()
}

/// The games born by day 2, and some random canonical forms of day 3.
fn forms() -> Vec<Form> {
    let day2 = born_by(2);
    let mut random = SplitMix64::new(20);
    let mut forms = day2.clone();
    for _ in 0..60 {
        let mut side = || -> Vec<Form> {
            (0..1 + random.below(2)).map(|_| random.pick(&day2).clone()).collect()
        };
        forms.push(Form::new(side(), side()).canonical());
    }
    forms
}

fn each(forms: &[Form], check: impl Fn(&mut Calculator<'_>, Game, &Form)) {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for form in forms {
        let game = value(calc, form);
        check(calc, game, form);
    }
}

#[test]
fn thermographs() {
    each(&forms(), |calc, game, form| {
        let thermograph = calc.thermograph(game).unwrap();
        assert_eq!(calc.mean(game).unwrap(), form.mean(), "{form}");
        assert_eq!(calc.temperature(game).unwrap(), form.temperature(), "{form}");
        assert_eq!(thermograph.temperature(), form.temperature(), "{form}: {thermograph}");
        for eighths in 0..20 {
            let t = Dyadic::from_small(eighths, 3);
            if let Some(walls) = form.walls_at(&t) {
                let found = (thermograph.left_at(&t).unwrap(), thermograph.right_at(&t).unwrap());
                assert_eq!(found, walls, "{form} at {t}: {thermograph}");
            }
        }
    });
}

#[test]
fn misere_outcomes() {
    each(&forms(), |calc, game, form| {
        let found = calc.misere_outcome(game).unwrap();
        let expected = form.misere_outcome();
        assert_eq!(found.to_string(), format!("{expected:?}"), "{form}");
    });
}

#[test]
fn cooling_heating_overheating() {
    each(&forms(), |calc, game, form| {
        for t in ["-1/2", "-1/8", "1/4", "1/2", "1"] {
            let t: Dyadic = t.parse().unwrap();
            if t.is_negative() {
                continue;
            }
            let cooled = value(calc, &form.cool(&t));
            assert_eq!(calc.cool(game, &t).unwrap(), cooled, "{form} cooled by {t}");
        }
        for t in ["1", "-1/2", "*", "^", "{1|0}"] {
            let bonus: Form = t.parse().unwrap();
            let heated = value(calc, &form.heat(&bonus));
            let t = value(calc, &bonus);
            assert_eq!(calc.heat(game, t).unwrap(), heated, "{form} heated by {bonus}");
        }
        let (s, t): (Form, Form) = ("*".parse().unwrap(), "1".parse().unwrap());
        let overheated = value(calc, &form.overheat(&s, &t));
        let (s, t) = (value(calc, &s), value(calc, &t));
        assert_eq!(calc.overheat(game, s, t).unwrap(), overheated, "{form} overheated");
    });
}

#[test]
fn products_and_ordinal_sums() {
    let day2 = born_by(2);
    let up = Form::up();
    each(&day2, |calc, game, form| {
        let unit = value(calc, &up);
        let norton = value(calc, &form.norton_product(&up));
        assert_eq!(calc.norton_product(game, unit).unwrap(), norton, "{form}·↑");
        for other in &day2 {
            let h = value(calc, other);
            let product = value(calc, &form.product(other));
            assert_eq!(calc.conway_product(game, h).unwrap(), product, "{form} × {other}");
            let sum = value(calc, &form.ordinal_sum(other));
            assert_eq!(calc.ordinal_sum(game, h).unwrap(), sum, "{form} : {other}");
        }
    });
}

#[test]
fn atomic_weights() {
    let mut random = SplitMix64::new(5);
    let mut forms: Vec<Form> =
        (0..80).map(|_| FormShape::all_small(3, 2).sample(&mut random).canonical()).collect();
    forms.extend(born_by(2).into_iter().filter(Form::is_all_small));
    each(&forms, |calc, game, form| {
        let weight = form.atomic_weight().expect("all-small");
        let weight = value(calc, &weight);
        assert_eq!(calc.atomic_weight(game).unwrap(), weight, "{form}");
    });
}

#[test]
fn the_far_star_compares_as_any_large_nimber_does() {
    each(&forms(), |calc, game, form| {
        let expected = calc.nimber(64).and_then(|star| calc.compare(game, star)).unwrap();
        assert_eq!(calc.compare_remote_star(game).unwrap(), expected, "{form}");
    });
}

/// `G ∨ H` and `G ∧ H` by their definitions, on forms.
fn compound(g: &Form, h: &Form, single: bool) -> Form {
    let moves = |a: &[Form], b: &[Form]| -> Vec<Form> {
        let mut all: Vec<Form> = Vec::new();
        for x in a {
            all.extend(b.iter().map(|y| compound(x, y, single)));
            if single {
                all.push(compound(x, h, single));
            }
        }
        if single {
            all.extend(b.iter().map(|y| compound(g, y, single)));
        }
        all
    };
    Form::new(moves(g.left(), h.left()), moves(g.right(), h.right()))
}

#[test]
fn compounds() {
    let day2 = born_by(2);
    each(&day2, |calc, game, form| {
        for other in &day2 {
            let h = value(calc, other);
            let conjunctive = value(calc, &compound(form, other, false));
            assert_eq!(calc.conjunctive_sum(game, h).unwrap(), conjunctive, "{form} ∧ {other}");
            let selective = value(calc, &compound(form, other, true));
            assert_eq!(calc.selective_sum(game, h).unwrap(), selective, "{form} ∨ {other}");
        }
    });
}

/// The ordinal product as a form, by its definition.
fn ordinal_product(g: &Form, h: &Form) -> Form {
    let minus = g.neg();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (options, copy) in [(h.left(), g), (h.right(), &minus)] {
        for option in options {
            let base = ordinal_product(g, option);
            left.extend(copy.left().iter().map(|l| base.ordinal_sum(l)));
            right.extend(copy.right().iter().map(|r| base.ordinal_sum(r)));
        }
    }
    Form::new(left, right)
}

#[test]
fn ordinal_products() {
    let day2 = born_by(2);
    each(&day2, |calc, game, form| {
        for other in &day2 {
            let h = value(calc, other);
            let product = value(calc, &ordinal_product(form, other));
            assert_eq!(calc.ordinal_product(game, h).unwrap(), product, "{form} ⊙ {other}");
        }
    });
}

#[test]
fn subordination_undoes_ordinal_sums_and_nothing_else() {
    let day2 = born_by(2);
    each(&day2, |calc, base, form| {
        let mut sums = Vec::new();
        for other in &day2 {
            let h = value(calc, other);
            let sum = calc.ordinal_sum(base, h).unwrap();
            assert_eq!(calc.subordinate(sum, base).unwrap(), h, "{form} : {other}");
            sums.push(sum);
        }
        // Every solution is one, and day-2 games that are sums of the base with day-2 games have one.
        for other in &day2 {
            let g = value(calc, other);
            match calc.subordinate(g, base) {
                Ok(h) => assert_eq!(calc.ordinal_sum(base, h).unwrap(), g),
                Err(Error::NotSubordinate { .. }) => {
                    assert!(!sums.contains(&g), "{form} : ? = {other}")
                }
                Err(error) => panic!("{error}"),
            }
        }
    });
}

#[test]
fn outcomes_are_who_wins_first() {
    each(&forms(), |calc, game, _| {
        let (left, right) =
            (calc.left_wins_first(game).unwrap(), calc.right_wins_first(game).unwrap());
        assert_eq!(calc.outcome(game).unwrap(), Outcome::from_wins(left, right));
    });
}
