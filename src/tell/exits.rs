//! The exits of a place, as far as the player knows them.

use std::collections::BTreeMap;

use bevy::math::IVec2;

use super::whence::place_words;
use crate::game::Places;
use crate::grid::Direction;
use crate::map::Tile;
use crate::path::SIDES;
use crate::view::{PointOfView, compass, with_article};

/// A way out of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    /// The cell of it that is nearest to the player: a door, an opening, the first cell of the next place, or the last
    /// known cell before unknown ground.
    pub(super) at: IVec2,
    /// What it is: `a closed door`, `an opening`, `open ground`, or `unknown ground`.
    pub(super) what: String,
    /// The place that it leads to, as an index; `None` if the player does not know.
    pub(super) to: Option<usize>,
}

/// What a cell at the edge of a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    /// A door or an opening. Each is an exit of its own.
    Gap { y: i32, x: i32 },
    /// The ground of another place.
    Place(usize),
    /// Ground that belongs to no place yet.
    Nameless,
    /// Ground beside unknown cells.
    Unknown,
}

/// Returns the exits of the place with this index, the nearest to the player first.
pub(super) fn exits_of(places: &Places, eyes: &PointOfView, index: usize) -> Vec<Exit> {
    let tile = |at: IVec2| eyes.memory.tile(at);
    let far = |at: IVec2| ((at - eyes.at).abs().max_element(), at.y, at.x);
    let mut edges: BTreeMap<Edge, Vec<IVec2>> = BTreeMap::new();
    for cell in places.cells(index) {
        for way in Direction::ALL {
            let at = cell + way.delta();
            let (edge, at) = match (tile(at), places.index_at(at)) {
                (_, Some(other)) if other == index => continue,
                // The corner of a room may be unknown for ever.
                (None, _) if !SIDES.contains(&way.delta()) => continue,
                (None, _) => (Edge::Unknown, cell),
                (Some(it), _) if !it.is_passable() => continue,
                (Some(_), Some(other)) => (Edge::Place(other), at),
                (Some(it), None) if it.parts_places() || places.is_opening(at) => {
                    (Edge::Gap { y: at.y, x: at.x }, at)
                }
                (Some(_), None) => (Edge::Nameless, at),
            };
            let cells = edges.entry(edge).or_default();
            if !cells.contains(&at) {
                cells.push(at);
            }
        }
    }
    let mut exits = Vec::new();
    for (edge, cells) in edges {
        let what = |at| match (edge, tile(at)) {
            (Edge::Unknown, _) => "unknown ground".to_owned(),
            (Edge::Gap { .. }, Some(it)) if it != Tile::FLOOR => with_article(it),
            (Edge::Gap { .. }, _) => "an opening".to_owned(),
            (Edge::Place(_) | Edge::Nameless, _) => "open ground".to_owned(),
        };
        let to = |at: IVec2| match edge {
            Edge::Place(other) => Some(other),
            Edge::Gap { .. } => beyond(places, at, index),
            Edge::Nameless | Edge::Unknown => None,
        };
        for group in groups(cells) {
            let nearest = group.into_iter().min_by_key(|at| far(*at));
            exits.extend(nearest.map(|at| Exit {
                at,
                what: what(at),
                to: to(at),
            }));
        }
    }
    exits.sort_by_key(|it| far(it.at));
    exits
}

/// Returns the place beside a gap that is not the one it is seen from.
fn beyond(places: &Places, gap: IVec2, from: usize) -> Option<usize> {
    let around = Direction::ALL.into_iter().map(|way| gap + way.delta());
    let mut others = around.filter_map(|at| places.index_at(at).filter(|it| *it != from));
    others.next()
}

/// Groups cells that touch each other.
fn groups(mut cells: Vec<IVec2>) -> Vec<Vec<IVec2>> {
    let mut groups = Vec::new();
    while let Some(first) = cells.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(at) = group.get(next).copied() {
            next += 1;
            cells.retain(|it| {
                let touches = (*it - at).abs().max_element() <= 1;
                group.extend(touches.then_some(*it));
                !touches
            });
        }
        groups.push(group);
    }
    groups
}

/// Lists exits: `a closed door 3 north, to passage 2; an opening 5 east, unexplored`.
pub(super) fn exit_words(places: &Places, exits: &[Exit], from: IVec2) -> String {
    let name = |index: usize| places.get(index).map(|it| it.name());
    let mut groups: Vec<(&Exit, usize)> = Vec::new();
    for exit in exits {
        // A room may have a dozen curtains that lead to the same place.
        let same = |it: &&mut (&Exit, usize)| (&it.0.what, it.0.to) == (&exit.what, exit.to);
        match groups.iter_mut().find(same).filter(|_| exit.to.is_some()) {
            Some((_, more)) => *more += 1,
            None => groups.push((exit, 0)),
        }
    }
    let words = |(it, more): &(&Exit, usize)| {
        let (what, place) = (&it.what, place_words(it.at - from));
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match it.to.and_then(name) {
            Some(to) => format!("{what} {place}{more}, to {to}"),
            None if it.what == "unknown ground" => format!("{what} {place}"),
            None => format!("{what} {place}, unexplored"),
        }
    };
    let words: Vec<String> = groups.iter().map(words).collect();
    words.join("; ")
}

/// Says through which side of a place the player has come in: `through its west door`. `path` lists the cells on which the
/// player stood, in order.
pub(super) fn way_in(
    places: &Places,
    eyes: &PointOfView,
    index: usize,
    path: &[IVec2],
) -> Option<String> {
    let is_outside = |at: &&IVec2| places.index_at(**at) != Some(index);
    let gap = *path.iter().rev().find(is_outside)?;
    if let Some(from) = places.index_at(gap) {
        let from = places.get(from)?.name();
        return Some(format!("from {from}"));
    }
    let (mut sum, mut count) = (IVec2::ZERO, 0);
    for cell in places.cells(index) {
        (sum, count) = (sum + cell, count + 1);
    }
    // Twice the distance, so that the middle of an even number of cells is exact.
    let offset = gap * count - sum;
    let side = Direction::towards(offset).map_or("", compass);
    let what = match eyes.memory.tile(gap) {
        Some(tile) if tile != Tile::FLOOR => tile.name(),
        _ => "opening",
    };
    Some(format!("through its {side} {what}"))
}
