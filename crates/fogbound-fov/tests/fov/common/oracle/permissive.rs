//! Permissive field of view, implemented from its definition rather than its algorithm. A cell is seen if a straight
//! line joins some point inside the eye's cell to some point inside that cell without passing through the interior of a
//! wall between them. A line may touch the side or corner of a wall.
//!
//! Consider the lines that keep a given set of walls above them and the other walls below. Any weighted average of two
//! such lines is another such line, and the extreme lines pass through two of the corners that bound the set. It is
//! therefore enough to try all lines through two corners. A line must not touch certain corners of the eye's cell and
//! of the target. If, for each of these corners, some line in one set avoids it, then a weighted average of these lines
//! avoids all of the corners.

use std::collections::HashMap;

use fogbound_fov::Shape;

use super::{View, Walls};

type Point = (i64, i64);

pub fn permissive<'a>(map: &'a Walls, eye: Point, limit: Option<i64>, shape: Shape) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    for y in 0..map.height {
        for x in 0..map.width {
            if (x, y) != eye && is_permitted(map, eye, (x, y)) {
                view.show(x, y);
            }
        }
    }
    view
}

fn is_permitted(map: &Walls, (ox, oy): Point, (tx, ty): Point) -> bool {
    // Mirror the map so that the target is to the right of the eye and above it. The eye's cell spans (0, 0) to (1, 1),
    // and lines from cell to cell rise to the right.
    let (dx, dy) = ((tx - ox).abs(), (ty - oy).abs());
    let (right, up) = ((tx - ox).signum(), (ty - oy).signum());
    let between = (0..=dx).flat_map(|x| (0..=dy).map(move |y| (x, y)));
    let between = between.filter(|cell| *cell != (0, 0) && *cell != (dx, dy));
    let walls: Vec<Point> = between
        .filter(|(x, y)| map.is_opaque(ox + x * right, oy + y * up))
        .collect();
    if dx == 0 || dy == 0 {
        // Every line passes through all the cells in between.
        return walls.is_empty();
    }

    let all = [(0, 0), (dx, dy)].into_iter().chain(walls.iter().copied());
    let mut corners: Vec<Point> = all
        .flat_map(|cell| [upper_left(cell), lower_right(cell)])
        .collect();
    corners.sort_unstable();
    corners.dedup();
    // For every set of walls above a line, record which of the four corners are avoided by at least one line in the
    // set.
    let mut avoided_by: HashMap<u128, [bool; 4]> = HashMap::new();
    for (index, from) in corners.iter().enumerate() {
        for to in &corners[index + 1..] {
            let Some(line) = Line::rising(*from, *to) else {
                continue;
            };
            let ends = [
                line.side(upper_left((0, 0))),
                -line.side(lower_right((0, 0))),
                line.side(upper_left((dx, dy))),
                -line.side(lower_right((dx, dy))),
            ];
            if ends.iter().any(|side| *side < 0) {
                continue;
            }
            if let Some(above) = line.walls_above(&walls) {
                let avoided = avoided_by.entry(above).or_default();
                (0..4).for_each(|end| avoided[end] |= ends[end] > 0);
                if *avoided == [true; 4] {
                    return true;
                }
            }
        }
    }
    false
}

fn upper_left((x, y): Point) -> Point {
    (x, y + 1)
}

fn lower_right((x, y): Point) -> Point {
    (x + 1, y)
}

/// A line that rises or is level.
struct Line {
    from: Point,
    to: Point,
}

impl Line {
    /// Returns the line through two points, or `None` if the line falls. The first point must not be to the right of
    /// the second, nor above it in the same column.
    fn rising(from: Point, to: Point) -> Option<Self> {
        (to.1 >= from.1).then_some(Self { from, to })
    }

    /// Returns a positive number for points above or left of the line, and a negative number for points on the other
    /// side.
    fn side(&self, (x, y): Point) -> i64 {
        let (along, up) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        along * (y - self.from.1) - up * (x - self.from.0)
    }

    /// Returns one bit per wall, which is set if the wall is above the line. Returns `None` if the line passes through
    /// a wall.
    fn walls_above(&self, walls: &[Point]) -> Option<u128> {
        assert!(walls.len() <= 128, "too many walls for this oracle");
        let mut above = 0;
        for (index, wall) in walls.iter().enumerate() {
            // A rising line either passes between these two corners or misses the wall.
            if self.side(lower_right(*wall)) >= 0 {
                above |= 1 << index;
            } else if self.side(upper_left(*wall)) > 0 {
                return None;
            }
        }
        Some(above)
    }
}
