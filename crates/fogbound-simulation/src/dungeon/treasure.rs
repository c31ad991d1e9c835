//! Loose treasure. It lies where only a player who looks for it finds it: in dark dead ends and corners of rooms, off the
//! shortest way between the stairs.

use bevy::math::IVec2;
use rand::seq::SliceRandom;

use super::carve::Canvas;
use super::lighting::dark_cells;
use super::random::RandomStream;
use crate::grid::Direction;
use crate::map::Tile;
use crate::path::{KING, Search};

/// Treasure lies more than this many steps from every cell of the shortest way between the stairs, which is as far as an
/// open lantern shines.
const OFF_THE_WAY: i32 = 7;

/// Treasures lie more than this many steps from each other.
const APART: i32 = 4;

/// Places as many treasures as the site asks for, or fewer if there are not enough dark corners.
pub(super) fn place(canvas: &mut Canvas, rng: &mut RandomStream) {
    let wanted = canvas.site().odds.treasure as usize;
    let dark = dark_cells(canvas);
    let mut way = way_between_stairs(canvas);
    let far = |cell: IVec2, from: &[IVec2], steps: i32| {
        let mut near = from.iter();
        near.all(|it| (cell - it).abs().max_element() > steps)
    };
    way.extend(canvas.first_cell());
    let mut corners: Vec<IVec2> = canvas
        .positions()
        .filter(|&cell| canvas.tile(cell) == Tile::FLOOR && !canvas.is_kept(cell))
        .filter(|&cell| dark.get(cell) && is_corner(canvas, cell))
        .filter(|&cell| far(cell, &way, OFF_THE_WAY))
        .collect();
    corners.shuffle(rng);
    let mut taken: Vec<IVec2> = Vec::new();
    for cell in corners {
        if taken.len() < wanted && far(cell, &taken, APART) {
            canvas.set(cell, Tile::TREASURE);
            taken.push(cell);
        }
    }
}

/// Returns the cells of the shortest way from the start to the stairs down, or to the goal.
fn way_between_stairs(canvas: &Canvas) -> Vec<IVec2> {
    let end = canvas
        .positions()
        .find(|cell| canvas.tile(*cell).leads_on());
    let (Some(start), Some(end)) = (canvas.first_cell(), end) else {
        return Vec::new();
    };
    let search = Search {
        steps: &KING,
        ..Search::on_level(start, canvas.size())
    };
    let (ways, found) = search.until(
        |cell| canvas.is_plain_way(cell).then_some(1),
        |cells| cells.iter().find(|it| it.0 == end).copied(),
    );
    found.and_then(|it| ways.way(it.0)).unwrap_or_default()
}

/// Returns whether a cell is a dead end, or the corner of a room or cave: nothing that passes through the place has to
/// cross it.
fn is_corner(canvas: &Canvas, cell: IVec2) -> bool {
    let open = |way: IVec2| canvas.is_passable(cell + way);
    let sides = Direction::CARDINAL.map(Direction::delta);
    let sides: Vec<IVec2> = sides.into_iter().filter(|way| open(*way)).collect();
    match sides[..] {
        [_] => true,
        [one, other] => one != -other && open(one + other),
        _ => false,
    }
}
