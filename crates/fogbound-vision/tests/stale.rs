//! No view is ever stale: whatever happens while nobody looks, after the next update every viewshed shows
//! what can be seen now.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use common::{AppExt, TILES, drawn_map, open, vision_app};
use fogbound_vision::{GridMap, IVec2, MapMemory, Position, Sight, UVec2, Viewshed, VisionMap};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

/// Ways to be looked after no more, and to be so again.
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
        "without its viewshed, which somebody keeps",
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
fn what_changes_while_somebody_is_away_is_seen_when_it_comes_back() {
    type Change = (&'static str, fn(&mut App, Entity));
    let changes: [Change; 4] = [
        ("a wall rises", |app, _| app.set_tile((5, 4), '#')),
        ("a wall rises and another one", |app, _| {
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
fn one_who_moves_while_it_is_disabled_sees_from_where_it_is() {
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
fn one_who_comes_back_to_what_it_left_is_not_computed_again() {
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
fn one_who_is_nowhere_sees_nothing_and_learns_nothing() {
    let mut app = vision_app(drawn_map("......\n......\n......"));
    let eye = app.rememberer((1, 1));
    app.update();
    let known = app.part::<MapMemory>(eye).known_cells().count();
    entity(&mut app, eye).remove::<Position>();
    app.set_tile((2, 2), '>');
    app.update();
    assert!(app.part::<Viewshed>(eye).visible().is_empty());
    assert_eq!(app.part::<Viewshed>(eye).eye(), None);
    assert_eq!(app.knows(eye, (2, 2)).tile(), Some('.'), "as it was seen");
    assert_eq!(app.part::<MapMemory>(eye).known_cells().count(), known);
    // Nor one that never was anywhere.
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
fn without_a_map_nobody_sees_anything() {
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
fn a_viewshed_given_to_somebody_else_is_theirs() {
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
        // A change that does not concern it.
        app.set_tile((0, 0), ',');
    }
}

/// Everything at once, at random: components come and go, entities sleep, maps change and are replaced.
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
            let who = dice.random_range(0..3);
            match dice.random_range(0..12) {
                0..5 => app.set_tile(one, TILES[dice.random_range(0..TILES.len())]),
                5 if away[who] != Some(2) => app.put(eyes[who], other),
                6 => {
                    app.insert_resource(GridMap::new(UVec2::splat(side as u32), '.'));
                }
                7 => (0..3000).for_each(|turn| app.set_tile(one, TILES[turn % 2])),
                8 | 9 => match away[who].take() {
                    Some(how) => ABSENCES[how].2(&mut app, eyes[who]),
                    None => {
                        let how = dice.random_range(0..ABSENCES.len());
                        ABSENCES[how].1(&mut app, eyes[who]);
                        away[who] = Some(how);
                    }
                },
                10 if away[who] != Some(1) => {
                    let radius = dice.random_range(0..9);
                    let mut viewshed = app.part_mut::<Viewshed>(eyes[who]);
                    viewshed.set_sight(Sight::default().with_radius(radius));
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
