//! What belongs to a game. One registration makes a component or a resource part of everything that keeps games:
//!
//! ```text
//! save::<Component>() ----------------+--> check values, snapshots, levels that the player has left
//! save_resource::<Resource>(Of::Game) +
//!                          (Of::Level)   and what a new game, or a level that the player enters, begins with
//! ```
//!
//! The simulation registers its own parts in the same way as plugins do.

mod components;
mod levels;
mod mix;
mod parts;
mod resources;
mod scribe;
mod unsaved;

use bevy::prelude::*;

pub use components::SaveComponent;
pub(crate) use components::{SaveBy, SavedComponents, Write};
pub(crate) use levels::{OtherLevels, begin_all, change_facts};
pub(crate) use mix::Mix;
pub(crate) use parts::{Door, Kept, swap_resource};
pub use resources::{Of, SaveResource};
pub(crate) use resources::{SaveResourceBy, SavedResources};
pub(crate) use scribe::{Scribe, air, tiles};
pub(crate) use unsaved::{Unsaved, find_unsaved};

/// Adds the lists of what is saved.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<SavedComponents>()
        .init_resource::<SavedResources>()
        .init_resource::<Unsaved>()
        .leave_out_resource::<SavedComponents>()
        .leave_out_resource::<SavedResources>()
        .leave_out_resource::<Unsaved>();
}
