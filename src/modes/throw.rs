//! What a thrown thing would do: where it would land, and whom and what it would reach, as far as the player knows.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::describe::whence;
use crate::fov::{FieldOfView, VisibleSet};
use crate::game::effect::{MakeNoise, Purpose};
use crate::game::{Area, Item, KnownMap, Occasion, Terrain};
use crate::map::{Tile, TileMap};
use crate::view::{PointOfView, Scene, capitalized, with_article};

/// What a throw would do.
#[derive(Clone, Debug, Default)]
pub(super) struct Throw {
    /// The cells that the thing flies over. It lands on the last one.
    pub(super) flight: Vec<IVec2>,
    /// What ends its way before the target, if the player knows.
    stopped_by: Option<Tile>,
    /// The cells that its effects reach, by what they do there.
    reached: [HashSet<IVec2>; 3],
}

/// What an effect does on the cells that it reaches.
#[derive(Clone, Copy, Debug)]
enum Reach {
    /// It concerns the creatures there.
    Touches,
    /// It lights the cells.
    Lights,
    /// It is heard there.
    Sounds,
}

impl Throw {
    /// Returns all cells that the effects reach.
    pub(super) fn cells(&self) -> HashSet<IVec2> {
        self.reached.iter().flatten().copied().collect()
    }

    fn reaches(&self, how: Reach, cell: IVec2) -> bool {
        self.reached[how as usize].contains(&cell)
    }
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
    // As far as the player knows, a thing flies over ground that it does not know.
    let free = |cell| tile(cell).or(Some(Tile::FLOOR));
    let open = Terrain {
        tile: &free,
        ..terrain
    };
    let flight = open.flight(eyes.at, to);
    let lands = flight.last().copied().unwrap_or(eyes.at);
    let mut reached: [HashSet<IVec2>; 3] = std::array::from_fn(|_| HashSet::default());
    for effect in item.effects(Occasion::Throw) {
        let (how, area) = match effect.get::<MakeNoise>() {
            Some(noise) => (Reach::Sounds, Area::Hearing(noise.loudness)),
            None if effect.purpose() == Some(Purpose::Shine) => (Reach::Lights, effect.area()),
            None => (Reach::Touches, effect.area()),
        };
        let cells = terrain.reached(area, eyes.at, lands).into_iter();
        reached[how as usize].extend(cells.filter(|cell| tile(*cell).is_some()));
    }
    Throw {
        stopped_by: open.stops_flight(eyes.at, to),
        flight,
        reached,
    }
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
    let stop = throw.stopped_by.map(with_article);
    words.extend(stop.map(|it| capitalized(&format!("{it} stops it."))));
    for (how, sentence) in [
        (Reach::Touches, "It would reach"),
        (Reach::Lights, "It would light"),
        (Reach::Sounds, "It would be heard by"),
    ] {
        let names = names_of_those(scene, &eyes, |at| throw.reaches(how, at));
        words.extend(names.map(|names| format!("{sentence} {names}.")));
    }
    words
}

/// Names the creatures on the cells for which `is_reached` returns true, as far as the player knows, and the player.
fn names_of_those(
    scene: &Scene,
    eyes: &PointOfView,
    is_reached: impl Fn(IVec2) -> bool,
) -> Option<String> {
    let in_view = scene.in_view(eyes, false).into_iter();
    let seen = in_view.filter(|it| it.who.is_some() && is_reached(it.at));
    let ghosts = eyes.last_seen().into_iter().filter(|it| is_reached(it.at));
    // Each with its name alone, with what several of them are called, and how many there are.
    let mut kinds: Vec<(String, String, usize)> = Vec::new();
    let seen = seen.map(|it| (it.called, it.name));
    let ghosts = ghosts.map(|it| {
        let name = format!("{} last seen there", it.name);
        (format!("the {name}"), name)
    });
    for (called, name) in seen.chain(ghosts) {
        match kinds.iter_mut().find(|kind| kind.1 == name) {
            Some(kind) => kind.2 += 1,
            None => kinds.push((called, name, 1)),
        }
    }
    let named = kinds.into_iter().map(|(called, _, count)| match count {
        1 => called,
        count => format!("{called} ({count})"),
    });
    let you = is_reached(eyes.at).then(|| "you".to_owned());
    let mut names: Vec<String> = named.chain(you).collect();
    let last = names.pop()?;
    Some(match names.is_empty() {
        true => last,
        false => format!("{} and {last}", names.join(", ")),
    })
}
