//! Games on directed graphs: one token, a move along an arc.

use crate::faults;
use crate::run::{Asked, watched};
use farstar::digraph::{ArcList, Digraph, loopy_grundy, outcomes};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A directed graph as a game: a token moves along arcs, who cannot move loses, play without end is a draw.
///
/// Made from arcs between any hashable vertices, or from a graph of networkx.
///
/// >>> from farstar import Graph
/// >>> g = Graph([("a", "b"), ("b", "a"), ("b", "c")])
/// >>> g.outcomes()
/// {'a': 'P', 'b': 'N', 'c': 'P'}
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Graph {
    digraph: Digraph,
    names: Vec<Py<PyAny>>,
}

/// One answer a vertex.
struct Solved {
    outcomes: Vec<char>,
    plies: Vec<Option<u32>>,
    best: Vec<Option<u32>>,
    values: Vec<String>,
}

impl Graph {
    fn solved(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Solved> {
        let asked = Asked::of(py, limits)?;
        let (graph, count) = (&self.digraph, self.digraph.vertices());
        let found = watched(py, &asked, |limits| {
            let won = outcomes(graph, limits)?;
            let values = loopy_grundy(graph, limits)?;
            let letter = |v| won.outcome(v).letter();
            Ok::<_, farstar::digraph::Error>(Solved {
                outcomes: (0..count).map(letter).collect(),
                plies: (0..count).map(|v| won.plies(v)).collect(),
                best: (0..count).map(|v| won.best_move(v)).collect(),
                values: (0..count).map(|v| values.value(v).to_string()).collect(),
            })
        })?;
        found.map_err(|error| faults::of_question(py, &farstar::Error::Solver(error), ""))
    }

    fn by_name<'py, T: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        facts: Vec<T>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        for (name, fact) in self.names.iter().zip(facts) {
            told.set_item(name, fact)?;
        }
        Ok(told)
    }
}

#[pymethods]
impl Graph {
    #[new]
    fn new(edges: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = edges.py();
        let (numbers, mut names) = (PyDict::new(py), Vec::new());
        let mut number = |vertex: &Bound<'_, PyAny>| -> PyResult<u32> {
            if let Some(known) = numbers.get_item(vertex)? {
                return known.extract();
            }
            let new = u32::try_from(names.len())
                .map_err(|_| faults::wrong_value("a graph has at most 2^31 - 1 vertices"))?;
            numbers.set_item(vertex, new)?;
            names.push(vertex.clone().unbind());
            Ok(new)
        };
        let mut arcs = ArcList::new();
        let fault = |error: &dyn std::fmt::Display| faults::wrong_value(error.to_string());
        // networkx tells its vertices and its arcs by functions
        let networks = edges.hasattr("nodes")? && edges.hasattr("edges")?;
        if networks {
            if !edges.call_method0("is_directed")?.extract::<bool>()? {
                return Err(faults::wrong_value(
                    "an undirected graph: moves have a direction, see graph.to_directed()",
                ));
            }
            for vertex in edges.call_method0("nodes")?.try_iter()? {
                number(&vertex?)?;
            }
        }
        let listed = if networks { edges.call_method0("edges")? } else { edges.clone() };
        for arc in listed.try_iter()? {
            let arc: Vec<Bound<'_, PyAny>> = arc?
                .try_iter()
                .and_then(Iterator::collect)
                .map_err(|_| faults::wrong_type("an arc is a pair of vertices"))?;
            let [from, to, ..] = &arc[..] else {
                return Err(faults::wrong_value("an arc is a pair of vertices"));
            };
            let (from, to) = (number(from)?, number(to)?);
            arcs.push(from, to).map_err(|error| fault(&error))?;
        }
        let count = u32::try_from(names.len()).map_err(|error| fault(&error))?;
        if count > 0 {
            arcs.cover(count).map_err(|error| fault(&error))?;
        }
        Ok(Self { digraph: arcs.into_digraph(), names })
    }

    /// `'N'`, `'P'` or `'D'` (a draw) for each vertex.
    #[pyo3(signature = (**limits))]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let solved = self.solved(py, limits)?;
        self.by_name(py, solved.outcomes)
    }

    /// For each vertex its Grundy value, `'∞(…)'` with the nimbers it can move to where it has none.
    #[pyo3(signature = (**limits))]
    fn grundy<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let values = self.solved(py, limits)?.values;
        let told = values.into_iter().map(|value| match value.parse::<u32>() {
            Ok(nimber) => nimber.into_pyobject(py).map(Bound::into_any).map_err(PyErr::from),
            Err(_) => value.into_pyobject(py).map(Bound::into_any).map_err(PyErr::from),
        });
        let told = told.collect::<PyResult<Vec<_>>>()?;
        self.by_name(py, told)
    }

    /// A table: for each vertex a dictionary with outcome, plies to the end, a good move, and value.
    #[pyo3(signature = (**limits))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let solved = self.solved(py, limits)?;
        let mut rows = Vec::with_capacity(self.names.len());
        for (at, name) in self.names.iter().enumerate() {
            let row = PyDict::new(py);
            row.set_item("vertex", name)?;
            row.set_item("outcome", solved.outcomes[at])?;
            row.set_item("plies", solved.plies[at])?;
            let best = solved.best[at].and_then(|best| self.names.get(best as usize));
            row.set_item("move", best)?;
            row.set_item("value", &solved.values[at])?;
            rows.push(row);
        }
        Ok(rows)
    }

    fn __len__(&self) -> usize {
        self.names.len()
    }

    fn __repr__(&self) -> String {
        format!("<Graph of {} vertices and {} arcs>", self.names.len(), self.digraph.arcs())
    }
}
