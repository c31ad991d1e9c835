//! Carried lights, and flames that stay in one place.

use bevy::prelude::*;

use crate::fov::Cone;
use crate::vision::Light;

/// A lantern that its owner can open and close.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub enum Lantern {
    /// The lantern gives no light.
    Shut,
    /// The lantern casts a beam in the direction that its owner is facing.
    Narrowed,
    /// The lantern casts light in all directions.
    #[default]
    Open,
}

/// The colour of a lantern's light.
const LANTERN: [u8; 3] = [255, 214, 150];

impl Lantern {
    /// All settings, from darkest to brightest.
    pub const ALL: [Self; 3] = [Self::Shut, Self::Narrowed, Self::Open];

    /// The range of an open lantern's light, in cells.
    pub const RADIUS: u32 = 7;

    /// The range of a narrowed lantern's beam, in cells.
    pub const BEAM_RADIUS: u32 = 10;

    /// The width of the beam, in degrees.
    pub const BEAM_DEGREES: u16 = 90;

    /// Returns the name of the setting in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shut => "shut",
            Self::Narrowed => "narrowed",
            Self::Open => "open",
        }
    }

    /// Returns the next brighter setting, if there is one.
    pub fn opened(self) -> Option<Self> {
        match self {
            Self::Shut => Some(Self::Narrowed),
            Self::Narrowed => Some(Self::Open),
            Self::Open => None,
        }
    }

    /// Returns the next darker setting, if there is one.
    pub fn closed(self) -> Option<Self> {
        match self {
            Self::Shut => None,
            Self::Narrowed => Some(Self::Shut),
            Self::Open => Some(Self::Narrowed),
        }
    }

    /// Returns the light that the lantern gives when it is empty: an ember with the given range, unless it is shut.
    pub(crate) fn ember(self, radius: u32) -> Option<Light> {
        let glows = self != Self::Shut && radius > 0;
        glows.then(|| Light::new(radius).with_color(LANTERN))
    }

    /// Returns the light that the lantern gives when its owner is facing in this direction.
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

/// Narrows an actor's light to a beam that points in the direction in which the actor is looking. The value is the
/// width of the beam, in degrees.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct ShinesAhead(pub u16);

/// Marks the light of a flame that belongs to a tile. The light appears and disappears with the tile.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct Burning;
