//! Rulesets of the rules language as values, such as `Domineering`, and their positions: `Domineering("..|..")`,
//! `Domineering(3,3)`.

use crate::context::Context;
use crate::explicit::{Compound, FormNode};
use crate::fault::{Fault, Outcome};
use crate::heap::HeapRules;
use crate::value::{Items, Text, Value};
use farstar::Sum;
use farstar_play::{Message, say};
use farstar_rules::heap::Heaps;
use farstar_rules::language::{Kind, Ruleset};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed, builtin, is_ruleset_text};
use farstar_solve::followers::followers;
use farstar_solve::ruleset_values::AnyValue;
use farstar_solve::theorems;
use farstar_value::loopy::LoopyOutcome;
use farstar_value::text::Notation;
use farstar_value::{Game, Player};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Before the names of CGSuite's rulesets on graphs.
const GRAPH_PACKAGE: &str = "game.graph.";

/// A list of followers may have this many positions.
const MOST_FOLLOWERS: usize = 1 << 22;

/// A ruleset of the rules language.
pub struct BoardRules {
    /// As it is written in the language.
    text: String,
    rules: Ruleset,
    /// For Fox and Geese: the width of the board, on which positions are given by squares.
    squares: Option<usize>,
    /// Whether positions are written as in CGSuite's package of games on graphs.
    cgsuite: bool,
    /// The same rules on single heaps, once they are asked for.
    heaps: OnceLock<Option<Arc<HeapRules>>>,
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
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The rules on single heaps, with the nim values found so far, of an impartial game on heaps of one number.
    pub(crate) fn heaps(&self) -> Option<Arc<HeapRules>> {
        let heaps = || match self.rules.heap_game() {
            Ok(Heaps::Single(game)) if self.rules.ending().is_ok() => {
                let values = theorems::sequence(&self.rules, game);
                Some(Arc::new(HeapRules::of_values(self.text.clone(), values)))
            }
            _ => None,
        };
        self.heaps.get_or_init(heaps).clone()
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

    /// Where it stands in sets: on one board by its words, as options are listed.
    pub(crate) fn key(&self) -> String {
        let board = format!("{}{}", self.rules.text, self.board.board());
        let words = self.packed.words().iter().map(|word| format!("{word:016x}"));
        std::iter::once(board).chain(words).collect()
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
                Err(Fault::domain(say!("{0} is loopy: it is no short game", self))
                    .expected("a short game")
                    .fix(say!("ask ({0}).GameValue", self)))
            }
        }
    }

    fn any_value(&self, context: &mut Context<'_, '_>) -> Outcome<AnyValue> {
        if self.is_misere() {
            return Err(Fault::domain(say!(
                "{0} is played misère, and its value is one of normal play",
                self
            ))
            .expected("a question of misère play, such as MisereOutcomeClass")
            .fix(say!("({0}).NormalPlay is the same position of normal play", self)));
        }
        let limits = context.calc.limits().clone();
        Ok(context.solver.values().any_value(&self.board, &self.packed, &limits)?)
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
        let lists = |at| [Player::Left, Player::Right].map(|who| found.options(at, who).to_vec());
        Ok((0..found.positions.len() as u32).map(lists).collect())
    }

    fn follower_list(&self, context: &Context<'_, '_>) -> Outcome<Vec<Packed>> {
        let limits = context.calc.limits();
        Ok(followers(&self.board, &self.packed, MOST_FOLLOWERS, limits)?.positions)
    }

    /// Whether the player who cannot move wins.
    pub(crate) fn is_misere(&self) -> bool {
        self.rules.rules.is_misere()
    }

    /// Who wins when the player who cannot move wins; endless play is a draw.
    pub(crate) fn misere_outcome(&self, context: &mut Context<'_, '_>) -> Outcome<LoopyOutcome> {
        let limits = context.calc.limits().clone();
        let sum = if self.is_misere() {
            self.as_sum()
        } else {
            let rules = farstar::Ruleset::from(self.rules.rules.misere());
            rules.position_within(&self.draw(), &limits)?.into()
        };
        Ok(context.solver.outcome(&sum, &limits)?)
    }

    /// The position alone, as it is asked who wins.
    fn as_sum(&self) -> Sum {
        let rules = farstar::Ruleset::from(self.rules.rules.clone());
        farstar::Position::on_board(&rules, self.board.clone(), self.packed.clone()).into()
    }
}

impl Context<'_, '_> {
    /// The sum of which it is asked who wins, if a value is a position on a board, or of large heaps of a ruleset, or
    /// the form of a sum of such, all of one play, and in normal play of values: its winner may be found where its
    /// value is out of reach.
    pub(crate) fn sum_of_positions(&mut self, value: &Value) -> Outcome<Option<Sum>> {
        let root = match value {
            Value::BoardPosition(position) => return Ok(Some(position.as_sum())),
            Value::CoordinatePosition(heaps) => return heaps.as_sum(self.calc.limits()),
            Value::Form(form) => *form,
            _ => return Ok(None),
        };
        let (mut sum, mut stack, mut boards) = (Sum::default(), vec![root], [0; 2]);
        let mut values = false;
        while let Some(form) = stack.pop() {
            self.calc.limits().check()?;
            match self.forms.node(form).clone() {
                FormNode::Compound(Compound::Disjunctive, a, b) => stack.extend([b, a]),
                FormNode::Value(game) => {
                    values = true;
                    let text = self.calc.print(game, Notation::Ascii)?;
                    sum += Sum::of_value_within(&text, self.calc.limits())?;
                }
                FormNode::Position(place) => match self.forms.position_at(place) {
                    Value::BoardPosition(position) => {
                        sum += position.as_sum();
                        boards[usize::from(position.is_misere())] += 1;
                    }
                    Value::CoordinatePosition(heaps) => {
                        let Some(heaps) = heaps.as_sum(self.calc.limits())? else {
                            return Ok(None);
                        };
                        sum += heaps;
                        boards[0] += 1;
                    }
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            }
        }
        let is_one = match boards {
            [0, misere] => misere > 0 && !values,
            [_, misere] => misere == 0,
        };
        Ok(is_one.then_some(sum))
    }
}

impl fmt::Display for BoardPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(\"{}\")", self.rules.text, self.draw())
    }
}

/// Whether a graph is written with letters and `-` alone.
fn is_letters(text: &str) -> bool {
    let letters = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || c.is_whitespace();
    text.chars().all(letters) && text.contains(char::is_alphanumeric)
}

/// The whole name of a ruleset of CGSuite's package of games on graphs, if the one of this name has graphs of vertices.
pub(crate) fn in_graph_package(name: &str) -> Option<Arc<str>> {
    let rules = builtin::ruleset(&name.replace('_', "")).ok()?;
    let whole = || format!("{GRAPH_PACKAGE}{}", written_name(rules.name())).into();
    (rules.kind() == Some(Kind::Graph)).then(whole)
}

/// A ruleset's name as the language writes it: words without what stands between them.
pub(crate) fn written_name(name: &str) -> String {
    let capital = |word: &str| -> String {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
    };
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, '-' | ','));
    words.map(|word| capital(&word.replace('\'', ""))).collect()
}

/// How a position of the built-in ruleset of this name is written, as `Nim("3+4+5")`, told to whoever wrote only the
/// name.
pub(crate) fn written_position(name: &str) -> Option<Message> {
    let rules = builtin::ruleset(name).ok()?;
    let example = rules.remark("example")?;
    Some(say!("a position is written like {0}(\"{1}\")", written_name(rules.name()), example))
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
        rules: Ruleset,
        squares: Option<usize>,
    ) -> Outcome<Value> {
        // texts of the same rules may begin with other positions
        if let Some(known) = self.rulesets.boards.get(&text)
            && known.rules == rules
            && known.rules.starts() == rules.starts()
        {
            return Ok(Value::Board(Arc::clone(known)));
        }
        self.meter.charge(1 << 14)?;
        let made = Arc::new(BoardRules {
            text: text.clone(),
            rules,
            squares,
            cgsuite: false,
            heaps: OnceLock::new(),
        });
        self.rulesets.boards.insert(text, Arc::clone(&made));
        Ok(Value::Board(made))
    }

    /// The ruleset of CGSuite's package of games on graphs, whose positions are written as CGSuite writes them, if the
    /// name is one of these.
    pub(crate) fn graph_package_rules(&mut self, name: &str) -> Option<Outcome<Value>> {
        let own = name.strip_prefix(GRAPH_PACKAGE)?;
        if let Some(known) = self.rulesets.boards.get(name) {
            return Some(Ok(Value::Board(Arc::clone(known))));
        }
        let rules = builtin::ruleset(own).ok()?;
        if let Err(fault) = self.meter.charge(1 << 14) {
            return Some(Err(fault.into()));
        }
        let text = written_name(rules.name());
        let made = Arc::new(BoardRules {
            text,
            rules,
            squares: None,
            cgsuite: true,
            heaps: OnceLock::new(),
        });
        self.rulesets.boards.insert(name.to_owned(), Arc::clone(&made));
        Some(Ok(Value::Board(made)))
    }

    /// A ruleset from its text, or a built-in one by its name, with these parameters.
    pub(crate) fn ruleset_from_text(&mut self, text: &str, parameters: &str) -> Outcome<Value> {
        if !is_ruleset_text(text) {
            let call = match parameters {
                "" => text.to_owned(),
                given => format!("{text}({given})"),
            };
            let rules = Ruleset::named(&call).map_err(|error| Fault::domain(error.to_string()))?;
            let asked = format!("Ruleset(\"{}\")", call.replace('\\', "\\\\").replace('"', "\\\""));
            return self.board_rules(asked, rules, None);
        }
        let rules: Ruleset =
            text.parse().map_err(|fault: farstar_rules::language::RulesError| {
                let line = text.lines().nth(fault.line.saturating_sub(1)).unwrap_or_default();
                Fault::domain(say!("{0}, in '{1}'", fault, line.trim()))
            })?;
        let mut name = written_name(rules.name());
        if parameters.is_empty() {
            return self.board_rules(name, rules, None);
        }
        let rules =
            rules.given_list(parameters).map_err(|error| Fault::domain(error.to_string()))?;
        name.push_str(&format!("({parameters})"));
        self.board_rules(name, rules, None)
    }

    /// The ruleset with the same moves in which the player who cannot move loses.
    pub(crate) fn normal_play(&mut self, rules: &Arc<BoardRules>) -> Outcome<Arc<BoardRules>> {
        if !rules.rules.is_misere() {
            return Ok(Arc::clone(rules));
        }
        let text = format!("{}.NormalPlay", rules.text);
        match self.board_rules(text, rules.rules.normal(), rules.squares)? {
            Value::Board(normal) => Ok(normal),
            other => Err(self.wrong(&other, "a ruleset")),
        }
    }

    /// The position of normal play that is drawn like this one.
    pub(crate) fn in_normal_play(&mut self, position: &BoardPosition) -> Outcome<Value> {
        let rules = self.normal_play(&position.rules)?;
        let normal = self.read_position(&rules, &position.draw())?;
        Ok(Value::BoardPosition(Arc::new(normal)))
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
            (Some(Kind::Grid | Kind::Strip | Kind::Row | Kind::Hex), [Value::Cells(cells)]) => {
                let map: String = rules.rules.pieces().iter().collect();
                cells.draw(&map).map_err(|number| {
                    Fault::domain(say!("the map has no character for {0}", number))
                        .expected(say!("more characters than \"{0}\"", map))
                })?
            }
            (
                Some(kind @ (Kind::Graph | Kind::Digraph | Kind::Edges)),
                [graph @ (Value::List(_) | Value::Graph(_))],
            ) => {
                let arcs = kind == Kind::Digraph;
                let plan = match graph {
                    Value::Graph(_) => self.plan(graph)?,
                    lists => self.plan_of_lists(arcs, lists)?,
                };
                let looped = plan.edges.iter().any(|(from, to, _)| from == to);
                let other = if looped { self.named_board("Looped", rules)? } else { None };
                // labels of vertices beside pieces are tints, as CGSuite has them
                let tints = plan.vertices.iter().any(|label| !matches!(label, Value::Nothing));
                let tinted = if tints { self.named_board("Tinted", rules)? } else { None };
                let rules = other.or(tinted).unwrap_or_else(|| Arc::clone(rules));
                let pieces = rules.rules.pieces();
                let empty = pieces.first().copied().filter(|_| kind != Kind::Edges);
                let drawing = (arcs, empty, pieces);
                let text = self.drawn_for_rules(&plan, drawing)?;
                let position = self.read_position(&rules, &text)?;
                return Ok(Value::BoardPosition(Arc::new(position)));
            }
            (Some(Kind::Grid), [geese, fox]) if let Some(width) = rules.squares => {
                let geese = self.squares(geese)?;
                let fox = self.square(fox)?;
                fox_and_geese(&geese, fox, width)?
            }
            (None, [Value::List(heap) | Value::Tuple(heap)]) => self.heap_text(heap.as_slice())?,
            (None, heap) if heap.iter().all(|n| n.as_integer().is_some()) => {
                self.heap_text(heap)?
            }
            _ => {
                let example = rules.rules.remark("example").unwrap_or("..");
                let given = arguments.first().map_or("nothing".to_owned(), |a| self.mention(a));
                return Err(Fault::of_type(say!("{0} is called with {1}", rules.text, given))
                    .expected(say!("a position such as {0}(\"{1}\")", rules.text, example)));
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
        let written = text;
        let text = text.as_str();
        // what CGSuite calls Col and Snort has tinted vertices
        let tinted = match rules.rules.kind() {
            Some(Kind::Graph) => self.named_board("Tinted", rules)?,
            _ => None,
        };
        // in brackets letters are pieces and no names
        let drawn = format!("({text})");
        let reads = |rules: &Arc<BoardRules>| rules.rules.position(&drawn).is_ok();
        let position = match &tinted {
            Some(tinted) if rules.cgsuite && reads(tinted) => self.read_position(tinted, &drawn)?,
            _ if rules.cgsuite && reads(rules) => self.read_position(rules, &drawn)?,
            tinted => match (self.read_position(rules, text), tinted) {
                (Ok(_), Some(tinted)) if is_letters(text) && reads(tinted) => {
                    let named = &rules.text;
                    let written = |text: &str| format!("{named}(\"{text}\")");
                    let first = text.split('-').next().unwrap_or_default().trim();
                    return Err(Fault::domain(say!(
                        "{0} has two readings: its letters are names of vertices, or tints of vertices without names, as CGSuite writes them",
                        written(text)
                    ))
                    .fix(say!(
                        "for names write {0}, for tints {1}",
                        written(&format!("{text}, {first}:.")),
                        format!("{GRAPH_PACKAGE}{}", written(text))
                    )));
                }
                (Err(_), Some(tinted))
                    if (reads(tinted) || !is_letters(text))
                        && tinted.rules.position(text).is_ok() =>
                {
                    self.read_position(tinted, text)?
                }
                // of heaps too large for a board there may be a law
                (Err(fault), _)
                    if fault.kind == crate::Kind::TooLarge
                        && let Some(heaps) = rules.heaps() =>
                {
                    return self.heap_position(&heaps, &Value::Text(written.clone()));
                }
                (position, _) => position?,
            },
        };
        Ok(Value::BoardPosition(Arc::new(position)))
    }

    fn read_position(&mut self, rules: &Arc<BoardRules>, text: &str) -> Outcome<BoardPosition> {
        let (board, packed) = rules.rules.position(text).map_err(|fault| {
            let example = rules.rules.remark("example").unwrap_or_default();
            let message = say!("in the position of {0}, {1}", rules.text, fault);
            let kind = if fault.too_large { Fault::too_large } else { Fault::domain };
            let fault = kind(message);
            if example.is_empty() {
                fault
            } else {
                fault.fix(say!("a position is written like {0}(\"{1}\")", rules.text, example))
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
            return Err(Fault::domain(say!("{0} has no fox", rules.text)));
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
                    self.written(&value)?
                });
            }
            rows.push(cells);
        }
        let table = crate::table::ruled(&rows);
        Ok(Value::Table(Text::new(table, &self.meter)?))
    }
}

/// The board of Fox and Geese with two empty rows behind the geese, where a fox that has passed them may stay for ever.
fn fox_and_geese(geese: &[(u64, u64)], fox: (u64, u64), width: usize) -> Outcome<String> {
    const MOST_ROWS: u64 = 64;
    let on_board = |&(row, column): &(u64, u64)| {
        row >= 1 && column >= 1 && column <= width as u64 && (row + column) % 2 == 0
    };
    if let Some((row, column)) = geese.iter().chain([&fox]).find(|&square| !on_board(square)) {
        return Err(Fault::domain(say!("({0},{1}) is no square of the board", row, column))
            .expected(say!(
                "a row from 1, a column from 1 to {0}, and an even sum of both",
                width
            )));
    }
    if geese.contains(&fox) {
        return Err(Fault::domain("the fox stands on the square of a goose"));
    }
    let top = geese.iter().map(|goose| goose.0).chain([fox.0]).max().unwrap_or(1) + 2;
    if top > MOST_ROWS {
        return Err(Fault::domain(say!("a board of {0} rows is too high", top)));
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
