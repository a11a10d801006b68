//! Normal forms of graphs: bisimilar vertices made one, and the rest numbered in a way that the numbering given to us
//! does not matter for.
//!
//! Vertices are coloured by the lengths of their longest plays, then again and again by the colours of their options,
//! until nothing splits any more. Vertices of one colour are bisimilar: the same moves lead to the same colours for
//! ever. Colours are numbered in the order of what they were made from, so isomorphic graphs get equal numbers.

use super::graph::Graph;
use crate::calculator::Calculator;
use crate::error::Result;
use std::collections::VecDeque;

/// The normal form of a graph: its bisimulation quotient, numbered from the root in the order of the colours.
///
/// # Cost
/// One sort of the vertices for every round of colouring; as many rounds as bisimilarity needs, at most one a vertex.
pub(crate) fn normal_form(calc: &mut Calculator<'_>, graph: &Graph) -> Result<Graph> {
    let colours = colours(calc, graph)?;
    let count = colours.iter().max().map_or(0, |&most| most as usize + 1);
    let mut example = vec![0u32; count];
    for v in graph.vertices() {
        example[colours[v as usize] as usize] = v;
    }
    let options = |list: &[u32]| -> Vec<u32> {
        let mut of: Vec<u32> = list.iter().map(|&w| colours[w as usize]).collect();
        of.sort_unstable();
        of.dedup();
        of
    };
    let mut numbers = vec![u32::MAX; count];
    let mut lists = Vec::new();
    let mut waiting = VecDeque::from([colours[0]]);
    numbers[colours[0] as usize] = 0;
    let mut next = 1;
    while let Some(colour) = waiting.pop_front() {
        let v = example[colour as usize];
        let mut both = [options(graph.left(v)), options(graph.right(v))];
        for of in both.iter_mut().flatten() {
            let number = &mut numbers[*of as usize];
            if *number == u32::MAX {
                *number = next;
                next += 1;
                waiting.push_back(*of);
            }
            *of = *number;
        }
        lists.push(both);
    }
    Ok(Graph::from_lists(&lists))
}

/// What a vertex's new colour is made from: its old one and those of its options.
type Signature = (u32, Vec<u32>, Vec<u32>);

/// The colour of every vertex: equal for bisimilar vertices, and the same in isomorphic graphs.
pub(crate) fn colours(calc: &mut Calculator<'_>, graph: &Graph) -> Result<Vec<u32>> {
    let mut colours: Vec<u32> =
        graph.heights().iter().map(|height| height.unwrap_or(u32::MAX)).collect();
    let mut classes = 0;
    loop {
        let mut signatures: Vec<(Signature, u32)> = Vec::with_capacity(graph.len());
        for v in graph.vertices() {
            calc.tick()?;
            let of = |list: &[u32]| {
                let mut of: Vec<u32> = list.iter().map(|&w| colours[w as usize]).collect();
                of.sort_unstable();
                of.dedup();
                of
            };
            signatures.push(((colours[v as usize], of(graph.left(v)), of(graph.right(v))), v));
        }
        signatures.sort_unstable();
        let mut colour = 0;
        for (at, (signature, v)) in signatures.iter().enumerate() {
            if at > 0 && signatures[at - 1].0 != *signature {
                colour += 1;
            }
            colours[*v as usize] = colour;
        }
        if colour + 1 == classes || graph.is_empty() {
            return Ok(colours);
        }
        classes = colour + 1;
    }
}
