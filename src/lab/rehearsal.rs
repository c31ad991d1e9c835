//! A scene on the screen, which is played again whenever a file changes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bevy::prelude::*;

use super::scene::{Props, SceneFile};
use super::sources::Sources;
use super::stage::{MakeApp, Stage};
use super::watch::Verdict;
use crate::files::{DataError, printable};
use crate::game::bestiary::Waker;
use crate::journal::Journal;
use crate::modes::Rehearsal;

/// Reads what scenes take their monsters and tiles from, or returns why that is impossible.
pub type ReadProps = dyn Fn() -> Result<Props, String> + Send + Sync;

/// A waker that is not there before the app on the screen runs.
type SharedWaker = Arc<OnceLock<Waker>>;

/// A scene that is being rehearsed.
pub struct Lab {
    file: PathBuf,
    /// The seed to play with, or `None` for the scene's first one.
    seed: Option<u64>,
    make: Box<MakeApp<'static>>,
    props: Box<ReadProps>,
    /// The folder for journals.
    folder: PathBuf,
    /// The watched files, or the reason why they are not watched.
    sources: Result<Sources, String>,
    /// Wakes the app on the screen after a change, once that app runs.
    waker: SharedWaker,
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
        let waker = SharedWaker::default();
        let mut lab = Self {
            file: file.to_owned(),
            seed,
            make,
            props,
            folder: folder.to_owned(),
            sources: watch(file, &waker).map_err(|error| error.to_string()),
            waker,
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
        let scene = SceneFile::read(&self.file, &props);
        if let Ok(sources) = &mut self.sources {
            let named = scene.as_ref().map_or(file, |it| it.sources());
            // What cannot be watched is only not followed.
            let _ = sources.follow(named);
        }
        let scene = scene.map_err(all)?;
        let seed = self.seed.unwrap_or(*scene.seeds().start());
        let mut app = (self.make)();
        let mut stage = Stage::new(&scene, &mut app, seed, Some(&self.folder)).map_err(all)?;
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
}

/// Watches the file of a scene, from before it is read for the first time.
fn watch(file: &Path, waker: &SharedWaker) -> std::io::Result<Sources> {
    let waker = waker.clone();
    let mut sources = Sources::watch(move || {
        if let Some(waker) = waker.get() {
            waker.wake();
        }
    })?;
    sources.follow(&[file.to_owned()])?;
    Ok(sources)
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
        if let (None, Some(waker)) = (self.waker.get(), world.get_resource::<Waker>()) {
            let _ = self.waker.set(waker.clone());
        }
        match &self.sources {
            Ok(sources) if !sources.take() => None,
            Ok(_) => Some(self.play().map_err(|errors| errors.join("\n"))),
            // This is said once.
            Err(why) if !why.is_empty() => {
                let why = format!("changes will not be noticed ({why})");
                self.sources = Err(String::new());
                Some(Err(why))
            }
            Err(_) => None,
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
