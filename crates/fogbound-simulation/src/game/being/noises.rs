//! The noises that were made and that nobody has heard yet.

use bevy::prelude::*;

use super::body::Faction;

/// A noise that was made and that nobody has heard yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Noise {
    pub(crate) at: IVec2,
    pub(crate) loudness: u32,
    pub(crate) side: Option<Faction>,
}

/// The noises of this tick.
#[derive(Resource, Clone, Debug, Default)]
pub struct Noises {
    pub(crate) made: Vec<Noise>,
}

impl Noises {
    /// Makes a noise on the cell `at` that carries `loudness` cells. Friends of `side` think nothing of
    /// it; everybody minds one that is on no side.
    pub fn make(&mut self, at: IVec2, loudness: u32, side: Option<Faction>) {
        self.made.push(Noise { at, loudness, side });
    }
}
