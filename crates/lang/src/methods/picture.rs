//! Pictures of what is asked: thermographs, sequences, tables, graphs.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{Family, MethodInfo, Run, entries, entry};
use crate::plot::Plot;
use crate::sign_tree::sign_tree;
use crate::value::Value;
use farstar_draw::{
    Scatter, Scene, ThermographPicture, board, heatmap, layout, scatter, thermograph,
    thermograph_sentence,
};
use farstar_play::say;
use farstar_rules::View;
use farstar_rules::language::Kind;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More points of a sequence, more rows or columns of a table, more vertices of a graph are not drawn.
const MOST_POINTS: usize = 20_000;
const WIDEST: usize = 160;
const MOST_VERTICES: usize = 400;
/// Runs of a path, at most and unasked.
const MOST_RUNS: u64 = 60;
const FEW_RUNS: usize = 16;

entries!(Text);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "thermograph.Plot",
        "A picture of a thermograph, of a graph, or of numbers in their order; the page shows it, eval and shell write it with --pictures.",
        ("[0,1,2,3,1].Plot", "(a picture: 5 numbers in their order, the first at 1)"),
        |c, a| c.plot(&a[0]),
    ),
    of(
        "list.ScatterPlot",
        "A picture of numbers in their order.",
        (
            "(1..9).Apply(n -> n**2 % 9).ScatterPlot",
            "(a picture: 9 numbers in their order, the first at 1)",
        ),
        |c, a| c.scatter(&a[0]),
    ),
    of(
        "table.IntensityPlot",
        "A picture of a table, or of rows of numbers, as squares that are darker for larger numbers.",
        ("Wythoff.NimValueTable(4,5).IntensityPlot", "(a picture: Table of 5 rows and 6 columns)"),
        |c, a| c.intensity(&a[0]),
    ),
    entry(
        Family::Number,
        "x.Tree, x.Tree(n)",
        "A picture of the path from 0 to a number in the tree of all numbers, of at most n runs of its sign expansion: plus goes right, minus left.",
        ("(omega/2).Tree", "(a picture: ω/2 = +^ω -^ω, born on day ω×2)"),
        Run::Native(|c, a| {
            let x = c.surreal(&a[0])?;
            let most = match a.get(1) {
                Some(count) => c.natural(count)?.min(MOST_RUNS) as usize,
                None => FEW_RUNS,
            };
            let (svg, sentence) = sign_tree(&x, most)?;
            c.picture(svg, sentence)
        }),
    )
    .taking(1, 2),
];

impl Context<'_, '_> {
    fn picture(&mut self, svg: String, sentence: String) -> Outcome<Value> {
        Ok(Value::Plot(Arc::new(Plot::new(svg, sentence, &self.meter)?)))
    }

    /// A thermograph, a graph, numbers in their order, or rows of numbers, drawn.
    pub(crate) fn plot(&mut self, value: &Value) -> Outcome<Value> {
        match value {
            Value::Thermograph(walls) => {
                let walls = walls.drawn();
                let sentence = thermograph_sentence(&walls);
                match thermograph(&walls, &ThermographPicture::default()) {
                    Some(svg) => self.picture(svg, sentence),
                    None => Err(Fault::too_large(
                        "the numbers of the thermograph are too large or too near each other to be drawn",
                    )),
                }
            }
            Value::Graph(_) => self.network(value),
            _ => self.scatter(value),
        }
    }

    /// Numbers in their order, the first at 1.
    pub(crate) fn scatter(&mut self, value: &Value) -> Outcome<Value> {
        let values = self.small_numbers(value, MOST_POINTS)?;
        let sentence = format!("{} numbers in their order, the first at 1", values.len());
        let plot = Scatter { values: &values, from: 1, sentence: &sentence, ..Scatter::default() };
        let svg = scatter(&plot);
        self.picture(svg, sentence)
    }

    /// Rows of numbers as squares, darker for larger numbers; a table by the numbers in it.
    pub(crate) fn intensity(&mut self, value: &Value) -> Outcome<Value> {
        let mut rows = Vec::new();
        if let Value::Table(text) = value {
            for line in text.as_str().lines().filter(|line| {
                !line.starts_with(['-', '+']) || line.contains(|c: char| c.is_ascii_digit())
            }) {
                let cells = line.split('|').map(|cell| cell.trim().parse::<i64>());
                let Ok(row) = cells.collect::<Result<Vec<_>, _>>() else {
                    return Err(Fault::domain("a cell of the table is no integer")
                        .expected("a table of integers of at most 64 bits"));
                };
                rows.push(row);
            }
        } else {
            for row in self.elements(value)?.take(WIDEST + 1) {
                rows.push(self.small_numbers(&row, WIDEST)?);
            }
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len() > WIDEST || columns > WIDEST || columns == 0 {
            return Err(Fault::domain(say!(
                "a table of {0} rows and {1} columns",
                rows.len(),
                columns
            ))
            .expected(say!("from 1 to {0} of each", WIDEST)));
        }
        let marks = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>();
        let sentence = format!("Table of {} rows and {columns} columns", rows.len());
        let svg = heatmap(&rows, &marks(rows.len()), &marks(columns), &sentence);
        self.picture(svg, sentence)
    }

    fn small_numbers(&mut self, value: &Value, most: usize) -> Outcome<Vec<i64>> {
        let mut numbers = Vec::new();
        for element in self.elements(value)? {
            if numbers.len() == most {
                return Err(Fault::domain(say!("more than {0} numbers are not drawn", most)));
            }
            numbers.push(self.small(&element)?);
        }
        Ok(numbers)
    }

    fn network(&mut self, value: &Value) -> Outcome<Value> {
        let plan = self.plan(value)?;
        if plan.vertices.len() > MOST_VERTICES {
            return Err(Fault::domain(say!("a graph of {0} vertices", plan.vertices.len()))
                .expected(say!("at most {0} vertices", MOST_VERTICES)));
        }
        let mut vertices = Vec::new();
        for (at, label) in (1..).zip(&plan.vertices) {
            let name = match label {
                Value::Nothing => at.to_string(),
                Value::Text(text) => text.as_str().to_owned(),
                other => self.written(other)?,
            };
            vertices.push((name, Some('.')));
        }
        let edges = plan.edges.iter().map(|edge| (edge.0, edge.1)).collect();
        let view = View::Graph { vertices, edges, numbers: Vec::new(), hands: None };
        let kind = Some(if plan.directed { Kind::Digraph } else { Kind::Graph });
        let pieces = [('.', None)];
        let scene = Scene { view: &view, kind, pieces: &pieces, places: &BTreeMap::new() };
        let [what, joints] =
            if plan.directed { ["Directed graph", "arcs"] } else { ["Graph", "edges"] };
        let sentence =
            format!("{what} of {} vertices and {} {joints}", plan.vertices.len(), plan.edges.len());
        let svg = board(&scene, &layout(&scene), &[], &sentence);
        self.picture(svg, sentence)
    }
}
