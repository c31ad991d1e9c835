//! Which plugin looks after a viewshed or a light.

use std::any::TypeId;

/// The types of the map and of the positions that one [`VisionPlugin`](crate::VisionPlugin) works with. It tells plugins
/// apart, so that none touches what another looks after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keeper(TypeId);

impl Keeper {
    /// The plugin for maps `M` and positions `P`.
    pub(crate) fn of<M: 'static, P: 'static>() -> Self {
        Self(TypeId::of::<(M, P)>())
    }
}
