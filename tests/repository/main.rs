//! Tests of the repository: the imports and names in its source files, and the fuzzer's corpus.

mod actions;
mod fuzz_corpus;
mod names_in_code;
mod rooms_order;
