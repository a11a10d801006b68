//! What a sum is written with: references to parts, numbers of values, and entries, which are one or the other.
//!
//! Each is one word of 32 bits, so that lists of them are short, and a negative is found by turning one bit.

/// A part or its negative. A part that is its own negative is referred to as itself only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PartRef(u32);

impl PartRef {
    /// The part with this number, or its negative.
    pub(super) fn new(number: u32, negative: bool) -> Self {
        Self(number << 1 | u32::from(negative))
    }

    /// The reference that [`PartRef::word`] gave.
    pub(super) fn of_word(word: u32) -> Self {
        Self(word)
    }

    /// One word, in which the two highest bits are free.
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// The number of the part.
    pub(super) fn number(self) -> u32 {
        self.0 >> 1
    }

    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// The part itself.
    pub(super) fn upright(self) -> Self {
        Self(self.0 & !1)
    }

    /// The negative of what is referred to, of a part that is not its own negative.
    pub(super) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A value by its number. The numbers of a value and its negative differ in the last bit; a value that is its own
/// negative has an even number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ValueId(u32);

impl ValueId {
    /// The value 0.
    pub(super) const ZERO: Self = Self(0);

    /// The value at a place of the list of all.
    pub(super) fn at(index: usize) -> Self {
        Self(index as u32)
    }

    /// Its place in the list of all values.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The negative of a value that is not its own negative.
    pub(super) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A term of a sum. In order parts come first, then values, and last closed values, of which a settled sum has at most
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Entry(u32);

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Part(PartRef),
    Value(ValueId),
}

impl Entry {
    /// Words from here on are values.
    const VALUE: u32 = 1 << 31;
    /// Words from here on are closed values.
    const CLOSED: u32 = 3 << 30;

    /// The entry of a value.
    pub(super) fn value(value: ValueId, closed: bool) -> Self {
        Self(value.0 | if closed { Self::CLOSED } else { Self::VALUE })
    }

    /// What it is.
    pub(super) fn term(self) -> Term {
        if self.0 < Self::VALUE {
            Term::Part(PartRef(self.0))
        } else {
            Term::Value(ValueId(self.0 & !Self::CLOSED))
        }
    }

    pub(super) fn is_part(self) -> bool {
        self.0 < Self::VALUE
    }

    /// The part, if it is one.
    pub(super) fn as_part(self) -> Option<PartRef> {
        match self.term() {
            Term::Part(part) => Some(part),
            Term::Value(_) => None,
        }
    }

    /// The value, if it is one.
    pub(super) fn as_value(self) -> Option<ValueId> {
        match self.term() {
            Term::Part(_) => None,
            Term::Value(value) => Some(value),
        }
    }

    /// The value, if it is a closed one.
    pub(super) fn as_closed(self) -> Option<ValueId> {
        (self.0 >= Self::CLOSED).then_some(ValueId(self.0 & !Self::CLOSED))
    }

    /// The entry of the negative of what is not its own negative.
    pub(super) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Whether one is the negative of the other, and another entry.
    pub(super) fn is_opposite(self, other: Self) -> bool {
        self.0 ^ other.0 == 1
    }

    /// One word, by which tables know it.
    pub(super) fn word(self) -> u32 {
        self.0
    }
}

impl From<PartRef> for Entry {
    fn from(part: PartRef) -> Self {
        Self(part.0)
    }
}
