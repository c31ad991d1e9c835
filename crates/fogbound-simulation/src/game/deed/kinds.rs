//! What a kind of action is, and the list of all kinds.

use std::any::Any;
use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::take::come_to;
use crate::game::being::{
    Action, ActionKind, Actor, ActorId, Aim, Clock, Conduct, Happening, Obstacle, Occupancy, tell,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::Position;

/// A kind of action: what comes of it, how long that takes, and what it does.
pub trait Deed: Any + Send + Sync {
    /// What comes of it if `doer` does it now: this action, or another one that it turns into.
    ///
    /// # Errors
    ///
    /// What stands in the way, as far as the actor knows. What it cannot know it finds out by trying: that
    /// is a [`bump`](Action::bump).
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle>;

    /// How many ticks it takes: usually [`Doer::delay`].
    fn ticks(&self, _world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.delay
    }

    /// Does it. [`judge`](Self::judge) has just said that this comes of what the actor wanted.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim);
}

/// Who does something, and where and when.
#[derive(Clone, Copy, Debug)]
pub struct Doer {
    /// Who it is.
    pub entity: Entity,
    /// Its number.
    pub id: ActorId,
    /// The cell on which it stands.
    pub at: IVec2,
    /// The tick.
    pub tick: u64,
    /// How many ticks an action of the usual length takes it.
    pub delay: u64,
}

impl Doer {
    /// Returns an actor as it is now; none if it is gone.
    pub fn of(world: &World, entity: Entity) -> Option<Self> {
        let body = world.get_entity(entity).ok()?;
        let actor = body.get::<Actor>()?;
        Some(Self {
            entity,
            id: actor.id,
            at: body.get::<Position>()?.0,
            tick: world.resource::<Clock>().tick,
            delay: actor.delay(),
        })
    }

    /// Puts the actor on another cell, however far that is, if one can stand there and nobody does. Says whether it is
    /// there now.
    ///
    /// It looks that way from then on, and the player is told what lies there.
    pub fn go_to(&self, world: &mut World, cell: IVec2) -> bool {
        let is_free = world.resource::<TileMap>().is_walkable(cell)
            && world.resource::<Occupancy>().at(cell).is_none();
        if !is_free {
            return false;
        }
        if let Some(mut place) = world.get_mut::<Position>(self.entity) {
            place.0 = cell;
        }
        if let Some(mut conduct) = world.get_mut::<Conduct>(self.entity) {
            conduct.heading = Direction::towards(cell - self.at);
        }
        world.resource_mut::<Occupancy>().place(self.entity, cell);
        come_to(world, self.entity, cell);
        true
    }

    /// Tells that the actor has done something of a kind of one's own, to `target` if to somebody, on the cell
    /// `at`; and has it heard `loudness` cells away.
    pub fn tell(
        &self,
        world: &mut World,
        deed: ActionKind,
        at: IVec2,
        target: Option<Entity>,
        loudness: u32,
    ) {
        let what = Happening::Did {
            deed,
            target,
            loudness,
        };
        tell(world, self.entity, at, what);
    }
}

/// All kinds of actions.
#[derive(Resource, Clone, Default)]
pub(crate) struct Deeds(Arc<HashMap<ActionKind, Arc<dyn Deed>>>);

impl Deeds {
    /// What comes of `action` if `doer` does it now, or what stands in its way as far as it knows.
    pub(super) fn judge(
        &self,
        world: &World,
        doer: &Doer,
        action: Action,
    ) -> Result<Action, Obstacle> {
        let deed = self.get(action.kind);
        let deed = deed.ok_or(Obstacle::Own("no such action"))?;
        deed.judge(world, doer, action.aim)
    }

    /// What kind of action it is.
    pub(super) fn get(&self, kind: ActionKind) -> Option<&dyn Deed> {
        self.0.get(&kind).map(|deed| &**deed)
    }

    /// Returns whether actions of this kind are done by the deed `D`, and not by one that has taken its place.
    pub(super) fn is_done_by<D: Deed>(&self, kind: ActionKind) -> bool {
        self.get(kind)
            .is_some_and(|deed| (deed as &dyn Any).is::<D>())
    }
}

/// The kind of actions of this name, if there is one in this world. Blows and shots at somebody had names of their own
/// once, which journals may have.
pub fn kind_named(world: &World, name: &str) -> Option<ActionKind> {
    let name = match name {
        "strike" => Action::ATTACK.name(),
        "shoot at" => Action::SHOOT.name(),
        name => name,
    };
    let mut kinds = world.get_resource::<Deeds>()?.0.keys();
    kinds.find(|it| it.name() == name).copied()
}

/// Adds kinds of actions to an app.
pub trait AddDeed {
    /// Makes actions of this kind possible. A deed takes the place of an earlier one of the same kind, the game's own
    /// included, for the player and for monsters.
    fn add_deed(&mut self, kind: ActionKind, deed: impl Deed) -> &mut Self;
}

impl AddDeed for App {
    fn add_deed(&mut self, kind: ActionKind, deed: impl Deed) -> &mut Self {
        let mut deeds = self.world_mut().get_resource_or_init::<Deeds>();
        Arc::make_mut(&mut deeds.0).insert(kind, Arc::new(deed));
        self
    }
}

/// What comes of `action` if `actor` does it now, or what stands in its way as far as it knows. What the
/// actor may know decides what is refused, and a refusal takes no time of the player's.
pub(crate) fn judge(world: &World, actor: Entity, action: Action) -> Result<Action, Obstacle> {
    let doer = Doer::of(world, actor).ok_or(Obstacle::Terrain)?;
    world.resource::<Deeds>().judge(world, &doer, action)
}
