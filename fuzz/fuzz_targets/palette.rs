//! Palettes. `cargo +nightly fuzz run palette`; without cargo-fuzz, a program that reads the files it is given.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::palette(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::palette)
}
