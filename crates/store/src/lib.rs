//! Values of positions kept between runs.
//!
//! A [`Store`] is one file of values that took long to find. It is read whole when it is opened, and what is new is
//! appended when it is saved:
//!
//! ```text
//! head     "farstar values 1\n" and the fingerprint of the engine in hexadecimal, "\n"
//! record   length of the rest, its CRC-32, and the rest:
//!          length of the key, the key, the canonical bytes of the value
//! key      length of the text that tells the board apart, the text, the words of the position
//! ```
//!
//! Numbers are little endian, lengths and checksums of 32 bits, words of 64. The text holds the rules and the shape of
//! the board, so that rules of one's own are kept apart like any others.
//!
//! Nothing is believed without need: a file of another engine is another file, a record is taken only with its
//! checksum, and the arena makes every value anew from its bytes and refuses those that are not canonical. A record
//! torn by a crash ends the file, and is cut off when the file is next written. Several processes may use one file:
//! readers and writers lock it, and records are only ever appended, until the file is full and begun anew.
//!
//! A database was weighed and left: a store holds hundreds of values, not millions, and is read in a millisecond;
//! `redb` would keep a second process out and does not check what it reads.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use farstar_solve::Memory;
use rustc_hash::FxHashMap;

/// What files of this form begin with.
const MAGIC: &str = "farstar values 1\n";
/// The engine whose values these are.
const ENGINE: &str = env!("FARSTAR_ENGINE");
/// Bytes of a file that is full: the next record begins it anew.
pub const MOST_BYTES: u64 = 1 << 26;
/// Bytes of the largest record; larger values are found again.
const MOST_RECORD: usize = 1 << 23;
/// Bytes of what stands before the records of a file, and before a record, at most.
const MOST_HEAD: u64 = 1 << 8;

/// Why a file is not used, or not to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file system refused.
    #[error("the store of values '{}' is not used: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file is not of this form; it is left as it is.
    #[error("the store of values '{}' is not used: it is no file of values", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A record is not as it was written.
    #[error("the store of values '{}' is damaged from byte {at} on; the rest is found again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damage begins.
        at: u64,
    },
}

/// Values of positions, with the file they are kept in.
///
/// # Examples
/// ```
/// use farstar_solve::Memory;
/// use farstar_store::Store;
/// # let folder = std::env::temp_dir().join(format!("farstar-store-{}", std::process::id()));
/// let (store, _) = Store::open(&folder);
/// store.keep("Domineering on 2x2", &[0], &[0xF5, 1]);
/// store.save()?;
/// let (store, none) = Store::open(&folder);
/// assert!(none.is_none());
/// assert_eq!(store.value("Domineering on 2x2", &[0]), Some(vec![0xF5, 1]));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Whether the file may be written.
    usable: bool,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// Records read and made.
    bytes: Vec<u8>,
    /// Where the values of keys are.
    values: FxHashMap<Vec<u8>, Range<usize>>,
    /// Where the records begin that are not in the file.
    new: usize,
}

impl Store {
    /// The store in a folder, which need not exist, and what is wrong with it; what is not wrong with it is used.
    #[must_use]
    pub fn open(folder: &Path) -> (Self, Option<StoreError>) {
        let path = folder.join(format!("values-{ENGINE}"));
        let (mut bytes, mut problem) = match read(&path) {
            Ok(bytes) => (bytes, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let usable = problem.is_none();
        let (values, good) = records(&bytes);
        if good < bytes.len() {
            let at = (head().len() + good) as u64;
            problem = Some(StoreError::Damaged { path: path.clone(), at });
            bytes.truncate(good);
        }
        let held = Mutex::new(Held { new: bytes.len(), bytes, values });
        (Self { path, usable, held }, problem)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is new to the file. Files of other versions in the folder are removed.
    ///
    /// # Errors
    /// [`StoreError::File`]; [`StoreError::Foreign`] if the file is another by now.
    pub fn save(&self) -> Result<(), StoreError> {
        let mut held = self.held();
        let new = held.new;
        if !self.usable || new == held.bytes.len() {
            return Ok(());
        }
        let fault = |error| StoreError::File { path: self.path.clone(), error };
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(fault)?;
            self.remove_others(folder);
        }
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.path);
        let mut file = open.map_err(fault)?;
        file.lock().map_err(fault)?;
        let mut now = Vec::new();
        file.read_to_end(&mut now).map_err(fault)?;
        let end = if head().as_bytes().starts_with(&now) {
            0
        } else {
            let Some(rest) = now.strip_prefix(head().as_bytes()) else {
                return Err(StoreError::Foreign { path: self.path.clone() });
            };
            // what another process has written meanwhile stays, what a crash has torn does not
            (head().len() + records(rest).1) as u64
        };
        let full = end + (held.bytes.len() - new) as u64 > MOST_BYTES;
        let end = if full { 0 } else { end };
        file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
        let head = head();
        let head = if end == 0 { head.as_bytes() } else { &[] };
        file.write_all(&[head, &held.bytes[new..]].concat()).map_err(fault)?;
        held.new = held.bytes.len();
        Ok(())
    }

    /// Removes the files that other versions have left.
    fn remove_others(&self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let engine = name.to_str().and_then(|name| name.strip_prefix("values-"));
            let ours = engine.is_some_and(|engine| {
                engine.len() == ENGINE.len() && engine.bytes().all(|b| b.is_ascii_hexdigit())
            });
            if ours && path != self.path {
                // one that cannot be removed does no harm
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl Memory for Store {
    fn value(&self, board: &str, position: &[u64]) -> Option<Vec<u8>> {
        let held = self.held();
        let range = held.values.get(&key(board, position))?;
        held.bytes.get(range.clone()).map(<[u8]>::to_vec)
    }

    fn keep(&self, board: &str, position: &[u64], value: &[u8]) {
        let key = key(board, position);
        let mut held = self.held();
        let length = 4 + key.len() + value.len();
        let full = (held.bytes.len() - held.new + length) as u64 > MOST_BYTES - MOST_HEAD
            || held.bytes.len() as u64 > 2 * MOST_BYTES;
        if full || length > MOST_RECORD || held.values.contains_key(&key) {
            return;
        }
        let rest = [&(key.len() as u32).to_le_bytes(), &key[..], value].concat();
        held.bytes.extend_from_slice(&(length as u32).to_le_bytes());
        held.bytes.extend_from_slice(&crc32fast::hash(&rest).to_le_bytes());
        held.bytes.extend_from_slice(&rest);
        let end = held.bytes.len();
        held.values.insert(key, end - value.len()..end);
    }
}

fn head() -> String {
    format!("{MAGIC}{ENGINE}\n")
}

fn key(board: &str, position: &[u64]) -> Vec<u8> {
    let mut key = (board.len() as u32).to_le_bytes().to_vec();
    key.extend_from_slice(board.as_bytes());
    position.iter().for_each(|word| key.extend_from_slice(&word.to_le_bytes()));
    key
}

/// The records of a file; none of a file that does not exist.
fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    let fault = |error| StoreError::File { path: path.to_path_buf(), error };
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.map_err(fault)?,
    };
    file.lock_shared().map_err(fault)?;
    let mut bytes = Vec::new();
    // a file that is larger was never written here
    (&file).take(2 * MOST_BYTES).read_to_end(&mut bytes).map_err(fault)?;
    // a head torn by a crash is begun anew
    if head().as_bytes().starts_with(&bytes) {
        return Ok(Vec::new());
    }
    let Some(records) = bytes.strip_prefix(head().as_bytes()) else {
        return Err(StoreError::Foreign { path: path.to_path_buf() });
    };
    Ok(records.to_vec())
}

/// Where the values of all keys are, and how many bytes hold good records.
fn records(bytes: &[u8]) -> (FxHashMap<Vec<u8>, Range<usize>>, usize) {
    let mut values = FxHashMap::default();
    let mut at = 0;
    while let Some((key, value)) = record(bytes, at) {
        at = value.end;
        values.insert(key.to_vec(), value);
    }
    (values, at)
}

/// The record at a place, if it is as it was written: its key, and where its value is.
fn record(bytes: &[u8], at: usize) -> Option<(&[u8], Range<usize>)> {
    let number = |at: usize| {
        let four = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(four.try_into().ok()?))
    };
    let length = number(at)? as usize;
    let rest = bytes.get(at + 8..(at + 8).checked_add(length)?)?;
    if length > MOST_RECORD || crc32fast::hash(rest) != number(at + 4)? {
        return None;
    }
    let key_length = number(at + 8)? as usize;
    let key = rest.get(4..4usize.checked_add(key_length)?)?;
    Some((key, at + 12 + key_length..at + 8 + length))
}
