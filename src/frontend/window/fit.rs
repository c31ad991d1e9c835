//! Fits cells into the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::super::pixels::CellSize;
use crate::modes::Settings;
use crate::view::{DEFAULT_WIDE_SIZE, MIN_SIZE, Screen};

/// The layout of the cells in the window, in physical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// The size of the cells.
    pub(super) cell: CellSize,
    /// The size of the screen in columns and rows.
    pub(super) size: UVec2,
    /// The empty margin on the left and at the top.
    pub(super) rim: UVec2,
    /// The size of the window.
    pub(super) pixels: UVec2,
    /// The largest cells of which the smallest screen still fits.
    largest: CellSize,
}

impl Fit {
    /// Fits cells into a window of this size. `chosen` is the height of text that the player has chosen. By default,
    /// cells are as large as they can be while leaving room for a whole level, and at least as large as `least`, the
    /// height of legible text. Cells are whole multiples of a cut of the font, so some space at the edges may stay
    /// empty.
    fn of(pixels: UVec2, chosen: Option<u8>, least: u32) -> Self {
        // The smallest screen must fit if possible.
        let largest = CellSize::fitting(MIN_SIZE, pixels);
        let cell = match chosen {
            Some(height) => CellSize::of_height(height.into()),
            None => CellSize::fitting(DEFAULT_WIDE_SIZE, pixels).max(CellSize::of_height(least)),
        };
        let cell = cell.min(largest);
        let size = (pixels / cell.text()).max(MIN_SIZE);
        Self {
            cell,
            size,
            rim: pixels.saturating_sub(size * cell.text()) / 2,
            pixels,
            largest,
        }
    }

    /// Returns the cell at a position in the window, given in physical pixels from the top left.
    pub(super) fn cell_at(&self, place: Vec2) -> Option<UVec2> {
        let inside = place - self.rim.as_vec2();
        let cell = (inside / self.cell.text().as_vec2()).floor();
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
    // On a display that shows everything larger, the smallest text would be hard to read.
    let least = (16.0 * window.scale_factor()) as u32;
    let new = Fit::of(window.physical_size(), settings.zoom(), least);
    if *fit != new {
        *fit = new;
        // Heights fit into a `u8`.
        settings.note_shown(new.cell.height() as u8, new.largest.height() as u8);
    }
    if screen.size() != new.size || !screen.is_wide() {
        screen.set_wide(true);
        screen.set_art(true);
        screen.resize(new.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(width: u32, height: u32, zoom: Option<u8>) -> (u32, UVec2) {
        let fit = Fit::of(UVec2::new(width, height), zoom, 16);
        (fit.cell.height(), fit.size)
    }

    #[test]
    fn cells_grow_with_the_window_in_the_steps_of_the_font() {
        assert_eq!(cells(1280, 720, None), (16, UVec2::new(160, 45)));
        assert_eq!(cells(1920, 1080, None), (24, UVec2::new(160, 45)));
        assert_eq!(cells(2560, 1440, None), (32, UVec2::new(160, 45)));
        assert_eq!(cells(3840, 2160, None), (48, UVec2::new(160, 45)));
        assert_eq!(cells(1920, 1080, Some(32)), (32, UVec2::new(120, 33)));
    }

    #[test]
    fn a_small_window_shows_fewer_cells_but_never_none() {
        assert_eq!(cells(800, 600, None), (16, UVec2::new(100, 37)));
        assert_eq!(cells(800, 600, Some(128)), (64, UVec2::new(25, 9)));
        assert_eq!(cells(0, 0, Some(128)), (16, MIN_SIZE));
    }

    #[test]
    fn text_is_larger_on_a_display_that_enlarges_everything() {
        let fit = Fit::of(UVec2::new(1600, 900), None, 24);
        assert_eq!(fit.cell.height(), 24);
    }

    #[test]
    fn every_pixel_of_a_cell_maps_to_that_cell() {
        let fit = Fit::of(UVec2::new(805, 603), None, 16);
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
