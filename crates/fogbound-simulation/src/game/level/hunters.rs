//! What the player's stay on a level leads to: hunters that come for the beacon by the stairs down, in groups that grow,
//! and whether any creature has hunted the player there.

use bevy::prelude::*;
use rand::RngExt;

use super::followers::{answer_tick, free_cell};
use super::game::Game;
use super::goals::is_on_way_back;
use super::populate::spawn_native;
use crate::dungeon::random::stream;
use crate::game::being::{
    Awareness, BeaconNumbers, Clock, Depth, Did, FactKind, Numbers, Occupancy, Seed,
    TICKS_PER_TURN, find_player, tell,
};
use crate::game::bestiary::Bestiary;
use crate::game::mind::Sleeps;
use crate::map::{Stairs, TileMap};

impl FactKind {
    /// The actor came up the stairs to this cell, to hunt the player for the beacon.
    pub const CAME_UP: Self = Self::new("came up the stairs");
}

/// What the player's stay on a level has led to. Each level has its own.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Stay {
    /// Whether a creature has begun to hunt the player on this level.
    pub(crate) hunted: bool,
    /// The tick at which the next hunters arrive, once the player has been here with the beacon.
    pub(crate) next: Option<u64>,
    /// How many groups of hunters have arrived.
    groups: u32,
    /// How many hunters have arrived.
    hunters: u32,
}

impl Stay {
    /// Resumes the stay after a time in which the player was elsewhere. That time does not count.
    pub(super) fn resume(&mut self, since: u64, now: u64) {
        self.next = self.next.map(|next| next + (now - since));
    }
}

/// Brings the next group of hunters when it is due, if the player has the beacon.
pub(crate) fn come_for_beacon(world: &mut World) {
    let (clock, beacon) = (
        *world.resource::<Clock>(),
        world.resource::<Numbers>().beacon,
    );
    let is_back = is_on_way_back(world);
    if !is_back || beacon.first == 0 || !clock.is_others() {
        return;
    }
    let mut stay = *world.resource::<Stay>();
    let wait = match stay.next {
        None => beacon.first,
        Some(next) if next <= clock.tick => {
            bring_group(world, &mut stay, beacon);
            beacon.every
        }
        Some(_) => return,
    };
    stay.next = Some(clock.tick + u64::from(wait) * TICKS_PER_TURN);
    world.insert_resource(stay);
}

/// Makes a group of hunters come out of the stairs down. They know where the beacon shines at this moment, and like all
/// natives, they know the level.
fn bring_group(world: &mut World, stay: &mut Stay, beacon: BeaconNumbers) {
    let map = world.resource::<TileMap>();
    let stairs = map
        .positions()
        .find(|cell| map.tile(*cell).stairs() == Some(Stairs::Down));
    let (Some(stairs), Some((_, last_known))) = (stairs, find_player(world)) else {
        return;
    };
    let (depth, tick) = (world.resource::<Depth>().0, world.resource::<Clock>().tick);
    let answer = answer_tick(world, tick);
    let name = format!("hunters on level {depth}");
    let mut dice = stream(world.resource::<Seed>().0, &name, stay.groups.into());
    let size = dice.random_range(beacon.group.0..=beacon.group.1) + stay.groups;
    stay.groups += 1;
    for _ in 0..size.min(beacon.most.saturating_sub(stay.hunters)) {
        let bestiary = world.resource::<Bestiary>();
        let plan = world.get_resource::<Game>().and_then(|it| it.plan(depth));
        let monster = bestiary.choose_hunter(depth, plan, &mut dice).cloned();
        let Some((monster, cell)) = monster.zip(free_cell(world, stairs)) else {
            return;
        };
        let hunter = spawn_native(world, &monster, cell, answer);
        let mut body = world.entity_mut(hunter);
        body.remove::<Sleeps>();
        body.insert(Awareness::Hunting { last_known });
        world.resource_mut::<Occupancy>().place(hunter, cell);
        let loudness = beacon.heard;
        tell(
            world,
            hunter,
            cell,
            Did::of(FactKind::CAME_UP).heard(loudness),
        );
        stay.hunters += 1;
    }
}
