//! Fuzzes the parser for monster files.
//!
//! Run it with `cargo +nightly fuzz run monsters`. When built without cargo-fuzz, the program reads the files named on
//! the command line.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::monsters(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::monsters)
}
