//! The screens: what they show, what they hide, who has the keys, and whether the colours can be read.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod every_screen;
mod hiding;
mod keys;
mod legibility;
mod legibility_few;
mod measure;
mod modes;
