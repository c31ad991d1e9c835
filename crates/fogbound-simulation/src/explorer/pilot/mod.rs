//! Plays whole games by what the player would know.
//!
//! ```text
//! World -> Outlook: what the player perceives and remembers, and nothing else
//! Outlook -> danger: what a fight would cost       -> choose: fight, flee, rest, explore, go down
//!         -> flight: where nobody catches up          -> one PlayerCommand
//! ```
//!
//! Two worlds that look alike to the player give the same command. Chance comes from a stream of the game's seed, so
//! the same seed gives the same game on every machine.

mod choose;
mod danger;
mod flight;
mod moves;
mod outlook;
mod paces;
mod rounds;
mod suspects;

pub use choose::Pilot;
