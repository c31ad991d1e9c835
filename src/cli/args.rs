//! The commands and their options, as clap reads them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use bevy::math::{IVec2, UVec2};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use super::assets::Assets;
use super::error::CliError;
use super::light::{AmbientName, LightOptions};
use super::streams::read_map;
use super::values;
use super::{
    DungeonOptions, DungeonShow, Frontend, Keys, Opens, Output, Place, PlayOptions, Printing,
    SightOptions, WatchOptions,
};
use crate::dungeon::{Builders, Level};
use crate::explorer::Temperament;
use crate::fov::{Algorithm, BresenhamLines, Shape, Sight};
use crate::view::{ColorDepth, Palette};

/// The variable of the environment that stands in for `--assets`.
const ASSETS: &str = "FOGBOUND_ASSETS";

/// What the user asks for, checked as far as can be without doing it.
#[allow(clippy::large_enum_variant)] // There is one of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Play the game.
    Play(PlayOptions),
    /// Play a journal once, and say whether the game goes as it did.
    CheckJournal(PathBuf),
    /// Have bots play games that nobody watches.
    Watch(WatchOptions),
    /// Show what one eye sees on a map.
    Sight(SightOptions),
    /// Show a level.
    Dungeon(DungeonShow),
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
    /// Watch a game again: forth and back, through any creature's eyes
    Replay(ReplayArgs),
    /// Watch a bot play by what the player would know
    Watch(WatchArgs),
    /// Show what can be seen from one cell of an ASCII map
    Sight(SightArgs),
    /// Show a level as an ASCII map, step by step, in figures or as a picture
    Dungeon(DungeonShowArgs),
    /// List all monsters, and check their files
    Monsters(AssetsArg),
}

#[derive(Args)]
struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Go on with the game that was played last
    #[arg(long = "continue", conflicts_with_all = ["map", "builder", "size", "seed", "radius", "algorithm", "light", "ambient"])]
    goes_on: bool,
    #[command(flatten)]
    show: ShowArgs,
}

/// Which game it is.
#[derive(Args)]
struct GameArgs {
    #[command(flatten)]
    level: DungeonArgs,
    /// Play on this ASCII map instead, from its @ or its first <; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["builder", "size"])]
    map: Option<PathBuf>,
    /// How far the player sees at first and at most, in cells [default: as far as there is light; with --light off, 11]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::radius)]
    radius: Option<u32>,
    #[command(flatten)]
    algorithm: AlgorithmArg,
    /// Whether there is darkness; off: all is seen that is in view, as far as --radius goes
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_enum, default_value_t = OnOff::On)]
    light: OnOff,
    /// The light of places by themselves [default: day on a map from --map, dark elsewhere]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_enum)]
    ambient: Option<AmbientName>,
}

/// On or off.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum OnOff {
    #[value(help = None::<&'static str>)]
    On,
    #[value(help = None::<&'static str>)]
    Off,
}

/// How a game is shown.
#[derive(Args)]
struct ShowArgs {
    /// Where to show the game; auto is a window if there is a display, else the terminal if there is one, else text
    #[arg(
        long,
        value_name = "NAME",
        allow_hyphen_values = true,
        value_enum,
        default_value_t
    )]
    frontend: Frontend,
    #[command(flatten)]
    assets: AssetsArg,
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
    /// Save games in this folder while they are played [default: that of the system for data; none for text]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    data_dir: Option<PathBuf>,
    /// Save a picture when the keys have been played, and leave: FILE.png, in a window, and the same as text with
    /// colours beside it; FILE.txt, text with colours alone
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    screenshot: Option<PathBuf>,
    /// Play as a wizard, who may see everything and put monsters anywhere (F2 in the game)
    #[arg(long)]
    wizard: bool,
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
    /// Print words in place of screens: what came into view, what left it, what was said. Reads lines from standard
    /// input: names of commands, such as explore or north, single keys, such as l or <Up>, or `keys` and a script
    #[arg(long, conflicts_with_all = ["keys", "ansi", "screenshot"])]
    tell: bool,
}

#[derive(Args)]
struct WatchArgs {
    /// Play so many games without a front end, with the seeds from --seed on, and print how they ended
    #[arg(
        long, value_name = "N", allow_hyphen_values = true, value_parser = values::games,
        conflicts_with_all = ["speed", "frontend", "keys", "screenshot", "tell", "ansi", "screen", "data_dir"]
    )]
    games: Option<u32>,
    /// How it plays: careful uses light and darkness, blind shuts its lantern in the first turn, bright never shuts it,
    /// rash fights everything. With --games several play, as in careful,rash
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, value_delimiter = ',',
        default_value = Temperament::default().name(), value_parser = temperaments(),
    )]
    bot: Vec<Temperament>,
    /// End a game after so many turns
    #[arg(
        long, value_name = "N", allow_hyphen_values = true, default_value_t = WatchOptions::TURNS,
        value_parser = values::turns,
    )]
    turns: u64,
    /// Show about so many turns a second [default: 5]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::speed)]
    speed: Option<u32>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    show: ShowArgs,
}

#[derive(Args)]
struct ReplayArgs {
    /// The journal of a game, as the folder of saved games has it
    file: PathBuf,
    /// Begin at this turn
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::turn)]
    turn: Option<u64>,
    /// Show nothing: play it once, and say whether the game went as it did then
    #[arg(long, conflicts_with_all = ["turn", "frontend", "keys", "screenshot", "tell", "ansi", "screen"])]
    check: bool,
    #[command(flatten)]
    show: ShowArgs,
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
    /// The light of the map by itself; in the dark only what braziers and torches shine on is seen, and the cells
    /// around the eye
    #[arg(
        long,
        value_name = "NAME",
        allow_hyphen_values = true,
        value_enum,
        default_value_t
    )]
    ambient: AmbientName,
    /// How far the eye sees in the dark, in cells
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 1, value_parser = values::radius)]
    dark_sight: u32,
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
    #[arg(long, conflicts_with_all = ["algorithm", "output", "ambient", "dark_sight"])]
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
struct DungeonShowArgs {
    #[command(flatten)]
    level: DungeonArgs,
    /// Which level of the dungeon, 1 for the first
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::depth, default_value_t = 1)]
    depth: u32,
    /// Show the level after each step of its builder
    #[arg(long, conflicts_with = "figures")]
    steps: bool,
    /// Tell what the level is like in figures
    #[arg(long)]
    figures: bool,
    /// Save a picture of the level, in the game's glyphs, colours and light, and print no map
    #[arg(long, value_name = "FILE", conflicts_with = "figures")]
    png: Option<PathBuf>,
    #[command(flatten)]
    assets: AssetsArg,
}

#[derive(Args)]
struct AssetsArg {
    /// Use the files of this folder in place of and beside those that come with the game, such as
    /// monsters/rat.ron, tiles.ron, vaults/shrine.txt, depths.ron and palettes/default.ron, and follow changes of
    /// monsters and tiles [env: FOGBOUND_ASSETS]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    assets: Option<PathBuf>,
}

#[derive(Args)]
struct AlgorithmArg {
    // Not a list of values: `bresenham` may have numbers behind it.
    #[arg(
        long, value_name = "NAME", allow_hyphen_values = true, default_value_t,
        value_parser = algorithm, help = algorithm_help(),
    )]
    algorithm: Algorithm,
}

/// Reads an algorithm whose views take less than seconds.
fn algorithm(text: &str) -> Result<Algorithm, String> {
    let algorithm = text
        .parse::<Algorithm>()
        .map_err(|error| error.to_string())?;
    if !algorithm.is_bearable() {
        let most = BresenhamLines::MAX;
        return Err(format!(
            "`{algorithm}`: POINTS and DISTANCE must be at most {most}"
        ));
    }
    Ok(algorithm)
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

/// How bots play, by name; the help lists them.
fn temperaments() -> impl TypedValueParser<Value = Temperament> {
    let names = Temperament::ALL.iter().map(|it| it.name());
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = Temperament::ALL.into_iter();
        all.find(|it| it.name() == name).ok_or("unknown name")
    })
}

/// What clap reads, with the names of these builders in its help.
fn command(builders: &Builders) -> clap::Command {
    let help = format!(
        "How to build every level: {} [default: as the plan of each depth says]",
        builders.names()
    );
    let name_builders = |command: clap::Command| command.mut_arg("builder", |it| it.help(&help));
    name_builders(CommandLine::command())
        .mut_subcommand("play", name_builders)
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
            Self::Replay(args) if args.check => Command::CheckJournal(args.file),
            Self::Replay(args) => Command::Play(args.check()?),
            Self::Watch(args) => args.check()?,
            Self::Sight(args) => Command::Sight(SightOptions {
                file: args.file,
                from: args.from,
                sight: Sight {
                    algorithm: args.algorithm.algorithm,
                    radius: args.radius,
                    shape: args.shape,
                    ..Sight::default()
                },
                ambient: args.ambient,
                dark_sight: args.dark_sight,
                output: if args.compare {
                    Output::Comparison
                } else {
                    args.output
                },
            }),
            Self::Dungeon(args) => Command::Dungeon(args.check()?),
            Self::Monsters(args) => Command::Monsters(args.check()?),
        })
    }
}

impl PlayArgs {
    fn check(self) -> Result<PlayOptions, CliError> {
        let (game, level) = (&self.game, &self.game.level);
        let is_named = level.seed.is_some()
            || level.builder.is_some()
            || level.size.is_some()
            || game.map.is_some();
        let opens = match (self.goes_on, is_named) {
            (true, _) => Opens::LastGame,
            (false, true) => Opens::Game,
            (false, false) => Opens::Title,
        };
        self.show.check(opens, Some(&self.game))
    }
}

impl GameArgs {
    /// Whether there is darkness.
    fn light(&self) -> Result<LightOptions, CliError> {
        let is_off = self.light == OnOff::Off;
        if is_off && self.ambient.is_some() {
            return Err(CliError::bad_input(
                "--ambient: with --light off there is no light; accepted: one of the two",
            ));
        }
        let is_day = self.ambient.map(|it| it == AmbientName::Day);
        Ok(LightOptions { is_off, is_day })
    }

    /// Where it takes place. A map is read, by the glyphs of the tiles in these assets.
    fn place(&self, assets: &Assets) -> Result<Place, CliError> {
        let Some(file) = &self.map else {
            return Ok(Place::Built(self.level.check()));
        };
        let drawn = read_map(file, assets.tiles())?;
        Ok(Place::Drawn {
            name: drawn.source_name.clone(),
            level: Box::new(Level::from_ascii(drawn)?),
        })
    }
}

impl WatchArgs {
    fn check(self) -> Result<Command, CliError> {
        let light = self.game.light()?;
        if self.bot.contains(&Temperament::Blind) && light.is_off {
            return Err(CliError::bad_input(
                "--bot: with --light off there is no lantern, and nobody is blind; accepted: careful, bright, rash",
            ));
        }
        let Some(games) = self.games else {
            let &[bot] = &self.bot[..] else {
                return Err(CliError::bad_input(
                    "--bot: one bot plays on a screen; accepted: one name, or several with --games",
                ));
            };
            let opens = Opens::Watch {
                bot,
                speed: self.speed,
                turns: self.turns,
            };
            return Ok(Command::Play(self.show.check(opens, Some(&self.game))?));
        };
        let assets = self.show.assets.check()?;
        Ok(Command::Watch(WatchOptions {
            games,
            bots: self.bot,
            turns: self.turns,
            seed: self.game.level.seed,
            place: self.game.place(&assets)?,
            radius: self.game.radius,
            algorithm: self.game.algorithm.algorithm,
            light,
            assets,
        }))
    }
}

impl ReplayArgs {
    fn check(self) -> Result<PlayOptions, CliError> {
        let turn = self.turn.unwrap_or(0);
        let file = self.file;
        self.show.check(Opens::Replay { file, turn }, None)
    }
}

impl ShowArgs {
    fn keys(&self) -> Keys {
        match &self.keys {
            None if self.printing.tell => Keys::Stdin,
            None => Keys::None,
            Some(keys) if keys == "-" => Keys::Stdin,
            Some(keys) => Keys::Script(keys.clone()),
        }
    }

    /// The options of this game, or of one of the usual kind.
    fn check(self, opens: Opens, game: Option<&GameArgs>) -> Result<PlayOptions, CliError> {
        let map = game.and_then(|it| it.map.as_deref());
        if map == Some(Path::new("-")) && self.keys() == Keys::Stdin {
            return Err(CliError::bad_input(
                "--map - and --keys - both read standard input; accepted: one of them",
            ));
        }
        let keys = self.keys();
        let assets = self.assets.check()?;
        Ok(PlayOptions {
            seed: game.and_then(|it| it.level.seed),
            place: match game {
                Some(game) => game.place(&assets)?,
                None => Place::Built(DungeonOptions::default()),
            },
            opens,
            radius: game.and_then(|it| it.radius),
            algorithm: game.map_or_else(Algorithm::default, |it| it.algorithm.algorithm),
            light: game.map_or(Ok(LightOptions::default()), GameArgs::light)?,
            keys,
            assets,
            frontend: match self.frontend {
                // Words need no window.
                Frontend::Auto if self.printing.tell => Frontend::Text,
                chosen => chosen,
            },
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
            screenshot: self.screenshot,
            wizard: self.wizard,
        })
    }
}

impl AssetsArg {
    /// The files of the folder that the option or the environment names, if any does.
    fn check(self) -> Result<Assets, CliError> {
        let variable = || env::var_os(ASSETS).filter(|folder| !folder.is_empty());
        match (self.assets, variable()) {
            (Some(folder), _) => Assets::of_folder("--assets", folder),
            (None, Some(folder)) => Assets::of_folder(ASSETS, folder.into()),
            (None, None) => Ok(Assets::default()),
        }
    }
}

impl DungeonShowArgs {
    fn check(self) -> Result<DungeonShow, CliError> {
        Ok(DungeonShow {
            level: self.level.check(),
            depth: self.depth,
            steps: self.steps,
            figures: self.figures,
            png: self.png,
            assets: self.assets.check()?,
        })
    }
}

impl DungeonArgs {
    fn check(&self) -> DungeonOptions {
        DungeonOptions {
            builder: self.builder.clone(),
            size: self.size,
            seed: self.seed,
        }
    }
}
