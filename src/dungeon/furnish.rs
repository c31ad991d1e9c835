//! What stands in a level's rooms and in its doorways: the things that make
//! looking interesting.
//!
//! Nothing here ever parts what was connected. A door opens; foliage is walked
//! through; a window takes the place of a wall; and a pillar stands only where
//! all eight cells around it are floor, so there is a way round it.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::{RandomStream, between};
use crate::grid::{Direction, Rectangle};
use crate::map::Tile;

/// Furnishes the rooms one after the other. The first, where the player
/// begins, has doors and windows only.
pub(super) fn furnish(canvas: &mut Canvas, rng: &mut RandomStream) {
    for index in 0..canvas.rooms.len() {
        let room = canvas.rooms[index];
        hang_doors(room, canvas, rng);
        cut_window(room, canvas, rng);
        if index > 0 {
            match rng.random_range(0..6u32) {
                0 => raise_pillars(room, canvas),
                1 => grow_foliage(room, canvas, rng),
                _ => {}
            }
        }
    }
}

/// Hangs doors, most of them closed, in most of the doorways around a room.
fn hang_doors(room: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    for position in wall_line(room) {
        if canvas.tile(position) != Tile::Floor || !leads_through(position, canvas) {
            continue;
        }
        let tile = match rng.random_range(0..8u32) {
            0..5 => Tile::ClosedDoor,
            5 => Tile::OpenDoor,
            _ => Tile::Floor,
        };
        canvas.tiles.set(position, tile);
    }
}

/// Turns, now and then, one cell of the wall around a room into a window, if
/// there is something behind it to be seen.
fn cut_window(room: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    if rng.random_ratio(2, 3) {
        return;
    }
    let may_be_window =
        |&position: &IVec2| canvas.tile(position) == Tile::Wall && leads_through(position, canvas);
    let places: Vec<_> = wall_line(room).filter(may_be_window).collect();
    if !places.is_empty() {
        // A level has far fewer than 2^32 cells, so this loses nothing.
        let chosen = rng.random_range(0..places.len() as u32);
        canvas.tiles.set(places[chosen as usize], Tile::Window);
    }
}

/// Raises four pillars, or as many as there is space for, in a large room.
fn raise_pillars(room: Rectangle, canvas: &mut Canvas) {
    let (first, last) = (room.min + IVec2::splat(2), room.max() - IVec2::splat(2));
    if last.x - first.x < 2 || last.y < first.y {
        return;
    }
    for position in [
        first,
        IVec2::new(last.x, first.y),
        IVec2::new(first.x, last.y),
        last,
    ] {
        let around = Direction::ALL.map(|it| canvas.tile(position + it.delta()));
        if around.into_iter().all(|tile| tile == Tile::Floor) {
            canvas.tiles.set(position, Tile::Wall);
        }
    }
}

/// Lets a thicket grow around some cell of a room.
fn grow_foliage(room: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    let middle = IVec2::new(
        between(rng, room.min.x, room.max().x),
        between(rng, room.min.y, room.max().y),
    );
    for position in Rectangle::from_corners(middle, middle).expanded(2).cells() {
        let grows = rng.random_ratio(1, 2);
        if grows && room.contains(position) && canvas.tile(position) == Tile::Floor {
            canvas.tiles.set(position, Tile::Foliage);
        }
    }
}

/// The cells where the walls of a room stand or could stand.
fn wall_line(room: Rectangle) -> impl Iterator<Item = IVec2> {
    let outer = room.expanded(1);
    outer
        .cells()
        .filter(move |&position| outer.is_border(position))
}

/// Whether the cell has walls on two opposite sides and floor on the other
/// two.
fn leads_through(position: IVec2, canvas: &Canvas) -> bool {
    let pair = |direction: Direction| {
        (
            canvas.tile(position + direction.delta()),
            canvas.tile(position - direction.delta()),
        )
    };
    let (upright, across) = (pair(Direction::North), pair(Direction::East));
    let (walls, floors) = ((Tile::Wall, Tile::Wall), (Tile::Floor, Tile::Floor));
    (upright, across) == (walls, floors) || (upright, across) == (floors, walls)
}
