//! Every sign that the screen can show, and what it stands for: read from what the game is made of.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::game::bestiary::Bestiary;
use crate::game::{Game, State, Things};
use crate::map::{TileMap, TileSet};
use crate::view::{sign, tile_glyph};

/// A sign, and what it stands for.
pub(super) type Sign = (String, String);

/// The tiles in force, by how they are drawn. One that seems to be another is drawn as that.
pub(super) fn tiles(world: &World) -> Vec<Sign> {
    let of_map = world.get_resource::<TileMap>().map(TileMap::tile_set);
    let of_game = || world.get_resource::<Game>().map(Game::tiles);
    let set: TileSet = of_map.or_else(of_game).unwrap_or_default();
    let drawn = set.iter().filter(|it| it.seems().is_none());
    let named = drawn.map(|tile| (tile_glyph(tile), tile.name().to_owned()));
    grouped(named.filter(|(glyph, _)| *glyph != ' '))
}

/// Things that lie about. What the dead leave behind has one line for all.
pub(super) fn things(world: &World) -> Vec<Sign> {
    let things = world.resource::<Things>();
    let name = |article: &str, name: &str| match article {
        "a dead" => "a corpse".to_owned(),
        _ => name.to_owned(),
    };
    grouped(
        things
            .iter()
            .map(|it| (it.glyph, name(it.article, &it.name))),
    )
}

/// Monsters by their letters.
pub(super) fn monsters(world: &World) -> Vec<Sign> {
    let bestiary = world.resource::<Bestiary>();
    grouped(bestiary.iter().map(|it| (it.glyph, it.name.clone())))
}

/// What a monster knows of the player: the sign after its letter.
pub(super) fn states() -> Vec<Sign> {
    let all = [
        State::Asleep,
        State::Unaware,
        State::Noticing,
        State::Hunting,
        State::Searching,
    ];
    let meaning = |state| match state {
        State::Asleep => "asleep: noise wakes it",
        State::Unaware => "it does not know you are there",
        State::Noticing => "it has noticed something, and looks",
        State::Hunting => "it hunts you",
        State::Searching => "it has lost you, and searches",
    };
    let line = |state| {
        let sign = sign(state).unwrap_or(' ');
        (format!("k{sign}"), meaning(state).to_owned())
    };
    all.into_iter().map(line).collect()
}

/// The names of each sign, in the order in which the signs come first.
fn grouped(named: impl Iterator<Item = (char, String)>) -> Vec<Sign> {
    let mut order = Vec::new();
    let mut names: BTreeMap<char, Vec<String>> = BTreeMap::new();
    for (glyph, name) in named {
        let of_glyph = names.entry(glyph).or_insert_with(|| {
            order.push(glyph);
            Vec::new()
        });
        if !of_glyph.contains(&name) {
            of_glyph.push(name);
        }
    }
    let names = |glyph| names.get(&glyph).map(|it| it.join(", "));
    let line = |glyph: char| Some((glyph.to_string(), names(glyph)?));
    order.into_iter().filter_map(line).collect()
}
