//! Tests of the built game in a pseudo-terminal.

pub mod bursts;
pub mod choice;
mod comparison;
pub mod game;
pub mod hostile;
pub mod idle;
pub mod pastes;
mod plain;
mod routes;
pub mod screens;
pub mod sizes;
pub mod slow_lines;
mod step_bytes;
mod tmux;
mod walk;
pub mod words;
