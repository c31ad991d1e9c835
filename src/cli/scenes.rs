//! `fogbound check` plays scenes and checks that what they say holds.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Instant;

use super::args::CheckArgs;
use super::error::CliError;
use super::prepare::check_plugins;
use super::rehearse::{Plugins, props, temporary};
use super::streams::{print, say};
use crate::files::{DataError, printable};
use crate::game::bestiary::MonsterFiles;
use crate::lab::{self, MakeApp, SceneFile, Sources};

/// Plays the scenes, once or whenever a file changes.
///
/// # Errors
///
/// If a scene has mistakes, or if what it says does not hold.
pub(super) fn check(args: &CheckArgs, plugins: Plugins) -> Result<(), CliError> {
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
    sources.extend(args.assets.assets.clone());
    let assets = args.assets.read();
    let props =
        assets.and_then(|it| props(it.folder.as_deref(), added).map_err(CliError::bad_input));
    let props = match props {
        Ok(props) => props,
        Err(error) => return (Err(error), sources),
    };
    let folder = args.journals.clone().unwrap_or_else(temporary);
    let (mut mistakes, mut broken) = (Vec::new(), 0);
    for file in &args.files {
        let read = SceneFile::read(file, &props).and_then(|scene| {
            sources.extend(scene.sources().iter().cloned());
            let scene = match args.seeds {
                Some((first, last)) => scene.with_seeds(first..=last),
                None => scene,
            };
            play(&scene, make, &folder)
        });
        match read {
            Ok((is_kept, report)) => {
                broken += usize::from(!is_kept);
                if let Err(error) = print(&report) {
                    return (Err(error), sources);
                }
            }
            Err(errors) => mistakes.extend(errors.iter().map(ToString::to_string)),
        }
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

/// Plays a scene. Returns whether all its facts held, and what to print.
fn play(
    scene: &SceneFile,
    make: &MakeApp,
    folder: &Path,
) -> Result<(bool, String), Vec<DataError>> {
    let began = Instant::now();
    let failures = lab::check(scene, make, folder)?;
    if !failures.is_empty() {
        let blocks = failures.iter();
        let blocks = blocks.map(|it| format!("{}\n{}\n", it.lines.join("\n"), it.picture));
        return Ok((false, blocks.collect()));
    }
    let (first, last) = scene.seeds().into_inner();
    let report = format!(
        "{}: ok ({}, {}, {} ms)\n",
        printable(scene.file()),
        count(scene.claims() as u64, "fact"),
        count(last - first + 1, "seed"),
        began.elapsed().as_millis()
    );
    Ok((true, report))
}

fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
