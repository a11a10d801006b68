//! What positions of rulesets by functions are worth. All that play reaches is asked for first; then values go from the
//! ends of play backwards, each position once, and sums are added. What comes back to itself is a graph, whose vertices
//! are sums of the positions that loop and of a short game, which stands for all the rest.

use crate::context::Context;
use crate::explicit::{Compound, FormNode};
use crate::fault::{Fault, Outcome};
use crate::told_moves::{EndlessSums, Sides, Vertex};
use crate::value::{FunctionPosition, FunctionRules, Offer, Value};
use farstar_play::say;
use farstar_rules::position::{GameGraph, Key};
use farstar_solve::loopy_play::LoopyPlay;
use farstar_value::loopy::{Graph, GraphValues, Loopy, LoopyOutcome};
use farstar_value::{Game, Player};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A graph of sums has this many vertices at most.
const MOST_SUMS: usize = 1 << 20;

/// Bytes of such a vertex, about.
const SUM_BYTES: u64 = 200;

/// The graph while it is made.
#[derive(Default)]
struct Growth {
    places: FxHashMap<Vertex, u32>,
    vertices: Vec<Vertex>,
    loopy: Vec<Loopy>,
}

impl Growth {
    fn place(&mut self, vertex: Vertex) -> u32 {
        if let Some(&place) = self.places.get(&vertex) {
            return place;
        }
        let place = self.vertices.len() as u32;
        self.vertices.push(vertex.clone());
        self.places.insert(vertex, place);
        place
    }
}

/// Left's options and Right's, by their numbers.
type Moves = [Vec<u32>; 2];

/// A graph of positions by their numbers.
struct Numbered(Vec<Moves>);

impl GameGraph for Numbered {
    type Position = u32;
    type Key = u32;

    fn options(&self, position: &u32, player: Player, options: &mut Vec<u32>) {
        let side = usize::from(player == Player::Right);
        options.extend(&self.0[*position as usize][side]);
    }

    fn key(&self, part: &u32) -> Key<u32> {
        Key { part: *part, negative: false }
    }

    fn ends(&self) -> bool {
        false
    }

    fn draw(&self, position: &u32) -> String {
        position.to_string()
    }
}

/// A sum of values, short as long as all are.
enum Total {
    Short(Game),
    Loopy,
}

impl Context<'_, '_> {
    /// The value of a position, loopy or not.
    pub(crate) fn function_value(&mut self, position: &FunctionPosition) -> Outcome<Value> {
        let (rules, place) = (position.rules(), position.place);
        match self.ending_value(rules, place)? {
            Some(game) => Ok(self.value_of_game(game)),
            None => self.endless_value(rules, place),
        }
    }

    /// The value of a position as a short game.
    pub(crate) fn function_game(&mut self, position: &FunctionPosition) -> Outcome<Game> {
        if let Some(game) = self.ending_value(position.rules(), position.place)? {
            return Ok(game);
        }
        match self.endless_value(position.rules(), position.place)? {
            Value::Loopy(_) => {
                let shown = self.mention(position.position());
                Err(Fault::domain(say!("{0} is loopy: it is no short game", shown))
                    .expected("a short game")
                    .fix(say!("ask its GameValue")))
            }
            value => self.game(&value),
        }
    }

    /// Whether this is a position of a ruleset by functions, or a sum in which there may be one.
    pub(crate) fn is_by_functions(&self, value: &Value) -> bool {
        match value {
            Value::FunctionPosition(_) => true,
            Value::Form(_) => self.forms.by_functions,
            _ => false,
        }
    }

    /// The value of such a position or sum; `None` of anything else.
    pub(crate) fn value_by_functions(&mut self, value: &Value) -> Outcome<Option<Value>> {
        let form = match value {
            Value::FunctionPosition(position) => {
                return self.function_value(&Arc::clone(position)).map(Some);
            }
            Value::Form(form) if self.forms.by_functions => *form,
            _ => return Ok(None),
        };
        let (mut open, mut parts, mut found) = (vec![(form, false)], Vec::new(), false);
        while let Some((form, negative)) = open.pop() {
            self.calc.limits().check()?;
            match self.forms.node(form).clone() {
                FormNode::Compound(Compound::Disjunctive, a, b) => {
                    open.extend([(b, negative), (a, negative)]);
                }
                FormNode::Negative(of) => open.push((of, !negative)),
                FormNode::Position(place) => {
                    let position = self.forms.position_at(place).clone();
                    found |= matches!(position, Value::FunctionPosition(_));
                    parts.push((position, negative));
                }
                _ => parts.push((Value::Form(form), negative)),
            }
        }
        if !found {
            return Ok(None);
        }
        let mut sum = Value::integer(0);
        for (part, negative) in parts {
            let part = match &part {
                Value::FunctionPosition(position) => self.function_value(&Arc::clone(position))?,
                Value::Form(form) => {
                    let game = self.canonical_form(*form)?;
                    self.value_of_game(game)
                }
                other => {
                    let settled = self.settled(other)?;
                    match settled {
                        Value::Loopy(_) => settled,
                        short => {
                            let game = self.game(&short)?;
                            self.value_of_game(game)
                        }
                    }
                }
            };
            let part = if negative { self.negative(&part)? } else { part };
            sum = self.add(&sum, &part)?;
        }
        Ok(Some(sum))
    }

    /// The short value of a position from which no play comes back and no loopy value is reached.
    fn ending_value(&mut self, rules: &Arc<FunctionRules>, root: u32) -> Outcome<Option<Game>> {
        if let Some(&game) = rules.known().values.get(&root) {
            return Ok(Some(game));
        }
        self.ask_moves(rules, root, true)?;
        self.deeper(|context| context.value_from_ends(rules, root))?;
        Ok(rules.known().values.get(&root).copied())
    }

    /// Values all positions below the root whose options have short values, from the ends of play backwards.
    fn value_from_ends(&mut self, rules: &Arc<FunctionRules>, root: u32) -> Outcome<()> {
        let (mut missing, mut above) = (FxHashMap::default(), FxHashMap::default());
        let mut ready = Vec::new();
        let mut open = vec![root];
        missing.insert(root, 0u32);
        while let Some(place) = open.pop() {
            self.calc.limits().check()?;
            let known = rules.known();
            let Some(sides) = &known.options[place as usize] else { continue };
            let mut below: Vec<u32> = places(sides).collect();
            below.sort_unstable();
            below.dedup();
            below.retain(|next| !known.values.contains_key(next));
            missing.insert(place, below.len() as u32);
            if below.is_empty() {
                ready.push(place);
            }
            for next in below {
                above.entry(next).or_insert_with(Vec::new).push(place);
                if let std::collections::hash_map::Entry::Vacant(new) = missing.entry(next) {
                    new.insert(0);
                    open.push(next);
                }
            }
        }
        while let Some(place) = ready.pop() {
            self.calc.limits().check()?;
            let Some(value) = self.value_of_options(rules, place)? else { continue };
            rules.known().values.insert(place, value);
            for &over in above.get(&place).into_iter().flatten() {
                if let Some(count) = missing.get_mut(&over) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(over);
                    }
                }
            }
        }
        Ok(())
    }

    /// The value of a position whose options below have theirs, unless one is loopy.
    fn value_of_options(
        &mut self,
        rules: &Arc<FunctionRules>,
        place: u32,
    ) -> Outcome<Option<Game>> {
        let sides = rules.known().options[place as usize].clone();
        let mut games = [Vec::new(), Vec::new()];
        for (games, side) in games.iter_mut().zip(sides.iter().flatten()) {
            for offer in side.iter() {
                match self.total(rules, offer)? {
                    Total::Short(game) => games.push(game),
                    Total::Loopy => return Ok(None),
                }
            }
        }
        Ok(Some(self.calc.from_options(&games[0], &games[1])?))
    }

    /// The sum of an option whose positions have values.
    fn total(&mut self, rules: &Arc<FunctionRules>, offer: &Offer) -> Outcome<Total> {
        let value = |place: u32| rules.known().values.get(&place).copied();
        let sum = match offer {
            Offer::One(place) => return Ok(value(*place).map_or(Total::Loopy, Total::Short)),
            Offer::Sum(sum) => sum,
        };
        let mut total = Game::ZERO;
        for &(place, negative) in &sum.own {
            let Some(game) = value(place) else { return Ok(Total::Loopy) };
            let game = if negative { self.calc.neg(game)? } else { game };
            total = self.calc.add(total, game)?;
        }
        for outside in &sum.outside {
            match self.settled(outside)? {
                Value::Loopy(_) => return Ok(Total::Loopy),
                value => {
                    let game = self.game(&value)?;
                    total = self.calc.add(total, game)?;
                }
            }
        }
        Ok(Total::Short(total))
    }

    /// The value of a position from which play may come back.
    fn endless_value(&mut self, rules: &Arc<FunctionRules>, root: u32) -> Outcome<Value> {
        let start = Vertex::Sum([(root, false)].into(), Game::ZERO);
        let is_known = {
            let known = rules.known();
            known.endless.as_ref().is_some_and(|sums| sums.places.contains_key(&start))
        };
        if !is_known {
            let (moves, places) = self.graph_of_sums(rules, start.clone())?;
            let graph = Graph::new(&moves)
                .ok_or_else(|| Fault::domain("a graph that has too many moves"))?;
            let values = GraphValues::new(&mut self.calc, graph)?;
            rules.known().endless = Some(EndlessSums { places, values });
        }
        let value = {
            let mut known = rules.known();
            let sums = known.endless.as_mut();
            let Some(sums) = sums else { return Ok(Value::Nothing) };
            let vertex = sums.places.get(&start).copied().unwrap_or(0);
            sums.values.value(&mut self.calc, vertex)?
        };
        self.value_of_loopy(value)
    }

    /// The graph of all sums that play reaches: the moves of each, and where it stands.
    fn graph_of_sums(
        &mut self,
        rules: &Arc<FunctionRules>,
        start: Vertex,
    ) -> Outcome<(Vec<Moves>, FxHashMap<Vertex, u32>)> {
        let (mut growth, mut moves, mut charged) = (Growth::default(), Vec::new(), 0);
        growth.place(start);
        let made = loop {
            let Some(vertex) = growth.vertices.get(moves.len()).cloned() else { break Ok(()) };
            if growth.vertices.len() > MOST_SUMS {
                break Err(Fault::domain(say!(
                    "play reaches more than {0} sums of positions that loop",
                    MOST_SUMS
                )));
            }
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                *side = self.moves_of_sum(rules, &mut growth, &vertex, player)?;
                side.sort_unstable();
                side.dedup();
            }
            let bytes = SUM_BYTES + 4 * (sides[0].len() + sides[1].len()) as u64;
            self.calc.limits().check()?;
            if let Err(stopped) = self.meter.charge(bytes) {
                break Err(stopped.into());
            }
            charged += bytes;
            moves.push(sides);
        };
        self.meter.release(charged);
        made.map(|()| (moves, growth.places))
    }

    fn moves_of_sum(
        &mut self,
        rules: &Arc<FunctionRules>,
        growth: &mut Growth,
        vertex: &Vertex,
        player: Player,
    ) -> Outcome<Vec<u32>> {
        let (parts, rest) = match vertex {
            Vertex::Sum(parts, rest) => (parts, *rest),
            Vertex::Inside(of, at) => {
                let next = growth.loopy[*of].onside_graph().options(*at, player).to_vec();
                return Ok(next.iter().map(|&to| growth.place(Vertex::Inside(*of, to))).collect());
            }
        };
        let mut reached = Vec::new();
        for option in self.calc.options(rest, player)? {
            reached.push(growth.place(Vertex::Sum(parts.clone(), option)));
        }
        for (at, &(place, negative)) in parts.iter().enumerate() {
            let mover = if negative { player.opponent() } else { player };
            let sides = rules.known().options[place as usize].clone();
            let Some(sides) = sides else { continue };
            for offer in sides[usize::from(mover == Player::Right)].iter() {
                let mut others = parts.to_vec();
                others.remove(at);
                reached.push(self.after(rules, growth, (others, rest), offer, negative)?);
            }
        }
        Ok(reached)
    }

    /// The sum after a move to an option, beside the other parts.
    fn after(
        &mut self,
        rules: &Arc<FunctionRules>,
        growth: &mut Growth,
        (mut parts, mut rest): (Vec<(u32, bool)>, Game),
        offer: &Offer,
        negative: bool,
    ) -> Outcome<u32> {
        let one = match offer {
            Offer::One(place) => Some((*place, false)),
            Offer::Sum(_) => None,
        };
        for (place, turned) in one.into_iter().chain(offer.own().iter().copied()) {
            let turned = turned != negative;
            let value = rules.known().values.get(&place).copied();
            match value {
                Some(game) => {
                    let game = if turned { self.calc.neg(game)? } else { game };
                    rest = self.calc.add(rest, game)?;
                }
                None => parts.push((place, turned)),
            }
        }
        let outside = match offer {
            Offer::One(_) => &[],
            Offer::Sum(sum) => &sum.outside[..],
        };
        for value in outside {
            let value = if negative { self.negative(value)? } else { value.clone() };
            match self.settled(&value)? {
                Value::Loopy(loopy) => {
                    let alone = parts.is_empty() && rest == Game::ZERO && outside.len() == 1;
                    if !alone || !loopy.is_stopper() {
                        let shown = self.mention(&Value::Loopy(loopy));
                        return Err(Fault::unsupported(say!(
                            "{0} in a sum among the options of a position whose play loops",
                            shown
                        ))
                        .expected("a stopper by itself, or short games"));
                    }
                    growth.loopy.push(loopy);
                    return Ok(growth.place(Vertex::Inside(growth.loopy.len() - 1, 0)));
                }
                value => {
                    let game = self.game(&value)?;
                    rest = self.calc.add(rest, game)?;
                }
            }
        }
        parts.sort_unstable();
        Ok(growth.place(Vertex::Sum(parts.into(), rest)))
    }

    /// Who wins when the player who cannot move wins; endless play is a draw.
    pub(crate) fn function_misere_outcome(
        &mut self,
        position: &FunctionPosition,
    ) -> Outcome<LoopyOutcome> {
        let (rules, root) = (position.rules(), position.place);
        if self.ending_value(rules, root)?.is_some() {
            let form = self.form(&Value::FunctionPosition(Arc::new(position.copy())))?;
            return self.misere_outcome_of_form(form).map(LoopyOutcome::Decided);
        }
        let (moves, start) = self.positions_alone(rules, root)?;
        let limits = self.calc.limits();
        let play = LoopyPlay::of(&Numbered(moves), &start, true, MOST_SUMS, limits)?;
        Ok(play.outcome())
    }

    /// The graph of the positions, where no option is a sum or another game.
    fn positions_alone(&self, rules: &Arc<FunctionRules>, root: u32) -> Outcome<(Vec<Moves>, u32)> {
        let known = rules.known();
        let mut moves = Vec::with_capacity(known.options.len());
        for sides in &known.options {
            let mut lists = [Vec::new(), Vec::new()];
            for (list, side) in lists.iter_mut().zip(sides.iter().flatten()) {
                for offer in side.iter() {
                    match offer {
                        Offer::One(place) => list.push(*place),
                        Offer::Sum(_) => {
                            return Err(Fault::unsupported(
                                "misère play of sums of positions from which play may come back",
                            ));
                        }
                    }
                }
            }
            moves.push(lists);
        }
        Ok((moves, root))
    }
}

/// The places of the positions in all options.
fn places(sides: &Sides<Value>) -> impl Iterator<Item = u32> {
    sides.iter().flat_map(|side| side.iter()).flat_map(Offer::places)
}
