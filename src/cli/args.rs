//! The commands and options that clap parses.

use std::ffi::OsString;
use std::path::PathBuf;

use bevy::math::{IVec2, UVec2};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::error::CliError;
use super::game_args::{AlgorithmArg, AssetsArg, GameArgs, LevelArgs, TURNS};
use super::makers::arena::args::ArenaArgs;
use super::makers::bots::args::BotsArgs;
use super::values::{self, AmbientName, Frontend, NewKind, OnOff, Output, Walls, whole};
use crate::dungeon::Builders;
use crate::explorer::Temperament;
use crate::fov::Shape;
use crate::tell::Detail;

/// A roguelike in which sight is the mechanic. Runs `play` if no command is given.
#[derive(Parser)]
#[command(name = "fogbound", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayArgs,
}

/// The command that the user gave.
#[allow(clippy::large_enum_variant)] // Only one value of this type ever exists.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Play the game (default)
    Play(PlayArgs),
    /// Replay a saved game from any creature's point of view
    Replay(ReplayArgs),
    /// Watch a bot play with only the knowledge that a player would have
    Watch(WatchArgs),
    /// Have bots play many games, and print how the games ended
    Bots(BotsArgs),
    /// Have two groups of monsters, or a bot and a group, fight many times, and print who wins
    Arena(ArenaArgs),
    /// Print what is visible from a cell on an ASCII map
    Sight(SightArgs),
    /// Generate a level and print it
    Dungeon(DungeonArgs),
    /// List all monsters and check their files
    Monsters(AssetsArg),
    /// List the mods in use, and the file that each entry comes from
    Mods(AssetsArg),
    /// Play scenes, and check their facts
    Check(CheckArgs),
    /// Write a commented file for a new monster, thing, boon, vault, tile, level or scene
    New(NewArgs),
    /// Watch a scene, step by step, while you edit its files
    Lab(LabArgs),
    // The arguments of a command line that asks for help. The help text is written later, because only the app knows
    // all builders.
    #[command(skip)]
    Help(Vec<OsString>),
    #[command(skip)]
    Version(String),
}

impl Command {
    #[cfg(feature = "window")]
    pub(super) fn opens_window(&self) -> bool {
        let show = match self {
            Self::Play(args) => &args.show,
            Self::Replay(args) if !args.check => &args.show,
            Self::Watch(args) => &args.show,
            Self::Lab(args) => &args.show,
            _ => return false,
        };
        matches!(show.frontend, Frontend::Window | Frontend::Auto) && !show.tell
    }
}

#[derive(Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Continue the last game
    #[arg(long = "continue", conflicts_with_all = ["map", "builder", "size", "seed", "radius", "algorithm", "light", "ambient"])]
    pub continues: bool,
    #[command(flatten)]
    pub show: ShowArgs,
}

/// Options that control how a game is shown.
#[derive(Args, Default)]
pub(super) struct ShowArgs {
    /// Where to show the game; auto tries a window, then the terminal, then text
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub frontend: Frontend,
    #[command(flatten)]
    pub assets: AssetsArg,
    /// Keys to type, such as ll<Up><Enter>; with --frontend text, - reads lines of keys from standard input and prints
    /// the screen after each line
    #[arg(long, value_name = "SCRIPT")]
    pub keys: Option<String>,
    /// Screen size for --frontend text, in columns and rows [default: 96x45; 160x45 with --wide]
    #[arg(long, value_name = "WxH", value_parser = values::screen)]
    pub screen: Option<UVec2>,
    /// Draw map cells two columns wide, as text or in a terminal with at least 100 columns
    #[arg(long)]
    pub wide: bool,
    /// Print screens with ANSI colours (with --frontend text)
    #[arg(long)]
    pub ansi: bool,
    /// Number of colours to use in a terminal or with --ansi [default: from NO_COLOR, COLORTERM and TERM in a terminal;
    /// truecolor with --ansi]
    #[arg(long, value_name = "NUMBER", value_parser = values::depths())]
    pub colors: Option<String>,
    /// Describe the game in words, and read commands such as `explore`, `north` or `go torch` and questions such as
    /// `where` from standard input
    #[arg(long, conflicts_with_all = ["keys", "ansi", "screenshot"])]
    pub tell: bool,
    /// With --frontend terminal, tell the game in plain lines instead of drawing a screen, as --tell does; a key acts at
    /// once, and : begins a line of words
    #[arg(long, conflicts_with_all = ["tell", "wide", "walls", "colors"])]
    pub plain: bool,
    /// How much --tell and --plain tell: brief, normal or full [default: normal]
    #[arg(long, value_name = "HOW MUCH")]
    pub detail: Option<Detail>,
    /// With --tell, print a JSON object after each line instead of words
    #[arg(long, requires = "tell")]
    pub json: bool,
    /// With --tell, also say why each creature did what it did, even if that is hidden from the player; turns wizard
    /// mode on
    #[arg(long)]
    pub reasons: bool,
    /// Height of text in pixels: 16, 20, 24, 28, 32, or whole multiples of these up to 128 [default: chosen to fit the
    /// window]
    #[arg(long, value_name = "N", value_parser = values::zoom)]
    pub zoom: Option<u8>,
    /// Side of map cells in pixels, as for --zoom [default: one and a half times the height of text in a window; the
    /// height of text in pictures of --frontend text]
    #[arg(long, value_name = "N", value_parser = values::zoom)]
    pub map_zoom: Option<u8>,
    /// How a terminal or --frontend text draws walls [default: as chosen under Options in a terminal; hashes as text]
    #[arg(long, value_name = "HOW", value_enum)]
    pub walls: Option<Walls>,
    /// Whether things move in a window: on or off [default: as chosen under Options; always off with --screenshot]
    #[arg(long, value_name = "HOW", value_enum)]
    pub motion: Option<OnOff>,
    /// Colour palette
    #[arg(long, value_name = "NAME", value_parser = values::palettes())]
    pub palette: Option<String>,
    /// Folder for settings and keys [default: the system's settings folder; none with --frontend text]
    #[arg(long, value_name = "DIR")]
    pub config_dir: Option<PathBuf>,
    /// Folder for saved games [default: the system's data folder; none with --frontend text]
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Save the screen after typing --keys, then quit: writes FILE.png and FILE.txt, or only the text if the text front
    /// end is given FILE.txt
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Let --screenshot overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Start in wizard mode: see everything, place monsters (F2 in the game)
    #[arg(long)]
    pub wizard: bool,
}

#[derive(Args)]
pub(super) struct WatchArgs {
    /// How the bot plays: careful uses light and darkness, blind shuts its lantern at once, bright never shuts it, rash
    /// fights everything
    #[arg(
        long, value_name = "NAME", default_value = Temperament::default().name(),
        value_parser = values::temperaments(),
    )]
    pub bot: Temperament,
    // Accepted only to name the command that plays several games.
    #[arg(long, hide = true, num_args = 0..=1)]
    pub games: Option<Option<String>>,
    /// Stop each game after N turns
    #[arg(long, value_name = "N", default_value_t = TURNS, value_parser = whole("number of turns", "", 1..=u64::MAX))]
    pub turns: u64,
    /// Approximate turns per second [default: 5]
    #[arg(long, value_name = "N", value_parser = whole("speed", " of turns per second", 1..=500_u32))]
    pub speed: Option<u32>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Args)]
pub(super) struct ReplayArgs {
    /// Journal file of a saved game
    pub file: PathBuf,
    /// Turn to start at
    #[arg(long, value_name = "N", value_parser = whole("turn", "", 0..=u64::MAX))]
    pub turn: Option<u64>,
    /// Only check that the replay matches the game as it was played
    #[arg(long, conflicts_with_all = ["turn", "frontend", "keys", "screenshot", "tell", "ansi", "screen"])]
    pub check: bool,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Args)]
pub(super) struct SightArgs {
    /// ASCII map (- for standard input)
    pub file: PathBuf,
    #[command(flatten)]
    pub assets: AssetsArg,
    /// Cell to look from; 0,0 is the top left [default: @ or the first <]
    #[arg(long, value_name = "X,Y", value_parser = values::cell)]
    pub from: Option<IVec2>,
    /// Sight radius in cells [default: unlimited]
    #[arg(long, value_name = "N", value_parser = whole("radius", " of cells", 0..=u32::MAX))]
    pub radius: Option<u32>,
    /// Shape of the radius
    #[arg(long, value_name = "NAME", default_value = Shape::default().name(), value_parser = values::shapes())]
    pub shape: Shape,
    #[command(flatten)]
    pub algorithm: AlgorithmArg,
    /// Ambient light; in the dark, only cells lit by a flame or within --dark-sight are visible
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub ambient: AmbientName,
    /// Sight radius in the dark, in cells
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole("radius", " of cells", 0..=u32::MAX))]
    pub dark_sight: u32,
    /// What to print: the visible part of the map, or 1 for each visible cell and 0 for the rest
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub output: Output,
    /// Compare the views and properties of all algorithms
    #[arg(long, conflicts_with_all = ["algorithm", "output", "ambient", "dark_sight"])]
    pub compare: bool,
}

#[derive(Args)]
pub(super) struct DungeonArgs {
    #[command(flatten)]
    pub level: LevelArgs,
    /// Depth of the level, starting at 1
    #[arg(long, value_name = "N", value_parser = whole("depth", "", 1..=99_u32), default_value_t = 1)]
    pub depth: u32,
    /// Print the level after each step of its builder
    #[arg(long, conflicts_with = "figures")]
    pub steps: bool,
    /// Print statistics about the level
    #[arg(long)]
    pub figures: bool,
    /// Print which monsters live at this depth and how common they are, counted over 100 seeds starting at --seed
    #[arg(long, conflicts_with_all = ["steps", "figures"])]
    pub monsters: bool,
    /// Save a picture of the level instead of printing it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["figures", "monsters"])]
    pub png: Option<PathBuf>,
    #[command(flatten)]
    pub assets: AssetsArg,
}

#[derive(Args)]
pub(super) struct LabArgs {
    /// Scene to play, again from the start whenever a file changes
    pub file: PathBuf,
    /// Seed to play with [default: the scene's first one]
    #[arg(long, value_name = "N", value_parser = whole("seed", "", 0..=u64::MAX))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// Scenes: text files with a map, commands, and facts that must hold; for a folder, all files in it whose names end
    /// in .scene
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Play again whenever a file changes
    #[arg(long)]
    pub watch: bool,
    /// Play with these seeds instead of those in the files
    #[arg(long, value_name = "A-B", value_parser = values::seeds)]
    pub seeds: Option<(u64, u64)>,
    /// Folder for the journals of games in which something failed [default: the system's folder for temporary files]
    #[arg(long, value_name = "DIR")]
    pub journals: Option<PathBuf>,
    #[command(flatten)]
    pub assets: AssetsArg,
}

#[derive(Args)]
pub(super) struct NewArgs {
    /// What to make; a tile is added to tiles.ron, a boon to boons.ron, a depth to the end of depths.ron, and a scene is
    /// NAME.scene
    #[arg(value_enum)]
    pub kind: NewKind,
    /// Its name, as players read it; a scene begins with the monster whose name is in its own, or with a rat
    pub name: String,
    /// Folder to write to, which is created if needed [env: FOGBOUND_ASSETS] [default: mine]
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
    /// With `depth`: change this level of the dungeon, and leave the others as they are
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub level: Option<u32>,
}

/// Returns the command line for clap, whose help lists the names of the given builders.
fn command(builders: &Builders) -> clap::Command {
    let help = format!(
        "Level builder: {} [default: chosen by depth]",
        builders.names()
    );
    // Allowing hyphens makes `--size -5x9` an error about the value, not about an option `-5x9`. File options are the
    // exception: in `--map --seed 1`, clap would take `--seed` as the file name.
    let takes_any = |it: &Arg| it.get_long().is_some() && it.get_action().takes_values();
    let is_file = |it: &Arg| ["map", "merge", "png"].contains(&it.get_id().as_str());
    let adapt = |command: clap::Command| {
        command.mut_args(|it| match it.get_id().as_str() {
            "builder" => it.help(&help).allow_hyphen_values(true),
            _ if takes_any(&it) && !is_file(&it) => it.allow_hyphen_values(true),
            _ => it,
        })
    };
    adapt(CommandLine::command()).mut_subcommands(adapt)
}

/// Parses the arguments. The first argument is the program's name.
///
/// # Errors
///
/// If an argument is invalid.
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
                // Add clap's own options, such as --help.
                root.build();
                let named = args.get(1).and_then(|it| root.find_subcommand(it));
                Err(CliError::from_clap(&error, named.unwrap_or(&root)))
            }
        },
    }
}

/// Returns the help that `args` requests, which lists the names of `builders`.
pub(super) fn help(args: &[OsString], builders: &Builders) -> String {
    let asked = command(builders).try_get_matches_from(args);
    asked.map_or_else(|help| help.to_string(), |_| String::new())
}
