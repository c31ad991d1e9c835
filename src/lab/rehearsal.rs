//! A scene on the screen, which is played again whenever a file changes.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::scene::{Props, Scene};
use super::stage::{MakeApp, Stage, Verdict};
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
    /// The claims in words, whether each is about a share of the seeds, and how it turned out with this one.
    facts: Vec<(String, bool, Option<Verdict>)>,
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
    ) -> Result<(Self, (Journal, PathBuf)), Vec<String>> {
        let mut lab = Self {
            file: file.to_owned(),
            seed,
            make,
            props,
            folder: folder.to_owned(),
            sources: Vec::new(),
            changes: None,
            facts: Vec::new(),
        };
        let journal = lab.play()?;
        Ok((lab, journal))
    }

    /// Reads the scene and plays it to its end.
    fn play(&mut self) -> Result<(Journal, PathBuf), Vec<String>> {
        let one = |why: String| vec![why];
        let all =
            |errors: Vec<DataError>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        let props = (self.props)().map_err(one)?;
        let scene = Scene::read(&self.file, &props).map_err(all)?;
        let seed = self.seed.unwrap_or(*scene.seeds().start());
        let mut stage = Stage::new(&scene, &*self.make, seed, Some(&self.folder)).map_err(all)?;
        let verdicts = stage.play().map_err(|error| all(vec![error]))?.to_vec();
        let file = stage.journal();
        let file = file.ok_or_else(|| one("the game cannot be recorded".to_owned()))?;
        let journal = Journal::read(&file).map_err(|error| one(error.to_string()))?;
        let facts = scene.claims.iter().zip(verdicts);
        let facts =
            facts.map(|(claim, verdict)| (claim.text.clone(), claim.share.is_some(), verdict));
        self.facts = facts.collect();
        self.sources = scene.sources().to_vec();
        Ok((journal, file))
    }

    /// Starts watching the files that the scene was read from. Changes wake the world's app.
    fn watch(&mut self, world: &World) -> std::io::Result<()> {
        let waker = world.get_resource::<Waker>().cloned();
        let wake = move || {
            if let Some(waker) = &waker {
                waker.wake();
            }
        };
        self.changes = Some(watch(&self.sources, wake)?);
        Ok(())
    }
}

impl Rehearsal for Lab {
    fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn changed(&mut self, world: &World) -> Option<Result<(Journal, PathBuf), String>> {
        let is_first = self.changes.is_none();
        if !is_first && !self.changes.as_ref().is_some_and(Changes::take) {
            return None;
        }
        let played = (!is_first).then(|| self.play().map_err(|errors| errors.join("\n")));
        // The scene may name other files now.
        match self.watch(world) {
            Err(error) if is_first => Some(Err(format!("changes will not be noticed ({error})"))),
            _ => played,
        }
    }

    fn remarks(&self, turn: u64) -> Vec<(String, bool)> {
        let judged = self.facts.iter();
        let judged =
            judged.filter_map(|(text, is_share, it)| Some((text, *is_share, it.as_ref()?)));
        let broken = judged
            .clone()
            .filter(|(_, is_share, it)| !is_share && !it.is_kept);
        let all = match (self.facts.len(), broken.clone().count()) {
            (0, _) => ("The scene states no facts.".to_owned(), false),
            (1, 0) => ("The scene's fact holds.".to_owned(), false),
            (count, 0) => (format!("All {count} facts of the scene hold."), false),
            (count, broken) => (
                format!("Facts of the scene that fail: {broken} of {count}."),
                true,
            ),
        };
        let now = judged.filter(|(.., it)| it.turn == turn);
        let now = now.map(|(text, is_share, it)| match (is_share, it.is_kept) {
            (true, true) => (format!("Yes with this seed: {text}"), false),
            (true, false) => (format!("Not with this seed: {text}"), false),
            (false, true) => (format!("Held: {text}"), false),
            (false, false) => (format!("Failed: {text}"), true),
        });
        let others = broken.filter(|(.., it)| it.turn != turn);
        let others =
            others.map(|(text, _, it)| (format!("Fails on turn {}: {text}", it.turn), true));
        std::iter::once(all)
            .chain(now)
            .chain(others)
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
