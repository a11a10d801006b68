//! Entries and errata as JSON objects, for the command line and the page alike.

use serde_json::{Map, Value, json};

use crate::erratum::Erratum;
use crate::instance::Instance;
use crate::problem::Problem;
use crate::texts::{Language, Text};
use crate::trial::Verification;

/// How the texts of an object are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// As objects `{"en": …, "zh": …}`.
    Both,
    /// As strings in one language.
    In(Language),
}

impl Telling {
    fn text(self, text: Text) -> Value {
        match self {
            Self::Both => json!({ "en": text.en, "zh": text.zh }),
            Self::In(language) => json!(text.of(language)),
        }
    }
}

impl Problem {
    /// The whole entry.
    ///
    /// # Examples
    /// ```
    /// use farstar_problems::{Language, Telling, catalogue};
    /// let nim = catalogue::problem("nim")?.to_json(Telling::In(Language::Chinese));
    /// assert_eq!((nim["id"].as_str(), nim["title"].as_str()), (Some("I04"), Some("Nim 游戏")));
    /// assert_eq!(nim["instance"]["kind"], "game");
    /// # Ok::<(), farstar_problems::Error>(())
    /// ```
    #[must_use]
    pub fn to_json(&self, telling: Telling) -> Value {
        let samples = self.samples.iter();
        let samples: Vec<Value> =
            samples.map(|s| json!({ "input": s.input, "output": s.output })).collect();
        let worked = self.worked.iter();
        let worked: Vec<Value> =
            worked.map(|w| json!({ "expression": w.expression, "value": w.value })).collect();
        let errata: Vec<Value> = self.errata.iter().map(|e| e.to_json(telling)).collect();
        let mut told = self.head(telling);
        told.extend(object(json!({
            "source": self.source,
            "statement": telling.text(self.statement),
            "rule": telling.text(self.rule),
            "complexity": self.complexity,
            "format": telling.text(self.format),
            "samples": samples,
            "worked": worked,
            "instance": instance(self, telling),
            "verification": self.verification.map(|v| bounds(&v, self.range, telling)),
            "answers": self.answer.is_some(),
            "errata": errata,
        })));
        Value::Object(told)
    }

    /// What every telling of the entry begins with.
    fn head(&self, telling: Telling) -> Map<String, Value> {
        object(json!({
            "id": self.id,
            "name": self.name,
            "kind": self.kind.to_string(),
            "title": telling.text(self.title),
            "topics": self.topics,
        }))
    }

    /// What a list shows of the entry.
    #[must_use]
    pub fn to_short_json(&self, telling: Telling) -> Value {
        let mut told = self.head(telling);
        told.extend(object(json!({
            "verifiable": self.verification.is_some(),
            "playable": matches!(self.instance, Instance::Game(_)),
            "errata": self.errata.len(),
        })));
        Value::Object(told)
    }
}

/// The fields of a JSON object.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

impl Erratum {
    /// The whole erratum.
    #[must_use]
    pub fn to_json(&self, telling: Telling) -> Value {
        let document = Text::new(
            self.document.title(Language::English),
            self.document.title(Language::Chinese),
        );
        json!({
            "id": self.id,
            "name": self.name,
            "document": telling.text(document),
            "place": self.place,
            "printed": telling.text(self.printed),
            "correct": telling.text(self.correct),
            "claim": self.claim.map(|claim| bounds(&claim, self.range, telling)),
        })
    }
}

fn bounds(verification: &Verification, range: Text, telling: Telling) -> Value {
    json!({
        "range": telling.text(range),
        "quick": verification.quick,
        "usual": verification.usual,
        "most": verification.most,
    })
}

fn instance(problem: &Problem, telling: Telling) -> Value {
    match &problem.instance {
        Instance::Game(game) => json!({
            "kind": "game",
            "position": game.start,
            "note": telling.text(problem.note),
            "ruleset": game.ruleset(),
            "cells": game.cells.map(|cells| json!({
                "pattern": cells.pattern, "low": cells.low, "usual": cells.usual, "most": cells.most,
            })),
        }),
        Instance::Computation(computation) => json!({
            "kind": "computation",
            "input": computation.input,
            "format": telling.text(problem.note),
        }),
        Instance::Lost => json!({ "kind": "lost" }),
    }
}
