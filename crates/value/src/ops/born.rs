//! All games born by a day.

use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use farstar_num::numbers_born_by;
use rustc_hash::FxHashSet;

/// The last day whose games are listed: there are 1474 games born by day 3, and more than 10²⁸ born by day 4.
pub const LAST_DAY: u32 = 3;
/// The last day whose numbers are listed: there are 2²¹ − 1.
const LAST_NUMBER_DAY: u32 = 20;

fn refuse<T>(what: &str, day: u32, last: u32) -> Result<T> {
    Err(Error::TooLarge {
        what: format!("the list of {what} born by day {day}"),
        limit: format!("the list for day {last}"),
    })
}

impl Calculator<'_> {
    /// All games born by `day`, each once: 1, 4, 22, 1474 of them.
    ///
    /// A game is `{A|B}` for antichains `A`, `B` of games born a day earlier. Two such forms are equal iff they compare
    /// alike with all games born a day earlier, which their fingerprints tell up to day 3.
    ///
    /// # Errors
    /// [`Error::TooLarge`] from day 4 on; [`Error::Stopped`] at a limit.
    ///
    /// # Cost
    /// One canonical form for each game, and a fingerprint for each pair of antichains: 9604 on day 3.
    pub fn games_born_by(&mut self, day: u32) -> Result<Vec<Game>> {
        if day > LAST_DAY {
            return refuse("games", day, LAST_DAY);
        }
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            games = self.games_on(&games, true)?;
        }
        Ok(games)
    }

    /// All all-small games born by `day`, each once: 1, 2, 7, 67 of them.
    ///
    /// # Errors
    /// [`Error::TooLarge`] from day 4 on; [`Error::Stopped`] at a limit.
    pub fn all_small_games_born_by(&mut self, day: u32) -> Result<Vec<Game>> {
        if day > LAST_DAY {
            return refuse("all-small games", day, LAST_DAY);
        }
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            games = self.games_on(&games, false)?;
        }
        Ok(games)
    }

    /// All numbers born by `day` in increasing order: 1, 3, 7, 15, … of them.
    ///
    /// # Errors
    /// [`Error::TooLarge`] from day 21 on; [`Error::Stopped`] at a limit.
    pub fn numbers_born_by(&mut self, day: u32) -> Result<Vec<Game>> {
        if day > LAST_NUMBER_DAY {
            return refuse("numbers", day, LAST_NUMBER_DAY);
        }
        numbers_born_by(day)
            .map(|x| {
                self.tick()?;
                self.number(&x)
            })
            .collect()
    }

    /// The values of all forms with options among `options`, which are games born by day 2; `one_sided` allows a player
    /// to have no option while the other has one.
    fn games_on(&mut self, options: &[Game], one_sided: bool) -> Result<Vec<Game>> {
        let antichains = self.antichains(options)?;
        // What the options leave to the fingerprint of the form: what some Left option is above, what some Right option
        // is below.
        let reach: Vec<(u64, u64)> = antichains
            .iter()
            .map(|chain| {
                chain.iter().fold((0, 0), |(ge, le), &game| {
                    let print = self.node(game).print;
                    (ge | print.ge, le | print.le)
                })
            })
            .collect();
        let (mut seen, mut games) = (FxHashSet::default(), Vec::new());
        for (left, (ge, _)) in antichains.iter().zip(&reach) {
            for (right, (_, le)) in antichains.iter().zip(&reach) {
                self.tick()?;
                if !one_sided && left.is_empty() != right.is_empty() {
                    continue;
                }
                let print = Fingerprint::of_options(*ge, *le);
                if seen.insert((print.le, print.ge)) {
                    games.push(self.from_options(left, right)?);
                }
            }
        }
        Ok(games)
    }

    /// All sets of pairwise confused games among `games`.
    fn antichains(&mut self, games: &[Game]) -> Result<Vec<Vec<Game>>> {
        let mut antichains: Vec<Vec<Game>> = vec![Vec::new()];
        for &game in games {
            for i in 0..antichains.len() {
                self.tick()?;
                let mut longer = antichains[i].clone();
                let mut fits = true;
                for &other in &longer {
                    fits = fits && self.confused(other, game)?;
                }
                if fits {
                    longer.push(game);
                    antichains.push(longer);
                }
            }
        }
        Ok(antichains)
    }
}
