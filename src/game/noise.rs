//! Sound: it goes where one could walk, and wears out on the way.

use std::cell::RefCell;

use bevy::prelude::*;

use super::nearby::Nearby;
use super::paths::{DOOR, Flood, Ripple, Target};
use super::{Faction, Heard, Hearing, Senses};
use crate::map::TileMap;
use crate::vision::{Position, share};

/// A noise that was made and that nobody has heard yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noise {
    at: IVec2,
    loudness: u32,
    side: Option<Faction>,
}

impl Noise {
    /// How far it carries to an ear as sharp as this, in cells walked. A closed door swallows as much as
    /// [`DOOR`] cells.
    fn carries(&self, acuity: u32) -> u32 {
        (u64::from(self.loudness) * u64::from(acuity) / 100).min(u64::from(u32::MAX)) as u32
    }

    /// Who is near enough and minds it: whose ear, where, and how far the noise carries to it.
    fn might_be_heard(&self, sides: &[Listeners]) -> Vec<(Entity, IVec2, u32)> {
        let mut near = Vec::new();
        let minds = |listener: Faction| self.side.is_none_or(|maker| listener.is_hostile_to(maker));
        for Listeners { sharpest, ears, .. } in sides.iter().filter(|known| minds(known.side)) {
            let ears = ears
                .within(self.at, self.carries(*sharpest))
                .map(|(at, &(entity, acuity))| (entity, at, self.carries(acuity)));
            near.extend(ears.filter(|&(_, at, carries)| {
                let distance = (at - self.at).abs().max_element() as u32;
                (1..=carries).contains(&distance)
            }));
        }
        near
    }
}

/// The noises of this tick.
#[derive(Resource, Debug, Default)]
pub struct Noises {
    made: Vec<Noise>,
}

impl Noises {
    /// Makes a noise on the cell `at` that carries `loudness` cells. Friends of `side` think nothing of
    /// it; everybody minds one that is on no side.
    pub fn make(&mut self, at: IVec2, loudness: u32, side: Option<Faction>) {
        self.made.push(Noise { at, loudness, side });
    }
}

type Ear = (
    Entity,
    &'static Position,
    &'static Hearing,
    &'static Faction,
);

/// The ears of one side, by place: whose, and how sharp.
struct Listeners {
    side: Faction,
    sharpest: u32,
    ears: Nearby<(Entity, u32)>,
}

/// Brings this tick's noises to the ears they reach. Of several noises an actor hears the loudest, as
/// it is where the actor stands, and never its own.
pub(super) fn spread_noises(
    mut noises: ResMut<Noises>,
    map: Res<TileMap>,
    ears: Query<Ear>,
    mut senses: Query<&mut Senses>,
) {
    if noises.made.is_empty() {
        return;
    }
    let mut sides: Vec<Listeners> = Vec::new();
    for (entity, position, hearing, &side) in &ears {
        let number = sides.iter().position(|known| known.side == side);
        let number = number.unwrap_or_else(|| {
            sides.push(Listeners {
                side,
                sharpest: 0,
                ears: Nearby::new(map.size()),
            });
            sides.len() - 1
        });
        let known = &mut sides[number];
        known.sharpest = known.sharpest.max(hearing.acuity);
        known.ears.insert(position.0, (entity, hearing.acuity));
    }
    let made: Vec<Noise> = noises.made.drain(..).collect();
    let mut arrivals: Vec<Vec<(Entity, u32)>> = vec![Vec::new(); made.len()];
    share(
        made.iter().zip(&mut arrivals),
        WORTH_SHARING,
        |(noise, arrivals)| {
            MEASURE.with_borrow_mut(|measure| {
                let near = noise.might_be_heard(&sides);
                measure.ways(&map, noise.at, &near, |entity, loudness| {
                    arrivals.push((entity, loudness));
                });
            });
        },
    );
    for (noise, arrivals) in made.iter().zip(arrivals) {
        for (entity, loudness) in arrivals {
            let Ok(mut senses) = senses.get_mut(entity) else {
                continue;
            };
            // Of two that are equally loud the first made is heard: the order of ids.
            if senses.heard.is_none_or(|before| before.loudness < loudness) {
                senses.heard = Some(Heard {
                    from: noise.at,
                    loudness,
                });
            }
        }
    }
}

thread_local! {
    static MEASURE: RefCell<Measure> = RefCell::new(Measure::default());
}

/// Below this many noises, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 64;

/// Measures how far noises have to go.
#[derive(Default)]
struct Measure {
    ripple: Ripple,
    flood: Flood,
    targets: Vec<Target>,
}

impl Measure {
    /// Tells of every ear that a noise from the cell `from` reaches how loud it is there. Each ear is
    /// given with its cell and with how far the noise carries to it.
    fn ways(
        &mut self,
        map: &TileMap,
        from: IVec2,
        ears: &[(Entity, IVec2, u32)],
        mut hears: impl FnMut(Entity, u32),
    ) {
        let Some(furthest) = ears.iter().map(|&(.., carries)| carries).max() else {
            return;
        };
        let mut arrives = |number: usize, way: u32| {
            let (entity, _, carries) = ears[number];
            if let Some(loudness) = carries.checked_sub(way) {
                hears(entity, loudness);
            }
        };
        let targets = ears.iter().map(|&(_, at, within)| Target { at, within });
        if furthest <= Ripple::FURTHEST {
            self.targets.clear();
            self.targets.extend(targets);
            self.ripple.ways(map, from, &self.targets, arrives);
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
        for (number, target) in targets.enumerate() {
            if let Some(way) = self.flood.distance(target.at) {
                arrives(number, way);
            }
        }
    }
}
