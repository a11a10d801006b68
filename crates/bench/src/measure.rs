//! What a case costs.

use rustix::time::{ClockId, clock_gettime};
use std::fmt;
use std::time::Instant;

/// A name and the work behind it.
pub(crate) type Case = (&'static str, fn() -> Outcome);

/// What was measured of a case, and what it answered.
pub(crate) struct Outcome {
    /// Wall time of the timed part, in seconds.
    pub(crate) seconds: f64,
    /// CPU time of all threads in the timed part, in seconds.
    pub(crate) cpu_seconds: f64,
    /// How many things were made, compared, or counted.
    pub(crate) count: u64,
    /// A function of the answers alone.
    pub(crate) checksum: u64,
    /// Peak of the process's resident memory when the timed part ended, in KiB.
    pub(crate) peak_kib: u64,
    /// A word on the answer.
    pub(crate) note: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, cpu_seconds, count, checksum, peak_kib, note } = self;
        write!(f, "{seconds:.6}\t{count}\t{checksum:016x}\t{cpu_seconds:.6}\t{peak_kib}\t{note}")
    }
}

/// CPU time of all threads of this process so far, in seconds.
pub(crate) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Times `work`; `describe` then finds count, checksum and note.
pub(crate) fn timed<T>(
    work: impl FnOnce() -> T,
    describe: impl FnOnce(&T) -> (u64, u64, String),
) -> Outcome {
    // The first look at a clock maps its page, which takes microseconds: as long as the shortest cases.
    let _ = Instant::now();
    let cpu = cpu_seconds();
    let start = Instant::now();
    let answer = work();
    let seconds = start.elapsed().as_secs_f64();
    let cpu_seconds = cpu_seconds() - cpu;
    let peak_kib = peak_kib();
    let (count, checksum, note) = describe(&answer);
    Outcome { seconds, cpu_seconds, count, checksum, peak_kib, note }
}

/// Asserts a known checksum, so that a fast wrong answer cannot pass for a fast one.
pub(crate) fn expect(outcome: Outcome, checksum: u64) -> Outcome {
    assert_eq!(
        outcome.checksum, checksum,
        "the answer has changed: {:016x} instead of {checksum:016x}",
        outcome.checksum
    );
    outcome
}
