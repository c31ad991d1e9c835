//! Sounds: what the log has told the player, heard from the left or the right.
//!
//! ```text
//! Told, from the log --> cue: which sound, and where from --> device: a thread --> player: synth's samples, mixed
//! ```
//!
//! A sound is never the only sign of anything. All sounds are computed when the first one plays; there are no files. The
//! device and the player need the feature `sound`.

mod cue;
#[cfg(feature = "sound")]
mod device;
#[cfg(feature = "sound")]
mod player;
mod synth;

pub use cue::Cue;
#[cfg(feature = "sound")]
pub(super) use device::plugin;
pub use synth::{RATE, samples};
