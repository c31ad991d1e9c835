//! Bots that play whole games by what a player perceives and remembers.
//!
//! [`Outlook`] is all that a bot reads of the world. `choose` picks one command from it: `meet` against those who hunt the
//! player, `lantern` for its light. `danger` says what a fight would cost, `flight` where nobody catches up, `learnt` how
//! quick monsters are and who shoots. `rounds` notices when the player goes in circles.
//!
//! [`Outlook`]: super::outlook::Outlook

mod choose;
mod danger;
mod flight;
mod lantern;
mod learnt;
mod meet;
mod rounds;

pub use choose::Bot;

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
