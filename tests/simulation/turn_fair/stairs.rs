//! Snapshots keep the hunters that are on the stairs. The scenes in `tests/scenes/stairs` show that taking stairs does
//! not shake off hunters.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Action, Actor, Awareness};
use fogbound::grid::Direction::East;

use crate::common::AppExt;
use crate::common::arena::{self, arena, creature, wait};

fn is_here(app: &mut App, who: Entity) -> bool {
    app.entities::<With<Actor>>().contains(&who)
}

/// A game restored from a snapshot taken while followers were on the stairs continues as it did before.
#[test]
fn snapshots_keep_followers() {
    use fogbound::game::{Snapshot, carry_out, fingerprint};
    let mut app = arena(
        "
####################
#@>................#
##<#################
####################",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = [(1, 100), (2, 50), (6, 150), (9, 100)].map(|(distance, speed)| {
        let cell = (stairs.x + distance, stairs.y);
        let hunter = creature(&mut app, cell, (hunting, Hunts::default()));
        app.world_mut().get_mut::<Actor>(hunter).unwrap().speed = speed;
        hunter
    });
    app.act(Action::TAKE_STAIRS);
    wait(&mut app, 1);
    let arrived = hunters.iter().filter(|it| is_here(&mut app, **it)).count();
    assert_eq!(arrived, 1);
    let world = app.world_mut();
    let print = fingerprint(world);
    let snapshot = Snapshot::take(world).unwrap();
    for actions in [[Action::WAIT; 12], [Action::TAKE_STAIRS; 12]] {
        let play = |world: &mut World| {
            actions.map(|it| {
                carry_out(world, fogbound::game::PlayerCommand::Act(it));
                fingerprint(world)
            })
        };
        let first = play(world);
        snapshot.restore(world);
        assert_eq!(fingerprint(world), print);
        assert_eq!(play(world), first);
        snapshot.restore(world);
    }
}

/// A follower, however fast, does not strike before the player, which sees it come out, has acted.
#[test]
fn a_follower_gives_the_player_a_turn() {
    let mut arrivals = 0;
    for speed in [50, 100, 150, 300, 1000] {
        let mut app = arena(
            "
####################
#@>................#
##<#################
####################",
        );
        app.step(East);
        let (player, stairs) = arena::player(&mut app);
        let hunting = Awareness::Hunting { last_known: stairs };
        let melee = fogbound::game::Melee {
            accuracy: 1000,
            damage: (1, 1),
        };
        let parts = (hunting, Hunts::default(), melee);
        let hunter = creature(&mut app, (stairs.x + 1, stairs.y), parts);
        app.world_mut().get_mut::<Actor>(hunter).unwrap().speed = speed;
        app.act(Action::TAKE_STAIRS);
        for _ in 0..20 {
            let health = app.part::<fogbound::game::Health>(player).now();
            let was_here = is_here(&mut app, hunter);
            wait(&mut app, 1);
            let now = app.part::<fogbound::game::Health>(player).now();
            if !was_here && is_here(&mut app, hunter) {
                arrivals += 1;
                assert_eq!(
                    now, health,
                    "speed {speed}: struck in the turn of its arrival"
                );
                wait(&mut app, 2);
                assert!(
                    app.part::<fogbound::game::Health>(player).now() < now,
                    "speed {speed}: never struck"
                );
                break;
            }
        }
    }
    assert_eq!(arrivals, 5);
}
