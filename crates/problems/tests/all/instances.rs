//! Every entry can be tried, and what is told of a position is what play makes of it.

use std::collections::{BTreeMap, BTreeSet};

use farstar_problems::{Fate, Game, Instance, Kind, Problem, Turn, catalogue};
use farstar_value::{Limits, Player, SplitMix64};

/// The only game that need not end: its graph has cycles.
const ENDLESS: &[&str] = &["I01"];

fn games() -> impl Iterator<Item = (&'static Problem, &'static Game)> {
    catalogue::problems().into_iter().filter_map(|problem| match &problem.instance {
        Instance::Game(game) => Some((problem, game)),
        _ => None,
    })
}

fn told(problem: &Problem, game: &Game, position: &str) -> Turn {
    game.turn(position, &Limits::none())
        .unwrap_or_else(|error| panic!("{} at {position}: {error}", problem.id))
}

/// Everything that can be seen of one position: marks, rule, names, texts.
fn check(problem: &Problem, game: &Game, turn: &Turn) {
    let at = format!("{} at {}", problem.id, turn.position);
    assert_eq!(told(problem, game, &turn.position).position, turn.position, "{at}: read again");
    let players: Vec<Player> = turn.sides.iter().map(|side| side.player).collect();
    match turn.mover {
        Some(mover) => assert_eq!(players, [mover], "{at}"),
        None if turn.impartial => assert_eq!(players, [Player::Left], "{at}"),
        None => assert_eq!(players, [Player::Left, Player::Right], "{at}"),
    }
    for side in &turn.sides {
        let fates: Vec<Fate> = side.moves.iter().map(|one| one.fate).collect();
        if !fates.is_empty() {
            let best = match fates {
                _ if fates.contains(&Fate::Wins) => Fate::Wins,
                _ if fates.contains(&Fate::Draws) => Fate::Draws,
                _ => Fate::Loses,
            };
            assert_eq!(side.played, best, "{at}, {}: the marks of the moves", side.player);
            assert_eq!(fates[side.best.expect("a best move")], best, "{at}: the best move");
        }
        if let Some(rule) = side.rule {
            assert_eq!(rule, side.played, "{at}, {}: the rule", side.player);
        }
        let names: BTreeSet<&str> = side.moves.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), side.moves.len(), "{at}: {:?}", side.moves);
        assert!(names.iter().all(|name| !name.trim().is_empty()), "{at}: {names:?}");
    }
}

#[test]
fn only_what_is_lost_has_nothing_to_try() {
    for problem in catalogue::problems() {
        let nothing = matches!(problem.instance, Instance::Lost);
        assert_eq!(nothing, problem.kind == Kind::Lost, "{}", problem.id);
    }
}

#[test]
fn a_computation_agrees_with_its_definition() {
    for problem in catalogue::problems() {
        let Instance::Computation(computation) = &problem.instance else { continue };
        let attempt = computation.attempt(computation.input, &Limits::none());
        let attempt = attempt.unwrap_or_else(|error| panic!("{}: {error}", problem.id));
        assert_eq!(attempt.rule, attempt.definition, "{}", problem.id);
        assert!(!attempt.rule.trim().is_empty(), "{}", problem.id);
        let told = problem.format.en.len() + problem.note.en.len();
        assert!(told > 0, "{}: what the input is", problem.id);
    }
}

#[test]
fn rules_and_marks_agree_with_play_along_random_games() {
    let mut random = SplitMix64::new(64);
    let mut below = |n: usize| random.below(n as u64) as usize;
    for (problem, game) in games() {
        let start = told(problem, game, game.start);
        assert_eq!(start.position, game.start, "{}", problem.id);
        let spoken = start.sides.iter().any(|side| side.rule.is_some());
        assert!(spoken, "{}: the rule speaks of the start", problem.id);
        assert!(start.sides.iter().any(|side| side.moves.len() > 1), "{}: a choice", problem.id);
        for round in 0..3_usize {
            let mut turn = start.clone();
            let mut mover = turn.mover.unwrap_or([Player::Left, Player::Right][round % 2]);
            for moves in 0.. {
                check(problem, game, &turn);
                let side = turn.sides.iter().find(|side| turn.impartial || side.player == mover);
                let side = side.expect("the side of the player to move");
                if side.moves.is_empty() || moves == 8 && ENDLESS.contains(&problem.id) {
                    break;
                }
                assert!(moves < 200, "{}: play ends", problem.id);
                let chosen = side.moves[below(side.moves.len())].clone();
                turn = told(problem, game, &chosen.position);
                mover = mover.opponent();
                let next = turn.sides.iter().find(|side| turn.impartial || side.player == mover);
                let next = next.expect("the side of the other player");
                let at = format!("{} at {}", problem.id, turn.position);
                assert_eq!(next.played.opposite(), chosen.fate, "{at}: told before and after");
            }
        }
    }
}

/// Who wins, by the definition, from what is told of moves alone; an end is what it is told to be.
fn by_definition(
    problem: &Problem,
    game: &Game,
    position: &str,
    mover: Player,
    known: &mut BTreeMap<(String, Player), Fate>,
    budget: &mut usize,
) -> Option<Fate> {
    if let Some(&fate) = known.get(&(position.to_owned(), mover)) {
        return Some(fate);
    }
    *budget = budget.checked_sub(1)?;
    let turn = told(problem, game, position);
    let side = turn.sides.iter().find(|side| turn.impartial || side.player == mover)?;
    let mut fates = Vec::new();
    for one in &side.moves {
        let next = if turn.impartial { mover } else { mover.opponent() };
        fates.push(by_definition(problem, game, &one.position, next, known, budget)?.opposite());
    }
    let fate = match () {
        () if fates.is_empty() => side.played,
        () if fates.contains(&Fate::Wins) => Fate::Wins,
        () if fates.contains(&Fate::Draws) => Fate::Draws,
        () => Fate::Loses,
    };
    assert_eq!(fate, side.played, "{} at {position}", problem.id);
    known.insert((position.to_owned(), mover), fate);
    Some(fate)
}

#[test]
fn small_games_are_told_as_the_definition_has_them() {
    let mut whole = 0;
    for (problem, game) in games().filter(|(problem, _)| !ENDLESS.contains(&problem.id)) {
        let start = told(problem, game, game.start);
        for side in &start.sides {
            let (mut known, mut budget) = (BTreeMap::new(), 100);
            let (start, player) = (game.start, side.player);
            whole += u32::from(
                by_definition(problem, game, start, player, &mut known, &mut budget).is_some(),
            );
        }
    }
    assert!(whole > 40, "{whole} games are small enough to be told whole");
}

#[test]
fn hostile_positions_are_refused() {
    let long = "9 ".repeat(600);
    for (problem, game) in games() {
        for position in [
            "",
            "x",
            "-1",
            "99999999999999999999",
            "1 2 3 4 5 6 7 8 9 1 2 3",
            "\u{0}",
            "{",
            "±",
            &long,
        ] {
            let limits = Limits::none().nodes(20_000);
            // A position or an error, in bounded time, and never a panic.
            let _ = game.turn(position, &limits);
        }
        assert!(game.turn("no such position", &Limits::none()).is_err(), "{}", problem.id);
    }
}

/// The tables behind which laws are looked for are those of play, and the rule of the entry fits them.
#[test]
fn small_positions_are_tabulated_by_play() {
    let limits = Limits::none();
    let mut tabulated = 0;
    for (problem, game) in games() {
        let Some(cells) = game.cells else { continue };
        tabulated += 1;
        let to = (cells.low + 2).min(cells.most);
        let table = |winners| game.tabulate(Some(to), winners, &limits, &mut |_, _| {}).unwrap();
        let (values, winners) = (table(false), table(true));
        assert!(winners.winners && !winners.rows.is_empty(), "{}", problem.id);
        assert_eq!(values.rows.len(), winners.rows.len(), "{}", problem.id);
        for ((cell, value), (_, winner)) in values.rows.iter().zip(&winners.rows) {
            assert_eq!(cell.len(), cells.numbers(), "{}", problem.id);
            let says = if values.winners { *value } else { i64::from(*value != 0) };
            assert_eq!(says, *winner, "{} at {cell:?}", problem.id);
            let fill = |text: String, (axis, x): (usize, &i64)| {
                text.replace(&format!("{{{axis}}}"), &x.to_string())
            };
            let position = cell.iter().enumerate().fold(cells.pattern.to_owned(), fill);
            if let [side] = &told(problem, game, &position).sides[..]
                && let Some(rule) = side.rule
            {
                assert_eq!(*winner, i64::from(rule == Fate::Wins), "{} at {cell:?}", problem.id);
            }
        }
        let beyond = game.tabulate(Some(cells.most + 1), false, &limits, &mut |_, _| {});
        assert!(beyond.is_err(), "{}", problem.id);
    }
    assert!(tabulated > 15, "{tabulated} entries");
}
