//! How boldly a bot plays.

/// How a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Temperament {
    /// Plays to live, and shuts its lantern where the dark hides it.
    #[default]
    Careful,
    /// Plays to live, shuts its lantern in the first turn and leaves it shut.
    Blind,
    /// Plays to live, and never shuts its lantern.
    Bright,
    /// Fights everything in view, never rests and hurries down.
    Rash,
}

impl Temperament {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Careful, Self::Blind, Self::Bright, Self::Rash];

    /// The name, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Blind => "blind",
            Self::Bright => "bright",
            Self::Rash => "rash",
        }
    }
}
