//! When an effect takes place, which cells it reaches, and whom it concerns.

use serde::Deserialize;

/// Something that happens to a creature and that its data file can respond to with effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occasion {
    /// A blow or shot hit the creature, which survived.
    Hit,
    /// Another creature bumped into this one or struck at it, whether or not the blow hit.
    Touch,
    /// The creature died.
    Death,
    /// The creature began to hunt an enemy.
    Notice,
    /// The creature is about to act.
    Turn,
    /// The creature threw the thing, which has landed.
    Throw,
    /// The creature used the thing.
    Use,
    /// The creature put the thing on. Changes of numbers are in force as long as the creature wears the thing.
    Wear,
    /// The creature stepped onto the cell where the thing lies.
    Step,
}

impl Occasion {
    /// The occasions that the file of a monster can respond to.
    pub const OF_MONSTERS: [Self; 5] = [
        Self::Hit,
        Self::Touch,
        Self::Death,
        Self::Notice,
        Self::Turn,
    ];
    /// The occasions that the file of a thing can respond to.
    pub const OF_THINGS: [Self; 4] = [Self::Throw, Self::Use, Self::Wear, Self::Step];

    /// Returns the name used in data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Touch => "touch",
            Self::Death => "death",
            Self::Notice => "notice",
            Self::Turn => "turn",
            Self::Throw => "throw",
            Self::Use => "use",
            Self::Wear => "wear",
            Self::Step => "step",
        }
    }
}

/// A condition for an effect. All conditions are about the creature that has the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// No light reaches the creature's cell. Never holds in a world without darkness.
    Dark,
    /// Light reaches the creature's cell. Always holds in a world without darkness.
    Lit,
    /// The creature has at most half of its health.
    Hurt,
    /// No other creature on the same side is near, with nothing between them that blocks the view.
    Alone,
    /// An enemy sees the creature's cell.
    Seen,
    /// No enemy sees the creature's cell.
    Unseen,
    /// An enemy is on an adjacent cell.
    Close,
}

impl Condition {
    /// All conditions.
    pub const ALL: [Self; 7] = [
        Self::Dark,
        Self::Lit,
        Self::Hurt,
        Self::Alone,
        Self::Seen,
        Self::Unseen,
        Self::Close,
    ];

    /// Returns the name used in data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Lit => "lit",
            Self::Hurt => "hurt",
            Self::Alone => "alone",
            Self::Seen => "seen",
            Self::Unseen => "unseen",
            Self::Close => "close",
        }
    }
}

/// The cells that an effect reaches. Its centre is the cell on which a thrown thing has landed and, for all other
/// effects, the cell of the creature that has the effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// The creature's own cell.
    Itself,
    /// The centre.
    #[default]
    Cell,
    /// The cells of the line from the creature to the centre.
    Line,
    /// The cells within a right angle towards the centre, up to this distance, that an eye on the creature's cell would
    /// see by daylight.
    Cone(u32),
    /// The cells up to this distance from the centre that an eye there would see by daylight.
    Burst(u32),
    /// The cells up to this walking distance from the centre: those that hear what happens there.
    Hearing(u32),
    /// All cells up to this distance from the centre, even behind walls.
    Round(u32),
}

/// The creatures on these cells that an effect concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whom {
    /// All creatures.
    #[default]
    Everyone,
    /// All creatures but the one that has the effect.
    Others,
    /// The enemies of the creature that has the effect.
    Enemies,
}

/// The furthest that an effect can reach, in cells.
pub const FURTHEST: u32 = 99;

impl Area {
    /// Returns the distance up to which the effect reaches.
    pub fn radius(self) -> u32 {
        match self {
            Self::Itself | Self::Cell | Self::Line => 0,
            Self::Cone(far) | Self::Burst(far) | Self::Hearing(far) | Self::Round(far) => far,
        }
    }
}
