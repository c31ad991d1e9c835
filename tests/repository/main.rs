//! The repository: the order of its source files, and what the fuzzer has found.
//!
//! The published package leaves this program out: it reads files that belong to the repository alone.

mod fuzz_corpus;
mod rooms_order;
