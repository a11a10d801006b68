//! What is told of a value: texts and numbers, each within the limits of the calculator.

use crate::{Answer, LoopyOutcome, Proof, Walls};
use dashu_int::ops::BitTest;
use farstar_num::Dyadic;
use farstar_solve::Result;
use farstar_solve::ruleset_values::AnyValue;
use farstar_value::loopy::{Graph, Loopy, LoopyThermograph};
use farstar_value::text::Notation;
use farstar_value::{Calculator, Error, Game, Player, Stopped};

/// Steps of printing a value when another one was too long to print, so that many of them do not take long.
const STEPS_AFTER_LONG: u64 = 1 << 16;
/// Bytes of all texts of one answer; values behind it are left out.
const MOST_BYTES: usize = 256 << 20;
/// Birthdays of more bits are not written in digits.
const MOST_BITS: usize = 1 << 16;
/// What is told in the place of a text of more than 64 MiB.
pub(crate) const TOO_LONG: &str = "too long to print";

/// The texts of the values of one answer, some of which may be too long to print.
#[derive(Default)]
pub(crate) struct Texts {
    /// Whether one was.
    long: bool,
    bytes: usize,
}

impl Texts {
    /// The text of a value; `None` if it is too long.
    pub(crate) fn of(&mut self, game: Game, calc: &mut Calculator<'_>) -> Result<Option<String>> {
        if self.bytes > MOST_BYTES {
            return Ok(None);
        }
        if self.long {
            calc.set_budget(u64::MAX, STEPS_AFTER_LONG);
        }
        let text = calc.print(game, Notation::Ascii);
        calc.clear_budget();
        match text {
            Ok(text) => {
                self.bytes += text.len();
                Ok(Some(text))
            }
            Err(Error::TooLarge { .. }) => {
                self.long = true;
                Ok(None)
            }
            Err(Error::Stopped(Stopped::Nodes)) if self.long => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The text of a value that may be loopy.
    pub(crate) fn of_any(
        &mut self,
        value: &AnyValue,
        calc: &mut Calculator<'_>,
    ) -> Result<Option<String>> {
        match value {
            AnyValue::Short(game) => self.of(*game, calc),
            AnyValue::Loopy(loopy) => Ok(Some(calc.loopy_print(loopy)?)),
        }
    }
}

/// A number, or `None` where a value has none.
fn number(found: farstar_value::Result<Dyadic>) -> Result<Option<String>> {
    Ok(unless_stopped(found)?.map(|number| number.to_string()))
}

/// What was found; `None` if there is no such thing, and an error only at a limit.
fn unless_stopped<T>(found: farstar_value::Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Error::Stopped(stopped)) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

impl Answer {
    /// Notes a value by its text; a nimber by its number too.
    pub(crate) fn note_value_itself(
        &mut self,
        game: Game,
        texts: &mut Texts,
        calc: &mut Calculator<'_>,
    ) -> Result<()> {
        let text = texts.of(game, calc)?;
        self.note_text(text);
        if self.impartial && self.value_of.is_none() {
            self.grundy = calc.as_nimber(game);
        }
        Ok(())
    }

    pub(crate) fn note_text(&mut self, text: Option<String>) {
        self.no_value = match text {
            Some(_) => None,
            None => Some(crate::Unknown { message: TOO_LONG.to_owned(), stopped: None }),
        };
        self.value = text;
    }

    /// What follows from a value that was found elsewhere: who wins, stops, mean, temperature, atomic weight, birthday.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Answer, AnyValue, Arena};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let up = calc.parse("^")?;
    /// let answer = Answer::of_value(&AnyValue::Short(up), &mut calc);
    /// assert_eq!(answer.atomic_weight.as_deref(), Some("1"));
    /// # Ok::<(), farstar::value::Error>(())
    /// ```
    #[must_use]
    pub fn of_value(value: &AnyValue, calc: &mut Calculator<'_>) -> Self {
        let mut answer = Self::default();
        let outcome = match value {
            AnyValue::Short(game) => calc.outcome(*game).map(LoopyOutcome::Decided),
            AnyValue::Loopy(loopy) => calc.loopy_outcome(loopy),
        };
        match outcome {
            Ok(outcome) => answer.note_outcome(outcome, Proof::Value),
            Err(error) => answer.note_stop(&error.into()),
        }
        if let Err(error) = answer.note_facts(value, &mut Texts::default(), calc) {
            answer.note_stop(&error);
        }
        answer
    }

    /// Notes what follows from a value alone. Where a limit keeps something back, the rest is told.
    pub(crate) fn note_facts(
        &mut self,
        value: &AnyValue,
        texts: &mut Texts,
        calc: &mut Calculator<'_>,
    ) -> Result<()> {
        let game = match value {
            AnyValue::Short(game) => *game,
            AnyValue::Loopy(loopy) => return self.note_loopy_stops(loopy, calc),
        };
        let mut met = Ok(());
        let mut keep = |found: Result<Option<String>>| {
            found.unwrap_or_else(|error| {
                met = Err(error);
                None
            })
        };
        self.left_stop = keep(number(calc.left_stop(game)));
        self.right_stop = keep(number(calc.right_stop(game)));
        self.mean = keep(number(calc.mean(game)));
        self.temperature = keep(number(calc.temperature(game)));
        let birthday = unless_stopped(calc.birthday(game));
        self.birthday =
            keep(birthday.map(|day| {
                day.filter(|day| day.bit_len() <= MOST_BITS).map(|day| day.to_string())
            }));
        self.note_atomic_weight(game, texts, calc)?;
        met
    }

    fn note_atomic_weight(
        &mut self,
        game: Game,
        texts: &mut Texts,
        calc: &mut Calculator<'_>,
    ) -> Result<()> {
        if !calc.is_infinitesimal(game)? {
            let hot = calc.temperature(game)?.is_positive();
            let why = if hot { "hot, not infinitesimal" } else { "not infinitesimal" };
            self.no_atomic_weight = Some(why.to_owned());
            return Ok(());
        }
        match calc.atomic_weight(game) {
            Ok(weight) => self.atomic_weight = texts.of(weight, calc)?,
            Err(Error::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => {
                let why = "no number of ups, seen from the far star";
                self.no_atomic_weight = Some(why.to_owned());
            }
        }
        Ok(())
    }

    fn note_loopy_stops(&mut self, loopy: &Loopy, calc: &mut Calculator<'_>) -> Result<()> {
        for player in [Player::Left, Player::Right] {
            let stop = unless_stopped(calc.loopy_stop(loopy, player))?.flatten();
            let text = match stop {
                Some(stop) => Some(calc.loopy_print(&stop)?),
                None => None,
            };
            match player {
                Player::Left => self.left_stop = text,
                Player::Right => self.right_stop = text,
            }
        }
        let walls = calc.loopy_thermograph(loopy);
        self.note_walls(walls).map(drop)
    }

    /// Notes a thermograph, or why there is none; whether there is.
    fn note_walls(&mut self, found: farstar_value::Result<LoopyThermograph>) -> Result<bool> {
        match found {
            Ok(walls) => {
                if self.walls.is_empty() {
                    self.mean = Some(walls.mean().to_string());
                    self.temperature = Some(walls.temperature().to_string());
                }
                self.walls.push(Walls::of(&walls));
                self.no_thermograph = None;
                Ok(true)
            }
            Err(Error::Stopped(stopped)) => Err(stopped.into()),
            Err(error) => {
                self.no_thermograph = Some(error.to_string());
                Ok(false)
            }
        }
    }

    /// Notes the thermograph of a graph of positions, whose kos its value does not tell, for every komaster.
    pub(crate) fn note_ko(&mut self, graph: &Graph, calc: &mut Calculator<'_>) -> Result<()> {
        let plain = calc.graph_thermograph(graph, None);
        let ko = plain.as_ref().is_ok_and(LoopyThermograph::has_ko);
        if self.note_walls(plain)? && ko {
            for komaster in [Player::Left, Player::Right] {
                self.note_walls(calc.graph_thermograph(graph, Some(komaster)))?;
            }
        }
        Ok(())
    }
}
