//! Taking the stairs.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::sentence;
use crate::game::being::{
    Action, ActionKind, Aim, Clock, Depth, Did, End, FactKind, Fate, Leaving, Obstacle, Player,
    Quest, Victory, tell,
};
use crate::map::{Stairs, TileMap};

impl FactKind {
    /// The player left the dungeon with the beacon.
    pub const CAME_OUT: Self = Self::new("came out");
}

impl Action {
    /// The kind of the [`TAKE_STAIRS`](Self::TAKE_STAIRS) action.
    pub const STAIRS: ActionKind = ActionKind::new("take the stairs");

    /// Takes the stairs that the actor is standing on, up or down.
    pub const TAKE_STAIRS: Self = Self::new(Self::STAIRS, Aim::Here);
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::STAIRS, TakeStairs);
}

/// The deed of taking the stairs.
struct TakeStairs;

impl Deed for TakeStairs {
    fn judge(&self, world: &World, doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        if world.get::<Player>(doer.entity).is_none() {
            return Err(Obstacle::Named("no stairs"));
        }
        let quest = world.resource::<Quest>();
        match stairs_lead_to(world, doer.at) {
            Some(_) => Ok(Action::TAKE_STAIRS),
            None if !leads_out(world, doer.at) => Err(Obstacle::Named("no stairs")),
            None if quest.is_done && ends_outside(world) => Ok(Action::TAKE_STAIRS),
            None => {
                let refusal = world.resource::<Quest>().goals.refusal();
                Err(Obstacle::Named(sentence(refusal)))
            }
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        if leads_out(world, doer.at) {
            let turn = world.resource::<Clock>().turn();
            world.insert_resource(Fate::Won(Victory { turn }));
            tell(world, doer.entity, doer.at, Did::of(FactKind::CAME_OUT));
            return;
        }
        // The level changes after all other actions of this tick.
        world.insert_resource(Leaving::TakesStairs);
    }
}

/// Returns whether the game is won by the stairs up from level 1.
fn ends_outside(world: &World) -> bool {
    world.resource::<Quest>().goals.end == End::Out
}

/// Returns whether the stairs on `cell` lead out: those of level 1, in a dungeon and in a game with goals of its own or, on
/// any map, for a player who has the goal.
fn leads_out(world: &World, cell: IVec2) -> bool {
    let quest = world.resource::<Quest>();
    let has_goal = quest.last.is_some() || !world.resource::<Quest>().goals.is_plain();
    (has_goal || quest.is_done)
        && world.resource::<Depth>().0 == 1
        && world.resource::<TileMap>().tile(cell).stairs() == Some(Stairs::Up)
}

/// Returns the level that the stairs on `cell` lead to, if there are stairs. No stairs lead up from the first level.
pub(crate) fn stairs_lead_to(world: &World, cell: IVec2) -> Option<u32> {
    let depth = world.resource::<Depth>().0;
    match world.resource::<TileMap>().tile(cell).stairs()? {
        Stairs::Down => Some(depth + 1),
        Stairs::Up => depth.checked_sub(1).filter(|&above| above > 0),
    }
}
