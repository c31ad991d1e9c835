//! How the player likes it shown.

use bevy::prelude::*;

/// How the player likes it shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// How bright memory is, in percent of what the palette says.
    pub memory_brightness: u8,
}

impl Display {
    /// The least and the most that memory's brightness can be set to, in percent.
    pub const MEMORY_BRIGHTNESS: (u8, u8) = (70, 150);
}

impl Default for Display {
    fn default() -> Self {
        Self {
            memory_brightness: 100,
        }
    }
}
