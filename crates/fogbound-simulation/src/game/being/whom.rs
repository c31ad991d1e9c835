//! The creatures that effects concern.

use bevy::prelude::*;

use super::body::Faction;

/// The creatures on the cells of an effect that the effect concerns.
///
/// A new group is a constant that is registered with [`add_whom`](super::AddTerms::add_whom).
#[derive(Clone, Copy, Debug)]
pub struct Whom {
    /// The name in data files.
    pub name: &'static str,
    /// The end of a description of an effect, such as `, but not you`.
    pub ends: &'static str,
    /// The creatures that are meant, for the documentation.
    pub about: &'static str,
    /// Returns whether an effect of a creature concerns another creature, or that creature itself. The first creature
    /// may be dead: then its entity no longer exists.
    pub includes: fn(world: &World, own: (Entity, Option<Faction>), other: Entity) -> bool,
}

impl Whom {
    /// All creatures.
    pub const EVERYONE: Self = Self {
        name: "everyone",
        ends: "",
        about: "all creatures",
        includes: |_, _, _| true,
    };
    /// All creatures but the one that has the effect.
    pub const OTHERS: Self = Self {
        name: "others",
        ends: ", but not you",
        about: "all but the user",
        includes: |_, (own, _), other| own != other,
    };
    /// The enemies of the creature that has the effect.
    pub const ENEMIES: Self = Self {
        name: "enemies",
        ends: ", but not your side",
        about: "all that are not on the user's side",
        includes: |world, (_, side), other| {
            let sides = side.zip(world.get::<Faction>(other));
            sides.is_some_and(|(own, other)| own.is_hostile_to(*other))
        },
    };
    /// The others on the side of the creature that has the effect.
    pub const FRIENDS: Self = Self {
        name: "friends",
        ends: ", but only your friends",
        about: "the others on the user's side",
        includes: |world, (own, side), other| {
            own != other && side.is_some() && side == world.get::<Faction>(other).copied()
        },
    };
}
