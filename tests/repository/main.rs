//! Tests of the repository: the imports in its source files, and the fuzzer's corpus.

mod fuzz_corpus;
mod rooms_order;
