//! A ruleset with a board: what solvers play.

use std::sync::Arc;

use farstar_value::Player;

use crate::board::{AnyBoard, HeapBoard, HerdBoard, Packed, RowBoard};
use crate::coded::CodedVisitor;
use crate::language::{CoinTurning, PositionError, Rules};
use crate::position::{Key, Ruleset};

/// A ruleset on the board of some position. Cloning is cheap.
///
/// # Examples
/// ```
/// use farstar_rules::language::Rules;
/// use farstar_rules::position::Ruleset;
/// use farstar_value::Player;
/// let rules: Rules = "game Domineering\ngrid of . #\nLeft: .|. -> #|#\nRight: .. -> ##".parse()?;
/// let (game, start) = rules.position("..#|..#|#.#")?;
/// let mut options = Vec::new();
/// game.options(&start, Player::Right, &mut options);
/// assert_eq!(game.draw(&options[0]), "###|..#|#.#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    board: Arc<Board>,
}

#[derive(Debug)]
pub(crate) enum Board {
    Cells(Box<AnyBoard>),
    Row(RowBoard),
    Heaps(HeapBoard),
    Herds(HerdBoard),
}

impl Rules {
    /// Reads a position: rows joined by `|` or line ends, a size such as `4x4` (rows by columns, filled with the first piece), a
    /// graph as `a-b-c, b-d, a:X` (arcs `a>b`; on edges `$-1:B, 1-2:R`, or growing from the ground as `B(RB;G)`), or heaps as `3+5`, `(2,3)+(1,4)`. Stones in hand stand
    /// in front, as in `2,1:...`.
    ///
    /// # Errors
    /// Row and column of what is wrong, or why the position breaks the rules.
    pub fn position(&self, text: &str) -> Result<(Game, Packed), PositionError> {
        use crate::language::ast::{Body, Kind};
        let (board, position) = match self.body() {
            Body::Board(rules) if rules.kind == Kind::Row => {
                let (board, position) = RowBoard::read(rules, self.symmetry_list(), text)?;
                (Board::Row(board), position)
            }
            Body::Board(rules) => {
                let (board, position) = AnyBoard::read(rules, self.symmetry_list(), text)?;
                (Board::Cells(Box::new(board)), position)
            }
            Body::Heap(rules) => {
                let (board, position) = HeapBoard::read(rules, self.heap_symmetry_list(), text)?;
                (Board::Heaps(board), position)
            }
            Body::Herds { shared } => {
                (Board::Herds(HerdBoard::new(*shared)), HerdBoard::read(text)?)
            }
        };
        Ok((Game { rules: self.clone(), board: Arc::new(board) }, position))
    }
}

impl Game {
    pub(crate) fn compiled(&self) -> &Board {
        &self.board
    }

    /// The ruleset.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A number for everything that gives keys their meaning: the ruleset and, for graphs, the graph. Games with equal scopes may
    /// share a table of keys.
    #[must_use]
    pub fn scope(&self) -> u64 {
        match self.board.as_ref() {
            Board::Cells(board) => {
                let graph = board.scope();
                if graph.is_empty() {
                    self.rules.hash()
                } else {
                    crate::language::fingerprint(&format!("{}\n{graph}", self.rules.canonical()))
                }
            }
            _ => self.rules.hash(),
        }
    }
}

impl Game {
    /// A number for everything that gives positions their meaning: the ruleset, and the size of the board or the graph.
    #[must_use]
    pub fn board(&self) -> u64 {
        let shape = match self.board.as_ref() {
            Board::Cells(board) => board.shape(),
            Board::Row(_) | Board::Heaps(_) | Board::Herds(_) => String::new(),
        };
        crate::language::fingerprint(&format!("{}\n{shape}", self.rules.canonical()))
    }

    /// The sizes of the heaps of a position, if the ruleset is one of heaps of one number.
    #[must_use]
    pub fn heaps(&self, position: &Packed) -> Option<Vec<u64>> {
        match self.board.as_ref() {
            Board::Heaps(board) => board.sizes(position),
            _ => None,
        }
    }

    /// The position with every coin turned to tails, if the ruleset turns coins ([`Rules::coins`]). Positions of one board for which it is the same differ by
    /// their coins only.
    #[must_use]
    pub fn tails(&self, position: &Packed) -> Option<Packed> {
        let (board, coins) = self.turned()?;
        Some(board.tails(coins, position))
    }

    /// The set of cells on which a coin shows heads, as bits; empty if the ruleset turns no coins.
    #[must_use]
    pub fn heads(&self, position: &Packed) -> Vec<u64> {
        self.turned().map_or_else(Vec::new, |(board, coins)| board.heads(coins, position))
    }

    /// The cells of all coins, by their places in the set of [`Game::heads`]: none before those that it may turn along when it leads.
    #[must_use]
    pub fn coin_cells(&self, position: &Packed) -> Vec<u32> {
        self.turned().map_or_else(Vec::new, |(board, coins)| board.coins(coins, position))
    }

    /// Calls `visit` with every set of coins that the one on `cell` may turn when it leads, itself left out. The board is that of `tails`, on which all coins show tails.
    pub fn each_turn(&self, tails: &Packed, cell: u32, visit: &mut dyn FnMut(&[u64])) {
        if let Some((board, coins)) = self.turned() {
            board.each_turn(coins, tails, cell, visit);
        }
    }

    fn turned(&self) -> Option<(&AnyBoard, &CoinTurning)> {
        match self.board.as_ref() {
            Board::Cells(board) => Some((board, self.rules.coin_turning()?)),
            Board::Row(_) | Board::Heaps(_) | Board::Herds(_) => None,
        }
    }

    /// Calls `visit` with every position on the cells of this board that is made of these pieces, the first cell changing fastest. Whether
    /// the rules allow the position is not asked. There are none of heaps, on rows that close up, or with pieces the game lacks.
    ///
    /// # Cost
    /// One position for every way to fill the board: `pieces` to the power of the cells.
    pub fn each_filling(&self, pieces: &[char], visit: &mut dyn FnMut(&Packed)) {
        let known = self.rules.pieces();
        let at = |piece: &char| known.iter().position(|known| known == piece).map(|at| at as u8);
        let wanted: Option<Vec<u8>> = pieces.iter().map(at).collect();
        if let (Board::Cells(board), Some(wanted)) = (self.board.as_ref(), wanted) {
            board.fillings(&wanted, visit);
        }
    }

    /// The board with one piece on every cell: the first of the positions of [`Game::each_filling`] if it is the first of the pieces, the last if it
    /// is the last. `None` where there are no such positions.
    #[must_use]
    pub fn filled(&self, piece: char) -> Option<Packed> {
        let at = self.rules.pieces().iter().position(|&known| known == piece)?;
        match self.board.as_ref() {
            Board::Cells(board) => Some(board.filled(at as u8)),
            Board::Row(_) | Board::Heaps(_) | Board::Herds(_) => None,
        }
    }
}

impl Ruleset for Game {
    type Position = Packed;
    type Key = Packed;

    fn options(&self, position: &Packed, player: Player, options: &mut Vec<Packed>) {
        match self.board.as_ref() {
            Board::Cells(board) => board.options(position, player, options),
            Board::Row(board) => board.options(position, player, options),
            Board::Heaps(board) => board.options(position, player, options),
            Board::Herds(board) => board.options(position, player, options),
        }
    }

    fn parts(&self, position: &Packed, parts: &mut Vec<Packed>) {
        match self.board.as_ref() {
            Board::Cells(board) => board.parts(position, parts),
            Board::Row(board) => board.parts(position, parts),
            Board::Heaps(board) => board.parts(position, parts),
            Board::Herds(board) => board.parts(position, parts),
        }
    }

    fn key(&self, part: &Packed) -> Key<Packed> {
        match self.board.as_ref() {
            Board::Cells(board) => board.key(part),
            Board::Row(board) => board.key(part),
            Board::Heaps(board) => board.key(part),
            Board::Herds(board) => board.key(part),
        }
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn ends(&self) -> bool {
        self.rules.ending().is_ok()
    }

    fn overflowed(&self) -> bool {
        matches!(self.board.as_ref(), Board::Heaps(board) if board.overflowed())
    }

    fn coded<V: CodedVisitor<Packed>>(&self, visitor: V) -> Result<V::Output, V> {
        match self.board.as_ref() {
            Board::Cells(board) => {
                board.coded(self.rules.symmetry_list(), self.rules.is_impartial(), visitor)
            }
            _ => Err(visitor),
        }
    }

    fn endless_rule(&self) -> Option<String> {
        let loopy = self.rules.ending().err()?;
        Some(format!("by line {}, '{}'", loopy.line, loopy.rule))
    }

    fn negative(&self, position: &Packed) -> Option<Packed> {
        match self.board.as_ref() {
            Board::Cells(board) => board.negative(position, self.rules.symmetry_list()),
            Board::Row(board) => board.negative(position),
            Board::Heaps(board) => board.negative(position),
            Board::Herds(board) => board.negative(position),
        }
    }

    fn is_own_negative(&self, part: &Packed) -> bool {
        match self.board.as_ref() {
            Board::Cells(board) => board.is_own_negative(part),
            Board::Row(board) => board.negative(part).is_some_and(|n| board.same(part, &n)),
            Board::Heaps(board) => board.negative(part).as_ref() == Some(part),
            Board::Herds(board) => board.is_own_negative(part),
        }
    }

    fn is_all_small(&self) -> bool {
        match self.board.as_ref() {
            Board::Cells(board) => board.is_all_small(),
            _ => self.is_impartial(),
        }
    }

    fn mobility(&self, position: &Packed, player: Player) -> u32 {
        match self.board.as_ref() {
            Board::Cells(board) => board.mobility(position, player),
            Board::Row(_) | Board::Herds(_) => {
                let mut options = Vec::new();
                self.options(position, player, &mut options);
                options.len() as u32
            }
            Board::Heaps(_) => 0,
        }
    }

    fn size(&self, position: &Packed) -> u32 {
        match self.board.as_ref() {
            Board::Cells(board) => board.size(position),
            Board::Row(board) => board.length(position),
            Board::Herds(board) => board.size(position),
            Board::Heaps(_) => {
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
            Board::Cells(board) => board.is_line(),
            Board::Row(_) | Board::Heaps(_) => true,
            Board::Herds(_) => false,
        }
    }

    fn draw(&self, position: &Packed) -> String {
        match self.board.as_ref() {
            Board::Cells(board) => board.draw(position),
            Board::Row(board) => board.draw(position),
            Board::Heaps(board) => board.draw(position),
            Board::Herds(board) => board.draw(position),
        }
    }
}
