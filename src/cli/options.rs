//! The options given on the command line, checked as far as possible without an app.

use std::env;
use std::path::{Path, PathBuf};

use super::args::{LabArgs, PlayArgs, ReplayArgs, ShowArgs, WatchArgs};
use super::assets::Assets;
use super::error::CliError;
use super::game_args::{AssetsArg, GameArgs};
use super::streams::read_map;
use super::values::{Frontend, OnOff};
use crate::dungeon::Level;
use crate::explorer::Temperament;
use crate::files::printable;
use crate::view::ColorDepth;

/// The environment variable that names the asset folder if `--assets` is not given.
const ASSETS: &str = "FOGBOUND_ASSETS";

/// The value of `--keys` that stands for standard input.
const STDIN: &str = "-";

/// What the program opens first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    Title,
    /// The game that the options describe.
    Game,
    /// The last game, continued from where it stopped.
    LastGame,
    /// A replay of the given journal, starting at the given turn.
    Replay {
        file: PathBuf,
        turn: u64,
    },
    /// A scene that is played again whenever it changes.
    Lab {
        file: PathBuf,
        seed: Option<u64>,
    },
    /// A game played by a bot.
    Watch {
        bot: Temperament,
        /// The approximate number of turns per second, or `None` for the default.
        speed: Option<u32>,
        /// The number of turns after which the bot stops.
        turns: u64,
    },
}

/// The options for a game and how it is shown, together with the content of the files that they name.
pub(super) struct Options {
    pub opens: Opens,
    pub game: GameArgs,
    pub show: ShowArgs,
    pub assets: Assets,
    /// The name and level of the map from `--map`.
    pub drawn: Option<(String, Box<Level>)>,
    /// The reason why the game is not shown in a window, if the player should know it.
    pub no_window: Option<String>,
}

impl Options {
    /// Checks what clap cannot check, and reads the files. The map is parsed with the tiles from the assets. Only the
    /// name of the builder is checked later, because only the app knows all builders.
    pub(super) fn new(opens: Opens, game: GameArgs, mut show: ShowArgs) -> Result<Self, CliError> {
        if show.tell {
            show.keys = Some(STDIN.to_owned());
            // A description in words does not need a window.
            if show.frontend == Frontend::Auto {
                show.frontend = Frontend::Text;
            }
        }
        #[cfg(feature = "terminal")]
        let in_terminal = {
            if show.plain && show.frontend == Frontend::Auto {
                show.frontend = Frontend::Terminal;
            }
            show.frontend == Frontend::Terminal
        };
        #[cfg(not(feature = "terminal"))]
        let in_terminal = false;
        if show.plain && !in_terminal {
            return Err(CliError::bad_input(
                "--plain works only with `--frontend terminal`; with other front ends, use `--tell`",
            ));
        }
        if show.detail.is_some() && !show.tell && !show.plain {
            return Err(CliError::bad_input(
                "--detail has no effect without --tell or --plain; use one of them",
            ));
        }
        if show.reasons && !show.tell {
            return Err(CliError::bad_input(
                "--reasons has no effect without --tell; use both",
            ));
        }
        if show.force && show.screenshot.is_none() {
            return Err(CliError::bad_input(
                "--force has no effect without --screenshot; use both",
            ));
        }
        if game.map.as_deref() == Some(Path::new("-")) && show.reads_keys() {
            return Err(CliError::bad_input(
                "--map - and --keys - both read standard input; use only one of them",
            ));
        }
        show.check_files()?;
        let assets = show.assets.read()?;
        let read = |file: &PathBuf| -> Result<_, CliError> {
            let drawn = read_map(file, assets.tiles())?;
            Ok((
                drawn.source_name.clone(),
                Box::new(Level::from_ascii(drawn)?),
            ))
        };
        let drawn = game.map.as_ref().map(read).transpose()?;
        if game.light == OnOff::Off && game.ambient.is_some() {
            return Err(CliError::bad_input(
                "--ambient has no effect with --light off; use only one of them",
            ));
        }
        Ok(Self {
            opens,
            game,
            show,
            assets,
            drawn,
            no_window: None,
        })
    }
}

impl PlayArgs {
    pub(super) fn options(self) -> Result<Options, CliError> {
        let level = &self.game.level;
        let is_named = level.seed.is_some()
            || level.builder.is_some()
            || level.size.is_some()
            || self.game.map.is_some();
        let opens = match (self.continues, is_named) {
            (true, _) => Opens::LastGame,
            (false, true) => Opens::Game,
            (false, false) => Opens::Title,
        };
        Options::new(opens, self.game, self.show)
    }
}

impl WatchArgs {
    pub(super) fn options(self) -> Result<Options, CliError> {
        if self.games.is_some() {
            return Err(CliError::bad_input(
                "--games: `watch` shows one game at a time; use `fogbound bots --games N` to play many",
            ));
        }
        self.game.check_lantern("--bot", &[self.bot])?;
        let (bot, speed, turns) = (self.bot, self.speed, self.turns);
        Options::new(Opens::Watch { bot, speed, turns }, self.game, self.show)
    }
}

impl LabArgs {
    pub(super) fn options(self) -> Result<Options, CliError> {
        let (file, seed) = (self.file, self.seed);
        Options::new(Opens::Lab { file, seed }, GameArgs::default(), self.show)
    }
}

impl ReplayArgs {
    pub(super) fn options(self) -> Result<Options, CliError> {
        let (file, turn) = (self.file, self.turn.unwrap_or(0));
        Options::new(Opens::Replay { file, turn }, GameArgs::default(), self.show)
    }
}

impl ShowArgs {
    /// Returns the number of colours, if `--colors` sets it.
    pub(super) fn color_depth(&self) -> Option<ColorDepth> {
        self.colors.as_deref()?.parse().ok()
    }

    /// Returns whether the text front end saves a picture, and not only the text of the screen.
    pub(super) fn saves_picture(&self) -> bool {
        let file = self.screenshot.as_ref();
        file.is_some_and(|it| it.extension().is_none_or(|it| it != "txt"))
    }

    /// Checks that `--screenshot` names a file that can exist, and overwrites none, unless the user allows it.
    fn check_files(&self) -> Result<(), CliError> {
        let Some(file) = &self.screenshot else {
            return Ok(());
        };
        let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
        if file.file_name().is_none() || folder.is_some_and(|it| !it.is_dir()) {
            return Err(CliError::bad_input(format!(
                "--screenshot {}: cannot be written; accepted: a file in an existing folder",
                printable(&file.display().to_string())
            )));
        }
        if self.force {
            return Ok(());
        }
        let text = file.with_extension("txt");
        let mut files = vec![text];
        if self.saves_picture() || self.frontend != Frontend::Text {
            files.push(file.with_extension("png"));
            files.push(file.clone());
        }
        match files.iter().find(|it| it.is_file()) {
            Some(found) => Err(CliError::bad_input(format!(
                "--screenshot: {} already exists; name another file, or add --force to overwrite it",
                printable(&found.display().to_string())
            ))),
            None => Ok(()),
        }
    }

    /// Returns whether keys are read from standard input, one key script per line.
    pub(super) fn reads_keys(&self) -> bool {
        self.keys.as_deref() == Some(STDIN)
    }
}

impl AssetsArg {
    /// Reads the folders named by the option or the environment variable. If neither names one, there are no custom
    /// files.
    pub(super) fn read(&self) -> Result<Assets, CliError> {
        let folders = self.folders();
        folders.map_or_else(
            || Ok(Assets::default()),
            |(source, it)| Assets::of_folders(source, it),
        )
    }

    /// Returns the folders, and the option or environment variable that names them. The variable can name several, as `PATH`
    /// does.
    pub(super) fn folders(&self) -> Option<(&'static str, Vec<PathBuf>)> {
        if !self.assets.is_empty() {
            return Some(("--assets", self.assets.clone()));
        }
        let folders = env::var_os(ASSETS)?;
        let folders = env::split_paths(&folders).filter(|it| !it.as_os_str().is_empty());
        let folders: Vec<PathBuf> = folders.collect();
        (!folders.is_empty()).then_some((ASSETS, folders))
    }
}
