//! Tests of the built game in a pseudo-terminal.

mod bursts;
pub mod choice;
mod comparison;
pub mod game;
mod hostile;
pub mod idle;
pub mod pastes;
mod plain;
mod routes;
mod screens;
mod sizes;
pub mod slow_lines;
mod step_bytes;
mod tmux;
mod walk;
pub mod words;
