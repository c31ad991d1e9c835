//! The plugin, and the order of its systems.

use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::prelude::*;

use super::{Moment, ObjectKind, Position, Recomputations, Sharing, dirty, remember, update};
use crate::map::TileMap;

/// Keeps viewsheds and memories up to date, in [`Update`] unless another schedule is named.
///
/// Needs a [`TileMap`] resource and nothing else; without one it waits.
///
/// ```
/// use bevy::prelude::*;
/// use fogbound::map::{Tile, TileMap};
/// use fogbound::vision::{MapMemory, Position, Viewshed, VisionPlugin};
///
/// let mut app = App::new();
/// app.add_plugins(VisionPlugin::default());
/// app.insert_resource(TileMap::new(UVec2::new(20, 10), Tile::Floor));
/// let eye = app.world_mut().spawn((Position::new(3, 4), Viewshed::default(), MapMemory::new())).id();
/// app.update();
///
/// assert!(app.world().get::<Viewshed>(eye).is_some_and(|v| v.sees(IVec2::new(5, 5))));
/// assert!(app.world().get::<MapMemory>(eye).is_some_and(|m| m.has_seen(IVec2::new(5, 5))));
/// ```
pub struct VisionPlugin {
    schedule: InternedScheduleLabel,
}

impl VisionPlugin {
    /// Runs the systems in `schedule`.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Default for VisionPlugin {
    fn default() -> Self {
        Self::in_schedule(Update)
    }
}

/// The steps of [`VisionPlugin`], in the order in which they run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VisionSystems {
    /// Marks the viewsheds that something has changed for.
    MarkDirty,
    /// Computes the marked ones.
    See,
    /// Writes what is visible into memory.
    Remember,
}

impl Plugin for VisionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Recomputations>()
            .init_resource::<Moment>()
            .init_resource::<Sharing>()
            .register_type::<Position>()
            .register_type::<ObjectKind>()
            .configure_sets(
                self.schedule,
                (
                    VisionSystems::MarkDirty,
                    VisionSystems::See,
                    VisionSystems::Remember,
                )
                    .chain()
                    .run_if(resource_exists::<TileMap>),
            )
            .add_systems(
                self.schedule,
                (
                    (dirty::mark_moved, dirty::mark_by_map)
                        .chain()
                        .in_set(VisionSystems::MarkDirty),
                    update::update_viewsheds.in_set(VisionSystems::See),
                    remember::remember_visible_tiles.in_set(VisionSystems::Remember),
                ),
            );
    }
}
