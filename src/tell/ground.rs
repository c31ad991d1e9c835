//! Puts the ground into words: the cells around the player, the cells in one direction, and every cell in view.

use std::collections::BTreeMap;

use bevy::math::IVec2;

use super::whence::offset_words;
use crate::game::Visibility;
use crate::grid::Direction;
use crate::map::Tile;
use crate::view::{Observation, PointOfView, Scene, capitalized, compass, with_article};

/// Returns the cells that the owner of these eyes sees, with their tiles, row by row.
pub(super) fn cells_in_view(eyes: &PointOfView) -> Vec<(IVec2, Tile)> {
    let visible = eyes.viewshed.iter().flat_map(|it| it.visible().iter());
    let known = visible.filter_map(|at| Some((at, eyes.memory.tile(at)?)));
    let mut cells: Vec<(IVec2, Tile)> = known.collect();
    cells.sort_by_key(|(at, _)| (at.y, at.x));
    cells
}

/// Describes cells row by row, with runs of the same name merged: `3 north: wall 5 west to 3 west, floor 2 west to 0.`
///
/// Each cell is an offset from the player, and has a name. An empty name is left out. `heading` begins each line.
pub(super) fn rows_words<'a>(
    heading: &str,
    cells: impl IntoIterator<Item = (IVec2, &'a str)>,
) -> Vec<String> {
    let mut rows: BTreeMap<i32, Vec<(i32, i32, &str)>> = BTreeMap::new();
    for (at, name) in cells {
        let runs = rows.entry(at.y).or_default();
        match runs.last_mut() {
            Some((_, end, last)) if *last == name && *end + 1 == at.x => *end = at.x,
            _ => runs.push((at.x, at.x, name)),
        }
    }
    let column = |x: i32| match x {
        0 => "0".to_owned(),
        x => offset_words(IVec2::new(x, 0)),
    };
    let run = |(first, last, name): &(i32, i32, &str)| {
        let to = match first == last {
            true => column(*first),
            false => format!("{} to {}", column(*first), column(*last)),
        };
        format!("{name} {to}").trim_start().to_owned()
    };
    let row = |(y, runs): (i32, Vec<_>)| {
        let row = match y {
            0 => "your row".to_owned(),
            y => offset_words(IVec2::new(0, y)),
        };
        let runs: Vec<String> = runs.iter().map(run).collect();
        format!("{heading}{row}: {}.", runs.join(", "))
    };
    rows.into_iter().map(row).collect()
}

/// Returns every cell in view, one line per row.
pub(super) fn view_rows(eyes: &PointOfView) -> Vec<String> {
    let cells = cells_in_view(eyes);
    let named = cells.iter().map(|(at, tile)| (*at - eyes.at, tile.name()));
    rows_words("View, ", named)
}

/// Returns the cells from which the player can be seen, one line per row.
pub(super) fn exposed_rows(scene: &Scene, eyes: &PointOfView) -> Vec<String> {
    let exposure = scene.exposure_of(eyes);
    let mut cells: Vec<IVec2> = exposure.from.iter().map(|at| *at - eyes.at).collect();
    cells.sort_by_key(|at| (at.y, at.x));
    rows_words("Seen from, ", cells.into_iter().map(|at| (at, "")))
}

/// Returns what the player knows to be on a cell beside it: a creature in view, or else the tile.
fn beside(seen: &Observation, eyes: &PointOfView, at: IVec2) -> String {
    let mut creatures = seen.creatures();
    if let Some(creature) = creatures.find(|it| it.at == at) {
        return creature.name.clone();
    }
    let tile = eyes.memory.tile(at);
    tile.map_or("unknown".to_owned(), |tile| tile.name().to_owned())
}

/// The directions clockwise from north.
const CLOCKWISE: [Direction; 8] = [
    Direction::North,
    Direction::NorthEast,
    Direction::East,
    Direction::SouthEast,
    Direction::South,
    Direction::SouthWest,
    Direction::West,
    Direction::NorthWest,
];

/// Names the eight cells around the player, clockwise from north, with runs merged.
pub(super) fn around(seen: &Observation, eyes: &PointOfView) -> String {
    let mut runs: Vec<(Direction, Direction, String)> = Vec::new();
    for way in CLOCKWISE {
        let name = beside(seen, eyes, eyes.at + way.delta());
        match runs.last_mut() {
            Some((_, end, last)) if *last == name => *end = way,
            _ => runs.push((way, way, name)),
        }
    }
    if let [(_, _, name)] = &runs[..] {
        return format!("All around: {name}.");
    }
    let run = |(first, last, name): &(Direction, Direction, String)| match first == last {
        true => format!("{} {name}", compass(*first)),
        false => format!("{} to {} {name}", compass(*first), compass(*last)),
    };
    let runs: Vec<String> = runs.iter().map(run).collect();
    format!("{}.", capitalized(&runs.join("; ")))
}

/// Returns the directions in which the player knows that it can step.
pub(super) fn ways(eyes: &PointOfView) -> Vec<Direction> {
    let opens = |way: &Direction| {
        let tile = eyes.memory.tile(eyes.at + way.delta());
        tile.is_some_and(Tile::is_passable)
    };
    CLOCKWISE.into_iter().filter(opens).collect()
}

/// Says how far the player sees in a direction, how much of that is lit, what remarkable tile is on the way, and what is
/// first in the way.
pub(super) fn scan(
    scene: &Scene,
    eyes: &PointOfView,
    seen: &Observation,
    way: Direction,
) -> String {
    let name = compass(way);
    let (mut clear, mut lit, mut passes) = (0, 0, None);
    let end = loop {
        let far = clear + 1;
        let at = eyes.at + way.delta() * far;
        if let Some(creature) = seen.creatures().find(|it| it.at == at) {
            break format!("{} {far} {name}", creature.called);
        }
        let sees = eyes.viewshed.as_ref().is_some_and(|it| it.sees(at));
        match eyes.memory.tile(at) {
            None => break format!("unknown from {far} {name}"),
            Some(tile) if !tile.is_walkable() => {
                let how = if sees { "" } else { ", as you remember" };
                break format!("{} {far} {name}{how}", with_article(tile));
            }
            Some(_) if !sees => break format!("not in view from {far} {name}"),
            Some(tile) => {
                clear = far;
                lit += i32::from(is_lit(scene, eyes, at));
                if tile != Tile::FLOOR && passes.is_none() {
                    passes = Some(format!("{} {far} {name}", with_article(tile)));
                }
            }
        }
    };
    let mut words = vec![match clear {
        1 => "1 clear cell".to_owned(),
        _ => format!("{clear} clear cells"),
    }];
    if scene.light.is_lit_world() && clear > 0 {
        words.push(match lit {
            0 => "none of it lit".to_owned(),
            lit if lit == clear => "all of it lit".to_owned(),
            lit => format!("{lit} of them lit"),
        });
    }
    words.extend(passes);
    words.push(format!("then {end}"));
    format!("{}: {}.", capitalized(name), words.join(", "))
}

fn is_lit(scene: &Scene, eyes: &PointOfView, at: IVec2) -> bool {
    let light = scene.map.as_deref().map(|map| {
        let light = scene.light.seen_from(map.opacities(), eyes.at, at);
        Visibility::in_light(light.level)
    });
    light.is_some_and(|it| it != Visibility::Hidden)
}
