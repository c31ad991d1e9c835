//! What a fight would be like.

use bevy::prelude::*;

use super::blow::chance_to_hit;
use crate::game::being::{Health, Melee};

/// How one would fare against another, hand to hand, as both are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance that a blow hits, in percent.
    pub chance: i32,
    /// Least and most damage of a blow that hits.
    pub damage: (i32, i32),
    /// How many blows that hit the other can take: at least, and at most, the last being the one that kills. None if
    /// blows do no damage.
    pub blows: Option<(i32, i32)>,
}

/// What a blow of `attacker`'s at `target` would be like; none if the one does not fight hand to hand, or the other
/// cannot be hurt.
pub fn odds(world: &World, attacker: Entity, target: Entity) -> Option<Odds> {
    let &Melee { accuracy, damage } = world.get::<Melee>(attacker)?;
    let health = world.get::<Health>(target)?.now;
    let (chance, factor) = chance_to_hit(world, accuracy, target);
    let (least, most) = (damage.0.max(0), damage.1.max(damage.0).max(0));
    let (least, most) = (least.saturating_mul(factor), most.saturating_mul(factor));
    // What surprises does so once.
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
    })
}
