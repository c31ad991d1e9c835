//! Ways over walkable cells: for feet, for noise, for flight, and for whoever builds levels.
//!
//! There are two searches. [`Ways`] is the weighted one: it asks for every cell what it costs, goes as far as there is
//! something to reach, and knows the way to each cell that it came to. A `Front` is word-parallel: a row of cells is a
//! word, and a step of the whole front costs about as much as a few cells do otherwise. [`PathFinder`], [`FleeMap`],
//! `Ripple` (for noise) and `Vicinity` (for builders) are made of it, which is what a turn asks most of.
//!
//! [`parts`] says what hangs together, and `Nearby` who is near as the crow flies.

mod finder;
mod flee;
mod front;
mod nearby;
mod parts;
mod ripple;
mod steps;
mod trail;
mod vicinity;
mod ways;

pub use finder::{PathFinder, Route};
pub use flee::FleeMap;
pub(crate) use nearby::Nearby;
pub(crate) use parts::parts;
pub(crate) use ripple::{DOOR, Ripple, Target};
pub use steps::{KING, SIDES};
pub(crate) use vicinity::Vicinity;
pub use ways::{Search, Ways};
