//! The odds of a fight.

use bevy::prelude::*;

use super::blow::{Aiming, share_of};
use crate::fov::{Exposure, FieldOfView, Sight};
use crate::game::being::{Health, HuntsBySound, Melee, Numbers, find_player, melee, place_of};
use crate::game::mind::Shoots;
use crate::game::sense::is_stone;
use crate::map::TileMap;
use crate::vision::{Light, LightShape, MapMemory};

/// The odds of one actor's blows or shots against another, given the current condition of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance that a blow or shot hits, as a percentage.
    pub chance: i32,
    /// The minimum and maximum damage of a hit.
    pub damage: (i32, i32),
    /// The minimum and maximum number of hits needed to kill the target, or `None` if hits do no damage.
    pub blows: Option<(i32, i32)>,
    /// The percentage points that the attacker loses because it only feels the target, or `None` if it sees the target. A
    /// hunter by sound loses none.
    pub penalty: Option<i32>,
    /// How much of the target's cell a shooter sees, as far as the player knows the cells in between. Of a blow, it is all.
    pub exposure: Exposure,
}

impl Odds {
    /// Returns how much of the target's cell is hidden from a shooter, in percent, if any of it is.
    pub fn cover(&self) -> Option<u32> {
        Some(100 - self.exposure.percent()).filter(|hidden| *hidden > 0)
    }
}

/// Returns the odds of `attacker` against `target`, or `None` if the attacker cannot fight hand to hand or the target
/// cannot be hurt.
pub fn odds(world: &World, attacker: Entity, target: Entity) -> Option<Odds> {
    let Melee { accuracy, damage } = melee(world, attacker)?;
    let mut aiming = Aiming::at(world, attacker, (target, place_of(world, target)?));
    aiming.penalty = aiming
        .penalty
        .filter(|_| !brings_light(world, attacker, target));
    odds_of(world, target, &aiming, (accuracy, damage))
}

/// Returns whether the attacker will see its target by the torch that it carries, once it is close enough to strike.
fn brings_light(world: &World, attacker: Entity, target: Entity) -> bool {
    let is_torch = |it: &Light| it.shape == LightShape::Round && it.radius > 0 && !it.darkness;
    let places = place_of(world, attacker).zip(place_of(world, target));
    places.is_some_and(|(one, other)| (one - other).abs().max_element() > 1)
        && world.get(attacker).is_some_and(is_torch)
        && world.get::<HuntsBySound>(attacker).is_none()
}

/// Returns the odds of the shots of `attacker` at `target` within range, or `None` if the attacker does not shoot or
/// the target cannot be hurt.
pub fn odds_of_shots(world: &World, attacker: Entity, target: Entity) -> Option<Odds> {
    let bow = world.get::<Shoots>(attacker)?;
    let (from, at) = (place_of(world, attacker)?, place_of(world, target)?);
    let mut aiming = Aiming::at(world, attacker, (target, at));
    aiming.exposure = known_exposure(world, from, at);
    odds_of(world, target, &aiming, (bow.accuracy, bow.damage))
}

/// Returns how much of the cell `at` one on the cell `from` sees, if nothing blocks sight but what the player knows of. A
/// pillar in the dark must not show in the odds.
fn known_exposure(world: &World, from: IVec2, at: IVec2) -> Exposure {
    let size = world.resource::<TileMap>().size();
    let memory = find_player(world).and_then(|(player, _)| world.get::<MapMemory>(player));
    let is_opaque = |cell: IVec2| {
        let tile = memory.and_then(|memory| memory.tile(cell));
        tile.is_some_and(|tile| tile.is_opaque())
    };
    let sight = Sight::default().unlimited();
    FieldOfView::new().exposure_with(size, from, at, sight, is_opaque)
}

fn odds_of(
    world: &World,
    target: Entity,
    aiming: &Aiming,
    (accuracy, damage): (i32, (i32, i32)),
) -> Option<Odds> {
    if is_stone(world, target) {
        return None;
    }
    let health = world.get::<Health>(target)?.now();
    let (chance, factor) = aiming.chance_to_hit(&world.resource::<Numbers>().blows, accuracy);
    let (least, most) = (damage.0.max(0), damage.1.max(damage.0).max(0));
    let (least, most) = (share_of(least, factor), share_of(most, factor));
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
        penalty: aiming.penalty,
        exposure: aiming.exposure,
    })
}
