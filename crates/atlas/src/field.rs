//! The positions of one game from one start: moves and normal forms on codes.

use farstar_play::{Limits, Player};
use farstar_rules::coded::{AnyCoded, Coded};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed, Ruleset};

use crate::ask::{Ask, Folding};
use crate::parts::Parts;
use crate::room::Room;
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

/// The positions of a game in play from a start, or all connected parts of at most so many cells, as codes in normal
/// form.
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
    first: Option<(u64, bool)>,
    fillings: bool,
    players: &'static [Player],
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
        let (players, first) = (players(rules), Some(first));
        let (rules, fillings) = (rules.clone(), false);
        Ok(Self { rules, board, codes, engine, start, first, fillings, players })
    }

    /// All connected parts of at most so many cells, on whatever boards: what cannot be taken apart further, and can
    /// be played wherever it lies.
    ///
    /// # Errors
    /// Parts of these rules depend on where they lie, have no tiers, or are too many.
    ///
    /// # Examples
    /// ```
    /// use farstar_atlas::Field;
    /// use farstar_play::Limits;
    /// use farstar_rules::builtin::ruleset;
    /// let field = Field::of_parts(&ruleset("Domineering")?, 4, &Limits::none())?;
    /// let parts = field.parts_in("..#..|..#.#|#####")?.ok_or("all parts have at most four cells")?;
    /// assert_eq!(parts.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_parts(rules: &Ruleset, cells: u32, limits: &Limits) -> Result<Self, AtlasError> {
        let parts = limits.guard(|| Parts::new(rules, cells))??;
        let board = parts.board().clone();
        Ok(Self {
            rules: rules.clone(),
            board,
            codes: Codes::of_parts(parts),
            engine: Engine::Plain,
            start: String::new(),
            first: None,
            fillings: true,
            players: players(rules),
        })
    }

    /// How many cells the parts may have, if the positions are connected parts.
    #[must_use]
    pub fn cells_of_parts(&self) -> Option<u32> {
        self.codes.parts().map(Parts::cells)
    }

    /// All fillings of the board with what each cell may hold in play from the start, whether play leads there or not.
    #[must_use]
    pub fn of_fillings(self) -> Self {
        Self { fillings: true, ..self }
    }

    /// Whether the positions are all fillings of the board, or all parts, whether play leads to them or not.
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
        match self.first {
            Some((first, _)) if !self.fillings => visit(first),
            _ => self.codes.each_normal(visit),
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The start, as it is drawn, or typed where a drawing would be of another board; nothing of parts.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The codes.
    #[must_use]
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The normal form of the start, and whether it is the negative; `None` of parts.
    #[must_use]
    pub fn first(&self) -> Option<(u64, bool)> {
        self.first
    }

    /// The position with a code, as it is drawn.
    #[must_use]
    pub fn draw(&self, code: u64) -> String {
        if let Some(parts) = self.codes.parts() {
            return parts.draw(code);
        }
        self.board.draw(&self.codes.position(code))
    }

    /// The normal form of a position that is typed, and whether it is the negative; `None` if no play from the start
    /// could lead there, or, of parts, if it is not one of them.
    ///
    /// # Errors
    /// The text is no position.
    pub fn read(&self, text: &str) -> Result<Option<(u64, bool)>, AtlasError> {
        let (board, position) = self.rules.position(text)?;
        Ok(self.find(&board, &position))
    }

    /// What the parts of a position that is typed are, each with its normal form and whether it is the negative;
    /// `None` if some are not among those of this field. Where positions are no parts, the position is all there is.
    ///
    /// # Errors
    /// The text is no position.
    pub fn parts_in(&self, text: &str) -> Result<Option<Vec<(u64, bool)>>, AtlasError> {
        let (board, position) = self.rules.position(text)?;
        let mut found = Vec::new();
        Ok(self.find_all(&board, &position, &mut found).then_some(found))
    }

    /// The normal form of a position on a board.
    pub(crate) fn find(&self, board: &Board, position: &Packed) -> Option<(u64, bool)> {
        let mut found = Vec::new();
        let all = self.find_all(board, position, &mut found);
        found.pop().filter(|_| all && found.is_empty())
    }

    /// Appends the normal forms of what a position on a board is the sum of: itself, or its parts. Whether all have
    /// one.
    pub(crate) fn find_all(
        &self,
        board: &Board,
        position: &Packed,
        found: &mut Vec<(u64, bool)>,
    ) -> bool {
        if let Some(parts) = self.codes.parts() {
            return board.scope() == self.board.scope()
                && parts.find(board, position, &mut Vec::new(), found);
        }
        let one =
            if board.board() == self.board.board() { self.codes.find(position) } else { None };
        found.extend(one);
        one.is_some()
    }

    /// The board, and the position with a code on it.
    pub(crate) fn placed(&self, code: u64) -> (Board, Packed) {
        (self.board.clone(), self.codes.position(code))
    }

    /// What is asked where nobody says: the value of parts, else who wins, and with draws where positions have no
    /// tiers.
    #[must_use]
    pub fn usual(&self) -> Ask {
        match (self.codes.parts(), self.codes.graded()) {
            (Some(_), _) => Ask::Value,
            (None, true) => Ask::Winner,
            (None, false) => Ask::Draws,
        }
    }

    /// A question, or else the usual one, with what the rules say of it.
    ///
    /// # Errors
    /// The question cannot be asked of these rules.
    pub fn folding(&self, ask: Option<Ask>) -> Result<Folding, AtlasError> {
        let impartial = self.rules.is_impartial();
        let ask = ask.unwrap_or_else(|| self.usual());
        if self.codes.parts().is_some() && ask != Ask::Value {
            return Err(AtlasError::PartsAskedOtherwise);
        }
        if ask == Ask::Grundy && !impartial {
            return Err(AtlasError::NotImpartial);
        }
        if matches!(ask, Ask::Value | Ask::Grundy) && self.rules.is_misere() {
            return Err(AtlasError::MiserePlay);
        }
        if ask != Ask::Draws && !self.codes.graded() {
            let why = match self.rules.ending() {
                Err(loopy) => loopy.to_string(),
                Ok(ending) => ending.to_string(),
            };
            return Err(AtlasError::NotGraded(why));
        }
        Ok(Folding { ask, impartial, misere: self.rules.is_misere() })
    }

    /// The players whose moves are asked for.
    pub(crate) fn players(&self) -> &'static [Player] {
        self.players
    }

    /// Finds what the moves of a player lead to, in normal form: the options, or the parts of each, and then the room
    /// has where those of each option end.
    #[inline]
    pub(crate) fn reach(&self, code: u64, player: Player, room: &mut Room) {
        room.reached.clear();
        if let Some(parts) = self.codes.parts() {
            return parts.reach(code, player, room);
        }
        let Room { reached, words, source, landings, deltas, one, two, three, four, plain, .. } =
            room;
        macro_rules! on_words {
            ($engine:expr, $list:expr, $length:literal) => {{
                let from: [u64; $length] = self.codes.decoded(code);
                landings.clear();
                if $engine.landings(&from, player, landings) {
                    let led_to = |landing| {
                        let flipped = $engine.flipped(player, landing);
                        self.codes.encode(&std::array::from_fn::<u64, $length, _>(|i| {
                            from[i] ^ flipped[i]
                        }))
                    };
                    let deltas = &mut deltas[usize::from(player == Player::Right)];
                    return self.codes.reach(code, source, landings, deltas, led_to, reached);
                }
                $list.clear();
                $engine.options(&from, player, $list);
                reached
                    .extend($list.iter().map(|next| self.codes.settled(self.codes.encode(next))));
            }};
        }
        match &self.engine {
            Engine::One(engine) => on_words!(engine, one, 1),
            Engine::Two(engine) => on_words!(engine, two, 2),
            Engine::Three(engine) => on_words!(engine, three, 3),
            Engine::Four(engine) => on_words!(engine, four, 4),
            Engine::Plain => {
                plain.clear();
                words.resize(self.codes.words(), 0);
                self.codes.decode(code, words);
                self.board.options(&Packed::new(words), player, plain);
                let code = |next: &Packed| self.codes.settled(self.codes.encode(next.words()));
                reached.extend(plain.iter().map(code));
            }
        }
    }
}

fn players(rules: &Ruleset) -> &'static [Player] {
    if rules.is_impartial() { &[Player::Left] } else { &[Player::Left, Player::Right] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::Normal;
    use farstar_rules::builtin::rulesets;
    use farstar_testkit::SplitMix64;

    #[test]
    fn what_patterns_add_leads_to_the_options_of_the_board() {
        let mut random = SplitMix64::new(6);
        let (mut by_patterns, mut otherwise) = (0, 0);
        for (rules, size) in rulesets().iter().flat_map(|rules| [(rules, "3x4"), (rules, "4x4")]) {
            let Ok(field) = Field::new(rules, size, &Limits::none()) else { continue };
            let mut room = Room::default();
            for _ in 0..20 {
                let mut code = field.first().unwrap().0;
                loop {
                    let mut all = Vec::new();
                    for &player in field.players() {
                        let mut wanted = Vec::new();
                        field.board.options(&field.codes.position(code), player, &mut wanted);
                        let normal = |next: &Packed| {
                            let code = field.codes.encode(next.words());
                            (field.codes.normal(code), field.codes.tier(code))
                        };
                        let mut wanted: Vec<_> = wanted.iter().map(normal).collect();
                        room.landings.clear();
                        field.reach(code, player, &mut room);
                        let found = |n: &Normal| ((n.code(), n.negative()), n.tier);
                        let mut found: Vec<_> = room.reached.iter().map(found).collect();
                        wanted.sort_unstable();
                        found.sort_unstable();
                        assert_eq!(found, wanted, "{} {}", rules.name(), field.draw(code));
                        let patterns = !room.landings.is_empty();
                        *if patterns { &mut by_patterns } else { &mut otherwise } += found.len();
                        all.extend(found);
                    }
                    if all.is_empty() || random.below(30) == 0 {
                        break;
                    }
                    code = all[random.below(all.len() as u64) as usize].0.0;
                }
            }
        }
        assert!(by_patterns > 10_000 && otherwise > 10_000, "{by_patterns} {otherwise}");
    }
}
