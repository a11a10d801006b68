//! Tests of answers: comparisons of facts, joined by `and`.

use crate::exit::Failure;
use crate::fact::Fact;
use clap::ValueEnum;
use farstar::Answer;
use farstar_lang::{Session, Value};
use farstar_value::Comparison;

/// Comparisons that all must hold.
#[derive(Clone, Debug)]
pub(crate) struct Test(Vec<Clause>);

/// A fact, a relation, and what it is compared with.
#[derive(Clone, Debug)]
struct Clause {
    fact: Fact,
    relation: Relation,
    with: String,
}

/// A relation of the order of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Confused,
}

/// Longer signs first.
const SIGNS: [(&str, Relation); 12] = [
    ("!=", Relation::Different),
    ("≠", Relation::Different),
    ("<=", Relation::AtMost),
    ("≤", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("≥", Relation::AtLeast),
    ("<>", Relation::Confused),
    ("‖", Relation::Confused),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl Relation {
    fn holds(self, comparison: Comparison) -> bool {
        match self {
            Self::Equal => comparison == Comparison::Equal,
            Self::Different => comparison != Comparison::Equal,
            Self::Less => comparison == Comparison::Less,
            Self::AtMost => matches!(comparison, Comparison::Less | Comparison::Equal),
            Self::Greater => comparison == Comparison::Greater,
            Self::AtLeast => matches!(comparison, Comparison::Greater | Comparison::Equal),
            Self::Confused => comparison == Comparison::Confused,
        }
    }
}

impl Test {
    /// Reads `temperature > 2 and outcome = N`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let clauses: Result<Vec<Clause>, String> = text.split(" and ").map(Clause::read).collect();
        clauses.map(Self)
    }

    /// Whether it asks for a fact.
    pub(crate) fn asks(&self, fact: Fact) -> bool {
        self.0.iter().any(|clause| clause.fact == fact)
    }

    /// Whether it holds for an answer; a fact that is not known satisfies nothing.
    pub(crate) fn holds(
        &self,
        answer: &Answer,
        session: &mut Session<'_>,
    ) -> Result<bool, Failure> {
        for clause in &self.0 {
            if !clause.holds(answer, session)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Clause {
    fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "'{}' is no test: expected a fact, a relation and a value, such as temperature > 2 or outcome = N",
                text.trim()
            )
        };
        let name = text.trim_start();
        let end = name.find(|c: char| !(c.is_alphabetic() || c == '_' || c == '-'));
        let (name, rest) = name.split_at(end.ok_or_else(wrong)?);
        let fact = Fact::from_str(&name.replace('_', "-"), true).map_err(|_| wrong())?;
        let rest = rest.trim_start();
        let sign =
            SIGNS.iter().find_map(|(sign, relation)| Some((rest.strip_prefix(sign)?, *relation)));
        let (with, relation) = sign.ok_or_else(wrong)?;
        let with = with.trim().to_owned();
        let of_words = fact == Fact::Outcome;
        if with.is_empty() || of_words && !matches!(relation, Relation::Equal | Relation::Different)
        {
            return Err(wrong());
        }
        Ok(Self { fact, relation, with })
    }

    fn holds(&self, answer: &Answer, session: &mut Session<'_>) -> Result<bool, Failure> {
        let Some(known) = self.fact.of(answer) else { return Ok(false) };
        if self.fact == Fact::Outcome {
            let same = known.eq_ignore_ascii_case(&self.with);
            return Ok(same == (self.relation == Relation::Equal));
        }
        let wrong = |error| Failure::Input(format!("{}: {error}", self.with));
        let mut calculator = session.calculator();
        match (calculator.parse(&known), calculator.parse(&self.with)) {
            (Ok(known), Ok(wanted)) => {
                Ok(self.relation.holds(calculator.compare(known, wanted).map_err(wrong)?))
            }
            // loopy values are equal or not, by their texts
            (_, wanted) => {
                let told = match (wanted, session.eval(&self.with)) {
                    (Ok(_), _) => self.with.clone(),
                    (_, Ok(value @ Value::Loopy(_))) => session.display(&value).unwrap_or_default(),
                    (Err(error), _) => return Err(wrong(error)),
                };
                Ok(match self.relation {
                    Relation::Equal => known == told,
                    Relation::Different => known != told,
                    _ => false,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar::Arena;

    #[test]
    fn facts_are_compared_in_the_order_of_games() {
        let arena = Arena::new();
        let mut session = Session::new(&arena);
        let answer =
            Answer { value: Some("^*".into()), temperature: Some("0".into()), ..Answer::default() };
        let mut holds = |text| Test::read(text).unwrap().holds(&answer, &mut session).unwrap();
        assert!(holds("value = ^* and temperature >= 0"));
        assert!(holds("value <> 0") && holds("Value>v"));
        assert!(!holds("value = ^") && !holds("temperature > 0") && !holds("mean = 0"));
        assert!(!holds("value = on") && holds("value != over"));
        let loopy = Answer { value: Some("on".into()), ..Answer::default() };
        let mut holds = |text| Test::read(text).unwrap().holds(&loopy, &mut session).unwrap();
        assert!(holds("value = on") && holds("value = -off") && holds("value != dud"));
        assert!(!holds("value = over") && !holds("value = 0") && !holds("value > 0"));
        assert!(Test::read("value = 3/5").unwrap().holds(&loopy, &mut session).is_err());
        for wrong in ["", "value", "value ^", "speed > 1", "outcome < N", "mean ="] {
            assert!(Test::read(wrong).is_err(), "{wrong}");
        }
    }
}
