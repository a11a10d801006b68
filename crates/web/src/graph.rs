//! Graphs drawn on the page: digraphs with their outcomes, Hackenbush.

use crate::answer::stopped;
use crate::desk::Desk;
use crate::explorer;
use crate::place::Place;
use crate::rules::Source;
use farstar::SolverError as Error;
use farstar::digraph::{Digraph, LoopyValue, Outcome, loopy_grundy, outcomes};
use farstar_draw::{Vertex, Won, circle_of, digraph, infinite, mathml};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Graphs on the page are small.
const MOST_VERTICES: usize = 2000;
const MOST_ARCS: usize = 10_000;

/// A digraph on which a token is moved.
#[derive(Debug, Deserialize)]
pub(crate) struct Drawn {
    vertices: Vec<Spot>,
    arcs: Vec<(usize, usize)>,
}

/// A vertex where the user has put it.
#[derive(Debug, Deserialize)]
struct Spot {
    #[serde(default)]
    name: String,
    x: Option<f64>,
    y: Option<f64>,
    #[serde(default)]
    ground: bool,
}

impl Spot {
    fn place(&self) -> Option<(f64, f64)> {
        let drawable = |x: f64| x.is_finite() && (0.0..=1e5).contains(&x);
        let (x, y) = (self.x?, self.y?);
        (drawable(x) && drawable(y)).then_some((x, y))
    }
}

fn wrong(message: String) -> Value {
    json!({ "diagnostics": [{
        "kind": "position", "message": message, "start": 0, "end": 0, "line": 1, "column": 1, "fixes": [],
    }] })
}

/// Who wins from each vertex of a digraph.
pub(crate) fn won(graph: &Drawn, desk: &Desk<'_>) -> Value {
    let count = graph.vertices.len();
    if count > MOST_VERTICES || graph.arcs.len() > MOST_ARCS {
        return wrong(format!(
            "a graph on the page has at most {MOST_VERTICES} vertices and {MOST_ARCS} arcs"
        ));
    }
    if let Some((a, b)) = graph.arcs.iter().find(|(a, b)| *a >= count || *b >= count) {
        return wrong(format!(
            "the arc [{a}, {b}] names a vertex that is not there: there are {count}"
        ));
    }
    match solved(graph, desk) {
        Ok(told) => told,
        Err(Error::Stopped(reason)) => stopped(reason),
        Err(error) => wrong(error.to_string()),
    }
}

fn solved(graph: &Drawn, desk: &Desk<'_>) -> Result<Value, Error> {
    let mut arcs: Vec<(u32, u32)> = graph.arcs.iter().map(|&(a, b)| (a as u32, b as u32)).collect();
    arcs.sort_unstable();
    arcs.dedup();
    let built = Digraph::from_arcs(graph.vertices.len() as u32, &arcs)?;
    let found = outcomes(&built, desk.limits())?;
    let nimbers = loopy_grundy(&built, desk.limits())?;
    let mut good = Vec::new();
    let mut told = Vec::new();
    let mut notes = Vec::new();
    for (at, vertex) in graph.vertices.iter().enumerate() {
        let v = at as u32;
        let outcome = found.outcome(v);
        // To where the opponent loses; in a draw to where the opponent does not win.
        let wanted = match outcome {
            Outcome::N => Some(Outcome::P),
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::P => None,
        };
        let to: Vec<u32> = built
            .successors(v)
            .iter()
            .copied()
            .filter(|&w| wanted == Some(found.outcome(w)))
            .collect();
        if outcome == Outcome::N {
            good.extend(
                graph
                    .arcs
                    .iter()
                    .enumerate()
                    .filter(|(_, (a, b))| *a == at && to.contains(&(*b as u32)))
                    .map(|(i, _)| i),
            );
        }
        let plies = found.plies(v);
        let letter = outcome.letter();
        notes.push(plies.map_or("draw".to_owned(), |plies| format!("{letter} in {plies}")));
        told.push(json!({
            "name": vertex.name,
            "outcome": letter,
            "plies": plies,
            "to": to,
            "best": found.best_move(v),
            "value": nimbers.value(v).to_string(),
            "mathml": [loopy_nimber(nimbers.value(v))],
        }));
    }
    let free = circle_of(graph.vertices.len());
    let vertices: Vec<Vertex<'_>> = graph
        .vertices
        .iter()
        .enumerate()
        .map(|(at, vertex)| Vertex {
            name: &vertex.name,
            at: vertex.place().unwrap_or(free[at]),
            won: match found.outcome(at as u32) {
                Outcome::N => Won::Next,
                Outcome::P => Won::Previous,
                Outcome::Draw => Won::Drawn,
            },
            note: &notes[at],
        })
        .collect();
    let [next, previous, drawn] = found.counts();
    let sentence = format!(
        "Digraph with {} vertices: {previous} won for the player who moved there, {next} for the player to move, {drawn} drawn",
        graph.vertices.len()
    );
    Ok(json!({
        "vertices": told,
        "counts": { "N": next, "P": previous, "D": drawn },
        "svg": digraph(&vertices, &graph.arcs, &good, &sentence),
        "alt": sentence,
        "places": vertices.iter().map(|vertex| vertex.at).collect::<Vec<_>>(),
    }))
}

/// The formula of a nim value with draws.
fn loopy_nimber(value: LoopyValue) -> String {
    match value {
        LoopyValue::Nimber(0) => mathml("0").concat(),
        LoopyValue::Nimber(1) => mathml("*").concat(),
        LoopyValue::Nimber(n) => mathml(&format!("*{n}")).concat(),
        LoopyValue::Infinite(options) => infinite(options),
    }
}

/// A Hackenbush picture.
#[derive(Debug, Deserialize)]
pub(crate) struct Bush {
    vertices: Vec<Spot>,
    edges: Vec<(usize, usize, Colour)>,
    #[serde(default = "yes")]
    moves: bool,
    #[serde(default = "yes")]
    advice: bool,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum Colour {
    L,
    R,
    G,
}

/// Everything about a Hackenbush picture.
pub(crate) fn bush(bush: &Bush, desk: &Desk<'_>) -> Value {
    let count = bush.vertices.len();
    if let Some((a, b, _)) = bush.edges.iter().find(|(a, b, _)| *a >= count || *b >= count) {
        return wrong(format!(
            "the edge from {a} to {b} names a vertex that is not there: there are {count}"
        ));
    }
    if count > MOST_VERTICES {
        return wrong(format!("a graph on the page has at most {MOST_VERTICES} vertices"));
    }
    let mut places = BTreeMap::new();
    let mut text = String::new();
    for (a, b, colour) in &bush.edges {
        let letter = match colour {
            Colour::L => 'B',
            Colour::R => 'R',
            Colour::G => 'G',
        };
        let name =
            |v: usize| if bush.vertices[v].ground { "$".to_owned() } else { format!("v{v}") };
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{}-{}:{letter}", name(*a), name(*b));
    }
    for (v, spot) in bush.vertices.iter().enumerate() {
        if let Some(place) = spot.place() {
            places.insert(format!("v{v}"), place);
        }
    }
    if bush.edges.is_empty() {
        return wrong("a picture without edges; draw one from the ground".to_owned());
    }
    let question = explorer::Question {
        rules: Source::Named { name: "Hackenbush".to_owned() },
        position: text,
        moves: bush.moves,
        advice: bush.advice,
        why: false,
        places,
    };
    let place = match Place::read(&question.rules, &question.position, desk.limits()) {
        Ok(place) => place,
        Err(wrong) => return wrong,
    };
    let mut told = explorer::answer(&place, &question, desk);
    told["edges"] = json!(bush.edges.len());
    if let Some(moves) = told["moves"].as_array_mut() {
        // Edges keep their places: the first cell of a move is the edge that is cut.
        for one in moves {
            one["edge"] = one["cells"][0].clone();
        }
    }
    told
}
