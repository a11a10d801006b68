//! Heap games written as texts of the rules language, seen one heap at a time: what sequences and tables of values are
//! made of.

use std::ops::ControlFlow;
use std::sync::Arc;

use farstar_play::Player;

use super::code::HeapCode;
use super::game::{HeapGame, HeapSize, OptionVisitor, Pair, PairGame, PartizanHeaps};
use super::spawning::Spawning;
use crate::coin::TurningCode;
use crate::language::Ruleset;
use crate::language::ast::Body;
use crate::language::expression::{Expr, Op};
use crate::language::heap::{HeapMove, HeapRule, HeapRules, Range};

/// Numbers that a range may hold to be a set of what is taken.
const MOST_TAKEN: i64 = 1 << 12;

/// How a ruleset is one of heaps.
#[derive(Clone)]
pub enum Heaps {
    /// A heap is a number.
    Single(Arc<dyn HeapGame>),
    /// A heap is a pair of numbers.
    Pairs(PairGame),
    /// A heap is the place of a coin, counted from 1.
    Coins(TurningCode),
}

impl Heaps {
    /// The game whose heaps are one number each; coins are the heaps that they leave behind when they are turned.
    ///
    /// # Errors
    /// The game, if its heaps are pairs.
    pub fn single(self) -> Result<Arc<dyn HeapGame>, PairGame> {
        match self {
            Self::Single(game) => Ok(game),
            Self::Coins(code) => Ok(Arc::new(Spawning::new(code))),
            Self::Pairs(pairs) => Err(pairs),
        }
    }
}

impl Ruleset {
    /// The ruleset as a game on heaps that have Grundy values.
    ///
    /// # Errors
    /// Why it is none, in one sentence.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// use farstar_rules::heap::Heaps;
    /// let rules: Ruleset = "game Mine\nheap n\nBoth: (n) -> (n/2)+(n/2)".parse()?;
    /// let Ok(Heaps::Single(game)) = rules.heap_game() else { return Err("no heaps".into()) };
    /// assert_eq!(game.options(6), [[3, 3]]);
    /// assert!(Ruleset::named("Clobber")?.heap_game().is_err_and(|why| why.contains("played on a grid")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heap_game(&self) -> Result<Heaps, String> {
        let name = self.name();
        if self.is_misere() {
            return Err(format!(
                "{name} is played misère, and Grundy values are those of normal play"
            ));
        }
        if let Some(code) = self.turning() {
            return Ok(Heaps::Coins(code.clone()));
        }
        let Body::Heap(rules) = self.body() else {
            let kind = self.kind().map_or("board", |kind| kind.word());
            let heaps = self.remark("heaps");
            let other = heaps.map_or(String::new(), |other| format!("; {other}"));
            return Err(format!("{name} is played on a {kind}, not on heaps{other}"));
        };
        if !self.is_impartial() {
            return Err(format!("{name} is partizan: its heaps have values, but no Grundy values"));
        }
        let written = || Written { rules: self.clone(), player: Player::Left };
        match (self.code(), rules.names.len()) {
            (Some(code), _) => Ok(Heaps::Single(Arc::new(code.clone()))),
            (None, 1) => Ok(Heaps::Single(Arc::new(written()))),
            (None, 2) => Ok(Heaps::Pairs(Arc::new(written()))),
            (None, numbers) => Err(format!(
                "a heap of {name} is {numbers} numbers: sequences are of heaps of one number, tables of heaps of two"
            )),
        }
    }
}

impl Ruleset {
    /// The moves of both players, if a heap is a pair of numbers.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// use farstar_rules::heap::HeapGame;
    /// let [left, _] = Ruleset::named("Cutcake")?.partizan_pairs().ok_or("no pairs")?;
    /// assert_eq!(left.options((2, 3)), [[(2, 1), (2, 2)], [(2, 2), (2, 1)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn partizan_pairs(&self) -> Option<PartizanHeaps> {
        match self.body() {
            Body::Heap(rules) if rules.names.len() == 2 => Some(
                [Player::Left, Player::Right]
                    .map(|player| Arc::new(Written { rules: self.clone(), player }) as Arc<_>),
            ),
            _ => None,
        }
    }
}

impl Ruleset {
    /// What the numbers of a heap are called, if the ruleset is one of heaps.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// assert_eq!(Ruleset::named("Cutcake")?.heap_names(), Some(&["h".to_owned(), "w".to_owned()][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn heap_names(&self) -> Option<&[String]> {
        match self.body() {
            Body::Heap(rules) => Some(&rules.names),
            _ => None,
        }
    }

    /// The game of heaps of which some entries are given and stay as they are, and the others are all that is written
    /// down; `None` where a move changes one of these, and where nothing would be left to write. Moves of entries that
    /// nothing ties to the others are left out where these are given as 0.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// let bash: Ruleset = "game Bash\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..m".parse()?;
    /// let three = bash.fixed(&[None, Some(3)]).unwrap();
    /// assert!(three.canonical().contains("(n) -> (n-i) for i in 1..3"));
    /// assert!(bash.fixed(&[Some(3), None]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fixed(&self, given: &[Option<i64>]) -> Option<Self> {
        let names = self.heap_names()?;
        if names.len() != given.len() || given.iter().all(Option::is_some) {
            return None;
        }
        let Body::Heap(rules) = self.body() else { return None };
        let (mut rules, groups) = (rules.clone(), rules.groups());
        let told: Vec<String> = names
            .iter()
            .zip(given)
            .filter_map(|(name, given)| given.map(|n| format!("{name} = {n}")))
            .collect();
        let kept = names.iter().zip(given).filter(|(_, given)| given.is_none());
        rules.names = kept.map(|(name, _)| name.clone()).collect();
        let is_zero =
            |group: usize| (0..groups.len()).all(|i| groups[i] != group || given[i] == Some(0));
        for moves in &mut rules.moves {
            moves.retain(|(rule, ..)| !rule.group(&groups).is_some_and(is_zero));
        }
        for moves in &mut rules.moves {
            let mut kept = Vec::new();
            for (rule, line, column) in moves.drain(..) {
                let HeapRule::Written(one) = rule else { return None };
                kept.extend(one.fixed(given)?.map(|one| (HeapRule::Written(one), line, column)));
            }
            *moves = kept;
        }
        let told = told.join(", ");
        let name = format!("{} ({told})", self.name());
        Some(
            self.varied(name, &format!("of heaps with {told}"), |ast| ast.body = Body::Heap(rules)),
        )
    }

    /// The games of heaps of one number each of which heaps of several are the sum, if no move ties two of these
    /// together.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// let both: Ruleset = "game G\nheap a b\nBoth: (a,b) -> (a-1,b)\n (a,b) -> (a,k) for k in 0..b-1".parse()?;
    /// let games = both.games_of_numbers().unwrap();
    /// assert!(games[1].canonical().contains("(n) -> (i) for i in 0..n-1"));
    /// assert!(Ruleset::named("Wythoff")?.games_of_numbers().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn games_of_numbers(&self) -> Option<Vec<Self>> {
        let Body::Heap(rules) = self.body() else { return None };
        let numbers = 0..rules.names.len();
        if numbers.len() < 2 || rules.groups() != numbers.clone().collect::<Vec<_>>() {
            return None;
        }
        let game =
            |own| self.fixed(&numbers.clone().map(|i| (i != own).then_some(0)).collect::<Vec<_>>());
        numbers.clone().map(game).collect()
    }

    /// The numbers of tokens that Left and Right may take, if that is all they can do, however much is left: a partizan
    /// subtraction game on finite sets. In order, each number once.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// let taken = |name: &str| Ruleset::named(name).ok()?.taken();
    /// assert_eq!(taken("Partizan Subtraction(a={2 1}, b={3})"), Some([vec![1, 2], vec![3]]));
    /// assert_eq!(taken("Cutcake"), None);
    /// ```
    #[must_use]
    pub fn taken(&self) -> Option<[Vec<u64>; 2]> {
        let Body::Heap(HeapRules { names, moves }) = self.body() else { return None };
        if names.len() != 1 || self.is_misere() {
            return None;
        }
        let of = |rules: &[(HeapRule, usize, String)]| {
            let taken = rules.iter().map(|(rule, ..)| match rule {
                HeapRule::Written(one) => taken(one),
                HeapRule::Code(_) => None,
            });
            let mut taken: Vec<u64> = taken.collect::<Option<Vec<_>>>()?.concat();
            taken.sort_unstable();
            taken.dedup();
            Some(taken)
        };
        Some([of(&moves[0])?, of(&moves[1])?])
    }
}

impl Ruleset {
    /// Calls `visit` with what each move of a player makes of a heap, its heaps one behind the other, until it breaks
    /// off; with nothing where they are too large or too many to be written down. Only of rulesets of heaps.
    ///
    /// # Examples
    /// ```
    /// use farstar_play::Player;
    /// use farstar_rules::Ruleset;
    /// use std::ops::ControlFlow;
    /// let mut made = Vec::new();
    /// let _ = Ruleset::named("Cutcake")?.visit_heap(Player::Left, &[2, 3], &mut |heaps| {
    ///     made.push(heaps.unwrap_or_default().to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(made, [[2, 1, 2, 2], [2, 2, 2, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_heap(
        &self,
        player: Player,
        heap: &[u64],
        visit: &mut dyn FnMut(Option<&[u64]>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Body::Heap(HeapRules { moves, .. }) = self.body() else {
            return ControlFlow::Continue(());
        };
        let mut rules = moves[player as usize].iter();
        rules.try_for_each(|(rule, ..)| rule.visit(heap, &mut u64::MAX.clone(), visit))
    }
}

/// What a rule takes, if it is of the form `(n) -> (n-k) for k in …`, or `(n) -> (n-3)`.
fn taken(one: &HeapMove) -> Option<Vec<u64>> {
    let ([part], None) = (&one.parts[..], &one.condition) else { return None };
    let [Expr::Binary(Op::Subtract, from, less)] = &part.entries[..] else { return None };
    if part.count != Expr::Number(1) || **from != Expr::Variable(0) {
        return None;
    }
    let numbers: Vec<i64> = match (&one.ranges[..], &**less) {
        ([], Expr::Number(k)) => vec![*k],
        ([Range::Of(set)], Expr::Variable(1)) => set.clone(),
        ([Range::Between(Expr::Number(low), Expr::Number(high))], Expr::Variable(1))
            if high.saturating_sub(*low) < MOST_TAKEN =>
        {
            (*low..=*high).collect()
        }
        _ => return None,
    };
    numbers.into_iter().map(|k| u64::try_from(k).ok().filter(|&k| k > 0)).collect()
}

/// What a player may do by a ruleset of heaps.
#[derive(Clone, Debug)]
struct Written {
    rules: Ruleset,
    player: Player,
}

impl Written {
    /// Calls `visit` with what each move of the player makes of a heap; where that cannot be written down, with the
    /// heap itself, as it is no smaller.
    fn visit<const N: usize>(
        &self,
        heap: [HeapSize; N],
        visit: &mut dyn FnMut(&[[HeapSize; N]]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut parts: Vec<[HeapSize; N]> = Vec::new();
        self.rules.visit_heap(self.player, &heap.map(u64::from), &mut |made| {
            parts.clear();
            match made {
                Some(made) => {
                    let heaps = made.chunks_exact(N);
                    parts.extend(heaps.map(|part| std::array::from_fn(|i| part[i] as HeapSize)));
                }
                None => parts.push(heap),
            }
            visit(&parts)
        })
    }

    fn has_unwritten<const N: usize>(&self, heap: [HeapSize; N]) -> bool {
        let look = &mut |made: Option<&[u64]>| match made {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        };
        self.rules.visit_heap(self.player, &heap.map(u64::from), look).is_break()
    }
}

impl HeapGame for Written {
    fn name(&self) -> String {
        self.rules.name().to_owned()
    }

    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        let mut sizes = Vec::new();
        self.visit([heap], &mut |parts| {
            sizes.clear();
            sizes.extend(parts.iter().map(|part| part[0]));
            visit(&sizes)
        })
    }

    fn code(&self) -> Option<&HeapCode> {
        self.rules.code()
    }

    fn overflows(&self, heap: HeapSize) -> bool {
        self.has_unwritten([heap])
    }
}

impl HeapGame<Pair> for Written {
    fn name(&self) -> String {
        self.rules.name().to_owned()
    }

    fn visit_options(&self, (a, b): Pair, visit: &mut OptionVisitor<'_, Pair>) -> ControlFlow<()> {
        let mut pairs = Vec::new();
        self.visit([a, b], &mut |parts| {
            pairs.clear();
            pairs.extend(parts.iter().map(|&[a, b]| (a, b)));
            visit(&pairs)
        })
    }

    fn overflows(&self, (a, b): Pair) -> bool {
        self.has_unwritten([a, b])
    }
}
