//! Throwing things.

use bevy::prelude::*;

use super::blow::be_conspicuous;
use super::kinds::{AddDeed, Deed, Doer};
use super::pack::{loose, place_of_aim, take_out};
use crate::game::being::{
    Action, ActionKind, Aim, Did, Flight, Obstacle, Occasion, Things, spawn_thing, tell,
    trigger_thing,
};
use crate::map::TileMap;
use crate::vision::{Knowledge, MapMemory, ObjectKind};

impl Action {
    /// The kind of action that [`throw`](Self::throw) creates.
    pub const THROW: ActionKind = ActionKind::new("throw");

    /// Throws a thing from this place of the actor's pack at a cell.
    pub const fn throw(place: u8, at: IVec2) -> Self {
        Self::new(Self::THROW, Aim::Thing { place, at })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::THROW, ThrowThing);
}

/// The deed of throwing something at a cell.
struct ThrowThing;

impl Deed for ThrowThing {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, ..) = loose(world, doer.entity, aim)?;
        match aim {
            Aim::Thing { at, .. } if at != doer.at => Ok(Action::throw(place as u8, at)),
            _ => Err(Obstacle::Named("no target")),
        }
    }

    /// Throws the thing. A thing that does something when it is thrown is used up, unless it is one that is kept; any other lies
    /// where it lands.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let who = doer.entity;
        let place = place_of_aim(aim);
        let Some(piece) = place.and_then(|place| take_out(world, who, place)) else {
            return;
        };
        let kind = piece.kind;
        let to = aim.cell(doer.at);
        let map = world.resource::<TileMap>();
        let lands = Flight::thrown(doer.at, to, |cell| map.get(cell)).lands;
        be_conspicuous(world, doer);
        doer.face(world, to);
        tell(world, who, lands, Did::of(Action::THROW).with(kind));
        let item = world.resource::<Things>().item(kind).cloned();
        let item = item.filter(|it| it.responds_to(Occasion::THROW));
        if item.as_ref().is_none_or(|it| it.keeps) {
            spawn_thing(world, piece, lands);
            remember_throw(world, who, (doer.at, to), kind);
        }
        if let Some(item) = item {
            trigger_thing(world, (who, Occasion::THROW), &item, Some(lands));
        }
    }
}

/// Makes a thrower that remembers the way of a thrown thing remember where it must lie. This depends on nothing but what
/// the thrower knows. How long ago it saw the cell stays the same.
fn remember_throw(world: &mut World, who: Entity, (from, to): (IVec2, IVec2), kind: ObjectKind) {
    let Some(mut memory) = world.get_mut::<MapMemory>(who) else {
        return;
    };
    let lands = Flight::thrown(from, to, |cell| memory.tile(cell)).lands;
    if let Knowledge::Seen { tile, when, .. } = memory.get(lands) {
        memory.see(lands, tile, Some(kind), when);
    }
}
