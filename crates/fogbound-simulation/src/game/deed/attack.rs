//! Attacking and shooting. The target is either the actor that is visible on a given cell, or a given actor, wherever
//! it is when the blow falls.

use bevy::prelude::*;

use super::blow::{Blow, give_away};
use super::follow::follow;
use super::kinds::{AddDeed, Deed, Doer};
use crate::fov::Sight;
use crate::game::being::{
    Action, ActionKind, Aim, Inventory, Melee, Number, Obstacle, Occupancy, Wearer, are_enemies,
    leave_things, melee, place_of,
};
use crate::game::mind::Shoots;
use crate::game::sense::{
    felt_at, is_stone, is_unknown_to_player, known_at, line_of_sight, makes_out_at,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::ObjectKind;

impl Action {
    /// The kind of action that [`attack`](Self::attack) creates.
    pub const ATTACK: ActionKind = ActionKind::new("attack");

    /// The kind of action that [`shoot`](Self::shoot) creates.
    pub const SHOOT: ActionKind = ActionKind::new("shoot");

    /// Attacks whichever actor is visible in this direction, friend or enemy.
    pub const fn attack(way: Direction) -> Self {
        Self::new(Self::ATTACK, Aim::Way(way))
    }

    /// Attacks the actor `who` if that actor is still within reach when the blow falls. If that actor has moved away
    /// and `follows` is set, the attacker follows it by one step instead of striking at nothing.
    pub const fn attack_target(who: Entity, follows: bool) -> Self {
        Self::new(Self::ATTACK, Aim::Target { who, follows })
    }

    /// Shoots at the actor visible on this cell, along a line of sight, with the shooter's
    /// [`Shoots`](crate::game::mind::Shoots) weapon.
    pub const fn shoot(cell: IVec2) -> Self {
        Self::new(Self::SHOOT, Aim::Cell(cell))
    }

    /// Shoots at the actor `who` if that actor is still in view and in range when the shot is fired. If that actor has
    /// moved away and `follows` is set, the shooter follows it by one step.
    pub const fn shoot_target(who: Entity, follows: bool) -> Self {
        Self::new(Self::SHOOT, Aim::Target { who, follows })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::ATTACK, Attack { shot: false })
        .add_deed(Action::SHOOT, Attack { shot: true });
}

/// The deed of attacking or shooting at an actor.
pub(super) struct Attack {
    pub(super) shot: bool,
}

impl Deed for Attack {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let target = match aim {
            Aim::Target { who, follows } => {
                if is_unknown_to_player(world, doer.entity, who) {
                    return Err(Obstacle::Named("no target"));
                }
                if !self.reaches(world, doer, who) {
                    return follow(world, doer, who, follows).ok_or(Obstacle::Named("no target"));
                }
                Some(who)
            }
            _ if self.shot => known_at(world, doer.entity, doer.at, aim.cell(doer.at)),
            _ => {
                let way = aim.way().ok_or(Obstacle::Named("no target"))?;
                let at = doer.at + way.delta();
                let target = known_at(world, doer.entity, doer.at, at);
                let target = target.or_else(|| at_arms_length(world, doer, way));
                // The actor felt something there, and only a blow can tell whether it is still there.
                if target.is_none() && felt_at(world, doer.entity) == Some(at) {
                    return Ok(Action::bump(at));
                }
                target
            }
        };
        let target = target.filter(|&target| self.reaches(world, doer, target));
        let attack = if self.shot {
            Action::shoot_target
        } else {
            Action::attack_target
        };
        Ok(attack(target.ok_or(Obstacle::Named("no target"))?, false))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let target = aim
            .target()
            .and_then(|who| Some((who, place_of(world, who)?)));
        if let (Some((target, at)), Some(blow)) = (target, self.blow(world, doer)) {
            give_away(world, doer);
            doer.face(world, at);
            let shot = self.shot.then(|| spend_shot(world, doer)).flatten();
            blow.land(world, doer, target, at);
            if let Some(kind) = shot {
                leave_things(world, kind, &[at], None);
            }
        }
    }
}

impl Attack {
    /// Returns whether the actor can attack or shoot at `target` from where the actor stands.
    ///
    /// A blow reaches adjacent cells and, with a long weapon, enemies [at arm's length](at_arms_length). The target of a shot must be in view and within the weapon's range, and must have
    /// a line of sight to the shooter. This rules out shots around corners (which some algorithms can see around) and
    /// through doors that have just been closed.
    fn reaches(&self, world: &World, doer: &Doer, target: Entity) -> bool {
        let Some(at) = place_of(world, target) else {
            return false;
        };
        let offset = at - doer.at;
        if !self.shot {
            let fights = world.get::<Melee>(doer.entity).is_some();
            let is_beside = Direction::from_delta(offset).is_some();
            let far = offset.abs().max_element();
            let mut ways = Direction::ALL.into_iter();
            let way = ways.find(|way| far > 1 && way.delta() * far == offset);
            let at_length = || at_arms_length(world, doer, way?);
            return fights && (is_beside || at_length() == Some(target));
        }
        let in_range = world
            .get::<Shoots>(doer.entity)
            .is_some_and(|bow| Sight::default().with_radius(bow.range).reaches(offset));
        in_range
            && next_shot(world, doer) != Some(None)
            && makes_out_at(world, doer.entity, target, at)
            && line_of_sight(world.resource::<TileMap>(), at, doer.at)
            && target != doer.entity
            && are_enemies(world, doer.entity, target)
    }

    /// Returns the actor's blow or shot, or `None` if the actor is not capable of one.
    pub(super) fn blow(&self, world: &World, doer: &Doer) -> Option<Blow> {
        let (accuracy, damage) = if self.shot {
            let bow = world.get::<Shoots>(doer.entity)?;
            (bow.accuracy, bow.damage)
        } else {
            let arms = melee(world, doer.entity)?;
            (arms.accuracy, arms.damage)
        };
        Some(Blow {
            accuracy,
            damage,
            shot: self.shot,
            parting: false,
            dice: None,
        })
    }
}

/// Returns the place of the actor's pack from which its next shot comes; see [`Shoots::next_shot`].
fn next_shot(world: &World, doer: &Doer) -> Option<Option<usize>> {
    let bow = world.get::<Shoots>(doer.entity)?;
    bow.next_shot(world.resource(), world.get(doer.entity))
}

/// Takes what the actor shoots from its pack, if its shots take anything.
fn spend_shot(world: &mut World, doer: &Doer) -> Option<ObjectKind> {
    let place = next_shot(world, doer)??;
    let shot = world.get_mut::<Inventory>(doer.entity)?.take(place)?;
    Some(shot.kind)
}

/// Returns the enemy that an actor with a long weapon can strike in a direction beyond the next cell: the first one there,
/// if the actor sees it and every cell on the way is free.
pub(super) fn at_arms_length(world: &World, doer: &Doer, way: Direction) -> Option<Entity> {
    let reach = world.get::<Wearer>(doer.entity)?.points(Number::Reach);
    let (map, occupancy) = (world.resource::<TileMap>(), world.resource::<Occupancy>());
    let mut at = doer.at;
    for _ in 0..reach {
        at += way.delta();
        if !map.is_walkable(at) || occupancy.at(at).is_some() {
            return None;
        }
        let beyond = at + way.delta();
        if let Some(target) = occupancy.at(beyond) {
            // A step towards stone is a step.
            let strikes = are_enemies(world, doer.entity, target)
                && !is_stone(world, target)
                && makes_out_at(world, doer.entity, target, beyond);
            return strikes.then_some(target);
        }
    }
    None
}
