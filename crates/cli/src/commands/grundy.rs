//! `farstar grundy`: the Grundy values of a heap game.

use crate::exit::{Exit, Failure, reason};
use crate::heap_game::{self, Game};
use crate::messages;
use crate::progress;
use crate::quantity::count;
use crate::saver::Saver;
use crate::surroundings::Surroundings;
use farstar::sequence::{
    CoinRow, GrundySequence, GrundyStream, HeapCode, Heaps, PairGame, PairValues, SequenceError,
    TurningCode,
};
use farstar::theorems;
use farstar_value::Limits;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Seek, SeekFrom, StdoutLock, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Sequences longer than this are computed without keeping the values, where the game allows it.
const MOST_KEPT: u64 = 1 << 24;

/// Heaps after which a stream is thought of for the first time.
const FIRST_LOOK: u64 = 1 << 19;

/// Heaps between two outputs: the first time, and at most.
const FIRST_STEP: u64 = 1 << 12;
const LONGEST_STEP: u64 = 1 << 20;

/// A step that takes longer is not followed by a longer one.
const LONG: Duration = Duration::from_millis(200);

/// From this heap on a theorem about all heaps is asked, of games of which heaps take long from the other on, for as
/// many heaps at most.
const FAR: u64 = MOST_KEPT;
const FAR_OF_SLOW: u64 = 1 << 8;
const MOST_FAR: u64 = 1 << 12;

/// Rows of a table on two numbers when none is asked for.
const USUAL_TABLE: u64 = 10;

/// Print the Grundy values of a heap game, one after the other.
///
/// The heaps are those from M to N, both included; a few far out are told by a theorem about all heaps where there is
/// one. Of a game on two numbers, the table up to (N, N) is printed, one row
/// a line. The method that was used is told on standard error.
#[derive(Debug, clap::Args)]
#[command(after_long_help = concat_help())]
pub(crate) struct Grundy {
    #[command(flatten)]
    words: heap_game::Words,
    /// The last heap, such as 1000 or 10M.
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,
    /// The first heap that is printed.
    #[arg(long, value_name = "M", default_value = "0", value_parser = count)]
    from: u64,
    /// Print one heap and its value on each line.
    #[arg(long)]
    lines: bool,
    /// Write the state of the computation to this file every minute and when it stops.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on from the state in the file of --checkpoint, if it is there; what was printed before is not printed again.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Write one heap and its value on each line of this file, and the state of the computation every minute beside it,
    /// to FILE.state; the same command goes on where it was stopped or killed, and one with a larger --to from the end.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "lines"])]
    into: Option<PathBuf>,
}

fn concat_help() -> String {
    format!(
        "{}\n\nExamples:\n  \
        farstar grundy kayles --to 20\n  \
        farstar grundy 0.106 --to 1M --from 999990\n  \
        farstar grundy kayles --from 1000000000000 --to 1000000000009\n  \
        farstar grundy subtraction 1,3,4 --to 30 --json\n  \
        farstar grundy wythoff --to 8\n  \
        farstar grundy --rules my.game --to 100\n  \
        farstar grundy 0.106 --to 10G --into 106.txt\n  \
        farstar grundy 0.106 --to 10G --lines --checkpoint 106.state --resume > 106.txt",
        heap_game::HELP
    )
}

impl Grundy {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let game = self.words.game(&surroundings.limits())?;
        let needed = || Failure::Usage("--to N is needed: the last heap to compute".to_owned());
        let pairs = matches!(game.heaps, Heaps::Pairs(_));
        let to = self.to.or(pairs.then_some(USUAL_TABLE)).ok_or_else(needed)?;
        if self.from > to {
            return Err(Failure::Usage(format!("--from {} is beyond --to {to}", self.from)));
        }
        let end =
            to.checked_add(1).ok_or_else(|| Failure::Usage("--to is too large".to_owned()))?;
        let code = match &game.heaps {
            Heaps::Single(heaps) => heaps.code().cloned(),
            Heaps::Pairs(_) | Heaps::Coins(_) => None,
        };
        if (self.checkpoint.is_some() || self.into.is_some()) && code.is_none() {
            let words = "--checkpoint and --into are for games that have a code";
            return Err(Failure::Usage(words.to_owned()));
        }
        if self.into.is_some() && surroundings.json {
            return Err(Failure::Usage("--into writes lines, and no JSON".to_owned()));
        }
        let form = match (surroundings.json, self.lines) {
            (true, _) => Form::Json,
            (false, true) => Form::Lines,
            (false, false) => Form::Line,
        };
        let bar = if io::stdout().is_terminal() {
            ProgressBar::hidden()
        } else {
            progress::bar(&game.text)
        };
        bar.set_length(end);
        if let (Some(path), Some(code)) = (&self.into, &code) {
            return self.in_file(&game.text, &game.shown(), code, path, surroundings, (end, bar));
        }
        let mut printer =
            Printer::new(form, self.from, end, bar, Sink::Standard(io::stdout().lock()));
        let shown = game.shown();
        if end - self.from <= MOST_FAR
            && self.checkpoint.is_none()
            && let Some(values) = by_law(&game, self.from..end, &surroundings.limits())?
        {
            printer.begin(&game.text)?;
            printer.heaps(self.from, values.into_iter())?;
            return printer.finish(&shown, Ok("a theorem about all heaps".to_owned()));
        }
        match (game.heaps, code) {
            (Heaps::Pairs(pairs), _) => {
                self.table(&game.text, pairs, to, (form, printer.bar), surroundings)
            }
            (Heaps::Coins(code), _) => {
                printer.begin(&game.text)?;
                let done = coins(code, end, surroundings, &mut printer);
                printer.finish(&shown, done)
            }
            (Heaps::Single(_), Some(code)) => {
                if let Some(path) = &self.checkpoint {
                    let goes_on = self.resume;
                    return resumable(
                        &game.text,
                        &shown,
                        &code,
                        (path, goes_on),
                        surroundings,
                        printer,
                    );
                }
                printer.begin(&game.text)?;
                let done = heaps(&code, surroundings, &mut printer, None);
                printer.finish(&shown, done)
            }
            (Heaps::Single(heaps), None) => {
                printer.begin(&game.text)?;
                let mut sequence = GrundySequence::shared(heaps);
                let done = kept(&mut sequence, end, &surroundings.limits(), &mut printer);
                printer.finish(&shown, done)
            }
        }
    }

    /// Values that go to a file, with the state of the computation beside it. The state is there as long as the file
    /// is, and empty until there is one, so that nothing else is ever written over.
    fn in_file(
        &self,
        text: &str,
        shown: &str,
        code: &HeapCode,
        path: &Path,
        surroundings: &Surroundings,
        (end, bar): (u64, ProgressBar),
    ) -> Result<Exit, Failure> {
        let mut state = path.as_os_str().to_owned();
        state.push(".state");
        let state = PathBuf::from(state);
        if path.exists() && !state.exists() {
            let shown = path.display();
            return Err(Failure::Input(format!("{shown} is there already, without its state")));
        }
        let open = |path: &Path| {
            let mut options = File::options();
            let file = options.create(true).truncate(false).read(true).write(true).open(path);
            file.map_err(|error| Failure::File { path: path.display().to_string(), error })
        };
        open(&state)?;
        let sink = Sink::File(open(path)?);
        let printer = Printer::new(Form::Lines, self.from, end, bar, sink);
        resumable(text, shown, code, (&state, true), surroundings, printer)
    }

    /// The values of a game on two numbers, row by row.
    fn table(
        &self,
        text: &str,
        game: PairGame,
        to: u64,
        (form, bar): (Form, ProgressBar),
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        /// The largest number of a table: there are as many cells as its square.
        const LARGEST: u64 = 1 << 16;
        let too_large = || Failure::TooLarge(format!("--to {to}: a table ends at {LARGEST}"));
        let within = |n: u64| u32::try_from(n).ok().filter(|_| n <= LARGEST);
        let first = within(self.from).ok_or_else(too_large)?;
        let last = within(to).ok_or_else(too_large)?;
        let mut values = PairValues::new(game);
        let limits = surroundings.limits();
        let mut out = BufWriter::new(io::stdout().lock());
        let mut stopped = None;
        if form == Form::Json {
            write!(out, "{{\"game\":{},\"values\":[", serde_json::json!(text))?;
        }
        let width = u64::from(last) + 1;
        bar.set_length(u64::from(last - first + 1) * width);
        'rows: for row in first..=last {
            let mut line = Vec::new();
            bar.set_position(u64::from(row - first) * width);
            for column in 0..=last {
                match values.value((row, column), &limits) {
                    Ok(value) => line.push(value),
                    Err(SequenceError::Stopped(reason)) => {
                        stopped = Some(reason);
                        break 'rows;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            match form {
                Form::Json => {
                    let comma = if row == first { "" } else { "," };
                    write!(out, "{comma}{}", serde_json::json!(line))?;
                }
                Form::Lines => {
                    for (column, value) in line.iter().enumerate() {
                        writeln!(out, "{row} {column} {value}")?;
                    }
                }
                Form::Line => {
                    let words: Vec<String> = line.iter().map(u32::to_string).collect();
                    writeln!(out, "{}", words.join(" "))?;
                }
            }
            out.flush()?;
        }
        if form == Form::Json {
            let reason = stopped.map(|why| format!(",\"stopped\":\"{}\"", reason(why)));
            writeln!(out, "]{}}}", reason.unwrap_or_default())?;
        }
        out.flush()?;
        bar.finish_and_clear();
        match stopped {
            Some(reason) => Err(Failure::Stopped(reason)),
            None => {
                messages::note(&format!("{text}: by the definition"));
                Ok(Exit::Solved)
            }
        }
    }
}

/// The values of a few heaps far out by a theorem about all heaps; nothing if none is known.
fn by_law(game: &Game, far: Range<u64>, limits: &Limits) -> Result<Option<Vec<u64>>, Failure> {
    if far.start < FAR_OF_SLOW {
        return Ok(None);
    }
    let Ok(heaps) = game.heaps.clone().single() else { return Ok(None) };
    let mut sequence = theorems::sequence(game.rules.rules(), heaps);
    if far.start < FAR && sequence.near() > FAR_OF_SLOW {
        return Ok(None);
    }
    Ok(far.map(|heap| sequence.by_period(heap, limits)).collect::<Result<_, _>>()?)
}

/// A stream whose state goes to a file; if it `goes_on` it may be there.
fn resumable(
    text: &str,
    shown: &str,
    code: &HeapCode,
    (path, goes_on): (&Path, bool),
    surroundings: &Surroundings,
    mut printer: Printer,
) -> Result<Exit, Failure> {
    let (mut saver, saved) = Saver::new(path, goes_on)?;
    let done = match saved {
        None => {
            printer.empty()?;
            printer.begin(text)?;
            heaps(code, surroundings, &mut printer, Some(&mut saver))
        }
        Some(bytes) => {
            let (bytes, place) = printer.split(&bytes);
            let stream = GrundyStream::resume(bytes).map_err(|e| saver.wrong(&e))?;
            if stream.code() != code {
                let other = format!("this is the state of the game {}", stream.code());
                return Err(saver.wrong(&other));
            }
            printer.from = printer.from.max(stream.len());
            if stream.len() >= printer.end {
                messages::note(&format!(
                    "{text}: nothing to do, the state is already at heap {}; a larger --to goes on from there",
                    stream.len()
                ));
                return Ok(Exit::Solved);
            }
            printer.go_on(place).map_err(|e| saver.wrong(&e))?;
            messages::note(&format!("{text}: goes on from heap {}", stream.len()));
            printer.begin(text)?;
            streamed(stream, &surroundings.limits(), &mut printer, Some(&mut saver))
        }
    };
    printer.finish(shown, done)
}

/// What the values were found with, or why there are no more.
type Done = Result<String, Failure>;

fn coins(code: TurningCode, end: u64, surroundings: &Surroundings, printer: &mut Printer) -> Done {
    let last = u32::try_from(end - 1)
        .map_err(|_| Failure::TooLarge(format!("{} coins are too many", end - 1)))?;
    let game = CoinRow::new(code, last, &surroundings.limits()).map_err(|error| match error {
        farstar::SolverError::Stopped(stopped) => Failure::Stopped(stopped),
        ceiling if ceiling.is_ceiling() => Failure::TooLarge(ceiling.to_string()),
        other => Failure::Input(other.to_string()),
    })?;
    printer.heaps(0, [0].into_iter().chain(game.values().iter().copied()))?;
    Ok("sets of sums, the coin-turning theorem".to_owned())
}

/// The values of a take-and-break game: in memory at first, then by a stream if they are many and the game allows it.
fn heaps(
    code: &HeapCode,
    surroundings: &Surroundings,
    printer: &mut Printer,
    saver: Option<&mut Saver<'_>>,
) -> Done {
    let mut sequence = GrundySequence::of_code(code.clone());
    let limits = surroundings.limits();
    let end = printer.end;
    if end <= MOST_KEPT && saver.is_none() {
        return kept(&mut sequence, end, &limits, printer);
    }
    let mut heaps = FIRST_LOOK;
    while heaps <= MOST_KEPT {
        let done = kept(&mut sequence, end.min(heaps), &limits, printer)?;
        if sequence.len() >= end {
            if let Some(saver) = saver {
                save_short(code, end, &limits, (saver, printer))?;
            }
            return Ok(done);
        }
        let last_rare = sequence.sparse().map(|sparse| sparse.rare_heaps.last().copied());
        if last_rare.is_some_and(|last| last.unwrap_or(0) < heaps / 4) {
            let stream = GrundyStream::new(code.clone(), &limits)?;
            kept(&mut sequence, end.min(stream.len()), &limits, printer)?;
            drop(sequence);
            return streamed(stream, &limits, printer, saver);
        }
        heaps *= 2;
    }
    if saver.is_some() {
        return Err(Failure::Input(format!(
            "the state of {code} cannot be saved: all its values are needed"
        )));
    }
    kept(&mut sequence, end, &limits, printer)
}

/// Computes and prints the heaps below `end`, all in memory.
fn kept(sequence: &mut GrundySequence, end: u64, limits: &Limits, printer: &mut Printer) -> Done {
    let mut step = FIRST_STEP;
    while sequence.len() < end {
        let (start, began) = (sequence.len(), Instant::now());
        let outcome = sequence.extend_to(end.min(start + step), limits);
        // What was computed before a stop is printed.
        printer.heaps(start, sequence.values(start..sequence.len()).into_iter().map(u64::from))?;
        outcome?;
        if began.elapsed() < LONG {
            step = (2 * step).min(LONGEST_STEP);
        }
    }
    let sparse = sequence
        .sparse()
        .map(|sparse| format!(", mask {:#b}, {} rare heaps", sparse.mask, sparse.rare_heaps.len()));
    Ok(format!("{}{}", sequence.method(), sparse.unwrap_or_default()))
}

/// Saves the state of a run that was over before a stream was needed.
fn save_short(
    code: &HeapCode,
    end: u64,
    limits: &Limits,
    (saver, printer): (&mut Saver<'_>, &mut Printer),
) -> Result<(), Failure> {
    match GrundyStream::new(code.clone(), limits) {
        Ok(mut stream) if stream.len() <= end => {
            stream.advance(end, limits, &mut |_, _| {})?;
            save(&stream, saver, printer)
        }
        Ok(stream) => {
            let least = stream.len();
            messages::note(&format!("note: no state was saved: it would begin at heap {least}"));
            Ok(())
        }
        Err(error) => {
            messages::note(&format!("note: no state was saved: {error}"));
            Ok(())
        }
    }
}

fn save(
    stream: &GrundyStream,
    saver: &mut Saver<'_>,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let mut state = stream.checkpoint();
    state.extend(printer.place()?);
    saver.save(&state)
}

/// The values from where a stream stands.
fn streamed(
    mut stream: GrundyStream,
    limits: &Limits,
    printer: &mut Printer,
    mut saver: Option<&mut Saver<'_>>,
) -> Done {
    let mut ended = Ok(());
    while ended.is_ok() && stream.len() < printer.end {
        let to = printer.end.min(stream.len() + LONGEST_STEP);
        let mut printed = Ok(());
        ended = stream.advance(to, limits, &mut |start, values| {
            if printed.is_ok() {
                printed = printer.heaps(start, values.iter().map(|&value| u64::from(value)));
            }
        });
        printed?;
        if let Some(saver) = saver.as_mut().filter(|saver| saver.is_due()) {
            save(&stream, saver, printer)?;
        }
    }
    if let Some(saver) = saver {
        save(&stream, saver, printer)?;
    }
    ended?;
    Ok(format!("a stream that keeps {} bytes of values", stream.bytes()))
}

/// How values are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// All in one line.
    Line,
    /// One line for each heap.
    Lines,
    /// One JSON object.
    Json,
}

/// Where values are printed.
enum Sink {
    Standard(StdoutLock<'static>),
    File(File),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Values on their way to standard output, or to a file.
struct Printer {
    out: BufWriter<Sink>,
    form: Form,
    from: u64,
    end: u64,
    printed: u64,
    bar: ProgressBar,
}

impl Printer {
    fn new(form: Form, from: u64, end: u64, bar: ProgressBar, sink: Sink) -> Self {
        let out = BufWriter::with_capacity(1 << 16, sink);
        Self { out, form, from, end, printed: 0, bar }
    }

    /// Of a file: everything is on the disk, and so long it is.
    fn place(&mut self) -> io::Result<Vec<u8>> {
        self.out.flush()?;
        match self.out.get_mut() {
            Sink::Standard(_) => Ok(Vec::new()),
            Sink::File(file) => {
                file.sync_data()?;
                Ok(file.stream_position()?.to_le_bytes().to_vec())
            }
        }
    }

    /// What is saved of a stream, and behind it how long the file was then.
    fn split<'s>(&self, saved: &'s [u8]) -> (&'s [u8], u64) {
        match (self.out.get_ref(), saved.split_last_chunk::<8>()) {
            (Sink::File(_), Some((state, place))) => (state, u64::from_le_bytes(*place)),
            _ => (saved, 0),
        }
    }

    /// A file is as long again as it was when the state was saved: what was written behind that comes again.
    fn go_on(&mut self, place: u64) -> io::Result<()> {
        let Sink::File(file) = self.out.get_mut() else { return Ok(()) };
        if file.metadata()?.len() < place {
            return Err(io::Error::other("the file beside this state is shorter than it was"));
        }
        file.set_len(place)?;
        file.seek(SeekFrom::Start(place)).map(|_| ())
    }

    /// A file is begun anew.
    fn empty(&mut self) -> io::Result<()> {
        match self.out.get_mut() {
            Sink::Standard(_) => Ok(()),
            Sink::File(file) => file.set_len(0),
        }
    }

    fn begin(&mut self, game: &str) -> io::Result<()> {
        if self.form == Form::Json {
            write!(self.out, "{{\"game\":{}", serde_json::json!(game))?;
            if self.from > 0 {
                write!(self.out, ",\"from\":{}", self.from)?;
            }
            write!(self.out, ",\"values\":[")?;
        }
        Ok(())
    }

    /// Prints the values of the heaps from `start` on, as far as they were asked for.
    fn heaps(&mut self, start: u64, values: impl Iterator<Item = u64>) -> io::Result<()> {
        let mut last = start;
        for (heap, value) in (start..self.end).zip(values) {
            last = heap + 1;
            if heap < self.from {
                continue;
            }
            match (self.form, self.printed) {
                (Form::Lines, _) => writeln!(self.out, "{heap} {value}")?,
                (_, 0) => write!(self.out, "{value}")?,
                (Form::Line, _) => write!(self.out, " {value}")?,
                (Form::Json, _) => write!(self.out, ",{value}")?,
            }
            self.printed += 1;
        }
        self.bar.set_position(last);
        self.out.flush()
    }

    /// Closes the output, tells the method, and gives the exit code.
    fn finish(mut self, shown: &str, done: Done) -> Result<Exit, Failure> {
        self.bar.finish_and_clear();
        if let Err(failure @ Failure::Output(_)) = done {
            return Err(failure);
        }
        match (self.form, &done) {
            (Form::Json, Ok(_)) => writeln!(self.out, "]}}")?,
            (Form::Json, Err(failure)) => {
                let (key, text) = match failure.reason() {
                    Some(reason) => ("stopped", reason.to_owned()),
                    None => ("error", failure.to_string()),
                };
                writeln!(self.out, "],\"{key}\":{}}}", serde_json::json!(text))?;
            }
            (Form::Line, _) if self.printed > 0 => writeln!(self.out)?,
            _ => {}
        }
        self.out.flush()?;
        match done {
            Ok(method) => {
                messages::note(&format!("{shown}: {method}"));
                Ok(Exit::Solved)
            }
            Err(failure) => Err(failure),
        }
    }
}
