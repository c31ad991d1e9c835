//! Fields of view written directly from each algorithm's definition or published source, for clarity rather than speed.
//!
//! The oracles share no code with the library's algorithms. They have their own maps and their own slopes in exact
//! fractions, and scan one cell at a time.

mod diamond;
mod permissive;
mod rays;
mod restrictive;
mod shadowcasting;

pub use diamond::diamond;
pub use permissive::permissive;
pub use rays::{bresenham, bresenham_with, line_of_sight, raycast};
pub use restrictive::restrictive;
pub use shadowcasting::{recursive, symmetric};

use fogbound_fov::Shape;

/// A function that computes what an eye sees within a limit and a shape.
pub type Oracle = for<'a> fn(&'a Walls, (i64, i64), Option<i64>, Shape) -> View<'a>;

/// A map of walls. Everything outside the map is a wall.
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

    /// Returns the map with x and y exchanged.
    pub fn transposed(&self) -> Self {
        let columns = (0..self.width).flat_map(|x| (0..self.height).map(move |y| (x, y)));
        Self {
            width: self.height,
            height: self.width,
            opaque: columns.map(|(x, y)| self.is_opaque(x, y)).collect(),
        }
    }

    pub fn is_opaque(&self, x: i64, y: i64) -> bool {
        !self.contains(x, y) || self.opaque[(y * self.width + x) as usize]
    }
}

/// The cells that an eye at (ox, oy) sees.
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
        let distance = |from: i64, to: i64| i128::from((to - from).abs());
        let (dx, dy) = (distance(self.ox, x), distance(self.oy, y));
        match (self.limit.map(i128::from), self.shape) {
            (None, _) => true,
            (Some(r), Shape::Circle) => dx * dx + dy * dy <= r * r,
            (Some(r), Shape::Square) => dx.max(dy) <= r,
            (Some(r), Shape::Diamond) => dx + dy <= r,
            (Some(_), shape) => panic!("{shape} has no oracle"),
        }
    }

    /// Marks the cell as seen if it is on the map and within the shape.
    fn show(&mut self, x: i64, y: i64) {
        if self.map.contains(x, y) && self.in_shape(x, y) {
            self.seen[(y * self.map.width + x) as usize] = true;
        }
    }

    /// Returns the limit or, if there is none, a number of steps that is enough to reach every cell.
    fn reach(&self) -> i64 {
        self.limit.unwrap_or(self.map.width + self.map.height)
    }

    pub fn sees(&self, x: i64, y: i64) -> bool {
        self.map.contains(x, y) && self.seen[(y * self.map.width + x) as usize]
    }
}

/// An exact fraction with a positive denominator. The numbers are large enough for maps with sides of 2¹⁶ cells; on
/// larger maps, the tests panic.
#[derive(Clone, Copy)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(above: i64, below: i64) -> Self {
        Self(below.signum() * above, below.abs())
    }

    fn times(self, factor: i64) -> Self {
        Self(self.0 * factor, self.1)
    }

    fn plus_half(self) -> Self {
        Self(2 * self.0 + self.1, 2 * self.1)
    }

    fn minus_half(self) -> Self {
        Self(2 * self.0 - self.1, 2 * self.1)
    }

    fn halved(self) -> Self {
        Self(self.0, 2 * self.1)
    }

    fn at_least_one(self) -> bool {
        self.0 >= self.1
    }

    fn floor(self) -> i64 {
        self.0.div_euclid(self.1)
    }

    fn ceil(self) -> i64 {
        -((-self.0).div_euclid(self.1))
    }

    fn less_than(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn at_most(self, other: Self) -> bool {
        !other.less_than(self)
    }
}

/// The eight octants, each given by the steps on the map that lead outward from the eye and to the side.
const OCTANTS: [[(i64, i64); 2]; 8] = [
    [(1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, 1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
    [(0, -1), (-1, 0)],
];
