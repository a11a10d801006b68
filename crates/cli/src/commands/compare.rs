//! `farstar compare`: the order of two games.

use crate::exit::{Exit, Failure};
use crate::messages;
use crate::negatives::word;
use crate::notation::Written;
use crate::output::Output;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar_lang::{Diagnostic, Session, Value};
use farstar_value::{Arena, Comparison, Game};
use serde_json::json;

/// Compare two games: less, equal, greater or confused.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar compare '^' '*'\n  \
    farstar compare '{1|-1}' -2 --json")]
pub(crate) struct Compare {
    /// The first game, an expression.
    #[arg(value_parser = word)]
    game: String,
    /// The second one.
    #[arg(value_parser = word)]
    with: String,
    #[command(flatten)]
    written: Written,
}

impl Compare {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let arena = Arena::new();
        let mut session = Session::new(&arena);
        session.set_limits(surroundings.limits());
        let mut games = Vec::new();
        for text in [&self.game, &self.with] {
            match game(&mut session, text) {
                Ok(game) => games.push(game),
                // the order of loopy games and of all surreal numbers is that of the language
                Err(found) => match self.in_the_language(&mut session) {
                    Some(order) => return self.told(surroundings, &mut session, order, false),
                    None => {
                        messages::diagnostics(None, text, &found, surroundings.coloured);
                        return Ok(Exit::of_diagnostics(&found));
                    }
                },
            }
        }
        let mut calculator = arena.calculator_with(&surroundings.limits());
        let order = calculator.compare(games[0], games[1]).map_err(farstar::Error::from)?;
        self.told(surroundings, &mut session, order, true)
    }

    /// How the language compares the two, if it does.
    fn in_the_language(&self, session: &mut Session<'_>) -> Option<Comparison> {
        let mut holds = |relation| {
            let asked = format!("({}) {relation} ({})", self.game, self.with);
            match session.eval(&asked) {
                Ok(Value::Boolean(holds)) => Some(holds),
                _ => None,
            }
        };
        Some(match (holds("<=")?, holds(">=")?) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Less,
            (false, true) => Comparison::Greater,
            (false, false) => Comparison::Confused,
        })
    }

    /// Prints the order; of short games also who wins the difference, which may be a draw of others.
    fn told(
        &self,
        surroundings: &Surroundings,
        session: &mut Session<'_>,
        order: Comparison,
        short: bool,
    ) -> Result<Exit, Failure> {
        let sign = order.to_string();
        let sentence = match order {
            Comparison::Less if short => "less: Right wins the difference",
            Comparison::Less => "less",
            Comparison::Equal => "equal",
            Comparison::Greater if short => "greater: Left wins the difference",
            Comparison::Greater => "greater",
            Comparison::Confused if short => "confused: who begins wins the difference",
            Comparison::Confused => "confused",
        };
        let mut output = Output::new();
        let witnesses = if short { Vec::new() } else { self.witnesses(session, order) };
        if surroundings.json {
            let mut object = json!({ "game": self.game, "with": self.with, "order": sign });
            if !witnesses.is_empty() {
                let told = |[not, game, first, second]: &[String; 4]| json!({ "not": not, "game": game, "outcomes": [first, second] });
                object["witnesses"] = witnesses.iter().map(told).collect();
            }
            output.json(&object)?;
        } else {
            let mut shown = |text| self.written.of(session, text).into_owned();
            let (game, with) = (shown(&self.game), shown(&self.with));
            output.line(&format!("{game} {sign} {with}   {}", tongue::told(sentence)))?;
            for [not, game, first, second] in witnesses {
                let sentence = format!(
                    "beside {game} the first is {first}, the second {second}: it is not {not}"
                );
                output.line(&tongue::told(&sentence))?;
            }
        }
        Ok(Exit::Solved)
    }
}

impl Compare {
    /// For each of `>=` and `<=` that does not hold, a game beside which that is seen, and the outcomes of both sums.
    fn witnesses(&self, session: &mut Session<'_>, order: Comparison) -> Vec<[String; 4]> {
        let mut found = Vec::new();
        for (not, holds, one, other, turned) in [
            (">=", [Comparison::Equal, Comparison::Greater], &self.game, &self.with, false),
            ("<=", [Comparison::Equal, Comparison::Less], &self.with, &self.game, true),
        ] {
            if holds.contains(&order) {
                continue;
            }
            // numbers that are no games have none
            let Ok(told) = session.eval(&format!("({one}).Witness({other})")) else { continue };
            let shown: Vec<String> = told
                .elements()
                .into_iter()
                .flatten()
                .filter_map(|value| session.display(value).ok())
                .collect();
            if let [game, first, second] = &shown[..] {
                let (first, second) = if turned { (second, first) } else { (first, second) };
                found.push([not.to_owned(), game.clone(), first.clone(), second.clone()]);
            }
        }
        found
    }
}

/// The game that an expression means.
fn game(session: &mut Session<'_>, text: &str) -> Result<Game, Vec<Diagnostic>> {
    let value = session.eval(text)?;
    session.game(&value).map_err(|fault| vec![fault])
}
