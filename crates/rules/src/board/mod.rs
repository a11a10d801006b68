//! Boards: positions as bit boards, rules compiled to shifts and intersections.
//!
//! # Glossary
//!
//! Where cells lie and what they hold:
//! * **Cell** – a place of the board. **Frame** – the rows and columns in which cells are numbered, with a **ring** of
//!   cells off the board around it where rules read `$`; small grids all lie in the frame of 8 by 8.
//! * **Number** of a cell – what it holds, as the rules see it: pieces that no rule reads share number 0 (`codes`).
//!   A **class** is a set of numbers.
//! * **Bit board** – a set of cells as machine words (`bits`). **Planes** – the bit boards of a position, one for each
//!   binary place of the numbers, and one more where not every cell may change.
//! * **Packed** position – its planes as a list of words (`packed`), which is what users hold.
//!
//! How moves are found:
//! * **Pattern** – the cells that a step reads and what becomes of them. Its **anchor** is the place from which its
//!   cells are counted, an **instance** the pattern at one anchor.
//! * **Tables** – the patterns of each step as a tree; a **leaf** is the end of a pattern (`table`).
//! * **Stage** – a ruleset compiled for one board: it walks the trees with all anchors at once and makes positions
//!   (`stage`).
//! * **Play** – the technique by which a board is played, chosen once (`play`).
//! * **Flips** – moves that are an exclusive or of one word, with nothing else to ask (`flips`).
//! * **Clause** – what a step asks or does beyond its pattern: neighbours, blocks, stones in hand.
//!
//! How a position falls apart:
//! * **Part** – cells whose moves never meet those of the others, so that the position is the sum of its parts
//!   (`parts`, for whole masks `shifts`). **Tie** – two cells that one possible step reads or writes.
//! * **Future** – which numbers each cell may ever hold; a **fixed** cell never changes. **Growth** – what the
//!   instances of a pattern add to the future (`growth`); a cell is **sure** where every instance may change it.
//! * **Connected** – cells tied together by what lies there now (`connected`): a few operations, which may leave parts
//!   together. This is the **quick look**, and what it finds are **coarse** parts.
//! * **Lone** – rules by which one cell changes at a time (Col, Snort). **Liberties** – rules by which stones are only
//!   placed and blocks need an empty neighbour (NoGo); **colours** keep of each stone what still matters. **Holes** –
//!   rows on which a hole and a stone change places. **Coins** – rows of coins that are turned.
//!
//! How equal parts are known:
//! * **Image** – a part under a symmetry of the rules: reflected, turned, its pieces exchanged, sheared on hexagons.
//!   One that exchanges the players **negates**.
//! * **Key** – a part cut to its bounding box, in the least of its images, and whether that one negates (`images`).
//! * **Code** – the same in a fixed number of words, in the corner of the frame, which can be played as it is
//!   (`coder`); boards that have codes are `Coded`.
//! * **Figure** – a part by its cells, wherever on a board it lies (`figures`).
//! * **Tweedledum** – who moves second wins by playing the image of every move (`tweedledum`).

mod alphabet;
mod alphabets;
mod bits;
mod build;
mod cell;
mod coder;
mod codes;
mod coins;
mod colours;
mod connected;
mod falls;
mod figure;
mod figures;
mod flips;
mod graph_word;
mod growth;
mod heaps;
mod holes;
mod images;
mod liberties;
mod lines;
mod lone;
mod numbers;
mod packed;
mod parts;
mod play;
#[cfg(test)]
mod random;
mod row;
mod shifts;
mod size;
mod stage;
mod table;
mod text;
mod topology;
mod turning;
mod tweedledum;

pub use alphabet::{Alphabet, Alphabets, BoardImage, BoardMeasure};
pub(crate) use any::AnyBoard;
pub(crate) use codes::sets_read;
pub use figure::{FigureCell, Figures};
pub(crate) use heaps::HeapBoard;
pub(crate) use numbers::{NumberBoard, NumberRules};
pub use packed::Packed;
pub(crate) use row::RowBoard;
pub use text::MOST_CELLS;
pub(crate) use text::{GROUND, Network, read_network, read_rows};
pub(crate) use turning::TurningBoard;

mod any;
