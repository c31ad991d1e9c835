//! What a game was begun with.

use std::collections::BTreeMap;

use bevy::prelude::*;
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;

use super::JournalError;
use super::line::{Seal, quoted, unquoted, unsealed};
use crate::dungeon::{Builders, Dungeon, LevelSource, Stock, TILES};
use crate::fov::{BresenhamLines, Sight};
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::{Game, GameSetup, LightRule};
use crate::map::TileSet;

/// The version of the format: how a journal is written.
///
/// Raise it when a journal of today could not be read by the game of yesterday, or the other way round: another kind of
/// line, another way to write a command or the header. Format 1 had no rules version, and compared the program's.
const FORMAT: u32 = 2;
/// The version of the rules: what the same commands lead to.
///
/// Raise it when a released game could go another way than it did: another number in a fight, another random draw, another
/// level from the same seed, another command or field in the world's fingerprint. Monsters are in the journal itself;
/// changing their files is no reason. The test `the_rules_are_those_of_their_version` fails when the rules have changed.
const RULES: u32 = 1;
/// The version of the program, which is written down for information.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The line of a game that was taken over from a replay.
const BRANCH: &str = "branch";
/// The lines in which the version of the program is looked for.
const HEAD: usize = 16;
/// How the first line begins.
const FIRST: &str = "fogbound journal ";

/// What a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Header {
    /// The version of Fogbound that wrote the journal.
    pub version: String,
    /// Whether the player took the game over from a replay.
    #[serde(default)]
    pub is_branch: bool,
    /// When, in seconds since 1970.
    pub begun: u64,
    /// Its seed.
    pub seed: u64,
    /// What its levels are made from.
    pub levels: Levels,
    /// The files of a maker's that built levels are made from.
    #[serde(default)]
    pub stock: BTreeMap<String, String>,
    /// The file of a maker's that has the tiles of a drawn level, if there was one.
    pub tiles: Option<String>,
    /// The file of tiles that it was begun with, if that was another one by then than its levels are made from; `{}` if
    /// there was none any more.
    pub changed_tiles: Option<String>,
    /// How the player saw at first, and could see at most.
    pub first_sight: Sight,
    /// How the player saw when it began.
    pub sight: Sight,
    /// Whether there was darkness.
    #[serde(default)]
    pub light: LightRule,
    /// The files of monsters: names and texts, in the order of their names.
    #[serde(skip)]
    pub monsters: BTreeMap<String, String>,
    /// The name of the palette that it was shown in.
    pub palette: String,
    /// The text of that palette.
    pub colors: String,
}

/// What levels are made from, in words. A size is so many columns and rows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Levels {
    /// By the builder of this name, whatever the plan of their depths says.
    Built((u32, u32), String),
    /// By the plan of their depths, or all by the builder of this name, if it is not empty.
    Dungeon((u32, u32), String),
    /// From this ASCII map.
    Drawn(String),
}

/// The lines of a header as a struct in RON, a line each: its fields are called as the lines, and their values are RON
/// already but for versions and sizes.
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

/// What is wrong with a header of so many lines.
fn wrong(error: SpannedError, lines: usize) -> JournalError {
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
    /// That of the game that is played in this world, begun at this time.
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
                Levels::Dungeon(dungeon.size().into(), builder.to_owned())
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
            light: game.setup.light,
            monsters: files_of(world.resource()),
            palette: palette.0,
            colors: palette.1,
        })
    }

    /// Its lines, without seals. It is no branch: [`branched`] makes those.
    pub(super) fn lines(&self) -> Vec<String> {
        // All of these can be written.
        let sight = |it: &Sight| ron::to_string(it).unwrap_or_default();
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
            ("light", Some(self.light.name().to_owned())),
            ("palette", Some(quoted(&self.palette))),
            ("colors", Some(quoted(&self.colors))),
        ];
        let lines = lines.into_iter();
        lines
            .filter_map(|(word, value)| Some(format!("{word} {}", value?)))
            .collect()
    }

    /// Reads the lines before the first file of monsters.
    pub(super) fn read(lines: &[String]) -> Result<Self, JournalError> {
        let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let header: Self = options
            .from_str(&as_ron(lines)?)
            .map_err(|error| wrong(error, lines.len()))?;
        for (word, sight) in [("first-sight", header.first_sight), ("sight", header.sight)] {
            if !sight.algorithm.is_bearable() {
                let most = BresenhamLines::MAX;
                let line = lines
                    .iter()
                    .position(|it| it.split(' ').next() == Some(word));
                return Err(JournalError::Line {
                    line: line.map_or(lines.len(), |it| it + 1),
                    why: format!("at most {most} lines and {most} cells are accepted"),
                });
            }
        }
        Ok(header)
    }

    /// The game that begins with this.
    pub(super) fn game(&self, builders: &Builders) -> Result<Game, JournalError> {
        let begin = |why: String| JournalError::Begin(why);
        let builder = |name: &str| {
            let known = builders.get(name);
            known.ok_or_else(|| begin(format!("nothing builds levels that is called `{name}`")))
        };
        let source = match &self.levels {
            Levels::Built(size, name) => LevelSource::Built {
                builder: builder(name)?,
                size: (*size).into(),
            },
            Levels::Dungeon(size, name) => {
                let (stock, errors) = Stock::read(&self.stock, builders);
                if let Some(error) = errors.first() {
                    return Err(begin(error.to_string()));
                }
                let name = Some(name).filter(|it| !it.is_empty());
                LevelSource::Dungeon(Dungeon {
                    builder: name.map(|it| builder(it)).transpose()?,
                    size: Some((*size).into()),
                    stock,
                })
            }
            Levels::Drawn(map) => {
                let tiles = self.tiles.as_deref().map(tiles_of).transpose()?;
                LevelSource::drawn_with("the map of the game", map, tiles.unwrap_or_default())
                    .map_err(|error| begin(error.to_string()))?
            }
        };
        let setup = GameSetup {
            seed: self.seed,
            source,
            sight: self.first_sight,
            monsters: MonsterFiles::recorded(self.monsters.clone()),
            light: self.light,
        };
        let mut game = Game::new(setup).map_err(|error| begin(error.to_string()))?;
        game.sight = self.sight;
        game.changed_tiles = self.changed_tiles.as_deref().map(tiles_of).transpose()?;
        Ok(game)
    }
}

/// What a file of tiles says.
pub(super) fn tiles_of(text: &str) -> Result<TileSet, JournalError> {
    TileSet::with(TILES, text).map_err(|errors| {
        let why = errors.first().map(ToString::to_string);
        JournalError::Begin(why.unwrap_or_default())
    })
}

/// The file that says what these tiles are: one that says nothing, if they are the game's own.
pub(super) fn text_of(tiles: TileSet) -> &'static str {
    tiles.text().map_or("{}", |(_, text)| text)
}

/// The files of monsters that are in force: names and texts.
pub(super) fn files_of(bestiary: &Bestiary) -> BTreeMap<String, String> {
    let texts = bestiary.texts();
    texts
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect()
}

/// The past of a game that is taken over from a replay: the lines of this journal with the mark of a branch.
///
/// # Errors
///
/// If this is not the beginning of a journal.
pub(super) fn branched(past: &[u8]) -> Result<String, JournalError> {
    let text = str::from_utf8(past).map_err(|_| JournalError::Unknown)?;
    let mut seal = Seal::default();
    let mut marked = String::with_capacity(text.len() + 32);
    let lines = text.lines().map(unsealed).filter(|line| *line != BRANCH);
    for (line, number) in lines.zip(1..) {
        marked += &seal.close(line);
        // Behind the version of the rules, whose place is fixed.
        if number == 3 {
            marked += &seal.close(BRANCH);
        }
    }
    Ok(marked)
}

/// Reports what the file is if it is no journal of this format, before anything else is looked at.
pub(super) fn check_first(bytes: &[u8]) -> Result<(), JournalError> {
    let line = bytes.split(|it| *it == b'\n').next().unwrap_or_default();
    let text = str::from_utf8(line).map_err(|_| JournalError::Unknown)?;
    let rest = text.strip_prefix(FIRST).ok_or(JournalError::Unknown)?;
    let format = rest.split(' ').next().unwrap_or_default();
    if format.parse() == Ok(FORMAT) {
        return Ok(());
    }
    let head = bytes.split(|it| *it == b'\n').take(HEAD);
    let head = head.map(|it| str::from_utf8(it).map_or("", unsealed));
    Err(other_version("format", format, FORMAT, head))
}

/// Reports that a journal is one of another version of Fogbound, which one of these first lines names.
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

/// Reports it if this third line names other rules. `head` are the lines before it.
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
