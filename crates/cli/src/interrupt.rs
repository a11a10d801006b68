//! Ctrl-C: the first stops the computation, the second the program.

use crate::exit::Failure;
use farstar_value::CancelToken;

/// What a shell reports for a program ended by an interrupt: 128 + SIGINT.
const ENDED_BY_INTERRUPT: i32 = 130;

/// A token that Ctrl-C cancels. A second Ctrl-C, before the computation has heard the first, ends the program.
pub(crate) fn token() -> Result<CancelToken, Failure> {
    let token = CancelToken::new();
    let heard = token.clone();
    ctrlc::set_handler(move || {
        if heard.is_cancelled() {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        heard.cancel();
    })
    .map_err(|e| Failure::Usage(format!("Ctrl-C cannot be caught: {e}")))?;
    Ok(token)
}
