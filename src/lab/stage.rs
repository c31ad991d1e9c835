//! Playing a scene with one seed.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::judge::Moment;
use super::scene::{Change, RoleChange, SceneFile, Spot, Step, When};
use super::watch::{Verdict, Watch};
use crate::files::DataError;
use crate::frontend::text;
use crate::game::bestiary::Bestiary;
use crate::game::mind::{Hunts, record_reasons};
use crate::game::{
    Action, Actor, ActorId, Arrange, Awareness, Clock, Fate, Game, Player, PlayerCommand, State,
    TICKS_PER_TURN, Things, run_turns,
};
use crate::journal::{DataFolder, Recording, Recordings};
use crate::map::TileMap;
use crate::modes::{Saves, begin, record_game};
use crate::view::Screen;
use crate::vision::Position;

/// Makes an app with the text front end and the plugins of the game. It may be called from several threads.
pub type MakeApp<'a> = dyn Fn() -> App + Send + Sync + 'a;

/// A scene that is being played with one seed.
pub(super) struct Stage<'a> {
    app: &'a mut App,
    scene: &'a SceneFile,
    watch: Watch<'a>,
    /// Whether a claim is about the screen or the log, which must then keep up.
    needs_screen: bool,
}

/// Watches the game of a scene from now on.
fn watching<'a>(scene: &'a SceneFile, world: &mut World) -> Watch<'a> {
    let mut actors = world.query::<(Entity, &Actor)>();
    let found = |id| actors.iter(world).find(|(_, actor)| actor.id == id);
    let entities = scene.cast.0.iter().map(|role| role.id).map(found);
    let entities = entities.map(|it| it.map_or(Entity::PLACEHOLDER, |(entity, _)| entity));
    Watch::new(scene, entities.collect(), world)
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
        let mut game = scene.game.clone().with_seed(seed);
        let world = app.world_mut();
        begin(world, game.clone());
        let bestiary = world.resource::<Bestiary>();
        let tiles = world.resource::<TileMap>().tile_set();
        let unknown = bestiary.unknown_names(tiles, world.resource());
        let things = world.resource::<Things>().errors();
        let errors = bestiary
            .errors()
            .iter()
            .chain(things)
            .cloned()
            .chain(unknown);
        let errors: Vec<DataError> = errors.map(|it| scene.monster_error(it)).collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let watch = watching(scene, world);
        let mut stage = Self {
            app,
            scene,
            watch,
            needs_screen,
        };
        game.opening = stage.opening().map_err(|error| vec![error])?;
        let world = stage.app.world_mut();
        if !game.opening.is_empty() {
            // What happens from here on belongs to no command.
            world.increment_change_tick();
            begin(world, game);
            stage.watch = watching(scene, world);
        }
        let needs_reasons = scene.claims.iter().any(|it| it.statement.is_of_reasons());
        if needs_reasons || folder.is_some() {
            record_reasons(world);
        }
        record_game(world);
        Ok(stage)
    }

    /// Tries the changes before anything happens, and returns them. Only a running game knows where creatures are and
    /// which changes are possible. The caller then begins the game again with these changes in force from the start.
    fn opening(&mut self) -> Result<Vec<Arrange>, DataError> {
        let mut opening = Vec::new();
        for step in &self.scene.steps[..self.scene.opening()] {
            if let Step::Change(change, place) = step {
                opening.extend(self.change(change, place)?);
            }
        }
        Ok(opening)
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

    /// Returns the last turn that a claim names.
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
            Step::Change(change, place) => self.change(change, place).map(|_| true)?,
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

    /// Makes a change, and returns what it consists of.
    fn change(&mut self, change: &Change, place: &DataError) -> Result<Vec<Arrange>, DataError> {
        let changes = self.arranged(change);
        for &change in &changes {
            self.watch.refused = None;
            self.command(PlayerCommand::Arrange(change));
            self.watch.read(self.app.world());
            if self.watch.refused.is_some() {
                let why = self.why_not(change);
                return Err(DataError {
                    message: format!("`{}` cannot be done: {why}", place.message),
                    ..place.clone()
                });
            }
        }
        Ok(changes)
    }

    /// Says why a change is refused, and what would be accepted.
    fn why_not(&mut self, change: Arrange) -> String {
        let world = self.app.world_mut();
        let mut actors = world.query::<(&Actor, &Position)>();
        let mut actors = actors.iter(world);
        match change {
            Arrange::Thing { kind, .. } | Arrange::Give { kind, .. } if kind == u16::MAX => {
                "no file defines this thing; accepted: the name of a thing".to_owned()
            }
            Arrange::Move { to, .. } => {
                let there = actors.find(|(_, at)| at.0 == to);
                let taken = there.map_or("nobody can stand there", |_| "someone is there already");
                format!("{taken}; accepted: a free cell")
            }
            Arrange::Thing { .. } | Arrange::Corpse { .. } | Arrange::Tile { .. } => {
                "that cannot be on this cell; accepted: another cell".to_owned()
            }
            _ => {
                "accepted: a creature that is alive and on this level, and can have this".to_owned()
            }
        }
    }

    fn command(&mut self, command: PlayerCommand) {
        let world = self.app.world_mut();
        world.write_message(command);
        run_turns(world);
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
            self.command(PlayerCommand::Act(Action::WAIT));
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

    /// Returns the commands that make a change.
    fn arranged(&self, change: &Change) -> Vec<Arrange> {
        let moment = self.watch.moment(self.app.world());
        let cell = |spot: Spot| moment.cell(spot).unwrap_or_default();
        match change {
            Change::Tile(spot, tile) => vec![Arrange::Tile {
                at: cell(*spot),
                glyph: tile.glyph(),
            }],
            Change::Noise(loudness, spot) => vec![Arrange::Noise {
                at: cell(*spot),
                loudness: *loudness,
            }],
            Change::Air(more, spot) => vec![Arrange::Air {
                at: cell(*spot),
                more: *more,
            }],
            Change::Thing(spot, name) => {
                let at = cell(*spot);
                let world = self.app.world();
                let dead = name.strip_prefix("dead ");
                let letter = dead.and_then(|it| letter_of(world, it));
                vec![match letter {
                    Some(glyph) => Arrange::Corpse { at, glyph },
                    None => Arrange::Thing {
                        at,
                        kind: self.kind_of(name),
                    },
                }]
            }
            Change::Roles(roles, change) => {
                let roles = roles.iter();
                roles
                    .map(|role| self.arranged_role(*role, change, &cell))
                    .collect()
            }
        }
    }

    fn arranged_role(
        &self,
        role: usize,
        change: &RoleChange,
        cell: &dyn Fn(Spot) -> IVec2,
    ) -> Arrange {
        let who = self.id_of(role);
        match *change {
            RoleChange::State(state, spot) => Arrange::Awareness {
                who,
                awareness: self.awareness(role, state, cell(spot)),
            },
            RoleChange::Health(health) => Arrange::Health { who, health },
            RoleChange::Side(faction) => Arrange::Side { who, faction },
            RoleChange::At(to) => Arrange::Move { who, to },
            RoleChange::Facing(way) => Arrange::Face { who, way },
            RoleChange::Carries(ref name, worn) => Arrange::Give {
                who,
                kind: self.kind_of(name),
                worn,
            },
            RoleChange::Forget => Arrange::Forget(who),
            RoleChange::Known => Arrange::Know(who),
            RoleChange::Boon(ref name) => {
                let place = self
                    .scene
                    .game
                    .setup
                    .boons
                    .iter()
                    .position(|it| it.name == *name);
                Arrange::Boon(place.unwrap_or(usize::MAX))
            }
            RoleChange::Gone => Arrange::Remove(who),
            RoleChange::Lantern(lantern) => Arrange::Lantern(lantern),
            RoleChange::Oil(turns) => Arrange::Oil(turns),
        }
    }

    /// Returns the ID of a creature, which the game gives to one that appears later.
    fn id_of(&self, role: usize) -> ActorId {
        let world = self.app.world();
        let actor = world.get::<Actor>(self.watch.entities[role]);
        actor.map_or(self.scene.cast.0[role].id, |it| it.id)
    }

    /// Returns the number of the thing with this name, or one that no thing has.
    fn kind_of(&self, name: &str) -> u16 {
        let kind = self.app.world().resource::<Things>().named(name);
        kind.map_or(u16::MAX, |it| it.0)
    }

    fn awareness(&self, role: usize, state: State, at: IVec2) -> Awareness {
        let world = self.app.world();
        let mind = world.get::<Hunts>(self.watch.entities[role]);
        let patience = mind.map_or(Hunts::default().patience, |it| it.patience);
        match state {
            State::Asleep => Awareness::Asleep,
            State::Unaware => Awareness::Unaware,
            State::Noticing => Awareness::Noticing { at },
            State::Hunting => Awareness::Hunting { last_known: at },
            State::Searching => Awareness::Searching {
                around: at,
                until: world.resource::<Clock>().tick + u64::from(patience) * TICKS_PER_TURN,
            },
        }
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

/// Returns the letter that stands for a monster in the scene's legend or, if it has none there, its own.
fn letter_of(world: &World, name: &str) -> Option<char> {
    let legend = world.get_resource::<Game>().map(Game::legend);
    let mut entries = legend.into_iter().flatten();
    let in_legend = entries.find(|it| it.1 == name).map(|it| *it.0);
    in_legend.or_else(|| Some(world.resource::<Bestiary>().get(name)?.glyph))
}
