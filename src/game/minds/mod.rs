//! How creatures decide: one component and one system a mind, one file each.
//!
//! A mind reads what its own creature senses and writes its own creature's
//! [`Intent`](super::Intent), nothing else.

mod wander;

pub use wander::Wanderer;

pub(super) fn plugin(app: &mut bevy::prelude::App) {
    wander::plugin(app);
}
