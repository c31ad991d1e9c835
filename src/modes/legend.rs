//! The legend: every sign on the map and its meaning, read from the game's data.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::game::bestiary::Bestiary;
use crate::game::{Game, Occasion, Quest, Slot, State, Thing, Things};
use crate::map::{Density, Tile, TileMap, TileSet};
use crate::view::{air_sign, air_words, sign, tile_glyph};

/// A sign and its meaning.
pub(super) type Sign = (String, String);

/// Returns the glyphs of the current tiles and of dense air, and their meanings. Leaves out tiles that look like
/// another one, and those that only other goals show.
pub(super) fn tiles(world: &World) -> Vec<Sign> {
    let of_map = world.get_resource::<TileMap>().map(TileMap::tile_set);
    let of_game = || world.get_resource::<Game>().map(Game::tiles);
    let set: TileSet = of_map.or_else(of_game).unwrap_or_default();
    let foreign = foreign(set, world.get_resource());
    let drawn = set
        .iter()
        .filter(|it| it.seems().is_none() && !foreign.contains(it));
    let named = drawn.map(|tile| (tile_glyph(tile), tile.name().to_owned()));
    let dense = [Density::smoke(Density::MAX), Density::fog(Density::MAX)];
    let dense = dense
        .into_iter()
        .filter_map(|air| Some((air_sign(air)?, air_words(air)?.to_owned())));
    grouped(named.filter(|(glyph, _)| *glyph != ' ').chain(dense))
}

/// Returns the tiles that only games with other goals show: those goals, and what is left once they are taken.
fn foreign(set: TileSet, quest: Option<&Quest>) -> Vec<Tile> {
    let Some(quest) = quest else {
        return Vec::new();
    };
    let is_wanted = |tile: Tile| quest.goals.iter().any(|goal| goal.what == tile.name());
    let goals = set.iter().filter_map(|tile| {
        let taken = tile.kind().taken.filter(|it| it.is_goal)?;
        Some((tile, taken.leaves))
    });
    let (own, others): (Vec<_>, Vec<_>) = goals.partition(|(tile, _)| is_wanted(*tile));
    let is_own = |tile: &Tile| own.iter().any(|(_, leaves)| leaves == tile);
    let others = others.into_iter().flat_map(|(tile, leaves)| [tile, leaves]);
    others
        .filter(|it| *it != Tile::FLOOR && !is_own(it))
        .collect()
}

/// Returns the glyphs of things and their meanings. All corpses share one name.
pub(super) fn things(world: &World) -> Vec<Sign> {
    let things = world.resource::<Things>();
    grouped(things.iter().map(|it| (it.glyph, meaning(it))))
}

/// Returns what the sign of a thing means. Things that can be carried share a few signs, by what they are for.
fn meaning(thing: &Thing) -> String {
    let item = thing.item.as_ref().filter(|it| it.stack > 0);
    match item {
        Some(item) if item.worn == Some(Slot::HAND) => "something for the hand".to_owned(),
        Some(item) if item.worn.is_some() => "something to wear".to_owned(),
        Some(item) if item.responds_to(Occasion::USE) || item.responds_to(Occasion::ZAP) => {
            "something to use".to_owned()
        }
        Some(_) => "something to throw".to_owned(),
        None if thing.is_corpse() => "a corpse".to_owned(),
        None => thing.name.clone(),
    }
}

/// Returns the letters of monsters and their meanings.
pub(super) fn monsters(world: &World) -> Vec<Sign> {
    let bestiary = world.resource::<Bestiary>();
    grouped(bestiary.iter().map(|it| (it.glyph, it.name.clone())))
}

/// Returns the signs that follow a monster's letter and show what the monster knows about the player.
pub(super) fn states() -> Vec<Sign> {
    let meaning = |state| match state {
        State::Asleep => "asleep; noise wakes it",
        State::Unaware => "unaware of you",
        State::Noticing => "has noticed something and is looking around",
        State::Hunting => "hunting you, or alert if it does not hunt",
        State::Searching => "has lost you and is searching",
    };
    let line = |state| {
        let sign = sign(state).unwrap_or(' ');
        (format!("k{sign}"), meaning(state).to_owned())
    };
    State::ALL.into_iter().map(line).collect()
}

/// Groups the names by sign, with the signs in order of first appearance.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Goals, QUEST};

    /// A game is about an orb. Both the orb and the beacon leave a pedestal.
    #[test]
    fn what_a_wanted_goal_leaves_stays_in_the_legend_although_another_goal_leaves_it_too() {
        let orb = "{ \"orb\": (description: \"An orb.\", glyph: '∩', walkable: true, \
                   colors: (lit: \"#a8d8c0\", ground: \"#20342c\", remembered: \"#6c7c78\", \
                   remembered_ground: \"#161d1b\"), taken: (goal: true, leaves: \"pedestal\")) }";
        let tiles = TileSet::with("tiles.ron", orb).unwrap();
        let names = |goals: Goals| -> Vec<&str> {
            let quest = Quest {
                goals,
                ..Quest::default()
            };
            foreign(tiles, Some(&quest))
                .into_iter()
                .map(Tile::name)
                .collect()
        };
        let about_orb =
            include_str!("../../examples/bell/quest.ron").replace("drowned bell", "orb");
        let about_orb = Goals::read(QUEST, &about_orb).unwrap();
        assert_eq!(names(about_orb), ["beacon"]);
        assert_eq!(names(Goals::default()), ["orb"]);
        assert_eq!(foreign(tiles, None), []);
    }
}
