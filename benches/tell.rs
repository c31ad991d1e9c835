//! The game as JSON lines, compared with the same games without any front end.
//!
//! ```sh
//! cargo bench --bench tell
//! ```
//!
//! Prints how many turns a second each of them plays, and the ratio, measured in turn in one run.

#![allow(clippy::unwrap_used)]

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

/// The turns of some games, and how long the commands and the bot's thoughts took.
#[derive(Clone, Copy, Default)]
struct Played {
    turns: u64,
    commands: Duration,
    thoughts: Duration,
}

/// Plays a bot's game.
fn play(app: &mut App, mut act: impl FnMut(&mut App, PlayerCommand)) -> Played {
    let mut bot = Bot::new(Temperament::Careful);
    let mut played = Played::default();
    for _ in 0..COMMANDS {
        let start = Instant::now();
        let Some(command) = bot.next(app.world_mut()) else {
            break;
        };
        let thought = Instant::now();
        act(app, command);
        played.thoughts += thought - start;
        played.commands += thought.elapsed();
        if !app.world().resource::<Fate>().is_alive() {
            break;
        }
    }
    played.turns = app.world().resource::<Clock>().turn();
    played
}

fn setup(seed: u64) -> GameSetup {
    GameSetup {
        seed,
        ..GameSetup::default()
    }
}

fn without(seed: u64) -> Played {
    let mut app = App::new();
    app.add_plugins(SimulationPlugin);
    app.begin_game(Game::new(setup(seed)).unwrap());
    app.update();
    play(&mut app, |app, command| {
        carry_out(app.world_mut(), command);
    })
}

fn as_json(seed: u64) -> Played {
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
    let mut all = [Played::default(); 2];
    for seed in 0..GAMES {
        for (sum, play) in all.iter_mut().zip([without, as_json]) {
            let played = play(seed);
            sum.turns += played.turns;
            sum.commands += played.commands;
            sum.thoughts += played.thoughts;
        }
    }
    let print = |what: &str, time: fn(&Played) -> Duration| {
        let [bare, json] = all.map(|it| it.turns as f64 / time(&it).as_secs_f64());
        println!(
            "{what}: without a front end {bare:.0} turns a second, as JSON lines {json:.0}: {:.2}",
            json / bare
        );
    };
    print("a bot's games", |it| it.commands + it.thoughts);
    print("the commands alone", |it| it.commands);
}
