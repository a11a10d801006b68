//! `farstar quotient`: the misère quotient of a heap game, or of positions.

use crate::exit::{Exit, Failure};
use crate::heap_game;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::quantity::count;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::Position;
use farstar::misere::{
    HeapQuotient, InfiniteQuotient, MisereQuotient, PositionQuotient, Presentation,
    QuotientCertificate, QuotientEnd,
};
use farstar::sequence::Heaps;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Find the misère quotient of a heap game, or of positions: the finite monoid that decides all their sums.
///
/// Behind the name of any impartial ruleset stand positions; then it is the quotient of all that moves reach from them.
/// Who is to move loses a sum, where who cannot move wins, if and only if the product of the classes of its heaps is in
/// the P-portion. Every quotient that is told is proved; where the classes repeat, and the game is octal, it is that of
/// all heaps. Of a quotient that is infinite, generators, rules and the P-portion are told where rules are found and
/// proved (0.3122 with heaps up to 7). Of one that is larger than --most, or infinite in another way, that of the heaps
/// before is told, and the exit code is 3.
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help())]
pub(crate) struct Quotient {
    #[command(flatten)]
    words: heap_game::Words,
    /// The largest heap.
    #[arg(long, value_name = "N", value_parser = count, default_value = "200")]
    to: u64,
    /// The most classes.
    #[arg(long, value_name = "COUNT", value_parser = count, default_value = "1000")]
    most: u64,
    /// Write a certificate to this file, as JSON if its name ends in .json; `farstar check` checks it.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

fn long_help() -> String {
    format!(
        "{}\n\nExamples:\n  \
        farstar quotient 0.123\n  \
        farstar quotient kayles --to 168 --certificate kayles.txt && farstar check kayles.txt\n  \
        farstar quotient 0.26 --to 15 --json\n  \
        farstar quotient 0.3122 --to 7 --certificate infinite.txt && farstar check infinite.txt\n  \
        farstar quotient cram 2x3 1x7 --certificate cram.txt",
        heap_game::HELP
    )
}

impl Quotient {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).clamp(1, MOST_CLASSES);
        let game = match self.words.misere_game(&surroundings.limits()) {
            Ok(game) => game,
            // words that together name no heap game may be a ruleset with positions
            Err(no_heaps) => match self.words.positions(&surroundings.limits())? {
                Some(positions) => return self.of_positions(&positions, most, surroundings),
                None => return Err(no_heaps),
            },
        };
        let Heaps::Single(heaps) = &game.heaps else {
            return Err(Failure::Input(format!(
                "{}: a misère quotient is of heaps of one number",
                game.text
            )));
        };
        let to = u32::try_from(self.to)
            .ok()
            .filter(|&to| to <= MOST_HEAPS)
            .ok_or_else(|| Failure::TooLarge(format!("--to: at most {MOST_HEAPS} heaps")))?;
        let subject = format!("{}: looking for its misère quotient", game.text);
        let (clock, limits) = progress::watched(&subject, surroundings.limits());
        let found = HeapQuotient::of(heaps.as_ref(), to, most, &limits)
            .map_err(|error| Failure::of_solver(error, &game.text));
        clock.finish_and_clear();
        let mut output = Output::new();
        let (found, told) = match found? {
            HeapQuotient::Finite(found, told) => (found, told),
            HeapQuotient::Infinite(infinite) => {
                if surroundings.json {
                    output.json(&object_of_infinite(&game.text, &infinite, to))?;
                } else {
                    output.sentences(&sentences_of_infinite(&game.shown(), &infinite))?;
                }
                if let Some(path) = &self.certificate {
                    written(path, &infinite.to_string())?;
                }
                if infinite.to() == to {
                    return Ok(Exit::Solved);
                }
                messages::note(&format!(
                    "{}: with heaps of {} there are infinitely many classes; with larger ones they were not looked for",
                    game.text,
                    infinite.to()
                ));
                return Ok(Exit::Stopped);
            }
        };
        if surroundings.json {
            output.json(&object(&game.text, &found, &told))?;
        } else {
            output.sentences(&sentences(&game.shown(), &found, &told))?;
        }
        if let Some(path) = &self.certificate {
            let Some(code) = heaps.code() else {
                return Err(Failure::Input(format!(
                    "{}: certificates are of games with a take-and-break code",
                    game.text
                )));
            };
            written(path, &text_for(path, &QuotientCertificate::new(code, &found)))?;
        }
        ended(&game.text, Some(found.to() + 1), &found, most)
    }

    /// The quotient of positions and of what moves reach from them.
    fn of_positions(
        &self,
        positions: &[Position],
        most: usize,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let (clock, limits) =
            progress::watched("looking for the misère quotient", surroundings.limits());
        let found = PositionQuotient::of(positions, most, &limits);
        clock.finish_and_clear();
        let found = found?;
        let told = found.quotient().presentation();
        let name = positions.first().map_or("", |position| position.ruleset().name());
        let mut output = Output::new();
        if surroundings.json {
            let mut object = object(name, found.quotient(), &told);
            object["positions"] = positions
                .iter()
                .enumerate()
                .map(|(at, one)| json!({ "position": one.to_string(), "class": found.class(at) }))
                .collect();
            output.json(&object)?;
        } else {
            let (classes, lost) = (found.quotient().order(), found.quotient().p_portion().len());
            let all = found.generators();
            let of = match found.quotient().end() {
                None => format!("all positions that moves reach ({all} that differ; proved)"),
                Some(_) => {
                    let covered = found.quotient().to() + 1;
                    format!("{covered} of the {all} positions that differ (proved)")
                }
            };
            let mut text = format!(
                "{name}: {classes} classes, {lost} of them lost, of {of}\nmonoid    {told}\nP-portion {}\n",
                told.lost.join(", ")
            );
            let width = positions.iter().map(|one| one.to_string().chars().count()).max();
            let width = width.unwrap_or(0).min(usize::from(u16::MAX));
            for (at, position) in positions.iter().enumerate() {
                let class = found.class(at).map_or("?", |class| &told.words[class as usize]);
                let label = if at == 0 { "classes" } else { "" };
                text.push_str(&format!("{label:<9} {:<width$} {class}\n", position.to_string()));
            }
            output.sentences(&text)?;
        }
        if let Some(path) = &self.certificate {
            written(path, &text_for(path, &found.certificate()))?;
        }
        ended(name, None, found.quotient(), most)
    }
}

/// A certificate as a file of this name holds it.
fn text_for(path: &Path, certificate: &QuotientCertificate) -> String {
    let json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    if json { certificate.to_json() + "\n" } else { certificate.to_string() }
}

fn written(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::File { path: path.display().to_string(), error })
}

fn sentences_of_infinite(game: &str, found: &InfiniteQuotient) -> String {
    let class = |heap: u32| found.class(&[heap]).unwrap_or_default();
    let heaps: Vec<String> = (1..=found.to()).map(class).collect();
    format!(
        "{game}: infinitely many classes, of heaps up to {} (proved)\nmonoid    {}\nP-portion {}\nheaps   1 {}\n",
        found.to(),
        found.presentation(),
        found.lost().join(", "),
        heaps.join(" ")
    )
}

fn object_of_infinite(game: &str, found: &InfiniteQuotient, to: u32) -> Value {
    let values: Vec<Option<String>> = (0..=found.to()).map(|heap| found.class(&[heap])).collect();
    json!({
        "game": game,
        "heaps": found.to(),
        "order": null,
        "infinite": true,
        "p_portion": found.lost(),
        "values": values,
        "presentation": found.presentation(),
        "complete": found.to() == to,
    })
}

/// What ended the quotient of `game` before it was whole; it has no class for the heap `next`, or for
/// one more of the positions.
fn ended(
    game: &str,
    next: Option<u32>,
    found: &MisereQuotient,
    most: usize,
) -> Result<Exit, Failure> {
    match found.end() {
        None => Ok(Exit::Solved),
        Some(QuotientEnd::Limit(stopped)) => Err(Failure::Stopped(stopped)),
        Some(end) => {
            messages::note(&format!("{game}: {}", reason(end, next, most)));
            Ok(Exit::Stopped)
        }
    }
}

/// The most heaps and classes that can be asked for.
const MOST_HEAPS: u32 = 10_000;
const MOST_CLASSES: usize = 10_000;

fn reason(end: QuotientEnd, next: Option<u32>, most: usize) -> String {
    match (end, next) {
        (QuotientEnd::Limit(stopped), _) => stopped.to_string(),
        (QuotientEnd::Order, Some(next)) => format!(
            "with heaps of {next} more than {most} classes are told apart, perhaps infinitely many; --most N allows more"
        ),
        (QuotientEnd::Order, None) => format!(
            "with one more position more than {most} classes are told apart, perhaps infinitely many; --most N allows more"
        ),
        (QuotientEnd::Open, Some(next)) => {
            format!("the classes with heaps of {next} were not found")
        }
        (QuotientEnd::Open, None) => "the classes with one more position were not found".to_owned(),
    }
}

fn sentences(game: &str, found: &MisereQuotient, told: &Presentation) -> String {
    let lost = found.p_portion().len();
    let mut text = match found.period() {
        Some((from, period)) => format!(
            "{game}: {} classes, {lost} of them lost, of all heaps (proved: period {period} from heap {from})\n",
            found.order()
        ),
        None => format!(
            "{game}: {} classes, {lost} of them lost, of heaps up to {} (proved)\n",
            found.order(),
            found.to()
        ),
    };
    text.push_str(&format!("monoid    {told}\nP-portion {}\n", told.lost.join(", ")));
    // of a period one round is enough
    let last = found.period().map_or(found.to(), |(from, period)| from + period - 1);
    let class = |heap: u32| found.value(heap).map_or("?", |class| &told.words[class as usize]);
    for from in (1..=last).step_by(10) {
        let row: Vec<&str> = (from..=last.min(from + 9)).map(class).collect();
        let label = if from == 1 { "heaps" } else { "" };
        text.push_str(&format!("{label:<6}{:>3} {}\n", from, row.join(" ")));
    }
    let changes: Vec<String> = found
        .orders()
        .iter()
        .skip(1)
        .map(|(heap, order, _)| tongue::told(&format!("{order} from heap {heap}")).into_owned())
        .collect();
    if !changes.is_empty() {
        text.push_str(&format!("classes   {}\n", changes.join(", ")));
    }
    text
}

fn object(game: &str, found: &MisereQuotient, told: &Presentation) -> Value {
    let classes = 0..found.order() as u32;
    let product: Vec<Vec<u32>> = classes
        .clone()
        .map(|x| classes.clone().filter_map(|y| found.product(x, y).ok()).collect())
        .collect();
    let values: Vec<Option<u32>> = (0..=found.to()).map(|heap| found.value(heap)).collect();
    json!({
        "game": game,
        "heaps": found.to(),
        "order": found.order(),
        "p_portion": found.p_portion(),
        "values": values,
        "product": product,
        "words": told.words,
        "presentation": told.to_string(),
        "orders": found.orders(),
        "period": found.period().map(|(from, period)| json!({"preperiod": from, "period": period})),
        "complete": found.end().is_none(),
    })
}
