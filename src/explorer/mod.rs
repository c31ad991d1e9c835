//! Feet that find their way: the next step of a player who explores or travels, from what the player knows.
//!
//! ```text
//! MapMemory, where the player stands, whom it sees -> Explorer -> the next Action, or why there is none
//! ```
//!
//! One step at a time, and never from anything that the player does not know: two worlds that look alike to the player
//! give the same step. So whoever follows an explorer sends ordinary commands, and a recording needs no more.

mod explore;
mod ways;

pub use explore::{Explorer, NoStep};
