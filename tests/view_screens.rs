//! What the screen looks like.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use bevy::prelude::*;
use common::{AppExt, drawn, whole_game};
use fogbound::game::PlayerCommand;
use fogbound::grid::Direction::*;
use fogbound::view::Screen;
use insta::assert_snapshot;

const HALL: &str = "
###########################
#.........#...............#
#.@.......+..........r....#
#.........#...............#
#####=#########'###########
#...............\"\"\"......>#
###########################";

/// A game in the hall, on a screen of so many columns and rows.
fn hall(columns: u32, rows: u32) -> App {
    let mut app = whole_game(drawn(HALL));
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(columns, rows));
    app.update();
    app
}

fn screen(app: &App) -> String {
    app.world().resource::<Screen>().text()
}

#[test]
fn at_first_there_is_a_room_in_the_dark() {
    let app = hall(62, 21);
    assert_snapshot!(screen(&app), @"
                                                  FOGBOUND
                                                  health 30/30
                                                  breath 12/12
                                                  level 1

             ###########                          In sight
             #.........#                          nothing
             #.@.......+
             #.........#
             #####=#####
                   .
                    ##






    You stand in the dark.

    seed 0  turn 0  radius 11  algorithm symmetric  recomputed 1
    ");
}

#[test]
fn a_door_opens_the_room_behind_it_and_what_was_seen_stays() {
    let mut app = hall(62, 21);
    app.command([PlayerCommand::ChangeRadius(-7)]);
    (0..9).for_each(|_| app.step(East));
    assert_snapshot!(screen(&app), @"
                                                  FOGBOUND
                                                  health 30/30
                                                  breath 12/12
                                                  level 1

             ##############                       In sight
             #.........#...                       nothing
             #.........@....
             #.........#...
             #####=########
                 ...
                  # ##






    Sight radius: 4.
    You open the door.
    seed 0  turn 9  radius 4  algorithm symmetric  recomputed 11
    ");
}

#[test]
fn a_narrow_screen_is_all_map() {
    let mut app = hall(34, 16);
    (0..3).for_each(|_| app.step(North));
    app.command([PlayerCommand::NextAlgorithm]);
    assert_snapshot!(screen(&app), @"



       ###########
       #.@.......#
       #.........+
       #.........#
       #####=#####
            ...
             ###



    The wall is in the way. (x2)
    Field of view: recursive.
    health 30/30  breath 12/12  seed 0
    ");
}

#[test]
fn the_smallest_screen_still_shows_where_the_player_is() {
    let app = hall(16, 8);
    assert_snapshot!(screen(&app), @"
    ###########
    #.........#
    #.@.......+
    #.........#
    #####=#####
          .
    You stand in the
    health 30/30  br
    ");
}

#[test]
fn a_panel_that_is_full_says_how_many_it_leaves_out() {
    let mut app = whole_game(drawn(
        "
##################
#@rrrrrrrrrrrrrrr#
#.bbbbbbbbbbbbbbb#
##################",
    ));
    let sight = PlayerCommand::StretchRadius(20);
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(60, 16));
    app.command([sight]);
    assert_snapshot!(screen(&app), @"
                                                FOGBOUND
                                                health 30/30
                                                breath 12/12
                                                level 1
                 ##################
                 #@rrrrrrrrrrrrrrr#             In sight
                 #.bbbbbbbbbbbbbbb#             r  rat
                 ##################             b  bat
                                                r  rat
                                                b  bat
                                                r  rat
                                                b  bat
                                                and 24 more
    You stand in the dark.
    Sight radius: 31.
    seed 0  turn 0  radius 31  algorithm symmetric  recomputed 2
    ");
}
