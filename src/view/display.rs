//! How the player likes it shown.

use bevy::prelude::*;

use super::depth::ColorDepth;

/// How the player likes it shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// How bright memory is, in percent of what the palette says.
    pub memory_brightness: u8,
    /// How many colours can be shown. A front end says so.
    pub colors: ColorDepth,
    /// Whether all of it can be shown larger or smaller. A front end says so.
    pub zooms: bool,
}

impl Display {
    /// The least and the most that memory's brightness can be set to, in percent.
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

/// Whether the map shows from where the player can be seen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShowsExposure(pub bool);
