//! What a place is remembered by.

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
