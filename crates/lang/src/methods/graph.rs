//! Graphs as the lists of the neighbours of their vertices, which are counted from 1.

use super::board::{class, of};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::MethodInfo;
use crate::value::Value;
use farstar_play::say;
use rustc_hash::FxHashMap;

/// The neighbours of the vertices, counted from 0.
type Neighbours = Vec<Vec<usize>>;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Path",
        "Graph.Path(n)",
        "The path of n vertices, as the lists of their neighbours.",
        ("Graph.Path(3)", "[[2],[1,3],[2]]"),
        (2, 2),
        |c, a| {
            class(c, &a[0], "Graph")?;
            c.path(&a[1])
        },
    ),
    of(
        "FromAdjacencyList",
        "Graph.FromAdjacencyList(lists)",
        "The graph in which vertices have these neighbours; a vertex among its own neighbours has a loop.",
        ("ArcKayles(Graph.FromAdjacencyList([[2],[1]])).NimValue", "1"),
        (2, 2),
        |c, a| {
            if !matches!(a[0], Value::Class("DirectedGraph")) {
                class(c, &a[0], "Graph")?;
            }
            adjacency(c, &a[1])
        },
    ),
    of(
        "AdjacencyList",
        "graph.AdjacencyList",
        "The lists of the neighbours of the vertices of a graph.",
        ("Graph.Path(2).AdjacencyList", "[[2],[1]]"),
        (1, 1),
        |c, a| adjacency(c, &a[0]),
    ),
    of(
        "Parse",
        "Graph.Parse(text)",
        "The graph that is drawn (Grid.Parse(text, characters) and Strip.Parse are the grid and the strip): `-` is an edge, `.` a vertex where it is not left out, `(…;…)` are branches, `:A` or `:{name}` behind a vertex is its name, and vertices of one name are one.",
        ("Graph.Parse(\"-(-;-)\")", "[[2],[1,3,4],[2],[2]]"),
        (2, 3),
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
            class(c, &a[0], "Graph")?;
            let graph = parsed(text.as_str())?;
            valued(c, &graph)
        },
    ),
    of(
        "DirectedPath",
        "DirectedGraph.DirectedPath(n)",
        "The path of n vertices with arcs from each to the next.",
        ("DirectedGraph.DirectedPath(3)", "[[2],[3],[]]"),
        (2, 2),
        |c, a| {
            class(c, &a[0], "DirectedGraph")?;
            let n = length(c, &a[1])?;
            valued(c, &(0..n).map(|v| if v + 1 < n { vec![v + 1] } else { Vec::new() }).collect())
        },
    ),
    of(
        "ConnectedComponent",
        "graph.ConnectedComponent(vertex)",
        "The connected part of a graph with this vertex.",
        ("Graph.Path(4).DeleteVertex(2).ConnectedComponent(3)", "[[2],[1]]"),
        (2, 2),
        |c, a| {
            let graph = neighbours(c, &a[0])?;
            let wanted = vertex(c, &a[1], graph.len())?;
            let part = components(&graph).into_iter().find(|part| part.contains(&wanted));
            valued(c, &retained(&graph, &part.unwrap_or_default()))
        },
    ),
    of(
        "IsConnected",
        "graph.IsConnected",
        "Whether a graph is in one piece.",
        ("Graph.Path(4).DeleteVertex(2).IsConnected", "false"),
        (1, 1),
        |c, a| Ok(Value::Boolean(components(&neighbours(c, &a[0])?).len() <= 1)),
    ),
    of(
        "IsSimple",
        "graph.IsSimple",
        "Whether a graph has no loop and no edge twice.",
        ("Graph.FromAdjacencyList([[1]]).IsSimple", "false"),
        (1, 1),
        |c, a| {
            let graph = neighbours(c, &a[0])?;
            let once = |(v, near): (usize, &Vec<usize>)| {
                let mut seen = rustc_hash::FxHashSet::default();
                near.iter().all(|&u| u != v && seen.insert(u))
            };
            Ok(Value::Boolean(graph.iter().enumerate().all(once)))
        },
    ),
    of(
        "DeleteEdge",
        "graph.DeleteEdge((from, to))",
        "The graph without the edges between two vertices, or the arcs from one to the other where there is none back.",
        ("Graph.Path(3).DeleteEdge((1,2))", "[[],[3],[2]]"),
        (2, 2),
        |c, a| {
            let mut graph = neighbours(c, &a[0])?;
            let Some([from, to]) = a[1].elements() else {
                return Err(c.wrong(&a[1], "an edge such as (1,2)"));
            };
            let (from, to) = (from.clone(), to.clone());
            let (from, to) = (vertex(c, &from, graph.len())?, vertex(c, &to, graph.len())?);
            graph[from].retain(|&v| v != to);
            graph[to].retain(|&v| v != from);
            valued(c, &graph)
        },
    ),
    of(
        "Cycle",
        "Graph.Cycle(n)",
        "The cycle of n vertices.",
        ("Graph.Cycle(3)", "[[3,2],[1,3],[2,1]]"),
        (2, 2),
        |c, a| {
            let n = size(c, a)?;
            let near =
                |v: usize| if n < 3 { path_near(v, n) } else { vec![(v + n - 1) % n, (v + 1) % n] };
            valued(c, &(0..n).map(near).collect())
        },
    ),
    of(
        "Clique",
        "Graph.Clique(n)",
        "The graph of n vertices with all edges.",
        ("Graph.Clique(3).EdgeCount", "3"),
        (2, 2),
        |c, a| {
            let n = size(c, a)?;
            c.meter.charge((n * n) as u64 * size_of::<Value>() as u64)?;
            c.meter.release((n * n) as u64 * size_of::<Value>() as u64);
            valued(c, &(0..n).map(|v| (0..n).filter(|&u| u != v).collect()).collect())
        },
    ),
    of(
        "Star",
        "Graph.Star(n)",
        "The star with n edges.",
        ("Graph.Star(3)", "[[2,3,4],[1],[1],[1]]"),
        (2, 2),
        |c, a| {
            let n = size(c, a)?;
            let middle = std::iter::once((1..=n).collect());
            valued(c, &middle.chain((0..n).map(|_| vec![0])).collect())
        },
    ),
    of(
        "VertexCount",
        "graph.VertexCount",
        "The number of vertices.",
        ("Graph.Path(4).VertexCount", "4"),
        (1, 1),
        |c, a| Ok(Value::integer(neighbours(c, &a[0])?.len())),
    ),
    of(
        "EdgeCount",
        "graph.EdgeCount",
        "The number of edges, loops among them.",
        ("Graph.Cycle(4).EdgeCount", "4"),
        (1, 1),
        |c, a| Ok(Value::integer(edges(&neighbours(c, &a[0])?).len())),
    ),
    of(
        "Edges",
        "graph.Edges",
        "The edges as pairs of vertices.",
        ("Graph.Path(3).Edges", "[(1,2),(2,3)]"),
        (1, 1),
        |c, a| {
            let mut all = Vec::new();
            for (from, to) in edges(&neighbours(c, &a[0])?) {
                all.push(c.tuple(vec![Value::integer(from + 1), Value::integer(to + 1)])?);
            }
            c.list(all)
        },
    ),
    of(
        "DeleteVertex",
        "graph.DeleteVertex(v)",
        "The graph without a vertex; those behind it are counted anew.",
        ("Graph.Path(3).DeleteVertex(1)", "[[2],[1]]"),
        (2, 2),
        |c, a| {
            let graph = neighbours(c, &a[0])?;
            let gone = vertex(c, &a[1], graph.len())?;
            let kept: Vec<usize> = (0..graph.len()).filter(|&v| v != gone).collect();
            valued(c, &retained(&graph, &kept))
        },
    ),
    of(
        "DeleteVertices",
        "graph.DeleteVertices(list)",
        "The graph without some vertices.",
        ("Graph.Path(4).DeleteVertices([1,4])", "[[2],[1]]"),
        (2, 2),
        |c, a| {
            let graph = neighbours(c, &a[0])?;
            let gone = vertices(c, &a[1], graph.len())?;
            let kept: Vec<usize> = (0..graph.len()).filter(|v| !gone.contains(v)).collect();
            valued(c, &retained(&graph, &kept))
        },
    ),
    of(
        "RetainVertices",
        "graph.RetainVertices(list)",
        "The graph of some vertices and the edges among them.",
        ("Graph.Path(4).RetainVertices([1,2])", "[[2],[1]]"),
        (2, 2),
        |c, a| {
            let graph = neighbours(c, &a[0])?;
            let mut kept: Vec<usize> = vertices(c, &a[1], graph.len())?.into_iter().collect();
            kept.sort_unstable();
            valued(c, &retained(&graph, &kept))
        },
    ),
    of(
        "ConnectedComponents",
        "graph.ConnectedComponents",
        "The connected parts of a graph, each a graph, by their first vertices.",
        ("Graph.Path(4).DeleteVertex(2).ConnectedComponents", "[[[]],[[2],[1]]]"),
        (1, 1),
        |c, a| {
            let graph = neighbours(c, &a[0])?;
            let mut found = Vec::new();
            for part in components(&graph) {
                c.calc.limits().check()?;
                found.push(valued(c, &retained(&graph, &part))?);
            }
            c.list(found)
        },
    ),
];

fn adjacency(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Value> {
    match value {
        Value::List(lists) if lists.as_slice().iter().all(|l| l.elements().is_some()) => {
            Ok(value.clone())
        }
        _ => Err(context.wrong(value, "a graph: the list of the neighbours of each vertex")),
    }
}

/// The number of vertices asked for.
fn size(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<usize> {
    class(context, &arguments[0], "Graph")?;
    length(context, &arguments[1])
}

fn length(context: &mut Context<'_, '_>, value: &Value) -> Outcome<usize> {
    let n = context.natural(value)?;
    let most = farstar_rules::MOST_CELLS;
    usize::try_from(n).ok().filter(|&n| n >= 1 && n <= most).ok_or_else(|| {
        Fault::domain(say!("a graph of {0} vertices", n))
            .expected(say!("from 1 to {0} vertices", most))
    })
}

/// The graph of a word such as `path5`, `cycle6`, `star4`, `K5` or `grid3x4`.
pub(crate) fn of_word(context: &mut Context<'_, '_>, word: &str) -> Option<Outcome<Value>> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (name, sizes) = word.split_at(digits);
    let most = farstar_rules::MOST_CELLS;
    let number = |text: &str| text.parse::<usize>().ok().filter(|&n| n >= 1 && n <= most);
    let n = number(sizes);
    let graph: Neighbours = match name {
        "path" => (0..n?).map(|v| path_near(v, n.unwrap_or(0))).collect(),
        "cycle" if let Some(n @ 3..) = n => {
            (0..n).map(|v| vec![(v + n - 1) % n, (v + 1) % n]).collect()
        }
        "star" => {
            let n = n.filter(|&n| n < most)?;
            std::iter::once((1..=n).collect()).chain((0..n).map(|_| vec![0])).collect()
        }
        "K" => {
            const LARGEST_CLIQUE: usize = 1 << 10;
            let n = n.filter(|&n| n <= LARGEST_CLIQUE)?;
            (0..n).map(|v| (0..n).filter(|&u| u != v).collect()).collect()
        }
        "grid" => {
            let (rows, columns) = sizes.split_once('x')?;
            let (rows, columns) = (number(rows)?, number(columns)?);
            let cells = rows.checked_mul(columns).filter(|&cells| cells <= most)?;
            let near = |v: usize| {
                let (row, column) = (v / columns, v % columns);
                let mut near = Vec::new();
                near.extend((row > 0).then(|| v - columns));
                near.extend((column > 0).then(|| v - 1));
                near.extend((column + 1 < columns).then(|| v + 1));
                near.extend((row + 1 < rows).then(|| v + columns));
                near
            };
            (0..cells).map(near).collect()
        }
        _ => return None,
    };
    Some(valued(context, &graph))
}

fn path_near(v: usize, n: usize) -> Vec<usize> {
    [v.wrapping_sub(1), v + 1].into_iter().filter(|&near| near < n).collect()
}

fn vertex(context: &mut Context<'_, '_>, value: &Value, count: usize) -> Outcome<usize> {
    let n = context.natural(value)?;
    match usize::try_from(n) {
        Ok(n) if n >= 1 && n <= count => Ok(n - 1),
        _ => Err(Fault::domain(say!("there is no vertex {0}", n))
            .expected(say!("a vertex from 1 to {0}", count))),
    }
}

fn vertices(
    context: &mut Context<'_, '_>,
    list: &Value,
    count: usize,
) -> Outcome<rustc_hash::FxHashSet<usize>> {
    let mut found = rustc_hash::FxHashSet::default();
    for value in context.elements(list)? {
        found.insert(vertex(context, &value, count)?);
    }
    Ok(found)
}

/// The graph that lists of neighbours are.
fn neighbours(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Neighbours> {
    let graph = adjacency(context, value)?;
    let lists = graph.elements().unwrap_or_default();
    context.meter.charge(lists.len() as u64 * 64)?;
    context.meter.release(lists.len() as u64 * 64);
    let mut made = Vec::with_capacity(lists.len());
    for list in lists {
        let mut near = Vec::new();
        for value in list.elements().unwrap_or_default() {
            near.push(vertex(context, value, lists.len())?);
        }
        made.push(near);
    }
    Ok(made)
}

fn valued(context: &mut Context<'_, '_>, graph: &Neighbours) -> Outcome<Value> {
    let mut lists = Vec::with_capacity(graph.len());
    for near in graph {
        lists.push(context.list(near.iter().map(|&v| Value::integer(v + 1)).collect())?);
    }
    context.list(lists)
}

/// Edges, and arcs that have no arc back, each once.
fn edges(graph: &Neighbours) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (from, near) in graph.iter().enumerate() {
        let back = |to: usize| to < from && graph[to].contains(&from);
        found.extend(near.iter().filter(|&&to| !back(to)).map(|&to| (from, to)));
    }
    found
}

/// The graph of these vertices, in their order.
fn retained(graph: &Neighbours, kept: &[usize]) -> Neighbours {
    let place: FxHashMap<usize, usize> = kept.iter().enumerate().map(|(at, &v)| (v, at)).collect();
    let near = |&v: &usize| graph[v].iter().filter_map(|u| place.get(u).copied()).collect();
    kept.iter().map(near).collect()
}

/// The vertices of the connected parts, edges taken both ways.
fn components(graph: &Neighbours) -> Vec<Vec<usize>> {
    let mut both = graph.clone();
    for (from, near) in graph.iter().enumerate() {
        near.iter().for_each(|&to| both[to].push(from));
    }
    let mut seen = vec![false; graph.len()];
    let mut found = Vec::new();
    for start in 0..graph.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut part, mut open) = (vec![start], vec![start]);
        while let Some(v) = open.pop() {
            for &next in &both[v] {
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

/// The graph of a drawing without labels.
fn parsed(text: &str) -> Outcome<Neighbours> {
    let most = farstar_rules::MOST_CELLS;
    let wrong = |at: usize, c: char| {
        Fault::domain(say!("'{0}' in place {1} of the drawing of a graph", c, at + 1))
            .expected("`-` for an edge, `.` for a vertex, `(…;…)` for branches, `:A` for a name")
    };
    let mut graph: Neighbours = vec![Vec::new()];
    let mut names: FxHashMap<String, usize> = FxHashMap::default();
    // The vertex drawn last, whether a `.` has said so, and where branches begin.
    let (mut here, mut drawn, mut branches) = (0, false, Vec::new());
    let mut letters = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).peekable();
    while let Some((at, c)) = letters.next() {
        match c {
            '.' if !drawn => drawn = true,
            // an edge between two vertices may be left out
            '-' | '.' => {
                if graph.len() >= most {
                    return Err(Fault::domain(say!("a graph of {0} vertices", graph.len() + 1))
                        .expected(say!("from 1 to {0} vertices", most)));
                }
                let next = graph.len();
                graph.push(vec![here]);
                graph[here].push(next);
                (here, drawn) = (next, c == '.');
            }
            '(' => {
                branches.push(here);
                drawn = true;
            }
            ';' | ')' => {
                let Some(&start) = branches.last() else { return Err(wrong(at, c)) };
                if c == ')' {
                    branches.pop();
                }
                (here, drawn) = (start, true);
            }
            ':' => {
                let name: String = match letters.next() {
                    Some((_, '{')) => {
                        letters.by_ref().map(|(_, c)| c).take_while(|&c| c != '}').collect()
                    }
                    Some((_, letter)) if letter.is_alphanumeric() => letter.into(),
                    _ => return Err(wrong(at, c)),
                };
                match names.get(&name) {
                    Some(&known) if known != here => {
                        let gone = here;
                        merge(&mut graph, gone, known);
                        here = known - usize::from(known > gone);
                        for place in names.values_mut().chain(&mut branches) {
                            let after = *place - usize::from(*place > gone);
                            *place = if *place == gone { here } else { after };
                        }
                    }
                    _ => drop(names.insert(name, here)),
                }
                drawn = true;
            }
            _ => return Err(wrong(at, c)),
        }
    }
    if !branches.is_empty() {
        return Err(Fault::domain(say!("`{0}` is never closed", "(")));
    }
    Ok(graph)
}

/// Makes one vertex of two, the first of which goes.
fn merge(graph: &mut Neighbours, gone: usize, into: usize) {
    let near = std::mem::take(&mut graph[gone]);
    graph[into].extend(near);
    graph.remove(gone);
    let moved = if into > gone { into - 1 } else { into };
    for list in graph.iter_mut() {
        for v in list.iter_mut() {
            *v = if *v == gone { moved } else { *v - usize::from(*v > gone) };
        }
        let mut seen = rustc_hash::FxHashSet::default();
        list.retain(|&v| seen.insert(v));
    }
}
