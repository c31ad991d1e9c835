//! Events: facts about what happened. The `view` module turns them into sentences.

use bevy::prelude::*;

use super::action::{ActionKind, Obstacle};
use super::awareness::State;
use super::body::{Camouflage, Faction};
use super::impressions::{Affect, Sound};
use super::lantern::Lantern;
use super::noises::Noises;
use super::oil::OilLevel;
use crate::grid::Direction;
use crate::map::Density;
use crate::vision::{ObjectKind, Position};

/// Something that `actor` did, or that happened to `actor`, on the cell `at`.
///
/// An event holds everything that [`perceive`](crate::game::perceive()) needs to decide later how each viewer perceived
/// it.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct GameEvent {
    /// The actor that did something or was affected.
    pub actor: Entity,
    /// The cell on which the event happened.
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

/// The kinds of events, each described from the actor's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// The actor moved to this cell from another one.
    Stepped {
        /// Where the actor came from.
        from: IVec2,
        /// Whether the actor ran.
        runs: bool,
        /// Whether the step made no sound.
        silent: bool,
        /// If the actor felt its way in the dark, how far the step can be heard, in cells.
        feels: Option<u32>,
        /// Whether the player begins to feel its way, after ten steps or more on other ground.
        gropes: bool,
    },
    /// The actor took heart from the ground that it saw by light.
    TookHeart {
        /// How many hit points the actor has regained.
        points: u32,
    },
    /// The actor tried to run, but was out of breath and walked.
    OutOfBreath,
    /// The actor could not do what it wanted, and knew that beforehand. Such an attempt costs the player no time.
    Hindered(Obstacle),
    /// The actor discovered by touch that it could not do what it wanted, because of an unexpected actor or obstacle on
    /// this cell.
    Bumped {
        /// The other actor on this cell, if there is one.
        into: Option<Entity>,
    },
    /// The actor opened the door on this cell.
    OpenedDoor,
    /// The actor closed the door on this cell.
    ClosedDoor {
        /// The thing in the doorway that was pushed aside.
        pushed: Option<ObjectKind>,
    },
    /// The actor could not close the door on this cell, because an enemy beside the door was holding it open.
    DoorHeld {
        /// The enemy, if the actor can see it.
        by: Option<Entity>,
    },
    /// The actor struck the closed door on this cell.
    StruckDoor {
        /// Whether the door gave way.
        breaks: bool,
        /// Whether the actor burns the door instead of hitting it.
        burns: bool,
        /// How far the blow can be heard, as a walking distance in cells.
        loudness: u32,
    },
    /// The actor drew breath to breathe fire.
    DrewBreath,
    /// The actor breathed fire.
    BreathedFire,
    /// The actor's fire burned the target on this cell.
    Burned {
        /// The actor that was burned.
        target: Entity,
        /// How many hit points the target lost.
        damage: i32,
    },
    /// The fire in which the actor stands burned it.
    Scorched {
        /// How many hit points the actor lost.
        damage: i32,
    },
    /// The light in which the actor stands hurt it.
    Seared {
        /// How many hit points the actor lost.
        damage: i32,
    },
    /// The actor has been idle for so long that fog gathers on its level, or that has come to an end.
    Gathered {
        /// Whether the actor has seen enough new ground since.
        ends: bool,
    },
    /// The actor saw fog on its level for the first time.
    SawFog {
        /// Where the nearest fog is, or `None` if it is on the actor's own cell.
        from: Option<Direction>,
    },
    /// Thick fog or smoke has closed around the actor, or the actor has walked into it.
    Enveloped(Density),
    /// The air around an actor that was [enveloped](Self::Enveloped) is thin again.
    AirCleared,
    /// The actor opened, narrowed or shut a lantern.
    SetLantern(Lantern),
    /// The actor put out or lit the flame on this cell.
    Tended {
        /// Whether the flame is now burning.
        burns: bool,
        /// For how many turns the actor's lantern could have burned the oil that the flame took.
        oil: u32,
    },
    /// The actor filled its lantern from a flask on this cell, or from the flame there.
    TookOil {
        /// For how many turns an open lantern burns the oil.
        turns: u32,
    },
    /// The actor left the oil on this cell, because its lantern has no room for it.
    LeftOil,
    /// The oil in the actor's lantern has fallen to this level.
    OilLow(OilLevel),
    /// The actor waited one turn.
    Waited,
    /// The actor searched the surrounding walls.
    Searched,
    /// The actor found a secret on this cell.
    FoundSecret,
    /// The actor took the treasure on this cell.
    TookTreasure {
        /// How many points the treasure adds to the score.
        worth: u32,
    },
    /// The actor took the beacon.
    TookBeacon,
    /// The actor left the dungeon with the beacon.
    CameOut,
    /// The actor came upon a thing on this cell.
    Found(ObjectKind),
    /// The actor picked up a thing on this cell.
    PickedUp {
        /// The kind of thing.
        kind: ObjectKind,
        /// The place of the pack, counted from 0.
        place: u8,
    },
    /// The actor's pack has no room for this thing.
    NoRoom(ObjectKind),
    /// The actor dropped a thing on this cell.
    Dropped(ObjectKind),
    /// The actor used a thing.
    Used(ObjectKind),
    /// The actor put a thing on.
    PutOn(ObjectKind),
    /// The actor took a thing off.
    TookOff(ObjectKind),
    /// The actor threw a thing, which landed on this cell.
    Threw(ObjectKind),
    /// An effect did something to the actor that it notices.
    Affected(Affect),
    /// The actor hit the target on this cell with a blow or a shot.
    Hit {
        /// The actor that was hit.
        target: Entity,
        /// How many hit points the target lost.
        damage: i32,
        /// Whether the attack was a shot.
        shot: bool,
        /// Whether the target was stepping out of the actor's reach.
        parting: bool,
        /// How far the attack can be heard, as a walking distance in cells.
        loudness: u32,
    },
    /// The actor missed the target on this cell with a blow or a shot.
    Missed {
        /// The actor that was missed.
        target: Entity,
        /// Whether the attack was a shot.
        shot: bool,
        /// Whether the target was stepping out of the actor's reach.
        parting: bool,
        /// Whether the actor only felt the target and did not see it.
        felt: bool,
        /// How far the attack can be heard, as a walking distance in cells.
        loudness: u32,
    },
    /// The actor was killed on this cell.
    Died {
        /// The killer, or the actor itself if a fire killed it. The entity may no longer exist when the event is read.
        by: Entity,
    },
    /// The actor cried out.
    Cried {
        /// How far the cry carries, as a walking distance in cells.
        loudness: u32,
    },
    /// A noise that the actor's effect made came from this cell, which need not be the actor's own.
    Sounded {
        /// What the noise sounds like.
        like: Sound,
        /// How far the noise carries, as a walking distance in cells.
        loudness: u32,
    },
    /// The actor's awareness of its enemies changed.
    StateChanged {
        /// The previous state.
        from: State,
        /// The new state.
        to: State,
    },
    /// The actor has studied the kind of this creature, and knows it from now on.
    Studied {
        /// One of the creatures that the actor watched.
        target: Entity,
    },
    /// The actor can choose a boon from now on.
    EarnedBoon,
    /// The actor chose a boon.
    ChoseBoon {
        /// The boon's place in the game's list of boons.
        number: usize,
    },
    /// The actor took the stairs to another level.
    TookStairs {
        /// The new level, where 1 is the topmost.
        depth: u32,
    },
    /// The actor came up the stairs to this cell, to hunt the player for the beacon.
    CameUp {
        /// How far its steps carry, as a walking distance in cells.
        loudness: u32,
    },
    /// The actor's sight radius is now this many cells.
    RadiusChanged(u32),
    /// The game now uses this field-of-view algorithm.
    AlgorithmChanged(crate::fov::Algorithm),
    /// The actor entered a new dungeon.
    Arrived,
    /// A new dungeon could not be built. The current one remains.
    NoDungeon,
    /// The actor performed a custom action that was added by a plugin.
    Did {
        /// The kind of action.
        deed: ActionKind,
        /// The actor on this cell that was the target of the action, if there was one.
        target: Option<Entity>,
        /// How far the action can be heard, as a walking distance in cells, or 0 for a silent action.
        loudness: u32,
    },
}

impl Happening {
    /// Returns the target of the event, if it has one.
    pub fn target(&self) -> Option<Entity> {
        match *self {
            Self::Hit { target, .. }
            | Self::Missed { target, .. }
            | Self::Studied { target }
            | Self::Burned { target, .. } => Some(target),
            Self::Bumped { into } => into,
            Self::Did { target, .. } => target,
            _ => None,
        }
    }

    /// Returns how far the event can be heard by a listener with normal acuity, as a walking distance in cells. Returns
    /// 0 for a silent event.
    pub fn loudness(&self) -> u32 {
        match *self {
            Self::Bumped { .. } | Self::Tended { .. } => loudness::STEP,
            Self::Stepped { silent: true, .. } => 0,
            Self::Stepped { runs, feels, .. } => {
                let usual = if runs { loudness::RUN } else { loudness::STEP };
                usual.max(feels.unwrap_or(0))
            }
            Self::OpenedDoor | Self::ClosedDoor { .. } | Self::DoorHeld { .. } => loudness::DOOR,
            Self::DrewBreath => loudness::BREATH,
            Self::BreathedFire => loudness::FIRE,
            Self::Hit { loudness, .. }
            | Self::Missed { loudness, .. }
            | Self::StruckDoor { loudness, .. }
            | Self::Cried { loudness }
            | Self::Sounded { loudness, .. }
            | Self::CameUp { loudness }
            | Self::Did { loudness, .. } => loudness,
            _ => 0,
        }
    }
}

/// How far the sounds of actions carry, as walking distances in cells.
mod loudness {
    pub const STEP: u32 = 2;
    pub const RUN: u32 = 9;
    pub const DOOR: u32 = 7;
    pub const FIRE: u32 = 13;
    pub const BREATH: u32 = 9;
}

/// Reports what `actor` did, or what happened to it, on the cell `at`, and makes the corresponding noise.
///
/// The positions at this moment determine which actors perceive the event, and how.
pub fn tell(world: &mut World, actor: Entity, at: IVec2, what: Happening) {
    tell_of(world, actor, (at, None), at, what);
}

/// Does what [`tell`] does. An actor that is dead was on the cell `gone.0` with the camouflage `gone.1`.
pub(crate) fn tell_of(
    world: &mut World,
    actor: Entity,
    gone: (IVec2, Option<Camouflage>),
    at: IVec2,
    what: Happening,
) {
    let body = world.get_entity(actor).ok();
    let place = body.and_then(|body| body.get::<Position>());
    let event = GameEvent {
        actor,
        at,
        actor_at: place.map_or(gone.0, |place| place.0),
        actor_hidden: body.map_or(gone.1, |body| body.get().copied()),
        target_hidden: what
            .target()
            .and_then(|target| world.get::<Camouflage>(target).copied()),
        what,
    };
    let loudness = what.loudness();
    if loudness > 0 {
        let side = match what {
            // A cry concerns friends and enemies alike.
            Happening::Cried { .. } => None,
            _ => body.and_then(|body| body.get::<Faction>().copied()),
        };
        let mut noises = world.resource_mut::<Noises>();
        match what {
            Happening::Sounded { .. } => noises.throw(at, loudness, actor),
            _ => noises.make(event.heard_from(), loudness, side),
        }
    }
    world.write_message(event);
}

impl GameEvent {
    /// Creates an event without a target, for something that `actor` does on its own cell.
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

    /// Returns the cell from which the noise of the event comes. For a fight, this is the attacker's cell.
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
