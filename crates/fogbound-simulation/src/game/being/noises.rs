//! The noises made in this tick.

use bevy::prelude::*;

use super::body::Faction;

/// A noise that has not reached any ears yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Noise {
    pub(crate) at: IVec2,
    pub(crate) loudness: u32,
    pub(crate) side: Option<Faction>,
}

/// The noises made in this tick, before they are heard.
#[derive(Resource, Clone, Debug, Default)]
pub struct Noises {
    pub(crate) made: Vec<Noise>,
}

impl Noises {
    /// Makes a noise on the cell `at` that carries `loudness` cells. Friends of `side` ignore it; a noise without a
    /// side concerns everyone.
    pub fn make(&mut self, at: IVec2, loudness: u32, side: Option<Faction>) {
        self.made.push(Noise { at, loudness, side });
    }
}
