//! Fits cells into the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::modes::Settings;
use crate::view::{DEFAULT_WIDE_SIZE, MIN_SIZE, Screen};

/// The size of a text cell in pixels, before scaling. A map cell is a square made of two text cells.
pub(super) const CELL: UVec2 = UVec2::new(8, 16);

/// The layout of the cells in the window, in physical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// The width of one font pixel.
    pub(super) zoom: u32,
    /// The size of the screen in columns and rows.
    pub(super) size: UVec2,
    /// The empty margin on the left and at the top.
    pub(super) rim: UVec2,
    /// The size of the window.
    pub(super) pixels: UVec2,
    /// The largest zoom at which the smallest screen still fits.
    max_zoom: u32,
}

impl Fit {
    /// Fits cells into a window of this size. `chosen` is the zoom that the player has chosen. By default, the zoom is
    /// the largest that leaves room for a whole level, or 1 if no zoom leaves that much room. Zooms are whole numbers,
    /// so some space at the edges may stay empty.
    fn of(pixels: UVec2, chosen: Option<u8>) -> Self {
        let usual = (pixels / (DEFAULT_WIDE_SIZE * CELL)).min_element().max(1);
        // The smallest screen must fit if possible.
        let max_zoom = (pixels / (MIN_SIZE * CELL)).min_element().max(1);
        let zoom = chosen.map_or(usual, |it| u32::from(it).min(max_zoom));
        let size = (pixels / (CELL * zoom)).max(MIN_SIZE);
        Self {
            zoom,
            size,
            rim: pixels.saturating_sub(size * CELL * zoom) / 2,
            pixels,
            max_zoom,
        }
    }

    /// Returns the cell at a position in the window, given in physical pixels from the top left.
    pub(super) fn cell_at(&self, place: Vec2) -> Option<UVec2> {
        let inside = place - self.rim.as_vec2();
        let cell = (inside / (CELL * self.zoom.max(1)).as_vec2()).floor();
        let is_in = cell.cmpge(Vec2::ZERO).all() && cell.cmplt(self.size.as_vec2()).all();
        is_in.then(|| cell.as_uvec2())
    }
}

/// Resizes the screen to the cells that fit.
pub(super) fn fit_screen(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    mut fit: ResMut<Fit>,
    mut screen: ResMut<Screen>,
) {
    let Ok(window) = windows.single() else { return };
    let new = Fit::of(window.physical_size(), settings.zoom());
    if *fit != new {
        *fit = new;
        let most = new.max_zoom.min(Settings::MAX_ZOOM.into());
        // Neither value can exceed `MAX_ZOOM`, which is a `u8`.
        settings.note_shown(new.zoom.min(most) as u8, most as u8);
    }
    if screen.size() != new.size || !screen.is_wide() {
        screen.set_wide(true);
        screen.resize(new.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(width: u32, height: u32, zoom: Option<u8>) -> (u32, UVec2) {
        let fit = Fit::of(UVec2::new(width, height), zoom);
        (fit.zoom, fit.size)
    }

    #[test]
    fn the_zoom_grows_with_the_window_in_whole_numbers() {
        assert_eq!(cells(1280, 720, None), (1, UVec2::new(160, 45)));
        assert_eq!(cells(1920, 1080, None), (1, UVec2::new(240, 67)));
        assert_eq!(cells(2560, 1440, None), (2, UVec2::new(160, 45)));
        assert_eq!(cells(3840, 2160, None), (3, UVec2::new(160, 45)));
        assert_eq!(cells(1920, 1080, Some(2)), (2, UVec2::new(120, 33)));
    }

    #[test]
    fn a_small_window_shows_fewer_cells_but_never_none() {
        assert_eq!(cells(800, 600, None), (1, UVec2::new(100, 37)));
        assert_eq!(cells(800, 600, Some(8)), (4, UVec2::new(25, 9)));
        assert_eq!(cells(0, 0, Some(8)), (1, MIN_SIZE));
    }

    #[test]
    fn every_pixel_of_a_cell_maps_to_that_cell() {
        let fit = Fit::of(UVec2::new(805, 603), None);
        assert_eq!(fit.rim, UVec2::new(2, 5));
        let at = |x, y| fit.cell_at(Vec2::new(x, y));
        assert_eq!(at(1.9, 100.0), None);
        assert_eq!(at(2.0, 5.0), Some(UVec2::ZERO));
        assert_eq!(at(9.9, 20.9), Some(UVec2::ZERO));
        assert_eq!(at(10.0, 21.0), Some(UVec2::ONE));
        assert_eq!(at(801.9, 596.9), Some(UVec2::new(99, 36)));
        assert_eq!(at(802.0, 596.0), None);
    }
}
