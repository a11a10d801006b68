//! Reading a graph from text, one arc a line.
//!
//! `u v` is an arc from u to v, `u` alone a vertex, `#` begins a comment, blank lines do not count. The first vertex
//! decides how vertices are
//! written: if it is a decimal number, all are numbers and vertex numbers are those of the file; if not, all are names,
//! numbered as they come. The text is read as a stream, so a graph of 10⁸ arcs never stands in memory as text.

use std::collections::HashMap;
use std::io::BufRead;

use farstar_value::Limits;

use super::{ArcList, MAX_VERTICES};
use crate::error::{Error, Result};
use farstar_play::Meter;

/// Numbers may leave gaps, each gap is a vertex: but not more than this many vertices beyond this many for each arc.
const GAPS_ALLOWED: u64 = 1 << 20;
/// See [`GAPS_ALLOWED`].
const VERTICES_PER_ARC: u64 = 64;
/// Longest line, in bytes: a file that is not an edge list ends the reading instead of filling the memory.
const LONGEST_LINE: usize = 1 << 16;

/// A graph as read: its arcs, and the names of the vertices if they have any.
#[derive(Clone, Debug, Default)]
pub struct EdgeList {
    /// The arcs.
    pub arcs: ArcList,
    /// The name of each vertex, if the file uses names.
    pub names: Option<Vec<String>>,
}

impl EdgeList {
    /// How the file writes vertex `v`.
    #[must_use]
    pub fn name(&self, v: u32) -> String {
        let name = self.names.as_ref().and_then(|names| names.get(v as usize));
        name.cloned().unwrap_or_else(|| v.to_string())
    }
}

/// The two ways to write vertices.
#[derive(Debug)]
enum Writing {
    Unknown,
    Numbers,
    Names(HashMap<String, u32>),
}

/// Reads an edge list.
///
/// # Errors
/// [`Error::Line`] with the number of the line that is wrong, [`Error::Read`] if the source fails, and those of
/// `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::read_edge_list;
/// use farstar_value::Limits;
/// let list = read_edge_list("# two moves\nstart middle\nmiddle end\n".as_bytes(), &Limits::none())?;
/// assert_eq!(list.name(2), "end");
/// assert_eq!(list.arcs.into_digraph().successors(1), [2]);
/// let wrong = read_edge_list("0 1\n1 two\n".as_bytes(), &Limits::none()).unwrap_err();
/// assert!(wrong.to_string().starts_with("line 2:"));
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn read_edge_list(mut source: impl BufRead, limits: &Limits) -> Result<EdgeList> {
    let mut meter = Meter::new(limits);
    let mut list = EdgeList::default();
    let mut writing = Writing::Unknown;
    let mut line = Vec::new();
    let mut number = 0u64;
    // The line that named the largest vertex so far.
    let mut largest_at = 0;
    loop {
        line.clear();
        number += 1;
        if !read_line(&mut source, &mut line, number)? {
            break;
        }
        let fault = |message: String| Error::Line { line: number, message };
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let ends = [words.next(), words.next()];
        if let Some(extra) = words.next() {
            return Err(fault(format!(
                "expected one or two vertices, found also {:?}",
                String::from_utf8_lossy(extra)
            )));
        }
        let Some(first) = ends[0] else { continue };
        if ends[1].is_none() && is_arc_without_blank(first) {
            return Err(fault(format!(
                "expected a blank between the two vertices of an arc, found {:?}",
                String::from_utf8_lossy(first)
            )));
        }
        let from = vertex(first, &mut writing, &mut list.names).map_err(fault)?;
        let vertices = list.arcs.vertices();
        match ends[1] {
            Some(second) => {
                let to = vertex(second, &mut writing, &mut list.names).map_err(fault)?;
                meter.reserve_small(8)?;
                list.arcs.push(from, to)?;
            }
            None => list.arcs.cover(from + 1)?,
        }
        if list.arcs.vertices() > vertices {
            largest_at = number;
            if let (Writing::Names(_), Some(names)) = (&writing, &list.names) {
                let bytes = names.last().map_or(0, |name| 2 * name.len() + 80);
                meter.reserve_small(bytes as u64)?;
            }
        }
        meter.step(8)?;
        limits.count(1);
    }
    let (vertices, arcs) = (u64::from(list.arcs.vertices()), list.arcs.len() as u64);
    if matches!(writing, Writing::Numbers) && vertices > GAPS_ALLOWED + VERTICES_PER_ARC * arcs {
        return Err(Error::Line {
            line: largest_at,
            message: format!(
                "vertex {} in a list of {arcs} arcs: number the vertices from 0, or give them names that are not numbers",
                vertices - 1
            ),
        });
    }
    Ok(list)
}

/// Whether a word that stands alone looks as if it were two vertices: names of positions may have commas in brackets.
fn is_arc_without_blank(word: &[u8]) -> bool {
    let is_in = |part: &[u8]| word.windows(part.len()).any(|one| one == part);
    is_in(b"->") || is_in("→".as_bytes()) || is_in(b",") && !is_in(b"(")
}

/// Reads one line without its comment and end; `false` at the end of the source.
fn read_line(source: &mut impl BufRead, line: &mut Vec<u8>, number: u64) -> Result<bool> {
    let mut any = false;
    let mut comment = false;
    loop {
        let buffer = match source.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Error::Read(error.to_string())),
        };
        if buffer.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let text = &buffer[..end.unwrap_or(buffer.len())];
        if !comment {
            let mark = text.iter().position(|&byte| byte == b'#');
            comment = mark.is_some();
            line.extend_from_slice(&text[..mark.unwrap_or(text.len())]);
        }
        let used = end.map_or(buffer.len(), |end| end + 1);
        source.consume(used);
        if line.len() > LONGEST_LINE {
            return Err(Error::Line {
                line: number,
                message: format!("longer than {LONGEST_LINE} bytes; expected two vertices"),
            });
        }
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// The number of the vertex written as `word`.
fn vertex(
    word: &[u8],
    writing: &mut Writing,
    names: &mut Option<Vec<String>>,
) -> std::result::Result<u32, String> {
    let is_number = word.iter().all(u8::is_ascii_digit);
    if matches!(writing, Writing::Unknown) {
        *writing = if is_number { Writing::Numbers } else { Writing::Names(HashMap::new()) };
    }
    if let Writing::Names(known) = writing {
        let name = std::str::from_utf8(word)
            .map_err(|_| format!("{:?} is not UTF-8", String::from_utf8_lossy(word)))?;
        if let Some(&v) = known.get(name) {
            return Ok(v);
        }
        let names = names.get_or_insert_default();
        let v = names.len() as u32;
        if v >= MAX_VERTICES {
            return Err(format!("more than {MAX_VERTICES} vertices"));
        }
        names.push(name.to_owned());
        known.insert(name.to_owned(), v);
        return Ok(v);
    }
    if !is_number {
        return Err(format!(
            "expected a vertex number, found {:?} (the first vertex is a number, so all must be)",
            String::from_utf8_lossy(word)
        ));
    }
    let value = word.iter().try_fold(0u32, |value, &digit| {
        value.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
    });
    value.filter(|&v| v < MAX_VERTICES).ok_or_else(|| {
        format!(
            "vertex {} is too large: at most {}",
            String::from_utf8_lossy(word),
            MAX_VERTICES - 1
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EdgeList> {
        read_edge_list(text.as_bytes(), &Limits::none())
    }

    #[test]
    fn comments_blank_lines_and_lone_vertices_are_understood() {
        let list = read("# title\n\n0 1 # arc\r\n  3\n1\t0").unwrap();
        let graph = list.arcs.into_digraph();
        assert_eq!((graph.vertices(), graph.arcs()), (4, 2));
        assert!(list.names.is_none());
    }

    #[test]
    fn errors_carry_the_line() {
        for (text, line) in [
            ("0 1\n\n0 1 2\n", 3),
            ("0 1\n0 x", 2),
            ("0 1\n# c\n0 4294967296\n", 3),
            ("0 1\n0 2000000000\n", 2),
            ("x \u{fffd}\ny", 0),
        ] {
            match read(text) {
                Err(Error::Line { line: found, .. }) => assert_eq!(found, line, "{text:?}"),
                Ok(_) => assert_eq!(line, 0, "{text:?}"),
                Err(other) => panic!("{other}"),
            }
        }
        assert!(matches!(read(&"x".repeat(1 << 17)), Err(Error::Line { line: 1, .. })));
    }

    #[test]
    fn the_memory_bound_holds_while_reading() {
        let text = "0 1\n".repeat(1000);
        assert!(read_edge_list(text.as_bytes(), &Limits::none().bytes(100)).is_err());
    }
}
