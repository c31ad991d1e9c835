//! The lesson: scenes that the player plays, one room after another.
//!
//! A room's map, creatures and facts are those of its scene. Its `do` and `keys` lines show how it can be done, and are
//! not carried out: the player acts, and each fact is judged at every moment.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::opening::open;
use super::scene::{Claim, Fact, Props, Say, SceneFile, Step, When};
use super::watch::Watch;
use crate::files::{DataError, printable};
use crate::modes::{Course, Lessons, Progress};
use crate::view::capitalized;

/// The folder for the rooms of the lesson in a folder of assets, and the ending of their names.
const FOLDER: &str = "lesson";
const ENDING: &str = "scene";

/// The rooms of the lesson, and the one that is being played.
pub struct Lesson {
    rooms: Vec<Arc<SceneFile>>,
    watch: Option<Watch<Arc<SceneFile>>>,
}

impl Lesson {
    /// Reads the rooms: the game's own, and those in some folders of assets, of which later ones win. A room replaces the
    /// one whose file has the same name, and an empty file leaves it out. The rooms come in the order of these names.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the scenes, at least one.
    pub fn read(folders: &[PathBuf], props: &Props) -> Result<Self, Vec<DataError>> {
        let own = fogbound_assets::LESSON.iter();
        let mut files: BTreeMap<String, Option<PathBuf>> = own
            .map(|it| (file_name(Path::new(it.name)), None))
            .collect();
        files.extend(rooms_in(folders).map(|it| (file_name(&it), Some(it))));
        let (mut rooms, mut errors) = (Vec::new(), Vec::new());
        for (name, path) in files {
            let read = match &path {
                Some(path) if is_empty(path) => continue,
                Some(path) => SceneFile::read(path, props),
                None => {
                    let mut own = fogbound_assets::LESSON.iter();
                    let Some(file) = own.find(|it| file_name(Path::new(it.name)) == name) else {
                        continue;
                    };
                    let folder = Path::new(file.path).parent().unwrap_or(Path::new(""));
                    SceneFile::parse(file.path, file.text, folder, props)
                }
            };
            match read {
                Ok(scene) => {
                    errors.extend(scene.not_a_room());
                    rooms.push(Arc::new(scene));
                }
                Err(mistakes) => errors.extend(mistakes),
            }
        }
        match (errors.is_empty(), rooms.is_empty()) {
            (false, _) => Err(errors),
            (true, true) => Err(vec![DataError {
                file: FOLDER.to_owned(),
                place: None,
                message: format!("the lesson has no rooms; accepted: files {FOLDER}/*.{ENDING}"),
            }]),
            (true, false) => Ok(Self { rooms, watch: None }),
        }
    }
}

/// Returns the files in some folders of assets that are rooms of the lesson, in the order of the folders.
pub fn rooms_in(folders: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    let found = folders.iter().map(|it| it.join(FOLDER));
    let found = found.flat_map(|it| fs::read_dir(it).into_iter().flatten().flatten());
    let found = found.map(|it| it.path());
    found.filter(|it| it.extension() == Some(OsStr::new(ENDING)) && !file_name(it).starts_with('.'))
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| it.len() == 0)
}

/// Lets the player of this world's app take the lesson. Its rooms are read when it begins: the game's own, and those in
/// some folders of assets. `props` returns what they take their monsters and tiles from, or why that is impossible.
pub fn offer_lesson(
    world: &mut World,
    folders: Vec<PathBuf>,
    props: impl Fn() -> Result<Props, String> + Send + Sync + 'static,
) {
    world.insert_resource(Lessons::new(move || {
        let lesson = Lesson::read(&folders, &props()?).map_err(|errors| one_line(&errors))?;
        Ok(Box::new(lesson))
    }));
}

/// Returns the first mistake, and how many there are besides.
fn one_line(errors: &[DataError]) -> String {
    let first = errors.first().map(|it| printable(&it.to_string()));
    let first = first.unwrap_or_default();
    match errors.len() {
        0 | 1 => first,
        count => format!("{first} (and {} more)", count - 1),
    }
}

impl Course for Lesson {
    fn titles(&self) -> Vec<String> {
        self.rooms.iter().map(|it| title(it)).collect()
    }

    fn begin(&mut self, room: usize, world: &mut World) -> Result<(), String> {
        self.watch = None;
        let Some(scene) = self.rooms.get(room) else {
            return Err("the lesson has no such room".to_owned());
        };
        let seed = *scene.seeds().start();
        let watch = open(scene.clone(), seed, world).map_err(|errors| one_line(&errors))?;
        self.watch = Some(watch);
        Ok(())
    }

    fn look(&mut self, world: &World) -> Progress {
        match &mut self.watch {
            Some(watch) => progress(watch, world),
            None => Progress::On(None),
        }
    }
}

/// Returns a room's title: its own, or its file's name without the number at the beginning.
fn title(scene: &SceneFile) -> String {
    scene.title.clone().unwrap_or_else(|| {
        let stem = Path::new(scene.file()).file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy();
        let name = stem.trim_start_matches(|it: char| it.is_ascii_digit() || it == '-');
        let name = if name.is_empty() { &*stem } else { name };
        capitalized(&printable(name).replace('-', " "))
    })
}

/// Judges the facts of a room at this moment.
fn progress(watch: &mut Watch<Arc<SceneFile>>, world: &World) -> Progress {
    watch.look(world);
    let scene = watch.scene.clone();
    let verdicts = watch.verdicts.iter().zip(&scene.claims);
    let broken = verdicts
        .into_iter()
        .find(|(verdict, _)| verdict.as_ref().is_some_and(|it| !it.is_kept));
    if let Some((_, claim)) = broken {
        return Progress::Failed(claim.why.clone().unwrap_or_else(|| {
            let text = printable(&claim.text);
            format!("This must hold here: {text}.")
        }));
    }
    // The facts of one `now` line must hold together, and those of the lines above it come first.
    for step in &scene.steps {
        let Step::Now(claims) = step else { continue };
        let is_open = |it: &&usize| watch.verdicts[**it].is_none();
        if !claims.iter().any(|it| is_open(&it)) {
            continue;
        }
        if !claims.iter().all(|it| watch.holds(*it, world)) {
            break;
        }
        for claim in claims {
            watch.judge(*claim, world);
        }
    }
    let has_come = |(number, claim): (usize, &Claim)| match claim.when {
        _ if matches!(claim.statement.fact, Fact::Obeyed) => true,
        When::Now | When::By(_) => watch.verdicts[number].is_some(),
        When::End => watch.holds(number, world),
        // These can only be broken.
        When::After(_) | When::Never(..) | When::Always(..) => true,
    };
    let come = scene.claims.iter().enumerate();
    let come: Vec<bool> = come.map(has_come).collect();
    if come.iter().all(|it| *it) {
        return Progress::Done(below_the_end(&scene).map(|it| it.text.clone()));
    }
    // The goal is never what a text waits for: it must hold together with everything else.
    let holds = |above: usize| {
        let above = scene.claims.iter().zip(&come).take(above);
        above
            .into_iter()
            .all(|(claim, come)| *come && claim.when != When::End)
    };
    let said = scene.says.iter().take_while(|it| holds(it.claims));
    Progress::On(said.last().map(|it| it.text.clone()))
}

/// Returns the last text if it stands below the goal: it is said when the room is done.
fn below_the_end(scene: &SceneFile) -> Option<&Say> {
    let last = scene.says.last()?;
    let mut above = scene.claims.iter().take(last.claims);
    above.any(|it| it.when == When::End).then_some(last)
}
