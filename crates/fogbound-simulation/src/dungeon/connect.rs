//! Joining the parts of a level.

use std::collections::{HashMap, VecDeque};

use bevy::math::IVec2;

use super::carve::Canvas;
use super::random::RandomStream;
use super::sides::SIDES;
use crate::grid::Grid;
use crate::map::Tile;

/// Joins all parts that can be walked on: parts grow into the rock around them, all at once, and where two meet that are
/// not joined yet a tunnel is dug, the shortest first. (Kruskal's algorithm over the borders of Voronoi cells.)
pub(super) fn connect(canvas: &mut Canvas, _: &mut RandomStream) {
    let (part_of, parts) = parts(canvas);
    if parts >= 2 {
        join_parts(canvas, part_of, parts);
    }
    join_entrances(canvas);
}

fn join_parts(canvas: &mut Canvas, mut part_of: Grid<u32>, parts: u32) {
    let size = canvas.size();
    let mut came_from: Grid<IVec2> = Grid::new(size, IVec2::ZERO);
    let mut steps: Grid<u32> = Grid::new(size, 0);
    let mut front: Vec<IVec2> = Vec::new();
    for cell in canvas.positions() {
        if part_of.get(cell).is_some_and(|it| *it != 0) {
            came_from.set(cell, cell);
            front.push(cell);
        }
    }
    let mut meetings: Vec<(u32, IVec2, IVec2)> = Vec::new();
    let mut next = Vec::new();
    while !front.is_empty() {
        for &cell in &front {
            let (part, far) = (part_of[cell], steps[cell]);
            for side in SIDES {
                let there = cell + side;
                match part_of[there] {
                    0 if canvas.can_dig(there) => {
                        part_of.set(there, part);
                        steps.set(there, far + 1);
                        came_from.set(there, cell);
                        next.push(there);
                    }
                    other if other != 0 && other != part => {
                        meetings.push((far + steps[there], cell, there));
                    }
                    _ => {}
                }
            }
        }
        front.clear();
        std::mem::swap(&mut front, &mut next);
    }
    // Equally short ones in the order in which they were found.
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
            let mut cell = end;
            while came_from[cell] != cell {
                canvas.set(cell, Tile::FLOOR);
                cell = came_from[cell];
            }
        }
    }
}

/// Digs from each entrance of a vault that no way leads to yet to what is nearest.
fn join_entrances(canvas: &mut Canvas) {
    for entrance in canvas.entrances().to_vec() {
        let is_way = |cell: IVec2| canvas.is_passable(cell) && !canvas.is_kept(cell);
        if SIDES.iter().any(|side| is_way(entrance + side)) {
            continue;
        }
        let mut came_from: HashMap<IVec2, IVec2> = HashMap::from([(entrance, entrance)]);
        let mut front = VecDeque::from([entrance]);
        let mut end = None;
        'search: while let Some(cell) = front.pop_front() {
            for side in SIDES {
                let there = cell + side;
                if came_from.contains_key(&there) {
                    continue;
                }
                if is_way(there) {
                    end = Some(cell);
                    break 'search;
                }
                if canvas.can_dig(there) {
                    came_from.insert(there, cell);
                    front.push_back(there);
                }
            }
        }
        let mut cell = end.unwrap_or(entrance);
        while cell != entrance {
            canvas.set(cell, Tile::FLOOR);
            cell = came_from[&cell];
        }
    }
}

/// By cell the number of the part that it is in, from 1; and how many parts there are. Cells are connected over their four
/// sides, and doors are no hindrance.
pub(super) fn parts(canvas: &Canvas) -> (Grid<u32>, u32) {
    let mut parts = Grid::new(canvas.size(), 0_u32);
    let mut count = 0;
    let mut front = Vec::new();
    for first in canvas.positions() {
        if !canvas.is_passable(first) || parts[first] != 0 {
            continue;
        }
        count += 1;
        parts.set(first, count);
        front.push(first);
        while let Some(cell) = front.pop() {
            for side in SIDES {
                let there = cell + side;
                if canvas.is_passable(there) && parts[there] == 0 {
                    parts.set(there, count);
                    front.push(there);
                }
            }
        }
    }
    (parts, count)
}

/// The number that stands for all parts that are joined with this one.
fn root(joined: &mut [u32], part: u32) -> u32 {
    let mut at = part;
    while joined[at as usize] != at {
        let above = joined[joined[at as usize] as usize];
        joined[at as usize] = above;
        at = above;
    }
    at
}
