//! Maps that share a world give the same results as maps that have a world each.

use bevy_app::App;
use bevy_ecs::prelude::*;
use fogbound_vision::{
    Ambient, GridMap, IVec2, LevelMap, Light, LightMap, MapMemory, ObjectKind, OnMap, Position,
    Sight, UVec2, ViewChanges, Viewshed,
};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, TILES, vision_app};

const SIZE: UVec2 = UVec2::new(24, 14);

/// Three maps. The first is the resource of the shared world.
const MAPS: usize = 3;

/// The ambient light of each map. The last one is not lit.
fn ambient(map: usize) -> Option<Ambient> {
    match map {
        0 => Some(Ambient::dark()),
        1 => Some(Ambient::dark().with_place(
            fogbound_fov::grid::Rectangle::new(IVec2::new(3, 3), UVec2::splat(5)),
            2,
        )),
        _ => None,
    }
}

/// The same things twice: in one world with all maps, and in worlds with one map each.
struct Twins {
    shared: App,
    levels: [Option<Entity>; MAPS],
    alone: [App; MAPS],
    things: Vec<Thing>,
    /// The things that have been sent to another map since the last update. A thing that is sent back before the next
    /// update has not moved, but would be new in the map's own world.
    sent: Vec<Entity>,
}

/// A thing on one of the maps, in the shared world and in the map's own world.
#[derive(Clone, Copy)]
struct Thing {
    map: usize,
    shared: Entity,
    alone: Entity,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Eye { on_demand: bool },
    Lamp(Light),
    Object(u16),
}

/// Spawns a thing without saying on which map it is.
fn spawn(app: &mut App, kind: Kind, at: IVec2) -> Entity {
    let at = Position(at);
    match kind {
        Kind::Eye { on_demand } => {
            let viewshed = Viewshed::new(Sight::default().with_radius(7));
            let viewshed = if on_demand {
                viewshed.on_demand()
            } else {
                viewshed
            };
            let memory = MapMemory::<char>::new();
            app.spawn((at, viewshed, memory, ViewChanges::default()))
        }
        Kind::Lamp(light) => app.spawn((at, light)),
        Kind::Object(kind) => app.spawn((at, ObjectKind(kind))),
    }
}

impl Twins {
    fn new() -> Self {
        let empty = || GridMap::new(SIZE, '.');
        let mut shared = vision_app(empty());
        shared.insert_resource(Ambient::dark());
        let levels = [0, 1, 2].map(|map| {
            let mut level = LevelMap::new(empty());
            level.ambient = ambient(map);
            (map > 0).then(|| shared.spawn(level))
        });
        let alone = [0, 1, 2].map(|map| {
            let mut app = vision_app(empty());
            if let Some(ambient) = ambient(map) {
                app.insert_resource(ambient);
            }
            app
        });
        Self {
            shared,
            levels,
            alone,
            things: Vec::new(),
            sent: Vec::new(),
        }
    }

    fn add(&mut self, kind: Kind, map: usize, at: IVec2) {
        let shared = spawn(&mut self.shared, kind, at);
        if let Some(level) = self.levels[map] {
            self.shared
                .world_mut()
                .entity_mut(shared)
                .insert(OnMap(level));
        }
        let alone = spawn(&mut self.alone[map], kind, at);
        self.things.push(Thing {
            map,
            shared,
            alone,
            kind,
        });
    }

    /// Moves a thing to another map. In its own world it is a new thing.
    fn send(&mut self, which: usize, map: usize, at: IVec2) {
        let thing = self.things[which];
        if thing.map == map || self.sent.contains(&thing.shared) {
            return;
        }
        self.sent.push(thing.shared);
        let mut shared = self.shared.world_mut().entity_mut(thing.shared);
        match self.levels[map] {
            Some(level) => shared.insert(OnMap(level)),
            None => shared.remove::<OnMap>(),
        };
        shared.insert(Position(at));
        self.alone[thing.map].world_mut().despawn(thing.alone);
        let alone = spawn(&mut self.alone[map], thing.kind, at);
        self.things[which] = Thing {
            map,
            alone,
            ..thing
        };
    }

    fn set_tile(&mut self, map: usize, cell: IVec2, tile: char) {
        match self.levels[map] {
            None => self.shared.set_tile(cell.into(), tile),
            Some(level) => {
                let mut level = self.shared.part_mut::<LevelMap<GridMap>>(level);
                level.map.set(cell, tile);
            }
        }
        self.alone[map].set_tile(cell.into(), tile);
    }

    fn change_something(&mut self, dice: &mut ChaCha12Rng) {
        let map = dice.random_range(0..MAPS);
        let mut cell = || IVec2::new(dice.random_range(0..24), dice.random_range(0..14));
        let at = cell();
        let which = match self.things.len() {
            0 => None,
            count => Some(dice.random_range(0..count)),
        };
        match (dice.random_range(0..12), which) {
            (0..4, _) => self.set_tile(map, at, TILES[dice.random_range(0..TILES.len())]),
            (4, _) if self.things.len() < 30 => {
                let on_demand = dice.random_range(0..3) == 0;
                self.add(Kind::Eye { on_demand }, map, at);
            }
            (5, _) if self.things.len() < 30 => {
                let light = Light::new(dice.random_range(0..5));
                let is_dark = dice.random_range(0..4) == 0;
                let light = if is_dark { light.as_darkness() } else { light };
                self.add(Kind::Lamp(light), map, at);
            }
            (6, _) if self.things.len() < 30 => {
                self.add(Kind::Object(dice.random_range(0..4)), map, at);
            }
            (7, Some(which)) => {
                let thing = self.things.swap_remove(which);
                self.shared.world_mut().despawn(thing.shared);
                self.alone[thing.map].world_mut().despawn(thing.alone);
            }
            (8, Some(which)) => self.send(which, map, at),
            (_, Some(which)) => {
                let thing = self.things[which];
                self.shared.put(thing.shared, at.into());
                self.alone[thing.map].put(thing.alone, at.into());
                if thing.kind == (Kind::Eye { on_demand: true }) {
                    self.shared.part_mut::<Viewshed>(thing.shared).look();
                    let alone = &mut self.alone[thing.map];
                    alone.part_mut::<Viewshed>(thing.alone).look();
                }
            }
            _ => {}
        }
    }

    /// Updates all worlds and compares them. Returns the number of viewsheds that the shared world computed.
    fn update(&mut self) -> u64 {
        self.sent.clear();
        let mut alone = 0;
        for app in &mut self.alone {
            alone += app.computed();
        }
        let shared = self.shared.computed();
        assert_eq!(shared, alone, "the same work");
        for map in 0..MAPS {
            let light = match self.levels[map] {
                None => self.shared.world().resource::<LightMap>(),
                Some(level) => self.shared.part::<LevelMap<GridMap>>(level).light(),
            };
            let expected = self.alone[map].world().resource::<LightMap>();
            assert_eq!(light.is_lit_world(), expected.is_lit_world());
            for at in (0..24).flat_map(|x| (0..14).map(move |y| IVec2::new(x, y))) {
                assert_eq!(light.level(at), expected.level(at), "map {map}, {at}");
            }
        }
        for thing in &self.things {
            if let Kind::Eye { .. } = thing.kind {
                let alone = &self.alone[thing.map];
                let view = self.shared.part::<Viewshed>(thing.shared);
                let expected = alone.part::<Viewshed>(thing.alone);
                assert_eq!(view.visible(), expected.visible());
                assert_eq!(view.field_of_view(), expected.field_of_view());
                let cells = |app: &App, owner| {
                    let mut cells: Vec<_> = app.part::<MapMemory>(owner).known_cells().collect();
                    cells.sort_unstable_by_key(|(cell, _)| (cell.y, cell.x));
                    cells
                };
                assert_eq!(cells(&self.shared, thing.shared), cells(alone, thing.alone));
                let news = self.shared.part::<ViewChanges>(thing.shared);
                let expected = alone.part::<ViewChanges>(thing.alone);
                assert_eq!(news.entered(), expected.entered());
            }
        }
        shared
    }
}

#[test]
fn maps_that_share_a_world_give_the_same_results_as_worlds_of_their_own() {
    let mut computed = 0;
    for seed in 0..25 {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut twins = Twins::new();
        for map in (0..MAPS).cycle().take(9) {
            let at = IVec2::new(dice.random_range(0..24), dice.random_range(0..14));
            twins.add(Kind::Eye { on_demand: false }, map, at);
        }
        for _ in 0..60 {
            for _ in 0..dice.random_range(0..6) {
                twins.change_something(&mut dice);
            }
            computed += twins.update();
        }
    }
    assert!(computed > 1000, "{computed}");
}
