//! Display settings.

use bevy::prelude::*;

use super::depth::ColorDepth;

/// Display settings of the player and of the front end.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// The brightness of remembered cells, in percent of the palette's colours.
    pub memory_brightness: u8,
    /// How many colours can be shown. The front end sets this.
    pub colors: ColorDepth,
    /// Whether the game can zoom. The front end sets this.
    pub zooms: bool,
}

impl Display {
    /// The smallest and the largest [`memory_brightness`](Self::memory_brightness), in percent.
    pub const MEMORY_BRIGHTNESS: (u8, u8) = (70, 150);
}

impl Default for Display {
    fn default() -> Self {
        Self {
            memory_brightness: 100,
            colors: ColorDepth::TrueColor,
            zooms: true,
        }
    }
}

/// Whether the map marks the cells from which the player can be seen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShowsExposure(pub bool);
