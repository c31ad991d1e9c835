//! How boldly a bot plays.

/// How boldly a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
}

impl Temperament {
    /// All temperaments.
    pub const ALL: [Self; 4] = [Self::Careful, Self::Blind, Self::Bright, Self::Rash];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Blind => "blind",
            Self::Bright => "bright",
            Self::Rash => "rash",
        }
    }
}
