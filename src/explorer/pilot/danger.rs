//! What a fight would cost.

use super::outlook::{Foe, Outlook};
use super::paces::Paces;

/// More than this nobody has.
const DEADLY: i64 = 1_000_000;

/// How much health a fight with all of these costs on average, in hundredths of a point; they come one after the
/// other if `one_by_one`, and else all at once.
pub(super) fn loss<'a>(
    foes: impl IntoIterator<Item = &'a Foe>,
    paces: &Paces,
    one_by_one: bool,
) -> i64 {
    let mut fights: Vec<(i64, i64)> = foes
        .into_iter()
        .map(|foe| (rounds_to_kill(foe), harm(foe, paces)))
        .collect();
    // The player strikes first who dies soonest.
    fights.sort_unstable();
    let mut time = 0;
    let mut lost = 0;
    for (rounds, harm) in fights {
        time = if one_by_one { rounds } else { time + rounds };
        lost += time * harm / 100;
    }
    lost.min(DEADLY)
}

/// Whether the player can expect to survive a fight with all hunters in view, and how well: a third of what it has
/// is left to chance.
pub(super) fn is_bearable(outlook: &Outlook, foes: &[&Foe], paces: &Paces) -> bool {
    let is_narrow = outlook.openness(outlook.here) <= 2;
    let lost = loss(foes.iter().copied(), paces, is_narrow);
    lost * 3 / 2 <= i64::from(outlook.health.now) * 100
}

/// Whether one enemy is more than the player should wake or meet without need.
pub(super) fn is_dangerous(outlook: &Outlook, foe: &Foe, paces: &Paces) -> bool {
    loss([foe], paces, true) * 4 > i64::from(outlook.health.now) * 100
}

/// How many turns it takes to kill it, in hundredths.
pub(super) fn rounds_to_kill(foe: &Foe) -> i64 {
    let Some(odds) = foe.mine else { return DEADLY };
    let Some((few, many)) = odds.blows else {
        return DEADLY;
    };
    let many = many.min(few.saturating_mul(4));
    let blows = i64::from(few) + i64::from(many);
    blows * 50 * 100 / i64::from(odds.chance.max(1))
}

/// How much health it takes in a turn, in hundredths of a point.
fn harm(foe: &Foe, paces: &Paces) -> i64 {
    let Some(odds) = foe.its else { return 0 };
    let damage = i64::from(odds.damage.0) + i64::from(odds.damage.1);
    // Two decimals by the chance; half of the sum is the mean.
    let pace = match paces.of(&foe.name) {
        0 => 100,
        pace => pace as i64,
    };
    i64::from(odds.chance) * damage / 2 * pace / 100
}
