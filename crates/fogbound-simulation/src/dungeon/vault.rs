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

use crate::files::Place;
use crate::grid::Grid;
use crate::map::Tile;

/// The most columns and rows of a vault.
pub const LARGEST_VAULT: UVec2 = UVec2::new(48, 32);

/// A hand-drawn room, and where it may be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Vault {
    /// Its unique name.
    pub name: String,
    /// What a player meets there, in one sentence.
    pub note: String,
    /// The first and last level it may be placed on, counted from 1.
    pub depths: (u32, u32),
    /// How often it is chosen, relative to other vaults.
    pub weight: u32,
    /// The part of the level it may be placed in.
    pub stands: Stands,
    /// Whether it may be turned and mirrored.
    pub turns: bool,
    pub(super) cells: Grid<VaultCell>,
    pub(super) keys: BTreeMap<char, Key>,
    /// The places in the file where the keys are defined, and the line where the drawing begins.
    pub(super) key_places: BTreeMap<char, Place>,
    pub(super) first_row: usize,
}

/// The parts of a level where a vault may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Anywhere with enough room.
    Anywhere,
    /// Near the start.
    Near,
    /// Far from the start.
    Far,
}

/// The contents of a cell of a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VaultCell {
    /// Not part of the vault.
    Outside,
    Tile(Tile),
    /// An end of the level's paths.
    Entrance,
    /// The monster with this letter.
    Letter(char),
    /// The contents that the header defines for this digit.
    Key(char),
}

/// The meaning of a digit in a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// One of these tiles.
    Tiles(Vec<Tile>),
    Dweller(Dweller),
}

/// A monster or thing that belongs to a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dweller {
    /// The monster with this letter.
    Letter(char),
    /// A monster.
    Monster {
        /// Its name. With `None`, any monster that lives at the level's depth.
        name: Option<String>,
        /// How many levels deeper its home may be.
        deeper: u32,
        /// Whether it starts asleep.
        asleep: bool,
    },
    /// The thing with this name.
    Thing(String),
}

impl Vault {
    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        self.cells.size()
    }

    /// Iterates over the monsters and things it names, each with its place in the file.
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

/// A monster or thing that a vault names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// A monster, by name.
    Monster(&'a str),
    /// A monster, by letter.
    Letter(char),
    /// A thing, by name.
    Thing(&'a str),
}

impl Vault {
    /// Iterates over the tiles that a cell may get. There are none outside the vault.
    pub(super) fn tiles_at(&self, cell: IVec2) -> impl Iterator<Item = Tile> + use<'_> {
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
