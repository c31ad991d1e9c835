//! Beginning the game of a scene in a world, and changing it as the scene says.

use std::ops::Deref;

use bevy::prelude::*;

use super::scene::{Change, RoleChange, SceneFile, Spot, Step};
use super::watch::Watch;
use crate::files::DataError;
use crate::game::bestiary::Bestiary;
use crate::game::mind::Hunts;
use crate::game::{
    Actor, ActorId, Arrange, Awareness, Clock, Game, PlayerCommand, State, TICKS_PER_TURN, Things,
    actor_with, run_turns,
};
use crate::map::TileMap;
use crate::modes::begin;
use crate::vision::Position;

/// Begins the game of a scene, with the changes in force that it makes before anything happens.
///
/// # Errors
///
/// If a monster that the scene uses has an error in its file, or if a change is impossible.
pub(super) fn open<S: Deref<Target = SceneFile> + Clone>(
    scene: S,
    seed: u64,
    world: &mut World,
) -> Result<Watch<S>, Vec<DataError>> {
    let mut game = scene.game.clone().with_seed(seed);
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
    let mut watch = watching(scene.clone(), world);
    game.opening = opening(world, &mut watch).map_err(|error| vec![error])?;
    if !game.opening.is_empty() {
        // What happens from here on belongs to no command.
        world.increment_change_tick();
        begin(world, game);
        watch = watching(scene, world);
    }
    Ok(watch)
}

/// Watches the game of a scene from now on.
fn watching<S: Deref<Target = SceneFile>>(scene: S, world: &mut World) -> Watch<S> {
    let found = |id| actor_with(world, id).unwrap_or(Entity::PLACEHOLDER);
    let entities = scene.cast.0.iter().map(|role| found(role.id)).collect();
    Watch::new(scene, entities, world)
}

/// Tries the changes before anything happens, and returns them. Only a running game knows where creatures are and
/// which changes are possible. The caller then begins the game again with these changes in force from the start.
fn opening<S: Deref<Target = SceneFile> + Clone>(
    world: &mut World,
    watch: &mut Watch<S>,
) -> Result<Vec<Arrange>, DataError> {
    let mut opening = Vec::new();
    let scene = watch.scene.clone();
    for step in &scene.steps[..scene.opening()] {
        if let Step::Change(change, place) = step {
            opening.extend(make_change(world, watch, change, place)?);
        }
    }
    Ok(opening)
}

/// Makes a change, and returns what it consists of.
///
/// # Errors
///
/// If the change is impossible at this moment.
pub(super) fn make_change<S: Deref<Target = SceneFile>>(
    world: &mut World,
    watch: &mut Watch<S>,
    change: &Change,
    place: &DataError,
) -> Result<Vec<Arrange>, DataError> {
    let changes = watch.arranged(world, change);
    for &change in &changes {
        watch.refused = None;
        command(world, PlayerCommand::Arrange(change));
        watch.read(world);
        if watch.refused.is_some() {
            let why = why_not(world, change);
            return Err(DataError {
                message: format!("`{}` cannot be done: {why}", place.message),
                ..place.clone()
            });
        }
    }
    Ok(changes)
}

/// Says why a change is refused, and what would be accepted.
fn why_not(world: &mut World, change: Arrange) -> String {
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
        _ => "accepted: a creature that is alive and on this level, and can have this".to_owned(),
    }
}

/// Gives the game a command, and carries it out.
pub(super) fn command(world: &mut World, command: PlayerCommand) {
    world.write_message(command);
    run_turns(world);
}

impl<S: Deref<Target = SceneFile>> Watch<S> {
    fn arranged(&self, world: &World, change: &Change) -> Vec<Arrange> {
        let moment = self.moment(world);
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
                let dead = name.strip_prefix("dead ");
                let letter = dead.and_then(|it| letter_of(world, it));
                vec![match letter {
                    Some(glyph) => Arrange::Corpse { at, glyph },
                    None => Arrange::Thing {
                        at,
                        kind: kind_of(world, name),
                    },
                }]
            }
            Change::Roles(roles, change) => {
                let roles = roles.iter();
                roles
                    .map(|role| self.arranged_role(world, *role, change, &cell))
                    .collect()
            }
        }
    }

    fn arranged_role(
        &self,
        world: &World,
        role: usize,
        change: &RoleChange,
        cell: &dyn Fn(Spot) -> IVec2,
    ) -> Arrange {
        let who = self.id_of(world, role);
        match *change {
            RoleChange::State(state, spot) => Arrange::Awareness {
                who,
                awareness: self.awareness(world, role, state, cell(spot)),
            },
            RoleChange::Health(health) => Arrange::Health { who, health },
            RoleChange::Side(faction) => Arrange::Side { who, faction },
            RoleChange::At(to) => Arrange::Move { who, to },
            RoleChange::Facing(way) => Arrange::Face { who, way },
            RoleChange::Carries(ref name, worn) => Arrange::Give {
                who,
                kind: kind_of(world, name),
                worn,
            },
            RoleChange::Forget => Arrange::Forget(who),
            RoleChange::Known => Arrange::Know(who),
            RoleChange::Boon(ref name) => {
                let mut boons = self.scene.game.setup.boons.iter();
                let place = boons.position(|it| it.name == *name);
                Arrange::Boon(place.unwrap_or(usize::MAX))
            }
            RoleChange::Gone => Arrange::Remove(who),
            RoleChange::Lantern(lantern) => Arrange::Lantern(lantern),
            RoleChange::Oil(turns) => Arrange::Oil(turns),
        }
    }

    /// Returns the ID of a creature, which the game gives to one that appears later.
    fn id_of(&self, world: &World, role: usize) -> ActorId {
        let actor = world.get::<Actor>(self.entities[role]);
        actor.map_or(self.scene.cast.0[role].id, |it| it.id)
    }

    fn awareness(&self, world: &World, role: usize, state: State, at: IVec2) -> Awareness {
        let mind = world.get::<Hunts>(self.entities[role]);
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
}

/// Returns the number of the thing with this name, or one that no thing has.
fn kind_of(world: &World, name: &str) -> u16 {
    let kind = world.resource::<Things>().named(name);
    kind.map_or(u16::MAX, |it| it.0)
}

/// Returns the letter that stands for a monster in the scene's legend or, if it has none there, its own.
fn letter_of(world: &World, name: &str) -> Option<char> {
    let legend = world.get_resource::<Game>().map(Game::legend);
    let mut entries = legend.into_iter().flatten();
    let in_legend = entries.find(|it| it.1 == name).map(|it| *it.0);
    in_legend.or_else(|| Some(world.resource::<Bestiary>().get(name)?.glyph))
}
