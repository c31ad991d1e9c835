//! The cell that an entity is on.

use std::any::TypeId;

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::IVec2;

/// A component that says which cell an entity is on. The entity can be an eye with a [`Viewshed`](crate::Viewshed), the
/// source of a [`Light`](crate::Light), or an object that rests on the cell. [`Position`] is a ready-made
/// implementation.
pub trait GridPosition: Component {
    /// Returns the entity's cell. (0, 0) is the map's top-left cell; x increases to the right and y increases downward.
    fn cell(&self) -> IVec2;
}

/// The cell that an entity is on. (0, 0) is the top-left cell; x increases to the right and y increases downward.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct Position(pub IVec2);

impl Position {
    /// Creates a position at column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self(IVec2::new(x, y))
    }
}

impl GridPosition for Position {
    fn cell(&self) -> IVec2 {
        self.0
    }
}

/// The identity of one [`VisionPlugin`](crate::VisionPlugin): its map and position types. It lets a plugin distinguish
/// its own viewsheds and lights from those of other plugins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keeper(TypeId);

impl Keeper {
    /// Returns the identity of the plugin for map type `M` and position type `P`.
    pub(crate) fn of<M: 'static, P: 'static>() -> Self {
        Self(TypeId::of::<(M, P)>())
    }
}
