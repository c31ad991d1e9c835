//! `fogbound new`: writes a commented file to start from.
//!
//! The templates beside this file name every field that the loaders know. `draft` fills in a template, and checks that
//! the loaders accept the result together with all the other files.

mod draft;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use bevy::prelude::App;

use crate::cli::args::NewArgs;
use crate::cli::assets::Assets;
use crate::cli::error::CliError;
use crate::cli::game_args::AssetsArg;
use crate::cli::streams::print;
use crate::cli::values::NewKind;
use crate::dungeon::DEPTHS;
use crate::files::{printable, reason, replace_text};
use draft::Draft;

/// The folder to write to if the user does not name one. The guides use the same name.
const FOLDER: &str = "mine";

/// Writes the file, and prints its path and two commands to try.
///
/// # Errors
///
/// If the name is not accepted, or if the file exists or cannot be written.
pub(in crate::cli) fn write(args: &NewArgs, app: &mut App) -> Result<(), CliError> {
    let named = AssetsArg {
        assets: args.assets.iter().cloned().collect(),
    };
    let (source, folders) = named.folders().unwrap_or(("new", vec![FOLDER.into()]));
    // The last folder wins, so the file goes there.
    let folder = folders.last().cloned().unwrap_or_else(|| FOLDER.into());
    let assets = match folder.exists() {
        true => Assets::of_folders(source, folders)?,
        false => Assets::default(),
    };
    let (world, name) = (app.world_mut(), args.name.as_str());
    if let (Some(level), false) = (args.level, matches!(args.kind, NewKind::Depth)) {
        return Err(CliError::bad_input(format!(
            "--level {level}: accepted only with `new depth`"
        )));
    }
    let draft = match args.kind {
        NewKind::Monster => draft::monster(world, &assets, name),
        NewKind::Vault => draft::vault(world, &assets, name),
        NewKind::Tile => draft::tile(world, &assets, name),
        NewKind::Depth => draft::depth(world, &assets, (name, args.level)),
        NewKind::Scene => draft::scene(world, &assets, name),
        NewKind::Thing => draft::thing(world, &assets, name),
        NewKind::Boon => draft::boon(&assets, name),
        NewKind::Theme => draft::theme(world, &assets, name),
        NewKind::Quest => draft::quest(&assets, name),
        NewKind::Mod => draft::of_mod(&assets, name),
    };
    let draft = draft.map_err(|why| {
        let kind = format!("{:?}", args.kind).to_lowercase();
        CliError::bad_input(format!("new {kind}: {why}"))
    })?;
    save(&folder, &draft)
}

fn save(folder: &Path, draft: &Draft) -> Result<(), CliError> {
    let path = folder.join(&draft.file);
    let written = match draft.is_extended {
        true => replace_text(&path, &draft.text),
        false => create(&path, &draft.text),
    };
    let shown = printable(&path.display().to_string());
    written.map_err(|error| {
        CliError::bad_input(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{shown}: this file already exists; accepted: another name")
            }
            _ => format!(
                "{shown}: cannot be written ({}); accepted: --assets with a folder for new files",
                reason(&error)
            ),
        })
    })?;
    let folder = quoted(&folder.display().to_string());
    let [first, second] = draft
        .commands
        .each_ref()
        .map(|it| it.replace("DIR", &folder));
    let is_whole =
        draft.file == DEPTHS && !draft.is_extended && !draft.text.contains("\n        base: ");
    let note = match is_whole {
        true => {
            "This file replaces the whole plan of the dungeon, which now has 1 level. To change one level instead, use --level.\n"
        }
        false => "",
    };
    print(&format!(
        "{shown}\n{note}Next, try these commands:\n  {first}\n  {second}\n"
    ))
}

/// Writes a file that must not exist yet.
fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        // Remove an incomplete file.
        let _ = fs::remove_file(path);
    })
}

fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-:\\".contains(it);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", printable(word).replace('\'', "'\\''")),
    }
}
