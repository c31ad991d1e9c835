//! What a terminal sends. `cargo +nightly fuzz run terminal`; without cargo-fuzz, a program that reads the files it is given.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::terminal(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::terminal)
}
