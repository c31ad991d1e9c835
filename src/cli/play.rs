//! What `play` is told.

use std::fmt;
use std::str::FromStr;

use crate::dungeon::LevelSource;
use crate::fov::Algorithm;
use crate::game::bestiary::MonsterFiles;

/// How a game is to be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayOptions {
    /// The game's seed; `None`: any.
    pub seed: Option<u64>,
    /// Where the levels come from: checked, so that it fails no more.
    pub source: LevelSource,
    /// The file of the map that is played on, for messages; `None`: no map.
    pub map_name: Option<String>,
    /// What monsters are read from: the game's own files, and perhaps a folder's.
    pub monsters: MonsterFiles,
    /// The player's radius of sight, in cells; `None`: the usual one.
    pub radius: Option<u32>,
    /// The rule by which everybody sees.
    pub algorithm: Algorithm,
    /// Where the game is shown.
    pub frontend: Frontend,
    /// The script of keys to be played. Not checked: [`play`](fn@super::play)
    /// does that.
    pub keys: Option<String>,
    /// Whether a wizard plays.
    pub wizard: bool,
}

/// Where a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frontend {
    /// In a window if there is a display, else as text.
    #[default]
    Auto,
    /// In a window.
    #[cfg(feature = "window")]
    Window,
    /// As plain screens of text on standard output.
    Text,
}

impl Frontend {
    /// All that this build can do.
    pub const ALL: &[Self] = &[
        Self::Auto,
        #[cfg(feature = "window")]
        Self::Window,
        Self::Text,
    ];

    /// The front end's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            #[cfg(feature = "window")]
            Self::Window => "window",
            Self::Text => "text",
        }
    }

    /// What the help says of the option.
    pub(super) fn help() -> String {
        let auto = if cfg!(feature = "window") {
            "a window if there is a display, else text"
        } else {
            "text in this build, which has no window"
        };
        format!("Where to show the game: {}; auto is {auto}", Self::names())
    }

    fn names() -> String {
        let names: Vec<_> = Self::ALL.iter().map(|it| it.name()).collect();
        names.join(", ")
    }
}

impl FromStr for Frontend {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|frontend| frontend.name() == name);
        known.copied().ok_or_else(|| {
            let what = if name == "window" {
                "`window` is not in this build, which was made without the feature of that name"
                    .to_owned()
            } else {
                format!("unknown front end `{name}`")
            };
            format!("{what}; accepted: {}", Self::names())
        })
    }
}

impl fmt::Display for Frontend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
