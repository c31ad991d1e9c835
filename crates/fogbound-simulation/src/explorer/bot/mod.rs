//! Bots that play whole games based on what a player perceives and remembers.
//!
//! [`Outlook`] is all that a bot reads about the world. `choose` picks a command, with `meet` for fights and flight,
//! and `lantern` for its light. `danger` estimates the cost of a fight, `flight` finds safe paths, and `learnt`
//! records how fast monsters are and which shoot. `rounds` notices when the player goes in circles.
//!
//! [`Outlook`]: super::outlook::Outlook

mod choose;
mod danger;
mod flight;
mod lantern;
mod learnt;
mod meet;
mod rounds;
mod temperament;

pub use choose::Bot;
pub use temperament::Temperament;
