//! The closed rules of the partizan problems against the tables of values beside the repository, where there are any.

use farstar_problems::partizan::{domino, frogs, rectangles, take_away, toe_tac_tics};
use farstar_problems::{Problem, catalogue};
use farstar_value::text::Notation;
use farstar_value::{Arena, Closed, Game, Limits};

/// The rows of a table; none if it is not there.
fn rows(stem: &str) -> Vec<Vec<String>> {
    let folder = std::env::var("FARSTAR_TABLES")
        .unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors").to_owned());
    let table = std::fs::read_to_string(format!("{folder}/{stem}.tsv")).unwrap_or_default();
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

fn integer(text: &str) -> u32 {
    text.parse().unwrap()
}

/// A closed value and a value of the table are the same game.
fn same(found: &Closed, expected: &str, row: &[String]) {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let found = calc.closed(found).unwrap();
    assert_eq!(found, calc.parse(expected).unwrap(), "{row:?}");
}

fn answer(problem: &Problem, input: &str) -> String {
    problem.run(input, &Limits::none()).unwrap_or_else(|error| format!("{error} in {input}"))
}

#[test]
fn dominoes() {
    for row in rows("partizan_domino_segments") {
        let end = |side: &str| if side == "|" { String::new() } else { side.to_owned() };
        let strip = end(&row[0]) + &".".repeat(integer(&row[1]) as usize) + &end(&row[2]);
        same(&domino::strip_value(&strip).unwrap(), &row[3], &row);
    }
    let problem = catalogue::problem("domino-colouring").unwrap();
    for row in rows("partizan_domino_strings") {
        same(&domino::strip_value(&row[0]).unwrap(), &row[2], &row);
        let text = answer(problem, &row[0]);
        assert_eq!(text.lines().next(), Some(row[1].as_str()), "{row:?}");
    }
}

#[test]
fn frog_states() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for row in rows("partizan_frog_states") {
        let (_, value) = frogs::VALUES.iter().find(|(state, _)| *state == row[0]).unwrap();
        assert_eq!(calc.parse(value).unwrap(), calc.parse(&row[2]).unwrap(), "{row:?}");
        assert_eq!(frogs::state_value(&row[0]).is_some(), row[1] == "1", "{row:?}");
    }
}

#[test]
fn rectangle_values() {
    for row in rows("partizan_rect_values") {
        let (w, h) = (integer(&row[0]), integer(&row[1]));
        let rectangle = rectangles::Rectangle { w, h, a: row[2] == "1", b: row[3] == "1" };
        let value = rectangles::Cutting::up_to(w.max(h)).value(rectangle);
        let value = Closed { number: value.number.into(), up: 0, nimber: value.nimber };
        same(&value, &row[4], &row);
    }
}

#[test]
fn take_away_values() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for row in rows("partizan_takeaway_values") {
        let [stones, left, right] = [0, 1, 2].map(|i| integer(&row[i]));
        let value = take_away::heap_value(take_away::Heap { stones, left, right });
        let game = value.game(&mut calc).unwrap();
        assert_eq!(game, calc.parse(&row[3]).unwrap(), "{row:?}");
    }
}

#[test]
fn toe_tac_tics_values_and_sums() {
    let values = toe_tac_tics::Values::new();
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for row in rows("partizan_tictactoe_values") {
        let value: Game = values.of(&row[0]).unwrap().game(&mut calc).unwrap();
        assert_eq!(value, calc.parse(&row[1]).unwrap(), "{row:?}");
    }
    let problem = catalogue::problem("toe-tac-tics").unwrap();
    for row in rows("partizan_tictactoe_sums") {
        let boards: Vec<_> = row[0].split(',').collect();
        let mut input = format!("1\n{}\n", boards.len());
        for board in boards {
            for line in [&board[..3], &board[3..6], &board[6..]] {
                input += line;
                input += "\n";
            }
        }
        assert_eq!(answer(problem, &input).trim(), row[1], "{row:?}");
    }
}

#[test]
fn contest_formats_give_the_answers_of_the_tables() {
    let problem = catalogue::problem("numberish-options").unwrap();
    for row in rows("partizan_numberish_options") {
        let side = |list: &str| {
            let options: Vec<_> = list.split(';').filter(|option| *option != "-").collect();
            format!("{} {}\n", options.len(), options.join(" "))
        };
        let text = answer(problem, &(side(&row[0]) + &side(&row[1])));
        assert_eq!(text.trim(), row[2].trim_start_matches("OUT_"), "{row:?}");
    }
    let problem = catalogue::problem("simplicity-rule").unwrap();
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for row in rows("partizan_simplest") {
        let side = |list: &str| {
            let options: Vec<_> = list.split(';').filter(|option| *option != "-").collect();
            format!("{} {}\n", options.len(), options.join(" "))
        };
        let text = answer(problem, &(side(&row[0]) + &side(&row[1])));
        assert_eq!(calc.parse(text.trim()).unwrap(), calc.parse(&row[2]).unwrap(), "{row:?}");
    }
    let problem = catalogue::problem("switch-sum").unwrap();
    for row in rows("partizan_switch_sums") {
        let switches: Vec<_> = row[0].split(';').filter(|switch| *switch != "-").collect();
        let lines = switches.join("\n").replace(':', " ");
        let text = answer(problem, &format!("{} {}\n{lines}\n", switches.len(), row[1]));
        assert_eq!(text.lines().next(), Some(row[2..5].join(" ").as_str()), "{row:?}");
    }
    let problem = catalogue::problem("number-nimber-ups").unwrap();
    for row in rows("partizan_a_nimber_ups") {
        let text = answer(problem, &row[..3].join(" "));
        assert_eq!(text.split(' ').next(), Some(row[3].as_str()), "{row:?}");
    }
    let problem = catalogue::problem("dyadic-tree").unwrap();
    for row in rows("partizan_surreal_tree") {
        let text = answer(problem, &row[0]);
        let option = |text: &str| if text == "-" { String::new() } else { text.to_owned() };
        let signs = if row[0] == "0" { "0" } else { &row[3] };
        let form = format!("{{{}|{}}}", option(&row[4]), option(&row[5]));
        assert_eq!(text.trim(), format!("{} {} {signs} {form}", row[1], row[2]), "{row:?}");
    }
}

#[test]
fn values_are_printed_as_they_are_typed() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let value = domino::strip_value("W..B...").unwrap();
    let game = calc.closed(&value).unwrap();
    assert_eq!(calc.print(game, Notation::Ascii).unwrap(), "*");
    assert_eq!(answer(catalogue::problem("p21").unwrap(), "W..B..."), "N\n*\n");
}
