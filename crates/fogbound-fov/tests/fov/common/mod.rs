//! Code that the tests share: maps, oracles, a memory counter, and trials of the library against the oracles.

pub mod maps;
pub mod memory;
pub mod oracle;
pub mod trial;
