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
mod temperament;

pub use choose::Bot;
pub use temperament::Temperament;
