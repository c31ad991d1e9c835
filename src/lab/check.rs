//! Playing a scene with all its seeds.

use std::collections::BTreeMap;
use std::path::Path;

use super::jobs::{in_order, usual};
use super::report::{Broken, Failure, report};
use super::scene::{Claim, SceneFile};
use super::stage::{MakeApp, Stage};
use super::watch::Verdict;
use crate::files::DataError;

/// Plays a scene with all its seeds, and returns the claims that were not kept. The first seed that broke a claim is
/// played again for its picture, and recorded in a journal in `folder`.
///
/// # Errors
///
/// If the scene cannot be played: a monster has mistakes in its file, or a change is impossible.
pub fn check(
    scene: &SceneFile,
    make: &MakeApp,
    folder: &Path,
) -> Result<Vec<Failure>, Vec<DataError>> {
    let played = play_all(scene, make)?;
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
        let mut stage = Stage::new(scene, make, seed, Some(folder))?.stop_at(last);
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

/// The verdicts on a scene's claims with one seed.
type Played = Vec<Option<Verdict>>;

/// Plays all seeds on all cores, and returns the verdicts in the order of the seeds.
fn play_all(scene: &SceneFile, make: &MakeApp) -> Result<Vec<(u64, Played)>, Vec<DataError>> {
    let seeds = scene.seeds();
    let jobs = match seeds.start() == seeds.end() {
        true => 1,
        false => usual(),
    };
    let mut all = Vec::new();
    let play = |seed| Ok((seed, play_one(scene, make, seed)?));
    let worker = || Ok::<_, Vec<DataError>>(play);
    in_order(seeds, jobs, worker, |played| {
        all.push(played);
        Ok(true)
    })?;
    Ok(all)
}

fn play_one(scene: &SceneFile, make: &MakeApp, seed: u64) -> Result<Played, Vec<DataError>> {
    let mut stage = Stage::new(scene, make, seed, None)?;
    let verdicts = stage.play().map_err(|error| vec![error])?;
    Ok(verdicts.to_vec())
}
