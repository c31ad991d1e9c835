//! Tests of maps and levels, whether drawn by hand, built from a seed or described by data files.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../crates/fogbound-fov/tests/fov/common/memory.rs"]
mod memory;

mod built;
mod figures;
mod hashes;
mod map_air;
mod map_assets;
mod map_format;
mod map_opacity;
mod mistakes;
mod own_levels;
mod treasure;
