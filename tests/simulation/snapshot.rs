//! A game restored from a snapshot continues exactly as the original game did.

use bevy::prelude::*;
use fogbound::explorer::Explorer;
use fogbound::game::{
    Action, Depth, GameSetup, OnLevel, PlayerCommand, Snapshot, carry_out, fingerprint,
};
use fogbound::map::Tile;
use fogbound::vision::{MapMemory, Position, Viewshed};

use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, dark, random_commands, simulation};

/// Returns the setup of a game. Every fourth game is dark.
fn mixed(seed: u64) -> GameSetup {
    let setup = built_small(seed);
    if seed % 4 == 1 { dark(setup) } else { setup }
}

/// Returns commands that lead down the stairs and up again, with random ones in between.
fn commands(seed: u64) -> Vec<PlayerCommand> {
    let mut app = simulation(mixed(seed));
    let mut explorer = Explorer::default();
    let mut commands = Vec::new();
    for random in random_commands(seed, 240) {
        let player = app.player().unwrap();
        let (here, memory) = (app.place_of(player), app.part::<MapMemory>(player));
        let down = !seed.is_multiple_of(3) || commands.len() < 120;
        let stairs = if down {
            Tile::STAIRS_DOWN
        } else {
            Tile::STAIRS_UP
        };
        let known = memory
            .known_cells()
            .find(|(_, it)| it.tile() == Some(stairs));
        let wise = match known {
            Some((at, _)) if at == here => Ok(Action::TAKE_STAIRS),
            Some((at, _)) => explorer.travel(memory, here, at),
            None => explorer.explore(memory, here),
        };
        let is_wise = commands.len() % 8 != 7 && random != PlayerCommand::NewDungeon;
        let command = wise.map(PlayerCommand::Act).ok().filter(|_| is_wise);
        let command = command.unwrap_or(random);
        carry_out(app.world_mut(), command);
        commands.push(command);
    }
    commands
}

/// Carries out the commands and returns the fingerprint after each one.
fn play(app: &mut App, commands: &[PlayerCommand]) -> Vec<u64> {
    let world = app.world_mut();
    let mut play = |command: &PlayerCommand| {
        carry_out(world, *command);
        fingerprint(world)
    };
    commands.iter().map(&mut play).collect()
}

/// Returns the sizes of all viewsheds, which fingerprints leave out.
fn views(app: &mut App) -> Vec<(IVec2, u64)> {
    let world = app.world_mut();
    let mut eyes = world.query::<(&Position, &Viewshed)>();
    let mut views: Vec<_> = eyes
        .iter(world)
        .map(|(at, view)| (at.0, view.visible().iter().count() as u64))
        .collect();
    views.sort_by_key(|(at, count)| (at.y, at.x, *count));
    views
}

#[test]
fn a_snapshot_can_be_restored_any_number_of_times() {
    let counts = on_all_cores(0..10, |seed| {
        let (mut levels, mut snapshots) = (0, 0);
        let mut app = simulation(mixed(seed));
        let commands = commands(seed);
        let parts: Vec<&[PlayerCommand]> = commands.chunks(60).collect();
        let mut taken = Vec::new();
        let mut played = Vec::new();
        for part in &parts {
            let here = fingerprint(app.world_mut());
            let seen = views(&mut app);
            taken.push((Snapshot::take(app.world_mut()).unwrap(), here, seen));
            assert_eq!(
                fingerprint(app.world_mut()),
                here,
                "{seed}: taking a snapshot changed the world"
            );
            played.push(play(&mut app, part));
            levels += app.world().resource::<Depth>().0 - 1;
        }
        // Restore the snapshots in a different order, and one of them twice.
        for number in [2, 0, 3, 1, 1] {
            let (snapshot, then, seen) = &taken[number];
            snapshot.restore(app.world_mut());
            assert_eq!(fingerprint(app.world_mut()), *then, "{seed}: {number}");
            assert_eq!(views(&mut app), *seen, "{seed}: {number}");
            for (part, checks) in parts.iter().zip(&played).skip(number) {
                assert_eq!(play(&mut app, part), *checks, "{seed}: after {number}");
            }
            snapshots += 1;
        }
        let world = app.world_mut();
        let bodies = world
            .query_filtered::<Entity, With<OnLevel>>()
            .iter(world)
            .count();
        let before = world.entities().count_spawned();
        for (snapshot, ..) in taken {
            snapshot.discard(world);
        }
        let after = world.entities().count_spawned();
        assert!(
            before - after >= 4 && after >= bodies as u32,
            "{seed}: {before}, {after}"
        );
        (levels, snapshots)
    });
    let levels: u32 = counts.iter().map(|(levels, _)| levels).sum();
    let snapshots: u32 = counts.iter().map(|(_, snapshots)| snapshots).sum();
    assert!(levels > 5 && snapshots == 50, "{levels} {snapshots}");
}

/// Fingerprints cache the levels that the player has left.
#[test]
fn fingerprints_do_not_depend_on_earlier_fingerprints() {
    let counts = on_all_cores(0..10, |seed| {
        let mut left = 0;
        let commands = commands(seed);
        let mut often = simulation(mixed(seed));
        let checks = play(&mut often, &commands);
        for until in [100, 170, 240] {
            let mut once = simulation(mixed(seed));
            for command in &commands[..until] {
                carry_out(once.world_mut(), *command);
            }
            let depth = once.world().resource::<Depth>().0;
            left += usize::from(depth > 2);
            assert_eq!(
                fingerprint(once.world_mut()),
                checks[until - 1],
                "{seed}: {until}"
            );
        }
        left
    });
    let left: usize = counts.into_iter().sum();
    assert!(left > 0, "{left}");
}

/// A component that cannot be cloned.
#[derive(Component)]
struct Unique;

#[test]
fn a_world_that_cannot_be_copied_gives_no_snapshot() {
    let mut app = simulation(built_small(3));
    let world = app.world_mut();
    assert!(Snapshot::take(world).is_some());
    let body = world
        .query_filtered::<Entity, With<OnLevel>>()
        .iter(world)
        .next();
    world.entity_mut(body.unwrap()).insert(Unique);
    let before = world.entities().count_spawned();
    assert!(Snapshot::take(world).is_none());
    assert_eq!(world.entities().count_spawned(), before);
}
