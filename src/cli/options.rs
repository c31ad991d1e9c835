//! What the arguments come to, checked as far as can be without an app.

use std::env;
use std::path::{Path, PathBuf};

use super::args::{AssetsArg, GameArgs, PlayArgs, ReplayArgs, ShowArgs, WatchArgs};
use super::assets::Assets;
use super::error::CliError;
use super::streams::read_map;
use super::values::{AmbientName, Frontend, OnOff};
use crate::dungeon::Level;
use crate::explorer::Temperament;
use crate::fov::Sight;
use crate::game::LightRule;
use crate::view::ColorDepth;

/// The variable of the environment that stands in for `--assets`.
const ASSETS: &str = "FOGBOUND_ASSETS";

/// How `--keys` asks for keys from standard input.
const STDIN: &str = "-";

/// What is shown first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    Title,
    /// The game that the options describe.
    Game,
    /// The game that was played last, where it was left.
    LastGame,
    /// A game that was played, by its journal, from this turn on.
    Replay {
        file: PathBuf,
        turn: u64,
    },
    /// A game that a bot plays.
    Watch {
        bot: Temperament,
        /// About how many turns a second are shown; `None`: as many as usual.
        speed: Option<u32>,
        /// The turn after which it stops.
        turns: u64,
    },
}

/// A game and how it is shown, with the files that the options name.
pub(super) struct Options {
    pub opens: Opens,
    pub game: GameArgs,
    pub show: ShowArgs,
    pub assets: Assets,
    /// The name and the level of a map that somebody drew.
    pub drawn: Option<(String, Box<Level>)>,
}

impl Options {
    /// Checks what clap cannot, and reads the files: that of the map by the glyphs of the tiles in the assets. Little of
    /// what a user can get wrong is left for later: whether there is such a builder is known to the app that plays.
    fn new(opens: Opens, game: GameArgs, mut show: ShowArgs) -> Result<Self, CliError> {
        if show.tell {
            show.keys = Some(STDIN.to_owned());
            // Words need no window.
            if show.frontend == Frontend::Auto {
                show.frontend = Frontend::Text;
            }
        }
        if game.map.as_deref() == Some(Path::new("-")) && show.reads_keys() {
            return Err(CliError::bad_input(
                "--map - and --keys - both read standard input; accepted: one of them",
            ));
        }
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
                "--ambient: with --light off there is no light; accepted: one of the two",
            ));
        }
        Ok(Self {
            opens,
            game,
            show,
            assets,
            drawn,
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
        let opens = match (self.goes_on, is_named) {
            (true, _) => Opens::LastGame,
            (false, true) => Opens::Game,
            (false, false) => Opens::Title,
        };
        Options::new(opens, self.game, self.show)
    }
}

impl WatchArgs {
    pub(super) fn options(self) -> Result<Options, CliError> {
        if self.bot.contains(&Temperament::Blind) && self.game.light == OnOff::Off {
            return Err(CliError::bad_input(
                "--bot: with --light off there is no lantern to shut; accepted: careful, bright, rash",
            ));
        }
        let (bot, speed, turns) = (self.bot[0], self.speed, self.turns);
        if self.bot.len() > 1 && self.games.is_none() {
            return Err(CliError::bad_input(
                "--bot: one bot plays on a screen; accepted: one name, or several with --games",
            ));
        }
        Options::new(Opens::Watch { bot, speed, turns }, self.game, self.show)
    }
}

impl ReplayArgs {
    pub(super) fn options(self) -> Result<Options, CliError> {
        let (file, turn) = (self.file, self.turn.unwrap_or(0));
        Options::new(Opens::Replay { file, turn }, GameArgs::default(), self.show)
    }
}

impl GameArgs {
    /// Whether there is darkness.
    pub(super) fn light_rule(&self) -> LightRule {
        match (self.light, self.ambient) {
            (OnOff::Off, _) => LightRule::Off,
            (OnOff::On, Some(AmbientName::Day)) => LightRule::Day,
            (OnOff::On, None) if self.map.is_some() => LightRule::Day,
            (OnOff::On, _) => LightRule::Dark,
        }
    }

    /// How the player sees. What is dark limits the eye, and in the classic game a radius does.
    pub(super) fn sight(&self) -> Sight {
        let sight = Sight::default().with_algorithm(self.algorithm.algorithm);
        match self.radius {
            Some(radius) => sight.with_radius(radius),
            None if self.light == OnOff::On => sight.unlimited(),
            None => sight,
        }
    }
}

impl ShowArgs {
    /// How many colours, if not as many as can be shown.
    pub(super) fn color_depth(&self) -> Option<ColorDepth> {
        self.colors.as_deref()?.parse().ok()
    }

    /// Whether keys come from standard input, a script a line.
    pub(super) fn reads_keys(&self) -> bool {
        self.keys.as_deref() == Some(STDIN)
    }
}

impl AssetsArg {
    /// Reads the folder that the option or the environment names, if any does.
    pub(super) fn read(&self) -> Result<Assets, CliError> {
        let variable = || env::var_os(ASSETS).filter(|folder| !folder.is_empty());
        match (&self.assets, variable()) {
            (Some(folder), _) => Assets::of_folder("--assets", folder.clone()),
            (None, Some(folder)) => Assets::of_folder(ASSETS, folder.into()),
            (None, None) => Ok(Assets::default()),
        }
    }
}
