//! What the tests of this crate have in common: maps, oracles and trials of the one by the other.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test file uses its own part of this"
)]

pub mod maps;
pub mod oracle;
pub mod trial;
