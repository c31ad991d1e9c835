//! Paths over walkable cells, for walking, noise, fleeing and level builders.
//!
//! There are two kinds of search. [`Ways`] is weighted: it asks for the cost of every cell, goes as far as needed, and
//! knows the path to each cell it reached. A `Front` is word-parallel: a row of cells is one word, and a step of the
//! whole front takes about as long as handling a few cells in a weighted search. [`PathFinder`], [`FleeMap`], `Ripple`
//! (for noise) and `Vicinity` (for builders) use a front, because they do most of the work in a turn.
//!
//! `parts` finds connected cells, and `Nearby` finds creatures within a given distance.

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
