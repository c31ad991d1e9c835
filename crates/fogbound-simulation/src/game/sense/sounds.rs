//! Who may hear which noises, and so what must be measured.

use std::cmp::Reverse;

use bevy::prelude::*;

use super::measure::{Task, at_most};
use crate::game::being::{Faction, Hearing, Noise, Player};
use crate::map::TileMap;
use crate::path::{Nearby, Target};
use crate::vision::Position;

/// Whose ears are sharper than this, in percent of usual, listens for itself.
const KEEN: u32 = 150;

/// With one noise for so many who may hear it, all of them listen for themselves.
const DIN: usize = 4;

/// How loud a noise is at most that is listened for.
const FAINT: u32 = 16;

impl Noise {
    /// How far it carries to an ear as sharp as this, in cells walked. A closed door swallows as much as
    /// [`DOOR`](crate::path::DOOR) cells.
    fn carries(&self, acuity: u32) -> u32 {
        (u64::from(self.loudness) * u64::from(acuity) / 100).min(u64::from(u32::MAX)) as u32
    }

    /// Whether somebody of this side minds it.
    fn concerns(&self, side: Faction) -> bool {
        self.side.is_none_or(|maker| side.is_hostile_to(maker))
    }

    /// Whether those who listen for themselves listen for it. What is heard from very far goes out to them
    /// as to others.
    fn is_listened_for(&self, map: &TileMap) -> bool {
        self.loudness <= FAINT && goes_both_ways(map, self.at)
    }

    /// How far it carries to an ear on the cell `at`, if that may be far enough. Nobody hears what is made
    /// on its own cell.
    pub(super) fn might_reach(&self, at: IVec2, acuity: u32) -> Option<u32> {
        let within = self.carries(acuity);
        let distance = (at - self.at).abs().max_element() as u32;
        (1..=within).contains(&distance).then_some(within)
    }
}

pub(super) type Ear = (
    Entity,
    &'static Position,
    &'static Hearing,
    &'static Faction,
);

/// Somebody who hears.
#[derive(Clone, Copy, Debug)]
struct Listener {
    entity: Entity,
    at: IVec2,
    acuity: u32,
    side: Faction,
    /// Its ears are so good that it listens for itself.
    is_keen: bool,
}

/// Those of one side who hear, by place.
struct Listeners {
    side: Faction,
    all: Nearby<Listener>,
    /// The best of all ears, and the best of those that are not keen.
    sharpest: u32,
    usual: u32,
}

/// The noises of a tick, and who may hear them.
pub(super) struct Sounds<'a> {
    map: &'a TileMap,
    made: &'a [Noise],
    sides: Vec<Listeners>,
    keen: Vec<Listener>,
    /// The noises that the keen listen for.
    groups: Vec<Group>,
}

/// The noises of one side, or of nobody's.
struct Group {
    side: Option<Faction>,
    /// Their numbers, by place.
    by_place: Nearby<usize>,
    loudest: u32,
}

impl<'a> Sounds<'a> {
    pub(super) fn new(
        map: &'a TileMap,
        made: &'a [Noise],
        ears: &Query<Ear, Without<Player>>,
    ) -> Self {
        let mut makers: Vec<Noise> = Vec::new();
        for noise in made {
            if !makers.iter().any(|maker| maker.side == noise.side) {
                makers.push(*noise);
            }
        }
        let mut sides: Vec<(Faction, Vec<Listener>)> = Vec::new();
        for (entity, position, hearing, &side) in ears {
            if makers.iter().any(|maker| maker.concerns(side)) {
                of_side(&mut sides, side).push(Listener {
                    entity,
                    at: position.0,
                    acuity: hearing.acuity,
                    side,
                    is_keen: hearing.acuity > KEEN,
                });
            }
        }
        // In a din it is easier to find out what is loudest where one stands than who hears what.
        let heard_by: usize = sides.iter().map(|(_, all)| all.len()).sum();
        let is_din = made.len() * DIN > heard_by;
        let mut keen = Vec::new();
        for listener in sides.iter_mut().flat_map(|(_, all)| all) {
            let can = goes_both_ways(map, listener.at);
            listener.is_keen = can && (listener.is_keen || is_din);
            if listener.is_keen {
                keen.push(*listener);
            }
        }
        let sides = sides.into_iter();
        Self {
            map,
            made,
            sides: sides.map(|it| Listeners::new(map, it)).collect(),
            groups: if keen.is_empty() {
                Vec::new()
            } else {
                groups(map, made)
            },
            keen,
        }
    }

    /// All that must be measured.
    pub(super) fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        for number in 0..self.made.len() {
            self.spread(number, &mut plan);
        }
        let mut found = Vec::new();
        for listener in &self.keen {
            self.listen(listener, &mut plan, &mut found);
        }
        plan
    }

    /// Lets a noise go out to all who do not listen for it.
    fn spread(&self, number: usize, plan: &mut Plan) {
        let noise = &self.made[number];
        let begin = plan.targets.len();
        let keen_listen = noise.is_listened_for(self.map);
        for side in self.sides.iter().filter(|it| noise.concerns(it.side)) {
            let acuity = if keen_listen {
                side.usual
            } else {
                side.sharpest
            };
            for (at, listener) in side.all.within(noise.at, noise.carries(acuity)) {
                let listens = keen_listen && listener.is_keen;
                if let Some(within) = noise.might_reach(at, listener.acuity).filter(|_| !listens) {
                    plan.targets.push(Target { at, within });
                    plan.parties.push((number, listener.entity));
                }
            }
        }
        plan.add(noise.at, begin, false);
    }

    /// Listens for the noises around.
    fn listen(
        &self,
        listener: &Listener,
        plan: &mut Plan,
        found: &mut Vec<(Reverse<u32>, usize, Target)>,
    ) {
        for group in &self.groups {
            let loudest = Noise {
                at: listener.at,
                loudness: group.loudest,
                side: group.side,
            };
            if !loudest.concerns(listener.side) {
                continue;
            }
            let reach = loudest.carries(listener.acuity);
            let near = group.by_place.within(listener.at, reach);
            found.extend(near.filter_map(|(at, &number)| {
                let within = self.made[number].might_reach(listener.at, listener.acuity)?;
                let target = Target { at, within };
                Some((Reverse(at_most(listener.at, &target)), number, target))
            }));
        }
        found.sort_unstable_by_key(|&(at_most, number, _)| (at_most, number));
        let begin = plan.targets.len();
        for (_, number, target) in found.drain(..) {
            plan.targets.push(target);
            plan.parties.push((number, listener.entity));
        }
        plan.add(listener.at, begin, true);
    }
}

impl Listeners {
    fn new(map: &TileMap, (side, all): (Faction, Vec<Listener>)) -> Self {
        let best = |all: &mut dyn Iterator<Item = &Listener>| all.map(|it| it.acuity).max();
        Self {
            side,
            sharpest: best(&mut all.iter()).unwrap_or(0),
            usual: best(&mut all.iter().filter(|it| !it.is_keen)).unwrap_or(0),
            all: Nearby::new(map.size(), all.into_iter().map(|it| (it.at, it))),
        }
    }
}

/// The noises that are listened for, side by side.
fn groups(map: &TileMap, made: &[Noise]) -> Vec<Group> {
    let mut groups: Vec<(Option<Faction>, Vec<usize>)> = Vec::new();
    for (number, noise) in made.iter().enumerate() {
        if noise.is_listened_for(map) {
            of_side(&mut groups, noise.side).push(number);
        }
    }
    let group = |(side, numbers): (Option<Faction>, Vec<usize>)| {
        let loudness = numbers.iter().map(|&it| made[it].loudness);
        Group {
            side,
            loudest: loudness.max().unwrap_or(0),
            by_place: Nearby::new(map.size(), numbers.into_iter().map(|it| (made[it].at, it))),
        }
    };
    groups.into_iter().map(group).collect()
}

/// What must be measured.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) tasks: Vec<Task>,
    pub(super) targets: Vec<Target>,
    /// For each target which noise that is, and whose ear.
    pub(super) parties: Vec<(usize, Entity)>,
}

impl Plan {
    /// Adds the task to measure the ways from a cell to the targets from the number `begin` on.
    fn add(&mut self, from: IVec2, begin: usize, only_loudest: bool) {
        let targets = begin..self.targets.len();
        if !targets.is_empty() {
            self.tasks.push(Task {
                from,
                targets,
                only_loudest,
            });
        }
    }
}

/// What is known of one side, made up if it is the first time.
pub(super) fn of_side<S: PartialEq, T>(sides: &mut Vec<(S, Vec<T>)>, side: S) -> &mut Vec<T> {
    let number = sides.iter().position(|(it, _)| *it == side);
    let number = number.unwrap_or_else(|| {
        sides.push((side, Vec::new()));
        sides.len() - 1
    });
    &mut sides[number].1
}

/// Whether it is as far to this cell from any other such cell as it is back. It is not so far to leave
/// a door as to enter it.
fn goes_both_ways(map: &TileMap, cell: IVec2) -> bool {
    map.is_walkable(cell)
}
