//! Binary space partition.
//!
//! The level is cut in two, each half in two again, until the parts are too
//! small to be cut. Each part gets a room. Going back up, a corridor joins the
//! two sides of every cut, so that when the first cut has been bridged,
//! everything is connected.

use std::ops::Range;

use bevy::math::{IVec2, UVec2};
use rand::RngExt;

use super::carve::Canvas;
use super::random::{RandomStream, between};
use crate::grid::Rectangle;

/// A part is not cut into anything smaller than this, unless the level itself
/// is. One column and one row of it stay free.
const SMALLEST_PART: UVec2 = UVec2::new(10, 8);

/// The shortest side of a room.
const SHORTEST: i32 = 3;

/// Carves a level by partition.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    carve_part(canvas.room_for_parts(), canvas, rng);
}

/// Carves the rooms of one part, joins them, and says which of the canvas's
/// rooms they are. The depth of the recursion is logarithmic in the size of
/// the part, since [`cut`] leaves a third of it at least on either side.
fn carve_part(part: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) -> Range<usize> {
    let Some((first, second)) = cut(part, rng) else {
        let index = canvas.rooms.len();
        canvas.carve_room(room_within(part, rng));
        return index..index + 1;
    };
    let first_rooms = carve_part(first, canvas, rng);
    let second_rooms = carve_part(second, canvas, rng);
    // The middle of the line along which the part was cut.
    let seam = if first.min.y == second.min.y {
        IVec2::new(second.min.x, part.center().y)
    } else {
        IVec2::new(part.center().x, second.min.y)
    };
    let from = center_nearest(&canvas.rooms[first_rooms.clone()], seam);
    let to = center_nearest(&canvas.rooms[second_rooms.clone()], seam);
    canvas.carve_corridor(from, to, rng.random());
    first_rooms.start..second_rooms.end
}

/// Cuts a part across its longer side, measured in [`SMALLEST_PART`]s; `None`
/// if it is too small for that.
fn cut(part: Rectangle, rng: &mut RandomStream) -> Option<(Rectangle, Rectangle)> {
    let (size, smallest) = (part.size, SMALLEST_PART);
    let upright = size.x * smallest.y >= size.y * smallest.x;
    let (length, least) = if upright {
        (size.x, smallest.x)
    } else {
        (size.y, smallest.y)
    };
    if length < 2 * least {
        return None;
    }
    let least = least.max(length / 3);
    let at = rng.random_range(least..=length - least);
    let (first, offset) = if upright {
        (UVec2::new(at, size.y), IVec2::new(at as i32, 0))
    } else {
        (UVec2::new(size.x, at), IVec2::new(0, at as i32))
    };
    Some((
        Rectangle::new(part.min, first),
        Rectangle::new(part.min + offset, size - offset.as_uvec2()),
    ))
}

/// A room at random within a part, leaving its last column and row free, and
/// filling at least half of either side.
fn room_within(part: Rectangle, rng: &mut RandomStream) -> Rectangle {
    let space = part.size.as_ivec2() - IVec2::ONE;
    let width = between(rng, SHORTEST.max(space.x / 2), space.x);
    let height = between(rng, SHORTEST.max(space.y / 2), space.y);
    let offset = IVec2::new(
        between(rng, 0, space.x - width),
        between(rng, 0, space.y - height),
    );
    Rectangle::new(part.min + offset, IVec2::new(width, height).as_uvec2())
}

/// The centre, of all these rooms' centres, that lies nearest to `place`.
fn center_nearest(rooms: &[Rectangle], place: IVec2) -> IVec2 {
    let centers = rooms.iter().map(Rectangle::center);
    let nearest = centers.min_by_key(|center| center.distance_squared(place));
    nearest.unwrap_or(place)
}
