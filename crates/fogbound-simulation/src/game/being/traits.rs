//! Traits of creatures that both the senses and the minds read.

use std::sync::Arc;

use bevy::prelude::*;

use crate::files::data::{NameOf, Within};

/// A creature that hunts the enemies it notices.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Hunts {
    /// How many turns the creature searches for an enemy it has lost.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for Hunts {
    fn default() -> Self {
        Self { patience: 12 }
    }
}

/// A creature that hunts without sight. It goes to where it last heard something, and attacks the enemies it touches.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct HuntsBySound {
    /// How many turns the creature waits at the place where it lost the sound.
    #[reflect(@Within::new(0, 1000))]
    pub patience: u32,
}

impl Default for HuntsBySound {
    fn default() -> Self {
        Self { patience: 6 }
    }
}

/// A member of a pack. When one member sees an enemy, all creatures with the same name within earshot learn where the
/// enemy is.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Pack {
    /// How far the creature's call carries, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 200))]
    pub call: u32,
}

impl Default for Pack {
    fn default() -> Self {
        Self { call: 12 }
    }
}

/// What a creature counts as besides its own kind, such as `undead`.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tags(pub(crate) Arc<[String]>);

/// A creature that goes where a friend goes: the player, if it is on its side, or the nearest friend of a kind.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct Follows {
    /// The name of the leader's kind or, if it is empty, the player.
    #[reflect(@NameOf::Monster)]
    pub kind: String,
    /// How near the creature comes, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(1, 64))]
    pub near: u32,
    /// How far away the leader must be before the creature sets out.
    #[reflect(@Within::new(1, 64))]
    pub far: u32,
    /// Whether it follows even while it knows of an enemy.
    pub always: bool,
    /// How far away the leader must be for the creature to leave an enemy that it knows of. With 0, it never does.
    #[reflect(@Within::new(0, 64))]
    pub leash: u32,
    /// Where the creature last saw its leader, until it has been there.
    #[reflect(ignore)]
    pub(crate) seen: Option<IVec2>,
    /// Whether the creature has set out and is not near its leader yet.
    #[reflect(ignore)]
    pub(crate) comes: bool,
    /// Whether the creature has left an enemy to come back to its leader, and is not near it yet.
    #[reflect(ignore)]
    pub(crate) returns: bool,
}

impl Follows {
    /// Makes the creature look for its leader on a cell.
    pub(crate) fn go_to(&mut self, cell: IVec2) {
        (self.seen, self.comes) = (Some(cell), true);
    }
}

impl Default for Follows {
    fn default() -> Self {
        Self {
            kind: String::new(),
            near: 1,
            far: 3,
            always: false,
            leash: 0,
            seen: None,
            comes: false,
            returns: false,
        }
    }
}

/// A creature that does nothing while an enemy is looking at it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct StillWhenWatched;

/// A creature that goes to the nearest flame it sees, as long as it does not know of any enemy.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct DrawnToLight;

/// What a fleeing creature flees from.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fear {
    /// The creature's enemies, as far as it knows where they are.
    #[default]
    Enemies,
    /// Darkness: the creature goes to the nearest flame that it sees or knows.
    Dark,
}

/// A creature that flees because an effect makes it flee.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fleeing {
    /// What the creature flees from.
    pub(crate) from: Fear,
    /// The tick at which the creature stops fleeing.
    pub(crate) until: u64,
}

/// A creature that an effect has sent to a cell.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Going {
    /// The cell.
    pub(crate) to: IVec2,
    /// The tick at which the creature stops going there.
    pub(crate) until: u64,
}

/// A creature that waits in the dark beside lit ground until it notices an enemy.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct LiesInWait {
    /// How far the lit ground may be, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 8))]
    pub near: u32,
}

impl Default for LiesInWait {
    fn default() -> Self {
        Self { near: 2 }
    }
}
