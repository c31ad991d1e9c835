//! Adam Milazzo's bevelled walls and inner squares, after the code in his *Roguelike Vision Algorithms*: octant by
//! octant, column by column, with a recursive call where light is split.

use fogbound_fov::Shape;

use super::{Fraction, OCTANTS, View, Walls};

pub fn diamond<'a>(map: &'a Walls, eye: (i64, i64), limit: Option<i64>, shape: Shape) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    for octant in OCTANTS {
        let (top, bottom) = (Fraction::new(1, 1), Fraction::new(0, 1));
        Octant { octant }.light(&mut view, 1, top, bottom);
    }
    view
}

struct Octant {
    octant: [(i64, i64); 2],
}

impl Octant {
    /// Returns the cell on the map that is `outward` and `aside` steps from the eye.
    fn cell(&self, view: &View, outward: i64, aside: i64) -> (i64, i64) {
        let [(ox, oy), (ax, ay)] = self.octant;
        (
            view.ox + outward * ox + aside * ax,
            view.oy + outward * oy + aside * ay,
        )
    }

    fn blocks_light(&self, view: &View, outward: i64, aside: i64) -> bool {
        let (x, y) = self.cell(view, outward, aside);
        view.map.is_opaque(x, y)
    }

    /// Follows the light between the slopes `top` and `bottom`, starting in column `x`.
    fn light(&self, view: &mut View, mut x: i64, mut top: Fraction, mut bottom: Fraction) {
        while x <= view.reach() {
            let top_y = self.top_row(view, x, top);
            let bottom_y = self.bottom_row(view, x, bottom);
            let mut was_opaque = None;
            let mut y = top_y;
            while y >= bottom_y {
                let is_opaque = self.blocks_light(view, x, y);
                // A wall is seen if light falls on it. Floor is seen if light enters its inner square. Light from above
                // enters at the lower right corner, and light from below enters at the upper left corner.
                let below_top = y != top_y || point(4 * x + 1, 4 * y - 1).less_than(top);
                let above_bottom = y != bottom_y || bottom.less_than(point(4 * x - 1, 4 * y + 1));
                if is_opaque || below_top && above_bottom {
                    let (x, y) = self.cell(view, x, y);
                    view.show(x, y);
                }
                if is_opaque && was_opaque == Some(false) {
                    // This is the step from floor to the wall below it. The light above the wall continues separately.
                    let corner = self.upper_left_corner(view, x, y);
                    if y == bottom_y {
                        if !corner.less_than(top) {
                            return;
                        }
                        bottom = corner;
                        break;
                    }
                    if corner.less_than(top) {
                        self.light(view, x + 1, top, corner);
                    }
                }
                if !is_opaque && was_opaque == Some(true) {
                    // This is the step from a wall to the floor below it. The rest of the light is below the wall.
                    let corner = self.lower_right_corner(view, x, y);
                    if corner.at_most(bottom) {
                        return;
                    }
                    top = corner;
                }
                was_opaque = Some(is_opaque);
                y -= 1;
            }
            if was_opaque != Some(false) {
                return;
            }
            x += 1;
        }
    }

    /// Returns the corner of the wall at (x, y) over which light passes: the middle of the wall's upper side, or the
    /// end of that side if a wall on top fills the bevel.
    fn upper_left_corner(&self, view: &View, x: i64, y: i64) -> Fraction {
        let run = 2 * x;
        let filled = self.blocks_light(view, x, y + 1);
        point(if filled { run - 1 } else { run }, 2 * y + 1)
    }

    /// Returns the corner of the wall above the floor at (x, y) under which light passes: the middle of the wall's
    /// lower side, or the end of that side if a wall behind fills the bevel.
    fn lower_right_corner(&self, view: &View, x: i64, y: i64) -> Fraction {
        let run = 2 * x;
        let filled = self.blocks_light(view, x + 1, y + 1);
        point(if filled { run + 1 } else { run }, 2 * y + 1)
    }

    fn top_row(&self, view: &View, x: i64, top: Fraction) -> i64 {
        if top.at_least_one() {
            return x;
        }
        let entered = row_entered(top, x);
        if self.blocks_light(view, x, entered) {
            // The light hits the bevel and slides up into the next cell, if that cell is open.
            let reaches_bevel = point(2 * x, 2 * entered + 1).at_most(top);
            if reaches_bevel && !self.blocks_light(view, x, entered + 1) {
                return entered + 1;
            }
        } else if self.lower_right_corner(view, x, entered).less_than(top) {
            return entered + 1;
        }
        entered
    }

    fn bottom_row(&self, view: &View, x: i64, bottom: Fraction) -> i64 {
        let entered = row_entered(bottom, x);
        let passes_bevel = point(2 * x, 2 * entered + 1).at_most(bottom);
        let into_floor =
            self.blocks_light(view, x, entered) && !self.blocks_light(view, x, entered + 1);
        if passes_bevel && into_floor {
            entered + 1
        } else {
            entered
        }
    }
}

/// Returns the slope of the line from the eye through a point.
fn point(x: i64, y: i64) -> Fraction {
    Fraction::new(y, x)
}

/// Returns the row in which the slope enters column `x`, at the left edge of the column, x − ½.
fn row_entered(slope: Fraction, x: i64) -> i64 {
    slope.times(2 * x - 1).halved().plus_half().floor()
}
