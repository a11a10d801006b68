//! Pictures among the results of the language, written to files.

use crate::exit::Failure;
use farstar_draw::{Theme, coloured};
use farstar_lang::Value;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// Where pictures go.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Pictures {
    /// Write pictures, the results of Plot, ScatterPlot and IntensityPlot, into this folder: 1.svg, 2.svg, …
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

impl Pictures {
    /// Writes a value that is a picture, if they are to be written; gives the file and what it shows. Files that are
    /// there stay.
    pub(crate) fn write(&self, value: &Value) -> Result<Option<String>, Failure> {
        let (Some(folder), Value::Plot(picture)) = (&self.pictures, value) else {
            return Ok(None);
        };
        let failed = |path: &PathBuf, error| {
            let path = path.display().to_string();
            Failure::File { path, error }
        };
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let svg = coloured(picture.svg(), Theme::Light);
        for number in 1u64.. {
            let path = folder.join(format!("{number}.svg"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(svg.as_bytes()).map_err(|error| failed(&path, error))?;
                    return Ok(Some(format!("{}: {}", path.display(), picture.sentence())));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
        Ok(None)
    }
}
