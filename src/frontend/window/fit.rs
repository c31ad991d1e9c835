//! Fits cells into the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::super::pixels::CellSize;
use crate::modes::{Settings, Zoomed};
use crate::view::{DEFAULT_WIDE_SIZE, MIN_SIZE, Scale, Screen};

/// The number of map cells that fit into a window along each side, if the player chooses the largest ones.
const FEWEST: u32 = 7;

/// The layout of the cells in the window, in physical pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// The size of text.
    pub(super) cell: CellSize,
    /// The size of map cells.
    pub(super) map: CellSize,
    /// The size of the screen in columns and rows.
    pub(super) size: UVec2,
    /// The empty margin on the left and at the top.
    pub(super) rim: UVec2,
    /// The size of the window.
    pub(super) pixels: UVec2,
    /// The largest text of which the smallest screen still fits.
    largest: CellSize,
    /// The largest map cells of which a few still fit.
    largest_map: CellSize,
}

impl Fit {
    /// Fits cells into a window of this size. `chosen` is the height of text and the side of map cells that the player has
    /// chosen. By default, text is as large as it can be while a screen of the default size fits, and at least as large as
    /// `least`, the height of legible text; map cells are half again as large. Cells are whole multiples of a cut of the
    /// font, so some space at the edges may stay empty.
    fn of(pixels: UVec2, [chosen, chosen_map]: [Option<u8>; 2], least: u32) -> Self {
        // The smallest screen must fit if possible.
        let largest = CellSize::fitting(MIN_SIZE, pixels);
        let cell = match chosen {
            Some(height) => CellSize::of_height(height.into()),
            None => CellSize::fitting(DEFAULT_WIDE_SIZE, pixels).max(CellSize::of_height(least)),
        };
        let cell = cell.min(largest);
        let size = (pixels / cell.text()).max(MIN_SIZE);
        let side = chosen_map.map_or(cell.height() * 3 / 2, u32::from);
        let largest_map = CellSize::of_height(pixels.min_element() / FEWEST);
        Self {
            cell,
            map: CellSize::of_height(side).min(largest_map),
            size,
            rim: pixels.saturating_sub(size * cell.text()) / 2,
            pixels,
            largest,
            largest_map,
        }
    }

    /// Returns the sizes of cells for the screen.
    fn scale(&self) -> Scale {
        Scale {
            text: self.cell.height(),
            map: self.map.height(),
        }
    }
}

pub(super) fn fit_screen(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    mut fit: ResMut<Fit>,
    mut screen: ResMut<Screen>,
) {
    let Ok(window) = windows.single() else { return };
    // On a display that shows everything larger, the smallest text would be hard to read.
    let least = (16.0 * window.scale_factor()) as u32;
    let chosen = [settings.zoom, settings.map_zoom];
    let new = Fit::of(window.physical_size(), chosen, least);
    if *fit != new {
        *fit = new;
        // Heights fit into a `u8`.
        for (what, now, most) in [
            (Zoomed::Text, new.cell, new.largest),
            (Zoomed::Map, new.map, new.largest_map),
        ] {
            settings.note_shown(what, now.height() as u8, most.height() as u8);
        }
    }
    let scale = Some(new.scale());
    if screen.size() != new.size || screen.scale() != scale {
        screen.set_wide(true);
        screen.set_art(true);
        screen.set_scale(scale);
        screen.resize(new.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(width: u32, height: u32, zoom: Option<u8>) -> (u32, UVec2) {
        let fit = Fit::of(UVec2::new(width, height), [zoom, None], 16);
        (fit.cell.height(), fit.size)
    }

    fn map(width: u32, height: u32, zoom: Option<u8>) -> u32 {
        let fit = Fit::of(UVec2::new(width, height), [None, zoom], 16);
        fit.map.height()
    }

    #[test]
    fn the_map_has_a_size_of_its_own() {
        assert_eq!(map(1280, 720, None), 24);
        assert_eq!(map(1920, 1080, None), 32);
        assert_eq!(map(2560, 1440, None), 48);
        assert_eq!(map(1280, 720, Some(16)), 16);
        assert_eq!(map(1280, 720, Some(64)), 64);
        assert_eq!(map(1280, 720, Some(128)), 96);
        assert_eq!(map(0, 0, Some(128)), 16);
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
        let fit = Fit::of(UVec2::new(1600, 900), [None, None], 24);
        assert_eq!(fit.cell.height(), 24);
    }
}
