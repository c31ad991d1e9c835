//! The game's binary: everything it does, it does in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    fogbound::cli::run(std::env::args_os(), |_| {})
}
