//! The game's binary, a thin wrapper around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    fogbound::cli::run(std::env::args_os(), |_| {})
}
