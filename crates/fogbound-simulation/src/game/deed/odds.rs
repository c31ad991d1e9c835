//! The odds of a fight.

use bevy::prelude::*;

use super::blow::Aiming;
use crate::game::being::{Health, Melee, Numbers};
use crate::game::mind::Shoots;

/// The odds of one actor's blows or shots against another, given the current condition of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance that a blow or shot hits, as a percentage.
    pub chance: i32,
    /// The minimum and maximum damage of a hit.
    pub damage: (i32, i32),
    /// The minimum and maximum number of hits needed to kill the target, or `None` if hits do no damage.
    pub blows: Option<(i32, i32)>,
    /// Whether the attacker only feels the target, which makes hits less likely.
    pub felt: bool,
}

/// Returns the odds of `attacker` against `target`, or `None` if the attacker cannot fight hand to hand or the target
/// cannot be hurt.
pub fn odds(world: &World, attacker: Entity, target: Entity) -> Option<Odds> {
    let &Melee { accuracy, damage } = world.get::<Melee>(attacker)?;
    odds_of(world, (attacker, target), accuracy, damage)
}

/// Returns the odds of the shots of `attacker` at `target` within range, or `None` if the attacker does not shoot or
/// the target cannot be hurt.
pub fn odds_of_shots(world: &World, attacker: Entity, target: Entity) -> Option<Odds> {
    let bow = world.get::<Shoots>(attacker)?;
    odds_of(world, (attacker, target), bow.accuracy, bow.damage)
}

fn odds_of(
    world: &World,
    (attacker, target): (Entity, Entity),
    accuracy: i32,
    damage: (i32, i32),
) -> Option<Odds> {
    let health = world.get::<Health>(target)?.now;
    let aiming = Aiming::at(world, attacker, target);
    let (chance, factor) = aiming.chance_to_hit(&world.resource::<Numbers>().blows, accuracy);
    let (least, most) = (damage.0.max(0), damage.1.max(damage.0).max(0));
    let (least, most) = (least.saturating_mul(factor), most.saturating_mul(factor));
    // Only the first hit benefits from surprise.
    let later = |each: i32, first: i32| match each {
        ..=0 => None,
        _ => {
            let left = (health - first).max(0).unsigned_abs();
            Some(1 + left.div_ceil(each.unsigned_abs()).cast_signed())
        }
    };
    let quickest = later(damage.1.max(damage.0), most);
    let slowest = later(damage.0, least);
    let blows = quickest.map(|quickest| (quickest, slowest.unwrap_or(i32::MAX)));
    Some(Odds {
        chance,
        damage: (least, most),
        blows,
        felt: !aiming.sees,
    })
}
