//! The plugin, and the order of its systems.

use std::marker::PhantomData;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

use crate::diagnostics::{Recomputations, Refreshments, Sharing};
use crate::{
    Ambient, GridMap, GridPosition, LiesStill, Light, LightMap, Moment, ObjectKind, OnMap,
    Position, Viewshed, VisionMap, entering, light, objects, remember, see,
};

/// Keeps viewsheds and memories up to date. The resource `M` is the map, and the component `P` holds an entity's
/// position.
///
/// The systems run in [`Update`] unless you choose another schedule. The only resource they require is the map. Without
/// a map, no entity sees anything and memories stay as they are. For more than one map in a world, see
/// [`LevelMap`](crate::LevelMap).
///
/// The [front page](crate) has an example.
///
/// # Order
///
/// For a step to be visible in the same frame, it must be taken before [`VisionSystems::MarkDirty`]. All systems that
/// move entities, change the map or set the [`Moment`] belong there. Systems that draw the view, or read
/// [`ViewChanges`](crate::ViewChanges), belong after [`VisionSystems::Report`]:
///
/// ```
/// # use bevy_app::{App, Update};
/// # use bevy_ecs::prelude::*;
/// # use fogbound_vision::{GridMap, VisionPlugin, VisionSystems};
/// # fn walk() {}
/// # fn draw() {}
/// # let mut app = App::new();
/// # app.add_plugins(VisionPlugin::<GridMap>::default());
/// app.add_systems(Update, walk.before(VisionSystems::MarkDirty));
/// app.add_systems(Update, draw.after(VisionSystems::Report));
/// # app.update();
/// ```
///
/// Without these constraints, your systems may run before or after the plugin's systems, and a step may become visible
/// one frame late.
///
/// # Several position types
///
/// An app can add several of these plugins, each with a different `P`. Each plugin handles the entities that have its
/// `P`; an entity must not have positions of more than one type. All lights affect all eyes, but an eye remembers only
/// objects ([`ObjectKind`]) that have the same position type as the eye.
///
/// The plugins may use different map types only if the tile types differ too and the world is not lit, because there is
/// only one [`LightMap`], which belongs to one map.
pub struct VisionPlugin<M = GridMap, P = Position> {
    schedule: InternedScheduleLabel,
    over: PhantomData<fn() -> (M, P)>,
}

impl<M, P> VisionPlugin<M, P> {
    /// Creates a plugin that runs its systems in `schedule`.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            over: PhantomData,
        }
    }
}

impl<M, P> Default for VisionPlugin<M, P> {
    fn default() -> Self {
        Self::in_schedule(Update)
    }
}

/// The steps of [`VisionPlugin`], in the order in which they run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VisionSystems {
    /// Marks the viewsheds that are out of date.
    MarkDirty,
    /// Computes where light falls, in a world that has [`Ambient`].
    Light,
    /// Computes the fields of view of the marked viewsheds, and finds which of their cells are visible.
    See,
    /// Writes the visible cells into memories.
    Remember,
    /// Reports what has come into view and what has left it ([`ViewChanges`](crate::ViewChanges)).
    Report,
}

impl<M: VisionMap, P: GridPosition> Plugin for VisionPlugin<M, P> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Recomputations>()
            .init_resource::<Refreshments>()
            .init_resource::<LightMap>()
            .init_resource::<Moment>()
            .init_resource::<Sharing>()
            .init_resource::<objects::Touched<P>>()
            .add_observer(objects::note_set::<P, ObjectKind>)
            .add_observer(objects::note_set::<P, P>)
            .add_observer(objects::note_set::<P, OnMap>)
            .add_observer(objects::note_lost::<P, ObjectKind>)
            .add_observer(objects::note_lost::<P, P>)
            .add_observer(objects::note_lost::<P, OnMap>)
            .register_type::<Ambient>()
            .register_type::<LiesStill>()
            .register_type::<Light>()
            .register_type::<Moment>()
            .register_type::<ObjectKind>()
            .register_type::<OnMap>()
            .register_type::<Position>()
            .register_type::<Recomputations>()
            .register_type::<Refreshments>()
            .register_type::<Sharing>()
            .register_type::<Viewshed>()
            .configure_sets(
                self.schedule,
                (
                    VisionSystems::MarkDirty,
                    VisionSystems::Light,
                    VisionSystems::See,
                    VisionSystems::Remember,
                    VisionSystems::Report,
                )
                    .chain(),
            )
            .add_systems(
                self.schedule,
                (
                    see::mark_dirty_viewsheds::<M, P>.in_set(VisionSystems::MarkDirty),
                    light::light_up::<M, P>.in_set(VisionSystems::Light),
                    see::update_viewsheds::<M, P>.in_set(VisionSystems::See),
                    remember::remember_visible_tiles::<M, P>.in_set(VisionSystems::Remember),
                    entering::report::<M, P>.in_set(VisionSystems::Report),
                ),
            );
    }
}
