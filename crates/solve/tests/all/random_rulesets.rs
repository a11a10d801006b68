//! Rulesets written at random, with every clause the language has, on boards of every kind: values and winners are
//! those that the definition gives, played out by an interpreter that reads the text by itself.

use std::collections::BTreeMap;

use farstar_rules::language::{Kind, Ruleset};
use farstar_rules::position::GameGraph;
use farstar_solve::outcome::OutcomeSearch;
use farstar_solve::values::Values;
use farstar_testkit::rules::{Interpreter, Position};
use farstar_testkit::{SplitMix64, soaking};
use farstar_value::{Arena, Calculator, Game, Limits, Player};

/// Most followers of a position that is played out.
const MOST: usize = 250;

const KINDS: [&str; 7] = ["strip", "grid", "hex", "row", "graph", "digraph", "edges"];
const PIECES: [&str; 4] = [".", "X", "O", "#"];

/// Writes rules and positions.
struct Author {
    random: SplitMix64,
    kind: &'static str,
    /// Whether X and O carry numbers.
    numbers: bool,
}

impl Author {
    fn one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    fn pick(&mut self, words: &[&'static str]) -> &'static str {
        self.random.pick::<&'static str>(words)
    }

    fn is_network(&self) -> bool {
        matches!(self.kind, "graph" | "digraph" | "edges")
    }

    /// A cell on the left, and what becomes of it.
    fn cell(&mut self) -> (String, String) {
        let same = |cell: &str| (cell.to_owned(), cell.to_owned());
        match self.random.below(20) {
            0 | 1 => same("?"),
            2 if !self.is_network() => same(self.pick(&["[^X]", "[^.]", "[^XO]"])),
            3..6 => {
                let class = self.pick(&["[XO]", "[.X]", "[O.]", "[X#]"]);
                let turned: String = class.chars().rev().collect();
                let turned = turned.replace(']', "<").replace('[', "]").replace('<', "[");
                let to = [class.to_owned(), turned, self.pick(&PIECES).to_owned()];
                (class.to_owned(), self.random.pick(&to).clone())
            }
            _ => {
                let piece = self.pick(&PIECES[..3]);
                let to = if self.one_in(2) { piece } else { self.pick(&PIECES) };
                (piece.to_owned(), to.to_owned())
            }
        }
    }

    /// A pattern and what becomes of it.
    fn pattern(&mut self) -> (String, String) {
        let (mut from, mut to) = (String::new(), String::new());
        if self.kind == "grid" && self.one_in(8) {
            for row in 0..2 {
                for _ in 0..2 {
                    let (l, r) = self.cell();
                    from.push_str(&l);
                    to.push_str(&r);
                }
                if row == 0 {
                    from.push('|');
                    to.push('|');
                }
            }
            return (from, to);
        }
        let off = if self.is_network() { 40 } else { 10 };
        if self.one_in(off) {
            from.push('$');
            to.push('$');
        }
        for _ in 0..1 + self.random.below(3) {
            let (mut l, mut r) = self.cell();
            if self.one_in(12) {
                let (l2, r2) = self.cell();
                (l, r) = (format!("({l}{l2})"), format!("({r}{r2})"));
            }
            let repeat = self.pick(&["", "", "", "", "", "*", "+", "{0,1}", "{2}"]);
            from.push_str(&format!("{l}{repeat}"));
            if self.kind != "row" || !self.one_in(3) {
                to.push_str(&format!("{r}{repeat}"));
            }
        }
        if self.one_in(off) {
            from.push('$');
            to.push('$');
        }
        (from, to)
    }

    /// Numbers behind pieces on both sides, and what `for` and `if` say of them.
    fn counted(&mut self, from: &str, to: &str) -> (String, String, String) {
        let (mut names, mut tail) = (Vec::new(), String::new());
        let mut with = |author: &mut Self, side: &str, right: bool| {
            let (mut text, mut class, mut open) = (String::new(), false, 0);
            let chars: Vec<char> = side.chars().collect();
            for (i, &c) in chars.iter().enumerate() {
                text.push(c);
                class = c == '[' || class && c != ']';
                open += i32::from(c == '(') - i32::from(c == ')');
                let counts = !class && matches!(c, 'X' | 'O') || text.ends_with("[XO]");
                if !counts || open > 0 {
                    continue;
                }
                let repeated = chars.get(i + 1).is_some_and(|c| "*+{".contains(*c));
                let number = match (right, author.random.below(6), names.as_slice()) {
                    (_, 0, _) => author.pick(&["0", "1", "2"]).to_owned(),
                    (false, 1..5, _) if !repeated && names.len() < 3 => {
                        names.push(["n", "m", "p"][names.len()]);
                        names[names.len() - 1].to_owned()
                    }
                    (true, 1 | 2, [.., n]) => format!("{n}-1"),
                    (true, 3, [n, m, ..]) => format!("{n}+{m}-1"),
                    (true, 3, [n]) => (*n).to_owned(),
                    (true, 4, [n, ..]) if tail.is_empty() => {
                        tail = format!(" for k in 0..{n}-1");
                        "k".to_owned()
                    }
                    (true, 4, _) if !tail.is_empty() => "k".to_owned(),
                    _ => {
                        // a bracket behind the piece is none of its number
                        text.push_str(if chars.get(i + 1) == Some(&'(') { "()" } else { "" });
                        continue;
                    }
                };
                text.push_str(&format!("({number})"));
            }
            text
        };
        let (from, to) = (with(self, from, false), with(self, to, true));
        if let ([n, ..], true) = (names.as_slice(), self.one_in(4)) {
            tail.push_str(&format!(" if {n} > {}", self.random.below(3)));
        }
        (from, to, tail)
    }

    fn ways(&mut self) -> &'static str {
        match self.kind {
            "strip" | "row" => self.pick(&["", "across", "left", "straight"]),
            "grid" => self.pick(&["", "straight", "diagonal", "all", "across", "upright", "se"]),
            "hex" => self.pick(&["", "straight", "across", "upright", "ne"]),
            _ => "",
        }
    }

    fn clause(&mut self) -> String {
        let class = self.pick(&["X", "O", ".", "[XO]", "#", "[.O]"]);
        let other = self.pick(&["X", "O", ".", "[.#]", "$"]);
        match self.random.below(8) {
            0 => format!("beside {class}"),
            1 => format!("not beside {class}"),
            2 => {
                let pattern = self.pick(&["XX", "XXX", "XO", "X.X", "O"]);
                format!("not making {pattern} {}", self.ways()).trim_end().to_owned()
            }
            3 => format!("each block of {class} touches {other}"),
            4 => {
                let [a, b] = *self.random.pick::<[&str; 2]>(&[
                    ["O", "."],
                    ["X", "#"],
                    ["[XO]", "[OX]"],
                    [".", "#"],
                ]);
                format!("around {a} -> {b}")
            }
            5 => {
                let [a, b] = *self.random.pick::<[&str; 2]>(&[["O", "."], ["X", "#"], [".", "#"]]);
                format!("reachable {a} -> {b}")
            }
            6 => {
                let [a, b, c] = *self.random.pick::<[&str; 3]>(&[
                    ["O", ".", "."],
                    ["X", ".", "#"],
                    ["[XO]", "#", "."],
                ]);
                format!("then clear blocks of {a} off {b} -> {c}")
            }
            _ if self.numbers => "beside X".to_owned(),
            _ => self.pick(&["from hand", "with empty hand"]).to_owned(),
        }
    }

    fn step(&mut self) -> String {
        let (from, to) = self.pattern();
        let ways = if from.contains('|') { "turned" } else { self.ways() };
        let (from, to, tail) = match self.numbers {
            true => self.counted(&from, &to),
            false => (from, to, String::new()),
        };
        let mut text = format!("{from} -> {to} {ways}").trim_end().to_owned() + &tail;
        while self.kind != "row" && self.one_in(3) {
            text.push_str(&format!(", {}", self.clause()));
        }
        text
    }

    fn moves(&mut self) -> String {
        let mut lines = Vec::new();
        for _ in 0..1 + self.random.below(5) / 3 {
            let mut line = self.step();
            if self.kind != "row" && self.one_in(8) {
                line.push_str(&format!(", then {}", self.step()));
            }
            lines.push(line);
        }
        lines.join("\n       ")
    }

    fn start(&mut self) -> String {
        let mut row = || -> String {
            let places = (0..1 + self.random.below(3)).map(|_| {
                let piece = *self.random.pick(&[".", "X", "O", "#", "(XO)", "(.X*)"]);
                format!("{piece}{}", self.random.pick(&["", "", "*", "+", "{2}", "{1,3}"]))
            });
            places.collect()
        };
        let rows: Vec<String> = match self.kind {
            "strip" | "row" => vec![row()],
            _ => (0..1 + row().len() % 3).map(|_| row()).collect(),
        };
        let repeated = self.pick(&["", " repeated"]);
        format!(
            "start {}{repeated}{}\n",
            rows.join("|"),
            self.pick(&["", ", middle .", ", middle X#"])
        )
    }

    fn rules(&mut self) -> String {
        let carried = if self.numbers { "(0..2)" } else { "" };
        let mut text = format!("game Random\n{} of . X/O{carried} #\n", self.kind);
        let moves = self.moves();
        let hands = moves.contains("hand");
        let right = match self.random.below(4) {
            0 => self.moves(),
            1 => {
                let how = self.pick(&["", "", "reversed", "flipped", "turned"]);
                format!("as Left {how}").trim_end().to_owned()
            }
            2 => "as Left".to_owned(),
            _ => String::new(),
        };
        if hands || right.contains("hand") {
            text.push_str("hands\n");
        }
        if self.one_in(14) {
            text.push_str("stop at XX\n");
        }
        if !self.numbers && self.one_in(6) && !self.is_network() {
            text.push_str(&self.start());
        }
        match right.is_empty() {
            true => text.push_str(&format!("Both:  {moves}\n")),
            false => text.push_str(&format!("Left:  {moves}\nRight: {right}\n")),
        }
        text
    }

    fn position(&mut self, hands: bool) -> String {
        let mut random = SplitMix64::new(self.random.next_u64());
        let numbers = self.numbers;
        let mut cell = move || match *random.pick(&["X", "O", ".", "X", "O", ".", "#"]) {
            piece @ ("X" | "O") if numbers => format!("{piece}{}", random.below(3)),
            piece => piece.to_owned(),
        };
        let joint = if numbers { "," } else { "" };
        let mut cells = |columns: u64, rows: u64| {
            let mut row = |_| (0..columns).map(|_| cell()).collect::<Vec<String>>().join(joint);
            (0..rows).map(&mut row).collect::<Vec<String>>().join("|")
        };
        let sizes = [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 1)];
        let board = match self.kind {
            "strip" | "row" => cells(3 + self.random.below(5), 1),
            "grid" | "hex" => {
                let (columns, rows) = *self.random.pick(&sizes);
                cells(columns, rows)
            }
            _ => {
                let count = 2 + self.random.below(4) as usize;
                let pieces: Vec<String> = (0..12).map(|_| cells(1, 1)).collect();
                let joint = if self.kind == "digraph" { '>' } else { '-' };
                let mut words = Vec::new();
                for v in 0..count {
                    if self.kind != "edges" {
                        words.push(format!("v{v}:{}", pieces[v]));
                    }
                    for w in 0..count {
                        let joined = v != w && (self.kind == "digraph" || v < w) && self.one_in(2);
                        let piece = &pieces[words.len() % 12];
                        match (joined, self.kind) {
                            (false, _) => {}
                            (true, "edges") if v == 0 => words.push(format!("$-{w}:{piece}")),
                            (true, "edges") => words.push(format!("{v}-{w}:{piece}")),
                            (true, _) => words.push(format!("v{v}{joint}v{w}")),
                        }
                    }
                }
                words.join(", ")
            }
        };
        match hands {
            true => format!("{},{}:{board}", self.random.below(3), self.random.below(3)),
            false => board,
        }
    }
}

/// Why a position is not played out.
#[derive(Debug, PartialEq, Eq)]
enum Left {
    /// It has too many followers.
    Large,
    /// Play comes back to where it was.
    Cycle,
}

/// The value of a position by its options.
fn defined(
    oracle: &Interpreter,
    position: &Position,
    known: &mut BTreeMap<Position, Option<Game>>,
    calc: &mut Calculator<'_>,
) -> Result<Game, Left> {
    if let Some(value) = known.get(position) {
        return value.ok_or(Left::Cycle);
    }
    if known.len() > MOST {
        return Err(Left::Large);
    }
    known.insert(position.clone(), None);
    let mut sides = [Vec::new(), Vec::new()];
    for (side, left) in sides.iter_mut().zip([true, false]) {
        for option in oracle.options(position, left) {
            side.push(defined(oracle, &option, known, calc)?);
        }
    }
    let value = calc.from_options(&sides[0], &sides[1]).unwrap();
    known.insert(position.clone(), Some(value));
    Ok(value)
}

/// Compares the starts of a ruleset on small boards, and counts those there are.
fn begins_alike(rules: &Ruleset, oracle: &Interpreter) -> usize {
    if rules.starts().is_empty() {
        return 0;
    }
    let line = matches!(rules.kind(), Some(Kind::Strip | Kind::Row));
    let sizes = (1..=if line { 1 } else { 4 }).flat_map(|r| (1..=6).map(move |c| (r, c)));
    let mut begun = 0;
    for (rows, columns) in sizes {
        let wanted = oracle.start(rows, columns);
        match rules.position(&format!("{rows}x{columns}")) {
            Ok((board, start)) => {
                let found = oracle.read(&board.draw(&start)).unwrap();
                assert_eq!(Some(found), wanted, "{}{rows}x{columns}", rules.text());
                begun += 1;
            }
            // none, or one that breaks the rules
            Err(fault) => assert!(
                wanted.is_none_or(|wanted| !oracle.admits(&wanted)),
                "{}{rows}x{columns}: {fault}",
                rules.text()
            ),
        }
    }
    begun
}

#[test]
fn random_rulesets_have_the_values_of_the_definition() {
    let (read, valued, sums, begun) = valued_as_defined(false);
    assert!(read > 400 && valued.len() == KINDS.len(), "{read} {valued:?}");
    assert!(valued.values().all(|&count| count > 20) && sums > 200, "{valued:?} {sums}");
    assert!(begun > 100, "{begun}");
}

#[test]
fn random_rulesets_with_numbers_have_the_values_of_the_definition() {
    let (read, valued, sums, _) = valued_as_defined(true);
    assert!(read > 300 && valued.len() == KINDS.len(), "{read} {valued:?}");
    assert!(valued.values().all(|&count| count > 10) && sums > 100, "{valued:?} {sums}");
}

/// Rulesets read, positions valued on each kind of board, sums won as their values say, and positions that starts name.
fn valued_as_defined(numbers: bool) -> (usize, BTreeMap<&'static str, usize>, usize, usize) {
    let (mut read, mut valued, mut sums, mut begun) = (0, BTreeMap::new(), 0, 0);
    let seed = std::env::var("FARSTAR_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut author = Author { random: SplitMix64::new(seed.unwrap_or(31)), kind: "strip", numbers };
    for round in 0..if soaking() { 100_000 } else { 4000 } {
        author.kind = KINDS[round % KINDS.len()];
        let text = author.rules();
        let Ok(rules) = text.parse::<Ruleset>() else { continue };
        read += 1;
        let oracle = Interpreter::new(&text).unwrap();
        let ends = rules.ending().is_ok();
        begun += begins_alike(&rules, &oracle);
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let none = Limits::none();
        let mut summands = Vec::new();
        for _ in 0..6 {
            let typed = author.position(text.contains("\nhands\n"));
            let position = oracle.read(&typed).unwrap();
            let (board, start) = match rules.position(&typed) {
                Ok(read) => read,
                Err(fault) => {
                    let broken = fault.message.contains("breaks the rules");
                    assert!(!broken || !oracle.admits(&position), "{text}{typed}: {fault}");
                    continue;
                }
            };
            assert!(oracle.admits(&position), "{text}{typed}");
            // no move leads to a position that is refused
            for player in [Player::Left, Player::Right] {
                let mut options = Vec::new();
                board.options(&start, player, &mut options);
                for option in options.iter().map(|option| board.draw(option)) {
                    assert!(rules.position(&option).is_ok(), "{text}{typed} -> {option}");
                }
            }
            let wanted = match defined(&oracle, &position, &mut BTreeMap::new(), &mut calc) {
                Err(Left::Cycle) if ends => panic!("play does not end: {text}{typed}"),
                Err(_) => continue,
                Ok(_) if !ends => continue,
                Ok(value) => value,
            };
            *valued.entry(author.kind).or_insert(0) += 1;
            let mut values = Values::new(&arena, board.clone()).unwrap();
            let found = values.value(&start, &none).unwrap();
            assert!(
                found == wanted,
                "{text}{typed}\nfound {}, by definition {}",
                calc.print(found, farstar_value::text::Notation::Ascii).unwrap(),
                calc.print(wanted, farstar_value::text::Notation::Ascii).unwrap()
            );
            summands.push((typed, board, start, wanted));
        }
        for pair in summands.chunks_exact(2) {
            let mut search = OutcomeSearch::new(&arena).unwrap();
            let mut total = Game::ZERO;
            let mut components = Vec::new();
            for (_, board, start, value) in pair {
                components.push(search.game(board, start.clone()).unwrap());
                total = calc.add(total, *value).unwrap();
            }
            let found = search.outcome(&components, &none).unwrap();
            assert_eq!(found, calc.outcome(total).unwrap(), "{text}{} + {}", pair[0].0, pair[1].0);
            sums += 1;
        }
    }
    println!("{read} rulesets read, {valued:?} positions valued, {sums} sums");
    (read, valued, sums, begun)
}

/// What random texts found once.
#[test]
fn rulesets_that_were_once_valued_wrong() {
    let hand = "hands\nLeft:  .+ -> #+ left\nRight: OO -> .., from hand";
    for (board, moves, typed) in [
        ("strip", "hands\nBoth: . -> X, from hand", "1,0:.."),
        ("strip", hand, "1,0:.OO"),
        (
            "digraph",
            "Both: X -> ., not beside #\n      X. -> X#, then [O.] -> .",
            "v0:#, v0>v3, v1:X, v3:X, v3>v0, v3>v1",
        ),
        ("grid", "Left: O -> X se, not beside [.O]\n      O+ -> .+\nRight: # -> .", "O|O"),
        (
            "grid",
            "Left: X -> . straight, not beside [XO], not making XO across\nRight: as Left turned",
            "X#",
        ),
    ] {
        let text = format!("game Once\n{board} of . X/O #\n{moves}\n");
        let oracle = Interpreter::new(&text).unwrap();
        let (game, start) = text.parse::<Ruleset>().unwrap().position(typed).unwrap();
        let arena = Arena::new();
        let (mut calc, none) = (arena.calculator(), Limits::none());
        let position = oracle.read(typed).unwrap();
        let wanted = defined(&oracle, &position, &mut BTreeMap::new(), &mut calc).unwrap();
        let found = Values::new(&arena, game.clone()).unwrap().value(&start, &none).unwrap();
        assert_eq!(found, wanted, "{text}{typed}");
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let sum = [search.game(&game, start).unwrap()];
        let outcome = search.outcome(&sum, &none).unwrap();
        assert_eq!(outcome, calc.outcome(wanted).unwrap(), "{text}{typed}");
    }
}
