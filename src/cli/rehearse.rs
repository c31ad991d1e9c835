//! `fogbound lab` shows a scene, which is played beside the screen in an app of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::error::CliError;
use super::streams::say;
use crate::frontend::text;
use crate::game::bestiary::MonsterFiles;
use crate::lab::{Lab, Props};
use crate::modes::open_rehearsal;

/// The plugins of the program, for apps that play scenes beside the one on the screen.
#[derive(Resource, Clone)]
pub(super) struct Plugins(Arc<dyn Fn(&mut App) + Send + Sync>);

impl Plugins {
    pub(super) fn new(plugins: impl Fn(&mut App) + Send + Sync + 'static) -> Self {
        Self(Arc::new(plugins))
    }

    /// Adds the plugins to the app on the screen.
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
