//! Sums of games written out, to be played: `{1|-1} + 1/2`.

use farstar_value::{Arena, Calculator, Game, Limits, Outcome, Player};

use super::play::{Forms, Played, show};
use super::surreal::read_form;
use crate::error::{Error, Result};
use crate::instance::{Fate, Instance, Picture, Playable, Rules, Turn, turn};

/// What a rule says of a sum.
pub(super) trait SumRule: 'static {
    /// Who wins, if the rule speaks of these games.
    fn outcome(games: &[Game], calc: &mut Calculator<'_>) -> Result<Option<Outcome>>;
}

/// The theory of values: the sign of the value of the sum.
pub(super) struct ByValue;

impl SumRule for ByValue {
    fn outcome(games: &[Game], calc: &mut Calculator<'_>) -> Result<Option<Outcome>> {
        let value = calc.sum(games.iter().copied())?;
        Ok(Some(calc.outcome(value)?))
    }
}

/// A sum to play, judged by its value.
pub(crate) const fn sum(start: &'static str) -> Instance {
    Instance::game(start, turn_by::<ByValue>)
}

/// A sum to play, judged by a rule of its own.
pub(super) const fn sum_by<R: SumRule>(start: &'static str) -> Instance {
    Instance::game(start, turn_by::<R>)
}

/// The forms of a sum and how each is written.
struct Table<'a> {
    forms: Forms,
    names: Vec<String>,
    rule: fn(&[Game], &mut Calculator<'_>) -> Result<Option<Outcome>>,
    arena: &'a Arena,
}

/// Games side by side, in order; ended ones are left out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Written<'t> {
    table: Rules<'t, Table<'t>>,
    games: Vec<u32>,
}

impl<'t> Written<'t> {
    fn new(table: Rules<'t, Table<'t>>, mut games: Vec<u32>) -> Self {
        games.retain(|&game| {
            [Player::Left, Player::Right]
                .iter()
                .any(|&p| !table.forms.options_of(game, p).is_empty())
        });
        games.sort_unstable();
        Self { table, games }
    }

    fn names(&self) -> Vec<String> {
        self.games.iter().map(|&game| self.table.names[game as usize].clone()).collect()
    }
}

impl Playable for Written<'_> {
    fn after(&self, mover: Player) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &game) in self.games.iter().enumerate() {
            if i > 0 && self.games[i - 1] == game {
                continue;
            }
            for &option in self.table.forms.options_of(game, mover) {
                let mut games = self.games.clone();
                games[i] = option;
                moves.push(Self::new(self.table, games));
            }
        }
        moves
    }

    fn impartial(&self) -> bool {
        false
    }

    fn rule(&self, mover: Player, limits: &Limits) -> Result<Option<Fate>> {
        let mut calc = self.table.arena.calculator_with(limits);
        let mut games = Vec::new();
        for name in self.names() {
            games.push(calc.parse(&name)?);
        }
        let outcome = (self.table.rule)(&games, &mut calc)?;
        Ok(outcome.map(|outcome| Fate::of_outcome(outcome, mover)))
    }

    fn text(&self) -> String {
        if self.games.is_empty() { "0".to_owned() } else { self.names().join(" + ") }
    }

    fn picture(&self) -> Picture {
        Picture::Sum(self.names())
    }
}

/// How each form is written: a canonical form as its value, any other in braces.
fn names(forms: &mut Forms, calc: &mut Calculator<'_>) -> Result<Vec<String>> {
    let count = forms.len();
    let mut values = Vec::new();
    {
        let mut played = Played::new(&*forms);
        for form in 0..count {
            values.push(played.value(&form, calc)?);
        }
    }
    let mut names: Vec<String> = Vec::new();
    for (form, value) in (0..count).zip(values) {
        // Options have smaller numbers than the forms that have them.
        let name = if forms.of_value(value, calc)? == form {
            show(calc, value)?
        } else {
            let [left, right] = [Player::Left, Player::Right].map(|player| {
                let options = forms.options_of(form, player).iter();
                options.map(|&o| names[o as usize].as_str()).collect::<Vec<_>>().join(",")
            });
            format!("{{{left}|{right}}}")
        };
        names.push(name);
    }
    Ok(names)
}

/// Reads a sum and tells everything about it.
fn turn_by<R: SumRule>(text: &str, limits: &Limits) -> Result<Turn> {
    let wrong = |message: String| Error::Input { line: 1, message };
    if let Some(large) = text.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() > 2) {
        return Err(wrong(format!("{large} is too large to be written out; expected at most 99")));
    }
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in text.split(" + ") {
        games.push(read_form(game, &mut forms, &mut calc).map_err(|message| {
            wrong(format!("`{game}`: {message}; expected games such as {{1|-1}} + 1/2"))
        })?);
    }
    let names = names(&mut forms, &mut calc)?;
    let table = Table { forms, names, rule: R::outcome, arena: &arena };
    turn(Written::new(Rules(&table), games), limits)
}
