//! The rules of light, applied cell by cell: slowly, and independently of the crate's own algorithm.

use fogbound_fov::grid::Direction;
use fogbound_fov::{Cone, FieldOfView, IVec2, OpacityMap, Sight, VisibleSet};
use fogbound_vision::{Light, LightShape, Opacities};

/// A light and the cells that it shines on.
pub struct Shining {
    pub light: Light,
    pub at: IVec2,
    pub field: VisibleSet,
}

pub struct Oracle<'a> {
    opacity: Opacities<'a>,
    /// Returns the minimum light level of a cell.
    ambient: &'a dyn Fn(IVec2) -> u32,
    pub lights: Vec<Shining>,
    /// The positions of the points along a face, relative to the centre of the face. A cell is `parts` units wide.
    points: Vec<i128>,
    parts: i128,
}

/// A point, relative to the centre of the cell (0, 0), in units of 1/`parts` of a cell.
type Point = (i128, i128);

impl<'a> Oracle<'a> {
    pub fn new(opacity: impl Into<Opacities<'a>>, ambient: &'a dyn Fn(IVec2) -> u32) -> Self {
        Self {
            opacity: opacity.into(),
            ambient,
            lights: Vec::new(),
            points: vec![-4, -2, 0, 2, 4],
            parts: 10,
        }
    }

    /// Multiplies the number of points on each face by `times`, which must be odd so that the original five points
    /// remain among them.
    pub fn denser(mut self, times: i128) -> Self {
        let parts = 10 * times;
        self.points = (0..5 * times).map(|i| 2 * i + 1 - 5 * times).collect();
        self.parts = parts;
        self
    }

    pub fn add(&mut self, light: Light, at: IVec2) {
        let round = Sight::default().with_radius(light.radius);
        let mut fov = FieldOfView::new();
        let field = match light.shape {
            LightShape::Round => fov.view(self.opacity.light, at, round),
            LightShape::Beam(cone) => {
                let mut field = fov.view(self.opacity.light, at, round.with_cone(cone));
                field.remove(at);
                field
            }
            LightShape::OnWall => {
                let mut field = VisibleSet::new();
                for face in self.faces_open_to_light(at) {
                    let half = Cone::new(face.delta(), 180);
                    field.union_with(&fov.view(self.opacity.light, at, round.with_cone(half)));
                }
                field
            }
        };
        self.lights.push(Shining { light, at, field });
    }

    fn faces_open_to_light(&self, cell: IVec2) -> Vec<Direction> {
        let is_open = |face: &Direction| !self.opacity.light.is_opaque(cell + face.delta());
        Direction::CARDINAL.into_iter().filter(is_open).collect()
    }

    /// Returns the faces of a wall that can be both seen and lit.
    fn open_faces(&self, cell: IVec2) -> Vec<Direction> {
        let mut faces = self.faces_open_to_light(cell);
        faces.retain(|face| !self.opacity.sight.is_opaque(cell + face.delta()));
        faces
    }

    /// Returns R + 1 − ⌈d⌉, where R is the radius of the light and d is the distance to the cell.
    fn level_of(light: &Shining, cell: IVec2) -> i64 {
        if !light.field.contains(cell) {
            return 0;
        }
        let way = (cell - light.at).as_dvec2();
        let distance = (way.x * way.x + way.y * way.y).sqrt().ceil();
        (i64::from(light.light.radius) + 1 - distance as i64).max(0)
    }

    fn highest(&self, cell: IVec2, of: impl Fn(&Shining) -> bool) -> i64 {
        let levels = self
            .lights
            .iter()
            .filter(|it| of(it))
            .map(|it| Self::level_of(it, cell));
        levels.max().unwrap_or(0)
    }

    fn darkness(&self, cell: IVec2) -> i64 {
        self.highest(cell, |it| it.light.darkness)
    }

    /// Returns the level of a transparent cell.
    pub fn level(&self, cell: IVec2) -> i64 {
        let light = self.highest(cell, |it| !it.light.darkness);
        i64::from((self.ambient)(cell))
            .max(light - self.darkness(cell))
            .max(0)
    }

    /// Returns whether light falls on a face of the wall that the eye sees.
    pub fn is_wall_lit(&self, wall: IVec2, eye: IVec2) -> bool {
        let dark = self.darkness(wall);
        let lights = || {
            let lights = self.lights.iter().filter(|it| !it.light.darkness);
            lights.filter(|it| Self::level_of(it, wall) > dark)
        };
        // An opaque cell that is not a wall, such as foliage, may contain a light.
        if lights().any(|it| it.at == wall && it.light.shape == LightShape::Round) {
            return true;
        }
        self.open_faces(wall).into_iter().any(|face| {
            let is_bright = (self.ambient)(wall + face.delta()) > 0;
            let mut seen = self.seen_points(wall, face, eye);
            if is_bright {
                return seen.next().is_some();
            }
            let sources: Vec<(IVec2, Point)> = lights().flat_map(|it| self.sources(it)).collect();
            seen.any(|point| self.is_reached(wall, face, point, &sources))
        })
    }

    /// Returns whether one of the lights, counted in the order in which they were added, falls on what the eye sees of a
    /// cell in its view. What the darknesses take does not matter.
    pub fn falls_on(&self, number: usize, cell: IVec2, eye: IVec2) -> bool {
        let it = &self.lights[number];
        let is_in_cell = it.at == cell && it.light.shape == LightShape::Round;
        if !it.field.contains(cell) || !self.opacity.light.is_opaque(cell) || is_in_cell {
            return it.field.contains(cell);
        }
        let sources = self.sources(it);
        self.open_faces(cell).into_iter().any(|face| {
            let mut seen = self.seen_points(cell, face, eye);
            seen.any(|point| self.is_reached(cell, face, point, &sources))
        })
    }

    /// Returns the points on a face of a wall that the eye sees.
    fn seen_points(&self, wall: IVec2, face: Direction, eye: IVec2) -> impl Iterator<Item = Point> {
        let at = self.middle(eye);
        let points = self.points_of(wall, face).into_iter();
        points.filter(move |&point| {
            self.is_before(at, wall, face)
                && self.is_clear(self.opacity.sight, eye, at, wall, point)
        })
    }

    /// Returns whether light from one of the sources reaches a point on a face of a wall.
    fn is_reached(
        &self,
        wall: IVec2,
        face: Direction,
        point: Point,
        sources: &[(IVec2, Point)],
    ) -> bool {
        sources.iter().any(|&(cell, at)| {
            self.is_before(at, wall, face)
                && self.is_clear(self.opacity.light, cell, at, wall, point)
        })
    }

    /// Returns the points that a light shines from: the centre of its cell, or a point in front of each open face of
    /// its wall.
    fn sources(&self, it: &Shining) -> Vec<(IVec2, Point)> {
        let middle = self.middle(it.at);
        if it.light.shape != LightShape::OnWall {
            return vec![(it.at, middle)];
        }
        let before = 6 * self.parts / 10;
        let flame = |face: Direction| {
            let way = face.delta();
            let at = (
                middle.0 + i128::from(way.x) * before,
                middle.1 + i128::from(way.y) * before,
            );
            // The flame is outside its wall, so the wall can block it.
            (it.at + way, at)
        };
        self.faces_open_to_light(it.at)
            .into_iter()
            .map(flame)
            .collect()
    }

    fn middle(&self, cell: IVec2) -> Point {
        (
            i128::from(cell.x) * self.parts,
            i128::from(cell.y) * self.parts,
        )
    }

    fn points_of(&self, wall: IVec2, face: Direction) -> Vec<Point> {
        let (way, (x, y)) = (face.delta(), self.middle(wall));
        let half = self.parts / 2;
        let (nx, ny) = (i128::from(way.x), i128::from(way.y));
        let at = |along: &i128| {
            (
                x + nx * half + ny.abs() * along,
                y + ny * half + nx.abs() * along,
            )
        };
        self.points.iter().map(at).collect()
    }

    fn is_before(&self, from: Point, wall: IVec2, face: Direction) -> bool {
        let (way, (x, y)) = (face.delta(), self.middle(wall));
        let half = self.parts / 2;
        match (way.x, way.y) {
            (1, _) => from.0 > x + half,
            (-1, _) => from.0 < x - half,
            (_, 1) => from.1 > y + half,
            _ => from.1 < y - half,
        }
    }

    /// Returns whether no other opaque cell blocks the straight line from a point in the cell `own` to a point on
    /// `wall`. The interior of an opaque cell blocks the line, and so does a corner where two opaque cells touch.
    fn is_clear(
        &self,
        opacity: &OpacityMap,
        own: IVec2,
        from: Point,
        wall: IVec2,
        to: Point,
    ) -> bool {
        let (min, max) = (own.min(wall) - 1, own.max(wall) + 1);
        for y in min.y..=max.y {
            for x in min.x..=max.x {
                let cell = IVec2::new(x, y);
                if cell != own
                    && cell != wall
                    && opacity.is_opaque(cell)
                    && self.passes_through(from, to, cell)
                {
                    return false;
                }
                let corner = self.middle(cell);
                let corner = (corner.0 + self.parts / 2, corner.1 + self.parts / 2);
                let around = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| cell + IVec2::new(x, y));
                let is_opaque = |at: IVec2| opacity.is_opaque(at);
                let (falling, rising) = (
                    is_opaque(around[0]) && is_opaque(around[3]),
                    is_opaque(around[1]) && is_opaque(around[2]),
                );
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let is_on_way = |at: Point| {
                    let (ax, ay) = (at.0 - from.0, at.1 - from.1);
                    let along = ax * dx + ay * dy;
                    ax * dy == ay * dx && along > 0 && along < dx * dx + dy * dy
                };
                // A line that goes right and down passes between the cells on the rising diagonal.
                let goes_right_and_down = dx.signum() * dy.signum() > 0;
                let touches = if goes_right_and_down { rising } else { falling };
                if touches && is_on_way(corner) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns whether the line passes through the interior of a cell.
    fn passes_through(&self, from: Point, to: Point, cell: IVec2) -> bool {
        let (middle, half) = (self.middle(cell), self.parts / 2);
        // The part of the line inside the cell extends from `low` to `high`. Both are fractions of the line's length,
        // with positive denominators.
        let (mut low, mut high) = ((0, 1), (1, 1));
        for (start, end, middle) in [(from.0, to.0, middle.0), (from.1, to.1, middle.1)] {
            let way = end - start;
            if way == 0 {
                if (start - middle).abs() >= half {
                    return false;
                }
                continue;
            }
            let (mut enters, mut leaves) = (middle - half - start, middle + half - start);
            if way < 0 {
                (enters, leaves) = (-leaves, -enters);
            }
            let way = way.abs();
            if enters * low.1 > low.0 * way {
                low = (enters, way);
            }
            if leaves * high.1 < high.0 * way {
                high = (leaves, way);
            }
        }
        low.0 * high.1 < high.0 * low.1
    }

    /// Returns which cells of `view` are visible to an eye with the given dark sight.
    pub fn visible(&self, eye: IVec2, view: &VisibleSet, dark_sight: u32) -> VisibleSet {
        let is_visible = |cell: IVec2| {
            (cell - eye).abs().max_element() as u32 <= dark_sight
                || self.shows_flame(cell, eye)
                || if self.opacity.light.is_opaque(cell) {
                    self.is_wall_lit(cell, eye)
                } else {
                    self.level(cell) >= 1
                }
        };
        view.iter().filter(|&cell| is_visible(cell)).collect()
    }

    /// Returns whether the cell holds a flame whose light reaches the eye.
    fn shows_flame(&self, cell: IVec2, eye: IVec2) -> bool {
        let mut lights = self
            .lights
            .iter()
            .filter(|it| !it.light.darkness && it.at == cell);
        lights.any(|it| Self::level_of(it, eye) > self.darkness(eye))
    }
}
