//! Progress on standard error, only when a person looks at it.

use crate::tongue::told;
use farstar::{Gauge, Limits};
use farstar_lang::{Tally, Turns};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a computation that cannot tell its progress shows that it lives.
const BEAT: Duration = Duration::from_millis(200);
/// How long nothing is shown of what is mostly done at once.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that counts to a length, with the rate and the time left.
pub(crate) fn bar(subject: &str) -> ProgressBar {
    let bar = drawn("{msg} {wide_bar}{counted}", subject);
    let shown = |state: &ProgressState, text: &mut dyn fmt::Write| {
        let turns = Turns { done: state.pos(), total: state.len(), loop_number: 1 };
        // A message that cannot be written is none.
        let _ = write!(text, "{}", counted(turns, state.elapsed()));
    };
    bar.set_style(bar.style().with_key("counted", shown));
    bar
}

/// A sign of life with the time that has passed.
pub(crate) fn clock(subject: &str) -> ProgressBar {
    let clock = drawn("{spinner} {msg} {elapsed}", subject);
    if !clock.is_hidden() {
        clock.enable_steady_tick(BEAT);
    }
    clock
}

/// A sign of life with the time that has passed and, where that is bounded, what is left of it at most.
pub(crate) fn allotted(subject: &str, limits: &Limits) -> ProgressBar {
    let clock = drawn("{spinner} {msg} {elapsed}{left}", subject);
    if !clock.is_hidden() {
        let limits = limits.clone();
        let shown = move |_: &ProgressState, text: &mut dyn fmt::Write| {
            let left = limits
                .time_left()
                .map(|left| told(&format!("at most {} left", Watch(left))).into_owned());
            // A message that cannot be written is none.
            let _ = left.map(|left| write!(text, "  {left}"));
        };
        clock.set_style(clock.style().with_key("left", shown));
        clock.enable_steady_tick(BEAT);
    }
    clock
}

/// A sign of life with the time that has passed and, as soon as the computation counts, what is done, how much that is
/// a second, and the time left; the computation counts on the limits that are given back.
pub(crate) fn watched(subject: &str, limits: Limits) -> (ProgressBar, Limits) {
    let gauge = Gauge::new();
    let limits = limits.gauge(gauge.clone());
    let clock = drawn("{spinner} {msg} {elapsed}{counted}", subject);
    if !clock.is_hidden() {
        let shown = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let Some((done, total)) = gauge.read() else { return };
            // who goes on beyond what was expected counts something else by now
            let total = total.filter(|&total| done <= total);
            let counted = counted(Turns { done, total, loop_number: 1 }, state.elapsed());
            // A message that cannot be written is none.
            let _ = write!(text, "{counted}");
        };
        clock.set_style(clock.style().with_key("counted", shown));
        clock.enable_steady_tick(BEAT);
    }
    (clock, limits)
}

/// A sign of life of an evaluation, which is mostly done at once: it shows itself after a second, with the time that
/// has passed, and where it is in a loop with the turns done, how many that is a second, and the time left.
pub(crate) fn evaluation(tally: Tally) -> ProgressBar {
    let clock = drawn("{life}", "computing");
    if !clock.is_hidden() {
        let subject = told("computing").into_owned();
        // where the count of the loop was seen first
        let seen = Arc::new(Mutex::new((0, Instant::now())));
        let life = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            if state.elapsed() < PATIENCE {
                return;
            }
            let passed = Watch(state.elapsed());
            let counted = tally.turns().map(|turns| {
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                if seen.0 != turns.loop_number {
                    // the first loop began with the evaluation, as far as anybody can see
                    let begun = if seen.0 == 0 { state.elapsed() } else { Duration::ZERO };
                    *seen = (turns.loop_number, Instant::now() - begun);
                }
                counted(turns, seen.1.elapsed())
            });
            // A message that cannot be written is none.
            let _ = write!(text, "{subject} {passed}{}", counted.unwrap_or_default());
        };
        clock.set_style(clock.style().with_key("life", life));
        clock.enable_steady_tick(BEAT);
    }
    clock
}

/// The turns of a loop that has run so long: `  120/1,000  40/s  0:22 left`.
fn counted(turns: Turns, elapsed: Duration) -> String {
    let mut text = format!("  {}", HumanCount(turns.done));
    if let Some(total) = turns.total {
        text.push_str(&format!("/{}", HumanCount(total)));
    }
    let seconds = elapsed.as_secs_f64();
    if turns.done == 0 || seconds <= 0.0 {
        return text;
    }
    text.push_str(&rate(turns.done, seconds));
    if let Some(left) = turns.total.and_then(|total| total.checked_sub(turns.done))
        && let Ok(left) = Duration::try_from_secs_f64(seconds * left as f64 / turns.done as f64)
    {
        text.push_str(&format!("  {}", told(&format!("{} left", Watch(left)))));
    }
    text
}

/// How many that is a second, where that can be said: `  40/s`.
fn rate(done: u64, seconds: f64) -> String {
    let rate = done as f64 / seconds;
    match done {
        0 => String::new(),
        _ if !rate.is_finite() => String::new(),
        _ if rate >= 10.0 => format!("  {}/s", HumanCount(rate as u64)),
        _ => format!("  {rate:.1}/s"),
    }
}

/// A time as a stop watch shows it, in hours where there are any: `0:07`, `1:02:03`.
struct Watch(Duration);

impl fmt::Display for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match hours {
            0 => write!(f, "{minutes}:{seconds:02}"),
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

/// A sign of life with a count that somebody else keeps, and how many that is a second.
pub(crate) fn counter(
    subject: &str,
    things: &str,
    count: impl Fn() -> u64 + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let clock = drawn("{spinner} {msg}  {count}  {elapsed}", subject);
    if !clock.is_hidden() {
        let things = things.to_owned();
        let shown = move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let (count, seconds) = (count(), state.elapsed().as_secs_f64());
            let counted = format!("{} {things}", HumanCount(count));
            // A message that cannot be written is none.
            let _ = write!(text, "{}{}", told(&counted), rate(count, seconds));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_loop_is_told_from_its_rate() {
        let turns = |done, total| Turns { done, total, loop_number: 1 };
        let after = Duration::from_secs(20);
        assert_eq!(counted(turns(120, Some(1000)), after), "  120/1,000  6.0/s  2:26 left");
        assert_eq!(counted(turns(9000, Some(90_000)), after), "  9,000/90,000  450/s  3:00 left");
        assert_eq!(counted(turns(1, Some(361)), after), "  1/361  0.1/s  2:00:00 left");
        assert_eq!(counted(turns(400, None), after), "  400  20/s");
        assert_eq!(counted(turns(0, Some(7)), after), "  0/7");
    }
}
