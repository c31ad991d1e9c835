//! Restarting the same game gives the same world.

use bevy::prelude::*;
use fogbound::dungeon::{Builder, LevelSource};
use fogbound::game::{
    Action, Fate, Game, GameSetup, Health, Melee, Occupancy, PlayerCommand, fingerprint,
};
use fogbound::grid::Direction;

use crate::common::arena::creature;
use crate::common::puppets::{Puppet, with_puppets};
use crate::common::{AppExt, built_small, drawn, random_commands, simulation, whole_game};

/// Makes a creature kill the player.
fn die(app: &mut App) {
    let player = app.player().unwrap();
    app.world_mut()
        .get_mut::<Health>(player)
        .unwrap()
        .set_now(1);
    let here = app.place_of(player);
    let is_free = |way: &Direction| {
        let beside = here + way.delta();
        let occupancy = app.world().resource::<Occupancy>();
        app.map().is_walkable(beside) && occupancy.at(beside).is_none()
    };
    let way = Direction::ALL.into_iter().find(is_free).unwrap();
    let arms = Melee {
        accuracy: 1000,
        damage: (99, 99),
    };
    let puppet = Puppet(Action::attack(way.opposite()));
    creature(app, (here + way.delta()).into(), (arms, puppet));
    while app.world().resource::<Fate>().is_alive() {
        app.act(Action::WAIT);
    }
}

/// Plays the given commands, dies, and restarts. Asserts that the world equals that of a new game with the `first`
/// setup, both immediately and after more commands.
#[track_caller]
fn assert_restart_gives(setup: GameSetup, commands: &[PlayerCommand], first: GameSetup) {
    let mut app = with_puppets(simulation(setup));
    for &command in commands {
        app.command([command]);
    }
    if app.world().resource::<Fate>().is_alive() {
        die(&mut app);
    }
    app.command([PlayerCommand::Again]);
    assert!(app.world().resource::<Fate>().is_alive());

    let mut fresh = simulation(first);
    let of = |app: &mut App| fingerprint(app.world_mut());
    assert_eq!(of(&mut app), of(&mut fresh), "at the beginning");
    for (turn, command) in random_commands(77, 40).into_iter().enumerate() {
        app.command([command]);
        fresh.command([command]);
        assert_eq!(of(&mut app), of(&mut fresh), "after {} commands", turn + 1);
    }
}

fn without_new_dungeons(seed: u64, count: usize) -> Vec<PlayerCommand> {
    let mut commands = random_commands(seed, count);
    commands.retain(|&it| it != PlayerCommand::NewDungeon);
    commands
}

#[test]
fn restarting_after_death_gives_the_first_world() {
    for seed in 0..6 {
        let commands = without_new_dungeons(seed, 60);
        assert_restart_gives(built_small(seed), &commands, built_small(seed));
    }
}

#[test]
fn restarting_undoes_changes_of_sight() {
    let setup = || GameSetup {
        sight: fogbound::fov::Sight::default().with_radius(7),
        ..built_small(3)
    };
    for change in [
        PlayerCommand::ChangeRadius(-3),
        PlayerCommand::StretchRadius(9),
        PlayerCommand::NextAlgorithm,
    ] {
        assert_restart_gives(setup(), &[change], setup());
    }
}

#[test]
fn restarting_begins_on_the_first_level() {
    let setup = || {
        drawn(
            "
######
#@.>.#
#....#
######",
        )
    };
    let step = PlayerCommand::Act(Action::step(Direction::East));
    let down = PlayerCommand::Act(Action::TAKE_STAIRS);
    assert_restart_gives(setup(), &[step, step, down, step], setup());
}

/// The restarted game has the new dungeon's seed and the original sight.
#[test]
fn restarting_after_a_new_dungeon_repeats_that_dungeon() {
    let size = UVec2::new(40, 20);
    let source = LevelSource::Built {
        builder: Builder::ALL[0],
        size,
    };
    let setup = |seed| GameSetup {
        seed,
        source: source.clone(),
        ..default()
    };
    let begin = [PlayerCommand::ChangeRadius(-3), PlayerCommand::NewDungeon];
    let mut app = simulation(setup(5));
    app.command(begin);
    let next = app.world().resource::<Game>().setup.seed;
    assert_ne!(next, 5);
    assert_restart_gives(setup(5), &begin, setup(next));
}

#[test]
fn the_living_cannot_restart() {
    let mut app = simulation(built_small(1));
    for command in without_new_dungeons(1, 10) {
        app.command([command]);
    }
    let before = fingerprint(app.world_mut());
    app.command([PlayerCommand::Again]);
    assert_eq!(fingerprint(app.world_mut()), before);
}

/// The whole game includes the screens and the log.
#[test]
fn restarting_the_whole_game_gives_the_first_world() {
    let mut app = with_puppets(whole_game(built_small(4)));
    let first = fingerprint(app.world_mut());
    app.command([PlayerCommand::ChangeRadius(-3)]);
    die(&mut app);
    app.command([PlayerCommand::Again]);
    assert_eq!(fingerprint(app.world_mut()), first);
}
