//! Digraphs: outcomes, Grundy values, reading.

use crate::checksum::{bytes, mix};
use crate::measure::Case;
use crate::measure::{Outcome, timed};
use farstar_impartial::digraph::{
    ArcList, Digraph, Outcome as Winner, Retrograde, grundy_values, loopy_grundy, outcomes,
    outcomes_from_transpose, read_edge_list,
};
use farstar_impartial::hackenbush::GreenHackenbush;
use farstar_impartial::mex;
use farstar_value::Limits;
use std::fmt::Write;

/// Draws below a bound, the same for the same seed.
fn draws(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut count = seed << 40;
    move |bound| {
        count += 1;
        ((u128::from(mix(count.wrapping_mul(0x9E37_79B9_7F4A_7C15))) * u128::from(bound)) >> 64)
            as u32
    }
}

/// `arcs` random arcs on `vertices` vertices; with `downward` every arc leads to a smaller number.
fn random_arcs(vertices: u32, arcs: u32, downward: bool) -> ArcList {
    let mut draw = draws(1);
    let mut list = ArcList::new();
    list.reserve(arcs as usize);
    list.cover(vertices).expect("within the range");
    for _ in 0..arcs {
        let (from, to) = if downward {
            let from = 1 + draw(vertices - 1);
            (from, draw(from))
        } else {
            (draw(vertices), draw(vertices))
        };
        list.push(from, to).expect("within the range");
    }
    list
}

/// Asserts the rules of N, P and draw, and the plies, at every vertex: together they have one solution.
fn assert_outcomes(graph: &Digraph, solved: &Retrograde) {
    for v in 0..graph.vertices() {
        let row = graph.successors(v);
        let plies = |want| row.iter().filter(move |&&w| solved.outcome(w) == want);
        match solved.outcome(v) {
            Winner::N => {
                let quickest = plies(Winner::P).filter_map(|&w| solved.plies(w)).min();
                assert_eq!(solved.plies(v), quickest.map(|plies| plies + 1), "vertex {v}");
            }
            Winner::P => {
                assert_eq!(plies(Winner::N).count(), row.len(), "vertex {v}");
                let longest = row.iter().filter_map(|&w| solved.plies(w)).max();
                assert_eq!(
                    solved.plies(v),
                    Some(longest.map_or(0, |plies| plies + 1)),
                    "vertex {v}"
                );
            }
            Winner::Draw => {
                assert_eq!(plies(Winner::P).count(), 0, "vertex {v}");
                assert!(plies(Winner::Draw).count() > 0, "vertex {v}");
            }
        }
    }
}

/// The transpose built from the list of arcs, and the outcomes of all vertices.
fn retrograde(vertices: u32, arcs: u32) -> Outcome {
    let list = random_arcs(vertices, arcs, false);
    timed(
        || {
            let predecessors = list.into_transpose();
            outcomes_from_transpose(&predecessors, &Limits::none()).expect("no limits")
        },
        |solved| {
            assert_outcomes(&random_arcs(vertices, arcs, false).into_digraph(), solved);
            let [next, previous, draw] = solved.counts();
            let sum = mix(next) ^ mix(mix(previous)) ^ mix(mix(mix(draw)));
            (u64::from(arcs), sum, format!("{next} N, {previous} P, {draw} drawn"))
        },
    )
}

/// Grundy values of a loop-free graph, built from the list of its arcs.
fn grundy(vertices: u32, arcs: u32) -> Outcome {
    let list = random_arcs(vertices, arcs, true);
    timed(
        || {
            let graph = list.into_digraph();
            let values = grundy_values(&graph, &Limits::none()).expect("no cycle");
            (graph, values)
        },
        |(graph, values)| {
            for v in 0..graph.vertices() {
                let row = graph.successors(v).iter();
                assert_eq!(values[v as usize], mex(row.map(|&w| values[w as usize])), "vertex {v}");
            }
            let sum = values.iter().fold(0, |sum: u64, &g| sum.wrapping_add(mix(u64::from(g))));
            (u64::from(arcs), sum, format!("largest value {}", values.iter().max().unwrap_or(&0)))
        },
    )
}

/// Generalised Grundy values of a graph with cycles.
fn loopy(vertices: u32, arcs: u32) -> Outcome {
    let graph = random_arcs(vertices, arcs, false).into_digraph();
    timed(
        || loopy_grundy(&graph, &Limits::none()).expect("no limits"),
        |values| {
            let solved = outcomes(&graph, &Limits::none()).expect("no limits");
            let mut finite = 0u64;
            for v in 0..graph.vertices() {
                let value = values.value(v);
                assert_eq!(value.outcome(), solved.outcome(v), "vertex {v}");
                let Some(own) = values.nimber(v) else { continue };
                finite += 1;
                let row = graph.successors(v);
                assert_eq!(own, mex(row.iter().filter_map(|&w| values.nimber(w))), "vertex {v}");
                for &w in row.iter().filter(|&&w| values.nimber(w).is_none()) {
                    let mut replies = graph.successors(w).iter();
                    assert!(replies.any(|&u| values.nimber(u) == Some(own)), "vertex {v} to {w}");
                }
            }
            (u64::from(arcs), mix(finite), format!("{finite} finite values"))
        },
    )
}

/// An edge list read from text.
fn read(vertices: u32, arcs: u32) -> Outcome {
    let mut draw = draws(2);
    let mut text = String::new();
    for _ in 0..arcs {
        let (from, to) = (draw(vertices), draw(vertices));
        writeln!(text, "{from} {to}").expect("writing to a string");
    }
    timed(
        || read_edge_list(text.as_bytes(), &Limits::none()).expect("a right list"),
        |list| {
            assert_eq!(list.arcs.len(), arcs as usize);
            let graph = list.arcs.clone().into_digraph();
            let mut lines: Vec<(u32, u32)> = text
                .lines()
                .filter_map(|line| line.split_once(' '))
                .map(|(u, v)| (u.parse().expect("a number"), v.parse().expect("a number")))
                .collect();
            lines.sort_unstable();
            let rows = (0..graph.vertices())
                .flat_map(|v| graph.successors(v).iter().map(move |&w| (v, w)));
            assert!(rows.eq(lines));
            (u64::from(arcs), bytes(&text), format!("{} bytes", text.len()))
        },
    )
}

/// Green Hackenbush on a random multigraph.
fn hackenbush(vertices: u32, extra: u32) -> Outcome {
    let mut draw = draws(3);
    let mut edges: Vec<(u32, u32)> = (1..vertices).map(|v| (v - 1 - draw(v.min(5)), v)).collect();
    edges.extend((0..extra).map(|_| {
        let a = draw(vertices);
        (a, (a + draw(6)).min(vertices - 1))
    }));
    timed(
        || GreenHackenbush::new(vertices, &edges, &[0]).expect("within the range").value(),
        |&value| {
            // The value has the parity of the number of edges, and the naive method agrees on a tree.
            assert_eq!(value as usize % 2, edges.len() % 2);
            let parents: Vec<u32> = edges[..999].iter().map(|edge| edge.0).collect();
            let mut heights = vec![0u32; 1000];
            for v in (1..1000).rev() {
                heights[parents[v - 1] as usize] ^= heights[v] + 1;
            }
            let tree = GreenHackenbush::tree(&parents).expect("a tree");
            assert_eq!(tree.value(), heights[0]);
            (edges.len() as u64, mix(u64::from(value)), format!("value {value}"))
        },
    )
}

pub(crate) const CASES: &[Case] = &[
    ("graph/retrograde_10m_30m", || retrograde(10_000_000, 30_000_000)),
    ("graph/retrograde_1m_3m", || retrograde(1_000_000, 3_000_000)),
    ("graph/grundy_10m_30m", || grundy(10_000_000, 30_000_000)),
    ("graph/loopy_1m_3m", || loopy(1_000_000, 3_000_000)),
    ("graph/loopy_1m_2m", || loopy(1_000_000, 2_000_000)),
    ("graph/read_5m", || read(2_000_000, 5_000_000)),
    ("graph/hackenbush_1m", || hackenbush(1_000_000, 500_000)),
];
