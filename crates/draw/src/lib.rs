//! Pictures and formulas of games: pure functions from values, thermographs, sequences and positions to MathML, SVG and
//! short labels.
//!
//! Nothing here knows colours, sizes on a screen or files: a picture has classes, which the page gives their colours,
//! and a sentence (`aria-label`) that says the same. Equal arguments give equal bytes.
//!
//! ```
//! assert_eq!(farstar_draw::label("{3/4||-1/2*|v3}"), "{¾ ‖ −½∗|↓3}");
//! ```
#![forbid(unsafe_code)]

mod board;
mod change;
mod label;
mod mathml;
mod network;
mod notation;
mod plot;
mod scale;
mod sign_path;
mod standalone;
mod svg;
mod thermograph;
mod tree;

pub use board::{Layout, Scene, Tag, board, layout};
pub use change::{Change, change};
pub use label::{label, short_label};
pub use mathml::{LONGEST_FORMULA, infinite, mathml};
pub use network::{LoopySide, Vertex, Won, circle_of, digraph, loopy_picture, loopy_sides};
pub use plot::{Scatter, heatmap, scatter};
pub use sign_path::{SignStep, sign_path};
pub use standalone::{Theme, coloured, standalone};
pub use svg::escape;
pub use thermograph::{Ghost, ThermographPicture, WallCorners, thermograph, thermograph_sentence};
pub use tree::{Branch, Node, tree};
