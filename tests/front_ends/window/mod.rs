//! Fogbound in a real window, on an X server without a screen, drawn by a Vulkan driver in software.
//!
//! The tests type and point as a player does, and compare every pixel with what they expect. The expected screen is
//! what `--frontend text` prints for the same script, drawn with the pictures of the window's two fonts. The expected
//! view is what `fogbound sight` computes. The tests share no code with the game.
//!
//! Without Xvfb or without the driver these tests say so and check nothing; with `FOGBOUND_CI` set they fail instead.

mod differences;
mod display;
mod font;
mod game;
mod hands;
mod keyboard;
mod layout;
mod level;
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
mod files;
mod idle;
mod keys;
mod own_game;
mod screens;
mod sight;
mod sizes;
mod title;
