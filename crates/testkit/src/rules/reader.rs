//! Reading rules and positions.

use std::collections::BTreeMap;

use super::heap::Heaps;
use super::start::Start;
use super::{Interpreter, Position};

/// One item of a pattern with the bounds of its repeats.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) what: What,
    pub(crate) low: usize,
    pub(crate) high: usize,
    /// What stands in brackets behind a piece that carries a number.
    pub(crate) number: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// The pieces in the order written; `$` is off the board.
    Class(Vec<char>),
    /// On the right: unchanged.
    Same,
    Bracket(Vec<Item>),
    Again(usize),
}

pub(crate) type Rows = Vec<Vec<Item>>;

/// A pattern with the directions in which it is read; a block of several rows has the turns instead.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) rows: Rows,
    pub(crate) ways: Vec<[i32; 4]>,
    /// What `for` and `if` say.
    pub(crate) ranges: String,
    pub(crate) condition: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Clause {
    Beside(bool, Vec<char>),
    Hand(bool),
    Around(Vec<char>, Vec<char>),
    Reachable(Vec<char>, Vec<char>),
    Clear(Vec<char>, Vec<char>, char),
    NotMaking(Search),
    Touches(Vec<char>, Vec<char>),
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) from: Search,
    pub(crate) to: Rows,
    pub(crate) clauses: Vec<Clause>,
}

/// Without bound: no board of a test is longer.
const FAR: usize = 64;

/// The frames of directions: where (1,0) and (0,1) go.
fn frames(kind: &str, way: &str) -> Vec<[i32; 4]> {
    let (right, left) = ([1, 0, 0, 1], [-1, 0, 0, 1]);
    let (down, up) = ([0, 1, 1, 0], [0, -1, 1, 0]);
    let (se, nw, ne, sw) = ([1, 1, 0, 0], [-1, -1, 0, 0], [1, -1, 0, 0], [-1, 1, 0, 0]);
    match (way, kind) {
        ("right", _) => vec![right],
        ("left", _) => vec![left],
        ("up", _) => vec![up],
        ("down", _) => vec![down],
        ("se", _) => vec![se],
        ("sw", _) => vec![sw],
        ("ne", _) => vec![ne],
        ("nw", _) => vec![nw],
        ("across", _) | ("straight" | "all", "strip" | "row") => vec![right, left],
        ("upright", _) => vec![up, down],
        ("straight" | "all", "hex") => vec![right, left, up, down, ne, sw],
        ("straight", _) => vec![right, left, up, down],
        ("diagonal", _) => vec![se, sw, ne, nw],
        ("all", _) => vec![right, left, up, down, se, sw, ne, nw],
        // the eight turns and reflections, each by the images of a step right and of a step down
        ("turned", _) => {
            let mut all = Vec::new();
            for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                all.push([a, 0, 0, b]);
                all.push([0, a, b, 0]);
            }
            all
        }
        _ => Vec::new(),
    }
}

struct PatternReader<'a> {
    pieces: &'a [char],
    numbers: &'a BTreeMap<String, i64>,
    carried: &'a BTreeMap<char, (i64, i64)>,
    text: Vec<char>,
    at: usize,
    right: bool,
}

impl PatternReader<'_> {
    fn line(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(&c) = self.text.get(self.at) {
            if c == '|' || c == ')' {
                break;
            }
            self.at += 1;
            let what = match c {
                '(' => {
                    let inner = self.line();
                    self.at += 1;
                    What::Bracket(inner)
                }
                '\\' => {
                    self.at += 1;
                    What::Again(self.text[self.at - 1].to_digit(10).unwrap_or(1) as usize)
                }
                '?' if self.right => What::Same,
                '?' => What::Class(self.pieces.to_vec()),
                '[' => {
                    let end = (self.at..self.text.len())
                        .find(|&i| self.text[i] == ']')
                        .unwrap_or(self.at);
                    let inner = self.text[self.at..end].to_vec();
                    self.at = end + 1;
                    match inner.split_first() {
                        Some(('^', _)) if self.right => What::Same,
                        Some(('^', out)) => What::Class(
                            self.pieces
                                .iter()
                                .chain(['$'].iter())
                                .copied()
                                .filter(|c| !out.contains(c))
                                .collect(),
                        ),
                        _ => What::Class(inner),
                    }
                }
                c => What::Class(vec![c]),
            };
            let number = self.number(&what);
            let (low, high) = self.repeat();
            items.push(Item { what, low, high, number });
        }
        items
    }

    fn number(&mut self, what: &What) -> Option<String> {
        let What::Class(list) = what else { return None };
        let counts = list.iter().all(|c| self.carried.contains_key(c));
        if !counts || self.text.get(self.at) != Some(&'(') {
            return None;
        }
        let start = self.at + 1;
        let mut depth = 0;
        loop {
            match self.text.get(self.at)? {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                let inner: String = self.text[start..self.at - 1].iter().collect();
                return (!inner.is_empty()).then_some(inner);
            }
        }
    }

    fn repeat(&mut self) -> (usize, usize) {
        match self.text.get(self.at) {
            Some('*') => {
                self.at += 1;
                (0, FAR)
            }
            Some('+') => {
                self.at += 1;
                (1, FAR)
            }
            Some('{') => {
                let end =
                    (self.at..self.text.len()).find(|&i| self.text[i] == '}').unwrap_or(self.at);
                let inner: String = self.text[self.at + 1..end].iter().collect();
                self.at = end + 1;
                match inner.split_once(',') {
                    None => (self.count(&inner), self.count(&inner)),
                    Some((low, "")) => (self.count(low), FAR),
                    Some((low, high)) => (self.count(low), self.count(high)),
                }
            }
            _ => (1, 1),
        }
    }

    fn count(&self, text: &str) -> usize {
        let mut sum = 0;
        for term in text.replace('-', "+-").split('+').filter(|t| !t.is_empty()) {
            let (sign, word) = match term.strip_prefix('-') {
                Some(word) => (-1, word),
                None => (1, term),
            };
            let value = word.parse::<i64>().ok().or_else(|| self.numbers.get(word).copied());
            sum += sign * value.unwrap_or(0);
        }
        sum.max(0) as usize
    }
}

/// The parameters of a header: numbers, and sets.
type Parameters = (BTreeMap<String, i64>, BTreeMap<String, Vec<i64>>);

fn parameters(header: &str) -> Parameters {
    let (mut numbers, mut sets) = (BTreeMap::new(), BTreeMap::new());
    // behind the quoted or single word
    let rest = match header.strip_prefix("game \"") {
        Some(quoted) => quoted.split_once('"').map_or("", |(_, rest)| rest),
        None => header.find('(').map_or("", |at| &header[at..]),
    };
    let inner = rest.trim().trim_start_matches('(').split(')').next().unwrap_or("");
    for entry in inner.split(',') {
        if let Some((name, value)) = entry.split_once('=') {
            let (name, value) = (name.trim().to_string(), value.trim());
            match value.strip_prefix('{').and_then(|v| v.strip_suffix('}')) {
                Some(list) => {
                    sets.insert(
                        name,
                        list.split_whitespace().filter_map(|n| n.parse().ok()).collect(),
                    );
                }
                None => {
                    numbers.insert(name, value.parse().unwrap_or(0));
                }
            }
        }
    }
    (numbers, sets)
}

struct BoardReader {
    kind: String,
    pieces: Vec<char>,
    pairs: Vec<(char, char)>,
    numbers: BTreeMap<String, i64>,
    carried: BTreeMap<char, (i64, i64)>,
}

impl BoardReader {
    fn rows(&self, text: &str, right: bool) -> Rows {
        let mut reader = PatternReader {
            pieces: &self.pieces,
            numbers: &self.numbers,
            carried: &self.carried,
            text: text.chars().collect(),
            at: 0,
            right,
        };
        let mut rows = vec![reader.line()];
        while reader.at < reader.text.len() {
            reader.at += 1;
            rows.push(reader.line());
        }
        rows
    }

    fn search(&self, pattern: &str, ways: &[&str]) -> Search {
        let rows = self.rows(pattern, false);
        let tail = ways.iter().position(|word| *word == "for" || *word == "if");
        let (ways, tail) = ways.split_at(tail.unwrap_or(ways.len()));
        let tail = format!(" {}", tail.join(" "));
        let (ranges, condition) = match tail.split_once(" if ") {
            Some((ranges, condition)) => (ranges, Some(condition.to_owned())),
            None => (tail.as_str(), None),
        };
        let ranges = ranges.trim().trim_start_matches("for ").to_owned();
        let mut found: Vec<[i32; 4]> =
            ways.iter().flat_map(|way| frames(&self.kind, way)).collect();
        if found.is_empty() {
            found.push([1, 0, 0, 1]);
        }
        Search { rows, ways: found, ranges, condition }
    }

    fn class(&self, text: &str) -> Vec<char> {
        match self.rows(text, false).into_iter().flatten().next().map(|item| item.what) {
            Some(What::Class(list)) => list,
            _ => Vec::new(),
        }
    }

    fn one_move(&self, text: &str) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        for part in text.split(", ") {
            match parts.last_mut() {
                // a further variable of `for`
                Some(last) if part.split_whitespace().nth(1) == Some("in") => {
                    last.push_str(&format!(", {part}"));
                }
                _ => parts.push(part.into()),
            }
        }
        for (i, part) in parts.iter().enumerate() {
            let mut words: Vec<&str> = part.split_whitespace().collect();
            let clears = words.starts_with(&["then", "clear"]);
            if words[0] == "then" && !clears {
                words.remove(0);
            }
            if (i == 0 || part.trim_start().starts_with("then")) && !clears {
                let from = self.search(words[0], &words[3..]);
                steps.push(Step { from, to: self.rows(words[2], true), clauses: Vec::new() });
                continue;
            }
            let class = |at: usize| self.class(words[at]);
            let clause = match words[0] {
                "beside" => Clause::Beside(true, class(1)),
                "not" if words[1] == "beside" => Clause::Beside(false, class(2)),
                "not" => Clause::NotMaking(self.search(words[2], &words[3..])),
                "each" => Clause::Touches(class(3), class(5)),
                "around" => Clause::Around(class(1), class(3)),
                "reachable" => Clause::Reachable(class(1), class(3)),
                "then" => Clause::Clear(class(4), class(6), class(8)[0]),
                "from" => Clause::Hand(true),
                _ => Clause::Hand(false),
            };
            let last = steps.len() - 1;
            steps[last].clauses.push(clause);
        }
        steps
    }

    fn swapped(&self, c: char) -> char {
        let pair = self.pairs.iter().find(|pair| pair.0 == c || pair.1 == c);
        pair.map_or(c, |&(a, b)| if a == c { b } else { a })
    }

    fn swap_items(&self, items: &[Item]) -> Vec<Item> {
        items
            .iter()
            .map(|item| {
                let what = match &item.what {
                    What::Class(list) => {
                        What::Class(list.iter().map(|&c| self.swapped(c)).collect())
                    }
                    What::Bracket(inner) => What::Bracket(self.swap_items(inner)),
                    what => what.clone(),
                };
                Item { what, ..item.clone() }
            })
            .collect()
    }

    fn swap_rows(&self, rows: &Rows) -> Rows {
        rows.iter().map(|row| self.swap_items(row)).collect()
    }

    fn swap_search(&self, search: &Search, how: &str) -> Search {
        let turn = |[a, b, c, d]: [i32; 4]| match how {
            "reversed" => [-a, b, -c, d],
            "flipped" => [a, -b, c, -d],
            "turned" => [b, a, d, c],
            _ => [a, b, c, d],
        };
        Search {
            rows: self.swap_rows(&search.rows),
            ways: search.ways.iter().map(|&way| turn(way)).collect(),
            ..search.clone()
        }
    }

    fn swap_move(&self, steps: &[Step], how: &str) -> Vec<Step> {
        let list = |list: &[char]| list.iter().map(|&c| self.swapped(c)).collect::<Vec<char>>();
        steps
            .iter()
            .map(|step| Step {
                from: self.swap_search(&step.from, how),
                to: self.swap_rows(&step.to),
                clauses: step
                    .clauses
                    .iter()
                    .map(|clause| match clause {
                        Clause::Beside(wanted, c) => Clause::Beside(*wanted, list(c)),
                        Clause::Hand(from) => Clause::Hand(*from),
                        Clause::Around(a, b) => Clause::Around(list(a), list(b)),
                        Clause::Reachable(a, b) => Clause::Reachable(list(a), list(b)),
                        Clause::Clear(a, b, c) => Clause::Clear(list(a), list(b), self.swapped(*c)),
                        Clause::NotMaking(search) => {
                            Clause::NotMaking(self.swap_search(search, how))
                        }
                        Clause::Touches(a, b) => Clause::Touches(list(a), list(b)),
                    })
                    .collect(),
            })
            .collect()
    }
}

/// Whose moves the line gives, and the rest of it.
fn player(line: &str) -> Option<(Vec<usize>, &str)> {
    for (word, who) in [("Left:", vec![0]), ("Right:", vec![1]), ("Both:", vec![0, 1])] {
        if let Some(rest) = line.strip_prefix(word) {
            return Some((who, rest.trim()));
        }
    }
    None
}

impl Interpreter {
    /// Reads a ruleset whose text is right.
    ///
    /// # Errors
    /// A sentence where the text is too short to be a ruleset.
    pub fn new(text: &str) -> Result<Interpreter, String> {
        let lines: Vec<String> = text
            .lines()
            .map(|line| {
                if line.trim_start().starts_with("//") {
                    ""
                } else {
                    line.split(" //").next().unwrap_or("")
                }
            })
            .map(|line| line.trim().to_string())
            .filter(|line| !line.is_empty())
            .collect();
        let [header, board, rest @ ..] = lines.as_slice() else {
            return Err("a ruleset has a header and a board".into());
        };
        let (numbers, sets) = parameters(header);
        let words: Vec<&str> = board.split_whitespace().collect();
        let mut out = Interpreter {
            kind: words[0].into(),
            pieces: Vec::new(),
            acyclic: false,
            starts: Vec::new(),
            carried: BTreeMap::new(),
            meant: [None; 2],
            sets: sets.clone(),
            parameters: numbers.clone(),
            stops: Vec::new(),
            moves: [Vec::new(), Vec::new()],
            heap: None,
            turning: None,
        };
        let mut who: Vec<usize> = Vec::new();
        if words[0] == "heap" {
            let names = if words.len() == 1 {
                vec!["n".into()]
            } else {
                words[1..].iter().map(|w| w.to_string()).collect()
            };
            let mut heaps = Heaps { names, numbers, sets, moves: [Vec::new(), Vec::new()] };
            for line in rest {
                let mut text = line.as_str();
                if let Some((players, tail)) = player(line) {
                    (who, text) = (players, tail);
                }
                who.iter().for_each(|&p| heaps.moves[p].push(text.into()));
            }
            out.heap = Some(heaps);
            return Ok(out);
        }
        let mut reader = BoardReader {
            kind: words[0].into(),
            pieces: Vec::new(),
            pairs: Vec::new(),
            numbers,
            carried: BTreeMap::new(),
        };
        for word in &words[2..] {
            let (word, bounds) = word.split_once('(').unwrap_or((word, ""));
            if let Some((low, high)) = bounds.trim_end_matches(')').split_once("..") {
                let bound = |text: &str| super::heap::value(text, &reader.numbers).unwrap_or(0);
                let bounds = (bound(low), bound(high));
                reader.carried.extend(word.chars().filter(|&c| c != '/').map(|c| (c, bounds)));
            }
            let chars: Vec<char> = word.chars().collect();
            match chars.as_slice() {
                [a, '/', b] => {
                    reader.pairs.push((*a, *b));
                    reader.pieces.extend([*a, *b]);
                }
                list => reader.pieces.extend(list),
            }
        }
        out.pieces = reader.pieces.clone();
        out.carried = reader.carried.clone();
        let pair = reader.pairs.iter().find(|(a, _)| out.carried.contains_key(a));
        out.meant = match pair {
            Some(&(a, b)) => [Some(a), Some(b)],
            None if out.carried.len() == 1 => [out.carried.keys().next().copied(), None],
            None => [None, None],
        };
        if let Some(code) = rest.first().and_then(|line| player(line)?.1.strip_prefix("turning ")) {
            out.turning = Some(code.into());
            return Ok(out);
        }
        for line in rest {
            if let Some(stop) = line.strip_prefix("stop at ") {
                let words: Vec<&str> = stop.split_whitespace().collect();
                out.stops.push(reader.search(words[0], &words[1..]));
                continue;
            }
            let mut text = line.as_str();
            if let Some(rest) = line.strip_prefix("start ").filter(|rest| !rest.starts_with("->")) {
                let (rows, middle) = rest.split_once(", middle ").unwrap_or((rest, ""));
                let (rows, repeated) = match rows.strip_suffix(" repeated") {
                    Some(rows) => (rows, true),
                    None => (rows, false),
                };
                let block = |text: &str| match text.trim() {
                    "" => Vec::new(),
                    text => reader.rows(text, false),
                };
                out.starts.push(Start { rows: block(rows), repeated, middle: block(middle) });
                continue;
            }
            if text == "hands" || text == "acyclic" {
                out.acyclic |= text == "acyclic";
                continue;
            }
            if let Some((players, tail)) = player(line) {
                (who, text) = (players, tail);
            }
            if let Some(how) = text.strip_prefix("as Left") {
                let swapped: Vec<Vec<Step>> =
                    out.moves[0].iter().map(|m| reader.swap_move(m, how.trim())).collect();
                out.moves[1].extend(swapped);
                continue;
            }
            let steps = reader.one_move(text);
            who.iter().for_each(|&p| out.moves[p].push(steps.clone()));
        }
        Ok(out)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// The part of the text that is not a position.
    pub fn read(&self, text: &str) -> Result<Position, String> {
        let mut position = Position {
            cells: BTreeMap::new(),
            numbers: BTreeMap::new(),
            edges: Vec::new(),
            vertices: Vec::new(),
            hands: [0, 0],
            heaps: Vec::new(),
        };
        if let Some(heaps) = &self.heap {
            position.heaps = heaps.read(text)?;
            return Ok(position);
        }
        let mut text = text.trim_matches('\n');
        if let Some((hands, board)) =
            text.split_once(':').filter(|(h, _)| h.split(',').all(|n| n.parse::<u32>().is_ok()))
        {
            let list: Vec<u32> = hands.split(',').filter_map(|n| n.parse().ok()).collect();
            position.hands = [list[0], *list.get(1).ok_or(hands)?];
            text = board;
        }
        if ["strip", "grid", "hex", "row"].contains(&self.kind.as_str()) {
            if !self.carried.is_empty() {
                return self.read_numbers(text, position);
            }
            for (y, row) in text.split(['|', '\n']).enumerate() {
                for (x, c) in row.chars().enumerate() {
                    if !self.pieces.contains(&c) {
                        return Err(format!("'{c}' is not a piece"));
                    }
                    position.cells.insert((x as i32, y as i32), c);
                }
            }
            return Ok(position);
        }
        self.read_graph(text, &mut position)?;
        Ok(position)
    }

    fn read_graph(&self, text: &str, position: &mut Position) -> Result<(), String> {
        let joint = if self.kind == "digraph" { '>' } else { '-' };
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (chain, colour) = match item.split_once(':') {
                Some((chain, colour)) => (chain, Some(self.cell(colour.trim())?)),
                None => (item, None),
            };
            let names: Vec<String> =
                chain.split(joint).map(|name| name.trim().to_string()).collect();
            for name in &names {
                if name != "$" && !position.vertices.contains(name) {
                    position.vertices.push(name.clone());
                    if self.kind != "edges" {
                        let place = (position.vertices.len() as i32 - 1, 0);
                        self.put(position, place, self.first());
                    }
                }
            }
            for pair in names.windows(2) {
                position.edges.push((pair[0].clone(), pair[1].clone()));
                if self.kind == "edges" {
                    let n = position.edges.len() as i32 - 1;
                    self.put(position, (n, 0), colour.unwrap_or(self.first()));
                }
            }
            if let (Some(colour), true, [name]) = (colour, self.kind != "edges", names.as_slice()) {
                let at = position.vertices.iter().position(|v| v == name).ok_or("no vertex")?;
                self.put(position, (at as i32, 0), colour);
            }
        }
        Ok(())
    }
}
