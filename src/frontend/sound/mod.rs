//! Sounds: what the log has told the player, heard from the left or the right.
//!
//! ```text
//! Told, from the log --> cue: which sound, and where from --> synth: samples --> device (feature `sound`)
//! ```
//!
//! A sound is never the only sign of anything. All sounds are computed when the first one plays; there are no files.

mod cue;
#[cfg(feature = "sound")]
mod device;
mod synth;

pub use cue::{Cue, Noise};
#[cfg(feature = "sound")]
pub(super) use device::plugin;
pub use synth::{RATE, samples};
