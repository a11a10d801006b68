//! A position: a board of a ruleset, and what lies on it.

use crate::valued::{has_many_moves, too_many_moves};
use crate::{Answer, Error, Limits, LoopyOutcome, Player, Ruleset, SolverError, Sum};
use farstar_rules::language::PositionError;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed, View};
use farstar_solve::outcome::HeapRules;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Add;

/// The largest heap that is read.
const LARGEST_HEAP: u64 = 1 << 62;

/// A position of a ruleset. It is shown as it is typed, and adding positions gives their [`Sum`]. Cloning is cheap.
///
/// # Examples
/// ```
/// use farstar::{Limits, Player, Ruleset};
/// let position = Ruleset::named("Clobber")?.position("XO")?;
/// assert_eq!(position.answer(&Limits::none())?.value.as_deref(), Some("*"));
/// let moves: Vec<String> = position.moves(Player::Left)?.iter().map(ToString::to_string).collect();
/// assert_eq!(moves, [".X"]);
/// # Ok::<(), farstar::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    ruleset: Ruleset,
    place: Place,
}

/// Where the pieces lie.
#[derive(Clone)]
pub(crate) enum Place {
    /// On a board compiled from the text of the ruleset.
    Board(Board, Packed),
    /// In heaps of a game known by its rules on one of them.
    Heaps(HeapRules, Packed),
}

impl Position {
    /// Words of a board of a ruleset, as [`farstar_rules::language::Ruleset::position`] reads them.
    #[must_use]
    pub fn on_board(ruleset: &Ruleset, board: Board, words: Packed) -> Self {
        Self { ruleset: ruleset.clone(), place: Place::Board(board, words) }
    }

    /// Heaps of one number each, however large.
    pub(crate) fn of_heaps(
        ruleset: &Ruleset,
        rules: &HeapRules,
        text: &str,
    ) -> Result<Self, PositionError> {
        let words = sizes(text).map(|sizes| HeapRules::of_large_sizes(&sizes));
        let words = words.map_err(|word| PositionError {
            row: 1,
            column: 1,
            message: format!("{word} is larger than {LARGEST_HEAP}"),
            too_large: true,
        })?;
        Ok(Self { ruleset: ruleset.clone(), place: Place::Heaps(rules.clone(), words) })
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Words of its board, as they are typed. Heaps of a game with a code are sorted, and empty ones left out.
    pub(crate) fn draw(&self, words: &Packed) -> String {
        match &self.place {
            Place::Heaps(rules, _) => rules.draw(words),
            Place::Board(board, _) => match self.ruleset.heap_rules() {
                Some(rules) => rules.draw(&in_heaps(board, words)),
                None => board.draw(words),
            },
        }
    }

    /// Its heaps, and the rules of one, if the game is known by them.
    pub(crate) fn on_heaps(&self) -> Option<(HeapRules, Packed)> {
        match &self.place {
            Place::Heaps(rules, words) => Some((rules.clone(), words.clone())),
            Place::Board(board, words) => {
                Some((self.ruleset.heap_rules()?, in_heaps(board, words)))
            }
        }
    }

    /// Its ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Everything that is known of the position.
    ///
    /// # Errors
    /// Those of [`Sum::answer`].
    pub fn answer(&self, limits: &Limits) -> Result<Answer, Error> {
        Sum::from(self.clone()).answer(limits)
    }

    /// Who wins.
    ///
    /// # Errors
    /// Those of [`Sum::outcome`].
    pub fn outcome(&self, limits: &Limits) -> Result<LoopyOutcome, Error> {
        Sum::from(self.clone()).outcome(limits)
    }

    /// The positions that moves of a player reach, each once. A heap has as many as it has moves, so it may be long;
    /// see [`Limits::guard`].
    ///
    /// # Errors
    /// [`SolverError::TooLarge`]: of heaps beyond those of boards, that there are too many to list.
    pub fn moves(&self, player: Player) -> Result<Vec<Self>, SolverError> {
        match &self.place {
            Place::Board(board, words) => {
                let mut options = Vec::new();
                board.options(words, player, &mut options);
                options.sort_unstable();
                options.dedup();
                let of = |words| Self::on_board(&self.ruleset, board.clone(), words);
                Ok(options.into_iter().map(of).collect())
            }
            Place::Heaps(rules, words) => {
                let listed = if has_many_moves(self) { None } else { rules.options(words) };
                let listed = listed.ok_or_else(|| too_many_moves(self))?;
                let of = |words| Place::Heaps(rules.clone(), words);
                let of = |words| Self { ruleset: self.ruleset.clone(), place: of(words) };
                Ok(listed.into_iter().map(of).collect())
            }
        }
    }

    /// A position of heaps that some move of a player leaves, if there is one; nothing is said of other boards.
    pub(crate) fn first(&self, player: Player) -> Option<Option<Self>> {
        let Place::Board(board, words) = &self.place else { return None };
        let of = |words| Self::on_board(&self.ruleset, board.clone(), words);
        Some(board.first_of_heaps(words, player)?.map(of))
    }

    /// The position with another heap in the place of one; nothing of other boards.
    pub(crate) fn with_heap(&self, at: usize, heap: &[u64]) -> Option<Self> {
        let Place::Board(board, words) = &self.place else { return None };
        Some(Self::on_board(&self.ruleset, board.clone(), board.with_heap(words, at, heap)?))
    }

    /// Whether a move of a player leaves a position of heaps, however many moves there are; nothing where that is not
    /// seen.
    pub(crate) fn leaves(&self, to: &Self, player: Player) -> Option<bool> {
        let (Place::Board(board, from), Place::Board(_, to)) = (&self.place, &to.place) else {
            return None;
        };
        board.leaves_heaps(from, to, player)
    }

    /// The parts that do not touch: the position is their sum. Empty heaps, and cells that no move needs, are left out.
    ///
    /// # Examples
    /// ```
    /// use farstar::Ruleset;
    /// let parts = Ruleset::named("Nim")?.position("3+5")?.parts();
    /// assert_eq!(parts.iter().map(ToString::to_string).collect::<Vec<_>>(), ["3", "5"]);
    /// # Ok::<(), farstar::Error>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        let places: Vec<Place> = match &self.place {
            Place::Board(board, words) => {
                let mut parts = Vec::new();
                board.parts(words, &mut parts);
                parts.into_iter().map(|part| Place::Board(board.clone(), part)).collect()
            }
            Place::Heaps(rules, words) => {
                let words = words.words();
                let width = match rules {
                    HeapRules::Single(_) => 1,
                    HeapRules::Pair(_) => 2,
                };
                let of = |heap| Place::Heaps(rules.clone(), Packed::new(heap));
                words.chunks_exact(width).map(of).collect()
            }
        };
        let of = |place| Self { ruleset: self.ruleset.clone(), place };
        places.into_iter().map(of).collect()
    }

    /// What lies where, for drawing and editing.
    #[must_use]
    pub fn view(&self) -> View {
        match &self.place {
            Place::Board(board, words) => board.view(words),
            Place::Heaps(HeapRules::Single(_), words) => {
                View::Heaps(words.words().iter().map(|&size| vec![size]).collect())
            }
            Place::Heaps(HeapRules::Pair(_), words) => {
                View::Heaps(words.words().chunks(2).map(<[u64]>::to_vec).collect())
            }
        }
    }
}

/// The heaps that lie on a board.
fn in_heaps(board: &Board, words: &Packed) -> Packed {
    HeapRules::of_large_sizes(&board.heaps(words).unwrap_or_default())
}

/// The sizes of heaps, written `3+4`; or the first that is none.
fn sizes(text: &str) -> Result<Vec<u64>, &str> {
    let size = |word: &str| word.parse().ok().filter(|&n: &u64| n <= LARGEST_HEAP);
    text.split('+').map(str::trim).map(|word| size(word).ok_or(word)).collect()
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Board(_, words) | Place::Heaps(_, words) => f.write_str(&self.draw(words)),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:?})", self.ruleset.name(), self.to_string())
    }
}

/// Positions are equal if they are of one ruleset and typed alike.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.ruleset == other.ruleset && self.to_string() == other.to_string()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.ruleset, self.to_string()).hash(state);
    }
}

impl<S: Into<Sum>> Add<S> for Position {
    type Output = Sum;

    fn add(self, other: S) -> Sum {
        Sum::from(self) + other
    }
}
