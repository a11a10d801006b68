//! `farstar graph`: the game of one token on a directed graph.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::progress;
use crate::surroundings::Surroundings;
use farstar::SolverError as Error;
use farstar::digraph::{
    Digraph, EdgeList, LoopyGrundy, LoopyValue, Outcome, PSetError, Retrograde, grundy_values,
    loopy_grundy, outcomes, read_edge_list, verify_p_set,
};
use farstar_value::Limits;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 18;

/// Who wins the game on a directed graph, from every vertex.
///
/// The players move a token along an arc in turn; who cannot move has lost, and play that never ends is a draw. The
/// file has an arc on each line, two numbers or two names; one name alone is a vertex, # begins a comment. Of numbers
/// all from 0 to the largest are vertices.
///
/// Each line of the answer holds a vertex, its outcome (N: the player to move wins, P: the other one, D: a draw), the
/// plies to the end, the Grundy value, and a best move. A value ∞(0,2) belongs to a vertex from which the moves to the
/// Grundy values 0 and 2 are no better than endless play.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar graph moves.txt\n  \
    printf 'start middle\\nmiddle end\\n' | farstar graph -\n  \
    farstar graph --json moves.txt\n  \
    farstar graph --summary moves.txt\n  \
    farstar graph --verify-p 0,3,6 moves.txt")]
pub(crate) struct Graph {
    /// The arcs; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// Print only how many vertices there are of each kind.
    #[arg(long)]
    summary: bool,
    /// Check that these vertices are exactly those of outcome P: vertices with commas between them, or @FILE.
    #[arg(long, value_name = "SET", conflicts_with = "summary")]
    verify_p: Option<String>,
}

impl Graph {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (clock, counted) = progress::watched(&self.file, limits.clone());
        let mut list = self.read(&counted)?;
        clock.finish_and_clear();
        let graph = std::mem::take(&mut list.arcs).into_digraph();
        let told = |error| self.failure(&list, error);
        if let Some(set) = &self.verify_p {
            let members = members(set, &list, graph.vertices())?;
            let verdict = verify_p_set(&graph, &members, &limits).map_err(told)?;
            return told_verdict(&list, verdict, surroundings.json);
        }
        let (clock, counted) = progress::watched("searching", limits.clone());
        let solved = outcomes(&graph, &counted).map_err(told)?;
        clock.finish_and_clear();
        let (clock, counted) = progress::watched("valuing", limits);
        let values = Values::of(&graph, &counted).map_err(told)?;
        clock.finish_and_clear();
        let answer = Answer { list: &list, graph: &graph, solved: &solved, values: &values };
        let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        match (self.summary, surroundings.json) {
            (true, true) => writeln!(out, "{}", answer.summary())?,
            (true, false) => answer.summary_lines(&mut out)?,
            (false, true) => answer.objects(&mut out, surroundings)?,
            (false, false) => answer.lines(&mut out, surroundings)?,
        }
        out.flush()?;
        Ok(if surroundings.interrupted() { Exit::Stopped } else { Exit::Solved })
    }

    fn read(&self, limits: &Limits) -> Result<EdgeList, Failure> {
        let read = if self.file == "-" {
            read_edge_list(io::stdin().lock(), limits)
        } else {
            let file = File::open(&self.file)
                .map_err(|error| Failure::File { path: self.file.clone(), error })?;
            read_edge_list(BufReader::with_capacity(BUFFER, file), limits)
        };
        read.map_err(|error| self.failure(&EdgeList::default(), error))
    }

    fn failure(&self, list: &EdgeList, error: Error) -> Failure {
        let file = if self.file == "-" { "standard input" } else { &self.file };
        match error {
            Error::Line { line, message } => Failure::Input(format!("{file}:{line}: {message}")),
            Error::NoVertex { vertex, .. } => {
                Failure::Input(format!("{file}: there is no vertex {}", list.name(vertex)))
            }
            other => Failure::of_solver(other, file),
        }
    }
}

/// Which vertices a set written by the user has.
fn members(set: &str, list: &EdgeList, vertices: u32) -> Result<Vec<bool>, Failure> {
    let text = match set.strip_prefix('@') {
        Some(path) => input::text(path)?,
        None => set.to_owned(),
    };
    let numbers: Option<HashMap<&str, u32>> =
        list.names.as_ref().map(|names| names.iter().map(String::as_str).zip(0..).collect());
    let mut members = vec![false; vertices as usize];
    let words = text.split([',', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    for word in words {
        let vertex = match &numbers {
            Some(numbers) => numbers.get(word).copied(),
            None => word.parse().ok(),
        };
        let member = vertex.and_then(|vertex| members.get_mut(vertex as usize));
        let unknown = || Failure::Input(format!("--verify-p: there is no vertex {word}"));
        *member.ok_or_else(unknown)? = true;
    }
    Ok(members)
}

/// Says whether a set is the set of the P-positions.
fn told_verdict(
    list: &EdgeList,
    verdict: Result<(), PSetError>,
    as_json: bool,
) -> Result<Exit, Failure> {
    let (text, object, exit) = match verdict {
        Ok(()) => (
            "the set is the set of the P-positions".to_owned(),
            json!({ "p_set": true }),
            Exit::Solved,
        ),
        Err(error) => {
            let name = |&vertex: &u32| list.name(vertex);
            let (text, arc, vertex) = match &error {
                PSetError::Inside { from, to } => {
                    let (from, to) = (name(from), name(to));
                    (
                        format!("the arc {from} → {to} joins two members"),
                        json!([from, to]),
                        Value::Null,
                    )
                }
                PSetError::NoMoveInto(v) => (
                    format!("{} is outside and has no arc into the set", name(v)),
                    Value::Null,
                    json!(name(v)),
                ),
                PSetError::Endless(cycle) => {
                    let from = cycle.first().map(name).unwrap_or_default();
                    let to = cycle.get(1).or(cycle.first()).map(name).unwrap_or_default();
                    (
                        format!("play from {from} along the arc {from} → {to} need not end"),
                        json!([from, to]),
                        Value::Null,
                    )
                }
            };
            let object = json!({ "p_set": false, "reason": text, "arc": arc, "vertex": vertex });
            (format!("not the set of the P-positions: {text}"), object, Exit::CheckFailed)
        }
    };
    let mut output = crate::output::Output::new();
    if as_json {
        output.json(&object)?
    } else {
        output.line(&text)?
    }
    Ok(exit)
}

/// Grundy values, of the ordinary kind where all play ends.
enum Values<'g> {
    Finite(Vec<u32>),
    Loopy(LoopyGrundy<'g>),
}

impl<'g> Values<'g> {
    fn of(graph: &'g Digraph, limits: &Limits) -> Result<Self, Error> {
        match grundy_values(graph, limits) {
            Ok(values) => Ok(Self::Finite(values)),
            Err(Error::Cycle(_)) => Ok(Self::Loopy(loopy_grundy(graph, limits)?)),
            Err(error) => Err(error),
        }
    }

    fn nimber(&self, v: u32) -> Option<u32> {
        match self {
            Self::Finite(values) => values.get(v as usize).copied(),
            Self::Loopy(values) => values.nimber(v),
        }
    }

    fn value(&self, v: u32) -> LoopyValue {
        match self {
            Self::Finite(values) => LoopyValue::Nimber(values[v as usize]),
            Self::Loopy(values) => values.value(v),
        }
    }
}

/// Everything known of a graph.
struct Answer<'a> {
    list: &'a EdgeList,
    graph: &'a Digraph,
    solved: &'a Retrograde,
    values: &'a Values<'a>,
}

impl Answer<'_> {
    /// One line for each vertex, fields separated by tabs.
    fn lines(&self, out: &mut impl Write, surroundings: &Surroundings) -> io::Result<()> {
        for v in 0..self.graph.vertices() {
            if interrupted(v, surroundings) {
                break;
            }
            self.write_vertex(out, v)?;
            write!(out, "\t{}\t", self.solved.outcome(v).letter())?;
            match self.solved.plies(v) {
                Some(plies) => write!(out, "{plies}\t")?,
                None => out.write_all(b"-\t")?,
            }
            write!(out, "{}\t", self.values.value(v))?;
            match self.solved.best_move(v) {
                Some(best) => self.write_vertex(out, best)?,
                None => out.write_all(b"-")?,
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn write_vertex(&self, out: &mut impl Write, v: u32) -> io::Result<()> {
        match self.list.names.as_ref().and_then(|names| names.get(v as usize)) {
            Some(name) => out.write_all(name.as_bytes()),
            None => write!(out, "{v}"),
        }
    }

    /// One JSON object for each vertex.
    fn objects(&self, out: &mut impl Write, surroundings: &Surroundings) -> io::Result<()> {
        let name = |v: u32| match &self.list.names {
            Some(_) => json!(self.list.name(v)),
            None => json!(v),
        };
        for v in 0..self.graph.vertices() {
            if interrupted(v, surroundings) {
                break;
            }
            let grundy = match self.values.value(v) {
                LoopyValue::Nimber(value) => json!(value),
                LoopyValue::Infinite(options) => json!({ "infinite": options }),
            };
            let object = json!({
                "vertex": name(v),
                "outcome": self.solved.outcome(v).letter(),
                "plies": self.solved.plies(v),
                "grundy": grundy,
                "move": self.solved.best_move(v).map(name),
            });
            writeln!(out, "{object}")?;
        }
        Ok(())
    }

    fn summary(&self) -> Value {
        let vertices = 0..self.graph.vertices();
        let counts = self.solved.counts();
        let of = |outcome: Outcome| counts[outcome as usize];
        json!({
            "vertices": self.graph.vertices(),
            "arcs": self.graph.arcs(),
            "n": of(Outcome::N),
            "p": of(Outcome::P),
            "draws": of(Outcome::Draw),
            "longest": vertices.clone().filter_map(|v| self.solved.plies(v)).max(),
            "largest_grundy": vertices.clone().filter_map(|v| self.values.nimber(v)).max(),
            "infinite": vertices.filter(|&v| self.values.nimber(v).is_none()).count(),
        })
    }

    fn summary_lines(&self, out: &mut impl Write) -> io::Result<()> {
        let summary = self.summary();
        for (key, words) in [
            ("vertices", "vertices"),
            ("arcs", "arcs"),
            ("n", "N"),
            ("p", "P"),
            ("draws", "draws"),
            ("longest", "plies of the longest game"),
            ("largest_grundy", "largest Grundy value"),
            ("infinite", "infinite values"),
        ] {
            let shown = match &summary[key] {
                Value::Null => "-".to_owned(),
                number => number.to_string(),
            };
            writeln!(out, "{shown}\t{words}")?;
        }
        Ok(())
    }
}

/// Whether to stop printing; now and then Ctrl-C is looked at.
fn interrupted(v: u32, surroundings: &Surroundings) -> bool {
    v.is_multiple_of(1 << 12) && surroundings.interrupted()
}
