//! Where an entity stands.

use std::any::TypeId;

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::IVec2;
use serde::{Deserialize, Serialize};

/// A component that says on which cell an entity stands: the eye of a
/// [`Viewshed`](crate::Viewshed), or a thing that lies still. [`Position`] is a ready-made one.
pub trait GridPosition: Component {
    /// The cell: x grows to the right, y downward, (0, 0) is the map's top left cell.
    fn cell(&self) -> IVec2;
}

/// The cell an entity stands on: x grows to the right, y downward, (0, 0) is the top left cell.
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
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self(IVec2::new(x, y))
    }
}

impl GridPosition for Position {
    fn cell(&self) -> IVec2 {
        self.0
    }
}

/// The types of the map and of the positions that one [`VisionPlugin`](crate::VisionPlugin) works with. It tells plugins
/// apart, so that none touches the viewsheds and lights that another looks after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keeper(TypeId);

impl Keeper {
    /// The plugin for maps `M` and positions `P`.
    pub(crate) fn of<M: 'static, P: 'static>() -> Self {
        Self(TypeId::of::<(M, P)>())
    }
}
