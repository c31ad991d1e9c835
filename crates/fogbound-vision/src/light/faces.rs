//! Finds which wall faces are visible from both an eye and a light.
//!
//! A wall is lit for a viewer only if light falls on a face that the viewer sees: a lamp in the next room must not
//! light the side of the wall that the viewer sees. An exact answer would need a dense set of points on each face. This
//! module tests only five points on each face. It never reports a dark wall as lit, but it reports a few walls in
//! 10,000 as dark even though a narrow stripe of each is lit.
//!
//! A point is seen if no opaque cell blocks the straight line to it. For this test, a wall fills its entire cell. The
//! points are chosen such that no line passes exactly through a corner of a cell.

use fogbound_fov::{I64Vec2, IVec2, OpacityMap, open_faces};

use super::source::{Light, LightShape};
use crate::Opacities;

/// The size of a cell. Lengths are in tenths of a cell, so that the coordinates of all points are whole numbers.
const CELL: i64 = 10;

/// The positions of the points along a face, relative to the centre of the face.
const POINTS: [i64; 5] = [-4, -2, 0, 2, 4];

/// A mask of all points on a face.
const ALL: u8 = 0b1_1111;

/// The distance from the centre of a torch's cell to its flame, which is just outside the wall.
const FLAME: i64 = 6;

/// The maximum distance, in cells, at which faces are tested. Beyond this distance, the products would overflow.
const FARTHEST: i64 = 1 << 26;

/// A point that an eye looks from or a light shines from, with its cell.
#[derive(Clone, Copy)]
struct Flame {
    cell: IVec2,
    /// The offset from the centre of the cell.
    offset: I64Vec2,
}

impl Flame {
    fn in_middle_of(cell: IVec2) -> Self {
        let offset = I64Vec2::ZERO;
        Self { cell, offset }
    }
}

/// A cell that stops light, seen by one eye.
pub(super) struct Wall<'a> {
    opacity: Opacities<'a>,
    cell: IVec2,
    /// The faces that could be visible, each with a mask of the points that the eye sees. The mask is computed on first
    /// use.
    faces: [Option<(IVec2, Option<u8>)>; 2],
    eye: IVec2,
}

impl<'a> Wall<'a> {
    /// Creates the wall at `cell`, which stops light, as seen by an eye at `eye`.
    pub(super) fn new(opacity: Opacities<'a>, cell: IVec2, eye: IVec2) -> Self {
        let way = (eye.as_i64vec2() - cell.as_i64vec2()).signum().as_ivec2();
        let face = |normal: IVec2| {
            let is_face =
                normal != IVec2::ZERO && !opacity.sight.is_opaque(cell.wrapping_add(normal));
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

    /// Returns the cells that do not stop light in front of the faces that the eye sees.
    pub(super) fn looks_out_on(&mut self) -> impl Iterator<Item = IVec2> {
        let cell = self.cell;
        (0..2).filter_map(move |index| {
            let (normal, _) = self.faces[index]?;
            let is_open = !self.opacity.light.is_opaque(cell + normal);
            (is_open && self.seen(index) != 0).then_some(cell + normal)
        })
    }

    /// Returns whether `light` at `at`, whose field contains the wall, falls on a face that the eye sees. Also returns
    /// true for a round light in the same cell: such a cell is opaque but not a wall.
    pub(super) fn is_lit_by(&mut self, light: Light, at: IVec2) -> bool {
        if at == self.cell && light.shape == LightShape::Round {
            return true;
        }
        (0..2).any(|index| {
            let Some((normal, _)) = self.faces[index] else {
                return false;
            };
            match light.shape {
                LightShape::OnWall => open_faces(self.opacity.light, at).any(|face| {
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
        // What the eye looks through may stop light.
        if self.opacity.light.is_opaque(self.cell + normal) {
            return false;
        }
        let lit = points_seen(self.opacity.light, source, self.cell, normal);
        lit != 0 && lit & self.seen(index) != 0
    }

    /// Returns a mask of the points on a face that the eye sees.
    fn seen(&mut self, index: usize) -> u8 {
        let Some((normal, seen)) = &mut self.faces[index] else {
            return 0;
        };
        *seen.get_or_insert_with(|| {
            points_seen(
                self.opacity.sight,
                Flame::in_middle_of(self.eye),
                self.cell,
                *normal,
            )
        })
    }
}

/// Returns a mask of the points on one face of `wall` that are visible from `source`. `normal` points outward from the
/// face. The cell in front of the face is transparent.
fn points_seen(opacity: &OpacityMap, source: Flame, wall: IVec2, normal: IVec2) -> u8 {
    let way = wall.as_i64vec2() - source.cell.as_i64vec2();
    if way.abs().max_element() > FARTHEST {
        return 0;
    }
    // The centre of the face, relative to the centre of the source's cell.
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

/// Returns whether all cells in the rectangle with opposite corners `one` and `other` are transparent, not counting
/// `one`.
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

/// Returns whether nothing blocks the line from `source` to `point`. `point` is relative to the centre of the source's
/// cell and lies on the edge of the cell `target`, which is given as an offset from the source's cell. The line reaches
/// `point` through `target`.
fn is_clear(opacity: &OpacityMap, source: Flame, point: I64Vec2, target: I64Vec2) -> bool {
    let from = source.offset;
    let way = point - from;
    let step = way.signum();
    // The flame of a torch is in the cell in front of its wall.
    let half = CELL / 2;
    let mut cell = (from + half).div_euclid(I64Vec2::splat(CELL));
    // The distances to the next column edge and to the next row edge, each multiplied by the extent of the line along
    // the other axis. The two are then comparable, and each grows by a constant amount from one edge to the next.
    let other_side = I64Vec2::new(way.y.abs(), way.x.abs());
    let mut to_edge = (cell * CELL + step * half - from).abs() * other_side;
    let more = other_side * CELL;
    // This cannot overflow, because all cells on the line lie between two cells of the map or in front of a torch.
    let is_opaque = |cell: I64Vec2| opacity.is_opaque(source.cell + cell.as_ivec2());
    while cell != target {
        // The line never passes through a corner of a cell. All coordinates of a source are even and those of a corner are
        // odd, but of the two coordinates of a point on a face only one is odd. On a vertical line, `to_edge.y` is always 0.
        let goes_x = way.y == 0 || to_edge.x < to_edge.y;
        if goes_x {
            cell.x += step.x;
            to_edge.x += more.x;
        } else {
            cell.y += step.y;
            to_edge.y += more.y;
        }
        if is_opaque(cell) {
            return false;
        }
    }
    true
}
