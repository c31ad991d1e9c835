//! The level as a plane of tiles.
//!
//! [`Tile`] says what a cell is, and whether it stops sight or steps: two
//! separate questions. [`TileMap`] is the resource that holds a level's tiles
//! and, always in step with them, the opacity bits that `fov` works on.
//! [`AsciiMap`] is a level drawn in characters, as makers write it and as
//! `fogbound dungeon` prints it.
//!
//! Text comes in through [`AsciiMap::parse`], tiles go out through
//! [`TileMap::tile`], opacity through [`TileMap::opacity`]; whoever changes a
//! tile does so through [`TileMap::set`], which notes where sight changed.
//! Every file is read through `file`, where everything has a limit. Files that
//! belong to the player are written through `keep`, which loses nothing.

mod ascii;
pub(crate) mod data;
mod error;
mod file;
mod footing;
mod glyphs;
mod keep;
mod limits;
mod tile;
mod tile_map;
mod tile_set;

pub use ascii::{AsciiMap, STDIN, write_ascii};
pub use data::DataError;
pub use error::{MapError, MapErrorKind, Place, printable};
pub(crate) use error::{brief, is_too_long_for_a_slip};
pub(crate) use file::{FileError, MAX_RON, read_bytes, read_own_bytes, read_own_text, read_text};
pub use footing::Footing;
pub use glyphs::is_shown;
pub(crate) use keep::{locked, reason, replace_broken, replace_text};
pub use limits::{MAX_CREATURES, MAX_SIDE, START_GLYPH};
pub use tile_map::TileMap;
pub(crate) use tile_set::hash;
pub use tile_set::{Flame, InTime, Stairs, Taken, Tile, TileColors, TileKind, TileSet};
