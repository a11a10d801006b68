//! Progress on standard error, only when a person looks at it.

use crate::tongue::told;
use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How often a computation that cannot tell its progress shows that it lives.
const BEAT: Duration = Duration::from_millis(200);
/// How long nothing is shown of what is mostly done at once.
const PATIENCE: Duration = Duration::from_secs(1);

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

/// A sign of life with the time that has passed, for what is mostly done at once: it shows itself after a second.
pub(crate) fn patient(subject: &str) -> ProgressBar {
    let clock = drawn("{life}", subject);
    if !clock.is_hidden() {
        let subject = told(subject).into_owned();
        let life = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            if state.elapsed() >= PATIENCE {
                // A message that cannot be written is none.
                let _ = write!(text, "{subject} {}", HumanDuration(state.elapsed()));
            }
        };
        clock.set_style(clock.style().with_key("life", life));
        clock.enable_steady_tick(BEAT);
    }
    clock
}

/// A sign of life with a count that somebody else keeps.
pub(crate) fn counter(
    subject: &str,
    things: &str,
    count: impl Fn() -> u64 + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let template = format!("{{spinner}} {{msg}}  {{count}} {}  {{elapsed}}", told(things));
    let clock = drawn(&template, subject);
    if !clock.is_hidden() {
        let shown = move |_: &ProgressState, text: &mut dyn fmt::Write| {
            // A message that cannot be written is none.
            let _ = write!(text, "{}", HumanCount(count()));
        };
        clock.set_style(clock.style().with_key("count", shown));
        clock.enable_steady_tick(BEAT);
    }
    clock
}

fn drawn(template: &str, subject: &str) -> ProgressBar {
    if crate::messages::is_quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(told(subject).into_owned())
}
