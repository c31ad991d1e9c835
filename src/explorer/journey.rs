//! A player who explores by itself, one ordinary command at a time, until something happens.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::explore::{Explorer, NoStep};
use super::watch::{Alarm, Watch};
use crate::game::{
    Actor, Awareness, Camouflage, Clock, Faction, Fate, Health, Player, PlayerCommand, State,
    makes_out,
};
use crate::map::TileMap;
use crate::vision::{MapMemory, Position, Viewshed};

/// Where the player is going by itself, if anywhere.
#[derive(Resource, Debug, Default)]
pub struct Journey {
    explorer: Explorer,
    going: Option<Going>,
}

/// What was true before the last step; nothing before the first.
#[derive(Debug, Default)]
struct Going {
    watch: Option<Watch>,
    /// Where the player stood, and when: one who gets nowhere stops.
    stood: Option<(IVec2, u64)>,
}

/// The player has stopped walking by itself, and not because it was told to.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Something is to be looked at.
    Alarmed(Alarm),
    /// There is nowhere to go.
    NoStep(NoStep),
}

impl Journey {
    /// Sets out to explore.
    pub fn explore(&mut self) {
        self.going = Some(Going::default());
    }

    /// Stops, for whatever reason.
    pub fn stop(&mut self) {
        self.going = None;
    }

    /// Whether the player is on its way: an app that has nothing else to do goes on updating.
    pub fn is_on_the_way(&self) -> bool {
        self.going.is_some()
    }
}

type Walker = (
    &'static Position,
    &'static MapMemory,
    &'static Viewshed,
    &'static Faction,
    &'static Health,
);

type Other = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Faction,
    Option<&'static Camouflage>,
    Option<&'static Awareness>,
);

/// What there is of a game that may not have begun.
#[derive(SystemParam)]
pub(super) struct Surroundings<'w> {
    map: Option<Res<'w, TileMap>>,
    clock: Option<Res<'w, Clock>>,
    fate: Option<Res<'w, Fate>>,
}

/// Takes the next step, or stops.
pub(super) fn go_on(
    mut journey: ResMut<Journey>,
    world: Surroundings,
    players: Query<Walker, With<Player>>,
    others: Query<Other, Without<Player>>,
    mut commands: MessageWriter<PlayerCommand>,
    mut stopped: MessageWriter<Stopped>,
) {
    let Some(before) = journey.going.take() else {
        return;
    };
    let (Some(map), Some(clock), Ok(player)) = (world.map, world.clock, players.single()) else {
        return;
    };
    if !world.fate.is_some_and(|fate| fate.is_alive()) {
        return;
    }
    let (here, memory, viewshed, side, health) = player;
    let here = here.0;
    let mut watch = Watch {
        health: health.now,
        ..Watch::default()
    };
    let mut taken = HashSet::new();
    for (entity, actor, at, other, hidden, awareness) in &others {
        if !makes_out(&map, viewshed, here, at.0, hidden) {
            continue;
        }
        taken.insert(at.0);
        if other.is_hostile_to(*side) {
            let hunts = awareness.is_some_and(|it| it.state() == State::Hunting);
            watch.enemies.insert(actor.id, (entity, hunts));
        }
    }
    if let Some(alarm) = before.watch.and_then(|before| watch.alarm(&before)) {
        stopped.write(Stopped::Alarmed(alarm));
        return;
    }
    let stood = Some((here, clock.tick));
    if before.stood == stood {
        stopped.write(Stopped::NoStep(NoStep::Blocked));
        return;
    }
    let step = journey
        .explorer
        .explore(memory, here, |cell| taken.contains(&cell));
    match step {
        Ok(action) => {
            commands.write(PlayerCommand::Act(action));
            let watch = Some(watch);
            journey.going = Some(Going { watch, stood });
        }
        Err(why) => {
            stopped.write(Stopped::NoStep(why));
        }
    }
}
