//! The repository: the order of its source files, and what the fuzzer has found.

mod fuzz_corpus;
mod rooms_order;
