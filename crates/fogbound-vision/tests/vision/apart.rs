//! What stops light and what blocks sight may differ: curtains and frosted glass block sight only, smoked glass stops light
//! only. What eyes see by such light matches the rules, which a slow oracle applies with one map for each.

use bevy_app::App;
use bevy_ecs::prelude::*;
use fogbound_fov::grid::Rectangle;
use fogbound_fov::{Cone, FieldOfView, IVec2, OpacityMap, Sight, UVec2};
use fogbound_vision::{
    Ambient, GridMap, GridTile, Light, LightMap, MapTile, Opacities, Position, Viewshed, VisionMap,
    VisionPlugin,
};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use crate::common::light_oracle::Oracle;
use crate::common::on_one_thread;

/// A tile, by whether it blocks sight and whether it stops light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bevy_reflect::Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Pane {
    blocks_sight: bool,
    stops_light: bool,
}

impl MapTile for Pane {}

impl GridTile for Pane {
    fn is_opaque(self) -> bool {
        self.blocks_sight
    }

    fn stops_light(self) -> bool {
        self.stops_light
    }
}

const FLOOR: Pane = Pane {
    blocks_sight: false,
    stops_light: false,
};

fn pane(dice: &mut ChaCha8Rng) -> Pane {
    let (wall, pane) = (
        dice.random_range(0..100) < 20,
        dice.random_range(0..100) < 30,
    );
    Pane {
        blocks_sight: wall || pane && dice.random_range(0..2) == 0,
        stops_light: wall || pane && dice.random_range(0..2) == 0,
    }
}

fn cell(dice: &mut ChaCha8Rng, size: UVec2) -> IVec2 {
    let mut side = |length: u32| dice.random_range(0..length as i32);
    IVec2::new(side(size.x), side(size.y))
}

fn light(dice: &mut ChaCha8Rng) -> Light {
    let light = Light::new(dice.random_range(0..7));
    match dice.random_range(0..8) {
        0 | 1 => light.on_wall(),
        2 => light.as_beam(Cone::new(IVec2::new(1, dice.random_range(-1..2)), 90)),
        3 => light.as_darkness(),
        _ => light,
    }
}

/// Compares what every eye on a map sees.
fn check(opacities: Opacities, lights: &[(IVec2, Light)], dark_sight: u32) {
    let size = opacities.sight.size();
    let area = Rectangle::from(size);
    let place = Rectangle::from_corners(IVec2::ZERO, IVec2::new(1, 2));
    let ambient = |cell: IVec2| u32::from(dark_sight == 2 && place.contains(cell));
    let mut oracle = Oracle::new(opacities, &ambient);
    for (at, light) in lights {
        oracle.add(*light, *at);
    }
    let even = match dark_sight {
        2 => Ambient::dark().with_place(place, 1),
        _ => Ambient::dark(),
    };
    let map = LightMap::of(opacities.light, even, lights.iter().copied());
    let mut fov = FieldOfView::new();
    for eye in area.cells() {
        let view = fov.view(opacities.sight, eye, Sight::default());
        let visible = map.visible(opacities, eye, &view, dark_sight);
        let expected = oracle.visible(eye, &view, dark_sight);
        assert_eq!(visible, expected, "{eye} {lights:?} {opacities:?}");
        for at in &view {
            let is_open = !opacities.light.is_opaque(at);
            if is_open {
                assert_eq!(i64::from(map.level(at)), oracle.level(at), "{at}");
            }
        }
    }
}

#[test]
fn every_small_map_follows_the_rules() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    for size in (1..=4).flat_map(|x| (1..=4).map(move |y| UVec2::new(x, y))) {
        let cells = size.x * size.y;
        for pattern in 0..1_u32 << cells {
            // The largest maps take turns.
            if cells > 9 && pattern % 8 != dice.random_range(0..8) {
                continue;
            }
            let other = dice.random_range(0..1_u32 << cells);
            let map = |bits: u32| {
                OpacityMap::from_fn(size, |at| {
                    bits >> (at.y as u32 * size.x + at.x as u32) & 1 != 0
                })
            };
            let (sight, stops) = (map(pattern), map(other));
            let lights = [0; 2].map(|_| (cell(&mut dice, size), light(&mut dice)));
            let opacities = Opacities {
                sight: &sight,
                light: &stops,
            };
            check(opacities, &lights, pattern % 3);
        }
    }
}

#[test]
fn ten_thousand_random_maps_follow_the_rules() {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    for round in 0..10_000 {
        let size = UVec2::new(dice.random_range(3..11), dice.random_range(3..9));
        let panes =
            GridMap::from_tiles(fogbound_fov::grid::Grid::from_fn(size, |_| pane(&mut dice)));
        let lights = [0; 3].map(|_| (cell(&mut dice, size), light(&mut dice)));
        let count = dice.random_range(0..4);
        // Every eye is looked through in small maps only.
        if round % 10 == 0 || size.x * size.y < 25 {
            check(panes.opacities(), &lights[..count], dice.random_range(0..3));
        }
    }
}

#[test]
fn views_stay_right_while_panes_lights_and_eyes_change() {
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..150 {
        let size = UVec2::new(dice.random_range(4..12), dice.random_range(4..10));
        let mut app = App::new();
        app.add_plugins(VisionPlugin::<GridMap<Pane>>::default());
        app.insert_resource(GridMap::new(size, FLOOR));
        app.insert_resource(Ambient::dark());
        let mut app = on_one_thread(app);
        let world = app.world_mut();
        let mut spot = || Position(cell(&mut dice, size));
        let spots = [0; 8].map(|_| spot());
        let (at, eyes_at) = spots.split_at(3);
        let lamps: Vec<(Entity, Light)> = at
            .iter()
            .map(|at| {
                let light = light(&mut dice);
                (world.spawn((*at, light)).id(), light)
            })
            .collect();
        let eyes: Vec<Entity> = eyes_at
            .iter()
            .map(|at| world.spawn((*at, Viewshed::default())).id())
            .collect();
        for _ in 0..25 {
            for _ in 0..dice.random_range(0..4) {
                let (at, pane) = (cell(&mut dice, size), pane(&mut dice));
                let everyone = lamps.iter().map(|it| it.0).chain(eyes.iter().copied());
                let everyone: Vec<Entity> = everyone.collect();
                let mover = everyone[dice.random_range(0..everyone.len())];
                let world = app.world_mut();
                match dice.random_range(0..4) {
                    0 => *world.get_mut::<Position>(mover).expect("it is somewhere") = Position(at),
                    1 => {
                        let is_veiled = dice.random_range(0..2) == 0;
                        world
                            .resource_mut::<GridMap<Pane>>()
                            .set_veil(at, is_veiled);
                    }
                    _ => drop(world.resource_mut::<GridMap<Pane>>().set(at, pane)),
                }
            }
            app.update();
            let world = app.world();
            let map = world.resource::<GridMap<Pane>>();
            let dark = |_: IVec2| 0;
            let mut oracle = Oracle::new(map.opacities(), &dark);
            for (lamp, light) in &lamps {
                let at = world.get::<Position>(*lamp).expect("it is somewhere");
                oracle.add(*light, at.0);
            }
            for eye in &eyes {
                let at = world.get::<Position>(*eye).expect("it is somewhere").0;
                let viewshed = world.get::<Viewshed>(*eye).expect("it can see");
                let view = FieldOfView::new().view(map.opacity(), at, viewshed.sight());
                let expected = oracle.visible(at, &view, viewshed.dark_sight());
                assert_eq!(*viewshed.visible(), expected, "{at}");
            }
        }
    }
}

#[test]
fn a_map_whose_tiles_treat_both_alike_keeps_one_map_of_bits() {
    let wall = Pane {
        blocks_sight: true,
        stops_light: true,
    };
    let mut map = GridMap::new(UVec2::splat(5), FLOOR);
    map.set(IVec2::ONE, wall);
    map.set_veil(IVec2::ZERO, true);
    assert!(std::ptr::eq(map.opacity(), map.light_opacity()));
    let curtain = Pane {
        stops_light: false,
        ..wall
    };
    let before = map.changes().revision();
    map.set(IVec2::ONE, curtain);
    let changed = map.changes().opacity_since(before).map(|it| it.collect());
    assert_eq!(changed, Some(vec![IVec2::ONE]));
    assert!(map.is_opaque(IVec2::ONE) && !map.light_opacity().is_opaque(IVec2::ONE));
    assert!(
        map.light_opacity().is_opaque(IVec2::ZERO),
        "a veil stops light"
    );
    map.set_veil(IVec2::ONE, true);
    assert!(map.light_opacity().is_opaque(IVec2::ONE));
    map.set_veil(IVec2::ONE, false);
    assert!(!map.light_opacity().is_opaque(IVec2::ONE));
}
