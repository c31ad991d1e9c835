//! MRPAS after libtcod's `fov_restrictive.c`, with the differences that the library documents: exact slopes, a list of
//! shadows that grows, and octants that read only their own cells.

use fogbound_fov::Shape;

use super::{Fraction, OCTANTS, View, Walls};

/// A range of slopes that walls hide.
struct Shadow {
    start: Fraction,
    end: Fraction,
}

pub fn restrictive<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    for octant in OCTANTS {
        scan(&mut view, octant);
    }
    view
}

fn scan(view: &mut View, [(ox, oy), (ax, ay)]: [(i64, i64); 2]) {
    let mut shadows: Vec<Shadow> = Vec::new();
    // The cells that are seen and transparent in each row of this octant. The first row is the eye's own cell.
    let mut passable = vec![vec![true]];
    let mut first_slope = Fraction::new(0, 1);
    for row in 1..=view.reach() {
        let shadows_before = shadows.len();
        let mut any_visible = false;
        passable.push(vec![false; row as usize + 1]);
        for column in first_slope.times(row).plus_half().floor()..=row {
            let x = view.ox + row * ox + column * ax;
            let y = view.oy + row * oy + column * ay;
            if !view.map.contains(x, y) {
                break;
            }
            let start = Fraction::new(2 * column - 1, 2 * row);
            let centre = Fraction::new(column, row);
            let end = Fraction::new(2 * column + 1, 2 * row);
            let wall = view.map.is_opaque(x, y);

            let mut visible = true;
            let mut extended = false;
            if shadows_before > 0 {
                let before = |column: i64| {
                    let cell = usize::try_from(column).ok();
                    cell.and_then(|cell| passable[row as usize - 1].get(cell)) == Some(&true)
                };
                visible = before(column) || before(column - 1);
                for shadow in &mut shadows[..shadows_before] {
                    if !visible {
                        break;
                    }
                    if end.less_than(shadow.start) || shadow.end.less_than(start) {
                        continue;
                    }
                    if !wall {
                        visible = !(shadow.start.less_than(centre) && centre.less_than(shadow.end));
                    } else if shadow.start.at_most(start) && end.at_most(shadow.end) {
                        visible = false;
                    } else {
                        extended = true;
                        if start.less_than(shadow.start) {
                            shadow.start = start;
                        }
                        if shadow.end.less_than(end) {
                            shadow.end = end;
                        }
                    }
                }
            }
            if !visible {
                continue;
            }
            any_visible = true;
            view.show(x, y);
            if !wall {
                passable[row as usize][column as usize] = true;
            } else if start.at_most(first_slope) {
                first_slope = end;
                if column == row {
                    return;
                }
            } else if !extended {
                shadows.push(Shadow { start, end });
            }
        }
        if !any_visible {
            return;
        }
    }
}
