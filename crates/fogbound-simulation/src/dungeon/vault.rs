//! Vaults: rooms that somebody drew by hand, one file of `assets/vaults` each.
//!
//! ```text
//! // A comment.
//! name: the barred hoard
//! note: A prize seen through bars long before the way round to it is found.
//! depths: 1-6
//! weight: 10
//! stands: anywhere
//! turns: yes
//! 1: any monster, asleep
//! ----
//! #######
//! #..|$.#
//! @.1|..+@
//! #######
//! ```

use std::collections::BTreeMap;

use bevy::math::{IVec2, UVec2};

use super::sides::SIDES;
use crate::files::{DataError, Place, brief, nearest};
use crate::grid::{BitGrid, Direction, Grid};
use crate::map::{START_GLYPH, Tile, TileSet};

/// The most columns and rows of a vault.
pub const LARGEST_VAULT: UVec2 = UVec2::new(48, 32);

/// A room that somebody drew by hand, and where it may stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Vault {
    /// What it is called. No two vaults share it.
    pub name: String,
    /// What a player meets there, in a sentence.
    pub note: String,
    /// The first and the last level that it may stand on, 1 being the first.
    pub depths: (u32, u32),
    /// How often it does, compared with others.
    pub weight: u32,
    /// In which part of the level.
    pub stands: Stands,
    /// Whether it may be turned and mirrored.
    pub turns: bool,
    pub(super) cells: Grid<VaultCell>,
    pub(super) keys: BTreeMap<char, Key>,
    /// Where the keys are explained, and where the drawing begins, in the file.
    key_places: BTreeMap<char, Place>,
    first_row: usize,
}

/// Where in a level a vault may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Wherever there is room.
    Anywhere,
    /// Near where the player comes in.
    Near,
    /// Far from there.
    Far,
}

/// What is on a cell of a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VaultCell {
    /// It does not belong to the vault.
    Outside,
    Tile(Tile),
    /// Ways of the level end here.
    Entrance,
    /// A monster by its letter.
    Letter(char),
    /// What the header says of this digit.
    Key(char),
}

/// What a digit of a vault stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// One of these tiles.
    Tiles(Vec<Tile>),
    Dweller(Dweller),
}

/// Somebody or something that belongs to a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dweller {
    /// The monster of this letter.
    Letter(char),
    /// A monster.
    Monster {
        /// Its name; one of those that live at a depth if it has none.
        name: Option<String>,
        /// From how much deeper down it may be.
        deeper: u32,
        /// Whether it sleeps at first.
        asleep: bool,
    },
    /// The thing of this name.
    Thing(String),
}

const KEYS: &str = "name, note, depths, weight, stands, turns, and the digits 0 to 9";

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

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        self.cells.size()
    }

    /// The monsters and things that it names, each with its place in the file.
    pub fn wants(&self) -> impl Iterator<Item = (Place, Wanted<'_>)> {
        let named = self.keys.iter().filter_map(|(digit, key)| {
            let wanted = match key {
                Key::Dweller(Dweller::Monster {
                    name: Some(name), ..
                }) => Wanted::Monster(name),
                Key::Dweller(Dweller::Thing(name)) => Wanted::Thing(name),
                _ => return None,
            };
            Some((*self.key_places.get(digit)?, wanted))
        });
        let letters = self.cells.iter().filter_map(|(at, cell)| match cell {
            VaultCell::Letter(letter) => {
                let place = Place {
                    line: self.first_row + at.y as usize,
                    column: at.x as usize + 1,
                };
                Some((place, Wanted::Letter(*letter)))
            }
            _ => None,
        });
        named.chain(letters)
    }
}

/// Somebody or something that a vault names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// A monster by its name.
    Monster(&'a str),
    /// A monster by its letter.
    Letter(char),
    /// A thing by its name.
    Thing(&'a str),
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
        let mut values: BTreeMap<&str, Value> = BTreeMap::new();
        let mut lines = text.lines().zip(1..);
        let ruler = loop {
            let Some((line, number)) = lines.next() else {
                let line = text.lines().count().max(1);
                let place = Place { line, column: 1 };
                return Err(self.error(
                    place,
                    "there is no drawing; expected a line of hyphens, ----, and the drawing below it".to_owned(),
                ));
            };
            if line.starts_with("----") {
                break number;
            }
            if line.trim().is_empty() || line.trim_start().starts_with("//") {
                continue;
            }
            let place = Place {
                line: number,
                column: 1,
            };
            let Some((key, value)) = line.split_once(':') else {
                return Err(self.error(
                    place,
                    format!(
                        "found `{}`; expected `key: value`, a comment or ----",
                        brief(line)
                    ),
                ));
            };
            let key = key.trim();
            let is_digit = key.len() == 1 && key.bytes().all(|it| it.is_ascii_digit());
            let named = ["name", "note", "depths", "weight", "stands", "turns"];
            if !is_digit && !named.contains(&key) {
                return Err(self.error(
                    place,
                    format!("unknown key `{}`; the keys are {KEYS}", brief(key)),
                ));
            }
            let blanks = value.len() - value.trim_start().len();
            let before = &line[..line.len() - value.len() + blanks];
            let value = Value {
                text: value.trim(),
                place: Place {
                    line: number,
                    column: before.chars().count() + 1,
                },
            };
            if let Some(first) = values.insert(key, value) {
                return Err(self.error(
                    place,
                    format!(
                        "the key `{key}` is here a second time; the first is in line {}",
                        first.place.line
                    ),
                ));
            }
        };
        let required = |key: &str| {
            let place = Place {
                line: ruler,
                column: 1,
            };
            let missing = || self.error(place, format!("the key `{key}` is missing above here"));
            values.get(key).copied().ok_or_else(missing)
        };
        let name = required("name")?;
        let is_name = |name: &str| {
            (1..=32).contains(&name.len())
                && name
                    .bytes()
                    .all(|it| it.is_ascii_lowercase() || b" -'".contains(&it))
        };
        if !is_name(name.text) {
            return Err(self.wrong("name", name, "1 to 32 lower-case letters and blanks"));
        }
        let note = required("note")?;
        if note.text.is_empty() || note.text.chars().count() > 240 {
            return Err(self.wrong("note", note, "a sentence of at most 240 letters"));
        }
        let depths = required("depths")?;
        let weight = match values.get("weight") {
            None => 10,
            Some(&value) => {
                let weight = value.text.parse().ok().filter(|it| (1..=100).contains(it));
                weight.ok_or_else(|| self.wrong("weight", value, "a whole number from 1 to 100"))?
            }
        };
        let stands = match values.get("stands") {
            None => Stands::Anywhere,
            Some(value) => match value.text {
                "anywhere" => Stands::Anywhere,
                "near" => Stands::Near,
                "far" => Stands::Far,
                _ => return Err(self.wrong("stands", *value, "anywhere, near or far")),
            },
        };
        let turns = match values.get("turns") {
            None => true,
            Some(value) => match value.text {
                "yes" => true,
                "no" => false,
                _ => return Err(self.wrong("turns", *value, "yes or no")),
            },
        };
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
        if let Some((digit, value)) = keys.keys().find_map(|digit| {
            let is_used = cells
                .iter()
                .any(|(_, cell)| *cell == VaultCell::Key(*digit));
            let value = values.get(digit.to_string().as_str())?;
            (!is_used).then_some((*digit, *value))
        }) {
            let message = format!("`{digit}` is nowhere in the drawing; draw it or leave it out");
            return Err(self.error(value.place, message));
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
        self.check(&vault, ruler)?;
        Ok(vault)
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
                        let like = nearest(name, known);
                        let hint =
                            like.map_or_else(String::new, |it| format!(" (did you mean {it:?}?)"));
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
                Some(tile)
                    if tile.stairs().is_some()
                        || tile.kind().taken.is_some_and(|it| it.is_goal) =>
                {
                    return Err(format!(
                        "a vault has no {}; the level places it",
                        tile.name()
                    ));
                }
                Some(tile) => VaultCell::Tile(tile),
            },
        })
    }

    /// Checks that a vault is closed but for its entrances, and that one gets everywhere in it.
    fn check(&self, vault: &Vault, ruler: usize) -> Result<(), DataError> {
        let cells = &vault.cells;
        let at = |cell: IVec2| cells.get(cell).copied().unwrap_or(VaultCell::Outside);
        let place = |cell: IVec2| Place {
            line: ruler + 1 + cell.y as usize,
            column: cell.x as usize + 1,
        };
        let fail = |cell, message: &str| Err(self.error(place(cell), message.to_owned()));
        let is_open = |cell: IVec2| vault.tiles_at(cell).any(|it| it.is_passable());
        let is_clear = |cell: IVec2| {
            vault
                .tiles_at(cell)
                .any(|it| it.is_passable() || !it.is_opaque())
        };
        let entrances: Vec<IVec2> = cells
            .positions()
            .filter(|cell| at(*cell) == VaultCell::Entrance)
            .collect();
        let Some(&first) = entrances.first() else {
            let place = Place {
                line: ruler,
                column: 1,
            };
            return Err(self.error(
                place,
                "the drawing has no entrance; at least one @ is needed at its outline".to_owned(),
            ));
        };
        for &cell in &entrances {
            if !SIDES
                .iter()
                .any(|side| at(cell + side) == VaultCell::Outside)
            {
                return fail(
                    cell,
                    "this entrance is inside; expected @ where the drawing ends or borders on a blank",
                );
            }
        }
        for cell in cells.positions().filter(|cell| is_clear(*cell)) {
            let is_closed = |way: &Direction| at(cell + way.delta()) != VaultCell::Outside;
            if at(cell) != VaultCell::Entrance && !Direction::ALL.iter().all(is_closed) {
                return fail(
                    cell,
                    "the vault is open here; expected walls all around but for its entrances",
                );
            }
        }
        // Every tile that may stand there lets one pass, so that it holds whatever chance says.
        let is_sure = |cell: IVec2| {
            at(cell) != VaultCell::Outside && vault.tiles_at(cell).all(|it| it.is_passable())
        };
        let is_plain =
            |cell: IVec2| is_sure(cell) && vault.tiles_at(cell).all(|it| it.seems().is_none());
        let reached = flood(cells.size(), first, is_sure);
        let lost = cells
            .positions()
            .find(|cell| is_open(*cell) && !reached.get(*cell));
        if let Some(cell) = lost {
            return fail(
                cell,
                "nobody gets here from the entrances; expected a way over the four sides of cells",
            );
        }
        let reached = flood(cells.size(), first, is_plain);
        if let Some(&cell) = entrances.iter().find(|cell| !reached.get(**cell)) {
            return fail(
                cell,
                "only a secret door leads here from the first entrance; expected a way without one",
            );
        }
        Ok(())
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

/// What is connected with `first` over the four sides of cells.
fn flood(size: UVec2, first: IVec2, is_open: impl Fn(IVec2) -> bool) -> BitGrid {
    let mut reached = BitGrid::new(size);
    let mut front = vec![first];
    reached.set(first, true);
    while let Some(cell) = front.pop() {
        for side in SIDES {
            let there = cell + side;
            if !reached.get(there) && is_open(there) {
                reached.set(there, true);
                front.push(there);
            }
        }
    }
    reached
}

impl Vault {
    /// The tiles that may be on a cell of it: none outside.
    fn tiles_at(&self, cell: IVec2) -> impl Iterator<Item = Tile> + use<'_> {
        let (one, several): (Option<Tile>, &[Tile]) = match self.cells.get(cell) {
            None | Some(VaultCell::Outside) => (None, &[]),
            Some(VaultCell::Tile(tile)) => (Some(*tile), &[]),
            Some(VaultCell::Entrance | VaultCell::Letter(_)) => (Some(Tile::FLOOR), &[]),
            Some(VaultCell::Key(digit)) => match self.keys.get(digit) {
                Some(Key::Tiles(tiles)) => (None, tiles),
                _ => (Some(Tile::FLOOR), &[]),
            },
        };
        one.into_iter().chain(several.iter().copied())
    }
}
