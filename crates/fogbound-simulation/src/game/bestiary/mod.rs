//! The bestiary: monsters made of data, one file of `assets/monsters` each.
//!
//! ```text
//! MonsterFiles (compiled in, and a folder) -> Monster (a file, read) -> Bestiary -> spawn_monster
//!        ^                                                                 |
//!        +-- watch: a file has changed -> reload_monsters -----------------+-> monsters that live
//! ```
//!
//! A file names its monster's minds: components that the loader knows nothing of and finds in Bevy's
//! type registry. What is wrong with a file is told in one line and stops nothing.

mod describe;
mod error;
mod files;
mod library;
mod mind;
mod monster;
mod notice;
mod populate;
mod reload;
mod spawn;
mod watch;

use bevy::prelude::*;

pub use error::{AssetsError, MonsterError};
pub use files::{AddMonster, MonsterFiles};
pub use library::Bestiary;
pub use mind::Minds;
pub use monster::{Appears, MAX_MONSTER_SIGHT, Monster, can_be_shown};
pub use notice::{FolderChanged, Notice};
pub(crate) use populate::{BREATHING_SPACE, populate};
pub use reload::{load_monsters, reload_monsters, replace_monsters};
pub use spawn::{MadeBy, MonsterKind, spawn_monster};
pub use watch::Waker;
pub(crate) use watch::reload_when_changed;

/// Reads the bestiary anew whenever a file changes.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MonsterFiles>()
        .init_resource::<Bestiary>()
        .add_message::<Notice>()
        .add_message::<FolderChanged>()
        .register_type::<MonsterKind>()
        .add_systems(Startup, watch::watch_folder)
        .add_systems(PreUpdate, watch::reload_when_changed);
}
