//! The game as JSON lines, compared with the same games without any front end.
//!
//! ```sh
//! cargo bench --bench tell
//! ```
//!
//! Prints how many turns a second each of them plays, and the ratio, measured in turn in one run.

#![allow(missing_docs, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::control::KeyScript;
use fogbound::explorer::{Bot, Temperament};
use fogbound::frontend::text;
use fogbound::game::{
    BeginGame, Clock, Fate, Game, GameSetup, PlayerCommand, SimulationPlugin, carry_out,
};
use fogbound::tell::{Answer, Detail, Details, TellPlugin, Teller};
use fogbound::view::Screen;

const GAMES: u64 = 6;
const COMMANDS: usize = 500;

/// Plays a bot's game, and returns the number of turns and the time that the commands took, without the bot's thoughts.
fn play(app: &mut App, mut act: impl FnMut(&mut App, PlayerCommand)) -> (u64, Duration) {
    let mut bot = Bot::new(Temperament::Careful);
    let mut time = Duration::ZERO;
    for _ in 0..COMMANDS {
        let Some(command) = bot.next(app.world_mut()) else {
            break;
        };
        let start = Instant::now();
        act(app, command);
        time += start.elapsed();
        if !app.world().resource::<Fate>().is_alive() {
            break;
        }
    }
    (app.world().resource::<Clock>().turn(), time)
}

fn setup(seed: u64) -> GameSetup {
    GameSetup {
        seed,
        ..GameSetup::default()
    }
}

fn without(seed: u64) -> (u64, Duration) {
    let mut app = App::new();
    app.add_plugins(SimulationPlugin);
    app.begin_game(Game::new(setup(seed)).unwrap());
    app.update();
    play(&mut app, |app, command| {
        carry_out(app.world_mut(), command);
    })
}

fn as_json(seed: u64) -> (u64, Duration) {
    let mut app = text::app();
    app.add_plugins(TellPlugin);
    app.world_mut().resource_mut::<Screen>().set_drawn(false);
    app.begin_game(Game::new(setup(seed)).unwrap());
    text::play_watched(&mut app, &KeyScript::default(), |_| true);
    let mut teller = Teller::new(Details::all(Detail::Brief), false);
    let mut bytes = 0;
    play(&mut app, |app, command| {
        app.world_mut().write_message(command);
        app.update();
        bytes += teller.view(app.world_mut(), &Answer::Played).line().len();
    })
}

fn main() {
    let mut rates = [(0, Duration::ZERO); 2];
    for seed in 0..GAMES {
        for (rate, play) in rates.iter_mut().zip([without, as_json]) {
            let (turns, time) = play(seed);
            *rate = (rate.0 + turns, rate.1 + time);
        }
    }
    let [bare, json] = rates.map(|(turns, time)| turns as f64 / time.as_secs_f64());
    println!(
        "without a front end {bare:.0} turns a second, as JSON lines {json:.0}: {:.2}",
        json / bare
    );
}
