//! The screens: what they show, what they hide, which of them receives the keys, and whether their colours are
//! readable.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod acts;
mod art;
mod every_screen;
mod gamepad;
mod hiding;
mod hints;
mod keys;
mod lab;
mod last_moments;
mod legibility;
mod legibility_few;
mod legibility_pictures;
mod lesson;
mod measure;
mod modes;
mod motion;
mod own_cells;
mod pages;
mod panel;
#[cfg(feature = "window")]
mod sprites;
mod things;
mod way_back;
mod words;
