//! Tables of positions of partizan rulesets, played by their texts.

use crate::checker::{Checker, Context, Row, RowError, Verdict, parse};
use farstar_problems::partizan::rectangles::{Cutting, Rectangle};
use farstar_problems::partizan::take_away::{Heap, heap_value};
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed, builtin};
use farstar_solve::followers::followers;
use farstar_solve::ruleset_values::RulesetValues;
use farstar_value::text::Notation;
use farstar_value::{Calculator, Game, Outcome, Player};
use std::collections::BTreeSet;

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[
    Checker::of("partizan_domino_segments", domino_segments),
    Checker::of("partizan_domino_strings", domino_strings),
    Checker::of("partizan_frog_states", frog_states),
    Checker::of("partizan_rect_values", rect_values),
    Checker::of("partizan_takeaway_values", takeaway_values),
    Checker::of("partizan_tictactoe_sums", tictactoe_sums),
    Checker::of("partizan_tictactoe_values", tictactoe_values),
];

fn malformed(error: impl std::fmt::Display) -> RowError {
    RowError::Malformed(error.to_string())
}

fn ruleset(name: &str) -> Result<Ruleset, RowError> {
    builtin::ruleset(name).map_err(|error| RowError::Engine(error.to_string()))
}

fn position(name: &str, text: &str) -> Result<(Board, Packed), RowError> {
    ruleset(name)?.position(text).map_err(malformed)
}

fn value(context: &Context, board: &Board, position: &Packed) -> Result<Game, RowError> {
    Ok(RulesetValues::new(context.arena()).value(board, position, context.limits())?)
}

/// Passes if `expected`, read as a value, is `got`.
fn is(calc: &mut Calculator<'_>, expected: &str, got: Game) -> Result<Verdict, RowError> {
    if calc.parse(expected)? == got {
        return Ok(Verdict::Pass);
    }
    Ok(Verdict::Fail { expected: expected.to_owned(), got: calc.print(got, Notation::Ascii)? })
}

/// `left n right value`: a run of n empty cells between neighbours W, B or the end `|`.
fn domino_segments(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [left, _, right, expected] = row.take()?;
    let cells: usize = row.parse(1)?;
    if cells > farstar_rules::MOST_CELLS {
        return Err(malformed(format!("a run of {cells} cells")));
    }
    let end = |side: &str| side.replace('|', "");
    let text = format!("{}{}{}", end(left), ".".repeat(cells), end(right));
    let mut calc = context.calculator();
    if text.is_empty() {
        return is(&mut calc, expected, Game::ZERO);
    }
    let (board, start) = position("Domino Colouring", &text)?;
    is(&mut calc, expected, value(context, &board, &start)?)
}

/// `string outcome value`.
fn domino_strings(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [text, outcome, expected] = row.take()?;
    let (board, start) = position("Domino Colouring", text)?;
    let found = value(context, &board, &start)?;
    let mut calc = context.calculator();
    Ok(Verdict::all([Verdict::of(outcome, calc.outcome(found)?), is(&mut calc, expected, found)?]))
}

/// `state reachable value left_move right_move` of Toads and Frogs on five cells; a player has at most one move there.
fn frog_states(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [state, reachable, expected, left, right] = row.take()?;
    let ours = |text: &str| -> String {
        text.chars()
            .map(|c| match c {
                'L' => 'T',
                'R' => 'F',
                _ => '.',
            })
            .collect()
    };
    let theirs = |text: &str| -> String {
        text.chars()
            .map(|c| match c {
                'T' => 'L',
                'F' => 'R',
                _ => '_',
            })
            .collect()
    };
    let (board, start) = position("Toads and Frogs", &ours(state))?;
    let found = value(context, &board, &start)?;
    let mut verdicts = vec![is(&mut context.calculator(), expected, found)?];
    for (player, expected) in [(Player::Left, left), (Player::Right, right)] {
        let mut options = Vec::new();
        board.options(&start, player, &mut options);
        let drawn: BTreeSet<String> = options.iter().map(|o| theirs(&board.draw(o))).collect();
        let drawn: Vec<String> = drawn.into_iter().collect();
        let shown = if drawn.is_empty() { "-".to_owned() } else { drawn.join(",") };
        verdicts.push(Verdict::of(expected, shown));
    }
    const START: &str = "TT.FF";
    let (board, first) = position("Toads and Frogs", START)?;
    let all = followers(&board, &first, 1 << 10, context.limits())?.positions;
    let reached = state.len() == START.len() && all.iter().any(|p| theirs(&board.draw(p)) == state);
    verdicts.push(Verdict::of(reachable, u8::from(reached)));
    Ok(Verdict::all(verdicts))
}

/// Sizes up to this are played out; those beyond are told by the closed rules, which agree with play below.
const MOST_PLAYED: u32 = 1 << 12;

/// `w h a b value` of cutting rectangles in equal parts.
fn rect_values(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Sides are sieved up to this.
    const MOST_SIDE: u32 = 1 << 24;
    let [w, h, a, b, expected] = row.take()?;
    let sides: (u32, u32) = (parse(w)?, parse(h)?);
    let longest = sides.0.max(sides.1);
    if (MOST_PLAYED..=MOST_SIDE).contains(&longest) && sides.0.min(sides.1) > 0 {
        let rectangle = Rectangle { w: sides.0, h: sides.1, a: a == "1", b: b == "1" };
        let found = Cutting::up_to(longest).value(rectangle);
        let mut calc = context.calculator();
        let (number, nimber) = (calc.integer(found.number)?, calc.nimber(found.nimber)?);
        let found = calc.add(number, nimber)?;
        return is(&mut calc, expected, found);
    }
    let (board, start) = position("Rectangles", &format!("({w},{h},{a},{b})"))?;
    is(&mut context.calculator(), expected, value(context, &board, &start)?)
}

/// `n a b value`: Left takes a from a heap of n, Right b.
fn takeaway_values(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [n, a, b, expected] = row.take()?;
    let heap = Heap { stones: parse(n)?, left: parse(a)?, right: parse(b)? };
    if heap.stones > MOST_PLAYED && heap.left.min(heap.right) > 0 {
        let mut calc = context.calculator();
        let found = heap_value(heap).game(&mut calc)?;
        return is(&mut calc, expected, found);
    }
    let (board, start) = position("Partizan Take-away", &format!("({n},{a},{b})"))?;
    is(&mut context.calculator(), expected, value(context, &board, &start)?)
}

/// A board of nine cells in a row, as three rows.
fn three_rows(cells: &str) -> Result<String, RowError> {
    if cells.len() != 9 || !cells.is_ascii() {
        return Err(malformed(format!("'{cells}' is no board of 9 cells")));
    }
    Ok(format!("{}|{}|{}", &cells[..3], &cells[3..6], &cells[6..]))
}

/// `board value orbit`: the value of tic-tac-toe avoidance, and in how many boards turns and reflections make it.
fn tictactoe_values(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [cells, expected, orbit] = row.take()?;
    let (board, start) = position("Tic-tac-toe Avoidance", &three_rows(cells)?)?;
    let found = value(context, &board, &start)?;
    let mut images = BTreeSet::new();
    let mut turned: Vec<u8> = cells.bytes().collect();
    for _ in 0..4 {
        // a quarter turn, and a reflection of each
        turned = (0..9).map(|i| turned[(2 - i % 3) * 3 + i / 3]).collect();
        images.insert(turned.clone());
        images.insert((0..9).map(|i| turned[i / 3 * 3 + 2 - i % 3]).collect());
    }
    Ok(Verdict::all([
        is(&mut context.calculator(), expected, found)?,
        Verdict::of(orbit, images.len()),
    ]))
}

/// `boards winner` when Right, whose mark is x and whose name is Alice, begins.
fn tictactoe_sums(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [boards, winner] = row.take()?;
    let mut values = RulesetValues::new(context.arena());
    let mut calc = context.calculator();
    let mut sum = Game::ZERO;
    for cells in boards.split(',') {
        let (board, start) = position("Tic-tac-toe Avoidance", &three_rows(cells)?)?;
        let value = values.value(&board, &start, context.limits())?;
        sum = calc.add(sum, value)?;
    }
    let alice = matches!(calc.outcome(sum)?, Outcome::N | Outcome::R);
    Ok(Verdict::of(winner, if alice { "Alice" } else { "Bob" }))
}
