//! Using, wearing and throwing things.

use bevy::prelude::*;

use super::blow::be_conspicuous;
use super::carry::{held, place_of_aim, take_off, take_out};
use super::kinds::{Deed, Doer};
use crate::game::being::{
    Action, Aim, Did, Flight, Inventory, Obstacle, Occasion, Things, renew, spawn_thing, tell,
    trigger_thing,
};
use crate::game::sense::is_vain;
use crate::map::TileMap;
use crate::vision::{Knowledge, MapMemory, ObjectKind};

/// The deed of using something.
pub(super) struct UseThing;

/// The deed of putting something on, or taking it off.
pub(super) struct WearThing;

/// The deed of throwing something at a cell.
pub(super) struct ThrowThing;

impl Deed for UseThing {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, _, item) = held(world, doer.entity, aim)?;
        let effects = item.effects(Occasion::USE);
        if effects.is_empty() {
            return Err(Obstacle::Named("no use"));
        }
        match effects.iter().all(|it| is_vain(world, doer.entity, it)) {
            true => Err(Obstacle::Named("no effect")),
            false => Ok(Action::use_thing(place as u8)),
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let Ok((place, held, item)) = held(world, doer.entity, aim) else {
            return;
        };
        let item = item.clone();
        if !item.keeps {
            take_out(world, doer.entity, place);
        }
        let used = Did::of(Action::USE).with(held.kind);
        tell(world, doer.entity, doer.at, used);
        trigger_thing(world, (doer.entity, Occasion::USE), &item, None);
    }
}

impl Deed for WearThing {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, _, item) = held(world, doer.entity, aim)?;
        match item.worn {
            Some(_) => Ok(Action::wear(place as u8)),
            None => Err(Obstacle::Named("not worn")),
        }
    }

    /// Puts the thing on, after taking off what is worn in the same place of the body; or takes it off.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let who = doer.entity;
        let Ok((place, held, item)) = held(world, who, aim) else {
            return;
        };
        let (slot, item) = (item.worn, item.clone());
        if held.worn {
            take_off(world, who, place);
            tell(
                world,
                who,
                doer.at,
                Did::of(Action::WEAR).with(held.kind).outcome("taken off"),
            );
            return;
        }
        let things = world.resource::<Things>();
        let pack = world.get::<Inventory>(who);
        let others = pack.into_iter().flat_map(Inventory::iter);
        let others = others.filter(|(_, it)| it.worn);
        let same = |kind| things.item(kind).and_then(|it| it.worn) == slot;
        let others = others.filter(|(_, it)| same(it.kind));
        let others: Vec<usize> = others.map(|(place, _)| place).collect();
        for other in others {
            take_off(world, who, other);
        }
        if let Some(mut pack) = world.get_mut::<Inventory>(who) {
            pack.set_worn(place, true);
        }
        renew(world, who);
        trigger_thing(world, (who, Occasion::WEAR), &item, None);
        tell(world, who, doer.at, Did::of(Action::WEAR).with(held.kind));
    }
}

impl Deed for ThrowThing {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, ..) = held(world, doer.entity, aim)?;
        match aim {
            Aim::Thing { at, .. } if at != doer.at => Ok(Action::throw(place as u8, at)),
            _ => Err(Obstacle::Named("no target")),
        }
    }

    /// Throws the thing. A thing that does something when it is thrown is used up; any other lies where it lands.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let who = doer.entity;
        let place = place_of_aim(aim);
        let Some(kind) = place.and_then(|place| take_out(world, who, place)) else {
            return;
        };
        let to = aim.cell(doer.at);
        let map = world.resource::<TileMap>();
        let lands = Flight::thrown(doer.at, to, |cell| map.get(cell)).lands;
        be_conspicuous(world, doer);
        doer.face(world, to);
        tell(world, who, lands, Did::of(Action::THROW).with(kind));
        let item = world.resource::<Things>().item(kind).cloned();
        match item.filter(|it| it.responds_to(Occasion::THROW)) {
            Some(item) => {
                let occasion = (who, Occasion::THROW);
                trigger_thing(world, occasion, &item, Some(lands));
            }
            None => {
                spawn_thing(world, kind, lands);
                remember_throw(world, who, (doer.at, to), kind);
            }
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
