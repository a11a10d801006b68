//! Games, their outcomes and their order.

use farstar_value::loopy::{Loopy, LoopyOutcome};
use farstar_value::{Arena, Calculator, Comparison, Game, Outcome};

use super::play::{Forms, Played, place, ruleset, show};
use super::written;
use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::instance::{Instance, by_value};
use crate::problem::{Kind, Problem, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

const SOURCE: &str = "Slides: surreal numbers and partizan games (2021)";

/// What is played out for the theorems below.
pub(super) const DAYS: Text =
    Text::new("games born by day N, played out", "第 N 天以前的博弈，按定义搜索");

/// Theorems on games born by some day.
const fn by_days(cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>) -> Verification {
    Verification { range: DAYS, quick: 2, usual: 2, most: 2, cases }
}

/// P12: what a game is.
pub const GAME: Problem = Problem {
    id: "P12",
    name: "combinatorial-game",
    kind: Kind::Theory,
    title: Text::new("Combinatorial game", "组合博弈"),
    topics: &["partizan", "definition"],
    source: SOURCE,
    statement: Text::new(
        "Two players, Left and Right, move alternately. Each has in every position finitely many moves of their own; there is no chance and nothing is hidden. Who cannot move loses. A position is {L | R}: what Left can move to, what Right can move to.",
        "左、右两位玩家轮流行动，每个状态下各有有限种走法；没有随机因素，也没有隐藏的信息。不能操作者负。一个局面记作 {L | R}：L 为左方行动后可达的局面，R 为右方行动后可达的局面。",
    ),
    rule: Text::new(
        "Order, sum and negative are those of numbers, with positions for L and R. The order is partial only, and the product does not carry over (P06).",
        "大小、加法与取负的定义与数相同，以局面代替数。但大小只是偏序，乘法也不能照搬（见 P06）。",
    ),
    worked: &[
        Worked { expression: "{1|-1}.Outcome", value: "N" },
        Worked { expression: "Nim(5).CanonicalForm", value: "*5" },
    ],
    instance: Instance::ruleset(
        "Domineering",
        "...|...",
        Text::new(
            "Left places vertical dominoes, Right horizontal ones.",
            "左方放竖的骨牌，右方放横的。",
        ),
        by_value,
    ),
    verification: Some(Verification {
        range: Text::new(
            "boards of Domineering with at most N cells: outcome by play and of the value",
            "至多 N 格的 Domineering 棋盘：按搜索与按值的胜负",
        ),
        quick: 8,
        usual: 12,
        most: 16,
        cases: boards,
    }),
    ..Problem::BLANK
};

/// P13: the disjunctive sum.
pub const SUM: Problem = Problem {
    id: "P13",
    name: "disjunctive-sum",
    kind: Kind::Theory,
    title: Text::new("Disjunctive sum", "博弈的和"),
    topics: &["partizan", "sum", "definition"],
    source: SOURCE,
    statement: Text::new(
        "In G + H a move is a move in exactly one of the two.",
        "在 G + H 中，每步恰在其中一个子博弈里行动。",
    ),
    rule: Text::new(
        "G + H = {G^L + H, G + H^L | G^R + H, G + H^R}: the sum of play is the sum of values.",
        "G + H = {G^L + H, G + H^L | G^R + H, G + H^R}，与数的加法一致。",
    ),
    worked: &[Worked { expression: "+-1 + 1/2", value: "{3/2|-1/2}" }],
    instance: written::sum("{2|-1} + {1|-2} + 1/2"),
    verification: Some(by_days(sums)),
    ..Problem::BLANK
};

/// P14: finite games.
pub const FINITE: Problem = Problem {
    id: "P14",
    name: "finite-game",
    kind: Kind::Theory,
    title: Text::new("Finite game", "有限博弈"),
    topics: &["partizan", "loopy", "definition"],
    source: SOURCE,
    statement: Text::new(
        "A game is finite if it has finitely many positions and no infinite run of moves, in any order of the players.",
        "若博弈只有有限多个状态，且不存在无穷长的行动序列（不论双方行动的次序），则称为有限博弈。",
    ),
    rule: Text::new(
        "Finite games have no draws, and the sum of two finite games is finite.",
        "有限博弈没有平局；两个有限博弈的和仍是有限博弈。",
    ),
    worked: &[
        Worked { expression: "on + off", value: "dud" },
        Worked { expression: "(on + off).Outcome", value: "D" },
    ],
    instance: written::sum("2 + -1 + +-1"),
    errata: &[Erratum {
        id: "PE3",
        name: "alternating-runs",
        document: Document::SurrealSlides,
        place: "有限博弈",
        printed: Text::new(
            "A game without infinite alternating runs is finite; sums of finite games are finite, and there are no draws.",
            "不存在无穷长的双方交替行动序列的博弈是有限博弈；两个有限博弈的和仍有限，且不会平局。",
        ),
        correct: Text::new(
            "on = {on |} and off = {| off} have no such run, and on + off is drawn. Infinite runs in any order must be excluded.",
            "on = {on |} 与 off = {| off} 都没有这样的序列，而 on + off 是平局。须排除任意行动次序的无穷序列。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "sums of N of the games on, off, 0 and 1",
                "on、off、0、1 中 N 个的和",
            ),
            quick: 2,
            usual: 2,
            most: 2,
            cases: no_draws,
        }),
    }],
    ..Problem::BLANK
};

/// P15: the four outcomes.
pub const OUTCOMES: Problem = Problem {
    id: "P15",
    name: "four-outcomes",
    kind: Kind::Theory,
    title: Text::new("Four outcomes", "四种胜负"),
    topics: &["partizan", "outcome", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "L: Left wins whoever starts; R: Right wins; P: the second player wins; N: the first player wins.",
        "L：左方必胜；R：右方必胜；P：后手必胜；N：先手必胜。",
    ),
    rule: Text::new(
        "Every finite game has exactly one of the four outcomes.",
        "每个有限博弈恰属于四种之一。",
    ),
    worked: &[
        Worked { expression: "1.Outcome", value: "L" },
        Worked { expression: "(-1).Outcome", value: "R" },
        Worked { expression: "{|}.Outcome", value: "P" },
        Worked { expression: "*.Outcome", value: "N" },
    ],
    instance: written::sum("+-1 + ^"),
    verification: Some(by_days(|to, trial| {
        games(to, trial, |calc, game| Ok(calc.outcome(game)?), |outcome| outcome)
    })),
    ..Problem::BLANK
};

/// P16: outcome and sign.
pub const SIGNS: Problem = Problem {
    id: "P16",
    name: "outcome-and-sign",
    kind: Kind::Theory,
    title: Text::new("Outcome and sign", "胜负与正负"),
    topics: &["partizan", "outcome", "order", "theorem"],
    source: SOURCE,
    statement: Text::new("G is a finite game.", "G 是有限博弈。"),
    rule: Text::new(
        "Left wins exactly if G > 0, Right if G < 0, the second player if G = 0, the first if G ‖ 0. So Left wins moving second exactly if G ≥ 0, Right if G ≤ 0.",
        "左方必胜 ⇔ G > 0；右方必胜 ⇔ G < 0；后手必胜 ⇔ G = 0；先手必胜 ⇔ G ‖ 0。于是左方后手必胜 ⇔ G ≥ 0，右方后手必胜 ⇔ G ≤ 0。",
    ),
    worked: &[
        Worked { expression: "^ > 0", value: "true" },
        Worked { expression: "* <> 0", value: "true" },
    ],
    instance: written::sum("* + ^"),
    verification: Some(by_days(|to, trial| {
        games(to, trial, |calc, game| Ok(calc.compare(game, Game::ZERO)?), of_outcome)
    })),
    ..Problem::BLANK
};

/// P17: greater or confused.
pub const GREATER_OR_CONFUSED: Problem = Problem {
    id: "P17",
    name: "greater-or-confused",
    kind: Kind::Theory,
    title: Text::new("Greater or confused", "⧐ 与 ⧏"),
    topics: &["partizan", "outcome", "order", "definition"],
    source: SOURCE,
    statement: Text::new(
        "G ⧐ 0 if G > 0 or G ‖ 0; G ⧏ 0 if G < 0 or G ‖ 0.",
        "G > 0 或 G ‖ 0 时记 G ⧐ 0；G < 0 或 G ‖ 0 时记 G ⧏ 0。",
    ),
    rule: Text::new(
        "G ⧐ 0 exactly if not G ≤ 0, that is if Left wins moving first. G ⧏ 0 exactly if not G ≥ 0, that is if Right does.",
        "G ⧐ 0 ⇔ G ≰ 0 ⇔ 左方先手必胜；G ⧏ 0 ⇔ G ≱ 0 ⇔ 右方先手必胜。",
    ),
    worked: &[
        Worked { expression: "* |> 0", value: "true" },
        Worked { expression: "* <| 0", value: "true" },
    ],
    instance: written::sum("{1|0} + *"),
    verification: Some(by_days(|to, trial| {
        let first = |calc: &mut Calculator<'_>, game| {
            Ok(Outcome::from_wins(!calc.le(game, Game::ZERO)?, !calc.ge(game, Game::ZERO)?))
        };
        games(to, trial, first, |outcome| outcome)
    })),
    ..Problem::BLANK
};

/// P18: comparing two games.
pub const COMPARING: Problem = Problem {
    id: "P18",
    name: "comparing-games",
    kind: Kind::Theory,
    title: Text::new("Comparing G with H", "G 与 H 的比较"),
    topics: &["partizan", "outcome", "order", "theorem"],
    source: SOURCE,
    statement: Text::new("G and H are finite games.", "G、H 是有限博弈。"),
    rule: Text::new(
        "G + (−H) is won by Left, by Right, by the second or the first player exactly if G > H, G < H, G = H, G ‖ H.",
        "G + (−H) 左方必胜、右方必胜、后手必胜、先手必胜，分别等价于 G > H、G < H、G = H、G ‖ H。",
    ),
    worked: &[
        Worked { expression: "^ > *", value: "false" },
        Worked { expression: "^ <> *", value: "true" },
        Worked { expression: "^^ > *", value: "true" },
    ],
    instance: written::sum("* + ^ + ^"),
    verification: Some(by_days(compared)),
    ..Problem::BLANK
};

/// P19: fuzzy games and sums.
pub const FUZZY: Problem = Problem {
    id: "P19",
    name: "fuzzy-game",
    kind: Kind::Theory,
    title: Text::new("Fuzzy games", "模糊博弈"),
    topics: &["partizan", "outcome", "sum", "theorem"],
    source: SOURCE,
    statement: Text::new("G is fuzzy if G ‖ 0.", "满足 G ‖ 0 的博弈称为模糊博弈。"),
    rule: Text::new(
        "G ⧐ 0 and H ≥ 0 imply G + H ⧐ 0; G ⧏ 0 and H ≤ 0 imply G + H ⧏ 0.",
        "若 G ⧐ 0，H ≥ 0，则 G + H ⧐ 0；若 G ⧏ 0，H ≤ 0，则 G + H ⧏ 0。",
    ),
    worked: &[Worked { expression: "* + ^ |> 0", value: "true" }],
    instance: written::sum("* + ^"),
    verification: Some(by_days(fuzzy_sums)),
    errata: &[Erratum {
        id: "PE4",
        name: "fuzzy-sign",
        document: Document::SurrealSlides,
        place: "模糊博弈, theorem, part 2",
        printed: Text::new(
            "If G ∥< 0 and H ≤ 0, then G + H ∥< 0.",
            "若 G ∥< 0，H ≤ 0，则 G + H ∥< 0。",
        ),
        correct: Text::new("The sign is ⧏ (<∥), less or confused.", "记号应为 ⧏，即 <∥。"),
        claim: None,
    }],
    ..Problem::BLANK
};

/// The comparison of G with H that the outcome of G − H means.
pub(super) fn of_outcome(outcome: Outcome) -> Comparison {
    match outcome {
        Outcome::L => Comparison::Greater,
        Outcome::R => Comparison::Less,
        Outcome::P => Comparison::Equal,
        Outcome::N => Comparison::Confused,
    }
}

/// The games born by some day, and their forms.
pub(super) fn born(
    day: u64,
    forms: &mut Forms,
    calc: &mut Calculator<'_>,
) -> Result<Vec<(Game, u32)>> {
    let games = calc.games_born_by(day as u32)?;
    games.into_iter().map(|game| Ok((game, forms.of_value(game, calc)?))).collect()
}

/// Holds what is claimed of each game born by a day against its outcome.
fn games<T: PartialEq + std::fmt::Display>(
    to: u64,
    trial: &mut Trial<'_>,
    claimed: impl Fn(&mut Calculator<'_>, Game) -> Result<T>,
    of_play: impl Fn(Outcome) -> T,
) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let mut played = Played::new(&forms);
    for (game, form) in games {
        let outcome = played.outcome(&[form], trial.limits())?;
        let case = show(&mut calc, game)?;
        trial.compare(|| case, claimed(&mut calc, game)?, of_play(outcome))?;
    }
    Ok(())
}

/// Holds the order of values against play of G − H.
pub(super) fn compared(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let negatives: Vec<_> = games.iter().map(|&(_, form)| forms.negated(form)).collect();
    let mut played = Played::new(&forms);
    for &(g, form) in &games {
        for (&(h, _), &negative) in games.iter().zip(&negatives) {
            let outcome = played.outcome(&[form, negative], trial.limits())?;
            let case = format!("{} against {}", show(&mut calc, g)?, show(&mut calc, h)?);
            trial.compare(|| case, calc.compare(g, h)?, of_outcome(outcome))?;
        }
    }
    Ok(())
}

/// Holds the outcomes of sums of values against play of the two games.
fn sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    pairs(to, trial, |trial, case, sum, _, _, played| trial.compare(|| case, sum, played))
}

fn fuzzy_sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    pairs(to, trial, |trial, case, _, g, h, played| {
        let [left_first, right_first] = [Outcome::R, Outcome::L]
            .map(|lost| move |outcome: Outcome| outcome != lost && outcome != Outcome::P);
        let at_least = h != Outcome::R && h != Outcome::N;
        let at_most = h != Outcome::L && h != Outcome::N;
        if left_first(g) && at_least {
            trial.compare(|| case.clone(), "Left wins first", told(left_first(played), "Left"))?;
        }
        if right_first(g) && at_most {
            trial.compare(|| case, "Right wins first", told(right_first(played), "Right"))?;
        }
        Ok(())
    })
}

fn told(wins: bool, player: &str) -> &'static str {
    match (wins, player) {
        (true, "Left") => "Left wins first",
        (true, _) => "Right wins first",
        (false, _) => "the player who moves first loses",
    }
}

/// Goes through the pairs of games born by a day: the case in words, the outcome of the sum of their values, their outcomes, and the
/// outcome of the sum in play.
fn pairs(
    to: u64,
    trial: &mut Trial<'_>,
    mut visit: impl FnMut(
        &mut Trial<'_>,
        String,
        Outcome,
        Outcome,
        Outcome,
        Outcome,
    ) -> std::result::Result<(), Ended>,
) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let mut played = Played::new(&forms);
    for &(g, g_form) in &games {
        for &(h, h_form) in &games {
            let outcome = played.outcome(&[g_form, h_form], trial.limits())?;
            let sum = calc.add(g, h)?;
            let case = format!("{} + {}", show(&mut calc, g)?, show(&mut calc, h)?);
            let (of_sum, of_g, of_h) = (calc.outcome(sum)?, calc.outcome(g)?, calc.outcome(h)?);
            visit(trial, case, of_sum, of_g, of_h, outcome)?;
        }
    }
    Ok(())
}

fn boards(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Domineering")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut sizes: Vec<_> =
        (1..=to).flat_map(|rows| (1..=to / rows).map(move |columns| (rows, columns))).collect();
    sizes.sort_by_key(|&(rows, columns)| (rows * columns, rows));
    for (rows, columns) in sizes {
        let (game, start) = place(&rules, &format!("{rows}x{columns}"))?;
        let mut played = Played::new(&game);
        let value = played.value(&start, &mut calc)?;
        let outcome = played.outcome(&[start], trial.limits())?;
        let case = || format!("Domineering on {rows} × {columns}");
        trial.compare(case, calc.outcome(value)?, outcome)?;
    }
    Ok(())
}

/// PE3: games without infinite alternating runs, whose sums are claimed to be won by somebody.
fn no_draws(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let one = calc.integer(1)?;
    let games = [
        ("0", calc.loopy(Game::ZERO)?),
        ("1", calc.loopy(one)?),
        ("on", Loopy::on()),
        ("off", Loopy::off()),
    ];
    let told = |drawn| if drawn { "it is drawn" } else { "somebody wins" };
    let mut ask = |trial: &mut Trial<'_>, case: String, game: &Loopy| {
        let drawn = !matches!(calc.loopy_outcome(game)?, LoopyOutcome::Decided(_));
        trial.compare(|| case, told(false), told(drawn))
    };
    for (name, game) in &games {
        ask(trial, (*name).to_owned(), game)?;
    }
    if to < 2 {
        return Ok(());
    }
    let mut sums = Vec::new();
    {
        let mut calc = arena.calculator_with(trial.limits());
        for (i, (name, game)) in games.iter().enumerate() {
            for (other, second) in &games[i..] {
                sums.push((format!("{name} + {other}"), calc.loopy_add(game, second)?));
            }
        }
    }
    for (name, sum) in sums {
        ask(trial, name, &sum)?;
    }
    Ok(())
}
