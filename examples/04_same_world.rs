//! The same seed and the same commands give the same world on every machine, bit for bit.
//!
//! ```text
//! cargo run --example 04_same_world
//! cargo run --release --example 04_same_world -- 200 2000
//! ```
//!
//! The example plays games of random commands without a screen. It prints a fingerprint of the world at the end of each
//! game, then a fingerprint of all games. The arguments are the number of games and the number of commands in each
//! game. If you run the example again, even in another build or on another machine, every line is the same. A list of
//! commands can therefore serve as a saved game, a replay or a bug report.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builder, LevelSource};
use fogbound::game::{
    Action, BeginGame, Clock, Game, GameSetup, PlayerCommand, SimulationPlugin, fingerprint,
};
use fogbound::grid::Direction;
use rand::RngExt;
use rand::seq::IndexedRandom;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|it| it.parse::<u32>());
    let games = arguments.next().unwrap_or(Ok(5))?;
    let commands = arguments.next().unwrap_or(Ok(500))?;

    println!("{games} games of {commands} commands each, by seed:");
    let mut all = 0;
    for seed in 0..u64::from(games) {
        let mut app = App::new();
        let game = Game::new(setup(seed))?;
        app.add_plugins(SimulationPlugin).begin_game(game);
        app.update();
        for command in random_commands(seed, commands) {
            app.world_mut().write_message(command);
            app.update();
        }
        let print = fingerprint(app.world_mut());
        let turn = app.world().resource::<Clock>().turn();
        println!("{seed:5}  turn {turn:5}  {print:016x}");
        // The combined fingerprint depends on the order of the games.
        all = (all ^ print).rotate_left(7);
    }
    println!("  all              {all:016x}");
    Ok(())
}

fn setup(seed: u64) -> GameSetup {
    let builder = Builder::ALL[seed as usize % Builder::ALL.len()];
    let size = UVec2::new(24, 18);
    GameSetup {
        seed,
        source: LevelSource::Built { builder, size },
        ..default()
    }
}

/// Returns random commands, from a random stream that is the same on every machine.
fn random_commands(seed: u64, count: u32) -> Vec<PlayerCommand> {
    let mut dice = stream(seed, "keys at random", 0);
    let mut way = Direction::North;
    let mut command = || {
        if dice.random_range(0..4) == 0 {
            way = *Direction::ALL.choose(&mut dice).unwrap_or(&way);
        }
        match dice.random_range(0..100) {
            0..60 => PlayerCommand::Act(Action::step(way)),
            60..75 => PlayerCommand::Act(Action::run(way)),
            75..82 => PlayerCommand::Act(Action::WAIT),
            82..87 => PlayerCommand::Act(Action::TAKE_STAIRS),
            87..91 => PlayerCommand::Act(Action::CLOSE_A_DOOR),
            91..93 => PlayerCommand::ChangeRadius(dice.random_range(-3..=3)),
            93..95 => PlayerCommand::NextAlgorithm,
            // This command does nothing while the player is alive.
            _ => PlayerCommand::Again,
        }
    };
    (0..count).map(|_| command()).collect()
}
