//! The repository: the imports of its source files, and the corpus of the fuzzer.

mod fuzz_corpus;
mod rooms_order;
