//! Monsters and levels of one's own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bevy::prelude::*;
use fogbound::dungeon::{Builders, DEPTHS, Dungeon, LevelSource, Stock, TILES};
use fogbound::fov::Sight;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{GameSetup, LightRule};

/// What games are played with, but for their seeds: what comes with the game, changed and added to by a folder of assets.
pub fn read(folder: Option<&Path>) -> Result<GameSetup, String> {
    let mut setup = GameSetup {
        light: LightRule::Dark,
        sight: Sight::default().unlimited(),
        ..default()
    };
    let Some(folder) = folder else {
        return Ok(setup);
    };
    setup.monsters = MonsterFiles::with_folder(folder).map_err(|error| error.to_string())?;
    let mut names = vec![TILES.to_owned(), DEPTHS.to_owned()];
    for vault in fs::read_dir(folder.join("vaults"))
        .into_iter()
        .flatten()
        .flatten()
    {
        names.push(format!("vaults/{}", vault.file_name().to_string_lossy()));
    }
    let mut texts = BTreeMap::new();
    for name in names {
        let file = folder.join(&name);
        if file.is_file() {
            let text = fs::read_to_string(&file);
            let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
            texts.insert(name, text);
        }
    }
    let (stock, errors) = Stock::read(&texts, &Builders::default());
    for error in errors {
        eprintln!("{error}");
    }
    setup.source = LevelSource::Dungeon(Dungeon { stock, ..default() });
    Ok(setup)
}
