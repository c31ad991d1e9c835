//! The folder of assets that the user names.

use std::path::PathBuf;

use bevy::ecs::world::World;

use super::error::CliError;
use crate::game::Hue;
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::map::printable;
use crate::view::Palette;

/// What is used in place of and beside what comes with the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assets {
    /// What monsters are read from.
    pub monsters: MonsterFiles,
    /// The colours, if the folder has some.
    pub palette: Option<Palette>,
    /// What is wrong with files that are no monsters', a line each. They are left out.
    pub broken: Vec<String>,
    /// A warning, if nothing in the folder is used.
    pub unused: Option<String>,
}

impl Assets {
    /// The files of `folder`, which `whence` has named. A palette that is broken is a warning, as a broken monster
    /// is.
    ///
    /// # Errors
    ///
    /// If there is no such folder, or nobody can tell what is in it.
    pub(super) fn of_folder(whence: &str, folder: PathBuf) -> Result<Self, CliError> {
        let bad = |why: String| CliError::bad_input(format!("{whence}: {why}"));
        let monsters =
            MonsterFiles::with_folder(&folder).map_err(|error| bad(error.to_string()))?;
        let mut broken = Vec::new();
        let file = folder.join("palettes/default.ron");
        let palette = Palette::read(&file).unwrap_or_else(|error| {
            broken.push(error.in_file(&file.display().to_string()));
            None
        });
        let is_used =
            monsters.in_folder().next().is_some() || palette.is_some() || !broken.is_empty();
        let unused = (!is_used).then(|| {
            let folder = printable(&folder.display().to_string());
            format!(
                "{whence}: {folder}: nothing in this folder is used; accepted: monsters/*.ron, palettes/default.ron"
            )
        });
        Ok(Self {
            monsters,
            palette,
            broken,
            unused,
        })
    }

    /// What is wrong with the folder and stops nothing, a line each.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &String> {
        self.broken.iter().chain(&self.unused)
    }
}

/// Monsters that name a colour which the palette does not have, a line each.
pub(super) fn unknown_colors(world: &World, palette: &Palette) -> Vec<String> {
    let monsters = world.resource::<Bestiary>().by_file();
    let unknown = monsters.filter_map(|(file, monster)| match &monster.color {
        Some(Hue::Named(name)) if palette.named(name).is_none() => Some(format!(
            "{}: color: no palette has a colour called \"{name}\"; accepted: {}",
            printable(file),
            palette.names().collect::<Vec<_>>().join(", ")
        )),
        _ => None,
    });
    unknown.collect()
}
