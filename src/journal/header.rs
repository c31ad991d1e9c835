//! The header of a journal, which holds everything that the game began with.

use std::collections::BTreeMap;

use bevy::prelude::*;
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;

use super::line::{Seal, number_of, quoted, unquoted, unsealed, whole_lines};
use super::{JournalError, arrange};
use crate::dungeon::{Builders, Dungeon, LevelSource, Stock, TILES};
use crate::files::{BOM, DataError};
use crate::fov::{BresenhamLines, Sight};
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::{
    BOONS, Boons, Game, GameSetup, Goals, LightRule, NUMBERS, Numbers, QUEST, Things,
};
use crate::map::TileSet;

/// The version of the journal format.
///
/// Raise it when older and newer programs can no longer read each other's journals, for example because there is a new
/// kind of line, or a different syntax for commands or the header. Format 1 had no rules version, so the versions of
/// the program were compared instead.
const FORMAT: u32 = 2;
/// The version of the rules. With the same rules, the same commands have the same results.
///
/// Raise it when a journal written by a released version could replay differently, for example after a change to a
/// number used in fights, to the random draws, to the level that a seed produces, to a command, or to the fields in the
/// world's fingerprint. A changed monster file is not a reason, because the journal contains the monster files. The
/// test `the_rules_match_their_version` fails when the rules have changed.
const RULES: u32 = 2;
/// The version of the program. It is written for information only.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The line that marks a game as continued from a replay.
const BRANCH: &str = "branch";
/// The number of lines to search for the version of the program.
const HEAD: usize = 16;
/// The beginning of the first line.
const FIRST: &str = "fogbound journal ";

/// The header of a journal, which holds everything that the game began with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Header {
    /// The version of Fogbound that wrote the journal.
    pub version: String,
    /// Whether the game was continued from a replay.
    #[serde(default)]
    pub is_branch: bool,
    /// When the game began, in seconds since 1970.
    pub begun: u64,
    /// The seed of the game.
    pub seed: u64,
    /// The source of the levels.
    pub levels: Levels,
    /// The custom files used to build levels: the text of each file, by name.
    #[serde(default)]
    pub stock: BTreeMap<String, String>,
    /// The text of the custom tile file of a drawn level, if the level has one.
    pub tiles: Option<String>,
    /// The text of the tile file at the start of the game, if the file had changed since the levels were read. If the
    /// file had been deleted, this is `{}`.
    pub changed_tiles: Option<String>,
    /// The player's sight as set by the options. This is both the starting value and the maximum.
    pub first_sight: Sight,
    /// The player's sight at the start of the game.
    pub sight: Sight,
    /// The changes that a scene makes before anybody looks around, as text.
    #[serde(default)]
    pub opening: Vec<String>,
    /// The light rule of the game.
    #[serde(default)]
    pub light: LightRule,
    /// The text of the custom file of numbers, if there is one.
    pub numbers: Option<String>,
    /// The text of the custom file of boons, if there is one.
    pub boons: Option<String>,
    /// The text of the custom file that says what the game is about, if there is one.
    pub quest: Option<String>,
    /// The names of the mods that the files come from, each with its version if it has one.
    #[serde(default)]
    pub mods: Vec<String>,
    /// The monster files: the text of each file, by name.
    #[serde(skip)]
    pub monsters: BTreeMap<String, String>,
    /// The name of the palette.
    pub palette: String,
    /// The text of that palette.
    pub colors: String,
}

/// The source of levels, as text. Sizes are in columns and rows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Levels {
    /// The builder with this name builds all levels, and the plans for the depths are ignored.
    Built((u32, u32), String),
    /// The plan for each depth determines the builder and, if the size is 0 x 0, the size. If the name is not empty, the
    /// builder with this name builds all levels instead.
    Dungeon((u32, u32), String),
    /// This ASCII map is the only level.
    Drawn(String),
}

/// Turns the lines of a header into a RON struct with one field per line. Each field has the name of its line. Values
/// are already in RON, except for versions and sizes.
fn as_ron(lines: &[String]) -> Result<String, JournalError> {
    let mut text = String::from("(");
    for (line, number) in lines.iter().zip(1..) {
        let bad = |why: String| JournalError::Line { line: number, why };
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        text += &match word {
            "fogbound" | "rules" => String::new(),
            "version" => format!("version: {value:?},"),
            BRANCH => "is_branch: true,".to_owned(),
            "stock" => format!("stock: {},", unquoted(value).map_err(bad)?),
            "drawn" => format!("levels: drawn({value}),"),
            "built" | "dungeon" => {
                let (size, name) = value.split_once(' ').unwrap_or((value, ""));
                let sides = size.replacen('x', ", ", 1);
                format!("levels: {word}(({sides}), {name}),")
            }
            _ => format!("{}: {value},", word.replace('-', "_")),
        };
        text.push('\n');
    }
    text.push(')');
    Ok(text)
}

/// Turns an error in the RON of a header into an error in one of the `lines` of that header.
fn line_error(error: SpannedError, lines: usize) -> JournalError {
    let missing = |field: &str| match field {
        "levels" => "one of `dungeon`, `built` and `drawn` is needed".to_owned(),
        field => format!("the line `{}` is missing", field.replace('_', "-")),
    };
    let why = match &error.code {
        ron::Error::MissingStructField { field, .. } => missing(field),
        other => other.to_string(),
    };
    JournalError::Line {
        line: error.span.start.line.min(lines),
        why,
    }
}

impl Header {
    /// Returns the header of the game in this world, which began at `begun`.
    pub(super) fn of(world: &World, begun: u64, palette: (String, String)) -> Option<Self> {
        let game = world.get_resource::<Game>()?;
        let (mut stock, mut tiles) = (BTreeMap::new(), None);
        let levels = match &game.setup.source {
            LevelSource::Built { builder, size } => {
                Levels::Built((*size).into(), builder.name().to_owned())
            }
            LevelSource::Dungeon(dungeon) => {
                stock.clone_from(dungeon.stock.texts());
                let builder = dungeon.builder.map_or("", |it| it.name());
                let size = dungeon.size.unwrap_or_default();
                Levels::Dungeon(size.into(), builder.to_owned())
            }
            LevelSource::Drawn(level) => {
                tiles = level.map.tile_set().text();
                Levels::Drawn(level.to_ascii())
            }
        };
        Some(Self {
            version: VERSION.to_owned(),
            is_branch: false,
            begun,
            seed: game.setup.seed,
            levels,
            stock,
            tiles: tiles.map(|(_, text)| text.to_owned()),
            changed_tiles: game.changed_tiles.map(|tiles| text_of(tiles).to_owned()),
            first_sight: game.setup.sight,
            sight: game.sight,
            opening: game.opening.iter().copied().map(arrange::write).collect(),
            light: game.setup.light,
            numbers: game.setup.numbers.text().map(str::to_owned),
            boons: game.setup.boons.text().map(str::to_owned),
            quest: game.setup.goals.text().map(str::to_owned),
            mods: game.setup.monsters.mods().to_owned(),
            monsters: files_of(world.resource(), world.resource()),
            palette: palette.0,
            colors: palette.1,
        })
    }

    /// Returns the lines of the header without their seals. The line that marks a branch is not included, because
    /// [`branched`] adds it.
    pub(super) fn lines(&self) -> Vec<String> {
        // Serializing these types never fails.
        let sight = |it: &Sight| ron::to_string(it).unwrap_or_default();
        let opening = || ron::to_string(&self.opening).unwrap_or_default();
        let mods = || ron::to_string(&self.mods).unwrap_or_default();
        let stock = || quoted(&ron::to_string(&self.stock).unwrap_or_default());
        let built = |(x, y): &(u32, u32), name: &str| Some(format!("{x}x{y} {}", quoted(name)));
        let optional = |text: &Option<String>| text.as_deref().map(quoted);
        let (mut by_builder, mut by_plan, mut drawn) = (None, None, None);
        match &self.levels {
            Levels::Built(size, name) => by_builder = built(size, name),
            Levels::Dungeon(size, name) => by_plan = built(size, name),
            Levels::Drawn(map) => drawn = Some(quoted(map)),
        }
        let lines = [
            ("fogbound journal", Some(FORMAT.to_string())),
            ("version", Some(self.version.clone())),
            ("rules", Some(RULES.to_string())),
            ("begun", Some(self.begun.to_string())),
            ("seed", Some(self.seed.to_string())),
            ("stock", (!self.stock.is_empty()).then(stock)),
            ("tiles", optional(&self.tiles)),
            ("built", by_builder),
            ("dungeon", by_plan),
            ("drawn", drawn),
            ("changed-tiles", optional(&self.changed_tiles)),
            ("first-sight", Some(sight(&self.first_sight))),
            ("sight", Some(sight(&self.sight))),
            ("opening", (!self.opening.is_empty()).then(opening)),
            ("light", Some(self.light.name().to_owned())),
            ("numbers", optional(&self.numbers)),
            ("boons", optional(&self.boons)),
            ("quest", optional(&self.quest)),
            ("mods", (!self.mods.is_empty()).then(mods)),
            ("palette", Some(quoted(&self.palette))),
            ("colors", Some(quoted(&self.colors))),
        ];
        let lines = lines.into_iter();
        lines
            .filter_map(|(word, value)| Some(format!("{word} {}", value?)))
            .collect()
    }

    /// Parses the lines before the first monster file.
    pub(super) fn read(lines: &[String]) -> Result<Self, JournalError> {
        let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let header: Self = options
            .from_str(&as_ron(lines)?)
            .map_err(|error| line_error(error, lines.len()))?;
        for (word, sight) in [("first-sight", header.first_sight), ("sight", header.sight)] {
            if !sight.algorithm.is_bearable() {
                let most = BresenhamLines::MAX;
                let line = lines
                    .iter()
                    .position(|it| it.split(' ').next() == Some(word));
                return Err(JournalError::Line {
                    line: line.map_or(lines.len(), |it| it + 1),
                    why: format!("too many lines or cells; accepted: at most {most} of each"),
                });
            }
        }
        Ok(header)
    }

    /// Returns a new game that begins as this header describes.
    pub(super) fn game(&self, builders: &Builders) -> Result<Game, JournalError> {
        let begin = |why: String| JournalError::Begin(why);
        let builder = |name: &str| {
            let known = builders.get(name);
            known.ok_or_else(|| begin(format!("unknown builder `{name}`")))
        };
        let source = match &self.levels {
            Levels::Built(size, name) => LevelSource::Built {
                builder: builder(name)?,
                size: (*size).into(),
            },
            Levels::Dungeon(size, name) => {
                let (stock, errors) = Stock::read(&self.stock, builders);
                if !errors.is_empty() {
                    return Err(first_of(&errors));
                }
                let name = Some(name).filter(|it| !it.is_empty());
                LevelSource::Dungeon(Dungeon {
                    builder: name.map(|it| builder(it)).transpose()?,
                    size: Some((*size).into()).filter(|it| *it != UVec2::ZERO),
                    stock,
                })
            }
            Levels::Drawn(map) => {
                let tiles = self.tiles.as_deref().map(tiles_of).transpose()?;
                LevelSource::drawn_with("map of the game", map, tiles.unwrap_or_default())
                    .map_err(|error| begin(error.to_string()))?
            }
        };
        let setup = GameSetup {
            seed: self.seed,
            source,
            sight: self.first_sight,
            monsters: MonsterFiles::recorded(self.monsters.clone()).with_mods(self.mods.clone()),
            light: self.light,
            numbers: own(&self.numbers, |text| Numbers::read(NUMBERS, text))?,
            boons: own(&self.boons, |text| Boons::read(BOONS, text))?,
            goals: own(&self.quest, |text| Goals::read(QUEST, text))?,
        };
        let mut game = Game::new(setup).map_err(|error| begin(error.to_string()))?;
        game.sight = self.sight;
        let opening = self.opening.iter().map(|it| arrange::read(it));
        game.opening = opening.collect::<Result<_, _>>().map_err(begin)?;
        game.changed_tiles = self.changed_tiles.as_deref().map(tiles_of).transpose()?;
        Ok(game)
    }
}

pub(super) fn tiles_of(text: &str) -> Result<TileSet, JournalError> {
    TileSet::with(TILES, text).map_err(|errors| first_of(&errors))
}

/// Returns the first of the errors in a file, as the reason why the game cannot begin.
fn first_of(errors: &[DataError]) -> JournalError {
    JournalError::Begin(errors.first().map(ToString::to_string).unwrap_or_default())
}

/// Parses a custom file, if there is one, and returns the built-in data otherwise.
fn own<T: Default>(
    text: &Option<String>,
    read: impl FnOnce(&str) -> Result<T, Vec<DataError>>,
) -> Result<T, JournalError> {
    let read = text.as_deref().map_or_else(|| Ok(T::default()), read);
    read.map_err(|errors| first_of(&errors))
}

/// Returns the text of the file that defines these tiles, or the text of an empty file if the tiles are the game's own.
pub(super) fn text_of(tiles: TileSet) -> &'static str {
    tiles.text().map_or("{}", |(_, text)| text)
}

/// Returns the text of each current monster and thing file, by name.
pub(super) fn files_of(bestiary: &Bestiary, things: &Things) -> BTreeMap<String, String> {
    let texts = bestiary.texts().chain(things.texts());
    texts
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect()
}

/// Returns a hash of everything that the game in this world began with, except for the seed and the palette: the
/// versions, the levels, the files and mods, the opening, the player's sight and the light rule. Returns `None` if there
/// is no game.
pub fn setup_hash(world: &World) -> Option<u64> {
    let mut header = Header::of(world, 0, <(String, String)>::default())?;
    header.seed = 0;
    let files = header.monsters.iter();
    let files = files.map(|(name, text)| quoted(name) + &quoted(text));
    let lines: Vec<String> = header.lines().into_iter().chain(files).collect();
    Some(number_of(&lines.join("\n")))
}

/// Returns the history of a game that continues from a replay: the lines of the replay's journal, marked as a branch.
///
/// # Errors
///
/// If `past` is not UTF-8 text. Nothing else is checked.
pub(super) fn branched(past: &[u8]) -> Result<String, JournalError> {
    let text = str::from_utf8(past).map_err(|_| JournalError::Unknown)?;
    let mut seal = Seal::default();
    let mut marked = String::with_capacity(text.len() + 32);
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let lines = text.lines().map(unsealed).filter(|line| *line != BRANCH);
    for (line, number) in lines.zip(1..) {
        marked += &seal.close(line);
        // The mark follows the version of the rules, which is always on line 3.
        if number == 3 {
            marked += &seal.close(BRANCH);
        }
    }
    Ok(marked)
}

/// Checks that the file is a journal in this format, before anything else is read.
pub(super) fn check_first(bytes: &[u8]) -> Result<(), JournalError> {
    let line = whole_lines(bytes).next().unwrap_or(bytes);
    let text = str::from_utf8(line).map_err(|_| JournalError::Unknown)?;
    let rest = text.strip_prefix(FIRST).ok_or(JournalError::Unknown)?;
    let format = rest.split(' ').next().unwrap_or_default();
    if format.parse() == Ok(FORMAT) {
        return Ok(());
    }
    let head = whole_lines(bytes).take(HEAD);
    let head = head.map(|it| str::from_utf8(it).map_or("", unsealed));
    Err(other_version("format", format, FORMAT, head))
}

/// Returns the error for a journal from another version of Fogbound. One of the lines in `head` may name that version.
fn other_version<'a>(
    what: &'static str,
    found: &str,
    known: u32,
    mut head: impl Iterator<Item = &'a str>,
) -> JournalError {
    let version = head.find_map(|it| it.strip_prefix("version "));
    JournalError::Version {
        what,
        found: found.to_owned(),
        known,
        writer: version.unwrap_or("of an unknown version").to_owned(),
        this: VERSION,
    }
}

/// Checks that the third line names this program's version of the rules. `head` holds the lines before that line.
pub(super) fn check_rules(line: &str, head: &[String]) -> Result<(), JournalError> {
    let Some(rules) = line.strip_prefix("rules ") else {
        return Err(JournalError::Line {
            line: 3,
            why: "the line `rules` is missing".to_owned(),
        });
    };
    if rules.parse() == Ok(RULES) {
        return Ok(());
    }
    let head = head.iter().map(String::as_str);
    Err(other_version("rules", rules, RULES, head))
}
