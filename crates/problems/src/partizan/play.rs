//! Play by the definition, with no theory: who wins a sum, and what a position is worth by its options.
//!
//! Positions come from any [`GameGraph`]; [`Forms`] is the one in which a position is a game written out, option by
//! option.

use std::collections::HashMap;
use std::ops::ControlFlow;

use farstar_num::Dyadic;
use farstar_rules::builtin;
use farstar_rules::language::Ruleset;
use farstar_rules::position::{GameGraph, Key};
use farstar_solve::value_of::ValueOf;
use farstar_value::text::Notation;
use farstar_value::{Calculator, Game, Limits, Outcome, Player, Stopped};

use crate::error::{Error, Result};

/// New positions between two looks at the limits.
const POSITIONS_A_CHECK: usize = 256;

/// A built-in ruleset.
pub(super) fn ruleset(name: &str) -> Result<Ruleset> {
    builtin::ruleset(name).map_err(|error| Error::Refused(error.to_string()))
}

/// A ruleset on the board of a position, and the position.
pub(super) fn place(
    rules: &Ruleset,
    position: &str,
) -> Result<(farstar_rules::Board, <farstar_rules::Board as GameGraph>::Position)> {
    rules.position(position).map_err(|error| Error::Refused(error.to_string()))
}

/// The value, as it is typed.
pub(super) fn show(calc: &mut Calculator<'_>, game: Game) -> Result<String> {
    Ok(calc.print(game, Notation::Ascii)?)
}

/// What has been played out of a ruleset.
pub(super) struct Played<'r, R: GameGraph> {
    rules: &'r R,
    values: ValueOf<R::Position, Game>,
    /// Whether the player who begins wins this sum.
    wins: HashMap<(Player, Vec<R::Position>), bool>,
}

impl<'r, R: GameGraph> Played<'r, R> {
    pub(super) fn new(rules: &'r R) -> Self {
        Self { rules, values: ValueOf::new(), wins: HashMap::new() }
    }

    /// The value of a position: the canonical form of its options' values.
    pub(super) fn value(
        &mut self,
        position: &R::Position,
        calc: &mut Calculator<'_>,
    ) -> Result<Game> {
        let rules = self.rules;
        Ok(self.values.value(position, calc, |position, sink| {
            for player in [Player::Left, Player::Right] {
                let mut options = Vec::new();
                rules.options(position, player, &mut options);
                for option in options {
                    let mut parts = Vec::new();
                    rules.parts(&option, &mut parts);
                    sink(player, &parts)?;
                }
            }
            ControlFlow::Continue(())
        })?)
    }

    /// The outcome of the sum of some positions: win or lose, move by move.
    pub(super) fn outcome(&mut self, sum: &[R::Position], limits: &Limits) -> Result<Outcome> {
        let left = self.wins(sum.to_vec(), Player::Left, limits)?;
        let right = self.wins(sum.to_vec(), Player::Right, limits)?;
        Ok(Outcome::from_wins(left, right))
    }

    /// Recurses to the length of a play, which verifications keep short.
    fn wins(
        &mut self,
        mut sum: Vec<R::Position>,
        player: Player,
        limits: &Limits,
    ) -> std::result::Result<bool, Stopped> {
        sum.sort_unstable();
        let key = (player, sum);
        if let Some(&known) = self.wins.get(&key) {
            return Ok(known);
        }
        let sum = &key.1;
        let mut wins = false;
        let mut options = Vec::new();
        'moves: for i in 0..sum.len() {
            if i > 0 && sum[i] == sum[i - 1] {
                continue;
            }
            options.clear();
            self.rules.options(&sum[i], player, &mut options);
            for option in options.drain(..) {
                let mut after = sum.clone();
                after[i] = option;
                if !self.wins(after, player.opponent(), limits)? {
                    wins = true;
                    break 'moves;
                }
            }
        }
        if self.wins.len().is_multiple_of(POSITIONS_A_CHECK) {
            limits.check_with(self.wins.len() as u64, 0)?;
        }
        self.wins.insert(key, wins);
        Ok(wins)
    }
}

/// Games written out: each has the options it is given, and none is simplified.
#[derive(Default)]
pub(super) struct Forms {
    options: Vec<[Vec<u32>; 2]>,
    known: HashMap<[Vec<u32>; 2], u32>,
    /// Values of the one arena that forms are made from.
    values: HashMap<Game, u32>,
}

impl Forms {
    /// The game with these options.
    pub(super) fn form(&mut self, left: &[u32], right: &[u32]) -> u32 {
        let options = [left.to_vec(), right.to_vec()];
        if let Some(&known) = self.known.get(&options) {
            return known;
        }
        let form = self.options.len() as u32;
        self.options.push(options.clone());
        self.known.insert(options, form);
        form
    }

    /// How many forms there are: they are numbered from 0, options before what has them.
    pub(super) fn len(&self) -> u32 {
        self.options.len() as u32
    }

    pub(super) fn options_of(&self, form: u32, player: Player) -> &[u32] {
        &self.options[form as usize][player as usize]
    }

    /// `*n = {0, *, …, *(n−1) | 0, *, …, *(n−1)}`.
    pub(super) fn nimber(&mut self, n: u32) -> u32 {
        let mut smaller = Vec::new();
        for _ in 0..n {
            let next = self.form(&smaller, &smaller);
            smaller.push(next);
        }
        self.form(&smaller, &smaller)
    }

    /// A number, by the numbers before it in the tree.
    pub(super) fn number(&mut self, x: &Dyadic) -> u32 {
        let left: Vec<_> = x.left_option().iter().map(|y| self.number(y)).collect();
        let right: Vec<_> = x.right_option().iter().map(|y| self.number(y)).collect();
        self.form(&left, &right)
    }

    /// `↑ = {0 | *}`.
    pub(super) fn up(&mut self) -> u32 {
        let (zero, star) = (self.form(&[], &[]), self.nimber(1));
        self.form(&[zero], &[star])
    }

    /// `−{L | R} = {−R | −L}`.
    pub(super) fn negated(&mut self, form: u32) -> u32 {
        let [left, right] = self.options[form as usize].clone();
        let left: Vec<_> = left.into_iter().map(|option| self.negated(option)).collect();
        let right: Vec<_> = right.into_iter().map(|option| self.negated(option)).collect();
        self.form(&right, &left)
    }

    /// The canonical form of a value, written out. All values come from one arena.
    pub(super) fn of_value(&mut self, game: Game, calc: &mut Calculator<'_>) -> Result<u32> {
        if let Some(&known) = self.values.get(&game) {
            return Ok(known);
        }
        let mut both = [Vec::new(), Vec::new()];
        for player in [Player::Left, Player::Right] {
            for option in calc.options(game, player)? {
                both[player as usize].push(self.of_value(option, calc)?);
            }
            both[player as usize].sort_unstable();
        }
        let form = self.form(&both[0], &both[1]);
        self.values.insert(game, form);
        Ok(form)
    }

    /// Every form with options among `options`, at most `most` on either side, those with fewer options first.
    pub(super) fn with_options(&mut self, options: &[u32], most: usize) -> Vec<u32> {
        let subsets = subsets(options, most);
        let mut pairs: Vec<_> = subsets
            .iter()
            .flat_map(|left| subsets.iter().map(move |right| (left, right)))
            .collect();
        pairs.sort_by_key(|(left, right)| left.len() + right.len());
        pairs.into_iter().map(|(left, right)| self.form(left, right)).collect()
    }
}

/// The subsets with at most `most` elements, smaller ones first.
pub(super) fn subsets<T: Copy>(of: &[T], most: usize) -> Vec<Vec<T>> {
    let mut subsets = vec![Vec::new()];
    let mut first = vec![0];
    let mut at = 0;
    while at < subsets.len() {
        if subsets[at].len() < most {
            for (i, &element) in of.iter().enumerate().skip(first[at]) {
                let mut larger: Vec<T> = subsets[at].clone();
                larger.push(element);
                subsets.push(larger);
                first.push(i + 1);
            }
        }
        at += 1;
    }
    subsets
}

/// The multisets with at most `most` elements, smaller ones first.
pub(super) fn multisets<T: Copy>(of: &[T], most: usize) -> Vec<Vec<T>> {
    let mut multisets = vec![Vec::new()];
    let mut first = vec![0];
    let mut at = 0;
    while at < multisets.len() {
        if multisets[at].len() < most {
            for (i, &element) in of.iter().enumerate().skip(first[at]) {
                let mut larger: Vec<T> = multisets[at].clone();
                larger.push(element);
                multisets.push(larger);
                first.push(i);
            }
        }
        at += 1;
    }
    multisets
}

impl GameGraph for Forms {
    type Position = u32;
    type Key = u32;

    fn options(&self, form: &u32, player: Player, options: &mut Vec<u32>) {
        options.extend(self.options_of(*form, player));
    }

    fn key(&self, form: &u32) -> Key<u32> {
        Key { part: *form, negative: false }
    }

    fn draw(&self, form: &u32) -> String {
        let [left, right] = &self.options[*form as usize];
        let list = |options: &[u32]| -> String {
            options.iter().map(|option| self.draw(option)).collect::<Vec<_>>().join(",")
        };
        format!("{{{}|{}}}", list(left), list(right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::Arena;

    #[test]
    fn play_and_values_know_the_first_games() {
        let mut forms = Forms::default();
        let (zero, star, up) = (forms.form(&[], &[]), forms.nimber(1), forms.up());
        let down = forms.negated(up);
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut played = Played::new(&forms);
        let none = Limits::none();
        for (sum, outcome, value) in [
            (vec![zero], Outcome::P, "0"),
            (vec![star], Outcome::N, "*"),
            (vec![up], Outcome::L, "^"),
            (vec![down], Outcome::R, "v"),
        ] {
            assert_eq!(played.outcome(&sum, &none).unwrap(), outcome);
            let game = played.value(&sum[0], &mut calc).unwrap();
            assert_eq!(show(&mut calc, game).unwrap(), value);
        }
        assert_eq!(played.outcome(&[up, star], &none).unwrap(), Outcome::N);
        assert_eq!(played.outcome(&[up, down], &none).unwrap(), Outcome::P);
        assert_eq!(forms.draw(&up), "{{|}|{{|}|{|}}}");
    }

    #[test]
    fn choices_are_counted() {
        assert_eq!(subsets(&[1, 2, 3, 4], 4).len(), 16);
        assert_eq!(subsets(&[1, 2, 3, 4], 2).len(), 11);
        assert_eq!(multisets(&[1, 2, 3], 3).len(), 1 + 3 + 6 + 10);
    }
}
