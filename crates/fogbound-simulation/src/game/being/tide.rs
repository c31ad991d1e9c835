//! The tide of the fog on a level.

use bevy::prelude::*;

/// The tide of the fog on a level: it comes while the player sees no new ground. Each level has its own.
///
/// Only what the player does changes the tide, so the player may know of it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FogTide {
    /// The number of idle turns. Each newly seen cell takes one back.
    pub(crate) idle: u32,
    /// Whether the fog gathers, as far as the log has said.
    pub(crate) gathers: bool,
    /// The number of the last turn that was counted.
    pub(crate) turn: u64,
    /// How much ground the player had seen in the dungeon at that time.
    pub(crate) ground: u32,
    /// How many counted turns the fog has not had yet.
    pub(crate) passed: u32,
    /// Whether the player saw new ground in these turns, so that the fog rests.
    pub(crate) rests: bool,
    /// Whether the player has seen fog on this level.
    pub(crate) is_seen: bool,
    /// The cell on which the player arrived.
    pub(crate) entry: IVec2,
    /// The cells from which the fog comes, or nothing while it has not come yet.
    pub(crate) sources: Vec<IVec2>,
    /// For how many turns the next creature of the fog has been brewing.
    pub(crate) brewing: u32,
}

impl FogTide {
    /// Returns the number of turns in which the player has seen no new ground, less what it has seen since.
    pub fn idle(&self) -> u32 {
        self.idle
    }

    /// Returns whether fog gathers because the player has been idle for too long.
    pub fn gathers(&self) -> bool {
        self.gathers
    }

    /// Begins or resumes the tide when the player arrives on `entry` in this turn, having seen this much ground.
    pub(crate) fn arrive(&mut self, entry: IVec2, turn: u64, ground: u32) {
        (self.entry, self.turn, self.ground) = (entry, turn, ground);
        (self.passed, self.rests) = (0, false);
        self.sources.clear();
    }

    /// Counts the turns that have ended since the last call, each of them `pace` times. Returns whether any has.
    pub(crate) fn count(&mut self, turn: u64, ground: u32, pace: u32) -> bool {
        let passed = turn.saturating_sub(self.turn).min(u64::from(u32::MAX)) as u32;
        let passed = passed.saturating_mul(pace);
        if passed == 0 {
            return false;
        }
        let new = ground.saturating_sub(self.ground);
        (self.turn, self.ground) = (turn, ground);
        (self.passed, self.rests) = (passed, new > 0);
        self.idle = match new {
            0 => self.idle.saturating_add(passed),
            _ => self.idle.saturating_sub(new),
        };
        true
    }
}

/// Marks a player whom thick fog or smoke has closed around, as far as the log has said.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Enveloped {
    /// The turn since which the air has been clear, if it is.
    pub(crate) clear_since: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_turns_count_and_new_ground_takes_them_back() {
        let mut tide = FogTide::default();
        tide.arrive(IVec2::ZERO, 7, 30);
        assert!(!tide.count(7, 40, 1), "no turn has ended");
        assert!(tide.count(9, 40, 1) && tide.rests && tide.idle == 0);
        assert!(tide.count(14, 40, 1) && !tide.rests);
        assert_eq!((tide.idle, tide.passed), (5, 5));
        assert!(tide.count(15, 43, 1) && tide.rests);
        assert_eq!(tide.idle, 2);
        tide.arrive(IVec2::ONE, 90, 99);
        assert_eq!((tide.idle, tide.passed), (2, 0));
        assert!(tide.count(92, 99, 2));
        assert_eq!((tide.idle, tide.passed), (6, 4));
    }
}
