//! Battle Sheep, held against its rules played on a map of the cells.

use std::collections::{BTreeMap, BTreeSet};

use farstar_rules::builtin::ruleset;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_testkit::SplitMix64;
use farstar_value::Player;

/// Herds by cube coordinates, whose sum is 0.
type Field = BTreeMap<(i32, i32, i32), i32>;

fn field(text: &str) -> Field {
    let mut field = Field::new();
    for (y, row) in (0..).zip(text.split('|')) {
        for (x, herd) in (0..).zip(row.split(',')) {
            field.insert((x, y, -x - y), herd.parse().unwrap());
        }
    }
    field
}

/// Every position that sheep of the players with these signs can run to.
fn moves(field: &Field, signs: &[i32]) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    for (&(x, y, z), &herd) in field {
        if !signs.contains(&herd.signum()) {
            continue;
        }
        for (dx, dy, dz) in [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
        {
            let far =
                (1..).take_while(|n| field.get(&(x + n * dx, y + n * dy, z + n * dz)) == Some(&0));
            let Some(n) = far.last() else { continue };
            for sent in 1..herd.abs() {
                let mut next = field.clone();
                next.insert((x, y, z), herd - herd.signum() * sent);
                next.insert((x + n * dx, y + n * dy, z + n * dz), herd.signum() * sent);
                found.insert(next.into_values().collect());
            }
        }
    }
    found
}

fn options(rules: &Ruleset, text: &str, player: Player) -> BTreeSet<Vec<i32>> {
    let (game, start) = rules.position(text).unwrap();
    let mut options = Vec::new();
    game.options(&start, player, &mut options);
    options.iter().map(|option| field(&game.draw(option)).into_values().collect()).collect()
}

#[test]
fn sheep_run_as_the_rules_say() {
    let rules = ruleset("Battle Sheep").unwrap();
    let impartial = rules.impartial();
    assert!(impartial.is_impartial() && !rules.is_impartial());
    let mut random = SplitMix64::new(31);
    let mut played = 0;
    for _ in 0..400 {
        let (columns, rows) = (1 + random.below(5), 1 + random.below(4));
        let herds = [0, 0, 0, 0, 1, 2, 4, -1, -2, -3];
        let mut row =
            || (0..columns).map(|_| random.pick(&herds).to_string()).collect::<Vec<_>>().join(",");
        let text = (0..rows).map(|_| row()).collect::<Vec<_>>().join("|");
        let field = field(&text);
        for (player, sign) in [(Player::Left, 1), (Player::Right, -1)] {
            let wanted = moves(&field, &[sign]);
            assert_eq!(options(&rules, &text, player), wanted, "{player} in {text}");
            assert_eq!(options(&impartial, &text, player), moves(&field, &[1, -1]), "{text}");
            played += wanted.len();
        }
    }
    assert!(played > 1000, "{played}");
}

#[test]
fn herds_are_typed_as_numbers_with_signs() {
    let rules = ruleset("Battle Sheep").unwrap();
    assert_eq!(rules.symmetry_counts(), (12, 12));
    let wrong = |text: &str| rules.position(text).unwrap_err().to_string();
    assert_eq!(
        wrong("3,0|0,y"),
        "row 2, column 3: 'y' is no cell: expected -1000..1000, ., X1..X1000, O1..O1000"
    );
    assert_eq!(wrong("3,0|0"), "row 2, column 1: 1 cells, where the first row has 2");
    assert_eq!(wrong("3,X|0"), "row 1, column 4: 'X' carries a number: expected X1..X1000");
    for (typed, drawn) in [("X3 .|. O12", "3,0|0,-12"), ("+3,0|0,-2", "3,0|0,-2")] {
        let (board, start) = rules.position(typed).unwrap();
        assert_eq!(board.draw(&start), drawn);
    }
}
