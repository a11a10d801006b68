//! Star, nimbers, and impartial games among partizan ones.

use farstar_num::numbers_born_by;
use farstar_solve::mex;
use farstar_value::{Arena, Outcome};

use super::order::of_outcome;
use super::play::{Forms, Played, place, ruleset, show, subsets};
use super::written;
use crate::erratum::{Document, Erratum};
use crate::instance::{Fate, Instance};
use crate::problem::{Kind, Problem, Text, Worked};
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::View;

const SOURCE: &str = "Slides: surreal numbers and partizan games (2021)";

/// P20: star.
pub const STAR: Problem = Problem {
    id: "P20",
    name: "star",
    kind: Kind::Theory,
    title: Text::new("Star", "*（星）"),
    topics: &["partizan", "nimbers", "definition"],
    source: SOURCE,
    statement: Text::new("* = {0|0}; x* is short for x + *.", "* = {0|0}；x* 是 x + * 的简写。"),
    rule: Text::new(
        "* = −*, {*|*} = 0, and −x < * < x for every positive number x.",
        "* = −*，{*|*} = 0；对任意正数 x，−x < * < x。",
    ),
    worked: &[
        Worked { expression: "{0|0}", value: "*" },
        Worked { expression: "{*|*}", value: "0" },
        Worked { expression: "* < 1/1024", value: "true" },
    ],
    instance: written::sum("* + * + 1/2"),
    verification: Some(Verification {
        range: Text::new("numbers born by day N", "第 N 天以前的数"),
        quick: 4,
        usual: 6,
        most: 9,
        cases: |to, trial| between_numbers(to, 1..=1, trial),
    }),
    ..Problem::BLANK
};

/// P22: nimbers.
pub const NIMBERS: Problem = Problem {
    id: "P22",
    name: "nimbers",
    kind: Kind::Theory,
    title: Text::new("Nim heaps and nimbers", "Nim 堆与 Nimber"),
    topics: &["nim", "nimbers", "definition"],
    source: SOURCE,
    statement: Text::new(
        "*n is the value of a nim heap of n stones.",
        "*n 为单堆 n 颗石子的 Nim 游戏的博弈值。",
    ),
    rule: Text::new(
        "*n = {0, *, …, *(n−1) | 0, *, …, *(n−1)}, *0 = 0, *1 = *. For n ≥ 1 it is fuzzy; *n = −*n; −x < *n < x for every positive number x.",
        "*n = {0, *, …, *(n−1) | 0, *, …, *(n−1)}，*0 = 0，*1 = *。n ≥ 1 时 *n ‖ 0，*n = −*n，且对任意正数 x，−x < *n < x。",
    ),
    worked: &[
        Worked { expression: "Nim(5).CanonicalForm", value: "*5" },
        Worked { expression: "{0,*,*2|0,*,*2}", value: "*3" },
        Worked { expression: "-*7 == *7", value: "true" },
    ],
    instance: Instance::ruleset("Nim", "1+3+5", Text::new("", ""), |board, at, _, _| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        Ok(Some(Fate::of(heaps.concat().into_iter().fold(0, |sum, heap| sum ^ heap) != 0)))
    }),
    verification: Some(Verification {
        range: Text::new("heaps of at most N stones", "至多 N 颗石子的堆"),
        quick: 6,
        usual: 10,
        most: 40,
        cases: heaps,
    }),
    ..Problem::BLANK
};

/// P23: impartial games are nimbers.
pub const IMPARTIAL: Problem = Problem {
    id: "P23",
    name: "impartial-games",
    kind: Kind::Theory,
    title: Text::new("Impartial games are nimbers", "公平博弈都是 Nimber"),
    topics: &["impartial", "nimbers", "theorem"],
    source: "Sprague 1935, Grundy 1939; slides: surreal numbers and partizan games (2021)",
    statement: Text::new(
        "A game is impartial if in every follower both players have the same options.",
        "若每个后继状态中双方的走法都相同，则称博弈为公平博弈。",
    ),
    rule: Text::new(
        "Every finite impartial game equals *n for some n: the mex of the numbers of its options.",
        "任意有限公平博弈的值都是某个 Nimber *n，n 为各选项之数的 mex。",
    ),
    worked: &[Worked { expression: "{0,*2,*5|0,*2,*5}", value: "*" }],
    instance: written::sum("*2 + {0,*2|0,*2}"),
    verification: Some(Verification {
        range: Text::new("impartial games born by day N", "第 N 天以前的公平博弈"),
        quick: 3,
        usual: 4,
        most: 4,
        cases: born,
    }),
    errata: &[Erratum {
        id: "PE13",
        name: "theorem-4-2",
        document: Document::SurrealSlides,
        place: "公平博弈的和",
        printed: Text::new("“By theorem 4.2 …”", "“按定理 4.2……”"),
        correct: Text::new(
            "The slides number no theorems; the one on the page before is meant: impartial games are nimbers.",
            "课件中的定理没有编号，所指是前一页的“任意公平博弈的值一定是某个 Nimber”。",
        ),
        claim: None,
    }],
    ..Problem::BLANK
};

/// P24: sums of impartial games.
pub const SPRAGUE_GRUNDY: Problem = Problem {
    id: "P24",
    name: "sprague-grundy-sum",
    kind: Kind::Theory,
    title: Text::new("Sprague–Grundy: sums", "Sprague–Grundy 定理（和）"),
    topics: &["impartial", "nimbers", "sum", "theorem"],
    source: "Sprague 1935, Grundy 1939; slides: surreal numbers and partizan games (2021)",
    statement: Text::new(
        "G and H are impartial, G = *n and H = *m.",
        "公平博弈 G 与 H 的值分别为 *n 与 *m。",
    ),
    rule: Text::new("G + H = *(n xor m).", "G + H = *(n ⊕ m)。"),
    complexity: "O(1)",
    worked: &[
        Worked { expression: "*9 + *5", value: "*12" },
        Worked { expression: "(Nim(5) + Nim(3)).CanonicalForm", value: "*6" },
    ],
    instance: written::sum("* + *2 + *4"),
    verification: Some(Verification {
        range: Text::new("n, m at most N", "n、m 至多 N"),
        quick: 4,
        usual: 8,
        most: 12,
        cases: sums,
    }),
    ..Problem::BLANK
};

/// Holds −x < *n < x against play, for numbers x > 0.
fn between_numbers(
    to: u64,
    nimbers: std::ops::RangeInclusive<u32>,
    trial: &mut Trial<'_>,
) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let numbers: Vec<_> = numbers_born_by(to as u32).filter(|x| !x.is_zero()).collect();
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let nimber_forms: Vec<_> = nimbers.map(|n| (n, forms.nimber(n))).collect();
    let mut played = Played::new(&forms);
    for &(n, nimber) in &nimber_forms {
        for (x, &number) in numbers.iter().zip(&number_forms) {
            // A nimber is its own negative.
            let outcome = played.outcome(&[number, nimber], trial.limits())?;
            let claimed = if x.is_positive() { Outcome::L } else { Outcome::R };
            trial.compare(
                || format!("{x} against *{n}"),
                of_outcome(claimed),
                of_outcome(outcome),
            )?;
        }
    }
    Ok(())
}

fn heaps(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Nim")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let (game, _) = place(&rules, "0")?;
    let mut played = Played::new(&game);
    for n in 0..=to {
        let (_, heap) = place(&rules, &n.to_string())?;
        let value = played.value(&heap, &mut calc)?;
        let claimed = calc.nimber(n)?;
        trial.compare(
            || format!("a heap of {n}"),
            show(&mut calc, claimed)?,
            show(&mut calc, value)?,
        )?;
    }
    between_numbers(3, 1..=to.min(4) as u32, trial)
}

/// Impartial games written out, day after day, with the nimber each is claimed to be.
pub(super) fn born(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let mut games: Vec<(u32, u32)> = Vec::new();
    for _ in 0..=to {
        games = subsets(&games, games.len())
            .into_iter()
            .map(|options| {
                let list: Vec<_> = options.iter().map(|&(form, _)| form).collect();
                (forms.form(&list, &list), mex(options.iter().map(|&(_, nimber)| nimber)))
            })
            .collect();
    }
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&forms);
    for (form, nimber) in games {
        let value = played.value(&form, &mut calc)?;
        let claimed = calc.nimber(u64::from(nimber))?;
        trial.compare(
            || farstar_rules::position::Ruleset::draw(&forms, &form),
            show(&mut calc, claimed)?,
            show(&mut calc, value)?,
        )?;
    }
    Ok(())
}

/// Holds *n + *m = *(n xor m) against play of the difference.
pub(super) fn sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let most = to as u32;
    let mut forms = Forms::default();
    let nimbers: Vec<_> = (0..(most + 1).next_power_of_two()).map(|n| forms.nimber(n)).collect();
    let mut played = Played::new(&forms);
    for n in 0..=most {
        for m in 0..=n {
            let sum = [n, m, n ^ m].map(|heap| nimbers[heap as usize]);
            let outcome = played.outcome(&sum, trial.limits())?;
            trial.compare(|| format!("*{n} + *{m} − *{}", n ^ m), Outcome::P, outcome)?;
        }
    }
    Ok(())
}
