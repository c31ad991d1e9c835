//! Beginning a game.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::game::Game;
use super::light::LightRule;
use super::populate::Populated;
use crate::dungeon::LevelSource;
use crate::fov::Sight;
use crate::game::being::{
    Actor, ActorId, Appearance, Bout, Breath, Chosen, Defence, Did, FactKind, Faction, FogTide,
    Groping, Happening, Health, Hearing, Heart, Inventory, Lantern, Melee, NORMAL_SPEED, Oil,
    OnLevel, Player, PlayerNumbers, Quest, Seed, Study, Things,
};
use crate::game::bestiary::{Bestiary, Notice};
use crate::game::saved::begin_all;
use crate::vision::{Position, Viewshed};

impl FactKind {
    /// A new dungeon could not be built. The current one remains.
    pub const NO_DUNGEON: Self = Self::new("no dungeon");
}

/// Begins a game, and returns the resulting event. If the first level cannot be built, the previous game continues.
pub(crate) fn start(world: &mut World, game: Game) -> Happening {
    match game.build_level(1, world.resource::<Bestiary>(), world.resource::<Things>()) {
        Ok(level) => {
            begin(world, game, level);
            Happening::Arrived
        }
        Err(error) => {
            warn!("no new dungeon: {error}");
            world.write_message(Notice(error.to_string()));
            Did::of(FactKind::NO_DUNGEON).into()
        }
    }
}

/// Begins a game on `level`, at tick 0.
fn begin(world: &mut World, game: Game, level: Populated) {
    let mut old = world.query_filtered::<Entity, (With<OnLevel>, Allow<Disabled>)>();
    for entity in old.iter(world).collect::<Vec<_>>() {
        world.despawn(entity);
    }
    let numbers = game.setup.numbers.clone();
    let mut player = world.spawn(player(level.start, game.sight, &numbers.player));
    if game.setup.light != LightRule::Off {
        player.insert((Lantern::default(), Oil::full(numbers.lantern.holds)));
    }
    begin_all(world);
    world.resource_mut::<FogTide>().arrive(level.start, 0, 0);
    world.insert_resource(Quest {
        goals: game.setup.goals.clone(),
        last: match &game.setup.source {
            LevelSource::Dungeon(dungeon) => Some(dungeon.depth()),
            _ => None,
        },
        deepest: 1,
        ..Quest::default()
    });
    world.resource_mut::<Things>().forget_the_dead();
    world.insert_resource(Seed(game.setup.seed));
    world.insert_resource(numbers);
    world.insert_resource(game);
    level.settle(world, 0);
}

/// Returns a player on `cell`, with the given sight and body and no memory.
fn player(cell: IVec2, sight: Sight, body: &PlayerNumbers) -> impl Bundle {
    (
        Name::new("you"),
        Player,
        Actor::new(ActorId::PLAYER, NORMAL_SPEED),
        Position(cell),
        Viewshed::new(sight),
        Health::new(body.health, 0),
        Breath::new(body.breath),
        Melee {
            accuracy: body.accuracy,
            damage: body.damage,
        },
        Defence(body.defence),
        Faction::PLAYER,
        Appearance {
            glyph: '@',
            color: None,
        },
        Hearing::default(),
        (
            (Heart::default(), Bout::default()),
            Groping::default(),
            Study::default(),
            Chosen::default(),
            Inventory::default(),
        ),
        OnLevel,
    )
}
