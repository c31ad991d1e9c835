//! Sound: it goes where one could walk, and wears out on the way.

use bevy::prelude::*;

use super::paths::Flood;
use super::{Actor, Faction, Heard, Hearing, Senses};
use crate::map::TileMap;
use crate::vision::Position;

/// A noise that was made and that nobody has heard yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noise {
    at: IVec2,
    loudness: u32,
    side: Option<Faction>,
}

/// The noises of this tick.
#[derive(Resource, Debug, Default)]
pub struct Noises {
    made: Vec<Noise>,
}

/// A closed door swallows this much of a noise, in cells of way.
const DOOR_MUFFLES: u32 = 4;

impl Noises {
    /// Makes a noise on the cell `at` that carries `loudness` cells. Friends of `side` think nothing of
    /// it; everybody minds one that is on no side.
    pub fn make(&mut self, at: IVec2, loudness: u32, side: Option<Faction>) {
        self.made.push(Noise { at, loudness, side });
    }
}

type Ear = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Hearing,
    &'static Faction,
);

/// The ears of one side: who, where, and how sharp.
struct Listeners {
    side: Faction,
    sharpest: u32,
    ears: Vec<(Entity, IVec2, u32)>,
}

/// Brings this tick's noises to the ears they reach. Of several noises an actor hears the loudest, as
/// it is where the actor stands, and never its own.
pub(super) fn spread_noises(
    mut noises: ResMut<Noises>,
    map: Res<TileMap>,
    mut flood: Local<Flood>,
    ears: Query<Ear>,
    mut senses: Query<&mut Senses>,
) {
    if noises.made.is_empty() {
        return;
    }
    let mut sides: Vec<Listeners> = Vec::new();
    for (entity, _, position, hearing, &side) in &ears {
        let ear = (entity, position.0, hearing.acuity);
        match sides.iter_mut().find(|known| known.side == side) {
            Some(known) => {
                known.sharpest = hearing.acuity.max(known.sharpest);
                known.ears.push(ear);
            }
            None => sides.push(Listeners {
                side,
                sharpest: hearing.acuity,
                ears: vec![ear],
            }),
        }
    }
    let cost = |cell| {
        if map.is_walkable(cell) {
            Some(1)
        } else {
            map.tile(cell).opens_to().map(|_| 1 + DOOR_MUFFLES)
        }
    };
    for noise in noises.made.drain(..) {
        let mut is_spread = false;
        let minding = sides.iter().filter(|known| {
            noise
                .side
                .is_none_or(|maker| known.side.is_hostile_to(maker))
        });
        for Listeners { sharpest, ears, .. } in minding {
            for &(entity, at, acuity) in ears {
                let carries = noise.loudness * acuity / 100;
                let distance = (at - noise.at).abs().max_element() as u32;
                if distance > carries || distance == 0 {
                    continue;
                }
                if !is_spread {
                    let furthest = noise.loudness * (*sharpest).max(100) / 100;
                    flood.fill(noise.at, furthest, cost);
                    is_spread = true;
                }
                let Some(way) = flood.distance(at).filter(|&way| way <= carries) else {
                    continue;
                };
                let heard = Heard {
                    from: noise.at,
                    loudness: carries - way,
                };
                let Ok(mut senses) = senses.get_mut(entity) else {
                    continue;
                };
                // Of two that are equally loud the first made is heard: the order of ids.
                if senses
                    .heard
                    .is_none_or(|before| before.loudness < heard.loudness)
                {
                    senses.heard = Some(heard);
                }
            }
        }
    }
}
