//! Shadowcasting, implemented from the definitions of `symmetric` and `recursive`.

use fogbound_fov::Shape;

use super::{Fraction, View, Walls};

pub fn symmetric<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    let (one, minus_one) = (Fraction::new(1, 1), Fraction::new(-1, 1));
    for quadrant in 0..4 {
        // Use a list instead of recursion, because maps may be too deep for the stack.
        let mut rows = vec![(1, minus_one, one)];
        while let Some((d, s, e)) = rows.pop() {
            if d <= view.reach() {
                symmetric_row(&mut view, quadrant, d, s, e, &mut rows);
            }
        }
    }
    view
}

/// Scans the row at depth `d` with the arc from `s` to `e`. The rows behind it that remain to be scanned are added to
/// `rows`.
fn symmetric_row(
    view: &mut View,
    quadrant: u8,
    d: i64,
    mut s: Fraction,
    e: Fraction,
    rows: &mut Vec<(i64, Fraction, Fraction)>,
) {
    let mut before = None;
    for c in s.times(d).plus_half().floor()..=e.times(d).minus_half().ceil() {
        let (x, y) = match quadrant {
            0 => (view.ox + c, view.oy - d),
            1 => (view.ox + c, view.oy + d),
            2 => (view.ox + d, view.oy + c),
            _ => (view.ox - d, view.oy + c),
        };
        let wall = view.map.is_opaque(x, y);
        let centre = Fraction::new(c, 1);
        if wall || s.times(d).at_most(centre) && centre.at_most(e.times(d)) {
            view.show(x, y);
        }
        let left_edge = Fraction::new(2 * c - 1, 2 * d);
        if before == Some(true) && !wall {
            s = left_edge;
        }
        if before == Some(false) && wall {
            rows.push((d + 1, s, left_edge));
        }
        before = Some(wall);
    }
    if before == Some(false) {
        rows.push((d + 1, s, e));
    }
}

pub fn recursive<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    let (start, end) = (Fraction::new(1, 1), Fraction::new(0, 1));
    for octant in [
        (1, 0, 0, 1),
        (0, 1, 1, 0),
        (0, -1, 1, 0),
        (-1, 0, 0, 1),
        (-1, 0, 0, -1),
        (0, -1, -1, 0),
        (0, 1, -1, 0),
        (1, 0, 0, -1),
    ] {
        recursive_scan(&mut view, octant, 1, start, end);
    }
    view
}

fn recursive_scan(
    view: &mut View,
    octant: (i64, i64, i64, i64),
    first: i64,
    mut start: Fraction,
    end: Fraction,
) {
    if start.less_than(end) {
        return;
    }
    let (xx, xy, yx, yy) = octant;
    let last = view.reach();
    for n in first..=last {
        let dy = -n;
        let mut in_shadow = false;
        let mut next_start = start;
        for dx in -n..=0 {
            // The slopes are (dx ∓ ½) / (dy ± ½), with both parts doubled.
            let left = Fraction::new(2 * dx - 1, 2 * dy + 1);
            let right = Fraction::new(2 * dx + 1, 2 * dy - 1);
            if start.less_than(right) {
                continue;
            }
            if left.less_than(end) {
                break;
            }
            let (x, y) = (view.ox + dx * xx + dy * xy, view.oy + dx * yx + dy * yy);
            if !view.map.contains(x, y) {
                continue;
            }
            view.show(x, y);
            let wall = view.map.is_opaque(x, y);
            if in_shadow {
                if wall {
                    next_start = right;
                } else {
                    in_shadow = false;
                    start = next_start;
                }
            } else if wall && n < last {
                recursive_scan(view, octant, n + 1, start, left);
                next_start = right;
                in_shadow = true;
            }
        }
        if in_shadow {
            return;
        }
    }
}
