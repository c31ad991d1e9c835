//! The limits of maps.

/// The longest side of a map, in cells, whether read or built.
pub const MAX_SIDE: u32 = 4096;

/// The most letters in an ASCII map. Every creature has its own position, view and memory, so a map full of creatures
/// would run out of memory.
pub const MAX_CREATURES: usize = 10_000;

/// The character that marks the start in an ASCII map.
pub const START_GLYPH: char = '@';
