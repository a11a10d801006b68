//! The sum that the words of `outcome` and `play` mean.

use crate::exit::Failure;
use crate::heap_game;
use crate::input::Lines;
use crate::ruleset::{self, Source, Words};
use farstar_rules::builtin;
use farstar_rules::heap::{HeapSize, Spawning};
use farstar_rules::language::Rules;
use farstar_solve::outcome::{Component, HeapRules, Move, OutcomeSearch};
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Limits};
use std::collections::HashMap;
use std::sync::Arc;

/// The largest heap that is read.
const LARGEST_HEAP: HeapSize = i32::MAX as HeapSize;

/// One summand.
pub(super) struct Summand {
    pub(super) ruleset: String,
    pub(super) text: String,
    pub(super) component: Component,
}

/// Help on how sums are written.
pub(super) const HELP: &str = "A lone + begins another ruleset. `value` stands for a ruleset whose positions are values, a code such as 0.77 for \
    one whose positions are heaps; - as a position reads positions from standard input, one a line.";

/// Reads the summands; `search` gets their boards.
pub(super) fn read<'a>(
    words: &Words,
    arena: &'a Arena,
    search: &mut OutcomeSearch<'a>,
    limits: &Limits,
) -> Result<Vec<Summand>, Failure> {
    let mut reader = Reader { search, arena, limits, boards: HashMap::new(), summands: Vec::new() };
    let groups = words.groups();
    if groups.len() > 1 && groups.iter().any(Words::is_empty) {
        return Err(Failure::Usage(
            "a lone + stands between two rulesets with their positions; nothing stands on one side of it"
                .to_owned(),
        ));
    }
    for (at, group) in groups.into_iter().enumerate() {
        let (source, positions) =
            if at == 0 { group.split(limits) } else { group.split_later(is_known, limits) }?;
        let positions = with_lines(positions)?;
        match source {
            Source::File(rules) => reader.ruleset(&rules, &positions)?,
            Source::Named("value" | "values") => reader.values(&positions)?,
            Source::Named(name) => match builtin::asked(name) {
                Ok(rules) => reader.ruleset(&rules, &positions)?,
                Err(_) => match heap_game::read(&[name.to_owned()]) {
                    Ok(game) => reader.heap_game(game, &positions)?,
                    Err(failure) if name.contains('.') => return Err(failure),
                    Err(_) => {
                        ruleset::named(name)?;
                    }
                },
            },
        }
    }
    reader.finish()
}

fn is_known(name: &str) -> bool {
    matches!(name, "value" | "values")
        || builtin::asked(name).is_ok()
        || heap_game::read(&[name.to_owned()]).is_ok()
}

/// The positions, with the lines of standard input in the place of `-`.
fn with_lines(positions: &[String]) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for position in positions {
        if position != "-" {
            all.push(position.clone());
            continue;
        }
        let mut lines = Lines::open("-")?;
        while let Some((_, line)) = lines.next()? {
            all.push(line.trim().to_owned());
        }
    }
    Ok(all)
}

/// The summands read so far.
struct Reader<'r, 'a> {
    search: &'r mut OutcomeSearch<'a>,
    arena: &'a Arena,
    limits: &'r Limits,
    /// The boards of heap games by the names of their rules.
    boards: HashMap<String, u32>,
    summands: Vec<Summand>,
}

impl Reader<'_, '_> {
    /// Positions of a ruleset. Those of heap games with a code are played on one board, whose Grundy values are one sequence.
    fn ruleset(&mut self, rules: &Rules, positions: &[String]) -> Result<(), Failure> {
        let Some(code) = rules.code().filter(|_| !rules.is_misere() && !positions.is_empty())
        else {
            return self.positions(rules, positions);
        };
        let board = self.board(HeapRules::Single(Arc::new(code)), rules.name())?;
        for text in positions {
            let position = match sizes(text) {
                Some(sizes) => HeapRules::of_sizes(&sizes),
                // written in another way, or wrong
                None => {
                    let read = ruleset::positions(rules, std::slice::from_ref(text), self.limits)?;
                    let heaps = read.first().and_then(|one| one.game.heaps(&one.packed));
                    let sizes: Vec<HeapSize> =
                        heaps.iter().flatten().map(|&size| size as HeapSize).collect();
                    HeapRules::of_sizes(&sizes)
                }
            };
            self.push(rules.name(), text, Component::Position { board, position });
        }
        Ok(())
    }

    fn positions(&mut self, rules: &Rules, positions: &[String]) -> Result<(), Failure> {
        for position in ruleset::positions(rules, positions, self.limits)? {
            let search = &mut *self.search;
            let component = self
                .limits
                .guard(|| search.game(&position.game, position.packed))?
                .map_err(|error| Failure::of_solver(error, rules.name()))?;
            self.push(rules.name(), &position.text, component);
        }
        Ok(())
    }

    fn values(&mut self, positions: &[String]) -> Result<(), Failure> {
        if positions.is_empty() {
            return Err(Failure::Usage("a value is needed, such as '{1|-1}'".to_owned()));
        }
        let mut calc = self.arena.calculator_with(self.limits);
        for text in positions {
            let value = calc.parse(text).map_err(|error| Failure::of_solver(error.into(), text))?;
            self.push("value", text, Component::Value(value));
        }
        Ok(())
    }

    /// Positions of a heap game that is known by its rules on one heap.
    fn heap_game(&mut self, game: heap_game::Game, positions: &[String]) -> Result<(), Failure> {
        if positions.is_empty() {
            return Err(Failure::Usage(format!("the sizes of heaps of {} are needed", game.text)));
        }
        let name = game.text;
        let (rules, least) = match game.rules {
            heap_game::Rules::Code(code) => (HeapRules::Single(Arc::new(code)), 0),
            heap_game::Rules::Coins(code) => {
                let coins: Spawning = code
                    .to_string()
                    .parse()
                    .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
                (HeapRules::Single(Arc::new(coins)), 1)
            }
            heap_game::Rules::Pairs(pairs) => (HeapRules::Pair(pairs), 0),
        };
        let in_pairs = matches!(rules, HeapRules::Pair(_));
        let board = self.board(rules, &name)?;
        for text in positions {
            let position = if in_pairs {
                pairs(text).map(|pairs| HeapRules::of_pairs(&pairs))
            } else {
                let sizes = sizes(text).filter(|sizes| sizes.iter().all(|&n| n >= least));
                sizes.map(|sizes| HeapRules::of_sizes(&sizes))
            };
            let position = position.ok_or_else(|| {
                let expected = match (in_pairs, least) {
                    (true, _) => "two numbers, such as 3,5",
                    (false, 0) => "the size of a heap",
                    (false, _) => "the place of a coin, from 1",
                };
                Failure::Input(format!("'{text}' is no position: expected {expected}"))
            })?;
            self.push(&name, text, Component::Position { board, position });
        }
        Ok(())
    }

    fn board(&mut self, rules: HeapRules, name: &str) -> Result<u32, Failure> {
        let key = rules.name();
        if let Some(&known) = self.boards.get(&key) {
            return Ok(known);
        }
        let board = self.search.heaps(rules).map_err(|error| Failure::of_solver(error, name))?;
        self.boards.insert(key, board);
        Ok(board)
    }

    fn push(&mut self, ruleset: &str, text: &str, component: Component) {
        let (ruleset, text) = (ruleset.to_owned(), text.to_owned());
        self.summands.push(Summand { ruleset, text, component });
    }

    /// The summands. In misère play equal values are not equal games, so only values that name a position are taken: heaps of Nim and integers.
    fn finish(self) -> Result<Vec<Summand>, Failure> {
        let names_a_position = |text: &str| {
            let digits = text.strip_prefix(['*', '-']).unwrap_or(text);
            text == "*" || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let mut values =
            self.summands.iter().filter(|one| matches!(one.component, Component::Value(_)));
        match values.find(|one| self.search.is_misere() && !names_a_position(one.text.trim())) {
            Some(value) => Err(Failure::Input(format!(
                "the value '{}' in a sum of misère play: equal values are won differently there; only *n and integers are positions",
                value.text
            ))),
            None => Ok(self.summands),
        }
    }
}

/// The sizes of heaps, written `3+4`.
fn sizes(text: &str) -> Option<Vec<HeapSize>> {
    let size = |word: &str| word.trim().parse().ok().filter(|&n: &HeapSize| n <= LARGEST_HEAP);
    text.split('+').map(size).collect()
}

/// Heaps of two numbers, written `(3,4)+(2,5)`, or `3,4` if there is one.
fn pairs(text: &str) -> Option<Vec<(HeapSize, HeapSize)>> {
    let pair = |word: &str| {
        let word = word.trim();
        let inner = word.strip_prefix('(').and_then(|w| w.strip_suffix(')')).unwrap_or(word);
        let (a, b) = inner.split_once(',')?;
        Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
    };
    text.split('+').map(pair).collect()
}

/// A component as it is typed.
pub(super) fn drawn(
    component: &Component,
    search: &OutcomeSearch<'_>,
    calc: &mut Calculator<'_>,
) -> String {
    match component {
        Component::Position { board, position } => search.ruleset(*board).draw(position),
        Component::Value(value) => calc.print(*value, Notation::Ascii).unwrap_or_default(),
    }
}

/// What a move makes of its component, as it is typed.
pub(super) fn shown(
    one: &Move,
    sum: &[Component],
    search: &OutcomeSearch<'_>,
    calc: &mut Calculator<'_>,
) -> String {
    drawn(&one.changed(&sum[one.component]), search, calc)
}
