//! The folder of assets that the user names.

use std::path::PathBuf;

use super::error::CliError;
use super::streams::say;
use crate::game::bestiary::MonsterFiles;
use crate::map::printable;
use crate::view::{Palette, PaletteError};

/// What is used in place of and beside what comes with the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assets {
    /// What monsters are read from.
    pub monsters: MonsterFiles,
    /// The colours, if the folder has some.
    pub palette: Option<Palette>,
    /// What is wrong with the folder and stops nothing, a line each.
    pub warnings: Vec<String>,
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
        let mut warnings = Vec::new();
        let file = folder.join("palettes/default.ron");
        let palette = Palette::read(&file).unwrap_or_else(|error| {
            let file = printable(&file.display().to_string());
            warnings.push(match error {
                PaletteError::Syntax { .. } => format!("{file}:{error}"),
                _ => format!("{file}: {error}"),
            });
            None
        });
        if monsters.in_folder().next().is_none() && palette.is_none() && warnings.is_empty() {
            let folder = printable(&folder.display().to_string());
            warnings.push(format!(
                "{whence}: {folder}: nothing in this folder is used; accepted: monsters/*.ron, palettes/default.ron"
            ));
        }
        Ok(Self {
            monsters,
            palette,
            warnings,
        })
    }

    /// Tells on standard error what is wrong with the folder and stops nothing.
    pub(super) fn warn(&self) {
        for warning in &self.warnings {
            say(warning);
        }
    }
}
