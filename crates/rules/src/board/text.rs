//! Boards as users type them: rows joined by `|` or line ends, chains of edges with colours for graphs.

use super::cell::{cell, letter};
use super::graph_word::{GraphWord, WORDS, graph_word};
use super::size::{check_size, numbers, size, start};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, EDGE, Kind, Piece};

/// Most cells of a board.
pub const MOST_CELLS: usize = 4096;

/// A typed board of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Row by row.
    pub(crate) cells: Vec<Piece>,
    pub(crate) hands: u64,
}

fn piece(rules: &BoardRules, c: char, row: usize, column: usize) -> Result<Piece, PositionError> {
    let message = || format!("unknown piece '{c}'; the board is of {}", rules.piece_list());
    letter(rules, c).ok_or_else(|| PositionError::at(row, column, message()))
}

/// Splits off the stones in hand: `2,1:` in front of the board.
fn hands<'a>(rules: &BoardRules, text: &'a str) -> Result<(u64, &'a str), PositionError> {
    if !rules.hands {
        return Ok((0, text));
    }
    let Some((front, rest)) = text.split_once(':') else {
        return Ok((0, text));
    };
    let read = |word: &str| word.trim().parse::<u16>().ok().map(u64::from);
    let both = front.split_once(',').and_then(|(l, r)| Some((read(l)?, read(r)?)));
    match both {
        Some((left, right)) => Ok((left | right << 32, rest)),
        None => Err(PositionError::at(
            1,
            1,
            format!("'{front}' where the stones in hand 'LEFT,RIGHT' were expected, as in 2,1:"),
        )),
    }
}

/// The stones in hand as [`hands`] reads them; nothing where the rules have none.
fn hands_text(rules: &BoardRules, hands: u64) -> String {
    if rules.hands { format!("{},{}:", hands & 0xffff_ffff, hands >> 32) } else { String::new() }
}

/// Reads a board of rows.
pub(crate) fn read_rows(rules: &BoardRules, text: &str) -> Result<Rows, PositionError> {
    let (hands, text) = hands(rules, text.trim())?;
    if let Some((rows, columns)) = size(rules, text.trim())? {
        return Ok(Rows { columns, rows, cells: start(rules, rows, columns)?, hands });
    }
    let mut cells = Vec::new();
    let mut columns = None;
    let mut rows = 0;
    for (i, line) in text.split(['|', '\n']).map(str::trim).enumerate() {
        rows = i + 1;
        let before = cells.len();
        for (j, c) in line.chars().enumerate() {
            if cells.len() == MOST_CELLS {
                return Err(PositionError::too_large(
                    rows,
                    j + 1,
                    format!("a board has at most {MOST_CELLS} cells"),
                ));
            }
            cells.push(piece(rules, c, rows, j + 1)?);
        }
        let width = cells.len() - before;
        match columns {
            None => columns = Some(width),
            Some(expected) if expected != width => {
                let message = format!(
                    "row {rows} has {width} cells and row 1 has {expected}: rows must be equally long"
                );
                return Err(PositionError::at(rows, width.min(expected) + 1, message));
            }
            _ => {}
        }
        if rows > 1 && rules.kind.is_line() {
            return Err(PositionError::at(2, 1, format!("a {} has one row", rules.kind.word())));
        }
    }
    let columns = columns.unwrap_or(0);
    if rules.kind != Kind::Row || columns > 0 {
        check_size(columns, rows)?;
    }
    Ok(Rows { columns, rows, cells, hands })
}

/// A typed graph: vertices or, on a board of edges, edges are its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Network {
    pub(crate) names: Vec<String>,
    /// Ends of the edges or arcs; the ground is vertex `usize::MAX`.
    pub(crate) edges: Vec<(usize, usize)>,
    /// The piece on each cell.
    pub(crate) cells: Vec<Piece>,
    /// The number on each cell, where pieces carry numbers.
    pub(crate) numbers: Vec<u16>,
    /// The row and the column at which each edge was typed, from 1; none where the graph is drawn with its pieces.
    pub(super) places: Vec<(usize, usize)>,
    pub(crate) hands: u64,
}

impl Network {
    /// The graph without names and pieces: how many cells it has, as vertices may be without edges, and the edges.
    pub(crate) fn shape(&self) -> String {
        format!("{} {:?}", self.cells.len(), self.edges)
    }

    /// Puts a piece on a cell, the next one or one that is there, and its number if pieces carry numbers.
    fn put(&mut self, cell: usize, (piece, number): (Piece, u16), counted: bool) {
        if cell == self.cells.len() {
            self.cells.push(piece);
            self.numbers.extend(counted.then_some(number));
        }
        self.cells[cell] = piece;
        if counted {
            self.numbers[cell] = number;
        }
    }

    /// The name of a vertex or of the ground.
    fn name(&self, vertex: usize) -> &str {
        if vertex == GROUND { "$" } else { &self.names[vertex] }
    }

    /// An edge by its ends, and the row and column at which it was typed.
    pub(crate) fn edge(&self, edge: usize) -> (String, (usize, usize)) {
        let (a, b) = self.edges[edge];
        (format!("{}-{}", self.name(a), self.name(b)), self.places[edge])
    }

    /// Arcs that form a cycle, in its order, if there are some.
    ///
    /// Vertices without an arc into them are taken away for as long as there are any; from one that stays one can go
    /// back for ever.
    fn cycle(&self) -> Option<Vec<usize>> {
        let mut into = vec![Vec::new(); self.names.len()];
        let mut out = vec![Vec::new(); self.names.len()];
        for (arc, &(a, b)) in self.edges.iter().enumerate() {
            into[b].push(arc);
            out[a].push(b);
        }
        let mut open: Vec<usize> = into.iter().map(Vec::len).collect();
        let mut free: Vec<usize> = (0..open.len()).filter(|&v| open[v] == 0).collect();
        while let Some(vertex) = free.pop() {
            for &next in &out[vertex] {
                open[next] -= 1;
                if open[next] == 0 {
                    free.push(next);
                }
            }
        }
        let mut vertex = (0..open.len()).find(|&v| open[v] > 0)?;
        let mut seen = vec![None; open.len()];
        let mut path: Vec<usize> = Vec::new();
        while seen[vertex].is_none() {
            seen[vertex] = Some(path.len());
            let arc = into[vertex].iter().copied().find(|&arc| open[self.edges[arc].0] > 0)?;
            path.push(arc);
            vertex = self.edges[arc].0;
        }
        let mut cycle = path.split_off(seen[vertex]?);
        cycle.reverse();
        Some(cycle)
    }

    /// The position, if its arcs form no cycle.
    fn acyclic(self) -> Result<Self, PositionError> {
        /// Most arcs of a cycle that are told.
        const TOLD: usize = 6;
        let Some(cycle) = self.cycle() else { return Ok(self) };
        let arc = |&arc: &usize| {
            let (a, b) = self.edges[arc];
            format!("{}>{}", self.names[a], self.names[b])
        };
        let mut arcs: Vec<String> = cycle.iter().take(TOLD).map(arc).collect();
        if cycle.len() > TOLD {
            arcs.push("…".into());
        }
        let (row, column) =
            cycle.last().and_then(|&arc| self.places.get(arc)).copied().unwrap_or((1, 1));
        let message = format!(
            "the arcs {} go round: the position breaks the rules, which ask for arcs without a cycle",
            arcs.join(", ")
        );
        Err(PositionError::at(row, column, message))
    }
}

/// The ground of a board of edges.
pub(crate) const GROUND: usize = usize::MAX;

/// Reads a graph: chains `a-b-c` (arcs `a>b`), colours `a:X`, on edges `$-1:B, 1-2:R`; drawn with its pieces, as in
/// `X-.-O`; or by a word such as `path5`.
///
/// Letters of pieces may also be names. What both notations read, and not alike, is refused.
pub(crate) fn read_network(rules: &BoardRules, text: &str) -> Result<Network, PositionError> {
    let on_edges = rules.kind == Kind::Edges;
    let (hands, text) = hands(rules, text.trim())?;
    if let Some((rows, Some(columns))) = numbers(text) {
        let word = if on_edges { "a board of edges" } else { "a graph" };
        let example = match rules.kind {
            Kind::Edges => "$-1:B, 1-2:R",
            Kind::Digraph => "a>b, b>c",
            _ => "a-b-c",
        };
        let message = format!(
            "'{text}' is the size of a board with rows, where {word} was expected, such as {example} or grid{rows}x{columns}"
        );
        return Err(PositionError::at(1, 1, message));
    }
    let word = graph_word(text, on_edges).map_err(|fault| PositionError::at(1, 1, fault))?;
    if let Some((word, behind)) = word {
        if behind.is_empty() && !rules.plays_on_empty() {
            let sign = rules.pieces.get(1).unwrap_or(&rules.pieces[0]);
            let message = format!(
                "without pieces {text} has no move: name them behind it, as in '{text}, 1:{sign}'"
            );
            return Err(PositionError::at(1, 1, message));
        }
        return read_behind_word(rules, &word, behind, text.len() - behind.len(), hands);
    }
    let net = Network { hands, ..Network::default() };
    if rules.has_numbers() {
        return read_names(rules, net, text, 0);
    }
    if on_edges && !text.contains('-') {
        return read_stalks(rules, text, hands);
    }
    if rules.kind != Kind::Graph {
        return read_names(rules, net, text, 0);
    }
    let drawn = read_branches(rules, text, hands);
    if is_drawn(rules, text) {
        return drawn;
    }
    let named = read_names(rules, net, text, 0);
    match (named, drawn) {
        (Ok(named), Ok(drawn)) if !text.contains(':') && named != drawn => {
            let names = draw_network(rules, &named, &whole(&named), hands);
            let pieces = draw_network(rules, &drawn, &whole(&drawn), hands);
            Err(PositionError::at(
                1,
                1,
                format!(
                    "'{text}' has two readings: its letters are names of vertices, as in '{names}', or pieces, as in '{pieces}': write one of these"
                ),
            ))
        }
        (Err(_), Ok(net)) => Ok(net),
        (Err(_), Err(fault)) if fault.too_large => Err(fault),
        (named, _) => named,
    }
}

/// The piece on every cell, none being cut away.
fn whole(net: &Network) -> Vec<Option<Piece>> {
    net.cells.iter().copied().map(Some).collect()
}

/// Reads the piece of all edges behind a word, if there is one, and further edges and pieces, which stand `before`
/// characters from the beginning.
fn read_behind_word(
    rules: &BoardRules,
    word: &GraphWord,
    behind: &str,
    before: usize,
    hands: u64,
) -> Result<Network, PositionError> {
    let Some(tail) = behind.trim_start().strip_prefix(':') else {
        return read_names(rules, word.network(rules, 0, hands)?, behind, before);
    };
    let at = before + behind.len() - tail.len();
    let (colour, tail) = tail.split_at(tail.find([',', '\n']).unwrap_or(tail.len()));
    if rules.has_numbers() {
        let (piece, number) = cell(rules, colour.trim(), 1, at + 1)?;
        let mut net = word.network(rules, piece, hands)?;
        net.numbers = vec![number; net.cells.len()];
        return read_names(rules, net, tail, at + colour.len());
    }
    let mut signs = colour.trim().chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) => {
            let net = word.network(rules, piece(rules, sign, 1, at + 1)?, hands)?;
            read_names(rules, net, tail, at + colour.len())
        }
        _ => Err(PositionError::at(1, at + 1, format!("'{}' is not one piece", colour.trim()))),
    }
}

/// Reads chains of edges and colours by the names of vertices, `before` characters behind the beginning of the text;
/// `net` is what was read there.
fn read_names(
    rules: &BoardRules,
    mut net: Network,
    text: &str,
    before: usize,
) -> Result<Network, PositionError> {
    let on_edges = rules.kind == Kind::Edges;
    let joint = if rules.kind == Kind::Digraph { '>' } else { '-' };
    let alone = net.cells.is_empty();
    let mut known: std::collections::BTreeMap<String, usize> =
        net.names.iter().cloned().zip(0..).collect();
    let counted = rules.has_numbers();
    let empty = (0, rules.number(0).map_or(0, |bounds| bounds.0));
    if counted {
        net.numbers.resize(net.cells.len(), empty.1);
    }
    let mut coloured = std::collections::BTreeMap::new();
    let items = text.split('\n').enumerate().flat_map(|(i, line)| {
        let mut column = if i == 0 { before + 1 } else { 1 };
        line.split(',').map(move |item| {
            let here = (i + 1, column, item);
            column += item.chars().count() + 1;
            here
        })
    });
    for (row, column, item) in items {
        let start = column + item.chars().take_while(|c| c.is_whitespace()).count();
        let fault = |message: String| Err(PositionError::at(row, start, message));
        let trimmed = item.trim();
        if trimmed.is_empty() {
            continue;
        }
        let (chain, colour) = match trimmed.rsplit_once(':') {
            Some((chain, colour)) => {
                let colour = colour.trim();
                let at = start + trimmed.chars().count() - colour.chars().count();
                let mut chars = colour.chars();
                match (chars.next(), chars.next()) {
                    _ if counted => (chain, Some(cell(rules, colour, row, at)?)),
                    (Some(c), None) => (chain, Some((piece(rules, c, row, at)?, 0))),
                    _ => return fault(format!("'{colour}' is not one piece")),
                }
            }
            None => (trimmed, None),
        };
        let mut chain_vertices = Vec::new();
        for name in chain.split(joint).map(str::trim) {
            if on_edges && name == "$" {
                chain_vertices.push(GROUND);
                continue;
            }
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                let hint = if rules.kind == Kind::Digraph {
                    "arcs are written a>b"
                } else {
                    "edges are written a-b"
                };
                return fault(format!("'{name}' is not the name of a vertex; {hint}"));
            }
            let vertex = *known.entry(name.to_string()).or_insert_with(|| {
                net.names.push(name.into());
                net.names.len() - 1
            });
            chain_vertices.push(vertex);
        }
        if on_edges && chain_vertices.len() < 2 {
            return fault(format!(
                "'{trimmed}' is not an edge: write its two ends, as in $-1 or 1-2"
            ));
        }
        for pair in chain_vertices.windows(2) {
            if net.edges.len() == MOST_CELLS * 4 || (on_edges && net.edges.len() == MOST_CELLS) {
                return Err(PositionError::too_large(row, start, "the graph has too many edges"));
            }
            net.edges.push((pair[0], pair[1]));
            net.places.push((row, start));
            if on_edges {
                net.put(net.cells.len(), colour.unwrap_or(empty), counted);
            }
        }
        if net.names.len() > MOST_CELLS {
            let message = format!("a graph has at most {MOST_CELLS} vertices");
            return Err(PositionError::too_large(row, start, message));
        }
        if !on_edges {
            while net.cells.len() < net.names.len() {
                net.put(net.cells.len(), empty, counted);
            }
            match (chain_vertices.as_slice(), colour) {
                ([vertex], Some(colour)) => {
                    let given = coloured.entry(*vertex).or_insert(colour);
                    if *given != colour {
                        let pieces = [*given, colour].map(|cell| cell.0);
                        return fault(two_pieces(rules, &net.names[*vertex], pieces));
                    }
                    net.put(*vertex, colour, counted);
                }
                (_, Some(_)) => return fault("a colour is given to one vertex, as in a:X".into()),
                _ => {}
            }
        }
    }
    if net.cells.is_empty() {
        return Err(PositionError::at(1, 1, if on_edges { "no edges" } else { "no vertices" }));
    }
    if let ([name], true, true, true) =
        (net.names.as_slice(), alone, net.edges.is_empty(), coloured.is_empty())
    {
        let edges = if rules.kind == Kind::Digraph { "a>b>c" } else { "a-b-c" };
        let message = format!(
            "'{name}' is no graph: write edges, as in {edges}, one vertex with its piece, as in {name}:{}, or a word such as {WORDS}",
            rules.pieces[0]
        );
        return Err(PositionError::at(1, 1, message));
    }
    if rules.acyclic { net.acyclic() } else { Ok(net) }
}

fn two_pieces(rules: &BoardRules, vertex: &str, pieces: [Piece; 2]) -> String {
    if pieces[0] == pieces[1] {
        return format!("the vertex {vertex} is given two numbers");
    }
    let [one, other] = pieces.map(|piece| rules.pieces[usize::from(piece)]);
    format!("the vertex {vertex} is given two pieces, '{one}' and '{other}'")
}

/// Whether a graph is drawn with its pieces, as in `X-.-(.;-O)`, and not by names of vertices.
fn is_drawn(rules: &BoardRules, text: &str) -> bool {
    let sign = |c: char| c != '-' && !c.is_alphanumeric() && rules.pieces.contains(&c);
    let mut behind_colon = false;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if matches!(c, '(' | ';') || sign(c) && !behind_colon {
            return true;
        }
        behind_colon = c == ':';
    }
    false
}

/// Where a graph that is drawn grows on, and where each open bracket began.
struct Tip<P> {
    at: P,
    feet: Vec<P>,
}

impl<P: Copy> Tip<P> {
    fn new(at: P) -> Self {
        Self { at, feet: Vec::new() }
    }

    /// Takes a bracket, or the `;` that ends a branch; `false` if it stands outside brackets.
    fn turn(&mut self, c: char) -> bool {
        if c == '(' {
            self.feet.push(self.at);
            return true;
        }
        let Some(&foot) = self.feet.last() else { return false };
        self.at = foot;
        if c == ')' {
            self.feet.pop();
        }
        true
    }

    /// What was read, at the end of the text; `none` says what there has to be one of.
    fn whole(self, net: Network, none: &str, text: &[char]) -> Result<Network, PositionError> {
        if !self.feet.is_empty() {
            return Err(PositionError::at(1, text.len() + 1, "'(' is not closed"));
        }
        if net.cells.is_empty() {
            return Err(PositionError::at(1, 1, none));
        }
        Ok(net)
    }
}

/// Reads vertices drawn one after the other and joined by `-`: `X-.-.` is a path, `.-(.;.-O)` has two branches behind
/// its first vertex, and `:a` behind a vertex gives it a name; a name that is met again is the same vertex. As in
/// CGSuite, a vertex that is not written is empty: `X--O` is a path of three.
fn read_branches(rules: &BoardRules, text: &str, hands: u64) -> Result<Network, PositionError> {
    let mut net = Network { hands, ..Network::default() };
    let mut named: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    // the vertex that the next one is joined to
    let mut tip = Tip::new(None);
    let chars: Vec<char> = text.chars().collect();
    let mut i = 0;
    // whether an edge waits for the vertex at its end, and how far brackets were looked into
    let (mut waits, mut looked) = (false, 0);
    while i < chars.len() || waits {
        let c = chars.get(i).copied().unwrap_or(')');
        let column = i + 1;
        let fault = |message: String| Err(PositionError::at(1, column, message));
        let missing = match c {
            '-' | ':' => waits || tip.at.is_none(),
            ';' | ')' => waits,
            // behind a bracket a branch begins with its edge, or at once with its vertex
            '(' if (waits || tip.at.is_none()) && i >= looked => {
                let inner = |at: &usize| chars[*at] != '(' && !chars[*at].is_whitespace();
                looked = (i..chars.len()).find(inner).unwrap_or(chars.len());
                chars.get(looked) == Some(&'-')
            }
            _ => false,
        };
        if missing {
            add(&mut net, &mut tip, 0, column)?;
            waits = false;
            continue;
        }
        i += 1;
        match c {
            c if c.is_whitespace() => {}
            '-' => waits = true,
            '(' | ';' | ')' => {
                waits = false;
                if !tip.turn(c) {
                    return fault(format!("'{c}' outside brackets: a graph is in one piece"));
                }
            }
            ':' => {
                let (Some((name, after)), Some(vertex)) = (name_at(&chars, i), tip.at) else {
                    return fault(
                        "':' behind a vertex wants a name: one letter, or several in braces".into(),
                    );
                };
                i = after;
                match named.get(&name).copied() {
                    None => {
                        named.insert(name, vertex);
                    }
                    // the vertex just made is one that was there before
                    Some(known) if vertex + 1 == net.names.len() && known != vertex => {
                        net.names.pop();
                        let (given, colour) = (net.cells[known], net.cells.pop());
                        if let Some(colour) = colour.filter(|&colour| colour != given) {
                            return fault(two_pieces(rules, &name, [given, colour]));
                        }
                        for edge in &mut net.edges {
                            if edge.1 == vertex {
                                edge.1 = known;
                            }
                        }
                        tip.at = Some(known);
                    }
                    Some(_) => return fault(format!("':{name}' names no new vertex")),
                }
            }
            c => {
                add(&mut net, &mut tip, piece(rules, c, 1, column)?, column)?;
                waits = false;
            }
        }
    }
    tip.whole(net, "no vertices", &chars)
}

/// Draws one more vertex, joined to the one before.
fn add(
    net: &mut Network,
    tip: &mut Tip<Option<usize>>,
    colour: Piece,
    column: usize,
) -> Result<(), PositionError> {
    if net.cells.len() == MOST_CELLS {
        let message = format!("a graph has at most {MOST_CELLS} vertices");
        return Err(PositionError::too_large(1, column, message));
    }
    // vertices that are drawn again are taken back, their edges stay
    if net.edges.len() == 4 * MOST_CELLS {
        return Err(PositionError::too_large(1, column, "the graph has too many edges"));
    }
    let vertex = net.names.len();
    net.names.push((vertex + 1).to_string());
    net.cells.push(colour);
    net.edges.extend(tip.at.map(|from| (from, vertex)));
    tip.at = Some(vertex);
    Ok(())
}

/// The name behind a colon: one character, or several in braces; and the place behind it.
fn name_at(chars: &[char], i: usize) -> Option<(String, usize)> {
    let braced = chars.get(i) == Some(&'{');
    let start = i + usize::from(braced);
    let end = if braced {
        (start..chars.len()).find(|&k| chars[k] == '}')
    } else {
        (start < chars.len()).then_some(start + 1)
    };
    let end = end.filter(|&end| end > start)?;
    Some((chars[start..end].iter().collect(), end + usize::from(braced)))
}

/// Reads edges that grow from the ground, one letter an edge: `BRB` is a stalk, `B(RB;G)` has two branches above its
/// first edge, and `:a` names the vertex that an edge ends at, so that edges can meet: `(B:a;R:a)` is a loop through
/// the ground.
fn read_stalks(rules: &BoardRules, text: &str, hands: u64) -> Result<Network, PositionError> {
    // where the next edge grows
    let mut tip = Tip::new(GROUND);
    let mut net = Network { hands, ..Network::default() };
    let mut named: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    let chars: Vec<char> = text.chars().collect();
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        let column = i + 1;
        let fault = |message: String| Err(PositionError::at(1, column, message));
        i += 1;
        match c {
            c if c.is_whitespace() => {}
            '(' | ';' | ')' => {
                if !tip.turn(c) {
                    return fault(format!("'{c}' outside brackets"));
                }
            }
            ':' => {
                let Some((name, after)) = name_at(&chars, i) else {
                    return fault("':' wants a name: one letter, or several in braces".into());
                };
                i = after;
                match named.get(&name) {
                    None => {
                        named.insert(name, tip.at);
                    }
                    // the last edge ends at the vertex that has this name
                    Some(&vertex) => {
                        let Some(edge) = net.edges.last_mut().filter(|edge| edge.1 == tip.at)
                        else {
                            return fault(format!("':{name}' names no end of an edge"));
                        };
                        edge.1 = vertex;
                        tip.at = vertex;
                    }
                }
            }
            c => {
                let colour = piece(rules, c, 1, i)?;
                if net.edges.len() == MOST_CELLS {
                    let message = format!("a graph has at most {MOST_CELLS} edges");
                    return Err(PositionError::too_large(1, column, message));
                }
                net.names.push((net.names.len() + 1).to_string());
                net.edges.push((tip.at, net.names.len() - 1));
                net.cells.push(colour);
                net.places.push((1, i));
                tip.at = net.names.len() - 1;
            }
        }
    }
    tip.whole(net, "no edges", &chars)
}

/// Draws rows; `None` is a cell cut away.
pub(crate) fn draw_rows(
    rules: &BoardRules,
    columns: usize,
    cells: &[Option<Piece>],
    hands: u64,
) -> String {
    let mut text = hands_text(rules, hands);
    for (i, row) in cells.chunks(columns.max(1)).enumerate() {
        if i > 0 {
            text.push('|');
        }
        text.extend(row.iter().map(|cell| cell.map_or(' ', |p| rules.pieces[usize::from(p)])));
    }
    text
}

/// Draws a graph, leaving out cells cut away.
pub(crate) fn draw_network(
    rules: &BoardRules,
    net: &Network,
    cells: &[Option<Piece>],
    hands: u64,
) -> String {
    let letter = |p: Piece| if p == EDGE { '$' } else { rules.pieces[usize::from(p)] };
    let words: Vec<Option<String>> = cells
        .iter()
        .map(|cell| cell.map(|p| if p == 0 { String::new() } else { letter(p).into() }))
        .collect();
    let first = letter(0).to_string();
    format!("{}{}", hands_text(rules, hands), draw_cells(rules, net, &words, &first))
}

/// Draws a graph whose cells are shown by these words, leaving out those cut away; nothing stands for `first`, which
/// unnamed cells hold.
pub(crate) fn draw_cells(
    rules: &BoardRules,
    net: &Network,
    cells: &[Option<String>],
    first: &str,
) -> String {
    let name = |v: usize| net.name(v);
    let joint = if rules.kind == Kind::Digraph { '>' } else { '-' };
    let mut words = Vec::new();
    if rules.kind == Kind::Edges {
        for (&(a, b), cell) in net.edges.iter().zip(cells) {
            if let Some(cell) = cell {
                let cell = if cell.is_empty() { first } else { cell };
                words.push(format!("{}-{}:{cell}", name(a), name(b)));
            }
        }
    } else {
        let mut seen = vec![false; net.names.len()];
        // vertices as they are met, as they are when the text is read: the graph of a word has another order
        let mut order = Vec::with_capacity(cells.len());
        for &(a, b) in &net.edges {
            if cells[a].is_some() && cells[b].is_some() {
                for v in [a, b] {
                    if !std::mem::replace(&mut seen[v], true) {
                        order.push(v);
                    }
                }
                words.push(format!("{}{joint}{}", name(a), name(b)));
            }
        }
        order.extend((0..cells.len()).filter(|&v| !seen[v]));
        for v in order {
            match &cells[v] {
                Some(cell) if !cell.is_empty() => words.push(format!("{}:{cell}", name(v))),
                Some(_) if !seen[v] => words.push(name(v).into()),
                _ => {}
            }
        }
        // a name alone is no graph, and the letters of one edge may be those of pieces
        let empty = cells.iter().position(|cell| cell.as_ref().is_some_and(String::is_empty));
        if let ([only], Some(vertex)) = (words.as_mut_slice(), empty.map(name))
            && !only.contains(':')
        {
            let letters = rules.kind == Kind::Graph && !rules.has_numbers();
            if only == vertex {
                *only = format!("{vertex}:{first}");
            } else if letters && read_branches(rules, only, 0).is_ok() {
                *only = format!("{only}, {vertex}:{first}");
            }
        }
    }
    words.join(", ")
}
