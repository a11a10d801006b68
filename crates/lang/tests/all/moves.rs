//! What is asked of a position is answered from its moves or from its value, as the table of methods says; the first is
//! held against the definitions, played out on the tree of its moves.

use farstar_lang::{Family, Reads, Session, Value, methods};
use farstar_testkit::{Form, SplitMix64};
use farstar_value::Arena;

/// Larger trees are not played out.
const LARGEST_TREE: usize = 160;

fn shown(session: &mut Session<'_>, text: &str) -> Result<String, String> {
    let value = session.eval(text).map_err(|found| found[0].to_string())?;
    session.display(&value).map_err(|limit| limit.to_string())
}

/// The tree of the moves from a position, if it is small.
fn tree(session: &mut Session<'_>, position: &Value, room: &mut usize) -> Option<Form> {
    *room = room.checked_sub(1)?;
    let mut sides = [Vec::new(), Vec::new()];
    for (side, method) in sides.iter_mut().zip(["LeftOptions", "RightOptions"]) {
        session.define("at", position.clone()).unwrap();
        let options = session.eval(&format!("at.{method}")).unwrap();
        for option in options.elements().unwrap() {
            side.push(tree(session, option, room)?);
        }
    }
    let [left, right] = sides;
    Some(Form::new(left, right))
}

fn random_text(random: &mut SplitMix64, letters: &str, length: u64) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..1 + random.below(length)).map(|_| *random.pick(&letters)).collect()
}

/// Small positions of all sorts of rulesets, with the trees of their moves.
fn positions(session: &mut Session<'_>) -> Vec<(String, Form)> {
    let mut random = SplitMix64::new(7);
    let mut texts: Vec<String> = [
        "game.graph.Hackenbush(\"ll\")",
        "game.grid.Domineering(\"....\")",
        "game.strip.TopplingDominoes(\"re\")",
        "Domineering(2,3)",
        "Amazons(\"x..|.o.\")",
        "Nim(3) + Nim(1)",
        "Wythoff(1,2)",
        "Euclid(2,3)",
        "MaundyCake(2,4)",
        "Eatcake(2,2)",
    ]
    .map(str::to_owned)
    .into();
    for _ in 0..12 {
        let strip = random_text(&mut random, "lre", 4);
        texts.push(format!("game.strip.TopplingDominoes(\"{strip}\")"));
        texts.push(format!("ToadsAndFrogs(\"{}\")", random_text(&mut random, "TF..", 6)));
        texts.push(format!("Clobber(\"{}\")", random_text(&mut random, "XO.", 6)));
        texts.push(format!("game.graph.Hackenbush(\"{}\")", random_text(&mut random, "lr", 4)));
        texts.push(format!("Kayles({})", random.below(6)));
        texts.push(format!("Cutcake({},{})", 1 + random.below(3), 1 + random.below(4)));
    }
    let mut found = Vec::new();
    for text in texts {
        let value = session.eval(&text).unwrap_or_else(|e| panic!("{text}: {}", e[0]));
        if let Some(tree) = tree(session, &value, &mut LARGEST_TREE.clone()) {
            found.push((text, tree));
        }
    }
    assert!(found.len() > 50, "{}", found.len());
    found
}

fn dicotic(g: &Form) -> Form {
    if g.left().is_empty() || g.right().is_empty() {
        return Form::zero();
    }
    let side = |options: &[Form]| options.iter().map(dicotic).collect();
    Form::new(side(g.left()), side(g.right()))
}

fn impartial(g: &Form) -> Form {
    let mut both: Vec<Form> = g.options().map(impartial).collect();
    both.sort_unstable();
    both.dedup();
    Form::new(both.clone(), both)
}

fn twisted(g: &Form) -> Form {
    let side = |options: &[Form]| options.iter().map(|option| twisted(option).neg()).collect();
    Form::new(side(g.left()), side(g.right()))
}

fn conjunctive(g: &Form, h: &Form) -> Form {
    let side = |a: &[Form], b: &[Form]| {
        a.iter().flat_map(|x| b.iter().map(move |y| conjunctive(x, y))).collect()
    };
    Form::new(side(g.left(), h.left()), side(g.right(), h.right()))
}

fn selective(g: &Form, h: &Form) -> Form {
    let side = |a: &[Form], b: &[Form]| {
        let both = a.iter().flat_map(|x| b.iter().map(move |y| selective(x, y)));
        let one = a.iter().map(|x| selective(x, h)).chain(b.iter().map(|y| selective(g, y)));
        one.chain(both).collect()
    };
    Form::new(side(g.left(), h.left()), side(g.right(), h.right()))
}

fn cgsuite_selective(g: &Form, h: &Form) -> Form {
    let (sum, both) = (g.add(h), conjunctive(g, h));
    let side = |a: &[Form], b: &[Form]| [a, b].concat();
    Form::new(side(sum.left(), both.left()), side(sum.right(), both.right()))
}

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

/// The value and the misère outcome of an expression are those of the form that its definition makes.
fn assert_plays(session: &mut Session<'_>, text: &str, wanted: &Form) {
    let value = shown(session, &format!("({text}).CanonicalForm"));
    assert_eq!(value, shown(session, &wanted.canonical().to_string()), "{text}");
    let misere = shown(session, &format!("({text}).MisereOutcomeClass"));
    assert_eq!(misere, Ok(format!("{:?}", wanted.misere_outcome())), "{text}");
}

#[test]
fn variants_and_negatives_of_positions_are_made_of_their_moves() {
    let arena = Arena::new();
    let session = &mut Session::new(&arena);
    for (text, tree) in positions(session) {
        assert_plays(session, &text, &tree);
        assert_plays(session, &format!("-({text})"), &tree.neg());
        assert_plays(session, &format!("({text}).DicoticVariant"), &dicotic(&tree));
        assert_plays(session, &format!("({text}).ImpartialVariant"), &impartial(&tree));
        assert_plays(session, &format!("({text}).TwistedVariant"), &twisted(&tree));
        let twice = dicotic(&twisted(&tree));
        assert_plays(session, &format!("({text}).TwistedVariant.DicoticVariant"), &twice);
    }
    for (text, wanted) in [
        ("game.graph.Hackenbush(\"ll\").ImpartialVariant.NimValue", "2"),
        ("game.grid.Domineering(\"....\").ImpartialVariant.NimValue", "2"),
        ("game.strip.TopplingDominoes(\"re\").DicoticVariant.CanonicalForm", "v*"),
        ("game.graph.Hackenbush(\"ll\").TwistedVariant.CanonicalForm", "1"),
        // of a value they are those of its canonical form
        ("game.graph.Hackenbush(\"ll\").CanonicalForm.ImpartialVariant", "0"),
        ("'{1,0|}'.ImpartialVariant.NimValue", "2"),
        ("Domineering(\"..\").DicoticVariant", "Domineering(\"..\").DicoticVariant"),
        ("Domineering(2,2).ImpartialVariant", "ImpartialDomineering(\"..|..\")"),
        ("(Nim(1) + Nim(2)).TwistedVariant", "(Nim(1) + Nim(2)).TwistedVariant"),
        ("Cutcake(2,1) - Cutcake(2,1)", "Cutcake((2,1)) + -(Cutcake((2,1)))"),
        ("(Kayles(3) + Wythoff(1,2)).CanonicalForm", "*3"),
    ] {
        assert_eq!(shown(session, text).as_deref(), Ok(wanted), "{text}");
    }
}

#[test]
fn compounds_of_positions_are_made_of_their_moves() {
    type Made = fn(&Form, &Form) -> Form;
    let compounds: [(&str, Made); 7] = [
        ("+", Form::add),
        ("ConjunctiveSum", conjunctive),
        ("SelectiveSum", selective),
        ("CgsuiteSelectiveSum", cgsuite_selective),
        (":", Form::ordinal_sum),
        ("ConwayProduct", Form::product),
        ("OrdinalProduct", ordinal_product),
    ];
    let arena = Arena::new();
    let session = &mut Session::new(&arena);
    let small = |(_, tree): &(String, Form)| tree.birthday() < 3 && tree.options().count() < 5;
    let positions: Vec<_> = positions(session).into_iter().filter(small).collect();
    let mut random = SplitMix64::new(8);
    for _ in 0..60 {
        let ((p, g), (q, h)) = (random.pick(&positions), random.pick(&positions));
        for (name, made) in compounds {
            assert_plays(session, &format!("({p}) {name} ({q})"), &made(g, h));
        }
    }
    // the nimbers of Winning Ways, ch. 10
    assert_eq!(shown(session, "*5 SelectiveSum *6").as_deref(), Ok("*11"));
    assert_eq!(shown(session, "*5 CgsuiteSelectiveSum *6").as_deref(), Ok("*8"));
    let solved = shown(session, "(Nim(2):1).CanonicalForm.Subordinate(Nim(2))");
    assert_eq!(solved.as_deref(), Ok("1"));
}

#[test]
fn followers_are_positions() {
    let arena = Arena::new();
    let session = &mut Session::new(&arena);
    for text in ["Kayles(5)", "Cutcake(2,3)", "Wythoff(2,2)", "'{*|{1|'{*|*}'}}'"] {
        let followers = session.eval(&format!("({text}).Followers")).unwrap();
        let followers: Vec<String> =
            followers.elements().unwrap().iter().map(|f| session.display(f).unwrap()).collect();
        let (mut seen, mut next) = (vec![shown(session, text).unwrap()], 0);
        while let Some(at) = seen.get(next).cloned() {
            next += 1;
            for method in ["LeftOptions", "RightOptions"] {
                let options = session.eval(&format!("({at}).{method}")).unwrap();
                for option in options.elements().unwrap() {
                    let option = session.display(option).unwrap();
                    if !seen.contains(&option) {
                        seen.push(option);
                    }
                }
            }
        }
        seen.sort();
        let mut sorted = followers.clone();
        sorted.sort();
        assert_eq!(sorted, seen, "{text}");
        let count = shown(session, &format!("({text}).FollowerCount"));
        assert_eq!(count, Ok(seen.len().to_string()), "{text}");
    }
}

#[test]
fn the_table_says_what_is_read() {
    let by_moves: Vec<&str> = methods()
        .iter()
        .filter(|info| info.reads == Reads::Moves && info.family != Family::Misere)
        .map(|info| info.name)
        .collect();
    let known = [
        "Options",
        "LeftOptions",
        "RightOptions",
        "Followers",
        "FollowerCount",
        "MisereOutcomeClass",
        "SensibleOptions",
        "SensibleLeftOptions",
        "SensibleRightOptions",
        "SensibleLines",
        "ConwayProduct",
        "DisjunctiveSum",
        "CompoundGame",
        "NegativeGame",
        "OrdinalSum",
        "OrdinalProduct",
        "ConjunctiveSum",
        "SelectiveSum",
        "Subordinate",
        "DicoticVariant",
        "ImpartialVariant",
        "TwistedVariant",
        "ToText",
        "KoThermograph",
        "SidesCertificate",
        "GridString",
        "NormalPlay",
        "CgsuiteSelectiveSum",
    ];
    assert_eq!(by_moves, known);
    let arena = Arena::new();
    let session = &mut Session::new(&arena);
    let positions = positions(session);
    let forms = ["'{*|*}'", "'{1,0|}'", "'{2|1}' + '{|0,1}'", "'{0|*,{0|*2}}'"];
    let texts = positions.iter().map(|(text, _)| text.as_str()).chain(forms);
    let texts: Vec<&str> = texts.collect();
    // What has one argument more is asked with one of these.
    let arguments = ["Left", "1", "^", "*2"];
    for info in methods().iter().filter(|info| info.reads == Reads::Value) {
        // the sort of a position is not that of its value, and its text is its own
        if ["Class", "String"].contains(&info.name) || info.family == Family::Board {
            continue;
        }
        for text in &texts {
            for argument in arguments {
                let call = |of: &str| match info.signature.contains('(') {
                    true => format!("({of}).{}({argument})", info.name),
                    false => format!("({of}).{}", info.name),
                };
                let asked = call(text);
                let (own, of_value) = (
                    shown(session, &asked),
                    shown(session, &call(&format!("({text}).CanonicalForm"))),
                );
                // Some give back what they were asked of, which is shown as it was typed.
                if let (Ok(own), Ok(of_value)) = (own, of_value)
                    && own != of_value
                {
                    let same = shown(session, &format!("({own}) == ({of_value})"));
                    assert_eq!(same.as_deref(), Ok("true"), "{asked} is {own}, not {of_value}");
                }
            }
        }
    }
}
