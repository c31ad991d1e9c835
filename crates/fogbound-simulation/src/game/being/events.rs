//! What happened, as facts. `view` turns them into words.

use bevy::prelude::*;

use super::action::{ActionKind, Obstacle};
use super::awareness::State;
use super::body::{Camouflage, Faction};
use super::lantern::Lantern;
use super::noises::Noises;
use crate::vision::{ObjectKind, Position};

/// Something happened to or through `actor` at `at`.
///
/// An event holds what it takes to say later who could perceive it, and how:
/// [`perceive`](crate::game::perceive()) does.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct GameEvent {
    /// Who did it, or to whom it happened.
    pub actor: Entity,
    /// The cell where it happened.
    pub at: IVec2,
    /// The cell on which the actor stood then.
    pub actor_at: IVec2,
    /// How well the actor was hidden then.
    pub actor_hidden: Option<Camouflage>,
    /// How well the one was hidden then to whom the actor did it.
    pub target_hidden: Option<Camouflage>,
    /// What happened.
    pub what: Happening,
}

/// The kinds of things that happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// Moved here from another cell.
    Stepped {
        /// Where the actor came from.
        from: IVec2,
        /// Whether it ran.
        runs: bool,
    },
    /// Wanted to run, had no breath left, and walked.
    OutOfBreath,
    /// Was kept from doing what it wanted, and knew that before. Takes no time if it is the player.
    Hindered(Obstacle),
    /// Found out by touch that it could not do what it wanted: somebody stands here, or something does that
    /// it did not know of.
    Bumped {
        /// Who stands here, if it is somebody.
        into: Option<Entity>,
    },
    /// Opened the door at this cell.
    OpenedDoor,
    /// Closed the door at this cell.
    ClosedDoor {
        /// What lay in the doorway and was pushed aside.
        pushed: Option<ObjectKind>,
    },
    /// Could not close the door at this cell: an enemy beside it holds it open.
    DoorHeld {
        /// Who holds it, if the actor makes that out.
        by: Option<Entity>,
    },
    /// Opened, narrowed or shut a lantern.
    SetLantern(Lantern),
    /// Put out the flame at this cell, or lit it.
    Tended {
        /// Whether it burns now.
        burns: bool,
    },
    /// Let a turn pass.
    Waited,
    /// Searched the walls around.
    Searched,
    /// Found that what is on this cell is not what it seemed.
    FoundSecret,
    /// Took treasure that lay here.
    TookTreasure {
        /// What it counts for in the score.
        worth: u32,
    },
    /// Took what it had come for.
    TookBeacon,
    /// Came out of the dungeon with it.
    CameOut,
    /// Came upon a thing that lies here.
    Found(ObjectKind),
    /// Struck or shot at somebody who stands here, and hit.
    Hit {
        /// Who was hit.
        target: Entity,
        /// How much health it cost.
        damage: i32,
        /// Whether it was a shot.
        shot: bool,
    },
    /// Struck or shot at somebody who stands here, and missed.
    Missed {
        /// Who was missed.
        target: Entity,
        /// Whether it was a shot.
        shot: bool,
    },
    /// Died here, by the hand of another.
    Died {
        /// Who did it. May be gone by the time this is read.
        by: Entity,
    },
    /// Cried out, to be heard so many cells away.
    Cried {
        /// How far that carries, in cells walked.
        loudness: u32,
    },
    /// Knows more, or less, of its enemies than before.
    StateChanged {
        /// What it was.
        from: State,
        /// What it is.
        to: State,
    },
    /// Took the stairs and is on this level now, counted from 1 downward.
    TookStairs {
        /// The level.
        depth: u32,
    },
    /// Sees this many cells far from now on.
    RadiusChanged(u32),
    /// Sees by another algorithm from now on.
    AlgorithmChanged(crate::fov::Algorithm),
    /// Entered a fresh dungeon.
    Arrived,
    /// No fresh dungeon could be built; the old one stays.
    NoDungeon,
    /// Did something of a kind that a plugin has added.
    Did {
        /// What it did.
        deed: ActionKind,
        /// To whom, if it was done to somebody: who stands here.
        target: Option<Entity>,
        /// How far it can be heard, in cells walked; 0: not at all.
        loudness: u32,
    },
}

impl Happening {
    /// To whom it was done, if it was done to somebody.
    pub fn target(&self) -> Option<Entity> {
        match *self {
            Self::Hit { target, .. } | Self::Missed { target, .. } => Some(target),
            Self::Bumped { into } => into,
            Self::Did { target, .. } => target,
            _ => None,
        }
    }

    /// How far it can be heard, in cells walked, by ears of the usual kind; 0: it makes no noise.
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

/// Tells what `actor` did, or what happened to it, at the cell `at`; and has it heard, if it makes a noise.
///
/// Who perceives it, and how, follows from where everybody stands at that moment.
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
            // Everybody minds a cry, friend and enemy.
            Happening::Cried { .. } => None,
            _ => body.and_then(|body| body.get::<Faction>().copied()),
        };
        let mut noises = world.resource_mut::<Noises>();
        noises.make(event.heard_from(), loudness, side);
    }
    world.write_message(event);
}

impl GameEvent {
    /// Something that `actor` does on the cell `at` where it stands, to nobody.
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

    /// The cell from which its noise comes: a fight is heard from who begins it.
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
