//! The file: a header, blocks with a checksum each, an index, a summary, a footer.
//!
//! ```text
//! "FARATLAS" u16 version  u32 length of the header  header (JSON)  u32 crc32 of all this
//! blocks: u16 entries  u8 low bits of a gap
//!         u8 bits of an answer, and 128 if they are ranked, or 64 and how many halves an answer has, or 31 for numbers
//!         of values
//!         u8 the ranks, or the bits of a half, or the low bits of a number
//!         answers  gaps  u32 crc32 of the first code and the block
//! pages of the dictionary of values, if answers are numbers of values; the summary has their lengths
//! index: for every block what its first code adds to the one before, and its length, as varints
//! summary (JSON)
//! footer of 64 bytes: u64 offset of the index, of the summary, of itself; u64 blocks, entries, fingerprint
//!         u32 bits of an answer  u32 crc32 of index, summary and footer up to here  "SALTARAF"
//! ```
//! All numbers have their least byte first. A file is written beside its place, brought to the disk and then renamed:
//! what has its name is whole. Tiers of a job on its way have the same form, without the rules in their header.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::AtlasError;
use crate::pages::{Entry, PAGE, put_varint, read_page, take_varint};
use crate::runs::{BLOCK, NAMES, mix, read_block, write_block};

/// The newest version.
pub(crate) const VERSION: u16 = 1;
const MAGIC: &[u8; 8] = b"FARATLAS";
const END: &[u8; 8] = b"SALTARAF";
const FOOTER: usize = 64;
/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 20;
/// Most bytes read at once where blocks are read one after the other.
const WINDOW: u64 = 1 << 16;
/// Most blocks that are kept for look-ups, 4 KiB each.
const KEPT: usize = 20 << 10;
/// Longest header and summary.
const LONGEST_TEXT: u64 = 1 << 26;

/// A file on its way.
pub(crate) struct Writer {
    path: PathBuf,
    unfinished: PathBuf,
    file: File,
    buffer: Vec<u8>,
    written: u64,
    index: Vec<u8>,
    blocks: u64,
    entries: u64,
    fingerprint: u64,
    bits: u32,
    last: u64,
    codes: Vec<u64>,
    answers: Vec<u32>,
    /// Values of the dictionary, and the pages they stand in.
    values: u64,
    pages: Vec<u64>,
    page: Vec<u8>,
}

/// The name a file has until it is whole.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

/// Brings the names in a directory to the disk.
pub(crate) fn sync_directory(of: &Path) -> io::Result<()> {
    let parent = of.parent().filter(|parent| !parent.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

/// Writes a small file: beside its place, to the disk, then renamed, so that it is whole at any moment.
///
/// # Errors
/// [`AtlasError::File`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), AtlasError> {
    let beside = unfinished(path);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync_directory(path)
    };
    write().map_err(|error| AtlasError::file(path, error))
}

impl Writer {
    pub(crate) fn create(path: &Path, header: &Value, bits: u32) -> Result<Self, AtlasError> {
        let beside = unfinished(path);
        let file = File::create(&beside).map_err(|error| AtlasError::file(&beside, error))?;
        let text = header.to_string();
        let mut buffer = MAGIC.to_vec();
        buffer.extend(VERSION.to_le_bytes());
        buffer.extend((text.len() as u32).to_le_bytes());
        buffer.extend(text.as_bytes());
        buffer.extend(crc32fast::hash(&buffer).to_le_bytes());
        Ok(Self {
            path: path.to_owned(),
            unfinished: beside,
            file,
            buffer,
            written: 0,
            index: Vec::new(),
            blocks: 0,
            entries: 0,
            fingerprint: 0,
            bits,
            last: 0,
            codes: Vec::with_capacity(BLOCK),
            answers: Vec::with_capacity(BLOCK),
            values: 0,
            pages: Vec::new(),
            page: Vec::new(),
        })
    }

    /// Adds an entry; codes rise.
    #[inline]
    pub(crate) fn push(&mut self, code: u64, answer: u32) -> Result<(), AtlasError> {
        self.codes.push(code);
        if self.bits > 0 {
            self.answers.push(answer);
        }
        self.fingerprint = self.fingerprint.wrapping_add(mix(code, answer));
        if self.codes.len() == BLOCK { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<(), AtlasError> {
        let Some(&first) = self.codes.first() else { return Ok(()) };
        let before = self.buffer.len();
        write_block(&self.codes, &self.answers, self.bits, &mut self.buffer);
        put_varint(first - self.last, &mut self.index);
        put_varint((self.buffer.len() - before) as u64, &mut self.index);
        self.last = first;
        self.blocks += 1;
        self.entries += self.codes.len() as u64;
        self.codes.clear();
        self.answers.clear();
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Says behind the last entry what the next number stands for, from 0 on.
    pub(crate) fn define(&mut self, entry: &Entry) -> Result<(), AtlasError> {
        self.end_block()?;
        self.fingerprint = self.fingerprint.wrapping_add(entry.mixed(self.values));
        entry.write(&mut self.page);
        self.values += 1;
        if self.values.is_multiple_of(PAGE) { self.end_page() } else { Ok(()) }
    }

    fn end_page(&mut self) -> Result<(), AtlasError> {
        if self.page.is_empty() {
            return Ok(());
        }
        let sum = crc32fast::hash(&self.page);
        self.page.extend(sum.to_le_bytes());
        self.pages.push(self.page.len() as u64);
        self.buffer.append(&mut self.page);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), AtlasError> {
        self.file
            .write_all(&self.buffer)
            .map_err(|error| AtlasError::file(&self.unfinished, error))?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Entries, and the sum of their mixes, without those of the block that is not full.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Ends the file and gives it its name. `lasting` brings it to the disk before.
    pub(crate) fn finish(mut self, summary: &Value, lasting: bool) -> Result<u64, AtlasError> {
        self.end_block()?;
        self.end_page()?;
        let index = self.written + self.buffer.len() as u64;
        let start = self.buffer.len();
        self.buffer.append(&mut self.index);
        let text = self.written + self.buffer.len() as u64;
        let mut summary = summary.clone();
        if self.bits == NAMES {
            summary["values"] = json!(self.values);
            summary["pages"] = json!(self.pages);
        }
        self.buffer.extend(summary.to_string().as_bytes());
        let footer = self.written + self.buffer.len() as u64;
        for number in [index, text, footer, self.blocks, self.entries, self.fingerprint] {
            self.buffer.extend(number.to_le_bytes());
        }
        self.buffer.extend(self.bits.to_le_bytes());
        let sum = crc32fast::hash(&self.buffer[start..]);
        self.buffer.extend(sum.to_le_bytes());
        self.buffer.extend(END);
        self.flush()?;
        let name = || {
            if lasting {
                self.file.sync_all()?;
            }
            fs::rename(&self.unfinished, &self.path)?;
            if lasting { sync_directory(&self.path) } else { Ok(()) }
        };
        name().map_err(|error| AtlasError::file(&self.path, error))?;
        Ok(self.written)
    }
}

/// A file that is whole.
#[derive(Debug)]
pub(crate) struct Reader {
    path: PathBuf,
    file: File,
    pub(crate) header: Value,
    pub(crate) summary: Value,
    pub(crate) entries: u64,
    pub(crate) fingerprint: u64,
    pub(crate) bits: u32,
    /// First codes of the blocks.
    firsts: Vec<u64>,
    /// Where they begin, and where the last ends.
    offsets: Vec<u64>,
    window: Vec<u8>,
    window_at: u64,
    /// Blocks that were looked up in of late, each in the one place it may have: what its codes add to the first, and
    /// then their answers.
    kept: Vec<Option<(usize, Box<[u32]>)>>,
    /// Values of the dictionary, and where its pages begin and the last ends.
    values: u64,
    pages: Vec<u64>,
}

impl Reader {
    /// Opens a file; blocks are checked when they are read.
    pub(crate) fn open(path: &Path) -> Result<Self, AtlasError> {
        let damaged = |what: &str| AtlasError::damaged(path, what);
        let fault = |error| AtlasError::file(path, error);
        let file = File::open(path).map_err(fault)?;
        let length = file.metadata().map_err(fault)?.len();
        let read = |at: u64, bytes: u64| {
            let mut buffer = vec![0; bytes as usize];
            file.read_exact_at(&mut buffer, at).map_err(fault).map(|()| buffer)
        };
        if length < (14 + 4 + FOOTER) as u64 {
            return Err(damaged("this is no atlas: it is too short"));
        }
        let head = read(0, 14)?;
        if head[..8] != *MAGIC {
            return Err(damaged("this is no atlas"));
        }
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            let what = format!(
                "this is an atlas of version {version}, and {VERSION} is the newest that is known"
            );
            return Err(AtlasError::damaged(path, what));
        }
        let text = u64::from(u32::from_le_bytes([head[10], head[11], head[12], head[13]]));
        let blocks_at = 14 + text + 4;
        if text > LONGEST_TEXT || blocks_at + FOOTER as u64 > length {
            return Err(damaged("the header is cut short"));
        }
        let front = read(0, blocks_at)?;
        let header =
            checked(&front).ok_or_else(|| damaged("the checksum of the header does not hold"))?;
        let header = serde_json::from_slice(&header[14..])
            .map_err(|_| damaged("the header cannot be read"))?;
        let footer = read(length - FOOTER as u64, FOOTER as u64)?;
        let number = |i: usize| footer[8 * i..8 * i + 8].try_into().map_or(0, u64::from_le_bytes);
        let [index_at, text_at, footer_at, blocks, entries, fingerprint] =
            [0, 1, 2, 3, 4, 5].map(number);
        if footer[56..] != *END {
            return Err(damaged("the end is missing: the file is cut short"));
        }
        let in_order = blocks_at <= index_at && index_at <= text_at && text_at <= footer_at;
        if !in_order || footer_at != length - FOOTER as u64 || blocks > (text_at - index_at) / 2 {
            return Err(damaged("the footer cannot be read"));
        }
        let tail = read(index_at, length - 8 - index_at)?;
        if checked(&tail).is_none() {
            return Err(damaged("the checksum of the index does not hold"));
        }
        let bits = u32::from_le_bytes([footer[48], footer[49], footer[50], footer[51]]);
        let summary = &tail[(text_at - index_at) as usize..(footer_at - index_at) as usize];
        let summary =
            serde_json::from_slice(summary).map_err(|_| damaged("the summary cannot be read"))?;
        let (firsts, offsets) =
            read_index(&tail[..(text_at - index_at) as usize], blocks, blocks_at)
                .ok_or_else(|| damaged("the index cannot be read"))?;
        let blocks_end = offsets.last().copied().unwrap_or(blocks_at);
        let (values, pages) = pages_of(&summary, bits, blocks_end)
            .filter(|(_, pages)| pages.last() == Some(&index_at))
            .ok_or_else(|| damaged("the index cannot be read"))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            summary,
            entries,
            fingerprint,
            bits,
            firsts,
            offsets,
            window: Vec::new(),
            window_at: 0,
            kept: Vec::new(),
            values,
            pages,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn blocks(&self) -> usize {
        self.firsts.len()
    }

    pub(crate) fn first(&self, block: usize) -> Option<u64> {
        self.firsts.get(block).copied()
    }

    /// The block in which a code is if it is in any.
    pub(crate) fn block_of(&self, code: u64) -> Option<usize> {
        self.firsts.partition_point(|&first| first <= code).checked_sub(1)
    }

    /// The bytes of a block as they lie in the file.
    pub(crate) fn range(&self, block: usize) -> (u64, u64) {
        (self.offsets[block], self.offsets[block + 1])
    }

    /// Brings the bytes of a block to memory; gives where in the window they lie.
    fn bring(&mut self, block: usize) -> Result<Range<usize>, AtlasError> {
        let (from, to) = self.range(block);
        let inside = from >= self.window_at && to <= self.window_at + self.window.len() as u64;
        if !inside {
            // of what lies near behind the last window more is wanted soon: the window grows as the run does, so that
            // little is read in vain where few blocks of a run are wanted
            let (length, end) = (self.window.len() as u64, self.offsets[self.offsets.len() - 1]);
            let near = from.checked_sub(self.window_at + length).is_some_and(|gap| gap <= length);
            let grown = if near { (4 * length).clamp(WINDOW / 8, WINDOW) } else { 0 };
            let length = grown.max(to - from).min(end - from);
            self.window.resize(length as usize, 0);
            self.window_at = from;
            let read = self.file.read_exact_at(&mut self.window, from);
            if let Err(error) = read {
                self.window.clear();
                return Err(AtlasError::file(&self.path, error));
            }
        }
        Ok((from - self.window_at) as usize..(to - self.window_at) as usize)
    }

    /// What is wrong with a block.
    fn damaged(&self, block: usize, what: &str) -> AtlasError {
        let what = format!("{what}, at byte {}", self.range(block).0);
        AtlasError::damaged(&self.path, what)
    }

    /// Reads a block and checks it.
    pub(crate) fn read(
        &mut self,
        block: usize,
        codes: &mut Vec<u64>,
        answers: &mut Vec<u32>,
    ) -> Result<(), AtlasError> {
        let bytes = self.bring(block)?;
        let read = read_block(self.firsts[block], &self.window[bytes], codes, answers);
        read.map_err(|what| self.damaged(block, what))?;
        if answers.len() != if self.bits > 0 { codes.len() } else { 0 } {
            return Err(self.damaged(block, "a block has no answers"));
        }
        Ok(())
    }

    /// The answer of a code, if it is there.
    pub(crate) fn find(&mut self, code: u64) -> Result<Option<u32>, AtlasError> {
        let Some(block) = self.block_of(code) else { return Ok(None) };
        self.kept.resize(KEPT.min(self.blocks()), None);
        let (first, place) = (self.firsts[block], block % self.kept.len());
        if self.kept[place].as_ref().is_none_or(|(kept, _)| *kept != block) {
            let (mut codes, mut answers) = (Vec::new(), Vec::new());
            self.read(block, &mut codes, &mut answers)?;
            let offsets: Result<Vec<u32>, _> =
                codes.iter().map(|code| u32::try_from(code - first)).collect();
            let Ok(mut both) = offsets else {
                // codes that lie so far apart are few
                return Ok(codes.binary_search(&code).ok().and_then(|at| answers.get(at).copied()));
            };
            both.append(&mut answers);
            self.kept[place] = Some((block, both.into()));
        }
        let both = self.kept[place].as_ref().map_or(&[][..], |(_, both)| both);
        let (offsets, answers) = both.split_at(both.len() / 2);
        let offset = u32::try_from(code - first);
        let at = offset.ok().and_then(|offset| sought(offsets, offset));
        Ok(at.and_then(|at| answers.get(at).copied()))
    }

    /// Values of the dictionary.
    pub(crate) fn values(&self) -> u64 {
        self.values
    }

    /// A page of the dictionary: values number `PAGE * page` and the next ones.
    pub(crate) fn page(&self, page: u64) -> Result<Vec<Entry>, AtlasError> {
        let at = page as usize;
        let (Some(&from), Some(&to)) = (self.pages.get(at), self.pages.get(at + 1)) else {
            return Err(AtlasError::damaged(&self.path, "an answer stands for no value"));
        };
        let mut bytes = vec![0; (to - from) as usize];
        let read = self.file.read_exact_at(&mut bytes, from);
        read.map_err(|error| AtlasError::file(&self.path, error))?;
        let entries = (self.values - PAGE * page).min(PAGE);
        checked(&bytes).and_then(|bytes| read_page(bytes, entries)).ok_or_else(|| {
            let what = format!("a page of values cannot be read, at byte {from}");
            AtlasError::damaged(&self.path, what)
        })
    }

    /// Calls `visit` with every value of the dictionary.
    pub(crate) fn each_value(
        &self,
        visit: &mut dyn FnMut(Entry) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        for page in 0..self.values.div_ceil(PAGE) {
            self.page(page)?.into_iter().try_for_each(&mut *visit)?;
        }
        Ok(())
    }

    /// Reads everything: every checksum, the order of the codes, their number and the fingerprint, and what numbers
    /// stand for.
    pub(crate) fn check(&mut self) -> Result<(), AtlasError> {
        let (mut codes, mut answers) = (Vec::new(), Vec::new());
        let (mut entries, mut fingerprint, mut last) = (0u64, 0u64, None);
        let mut times = Vec::new();
        self.each_value(&mut |entry| {
            fingerprint = fingerprint.wrapping_add(entry.mixed(times.len() as u64));
            times.push(entry.times);
            Ok(())
        })?;
        for block in 0..self.blocks() {
            self.read(block, &mut codes, &mut answers)?;
            for (i, &code) in codes.iter().enumerate() {
                let answer = answers.get(i).copied().unwrap_or(0);
                fingerprint = fingerprint.wrapping_add(mix(code, answer));
                if self.bits == NAMES {
                    let times = times.get_mut(answer as usize).filter(|times| **times > 0);
                    let none = || AtlasError::damaged(&self.path, "an answer stands for no value");
                    *times.ok_or_else(none)? -= 1;
                }
                if last.is_some_and(|last| last >= code) {
                    return Err(AtlasError::damaged(&self.path, "the codes do not rise"));
                }
                last = Some(code);
            }
            entries += codes.len() as u64;
        }
        let counted = times.iter().all(|&times| times == 0);
        if (entries, fingerprint) != (self.entries, self.fingerprint) || !counted {
            return Err(AtlasError::damaged(
                &self.path,
                "the fingerprint is not that of the entries",
            ));
        }
        Ok(())
    }
}

/// Where an offset is among those of a block, which begin with 0 and rise: sought from where it would be if they rose
/// evenly, which is nearly always in the same line of memory.
fn sought(offsets: &[u32], offset: u32) -> Option<usize> {
    let last = *offsets.last().filter(|&&last| offset <= last)?;
    let even = u64::from(offset) * (offsets.len() as u64 - 1) / u64::from(last.max(1));
    let mut at = even as usize;
    while offsets[at] < offset {
        at += 1;
    }
    while offsets[at] > offset {
        at -= 1;
    }
    (offsets[at] == offset).then_some(at)
}

/// The number of values, and where the pages of their dictionary begin and the last ends.
fn pages_of(summary: &Value, bits: u32, start: u64) -> Option<(u64, Vec<u64>)> {
    let mut pages = vec![start];
    if bits != NAMES {
        return Some((0, pages));
    }
    let values = summary["values"].as_u64()?;
    for length in summary["pages"].as_array()? {
        pages.push(pages.last()?.checked_add(length.as_u64()?)?);
    }
    (values.div_ceil(PAGE) == pages.len() as u64 - 1).then_some((values, pages))
}

/// What a checksum stands behind, if it holds.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (rest, sum) = bytes.split_last_chunk::<4>()?;
    (crc32fast::hash(rest).to_le_bytes() == *sum).then_some(rest)
}

fn read_index(mut bytes: &[u8], blocks: u64, start: u64) -> Option<(Vec<u64>, Vec<u64>)> {
    let (mut firsts, mut offsets) = (Vec::with_capacity(blocks as usize), Vec::new());
    let (mut first, mut offset) = (0u64, start);
    offsets.push(offset);
    for block in 0..blocks {
        let step = take_varint(&mut bytes)?;
        if block > 0 && step == 0 {
            return None;
        }
        first = first.checked_add(step)?;
        offset = offset.checked_add(take_varint(&mut bytes)?)?;
        firsts.push(first);
        offsets.push(offset);
    }
    bytes.is_empty().then_some((firsts, offsets))
}

/// Codes, which rise, and their answers, if there are any.
pub(crate) type Entries<'a> = (&'a [u64], &'a [u32]);

/// A file read from its front to its end, looked up in rising order.
#[derive(Debug)]
pub(crate) struct Cursor {
    pub(crate) reader: Reader,
    block: usize,
    codes: Vec<u64>,
    answers: Vec<u32>,
    at: usize,
}

impl Cursor {
    pub(crate) fn new(reader: Reader) -> Self {
        Self { reader, block: usize::MAX, codes: Vec::new(), answers: Vec::new(), at: 0 }
    }

    fn go_to(&mut self, block: usize) -> Result<(), AtlasError> {
        self.at = 0;
        self.block = block;
        self.reader.read(block, &mut self.codes, &mut self.answers)
    }

    /// The answer of a code, if it is there. Quick if codes are asked for in rising order.
    #[inline]
    pub(crate) fn answer(&mut self, code: u64) -> Result<Option<u32>, AtlasError> {
        let here = self.codes.get(self.at).is_some_and(|&held| held <= code)
            && self.reader.first(self.block + 1).is_none_or(|next| code < next);
        if !here {
            let Some(block) = self.reader.block_of(code) else { return Ok(None) };
            if block == self.block { self.at = 0 } else { self.go_to(block)? }
        }
        while self.codes.get(self.at).is_some_and(|&held| held < code) {
            self.at += 1;
        }
        let found = self.codes.get(self.at) == Some(&code);
        let answer = found.then(|| self.answers.get(self.at).copied().unwrap_or(0));
        self.at = self.at.min(self.codes.len() - 1);
        Ok(answer)
    }

    /// The next entries, a block at a time, from the front; `None` behind the last.
    pub(crate) fn next_block(&mut self) -> Result<Option<Entries<'_>>, AtlasError> {
        let next = self.block.wrapping_add(1);
        if next >= self.reader.blocks() {
            return Ok(None);
        }
        self.go_to(next)?;
        Ok(Some((&self.codes, &self.answers)))
    }
}
