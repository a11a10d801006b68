//! Values as text: what is printed, what is read, and that one undoes the other.

use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, CancelToken, Error, Game, Limits, Stopped};
use proptest::prelude::*;
use std::ops::Range;

const NOTATIONS: [Notation; 3] = [Notation::Ascii, Notation::Unicode, Notation::Latex];

fn ascii(calc: &mut Calculator<'_>, g: Game) -> String {
    calc.print(g, Notation::Ascii).expect("short")
}

fn reprint(text: &str, notation: Notation) -> String {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let g = calc.parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    calc.print(g, notation).expect("short")
}

/// Texts that are their value's own, in ASCII: CGSuite 2.2 prints them so (its tests and help pages), options in our
/// order.
#[test]
fn ascii_texts_are_fixed_points() {
    for text in [
        "0",
        "5",
        "-1823437481924",
        "-1/2",
        "25/16",
        "*",
        "*8",
        "9/8*",
        "^",
        "v",
        "vv",
        "^3",
        "v3",
        "^*",
        "v*",
        "^*6",
        "6^*",
        "73/16v9*8",
        "-1/2+*5",
        "{1+*2|+-(1+*2)}",
        "-1^^",
        "1v3",
        "10vv*",
        "^^*4",
        "^8*2",
        "3/4^^*5",
        "^[4]",
        "^[2]*",
        "v[4]*",
        "^<2>",
        "^<2>*",
        "v<3>",
        "v<3>*",
        "{0|^<2>}",
        "{0|^<2>*}",
        "{0|^[3]*||0,^[3]*|||0}",
        "-1/4^<2>",
        "3v[2]*",
        "^[2]*2",
        "v[5]*7",
        "-1/4^[3]*9",
        "^<2>*2",
        "7v<4>*5",
        "Tiny(2)",
        "Tiny(3/2)",
        "Miny(3/2)",
        "Tiny({3|1})",
        "Miny({5||3|1})",
        "3Tiny({3|1})",
        "-5/2Miny(1)",
        "{0||0|v3}",
        "{0,*||*|v3*}",
        "{^3|vv}",
        "{1|^^||^}",
        "{1v|^||0}",
        "{0,{^|0,{0|-1^^}}|-1}",
        "+-1",
        "+-1/2",
        "+-^^",
        "+-(1*)",
        "+-{1,1*}",
        "+-{10|8||6|4|||4|2||0|-2}",
        "+-{2,{4|0}}",
        "{1||+-(1*)|-1,{-1|-3}}",
        "{2||0,+-2|-4}",
        "{7/2|||5/2|3/2||+-1/2}",
        "{1,{1,+-1|-1}|-1}",
        "{3||2|1}",
        "{4|||3|1||0|-2}",
        "{3|||2||1|0,*||||-1/2}",
        "{0||0,v*|vv|||{0||0,v*|vv},{0||0,v*|vv|||vv,{0,v*|vv}}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
        "+-{7,{8|4,{5|{3/4,{2|0,{0,*|-1}}||*|-1},+-2,+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}}}}",
        "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "{12|||11||10,{11|10}|9Tiny({2|1})}",
        "{10||10,10v*|{10vv,10v*||||10v3*,10vv|||10v4,10v3*||10v5*,10v4|{10v6,10v5*||||10v7*,10v6|||10v8,10v7*||10v9*,10v8|10v10}}}",
        "{Tiny(2)|{0|-2},{Tiny(2)||0|-2}||{0|-2},{Tiny(2)||0|-2}}",
        "{0||^^*|0|||*}",
        "{^|||^*|v||0}",
    ] {
        assert_eq!(reprint(text, Notation::Ascii), text);
    }
}

#[test]
fn names_are_found_from_braces() {
    for (braces, name) in [
        ("{0|v*}", "^<2>"),
        ("{0,*|v}", "^<2>*"),
        ("{^|*}", "^[2]"),
        ("{0,^*|0}", "^[2]*"),
        ("{^*2|*3}", "^[2]*2"),
        ("{1+*3|1v*2}", "1v[2]*2"),
        ("{0,*,*2|v*3}", "^<2>*2"),
        ("{0,*,*2,*3|v*2}", "^<2>*3"),
        // a nimber too few
        ("{0,*,*3|v*2}", "{0,*,*3|v*2}"),
        ("{0|*||*|||*||||*}", "^[4]"),
        ("{0|^*5}", "^^*4"),
        ("{0||0|-1/4}", "Tiny(1/4)"),
        ("{0|||0||-1|-2}", "Tiny({2|1})"),
        ("{1|0||0}", "Miny(1)"),
        ("{9|||9||8|7}", "9Tiny({2|1})"),
        ("{1|-1}", "+-1"),
        ("{{3|2}|{-2|-3}}", "+-{3|2}"),
        ("{1,1*|-1,-1*}", "+-{1,1*}"),
        ("{1*|1}", "1v"),
        ("{1/2|1/2,1/2*}", "1/2v*"),
        ("{*,*2,*3|0}", "{*,*2,*3|0}"),
        ("{|}", "0"),
        ("{||1|2}", "0"),
        ("{1||}", "2"),
    ] {
        assert_eq!(reprint(braces, Notation::Ascii), name, "{braces}");
    }
}

/// Sums of powers of up, numbers and nimbers by addition.
#[test]
fn sums_with_nimbers_have_their_names() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (power, n, m) in
        (0..2).flat_map(|p| (2..6).flat_map(move |n| (0..10).map(move |m| (p, n, m))))
    {
        let powers = if power == 0 { format!("^[{n}]") } else { format!("^<{n}>") };
        for (number, sign) in [("", "^"), ("5/8", "^"), ("-3", "v")] {
            let powers = powers.replace('^', sign);
            let text = match m {
                0 => format!("{number}{powers}"),
                1 => format!("{number}{powers}*"),
                _ => format!("{number}{powers}*{m}"),
            };
            let parts = [number, &powers, &format!("*{m}")];
            let mut sum = Game::ZERO;
            for part in parts.into_iter().filter(|part| !part.is_empty()) {
                let part = calc.parse(part).unwrap();
                sum = calc.add(sum, part).unwrap();
            }
            assert_eq!(calc.print(sum, Notation::Ascii).unwrap(), text);
            assert_eq!(calc.parse(&text).unwrap(), sum);
        }
    }
}

#[test]
fn the_other_notations() {
    for (text, unicode, latex) in [
        ("-3/4", "−3/4", r"-\frac{3}{4}"),
        ("1+*2", "1+∗2", "1{*}2"),
        ("*", "∗", "{*}"),
        ("*12", "∗12", "{*}12"),
        ("3/4^^*5", "3/4⇑∗5", r"\frac{3}{4}{\Uparrow}{*}5"),
        ("-1v3", "−1↓3", r"-1{\downarrow}3"),
        ("^<12>*", "↑¹²∗", r"{\uparrow}^{12}{*}"),
        ("2v[3]", "2↓[3]", r"2{\downarrow}^{[3]}"),
        ("Tiny(12)", "⧾₁₂", "{+}_{12}"),
        ("3Miny({2|1})", "3⧿{2|1}", r"3{-}_{\{2\mid 1\}}"),
        ("Tiny(1/2)", "⧾(1/2)", r"{+}_{\frac{1}{2}}"),
        ("+-1", "±1", r"\pm 1"),
        ("+-(1*)", "±(1∗)", r"\pm (1{*})"),
        ("+-{1,1*}", "±{1,1∗}", r"\pm \{1,1{*}\}"),
        ("{3||2|1}", "{3||2|1}", r"\{3\mathrel{||}2\mid 1\}"),
    ] {
        assert_eq!(reprint(text, Notation::Unicode), unicode);
        assert_eq!(reprint(text, Notation::Latex), latex);
    }
}

#[test]
fn spellings_of_one_value() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (text, same) in [
        ("2^3", "{2|2^^*}"),
        ("3^*2", "{3|3*3}"),
        ("1/2*3", "{1/2,1/2*,1/2*2|1/2,1/2*,1/2*2}"),
        (" { 1 , * | 0 } ", "{1,*|0}"),
        ("+_2", "Tiny(2)"),
        ("-_{2|1}", "MINY({2|1})"),
        ("+_{2}", "tiny(2)"),
        ("9+_(2)", "9Tiny(2)"),
        ("−₂", "Miny(2)"),
        ("Tiny(2)*", "+_2*"),
        ("3+-1", "{4|2}"),
        ("1±(2)", "{3|-1}"),
        ("+-1*", "+-(1*)"),
        ("6/16", "3/8"),
        ("½", "1/2"),
        ("{2½|−1¾}", "{5/2|-7/4}"),
        ("{12⅞∗|⅛}", "{103/8*|1/8}"),
        ("{5 ⦀ 3‖2∣1}", "{5|||3||2|1}"),
        (r"\left\{ 3 \,\|\, 2 \mid 1 \right\}", "{3||2|1}"),
        (r"\{3 \mid\mid 2 | 1\}", "{3||2|1}"),
        (r"\uparrow 3\ast 2", "^3*2"),
        (r"{\uparrow}^2", "^<2>"),
        ("((1))", "1"),
        ("{1‖0∣−1}", "{1||0|-1}"),
        ("⇓⋆", "vv*"),
    ] {
        assert_eq!(
            calc.parse(text).expect("one spelling"),
            calc.parse(same).expect("another"),
            "{text}"
        );
    }
}

#[test]
fn wrong_texts_say_where_and_what() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (text, place, expectation) in [
        ("", 0..0, "a value"),
        ("{3|2|1}", 4..5, "more or fewer bars"),
        ("{1||2|3||4}", 7..9, "more or fewer bars"),
        ("{1,2}", 4..5, "`|`"),
        ("{}", 1..2, "`|`"),
        ("{1|2", 0..1, "`}`"),
        ("{1,|2}", 3..4, "a value"),
        ("{1|2}}", 5..6, "the end"),
        ("1 2", 2..3, "the end"),
        ("{1 2|}", 3..4, "`}`"),
        ("1/3", 2..3, "power of two"),
        ("1/0", 2..3, "power of two"),
        ("1/", 2..2, "denominator"),
        ("1/333333333333333333333333333333", 2..32, "power of two"),
        ("*18446744073709551616", 0..21, "a nimber"),
        ("{x|}", 1..2, "a value"),
        ("{é|}", 1..3, "a value"),
        ("Tiny(2", 6..6, "`)`"),
        ("+_^", 2..3, "a number"),
        ("**", 1..2, "the end"),
        ("{1|0}*", 5..6, "the end"),
        ("-^", 0..1, "a value"),
        ("1)", 1..2, "the end"),
        ("1|2", 1..2, "the end"),
        ("+-{}", 3..4, "`|`"),
    ] {
        let Err(Error::Parse { span, expected, .. }) = calc.parse(text) else {
            panic!("{text} was read");
        };
        let place: Range<usize> = place;
        assert_eq!(span, place, "{text}");
        assert!(expected.contains(expectation), "{text}: {expected}");
    }
}

/// All values born by day `n`: `{L|R}` over all antichains of earlier values.
fn born_by(calc: &mut Calculator<'_>, day: u32) -> Vec<Game> {
    let mut games = vec![Game::ZERO];
    for _ in 0..day {
        let mut antichains: Vec<Vec<Game>> = vec![Vec::new()];
        for &g in &games {
            for i in 0..antichains.len() {
                let unrelated =
                    |&h: &Game| !calc.le(g, h).expect("small") && !calc.le(h, g).expect("small");
                if antichains[i].iter().all(unrelated) {
                    let longer = antichains[i].iter().copied().chain([g]).collect();
                    antichains.push(longer);
                }
            }
        }
        let mut next = Vec::new();
        for left in &antichains {
            for right in &antichains {
                next.push(calc.from_options(left, right).expect("small"));
            }
        }
        next.sort_unstable();
        next.dedup();
        games = next;
    }
    games
}

#[test]
fn every_value_born_by_day_3_is_read_back() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let games = born_by(&mut calc, 3);
    assert_eq!(games.len(), 1474);
    let mut texts = std::collections::BTreeSet::new();
    for &g in &games {
        for notation in NOTATIONS {
            let text = calc.print(g, notation).expect("short");
            assert_eq!(calc.parse(&text), Ok(g), "{text}");
        }
        texts.insert(ascii(&mut calc, g));
    }
    assert_eq!(texts.len(), 1474);
    // The texts do not depend on the order in which an arena met the values.
    let other = Arena::new();
    let mut calc = other.calculator();
    for text in texts.iter().rev() {
        let g = calc.parse(text).expect("printed");
        assert_eq!(&ascii(&mut calc, g), text);
    }
}

/// Random texts of deep forms over closed values.
fn form() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "0", "1", "-1", "2", "-2", "1/2", "-3/4", "*", "*2", "*3", "^", "v", "^*", "vv", "1*",
        "-1*2", "2^", "-2v", "3", "-3", "+-1", "^<2>", "v[2]", "^[3]*", "Tiny(1)", "1Miny(2)",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(5, 40, 3, |inner| {
        let side = prop::collection::vec(inner, 0..3).prop_map(|list| list.join(","));
        prop_oneof![
            4 => (side.clone(), side.clone()).prop_map(|(left, right)| format!("{{{left}|{right}}}")),
            1 => side.prop_filter("switches need options", |list| !list.is_empty()).prop_map(|list| format!("+-{{{list}}}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn what_is_printed_is_read_back(text in form(), first in form()) {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let g = calc.parse(&text).expect("a form");
        let other = Arena::new();
        let mut elsewhere = other.calculator();
        elsewhere.parse(&first).expect("a form");
        for notation in NOTATIONS {
            let text = calc.print(g, notation).expect("short");
            prop_assert_eq!(calc.parse(&text), Ok(g), "{}", text);
            let h = elsewhere.parse(&text).expect("printed");
            prop_assert_eq!(elsewhere.print(h, notation).expect("short"), text);
        }
    }

    #[test]
    fn negatives_print_as_long_as_their_values(text in form()) {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let g = calc.parse(&text).expect("a form");
        let h = calc.neg(g).expect("small");
        let bars = |text: String| text.bytes().filter(|b| *b == b'|').count();
        prop_assert_eq!(bars(ascii(&mut calc, g)), bars(ascii(&mut calc, h)));
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[-+{}|,*^v<>\\[\\]0-9/()_TinyM ±↑∗\\\\⧾₂½]{0,24}") {
        let arena = Arena::new();
        let mut calc = arena.calculator_with(&Limits::none().nodes(20_000));
        if let Err(Error::Parse { span, .. }) = calc.parse(&text) {
            prop_assert!(span.start <= span.end && span.end <= text.len());
            prop_assert!(text.is_char_boundary(span.start));
        }
    }
}

#[test]
fn a_million_braces_are_read_without_recursion() {
    const DEPTH: usize = 1_000_000;
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let integer = format!("{}{}", "{|".repeat(DEPTH), "}".repeat(DEPTH));
    let g = calc.parse(&integer).expect("an integer");
    assert_eq!(ascii(&mut calc, g), "-999999");
    let open = "{".repeat(DEPTH);
    assert!(matches!(calc.parse(&open), Err(Error::Parse { .. })));
    let parentheses = format!("{}1{}", "(".repeat(DEPTH), ")".repeat(DEPTH));
    assert_eq!(calc.parse(&parentheses), calc.integer(1));
}

#[test]
fn deep_values_are_printed_without_recursion() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let (big, small) = (calc.integer(3).expect("one"), calc.integer(-3).expect("one"));
    let mut g = calc.from_options(&[big], &[small]).expect("a switch");
    let zero = Game::ZERO;
    for i in 0..3000 {
        let side = if i % 2 == 0 { big } else { zero };
        g = calc.from_options(&[side], &[g]).expect("small");
    }
    for notation in NOTATIONS {
        let text = calc.print(g, notation).expect("short");
        assert_eq!(calc.parse(&text), Ok(g));
    }
}

#[test]
fn a_text_beyond_the_bound_is_refused() {
    // Each value has the one before it twice among its followers' texts, so the text doubles 40 times.
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let mut g = calc.parse("{1|-1*}").expect("a value");
    for i in 2..42 {
        let up = calc.integer(4 * i).expect("one");
        let left = calc.add(g, up).expect("small");
        let down = calc.neg(up).expect("small");
        let right = calc.add(g, down).expect("small");
        g = calc.from_options(&[left], &[right]).expect("small");
    }
    assert!(matches!(calc.print(g, Notation::Ascii), Err(Error::TooLarge { .. })));
}

#[test]
fn limits_stop_reading_and_printing() {
    let arena = Arena::new();
    let token = CancelToken::new();
    let mut calc = arena.calculator_with(&Limits::none().cancel(token.clone()));
    let text = format!("{}0{}", "{5|".repeat(5000), "}".repeat(5000));
    calc.parse(&text).expect("a value");
    token.cancel();
    assert_eq!(
        calc.parse(&format!("{}0{}", "{6|".repeat(5000), "}".repeat(5000))),
        Err(Error::Stopped(Stopped::Cancelled))
    );
}

#[test]
fn a_reader_that_knows_its_words_reads_as_a_new_one() {
    let texts = [
        "1",
        "{1|*}",
        "{1,1,*|+-1}",
        "Tiny(1)",
        "+_1",
        "-_1*",
        "1*",
        "-1",
        "1+*2",
        "1,",
        "{1,*2|-1||v}",
        "*2",
        "{1|*2|v}",
        "+-{1,*|2}",
        "+-{1,*}",
        "1/2",
        "{1/2,^*,v3|0}",
        "1/3",
        "1 ",
        "{ 1 , * | 0 }",
        "{0,*2,*3,0||*2,*3|-1}",
        "12345678",
        "123456789",
        "{*}|1}",
        "1-1",
        "{1|}",
        "v",
    ];
    let arena = Arena::new();
    let mut used = arena.calculator();
    for round in 0..3 {
        for text in texts {
            assert_eq!(used.parse(text), arena.calculator().parse(text), "{text} in round {round}");
        }
    }
}
