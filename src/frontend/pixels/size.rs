//! The sizes of cells in pixels.

use bevy::math::UVec2;

use crate::view::Display;

/// The size of a cell: a cut of the font, enlarged by a whole number. Text cells are half as wide as high, and map cells
/// are squares made of two text cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSize {
    /// The height in pixels.
    height: u32,
}

impl Default for CellSize {
    fn default() -> Self {
        Self::of_height(0)
    }
}

impl CellSize {
    /// Returns the largest size of cells that are at most this high, or the smallest size.
    pub fn of_height(height: u32) -> Self {
        let fits = Self::all().filter(|it| it.height <= height);
        fits.last().unwrap_or(Self {
            height: Display::ZOOMS[0].into(),
        })
    }

    /// Returns the largest size at which this many text cells fit into an area of this many pixels, or the smallest
    /// size.
    pub fn fitting(cells: UVec2, pixels: UVec2) -> Self {
        let fits = Self::all().filter(|it| (cells * it.text()).cmple(pixels).all());
        fits.last().unwrap_or_default()
    }

    /// Returns all sizes, from the smallest to the largest.
    pub fn all() -> impl Iterator<Item = Self> {
        Display::ZOOMS.into_iter().map(|height| Self {
            height: height.into(),
        })
    }

    pub fn height(self) -> u32 {
        self.height
    }

    pub fn text(self) -> UVec2 {
        UVec2::new(self.height / 2, self.height)
    }

    pub fn cut(self) -> u32 {
        let cuts = fogbound_assets::FONT.map(|(cut, _)| cut);
        let fits = cuts
            .into_iter()
            .filter(|it| self.height.is_multiple_of(*it));
        fits.max().unwrap_or(cuts[0])
    }

    /// Returns the width of a pixel of the font.
    pub fn times(self) -> u32 {
        self.height / self.cut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_a_whole_multiple_of_a_cut() {
        for size in CellSize::all() {
            assert_eq!(size.cut() * size.times(), size.height(), "{size:?}");
            assert_eq!(CellSize::of_height(size.height()), size);
        }
        assert_eq!(CellSize::of_height(24).cut(), 24);
        assert_eq!(
            (
                CellSize::of_height(40).cut(),
                CellSize::of_height(40).times()
            ),
            (20, 2)
        );
        assert_eq!(CellSize::of_height(7), CellSize::default());
    }
}
