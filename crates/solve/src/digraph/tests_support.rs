//! Random small graphs for the tests of this module.

use super::Digraph;

/// `count` random graphs on 1 to `largest` vertices; loops, cycles and repeated arcs occur, and about a third are acyclic.
pub(crate) fn random_digraphs(count: u32, largest: u32) -> impl Iterator<Item = Digraph> {
    let mut state = 0x5eed_u64;
    let mut draw = move |bound: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(bound)) as u32
    };
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
