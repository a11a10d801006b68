//! An atlas: a file of all positions with their answers, opened and asked without loading it.

use std::collections::HashMap;
use std::path::Path;
use std::str::FromStr;

use farstar_play::{Limits, Player};
use farstar_rules::{Board, Packed, Ruleset};
use farstar_value::text::Notation;
use farstar_value::{Arena, Game};
use serde_json::{Value, json};

use crate::AtlasError;
use crate::ask::{Ask, Folding};
use crate::dictionary::{NEGATIVE, kind_of};
use crate::field::Field;
use crate::format::{Cursor, Reader, Writer};
use crate::pages::{Entry, PAGE};
use crate::room::Room;
use crate::runs::{Word, sort};

/// Values of which what is told is kept: small numbers are frequent.
const FREQUENT: u32 = 1 << 12;

/// What the header of a file says.
pub(crate) fn header(field: &Field, folding: Folding) -> Value {
    let names: Vec<String> = (0..folding.kinds()).map(|kind| folding.kind_name(kind)).collect();
    let mut header = json!({
        "game": field.rules().name(),
        "rules": field.rules().canonical(),
        "text": field.rules().text(),
        "start": field.start(),
        "fillings": field.has_fillings(),
        "ask": folding.ask.to_string(),
        "answers": names,
        "codes": field.codes().description(),
        "bits": field.codes().bits(),
        "symmetries": field.codes().symmetries(),
        "engine": env!("CARGO_PKG_VERSION"),
    });
    if let Some(cells) = field.cells_of_parts() {
        header["parts"] = json!(cells);
    }
    header
}

/// The rules as they were written, with their starts, if they are the rules that are meant: their canonical text.
fn rules_of(canonical: &str, written: &str, path: &Path) -> Result<Ruleset, AtlasError> {
    let path = path.display().to_string();
    let meant = Ruleset::from_str(canonical).map_err(|error| AtlasError::Rules { path, error })?;
    Ok(Ruleset::from_str(written).ok().filter(|rules| *rules == meant).unwrap_or(meant))
}

/// A file of all positions of a game in play from a start, with their answers.
///
/// See [`Job`](crate::Job) for an example.
pub struct Atlas {
    reader: Reader,
    field: Field,
    folding: Folding,
    /// The page of the dictionary that was read last.
    page: Option<(u64, Vec<Entry>)>,
    /// Where values that are told are made, and what is told of the most frequent ones.
    arena: Option<Box<Arena>>,
    frequent: HashMap<u32, Probed>,
    limits: Limits,
}

/// What an answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Who wins when Left begins, and when Right begins; nobody is a draw.
    pub winners: [Option<Player>; 2],
    /// After how many moves, if that was asked.
    pub plies: [Option<u32>; 2],
    /// The Grundy value, if that was asked.
    pub grundy: Option<u32>,
    /// The canonical bytes of the value, if that was asked (`Calculator::decode` reads them).
    pub value: Option<Vec<u8>>,
    /// All this in a few words: of values the value as it is written, else the outcome or the Grundy value, with plies
    /// for Left and for Right who begins: `+3` a win after three moves, `-4` a loss after four, `=` a draw.
    pub text: String,
}

impl Atlas {
    /// Opens a file. Its index is read, its blocks are not.
    ///
    /// # Errors
    /// It is no atlas, it is damaged, or of a newer version; its rules cannot be read, or its codes are not those that
    /// this version makes of them.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self, AtlasError> {
        let reader = Reader::open(path)?;
        let damaged = |what: &str| AtlasError::damaged(path, what);
        let text = |key: &str| {
            let text = reader.header[key].as_str();
            text.ok_or_else(|| damaged(&format!("the header says nothing of '{key}'")))
        };
        let rules = limits.guard(|| rules_of(text("rules")?, text("text")?, path))??;
        let field = match reader.header["parts"].as_u64() {
            Some(cells) => {
                let cells = u32::try_from(cells).unwrap_or(u32::MAX);
                Field::of_parts(&rules, cells, limits)?
            }
            None => Field::new(&rules, text("start")?, limits)?,
        };
        let fillings = reader.header["fillings"] == true;
        let field = if fillings { field.of_fillings() } else { field };
        let ask: Ask = text("ask")?.parse().map_err(|what: String| damaged(&what))?;
        let folding = field.folding(Some(ask))?;
        if text("codes")? != field.codes().description() || reader.bits != folding.bits() {
            return Err(damaged("its codes are not those of its rules"));
        }
        let limits = limits.clone();
        Ok(Self {
            reader,
            field,
            folding,
            page: None,
            arena: None,
            frequent: HashMap::new(),
            limits,
        })
    }

    /// The positions it is about.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// What was asked.
    #[must_use]
    pub fn folding(&self) -> Folding {
        self.folding
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        self.reader.header["game"].as_str().unwrap_or_default()
    }

    /// How many positions there are, up to symmetry.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.reader.entries
    }

    /// The fingerprint of all codes and answers, whatever made them.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.reader.fingerprint
    }

    /// Moves of all players from all positions.
    #[must_use]
    pub fn arcs(&self) -> u64 {
        self.reader.summary["arcs"].as_u64().unwrap_or(0)
    }

    /// How many positions have each kind of answer ([`Folding::kind_name`]).
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        let counts = self.reader.summary["counts"].as_array();
        counts.into_iter().flatten().map(|count| count.as_u64().unwrap_or(0)).collect()
    }

    pub(crate) fn path(&self) -> &Path {
        self.reader.path()
    }

    pub(crate) fn reader(&mut self) -> &mut Reader {
        &mut self.reader
    }

    /// How many different values there are, if values were asked for; a value and its negative are two.
    #[must_use]
    pub fn values(&self) -> Option<u64> {
        (self.folding.ask == Ask::Value).then_some(self.reader.values())
    }

    /// The answer of a position in a few words ([`Probed::text`]); `None` if no play from the start leads there.
    ///
    /// # Errors
    /// The text is no position; the file is damaged where the position should be.
    pub fn probe(&mut self, position: &str) -> Result<Option<String>, AtlasError> {
        Ok(self.told(position)?.map(|told| told.text))
    }

    /// What is known of a position; `None` if no play from the start leads there.
    ///
    /// # Errors
    /// As [`Atlas::probe`].
    pub fn told(&mut self, position: &str) -> Result<Option<Probed>, AtlasError> {
        let (board, position) = self.field.rules().position(position)?;
        self.told_on(&board, &position)
    }

    /// What is known of a position on a board of the rules: of parts, of the sum of its parts. `None` if it is not
    /// here, or some part is not.
    ///
    /// # Errors
    /// The file is damaged where the position should be; a value takes more than the limits with which it was opened.
    pub fn told_on(
        &mut self,
        board: &Board,
        position: &Packed,
    ) -> Result<Option<Probed>, AtlasError> {
        let mut found = Vec::new();
        if !self.field.find_all(board, position, &mut found) {
            return Ok(None);
        }
        let mut answers = Vec::new();
        for place in found {
            let Some(answer) = self.answer_of(place)? else { return Ok(None) };
            answers.push(answer);
        }
        match answers[..] {
            [answer] => self.read(answer).map(Some),
            _ => self.read_sum(&answers).map(Some),
        }
    }

    /// What is known of many positions: the file is read from its front to its end once, whatever their order.
    ///
    /// # Errors
    /// As [`Atlas::probe`].
    pub fn told_many<S: AsRef<str>>(
        &mut self,
        positions: &[S],
    ) -> Result<Vec<Option<Probed>>, AtlasError> {
        let (mut places, mut ends) = (Vec::new(), Vec::new());
        for position in positions {
            let (board, position) = self.field.rules().position(position.as_ref())?;
            let before = places.len();
            if !self.field.find_all(&board, &position, &mut places) {
                places.truncate(before);
                // where nothing was found there is one place that nothing has
                places.push((u64::MAX, false));
            }
            ends.push(places.len());
        }
        let answers = self.answers_of(&places)?;
        let mut before = 0;
        let told = |end: usize| {
            let answers: Option<Vec<u32>> = answers[before..end].iter().copied().collect();
            before = end;
            Ok(match answers.as_deref() {
                None => None,
                Some([answer]) => Some(self.read(*answer)?),
                Some(answers) => Some(self.read_sum(answers)?),
            })
        };
        ends.into_iter().map(told).collect()
    }

    /// The answers of codes in normal form, or of their negatives, each as [`Atlas::answer_of`] gives it: asked in the
    /// order of the codes, so that each block is read once.
    ///
    /// # Errors
    /// The file is damaged where a code should be.
    ///
    /// # Cost
    /// A sort, and 0.1 µs for each code where many lie in a block.
    pub fn answers_of(&self, places: &[(u64, bool)]) -> Result<Vec<Option<u32>>, AtlasError> {
        let all = places.iter().fold(0, |all, (code, _)| all | code);
        let (bits, below) =
            (u64::BITS - all.leading_zeros(), 1 + usize::BITS - places.len().leading_zeros());
        if bits + below <= u64::BITS {
            self.answers_in_order::<u64>(places, below, bits)
        } else {
            self.answers_in_order::<u128>(places, below, bits)
        }
    }

    fn answers_in_order<T: Word>(
        &self,
        places: &[(u64, bool)],
        below: u32,
        bits: u32,
    ) -> Result<Vec<Option<u32>>, AtlasError> {
        let with = |at: usize, negative| (at as u64) << 1 | u64::from(negative);
        let places = places.iter().enumerate();
        let mut order: Vec<T> = places
            .map(|(at, &(code, negative))| T::pack(code, with(at, negative), below))
            .collect();
        sort(&mut order, &mut Vec::new(), below, below + bits);
        let mut cursor = self.cursor()?;
        let mut answers = vec![None; order.len()];
        for word in order {
            let (code, with) = (word.code(below), word.with(below));
            let answer = cursor.answer(code)?;
            let swapped =
                |answer| if with & 1 != 0 { self.folding.swapped(answer) } else { answer };
            answers[(with >> 1) as usize] = answer.map(swapped);
        }
        Ok(answers)
    }

    /// Blocks of entries, which [`Atlas::entries`] reads.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.reader.blocks()
    }

    /// The codes of a block, which rise, with their answers; none behind the last block.
    ///
    /// # Errors
    /// The file is damaged there.
    pub fn entries(&mut self, block: usize) -> Result<Vec<(u64, u32)>, AtlasError> {
        if block >= self.blocks() {
            return Ok(Vec::new());
        }
        let (mut codes, mut answers) = (Vec::new(), Vec::new());
        self.reader.read(block, &mut codes, &mut answers)?;
        Ok(codes.into_iter().zip(answers).collect())
    }

    /// What an answer says that this atlas gave.
    ///
    /// # Errors
    /// The dictionary of values is damaged; a value takes more than the limits with which the file was opened.
    pub fn read(&mut self, answer: u32) -> Result<Probed, AtlasError> {
        let folding = self.folding;
        let players = [Player::Left, Player::Right];
        if folding.ask != Ask::Value {
            return Ok(Probed {
                winners: players.map(|player| folding.winner(answer, player)),
                plies: players.map(|player| folding.plies(answer, player)),
                grundy: folding.grundy(answer),
                value: None,
                text: folding.text(answer),
            });
        }
        if let Some(told) = self.frequent.get(&answer) {
            return Ok(told.clone());
        }
        let told = self.read_sum(&[answer])?;
        if answer & !NEGATIVE < FREQUENT {
            self.frequent.insert(answer, told.clone());
        }
        Ok(told)
    }

    /// What answers that this atlas gave say of the sum of values.
    fn read_sum(&mut self, answers: &[u32]) -> Result<Probed, AtlasError> {
        let entries: Vec<Entry> = answers
            .iter()
            .map(|answer| self.entry(answer & !NEGATIVE).cloned())
            .collect::<Result<_, _>>()?;
        let arena = self.arena.get_or_insert_default();
        let mut calc = arena.calculator_with(&self.limits);
        let mut value = Game::ZERO;
        for (answer, entry) in answers.iter().zip(&entries) {
            let term = calc.decode(&entry.bytes)?;
            let term = if answer & NEGATIVE != 0 { calc.neg(term)? } else { term };
            value = calc.add(value, term)?;
        }
        let (folding, players) = (self.folding, [Player::Left, Player::Right]);
        let kind = u32::from(kind_of(value, &mut calc)?);
        Ok(Probed {
            winners: players.map(|player| folding.winner(kind, player)),
            plies: [None; 2],
            grundy: calc.as_nimber(value).and_then(|n| u32::try_from(n).ok()),
            value: Some(calc.encode(value)?),
            text: calc.print(value, Notation::Ascii)?,
        })
    }

    /// What a number of a value stands for.
    fn entry(&mut self, number: u32) -> Result<&Entry, AtlasError> {
        let page = u64::from(number) / PAGE;
        if self.page.as_ref().is_none_or(|(known, _)| *known != page) {
            self.page = Some((page, self.reader.page(page)?));
        }
        let entries = self.page.as_ref().map_or(&[][..], |(_, entries)| entries);
        let entry = entries.get(usize::try_from(u64::from(number) % PAGE).unwrap_or(usize::MAX));
        let none = || AtlasError::damaged(self.reader.path(), "an answer stands for no value");
        entry.ok_or_else(none)
    }

    /// The answer of a position as a number, which [`Atlas::read`] reads.
    ///
    /// # Errors
    /// As [`Atlas::probe`].
    pub fn answer(&mut self, position: &str) -> Result<Option<u32>, AtlasError> {
        match self.field.read(position)? {
            Some(found) => self.answer_of(found),
            None => Ok(None),
        }
    }

    /// The answer of a position on a board of the rules of the atlas.
    ///
    /// # Errors
    /// The file is damaged where the position should be.
    pub fn answer_on(
        &mut self,
        board: &Board,
        position: &Packed,
    ) -> Result<Option<u32>, AtlasError> {
        match self.field.find(board, position) {
            Some(found) => self.answer_of(found),
            None => Ok(None),
        }
    }

    /// The answer of a code in normal form, or of its negative.
    ///
    /// # Errors
    /// The file is damaged where the code should be.
    ///
    /// # Cost
    /// About a microsecond where the block was looked up in of late, of which 20 480 are kept, 80 MiB; else five, if
    /// the system holds the file in memory.
    pub fn answer_of(&mut self, (code, negative): (u64, bool)) -> Result<Option<u32>, AtlasError> {
        let answer = self.reader.find(code)?;
        Ok(answer.map(|answer| if negative { self.folding.swapped(answer) } else { answer }))
    }

    /// Calls `visit` with every code and its answer, in the order of the codes.
    ///
    /// # Errors
    /// The file is damaged, or `visit` fails.
    pub fn each(
        &self,
        visit: &mut dyn FnMut(u64, u32) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let mut cursor = self.cursor()?;
        while let Some((codes, answers)) = cursor.next_block()? {
            codes.iter().zip(answers).try_for_each(|(&code, &answer)| visit(code, answer))?;
        }
        Ok(())
    }

    /// The file, to be read from its front.
    pub(crate) fn cursor(&self) -> Result<Cursor, AtlasError> {
        Ok(Cursor::new(Reader::open(self.reader.path())?))
    }

    /// Writes a file like this one with other entries, whose codes rise: [`verify`](crate::verify()) says whether they
    /// are right.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn rewrite(
        &self,
        path: &Path,
        entries: impl IntoIterator<Item = (u64, u32)>,
    ) -> Result<(), AtlasError> {
        let mut writer = Writer::create(path, &self.reader.header, self.reader.bits)?;
        let mut times = vec![0u64; usize::try_from(self.reader.values()).unwrap_or(0)];
        for (code, answer) in entries {
            writer.push(code, answer)?;
            if let Some(times) = times.get_mut(answer as usize) {
                *times += 1;
            }
        }
        let mut times = times.into_iter();
        self.reader.each_value(&mut |entry| {
            writer.define(&Entry { times: times.next().unwrap_or(0), ..entry })
        })?;
        writer.finish(&self.reader.summary, true).map(|_| ())
    }

    /// Whether some move of somebody leads from a code to another, both in normal form.
    #[must_use]
    pub fn leads_to(&self, code: u64, to: u64) -> bool {
        let mut room = Room::default();
        let mut leads = |&player: &Player| {
            self.field.reach(code, player, &mut room);
            room.reached.iter().any(|next| next.code() == to)
        };
        self.field.players().iter().any(&mut leads)
    }

    /// The options of a position with their answers, as they are drawn; the answers are those of the options.
    ///
    /// # Errors
    /// As [`Atlas::probe`].
    pub fn options(
        &mut self,
        position: &str,
        player: Player,
    ) -> Result<Vec<(String, Option<String>)>, AtlasError> {
        use farstar_rules::position::GameGraph;
        let (board, from) = self.field.rules().position(position)?;
        let mut options = Vec::new();
        board.options(&from, player, &mut options);
        let mut told = Vec::new();
        for option in &options {
            let text = self.told_on(&board, option)?.map(|told| told.text);
            told.push((board.draw(option), text));
        }
        told.sort_unstable();
        told.dedup();
        Ok(told)
    }
}
