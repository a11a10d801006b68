//! Coordinates: their numbers, and the directions of boards.

use super::board::{class, of};
use crate::context::Context;
use crate::fault::Outcome;
use crate::method::MethodInfo;
use crate::value::Value;
use dashu_int::IBig;

/// A direction by its name.
macro_rules! direction {
    ($name:literal, $result:literal, $step:expr) => {
        of(
            concat!("Coordinates.", $name),
            "A direction of boards whose rows are counted from the north and columns from the west.",
            (concat!("Coordinates.", $name), $result),
            |c, a| {
                class(c, &a[0], "Coordinates")?;
                step(c, $step)
            },
        )
    };
}

pub(super) const METHODS: &[MethodInfo] = &[
    direction!("North", "(-1,0)", (-1, 0)),
    direction!("Northeast", "(-1,1)", (-1, 1)),
    direction!("East", "(0,1)", (0, 1)),
    direction!("Southeast", "(1,1)", (1, 1)),
    direction!("South", "(1,0)", (1, 0)),
    direction!("Southwest", "(1,-1)", (1, -1)),
    direction!("West", "(0,-1)", (0, -1)),
    direction!("Northwest", "(-1,-1)", (-1, -1)),
    of(
        "Coordinates.Hexagonal",
        "The six directions of boards of hexagons, clockwise from the north.",
        ("Coordinates.Hexagonal", "[(-1,0),(-1,1),(0,1),(1,0),(1,-1),(0,-1)]"),
        |c, a| directions(c, &a[0], &[(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)]),
    ),
    of(
        "coordinates.IsUnit",
        "Whether each of the coordinates is 1, 0 or -1.",
        ("(1,-1).IsUnit", "true"),
        |c, a| {
            let numbers = [c.coordinate(&a[0], 0)?, c.coordinate(&a[0], 1)?];
            let [row, column] = [c.integer(&numbers[0])?, c.integer(&numbers[1])?];
            let small = |n: &IBig| *n >= -IBig::ONE && *n <= IBig::ONE;
            Ok(Value::Boolean(small(&row) && small(&column)))
        },
    ),
    of(
        "coordinates.Swap",
        "The coordinates with row and column exchanged.",
        ("(3,5).Swap", "(5,3)"),
        |c, a| {
            let numbers = vec![c.coordinate(&a[0], 1)?, c.coordinate(&a[0], 0)?];
            c.tuple(numbers)
        },
    ),
    of("coordinates.Row", "The first of the coordinates.", ("(3,5).Row", "3"), |c, a| {
        c.coordinate(&a[0], 0)
    }),
    of("coordinates.Col", "The second of the coordinates.", ("(3,5).Col", "5"), |c, a| {
        c.coordinate(&a[0], 1)
    }),
    of(
        "Coordinates.Orthogonal",
        "The four directions along rows and columns, clockwise from the north.",
        ("Coordinates.Orthogonal", "[(-1,0),(0,1),(1,0),(0,-1)]"),
        |c, a| directions(c, &a[0], &[(-1, 0), (0, 1), (1, 0), (0, -1)]),
    ),
    of(
        "Coordinates.Diagonal",
        "The four diagonal directions, clockwise from the northeast.",
        ("Coordinates.Diagonal", "[(-1,1),(1,1),(1,-1),(-1,-1)]"),
        |c, a| directions(c, &a[0], &[(-1, 1), (1, 1), (1, -1), (-1, -1)]),
    ),
    of(
        "Coordinates.Compass",
        "The eight directions of a king, clockwise from the north.",
        ("Coordinates.Compass.Size", "8"),
        |c, a| {
            let all = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
            directions(c, &a[0], &all)
        },
    ),
    of(
        "Coordinates.KnightsMove",
        "The eight steps of a knight, clockwise from the north.",
        ("Coordinates.KnightsMove", "[(-2,1),(-1,2),(1,2),(2,1),(2,-1),(1,-2),(-1,-2),(-2,-1)]"),
        |c, a| {
            let all = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];
            directions(c, &a[0], &all)
        },
    ),
];

impl Context<'_, '_> {
    /// One of the numbers of coordinates, counted from 0.
    pub(crate) fn coordinate(&mut self, value: &Value, place: usize) -> Outcome<Value> {
        match value {
            Value::Tuple(items) => {
                Ok(items.as_slice().get(place).cloned().unwrap_or(Value::Nothing))
            }
            other => Err(self.wrong(other, "coordinates such as (3,5)")),
        }
    }
}

fn step(context: &mut Context<'_, '_>, (row, column): (i64, i64)) -> Outcome<Value> {
    context.tuple(vec![Value::integer(row), Value::integer(column)])
}

fn directions(
    context: &mut Context<'_, '_>,
    receiver: &Value,
    steps: &[(i64, i64)],
) -> Outcome<Value> {
    class(context, receiver, "Coordinates")?;
    let mut list = Vec::new();
    for &(row, column) in steps {
        list.push(step(context, (row, column))?);
    }
    context.list(list)
}
