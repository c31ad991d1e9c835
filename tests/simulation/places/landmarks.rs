//! What a place is remembered by.

use bevy::prelude::*;
use fogbound::game::{Things, spawn_thing};
use fogbound::grid::Direction::East;
use fogbound::map::Tile;

use super::{names, tell_all};
use crate::common::{AppExt, drawn, simulation};

#[test]
fn a_landmark_counts_for_the_place_that_it_stands_in_or_beside() {
    let mut app = simulation(drawn(
        "
##############
#....##......#
#.@..+.......#
#....##....>.#
###&##########
##############",
    ));
    tell_all(&mut app);
    let expected = ["room 1, the statue room", "room 2, the stairs-down room"];
    assert_eq!(names(&app), expected);
}

/// Of several landmarks that are seen at once, the first one by row counts.
#[test]
fn the_first_landmark_of_a_place_stays() {
    let mut app = simulation(drawn(
        "
##########
#@...~...#
#.......&#
#........#
##########",
    ));
    assert_eq!(names(&app), ["room 1, the pool room"]);
    app.set_tile((5, 1), Tile::FLOOR);
    app.set_tile((3, 2), Tile::PLINTH);
    app.step(East);
    assert_eq!(names(&app), ["room 1, the pool room"]);
}

/// Scenery and things from files can be landmarks, once the player has seen them.
#[test]
fn a_thing_can_be_a_landmark() {
    let map = "
##############
#.....#......#
#.@...+......#
#.....#......#
##############";
    // Bones are everywhere.
    for (thing, expected) in [
        ("dry fountain", "room 2, the fountain room"),
        ("bones", "room 2"),
    ] {
        let mut app = simulation(drawn(map));
        let kind = app.world().resource::<Things>().named(thing);
        spawn_thing(app.world_mut(), kind.unwrap(), IVec2::new(10, 2));
        (0..6).for_each(|_| app.step(East));
        assert_eq!(names(&app), ["room 1", expected], "{thing}");
    }
}
