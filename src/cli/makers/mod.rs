//! The commands for makers: they try out files of monsters, things, levels and scenes, and measure how they play. The
//! game itself needs none of them.

pub(super) mod arena;
pub(super) mod bots;
pub(super) mod check;
mod comparison;
pub(super) mod dungeon;
mod interval;
pub(super) mod mods;
pub(super) mod monsters;
pub(super) mod new;
pub(super) mod sight;
