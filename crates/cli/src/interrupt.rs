//! Ctrl-C: the first stops the computation, the second the program; where the program waits for a line, the first ends
//! it.

use crate::exit::Failure;
use farstar_value::CancelToken;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell reports for a program ended by an interrupt: 128 + SIGINT.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Whether the program waits for a line, so that there is nothing to stop but itself. The handler of a signal is one
/// for the whole program.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Waits for a line typed by the user; Ctrl-C meanwhile ends the program.
pub(crate) fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let line = read();
    WAITING.store(false, Ordering::Relaxed);
    line
}

/// A token that Ctrl-C cancels. A second Ctrl-C, before the computation has heard the first, ends the program.
pub(crate) fn token() -> Result<CancelToken, Failure> {
    let token = CancelToken::new();
    let heard = token.clone();
    ctrlc::set_handler(move || {
        if WAITING.load(Ordering::Relaxed) {
            // the shell's next prompt begins a line of its own
            crate::messages::note("");
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        if heard.is_cancelled() {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        heard.cancel();
    })
    .map_err(|e| Failure::Usage(format!("Ctrl-C cannot be caught: {e}")))?;
    Ok(token)
}
