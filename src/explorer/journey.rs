//! A player who explores by itself, one ordinary command at a time, until something happens.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::explore::{Explorer, NoStep};
use super::watch::{Alarm, Watch};
use crate::game::{
    Actor, Awareness, Camouflage, Faction, Fate, Health, Player, PlayerCommand, State, makes_out,
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
    /// Where the player stood, and whether the step was to open a door: one who gets nowhere otherwise has bumped into
    /// something, and stops.
    stood: Option<(IVec2, bool)>,
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
    let (Some(map), Ok(player)) = (world.map, players.single()) else {
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
    let step = journey
        .explorer
        .explore(memory, here, |cell| taken.contains(&cell));
    match step {
        Ok(action) => {
            let to = action.aim.cell(here);
            let opens = memory.tile(to).is_some_and(|tile| !tile.is_walkable());
            let (stood, opened) = before.stood.unwrap_or((IVec2::MAX, false));
            // A door is opened once.
            if stood == here && (!opened || opens) {
                stopped.write(Stopped::NoStep(NoStep::Blocked));
                return;
            }
            commands.write(PlayerCommand::Act(action));
            journey.going = Some(Going {
                watch: Some(watch),
                stood: Some((here, opens)),
            });
        }
        Err(why) => {
            stopped.write(Stopped::NoStep(why));
        }
    }
}
