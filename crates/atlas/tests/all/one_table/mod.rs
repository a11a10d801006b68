//! One job, one table, whoever does it.

use std::time::Duration;

use farstar_atlas::{AtlasError, Difference, Headway, Job, Settings, compare};
use farstar_play::Limits;

use crate::scratch::{run, scratch};

/// The table of a job is the same to the byte for these numbers of threads, shards and bytes of memory, and where it is
/// stopped again and again after a time that grows by `step`.
pub(crate) fn is_one_table(job: &Job, ways: &[(usize, usize, u64)], step: Duration) {
    let first = scratch("a.atlas");
    let wanted = run(job, &first, &Settings::default());
    let bytes = std::fs::read(&first).unwrap();
    for &(threads, shards, memory) in ways {
        let path = scratch("b.atlas");
        let settings = Settings { threads, memory, shards: Some(shards), ..Settings::default() };
        assert_eq!(run(job, &path, &settings), wanted, "{settings:?}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{settings:?}");
        assert_eq!(compare(&first, &path, &Limits::none()).unwrap(), Difference::None);
    }
    // stopped again and again, and gone on with by other workers
    let path = scratch("c.atlas");
    let (mut stops, mut done) = (0u32, None);
    while done.is_none() {
        let limits = Limits::none().time(step * (1 + stops));
        let settings = Settings {
            threads: 1 + stops as usize % 3,
            shards: Some(5),
            checkpoint: Duration::ZERO,
            ..Settings::default()
        };
        match job.run(&path, &settings, &limits, &Headway::default()) {
            Ok(found) => done = Some(found),
            Err(AtlasError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((done, std::fs::read(&path).unwrap()), (Some(wanted), bytes));
}
