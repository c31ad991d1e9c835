//! Tests of Fogbound in a real window, on a headless X server, drawn by a software Vulkan driver.
//!
//! The tests type and point like a player, and compare every pixel with what they expect. The expected text is what
//! `--frontend text` prints for the same script, drawn with the window's font. The expected map is in the picture that
//! `--frontend text --screenshot` saves, which is drawn without a graphics device. The expected view is what
//! `fogbound sight` computes. The tests share no code with the game.
//!
//! Without Xvfb or the driver, these tests are skipped with a message. With `FOGBOUND_CI` set, they fail instead.

mod differences;
mod display;
mod font;
mod game;
mod hands;
mod keyboard;
mod layout;
mod level;
mod manager;
mod palette;
mod picture;
mod program;
mod routes;
mod screen;
mod script;
mod stage;
mod text;

mod comparison;
mod death;
mod desktop;
mod environment;
mod files;
pub mod idle;
pub mod keys;
pub mod motion;
mod own_game;
mod screens;
mod sight;
pub mod sizes;
pub mod tiles;
pub mod title;
