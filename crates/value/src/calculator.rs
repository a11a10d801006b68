//! The calculator: operations in an arena, under limits, with scratch space of its own.

use std::fmt;

use crate::arena::{Arena, Node};
use crate::canonical::{Choice, SortedForm};
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::order::OrderScratch;
use crate::sum::SumScratch;
use crate::text::TextScratch;
use dashu_int::IBig;
use farstar_num::Dyadic;
use farstar_play::Player;
use farstar_play::{Limits, Stopped};

/// Option lists of a nimber are not made beyond this many options.
const MOST_OPTIONS: u64 = 1 << 22;
/// Steps between two looks at the limits.
const STEPS_A_CHECK: u32 = 256;

/// Operations on the values of one [`Arena`], under [`Limits`].
///
/// A calculator is cheap to make and belongs to one thread; several may work in one arena at once. Operations that can
/// grow return [`Error::Stopped`] when a limit is met; the arena stays usable, and what was found before is kept.
pub struct Calculator<'a> {
    arena: &'a Arena,
    limits: Limits,
    /// Values in the arena when this calculator was made: the limit on nodes counts from there.
    values_before: u64,
    steps: u32,
    /// What one operation may cost: values the arena may hold after it, and steps left.
    budget: Option<(u64, u64)>,
    pub(crate) order: OrderScratch,
    pub(crate) sums: SumScratch<'a>,
    pub(crate) forms: SortedForm,
    /// Options of the form being made canonical.
    pub(crate) choices: [Vec<Choice>; 2],
    pub(crate) text: TextScratch,
}

impl fmt::Debug for Calculator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Calculator");
        shown.field("arena", self.arena).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<'a> Calculator<'a> {
    pub(crate) fn new(arena: &'a Arena, limits: Limits) -> Self {
        Self {
            values_before: arena.values(),
            arena,
            limits,
            steps: 0,
            budget: None,
            order: OrderScratch::default(),
            sums: SumScratch::default(),
            forms: SortedForm::default(),
            choices: Default::default(),
            text: TextScratch::default(),
        }
    }

    /// The arena this calculator works in.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The limits this calculator keeps to.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Lets the operations that follow make about `values` new values and about `steps` elementary steps, all together;
    /// beyond that they fail with [`Stopped::Nodes`]. For attempts that are given up when they turn out to be dear.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let mut switches = Vec::new();
    /// for text in ["{11|7||3}", "{13/2|1||-9|-20}", "{6||5|0}", "{7|2||-3}", "{10|1||0|-9}"] {
    ///     switches.push(calc.parse(text)?);
    /// }
    /// calc.set_budget(10, 256);
    /// assert!(calc.sum(switches.iter().copied()).is_err());
    /// calc.clear_budget();
    /// assert!(calc.sum(switches).is_ok());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn set_budget(&mut self, values: u64, steps: u64) {
        self.steps = 0;
        self.budget = Some((self.arena.values().saturating_add(values), steps));
    }

    /// Ends what [`Calculator::set_budget`] began.
    pub fn clear_budget(&mut self) {
        self.budget = None;
    }

    /// Counts one step of work, and now and then looks at the limits.
    #[inline(always)]
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps >= STEPS_A_CHECK { self.check_limits() } else { Ok(()) }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<()> {
        self.steps = 0;
        if let Some((values, steps)) = &mut self.budget {
            *steps = steps.saturating_sub(u64::from(STEPS_A_CHECK));
            if *steps == 0 || self.arena.values() > *values {
                return Err(Error::Stopped(Stopped::Nodes));
            }
        }
        let made = self.arena.values() - self.values_before;
        Ok(self.limits.check_with(made, self.arena.bytes())?)
    }

    #[inline(always)]
    pub(crate) fn node(&self, game: Game) -> &'a Node {
        self.arena.node(game.0)
    }

    /// The value `n`.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the arena is full.
    pub fn integer(&mut self, n: i64) -> Result<Game> {
        self.number(&Dyadic::from(n))
    }

    /// The number `x`.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the arena is full.
    pub fn number(&mut self, x: &Dyadic) -> Result<Game> {
        self.closed(&Closed { number: x.clone(), up: 0, nimber: 0 })
    }

    /// The nimber `*n`, the value of a nim heap of `n` tokens.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the arena is full.
    pub fn nimber(&mut self, n: u64) -> Result<Game> {
        self.closed(&Closed { number: Dyadic::ZERO, up: 0, nimber: n })
    }

    /// The value `n·↑`, where `↑ = {0|*}`; downs for negative `n`.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the arena is full.
    pub fn up(&mut self, n: i64) -> Result<Game> {
        self.closed(&Closed { number: Dyadic::ZERO, up: n, nimber: 0 })
    }

    /// The value `number + up·↑ + *nimber`.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the arena is full.
    pub fn closed(&mut self, value: &Closed) -> Result<Game> {
        self.arena.intern_closed(value)
    }

    /// The parts of a value that is a number plus ups plus a nimber; `None` for all others.
    #[must_use]
    pub fn closed_parts(&self, game: Game) -> Option<Closed> {
        self.parts(game).cloned()
    }

    #[inline]
    pub(crate) fn parts(&self, game: Game) -> Option<&'a Closed> {
        self.arena.closed(self.node(game))
    }

    /// The number a game equals, if it equals one.
    #[must_use]
    pub fn as_number(&self, game: Game) -> Option<Dyadic> {
        self.parts(game).filter(|c| c.is_number()).map(|c| c.number.clone())
    }

    /// The integer a game equals, if it equals one.
    #[must_use]
    pub fn as_integer(&self, game: Game) -> Option<IBig> {
        self.parts(game).filter(|c| c.is_number()).and_then(|c| c.number.to_integer())
    }

    /// The size of the nim heap a game equals, if it equals one.
    #[must_use]
    pub fn as_nimber(&self, game: Game) -> Option<u64> {
        self.parts(game).filter(|c| c.is_nimber()).map(|c| c.nimber)
    }

    /// The Left stop: the number reached when both play `game` alone, Left first, until it is a number.
    ///
    /// # Errors
    /// None at present; the signature leaves room for limits.
    #[inline]
    pub fn left_stop(&mut self, game: Game) -> Result<Dyadic> {
        Ok(self.stop(game, Player::Left))
    }

    /// The Right stop: the number reached when both play `game` alone, Right first, until it is a number.
    ///
    /// # Errors
    /// None at present; the signature leaves room for limits.
    #[inline]
    pub fn right_stop(&mut self, game: Game) -> Result<Dyadic> {
        Ok(self.stop(game, Player::Right))
    }

    /// Left and Right stop in units of 2⁻¹⁰, if they fit a node.
    #[inline]
    /// Whether stops leave open that `G + H ≤ K`, or that `G + H ≥ K`, without the sum: its Left stop lies between
    /// `LS(G) + RS(H)` and `LS(G) + LS(H)`, its Right stop between `RS(G) + RS(H)` and `LS(G) + RS(H)` (Siegel, II.3).
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (switch, star, two) = (calc.parse("+-1")?, calc.nimber(1)?, calc.integer(2)?);
    /// assert_eq!(calc.sum_may_compare([switch, star], two), [true, false]);
    /// assert_eq!(calc.sum_may_compare([switch, star], star), [false, false]);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    #[must_use]
    pub fn sum_may_compare(&self, [g, h]: [Game; 2], k: Game) -> [bool; 2] {
        let narrow = (self.narrow_stops(g), self.narrow_stops(h), self.narrow_stops(k));
        let (Some([g_left, g_right]), Some([h_left, h_right]), Some([left, right])) = narrow else {
            return [true; 2];
        };
        let mixed = [g_left + h_right, g_right + h_left];
        let (most, least) = (mixed[0].max(mixed[1]), mixed[0].min(mixed[1]));
        [g_right + h_right <= right && most <= left, g_left + h_left >= left && least >= right]
    }

    pub(crate) fn narrow_stops(&self, game: Game) -> Option<[i32; 2]> {
        let node = self.node(game);
        // A Left cut is 2s or 2s+1, a Right cut 2s or 2s−1.
        (!node.is_wide()).then_some([node.left_cut >> 1, (node.right_cut + 1) >> 1])
    }

    #[inline]
    pub(crate) fn stop(&self, game: Game, player: Player) -> Dyadic {
        let node = self.node(game);
        if node.is_wide() {
            let [left, right] = self.arena.wide_cuts(node);
            return match player {
                Player::Left => left.stop,
                Player::Right => right.stop,
            };
        }
        // A Left cut is 2s or 2s+1, a Right cut 2s or 2s−1.
        crate::stops::narrow_stop(match player {
            Player::Left => node.left_cut,
            Player::Right => node.right_cut + 1,
        })
    }

    /// Both lists of canonical options of a game; those of a closed value are made on first use.
    pub(crate) fn lists(&mut self, id: u32) -> Result<(&'a [u32], &'a [u32])> {
        let node = self.arena.node(id);
        if let Some(lists) = self.arena.known_lists(node) {
            return Ok(lists);
        }
        self.make_lists(node)
    }

    #[cold]
    fn make_lists(&mut self, node: &'a Node) -> Result<(&'a [u32], &'a [u32])> {
        let value = self.arena.closed(node).expect("only closed values lack lists");
        if value.up == 0 && value.nimber > MOST_OPTIONS {
            return Err(Error::TooLarge {
                what: format!("the number of options of *{}", value.nimber),
                limit: MOST_OPTIONS.to_string(),
            });
        }
        let (left, right) = value.options();
        let mut intern = |options: Vec<Closed>| -> Result<Vec<u32>> {
            let mut ids = Vec::with_capacity(options.len());
            for option in &options {
                self.tick()?;
                ids.push(self.arena.intern_closed(option)?.0);
            }
            ids.sort_unstable();
            Ok(ids)
        };
        let (left, right) = (intern(left)?, intern(right)?);
        self.arena.set_closed_lists(node, &left, &right)?;
        Ok(self.arena.known_lists(node).expect("the lists were just made"))
    }

    /// The canonical options of `player`, in no particular order.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a nimber with more than 2²² options; [`Error::Stopped`] at a limit.
    pub fn options(&mut self, game: Game, player: Player) -> Result<Vec<Game>> {
        let (left, right) = self.lists(game.0)?;
        let list = match player {
            Player::Left => left,
            Player::Right => right,
        };
        Ok(list.iter().map(|id| Game(*id)).collect())
    }

    /// The canonical Left options.
    ///
    /// # Errors
    /// Those of [`Calculator::options`].
    pub fn left_options(&mut self, game: Game) -> Result<Vec<Game>> {
        self.options(game, Player::Left)
    }

    /// The canonical Right options.
    ///
    /// # Errors
    /// Those of [`Calculator::options`].
    pub fn right_options(&mut self, game: Game) -> Result<Vec<Game>> {
        self.options(game, Player::Right)
    }
}
