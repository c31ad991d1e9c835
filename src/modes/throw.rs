//! What a thrown thing would do: where it would land, and whom and what it would reach, as far as the player knows.

use std::cell::Cell;

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::describe::whence;
use crate::fov::{FieldOfView, VisibleSet};
use crate::game::effect::{AreaShape, Douse, MakeNoise, Purpose};
use crate::game::{Flight, Item, KnownMap, Occasion, Terrain};
use crate::map::{Tile, TileMap};
use crate::view::{PointOfView, Scene, capitalized, with_article};

/// What a throw would do.
#[derive(Clone, Debug)]
pub(super) struct Throw {
    pub(super) flight: Flight,
    /// Whether the player sees everything that decides where the thing lands.
    is_sure: bool,
    /// The cells that its effects reach, by what they do there.
    reached: [HashSet<IVec2>; 3],
    /// The cells on which it puts lights out.
    doused: HashSet<IVec2>,
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
    pub(super) fn cells(&self) -> HashSet<IVec2> {
        self.reached.iter().flatten().copied().collect()
    }

    fn reaches(&self, how: Reach, cell: IVec2) -> bool {
        self.reached[how as usize].contains(&cell)
    }
}

/// Returns what would happen if the player threw a thing at a cell, or `None` if there is no player.
pub(super) fn foresee(scene: &Scene, item: &Item, to: IVec2) -> Option<Throw> {
    let eyes = scene.player()?;
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
    let sees = |cell| eyes.viewshed.as_ref().is_some_and(|it| it.sees(cell));
    let guesses = Cell::new(false);
    // As far as the player knows, a thing flies over ground that it does not know. Where it has a choice, cells that the
    // player sees are open come first, so all others count as covered.
    let believed = |cell| {
        if sees(cell) {
            return tile(cell);
        }
        guesses.set(true);
        let stops = tile(cell).filter(|it| !it.is_walkable());
        stops.or(Some(Tile::FOLIAGE))
    };
    let flight = Flight::thrown(eyes.at, to, believed);
    let lands = flight.lands;
    // What reaches its target over open cells passes them, or other open cells beside them.
    let is_clear = lands == to && flight.cells.iter().all(|it| sees(*it));
    let mut reached: [HashSet<IVec2>; 3] = std::array::from_fn(|_| HashSet::default());
    let mut doused = HashSet::default();
    let points = item.responds_to(Occasion::ZAP);
    let lands = if points { to } else { lands };
    let occasion = if points {
        Occasion::ZAP
    } else {
        Occasion::THROW
    };
    for effect in item.effects(occasion) {
        let (how, area) = match effect.get::<MakeNoise>() {
            Some(noise) => (Reach::Sounds, AreaShape::HEARING.up_to(noise.loudness)),
            None if effect.purpose() == Some(Purpose::Shine) => (Reach::Lights, effect.area()),
            None => (Reach::Touches, effect.area()),
        };
        let cells = terrain.reached(area, eyes.at, lands).into_iter();
        let cells: Vec<IVec2> = cells.filter(|cell| tile(*cell).is_some()).collect();
        if effect.get::<Douse>().is_some() {
            doused.extend(&cells);
        }
        reached[how as usize].extend(cells);
    }
    Some(Throw {
        is_sure: is_clear || !guesses.get(),
        flight,
        reached,
        doused,
    })
}

/// Says what would happen if the player threw a thing at a cell, in sentences.
pub(super) fn foretell(scene: &Scene, item: &Item, to: IVec2) -> Vec<String> {
    let (Some(eyes), Some(throw)) = (scene.player(), foresee(scene, item, to)) else {
        return Vec::new();
    };
    let mut words: Vec<String> = Vec::new();
    let thrown = crate::game::effect::what_it_does(item).into_iter();
    let begins = ["Thrown", "Pointed"];
    words.extend(thrown.filter(|it| begins.iter().any(|begin| it.starts_with(begin))));
    if item.responds_to(Occasion::ZAP) {
        return words;
    }
    let place = match throw.flight.lands {
        lands if lands == eyes.at => "at your feet".to_owned(),
        lands if lands != to => format!("before that {}", whence(lands - eyes.at)),
        _ => "here".to_owned(),
    };
    let (stops, then) = match throw.is_sure {
        true => ("stops", "It"),
        false => ("would stop", "Then it"),
    };
    if !throw.is_sure {
        words.push(format!("As far as you know, it would land {place}."));
    } else if throw.flight.lands != to {
        words.push(format!("It would land {place}."));
    }
    let stop = throw.flight.stopped_by.map(with_article);
    words.extend(stop.map(|it| capitalized(&format!("{it} {stops} it."))));
    for (how, sentence) in [
        (Reach::Touches, "would reach"),
        (Reach::Lights, "would light"),
        (Reach::Sounds, "would be heard by"),
    ] {
        let names = names_of_those(scene, &eyes, |at| throw.reaches(how, at));
        words.extend(names.map(|names| format!("{then} {sentence} {names}.")));
    }
    words.extend(flames_on(&eyes, &throw.doused).map(|it| format!("{then} would put out {it}.")));
    if scene.would_be_dark(&eyes, &throw.doused) {
        words.push("You would stand in the dark.".to_owned());
    }
    words
}

/// Names the flames on these cells that can be put out, as far as the player knows.
fn flames_on(eyes: &PointOfView, cells: &HashSet<IVec2>) -> Option<String> {
    let mut cells: Vec<&IVec2> = cells.iter().collect();
    cells.sort_by_key(|it| ((**it - eyes.at).length_squared(), it.y, it.x));
    let tiles = cells.into_iter().filter_map(|cell| eyes.memory.tile(*cell));
    let flames = tiles.filter(|it| it.flame().is_some() && (it.put_out().is_some() || it.burns()));
    let mut names: Vec<String> = Vec::new();
    for name in flames.map(with_article) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    listed(names)
}

/// Joins names with commas and `and`.
fn listed(mut names: Vec<String>) -> Option<String> {
    let last = names.pop()?;
    Some(match names.is_empty() {
        true => last,
        false => format!("{} and {last}", names.join(", ")),
    })
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
    listed(named.chain(you).collect())
}
