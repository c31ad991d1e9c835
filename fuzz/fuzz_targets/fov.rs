//! Fields of view. `cargo +nightly fuzz run fov`; without cargo-fuzz, a program that reads the files it is given.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::readers::fov(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    targets::replay(targets::readers::fov)
}
