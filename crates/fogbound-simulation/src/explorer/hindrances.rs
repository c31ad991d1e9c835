//! The creatures that may be in the player's way.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::IVec2;

use super::outlook::distance;
use crate::game::{Ghost, Ghosts, State, TICKS_PER_TURN};

/// The creatures that may be in the player's way: those in view, [ghosts](Ghosts), and those that the player has bumped
/// into without seeing them.
#[derive(Clone, Debug, Default)]
pub(super) struct Hindrances {
    /// The creatures in view and the ghosts, by row and column.
    seen: BTreeMap<(i32, i32), Ghost>,
    /// The cells of felt creatures, by row and column.
    felt: BTreeMap<(i32, i32), Felt>,
    /// The cells of enemies that never leave them, by row and column.
    rooted: BTreeSet<(i32, i32)>,
    tick: u64,
}

#[derive(Clone, Copy, Debug)]
struct Felt {
    /// The tick at which the player last felt the creature.
    when: u64,
    /// How many times the player has come back and felt it again.
    again: u32,
}

/// How long, in ticks, an awake creature is expected to stay on its cell. The time doubles whenever the creature is
/// found there again.
const LASTS: u64 = 30 * TICKS_PER_TURN;
/// The maximum number of doublings.
const DOUBLINGS: u32 = 16;
/// The distance from a sleeping enemy, in cells, within which the player does not explore without insisting.
const NEAR: i32 = 4;

/// The detour, in steps, that is worth avoiding a cell beside an enemy that never moves.
const DETOUR: u32 = 12;

impl Hindrances {
    /// Forgets everything. Called when the player enters a new level.
    pub(super) fn clear(&mut self) {
        self.seen.clear();
        self.felt.clear();
        self.rooted.clear();
    }

    /// Records the enemies in view that never leave their cells. One that is gone is noticed from beside its cell.
    pub(super) fn look_at_rooted(&mut self, here: IVec2, rooted: impl Iterator<Item = IVec2>) {
        self.rooted
            .retain(|&(y, x)| distance(IVec2::new(x, y), here) > 1);
        self.rooted.extend(rooted.map(key));
    }

    /// Returns how many steps of a detour a cell is worth, because an enemy that never moves is beside it.
    pub(super) fn detour(&self, cell: IVec2) -> u32 {
        let mut rooted = self.rooted.iter();
        match rooted.any(|&(y, x)| distance(IVec2::new(x, y), cell) <= 1) {
            true => DETOUR,
            false => 0,
        }
    }

    /// Returns the tick of the last look.
    pub(super) fn tick(&self) -> u64 {
        self.tick
    }

    /// Reads what the player knows at `tick`: the ghosts, and the cell of a creature that the player has bumped into.
    pub(super) fn look(
        &mut self,
        (here, tick): (IVec2, u64),
        ghosts: &Ghosts,
        felt: Option<IVec2>,
    ) {
        let known = ghosts.iter().chain(ghosts.in_view());
        self.seen = known.map(|it| (key(it.at), it.clone())).collect();
        let is_taken = |at| ghosts.in_view().any(|it| key(it.at) == at);
        self.felt.retain(|at, _| *at != key(here) && !is_taken(*at));
        if let Some(at) = felt
            .map(key)
            .filter(|at| *at != key(here) && !is_taken(*at))
        {
            let again = self
                .felt
                .get(&at)
                .map_or(0, |it| it.again + u32::from(it.when < tick));
            self.felt.insert(at, Felt { when: tick, again });
        }
        self.tick = tick;
    }

    /// Lets the player walk over the cells of friends that make way.
    pub(super) fn let_pass(&mut self, cells: &[IVec2]) {
        for cell in cells {
            self.seen.remove(&key(*cell));
        }
    }

    /// Returns whether a creature is on a cell, as far as the player knows.
    pub(super) fn holds(&self, cell: IVec2) -> bool {
        let lasts = |when: u64, again: u32| self.tick <= when + (LASTS << again.min(DOUBLINGS));
        let seen = self.seen.get(&key(cell));
        let felt = self.felt.get(&key(cell));
        seen.is_some_and(|it| it.state == State::Asleep || lasts(it.when, it.found_again))
            || felt.is_some_and(|it| lasts(it.when, it.again))
    }

    /// Returns the name of the creature on a cell, if the player has seen the creature.
    pub(super) fn name_at(&self, cell: IVec2) -> Option<&str> {
        self.seen.get(&key(cell)).map(|it| it.name.as_str())
    }

    /// Returns the cells where the player believes creatures with the given names to be, and whether each creature is
    /// asleep.
    pub(super) fn named(&self, names: &BTreeSet<String>) -> impl Iterator<Item = (IVec2, bool)> {
        let named = self.seen.values().filter(|it| names.contains(&it.name));
        let held = named.filter(|it| self.holds(it.at));
        held.map(|it| (it.at, it.state == State::Asleep))
    }

    /// Returns the name of the nearest sleeping enemy within [`NEAR`] of a cell, if there is one.
    pub(super) fn sleeper_near(&self, cell: IVec2) -> Option<&str> {
        self.sleepers()
            .filter(|it| distance(it.at, cell) <= NEAR)
            .min_by_key(|it| distance(it.at, cell))
            .map(|it| it.name.as_str())
    }

    /// Returns whether a step from `here` onto a cell would bring the player too close to a sleeping enemy. A player
    /// that is already too close may move away.
    pub(super) fn is_too_near(&self, cell: IVec2, here: IVec2) -> bool {
        self.sleepers()
            .any(|it| distance(it.at, cell) <= NEAR.min(distance(it.at, here) - 1))
    }

    fn sleepers(&self) -> impl Iterator<Item = &Ghost> {
        let all = self.seen.values();
        all.filter(|it| it.is_enemy && it.state == State::Asleep)
    }
}

fn key(cell: IVec2) -> (i32, i32) {
    (cell.y, cell.x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Appearance;

    fn rat(x: i32, state: State, found_again: u32) -> Hindrances {
        let rat = Ghost {
            at: IVec2::new(x, 0),
            name: "rat".to_owned(),
            appearance: Appearance {
                glyph: 'r',
                color: None,
            },
            is_enemy: true,
            state,
            when: 0,
            found_again,
            seen_before: None,
            camouflage: None,
        };
        Hindrances {
            seen: BTreeMap::from([(key(rat.at), rat)]),
            ..Hindrances::default()
        }
    }

    fn far(x: i32) -> IVec2 {
        IVec2::new(x, 0)
    }

    #[test]
    fn a_ghost_is_avoided_longer_each_time_the_creature_is_found_again() {
        for (again, lasts) in [(0, 30), (1, 60), (2, 120)] {
            let mut held = rat(4, State::Hunting, again);
            held.tick = lasts * TICKS_PER_TURN;
            assert!(held.holds(far(4)), "after {lasts} turns");
            held.tick += 1;
            assert!(!held.holds(far(4)), "after more than {lasts} turns");
        }
        let mut held = rat(4, State::Asleep, 0);
        held.tick = 9_999 * TICKS_PER_TURN;
        assert!(held.holds(far(4)), "a sleeper stays");
    }

    #[test]
    fn a_felt_creature_is_avoided_longer_each_time_it_is_felt_again() {
        let mut held = Hindrances::default();
        let mut turn = 0;
        for lasts in [30, 60, 120] {
            let look = |held: &mut Hindrances, turn: u64, felt| {
                let now = (far(-9), turn * TICKS_PER_TURN);
                held.look(now, &Ghosts::default(), felt);
            };
            look(&mut held, turn, Some(far(4)));
            look(&mut held, turn + lasts, None);
            assert!(held.holds(far(4)), "after {lasts} turns");
            look(&mut held, turn + lasts + 1, None);
            assert!(!held.holds(far(4)), "after more than {lasts} turns");
            turn += lasts + 2;
        }
        held.look((far(4), turn), &Ghosts::default(), None);
        assert!(held.felt.is_empty(), "the player stands there");
    }

    #[test]
    fn only_cells_near_a_sleeper_are_avoided() {
        let sleeper = rat(9, State::Asleep, 0);
        assert!(sleeper.sleeper_near(far(9 - NEAR)).is_some());
        assert!(sleeper.sleeper_near(far(8 - NEAR)).is_none());
        assert!(rat(9, State::Hunting, 0).sleeper_near(far(9)).is_none());
    }

    #[test]
    fn a_player_near_a_sleeper_may_only_move_away() {
        let sleeper = rat(0, State::Asleep, 0);
        assert!(sleeper.is_too_near(far(NEAR), far(NEAR + 1)));
        assert!(sleeper.is_too_near(far(1), far(2)));
        assert!(!sleeper.is_too_near(far(2), far(2)) && !sleeper.is_too_near(far(3), far(2)));
    }
}
