//! What happened, as facts. `view` turns them into sentences.

use bevy::prelude::*;

use super::action::{ActionKind, Obstacle};
use super::awareness::State;
use super::body::{Camouflage, Faction};
use super::lantern::Lantern;
use super::noises::Noises;
use crate::vision::{ObjectKind, Position};

/// Something that `actor` did, or that happened to it, at `at`.
///
/// An event holds everything that [`perceive`](crate::game::perceive()) needs to decide later who noticed it, and how.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct GameEvent {
    /// The actor that did it, or to which it happened.
    pub actor: Entity,
    /// The cell where it happened.
    pub at: IVec2,
    /// The actor's cell at that moment.
    pub actor_at: IVec2,
    /// The actor's camouflage at that moment.
    pub actor_hidden: Option<Camouflage>,
    /// The target's camouflage at that moment.
    pub target_hidden: Option<Camouflage>,
    /// What happened.
    pub what: Happening,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// Moved here from another cell.
    Stepped {
        /// Where the actor came from.
        from: IVec2,
        /// Whether it ran.
        runs: bool,
    },
    /// Tried to run, but was out of breath and walked.
    OutOfBreath,
    /// Could not do what it wanted, and knew so beforehand. Costs the player no time.
    Hindered(Obstacle),
    /// Found out by touch that it could not do what it wanted: an unexpected actor or obstacle is on this cell.
    Bumped {
        /// The actor on this cell, if any.
        into: Option<Entity>,
    },
    /// Opened the door at this cell.
    OpenedDoor,
    /// Closed the door at this cell.
    ClosedDoor {
        /// The thing in the doorway that was pushed aside.
        pushed: Option<ObjectKind>,
    },
    /// Could not close the door at this cell, because an enemy beside it holds it open.
    DoorHeld {
        /// The enemy, if the actor sees it.
        by: Option<Entity>,
    },
    /// Opened, narrowed or shut a lantern.
    SetLantern(Lantern),
    /// Put out or lit the flame at this cell.
    Tended {
        /// Whether it burns now.
        burns: bool,
    },
    /// Let a turn pass.
    Waited,
    /// Searched the walls around.
    Searched,
    /// Found a secret on this cell.
    FoundSecret,
    /// Took the treasure on this cell.
    TookTreasure {
        /// What it adds to the score.
        worth: u32,
    },
    /// Took the beacon.
    TookBeacon,
    /// Left the dungeon with the beacon.
    CameOut,
    /// Came upon a thing that lies here.
    Found(ObjectKind),
    /// Hit the target on this cell with a blow or a shot.
    Hit {
        /// The actor that was hit.
        target: Entity,
        /// How much health it cost.
        damage: i32,
        /// Whether it was a shot.
        shot: bool,
    },
    /// Missed the target on this cell with a blow or a shot.
    Missed {
        /// The actor that was missed.
        target: Entity,
        /// Whether it was a shot.
        shot: bool,
    },
    /// Was killed here.
    Died {
        /// The killer. It may no longer exist when this is read.
        by: Entity,
    },
    /// Cried out.
    Cried {
        /// How far the cry carries, in cells walked.
        loudness: u32,
    },
    /// Came to know more or less about its enemies.
    StateChanged {
        /// The state before.
        from: State,
        /// The state now.
        to: State,
    },
    /// Took the stairs to another level.
    TookStairs {
        /// The new level, counted from 1 downward.
        depth: u32,
    },
    /// Its sight radius is now this many cells.
    RadiusChanged(u32),
    /// The game now uses this field-of-view algorithm.
    AlgorithmChanged(crate::fov::Algorithm),
    /// Entered a new dungeon.
    Arrived,
    /// A new dungeon could not be built; the old one stays.
    NoDungeon,
    /// Did something of a kind added by a plugin.
    Did {
        /// The kind of action.
        deed: ActionKind,
        /// The actor on this cell that it was done to, if any.
        target: Option<Entity>,
        /// How far it can be heard, in cells walked; 0: not at all.
        loudness: u32,
    },
}

impl Happening {
    /// Returns the actor that it was done to, if any.
    pub fn target(&self) -> Option<Entity> {
        match *self {
            Self::Hit { target, .. } | Self::Missed { target, .. } => Some(target),
            Self::Bumped { into } => into,
            Self::Did { target, .. } => target,
            _ => None,
        }
    }

    /// Returns how far it can be heard, in cells walked, by ears of normal acuity; 0: it makes no noise.
    pub fn loudness(&self) -> u32 {
        match *self {
            Self::Stepped { runs: false, .. } | Self::Bumped { .. } | Self::Tended { .. } => {
                loudness::STEP
            }
            Self::Stepped { runs: true, .. } => loudness::RUN,
            Self::OpenedDoor | Self::ClosedDoor { .. } | Self::DoorHeld { .. } => loudness::DOOR,
            Self::Hit { .. } | Self::Missed { .. } => loudness::FIGHT,
            Self::Cried { loudness } | Self::Did { loudness, .. } => loudness,
            _ => 0,
        }
    }
}

/// How far the sounds of actions carry, in cells walked.
mod loudness {
    pub const STEP: u32 = 2;
    pub const RUN: u32 = 9;
    pub const DOOR: u32 = 7;
    pub const FIGHT: u32 = 13;
}

/// Reports what `actor` did, or what happened to it, at the cell `at`, and makes its noise.
///
/// Who perceives it, and how, follows from everyone's position at this moment.
pub fn tell(world: &mut World, actor: Entity, at: IVec2, what: Happening) {
    let body = world.get_entity(actor).ok();
    let place = body.and_then(|body| body.get::<Position>());
    let event = GameEvent {
        actor,
        at,
        actor_at: place.map_or(at, |place| place.0),
        actor_hidden: body.and_then(|body| body.get().copied()),
        target_hidden: what
            .target()
            .and_then(|target| world.get::<Camouflage>(target).copied()),
        what,
    };
    let loudness = what.loudness();
    if loudness > 0 {
        let side = match what {
            // A cry concerns everyone, friend and enemy.
            Happening::Cried { .. } => None,
            _ => body.and_then(|body| body.get::<Faction>().copied()),
        };
        let mut noises = world.resource_mut::<Noises>();
        noises.make(event.heard_from(), loudness, side);
    }
    world.write_message(event);
}

impl GameEvent {
    /// Something without a target that `actor` does on its own cell.
    pub(crate) fn of(
        actor: Entity,
        at: IVec2,
        hidden: Option<Camouflage>,
        what: Happening,
    ) -> Self {
        Self {
            actor,
            at,
            actor_at: at,
            actor_hidden: hidden,
            target_hidden: None,
            what,
        }
    }

    /// Returns the cell from which its noise comes: for a fight, the attacker's.
    pub fn heard_from(&self) -> IVec2 {
        match self.what {
            Happening::Hit { .. }
            | Happening::Missed { .. }
            | Happening::Cried { .. }
            | Happening::Did { .. } => self.actor_at,
            _ => self.at,
        }
    }
}
