//! Games in which play may be endless: outcomes, sides, sums, degrees, canonical forms, and loopy nim values.
//!
//! Values are found from graphs as from positions; an outcome is also found by going back from the ends of play, which
//! knows nothing of values.

use crate::checker::{Checker, Context, Row, RowError, Verdict, parse, parse_list};
use farstar_impartial::digraph::{ArcList, Digraph, LoopyValue, Outcome, loopy_grundy, outcomes};
use farstar_value::loopy::{Graph, Loopy, LoopyOutcome};
use farstar_value::{Calculator, Comparison, Error, Player};

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[Checker::of("loopy", check)];

/// `kind a b answer route`.
fn check(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [kind, a, b, answer] = row.take()?;
    if kind == "smith" {
        return smith(context, a, answer);
    }
    let mut calc = context.calculator();
    let graph: Graph = a.parse()?;
    let value = calc.loopy_of_graph(&graph)?;
    match kind {
        "outcome" => Ok(Verdict::all([
            Verdict::of(answer, calc.loopy_outcome(&value)?),
            Verdict::of(answer, by_retrograde(context, &graph)?),
        ])),
        "compare" => {
            let other = read(&mut calc, b)?;
            Ok(Verdict::of(
                answer,
                match calc.loopy_compare(&value, &other)? {
                    Comparison::Confused => "||".to_owned(),
                    order => order.to_string(),
                },
            ))
        }
        "sides" => sides(&mut calc, answer, &value),
        "sum" => {
            let other = read(&mut calc, b)?;
            let sum = calc.loopy_add(&value, &other)?;
            sides(&mut calc, answer, &sum)
        }
        "degree" => {
            let degree = calc.loopy_degree(&value)?;
            canonical(&mut calc, answer, &degree)
        }
        "variety" => match calc.loopy_variety(&value) {
            Ok(variety) => canonical(&mut calc, answer, &variety),
            Err(Error::NoVariety { .. }) => Ok(Verdict::of(answer, "unstable")),
            Err(error) => Err(error.into()),
        },
        "canonical" => canonical(&mut calc, answer, &value),
        _ => Err(RowError::Malformed(format!("`{kind}` is no kind of row"))),
    }
}

fn read(calc: &mut Calculator<'_>, text: &str) -> Result<Loopy, RowError> {
    let graph: Graph = text.parse()?;
    Ok(calc.loopy_of_graph(&graph)?)
}

/// `onside & offside`, or one graph for both.
fn sides(calc: &mut Calculator<'_>, answer: &str, value: &Loopy) -> Result<Verdict, RowError> {
    let (onside, offside) = answer.split_once('&').unwrap_or((answer, answer));
    Ok(Verdict::all([
        canonical(calc, onside, &value.onside())?,
        canonical(calc, offside, &value.offside())?,
    ]))
}

/// Whether a stopper has this canonical form, up to isomorphism: the graph of the answer is worth the same and has as
/// many vertices.
fn canonical(calc: &mut Calculator<'_>, answer: &str, value: &Loopy) -> Result<Verdict, RowError> {
    let wanted: Graph = answer.trim().parse()?;
    let same = calc.loopy_of_graph(&wanted)? == *value && value.is_stopper();
    let found = value.onside_graph();
    Ok(if same && wanted.len() == found.len() && wanted.moves() == found.moves() {
        Verdict::Pass
    } else {
        Verdict::of(answer.trim(), found)
    })
}

/// The outcome from the ends of play backwards, each position taken once for each mover.
fn by_retrograde(context: &Context, graph: &Graph) -> Result<LoopyOutcome, RowError> {
    let mut arcs = ArcList::new();
    arcs.cover(2 * graph.len() as u32).map_err(engine)?;
    for v in graph.vertices() {
        for (mover, player) in (0..).zip([Player::Left, Player::Right]) {
            for &w in graph.options(v, player) {
                arcs.push(2 * v + mover, 2 * w + 1 - mover).map_err(engine)?;
            }
        }
    }
    let solved = outcomes(&arcs.into_digraph(), context.limits()).map_err(engine)?;
    let winner = |mover: Player, vertex: u32| match solved.outcome(vertex) {
        Outcome::N => Some(mover),
        Outcome::P => Some(mover.opponent()),
        Outcome::Draw => None,
    };
    Ok(LoopyOutcome::of_winners(winner(Player::Left, 0), winner(Player::Right, 1)))
}

/// `v:options;…`, and the loopy nim value of every vertex.
fn smith(context: &Context, graph: &str, answer: &str) -> Result<Verdict, RowError> {
    let mut arcs = Vec::new();
    let mut count = 0;
    for piece in graph.split(';') {
        let malformed = || RowError::Malformed(format!("`{piece}` is not v:options"));
        let (vertex, options) = piece.split_once(':').ok_or_else(malformed)?;
        let vertex: u32 = parse(vertex)?;
        count = count.max(vertex.saturating_add(1));
        arcs.extend(parse_list::<u32>(options, ',')?.into_iter().map(|to| (vertex, to)));
    }
    let graph = Digraph::from_arcs(count, &arcs).map_err(engine)?;
    let values = loopy_grundy(&graph, context.limits()).map_err(engine)?;
    let told: Vec<String> = (0..count)
        .map(|v| match values.value(v) {
            LoopyValue::Nimber(n) => n.to_string(),
            LoopyValue::Infinite(options) => {
                let options: Vec<String> = options.iter().map(u32::to_string).collect();
                format!("inf({})", options.join(","))
            }
        })
        .collect();
    // an infinite value without finite options is written both ways
    let answer: Vec<&str> =
        answer.split(' ').map(|value| if value == "inf" { "inf()" } else { value }).collect();
    Ok(Verdict::of(answer.join(" "), told.join(" ")))
}

fn engine(error: farstar_solve::Error) -> RowError {
    error.into()
}
