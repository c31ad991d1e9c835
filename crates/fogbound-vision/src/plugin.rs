//! The plugin, and the order of its systems.

use std::marker::PhantomData;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

use crate::{
    Ambient, GridMap, GridPosition, Light, LightMap, Moment, ObjectKind, Position, Recomputations,
    Refreshments, Sharing, Viewshed, VisionMap, light, remember, see,
};

/// Keeps viewsheds and memories up to date, for entities whose component `P` says where they stand on the map, the
/// resource `M`.
///
/// Runs in [`Update`] unless you name another schedule. It needs nothing but the map. Without a map no entity sees
/// anything, and every memory stays as it is.
///
/// ```
/// use bevy_app::App;
/// use fogbound_vision::{GridMap, IVec2, MapMemory, Position, Viewshed, VisionPlugin};
///
/// let mut app = App::new();
/// app.add_plugins(VisionPlugin::<GridMap>::default());
/// app.insert_resource(GridMap::from_rows(["......#...", "......#...", "......#..."]));
/// let eye = (Position::new(3, 1), Viewshed::default(), MapMemory::<char>::new());
/// let eye = app.world_mut().spawn(eye).id();
/// app.update();
///
/// let (near, far) = (IVec2::new(5, 1), IVec2::new(8, 1));
/// assert!(app.world().get::<Viewshed>(eye).is_some_and(|it| it.sees(near) && !it.sees(far)));
/// assert!(app.world().get::<MapMemory>(eye).is_some_and(|it| it.has_seen(near) && !it.has_seen(far)));
/// ```
///
/// # A step is seen in the frame in which it is taken
///
/// if it is taken before [`VisionSystems::MarkDirty`]. Whoever moves something, changes the map or
/// sets the [`Moment`] belongs there; whoever draws what is seen belongs after
/// [`VisionSystems::Remember`]:
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
/// app.add_systems(Update, draw.after(VisionSystems::Remember));
/// # app.update();
/// ```
///
/// Without an order of their own, systems may run on either side, and the step is seen a frame later.
///
/// # Several types of positions
///
/// An app may have several of these plugins, each with a `P` of its own. Each looks after the entities that have its
/// `P`; give no entity two. All lights shine for all eyes, but an eye remembers only things
/// ([`ObjectKind`]) whose position is of the same type. The plugins may also have maps of different types, if the tiles
/// differ in type, too, and the world is not lit: there is one [`LightMap`], for one map.
pub struct VisionPlugin<M = GridMap, P = Position> {
    schedule: InternedScheduleLabel,
    over: PhantomData<fn() -> (M, P)>,
}

impl<M, P> VisionPlugin<M, P> {
    /// Runs the systems in `schedule`.
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
    /// Marks the viewsheds that something has changed for.
    MarkDirty,
    /// Finds out where light falls, in a world that has [`Ambient`].
    Light,
    /// Computes the marked ones, and what in them is lit.
    See,
    /// Writes what is visible into memory.
    Remember,
}

impl<M: VisionMap, P: GridPosition> Plugin for VisionPlugin<M, P> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Recomputations>()
            .init_resource::<Refreshments>()
            .init_resource::<LightMap>()
            .init_resource::<Moment>()
            .init_resource::<Sharing>()
            .register_type::<Ambient>()
            .register_type::<Light>()
            .register_type::<Moment>()
            .register_type::<ObjectKind>()
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
                )
                    .chain(),
            )
            .add_systems(
                self.schedule,
                (
                    see::mark_dirty_viewsheds::<M, P>.in_set(VisionSystems::MarkDirty),
                    light::light_up::<M, P>.in_set(VisionSystems::Light),
                    see::update_viewsheds::<M, P>
                        .run_if(resource_exists::<M>)
                        .in_set(VisionSystems::See),
                    remember::remember_visible_tiles::<M, P>
                        .run_if(resource_exists::<M>)
                        .in_set(VisionSystems::Remember),
                ),
            );
    }
}
