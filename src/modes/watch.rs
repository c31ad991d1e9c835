//! The screen for watching a bot play.

use std::time::Duration;

use bevy::prelude::*;
use ratatui::style::Style;
use ratatui::text::Line;

use super::confirm::Confirm;
use super::help::Help;
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::begin;
use super::onlooker::Playback;
use super::play::Play;
use super::saves::record_game;
use super::title::TitleScreen;
use crate::control::{Bindings, Control, Device, KeyDown};
use crate::explorer::{Bot, Temperament};
use crate::game::{Clock, Fate, Game, Quest, run_turns};
use crate::grid::Direction;
use crate::journal::{Note, Recording};
use crate::map::TileMap;
use crate::view::{MessageLog, Scene, Screen, capitalized, killed_by};

/// A game that a bot plays.
pub(super) struct WatchScreen {
    temperament: Temperament,
    bot: Bot,
    playback: Playback,
    /// The turn at which the bot stops.
    turns: u64,
    /// Why the bot has stopped, or `None` if it is still playing.
    ended: Option<String>,
}

impl WatchScreen {
    pub(super) fn new(
        world: &mut World,
        temperament: Temperament,
        speed: Option<u32>,
        turns: u64,
    ) -> Self {
        let mut screen = Self {
            temperament,
            bot: Bot::new(temperament),
            playback: Playback::playing(speed),
            turns,
            ended: None,
        };
        screen.playback.apply(world);
        note_watched(world);
        screen
    }

    /// Makes the bot give a command. Returns whether the bot gave one.
    fn step(&mut self, world: &mut World) -> bool {
        if self.ended.is_none() {
            self.ended = self.end(world);
        }
        let command = match self.ended {
            None => self.bot.next(world),
            Some(_) => return false,
        };
        let Some(command) = command else {
            self.ended = Some("The explorer has been everywhere it can reach.".to_owned());
            return false;
        };
        world.resource_mut::<MessageLog>().begin_batch();
        world.write_message(command);
        run_turns(world);
        true
    }

    fn end(&self, world: &World) -> Option<String> {
        if let Some(victory) = world.resource::<Fate>().victory() {
            let outcome = world.resource::<Quest>().goals.outcome();
            let won = format!("{outcome} on turn {}.", victory.turn);
            return Some(capitalized(&won));
        }
        if let Some(death) = world.resource::<Fate>().death() {
            let by = killed_by(death, world.get_resource::<TileMap>());
            return Some(format!(
                "Killed by {by} on level {}, turn {}.",
                death.depth, death.turn
            ));
        }
        let turn = world.resource::<Clock>().turn();
        (turn >= self.turns).then(|| format!("Stopped at turn {turn}."))
    }

    fn next_game(&mut self, world: &mut World) {
        if let Some(next) = world.get_resource::<Game>().map(Game::next) {
            begin(world, next);
            record_game(world);
            note_watched(world);
            (self.bot, self.ended) = (Bot::new(self.temperament), None);
        }
    }
}

/// Notes in the journal that a bot is playing this game, so that the game does not count as a high score.
fn note_watched(world: &World) {
    if let Some(recording) = world.get_resource::<Recording>() {
        recording.note([Note::Watched]);
    }
}

/// Returns the help text below the map: all of it, or the keys that work after a game.
fn keys(bindings: &Bindings, has_ended: bool) -> &'static str {
    match (bindings.device(), has_ended) {
        (Device::Keyboard, false) => {
            "Space play or pause, → step, ↑ ↓ speed, e eyes, v view, n next game, p take over, Esc close"
        }
        (Device::Keyboard, true) => "n next game, Esc close",
        (Device::Gamepad, false) => {
            "A play or pause, Right step, Up Down speed, Down-Right next game, B close"
        }
        (Device::Gamepad, true) => "Down-Right next game, B close",
    }
}

impl Mode for WatchScreen {
    fn name(&self) -> &'static str {
        "watch"
    }

    fn closes(&self) -> bool {
        false
    }

    fn letters(&self) -> &'static str {
        "eEvp"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if let Some(then) = self.playback.input(input, world) {
            self.playback.apply(world);
            return then;
        }
        match input {
            Input::Asked(Control::Step(Direction::East)) => {
                self.step(world);
            }
            Input::Asked(Control::MESSAGES) => return Then::push(Messages::default()),
            Input::Asked(Control::HELP) => return Then::push(Help::default()),
            Input::Asked(Control::CLOSE) => {
                Playback::close(world);
                return Then::only(TitleScreen::default());
            }
            Input::Asked(Control::LEAVE) => {
                return Then::Push(Confirm::quit("Quit?", world));
            }
            Input::Key(KeyDown {
                character: Some('p'),
                ..
            }) => {
                Playback::close(world);
                return Then::only(Play::default());
            }
            // `n` is bound to a step in both key sets, but a key file may unbind it.
            Input::Asked(Control::Step(Direction::SouthEast))
            | Input::Key(KeyDown {
                character: Some('n'),
                ..
            }) => self.next_game(world),
            _ => {}
        }
        self.playback.apply(world);
        Then::Stay
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let [pace, eyes, view] = self.playback.words(scene);
        let mut words = vec![format!("A bot is playing. {pace}. {eyes}, {view}.")];
        let watching = scene.onlooker.0.iter();
        words.extend(watching.flat_map(|it| it.lines.iter().cloned()));
        words.extend(self.ended.clone());
        words.push(format!("Keys: {}.", keys(&scene.bindings, false)));
        words
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let columns = usize::from(screen.buffer().area.width).max(1);
        let palette = &scene.palette;
        let [pace, eyes, view] = self.playback.words(scene);
        let facts = format!("A bot is playing  {pace}  {eyes}, {view}");
        let keys = keys(&scene.bindings, self.ended.is_some());
        let below = match &self.ended {
            Some(ended) => (format!("{ended} {keys}"), palette.warning()),
            None => (keys.to_owned(), palette.text()),
        };
        let mut lines = Vec::new();
        for (words, color) in [(facts, palette.text()), below] {
            let wrapped = textwrap::wrap(&words, columns).into_iter();
            let style = Style::new().fg(color);
            lines.extend(wrapped.map(|it| Line::styled(it.into_owned(), style)));
        }
        self.playback.draw(scene, world, screen, &lines);
    }

    fn tick(&mut self, world: &mut World) {
        let due = self.playback.due(world);
        if due == 0 {
            return;
        }
        for _ in 0..due {
            if !self.step(world) {
                self.playback.plays = false;
                break;
            }
        }
        self.playback.apply(world);
    }

    fn next_tick(&self, now: Duration) -> Option<Duration> {
        self.playback.next_tick(now)
    }
}
