//! Snapshots, check values and levels left by the stairs keep the air.

use bevy::prelude::*;
use fogbound::game::{
    Action, Arrange, Clock, Depth, Numbers, PlayerCommand, Snapshot, TICKS_PER_TURN, carry_out,
    fingerprint,
};
use fogbound::map::{Density, TileMap, Volume};

use crate::common::AppExt;
use crate::common::arena::{arena, player, wait};

/// A hall with stairs on the left. All levels look alike.
const HALL: &str = "
####################
#@>................#
##<#######....######
####################";

fn add(app: &mut App, cell: (i32, i32), more: Density) {
    let at = cell.into();
    app.command([PlayerCommand::Arrange(Arrange::Air { at, more })]);
}

/// Returns a game with the player on the stairs down, and with fog and smoke in the hall.
fn hazy() -> App {
    let mut app = arena(HALL);
    let (it, _) = player(&mut app);
    app.put(it, (2, 1));
    for x in 8..14 {
        add(&mut app, (x, 1), Density { fog: 7, smoke: 5 });
    }
    app
}

fn airs(map: &TileMap) -> Vec<(IVec2, Density)> {
    map.air().iter().collect()
}

#[test]
fn the_air_of_a_level_moves_on_while_the_player_is_away() {
    for turns in [1, 4, 60] {
        let mut app = hazy();
        wait(&mut app, 3);
        let mut expected = app.map().clone();
        let now = |app: &App| app.world().resource::<Clock>().tick / TICKS_PER_TURN;
        let left = now(&app);
        app.act(Action::TAKE_STAIRS);
        assert_eq!(app.world().resource::<Depth>().0, 2);
        assert!(app.map().air().is_clear());
        wait(&mut app, turns);
        let (it, _) = player(&mut app);
        app.put(it, (2, 2));
        app.act(Action::TAKE_STAIRS);
        assert_eq!(app.world().resource::<Depth>().0, 1);
        let thins = Numbers::default().air.thins;
        for turn in left..now(&app) {
            expected.move_air(thins, turn);
        }
        assert_eq!(airs(app.map()), airs(&expected), "{turns} turns");
        let volume = app.map().air().volume();
        assert_eq!(volume.fog, 42);
        assert!(turns < 60 || volume.smoke == 0);
    }
}

#[test]
fn a_snapshot_keeps_the_air_and_how_it_moves_on() {
    let mut app = hazy();
    wait(&mut app, 2);
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    let play = |app: &mut App| {
        let play = |_| {
            carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
            fingerprint(app.world_mut())
        };
        (0..20).map(play).collect::<Vec<u64>>()
    };
    let first = play(&mut app);
    snapshot.restore(app.world_mut());
    assert!(!app.map().air().is_still());
    assert_eq!(play(&mut app), first);
}

#[test]
fn check_values_cover_the_air_of_this_level_and_of_those_left() {
    let prints = |more: Option<Density>| {
        let mut app = hazy();
        if let Some(more) = more {
            add(&mut app, (18, 1), more);
        }
        let here = fingerprint(app.world_mut());
        app.act(Action::TAKE_STAIRS);
        (here, fingerprint(app.world_mut()))
    };
    let plain = prints(None);
    assert_eq!(plain, prints(None));
    for more in [Density::fog(1), Density::smoke(7)] {
        let other = prints(Some(more));
        assert!(plain.0 != other.0 && plain.1 != other.1, "{more:?}");
    }
}

#[test]
fn the_air_moves_once_a_turn_however_long_actions_take() {
    let volume = |app: &App| app.map().air().volume();
    let mut calm = hazy();
    let mut busy = hazy();
    // A fast creature acts at many ticks.
    let actor = fogbound::game::Actor::new(fogbound::game::ActorId(9000), 330);
    crate::common::arena::creature(&mut busy, (17, 1), actor);
    for _ in 0..30 {
        wait(&mut calm, 1);
        wait(&mut busy, 1);
        assert_eq!(airs(calm.map()), airs(busy.map()));
    }
    assert_eq!(volume(&calm), Volume { fog: 42, smoke: 0 });
}
