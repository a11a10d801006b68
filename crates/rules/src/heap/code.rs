//! Take-and-break codes: one digit for each number of tokens taken, naming the numbers of heaps
//! the rest may be left as.
//!
//! In the code `d₀.d₁d₂d₃…` the digit `d_k` governs the moves that take `k` tokens: bit `h` of the digit (`2^h`) allows
//! the remainder to be left as exactly `h` non-empty heaps. So `1` allows to finish a heap, `2` to leave one heap, `4`
//! to split in two, `8` to split in three; Kayles is `0.77`, Nim is `0.[3]` (a tail in brackets repeats for ever) and a
//! digit before the point splits without taking (`4.0`), or, further left, while adding tokens (`80.0` adds one token
//! and leaves three heaps). Beyond the digits `0`–`9` and `A`–`Z` a digit may be a list of heap counts `{0,2,5}`, an
//! unbounded list `{0,2+}`, or `*` for any count. A modifier restricts the
//! heaps of one count: `!` all different, `?` not all equal, `=` all equal.
//!
//! Source: Guy and Smith (1956); [WW, ch. 4]; the general digits follow the notation of combinatorial game software.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::game::{HeapGame, HeapSize, OptionVisitor};

/// The largest number of heaps that a digit may name one by one.
const MAX_NAMED_HEAPS: u8 = 63;

/// The largest number of digits of a code: more would be a table, not a rule.
const MAX_DIGITS: usize = 1 << 16;
/// Heaps that one move leaves, where moves of a digit that allows any number of them are counted.
const MOST_COUNTED: u8 = 9;

/// Which multisets of heaps a count of heaps allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Constraint {
    /// Any heaps.
    #[default]
    Any,
    /// `!`: no two heaps equal.
    Distinct,
    /// `?`: not all heaps equal.
    NotAllEqual,
    /// `=`: all heaps equal.
    AllEqual,
}

impl Constraint {
    fn suffix(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Distinct => "!",
            Self::NotAllEqual => "?",
            Self::AllEqual => "=",
        }
    }

    fn of(symbol: char) -> Option<Self> {
        match symbol {
            '!' => Some(Self::Distinct),
            '?' => Some(Self::NotAllEqual),
            '=' => Some(Self::AllEqual),
            _ => None,
        }
    }

    /// Whether heaps may be left together, given in order.
    #[must_use]
    pub fn admits(self, parts: &[u64]) -> bool {
        let equal = parts.first() == parts.last();
        match self {
            Self::Any => true,
            Self::Distinct => parts.windows(2).all(|pair| pair[0] != pair[1]),
            Self::NotAllEqual => parts.len() < 2 || !equal,
            Self::AllEqual => equal,
        }
    }

    /// So many heaps of a number of tokens together, all but the last as small as can be.
    fn least_parts(self, rest: u64, count: u8) -> Option<Vec<u64>> {
        let count = u64::from(count);
        let Some(others) = count.checked_sub(1) else { return Some(Vec::new()) };
        let mut parts: Vec<u64> = match self {
            Self::AllEqual => vec![rest / count; others as usize],
            Self::Distinct => (1..count).collect(),
            Self::Any | Self::NotAllEqual => vec![1; others as usize],
        };
        parts.push(rest.checked_sub(parts.iter().sum())?);
        Some(parts)
    }

    /// A constraint on no heap or on one heap says nothing.
    fn on(self, heaps: u8) -> Self {
        if heaps < 2 { Self::Any } else { self }
    }
}

/// One digit of a code: the numbers of heaps a remainder may be left as.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Digit {
    /// Counts named one by one, increasing, all below the tail.
    counts: Vec<(u8, Constraint)>,
    /// Every count from here on, under one constraint.
    tail: Option<(u8, Constraint)>,
}

impl Digit {
    /// The digit whose bit `h` allows `h` heaps, with one constraint for all of them.
    #[must_use]
    pub fn from_bits(bits: u64, constraint: Constraint) -> Self {
        let counts = (0..64u8).filter(|h| bits >> h & 1 == 1).map(|h| (h, constraint)).collect();
        Self::normalised(counts, None)
    }

    /// The counts named one by one, increasing, each with its constraint.
    #[must_use]
    pub fn counts(&self) -> &[(u8, Constraint)] {
        &self.counts
    }

    /// The first count of the unbounded tail, and the constraint of the tail.
    #[must_use]
    pub fn tail(&self) -> Option<(u8, Constraint)> {
        self.tail
    }

    /// Whether no count at all is allowed.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty() && self.tail.is_none()
    }

    /// The constraint on `heaps` heaps, or `None` when that many are not allowed.
    #[must_use]
    pub fn allows(&self, heaps: u8) -> Option<Constraint> {
        match self.tail {
            Some((from, constraint)) if heaps >= from => Some(constraint.on(heaps)),
            _ => self.counts.iter().find(|&&(h, _)| h == heaps).map(|&(_, c)| c),
        }
    }

    /// The least count of heaps allowed.
    fn least(&self) -> Option<u8> {
        self.counts.first().map(|&(h, _)| h).or(self.tail.map(|(from, _)| from))
    }

    /// Sorts, forgets constraints that say nothing, and moves what it can into the tail.
    fn normalised(mut counts: Vec<(u8, Constraint)>, mut tail: Option<(u8, Constraint)>) -> Self {
        counts.sort_by_key(|&(h, _)| h);
        for (heaps, constraint) in &mut counts {
            *constraint = constraint.on(*heaps);
        }
        if let Some((from, constraint)) = &mut tail {
            counts.retain(|&(h, _)| h < *from);
            while let Some(&(last, of_last)) = counts.last() {
                if last + 1 != *from || of_last != constraint.on(last) {
                    break;
                }
                *from = last;
                counts.pop();
            }
        }
        Self { counts, tail }
    }

    /// The one constraint of every count on which a constraint says something, if there is one.
    fn uniform(&self) -> Option<Constraint> {
        let mut telling = (self.counts.iter().filter(|&&(h, _)| h >= 2).map(|&(_, c)| c))
            .chain(self.tail.map(|(_, c)| c));
        let first = telling.next().unwrap_or_default();
        telling.all(|c| c == first).then_some(first)
    }

    /// Calls `visit` with every multiset of heaps of total `rest` that the digit allows.
    fn visit(&self, rest: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        for &(heaps, constraint) in &self.counts {
            visit_partitions(rest, u32::from(heaps), constraint, visit)?;
        }
        if let Some((from, constraint)) = self.tail {
            for heaps in u32::from(from)..=rest {
                visit_partitions(rest, heaps, constraint.on(heaps.min(2) as u8), visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` with every multiset of exactly `heaps` non-empty heaps of total `rest`,
/// in increasing order inside and lexicographic order outside.
fn visit_partitions(
    rest: HeapSize,
    heaps: u32,
    constraint: Constraint,
    visit: &mut OptionVisitor<'_>,
) -> ControlFlow<()> {
    if heaps == 0 {
        return if rest == 0 { visit(&[]) } else { ControlFlow::Continue(()) };
    }
    if heaps > rest {
        return ControlFlow::Continue(());
    }
    if constraint == Constraint::AllEqual {
        if rest.is_multiple_of(heaps) {
            visit(&vec![rest / heaps; heaps as usize])?;
        }
        return ControlFlow::Continue(());
    }
    let step = u64::from(constraint == Constraint::Distinct);
    let last = heaps as usize - 1;
    let mut parts: Vec<HeapSize> = vec![0; heaps as usize];
    // `from` is the part to raise; every part after it gets its least value, the last the rest.
    let mut from = 0;
    loop {
        // parts start at zero, so the first raise gives the least part 1
        let least = u64::from(parts[from]) + 1;
        let before: u64 = parts[..from].iter().map(|&p| u64::from(p)).sum();
        let filled = (last - from) as u64;
        // least + (least + step) + … over the parts from..last, then the last part
        let sum = before + filled * least + step * (filled * filled.saturating_sub(1) / 2);
        let floor = least + step * filled;
        if sum + floor <= u64::from(rest) {
            for (ahead, part) in parts[from..last].iter_mut().enumerate() {
                *part = (least + step * ahead as u64) as HeapSize;
            }
            parts[last] = (u64::from(rest) - sum) as HeapSize;
            let equal = parts[0] == parts[last] && heaps > 1;
            if !(equal && constraint == Constraint::NotAllEqual) {
                visit(&parts)?;
            }
            from = last;
        }
        if from == 0 {
            return ControlFlow::Continue(());
        }
        from -= 1;
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let uniform = self.uniform();
        let suffix = uniform.unwrap_or_default().suffix();
        if self.tail.is_some_and(|(from, _)| from == 0) {
            return write!(f, "*{suffix}");
        }
        let bits = self.counts.iter().fold(0u64, |bits, &(h, _)| bits | 1 << h);
        if let (None, Some(_), true) = (self.tail, uniform, bits < 36) {
            let digit = char::from_digit(bits as u32, 36).unwrap_or('0').to_ascii_uppercase();
            return write!(f, "{digit}{suffix}");
        }
        write!(f, "{{")?;
        let tail = self.tail.iter().map(|t| (t, "+"));
        for (index, (&(heaps, constraint), plus)) in
            self.counts.iter().map(|c| (c, "")).chain(tail).enumerate()
        {
            let comma = if index > 0 { "," } else { "" };
            let own = if uniform.is_some() { "" } else { constraint.suffix() };
            write!(f, "{comma}{heaps}{own}{plus}")?;
        }
        write!(f, "}}{suffix}")
    }
}

/// The rules of a take-and-break game, written as a code.
///
/// A code is normalised when it is read: leading zeros, trailing zeros, empty tails and
/// constraints that say nothing are dropped, so `04.30` is `4.3`.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapCode, HeapGame};
/// let kayles: HeapCode = "0.77".parse()?;
/// assert_eq!(kayles.options(3), [vec![2], vec![1, 1], vec![1]]);
/// assert_eq!("00.{0!,2!,3!}".parse::<HeapCode>()?.to_string(), "0.D!");
/// assert_eq!("0.7_".parse::<HeapCode>().unwrap_err().to_string(), "`_` at column 4 is not a digit of a code");
/// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// `before[j]` governs the moves that add `j` tokens.
    before: Vec<Digit>,
    /// `after[k - 1]` governs the moves that take `k` tokens.
    after: Vec<Digit>,
    /// What repeats for ever behind `after`; empty, or with a non-zero digit.
    tail: Vec<Digit>,
}

impl HeapCode {
    /// The code with the given digits before the point (nearest to the point first), after it,
    /// and in the repeating tail.
    ///
    /// # Errors
    /// [`HeapCodeError::NotShrinking`] when a move would leave a heap no smaller than it was,
    /// [`HeapCodeError::TooLong`] beyond 65 536 digits.
    pub fn new(
        before: Vec<Digit>,
        after: Vec<Digit>,
        tail: Vec<Digit>,
    ) -> Result<Self, HeapCodeError> {
        let (mut before, mut after, mut tail) = (before, after, tail);
        if before.len() + after.len() + tail.len() > MAX_DIGITS {
            return Err(HeapCodeError::TooLong { limit: MAX_DIGITS });
        }
        while before.last().is_some_and(Digit::is_zero) {
            before.pop();
        }
        for (added, digit) in before.iter().enumerate() {
            if digit.least().is_some_and(|least| usize::from(least) < added + 2) {
                return Err(HeapCodeError::NotShrinking { digit: digit.to_string(), added });
            }
        }
        if tail.iter().all(Digit::is_zero) {
            tail.clear();
        }
        if tail.is_empty() {
            while after.last().is_some_and(Digit::is_zero) {
                after.pop();
            }
        } else {
            let len = tail.len();
            let root = (1..=len)
                .find(|&d| len.is_multiple_of(d) && (d..len).all(|i| tail[i] == tail[i - d]))
                .unwrap_or(len);
            tail.truncate(root);
            while after.ends_with(&tail) {
                after.truncate(after.len() - root);
            }
        }
        Ok(Self { before, after, tail })
    }

    /// The digit of the moves that take `taken` tokens (a negative number adds tokens).
    #[must_use]
    pub fn digit(&self, taken: i64) -> Option<&Digit> {
        if taken <= 0 {
            return self.before.get(usize::try_from(-taken).ok()?);
        }
        let index = usize::try_from(taken - 1).ok()?;
        self.after.get(index).or_else(|| {
            let beyond = index - self.after.len();
            (!self.tail.is_empty()).then(|| &self.tail[beyond % self.tail.len()])
        })
    }

    /// Whether a move leaves these heaps of a heap, however large they are.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::heap::HeapCode;
    /// let kayles: HeapCode = "0.77".parse()?;
    /// let heap = 1_000_000_000_000_000_000;
    /// assert!(kayles.leaves(heap, &[3, heap - 4]));
    /// assert!(!kayles.leaves(heap, &[heap - 3]));
    /// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
    /// ```
    #[must_use]
    pub fn leaves(&self, heap: u64, parts: &[u64]) -> bool {
        let mut parts: Vec<u64> = parts.to_vec();
        parts.sort_unstable();
        let left = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
        let taken = left.and_then(|left| (i128::from(heap) - i128::from(left)).try_into().ok());
        let digit = taken.and_then(|taken: i64| self.digit(taken));
        let count = u8::try_from(parts.len()).ok();
        let allowed = digit.zip(count).and_then(|(digit, count)| digit.allows(count));
        !parts.contains(&0) && allowed.is_some_and(|constraint| constraint.admits(&parts))
    }

    /// The heaps that some move leaves of a heap, however large, if there is one: the fewest tokens are taken that can
    /// be, and all heaps but one are as small as can be.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::heap::HeapCode;
    /// let kayles: HeapCode = "0.77".parse()?;
    /// assert_eq!(kayles.first_left(1_000_000_000_000), Some(vec![999_999_999_999]));
    /// assert_eq!(kayles.first_left(0), None);
    /// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
    /// ```
    #[must_use]
    pub fn first_left(&self, heap: u64) -> Option<Vec<u64>> {
        let named = self.own_digits() + self.tail.len() as u32;
        let own = heap.min(named.into()) as HeapSize;
        // beyond its own digits a tail allows what it does there, or to take all
        let all = i64::try_from(heap).ok().filter(|&all| all > i64::from(own));
        let all = all.and_then(|all| Some((all, self.digit(all)?)));
        self.takes(own).chain(all).find_map(|(taken, digit)| {
            let rest = heap.checked_add_signed(-taken)?;
            let least = digit.tail.map_or(0, |(from, _)| from);
            let counts =
                digit.counts.iter().map(|one| one.0).chain(least..=least.saturating_add(2));
            counts.into_iter().find_map(|count| {
                let constraint = digit.allows(count)?;
                let parts = constraint.least_parts(rest, count)?;
                self.leaves(heap, &parts).then_some(parts)
            })
        })
    }

    /// About how many moves a heap has; a digit that allows any number of heaps is taken to allow no more than eight.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::heap::HeapCode;
    /// assert_eq!("0.77".parse::<HeapCode>()?.about_moves(1000), 1004);
    /// assert_eq!("0.3F".parse::<HeapCode>()?.about_moves(12_000), 12_006_004);
    /// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
    /// ```
    #[must_use]
    pub fn about_moves(&self, heap: u64) -> u64 {
        let heap = heap as f64;
        let of_count = |&(count, constraint): &(u8, Constraint), taken: f64| {
            // n tokens are left as c heaps in n^(c-1) / c! (c-1)! ways
            let factors = (1..count).map(f64::from).map(|i| heap / (i * (i + 1.0)));
            let ways = if constraint == Constraint::AllEqual { 1.0 } else { factors.product() };
            // the more is taken, the less is left
            if taken > 1.0 { ways * taken / f64::from(count.max(1)) } else { ways }
        };
        let of_digit = |digit: &Digit, taken: f64| -> f64 {
            let any = digit.tail.map(|(from, one)| (from..from.max(MOST_COUNTED), one));
            let any = any.into_iter().flat_map(|(counts, one)| counts.map(move |c| (c, one)));
            let counts = digit.counts.iter().copied().chain(any);
            counts.map(|count| of_count(&count, taken)).sum()
        };
        let named = self.before.iter().chain(&self.after).map(|digit| of_digit(digit, 1.0));
        let each = heap / self.tail.len().max(1) as f64;
        let repeated = self.tail.iter().map(|digit| of_digit(digit, each));
        named.chain(repeated).sum::<f64>() as u64
    }

    /// The largest number of tokens that can be taken, or `None` when there is none (a tail).
    #[must_use]
    pub fn last_take(&self) -> Option<u32> {
        self.tail.is_empty().then_some(self.after.len() as u32)
    }

    /// The number of digits after the point, without the repeating tail.
    #[must_use]
    pub fn own_digits(&self) -> u32 {
        self.after.len() as u32
    }

    /// The number of tokens the code can add at most.
    #[must_use]
    pub fn most_added(&self) -> u32 {
        self.before.len().saturating_sub(1) as u32
    }

    /// The repeating tail, empty for a finite code.
    #[must_use]
    pub fn repeating(&self) -> &[Digit] {
        &self.tail
    }

    /// The non-zero digits that apply to a heap of `heap` tokens, each with the number of tokens
    /// taken (negative: added), in increasing order of it.
    pub fn takes(&self, heap: HeapSize) -> impl Iterator<Item = (i64, &Digit)> {
        let last = self.last_take().map_or(heap, |last| last.min(heap));
        (-i64::from(self.most_added())..=i64::from(last))
            .filter_map(|taken| self.digit(taken).map(|digit| (taken, digit)))
            .filter(|(_, digit)| !digit.is_zero())
    }
}

impl HeapGame for HeapCode {
    fn name(&self) -> String {
        self.to_string()
    }

    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        for (taken, digit) in self.takes(heap) {
            let Ok(rest) = HeapSize::try_from(i64::from(heap) - taken) else { continue };
            digit.visit(rest, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<&HeapCode> {
        Some(self)
    }
}

impl fmt::Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.before.is_empty() {
            write!(f, "0")?;
        }
        for digit in self.before.iter().rev() {
            write!(f, "{digit}")?;
        }
        write!(f, ".")?;
        for digit in &self.after {
            write!(f, "{digit}")?;
        }
        if !self.tail.is_empty() {
            write!(f, "[")?;
            for digit in &self.tail {
                write!(f, "{digit}")?;
            }
            write!(f, "]")?;
        } else if self.after.is_empty() {
            write!(f, "0")?;
        }
        Ok(())
    }
}

/// Why a text is not a take-and-break code. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeapCodeError {
    /// A character that no code has in this place.
    #[error("`{found}` at column {column} is not a digit of a code")]
    BadDigit {
        /// The character.
        found: char,
        /// Its column.
        column: usize,
    },
    /// A code has exactly one point.
    #[error("a code has one point, as in `0.77`")]
    NoPoint,
    /// A bracket or brace is not closed.
    #[error("the text ends inside `{open}` opened at column {column}")]
    Unclosed {
        /// The opening character.
        open: char,
        /// Its column.
        column: usize,
    },
    /// The brackets of a repeating tail hold nothing.
    #[error("the repeating tail at column {column} is empty")]
    EmptyTail {
        /// The column of the bracket.
        column: usize,
    },
    /// A number of heaps appears twice in a list, or stands above an unbounded entry.
    #[error("the count of heaps {heaps} before column {column} was named already")]
    Repeated {
        /// The number of heaps.
        heaps: u8,
        /// The column behind it.
        column: usize,
    },
    /// A number of heaps that is missing or above 63.
    #[error("the number of heaps before column {column} must be between 0 and 63")]
    BadCount {
        /// The column behind it.
        column: usize,
    },
    /// A move would leave a heap no smaller than it was.
    #[error("the digit `{digit}` before the point could leave a heap that is no smaller: adding {added} tokens it must leave at least {} heaps", added + 2)]
    NotShrinking {
        /// The digit.
        digit: String,
        /// The tokens it adds.
        added: usize,
    },
    /// More digits than a code may have.
    #[error("a code has at most {limit} digits")]
    TooLong {
        /// The limit.
        limit: usize,
    },
}

/// A text read character by character.
struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn bad(&self) -> HeapCodeError {
        match self.peek() {
            Some(found) => HeapCodeError::BadDigit { found, column: self.at + 1 },
            None => HeapCodeError::NoPoint,
        }
    }

    fn modifier(&mut self) -> Option<Constraint> {
        let constraint = self.peek().and_then(Constraint::of)?;
        self.at += 1;
        Some(constraint)
    }

    /// A digit, if one starts here.
    fn digit(&mut self) -> Result<Option<Digit>, HeapCodeError> {
        let Some(first) = self.peek() else { return Ok(None) };
        if let Some(bits) = first.is_ascii().then(|| first.to_digit(36)).flatten() {
            self.at += 1;
            let constraint = self.modifier().unwrap_or_default();
            return Ok(Some(Digit::from_bits(u64::from(bits), constraint)));
        }
        if self.take('*') {
            let constraint = self.modifier().unwrap_or_default();
            return Ok(Some(Digit::normalised(Vec::new(), Some((0, constraint)))));
        }
        if first == '{' { self.list().map(Some) } else { Ok(None) }
    }

    /// A list of counts in braces.
    fn list(&mut self) -> Result<Digit, HeapCodeError> {
        let opened = self.at + 1;
        self.at += 1;
        let mut counts: Vec<(u8, Option<Constraint>)> = Vec::new();
        let mut tail: Option<(u8, Option<Constraint>)> = None;
        while !self.take('}') {
            if self.peek().is_none() {
                return Err(HeapCodeError::Unclosed { open: '{', column: opened });
            }
            let (heaps, constraint, unbounded) = self.count()?;
            let known = counts.iter().any(|&(h, _)| h == heaps)
                || tail.is_some_and(|(from, _)| heaps >= from)
                || unbounded && (tail.is_some() || counts.iter().any(|&(h, _)| h > heaps));
            if known {
                return Err(HeapCodeError::Repeated { heaps, column: self.at + 1 });
            }
            if unbounded {
                tail = Some((heaps, constraint));
            } else {
                counts.push((heaps, constraint));
            }
            if self.peek() != Some('}') && !self.take(',') {
                return match self.peek() {
                    None => Err(HeapCodeError::Unclosed { open: '{', column: opened }),
                    Some(_) => Err(self.bad()),
                };
            }
        }
        let common = self.modifier().unwrap_or_default();
        let counts = counts.into_iter().map(|(h, c)| (h, c.unwrap_or(common))).collect();
        Ok(Digit::normalised(counts, tail.map(|(from, c)| (from, c.unwrap_or(common)))))
    }

    /// One entry of a list: a count, its modifier, and whether it is unbounded.
    fn count(&mut self) -> Result<(u8, Option<Constraint>, bool), HeapCodeError> {
        let start = self.at;
        let mut heaps = Some(0u8);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            heaps = heaps.and_then(|h| h.checked_mul(10)?.checked_add(digit as u8));
            self.at += 1;
        }
        if self.at == start {
            return Err(self.bad());
        }
        let Some(heaps) = heaps.filter(|&h| h <= MAX_NAMED_HEAPS) else {
            return Err(HeapCodeError::BadCount { column: self.at + 1 });
        };
        let plus_first = self.take('+');
        let constraint = self.modifier();
        Ok((heaps, constraint, plus_first || self.take('+')))
    }

    fn digits(&mut self) -> Result<Vec<Digit>, HeapCodeError> {
        let mut digits = Vec::new();
        while let Some(digit) = self.digit()? {
            if digits.len() == MAX_DIGITS {
                return Err(HeapCodeError::TooLong { limit: MAX_DIGITS });
            }
            digits.push(digit);
        }
        Ok(digits)
    }
}

impl FromStr for HeapCode {
    type Err = HeapCodeError;

    fn from_str(text: &str) -> Result<Self, HeapCodeError> {
        let mut reader = Reader { chars: text.trim().chars().collect(), at: 0 };
        let mut before = reader.digits()?;
        before.reverse();
        if !reader.take('.') {
            return Err(reader.bad());
        }
        let after = reader.digits()?;
        let mut tail = Vec::new();
        let opened = reader.at + 1;
        if reader.take('[') {
            tail = reader.digits()?;
            if reader.peek().is_none() {
                return Err(HeapCodeError::Unclosed { open: '[', column: opened });
            }
            if !reader.take(']') {
                return Err(reader.bad());
            }
            if tail.is_empty() {
                return Err(HeapCodeError::EmptyTail { column: opened });
            }
        }
        if reader.peek().is_some() {
            return Err(reader.bad());
        }
        Self::new(before, after, tail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> String {
        text.parse::<HeapCode>().unwrap().to_string()
    }

    /// Options in the notation of the table of codes: `8  1,7  -`.
    fn options(text: &str, heap: HeapSize) -> Vec<String> {
        let mut all: Vec<String> = (text.parse::<HeapCode>().unwrap().options(heap).iter())
            .map(|parts| {
                let shown: Vec<String> = parts.iter().map(ToString::to_string).collect();
                if shown.is_empty() { "-".to_owned() } else { shown.join(",") }
            })
            .collect();
        all.sort();
        all
    }

    fn set(text: &str) -> Vec<String> {
        let mut all: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        all.sort();
        all
    }

    #[test]
    fn codes_are_normalised() {
        for (text, expected) in [
            ("04.30", "4.3"),
            ("04.00[30]", "4.00[30]"),
            ("04.00[00]", "4.0"),
            ("00.00[00]", "0.0"),
            ("0.3[33]", "0.[3]"),
            ("0.{1,2!}", "0.6!"),
            ("0.{0!,2!,3!}", "0.D!"),
            ("0.{0!,2!,3}", "0.{0,2!,3}"),
            ("0.{0!,2!,3!+}", "0.{0,2+}!"),
            ("0.{0!,2,3!+}", "0.{0,2,3!+}"),
            ("0.{0!,3+}", "0.{0,3+}"),
            ("0.{0,2!,4!+}", "0.{0,2,4+}!"),
            ("0.{0!,2!,4+}", "0.{0,2!,4+}"),
            ("0.{0!,2!,4?+}", "0.{0,2!,4?+}"),
            ("0.{0!,2?,4?+}", "0.{0,2,4+}?"),
            ("0.{0!,2=,4?+}", "0.{0,2=,4?+}"),
            ("0.{0!,2=,3?,4?+}", "0.{0,2=,3?+}"),
            ("0.{0!,2?,3?,4?+}", "0.{0,2+}?"),
            ("0.{0,1!,2,3,4+}", "0.*"),
            ("0.{0,1,2!,3!,4!+}", "0.*!"),
            ("{2+}=.0", "{2+}=.0"),
            ("0.z", "0.Z"),
        ] {
            assert_eq!(normal(text), expected, "{text}");
            assert_eq!(normal(expected), expected, "normal form is stable");
        }
    }

    #[test]
    fn options_of_general_digits() {
        for (text, heap, expected) in [
            ("0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4"),
            ("4!.0", 8, "1,7  2,6  3,5"),
            ("0.3F!", 9, "8  7  1,6  2,5  3,4  1,2,4"),
            ("0.3f?", 11, "10 9 1,8 2,7 3,6 4,5 1,1,7 1,2,6 1,3,5 1,4,4 2,2,5 2,3,4"),
            ("0.*?3", 7, "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5"),
            ("0.*!3", 7, "6  1,5  2,4  1,2,3  5"),
            ("0.[2]", 7, "6 5 4 3 2 1"),
            ("0.7[03]", 7, "6 1,5 2,4 3,3 4 2 -"),
            ("80.0", 7, "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3"),
            ("0.*=", 11, "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"),
            ("{2+}=.0", 10, "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"),
            ("0.{0,1,3+}", 1, "-"),
            ("0.{1,3+}", 1, ""),
            ("0.*", 1, "-"),
        ] {
            assert_eq!(options(text, heap), set(expected), "{text} at {heap}");
        }
    }

    #[test]
    fn bad_codes_say_what_and_where() {
        for (text, message) in [
            ("0.7_7", "`_` at column 4 is not a digit of a code"),
            ("077", "a code has one point, as in `0.77`"),
            ("0.7.7", "`.` at column 4 is not a digit of a code"),
            ("0.[", "the text ends inside `[` opened at column 3"),
            ("0.[]", "the repeating tail at column 3 is empty"),
            ("0.{1,1}", "the count of heaps 1 before column 7 was named already"),
            ("0.{2+,3}", "the count of heaps 3 before column 8 was named already"),
            ("0.{99}", "the number of heaps before column 6 must be between 0 and 63"),
            ("0.{300}", "the number of heaps before column 7 must be between 0 and 63"),
            ("0.{", "the text ends inside `{` opened at column 3"),
        ] {
            assert_eq!(text.parse::<HeapCode>().unwrap_err().to_string(), message, "{text}");
        }
        assert!(matches!("2.0".parse::<HeapCode>(), Err(HeapCodeError::NotShrinking { .. })));
        assert!(matches!("40.0".parse::<HeapCode>(), Err(HeapCodeError::NotShrinking { .. })));
    }
}
