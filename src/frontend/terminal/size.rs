//! The size of the terminal, and the width of the map's cells.

use bevy::prelude::*;

use crate::modes::Settings;
use crate::view::Screen;

/// The minimum size of the terminal, in columns and rows.
pub const TERMINAL_MIN_SIZE: UVec2 = UVec2::new(60, 22);

/// The minimum number of columns for map cells that are two columns wide. With fewer columns, too little of the map
/// would fit.
pub const ROOM_FOR_WIDE: u32 = 100;

/// Whether the map's cells are two columns wide when there is room, regardless of the settings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForceWide(pub bool);

/// The size of the terminal, in columns and rows.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TerminalSize(pub(super) UVec2);

impl TerminalSize {
    /// Returns whether the terminal is large enough for the game.
    pub(super) fn is_enough(self) -> bool {
        self.0.cmpge(TERMINAL_MIN_SIZE).all()
    }
}

pub(super) fn fit_screen(
    size: Res<TerminalSize>,
    force_wide: Res<ForceWide>,
    settings: Res<Settings>,
    mut screen: ResMut<Screen>,
) {
    let is_wide = (force_wide.0 || settings.wide_map) && size.0.x >= ROOM_FOR_WIDE;
    if screen.is_wide() != is_wide {
        screen.set_wide(is_wide);
    }
    if size.is_enough() && screen.size() != size.0 {
        screen.resize(size.0);
    }
}
