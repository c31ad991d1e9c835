//! What a kind of action is, and the list of all kinds.

use std::any::TypeId;
use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::arrive::come_to;
use crate::game::being::{
    Action, ActionKind, ActorId, Aim, Conduct, Happening, Obstacle, Occupancy, tell,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::Position;

/// A kind of action: whether it can be done, how long it takes, and what it does.
///
/// Each of the game's is a file of `game/deed`, and one line of its `plugin` that adds it.
pub trait Deed: Send + Sync + 'static {
    /// The kind of the actions that this is.
    fn kind(&self) -> ActionKind;

    /// What comes of it if `actor`, who stands on `from`, does it now: this action, or another one that it
    /// turns into.
    ///
    /// # Errors
    ///
    /// What stands in the way, as far as the actor knows. What it cannot know it finds out by trying: that
    /// is a [`bump`](Action::bump).
    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle>;

    /// How long it takes, in percent of the actor's usual time.
    fn percent(&self) -> u64 {
        100
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
}

impl Doer {
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
pub(crate) struct Deeds(Arc<HashMap<ActionKind, Added>>);

/// A deed, and what tells it from one that has taken its place.
type Added = (TypeId, Arc<dyn Deed>);

impl Deeds {
    /// What kind of action it is.
    pub(crate) fn get(&self, kind: ActionKind) -> Option<&dyn Deed> {
        self.0.get(&kind).map(|(_, deed)| &**deed)
    }

    /// Returns whether actions of this kind are done by the deed `D`, and not by one that has taken its place.
    pub(super) fn is_done_by<D: Deed>(&self, kind: ActionKind) -> bool {
        let added = self.0.get(&kind);
        added.is_some_and(|(deed, _)| *deed == TypeId::of::<D>())
    }
}

/// The kind of actions of this name, if there is one in this world.
pub fn kind_named(world: &World, name: &str) -> Option<ActionKind> {
    let kinds = world.get_resource::<Deeds>()?.0.keys();
    kinds.copied().find(|it| it.name() == name)
}

/// Adds kinds of actions to an app.
pub trait AddDeed {
    /// Makes actions of this kind possible. A deed takes the place of an earlier one of the same kind, the game's own
    /// included, for the player and for monsters.
    fn add_deed<D: Deed>(&mut self, deed: D) -> &mut Self;
}

impl AddDeed for App {
    fn add_deed<D: Deed>(&mut self, deed: D) -> &mut Self {
        let mut deeds = self.world_mut().get_resource_or_init::<Deeds>();
        let added: Added = (TypeId::of::<D>(), Arc::new(deed));
        Arc::make_mut(&mut deeds.0).insert(added.1.kind(), added);
        self
    }
}

/// What stands in the way of an action of a kind that nobody has added.
pub(crate) const UNKNOWN: Obstacle = Obstacle::Own("no such action");

/// What comes of `action` if `actor` does it now, or what stands in its way as far as it knows. What the
/// actor may know decides what is refused, and a refusal takes no time of the player's.
pub(crate) fn judge(world: &World, actor: Entity, action: Action) -> Result<Action, Obstacle> {
    let Some(&Position(from)) = world.get::<Position>(actor) else {
        return Err(Obstacle::Terrain);
    };
    match world.resource::<Deeds>().get(action.kind) {
        Some(deed) => deed.judge(world, actor, from, action.aim),
        None => Err(UNKNOWN),
    }
}
