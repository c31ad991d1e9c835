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

use crate::files::Place;
use crate::grid::Grid;
use crate::map::Tile;

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
    pub(super) key_places: BTreeMap<char, Place>,
    pub(super) first_row: usize,
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

impl Vault {
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

impl Vault {
    /// The tiles that may be on a cell of it: none outside.
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
