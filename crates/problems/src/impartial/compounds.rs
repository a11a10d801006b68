//! Compounds: the selective one, Multi-SG, Every-SG, products of coin games, and "first to reach wins".

use std::fmt::Write;

use farstar_impartial::coin::{CoinRow, Product};
use farstar_impartial::compound::{
    Compound, Joint, continued_steps, multi_grundy, selective_nim_value, selective_outcome,
    strip_losing_points,
};
use farstar_impartial::digraph::{Digraph, Outcome, grundy_values};
use farstar_impartial::nimber_search::NimberSearch;
use farstar_impartial::search::{self, Token};
use farstar_nimber::Nim64;
use farstar_rules::coin::TurningCode;
use farstar_value::{Limits, Player};

use super::arcs;
use super::arcs::EXAMPLE;
use super::coins::{CoinBoard, Coins};
use super::heaps::{self, joined};
use super::whole::{Moves, Play};
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::trial::Verification;
use farstar_rules::View;

/// I15: play one or both.
pub(crate) const SELECTIVE: Entry = Entry {
    instance: Instance::game("6 5", |text, limits| {
        turn(
            Together { at: read(text, |input| arcs::few(input, &EXAMPLE, 2))?, all: false },
            limits,
        )
    }),
    answer: Some(answer_selective),
    verification: Some(Verification::to([4, 4, 5], |to, trial| {
        for graph in arcs::loop_free(to) {
            let values = grundy_values(&graph, trial.limits())?;
            let mut play = NimberSearch::new();
            for a in 0..graph.vertices() {
                for b in 0..=a {
                    let single = [a, b].map(|v| Outcome::from_next_wins(values[v as usize] != 0));
                    let both = selective(&graph, a, b)?;
                    trial.compare(
                        || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                        selective_outcome(&single).unwrap_or(Outcome::Draw),
                        play.outcome(&both, trial.limits())?,
                    )?;
                }
            }
        }
        let graph = arcs::heaps(to as u32)?;
        for x in 0..=to {
            for y in 0..=x {
                let both = selective(&graph, x as u32, y as u32)?;
                trial.compare(
                    || format!("heaps {x}, {y}"),
                    x + y,
                    search::grundy(&both, trial.limits())?.into(),
                )?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE4b",
        Verification::to([1, 3, 12], |to, trial| {
            let graph = arcs::heaps(to as u32)?;
            for y in 0..=to {
                for x in 0..=y {
                    let both = selective(&graph, x as u32, y as u32)?;
                    let product = (Nim64::new(x) * Nim64::new(y)).get();
                    trial.compare(
                        || format!("heaps {x}, {y}"),
                        product,
                        search::grundy(&both, trial.limits())?.into(),
                    )?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I15", "selective-compound")
};

/// Two tokens on one graph of which a move takes one or both.
fn selective(graph: &Digraph, a: u32, b: u32) -> Result<Compound<Token<'_>>> {
    Ok(Compound::new(Joint::Selective, vec![Token::new(graph, a)?, Token::new(graph, b)?]))
}

fn answer_selective(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    if input.accept("heaps") {
        let heaps: Vec<u64> = input.integers("a heap", 2, 0..=u64::MAX)?;
        let sum = selective_nim_value(&heaps)
            .ok_or_else(|| Error::Refused("the value passes 64 bits".to_owned()))?;
        let outcome = Outcome::from_next_wins(sum != 0);
        return Ok(format!("{} {} {sum} {outcome}\n", heaps[0], heaps[1]));
    }
    let mut games = Vec::new();
    for _ in 0..2 {
        let graph = arcs::read(input, limits)?;
        let start = input.integer("the start", 0..=graph.vertices() - 1)?;
        let value = grundy_values(&graph, limits)?[start as usize];
        games.push((graph, start, value));
    }
    let mut tokens = Vec::new();
    for (graph, start, _) in &games {
        tokens.push(Token::new(graph, *start)?);
    }
    let value = search::grundy(&Compound::new(Joint::Selective, tokens), limits)?;
    let outcome = Outcome::from_next_wins(value != 0);
    Ok(format!("{} {} {value} {outcome}\n", games[0].2, games[1].2))
}

/// I17: the Tartan theorem.
pub(crate) const TARTAN: Entry = Entry {
    instance: Instance::game("....H..H.H.H", |text, limits| {
        let [rows, columns] = [3, 4].map(|size| row_rules("2", size, limits));
        let (Some(rows), Some(columns)) = (rows?, columns?) else {
            unreachable!("2 is a turning code")
        };
        let masks = product_moves(&rows, &columns, 4, limits)?;
        let product = Product::new(vec![&rows, &columns])?;
        let values: std::result::Result<Vec<_>, _> =
            (0..12).map(|cell| product.value(&[cell / 4, cell % 4])).collect();
        let board = CoinBoard { columns: 4, masks, values: values? };
        turn(read(text, |input| Coins::read(&board, input))?, limits)
    }),
    answer: Some(answer_tartan),
    verification: Some(Verification::to([3, 4, 5], |to, trial| {
        let columns = to as u32;
        let names = ["turtles", "turtles_opt", "mock", "ruler", "sub12"];
        for first in names {
            for second in names {
                let a = row_rules(first, 2, trial.limits())?.unwrap_or_else(|| unreachable!());
                let b =
                    row_rules(second, columns, trial.limits())?.unwrap_or_else(|| unreachable!());
                let board = Product::new(vec![&a, &b])?;
                let mut play = Play::new();
                let moves = product_moves(&a, &b, columns, trial.limits())?;
                for heads in 0_u32..1 << (2 * columns) {
                    let cells = (0..2 * columns).filter(|cell| heads >> cell & 1 == 1);
                    let coins: Vec<Vec<u32>> =
                        cells.map(|cell| vec![cell / columns, cell % columns]).collect();
                    trial.compare(
                        || format!("{first} × {second}, heads {coins:?}"),
                        board.grundy(&coins)?,
                        play.value(&super::coins::Row::new(heads, &moves), trial.limits())?.into(),
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I17", "tartan")
};

/// A row of coins by a name or a turning code; `None` if it is neither.
fn row_rules(name: &str, coins: u32, limits: &Limits) -> Result<Option<CoinRow>> {
    let code = match name {
        "turtles" => "2",
        "turtles_opt" => "1-2",
        "mock" => "1-3",
        "ruler" => "1+C",
        "sub12" => {
            let moves = |coin: u32| (1..=coin.min(2)).map(|back| vec![coin - back]).collect();
            return Ok(Some(CoinRow::listed(coins, moves, limits)?));
        }
        other => other,
    };
    let Ok(code) = code.parse::<TurningCode>() else { return Ok(None) };
    Ok(Some(CoinRow::new(code, coins, limits)?))
}

/// For each cell of a board the sets of cells that it leads.
fn product_moves(
    rows: &CoinRow,
    columns: &CoinRow,
    width: u32,
    limits: &Limits,
) -> Result<Vec<Vec<u32>>> {
    let mut moves = Vec::new();
    for x in 0..rows.values().len() as u32 {
        for y in 0..width {
            let mut masks = Vec::new();
            for mut down in rows.moves(x, limits)? {
                down.push(x);
                for mut along in columns.moves(y, limits)? {
                    along.push(y);
                    let cells = down.iter().flat_map(|r| along.iter().map(move |c| r * width + c));
                    masks.push(cells.fold(0_u32, |mask, cell| mask | 1 << cell));
                }
            }
            moves.push(masks);
        }
    }
    Ok(moves)
}

fn answer_tartan(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST: u32 = 4096;
    let names = [input.word("the rules of the rows")?, input.word("the rules of the columns")?];
    let sizes: [u32; 2] = [
        input.integer("the number of rows", 1..=MOST)?,
        input.integer("the number of columns", 1..=MOST)?,
    ];
    let mut factors = Vec::new();
    for (name, size) in names.iter().zip(sizes) {
        let game = row_rules(name, size, limits)?.ok_or_else(|| {
            input.error(format!(
                "`{name}` is no turning code, and none of turtles, turtles_opt, mock, ruler, sub12"
            ))
        })?;
        factors.push(game);
    }
    let mut heads = Vec::new();
    for x in 0..sizes[0] {
        let row = input.word("a row of the board")?;
        if row.len() != sizes[1] as usize || row.bytes().any(|c| !b"01".contains(&c)) {
            return Err(input.error(format!("expected a row of {} letters 0 or 1", sizes[1])));
        }
        let ones = (0..).zip(row.bytes()).filter(|(_, c)| *c == b'1');
        heads.extend(ones.map(|(y, _)| vec![x, y]));
    }
    let board = Product::new(factors.iter().collect())?;
    let value = board.grundy(&heads)?;
    let outcome = Outcome::from_next_wins(value != 0);
    let mut text = format!("{value} {outcome}\n");
    for set in board.winning_turn(&heads, limits)?.unwrap_or_default() {
        let _ = writeln!(text, "{}", joined(set));
    }
    Ok(text)
}

/// I28: options that are sums, on Grundy's game.
pub(crate) const MULTI: Entry = Entry {
    instance: Instance::ruleset("Grundy", "7+8", |board, at, _, limits| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        let heaps = heaps.concat();
        let Ok(most) = u32::try_from(heaps.iter().copied().max().unwrap_or(0)) else {
            return Ok(None);
        };
        let values = multi_grundy(most + 1, grundy_splits, limits)?;
        Ok(Some(Fate::of(heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]) != 0)))
    }),
    answer: Some(answer_multi),
    verification: Some(Verification::to([7, 10, 16], |to, trial| {
        let values = multi_grundy(to as u32 + 1, grundy_splits, trial.limits())?;
        let mut play = Play::new();
        for list in heaps::all(2, to) {
            let sum = list.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            let position = Split::new(list.clone());
            trial.compare(
                || format!("heaps {}", joined(&list)),
                Outcome::from_next_wins(sum != 0),
                play.outcome(&position, trial.limits())?,
            )?;
        }
        Ok(())
    })),
    ..entry!("I28", "multi-sg")
};

fn grundy_splits(n: u32, add: &mut dyn FnMut(&[u32])) {
    (1..n).take_while(|a| 2 * a < n).for_each(|a| add(&[a, n - a]));
}

/// Heaps of Grundy's game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Split(Vec<u64>);

impl Split {
    fn new(mut heaps: Vec<u64>) -> Self {
        heaps.retain(|&heap| heap > 2);
        heaps.sort_unstable();
        Self(heaps)
    }
}

impl Moves for Split {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &heap) in self.0.iter().enumerate() {
            for a in (1..heap).take_while(|a| 2 * a < heap) {
                let mut heaps = self.0.clone();
                heaps[i] = a;
                heaps.push(heap - a);
                moves.push(Self::new(heaps));
            }
        }
        moves
    }
}

fn answer_multi(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const LARGEST: u32 = 20_000;
    let n = input.integer("the number of heaps", 0..=1_000_000_usize)?;
    let heaps: Vec<u32> = input.integers("a heap", n, 0..=LARGEST)?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let values = multi_grundy(largest + 1, grundy_splits, limits)?;
    let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
    let mut moves = String::new();
    let mut count = 0_u64;
    for (i, &heap) in heaps.iter().enumerate() {
        let wanted = sum ^ values[heap as usize];
        for a in (1..heap).take_while(|a| sum != 0 && 2 * a < heap) {
            if values[a as usize] ^ values[(heap - a) as usize] == wanted {
                count += 1;
                let _ = writeln!(moves, "{} {a} {}", i + 1, heap - a);
            }
        }
        limits.check()?;
    }
    Ok(format!("{sum} {}\n{count}\n{moves}", Outcome::from_next_wins(sum != 0)))
}

/// I29: move in every component.
pub(crate) const EVERY: Entry = Entry {
    instance: Instance::game("7 4 5", |text, limits| {
        turn(Together { at: read(text, |input| arcs::few(input, &EXAMPLE, 3))?, all: true }, limits)
    }),
    answer: Some(|input, limits| {
        let graph = arcs::read(input, limits)?;
        let starts = arcs::read_vertices(input, &graph, "start")?;
        let steps = continued_steps(&graph, limits)?;
        let outcome = steps.outcome(&starts)?;
        let mut text = format!("{}\n{outcome}\n", joined(starts.iter().map(|&v| steps.step(v))));
        if let Some(reply) = steps.winning_move(&starts)? {
            let shown = |to: Option<u32>| to.map_or_else(|| "-".to_owned(), |v| v.to_string());
            let _ = writeln!(text, "{}", joined(reply.into_iter().map(shown)));
        }
        Ok(text)
    }),
    verification: Some(Verification::to([4, 4, 5], |to, trial| {
        for graph in arcs::loop_free(to) {
            let steps = continued_steps(&graph, trial.limits())?;
            let mut play = NimberSearch::new();
            for count in 1..=3 {
                for at in heaps::all(count, u64::from(graph.vertices()) - 1) {
                    let at: Vec<u32> = at.into_iter().map(|v| v as u32).collect();
                    let mut tokens = Vec::new();
                    for &v in &at {
                        tokens.push(Token::new(&graph, v)?);
                    }
                    let every = Compound::new(Joint::Continued, tokens);
                    trial.compare(
                        || format!("{}, tokens on {}", arcs::describe(&graph), joined(&at)),
                        steps.outcome(&at)?,
                        play.outcome(&every, trial.limits())?,
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I29", "every-sg")
};

/// I30: the first to reach a target wins.
pub(crate) const FIRST_TO_REACH: Entry = Entry {
    instance: Instance::game("7 5", |text, limits| {
        turn(
            Race { graph: Rules(&EXAMPLE), at: read(text, |input| arcs::few(input, &EXAMPLE, 3))? },
            limits,
        )
    }),
    answer: Some(|input, limits| {
        let graph = arcs::read(input, limits)?;
        let targets = arcs::read_vertices(input, &graph, "target")?;
        let starts = arcs::read_vertices(input, &graph, "start")?;
        let race = strip_losing_points(&graph, &targets, limits)?;
        let sum = race.sum(&starts)?.map_or_else(|| "hot".to_owned(), |sum| sum.to_string());
        Ok(format!("{sum} {}\n", race.outcome(&starts)?))
    }),
    verification: Some(Verification::to([4, 5, 6], |to, trial| {
        for graph in arcs::loop_free(to) {
            if (1..graph.vertices()).any(|v| graph.successors(v).is_empty()) {
                continue;
            }
            let race = strip_losing_points(&graph, &[0], trial.limits())?;
            let mut play = Play::new();
            for a in 1..graph.vertices() {
                for b in 1..=a {
                    let position = Race { graph: Rules(&graph), at: vec![b, a] };
                    trial.compare(
                        || format!("{}, tokens on {a} and {b}", arcs::describe(&graph)),
                        race.outcome(&[a, b])?,
                        play.outcome(&position, trial.limits())?,
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I30", "first-to-reach")
};

/// Tokens that race to vertex 0; when one is there nobody can move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Race<'g> {
    graph: Rules<'g, Digraph>,
    at: Vec<u32>,
}

impl Moves for Race<'_> {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        if self.at.contains(&0) {
            return moves;
        }
        for (i, &v) in self.at.iter().enumerate() {
            for &w in self.graph.0.successors(v) {
                let mut next = self.clone();
                next.at[i] = w;
                moves.push(next);
            }
        }
        moves
    }
}

/// Tokens on the graph of the instances, of which a move takes some at once.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Together {
    at: Vec<u32>,
    /// Whether every token that can move must; otherwise any of them may.
    all: bool,
}

impl Playable for Together {
    fn after(&self, _: Player) -> Vec<Self> {
        let mut moves = vec![Vec::new()];
        for &v in &self.at {
            let to = EXAMPLE.successors(v);
            let stays = !self.all || to.is_empty();
            moves = moves
                .into_iter()
                .flat_map(|list: Vec<u32>| {
                    let stay = stays.then_some(v);
                    stay.into_iter()
                        .chain(to.iter().copied())
                        .map(move |v| [&list[..], &[v]].concat())
                })
                .collect();
        }
        moves.retain(|at| *at != self.at);
        moves.into_iter().map(|at| Self { at, all: self.all }).collect()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.all {
            return Ok(Some(continued_steps(&EXAMPLE, limits)?.outcome(&self.at)?.into()));
        }
        let values = grundy_values(&EXAMPLE, limits)?;
        let single: Vec<Outcome> =
            self.at.iter().map(|&v| Outcome::from_next_wins(values[v as usize] != 0)).collect();
        Ok(selective_outcome(&single).map(Fate::from))
    }

    fn text(&self) -> String {
        joined(&self.at)
    }

    fn picture(&self) -> Picture {
        arcs::picture(&EXAMPLE, &self.at)
    }

    fn called(&self, after: &Self) -> Option<String> {
        arcs::called(&self.at, &after.at)
    }
}

impl Playable for Race<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.at.contains(&0) {
            return Ok(Some(Fate::Loses));
        }
        let race = strip_losing_points(self.graph.0, &[0], limits)?;
        Ok(Some(race.outcome(&self.at)?.into()))
    }

    fn text(&self) -> String {
        joined(&self.at)
    }

    fn picture(&self) -> Picture {
        arcs::picture(self.graph.0, &self.at)
    }

    fn called(&self, after: &Self) -> Option<String> {
        arcs::called(&self.at, &after.at)
    }
}
