//! Kayles on a graph of any size, and on all that play leaves of it: components are valued one by one.
//!
//! A component that is a path or a cycle is read off the heap game it is. Any other is searched; what play leaves of
//! one component of the whole graph is searched with one memory, so that the values of all moves cost little more than
//! one value.

use farstar_value::Limits;

use super::{KaylesGraph, KaylesPosition, Rule};
use crate::digraph::mex;
use crate::error::{Error, Result};
use crate::nimber_search::NimberSearch;
use crate::sequence::GrundySequence;

/// The graph and its components.
pub(super) struct Field {
    rule: Rule,
    /// The neighbours of each vertex, itself among them if it has a loop.
    near: Vec<Vec<u32>>,
    /// The components that have to be searched, as far as a search can take them.
    graphs: Vec<KaylesGraph>,
    /// For each vertex of these its graph and its place there.
    place: Vec<Option<(u32, u32)>>,
}

/// What is known of the values of a [`Field`].
pub(super) struct FieldValues<'f> {
    field: &'f Field,
    paths: GrundySequence,
    /// One for each graph of the field.
    searches: Vec<NimberSearch<KaylesPosition<'f>>>,
}

impl Field {
    /// The graph with the given edges; an edge from a vertex to itself is a loop.
    ///
    /// # Errors
    /// [`Error::NoVertex`] for an edge outside.
    pub(super) fn new(vertices: u32, edges: &[(u32, u32)], rule: Rule) -> Result<Self> {
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); vertices as usize];
        for &(u, v) in edges {
            if let Some(vertex) = [u, v].into_iter().find(|&end| end >= vertices) {
                return Err(Error::NoVertex { vertex, vertices });
            }
            near[u as usize].push(v);
            near[v as usize].push(u);
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        let place = vec![None; vertices as usize];
        let mut field = Self { rule, near, graphs: Vec::new(), place };
        let all = vec![true; vertices as usize];
        for component in field.components(&all) {
            if component.len() <= u128::BITS as usize && field.line(&component, &all).is_none() {
                let graph = field.graphs.len() as u32;
                for (index, &v) in (0..).zip(&component) {
                    field.place[v as usize] = Some((graph, index));
                }
                field.graphs.push(field.graph(&component, &all)?);
            }
        }
        Ok(field)
    }

    /// Nothing is known yet.
    ///
    /// # Errors
    /// None that can happen: the heap games of paths have codes.
    pub(super) fn values(&self) -> Result<FieldValues<'_>> {
        let searches = self.graphs.iter().map(|_| NimberSearch::new()).collect();
        Ok(FieldValues { field: self, paths: self.rule.on_paths()?, searches })
    }

    /// The neighbours of a vertex among the `live` ones.
    fn neighbours<'s>(&'s self, v: u32, live: &'s [bool]) -> impl Iterator<Item = u32> + 's {
        self.near[v as usize].iter().copied().filter(|&w| live[w as usize])
    }

    /// The connected components of the `live` vertices.
    fn components(&self, live: &[bool]) -> Vec<Vec<u32>> {
        let mut seen: Vec<bool> = live.iter().map(|live| !live).collect();
        let mut components = Vec::new();
        for first in 0..self.near.len() as u32 {
            if std::mem::replace(&mut seen[first as usize], true) {
                continue;
            }
            let mut component = vec![first];
            let mut next = 0;
            while let Some(&v) = component.get(next) {
                next += 1;
                for other in self.neighbours(v, live) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        component.push(other);
                    }
                }
            }
            components.push(component);
        }
        components
    }

    /// Whether a component is a path (`Some(false)`), a cycle (`Some(true)`) or neither.
    fn line(&self, component: &[u32], live: &[bool]) -> Option<bool> {
        let mut ends = 0;
        for &v in component {
            let degree = self.neighbours(v, live).count();
            // a loop is no cycle
            if degree > 2 || self.near[v as usize].binary_search(&v).is_ok() {
                return None;
            }
            ends += degree;
        }
        // a path has one edge fewer than vertices, a cycle as many
        Some(ends == 2 * component.len())
    }

    /// A component as a graph of its own, its vertices in this order.
    fn graph(&self, component: &[u32], live: &[bool]) -> Result<KaylesGraph> {
        let mut index = vec![0; self.near.len()];
        for (at, &v) in (0..).zip(component) {
            index[v as usize] = at;
        }
        let ends = component.iter().flat_map(|&v| self.neighbours(v, live).map(move |w| (v, w)));
        let edges: Vec<(u32, u32)> = ends
            .filter(|(v, w)| v <= w)
            .map(|(v, w)| (index[v as usize], index[w as usize]))
            .collect();
        KaylesGraph::new(component.len() as u32, &edges, self.rule)
    }
}

impl FieldValues<'_> {
    /// Grundy value of what is left when only the `live` vertices are.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a component of more than 128 vertices that is neither a path nor a cycle, and those of
    /// `limits`.
    pub(super) fn value(&mut self, live: &[bool], limits: &Limits) -> Result<u32> {
        let mut value = 0;
        for component in self.field.components(live) {
            limits.check().map_err(farstar_value::Error::from)?;
            value ^= self.of_component(&component, live, limits)?;
        }
        Ok(value)
    }

    fn of_component(&mut self, component: &[u32], live: &[bool], limits: &Limits) -> Result<u32> {
        let field = self.field;
        let count = component.len() as u32;
        match field.line(component, live) {
            Some(false) => Ok(self.paths.find(count.into(), limits)?),
            Some(true) => {
                let left = self.paths.find((count - field.rule.removed()).into(), limits)?;
                Ok(mex([left]))
            }
            None => match field.place[component[0] as usize] {
                Some((graph, _)) => {
                    let places = component.iter().filter_map(|&v| field.place[v as usize]);
                    let left = places.fold(0, |mask, (_, index)| mask | 1 << index);
                    let position = KaylesPosition { graph: &field.graphs[graph as usize], left };
                    self.searches[graph as usize].grundy(&position, limits)
                }
                None => field.graph(component, live)?.grundy(limits),
            },
        }
    }
}
