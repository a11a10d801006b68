//! A text as a value.

use crate::meter::Meter;
use farstar_value::Stopped;
use std::sync::Arc;

/// A text that counts its bytes.
#[derive(Debug)]
pub struct Text {
    text: String,
    meter: Meter,
}

impl Text {
    pub(crate) fn new(text: String, meter: &Meter) -> Result<Arc<Self>, Stopped> {
        meter.charge(text.len() as u64)?;
        Ok(Arc::new(Self { text, meter: meter.clone() }))
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        self.meter.release(self.text.len() as u64);
    }
}
