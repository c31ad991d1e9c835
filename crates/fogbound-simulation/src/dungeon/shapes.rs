//! The shapes of rooms.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::caves;
use super::random::{RandomStream, between};
use crate::grid::Rectangle;
use crate::map::Tile;

/// The shape of a room within its rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Rectangle,
    Cross,
    Round,
    Alcoves,
    Cave,
}

/// Carves a room with a random shape that spans the given rectangle. The first room of a level is always a full
/// rectangle, because the player starts there.
pub(super) fn carve_room(canvas: &mut Canvas, room: Rectangle, rng: &mut RandomStream) {
    let is_first = canvas.rooms.is_empty();
    let (least, most) = (room.size.min_element(), room.size.max_element());
    let shape = match rng.random_range(0..20_u32) {
        _ if is_first || least < 5 => Shape::Rectangle,
        0..4 if most >= 7 => Shape::Cross,
        4..7 => Shape::Round,
        7..10 if least >= 7 => Shape::Alcoves,
        10..13 if most >= 8 => Shape::Cave,
        _ => Shape::Rectangle,
    };
    match shape {
        Shape::Rectangle => fill(canvas, room),
        Shape::Cross => cross(canvas, room, rng),
        Shape::Round => round(canvas, room),
        Shape::Alcoves => alcoves(canvas, room),
        Shape::Cave => caves::grow(canvas, room, rng),
    }
    canvas.note_room(room);
}

fn fill(canvas: &mut Canvas, cells: Rectangle) {
    for cell in cells.cells() {
        canvas.set(cell, Tile::FLOOR);
    }
}

/// Carves a cross that consists of a horizontal bar and a vertical bar.
fn cross(canvas: &mut Canvas, room: Rectangle, rng: &mut RandomStream) {
    let size = room.size.as_ivec2();
    let bar = |length: i32, rng: &mut RandomStream| {
        let wide = between(rng, (length / 3).max(2), (length / 2).max(2));
        let at = between(rng, 1, (length - wide - 1).max(1));
        (at, wide.min(length - at))
    };
    let (x, wide) = bar(size.x, rng);
    let (y, high) = bar(size.y, rng);
    let along = Rectangle::new(
        room.min + IVec2::new(0, y),
        IVec2::new(size.x, high).as_uvec2(),
    );
    let across = Rectangle::new(
        room.min + IVec2::new(x, 0),
        IVec2::new(wide, size.y).as_uvec2(),
    );
    fill(canvas, along);
    fill(canvas, across);
}

/// Carves the largest ellipse that fits in a rectangle.
fn round(canvas: &mut Canvas, room: Rectangle) {
    let size = room.size.as_ivec2();
    let double = |cell: IVec2| (cell - room.min) * 2 + IVec2::ONE - size;
    for cell in room.cells() {
        let square = |it: IVec2| it.as_i64vec2() * it.as_i64vec2();
        let (offset, all) = (square(double(cell)), square(size));
        if offset.x * all.y + offset.y * all.x <= all.x * all.y {
            canvas.set(cell, Tile::FLOOR);
        }
    }
}

/// Carves a hall with niches on all sides.
fn alcoves(canvas: &mut Canvas, room: Rectangle) {
    fill(canvas, room.expanded(-1));
    let middle = room.center();
    for cell in room.cells().filter(|cell| room.is_border(*cell)) {
        let from_middle = (cell - middle).abs();
        let is_corner = {
            let (first, last) = (room.min, room.max());
            (cell.x == first.x || cell.x == last.x) && (cell.y == first.y || cell.y == last.y)
        };
        if !is_corner && (from_middle.x + from_middle.y) % 2 == 0 {
            canvas.set(cell, Tile::FLOOR);
        }
    }
}
