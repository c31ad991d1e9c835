//! The limits of maps.

/// The maximum side length of a map, in cells. The limit applies to maps from files and to built levels.
pub const MAX_SIDE: u32 = 4096;

/// The maximum number of letters in an ASCII map. Every creature has its own position, view and memory, so a large map
/// full of creatures would use too much memory.
pub const MAX_CREATURES: usize = 10_000;

/// The character that marks the start in an ASCII map.
pub const START_GLYPH: char = '@';
