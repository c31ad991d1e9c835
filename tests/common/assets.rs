//! Folders of assets that tests write into.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use fogbound::game::bestiary::{Bestiary, Monster, MonsterFiles, MonsterKind, Notice};
use fogbound::game::{Game, GameSetup, SimulationPlugin, begin_game};

use super::files::empty_folder;

/// A folder of assets, empty at first.
pub struct Assets {
    folder: PathBuf,
}

impl Assets {
    /// `name` is to be used by one test only.
    pub fn new(name: &str) -> Self {
        let folder = empty_folder(name);
        fs::create_dir(folder.join("monsters")).unwrap();
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a monster's file is.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join("monsters").join(file)
    }

    pub fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(file), content).unwrap();
    }

    pub fn remove(&self, file: &str) {
        fs::remove_file(self.path(file)).unwrap();
    }

    /// Replaces every monster that comes with the game by one that appears nowhere by itself.
    pub fn silence_the_built_in(&self) {
        let bestiary = Bestiary::without_minds(&MonsterFiles::built_in());
        for monster in bestiary.iter() {
            let (name, glyph) = (&monster.name, monster.glyph);
            let text =
                format!("(name: {name:?}, glyph: {glyph:?}, health: 1, appears: (weight: 0))");
            self.write(&format!("{}.ron", name.replace(' ', "-")), text);
        }
    }

    pub fn files(&self) -> MonsterFiles {
        MonsterFiles::with_folder(&self.folder).unwrap()
    }

    /// Takes the folder's name off a message.
    pub fn shorten(&self, message: &str) -> String {
        let folder = self.path("");
        message.replace(&folder.display().to_string(), "")
    }
}

/// A game that begins with the first update: more can be registered before.
pub fn unbegun(setup: GameSetup) -> App {
    let mut app = App::new();
    let game = Game::new(setup).unwrap();
    app.add_plugins(SimulationPlugin)
        .add_systems(Startup, move |world: &mut World| {
            begin_game(world, game.clone());
        });
    app
}

/// What the bestiary has to say of a kind.
pub fn monster<'a>(app: &'a App, name: &str) -> &'a Monster {
    let bestiary = app.world().resource::<Bestiary>();
    let found = bestiary.get(name);
    found.unwrap_or_else(|| panic!("no {name}; {:?}", bestiary.errors()))
}

/// Everyone of this kind.
pub fn living(app: &mut App, name: &str) -> Vec<Entity> {
    let world = app.world_mut();
    let mut kinds = world.query::<(Entity, &MonsterKind)>();
    let found = kinds.iter(world).filter(|(_, kind)| kind.0 == name);
    found.map(|(entity, _)| entity).collect()
}

/// Everything that was noticed since the last call.
pub fn notices(app: &mut App) -> Vec<String> {
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    notices.drain().map(|notice| notice.0).collect()
}
