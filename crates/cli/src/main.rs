//! The binary `farstar`; everything is in the library of the same crate.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    farstar_cli::run(std::env::args_os()).into()
}
