//! Carried lights, and flames that burn in place.

use bevy::prelude::*;

use crate::fov::Cone;
use crate::vision::Light;

/// A lantern that its owner can open and close.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub enum Lantern {
    /// It gives no light.
    Shut,
    /// A beam in the direction its owner looks.
    Narrowed,
    /// Light all around.
    #[default]
    Open,
}

/// The colour of a lantern's light.
const LANTERN: [u8; 3] = [255, 214, 150];

impl Lantern {
    /// All settings, the darkest first.
    pub const ALL: [Self; 3] = [Self::Shut, Self::Narrowed, Self::Open];

    /// The range of its light when open, in cells.
    pub const RADIUS: u32 = 7;

    /// The range of its beam, in cells.
    pub const BEAM_RADIUS: u32 = 10;

    /// The width of its beam, in degrees.
    pub const BEAM_DEGREES: u16 = 90;

    /// Returns its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shut => "shut",
            Self::Narrowed => "narrowed",
            Self::Open => "open",
        }
    }

    /// Returns the next brighter setting, if any.
    pub fn opened(self) -> Option<Self> {
        match self {
            Self::Shut => Some(Self::Narrowed),
            Self::Narrowed => Some(Self::Open),
            Self::Open => None,
        }
    }

    /// Returns the next darker setting, if any.
    pub fn closed(self) -> Option<Self> {
        match self {
            Self::Shut => None,
            Self::Narrowed => Some(Self::Shut),
            Self::Open => Some(Self::Narrowed),
        }
    }

    /// Returns its light for an owner who faces this way.
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

/// Its light is a beam in the direction it looks, this many degrees wide.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct ShinesAhead(pub u16);

/// The light of a flame that belongs to a tile. It comes and goes with the tile.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Burning;
