//! Breaking down closed doors.

use crate::grid::Direction;
use bevy::prelude::*;

use super::hand::by_hand;
use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Did, Obstacle, Shows, tell};
use crate::game::mind::BreaksDoors;
use crate::map::{Tile, TileMap};

impl Action {
    /// The kind of action that [`break_door`](Self::break_door) creates.
    pub const BREAK_DOOR: ActionKind = ActionKind::new("break a door");

    /// Strikes a closed door beside the actor once. The door breaks when it has taken enough blows.
    pub const fn break_door(way: Direction) -> Self {
        Self::new(Self::BREAK_DOOR, Aim::Way(way))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::BREAK_DOOR, BreakDoor);
}

/// The deed of striking a closed door.
struct BreakDoor;

fn is_strong(world: &World, actor: Entity) -> bool {
    world.get::<BreaksDoors>(actor).is_some()
}

impl Deed for BreakDoor {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Named("no door"))?;
        let door = aim.cell(doer.at);
        let change = (
            Tile::breaks_to as fn(Tile) -> _,
            is_strong as fn(&World, _) -> _,
        );
        let (_, broken) = by_hand(world, doer, door, change, Obstacle::Named("no door"))?;
        Ok(if broken.is_some() {
            Action::break_door(way)
        } else {
            Action::bump(door)
        })
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let door = aim.cell(doer.at);
        let Some(mut arms) = world.get_mut::<BreaksDoors>(doer.entity) else {
            return;
        };
        let breaks = arms.strike(door);
        let (burns, loudness) = (arms.burns, arms.noise);
        let mut map = world.resource_mut::<TileMap>();
        let tile = map.tile(door);
        if let Some(broken) = tile.breaks_to().filter(|_| breaks) {
            map.set(
                door,
                if burns {
                    Tile::ASHES.like(tile)
                } else {
                    broken
                },
            );
        }
        let outcome = match (breaks, burns) {
            (true, true) => "burnt down",
            (true, false) => "broken",
            (false, true) => "set on fire",
            (false, false) => "struck",
        };
        let struck = Did::of(Action::BREAK_DOOR).outcome(outcome).heard(loudness);
        tell(world, doer.entity, door, struck.shows(Shows::Place));
    }
}
