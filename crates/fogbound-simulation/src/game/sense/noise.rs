//! Sound: it goes where one could walk, and wears out on the way.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::ops::Range;

use bevy::prelude::*;

use crate::game::being::{Faction, Heard, Hearing, Noise, Noises, Player, Senses};
use crate::game::path::{DOOR, Flood, Nearby, Ripple, Target};
use crate::map::TileMap;
use crate::vision::{Position, Sharing};

impl Noise {
    /// How far it carries to an ear as sharp as this, in cells walked. A closed door swallows as much as
    /// [`DOOR`] cells.
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
    fn might_reach(&self, at: IVec2, acuity: u32) -> Option<u32> {
        let within = self.carries(acuity);
        let distance = (at - self.at).abs().max_element() as u32;
        (1..=within).contains(&distance).then_some(within)
    }
}

type Ear = (
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

/// Brings this tick's noises to the ears they reach. Of several noises an actor hears the loudest, as
/// it is where the actor stands, and never its own. What the player hears, [`perceive`](super::perceive())
/// says.
///
/// A noise goes out to all who may hear it, except for those with keen ears, and in a din for everybody: they
/// listen for themselves, no further than to what is loudest. Or else one of them would have every noise in
/// a wide circle spread to it.
pub(crate) fn spread_noises(
    mut noises: ResMut<Noises>,
    (map, sharing): (Res<TileMap>, Res<Sharing>),
    ears: Query<Ear, Without<Player>>,
    mut senses: Query<&mut Senses>,
) {
    if noises.made.is_empty() {
        return;
    }
    let made: Vec<Noise> = noises.made.drain(..).collect();
    let plan = Sounds::new(&map, &made, &ears).plan();
    let mut heard: Vec<Option<u32>> = vec![None; plan.targets.len()];
    let mut rest = heard.as_mut_slice();
    let tasks = plan.tasks.iter().map(|task| {
        let (heard, others) = std::mem::take(&mut rest).split_at_mut(task.targets.len());
        rest = others;
        (task, heard)
    });
    sharing.share(tasks, WORTH_SHARING, |(task, heard)| {
        let targets = &plan.targets[task.targets.clone()];
        MEASURE.with_borrow_mut(|measure| task.carry_out(&map, measure, targets, heard));
    });
    let arrivals = plan.parties.into_iter().zip(heard);
    let arrivals = arrivals.filter_map(|(party, loudness)| Some((party, loudness?)));
    let mut arrivals: Vec<((usize, Entity), u32)> = arrivals.collect();
    // Of two that are equally loud the first made is heard: the order of ids.
    arrivals.sort_by_key(|((number, _), _)| *number);
    for ((number, entity), loudness) in arrivals {
        let Ok(mut senses) = senses.get_mut(entity) else {
            continue;
        };
        if senses.heard.is_none_or(|before| before.loudness < loudness) {
            senses.heard = Some(Heard {
                from: made[number].at,
                loudness,
            });
        }
    }
}

/// The noises of a tick, and who may hear them.
struct Sounds<'a> {
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
    fn new(map: &'a TileMap, made: &'a [Noise], ears: &Query<Ear, Without<Player>>) -> Self {
        let mut makers: Vec<Noise> = Vec::new();
        for noise in made {
            if !makers.iter().any(|maker| maker.side == noise.side) {
                makers.push(*noise);
            }
        }
        let mut keen = Vec::new();
        let mut sides: Vec<(Faction, Vec<Listener>)> = Vec::new();
        for (entity, position, hearing, &side) in ears {
            if !makers.iter().any(|maker| maker.concerns(side)) {
                continue;
            }
            let listener = Listener {
                entity,
                at: position.0,
                acuity: hearing.acuity,
                side,
                is_keen: hearing.acuity > KEEN,
            };
            of_side(&mut sides, side).push(listener);
        }
        // In a din it is easier to find out what is loudest where one stands than who hears what.
        let heard_by: usize = sides.iter().map(|(_, all)| all.len()).sum();
        let is_din = made.len() * DIN > heard_by;
        for listener in sides.iter_mut().flat_map(|(_, all)| all) {
            let can = goes_both_ways(map, listener.at);
            listener.is_keen = can && (listener.is_keen || is_din);
            if listener.is_keen {
                keen.push(*listener);
            }
        }
        let sides = sides.into_iter().map(|(side, all)| {
            let best = |all: &mut dyn Iterator<Item = &Listener>| all.map(|it| it.acuity).max();
            Listeners {
                side,
                sharpest: best(&mut all.iter()).unwrap_or(0),
                usual: best(&mut all.iter().filter(|it| !it.is_keen)).unwrap_or(0),
                all: Nearby::new(map.size(), all.into_iter().map(|it| (it.at, it))),
            }
        });
        let mut groups: Vec<(Option<Faction>, Vec<usize>)> = Vec::new();
        for (number, noise) in made.iter().enumerate().filter(|_| !keen.is_empty()) {
            if noise.is_listened_for(map) {
                of_side(&mut groups, noise.side).push(number);
            }
        }
        let groups = groups.into_iter().map(|(side, numbers)| {
            let loudness = numbers.iter().map(|&it| made[it].loudness);
            Group {
                side,
                loudest: loudness.max().unwrap_or(0),
                by_place: Nearby::new(map.size(), numbers.into_iter().map(|it| (made[it].at, it))),
            }
        });
        Self {
            map,
            made,
            sides: sides.collect(),
            groups: groups.collect(),
            keen,
        }
    }

    /// All that must be measured.
    fn plan(&self) -> Plan {
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

/// What must be measured.
#[derive(Default)]
struct Plan {
    tasks: Vec<Task>,
    targets: Vec<Target>,
    /// For each target which noise that is, and whose ear.
    parties: Vec<(usize, Entity)>,
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

/// Ways to be measured, all from one cell: from a noise to ears, or, which comes to the same, from an ear to
/// noises.
struct Task {
    from: IVec2,
    targets: Range<usize>,
    /// It is enough to find those that are loudest, and the targets come in the order of how loud they can
    /// be.
    only_loudest: bool,
}

impl Task {
    /// Measures, and writes down for each target how loud the noise is that is heard.
    fn carry_out(
        &self,
        map: &TileMap,
        measure: &mut Measure,
        targets: &[Target],
        heard: &mut [Option<u32>],
    ) {
        let mut loudest = 0;
        let mut measure = |range: Range<usize>| {
            let (targets, heard) = (&targets[range.clone()], &mut heard[range]);
            measure.ways(map, self.from, targets, |number, way| {
                let loudness = targets[number].within - way;
                heard[number] = Some(loudness);
                loudest = loudness.max(loudest);
                if self.only_loudest { loudest } else { 0 }
            });
            loudest
        };
        if !self.only_loudest {
            measure(0..targets.len());
            return;
        }
        // The most likely first: mostly that is all.
        let likely = targets.len().min(LIKELY);
        let loudest = measure(0..likely);
        let matter = targets.partition_point(|target| at_most(self.from, target) >= loudest);
        measure(likely..matter.max(likely));
    }
}

/// How loud the noise of a target is at most.
fn at_most(from: IVec2, target: &Target) -> u32 {
    let apart = (target.at - from).abs().max_element() as u32;
    target.within - apart
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

thread_local! {
    static MEASURE: RefCell<Measure> = RefCell::new(Measure::default());
}

/// Whose ears are sharper than this, in percent of usual, listens for itself.
const KEEN: u32 = 150;

/// With one noise for so many who may hear it, all of them listen for themselves.
const DIN: usize = 4;

/// To so many noises somebody listens at first.
const LIKELY: usize = 6;

/// Whether a noise that is made at `from` reaches an ear as sharp as `acuity` at `to`.
pub(crate) fn is_heard(map: &TileMap, from: IVec2, loudness: u32, to: IVec2, acuity: u32) -> bool {
    let noise = Noise {
        at: from,
        loudness,
        side: None,
    };
    let Some(within) = noise.might_reach(to, acuity) else {
        return false;
    };
    let mut reaches = false;
    let target = [Target { at: to, within }];
    MEASURE.with_borrow_mut(|measure| {
        measure.ways(map, from, &target, |_, _| {
            reaches = true;
            0
        });
    });
    reaches
}

/// How loud a noise is at most that is listened for.
const FAINT: u32 = 16;

/// Below this many tasks, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 48;

/// Measures how far noises have to go.
#[derive(Default)]
struct Measure {
    ripple: Ripple,
    flood: Flood,
}

impl Measure {
    /// Tells of the targets that can be reached from `from`, and how far that is to walk. `tell` says how
    /// much of the way it might have taken a target must spare to be of any interest still.
    fn ways(
        &mut self,
        map: &TileMap,
        from: IVec2,
        targets: &[Target],
        mut tell: impl FnMut(usize, u32) -> u32,
    ) {
        let Some(furthest) = targets.iter().map(|target| target.within).max() else {
            return;
        };
        if furthest <= Ripple::FURTHEST {
            self.ripple.ways(map, from, targets, tell);
            return;
        }
        self.flood.fill(from, furthest, |cell| {
            let tile = map.tile(cell);
            if tile.is_walkable() {
                Some(1)
            } else {
                tile.opens_to().map(|_| DOOR)
            }
        });
        for (number, target) in targets.iter().enumerate() {
            let way = self.flood.distance(target.at);
            if let Some(way) = way.filter(|way| *way <= target.within) {
                tell(number, way);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::random::stream;
    use crate::map::Tile;
    use bevy::ecs::system::RunSystemOnce;
    use rand::RngExt;

    /// Where somebody stands, how sharp its ears are and whose side it is on.
    type Ears = (IVec2, u32, Faction);

    /// What everybody hears by the words of the description: noise by noise and ear by ear.
    fn by_definition(map: &TileMap, made: &[Noise], ears: &[Ears]) -> Vec<Option<Heard>> {
        let cost = |cell| {
            let tile = map.tile(cell);
            let door = tile.opens_to().map(|_| DOOR);
            if tile.is_walkable() { Some(1) } else { door }
        };
        let mut flood = Flood::default();
        let mut all: Vec<Option<Heard>> = vec![None; ears.len()];
        for noise in made {
            flood.fill(noise.at, 100, cost);
            for (heard, &(at, acuity, side)) in all.iter_mut().zip(ears) {
                let minds = noise.side.is_none_or(|maker| side.is_hostile_to(maker));
                let way = flood.distance(at).filter(|_| minds && noise.at != at);
                let carries = noise.loudness * acuity / 100;
                if let Some(loudness) = way.and_then(|way| carries.checked_sub(way))
                    && heard.is_none_or(|before| before.loudness < loudness)
                {
                    let from = noise.at;
                    *heard = Some(Heard { from, loudness });
                }
            }
        }
        all
    }

    /// What they hear in the game.
    fn hear(map: &TileMap, noises: Noises, ears: &[Ears]) -> Vec<Option<Heard>> {
        let mut world = World::new();
        let spawn = |&(at, acuity, side): &Ears| {
            let body = (Position(at), Hearing { acuity }, side, Senses::default());
            world.spawn(body).id()
        };
        let bodies: Vec<Entity> = ears.iter().map(spawn).collect();
        world.insert_resource(map.clone());
        world.insert_resource(Sharing::default());
        world.insert_resource(noises);
        world.run_system_once(spread_noises).unwrap();
        let heard = |&body: &Entity| world.get::<Senses>(body).unwrap().heard;
        bodies.iter().map(heard).collect()
    }

    #[test]
    fn keen_ears_are_not_deceived_by_what_is_near_behind_a_wall() {
        let mut map = TileMap::new(UVec2::new(60, 60), Tile::FLOOR);
        for y in 0..60 {
            map.set(IVec2::new(30, y), Tile::WALL);
        }
        let mut noises = Noises::default();
        for y in 20..40 {
            noises.make(IVec2::new(31, y), 13, None);
        }
        let from = IVec2::new(10, 30);
        noises.make(from, 13, None);
        let ears = [(IVec2::new(29, 30), 250, Faction(1))];
        let loudness = 32 - 19;
        assert_eq!(hear(&map, noises, &ears), [Some(Heard { from, loudness })]);
    }

    /// One noise among many ears, and a din; all sides; ears from deaf to keen; doors and cells that nobody
    /// can stand on.
    #[test]
    fn everybody_hears_what_is_loudest_where_it_stands() {
        let mut dice = stream(1, "noises", 0);
        let mut counts = [0; 2];
        for round in 0..30 {
            let mut map = TileMap::new(UVec2::new(90, 60), Tile::FLOOR);
            let walls = dice.random_range(0..50);
            for cell in map.positions() {
                match dice.random_range(0..100) {
                    roll if roll < walls => map.set(cell, Tile::WALL),
                    98..=99 => map.set(cell, Tile::CLOSED_DOOR),
                    _ => true,
                };
            }
            let mut cell = || IVec2::new(dice.random_range(-1..91), dice.random_range(-1..61));
            let places: Vec<IVec2> = (0..60).map(|_| cell()).collect();
            let count = [3, 60, 300][round % 3];
            let sources: Vec<IVec2> = (0..count).map(|_| cell()).collect();
            let mut noises = Noises::default();
            for at in sources {
                let loudness = [2, 7, 13, 13, 13, 40][dice.random_range(0..6)];
                let side = [None, Some(Faction(1)), Some(Faction(2))][dice.random_range(0..3)];
                noises.make(at, loudness, side);
            }
            let made = noises.made.clone();
            let ears: Vec<Ears> = places
                .into_iter()
                .map(|at| {
                    let acuity = [0, 50, 100, 100, 160, 250][dice.random_range(0..6)];
                    (at, acuity, Faction(dice.random_range(1..3)))
                })
                .collect();
            let expected = by_definition(&map, &made, &ears);
            for ((heard, expected), ears) in hear(&map, noises, &ears)
                .into_iter()
                .zip(expected)
                .zip(ears)
            {
                assert_eq!(heard, expected, "{ears:?}");
                counts[usize::from(heard.is_some())] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
