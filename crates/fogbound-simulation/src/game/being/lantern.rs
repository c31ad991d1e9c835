//! Lights that are carried, and flames that burn where they are.

use bevy::prelude::*;

use crate::fov::Cone;
use crate::vision::Light;

/// A lantern that its owner opens and closes.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub enum Lantern {
    /// No light comes out of it.
    Shut,
    /// A beam to where its owner looks.
    Narrowed,
    /// Light all around.
    #[default]
    Open,
}

/// The colour of a lantern's light.
const LANTERN: [u8; 3] = [255, 214, 150];

impl Lantern {
    /// All of them, the darkest first.
    pub const ALL: [Self; 3] = [Self::Shut, Self::Narrowed, Self::Open];

    /// How far it shines when open, in cells.
    pub const RADIUS: u32 = 7;

    /// How far its beam reaches, in cells.
    pub const BEAM_RADIUS: u32 = 10;

    /// How wide its beam is, in degrees.
    pub const BEAM_DEGREES: u16 = 90;

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shut => "shut",
            Self::Narrowed => "narrowed",
            Self::Open => "open",
        }
    }

    /// Opened by one step more, if it is not open.
    pub fn opened(self) -> Option<Self> {
        match self {
            Self::Shut => Some(Self::Narrowed),
            Self::Narrowed => Some(Self::Open),
            Self::Open => None,
        }
    }

    /// Closed by one step more, if it is not shut.
    pub fn closed(self) -> Option<Self> {
        match self {
            Self::Shut => None,
            Self::Narrowed => Some(Self::Shut),
            Self::Open => Some(Self::Narrowed),
        }
    }

    /// Its light, for an owner who looks that way.
    pub fn light(self, facing: IVec2) -> Option<Light> {
        match self {
            Self::Shut => None,
            Self::Narrowed => {
                let cone = Cone::new(facing, Self::BEAM_DEGREES);
                Some(
                    Light::new(Self::BEAM_RADIUS)
                        .with_color(LANTERN)
                        .as_beam(cone),
                )
            }
            Self::Open => Some(Light::new(Self::RADIUS).with_color(LANTERN)),
        }
    }
}

/// Its light is a beam to where it looks, so many degrees wide.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct ShinesAhead(pub u16);

/// The light of a flame that burns in a tile. It comes and goes with the tile.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Burning;
