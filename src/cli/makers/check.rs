//! `fogbound check` plays scenes and checks that what they say holds.

use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use crate::cli::args::CheckArgs;
use crate::cli::error::CliError;
use crate::cli::prepare::check_plugins;
use crate::cli::rehearse::{Plugins, props, temporary};
use crate::cli::streams::{print, say};
use crate::files::printable;
use crate::game::bestiary::MonsterFiles;
use crate::lab::{self, Checked, Journals, MakeApp, SceneFile, Sources};

/// Plays the scenes, once or whenever a file changes.
///
/// # Errors
///
/// If a scene has mistakes, or if what it says does not hold.
pub(in crate::cli) fn check(args: &CheckArgs, plugins: Plugins) -> Result<(), CliError> {
    let first = plugins.app();
    check_plugins(&first)?;
    let added = first.world().resource::<MonsterFiles>().clone();
    let make = move || plugins.app();
    if !args.watch {
        return check_once(args, &added, &make).0;
    }
    let failed = |error: std::io::Error| CliError::failed(format!("--watch: {error}"));
    let (sender, changed) = mpsc::channel();
    let wake = move || {
        let _ = sender.send(());
    };
    let mut watched = Sources::watch(wake).map_err(failed)?;
    watched.follow(&args.files).map_err(failed)?;
    loop {
        let (result, sources) = check_once(args, &added, &make);
        if let Err(error) = result {
            say(&error.to_string());
        }
        watched.follow(&sources).map_err(failed)?;
        // The sender lives as long as the watcher.
        let _ = changed.recv();
        print("\n")?;
    }
}

/// The largest number of mistakes that are printed.
const MOST: usize = 20;

/// Plays each scene once. Also returns the files and folders that the scenes were read from.
fn check_once(
    args: &CheckArgs,
    added: &MonsterFiles,
    make: &MakeApp,
) -> (Result<(), CliError>, Vec<PathBuf>) {
    let mut sources = args.files.clone();
    sources.extend(args.assets.assets.iter().cloned());
    let assets = args.assets.read();
    let props = assets.and_then(|it| props(it.folders(), added).map_err(CliError::bad_input));
    let props = match props {
        Ok(props) => props,
        Err(error) => return (Err(error), sources),
    };
    let journals = match &args.journals {
        Some(folder) => Journals::Kept(folder.clone()),
        None => Journals::Latest(temporary()),
    };
    let files = match all_scenes(&args.files) {
        Ok(files) => files,
        Err(error) => return (Err(error), sources),
    };
    let (mut mistakes, mut scenes) = (Vec::new(), Vec::new());
    lab::read_all(&files, &props, |scene| match scene {
        Ok(scene) => {
            sources.extend(scene.sources().iter().cloned());
            scenes.push(match args.seeds {
                Some((first, last)) => scene.with_seeds(first..=last),
                None => scene,
            });
        }
        Err(errors) => mistakes.extend(errors.iter().map(ToString::to_string)),
    });
    let (mut broken, mut printed) = (0, Ok(()));
    lab::check(&scenes, make, &journals, |scene, checked| {
        match checked {
            Ok(checked) => {
                broken += usize::from(!checked.failures.is_empty());
                printed = print(&report(scene, &checked));
            }
            Err(errors) => mistakes.extend(errors.iter().map(ToString::to_string)),
        }
        printed.is_ok()
    });
    if let Err(error) = printed {
        return (Err(error), sources);
    }
    let more = mistakes.len().saturating_sub(MOST);
    let last = mistakes.pop().map(|last| match more {
        0 => last,
        _ => format!("and {} more mistakes", more + 1),
    });
    mistakes.iter().take(MOST - 1).for_each(|it| say(it));
    let result = match (last, broken) {
        (Some(last), _) => Err(CliError::bad_input(last)),
        (None, 0) => Ok(()),
        (None, broken) => Err(CliError::failed(format!(
            "{} failed",
            count(broken as u64, "scene")
        ))),
    };
    (result, sources)
}

/// Returns the files, with the scenes in each folder, sorted by name, in its place.
fn all_scenes(files: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut all = Vec::new();
    for file in files {
        if !file.is_dir() {
            all.push(file.clone());
            continue;
        }
        let before = all.len();
        add_scenes(file, &mut all).map_err(|(folder, error)| {
            CliError::bad_input(format!(
                "{}: {error}",
                printable(&folder.display().to_string())
            ))
        })?;
        if all.len() == before {
            let name = printable(&file.display().to_string());
            return Err(CliError::bad_input(format!(
                "{name}: no scenes in this folder; accepted: a folder with files whose names end in .scene"
            )));
        }
    }
    Ok(all)
}

/// Adds the scenes in a folder and the folders in it. Links to folders are not followed, so this always ends.
fn add_scenes(folder: &Path, all: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error: io::Error| (folder.to_owned(), error);
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            add_scenes(&path, all)?;
        } else if path.extension().is_some_and(|it| it == "scene") && path.is_file() {
            all.push(path);
        }
    }
    Ok(())
}

/// Returns what failed or, if nothing did, one line.
fn report(scene: &SceneFile, checked: &Checked) -> String {
    if !checked.failures.is_empty() {
        let blocks = checked.failures.iter();
        let blocks = blocks.map(|it| format!("{}\n{}\n", it.lines.join("\n"), it.picture));
        return blocks.collect();
    }
    let (first, last) = scene.seeds().into_inner();
    format!(
        "{}: ok ({}, {}, {} ms)\n",
        printable(scene.file()),
        count(scene.claims() as u64, "fact"),
        count(last - first + 1, "seed"),
        checked.took.as_millis()
    )
}

fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
