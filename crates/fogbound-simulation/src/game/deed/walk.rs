//! Waiting, walking one cell, and running. A runner is faster and louder than a walker, and needs breath. A walker with a
//! long weapon strikes at a hunter ahead rather than step into its reach.

use crate::grid::Direction;
use bevy::prelude::*;

use super::attack::at_arms_length;
use super::kinds::{AddDeed, Deed, Doer};
use super::open_door::by_key;
use super::parting::{hunts, part};
use super::struggle::is_rooted;
use super::take::come_to;
use super::walking::{Finding, feeling, moves, step_ticks};
use crate::game::being::{
    Action, ActionKind, Aim, Blinded, Breath, Depth, Did, FactKind, Faction, Melee, Numbers,
    Obstacle, Occupancy, Player, are_enemies, move_to, tell,
};
use crate::game::mind::{Guards, opens_doors, passes_door};
use crate::game::sense::{known_tile, knows_of};
use crate::map::{Tile, TileMap};
use crate::vision::LightMap;

impl Action {
    /// The kind of the [`WAIT`](Self::WAIT) action.
    pub const WAITING: ActionKind = ActionKind::new("wait");

    /// Waits one turn.
    pub const WAIT: Self = Self::new(Self::WAITING, Aim::Here);

    /// The kind of action that [`step`](Self::step) creates.
    pub const STEP: ActionKind = ActionKind::new("step");

    /// The kind of action that [`run`](Self::run) creates.
    pub const RUN: ActionKind = ActionKind::new("run");

    /// Walks one cell. If a closed door is in the way, the actor opens it; if an enemy is in the way, the actor attacks
    /// it.
    pub const fn step(way: Direction) -> Self {
        Self::new(Self::STEP, Aim::Way(way))
    }

    /// Runs one cell. Running takes less time than walking, but it is louder, makes the actor more conspicuous and uses
    /// up [`Breath`](crate::game::Breath). Without breath, running takes as long as walking. If the run turns into another
    /// action, it takes as long as that other action.
    pub const fn run(way: Direction) -> Self {
        Self::new(Self::RUN, Aim::Way(way))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::WAITING, Wait)
        .add_deed(Action::STEP, Walk { runs: false })
        .add_deed(Action::RUN, Walk { runs: true });
}

/// The deed of waiting one turn.
pub(super) struct Wait;

impl Deed for Wait {
    fn judge(&self, _world: &World, _doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        Ok(Action::WAIT)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        moves(world, doer, None, false);
    }
}

/// The deed of walking or running one cell.
pub(super) struct Walk {
    runs: bool,
}

impl Deed for Walk {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Terrain)?;
        let actor = doer.entity;
        let to = doer.at + way.delta();
        let map = world.resource::<TileMap>();
        if !self.runs && shuns_fire(world, actor, to) {
            return Err(Obstacle::Named("fire"));
        }
        if let Some(other) = world.resource::<Occupancy>().at(to) {
            let fights = world.get::<Melee>(actor).is_some() && are_enemies(world, actor, other);
            if !knows_of(world, actor, other, to) {
                Ok(Action::bump(to))
            } else if fights {
                Ok(Action::attack_target(other, false))
            } else if makes_way(world, actor, other) {
                Ok(match self.runs {
                    _ if is_rooted(world, actor) => Action::STRUGGLE,
                    true => Action::run(way),
                    false => Action::step(way),
                })
            } else {
                Err(Obstacle::Actor(other))
            }
        } else if map.is_walkable(to) || map.tile(to).burns() {
            let hunter = at_arms_length(world, doer, way).filter(|it| hunts(world, *it));
            Ok(match hunter {
                Some(hunter) if !self.runs => Action::attack_target(hunter, false),
                _ if is_rooted(world, actor) => Action::STRUGGLE,
                _ if self.runs => Action::run(way),
                _ => Action::step(way),
            })
        } else if passes_door(world, actor, map.tile(to)) && knows_door(world, actor, to) {
            match opens_doors(world, actor) {
                true => by_key(world, doer, way),
                false => Ok(Action::break_door(way)),
            }
        } else if map.contains(to) && might_be_walkable(world, actor, to) {
            Ok(Action::bump(to))
        } else {
            Err(Obstacle::Terrain)
        }
    }

    fn ticks(&self, world: &World, doer: &Doer, aim: Aim) -> u64 {
        let (map, to) = (world.resource::<TileMap>(), aim.cell(doer.at));
        let ground = (
            map,
            world.resource::<LightMap>(),
            *world.resource::<Depth>(),
        );
        let finding = world.entity(doer.entity).get_components::<Finding>();
        let feels = finding.is_ok_and(|it| it.feels_way(ground, (doer.at, to)));
        let wearer = world.get(doer.entity);
        let feels = feels.then(|| feeling(world.resource::<Numbers>().steps, wearer));
        let breath = world.get::<Breath>(doer.entity);
        step_ticks(doer.delay, breath, (self.runs, feels), map.tile(to))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let to = aim.cell(doer.at);
        let friend = world.resource::<Occupancy>().at(to);
        let friend = friend.filter(|it| makes_way(world, doer.entity, *it));
        if let Some(friend) = friend {
            world.resource_mut::<Occupancy>().remove(friend);
        }
        let parts = part(world, doer, to);
        if parts {
            moves(world, doer, Some(to), self.runs);
        }
        if let Some(friend) = friend {
            let cell = if parts { doer.at } else { to };
            move_to(world, friend, cell);
            let swapped = Did::of(FactKind::CHANGED_PLACES).to(friend);
            if parts {
                tell(world, doer.entity, to, swapped);
            }
        }
        if parts {
            come_to(world, doer.entity, to);
        }
    }
}

impl FactKind {
    /// The actor changed places with the target, which is on its side.
    pub const CHANGED_PLACES: Self = Self::new("changed places");
}

/// Returns whether a creature changes places with the player, which walks onto its cell: it is on the player's side, and
/// does not guard its cell.
pub(crate) fn makes_way(world: &World, actor: Entity, other: Entity) -> bool {
    let side = |who: Entity| world.get::<Faction>(who);
    let stays = world.get::<Guards>(other).is_some_and(|it| it.radius == 0);
    world.get::<Player>(actor).is_some() && side(actor) == side(other) && !stays
}

/// Returns whether an actor would not walk onto a cell because it sees a fire there. The player walks into a fire only
/// by running; creatures have their reasons. An enemy in a fire can be attacked. A blind player may try whether a fire
/// that it remembers still burns.
fn shuns_fire(world: &World, actor: Entity, cell: IVec2) -> bool {
    let known = || known_tile(world, actor, cell).is_some_and(Tile::burns);
    let other = world.resource::<Occupancy>().at(cell);
    let is_free = other.is_none_or(|other| !knows_of(world, actor, other, cell));
    let is_blind = world.get::<Blinded>(actor).is_some();
    world.get::<Player>(actor).is_some() && known() && is_free && !is_blind
}

/// Returns whether an actor knows that there is a door on a cell. Only actors that know what the cell really is know of
/// a secret door.
fn knows_door(world: &World, actor: Entity, cell: IVec2) -> bool {
    let is_secret = world.resource::<TileMap>().tile(cell).seems().is_some();
    let known = || known_tile(world, actor, cell).and_then(Tile::opens_to);
    !is_secret || known().is_some()
}

/// Returns whether a cell could be walkable, as far as `actor` knows.
fn might_be_walkable(world: &World, actor: Entity, cell: IVec2) -> bool {
    known_tile(world, actor, cell)
        .is_none_or(|tile| tile.is_walkable() || passes_door(world, actor, tile))
}
