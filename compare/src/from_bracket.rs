//! The adapter for maps of bracket-pathfinding that the page BRACKET.md of fogbound-fov shows.

// The page shows the lines from here on.
use bracket_pathfinding::prelude::{Algorithm2D, Point};
use fogbound_fov::{FieldOfView, IVec2, Sight, UVec2};

/// Returns the points that are visible from `start`, on any map with bracket's traits.
pub fn field_of_view(start: Point, range: i32, map: &dyn Algorithm2D) -> Vec<Point> {
    let size = map.dimensions();
    let size = UVec2::new(size.x as u32, size.y as u32);
    let sight = Sight::default().with_radius(range as u32);
    let is_opaque = |cell: IVec2| map.is_opaque(map.point2d_to_index(Point::new(cell.x, cell.y)));
    let seen = FieldOfView::new().view_with(size, (start.x, start.y), sight, is_opaque);
    seen.iter().map(|cell| Point::new(cell.x, cell.y)).collect()
}
