//! How boldly a bot plays.

use serde::{Deserialize, Serialize};

/// How boldly a bot plays.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Temperament {
    /// Plays to survive, and shuts the lantern when darkness helps.
    #[default]
    Careful,
    /// Plays to survive, and keeps the lantern shut from the first turn.
    Blind,
    /// Plays to survive, and never shuts the lantern.
    Bright,
    /// Fights every enemy in view, never rests, and hurries down.
    Rash,
    /// Plays like `Careful`, but never flees: it shuts its lantern, stands still and strikes what comes.
    Lurker,
    /// Plays like `Lurker`, but steps to another cell after each blow.
    Dancer,
    /// Goes straight down, heals only by the new ground on its way, and fights only what blocks the way.
    Runner,
    /// Plays like `Careful`, but takes no notice of things.
    EmptyHanded,
    /// Plays like `Careful`, but tries out every thing that it finds.
    Curious,
}

impl Temperament {
    /// All temperaments.
    pub const ALL: [Self; 9] = [
        Self::Careful,
        Self::Blind,
        Self::Bright,
        Self::Rash,
        Self::Lurker,
        Self::Dancer,
        Self::Runner,
        Self::EmptyHanded,
        Self::Curious,
    ];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Blind => "blind",
            Self::Bright => "bright",
            Self::Rash => "rash",
            Self::Lurker => "lurker",
            Self::Dancer => "dancer",
            Self::Runner => "runner",
            Self::EmptyHanded => "empty-handed",
            Self::Curious => "curious",
        }
    }

    /// Returns the temperament with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Returns whether a bot opens and shuts its lantern as it needs.
    pub(super) fn minds_its_light(self) -> bool {
        !matches!(self, Self::Blind | Self::Bright | Self::Rash | Self::Runner)
    }

    /// Returns whether a bot fights in the dark and never flees.
    pub(super) fn lurks(self) -> bool {
        matches!(self, Self::Lurker | Self::Dancer)
    }

    /// Returns whether a bot goes down as soon as it can.
    pub(super) fn hurries(self) -> bool {
        matches!(self, Self::Rash | Self::Runner)
    }
}

impl From<Temperament> for &'static str {
    fn from(temperament: Temperament) -> Self {
        temperament.name()
    }
}

impl TryFrom<String> for Temperament {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("unknown bot \"{name}\""))
    }
}
