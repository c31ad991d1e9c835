//! Only changed light is recomputed, and an eye learns nothing in the dark.

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use fogbound_fov::grid::Rectangle;
use fogbound_fov::{Cone, IVec2, Sight};
use fogbound_vision::{
    Ambient, GridMap, Knowledge, Light, LightMap, MapMemory, Position, Viewshed, VisionMap,
};

use crate::common::{AppExt, dark, light_work, open, vision_app};

#[test]
fn a_step_computes_a_light_only_if_the_walker_carries_one() {
    let mut app = dark(40);
    let eye = app.eye((5, 5), Sight::default());
    let _torch = app.spawn((Position::new(30, 30), Light::new(5)));
    assert_eq!(light_work(&mut app), [1, 1, 0]);
    app.put(eye, (6, 5));
    assert_eq!(light_work(&mut app), [0, 1, 0]);
    app.app_mut()
        .world_mut()
        .entity_mut(eye)
        .insert(Light::new(7));
    assert_eq!(light_work(&mut app), [1, 0, 1]);
    app.put(eye, (7, 5));
    assert_eq!(light_work(&mut app), [1, 1, 0]);
    assert_eq!(light_work(&mut app), [0, 0, 0]);
}

#[test]
fn a_torch_that_goes_out_refreshes_the_views_with_its_light() {
    let mut app = vision_app(GridMap::from_rows([
        "....................#....",
        "....................#....",
        "....................#....",
    ]));
    app.insert_resource(Ambient::dark());
    let near = app.eye((2, 1), Sight::default().unlimited());
    let far = app.eye((0, 0), Sight::default().with_radius(3));
    let beyond = app.eye((22, 1), Sight::default().unlimited());
    let torch = app.spawn((Position::new(12, 1), Light::new(4)));
    let lamp = app.spawn((Position::new(22, 0), Light::new(1)));
    assert_eq!(light_work(&mut app), [2, 3, 0]);
    assert!(app.sees(near, (12, 1)) && !app.sees(near, (6, 1)) && app.sees(beyond, (22, 0)));
    assert!(!app.sees(far, (3, 0)));

    app.world_mut().entity_mut(torch).remove::<Light>();
    assert_eq!(light_work(&mut app), [0, 0, 1]);
    assert!(!app.sees(near, (12, 1)) && app.part::<Viewshed>(near).has_in_view((12, 1).into()));
    assert!(
        app.sees(near, (3, 2)),
        "its dark sight reaches the neighbouring cells"
    );

    // A despawned light stops shining.
    app.world_mut().despawn(lamp);
    assert_eq!(light_work(&mut app), [0, 0, 1]);
    assert_eq!(light_work(&mut app), [0, 0, 0]);
}

#[test]
fn a_light_in_a_lit_place_changes_no_view() {
    let mut app = dark(40);
    let eye = app.rememberer((20, 20));
    app.world_mut().resource_mut::<Ambient>().clone_from(
        &Ambient::dark().with_place(Rectangle::new(IVec2::splat(10), (20, 20).into()), 3),
    );
    app.update();
    // Two lights in a place that is already lit, far from any wall.
    let one = app.spawn((Position::new(18, 20), Light::new(3)));
    let _two = app.spawn((Position::new(22, 20), Light::new(3)));
    app.world_mut()
        .entity_mut(eye)
        .insert(Position::new(20, 20));
    let seen = |app: &App| app.part::<Viewshed>(eye).visible().clone();
    let before = seen(&app);
    app.update();
    assert_eq!(seen(&app), before);
    app.put(one, (19, 20));
    app.update();
    assert_eq!(seen(&app), before);
    assert_eq!(light_work(&mut app), [0, 0, 0]);
}

#[test]
fn a_door_opens_and_lets_light_through() {
    let mut app = vision_app(GridMap::from_rows([
        "#########",
        "#...#...#",
        "#...#...#",
        "#...#...#",
        "#########",
    ]));
    app.insert_resource(Ambient::dark());
    let eye = app.eye((1, 2), Sight::default());
    let _lamp = app.spawn((Position::new(6, 2), Light::new(8)));
    app.update();
    assert!(!app.sees(eye, (4, 2)), "the lamp is in the next room");
    app.set_tile((4, 2), '.');
    assert_eq!(light_work(&mut app), [1, 1, 0]);
    assert!(app.sees(eye, (4, 2)) && app.sees(eye, (6, 2)) && app.sees(eye, (3, 2)));
}

#[test]
fn a_meadow_that_burns_down_computes_nothing() {
    let mut app = dark(90);
    app.eye((5, 5), Sight::default());
    let _torch = app.spawn((Position::new(5, 8), Light::new(5)));
    app.update();
    for _ in 0..2 {
        for number in 0..8_000 {
            app.set_tile((number % 90, number / 90), ',');
        }
        assert_eq!(light_work(&mut app), [0, 0, 0]);
        app.set_tile((5, 7), '#');
        assert_eq!(light_work(&mut app), [1, 1, 0]);
        app.set_tile((5, 7), '.');
        assert_eq!(light_work(&mut app), [1, 1, 0]);
        for number in 0..8_000 {
            app.set_tile((number % 90, number / 90), '.');
        }
    }
}

#[test]
fn a_lamp_that_changes_colour_keeps_its_field() {
    let mut app = dark(30);
    let eye = app.eye((5, 15), Sight::default());
    let lamps = [(8, 15), (9, 15)].map(|at| app.spawn((Position(at.into()), Light::new(4))));
    assert_eq!(light_work(&mut app), [2, 1, 0]);
    let look = |app: &App| {
        let light = app.world().resource::<LightMap>();
        let seen = light.seen_from(app.map().opacity(), (5, 15).into(), (8, 15).into());
        (seen, light.revision())
    };
    let (white, before) = look(&app);
    let red = Light::new(4).with_color([255, 0, 0]);
    for lamp in lamps {
        *app.part_mut::<Light>(lamp) = red;
    }
    assert_eq!(light_work(&mut app), [0, 0, 0]);
    let (now, revision) = look(&app);
    assert_eq!((white.color, now.color), ([255; 3], [255, 0, 0]));
    assert_eq!(white.level, now.level);
    assert_ne!(revision, before, "what is drawn has changed");
    assert_eq!(light_work(&mut app), [0, 0, 0]);
    assert_eq!(look(&app), (now, revision));
    // A lamp that has changed colour still follows its carrier and the map.
    *app.part_mut::<Light>(lamps[0]) = Light::new(4);
    app.put(lamps[0], (10, 15));
    assert_eq!(light_work(&mut app), [1, 0, 1]);
    *app.part_mut::<Light>(lamps[0]) = red;
    app.set_tile((11, 15), '#');
    assert_eq!(light_work(&mut app), [2, 1, 0]);
    assert!(app.sees(eye, (11, 15)));
    // This changes more than the colour.
    *app.part_mut::<Light>(lamps[0]) = Light::new(3);
    assert_eq!(light_work(&mut app), [1, 0, 1]);
    *app.part_mut::<Light>(lamps[0]) = Light::new(3).as_darkness();
    assert_eq!(light_work(&mut app), [1, 0, 1]);
}

#[test]
fn a_torch_of_radius_0_follows_every_face_that_opens_or_closes() {
    for face in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y] {
        let rows = ["#########"; 9];
        let mut app = vision_app(GridMap::from_rows(rows));
        app.insert_resource(Ambient::dark());
        let wall = IVec2::splat(4);
        let torch = app.spawn((Position(wall), Light::new(0).on_wall()));
        let before = wall + face;
        let viewshed = Viewshed::default().with_dark_sight(0);
        let eye = app.spawn((Position(before + face), viewshed));
        app.set_tile((before + face).into(), '.');
        assert_eq!(light_work(&mut app), [1, 1, 0]);
        let is_lit = |app: &App| {
            let light = app.world().resource::<LightMap>();
            let level = light.level(wall);
            assert_eq!(light.field(torch).unwrap().len() as u32, level);
            level > 0 && app.sees(eye, wall.into())
        };
        assert!(!is_lit(&app));
        for _ in 0..2 {
            app.set_tile(before.into(), '.');
            assert_eq!(light_work(&mut app), [1, 1, 0], "{face}");
            assert!(is_lit(&app), "{face}");
            app.set_tile(before.into(), '#');
            assert_eq!(light_work(&mut app), [1, 1, 0], "{face}");
            assert!(!is_lit(&app), "{face}");
        }
        // A cell that touches the wall only at a corner is not in front of a face.
        app.set_tile((wall + face + face.perp()).into(), '.');
        assert_eq!(light_work(&mut app)[0], 0);
    }
}

#[test]
fn a_beam_leaves_its_own_cell_dark_but_shows_its_flame_to_eyes_in_it() {
    let mut app = dark(30);
    let east = Cone::new(IVec2::X, 90);
    let carrier = app.spawn((
        Position::new(5, 15),
        Light::new(10).as_beam(east),
        Viewshed::default(),
    ));
    let met = app.eye((12, 15), Sight::default());
    let aside = app.eye((5, 8), Sight::default());
    app.update();
    let light = app.world().resource::<LightMap>();
    assert_eq!(light.level((5, 15).into()), 0);
    assert_eq!(light.level((12, 15).into()), 4);
    assert!(app.sees(met, (5, 15)), "an eye in a beam sees the flame");
    assert!(!app.sees(aside, (5, 15)) && app.sees(aside, (10, 12)));
    assert!(app.sees(carrier, (12, 15)) && !app.sees(carrier, (5, 8)));
}

#[test]
fn a_lamp_does_not_light_the_other_side_of_a_wall() {
    let mut app = vision_app(GridMap::from_rows([
        "......#......",
        "......#......",
        "......#......",
    ]));
    app.insert_resource(Ambient::dark());
    let eye = app.eye((2, 1), Sight::default());
    let other = app.eye((10, 1), Sight::default());
    let _lamp = app.spawn((Position::new(9, 1), Light::new(6)));
    app.update();
    for y in 0..3 {
        assert!(!app.sees(eye, (6, y)), "row {y}");
        assert!(app.sees(other, (6, y)), "row {y}");
    }
}

#[test]
fn a_dark_cell_does_not_correct_memory() {
    let mut app = dark(20);
    let eye = app.rememberer((3, 3));
    let lamp = app.spawn((Position::new(8, 3), Light::new(2)));
    app.update();
    let seen = |tile| matches!(tile, Knowledge::Seen { tile: '.', .. });
    assert!(seen(app.knows(eye, (8, 3))) && !app.part::<MapMemory>(eye).has_seen((5, 3).into()));

    app.world_mut().entity_mut(lamp).remove::<Light>();
    app.set_tile((8, 3), '%');
    app.update();
    assert!(app.part::<Viewshed>(eye).has_in_view((8, 3).into()));
    assert!(
        seen(app.knows(eye, (8, 3))),
        "the cell is dark, so the old memory stays"
    );

    app.world_mut().entity_mut(lamp).insert(Light::new(2));
    app.update();
    assert!(matches!(
        app.knows(eye, (8, 3)),
        Knowledge::Seen { tile: '%', .. }
    ));
}

#[test]
fn without_ambient_every_cell_in_view_is_visible() {
    let mut app = open(20);
    let eye = app.eye((3, 3), Sight::default());
    let _lamp = app.spawn((Position::new(8, 3), Light::new(2)));
    app.update();
    assert!(app.is_fresh(eye) && !app.world().resource::<LightMap>().is_lit_world());
    app.insert_resource(Ambient::dark());
    assert_eq!(light_work(&mut app), [1, 0, 1]);
    assert!(!app.sees(eye, (5, 3)) && app.sees(eye, (6, 3)));
    app.insert_resource(Ambient::daylight());
    app.update();
    assert!(app.is_fresh(eye));
    app.insert_resource(Ambient::dark());
    app.update();
    app.world_mut().remove_resource::<Ambient>();
    assert_eq!(light_work(&mut app), [0, 0, 1]);
    assert!(app.is_fresh(eye) && !app.world().resource::<LightMap>().is_lit_world());
}

/// Adds ambient light to a map of 40 × 40 cells, starting at column `left`.
fn lit_from(app: &mut App, left: i32) {
    let area = Rectangle::new(IVec2::new(left, 0), (40, 40).into());
    app.insert_resource(Ambient::dark().with_place(area, 1));
}

#[test]
fn a_flame_that_moves_away_is_no_longer_seen() {
    let mut app = dark(40);
    lit_from(&mut app, 6);
    // A beam's own cell is dark, but eyes in the beam see it. Everything that the beam lights here is already lit.
    let beam = Light::new(10).as_beam(Cone::new(IVec2::X, 90));
    let carrier = app.spawn((Position::new(5, 15), beam));
    let eye = app.eye((12, 15), Sight::default().with_radius(8));
    app.update();
    assert!(app.sees(eye, (5, 15)));
    app.put(carrier, (5, 35));
    app.update();
    assert!(!app.sees(eye, (5, 15)));
}

#[test]
fn a_darkness_that_becomes_a_light_reveals_flames() {
    let mut app = dark(40);
    lit_from(&mut app, 6);
    let beam = Light::new(10).as_beam(Cone::new(IVec2::X, 90));
    app.spawn((Position::new(5, 15), beam));
    let eye = app.eye((12, 15), Sight::default().with_radius(8));
    let shade = app.spawn((Position::new(24, 15), Light::new(16).as_darkness()));
    app.update();
    assert!(
        !app.sees(eye, (5, 15)),
        "the beam gives 4 here and the darkness takes 5"
    );
    *app.part_mut::<Light>(shade) = Light::new(16);
    app.update();
    assert!(app.sees(eye, (5, 15)));
}

#[test]
fn an_eye_that_returns_catches_up_with_the_light() {
    let mut app = dark(40);
    let eye = app.eye((12, 15), Sight::default().with_radius(8));
    let lamp = app.spawn((Position::new(15, 15), Light::new(1)));
    app.update();
    assert!(app.sees(eye, (15, 15)));
    app.world_mut().entity_mut(eye).insert(Disabled);
    app.put(lamp, (12, 20));
    app.update();
    // Nothing changes when the eye comes back.
    app.world_mut().entity_mut(eye).remove::<Disabled>();
    app.update();
    assert!(!app.sees(eye, (15, 15)) && app.sees(eye, (12, 20)));
}

#[test]
fn each_eye_has_its_own_dark_sight() {
    let mut app = dark(30);
    let eyes = [0, 1, 4].map(|reach| {
        let viewshed = Viewshed::default().with_dark_sight(reach);
        app.spawn((Position::new(15, 15), viewshed))
    });
    app.update();
    let count = |app: &App, eye| app.part::<Viewshed>(eye).visible().len();
    assert_eq!(eyes.map(|eye| count(&app, eye)), [1, 9, 81]);
    app.part_mut::<Viewshed>(eyes[0]).set_dark_sight(2);
    assert_eq!(light_work(&mut app), [0, 0, 1]);
    assert_eq!(count(&app, eyes[0]), 25);
}
