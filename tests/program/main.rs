//! The program as a whole: its command line, its files and saved games, and a game built on it.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod assets;
mod components;
mod dungeon;
mod journal;
mod keys;
mod limits;
mod mistakes;
mod own_game;
mod replay;
mod saves;
mod screens;
mod sight;
mod terminal;
mod unlocked;
mod watch;
