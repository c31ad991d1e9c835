//! What a thrown thing would do: where it would land, and whom and what it would reach, as far as the player knows.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::describe::whence;
use crate::fov::{FieldOfView, VisibleSet};
use crate::game::effect::MakeNoise;
use crate::game::{Area, Item, KnownMap, Occasion, Terrain};
use crate::map::TileMap;
use crate::view::Scene;

/// What a throw would do.
#[derive(Clone, Debug, Default)]
pub(super) struct Throw {
    /// The cells that the thing flies over. It lands on the last one.
    pub(super) flight: Vec<IVec2>,
    /// The cells that its effects reach.
    pub(super) reached: HashSet<IVec2>,
}

/// Returns what would happen if the player threw a thing at a cell.
pub(super) fn foresee(scene: &Scene, item: &Item, to: IVec2) -> Throw {
    let Some(eyes) = scene.player() else {
        return Throw::default();
    };
    let mut known = KnownMap::new(eyes.memory, [eyes.at, to]);
    if let Some(map) = &scene.map {
        let air = TileMap::air(map);
        known = known.with_air(air, eyes.viewshed.as_deref());
    }
    let tile = |cell| eyes.memory.tile(cell);
    let is_opaque = |cell| known.is_opaque(cell) || tile(cell).is_none();
    let terrain = Terrain {
        bounds: known.area(),
        tile: &tile,
        view: &|eye, sight| {
            let mut view = VisibleSet::new();
            FieldOfView::new().compute_with(known.area(), eye, sight, is_opaque, &mut view);
            view
        },
    };
    let flight = terrain.flight(eyes.at, to);
    let lands = flight.last().copied().unwrap_or(eyes.at);
    let mut reached = HashSet::default();
    for effect in item.effects(Occasion::Throw) {
        let area = match effect.get::<MakeNoise>() {
            Some(noise) => Area::Hearing(noise.loudness),
            None => effect.area(),
        };
        let cells = terrain.reached(area, eyes.at, lands).into_iter();
        reached.extend(cells.filter(|cell| tile(*cell).is_some()));
    }
    Throw { flight, reached }
}

/// Says what a throw would do, in sentences.
pub(super) fn foretell(scene: &Scene, item: &Item, throw: &Throw, to: IVec2) -> Vec<String> {
    let Some(eyes) = scene.player() else {
        return Vec::new();
    };
    let mut words: Vec<String> = Vec::new();
    let thrown = crate::game::effect::what_it_does(item).into_iter();
    words.extend(thrown.filter(|it| it.starts_with("Thrown")));
    let lands = throw.flight.last().copied().unwrap_or(eyes.at);
    if lands == eyes.at {
        words.push("It would land at your feet.".to_owned());
    } else if lands != to {
        words.push(format!(
            "It would land before that {}.",
            whence(lands - eyes.at)
        ));
    }
    let is_reached = |at: &IVec2| throw.reached.contains(at);
    let in_view = scene.in_view(&eyes, false).into_iter();
    let creatures = in_view.filter(|it| it.who.is_some() && is_reached(&it.at));
    let ghosts = eyes.last_seen().into_iter().filter(|it| is_reached(&it.at));
    let mut names: Vec<String> = Vec::new();
    let mut kinds: Vec<(String, String, usize)> = Vec::new();
    for it in creatures {
        match kinds.iter_mut().find(|kind| kind.1 == it.name) {
            Some(kind) => kind.2 += 1,
            None => kinds.push((it.called, it.name, 1)),
        }
    }
    names.extend(kinds.into_iter().map(|(called, _, count)| match count {
        1 => called,
        count => format!("{called} ({count})"),
    }));
    names.extend(ghosts.map(|it| format!("the {} last seen there", it.name)));
    if is_reached(&eyes.at) {
        names.push("you".to_owned());
    }
    if !names.is_empty() {
        let last = names.pop().unwrap_or_default();
        let names = match names.is_empty() {
            true => last,
            false => format!("{} and {last}", names.join(", ")),
        };
        words.push(format!("It would reach {names}."));
    }
    words
}
