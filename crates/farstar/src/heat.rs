//! The heat of a sum: the thermographs of its components on one axis, and the moves that look at nothing else.

use crate::solver::Asked;
use crate::sum::Summand;
use crate::{Answer, Error, Limits, Moves, Player, Question, Solver, Sum};
use farstar_num::Dyadic;
use farstar_solve::ruleset_values::AnyValue;
use farstar_solve::thermostat::{self, Advice};
use farstar_value::text::Notation;
use farstar_value::{Calculator, Game, Thermograph};
use serde::Serialize;

/// The heat of a sum for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heat {
    /// The temperature that the thermostat shows: the one at which the player's assured stop is best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambient: Option<String>,
    /// The components, in order.
    pub parts: Vec<HeatPart>,
    /// The move in the widest component at the ambient temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermostrat: Option<HeatMove>,
    /// The move in the hottest component.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hotstrat: Option<HeatMove>,
}

/// A component with its thermograph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct HeatPart {
    /// Its value, where that is not too long to print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Where the mast stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// Where the mast begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// How wide the thermograph is at the ambient temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<String>,
    /// The corners of the Left wall, value and temperature, from −1 upwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<[String; 2]>,
    /// Those of the Right wall.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<[String; 2]>,
    /// Why there is no thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<String>,
}

/// A move in a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeatMove {
    /// The number of the component.
    #[serde(rename = "in")]
    pub component: usize,
    /// What the component becomes, as it is typed.
    pub position: String,
}

/// A component whose thermograph is known.
struct Known {
    game: Game,
    walls: Thermograph,
    /// What the moves lead to, and what that is worth.
    moves: Vec<(String, Game)>,
}

impl Solver<'_> {
    /// The heat of a sum when `player` is to move. Of a component without a thermograph it is said why; then no move is
    /// told. The moves are advice, and whether they win is another question ([`Solver::answer`]).
    ///
    /// # Errors
    /// [`Error::Sum`] in misère play, where a value says nothing of who wins; what is wrong with a component; the
    /// limits.
    ///
    /// # Source
    /// E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 6: hotstrat and thermostrat.
    ///
    /// # Cost
    /// The values of the components and of their moves, and their thermographs.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Player, Solver, Sum};
    /// let sum = Sum::of_value("+-3/2")? + Sum::of_value("{1||-1|-5}")? + Sum::of_value("{1/2|0}")?;
    /// let arena = Arena::new();
    /// let heat = Solver::new(&arena).heat(&sum, Player::Left, &Limits::none())?;
    /// assert_eq!(heat.parts[1].temperature.as_deref(), Some("2"));
    /// assert_eq!(heat.hotstrat.map(|one| one.component), Some(1));
    /// assert_eq!(heat.thermostrat.map(|one| one.component), Some(0));
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn heat(&mut self, sum: &Sum, player: Player, limits: &Limits) -> Result<Heat, Error> {
        if sum.is_misere() {
            return Err(Error::Sum(
                "heat is of normal play: in misère play a thermograph says nothing of who wins"
                    .to_owned(),
            ));
        }
        let mut parts = Vec::new();
        let mut known = Vec::new();
        for summand in sum.summands() {
            let (part, found) = self.heat_part(summand, player, limits)?;
            parts.push(part);
            known.extend(found);
        }
        let mut heat = Heat { ambient: None, parts, thermostrat: None, hotstrat: None };
        if known.len() < heat.parts.len() {
            return Ok(heat);
        }
        let mut calc = self.arena.calculator_with(limits);
        let offered: Vec<(Game, Vec<Game>)> = known
            .iter()
            .map(|part| (part.game, part.moves.iter().map(|(_, to)| *to).collect()))
            .collect();
        let told = |advice: &Advice| HeatMove {
            component: advice.part,
            position: known[advice.part].moves[advice.option].0.clone(),
        };
        if let Some(advice) = thermostat::advice(&mut calc, &offered, player)? {
            for (part, own) in heat.parts.iter_mut().zip(&known) {
                part.width = Some(thermostat::width(&own.walls, &advice.temperature).to_string());
            }
            heat.ambient = Some(advice.temperature.to_string());
            heat.thermostrat = Some(told(&advice));
        }
        heat.hotstrat = thermostat::hottest(&mut calc, &offered, player)?.as_ref().map(told);
        Ok(heat)
    }

    /// A component with its walls and moves, or why there are none.
    fn heat_part(
        &mut self,
        summand: &Summand,
        player: Player,
        limits: &Limits,
    ) -> Result<(HeatPart, Option<Known>), Error> {
        let alone = Sum::from(summand.clone());
        let question = Question { moves: Moves::None, ..Question::default() };
        let answer = self.answer(&alone, question, limits)?;
        let value = self.whole.clone();
        let Some(AnyValue::Short(game)) = value else {
            let none = Some(without_walls(&answer, value.is_some()));
            return Ok((HeatPart { value: answer.value, none, ..HeatPart::default() }, None));
        };
        let mut calc = self.arena.calculator_with(limits);
        let walls = calc.thermograph(game)?;
        let moves = if answer.endless {
            let options = calc.options(game, player)?;
            options
                .into_iter()
                .map(|to| Ok((printed(to, &mut calc)?, to)))
                .collect::<Result<_, Error>>()?
        } else {
            let asked = Asked { sum: &alone, question, limits };
            let found = self.options(&asked.sum.summands()[0], game, player, limits)?;
            found.into_iter().map(|one| (one.position, one.value)).collect()
        };
        let corners = |side| {
            let points = walls.corners(side);
            points.iter().map(|(t, x): &(Dyadic, Dyadic)| [x.to_string(), t.to_string()]).collect()
        };
        let part = HeatPart {
            value: answer.value,
            mean: Some(walls.mean().to_string()),
            temperature: Some(walls.temperature().to_string()),
            left: corners(Player::Left),
            right: corners(Player::Right),
            ..HeatPart::default()
        };
        Ok((part, Some(Known { game, walls, moves })))
    }
}

fn printed(game: Game, calc: &mut Calculator<'_>) -> Result<String, Error> {
    Ok(calc.print(game, Notation::Ascii)?)
}

/// Why a component has no thermograph.
fn without_walls(answer: &Answer, has_value: bool) -> String {
    let unknown = answer.no_value.as_ref().map(|unknown| unknown.message.clone());
    let other = if has_value { "no thermograph: it loops" } else { "the value is not known" };
    unknown.or(answer.message.clone()).filter(|_| !has_value).unwrap_or_else(|| other.to_owned())
}
