//! Rays and lines, implemented from the definitions of `raycast`, `bresenham` and `line-of-sight`, in integer units of
//! 2⁻³² cells.

use std::sync::LazyLock;

use fogbound_fov::Shape;

use super::{View, Walls};

/// A cell's width in units.
const CELL: i128 = 1 << 32;

/// 2⁶⁰ times π/4.
const EIGHTH_TURN: i128 = 905_502_432_259_640_355;

/// Returns the sine and cosine of `part / of` of a turn, times 2³² and rounded to the nearest integer.
///
/// Uses only integers. The angle is folded into the first eighth of a turn, where the series are summed with 60 binary
/// places until their terms are 0.
fn sine_and_cosine(part: i64, of: i64) -> (i128, i128) {
    let (part, of) = (i128::from(part), i128::from(of));
    let eighths = 8 * part / of;
    // The distance from the previous eighth of a turn or, when folded, to the next one.
    let beyond = 8 * part - eighths * of;
    let folded = if eighths % 2 == 0 {
        beyond
    } else {
        of - beyond
    };
    let angle = EIGHTH_TURN * folded / of;
    let (sine, cosine) = (series(angle, angle, 1), series(1 << 60, angle, 0));
    let nearer_to_the_vertical = (eighths + 1) / 2 % 2 == 1;
    let (sine, cosine) = if nearer_to_the_vertical {
        (cosine, sine)
    } else {
        (sine, cosine)
    };
    let below_the_axis = eighths >= 4;
    let left_of_the_axis = (2..6).contains(&eighths);
    let sign = |negative, value: i128| if negative { -value } else { value };
    // Halves do not occur: the only rational sines and cosines are 0, ½ and 1.
    let rounded = |value: i128| (value + (1 << 27)) >> 28;
    (
        sign(below_the_axis, rounded(sine)),
        sign(left_of_the_axis, rounded(cosine)),
    )
}

/// Sums the alternating series of the sine or the cosine. Each term is the previous one times the square of the angle,
/// divided by the two numbers that follow `last`.
fn series(first: i128, angle: i128, mut last: i128) -> i128 {
    let (mut sum, mut term) = (0, first);
    while term != 0 {
        sum += term;
        term = -((((term * angle) >> 60) * angle) >> 60) / ((last + 1) * (last + 2));
        last += 2;
    }
    sum
}

static DEGREES: LazyLock<[(i128, i128); 360]> =
    LazyLock::new(|| std::array::from_fn(|degree| sine_and_cosine(degree as i64, 360)));

pub fn raycast<'a>(map: &'a Walls, eye: (i64, i64), limit: Option<i64>, shape: Shape) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    let steps = i128::from(view.reach());
    if shape == Shape::Circle {
        // With a circle, the length of the rays is the only limit. Any other shape limits the view as well.
        view.limit = None;
    }
    let (ox, oy) = (i128::from(eye.0), i128::from(eye.1));
    let (width, height) = (i128::from(map.width), i128::from(map.height));
    for (sine, cosine) in *DEGREES {
        for k in 1..=steps {
            let (x, y) = (ox * CELL - k * sine, oy * CELL - k * cosine);
            if x < 0 || x > (width - 1) * CELL || y < 0 || y > (height - 1) * CELL {
                break;
            }
            let nearest = |units: i128| (units + CELL / 2).div_euclid(CELL) as i64;
            let (x, y) = (nearest(x), nearest(y));
            view.show(x, y);
            if map.is_opaque(x, y) {
                break;
            }
        }
    }
    view
}

pub fn bresenham<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
) -> View<'a> {
    bresenham_lines(map, eye, limit, shape, None, &*DEGREES)
}

/// Returns an oracle with the given number of points and the given distance.
pub fn bresenham_with(
    points: i64,
    distance: Option<i64>,
) -> impl for<'a> Fn(&'a Walls, (i64, i64), Option<i64>, Shape) -> View<'a> {
    let directions: Vec<_> = (0..points).map(|i| sine_and_cosine(i, points)).collect();
    move |map, eye, limit, shape| bresenham_lines(map, eye, limit, shape, distance, &directions)
}

fn bresenham_lines<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
    distance: Option<i64>,
    directions: &[(i128, i128)],
) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    let distance = i128::from(distance.unwrap_or(view.reach()));
    for (sine, cosine) in directions {
        let end = |part: i128| {
            let nearest = (distance * part.abs() + CELL / 2) / CELL;
            (nearest * part.signum()) as i64
        };
        bresenham_line(&mut view, end(*cosine), end(*sine));
    }
    view
}

fn bresenham_line(view: &mut View, dx: i64, dy: i64) {
    let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    let (mut x, mut y) = (view.ox, view.oy);
    let mut counter = long / 2;
    for _ in 0..long {
        counter += short;
        let diagonal = counter >= long;
        if diagonal {
            counter -= long;
        }
        if diagonal || dx.abs() >= dy.abs() {
            x += dx.signum();
        }
        if diagonal || dx.abs() < dy.abs() {
            y += dy.signum();
        }
        if !view.map.contains(x, y) {
            return;
        }
        view.show(x, y);
        if view.map.is_opaque(x, y) {
            return;
        }
    }
}

pub fn line_of_sight<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    for ty in 0..map.height {
        for tx in 0..map.width {
            if line_arrives(map, eye, (tx, ty)) {
                view.show(tx, ty);
            }
        }
    }
    view
}

fn line_arrives(map: &Walls, (ox, oy): (i64, i64), (tx, ty): (i64, i64)) -> bool {
    let (a, b) = ((ox - tx).abs(), (oy - ty).abs());
    let (sx, sy) = ((ox - tx).signum(), (oy - ty).signum());
    let (mut x, mut y) = (tx, ty);
    let mut counter = if a > b { 2 * b - a } else { 2 * a - b };
    while (x, y) != (ox, oy) {
        if (x, y) != (tx, ty) && map.is_opaque(x, y) {
            return false;
        }
        if a > b {
            if counter >= 0 {
                y += sy;
                counter -= 2 * a;
            }
            x += sx;
            counter += 2 * b;
        } else {
            if counter >= 0 {
                x += sx;
                counter -= 2 * b;
            }
            y += sy;
            counter += 2 * a;
        }
    }
    true
}
