//! A scene on the screen, which is played again whenever a file changes.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::scene::{Props, Scene};
use super::sources::Sources;
use super::stage::{MakeApp, Stage};
use super::watch::Verdict;
use crate::files::{DataError, printable};
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
    sources: Option<Sources>,
    /// The journal on the screen. It is removed with the lab.
    journal: PathBuf,
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
            sources: None,
            journal: PathBuf::new(),
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
        let file = std::slice::from_ref(&self.file);
        let scene = Scene::read(&self.file, &props);
        if let Some(sources) = &mut self.sources {
            let named = scene.as_ref().map_or(file, |it| it.sources());
            // What cannot be watched is only not followed.
            let _ = sources.follow(named);
        }
        let scene = scene.map_err(all)?;
        let seed = self.seed.unwrap_or(*scene.seeds().start());
        let mut stage = Stage::new(&scene, &*self.make, seed, Some(&self.folder)).map_err(all)?;
        let verdicts = stage.play().map_err(|error| all(vec![error]))?.to_vec();
        let file = stage.journal().map_err(one)?;
        let file = file.ok_or_else(|| one("the game cannot be recorded".to_owned()))?;
        let journal = Journal::read(&file).map_err(|error| one(error.to_string()))?;
        let _ = std::fs::remove_file(std::mem::replace(&mut self.journal, file.clone()));
        let facts = scene.claims.iter().zip(verdicts);
        let facts =
            facts.map(|(claim, verdict)| (printable(&claim.text), claim.share.is_some(), verdict));
        self.facts = facts.collect();
        Ok((journal, file))
    }

    /// Watches the file of the scene. Changes wake the world's app.
    fn watch(&mut self, world: &World) -> std::io::Result<()> {
        let waker = world.get_resource::<Waker>().cloned();
        let wake = move || {
            if let Some(waker) = &waker {
                waker.wake();
            }
        };
        let mut sources = Sources::watch(wake)?;
        sources.follow(std::slice::from_ref(&self.file))?;
        self.sources = Some(sources);
        Ok(())
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.journal);
    }
}

impl Rehearsal for Lab {
    fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn changed(&mut self, world: &World) -> Option<Result<(Journal, PathBuf), String>> {
        if self.sources.is_none() {
            // What has changed since the first time is played again.
            return match self.watch(world) {
                Ok(()) => Some(self.play().map_err(|errors| errors.join("\n"))),
                Err(error) => Some(Err(format!("changes will not be noticed ({error})"))),
            };
        }
        let has_changed = self.sources.as_ref().is_some_and(Sources::take);
        has_changed.then(|| self.play().map_err(|errors| errors.join("\n")))
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
