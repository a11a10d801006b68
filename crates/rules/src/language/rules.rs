//! A ruleset as users hold it.

use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use farstar_play::Player;

use super::ast::TurningRules;
use super::ast::{Ast, BoardRules, Body, Kind};
use super::canonical::canonical_text;
use super::coins::{CoinTurning, coin_turning};
use super::ending::{Ending, Grading, Loopy, board_ending, heaps_ending};
use super::error::RulesError;
use super::heap_symmetry::{HeapSymmetry, heap_symmetries};
use super::parameter::Parameter;
use super::parse;
use super::symmetry::{Symmetry, symmetries};
use super::transform::{Exchange, Map};
use crate::board::NumberRules;
use crate::coin::TurningCode;
use crate::game::Compiled;
use crate::heap::HeapCode;

/// A ruleset read from its text. Cloning is cheap.
///
/// # Examples
/// ```
/// use farstar_rules::language::Ruleset;
/// let rules: Ruleset = "game Clobber\ngrid of . X/O #\nLeft: XO -> .X straight\nRight: as Left".parse()?;
/// assert_eq!(rules.name(), "Clobber");
/// // the ways are expanded, and every pattern is read to the right or down
/// assert!(rules.canonical().contains("Left: OX -> X. down"));
/// assert_eq!(rules.canonical().parse::<Ruleset>()?.hash(), rules.hash());
/// # Ok::<(), farstar_rules::language::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ruleset {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    ast: Ast,
    text: String,
    canonical: Arc<str>,
    hash: u64,
    ending: OnceLock<Result<Ending, Loopy>>,
    symmetries: OnceLock<Vec<Symmetry>>,
    heap_symmetries: OnceLock<Vec<HeapSymmetry>>,
    coin_turning: OnceLock<Option<CoinTurning>>,
    code: OnceLock<Option<HeapCode>>,
    number_rules: OnceLock<Arc<NumberRules>>,
    /// Boards of rows that positions were typed on, the newest last.
    boards: Mutex<Vec<Arc<Compiled>>>,
}

/// Most boards that a ruleset keeps.
const MOST_BOARDS: usize = 4;

/// Rulesets are equal if their canonical texts are, whatever they are called.
impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
            || self.inner.hash == other.inner.hash && self.inner.canonical == other.inner.canonical
    }
}

impl Eq for Ruleset {}

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.inner.hash);
    }
}

impl FromStr for Ruleset {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::with_parameters(text, &[])
    }
}

impl Ruleset {
    /// Reads a ruleset, giving parameters of its header other values.
    ///
    /// # Errors
    /// Where the text is wrong, what was found and what was expected.
    pub fn with_parameters(text: &str, given: &[(String, Parameter)]) -> Result<Self, RulesError> {
        let ast = parse::parse(text, given)?;
        let canonical = canonical_text(&ast);
        let text = if given.is_empty() { text.into() } else { parse::with_values(text, &ast) };
        Ok(Self::of(ast, text, canonical))
    }

    /// The same ruleset with other values of its parameters; those not named have what the text gives them.
    ///
    /// # Errors
    /// What is wrong with the parameters, or with the ruleset that they give.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::language::{Parameter, Ruleset};
    /// let mine: Ruleset = "game Leaps (k=1)\nheap n\nBoth: (n) -> (n-k)".parse()?;
    /// let far = mine.given(&[("k".into(), Parameter::Number(3))]).unwrap();
    /// assert!(far.canonical().contains("(n-3)"));
    /// # Ok::<(), farstar_rules::language::RulesError>(())
    /// ```
    pub fn given(&self, parameters: &[(String, Parameter)]) -> Result<Self, String> {
        Self::with_parameters(&self.inner.text, parameters).map_err(|fault| fault.message)
    }

    fn of(ast: Ast, text: String, canonical: String) -> Self {
        let hash = fingerprint(&canonical);
        let inner = Inner {
            ast,
            text,
            canonical: canonical.into(),
            hash,
            ending: OnceLock::new(),
            symmetries: OnceLock::new(),
            heap_symmetries: OnceLock::new(),
            coin_turning: OnceLock::new(),
            code: OnceLock::new(),
            number_rules: OnceLock::new(),
            boards: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The name in the header.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.ast.name
    }

    /// The text as it was typed, with the values of the parameters in its header.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// The comments of the text, one a line, without their slashes.
    #[must_use]
    pub fn comments(&self) -> Vec<&str> {
        self.inner
            .text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("//"))
            .map(str::trim)
            .collect()
    }

    /// The value of a comment `// word: value`, such as `example` or `source`.
    #[must_use]
    pub fn remark(&self, word: &str) -> Option<&str> {
        self.comments()
            .into_iter()
            .find_map(|c| c.strip_prefix(word)?.strip_prefix(':').map(str::trim))
    }

    /// The name and what one may do in Chinese: the comment `// zh: 名：句`.
    ///
    /// # Examples
    /// ```
    /// let clobber = farstar_rules::builtin::ruleset("Clobber")?;
    /// assert_eq!(clobber.chinese(), Some(("吃子棋", "石子走到相邻的异色石子上并吃掉它。")));
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn chinese(&self) -> Option<(&str, &str)> {
        self.remark("zh")?.split_once('：')
    }

    /// The parameters of the header and their values, in order.
    #[must_use]
    pub fn parameters(&self) -> &[(String, Parameter)] {
        &self.inner.ast.parameters
    }

    /// The take-and-break code of a heap game in which both players take a number of tokens and may leave up to two
    /// heaps, or that is given by a code.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// assert_eq!(ruleset("Kayles")?.code().map(|code| code.to_string()).as_deref(), Some("0.77"));
    /// assert_eq!(ruleset("Wythoff")?.code(), None);
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> Option<&HeapCode> {
        let found = self.inner.code.get_or_init(|| match &self.inner.ast.body {
            Body::Heap(rules) => rules.code(),
            Body::Board(_) | Body::Coins(_) => None,
        });
        found.as_ref()
    }

    /// What is no fault and yet worth telling: pieces that no rule reads or writes.
    ///
    /// # Examples
    /// ```
    /// let clobber = farstar_rules::builtin::ruleset("Clobber")?;
    /// let notes = clobber.notes();
    /// assert_eq!(notes[0], ". is out of play: it is written and never read");
    /// assert_eq!(notes[1], "# is a wall: it never changes and no pattern matches it");
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let Body::Board(rules) = &self.inner.ast.body else { return Vec::new() };
        let read = crate::board::sets_read(rules).into_iter().fold(0, |all, set| all | set);
        let changing = super::ending::active(rules);
        let mut notes = Vec::new();
        for (p, c) in (0..).zip(&rules.pieces) {
            match (read >> p & 1 != 0, changing.contains(&p)) {
                (false, false) => {
                    notes.push(format!("{c} is a wall: it never changes and no pattern matches it"))
                }
                (false, true) => {
                    notes.push(format!("{c} is out of play: it is written and never read"));
                }
                _ => {}
            }
        }
        notes
    }

    /// The same rules in the one form by which they are known: equal texts mean equal rules. It is a ruleset and its
    /// own canonical text. [Starts](Self::starts) do not belong to it.
    #[must_use]
    pub fn canonical(&self) -> &str {
        &self.inner.canonical
    }

    /// The largest number that is written in the moves: heaps that are no larger may not show what it does. 0 where
    /// there is none.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::language::Ruleset;
    /// let rules = Ruleset::named("game G\nheap n1\nBoth: (n1) -> (n1-k) for k in 1..n1 if k power of 700")?;
    /// assert_eq!(rules.largest_number(), 700);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn largest_number(&self) -> u64 {
        let of_moves = |line: &&str| line.contains("->");
        let words = self
            .canonical()
            .lines()
            .filter(of_moves)
            .flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
        words.filter_map(|word| word.parse().ok()).max().unwrap_or(0)
    }

    /// The numbers of a heap that no move changes, by their places from 0: parameters that are chosen with the heap.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::language::Ruleset;
    /// let bash = Ruleset::named("game Bash\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..m")?;
    /// assert_eq!(bash.unchanged_numbers(), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unchanged_numbers(&self) -> Vec<usize> {
        match &self.inner.ast.body {
            Body::Heap(rules) => rules.unchanged(),
            _ => Vec::new(),
        }
    }

    /// [`Ruleset::canonical`], to be kept: what a table of the ruleset is known by.
    #[must_use]
    pub fn identity(&self) -> &Arc<str> {
        &self.inner.canonical
    }

    /// A hash of [`Ruleset::canonical`], the same on every machine. Two rulesets may have the same; only equal texts
    /// are equal rules.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.inner.hash
    }

    /// Whether the header says `misere`: who cannot move wins.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.inner.ast.misere
    }

    /// The impartial game in which either player may make any move of either. With stones in hand it is not impartial:
    /// they stay the players' own.
    ///
    /// # Examples
    /// ```
    /// let cram = farstar_rules::builtin::ruleset("Domineering")?.impartial();
    /// assert!(cram.is_impartial());
    /// assert_eq!(cram.canonical(), farstar_rules::builtin::ruleset("Cram")?.canonical());
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn impartial(&self) -> Self {
        self.varied(
            format!("Impartial {}", self.name()),
            "and either player may make any move of either",
            |ast| match &mut ast.body {
                Body::Board(rules) => share(&mut rules.moves),
                Body::Heap(rules) => share(&mut rules.moves),
                Body::Coins(_) => {}
            },
        )
    }

    /// The game by the same moves in which who cannot move wins.
    ///
    /// # Examples
    /// ```
    /// let nim = farstar_rules::builtin::ruleset("Nim")?.misere();
    /// assert!(nim.is_misere());
    /// assert_eq!(nim.name(), "Misere Nim");
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn misere(&self) -> Self {
        let name = format!("Misere {}", self.name());
        self.varied(name, "and who cannot move wins", |ast| ast.misere = true)
    }

    /// The game by the same moves in which who cannot move loses.
    ///
    /// # Examples
    /// ```
    /// let nim = farstar_rules::builtin::ruleset("Nim")?;
    /// assert!(!nim.misere().normal().is_misere());
    /// assert_eq!(nim.misere().normal().name(), "Nim");
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn normal(&self) -> Self {
        let own = self.name().strip_prefix("Misere ");
        let name = own.map_or_else(|| format!("Normal {}", self.name()), str::to_owned);
        self.varied(name, "and who cannot move loses", |ast| ast.misere = false)
    }

    /// The rules with something changed, under another name. Their text is the canonical one, with the comments that
    /// are still true.
    pub(crate) fn varied(
        &self,
        name: String,
        changed: &str,
        change: impl FnOnce(&mut Ast),
    ) -> Self {
        let mut ast = self.inner.ast.clone();
        let mut text = format!("// As {}, {changed}.\n", ast.name);
        for known in ["source", "example"] {
            if let Some(remark) = self.remark(known) {
                text.push_str(&format!("// {known}: {remark}\n"));
            }
        }
        ast.name = name;
        change(&mut ast);
        let canonical = canonical_text(&ast);
        text.push_str(&canonical.replacen("game Rules", &format!("game \"{}\"", ast.name), 1));
        for start in self.starts() {
            text.push_str(&format!("start {start}\n"));
        }
        Self::of(ast, text, canonical)
    }

    /// What the board is; `None` for heaps.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match &self.inner.ast.body {
            Body::Board(rules) | Body::Coins(TurningRules { strip: rules, .. }) => Some(rules.kind),
            Body::Heap(_) => None,
        }
    }

    /// The pieces of the board in their order, the empty one first; none for heaps.
    #[must_use]
    pub fn pieces(&self) -> &[char] {
        match &self.inner.ast.body {
            Body::Board(rules) | Body::Coins(TurningRules { strip: rules, .. }) => &rules.pieces,
            Body::Heap(_) => &[],
        }
    }

    /// What the rules say to stand on a board of which only the size is typed, one pattern each; the first that fits
    /// is meant. Starts are no part of the [canonical text](Self::canonical): rules that differ by them alone are the
    /// same.
    ///
    /// # Examples
    /// ```
    /// let clobber = farstar_rules::builtin::ruleset("Clobber")?;
    /// assert_eq!(clobber.starts(), ["XO|OX repeated"]);
    /// let (board, start) = clobber.position("3x4")?;
    /// assert_eq!(board.draw(&start), "XOXO|OXOX|XOXO");
    /// # use farstar_rules::position::GameGraph;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn starts(&self) -> Vec<String> {
        match &self.inner.ast.body {
            Body::Board(rules) => rules.starts.iter().map(ToString::to_string).collect(),
            Body::Heap(_) | Body::Coins(_) => Vec::new(),
        }
    }

    /// Whether a size such as `4x5` or `7` is a position: the rules name a start, or play begins on an empty board.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// assert!(ruleset("Clobber")?.has_sizes() && ruleset("Domineering")?.has_sizes());
    /// assert!(!ruleset("Fission")?.has_sizes());
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn has_sizes(&self) -> bool {
        let Body::Board(rules) = &self.inner.ast.body else { return false };
        let digits = rules.pieces.iter().any(char::is_ascii_digit);
        rules.kind.is_plane() && !digits && (!rules.starts.is_empty() || rules.plays_on_empty())
    }

    /// The least and the largest number that a piece carries, if it carries one.
    ///
    /// # Examples
    /// ```
    /// let sheep = farstar_rules::builtin::ruleset("Battle Sheep")?;
    /// assert_eq!((sheep.number('X'), sheep.number('.')), (Some((1, 1000)), None));
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn number(&self, piece: char) -> Option<(u32, u32)> {
        let Body::Board(rules) = &self.inner.ast.body else { return None };
        let at = rules.pieces.iter().position(|&known| known == piece)?;
        rules.number(at as u8).map(|(low, high)| (low.into(), high.into()))
    }

    /// Whose piece this is, where the board has pieces of the players.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_play::Player;
    /// let toads = ruleset("Toads and Frogs")?;
    /// assert_eq!(toads.owner('F'), Some(Player::Right));
    /// assert_eq!(toads.owner('.'), None);
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn owner(&self, piece: char) -> Option<Player> {
        let Body::Board(rules) = &self.inner.ast.body else { return None };
        let known = |p: u8| rules.pieces.get(usize::from(p)) == Some(&piece);
        rules.pairs.iter().find_map(|&(left, right)| match (known(left), known(right)) {
            (true, false) => Some(Player::Left),
            (false, true) => Some(Player::Right),
            _ => None,
        })
    }

    /// The newest of the boards that are known for which `fits` has an answer, and the answer.
    pub(crate) fn known_board<T>(
        &self,
        fits: impl Fn(&Compiled) -> Option<T>,
    ) -> Option<(Arc<Compiled>, T)> {
        let known = self.inner.boards.lock().unwrap_or_else(PoisonError::into_inner).clone();
        known.into_iter().rev().find_map(|board| fits(&board).map(|answer| (board, answer)))
    }

    /// Keeps a board for the next position that is typed; the oldest goes.
    pub(crate) fn know_board(&self, board: &Arc<Compiled>) {
        let mut known = self.inner.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == MOST_BOARDS {
            known.remove(0);
        }
        known.push(Arc::clone(board));
    }

    /// Whether each player has stones in hand.
    #[must_use]
    pub fn has_hands(&self) -> bool {
        matches!(&self.inner.ast.body, Body::Board(rules) if rules.hands)
    }

    /// Whether every play ends, and by which measures; else the rule that resisted.
    ///
    /// # Errors
    /// [`Loopy`] when no proof was found: the game may still end.
    pub fn ending(&self) -> Result<&Ending, &Loopy> {
        self.inner
            .ending
            .get_or_init(|| match &self.inner.ast.body {
                Body::Board(rules) => board_ending(rules),
                Body::Heap(rules) => heaps_ending(rules),
                Body::Coins(_) => Ok(Ending {
                    measures: vec!["the last coin that a move changes goes to tails".into()],
                    moves_a_cell: None,
                    gradings: Vec::new(),
                }),
            })
            .as_ref()
    }

    /// The measures that prove that play ends, as functions of the position ([`Ending::gradings`]); empty where there
    /// is no such proof.
    #[must_use]
    pub fn gradings(&self) -> &[Grading] {
        self.ending().map_or(&[], |ending| &ending.gradings)
    }

    /// Whether the two players always have the same moves. They have not if each has stones in hand.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        match &self.inner.ast.body {
            // stones in hand are the players' own
            Body::Board(rules) if rules.hands => false,
            Body::Board(_) => {
                let identity = Map([1, 0, 0, 1]);
                let same = |s: &Symmetry| {
                    s.negates && s.map == identity && s.exchange == Exchange::identity()
                };
                self.symmetry_list().iter().any(same)
            }
            Body::Heap(rules) => {
                let identity = |s: &HeapSymmetry| s.places.iter().copied().eq(0..rules.names.len());
                self.heap_symmetry_list().iter().any(|s| s.negates && identity(s))
            }
            Body::Coins(_) => true,
        }
    }

    /// The coin-turning code of a ruleset that turns sets of coins by a code. The coin that leads a move is the
    /// rightmost.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// assert_eq!(Ruleset::named("Mock Turtles")?.turning().map(ToString::to_string).as_deref(), Some("1-3"));
    /// # Ok::<(), farstar_rules::ResolveError>(())
    /// ```
    #[must_use]
    pub fn turning(&self) -> Option<&TurningCode> {
        match &self.inner.ast.body {
            Body::Coins(rules) => Some(&rules.code),
            _ => None,
        }
    }

    /// Heads and tails, if the rules turn coins and every position is worth, in normal play, the sum of its heads,
    /// each alone (coin-turning theorem; Berlekamp, Conway, Guy, *Winning Ways*, ch. 14).
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// assert_eq!(ruleset("Ruler")?.coins(), Some(['H', 'T']));
    /// assert_eq!(ruleset("Strip Kayles")?.coins(), None);
    /// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
    /// ```
    #[must_use]
    pub fn coins(&self) -> Option<[char; 2]> {
        let rules = match &self.inner.ast.body {
            Body::Board(rules) => rules,
            Body::Coins(rules) => return Some([rules.strip.pieces[1], rules.strip.pieces[0]]),
            Body::Heap(_) => return None,
        };
        let coins = self.coin_turning()?;
        Some([coins.heads, coins.tails].map(|side| rules.pieces[usize::from(side)]))
    }

    pub(crate) fn coin_turning(&self) -> Option<&CoinTurning> {
        let found = self.inner.coin_turning.get_or_init(|| match &self.inner.ast.body {
            Body::Board(rules) => coin_turning(rules),
            Body::Heap(_) | Body::Coins(_) => None,
        });
        found.as_ref()
    }

    /// How many symmetries keep the players, the identity included, and how many exchange them.
    #[must_use]
    pub fn symmetry_counts(&self) -> (usize, usize) {
        let negating = match &self.inner.ast.body {
            Body::Board(_) => self.symmetry_list().iter().map(|s| s.negates).collect::<Vec<_>>(),
            Body::Heap(_) => self.heap_symmetry_list().iter().map(|s| s.negates).collect(),
            Body::Coins(_) => return (1, 1),
        };
        let swapped = negating.iter().filter(|&&n| n).count();
        (negating.len() - swapped, swapped)
    }

    pub(crate) fn symmetry_list(&self) -> &[Symmetry] {
        self.inner.symmetries.get_or_init(|| match &self.inner.ast.body {
            Body::Board(rules) => symmetries(rules),
            Body::Heap(_) | Body::Coins(_) => Vec::new(),
        })
    }

    /// The rules with numbers on cells, compiled as boards need them.
    pub(crate) fn number_rules(&self, rules: &BoardRules) -> Arc<NumberRules> {
        let compiled = || Arc::new(NumberRules::new(rules, self.symmetry_list()));
        self.inner.number_rules.get_or_init(compiled).clone()
    }

    pub(crate) fn heap_symmetry_list(&self) -> &[HeapSymmetry] {
        self.inner.heap_symmetries.get_or_init(|| match &self.inner.ast.body {
            Body::Board(_) | Body::Coins(_) => Vec::new(),
            Body::Heap(rules) => heap_symmetries(rules),
        })
    }

    pub(crate) fn body(&self) -> &Body {
        &self.inner.ast.body
    }
}

/// The rulesets of a file, in order. A new one begins at each line `game …`.
///
/// # Errors
/// The first fault, with its line in the whole file.
pub fn rules_of_file(text: &str) -> Result<Vec<Ruleset>, RulesError> {
    parse::split_file(text)
        .into_iter()
        .map(|(first, text)| {
            text.parse().map_err(|mut error: RulesError| {
                error.line += first;
                error
            })
        })
        .collect()
}

/// Gives the moves of each player to both.
fn share<T: Clone>(moves: &mut [Vec<T>; 2]) {
    let all: Vec<T> = moves.concat();
    *moves = [all.clone(), all];
}

/// FNV-1a of the bytes: small, and the same everywhere.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
