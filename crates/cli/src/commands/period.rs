//! `farstar period`: the period of the Grundy values of a heap game, and its proof.

use crate::exit::{self, Exit, Failure};
use crate::heap_game;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::quantity::count;
use crate::saver::Saver;
use crate::surroundings::Surroundings;
use farstar::sequence::{
    Certificate, GrundySequence, PeriodSearch, Periodicity, SequenceError, find_period, periodicity,
};
use farstar_value::{Limits, Stopped};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Heaps whose values are kept when more are looked at, and heaps between two looks at the clock.
const MOST_KEPT: u64 = 1 << 24;
const STAGE: u64 = 1 << 29;

/// Find the period of the Grundy values of a heap game, and prove it.
///
/// Told are the period, the preperiod (the first heap from which on the values are periodic), the saltus (what is added
/// in one period), the number of exceptions (heaps before the preperiod that do not fit), and the theorem that proves
/// it. A repetition that no theorem proves is called observed, never a period, and the exit code is then 3.
///
/// The values are kept up to 16 777 216 heaps; a longer search, or one with a checkpoint, keeps some hundred states
/// instead, in memory of a fixed size, where the game allows it, and does not count the exceptions.
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help())]
pub(crate) struct Period {
    #[command(flatten)]
    words: heap_game::Words,
    /// Look no further than this heap, such as 100000 or 10M. [default: 1048576, 4096 where a move leaves three heaps
    /// or takes any number, 1024 for coins and rules without a code]
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,
    /// Write a certificate of the proof to this file; `farstar check` checks it.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write the state of the search to this file every minute and when it stops.
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    checkpoint: Option<PathBuf>,
    /// Go on from the state in the file of --checkpoint, if it is there.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

fn long_help() -> String {
    format!(
        "{}\n\nExamples:\n  \
        farstar period kayles\n  \
        farstar period --json 0.156\n  \
        farstar period subtraction 2,3,7\n  \
        farstar period --rules my.game\n  \
        farstar period 0.07 --certificate dawson.txt && farstar check dawson.txt\n  \
        farstar period 0.376 --to 10M\n  \
        farstar period 0.106 --to 900G --checkpoint 106.state --resume",
        heap_game::HELP
    )
}

impl Period {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let game = self.words.game(&surroundings.limits())?;
        let single = game.heaps.clone().single().map_err(|_| {
            Failure::Input(format!("{}: a game on two numbers has no sequence", game.text))
        })?;
        let mut sequence = GrundySequence::shared(single);
        let most = self.to.unwrap_or_else(|| sequence.usual_heaps()).saturating_add(1);
        let subject = format!("{}: looking for a period", game.text);
        let (clock, limits) = progress::watched(&subject, surroundings.limits());
        let code = sequence.game().code().cloned();
        if code.is_none() && self.checkpoint.is_some() {
            let words = "--checkpoint is for games that have a code";
            return Err(Failure::Usage(words.to_owned()));
        }
        let mut heaps = 0;
        let found = if self.checkpoint.is_some() || most > MOST_KEPT && self.certificate.is_none() {
            self.in_stages(&mut sequence, most, &limits, &mut heaps)
        } else {
            find_period(&mut sequence, most, &limits).map_err(Failure::from)
        };
        clock.finish_and_clear();
        let (found, stopped) = match found {
            Ok(found) => (found, None),
            // What was computed may show something.
            Err(Failure::Stopped(reason)) if heaps == 0 => (periodicity(&sequence), Some(reason)),
            Err(Failure::Stopped(reason)) => (None, Some(reason)),
            Err(error) => return Err(error),
        };
        let heaps = heaps.max(sequence.len());
        let mut output = Output::new();
        if surroundings.json {
            output.json(&object(&game.text, found.as_ref(), heaps, stopped))?;
        } else {
            output.sentences(&sentences(&game.shown(), found.as_ref(), heaps))?;
        }
        let proved = found.as_ref().filter(|found| found.is_proved());
        if let Some(path) = &self.certificate {
            match proved.and_then(|claim| Certificate::new(&sequence, claim)) {
                Some(certificate) => {
                    std::fs::write(path, certificate.to_string()).map_err(|error| {
                        Failure::File { path: path.display().to_string(), error }
                    })?;
                }
                None => messages::note(&format!("{}: no proof, so no certificate", path.display())),
            }
        }
        if proved.is_some() {
            return Ok(Exit::Solved);
        }
        match stopped {
            Some(reason) => Err(Failure::Stopped(reason)),
            None => {
                messages::note(&format!(
                    "{}: nothing is proved within {heaps} heaps; --to N looks further",
                    game.text
                ));
                Ok(Exit::Stopped)
            }
        }
    }
}

impl Period {
    /// A search with the values at first, and then without them, which goes on from its state.
    fn in_stages(
        &self,
        sequence: &mut GrundySequence,
        most: u64,
        limits: &Limits,
        heaps: &mut u64,
    ) -> Result<Option<Periodicity>, Failure> {
        let saver = self.checkpoint.as_deref().map(|path| Saver::new(path, self.resume));
        let (mut saver, saved) = match saver.transpose()? {
            Some((saver, saved)) => (Some(saver), saved),
            None => (None, None),
        };
        let mut search = match (saved, &saver) {
            (Some(bytes), Some(saver)) => {
                let search = PeriodSearch::resume(&bytes, limits).map_err(|e| saver.wrong(&e))?;
                if sequence.game().code() != Some(search.code()) {
                    let other = format!("this is the state of the game {}", search.code());
                    return Err(saver.wrong(&other));
                }
                messages::note(&format!("{}: goes on from heap {}", search.code(), search.heaps()));
                search
            }
            _ => {
                let code = sequence.game().code().cloned();
                if saver.is_none() {
                    let kept = most.min(MOST_KEPT);
                    let found = find_period(sequence, kept, limits)?;
                    if found.as_ref().is_some_and(Periodicity::is_proved) {
                        return Ok(found);
                    }
                }
                let search = code.map(|code| PeriodSearch::new(code, limits));
                match search.transpose() {
                    Ok(Some(search)) => search,
                    Err(error)
                        if saver.is_some()
                            || !matches!(error, SequenceError::Unsuitable { .. }) =>
                    {
                        return Err(error.into());
                    }
                    _ => return Ok(find_period(sequence, most, limits)?),
                }
            }
        };
        limits.expect(most);
        loop {
            let found = search.advance(most.min(search.heaps() + STAGE), limits);
            *heaps = search.heaps();
            let over = *heaps >= most || !matches!(found, Ok(None));
            if let Some(saver) = saver.as_mut().filter(|saver| over || saver.is_due()) {
                saver.save(&search.checkpoint())?;
            }
            if over {
                return Ok(found?);
            }
        }
    }
}

/// What was found, for people.
fn sentences(game: &str, found: Option<&Periodicity>, heaps: u64) -> String {
    let Some(found) = found else { return format!("{game}: no period in {heaps} heaps") };
    let Periodicity { period, preperiod, saltus, exceptions, theorem, .. } = found;
    let mut numbers = format!("preperiod {preperiod}, saltus {saltus}");
    if let Some(exceptions) = exceptions {
        numbers += &format!(", exceptions {exceptions}");
    }
    match theorem {
        Some(theorem) => {
            format!(
                "{game}: period {period}, {numbers}\nproved by {theorem}\n{heaps} heaps computed"
            )
        }
        None => format!(
            "{game}: observed repetition {period}, {numbers}\nnot proved; {heaps} heaps computed"
        ),
    }
}

/// What was found, for programs.
fn object(game: &str, found: Option<&Periodicity>, heaps: u64, stopped: Option<Stopped>) -> Value {
    let mut object = json!({
        "game": game, "period": null, "preperiod": null, "saltus": null, "exceptions": null,
        "proof": null, "heaps": heaps,
    });
    if let Some(found) = found {
        // Only what is proved stands under the names of the answer.
        let proved = found.theorem.is_some();
        let mut observed = json!({});
        let target = if proved { &mut object } else { &mut observed };
        target[if proved { "period" } else { "repetition" }] = json!(found.period);
        target["preperiod"] = json!(found.preperiod);
        target["saltus"] = json!(found.saltus);
        target["exceptions"] = json!(found.exceptions);
        match &found.theorem {
            Some(theorem) => {
                let statement = theorem.to_string();
                object["proof"] = json!({ "theorem": theorem.name(), "statement": statement });
            }
            None => object["observed"] = observed,
        }
    }
    if let Some(reason) = stopped {
        object["stopped"] = json!(exit::reason(reason));
    }
    object
}
