//! The kinds of knowledge about a cell.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;

/// A time, in a unit chosen by the app. The app sets this resource before
/// [`VisionSystems::Remember`](crate::VisionSystems::Remember), and memories store it with each sighting.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct Moment(pub u64);

/// The kind of an object that rests on a cell. An entity with this component and a position is remembered where it was
/// last seen. The app decides what the number means. For example, it can be an index into a list of items. To change it,
/// insert it again.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[component(immutable)]
#[reflect(Component, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct ObjectKind(pub u16);

/// Marks an object whose position is replaced, by inserting another one, and never changed in place. Memories learn of
/// a replaced position when it is inserted, so a thousand such objects that lie about cost nothing. An object that is not
/// marked is asked in every run whether it has moved.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct LiesStill;

/// What is known about one cell.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Knowledge<T> {
    /// Nothing is known.
    #[default]
    Unknown,
    /// The cell has never been seen, but is known from another source, such as a magic map or a rumour.
    Told {
        /// The tile that the cell is said to hold.
        tile: T,
    },
    /// The cell has been seen at least once.
    Seen {
        /// The tile at the last sighting.
        tile: T,
        /// The object at the last sighting, if there was one.
        object: Option<ObjectKind>,
        /// The time of the last sighting.
        when: Moment,
    },
}

impl<T> Knowledge<T> {
    /// Returns the known tile, whether the cell is [`Seen`](Self::Seen) or [`Told`](Self::Told).
    pub fn tile(self) -> Option<T> {
        match self {
            Self::Unknown => None,
            Self::Told { tile } | Self::Seen { tile, .. } => Some(tile),
        }
    }

    /// Returns whether the cell has been seen.
    pub fn is_seen(&self) -> bool {
        matches!(self, Self::Seen { .. })
    }
}
