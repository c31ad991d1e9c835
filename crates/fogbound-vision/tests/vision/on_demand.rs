//! Eyes that look at the light only on demand.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use fogbound_fov::IVec2;
use fogbound_fov::grid::Rectangle;
use fogbound_vision::{
    Ambient, Knowledge, Light, LightMap, MapMemory, Position, Sight, Viewshed, VisionMap,
};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;

use crate::changed_words::{cell, light, map};
use crate::common::{AppExt, dark, light_work, vision_app};

/// Spawns an eye that looks at the light only on demand, and remembers what it sees.
fn on_demand(app: &mut App, at: (i32, i32)) -> Entity {
    let eye = app.rememberer(at);
    let viewshed = app.part::<Viewshed>(eye).clone().on_demand();
    *app.part_mut::<Viewshed>(eye) = viewshed;
    eye
}

#[test]
fn an_eye_on_demand_looks_when_asked_and_can_test_cells_at_any_time() {
    let mut app = dark(30);
    let eye = on_demand(&mut app, (3, 3));
    let lamp = app.spawn((Position::new(12, 3), Light::new(2)));
    assert_eq!(
        light_work(&mut app),
        [1, 1, 0],
        "the first look needs no request"
    );
    let sees = |app: &App, cell: (i32, i32)| {
        let (light, map) = (app.world().resource::<LightMap>(), app.map());
        light.sees(map.opacity(), app.part(eye), cell.into())
    };
    assert!(app.sees(eye, (12, 3)) && sees(&app, (12, 3)));

    app.put(lamp, (5, 9));
    assert_eq!(light_work(&mut app), [1, 0, 0]);
    assert!(app.sees(eye, (12, 3)), "its last look is unchanged");
    assert!(!sees(&app, (12, 3)) && sees(&app, (5, 9)));
    assert!(!app.part::<MapMemory>(eye).has_seen((5, 9).into()));

    app.part_mut::<Viewshed>(eye).look();
    assert_eq!(light_work(&mut app), [0, 0, 1]);
    assert!(!app.sees(eye, (12, 3)) && app.sees(eye, (5, 9)));
    assert!(app.part::<MapMemory>(eye).has_seen((5, 9).into()));
    assert_eq!(light_work(&mut app), [0, 0, 0]);

    // In a world that is not lit, the eye behaves like any other.
    app.world_mut().remove_resource::<Ambient>();
    app.update();
    assert!(app.is_fresh(eye) && sees(&app, (5, 9)));
}

#[test]
fn an_eye_on_demand_remembers_only_what_it_sees_when_it_looks() {
    let mut app = dark(30);
    app.insert_resource(Ambient::daylight());
    let eye = on_demand(&mut app, (3, 3));
    app.update();
    let known = |app: &App, x| match app.knows(eye, (x, 3)) {
        Knowledge::Seen { tile, .. } => tile,
        other => panic!("{other:?}"),
    };
    for x in [5, 7, 9] {
        app.set_tile((x, 3), '1');
        app.update();
    }
    assert_eq!(
        [5, 7, 9].map(|x| known(&app, x)),
        ['.'; 3],
        "it did not look"
    );
    app.part_mut::<Viewshed>(eye).look();
    app.update();
    assert_eq!([5, 7, 9].map(|x| known(&app, x)), ['1'; 3]);

    // These are more changes than any list keeps. Changes in the dark stay unknown.
    app.set_tile((5, 3), '2');
    for number in 0..1_000 {
        let tile = if number % 2 == 0 { '2' } else { '3' };
        app.set_tile((7, 3), tile);
        app.update();
    }
    app.set_tile((9, 3), '2');
    let lamp = Ambient::dark().with_place(Rectangle::new(IVec2::new(4, 0), (5, 30).into()), 1);
    app.insert_resource(lamp);
    app.part_mut::<Viewshed>(eye).look();
    app.update();
    assert_eq!([5, 7, 9].map(|x| known(&app, x)), ['2', '3', '1']);
}

/// A wall is visible if one of the cells in front of it, on the eye's side, is lit and in view.
#[test]
fn an_eye_on_demand_judges_walls_by_the_cells_in_front_of_them() {
    let mut walls = [0; 2];
    for seed in 0..40 {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut app = vision_app(map(&mut dice));
        app.insert_resource(Ambient::dark());
        let sight = Sight::default().unlimited();
        let eyes = [(); 25].map(|()| {
            let viewshed = Viewshed::new(sight).on_demand();
            app.spawn((Position(cell(&mut dice).into()), viewshed))
        });
        for _ in 0..14 {
            let at = Position(cell(&mut dice).into());
            app.spawn((at, light(&mut dice)));
        }
        app.update();
        for eye in eyes {
            let (viewshed, at) = (app.part::<Viewshed>(eye), app.place_of(eye));
            let light = app.world().resource::<LightMap>();
            for cell in viewshed.field_of_view() {
                let way = (at - cell).signum();
                let before = [cell + IVec2::X * way.x, cell + IVec2::Y * way.y];
                let shows = |it: &IVec2| viewshed.has_in_view(*it) && light.is_lit(*it);
                let is_wall = app.map().is_opaque(cell);
                let is_lit = match is_wall {
                    true => before.iter().any(shows),
                    false => light.is_lit(cell),
                };
                let is_near = at.chebyshev_distance(cell) <= 1;
                let sees = viewshed.sees(cell);
                assert_eq!(sees, is_lit || is_near, "seed {seed}, {cell} from {at}");
                walls[usize::from(sees)] += u32::from(is_wall);
            }
        }
    }
    assert!(walls.iter().all(|it| *it > 1_000), "{walls:?}");
}
