//! Takes in what the player has learned of the ground, so that the places of the level get names.

use bevy::prelude::*;

use super::naming;
use crate::game::being::{Places, Player, Survey, Things};
use crate::grid::{BitGrid, Direction, ones};
use crate::map::{Tile, TileMap};
use crate::path::SIDES;
use crate::vision::{Knowledge, MapMemory, Position, Viewshed};

type Knower = (
    &'static Position,
    &'static Viewshed,
    Ref<'static, MapMemory>,
);

/// Names the places that the player has learned of. Runs after the player's memory has been written, and does nothing
/// while that stays the same.
pub(crate) fn name_places(
    (map, things): (Option<Res<TileMap>>, Res<Things>),
    mut places: ResMut<Places>,
    players: Query<Knower, With<Player>>,
) {
    let (Ok((eye, viewshed, memory)), Some(map)) = (players.single(), map) else {
        return;
    };
    if !memory.is_changed() {
        return;
    }
    places.cover(map.size());
    places.come(eye.0);
    let mut news = Vec::new();
    for (start, seen) in viewshed.visible().words() {
        let settled = {
            let survey = &places.survey;
            survey.ground.columns(start) & !survey.waiting.columns(start)
        };
        let cells = ones(seen & !settled).map(|column| start + IVec2::new(column, 0));
        take_in(&mut places.survey, (&memory, &things), cells, &mut news);
    }
    // Some cells become known in other ways, such as by touch or from a map.
    if places.survey.count != memory.known_count() {
        let known = memory.known_cells().map(|(cell, _)| cell);
        let mut cells: Vec<IVec2> = known
            .filter(|it| !places.survey.known.contains(*it))
            .collect();
        cells.sort_unstable_by_key(|it| (it.y, it.x));
        take_in(&mut places.survey, (&memory, &things), cells, &mut news);
    }
    if news.is_empty() {
        return;
    }
    find_pillars(&mut places.survey, &memory, &mut news);
    judge(&mut places.survey, &news);
    naming::name(&mut places, &memory, eye.0);
    set_landmarks(&mut places);
}

/// Takes in the tiles of cells without a place. Adds the cells that are news to `news`.
fn take_in(
    survey: &mut Survey,
    (memory, things): (&MapMemory, &Things),
    cells: impl IntoIterator<Item = IVec2>,
    news: &mut Vec<IVec2>,
) {
    for cell in cells {
        let (tile, object) = match memory.get(cell) {
            Knowledge::Seen { tile, object, .. } => (tile, object),
            Knowledge::Told { tile } => (tile, None),
            Knowledge::Unknown => continue,
        };
        let is_new = !survey.known.contains(cell);
        let is_ground = is_ground(tile);
        // A pillar stays ground.
        let is_pillar = !is_ground && !is_new && is_pillar(survey, tile, cell);
        if !is_new && (is_ground || is_pillar) == survey.ground.contains(cell) {
            continue;
        }
        survey.count += usize::from(is_new);
        survey.known.set(cell, true);
        survey.ground.set(cell, is_ground);
        survey.waiting.set(cell, is_ground);
        news.push(cell);
        let of_thing = || things.get(object?)?.landmark.as_deref();
        if let Some(landmark) = tile.landmark().or_else(of_thing) {
            survey.landmarks.push((cell, landmark.to_owned()));
        }
    }
}

/// Returns whether a tile is part of the ground of a place, whether one can walk on it or only see across it.
fn is_ground(tile: Tile) -> bool {
    !tile.parts_places() && (tile.is_walkable() || !tile.is_opaque())
}

/// Returns whether an obstacle stands free: there is ground on all four sides of it.
fn is_pillar(survey: &Survey, tile: Tile, cell: IVec2) -> bool {
    !tile.parts_places() && SIDES.iter().all(|side| survey.ground.contains(cell + side))
}

/// Makes obstacles ground that turn out to stand free, so that a room is a room in spite of its pillars.
fn find_pillars(survey: &mut Survey, memory: &MapMemory, news: &mut Vec<IVec2>) {
    for at in 0..news.len() {
        let cell = news[at];
        for near in SIDES.map(|side| cell + side).into_iter().chain([cell]) {
            let is_wall = survey.known.contains(near) && !survey.ground.contains(near);
            let tile = memory.tile(near).filter(|_| is_wall);
            if tile.is_some_and(|tile| is_pillar(survey, tile, near)) {
                survey.ground.set(near, true);
                survey.waiting.set(near, true);
                news.push(near);
            }
        }
    }
}

/// Judges the ground at and around the new cells: is it wide or narrow?
///
/// A cell is wide if it lies in a square of 2 × 2 cells of ground, and narrow if it cannot do so, because all cells
/// around it are known.
fn judge(survey: &mut Survey, news: &[IVec2]) {
    for &cell in news {
        let around = Direction::ALL.map(|way| cell + way.delta());
        for cell in around.into_iter().chain([cell]) {
            let is_waiting = survey.waiting.contains(cell);
            let three =
                |bits: &BitGrid| [-1, 0, 1].map(|y| bits.columns(cell + IVec2::new(-1, y)) & 7);
            let [above, beside, below] = three(&survey.ground);
            let has_two = |rows: u64| rows & 0b011 == 0b011 || rows & 0b110 == 0b110;
            let is_wide = has_two(above & beside) || has_two(beside & below);
            let is_narrow = !is_wide && is_waiting && survey.is_surrounded(cell);
            survey.wide.set(cell, is_waiting && is_wide);
            survey.narrow.set(cell, is_narrow);
        }
    }
}

/// Gives places the landmarks that stand in them or, for landmarks that are no ground, beside them.
fn set_landmarks(places: &mut Places) {
    let landmarks = std::mem::take(&mut places.survey.landmarks);
    for (cell, landmark) in landmarks {
        let beside = || {
            let around = SIDES.into_iter().map(|side| cell + side);
            around.filter_map(|it| places.index_at(it)).min()
        };
        match places.index_at(cell).or_else(beside) {
            Some(index) => places.mark(index, &landmark),
            None => places.survey.landmarks.push((cell, landmark)),
        }
    }
}
