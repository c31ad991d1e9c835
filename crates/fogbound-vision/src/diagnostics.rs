//! For tests, benchmarks and overlays: how much work there was, and how it is shared among the cores. Games need none of
//! this.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;

pub use crate::share::Sharing;

/// The number of viewsheds computed since the app started, for tests and overlays.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default, Debug, PartialEq, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct Recomputations(pub u64);

/// The number of times that a light change updated the visible cells of a viewshed without recomputing its field of
/// view. For tests and overlays.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default, Debug, PartialEq, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct Refreshments(pub u64);
