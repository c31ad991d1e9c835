//! The commands and their options, as clap reads them.

use std::ffi::OsString;
use std::path::PathBuf;

use bevy::math::{IVec2, UVec2};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::error::CliError;
use super::values::{self, AmbientName, Frontend, OnOff, Output, whole};
use crate::dungeon::Builders;
use crate::explorer::Temperament;
use crate::fov::{Algorithm, Shape};
use crate::modes::Settings;

/// How many turns a game that a bot plays has, if nobody says otherwise.
const TURNS: u64 = 5000;

/// A roguelike in which sight is the mechanic. Without a command, it plays.
#[derive(Parser)]
#[command(name = "fogbound", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayArgs,
}

/// What the user asks for.
#[allow(clippy::large_enum_variant)] // There is one of it.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Play the game (the default)
    Play(PlayArgs),
    /// Watch a game again: forth and back, through any creature's eyes
    Replay(ReplayArgs),
    /// Watch a bot play by what the player would know
    Watch(WatchArgs),
    /// Show what can be seen from one cell of an ASCII map
    Sight(SightArgs),
    /// Show a level as an ASCII map, step by step, in figures or as a picture
    Dungeon(DungeonArgs),
    /// List all monsters, and check their files
    Monsters(AssetsArg),
    // The help that these arguments ask for.
    #[command(skip)]
    Help(Vec<OsString>),
    // The program's version.
    #[command(skip)]
    Version(String),
}

#[derive(Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Go on with the game that was played last
    #[arg(long = "continue", conflicts_with_all = ["map", "builder", "size", "seed", "radius", "algorithm", "light", "ambient"])]
    pub goes_on: bool,
    #[command(flatten)]
    pub show: ShowArgs,
}

/// Which game it is.
#[derive(Args, Default)]
pub(super) struct GameArgs {
    #[command(flatten)]
    pub level: LevelArgs,
    /// Play on this ASCII map instead, from its @ or its first <; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["builder", "size"])]
    pub map: Option<PathBuf>,
    /// How far the player sees at first and at most, in cells [default: as far as there is light; with --light off, 11]
    #[arg(long, value_name = "N", value_parser = whole("radius", " of cells", 0..=u32::MAX))]
    pub radius: Option<u32>,
    #[command(flatten)]
    pub algorithm: AlgorithmArg,
    /// Whether there is darkness; off: all is seen that is in view, as far as --radius goes
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub light: OnOff,
    /// The light of places by themselves [default: day on a map from --map, dark elsewhere]
    #[arg(long, value_name = "NAME", value_enum)]
    pub ambient: Option<AmbientName>,
}

/// How a game is shown.
#[derive(Args)]
pub(super) struct ShowArgs {
    /// Where to show the game; auto is a window if there is a display, else the terminal if there is one, else text
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub frontend: Frontend,
    #[command(flatten)]
    pub assets: AssetsArg,
    /// Play these keys as if typed; a character is a key, others are named: <Enter>, <Escape>, <Up>. With -, the text
    /// front end reads them from standard input and prints the screen after each line
    #[arg(long, value_name = "SCRIPT")]
    pub keys: Option<String>,
    /// Columns and rows of the screen of --frontend text [default: 96x45, or 160x45 with --wide]
    #[arg(long, value_name = "WxH", value_parser = values::screen)]
    pub screen: Option<UVec2>,
    /// Show the map two columns a cell, as a window does: as text, and in a terminal with 100 columns or more
    #[arg(long)]
    pub wide: bool,
    /// Print screens with their colours, as terminals are told them
    #[arg(long)]
    pub ansi: bool,
    /// How many colours to show in a terminal and with --ansi [default: in a terminal, as many as NO_COLOR, COLORTERM
    /// and TERM say; with --ansi, truecolor]
    #[arg(long, value_name = "NUMBER", value_parser = values::depths())]
    pub colors: Option<String>,
    /// Print words in place of screens: what came into view, what left it, what was said. Reads lines from standard
    /// input: names of commands, such as explore or north, single keys, such as l or <Up>, or `keys` and a script
    #[arg(long, conflicts_with_all = ["keys", "ansi", "screenshot"])]
    pub tell: bool,
    /// Show all of it so many times as large: 1 to 8 [default: as fits the window]
    #[arg(long, value_name = "N", value_parser = whole("size", "", 1..=Settings::MAX_ZOOM))]
    pub zoom: Option<u8>,
    /// The colours: default, high-contrast, colour-blind
    #[arg(long, value_name = "NAME", value_parser = values::palettes())]
    pub palette: Option<String>,
    /// Keep settings and keys in this folder [default: that of the system for settings; none for text]
    #[arg(long, value_name = "DIR")]
    pub config_dir: Option<PathBuf>,
    /// Save games in this folder while they are played [default: that of the system for data; none for text]
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Save a picture when the keys have been played, and leave: FILE.png, in a window, and the same as text with
    /// colours beside it; FILE.txt, text with colours alone
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Play as a wizard, who may see everything and put monsters anywhere (F2 in the game)
    #[arg(long)]
    pub wizard: bool,
}

#[derive(Args)]
pub(super) struct WatchArgs {
    /// Play so many games without a front end, with the seeds from --seed on, and print how they ended
    #[arg(
        long, value_name = "N", value_parser = whole("number of games", "", 1..=u32::MAX),
        conflicts_with_all = ["speed", "frontend", "keys", "screenshot", "tell", "ansi", "screen", "data_dir"]
    )]
    pub games: Option<u32>,
    /// How it plays: careful uses light and darkness, blind shuts its lantern in the first turn, bright never shuts it,
    /// rash fights everything. With --games several play, as in careful,rash
    #[arg(
        long, value_name = "NAME", value_delimiter = ',',
        default_value = Temperament::default().name(), value_parser = values::temperaments(),
    )]
    pub bot: Vec<Temperament>,
    /// End a game after so many turns
    #[arg(long, value_name = "N", default_value_t = TURNS, value_parser = whole("number of turns", "", 1..=u64::MAX))]
    pub turns: u64,
    /// Show about so many turns a second [default: 5]
    #[arg(long, value_name = "N", value_parser = whole("speed", " of turns a second,", 1..=500_u32))]
    pub speed: Option<u32>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Args)]
pub(super) struct ReplayArgs {
    /// The journal of a game, as the folder of saved games has it
    pub file: PathBuf,
    /// Begin at this turn
    #[arg(long, value_name = "N", value_parser = whole("turn", "", 0..=u64::MAX))]
    pub turn: Option<u64>,
    /// Show nothing: play it once, and say whether the game went as it did then
    #[arg(long, conflicts_with_all = ["turn", "frontend", "keys", "screenshot", "tell", "ansi", "screen"])]
    pub check: bool,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Args)]
pub(super) struct SightArgs {
    /// The ASCII map; - is standard input
    pub file: PathBuf,
    /// Look from this cell, column and row counted from 0 [default: where @ is]
    #[arg(long, value_name = "X,Y", value_parser = values::cell)]
    pub from: Option<IVec2>,
    /// How far the eye sees, in cells [default: no limit]
    #[arg(long, value_name = "N", value_parser = whole("radius", " of cells", 0..=u32::MAX))]
    pub radius: Option<u32>,
    /// The outline of the radius
    #[arg(long, value_name = "NAME", default_value = Shape::default().name(), value_parser = values::shapes())]
    pub shape: Shape,
    #[command(flatten)]
    pub algorithm: AlgorithmArg,
    /// The light of the map by itself; in the dark only what braziers and torches shine on is seen, and the cells
    /// around the eye
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub ambient: AmbientName,
    /// How far the eye sees in the dark, in cells
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole("radius", " of cells", 0..=u32::MAX))]
    pub dark_sight: u32,
    /// What to print: the visible part of the map, or 1 for each visible cell and 0 for each other
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub output: Output,
    /// Show the views of all algorithms side by side, and what each of them promises
    #[arg(long, conflicts_with_all = ["algorithm", "output", "ambient", "dark_sight"])]
    pub compare: bool,
}

/// Which levels are built.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LevelArgs {
    // `command` says in the help which there are: plugins may have added some.
    /// How to build the level
    #[arg(long, value_name = "NAME")]
    pub builder: Option<String>,
    /// Columns and rows of the level [default: 64x36]
    #[arg(long, value_name = "WxH", value_parser = values::size)]
    pub size: Option<UVec2>,
    /// The same seed gives the same level [default: any]
    #[arg(long, value_name = "N", value_parser = whole("seed", "", 0..=u64::MAX))]
    pub seed: Option<u64>,
}

#[derive(Args)]
pub(super) struct DungeonArgs {
    #[command(flatten)]
    pub level: LevelArgs,
    /// Which level of the dungeon, 1 for the first
    #[arg(long, value_name = "N", value_parser = whole("level", "", 1..=99_u32), default_value_t = 1)]
    pub depth: u32,
    /// Show the level after each step of its builder
    #[arg(long, conflicts_with = "figures")]
    pub steps: bool,
    /// Tell what the level is like in figures
    #[arg(long)]
    pub figures: bool,
    /// Save a picture of the level, in the game's glyphs, colours and light, and print no map
    #[arg(long, value_name = "FILE", conflicts_with = "figures")]
    pub png: Option<PathBuf>,
    #[command(flatten)]
    pub assets: AssetsArg,
}

#[derive(Args)]
pub(super) struct AssetsArg {
    /// Use the files of this folder in place of and beside those that come with the game, such as
    /// monsters/rat.ron, tiles.ron, vaults/shrine.txt, depths.ron and palettes/default.ron, and follow changes of
    /// monsters and tiles [env: FOGBOUND_ASSETS]
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
}

#[derive(Args, Default)]
pub(super) struct AlgorithmArg {
    // Not a list of values: `bresenham` may have numbers behind it.
    #[arg(long, value_name = "NAME", default_value_t, value_parser = values::algorithm, help = values::algorithm_help())]
    pub algorithm: Algorithm,
}

/// What clap reads, with the names of these builders in its help.
fn command(builders: &Builders) -> clap::Command {
    let help = format!(
        "How to build every level: {} [default: as the plan of each depth says]",
        builders.names()
    );
    // A value that begins with a hyphen is told as a wrong value. One that is forgotten before another option would pass for
    // the name of a file.
    let takes_any = |it: &Arg| it.get_long().is_some() && it.get_action().takes_values();
    let is_file = |it: &Arg| ["map", "png"].contains(&it.get_id().as_str());
    let adapt = |command: clap::Command| {
        command.mut_args(|it| match it.get_id().as_str() {
            "builder" => it.help(&help).allow_hyphen_values(true),
            _ if takes_any(&it) && !is_file(&it) => it.allow_hyphen_values(true),
            _ => it,
        })
    };
    adapt(CommandLine::command()).mut_subcommands(adapt)
}

/// Reads the arguments, the program's name being the first of them.
///
/// # Errors
///
/// If an argument is not understood.
pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, CliError> {
    let args: Vec<_> = args.into_iter().collect();
    let mut root = command(&Builders::default());
    let matches = root.try_get_matches_from_mut(&args);
    match matches.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(line) => Ok(line.command.unwrap_or(Command::Play(line.play))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp => Ok(Command::Help(args)),
            ErrorKind::DisplayVersion => Ok(Command::Version(error.to_string())),
            _ => {
                // Adds what clap adds, such as --help.
                root.build();
                let named = args.get(1).and_then(|it| root.find_subcommand(it));
                Err(CliError::from_clap(&error, named.unwrap_or(&root)))
            }
        },
    }
}

/// The help that these arguments ask for, with the names of these builders.
pub(super) fn help(args: &[OsString], builders: &Builders) -> String {
    let asked = command(builders).try_get_matches_from(args);
    asked.map_or_else(|help| help.to_string(), |_| String::new())
}
