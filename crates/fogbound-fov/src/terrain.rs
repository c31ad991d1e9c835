//! Where algorithms read opacity from: a map of bits, or a function that is asked cell by cell.

use glam::{IVec2, UVec2};

use crate::grid::{BitGrid, BitRow, Spans, inside};
use crate::{OpacityMap, VisibleSet};

/// Something that knows which cells are opaque, with `(0, 0)` at the top left.
pub(crate) trait Terrain {
    /// The bits along one of the two axes.
    type Bits<'a>: AxisBits
    where
        Self: 'a;

    /// Returns the width and height in cells.
    fn size(&self) -> UVec2;

    /// Returns whether the cell blocks sight. Every cell outside is opaque.
    fn is_opaque(&self, cell: IVec2) -> bool;

    /// Returns the bits whose rows are those of the map.
    fn upright(&self) -> Self::Bits<'_>;

    /// Returns the bits whose rows are the columns of the map.
    fn sideways(&self) -> Self::Bits<'_>;

    /// Removes the opaque cells from a view, all of whose cells the algorithm has read.
    fn remove_opaque(&self, view: &mut VisibleSet);

    /// Returns whether the cell is part of the terrain.
    #[inline]
    fn contains(&self, cell: IVec2) -> bool {
        inside(self.size(), cell).is_some()
    }
}

/// Rows of bits that are read many cells at a time. The reader says which of the bits matter; the other bits are
/// unspecified.
pub(crate) trait AxisBits: Copy {
    /// A band of 64 columns.
    type Band: Copy;
    /// A row.
    type Row: Copy;

    /// Whether a row has to be read again for other bits.
    const PARTIAL: bool;

    /// Returns the number of columns and rows.
    fn size(self) -> UVec2;

    /// Returns the band of 64 columns that starts at column `x`, which may lie up to 64 columns to the left of column 0.
    fn band(self, x: i32) -> Self::Band;

    /// Returns a row, which must exist.
    fn row(self, y: i32) -> Self::Row;

    /// Returns row `y` of a band around the eye. `wanted` tells which bits matter: a run of bits that exist. A cell is
    /// wanted at most once on each axis. Only cells on the diagonals are wanted on both, first on the upright axis.
    fn near(band: Self::Band, y: i32, wanted: impl FnOnce() -> u64) -> u64;

    /// Returns the 64 bits of a row that start at column `x`. The `wanted` bits must be a run of bits that exist. Every
    /// cell of a row may be wanted once. Only the cells at the ends of runs may be wanted again.
    fn span(row: Self::Row, x: i32, wanted: u64) -> u64;

    /// Returns the bit in column `x` of a row, which must exist.
    fn get(row: Self::Row, x: i32) -> bool;
}

impl Terrain for OpacityMap {
    type Bits<'a> = &'a BitGrid;

    #[inline]
    fn size(&self) -> UVec2 {
        self.size()
    }

    #[inline]
    fn is_opaque(&self, cell: IVec2) -> bool {
        self.is_opaque(cell)
    }

    #[inline]
    fn upright(&self) -> &BitGrid {
        self.bits()
    }

    #[inline]
    fn sideways(&self) -> &BitGrid {
        self.transposed_bits()
    }

    fn remove_opaque(&self, view: &mut VisibleSet) {
        view.difference_with(self.bits());
    }
}

impl<'a> AxisBits for &'a BitGrid {
    type Band = Spans<'a>;
    type Row = BitRow<'a>;

    const PARTIAL: bool = false;

    #[inline(always)]
    fn size(self) -> UVec2 {
        BitGrid::size(self)
    }

    #[inline(always)]
    fn band(self, x: i32) -> Spans<'a> {
        self.spans(x)
    }

    #[inline(always)]
    fn row(self, y: i32) -> BitRow<'a> {
        self.bit_row(y)
    }

    #[inline(always)]
    fn near(band: Spans<'a>, y: i32, _: impl FnOnce() -> u64) -> u64 {
        band.row(y)
    }

    #[inline(always)]
    fn span(row: BitRow<'a>, x: i32, _: u64) -> u64 {
        row.span(x)
    }

    #[inline(always)]
    fn get(row: BitRow<'a>, x: i32) -> bool {
        row.get(x)
    }
}
