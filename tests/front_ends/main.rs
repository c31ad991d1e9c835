//! Plays the built game where players play it, and compares what they see with what `--frontend text` prints.
#![allow(missing_docs, clippy::unwrap_used)]
#![cfg(all(target_os = "linux", feature = "terminal", feature = "window"))]

mod support;
mod survival;
mod terminal;
mod window;
