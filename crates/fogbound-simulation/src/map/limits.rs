//! How large a map can be.

/// The longest side, in cells, of a map that is read or built.
pub const MAX_SIDE: u32 = 4096;

/// The most letters in an ASCII map. Every creature on a level has a place, a view and a memory of its own, and a map in
/// which every cell is one would take more memory than there is.
pub const MAX_CREATURES: usize = 10_000;

/// The character that marks the start in an ASCII map.
pub const START_GLYPH: char = '@';
