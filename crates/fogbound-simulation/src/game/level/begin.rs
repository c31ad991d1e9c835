//! Beginning a game.

use bevy::prelude::*;

use super::followers::Followers;
use super::game::Game;
use super::light::{LightRule, set_ambient};
use super::player::player;
use super::populated::{NextId, Populated};
use super::stairs::LeftLevels;
use crate::dungeon::LevelSource;
use crate::fov::Sight;
use crate::game::being::{Clock, Depth, Fate, Happening, Lantern, OnLevel, Quest, Seed, Things};
use crate::game::bestiary::{Bestiary, Notice};
use crate::map::{Tile, TileMap};
use crate::vision::Moment;

/// Begins a game. Says what has become of it: if its level cannot be built, the one before goes on.
pub(crate) fn start(world: &mut World, game: Game) -> Happening {
    let eyes = (game.sight(), game.light());
    let last = match game.source() {
        LevelSource::Dungeon(dungeon) => Some(dungeon.depth()),
        _ => None,
    };
    let quest = Quest {
        last,
        deepest: 1,
        ..Quest::default()
    };
    let level = game.build_level(1, world.resource::<Bestiary>(), world.resource::<Things>());
    match level {
        Ok(level) => {
            world.insert_resource(Seed(game.seed()));
            world.insert_resource(game);
            level.begin(world, eyes);
            world.insert_resource(quest);
            Happening::Arrived
        }
        Err(error) => {
            warn!("no fresh dungeon: {error}");
            world.write_message(Notice(error.to_string()));
            Happening::NoDungeon
        }
    }
}

impl Populated {
    /// Begins a game on this level, at tick 0.
    fn begin(mut self, world: &mut World, (sight, light): (Sight, LightRule)) {
        let old: Vec<Entity> = world
            .query_filtered::<Entity, (
                With<OnLevel>,
                bevy::ecs::query::Allow<bevy::ecs::entity_disabling::Disabled>,
            )>()
            .iter(world)
            .collect();
        for entity in old {
            world.despawn(entity);
        }
        world.insert_resource(LeftLevels::default());
        world.insert_resource(Followers::default());
        let map = std::mem::replace(&mut self.map, TileMap::new(UVec2::ONE, Tile::ROCK));
        world.insert_resource(map);
        set_ambient(world, self.ambient.take());
        world.insert_resource(Clock::default());
        world.insert_resource(Moment::default());
        world.insert_resource(NextId::default());
        world.insert_resource(Fate::default());
        world.resource_mut::<Things>().forget_the_dead();
        world.insert_resource(Depth::default());
        let mut player = world.spawn(player(self.start, sight));
        if light != LightRule::Off {
            player.insert(Lantern::default());
        }
        self.settle(world, 0);
    }
}
