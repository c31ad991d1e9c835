//! Stairs are no way to shake off a hunter.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Action, Actor, Awareness, GameEvent, Happening};
use fogbound::grid::Direction::East;

use crate::arena::{self, arena, attacks, creature, distance, events, wait};
use crate::common::AppExt;

const LANDING: &str = "
##########
#........#
#..@>....#
#........#
##########";

/// A level with one who hunts the player, at a cell.
fn chased_from(cell: (i32, i32), hunter: impl Bundle) -> (App, Entity) {
    let mut app = arena(LANDING);
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunter = creature(&mut app, cell, (hunting, hunter));
    events(&mut app);
    (app, hunter)
}

fn is_here(app: &mut App, who: Entity) -> bool {
    app.entities::<With<Actor>>().contains(&who)
}

#[test]
fn a_hunter_beside_the_player_follows_by_the_stairs_a_turn_later() {
    let (mut app, hunter) = chased_from((5, 2), Hunts::default());
    app.act(Action::TAKE_STAIRS);
    assert!(!is_here(&mut app, hunter), "not at once");
    let (player, arrival) = arena::player(&mut app);
    wait(&mut app, 1);
    assert!(is_here(&mut app, hunter));
    assert_eq!(distance(app.place_of(hunter), arrival), 1);
    let told = events(&mut app);
    let came = |it: &GameEvent| it.actor == hunter && it.what == Happening::TookStairs { depth: 2 };
    assert!(told.iter().any(came));
    wait(&mut app, 5);
    let told = events(&mut app);
    assert!(attacks(&told, hunter) >= 4, "and goes on where it was");
    assert_eq!(app.place_of(player), arrival);
}

#[test]
fn nobody_follows_who_is_further_off_unaware_asleep_or_keeps_to_its_place() {
    let guard = (Hunts::default(), fogbound::game::mind::Guards::default());
    let (mut far, further_off) = chased_from((7, 2), Hunts::default());
    let (mut guarded, keeps) = chased_from((5, 2), guard);
    let (mut rooted, harmless) = chased_from((5, 2), ());
    for (app, who) in [
        (&mut far, further_off),
        (&mut guarded, keeps),
        (&mut rooted, harmless),
    ] {
        app.act(Action::TAKE_STAIRS);
        wait(app, 3);
        assert!(!is_here(app, who));
    }
    for awareness in [Awareness::Unaware, Awareness::Asleep] {
        let (mut app, hunter) = chased_from((5, 2), Hunts::default());
        app.world_mut().entity_mut(hunter).insert(awareness);
        app.act(Action::TAKE_STAIRS);
        wait(&mut app, 3);
        assert!(!is_here(&mut app, hunter), "{awareness:?}");
    }
}

/// Up and down the stairs is no way to rest: who turns round meets those who follow.
#[test]
fn one_who_dances_on_the_stairs_is_struck() {
    let mut app = arena(
        "
##########
#........#
#..@>....#
#....<...#
##########",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunter = creature(&mut app, (3, 2), (hunting, Hunts::default()));
    events(&mut app);
    for _ in 0..40 {
        app.act(Action::TAKE_STAIRS);
    }
    let struck = attacks(&events(&mut app), hunter);
    assert!(struck >= 10, "{struck} blows in 40 turns");
}

/// Nobody comes out of the stairs behind a wall: those for whom there is no room wait until there is.
#[test]
fn those_who_follow_come_out_on_this_side_of_the_walls() {
    // The first stairs lead to the only `<` of an equal level: in a dead end beside a sealed room.
    let mut app = arena(
        "
##########
#........#
#..@>....#
#........#
##########
#...######
#####<...#
#...######
##########",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = [(3, 1), (4, 1), (5, 1), (3, 2), (5, 2)]
        .map(|cell| creature(&mut app, cell, (hunting, Hunts::default())));
    app.act(Action::TAKE_STAIRS);
    let (_, arrival) = arena::player(&mut app);
    assert_eq!(arrival, IVec2::new(5, 6));
    wait(&mut app, 1);
    let came = hunters.map(|it| is_here(&mut app, it));
    let came = hunters.iter().zip(came).filter(|(_, is_here)| *is_here);
    let here: Vec<IVec2> = came.map(|(&it, _)| app.place_of(it)).collect();
    assert!(
        here.len() >= 2 && here.iter().all(|at| at.y == 6),
        "{here:?}"
    );
    // As soon as there is room the others come, too.
    let (player, _) = arena::player(&mut app);
    app.put(player, (1, 1));
    wait(&mut app, 3);
    let came = hunters.into_iter().filter(|&it| is_here(&mut app, it));
    assert!(came.count() > here.len());
}
