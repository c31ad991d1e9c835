//! The verb `noise`: a noise that the creature makes, where it is or elsewhere.

use bevy::prelude::*;
use rand::RngExt;

use super::cells::walkable_at;
use super::words::cells;
use crate::game::being::{
    Area, Awareness, Happening, Incident, Senses, Sound, Verb, Within, tell_of,
};
use crate::map::TileMap;

/// The cell around which a noise is made.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Around {
    /// The creature's own cell.
    #[default]
    Itself,
    /// The cell of the nearest enemy, as far as the creature knows; without an enemy, its own cell.
    Enemy,
}

/// Makes a noise.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct MakeNoise {
    /// How far the noise carries, as a walking distance in cells.
    #[reflect(@Within::new(1, 200))]
    pub loudness: u32,
    /// How many steps from `around` the noise comes from. If no cell at that distance can be walked on, the noise comes
    /// from nearer.
    #[reflect(@Within::new(0, 40))]
    pub away: u32,
    /// The cell from which `away` is counted.
    pub around: Around,
    /// What the noise sounds like.
    pub like: Sound,
}

impl Default for MakeNoise {
    fn default() -> Self {
        Self {
            loudness: 12,
            away: 0,
            around: Around::Itself,
            like: Sound::Voice,
        }
    }
}

impl Verb for MakeNoise {
    fn act(&self, world: &mut World, incident: &Incident) {
        let center = match self.around {
            Around::Itself => incident.center(),
            Around::Enemy => enemy_of(world, incident.who).unwrap_or_else(|| incident.center()),
        };
        let map = world.resource::<TileMap>();
        let rings = (1..=self.away as i32).rev();
        let ringed = rings.map(|far| walkable_at(map, center, far));
        let ringed = ringed.into_iter().find(|ring| !ring.is_empty());
        let ring = ringed.unwrap_or_else(|| vec![center]);
        let mut dice = incident.dice(world, "where");
        let cell = ring[dice.random_range(0..ring.len() as u32) as usize];
        let (like, loudness) = (self.like, self.loudness);
        let sounded = Happening::Sounded { like, loudness };
        // The last cry of a dead creature does not tell more than that of a living one.
        let gone = (incident.at, incident.hidden);
        tell_of(world, incident.who, gone, cell, sounded);
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some(format!("is heard {} away", cells(self.loudness)))
    }
}

/// Returns the cell of a creature's nearest enemy, as far as the creature knows.
fn enemy_of(world: &World, who: Entity) -> Option<IVec2> {
    let seen = world.get::<Senses>(who)?.enemies.first();
    let believed = match *world.get::<Awareness>(who)? {
        Awareness::Hunting { last_known } => Some(last_known),
        Awareness::Searching { around, .. } => Some(around),
        _ => None,
    };
    seen.map(|it| it.at).or(believed)
}
