//! Putting out flames and lighting them again.

use crate::grid::Direction;
use bevy::prelude::*;

use super::hand::by_hand;
use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{
    Action, ActionKind, Aim, Did, FactKind, Numbers, Obstacle, Oil, Shows, tell,
};
use crate::game::mind::{DousesFlames, LightsFlames, opens_doors};
use crate::map::{Tile, TileMap};

/// How far the handling of a flame can be heard, as a walking distance in cells.
const LOUDNESS: u32 = 2;

impl Action {
    /// The kind of action that [`tend`](Self::tend) creates.
    pub const TEND: ActionKind = ActionKind::new("tend a flame");

    /// Puts out or lights the brazier or wall torch beside the actor.
    pub const fn tend(way: Direction) -> Self {
        Self::new(Self::TEND, Aim::Way(way))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::TEND, Tend);
}

/// The deed of putting out or lighting an adjacent brazier or torch.
struct Tend;

/// Returns the extinguished form of a burning tile, or the burning form of an extinguished one.
fn tended(tile: Tile) -> Option<Tile> {
    tile.put_out().or_else(|| tile.kindled())
}

/// Returns whether an actor has hands for putting out and lighting flames.
fn tends_flames(world: &World, actor: Entity) -> bool {
    opens_doors(world, actor)
        || world.get::<DousesFlames>(actor).is_some()
        || world.get::<LightsFlames>(actor).is_some()
}

/// Returns for how many turns a lantern burns the oil in a burning brazier or torch. Other tiles hold no oil.
fn oil_in(world: &World, tile: Tile) -> u32 {
    let numbers = world.resource::<Numbers>().lantern;
    match tile.flame().filter(|_| tile.put_out().is_some()) {
        Some(flame) if flame.is_in_wall => numbers.torch,
        Some(_) => numbers.brazier,
        None => 0,
    }
}

impl Deed for Tend {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Named("no flame"))?;
        let flame = aim.cell(doer.at);
        let (known, real) = by_hand(
            world,
            doer,
            flame,
            (tended, tends_flames),
            Obstacle::Named("no flame"),
        )?;
        let oil = world.get::<Oil>(doer.entity);
        if oil.is_some_and(|oil| !oil.has(oil_in(world, known))) {
            return Err(Obstacle::Named("no oil"));
        }
        Ok(if real == Some(known) {
            Action::tend(way)
        } else {
            Action::bump(flame)
        })
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let flame = aim.cell(doer.at);
        let mut map = world.resource_mut::<TileMap>();
        let before = map.tile(flame);
        if let Some(tile) = tended(before) {
            map.set(flame, tile);
            let burns = tile.flame().is_some();
            let (drawn, spent) = (oil_in(world, before), oil_in(world, tile));
            let has_oil = world.get::<Oil>(doer.entity).is_some();
            let oil = if has_oil { spent } else { 0 };
            let outcome = if burns { "lit" } else { "put out" };
            let tended = Did::of(Action::TEND).outcome(outcome).amount(oil);
            let tended = tended.heard(LOUDNESS).shows(Shows::Flame);
            tell(world, doer.entity, flame, tended);
            if let Some(mut oil) = world.get_mut::<Oil>(doer.entity) {
                oil.spend(spent);
                let turns = oil.add(drawn);
                if turns > 0 {
                    tell(
                        world,
                        doer.entity,
                        flame,
                        Did::of(FactKind::TOOK_OIL).amount(turns),
                    );
                }
            }
        }
    }
}
