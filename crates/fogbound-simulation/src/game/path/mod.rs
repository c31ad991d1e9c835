//! Ways over the map: for feet, for noise, for flight. All in steps of a king, eight ways a cell.
//!
//! [`Flood`] asks for every cell what it costs. The others are what a turn asks most of: they let a front
//! spread over rows of cells that are words, and a step of the whole front costs about as much as a few
//! cells do otherwise.

mod finder;
mod flee;
mod flood;
mod nearby;
mod ripple;
#[cfg(test)]
mod test_map;
mod wave;

pub use finder::{PathFinder, Route};
pub use flee::FleeMap;
pub use flood::Flood;
pub(crate) use nearby::Nearby;
pub(crate) use ripple::{DOOR, Ripple, Target};
