//! A heap game by its code: its sequence as it grows, the period and its proof, rare values.

use crate::answer::{self, note_none};
use crate::desk::Desk;
use farstar::Ruleset;
use farstar::sequence::{
    GrundySequence, PairGame, PairValues, Periodicity, SequenceError, Sparse, find_period,
};
use farstar_draw::{Scatter, heatmap, scatter};
use serde::Deserialize;
use serde_json::{Value, json};

/// Heaps that may be asked for.
const MOST_HEAPS: u64 = 1 << 28;
/// Values that are told.
const MOST_TOLD: u64 = 20_000;
/// Values that are drawn, and exceptions that are listed.
const MOST_DRAWN: u64 = 1200;
const MOST_EXCEPTIONS: usize = 10_000;
/// Values whose classes are told.
const MOST_CLASSES: usize = 256;
/// Values that are counted at once.
const AT_ONCE: usize = 1 << 16;
/// The side of a table of a game on two numbers.
const WIDEST: u64 = 128;

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    /// The game as a name or a code.
    #[serde(default)]
    game: String,
    /// The text of the user's own rules, in the place of a name.
    #[serde(default)]
    rules: String,
    /// The last heap.
    #[serde(default = "hundred")]
    to: u64,
    /// Whether a period is looked for.
    #[serde(default = "yes")]
    period: bool,
}

fn hundred() -> u64 {
    100
}

fn yes() -> bool {
    true
}

/// Answers about a heap game.
pub(crate) fn sequence(question: &Question, desk: &Desk<'_>) -> Value {
    let wrong = |message: String| {
        json!({ "diagnostics": [{
            "kind": "rules", "message": message, "start": 0, "end": question.game.encode_utf16().count(),
            "line": 1, "column": 1, "fixes": [],
        }] })
    };
    let asked = if question.rules.is_empty() { &question.game } else { &question.rules };
    let found = desk.limits().guard(|| {
        let rules = Ruleset::named(asked).map_err(|fault| fault.to_string())?;
        let heaps = rules.heap_game()?;
        Ok::<_, String>((rules, heaps))
    });
    let (rules, heaps) = match found {
        Ok(Ok(found)) => found,
        Ok(Err(message)) => return wrong(message),
        Err(reason) => return answer::stopped(reason),
    };
    let game = Game::of(question, &rules);
    let to = question.to.min(MOST_HEAPS);
    match heaps.single() {
        Ok(heaps) => grown(&game, GrundySequence::shared(heaps), to, question.period, desk),
        Err(pairs) => table(&game, pairs, to.min(WIDEST - 1), desk),
    }
}

/// A game whose sequence is told.
pub(crate) struct Game {
    /// As it was asked for.
    pub(crate) text: String,
    /// Its code, if it has one.
    pub(crate) code: Option<String>,
}

impl Game {
    fn of(question: &Question, rules: &Ruleset) -> Self {
        let text = rules.rules();
        let code = text.code().map(ToString::to_string);
        let code = code.or_else(|| text.turning().map(ToString::to_string));
        let typed = question.game.trim();
        let text = if typed.is_empty() || typed.contains('\n') { rules.name() } else { typed };
        Self { text: text.to_owned(), code }
    }

    /// How it is called: as written, and its code if that is another text.
    fn shown(&self) -> String {
        match &self.code {
            Some(code) if *code != self.text => format!("{} ({code})", self.text),
            _ => self.text.clone(),
        }
    }
}

/// The sequence, told while it grows.
fn grown(game: &Game, mut heaps: GrundySequence, to: u64, period: bool, desk: &Desk<'_>) -> Value {
    let most = to.saturating_add(1);
    let mut failure = None;
    let mut next = 0;
    let mut ahead = 64;
    while next < most {
        let target = (next + ahead).min(most);
        if let Err(error) = heaps.extend_to(target, desk.limits()) {
            failure = Some(error);
        }
        let known = heaps.len().min(target);
        if next < MOST_TOLD.min(known) {
            let part = heaps.values(next..known.min(MOST_TOLD));
            let mut told = json!({ "from": next, "values": part });
            if let Some(sparse) = heaps.sparse() {
                told["rare"] = json!({
                    "mask": sparse.mask,
                    "by_parity": sparse.by_parity,
                    "common": sparse.common,
                    "heaps": rare_heaps(&sparse, known.min(MOST_TOLD)),
                });
            }
            desk.part(&told);
        }
        desk.progress(known, Some(most), "heaps");
        if failure.is_some() {
            break;
        }
        next = target;
        ahead = (ahead * 2).min(1 << 20);
    }
    let mut found = None;
    if period && failure.is_none() {
        match find_period(&mut heaps, most, desk.limits()) {
            Ok(period) => found = period,
            Err(error) => failure = Some(error),
        }
    }
    if period && found.is_none() {
        found = farstar::sequence::periodicity(&heaps);
    }
    let mut told = told(game, &heaps, found.as_ref());
    if let Some(error) = failure {
        note_failure(&mut told, error);
    }
    told
}

/// Why there are no more values: a limit leaves those before it.
fn note_failure(told: &mut Value, error: SequenceError) {
    match error {
        SequenceError::Stopped(reason) => {
            told["stopped"] = json!(reason.word());
            told["message"] = json!(reason.to_string());
        }
        error => note_none(told, &error.into()),
    }
}

/// All that is known of a sequence.
pub(crate) fn told(game: &Game, heaps: &GrundySequence, period: Option<&Periodicity>) -> Value {
    let mut told = of_values(heaps, period, &game.shown());
    told["game"] = json!(game.text);
    told["code"] = json!(game.code);
    told
}

/// The values of a sequence with its period and its picture.
pub(crate) fn of_values(heaps: &GrundySequence, period: Option<&Periodicity>, name: &str) -> Value {
    let length = heaps.len();
    let exceptions = period.map(|period| period.exceptions_of(heaps)).into_iter().flatten();
    let exceptions: Vec<(u64, u32)> = exceptions.take(MOST_EXCEPTIONS).collect();
    let values = heaps.values(0..length.min(MOST_TOLD));
    // The picture shows what leads to the period, and some of that.
    let wanted = period.map_or(length, |p| (p.preperiod + 4 * p.period).max(96));
    let shown = length.min(wanted).min(MOST_DRAWN);
    let drawn: Vec<i64> = heaps.values(0..shown).into_iter().map(i64::from).collect();
    let listed: Vec<u64> = exceptions.iter().map(|(heap, _)| *heap).collect();
    let sentence = format!("Nim values of {name}, heaps 0 to {}", shown.saturating_sub(1));
    let picture = scatter(&Scatter {
        values: &drawn,
        from: 0,
        periodic: period.map(|period| period.preperiod),
        exceptions: &listed,
        sentence: &sentence,
    });
    let greatest = (0..length).filter_map(|heap| heaps.value(heap)).max();
    json!({
        "length": length,
        "values": values,
        "greatest": greatest,
        "method": heaps.method().name(),
        "period": period.map(|period| json!({
            "period": period.period,
            "preperiod": period.preperiod,
            "saltus": period.saltus,
            "exception_count": period.exceptions,
            "exceptions": exceptions,
            "proved": period.is_proved(),
            "theorem": period.theorem.as_ref().map(|theorem| theorem.name()),
            "statement": period.to_string(),
            "proof": period.theorem.as_ref().map(ToString::to_string),
        })),
        "rare": heaps.sparse().map(|sparse| json!({
            "mask": sparse.mask,
            "by_parity": sparse.by_parity,
            "common": sparse.common,
            "count": sparse.rare_heaps.len(),
            "last": sparse.rare_heaps.last(),
            "heaps": sparse.rare_heaps.iter().take(MOST_EXCEPTIONS).collect::<Vec<_>>(),
            "classes": classes(heaps, &sparse),
        })),
        "svg": picture,
    })
}

/// The rare heaps below `to`: all of them, as the mask may have been chosen anew.
fn rare_heaps(sparse: &Sparse, to: u64) -> Vec<u64> {
    sparse.rare_heaps.iter().copied().take_while(|&heap| heap < to).collect()
}

/// How often each value comes, and at how many of these heaps it is rare: `[value, heaps, rare heaps]`.
fn classes(heaps: &GrundySequence, sparse: &Sparse) -> Vec<(u32, u64, u64)> {
    let mut counts: Vec<(u64, u64)> = Vec::new();
    for first in (0..heaps.len()).step_by(AT_ONCE) {
        let some = heaps.values(first..(first + AT_ONCE as u64).min(heaps.len()));
        for (heap, value) in (first..).zip(some) {
            let of_heap = if sparse.by_parity { heap as u32 & 1 } else { 0 };
            let parity = ((value & sparse.mask).count_ones() ^ of_heap) & 1;
            let place = value as usize;
            if place >= counts.len() {
                counts.resize(place + 1, (0, 0));
            }
            counts[place].0 += 1;
            counts[place].1 += u64::from(parity != sparse.common);
        }
    }
    let told = (0..).zip(counts).filter(|(_, (all, _))| *all > 0).take(MOST_CLASSES);
    told.map(|(value, (all, rare))| (value, all, rare)).collect()
}

/// The table of a game on two numbers.
fn table(game: &Game, pairs: PairGame, to: u64, desk: &Desk<'_>) -> Value {
    let mut values = PairValues::new(pairs);
    let mut rows = Vec::new();
    let mut told = json!({ "game": game.text, "code": null });
    'rows: for a in 0..=to as u32 {
        let mut row = Vec::new();
        for b in 0..=to as u32 {
            match values.value((a, b), desk.limits()) {
                Ok(value) => row.push(i64::from(value)),
                Err(error) => {
                    note_failure(&mut told, error);
                    break 'rows;
                }
            }
        }
        desk.part(&json!({ "row": a, "values": row }));
        desk.progress(u64::from(a) + 1, Some(to + 1), "rows");
        rows.push(row);
    }
    let labels: Vec<String> = (0..=to).map(|n| n.to_string()).collect();
    told["svg"] = json!(heatmap(&rows, &labels, &labels, &format!("Nim values of {}", game.text)));
    told["rows"] = json!(rows);
    told
}
