//! What a game was begun with.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::JournalError;
use super::line::{number_of, quoted, unquoted};
use super::seal::{Seal, unsealed};
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
pub(super) const FIRST: &str = "fogbound journal ";

/// What a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of Fogbound that wrote the journal.
    pub version: String,
    /// Whether the player took the game over from a replay.
    pub is_branch: bool,
    /// When, in seconds since 1970.
    pub begun: u64,
    /// Its seed.
    pub seed: u64,
    /// What its levels are made from.
    pub levels: Levels,
    /// The file of tiles that it was begun with, if that was another one by then than its levels are made from; `{}` if
    /// there was none any more.
    pub tiles: Option<String>,
    /// How the player saw at first, and could see at most.
    pub first_sight: Sight,
    /// How the player saw when it began.
    pub sight: Sight,
    /// Whether there was darkness.
    pub light: LightRule,
    /// The files of monsters: names and texts, in the order of their names.
    pub monsters: BTreeMap<String, String>,
    /// The colours that it was shown in: the palette's name, and its text.
    pub palette: (String, String),
}

/// What levels are made from, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Levels {
    /// By the builder of this name, of so many columns and rows.
    Built(String, UVec2),
    /// By the plan of their depths, or all by the builder of this name, of so many columns and rows, with these files of a
    /// maker's.
    Dungeon(Option<String>, UVec2, BTreeMap<String, String>),
    /// From this ASCII map, with this file of tiles of a maker's, if there was one.
    Drawn(String, Option<String>),
}

/// What stands behind the word that a line begins with, and the line's number.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    line: usize,
}

impl Value<'_> {
    fn error(self, why: String) -> JournalError {
        let line = self.line;
        JournalError::Line { line, why }
    }
}

/// A quoted text.
fn text(value: Value) -> Result<String, JournalError> {
    unquoted(value.text).map_err(|why| value.error(why))
}

/// A size, and a quoted text.
fn sized(value: Value) -> Result<(UVec2, String), JournalError> {
    let (size, name) = value.text.split_once(' ').unwrap_or((value.text, ""));
    let sides = size.split_once('x');
    let size = sides.and_then(|(x, y)| Some(UVec2::new(x.parse().ok()?, y.parse().ok()?)));
    let size = size.ok_or_else(|| value.error(format!("`{}` is no size", value.text)))?;
    Ok((
        size,
        text(Value {
            text: name,
            ..value
        })?,
    ))
}

/// The lines of a header by their words.
struct Values<'a> {
    values: BTreeMap<&'a str, Value<'a>>,
    /// How many lines there are.
    count: usize,
}

impl<'a> Values<'a> {
    fn of(lines: &'a [String]) -> Self {
        let values = lines.iter().zip(1..).map(|(whole, line)| {
            let (word, text) = whole.split_once(' ').unwrap_or((whole, ""));
            (word, Value { text, line })
        });
        Self {
            values: values.collect(),
            count: lines.len(),
        }
    }

    fn get(&self, word: &str) -> Option<Value<'a>> {
        self.values.get(word).copied()
    }

    fn required(&self, word: &str) -> Result<Value<'a>, JournalError> {
        self.get(word).ok_or_else(|| JournalError::Line {
            line: self.count,
            why: format!("the line `{word}` is missing"),
        })
    }

    fn number(&self, word: &str) -> Result<u64, JournalError> {
        let value = self.required(word)?;
        let number = value.text.parse();
        number.map_err(|_| value.error(format!("`{}` is no number", value.text)))
    }

    fn sight(&self, word: &str) -> Result<Sight, JournalError> {
        let value = self.required(word)?;
        let sight = ron::from_str::<Sight>(value.text);
        let sight = sight.map_err(|error| value.error(error.code.to_string()))?;
        if !sight.algorithm.is_bearable() {
            let most = BresenhamLines::MAX;
            return Err(value.error(format!(
                "at most {most} lines and {most} cells are accepted"
            )));
        }
        Ok(sight)
    }

    fn light(&self) -> Result<LightRule, JournalError> {
        let Some(value) = self.get("light") else {
            return Ok(LightRule::Off);
        };
        let rule = value.text;
        let light = LightRule::ALL.into_iter().find(|it| it.name() == rule);
        let why = || format!("`{rule}` is no rule of light; accepted: off, dark, day");
        light.ok_or_else(|| value.error(why()))
    }

    fn levels(&self) -> Result<Levels, JournalError> {
        match ["built", "dungeon", "drawn"].map(|it| self.get(it)) {
            [Some(built), None, None] => {
                let (size, name) = sized(built)?;
                Ok(Levels::Built(name, size))
            }
            [None, Some(dungeon), None] => {
                let (size, name) = sized(dungeon)?;
                let files = match self.get("stock") {
                    None => BTreeMap::new(),
                    Some(files) => ron::from_str(&text(files)?)
                        .map_err(|error| files.error(error.code.to_string()))?,
                };
                let builder = Some(name).filter(|it| !it.is_empty());
                Ok(Levels::Dungeon(builder, size, files))
            }
            [None, None, Some(drawn)] => {
                let tiles = self.get("tiles").map(text);
                Ok(Levels::Drawn(text(drawn)?, tiles.transpose()?))
            }
            _ => Err(JournalError::Line {
                line: self.count,
                why: "one of `dungeon`, `built` and `drawn` is needed".to_owned(),
            }),
        }
    }
}

impl Header {
    /// That of the game that is played in this world, begun at this time.
    pub(super) fn of(world: &World, begun: u64, palette: (String, String)) -> Option<Self> {
        let game = world.get_resource::<Game>()?;
        let texts = world.resource::<Bestiary>().texts();
        Some(Self {
            version: VERSION.to_owned(),
            is_branch: false,
            begun,
            seed: game.setup.seed,
            levels: match &game.setup.source {
                LevelSource::Built { builder, size } => {
                    Levels::Built(builder.name().to_owned(), *size)
                }
                LevelSource::Dungeon(dungeon) => Levels::Dungeon(
                    dungeon.builder.map(|it| it.name().to_owned()),
                    dungeon.size(),
                    dungeon.stock.texts().clone(),
                ),
                LevelSource::Drawn(level) => {
                    let tiles = level.map.tile_set().text();
                    let tiles = tiles.map(|(_, text)| text.to_owned());
                    Levels::Drawn(level.to_ascii(), tiles)
                }
            },
            tiles: game.changed_tiles.map(|tiles| text_of(tiles).to_owned()),
            first_sight: game.setup.sight,
            sight: game.sight,
            light: game.setup.light,
            monsters: texts
                .map(|(name, text)| (name.to_owned(), text.to_owned()))
                .collect(),
            palette,
        })
    }

    /// Its lines, without seals.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{FIRST}{FORMAT}"),
            format!("version {}", self.version),
            format!("rules {RULES}"),
            format!("begun {}", self.begun),
            format!("seed {}", self.seed),
        ];
        if self.is_branch {
            lines.push(BRANCH.to_owned());
        }
        let levels = match &self.levels {
            Levels::Built(builder, size) => {
                format!("built {}x{} {}", size.x, size.y, quoted(builder))
            }
            Levels::Dungeon(builder, size, files) => {
                let builder = builder.as_deref().unwrap_or_default();
                if !files.is_empty() {
                    // Names and texts can be written.
                    let files = ron::to_string(files).unwrap_or_default();
                    lines.push(format!("stock {}", quoted(&files)));
                }
                format!("dungeon {}x{} {}", size.x, size.y, quoted(builder))
            }
            Levels::Drawn(map, tiles) => {
                if let Some(tiles) = tiles {
                    lines.push(format!("tiles {}", quoted(tiles)));
                }
                format!("drawn {}", quoted(map))
            }
        };
        lines.push(levels);
        if let Some(tiles) = &self.tiles {
            lines.push(format!("changed-tiles {}", quoted(tiles)));
        }
        for (name, sight) in [("first-sight", &self.first_sight), ("sight", &self.sight)] {
            // All that it has can be written.
            let text = ron::to_string(sight).unwrap_or_default();
            lines.push(format!("{name} {text}"));
        }
        lines.push(format!("light {}", self.light.name()));
        let (name, text) = &self.palette;
        lines.push(format!("palette {}", quoted(name)));
        lines.push(format!("colors {}", quoted(text)));
        lines
    }

    /// Reads the lines before the first file of monsters.
    pub(super) fn read(lines: &[String]) -> Result<Self, JournalError> {
        let values = Values::of(lines);
        let tiles = values.get("changed-tiles").map(text);
        Ok(Self {
            version: values.required("version")?.text.to_owned(),
            is_branch: values.get(BRANCH).is_some(),
            begun: values.number("begun")?,
            seed: values.number("seed")?,
            levels: values.levels()?,
            tiles: tiles.transpose()?,
            first_sight: values.sight("first-sight")?,
            sight: values.sight("sight")?,
            light: values.light()?,
            monsters: BTreeMap::new(),
            palette: (
                text(values.required("palette")?)?,
                text(values.required("colors")?)?,
            ),
        })
    }

    /// The game that begins with this.
    pub(super) fn game(&self, builders: &Builders) -> Result<Game, JournalError> {
        let begin = |why: String| JournalError::Begin(why);
        let builder = |name: &str| {
            let known = builders.get(name);
            known.ok_or_else(|| begin(format!("nothing builds levels that is called `{name}`")))
        };
        let source = match &self.levels {
            Levels::Built(name, size) => LevelSource::Built {
                builder: builder(name)?,
                size: *size,
            },
            Levels::Dungeon(name, size, files) => {
                let (stock, errors) = Stock::read(files, builders);
                if let Some(error) = errors.first() {
                    return Err(begin(error.to_string()));
                }
                LevelSource::Dungeon(Dungeon {
                    builder: name.as_deref().map(builder).transpose()?,
                    size: Some(*size),
                    stock,
                })
            }
            Levels::Drawn(map, tiles) => {
                let tiles = tiles.as_deref().map(tiles_of).transpose()?;
                LevelSource::drawn_with("the map of the game", map, tiles.unwrap_or_default())
                    .map_err(|error| begin(error.to_string()))?
            }
        };
        let setup = GameSetup {
            seed: self.seed,
            source,
            sight: self.first_sight,
            monsters: self.files(),
            light: self.light,
        };
        let mut game = Game::new(setup).map_err(|error| begin(error.to_string()))?;
        game.sight = self.sight;
        game.changed_tiles = self.tiles.as_deref().map(tiles_of).transpose()?;
        Ok(game)
    }

    /// The files of monsters that it began with.
    pub(super) fn files(&self) -> MonsterFiles {
        MonsterFiles::recorded(self.monsters.clone())
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

/// The numbers of texts, by name.
pub(super) fn numbers(texts: &BTreeMap<String, String>) -> BTreeMap<&str, u64> {
    let numbers = texts.iter();
    numbers
        .map(|(name, text)| (name.as_str(), number_of(text)))
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
    Err(JournalError::Version {
        what: "format",
        found: format.to_owned(),
        known: FORMAT,
        writer: writer_of(head),
        this: VERSION,
    })
}

/// The version of Fogbound that these first lines of a journal name.
fn writer_of<'a>(mut head: impl Iterator<Item = &'a str>) -> String {
    let version = head.find_map(|it| it.strip_prefix("version "));
    version.unwrap_or("of an unknown version").to_owned()
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
    Err(JournalError::Version {
        what: "rules",
        found: rules.to_owned(),
        known: RULES,
        writer: writer_of(head.iter().map(String::as_str)),
        this: VERSION,
    })
}

/// Checks the first three lines, whatever their seals are.
pub(super) fn check_head(bytes: &[u8]) -> Result<(), JournalError> {
    check_first(bytes)?;
    let mut lines = bytes.split_inclusive(|it| *it == b'\n').take(3);
    let mut next = |line| {
        let whole = lines.next().and_then(|it| it.strip_suffix(b"\n"));
        let text = whole.and_then(|it| str::from_utf8(it).ok()).map(unsealed);
        text.ok_or(JournalError::Short { line })
    };
    next(1)?;
    let version = next(2)?.to_owned();
    check_rules(next(3)?, &[version])
}
