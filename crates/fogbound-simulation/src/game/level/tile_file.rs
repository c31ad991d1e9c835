//! The file of tiles in a folder of assets.

use std::path::Path;

use crate::dungeon::TILES;
use crate::files::{FileError, MAX_RON, read_text};
use crate::map::TileSet;

/// The tiles by the file `tiles.ron` of a folder; those that come with the game, if there is none.
///
/// # Errors
///
/// What is wrong with the file, a line each.
pub(crate) fn read_tiles(folder: &Path) -> Result<TileSet, Vec<String>> {
    let file = folder.join(TILES);
    let name = file.display().to_string();
    match read_text(&file, MAX_RON) {
        Ok(text) => TileSet::with(&name, &text)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect()),
        Err(FileError::Missing) => Ok(TileSet::default()),
        Err(error) => Err(vec![format!("{name}: {error}")]),
    }
}
