//! `fogbound lab` shows a scene, which is played beside the screen in an app of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::error::CliError;
use super::streams::say;
use crate::frontend::text;
use crate::game::bestiary::MonsterFiles;
use crate::lab::{Lab, Lesson, Props, offer_lesson, rooms_in};
use crate::modes::open_rehearsal;

/// The plugins of the program, for apps that play scenes beside the one on the screen.
#[derive(Resource, Clone)]
pub(super) struct Plugins(Arc<dyn Fn(&mut App) + Send + Sync>);

impl Plugins {
    pub(super) fn new(plugins: impl Fn(&mut App) + Send + Sync + 'static) -> Self {
        Self(Arc::new(plugins))
    }

    pub(super) fn add_to(&self, app: &mut App) {
        (self.0)(app);
        app.insert_resource(self.clone());
    }

    /// Returns an app with the plugins and without a display.
    pub(super) fn app(&self) -> App {
        let mut app = text::app();
        (self.0)(&mut app);
        app
    }
}

/// Returns the folder for journals if the user names none.
pub(super) fn temporary() -> PathBuf {
    std::env::temp_dir().join("fogbound-check")
}

/// Returns the monsters and tiles that scenes use: those of some folders, and those that plugins add.
pub(super) fn props(folders: &[PathBuf], added: &MonsterFiles) -> Result<Props, String> {
    Ok(Props::of_folders(folders)?.and_added(added))
}

/// Offers the lesson to the player of this world's app, with the rooms in some folders of assets. Returns the mistakes in
/// these rooms.
pub(super) fn set_up_lesson(world: &mut World, folders: &[PathBuf]) -> Vec<String> {
    let added = world.resource::<MonsterFiles>().clone();
    let owned = folders.to_owned();
    let read = move || props(&owned, &added);
    // The game's own rooms have no mistakes, and reading them would delay the start.
    let errors = match rooms_in(folders).next() {
        Some(_) => read().map(|it| Lesson::read(folders, &it).err()),
        None => Ok(None),
    };
    offer_lesson(world, folders.to_owned(), read);
    // What is wrong with the folders themselves has been reported.
    let errors = errors.ok().flatten().unwrap_or_default();
    errors.iter().map(ToString::to_string).collect()
}

/// Opens a scene on the screen of this world's app, which has been given its [`Plugins`].
///
/// # Errors
///
/// If the scene has mistakes. The error describes the last one. The others are printed first.
pub(super) fn open_lab(
    world: &mut World,
    file: &Path,
    seed: Option<u64>,
    folders: Vec<PathBuf>,
) -> Result<(), CliError> {
    let added = world.resource::<MonsterFiles>().clone();
    let Some(plugins) = world.get_resource::<Plugins>().cloned() else {
        return Ok(());
    };
    let make = Box::new(move || plugins.app());
    let props = Box::new(move || props(&folders, &added));
    let opened = Lab::open(file, seed, make, props, &temporary());
    let (lab, journal) = opened.map_err(|mut errors| {
        let last = errors.pop().unwrap_or_default();
        errors.iter().for_each(|it| say(it));
        CliError::bad_input(last)
    })?;
    open_rehearsal(world, journal, Box::new(lab))
        .map_err(|error| CliError::bad_input(format!("{}: {error}", file.display())))
}
