//! Tests of hunting: following the player by sight, then going to the last known place, then searching, then giving up.

use bevy::prelude::*;
use fogbound::game::mind::{Hunts, LooksAhead, OpensDoors};
use fogbound::game::{Actor, Awareness, Senses, State};
use fogbound::grid::Direction::{East, South, West};

use crate::common::AppExt;
use crate::common::arena::{
    arena, attacks, changes, creature, distance, events, lore, state, wait, wait_until, walk,
};

/// A hall and a sealed cell.
const HALL_AND_CELL: &str = "
########################
#......................#
#..@...................#
#......................#
########################
#......................#
########################";

/// A hall with a passage that turns twice.
const CORNERS: &str = "
####################
#........###########
#.@......###########
#........###########
####.###############
####.###############
####.........#######
############.#######
############.......#
####################";

#[test]
fn a_vanished_player_is_searched_for_where_last_seen() {
    let mut app = arena(HALL_AND_CELL);
    let hunter = creature(&mut app, (9, 2), Hunts { patience: 12 });
    assert!(wait_until(&mut app, hunter, State::Hunting, 20));
    let last_seen = IVec2::new(3, 2);

    // A hunter that knew the player's current position would go east.
    let player = app.player().unwrap();
    app.put(player, (22, 5));
    let mut path = vec![app.place_of(hunter)];
    while app.place_of(hunter) != last_seen {
        assert_eq!(
            *app.part::<Awareness>(hunter),
            Awareness::Hunting {
                last_known: last_seen
            }
        );
        wait(&mut app, 1);
        let here = app.place_of(hunter);
        let before = path.last().copied().unwrap();
        assert_eq!(
            distance(here, last_seen),
            distance(before, last_seen) - 1,
            "{path:?}, {here}"
        );
        path.push(here);
    }
    wait(&mut app, 1);
    let mut searched = Vec::new();
    while let Awareness::Searching { around, .. } = *app.part::<Awareness>(hunter) {
        assert_eq!(around, last_seen);
        searched.push(app.place_of(hunter));
        assert!(
            searched.len() < 20,
            "the hunter never gives up: {searched:?}"
        );
        wait(&mut app, 1);
    }
    assert!(
        (10..=13).contains(&searched.len()),
        "the hunter's patience is 12 turns: {searched:?}"
    );
    let furthest = searched.iter().map(|&cell| distance(cell, last_seen)).max();
    assert!(
        (2..=7).contains(&furthest.unwrap()),
        "the hunter does not search nearby: {searched:?}"
    );
    assert_eq!(state(&app, hunter), State::Unaware);

    let changes = changes(&events(&mut app), hunter);
    use State::{Hunting, Noticing, Searching, Unaware};
    let whole_story = [
        (Unaware, Noticing),
        (Noticing, Hunting),
        (Hunting, Searching),
        (Searching, Unaware),
    ];
    assert_eq!(changes, whole_story, "each change is one event");
}

#[test]
fn a_hunter_follows_around_corners_only_as_far_as_it_saw() {
    let mut app = arena(CORNERS);
    let hunter = creature(
        &mut app,
        (8, 1),
        (
            Hunts::default(),
            Awareness::Hunting {
                last_known: IVec2::new(2, 2),
            },
        ),
    );
    app.world_mut().get_mut::<Actor>(hunter).unwrap().speed = 80;
    walk(&mut app, (4, 4));
    walk(&mut app, (4, 5));
    walk(&mut app, (5, 6));
    walk(&mut app, (11, 6));
    walk(&mut app, (12, 7));
    walk(&mut app, (18, 8));
    assert!(wait_until(&mut app, hunter, State::Searching, 60));
    let Awareness::Searching { around, .. } = *app.part::<Awareness>(hunter) else {
        unreachable!()
    };
    assert!(around.y > 3, "the hunter followed only to {around}");
    assert!(around.y < 8, "{around} is further than the hunter saw");
    assert_eq!(attacks(&events(&mut app), hunter), 0);
}

#[test]
fn a_visible_player_is_followed_and_struck() {
    let mut app = arena(HALL_AND_CELL);
    let hunter = creature(&mut app, (9, 2), Hunts::default());
    assert!(wait_until(&mut app, hunter, State::Hunting, 20));
    for way in [East, South, West].repeat(3) {
        app.step(way);
    }
    wait(&mut app, 8);
    let player = app.player().unwrap();
    assert_eq!(distance(app.place_of(hunter), app.place_of(player)), 1);
    assert!(attacks(&events(&mut app), hunter) > 2);
}

#[test]
fn doors_stop_creatures_that_cannot_open_them() {
    let drawing = "
###########
#....#....#
#....+..@.#
#....#....#
###########";
    let goal = Awareness::Hunting {
        last_known: IVec2::new(8, 2),
    };
    for opens in [false, true] {
        let mut app = arena(drawing);
        let hunter = creature(&mut app, (2, 2), (Hunts::default(), goal));
        if opens {
            app.world_mut().entity_mut(hunter).insert(OpensDoors);
        }
        wait(&mut app, 12);
        assert_eq!(app.place_of(hunter).x > 5, opens);
        assert_eq!(attacks(&events(&mut app), hunter) > 0, opens);
    }
}

#[test]
fn a_hunt_for_an_unreachable_place_ends() {
    let mut app = arena(HALL_AND_CELL);
    let last_known = IVec2::new(5, 5);
    let player = app.player().unwrap();
    app.put(player, (22, 5));
    let hunter = creature(
        &mut app,
        (20, 1),
        (Hunts { patience: 5 }, Awareness::Hunting { last_known }),
    );
    wait(&mut app, 20);
    assert_eq!(state(&app, hunter), State::Hunting, "not at once");
    let nearest = IVec2::new(5, 3);
    assert_eq!(app.place_of(hunter), nearest, "not as near as possible");
    assert!(wait_until(&mut app, hunter, State::Searching, 60));
    assert!(wait_until(&mut app, hunter, State::Unaware, 10));
}

/// The hunter can reach a place that is further away than creatures plan ahead.
#[test]
fn a_hunter_walks_to_a_distant_place() {
    // A long hall with cross walls, which leave gaps at alternating ends. The player is in a sealed cell.
    let tile = |x: i32, y: i32| match (x, y) {
        (84, 3) => '@',
        (0 | 83 | 85, _) | (_, 0 | 6) => '#',
        _ if x % 8 == 0 && y != if x % 16 == 0 { 1 } else { 5 } => '#',
        _ => '.',
    };
    let row = |y| (0..86).map(|x| tile(x, y)).chain(['\n']).collect();
    let drawing: String = (0..7).map(row).collect::<Vec<String>>().concat();
    let mut app = arena(&drawing);
    let last_known = IVec2::new(2, 3);
    let goal = Awareness::Hunting { last_known };
    let hunter = creature(&mut app, (81, 3), (Hunts::default(), goal));
    let mut turns = 0;
    while app.place_of(hunter) != last_known {
        assert_eq!(*app.part::<Awareness>(hunter), goal, "after {turns} turns");
        // The hunter senses no enemy on the way. Keep it from giving up.
        let mut senses = app.world_mut().get_mut::<Senses>(hunter).unwrap();
        senses.in_vain = 0;
        wait(&mut app, 1);
        turns += 1;
        assert!(
            turns <= 150,
            "the hunter only got to {}",
            app.place_of(hunter)
        );
    }
}

/// The hunter continues when the friend that blocks the passage moves away.
#[test]
fn a_hunter_waits_behind_a_friend_in_a_passage() {
    let mut app = arena(
        "
####################
#@.......#.........#
######.#.#.#########
######.#...#########
######.#############
####################",
    );
    let last_known = IVec2::new(2, 1);
    let goal = Awareness::Hunting { last_known };
    let friend = creature(&mut app, (9, 3), ());
    let hunter = creature(&mut app, (16, 1), (Hunts { patience: 30 }, goal));
    wait(&mut app, 20);
    let behind = app.place_of(hunter);
    assert_eq!(behind, IVec2::new(10, 2), "not behind the friend");
    assert_eq!(state(&app, hunter), State::Hunting);
    app.put(friend, (6, 4));
    let mut turns = 0;
    while app.place_of(hunter).x > 7 {
        wait(&mut app, 1);
        turns += 1;
        assert!(turns <= 20, "still at {}", app.place_of(hunter));
    }
}

/// Only a hunter that knows about a new gap in a wall uses the gap.
#[test]
fn paths_follow_the_known_map_and_not_the_actual_one() {
    let drawing = "
#############
#...........#
#.#########.#
#.#..@....#.#
#.#.#####.#.#
#...#...#...#
#############";
    let mut app = arena(drawing);
    let old_plan = lore(&app);
    // The old plan does not show the hole in the wall right above the player.
    app.set_tile((5, 2), fogbound::map::Tile::FLOOR);
    let last_known = IVec2::new(5, 3);
    let parts = (
        old_plan,
        Hunts::default(),
        Awareness::Hunting { last_known },
    );
    let hunter = creature(&mut app, (1, 2), parts);
    let informed = (
        lore(&app),
        Hunts::default(),
        Awareness::Hunting { last_known },
    );
    wait(&mut app, 2);
    assert_eq!(
        app.place_of(hunter),
        IVec2::new(1, 4),
        "the hunter is not on the path that it knows"
    );
    let mut app_of_informed = arena(drawing);
    app_of_informed.set_tile((5, 2), fogbound::map::Tile::FLOOR);
    let knows = creature(&mut app_of_informed, (1, 2), informed);
    wait(&mut app_of_informed, 2);
    assert!(
        app_of_informed.place_of(knows).y <= 2,
        "not on the path through the hole"
    );
}

#[test]
fn a_creature_that_looks_ahead_sees_nothing_behind_it() {
    let facing_south = "
#########
#...@...#
#.......#
#.......#
#.......#
#.......#
#########";
    let seen_after = |cell: (i32, i32)| {
        let mut app = arena(facing_south);
        let player = app.player().unwrap();
        app.put(player, cell);
        let looker = creature(
            &mut app,
            (4, 3),
            (Hunts::default(), LooksAhead { degrees: 120 }),
        );
        // The creature looks in all directions until the end of its first turn. Let it sleep through that turn.
        app.world_mut().entity_mut(looker).insert(Awareness::Asleep);
        wait(&mut app, 1);
        app.world_mut()
            .entity_mut(looker)
            .insert(Awareness::Unaware);
        wait_until(&mut app, looker, State::Hunting, 40)
    };
    assert!(!seen_after((4, 1)), "the creature sees behind itself");
    assert!(seen_after((4, 5)));
}
