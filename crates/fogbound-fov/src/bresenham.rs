//! Lines to a circle: ray casting in whole numbers.
//!
//! A number of points is spread evenly on a circle around the eye, and a line of cells is drawn to
//! each by Bresenham's rule, which steps along the longer side and lets a counter decide when to
//! step aside. Every cell on the way is seen, up to the first opaque one.
//!
//! Source: Jack Bresenham, *Algorithm for computer control of a digital plotter* (1965); the use
//! for sight is folklore.
//!
//! It is not symmetric, and where the points are too few for the circle there are gaps between the
//! lines. More points than cells on the circle change nothing but the time.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use glam::IVec2;

use super::{OpacityMap, Sight, VisibleSet};

/// Where the lines of [`Algorithm::Bresenham`](super::Algorithm::Bresenham) end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lines {
    /// How many lines there are.
    pub points: u32,
    /// The radius of the circle of their ends; `None`: that of the sight, and without one the
    /// map's width and height together.
    pub distance: Option<u32>,
}

impl Lines {
    /// A line for each degree, to the end of sight.
    pub const DEFAULT: Self = Self {
        points: 360,
        distance: None,
    };
}

impl Default for Lines {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Adds every cell that the eye sees and that is at most `reach` rows and columns away.
pub(super) fn compute(
    map: &OpacityMap,
    eye: IVec2,
    sight: Sight,
    reach: u32,
    lines: Lines,
    out: &mut VisibleSet,
) {
    out.insert(eye);
    let size = map.size();
    let distance = lines.distance.or(sight.radius).unwrap_or(size.x + size.y);
    let along = |part: f64| (f64::from(distance) * part).round() as i64;
    for point in 0..lines.points {
        let (sin, cos) = direction(point, lines.points);
        for offset in line((along(cos), along(sin))).take(reach as usize) {
            let cell = eye + offset;
            if !map.contains(cell) {
                break;
            }
            if sight.covers(offset) {
                out.insert(cell);
            }
            if map.is_opaque(cell) {
                break;
            }
        }
    }
}

/// The sine and cosine of a point's angle, remembered for the usual points.
fn direction(point: u32, points: u32) -> (f64, f64) {
    static USUAL: LazyLock<[(f64, f64); Lines::DEFAULT.points as usize]> =
        LazyLock::new(|| std::array::from_fn(|point| sin_cos(point as u32, Lines::DEFAULT.points)));
    if points == Lines::DEFAULT.points {
        USUAL[point as usize]
    } else {
        sin_cos(point, points)
    }
}

fn sin_cos(point: u32, points: u32) -> (f64, f64) {
    (TAU * f64::from(point) / f64::from(points)).sin_cos()
}

/// The cells from (0, 0) to the offset, without the first.
fn line((x, y): (i64, i64)) -> impl Iterator<Item = IVec2> {
    let step = IVec2::new(x.signum() as i32, y.signum() as i32);
    let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    let straight = if x.abs() >= y.abs() {
        IVec2::new(step.x, 0)
    } else {
        IVec2::new(0, step.y)
    };
    let (mut at, mut counter) = (IVec2::ZERO, long / 2);
    (0..long).map(move |_| {
        counter += short;
        if counter >= long {
            counter -= long;
            at += step;
        } else {
            at += straight;
        }
        at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_steps_aside_when_half_of_it_is_due() {
        let cells = |x, y| line((x, y)).map(|c| (c.x, c.y)).collect::<Vec<_>>();
        assert_eq!(cells(4, 2), [(1, 1), (2, 1), (3, 2), (4, 2)]);
        assert_eq!(cells(-1, 3), [(0, 1), (-1, 2), (-1, 3)]);
        assert_eq!(cells(2, -2), [(1, -1), (2, -2)]);
        assert_eq!(cells(0, 0), []);
    }
}
