//! The visible cells follow the rules of light: while lights move, views are compared with those of a slow oracle.

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use fogbound_fov::grid::{Direction, Rectangle};
use fogbound_fov::{Cone, IVec2, OpacityMap, Sight, UVec2};
use fogbound_vision::{Ambient, GridMap, Light, LightMap, Position, Viewshed, VisionMap};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use crate::common::light_oracle::Oracle;
use crate::common::{AppExt, fresh_view, vision_app};

/// The number of views to compare.
const VIEWS: usize = 40_000;

fn cell(dice: &mut ChaCha8Rng, size: UVec2) -> IVec2 {
    IVec2::new(
        dice.random_range(0..size.x as i32),
        dice.random_range(0..size.y as i32),
    )
}

/// Creates a map with scattered walls, or a map of rooms with gaps in their walls.
fn map(dice: &mut ChaCha8Rng) -> GridMap {
    let size = UVec2::new(dice.random_range(4..15), dice.random_range(4..13));
    let share = dice.random_range(0..35);
    let mut map = GridMap::new(size, '.');
    let rooms = dice.random_range(0..2) == 0;
    for at in map.plan().positions().collect::<Vec<_>>() {
        let is_line = rooms && (at.x % 5 == 2 || at.y % 4 == 3);
        let share = if is_line { 80 } else { share };
        if dice.random_range(0..100) < share {
            map.set(at, '#');
        }
    }
    map
}

fn light(dice: &mut ChaCha8Rng) -> Light {
    let color = [255, dice.random_range(0..2), 0];
    let light = Light::new(dice.random_range(0..8)).with_color(color);
    let facing = IVec2::new(dice.random_range(-1..2), dice.random_range(-1..2));
    match dice.random_range(0..8) {
        0 | 1 => light.on_wall(),
        2 => light.as_beam(Cone::new(facing, 90)),
        3 => light.as_darkness(),
        _ => light,
    }
}

struct World {
    app: App,
    places: Vec<(Rectangle, u32)>,
    eyes: Vec<Entity>,
    lamps: Vec<Entity>,
}

/// Creates a map of rooms with doorways and a few pillars.
fn level(dice: &mut ChaCha8Rng) -> GridMap {
    let (width, height) = (dice.random_range(5..10), dice.random_range(4..8));
    let mut map = GridMap::new(UVec2::new(40, 24), '.');
    for at in map.plan().positions().collect::<Vec<_>>() {
        let is_line = at.x % width == 0 || at.y % height == 0;
        let share = if is_line { 92 } else { 3 };
        if dice.random_range(0..100) < share {
            map.set(at, '#');
        }
    }
    map
}

impl World {
    fn new(dice: &mut ChaCha8Rng) -> Self {
        let map = map(dice);
        Self::on(map, dice)
    }

    fn on(map: GridMap, dice: &mut ChaCha8Rng) -> Self {
        let size = map.size();
        let mut app = vision_app(map);
        let places: Vec<(Rectangle, u32)> = (0..dice.random_range(0..3))
            .map(|_| {
                let area = Rectangle::from_corners(cell(dice, size), cell(dice, size));
                (area, dice.random_range(0..5))
            })
            .collect();
        let ambient = places.iter().fold(Ambient::dark(), |it, &(area, level)| {
            it.with_place(area, level)
        });
        app.insert_resource(ambient);
        let eyes = (0..10)
            .map(|_| {
                let radius = Some(dice.random_range(0..12)).filter(|it| *it < 10);
                let mut sight = Sight::default();
                sight.radius = radius;
                let dark_sight = [1, 1, 1, 0, 3][dice.random_range(0..5)];
                let viewshed = Viewshed::new(sight).with_dark_sight(dark_sight);
                app.spawn((Position(cell(dice, size)), viewshed))
            })
            .collect();
        Self {
            app,
            places,
            eyes,
            lamps: Vec::new(),
        }
    }

    /// Creates a level of rooms without ambient light and with a few round lamps.
    fn of_lamps(dice: &mut ChaCha8Rng) -> Self {
        let mut world = Self::on(level(dice), dice);
        world.app.insert_resource(Ambient::dark());
        world.places.clear();
        for _ in 0..dice.random_range(3..9) {
            let at = cell(dice, world.app.map().size());
            world.app.set_tile(at.into(), '.');
            let lamp = Light::new(dice.random_range(3..10));
            let lamp = world.app.spawn((Position(at), lamp));
            world.lamps.push(lamp);
        }
        world
    }

    /// Makes a random change: a light appears, disappears, moves, changes or is disabled; an eye moves; a wall falls or
    /// rises; or a map of another size replaces this one, which can leave entities outside the map.
    fn change(&mut self, dice: &mut ChaCha8Rng) {
        let size = self.app.map().size();
        let at = cell(dice, size);
        let lamp = (!self.lamps.is_empty()).then(|| dice.random_range(0..self.lamps.len()));
        match (dice.random_range(0..12), lamp) {
            (0 | 1, _) if self.lamps.len() < 5 => {
                let lamp = self.app.spawn((Position(at), light(dice)));
                self.lamps.push(lamp);
            }
            (2, Some(index)) => {
                let lamp = self.lamps.swap_remove(index);
                if dice.random_range(0..2) == 0 {
                    self.app.world_mut().despawn(lamp);
                } else {
                    self.app.world_mut().entity_mut(lamp).remove::<Light>();
                }
            }
            (3 | 4, Some(index)) => self.app.put(self.lamps[index], at.into()),
            (5, Some(index)) => *self.app.part_mut::<Light>(self.lamps[index]) = light(dice),
            (6, _) => {
                let tile = if self.app.map().is_opaque(at) {
                    '.'
                } else {
                    '#'
                };
                self.app.set_tile(at.into(), tile);
            }
            (7, _) => {
                let eye = self.eyes[dice.random_range(0..self.eyes.len())];
                self.app.put(eye, at.into());
            }
            (8, Some(index)) => {
                let mut lamp = self.app.world_mut().entity_mut(self.lamps[index]);
                if lamp.contains::<Disabled>() {
                    lamp.remove::<Disabled>();
                } else {
                    lamp.insert(Disabled);
                }
            }
            // A face of a torch's wall opens or closes.
            (9, Some(index)) => {
                let lamp = self.app.place_of(self.lamps[index]);
                let face = Direction::CARDINAL[dice.random_range(0..4)].delta();
                let tile = if self.app.map().is_opaque(lamp + face) {
                    '.'
                } else {
                    '#'
                };
                self.app.set_tile((lamp + face).into(), tile);
            }
            (10, _) if dice.random_range(0..8) == 0 => {
                let other = map(dice);
                self.app.insert_resource(other);
            }
            _ => {}
        }
    }

    fn level_of_place(&self) -> impl Fn(IVec2) -> u32 {
        let places = self.places.clone();
        move |cell| {
            let here = places.iter().filter(|(area, _)| area.contains(cell));
            here.map(|&(_, level)| level).max().unwrap_or(0)
        }
    }

    /// Returns the entities whose lights shine.
    fn shining(&self) -> Vec<Entity> {
        let is_there = |lamp: &&Entity| !self.app.world().entity(**lamp).contains::<Disabled>();
        self.lamps.iter().filter(is_there).copied().collect()
    }

    fn oracle<'a>(&self, opacity: &'a OpacityMap, ambient: &'a dyn Fn(IVec2) -> u32) -> Oracle<'a> {
        let mut oracle = Oracle::new(opacity, ambient);
        for lamp in self.shining() {
            oracle.add(*self.app.part::<Light>(lamp), self.app.place_of(lamp));
        }
        oracle
    }
}

#[test]
fn forty_thousand_views_match_the_rules() {
    let mut dice = ChaCha8Rng::seed_from_u64(15);
    let mut views = 0;
    while views < VIEWS {
        let mut world = World::new(&mut dice);
        for _ in 0..20 {
            for _ in 0..dice.random_range(0..4) {
                world.change(&mut dice);
            }
            world.app.update();
            let opacity = world.app.map().opacity().clone();
            let ambient = world.level_of_place();
            let oracle = world.oracle(&opacity, &ambient);
            let shining = world.shining();
            let light = world.app.world().resource::<LightMap>();
            for at in world.app.map().plan().positions() {
                let is_shone_on = light.shone_on(at) >> (at.x & 63) & 1 != 0;
                assert!(is_shone_on || light.level(at) == 0, "at {at}");
                if !opacity.is_opaque(at) {
                    assert_eq!(i64::from(light.level(at)), oracle.level(at), "at {at}");
                    let least = (0..4).map(|level| light.is_at_least(at, level));
                    let expected = (0..4).map(|level| oracle.level(at) >= level);
                    assert!(least.eq(expected), "at {at}");
                    assert_eq!(light.is_lit(at), oracle.level(at) > 0, "at {at}");
                }
            }
            for &eye in &world.eyes {
                let (viewshed, at) = (world.app.part::<Viewshed>(eye), world.app.place_of(eye));
                let on_demand = viewshed.clone().on_demand();
                let view = fresh_view(world.app.map(), at, viewshed.sight());
                assert_eq!(*viewshed.field_of_view(), view);
                let expected = oracle.visible(at, &view, viewshed.dark_sight());
                assert_eq!(*viewshed.visible(), expected, "view {views} from {at}");
                for cell in &view {
                    let is_lit = light.seen_from(&opacity, at, cell).level > 0;
                    let by_light = if opacity.is_opaque(cell) {
                        oracle.is_wall_lit(cell, at)
                    } else {
                        oracle.level(cell) > 0
                    };
                    assert_eq!(is_lit, by_light, "{cell} from {at}");
                    // One of the lights in turn.
                    if let Some(number) = views.checked_rem(shining.len()) {
                        let falls = light.falls_on(shining[number], &opacity, at, cell);
                        let expected = oracle.falls_on(number, cell, at);
                        assert_eq!(falls, expected, "light {number} on {cell} from {at}");
                    }
                }
                for cell in world.app.map().plan().positions() {
                    let is_seen = light.sees(&opacity, &on_demand, cell);
                    assert_eq!(is_seen, expected.contains(cell), "{cell} from {at}");
                }
                let looked = on_demand.in_light(light, &opacity);
                assert_eq!(*looked.visible(), expected, "view {views} from {at}");
                views += 1;
            }
        }
    }
}

/// If only one of two eyes with the same sight sees the other, the eye that sees is in the dark and the eye that is
/// seen is in the light.
#[test]
fn an_eye_that_sees_without_being_seen_is_in_the_dark() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let (mut pairs, mut one_sided) = (0, 0);
    for _ in 0..400 {
        let mut world = World::new(&mut dice);
        let (radius, dark_sight) = (dice.random_range(0..14), dice.random_range(0..4));
        for &eye in &world.eyes {
            let viewshed = Viewshed::new(Sight::default().with_radius(radius));
            *world.app.part_mut::<Viewshed>(eye) = viewshed.with_dark_sight(dark_sight);
        }
        for _ in 0..10 {
            for _ in 0..4 {
                world.change(&mut dice);
            }
            world.app.update();
            let is_open = |eye: &&Entity| !world.app.map().is_opaque(world.app.place_of(**eye));
            let eyes: Vec<Entity> = world.eyes.iter().filter(is_open).copied().collect();
            let light = world.app.world().resource::<LightMap>();
            for &one in &eyes {
                for &other in &eyes {
                    let at = |eye| world.app.place_of(eye);
                    let sees = |eye, at: IVec2| world.app.part::<Viewshed>(eye).sees(at);
                    pairs += 1;
                    if sees(one, at(other)) && !sees(other, at(one)) {
                        one_sided += 1;
                        assert!(
                            light.level(at(other)) > 0,
                            "the visible eye is in the light"
                        );
                        assert_eq!(light.level(at(one)), 0, "the hidden eye is in the dark");
                    }
                }
            }
        }
    }
    println!("{pairs} pairs, {one_sided} of them one-sided");
    assert!(one_sided > 1_000);
}

/// Measures how often the rules for walls are wrong, by comparing them with tests of 75 points on each face.
#[test]
fn no_wall_is_falsely_lit() {
    let mut dice = ChaCha8Rng::seed_from_u64(800);
    let (mut walls, mut lit) = (0, 0);
    let (mut falsely_lit, mut falsely_dark) = ([0; 3], [0; 3]);
    for _ in 0..800 {
        let mut world = World::of_lamps(&mut dice);
        let quick: Vec<Entity> = world
            .eyes
            .iter()
            .map(|&eye| {
                let at = world.app.place_of(eye);
                let sight = world.app.part::<Viewshed>(eye).sight();
                let viewshed = Viewshed::new(sight).on_demand();
                world.app.spawn((Position(at), viewshed))
            })
            .collect();
        world.app.update();
        let opacity = world.app.map().opacity().clone();
        let ambient = |_: IVec2| 0;
        let truth = world.oracle(&opacity, &ambient).denser(15);
        let light = world.app.world().resource::<LightMap>();
        for (&eye, &quick) in world.eyes.iter().zip(&quick) {
            let (exact, at) = (world.app.part::<Viewshed>(eye), world.app.place_of(eye));
            let quick = world.app.part::<Viewshed>(quick);
            let is_far = |cell: IVec2| (cell - at).abs().max_element() > 3;
            for wall in exact.field_of_view() {
                if !opacity.is_opaque(wall) || !is_far(wall) || opacity.is_opaque(at) {
                    continue;
                }
                let is_lit = truth.is_wall_lit(wall, at);
                walls += 1;
                lit += u32::from(is_lit);
                let by_cell = light.level(wall) > 0;
                for (index, says) in [exact.sees(wall), quick.sees(wall), by_cell]
                    .into_iter()
                    .enumerate()
                {
                    falsely_lit[index] += u32::from(says && !is_lit);
                    falsely_dark[index] += u32::from(!says && is_lit);
                }
            }
        }
    }
    let percent = |count: u32| f64::from(count) * 100.0 / f64::from(walls);
    println!("{walls} walls in view, {lit} of them lit");
    for (index, rule) in ["exact", "quick", "by cell"].into_iter().enumerate() {
        println!(
            "{rule:>8}: {:.2} % falsely lit, {:.2} % falsely dark",
            percent(falsely_lit[index]),
            percent(falsely_dark[index])
        );
    }
    assert!(walls > 10_000 && lit > 3_000);
    assert_eq!(falsely_lit[0], 0);
    assert!(percent(falsely_dark[0]) < 0.5);
    assert!(percent(falsely_lit[1]) < 7.0 && percent(falsely_dark[1]) < 1.0);
}

#[test]
fn dark_and_lit_cells_are_those_of_level_zero_and_above() {
    let mut dice = ChaCha8Rng::seed_from_u64(12);
    let mut counts = [0; 2];
    for round in 0..300 {
        // Some maps are as wide as a word of 64 cells. On the others, the word extends beyond the map.
        let map = match round % 20 {
            0 => GridMap::new(UVec2::new(64, 5), '.'),
            _ => map(&mut dice),
        };
        let opacity = map.opacity();
        let size = opacity.size();
        let lights: Vec<_> = (0..dice.random_range(1..8))
            .map(|_| (cell(&mut dice, size), light(&mut dice)))
            .collect();
        let place = Rectangle::new(cell(&mut dice, size), size);
        let ambient = Ambient::dark().with_place(place, dice.random_range(0..3));
        let light = LightMap::of(opacity, ambient, lights.iter().copied());
        for at in Rectangle::new(IVec2::ZERO, UVec2::new(64, size.y)).cells() {
            let is_open = !opacity.is_opaque(at);
            let is_lit = is_open && light.level(at) > 0;
            assert_eq!(light.lit(at) >> at.x & 1 != 0, is_lit, "{at}: {lights:?}");
            if is_open {
                assert_eq!(light.is_dark(at), !is_lit, "{at}: {lights:?}");
                counts[usize::from(is_lit)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|it| *it > 1_000), "{counts:?}");
}

/// A door that has opened since the light was computed has no lit bit yet.
#[test]
fn a_cell_that_has_just_become_transparent_may_be_lit() {
    let mut map = OpacityMap::new(UVec2::new(9, 1), false);
    map.set(IVec2::new(4, 0), true);
    let lamp = (IVec2::new(2, 0), Light::new(5));
    let light = LightMap::of(&map, Ambient::dark(), [lamp]);
    assert!(light.level(IVec2::new(4, 0)) > 0 && light.lit(IVec2::ZERO) >> 4 & 1 == 0);
    assert!(!light.is_dark(IVec2::new(4, 0)));
    assert!(light.is_dark(IVec2::new(5, 0)));
}
