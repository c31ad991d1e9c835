//! Drawing breath, and breathing fire.

use bevy::prelude::*;
use rand::RngExt;

use super::blow::{be_conspicuous, wound};
use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{
    Action, ActionKind, Aim, Did, Happening, Numbers, Obstacle, Occupancy, Player, Seed, Senses,
    are_enemies, decision_rng, place_of, reveal, tell,
};
use crate::game::mind::Breathes;
use crate::game::sense::is_stone;
use crate::map::{Density, TileMap};

/// How far drawing breath can be heard, as a walking distance in cells.
const BREATH: u32 = 9;

/// How far the roar of the fire can be heard, as a walking distance in cells.
const ROAR: u32 = 13;

impl Action {
    /// The kind of action that [`draw_breath`](Self::draw_breath) creates.
    pub const DRAW_BREATH: ActionKind = ActionKind::new("draw breath");

    pub const fn draw_breath(cell: IVec2) -> Self {
        Self::new(Self::DRAW_BREATH, Aim::Cell(cell))
    }

    /// The kind of the [`BREATHE`](Self::BREATHE) action.
    pub const BREATHING: ActionKind = ActionKind::new("breathe fire");

    /// Breathes fire in the direction in which the actor has drawn breath.
    pub const BREATHE: Self = Self::new(Self::BREATHING, Aim::Here);
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::DRAW_BREATH, DrawBreath)
        .add_deed(Action::BREATHING, Breathe);
}

/// The deed of drawing breath, aimed at a cell.
struct DrawBreath;

/// The deed of breathing fire where the drawn breath is aimed. The fire hurts friends and enemies.
struct Breathe;

impl Deed for DrawBreath {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let at = aim.cell(doer.at);
        let can = world.get::<Breathes>(doer.entity).is_some() && at != doer.at;
        can.then(|| Action::draw_breath(at))
            .ok_or(Obstacle::Named("no target"))
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        let turns = world.get::<Breathes>(doer.entity).map_or(1, |it| it.turns);
        doer.delay * u64::from(turns)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        if let Some(mut breath) = world.get_mut::<Breathes>(doer.entity) {
            breath.aim = Some(aim.cell(doer.at));
        }
        be_conspicuous(world, doer);
        tell(
            world,
            doer.entity,
            doer.at,
            Did::of(Action::DRAW_BREATH).heard(BREATH),
        );
    }
}

impl Deed for Breathe {
    fn judge(&self, world: &World, doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        let breath = world.get::<Breathes>(doer.entity);
        let drawn = breath.and_then(|it| it.aim);
        drawn
            .map(|_| Action::BREATHE)
            .ok_or(Obstacle::Named("no target"))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        let Some(mut breath) = world.get_mut::<Breathes>(doer.entity) else {
            return;
        };
        let Some(aim) = breath.aim.take() else {
            return;
        };
        let breath = *breath;
        let map = world.resource::<TileMap>();
        let burning = breath.line(doer.at, aim, |cell| map.get(cell));
        be_conspicuous(world, doer);
        tell(
            world,
            doer.entity,
            doer.at,
            Did::of(Action::BREATHING).heard(ROAR),
        );
        let mut dice = decision_rng(world.resource::<Seed>().0, "breath", doer.id, doer.tick);
        let (least, most) = breath.damage;
        for &cell in &burning {
            let damage = dice.random_range(least..=most.max(least)).max(0);
            burn(world, doer, cell, damage);
        }
        let smoke = Density::smoke(world.resource::<Numbers>().air.breath);
        let mut map = world.resource_mut::<TileMap>();
        for cell in burning {
            map.add_air(cell, smoke);
            if let Some(fire) = map.tile(cell).on_fire() {
                map.set(cell, fire);
            }
        }
    }
}

/// Hurts the actor on `cell`, if there is one. The actor learns where the fire came from.
fn burn(world: &mut World, doer: &Doer, cell: IVec2, damage: i32) {
    let target = world.resource::<Occupancy>().at(cell);
    let burns = |it: &Entity| place_of(world, *it).is_some() && !is_stone(world, *it);
    let Some(target) = target.filter(burns) else {
        return;
    };
    // The player decides how to react.
    let reacts = world.get::<Player>(target).is_none() && are_enemies(world, doer.entity, target);
    if let Some(mut senses) = world.get_mut::<Senses>(target).filter(|_| reacts) {
        senses.struck_from = Some(doer.at);
    }
    tell(
        world,
        doer.entity,
        cell,
        Happening::Burned { target, damage },
    );
    reveal(world, target);
    wound(world, doer, target, cell, damage);
}
