//! The turn: a schedule of its own, run tick by tick until the player must decide.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

use super::act::{judge, tell};
use super::bestiary::Bestiary;
use super::occupancy::sync_occupancy;
use super::{
    Action, Actor, Clock, Fate, Game, Happening, MAX_RADIUS, Obstacle, Occupancy, Player,
    PlayerCommand, level,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{Moment, Position, Viewshed};

/// One tick of the simulation in which somebody is due.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn;

/// The steps of a [`Turn`]. Their order is the whole rule of the game; `crate::vision` sees and
/// remembers after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnSystems {
    /// Everyone due looks through its own eyes.
    Sense,
    /// Everyone due makes up its mind about what it senses: notices, hunts, gives up.
    Notice,
    /// Everyone due turns that into an [`Intent`](super::Intent). Reading only.
    Decide,
    /// Intents are resolved one by one, in a fixed order.
    Act,
    /// Noises reach ears, wounds close, heads turn.
    Settle,
}

/// What the player does with the turn that is about to run.
#[derive(Resource, Default)]
pub(super) struct PendingAction(pub(super) Option<Action>);

/// Carries out the waiting commands, each as far as the player's next turn.
pub(super) fn run_turns(world: &mut World) {
    let commands: Vec<PlayerCommand> = world
        .resource_mut::<Messages<PlayerCommand>>()
        .drain()
        .collect();
    if commands.is_empty() {
        return;
    }
    // Somebody else may have moved or spawned one since.
    if let Err(error) = world.run_system_cached(sync_occupancy) {
        warn!("who stands where is not up to date: {error}");
    }
    for command in commands {
        match command {
            PlayerCommand::Act(action) => act(world, action),
            PlayerCommand::CloseDoor => close_door(world),
            PlayerCommand::ChangeRadius(by) => change_radius(world, by),
            PlayerCommand::NextAlgorithm => next_algorithm(world),
            PlayerCommand::NewDungeon => level::start_next(world),
            PlayerCommand::Again if !world.resource::<Fate>().is_alive() => {
                level::start_again(world);
            }
            PlayerCommand::Again => {}
            PlayerCommand::Conjure { glyph, at } => conjure(world, glyph, at),
        }
    }
}

/// Looks at the world as it is, without any time passing.
pub(super) fn look(world: &mut World) {
    world.resource_mut::<Clock>().passing = false;
    world.run_schedule(Turn);
}

/// The player acts, and the clock runs until the player is due again. What cannot be done takes no
/// time: nobody else moves because the player walked into a wall.
fn act(world: &mut World, action: Action) {
    let Some((player, from)) = find_player(world) else {
        return;
    };
    if !world.resource::<Fate>().is_alive() {
        return;
    }
    if let Err(obstacle) = judge(world, player, action) {
        let at = match action {
            Action::Step(way)
            | Action::Run(way)
            | Action::Attack(way)
            | Action::OpenDoor(way)
            | Action::CloseDoor(way) => from + way.delta(),
            Action::Shoot(at) => at,
            Action::Cry(_) | Action::TakeStairs | Action::Wait => from,
        };
        tell(world, player, at, Happening::Hindered(obstacle));
        return;
    }
    world.resource_mut::<PendingAction>().0 = Some(action);
    while let Ok(Some(tick)) = world.run_system_cached(next_tick) {
        let mut clock = world.resource_mut::<Clock>();
        clock.tick = tick;
        clock.passing = true;
        world.resource_mut::<Moment>().0 = tick;
        world.run_schedule(Turn);
    }
    let player_due = world.get::<Actor>(player).map(|actor| actor.due);
    if let Some(tick) = player_due {
        world.resource_mut::<Clock>().tick = tick;
    }
}

/// The next tick to run, or none if the player is due first and has nothing left to do.
///
/// Creatures that are due at the player's tick wait for the player: they decide together. Newcomers
/// are due from the beginning of time; they act now.
fn next_tick(
    clock: Res<Clock>,
    fate: Res<Fate>,
    pending: Res<PendingAction>,
    players: Query<&Actor, With<Player>>,
    actors: Query<&Actor>,
) -> Option<u64> {
    if !fate.is_alive() {
        return None;
    }
    let player_due = players.single().ok()?.due;
    let next = actors.iter().map(|actor| actor.due).min()?;
    let next = next.max(clock.tick);
    let must_ask = player_due <= next && pending.0.is_none();
    (!must_ask).then_some(next)
}

fn close_door(world: &mut World) {
    let Some((player, from)) = find_player(world) else {
        return;
    };
    let doors = Direction::ALL.map(Action::CloseDoor);
    match doors
        .into_iter()
        .find(|&close| judge(world, player, close).is_ok())
    {
        Some(close) => act(world, close),
        None => tell(world, player, from, Happening::Hindered(Obstacle::NoDoor)),
    }
}

/// Puts a monster where a wizard wants it, if there is such a monster and room for it.
fn conjure(world: &mut World, glyph: char, at: IVec2) {
    let monster = world.resource::<Bestiary>().by_glyph(glyph).cloned();
    let is_free = world.resource::<TileMap>().is_walkable(at)
        && world.resource::<Occupancy>().at(at).is_none();
    if let Some(monster) = monster.filter(|_| is_free) {
        let tick = world.resource::<Clock>().tick;
        level::spawn_native(world, &monster, at, tick);
        look(world);
    } else if let Some((player, _)) = find_player(world) {
        tell(world, player, at, Happening::Hindered(Obstacle::NoTarget));
    }
}

fn change_radius(world: &mut World, by: i32) {
    let game = world.resource::<Game>();
    // Without a limit there is nothing to add to: the first step down starts from the furthest.
    let radius = match game.sight().radius {
        None if by >= 0 => return,
        None => MAX_RADIUS,
        Some(radius) => radius.saturating_add_signed(by).min(MAX_RADIUS),
    };
    change_sight(world, Happening::RadiusChanged(radius), |sight| {
        sight.radius = Some(radius);
    });
}

fn next_algorithm(world: &mut World) {
    let next = world.resource::<Game>().sight().algorithm.next();
    change_sight(world, Happening::AlgorithmChanged(next), |sight| {
        sight.algorithm = next;
    });
}

fn change_sight(world: &mut World, what: Happening, change: impl FnOnce(&mut crate::fov::Sight)) {
    let Some((player, at)) = find_player(world) else {
        return;
    };
    let mut sight = world.resource::<Game>().sight();
    change(&mut sight);
    world.resource_mut::<Game>().set_sight(sight);
    if let Some(mut viewshed) = world.get_mut::<Viewshed>(player) {
        viewshed.set_sight(sight);
    }
    tell(world, player, at, what);
    look(world);
}

pub(super) fn find_player(world: &mut World) -> Option<(Entity, IVec2)> {
    world
        .query_filtered::<(Entity, &Position), With<Player>>()
        .single(world)
        .ok()
        .map(|(entity, position)| (entity, position.0))
}
