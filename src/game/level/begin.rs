//! Beginning a game.

use bevy::prelude::*;

use super::followers::Followers;
use super::game::Game;
use super::player::player;
use super::populated::{NextId, Populated};
use super::stairs::LeftLevels;
use crate::fov::Sight;
use crate::game::being::{Clock, Depth, Fate, Happening, OnLevel, Seed, Things};
use crate::game::bestiary::Bestiary;
use crate::map::{Tile, TileMap};
use crate::vision::Moment;

/// Begins the game. Says what has become of it.
pub(crate) fn start(world: &mut World) -> Happening {
    let game = world.resource::<Game>();
    let (seed, sight) = (Seed(game.seed()), game.sight());
    let level = game.build_level(1, world.resource::<Bestiary>(), world.resource::<Things>());
    world.insert_resource(seed);
    match level {
        Ok(level) => {
            level.begin(world, sight);
            Happening::Arrived
        }
        Err(error) => {
            warn!("no fresh dungeon: {error}");
            Happening::NoDungeon
        }
    }
}

/// Begins a new game, whose seed follows from the one before.
pub(crate) fn start_next(world: &mut World) -> Happening {
    world.resource_mut::<Game>().go_on();
    start(world)
}

/// Begins the same game again, with the sight it began with.
pub(crate) fn start_again(world: &mut World) -> Happening {
    world.resource_mut::<Game>().see_as_at_first();
    start(world)
}

impl Populated {
    /// Begins a game on this level, at tick 0.
    fn begin(mut self, world: &mut World, sight: Sight) {
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
        let map = std::mem::replace(&mut self.map, TileMap::new(UVec2::ONE, Tile::Rock));
        world.insert_resource(map);
        world.insert_resource(Clock::default());
        world.insert_resource(Moment::default());
        world.insert_resource(NextId::default());
        world.insert_resource(Fate::default());
        world.resource_mut::<Things>().forget_the_dead();
        world.insert_resource(Depth::default());
        world.spawn(player(self.start, sight));
        self.settle(world, 0);
    }
}
