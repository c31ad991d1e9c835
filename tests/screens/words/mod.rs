//! The game in words: they are enough to play by, they tell nothing more than the screen does, and they are short.

mod brief;
mod json;
mod players;
mod questions;
mod read;
mod rebuild;
mod secrets;

use bevy::prelude::*;
use fogbound::control::KeyScript;
use fogbound::frontend::text;
use fogbound::game::{BeginGame, Game, GameSetup};
use fogbound::tell::{Answer, Detail, Details, TellPlugin, Teller};
use fogbound::view::Screen;

/// A game and what tells it.
struct Told {
    app: App,
    teller: Teller,
}

impl Told {
    /// Begins a game, told in this much detail.
    fn begin(setup: GameSetup, detail: Detail) -> Self {
        let mut app = text::app();
        app.add_plugins(TellPlugin);
        app.world_mut().resource_mut::<Screen>().set_drawn(false);
        app.begin_game(Game::new(setup).unwrap());
        text::play_watched(&mut app, &KeyScript::default(), |_| true);
        let teller = Teller::new(Details::all(detail), false);
        Self { app, teller }
    }

    /// Returns what is told about what has happened since the last report.
    fn report(&mut self) -> Vec<String> {
        self.teller.report(self.app.world_mut())
    }

    /// Carries out a line of words.
    fn obey(&mut self, line: &str) -> Answer {
        self.teller.obey(&mut self.app, line, |app, keys| {
            text::play_watched(app, keys, |_| true);
        })
    }

    /// Carries out a line of words, and returns the report or the answer.
    fn tell(&mut self, line: &str) -> Vec<String> {
        match self.obey(line) {
            Answer::Played => self.report(),
            Answer::Said(words) => words,
            Answer::Refused(why) => vec![why],
        }
    }
}
