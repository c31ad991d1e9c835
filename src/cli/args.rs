//! The commands and their options, as clap reads them.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use bevy::math::{IVec2, UVec2};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};

use super::streams::read_map;
use super::{CliError, DungeonOptions, Frontend, Output, PlayOptions, SightOptions, values};
use crate::dungeon::{Builder, DungeonSpec, Level, LevelSource};
use crate::fov::{Algorithm, Shape, Sight};
use crate::game::bestiary::MonsterFiles;

/// The variable of the environment that stands in for `--assets`.
const ASSETS: &str = "FOGBOUND_ASSETS";

/// What the user asks for, checked as far as can be without doing it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Play the game.
    Play(PlayOptions),
    /// Show what one eye sees on a map.
    Sight(SightOptions),
    /// Show a level.
    Dungeon(DungeonOptions),
    /// Show this text: the help or the version.
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

#[derive(Subcommand)]
enum Subcommands {
    /// Play the game (the default)
    Play(PlayArgs),
    /// Show what can be seen from one cell of an ASCII map
    Sight(SightArgs),
    /// Show a level as an ASCII map
    Dungeon(DungeonArgs),
}

#[derive(Args)]
struct PlayArgs {
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
    // Not a `choice`: a front end that this build lacks has a message of its own.
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, default_value_t,
        value_parser = str::parse::<Frontend>, help = Frontend::help(),
    )]
    frontend: Frontend,
    /// Use the files of this folder in place of and beside those that come with the game, such as
    /// monsters/rat.ron, and follow their changes [env: FOGBOUND_ASSETS]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    assets: Option<PathBuf>,
    /// Play these keys as if typed; a character is a key, others are named: <Enter>, <Escape>, <Up>
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    keys: Option<String>,
    /// Play as a wizard, who may see everything and put monsters anywhere (F2 in the game)
    #[arg(long)]
    wizard: bool,
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
        value_parser = choice::<Shape>(Shape::ALL.iter().map(|it| it.name())),
    )]
    shape: Shape,
    #[command(flatten)]
    algorithm: AlgorithmArg,
    /// What to print: the visible part of the map, or 1 for each visible cell and 0 for each other
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, default_value = Output::default().name(),
        value_parser = choice::<Output>(Output::ALL.map(Output::name)),
    )]
    output: Output,
    /// Show the views of all algorithms side by side, and what each of them promises
    #[arg(long, conflicts_with_all = ["algorithm", "output"])]
    compare: bool,
}

#[derive(Args)]
struct DungeonArgs {
    /// How to build the level
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, default_value = Builder::default().name(),
        value_parser = choice::<Builder>(Builder::ALL.map(Builder::name)),
    )]
    builder: Builder,
    /// Columns and rows of the level [default: 64x36]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = values::size)]
    size: Option<UVec2>,
    /// The same seed gives the same level [default: any]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Option<u64>,
}

#[derive(Args)]
struct AlgorithmArg {
    // Not a `choice`: `bresenham` may have numbers behind it.
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

/// A value that is one of some names; the help lists them.
fn choice<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Reads the arguments, the program's name being the first of them.
///
/// A map to be played on is read as well, so that nothing of what a user can
/// get wrong is left for later.
///
/// # Errors
///
/// If an argument is not understood, or what it names cannot be had.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, CliError> {
    let args: Vec<_> = args.into_iter().collect();
    match CommandLine::try_parse_from(&args) {
        Ok(line) => line.command.unwrap_or(Subcommands::Play(line.play)).check(),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Command::Tell(error.to_string()))
            }
            _ => {
                let mut root = CommandLine::command();
                // Adds what clap adds, such as --help.
                root.build();
                let named = args.get(1).and_then(|it| root.find_subcommand(it));
                Err(CliError::from_clap(&error, named.unwrap_or(&root)))
            }
        },
    }
}

impl Subcommands {
    /// Checks what clap cannot.
    fn check(self) -> Result<Command, CliError> {
        Ok(match self {
            Self::Play(args) => Command::Play(args.check()?),
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
            Self::Dungeon(args) => Command::Dungeon(args.check()?),
        })
    }
}

impl PlayArgs {
    fn check(self) -> Result<PlayOptions, CliError> {
        let DungeonOptions {
            builder,
            size,
            seed,
        } = self.level.check()?;
        let mut source = LevelSource::Built { builder, size };
        let mut map_name = None;
        if let Some(file) = &self.map {
            let drawn = read_map(file)?;
            map_name = Some(drawn.source_name.clone());
            source = LevelSource::Drawn(Box::new(Level::from_ascii(drawn)?));
        }
        let monsters = monster_files(self.assets)?;
        Ok(PlayOptions {
            seed,
            source,
            map_name,
            monsters,
            radius: self.radius,
            algorithm: self.algorithm.algorithm,
            frontend: self.frontend,
            keys: self.keys,
            wizard: self.wizard,
        })
    }
}

/// The files of the folder that the option or the environment names, if any does.
fn monster_files(option: Option<PathBuf>) -> Result<MonsterFiles, CliError> {
    let variable = || env::var_os(ASSETS).filter(|folder| !folder.is_empty());
    let (whence, folder) = match (option, variable()) {
        (Some(folder), _) => ("--assets", folder),
        (None, Some(folder)) => (ASSETS, folder.into()),
        (None, None) => return Ok(MonsterFiles::built_in()),
    };
    let files = MonsterFiles::with_folder(folder);
    files.map_err(|error| CliError::bad_input(format!("{whence}: {error}")))
}

impl DungeonArgs {
    fn check(self) -> Result<DungeonOptions, CliError> {
        let size = self.size.unwrap_or(DungeonSpec::DEFAULT_SIZE);
        self.builder.check_size(size)?;
        Ok(DungeonOptions {
            builder: self.builder,
            size,
            seed: self.seed,
        })
    }
}
