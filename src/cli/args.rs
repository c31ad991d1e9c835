//! The commands and their options, as clap reads them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use bevy::math::{IVec2, UVec2};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::WatchOptions;
use super::assets::Assets;
use super::error::CliError;
use super::streams::read_map;
use super::values;
use super::{DungeonOptions, Frontend, Keys, Output, Place, PlayOptions, Printing, SightOptions};
use crate::dungeon::{Builder, Builders, DungeonSpec, Level};
use crate::fov::{Algorithm, Shape, Sight};
use crate::view::{ColorDepth, Palette};

/// The variable of the environment that stands in for `--assets`.
const ASSETS: &str = "FOGBOUND_ASSETS";

/// What the user asks for, checked as far as can be without doing it.
#[allow(clippy::large_enum_variant)] // There is one of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Play the game.
    Play(PlayOptions),
    /// Have the explorer play.
    Watch(WatchOptions),
    /// Show what one eye sees on a map.
    Sight(SightOptions),
    /// Show a level.
    Dungeon(DungeonOptions),
    /// List and check the monsters.
    Monsters(Assets),
    /// Show the help that these arguments ask for.
    Help(Vec<OsString>),
    /// Show this text.
    Tell(String),
}

/// A roguelike in which sight is the mechanic. Without a command, it plays.
#[derive(Parser)]
#[command(name = "fogbound", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Subcommands>,
    #[command(flatten)]
    play: PlayArgs,
}

#[allow(clippy::large_enum_variant)] // There is one of it.
#[derive(Subcommand)]
enum Subcommands {
    /// Play the game (the default)
    Play(PlayArgs),
    /// Have the built-in explorer play whole games by what the player would know
    Watch(WatchArgs),
    /// Show what can be seen from one cell of an ASCII map
    Sight(SightArgs),
    /// Show a level as an ASCII map
    Dungeon(DungeonArgs),
    /// List all monsters, and check their files
    Monsters(AssetsArg),
}

#[derive(Args)]
struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Where to show the game; auto is a window if there is a display, else the terminal if there is one, else text
    #[arg(
        long,
        value_name = "NAME",
        allow_hyphen_values = true,
        value_enum,
        default_value_t
    )]
    frontend: Frontend,
    /// Play these keys as if typed; a character is a key, others are named: <Enter>, <Escape>, <Up>. With -, the text
    /// front end reads them from standard input and prints the screen after each line
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    keys: Option<String>,
    #[command(flatten)]
    printing: PrintingArgs,
    /// Show all of it so many times as large: 1 to 8 [default: as fits the window]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::zoom)]
    zoom: Option<u8>,
    /// The colours: default, high-contrast, colour-blind
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = palettes())]
    palette: Option<String>,
    /// Keep settings and keys in this folder [default: that of the system for settings; none for text]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    config_dir: Option<PathBuf>,
    /// Save games in this folder while they are played, and let them go on later [default: they are not saved]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    data_dir: Option<PathBuf>,
    /// Go on with the game that was played last
    #[arg(long = "continue", conflicts_with_all = ["map", "builder", "size", "seed", "radius", "algorithm"])]
    goes_on: bool,
    /// Save a picture when the keys have been played, and leave: FILE.png, in a window, and the same as text with
    /// colours beside it; FILE.txt, text with colours alone
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    screenshot: Option<PathBuf>,
    /// Play as a wizard, who may see everything and put monsters anywhere (F2 in the game)
    #[arg(long)]
    wizard: bool,
}

/// Which game is played.
#[derive(Args)]
struct GameArgs {
    #[command(flatten)]
    level: DungeonArgs,
    /// Play on this ASCII map instead, from its @ or its first <; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["builder", "size"])]
    map: Option<PathBuf>,
    /// How far the player sees at first and at most, in cells [default: 11]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::radius)]
    radius: Option<u32>,
    #[command(flatten)]
    algorithm: AlgorithmArg,
    #[command(flatten)]
    assets: AssetsArg,
}

#[derive(Args)]
struct WatchArgs {
    /// Play so many games without a front end, with the seeds from --seed on, and print how they ended
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::games)]
    games: Option<u32>,
    /// End a game after so many turns
    #[arg(
        long, value_name = "N", allow_hyphen_values = true, default_value_t = WatchOptions::TURNS,
        value_parser = values::turns,
    )]
    turns: u64,
    #[command(flatten)]
    game: GameArgs,
}

/// Of the text front end, and partly of the terminal.
#[derive(Args)]
struct PrintingArgs {
    /// Columns and rows of the screen of --frontend text [default: 96x45, or 160x45 with --wide]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = values::screen)]
    screen: Option<UVec2>,
    /// Show the map two columns a cell, as a window does: as text, and in a terminal with 100 columns or more
    #[arg(long)]
    wide: bool,
    /// Print screens with their colours, as terminals are told them
    #[arg(long)]
    ansi: bool,
    /// How many colours to show in a terminal and with --ansi [default: in a terminal, as many as NO_COLOR, COLORTERM
    /// and TERM say; with --ansi, truecolor]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = depths())]
    colors: Option<String>,
    /// Print words in place of screens: what came into view, what left it, what was said. Reads keys from standard
    /// input, a line at a time, or names of commands, such as explore or north
    #[arg(long, conflicts_with_all = ["keys", "ansi", "screenshot"])]
    tell: bool,
}

#[derive(Args)]
struct SightArgs {
    /// The ASCII map; - is standard input
    file: PathBuf,
    /// Look from this cell, column and row counted from 0 [default: where @ is]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::cell)]
    from: Option<IVec2>,
    /// How far the eye sees, in cells [default: no limit]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::radius)]
    radius: Option<u32>,
    /// The outline of the radius
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, default_value = Shape::default().name(),
        value_parser = shapes(),
    )]
    shape: Shape,
    #[command(flatten)]
    algorithm: AlgorithmArg,
    /// What to print: the visible part of the map, or 1 for each visible cell and 0 for each other
    #[arg(
        long,
        value_name = "NAME",
        allow_hyphen_values = true,
        value_enum,
        default_value_t
    )]
    output: Output,
    /// Show the views of all algorithms side by side, and what each of them promises
    #[arg(long, conflicts_with_all = ["algorithm", "output"])]
    compare: bool,
}

#[derive(Args)]
struct DungeonArgs {
    // `command` says in the help which there are: plugins may have added some.
    /// How to build the level
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    builder: Option<String>,
    /// Columns and rows of the level [default: 64x36]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = values::size)]
    size: Option<UVec2>,
    /// The same seed gives the same level [default: any]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Option<u64>,
}

#[derive(Args)]
struct AssetsArg {
    /// Use the files of this folder in place of and beside those that come with the game, such as
    /// monsters/rat.ron and palettes/default.ron, and follow changes of monsters [env: FOGBOUND_ASSETS]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    assets: Option<PathBuf>,
}

#[derive(Args)]
struct AlgorithmArg {
    // Not a list of values: `bresenham` may have numbers behind it.
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, default_value_t,
        value_parser = str::parse::<Algorithm>, help = algorithm_help(),
    )]
    algorithm: Algorithm,
}

/// What the help says of the option.
fn algorithm_help() -> String {
    let names: Vec<&str> = Algorithm::ALL.iter().map(|it| it.name()).collect();
    let names = names.join(", ");
    format!(
        "The rule that decides what walls hide: {names}; bresenham:POINTS:DISTANCE sets the number \
         of its lines and their length"
    )
}

/// The palettes that come with the game, by name.
fn palettes() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Palette::NAMES).map(|name| name)
}

/// The numbers of colours, by name.
fn depths() -> impl TypedValueParser<Value = String> {
    let depths = ColorDepth::ALL.map(ColorDepth::name);
    PossibleValuesParser::new(["auto"].into_iter().chain(depths)).map(|name| name)
}

/// The outlines of a radius, by name; the help lists them.
fn shapes() -> impl TypedValueParser<Value = Shape> {
    let names = Shape::ALL.iter().map(|it| it.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// What clap reads, with the names of these builders in its help.
fn command(builders: &Builders) -> clap::Command {
    let help = format!(
        "How to build the level: {} [default: {}]",
        builders.names(),
        Builder::default().name()
    );
    let name_builders = |command: clap::Command| command.mut_arg("builder", |it| it.help(&help));
    name_builders(CommandLine::command())
        .mut_subcommand("play", name_builders)
        .mut_subcommand("watch", name_builders)
        .mut_subcommand("dungeon", name_builders)
}

/// Reads the arguments, the program's name being the first of them.
///
/// A map to be played on is read as well, so that little of what a user can get wrong is left for later: whether
/// there is such a builder is known to the app that plays.
///
/// # Errors
///
/// If an argument is not understood, or what it names cannot be had.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, CliError> {
    let args: Vec<_> = args.into_iter().collect();
    let mut root = command(&Builders::default());
    let matches = root.try_get_matches_from_mut(&args);
    match matches.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(line) => line.command.unwrap_or(Subcommands::Play(line.play)).check(),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp => Ok(Command::Help(args)),
            ErrorKind::DisplayVersion => Ok(Command::Tell(error.to_string())),
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

impl Subcommands {
    /// Checks what clap cannot.
    fn check(self) -> Result<Command, CliError> {
        Ok(match self {
            Self::Play(args) => Command::Play(args.check()?),
            Self::Watch(args) => Command::Watch(args.check()?),
            Self::Sight(args) => Command::Sight(SightOptions {
                file: args.file,
                from: args.from,
                sight: Sight {
                    algorithm: args.algorithm.algorithm,
                    radius: args.radius,
                    shape: args.shape,
                    ..Sight::default()
                },
                output: if args.compare {
                    Output::Comparison
                } else {
                    args.output
                },
            }),
            Self::Dungeon(args) => Command::Dungeon(args.check()),
            Self::Monsters(args) => Command::Monsters(args.check()?),
        })
    }
}

impl PlayArgs {
    fn check(self) -> Result<PlayOptions, CliError> {
        let keys = match self.keys {
            None if self.printing.tell => Keys::Stdin,
            None => Keys::None,
            Some(keys) if keys == "-" => Keys::Stdin,
            Some(keys) => Keys::Script(keys),
        };
        let game = &self.game;
        let level = &game.level;
        let is_named = level.seed.is_some()
            || level.builder.is_some()
            || level.size.is_some()
            || game.map.is_some();
        if game.map.as_deref() == Some(Path::new("-")) && keys == Keys::Stdin {
            return Err(CliError::bad_input(
                "--map - and --keys - both read standard input; accepted: one of them",
            ));
        }
        Ok(PlayOptions {
            seed: level.seed,
            place: game.place()?,
            is_named,
            radius: game.radius,
            algorithm: game.algorithm.algorithm,
            assets: self.game.assets.check()?,
            frontend: match self.frontend {
                // Words need no window.
                Frontend::Auto if self.printing.tell => Frontend::Text,
                chosen => chosen,
            },
            keys,
            printing: Printing {
                size: self.printing.screen,
                wide: self.printing.wide,
                ansi: self.printing.ansi,
                colors: self.printing.colors.and_then(|name| name.parse().ok()),
                tell: self.printing.tell,
            },
            zoom: self.zoom,
            palette: self.palette,
            config: self.config_dir,
            data: self.data_dir,
            goes_on: self.goes_on,
            screenshot: self.screenshot,
            wizard: self.wizard,
        })
    }
}

impl GameArgs {
    /// Where it takes place. A map is read.
    fn place(&self) -> Result<Place, CliError> {
        let Some(file) = &self.map else {
            return Ok(Place::Built(self.level.check()));
        };
        let drawn = read_map(file)?;
        Ok(Place::Drawn {
            name: drawn.source_name.clone(),
            level: Box::new(Level::from_ascii(drawn)?),
        })
    }
}

impl WatchArgs {
    fn check(self) -> Result<WatchOptions, CliError> {
        Ok(WatchOptions {
            games: self.games,
            turns: self.turns,
            seed: self.game.level.seed,
            place: self.game.place()?,
            radius: self.game.radius,
            algorithm: self.game.algorithm.algorithm,
            assets: self.game.assets.check()?,
        })
    }
}

impl AssetsArg {
    /// The files of the folder that the option or the environment names, if any does.
    fn check(&self) -> Result<Assets, CliError> {
        let variable = || env::var_os(ASSETS).filter(|folder| !folder.is_empty());
        match (self.assets.clone(), variable()) {
            (Some(folder), _) => Assets::of_folder("--assets", folder),
            (None, Some(folder)) => Assets::of_folder(ASSETS, folder.into()),
            (None, None) => Ok(Assets::default()),
        }
    }
}

impl DungeonArgs {
    fn check(&self) -> DungeonOptions {
        DungeonOptions {
            builder: self
                .builder
                .clone()
                .unwrap_or_else(|| Builder::default().name().to_owned()),
            size: self.size.unwrap_or(DungeonSpec::DEFAULT_SIZE),
            seed: self.seed,
        }
    }
}
