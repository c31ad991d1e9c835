//! A scene on the screen, which is played again whenever a file changes.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::check::MakeApp;
use super::scene::{Props, Scene};
use super::stage::{Stage, Verdict};
use crate::files::{Changes, DataError};
use crate::game::bestiary::Waker;
use crate::journal::Journal;
use crate::modes::Rehearsal;

/// Reads what scenes take their monsters and tiles from, or returns why that is impossible.
pub type ReadProps = dyn Fn() -> Result<Props, String> + Send + Sync;

/// A scene that is being rehearsed.
pub struct Lab {
    file: PathBuf,
    /// The seed to play with, or `None` for the scene's first one.
    seed: Option<u64>,
    make: Box<MakeApp<'static>>,
    props: Box<ReadProps>,
    /// The folder for journals.
    folder: PathBuf,
    sources: Vec<PathBuf>,
    changes: Option<Changes>,
    /// The claims in words, and how they turned out.
    verdicts: Vec<(String, Option<Verdict>)>,
}

impl Lab {
    /// Plays the scene in this file for the first time. Journals are written to `folder`.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the scene, at least one.
    pub fn open(
        file: &Path,
        seed: Option<u64>,
        make: Box<MakeApp<'static>>,
        props: Box<ReadProps>,
        folder: &Path,
    ) -> Result<(Self, Journal), Vec<String>> {
        let mut lab = Self {
            file: file.to_owned(),
            seed,
            make,
            props,
            folder: folder.to_owned(),
            sources: Vec::new(),
            changes: None,
            verdicts: Vec::new(),
        };
        let journal = lab.play()?;
        Ok((lab, journal))
    }

    /// Reads the scene and plays it to its end.
    fn play(&mut self) -> Result<Journal, Vec<String>> {
        let one = |why: String| vec![why];
        let all =
            |errors: Vec<DataError>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        let props = (self.props)().map_err(one)?;
        let scene = Scene::read(&self.file, &props).map_err(all)?;
        let seed = self.seed.unwrap_or(*scene.seeds().start());
        let mut stage = Stage::new(&scene, &*self.make, seed, Some(&self.folder)).map_err(all)?;
        let verdicts = stage.play().map_err(|error| all(vec![error]))?.to_vec();
        let journal = stage
            .journal()
            .ok_or_else(|| one("the game cannot be recorded".to_owned()))?;
        let journal = Journal::read(&journal).map_err(|error| one(error.to_string()))?;
        let texts = scene.claims.iter().map(|it| it.text.clone());
        self.verdicts = texts.zip(verdicts).collect();
        self.sources = scene.sources().to_vec();
        Ok(journal)
    }
}

impl Rehearsal for Lab {
    fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn changed(&mut self, world: &World) -> Option<Result<Journal, String>> {
        let Some(changes) = &self.changes else {
            let waker = world.get_resource::<Waker>().cloned();
            let watching = watch(&self.sources, move || {
                if let Some(waker) = &waker {
                    waker.wake();
                }
            });
            return match watching {
                Ok(changes) => {
                    self.changes = Some(changes);
                    None
                }
                Err(error) => Some(Err(format!("changes will not be noticed ({error})"))),
            };
        };
        if !changes.take() {
            return None;
        }
        let played = self.play();
        // The scene may name other files now.
        self.changes = None;
        Some(played.map_err(|errors| errors.join("\n")))
    }

    fn remarks(&self, turn: u64) -> Vec<(String, bool)> {
        let verdicts = self.verdicts.iter();
        let judged = verdicts.filter_map(|(text, it)| it.as_ref().map(|it| (text, it)));
        let (now, other): (Vec<_>, Vec<_>) = judged.partition(|(_, it)| it.turn == turn);
        let word = |it: &Verdict| if it.is_kept { "Held" } else { "Failed" };
        let now = now
            .into_iter()
            .map(|(text, it)| (format!("{}: {text}", word(it)), !it.is_kept));
        let failed = other.into_iter().filter(|(_, it)| !it.is_kept);
        let failed = failed.map(|(text, it)| (format!("Failed on turn {}: {text}", it.turn), true));
        let is_broken = |it: &Verdict| !it.is_kept;
        let broken = self
            .verdicts
            .iter()
            .filter(|(_, it)| it.as_ref().is_some_and(is_broken));
        let broken = broken.count();
        let all = match (self.verdicts.len(), broken) {
            (0, _) => "The scene claims nothing.".to_owned(),
            (1, 0) => "The fact holds.".to_owned(),
            (count, 0) => format!("All {count} facts hold."),
            (count, _) => format!("{broken} of {count} facts failed."),
        };
        std::iter::once((all, broken > 0))
            .chain(now)
            .chain(failed)
            .take(MOST)
            .collect()
    }
}

/// The largest number of remarks about one moment.
const MOST: usize = 6;

/// Watches files, and the files in folders.
///
/// # Errors
///
/// If the operating system cannot watch them.
pub fn watch(sources: &[PathBuf], wake: impl Fn() + Send + 'static) -> std::io::Result<Changes> {
    let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let sources: Vec<PathBuf> = sources.iter().map(whole).collect();
    let concerned = sources.clone();
    let concerns = move |path: &Path| concerned.iter().any(|it| path.starts_with(it));
    let mut changes = Changes::start(concerns, wake)?;
    for source in &sources {
        // A file is watched through its folder, because editors replace files.
        let folder = source.parent().filter(|_| !source.is_dir());
        changes.add(folder.unwrap_or(source))?;
        for inner in ["monsters", "vaults"] {
            changes.add(&source.join(inner))?;
        }
    }
    Ok(changes)
}
