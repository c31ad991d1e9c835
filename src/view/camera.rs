//! The part of the map that the screen shows.

use bevy::math::{IVec2, UVec2};
use ratatui::layout::{Position as ScreenCell, Rect};

/// A window onto the map. The map cell at `corner` is drawn at the top left of `area`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    corner: IVec2,
    area: Rect,
    /// The number of screen columns that a map cell occupies.
    columns: u16,
}

impl Camera {
    /// Returns a camera that keeps `focus` near the middle of `area`, without scrolling past the map's edges. Each map
    /// cell is `columns` columns wide. If the whole map fits along an axis, it is centred along that axis. A `focus`
    /// outside the map is still shown.
    ///
    /// The camera moves by a quarter of the area at a time: a map that scrolled with every step would be restless and
    /// expensive to send to a terminal. The position depends only on the arguments, not on earlier frames.
    pub fn following(focus: IVec2, map: UVec2, area: Rect, columns: u16) -> Self {
        let columns = columns.max(1);
        let along = |focus: i32, map: u32, view: u16| {
            let (map, view) = (map as i32, i32::from(view));
            let corner = if map <= view {
                -((view - map) / 2)
            } else {
                let step = (view / 4).max(1);
                let middle = focus - view / 2;
                let corner = (middle + step / 2).div_euclid(step) * step;
                corner.clamp(0, map - view)
            };
            corner.clamp(focus.saturating_sub((view - 1).max(0)), focus)
        };
        Self {
            corner: IVec2::new(
                along(focus.x, map.x, area.width / columns),
                along(focus.y, map.y, area.height),
            ),
            area,
            columns,
        }
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

    const AREA: Rect = Rect::new(2, 1, 11, 5);

    #[test]
    fn a_small_map_is_centred_wherever_the_player_walks() {
        for focus in [IVec2::ZERO, IVec2::new(4, 2)] {
            let camera = Camera::following(focus, UVec2::new(5, 3), AREA, 1);
            assert_eq!(camera.to_screen(IVec2::ZERO), Some(ScreenCell::new(5, 2)));
        }
    }

    #[test]
    fn a_large_map_moves_under_the_player_and_stops_at_its_edges() {
        let camera = |x, y| Camera::following(IVec2::new(x, y), UVec2::new(100, 50), AREA, 1);
        assert_eq!(camera(0, 0).to_map(ScreenCell::new(2, 1)), IVec2::ZERO);
        // The focus is in the middle of the area, or one cell away from it.
        let columns: Vec<_> = (48..54)
            .map(|x| camera(x, 25).to_screen(IVec2::new(x, 25)).map(|it| it.x))
            .collect();
        assert_eq!(columns, [6, 7, 6, 7, 6, 7].map(Some));
        let rows: Vec<_> = (20..24)
            .map(|y| camera(50, y).to_screen(IVec2::new(50, y)).map(|it| it.y))
            .collect();
        assert_eq!(rows, [3; 4].map(Some));
        assert_eq!(
            camera(99, 49).to_map(ScreenCell::new(12, 5)),
            IVec2::new(99, 49)
        );
        assert_eq!(camera(50, 25).to_screen(IVec2::new(57, 25)), None);
    }

    #[test]
    fn to_screen_and_to_map_are_inverse() {
        for columns in 1..=3 {
            let map = UVec2::new(64, 36);
            let camera = Camera::following(IVec2::new(40, 9), map, AREA, columns);
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
