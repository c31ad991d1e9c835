//! The places where creatures were last seen or felt.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::IVec2;

use super::outlook::{Creature, distance};
use crate::game::{State, TICKS_PER_TURN};

/// The places where the player has seen or felt creatures. Some of the creatures are in view. Others have left the
/// player's view but may still be there.
///
/// All of this information comes from the player's own perception. A ghost belongs to a cell and not to a creature,
/// because the player cannot tell one rat from another.
#[derive(Clone, Debug, Default)]
pub(super) struct Ghosts {
    /// The ghosts, by row and column.
    places: BTreeMap<(i32, i32), Ghost>,
    tick: u64,
}

#[derive(Clone, Debug)]
struct Ghost {
    /// The creature's name, or `None` if the player has only felt the creature.
    name: Option<String>,
    /// Whether the creature is a sleeping enemy, which the player keeps away from.
    sleeps: bool,
    is_asleep: bool,
    in_view: bool,
    /// The tick at which the player last perceived the creature.
    when: u64,
    /// The greatest distance from which the player has seen the creature, in cells. At that distance or closer, the
    /// player cannot miss it.
    far: i32,
    /// How many times the player has come back and found the creature still there.
    found_again: u32,
}

/// How long, in ticks, an awake creature is expected to stay on its cell. The time doubles whenever the creature is
/// found there again.
const LASTS: u64 = 30 * TICKS_PER_TURN;
/// The maximum number of doublings.
const DOUBLINGS: u32 = 16;
/// The maximum number of cells per turn that a creature may have moved and still be taken for the same one.
const PACE: u64 = 2;
/// The distance from a sleeping enemy, in cells, within which the player does not explore without insisting.
const NEAR: i32 = 4;

impl Ghosts {
    /// Forgets everything. Called when the player enters a new level.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// Returns the tick at which the player last looked around.
    pub(super) fn tick(&self) -> u64 {
        self.tick
    }

    /// Records what the player perceives at `tick` from `here`: the creatures in view, and the cell of a creature that
    /// the player has felt. `sees` takes a cell and a distance in cells. It returns whether the player would see a
    /// creature on that cell if the creature were visible from that distance.
    pub(super) fn look(
        &mut self,
        (here, tick): (IVec2, u64),
        sighted: &[&Creature],
        felt: Option<IVec2>,
        sees: impl Fn(IVec2, i32) -> bool,
    ) {
        let cell = |&(y, x): &(i32, i32)| IVec2::new(x, y);
        let key = |at: IVec2| (at.y, at.x);
        let is_taken = |at: IVec2| sighted.iter().any(|it| it.at == at);
        self.places.retain(|at, ghost| {
            let at = cell(at);
            at != here && (is_taken(at) || !sees(at, ghost.far))
        });
        for now in sighted {
            let far = distance(here, now.at);
            let before = self.places.get(&key(now.at));
            let before = before.filter(|it| it.name.as_ref().is_none_or(|name| *name == now.name));
            if before.is_none() {
                self.move_ghost(now, tick, &is_taken);
            }
            let before = self.places.get(&key(now.at));
            let returns = before.is_some_and(|it| !it.in_view && it.when < tick);
            let ghost = Ghost {
                name: Some(now.name.clone()),
                sleeps: now.state == State::Asleep && now.is_enemy,
                is_asleep: now.state == State::Asleep,
                in_view: true,
                when: tick,
                far: before.map_or(far, |it| it.far.max(far)),
                found_again: before.map_or(0, |it| it.found_again) + u32::from(returns),
            };
            self.places.insert(key(now.at), ghost);
        }
        for (at, ghost) in &mut self.places {
            ghost.in_view = is_taken(cell(at));
        }
        if let Some(at) = felt.filter(|at| *at != here && !is_taken(*at)) {
            let ghost = self.places.entry(key(at)).or_insert(Ghost {
                name: None,
                sleeps: false,
                is_asleep: false,
                in_view: false,
                when: tick,
                far: 0,
                found_again: 0,
            });
            ghost.found_again += u32::from(ghost.when < tick);
            ghost.when = tick;
        }
        self.tick = tick;
    }

    /// Assumes that a creature that comes into view has moved there from a nearby place where it was last seen. Removes
    /// the nearest ghost that has the same name, is awake, and is close enough.
    fn move_ghost(&mut self, now: &Creature, tick: u64, is_taken: &impl Fn(IVec2) -> bool) {
        let near = self.places.iter().filter_map(|(at, ghost)| {
            let cell = IVec2::new(at.1, at.0);
            let turns = tick.saturating_sub(ghost.when).div_ceil(TICKS_PER_TURN);
            let far = distance(cell, now.at);
            let is_same = ghost.name.as_ref() == Some(&now.name) && !ghost.is_asleep;
            let could = u64::from(far.unsigned_abs()) <= PACE * turns.max(1);
            (is_same && could && !is_taken(cell)).then_some((far, *at))
        });
        if let Some((_, at)) = near.min() {
            self.places.remove(&at);
        }
    }

    /// Returns whether a creature is on a cell, as far as the player knows.
    pub(super) fn holds(&self, cell: IVec2) -> bool {
        self.places.get(&(cell.y, cell.x)).is_some_and(|ghost| {
            let lasts = LASTS << ghost.found_again.min(DOUBLINGS);
            ghost.in_view || ghost.is_asleep || self.tick <= ghost.when + lasts
        })
    }

    /// Returns the name of the creature on a cell, if the player has seen the creature.
    pub(super) fn name_at(&self, cell: IVec2) -> Option<&str> {
        self.places.get(&(cell.y, cell.x))?.name.as_deref()
    }

    /// Returns the cells where the player believes creatures with the given names to be, and whether each creature is
    /// asleep.
    pub(super) fn named(&self, names: &BTreeSet<String>) -> impl Iterator<Item = (IVec2, bool)> {
        let places = self.places.iter().filter(|(_, ghost)| {
            let name = ghost.name.as_ref();
            name.is_some_and(|name| names.contains(name))
        });
        let cells = places.map(|((y, x), ghost)| (IVec2::new(*x, *y), ghost.is_asleep));
        cells.filter(|(cell, _)| self.holds(*cell))
    }

    /// Returns the name of the nearest sleeping enemy within [`NEAR`] of a cell, if there is one.
    pub(super) fn sleeper_near(&self, cell: IVec2) -> Option<&str> {
        self.sleepers()
            .filter(|(at, _)| distance(*at, cell) <= NEAR)
            .min_by_key(|(at, _)| distance(*at, cell))
            .map(|(_, name)| name)
    }

    /// Returns whether a step from `here` onto a cell would bring the player too close to a sleeping enemy. A player
    /// that is already too close may move away.
    pub(super) fn is_too_near(&self, cell: IVec2, here: IVec2) -> bool {
        self.sleepers()
            .any(|(at, _)| distance(at, cell) <= NEAR.min(distance(at, here) - 1))
    }

    fn sleepers(&self) -> impl Iterator<Item = (IVec2, &str)> {
        let sleepers = self.places.iter().filter(|(_, ghost)| ghost.sleeps);
        sleepers.map(|(at, it)| {
            (
                IVec2::new(at.1, at.0),
                it.name.as_deref().unwrap_or_default(),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Entity;

    use super::*;
    use crate::game::ActorId;

    fn rat(x: i32, sleeps: bool) -> Creature {
        Creature {
            entity: Entity::PLACEHOLDER,
            id: ActorId(1),
            name: "rat".to_owned(),
            at: IVec2::new(x, 0),
            is_enemy: true,
            state: if sleeps {
                State::Asleep
            } else {
                State::Hunting
            },
            mine: None,
            its: None,
        }
    }

    const HERE: IVec2 = IVec2::new(-9, 0);

    fn look(ghosts: &mut Ghosts, turn: u64, sighted: &[Creature]) {
        let sighted: Vec<&Creature> = sighted.iter().collect();
        ghosts.look((HERE, turn * TICKS_PER_TURN), &sighted, None, |_, _| false);
    }

    fn held(ghosts: &Ghosts) -> Vec<i32> {
        let cells = (-20..20).filter(|x| ghosts.holds(IVec2::new(*x, 0)));
        cells.collect()
    }

    #[test]
    fn a_ghost_stays_until_its_cell_is_seen_empty() {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 1, &[rat(4, false)]);
        look(&mut ghosts, 2, &[]);
        assert_eq!(held(&ghosts), [4]);
        ghosts.look((HERE, 300), &[], None, |_, far| far == 13);
        assert_eq!(held(&ghosts), []);
    }

    #[test]
    fn a_ghost_lasts_longer_each_time_the_creature_is_found_again() {
        let mut ghosts = Ghosts::default();
        let mut turn = 0;
        for lasts in [30, 60, 120] {
            look(&mut ghosts, turn, &[rat(4, false)]);
            look(&mut ghosts, turn + lasts, &[]);
            assert_eq!(held(&ghosts), [4], "after {lasts} turns");
            look(&mut ghosts, turn + lasts + 1, &[]);
            assert_eq!(held(&ghosts), [], "after more than {lasts} turns");
            turn += lasts + 2;
        }
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 0, &[rat(4, true)]);
        look(&mut ghosts, 9_999, &[]);
        assert_eq!(held(&ghosts), [4], "a sleeper stays");
    }

    #[test]
    fn walking_creatures_leave_no_ghosts_and_sleepers_stay() {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 1, &[rat(4, false), rat(9, true)]);
        look(&mut ghosts, 2, &[rat(5, false)]);
        look(&mut ghosts, 3, &[rat(6, false)]);
        assert_eq!(held(&ghosts), [6, 9]);
        assert!(ghosts.sleeper_near(IVec2::new(9 - NEAR, 0)).is_some());
        assert!(ghosts.sleeper_near(IVec2::new(8 - NEAR, 0)).is_none());
    }

    #[test]
    fn a_player_near_a_sleeper_may_only_move_away() {
        let mut ghosts = Ghosts::default();
        look(&mut ghosts, 1, &[rat(0, true)]);
        let far = |x| IVec2::new(x, 0);
        assert!(ghosts.is_too_near(far(NEAR), far(NEAR + 1)));
        assert!(ghosts.is_too_near(far(1), far(2)));
        assert!(!ghosts.is_too_near(far(2), far(2)) && !ghosts.is_too_near(far(3), far(2)));
    }
}
