//! What is printed reads back to the same thing: random loopy games, forms, values, positions, lists.

use farstar_lang::{Kind, Session};
use farstar_value::text::Notation;
use farstar_value::{Arena, Limits};

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

const SHORT: &[&str] = &[
    "0",
    "1",
    "-1",
    "1/2",
    "-3/4",
    "*",
    "*2",
    "*3",
    "^",
    "v*",
    "^^*2",
    "^<2>",
    "v[3]",
    "2*",
    "-1^*",
    "Tiny(1)",
    "Miny(2)",
    "1Tiny(2)",
    "+-1",
    "{2|1}",
    "{1||0|-1}",
    "-5/2v*3",
    "+-{0,^}",
];
const LOOPY: &[&str] = &[
    "on",
    "off",
    "over",
    "under",
    "upon",
    "uponth",
    "dud",
    "^[on]*2",
    "v<on>*",
    "5over",
    "-3under",
    "1/2over",
    "2^[on]",
    "-1v[on]*",
    "{0|pass}",
    "{pass|*}",
    "a{0||||0|||a|*||*}",
    "over & v",
    "-(2over)",
];

/// A game of nodes: braces whose options are games, passes and moves back.
fn braces(dice: &mut Dice, depth: usize, names: &[&'static str]) -> String {
    let label = ["a", "b", "c"][names.len()];
    let mut names = names.to_vec();
    names.push(label);
    let side = |dice: &mut Dice| {
        let count = dice.below(3);
        let options: Vec<String> = (0..count)
            .map(|_| match dice.below(6) {
                0 => "pass".to_owned(),
                1 => names[dice.below(names.len())].to_owned(),
                2 if depth > 0 => braces(dice, depth - 1, &names),
                3 => dice.of(&["on", "off", "over", "under", "upon"]).to_owned(),
                _ => dice.of(SHORT).to_owned(),
            })
            .collect();
        options.join(",")
    };
    let (left, right) = (side(dice), side(dice));
    format!("{label}{{{left}|{right}}}")
}

/// A form that keeps how it was typed.
fn form(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.of(SHORT).to_owned();
    }
    let (a, b) = (form(dice, depth - 1), form(dice, depth - 1));
    match dice.below(8) {
        0 => format!("('{{{a}|{b}}}')"),
        1 => format!("'{{{a},{b}|}}'"),
        2 => format!("('{{{a}|{b}}}' + ({b}))"),
        3 => format!("('{{{a}|{b}}}':({b}))"),
        4 => format!("({} * '{{{a}|{b}}}')", ["2", "3", "-2"][dice.below(3)]),
        5 => format!("(-('{{{a}|{b}}}':({a})))"),
        6 => format!("('{{{a}|{b}}}' ConjunctiveSum ({b}))"),
        _ => format!("('{{{a}|}}' - '{{|{b}}}')"),
    }
}

/// What does not read back to the same thing, and how.
fn fault(text: &str) -> Option<String> {
    let arena = Arena::new();
    let mut session =
        Session::new(&arena).with_limits(Limits::none().nodes(1 << 18).bytes(1 << 26));
    // what cannot be made, or not within the limits, is not printed
    let value = session.eval(text).ok()?;
    let written = session.display(&value).ok()?;
    let again = match session.eval(&written) {
        Ok(again) => again,
        Err(found) if matches!(found[0].kind, Kind::Stopped(_)) => return None,
        Err(found) => return Some(format!("{text} is written {written}: {}", found[0])),
    };
    let (first, second) = (session.type_name(&value).ok()?, session.type_name(&again).ok()?);
    if first != second {
        return Some(format!("{text}, of type {first}, is written {written}, of type {second}"));
    }
    let rewritten = session.display(&again).ok()?;
    if rewritten != written {
        return Some(format!("{text} is written {written}, and that {rewritten}"));
    }
    session.define("first", value).unwrap();
    session.define("second", again).unwrap();
    match session.eval("first == second").map(|same| session.display(&same).unwrap()).as_deref() {
        Ok("true") | Err(_) => None,
        Ok(_) => Some(format!("{text} is written {written}, which is another")),
    }
}

fn all_read_back(texts: impl Iterator<Item = String>) {
    let faults: Vec<String> = texts.filter_map(|text| fault(&text)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A short game of braces.
fn short(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.of(SHORT).to_owned();
    }
    let mut side = || (0..=dice.below(2)).map(|_| short(dice, depth - 1)).collect::<Vec<_>>();
    format!("{{{}|{}}}", side().join(","), side().join(","))
}

#[test]
fn labels_of_pictures_and_unicode_read_back() {
    let mut dice = Dice(4);
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(Limits::none().bytes(1 << 28));
    let mut faults = Vec::new();
    let sums = SHORT.iter().flat_map(|a| SHORT.iter().map(move |b| format!("({a}) + ({b})")));
    let random: Vec<String> = (0..600).map(|round| short(&mut dice, 1 + round % 2)).collect();
    let arrows = ["^[on]", "v[on]", "^<on>", "2^[on]*", "1 + v<on> + *2", "^[on] + *2"];
    let arrows = arrows.map(str::to_owned);
    for text in sums.chain(random).chain(arrows) {
        let value = session.eval(&text).unwrap();
        let written = session.display(&value).unwrap();
        let unicode = session.display_in(&value, Notation::Unicode).unwrap();
        for label in [farstar_draw::label(&written), unicode] {
            match session.eval(&label) {
                Ok(again) if session.display(&again).unwrap() == written => {}
                Ok(again) => {
                    faults.push(format!("{label} is {}", session.display(&again).unwrap()));
                }
                Err(found) => faults.push(format!("{label}: {}", found[0])),
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn loopy_games_read_back() {
    let mut dice = Dice(1);
    all_read_back(LOOPY.iter().map(|&text| text.to_owned()));
    all_read_back(LOOPY.iter().flat_map(|a| SHORT.iter().map(move |b| format!("({a}) + ({b})"))));
    all_read_back((0..600).map(|_| braces(&mut dice, 2, &[])));
}

#[test]
fn forms_read_back() {
    let mut dice = Dice(2);
    all_read_back((0..400).map(|round| form(&mut dice, 1 + round % 3)));
}

#[test]
fn everything_else_reads_back() {
    let mut dice = Dice(3);
    let other = [
        "true",
        "Nothing",
        "inf",
        "-inf",
        "1/3",
        "-7/3",
        "omega",
        "omega^2+3",
        "*(omega)",
        "Left",
        "\"a \\\"b\\\" \\\\ c\\n\"",
        "1..5",
        "5..1",
        "[1..3]",
        "{}",
        "{=>}",
        "[]",
        "{1 => 2, * => {^,v}}",
        "{0,*,{1|-1}}",
        "[[1,*],[on,\"x\"]]",
        "Kayles(5)",
        "Kayles(0)",
        "Kayles(5) + Kayles(3)",
        "Kayles",
        "TakeAndBreak(\"0.77\")(4)",
        "Wythoff((1,2))",
        "Cutcake((2,3))",
        "Turning(\"1-2\")(\"thh\")",
        "Turning(\"1-2\")",
        "Spawning(\"1-2\")(3)",
        "Domineering(2,3)",
        "Ruleset(\"misere nim\")(\"1+2\")",
        "Ruleset(\"misere nim\").NormalPlay(\"1+2\")",
        "Kayles(5).Genus",
        "Kayles(9).MisereCanonicalForm",
        "Kayles(5).MisereCanonicalForm.Mate",
        "Heat",
        "PartizanSubtraction([1,3],[2,3])(6)",
        "Nim(3).Options",
        "Domineering(2,2).LeftOptions",
        "Clobber(\"XO\")",
        "GenToadsAndFrogs(maxJump => 2)(\"tt.f\")",
    ];
    all_read_back(other.map(str::to_owned).into_iter());
    all_read_back((0..400).map(|_| {
        let (a, b, c) = (dice.of(SHORT), dice.of(SHORT), dice.of(SHORT));
        match dice.below(5) {
            0 => format!("{{{a},{b}|{c}}}"),
            1 => format!("({a}) + ({b}) - ({c})"),
            2 => format!("{{{a}||{b}|{c}}}"),
            3 => format!("[{a},{{{b},{c}}}]"),
            _ => format!("+-{{{a},{b}}}"),
        }
    }));
}
