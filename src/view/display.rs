//! Display settings.

use bevy::prelude::*;

use super::depth::ColorDepth;

/// Display settings, some chosen by the player and some set by the front end.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// The brightness of remembered cells, as a percentage of the brightness of the palette's colours.
    pub memory_brightness: u8,
    /// The number of colours that the screen can show. The front end sets this value.
    pub colors: ColorDepth,
    /// Whether the player can zoom. The front end sets this value.
    pub zooms: bool,
    /// Whether the front end can draw walls as lines. The front end sets this value.
    pub can_draw_lines: bool,
    /// Whether walls are drawn as lines.
    pub has_lines: bool,
}

impl Display {
    /// The lowest and highest [`memory_brightness`](Self::memory_brightness) that the player can choose.
    pub const MEMORY_BRIGHTNESS: (u8, u8) = (70, 150);

    /// The heights of text, in pixels, that the player can choose in a window. The heights up to 32 are the cuts of the
    /// font, and the others are whole multiples of them.
    pub const ZOOMS: [u8; 13] = [16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128];
}

impl Default for Display {
    fn default() -> Self {
        Self {
            memory_brightness: 100,
            colors: ColorDepth::TrueColor,
            zooms: true,
            can_draw_lines: false,
            has_lines: false,
        }
    }
}

/// Whether the map marks the cells from which the player can be seen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShowsExposure(pub bool);
