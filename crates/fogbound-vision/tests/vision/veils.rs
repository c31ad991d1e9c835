//! A veil makes a cell opaque without changing its tile or what is remembered of it.

use bevy_app::App;
use fogbound_vision::{
    Ambient, GridMap, IVec2, Knowledge, Light, LightMap, MapMemory, Position, Sight, Viewshed,
    VisionMap,
};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, EAST, WEST, drawn_map, fresh_view, open, two_rooms, vision_app};

fn veil(app: &mut App, cell: (i32, i32), is_veiled: bool) {
    let mut map = app.world_mut().resource_mut::<GridMap>();
    map.set_veil(cell.into(), is_veiled);
}

#[test]
fn a_cell_is_opaque_if_its_tile_is_or_if_it_is_veiled() {
    let mut map = drawn_map("....");
    let cell = IVec2::new(2, 0);
    let opaque = |map: &GridMap| (map.is_opaque(cell), map.opacity().is_opaque(cell));
    for (tile, is_veiled) in [
        ('.', true),
        ('#', true),
        ('#', false),
        ('.', true),
        (',', false),
    ] {
        map.set(cell, tile);
        map.set_veil(cell, is_veiled);
        let expected = tile == '#' || is_veiled;
        assert_eq!(opaque(&map), (expected, expected), "{tile}, {is_veiled}");
        assert_eq!(
            (map.get(cell), map.is_veiled(cell)),
            (Some(tile), is_veiled)
        );
    }
    let before = map.changes().revision();
    map.set_veil(cell, false);
    map.set_veil(IVec2::new(-1, 9), true);
    assert!(map.changes().since(before).is_some_and(<[_]>::is_empty));
    assert!(!map.is_veiled(IVec2::new(-1, 9)));
}

#[test]
fn a_veil_is_recorded_like_a_door_unless_the_tile_is_opaque_anyway() {
    let mut map = drawn_map(".#");
    let before = map.changes().revision();
    map.set_veil(IVec2::ZERO, true);
    map.set_veil(IVec2::ZERO, true);
    map.set_veil(IVec2::X, true);
    map.set_veil(IVec2::ZERO, false);
    let changes = map.changes().since(before).unwrap();
    assert!(
        changes
            .iter()
            .all(|it| it.opacity && it.cell == IVec2::ZERO)
    );
    assert_eq!(changes.len(), 2);
    // The veil shows as soon as the tile no longer hides it.
    map.set(IVec2::X, '.');
    assert!(map.is_opaque(IVec2::X));
}

#[test]
fn only_viewsheds_that_could_see_a_veiled_cell_are_recomputed() {
    let (mut app, near) = two_rooms(WEST);
    let far = app.eye(EAST, Sight::default().with_radius(3));
    let behind_the_wall = app.eye(EAST, Sight::default().unlimited());
    app.update();
    veil(&mut app, (2, 1), true);
    assert_eq!(app.computed(), 1);
    for eye in [near, far, behind_the_wall] {
        assert!(!app.part::<Viewshed>(eye).is_dirty());
    }
    veil(&mut app, (2, 1), true);
    assert_eq!(app.computed(), 0);
    veil(&mut app, (2, 1), false);
    assert_eq!(app.computed(), 1);
}

#[test]
fn a_memory_keeps_the_tile_and_not_the_veil() {
    let mut app = open(9);
    let eye = app.rememberer((1, 4));
    app.update();
    let known = |app: &App, x| app.part::<MapMemory>(eye).get(IVec2::new(x, 4));
    let before = (known(&app, 4), known(&app, 7));
    veil(&mut app, (4, 4), true);
    app.update();
    assert!(app.part::<Viewshed>(eye).sees(IVec2::new(4, 4)));
    assert!(!app.part::<Viewshed>(eye).sees(IVec2::new(7, 4)));
    assert_eq!((known(&app, 4), known(&app, 7)), before);
    assert!(matches!(known(&app, 4), Knowledge::Seen { tile: '.', .. }));
}

#[test]
fn a_veil_stops_light() {
    let mut app = vision_app(drawn_map("........."));
    app.insert_resource(Ambient::dark());
    app.world_mut().spawn((Position::new(1, 0), Light::new(6)));
    app.update();
    let level = |app: &App| app.world().resource::<LightMap>().level(IVec2::new(5, 0));
    assert!(level(&app) > 0);
    veil(&mut app, (3, 0), true);
    app.update();
    assert_eq!(level(&app), 0);
    veil(&mut app, (3, 0), false);
    app.update();
    assert!(level(&app) > 0);
}

#[test]
fn views_among_drifting_veils_are_those_of_a_fresh_eye() {
    let mut dice = ChaCha12Rng::seed_from_u64(5);
    let mut app = open(16);
    let eyes: Vec<_> = [(2, 2), (8, 8), (13, 4)]
        .into_iter()
        .map(|at| app.eye(at, Sight::default()))
        .collect();
    for round in 0..200 {
        for _ in 0..dice.random_range(0..6) {
            let cell = (dice.random_range(-1..17), dice.random_range(-1..17));
            veil(&mut app, cell, dice.random_range(0..2) == 0);
        }
        app.update();
        for &eye in &eyes {
            let view = app.part::<Viewshed>(eye).visible();
            let map = app.world().resource::<GridMap>();
            let fresh = fresh_view(map, app.place_of(eye), Sight::default());
            assert_eq!(*view, fresh, "round {round}");
        }
    }
}
