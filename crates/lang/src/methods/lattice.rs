//! Days, the lattices of games born by them, and random games.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_play::say;
use farstar_value::{Calculator, Game, RandomShape, SplitMix64};

entries!(Lattice);

/// Random games are born by this day at most: their size can square with every day.
const LAST_RANDOM_DAY: u64 = 12;
/// Random games have this many options before simplification at most.
const WIDEST_RANDOM: u64 = 16;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.Join(h, day)",
        "The least game born by the day that is at least both; the day is the later birthday if it is left out. Of two heap games, the one in which a move may follow the rules of either.",
        ("0.Join(*, 1)", "1"),
        |c, a| match a {
            [Value::Ruleset(first), Value::Ruleset(second)] => {
                super::ruleset::join(c, first, second)
            }
            _ => lattice(c, a, |calc, g, h, day| calc.join(g, h, day)),
        },
    )
    .taking(2, 3),
    of(
        "g.Meet(h, day)",
        "The greatest game born by the day that is at most both.",
        ("0.Meet(*, 1)", "-1"),
        |c, a| lattice(c, a, |calc, g, h, day| calc.meet(g, h, day)),
    )
    .taking(2, 3),
    of(
        "games_born_by(day)",
        "All values born by a day, as a set.",
        ("games_born_by(2).Size", "22"),
        |c, a| {
            let day = day(c, &a[0])?;
            let games = c.calc.games_born_by(day)?;
            c.set_of_games(games)
        },
    )
    .called("GamesBornBy"),
    of(
        "all_small_games_born_by(day)",
        "All all-small values born by a day, as a set.",
        ("all_small_games_born_by(2)", "{0,*,*2,v,v*,^,^*}"),
        |c, a| {
            let day = day(c, &a[0])?;
            let games = c.calc.all_small_games_born_by(day)?;
            c.set_of_games(games)
        },
    )
    .called("AllSmallGamesBornBy"),
    of(
        "numbers_born_by(day)",
        "All numbers born by a day, as a set.",
        ("numbers_born_by(2)", "{-2,-1,-1/2,0,1/2,1,2}"),
        |c, a| {
            let day = day(c, &a[0])?;
            let games = c.calc.numbers_born_by(day)?;
            c.set_of_games(games)
        },
    )
    .called("NumbersBornBy"),
    of(
        "RandomGame(seed, day, width)",
        "A random game born by the day (3) with forms of at most so many options a side (2); equal seeds give equal games.",
        ("RandomGame(7) == RandomGame(7)", "true"),
        random,
    )
    .taking(1, 3),
    of(
        "RandomAllSmallGame(seed, day, width)",
        "A random all-small game.",
        ("RandomAllSmallGame(7).IsAllSmall", "true"),
        random_all_small,
    )
    .taking(1, 3),
];

fn day(context: &mut Context<'_, '_>, value: &Value) -> Outcome<u32> {
    let n = context.natural(value)?;
    u32::try_from(n).map_err(|_| {
        Fault::domain(say!("day {0} is beyond reach", n)).expected("a small day such as 2")
    })
}

fn lattice(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    operation: fn(&mut Calculator<'_>, Game, Game, u32) -> farstar_value::Result<Game>,
) -> Outcome<Value> {
    let (g, h) = (context.game(&arguments[0])?, context.game(&arguments[1])?);
    let day = match arguments.get(2) {
        Some(value) => day(context, value)?,
        None => {
            let later = context.calc.birthday(g)?.max(context.calc.birthday(h)?);
            u32::try_from(&later)
                .map_err(|_| Fault::domain(say!("day {0} is beyond reach", later)))?
        }
    };
    let result = operation(&mut context.calc, g, h, day)?;
    Ok(context.value_of_game(result))
}

fn random(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    random_of(context, arguments, false)
}

fn random_all_small(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    random_of(context, arguments, true)
}

fn random_of(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    all_small: bool,
) -> Outcome<Value> {
    let mut within = |place: usize, default: u64, most: u64, what: &str| -> Outcome<u32> {
        let n = match arguments.get(place) {
            Some(value) => context.natural(value)?,
            None => default,
        };
        match u32::try_from(n) {
            Ok(small) if n <= most => Ok(small),
            _ => Err(Fault::too_large(say!("{0} {1} is too large for a random game", what, n))
                .expected(say!("at most {0}", most))),
        }
    };
    let birthday = within(1, 3, LAST_RANDOM_DAY, "day")?;
    let width = within(2, 2, WIDEST_RANDOM, "width")?;
    let seed = context.small(&arguments[0])?.cast_unsigned();
    let shape = RandomShape { birthday, width, all_small };
    let game = context.calc.random_game(&mut SplitMix64::new(seed), &shape)?;
    Ok(context.value_of_game(game))
}
