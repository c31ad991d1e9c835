//! Key scripts and files of keys. `cargo +nightly fuzz run keys`; without cargo-fuzz, a program that reads the files it is given.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::keys(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::keys)
}
