//! Plays the built game in terminals and windows, and compares what they show with what `--frontend text` prints.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", feature = "terminal", feature = "window"))]

mod support;
mod survival;
mod terminal;
mod waits;
mod window;
