//! Noise travels along walkable paths and fades on the way. Creatures act on what they hear.

use bevy::prelude::*;
use fogbound::game::mind::{Hunts, HuntsBySound, RaisesAlarm, Sleeps};
use fogbound::game::{
    Action, Awareness, Faction, GameEvent, Happening, Hearing, Noises, Senses, State,
};
use fogbound::grid::Direction::{East, West};
use fogbound::map::Tile;
use fogbound::vision::Viewshed;

use crate::common::AppExt;
use crate::common::arena::{
    arena, attacks, changes, creature, distance, ears, events, state, wait, wait_until,
};

/// Rooms side by side. The path from one room to another leads through the passage below.
const ROUND_ABOUT: &str = "
#############
#.@.#...#...#
#...#...#...#
#.###.#####.#
#...........#
#############";

/// Returns how loud a noise with a loudness of 20 at `from` is for a listener at `at`, or `None` if the listener cannot
/// hear the noise.
fn heard(app: &mut App, from: (i32, i32), at: (i32, i32), acuity: u32) -> Option<u32> {
    let listener = creature(app, at, Hearing { acuity });
    let mut noises = app.world_mut().resource_mut::<Noises>();
    noises.make(from.into(), 20, None);
    wait(app, 1);
    let heard = app.part::<Senses>(listener).heard;
    app.world_mut().despawn(listener);
    heard.map(|heard| {
        assert_eq!(heard.from, IVec2::from(from));
        heard.loudness
    })
}

#[test]
fn noise_fades_with_walking_distance() {
    let mut app = arena(ROUND_ABOUT);
    assert_eq!(heard(&mut app, (1, 1), (3, 2), 100), Some(18));
    // The listener is two cells away from (3, 2) through the wall, but seven steps around the wall.
    assert_eq!(heard(&mut app, (3, 2), (5, 2), 100), Some(13));
    // This listener is also two cells away from (7, 1) through the wall, but ten steps around the wall.
    assert_eq!(heard(&mut app, (7, 1), (9, 1), 100), Some(10));
    assert_eq!(
        heard(&mut app, (7, 1), (9, 1), 60),
        Some(2),
        "duller hearing"
    );
    assert_eq!(heard(&mut app, (7, 1), (9, 1), 40), None);
    assert_eq!(
        heard(&mut app, (7, 1), (9, 1), 200),
        Some(30),
        "sharper hearing"
    );
    app.set_tile((8, 1), Tile::FLOOR);
    assert_eq!(heard(&mut app, (7, 1), (9, 1), 100), Some(18));
    app.set_tile((8, 1), Tile::WINDOW);
    assert_eq!(
        heard(&mut app, (7, 1), (9, 1), 100),
        Some(10),
        "a window blocks noise like a wall"
    );
}

#[test]
fn a_closed_door_muffles_and_a_wall_silences() {
    let mut app = arena(
        "
###########
#@...+....#
###########",
    );
    let through = |app: &mut App, tile| {
        app.set_tile((5, 1), tile);
        heard(app, (2, 1), (7, 1), 100)
    };
    assert_eq!(through(&mut app, Tile::OPEN_DOOR), Some(15));
    assert_eq!(through(&mut app, Tile::CLOSED_DOOR), Some(11));
    assert_eq!(through(&mut app, Tile::WALL), None);
}

#[test]
fn noise_from_the_same_side_is_ignored() {
    let mut app = arena(ROUND_ABOUT);
    let listener = creature(&mut app, (5, 4), ears());
    let mut noises = app.world_mut().resource_mut::<Noises>();
    noises.make(IVec2::new(7, 4), 20, Some(Faction::DUNGEON));
    wait(&mut app, 1);
    assert_eq!(app.part::<Senses>(listener).heard, None);
}

const LANE: &str = "
######################
#....................#
#....................#
#..........@.........#
#....................#
#....................#
######################";

/// Spawns a creature that cannot see.
fn listener(app: &mut App, cell: (i32, i32)) -> Entity {
    let blind = creature(app, cell, (HuntsBySound { patience: 4 }, ears()));
    app.world_mut().entity_mut(blind).remove::<Viewshed>();
    blind
}

#[test]
fn a_blind_hunter_passes_a_silent_player() {
    let mut app = arena(LANE);
    let hunter = listener(&mut app, (2, 1));
    wait(&mut app, 30);
    assert_eq!(
        app.place_of(hunter),
        IVec2::new(2, 1),
        "the hunter heard something"
    );
    // The noise is at the far end. On the way there, the hunter passes the player at a distance of two cells.
    let noise = IVec2::new(19, 1);
    let mut noises = app.world_mut().resource_mut::<Noises>();
    noises.make(noise, 20, None);
    for _ in 0..22 {
        wait(&mut app, 1);
    }
    assert_eq!(
        app.place_of(hunter),
        noise,
        "the hunter did not go to the noise"
    );
    assert_eq!(attacks(&events(&mut app), hunter), 0);
    assert!(
        wait_until(&mut app, hunter, State::Unaware, 8),
        "the hunter does not give up"
    );
}

#[test]
fn a_blind_hunter_finds_a_noisy_player() {
    let mut app = arena(LANE);
    let hunter = listener(&mut app, (2, 1));
    app.act(Action::run(East));
    app.act(Action::run(West));
    wait(&mut app, 1);
    assert_eq!(state(&app, hunter), State::Hunting);
    wait(&mut app, 12);
    let record = events(&mut app);
    assert!(attacks(&record, hunter) > 0, "the hunter never strikes");
    assert_eq!(
        changes(&record, hunter)[0],
        (State::Unaware, State::Hunting)
    );
}

#[test]
fn a_blind_hunter_loses_a_player_who_walks_away_quietly() {
    let mut app = arena(LANE);
    let hunter = listener(&mut app, (2, 5));
    app.act(Action::cry(20));
    // Steps can be heard only up to two cells away.
    for _ in 0..8 {
        app.step(East);
    }
    wait(&mut app, 4);
    assert_eq!(distance(app.place_of(hunter), IVec2::new(11, 3)), 0);
    assert!(wait_until(&mut app, hunter, State::Unaware, 10));
    assert_eq!(attacks(&events(&mut app), hunter), 0);
}

/// The player is visible from (2, 1). The other creatures are in other rooms.
const BARRACKS: &str = "
##############################
#....@.......................#
#............#################
###.##########.......#.......#
###..................#.......#
#################.####.......#
#................#...........#
##############################";

#[test]
fn an_alarm_draws_others_and_wakes_sleepers() {
    let mut app = arena(BARRACKS);
    let mut alarm = RaisesAlarm::default();
    alarm.loudness = 30;
    let crier = creature(&mut app, (2, 1), alarm);
    let neighbour = creature(&mut app, (10, 4), (Hunts::default(), ears()));
    let sleeper = creature(&mut app, (15, 3), (Hunts::default(), ears(), Sleeps));
    let far = creature(&mut app, (1, 6), (Hunts::default(), ears()));
    wait(&mut app, 1);
    app.world_mut()
        .entity_mut(sleeper)
        .insert(Awareness::Asleep);
    assert!(wait_until(&mut app, crier, State::Hunting, 60));
    wait(&mut app, 3);
    let mut record = events(&mut app);
    // This creature is more than thirty steps away from the crier, even though it is close in a straight line through
    // the rock.
    assert_eq!(changes(&record, far), []);
    wait(&mut app, 22);
    record.extend(events(&mut app));
    let cries = record.iter().filter(|it| is_cry(it, crier)).count();
    assert_eq!(cries, 1, "the crier cries once");
    assert_eq!(
        changes(&record, neighbour)[0],
        (State::Unaware, State::Searching)
    );
    assert!(
        attacks(&record, neighbour) > 0,
        "the neighbour never came to fight"
    );
    assert_eq!(
        changes(&record, sleeper)[0],
        (State::Asleep, State::Searching)
    );
    assert_ne!(state(&app, sleeper), State::Asleep);
}

fn is_cry(event: &GameEvent, crier: Entity) -> bool {
    event.actor == crier && matches!(event.what, Happening::Cried { .. })
}

#[test]
fn an_alarm_is_raised_again_after_calming_down() {
    let mut app = arena(BARRACKS);
    let crier = creature(
        &mut app,
        (2, 1),
        (RaisesAlarm::default(), Hunts { patience: 3 }),
    );
    let player = app.player().unwrap();
    for _ in 0..3 {
        app.put(player, (5, 1));
        assert!(wait_until(&mut app, crier, State::Hunting, 60));
        wait(&mut app, 3);
        app.put(player, (25, 4));
        assert!(wait_until(&mut app, crier, State::Unaware, 60));
        wait(&mut app, 1);
        app.put(crier, (2, 1));
    }
    let record = events(&mut app);
    assert_eq!(record.iter().filter(|it| is_cry(it, crier)).count(), 3);
}
