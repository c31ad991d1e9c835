//! Playing scenes with all their seeds.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::app::App;

use super::jobs::{in_order, usual};
use super::report::{Broken, Failure, report};
use super::scene::{Claim, Props, SceneFile};
use super::stage::{MakeApp, Stage};
use super::troupe::Troupe;
use super::watch::Verdict;
use crate::files::DataError;

/// Reads scenes on all cores. `each` gets every scene, or all mistakes in it, in the order of the files.
pub fn read_all(
    files: &[PathBuf],
    props: &Props,
    mut each: impl FnMut(Result<SceneFile, Vec<DataError>>),
) {
    let worker = || Ok::<_, Infallible>(|file: &PathBuf| Ok(SceneFile::read(file, props)));
    let Ok(()) = in_order(files.iter(), usual(), worker, |scene| {
        each(scene);
        Ok(true)
    });
}

/// Where the games of broken claims are recorded.
#[derive(Clone, Debug)]
pub enum Journals {
    /// In this folder, where nothing is ever removed.
    Kept(PathBuf),
    /// In a folder for each scene in this one. What an earlier check of a scene left there is removed.
    Latest(PathBuf),
}

impl Journals {
    fn of(&self, scene: &SceneFile) -> PathBuf {
        let folder = match self {
            Self::Kept(folder) => return folder.clone(),
            Self::Latest(folder) => folder,
        };
        let file = Path::new(scene.file());
        let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        folder.join(format!("{:016x}", hasher.finish()))
    }
}

/// How a scene turned out.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The claims that were not kept.
    pub failures: Vec<Failure>,
    /// How long the games of all seeds took, one after another.
    pub took: Duration,
}

/// Plays scenes with all their seeds on all cores, and calls `each` with the outcome of each scene, in the order of the
/// scenes, until it returns `false`. The first seed that broke a claim is played again for its picture, and recorded in
/// one of the `journals`.
///
/// `each` gets an error if a scene cannot be played: a monster has mistakes in its file, or a change is impossible.
pub fn check<'a>(
    scenes: &'a [SceneFile],
    make: &MakeApp,
    journals: &Journals,
    mut each: impl FnMut(&'a SceneFile, Result<Checked, Vec<DataError>>) -> bool,
) {
    let games = scenes
        .iter()
        .flat_map(|scene| scene.seeds().map(move |seed| (scene, seed)));
    let worker = || {
        let mut troupe = Troupe::new(make, usual());
        Ok::<_, Infallible>(move |(scene, seed)| {
            let began = Instant::now();
            let played = play(scene, troupe.app(), seed);
            Ok((scene, seed, played, began.elapsed()))
        })
    };
    let mut all = Ok(Vec::new());
    let mut took = Duration::ZERO;
    let Ok(()) = in_order(games, usual(), worker, |(scene, seed, played, time)| {
        took += time;
        match (&mut all, played) {
            (Ok(all), Ok(verdicts)) => all.push((seed, verdicts)),
            (Err(_), _) => {}
            (Ok(_), Err(errors)) => all = Err(errors),
        }
        if seed < *scene.seeds().end() {
            return Ok(true);
        }
        let played = mem::replace(&mut all, Ok(Vec::new()));
        let took = mem::take(&mut took);
        let folder = journals.of(scene);
        if let Journals::Latest(_) = journals {
            // Usually there is nothing to remove.
            let _ = std::fs::remove_dir_all(&folder);
        }
        let failures = played.and_then(|it| judge(scene, &it, make, &folder));
        Ok(each(
            scene,
            failures.map(|failures| Checked { failures, took }),
        ))
    });
}

/// The verdicts on a scene's claims with one seed.
type Played = Vec<Option<Verdict>>;

fn play(scene: &SceneFile, app: &mut App, seed: u64) -> Result<Played, Vec<DataError>> {
    let mut stage = Stage::new(scene, app, seed, None)?;
    let verdicts = stage.play().map_err(|error| vec![error])?;
    Ok(verdicts.to_vec())
}

/// Returns the claims that were not kept.
fn judge(
    scene: &SceneFile,
    played: &[(u64, Played)],
    make: &MakeApp,
    folder: &Path,
) -> Result<Vec<Failure>, Vec<DataError>> {
    let mut broken: BTreeMap<(u64, u64), Vec<Broken>> = BTreeMap::new();
    for (index, claim) in scene.claims.iter().enumerate() {
        let verdict = |(seed, verdicts): &(u64, Played)| Some((*seed, verdicts[index].clone()?));
        let verdicts: Vec<(u64, Verdict)> = played.iter().filter_map(verdict).collect();
        let kept = verdicts.iter().filter(|(_, it)| it.is_kept).count();
        let Some(is_kept) = culprit(claim, kept, verdicts.len()) else {
            continue;
        };
        let first = verdicts.iter().find(|(_, it)| it.is_kept == is_kept);
        if let Some((seed, verdict)) = first {
            let seeds = verdicts.len();
            broken
                .entry((*seed, verdict.turn))
                .or_default()
                .push(Broken {
                    claim: index,
                    is_kept,
                    kept,
                    seeds,
                });
        }
    }
    let others: usize = broken.values().skip(MOST).map(Vec::len).sum();
    let failures = broken.into_iter().take(MOST).map(|((seed, turn), claims)| {
        let last = claims
            .last()
            .map_or((0, false), |it| (it.claim, it.is_kept));
        let mut app = make();
        let mut stage = Stage::new(scene, &mut app, seed, Some(folder))?.stop_at(last);
        stage.play().map_err(|error| vec![error])?;
        Ok(report(scene, &claims, (seed, turn), &stage))
    });
    let mut failures = failures.collect::<Result<Vec<Failure>, Vec<DataError>>>()?;
    if let (1.., Some(last)) = (others, failures.last_mut()) {
        last.picture += &format!("and {others} more facts failed at other moments\n");
    }
    Ok(failures)
}

/// The largest number of moments that are played again for their pictures.
const MOST: usize = 10;

/// Returns whether seeds that kept the claim are too many (`true`), or seeds that broke it (`false`). Returns `None` if
/// the share is right.
fn culprit(claim: &Claim, kept: usize, seeds: usize) -> Option<bool> {
    let (kept, seeds) = (kept as i64, seeds as i64);
    let Some(share) = claim.share else {
        return (kept < seeds).then_some(false);
    };
    if kept * 100 < share.first * seeds {
        Some(false)
    } else if kept * 100 > share.last * seeds {
        Some(true)
    } else {
        None
    }
}
