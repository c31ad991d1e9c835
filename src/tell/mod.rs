//! The game in words: what `--tell` and the plain terminal say after each command, the questions that they answer, and the
//! same as JSON lines for programs.
//!
//! ```text
//! Scene -> Observation --+--> report, questions -> lines of words
//! Told, Stopped -> Doings --+
//!                        +--> View -> a line of JSON
//! ```
//!
//! Everything is made from an [`Observation`](crate::view::Observation), so the words tell what the screen shows, and
//! nothing else.

mod answer;
mod detail;
mod doings;
mod exits;
mod find;
mod ground;
mod ids;
mod json;
mod questions;
mod report;
mod teller;
mod whence;

pub use answer::Answer;
pub use detail::{Detail, Details, Subject};
pub use doings::TellPlugin;
pub use json::{VERSION, View};
pub use teller::Teller;
