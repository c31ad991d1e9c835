//! The noises made during the current tick.

use std::hash::{Hash, Hasher};

use bevy::ecs::entity::{EntityMapper, MapEntities};
use bevy::prelude::*;

use super::body::Faction;

/// A noise that no listener has heard yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Noise {
    pub(crate) at: IVec2,
    pub(crate) loudness: u32,
    pub(crate) side: Option<Faction>,
    /// The actor that does not hear the noise, because the noise is that actor's own but comes from elsewhere.
    pub(crate) own: Option<Entity>,
}

/// Entities differ from run to run, so they are left out.
impl Hash for Noise {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.at, self.loudness, self.side).hash(state);
    }
}

/// The noises made during the current tick that have not been heard yet.
#[derive(Resource, Clone, Debug, Default)]
#[component(map_entities)]
pub struct Noises {
    pub(crate) made: Vec<Noise>,
}

impl MapEntities for Noises {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        for noise in &mut self.made {
            noise.own.map_entities(mapper);
        }
    }
}

impl Noises {
    /// Makes a noise that carries `loudness` cells from the cell `at`. Actors on `side` ignore the noise. If `side` is
    /// `None`, no actor ignores the noise.
    pub fn make(&mut self, at: IVec2, loudness: u32, side: Option<Faction>) {
        self.made.push(Noise {
            at,
            loudness,
            side,
            own: None,
        });
    }

    /// Makes a noise that every actor but `maker` hears and that need not come from the maker's cell.
    pub(crate) fn throw(&mut self, at: IVec2, loudness: u32, maker: Entity) {
        self.made.push(Noise {
            at,
            loudness,
            side: None,
            own: Some(maker),
        });
    }
}
