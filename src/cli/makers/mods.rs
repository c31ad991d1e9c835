//! `fogbound mods`: the mods in use, and the file that each entry comes from.

use bevy::prelude::*;

use super::monsters::{problems, report};
use crate::cli::assets::Assets;
use crate::cli::error::CliError;
use crate::cli::rehearse::set_up_lesson;
use crate::cli::streams::print;
use crate::files::printable;

/// Lists the mods, and everything that comes from their files. Reports every broken file.
///
/// # Errors
///
/// If a file is broken. The error describes the last problem. The others are printed first.
pub(in crate::cli) fn list(app: &mut App, assets: &Assets) -> Result<(), CliError> {
    let mut errors = set_up_lesson(app.world_mut(), assets.folders());
    errors.extend(problems(app, assets));
    print(&table(assets, &errors))?;
    report(errors)
}

fn table(assets: &Assets, errors: &[String]) -> String {
    if assets.mods.is_empty() {
        return "No mods: name their folders with --assets.\n".to_owned();
    }
    let mut text = format!(
        "{:<20} {:<10} {:<20} {}\n",
        "mod", "version", "author", "folder"
    );
    for it in &assets.mods {
        let [version, author] = [&it.version, &it.author].map(|it| it.as_deref().unwrap_or("-"));
        let folder = it.folder.display().to_string();
        let line = format!("{:<20} {version:<10} {author:<20} {folder}", it.name);
        text += &format!("{}\n", printable(&line));
    }
    text += &format!("\n{:<10} {:<24} {}\n", "kind", "name", "file");
    let is_broken = |file: &str| errors.iter().any(|it| it.starts_with(&format!("{file}:")));
    for (kind, name, file) in assets.entries(is_broken) {
        text += &format!("{}\n", printable(&format!("{kind:<10} {name:<24} {file}")));
    }
    text
}
