//! Fogbound's rooms `grid` and `fov` alone, from the same files, without Bevy.
//!
//! That they build here shows that they need nothing else, and `cargo test -p fogbound` in this
//! workspace runs their own tests and examples in seconds.

#[path = "../../../src/fov/mod.rs"]
pub mod fov;
#[path = "../../../src/grid/mod.rs"]
pub mod grid;
