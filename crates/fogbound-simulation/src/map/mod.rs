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

mod ascii;
mod error;
mod footing;
mod glyphs;
mod limits;
mod tile;
mod tile_check;
mod tile_file;
mod tile_kind;
mod tile_map;
mod tile_set;

// What their errors are made of.
pub use crate::files::{DataError, Place, printable};
pub use ascii::{AsciiMap, STDIN, write_ascii};
pub use error::{MapError, MapErrorKind};
pub use footing::Footing;
pub use glyphs::is_shown;
pub use limits::{MAX_CREATURES, MAX_SIDE, START_GLYPH};
pub(crate) use tile_kind::hash;
pub use tile_kind::{Flame, InTime, Stairs, Taken, Tile, TileColors, TileKind};
pub use tile_map::TileMap;
pub use tile_set::TileSet;
