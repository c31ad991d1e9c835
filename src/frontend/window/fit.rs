//! How many cells fit into the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::view::{DEFAULT_SIZE, MIN_SIZE, Screen};

/// Pixels along each side of a glyph of the font, before scaling.
pub(super) const GLYPH: u32 = 8;

/// Gives the screen as many cells as fit. What is left of a cell at the edges stays empty: glyphs are
/// scaled by whole numbers only.
pub(super) fn fit_screen(windows: Query<&Window, With<PrimaryWindow>>, mut screen: ResMut<Screen>) {
    let Ok(window) = windows.single() else { return };
    let size = cells(window.physical_size());
    if screen.size() != size {
        screen.resize(size);
    }
}

/// Columns and rows for a window of this many pixels: glyphs as large as they can be with room for
/// [`DEFAULT_SIZE`], or of their own size where there is less room than that.
fn cells(pixels: UVec2) -> UVec2 {
    let scale = (pixels / (DEFAULT_SIZE * GLYPH)).min_element().max(1);
    (pixels / (GLYPH * scale)).max(MIN_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_grow_with_the_window_by_whole_numbers() {
        assert_eq!(cells(UVec2::new(640, 320)), UVec2::new(80, 40));
        assert_eq!(cells(UVec2::new(1279, 720)), UVec2::new(159, 90));
        assert_eq!(cells(UVec2::new(1280, 720)), UVec2::new(80, 45));
        assert_eq!(cells(UVec2::new(3840, 2160)), UVec2::new(80, 45));
    }

    #[test]
    fn a_small_window_shows_fewer_cells_and_never_none() {
        assert_eq!(cells(UVec2::new(400, 300)), UVec2::new(50, 37));
        assert_eq!(cells(UVec2::ZERO), MIN_SIZE);
    }
}
