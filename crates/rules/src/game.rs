//! A ruleset with a board: what solvers play.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use farstar_play::Player;

use crate::board::{
    Alphabets, AnyBoard, FigureCell, Figures, HeapBoard, NumberBoard, Packed, RowBoard,
    TurningBoard, read_network, read_rows,
};
use crate::coded::AnyCoded;
use crate::language::{CoinTurning, PositionError, Ruleset};
use crate::position::{GameGraph, Key};

/// A ruleset on the board of some position. Cloning is cheap.
///
/// # Examples
/// ```
/// use farstar_rules::language::Ruleset;
/// use farstar_rules::position::GameGraph;
/// use farstar_play::Player;
/// let rules: Ruleset = "game Domineering\ngrid of . #\nLeft: .|. -> #|#\nRight: .. -> ##".parse()?;
/// let (game, start) = rules.position("..#|..#|#.#")?;
/// let mut options = Vec::new();
/// game.options(&start, Player::Right, &mut options);
/// assert_eq!(game.draw(&options[0]), "###|..#|#.#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    rules: Ruleset,
    board: Arc<Compiled>,
}

#[derive(Debug)]
pub(crate) enum Compiled {
    Cells(Box<AnyBoard>),
    Row(RowBoard),
    Heaps(HeapBoard),
    Coins(TurningBoard),
    Numbers(NumberBoard),
}

impl Ruleset {
    /// Reads a position: rows joined by `|` or line ends, a size such as `4x4` (rows by columns, also `4,4`) or `7`, a
    /// graph as `a-b-c, b-d, a:X` (arcs `a>b`; on edges `$-1:B, 1-2:R`, or growing from the ground as `B(RB;G)`), or
    /// heaps as `3+5`, `(2,3)+(1,4)`. Stones in hand stand in front, as in `2,1:...`.
    ///
    /// A size means the start that the rules name for it ([`Ruleset::starts`]); where they name none, the empty board,
    /// if play can begin there. A graph may also be drawn with its pieces, `X-.-(.;-O)`, or named by a word, with
    /// pieces behind it: `path5`, `cycle6`, `star4`, `K5`, `K3,3`, `grid3x4, 1:X`, `tree"(()())"`.
    ///
    /// Where the text as it stands is no position, full-width signs are read as those of ASCII: `２ｘ３` is `2x3`.
    ///
    /// # Errors
    /// Row and column of what is wrong, or why the position breaks the rules.
    pub fn position(&self, text: &str) -> Result<(Board, Packed), PositionError> {
        match self.read(text) {
            Err(fault) => match farstar_play::narrow(text) {
                Cow::Owned(text) => self.read(&text),
                Cow::Borrowed(_) => Err(fault),
            },
            found => found,
        }
    }

    /// A position of heaps so large that their moves may be too many to be listed: who has a theorem for them needs
    /// none. Numbers may be as large as 2^63 - 1. The moves of such a position must not be asked
    /// for.
    ///
    /// # Errors
    /// Those of [`Ruleset::position`], but for the number of moves; the game has no heaps.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// let cutcake = Ruleset::named("Cutcake")?;
    /// assert!(cutcake.position("(1000000000,1000000000)").is_err());
    /// assert!(cutcake.position_of_large_heaps("(1000000000,1000000000)").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position_of_large_heaps(&self, text: &str) -> Result<(Board, Packed), PositionError> {
        use crate::language::ast::Body;
        let Body::Heap(rules) = self.body() else { return self.position(text) };
        let symmetries = self.heap_symmetry_list();
        let (board, position) =
            HeapBoard::read(rules, symmetries, &farstar_play::narrow(text), false)?;
        let board = Arc::new(Compiled::Heaps(board));
        Ok((Board { rules: self.clone(), board }, position))
    }

    fn read(&self, text: &str) -> Result<(Board, Packed), PositionError> {
        use crate::language::ast::{Body, Kind};
        let (board, position) = match self.body() {
            Body::Board(rules) if rules.has_numbers() => {
                let (board, position) = NumberBoard::read(self.number_rules(rules), text)?;
                (Compiled::Numbers(board), position)
            }
            Body::Board(rules) if rules.kind == Kind::Row => {
                let (board, position) = RowBoard::read(rules, self.symmetry_list(), text)?;
                (Compiled::Row(board), position)
            }
            Body::Board(rules) if rules.kind.is_plane() => {
                let typed = read_rows(rules, text)?;
                let size = (typed.columns, typed.rows);
                let of_size = |board: &Compiled| match board {
                    Compiled::Cells(board) if board.size_of_rows() == Some(size) => {
                        Some(board.place(&typed))
                    }
                    _ => None,
                };
                if let Some((board, position)) = self.known_board(of_size) {
                    return Ok((Board { rules: self.clone(), board }, position?));
                }
                let (board, position) = AnyBoard::of_rows(rules, self.symmetry_list(), &typed)?;
                let board = Arc::new(Compiled::Cells(Box::new(board)));
                self.know_board(&board);
                return Ok((Board { rules: self.clone(), board }, position));
            }
            Body::Board(rules) => {
                let net = read_network(rules, text)?;
                let (board, position) = AnyBoard::of_network(rules, self.symmetry_list(), &net)?;
                (Compiled::Cells(Box::new(board)), position)
            }
            Body::Heap(rules) => {
                let (board, position) =
                    HeapBoard::read(rules, self.heap_symmetry_list(), text, true)?;
                (Compiled::Heaps(board), position)
            }
            Body::Coins(rules) => {
                let (board, position) = TurningBoard::read(rules, text)?;
                (Compiled::Coins(board), position)
            }
        };
        Ok((Board { rules: self.clone(), board: Arc::new(board) }, position))
    }
}

impl Board {
    pub(crate) fn compiled(&self) -> &Compiled {
        &self.board
    }

    /// The ruleset.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Everything that gives keys their meaning, as text: the ruleset and, for graphs, the graph. Boards with equal
    /// scopes may share a table of keys.
    #[must_use]
    pub fn scope(&self) -> Arc<str> {
        match self.board.as_ref() {
            Compiled::Cells(board) => self.identity(&board.scope()),
            Compiled::Numbers(board) => self.identity(&board.shape()),
            _ => self.identity(""),
        }
    }

    /// Everything that gives positions their meaning, as text: the ruleset, and the size of the board or the graph.
    #[must_use]
    pub fn board(&self) -> Arc<str> {
        match self.board.as_ref() {
            Compiled::Cells(board) => self.identity(&board.shape()),
            Compiled::Numbers(board) => self.identity(&board.shape()),
            _ => self.identity(""),
        }
    }

    fn identity(&self, shape: &str) -> Arc<str> {
        if shape.is_empty() {
            return Arc::clone(self.rules.identity());
        }
        format!("{}\n{shape}", self.rules.canonical()).into()
    }

    /// The sizes of the heaps of a position, if the ruleset is one of heaps of one number.
    #[must_use]
    pub fn heaps(&self, position: &Packed) -> Option<Vec<u64>> {
        match self.board.as_ref() {
            Compiled::Heaps(board) => board.sizes(position),
            _ => None,
        }
    }

    /// A position of heaps that some move of a player leaves, if there is one, however many moves there are; nothing is
    /// said of other boards, and where it takes too long.
    #[must_use]
    pub fn first_of_heaps(&self, position: &Packed, player: Player) -> Option<Option<Packed>> {
        match self.board.as_ref() {
            Compiled::Heaps(board) => board.first_option(position, player),
            _ => None,
        }
    }

    /// The position with other heaps in the place of one, told by its place among them; it is not asked whether their
    /// moves can be listed. Nothing of other boards.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_rules::position::GameGraph;
    /// let (board, start) = ruleset("wythoff")?.position("(3,4)+(5,9)")?;
    /// let other = board.with_heap(&start, 1, &[5, 3]).ok_or("these are heaps")?;
    /// assert_eq!(board.draw(&other), "(3,4)+(5,3)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_heap(&self, position: &Packed, at: usize, parts: &[u64]) -> Option<Packed> {
        match self.board.as_ref() {
            Compiled::Heaps(board) => Some(board.replaced(&board.heaps(position), at, parts)),
            _ => None,
        }
    }

    /// Whether a move of a player leaves a position of heaps, however many moves there are: the numbers that are chosen
    /// follow from what is left. Nothing is said of other boards, and of moves of which this is not seen.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_play::Player;
    /// let wythoff = ruleset("wythoff")?;
    /// let (board, from) = wythoff.position_of_large_heaps("(1000000000000,7)")?;
    /// let (_, to) = wythoff.position_of_large_heaps("(999999999999,6)")?;
    /// assert_eq!(board.leaves_heaps(&from, &to, Player::Left), Some(true));
    /// assert_eq!(board.leaves_heaps(&from, &from, Player::Left), Some(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn leaves_heaps(&self, position: &Packed, to: &Packed, player: Player) -> Option<bool> {
        match self.board.as_ref() {
            Compiled::Heaps(board) => board.leaves(position, to, player),
            _ => None,
        }
    }

    /// The position with every coin turned to tails, if the ruleset turns coins ([`Ruleset::coins`]). Positions of one
    /// board for which it is the same differ by their coins only.
    #[must_use]
    pub fn tails(&self, position: &Packed) -> Option<Packed> {
        if let Compiled::Coins(_) = self.board.as_ref() {
            return Some(TurningBoard::tails(position));
        }
        let (board, coins) = self.turned()?;
        Some(board.tails(coins, position))
    }

    /// The set of cells on which a coin shows heads, as bits; empty if the ruleset turns no coins.
    #[must_use]
    pub fn heads(&self, position: &Packed) -> Vec<u64> {
        if let Compiled::Coins(_) = self.board.as_ref() {
            return position.words()[1..].to_vec();
        }
        self.turned().map_or_else(Vec::new, |(board, coins)| board.heads(coins, position))
    }

    /// The cells of all coins, by their places in the set of [`Board::heads`]: none before those that it may turn along
    /// when it leads.
    #[must_use]
    pub fn coin_cells(&self, position: &Packed) -> Vec<u32> {
        if let Compiled::Coins(_) = self.board.as_ref() {
            return TurningBoard::coins(position);
        }
        self.turned().map_or_else(Vec::new, |(board, coins)| board.coins(coins, position))
    }

    /// Calls `visit` with every set of coins that the one on `cell` may turn when it leads, itself left out. The board
    /// is that of `tails`, on which all coins show tails.
    pub fn each_turn(&self, tails: &Packed, cell: u32, visit: &mut dyn FnMut(&[u64])) {
        if let Compiled::Coins(board) = self.board.as_ref() {
            board.each_turn(tails, cell, visit);
        } else if let Some((board, coins)) = self.turned() {
            board.each_turn(coins, tails, cell, visit);
        }
    }

    fn turned(&self) -> Option<(&AnyBoard, &CoinTurning)> {
        match self.board.as_ref() {
            Compiled::Cells(board) => Some((board, self.rules.coin_turning()?)),
            _ => None,
        }
    }

    /// Calls `visit` with every position on the cells of this board that is made of these pieces, the first cell
    /// changing fastest, until it breaks off; stones in hand are those of `position`. Whether the rules allow it is not
    /// asked. There are none of heaps, on rows that close up, or with pieces the game lacks.
    ///
    /// # Cost
    /// One position for every way to fill the board: `pieces` to the power of the cells.
    pub fn each_filling(
        &self,
        position: &Packed,
        pieces: &[char],
        visit: &mut dyn FnMut(&Packed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let known = self.rules.pieces();
        let at = |piece: &char| known.iter().position(|known| known == piece).map(|at| at as u8);
        let wanted: Option<Vec<u8>> = pieces.iter().map(at).collect();
        if let (Compiled::Cells(board), Some(wanted)) = (self.board.as_ref(), wanted) {
            board.fillings(position, &wanted, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The position with one piece on every cell: the first of the positions of [`Board::each_filling`] if it is the
    /// first of the pieces, the last if it is the last. `None` where there are no such positions.
    #[must_use]
    pub fn filled(&self, position: &Packed, piece: char) -> Option<Packed> {
        let at = self.rules.pieces().iter().position(|&known| known == piece)?;
        match self.board.as_ref() {
            Compiled::Cells(board) => Some(board.filled(position, at as u8)),
            _ => None,
        }
    }
}

impl Board {
    /// What each cell may hold in any play from a position, with the symmetries of the board and the measures that
    /// prove that play ends. `None` of heaps, rows that close up, coins, and pieces that carry numbers.
    ///
    /// # Cost
    /// A walk over all patterns, as often as something new comes to some cell.
    #[must_use]
    pub fn alphabets(&self, position: &Packed) -> Option<Alphabets> {
        match self.board.as_ref() {
            Compiled::Cells(board) => Some(board.alphabets(position, self.rules.gradings())),
            _ => None,
        }
    }

    /// What the parts of positions are made of, if they play the same wherever they lie on a board of rows: rules that
    /// look at the edge, stones in hand, and patterns at which play stops are such that they do not.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// let (board, _) = ruleset("Domineering")?.position("3x3")?;
    /// let figures = board.figures().ok_or("parts of Domineering are figures")?;
    /// assert_eq!((figures.ties.len(), figures.held.len()), (4, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn figures(&self) -> Option<Figures> {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.figures(self.rules.gradings()),
            _ => None,
        }
    }

    /// Calls `visit` with the cells of a [key](GameGraph::key) that matter, row by row. Keys say the same on all boards
    /// of equal [`Board::scope`].
    pub fn each_cell_of_key(&self, key: &Packed, visit: &mut dyn FnMut(FigureCell)) {
        if let Compiled::Cells(board) = self.board.as_ref() {
            board.cells_of_key(key, visit);
        }
    }

    /// The position in which these cells lie in the corner of the board, and nothing that matters elsewhere; `None` if
    /// the board has no room for it.
    #[must_use]
    pub fn laid(&self, cells: &[FigureCell]) -> Option<Packed> {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.laid(cells),
            _ => None,
        }
    }
}

impl GameGraph for Board {
    type Position = Packed;
    type Key = Packed;

    fn options(&self, position: &Packed, player: Player, options: &mut Vec<Packed>) {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.options(position, player, options),
            Compiled::Row(board) => board.options(position, player, options),
            Compiled::Heaps(board) => board.options(position, player, options),
            Compiled::Coins(board) => board.options(position, options),
            Compiled::Numbers(board) => board.options(position, player, options),
        }
    }

    fn parts(&self, position: &Packed, parts: &mut Vec<Packed>) {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.parts(position, parts),
            Compiled::Row(board) => board.parts(position, parts),
            Compiled::Heaps(board) => board.parts(position, parts),
            Compiled::Coins(board) => board.parts(position, parts),
            Compiled::Numbers(board) => board.parts(position, parts),
        }
    }

    fn key(&self, part: &Packed) -> Key<Packed> {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.key(part),
            Compiled::Row(board) => board.key(part),
            Compiled::Heaps(board) => board.key(part),
            Compiled::Coins(board) => board.key(part),
            Compiled::Numbers(board) => board.key(part),
        }
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn ends(&self) -> bool {
        self.rules.ending().is_ok()
    }

    fn overflowed(&self) -> bool {
        match self.board.as_ref() {
            Compiled::Heaps(board) => board.overflowed(),
            Compiled::Coins(board) => board.overflowed(),
            Compiled::Numbers(board) => board.overflowed(),
            _ => false,
        }
    }

    fn coded(&self) -> Option<AnyCoded<Packed>> {
        match self.board.as_ref() {
            Compiled::Cells(board) => {
                board.coded(self.rules.symmetry_list(), self.rules.is_impartial())
            }
            _ => None,
        }
    }

    fn endless_rule(&self) -> Option<String> {
        let loopy = self.rules.ending().err()?;
        Some(format!("by line {}, '{}'", loopy.line, loopy.rule))
    }

    fn negative(&self, position: &Packed) -> Option<Packed> {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.negative(position, self.rules.symmetry_list()),
            Compiled::Row(board) => board.negative(position),
            Compiled::Heaps(board) => board.negative(position),
            Compiled::Coins(_) => Some(position.clone()),
            Compiled::Numbers(board) => board.negative(position),
        }
    }

    fn is_own_negative(&self, part: &Packed) -> bool {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.is_own_negative(part),
            Compiled::Row(board) => board.negative(part).is_some_and(|n| board.same(part, &n)),
            Compiled::Heaps(board) => board.negative(part).as_ref() == Some(part),
            Compiled::Coins(_) => true,
            Compiled::Numbers(board) => board.is_own_negative(part),
        }
    }

    fn is_all_small(&self) -> bool {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.is_all_small(),
            _ => self.is_impartial(),
        }
    }

    fn mobility(&self, position: &Packed, player: Player) -> u32 {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.mobility(position, player),
            Compiled::Numbers(board) => board.mobility(position, player),
            Compiled::Row(_) => {
                let mut options = Vec::new();
                self.options(position, player, &mut options);
                options.len() as u32
            }
            Compiled::Heaps(_) | Compiled::Coins(_) => 0,
        }
    }

    fn size(&self, position: &Packed) -> u32 {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.size(position),
            Compiled::Row(board) => board.length(position),
            Compiled::Coins(board) => board.size(position),
            Compiled::Numbers(board) => board.size(position),
            Compiled::Heaps(_) => {
                let tokens = position.words().iter().fold(0u64, |all, &n| all.saturating_add(n));
                u32::try_from(tokens).unwrap_or(u32::MAX)
            }
        }
    }

    fn owned_bytes(&self, position: &Packed) -> usize {
        position.owned_bytes()
    }

    fn is_line(&self) -> bool {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.is_line(),
            Compiled::Row(_) | Compiled::Heaps(_) | Compiled::Coins(_) => true,
            Compiled::Numbers(board) => board.is_line(),
        }
    }

    fn draw(&self, position: &Packed) -> String {
        match self.board.as_ref() {
            Compiled::Cells(board) => board.draw(position),
            Compiled::Row(board) => board.draw(position),
            Compiled::Heaps(board) => board.draw(position),
            Compiled::Coins(board) => board.draw(position),
            Compiled::Numbers(board) => board.draw(position),
        }
    }
}
