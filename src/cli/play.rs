//! What `play` is told.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::ValueEnum;

use super::assets::Assets;
use super::dungeon::DungeonOptions;
use super::light::LightOptions;
use crate::dungeon::Level;
use crate::explorer::Temperament;
use crate::fov::Algorithm;
use crate::view::ColorDepth;

/// How a game is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayOptions {
    /// The game's seed; `None`: any.
    pub seed: Option<u64>,
    /// Where it takes place.
    pub place: Place,
    /// What is shown first.
    pub opens: Opens,
    /// What monsters are read from, and colours.
    pub assets: Assets,
    /// The player's radius of sight, in cells; `None`: the usual one.
    pub radius: Option<u32>,
    /// The rule by which everybody sees.
    pub algorithm: Algorithm,
    /// Whether there is darkness.
    pub light: LightOptions,
    /// Where the game is shown.
    pub frontend: Frontend,
    /// The keys to be played.
    pub keys: Keys,
    /// What the text front end prints.
    pub printing: Printing,
    /// How much larger than usual all of it is shown.
    pub zoom: Option<u8>,
    /// The palette's name.
    pub palette: Option<String>,
    /// The folder of settings, if one was named.
    pub config: Option<PathBuf>,
    /// The folder of saved games, if one was named.
    pub data: Option<PathBuf>,
    /// Where a picture is to be saved when the keys have been played. The program ends then.
    pub screenshot: Option<PathBuf>,
    /// Whether a wizard plays.
    pub wizard: bool,
}

/// What is shown first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opens {
    /// The title.
    #[default]
    Title,
    /// A game: the one that the options describe.
    Game,
    /// The game that was played last, where it was left.
    LastGame,
    /// A game that was played.
    Replay {
        /// Its journal.
        file: PathBuf,
        /// The turn at which it begins.
        turn: u64,
    },
    /// A game that a bot plays.
    Watch {
        /// How it plays.
        bot: Temperament,
        /// About how many turns a second are shown; `None`: as many as usual.
        speed: Option<u32>,
        /// The turn after which it stops.
        turns: u64,
    },
}

/// What the text front end prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Printing {
    /// Columns and rows of its screen, if they are not the usual ones.
    pub size: Option<UVec2>,
    /// Cells of the map are two columns wide.
    pub wide: bool,
    /// With colours.
    pub ansi: bool,
    /// How many colours, if not as many as can be shown. For the terminal, too.
    pub colors: Option<ColorDepth>,
    /// In words, and no screens at all.
    pub tell: bool,
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
    /// A script.
    Script(String),
    /// One script a line from standard input.
    Stdin,
}

/// Where a game is shown.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frontend {
    /// In a window if there is a display, else in the terminal if there is one, else as text.
    #[default]
    #[value(help = None::<&'static str>)]
    Auto,
    /// In a window.
    #[cfg_attr(not(feature = "window"), value(skip))]
    #[cfg_attr(feature = "window", value(help = None::<&'static str>))]
    Window,
    /// In the terminal.
    #[cfg_attr(not(feature = "terminal"), value(skip))]
    #[cfg_attr(feature = "terminal", value(help = None::<&'static str>))]
    Terminal,
    /// As plain screens of text on standard output.
    #[value(help = None::<&'static str>)]
    Text,
}
