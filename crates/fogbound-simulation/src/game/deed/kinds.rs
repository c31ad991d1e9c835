//! Kinds of actions, and the list of all of them.

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

/// A kind of action: what it turns into, how long it takes, and what it does.
pub trait Deed: Any + Send + Sync {
    /// Returns the action that results if `doer` does this now: this one, or another that it turns into.
    ///
    /// # Errors
    ///
    /// Returns what makes it impossible, as far as the actor knows. Anything else the actor finds out by trying: that
    /// is a [`bump`](Action::bump).
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle>;

    /// Returns how many ticks it takes: usually [`Doer::delay`].
    fn ticks(&self, _world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.delay
    }

    /// Carries out the action, which [`judge`](Self::judge) has just returned.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim);
}

/// An actor that does something, where and when.
#[derive(Clone, Copy, Debug)]
pub struct Doer {
    /// The actor.
    pub entity: Entity,
    /// Its number.
    pub id: ActorId,
    /// Its cell.
    pub at: IVec2,
    /// The current tick.
    pub tick: u64,
    /// The length of its normal action, in ticks.
    pub delay: u64,
}

impl Doer {
    /// Returns an actor's current data; `None` if it is gone.
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

    /// Moves the actor to a cell at any distance, if the cell is walkable and free. Returns whether it was moved.
    ///
    /// The actor then faces in the direction of the move. If it is the player, it finds what lies there.
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

    /// Reports that the actor has done something of a custom kind on the cell `at`, to `target` if there is one. It
    /// can be heard `loudness` cells away.
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
    /// Returns what `action` turns into if `doer` does it now, or what makes it impossible as far as it knows.
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

    /// Returns the deed for a kind of action.
    pub(super) fn get(&self, kind: ActionKind) -> Option<&dyn Deed> {
        self.0.get(&kind).map(|deed| &**deed)
    }

    /// Whether the deed `D` does actions of this kind, and has not been replaced.
    pub(super) fn is_done_by<D: Deed>(&self, kind: ActionKind) -> bool {
        self.get(kind)
            .is_some_and(|deed| (deed as &dyn Any).is::<D>())
    }
}

/// Returns the kind of action with this name, if this world has one. Old journals may use former names for attacking
/// and shooting at a target.
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
    /// Adds a kind of action, for the player and monsters. It replaces an earlier deed of the same kind, including
    /// the game's own.
    fn add_deed(&mut self, kind: ActionKind, deed: impl Deed) -> &mut Self;
}

impl AddDeed for App {
    fn add_deed(&mut self, kind: ActionKind, deed: impl Deed) -> &mut Self {
        let mut deeds = self.world_mut().get_resource_or_init::<Deeds>();
        Arc::make_mut(&mut deeds.0).insert(kind, Arc::new(deed));
        self
    }
}

/// Returns what `action` turns into if `actor` does it now, or what makes it impossible as far as it knows. Refusals
/// depend only on the actor's knowledge, and cost the player no time.
pub(crate) fn judge(world: &World, actor: Entity, action: Action) -> Result<Action, Obstacle> {
    let doer = Doer::of(world, actor).ok_or(Obstacle::Terrain)?;
    world.resource::<Deeds>().judge(world, &doer, action)
}
