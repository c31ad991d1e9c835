//! Sight, light and memory in apps that have a map.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

mod alone;
mod apart;
mod belonging;
mod blind;
mod changed_words;
mod coordinates;
mod digest;
mod dirty;
mod entering;
mod examples;
mod flags;
mod inspected;
mod lamp;
mod levels;
mod light;
mod light_work;
mod many_worlds;
mod memory;
mod on_demand;
mod order;
mod own_map;
mod plugins;
mod readme;
mod stale;
mod veils;
#[cfg(feature = "serde")]
mod written;
