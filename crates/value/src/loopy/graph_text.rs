//! Graphs as text: `0:1|0;1:|`, for each vertex its number, Left's options and Right's; play begins at vertex 0.

use super::graph::{Graph, MOST_EDGES, MOST_VERTICES};
use crate::error::Error;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for v in self.vertices() {
            if v > 0 {
                f.write_str(";")?;
            }
            write!(f, "{v}:")?;
            for (list, before) in [(self.left(v), ""), (self.right(v), "|")] {
                f.write_str(before)?;
                for (at, w) in list.iter().enumerate() {
                    if at > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{w}")?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Graph {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes; blanks are allowed, and vertices may stand in any order.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place of what is wrong; [`Error::TooLarge`] beyond [`MOST_VERTICES`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, loopy::Graph};
    /// let over: Graph = "0:1|0;1:|".parse()?;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let value = calc.loopy_of_graph(&over)?;
    /// assert_eq!(calc.loopy_print(&value)?, "over");
    /// assert_eq!(value.onside_graph().to_string(), "0:1|0;1:|");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut lists: Vec<Option<[Vec<u32>; 2]>> = Vec::new();
        let mut edges = 0;
        let wrong = |piece: &str, expected: &'static str| {
            let from = (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            Error::Parse {
                span: from..from + piece.len(),
                message: "no graph".into(),
                expected: expected.into(),
            }
        };
        let number = |word: &str| -> Result<u32, Error> {
            let word = word.trim();
            let read: u32 = word.parse().map_err(|_| wrong(word, "a number of a vertex"))?;
            if read as usize >= MOST_VERTICES {
                return Err(super::draft::too_large());
            }
            Ok(read)
        };
        for piece in text.split(';') {
            let (vertex, moves) =
                piece.split_once(':').ok_or_else(|| wrong(piece, "a vertex `v:left|right`"))?;
            let (left, right) =
                moves.split_once('|').ok_or_else(|| wrong(moves, "options `left|right`"))?;
            let mut both = [Vec::new(), Vec::new()];
            for (list, words) in both.iter_mut().zip([left, right]) {
                for word in words.split(',').filter(|_| !words.trim().is_empty()) {
                    list.push(number(word)?);
                    edges += 1;
                }
                list.sort_unstable();
                list.dedup();
            }
            let at = number(vertex)? as usize;
            if lists.len() <= at {
                lists.resize(at + 1, None);
            }
            if edges > MOST_EDGES {
                return Err(super::draft::too_large());
            }
            if lists[at].replace(both).is_some() {
                return Err(wrong(vertex, "each vertex once"));
            }
        }
        let all: Option<Vec<[Vec<u32>; 2]>> = lists.into_iter().collect();
        let all = all.ok_or_else(|| wrong(text, "every vertex from 0 to the last"))?;
        Self::new(&all).ok_or_else(|| wrong(text, "options that are vertices"))
    }
}
