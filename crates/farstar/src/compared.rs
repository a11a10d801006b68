//! Two sums held against each other: their order, their difference, and how it is won.

use crate::facts::Texts;
use crate::{Error, Limits, LoopyOutcome, Moves, Player, Question, Solver, Stop, Sum};
use farstar_solve::ruleset_values::AnyValue;
use farstar_value::{Calculator, Game};
use serde::Serialize;

/// How two sums compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// `<`, `=`, `>`, or `<>` for confused.
    pub order: String,
    /// The values of both.
    pub values: [Option<String>; 2],
    /// The first less the second, where that is not too long to print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// Who wins the difference; of loopy ones nobody may.
    pub outcome: String,
    /// How the difference goes when Left begins; of loopy values it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_starts: Option<Line>,
    /// The same when Right begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_starts: Option<Line>,
}

/// The beginning of play in the difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Whether who begins wins.
    pub wins: bool,
    /// A move to the value that wins, or if none does the one with the best mean; none if there is no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The answer that wins against it, if it loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

impl Solver<'_> {
    /// Compares two sums in normal play.
    ///
    /// # Errors
    /// [`Error::Sum`] in misère play, and where a value is not known, with the reason; the limits.
    ///
    /// # Cost
    /// Both values, and their difference.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Ruleset, Solver, Sum};
    /// let domineering = Ruleset::named("Domineering")?;
    /// let g = Sum::from(domineering.position("##.|...|...")?);
    /// let h = Sum::from(domineering.position(".#.|...|..#")?);
    /// let arena = Arena::new();
    /// let told = Solver::new(&arena).compare(&g, &h, &Limits::none())?;
    /// assert_eq!((told.order.as_str(), told.outcome.as_str()), ("<", "R"));
    /// assert!(!told.left_starts.unwrap().wins);
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn compare(&mut self, g: &Sum, h: &Sum, limits: &Limits) -> Result<Compared, Error> {
        let (first, g) = self.value_to_compare(g, limits)?;
        let (second, h) = self.value_to_compare(h, limits)?;
        let values = [first, second];
        let mut calc = self.arena.calculator_with(limits);
        let mut texts = Texts::default();
        if let (AnyValue::Short(g), AnyValue::Short(h)) = (&g, &h) {
            let (order, difference) = (calc.compare(*g, *h)?, calc.sub(*g, *h)?);
            let outcome = calc.outcome(difference)?.to_string();
            let left_starts = Some(line(difference, Player::Left, &mut calc)?);
            let right_starts = Some(line(difference, Player::Right, &mut calc)?);
            let difference = texts.of(difference, &mut calc)?;
            let order = order.to_string();
            return Ok(Compared { order, values, difference, outcome, left_starts, right_starts });
        }
        let mut graphs = Vec::new();
        for value in [g, h] {
            graphs.push(match value {
                AnyValue::Short(game) => calc.loopy(game)?,
                AnyValue::Loopy(loopy) => loopy,
            });
        }
        let order = calc.loopy_compare(&graphs[0], &graphs[1])?.to_string();
        let difference = calc.loopy_sub(&graphs[0], &graphs[1])?;
        let outcome: LoopyOutcome = calc.loopy_outcome(&difference)?;
        let difference = Some(calc.loopy_print(&difference)?);
        let outcome = outcome.to_string();
        Ok(Compared { order, values, difference, outcome, left_starts: None, right_starts: None })
    }

    fn value_to_compare(
        &mut self,
        sum: &Sum,
        limits: &Limits,
    ) -> Result<(Option<String>, AnyValue), Error> {
        if sum.is_misere() {
            return Err(Error::Sum(
                "games are compared in normal play: misère play has another order".to_owned(),
            ));
        }
        let question = Question { moves: Moves::None, ..Question::default() };
        let answer = self.answer(sum, question, limits)?;
        match self.whole.clone() {
            Some(value) => Ok((answer.value, value)),
            None => {
                let unknown = answer.no_value.as_ref();
                let stop = unknown.and_then(|unknown| unknown.stopped).or(answer.stopped);
                if let Some(limit) = stop.and_then(Stop::limit) {
                    return Err(limit.into());
                }
                let why = answer.no_value.map(|unknown| unknown.message).or(answer.message);
                let why = why.unwrap_or_else(|| "the value is not known".to_owned());
                Err(if stop.is_some() { Error::TooLarge(why) } else { Error::Sum(why) })
            }
        }
    }
}

/// How play of a value begins.
fn line(game: Game, player: Player, calc: &mut Calculator<'_>) -> Result<Line, Error> {
    let mut texts = Texts::default();
    let nimber = calc.as_nimber(game);
    if let Some(n) = nimber {
        let first = (n > 0).then(|| "0".to_owned());
        return Ok(Line { wins: n > 0, first, answer: None });
    }
    let (mut best, mut wins) = (None, false);
    for option in calc.options(game, player)? {
        let good = holds(option, player, calc)?;
        let mean = calc.mean(option)?;
        let rank = (good, if player == Player::Left { mean } else { -mean });
        if best.as_ref().is_none_or(|(other, _)| rank > *other) {
            (best, wins) = (Some((rank, option)), wins || good);
        }
    }
    let Some((_, first)) = best else { return Ok(Line::default()) };
    let mut answer = None;
    if !wins && calc.as_nimber(first).is_none_or(|n| n > 0) {
        let opponent = player.opponent();
        let replies = match calc.as_nimber(first) {
            Some(_) => vec![Game::ZERO],
            None => calc.options(first, opponent)?,
        };
        for reply in replies {
            if holds(reply, opponent, calc)? {
                answer = texts.of(reply, calc)?;
                break;
            }
        }
    }
    Ok(Line { wins, first: texts.of(first, calc)?, answer })
}

/// Whether the player who has just moved to a value wins.
fn holds(to: Game, mover: Player, calc: &mut Calculator<'_>) -> Result<bool, Error> {
    Ok(match mover {
        Player::Left => calc.ge(to, Game::ZERO)?,
        Player::Right => calc.le(to, Game::ZERO)?,
    })
}
