//! `GenClobber` and the maps it is given, against the definition played out on small boards.

use crate::shown::{refusal, shown};
use farstar_lang::{Kind, Session, Value};
use farstar_value::{Arena, Calculator, Game, SplitMix64};
use std::collections::{BTreeSet, HashMap};

#[test]
fn maps_are_typed_displayed_and_asked() {
    for (input, wanted) in [
        ("{4 => 16, 3 => 9}", "{3 => 9, 4 => 16}"),
        ("{Right => {1}, Left => {2}}", "{Left => {2}, Right => {1}}"),
        ("{=>}", "{=>}"),
        ("{=>}.Size", "0"),
        ("{ => }.Keys", "{}"),
        ("{3 => 9, 3 => 9}.Size", "1"),
        ("{3 => 9, 4 => 16}[4]", "16"),
        ("{* => 1, ^ => {2 => 3}}[^][2]", "3"),
        ("{'{0|0}' => 1}[*]", "1"),
        ("{n => n**2 for n in 1..3}", "{1 => 1, 2 => 4, 3 => 9}"),
        ("m := {3 => 9, 4 => 16}; {e.Key => e.Value + 1 for e in m}", "{3 => 10, 4 => 17}"),
        ("{e for e in {1 => 2}}", "{1 => 2}"),
        ("{1 => 2, 3 => 4} == {3 => 4, 1 => 2}", "true"),
        ("{1 => 2} == {1 => 3}", "false"),
        ("{1 => 2}.Adjoin([e for e in {3 => 4}][1])", "{1 => 2, 3 => 4}"),
        ("{1 => 2}.Class", "Map"),
        ("{1 => x -> x + 1}[1](4)", "5"),
        ("{1 + 2 => if true then 4 else 5}", "{3 => 4}"),
        ("f(x) := x.Values; f({1 => 2})", "[2]"),
    ] {
        assert_eq!(shown(input), wanted, "{input}");
        // What is shown is read back as the same map.
        if wanted.contains("=>") {
            assert_eq!(shown(wanted), wanted);
        }
    }
}

#[test]
fn wrong_maps_are_told() {
    for (input, kind, part) in [
        ("{3 => 9, 3 => 10}", Kind::Domain, "the key 3 has two values"),
        ("{3 => 9}[4]", Kind::Domain, "the map has no key 4"),
        ("{3 => 9, 4}", Kind::Type, "4 is an Integer"),
        ("{4, 3 => 9}", Kind::Type, "4 is an Integer"),
        ("[3 => 9]", Kind::Syntax, "{key => value}"),
        ("(3 => 9)", Kind::Syntax, "{key => value}"),
        ("{3 => 9 => 10}", Kind::Syntax, "`=>`"),
        ("{3 =>}", Kind::Syntax, "where a value should be"),
        ("{3 => 4 | 5}", Kind::Type, "MapEntry"),
        ("{3 | => 4}", Kind::Syntax, "`=>`"),
        ("{=>, 3}", Kind::Syntax, "`=>`"),
        ("{3}.Keys", Kind::Type, "a map such as"),
        ("3.Key", Kind::Type, "an entry of a map"),
        ("{3 => 9} + 1", Kind::Type, "a Map"),
    ] {
        let (found, message) = refusal(input);
        assert_eq!(found, kind, "{input}: {message}");
        assert!(message.contains(part), "{input}: {message}");
    }
}

/// Entries that hold entries are as deep as lists may be, and what they share is not walked twice.
#[test]
fn nests_of_entries_end() {
    let nest = |depth: u32| {
        format!(
            "entry(m) := [e for e in m][1]; n(k, e) := if k == 0 then e else n(k - 1, entry({{e => e}})); n({depth}, 1).Key == n({depth}, 1)"
        )
    };
    assert_eq!(refusal(&nest(1000)).0, Kind::Domain);
    assert_eq!(shown(&nest(200)), "false");
}

#[test]
fn the_named_rulesets_are_those_with_their_parameters() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut ruleset = |input: &str| match session.eval(input) {
        Ok(Value::Board(board)) => board.rules().clone(),
        other => panic!("{input}: {other:?}"),
    };
    for (name, parameters) in [
        ("Clobber", ""),
        (
            "Clobber",
            "clobbered => {Left => {2}, Right => {1}}, leftBehind => {Left => 0, Right => 0}",
        ),
        (
            "AntiClobber",
            "clobbered => {Left => {0}, Right => {0}}, leftBehind => {Left => 2, Right => 1}",
        ),
        ("HotClobber", "clobbered => {Left => {1,2}, Right => {1,2}}"),
        ("Kings", "directions => Coordinates.Compass"),
        ("DiagonalClobber", "directions => Coordinates.Diagonal"),
        ("Rooks", "maxDistance => inf"),
        ("Queens", "directions => Coordinates.Compass, maxDistance => inf"),
        (
            "Queens",
            "Coordinates.Compass, {Right => [1], Left => 2..2}, {Left => 0, Right => 0}, inf",
        ),
    ] {
        let general = format!("GenClobber({parameters})");
        assert_eq!(ruleset(name), ruleset(&general), "{name}");
        assert_eq!(ruleset(name), ruleset(&format!("game.grid.{general}")), "{name}");
    }
}

#[test]
fn what_is_shown_of_a_ruleset_is_read_back() {
    let rules = "GenClobber(directions => [[0,2],[1,1]], clobbered => {Left => {0,2}, Right => {1,3}}, leftBehind => {Left => 3, Right => 0}, maxDistance => inf)";
    assert_eq!(shown(rules), rules);
    let position = format!("{rules}(\"X..|.O.\")");
    assert_eq!(shown(&position), position);
    assert_eq!(shown("GenClobber()"), "GenClobber()");
}

#[test]
fn what_cannot_be_is_told() {
    let both = "Left => {1}, Right => {1}";
    for (input, kind, part) in [
        ("clobbered => {2}", Kind::Type, "{Left => {2}, Right => {1}}"),
        ("clobbered => 2", Kind::Type, "for clobbered"),
        ("clobbered => {Left => {2}}", Kind::Domain, "clobbered says nothing of Right"),
        ("leftBehind => {Right => 0}", Kind::Domain, "leftBehind says nothing of Left"),
        ("clobbered => {1 => {2}, 2 => {1}}", Kind::Type, "Left or Right as a key of clobbered"),
        ("clobbered => {Left => 2, Right => 1}", Kind::Type, "a set of pieces"),
        ("clobbered => {Left => {2}, Right => {4}}", Kind::Domain, "there is no piece 4"),
        ("clobbered => {Left => {-1}, Right => {1}}", Kind::Domain, "there is no piece -1"),
        ("leftBehind => {Left => {0}, Right => {0}}", Kind::Type, "an integer"),
        ("clobbered => {Left => {}, Right => {}}", Kind::Domain, "nobody can move"),
        ("directions => []", Kind::Domain, "no directions"),
        ("directions => [(0,0)]", Kind::Domain, "not both 0"),
        ("directions => [(0,99)]", Kind::Domain, "the step (0,99)"),
        ("directions => [3]", Kind::Type, "a step"),
        ("maxDistance => 0", Kind::Domain, "maxDistance is 0"),
        ("maxDistance => -inf", Kind::Type, "an integer"),
        ("distance => 1", Kind::Type, "no argument called `distance`"),
    ] {
        let (found, message) = refusal(&format!("GenClobber({input})"));
        assert_eq!(found, kind, "{input}: {message}");
        assert!(message.contains(part), "{input}: {message}");
    }
    let passing =
        format!("GenClobber(clobbered => {{{both}}}, leftBehind => {{Left => 1, Right => 0}})");
    let (kind, message) = refusal(&passing);
    assert_eq!(kind, Kind::Unsupported);
    assert!(message.contains("changes nothing"), "{message}");
}

/// A board as the numbers of its pieces: 0 empty, 1 Left's, 2 Right's, 3 blocked.
type Grid = Vec<Vec<usize>>;

/// GenClobber by its definition.
struct Definition {
    steps: Vec<(i64, i64)>,
    clobbered: [Vec<usize>; 2],
    left_behind: [usize; 2],
    distance: usize,
}

impl Definition {
    fn options(&self, grid: &Grid, player: usize) -> Vec<Grid> {
        let own = player + 1;
        let piece = |row: i64, column: i64| -> Option<usize> {
            let row = grid.get(usize::try_from(row).ok()?)?;
            row.get(usize::try_from(column).ok()?).copied()
        };
        let mut options = Vec::new();
        for (row, line) in grid.iter().enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, found)| **found == own) {
                for &(down, right) in &self.steps {
                    let (mut to_row, mut to_column) = (row as i64, column as i64);
                    for _ in 0..self.distance {
                        (to_row, to_column) = (to_row + down, to_column + right);
                        let Some(met) = piece(to_row, to_column) else { break };
                        if self.clobbered[player].contains(&met) {
                            let mut option = grid.clone();
                            option[row][column] = self.left_behind[player];
                            option[to_row as usize][to_column as usize] = own;
                            options.push(option);
                        }
                        if met != 0 {
                            break;
                        }
                    }
                }
            }
        }
        options
    }

    /// The value, or nothing if play can come back to a position.
    fn value(
        &self,
        calc: &mut Calculator<'_>,
        grid: &Grid,
        known: &mut HashMap<Grid, Option<Game>>,
    ) -> Option<Game> {
        if let Some(&value) = known.get(grid) {
            return value;
        }
        // While a position is looked at it has no value: who meets it again plays in a circle.
        known.insert(grid.clone(), None);
        let mut sides = [Vec::new(), Vec::new()];
        for (player, side) in sides.iter_mut().enumerate() {
            for option in self.options(grid, player) {
                side.push(self.value(calc, &option, known)?);
            }
        }
        let value = calc.from_options(&sides[0], &sides[1]).expect("no limits");
        known.insert(grid.clone(), Some(value));
        Some(value)
    }

    fn written(&self) -> String {
        let set = |of: &Vec<usize>| of.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let steps: Vec<String> = self.steps.iter().map(|(r, c)| format!("({r},{c})")).collect();
        format!(
            "GenClobber(directions => [{}], clobbered => {{Left => {{{}}}, Right => {{{}}}}}, leftBehind => {{Left => {}, Right => {}}}, maxDistance => {})",
            steps.join(","),
            set(&self.clobbered[0]),
            set(&self.clobbered[1]),
            self.left_behind[0],
            self.left_behind[1],
            if self.distance > 9 { "inf".to_owned() } else { self.distance.to_string() }
        )
    }
}

fn written(grid: &Grid) -> String {
    let line = |line: &Vec<usize>| line.iter().map(|&p| ['.', 'X', 'O', '#'][p]).collect();
    grid.iter().map(line).collect::<Vec<String>>().join("|")
}

fn random_grid(random: &mut SplitMix64, rows: u64, columns: u64, stones: u64) -> Grid {
    let mut cell = || match random.below(9) {
        n if n < stones => 1 + (n % 2) as usize,
        8 => 3,
        _ => 0,
    };
    (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect()
}

fn random_definition(random: &mut SplitMix64) -> Definition {
    let pieces = |random: &mut SplitMix64| -> Vec<usize> {
        let chosen = random.below(16);
        (0..4).filter(|piece| chosen >> piece & 1 == 1).collect()
    };
    loop {
        let mut steps: Vec<(i64, i64)> = (0..1 + random.below(6))
            .map(|_| (random.below(5) as i64 - 2, random.below(5) as i64 - 2))
            .filter(|&step| step != (0, 0))
            .collect();
        steps.sort_unstable();
        steps.dedup();
        let made = Definition {
            steps,
            clobbered: [pieces(random), pieces(random)],
            left_behind: [random.below(4) as usize, random.below(4) as usize],
            distance: [1, 1, 2, 3, 64][random.below(5) as usize],
        };
        let rides = |&(r, c): &(i64, i64)| r != 0 && c != 0 && r.abs() != c.abs();
        if made.distance > 9 && made.steps.iter().any(rides) {
            continue;
        }
        let passes = (0..2).any(|player| {
            made.left_behind[player] == player + 1 && made.clobbered[player].contains(&(player + 1))
        });
        let moves = !made.steps.is_empty() && made.clobbered.iter().any(|set| !set.is_empty());
        if moves && !passes {
            return made;
        }
    }
}

#[test]
fn options_and_values_are_those_of_the_definition() {
    let mut random = SplitMix64::new(47);
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let (mut valued, mut looked) = (0, 0);
    for _ in 0..60 {
        let definition = random_definition(&mut random);
        let rules = definition.written();
        for _ in 0..3 {
            let grid = random_grid(&mut random, 4, 5, 6);
            let position = format!("{rules}(\"{}\")", written(&grid));
            for (player, name) in ["Left", "Right"].into_iter().enumerate() {
                let found =
                    session.eval(&format!("[p.GridString for p in {position}.Options({name})]"));
                let found = found.unwrap_or_else(|e| panic!("{position}: {}", e[0]));
                let elements = found.elements().expect("a list").iter();
                let found: BTreeSet<String> =
                    elements.map(|text| session.display(text).unwrap().replace('"', "")).collect();
                let wanted: BTreeSet<String> =
                    definition.options(&grid, player).iter().map(written).collect();
                assert_eq!(found, wanted, "{position}, {name}");
                looked += wanted.len();
            }
        }
        let grid = random_grid(&mut random, 2, 3, 6);
        let mut calc = arena.calculator();
        if let Some(wanted) = definition.value(&mut calc, &grid, &mut HashMap::new()) {
            let position = format!("{rules}(\"{}\").CanonicalForm", written(&grid));
            let found = session.eval(&position).unwrap_or_else(|e| panic!("{position}: {}", e[0]));
            let found = match found {
                Value::Game(game) => game,
                Value::Number(x) => {
                    calc.number(&x.to_dyadic().expect("dyadic")).expect("no limits")
                }
                other => panic!("{position}: {other:?}"),
            };
            assert_eq!(found, wanted, "{position}");
            valued += 1;
        }
    }
    assert!(looked > 500 && valued > 30, "{looked} options, {valued} values");
}

#[test]
fn knights_leap_as_the_ruleset_of_that_name() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut random = SplitMix64::new(48);
    let steps = "[(1,2),(2,1),(-1,2),(-2,1),(1,-2),(2,-1),(-1,-2),(-2,-1)]";
    for _ in 0..12 {
        let grid = random_grid(&mut random, 3, 4, 7);
        let text = written(&grid).replace('#', "O");
        let input = format!("GenClobber(directions => {steps})(\"{text}\") == Knights(\"{text}\")");
        let equal = session.eval(&input).unwrap_or_else(|e| panic!("{input}: {}", e[0]));
        assert!(matches!(equal, Value::Boolean(true)), "{input}");
    }
}

#[test]
fn riders_go_on_in_the_steps_of_a_knight() {
    let rider = "GenClobber(directions => [(1,2)], maxDistance => 8)";
    assert_eq!(shown(&format!("{rider}(\"X....|.....|....O\").LeftOptions.Size")), "1");
    assert_eq!(shown(&format!("{rider}(\"X....|..#..|....O\").LeftOptions.Size")), "0");
    assert_eq!(
        refusal("GenClobber(directions => [(1,2)], maxDistance => inf)").0,
        Kind::Unsupported
    );
    assert_eq!(refusal("GenClobber(directions => [(32,31)], maxDistance => 8)").0, Kind::Domain);
}
