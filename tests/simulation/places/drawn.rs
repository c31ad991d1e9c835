//! Small maps, and the places on them.

use fogbound::grid::Direction::{self, East, South};

use super::{names, picture, places, tell_all};
use crate::common::{AppExt, dark, drawn, simulation};

/// Asserts the cells and the names of the places on a map that the player has been told of.
#[track_caller]
fn assert_places(map: &str, expected: &str, expected_names: &[&str]) {
    let mut app = simulation(drawn(map));
    tell_all(&mut app);
    let found = picture(&app);
    assert_eq!(
        found.trim_matches('\n'),
        expected.trim_matches('\n'),
        "\n{found}"
    );
    assert_eq!(names(&app), expected_names);
}

#[test]
fn a_room_is_one_room_in_spite_of_its_pillars_and_pools() {
    assert_places(
        "
###########
#.........#
#.#.#.#.#.#
#....@....#
#.#.#.#.#.#
#....~~~..#
#.......*.#
###########",
        "

 aaaaaaaaa
 aaaaaaaaa
 aaaaaaaaa
 aaaaaaaaa
 aaaaaaaaa
 aaaaaaaaa
",
        &["room 1, the pool room"],
    );
}

#[test]
fn doors_and_curtains_part_places_and_belong_to_none() {
    assert_places(
        "
#################
#.....#.....%...#
#.@...+.....%...#
#.....#.....%...#
###'#####{#######
  #.#   #.#
  #.#####.#
  #.......#
  #########",
        "

 aaaaa bbbbb+ddd
 aaaaa+bbbbb+ddd
 aaaaa bbbbb+ddd
   +     +
   c     c
   c     c
   ccccccc
",
        &["room 1", "room 2", "passage 1", "room 3"],
    );
}

#[test]
fn a_passage_with_bends_and_crossings_is_one_passage() {
    assert_places(
        "
##########
#@...#####
####.##..#
####.....#
####.##..#
##...#####
##.#.#...#
##...+...#
##########",
        "

 aaaa
    a  aa
    aaaaa
    a  aa
  aaa
  aaa bbb
  aaa+bbb
",
        &["passage 1", "room 1"],
    );
}

#[test]
fn a_gap_in_a_wall_is_an_opening_between_two_rooms() {
    assert_places(
        "
#############
#.....#.....#
#.@.........#
#.....#.....#
#############",
        "

 aaaaa bbbbb
 aaaaa:bbbbb
 aaaaa bbbbb
",
        &["room 1", "room 2"],
    );
}

#[test]
fn niches_and_the_steps_before_a_door_belong_to_the_room() {
    assert_places(
        "
###########
###.###.###
#.........#
#.@.......#
#.........#
####.######
####+######
####.######
#....######
###########",
        "

   a   a
 aaaaaaaaa
 aaaaaaaaa
 aaaaaaaaa
    a
    +
    b
 bbbb
",
        &["room 1", "passage 1"],
    );
}

#[test]
fn ragged_ground_is_a_cave_and_round_rooms_are_rooms() {
    assert_places(
        "
############################
####..####...#######...#####
##.......##..#####.......###
#...@...##....####.......###
##.......#.....##.........##
###.............+.........##
##..##.....##..##.........##
##.####...###.####.......###
####.......#..####.......###
##################.....#####
############################",
        "

    aa    aaa       bbb
  aaaaaaa  aa     bbbbbbb
 aaaaaaa  aaaa    bbbbbbb
  aaaaaaa aaaaa  bbbbbbbbb
   aaaaaaaaaaaaa+bbbbbbbbb
  cc  aaaaa  aa  bbbbbbbbb
  c    aaa   d    bbbbbbb
    eeeaaaa dd    bbbbbbb
                  bbbbb
",
        &["cave 1", "room 1", "passage 1", "passage 2", "passage 3"],
    );
}

#[test]
fn a_large_cave_is_several_caves() {
    let row = format!("#{}#\n", ".".repeat(70));
    let wall = format!("{}\n", "#".repeat(72));
    let map = format!("{wall}{}{wall}", row.repeat(12)).replacen("..", "@.", 1);
    let mut app = simulation(drawn(&map));
    tell_all(&mut app);
    assert_eq!(names(&app), ["room 1", "room 2", "room 3"]);
    let sizes = places(&app).iter().map(|it| it.bounds.size.x);
    assert!(sizes.max() <= Some(24));
}

/// The player feels its way along a corridor, and learns no more than what is beside it.
#[test]
fn a_corridor_gets_its_name_as_soon_as_it_is_known_to_be_one() {
    let mut app = simulation(dark(drawn(
        "
###########
#@........#
#########.#
#########.#
###########",
    )));
    let ways: [Direction; 9] = [East, East, East, East, East, East, East, South, South];
    let mut nameless = 0;
    for way in ways {
        app.step(way);
        let player = app.player().unwrap();
        let here = app.place_of(player);
        match places(&app).at(here) {
            Some(place) => assert_eq!(place.name(), "passage 1"),
            None => nameless += 1,
        }
    }
    assert!(nameless <= 1, "{nameless} steps without a name");
}
