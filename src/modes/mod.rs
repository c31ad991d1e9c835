//! The stack of modes (screens). The mode on top gets the keys and decides what they mean.
//!
//! ```text
//! Asked, Mouse -> the mode on top -> a command to the game, or a change of the stack
//! Scene -> every mode from the bottom up, each over those below it -> Screen
//! ```
//!
//! Each mode is defined in its own file, which says what the keys do and how the mode is drawn. Games begin here,
//! through [`Then::Begin`] and [`Then::Continue`].

mod about;
mod aim;
mod answers;
mod book;
mod boon;
mod breath;
mod choices;
mod confirm;
mod course;
mod dead;
mod demo;
mod describe;
mod downfall;
mod hall;
mod help;
mod keys;
mod learn;
mod legend;
mod list;
mod look;
mod menu;
mod messages;
mod mode;
mod new_game;
mod onlooker;
mod options;
mod own_files;
mod pack;
mod page;
mod play;
mod plugin;
mod queries;
mod rehearsal;
mod replay;
mod resume;
mod saves;
mod seed;
mod serve;
mod settings;
mod slots;
mod stack;
mod teach;
mod throw;
mod title;
mod watch;

pub use aim::ask_way;
pub use answers::{AddAnswer, Answer};
pub use choices::{Choices, WindowPlace};
pub(crate) use choices::{zoom_names, zoom_of};
pub use course::{Course, Lessons, Progress};
pub use demo::Away;
pub use describe::describe_from;
pub use look::aim_throw;
pub use mode::{Input, Mode, Then};
pub use pack::{AddWish, Wish, choose_thing};
pub use plugin::{
    ModesPlugin, ask_to_close, begin, continue_game, open_rehearsal, open_replay, open_title,
    open_watch, set_up_new_games,
};
pub use queries::{known_stairs, knows_of_stairs, player_cell, set_out, ways_beside};
pub use rehearsal::{Rehearsal, Remark};
pub use saves::{Saves, record_game};
pub use serve::{Clipboard, TakePicture, hint};
pub use settings::{Settings, SettingsError, Zoomed};
pub use stack::Modes;
pub use teach::Teacher;
