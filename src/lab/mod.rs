//! The lab: scenes, which say in a text file what must happen in a small game.
//!
//! ```text
//! a file -> scene (map, cast, steps, claims) -> Stage: an app that plays one seed -> judge: does each claim hold?
//!                                                check: all seeds, on all cores -> report: what failed, with a picture
//!                                              -> lesson: rooms that the player plays, judged live
//! ```

mod check;
mod describe;
pub mod jobs;
mod judge;
mod lesson;
mod opening;
mod rehearsal;
mod report;
mod scene;
mod sources;
mod stage;
mod troupe;
mod watch;

pub use check::{Checked, Journals, check, read_all};
pub use lesson::{Lesson, offer_lesson, rooms_in};
pub use rehearsal::{Lab, ReadProps};
pub use report::Failure;
pub use scene::{Props, SceneFile};
pub use sources::Sources;
pub use stage::MakeApp;
