//! Grids and strips: their cells, parts and drawings.

use super::board::{class, of, optional};
use crate::cells::Cells;
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::MethodInfo;
use crate::value::Value;
use farstar_play::say;
use std::sync::Arc;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Grid.Empty(rows, columns)",
        "The empty grid of this size; Strip.Empty(n) is a strip, Graph.Empty the graph without vertices.",
        ("Grid.Empty(2, 3)", "Grid.Parse(\"...|...\", \".\")"),
        |c, a| {
            if let [of] = a {
                let nothing = c.list(Vec::new())?;
                return c.graph_called(of, &[nothing]);
            }
            let (rows, columns) = match a {
                [_, columns] => {
                    class(c, &a[0], "Strip")?;
                    (1, c.natural(columns)?)
                }
                _ => {
                    class(c, &a[0], "Grid")?;
                    (c.natural(&a[1])?, c.natural(&a[2])?)
                }
            };
            bounded(rows, columns)?;
            let cells = vec![0; (rows * columns) as usize];
            Ok(Value::Cells(Arc::new(match a.len() {
                2 => Cells::strip(cells),
                _ => Cells::grid(rows as usize, columns as usize, cells),
            })))
        },
    )
    .taking(1, 3),
    of(
        "grid.RowCount",
        "How many rows a grid has.",
        ("Grid.Empty(2, 3).RowCount", "2"),
        |c, a| Ok(Value::integer(cells(c, &a[0])?.rows() as u64)),
    ),
    of(
        "grid.ColCount",
        "How many columns a grid has.",
        ("Grid.Empty(2, 3).ColCount", "3"),
        |c, a| Ok(Value::integer(cells(c, &a[0])?.columns() as u64)),
    ),
    of(
        "grid.FindAll(number)",
        "The places of a number in a grid or strip, in order.",
        ("Grid.Parse(\"x.|.x\", \".x\").FindAll(1)", "[(1,1),(2,2)]"),
        |c, a| {
            let (grid, wanted) = (cells(c, &a[0])?, number(c, &a[1])?);
            let mut found = Vec::new();
            for (place, &cell) in grid.cells().iter().enumerate() {
                if cell == wanted {
                    let (row, column) = grid.at(place);
                    let (row, column) = (Value::integer(row as u64), Value::integer(column as u64));
                    found.push(if grid.is_strip() { column } else { c.tuple(vec![row, column])? });
                }
            }
            c.list(found)
        },
    ),
    of(
        "grid.IsInBounds(place)",
        "Whether there is such a place in a grid or strip; grid[place] is Nothing where there is none.",
        ("Grid.Empty(2, 3).IsInBounds((3,1))", "false"),
        |c, a| {
            let grid = cells(c, &a[0])?;
            Ok(Value::Boolean(place(c, &grid, &a[1])?.is_some()))
        },
    ),
    of(
        "grid.Subgrid(first, last)",
        "The part of a grid from one cell to another, both with it.",
        ("Grid.Parse(\"xo.|.xo\", \".xo\").Subgrid((1,2),(2,3))", "Grid.Parse(\"2.|12\", \".12\")"),
        part,
    ),
    of(
        "strip.Substrip(first, last)",
        "The part of a strip from one place to another, both with it.",
        ("Strip.Parse(\"xo.\", \".xo\").Substrip(2, 3)", "Strip.Parse(\"2.\", \".12\")"),
        part,
    ),
    of(
        "grid.Permuted(symmetry)",
        "The grid turned or mirrored: Symmetry.Identity, Inversion (half a turn), HorizontalFlip (left and right exchanged), VerticalFlip, Transpose, AntiTranspose, ClockwiseRotation or AnticlockwiseRotation.",
        (
            "Grid.Parse(\"xo.|...\", \".xo\").Permuted(Symmetry.ClockwiseRotation).ToText(\".xo\")",
            "\".x|.o|..\"",
        ),
        |c, a| {
            let grid = board(c, &a[0])?;
            Ok(Value::Cells(Arc::new(grid.permuted(symmetry(c, &a[1])?))))
        },
    ),
    of(
        "grid.SymmetryInvariant(symmetries)",
        "The least image of a grid under the symmetries of a group, Symmetry.Flip, Symmetry.Rotational or Symmetry.EightWay: grids that are images of each other have the same.",
        (
            "Grid.Parse(\"x.|..\", \".x\").SymmetryInvariant(Symmetry.EightWay).ToText(\".x\")",
            "\"..|.x\"",
        ),
        |c, a| {
            let grid = board(c, &a[0])?;
            let mut images = Vec::new();
            for value in c.elements(&a[1])? {
                images.push(grid.permuted(symmetry(c, &value)?));
            }
            match images.into_iter().min() {
                Some(least) => Ok(Value::Cells(Arc::new(least))),
                None => Err(Fault::domain("there are no symmetries")),
            }
        },
    ),
    of(
        "strip.UpdatedRange(first, last, number)",
        "The strip with one number in all places from one to another, both with it.",
        ("Strip.Empty(5).UpdatedRange(2, 4, 1)", "Strip.Parse(\".111.\", \".1\")"),
        |c, a| {
            let (strip, number) = (cells(c, &a[0])?, number(c, &a[3])?);
            if !strip.is_strip() {
                return Err(c.wrong(&a[0], "a strip"));
            }
            let mut made = (*strip).clone();
            for end in &a[1..3] {
                if place(c, &strip, end)?.is_none() {
                    let shown = c.mention(end);
                    return Err(Fault::domain(say!("there is no place {0}", shown)));
                }
            }
            let (first, last) = (c.natural(&a[1])?, c.natural(&a[2])?);
            for at in first..=last {
                made.set(at as usize - 1, number);
            }
            Ok(Value::Cells(Arc::new(made)))
        },
    ),
    of(
        "grid.Decomposition(border, directions => Coordinates.Orthogonal)",
        "The parts of a grid or strip that hang together when the cells of one number are left out, each cut to its size. Of a graph, the parts between the vertices with one label, each with those of them that it touches.",
        (
            "Strip.Parse(\"xo.x\", \".xo\").Decomposition(0)",
            "[Strip.Parse(\"12\", \".12\"),Strip.Parse(\"1\", \".1\")]",
        ),
        |c, a| {
            if let Value::Graph(_) = &a[0] {
                return separated(c, a);
            }
            let (grid, border) = (cells(c, &a[0])?, number(c, &a[1])?);
            let mut steps = vec![(-1, 0), (0, 1), (1, 0), (0, -1)];
            if let Some(given) = optional(a, 2) {
                steps.clear();
                for step in c.elements(given)? {
                    let Some([down, across]) = step.elements() else {
                        return Err(c.wrong(&step, "coordinates such as (0,1)"));
                    };
                    let (down, across) = (down.clone(), across.clone());
                    steps.push((c.small(&down)?, c.small(&across)?));
                }
            }
            const LONGEST_STEP: i64 = 1 << 20;
            if steps.iter().any(|step| step.0.abs().max(step.1.abs()) > LONGEST_STEP) {
                return Err(Fault::domain("a step beyond every board"));
            }
            let parts = grid.components(border, &steps);
            let bytes = parts.iter().map(|part| part.cells().len() as u64 + 64).sum();
            c.meter.charge(bytes)?;
            c.meter.release(bytes);
            c.list(parts.into_iter().map(|part| Value::Cells(Arc::new(part))).collect())
        },
    ),
];

pub(super) fn cells(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<Cells>> {
    match value {
        Value::Cells(cells) => Ok(Arc::clone(cells)),
        other => Err(context.wrong(other, "a grid or strip")),
    }
}

/// Refuses a grid without squares, and one with too many.
fn bounded(rows: u64, columns: u64) -> Outcome<()> {
    let most = farstar_rules::MOST_CELLS as u64;
    if rows.checked_mul(columns).is_some_and(|cells| cells <= most && cells > 0) {
        return Ok(());
    }
    Err(Fault::too_large(say!("a grid of {0} times {1} squares", rows, columns))
        .expected(say!("from 1 to {0} squares", most)))
}

/// A number that a cell can hold.
fn number(context: &mut Context<'_, '_>, value: &Value) -> Outcome<i8> {
    let n = context.small(value)?;
    i8::try_from(n).map_err(|_| {
        Fault::domain(say!("{0} in a cell", n)).expected(say!("from {0} to {1}", i8::MIN, i8::MAX))
    })
}

/// The symmetry that an argument is.
fn symmetry(context: &mut Context<'_, '_>, value: &Value) -> Outcome<[bool; 3]> {
    match value {
        Value::Member(member) if let Some(symmetry) = member.as_symmetry() => Ok(symmetry),
        other => Err(context.wrong(other, "a symmetry such as Symmetry.Transpose")),
    }
}

/// The grid that is asked for its images.
fn board(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<Cells>> {
    match value {
        Value::Cells(cells) if !cells.is_strip() => Ok(Arc::clone(cells)),
        other => Err(context.wrong(other, "a grid")),
    }
}

impl Context<'_, '_> {
    /// The grid with these rows, or the strip of these numbers.
    pub(crate) fn grid_called(&mut self, class: &str, given: &Value) -> Outcome<Value> {
        let is_strip = class == "Strip";
        let rows: Vec<Value> = if is_strip { vec![given.clone()] } else { self.listed(given)? };
        let mut cells = Vec::new();
        let mut columns = None;
        for row in &rows {
            let from = cells.len();
            for value in self.elements(row)? {
                cells.push(number(self, &value)?);
            }
            let width = cells.len() - from;
            bounded(rows.len() as u64, width as u64)?;
            if *columns.get_or_insert(width) != width {
                return Err(Fault::domain("rows of a grid with different lengths"));
            }
        }
        let columns = columns.unwrap_or(0);
        bounded(rows.len() as u64, columns as u64)?;
        let made =
            if is_strip { Cells::strip(cells) } else { Cells::grid(rows.len(), columns, cells) };
        Ok(Value::Cells(Arc::new(made)))
    }
}

/// The place that coordinates, or the number of a cell of a strip, mean.
fn place(context: &mut Context<'_, '_>, grid: &Cells, at: &Value) -> Outcome<Option<usize>> {
    let near = |n: i64| n.clamp(-1, i64::MAX - 1);
    if grid.is_strip() {
        let n = context.small(at)?;
        return Ok(grid.place(1, near(n)));
    }
    match at {
        Value::Tuple(_) | Value::List(_) if let Some([row, column]) = at.elements() => {
            let (row, column) = (row.clone(), column.clone());
            let (row, column) = (context.small(&row)?, context.small(&column)?);
            Ok(grid.place(near(row), near(column)))
        }
        other => Err(context.wrong(other, "a square such as (1,3): row and column")),
    }
}

fn part(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let grid = cells(context, &arguments[0])?;
    let mut corners = Vec::new();
    for corner in &arguments[1..] {
        let Some(at) = place(context, &grid, corner)? else {
            let shown = context.mention(corner);
            return Err(Fault::domain(say!("there is no place {0}", shown)));
        };
        corners.push(grid.at(at));
    }
    match corners[..] {
        [first, last] if first.0 <= last.0 && first.1 <= last.1 => {
            Ok(Value::Cells(Arc::new(grid.part(first, last))))
        }
        _ => Err(Fault::domain("the last cell stands before the first")),
    }
}

/// The grid or strip that is drawn, with the numbers of its characters.
pub(super) fn parsed(
    context: &mut Context<'_, '_>,
    text: &str,
    map: &str,
    is_strip: bool,
) -> Outcome<Value> {
    // rows of all lengths are filled up to the longest
    let lines = if is_strip { 1 } else { text.split('|').count() };
    let widest = text.split('|').map(|line| line.chars().count()).max().unwrap_or(0);
    bounded(lines as u64, widest as u64)?;
    let made = Cells::parse(text, map, is_strip).map_err(|c| {
        let shown = c.to_string();
        Fault::domain(say!("'{0}' is no character of the map", shown))
            .expected(say!("one of \"{0}\"", map))
    })?;
    context.meter.charge(made.cells().len() as u64)?;
    context.meter.release(made.cells().len() as u64);
    Ok(Value::Cells(Arc::new(made)))
}

/// What is in a place; Nothing beside the grid.
pub(super) fn at(context: &mut Context<'_, '_>, grid: &Cells, at: &Value) -> Outcome<Value> {
    Ok(match place(context, grid, at)? {
        Some(place) => Value::integer(grid.cells()[place]),
        None => Value::Nothing,
    })
}

/// The grid with other numbers in some places.
pub(super) fn updated(
    context: &mut Context<'_, '_>,
    grid: &Cells,
    changes: &[(Value, Value)],
) -> Outcome<Value> {
    let mut made = grid.clone();
    for (key, value) in changes {
        let Some(place) = place(context, grid, key)? else {
            let shown = context.mention(key);
            return Err(Fault::domain(say!("there is no place {0}", shown)));
        };
        made.set(place, number(context, value)?);
    }
    Ok(Value::Cells(Arc::new(made)))
}

/// The drawing with the characters of a map.
pub(super) fn drawn(context: &mut Context<'_, '_>, grid: &Cells, map: &str) -> Outcome<Value> {
    let text = grid.draw(map).map_err(|number| {
        Fault::domain(say!("the map has no character for {0}", number))
            .expected(say!("more characters than \"{0}\"", map))
    })?;
    context.text(text)
}

/// The parts of a graph between the vertices with a label.
fn separated(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let [graph, border] = arguments else {
        return Err(Fault::of_type("the steps of a graph are its edges")
            .expected("graph.Decomposition(label)"));
    };
    let plan = context.plan(graph)?;
    let mut is_border = Vec::with_capacity(plan.vertices.len());
    for label in &plan.vertices {
        is_border.push(context.equal(label, border)?);
    }
    let mut found = Vec::new();
    for part in plan.separated(&is_border) {
        context.calc.limits().check()?;
        found.push(context.graph(part)?);
    }
    context.list(found)
}
