//! Tiles that change while the game runs, as their file does.

use std::sync::Arc;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::run::look;
use crate::game::bestiary::{FolderChanged, MonsterFiles, Notice};
use crate::game::level::{Game, LeftLevels, LevelLore, read_tiles};
use crate::grid::Grid;
use crate::map::{Tile, TileMap, TileSet};
use crate::vision::{Lore, MapMemory, Plan};

/// Looks at the file of tiles when something in the folder of assets has changed.
pub(super) fn follow_tiles(mut changes: MessageReader<FolderChanged>, mut commands: Commands) {
    if changes.read().last().is_some() {
        commands.queue(reload_tiles);
    }
}

/// Looks at the file `tiles.ron` of the folder of assets again: what it says now is what the tiles of the game are from
/// now on, those of the levels that the player has left among them. A file that is broken changes nothing; what is wrong
/// with it is told as a [`Notice`] and in the log. Without a file there are those that come with the game.
///
/// Called whenever a file of the folder changes; call it to have it done at once.
pub fn reload_tiles(world: &mut World) {
    let Some(folder) = world.resource::<MonsterFiles>().folder() else {
        return;
    };
    match read_tiles(folder) {
        Ok(tiles) => {
            if replace_tiles(world, tiles) {
                world.write_message(Notice("The tiles have changed.".to_owned()));
            }
        }
        Err(errors) => {
            for error in errors {
                warn!("{error}");
                world.write_message(Notice(error));
            }
        }
    }
}

/// Has the tiles of the game be those of their names in this set: on all levels, and in what everybody remembers of them.
/// Says whether it was another set.
pub fn replace_tiles(world: &mut World, tiles: TileSet) -> bool {
    let Some(mut game) = world.get_resource_mut::<Game>() else {
        return false;
    };
    if game.tiles() == tiles {
        return false;
    }
    game.changed_tiles = Some(tiles);
    world.resource_mut::<TileMap>().take_set(tiles);
    let mut told = Told::default();
    let lore = told.again(&world.resource::<LevelLore>().0, tiles);
    world.insert_resource(LevelLore(lore));
    for level in world.resource_mut::<LeftLevels>().0.values_mut() {
        level.map.take_set(tiles);
        level.lore = LevelLore(told.again(&level.lore.0, tiles));
        remember(&mut level.memory, tiles, &mut told);
    }
    // Those who wait on levels that the player has left are disabled.
    let mut memories = world.query_filtered::<&mut MapMemory, Allow<Disabled>>();
    for mut memory in memories.iter_mut(world) {
        remember(&mut memory, tiles, &mut told);
    }
    // What is seen by that is seen at once.
    look(world);
    true
}

fn remember(memory: &mut MapMemory, tiles: TileSet, told: &mut Told) {
    let lore = memory.lore().map(|lore| told.again(lore, tiles));
    memory.change_tiles(lore, |tile| tiles.own(tile));
}

/// What many were told, and what each of it has become.
#[derive(Default)]
struct Told(Vec<(Lore, Lore)>);

impl Told {
    fn again(&mut self, lore: &Lore, tiles: TileSet) -> Lore {
        let known = self.0.iter().find(|(old, _)| Arc::ptr_eq(old, lore));
        if let Some((_, new)) = known {
            return new.clone();
        }
        let of_set = |cell: IVec2| lore.get(cell).map_or(Tile::ROCK, |tile| tiles.own(tile));
        let new = Arc::new(Plan::new(Grid::from_fn(lore.size(), of_set)));
        self.0.push((lore.clone(), new.clone()));
        new
    }
}
