//! Several maps in one world: each eye, light and object belongs to one of them.

use bevy_app::App;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use fogbound_vision::{
    Ambient, EnteredView, GridMap, Knowledge, LeftView, LevelMap, Light, LightMap, MapMemory,
    ObjectKind, OnMap, Position, Sight, Tracked, UVec2, ViewChanges, Viewshed,
};

use crate::common::{AppExt, open, vision_app};

fn row(tiles: &str) -> LevelMap<GridMap> {
    LevelMap::new(GridMap::from_rows([tiles]))
}

/// Spawns an entity that sees and remembers, at `x` in the only row of a map.
fn watcher(app: &mut App, x: i32) -> Entity {
    app.rememberer((x, 0))
}

fn put_on(app: &mut App, entity: Entity, map: Entity) {
    app.world_mut().entity_mut(entity).insert(OnMap(map));
}

/// Returns the visible columns of a map with one row.
fn visible(app: &App, eye: Entity) -> Vec<i32> {
    let view = app.part::<Viewshed>(eye).visible();
    view.iter().map(|cell| cell.x).collect()
}

/// Returns the tiles that an entity knows in the row of its map, with blanks where it knows none.
fn known(app: &App, owner: Entity) -> String {
    let tile = |x| app.knows(owner, (x, 0)).tile().unwrap_or(' ');
    (0..9).map(tile).collect::<String>().trim_end().to_owned()
}

fn object(app: &App, owner: Entity, x: i32) -> Option<u16> {
    match app.knows(owner, (x, 0)) {
        Knowledge::Seen { object, .. } => object.map(|it| it.0),
        _ => None,
    }
}

/// Returns an app with a map as a resource and two as components, and the entities of those.
fn three_maps() -> (App, Entity, Entity) {
    let mut app = vision_app(GridMap::from_rows(["..#......"]));
    let one = app.spawn(row(",,,,#,,,,"));
    let other = app.spawn(row("<<<<<<#<<"));
    (app, one, other)
}

#[test]
fn each_eye_sees_and_remembers_its_own_map() {
    let (mut app, one, other) = three_maps();
    let [plain, first, second] = [0; 3].map(|x| watcher(&mut app, x));
    put_on(&mut app, first, one);
    put_on(&mut app, second, other);
    assert_eq!(app.computed(), 3);
    assert_eq!(visible(&app, plain), [0, 1, 2]);
    assert_eq!(visible(&app, first), [0, 1, 2, 3, 4]);
    assert_eq!(visible(&app, second), [0, 1, 2, 3, 4, 5, 6]);
    let all = [plain, first, second].map(|it| known(&app, it));
    assert_eq!(all, ["..#", ",,,,#", "<<<<<<#"]);
    assert_eq!(app.computed(), 0, "nothing has changed");

    let mut level = app.part_mut::<LevelMap<GridMap>>(one);
    level.map.set((2, 0).into(), '#');
    assert_eq!(app.computed(), 1, "only the eye on that map looks again");
    assert_eq!(visible(&app, first), [0, 1, 2]);
    assert_eq!(known(&app, first), ",,#,#");
    app.set_tile((1, 0), '#');
    assert_eq!(app.computed(), 1);
    assert_eq!(known(&app, plain), ".##");
}

#[test]
fn objects_are_remembered_on_their_own_map() {
    let (mut app, one, other) = three_maps();
    let [plain, first, second] = [0; 3].map(|x| watcher(&mut app, x));
    put_on(&mut app, first, one);
    put_on(&mut app, second, other);
    let thing = app.spawn((ObjectKind(5), Position::new(1, 0), OnMap(one)));
    app.spawn((ObjectKind(3), Position::new(1, 0), OnMap(other)));
    app.update();
    let objects = |app: &App| [plain, first, second].map(|it| object(app, it, 1));
    assert_eq!(objects(&app), [None, Some(5), Some(3)]);
    put_on(&mut app, thing, other);
    app.update();
    assert_eq!(objects(&app), [None, None, Some(5)]);
    app.world_mut().entity_mut(thing).remove::<OnMap>();
    app.update();
    assert_eq!(objects(&app), [Some(5), None, Some(3)]);
    app.put(thing, (0, 0));
    app.update();
    assert_eq!(objects(&app), [None, None, Some(3)]);
    assert_eq!(object(&app, plain, 0), Some(5));
}

#[test]
fn an_eye_that_moves_to_another_map_sees_that_map_and_forgets_the_first() {
    let (mut app, one, other) = three_maps();
    let eye = watcher(&mut app, 0);
    app.world_mut()
        .entity_mut(eye)
        .insert((OnMap(one), ViewChanges::default()));
    app.update();
    put_on(&mut app, eye, other);
    assert_eq!(app.computed(), 1);
    assert_eq!(visible(&app, eye), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(known(&app, eye), "<<<<<<#");
    let changes = app.part::<ViewChanges>(eye);
    let counts = [changes.entered(), changes.left()].map(|it| it.iter().count());
    assert_eq!(counts, [7, 5], "every cell is another cell");
    let map = |app: &App| app.part::<MapMemory>(eye).map();
    let on_other = map(&app);
    app.world_mut().entity_mut(eye).remove::<OnMap>();
    app.update();
    assert_eq!(known(&app, eye), "..#");
    assert!(on_other.is_some() && map(&app) != on_other);
}

#[test]
fn a_memory_can_be_kept_for_the_return_to_a_map() {
    let (mut app, one, other) = three_maps();
    let eye = watcher(&mut app, 0);
    put_on(&mut app, eye, one);
    app.update();
    let kept = std::mem::take(&mut *app.part_mut::<MapMemory>(eye));
    put_on(&mut app, eye, other);
    app.update();
    *app.part_mut::<MapMemory>(eye) = kept;
    app.put(eye, (8, 0));
    put_on(&mut app, eye, one);
    app.update();
    assert_eq!(known(&app, eye), ",,,,#,,,,");
}

/// Sight ends with the map, and begins again on another.
#[test]
fn without_its_map_an_eye_sees_nothing_and_its_memory_stays() {
    type Removal = (&'static str, fn(&mut App, Entity));
    let removals: [Removal; 3] = [
        ("despawned", |app, level| {
            app.world_mut().despawn(level);
        }),
        ("removed", |app, level| {
            app.world_mut()
                .entity_mut(level)
                .remove::<LevelMap<GridMap>>();
        }),
        ("disabled", |app, level| {
            app.world_mut().entity_mut(level).insert(Disabled);
        }),
    ];
    for (what, remove) in removals {
        let (mut app, one, other) = three_maps();
        let eye = watcher(&mut app, 0);
        put_on(&mut app, eye, one);
        app.update();
        remove(&mut app, one);
        app.set_tile((1, 0), '#');
        for _ in 0..2 {
            app.update();
            assert!(visible(&app, eye).is_empty(), "{what}");
            assert_eq!(known(&app, eye), ",,,,#", "{what}");
        }
        put_on(&mut app, eye, other);
        app.update();
        assert_eq!(known(&app, eye), "<<<<<<#", "{what}");
    }
}

#[test]
fn a_level_that_rests_goes_on_where_it_stopped() {
    let (mut app, one, _) = three_maps();
    let eye = watcher(&mut app, 0);
    put_on(&mut app, eye, one);
    let thing = app.spawn((ObjectKind(5), Position::new(1, 0), OnMap(one)));
    app.update();
    let all = [one, eye, thing];
    for entity in all {
        app.world_mut().entity_mut(entity).insert(Disabled);
    }
    app.update();
    assert_eq!(visible(&app, eye), [0, 1, 2, 3, 4], "it keeps its view");
    assert_eq!(object(&app, eye, 1), Some(5));
    for entity in all {
        app.world_mut().entity_mut(entity).remove::<Disabled>();
    }
    assert_eq!(app.computed(), 0, "it still has its view");
    app.put(thing, (2, 0));
    app.update();
    assert_eq!([1, 2].map(|x| object(&app, eye, x)), [None, Some(5)]);
}

/// Returns a dark, open level.
fn dark_level() -> LevelMap<GridMap> {
    LevelMap::new(GridMap::new(UVec2::splat(9), '.')).with_ambient(Ambient::dark())
}

#[test]
fn light_stays_on_its_map() {
    let mut app = open(9);
    let one = app.spawn(dark_level());
    let other = app.spawn(dark_level());
    let lamp = app.spawn((Position::new(6, 4), Light::new(1), OnMap(one)));
    let [plain, first, second] = [None, Some(one), Some(other)].map(|on| {
        let eye = app.eye((1, 4), Sight::default());
        if let Some(on) = on {
            put_on(&mut app, eye, on);
        }
        eye
    });
    app.update();
    let sees = |app: &App| [plain, first, second].map(|eye| app.sees(eye, (6, 4)));
    let level = |app: &App, map| {
        app.part::<LevelMap<GridMap>>(map)
            .light()
            .level((6, 4).into())
    };
    assert_eq!(sees(&app), [true, true, false], "the resource is not lit");
    assert_eq!([one, other].map(|map| level(&app, map)), [2, 0]);
    assert!(!app.world().resource::<LightMap>().is_lit_world());

    put_on(&mut app, lamp, other);
    app.update();
    assert_eq!(sees(&app), [true, false, true]);
    assert_eq!([one, other].map(|map| level(&app, map)), [0, 2]);

    app.insert_resource(Ambient::dark());
    app.world_mut().entity_mut(lamp).remove::<OnMap>();
    app.update();
    assert_eq!(sees(&app), [true, false, false]);

    app.part_mut::<LevelMap<GridMap>>(one).ambient = None;
    app.world_mut().remove_resource::<Ambient>();
    app.update();
    assert_eq!(sees(&app), [true, true, false]);
    assert!(!app.part::<LevelMap<GridMap>>(one).light().is_lit_world());
}

#[test]
fn only_entities_on_the_same_map_come_into_view() {
    #[derive(Resource, Default)]
    struct Seen(Vec<(bool, Entity)>);
    let (mut app, one, other) = three_maps();
    app.init_resource::<Seen>()
        .add_observer(|it: On<EnteredView>, mut seen: ResMut<Seen>| seen.0.push((true, it.entity)))
        .add_observer(|it: On<LeftView>, mut seen: ResMut<Seen>| seen.0.push((false, it.entity)));
    let eye = (Position::new(0, 0), ViewChanges::default(), OnMap(one));
    app.spawn(eye);
    let thief = app.spawn((Position::new(1, 0), Tracked, OnMap(other)));
    let stranger = app.spawn((Position::new(1, 0), Tracked));
    let news = |app: &mut App| {
        app.update();
        std::mem::take(&mut app.world_mut().resource_mut::<Seen>().0)
    };
    assert_eq!(news(&mut app), []);
    put_on(&mut app, thief, one);
    assert_eq!(news(&mut app), [(true, thief)]);
    put_on(&mut app, stranger, one);
    put_on(&mut app, thief, other);
    assert_eq!(news(&mut app).len(), 2);
    app.world_mut().despawn(one);
    assert_eq!(news(&mut app), [(false, stranger)]);
}

#[test]
fn an_on_demand_eye_looks_at_once_on_another_map() {
    let mut app = open(9);
    let [one, other] = [(); 2].map(|()| app.spawn(dark_level()));
    app.spawn((Position::new(6, 4), Light::new(0), OnMap(one)));
    app.spawn((Position::new(7, 4), Light::new(0), OnMap(other)));
    let eye = Viewshed::default().on_demand();
    let eye = app.spawn((Position::new(1, 4), eye, OnMap(one)));
    app.update();
    let sees = |app: &App| [6, 7].map(|x| app.sees(eye, (x, 4)));
    assert_eq!(sees(&app), [true, false]);
    put_on(&mut app, eye, other);
    app.update();
    assert_eq!(sees(&app), [false, true]);
}

#[test]
fn a_world_needs_no_map_as_a_resource() {
    let mut app = vision_app(GridMap::from_rows(["."]));
    app.world_mut().remove_resource::<GridMap>();
    let level = app.spawn(row("..#"));
    let eye = watcher(&mut app, 0);
    let lost = watcher(&mut app, 0);
    put_on(&mut app, eye, level);
    app.spawn((ObjectKind(7), Position::new(1, 0), OnMap(level)));
    app.update();
    assert_eq!(known(&app, eye), "..#");
    assert_eq!(object(&app, eye, 1), Some(7));
    assert!(visible(&app, lost).is_empty());
}

/// A level whose lamp moves once, and one on which nothing happens.
#[test]
fn a_level_looks_changed_only_when_its_light_changes() {
    let mut app = open(9);
    let [one, other] = [(); 2].map(|()| app.spawn(dark_level()));
    let lamp = app.spawn((Position::new(6, 4), Light::new(1), OnMap(one)));
    app.update();
    let changed = |app: &App| {
        [one, other].map(|level| {
            let level = app.world().entity(level).get_ref::<LevelMap<GridMap>>();
            level.unwrap().last_changed()
        })
    };
    let first = changed(&app);
    app.update();
    assert_eq!(changed(&app), first);
    app.put(lamp, (5, 4));
    app.update();
    let now = changed(&app);
    assert!(now[0] != first[0] && now[1] == first[1]);
}
