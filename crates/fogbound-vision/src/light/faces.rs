//! Which faces of walls an eye and a light both see.
//!
//! A wall is lit for a viewer only if light falls on a face that the viewer sees: a lamp in the next room must not light this
//! side of the wall. The truth would be a dense set of points on each face that both see. Here it is five on each face, so
//! nothing is called lit that is not; about one wall in a thousand is called dark that is lit in some narrow stripe.
//!
//! A point is seen if the straight line to it meets no opaque cell on its way. Walls are full squares here. A line that
//! passes exactly between two opaque cells which touch at a corner is stopped.

use fogbound_fov::{I64Vec2, IVec2, OpacityMap, open_faces};

use super::source::{Light, LightShape};

/// Lengths are measured in tenths of a cell, so that the points are whole numbers.
const CELL: i64 = 10;

/// Where the points of a face lie on it, from its middle.
const POINTS: [i64; 5] = [-4, -2, 0, 2, 4];

/// All points of a face.
const ALL: u8 = 0b1_1111;

/// How far before its wall the flame of a torch burns, from the middle of its cell.
const FLAME: i64 = 6;

/// What is farther away than this, in cells, shows nothing of its faces: beyond it products would overflow.
const FARTHEST: i64 = 1 << 26;

/// The point from which an eye looks or a light shines, and the cell in which that is.
#[derive(Clone, Copy)]
struct Flame {
    cell: IVec2,
    /// From the middle of the cell.
    offset: I64Vec2,
}

impl Flame {
    fn in_middle_of(cell: IVec2) -> Self {
        let offset = I64Vec2::ZERO;
        Self { cell, offset }
    }
}

/// A wall as one eye sees it.
pub(super) struct Wall<'a> {
    opacity: &'a OpacityMap,
    cell: IVec2,
    /// The faces that the eye may see, each with its points that it does see: found when they are asked for.
    faces: [Option<(IVec2, Option<u8>)>; 2],
    eye: IVec2,
}

impl<'a> Wall<'a> {
    /// The opaque cell `cell` as an eye at `eye` sees it.
    pub(super) fn new(opacity: &'a OpacityMap, cell: IVec2, eye: IVec2) -> Self {
        let way = (eye.as_i64vec2() - cell.as_i64vec2()).signum().as_ivec2();
        let face = |normal: IVec2| {
            let is_face = normal != IVec2::ZERO && !opacity.is_opaque(cell.wrapping_add(normal));
            is_face.then_some((normal, None))
        };
        let faces = [face(IVec2::new(way.x, 0)), face(IVec2::new(0, way.y))];
        Self {
            opacity,
            cell,
            faces,
            eye,
        }
    }

    /// The cells before the faces that the eye sees.
    pub(super) fn looks_out_on(&mut self) -> impl Iterator<Item = IVec2> {
        let cell = self.cell;
        (0..2).filter_map(move |index| {
            let (normal, _) = self.faces[index]?;
            (self.seen(index) != 0).then_some(cell + normal)
        })
    }

    /// Whether this light, which stands at `at` and has the wall in its field, falls on a face that the eye sees; or
    /// shines out of the cell itself, which is opaque and no wall.
    pub(super) fn is_lit_by(&mut self, light: Light, at: IVec2) -> bool {
        if at == self.cell && light.shape == LightShape::Round {
            return true;
        }
        (0..2).any(|index| {
            let Some((normal, _)) = self.faces[index] else {
                return false;
            };
            match light.shape {
                LightShape::OnWall => open_faces(self.opacity, at).any(|face| {
                    let offset = face.delta().as_i64vec2() * FLAME;
                    self.shines_on(Flame { cell: at, offset }, index, normal)
                }),
                LightShape::Round | LightShape::Beam(_) => {
                    self.shines_on(Flame::in_middle_of(at), index, normal)
                }
            }
        })
    }

    fn shines_on(&mut self, source: Flame, index: usize, normal: IVec2) -> bool {
        let lit = points_seen(self.opacity, source, self.cell, normal);
        lit != 0 && lit & self.seen(index) != 0
    }

    /// The points of a face that the eye sees.
    fn seen(&mut self, index: usize) -> u8 {
        let Some((normal, seen)) = &mut self.faces[index] else {
            return 0;
        };
        *seen.get_or_insert_with(|| {
            points_seen(
                self.opacity,
                Flame::in_middle_of(self.eye),
                self.cell,
                *normal,
            )
        })
    }
}

/// The points of the face of `wall` that looks towards `normal` which are seen from `source`, as bits. The cell before the
/// face is transparent.
fn points_seen(opacity: &OpacityMap, source: Flame, wall: IVec2, normal: IVec2) -> u8 {
    let way = wall.as_i64vec2() - source.cell.as_i64vec2();
    if way.abs().max_element() > FARTHEST {
        return 0;
    }
    // The middle of the face, from the middle of the source's cell.
    let before = normal.as_i64vec2();
    let middle = way * CELL + before * (CELL / 2);
    let is_before = (source.offset - middle).dot(before) > 0;
    if !is_before {
        return 0;
    }
    if is_empty_between(opacity, source.cell, wall + normal) {
        return ALL;
    }
    let seen = POINTS.iter().enumerate().filter(|&(_, &along)| {
        let point = middle + before.perp().abs() * along;
        is_clear(opacity, source, point, way + before)
    });
    seen.fold(0, |seen, (index, _)| seen | 1 << index)
}

/// Whether all cells of the rectangle that has these two for corners are transparent, save the first.
fn is_empty_between(opacity: &OpacityMap, one: IVec2, other: IVec2) -> bool {
    let (min, max) = (one.min(other), one.max(other));
    let width = i64::from(max.x) - i64::from(min.x) + 1;
    if width > 64 {
        return false;
    }
    let cells = u64::MAX >> (64 - width);
    (min.y..=max.y).all(|y| {
        let mut row = opacity.bits().columns(IVec2::new(min.x, y)) & cells;
        if y == one.y {
            row &= !(1 << (one.x - min.x));
        }
        row == 0
    })
}

/// Whether nothing stands between a source and a point, given from the middle of the source's cell, that lies on the edge of
/// the cell `target`, given as an offset from that cell: the line comes through `target` to the point.
fn is_clear(opacity: &OpacityMap, source: Flame, point: I64Vec2, target: I64Vec2) -> bool {
    let from = source.offset;
    let way = point - from;
    let step = way.signum();
    // A flame before its wall is in the cell before it.
    let half = CELL / 2;
    let mut cell = (from + half).div_euclid(I64Vec2::splat(CELL));
    // How far it is to the next edge of a column and of a row, each times the length of the other side: so both can be
    // compared, and only grow from edge to edge.
    let other_side = I64Vec2::new(way.y.abs(), way.x.abs());
    let mut to_edge = (cell * CELL + step * half - from).abs() * other_side;
    let more = other_side * CELL;
    // All cells on the way lie between two cells of the map, and before a torch.
    let is_opaque = |cell: I64Vec2| opacity.is_opaque(source.cell + cell.as_ivec2());
    while cell != target {
        let (goes_x, goes_y) = match (way.x != 0, way.y != 0) {
            (true, true) => (to_edge.x <= to_edge.y, to_edge.y <= to_edge.x),
            (x, y) => (x, y),
        };
        let [across, down] = [I64Vec2::new(step.x, 0), I64Vec2::new(0, step.y)];
        if goes_x && goes_y && is_opaque(cell + across) && is_opaque(cell + down) {
            return false;
        }
        if goes_x {
            cell += across;
            to_edge.x += more.x;
        }
        if goes_y {
            cell += down;
            to_edge.y += more.y;
        }
        if is_opaque(cell) {
            return false;
        }
    }
    true
}
