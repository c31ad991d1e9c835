//! Fuzzes the parser for palettes.
//!
//! Run it with `cargo +nightly fuzz run palette`. When built without cargo-fuzz, the program reads the files named on
//! the command line.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::palette(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::palette)
}
