//! A memory belongs to one map, and counts as changed when it learns something.

use bevy_app::App;
use bevy_ecs::prelude::*;
use fogbound_vision::{
    GridMap, Knowledge, MapMemory, Moment, ObjectKind, Position, UVec2, Viewshed,
};

use crate::common::{AppExt, EAST, TWO_ROOMS, WEST, drawn_map, two_rooms, vision_app};

#[test]
fn a_new_map_is_not_mistaken_for_the_remembered_one() {
    let (mut app, eye) = two_rooms(WEST);
    assert_eq!(app.knows(eye, (1, 1)).tile(), Some('.'));
    // The eye sees only the east room of the new map.
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
fn a_clone_is_not_mistaken_for_the_original() {
    let (mut app, eye) = two_rooms(WEST);
    let copy = app.map().clone();
    app.insert_resource(copy);
    app.put(eye, EAST);
    app.update();
    assert_eq!(app.knows(eye, (1, 1)), Knowledge::Unknown);
}

/// The memory of an entity without eyes or without a position also belongs to only one map.
#[test]
fn memories_that_see_nothing_also_follow_the_map() {
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    let mut told = MapMemory::<char>::new();
    told.tell((7, 1).into(), '<');
    let blind = app.spawn((Position::new(1, 1), told.clone()));
    let ghost = app.spawn((Viewshed::default(), told));
    app.update();
    for owner in [blind, ghost] {
        assert_eq!(app.knows(owner, (7, 1)), Knowledge::Told { tile: '<' });
    }
    app.insert_resource(drawn_map(TWO_ROOMS));
    app.update();
    for owner in [blind, ghost] {
        assert_eq!(app.knows(owner, (7, 1)), Knowledge::Unknown);
    }
}

#[test]
fn a_map_and_its_memory_can_be_stored_and_put_back() {
    let (mut app, eye) = two_rooms(WEST);
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

/// Returns whether the update after `change` teaches the eye something. Call this after the first update, because a new
/// component always counts as changed.
fn learns(app: &mut App, eye: Entity, change: impl FnOnce(&mut App)) -> bool {
    let changed = |app: &App| {
        let memory = app.world().entity(eye).get_ref::<MapMemory>().unwrap();
        memory.last_changed()
    };
    let before = changed(app);
    change(app);
    assert_eq!(
        changed(app),
        before,
        "the change alone must not write the memory"
    );
    app.update();
    changed(app) != before
}

#[test]
fn a_memory_changes_only_with_news_in_view() {
    let (mut app, eye) = two_rooms(WEST);
    let mut thing = None;
    let mut learns = |what: &str, expected: bool, change: &mut dyn FnMut(&mut App)| {
        assert_eq!(learns(&mut app, eye, change), expected, "{what}");
    };
    learns("nothing happens", false, &mut |_| {});
    learns("time passes", false, &mut |app| {
        app.insert_resource(Moment(7));
    });
    learns("a step that shows nothing new", false, &mut |app| {
        app.put(eye, (1, 2))
    });
    learns("and back", false, &mut |app| app.put(eye, WEST));
    learns("a tile in view changes", true, &mut |app| {
        app.set_tile((1, 1), '<')
    });
    learns("it is set to the same tile", false, &mut |app| {
        app.set_tile((1, 1), '<')
    });
    learns("a tile out of view changes", false, &mut |app| {
        app.set_tile((7, 1), '<')
    });
    learns("an object appears in view", true, &mut |app| {
        thing = Some(app.spawn((ObjectKind(3), Position::new(3, 3))));
    });
    learns("it is still there", false, &mut |_| {});
    learns("a lower kind appears on the same cell", false, &mut |app| {
        app.spawn((ObjectKind(1), Position::new(3, 3)));
    });
    learns("the object changes its kind", true, &mut |app| {
        app.world_mut()
            .entity_mut(thing.unwrap())
            .insert(ObjectKind(4));
    });
    learns("it is moved out of sight", true, &mut |app| {
        app.put(thing.unwrap(), (7, 3));
    });
    learns("it moves while out of sight", false, &mut |app| {
        app.put(thing.unwrap(), (6, 3))
    });
}

#[test]
fn a_memory_changes_when_the_eye_finds_something_new() {
    let (mut app, eye) = two_rooms(WEST);
    let thing = app.spawn((ObjectKind(4), Position::new(6, 3)));
    app.set_tile((7, 1), '<');
    let mut learns = |what: &str, expected: bool, change: &mut dyn FnMut(&mut App)| {
        assert_eq!(learns(&mut app, eye, change), expected, "{what}");
    };
    learns("another room comes into view", true, &mut |app| {
        app.put(eye, EAST)
    });
    learns("a creature comes by", false, &mut |app| {
        app.spawn((Position::new(5, 1), Viewshed::default()));
    });
    learns("the eye goes back to a room it knows", false, &mut |app| {
        app.put(eye, WEST)
    });
    learns("a tile changes in the other room", false, &mut |app| {
        app.set_tile((5, 3), '>')
    });
    learns("it sees the change", true, &mut |app| app.put(eye, EAST));
    learns(
        "an object in the other room is removed",
        false,
        &mut |app| {
            app.world_mut().entity_mut(thing).remove::<ObjectKind>();
            app.put(eye, WEST);
        },
    );
    learns("it sees that the object is gone", true, &mut |app| {
        app.put(eye, EAST)
    });
    learns("an equal map is new to it", true, &mut |app| {
        let copy = app.map().clone();
        app.insert_resource(copy);
    });
    learns("a disabled owner learns nothing", false, &mut |app| {
        use bevy_ecs::entity_disabling::Disabled;
        app.world_mut().entity_mut(eye).insert(Disabled);
        app.set_tile((5, 3), '<');
    });
    learns("until it is enabled again", true, &mut |app| {
        use bevy_ecs::entity_disabling::Disabled;
        app.world_mut().entity_mut(eye).remove::<Disabled>();
    });
}

#[test]
fn seeing_a_told_cell_counts_as_learning() {
    let (mut app, eye) = two_rooms(WEST);
    app.part_mut::<MapMemory>(eye).tell((5, 1).into(), '.');
    assert!(learns(&mut app, eye, |app| app.put(eye, EAST)));
    assert!(app.knows(eye, (5, 1)).is_seen());
}

/// What a memory has written in one app may be false in another, even if the other has seen no change since.
#[test]
fn a_memory_from_another_app_is_corrected_by_what_is_seen() {
    let (mut other, guest) = two_rooms(WEST);
    other.set_tile((1, 1), '<');
    other.update();
    let (app, eye) = two_rooms(WEST);
    let mut memory = app.part::<MapMemory>(eye).clone();
    assert_eq!(memory.tile((1, 1).into()), Some('.'));
    memory.follow_copy(map_id(&app), map_id(&other));
    *other.part_mut::<MapMemory>(guest) = memory;
    other.update();
    assert_eq!(other.knows(guest, (1, 1)).tile(), Some('<'));
}
