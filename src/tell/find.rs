//! Finds what the player knows by name.

use bevy::math::IVec2;

use crate::explorer::{known_way, nearest_known};
use crate::game::Places;
use crate::map::Tile;
use crate::view::{Observation, PointOfView, Scene, article, with_article};
use crate::vision::Knowledge;

/// Something that the player knows of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Its cell.
    pub(super) at: IVec2,
    /// Its name, with an article.
    pub(super) called: String,
    /// The number of steps to the cell, or to one beside it if nobody can stand there; `None` if no way is known.
    pub(super) steps: Option<usize>,
}

/// How many of those that are nearest in a straight line are compared by the ways to them.
const COMPARED: usize = 24;

/// Returns the nearest on foot of those that the player knows by this name, which may be a part of the whole one: `torch`
/// finds a cold torch. Creatures in view come first, then things, tiles and what was last seen.
pub(super) fn find(
    scene: &Scene,
    eyes: &PointOfView,
    seen: &Observation,
    name: &str,
) -> Option<Found> {
    let wanted = name.trim().to_lowercase();
    let wanted = wanted
        .trim_start_matches("the ")
        .trim_start_matches("an ")
        .trim_start_matches("a ");
    if wanted.is_empty() {
        return None;
    }
    // The whole name is meant before a part of one: `torch` is a burning one, if there is any.
    let is_whole = |called: &str| called.split_once(' ').map_or(called, |it| it.1) == wanted;
    let suits = |name: &str| {
        let is_in = |wanted: &str| format!(" {name} ").contains(&format!(" {wanted} "));
        is_in(wanted) || wanted.strip_suffix('s').is_some_and(is_in)
    };
    let creatures = seen.creatures().filter(|it| suits(&it.name));
    let mut found: Vec<(IVec2, String)> = creatures.map(|it| (it.at, it.called.clone())).collect();
    if found.is_empty() {
        for (at, known) in eyes.memory.known_cells() {
            let thing = match known {
                Knowledge::Seen { object, .. } => object.and_then(|it| scene.things.get(it)),
                _ => None,
            };
            if let Some(thing) = thing.filter(|it| suits(&it.full_name())) {
                found.push((at, format!("{} {}", thing.article, thing.name)));
            } else if let Some(tile) = known.tile().filter(|it| suits(it.name())) {
                found.push((at, with_article(tile)));
            }
        }
    }
    if found.is_empty() {
        let ghosts = seen.last_seen.iter().filter(|it| suits(&it.name));
        let called = |name: &str| format!("{} {name}, last seen there", article(name));
        found.extend(ghosts.map(|it| (it.at, called(&it.name))));
    }
    if found.iter().any(|(_, called)| is_whole(called)) {
        found.retain(|(_, called)| is_whole(called));
    }
    found.sort_by_key(|(at, _)| ((*at - eyes.at).abs().max_element(), at.y, at.x));
    let nearest = found.into_iter().take(COMPARED).map(|(at, called)| Found {
        at,
        called,
        steps: steps_to(eyes, seen, at),
    });
    nearest.min_by_key(|it| (it.steps.is_none(), it.steps, it.at.y, it.at.x))
}

/// Returns the cell to go to in order to be at another cell, or beside it if nobody can stand there or a creature does.
pub(super) fn cell_to_go_to(eyes: &PointOfView, seen: &Observation, at: IVec2) -> Option<IVec2> {
    let is_open = |tile: Tile| tile.is_walkable() || tile.opens_to().is_some();
    let is_taken = seen.creatures().any(|it| it.at == at);
    if !is_taken && eyes.memory.tile(at).is_some_and(is_open) {
        return Some(at);
    }
    let is_beside = |cell: IVec2| (cell - at).abs().max_element() <= 1;
    match is_beside(eyes.at) {
        true => Some(eyes.at),
        false => nearest_known(eyes.known(), eyes.at, is_beside),
    }
}

/// Returns the number of steps to a cell, or to one beside it if nobody can stand there.
pub(super) fn steps_to(eyes: &PointOfView, seen: &Observation, at: IVec2) -> Option<usize> {
    let cell = cell_to_go_to(eyes, seen, at)?;
    known_way(eyes.known(), eyes.at, cell).map(|way| way.len())
}

/// Returns the cell of a place that is nearest on foot.
pub(super) fn nearest_of_place(places: &Places, eyes: &PointOfView, index: usize) -> Option<IVec2> {
    nearest_known(eyes.known(), eyes.at, |at| {
        places.index_at(at) == Some(index)
    })
}
