//! Asset folders that tests write to.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use fogbound::game::bestiary::{Bestiary, Monster, MonsterFiles, MonsterKind, Notice};
use fogbound::game::{Game, GameSetup, SimulationPlugin, begin_game};

use super::files::empty_folder;
use super::on_one_thread;

/// An asset folder, initially empty.
pub struct Assets {
    folder: PathBuf,
}

impl Assets {
    /// Creates the folder. Each test needs its own `name`.
    pub fn new(name: &str) -> Self {
        let folder = empty_folder(name);
        fs::create_dir(folder.join("monsters")).unwrap();
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a monster file.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join("monsters").join(file)
    }

    pub fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(file), content).unwrap();
    }

    pub fn remove(&self, file: &str) {
        fs::remove_file(self.path(file)).unwrap();
    }

    /// Replaces every built-in monster with one that never appears on its own.
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

    /// Removes the folder's path from a message.
    pub fn shorten(&self, message: &str) -> String {
        let folder = self.path("");
        message.replace(&folder.display().to_string(), "")
    }
}

/// Returns an app whose game does not begin until the first update, so that a test can register more types before then.
pub fn unbegun(setup: GameSetup) -> App {
    let mut app = App::new();
    let game = Game::new(setup).unwrap();
    app.add_plugins(SimulationPlugin)
        .add_systems(Startup, move |world: &mut World| {
            begin_game(world, game.clone());
        });
    on_one_thread(app)
}

/// Returns the bestiary's entry for a monster.
pub fn monster<'a>(app: &'a App, name: &str) -> &'a Monster {
    let bestiary = app.world().resource::<Bestiary>();
    let found = bestiary.get(name);
    found.unwrap_or_else(|| panic!("no {name}; {:?}", bestiary.errors()))
}

/// Returns all living monsters of a kind.
pub fn living(app: &mut App, name: &str) -> Vec<Entity> {
    let world = app.world_mut();
    let mut kinds = world.query::<(Entity, &MonsterKind)>();
    let found = kinds.iter(world).filter(|(_, kind)| kind.0 == name);
    found.map(|(entity, _)| entity).collect()
}

/// Removes and returns the notices since the last call.
pub fn notices(app: &mut App) -> Vec<String> {
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    notices.drain().map(|notice| notice.0).collect()
}
