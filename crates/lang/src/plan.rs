//! Graphs while they are made, and what is asked of their vertices and edges.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::{Items, LabelledGraph, Value};
use farstar_play::say;
use std::sync::Arc;

/// A graph while it is made: its vertices by their labels, its edges with theirs.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub(crate) directed: bool,
    pub(crate) vertices: Vec<Value>,
    pub(crate) edges: Vec<(usize, usize, Value)>,
}

impl Plan {
    /// So many vertices, and these edges, without labels.
    pub(crate) fn of(count: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let edges = edges.into_iter().map(|(from, to)| (from, to, Value::Nothing)).collect();
        Self { directed: false, vertices: vec![Value::Nothing; count], edges }
    }

    /// The ends of the edges at each vertex, or of the arcs from it.
    pub(crate) fn near(&self) -> Vec<Vec<usize>> {
        let mut near = vec![Vec::new(); self.vertices.len()];
        for &(from, to, _) in &self.edges {
            near[from].push(to);
            if !self.directed && from != to {
                near[to].push(from);
            }
        }
        near.iter_mut().for_each(|list| list.sort_unstable());
        near
    }

    /// The graph of these vertices, in their order.
    pub(crate) fn retained(&self, kept: &[usize]) -> Self {
        self.with(kept, &self.edges)
    }

    /// The graph of these vertices, in their order, and those of the edges that join two of them.
    fn with(&self, kept: &[usize], edges: &[(usize, usize, Value)]) -> Self {
        let mut place = vec![None; self.vertices.len()];
        for (at, &v) in kept.iter().enumerate() {
            place[v] = Some(at);
        }
        let edge = |(from, to, label): &(usize, usize, Value)| {
            Some((place[*from]?, place[*to]?, label.clone()))
        };
        Self {
            directed: self.directed,
            vertices: kept.iter().map(|&v| self.vertices[v].clone()).collect(),
            edges: edges.iter().filter_map(edge).collect(),
        }
    }

    /// The parts between the vertices of a border: what hangs together without them, each part with the vertices of the
    /// border that it touches, and by itself each edge that joins two of these.
    pub(crate) fn separated(&self, is_border: &[bool]) -> Vec<Self> {
        let inner: Vec<usize> = (0..self.vertices.len()).filter(|&v| !is_border[v]).collect();
        let mut part_of = vec![None; self.vertices.len()];
        let mut parts = Vec::new();
        for part in self.retained(&inner).components() {
            let vertices: Vec<usize> = part.iter().map(|&at| inner[at]).collect();
            vertices.iter().for_each(|&v| part_of[v] = Some(parts.len()));
            parts.push((vertices, Vec::new()));
        }
        for edge in &self.edges {
            let at = part_of[edge.0].or(part_of[edge.1]).unwrap_or(parts.len());
            if at == parts.len() {
                parts.push((Vec::new(), Vec::new()));
            }
            parts[at].0.extend([edge.0, edge.1]);
            parts[at].1.push(edge.clone());
        }
        let part = |(mut vertices, edges): (Vec<usize>, Vec<(usize, usize, Value)>)| {
            vertices.sort_unstable();
            vertices.dedup();
            self.with(&vertices, &edges)
        };
        parts.into_iter().map(part).collect()
    }

    /// The vertices of the connected parts, edges taken both ways, by their first ones.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let near = Self { directed: false, ..self.clone() }.near();
        let mut seen = vec![false; near.len()];
        let mut found = Vec::new();
        for start in 0..near.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut part, mut open) = (vec![start], vec![start]);
            while let Some(v) = open.pop() {
                for &next in &near[v] {
                    if !std::mem::replace(&mut seen[next], true) {
                        part.push(next);
                        open.push(next);
                    }
                }
            }
            part.sort_unstable();
            found.push(part);
        }
        found
    }
}

impl Context<'_, '_> {
    /// The graph of a plan.
    pub(crate) fn graph(&mut self, mut plan: Plan) -> Outcome<Value> {
        let most = farstar_rules::MOST_CELLS;
        if plan.vertices.len() > most {
            return Err(Fault::too_large(say!("a graph of {0} vertices", plan.vertices.len()))
                .expected(say!("at most {0} vertices", most)));
        }
        let bytes = (plan.edges.len() as u64).saturating_mul(4 * size_of::<Value>() as u64);
        self.meter.charge(bytes)?;
        self.meter.release(bytes);
        if !plan.directed {
            for edge in &mut plan.edges {
                (edge.0, edge.1) = (edge.0.min(edge.1), edge.0.max(edge.1));
            }
        }
        plan.edges.sort_by_key(|edge| (edge.0, edge.1));
        let mut lists = Vec::with_capacity(plan.vertices.len());
        for near in plan.near() {
            lists.push(self.list(near.iter().map(|&v| Value::integer(v + 1)).collect())?);
        }
        let neighbours = Items::new(lists, &self.meter)?;
        let edges = plan.edges.iter().map(|edge| (edge.0, edge.1)).collect();
        let of_edges = plan.edges.into_iter().map(|edge| edge.2).collect();
        let mut labels = [None, None];
        for (place, given) in [plan.vertices, of_edges].into_iter().enumerate() {
            if given.iter().any(|label: &Value| !matches!(label, Value::Nothing)) {
                labels[place] = Some(Items::new(given, &self.meter)?);
            }
        }
        let directed = plan.directed;
        let mut graph = LabelledGraph { neighbours, directed, edges, labels, depth: 0 };
        for part in graph.parts() {
            self.held_fast(&part)?;
            graph.depth = graph.depth.max(part.depth());
        }
        Ok(Value::Graph(Arc::new(graph)))
    }

    /// The plan of a graph, or of lists of neighbours: where each is a neighbour of its neighbours they are those of a
    /// graph, otherwise arcs.
    pub(crate) fn plan(&mut self, value: &Value) -> Outcome<Plan> {
        if let Value::Graph(graph) = value {
            let none = |count: usize| vec![Value::Nothing; count];
            let count = graph.neighbours.as_slice().len();
            let labels = |edges, count| graph.labels_of(edges).map_or(none(count), <[_]>::to_vec);
            let edges = graph.edges.iter().zip(labels(true, graph.edges.len()));
            let edges = edges.map(|(&(from, to), label)| (from, to, label)).collect();
            return Ok(Plan { directed: graph.directed, vertices: labels(false, count), edges });
        }
        let arcs = self.arcs(value)?;
        let count = value.elements().map_or(0, <[_]>::len);
        let mut back: Vec<_> = arcs.iter().map(|&(from, to)| (to, from)).collect();
        back.sort_unstable();
        let mut plan = Plan::of(count, arcs.iter().copied());
        plan.directed = back != arcs;
        if !plan.directed {
            plan.edges.retain(|(from, to, _)| from <= to);
        }
        Ok(plan)
    }

    /// The pairs of vertices, counted from 0 and sorted, that lists of neighbours name.
    pub(crate) fn arcs(&mut self, value: &Value) -> Outcome<Vec<(usize, usize)>> {
        let lists = match value {
            Value::List(lists) if lists.as_slice().iter().all(|l| l.elements().is_some()) => lists,
            other => {
                let wanted = "a graph: the list of the neighbours of each vertex";
                return Err(self.wrong(other, wanted));
            }
        };
        let count = lists.as_slice().len();
        let mut arcs = Vec::new();
        for (from, list) in lists.as_slice().iter().enumerate() {
            self.calc.limits().check()?;
            for to in list.elements().unwrap_or_default() {
                arcs.push((from, self.vertex(to, count)?));
            }
        }
        arcs.sort_unstable();
        Ok(arcs)
    }

    /// The place, counted from 0, of the vertex of a number.
    pub(crate) fn vertex(&mut self, value: &Value, count: usize) -> Outcome<usize> {
        let n = self.natural(value)?;
        match usize::try_from(n) {
            Ok(n) if n >= 1 && n <= count => Ok(n - 1),
            _ => Err(Fault::domain(say!("there is no vertex {0}", n))
                .expected(say!("a vertex from 1 to {0}", count))),
        }
    }

    /// The position of a graph as rules read it: `v1-v2:B, v2:X`. A vertex with the label `$` is the ground, and
    /// the only vertex of a graph without edges has the piece of an empty one.
    pub(crate) fn drawn_for_rules(
        &mut self,
        plan: &Plan,
        (arcs, empty, pieces): (bool, Option<char>, &[char]),
    ) -> Outcome<String> {
        if plan.directed != arcs {
            let [has, wants] = if arcs { ["edges", "arcs"] } else { ["arcs", "edges"] };
            return Err(Fault::domain(say!(
                "a graph with {0}, where {1} are played on",
                has,
                wants
            ))
            .fix("graph.ToDirectedGraph has arcs both ways"));
        }
        let mut names = Vec::with_capacity(plan.vertices.len());
        let mut words = Vec::new();
        for (at, label) in (1..).zip(&plan.vertices) {
            let label = self.label_text(label, pieces)?;
            let name =
                if label.as_deref() == Some("$") { "$".to_owned() } else { format!("v{at}") };
            match label.filter(|label| label != "$") {
                Some(label) => words.push(format!("{name}:{label}")),
                // where edges are played on, vertices have no words of their own
                None if name != "$" && empty.is_some() => words.push(name.clone()),
                None => {}
            }
            names.push(name);
        }
        let mut known = rustc_hash::FxHashSet::default();
        for (from, to, label) in &plan.edges {
            if from == to && pieces.contains(&'o') {
                words.push(format!("{}:o", names[*from]));
                continue;
            }
            if from == to {
                return Err(Fault::unsupported(say!("vertex {0} has a loop", from + 1)));
            }
            let joint = if arcs { '>' } else { '-' };
            let edge = format!("{}{joint}{}", names[*from], names[*to]);
            match self.label_text(label, pieces)? {
                Some(label) => words.push(format!("{edge}:{label}")),
                // several edges without labels are played on as one
                None if known.insert((*from, *to)) => words.push(edge),
                None => {}
            }
        }
        if let ([word], Some(empty)) = (words.as_mut_slice(), empty)
            && !word.contains(':')
        {
            word.push_str(&format!(":{empty}"));
        }
        Ok(words.join(", "))
    }

    /// A label as rules with these pieces write it: a text, a number, the initial of a player or of a colour; where
    /// colours have no pieces they are those of the players.
    fn label_text(&mut self, label: &Value, pieces: &[char]) -> Outcome<Option<String>> {
        Ok(match label {
            Value::Nothing => None,
            Value::Member(member) if member.class() == "Color" => {
                let name = member.name();
                let initial = name.chars().next().filter(|initial| pieces.contains(initial));
                let player = match name {
                    "Blue" => 'L',
                    "Red" => 'R',
                    _ => '.',
                };
                Some(initial.unwrap_or(player).to_string())
            }
            Value::Text(text) => Some(text.as_str().to_owned()),
            Value::Player(player) => player.to_string().get(..1).map(str::to_owned),
            other => Some(self.natural(other)?.to_string()),
        })
    }
}
