//! The expected cost of a fight.

use bevy::math::IVec2;

use super::choose::Bot;
use super::learnt::Learnt;
use crate::explorer::outlook::{Creature, Outlook};
use crate::grid::Direction;

/// More health than any actor has, in hundredths of a point.
const DEADLY: i64 = 1_000_000;
/// The longest detour, in cells, that monsters are assumed to make to attack from another side.
const DETOUR: u32 = 3;

/// Returns the expected loss of health in a fight with all `foes`, in hundredths of a point. At most `fronts` of them
/// can attack at the same time.
fn loss<'a>(foes: impl IntoIterator<Item = &'a Creature>, learnt: &Learnt, fronts: usize) -> i64 {
    let mut fights: Vec<(i64, i64)> = foes
        .into_iter()
        .map(|foe| (rounds_to_kill(foe), harm(foe, learnt)))
        .collect();
    // The player first attacks the enemy that takes the least time to kill.
    fights.sort_unstable();
    let mut dead = vec![0];
    let mut lost = 0;
    for (number, (rounds, harm)) in fights.into_iter().enumerate() {
        let time = dead[number] + rounds;
        // The enemy cannot attack until one of the `fronts` is free.
        let since = dead[(number + 1).saturating_sub(fronts.max(1))];
        lost += (time - since) * harm / 100;
        dead.push(time);
    }
    lost.min(DEADLY)
}

impl Bot {
    /// Returns whether the player can expect to survive a fight with all `foes` at its current position. Open space
    /// requires a greater safety margin than a doorway.
    pub(super) fn is_bearable(&self, outlook: &Outlook, foes: &[&Creature]) -> bool {
        let fronts = fronts(outlook, foes);
        let lost = loss(foes.iter().copied(), &self.learnt, fronts);
        let margin = if fronts <= 3 { 140 } else { 180 };
        lost * margin / 100 <= i64::from(outlook.health.now()) * 100
    }

    /// Returns whether an enemy, awake or asleep, is too dangerous to face unless necessary.
    pub(super) fn is_dangerous(&self, outlook: &Outlook, foe: &Creature) -> bool {
        let lost = loss([foe], &self.learnt, 1) * 4;
        lost > i64::from(outlook.health.now()) * 100
    }
}

/// Returns the number of adjacent cells from which `foes` can attack the player.
fn fronts(outlook: &Outlook, foes: &[&Creature]) -> usize {
    let Some(nearest) = foes.first() else {
        return 1;
    };
    let ways = outlook.ways(nearest.at, |cell| cell == outlook.here);
    let around = Direction::ALL.map(|way| outlook.here + way.delta());
    let far = around.iter().filter_map(|cell| ways.cost_to(*cell)).min();
    let is_near = |cell: &&IVec2| {
        ways.cost_to(**cell)
            .is_some_and(|cost| cost <= far.unwrap_or(0) + DETOUR)
    };
    around.iter().filter(is_near).count().max(1)
}

/// Returns the expected time to kill an enemy, in hundredths of a turn.
pub(super) fn rounds_to_kill(foe: &Creature) -> i64 {
    let Some(odds) = foe.mine else { return DEADLY };
    let Some((few, many)) = odds.blows else {
        return DEADLY;
    };
    // The number of blows at the mean damage is the harmonic mean of `few` and `many`.
    let (few, many) = (i64::from(few.max(1)), i64::from(many.max(1)));
    let blows = 200 * few * many / (few + many);
    blows * 100 / i64::from(odds.chance.max(1))
}

/// Returns the expected damage that an enemy deals per turn, in hundredths of a point.
fn harm(foe: &Creature, learnt: &Learnt) -> i64 {
    let attacks = [foe.its, foe.shots].into_iter().flatten();
    let Some(odds) = attacks.max_by_key(|it| it.chance * (it.damage.0 + it.damage.1)) else {
        return 0;
    };
    let damage = i64::from(odds.damage.0) + i64::from(odds.damage.1);
    // `chance` is a percentage, so the result is in hundredths. `damage` is the sum of the minimum and the maximum, so
    // half of it is the mean.
    let pace = match learnt.pace_of(foe) {
        0 => 100,
        pace => pace as i64,
    };
    // An enemy that stands in light will see the player by that light. So will an enemy that needs none.
    let will_see = foe.is_lit || learnt.needs_no_light(foe);
    // Any other strikes back at the place from which it is struck.
    let least = if will_see { 0 } else { foe.given_away };
    let chance = odds.chance + (odds.penalty.unwrap_or(0) - least).max(0);
    i64::from(chance.min(100)) * damage / 2 * pace / 100
}

#[cfg(test)]
mod tests {
    use bevy::math::IVec2;
    use bevy::prelude::Entity;

    use super::*;
    use crate::game::deed::Odds;
    use crate::game::{ActorId, State};

    /// Returns an enemy that dies after two blows and deals two points of damage per turn.
    fn foe() -> Creature {
        let odds = |blows| {
            Some(Odds {
                penalty: None,
                exposure: crate::fov::Exposure::WHOLE,
                chance: 100,
                damage: (2, 2),
                blows,
            })
        };
        Creature {
            entity: Entity::PLACEHOLDER,
            id: ActorId(1),
            name: "goblin".to_owned(),
            at: IVec2::ZERO,
            is_enemy: true,
            makes_way: false,
            is_rooted: false,
            state: State::Hunting,
            hunts: true,
            is_lit: false,
            mine: odds(Some((2, 2))),
            its: odds(None),
            shots: None,
            given_away: 5,
        }
    }

    #[test]
    fn a_fight_costs_less_if_fewer_enemies_attack_at_a_time() {
        let foes = [foe(), foe(), foe()];
        let lost = |fronts| loss(&foes, &Learnt::default(), fronts);
        // Each enemy takes two turns to kill. In the open, the last of three therefore attacks for six turns.
        assert_eq!((lost(1), lost(2), lost(3)), (1200, 2000, 2400));
        assert_eq!(lost(8), lost(3));
    }

    #[test]
    fn an_invulnerable_enemy_is_never_worth_a_fight() {
        let rock = Creature {
            mine: None,
            ..foe()
        };
        assert_eq!(loss([&rock], &Learnt::default(), 1), DEADLY);
    }
}
