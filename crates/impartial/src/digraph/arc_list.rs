//! Arcs in the order they come, and the sort in place that turns them into a graph.
//!
//! The sort is the American flag sort (McIlroy, Bostic, McIlroy, *Engineering radix sort*, 1993): every arc is swapped
//! straight into its bucket. Two passes, first by the high part of the key and then inside each part, keep the second
//! pass in cache.

use super::{Digraph, MAX_VERTICES};
use crate::error::{Error, Result};

/// Most arcs a list may hold, so that degrees and offsets leave a bit for marks.
const MAX_ARCS: usize = (1 << 31) - 1;
/// Buckets of the first pass: enough that a bucket of 10⁸ arcs fits the second-level cache, few enough for the write
/// buffers.
const COARSE_BUCKETS: u32 = 1 << 11;

/// A growing list of arcs, 8 bytes each.
#[derive(Clone, Debug, Default)]
pub struct ArcList {
    vertices: u32,
    /// Arc i goes from `ends[2i]` to `ends[2i + 1]`.
    ends: Vec<u32>,
}

impl ArcList {
    /// The empty list, on no vertices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Vertices so far: one more than the largest vertex named.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Arcs so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len() / 2
    }

    /// Whether there is no arc yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Room for `arcs` more arcs, taken at once.
    pub fn reserve(&mut self, arcs: usize) {
        self.ends.reserve(arcs.saturating_mul(2));
    }

    /// Makes sure that vertices 0 to `vertices` − 1 exist.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond [`MAX_VERTICES`].
    pub fn cover(&mut self, vertices: u32) -> Result<()> {
        if vertices > MAX_VERTICES {
            return Err(Error::too_large(
                format!("a graph on {vertices} vertices"),
                format!("at most {MAX_VERTICES} are possible"),
            ));
        }
        self.vertices = self.vertices.max(vertices);
        Ok(())
    }

    /// Adds an arc, and its ends if they are new.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond 2³¹ − 1 vertices or arcs.
    pub fn push(&mut self, from: u32, to: u32) -> Result<()> {
        self.cover(from.max(to).saturating_add(1))?;
        if self.len() >= MAX_ARCS {
            return Err(Error::too_large("the list of arcs", format!("at most {MAX_ARCS} arcs")));
        }
        self.ends.extend([from, to]);
        Ok(())
    }

    /// The graph with these arcs. O(V + E) time, and no more memory than the list itself and 4 bytes for each vertex.
    #[must_use]
    pub fn into_digraph(self) -> Digraph {
        self.group::<0>()
    }

    /// The graph with these arcs turned round: what retrograde analysis reads.
    #[must_use]
    pub fn into_transpose(self) -> Digraph {
        self.group::<1>()
    }

    /// Sorts the arcs by end `KEY` and keeps the other ends.
    fn group<const KEY: usize>(mut self) -> Digraph {
        let vertices = self.vertices as usize;
        let mut shift = 0;
        while self.vertices >> shift > COARSE_BUCKETS {
            shift += 1;
        }
        let arcs = self.ends.as_chunks_mut::<2>().0;
        let mut coarse = vec![0usize; (vertices >> shift) + 2];
        for arc in arcs.iter() {
            coarse[(arc[KEY] >> shift) as usize + 1] += 1;
        }
        for part in 1..coarse.len() {
            coarse[part] += coarse[part - 1];
        }
        swap_into_buckets(arcs, &coarse, |arc| (arc[KEY] >> shift) as usize);
        // Degrees are counted part by part, in cache.
        let mut offsets = vec![0u32; vertices + 1];
        let mut fine = Vec::with_capacity(1 << shift);
        for (part, bounds) in coarse.windows(2).enumerate() {
            let first = part << shift;
            let last = vertices.min((part + 1) << shift);
            let inside = &mut arcs[bounds[0]..bounds[1]];
            for arc in inside.iter() {
                offsets[arc[KEY] as usize + 1] += 1;
            }
            fine.clear();
            let mut start = 0;
            for v in first..last {
                fine.push(start);
                start += offsets[v + 1] as usize;
                offsets[v + 1] = (bounds[0] + start) as u32;
            }
            swap_into_buckets(inside, &fine, |arc| arc[KEY] as usize - first);
        }
        let count = arcs.len();
        for i in 0..count {
            self.ends[i] = self.ends[2 * i + (1 - KEY)];
        }
        self.ends.truncate(count);
        self.ends.shrink_to_fit();
        let mut targets = self.ends;
        for v in 0..vertices {
            targets[offsets[v] as usize..offsets[v + 1] as usize].sort_unstable();
        }
        Digraph::from_rows(offsets, targets)
    }
}

/// Swaps every arc into its bucket; bucket b begins at `starts[b]` and ends where the next begins.
fn swap_into_buckets(arcs: &mut [[u32; 2]], starts: &[usize], bucket: impl Fn(&[u32; 2]) -> usize) {
    let mut heads = starts.to_vec();
    for here in 0..starts.len() {
        let end = starts.get(here + 1).copied().unwrap_or(arcs.len());
        while heads[here] < end {
            let at = heads[here];
            let home = bucket(&arcs[at]);
            if home != here {
                arcs.swap(at, heads[home]);
            }
            heads[home] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::SplitMix64;

    #[test]
    fn sorting_in_place_keeps_every_arc_in_both_directions() {
        // One pass, then two.
        for vertices in [1, 2, 90, 2048, 2049, 5000] {
            sort_random_arcs(vertices);
        }
    }

    fn sort_random_arcs(vertices: u32) {
        let mut random = SplitMix64::new(7);
        let mut draw = || random.below(vertices.into()) as u32;
        let mut list = ArcList::new();
        let mut expected = Vec::new();
        for _ in 0..20_000 {
            let (from, to) = (draw(), draw());
            list.push(from, to).unwrap();
            expected.push((from, to));
        }
        list.cover(vertices + 3).unwrap();
        let graph = list.clone().into_digraph();
        let back = list.into_transpose();
        assert_eq!((graph.vertices(), graph.arcs()), (vertices + 3, 20_000));
        assert_eq!(graph.transpose(), back);
        assert_eq!(back.transpose(), graph);
        expected.sort_unstable();
        let found: Vec<(u32, u32)> = (0..graph.vertices())
            .flat_map(|v| graph.successors(v).iter().map(move |&w| (v, w)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_vertex_beyond_the_range_is_refused() {
        assert!(ArcList::new().push(u32::MAX, 0).is_err());
        assert!(ArcList::new().push(0, MAX_VERTICES).is_err());
    }
}
