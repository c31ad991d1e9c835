//! The bestiary: monsters defined by data files. Each monster has its own file in `assets/monsters`.
//!
//! ```text
//! MonsterFiles (compiled in, and a folder) -> Monster (a parsed file) -> Bestiary -> spawn_monster
//!        ^                                                                 |
//!        +-- follow: a file has changed -> reload_monsters -----------------+-> living monsters
//! ```
//!
//! A file names the monster's minds. They are components that the loader looks up in Bevy's type registry. An error in
//! a file is reported as a single line and does not stop the game.

mod base;
mod check;
mod crowd;
mod effects;
mod files;
mod follow;
mod library;
mod mind;
mod monster;
mod names;
mod reload;
mod spawn;
mod thing_file;

use bevy::prelude::*;

use super::being::Tags;
use super::saved::{Of, SaveBy, SaveComponent, SaveResource, SaveResourceBy};

pub use crowd::place_group;
pub(crate) use crowd::{BREATHING_SPACE, choose_crowd, clear_cell};
pub use files::{AddMonster, AssetsError, MonsterError, MonsterFiles};
pub(crate) use follow::reload_when_changed;
pub use follow::{FolderChanged, Waker};
pub use library::Bestiary;
pub use mind::Minds;
pub use monster::{Appears, MAX_MONSTER_SIGHT, Monster, can_be_shown};
pub use reload::{Notice, load_monsters, reload_monsters, replace_monsters};
pub use spawn::{MadeBy, MonsterKind, spawn_monster};
pub(crate) use spawn::{Share, Transformed, carried_light, turn_into};

/// Registers the bestiary, and reloads it whenever a file changes.
pub(crate) fn plugin(app: &mut App) {
    app.save_by::<MadeBy>(|_, mix, body| {
        mix.value(&body.get::<MadeBy>().map(|made_by| made_by.0.whole_text()));
    })
    .save::<Share>()
    .save_by::<Transformed>(|_, mix, body| {
        let was = body.get::<Transformed>();
        mix.value(&was.map(|it| (it.back.whole_text(), it.until, it.health)));
    })
    .leave_out::<MonsterKind>()
    .leave_out::<Tags>()
    .save_resource_by::<Bestiary>(Of::Program, |it, _, mix| {
        it.texts().for_each(|text| mix.value(&text));
    })
    .keep_resource::<MonsterFiles>(Of::Program)
    .add_message::<Notice>()
    .add_message::<FolderChanged>()
    .register_type::<MonsterKind>()
    .add_systems(Startup, follow::watch_folder)
    .add_systems(PreUpdate, follow::reload_when_changed);
}
