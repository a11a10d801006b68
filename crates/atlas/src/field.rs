//! The positions of one game from one start: moves and normal forms on codes.

use farstar_play::{Limits, Player};
use farstar_rules::coded::{AnyCoded, Coded};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed, Ruleset};

use crate::ask::{Ask, Folding};
use crate::{AtlasError, Codes};

/// Positions as words, whose moves are known on words.
type Moves<const N: usize> = Box<dyn Coded<N, Position = Packed>>;

enum Engine {
    One(Moves<1>),
    Two(Moves<2>),
    Three(Moves<3>),
    Four(Moves<4>),
    /// Through positions as users hold them.
    Plain,
}

/// The positions of a game in play from a start, as codes in normal form.
///
/// # Examples
/// ```
/// use farstar_atlas::Field;
/// use farstar_play::Limits;
/// use farstar_rules::builtin::ruleset;
/// let field = Field::new(&ruleset("Konane")?, "XOXOXO|OX..OX|XOXOXO|OXOXOX", &Limits::none())?;
/// assert_eq!(field.codes().bits(), 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Field {
    rules: Ruleset,
    board: Board,
    codes: Codes,
    engine: Engine,
    start: String,
    first: (u64, bool),
    fillings: bool,
    players: &'static [Player],
}

/// Room for moves, used again and again.
#[derive(Default)]
pub(crate) struct Room {
    words: Vec<u64>,
    one: Vec<[u64; 1]>,
    two: Vec<[u64; 2]>,
    three: Vec<[u64; 3]>,
    four: Vec<[u64; 4]>,
    plain: Vec<Packed>,
}

impl Field {
    /// The positions in play from a start.
    ///
    /// # Errors
    /// The position is none; the board has no codes; a code would be too long.
    pub fn new(rules: &Ruleset, start: &str, limits: &Limits) -> Result<Self, AtlasError> {
        limits.guard(|| Self::compiled(rules, start))?
    }

    fn compiled(rules: &Ruleset, start: &str) -> Result<Self, AtlasError> {
        let (board, position) = rules.position(start)?;
        let alphabets = board
            .alphabets(&position)
            .ok_or_else(|| AtlasError::NoCodes(rules.name().to_owned()))?;
        let codes = Codes::new(alphabets, &position)?;
        let same = |words: Option<&[u64]>| words == Some(position.words());
        let engine = match board.coded() {
            Some(AnyCoded::One(c)) if same(c.words(&position).as_ref().map(|w| &w[..])) => {
                Engine::One(c)
            }
            Some(AnyCoded::Two(c)) if same(c.words(&position).as_ref().map(|w| &w[..])) => {
                Engine::Two(c)
            }
            Some(AnyCoded::Three(c)) if same(c.words(&position).as_ref().map(|w| &w[..])) => {
                Engine::Three(c)
            }
            Some(AnyCoded::Four(c)) if same(c.words(&position).as_ref().map(|w| &w[..])) => {
                Engine::Four(c)
            }
            _ => Engine::Plain,
        };
        let first = codes.normal(codes.encode(position.words()));
        // a drawn graph may lack what no longer matters, and is then another board
        let drawn = board.draw(&position);
        let same =
            |(other, found): (Board, Packed)| other.board() == board.board() && found == position;
        let start = if rules.position(&drawn).is_ok_and(same) { drawn } else { start.to_owned() };
        let players: &[Player] =
            if rules.is_impartial() { &[Player::Left] } else { &[Player::Left, Player::Right] };
        let (rules, fillings) = (rules.clone(), false);
        Ok(Self { rules, board, codes, engine, start, first, fillings, players })
    }

    /// All fillings of the board with what each cell may hold in play from the start, whether play leads there or not.
    #[must_use]
    pub fn of_fillings(self) -> Self {
        Self { fillings: true, ..self }
    }

    /// Whether the positions are all fillings of the board.
    #[must_use]
    pub fn has_fillings(&self) -> bool {
        self.fillings
    }

    /// Calls `visit` with the codes from which play begins, in normal form: that of the start, or of all fillings.
    ///
    /// # Errors
    /// That of `visit`.
    pub(crate) fn each_first(
        &self,
        visit: &mut dyn FnMut(u64) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        if self.fillings { self.codes.each_normal(visit) } else { visit(self.first.0) }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The start, as it is drawn, or typed where a drawing would be of another board.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The codes.
    #[must_use]
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The normal form of the start, and whether it is the negative.
    #[must_use]
    pub fn first(&self) -> (u64, bool) {
        self.first
    }

    /// The position with a code, as it is drawn.
    #[must_use]
    pub fn draw(&self, code: u64) -> String {
        self.board.draw(&self.codes.position(code))
    }

    /// The normal form of a position that is typed, and whether it is the negative; `None` if no play from the start
    /// could lead there.
    ///
    /// # Errors
    /// The text is no position.
    pub fn read(&self, text: &str) -> Result<Option<(u64, bool)>, AtlasError> {
        let (board, position) = self.rules.position(text)?;
        Ok(self.find(&board, &position))
    }

    /// The normal form of a position on a board.
    pub(crate) fn find(&self, board: &Board, position: &Packed) -> Option<(u64, bool)> {
        if board.board() == self.board.board() { self.codes.find(position) } else { None }
    }

    /// The board, and the position with a code on it.
    pub(crate) fn placed(&self, code: u64) -> (Board, Packed) {
        (self.board.clone(), self.codes.position(code))
    }

    /// A question with what the rules say of it.
    ///
    /// # Errors
    /// The question cannot be asked of these rules.
    pub fn folding(&self, ask: Ask) -> Result<Folding, AtlasError> {
        let impartial = self.rules.is_impartial();
        if ask == Ask::Grundy && !impartial {
            return Err(AtlasError::NotImpartial);
        }
        if ask == Ask::Value && self.rules.is_misere() {
            return Err(AtlasError::MiserePlay);
        }
        if ask != Ask::Draws && !self.codes.graded() {
            let why = match self.rules.ending() {
                Err(loopy) => loopy.to_string(),
                Ok(ending) => ending.to_string(),
            };
            return Err(AtlasError::NotGraded(why));
        }
        Ok(Folding { ask, impartial, misere: self.rules.is_misere() && ask != Ask::Grundy })
    }

    /// The players whose moves are asked for.
    pub(crate) fn players(&self) -> &'static [Player] {
        self.players
    }

    /// Calls `visit` with the code of every option of a player, not in normal form.
    #[inline]
    pub(crate) fn each_option(
        &self,
        code: u64,
        player: Player,
        room: &mut Room,
        visit: &mut impl FnMut(u64),
    ) {
        let Room { words, one, two, three, four, plain } = room;
        words.resize(self.codes.words(), 0);
        self.codes.decode(code, words);
        macro_rules! on_words {
            ($engine:expr, $list:expr, $length:literal) => {{
                let mut from = [0; $length];
                from.iter_mut().zip(words.iter()).for_each(|(slot, &word)| *slot = word);
                $list.clear();
                $engine.options(&from, player, $list);
                $list.iter().for_each(|next| visit(self.codes.encode(next)));
            }};
        }
        match &self.engine {
            Engine::One(engine) => on_words!(engine, one, 1),
            Engine::Two(engine) => on_words!(engine, two, 2),
            Engine::Three(engine) => on_words!(engine, three, 3),
            Engine::Four(engine) => on_words!(engine, four, 4),
            Engine::Plain => {
                plain.clear();
                self.board.options(&Packed::new(words), player, plain);
                plain.iter().for_each(|next| visit(self.codes.encode(next.words())));
            }
        }
    }
}
