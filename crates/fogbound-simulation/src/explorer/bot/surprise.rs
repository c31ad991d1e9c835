//! Surprise attacks on enemies that do not know of the player.

use bevy::prelude::*;

use super::choose::{Bot, strike};
use super::danger::rounds_to_kill;
use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{Action, State};
use crate::grid::Direction;

/// The chance that one blow kills, as a percentage, above which the bot walks up to an enemy.
const SURE: i32 = 60;
/// How far, in cells, the bot walks up to sleepers and to enemies that are awake.
const REACH: (i32, i32) = (8, 4);

impl Bot {
    /// Strikes an adjacent enemy that does not know of the player, or walks up to one that the first blow probably kills.
    pub(super) fn surprise(&mut self, outlook: &Outlook) -> Option<Action> {
        let unaware = outlook.foes.iter().filter(|foe| !foe.is_alert());
        let prey: Vec<&Creature> = unaware
            .filter(|foe| !self.is_dangerous(outlook, foe))
            .collect();
        let beside = prey.iter().filter(|foe| foe.is_beside(outlook.here));
        if let Some(foe) = beside.min_by_key(|foe| rounds_to_kill(foe)) {
            return strike(outlook, foe);
        }
        if self.rounds.lost > 0 || outlook.goes_back {
            return None;
        }
        let (sleeper, unaware) = REACH;
        let reach = |foe: &Creature| match foe.state {
            State::Asleep => sleeper,
            _ => unaware,
        };
        let near = prey
            .iter()
            .filter(|foe| distance(foe.at, outlook.here) <= reach(foe));
        let sure = near.filter(|foe| kill_chance(foe) >= SURE);
        let foe = sure.min_by_key(|foe| distance(foe.at, outlook.here))?;
        let blocks = |cell: IVec2| cell != foe.at && outlook.is_taken(cell);
        let ways = outlook.ways(outlook.here, blocks);
        let is_near = ways
            .cost_to(foe.at)
            .is_some_and(|it| it <= 2 * reach(foe).unsigned_abs());
        let path = ways.way(foe.at).filter(|_| is_near)?;
        let way = Direction::from_delta(*path.first()? - outlook.here)?;
        self.path = path;
        Some(Action::step(way))
    }
}

/// Returns the chance, as a percentage, that the player's next blow kills an enemy.
fn kill_chance(foe: &Creature) -> i32 {
    let Some(odds) = foe.mine else { return 0 };
    match odds.blows {
        Some((1, 1)) => odds.chance,
        Some((1, 2)) => odds.chance * 2 / 3,
        Some((1, _)) => odds.chance / 3,
        _ => 0,
    }
}
