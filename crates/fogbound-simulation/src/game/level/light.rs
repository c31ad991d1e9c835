//! How light a game is.

use bevy::prelude::*;

use crate::dungeon::Level;
use crate::vision::Ambient;

/// Whether there is darkness in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LightRule {
    /// All that is in view is seen, as far as the sight's radius goes: the classic game.
    #[default]
    Off,
    /// It is dark but for what shines, and for rooms that are lit.
    Dark,
    /// There is daylight everywhere.
    Day,
}

impl LightRule {
    /// What it is called in a journal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Dark => "dark",
            Self::Day => "day",
        }
    }

    /// The light of a level by itself; none in a world without darkness.
    pub(crate) fn ambient(self, level: &Level) -> Option<Ambient> {
        match self {
            Self::Off => None,
            Self::Day => Some(Ambient::daylight()),
            Self::Dark => {
                let places = level.lit_rooms.iter();
                let lit = places.fold(Ambient::dark(), |it, &room| it.with_place(room, LIT_ROOM));
                Some(lit)
            }
        }
    }
}

/// The level of light in a lit room.
const LIT_ROOM: u32 = 5;

/// Gives a world the light of a place, or none at all.
pub(crate) fn set_ambient(world: &mut World, ambient: Option<Ambient>) {
    match ambient {
        Some(ambient) => world.insert_resource(ambient),
        None => {
            world.remove_resource::<Ambient>();
        }
    }
}
