//! `GenClobber`: Clobber with other directions, other victims, other things left behind, as a text of the rules
//! language.

use super::board::{made, number, of, optional};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::MethodInfo;
use crate::value::Value;
use farstar_num::Rational;
use farstar_play::say;
use farstar_value::Player;

pub(super) const METHODS: &[MethodInfo] = &[of(
    SIGNATURE,
    "Clobber in which stones move by these steps, take what stands in `clobbered` (0 empty, 1 Left's, 2 Right's, 3 a blocked square), leave `leftBehind` on their square, and slide over empty squares to at most so many steps; `maxDistance` may be inf.",
    (
        "GenClobber(clobbered => {Left => {0}, Right => {0}}, leftBehind => {Left => 2, Right => 1})(\"xoxo|oo..\").CanonicalForm",
        "{*|-1}",
    ),
    clobber,
)];

const SIGNATURE: &str = "GenClobber(directions => Coordinates.Orthogonal, clobbered => {Left => {2}, Right => {1}}, leftBehind => {Left => 0, Right => 0}, maxDistance => 1)";

/// What a square holds, by the numbers that `clobbered` and `leftBehind` use.
const PIECES: [char; 4] = ['.', 'X', 'O', '#'];

/// No step goes farther along a row or a column.
const LONGEST_STEP: i64 = 32;
/// A stone goes on in the steps of a knight so often at most: each number of steps is a pattern of its own.
const MOST_LEAPS: u64 = 8;

/// What the stones of one player do.
struct Habits {
    /// The player's own piece, as a number.
    own: usize,
    /// Whether a piece is taken, by its number.
    taken: [bool; PIECES.len()],
    left_behind: usize,
}

fn clobber(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let steps = match optional(arguments, 0) {
        None => vec![(-1, 0), (0, 1), (1, 0), (0, -1)],
        Some(list) => steps(context, list)?,
    };
    let mut habits = [
        Habits { own: 1, taken: [false, false, true, false], left_behind: 0 },
        Habits { own: 2, taken: [false, true, false, false], left_behind: 0 },
    ];
    if let Some(map) = optional(arguments, 1) {
        for (habits, value) in habits.iter_mut().zip(of_players(context, "clobbered", map)?) {
            let Ok(pieces) = context.elements(&value) else {
                return Err(context.wrong(&value, "a set of pieces to take, such as {0,2}"));
            };
            habits.taken = [false; PIECES.len()];
            for taken in pieces {
                habits.taken[piece(context, &taken)?] = true;
            }
        }
    }
    if let Some(map) = optional(arguments, 2) {
        for (habits, value) in habits.iter_mut().zip(of_players(context, "leftBehind", map)?) {
            habits.left_behind = piece(context, &value)?;
        }
    }
    // No distance is no bound.
    let endless =
        matches!(optional(arguments, 3), Some(Value::Number(x)) if *x == Rational::INFINITY);
    let distance = match endless {
        true => None,
        false => Some(number(context, arguments, 3, (1, 1, "maxDistance"))?),
    };
    let rules = made(&text(&habits, &steps, distance)?)?;
    let mut given = Vec::new();
    for (place, name) in ["directions", "clobbered", "leftBehind", "maxDistance"].iter().enumerate()
    {
        if let Some(value) = optional(arguments, place) {
            given.push(format!("{name} => {}", context.written(value)?));
        }
    }
    context.board_rules(format!("GenClobber({})", given.join(", ")), rules, None)
}

/// The steps of a stone as rows and columns, each once.
fn steps(context: &mut Context<'_, '_>, list: &Value) -> Outcome<Vec<(i64, i64)>> {
    let expected = "a list of steps such as Coordinates.Diagonal or [(1,2),(2,1)]";
    let Some(list) = list.elements() else { return Err(context.wrong(list, expected)) };
    let mut steps: Vec<(i64, i64)> = Vec::new();
    for step in list {
        let pair = match step.elements() {
            Some([row, column]) => row.as_integer().zip(column.as_integer()),
            _ => None,
        };
        let Some(pair) = pair else {
            return Err(context.wrong(step, "a step (rows, columns), rows counted downwards"));
        };
        let within = |n: &dashu_int::IBig| {
            i64::try_from(n).ok().filter(|n| (-LONGEST_STEP..=LONGEST_STEP).contains(n))
        };
        let pair = within(&pair.0).zip(within(&pair.1)).filter(|pair| *pair != (0, 0));
        let Some(pair) = pair else {
            let shown = context.mention(step);
            return Err(Fault::domain(say!("the step {0}", shown))
                .expected(say!("rows and columns from -{0} to {0}, not both 0", LONGEST_STEP)));
        };
        if !steps.contains(&pair) {
            steps.push(pair);
        }
    }
    if steps.is_empty() {
        return Err(Fault::domain("no directions").expected(expected));
    }
    Ok(steps)
}

/// The values of the keys Left and Right, which are all the keys of the map.
fn of_players(context: &mut Context<'_, '_>, name: &str, map: &Value) -> Outcome<[Value; 2]> {
    let expected = match name {
        "leftBehind" => "a map such as {Left => 0, Right => 0}",
        _ => "a map such as {Left => {2}, Right => {1}}",
    };
    let Value::Map(entries) = map else {
        return Err(context.wrong(map, say!("for {0}, {1}", name, expected)));
    };
    let mut found = [None, None];
    for entry in crate::map::entries(entries) {
        match entry.key() {
            Value::Player(player) => {
                found[usize::from(*player == Player::Right)] = Some(entry.value().clone());
            }
            other => {
                return Err(context.wrong(other, say!("Left or Right as a key of {0}", name)));
            }
        }
    }
    match found {
        [Some(left), Some(right)] => Ok([left, right]),
        [left, _] => {
            let missing = if left.is_none() { "Left" } else { "Right" };
            Err(Fault::domain(say!("{0} says nothing of {1}", name, missing)).expected(expected))
        }
    }
}

/// A piece by its number.
fn piece(context: &mut Context<'_, '_>, value: &Value) -> Outcome<usize> {
    let n = context.integer(value)?;
    usize::try_from(&n).ok().filter(|&n| n < PIECES.len()).ok_or_else(|| {
        let shown = context.mention(value);
        Fault::domain(say!("there is no piece {0}", shown)).expected(
            "0 for an empty square, 1 for a stone of Left's, 2 for one of Right's, 3 for a blocked square",
        )
    })
}

/// The rules as text.
fn text(habits: &[Habits; 2], steps: &[(i64, i64)], distance: Option<u64>) -> Outcome<String> {
    let patterns = patterns(steps, distance)?;
    let mut text = "game \"Generalised Clobber\"\ngrid of . X/O #\n".to_owned();
    for (habits, player) in habits.iter().zip([Player::Left, Player::Right]) {
        if habits.left_behind == habits.own && habits.taken[habits.own] {
            return Err(Fault::unsupported(say!(
                "{0} takes a stone of {0}'s and leaves one: such a move changes nothing",
                player
            ))
            .expected(say!("another piece left behind, or clobbered without {0}", habits.own)));
        }
        let taken: String =
            PIECES.iter().zip(habits.taken).filter(|(_, taken)| *taken).map(|(c, _)| *c).collect();
        let target = match taken.chars().count() {
            0 => continue,
            1 => taken,
            _ => format!("[{taken}]"),
        };
        let (own, left) = (PIECES[habits.own].to_string(), PIECES[habits.left_behind].to_string());
        for (pattern, ways) in &patterns {
            let written = |from: &str, to: &str| pattern.replace('a', from).replace('b', to);
            let (before, after) = (written(&own, &target), written(&left, &own));
            text.push_str(&format!("{player}: {before} -> {after} {ways}\n"));
        }
    }
    if text.lines().count() == 2 {
        return Err(Fault::domain("nobody takes anything, so that nobody can move")
            .expected("a piece to take for Left or for Right"));
    }
    Ok(text)
}

/// Patterns of the moves and their ways: `a` is the stone, `b` where it goes, and what lies between stays as it is.
fn patterns(steps: &[(i64, i64)], distance: Option<u64>) -> Outcome<Vec<(String, String)>> {
    let mut patterns: Vec<(String, String)> = Vec::new();
    for &(rows, columns) in steps {
        let (height, width) = (rows.unsigned_abs() as usize, columns.unsigned_abs() as usize);
        if height != width && height != 0 && width != 0 {
            let times = distance.filter(|&times| times <= MOST_LEAPS).ok_or_else(|| {
                Fault::unsupported(say!(
                    "maxDistance with the step [{0},{1}], which follows no row, column or diagonal",
                    rows,
                    columns
                ))
                .expected(say!("a distance of at most {0}", MOST_LEAPS))
            })?;
            let leaps = (1..=times as usize).map(|times| leap(rows, columns, times));
            patterns.extend(leaps.map(|leap| (leap, String::new())));
            continue;
        }
        let over = "?".repeat(height.max(width) - 1);
        let empty = if over.is_empty() { ".".to_owned() } else { format!("({over}.)") };
        let slide = match distance {
            Some(1) => String::new(),
            Some(most) => format!("{empty}{{0,{}}}", most - 1),
            None => format!("{empty}*"),
        };
        let pattern = format!("a{slide}{over}b");
        let way = WAYS[(rows.signum() + 1) as usize][(columns.signum() + 1) as usize];
        match patterns.iter_mut().find(|(known, _)| *known == pattern) {
            Some((_, ways)) => ways.push_str(&format!(" {way}")),
            None => patterns.push((pattern, way.to_owned())),
        }
    }
    Ok(patterns)
}

/// The ways of the rules language by the signs of rows and columns.
const WAYS: [[&str; 3]; 3] = [["nw", "up", "ne"], ["left", "", "right"], ["sw", "down", "se"]];

/// A rectangle with the stone in one corner, its goal after so many steps in the other, and the empty squares it meets.
fn leap(rows: i64, columns: i64, times: usize) -> String {
    let (height, width) = (rows.unsigned_abs() as usize, columns.unsigned_abs() as usize);
    let mut lines = vec![vec!['?'; times * width + 1]; times * height + 1];
    for time in 0..=times {
        let row = if rows > 0 { time } else { times - time } * height;
        let column = if columns > 0 { time } else { times - time } * width;
        lines[row][column] = match time {
            0 => 'a',
            _ if time == times => 'b',
            _ => '.',
        };
    }
    let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
    lines.join("|")
}
