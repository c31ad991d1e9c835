//! Reading the file of a vault.

use std::collections::BTreeMap;

use bevy::math::{IVec2, UVec2};

use super::vault::{Dweller, Key, LARGEST_VAULT, Stands, Vault, VaultCell};
use super::vault_plan;
use crate::files::{DataError, Place, brief, did_you_mean};
use crate::grid::Grid;
use crate::map::{START_GLYPH, Tile, TileSet};

const KEYS: &str = "name, note, depths, weight, stands, turns, and the digits 0 to 9";
const NAMED_KEYS: [&str; 6] = ["name", "note", "depths", "weight", "stands", "turns"];

/// Reads a vault file line by line.
struct Reader<'a> {
    file: &'a str,
    tiles: TileSet,
}

/// A value of the header: its text, and where it begins.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    place: Place,
}

impl Vault {
    /// Reads a vault of these tiles from the text of a file, whose name is for messages.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn read(file: &str, text: &str, tiles: TileSet) -> Result<Self, DataError> {
        Reader { file, tiles }.vault(text)
    }
}

impl Reader<'_> {
    fn error(&self, place: Place, message: String) -> DataError {
        DataError {
            file: self.file.to_owned(),
            place: Some(place),
            message,
        }
    }

    fn vault(&self, text: &str) -> Result<Vault, DataError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().zip(1..);
        let (values, ruler) = self.head(text, &mut lines)?;
        let required = |key: &str| {
            let place = Place {
                line: ruler,
                column: 1,
            };
            let missing = || self.error(place, format!("the key `{key}` is missing above here"));
            values.get(key).copied().ok_or_else(missing)
        };
        let name = required("name")?;
        let is_name_byte = |it: u8| it.is_ascii_lowercase() || b" -'".contains(&it);
        if !(1..=32).contains(&name.text.len()) || !name.text.bytes().all(is_name_byte) {
            return Err(self.wrong("name", name, "1 to 32 lower-case letters and blanks"));
        }
        let note = required("note")?;
        if note.text.is_empty() || note.text.chars().count() > 240 {
            return Err(self.wrong("note", note, "a sentence of at most 240 letters"));
        }
        let depths = required("depths")?;
        let weight = self.optional(
            &values,
            "weight",
            10,
            "a whole number from 1 to 100",
            |it| it.parse().ok().filter(|it| (1..=100).contains(it)),
        )?;
        let usual = Stands::Anywhere;
        let stands = self.optional(&values, "stands", usual, "anywhere, near or far", |it| {
            let words = [
                ("anywhere", Stands::Anywhere),
                ("near", Stands::Near),
                ("far", Stands::Far),
            ];
            words
                .into_iter()
                .find(|(word, _)| *word == it)
                .map(|it| it.1)
        })?;
        let turns = self.optional(&values, "turns", true, "yes or no", |it| match it {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        let (mut keys, mut key_places) = (BTreeMap::new(), BTreeMap::new());
        for (key, value) in &values {
            if let Some(digit) = key.chars().next().filter(char::is_ascii_digit) {
                keys.insert(digit, self.key(digit, *value)?);
                key_places.insert(digit, value.place);
            }
        }
        let depths = self.depths(depths)?;
        let rows: Vec<(&str, usize)> = lines.collect();
        let cells = self.drawing(&rows, ruler, &keys)?;
        let is_drawn = |digit: char| cells.iter().any(|(_, it)| *it == VaultCell::Key(digit));
        if let Some((digit, place)) = key_places.iter().find(|(digit, _)| !is_drawn(**digit)) {
            let message = format!("`{digit}` is nowhere in the drawing; draw it or leave it out");
            return Err(self.error(*place, message));
        }
        let vault = Vault {
            name: name.text.to_owned(),
            note: note.text.to_owned(),
            depths,
            weight,
            stands,
            turns,
            cells,
            keys,
            key_places,
            first_row: ruler + 1,
        };
        if let Err((cell, why)) = vault_plan::check(&vault) {
            let place = cell.map_or((ruler, 1), |it| {
                (ruler + 1 + it.y as usize, it.x as usize + 1)
            });
            let (line, column) = place;
            return Err(self.error(Place { line, column }, why.to_owned()));
        }
        Ok(vault)
    }

    /// The values above the line of hyphens by their keys, and the number of that line.
    fn head<'t>(
        &self,
        text: &'t str,
        lines: &mut impl Iterator<Item = (&'t str, usize)>,
    ) -> Result<(BTreeMap<&'t str, Value<'t>>, usize), DataError> {
        let mut values: BTreeMap<&str, Value> = BTreeMap::new();
        for (line, number) in lines {
            if line.starts_with("----") {
                return Ok((values, number));
            }
            if line.trim().is_empty() || line.trim_start().starts_with("//") {
                continue;
            }
            let (key, value) = self.key_and_value(line, number)?;
            if let Some(first) = values.insert(key, value) {
                let place = Place {
                    line: number,
                    column: 1,
                };
                let first = first.place.line;
                let message =
                    format!("the key `{key}` is here a second time; the first is in line {first}");
                return Err(self.error(place, message));
            }
        }
        let line = text.lines().count().max(1);
        let message =
            "there is no drawing; expected a line of hyphens, ----, and the drawing below it";
        Err(self.error(Place { line, column: 1 }, message.to_owned()))
    }

    fn key_and_value<'t>(
        &self,
        line: &'t str,
        number: usize,
    ) -> Result<(&'t str, Value<'t>), DataError> {
        let place = |column: usize| Place {
            line: number,
            column,
        };
        let Some((key, value)) = line.split_once(':') else {
            let found = brief(line);
            let message = format!("found `{found}`; expected `key: value`, a comment or ----");
            return Err(self.error(place(1), message));
        };
        let key = key.trim();
        let is_digit = key.len() == 1 && key.bytes().all(|it| it.is_ascii_digit());
        if !is_digit && !NAMED_KEYS.contains(&key) {
            let message = format!("unknown key `{}`; the keys are {KEYS}", brief(key));
            return Err(self.error(place(1), message));
        }
        let blanks = value.len() - value.trim_start().len();
        let before = &line[..line.len() - value.len() + blanks];
        let value = Value {
            text: value.trim(),
            place: place(before.chars().count() + 1),
        };
        Ok((key, value))
    }

    /// What a key that may be missing says, or what is usual.
    fn optional<T>(
        &self,
        values: &BTreeMap<&str, Value>,
        key: &str,
        usual: T,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, DataError> {
        match values.get(key) {
            None => Ok(usual),
            Some(value) => read(value.text).ok_or_else(|| self.wrong(key, *value, expected)),
        }
    }

    fn wrong(&self, key: &str, value: Value, expected: &str) -> DataError {
        let found = brief(value.text);
        self.error(
            value.place,
            format!("{key}: found `{found}`; expected {expected}"),
        )
    }

    fn depths(&self, value: Value) -> Result<(u32, u32), DataError> {
        let (first, last) = value
            .text
            .split_once('-')
            .unwrap_or((value.text, value.text));
        let number = |text: &str| {
            let number = text.trim().parse::<u32>().ok();
            number.filter(|it| (1..=99).contains(it))
        };
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok((first, last)),
            _ => Err(self.wrong(
                "depths",
                value,
                "first-last, two levels from 1 to 99, the first not below the second, such as 2-5",
            )),
        }
    }

    fn key(&self, digit: char, value: Value) -> Result<Key, DataError> {
        const EXPECTED: &str = "`any monster`, `deep monster` or `monster NAME`, each with `, asleep` or without; \
                                `thing NAME`; or `tile NAME or NAME`";
        let wrong = || self.wrong(&digit.to_string(), value, EXPECTED);
        let (what, how) = value.text.split_once(',').unwrap_or((value.text, ""));
        let asleep = match how.trim() {
            "" => false,
            "asleep" => true,
            _ => return Err(wrong()),
        };
        let monster = |name: Option<&str>, deeper| {
            Ok(Key::Dweller(Dweller::Monster {
                name: name.map(str::to_owned),
                deeper,
                asleep,
            }))
        };
        match what.trim().split_once(' ') {
            Some(("any", "monster")) => monster(None, 0),
            Some(("deep", "monster")) => monster(None, 2),
            Some(("monster", name)) if !name.trim().is_empty() => monster(Some(name.trim()), 0),
            Some(("thing", name)) if !asleep && !name.trim().is_empty() => {
                Ok(Key::Dweller(Dweller::Thing(name.trim().to_owned())))
            }
            Some(("tile", names)) if !asleep => {
                let tiles = names.split(" or ").map(|name| {
                    let name = name.trim();
                    let tile = self.tiles.get(name).ok_or_else(|| {
                        let known = self.tiles.iter().map(Tile::name);
                        let hint = did_you_mean(name, known, ['"'; 2]);
                        let message = format!("{digit}: there is no tile `{}`{hint}", brief(name));
                        self.error(value.place, message)
                    })?;
                    allowed(tile).map_err(|why| self.error(value.place, format!("{digit}: {why}")))
                });
                tiles.collect::<Result<Vec<_>, _>>().map(Key::Tiles)
            }
            _ => Err(wrong()),
        }
    }

    fn drawing(
        &self,
        rows: &[(&str, usize)],
        ruler: usize,
        keys: &BTreeMap<char, Key>,
    ) -> Result<Grid<VaultCell>, DataError> {
        let rows = {
            let last = rows.iter().rposition(|(row, _)| !row.trim().is_empty());
            &rows[..last.map_or(0, |last| last + 1)]
        };
        let width = rows.iter().map(|(row, _)| row.chars().count()).max();
        let size = UVec2::new(width.unwrap_or(0) as u32, rows.len() as u32);
        if size.min_element() == 0 {
            let place = Place {
                line: ruler,
                column: 1,
            };
            return Err(self.error(
                place,
                "nothing is drawn below the line of hyphens".to_owned(),
            ));
        }
        if size.cmpgt(LARGEST_VAULT).any() {
            let (line, column) = (rows[0].1, 1);
            let most = LARGEST_VAULT;
            return Err(self.error(
                Place { line, column },
                format!(
                    "the drawing has {}x{} cells; at most {}x{} are accepted",
                    size.x, size.y, most.x, most.y
                ),
            ));
        }
        let mut cells = Grid::new(size, VaultCell::Outside);
        for (y, (row, line)) in rows.iter().enumerate() {
            for (x, glyph) in row.trim_end().chars().enumerate() {
                let place = Place {
                    line: *line,
                    column: x + 1,
                };
                let cell = self
                    .cell(glyph, keys)
                    .map_err(|why| self.error(place, why))?;
                cells.set(IVec2::new(x as i32, y as i32), cell);
            }
        }
        Ok(cells)
    }

    fn cell(&self, glyph: char, keys: &BTreeMap<char, Key>) -> Result<VaultCell, String> {
        Ok(match glyph {
            ' ' => VaultCell::Outside,
            START_GLYPH => VaultCell::Entrance,
            letter if letter.is_ascii_alphabetic() => VaultCell::Letter(letter),
            digit if digit.is_ascii_digit() => match keys.get(&digit) {
                Some(_) => VaultCell::Key(digit),
                None => {
                    return Err(format!(
                        "nothing above says what `{digit}` is; expected a line such as `{digit}: any monster`"
                    ));
                }
            },
            other => match self.tiles.from_glyph(other) {
                None => {
                    return Err(format!(
                        "unknown character {other:?}; expected the glyph of a tile, a letter of a monster, a digit, @ or a blank"
                    ));
                }
                Some(tile) => VaultCell::Tile(allowed(tile)?),
            },
        })
    }
}

/// The tile, if a vault may have it.
fn allowed(tile: Tile) -> Result<Tile, String> {
    let is_goal = tile.kind().taken.is_some_and(|it| it.is_goal);
    if is_goal || tile.stairs().is_some() {
        return Err(format!(
            "a vault has no {}; the level places it",
            tile.name()
        ));
    }
    Ok(tile)
}
