//! Fields of view written straight from the specification, for clarity and not for speed.
//!
//! Nothing of the library's algorithms is used here: own maps, own slopes in exact fractions, plain
//! recursion, one cell at a time.

use std::sync::LazyLock;

use fogbound::fov::Shape;

/// A map of walls; everything outside is a wall.
#[derive(Clone, Debug)]
pub struct Walls {
    pub width: i64,
    pub height: i64,
    pub opaque: Vec<bool>,
}

impl Walls {
    pub fn contains(&self, x: i64, y: i64) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    pub fn is_opaque(&self, x: i64, y: i64) -> bool {
        !self.contains(x, y) || self.opaque[(y * self.width + x) as usize]
    }
}

/// What an eye at (ox, oy) sees.
pub struct View<'a> {
    pub map: &'a Walls,
    pub ox: i64,
    pub oy: i64,
    pub limit: Option<i64>,
    pub shape: Shape,
    pub seen: Vec<bool>,
}

impl<'a> View<'a> {
    pub fn new(map: &'a Walls, (ox, oy): (i64, i64), limit: Option<i64>, shape: Shape) -> Self {
        let seen = vec![false; map.opaque.len()];
        let mut view = Self {
            map,
            ox,
            oy,
            limit,
            shape,
            seen,
        };
        view.show(ox, oy);
        view
    }

    fn in_shape(&self, x: i64, y: i64) -> bool {
        let (dx, dy) = ((x - self.ox).abs(), (y - self.oy).abs());
        match (self.limit, self.shape) {
            (None, _) => true,
            (Some(r), Shape::Circle) => dx * dx + dy * dy <= r * r,
            (Some(r), Shape::Square) => dx.max(dy) <= r,
            (Some(r), Shape::Diamond) => dx + dy <= r,
        }
    }

    /// Marks the cell if it is on the map and in shape.
    fn show(&mut self, x: i64, y: i64) {
        if self.map.contains(x, y) && self.in_shape(x, y) {
            self.seen[(y * self.map.width + x) as usize] = true;
        }
    }

    /// Large enough to reach every cell, in steps of any kind.
    fn reach(&self) -> i64 {
        self.limit.unwrap_or(self.map.width + self.map.height)
    }

    pub fn sees(&self, x: i64, y: i64) -> bool {
        self.map.contains(x, y) && self.seen[(y * self.map.width + x) as usize]
    }
}

/// An exact fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(above: i64, below: i64) -> Self {
        let sign = i128::from(below.signum());
        Self(sign * i128::from(above), sign * i128::from(below))
    }

    fn times(self, factor: i64) -> Self {
        Self(self.0 * i128::from(factor), self.1)
    }

    fn plus_half(self) -> Self {
        Self(2 * self.0 + self.1, 2 * self.1)
    }

    fn minus_half(self) -> Self {
        Self(2 * self.0 - self.1, 2 * self.1)
    }

    fn floor(self) -> i64 {
        self.0.div_euclid(self.1) as i64
    }

    fn ceil(self) -> i64 {
        -((-self.0).div_euclid(self.1)) as i64
    }

    fn less_than(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn at_most(self, other: Self) -> bool {
        !other.less_than(self)
    }
}

pub fn symmetric<'a>(
    map: &'a Walls,
    eye: (i64, i64),
    limit: Option<i64>,
    shape: Shape,
) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    let (one, minus_one) = (Fraction::new(1, 1), Fraction::new(-1, 1));
    for quadrant in 0..4 {
        symmetric_row(&mut view, quadrant, 1, minus_one, one);
    }
    view
}

fn symmetric_row(view: &mut View, quadrant: u8, d: i64, mut s: Fraction, e: Fraction) {
    if d > view.reach() {
        return;
    }
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
            symmetric_row(view, quadrant, d + 1, s, left_edge);
        }
        before = Some(wall);
    }
    if before == Some(false) {
        symmetric_row(view, quadrant, d + 1, s, e);
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
            // (dx ∓ ½) / (dy ± ½), both parts doubled.
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

static DEGREES: LazyLock<[(f64, f64); 360]> = LazyLock::new(|| {
    std::array::from_fn(|i| ((i as f64).to_radians().sin(), (i as f64).to_radians().cos()))
});

pub fn raycast<'a>(map: &'a Walls, eye: (i64, i64), limit: Option<i64>, shape: Shape) -> View<'a> {
    let mut view = View::new(map, eye, limit, shape);
    let steps = view.reach();
    if shape == Shape::Circle {
        // The length of the rays is the limit; only the other shapes clip as well.
        view.limit = None;
    }
    for (sin, cos) in *DEGREES {
        let (mut x, mut y) = (view.ox as f64, view.oy as f64);
        for _ in 0..steps {
            x -= sin;
            y -= cos;
            let (right, bottom) = ((map.width - 1) as f64, (map.height - 1) as f64);
            if x < 0.0 || x > right || y < 0.0 || y > bottom {
                break;
            }
            let (cx, cy) = ((x + 0.5).floor() as i64, (y + 0.5).floor() as i64);
            view.show(cx, cy);
            if map.is_opaque(cx, cy) {
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
    bresenham_with(360, None)(map, eye, limit, shape)
}

/// With another number of points and another distance than usual.
pub fn bresenham_with(
    points: i64,
    distance: Option<i64>,
) -> impl for<'a> Fn(&'a Walls, (i64, i64), Option<i64>, Shape) -> View<'a> {
    move |map, eye, limit, shape| {
        let mut view = View::new(map, eye, limit, shape);
        let distance = distance.unwrap_or(view.reach()) as f64;
        for i in 0..points {
            let angle = std::f64::consts::TAU * i as f64 / points as f64;
            let (dx, dy) = (
                (distance * angle.cos()).round(),
                (distance * angle.sin()).round(),
            );
            bresenham_line(&mut view, dx as i64, dy as i64);
        }
        view
    }
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

/// Whether some straight line from the eye's cell to the target's, among many tried, passes through
/// the inside of no wall. The target may be a wall itself.
///
/// The lines join points in sixteenths of a cell, none on an edge.
pub fn some_line_is_clear(map: &Walls, eye: (i64, i64), target: (i64, i64)) -> bool {
    const PARTS: [i64; 4] = [1, 5, 11, 15];
    let points = |(x, y): (i64, i64)| {
        PARTS
            .iter()
            .flat_map(move |a| PARTS.iter().map(move |b| (16 * x + a, 16 * y + b)))
    };
    points(eye).any(|from| points(target).any(|to| line_is_clear(map, eye, target, from, to)))
}

fn line_is_clear(
    map: &Walls,
    eye: (i64, i64),
    target: (i64, i64),
    (x0, y0): (i64, i64),
    (x1, y1): (i64, i64),
) -> bool {
    let side = |x: i64, y: i64| (x1 - x0) * (16 * y - y0) - (y1 - y0) * (16 * x - x0);
    for y in eye.1.min(target.1)..=eye.1.max(target.1) {
        for x in eye.0.min(target.0)..=eye.0.max(target.0) {
            if (x, y) == eye || (x, y) == target || !map.is_opaque(x, y) {
                continue;
            }
            let corners = [
                side(x, y),
                side(x + 1, y),
                side(x, y + 1),
                side(x + 1, y + 1),
            ];
            if corners.iter().any(|s| *s > 0) && corners.iter().any(|s| *s < 0) {
                return false;
            }
        }
    }
    true
}
