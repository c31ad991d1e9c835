//! Events: facts about what happened. The front end turns them into sentences.

use std::fmt;

use bevy::prelude::*;

use super::action::{ActionKind, Obstacle};
use super::awareness::State;
use super::body::{Camouflage, Faction};
use super::impressions::{Affect, Sound};
use super::noises::Noises;
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

/// The name of a kind of fact: of an action that was carried out, or of something else that happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactKind(&'static str);

impl FactKind {
    /// Creates a kind of fact with this name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for FactKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl From<ActionKind> for FactKind {
    fn from(action: ActionKind) -> Self {
        Self(action.name())
    }
}

/// Who can tell that something happened, apart from those who see the actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shows {
    /// Nobody else. The sound comes from the actor.
    #[default]
    Actor,
    /// Everyone who sees the cell on which it happened, such as a door that opens. The sound comes from that cell.
    Place,
    /// Everyone who has the cell in view, lit or not: a light came or went there. The sound comes from that cell.
    Flame,
}

/// What an actor did, or what happened to it. The file that reports a fact says what its parts mean, and the words for
/// it are in one file of the front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Did {
    /// The kind of fact. The facts of an action have its name.
    pub what: FactKind,
    /// The actor on the fact's cell that was the target, if there was one.
    pub target: Option<Entity>,
    /// The thing that was used, taken or moved, if there was one.
    pub thing: Option<ObjectKind>,
    /// How much of something, in a unit that the kind of fact defines.
    pub amount: u32,
    /// How it turned out, if it can turn out in several ways.
    pub outcome: &'static str,
    /// How far it can be heard, as a walking distance in cells, or 0 if it is silent.
    pub loudness: u32,
    /// Who can tell that it happened.
    pub shows: Shows,
}

impl Did {
    /// Creates a silent fact without a target.
    pub fn of(what: impl Into<FactKind>) -> Self {
        Self {
            what: what.into(),
            target: None,
            thing: None,
            amount: 0,
            outcome: "",
            loudness: 0,
            shows: Shows::Actor,
        }
    }

    pub fn to(mut self, target: impl Into<Option<Entity>>) -> Self {
        self.target = target.into();
        self
    }

    pub fn with(mut self, thing: impl Into<Option<ObjectKind>>) -> Self {
        self.thing = thing.into();
        self
    }

    pub fn amount(mut self, amount: u32) -> Self {
        self.amount = amount;
        self
    }

    pub fn outcome(mut self, outcome: &'static str) -> Self {
        self.outcome = outcome;
        self
    }

    /// Sets how far the fact can be heard, as a walking distance in cells.
    pub fn heard(mut self, loudness: u32) -> Self {
        self.loudness = loudness;
        self
    }

    /// Sets who can tell that it happened.
    pub fn shows(mut self, shows: Shows) -> Self {
        self.shows = shows;
        self
    }
}

impl From<Affect> for Happening {
    fn from(affect: Affect) -> Self {
        Self::Affected(affect)
    }
}

impl From<Did> for Happening {
    fn from(did: Did) -> Self {
        Self::Did(did)
    }
}

/// What happened, from the actor's point of view. Rules react to most of these; everything else is a [`Did`].
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
    /// The actor could not do what it wanted, and knew that beforehand. Such an attempt costs the player no time.
    Hindered(Obstacle),
    /// The actor discovered by touch that it could not do what it wanted, because of an unexpected actor or obstacle on
    /// this cell.
    Bumped {
        /// The other actor on this cell, if there is one.
        into: Option<Entity>,
    },
    /// The actor's fire burned the target on this cell.
    Burned {
        /// The actor that was burned.
        target: Entity,
        /// How many hit points the target lost.
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
    /// The actor waited one turn.
    Waited,
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
        /// Whether the shot would have hit, if nothing had hidden a part of the target.
        covered: bool,
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
    /// The actor took the stairs to another level.
    TookStairs {
        /// The new level, where 1 is the topmost.
        depth: u32,
    },
    /// The game now uses this field-of-view algorithm.
    AlgorithmChanged(crate::fov::Algorithm),
    /// The actor entered a new dungeon.
    Arrived,
    /// Something else that the actor did, or that happened to it. Rules take no notice of it.
    Did(Did),
}

impl Happening {
    /// Returns the target of the event, if it has one.
    pub fn target(&self) -> Option<Entity> {
        match *self {
            Self::Hit { target, .. }
            | Self::Missed { target, .. }
            | Self::Burned { target, .. } => Some(target),
            Self::Bumped { into } => into,
            Self::Did(did) => did.target,
            _ => None,
        }
    }

    /// Returns how far the event can be heard by a listener with normal acuity, as a walking distance in cells. Returns
    /// 0 for a silent event.
    pub fn loudness(&self) -> u32 {
        match *self {
            Self::Bumped { .. } => loudness::STEP,
            Self::Stepped { silent: true, .. } => 0,
            Self::Stepped { runs, feels, .. } => {
                let usual = if runs { loudness::RUN } else { loudness::STEP };
                usual.max(feels.unwrap_or(0))
            }
            Self::Hit { loudness, .. }
            | Self::Missed { loudness, .. }
            | Self::Cried { loudness }
            | Self::Sounded { loudness, .. } => loudness,
            Self::Did(did) => did.loudness,
            _ => 0,
        }
    }
}

/// How far the sounds of steps carry, as walking distances in cells.
mod loudness {
    pub const STEP: u32 = 2;
    pub const RUN: u32 = 9;
}

/// Reports what `actor` did, or what happened to it, on the cell `at`, and makes the corresponding noise.
///
/// The positions at this moment determine which actors perceive the event, and how.
pub fn tell(world: &mut World, actor: Entity, at: IVec2, what: impl Into<Happening>) {
    tell_of(world, actor, (at, None), at, what.into());
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
        what: impl Into<Happening>,
    ) -> Self {
        Self {
            actor,
            at,
            actor_at: at,
            actor_hidden: hidden,
            target_hidden: None,
            what: what.into(),
        }
    }

    /// Returns the cell from which the noise of the event comes. For a fight, this is the attacker's cell.
    pub fn heard_from(&self) -> IVec2 {
        match self.what {
            Happening::Hit { .. } | Happening::Missed { .. } | Happening::Cried { .. } => {
                self.actor_at
            }
            Happening::Did(did) if did.shows == Shows::Actor => self.actor_at,
            _ => self.at,
        }
    }
}
