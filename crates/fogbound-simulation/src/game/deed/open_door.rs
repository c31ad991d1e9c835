//! Opening closed doors.

use crate::grid::Direction;
use bevy::prelude::*;

use super::hand::by_hand;
use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Did, Obstacle, Shows, tell};
use crate::game::mind::{has_key, opens_doors};
use crate::game::sense::known_tile;
use crate::map::{Tile, TileMap};

/// How far a door can be heard, as a walking distance in cells.
pub(super) const LOUDNESS: u32 = 7;

impl Action {
    /// The kind of action that [`open_door`](Self::open_door) creates.
    pub const OPEN_DOOR: ActionKind = ActionKind::new("open a door");

    /// Opens a closed door beside the actor.
    pub const fn open_door(way: Direction) -> Self {
        Self::new(Self::OPEN_DOOR, Aim::Way(way))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::OPEN_DOOR, OpenDoor);
}

/// Returns the action of opening a door: an actor that only believes it to be unlocked bumps into it.
///
/// # Errors
///
/// If the actor knows that it needs a key, and has none.
pub(super) fn by_key(world: &World, doer: &Doer, way: Direction) -> Result<Action, Obstacle> {
    let door = doer.at + way.delta();
    let fits = |it: Tile| has_key(world, doer.entity, it);
    if known_tile(world, doer.entity, door).is_some_and(|it| !fits(it)) {
        return Err(Obstacle::Named("locked"));
    }
    Ok(match fits(world.resource::<TileMap>().tile(door)) {
        true => Action::open_door(way),
        false => Action::bump(door),
    })
}

/// The deed of opening a closed door.
struct OpenDoor;

impl Deed for OpenDoor {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Named("no door"))?;
        let door = aim.cell(doer.at);
        let (_, open) = by_hand(
            world,
            doer,
            door,
            (Tile::opens_to, opens_doors),
            Obstacle::Named("no door"),
        )?;
        match open {
            Some(_) => by_key(world, doer, way),
            None => Ok(Action::bump(door)),
        }
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let door = aim.cell(doer.at);
        let mut map = world.resource_mut::<TileMap>();
        if let Some(open) = map.tile(door).opens_to() {
            map.set(door, open);
        }
        let opened = Did::of(Action::OPEN_DOOR).heard(LOUDNESS);
        tell(world, doer.entity, door, opened.shows(Shows::Place));
    }
}
