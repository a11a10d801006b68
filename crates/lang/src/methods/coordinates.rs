//! Coordinates: their numbers, and the directions of boards.

use super::board::{class, of};
use crate::context::Context;
use crate::fault::Outcome;
use crate::method::MethodInfo;
use crate::value::Value;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Row",
        "coordinates.Row",
        "The first of the coordinates.",
        ("(3,5).Row", "3"),
        (1, 1),
        |c, a| place(c, &a[0], 0),
    ),
    of(
        "Col",
        "coordinates.Col",
        "The second of the coordinates.",
        ("(3,5).Col", "5"),
        (1, 1),
        |c, a| place(c, &a[0], 1),
    ),
    of(
        "Orthogonal",
        "Coordinates.Orthogonal",
        "The four directions along rows and columns, clockwise from the north.",
        ("Coordinates.Orthogonal", "[(-1,0),(0,1),(1,0),(0,-1)]"),
        (1, 1),
        |c, a| directions(c, &a[0], &[(-1, 0), (0, 1), (1, 0), (0, -1)]),
    ),
    of(
        "Diagonal",
        "Coordinates.Diagonal",
        "The four diagonal directions, clockwise from the northeast.",
        ("Coordinates.Diagonal", "[(-1,1),(1,1),(1,-1),(-1,-1)]"),
        (1, 1),
        |c, a| directions(c, &a[0], &[(-1, 1), (1, 1), (1, -1), (-1, -1)]),
    ),
    of(
        "Compass",
        "Coordinates.Compass",
        "The eight directions of a king, clockwise from the north.",
        ("Coordinates.Compass.Size", "8"),
        (1, 1),
        |c, a| {
            let all = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
            directions(c, &a[0], &all)
        },
    ),
    of(
        "KnightsMove",
        "Coordinates.KnightsMove",
        "The eight steps of a knight, clockwise from the north.",
        ("Coordinates.KnightsMove", "[(-2,1),(-1,2),(1,2),(2,1),(2,-1),(1,-2),(-1,-2),(-2,-1)]"),
        (1, 1),
        |c, a| {
            let all = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];
            directions(c, &a[0], &all)
        },
    ),
];

fn place(context: &mut Context<'_, '_>, value: &Value, place: usize) -> Outcome<Value> {
    match value {
        Value::Tuple(items) => Ok(items.as_slice().get(place).cloned().unwrap_or(Value::Nothing)),
        other => Err(context.wrong(other, "coordinates such as (3,5)")),
    }
}

fn directions(
    context: &mut Context<'_, '_>,
    receiver: &Value,
    steps: &[(i64, i64)],
) -> Outcome<Value> {
    class(context, receiver, "Coordinates")?;
    let mut list = Vec::new();
    for &(row, column) in steps {
        list.push(context.tuple(vec![Value::integer(row), Value::integer(column)])?);
    }
    context.list(list)
}
