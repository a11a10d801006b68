//! Published facts about single games (Siegel, *Combinatorial Game Theory*; *Winning Ways*; *On Numbers and Games*).

use farstar_num::Dyadic;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, CancelToken, Class, Error, Game, Limits, Stopped};

fn read(calc: &mut Calculator<'_>, text: &str) -> Game {
    calc.parse(text).unwrap()
}

fn show(calc: &mut Calculator<'_>, game: Game) -> String {
    calc.print(game, Notation::Ascii).unwrap()
}

/// Checks that `operation` takes each first text to the second.
fn table(
    rows: &[(&str, &str)],
    operation: impl Fn(&mut Calculator<'_>, Game) -> Result<Game, Error>,
) {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for (input, expected) in rows {
        let game = read(calc, input);
        let found = operation(calc, game).unwrap();
        let expected = read(calc, expected);
        assert_eq!(found, expected, "{input}: {}", show(calc, found));
    }
}

/// Checks the text that `measure` makes of each first text.
fn texts<T: std::fmt::Display>(
    rows: &[(&str, &str)],
    measure: impl Fn(&mut Calculator<'_>, Game) -> Result<T, Error>,
) {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for (input, expected) in rows {
        let game = read(calc, input);
        assert_eq!(measure(calc, game).unwrap().to_string(), *expected, "{input}");
    }
}

#[test]
fn days_have_their_numbers_of_games() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let count = |games: Result<Vec<Game>, Error>| games.unwrap().len();
    assert_eq!([0, 1, 2, 3].map(|day| count(calc.games_born_by(day))), [1, 4, 22, 1474]);
    assert_eq!([0, 1, 2, 3].map(|day| count(calc.all_small_games_born_by(day))), [1, 2, 7, 67]);
    assert_eq!([0, 1, 2, 3, 9].map(|day| count(calc.numbers_born_by(day))), [1, 3, 7, 15, 1023]);
    assert!(matches!(calc.games_born_by(4), Err(Error::TooLarge { .. })));
    assert!(matches!(calc.all_small_games_born_by(4), Err(Error::TooLarge { .. })));
    let day3 = calc.games_born_by(3).unwrap();
    for &game in &day3 {
        assert!(calc.birthday(game).unwrap() <= 3u32.into());
    }
    let mut distinct = day3;
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 1474);
    let small: Vec<Game> = calc.all_small_games_born_by(3).unwrap();
    let mut counted = 0;
    for &game in &distinct {
        counted += usize::from(calc.is_all_small(game).unwrap());
    }
    assert_eq!(counted, small.len());
}

#[test]
fn atomic_weights_of_the_books() {
    table(
        &[
            ("0", "0"),
            ("*3", "0"),
            ("^", "1"),
            ("^*", "1"),
            ("{0|^}", "2"),
            ("^7*5", "7"),
            ("{^^|vv}", "*"),
            ("{^3|vv}", "{1|0}"),
            ("{^|v}", "0"),
            ("^<2>", "0"),
            ("^[4]", "1"),
            ("Tiny(2)", "0"),
            ("Miny({5||3|1})", "0"),
            ("{1|^^||^}", "2"),
        ],
        |calc, game| calc.atomic_weight(game),
    );
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for text in ["1", "-1/2", "1*", "+-1", "{2|-2}", "{1|^3||^}", "{3||2*|1*}"] {
        let game = read(calc, text);
        assert!(matches!(calc.atomic_weight(game), Err(Error::NotAtomic { .. })), "{text}");
        assert!(!calc.is_atomic(game).unwrap());
    }
}

#[test]
fn thermographs_down_to_minus_one() {
    texts(
        &[
            ("5", "Thermograph(5,[],[0],5,[],[0])"),
            ("-1/2", "Thermograph(-1/2,[-1/2],[0,-1],-1/2,[-1/2],[0,1])"),
            ("25/16", "Thermograph(25/16,[-1/16,-1/2],[0,-1,0],25/16,[-1/16,-1/8,-1/2],[0,1,0,1])"),
            ("^*6", "Thermograph(0,[0],[0,-1],0,[],[0])"),
            ("{3||2*|1*}", "Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2,0],[0,1,0,1])"),
            (
                "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
                "Thermograph(-5/16,[21/16,1/2,-1/2],[0,-1,0,-1],-5/16,[21/16,7/8,1/4,0],[0,1,0,1,0])",
            ),
        ],
        |calc, game| calc.thermograph(game).map(|walls| walls.cgsuite()),
    );
}

#[test]
fn thermographs_are_printed_in_pieces() {
    texts(
        &[
            ("5", "left wall: 5; right wall: 5"),
            (
                "-1/2",
                "left wall: -1 - t for -1 <= t <= -1/2, then -1/2; right wall: t for -1 <= t <= -1/2, then -1/2",
            ),
            ("^*6", "left wall: -t for -1 <= t <= 0, then 0; right wall: 0"),
            (
                "{3||2|1}",
                "left wall: 3 - t for -1 <= t <= 3/4, then 9/4; \
                 right wall: 2 for -1 <= t <= 1/2, 3/2 + t for 1/2 <= t <= 3/4, then 9/4",
            ),
        ],
        |calc, game| calc.thermograph(game),
    );
}

#[test]
fn thermographs_of_all_sizes_are_exact() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    // {2^100 | 2^-100}: mean and temperature are half the sum and half the difference.
    let (huge, fine) = (Dyadic::ONE.mul_pow2(100), Dyadic::ONE.mul_pow2(-100));
    let (left, right) = (calc.number(&huge).unwrap(), calc.number(&fine).unwrap());
    let switch = calc.from_options(&[left], &[right]).unwrap();
    assert_eq!(calc.mean(switch).unwrap(), (&huge + &fine).half());
    assert_eq!(calc.temperature(switch).unwrap(), (&huge - &fine).half());
    let over = calc.from_options(&[switch], &[Game::ZERO]).unwrap();
    let thermograph = calc.thermograph(over).unwrap();
    // The Left wall stands at 2^-100 up to the temperature of the switch; it meets the Right wall t at 2^-100.
    assert_eq!(thermograph.temperature(), fine);
    assert_eq!(*thermograph.mean(), fine);
    // A number with many places has a turn for every place its path turns at.
    let third = Dyadic::new((dashu_int::IBig::ONE << 200) / 3, 200);
    let number = calc.number(&third).unwrap();
    let walls = calc.thermograph(number).unwrap();
    assert_eq!(walls.temperature(), Dyadic::NEG_ONE.mul_pow2(-200));
}

#[test]
fn a_tower_of_switches_is_measured_without_the_stack() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let mut game = Game::ZERO;
    for level in 1..=20_000 {
        let left = calc.integer(level).unwrap();
        game = calc.from_options(&[left], &[game]).unwrap();
    }
    assert!(calc.birthday(game).unwrap() >= 20_000u32.into());
    assert!(calc.temperature(game).unwrap().is_positive());
    assert!(calc.follower_count(game).unwrap() >= 20_000u32.into());
    assert!(calc.misere_outcome(game).is_ok());
    assert!(calc.temper(game).is_ok());
    assert!(calc.cool(game, &Dyadic::ONE).is_ok());
    assert!(calc.companion(game).is_ok());
    assert!(calc.stop_count(game).is_ok());
}

#[test]
fn operations_keep_to_limits() {
    let arena = Arena::new();
    let few = &mut arena.calculator_with(&Limits::none().nodes(300));
    let (heap, one) = (few.nimber(60).unwrap(), few.integer(1).unwrap());
    let stopped = few.heat(heap, one);
    assert_eq!(stopped, Err(Error::Stopped(Stopped::Nodes)));
    let token = CancelToken::new();
    token.cancel();
    let cancelled = &mut arena.calculator_with(&Limits::none().cancel(token));
    let ups = cancelled.up(100_000).unwrap();
    assert_eq!(cancelled.heat(ups, one), Err(Error::Stopped(Stopped::Cancelled)));
    assert_eq!(cancelled.games_born_by(3), Err(Error::Stopped(Stopped::Cancelled)));
    // The arena stays usable.
    let calc = &mut arena.calculator();
    let star = calc.nimber(1).unwrap();
    assert!(calc.heat(star, one).is_ok());
}

#[test]
fn messages_stay_short() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let huge = calc.number(&Dyadic::ONE.mul_pow2(40_000_000)).unwrap();
    let mut game = Game::ZERO;
    for level in 1..=500 {
        let left = calc.integer(level).unwrap();
        game = calc.from_options(&[left], &[game]).unwrap();
    }
    for g in [huge, game] {
        let message = calc.atomic_weight(g).unwrap_err().to_string();
        assert!(message.len() < 200, "{message}");
    }
}

#[test]
fn heat_and_cold() {
    let one = |calc: &mut Calculator<'_>, game, t: i64| {
        let t = calc.integer(t)?;
        calc.heat(game, t)
    };
    table(
        &[
            ("*", "+-2"),
            ("*2", "+-{2,{4|0}}"),
            ("^", "{2||0|-4}"),
            ("^*", "{2,{4|0}|-2}"),
            ("^^", "{2||0,+-2|-4}"),
        ],
        |calc, game| one(calc, game, 2),
    );
    table(&[("{3||2*|1*}", "3/2")], |calc, game| one(calc, game, -2));
    table(&[("{3||2*|1*}", "{7/2|||5/2|3/2||+-1/2}")], |calc, game| {
        calc.cool(game, &"-1/2".parse().unwrap())
    });
    table(&[("1/4", "1/4*")], |calc, game| calc.cool(game, &"-1/4".parse().unwrap()));
    table(&[("1/4", "{3/8|1/8}")], |calc, game| calc.cool(game, &"-3/8".parse().unwrap()));
    table(&[("7/16", "^[3]"), ("5", "0")], |calc, game| {
        calc.overheat(game, Game::ZERO, Game::ZERO)
    });
    table(&[("{3||2*|1*}", "9/4*"), ("^", "^"), ("-1/2", "-1/2")], |calc, game| calc.freeze(game));
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    assert!(matches!(calc.cool(Game::ZERO, &Dyadic::NEG_ONE), Err(Error::TooCold { .. })));
}

#[test]
fn reduced_forms() {
    table(
        &[
            ("*8", "0"),
            ("9/8*", "9/8"),
            ("{3||2*|1*}", "{3||2|1}"),
            ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", "{3/2|1/2||{0|-3},{-1/2|-1||-5/2}}"),
        ],
        |calc, game| calc.reduced_canonical_form(game),
    );
}

#[test]
fn companions() {
    table(
        &[
            ("0", "*"),
            ("5", "5"),
            ("*8", "*8"),
            ("^", "^*"),
            ("{0|^<2>}", "{0|^<2>*}"),
            ("Tiny(3/2)", "{0,*||*|-3/2}"),
            ("{1|^^||^}", "{1|^^*||^*}"),
        ],
        |calc, game| calc.companion(game),
    );
}

#[test]
fn powers_of_up_and_of_tiny() {
    let power =
        |x: &'static str| move |calc: &mut Calculator<'_>, g| calc.pow(g, &x.parse().unwrap());
    let power_to =
        |x: &'static str| move |calc: &mut Calculator<'_>, g| calc.pow_to(g, &x.parse().unwrap());
    table(&[("^", "^<3>"), ("Tiny(2)", "{0||0|-2,{0|-2,{0|-2}}}")], power("3"));
    table(&[("^", "{0||0,v*|0,{0,v*|0,*}}")], power("7/4"));
    table(&[("^", "^[3]"), ("+-1", "{1,{1,+-1|-1}|-1}")], power_to("3"));
    table(&[("^", "{^|*,^[2]||*,^[2]}")], power_to("7/4"));
    table(&[("^", "0")], power_to("0"));
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let (up, switch) = (read(calc, "^"), read(calc, "+-1"));
    for (game, exponent) in [(switch, "3"), (up, "1/2"), (Game::ZERO, "2")] {
        let refused = calc.pow(game, &exponent.parse().unwrap());
        assert!(matches!(refused, Err(Error::NoPower { .. })), "{refused:?}");
    }
    assert!(matches!(calc.pow_to(up, &Dyadic::NEG_ONE), Err(Error::NoPower { .. })));
}

#[test]
fn uptimal_expansions() {
    texts(
        &[
            ("0", "0.0"),
            ("-1/2", "-1/2.0"),
            ("*8", "*8.0"),
            ("v*", "*.1-"),
            ("73/16v9*8", "73/16*8.9-"),
            ("^12", "0.(12)"),
            ("^[4]", "0.1111"),
            ("{0|^<2>}", "*.12"),
            (
                "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
                "0.0202",
            ),
        ],
        |calc, game| Ok(calc.uptimal_expansion(game)?.expect("an uptimal")),
    );
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for text in ["{^3|vv}", "Tiny(2)", "+-1", "{0||0|v3}", "{1|^^||^}"] {
        let game = read(calc, text);
        assert_eq!(calc.uptimal_expansion(game).unwrap(), None, "{text}");
        assert_eq!(calc.class(game).unwrap(), Class::CanonicalShortGame);
    }
}

#[test]
fn classes_are_the_narrowest() {
    texts(
        &[
            ("0", "Zero"),
            ("-7", "Integer"),
            ("3/4", "DyadicRational"),
            ("*", "Nimber"),
            ("1*", "Uptimal"),
            ("^[2]", "Uptimal"),
            ("+-1", "CanonicalShortGame"),
        ],
        |calc, game| calc.class(game),
    );
}

#[test]
fn number_tinies_have_real_threats() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for (text, expected) in [
        ("0", true),
        ("-1/2", true),
        ("*8", false),
        ("^", false),
        ("Tiny(3/2)", true),
        ("{5||3|1|||0||||0}", true),
        ("{1||1|-2}", true),
        ("{0||0|v3}", false),
        ("{1|^^||^}", false),
        ("+-1", false),
    ] {
        let game = read(calc, text);
        assert_eq!(calc.is_number_tiny(game).unwrap(), expected, "{text}");
    }
}

#[test]
fn sums_and_products_of_all_kinds() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    type Binary = fn(&mut Calculator<'_>, Game, Game) -> Result<Game, Error>;
    let rows: [(&str, Binary, &str, &str); 20] = [
        ("1/2", |c, g, h| c.conjunctive_sum(g, h), "1/4", "1/2"),
        ("1/2", |c, g, h| c.conway_product(g, h), "1/4", "1/8"),
        ("1/2", |c, g, h| c.ordinal_product(g, h), "1/4", "11/32"),
        ("1/2", |c, g, h| c.ordinal_sum(g, h), "1/4", "9/16"),
        ("1/2", |c, g, h| c.cgsuite_selective_sum(g, h), "1/4", "3/4"),
        ("*5", |c, g, h| c.conjunctive_sum(g, h), "*6", "*5"),
        ("*5", |c, g, h| c.conway_product(g, h), "*6", "*8"),
        ("*5", |c, g, h| c.ordinal_product(g, h), "*6", "*30"),
        ("*5", |c, g, h| c.ordinal_sum(g, h), "*6", "*11"),
        ("*5", |c, g, h| c.cgsuite_selective_sum(g, h), "*6", "*8"),
        ("*5", |c, g, h| c.selective_sum(g, h), "*6", "*11"),
        ("+-1", |c, g, h| c.conjunctive_sum(g, h), "^^", "{0|-1}"),
        ("+-1", |c, g, h| c.conway_product(g, h), "^^", "+-^^"),
        ("+-1", |c, g, h| c.ordinal_product(g, h), "^^", "+-1"),
        ("+-1", |c, g, h| c.cgsuite_selective_sum(g, h), "^^", "{1^^|-1}"),
        ("*19", |c, g, h| c.conway_product(g, h), "*23", "*86"),
        ("15", |c, g, h| c.conway_product(g, h), "^^*2", "^30*2"),
        ("{3|1}", |c, g, h| c.conway_product(g, h), "^^", "{^6|^^}"),
        ("^^", |c, g, h| c.conway_product(g, h), "^^", "{0||0,*|0,{0,*|0,*2}}"),
        ("^", |c, g, h| c.norton_product(g, h), "^", "{^^*||0|v4}"),
    ];
    for (g, operation, h, expected) in rows {
        let (first, second) = (read(calc, g), read(calc, h));
        let found = operation(calc, first, second).unwrap();
        let expected = read(calc, expected);
        assert_eq!(found, expected, "{g}, {h}: {}", show(calc, found));
    }
    // Products of numbers are numbers; other products are no functions of values.
    let (half, star) = (read(calc, "1/2"), read(calc, "*"));
    assert_eq!(calc.product_of_numbers(half, half).unwrap(), read(calc, "1/4"));
    assert!(matches!(calc.product_of_numbers(half, star), Err(Error::NotANumber { .. })));
}

#[test]
fn subordination() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for (game, base, expected) in [
        ("1/8", "1", "-3"),
        ("^[5]*", "*", "5"),
        ("+-1", "0", "+-1"),
        ("+-1", "+-1", "0"),
        ("-13/16", "-1", "3/8"),
    ] {
        let (g, b) = (read(calc, game), read(calc, base));
        assert_eq!(calc.subordinate(g, b).unwrap(), read(calc, expected), "{game} over {base}");
    }
    let (star, one, sum) = (read(calc, "*"), read(calc, "1"), read(calc, "^[5]"));
    assert!(matches!(calc.subordinate(star, one), Err(Error::NotSubordinate { .. })));
    assert_eq!(calc.subordinate_to_options(sum, &[star], &[star]).unwrap(), read(calc, "5"));
}

#[test]
fn adorned_stops() {
    let stops = |calc: &mut Calculator<'_>, g| -> Result<String, Error> {
        let left = calc.adorned_stop(g, farstar_value::Player::Left)?;
        let right = calc.adorned_stop(g, farstar_value::Player::Right)?;
        let interval = calc.confusion_interval(g)?;
        Ok(format!("{left} {right} {interval}"))
    };
    texts(
        &[
            ("*", "0R 0L [0, 0]"),
            ("^", "0R 0R (0, 0)"),
            ("+-1", "1R -1L [-1, 1]"),
            ("{2|1||0}", "1L 0L [0, 1)"),
            ("3", "3L 3R (3, 3)"),
        ],
        stops,
    );
}

#[test]
fn stop_counts_and_followers() {
    texts(
        &[
            ("*8", "4374"),
            ("^*6", "1459"),
            ("73/16v9*8", "13131"),
            ("{^3|vv}", "10"),
            ("{3||2|1}", "3"),
        ],
        |calc, game| calc.stop_count(game),
    );
    texts(&[("-1823437481924", "1823437481925"), ("73/16v9*8", "28")], |calc, game| {
        calc.follower_count(game)
    });
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let huge = calc.number(&Dyadic::ONE.mul_pow2(100)).unwrap();
    let switch = calc.from_options(&[huge], &[Game::ZERO]).unwrap();
    assert_eq!(calc.follower_count(switch).unwrap(), (1u128 << 100 | 2).into());
    assert!(matches!(calc.followers(switch), Err(Error::TooLarge { .. })));
}
