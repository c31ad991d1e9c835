//! Reloading the tiles while the game is running, when the tile file changes.

use std::sync::Arc;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::run::look;
use crate::game::bestiary::{FolderChanged, MonsterFiles, Notice};
use crate::game::level::{Game, LevelLore, read_tiles};
use crate::game::saved::OtherLevels;
use crate::grid::Grid;
use crate::map::{Tile, TileMap, TileSet};
use crate::vision::{Lore, MapMemory, Plan};

/// Reloads the tiles when a file in the asset folder has changed.
pub(super) fn follow_tiles(mut changes: MessageReader<FolderChanged>, mut commands: Commands) {
    if changes.read().last().is_some() {
        commands.queue(reload_tiles);
    }
}

/// Reads `tiles.ron` in the asset folders again and applies it to the whole game, including the levels that the player
/// has left. A file with errors has no effect, except that the errors are sent as [`Notice`]s and logged. If there is
/// no file, the built-in tiles are used.
///
/// Reloading happens automatically whenever a file in the folder changes. Call this function to reload at once.
pub fn reload_tiles(world: &mut World) {
    let folders = world.resource::<MonsterFiles>().folders().to_owned();
    if folders.is_empty() {
        return;
    }
    let (tiles, errors) = read_tiles(&folders);
    if errors.is_empty() && replace_tiles(world, tiles) {
        world.write_message(Notice("The tiles have changed.".to_owned()));
    }
    for error in errors {
        warn!("{error}");
        world.write_message(Notice(error));
    }
}

/// Replaces every tile in the game with the tile of the same name in `tiles`, on all levels and in all memories.
/// Returns whether the new tile set differs from the current one.
pub fn replace_tiles(world: &mut World, tiles: TileSet) -> bool {
    let Some(mut game) = world.get_resource_mut::<Game>() else {
        return false;
    };
    if game.tiles() == tiles {
        return false;
    }
    game.changed_tiles = Some(tiles);
    world.resource_mut::<TileMap>().take_set(tiles);
    let mut replaced = ReplacedLore::default();
    let lore = replaced.by(&world.resource::<LevelLore>().0, tiles);
    world.insert_resource(LevelLore(lore));
    for level in world.resource_mut::<OtherLevels>().iter_mut() {
        if let Some(map) = level.get_mut::<TileMap>() {
            map.take_set(tiles);
        }
        if let Some(LevelLore(lore)) = level.get_mut() {
            *lore = replaced.by(lore, tiles);
        }
        if let Some(memory) = level.get_mut() {
            remember(memory, tiles, &mut replaced);
        }
    }
    // Creatures on levels that the player has left are disabled.
    let mut memories = world.query_filtered::<&mut MapMemory, Allow<Disabled>>();
    for mut memory in memories.iter_mut(world) {
        remember(&mut memory, tiles, &mut replaced);
    }
    // What the player sees may have changed.
    look(world);
    true
}

fn remember(memory: &mut MapMemory, tiles: TileSet, replaced: &mut ReplacedLore) {
    let lore = memory.lore().map(|lore| replaced.by(lore, tiles));
    memory.change_tiles(lore, |tile| tiles.own(tile));
}

/// Shared level plans and their replacements.
#[derive(Default)]
struct ReplacedLore(Vec<(Lore, Lore)>);

impl ReplacedLore {
    fn by(&mut self, lore: &Lore, tiles: TileSet) -> Lore {
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
