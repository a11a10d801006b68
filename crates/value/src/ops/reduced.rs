//! Reduced canonical forms: games up to infinitesimals.
//!
//! `G ≥_Inf H` when `G − H ≥ −x` for every number `x > 0`, which is to say that the Right stop of `G − H` is at
//! least 0. Among the games infinitesimally close to `G` there is one with the simplest form: options are reduced,
//! those dominated up to infinitesimals dropped, and those reversible up to infinitesimals bypassed; a game
//! infinitesimally close to a number is replaced by it (Grossman and Siegel, *Reductions of partizan games*; Siegel,
//! II.6).

use super::games;
use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;
use farstar_num::Dyadic;
use farstar_play::Player;

/// `G ≥_Inf H` by the Left and Right stops of both, if these decide it.
fn ge_by_stops<T: PartialOrd>([left, right]: &[T; 2], [h_left, h_right]: &[T; 2]) -> Option<bool> {
    if right >= h_left {
        return Some(true);
    }
    (right < h_right || left < h_left).then_some(false)
}

impl Calculator<'_> {
    /// Whether `game ≥ other` up to an infinitesimal.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn ge_infinitesimally(&mut self, game: Game, other: Game) -> Result<bool> {
        let by_stops = match (self.narrow_stops(game), self.narrow_stops(other)) {
            (Some(game), Some(other)) => ge_by_stops(&game, &other),
            _ => ge_by_stops(&self.stops(game), &self.stops(other)),
        };
        if let Some(answer) = by_stops {
            return Ok(answer);
        }
        let difference = self.sub(game, other)?;
        Ok(!self.right_stop(difference)?.is_negative())
    }

    /// Left and Right stop of `game`.
    fn stops(&self, game: Game) -> [Dyadic; 2] {
        [self.stop(game, Player::Left), self.stop(game, Player::Right)]
    }

    /// The reduced canonical form: the simplest game that differs from `game` by an infinitesimal.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (up, one) = (calc.up(1)?, calc.integer(1)?);
    /// assert_eq!(calc.reduced_canonical_form(up)?, Game::ZERO);
    /// let warm = calc.from_options(&[one], &[up])?;
    /// assert_eq!(calc.reduced_canonical_form(warm)?, calc.from_options(&[one], &[Game::ZERO])?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// For every follower a difference for each pair of options whose stops do not decide, and for each answer to an
    /// option. Remembered in the arena.
    pub fn reduced_canonical_form(&mut self, game: Game) -> Result<Game> {
        self.fold_options(
            game,
            |calc, g| {
                if let Some(reduced) = calc.cached(Op::Reduced, g, g) {
                    return Ok(Some(reduced));
                }
                if calc.narrow_stops(g).is_some_and(|[left, right]| left != right) {
                    return Ok(None);
                }
                let [left, right] = calc.stops(g);
                if left == right { calc.number(&left).map(Some) } else { Ok(None) }
            },
            |calc, g, left, right| {
                let reduced = calc.reduce(left, right)?;
                calc.remember(Op::Reduced, g, g, reduced);
                Ok(reduced)
            },
        )
    }

    /// The reduced canonical form of `{left | right}`, where the options are reduced and the stops of the whole differ.
    fn reduce(&mut self, mut left: Vec<Game>, mut right: Vec<Game>) -> Result<Game> {
        loop {
            self.drop_dominated_infinitesimally(&mut left, Player::Left)?;
            self.drop_dominated_infinitesimally(&mut right, Player::Right)?;
            // Different games come down to the same few, which differ from them by an infinitesimal.
            let whole = self.value_of_printed(&left, &right)?;
            if let Some(reduced) = self.cached(Op::Reduced, whole, whole) {
                return Ok(reduced);
            }
            let bypassed = self.bypass_infinitesimally(&mut left, whole, Player::Left)?
                | self.bypass_infinitesimally(&mut right, whole, Player::Right)?;
            if !bypassed {
                self.remember(Op::Reduced, whole, whole, whole);
                return Ok(whole);
            }
        }
    }

    /// Whether `a` is at least as good as `b` for `player`, up to an infinitesimal.
    fn as_good_infinitesimally(&mut self, a: Game, b: Game, player: Player) -> Result<bool> {
        match player {
            Player::Left => self.ge_infinitesimally(a, b),
            Player::Right => self.ge_infinitesimally(b, a),
        }
    }

    /// Drops every option that another one is at least as good as. Two different reduced forms are not infinitesimally
    /// close.
    fn drop_dominated_infinitesimally(
        &mut self,
        options: &mut Vec<Game>,
        player: Player,
    ) -> Result<()> {
        if options.len() < 2 {
            return Ok(());
        }
        options.sort_unstable();
        options.dedup();
        let mut i = 0;
        'next: while i < options.len() {
            for k in 0..options.len() {
                self.tick()?;
                if k != i && self.as_good_infinitesimally(options[k], options[i], player)? {
                    options.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// Replaces options of `player` that are reversible in `whole` up to infinitesimals; says whether there were any.
    fn bypass_infinitesimally(
        &mut self,
        options: &mut Vec<Game>,
        whole: Game,
        player: Player,
    ) -> Result<bool> {
        let mut bypassed = false;
        let mut i = 0;
        'next: while i < options.len() {
            let (left, right) = self.lists(options[i].0)?;
            let answers = if player == Player::Left { right } else { left };
            for answer in games(answers) {
                if self.as_good_infinitesimally(whole, answer, player)? {
                    self.tick()?;
                    let (left, right) = self.lists(answer.0)?;
                    let beyond = if player == Player::Left { left } else { right };
                    options.swap_remove(i);
                    for option in games(beyond) {
                        if !options.contains(&option) {
                            options.push(option);
                        }
                    }
                    bypassed = true;
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(bypassed)
    }

    /// The star projection of the canonical form: `x` for `x` and `x + *`, the projections of the options otherwise
    /// (Grossman and Siegel). It differs from the game by an infinitesimal.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for millions
    /// of ups.
    ///
    /// # Cost
    /// One canonical form for every follower.
    pub fn star_projection(&mut self, game: Game) -> Result<Game> {
        self.fold_options(
            game,
            |calc, g| {
                let Some(parts) = calc.parts(g).filter(|parts| parts.up == 0) else {
                    return Ok(None);
                };
                // Among the options of x + *m, both x and x + * become x, and so the others become x + *1, x + *2, ….
                let projection = Closed { nimber: parts.nimber.saturating_sub(1), ..parts.clone() };
                calc.closed(&projection).map(Some)
            },
            |calc, _, left, right| calc.from_options(&left, &right),
        )
    }
}
