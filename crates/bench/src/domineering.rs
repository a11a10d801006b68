//! Values of Domineering fillings, as material for other cases: Left places vertical dominoes.

use farstar_value::{Calculator, Game};

/// The value of every set of taken cells on a board of `width × height` cells, cell `(x, y)` being bit `y·width + x`.
///
/// An option takes two more cells, so going from the full board to the empty one every option is known in time.
pub(crate) fn fillings(calc: &mut Calculator<'_>, width: u32, height: u32) -> Vec<Game> {
    let cells = width * height;
    let full = (1u32 << cells) - 1;
    let first_column = (0..height).fold(0, |m, y| m | 1 << (y * width));
    let mut values = vec![Game::ZERO; 1 << cells];
    let pairs = |free: u32, step: u32| {
        let inside = if step == 1 { !(first_column << (width - 1)) } else { !0 };
        let mut starts = free & free >> step & inside;
        std::iter::from_fn(move || {
            let start = starts & starts.wrapping_neg();
            starts ^= start;
            (start != 0).then_some(start | start << step)
        })
    };
    for free in 0..=full {
        let part = component(free, width, first_column);
        values[free as usize] = if part != free {
            calc.add(values[part as usize], values[(free ^ part) as usize]).expect("no limits")
        } else {
            let value = |domino: u32| values[(free ^ domino) as usize];
            let left: Vec<Game> = pairs(free, width).map(value).collect();
            let right: Vec<Game> = pairs(free, 1).map(value).collect();
            calc.from_options(&left, &right).expect("no limits")
        };
    }
    values
}

/// The connected part of the free cells that holds the lowest one.
fn component(free: u32, width: u32, first_column: u32) -> u32 {
    let last_column = first_column << (width - 1);
    let mut part = free & free.wrapping_neg();
    loop {
        let beside = (part & !last_column) << 1 | (part & !first_column) >> 1;
        let grown = (part | beside | part << width | part >> width) & free;
        if grown == part {
            return part;
        }
        part = grown;
    }
}
