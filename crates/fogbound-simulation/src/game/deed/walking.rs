//! What walking, running and waiting have in common. They are nearly all that is done in a turn.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::blow::conspicuous_until;
use super::kinds::Doer;
use crate::game::being::{
    Action, Actor, Breath, Camouflage, Conduct, Faction, GameEvent, Happening, Melee, Noises,
    Obstacle, Occupancy, Player, Senses, are_enemies, opens_doors,
};
use crate::game::sense::{believed, knows_no_wall, knows_of};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::Position;

/// How long a step at a run takes, in percent of a walk: it is quicker than anything else.
pub(super) const RUNNING: u64 = 60;

/// All that it takes to walk and to wait, in one place and so found once for many.
#[derive(SystemParam)]
pub(crate) struct Walking<'w, 's> {
    map: ResMut<'w, TileMap>,
    occupancy: ResMut<'w, Occupancy>,
    noises: ResMut<'w, Noises>,
    events: MessageWriter<'w, GameEvent>,
    walkers: Query<'w, 's, Walker>,
}

type Walker = (
    &'static mut Actor,
    &'static mut Position,
    Option<&'static mut Breath>,
    Option<&'static mut Conduct>,
    Option<&'static mut Senses>,
    Option<&'static Faction>,
    Option<&'static Camouflage>,
    Has<Player>,
);

impl Walking<'_, '_> {
    /// Has a creature wait, or walk onto a cell where nothing and nobody is in its way. Says whether it was
    /// that: anything else is left undone.
    pub(super) fn does(&mut self, entity: Entity, action: Action, tick: u64) -> bool {
        let run = action.kind == Action::RUN;
        let walks = run || action.kind == Action::STEP;
        let to = action.aim.way().filter(|_| walks);
        if to.is_none() && action.kind != Action::WAITING {
            return false;
        }
        let Ok((_, position, .., is_player)) = self.walkers.get(entity) else {
            return false;
        };
        let to = to.map(|way| position.0 + way.delta());
        if is_player
            || to.is_some_and(|to| self.occupancy.at(to).is_some() || !self.map.is_walkable(to))
        {
            return false;
        }
        match to {
            Some(to) => self.walk(entity, to, run, tick),
            None => self.wait(entity, tick),
        }
        true
    }

    fn wait(&mut self, entity: Entity, tick: u64) {
        let Ok((mut actor, position, breath, _, senses, _, hidden, _)) =
            self.walkers.get_mut(entity)
        else {
            return;
        };
        let time = actor.delay();
        actor.due = tick + time;
        if let Some(mut breath) = breath.filter(|breath| breath.now < breath.max) {
            breath.recover(time, true);
        }
        forget_touch(senses);
        let hidden = hidden.copied();
        self.events
            .write(GameEvent::of(entity, position.0, hidden, Happening::Waited));
    }

    fn walk(&mut self, entity: Entity, to: IVec2, wants_to_run: bool, tick: u64) {
        let Ok((mut actor, mut position, breath, conduct, senses, side, hidden, _)) =
            self.walkers.get_mut(entity)
        else {
            return;
        };
        let mut runs = wants_to_run;
        if let Some(mut breath) = breath.filter(|breath| runs || breath.now < breath.max) {
            if runs {
                runs = breath.run();
            }
            if !runs {
                breath.recover(actor.delay(), false);
            }
        }
        let tile = self.map.tile(to);
        actor.due = tick + time_of(&actor, runs, tile);
        let from = std::mem::replace(&mut position.0, to);
        if let Some(mut conduct) = conduct {
            conduct.heading = Direction::from_delta(to - from);
            if runs {
                conduct.conspicuous_until = conspicuous_until(tick);
            }
        }
        self.occupancy.place(entity, to);
        forget_touch(senses);
        if let Some(trampled) = tile.kind().trampled {
            self.map.set(to, trampled);
        }
        let what = Happening::Stepped { from, runs };
        let event = GameEvent::of(entity, to, hidden.copied(), what);
        if wants_to_run && !runs {
            let what = Happening::OutOfBreath;
            self.events.write(GameEvent { what, ..event });
        }
        self.noises.make(to, event.what.loudness(), side.copied());
        self.events.write(event);
    }
}

/// What was felt holds for one deed, which may feel it again.
pub(super) fn forget_touch(senses: Option<Mut<Senses>>) {
    if let Some(mut senses) = senses.filter(|senses| senses.felt.is_some()) {
        senses.felt = None;
    }
}

/// How many ticks a step onto this tile takes: at a run it is quicker.
fn time_of(actor: &Actor, runs: bool, tile: Tile) -> u64 {
    let percent = if runs { RUNNING } else { 100 };
    (actor.delay() * percent * u64::from(tile.percent()) / 10_000).max(1)
}

/// What comes of `step`, a step that way.
pub(super) fn judge_step(
    world: &World,
    actor: Entity,
    from: IVec2,
    way: Direction,
    step: Action,
) -> Result<Action, Obstacle> {
    let to = from + way.delta();
    let map = world.resource::<TileMap>();
    if let Some(other) = world.resource::<Occupancy>().at(to) {
        let fights = world.get::<Melee>(actor).is_some() && are_enemies(world, actor, other);
        if !knows_of(world, actor, other, to) {
            Ok(Action::bump(to))
        } else if fights {
            Ok(Action::strike(other, false))
        } else {
            Err(Obstacle::Actor(other))
        }
    } else if map.is_walkable(to) {
        Ok(step)
    } else if map.tile(to).opens_to().is_some()
        && opens_doors(world, actor)
        && knows_door(world, actor, to)
    {
        Ok(Action::open_door(way))
    } else if map.contains(to) && knows_no_wall(world, actor, to) {
        Ok(Action::bump(to))
    } else {
        Err(Obstacle::Terrain)
    }
}

/// Whether somebody knows that what is on a cell is a door: of one that seems a wall only those do who were told.
fn knows_door(world: &World, actor: Entity, cell: IVec2) -> bool {
    let is_secret = world.resource::<TileMap>().tile(cell).seems().is_some();
    let known = || believed(world, actor, cell).and_then(Tile::opens_to);
    !is_secret || known().is_some()
}

/// Walks onto a cell that is free, or runs.
pub(super) fn walk(world: &mut World, doer: &Doer, to: IVec2, runs: bool) {
    let step = (doer.entity, to, runs, doer.tick);
    let walk = |In((entity, to, runs, tick)): In<(Entity, IVec2, bool, u64)>,
                mut walking: Walking| walking.walk(entity, to, runs, tick);
    if let Err(error) = world.run_system_cached_with(walk, step) {
        warn!("nobody walks: {error}");
    }
}

/// Lets a turn pass.
pub(super) fn wait(world: &mut World, doer: &Doer) {
    let wait = |In((entity, tick)): In<(Entity, u64)>, mut walking: Walking| {
        walking.wait(entity, tick);
    };
    if let Err(error) = world.run_system_cached_with(wait, (doer.entity, doer.tick)) {
        warn!("nobody waits: {error}");
    }
}
