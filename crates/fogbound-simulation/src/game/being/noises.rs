//! The noises made during the current tick.

use bevy::prelude::*;

use super::body::Faction;

/// A noise that no listener has heard yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Noise {
    pub(crate) at: IVec2,
    pub(crate) loudness: u32,
    pub(crate) side: Option<Faction>,
}

/// The noises made during the current tick that have not been heard yet.
#[derive(Resource, Clone, Debug, Default)]
pub struct Noises {
    pub(crate) made: Vec<Noise>,
}

impl Noises {
    /// Makes a noise that carries `loudness` cells from the cell `at`. Actors on `side` ignore the noise. If `side` is
    /// `None`, no actor ignores the noise.
    pub fn make(&mut self, at: IVec2, loudness: u32, side: Option<Faction>) {
        self.made.push(Noise { at, loudness, side });
    }
}
