//! Canonical bytes: a value as the graph of its followers, for files, pickles and the wire.
//!
//! The canonical text of a value is a tree and may be exponentially longer than the value, whose followers are kept
//! once. The bytes are that graph:
//!
//! ```text
//! 0xF5 0x01   what it is, and the version
//! n           how many nodes follow; every node after its options, the value itself last
//! node        0, number, ups, nimber: a number plus ups plus a nimber; the number as numerator and binary places
//!             1, the same with a numerator beyond 64 bits: how many bytes, and those in two's complement
//!             2, l, l distances, r, r distances: canonical options, each so many nodes back
//! ```
//!
//! Numbers are little endian in groups of seven bits, signed ones folded (`0, −1, 1, −2, …`), big numerators little
//! endian too. Followers stand in the order in which they are met depth first, Left's options before Right's, each in
//! printing order, which depends on the values alone: so equal values have equal bytes in every arena and every
//! process.
//!
//! Nothing is believed that is read: every node is made anew from its options, and in the end the bytes must be those
//! of what was made.

use crate::text::Plan;
use crate::{Calculator, Closed, Error, Game, Result};
use farstar_num::{Dyadic, IBig};
use rustc_hash::FxHashMap;

/// What bytes of a value begin with.
const MAGIC: [u8; 2] = [0xF5, 1];
const CLOSED: u8 = 0;
const WIDE: u8 = 1;
const OPTIONS: u8 = 2;

impl Calculator<'_> {
    /// The canonical bytes of a value: equal values have equal bytes, in this arena and in any other.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    ///
    /// # Cost
    /// Linear in the followers that are no closed values, with their options sorted; one to two bytes an option.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let (here, there) = (Arena::new(), Arena::new());
    /// let (mut calc, mut other) = (here.calculator(), there.calculator());
    /// let game = calc.parse("{3||2|1}")?;
    /// let bytes = calc.encode(game)?;
    /// let read = other.decode(&bytes)?;
    /// assert_eq!(other.encode(read)?, bytes);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn encode(&mut self, game: Game) -> Result<Vec<u8>> {
        let plan = Plan::of(self, game)?;
        let mut writer = Writer::default();
        // games to be written, and whether their options are
        let mut pending = vec![(game, false)];
        while let Some((game, options_written)) = pending.pop() {
            if writer.places.contains_key(&game) {
                continue;
            }
            self.tick()?;
            if let Some(closed) = self.parts(game) {
                writer.closed(game, closed);
            } else if let Some((left, right)) = plan.options(game) {
                if options_written {
                    writer.options(game, left, right);
                } else {
                    pending.push((game, true));
                    pending.extend(left.iter().chain(right).rev().map(|&option| (option, false)));
                }
            }
        }
        Ok(writer.finish())
    }

    /// The value of canonical bytes.
    ///
    /// # Errors
    /// [`Error::Bytes`] for whatever [`Calculator::encode`] does not write; [`Error::Stopped`] at a limit;
    /// [`Error::TooLarge`] for values that the arena cannot hold.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Game> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(2)? != MAGIC {
            return Err(Error::Bytes { at: 0, message: "they do not begin with F5 01" });
        }
        let count = reader.count()?;
        let mut games = Vec::new();
        for _ in 0..count {
            self.tick()?;
            let game = self.decode_node(&mut reader, &games)?;
            games.push(game);
        }
        if reader.at < bytes.len() {
            return Err(reader.fault("there is more after the last node"));
        }
        let Some(&game) = games.last() else { return Err(reader.fault("there is no node")) };
        if self.encode(game)? != bytes {
            return Err(Error::Bytes { at: 0, message: "they are not in canonical form" });
        }
        Ok(game)
    }

    fn decode_node(&mut self, reader: &mut Reader<'_>, games: &[Game]) -> Result<Game> {
        let tag = reader.take(1)?[0];
        let numerator = match tag {
            CLOSED => IBig::from(reader.signed()?),
            WIDE => {
                let length = reader.count()?;
                IBig::from_le_bytes(reader.take(length)?)
            }
            OPTIONS => {
                let left = self.decode_options(reader, games)?;
                let right = self.decode_options(reader, games)?;
                return self.value_of_printed(&left, &right);
            }
            _ => return Err(reader.fault("a node begins with 0, 1 or 2")),
        };
        let number = Dyadic::try_new(numerator, reader.unsigned()?)?;
        let (up, nimber) = (reader.signed()?, reader.unsigned()?);
        self.closed(&Closed { number, up, nimber })
    }

    fn decode_options(&mut self, reader: &mut Reader<'_>, games: &[Game]) -> Result<Vec<Game>> {
        let count = reader.count()?;
        let mut options = Vec::with_capacity(count);
        for _ in 0..count {
            self.tick()?;
            let back = usize::try_from(reader.unsigned()?).unwrap_or(usize::MAX);
            let place = games.len().checked_sub(back).filter(|_| back > 0);
            match place.and_then(|place| games.get(place)) {
                Some(&option) => options.push(option),
                None => return Err(reader.fault("an option is no node before its game")),
            }
        }
        Ok(options)
    }
}

/// Nodes as they are written.
#[derive(Default)]
struct Writer {
    nodes: Vec<u8>,
    places: FxHashMap<Game, usize>,
}

impl Writer {
    fn closed(&mut self, game: Game, value: &Closed) {
        let number = &value.number;
        match i64::try_from(number.numerator()) {
            Ok(numerator) => {
                self.nodes.push(CLOSED);
                self.signed(numerator);
            }
            Err(_) => {
                let bytes = number.numerator().to_le_bytes();
                self.nodes.push(WIDE);
                self.unsigned(bytes.len() as u64);
                self.nodes.extend_from_slice(&bytes);
            }
        }
        self.unsigned(number.exponent());
        self.signed(value.up);
        self.unsigned(value.nimber);
        self.note(game);
    }

    fn options(&mut self, game: Game, left: &[Game], right: &[Game]) {
        self.nodes.push(OPTIONS);
        for side in [left, right] {
            self.unsigned(side.len() as u64);
            for option in side {
                let back = self.places.len() - self.places[option];
                self.unsigned(back as u64);
            }
        }
        self.note(game);
    }

    fn note(&mut self, game: Game) {
        let place = self.places.len();
        self.places.insert(game, place);
    }

    fn unsigned(&mut self, n: u64) {
        write_unsigned(&mut self.nodes, n);
    }

    fn signed(&mut self, n: i64) {
        self.unsigned((n << 1 ^ n >> 63) as u64);
    }

    fn finish(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        write_unsigned(&mut bytes, self.places.len() as u64);
        bytes.extend(self.nodes);
        bytes
    }
}

fn write_unsigned(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 1 << 7 {
        bytes.push(n as u8 | 1 << 7);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Bytes as they are read.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn fault(&self, message: &'static str) -> Error {
        Error::Bytes { at: self.at, message }
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8]> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(taken) = rest.get(..count) else { return Err(self.fault("they end too early")) };
        self.at += count;
        Ok(taken)
    }

    fn unsigned(&mut self) -> Result<u64> {
        let mut n: u128 = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.take(1)?[0];
            n |= u128::from(byte & 0x7F) << shift;
            if byte >> 7 == 0 {
                return u64::try_from(n).map_err(|_| self.fault("a number passes 64 bits"));
            }
        }
        Err(self.fault("a number passes 64 bits"))
    }

    fn signed(&mut self) -> Result<i64> {
        let folded = self.unsigned()?;
        Ok((folded >> 1) as i64 ^ -((folded & 1) as i64))
    }

    /// A number of things of which each takes a byte at least.
    fn count(&mut self) -> Result<usize> {
        let count = self.unsigned()?;
        let left = self.bytes.len() - self.at;
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= left)
            .ok_or_else(|| self.fault("more is announced than there is"))
    }
}
