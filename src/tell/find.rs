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

/// What is meant by a name, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Creature,
    LastSeen,
    Ground,
    /// The name is a part of the whole one.
    Part,
    /// The name of a corpse contains that of the creature.
    Corpse,
}

impl Rank {
    /// Returns the rank of something of which only a part of the name was given.
    fn of_a_part(self) -> Self {
        match self {
            Self::Ground => Self::Part,
            other => other,
        }
    }
}

/// How many of those that are nearest in a straight line are compared by the ways to them.
const COMPARED: usize = 24;

/// Returns the nearest on foot of those that the player knows by this name, which may be a part of the whole one: `torch`
/// finds a cold torch if there is no other. Creatures in view come first, then those last seen, then things and tiles, and
/// corpses last.
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
    // A burning torch is called a torch, and one that is out has another name.
    let burning = ["burning ", "lit "]
        .iter()
        .find_map(|it| wanted.strip_prefix(it));
    let wanted = burning.unwrap_or(wanted);
    let is_in = |name: &str, wanted: &str| format!(" {name} ").contains(&format!(" {wanted} "));
    let suits = |name: &str| {
        is_in(name, wanted) || wanted.strip_suffix('s').is_some_and(|it| is_in(name, it))
    };
    let mut found: Vec<(Rank, IVec2, String)> = Vec::new();
    let mut add = |rank: Rank, name: &str, at: IVec2, called: String| {
        // The whole name is meant before a part of one.
        let is_whole = name == wanted;
        if suits(name) && (is_whole || burning.is_none()) {
            found.push((if is_whole { rank } else { rank.of_a_part() }, at, called));
        }
    };
    for it in seen.creatures() {
        add(Rank::Creature, &it.name, it.at, it.called.clone());
    }
    for it in &seen.last_seen {
        let called = format!("{} {}, last seen there", article(&it.name), it.name);
        add(Rank::LastSeen, &it.name, it.at, called);
    }
    for (at, known) in eyes.memory.known_cells() {
        let object = match known {
            Knowledge::Seen { object, .. } => object,
            _ => None,
        };
        if let Some((kind, thing)) = object.and_then(|it| Some((it, scene.things.get(it)?))) {
            let rank = match scene.things.is_corpse(kind) {
                true => Rank::Corpse,
                false => Rank::Ground,
            };
            let called = format!("{} {}", thing.article, thing.name);
            add(rank, &thing.full_name(), at, called);
        }
        if let Some(tile) = known.tile() {
            add(Rank::Ground, tile.name(), at, with_article(tile));
        }
    }
    let best = found.iter().map(|it| it.0).min()?;
    found.retain(|it| it.0 == best);
    let mut found: Vec<(IVec2, String)> = found.into_iter().map(|it| (it.1, it.2)).collect();
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
    let is_taken = seen.creatures().any(|it| it.at == at);
    if !is_taken && eyes.memory.tile(at).is_some_and(Tile::is_passable) {
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

pub(super) fn nearest_of_place(places: &Places, eyes: &PointOfView, index: usize) -> Option<IVec2> {
    nearest_known(eyes.known(), eyes.at, |at| {
        places.index_at(at) == Some(index)
    })
}
