//! Joining the parts of a level.

use bevy::math::IVec2;

use super::carve::Canvas;
use super::random::RandomStream;
use crate::grid::Grid;
use crate::map::Tile;
use crate::path::{SIDES, Search, parts};

/// Joins all walkable parts. All parts grow into the surrounding rock at the same time. Each place where two parts meet
/// is a candidate for a tunnel. The candidates are considered from shortest to longest, and a tunnel is dug if its two
/// parts are not yet joined. (This is Kruskal's algorithm, applied to the borders of Voronoi cells.)
pub(super) fn connect(canvas: &mut Canvas, _: &mut RandomStream) {
    let (part_of, parts) = number_parts(canvas);
    if parts >= 2 {
        join_parts(canvas, part_of, parts);
    }
    join_entrances(canvas);
}

fn join_parts(canvas: &mut Canvas, mut part_of: Grid<u32>, parts: u32) {
    let size = canvas.size();
    let starts = canvas.positions().filter(|&cell| part_of[cell] != 0);
    let search = Search {
        starts: starts.map(|cell| (cell, 0)).collect(),
        ..Search::on_level(IVec2::ZERO, size)
    };
    let can_dig = |cell| canvas.can_dig(cell).then_some(1);
    let (ways, _) = search.until(can_dig, |_| None::<()>);
    for &(cell, _) in ways.reached() {
        if let Some(before) = ways.before(cell) {
            part_of.set(cell, part_of[before]);
        }
    }
    let mut meetings: Vec<(u32, IVec2, IVec2)> = Vec::new();
    for &(cell, far) in ways.reached() {
        for there in SIDES.map(|side| cell + side) {
            if ![0, part_of[cell]].contains(&part_of[there]) {
                let length = far + ways.cost_to(there).unwrap_or(0);
                meetings.push((length, cell, there));
            }
        }
    }
    // The sort is stable, so tunnels of equal length stay in the order in which they were found.
    meetings.sort_by_key(|&(length, ..)| length);
    let mut joined: Vec<u32> = (0..=parts).collect();
    for (_, one, other) in meetings {
        let (a, b) = (
            root(&mut joined, part_of[one]),
            root(&mut joined, part_of[other]),
        );
        if a == b {
            continue;
        }
        joined[a as usize] = b;
        for end in [one, other] {
            for cell in ways.way(end).into_iter().flatten() {
                canvas.set(cell, Tile::FLOOR);
            }
        }
    }
}

/// For each vault entrance that is not yet connected, digs a tunnel to the nearest passable cell.
fn join_entrances(canvas: &mut Canvas) {
    for entrance in canvas.entrances().to_vec() {
        let is_way = |cell: IVec2| canvas.is_passable(cell) && !canvas.is_kept(cell);
        let is_end = |cell: IVec2| SIDES.iter().any(|side| is_way(cell + side));
        let search = Search {
            steps: &SIDES,
            ..Search::from(entrance)
        };
        let (ways, end) = search.until(
            |cell| canvas.can_dig(cell).then_some(1),
            |cells| cells.iter().map(|it| it.0).find(|cell| is_end(*cell)),
        );
        for cell in end.and_then(|end| ways.way(end)).into_iter().flatten() {
            canvas.set(cell, Tile::FLOOR);
        }
    }
}

/// Returns each cell's part number, starting from 1, and the number of parts. Only cells that share a side are
/// connected, and doors do not separate parts.
fn number_parts(canvas: &Canvas) -> (Grid<u32>, u32) {
    let mut numbers = Grid::new(canvas.size(), 0_u32);
    let mut count = 0;
    for part in parts(canvas.size(), &SIDES, |cell| canvas.is_passable(cell)) {
        count += 1;
        for cell in part {
            numbers.set(cell, count);
        }
    }
    (numbers, count)
}

/// Returns the number that represents all the parts joined to `part`.
fn root(joined: &mut [u32], part: u32) -> u32 {
    let mut at = part;
    while joined[at as usize] != at {
        let above = joined[joined[at as usize] as usize];
        joined[at as usize] = above;
        at = above;
    }
    at
}
