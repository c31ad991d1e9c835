//! Tests of the whole program: its command line, its files and saved games, and an example game that is built on it.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod arena;
mod bots;
mod by_light;
mod cases;
mod classics;
mod command_line;
mod components;
mod documents;
mod file_trouble;
mod journal;
mod limits;
mod new_files;
mod own_game;
mod programs;
mod quests;
mod random_games;
mod replay;
mod saved;
mod saves;
mod screens;
mod studied;
