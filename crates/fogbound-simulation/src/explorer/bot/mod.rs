//! Bots that play whole games based on what a player perceives and remembers.
//!
//! A bot reads nothing about the world except its [`Outlook`]. `choose` picks a command, with the help of `meet` for
//! fights and flight, `surprise` for enemies that do not know of the player, `onward` for exploring, and `lantern` for
//! light. `danger` estimates the cost of a fight, `flight` finds safe paths, and `learnt` records how fast monsters are
//! and which ones shoot. `rounds` detects when the player is going in circles.
//!
//! [`Outlook`]: super::outlook::Outlook

mod choose;
mod danger;
mod flight;
mod gifts;
mod lantern;
mod learnt;
mod lurk;
mod meet;
mod onward;
mod rounds;
mod surprise;
mod temperament;
mod things;

pub use choose::Bot;
pub use temperament::Temperament;
