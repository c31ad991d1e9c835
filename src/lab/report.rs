//! What a broken claim looks like.

use std::fmt::Write as _;

use bevy::prelude::*;

use super::judge::{Moment, place_of};
use super::scene::{SceneFile, Statement};
use super::stage::Stage;
use crate::files::printable;
use crate::game::Health;
use crate::grid::Grid;
use crate::map::TileMap;
use crate::view::{Reader, Screen, thoughts};

/// The largest part of a map that a report shows, in columns and rows.
const LARGEST: UVec2 = UVec2::new(100, 40);

/// The largest number of creatures that a report describes.
const MOST: usize = 12;

/// Claims that were broken at the same moment of the same game.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What failed and where, a line for each claim.
    pub lines: Vec<String>,
    /// The world at that moment, in several lines.
    pub picture: String,
}

/// A claim that was broken with some seed.
pub(super) struct Broken {
    pub(super) claim: usize,
    /// Whether too many seeds keep the claim, so that the first one that keeps it is the culprit.
    pub(super) is_kept: bool,
    /// With how many of the seeds the claim is kept.
    pub(super) kept: usize,
    pub(super) seeds: usize,
}

/// Describes claims that were broken on this turn with this seed, in the world of `stage`.
pub(super) fn report(
    scene: &SceneFile,
    claims: &[Broken],
    (seed, turn): (u64, u64),
    stage: &Stage,
) -> Failure {
    let moment = stage.moment();
    let lines = claims.iter().map(|broken| {
        let claim = &scene.claims[broken.claim];
        let share = match (claim.share, broken.seeds) {
            (None, 1) => String::new(),
            (None, seeds) => format!(", for {} of {seeds} seeds", seeds - broken.kept),
            (Some(_), seeds) => format!(", held for {} of {seeds} seeds", broken.kept),
        };
        format!(
            "{}:{}: `{}` failed on turn {turn} with seed {seed}{share}: {}",
            printable(scene.file()),
            claim.place,
            printable(&claim.text),
            printable(&moment.actually(&claim.statement))
        )
    });
    let lines = lines.collect();
    let mut picture = map(&moment);
    let mut failed = claims.iter().map(|it| &scene.claims[it.claim].statement);
    if failed.any(Statement::is_of_screen) {
        picture += "on the screen:\n";
        picture += &moment.world.resource::<Screen>().text();
        picture.push('\n');
    }
    for role in 0..scene.cast.0.len().min(MOST) {
        // Writing to a string never fails.
        let _ = writeln!(picture, "{}", role_line(&moment, role));
    }
    if scene.cast.0.len() > MOST {
        let _ = writeln!(picture, "and {} more", scene.cast.0.len() - MOST);
    }
    let _ = match stage.journal() {
        Ok(Some(journal)) => {
            let journal = quoted(&printable(&journal.display().to_string()));
            writeln!(picture, "fogbound replay {journal} --turn {turn}")
        }
        Ok(None) => writeln!(picture, "no replay: the game could not be recorded"),
        Err(why) => writeln!(picture, "no replay: {}", printable(&why)),
    };
    Failure { lines, picture }
}

fn quoted(path: &str) -> String {
    let is_plain = path
        .bytes()
        .all(|it| it.is_ascii_alphanumeric() || b"/._-".contains(&it));
    match is_plain {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// Draws the actual level with the creatures of the scene under their letters.
fn map(moment: &Moment) -> String {
    let map = moment.world.resource::<TileMap>();
    let mut glyphs = Grid::from_fn(map.size(), |cell| map.tile(cell).glyph());
    for role in (0..moment.cast.0.len())
        .rev()
        .filter(|it| moment.is_here(*it))
    {
        if let Some(at) = place_of(moment.world, moment.entities[role]) {
            glyphs.set(at, moment.cast.0[role].letter);
        }
    }
    // A map that is too large is cut around the player.
    let player = place_of(moment.world, moment.entities[0]).unwrap_or_default();
    let shown = map.size().min(LARGEST).as_ivec2();
    let most = map.size().as_ivec2() - shown;
    let first = (player - shown / 2).clamp(IVec2::ZERO, most);
    let mut text = String::new();
    for y in first.y..first.y + shown.y {
        let row = glyphs
            .row(y)
            .iter()
            .skip(first.x as usize)
            .take(shown.x as usize);
        text += row.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}

/// Describes a role: where it is, its health, what it makes out, and what it thinks.
fn role_line(moment: &Moment, role: usize) -> String {
    let member = &moment.cast.0[role];
    let entity = moment.entities[role];
    let (Some(at), true) = (place_of(moment.world, entity), moment.is_here(role)) else {
        let what = if moment.is_alive(role) {
            "on another level"
        } else {
            "dead"
        };
        return format!("{:<3} {}: {what}", member.name, member.kind);
    };
    let mut line = format!("{:<3} {} at {},{}", member.name, member.kind, at.x, at.y);
    if let Some(health) = moment.world.get::<Health>(entity) {
        line += &format!("; health {} of {}", health.now(), health.max());
    }
    let others = (0..moment.cast.0.len()).filter(|it| *it != role && moment.sees_role(role, *it));
    let seen: Vec<&str> = others.map(|it| &*moment.cast.0[it].name).collect();
    line += &match seen.len() {
        0 => "; sees no one".to_owned(),
        _ => format!("; sees {}", seen.join(", ")),
    };
    // The first thought is the name.
    let thoughts = thoughts(moment.world, entity, Reader::Maker);
    let thoughts = thoughts
        .iter()
        .skip(1)
        .filter(|it| !it.starts_with("minds: "));
    thoughts.fold(line, |line, thought| format!("{line}; {thought}"))
}
