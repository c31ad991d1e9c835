//! What `play` is told.

use clap::ValueEnum;

use super::assets::Assets;
use super::dungeon::DungeonOptions;
use crate::dungeon::Level;
use crate::fov::Algorithm;

/// How a game is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayOptions {
    /// The game's seed; `None`: any.
    pub seed: Option<u64>,
    /// Where it takes place.
    pub place: Place,
    /// What monsters are read from, and colours.
    pub assets: Assets,
    /// The player's radius of sight, in cells; `None`: the usual one.
    pub radius: Option<u32>,
    /// The rule by which everybody sees.
    pub algorithm: Algorithm,
    /// Where the game is shown.
    pub frontend: Frontend,
    /// The keys to be played.
    pub keys: Keys,
    /// Whether a wizard plays.
    pub wizard: bool,
}

/// Where a game takes place.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// On levels that are built. Whether they can be is checked when it is known which builders there are.
    Built(DungeonOptions),
    /// On a map that somebody drew.
    Drawn {
        /// The map's file, for messages.
        name: String,
        /// What is on it.
        level: Box<Level>,
    },
}

/// The keys that are played before any others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// None.
    #[default]
    None,
    /// A script. Whether its keys are bound is checked when it is known which are.
    Script(String),
    /// One script a line from standard input.
    Stdin,
}

/// Where a game is shown.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frontend {
    /// In a window if there is a display, else as text.
    #[default]
    #[value(help = None::<&'static str>)]
    Auto,
    /// In a window.
    #[cfg_attr(not(feature = "window"), value(skip))]
    #[cfg_attr(feature = "window", value(help = None::<&'static str>))]
    Window,
    /// As plain screens of text on standard output.
    #[value(help = None::<&'static str>)]
    Text,
}
