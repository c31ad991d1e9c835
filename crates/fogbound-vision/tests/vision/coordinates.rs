//! Everything in the crate accepts any coordinates, however extreme.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy_app::App;
use bevy_ecs::entity::Entity;
use fogbound_fov::grid::Rectangle;
use fogbound_fov::{Algorithm, Cone, IVec2, OpacityMap, Sight, UVec2, VisibleSet};
use fogbound_vision::{
    Ambient, Knowledge, Light, LightMap, MapMemory, Moment, ObjectKind, Position, Viewshed,
    level_at,
};

use crate::common::{AppExt, TWO_ROOMS, drawn_map, fresh_view, open};

/// Returns all cells whose coordinates are both among these: the limits of the type, the values next to the limits, -1,
/// 0 and `inner`.
fn extremes(inner: i32) -> Vec<IVec2> {
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, inner, i32::MAX - 1, i32::MAX];
    ends.into_iter()
        .flat_map(|x| ends.map(|y| IVec2::new(x, y)))
        .collect()
}

#[test]
fn a_memory_accepts_any_coordinates() {
    let all = || extremes(5).into_iter();
    let mut memory = MapMemory::<char>::knowing(drawn_map(TWO_ROOMS).plan().clone().into());
    let hash = |memory: &MapMemory| {
        let mut hasher = DefaultHasher::new();
        memory.hash(&mut hasher);
        hasher.finish()
    };
    for (number, cell) in (0..).zip(all()) {
        let before = hash(&memory);
        memory.tell(cell, '<');
        assert_eq!(memory.tile(cell), Some('<'));
        memory.see(cell, '>', Some(ObjectKind(1)), Moment(number));
        memory.tell(cell, '<');
        assert!(memory.has_seen(cell) && memory.get(cell).tile() == Some('>'));
        memory.flags().at(cell);
        assert_eq!(memory.known_cells().count() as u64, number + 1);
        assert_ne!(hash(&memory), before);
    }
    for (number, cell) in (0..).zip(all()) {
        let known = memory.known_cells().find(|(at, _)| *at == cell);
        let when = Moment(number);
        let (tile, object) = ('>', Some(ObjectKind(1)));
        assert_eq!(known, Some((cell, Knowledge::Seen { tile, object, when })));
    }
    let mut map = drawn_map(TWO_ROOMS);
    for cell in all()
        .filter(|cell| !map.contains(*cell))
        .collect::<Vec<_>>()
    {
        assert!(!map.set(cell, '>') && map.get(cell).is_none() && map.is_opaque(cell));
    }
}

#[test]
fn a_light_map_accepts_any_coordinates() {
    let all = || extremes(5).into_iter();
    let mut map = OpacityMap::new(UVec2::new(9, 9), false);
    map.set(IVec2::new(5, 4), true);
    let area = Rectangle::from_corners(IVec2::MIN, IVec2::MAX);
    let mut lights = vec![(IVec2::ONE, Light::new(20))];
    for at in all() {
        let cone = Cone::new(at, 100);
        for radius in [0, 1, 70, u32::MAX] {
            let light = Light::new(radius);
            lights.push((at, light));
            lights.push((at, light.on_wall()));
            lights.push((at, light.as_beam(cone)));
            for offset in all() {
                level_at(radius, offset);
            }
        }
    }
    for ambient in [
        Ambient::dark(),
        Ambient::daylight().with_place(area, u32::MAX),
    ] {
        let light = LightMap::of(&map, ambient.clone(), lights.iter().copied());
        let cells: VisibleSet = all().collect();
        let flames = light.flames().filter(|cell| cells.contains(*cell));
        assert!(light.flames_in(&cells).eq(flames));
        for at in all() {
            for cell in all() {
                light.seen_from(&map, at, cell);
            }
            for reach in [0, 1, 64, 65, u32::MAX] {
                let visible = light.visible(&map, at, &cells, reach);
                assert!(visible.len() <= cells.len());
                assert!(visible.contains(at), "an eye sees its own cell");
                assert!(reach < u32::MAX || visible == cells);
            }
            ambient.level(at);
            assert!(
                light.is_lit(at) == (light.level(at) > 0) || !map.contains(at) || map.is_opaque(at)
            );
            assert!(light.lights_at(at).all(|(_, from, _)| map.contains(from)));
        }
    }
}

/// Spawns eyes, lights and objects at all extreme coordinates, and returns the eyes.
fn spawn_everywhere(app: &mut App) -> Vec<Entity> {
    let mut eyes = Vec::new();
    for (at, count) in extremes(9).into_iter().zip(0..) {
        let algorithm = Algorithm::ALL[count % Algorithm::ALL.len()];
        for radius in [Some(0), Some(3), Some(u32::MAX), None] {
            let mut sight = Sight::default().with_algorithm(algorithm);
            sight.radius = radius;
            let viewshed = Viewshed::new(sight).with_dark_sight(u32::MAX);
            let viewshed = match count % 2 {
                0 => viewshed.on_demand(),
                _ => viewshed,
            };
            let memory = MapMemory::<char>::new();
            eyes.push(app.spawn((Position(at), viewshed, memory)));
        }
        let cone = Cone::new(at, 90);
        for radius in [0, 3, 100, u32::MAX] {
            let light = Light::new(radius);
            for light in [
                light,
                light.on_wall(),
                light.as_beam(cone),
                light.as_darkness(),
            ] {
                app.spawn((Position(at), light, ObjectKind(1)));
            }
        }
    }
    eyes
}

#[test]
fn eyes_lights_and_objects_can_be_at_extreme_coordinates() {
    for ambient in [None, Some(Ambient::dark()), Some(Ambient::daylight())] {
        let mut app = open(9);
        if let Some(ambient) = ambient {
            app.insert_resource(ambient);
        }
        let eyes = spawn_everywhere(&mut app);
        app.update();
        let look = |app: &mut App| {
            app.update();
            for &eye in &eyes {
                let viewshed = app.part::<Viewshed>(eye);
                let fresh = fresh_view(app.map(), app.place_of(eye), viewshed.sight());
                assert_eq!(*viewshed.field_of_view(), fresh);
            }
        };
        for cell in [(0, 0), (8, 8), (4, 4), (0, 8)] {
            app.set_tile(cell, '#');
            look(&mut app);
            for &eye in &eyes {
                app.part_mut::<Viewshed>(eye).look();
            }
            look(&mut app);
        }
        // Every eye moves to another extreme.
        for (&eye, at) in eyes.iter().zip(extremes(9).into_iter().rev().cycle()) {
            app.put(eye, at.into());
        }
        look(&mut app);
        app.set_tile((0, 0), '.');
        look(&mut app);
    }
}
