//! What a fight would cost.

use bevy::math::IVec2;

use super::learnt::Learnt;
use crate::explorer::outlook::{Creature, Outlook};
use crate::grid::Direction;

/// More than this nobody has.
const DEADLY: i64 = 1_000_000;
/// How many cells further a monster goes to come from another side.
const DETOUR: u32 = 3;

/// How much health a fight with all of these costs on average, in hundredths of a point, where so many at most can
/// strike at a time.
fn loss<'a>(foes: impl IntoIterator<Item = &'a Creature>, learnt: &Learnt, fronts: usize) -> i64 {
    let mut fights: Vec<(i64, i64)> = foes
        .into_iter()
        .map(|foe| (rounds_to_kill(foe), harm(foe, learnt)))
        .collect();
    // The player strikes first who dies soonest.
    fights.sort_unstable();
    let mut dead = vec![0];
    let mut lost = 0;
    for (number, (rounds, harm)) in fights.into_iter().enumerate() {
        let time = dead[number] + rounds;
        // It waits until there is room.
        let since = dead[(number + 1).saturating_sub(fronts.max(1))];
        lost += (time - since) * harm / 100;
        dead.push(time);
    }
    lost.min(DEADLY)
}

/// Whether the player can expect to survive a fight with all of these where it stands. In the open more is left to
/// chance than in a doorway.
pub(super) fn is_bearable(outlook: &Outlook, foes: &[&Creature], learnt: &Learnt) -> bool {
    let fronts = fronts(outlook, foes);
    let lost = loss(foes.iter().copied(), learnt, fronts);
    let margin = if fronts <= 3 { 140 } else { 180 };
    lost * margin / 100 <= i64::from(outlook.health.now) * 100
}

/// From how many cells beside the player these can strike it.
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

/// Whether one enemy is more than the player should wake or meet without need.
pub(super) fn is_dangerous(outlook: &Outlook, foe: &Creature, learnt: &Learnt) -> bool {
    loss([foe], learnt, 1) * 4 > i64::from(outlook.health.now) * 100
}

/// How many turns it takes to kill it, in hundredths.
pub(super) fn rounds_to_kill(foe: &Creature) -> i64 {
    let Some(odds) = foe.mine else { return DEADLY };
    let Some((few, many)) = odds.blows else {
        return DEADLY;
    };
    // Between the least and the most damage lies the mean, and not between the numbers of blows.
    let (few, many) = (i64::from(few.max(1)), i64::from(many.max(1)));
    let blows = 200 * few * many / (few + many);
    blows * 100 / i64::from(odds.chance.max(1))
}

/// How much health it takes in a turn, in hundredths of a point.
fn harm(foe: &Creature, learnt: &Learnt) -> i64 {
    let Some(odds) = foe.its else { return 0 };
    let damage = i64::from(odds.damage.0) + i64::from(odds.damage.1);
    // Two decimals by the chance; half of the sum is the mean.
    let pace = match learnt.pace_of(foe) {
        0 => 100,
        pace => pace as i64,
    };
    i64::from(odds.chance) * damage / 2 * pace / 100
}

#[cfg(test)]
mod tests {
    use bevy::math::IVec2;
    use bevy::prelude::Entity;

    use super::*;
    use crate::game::deed::Odds;
    use crate::game::{ActorId, State};

    /// One that dies of two blows and takes two points in a turn.
    fn foe() -> Creature {
        let odds = |blows| {
            Some(Odds {
                chance: 100,
                damage: (2, 2),
                blows,
            })
        };
        Creature {
            entity: Entity::PLACEHOLDER,
            id: ActorId(1),
            name: "somebody".to_owned(),
            at: IVec2::ZERO,
            is_enemy: true,
            state: State::Hunting,
            mine: odds(Some((2, 2))),
            its: odds(None),
        }
    }

    #[test]
    fn a_fight_costs_less_where_fewer_come_at_a_time() {
        let foes = [foe(), foe(), foe()];
        let lost = |fronts| loss(&foes, &Learnt::default(), fronts);
        // Two turns each; in the open the last of them strikes for six.
        assert_eq!((lost(1), lost(2), lost(3)), (1200, 2000, 2400));
        assert_eq!(lost(8), lost(3));
    }

    #[test]
    fn nobody_fights_what_it_cannot_hurt() {
        let rock = Creature {
            mine: None,
            ..foe()
        };
        assert_eq!(loss([&rock], &Learnt::default(), 1), DEADLY);
    }
}
