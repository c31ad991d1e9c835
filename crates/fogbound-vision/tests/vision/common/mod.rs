//! Creates apps with a map and eyes, and nothing else.

pub mod light_oracle;

use bevy_app::App;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{Schedules, SingleThreadedExecutor};
use fogbound_fov::{FieldOfView, VisibleSet};
use fogbound_vision::diagnostics::{Recomputations, Refreshments};
use fogbound_vision::{
    Ambient, GridMap, IVec2, Knowledge, LightMap, MapMemory, Position, Sight, UVec2, Viewshed,
    VisionMap, VisionPlugin,
};

/// Characters for tiles. Some of them block sight and some do not.
pub const TILES: [char; 6] = ['#', '.', '%', '<', '>', ','];

/// Returns the map in `drawing`, without the blank lines above and below it.
pub fn drawn_map(drawing: &str) -> GridMap {
    GridMap::from_rows(drawing.trim_matches('\n').lines())
}

pub fn vision_app(map: GridMap) -> App {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<GridMap>::default());
    app.insert_resource(map);
    on_one_thread(app)
}

/// Runs all schedules on the calling thread, which takes less time for many small updates.
pub fn on_one_thread(mut app: App) -> App {
    let mut schedules = app.world_mut().resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app
}

/// Two rooms. Nothing in one room is visible from the other.
pub const TWO_ROOMS: &str = "
#########
#...#...#
#...#...#
#...#...#
#########";

/// The centres of the rooms in [`TWO_ROOMS`].
pub const WEST: (i32, i32) = (2, 2);
pub const EAST: (i32, i32) = (6, 2);

/// Returns an app with [`TWO_ROOMS`], and an entity at `cell` that has already looked around.
pub fn two_rooms(cell: (i32, i32)) -> (App, Entity) {
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    let eye = app.rememberer(cell);
    app.update();
    (app, eye)
}

/// Returns an app with an open map of `size` × `size` cells and nothing left to compute.
pub fn open(size: u32) -> App {
    vision_app(GridMap::new(UVec2::splat(size), '.'))
}

/// Updates the app and returns how much work it did: the number of lights computed, the number of fields of view
/// computed, and the number of views refreshed only because the light changed.
pub fn light_work(app: &mut App) -> [u64; 3] {
    let count = |app: &App| {
        let world = app.world();
        [
            world.resource::<LightMap>().computed(),
            world.resource::<Recomputations>().0,
            world.resource::<Refreshments>().0,
        ]
    };
    let before = count(app);
    app.update();
    let after = count(app);
    [0, 1, 2].map(|index| after[index] - before[index])
}

/// Returns an app with an open, dark map.
pub fn dark(size: u32) -> App {
    let mut app = open(size);
    app.insert_resource(Ambient::dark());
    app
}

pub trait AppExt {
    fn app(&self) -> &App;
    fn app_mut(&mut self) -> &mut App;

    fn map(&self) -> &GridMap {
        self.app().world().resource::<GridMap>()
    }

    fn set_tile(&mut self, cell: (i32, i32), tile: char) {
        let mut map = self.app_mut().world_mut().resource_mut::<GridMap>();
        map.set(cell.into(), tile);
    }

    fn part<C: Component>(&self, entity: Entity) -> &C {
        self.app().world().get::<C>(entity).unwrap()
    }

    fn part_mut<C: Component<Mutability = Mutable>>(&mut self, entity: Entity) -> Mut<'_, C> {
        self.app_mut().world_mut().get_mut::<C>(entity).unwrap()
    }

    fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app_mut().world_mut().spawn(bundle).id()
    }

    fn eye(&mut self, cell: (i32, i32), sight: Sight) -> Entity {
        self.spawn((Position(cell.into()), Viewshed::new(sight)))
    }

    /// Spawns an entity that sees and remembers.
    fn rememberer(&mut self, cell: (i32, i32)) -> Entity {
        let memory = MapMemory::<char>::new();
        self.spawn((Position(cell.into()), Viewshed::default(), memory))
    }

    fn place_of(&self, entity: Entity) -> IVec2 {
        self.part::<Position>(entity).0
    }

    fn put(&mut self, entity: Entity, cell: (i32, i32)) {
        self.part_mut::<Position>(entity).0 = cell.into();
    }

    fn sees(&self, entity: Entity, cell: (i32, i32)) -> bool {
        self.part::<Viewshed>(entity).sees(cell.into())
    }

    fn knows(&self, entity: Entity, cell: (i32, i32)) -> Knowledge<char> {
        self.part::<MapMemory>(entity).get(cell.into())
    }

    /// Updates the app and returns how many viewsheds were computed.
    fn computed(&mut self) -> u64 {
        let count = |app: &App| app.world().resource::<Recomputations>().0;
        let before = count(self.app());
        self.app_mut().update();
        count(self.app()) - before
    }

    /// Returns whether this eye's view equals a freshly computed one.
    fn is_fresh(&self, eye: Entity) -> bool {
        let viewshed = self.part::<Viewshed>(eye);
        *viewshed.visible() == fresh_view(self.map(), self.place_of(eye), viewshed.sight())
    }
}

impl AppExt for App {
    fn app(&self) -> &App {
        self
    }

    fn app_mut(&mut self) -> &mut App {
        self
    }
}

/// Computes what an eye sees, from scratch.
pub fn fresh_view(map: &impl VisionMap, eye: IVec2, sight: Sight) -> VisibleSet {
    FieldOfView::new().view(map.opacity(), eye, sight)
}
