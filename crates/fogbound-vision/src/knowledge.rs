//! What can be known of a cell.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use serde::{Deserialize, Serialize};

/// When something was seen, in whatever unit the app counts. The app sets this resource before
/// [`VisionSystems::Remember`](crate::VisionSystems::Remember); memories copy it.
#[derive(
    Resource,
    Reflect,
    Serialize,
    Deserialize,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[reflect(
    Resource,
    Default,
    Debug,
    PartialEq,
    Hash,
    Clone,
    Serialize,
    Deserialize
)]
pub struct Moment(pub u64);

/// What kind of thing lies still on a cell. An entity with this component and a position is remembered
/// where it was seen. The number is the app's own: an index into its catalogue of things.
#[derive(
    Component,
    Reflect,
    Serialize,
    Deserialize,
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[reflect(Component, Debug, PartialEq, Hash, Clone, Serialize, Deserialize)]
pub struct ObjectKind(pub u16);

/// What is known of one cell.
#[derive(Reflect, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge<T> {
    /// Nothing.
    #[default]
    Unknown,
    /// Heard of and never seen: a magic map, a tale. Never the same as seen.
    Told {
        /// The tile it is said to be.
        tile: T,
    },
    /// Seen at least once.
    Seen {
        /// The tile as it looked when it was seen last.
        tile: T,
        /// What lay there when it was seen last.
        object: Option<ObjectKind>,
        /// When it was seen last.
        when: Moment,
    },
}

impl<T> Knowledge<T> {
    /// The tile as far as is known, seen or told.
    pub fn tile(self) -> Option<T> {
        match self {
            Self::Unknown => None,
            Self::Told { tile } | Self::Seen { tile, .. } => Some(tile),
        }
    }

    /// Whether the cell was seen at least once.
    pub fn is_seen(&self) -> bool {
        matches!(self, Self::Seen { .. })
    }
}
