//! Rulesets of the rules language as values, such as `Domineering`, and their positions: `Domineering("..|..")`, `Domineering(3,3)`.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::{Items, Text, Value};
use dashu_int::IBig;
use farstar_rules::language::{Kind, Rules};
use farstar_rules::position::Ruleset;
use farstar_rules::{Game as Board, Packed, builtin};
use farstar_solve::followers::{followers, misere_outcome};
use farstar_solve::ruleset_values::AnyValue;
use farstar_value::{Game, Player};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// A list of followers may have this many positions.
const MOST_FOLLOWERS: usize = 1 << 22;

/// A ruleset of the rules language.
pub struct BoardRules {
    /// As it is written in the language.
    text: String,
    rules: Rules,
    /// For Fox and Geese: the width of the board, on which positions are given by squares.
    squares: Option<usize>,
}

impl fmt::Debug for BoardRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BoardRules").field(&self.text).finish()
    }
}

/// A position of a ruleset.
#[derive(Clone)]
pub struct BoardPosition {
    rules: Arc<BoardRules>,
    board: Board,
    packed: Packed,
}

impl fmt::Debug for BoardPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BoardPosition").field(&self.rules.text).field(&self.draw()).finish()
    }
}

/// The rulesets a session has met, by how they are written.
pub(crate) type BoardRulesets = FxHashMap<String, Arc<BoardRules>>;

impl BoardRules {
    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl BoardPosition {
    /// The ruleset.
    #[must_use]
    pub fn rules(&self) -> &BoardRules {
        &self.rules
    }

    /// The position as it is typed.
    #[must_use]
    pub fn draw(&self) -> String {
        self.board.draw(&self.packed)
    }

    /// Whether play is proved to end.
    pub(crate) fn ends(&self) -> bool {
        self.board.ends()
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        self.packed == other.packed
            && self.board.board() == other.board.board()
            && self.draw() == other.draw()
    }

    fn with(&self, packed: Packed) -> Value {
        let (rules, board) = (Arc::clone(&self.rules), self.board.clone());
        Value::BoardPosition(Arc::new(Self { rules, board, packed }))
    }

    /// The value as a short game.
    pub(crate) fn value(&self, context: &mut Context<'_, '_>) -> Outcome<Game> {
        match self.any_value(context)? {
            AnyValue::Short(game) => Ok(game),
            AnyValue::Loopy(_) => {
                Err(Fault::domain(format!("{self} is loopy: it is no short game"))
                    .expected("a short game")
                    .fix(format!("ask ({self}).GameValue")))
            }
        }
    }

    fn any_value(&self, context: &mut Context<'_, '_>) -> Outcome<AnyValue> {
        let limits = context.calc.limits().clone();
        context.boards.any_value(&self.board, &self.packed, &limits).map_err(|error| match error {
            error if error.is_ceiling() => Fault::unsupported(error.to_string()),
            other => other.into(),
        })
    }

    /// The value, loopy or not.
    pub(crate) fn game_value(&self, context: &mut Context<'_, '_>) -> Outcome<Value> {
        Ok(match self.any_value(context)? {
            AnyValue::Short(game) => context.value_of_game(game),
            AnyValue::Loopy(value) => Value::Loopy(value),
        })
    }

    /// The options of one player, as a set of positions.
    pub(crate) fn options(&self, context: &mut Context<'_, '_>, player: Player) -> Outcome<Value> {
        let mut options = Vec::new();
        self.board.options(&self.packed, player, &mut options);
        options.sort_unstable();
        options.dedup();
        let each = (size_of::<Value>() + size_of::<Self>()) as u64 + 64;
        context.meter.charge(each * options.len() as u64)?;
        let mut positions = Vec::with_capacity(options.len());
        for option in options {
            context.calc.limits().check()?;
            positions.push(self.with(option));
        }
        let set = Items::new(positions, &context.meter);
        Ok(Value::Set(set?))
    }

    /// All positions that play can reach, as a set.
    pub(crate) fn followers(&self, context: &mut Context<'_, '_>) -> Outcome<Value> {
        let found = self.follower_list(context)?;
        let each = (size_of::<Value>() + size_of::<Self>()) as u64 + 64;
        context.meter.charge(each * found.len() as u64)?;
        let positions = found.into_iter().map(|packed| self.with(packed)).collect();
        Ok(Value::Set(Items::new(positions, &context.meter)?))
    }

    /// How many positions play can reach.
    pub(crate) fn follower_count(&self, context: &mut Context<'_, '_>) -> Outcome<Value> {
        Ok(Value::integer(self.follower_list(context)?.len() as u64))
    }

    /// Whether both players have the same moves.
    pub(crate) fn is_impartial(&self) -> bool {
        self.board.is_impartial()
    }

    /// The positions that play can reach, by the places of their options.
    pub(crate) fn moves(&self, context: &Context<'_, '_>) -> Outcome<Vec<[Vec<u32>; 2]>> {
        let limits = context.misere_limits();
        let found = followers(&self.board, &self.packed, MOST_FOLLOWERS, &limits)?;
        Ok(found.moves)
    }

    fn follower_list(&self, context: &Context<'_, '_>) -> Outcome<Vec<Packed>> {
        let limits = context.calc.limits();
        Ok(followers(&self.board, &self.packed, MOST_FOLLOWERS, limits)?.positions)
    }

    /// Who wins when the player who cannot move wins.
    pub(crate) fn misere_outcome(
        &self,
        context: &Context<'_, '_>,
    ) -> Outcome<farstar_value::Outcome> {
        Ok(misere_outcome(&self.board, &self.packed, context.calc.limits())?)
    }
}

impl fmt::Display for BoardPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(\"{}\")", self.rules.text, self.draw())
    }
}

/// A ruleset's name as the language writes it: words without what stands between them.
fn written_name(name: &str) -> String {
    let capital = |word: &str| -> String {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
    };
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, '-' | ','));
    words.map(|word| capital(&word.replace('\'', ""))).collect()
}

/// The names of the built-in rulesets, as the language writes them.
pub(crate) fn board_game_names() -> impl Iterator<Item = String> {
    builtin::names().map(written_name)
}

impl Context<'_, '_> {
    /// The ruleset with these rules, shared with the one of the same text if the session has met it.
    pub(crate) fn board_rules(
        &mut self,
        text: String,
        rules: Rules,
        squares: Option<usize>,
    ) -> Outcome<Value> {
        if let Some(known) = self.rulesets.boards.get(&text)
            && known.rules.hash() == rules.hash()
        {
            return Ok(Value::Board(Arc::clone(known)));
        }
        self.meter.charge(1 << 14)?;
        let made = Arc::new(BoardRules { text: text.clone(), rules, squares });
        self.rulesets.boards.insert(text, Arc::clone(&made));
        Ok(Value::Board(made))
    }

    /// The built-in ruleset with this name, if there is one.
    pub(crate) fn named_board_rules(&mut self, name: &str) -> Option<Outcome<Value>> {
        let rules = builtin::ruleset(&name.replace('_', "")).ok()?;
        let squares = rules.name().ends_with("Fox and Geese").then_some(8);
        Some(self.board_rules(written_name(rules.name()), rules, squares))
    }

    /// A ruleset from its text, or a built-in one by its name, with these parameters.
    pub(crate) fn ruleset_from_text(&mut self, text: &str, parameters: &str) -> Outcome<Value> {
        let header = |line: &str| line == "game" || line.starts_with("game ");
        if !text.lines().map(str::trim).any(header) {
            let call = match parameters {
                "" => text.to_owned(),
                given => format!("{text}({given})"),
            };
            let rules = builtin::asked(&call).map_err(|error| Fault::domain(error.to_string()))?;
            let asked = format!("Ruleset(\"{}\")", call.replace('\\', "\\\\").replace('"', "\\\""));
            return self.board_rules(asked, rules, None);
        }
        let rules: Rules = text.parse().map_err(|fault: farstar_rules::language::RulesError| {
            let line = text.lines().nth(fault.line.saturating_sub(1)).unwrap_or_default();
            Fault::domain(format!("{fault}, in '{}'", line.trim()))
        })?;
        let mut name = written_name(rules.name());
        if parameters.is_empty() {
            return self.board_rules(name, rules, None);
        }
        let call = format!("({parameters})");
        let given = builtin::name_and_parameters(&call).map_err(|error| error.to_string());
        let rules = given.and_then(|(_, given)| rules.given(&given)).map_err(Fault::domain)?;
        name.push_str(&call);
        self.board_rules(name, rules, None)
    }

    /// The position of a ruleset that is called: a text, a size, a graph, a heap, or squares.
    pub(crate) fn board_position(
        &mut self,
        rules: &Arc<BoardRules>,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let text = match (rules.rules.kind(), arguments) {
            (_, [Value::Text(text)]) => return self.position_of_text(rules, text),
            (Some(Kind::Grid | Kind::Hex), [rows, columns])
                if rows.as_integer().is_some() && columns.as_integer().is_some() =>
            {
                format!("{}x{}", self.natural(rows)?, self.natural(columns)?)
            }
            (Some(Kind::Strip | Kind::Row), [cells]) if cells.as_integer().is_some() => {
                self.natural(cells)?.to_string()
            }
            (Some(Kind::Graph), [Value::List(adjacency)]) => {
                let looped = (1u64..).zip(adjacency.as_slice()).any(|(place, neighbours)| {
                    let loops = |to: &Value| to.as_integer().is_some_and(|to| to == place.into());
                    neighbours.elements().is_some_and(|list| list.iter().any(loops))
                });
                if looped && let Some(rules) = self.named_board("Looped", rules)? {
                    let text = self.graph_text(&rules.rules, adjacency)?;
                    let position = self.read_position(&rules, &text)?;
                    return Ok(Value::BoardPosition(Arc::new(position)));
                }
                self.graph_text(&rules.rules, adjacency)?
            }
            (Some(Kind::Grid), [geese, fox]) if let Some(width) = rules.squares => {
                let geese = self.squares(geese)?;
                let fox = self.square(fox)?;
                fox_and_geese(&geese, fox, width)?
            }
            (None, [Value::List(heap)]) => self.heap_text(heap.as_slice())?,
            (None, heap) if heap.iter().all(|n| n.as_integer().is_some()) => {
                self.heap_text(heap)?
            }
            _ => {
                let example = rules.rules.remark("example").unwrap_or("..");
                let given = arguments.first().map_or("nothing".to_owned(), |a| self.mention(a));
                return Err(Fault::of_type(format!("{} is called with {given}", rules.text))
                    .expected(format!("a position such as {}(\"{example}\")", rules.text)));
            }
        };
        let position = self.read_position(rules, &text)?;
        Ok(Value::BoardPosition(Arc::new(position)))
    }

    /// The built-in ruleset whose name is that of `rules` after a word: CGSuite has one name for both.
    fn named_board(
        &mut self,
        word: &str,
        rules: &Arc<BoardRules>,
    ) -> Outcome<Option<Arc<BoardRules>>> {
        let Ok(other) = builtin::ruleset(&format!("{word} {}", rules.rules.name())) else {
            return Ok(None);
        };
        let name = written_name(other.name());
        Ok(match self.board_rules(name, other, None)? {
            Value::Board(other) => Some(other),
            _ => None,
        })
    }

    fn position_of_text(&mut self, rules: &Arc<BoardRules>, text: &Text) -> Outcome<Value> {
        let position = match self.read_position(rules, text.as_str()) {
            Ok(position) => position,
            Err(fault) => {
                // what CGSuite calls Col and Snort has tinted vertices
                match self.named_board("Tinted", rules)? {
                    Some(tinted) if tinted.rules.position(text.as_str()).is_ok() => {
                        self.read_position(&tinted, text.as_str())?
                    }
                    _ => return Err(fault),
                }
            }
        };
        Ok(Value::BoardPosition(Arc::new(position)))
    }

    fn read_position(&mut self, rules: &Arc<BoardRules>, text: &str) -> Outcome<BoardPosition> {
        let (board, packed) = rules.rules.position(text).map_err(|fault| {
            let example = rules.rules.remark("example").unwrap_or_default();
            let fault = Fault::domain(format!("in the position of {}, {fault}", rules.text));
            if example.is_empty() {
                fault
            } else {
                fault.fix(format!("a position is written like {}(\"{example}\")", rules.text))
            }
        })?;
        self.meter.charge(256)?;
        self.meter.release(256);
        Ok(BoardPosition { rules: Arc::clone(rules), board, packed })
    }

    fn heap_text(&mut self, heap: &[Value]) -> Outcome<String> {
        let numbers: Outcome<Vec<String>> =
            heap.iter().map(|n| Ok(self.natural(n)?.to_string())).collect();
        Ok(format!("({})", numbers?.join(",")))
    }

    /// A graph by the neighbours of its vertices, which are counted from 1, as the rules read it. A vertex that is its own neighbour has a loop.
    fn graph_text(&mut self, rules: &Rules, adjacency: &Items) -> Outcome<String> {
        let count = adjacency.as_slice().len() as u64;
        let mut words: Vec<String> = (1..=count).map(|v| format!("v{v}")).collect();
        for (place, neighbours) in (1u64..).zip(adjacency.as_slice()) {
            let Some(neighbours) = neighbours.elements() else {
                return Err(self.wrong(neighbours, "the list of the neighbours of a vertex"));
            };
            for neighbour in neighbours {
                let to = self.natural(neighbour)?;
                if to == 0 || to > count {
                    return Err(Fault::domain(format!("there is no vertex {to}"))
                        .expected(format!("a vertex from 1 to {count}")));
                }
                if to == place && rules.pieces().contains(&'o') {
                    words.push(format!("v{to}:o"));
                } else if to == place {
                    return Err(Fault::unsupported(format!("vertex {to} has a loop")));
                } else if to > place {
                    words.push(format!("v{place}-v{to}"));
                }
            }
        }
        Ok(words.join(", "))
    }

    /// The square (row, column).
    fn square(&mut self, value: &Value) -> Outcome<(u64, u64)> {
        match value.elements() {
            Some([row, column]) => Ok((self.natural(row)?, self.natural(column)?)),
            _ => Err(self.wrong(value, "a square such as (1,3): row and column")),
        }
    }

    fn squares(&mut self, value: &Value) -> Outcome<Vec<(u64, u64)>> {
        let Some(elements) = value.elements() else {
            return Err(self.wrong(value, "a set of squares such as {(3,1),(3,3)}"));
        };
        elements.to_vec().iter().map(|square| self.square(square)).collect()
    }

    /// Fox and Geese: the values for every square of the fox, as a table with the geese marked.
    pub(crate) fn fox_table(&mut self, rules: &Arc<BoardRules>, geese: &Value) -> Outcome<Value> {
        let Some(width) = rules.squares else {
            return Err(Fault::domain(format!("{} has no fox", rules.text)));
        };
        let geese = self.squares(geese)?;
        let top = geese.iter().map(|goose| goose.0).max().unwrap_or(1);
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in (1..=top).rev() {
            let mut cells = Vec::new();
            for column in 1..=width as u64 {
                let square = (row, column);
                cells.push(if geese.contains(&square) {
                    "X".to_owned()
                } else if (row + column) % 2 == 1 || row == top {
                    String::new()
                } else {
                    let text = fox_and_geese(&geese, square, width)?;
                    let position = self.read_position(rules, &text)?;
                    let value = position.game_value(self)?;
                    crate::display::display(self, &value, crate::display::Budget::Whole)
                });
            }
            rows.push(cells);
        }
        let table = crate::display::ruled(&rows);
        Ok(Value::Table(Text::new(table, &self.meter)?))
    }

    /// The neighbours of the vertices of a path, in order.
    pub(crate) fn path(&mut self, count: &Value) -> Outcome<Value> {
        let count = self.natural(count)?;
        if count == 0 || count > farstar_rules::MOST_CELLS as u64 {
            return Err(Fault::domain(format!("a path of {count} vertices"))
                .expected(format!("from 1 to {} vertices", farstar_rules::MOST_CELLS)));
        }
        let mut lists = Vec::new();
        for vertex in 1..=count {
            let near = [vertex - 1, vertex + 1].into_iter().filter(|&v| v >= 1 && v <= count);
            lists.push(self.list(near.map(|v| Value::integer(IBig::from(v))).collect())?);
        }
        self.list(lists)
    }
}

/// The board of Fox and Geese with two empty rows behind the geese, where a fox that has passed them may stay for ever.
fn fox_and_geese(geese: &[(u64, u64)], fox: (u64, u64), width: usize) -> Outcome<String> {
    const MOST_ROWS: u64 = 64;
    let on_board = |&(row, column): &(u64, u64)| {
        row >= 1 && column >= 1 && column <= width as u64 && (row + column) % 2 == 0
    };
    if let Some((row, column)) = geese.iter().chain([&fox]).find(|&square| !on_board(square)) {
        return Err(Fault::domain(format!("({row},{column}) is no square of the board")).expected(
            format!("a row from 1, a column from 1 to {width}, and an even sum of both"),
        ));
    }
    if geese.contains(&fox) {
        return Err(Fault::domain("the fox stands on the square of a goose"));
    }
    let top = geese.iter().map(|goose| goose.0).chain([fox.0]).max().unwrap_or(1) + 2;
    if top > MOST_ROWS {
        return Err(Fault::domain(format!("a board of {top} rows is too high")));
    }
    let rows: Vec<String> = (1..=top)
        .rev()
        .map(|row| {
            let piece = |column| match (row, column) {
                square if square == fox => 'F',
                square if geese.contains(&square) => 'G',
                _ => '.',
            };
            (1..=width as u64).map(piece).collect()
        })
        .collect();
    Ok(rows.join("|"))
}
