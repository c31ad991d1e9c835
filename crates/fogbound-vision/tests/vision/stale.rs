//! No view is ever stale: whatever happens while an eye is inactive, its next update shows what it can see at that
//! time.

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use fogbound_fov::{Algorithm, Cone, Shape};
use fogbound_vision::{GridMap, IVec2, MapMemory, Position, Sight, UVec2, Viewshed, VisionMap};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, TILES, drawn_map, open, vision_app};

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
    // An eye that never had a position sees nothing either.
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
        // This change cannot affect the view.
        app.set_tile((0, 0), ',');
    }
}

/// Changes every cell of crowded maps, including cells that are out of the eye's reach.
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
            let mut sight = Sight::default().with_algorithm(*algorithm);
            sight.radius = Some(dice.random_range(0..8)).filter(|radius| *radius < 7);
            sight.shape = Shape::ALL[dice.random_range(0..3)];
            sight.cone = Some(Cone::new(facing, dice.random_range(0..360)))
                .filter(|_| dice.random_range(0..3) == 0);
            sight.walls = dice.random_range(0..3) > 0;
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

/// Makes all kinds of changes at random: components come and go, entities are disabled, maps change and are replaced.
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
                    // Sometimes the cell is outside the map.
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
                    let algorithm = dice.random_range(0..Algorithm::ALL.len());
                    let mut sight = Sight::default().with_algorithm(Algorithm::ALL[algorithm]);
                    sight.radius = Some(dice.random_range(0..10)).filter(|radius| *radius < 9);
                    sight.shape = Shape::ALL[dice.random_range(0..Shape::ALL.len())];
                    sight.cone = Some(cone).filter(|_| dice.random_range(0..2) == 0);
                    sight.walls = dice.random_range(0..3) > 0;
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
