//! Loose treasure. It lies where only a player who looks for it finds it: in dark dead ends and corners of rooms, off the
//! shortest way between the stairs.

use bevy::math::IVec2;
use rand::seq::SliceRandom;

use super::carve::Canvas;
use super::lighting::dark_cells;
use super::random::RandomStream;
use super::stairs::ways_from;
use crate::grid::Direction;
use crate::map::Tile;

/// Going by a treasure on the way between the stairs costs at least this many steps.
const DETOUR: u32 = 12;

/// Treasures lie more than this many steps from each other.
const APART: i32 = 4;

/// Places as many treasures as the site asks for, or fewer if there are not enough dark corners.
pub(super) fn place(canvas: &mut Canvas, rng: &mut RandomStream) {
    let wanted = canvas.site().odds.treasure as usize;
    let stairs = canvas
        .positions()
        .find(|cell| canvas.tile(*cell).leads_on());
    let (Some(start), Some(stairs)) = (canvas.first_cell(), stairs) else {
        return;
    };
    let ways = |from| ways_from(canvas.size(), from, |cell| canvas.is_plain_way(cell));
    let (there, back) = (ways(start), ways(stairs));
    let by = |cell| Some(there.cost_to(cell)? + back.cost_to(cell)?);
    let far = by(stairs).map(|way| way + DETOUR);
    let mut dark = dark_cells(canvas);
    // The first room stays bare.
    for cell in canvas.rooms().first().iter().flat_map(|room| room.cells()) {
        dark.set(cell, false);
    }
    let mut corners: Vec<IVec2> = canvas
        .positions()
        .filter(|&cell| canvas.tile(cell) == Tile::FLOOR && !canvas.is_kept(cell))
        .filter(|&cell| dark.contains(cell) && is_corner(canvas, cell))
        .filter(|&cell| by(cell) >= far)
        .collect();
    corners.shuffle(rng);
    let mut taken: Vec<IVec2> = Vec::new();
    for cell in corners {
        let mut others = taken.iter();
        let is_apart = others.all(|it| (cell - it).abs().max_element() > APART);
        if taken.len() < wanted && is_apart {
            canvas.set(cell, Tile::TREASURE);
            taken.push(cell);
        }
    }
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
