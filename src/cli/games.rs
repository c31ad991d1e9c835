//! Games that the explorer plays to their end, without a front end.

use std::fmt;

use bevy::prelude::*;

use crate::explorer::Pilot;
use crate::game::{
    Awareness, Camouflage, Clock, Depth, Faction, Fate, Game, GameEvent, Happening, Health, Player,
    Witnessed, begin_game, carry_out, makes_out,
};
use crate::map::TileMap;
use crate::vision::{LightMap, MapMemory, Position, Viewshed};

/// A game in which nothing changes for the better for so many turns has come to a standstill.
pub(super) const STANDSTILL: u64 = 300;
/// Nor do so many commands in a row take no time.
const TIMELESS: u32 = 50;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// A monster of this name killed the player; none: the player did not see which.
    Killed(Option<String>),
    /// It came out with the beacon.
    Won,
    /// All its turns were played.
    TurnLimit,
    /// The player knows all that it can walk to, and no way down.
    NothingLeft,
    /// Nothing has changed for the better for [`STANDSTILL`] turns.
    Standstill,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Killed(Some(killer)) => write!(f, "killed by {killer}"),
            Self::Killed(None) => write!(f, "killed by something unseen"),
            Self::Won => write!(f, "out with the beacon"),
            Self::TurnLimit => write!(f, "turn limit"),
            Self::NothingLeft => write!(f, "nothing left to explore"),
            Self::Standstill => write!(f, "standstill"),
        }
    }
}

/// What became of a game.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) end: End,
    /// The deepest level that the player reached.
    pub(super) depth: u32,
    pub(super) turn: u64,
    /// How many monsters the player killed.
    pub(super) kills: u32,
}

/// Plays a game to its end, in a world that has the game's plugins.
pub(super) fn play_one(world: &mut World, game: Game, turns: u64) -> Outcome {
    begin_game(world, game);
    let mut pilot = Pilot::default();
    let mut progress = Progress::default();
    let (mut deepest, mut kills) = (0, 0);
    let end = loop {
        let turn = world.resource::<Clock>().turn();
        deepest = deepest.max(world.resource::<Depth>().0);
        if let Some(death) = &world.resource::<Fate>().0 {
            break End::Killed(death.killer.clone());
        }
        if world.resource::<Fate>().1.is_some() {
            break End::Won;
        }
        if turn >= turns {
            break End::TurnLimit;
        }
        let Some(command) = pilot.next(world) else {
            break End::NothingLeft;
        };
        carry_out(world, command);
        let fight = read_events(world);
        kills += fight.kills;
        if progress.has_stopped(world, fight.has_struck) {
            break End::Standstill;
        }
    };
    Outcome {
        end,
        depth: deepest,
        turn: world.resource::<Clock>().turn(),
        kills,
    }
}

/// What the player did to others in a turn.
#[derive(Default)]
struct Fight {
    has_struck: bool,
    kills: u32,
}

/// Reads what has happened, and clears it: nobody else does.
fn read_events(world: &mut World) -> Fight {
    let mut players = world.query_filtered::<Entity, With<Player>>();
    let player = players.single(world).ok();
    world.resource_mut::<Messages<Witnessed>>().clear();
    let mut fight = Fight::default();
    for event in world.resource_mut::<Messages<GameEvent>>().drain() {
        match event.what {
            Happening::Died { by } if Some(by) == player => fight.kills += 1,
            Happening::Hit { .. } | Happening::Missed { .. } => {
                fight.has_struck |= Some(event.actor) == player;
            }
            _ => {}
        }
    }
    fight
}

/// Notices that a game has come to a standstill.
#[derive(Default)]
struct Progress {
    /// The turn in which something changed for the better last.
    last: u64,
    /// The tick of the last command, and how many have taken no time since.
    timeless: (u64, u32),
    known: usize,
    depth: u32,
    health: i32,
}

type Eyes = (
    &'static Position,
    &'static Viewshed,
    &'static MapMemory,
    &'static Health,
    &'static Faction,
);

type Other = (
    &'static Position,
    &'static Faction,
    Option<&'static Camouflage>,
);

impl Progress {
    /// Whether nothing has changed for the better for too long: no cell has become known, no enemy came into view or was
    /// struck, the level is the same, and no health came back.
    fn has_stopped(&mut self, world: &mut World, has_struck: bool) -> bool {
        let clock = *world.resource::<Clock>();
        let depth = world.resource::<Depth>().0;
        let mut players = world.query_filtered::<Eyes, With<Player>>();
        let mut others = world.query_filtered::<Other, (With<Awareness>, Without<Player>)>();
        let scene = (world.resource::<TileMap>(), world.resource::<LightMap>());
        let Ok((here, viewshed, memory, health, side)) = players.single(world) else {
            return true;
        };
        let known = memory.known_cells().count();
        let sees_enemy = others.iter(world).any(|(at, other, hidden)| {
            other.is_hostile_to(*side) && makes_out(scene, viewshed, here.0, at.0, hidden)
        });
        let is_better = has_struck
            || sees_enemy
            || depth != self.depth
            || known > self.known
            || health.now > self.health;
        (self.depth, self.known, self.health) = (depth, known, health.now);
        if is_better {
            self.last = clock.turn();
        }
        let (tick, count) = self.timeless;
        self.timeless = (clock.tick, if tick == clock.tick { count + 1 } else { 0 });
        clock.turn() > self.last + STANDSTILL || self.timeless.1 > TIMELESS
    }
}
