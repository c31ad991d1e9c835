//! How much of the terminal there is, and how wide the map's cells are.

use bevy::prelude::*;

use crate::modes::Settings;
use crate::view::Screen;

/// Columns and rows of the smallest terminal that the game is played in.
pub const TERMINAL_MIN_SIZE: UVec2 = UVec2::new(60, 22);

/// With fewer columns than these, too little of the map would be left if its cells were two columns wide.
const ROOM_FOR_WIDE: u32 = 100;

/// Whether the map's cells are two columns wide whatever the player's settings say, where there is room.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForceWide(pub bool);

/// Columns and rows of the terminal.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TerminalSize(pub(super) UVec2);

impl TerminalSize {
    /// Whether the game can be shown.
    pub(super) fn is_enough(self) -> bool {
        self.0.cmpge(TERMINAL_MIN_SIZE).all()
    }
}

/// Gives the screen the size of the terminal.
pub(super) fn fit_screen(
    size: Res<TerminalSize>,
    force_wide: Res<ForceWide>,
    settings: Res<Settings>,
    mut screen: ResMut<Screen>,
) {
    let is_wide = (force_wide.0 || settings.is_wide()) && size.0.x >= ROOM_FOR_WIDE;
    if screen.is_wide() != is_wide {
        screen.set_wide(is_wide);
    }
    if size.is_enough() && screen.size() != size.0 {
        screen.resize(size.0);
    }
}
