//! Boards: positions as bit boards, rules compiled to shifts and intersections.

mod bits;
mod build;
mod coder;
mod codes;
mod coins;
mod colours;
mod connected;
mod flips;
mod growth;
mod heaps;
mod herds;
mod holes;
mod images;
mod key;
mod lone;
mod packed;
mod parts;
mod placing;
#[cfg(test)]
mod random;
mod row;
mod split;
mod stage;
mod table;
mod text;
mod topology;
mod tweedledum;

pub(crate) use any::AnyBoard;
pub(crate) use codes::sets_read;
pub(crate) use heaps::HeapBoard;
pub(crate) use herds::{HerdBoard, SYMMETRIES as HERD_SYMMETRIES};
pub use packed::Packed;
pub(crate) use row::RowBoard;
pub use text::MOST_CELLS;

mod any;
