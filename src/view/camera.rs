//! The part of the map that the screen shows.

use bevy::math::IVec2;
use ratatui::layout::{Position as ScreenCell, Rect};

use crate::grid::Rectangle;

/// The ground that a camera keeps in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The smallest rectangle that contains all known cells.
    pub known: Rectangle,
    /// A known cell that seldom changes. The camera moves in steps from there.
    pub anchor: IVec2,
}

/// A window onto the map. The map cell at `corner` is drawn at the top left of `area`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    corner: IVec2,
    area: Rect,
    /// The number of screen columns that a map cell occupies.
    columns: u16,
    /// Whether the map has cells of its own, apart from those of text.
    has_own_cells: bool,
}

impl Camera {
    /// Returns a camera for `area` that shows all of `frame.known` if it fits, with its middle near the middle of the
    /// area. Along an axis where it does not fit, the camera follows `focus`. Each map cell is `columns` columns wide.
    /// A `focus` outside the known ground is still shown.
    ///
    /// The camera moves by a quarter of the area at a time, by an eighth if the known ground fits, and by less if it
    /// hardly fits: a map that scrolled with every step would be restless and expensive to send to a terminal. The
    /// position depends only on the arguments, not on earlier frames, and never on the size of the map or on the
    /// player's place in it, which would tell where the unknown ground lies.
    pub fn following(focus: IVec2, frame: Frame, area: Rect, columns: u16) -> Self {
        let columns = columns.max(1);
        let along = |axis: usize, view: u16| {
            let view = i32::from(view).max(1);
            let (focus, anchor) = (focus[axis], frame.anchor[axis]);
            let (first, last) = (frame.known.min[axis], frame.known.max()[axis]);
            // All numbers below are relative to the anchor, and too small to overflow on any map.
            let (focus, first, end) = (focus - anchor, first - anchor, last - anchor + 1);
            let step = (view / 4).max(1);
            let nearest = |place: i32, step: i32| (place + step / 2).div_euclid(step) * step;
            let slack = view - (end - first);
            let corner = if slack >= 0 {
                let mut step = step / 2;
                while step > slack {
                    step /= 2;
                }
                nearest(first - slack / 2, step.max(1)).clamp(end - view, first)
            } else {
                // Multiples of the step, so that newly found ground rarely moves the map.
                let least = first.div_euclid(step) * step;
                let most = -(view - end).div_euclid(step) * step;
                nearest(focus - view / 2, step).clamp(least, most.max(least))
            };
            corner.clamp(focus - (view - 1), focus) + anchor
        };
        Self {
            corner: IVec2::new(along(0, area.width / columns), along(1, area.height)),
            area,
            columns,
            has_own_cells: false,
        }
    }

    /// Returns this camera for a map that has cells of its own, apart from those of text.
    pub(super) fn with_own_cells(self, has_own_cells: bool) -> Self {
        Self {
            has_own_cells,
            ..self
        }
    }

    /// Returns whether the map has cells of its own, apart from those of text.
    pub fn has_own_cells(&self) -> bool {
        self.has_own_cells
    }

    pub fn shows_all(&self, cells: Rectangle) -> bool {
        let shows = |cell| self.to_screen(cell).is_some();
        shows(cells.min) && shows(cells.max())
    }

    /// Returns the screen position of a map cell's first column, or `None` if the cell is outside the area.
    pub fn to_screen(&self, cell: IVec2) -> Option<ScreenCell> {
        let offset = cell - self.corner;
        let inside = offset.cmpge(IVec2::ZERO).all()
            && offset.x < i32::from(self.area.width / self.columns)
            && offset.y < i32::from(self.area.height);
        inside.then(|| {
            ScreenCell::new(
                self.area.x + offset.x as u16 * self.columns,
                self.area.y + offset.y as u16,
            )
        })
    }

    /// Returns the map cell that is drawn at a screen position inside the area.
    pub fn to_map(&self, at: ScreenCell) -> IVec2 {
        let offset = IVec2::new(
            (i32::from(at.x) - i32::from(self.area.x)).div_euclid(self.columns.into()),
            i32::from(at.y) - i32::from(self.area.y),
        );
        self.corner + offset
    }

    /// Iterates over the map cells that fit in the area, each with the screen position of its first column.
    pub fn cells(&self) -> impl Iterator<Item = (ScreenCell, IVec2)> {
        let (area, columns) = (self.area, self.columns);
        let xs = move || (0..area.width / columns).map(move |x| area.x + x * columns);
        let places =
            (area.top()..area.bottom()).flat_map(move |y| xs().map(move |x| ScreenCell::new(x, y)));
        let camera = *self;
        places.map(move |place| (place, camera.to_map(place)))
    }

    /// Returns the number of screen columns that a map cell occupies.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Returns the part of the screen that the camera covers.
    pub fn area(&self) -> Rect {
        self.area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::UVec2;

    const AREA: Rect = Rect::new(2, 1, 12, 8);

    fn frame(min: (i32, i32), size: (u32, u32)) -> Frame {
        Frame {
            known: Rectangle::new(min.into(), size.into()),
            anchor: min.into(),
        }
    }

    #[test]
    fn known_ground_that_fits_is_centred_wherever_the_player_walks() {
        for focus in [IVec2::new(50, 70), IVec2::new(53, 72)] {
            let camera = Camera::following(focus, frame((50, 70), (4, 4)), AREA, 1);
            let place = camera.to_screen(IVec2::new(50, 70));
            // Four columns and two rows are free on either side.
            assert_eq!(place, Some(ScreenCell::new(2 + 4, 1 + 2)));
        }
    }

    #[test]
    fn all_known_ground_is_shown_if_it_fits_and_moves_seldom_as_it_grows() {
        for anchor in 40..60 {
            let mut moves = 0;
            let mut last = None;
            for width in 1..=12 {
                let known = Rectangle::new(IVec2::new(50, 50), UVec2::new(width, 1));
                let frame = Frame {
                    known,
                    anchor: IVec2::splat(anchor),
                };
                let camera = Camera::following(IVec2::splat(50), frame, AREA, 1);
                assert!(camera.shows_all(known), "{width} columns from {anchor}");
                moves += usize::from(last.replace(camera).is_some_and(|it| it != camera));
            }
            assert!(moves <= 6, "{moves} moves from {anchor}");
        }
    }

    #[test]
    fn where_known_ground_does_not_fit_the_map_moves_under_the_player() {
        let frame = frame((0, 0), (100, 50));
        let camera = |x, y| Camera::following(IVec2::new(x, y), frame, AREA, 1);
        assert_eq!(camera(0, 0).to_map(ScreenCell::new(2, 1)), IVec2::ZERO);
        // The focus is at most half a step from the middle.
        let columns: Vec<_> = (48..54)
            .map(|x| camera(x, 25).to_screen(IVec2::new(x, 25)).map(|it| it.x))
            .collect();
        assert_eq!(columns, [8, 9, 7, 8, 9, 7].map(Some));
        assert!(camera(99, 49).to_screen(IVec2::new(99, 49)).is_some());
        assert!(!camera(50, 25).shows_all(frame.known));
        // A focus outside the known ground is shown.
        assert!(camera(300, -20).to_screen(IVec2::new(300, -20)).is_some());
    }

    #[test]
    fn the_same_ground_elsewhere_is_shown_at_the_same_place() {
        for size in [(5, 3), (11, 8), (40, 9), (41, 30)] {
            let at = |corner: IVec2| {
                let frame = frame(corner.into(), size);
                let camera = Camera::following(corner + IVec2::new(4, 2), frame, AREA, 1);
                camera.to_screen(corner + IVec2::new(4, 2))
            };
            for corner in [(1, 0), (7, 3), (1000, 999)] {
                assert_eq!(at(corner.into()), at(IVec2::ZERO), "{size:?}");
            }
        }
    }

    #[test]
    fn to_screen_and_to_map_are_inverse() {
        for columns in 1..=3 {
            let frame = frame((0, 0), (64, 36));
            let camera = Camera::following(IVec2::new(40, 9), frame, AREA, columns);
            for (place, cell) in camera.cells() {
                assert_eq!(camera.to_screen(cell), Some(place));
                for column in 0..columns {
                    assert_eq!(
                        camera.to_map(ScreenCell::new(place.x + column, place.y)),
                        cell
                    );
                }
            }
            let count = usize::from(AREA.width / columns * AREA.height);
            assert_eq!(camera.cells().count(), count);
        }
    }
}
