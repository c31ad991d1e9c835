//! Fleeing creatures and archers keep their distance and avoid dead ends.

use bevy::prelude::*;
use fogbound::game::mind::{Flees, Hunts, Shoots};
use fogbound::game::{Awareness, Health, State};
use fogbound::grid::Direction;
use fogbound::path::Ways;

use crate::common::AppExt;
use crate::common::arena::{self, arena, attacks, creature, distance, events, wait, wait_until};

/// A map with a coward in view of the player, and a dead end that leads away from the player.
struct Trap {
    drawing: &'static str,
    coward: (i32, i32),
    dead_end: &'static [(i32, i32)],
}

const TRAPS: [Trap; 3] = [
    Trap {
        drawing: "
####################
#.@.......##########
######.#############
######.#############
######.............#
####################",
        coward: (6, 1),
        dead_end: &[(8, 1), (9, 1)],
    },
    Trap {
        drawing: "
####################
#@.....#############
######.#############
######.#############
######......########
######.####.########
######.####........#
####################",
        coward: (5, 1),
        dead_end: &[(6, 5), (6, 6)],
    },
    Trap {
        drawing: "
##########################
#.......................##
#.#########.#############
#.#########.#############
#.#########.......#######
#.####################.##
#.........@............##
##########################",
        coward: (6, 6),
        dead_end: &[(11, 3), (11, 4), (12, 4), (13, 4)],
    },
];

/// Makes the player take one step along the shortest path to the coward.
fn chase(app: &mut App, coward: Entity) {
    let (_, here) = arena::player(app);
    let goal = app.place_of(coward);
    let ways = Ways::within(goal, 100, |cell| app.map().is_walkable(cell).then_some(1));
    let way = Direction::ALL
        .into_iter()
        .min_by_key(|way| ways.cost_to(here + way.delta()).unwrap_or(u32::MAX))
        .unwrap();
    app.step(way);
}

/// Returns the cell where a creature ends up if it always steps to the neighbouring cell that is furthest from the
/// player.
fn greedy_end(app: &mut App, from: (i32, i32)) -> IVec2 {
    let (_, threat) = arena::player(app);
    let ways = Ways::within(threat, 100, |cell| app.map().is_walkable(cell).then_some(1));
    let mut at = IVec2::from(from);
    loop {
        let neighbours = Direction::ALL.map(|way| at + way.delta());
        let best = neighbours
            .into_iter()
            .max_by_key(|&cell| ways.cost_to(cell))
            .unwrap();
        if ways.cost_to(best) <= ways.cost_to(at) {
            return at;
        }
        at = best;
    }
}

#[test]
fn fleeing_creatures_avoid_dead_ends() {
    for (number, trap) in TRAPS.iter().enumerate() {
        let mut app = arena(trap.drawing);
        let (_, threat) = arena::player(&mut app);
        let mind = (
            Flees { below: 101 },
            Awareness::Hunting { last_known: threat },
        );
        let coward = creature(&mut app, trap.coward, mind);
        let mut path = vec![app.place_of(coward)];
        for _ in 0..14 {
            chase(&mut app, coward);
            path.push(app.place_of(coward));
            let trapped = trap
                .dead_end
                .iter()
                .any(|&end| IVec2::from(end) == path[path.len() - 1]);
            assert!(!trapped, "trap {number}: {path:?}");
        }
        let (_, threat) = arena::player(&mut app);
        let apart = distance(app.place_of(coward), threat);
        assert!(apart >= 2, "trap {number}: caught: {path:?}");
    }
}

/// The first trap works: a creature that plans only one step ahead is caught in it.
#[test]
fn a_greedy_flight_ends_in_the_trap() {
    let mut app = arena(TRAPS[0].drawing);
    let end = greedy_end(&mut app, (7, 1));
    assert!(TRAPS[0].dead_end.contains(&(end.x, end.y)), "{end}");
}

#[test]
fn the_hurt_flee_and_the_healthy_fight() {
    let drawing = "
##############
#...@........#
#............#
##############";
    for hurt in [false, true] {
        let mut app = arena(drawing);
        let (_, threat) = arena::player(&mut app);
        let mind = (
            (Flees { below: 30 }, Hunts::default()),
            Awareness::Hunting { last_known: threat },
        );
        let fighter = creature(&mut app, (6, 1), mind);
        if hurt {
            let mut health = app.world_mut().get_mut::<Health>(fighter).unwrap();
            health.now = health.max * 2 / 10;
        }
        wait(&mut app, 10);
        let apart = distance(app.place_of(fighter), threat);
        let fought = attacks(&events(&mut app), fighter);
        assert_eq!((apart > 4, fought > 0), (hurt, !hurt), "{apart}, {fought}");
    }
}

#[test]
fn cornered_creatures_fight() {
    let mut app = arena(
        "
#######
#@....#
#######",
    );
    let mind = (
        (Flees { below: 101 }, Hunts::default()),
        Awareness::Hunting {
            last_known: IVec2::new(1, 1),
        },
    );
    let cornered = creature(&mut app, (5, 1), mind);
    for _ in 0..6 {
        app.step(Direction::East);
    }
    wait(&mut app, 3);
    assert!(attacks(&events(&mut app), cornered) > 0);
}

/// An archer shoots, and backs away from an approaching player.
#[test]
fn an_archer_keeps_its_distance() {
    let mut app = arena(
        "
########################
#......................#
#.@....................#
#......................#
########################",
    );
    let bow = Shoots {
        range: 9,
        keep: 4,
        ..default()
    };
    let archer = creature(&mut app, (8, 2), bow);
    assert!(wait_until(&mut app, archer, State::Hunting, 40));
    let mut nearest = i32::MAX;
    for _ in 0..8 {
        app.step(Direction::East);
        wait(&mut app, 1);
        let (_, here) = arena::player(&mut app);
        nearest = nearest.min(distance(app.place_of(archer), here));
    }
    assert!(app.place_of(archer).x > 9, "the archer has backed away");
    assert!(nearest >= 2, "{nearest}");
    let shots = attacks(&events(&mut app), archer);
    assert!(shots >= 2, "{shots}");
}
