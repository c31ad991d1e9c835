//! How tiles look now, while somebody changes their file.

use bevy::prelude::*;

use crate::dungeon::TILES;
use crate::game::bestiary::{FolderChanged, Notice};
use crate::map::{MAX_RON, Tile, TileSet, read_text};

/// The set of tiles by which everything is drawn: glyphs and colours. What tiles do is said by the set that a level is
/// made of, which a game keeps.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct TileLooks(Option<TileSet>);

impl TileLooks {
    /// The tile by which this one is drawn.
    pub fn of(self, tile: Tile) -> Tile {
        self.0.map_or(tile, |set| set.own(tile))
    }
}

/// Reads the file of tiles anew when something has changed in the folder of assets. One that is broken changes nothing.
pub(super) fn follow_tiles(
    mut changes: MessageReader<FolderChanged>,
    mut looks: ResMut<TileLooks>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(FolderChanged(folder)) = changes.read().last() else {
        return;
    };
    let file = folder.join(TILES);
    let name = file.display().to_string();
    let Ok(text) = read_text(&file, MAX_RON) else {
        return;
    };
    match TileSet::with(&name, &text) {
        Ok(set) if looks.0 != Some(set) => {
            looks.0 = Some(set);
            notices.write(Notice(
                "The tiles look as their file says now. What they do changes with the next game."
                    .to_owned(),
            ));
        }
        Ok(_) => {}
        Err(errors) => {
            notices.write_batch(errors.iter().map(|it| Notice(it.to_string())));
        }
    }
}
