//! A text as a value.

use crate::meter::Meter;
use farstar_value::Stopped;
use std::fmt;
use std::sync::Arc;

/// Bytes of a text that needs no room beside the value. With its length and tag they take the 16 bytes that the other
/// values take.
const SHORT: usize = 14;

/// A text. Long ones are shared and count their bytes.
#[derive(Clone)]
pub struct Text(Repr);

#[derive(Clone)]
enum Repr {
    Short { length: u8, bytes: [u8; SHORT] },
    Long(Arc<Long>),
}

struct Long {
    text: Box<str>,
    meter: Meter,
}

impl Drop for Long {
    fn drop(&mut self) {
        self.meter.release(self.text.len() as u64);
    }
}

impl Text {
    pub(crate) fn new(text: String, meter: &Meter) -> Result<Self, Stopped> {
        if text.len() <= SHORT {
            return Ok(Self::short([text.as_bytes(), &[]]));
        }
        meter.charge(text.len() as u64)?;
        let long = Long { text: text.into_boxed_str(), meter: meter.clone() };
        Ok(Self(Repr::Long(Arc::new(long))))
    }

    /// One text after the other.
    pub(crate) fn joined(a: &Self, b: &Self, meter: &Meter) -> Result<Self, Stopped> {
        let both = [a.as_bytes(), b.as_bytes()];
        let length = both[0].len() + both[1].len();
        if length <= SHORT {
            return Ok(Self::short(both));
        }
        meter.charge(length as u64)?;
        let text = format!("{}{}", a.as_str(), b.as_str()).into_boxed_str();
        Ok(Self(Repr::Long(Arc::new(Long { text, meter: meter.clone() }))))
    }

    /// The text of these bytes, which are those of texts and fit.
    fn short([a, b]: [&[u8]; 2]) -> Self {
        let mut bytes = [0; SHORT];
        bytes[..a.len()].copy_from_slice(a);
        bytes[a.len()..a.len() + b.len()].copy_from_slice(b);
        Self(Repr::Short { length: (a.len() + b.len()) as u8, bytes })
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Short { length, bytes } => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default()
            }
            Repr::Long(long) => &long.text,
        }
    }

    /// The bytes, whose order is that of the characters.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Short { length, bytes } => &bytes[..usize::from(*length)],
            Repr::Long(long) => long.text.as_bytes(),
        }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
