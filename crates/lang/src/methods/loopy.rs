//! Loopy games: their sides, sums towards one side, degrees and varieties.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use crate::walls::AnyThermograph;
use farstar_impartial::digraph::{Digraph, LoopyValue, loopy_grundy};
use farstar_play::say;
use farstar_value::loopy::Graph;
use std::sync::Arc;

entries!(Loopy);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.Onside",
        "The side of g on which Left wins endless play; g itself for a stopper.",
        ("dud.Onside", "on"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            c.value_of_loopy(g.onside())
        },
    ),
    of(
        "g.Offside",
        "The side of g on which Right wins endless play; g itself for a stopper.",
        ("(over & v).Offside", "v"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            c.value_of_loopy(g.offside())
        },
    ),
    of(
        "g.Upsum(h)",
        "The onside of g + h.",
        ("on.Upsum(off)", "on"),
        |c, a| {
        let (g, h) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
        let sum = c.calc.loopy_upsum(&g, &h)?;
        c.value_of_loopy(sum)
    },
    ),
    of("g.Downsum(h)", "The offside of g + h.", ("upon.Downsum(^.Pow(on))", "^[on]"), |c, a| {
        let (g, h) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
        let sum = c.calc.loopy_downsum(&g, &h)?;
        c.value_of_loopy(sum)
    }),
    of(
        "g.Degree",
        "The degree of loopiness: the onside of g - g, 0 for short games.",
        ("{pass|3/2}.Degree", "over"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            let degree = c.calc.loopy_degree(&g)?;
            c.value_of_loopy(degree)
        },
    ),
    of(
        "g.Variety",
        "What is left of a stable g, the degree of which is idempotent, when g stabilised is taken from it.",
        ("{pass|3/2}.Variety", "under"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            let variety = c.calc.loopy_variety(&g)?;
            c.value_of_loopy(variety)
        },
    ),
    of(
        "g.IsStable",
        "Whether the varieties of g upwards and downwards are equal.",
        ("over.IsStable", "true"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            Ok(Value::Boolean(c.calc.loopy_is_stable(&g)?))
        },
    ),
    of(
        "g.UpsumVariety(d)",
        "The variety of g upwards for the idempotent degree d: the upsum of g and -(the upsum of g and d).",
        ("upon.UpsumVariety(^.Pow(on))", "v<on>"),
        |c, a| {
            let (g, d) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
            let variety = c.calc.loopy_upsum_variety(&g, &d)?;
            c.value_of_loopy(variety)
        },
    ),
    of(
        "g.DownsumVariety(d)",
        "The variety of g downwards for the idempotent degree d: the downsum of g and -(the downsum of g and -d).",
        ("upon.DownsumVariety(^.Pow(on))", "v<on>"),
        |c, a| {
            let (g, d) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
            let variety = c.calc.loopy_downsum_variety(&g, &d)?;
            c.value_of_loopy(variety)
        },
    ),
    of(
        "g.IsPlumtree",
        "Whether g is a stopper all cycles of whose canonical form are passes.",
        ("over.IsPlumtree", "true"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            Ok(Value::Boolean(g.is_plumtree()))
        },
    ),
    of(
        "g.IsStopperSided",
        "Whether both sides of g are stoppers.",
        ("dud.IsStopperSided", "true"),
        |c, a| {
            let g = c.loopy(&a[0])?;
            Ok(Value::Boolean(g.is_stopper_sided()))
        },
    ),
    of(
        "LoopyGraph(x)",
        "Of a text v:left|right;… with vertices 0, 1, … the value at vertex 0; of a game the graph of its canonical form.",
        ("graph(\"0:1|0;1:|\")", "over"),
        |c, a| match &a[0] {
            Value::Text(_) => {
                let graph = graph(c, &a[0])?;
                let value = c.calc.loopy_of_graph(&graph)?;
                c.value_of_loopy(value)
            }
            _ => {
                let g = c.loopy(&a[0])?;
                let onside = g.onside_graph().to_string();
                if g.onside() == g.offside() {
                    return c.text(onside);
                }
                let offside = g.offside_graph();
                c.text(format!("{onside} & {offside}"))
            }
        },
    ),
    of(
        "SmithValues(graph)",
        "The loopy nim values of an impartial graph v:options;…: nimbers, or inf(K) with the nimbers that can be moved to (Smith 1966).",
        ("SmithValues(\"0:0,1;1:\")", "[\"inf(0)\",0]"),
        |c, a| smith(c, &a[0]),
    ),
    of(
        "g.Witness(h)",
        "Where g >= h is false, a game x and the outcomes of g + x and h + x, which show it; Nothing where it is true.",
        ("over.Witness(1)", "[-1,R,P]"),
        |c, a| {
            let (g, h) = (c.loopy(&a[0])?, c.loopy(&a[1])?);
            let Some(x) = c.calc.loopy_witness(&g, &h)? else { return Ok(Value::Nothing) };
            let mut told = vec![c.value_of_loopy(x.clone())?];
            for game in [&g, &h] {
                let sum = c.calc.loopy_add(game, &x)?;
                told.push(Value::LoopyOutcome(c.calc.loopy_outcome(&sum)?));
            }
            c.list(told)
        },
    ),
    of(
        "KoThermograph(graph, komaster)",
        "The thermograph of a graph, position or stopper whose cycles are passes and simple kos, from temperature 0 upwards. The komaster, Left or Right, retakes at once; without one nobody has threats.",
        ("KoThermograph(\"0:2|1;1:0|3;2:3|;3:|\").Wall(Right)", "[[0,0],[1/3,2/3]]"),
        |c, a| {
            let komaster = a.get(1).map(|player| c.player(player)).transpose()?;
            let walls = match &a[0] {
                // two sides do not tell the ko that they are those of
                Value::Loopy(value) => c.calc.loopy_thermograph(value)?,
                _ => {
                    let graph = graph_or_position(c, &a[0])?;
                    c.calc.graph_thermograph(&graph, komaster)?
                }
            };
            Ok(Value::Thermograph(Arc::new(AnyThermograph::Loopy(walls))))
        },
    )
    .taking(1, 2)
    .by_moves(),
    of(
        "SidesCertificate(graph)",
        "The onside and offside of a graph or position, with ways to survive that prove them: a text that `farstar check` verifies.",
        ("SidesCertificate(\"0:0|\").Length > 100", "true"),
        |c, a| {
            let graph = match &a[0] {
                Value::Loopy(value) if value.is_stopper() => value.onside_graph().clone(),
                _ => graph_or_position(c, &a[0])?,
            };
            let certificate = c.calc.sides_certificate(&graph)?;
            c.text(certificate.to_string())
        },
    )
    .by_moves(),
];

/// The graph of a position, or that a text is.
fn graph_or_position(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Graph> {
    match value {
        Value::BoardPosition(position) => Graph::new(&position.moves(context)?)
            .ok_or_else(|| Fault::domain("a position whose play reaches too many others")),
        text => graph(context, text),
    }
}

/// The graph that a text is.
fn graph(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Graph> {
    let Value::Text(text) = value else { return Err(context.wrong(value, "a text in quotes")) };
    text.as_str().parse::<Graph>().map_err(Into::into)
}

/// Most vertices of an impartial graph written out.
const MOST_VERTICES: u32 = 1 << 20;

fn smith(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Value> {
    let Value::Text(text) = value else { return Err(context.wrong(value, "a text in quotes")) };
    let text = text.as_str();
    let wrong = |piece: &str| {
        Fault::domain(say!("`{0}` is no vertex with its options", piece))
            .expected("v:options;…, such as 0:1,2;1:0;2:")
    };
    let (mut arcs, mut count) = (Vec::new(), 0);
    for piece in text.split(';') {
        let (vertex, options) = piece.split_once(':').ok_or_else(|| wrong(piece))?;
        let number = |word: &str| {
            let read = word.trim().parse::<u32>().ok();
            read.filter(|&v| v < MOST_VERTICES).ok_or_else(|| wrong(piece))
        };
        let vertex = number(vertex)?;
        count = count.max(vertex + 1);
        for word in options.split(',').filter(|word| !word.trim().is_empty()) {
            arcs.push((vertex, number(word)?));
        }
    }
    let limits = context.calc.limits().clone();
    let graph = Digraph::from_arcs(count, &arcs)?;
    let values = loopy_grundy(&graph, &limits)?;
    let mut told = Vec::new();
    for v in 0..count {
        told.push(match values.value(v) {
            LoopyValue::Nimber(n) => {
                let nimber = context.calc.nimber(u64::from(n))?;
                context.value_of_game(nimber)
            }
            LoopyValue::Infinite(options) => {
                let options: Vec<String> = options.iter().map(u32::to_string).collect();
                context.text(format!("inf({})", options.join(",")))?
            }
        });
    }
    context.list(told)
}
