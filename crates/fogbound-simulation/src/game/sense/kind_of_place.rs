//! Tells rooms from caves by their walls.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::Vec2Swizzles;
use bevy::prelude::*;

use crate::game::being::{PlaceKind, Places, Survey, Walls};
use crate::grid::Rectangle;
use crate::path::SIDES;

/// The walls of a cave turn at more than this percentage of their length.
const TURNS: u64 = 25;

/// How much the walls of the places before count: as much as this length of the walls of the new place.
const BEFORE: u64 = 16;

/// The walls that a level begins with, between those of rooms and those of caves.
const FIRST: Walls = Walls {
    turns: 4,
    straight: 6,
};

/// The most gaps in the walls of a room that is a plain rectangle.
const MOST_GAPS: usize = 2;

/// At least this percentage of the rows or columns of a symmetrical room have the same middle.
const SAME: u32 = 70;

/// The least number of cells and of rows that can be symmetrical by design and not by chance.
const LEAST: (usize, usize) = (12, 3);

/// Returns the kind of a new place of wide ground, from what is known of its walls. A place that goes on from another
/// one without a border is of the same kind.
///
/// Rooms have straight walls. Round rooms and rooms with niches do not, but they are symmetrical. Caves never are. A new
/// place is often seen only in part, and most places of a level are alike, so the walls of the places before count, too.
pub(super) fn kind_of(places: &mut Places, part: &[IVec2]) -> PlaceKind {
    let walls = walls_of(&places.survey, part);
    let before = places.survey.walls;
    places.survey.walls.add(walls);
    let beside = part.iter().flat_map(|cell| SIDES.map(|side| cell + side));
    let beside = beside.filter_map(|it| places.index_at(it)).min();
    let kind = beside.and_then(|it| places.get(it)).map(|it| it.kind);
    if let Some(kind) = kind.filter(|it| *it != PlaceKind::Passage) {
        return kind;
    }
    let is_room = is_straight(walls, before)
        || is_rectangle(&places.survey, part)
        || is_symmetrical(&places.survey, part, false)
        || is_symmetrical(&places.survey, part, true);
    if is_room {
        PlaceKind::Room
    } else {
        PlaceKind::Cave
    }
}

/// Measures the known walls of a part, at the points where four known cells meet.
fn walls_of(survey: &Survey, part: &[IVec2]) -> Walls {
    let corners = [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::ONE];
    let own: BTreeSet<(i32, i32)> = part.iter().map(|cell| (*cell).into()).collect();
    let points = part.iter().flat_map(|cell| corners.map(|it| cell + it));
    let points: BTreeSet<(i32, i32)> = points.map(Into::into).collect();
    let mut walls = Walls::default();
    for point in points.into_iter().map(IVec2::from) {
        let cells = corners.map(|it| point - it);
        let ground = cells.map(|it| survey.ground.contains(it));
        let is_known = cells.iter().all(|it| survey.known.contains(*it));
        // Corners where a passage begins say nothing about the place.
        let mut both = cells.iter().zip(ground);
        if !is_known || both.any(|(cell, is_ground)| is_ground && !own.contains(&(*cell).into())) {
            continue;
        }
        match ground {
            [true, true, true, true] => {}
            [a, b, c, d] if a == b && c == d || a == c && b == d => walls.straight += 1,
            [a, b, c, d] if a == d && b == c => walls.turns += 2,
            _ => walls.turns += 1,
        }
    }
    walls
}

/// Returns whether walls are mostly straight, in the light of the walls `before`.
fn is_straight(walls: Walls, before: Walls) -> bool {
    let before = Walls {
        turns: before.turns + FIRST.turns,
        straight: before.straight + FIRST.straight,
    };
    let all = before.turns + before.straight;
    let turns = walls.turns * all + BEFORE * before.turns;
    let length = (walls.turns + walls.straight + BEFORE) * all;
    turns * 100 <= length * TURNS
}

/// Returns whether a part fills nearly all of a rectangle with known walls.
fn is_rectangle(survey: &Survey, part: &[IVec2]) -> bool {
    let min = part.iter().copied().reduce(IVec2::min);
    let max = part.iter().copied().reduce(IVec2::max);
    let (Some(min), Some(max)) = (min, max) else {
        return false;
    };
    let inside = Rectangle::from_corners(min, max);
    let beside = inside
        .cells()
        .flat_map(|cell| SIDES.map(|side| cell + side));
    let sides: Vec<IVec2> = beside.filter(|cell| !inside.contains(*cell)).collect();
    let is_known = sides.iter().all(|cell| survey.known.contains(*cell));
    let gaps = sides
        .iter()
        .filter(|cell| survey.ground.contains(**cell))
        .count();
    let area = inside.size.element_product() as usize;
    is_known && gaps <= MOST_GAPS && part.len() * 10 >= area * 9
}

/// Returns whether most rows of a part have the same middle, or most columns if `is_upright` is set. Only lines of which
/// both ends are known count.
fn is_symmetrical(survey: &Survey, part: &[IVec2], is_upright: bool) -> bool {
    let turned = |cell: IVec2| if is_upright { cell.yx() } else { cell };
    let mut lines: BTreeMap<i32, (i32, i32)> = BTreeMap::new();
    for cell in part.iter().map(|cell| turned(*cell)) {
        let ends = lines.entry(cell.y).or_insert((cell.x, cell.x));
        *ends = (ends.0.min(cell.x), ends.1.max(cell.x));
    }
    let is_end = |x: i32, y: i32| {
        let cell = turned(IVec2::new(x, y));
        survey.known.contains(cell) && !survey.ground.contains(cell)
    };
    let whole = lines
        .into_iter()
        .filter(|(y, (first, last))| is_end(first - 1, *y) && is_end(last + 1, *y));
    let middles: Vec<i32> = whole.map(|(_, (first, last))| first + last).collect();
    let same = |middle: &i32| middles.iter().filter(|it| *it == middle).count();
    let most = middles.iter().map(same).max().unwrap_or(0);
    part.len() >= LEAST.0 && middles.len() >= LEAST.1 && most * 100 >= middles.len() * SAME as usize
}
