//! How boldly a bot plays.

/// How boldly a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Temperament {
    /// Plays to survive, and shuts its lantern where darkness hides it.
    #[default]
    Careful,
    /// Plays to survive, and keeps its lantern shut from the first turn.
    Blind,
    /// Plays to survive, and never shuts its lantern.
    Bright,
    /// Fights everything in view, never rests and hurries down.
    Rash,
}

impl Temperament {
    /// All temperaments.
    pub const ALL: [Self; 4] = [Self::Careful, Self::Blind, Self::Bright, Self::Rash];

    /// Returns its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Blind => "blind",
            Self::Bright => "bright",
            Self::Rash => "rash",
        }
    }
}
