//! Fuzzes the commands of saved games.
//!
//! Run it with `cargo +nightly fuzz run commands`. When built without cargo-fuzz, the program reads the files named on
//! the command line.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::commands(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::commands)
}
