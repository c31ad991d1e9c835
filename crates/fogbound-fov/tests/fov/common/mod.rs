//! What the tests of this crate have in common: maps, oracles and trials of the one by the other.

pub mod maps;
pub mod memory;
pub mod oracle;
pub mod trial;
