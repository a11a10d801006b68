//! Sorting, merging, and blocks: sorted codes as Rice-coded gaps, with a few bits of answer each.
//!
//! A gap is written as a quotient in unary and its low bits (R. F. Rice, *Some practical universal noiseless coding
//! techniques*, 1979); a block chooses the number of low bits that makes it shortest. A quotient too long for unary is
//! a mark and the gap in 64 bits, so that no gap is longer than a few words.

use std::ops::BitOr;

/// What is sorted: a code with something small below it.
pub(crate) trait Word: Copy + Ord + Default + BitOr<Output = Self> {
    /// A code and what goes with it, of fewer than `below` bits.
    fn pack(code: u64, with: u64, below: u32) -> Self;
    /// The code.
    fn code(self, below: u32) -> u64;
    /// What goes with it.
    fn with(self, below: u32) -> u64;
    /// The bits from this place on that a mask of at most ten keeps.
    fn digit(self, shift: u32, mask: usize) -> usize;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline]
            fn pack(code: u64, with: u64, below: u32) -> Self {
                (code as Self) << below | with as Self
            }
            #[inline]
            fn code(self, below: u32) -> u64 {
                (self >> below) as u64
            }
            #[inline]
            fn with(self, below: u32) -> u64 {
                (self & ((1 << below) - 1)) as u64
            }
            #[inline]
            fn digit(self, shift: u32, mask: usize) -> usize {
                (self >> shift) as usize & mask
            }
        }
    };
}
word!(u32);
word!(u64);
word!(u128);

/// Bits of what goes with the code of a question, the number of who asks and two more: at most, and at least before a
/// question takes two words.
const BELOW: u32 = 25;
pub(crate) const LEAST_BELOW: u32 = 23;

/// Bits of what goes with codes of so many bits.
pub(crate) fn below<T: Word>(bits: u32) -> u32 {
    (8 * size_of::<T>() as u32 - bits).min(BELOW)
}

/// How many questions are asked together of a table of so many entries, where there are so many bytes: with fewer than
/// it has entries its blocks are read again and again, each time for few.
pub(crate) fn together<T>(entries: u64, bytes: u64) -> usize {
    let room_for = bytes / (8 * size_of::<T>() as u64);
    // no more than fit into words of any machine
    entries.clamp(1 << 21, 1 << 26).min(room_for).max(1 << 12) as usize
}

/// Most bits of a digit: words of a long list then go to no more pages than a processor finds at once. With eleven bits
/// a million words take twice the time.
const DIGIT: u32 = 10;
/// Shorter lists are sorted by comparisons.
const SHORT: usize = 1 << 10;

/// Sorts by the bits from `low` up to `high`: [`parted`] first, then each part, which a processor holds near.
pub(crate) fn sort<T: Word>(list: &mut Vec<T>, spare: &mut Vec<T>, low: u32, high: u32) {
    let (ends, below) = parted(list, spare, low, high);
    let mut start = 0;
    for end in ends {
        sort_part(&mut list[start..end], spare, low, below);
        start = end;
    }
}

/// Parts a list by its highest digit: all of a part are less than all of the next. Gives where the parts end that are
/// not empty, and the bit below which their words differ. Short lists are one part.
pub(crate) fn parted<T: Word>(
    list: &mut Vec<T>,
    spare: &mut Vec<T>,
    low: u32,
    high: u32,
) -> (Vec<usize>, u32) {
    if list.len() < SHORT {
        return (vec![list.len()], high);
    }
    // the highest bits of codes are few: a digit is of those that are there
    let all = list.iter().fold(T::default(), |all, &word| all | word);
    let high =
        (0..high).rev().find(|&bit| all.digit(bit, 1) != 0).map_or(low, |bit| bit + 1).max(low);
    let shift = high.saturating_sub(DIGIT).max(low);
    let mask = (1 << (high - shift)) - 1;
    let mut ends = [0usize; 1 << DIGIT];
    // what it held is written over
    spare.resize(list.len(), T::default());
    list.iter().for_each(|word| ends[word.digit(shift, mask)] += 1);
    scatter(list, spare, shift, mask, &mut ends, |_| ());
    std::mem::swap(list, spare);
    let mut last = 0;
    let ends =
        ends[..=mask].iter().copied().filter(|&end| std::mem::replace(&mut last, end) != end);
    (ends.collect(), shift)
}

/// How many words have each digit, and then where those of each begin, or end.
type Ends = [usize; 1 << DIGIT];

/// Writes words in the order of a digit of which it is known how many have which, and shows each; gives where those of
/// each digit end.
fn scatter<T: Word>(
    list: &[T],
    to: &mut [T],
    shift: u32,
    mask: usize,
    ends: &mut Ends,
    mut show: impl FnMut(T),
) {
    let mut sum = 0;
    for end in ends[..=mask].iter_mut() {
        sum += std::mem::replace(end, sum);
    }
    for &word in list {
        let slot = &mut ends[word.digit(shift, mask)];
        to[*slot] = word;
        *slot += 1;
        show(word);
    }
}

/// Sorts a part by the bits from `low` up to `high`, from the least digit to the greatest, all about as long.
pub(crate) fn sort_part<T: Word>(part: &mut [T], spare: &mut Vec<T>, low: u32, high: u32) {
    if part.len() < SHORT {
        return part.sort_unstable();
    }
    // what it held is written over
    spare.resize(part.len(), T::default());
    let bits = high - low;
    let digit = bits.div_ceil(bits.div_ceil(DIGIT).max(1)).max(1);
    let mask = (1 << digit) - 1;
    let [mut ends, mut next] = [[0; 1 << DIGIT]; 2];
    part.iter().for_each(|word| ends[word.digit(low, mask)] += 1);
    let [mut from, mut to] = [part, &mut spare[..]];
    for shift in (low..high).step_by(digit as usize) {
        // the next digit is counted where words are read anyway; behind the last one nobody asks
        let after = if shift + digit < high { shift + digit } else { shift };
        scatter(from, to, shift, mask, &mut ends, |word| next[word.digit(after, mask)] += 1);
        std::mem::swap(&mut from, &mut to);
        ends = std::mem::replace(&mut next, [0; 1 << DIGIT]);
    }
    if bits.div_ceil(digit) % 2 == 1 {
        // what is sorted lies in the spare list
        to.copy_from_slice(from);
    }
}

/// Adds to a sorted list what of another it does not have, where it lies: no list of pages that were never touched is
/// asked for.
pub(crate) fn unite<T: Word>(list: &mut Vec<T>, more: &[T]) {
    let (mut i, mut j) = (list.len(), more.len());
    list.resize(i + j, T::default());
    let mut to = list.len();
    // from the greatest down; what is in both leaves a gap between what was merged and what stays where it is
    while i > 0 && j > 0 {
        let (x, y) = (list[i - 1], more[j - 1]);
        to -= 1;
        list[to] = x.max(y);
        i -= usize::from(x >= y);
        j -= usize::from(y >= x);
    }
    to -= j;
    list[to..to + j].copy_from_slice(&more[..j]);
    if to > i {
        list.copy_within(to.., i);
        list.truncate(list.len() - (to - i));
    }
}

/// Bits written one after the other, the lowest first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    word: u64,
    filled: u32,
}

impl BitWriter {
    #[inline]
    fn put(&mut self, value: u64, bits: u32) {
        debug_assert!(bits <= 32 && value >> bits == 0);
        self.word |= value << self.filled;
        self.filled += bits;
        if self.filled >= 32 {
            self.bytes.extend_from_slice(&(self.word as u32).to_le_bytes());
            self.word >>= 32;
            self.filled -= 32;
        }
    }

    /// A number as the length of what is above its low bits, that, and the low bits (exponential Golomb codes;
    /// J. Teuhola, *A compression method for clustered bit-vectors*, 1978).
    fn name(&mut self, name: u32, low: u32) {
        let above = u64::from(name >> low) + 1;
        let length = above.ilog2();
        self.put((1 << length) - 1, length + 1);
        self.put(above ^ 1 << length, length);
        self.put(u64::from(name) & ((1 << low) - 1), low);
    }

    fn finish(mut self) -> Vec<u8> {
        let bytes = self.filled.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
        self.bytes
    }
}

/// Bits read one after the other; behind the end there are zeros.
///
/// What is next is kept in a word, to which bytes are added before the bits in it are few; bits that are added twice
/// are the same bits (F. Giesen, *Reading bits in far too many ways*, 2018, variant 4).
struct BitReader<'a> {
    bytes: &'a [u8],
    /// Where the next byte is that is not whole in the word.
    next: usize,
    word: u64,
    /// Bits of the word that are there.
    left: u32,
}

impl<'a> BitReader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0, word: 0, left: 0 }
    }

    /// At least 56 bits from here on.
    #[inline]
    fn peek(&mut self) -> u64 {
        let eight = self.bytes.get(self.next..).and_then(<[u8]>::first_chunk);
        let more = eight.map_or_else(|| self.last(), |eight| u64::from_le_bytes(*eight));
        self.word |= more << self.left;
        self.next += (63 - self.left) as usize / 8;
        self.left |= 56;
        self.word
    }

    /// The bytes from here on where they are fewer than eight.
    #[cold]
    fn last(&self) -> u64 {
        let rest = self.bytes.get(self.next..).unwrap_or(&[]);
        rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    /// Goes on by bits that were looked at.
    #[inline]
    fn skip(&mut self, bits: u32) {
        self.word >>= bits;
        self.left -= bits;
    }

    /// At most 32 bits.
    #[inline]
    fn take(&mut self, bits: u32) -> u64 {
        let value = self.peek() & ((1 << bits) - 1);
        self.skip(bits);
        value
    }

    /// Bytes of which something was read.
    fn used(&self) -> usize {
        (8 * self.next - self.left as usize).div_ceil(8)
    }

    /// What [`BitWriter::name`] wrote; none if it wrote nothing of the kind.
    #[inline]
    fn name(&mut self, low: u32) -> Option<u32> {
        let length = self.peek().trailing_ones();
        if length > NAMES {
            return None;
        }
        self.skip(length + 1);
        let above = (1 << length | self.take(length)) - 1;
        let name = above << low | self.take(low);
        u32::try_from(name).ok().filter(|name| name >> NAMES == 0)
    }
}

/// A quotient of so many ones is a mark.
const MARK: u32 = 24;

/// The number of low bits with which the gaps are shortest.
fn rice(codes: &[u64]) -> u32 {
    let span = codes[codes.len() - 1] - codes[0];
    let mean = span / (codes.len() as u64 - 1);
    let guess = mean.max(1).ilog2().min(40);
    let cost = |low: u32| -> u64 {
        codes.windows(2).map(|pair| (pair[1] - pair[0] - 1) >> low).sum::<u64>()
            + u64::from(low) * codes.len() as u64
    };
    (guess.saturating_sub(1)..=(guess + 1).min(40)).min_by_key(|&low| cost(low)).unwrap_or(guess)
}

/// Most entries of a block.
pub(crate) const BLOCK: usize = 512;
/// Bytes before what a block holds: entries, low bits of a gap, how answers are written, their order.
const HEAD: usize = 5;
/// Two bits of an answer as one bit for the most frequent, two for the next, three for the others.
const RANKED: u8 = 0x80;
/// Answers are so many halves of 16 bits, each written in as many as the largest of the block needs, which stand in
/// the place of the order.
const HALVES: u8 = 0x40;
/// Bits of half an answer.
pub(crate) const HALF: u32 = 16;
/// Bits of an answer that is the number of a value: small numbers are frequent, and written in few bits.
pub(crate) const NAMES: u32 = 31;

/// The low bits with which numbers are shortest when they are written as [`BitWriter::name`] does.
fn name_bits(answers: &[u32]) -> u32 {
    let cost = |low: u32| -> u32 {
        answers.iter().map(|&name| 2 * ((name >> low) + 1).ilog2() + low + 1).sum()
    };
    (0..NAMES).min_by_key(|&low| cost(low)).unwrap_or(0)
}

/// The four answers by falling frequency, and the bits that so take less than two each; `None` if they take more.
fn ranked(answers: &[u32]) -> Option<[u8; 4]> {
    let mut counts = [0usize; 4];
    answers.iter().for_each(|&answer| counts[answer as usize & 3] += 1);
    let mut order = [0u8, 1, 2, 3];
    order.sort_by_key(|&answer| std::cmp::Reverse(counts[usize::from(answer)]));
    let [a, b, c, d] = order.map(|answer| counts[usize::from(answer)]);
    (a + 2 * b + 3 * (c + d) < 2 * answers.len()).then_some(order)
}

/// The checksum of a block, whose first code stands in the index: a block that is not where it belongs is found.
fn checksum(first: u64, block: &[u8]) -> [u8; 4] {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&first.to_le_bytes());
    sum.update(block);
    sum.finalize().to_le_bytes()
}

/// Bits of the largest half of any answer.
fn half_bits(answers: &[u32]) -> u32 {
    let all = answers.iter().fold(0, |all, answer| all | answer | answer >> HALF);
    u32::BITS - (all & 0xffff).leading_zeros()
}

/// Writes codes, which rise, with answers of so many bits, behind what is there: the head, the answers, the gaps, and a
/// checksum. The first code is left to the index. Answers of 16 and 32 bits are one and two halves.
pub(crate) fn write_block(codes: &[u64], answers: &[u32], bits: u32, out: &mut Vec<u8>) {
    let start = out.len();
    let mut writer = BitWriter::default();
    let order = if bits == 2 { ranked(answers) } else { None };
    let half = match bits {
        NAMES => name_bits(answers),
        HALF.. => half_bits(answers),
        _ => 0,
    };
    for &answer in answers {
        match order {
            _ if bits == NAMES => writer.name(answer, half),
            _ if bits >= HALF => {
                writer.put(u64::from(answer & 0xffff), half);
                if bits > HALF {
                    writer.put(u64::from(answer >> HALF), half);
                }
            }
            Some(order) => {
                match order.iter().position(|&one| u32::from(one) == answer).unwrap_or(3) {
                    0 => writer.put(0, 1),
                    1 => writer.put(1, 2),
                    2 => writer.put(3, 3),
                    _ => writer.put(7, 3),
                }
            }
            None => writer.put(u64::from(answer), bits),
        }
    }
    let low = if codes.len() > 1 { rice(codes) } else { 0 };
    for pair in codes.windows(2) {
        let gap = pair[1] - pair[0] - 1;
        let quotient = gap >> low;
        if quotient < u64::from(MARK) {
            writer.put((1 << quotient) - 1, quotient as u32 + 1);
            let rest = gap & ((1 << low) - 1);
            writer.put(rest & 0xffff, low.min(16));
            writer.put(rest >> 16, low.saturating_sub(16));
        } else {
            writer.put((1 << MARK) - 1, MARK);
            writer.put(gap & 0xffff_ffff, 32);
            writer.put(gap >> 32, 32);
        }
    }
    let (kind, packed) = match order {
        Some(order) => {
            (bits as u8 | RANKED, order.iter().rev().fold(0, |all, &one| all << 2 | one))
        }
        None if bits == NAMES => (NAMES as u8, half as u8),
        None if bits >= HALF => (HALVES | (bits / HALF) as u8, half as u8),
        None => (bits as u8, 0),
    };
    out.extend_from_slice(&(codes.len() as u16).to_le_bytes());
    out.extend_from_slice(&[low as u8, kind, packed]);
    out.extend_from_slice(&writer.finish());
    let sum = checksum(codes[0], &out[start..]);
    out.extend_from_slice(&sum);
}

/// The codes of a block behind its first, one gap after the other.
struct Gaps<'a> {
    reader: BitReader<'a>,
    /// Low bits of a gap.
    low: u32,
    /// The code that was read last, and how many come.
    code: u64,
    rest: usize,
}

impl Gaps<'_> {
    /// Calls `visit` with one code after the other; whether the codes rise.
    #[inline]
    fn each(&mut self, mut visit: impl FnMut(u64)) -> bool {
        let (reader, low) = (&mut self.reader, self.low);
        // so many gaps are nearly always in the word at once
        let some = (56 / (low + 8)).max(1);
        let (short, mask) = (MARK.min(56 / some - low), (1 << low) - 1);
        let (mut code, mut rises) = (self.code, true);
        while self.rest > 0 {
            let many = self.rest.min(some as usize);
            self.rest -= many;
            reader.peek();
            for _ in 0..many {
                let quotient = reader.word.trailing_ones();
                let gap = if quotient < short {
                    let rest = reader.word >> 1 >> quotient & mask;
                    reader.skip(quotient + 1 + low);
                    u64::from(quotient) << low | rest
                } else {
                    long_gap(reader, low)
                };
                let next = code.wrapping_add(gap).wrapping_add(1);
                rises &= next > code;
                code = next;
                visit(code);
            }
        }
        rises
    }
}

/// The codes and answers of a block with this first code, if it is one and its checksum holds.
pub(crate) fn read_block(
    first: u64,
    block: &[u8],
    codes: &mut Vec<u64>,
    answers: &mut Vec<u32>,
) -> Result<(), &'static str> {
    codes.clear();
    let mut gaps = read_answers(first, block, answers)?;
    codes.resize(gaps.rest + 1, first);
    let mut slots = codes[1..].iter_mut();
    let rises = gaps.each(|code| {
        if let Some(slot) = slots.next() {
            *slot = code;
        }
    });
    if !rises {
        return Err("the codes of a block run over");
    }
    if gaps.reader.used() != block.len() - HEAD - 4 {
        return Err("a block is as long as none is");
    }
    Ok(())
}

/// The answers of a block with this first code, if it is one and its checksum holds; gives the gaps that follow.
fn read_answers<'a>(
    first: u64,
    block: &'a [u8],
    answers: &mut Vec<u32>,
) -> Result<Gaps<'a>, &'static str> {
    answers.clear();
    let Some((rest, sum)) = block.split_last_chunk::<4>() else {
        return Err("a block is cut short");
    };
    if checksum(first, rest) != *sum {
        return Err("the checksum of a block does not hold");
    }
    let Some((head, payload)) = rest.split_first_chunk::<HEAD>() else {
        return Err("a block is cut short");
    };
    let count = usize::from(u16::from_le_bytes([head[0], head[1]]));
    let (low, bits) = (u32::from(head[2]), u32::from(head[3] & !RANKED & !HALVES));
    let halves = head[3] & HALVES != 0;
    let strange = match head[3] & RANKED != 0 {
        true => bits != 2 || halves,
        false if halves => bits == 0 || bits > 2 || u32::from(head[4]) > HALF,
        false if bits == NAMES => u32::from(head[4]) >= NAMES,
        false => bits > 8,
    };
    if count == 0 || count > BLOCK || low > 41 || strange {
        return Err("a block has a head that none has");
    }
    let mut reader = BitReader::new(payload);
    if head[3] & RANKED != 0 {
        read_ranked(&mut reader, head[4], count, answers);
    } else if halves {
        let half = u32::from(head[4]);
        for _ in 0..count {
            let first = reader.take(half) as u32;
            answers.push(first | if bits == 2 { (reader.take(half) as u32) << HALF } else { 0 });
        }
    } else if bits == NAMES {
        for _ in 0..count {
            let Some(name) = reader.name(u32::from(head[4])) else {
                return Err("an answer is too long");
            };
            answers.push(name);
        }
    } else if bits > 0 {
        answers.extend((0..count).map(|_| reader.take(bits) as u32));
    }
    Ok(Gaps { reader, low, code: first, rest: count - 1 })
}

/// A gap that is long or marked, and may not be whole in the word; the next one is.
#[cold]
fn long_gap(reader: &mut BitReader<'_>, low: u32) -> u64 {
    let quotient = reader.peek().trailing_ones();
    let gap = if quotient < MARK {
        reader.skip(quotient + 1);
        let lower = reader.take(low.min(32));
        u64::from(quotient) << low | reader.take(low.saturating_sub(32)) << 32 | lower
    } else {
        reader.skip(MARK);
        let lower = reader.take(32);
        lower | reader.take(32) << 32
    };
    reader.peek();
    gap
}

/// For eight bits how many whole ranks they begin with, the bits of these, and they themselves, two bits each.
const RANKS: [(u8, u8, u16); 256] = {
    let mut table = [(0, 0, 0); 256];
    let mut byte = 0;
    while byte < table.len() {
        let (mut count, mut used, mut ranks) = (0, 0, 0);
        loop {
            let ones = (byte as u32 >> used).trailing_ones();
            let rank = if ones < 3 { ones } else { 3 };
            let length = if rank < 3 { rank + 1 } else { 3 };
            if used + length > 8 {
                break;
            }
            ranks |= (rank as u16) << (2 * count);
            (count, used) = (count + 1, used + length);
        }
        table[byte] = (count, used as u8, ranks);
        byte += 1;
    }
    table
};

/// Answers by their ranks, several at once.
fn read_ranked(reader: &mut BitReader<'_>, order: u8, count: usize, answers: &mut Vec<u32>) {
    let answer = |rank: usize| u32::from(order >> (2 * rank) & 3);
    let pairs: [[u32; 2]; 16] = std::array::from_fn(|pair| [answer(pair & 3), answer(pair >> 2)]);
    answers.resize(count, 0);
    let mut at = 0;
    while let Some(slots) = answers.get_mut(at..).and_then(<[u32]>::first_chunk_mut::<8>) {
        let (many, used, ranks) = RANKS[reader.peek() as usize & 255];
        for (i, slots) in slots.chunks_exact_mut(2).enumerate() {
            slots.copy_from_slice(&pairs[usize::from(ranks >> (4 * i)) & 15]);
        }
        reader.skip(u32::from(used));
        at += usize::from(many);
    }
    for slot in &mut answers[at..] {
        let rank = reader.peek().trailing_ones().min(3);
        reader.skip((rank + 1).min(3));
        *slot = answer(rank as usize);
    }
}

/// Mixes a code with its answer; the sum of all is the fingerprint of a table, whatever the order.
///
/// The finisher of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
pub(crate) fn mix(code: u64, answer: u32) -> u64 {
    let mut z = (code ^ u64::from(answer) << 56).wrapping_add(0x9e37_79b9_7f4a_7c15);
    // what does not fit above the code
    z = z.wrapping_add(u64::from(answer >> 8).wrapping_mul(0xd6e8_feb8_6659_fd93));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_testkit::SplitMix64;
    use std::collections::BTreeSet;

    #[test]
    fn sorting_by_digits_sorts() {
        let mut random = SplitMix64::new(3);
        for bits in [5, 30, 63] {
            let mut list: Vec<u64> = (0..5000).map(|_| random.next_u64() >> (64 - bits)).collect();
            let mut wanted = list.clone();
            wanted.sort_unstable();
            sort(&mut list, &mut Vec::new(), 0, bits);
            assert_eq!(list, wanted);
        }
    }

    #[test]
    fn a_list_and_what_it_did_not_have_are_their_union() {
        let mut random = SplitMix64::new(6);
        for _ in 0..2000 {
            let span = 1 + random.below(60);
            let mut some =
                || -> BTreeSet<u64> { (0..random.below(40)).map(|_| random.below(span)).collect() };
            let (a, b) = (some(), some());
            let mut list = Vec::from_iter(a.iter().copied());
            unite(&mut list, &Vec::from_iter(b.iter().copied()));
            assert_eq!(list, Vec::from_iter(a.union(&b).copied()), "{a:?} and {b:?}");
        }
    }

    #[test]
    fn a_block_gives_back_what_was_written() {
        let mut random = SplitMix64::new(4);
        for round in 0..400 {
            let count = 1 + random.below(BLOCK as u64) as usize;
            let bits = [0, 1, 2, 3, 4, 5, 6, 16, NAMES, 32][random.below(10) as usize];
            let spread = 1 + random.below(63) as u32;
            let mut codes: Vec<u64> = (0..count)
                .map(|_| random.next_u64() >> (1 + random.below(u64::from(spread)) as u32))
                .collect();
            codes.sort_unstable();
            codes.dedup();
            let answers: Vec<u32> = codes
                .iter()
                .map(|_| random.below(1 << bits) as u32 & random.next_u64() as u32)
                .filter(|_| bits > 0)
                .collect();
            let mut block = Vec::new();
            write_block(&codes, &answers, bits, &mut block);
            let (mut read, mut told) = (Vec::new(), Vec::new());
            read_block(codes[0], &block, &mut read, &mut told).unwrap();
            assert_eq!((&read, &told), (&codes, &answers), "round {round}");
            let at = random.below(block.len() as u64) as usize;
            block[at] ^= 1 << random.below(8);
            assert!(read_block(codes[0], &block, &mut read, &mut told).is_err(), "round {round}");
        }
    }

    #[test]
    fn bytes_that_are_no_block_are_refused() {
        let mut random = SplitMix64::new(5);
        for _ in 0..2000 {
            let length = random.below(80) as usize;
            let mut bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
            let sum = checksum(7, &bytes);
            bytes.extend(sum);
            // with a right checksum a head may pass; then what is read rises
            let (mut codes, mut answers) = (Vec::new(), Vec::new());
            if read_block(7, &bytes, &mut codes, &mut answers).is_ok() {
                assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
    }
}
