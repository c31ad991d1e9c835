//! Vaults: hand-drawn rooms, each in its own file in `assets/vaults`.
//!
//! ```text
//! // A comment.
//! name: the barred hoard
//! note: A prize shines behind bars long before you find the path to it.
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

use crate::files::TextPosition;
use crate::grid::Grid;
use crate::map::Tile;

/// The maximum size of a vault, in columns and rows.
pub const LARGEST_VAULT: UVec2 = UVec2::new(48, 32);

/// A hand-drawn room, and the rules for placing it.
#[derive(Clone, Debug, PartialEq)]
pub struct Vault {
    /// The vault's unique name.
    pub name: String,
    /// A sentence that describes the vault from the player's point of view.
    pub note: String,
    /// The first and last levels on which the vault may be placed. Level 1 is the topmost.
    pub depths: (u32, u32),
    /// How often the vault is chosen, relative to other vaults. With 0, it is only where a level's plan holds it.
    pub weight: u32,
    /// The part of the level in which the vault may be placed.
    pub stands: Stands,
    /// Whether the vault may be rotated and mirrored.
    pub turns: bool,
    pub(super) cells: Grid<VaultCell>,
    pub(super) keys: BTreeMap<char, Key>,
    /// The places in the file where the digits are defined.
    pub(super) key_places: BTreeMap<char, TextPosition>,
    /// The line in the file where the drawing begins.
    pub(super) first_row: usize,
}

/// The part of a level in which a vault may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Anywhere with enough space.
    Anywhere,
    /// Near the start.
    Near,
    /// Far from the start.
    Far,
}

/// The contents of a cell in a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VaultCell {
    /// A cell that is not part of the vault.
    Outside,
    Tile(Tile),
    /// An entrance, where a path from the rest of the level ends.
    Entrance,
    /// The monster with the given letter.
    Letter(char),
    /// The contents that the header defines for the given digit.
    Key(char),
}

/// The meaning of a digit in a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// One of the listed tiles, chosen at random.
    Tiles(Vec<Tile>),
    /// A monster or thing, on this tile.
    Dweller(Dweller, Tile),
}

/// A monster or thing that belongs to a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dweller {
    /// The monster with the given letter.
    Letter(char),
    /// A monster.
    Monster {
        /// The monster's name, or `None` for a random monster that lives at the level's depth.
        name: Option<String>,
        /// The number of levels to add to the level's depth when a random monster is chosen.
        deeper: u32,
        /// Whether the monster starts asleep.
        asleep: bool,
    },
    /// The thing with the given name.
    Thing(String),
}

impl Vault {
    /// Returns the size of the vault, in columns and rows.
    pub fn size(&self) -> UVec2 {
        self.cells.size()
    }

    /// Returns the names of the things that the vault holds.
    pub fn things(&self) -> impl Iterator<Item = &str> {
        self.wants().filter_map(|(_, wanted)| match wanted {
            Wanted::Thing(name) => Some(name),
            _ => None,
        })
    }

    /// Iterates over the monsters and things that the vault names, each with its position in the file.
    pub fn wants(&self) -> impl Iterator<Item = (TextPosition, Wanted<'_>)> {
        let named = self.keys.iter().filter_map(|(digit, key)| {
            let wanted = match key {
                Key::Dweller(
                    Dweller::Monster {
                        name: Some(name), ..
                    },
                    _,
                ) => Wanted::Monster(name),
                Key::Dweller(Dweller::Thing(name), _) => Wanted::Thing(name),
                _ => return None,
            };
            Some((*self.key_places.get(digit)?, wanted))
        });
        let letters = self.cells.iter().filter_map(|(at, cell)| match cell {
            VaultCell::Letter(letter) => {
                let place = TextPosition {
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

/// A monster or thing that a vault names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// A monster, identified by its name.
    Monster(&'a str),
    /// A monster, identified by its letter.
    Letter(char),
    /// A thing, identified by its name.
    Thing(&'a str),
}

impl Vault {
    /// Iterates over the tiles that may be placed on a cell. There are none for a cell outside the vault.
    pub(super) fn tiles_at(&self, cell: IVec2) -> impl Iterator<Item = Tile> + use<'_> {
        let (one, several): (Option<Tile>, &[Tile]) = match self.cells.get(cell) {
            None | Some(VaultCell::Outside) => (None, &[]),
            Some(VaultCell::Tile(tile)) => (Some(*tile), &[]),
            Some(VaultCell::Entrance | VaultCell::Letter(_)) => (Some(Tile::FLOOR), &[]),
            Some(VaultCell::Key(digit)) => match self.keys.get(digit) {
                Some(Key::Tiles(tiles)) => (None, tiles),
                Some(Key::Dweller(_, tile)) => (Some(*tile), &[]),
                None => (Some(Tile::FLOOR), &[]),
            },
        };
        one.into_iter().chain(several.iter().copied())
    }
}
