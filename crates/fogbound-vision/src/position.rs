//! The cell an entity is on.

use std::any::TypeId;

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::IVec2;
use serde::{Deserialize, Serialize};

/// A component that gives the cell an entity is on: the eye of a [`Viewshed`](crate::Viewshed), the source of a
/// [`Light`](crate::Light), or a resting object. [`Position`] is a ready-made implementation.
pub trait GridPosition: Component {
    /// Returns the cell. (0, 0) is the map's top left cell; x grows to the right and y downward.
    fn cell(&self) -> IVec2;
}

/// The cell an entity is on. (0, 0) is the top left cell; x grows to the right and y downward.
#[derive(
    Component, Reflect, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash,
)]
#[reflect(
    Component,
    Default,
    Debug,
    PartialEq,
    Hash,
    Clone,
    Serialize,
    Deserialize
)]
pub struct Position(pub IVec2);

impl Position {
    /// Creates the position in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self(IVec2::new(x, y))
    }
}

impl GridPosition for Position {
    fn cell(&self) -> IVec2 {
        self.0
    }
}

/// The map and position types of one [`VisionPlugin`](crate::VisionPlugin). They identify the plugin, so that it
/// leaves alone the viewsheds and lights of other plugins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keeper(TypeId);

impl Keeper {
    /// Returns the plugin for maps `M` and positions `P`.
    pub(crate) fn of<M: 'static, P: 'static>() -> Self {
        Self(TypeId::of::<(M, P)>())
    }
}
