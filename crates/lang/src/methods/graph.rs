//! Graphs: making them, their parts, labels and drawings.

use super::board::{class, of, optional};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::meter::LONGEST_INTEGER;
use crate::method::MethodInfo;
use crate::plan::Plan;
use crate::value::Value;
use dashu_int::IBig;
use farstar_play::say;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Graph.Path(n, vertexLabel => Nothing, edgeLabel => Nothing)",
        "The path of n vertices; where labels are given, all vertices and edges have them.",
        ("Graph.Path(3)", "Graph([[2],[1,3],[2]])"),
        |c, a| {
            class(c, &a[0], "Graph")?;
            let n = length(c, &a[1])?;
            labelled(c, path(n), &a[2..])
        },
    ),
    of(
        "Graph.FromAdjacencyList(lists, vertexLabel => Nothing, edgeLabel => Nothing)",
        "The graph in which vertices have these neighbours; a vertex among its own neighbours has a loop. Also DirectedGraph.FromAdjacencyList, and Graph(lists).",
        ("ArcKayles(Graph.FromAdjacencyList([[2],[1]])).NimValue", "1"),
        |c, a| {
            let directed = is_directed(c, &a[0])?;
            let plan = of_lists(c, directed, &a[1])?;
            labelled(c, plan, &a[2..])
        },
    ),
    of(
        "graph.AdjacencyList",
        "The lists of the neighbours of the vertices of a graph.",
        ("Graph.Path(2).AdjacencyList", "[[2],[1]]"),
        |c, a| {
            let plan = c.plan(&a[0])?;
            match c.graph(plan)? {
                Value::Graph(graph) => Ok(Value::List(graph.neighbours().clone())),
                other => Ok(other),
            }
        },
    ),
    of(
        "Graph.Parse(text, vertexLabels => Nothing, edgeLabels => Nothing)",
        "The graph that is drawn (Grid.Parse(text, characters) and Strip.Parse are the grid and the strip): `-` is an edge, `.` a vertex where it is not left out, `(…;…)` are branches, `:A` or `:{name}` behind a vertex is its name, and vertices of one name are one. In a directed graph `>` and `<` are arcs and `-` is both. Letters, or `{…}`, are labels, which maps or functions give. Integer.Parse(text) is the integer of these digits.",
        ("Graph.Parse(\"-(-;-)\")", "Graph([[2],[1,3,4],[2],[2]])"),
        |c, a| {
            let Value::Text(text) = &a[1] else { return Err(c.wrong(&a[1], "a text in quotes")) };
            if let (Value::Class(kind @ ("Grid" | "Strip")), Some(Value::Text(map))) =
                (&a[0], a.get(2))
            {
                return super::grid::parsed(c, text.as_str(), map.as_str(), *kind == "Strip");
            }
            if let Value::Class("Grid" | "Strip") = &a[0] {
                return Err(Fault::of_type("a grid is read without its characters")
                    .expected("Grid.Parse(\"x.|.o\", \".xo\")"));
            }
            if let Value::Class("Integer") = &a[0] {
                return integer(c, text.as_str());
            }
            let directed = is_directed(c, &a[0])?;
            let drawing = Drawing::new(directed, [optional(a, 2), optional(a, 3)]);
            let plan = drawing.read(c, text.as_str())?;
            c.graph(plan)
        },
    ),
    of(
        "DirectedGraph.DirectedPath(n, vertexLabel => Nothing, edgeLabel => Nothing)",
        "The path of n vertices with arcs from each to the next.",
        ("DirectedGraph.DirectedPath(3)", "DirectedGraph([[2],[3],[]])"),
        |c, a| {
            class(c, &a[0], "DirectedGraph")?;
            let n = length(c, &a[1])?;
            labelled(c, Plan { directed: true, ..path(n) }, &a[2..])
        },
    ),
    of(
        "Graph.Singleton(vertexLabel => Nothing)",
        "The graph of one vertex.",
        ("Graph.Singleton(5)", "Graph([[]], [5])"),
        |c, a| {
            let directed = is_directed(c, &a[0])?;
            labelled(c, Plan { directed, ..path(1) }, &a[1..])
        },
    ),
    of(
        "Graph.Cycle(n, vertexLabel => Nothing, edgeLabel => Nothing)",
        "The cycle of n vertices.",
        ("Graph.Cycle(3)", "Graph([[2,3],[1,3],[1,2]])"),
        |c, a| {
            class(c, &a[0], "Graph")?;
            let n = length(c, &a[1])?;
            labelled(c, cycle(n), &a[2..])
        },
    ),
    of(
        "Graph.Clique(n, vertexLabel => Nothing, edgeLabel => Nothing)",
        "The graph of n vertices with all edges.",
        ("Graph.Clique(3).EdgeCount", "3"),
        |c, a| {
            class(c, &a[0], "Graph")?;
            let n = length(c, &a[1])?;
            let bytes = (n as u64 * n as u64) * size_of::<Value>() as u64;
            c.meter.charge(bytes)?;
            c.meter.release(bytes);
            labelled(c, clique(n), &a[2..])
        },
    ),
    of(
        "Graph.Star(n, vertexLabel => Nothing, edgeLabel => Nothing)",
        "The star with n edges.",
        ("Graph.Star(3)", "Graph([[2,3,4],[1],[1],[1]])"),
        |c, a| {
            class(c, &a[0], "Graph")?;
            let n = length(c, &a[1])?;
            labelled(c, star(n), &a[2..])
        },
    ),
    of(
        "graph.IsConnected",
        "Whether a graph is in one piece.",
        ("Graph.Path(4).DeleteVertex(2).IsConnected", "false"),
        |c, a| Ok(Value::Boolean(c.plan(&a[0])?.components().len() <= 1)),
    ),
    of(
        "graph.IsSimple",
        "Whether a graph has no loop and no edge twice.",
        ("Graph.FromAdjacencyList([[1]]).IsSimple", "false"),
        |c, a| {
            let mut seen = FxHashSet::default();
            let plan = c.plan(&a[0])?;
            let once = |&(u, w, _): &(usize, usize, Value)| u != w && seen.insert((u, w));
            Ok(Value::Boolean(plan.edges.iter().all(once)))
        },
    ),
    of(
        "graph.IsDirected",
        "Whether the edges of a graph are arcs.",
        ("Graph.Path(2).ToDirectedGraph.IsDirected", "true"),
        |c, a| Ok(Value::Boolean(c.plan(&a[0])?.directed)),
    ),
    of(
        "graph.ToDirectedGraph",
        "The directed graph with arcs both ways for each edge.",
        ("Graph.Path(2).ToDirectedGraph", "DirectedGraph([[2],[1]])"),
        |c, a| {
            let mut plan = c.plan(&a[0])?;
            if !plan.directed {
                let back = |edge: &(usize, usize, Value)| (edge.1, edge.0, edge.2.clone());
                let loops = |edge: &&(usize, usize, Value)| edge.0 != edge.1;
                let more: Vec<_> = plan.edges.iter().filter(loops).map(back).collect();
                plan.edges.extend(more);
                plan.directed = true;
            }
            c.graph(plan)
        },
    ),
    of(
        "graph.VertexCount",
        "The number of vertices.",
        ("Graph.Path(4).VertexCount", "4"),
        |c, a| Ok(Value::integer(c.plan(&a[0])?.vertices.len())),
    ),
    of(
        "graph.EdgeCount",
        "The number of edges, loops among them, or of arcs.",
        ("Graph.Cycle(4).EdgeCount", "4"),
        |c, a| Ok(Value::integer(c.plan(&a[0])?.edges.len())),
    ),
    of(
        "graph.Edges",
        "The edges as pairs of vertices, in order.",
        ("Graph.Path(3).Edges", "[(1,2),(2,3)]"),
        |c, a| {
            let mut all = Vec::new();
            let plan = c.plan(&a[0])?;
            for (from, to, _) in plan.edges {
                all.push(c.tuple(vec![Value::integer(from + 1), Value::integer(to + 1)])?);
            }
            c.list(all)
        },
    ),
    of(
        "edge.FromVertex",
        "The vertex where an edge begins, the first of its pair; edge.ToVertex is the other.",
        ("Graph.Path(3).Edges[2].FromVertex", "2"),
        |c, a| c.coordinate(&a[0], 0),
    ),
    of(
        "edge.ToVertex",
        "The vertex where an edge ends.",
        ("Graph.Path(3).Edges[2].ToVertex", "3"),
        |c, a| c.coordinate(&a[0], 1),
    ),
    of(
        "graph.VertexLabels",
        "The labels of the vertices in order, Nothing where there is none.",
        ("Graph.Parse(\"L-R\", {\"L\" => 1, \"R\" => 2}).VertexLabels", "[1,2]"),
        |c, a| {
            let labels = c.plan(&a[0])?.vertices;
            c.list(labels)
        },
    ),
    of(
        "graph.EdgeLabels",
        "The labels of the edges, in the order of graph.Edges.",
        (
            "Graph.Parse(\"lr\", edgeLabels => {\"l\" => Left, \"r\" => Right}).EdgeLabels",
            "[Left,Right]",
        ),
        |c, a| {
            let labels = c.plan(&a[0])?.edges.into_iter().map(|edge| edge.2).collect();
            c.list(labels)
        },
    ),
    of(
        "graph.UpdatedVertexLabels({vertex => label})",
        "The graph with other labels on some vertices.",
        ("Graph.Path(2).UpdatedVertexLabels({2 => 7})", "Graph([[2],[1]], [Nothing,7])"),
        |c, a| {
            let mut plan = c.plan(&a[0])?;
            let Value::Map(changes) = &a[1] else {
                return Err(c.wrong(&a[1], "a map such as {3 => 9, 4 => 16}"));
            };
            for entry in crate::map::entries(changes) {
                let at = c.vertex(entry.key(), plan.vertices.len())?;
                plan.vertices[at] = entry.value().clone();
            }
            c.graph(plan)
        },
    ),
    of(
        "graph.AddVertex(label => Nothing)",
        "The graph with one more vertex behind the others.",
        ("Graph.Path(2).AddVertex", "Graph([[2],[1],[]])"),
        |c, a| {
            let mut plan = c.plan(&a[0])?;
            plan.vertices.push(optional(a, 1).cloned().unwrap_or(Value::Nothing));
            c.graph(plan)
        },
    ),
    of(
        "graph.AddEdge((from, to), label => Nothing)",
        "The graph with one more edge, or arc from one vertex to another.",
        ("Graph.Path(3).AddEdge((1,3)) == Graph.Cycle(3)", "true"),
        |c, a| {
            let mut plan = c.plan(&a[0])?;
            let (from, to) = edge(c, &a[1], plan.vertices.len())?;
            plan.edges.push((from, to, optional(a, 2).cloned().unwrap_or(Value::Nothing)));
            c.graph(plan)
        },
    ),
    of(
        "graph.DeleteEdge((from, to))",
        "The graph without the edges between two vertices, or without the arcs from one to the other.",
        ("Graph.Path(3).DeleteEdge((1,2))", "Graph([[],[3],[2]])"),
        |c, a| {
            let mut plan = c.plan(&a[0])?;
            let gone = edge(c, &a[1], plan.vertices.len())?;
            let both = !plan.directed;
            plan.edges.retain(|&(from, to, _)| (from, to) != gone && !(both && (to, from) == gone));
            c.graph(plan)
        },
    ),
    of(
        "graph.DeleteEdgeByIndex(vertex, n)",
        "The graph without the n-th edge at a vertex, or arc from it.",
        ("Graph.Star(3).DeleteEdgeByIndex(1, 2)", "Graph([[2,4],[1],[],[1]])"),
        |c, a| {
            let mut plan = c.plan(&a[0])?;
            let at = c.vertex(&a[1], plan.vertices.len())?;
            let n = c.natural(&a[2])?;
            let here =
                |edge: &(usize, usize, Value)| edge.0 == at || !plan.directed && edge.1 == at;
            let mut mine: Vec<usize> =
                (0..plan.edges.len()).filter(|&place| here(&plan.edges[place])).collect();
            let other = |place: &usize| {
                let (from, to, _) = plan.edges[*place];
                if from == at { to } else { from }
            };
            mine.sort_by_key(other);
            let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            let Some(&gone) = place.and_then(|place| mine.get(place)) else {
                return Err(Fault::domain(say!("there is no place {0}", n))
                    .expected(say!("1 to {0}", mine.len())));
            };
            plan.edges.remove(gone);
            c.graph(plan)
        },
    ),
    of(
        "graph.DeleteVertex(v)",
        "The graph without a vertex; those behind it are counted anew.",
        ("Graph.Path(3).DeleteVertex(1)", "Graph([[2],[1]])"),
        |c, a| {
            let plan = c.plan(&a[0])?;
            let gone = c.vertex(&a[1], plan.vertices.len())?;
            kept(c, &plan, |v| v != gone)
        },
    ),
    of(
        "graph.DeleteVertices(list)",
        "The graph without some vertices.",
        ("Graph.Path(4).DeleteVertices([1,4])", "Graph([[2],[1]])"),
        |c, a| {
            let plan = c.plan(&a[0])?;
            let gone = vertices(c, &a[1], plan.vertices.len())?;
            kept(c, &plan, |v| !gone.contains(&v))
        },
    ),
    of(
        "graph.RetainVertices(list)",
        "The graph of some vertices and the edges among them.",
        ("Graph.Path(4).RetainVertices([1,2])", "Graph([[2],[1]])"),
        |c, a| {
            let plan = c.plan(&a[0])?;
            let wanted = vertices(c, &a[1], plan.vertices.len())?;
            kept(c, &plan, |v| wanted.contains(&v))
        },
    ),
    of(
        "graph.ConnectedComponent(vertex)",
        "The connected part of a graph with this vertex.",
        ("Graph.Path(4).DeleteVertex(2).ConnectedComponent(3)", "Graph([[2],[1]])"),
        |c, a| {
            let plan = c.plan(&a[0])?;
            let wanted = c.vertex(&a[1], plan.vertices.len())?;
            let part = plan.components().into_iter().find(|part| part.contains(&wanted));
            c.graph(plan.retained(&part.unwrap_or_default()))
        },
    ),
    of(
        "graph.ConnectedComponents",
        "The connected parts of a graph, each a graph, by their first vertices.",
        ("Graph.Path(4).DeleteVertex(2).ConnectedComponents", "[Graph([[]]),Graph([[2],[1]])]"),
        |c, a| {
            let plan = c.plan(&a[0])?;
            let mut found = Vec::new();
            for part in plan.components() {
                c.calc.limits().check()?;
                found.push(c.graph(plan.retained(&part))?);
            }
            c.list(found)
        },
    ),
];

/// The integer that a text is.
fn integer(context: &mut Context<'_, '_>, text: &str) -> Outcome<Value> {
    // so many digits have no more bits than an integer may have
    const MOST_DIGITS: usize = LONGEST_INTEGER as usize / 4;
    let digits = if text.len() <= MOST_DIGITS { text } else { "" };
    match digits.parse::<IBig>() {
        Ok(n) => Ok(Value::integer(n)),
        _ => {
            let shown = context.text(text)?;
            let shown = context.mention(&shown);
            Err(Fault::domain(say!("{0} is no integer", shown)).expected("digits such as \"12\""))
        }
    }
}

fn path(n: usize) -> Plan {
    Plan::of(n, (1..n).map(|v| (v - 1, v)))
}

fn cycle(n: usize) -> Plan {
    let closes = (n > 2).then_some((0, n.wrapping_sub(1)));
    Plan::of(n, (1..n).map(|v| (v - 1, v)).chain(closes))
}

fn clique(n: usize) -> Plan {
    Plan::of(n, (0..n).flat_map(|u| (u + 1..n).map(move |w| (u, w))))
}

fn star(n: usize) -> Plan {
    Plan::of(n + 1, (1..=n).map(|v| (0, v)))
}

fn grid(rows: usize, columns: usize) -> Plan {
    let at = move |row: usize, column: usize| row * columns + column;
    let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    let edges = cells.flat_map(move |(row, column)| {
        let down = (row + 1 < rows).then(|| (at(row, column), at(row + 1, column)));
        let across = (column + 1 < columns).then(|| (at(row, column), at(row, column + 1)));
        down.into_iter().chain(across)
    });
    Plan::of(rows * columns, edges)
}

/// The graph with one label on all vertices, and one on all edges, where they are given.
fn labelled(context: &mut Context<'_, '_>, mut plan: Plan, labels: &[Value]) -> Outcome<Value> {
    if let Some(label) = optional(labels, 0) {
        plan.vertices.fill(label.clone());
    }
    if let Some(label) = optional(labels, 1) {
        plan.edges.iter_mut().for_each(|edge| edge.2 = label.clone());
    }
    context.graph(plan)
}

fn is_directed(context: &mut Context<'_, '_>, value: &Value) -> Outcome<bool> {
    if matches!(value, Value::Class("DirectedGraph")) {
        return Ok(true);
    }
    class(context, value, "Graph").map(|()| false)
}

impl Context<'_, '_> {
    /// The graph, or directed graph, of lists of neighbours. An edge may stand in one of its two lists or in both.
    pub(crate) fn plan_of_lists(&mut self, directed: bool, lists: &Value) -> Outcome<Plan> {
        of_lists(self, directed, lists)
    }

    /// The graph that `Graph(lists, vertexLabels, edgeLabels)` or `DirectedGraph(…)` is, as graphs are written.
    pub(crate) fn graph_called(&mut self, class: &Value, given: &[Value]) -> Outcome<Value> {
        called(self, class, given)
    }
}

fn of_lists(context: &mut Context<'_, '_>, directed: bool, lists: &Value) -> Outcome<Plan> {
    if let Value::Graph(_) = lists {
        let mut plan = context.plan(lists)?;
        plan.directed = directed;
        return Ok(plan);
    }
    let arcs = context.arcs(lists)?;
    let count = lists.elements().map_or(0, <[_]>::len);
    if directed {
        return Ok(Plan { directed, ..Plan::of(count, arcs) });
    }
    let mut twice: FxHashMap<(usize, usize), [usize; 2]> = FxHashMap::default();
    for (from, to) in arcs {
        let seen = twice.entry((from.min(to), from.max(to))).or_default();
        seen[usize::from(from > to)] += 1;
    }
    let edges = twice.into_iter().flat_map(|(edge, [up, down])| vec![edge; up.max(down)]);
    Ok(Plan::of(count, edges))
}

fn called(context: &mut Context<'_, '_>, class: &Value, given: &[Value]) -> Outcome<Value> {
    let Some(lists) = given.first() else {
        return Err(Fault::of_type("a graph without the lists of its neighbours")
            .expected("Graph([[2],[1]])"));
    };
    let directed = is_directed(context, class)?;
    let mut plan = of_lists(context, directed, lists)?;
    // labels of edges are in the order in which edges are told
    plan.edges.sort_by_key(|edge| (edge.0, edge.1));
    let edges = plan.edges.iter_mut().map(|edge| &mut edge.2).collect();
    for (place, into) in [plan.vertices.iter_mut().collect(), edges].into_iter().enumerate() {
        let into: Vec<&mut Value> = into;
        let Some(labels) = optional(given, place + 1) else { continue };
        let labels: Vec<Value> = context.elements(labels)?.collect();
        if labels.len() != into.len() {
            return Err(Fault::domain(say!("{0} labels for {1}", labels.len(), into.len()))
                .expected("a label for each vertex, and one for each edge"));
        }
        for (old, new) in into.into_iter().zip(labels) {
            *old = new;
        }
    }
    context.graph(plan)
}

fn length(context: &mut Context<'_, '_>, value: &Value) -> Outcome<usize> {
    let n = context.natural(value)?;
    let most = farstar_rules::MOST_CELLS;
    usize::try_from(n).ok().filter(|&n| n <= most).ok_or_else(|| {
        Fault::too_large(say!("a graph of {0} vertices", n))
            .expected(say!("at most {0} vertices", most))
    })
}

/// The graph of a word such as `path5`, `cycle6`, `star4`, `K5` or `grid3x4`.
pub(crate) fn of_word(context: &mut Context<'_, '_>, word: &str) -> Option<Outcome<Value>> {
    const LARGEST_CLIQUE: usize = 1 << 10;
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (name, sizes) = word.split_at(digits);
    let most = farstar_rules::MOST_CELLS;
    let number = |text: &str| text.parse::<usize>().ok().filter(|&n| n >= 1 && n <= most);
    let n = number(sizes);
    let plan = match name {
        "path" => path(n?),
        "cycle" => cycle(n.filter(|&n| n > 2)?),
        "star" => star(n.filter(|&n| n < most)?),
        "K" => clique(n.filter(|&n| n <= LARGEST_CLIQUE)?),
        "grid" => {
            let (rows, columns) = sizes.split_once('x')?;
            let (rows, columns) = (number(rows)?, number(columns)?);
            rows.checked_mul(columns).filter(|&cells| cells <= most)?;
            grid(rows, columns)
        }
        _ => return None,
    };
    Some(context.graph(plan))
}

fn edge(context: &mut Context<'_, '_>, value: &Value, count: usize) -> Outcome<(usize, usize)> {
    let Some([from, to]) = value.elements() else {
        return Err(context.wrong(value, "an edge such as (1,2)"));
    };
    let (from, to) = (from.clone(), to.clone());
    Ok((context.vertex(&from, count)?, context.vertex(&to, count)?))
}

fn vertices(
    context: &mut Context<'_, '_>,
    list: &Value,
    count: usize,
) -> Outcome<FxHashSet<usize>> {
    let mut found = FxHashSet::default();
    for value in context.elements(list)? {
        found.insert(context.vertex(&value, count)?);
    }
    Ok(found)
}

fn kept(
    context: &mut Context<'_, '_>,
    plan: &Plan,
    wanted: impl Fn(usize) -> bool,
) -> Outcome<Value> {
    let kept: Vec<usize> = (0..plan.vertices.len()).filter(|&v| wanted(v)).collect();
    context.graph(plan.retained(&kept))
}

/// A drawing that is being read.
struct Drawing<'v> {
    plan: Plan,
    /// What gives labels to vertices, and to edges.
    labels: [Option<&'v Value>; 2],
    names: FxHashMap<String, usize>,
    /// The vertex drawn last, whether a `.` or a label has said so, and where branches begin.
    here: usize,
    drawn: bool,
    branches: Vec<usize>,
}

/// The letters of a drawing with their places.
type Letters<'t> = std::iter::Peekable<std::iter::Enumerate<std::str::Chars<'t>>>;

impl<'v> Drawing<'v> {
    fn new(directed: bool, labels: [Option<&'v Value>; 2]) -> Self {
        let plan = Plan { directed, ..path(1) };
        let (names, branches) = (FxHashMap::default(), Vec::new());
        Self { plan, labels, names, here: 0, drawn: false, branches }
    }

    fn read(mut self, context: &mut Context<'_, '_>, text: &str) -> Outcome<Plan> {
        let wrong = |at: usize, c: char| {
            Fault::domain(say!("'{0}' in place {1} of the drawing of a graph", c, at + 1)).expected(
                "`-` for an edge, `.` for a vertex, `(…;…)` for branches, `:A` for a name",
            )
        };
        let mut letters = text.chars().enumerate().peekable();
        while let Some((at, c)) = letters.next() {
            context.calc.limits().check()?;
            match c {
                c if c.is_whitespace() => {}
                '.' => self.vertex(Value::Nothing)?,
                '-' => self.edge(Value::Nothing, '-')?,
                '>' | '<' if self.plan.directed => self.edge(Value::Nothing, c)?,
                '(' => {
                    self.branches.push(self.here);
                    self.drawn = true;
                }
                ';' | ')' => {
                    let Some(&start) = self.branches.last() else { return Err(wrong(at, c)) };
                    if c == ')' {
                        self.branches.pop();
                    }
                    (self.here, self.drawn) = (start, true);
                }
                ':' => match word(&mut letters) {
                    Some(name) => self.name(name),
                    None => return Err(wrong(at, c)),
                },
                _ => {
                    let name = match c {
                        '{' => braced(&mut letters),
                        c => c.to_string(),
                    };
                    if let Some(label) = self.label(context, 1, &name)? {
                        let arc = letters.next_if(|(_, c)| self.plan.directed && "<>".contains(*c));
                        self.edge(label, arc.map_or('-', |(_, c)| c))?;
                    } else if let Some(label) = self.label(context, 0, &name)? {
                        self.vertex(label)?;
                    } else {
                        return Err(wrong(at, c));
                    }
                }
            }
        }
        if !self.branches.is_empty() {
            return Err(Fault::domain(say!("`{0}` is never closed", "(")));
        }
        Ok(self.plan)
    }

    /// The label that a map or function has for a word of the drawing.
    fn label(
        &self,
        context: &mut Context<'_, '_>,
        place: usize,
        name: &str,
    ) -> Outcome<Option<Value>> {
        let key = context.text(name)?;
        match self.labels[place] {
            None => Ok(None),
            Some(Value::Map(map)) => match context.place_of(map, &key)? {
                Some(_) => context.value_of_key(map, &key).map(Some),
                None => Ok(None),
            },
            Some(Value::Function(function)) => {
                let asked = context
                    .within(&function.program, |machine| machine.ask(function, vec![key]))?;
                Ok(Some(asked).filter(|label| !matches!(label, Value::Nothing)))
            }
            Some(other) => Err(context.wrong(other, "a map from letters to labels, or a function")),
        }
    }

    fn add(&mut self) -> Outcome<usize> {
        let most = farstar_rules::MOST_CELLS;
        if self.plan.vertices.len() >= most {
            return Err(Fault::too_large(say!("a graph of {0} vertices", most + 1))
                .expected(say!("at most {0} vertices", most)));
        }
        self.plan.vertices.push(Value::Nothing);
        Ok(self.plan.vertices.len() - 1)
    }

    fn edge(&mut self, label: Value, joint: char) -> Outcome<()> {
        let next = self.add()?;
        let (here, edges) = (self.here, &mut self.plan.edges);
        if joint != '<' {
            edges.push((here, next, label.clone()));
        }
        if joint == '<' || joint == '-' && self.plan.directed {
            edges.push((next, here, label));
        }
        (self.here, self.drawn) = (next, false);
        Ok(())
    }

    /// A vertex that is drawn; the edge between two of them may be left out.
    fn vertex(&mut self, label: Value) -> Outcome<()> {
        if self.drawn {
            self.edge(Value::Nothing, '-')?;
        }
        self.plan.vertices[self.here] = label;
        self.drawn = true;
        Ok(())
    }

    /// Gives the vertex drawn last a name; if another has it, the two are one.
    fn name(&mut self, name: String) {
        self.drawn = true;
        match self.names.get(&name) {
            Some(&known) if known != self.here => self.merge(self.here, known),
            _ => drop(self.names.insert(name, self.here)),
        }
    }

    /// Makes one vertex of two, the first of which goes.
    fn merge(&mut self, gone: usize, into: usize) {
        let label = self.plan.vertices.remove(gone);
        let moved = into - usize::from(into > gone);
        if matches!(self.plan.vertices[moved], Value::Nothing) {
            self.plan.vertices[moved] = label;
        }
        let after = |v: usize| if v == gone { moved } else { v - usize::from(v > gone) };
        for edge in &mut self.plan.edges {
            (edge.0, edge.1) = (after(edge.0), after(edge.1));
        }
        for place in self.names.values_mut().chain(&mut self.branches) {
            *place = after(*place);
        }
        self.here = moved;
    }
}

/// A letter, or what stands in braces.
fn word(letters: &mut Letters<'_>) -> Option<String> {
    match letters.next()? {
        (_, '{') => Some(braced(letters)),
        (_, letter) => letter.is_alphanumeric().then(|| letter.to_string()),
    }
}

fn braced(letters: &mut Letters<'_>) -> String {
    letters.by_ref().map(|(_, c)| c).take_while(|&c| c != '}').collect()
}
