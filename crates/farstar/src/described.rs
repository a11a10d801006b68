//! A ruleset as plain data: the one JSON of rulesets, whatever door they are told at.

use crate::Ruleset;
use farstar_rules::language::Kind;
use serde_json::{Map, Value, json};

impl Ruleset {
    /// The board in one word, `heap` of heaps.
    #[must_use]
    pub fn kind_word(&self) -> &'static str {
        self.rules().kind().map_or("heap", Kind::word)
    }

    /// What the game is in a sentence: the first comment of its text.
    #[must_use]
    pub fn summary(&self) -> &str {
        self.rules().comments().first().copied().unwrap_or_default()
    }

    /// What was read and deduced: the board and the pieces, whether every play ends and why, whose moves are the same,
    /// the symmetries. It takes as long as the proof that play ends.
    ///
    /// # Examples
    /// ```
    /// use farstar::Ruleset;
    /// let told = Ruleset::named("clobber")?.described();
    /// assert_eq!((&told["kind"], &told["ends"]), (&"grid".into(), &true.into()));
    /// # Ok::<(), farstar::Error>(())
    /// ```
    #[must_use]
    pub fn described(&self) -> Map<String, Value> {
        let rules = self.rules();
        let (keep, exchange) = rules.symmetry_counts();
        let ending = rules.ending();
        let given = rules.parameters().iter();
        let parameters: Map<String, Value> =
            given.map(|(name, value)| (name.clone(), json!(value.to_string()))).collect();
        let told = json!({
            "name": rules.name(),
            "kind": self.kind_word(),
            "pieces": rules.pieces().iter().map(|&sign| json!({
                "sign": sign,
                "owner": rules.owner(sign).map(|player| player.to_string()),
                "numbers": rules.number(sign),
            })).collect::<Vec<_>>(),
            "summary": rules.comments().first(),
            "chinese": rules.chinese().map(|(name, summary)| json!({ "name": name, "summary": summary })),
            "source": rules.remark("source"),
            "example": rules.remark("example"),
            "starts": rules.starts(),
            "text": rules.text(),
            "canonical": rules.canonical(),
            "hash": format!("{:016x}", rules.hash()),
            "parameters": parameters,
            "impartial": rules.is_impartial(),
            "misere": rules.is_misere(),
            "ends": ending.is_ok(),
            "ending": match ending {
                Ok(ending) => ending.to_string(),
                Err(loopy) => loopy.to_string(),
            },
            "measures": ending.ok().map(|ending| ending.measures.clone()),
            "coins": rules.coins().map(|sides| sides.map(String::from)),
            "symmetries": { "keeping": keep, "exchanging": exchange },
            "notes": rules.notes(),
        });
        let Value::Object(told) = told else { return Map::new() };
        told
    }
}
