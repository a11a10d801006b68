//! Numbers plus nimbers: the class, its arithmetic, and when options lead out of it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Bound;

use farstar_num::Dyadic;
use farstar_solve::mex;
use farstar_value::{Arena, Calculator, Closed, Comparison, Game, Limits};

use super::play::{Forms, Played, show, subsets};
use super::ups::number as number_of;
use super::written;
use crate::erratum::{Document, Erratum};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

const SOURCE: &str = "QOJ 9567 Toe-Tac-Tics: surreal numbers for beginners (3)";

/// What is played out for the theorems below.
const PLAYED: Text = Text::new(
    "numbers born by day 3 and nimbers up to *N, played out",
    "第 3 天以前的数与至多 *N 的 Nimber，按定义搜索",
);

const fn played(cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>) -> Verification {
    Verification { range: PLAYED, quick: 2, usual: 4, most: 8, cases }
}

/// P40: a number against a nimber.
pub const NUMBER_AGAINST_NIMBER: Problem = Problem {
    id: "P40",
    name: "number-against-nimber",
    kind: Kind::Theory,
    title: Text::new("A number against a nimber", "数与 Nimber 的比较"),
    topics: &["partizan", "numbers", "nimbers", "order", "theorem"],
    source: SOURCE,
    statement: Text::new("Let b ≥ 1 and let x be a number.", "设 b ≥ 1，x 是数。"),
    rule: Text::new(
        "x < *b if x < 0; x ‖ *b if x = 0; x > *b if x > 0.",
        "x < 0 时 x < *b；x = 0 时 x ‖ *b；x > 0 时 x > *b。",
    ),
    worked: &[
        Worked { expression: "1/1024 > *7", value: "true" },
        Worked { expression: "0 <> *7", value: "true" },
    ],
    instance: written::sum("1/4 + *3"),
    verification: Some(played(|to, trial| {
        compared(to, trial, |x, y| y.number.is_zero() && y.nimber > 0 && x.nimber == 0)
    })),
    ..Problem::BLANK
};

/// P41: the order of nimbers.
pub const NIMBER_ORDER: Problem = Problem {
    id: "P41",
    name: "nimber-order",
    kind: Kind::Theory,
    title: Text::new("The order of nimbers", "Nimber 之间的大小关系"),
    topics: &["nimbers", "order", "theorem"],
    source: SOURCE,
    statement: Text::new("Let a and b be natural numbers.", "设 a、b 为自然数。"),
    rule: Text::new(
        "*a ≤ *b only if a = b: two nimbers are equal or confused.",
        "*a ≤ *b 当且仅当 a = b；两个 Nimber 要么相等，要么模糊。",
    ),
    worked: &[Worked { expression: "*3 <> *5", value: "true" }],
    instance: written::sum("*3 + *5"),
    verification: Some(played(|to, trial| {
        compared(to, trial, |x, y| x.number.is_zero() && y.number.is_zero())
    })),
    ..Problem::BLANK
};

/// P42: the minimal excludant.
pub const MEX: Problem = Problem {
    id: "P42",
    name: "mex-of-nimbers",
    kind: Kind::Theory,
    title: Text::new("Sprague–Grundy: the mex", "Sprague–Grundy 定理（mex）"),
    topics: &["nimbers", "mex", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "S is a set of natural numbers, mex S the least natural number not in it.",
        "S 是自然数的集合，mex S 为不属于 S 的最小自然数。",
    ),
    rule: Text::new("{*s, s ∈ S | *s, s ∈ S} = *(mex S).", "{*s，s ∈ S | *s，s ∈ S} = *(mex S)。"),
    complexity: "O(|S|)",
    worked: &[Worked { expression: "{0,*,*3|0,*,*3}", value: "*2" }],
    instance: written::sum("* + {0,*,*3|0,*,*3}"),
    verification: Some(Verification {
        range: Text::new("all sets of numbers up to N", "至多 N 的数的所有集合"),
        quick: 4,
        usual: 8,
        most: 14,
        cases: mex_of_sets,
    }),
    ..Problem::BLANK
};

/// P43: the sum of nimbers.
pub const NIMBER_SUM: Problem = Problem {
    id: "P43",
    name: "nimber-sum",
    kind: Kind::Theory,
    title: Text::new("The sum of nimbers", "Nimber 的和"),
    topics: &["nimbers", "sum", "theorem"],
    source: SOURCE,
    statement: Text::new("a and b are natural numbers, 0 allowed.", "a、b 为自然数，可以为 0。"),
    rule: Text::new("*a + *b = *(a xor b).", "*a + *b = *(a ⊕ b)。"),
    complexity: "O(1)",
    worked: &[Worked { expression: "*5 + *3", value: "*6" }],
    instance: written::sum("*3 + *5"),
    verification: Some(Verification {
        range: Text::new("a, b at most N", "a、b 至多 N"),
        quick: 4,
        usual: 8,
        most: 12,
        cases: super::impartial_games::sums,
    }),
    ..Problem::BLANK
};

/// P44: which games are nimbers.
pub const SYMMETRIC: Problem = Problem {
    id: "P44",
    name: "impartial-is-nimber",
    kind: Kind::Theory,
    title: Text::new("Impartial games are nimbers", "对称博弈与 Nimber"),
    topics: &["impartial", "nimbers", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "A game is impartial if in every follower both players have the same options. That is more than G = −G.",
        "若每个后继状态中双方的走法都相同，则称博弈为公平博弈。这比 G = −G 的要求更强。",
    ),
    rule: Text::new(
        "Every impartial game equals some *n. A game with G = −G need not: ±1 = {1|−1} is its own negative.",
        "公平博弈都等于某个 *n。满足 G = −G 的博弈未必如此：±1 = {1|−1} 等于自己的相反数。",
    ),
    worked: &[
        Worked { expression: "-(+-1) == +-1", value: "true" },
        Worked { expression: "{1|-1}.IsNimber", value: "false" },
    ],
    instance: written::sum("+-1 + *2"),
    verification: Some(Verification {
        range: Text::new("impartial games born by day N", "第 N 天以前的公平博弈"),
        quick: 3,
        usual: 4,
        most: 4,
        cases: super::impartial_games::born,
    }),
    errata: &[Erratum {
        id: "PE10",
        name: "symmetric-games",
        document: Document::ToeTacTics,
        place: "Corollary after the Sprague–Grundy theorem",
        printed: Text::new("Any symmetric game equals some *b.", "任意对称博弈等于某个 *b。"),
        correct: Text::new(
            "Any impartial game does; for G = −G the claim fails at ±1 = {1|−1}.",
            "应为“公平博弈”；若理解为 G = −G，则 ±1 = {1|−1} 是反例。",
        ),
        claim: Some(Verification {
            range: Text::new("games with G = −G born by day N", "第 N 天以前满足 G = −G 的博弈"),
            quick: 2,
            usual: 2,
            most: 3,
            cases: symmetric_are_nimbers,
        }),
    }],
    ..Problem::BLANK
};

/// P45: the canonical form.
pub const CANONICAL: Problem = Problem {
    id: "P45",
    name: "numberish-form",
    kind: Kind::Theory,
    title: Text::new("The form of a + *b", "a + *b 的标准形式"),
    topics: &["partizan", "numbers", "nimbers", "canonical form", "theorem"],
    source: SOURCE,
    statement: Text::new("a is a number, b ≥ 1.", "a 是数，b ≥ 1。"),
    rule: Text::new(
        "a + *b = {a + *c, c < b | a + *c, c < b}: moves in the number are dominated.",
        "a + *b = {a + *c，c < b | a + *c，c < b}：在数中行动的走法都被优越。",
    ),
    worked: &[Worked { expression: "{3/4,3/4+*|3/4,3/4+*}", value: "3/4+*2" }],
    instance: written::sum("1/2+*2 + -1/2"),
    verification: Some(played(canonical)),
    ..Problem::BLANK
};

/// P46: options of a number are bounds for its nimbers.
pub const OPTIONS_BOUND: Problem = Problem {
    id: "P46",
    name: "options-bound",
    kind: Kind::Theory,
    title: Text::new("The options of a number and nimbers", "数的选项与 Nimber"),
    topics: &["partizan", "numbers", "nimbers", "order", "theorem"],
    source: SOURCE,
    statement: Text::new("a = {A_L | A_R} is a number.", "a = {A_L | A_R} 是数。"),
    rule: Text::new(
        "a > a_L + *b and a < a_R + *b for all options a_L, a_R and every b.",
        "对任意选项 a_L、a_R 与任意 b，a > a_L + *b，a < a_R + *b。",
    ),
    worked: &[Worked { expression: "3/4 > 1/2 + *9 and 3/4 < 1 + *9", value: "true" }],
    instance: written::sum("3/4 + -1/2 + *3"),
    verification: Some(played(|to, trial| {
        compared(to, trial, |x, y| {
            x.nimber == 0
                && [x.number.left_option(), x.number.right_option()]
                    .contains(&Some(y.number.clone()))
        })
    })),
    ..Problem::BLANK
};

/// P47: the order and the sum of numberish games.
pub const ORDER: Problem = Problem {
    id: "P47",
    name: "numberish-order",
    kind: Kind::Theory,
    title: Text::new("Order and sum of a + *b", "a + *b 的比较与加法"),
    topics: &["partizan", "numbers", "nimbers", "order", "theorem"],
    source: SOURCE,
    statement: Text::new("a, b are numbers, c, d natural numbers.", "a、b 是数，c、d 是自然数。"),
    rule: Text::new(
        "a < b implies a + *c < b + *d. If a = b they are equal for c = d, else confused. In sums the numbers add and the nimbers xor.",
        "a < b 时 a + *c < b + *d；a = b 时，c = d 则相等，否则模糊。求和时数相加，Nimber 异或。",
    ),
    complexity: "O(1)",
    worked: &[
        Worked { expression: "(1/2 + *3) + (1/4 + *5)", value: "3/4+*6" },
        Worked { expression: "1/2 + *3 < 3/4", value: "true" },
        Worked { expression: "1/2 + *3 <> 1/2", value: "true" },
    ],
    instance: written::sum("1/2 + *2 + *3 + -1/2"),
    verification: Some(played(|to, trial| compared(to, trial, |_, _| true))),
    ..Problem::BLANK
};

/// P48: the simplest form, from options a + *b.
pub const SIMPLEST_FORM: Problem = Problem {
    id: "P48",
    name: "numberish-options",
    kind: Kind::Problem,
    title: Text::new("A game whose options are a + *b", "选项均为 a + *b 的博弈"),
    topics: &["partizan", "numbers", "nimbers", "simplicity", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "Given the Left and the Right options of g, each a number plus a nimber: what is g?",
        "给定 g 的左、右选项，每个都是数加 Nimber，求 g 的值。",
    ),
    rule: Text::new(
        "If there is a number x with x > a (x ≥ a if b ≠ 0) for every Left option a + *b and x < a (x ≤ a if b ≠ 0) for every Right option, g is the simplest such number. Otherwise let ℓ be the greatest number on the left, r the least on the right, P and Q the nimbers that stand with them: if ℓ = r and mex P = mex Q = c, then g = ℓ + *c. Otherwise g is no a + *b (P49).",
        "若存在数 x，对每个左选项 a + *b 有 x > a（b ≠ 0 时 x ≥ a），且对每个右选项 a + *b 有 x < a（b ≠ 0 时 x ≤ a），则 g 为其中最简单的数。否则设 ℓ 为左选项中最大的数，r 为右选项中最小的数，P、Q 为与之同现的 Nimber：若 ℓ = r 且 mex P = mex Q = c，则 g = ℓ + *c。其余情形 g 不属于 a + *b（见 P49）。",
    ),
    complexity: "O(n log n)",
    format: Text::new(
        "Two lines: the number of Left options and the options a:b (for a + *b); the same for Right. Output: a:b, or `hot` if the greatest number on the left exceeds the least on the right, or `mex` if they are equal and the minimal excludants differ.",
        "两行：左选项个数及各选项 a:b（表示 a + *b）；右选项同样。输出 a:b；若左选项的最大数大于右选项的最小数输出 hot；若两者相等而 mex 不同输出 mex。",
    ),
    samples: &[
        Sample { input: "2 -1:0 -1:2\n2 -1/2:0 -1/2:3\n", output: "-3/4:0\n" },
        Sample { input: "2 1/2:0 1/2:1\n2 1/2:0 1/2:1\n", output: "1/2:2\n" },
        Sample { input: "1 0:0\n1 0:1\n", output: "mex\n" },
        Sample { input: "1 1:0\n1 0:0\n", output: "hot\n" },
    ],
    worked: &[
        Worked { expression: "{-1,-1+*2|-1/2,-1/2+*3}", value: "-3/4" },
        Worked { expression: "{1*|1*2}", value: "1" },
        Worked { expression: "{0|*}", value: "^" },
    ],
    instance: written::sum("{*2|1} + -1/2"),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "at most two options on either side, of numbers −1 to 1 in halves and nimbers up to *N",
            "每侧至多两个选项，数取 −1 至 1 间 1/2 的倍数，Nimber 至多 *N",
        ),
        quick: 1,
        usual: 3,
        most: 5,
        cases: |to, trial| options(to, trial, |_| true),
    }),
    errata: &[Erratum {
        id: "PE11",
        name: "condition-two",
        document: Document::ToeTacTics,
        place: "The last theorem, condition II",
        printed: Text::new("Condition II quantifies over G_L.", "条件 II：对于每个 a + *b ∈ G_L。"),
        correct: Text::new("It quantifies over G_R.", "应为“对于每个 a + *b ∈ G_R”。"),
        claim: Some(Verification {
            range: Text::new(
                "at most two options on either side, of numbers −1 to 1 in halves and nimbers up to *N",
                "每侧至多两个选项，数取 −1 至 1 间 1/2 的倍数，Nimber 至多 *N",
            ),
            quick: 1,
            usual: 1,
            most: 3,
            cases: condition_two,
        }),
    }],
};

/// P49: leaving the class.
pub const LEAVING: Problem = Problem {
    id: "P49",
    name: "leaving-numberish",
    kind: Kind::Theory,
    title: Text::new("Leaving the class a + *b", "不再是 a + *b 的情形"),
    topics: &["partizan", "numbers", "nimbers", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "The options of g are all a + *b; is g one?",
        "g 的选项都是 a + *b，g 是否仍是 a + *b？",
    ),
    rule: Text::new(
        "g is none exactly if no number fits and ℓ > r (`hot`) or ℓ = r with mex P ≠ mex Q (`mex`), in the words of P48. So {1|0}, {1|−1} and {0|*} are none.",
        "沿用 P48 的记号：当且仅当没有合适的数，且 ℓ > r（hot）或 ℓ = r 而 mex P ≠ mex Q（mex）时，g 不再是 a + *b。例如 {1|0}、{1|−1}、{0|*}。",
    ),
    worked: &[
        Worked { expression: "{1|0}.IsNumberish", value: "false" },
        Worked { expression: "{0|*}", value: "^" },
    ],
    instance: written::sum("{1|0} + * + -1/2"),
    verification: Some(Verification {
        range: Text::new(
            "the option sets of P48 for which no number fits",
            "P48 的选项集中没有合适数的那些",
        ),
        quick: 1,
        usual: 3,
        most: 5,
        cases: |to, trial| {
            options(to, trial, |form| !matches!(form, Form::Value(value) if value.nimber == 0))
        },
    }),
    ..Problem::BLANK
};

/// A number plus a nimber.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numberish {
    /// The number.
    pub number: Dyadic,
    /// The nimber: the size of the nim heap.
    pub nimber: u32,
}

impl Numberish {
    /// The value in an arena.
    ///
    /// # Errors
    /// Those of the calculator.
    pub fn game(&self, calc: &mut Calculator<'_>) -> farstar_value::Result<Game> {
        calc.closed(&Closed { number: self.number.clone(), up: 0, nimber: u64::from(self.nimber) })
    }
}

impl fmt::Display for Numberish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.nimber)
    }
}

/// What a game is whose options are numbers plus nimbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number plus a nimber.
    Value(Numberish),
    /// None: the greatest number on the left exceeds the least on the right.
    Hot,
    /// None: they are equal, and the nimbers that stand with them have different minimal excludants.
    Mex,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Hot => f.write_str("hot"),
            Self::Mex => f.write_str("mex"),
        }
    }
}

/// The game with these options; O(n).
///
/// # Examples
/// ```
/// use farstar_num::Dyadic;
/// use farstar_problems::partizan::numberish::{Form, Numberish, of_options};
/// let star = |nimber| Numberish { number: Dyadic::ZERO, nimber };
/// assert_eq!(of_options(&[star(1)], &[star(2)]), Form::Value(star(0)));
/// assert_eq!(of_options(&[star(0)], &[star(1)]), Form::Mex);
/// ```
#[must_use]
pub fn of_options(left: &[Numberish], right: &[Numberish]) -> Form {
    let greatest = left.iter().map(|option| &option.number).max();
    let least = right.iter().map(|option| &option.number).min();
    // Only options whose number is extreme bound: such an option without a nimber excludes its number.
    let bound = |options: &[Numberish], extreme: Option<&Dyadic>| match extreme {
        None => Bound::Unbounded,
        Some(x) if options.iter().any(|o| o.number == *x && o.nimber == 0) => {
            Bound::Excluded(x.clone())
        }
        Some(x) => Bound::Included(x.clone()),
    };
    let (lower, upper) = (bound(left, greatest), bound(right, least));
    if let Some(number) = Dyadic::simplest_between(lower.as_ref(), upper.as_ref()) {
        return Form::Value(Numberish { number, nimber: 0 });
    }
    if greatest > least {
        return Form::Hot;
    }
    let nimbers = |options: &[Numberish], extreme: Option<&Dyadic>| {
        mex(options.iter().filter(|o| Some(&o.number) == extreme).map(|o| o.nimber))
    };
    match (greatest, nimbers(left, greatest), nimbers(right, least)) {
        (Some(number), p, q) if p == q => {
            Form::Value(Numberish { number: number.clone(), nimber: p })
        }
        _ => Form::Mex,
    }
}

/// The comparison of two numbers plus nimbers; O(1).
#[must_use]
pub fn compare(x: &Numberish, y: &Numberish) -> Comparison {
    match x.number.cmp(&y.number) {
        std::cmp::Ordering::Less => Comparison::Less,
        std::cmp::Ordering::Greater => Comparison::Greater,
        std::cmp::Ordering::Equal if x.nimber == y.nimber => Comparison::Equal,
        std::cmp::Ordering::Equal => Comparison::Confused,
    }
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    /// Most options of a side.
    const MOST_OPTIONS: usize = 1_000_000;
    let mut sides = [Vec::new(), Vec::new()];
    for (side, what) in sides.iter_mut().zip(["Left options", "Right options"]) {
        let count = input.integer(&format!("the number of {what}"), 0..=MOST_OPTIONS)?;
        for _ in 0..count {
            limits.check()?;
            let word = input.word("an option a:b")?;
            let (number, nimber) = word
                .split_once(':')
                .ok_or_else(|| input.error("an option has no colon; expected a:b for a + *b"))?;
            side.push(Numberish {
                number: number_of(&mut Input::new(number), "a").map_err(|e| at_line(input, e))?,
                nimber: Input::new(nimber)
                    .integer("b", 0..=u32::MAX)
                    .map_err(|e| at_line(input, e))?,
            });
        }
    }
    Ok(format!("{}\n", of_options(&sides[0], &sides[1])))
}

/// An error of a piece, at the line of the whole.
fn at_line(input: &Input<'_>, error: Error) -> Error {
    match error {
        Error::Input { message, .. } => input.error(message),
        other => other,
    }
}

/// Numbers born by day 3 plus nimbers up to `*to`, with their forms.
fn class(to: u64, forms: &mut Forms) -> Vec<(Numberish, [u32; 2])> {
    let mut class = Vec::new();
    let numbers: Vec<_> = farstar_num::numbers_born_by(3).collect();
    for nimber in 0..=to as u32 {
        for number in &numbers {
            let parts = [forms.number(number), forms.nimber(nimber)];
            class.push((Numberish { number: number.clone(), nimber }, parts));
        }
    }
    class
}

/// Holds the order against play of G − H, for the pairs that are wanted.
fn compared(
    to: u64,
    trial: &mut Trial<'_>,
    wanted: impl Fn(&Numberish, &Numberish) -> bool,
) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let class = class(to, &mut forms);
    let negatives: Vec<_> =
        class.iter().map(|(_, parts)| parts.map(|part| forms.negated(part))).collect();
    let mut played = Played::new(&forms);
    for (x, parts) in &class {
        for ((y, _), negative) in class.iter().zip(&negatives) {
            if !wanted(x, y) {
                continue;
            }
            let difference = [parts.as_slice(), negative].concat();
            let outcome = played.outcome(&difference, trial.limits())?;
            trial.compare(
                || format!("{} + *{} against {} + *{}", x.number, x.nimber, y.number, y.nimber),
                compare(x, y),
                super::order::of_outcome(outcome),
            )?;
        }
    }
    Ok(())
}

fn mex_of_sets(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let nimbers: Vec<_> = (0..=to as u32).map(|n| forms.nimber(n)).collect();
    let all: Vec<_> = (0..=to as u32).collect();
    let sets = subsets(&all, all.len());
    let games: Vec<_> = sets
        .iter()
        .map(|set| {
            let options: Vec<_> = set.iter().map(|&n| nimbers[n as usize]).collect();
            forms.form(&options, &options)
        })
        .collect();
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&forms);
    for (set, form) in sets.iter().zip(games) {
        let value = played.value(&form, &mut calc)?;
        let claimed = calc.nimber(u64::from(mex(set.iter().copied())))?;
        trial.compare(
            || format!("S = {set:?}"),
            show(&mut calc, claimed)?,
            show(&mut calc, value)?,
        )?;
    }
    Ok(())
}

fn canonical(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let class = class(to, &mut forms);
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&forms);
    for (x, [number, nimber]) in &class {
        if x.nimber == 0 {
            continue;
        }
        let (number, nimber) = (played.value(number, &mut calc)?, played.value(nimber, &mut calc)?);
        let sum = calc.add(number, nimber)?;
        let mut options = Vec::new();
        for smaller in 0..x.nimber {
            options.push(Numberish { nimber: smaller, ..x.clone() }.game(&mut calc)?);
        }
        let claimed = calc.from_options(&options, &options)?;
        trial.compare(|| x.to_string(), show(&mut calc, claimed)?, show(&mut calc, sum)?)?;
        // The options of the canonical form are just these.
        let mut canonical = calc.left_options(sum)?;
        canonical.sort_unstable();
        options.sort_unstable();
        trial.compare(|| format!("the options of {x}"), options.len(), canonical.len())?;
    }
    Ok(())
}

/// Options of P48: numbers −1 to 1 in halves, those near 0 first, and nimbers up to `*to`.
fn small_options(to: u64) -> Vec<Numberish> {
    let numbers = [0, 1, -1, 2, -2].map(|halves| Dyadic::new(halves, 1));
    (0..=to as u32)
        .flat_map(|nimber| {
            numbers.iter().map(move |number| Numberish { number: number.clone(), nimber })
        })
        .collect()
}

/// Pairs of option lists, those with fewer options first.
fn small_forms(to: u64) -> Vec<(Vec<Numberish>, Vec<Numberish>)> {
    let options = small_options(to);
    let places: Vec<_> = (0..options.len()).collect();
    let sets = subsets(&places, 2);
    let list = |set: &[usize]| set.iter().map(|&i| options[i].clone()).collect::<Vec<_>>();
    let mut pairs: Vec<_> = sets.iter().flat_map(|l| sets.iter().map(move |r| (l, r))).collect();
    pairs.sort_by_key(|(l, r)| l.len() + r.len());
    pairs.into_iter().map(|(l, r)| (list(l), list(r))).collect()
}

fn written(left: &[Numberish], right: &[Numberish]) -> String {
    let list = |options: &[Numberish]| {
        options.iter().map(Numberish::to_string).collect::<Vec<_>>().join(", ")
    };
    format!("{{{} | {}}}", list(left), list(right))
}

/// The game with these options, as [`Form`] has it, from its canonical form.
fn by_canonical_form(
    left: &[Numberish],
    right: &[Numberish],
    calc: &mut Calculator<'_>,
) -> Result<Option<Numberish>> {
    let mut games = |options: &[Numberish]| {
        options.iter().map(|option| option.game(calc)).collect::<farstar_value::Result<Vec<_>>>()
    };
    let (left, right) = (games(left)?, games(right)?);
    let game = calc.from_options(&left, &right)?;
    Ok(calc.closed_parts(game).filter(|closed| closed.up == 0).map(|closed| Numberish {
        number: closed.number,
        nimber: u32::try_from(closed.nimber).unwrap_or(u32::MAX),
    }))
}

fn options(
    to: u64,
    trial: &mut Trial<'_>,
    wanted: impl Fn(&Form) -> bool,
) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for (left, right) in small_forms(to) {
        let form = of_options(&left, &right);
        if wanted(&form) {
            let value = by_canonical_form(&left, &right, &mut calc)?;
            trial.compare(|| written(&left, &right), told(Some(&form)), told_value(value))?;
        }
    }
    Ok(())
}

fn told(form: Option<&Form>) -> String {
    match form {
        Some(Form::Value(value)) => value.to_string(),
        _ => "no a + *b".to_owned(),
    }
}

fn told_value(value: Option<Numberish>) -> String {
    value.map_or("no a + *b".to_owned(), |value| value.to_string())
}

/// PE11 as printed: both conditions speak of the Left options.
fn condition_two(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for (left, right) in small_forms(to) {
        // The conditions as printed, on the left options alone; past them the theorem is as it is.
        let fits = match of_options(&left, &left) {
            Form::Value(value) if value.nimber == 0 => Some(Form::Value(value)),
            _ => None,
        };
        let claimed = fits.unwrap_or_else(|| of_options(&left, &right));
        let value = by_canonical_form(&left, &right, &mut calc)?;
        trial.compare(|| written(&left, &right), told(Some(&claimed)), told_value(value))?;
    }
    Ok(())
}

/// PE10 as printed, read as G = −G.
fn symmetric_are_nimbers(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut seen = BTreeSet::new();
    for day in 0..=to as u32 {
        for game in calc.games_born_by(day)? {
            if !seen.insert(game) || calc.neg(game)? != game {
                continue;
            }
            let case = show(&mut calc, game)?;
            let nimber = calc.is_nimber(game);
            let told = |nimber| if nimber { "a nimber" } else { "no nimber" };
            trial.compare(|| case, told(true), told(nimber))?;
        }
    }
    Ok(())
}
