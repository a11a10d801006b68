//! Random small graphs for the tests of this module.

use super::Digraph;
use farstar_value::SplitMix64;

/// `count` random graphs on 1 to `largest` vertices; loops, cycles and repeated arcs occur, and about a third are
/// acyclic.
pub(crate) fn random_digraphs(count: u32, largest: u32) -> impl Iterator<Item = Digraph> {
    let mut random = SplitMix64::new(0x5eed);
    let mut draw = move |bound: u32| random.below(bound.into()) as u32;
    (0..count).map(move |_| {
        let n = 1 + draw(largest);
        let downward = draw(3) == 0;
        let mut arcs = Vec::new();
        for from in 0..n {
            for _ in 0..draw(4) {
                match downward {
                    true if from > 0 => arcs.push((from, draw(from))),
                    true => {}
                    false => arcs.push((from, draw(n))),
                }
            }
        }
        Digraph::from_arcs(n, &arcs).expect("arcs are drawn inside the graph")
    })
}

/// `count` random graphs in which every vertex has arcs to vertices before it alone, one in `spacing` of all there
/// could be.
pub(crate) fn random_dags(
    count: u32,
    vertices: u32,
    spacing: u64,
) -> impl Iterator<Item = Digraph> {
    let mut random = SplitMix64::new(0xda6);
    (0..count).map(move |_| {
        let pairs = (0..vertices).flat_map(|from| (0..from).map(move |to| (from, to)));
        let arcs: Vec<(u32, u32)> = pairs.filter(|_| random.below(spacing) == 0).collect();
        Digraph::from_arcs(vertices, &arcs).expect("arcs are drawn inside the graph")
    })
}
