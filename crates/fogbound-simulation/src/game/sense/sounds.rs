//! Which listeners could hear which noises, and therefore which distances to measure.

use std::cmp::Reverse;

use bevy::prelude::*;

use super::measure::{Task, at_most};
use crate::game::being::{Faction, Hearing, Noise, Player, Wearer, acuity};
use crate::map::TileMap;
use crate::path::{Nearby, Target};
use crate::vision::Position;

/// The percentage of normal acuity above which listeners search for noises themselves.
const KEEN: u32 = 150;

/// The number of listeners per noise below which there is a din. In a din, all listeners search for noises themselves.
const DIN: usize = 4;

/// The maximum loudness of a noise that listeners search for.
const FAINT: u32 = 16;

impl Noise {
    /// Returns how far the noise carries for a listener with this acuity, as a walking distance in cells. A closed door
    /// counts as [`DOOR`](crate::path::DOOR) cells.
    fn carries(&self, acuity: u32) -> u32 {
        (u64::from(self.loudness) * u64::from(acuity) / 100).min(u64::from(u32::MAX)) as u32
    }

    /// Returns whether listeners on `side` pay attention to the noise.
    fn concerns(&self, side: Faction) -> bool {
        self.side.is_none_or(|maker| side.is_hostile_to(maker))
    }

    /// Returns whether keen listeners search for the noise. Any other noise is spread to all listeners.
    fn is_listened_for(&self, map: &TileMap) -> bool {
        self.loudness <= FAINT && goes_both_ways(map, self.at)
    }

    /// Returns how far the noise carries for a listener on the cell `at`, or `None` if the noise cannot reach that
    /// cell. A listener does not hear noises from its own cell.
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
    Option<&'static Wearer>,
);

/// An actor that hears.
#[derive(Clone, Copy, Debug)]
struct Listener {
    entity: Entity,
    at: IVec2,
    acuity: u32,
    side: Faction,
    /// Whether the listener searches for noises itself.
    is_keen: bool,
}

/// The listeners on one side, by position.
struct Listeners {
    side: Faction,
    all: Nearby<Listener>,
    /// The highest acuity among all listeners, and the highest among those that are not keen.
    sharpest: u32,
    usual: u32,
}

/// The noises made during a tick, and the actors that might hear them.
pub(super) struct Sounds<'a> {
    map: &'a TileMap,
    made: &'a [Noise],
    sides: Vec<Listeners>,
    keen: Vec<Listener>,
    /// The noises that keen listeners search for.
    groups: Vec<Group>,
}

/// The noises made by one side, or by no side.
struct Group {
    side: Option<Faction>,
    /// The indices of the noises, by position.
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
        for (entity, position, hearing, &side, wearer) in ears {
            if makers.iter().any(|maker| maker.concerns(side)) {
                let acuity = acuity(hearing, wearer);
                list_for(&mut sides, side).push(Listener {
                    entity,
                    at: position.0,
                    acuity,
                    side,
                    is_keen: acuity > KEEN,
                });
            }
        }
        // In a din, finding the loudest noise for each listener is cheaper than finding the listeners for each noise.
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

    /// Lists everything to measure.
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

    /// Spreads a noise to all listeners that are not searching for it.
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
                let is_deaf = noise.own == Some(listener.entity);
                if let Some(within) = noise
                    .might_reach(at, listener.acuity)
                    .filter(|_| !listens && !is_deaf)
                {
                    plan.targets.push(Target { at, within });
                    plan.parties.push((number, listener.entity));
                }
            }
        }
        plan.add(noise.at, begin, false);
    }

    /// Searches for the noises around a listener.
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
                own: None,
            };
            if !loudest.concerns(listener.side) {
                continue;
            }
            let reach = loudest.carries(listener.acuity);
            let near = group.by_place.within(listener.at, reach);
            found.extend(near.filter_map(|(at, &number)| {
                let noise = &self.made[number];
                let noise = (noise.own != Some(listener.entity)).then_some(noise)?;
                let within = noise.might_reach(listener.at, listener.acuity)?;
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

/// Returns the noises that keen listeners search for, grouped by side.
fn groups(map: &TileMap, made: &[Noise]) -> Vec<Group> {
    let mut groups: Vec<(Option<Faction>, Vec<usize>)> = Vec::new();
    for (number, noise) in made.iter().enumerate() {
        if noise.is_listened_for(map) {
            list_for(&mut groups, noise.side).push(number);
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

/// Everything to measure.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) tasks: Vec<Task>,
    pub(super) targets: Vec<Target>,
    /// For each target, the index of the noise and the entity of the listener.
    pub(super) parties: Vec<(usize, Entity)>,
}

impl Plan {
    /// Adds the task of measuring the distances from a cell to all targets starting at index `begin`.
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

/// Returns the list for a side, creating it if necessary.
pub(super) fn list_for<S: PartialEq, T>(sides: &mut Vec<(S, Vec<T>)>, side: S) -> &mut Vec<T> {
    let number = sides.iter().position(|(it, _)| *it == side);
    let number = number.unwrap_or_else(|| {
        sides.push((side, Vec::new()));
        sides.len() - 1
    });
    &mut sides[number].1
}

/// Returns whether distances between `cell` and other walkable cells are the same in both directions. A closed door is
/// an exception, because it costs more to enter than to leave.
fn goes_both_ways(map: &TileMap, cell: IVec2) -> bool {
    map.is_walkable(cell)
}
