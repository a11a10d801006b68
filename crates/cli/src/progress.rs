//! Progress on standard error, only when a person looks at it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How often a computation that cannot tell its progress shows that it lives.
const BEAT: Duration = Duration::from_millis(200);

/// A bar that counts to a length.
pub(crate) fn bar(subject: &str) -> ProgressBar {
    drawn("{msg} {wide_bar} {human_pos}/{human_len}", subject)
}

/// A sign of life with the time that has passed.
pub(crate) fn clock(subject: &str) -> ProgressBar {
    let clock = drawn("{spinner} {msg} {elapsed}", subject);
    if !clock.is_hidden() {
        clock.enable_steady_tick(BEAT);
    }
    clock
}

fn drawn(template: &str, subject: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(subject.to_owned())
}
