//! Playing a scene with one seed.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::judge::Moment;
use super::opening::{command, make_change, open};
use super::scene::{SceneFile, Step, When};
use super::watch::{Verdict, Watch};
use crate::files::DataError;
use crate::frontend::text;
use crate::game::mind::record_reasons;
use crate::game::{Action, Clock, Fate, Player, PlayerCommand};
use crate::journal::{DataFolder, Recording, Recordings};
use crate::modes::{Saves, record_game};
use crate::view::Screen;

/// Makes an app with the text front end and the plugins of the game. It may be called from several threads.
pub type MakeApp<'a> = dyn Fn() -> App + Send + Sync + 'a;

/// A scene that is being played with one seed.
pub(super) struct Stage<'a> {
    app: &'a mut App,
    scene: &'a SceneFile,
    watch: Watch<&'a SceneFile>,
    /// Whether a claim is about the screen or the log, which must then keep up.
    needs_screen: bool,
}

/// The number of turns that the player waits without the screen and the log keeping up, if no claim is about them.
const BATCH: u64 = 64;

impl<'a> Stage<'a> {
    /// Begins the game of a scene, in an app that may have played another one. If there is a `folder`, the game is
    /// recorded in a journal in it.
    ///
    /// # Errors
    ///
    /// If a monster that the scene uses has an error in its file.
    pub(super) fn new(
        scene: &'a SceneFile,
        app: &'a mut App,
        seed: u64,
        folder: Option<&Path>,
    ) -> Result<Self, Vec<DataError>> {
        let claims = scene.claims.iter().map(|it| &it.statement);
        let shows = claims.clone().any(|it| it.is_of_screen());
        let needs_screen = shows || claims.clone().any(|it| it.is_of_log());
        app.world_mut().resource_mut::<Screen>().set_drawn(shows);
        text::play(app, &default());
        app.insert_resource(Saves(folder.map(DataFolder::new)));
        let world = app.world_mut();
        let watch = open(scene, seed, world)?;
        let needs_reasons = scene.claims.iter().any(|it| it.statement.is_of_reasons());
        if needs_reasons || folder.is_some() {
            record_reasons(world);
        }
        record_game(world);
        Ok(Self {
            app,
            scene,
            watch,
            needs_screen,
        })
    }

    /// Makes the game stop as soon as this claim turns out to be kept or broken.
    pub(super) fn stop_at(mut self, claim: (usize, bool)) -> Self {
        self.watch.stop = Some(claim);
        self
    }

    /// Plays the whole scene, and returns how each claim turned out.
    ///
    /// # Errors
    ///
    /// If a change that the scene makes to the world is impossible.
    pub(super) fn play(&mut self) -> Result<&[Option<Verdict>], DataError> {
        if self.look() {
            for step in &self.scene.steps[self.scene.opening()..] {
                if !self.step(step)? {
                    return Ok(&self.watch.verdicts);
                }
            }
            if self.wait_until(self.last_turn()) {
                self.watch.finish(self.app.world_mut());
            }
        }
        Ok(&self.watch.verdicts)
    }

    fn last_turn(&self) -> u64 {
        let named = |when: When| match when {
            When::Now | When::End => 0,
            When::After(turn) | When::By(turn) => turn,
            When::Never(first, last) | When::Always(first, last) if last == u64::MAX => first,
            When::Never(_, last) | When::Always(_, last) => last,
        };
        let turns = self.scene.claims.iter().map(|it| named(it.when));
        turns.max().unwrap_or(0)
    }

    /// Carries out a step. Returns false if the game is to stop.
    fn step(&mut self, step: &Step) -> Result<bool, DataError> {
        let watch = &mut self.watch;
        Ok(match step {
            Step::Keys(keys, place, obeyed) => {
                if !self.app.world().resource::<Fate>().is_alive() {
                    return Ok(obeyed.is_none_or(|it| watch.obeyed(it, true, self.app.world())));
                }
                watch.refused = None;
                let began = self.app.world().resource::<Clock>().tick;
                let goes_on = text::play_watched(self.app, keys, |app| watch.look(app.world_mut()));
                if self.app.world().get::<Player>(watch.entities[0]).is_none() {
                    return Err(place.clone());
                }
                if let Some(claim) = obeyed {
                    let world = self.app.world();
                    let is_over = world.resource::<Clock>().tick > began;
                    let is_kept = is_over || watch.refused.is_none();
                    return Ok(goes_on && watch.obeyed(*claim, is_kept, world));
                }
                goes_on
            }
            Step::Wait(turns) => {
                let clock = self.app.world().resource::<Clock>();
                let until = clock.turn() + turns;
                self.wait_until(until)
            }
            Step::Until(turn) => self.wait_until(*turn),
            Step::Change(change, place) => {
                let world = self.app.world_mut();
                make_change(world, watch, change, place).map(|_| true)?
            }
            Step::Now(claims) => {
                if self.needs_screen {
                    self.app.update();
                }
                self.watch.read(self.app.world());
                let world = self.app.world_mut();
                claims.iter().all(|claim| self.watch.judge(*claim, world))
            }
        })
    }

    fn look(&mut self) -> bool {
        self.watch.look(self.app.world_mut())
    }

    /// Lets the player wait until this turn is over. Returns false if the game is to stop.
    fn wait_until(&mut self, turn: u64) -> bool {
        let mut waited = 0;
        while self.app.world().resource::<Clock>().turn() < turn
            && self.app.world().resource::<Fate>().is_alive()
        {
            command(self.app.world_mut(), PlayerCommand::Act(Action::WAIT));
            waited += 1;
            if self.needs_screen || waited % BATCH == 0 {
                self.app.update();
            }
            if !self.look() {
                return false;
            }
        }
        self.app.update();
        true
    }

    /// Returns the world at this moment, with the cast.
    pub(super) fn moment(&self) -> Moment<'_> {
        self.watch.moment(self.app.world())
    }

    /// Ends the recording, and returns the journal's path if there is a journal.
    ///
    /// # Errors
    ///
    /// Returns what could not be written, in one line.
    pub(super) fn journal(&self) -> Result<Option<PathBuf>, String> {
        let world = self.app.world();
        let Some(recording) = world.get_resource::<Recording>() else {
            return Ok(None);
        };
        match world.resource::<Recordings>().close() {
            Some(unsaved) => Err(unsaved.last_words()),
            None => Ok(Some(recording.path())),
        }
    }
}
