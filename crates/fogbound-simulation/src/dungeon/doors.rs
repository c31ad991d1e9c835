//! Doors and windows.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::RandomStream;
use crate::grid::{Direction, Rectangle};
use crate::map::Tile;

/// Places doors, curtains and grates where corridors meet rooms and where caves narrow. Cuts windows between two rooms,
/// or between a room and a corridor.
///
/// Secret doors appear only on loops, so no path depends on them.
pub(super) fn hang(canvas: &mut Canvas, rng: &mut RandomStream) {
    for place in canvas.ways_round().to_vec() {
        if is_doorway(canvas, place) {
            let tile = match rng.random_range(0..20_u32) {
                0..9 => Tile::CLOSED_DOOR,
                9..14 => Tile::SECRET_DOOR,
                14..16 => Tile::CLOSED_GRATE,
                16..18 => Tile::CURTAIN,
                _ => Tile::OPEN_DOOR,
            };
            canvas.set(place, tile);
        }
    }
    for room in canvas.rooms.clone() {
        for place in wall_line(room) {
            if !is_doorway(canvas, place) {
                continue;
            }
            let tile = match rng.random_range(0..32_u32) {
                0..18 => Tile::CLOSED_DOOR,
                18..22 => Tile::OPEN_DOOR,
                22..24 => Tile::CURTAIN,
                24 => Tile::CLOSED_GRATE,
                _ => Tile::FLOOR,
            };
            canvas.set(place, tile);
        }
        cut_window(room, canvas, rng);
    }
    for place in canvas.positions() {
        if is_narrow(canvas, place) && rng.random_ratio(1, 6) {
            canvas.set(place, Tile::CLOSED_DOOR);
        }
    }
}

/// Returns whether a cell is a floor cell between two walls and has no door next to it.
fn is_doorway(canvas: &Canvas, place: IVec2) -> bool {
    let is_door = |way: &Direction| {
        let tile = canvas.tile(place + way.delta());
        tile.opens_to().is_some() || tile.closes_to().is_some() || tile == Tile::CURTAIN
    };
    canvas.tile(place) == Tile::FLOOR
        && !canvas.is_kept(place)
        && leads_through(place, canvas)
        && !Direction::CARDINAL.iter().any(is_door)
}

/// Returns whether a cell is a narrow place in a cave, with open space on both sides.
fn is_narrow(canvas: &Canvas, place: IVec2) -> bool {
    if !is_doorway(canvas, place) || canvas.is_at_room(place) {
        return false;
    }
    let along = if canvas.tile(place + IVec2::X) == Tile::FLOOR {
        IVec2::X
    } else {
        IVec2::Y
    };
    let is_wide = |middle: IVec2| {
        let beside = [middle + along.perp(), middle - along.perp()];
        beside.into_iter().all(|at| canvas.tile(at) == Tile::FLOOR)
    };
    is_wide(place + along) && is_wide(place - along)
}

/// Sometimes turns a wall cell of a room into a window that looks onto another room or a corridor. Prefers windows that
/// look onto a room.
fn cut_window(room: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    if rng.random_ratio(1, 2) {
        return;
    }
    let may_be_window = |place: &IVec2| {
        canvas.tile(*place) == Tile::WALL
            && !canvas.is_kept(*place)
            && leads_through(*place, canvas)
    };
    let places: Vec<IVec2> = wall_line(room).filter(may_be_window).collect();
    let sides = |place: IVec2| Direction::CARDINAL.map(|it| place + it.delta());
    let joins_rooms = |place: &&IVec2| {
        let mut beside = sides(**place).into_iter().filter(|it| !room.contains(*it));
        beside.any(|at| canvas.tile(at) == Tile::FLOOR && canvas.is_in_room(at))
    };
    let best: Vec<IVec2> = places.iter().filter(joins_rooms).copied().collect();
    let places = if best.is_empty() { places } else { best };
    if !places.is_empty() {
        // A level has far fewer than 2^32 cells, so the conversion is exact.
        let chosen = rng.random_range(0..places.len() as u32);
        canvas.set(places[chosen as usize], Tile::WINDOW);
    }
}

/// Iterates over the cells around a room, where its walls are or could be.
fn wall_line(room: Rectangle) -> impl Iterator<Item = IVec2> {
    let outer = room.expanded(1);
    outer
        .cells()
        .filter(move |&position| outer.is_border(position))
}

/// Returns whether a cell has walls on two opposite sides and floor on the other two.
fn leads_through(position: IVec2, canvas: &Canvas) -> bool {
    let pair = |direction: Direction| {
        (
            canvas.tile(position + direction.delta()),
            canvas.tile(position - direction.delta()),
        )
    };
    let (upright, across) = (pair(Direction::North), pair(Direction::East));
    let (walls, floors) = ((Tile::WALL, Tile::WALL), (Tile::FLOOR, Tile::FLOOR));
    (upright, across) == (walls, floors) || (upright, across) == (floors, walls)
}
