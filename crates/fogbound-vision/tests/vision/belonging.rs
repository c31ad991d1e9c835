//! A memory belongs to one map, and says when it has learnt something.

use bevy_app::App;
use bevy_ecs::prelude::*;
use fogbound_vision::{
    GridMap, Knowledge, MapMemory, Moment, ObjectKind, Position, UVec2, Viewshed,
};

use crate::common::{AppExt, drawn_map, vision_app};

/// Two rooms; from the west room nothing of the east room is seen.
const TWO_ROOMS: &str = "
#########
#...#...#
#...#...#
#...#...#
#########";

const WEST: (i32, i32) = (2, 2);
const EAST: (i32, i32) = (6, 2);

fn two_rooms() -> (App, Entity) {
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    let eye = app.rememberer(WEST);
    app.update();
    (app, eye)
}

#[test]
fn another_map_is_not_confused_with_the_one_that_is_remembered() {
    let (mut app, eye) = two_rooms();
    assert_eq!(app.knows(eye, (1, 1)).tile(), Some('.'));
    // Only the new map's east room is seen.
    let other = drawn_map(&TWO_ROOMS.replace("...#...", "<<<#>>>"));
    app.insert_resource(other);
    app.put(eye, EAST);
    app.update();
    assert_eq!(app.knows(eye, (1, 1)), Knowledge::Unknown);
    assert_eq!(app.knows(eye, (5, 1)).tile(), Some('>'));
    assert_eq!(app.part::<MapMemory>(eye).map(), Some(map_id(&app)));
}

fn map_id(app: &App) -> fogbound_vision::MapId {
    use fogbound_vision::VisionMap;
    app.map().changes().map()
}

#[test]
fn nor_is_an_equal_copy() {
    let (mut app, eye) = two_rooms();
    let copy = app.map().clone();
    app.insert_resource(copy);
    app.put(eye, EAST);
    app.update();
    assert_eq!(app.knows(eye, (1, 1)), Knowledge::Unknown);
}

/// Also of one that has no eyes, or that is nowhere.
#[test]
fn nobody_confuses_maps() {
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    let mut told = MapMemory::<char>::new();
    told.tell((7, 1).into(), '<');
    let blind = app.spawn((Position::new(1, 1), told.clone()));
    let ghost = app.spawn((Viewshed::default(), told));
    app.update();
    for who in [blind, ghost] {
        assert_eq!(app.knows(who, (7, 1)), Knowledge::Told { tile: '<' });
    }
    app.insert_resource(drawn_map(TWO_ROOMS));
    app.update();
    for who in [blind, ghost] {
        assert_eq!(app.knows(who, (7, 1)), Knowledge::Unknown);
    }
}

#[test]
fn a_map_and_its_memory_that_are_kept_together_are_put_back_together() {
    let (mut app, eye) = two_rooms();
    let below = GridMap::new(UVec2::splat(9), ',');
    let above = std::mem::replace(&mut *app.world_mut().resource_mut::<GridMap>(), below);
    let kept = std::mem::take(&mut *app.part_mut::<MapMemory>(eye));
    app.update();
    assert_eq!(app.knows(eye, (1, 1)).tile(), Some(','));

    app.insert_resource(above);
    *app.part_mut::<MapMemory>(eye) = kept;
    app.put(eye, EAST);
    app.update();
    assert_eq!(
        app.knows(eye, (1, 1)).tile(),
        Some('.'),
        "it was seen before"
    );
    assert_eq!(app.knows(eye, (5, 1)).tile(), Some('.'));
}

/// What an update learns; the first does not count, for the component is new.
fn learns(app: &mut App, eye: Entity, change: impl FnOnce(&mut App)) -> bool {
    let changed = |app: &App| {
        let memory = app.world().entity(eye).get_ref::<MapMemory>().unwrap();
        memory.last_changed()
    };
    let before = changed(app);
    change(app);
    assert_eq!(changed(app), before, "the change itself writes no memory");
    app.update();
    changed(app) != before
}

#[test]
fn a_memory_has_changed_only_if_something_was_learnt_or_corrected() {
    let (mut app, eye) = two_rooms();
    let mut thing = None;
    let mut learns = |what: &str, expected: bool, change: &mut dyn FnMut(&mut App)| {
        assert_eq!(learns(&mut app, eye, change), expected, "{what}");
    };
    learns("nothing happens", false, &mut |_| {});
    learns("time passes", false, &mut |app| {
        app.insert_resource(Moment(7));
    });
    learns("a step, and nothing new in view", false, &mut |app| {
        app.put(eye, (1, 2))
    });
    learns("and back", false, &mut |app| app.put(eye, WEST));
    learns("a tile in view changes", true, &mut |app| {
        app.set_tile((1, 1), '<')
    });
    learns("it is set to what it is", false, &mut |app| {
        app.set_tile((1, 1), '<')
    });
    learns("a tile out of view changes", false, &mut |app| {
        app.set_tile((7, 1), '<')
    });
    learns("a thing lies in view", true, &mut |app| {
        thing = Some(app.spawn((ObjectKind(3), Position::new(3, 3))));
    });
    learns("it lies there still", false, &mut |_| {});
    learns("a lower one lies on the same cell", false, &mut |app| {
        app.spawn((ObjectKind(1), Position::new(3, 3)));
    });
    learns("the thing becomes another", true, &mut |app| {
        app.world_mut()
            .entity_mut(thing.unwrap())
            .insert(ObjectKind(4));
    });
    learns("it is taken to where it is not seen", true, &mut |app| {
        app.put(thing.unwrap(), (7, 3));
    });
    learns("it is moved there", false, &mut |app| {
        app.put(thing.unwrap(), (6, 3))
    });
    learns("another room comes into view", true, &mut |app| {
        app.put(eye, EAST)
    });
    learns("a creature comes by", false, &mut |app| {
        app.spawn((Position::new(5, 1), Viewshed::default()));
    });
    learns(
        "the eye looks elsewhere and knows it all",
        false,
        &mut |app| app.put(eye, WEST),
    );
    learns("something changes behind its back", false, &mut |app| {
        app.set_tile((5, 3), '>')
    });
    learns("it finds out", true, &mut |app| app.put(eye, EAST));
    learns("somebody far off loses its position", false, &mut |app| {
        app.world_mut()
            .entity_mut(thing.unwrap())
            .remove::<ObjectKind>();
        app.put(eye, WEST);
    });
    learns("and finds that the thing is gone", true, &mut |app| {
        app.put(eye, EAST)
    });
    learns("an equal map, where nothing is known", true, &mut |app| {
        let copy = app.map().clone();
        app.insert_resource(copy);
    });
    learns("a disabled owner learns nothing", false, &mut |app| {
        use bevy_ecs::entity_disabling::Disabled;
        app.world_mut().entity_mut(eye).insert(Disabled);
        app.set_tile((5, 3), '<');
    });
    learns("until it is back", true, &mut |app| {
        use bevy_ecs::entity_disabling::Disabled;
        app.world_mut().entity_mut(eye).remove::<Disabled>();
    });
}

#[test]
fn what_was_told_and_is_seen_is_learnt() {
    let (mut app, eye) = two_rooms();
    app.part_mut::<MapMemory>(eye).tell((5, 1).into(), '.');
    assert!(learns(&mut app, eye, |app| app.put(eye, EAST)));
    assert!(app.knows(eye, (5, 1)).is_seen());
}
