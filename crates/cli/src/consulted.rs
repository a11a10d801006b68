//! Atlases that are asked before anything is searched.

use crate::exit::Failure;
use farstar::{Atlases, Limits};
use std::path::PathBuf;

/// Which atlases are asked.
#[derive(Debug, clap::Args)]
pub(crate) struct Consulted {
    /// Look positions up in this atlas, which `farstar solve` makes, before anything is searched; may be repeated.
    #[arg(long = "atlas", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Consulted {
    /// Opens them.
    pub(crate) fn open(&self, limits: &Limits) -> Result<Atlases, Failure> {
        Ok(Atlases::open(&self.files, limits)?)
    }
}
