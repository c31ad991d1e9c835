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
use crate::modes::{Rehearsal, Remark};

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
    facts: Vec<Fact>,
}

/// A claim of the scene.
struct Fact {
    text: String,
    /// Whether it is about a share of the seeds.
    is_share: bool,
    /// How it turned out with this seed, if the game came that far.
    verdict: Option<Verdict>,
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
        let facts = facts.map(|(claim, verdict)| Fact {
            text: printable(&claim.text),
            is_share: claim.share.is_some(),
            verdict,
        });
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

    fn remarks(&self, turn: u64) -> Vec<Remark> {
        let good = |text: String| Remark {
            text,
            is_bad: false,
        };
        let bad = |text: String| Remark { text, is_bad: true };
        let judged = self.facts.iter();
        let judged = judged.filter_map(|it| Some((it, it.verdict.as_ref()?)));
        let broken = judged
            .clone()
            .filter(|(fact, verdict)| !fact.is_share && !verdict.is_kept);
        let all = match (self.facts.len(), broken.clone().count()) {
            (0, _) => good("The scene states no facts.".to_owned()),
            (1, 0) => good("The scene's fact holds.".to_owned()),
            (count, 0) => good(format!("All {count} facts of the scene hold.")),
            (count, broken) => bad(format!(
                "Facts of the scene that fail: {broken} of {count}."
            )),
        };
        let now = judged.filter(|(_, verdict)| verdict.turn == turn);
        let now = now.map(|(fact, verdict)| match (fact.is_share, verdict.is_kept) {
            (true, true) => good(format!("Yes with this seed: {}", fact.text)),
            (true, false) => good(format!("Not with this seed: {}", fact.text)),
            (false, true) => good(format!("Held: {}", fact.text)),
            (false, false) => bad(format!("Failed: {}", fact.text)),
        });
        let others = broken.filter(|(_, verdict)| verdict.turn != turn);
        let others = others
            .map(|(fact, verdict)| bad(format!("Fails on turn {}: {}", verdict.turn, fact.text)));
        std::iter::once(all)
            .chain(now)
            .chain(others)
            .take(MOST)
            .collect()
    }
}

/// The largest number of remarks about one moment.
const MOST: usize = 6;
