//! States as bytes: a header of eight bytes, numbers of eight bytes and what stands between them, and a checksum.

use super::error::SequenceError;

/// A state on its way to bytes.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new(header: &[u8; 8]) -> Self {
        Self(header.to_vec())
    }

    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) {
        self.0.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    /// The bytes, with the checksum.
    pub(super) fn seal(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.numbers([sum]);
        self.0
    }
}

/// What is left to read of the bytes of a state.
pub(super) struct Reader<'b>(pub(super) &'b [u8]);

/// What is wrong with the bytes of a state.
pub(super) fn bad(reason: &'static str) -> SequenceError {
    SequenceError::BadCheckpoint { reason }
}

impl<'b> Reader<'b> {
    /// What lies between the header and the checksum, if both are right.
    pub(super) fn open(bytes: &'b [u8], header: &[u8; 8]) -> Result<Self, SequenceError> {
        let (body, sum) = bytes.split_last_chunk().ok_or(bad("it is too short"))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(bad("the checksum is wrong"));
        }
        body.strip_prefix(header).map(Self).ok_or(bad("it has another header"))
    }

    pub(super) fn number(&mut self) -> Result<usize, SequenceError> {
        let (number, rest) = self.0.split_first_chunk().ok_or(bad("it ends early"))?;
        self.0 = rest;
        usize::try_from(u64::from_le_bytes(*number)).map_err(|_| bad("a number is too large"))
    }

    pub(super) fn numbers<const N: usize>(&mut self) -> Result<[usize; N], SequenceError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&'b [u8], SequenceError> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(bad("it ends early"))?;
        self.0 = rest;
        Ok(bytes)
    }
}

/// The 64-bit FNV-1a checksum of bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
