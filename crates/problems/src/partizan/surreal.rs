//! Surreal numbers: forms, order, arithmetic, the tree.

use std::collections::HashMap;
use std::fmt::Write;

use farstar_num::{Dyadic, numbers_born_by};
use farstar_rules::position::Ruleset;
use farstar_value::{Arena, Calculator, Game, Limits, Outcome, Player};

use super::order::{DAYS, born, compared};
use super::play::{Forms, Played, show};
use super::ups::number;
use super::written;
use crate::erratum::{Document, Erratum};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::Instance;
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

pub(super) const SOURCE: &str =
    "Conway, On Numbers and Games; slides: surreal numbers and partizan games (2021)";

/// P01: number forms.
pub const NUMBER_FORM: Problem = Problem {
    id: "P01",
    name: "number-form",
    kind: Kind::Theory,
    title: Text::new("Surreal number", "超现实数"),
    topics: &["numbers", "definition"],
    source: SOURCE,
    statement: Text::new(
        "If L and R are sets of numbers and no element of L is ≥ an element of R, then {L|R} is a number. All numbers arise so.",
        "设 L、R 是数的集合，且 L 中没有元素 ≥ R 中的某个元素，则 {L|R} 是数。所有的数都由此得到。",
    ),
    rule: Text::new(
        "Being a number form is a property of the form: {*|*} equals 0 and is no number form, since * is no number.",
        "“数的形式”是对形式而言的：{*|*} = 0，但它不是数的形式，因为 * 不是数。",
    ),
    complexity: "one comparison for each pair of options of each part",
    format: Text::new(
        "A game in braces, such as {0,{1|2}|*}; parts without braces are values. Output: whether it is a number form, and its value.",
        "一个用花括号写出的博弈，如 {0,{1|2}|*}，其中不带花括号的部分按值理解。输出：是否为数的形式，以及它的值。",
    ),
    samples: &[
        Sample { input: "{0|1}\n", output: "number form\n1/2\n" },
        Sample { input: "{*|*}\n", output: "no number form\n0\n" },
        Sample { input: "{0,{|}|{1|}}\n", output: "number form\n1\n" },
    ],
    worked: &[
        Worked { expression: "{0|1}", value: "1/2" },
        Worked { expression: "'{*|*}' == 0", value: "true" },
    ],
    instance: written::sum("1/2 + {*|*}"),
    answer: Some(form_answer),
    verification: Some(Verification {
        range: Text::new(
            "forms with at most two options on a side, born by day N",
            "每侧至多两个选项、第 N 天以前的形式",
        ),
        quick: 2,
        usual: 2,
        most: 3,
        cases: number_forms,
    }),
    ..Problem::BLANK
};

/// P02: notation.
pub const OPTIONS: Problem = Problem {
    id: "P02",
    name: "typical-option",
    kind: Kind::Theory,
    title: Text::new("Typical options x^L, x^R", "左选项 x^L 与右选项 x^R"),
    topics: &["numbers", "definition", "notation"],
    source: SOURCE,
    statement: Text::new(
        "x^L is any element of L, x^R any of R, for x = {L|R}; {a, b, … | d, e, …} lists them, and either list may be empty.",
        "对 x = {L|R}，x^L 指 L 中任意元素，x^R 指 R 中任意元素；{a, b, … | d, e, …} 逐个列出，两侧都可以为空。",
    ),
    rule: Text::new(
        "In quotes a form keeps the options it is given; without them the canonical form is meant.",
        "加引号的形式保留所写的选项，不加引号则化为标准形式。",
    ),
    worked: &[
        Worked { expression: "{1,2|3,4}", value: "5/2" },
        Worked { expression: "'{1,2|3,4}'.LeftOptions", value: "{1,2}" },
        Worked { expression: "{1,2|3,4}.LeftOptions", value: "{2}" },
    ],
    instance: written::sum("3/4 + -1/2"),
    ..Problem::BLANK
};

/// P03: order.
pub const ORDER: Problem = Problem {
    id: "P03",
    name: "surreal-order",
    kind: Kind::Theory,
    title: Text::new("Order", "大小关系"),
    topics: &["numbers", "order", "definition"],
    source: SOURCE,
    statement: Text::new(
        "x ≥ y if no x^R ≤ y and x ≤ no y^L; x ≤ y if y ≥ x.",
        "x ≥ y 当且仅当不存在 x^R ≤ y 且不存在 x ≤ y^L；x ≤ y 当且仅当 y ≥ x。",
    ),
    rule: Text::new(
        "The same recursion orders all games, and agrees with play of x + (−y). Numbers are totally ordered, games partially.",
        "同样的递归适用于一切博弈，且与 x + (−y) 的胜负一致。数是全序的，博弈只是偏序的。",
    ),
    worked: &[
        Worked { expression: "3/4 >= 1/2", value: "true" },
        Worked { expression: "{1|0} <> 1/2", value: "true" },
    ],
    instance: written::sum("1/2 + -3/4"),
    verification: Some(Verification { range: DAYS, quick: 2, usual: 2, most: 2, cases: compared }),
    ..Problem::BLANK
};

/// P04: equality.
pub const EQUALITY: Problem = Problem {
    id: "P04",
    name: "surreal-equality",
    kind: Kind::Theory,
    title: Text::new("Equality and strict order", "相等与严格大小"),
    topics: &["numbers", "order", "canonical form", "definition"],
    source: SOURCE,
    statement: Text::new(
        "x = y if x ≥ y and y ≥ x; x > y if x ≥ y and not y ≥ x.",
        "x = y 当且仅当 x ≥ y 且 y ≥ x；x > y 当且仅当 x ≥ y 且 y ≱ x。",
    ),
    rule: Text::new(
        "Equality is one of values, not of forms. Two games are equal exactly if their canonical forms are identical.",
        "相等是就值而言，而非形式。两个博弈相等，当且仅当标准形式完全相同。",
    ),
    worked: &[
        Worked { expression: "'{-1|1}' == '{|}'", value: "true" },
        Worked { expression: "{-5,*|{3|2}}", value: "0" },
    ],
    instance: written::sum("{-1|2} + {*|*}"),
    verification: Some(Verification {
        range: Text::new(
            "pairs of forms with at most one option on a side, born by day N",
            "每侧至多一个选项、第 N 天以前的形式两两比较",
        ),
        quick: 2,
        usual: 2,
        most: 3,
        cases: equal_forms,
    }),
    ..Problem::BLANK
};

/// P05: sums and negatives.
pub const ADDITION: Problem = Problem {
    id: "P05",
    name: "surreal-addition",
    kind: Kind::Theory,
    title: Text::new("Addition, negation, subtraction", "加法、取负、减法"),
    topics: &["numbers", "sum", "definition"],
    source: SOURCE,
    statement: Text::new(
        "x + y = {x^L + y, x + y^L | x^R + y, x + y^R}; −x = {−x^R | −x^L}; x − y = x + (−y).",
        "x + y = {x^L + y, x + y^L | x^R + y, x + y^R}；−x = {−x^R | −x^L}；x − y = x + (−y)。",
    ),
    rule: Text::new(
        "Games form a group under this sum, ordered by P03; on numbers it is the sum of numbers.",
        "博弈在此加法下构成有序群；对数而言就是通常的加法。",
    ),
    worked: &[
        Worked { expression: "3/8 + 1/4", value: "5/8" },
        Worked { expression: "{2|1} - {2|1}", value: "0" },
        Worked { expression: "-{3|{1|0}}", value: "{0|-1||-3}" },
    ],
    instance: written::sum("1/2 + 1/2 + -1"),
    verification: Some(Verification { range: DAYS, quick: 2, usual: 2, most: 2, cases: sums }),
    ..Problem::BLANK
};

/// P06: the product.
pub const MULTIPLICATION: Problem = Problem {
    id: "P06",
    name: "surreal-product",
    kind: Kind::Theory,
    title: Text::new("Multiplication", "乘法"),
    topics: &["numbers", "product", "definition"],
    source: SOURCE,
    statement: Text::new(
        "xy = {x^L y + x y^L − x^L y^L, x^R y + x y^R − x^R y^R | x^L y + x y^R − x^L y^R, x^R y + x y^L − x^R y^L}.",
        "xy = {x^L y + x y^L − x^L y^L, x^R y + x y^R − x^R y^R | x^L y + x y^R − x^L y^R, x^R y + x y^L − x^R y^L}。",
    ),
    rule: Text::new(
        "On numbers it is the product of numbers. On games it depends on the forms and is no product of values.",
        "对数而言就是通常的乘法。对一般博弈，结果依赖于形式，不是值的运算。",
    ),
    worked: &[
        Worked { expression: "3/4 * 1/2", value: "3/8" },
        Worked { expression: "('{|}' ConwayProduct *).CanonicalForm", value: "0" },
        Worked { expression: "('{|2}' ConwayProduct *).CanonicalForm", value: "*" },
    ],
    instance: Instance::computation(
        "3/4 -5/2\n",
        Text::new(
            "Two numbers born by day 5. Output: their product.",
            "两个至第 5 天出生的数。输出其积。",
        ),
        |input, _| {
            let [x, y] = small_numbers(input)?;
            Ok(format!("{}\n", &x * &y))
        },
        |input, limits| {
            let [x, y] = small_numbers(input)?;
            by_options(limits, |forms| [forms.number(&x), forms.number(&y)])
        },
    ),
    verification: Some(Verification {
        range: Text::new("numbers born by day N", "第 N 天以前的数"),
        quick: 3,
        usual: 4,
        most: 5,
        cases: products,
    }),
    errata: &[Erratum {
        id: "PE2",
        name: "product-of-games",
        document: Document::SurrealSlides,
        place: "博弈的组合意义",
        printed: Text::new(
            "The operations and the order of numbers, and all their properties, hold for games.",
            "我们所定义的博弈的运算和大小关系，以及一切相关性质仍然成立。",
        ),
        correct: Text::new(
            "The order of games is partial only, and the product is not one of values: {|} = {|2} = 0, but times * they are 0 and *.",
            "博弈的大小只是偏序；乘法不是值的运算：{|} = {|2} = 0，但乘以 * 分别得 0 与 *。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "the forms {|n} of 0, n at most N, times *",
                "0 的形式 {|n}（n 至多 N）乘以 *",
            ),
            quick: 3,
            usual: 6,
            most: 20,
            cases: products_of_zero,
        }),
    }],
    ..Problem::BLANK
};

/// P07: the first numbers.
pub const FIRST: Problem = Problem {
    id: "P07",
    name: "first-numbers",
    kind: Kind::Theory,
    title: Text::new("The first numbers", "数的实例：0、1、−1"),
    topics: &["numbers", "definition"],
    source: SOURCE,
    statement: Text::new("0 = {|}, 1 = {0|}, −1 = {|0}.", "0 = {|}，1 = {0|}，−1 = {|0}。"),
    rule: Text::new(
        "0 ≥ 0, 0 ≤ 0, −0 = 0, 1 > 0, not 0 ≥ 1; 0 + 1 = 1, 0 + (−1) = −1, 1 + (−1) = 0. Level 1 of the tree holds 0, level 2 holds ±1.",
        "0 ≥ 0，0 ≤ 0，−0 = 0，1 > 0，0 ≱ 1；0 + 1 = 1，0 + (−1) = −1，1 + (−1) = 0。0 在二叉树第 1 层，±1 在第 2 层。",
    ),
    worked: &[
        Worked { expression: "{|} >= 0 and {|} <= 0", value: "true" },
        Worked { expression: "{0|} + {|0}", value: "0" },
        Worked { expression: "{|{0|}}", value: "0" },
    ],
    instance: written::sum("1 + -1 + {-1|1}"),
    verification: Some(Verification {
        range: Text::new("the facts of the rule", "上述各条"),
        quick: 1,
        usual: 1,
        most: 1,
        cases: |_, trial| first_facts(trial, false),
    }),
    errata: &[Erratum {
        id: "PE1",
        name: "zero-misprint",
        document: Document::SurrealSlides,
        place: "数的实例",
        printed: Text::new(
            "0 ≱ 0 and 0 ≰ 0, beside 0 ≥ 0 and 0 ≤ 0.",
            "0 ≱ 0，0 ≰ 0（与 0 ≥ 0，0 ≤ 0 并列）。",
        ),
        correct: Text::new("Not 0 > 0 and not 0 < 0.", "应为 0 ≯ 0，0 ≮ 0。"),
        claim: Some(Verification {
            range: Text::new("the printed facts", "所印的各条"),
            quick: 1,
            usual: 1,
            most: 1,
            cases: |_, trial| first_facts(trial, true),
        }),
    }],
    ..Problem::BLANK
};

/// P08: the tree of dyadic numbers.
pub const TREE: Problem = Problem {
    id: "P08",
    name: "dyadic-tree",
    kind: Kind::Theory,
    title: Text::new("The tree of dyadic numbers, birthdays", "超现实数的二叉树、层"),
    topics: &["numbers", "birthday", "sign expansion"],
    source: SOURCE,
    statement: Text::new(
        "Day 0 brings 0; each day brings a number below all, one above all, and one between any two neighbours. Level = birthday + 1.",
        "第 0 天有 0；每天在已有的数两端各添一个，相邻两数之间各添一个。层数 = 生日 + 1。",
    ),
    rule: Text::new(
        "2^(n+1) − 1 numbers are born by day n, and every p/2^q is. The birthday of x is |x| for an integer, ⌊|x|⌋ + q + 1 for x = p/2^q in lowest terms, q ≥ 1.",
        "第 n 天以前共有 2^(n+1) − 1 个数；每个 p/2^q 都在其中出现。整数 x 的生日为 |x|；既约的 x = p/2^q（q ≥ 1）的生日为 ⌊|x|⌋ + q + 1。",
    ),
    complexity: "O(1) for a birthday",
    format: Text::new(
        "A number p/2^k, of a birthday of at most 1000. Output: birthday, level, signs (`0` for none), and the canonical form.",
        "一个数 p/2^k，生日不超过 1000。输出：生日、层数、符号展开（没有则输出 0）与标准形式。",
    ),
    samples: &[
        Sample { input: "-21/8\n", output: "6 7 ---+-+ {-11/4|-5/2}\n" },
        Sample { input: "0\n", output: "0 1 0 {|}\n" },
    ],
    worked: &[
        Worked { expression: "(3/8).Birthday", value: "4" },
        Worked { expression: "(3/8).LeftOptions", value: "{1/4}" },
        Worked { expression: "{0|1}", value: "1/2" },
    ],
    instance: Instance::computation("-21/8\n", Text::new("", ""), tree_answer, |input, limits| {
        let x = number(input, "the number")?;
        let (mut below, mut above): (Option<Dyadic>, Option<Dyadic>) = (None, None);
        let mut at = Dyadic::ZERO;
        let mut signs = String::new();
        // Down the tree from 0: between its neighbours, or one beyond the last.
        while at != x {
            limits.check()?;
            if signs.len() == 1000 {
                return Err(input.error("the number is born after day 1000"));
            }
            let greater = x > at;
            signs.push(if greater { '+' } else { '-' });
            *(if greater { &mut below } else { &mut above }) = Some(at.clone());
            at = match (&below, &above) {
                (Some(low), Some(high)) => (low + high).half(),
                (Some(low), None) => low + &Dyadic::ONE,
                (None, Some(high)) => high - &Dyadic::ONE,
                (None, None) => Dyadic::ZERO,
            };
        }
        let told = |x: &Option<Dyadic>| x.as_ref().map_or(String::new(), Dyadic::to_string);
        let shown = if signs.is_empty() { "0" } else { &signs };
        let day = signs.len();
        Ok(format!("{day} {} {shown} {{{}|{}}}\n", day + 1, told(&below), told(&above)))
    }),
    answer: Some(tree_answer),
    verification: Some(Verification {
        range: Text::new("numbers born by day N", "第 N 天以前的数"),
        quick: 5,
        usual: 8,
        most: 12,
        cases: tree,
    }),
    ..Problem::BLANK
};

/// P09: the field of numbers.
pub const FIELD: Problem = Problem {
    id: "P09",
    name: "field-no",
    kind: Kind::Theory,
    title: Text::new("The ordered field No", "超现实数域 No"),
    topics: &["numbers", "product", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "The surreal numbers with this order, sum and product.",
        "全体超现实数，以及上述的大小、加法与乘法。",
    ),
    rule: Text::new(
        "They form an ordered field that contains the reals. Numbers of finite games are the dyadics p/2^q: 1/3 is born on day ω and is refused, not rounded.",
        "它们构成有序域，包含实数域。有限博弈只能取到形如 p/2^q 的数：1/3 生于第 ω 天，引擎会拒绝而不会取近似。",
    ),
    worked: &[
        Worked { expression: "(1/2 + 1/4) * 4", value: "3" },
        Worked { expression: "2 * (3/4 - 1/8) == 2 * (3/4) - 2 * (1/8)", value: "true" },
    ],
    instance: Instance::computation(
        "3/4 1/2 -2\n",
        Text::new(
            "Numbers x, y, z, y + z among them, born by day 5. Output: x · (y + z); by the rule as x·y + x·z.",
            "至第 5 天出生的数 x、y、z（y + z 亦然）。输出 x · (y + z)；按结论算作 x·y + x·z。",
        ),
        |input, _| {
            let [x, y, z] = small_numbers(input)?;
            Ok(format!("{}\n", &(&x * &y) + &(&x * &z)))
        },
        |input, limits| {
            let [x, y, z] = small_numbers(input)?;
            let sum = &y + &z;
            if sum.birthday() > 5_u32.into() {
                return Err(
                    input.error(format!("{sum} is born after day 5; expected an earlier sum"))
                );
            }
            by_options(limits, |forms| [forms.number(&x), forms.number(&sum)])
        },
    ),
    verification: Some(Verification {
        range: Text::new(
            "distributivity for the numbers born by day N, with the product of the definition",
            "第 N 天以前的数，按定义的乘法检验分配律",
        ),
        quick: 2,
        usual: 3,
        most: 4,
        cases: distributive,
    }),
    ..Problem::BLANK
};

/// Reads a game written in braces; parts without braces are values.
pub(super) fn read_form(
    text: &str,
    forms: &mut Forms,
    calc: &mut Calculator<'_>,
) -> std::result::Result<u32, String> {
    /// An open brace: its options so far, and whose turn it is.
    struct Open {
        options: [Vec<u32>; 2],
        side: usize,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut rest = text;
    let mut done = None;
    // What stood before: an option may follow a brace, a bar or a comma; a comma only an option.
    let (mut option_before, mut comma_before) = (false, false);
    while let Some(first) = rest.chars().next() {
        let mut value = None;
        let mut taken = 1;
        match first {
            ' ' => {
                rest = &rest[1..];
                continue;
            }
            '{' if !option_before => open.push(Open { options: [Vec::new(), Vec::new()], side: 0 }),
            ',' if option_before && !open.is_empty() => {}
            '|' if !comma_before => {
                let top = open.last_mut().filter(|top| top.side == 0);
                top.ok_or("a bar outside braces, or a second one")?.side = 1;
            }
            '}' if !comma_before => {
                let top = open.pop().filter(|top| top.side == 1);
                let [left, right] = top.ok_or("a closing brace without its bar")?.options;
                value = Some(forms.form(&left, &right));
            }
            '{' | ',' | '|' | '}' => return Err(format!("`{first}` is out of place")),
            _ if option_before => return Err("two options without a comma".to_owned()),
            _ => {
                taken = rest.find(['{', '}', '|', ',']).unwrap_or(rest.len());
                let game = calc.parse(rest[..taken].trim()).map_err(|error| error.to_string())?;
                value = Some(forms.of_value(game, calc).map_err(|error| error.to_string())?);
            }
        }
        rest = &rest[taken..];
        option_before = value.is_some();
        comma_before = first == ',';
        let Some(value) = value else { continue };
        match open.last_mut() {
            Some(top) => top.options[top.side].push(value),
            None => done = Some(value),
        }
    }
    done.filter(|_| open.is_empty()).ok_or_else(|| "an open brace".to_owned())
}

fn form_answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    /// Forms are as deep as their text is long, and values are written out.
    const LONGEST: usize = 1000;
    let line = input.line();
    let text = input.rest_of_line("a game")?;
    let wrong = |message: String| Error::Input { line, message };
    if text.len() > LONGEST {
        return Err(input
            .error(format!("the game has {} characters; expected at most {LONGEST}", text.len())));
    }
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut forms = Forms::default();
    if let Some(large) = text.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() > 2) {
        return Err(wrong(format!("{large} is too large to be written out; expected at most 99")));
    }
    let form = read_form(text, &mut forms, &mut calc)
        .map_err(|message| wrong(format!("{message}; expected a game such as {{0|1}}")))?;
    let mut played = Played::new(&forms);
    let value = played.value(&form, &mut calc)?;
    let is_form = is_number_form(form, &forms, &mut played, &mut calc)?;
    let told = if is_form { "number form" } else { "no number form" };
    Ok(format!("{told}\n{}\n", show(&mut calc, value)?))
}

/// Whether every part has number forms as options, none on the left at least one on the right.
fn is_number_form(
    form: u32,
    forms: &Forms,
    played: &mut Played<'_, Forms>,
    calc: &mut Calculator<'_>,
) -> Result<bool> {
    let (left, right) =
        (forms.options_of(form, Player::Left), forms.options_of(form, Player::Right));
    for &option in left.iter().chain(right) {
        if !is_number_form(option, forms, played, calc)? {
            return Ok(false);
        }
    }
    for &l in left {
        let l = played.value(&l, calc)?;
        for &r in right {
            let r = played.value(&r, calc)?;
            if calc.ge(l, r)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Forms born by a day: options among the canonical forms of the day before, at most so many on a side.
pub(super) fn forms_born(
    day: u64,
    most: usize,
    forms: &mut Forms,
    calc: &mut Calculator<'_>,
) -> Result<Vec<u32>> {
    if day == 0 {
        return Ok(vec![forms.form(&[], &[])]);
    }
    let before: Vec<_> = born(day - 1, forms, calc)?.into_iter().map(|(_, form)| form).collect();
    Ok(forms.with_options(&before, most))
}

fn number_forms(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let all = forms_born(to, 2, &mut forms, &mut calc)?;
    let mut played = Played::new(&forms);
    let told = |number| if number { "a number" } else { "no number" };
    for form in all {
        if is_number_form(form, &forms, &mut played, &mut calc)? {
            let value = played.value(&form, &mut calc)?;
            trial.compare(|| forms.draw(&form), told(true), told(calc.is_number(value)))?;
        }
    }
    Ok(())
}

fn equal_forms(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let all = forms_born(to, 1, &mut forms, &mut calc)?;
    let negatives: Vec<_> = all.iter().map(|&form| forms.negated(form)).collect();
    let mut played = Played::new(&forms);
    let told = |equal| if equal { "equal" } else { "different" };
    for (i, &g) in all.iter().enumerate() {
        for (&h, &negative) in all.iter().zip(&negatives).take(i + 1) {
            let identical = played.value(&g, &mut calc)? == played.value(&h, &mut calc)?;
            let outcome = played.outcome(&[g, negative], trial.limits())?;
            let case = || format!("{} and {}", forms.draw(&g), forms.draw(&h));
            trial.compare(case, told(identical), told(outcome == Outcome::P))?;
        }
    }
    Ok(())
}

/// The sum of two forms, option by option.
fn sum(x: u32, y: u32, forms: &mut Forms, known: &mut HashMap<(u32, u32), u32>) -> u32 {
    if let Some(&known) = known.get(&(x, y)) {
        return known;
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| {
        let (of_x, of_y) =
            (forms.options_of(x, player).to_vec(), forms.options_of(y, player).to_vec());
        let mut options: Vec<_> = of_x.into_iter().map(|x| sum(x, y, forms, known)).collect();
        options.extend(of_y.into_iter().map(|y| sum(x, y, forms, known)));
        options
    });
    let total = forms.form(&left, &right);
    known.insert((x, y), total);
    total
}

fn sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let mut known = HashMap::new();
    let mut totals = Vec::new();
    for &(g, x) in &games {
        let negative = forms.negated(x);
        for &(h, y) in &games {
            totals.push((
                g,
                h,
                sum(x, y, &mut forms, &mut known),
                sum(y, negative, &mut forms, &mut known),
            ));
        }
    }
    let mut played = Played::new(&forms);
    for (g, h, total, difference) in totals {
        for (sign, claimed, form) in
            [("+", calc.add(g, h)?, total), ("−", calc.sub(h, g)?, difference)]
        {
            let value = played.value(&form, &mut calc)?;
            let (a, b) = if sign == "+" { (g, h) } else { (h, g) };
            let case = format!("{} {sign} {}", show(&mut calc, a)?, show(&mut calc, b)?);
            trial.compare(|| case, show(&mut calc, claimed)?, show(&mut calc, value)?)?;
        }
    }
    Ok(())
}

/// Conway's product of two forms, by the definition.
fn product(
    x: u32,
    y: u32,
    forms: &Forms,
    known: &mut HashMap<(u32, u32), Game>,
    calc: &mut Calculator<'_>,
) -> Result<Game> {
    if let Some(&known) = known.get(&(x, y)) {
        return Ok(known);
    }
    let mut options = [Vec::new(), Vec::new()];
    for of_x in [Player::Left, Player::Right] {
        for of_y in [Player::Left, Player::Right] {
            for &a in forms.options_of(x, of_x) {
                for &b in forms.options_of(y, of_y) {
                    let (ay, xb) =
                        (product(a, y, forms, known, calc)?, product(x, b, forms, known, calc)?);
                    let ab = product(a, b, forms, known, calc)?;
                    let both = calc.add(ay, xb)?;
                    options[usize::from(of_x != of_y)].push(calc.sub(both, ab)?);
                }
            }
        }
    }
    let value = calc.from_options(&options[0], &options[1])?;
    known.insert((x, y), value);
    Ok(value)
}

fn products(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let mut numbers: Vec<_> = numbers_born_by(to as u32).collect();
    numbers.sort_by_key(Dyadic::birthday);
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let mut known = HashMap::new();
    for (x, &x_form) in numbers.iter().zip(&number_forms) {
        for (y, &y_form) in numbers.iter().zip(&number_forms) {
            let value = product(x_form, y_form, &forms, &mut known, &mut calc)?;
            trial.compare(|| format!("{x} · {y}"), (x * y).to_string(), show(&mut calc, value)?)?;
        }
    }
    Ok(())
}

/// PE2 as printed: forms of 0 are claimed to give 0 times any game.
fn products_of_zero(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let star = forms.nimber(1);
    let mut zeros = vec![("{|}".to_owned(), forms.form(&[], &[]))];
    for n in 1..=to as i64 {
        let option = forms.number(&Dyadic::from(n));
        zeros.push((format!("{{|{n}}}"), forms.form(&[], &[option])));
    }
    let mut known = HashMap::new();
    for (name, zero) in zeros {
        let value = product(zero, star, &forms, &mut known, &mut calc)?;
        trial.compare(|| format!("{name} · *"), "0".to_owned(), show(&mut calc, value)?)?;
    }
    Ok(())
}

/// The facts about 0, 1 and −1, by play; or those the slides print by mistake.
fn first_facts(trial: &mut Trial<'_>, misprinted: bool) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let zero = forms.form(&[], &[]);
    let one = forms.form(&[zero], &[]);
    let minus_one = forms.form(&[], &[zero]);
    let mut played = Played::new(&forms);
    // G ≥ 0 if Left wins moving second; each fact is a sum of which that is asked.
    let facts: &[(&str, &[u32], bool)] = if misprinted {
        &[("0 ≥ 0", &[zero, zero], false), ("0 ≤ 0", &[zero, zero], false)]
    } else {
        &[
            ("0 ≥ 0", &[zero, zero], true),
            ("1 ≥ 0", &[one], true),
            ("0 ≥ 1", &[minus_one], false),
            ("0 + 1 ≥ 1", &[zero, one, minus_one], true),
            ("1 + (−1) ≥ 0", &[one, minus_one], true),
            ("0 ≥ 1 + (−1)", &[minus_one, one], true),
        ]
    };
    for (fact, sum, claimed) in facts {
        let outcome = played.outcome(sum, trial.limits())?;
        let holds = outcome.winner(Player::Right) == Player::Left;
        trial.compare(|| (*fact).to_owned(), *claimed, holds)?;
    }
    Ok(())
}

fn tree_answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    /// Signs are written out to this birthday.
    const LATEST: u32 = 1000;
    let x = number(input, "the number")?;
    let birthday = x.birthday();
    if birthday > LATEST.into() {
        return Err(
            input.error(format!("the number is born on day {birthday}; expected at most {LATEST}"))
        );
    }
    let signs = x
        .sign_expansion()
        .to_signs(LATEST as usize)
        .map_err(|error| input.error(error.to_string()))?;
    let mut text = format!("{birthday} {} ", &birthday + 1_u8);
    let option = |option: Option<Dyadic>| option.map_or(String::new(), |x| x.to_string());
    let _ = writeln!(
        text,
        "{} {{{}|{}}}",
        if signs.is_empty() { "0" } else { &signs },
        option(x.left_option()),
        option(x.right_option())
    );
    Ok(text)
}

fn tree(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut numbers: Vec<Dyadic> = Vec::new();
    for day in 0..=to {
        // Between two neighbours, and beyond both ends.
        let mut new = Vec::new();
        for i in 0..=numbers.len() {
            let left = i.checked_sub(1).map(|i| calc.number(&numbers[i])).transpose()?;
            let right = numbers.get(i).map(|x| calc.number(x)).transpose()?;
            let value = calc.from_options(left.as_slice(), right.as_slice())?;
            new.extend(calc.as_number(value));
        }
        for x in &new {
            let q = x.exponent();
            let whole = x.abs().floor();
            let claimed = if q == 0 { whole } else { whole + q + 1_u8 };
            trial.compare(
                || format!("the birthday of {x}"),
                claimed.to_string(),
                day.to_string(),
            )?;
        }
        numbers.extend(new);
        numbers.sort_unstable();
        numbers.dedup();
        let claimed = (1_usize << (day + 1)) - 1;
        trial.compare(|| format!("numbers born by day {day}"), claimed, numbers.len())?;
    }
    Ok(())
}

fn distributive(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let numbers: Vec<_> = numbers_born_by(to as u32).collect();
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let sums: Vec<Vec<_>> =
        numbers.iter().map(|y| numbers.iter().map(|z| forms.number(&(y + z))).collect()).collect();
    let mut known = HashMap::new();
    for (x, &x_form) in numbers.iter().zip(&number_forms) {
        for (j, &y_form) in number_forms.iter().enumerate() {
            for (k, &z_form) in number_forms.iter().enumerate() {
                let at_once = product(x_form, sums[j][k], &forms, &mut known, &mut calc)?;
                let first = product(x_form, y_form, &forms, &mut known, &mut calc)?;
                let second = product(x_form, z_form, &forms, &mut known, &mut calc)?;
                let apart = calc.add(first, second)?;
                let case = || format!("{x} · ({} + {})", numbers[j], numbers[k]);
                trial.compare(case, show(&mut calc, apart)?, show(&mut calc, at_once)?)?;
            }
        }
    }
    Ok(())
}

/// Reads numbers whose products are made option by option.
fn small_numbers<const N: usize>(input: &mut Input<'_>) -> Result<[Dyadic; N]> {
    const LATEST: u32 = 5;
    let mut numbers = [const { Dyadic::ZERO }; N];
    for x in &mut numbers {
        *x = number(input, "a number")?;
        if x.birthday() > LATEST.into() {
            return Err(
                input.error(format!("{x} is born after day {LATEST}; expected an earlier one"))
            );
        }
    }
    Ok(numbers)
}

/// The product of two forms by the definition.
fn by_options(limits: &Limits, pair: impl FnOnce(&mut Forms) -> [u32; 2]) -> Result<String> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut forms = Forms::default();
    let [x, y] = pair(&mut forms);
    let value = product(x, y, &forms, &mut HashMap::new(), &mut calc)?;
    Ok(show(&mut calc, value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_or_refused() {
        let value = |text: &str| {
            NUMBER_FORM.run(text, &Limits::none()).unwrap_or_else(|error| error.to_string())
        };
        assert_eq!(value("{ 0 , {|} | 1 }"), "number form\n1/2\n");
        assert_eq!(value("*99"), "no number form\n*99\n");
        for (text, message) in [
            ("{0 {1|}|}", "line 1: `{` is out of place; expected a game such as {0|1}"),
            ("{,0|}", "line 1: `,` is out of place; expected a game such as {0|1}"),
            ("{0,|}", "line 1: `|` is out of place; expected a game such as {0|1}"),
            ("{0|1", "line 1: an open brace; expected a game such as {0|1}"),
            ("{0|1}{0|1}", "line 1: `{` is out of place; expected a game such as {0|1}"),
            ("0}", "line 1: a closing brace without its bar; expected a game such as {0|1}"),
            ("{100|}", "line 1: 100 is too large to be written out; expected at most 99"),
        ] {
            assert_eq!(value(text), message);
        }
    }
}
