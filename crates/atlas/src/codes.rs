//! Positions as numbers: each cell has as many bits as tell apart what it may hold.
//!
//! The alphabets of the cells ([`Alphabets`]) hold whatever play can bring, so a cell that never changes takes no bits
//! and in Konane, where a cell holds its own colour or nothing, every cell takes one. Cells lie in rows, so that near
//! boards are near numbers. The bits of a code are cut into chunks of eight at most; what is linear in cells (the words
//! of the position, its tier, its images) is the sum over the chunks of a table's entries.
//!
//! Where bits would be wasted the cells of a chunk are the digits of one number: five cells that hold one of three
//! things each take eight bits, not ten.
//!
//! The normal form of a code is the least of its images under the symmetries that carry the alphabets to themselves
//! and leave the tier as it is.
//!
//! Connected parts, which lie on no board in particular, have codes of their own ([`Parts`]), and only those that are
//! in normal form.

mod images;

use std::ops::Range;

use farstar_rules::{Alphabets, BoardImage, Packed};

use crate::AtlasError;
use crate::parts::Parts;

/// Most bits of a code.
const MOST_BITS: u32 = 63;
/// Most bits of a chunk, but for hands.
const CHUNK: u32 = 8;
/// Most stones in a hand.
const MOST_IN_HAND: u32 = 4095;

/// Words of the bits of all cells, before those of a chunk become digits of one number.
const RAW: usize = 4;

/// What takes bits of a code.
#[derive(Clone, Debug)]
struct Digit {
    /// Its cell, or none if it is a hand: Left's, Right's.
    cell: Result<usize, usize>,
    /// The bit boards whose bits tell its numbers apart; of a hand the bits of the count.
    planes: Vec<usize>,
    /// How many things it may be.
    values: u64,
    /// Its bits among those of its chunk, one for each of the planes.
    at: Vec<u32>,
    /// Where its chunk is one number: what one step of it adds.
    weight: u64,
    chunk: usize,
}

/// Bits that go together from a word of a position to the code.
#[derive(Clone, Copy, Debug)]
struct Gather {
    word: usize,
    /// The bits of the word, before they are turned.
    from: u64,
    turn: u32,
    to: usize,
}

/// The bits of a code that tables are indexed by together.
#[derive(Clone, Debug)]
struct Chunk {
    shift: u32,
    mask: usize,
    /// Its digits.
    digits: Range<usize>,
    /// Where the bits of its cells lie when they are gathered.
    raw: (usize, u32),
    raw_mask: usize,
    /// If it is one number: for these bits the number, and behind the last number.
    ranks: Option<(Vec<u16>, u64)>,
}

/// What the rows of a chunk are found by, close together.
#[derive(Clone, Copy, Debug)]
struct Lane {
    shift: u32,
    mask: usize,
    /// The number of its first row among those of all chunks.
    first: usize,
}

impl Lane {
    /// The number of the row of a code.
    #[inline]
    fn row(&self, code: u64) -> usize {
        self.first + ((code >> self.shift) as usize & self.mask)
    }
}

/// Positions of one board in play from one start, or connected parts of any boards, as numbers.
#[derive(Clone, Debug)]
pub struct Codes {
    alphabets: Alphabets,
    /// What every position has in common.
    base: Vec<u64>,
    digits: Vec<Digit>,
    bits: u32,
    gathers: Vec<Gather>,
    /// What gathered bits are exchanged with: those that are read where they are not.
    turned: [u64; RAW],
    chunks: Vec<Chunk>,
    lanes: Vec<Lane>,
    /// For each chunk and value a row: the words of the position.
    words: Vec<u64>,
    /// For each chunk and value a row: what it adds to the tier, then to each image.
    rows: Vec<u64>,
    /// Of each symmetry but the first, whether it carries positions to negatives.
    images: Vec<bool>,
    graded: bool,
    /// Whether some chunk is one number.
    ranked: bool,
    /// Connected parts, if the codes are those of parts: then there are no digits.
    parts: Option<Box<Parts>>,
}

impl Codes {
    /// The codes of positions in play from `start`.
    ///
    /// # Errors
    /// [`AtlasError::TooManyBits`], said before anything is tabled.
    pub fn new(alphabets: Alphabets, start: &Packed) -> Result<Self, AtlasError> {
        let mut codes = Self {
            base: start.words().to_vec(),
            graded: !alphabets.measures.is_empty(),
            ..Self::bare(alphabets)
        };
        codes.place_digits()?;
        codes.line_up()?;
        let tiers = codes.fill_tables()?;
        codes.fill_rows(&tiers);
        Ok(codes)
    }

    /// The codes of connected parts.
    pub(crate) fn of_parts(parts: Parts) -> Self {
        let (planes, words, hands) = (0, 0, None);
        let (cells, images, measures) = (Vec::new(), Vec::new(), Vec::new());
        let alphabets = Alphabets { planes, words, cells, hands, images, measures };
        Self {
            bits: parts.bits(),
            graded: true,
            parts: Some(Box::new(parts)),
            ..Self::bare(alphabets)
        }
    }

    /// Codes without digits.
    fn bare(alphabets: Alphabets) -> Self {
        Self {
            alphabets,
            base: Vec::new(),
            digits: Vec::new(),
            bits: 0,
            gathers: Vec::new(),
            turned: [0; RAW],
            chunks: Vec::new(),
            lanes: Vec::new(),
            words: Vec::new(),
            rows: Vec::new(),
            images: Vec::new(),
            graded: false,
            ranked: false,
            parts: None,
        }
    }

    /// The connected parts whose codes these are.
    #[inline]
    pub(crate) fn parts(&self) -> Option<&Parts> {
        self.parts.as_deref()
    }

    /// Bits of a code.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many symmetries a normal form is the least under.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.parts().map_or(1 + self.images.len(), Parts::symmetries)
    }

    /// Whether every move leads to a lower tier.
    #[must_use]
    pub fn graded(&self) -> bool {
        self.graded
    }

    /// How many fillings of the board, or of the shapes of parts, have codes: positions are among them.
    #[must_use]
    pub fn fillings(&self) -> u128 {
        if let Some(parts) = self.parts() {
            return parts.codes().into();
        }
        // a code has 63 bits at most
        self.digits.iter().map(|digit| u128::from(digit.values)).product()
    }

    /// A bound of the number of tiers.
    #[must_use]
    pub fn tiers(&self) -> u64 {
        if let Some(parts) = self.parts() {
            return parts.tiers();
        }
        let width = self.symmetries();
        let most = |lane: &Lane| (0..=lane.mask).map(|v| self.rows[(lane.first + v) * width]).max();
        self.lanes.iter().filter_map(most).sum::<u64>() + 1
    }

    /// How codes are made, as text: what a file has to agree with.
    #[must_use]
    pub fn description(&self) -> String {
        if let Some(parts) = self.parts() {
            return parts.description();
        }
        let digit = |digit: &Digit| {
            let name = match digit.cell {
                Ok(cell) => cell.to_string(),
                Err(hand) => ["l", "r"][hand & 1].to_owned(),
            };
            let Chunk { shift, ranks, .. } = &self.chunks[digit.chunk];
            if ranks.is_some() {
                return format!("{name}={}*{}@{shift}", digit.values, digit.weight);
            }
            let bits: Vec<String> = digit
                .planes
                .iter()
                .zip(&digit.at)
                .map(|(p, at)| format!("{p}:{}", shift + at))
                .collect();
            format!("{name}={}", bits.join(","))
        };
        self.digits.iter().map(digit).collect::<Vec<_>>().join(" ")
    }

    /// The cells that take bits, and the hands.
    fn place_digits(&mut self) -> Result<(), AtlasError> {
        let mut digits = Vec::new();
        let mut add = |cell, planes: Vec<usize>, values| {
            if !planes.is_empty() {
                digits.push(Digit { cell, planes, values, at: Vec::new(), weight: 1, chunk: 0 });
            }
        };
        for (cell, alphabet) in self.alphabets.cells.iter().enumerate() {
            let planes = telling(alphabet.numbers, self.alphabets.planes);
            add(Ok(cell), planes, u64::from(alphabet.numbers.count_ones()));
        }
        for (hand, &most) in self.alphabets.hands.iter().flatten().enumerate() {
            if most > MOST_IN_HAND {
                return Err(AtlasError::TooManyBits { bits: u32::MAX });
            }
            let planes = (0..(u32::BITS - most.leading_zeros()) as usize).collect::<Vec<_>>();
            add(Err(hand), planes, u64::from(most) + 1);
        }
        self.digits = digits;
        Ok(())
    }

    /// Cuts digits into chunks; in a chunk the first bits of all digits lie together, then the second ones, unless it
    /// takes fewer bits as one number.
    fn line_up(&mut self) -> Result<(), AtlasError> {
        let (mut first, mut shift, mut raw) = (0, 0, (0, 0));
        while let Some(digit) = self.digits.get(first) {
            let (mut product, mut end) = (digit.values, first + 1);
            while let Some(digit) = self.digits.get(end)
                && product * digit.values <= 1 << CHUNK
            {
                (product, end) = (product * digit.values, end + 1);
            }
            let group = &mut self.digits[first..end];
            let deepest = group.iter().map(|digit| digit.planes.len()).max().unwrap_or(0);
            let (mut length, mut weight) = (0, 1);
            for layer in 0..deepest {
                for digit in group.iter_mut().filter(|digit| digit.planes.len() > layer) {
                    digit.at.push(length);
                    length += 1;
                }
            }
            for digit in group {
                (digit.weight, digit.chunk) = (weight, self.chunks.len());
                weight *= digit.values;
            }
            if raw.1 + length > u64::BITS {
                raw = (raw.0 + 1, 0);
            }
            let bits = u64::BITS - (product - 1).leading_zeros();
            // the tables are made when it is known where all chunks lie
            let ranks = (bits < length).then(|| (Vec::new(), product));
            let bits = bits.min(length);
            self.chunks.push(Chunk {
                shift,
                mask: (1 << bits) - 1,
                digits: first..end,
                raw,
                raw_mask: (1 << length) - 1,
                ranks,
            });
            (first, shift, raw) = (end, shift + bits, (raw.0, raw.1 + length));
        }
        self.bits = shift;
        if shift > MOST_BITS || raw.0 >= RAW {
            return Err(AtlasError::TooManyBits { bits: shift.max(MOST_BITS + 1) });
        }
        self.gather();
        for chunk in 0..self.chunks.len() {
            self.rank(chunk);
        }
        // what is gathered is the code itself if it lies in one word and nothing is a number
        self.ranked = raw.0 > 0 || self.chunks.iter().any(|chunk| chunk.ranks.is_some());
        Ok(())
    }

    /// Tables the numbers of a chunk by the bits of its cells.
    fn rank(&mut self, at: usize) {
        let chunk = &self.chunks[at];
        let Some((_, product)) = chunk.ranks else { return };
        let mut ranks = vec![0; chunk.raw_mask + 1];
        for number in 0..product {
            let mut bits = 0;
            for digit in &self.digits[chunk.digits.clone()] {
                let value = self.nth(digit, number / digit.weight % digit.values);
                let bit = |(&plane, &at): (&usize, &u32)| (value as usize >> plane & 1) << at;
                bits |= digit.planes.iter().zip(&digit.at).map(bit).fold(0, |all, bit| all | bit);
            }
            // a chunk that is a number has at most 256 values
            ranks[bits] = number as u16;
        }
        self.chunks[at].ranks = Some((ranks, product));
    }

    /// The number of a cell, or the count of a hand, that has this place among those it may have.
    fn nth(&self, digit: &Digit, place: u64) -> u32 {
        match digit.cell {
            Ok(cell) => {
                let numbers = self.alphabets.cells[cell].numbers;
                (0..16).filter(|n| numbers >> n & 1 != 0).nth(place as usize).unwrap_or(0)
            }
            Err(_) => place as u32,
        }
    }

    /// Where each bit of a digit lies in a position: its word, and its bit there.
    fn source(&self, digit: &Digit, i: usize) -> (usize, u32) {
        match digit.cell {
            Ok(cell) => {
                let place = self.alphabets.cells[cell].place;
                (digit.planes[i] * self.alphabets.words + place / 64, place as u32 % 64)
            }
            Err(hand) => (self.base.len() - 1, 32 * hand as u32 + digit.planes[i] as u32),
        }
    }

    /// The bit boards from which a bit of a digit may be read, each with whether it is there where the bit is not.
    fn alike(&self, digit: &Digit, i: usize) -> Vec<(usize, bool)> {
        let plane = digit.planes[i];
        let Ok(cell) = digit.cell else { return vec![(plane, false)] };
        let numbers = self.alphabets.cells[cell].numbers;
        let held = || (0..16).filter(move |n| numbers >> n & 1 != 0);
        let tells = |other: usize, turned: bool| {
            held().all(|n: u32| (n >> other ^ n >> plane) & 1 == u32::from(turned))
        };
        let planes = (0..self.alphabets.planes).flat_map(|p| [(p, false), (p, true)]);
        planes.filter(|&(other, turned)| tells(other, turned)).collect()
    }

    /// Finds how words become codes: bits that lie together in one bit board go together, so each is read from the one
    /// from which most can be.
    fn gather(&mut self) {
        let mut counts = vec![0; self.alphabets.planes];
        for digit in self.digits.iter().filter(|digit| digit.cell.is_ok()) {
            let alike = (0..digit.planes.len()).flat_map(|i| self.alike(digit, i));
            alike.for_each(|(plane, _)| counts[plane] += 1);
        }
        let mut gathers: Vec<Gather> = Vec::new();
        let mut all_turned = [0; RAW];
        for digit in &self.digits {
            let (to, start) = self.chunks[digit.chunk].raw;
            for (i, &at) in digit.at.iter().enumerate() {
                let (mut word, bit) = self.source(digit, i);
                let alike = self.alike(digit, i).into_iter();
                let best = alike.max_by_key(|&(plane, _)| counts.get(plane).copied());
                if let (Some((plane, turned)), Ok(_)) = (best, digit.cell) {
                    word = word % self.alphabets.words + plane * self.alphabets.words;
                    all_turned[to] |= u64::from(turned) << (start + at);
                }
                let turn = (bit + 64 - start - at) % 64;
                let alike = |g: &Gather| (g.word, g.turn, g.to) == (word, turn, to);
                match gathers.iter_mut().find(|known| alike(known)) {
                    Some(known) => known.from |= 1 << bit,
                    None => gathers.push(Gather { word, from: 1 << bit, turn, to }),
                }
            }
        }
        (self.gathers, self.turned) = (gathers, all_turned);
    }

    /// The number of a cell, or the count of a hand, for the bits of its digit.
    fn value(&self, digit: &Digit, bits: u32) -> Option<u32> {
        match digit.cell {
            Ok(cell) => {
                let numbers = self.alphabets.cells[cell].numbers;
                let alike = |n: u32| {
                    digit.planes.iter().enumerate().all(|(i, &p)| n >> p & 1 == bits >> i & 1)
                };
                (0..16).find(|&n| numbers >> n & 1 != 0 && alike(n))
            }
            Err(hand) => {
                let most = self.alphabets.hands.map_or(0, |hands| hands[hand]);
                (bits <= most).then_some(bits)
            }
        }
    }

    /// What a digit adds to the code where it has this value.
    fn part(&self, digit: &Digit, value: u32) -> u64 {
        let chunk = &self.chunks[digit.chunk];
        if chunk.ranks.is_some() {
            let place = match digit.cell {
                Ok(cell) => (self.alphabets.cells[cell].numbers & ((1 << value) - 1)).count_ones(),
                Err(_) => value,
            };
            return (u64::from(place) * digit.weight) << chunk.shift;
        }
        let bit = |(&plane, &at): (&usize, &u32)| u64::from(value >> plane & 1) << at;
        digit.planes.iter().zip(&digit.at).map(bit).fold(0, |all, bit| all | bit) << chunk.shift
    }

    /// The value of a digit in a code; none if what stands there stands for nothing.
    fn held(&self, digit: &Digit, code: u64) -> Option<u32> {
        let chunk = &self.chunks[digit.chunk];
        let number = code >> chunk.shift & chunk.mask as u64;
        if let Some((_, product)) = chunk.ranks {
            let place = number / digit.weight % digit.values;
            return (number < product).then(|| self.nth(digit, place));
        }
        let bit = |(i, &at): (usize, &u32)| ((number >> at & 1) as u32) << i;
        self.value(digit, digit.at.iter().enumerate().map(bit).fold(0, |all, bit| all | bit))
    }

    /// Tables the words of positions; gives for each chunk and value what it adds to the tier.
    fn fill_tables(&mut self) -> Result<Vec<Vec<u64>>, AtlasError> {
        let alphabets = self.alphabets.clone();
        // cells that take no bits hold what they hold for ever, all others begin with nothing
        for digit in &self.digits.clone() {
            for i in 0..digit.planes.len() {
                let (word, bit) = self.source(digit, i);
                self.base[word] &= !(1 << bit);
            }
            if let Ok(cell) = digit.cell {
                let place = alphabets.cells[cell].place;
                for plane in 0..alphabets.planes {
                    self.base[plane * alphabets.words + place / 64] &= !(1 << (place % 64));
                }
            }
        }
        let weights = Weights::new(&alphabets)?;
        let length = self.base.len();
        let mut all = Vec::new();
        for at in 0..self.chunks.len() {
            let Chunk { shift, mask, .. } = self.chunks[at];
            let digits = self.chunks[at].digits.clone();
            let mut words = vec![0; (mask + 1) * length];
            let mut tiers = vec![0; mask + 1];
            for value in 0..=mask {
                let code = (value as u64) << shift;
                for digit in &self.digits[digits.clone()] {
                    // bits that stand for nothing are those of no position
                    let Some(held) = self.held(digit, code) else { continue };
                    match digit.cell {
                        Ok(cell) => {
                            let place = alphabets.cells[cell].place;
                            for plane in (0..alphabets.planes).filter(|p| held >> p & 1 != 0) {
                                let word = plane * alphabets.words + place / 64;
                                words[value * length + word] |= 1 << (place % 64);
                            }
                            tiers[value] += weights.cells[cell][held as usize];
                        }
                        Err(hand) => {
                            words[value * length + length - 1] |= u64::from(held) << (32 * hand);
                            tiers[value] += weights.hands[hand] * u64::from(held);
                        }
                    }
                }
            }
            self.lanes.push(Lane { shift, mask, first: self.words.len() / length });
            self.words.extend(words);
            all.push(tiers);
        }
        Ok(all)
    }

    /// Finds the symmetries on codes, and lays what a value adds to tier and images side by side.
    fn fill_rows(&mut self, tiers: &[Vec<u64>]) {
        let images = self.alphabets.images.iter().skip(1);
        let (negates, tables): (Vec<bool>, Vec<_>) =
            images.filter_map(|image| Some((image.negates, self.image(image)?))).unzip();
        self.images = negates;
        for (at, tiers) in tiers.iter().enumerate() {
            for (value, &tier) in tiers.iter().enumerate() {
                self.rows.push(tier);
                self.rows.extend(tables.iter().map(|table| table[at][value]));
            }
        }
    }

    /// What each chunk and value adds to the image of a code under a symmetry, if it carries the alphabets to
    /// themselves and leaves tiers as they are.
    fn image(&self, image: &BoardImage) -> Option<Vec<Vec<u64>>> {
        let weights = Weights::new(&self.alphabets).ok()?;
        let mut gained = 0i128;
        for (cell, alphabet) in self.alphabets.cells.iter().enumerate() {
            let to = image.cells[cell] as usize;
            let numbers = (0..16usize).filter(|n| alphabet.numbers >> n & 1 != 0);
            let mut images = 0u16;
            let mut gain = None;
            for number in numbers {
                let turned = usize::from(image.numbers[number]);
                images |= 1 << turned;
                let more =
                    i128::from(weights.cells[to][turned]) - i128::from(weights.cells[cell][number]);
                if *gain.get_or_insert(more) != more {
                    return None;
                }
            }
            gained += gain.unwrap_or(0);
            if images != self.alphabets.cells[to].numbers {
                return None;
            }
        }
        if let (Some([left, right]), true) = (self.alphabets.hands, image.negates)
            && (left != right || weights.hands[0] != weights.hands[1])
        {
            return None;
        }
        if gained != 0 {
            return None;
        }
        self.image_tables(image)
    }

    fn image_tables(&self, image: &BoardImage) -> Option<Vec<Vec<u64>>> {
        let digit_of = |cell: Result<usize, usize>| self.digits.iter().find(|d| d.cell == cell);
        let mut chunks = Vec::new();
        for Chunk { shift, mask, digits, .. } in &self.chunks {
            let mut table = vec![0; mask + 1];
            for (value, slot) in table.iter_mut().enumerate() {
                for digit in &self.digits[digits.clone()] {
                    let Some(held) = self.held(digit, (value as u64) << shift) else { continue };
                    *slot += match digit.cell {
                        Ok(cell) => {
                            let turned = u32::from(image.numbers[held as usize]);
                            self.part(digit_of(Ok(image.cells[cell] as usize))?, turned)
                        }
                        Err(hand) => {
                            let hand = if image.negates { 1 - hand } else { hand };
                            self.part(digit_of(Err(hand))?, held)
                        }
                    };
                }
            }
            chunks.push(table);
        }
        Some(chunks)
    }

    /// The code of the words of a position in play.
    #[inline]
    #[must_use]
    pub fn encode(&self, words: &[u64]) -> u64 {
        let bits =
            |g: &Gather| words.get(g.word).map_or(0, |word| (word & g.from).rotate_right(g.turn));
        if !self.ranked {
            return self.gathers.iter().fold(self.turned[0], |code, gather| code ^ bits(gather));
        }
        let mut raw = self.turned;
        self.gathers.iter().for_each(|gather| raw[gather.to] ^= bits(gather));
        let of = |chunk: &Chunk| {
            let held = (raw[chunk.raw.0] >> chunk.raw.1) as usize & chunk.raw_mask;
            let ranks = chunk.ranks.as_ref();
            ranks.map_or(held as u64, |(ranks, _)| u64::from(ranks[held])) << chunk.shift
        };
        self.chunks.iter().fold(0, |code, chunk| code | of(chunk))
    }

    /// The words of the position with this code.
    #[inline]
    pub fn decode(&self, code: u64, words: &mut [u64]) {
        words.copy_from_slice(&self.base);
        for lane in &self.lanes {
            let from = &self.words[lane.row(code) * words.len()..][..words.len()];
            words.iter_mut().zip(from).for_each(|(word, more)| *word |= more);
        }
    }

    /// The same where there are so many words.
    #[inline]
    pub(crate) fn decoded<const N: usize>(&self, code: u64) -> [u64; N] {
        let mut words = self.base.first_chunk().copied().unwrap_or([0; N]);
        let rows = self.words.as_chunks::<N>().0;
        for lane in &self.lanes {
            words.iter_mut().zip(&rows[lane.row(code)]).for_each(|(word, more)| *word |= more);
        }
        words
    }

    /// Words of a position.
    #[must_use]
    pub fn words(&self) -> usize {
        self.base.len()
    }

    /// The position with this code.
    #[must_use]
    pub fn position(&self, code: u64) -> Packed {
        if let Some(parts) = self.parts() {
            return parts.position(code);
        }
        let mut words = vec![0; self.base.len()];
        self.decode(code, &mut words);
        Packed::new(&words)
    }

    /// Whether this is the code of a filling of the board from the alphabets, or of a shape.
    #[must_use]
    pub fn is_code(&self, code: u64) -> bool {
        if let Some(parts) = self.parts() {
            return code < parts.codes();
        }
        code >> self.bits == 0 && self.digits.iter().all(|digit| self.held(digit, code).is_some())
    }

    /// Calls `visit` with every code of a filling, or of a part, that is its own normal form, in rising order.
    pub(crate) fn each_normal<E>(
        &self,
        visit: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(parts) = self.parts() {
            return parts.each(visit);
        }
        let all = self.fillings() == 1 << self.bits;
        for code in 0..1u64 << self.bits {
            if self.normal(code).0 == code && (all || self.is_code(code)) {
                visit(code)?;
            }
        }
        Ok(())
    }

    /// The tier of a code: where [`Codes::graded`], every move leads to a lower one.
    #[inline]
    #[must_use]
    pub fn tier(&self, code: u64) -> u64 {
        match self.parts() {
            None => self.summed(code, 0),
            Some(parts) => parts.tier(code),
        }
    }

    /// The normal form of any position of the board: of itself, or of the first of its images under symmetries of the
    /// board that is in the alphabets. `None` if none is: then play from the start does not lead there.
    #[must_use]
    pub fn find(&self, position: &Packed) -> Option<(u64, bool)> {
        let words = position.words();
        if words.len() != self.base.len() {
            return None;
        }
        let alphabets = &self.alphabets;
        let number = |place: usize| {
            (0..alphabets.planes).fold(0usize, |n, plane| {
                let word = words[plane * alphabets.words + place / 64];
                n | ((word >> (place % 64) & 1) as usize) << plane
            })
        };
        let last = words.last().copied().unwrap_or(0);
        for image in &alphabets.images {
            let mut turned = self.base.clone();
            for (cell, alphabet) in alphabets.cells.iter().enumerate() {
                let held = image.numbers[number(alphabet.place) & 15];
                let place = alphabets.cells[image.cells[cell] as usize].place;
                for plane in 0..alphabets.planes {
                    let word = &mut turned[plane * alphabets.words + place / 64];
                    *word =
                        *word & !(1 << (place % 64)) | u64::from(held >> plane & 1) << (place % 64);
                }
            }
            if alphabets.hands.is_some()
                && let Some(word) = turned.last_mut()
            {
                *word = if image.negates { last.rotate_left(32) } else { last };
            }
            let code = self.encode(&turned);
            let mut again = vec![0; turned.len()];
            self.decode(code, &mut again);
            if self.is_code(code) && again == turned {
                let (code, negative) = self.normal(code);
                return Some((code, negative != image.negates));
            }
        }
        None
    }
}

/// The fewest bit boards whose bits tell these numbers apart.
fn telling(numbers: u16, planes: usize) -> Vec<usize> {
    let numbers: Vec<usize> = (0..16).filter(|n| numbers >> n & 1 != 0).collect();
    let apart = |set: &usize| {
        let mut seen: Vec<usize> = numbers.iter().map(|n| n & set).collect();
        seen.sort_unstable();
        seen.windows(2).all(|pair| pair[0] != pair[1])
    };
    let mut sets: Vec<usize> = (0..1usize << planes).collect();
    sets.sort_by_key(|set| set.count_ones());
    let set = sets.into_iter().find(apart).unwrap_or((1 << planes) - 1);
    (0..planes).filter(|plane| set >> plane & 1 != 0).collect()
}

/// All measures as one: each is worth more than any difference of those behind it, so that tiers fall where measures
/// fall lexicographically. No weight is negative.
struct Weights {
    cells: Vec<[u64; 16]>,
    hands: [u64; 2],
}

impl Weights {
    fn new(alphabets: &Alphabets) -> Result<Self, AtlasError> {
        let mut cells = vec![[0i128; 16]; alphabets.cells.len()];
        let mut hands = [0i128; 2];
        let most = alphabets.hands.unwrap_or_default();
        let mut scale = 1i128;
        for measure in alphabets.measures.iter().rev() {
            let mut range = 0i128;
            for ((cell, weights), alphabet) in
                cells.iter_mut().zip(&measure.cells).zip(&alphabets.cells)
            {
                let held = || (0..16usize).filter(|n| alphabet.numbers >> n & 1 != 0);
                let least = held().map(|n| weights[n]).min().unwrap_or(0);
                range += i128::from(held().map(|n| weights[n] - least).max().unwrap_or(0));
                held().for_each(|n| cell[n] += scale * i128::from(weights[n] - least));
            }
            for (hand, &weight) in measure.hands.iter().enumerate() {
                // weights that count are never negative
                hands[hand] += scale * i128::from(weight.max(0));
                range += i128::from(weight.max(0)) * i128::from(most[hand]);
            }
            scale = scale.saturating_mul(range + 1);
            if scale > 1 << 62 {
                return Err(AtlasError::TooManyTiers);
            }
        }
        let cells = cells.into_iter().map(|weights| weights.map(|w| w as u64)).collect();
        Ok(Self { cells, hands: hands.map(|w| w as u64) })
    }
}
