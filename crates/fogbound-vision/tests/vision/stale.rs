//! No view is ever stale: whatever happens while an eye is away, the next update shows what it can see then.

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use fogbound_fov::{Algorithm, Cone, Shape};
use fogbound_vision::{
    Ambient, GridMap, GridPosition, IVec2, Light, LightMap, MapMemory, ObjectKind, Position,
    Recomputations, Sight, UVec2, Viewshed, VisionMap, VisionPlugin,
};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, TILES, drawn_map, fresh_view, open, vision_app};

/// A way to make an eye inactive: its name, how to start it, and how to end it.
type Absence = (&'static str, fn(&mut App, Entity), fn(&mut App, Entity));

fn entity(app: &mut App, eye: Entity) -> EntityWorldMut<'_> {
    app.world_mut().entity_mut(eye)
}

const ABSENCES: [Absence; 3] = [
    (
        "disabled",
        |app, eye| {
            entity(app, eye).insert(Disabled);
        },
        |app, eye| {
            entity(app, eye).remove::<Disabled>();
        },
    ),
    (
        "without its viewshed, which is put aside",
        |app, eye| {
            let viewshed = entity(app, eye).take::<Viewshed>().unwrap();
            entity(app, eye).insert(Kept(viewshed));
        },
        |app, eye| {
            let kept = entity(app, eye).take::<Kept>().unwrap();
            entity(app, eye).insert(kept.0);
        },
    ),
    (
        "without a position",
        |app, eye| {
            let place = entity(app, eye).take::<Position>().unwrap();
            entity(app, eye).insert(Lost(place));
        },
        |app, eye| {
            let lost = entity(app, eye).take::<Lost>().unwrap();
            entity(app, eye).insert(lost.0);
        },
    ),
];

#[derive(Component)]
struct Kept(Viewshed);

#[derive(Component)]
struct Lost(Position);

#[test]
fn changes_during_an_absence_are_seen_on_return() {
    type Change = (&'static str, fn(&mut App, Entity));
    let changes: [Change; 4] = [
        ("a wall rises", |app, _| app.set_tile((5, 4), '#')),
        ("two walls rise", |app, _| {
            app.set_tile((5, 4), '#');
            app.update();
            app.set_tile((4, 6), '#');
        }),
        ("more changes than are kept", |app, _| {
            app.set_tile((5, 4), '#');
            for turn in 0..5000 {
                app.set_tile((0, 0), if turn % 2 == 0 { '#' } else { '.' });
            }
        }),
        ("another map", |app, _| {
            let mut map = GridMap::new(UVec2::splat(9), '.');
            map.set(IVec2::new(4, 5), '#');
            app.insert_resource(map);
        }),
    ];
    for (how, leave, return_) in ABSENCES {
        for (what, change) in changes {
            let mut app = open(9);
            let eye = app.eye((4, 4), Sight::default());
            app.update();
            leave(&mut app, eye);
            app.update();
            change(&mut app, eye);
            app.update();
            app.update();
            return_(&mut app, eye);
            app.update();
            assert!(app.is_fresh(eye), "{how}, {what}");
        }
    }
}

#[test]
fn an_eye_moved_while_disabled_sees_from_its_new_cell() {
    let mut app = open(30);
    let eye = app.eye((4, 4), Sight::default().with_radius(5));
    app.update();
    entity(&mut app, eye).insert(Disabled);
    app.put(eye, (20, 20));
    app.update();
    app.update();
    entity(&mut app, eye).remove::<Disabled>();
    assert_eq!(app.computed(), 1);
    assert!(app.is_fresh(eye) && app.sees(eye, (24, 20)));
}

#[test]
fn an_eye_that_returns_to_the_same_scene_is_not_computed_again() {
    for (how, leave, return_) in &ABSENCES[..2] {
        let mut app = open(9);
        let eye = app.eye((4, 4), Sight::default());
        app.update();
        leave(&mut app, eye);
        app.set_tile((5, 5), ',');
        app.update();
        return_(&mut app, eye);
        assert_eq!(app.computed(), 0, "{how}");
    }
}

#[test]
fn an_eye_without_a_position_sees_and_learns_nothing() {
    let mut app = vision_app(drawn_map("......\n......\n......"));
    let eye = app.rememberer((1, 1));
    app.update();
    let known = app.part::<MapMemory>(eye).known_cells().count();
    entity(&mut app, eye).remove::<Position>();
    app.set_tile((2, 2), '>');
    app.update();
    assert!(app.part::<Viewshed>(eye).visible().is_empty());
    assert_eq!(app.part::<Viewshed>(eye).eye(), None);
    assert_eq!(
        app.knows(eye, (2, 2)).tile(),
        Some('.'),
        "the old memory stays"
    );
    assert_eq!(app.part::<MapMemory>(eye).known_cells().count(), known);
    // The same goes for an eye that never had a position.
    let ghost = app.spawn((Viewshed::default(), MapMemory::<char>::new()));
    assert_eq!(app.computed(), 0);
    assert!(app.part::<Viewshed>(ghost).visible().is_empty());
    assert_eq!(app.part::<MapMemory>(ghost).known_cells().count(), 0);

    entity(&mut app, eye).insert(Position::new(1, 1));
    app.update();
    assert!(app.is_fresh(eye));
    assert_eq!(app.knows(eye, (2, 2)).tile(), Some('>'));
}

#[test]
fn without_a_map_no_eye_sees_anything() {
    let mut app = open(9);
    let eye = app.rememberer((4, 4));
    app.update();
    let map = app.world_mut().remove_resource::<GridMap>().unwrap();
    app.update();
    assert!(app.part::<Viewshed>(eye).visible().is_empty());
    assert!(app.knows(eye, (4, 4)).is_seen(), "memory stays");
    app.insert_resource(map);
    assert_eq!(app.computed(), 1);
    assert!(app.is_fresh(eye));
}

#[test]
fn a_viewshed_copied_to_another_entity_is_computed_for_it() {
    let mut app = open(40);
    let one = app.eye((4, 4), Sight::default());
    let other = app.spawn(Position::new(30, 30));
    app.update();
    let copy = app.part::<Viewshed>(one).clone();
    entity(&mut app, other).insert(copy);
    app.update();
    assert!(app.is_fresh(other) && app.is_fresh(one));
}

#[test]
fn a_viewshed_knows_what_it_was_computed_from() {
    let mut app = open(9);
    let eye = app.eye((4, 4), Sight::default());
    assert_eq!(app.part::<Viewshed>(eye).revision(), None);
    for _ in 0..3 {
        app.update();
        let viewshed = app.part::<Viewshed>(eye);
        assert_eq!(viewshed.revision(), Some(app.map().changes().revision()));
        assert_eq!(viewshed.eye(), Some(IVec2::new(4, 4)));
        // A change that cannot affect the view.
        app.set_tile((0, 0), ',');
    }
}

/// Changes every cell of crowded maps, including cells no eye can reach.
#[test]
fn no_change_at_the_edge_of_a_view_is_missed() {
    let mut dice = ChaCha12Rng::seed_from_u64(18);
    for _ in 0..60 {
        let side = dice.random_range(6..16);
        let mut app = open(side as u32);
        let percent = dice.random_range(20..60);
        for cell in app.map().plan().positions() {
            if dice.random_range(0..100) < percent {
                app.set_tile(cell.into(), '#');
            }
        }
        let cell =
            |dice: &mut ChaCha12Rng| (dice.random_range(0..side), dice.random_range(0..side));
        let mut eyes = Vec::new();
        for algorithm in Algorithm::ALL.iter().chain(&[Algorithm::Diamond; 8]) {
            let facing = IVec2::from(cell(&mut dice)) - IVec2::from(cell(&mut dice));
            let sight = Sight {
                algorithm: *algorithm,
                radius: Some(dice.random_range(0..8)).filter(|radius| *radius < 7),
                shape: Shape::ALL[dice.random_range(0..3)],
                cone: Some(Cone::new(facing, dice.random_range(0..360)))
                    .filter(|_| dice.random_range(0..3) == 0),
                walls: dice.random_range(0..3) > 0,
            };
            let at = cell(&mut dice);
            eyes.push(app.eye(at, sight));
        }
        app.update();
        for cell in app.map().plan().positions().collect::<Vec<_>>() {
            let tile = if app.map().is_opaque(cell) { '.' } else { '#' };
            app.set_tile(cell.into(), tile);
            app.update();
            for &eye in &eyes {
                let (sight, at) = (app.part::<Viewshed>(eye).sight(), app.place_of(eye));
                assert!(app.is_fresh(eye), "{cell} from {at} by {sight:?}");
            }
        }
    }
}

#[test]
fn a_wall_behind_a_wall_matters_to_diamond_sight() {
    let mut app = open(9);
    app.set_tile((3, 3), '#');
    app.set_tile((5, 4), '#');
    let sight = Sight::default().with_radius(4);
    let eye = app.eye((2, 2), sight.with_algorithm(Algorithm::Diamond));
    app.update();
    let before = app.sees(eye, (5, 4));
    app.set_tile((6, 4), '#');
    app.update();
    assert!(app.is_fresh(eye));
    assert_ne!(app.sees(eye, (5, 4)), before);
}

/// Returns extreme coordinates, and some cells on and beside a map.
fn ends() -> Vec<(i32, i32)> {
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, 9, i32::MAX - 1, i32::MAX];
    ends.into_iter()
        .flat_map(|x| ends.map(|y| (x, y)))
        .collect()
}

#[test]
fn eyes_lights_and_objects_can_be_at_extreme_coordinates() {
    for ambient in [None, Some(Ambient::dark()), Some(Ambient::daylight())] {
        let mut app = open(9);
        if let Some(ambient) = ambient {
            app.insert_resource(ambient);
        }
        let mut eyes = Vec::new();
        for (at, count) in ends().into_iter().zip(0..) {
            let algorithm = Algorithm::ALL[count % Algorithm::ALL.len()];
            for radius in [Some(0), Some(3), Some(u32::MAX), None] {
                let sight = Sight {
                    radius,
                    ..Sight::default()
                };
                let sight = sight.with_algorithm(algorithm);
                let viewshed = Viewshed::new(sight).with_dark_sight(u32::MAX);
                let viewshed = match count % 2 {
                    0 => viewshed.on_demand(),
                    _ => viewshed,
                };
                let memory = MapMemory::<char>::new();
                eyes.push(app.spawn((Position(at.into()), viewshed, memory)));
            }
            let cone = Cone::new(IVec2::from(at), 90);
            for radius in [0, 3, 100, u32::MAX] {
                let light = Light::new(radius);
                for light in [
                    light,
                    light.on_wall(),
                    light.as_beam(cone),
                    light.as_darkness(),
                ] {
                    app.spawn((Position(at.into()), light, ObjectKind(1)));
                }
            }
        }
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
        for (&eye, at) in eyes.iter().zip(ends().into_iter().rev().cycle()) {
            app.put(eye, at);
        }
        look(&mut app);
        app.set_tile((0, 0), '.');
        look(&mut app);
    }
}

/// A second position type besides [`Position`].
#[derive(Component)]
struct Berth(IVec2);

impl GridPosition for Berth {
    fn cell(&self) -> IVec2 {
        self.0
    }
}

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Later;

#[test]
fn each_of_two_plugins_handles_its_own_eyes() {
    for later in [false, true] {
        let mut app = open(20);
        if later {
            app.init_schedule(Later);
            app.add_plugins(VisionPlugin::<GridMap, Berth>::in_schedule(Later));
        } else {
            app.add_plugins(VisionPlugin::<GridMap, Berth>::default());
        }
        let update = |app: &mut App| {
            let count = |app: &App| app.world().resource::<Recomputations>().0;
            let before = count(app);
            app.update();
            if later {
                app.world_mut().run_schedule(Later);
            }
            count(app) - before
        };
        let sight = Sight::default().with_radius(4);
        let memory = MapMemory::<char>::new;
        let walker = app.spawn((Position::new(4, 4), Viewshed::new(sight), memory()));
        let ship = app.spawn((Berth(IVec2::new(14, 4)), Viewshed::new(sight), memory()));
        let ghost = app.spawn((Viewshed::new(sight), memory()));
        assert_eq!(update(&mut app), 2);
        let sees = |app: &App, eye| {
            let viewshed = app.part::<Viewshed>(eye);
            let at = viewshed.eye();
            at.is_some_and(|at| *viewshed.visible() == fresh_view(app.map(), at, sight))
        };
        for _ in 0..3 {
            assert!(sees(&app, walker) && sees(&app, ship));
            assert!(app.part::<Viewshed>(ghost).visible().is_empty());
            assert_eq!(app.part::<MapMemory>(ship).known_cells().count(), 49);
            assert_eq!(update(&mut app), 0, "nothing has changed");
        }
        app.set_tile((15, 5), '#');
        assert_eq!(update(&mut app), 1);
        app.set_tile((5, 5), '#');
        assert_eq!(update(&mut app), 1);
        assert!(sees(&app, walker) && sees(&app, ship));

        // An entity can change its position type, or lose its position.
        let world = app.world_mut();
        world
            .entity_mut(walker)
            .remove::<Position>()
            .insert(Berth(IVec2::new(4, 4)));
        update(&mut app);
        update(&mut app);
        assert!(sees(&app, walker));
        assert_eq!(update(&mut app), 0);
        app.world_mut().entity_mut(walker).remove::<Berth>();
        app.world_mut().entity_mut(ship).remove::<Berth>();
        update(&mut app);
        for eye in [walker, ship] {
            assert!(app.part::<Viewshed>(eye).visible().is_empty());
        }

        // Without a map both see nothing. When it is back, they see again.
        app.world_mut()
            .entity_mut(walker)
            .insert(Position::new(4, 4));
        app.world_mut()
            .entity_mut(ship)
            .insert(Berth(IVec2::new(14, 4)));
        update(&mut app);
        assert!(sees(&app, walker) && sees(&app, ship));
        let map = app.world_mut().remove_resource::<GridMap>().unwrap();
        update(&mut app);
        for eye in [walker, ship] {
            assert!(app.part::<Viewshed>(eye).visible().is_empty());
        }
        app.insert_resource(map);
        update(&mut app);
        assert!(sees(&app, walker) && sees(&app, ship));
    }
}

#[test]
fn lights_of_two_plugins_shine_for_all_eyes() {
    let mut app = open(20);
    app.insert_resource(Ambient::dark());
    app.add_plugins(VisionPlugin::<GridMap, Berth>::default());
    let sight = Sight::default().unlimited();
    let walker = app.eye((1, 1), sight);
    let ship = app.spawn((Berth(IVec2::new(18, 1)), Viewshed::new(sight)));
    let lamp = app.spawn((Position::new(5, 10), Light::new(2)));
    let beacon = app.spawn((Berth(IVec2::new(14, 10)), Light::new(2)));
    let computed = |app: &App| app.world().resource::<LightMap>().computed();
    app.update();
    assert_eq!(computed(&app), 2);
    for _ in 0..3 {
        for eye in [walker, ship] {
            for x in 0..20 {
                let is_lit = (3..=7).contains(&x) || (12..=16).contains(&x);
                assert_eq!(app.sees(eye, (x, 10)), is_lit, "{x}");
            }
        }
        app.update();
        assert_eq!(computed(&app), 2, "both keep their fields");
    }
    app.put(lamp, (6, 10));
    app.update();
    assert!(computed(&app) == 3 && app.sees(ship, (8, 10)) && !app.sees(ship, (3, 10)));
    app.world_mut().despawn(beacon);
    app.update();
    assert!(!app.sees(walker, (14, 10)) && app.sees(walker, (8, 10)));
    app.world_mut().despawn(lamp);
    app.update();
    assert!(!app.sees(walker, (8, 10)) && app.sees(walker, (2, 2)));
}

/// Mixes everything at random: components come and go, entities are disabled, maps change and are replaced.
#[test]
fn no_history_leaves_a_stale_view() {
    for seed in 0..60 {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let side = 14;
        let mut app = open(side as u32);
        let sights = [2, 4, 8].map(|radius| Sight::default().with_radius(radius));
        let eyes = [0, 1, 2].map(|eye| app.eye((3 + 4 * eye, 5), sights[eye as usize]));
        let mut away: [Option<usize>; 3] = [None; 3];
        for _ in 0..200 {
            let mut cell = || (dice.random_range(0..side), dice.random_range(0..side));
            let (one, other) = (cell(), cell());
            let index = dice.random_range(0..3);
            match dice.random_range(0..12) {
                0..5 => app.set_tile(one, TILES[dice.random_range(0..TILES.len())]),
                5 if away[index] != Some(2) => {
                    // Sometimes beside the map.
                    let aside = (dice.random_range(-2..3), dice.random_range(-2..3));
                    app.put(eyes[index], (other.0 + aside.0, other.1 + aside.1));
                }
                6 => {
                    let size = UVec2::new(dice.random_range(0..15), dice.random_range(0..15));
                    app.insert_resource(GridMap::new(size, '.'));
                }
                7 => (0..3000).for_each(|turn| app.set_tile(one, TILES[turn % 2])),
                8 | 9 => match away[index].take() {
                    Some(how) => ABSENCES[how].2(&mut app, eyes[index]),
                    None => {
                        let how = dice.random_range(0..ABSENCES.len());
                        ABSENCES[how].1(&mut app, eyes[index]);
                        away[index] = Some(how);
                    }
                },
                10 if away[index] != Some(1) => {
                    let facing = IVec2::from(one) - IVec2::from(other);
                    let cone = Cone::new(facing, dice.random_range(0..400));
                    let sight = Sight {
                        algorithm: Algorithm::ALL[dice.random_range(0..Algorithm::ALL.len())],
                        radius: Some(dice.random_range(0..10)).filter(|radius| *radius < 9),
                        shape: Shape::ALL[dice.random_range(0..Shape::ALL.len())],
                        cone: Some(cone).filter(|_| dice.random_range(0..2) == 0),
                        walls: dice.random_range(0..3) > 0,
                    };
                    app.part_mut::<Viewshed>(eyes[index]).set_sight(sight);
                }
                _ => app.update(),
            }
            if dice.random_range(0..3) == 0 {
                app.update();
                for (&eye, away) in eyes.iter().zip(&away) {
                    match away {
                        None => assert!(app.is_fresh(eye), "seed {seed}"),
                        Some(2) => assert!(app.part::<Viewshed>(eye).visible().is_empty()),
                        Some(_) => {}
                    }
                }
            }
        }
    }
}
