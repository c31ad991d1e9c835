//! Kinds of actions, and the collection of all kinds.

use std::any::Any;
use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::take::come_to;
use crate::game::being::{
    Action, ActionKind, Actor, ActorId, Aim, Clock, Conduct, Did, Number, Obstacle, Occupancy,
    move_to, percent, tell,
};
use crate::grid::Direction;
use crate::map::{TileMap, is_near_map};
use crate::vision::Position;

/// A kind of action. A deed decides what an action of this kind turns into, how long it takes, and what it does.
pub trait Deed: Any + Send + Sync {
    /// Returns the action that results if `doer` attempts this one now: either this action, or another that this one
    /// turns into.
    ///
    /// # Errors
    ///
    /// Returns the obstacle that makes the action impossible, as far as the actor knows. The actor discovers an unknown
    /// obstacle only by trying; the action then turns into a [`bump`](Action::bump).
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle>;

    /// Returns how many ticks the action takes. The default is [`Doer::delay`].
    fn ticks(&self, _world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.delay
    }

    /// Carries out the action. [`judge`](Self::judge) has just returned this action.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim);
}

/// An actor that performs an action, together with its position and the current time.
#[derive(Clone, Copy, Debug)]
pub struct Doer {
    /// The actor.
    pub entity: Entity,
    /// The actor's ID.
    pub id: ActorId,
    /// The actor's cell.
    pub at: IVec2,
    /// The current tick.
    pub tick: u64,
    /// The length of a normal action for this actor, in ticks.
    pub delay: u64,
}

impl Doer {
    /// Returns an actor's current data, or `None` if the actor no longer exists.
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

    /// Returns how many ticks the actor takes to handle a door, a lantern or a flame.
    pub(super) fn ticks_by_hand(&self, world: &World) -> u64 {
        self.delay * u64::from(percent(world, self.entity, Number::Hands)) / 100
    }

    /// Moves the actor to a cell at any distance, provided that the cell is walkable and free. Returns whether the
    /// actor moved.
    ///
    /// After moving, the actor faces in the direction of the move. The player also finds what lies on the cell.
    pub fn go_to(&self, world: &mut World, cell: IVec2) -> bool {
        let is_free = world.resource::<TileMap>().is_walkable(cell)
            && world.resource::<Occupancy>().at(cell).is_none();
        if !is_free {
            return false;
        }
        move_to(world, self.entity, cell);
        self.face(world, cell);
        come_to(world, self.entity, cell);
        true
    }

    /// Turns the actor, and the beam of its lantern, towards another cell.
    pub(super) fn face(&self, world: &mut World, cell: IVec2) {
        if let Some(way) = Direction::towards(cell.saturating_sub(self.at))
            && let Some(mut conduct) = world.get_mut::<Conduct>(self.entity)
        {
            conduct.heading = Some(way);
        }
    }

    /// Reports that the actor has performed a custom action on the cell `at` and, if `target` is given, on that actor.
    /// The action can be heard up to `loudness` cells away.
    pub fn tell(
        &self,
        world: &mut World,
        deed: ActionKind,
        at: IVec2,
        target: Option<Entity>,
        loudness: u32,
    ) {
        let what = Did::of(deed).to(target).heard(loudness);
        tell(world, self.entity, at, what);
    }
}

/// Every kind of action, by name.
#[derive(Resource, Clone, Default)]
pub(crate) struct Deeds(Arc<HashMap<ActionKind, Arc<dyn Deed>>>);

impl Deeds {
    /// Returns the action that results if `doer` attempts `action` now, or the obstacle that makes it impossible as far
    /// as the actor knows.
    pub(super) fn judge(
        &self,
        world: &World,
        doer: &Doer,
        action: Action,
    ) -> Result<Action, Obstacle> {
        let deed = self.get(action.kind);
        let deed = deed.ok_or(Obstacle::Named("no such action"))?;
        if !is_near_map(action.aim.cell(doer.at)) {
            return Err(Obstacle::Named("no target"));
        }
        deed.judge(world, doer, action.aim)
    }

    pub(super) fn get(&self, kind: ActionKind) -> Option<&dyn Deed> {
        self.0.get(&kind).map(|deed| &**deed)
    }

    /// Returns whether the deed `D`, rather than a replacement, performs actions of this kind.
    pub(super) fn is_done_by<D: Deed>(&self, kind: ActionKind) -> bool {
        self.get(kind)
            .is_some_and(|deed| (deed as &dyn Any).is::<D>())
    }
}

/// Returns the kind of action with this name, if there is one in this world. Also accepts the former names of the
/// actions that attack or shoot at a given target, because old journals may contain those names.
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
    /// Adds a kind of action for the player and monsters. The new deed replaces any earlier deed of the same kind,
    /// including a built-in one.
    fn add_deed(&mut self, kind: ActionKind, deed: impl Deed) -> &mut Self;
}

impl AddDeed for App {
    fn add_deed(&mut self, kind: ActionKind, deed: impl Deed) -> &mut Self {
        let mut deeds = self.world_mut().get_resource_or_init::<Deeds>();
        Arc::make_mut(&mut deeds.0).insert(kind, Arc::new(deed));
        self
    }
}

/// Returns the action that results if `actor` attempts `action` now, or the obstacle that makes it impossible as far as
/// the actor knows. Whether an action is refused depends only on what the actor knows. A refused action costs the
/// player no time.
pub(crate) fn judge(world: &World, actor: Entity, action: Action) -> Result<Action, Obstacle> {
    let doer = Doer::of(world, actor).ok_or(Obstacle::Terrain)?;
    world.resource::<Deeds>().judge(world, &doer, action)
}
