//! All-small games and atomic weights.

use farstar_value::{Arena, Calculator, Game, Outcome, Player};

use super::order::of_outcome;
use super::play::{Forms, Played, show};
use super::written;
use crate::error::Result;
use crate::problem::{Kind, Problem, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

const SOURCE: &str =
    "Winning Ways, ch. 8; slides: surreal numbers and partizan games (2021), 全部小博弈, 原子量";

const DAYS: Text = Text::new("all-small games born by day N", "第 N 天以前的全部小博弈");

/// Theorems on all-small games born by some day.
const fn by_days(cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>) -> Verification {
    Verification { range: DAYS, quick: 2, usual: 3, most: 3, cases }
}

/// P35: all-small games.
pub const ALL_SMALL: Problem = Problem {
    id: "P35",
    name: "all-small",
    kind: Kind::Theory,
    title: Text::new("All-small games", "全部小博弈"),
    topics: &["partizan", "all-small", "definition"],
    source: SOURCE,
    statement: Text::new(
        "A game is all-small if in every follower, itself among them, both players can move or neither can.",
        "若博弈（包括自身）的每个后继状态中，要么双方都能行动，要么双方都不能行动，则称为全部小博弈。",
    ),
    rule: Text::new(
        "Sums of all-small games are all-small; so are impartial games, n·↑ and n·↑ + *. By days 0 to 3 there are 1, 2, 7, 67.",
        "全部小博弈的和仍是全部小的；公平博弈、n·↑、n·↑ + * 都是全部小的。第 0 至 3 天以前分别有 1、2、7、67 个。",
    ),
    worked: &[
        Worked { expression: "^.IsAllSmall", value: "true" },
        Worked { expression: "{1|0}.IsAllSmall", value: "false" },
    ],
    instance: written::sum("^* + v"),
    verification: Some(by_days(counts)),
    ..Problem::BLANK
};

/// P36: the far star.
pub const FAR_STAR: Problem = Problem {
    id: "P36",
    name: "far-star",
    kind: Kind::Theory,
    title: Text::new("The far star", "远星 ⋆"),
    topics: &["partizan", "all-small", "nimbers", "definition"],
    source: SOURCE,
    statement: Text::new(
        "⋆ is *n with n larger than every k for which *k is a follower of the games in question.",
        "远星 ⋆ 是 n 足够大的 *n：比所涉及博弈的后继状态中任何 *k 的 k 都大。",
    ),
    rule: Text::new(
        "Every such n compares alike with the games in question.",
        "凡足够大的 n，与所涉及的博弈比较的结果都相同。",
    ),
    worked: &[
        Worked { expression: "^.RemoteStar", value: "*2" },
        Worked { expression: "^ > *2 and ^ > *100", value: "true" },
    ],
    instance: written::sum("^ + *4"),
    verification: Some(by_days(far_stars)),
    ..Problem::BLANK
};

/// P37: atomic weights.
pub const ATOMIC_WEIGHT: Problem = Problem {
    id: "P37",
    name: "atomic-weight",
    kind: Kind::Theory,
    title: Text::new("Atomic weight", "原子量"),
    topics: &["partizan", "all-small", "atomic weight", "definition"],
    source: SOURCE,
    statement: Text::new(
        "G'' = {G^L'' − 2 | G^R'' + 2} for an all-small game, unless that is an integer and G > ⋆ or G < ⋆: then G'' is the greatest integer ⧏ every G^R'' + 2, or the least integer ⧐ every G^L'' − 2. 0'' = 0.",
        "对全部小博弈 G，G'' = {G^L'' − 2 | G^R'' + 2}；若所得是整数且 G > ⋆ 或 G < ⋆，则前者取 ⧏ 一切 G^R'' + 2 的最大整数，后者取 ⧐ 一切 G^L'' − 2 的最小整数。0'' = 0。",
    ),
    rule: Text::new(
        "The weight is a game, and a function of the value. G > ⋆ exactly if G'' ≥ 1.",
        "原子量本身是一个博弈，只依赖于 G 的值。G > ⋆ 当且仅当 G'' ≥ 1。",
    ),
    complexity: "one step for each follower",
    worked: &[
        Worked { expression: "{^^|vv}.AtomicWeight", value: "*" },
        Worked { expression: "{^3|*}.AtomicWeight", value: "3/2" },
    ],
    instance: written::sum("{^3|*} + v + v"),
    verification: Some(by_days(weights)),
    ..Problem::BLANK
};

/// P38: examples of atomic weights.
pub const EXAMPLES: Problem = Problem {
    id: "P38",
    name: "atomic-weight-examples",
    kind: Kind::Theory,
    title: Text::new("Atomic weights: examples", "原子量的例子"),
    topics: &["partizan", "all-small", "atomic weight"],
    source: SOURCE,
    statement: Text::new(
        "The weights of 0, *n, ↑, n·↑, ⇑* and {⇑|⇓}.",
        "0、*n、↑、n·↑、⇑* 与 {⇑|⇓} 的原子量。",
    ),
    rule: Text::new(
        "0 and *n weigh 0, ↑ = {0|*} weighs 1, n·↑ weighs n, ⇑* = {0|↑} weighs 2 and {⇑|⇓} weighs *. The slides print the last two with single arrows (PE5).",
        "0 与 *n 为 0，↑ = {0|*} 为 1，n·↑ 为 n，⇑* = {0|↑} 为 2，{⇑|⇓} 为 *。课件把最后两例的双箭头印成了单箭头（PE5）。",
    ),
    worked: &[
        Worked { expression: "*5.AtomicWeight", value: "0" },
        Worked { expression: "^.AtomicWeight", value: "1" },
        Worked { expression: "^7.AtomicWeight", value: "7" },
        Worked { expression: "{0|^}.AtomicWeight", value: "2" },
        Worked { expression: "^*.AtomicWeight", value: "1" },
        Worked { expression: "{^^|vv}.AtomicWeight", value: "*" },
        Worked { expression: "{^|v}.AtomicWeight", value: "0" },
    ],
    instance: written::sum("* + ^^* + v"),
    ..Problem::BLANK
};

/// P39: the atomic weight theorem.
pub const THEOREM: Problem = Problem {
    id: "P39",
    name: "atomic-weight-theorem",
    kind: Kind::Theory,
    title: Text::new("Atomic weight theorem", "原子量定理"),
    topics: &["partizan", "all-small", "atomic weight", "sum", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "G and H are all-small. (The slide with the theorem is lost; this is the standard statement.)",
        "G、H 是全部小博弈。（原课件此页已缺，这里是通行的表述。）",
    ),
    rule: Text::new(
        "(G + H)'' = G'' + H''. The two-ahead rule: G'' ≥ 2 implies G > 0, G'' ≤ −2 implies G < 0; and G'' ≥ 1 implies G ⧐ 0, G'' ≤ −1 implies G ⧏ 0.",
        "(G + H)'' = G'' + H''。G'' ≥ 2 则 G > 0，G'' ≤ −2 则 G < 0；G'' ≥ 1 则 G ⧐ 0，G'' ≤ −1 则 G ⧏ 0。",
    ),
    worked: &[
        Worked { expression: "(^^* + {0|^}).AtomicWeight", value: "4" },
        Worked { expression: "^^* > 0", value: "true" },
    ],
    instance: written::sum("^^* + v"),
    verification: Some(by_days(two_ahead)),
    ..Problem::BLANK
};

/// All-small by the definition.
fn is_all_small(calc: &mut Calculator<'_>, game: Game) -> Result<bool> {
    let [left, right] = [calc.options(game, Player::Left)?, calc.options(game, Player::Right)?];
    if left.is_empty() != right.is_empty() {
        return Ok(false);
    }
    for option in left.into_iter().chain(right) {
        if !is_all_small(calc, option)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn counts(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// All-small games born by days 0 to 3.
    const PUBLISHED: [usize; 4] = [1, 2, 7, 67];
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for day in 0..=to {
        let mut count = 0;
        for game in calc.games_born_by(day as u32)? {
            let by_definition = is_all_small(&mut calc, game)?;
            let case = show(&mut calc, game)?;
            trial.compare(|| case, calc.is_all_small(game)?, by_definition)?;
            count += usize::from(by_definition);
        }
        trial.compare(
            || format!("all-small games born by day {day}"),
            PUBLISHED[day as usize],
            count,
        )?;
    }
    Ok(())
}

fn far_stars(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// Games born by day 3 have no nimber larger than *3 among their followers.
    const LEAST: u32 = 4;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in calc.all_small_games_born_by(to as u32)? {
        games.push((game, forms.of_value(game, &mut calc)?));
    }
    let stars: Vec<_> = (LEAST..LEAST + 3).map(|n| forms.nimber(n)).collect();
    let mut played = Played::new(&forms);
    for (game, form) in games {
        let claimed = calc.compare_remote_star(game)?;
        for (&star, n) in stars.iter().zip(LEAST..) {
            let outcome = played.outcome(&[form, star], trial.limits())?;
            let case = format!("{} against *{n}", show(&mut calc, game)?);
            trial.compare(|| case, claimed, of_outcome(outcome))?;
        }
    }
    Ok(())
}

fn weights(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// A far star for games born by day 3.
    const FAR: u32 = 4;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let one = calc.integer(1)?;
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in calc.all_small_games_born_by(to as u32)? {
        games.push((game, forms.of_value(game, &mut calc)?));
    }
    let star = forms.nimber(FAR);
    let mut played = Played::new(&forms);
    for (game, form) in games {
        let weight = calc.atomic_weight(game)?;
        let above = played.outcome(&[form, star], trial.limits())? == Outcome::L;
        let case = format!("{}, of weight {}", show(&mut calc, game)?, show(&mut calc, weight)?);
        let told = |above| if above { "above the far star" } else { "not above the far star" };
        trial.compare(|| case, told(calc.ge(weight, one)?), told(above))?;
    }
    Ok(())
}

fn two_ahead(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in calc.all_small_games_born_by(to as u32)? {
        games.push((game, calc.atomic_weight(game)?, forms.of_value(game, &mut calc)?));
    }
    let bounds = [calc.integer(2)?, calc.integer(1)?, calc.integer(-1)?, calc.integer(-2)?];
    let mut played = Played::new(&forms);
    for (i, &(g, g_weight, g_form)) in games.iter().enumerate() {
        for &(h, h_weight, h_form) in &games[..=i] {
            let sum = calc.add(g, h)?;
            let claimed = calc.add(g_weight, h_weight)?;
            let weight = calc.atomic_weight(sum)?;
            let name = format!("{} + {}", show(&mut calc, g)?, show(&mut calc, h)?);
            trial.compare(
                || format!("the weight of {name}"),
                show(&mut calc, claimed)?,
                show(&mut calc, weight)?,
            )?;
            let outcome = played.outcome(&[g_form, h_form], trial.limits())?;
            let rules = [
                (calc.ge(weight, bounds[0])?, outcome == Outcome::L, "Left wins"),
                (
                    calc.ge(weight, bounds[1])?,
                    matches!(outcome, Outcome::L | Outcome::N),
                    "Left wins first",
                ),
                (
                    calc.le(weight, bounds[2])?,
                    matches!(outcome, Outcome::R | Outcome::N),
                    "Right wins first",
                ),
                (calc.le(weight, bounds[3])?, outcome == Outcome::R, "Right wins"),
            ];
            for (applies, holds, told) in rules {
                if applies {
                    trial.compare(|| name.clone(), told, if holds { told } else { "otherwise" })?;
                }
            }
        }
    }
    Ok(())
}
