//! Why a move is not to an option of the canonical form: dominated, or reversible.

use crate::{Answer, Error, Limits, Player, Solver};
use farstar_solve::ruleset_values::AnyValue;
use farstar_value::text::Notation;
use farstar_value::{Calculator, Game};
use serde::Serialize;

/// Nimbers with more options are not looked through.
const MOST_OPTIONS: u64 = 1 << 12;

/// Why an option falls out of the canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Reduction {
    /// The player has this option, which is at least as good.
    Dominated(String),
    /// The opponent answers to this option, which is at least as good for the opponent as the whole was.
    Reversible(String),
}

impl Solver<'_> {
    /// For each move of `player` in the answer that was given last, why it is not to an option of the canonical form;
    /// `None` of those that are, and where values are not known.
    ///
    /// An option that is neither dominated nor reversible is one of the canonical form, and options may be compared by
    /// their own canonical forms: what reverses through a dominated or reversible option reverses through a canonical
    /// one, or is dominated.
    ///
    /// # Errors
    /// The limits.
    ///
    /// # Cost
    /// A comparison for each pair of values that moves lead to, and one for each option of these.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Player, Question, Reduction, Ruleset, Solver, Sum};
    /// let arena = Arena::new();
    /// let mut solver = Solver::new(&arena);
    /// let sum = Sum::from(Ruleset::named("Domineering")?.position("##.|...|...")?);
    /// let answer = solver.answer(&sum, Question::default(), &Limits::none())?;
    /// let why = solver.reductions(&answer, Player::Left, &Limits::none())?;
    /// assert_eq!(answer.left_starts.moves[0].value.as_deref(), Some("2"));
    /// assert_eq!(why[0], None);
    /// assert_eq!(why.last(), Some(&Some(Reduction::Dominated("2".to_owned()))));
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn reductions(
        &mut self,
        answer: &Answer,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Option<Reduction>>, Error> {
        let moves = &answer.starts(player).moves;
        let Some(AnyValue::Short(whole)) = self.whole else {
            return Ok(vec![None; moves.len()]);
        };
        let mut calc = self.arena.calculator_with(limits);
        let mut values = Vec::with_capacity(moves.len());
        for one in moves {
            values.push(one.value.as_deref().map(|text| calc.parse(text)).transpose()?);
        }
        let mut distinct: Vec<Game> = Vec::new();
        for value in values.iter().flatten() {
            if !distinct.contains(value) {
                distinct.push(*value);
            }
        }
        let mut found = Vec::with_capacity(moves.len());
        for (one, value) in moves.iter().zip(&values) {
            found.push(match value {
                Some(value) if !one.canonical => {
                    reduction(*value, (whole, &distinct), player, &mut calc)?
                }
                _ => None,
            });
        }
        Ok(found)
    }
}

fn reduction(
    option: Game,
    (whole, options): (Game, &[Game]),
    player: Player,
    calc: &mut Calculator<'_>,
) -> Result<Option<Reduction>, Error> {
    // Whether `a` is at least as good as `b` for a player.
    let mut at_least = |a, b, player| match player {
        Player::Left => calc.ge(a, b),
        Player::Right => calc.le(a, b),
    };
    for &other in options {
        if other != option && at_least(other, option, player)? {
            return Ok(Some(Reduction::Dominated(calc.print(other, Notation::Ascii)?)));
        }
    }
    let opponent = player.opponent();
    if calc.as_nimber(option).is_some_and(|n| n > MOST_OPTIONS) {
        return Ok(None);
    }
    for answer in calc.options(option, opponent)? {
        let reverses = match opponent {
            Player::Left => calc.ge(answer, whole)?,
            Player::Right => calc.le(answer, whole)?,
        };
        if reverses {
            return Ok(Some(Reduction::Reversible(calc.print(answer, Notation::Ascii)?)));
        }
    }
    Ok(None)
}
