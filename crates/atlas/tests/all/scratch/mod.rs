//! Files of tests, and jobs that write them.

use std::panic::Location;
use std::path::{Path, PathBuf};

use farstar_atlas::{Findings, Headway, Job, Settings};
use farstar_play::Limits;

/// The path of a file that is not there, and has no job; each file of tests has its own.
#[track_caller]
pub(crate) fn scratch(name: &str) -> PathBuf {
    let tests = Path::new(Location::caller().file()).file_stem().unwrap().to_string_lossy();
    let own = format!("{tests}-{}", std::process::id());
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(own);
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    // what an earlier run under the same number left
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(path.with_extension("atlas.job"));
    path
}

/// Does a job to its end.
pub(crate) fn run(job: &Job, path: &Path, settings: &Settings) -> Findings {
    job.run(path, settings, &Limits::none(), &Headway::default()).unwrap()
}
