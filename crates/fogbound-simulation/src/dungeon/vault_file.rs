//! Reading vault files.

use std::collections::BTreeMap;

use bevy::math::{IVec2, UVec2};

use super::vault::{Dweller, Key, LARGEST_VAULT, Stands, Vault, VaultCell};
use super::vault_plan;
use crate::files::{DataError, TextPosition, brief, did_you_mean};
use crate::grid::Grid;
use crate::map::{START_GLYPH, Tile, TileSet, is_letter};

const KEYS: &str = "name, note, depths, weight, stands, turns, and single digits and letters";
const NAMED_KEYS: [&str; 6] = ["name", "note", "depths", "weight", "stands", "turns"];

const DEPTHS: &str = "first-last, two levels from 1 to 99 in ascending order, such as 2-5";

/// The meanings of digits.
type Keys = BTreeMap<char, Key>;

/// A reader for a vault file.
struct Reader<'a> {
    file: &'a str,
    tiles: TileSet,
}

/// A value in the header: its text and its position in the file.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    /// The line and column where the value begins.
    place: (usize, usize),
}

impl Vault {
    /// Reads a vault from the text of a file that uses the glyphs of `tiles`. `file` is the file name to use in
    /// messages.
    ///
    /// # Errors
    ///
    /// Returns the first problem in the file.
    pub fn read(file: &str, text: &str, tiles: TileSet) -> Result<Self, DataError> {
        Reader { file, tiles }.vault(text)
    }
}

/// The header of a vault: its values by key, and the line number of the hyphens that end it.
struct Head<'a> {
    values: BTreeMap<&'a str, Value<'a>>,
    ruler: usize,
}

impl Reader<'_> {
    fn error(&self, (line, column): (usize, usize), message: impl Into<String>) -> DataError {
        DataError {
            file: self.file.to_owned(),
            place: Some(TextPosition { line, column }),
            message: message.into(),
        }
    }

    fn vault(&self, text: &str) -> Result<Vault, DataError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().zip(1..);
        let head = self.head(text, &mut lines)?;
        let is_name_byte = |it: u8| it.is_ascii_lowercase() || b" -'".contains(&it);
        let name = self.read(
            &head,
            "name",
            None,
            "1 to 32 lower-case letters and spaces",
            |it| {
                let fits = (1..=32).contains(&it.len()) && it.bytes().all(is_name_byte);
                fits.then(|| it.to_owned())
            },
        )?;
        let note = self.read(
            &head,
            "note",
            None,
            "a sentence of at most 240 characters",
            |it| (!it.is_empty() && it.chars().count() <= 240).then(|| it.to_owned()),
        )?;
        let depths = self.read(&head, "depths", None, DEPTHS, read_depths)?;
        let expected = "a whole number from 0 to 100";
        let weight = self.read(&head, "weight", Some(10), expected, |it| {
            it.parse().ok().filter(|it| *it <= 100)
        })?;
        let usual = Some(Stands::Anywhere);
        let stands = self.read(&head, "stands", usual, "anywhere, near or far", |it| {
            Some(match it {
                "anywhere" => Stands::Anywhere,
                "near" => Stands::Near,
                "far" => Stands::Far,
                _ => return None,
            })
        })?;
        let turns = self.read(&head, "turns", Some(true), "yes or no", |it| {
            ["no", "yes"].contains(&it).then_some(it == "yes")
        })?;
        let (keys, key_places) = self.keys(&head)?;
        let rows: Vec<(&str, usize)> = lines.collect();
        let cells = self.drawing(&rows, head.ruler, &keys)?;
        let vault = Vault {
            name,
            note,
            depths,
            weight,
            stands,
            turns,
            cells,
            keys,
            key_places,
            first_row: head.ruler + 1,
        };
        self.check(&vault)?;
        Ok(vault)
    }

    /// Reads the value of a key. `usual` is the default value; if it is `None`, the key is required.
    fn read<T>(
        &self,
        head: &Head,
        key: &str,
        usual: Option<T>,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, DataError> {
        match (head.values.get(key), usual) {
            (Some(value), _) => read(value.text).ok_or_else(|| self.wrong(key, *value, expected)),
            (None, Some(usual)) => Ok(usual),
            (None, None) => {
                let message = format!("the key `{key}` is missing above this line");
                Err(self.error((head.ruler, 1), message))
            }
        }
    }

    /// Reads the meanings of digits, and the places where they are defined.
    fn keys(&self, head: &Head) -> Result<(Keys, BTreeMap<char, TextPosition>), DataError> {
        let (mut keys, mut places) = (BTreeMap::new(), BTreeMap::new());
        for (key, value) in &head.values {
            if let Some(digit) = single(key) {
                keys.insert(digit, self.key(digit, *value)?);
                let (line, column) = value.place;
                places.insert(digit, TextPosition { line, column });
            }
        }
        Ok((keys, places))
    }

    /// Checks that all defined digits are drawn, and that the drawing follows the rules.
    fn check(&self, vault: &Vault) -> Result<(), DataError> {
        let cells = || vault.cells.iter();
        let is_drawn = |digit: char| cells().any(|(_, it)| *it == VaultCell::Key(digit));
        let mut places = vault.key_places.iter();
        if let Some((digit, place)) = places.find(|(digit, _)| !is_drawn(**digit)) {
            let message = format!("`{digit}` is not in the drawing; draw it or remove this line");
            return Err(self.error((place.line, place.column), message));
        }
        vault_plan::check(vault).map_err(|(cell, why)| {
            let of_cell = |it: IVec2| (vault.first_row + it.y as usize, it.x as usize + 1);
            let place = cell.map_or((vault.first_row - 1, 1), of_cell);
            self.error(place, why)
        })
    }

    fn head<'t>(
        &self,
        text: &'t str,
        lines: &mut impl Iterator<Item = (&'t str, usize)>,
    ) -> Result<Head<'t>, DataError> {
        let mut values: BTreeMap<&str, Value> = BTreeMap::new();
        for (line, number) in lines {
            if line.starts_with("----") {
                let ruler = number;
                return Ok(Head { values, ruler });
            }
            if line.trim().is_empty() || line.trim_start().starts_with("//") {
                continue;
            }
            let (key, value) = self.key_and_value(line, number)?;
            if let Some(first) = values.insert(key, value) {
                let first = first.place.0;
                let message = format!("duplicate key `{key}`; the first is in line {first}");
                return Err(self.error((number, 1), message));
            }
        }
        let place = (text.lines().count().max(1), 1);
        let message =
            "the drawing is missing; expected a line of hyphens, ----, and the drawing below it";
        Err(self.error(place, message))
    }

    fn key_and_value<'t>(
        &self,
        line: &'t str,
        number: usize,
    ) -> Result<(&'t str, Value<'t>), DataError> {
        let Some((key, value)) = line.split_once(':') else {
            let found = brief(line);
            let message = format!("found `{found}`; expected `key: value`, a comment or ----");
            return Err(self.error((number, 1), message));
        };
        let key = key.trim();
        if single(key).is_none() && !NAMED_KEYS.contains(&key) {
            let message = format!("unknown key `{}`; the keys are {KEYS}", brief(key));
            return Err(self.error((number, 1), message));
        }
        let before = &line[..line.len() - value.trim_start().len()];
        let value = Value {
            text: value.trim(),
            place: (number, before.chars().count() + 1),
        };
        Ok((key, value))
    }

    fn wrong(&self, key: &str, value: Value, expected: &str) -> DataError {
        let found = brief(value.text);
        self.error(
            value.place,
            format!("{key}: found `{found}`; expected {expected}"),
        )
    }

    fn key(&self, digit: char, value: Value) -> Result<Key, DataError> {
        const EXPECTED: &str = "`any monster`, `deep monster` or `monster NAME`, each optionally with `, asleep`; \
                                `thing NAME`, optionally with `on TILE`; or `tile NAME or NAME`";
        let wrong = || self.wrong(&digit.to_string(), value, EXPECTED);
        let (what, how) = value.text.split_once(',').unwrap_or((value.text, ""));
        let asleep = match how.trim() {
            "" => false,
            "asleep" => true,
            _ => return Err(wrong()),
        };
        let monster = |name: Option<&str>, deeper| {
            let monster = Dweller::Monster {
                name: name.map(str::to_owned),
                deeper,
                asleep,
            };
            Ok(Key::Dweller(monster, Tile::FLOOR))
        };
        let tile = |name: &str| {
            let name = name.trim();
            let tile = self.tiles.get(name).ok_or_else(|| {
                let hint = did_you_mean(name, self.tiles.iter().map(Tile::name));
                let message = format!("{digit}: unknown tile `{}`{hint}", brief(name));
                self.error(value.place, message)
            })?;
            allowed(tile).map_err(|why| self.error(value.place, format!("{digit}: {why}")))
        };
        match what.trim().split_once(' ') {
            Some(("any", "monster")) => monster(None, 0),
            Some(("deep", "monster")) => monster(None, 2),
            Some(("monster", name)) if !name.trim().is_empty() => monster(Some(name.trim()), 0),
            Some(("thing", name)) if !asleep && !name.trim().is_empty() => {
                let (name, under) = name.split_once(" on ").unwrap_or((name, "floor"));
                let under = tile(under)?;
                if !under.is_walkable() {
                    let message = format!(
                        "{digit}: things cannot lie on the tile {:?}, which cannot be walked on",
                        under.name()
                    );
                    return Err(self.error(value.place, message));
                }
                let thing = Dweller::Thing(name.trim().to_owned());
                Ok(Key::Dweller(thing, under))
            }
            Some(("tile", names)) if !asleep => {
                let tiles = names.split(" or ").map(tile);
                tiles.collect::<Result<Vec<_>, _>>().map(Key::Tiles)
            }
            _ => Err(wrong()),
        }
    }

    fn drawing(
        &self,
        rows: &[(&str, usize)],
        ruler: usize,
        keys: &Keys,
    ) -> Result<Grid<VaultCell>, DataError> {
        let rows = {
            let last = rows.iter().rposition(|(row, _)| !row.trim().is_empty());
            &rows[..last.map_or(0, |last| last + 1)]
        };
        let width = rows.iter().map(|(row, _)| row.chars().count()).max();
        let size = UVec2::new(width.unwrap_or(0) as u32, rows.len() as u32);
        if size.min_element() == 0 {
            let message = "the drawing below the line of hyphens is empty";
            return Err(self.error((ruler, 1), message));
        }
        if size.cmpgt(LARGEST_VAULT).any() {
            let most = LARGEST_VAULT;
            let message = format!(
                "the drawing has {}x{} cells; at most {}x{} are accepted",
                size.x, size.y, most.x, most.y
            );
            return Err(self.error((rows[0].1, 1), message));
        }
        let mut cells = Grid::new(size, VaultCell::Outside);
        for (y, (row, line)) in rows.iter().enumerate() {
            for (x, glyph) in row.trim_end().chars().enumerate() {
                let cell = self.cell(glyph, keys);
                let cell = cell.map_err(|why| self.error((*line, x + 1), why))?;
                cells.set(IVec2::new(x as i32, y as i32), cell);
            }
        }
        Ok(cells)
    }

    fn cell(&self, glyph: char, keys: &Keys) -> Result<VaultCell, String> {
        Ok(match glyph {
            ' ' => VaultCell::Outside,
            START_GLYPH => VaultCell::Entrance,
            letter if keys.contains_key(&letter) => VaultCell::Key(letter),
            letter if is_letter(letter) => VaultCell::Letter(letter),
            digit if digit.is_ascii_digit() => {
                return Err(format!(
                    "`{digit}` is not defined; expected a line above such as `{digit}: any monster`"
                ));
            }
            other => match self.tiles.from_glyph(other) {
                None => {
                    return Err(format!(
                        "unknown character {other:?}; expected a tile's glyph, a monster's letter, a digit, @ \
                         or a space"
                    ));
                }
                Some(tile) => VaultCell::Tile(allowed(tile)?),
            },
        })
    }
}

/// Returns a key that is a single digit or letter, which the drawing can use.
fn single(key: &str) -> Option<char> {
    let mut all = key.chars();
    let first = all
        .next()
        .filter(|it| it.is_ascii_digit() || is_letter(*it))?;
    all.next().is_none().then_some(first)
}

/// Reads a single level or a range of levels.
fn read_depths(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| {
        let number = text.trim().parse::<u32>().ok();
        number.filter(|it| (1..=99).contains(it))
    };
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some((first, last))
}

/// Returns `tile` if a vault may contain it, and an error message otherwise.
fn allowed(tile: Tile) -> Result<Tile, String> {
    if tile.is_goal() || tile.stairs().is_some() {
        return Err(format!(
            "a vault cannot contain the tile {:?}; the level places it",
            tile.name()
        ));
    }
    Ok(tile)
}
