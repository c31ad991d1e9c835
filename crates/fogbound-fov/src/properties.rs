//! Measures how well the algorithms satisfy properties such as symmetry.
//!
//! Every number comes from views that are computed for this purpose. Symmetry and mirroring are measured on the
//! caller's map. The other properties concern particular situations and are measured on small maps built for those
//! situations.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use glam::{IVec2, UVec2};

use super::{Algorithm, FieldOfView, OpacityMap, Sight, VisibleSet};
use crate::grid::Rectangle;

/// The number of cases that satisfy a property, out of all cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Share {
    /// The number of cases that satisfy the property.
    pub kept: u64,
    /// The total number of cases.
    pub of: u64,
}

impl Share {
    fn count(&mut self, kept: bool) {
        self.kept += u64::from(kept);
        self.of += 1;
    }

    /// Returns whether every case satisfies the property.
    pub fn is_whole(self) -> bool {
        self.kept == self.of
    }
}

/// Writes the share as a percentage, rounded down, so `100.0 %` means every case. Writes `-` if there are no cases.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 0 {
            return f.pad("-");
        }
        let tenths = self.kept * 1000 / self.of;
        f.pad(&format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

/// How well one algorithm satisfies the properties that players notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Properties {
    /// The algorithm that was measured.
    pub algorithm: Algorithm,
    /// Symmetry: the pairs that see each other, among all pairs of floor cells in which at least one cell sees the
    /// other.
    pub mutual: Share,
    /// Expansive walls: the walls visible from inside, among all walls of empty rooms.
    pub walls: Share,
    /// Expanding pillar shadows: the pillars whose shadow never narrows with distance and ends up wider than the
    /// pillar, among all pillars on an open field.
    pub shadows: Share,
    /// No blind corners: the visible cells, among all floor cells one step away around a corner.
    pub corners: Share,
    /// No artefacts: the floor cells visible from inside, among all floor cells of empty rooms.
    pub floors: Share,
    /// Mirroring: the maps whose view is mirrored and rotated in the same way as the map, among all mirrored and
    /// rotated maps.
    pub mirrors: Share,
}

impl Properties {
    /// Measures an algorithm.
    ///
    /// Symmetry and mirroring are measured on `map` with `sight`. The other properties are measured without a radius or
    /// cone. On a map with many floor cells, only an evenly spread selection of them serves as eyes.
    pub fn measure(algorithm: Algorithm, map: &OpacityMap, sight: Sight) -> Self {
        let sight = sight.with_algorithm(algorithm);
        let far = Sight {
            radius: None,
            cone: None,
            ..sight
        };
        let mut fov = FieldOfView::new();
        Self {
            algorithm,
            mutual: mutual(&mut fov, map, sight),
            walls: rooms(&mut fov, far, true),
            shadows: shadows(&mut fov, far),
            corners: corners(&mut fov, far),
            floors: rooms(&mut fov, far, false),
            mirrors: mirrors(&mut fov, map, sight),
        }
    }
}

/// The maximum number of floor cells that serve as eyes.
const EYES: usize = 400;

/// Returns at most [`EYES`] transparent cells of the map, evenly spread.
fn some_eyes(map: &OpacityMap) -> Vec<IVec2> {
    let cells = Rectangle::new(IVec2::ZERO, map.size()).cells();
    let floor: Vec<_> = cells.filter(|cell| !map.is_opaque(*cell)).collect();
    let step = floor.len().div_ceil(EYES).max(1);
    floor.into_iter().step_by(step).collect()
}

fn mutual(fov: &mut FieldOfView, map: &OpacityMap, sight: Sight) -> Share {
    let eyes = some_eyes(map);
    let views: Vec<_> = eyes.iter().map(|eye| fov.view(map, *eye, sight)).collect();
    let mut share = Share::default();
    for (a, seen_by_a) in eyes.iter().zip(&views) {
        for (b, seen_by_b) in eyes.iter().zip(&views).take_while(|(b, _)| *b != a) {
            let (there, back) = (seen_by_a.contains(*b), seen_by_b.contains(*a));
            if there || back {
                share.count(there == back);
            }
        }
    }
    share
}

/// Counts the visible walls, or the visible floor cells, in empty rooms of 1 × 1 to 15 × 9 cells, as seen from each
/// floor cell.
fn rooms(fov: &mut FieldOfView, sight: Sight, walls: bool) -> Share {
    let mut share = Share::default();
    for (width, height) in [(1, 1), (2, 1), (5, 1), (4, 4), (9, 5), (15, 9), (5, 15)] {
        let size = UVec2::new(width + 2, height + 2);
        let outer = Rectangle::new(IVec2::ZERO, size);
        let map = OpacityMap::from_fn(size, |cell| outer.is_border(cell));
        for eye in outer.expanded(-1).cells() {
            let seen = fov.view(&map, eye, sight);
            for cell in outer.cells().filter(|cell| outer.is_border(*cell) == walls) {
                share.count(seen.contains(cell));
            }
        }
    }
    share
}

/// Counts the single pillars on an open field whose shadow widens. The pillars are up to 6 cells ahead of the eye, and
/// some of them are off to the side.
fn shadows(fov: &mut FieldOfView, sight: Sight) -> Share {
    const ROWS: i32 = 40;
    let mut share = Share::default();
    let size = UVec2::new(2 * ROWS as u32 + 1, ROWS as u32 + 1);
    let eye = IVec2::new(ROWS, ROWS);
    for depth in 1..=6 {
        for column in 0..=depth / 2 {
            let mut map = OpacityMap::new(size, false);
            map.set(eye + IVec2::new(column, -depth), true);
            let seen = fov.view(&map, eye, sight);
            let width = |row: i32| {
                (0..size.x as i32)
                    .filter(|x| !seen.contains(IVec2::new(*x, ROWS - row)))
                    .count()
            };
            // A shadow falls on whole cells, so its width may vary by one.
            let widths: Vec<_> = (depth + 1..=ROWS * 2 / 3).map(width).collect();
            let steady = widths
                .iter()
                .enumerate()
                .all(|(at, far)| widths[..at].iter().all(|near| far + 1 >= *near));
            share.count(steady && widths.last().is_some_and(|last| *last > 1));
        }
    }
    share
}

/// Puts an eye on every floor cell of corridors with a bend, a fork or a crossing, and counts the visible floor cells
/// next to each eye.
fn corners(fov: &mut FieldOfView, sight: Sight) -> Share {
    let mut share = Share::default();
    // Each bit says whether one of the four arms of a crossing is open.
    for arms in 3..16u32 {
        let mut map = OpacityMap::new(UVec2::new(11, 11), true);
        let middle = IVec2::new(5, 5);
        for (arm, step) in (0..).zip([IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y]) {
            let length = if arms >> arm & 1 == 1 { 4 } else { 0 };
            (0..=length).for_each(|distance| map.set(middle + step * distance, false));
        }
        for eye in some_eyes(&map) {
            let seen = fov.view(&map, eye, sight);
            let around = Rectangle::new(eye - 1, UVec2::splat(3));
            for cell in around.cells().filter(|cell| !map.is_opaque(*cell)) {
                share.count(seen.contains(cell));
            }
        }
    }
    share
}

fn mirrors(fov: &mut FieldOfView, map: &OpacityMap, sight: Sight) -> Share {
    let mut share = Share::default();
    let sight = Sight {
        cone: None,
        ..sight
    };
    let eyes = some_eyes(map);
    for turn in 1..8 {
        let turned = |cell| turned(map.size(), cell, turn);
        let UVec2 { x, y } = map.size();
        let size = if turn & 4 == 0 { (x, y) } else { (y, x) };
        let mut mirrored = OpacityMap::new(size, false);
        for wall in map.bits().iter() {
            mirrored.set(turned(wall), true);
        }
        for eye in eyes.iter().step_by(eyes.len().div_ceil(20).max(1)) {
            let expected: VisibleSet = fov.view(map, *eye, sight).iter().map(turned).collect();
            share.count(fov.view(&mirrored, turned(*eye), sight) == expected);
        }
    }
    share
}

/// Returns the position of a cell after the map is transformed. `turn` is a sum of 1 (mirror left to right), 2 (mirror
/// top to bottom) and 4 (transpose).
fn turned(size: UVec2, cell: IVec2, turn: u8) -> IVec2 {
    let mirrored = size.as_ivec2() - 1 - cell;
    let x = [cell.x, mirrored.x][usize::from(turn & 1)];
    let y = [cell.y, mirrored.y][usize::from(turn >> 1 & 1)];
    if turn & 4 == 0 {
        IVec2::new(x, y)
    } else {
        IVec2::new(y, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_on_the_front_page_is_what_is_measured() {
        let is_opaque = |c: IVec2| (c.x * c.x * 7 + c.y * c.y * 3 + c.x * c.y * 5) % 11 == 0;
        let map = OpacityMap::from_fn(UVec2::new(40, 20), is_opaque);
        let page = include_str!("lib.rs");
        for &algorithm in Algorithm::ALL {
            let measured = Properties::measure(algorithm, &map, Sight::default());
            let shares = [measured.mutual, measured.walls, measured.shadows];
            let others = [measured.corners, measured.floors, measured.mirrors];
            let shares = shares.iter().chain(&others);
            let shares: String = shares.map(|share| format!(" {share:>10}")).collect();
            let line = format!("//! {:<14}{shares}\n", algorithm.name());
            assert!(page.contains(&line), "{line}");
        }
    }
}
