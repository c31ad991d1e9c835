//! The tiles of a level.
//!
//! [`Tile`] says what a cell contains. Whether a tile blocks sight and whether it blocks movement are separate
//! properties. [`TileMap`] is the resource that holds the tiles of a level, together with the opacity bits that `fov`
//! works on. [`AsciiMap`] is a level drawn in characters, the form that level makers write and `fogbound dungeon`
//! prints.
//!
//! [`AsciiMap::parse`] reads a map from text. [`TileMap::tile`] returns a cell's tile, and [`TileMap::opacity`] returns
//! the opacity of all cells. Tiles change only through [`TileMap::set`] and
//! `take_set`, and air through methods such as [`TileMap::add_air`]. All of them record the changes.

mod air;
mod ascii;
mod error;
mod footing;
mod glyphs;
mod limits;
mod picture;
mod tile;
mod tile_check;
mod tile_file;
mod tile_kind;
mod tile_map;
mod tile_set;

// Types in the errors that this module returns.
pub use crate::files::{DataError, TextPosition};
pub use air::{Air, Density, Volume};
pub use ascii::{AsciiMap, STDIN, legend_lines, write_ascii, write_legend};
pub use error::{MapError, MapErrorKind};
pub use footing::Footing;
pub use glyphs::{is_letter, is_shown};
pub use limits::{MAX_COORDINATE, MAX_CREATURES, MAX_SIDE, START_GLYPH, is_near_map, read_cell};
pub(crate) use picture::read_picture;
pub use picture::{Base, Joint, PICTURE_SIDE, PictureId, TilePicture};
pub(crate) use tile_kind::hash;
pub use tile_kind::{Flame, InTime, Stairs, Taken, Tile, TileColors, TileKind};
pub use tile_map::TileMap;
pub use tile_set::TileSet;
