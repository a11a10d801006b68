//! Pages of a dictionary of values: what each number of a file stands for, one entry after the other.
//!
//! ```text
//! positions with the value, a varint   u8 who wins: 0 the second player, 1 Left, 2 Right, 3 the first player
//! length, a varint   canonical bytes (`Calculator::encode`)
//! ```

use std::sync::Arc;

use crate::runs::mix;

/// Values of a page.
pub(crate) const PAGE: u64 = 1024;

/// What a number stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Positions of the file with this value.
    pub(crate) times: u64,
    /// Who wins.
    pub(crate) kind: u8,
    /// Canonical bytes.
    pub(crate) bytes: Arc<[u8]>,
}

impl Entry {
    pub(crate) fn write(&self, page: &mut Vec<u8>) {
        put_varint(self.times, page);
        page.push(self.kind);
        put_varint(self.bytes.len() as u64, page);
        page.extend_from_slice(&self.bytes);
    }

    /// What it adds to the fingerprint of a file where it has this number.
    pub(crate) fn mixed(&self, number: u64) -> u64 {
        let bytes = self.bytes.chunks(8).fold(self.bytes.len() as u64, |sum, chunk| {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            mix(sum ^ word, 0)
        });
        mix(bytes, number as u32)
    }
}

/// The entries of a page, without its checksum, if it has so many.
pub(crate) fn read_page(mut page: &[u8], entries: u64) -> Option<Vec<Entry>> {
    let mut read = Vec::new();
    for _ in 0..entries {
        let times = take_varint(&mut page)?;
        let (&kind, rest) = page.split_first()?;
        page = rest;
        let length = usize::try_from(take_varint(&mut page)?).ok()?;
        let (bytes, rest) = page.split_at_checked(length)?;
        page = rest;
        read.push(Entry { times, kind: (kind < 4).then_some(kind)?, bytes: bytes.into() });
    }
    page.is_empty().then_some(read)
}

pub(crate) fn put_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
