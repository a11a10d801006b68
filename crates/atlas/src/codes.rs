//! Positions as numbers: each cell has as many bits as tell apart what it may hold.
//!
//! The alphabets of the cells ([`Alphabets`]) hold whatever play can bring, so a cell that never changes takes no bits
//! and in Konane, where a cell holds its own colour or nothing, every cell takes one. Cells lie in rows, so that near
//! boards are near numbers. The bits of a code are cut into chunks of eight at most; what is linear in cells (the words
//! of the position, its tier, its images) is the sum over the chunks of a table's entries.
//!
//! The normal form of a code is the least of its images under the symmetries that carry the alphabets to themselves
//! and leave the tier as it is.

use farstar_rules::{Alphabets, BoardImage, Packed};

use crate::AtlasError;

/// Most bits of a code.
const MOST_BITS: u32 = 63;
/// Most bits of a chunk, but for hands.
const CHUNK: u32 = 8;
/// Most stones in a hand.
const MOST_IN_HAND: u32 = 4095;

/// What takes bits of a code.
#[derive(Clone, Debug)]
struct Digit {
    /// Its cell, or none if it is a hand: Left's, Right's.
    cell: Result<usize, usize>,
    /// The bit boards whose bits tell its numbers apart; of a hand the bits of the count.
    planes: Vec<usize>,
    /// Its bits in the code, one for each of these.
    at: Vec<u32>,
}

/// Bits that go together from a word of a position to the code.
#[derive(Clone, Copy, Debug)]
struct Gather {
    word: usize,
    /// The bits of the word, before they are turned.
    from: u64,
    turn: u32,
}

/// The bits of a code that tables are indexed by together.
#[derive(Clone, Debug)]
struct Chunk {
    shift: u32,
    mask: usize,
    /// For each value the words of the position.
    words: Vec<u64>,
    /// For each value what it adds to the tier.
    tiers: Vec<u64>,
}

/// A symmetry on codes.
#[derive(Clone, Debug)]
struct Image {
    /// For each chunk and value the bits of the image.
    chunks: Vec<Vec<u64>>,
    negates: bool,
}

/// Positions of one board in play from one start, as numbers.
#[derive(Clone, Debug)]
pub struct Codes {
    alphabets: Alphabets,
    /// What every position has in common.
    base: Vec<u64>,
    digits: Vec<Digit>,
    bits: u32,
    gathers: Vec<Gather>,
    chunks: Vec<Chunk>,
    images: Vec<Image>,
    graded: bool,
}

impl Codes {
    /// The codes of positions in play from `start`.
    ///
    /// # Errors
    /// [`AtlasError::TooManyBits`], said before anything is tabled.
    pub fn new(alphabets: Alphabets, start: &Packed) -> Result<Self, AtlasError> {
        let mut codes = Self {
            base: start.words().to_vec(),
            digits: Vec::new(),
            bits: 0,
            gathers: Vec::new(),
            chunks: Vec::new(),
            images: Vec::new(),
            graded: !alphabets.measures.is_empty(),
            alphabets,
        };
        codes.place_digits()?;
        codes.line_up();
        codes.fill_tables()?;
        codes.find_images();
        Ok(codes)
    }

    /// Bits of a code.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many symmetries a normal form is the least under.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        1 + self.images.len()
    }

    /// Whether every move leads to a lower tier.
    #[must_use]
    pub fn graded(&self) -> bool {
        self.graded
    }

    /// How many fillings of the board have codes: positions are among them.
    #[must_use]
    pub fn fillings(&self) -> u128 {
        let values = |digit: &Digit| match digit.cell {
            Ok(cell) => u128::from(self.alphabets.cells[cell].numbers.count_ones()),
            Err(hand) => self.alphabets.hands.map_or(1, |hands| u128::from(hands[hand]) + 1),
        };
        // a code has 63 bits at most
        self.digits.iter().map(values).product()
    }

    /// A bound of the number of tiers.
    #[must_use]
    pub fn tiers(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.tiers.iter().max().copied().unwrap_or(0)).sum::<u64>()
            + 1
    }

    /// How codes are made, as text: what a file has to agree with.
    #[must_use]
    pub fn description(&self) -> String {
        let digit = |digit: &Digit| {
            let name = match digit.cell {
                Ok(cell) => cell.to_string(),
                Err(hand) => ["l", "r"][hand & 1].to_owned(),
            };
            let bits: Vec<String> =
                digit.planes.iter().zip(&digit.at).map(|(p, at)| format!("{p}:{at}")).collect();
            format!("{name}={}", bits.join(","))
        };
        self.digits.iter().map(digit).collect::<Vec<_>>().join(" ")
    }

    /// Gives each cell its bits.
    fn place_digits(&mut self) -> Result<(), AtlasError> {
        let mut digits = Vec::new();
        for (cell, alphabet) in self.alphabets.cells.iter().enumerate() {
            let planes = telling(alphabet.numbers, self.alphabets.planes);
            if !planes.is_empty() {
                digits.push(Digit { cell: Ok(cell), planes, at: Vec::new() });
            }
        }
        for (hand, &most) in self.alphabets.hands.iter().flatten().enumerate() {
            if most > MOST_IN_HAND {
                return Err(AtlasError::TooManyBits { bits: u32::MAX });
            }
            let planes = (0..(u32::BITS - most.leading_zeros()) as usize).collect::<Vec<_>>();
            if !planes.is_empty() {
                digits.push(Digit { cell: Err(hand), planes, at: Vec::new() });
            }
        }
        self.bits = digits.iter().map(|digit| digit.planes.len() as u32).sum();
        if self.bits > MOST_BITS {
            return Err(AtlasError::TooManyBits { bits: self.bits });
        }
        self.digits = digits;
        Ok(())
    }

    /// Cuts digits into chunks; in a chunk the first bits of all digits lie together, then the second ones.
    fn line_up(&mut self) {
        let (mut first, mut shift) = (0, 0);
        while first < self.digits.len() {
            let mut length = 0;
            let mut end = first;
            while let Some(digit) = self.digits.get(end) {
                let more = length + digit.planes.len() as u32;
                if end > first && more > CHUNK {
                    break;
                }
                (length, end) = (more, end + 1);
            }
            let group = &mut self.digits[first..end];
            let deepest = group.iter().map(|digit| digit.planes.len()).max().unwrap_or(0);
            let mut at = shift;
            for layer in 0..deepest {
                for digit in group.iter_mut().filter(|digit| digit.planes.len() > layer) {
                    digit.at.push(at);
                    at += 1;
                }
            }
            let mask = (1usize << length) - 1;
            self.chunks.push(Chunk { shift, mask, words: Vec::new(), tiers: Vec::new() });
            (first, shift) = (end, at);
        }
        self.gather();
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

    fn gather(&mut self) {
        let mut gathers: Vec<Gather> = Vec::new();
        for digit in &self.digits {
            for (i, &at) in digit.at.iter().enumerate() {
                let (word, bit) = self.source(digit, i);
                let turn = (bit + 64 - at) % 64;
                match gathers.iter_mut().find(|known| (known.word, known.turn) == (word, turn)) {
                    Some(known) => known.from |= 1 << bit,
                    None => gathers.push(Gather { word, from: 1 << bit, turn }),
                }
            }
        }
        self.gathers = gathers;
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

    /// The bits of a digit in the code for the bits of its value.
    fn spread(digit: &Digit, value: u32) -> u64 {
        let bit = |(&plane, &at): (&usize, &u32)| u64::from(value >> plane & 1) << at;
        digit.planes.iter().zip(&digit.at).map(bit).fold(0, |all, bit| all | bit)
    }

    /// The bits of a digit in a code.
    fn bits_in(digit: &Digit, code: u64) -> u32 {
        let bit = |(i, &at): (usize, &u32)| ((code >> at & 1) as u32) << i;
        digit.at.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }

    fn fill_tables(&mut self) -> Result<(), AtlasError> {
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
        for at in 0..self.chunks.len() {
            let Chunk { shift, mask, .. } = self.chunks[at];
            let mut words = vec![0; (mask + 1) * length];
            let mut tiers = vec![0; mask + 1];
            for value in 0..=mask {
                let code = (value as u64) << shift;
                for digit in self.within(shift, mask) {
                    // bits that stand for nothing are those of no position
                    let Some(held) = self.value(digit, Self::bits_in(digit, code)) else {
                        continue;
                    };
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
            self.chunks[at].words = words;
            self.chunks[at].tiers = tiers;
        }
        Ok(())
    }

    /// The digits of a chunk.
    fn within(&self, shift: u32, mask: usize) -> impl Iterator<Item = &Digit> {
        let inside = move |digit: &&Digit| {
            digit.at.first().is_some_and(|&at| at >= shift && mask >> (at - shift) & 1 != 0)
        };
        self.digits.iter().filter(inside)
    }

    fn find_images(&mut self) {
        for image in self.alphabets.images.iter().skip(1) {
            if let Some(image) = self.image(image) {
                self.images.push(image);
            }
        }
    }

    /// A symmetry on codes, if it carries the alphabets to themselves and leaves tiers as they are.
    fn image(&self, image: &BoardImage) -> Option<Image> {
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
        Some(Image { chunks: self.image_tables(image)?, negates: image.negates })
    }

    fn image_tables(&self, image: &BoardImage) -> Option<Vec<Vec<u64>>> {
        let digit_of = |cell: Result<usize, usize>| self.digits.iter().find(|d| d.cell == cell);
        let mut chunks = Vec::new();
        for &Chunk { shift, mask, .. } in &self.chunks {
            let mut table = vec![0; mask + 1];
            for (value, slot) in table.iter_mut().enumerate() {
                for digit in self.within(shift, mask) {
                    let bits = Self::bits_in(digit, (value as u64) << shift);
                    let Some(held) = self.value(digit, bits) else { continue };
                    *slot |= match digit.cell {
                        Ok(cell) => {
                            let turned = u32::from(image.numbers[held as usize]);
                            Self::spread(digit_of(Ok(image.cells[cell] as usize))?, turned)
                        }
                        Err(hand) => {
                            let hand = if image.negates { 1 - hand } else { hand };
                            Self::spread(digit_of(Err(hand))?, held)
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
        self.gathers.iter().fold(0, |code, gather| code | bits(gather))
    }

    /// The words of the position with this code.
    #[inline]
    pub fn decode(&self, code: u64, words: &mut [u64]) {
        words.copy_from_slice(&self.base);
        for chunk in &self.chunks {
            let value = (code >> chunk.shift) as usize & chunk.mask;
            let from = &chunk.words[value * words.len()..][..words.len()];
            words.iter_mut().zip(from).for_each(|(word, more)| *word |= more);
        }
    }

    /// Words of a position.
    #[must_use]
    pub fn words(&self) -> usize {
        self.base.len()
    }

    /// The position with this code.
    #[must_use]
    pub fn position(&self, code: u64) -> Packed {
        let mut words = vec![0; self.base.len()];
        self.decode(code, &mut words);
        Packed::new(&words)
    }

    /// Whether this is the code of a filling of the board from the alphabets.
    #[must_use]
    pub fn is_code(&self, code: u64) -> bool {
        code >> self.bits == 0
            && self.digits.iter().all(|d| self.value(d, Self::bits_in(d, code)).is_some())
    }

    /// The tier of a code: where [`Codes::graded`], every move leads to a lower one.
    #[inline]
    #[must_use]
    pub fn tier(&self, code: u64) -> u64 {
        let of = |chunk: &Chunk| chunk.tiers[(code >> chunk.shift) as usize & chunk.mask];
        self.chunks.iter().fold(0, |tier, chunk| tier + of(chunk))
    }

    /// The normal form of a code, and whether it stands for the negative.
    #[inline]
    #[must_use]
    pub fn normal(&self, code: u64) -> (u64, bool) {
        let mut least = (code, false);
        for image in &self.images {
            let turned = self.chunks.iter().zip(&image.chunks).fold(0, |all, (chunk, table)| {
                all | table[(code >> chunk.shift) as usize & chunk.mask]
            });
            least = least.min((turned, image.negates));
        }
        least
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
