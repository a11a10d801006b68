//! A picture as a value.

use crate::meter::Meter;
use farstar_value::Stopped;

/// A picture, and in one sentence what it shows.
#[derive(Debug)]
pub struct Plot {
    svg: String,
    sentence: String,
    meter: Meter,
}

impl Plot {
    pub(crate) fn new(svg: String, sentence: String, meter: &Meter) -> Result<Self, Stopped> {
        meter.charge(svg.len() as u64)?;
        Ok(Self { svg, sentence, meter: meter.clone() })
    }

    /// The picture as SVG, coloured by classes; [`farstar_draw::standalone`] gives it colours.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// What it shows.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl Drop for Plot {
    fn drop(&mut self) {
        self.meter.release(self.svg.len() as u64);
    }
}
