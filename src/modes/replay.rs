//! Replays a game, forwards and backwards, through any creature's eyes.

mod strip;

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use super::confirm::Confirm;
use super::help::Help;
use super::messages::Messages;
use super::mode::{Input, Mode, Then};
use super::new_game::clear;
use super::onlooker::Playback;
use super::play::Play;
use super::rehearsal::Rehearsal;
use super::saves::{Saves, repeat_notes, take_over};
use super::title::TitleScreen;
use crate::control::{Bindings, Button, Control, Device, KeyDown, Mouse};
use crate::explorer;
use crate::files::brief;
use crate::game::Fate;
use crate::grid::Direction;
use crate::journal::{Journal, JournalError, Replay, branch};
use crate::view::{MessageLog, Scene, Screen, settle_wounds};

/// The screen that shows a replay.
pub(super) struct ReplayScreen {
    replay: Replay,
    /// What is played again when it changes, if this is more than a replay of a file.
    rehearsal: Option<Box<dyn Rehearsal>>,
    file: PathBuf,
    playback: Playback,
    /// The digits typed so far of the turn to go to, if the player is typing one.
    typed: Option<String>,
    /// A message below the map.
    message: Option<String>,
    /// Whether the unfinished command has been carried out.
    is_beyond: bool,
    /// Whether the replay was opened from the death screen, which opens again when the replay is closed.
    is_after_death: bool,
}

/// How many commands before its end a replay of a game's last moments begins.
const LAST_MOMENTS: usize = 15;

/// The number of commands that the playback moves by when a page key is pressed.
const PAGE: usize = 50;
/// The maximum number of digits in a turn number.
const LONGEST: usize = 9;

impl ReplayScreen {
    /// Begins a replay of the game in this file. The file is not changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a journal of this version, or if its game cannot begin.
    pub(super) fn open(world: &mut World, file: &Path) -> Result<Self, JournalError> {
        Self::of(world, Journal::read(file)?, file)
    }

    /// Begins a replay of a journal. `file` is the file that the journal comes from, for saving games that are played
    /// on from it.
    fn of(world: &mut World, journal: Journal, file: &Path) -> Result<Self, JournalError> {
        clear(world);
        let replay = Replay::begin(world, journal)?;
        world.resource_mut::<MessageLog>().set_replayed(true);
        let mut screen = Self {
            replay,
            rehearsal: None,
            file: file.to_owned(),
            playback: Playback::default(),
            typed: None,
            message: None,
            is_beyond: false,
            is_after_death: false,
        };
        screen.show(world, 0);
        Ok(screen)
    }

    /// Begins a replay of the last moments of the game that has just ended, which runs at once.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`open`](Self::open).
    pub(super) fn last_moments(world: &mut World, file: &Path) -> Result<Self, JournalError> {
        let mut screen = Self::open(world, file)?;
        let first = screen.replay.len().saturating_sub(LAST_MOMENTS);
        screen.go_to(world, first);
        screen.is_after_death = true;
        screen.play();
        Ok(screen)
    }

    /// Begins a rehearsal with its first journal, which runs at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal's game cannot begin.
    pub(super) fn rehearse(
        world: &mut World,
        (journal, file): (Journal, PathBuf),
        rehearsal: Box<dyn Rehearsal>,
    ) -> Result<Self, JournalError> {
        let mut screen = Self::of(world, journal, &file)?;
        screen.rehearsal = Some(rehearsal);
        screen.play();
        Ok(screen)
    }

    /// Plays the rehearsal again from the start if it has changed. If it cannot be played, the old one stays.
    fn follow(&mut self, world: &mut World) {
        let Some(changed) = self.rehearsal.as_mut().and_then(|it| it.changed(world)) else {
            return;
        };
        let again = changed.and_then(|(journal, file)| {
            self.file = file;
            self.replay.finish(world);
            clear(world);
            Replay::begin(world, journal).map_err(|error| error.to_string())
        });
        match again {
            Ok(replay) => {
                (self.replay, self.message, self.is_beyond) = (replay, None, false);
                self.show(world, 0);
                self.play();
            }
            Err(why) => self.message = Some(why),
        }
    }

    /// Goes to the first command on or after this turn.
    pub(super) fn go_to_turn(&mut self, world: &mut World, turn: u64) {
        let place = self.replay.place_of(turn);
        self.go_to(world, place);
    }

    fn play(&mut self) {
        self.playback.plays = true;
        self.stop_at_end();
    }

    /// Stops playing at the end. A replay that played on until the next tick would not look the same with and without
    /// ticks.
    fn stop_at_end(&mut self) {
        self.playback.plays &= self.replay.at() < self.replay.len();
    }

    /// Returns the words for a replay that has nothing left to show.
    fn end_words(&self) -> Option<&'static str> {
        let is_over = self.replay.at() == self.replay.len();
        let is_over = is_over && self.replay.journal().unfinished.is_none();
        is_over.then_some("End of the replay.")
    }

    fn go_to(&mut self, world: &mut World, place: usize) {
        let before = self.replay.at();
        (self.message, self.is_beyond) = (None, false);
        if let Err(error) = self.replay.go_to(world, place) {
            self.message = Some(error.to_string());
            self.playback.plays = false;
        }
        self.show(world, before);
        self.stop_at_end();
    }

    /// Carries out the next command or, at the end, the unfinished one.
    fn step(&mut self, world: &mut World) {
        if self.replay.at() < self.replay.len() {
            let next = self.replay.at() + 1;
            self.go_to(world, next);
            return;
        }
        let unfinished = self.replay.journal().unfinished.as_deref().map(brief);
        let Some(words) = unfinished.filter(|_| !self.is_beyond) else {
            return;
        };
        self.is_beyond = self.message.is_some();
        self.message = Some(match self.is_beyond {
            false => format!(
                "The program ended during the next command, {words}. Step again to carry it out."
            ),
            true => match self.replay.carry_out_unfinished(world) {
                Ok(_) => format!("The command {words} has now been completed."),
                Err(error) => error.to_string(),
            },
        });
    }

    /// Updates the log and the screen after the replay has moved away from `before`.
    fn show(&mut self, world: &mut World, before: usize) {
        let at = self.replay.at();
        if at == before + 1 {
            let notes: Vec<_> = self.replay.notes_of(at).cloned().collect();
            repeat_notes(world, &notes, false);
        } else {
            let notes: Vec<_> = self.replay.notes_until(at).cloned().collect();
            repeat_notes(world, &notes, true);
        }
        settle_wounds(world);
        self.playback.apply(world);
    }

    /// Lets the user play on from the current place in the replay.
    fn play_from_here(&mut self, world: &mut World) -> Then {
        if !world.resource::<Fate>().is_alive() {
            self.message = Some("The game is over here. Go back first.".to_owned());
            return Then::Stay;
        }
        // The world may be beyond this place, or have diverged from the journal.
        let place = self.replay.at();
        self.go_to(world, place);
        if self.message.is_some() {
            return Then::Stay;
        }
        let folder = world.resource::<Saves>().0.clone();
        let warning = folder.and_then(|folder| {
            let error = branch(world, &mut self.replay, &self.file, &folder).err()?;
            Some(format!(
                "The game cannot be saved: {error}. You can play on."
            ))
        });
        let notes: Vec<_> = self.replay.notes_until(self.replay.at()).cloned().collect();
        take_over(world, &notes);
        world.resource_mut::<MessageLog>().warn_if(warning);
        self.close(world);
        Then::only(Play::default())
    }

    fn close(&mut self, world: &mut World) {
        self.replay.finish(world);
        Playback::close(world);
        explorer::look_again(world);
        world.resource_mut::<MessageLog>().set_replayed(false);
    }

    /// Closes the replay, and returns what comes after it.
    fn leave(&mut self, world: &mut World) -> Then {
        if self.is_after_death {
            self.go_to(world, usize::MAX);
        }
        self.close(world);
        match self.rehearsal {
            Some(_) => Then::Quit,
            // The game is over, so the death screen opens over it.
            None if self.is_after_death && !world.resource::<Fate>().is_alive() => {
                Then::only(Play::default())
            }
            None => Then::only(TitleScreen::default()),
        }
    }

    fn type_turn(&mut self, input: Input, world: &mut World) {
        let Some(mut digits) = self.typed.take() else {
            return;
        };
        let Input::Key(key) = input else {
            self.typed = Some(digits);
            return;
        };
        match key {
            KeyDown {
                character: Some(digit),
                ..
            } if digit.is_ascii_digit() && digits.len() < LONGEST => digits.push(digit),
            KeyDown {
                button: Button::Place(KeyCode::Backspace),
                ..
            } => {
                digits.pop();
            }
            KeyDown {
                control: Some(Control::CLOSE),
                ..
            } => return,
            KeyDown {
                control: Some(Control::CONFIRM),
                ..
            } => {
                if let Ok(turn) = digits.parse() {
                    self.go_to_turn(world, turn);
                }
                return;
            }
            _ => {}
        }
        self.typed = Some(digits);
    }
}

/// The help text below the map.
fn keys(bindings: &Bindings) -> &'static str {
    match bindings.device() {
        Device::Keyboard => KEYS,
        Device::Gamepad => {
            "A play, Right Left step, Down-Right Up-Right 50 steps, Down-Left Up-Left first and last, R3 event, \
             Up Down speed, B close"
        }
    }
}

const KEYS: &str = "Space play, → ← step, PgDn PgUp 50 steps, Home End, Tab event, t turn, ↑ ↓ speed, e eyes, v view, \
     p play from here, Esc close";

impl Mode for ReplayScreen {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn closes(&self) -> bool {
        false
    }

    fn letters(&self) -> &'static str {
        "eEvtp"
    }

    fn takes_keys(&self) -> bool {
        self.typed.is_some()
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if self.typed.is_some() {
            self.type_turn(input, world);
            return Then::Stay;
        }
        if let Some(then) = self.playback.input(input, world) {
            self.stop_at_end();
            self.playback.apply(world);
            return then;
        }
        let at = self.replay.at();
        match input {
            Input::Asked(Control::Step(Direction::East)) | Input::Mouse(Mouse::Wheel(_, 1..)) => {
                self.step(world)
            }
            Input::Asked(Control::Step(Direction::West)) | Input::Mouse(Mouse::Wheel(_, _)) => {
                self.go_to(world, at.saturating_sub(1));
            }
            Input::Asked(Control::Step(Direction::SouthEast)) => self.go_to(world, at + PAGE),
            Input::Asked(Control::Step(Direction::NorthEast)) => {
                self.go_to(world, at.saturating_sub(PAGE))
            }
            Input::Asked(Control::Step(Direction::NorthWest)) => self.go_to(world, 0),
            Input::Asked(Control::Step(Direction::SouthWest)) => self.go_to(world, usize::MAX),
            Input::Asked(Control::NEXT) => {
                let next = self.replay.next_notable(at);
                self.go_to(world, next);
            }
            Input::Asked(Control::PREVIOUS) => {
                let last = self.replay.last_notable(at);
                self.go_to(world, last);
            }
            Input::Asked(Control::MESSAGES) => return Then::push(Messages::default()),
            Input::Asked(Control::HELP) => return Then::push(Help::default()),
            Input::Asked(Control::CLOSE) => return self.leave(world),
            Input::Asked(Control::LEAVE) => {
                return Then::Push(Confirm::quit("Quit?", world));
            }
            Input::Key(KeyDown {
                character: Some('t'),
                ..
            }) => self.typed = Some(String::new()),
            Input::Key(KeyDown {
                character: Some('p'),
                ..
            }) => return self.play_from_here(world),
            _ => {}
        }
        self.playback.apply(world);
        Then::Stay
    }

    fn words(&self, scene: &Scene, _: &World) -> Vec<String> {
        let [pace, eyes, view] = self.playback.words(scene);
        let mut words = vec![format!(
            "{}. {}. {pace}. {eyes}, {view}.",
            self.title(),
            self.place()
        )];
        let watching = scene.onlooker.0.iter();
        words.extend(watching.flat_map(|it| it.lines.iter().cloned()));
        words.extend(self.remarks().into_iter().map(|it| it.text));
        words.extend(self.end_words().map(str::to_owned));
        words.extend(self.message.clone());
        words.push(format!("Keys: {}.", keys(&scene.bindings)));
        words
    }

    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen) {
        let columns = screen.buffer().area.width.into();
        let strip = self.strip(scene, columns);
        self.playback.draw(scene, world, screen, &strip);
    }

    fn tick(&mut self, world: &mut World) {
        self.follow(world);
        let due = self.playback.due(world) as usize;
        if due > 0 {
            self.go_to(world, self.replay.at() + due);
        }
    }

    fn next_tick(&self, now: Duration) -> Option<Duration> {
        self.playback.next_tick(now)
    }
}
